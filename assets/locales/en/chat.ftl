### What the bot says when all is well.

seat-engine = Parlor (level { $level })

board-title = **{ $game }** { $match } · { $first } ({ $firstSide }) – { $second } ({ $secondSide })
board-played = { $player } played **{ $move }**.
board-captured = { $player } played **{ $move }** and took a man.
board-passed = { $player } could not move and passed.
board-turn = { $player }, it is your turn: you are **{ $side }**.
board-engine-turn = { $player } is thinking …
board-won = 🏁 **{ $player } ({ $side }) wins**: { $reason }.
board-drawn = 🏁 **Drawn**: { $reason }.
board-aborted = 🏁 **Aborted**: { $reason }. Nobody has won or lost.
board-rating = { $player }: { $before } → **{ $after }** ({ $change })
board-small-print = -# `{ $rules }` · { $rated ->
    [yes] rated
   *[no] casual
  } · ply { $plies }
board-small-print-hint = -# `{ $rules }` · { $rated ->
    [yes] rated
   *[no] casual
  } · reply with a move like `{ $move }`{ $choose ->
    [yes] , or choose below
   *[no] {""}
  }

reason-connected = { $winner } has connected all men into one group
reason-both-connected = the last move connected both sides
reason-home-row-reached = { $winner } has reached the far row
reason-all-captured = { $loser } has no men left
reason-cannot-move = { $loser } cannot move
reason-neither-can-move = neither side can move
reason-third-repetition = the position has occurred for the third time
reason-no-progress = too many moves without a capture
reason-move-limit = the move limit of { $limit } by each side is reached
reason-camp-filled = { $winner } has filled the far camp
reason-count-at-the-end = the men in the far camps were counted
reason-men-left-in-the-own-camp = { $loser } still had men in the own camp
reason-resigned = { $loser } resigned
reason-agreed = agreed by both players
reason-out-of-time = { $loser } ran out of time
reason-aborted = given up before both sides had moved twice

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-legal = Legal Moves
button-hint = Hint
button-show-hint = Show Hint
button-my-view = My View
button-pass = Pass
button-resign = Resign
button-really-resign = Yes, I Resign
button-really-abort = Yes, Abort It
button-rematch = Rematch
button-review = Review

## Menus under a board: what is asked, and the options (at most 100 characters each).

menu-files = Choose a file …
menu-men = Choose a man …
menu-moves = Choose a move …
menu-targets = Move { $from } to …
menu-targets-page = Move { $from } to … (page { $page } of { $pages })
choose-file-of-men = File { $file } — { $count ->
    [one] one man
   *[other] { $count } men
  }
choose-file-of-moves = File { $file } — { $count ->
    [one] one move
   *[other] { $count } moves
  }
choose-man = { $man }
choose-man-targets = → { $targets }
choose-move = { $move }
choose-capture = { $move } (takes a man)
choose-target = { $from } → { $to }
choose-more = More …
choose-back = Back


legal-title = { $side } has { $count ->
    [one] one legal move
   *[other] { $count } legal moves
  } (× takes a man):
move-played = You played **{ $move }**.
play-begun = Match { $match } against level { $level } has begun{ $casual ->
    [rated] {""}
    [rules] . It's casual: only presets at their usual size are rated
    [side] . It's casual: a rated match against me has the sides drawn by lot
   *[asked] . It's casual
  }.
challenge-sent = Your challenge is posted.
resign-question = Do you really want to resign match { $match }?
abort-question = Match { $match } has hardly begun, so nobody loses it. Do you want to abort it?
resigned = You have resigned.
aborted = The match is aborted.

## What the engine thinks: of a move, of a position, of a match that is over.

outlook-chance = win chance { $percent } %
outlook-win = { $plies ->
    [0] a proven win
    [one] wins at once
   *[other] a proven win in at most { $plies } plies
  }
outlook-draw = a proven draw
outlook-loss = { $plies ->
    [0] a proven loss
   *[other] a proven loss in at most { $plies } plies
  }
