### What the server of the board to touch says. What the page itself says stands in board-page.ftl.

web-title = Parlor
web-board-title = { $game } { $match } · Parlor

## The way in.

web-open-title = Open the board · Parlor
web-open = Your board of match { $match } is ready.
web-open-button = Open the board
web-link-expired = This link has expired: it can be opened for ten minutes. Press Open Board under the board in Discord for a new one.
web-link-of-another = This link leads to a match that isn't kept here anymore. Press Open Board under the newest board in Discord.
web-link-broken = This link isn't whole. Copy all of it, or press Open board under the board in Discord for a new one.
web-no-seat = This browser can't open the board, or can't anymore. Press Open Board under the board in Discord for a link of your own.
web-out-of-sight = You can't see the channel of this match in Discord anymore, so its board is closed.

## A match.

web-rules = { $rules } · { $rated ->
    [yes] rated
   *[no] casual
  }{ $clock ->
    [none] {""}
   *[other] {" "}· { $clock }
  }
web-your-turn = Your turn.
web-turn = { $player } to move.
web-engine-turn = { $player } is thinking…
# A move that was chosen before it was one's turn.
web-premove = { $dropped ->
    [illegal] { $move } isn't possible now, so it wasn't played.
    [offer] { $move } wasn't played: there's an offer to answer first.
   *[none] { $move } is played as soon as it can be.
  }
web-paused = The clock is stopped.
web-awaits-rival = Waiting for another channel to take the other side.
# Everybody who sees the page may vote.
web-vote = Vote for a move: make it on the board. It's played if most want it.{ $own ->
    [none] {""}
   *[move] { " " }You vote for { $own }.
  }{ $voters ->
    [0] {""}
    [one] { " " }1 has voted.
   *[other] { " " }{ $voters } have voted.
  }
web-voted = You vote for { $move }. You can change your mind until the vote ends.
web-offer-draw = { $own ->
    [yes] You've offered a draw.
   *[no] { $player } offers a draw.
  }
web-offer-takeback = { $own ->
    [yes] You've asked for a takeback.
   *[no] { $player } would like to take back.
  }
web-offer-pause = { $own ->
    [yes] You've asked to stop the clock.
   *[no] { $player } would like to stop the clock for a while.
  }
web-offer-rematch = { $own ->
    [yes] You've offered a rematch: { $rules }.
   *[no] { $player } offers a rematch: { $rules }.
  }
web-rematch-offered = A rematch is offered. It begins when your opponent accepts, here or in Discord.
web-rematch-begun = Match { $match } has begun.
web-square-empty = { $square }, empty
web-square-piece = { $square }, { $side }
web-theme-wood = Wood
web-theme-slate = Slate
web-theme-contrast = Strong contrast
web-theme-print = Black on white

## Why something isn't done.

web-stale = The match has gone on meanwhile. Look at the board, and try again.
web-only-watching = You're watching this match. Only its players can do that.
web-blocked = You've blocked this person. `/block` in Discord shows whom you've blocked.
web-chat-refused = Discord doesn't let me write where this match is played, so nothing was done.
web-in-doubt = I couldn't find out whether that was done. Look at the board before you try again.
web-fault = Something went wrong on my side, and nothing was done. Please try again in a moment.
web-too-many = That's too much at once. Wait a moment.
web-too-many-pages = You have too many boards open. Close some of them.
web-other-origin = This request didn't come from the board's own page.
web-too-long = That's longer than anything a board's page sends.
web-too-slow = That took too long to arrive. Please try again.
web-stopping = I'm just restarting, so nothing was done. Please try again in a moment.
web-untold = That was done, but I can't show what follows. Reload the page.
web-unreadable = I can't read that request. Reload the page.
web-activity-unknown = Discord doesn't know you in this Activity. Close it, and press Open Board under a board again.
web-activity-unreachable = Discord doesn't answer right now, so I can't tell who you are. Please try again in a moment.
web-activity-no-match = This Activity shows a board that you open: press Open Board under a board in the chat.
web-not-found = There's nothing here. Press Open Board under a board in Discord.