hint-hidden = A hint for match { $match }: only you will see it.
hint = 💡 I would play **{ $move }**: { $outlook }.
advice-line = -# I expect { $line } to follow.
advice-variation = **{ $move }** – { $outlook }
advice-position = **Match { $match }**: { $side } to move, win chance { $percent } %. The best moves:
advice-small-print = -# the position of ply { $plies }
advice-none = I know of no move here.
review-title = **Review of match { $match }** · { $game }
review-performance = { $player } ({ $side }): accuracy **{ $accuracy } %** · { $good ->
    [one] one good move
   *[other] { $good } good moves
  }, { $mistakes ->
    [one] one mistake
   *[other] { $mistakes } mistakes
  }, { $blunders ->
    [one] one blunder
   *[other] { $blunders } blunders
  }
review-no-moves = { $player } ({ $side }) has not moved.
review-turning-points = **Turning points**
review-no-turning-points = No turning points: nobody lost much with any move.
review-turning-point = Ply { $ply }, { $side }: **{ $move }** { $quality ->
    [blunder] was a blunder
   *[other] was a mistake
  } ({ $before } % → { $after } %).
review-better = Better: { $line }.
review-better-proven = Better: { $line }, { $outlook }.
review-is-partial = Of this long match I looked at the last { $plies } plies.
review-small-print = -# Chances are those of the player who moved; the chart shows { $side }'s. Accuracy is what a move keeps of them on average.

challenge-offer = { $opponent }, { $challenger } challenges you to **{ $game }**.
challenge-open-offer = { $challenger } is looking for an opponent at **{ $game }**. Who accepts?
challenge-terms = `{ $rules }` ({ $summary }) · { $challenger } takes: **{ $side }** · { $casual ->
    [rated] rated
    [rules] casual (only presets at their usual size are rated)
   *[asked] casual
  }
challenge-expires = Expires <t:{ $time }:R>.
challenge-is-accepted = ✅ Accepted: match { $match }.
challenge-is-declined = ❌ { $opponent } has declined.
challenge-is-withdrawn = ↩️ { $challenger } has withdrawn it.
challenge-is-expired = ⌛ Nobody answered in time.
side-random = random side
answer-accepted = Accepted: match { $match } begins.
answer-declined = You declined the challenge by { $challenger }.
answer-withdrawn = Your challenge is withdrawn.

games-title = Your matches
games-none = You have no match under way. Begin one with `/play`, or `/challenge` a friend.
games-my-turn = ▶️ **{ $match } { $game }** as { $side } against { $opponent } — **your turn** · ply { $plies } · <t:{ $time }:R> · [board]({ $link })
games-their-turn = ⏸️ **{ $match } { $game }** as { $side } against { $opponent } — their turn · ply { $plies } · <t:{ $time }:R> · [board]({ $link })

leaderboard-global = { $game } — leaderboard of all servers
leaderboard-server = { $game } — leaderboard of this server
leaderboard-none = Nobody has finished a rated match yet. Be the first: `/play game:{ $game }` or `/challenge`.
leaderboard-line = { $rank }. **{ $name }** { $rating } · { $wins } won, { $draws } drawn, { $losses } lost
leaderboard-footer = Glicko-2 · ? = still unsure
profile-title = { $name }
profile-none = No rated match finished yet.
profile-line = **{ $rating }** ± { $deviation } · { $wins } won, { $draws } drawn, { $losses } lost

rules-title = { $game } — `{ $rules }`
rules-example = In the picture, { $move } has just been played.
rules-presets = Presets
rules-options = Options
help-title = Parlor: great small board games
help-intro =
    Every command works as `/command` and as `{ $prefix }command`, and by mentioning the bot. To move, you can also just reply to the board with your move, or use its menus.
    More on one of them: `/help command:move`.
about-title = Parlor
about-text =
    Version { $version }. Games: { $games }.
    A referee that never errs, and an opponent at ten levels. Matches, ratings and this bot are run by your own community.
greeting = Hello! Begin a match with `/play` or `{ $prefix }play`, challenge a friend with `/challenge`, and see `/help` for the rest.
unknown-request = “{ $name }” is no command of mine. `/help` or `{ $prefix }help` lists them.
