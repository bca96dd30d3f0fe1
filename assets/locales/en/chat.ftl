### What the bot says when all is well.

seat-engine = Parlor (level { $level })
# A player of an imported record that doesn't name them, and channels whose names aren't known.
seat-recorded = Unknown player
seat-channel = The channel
seat-rival = The other channel

board-title = **{ $game }** { $match } · { $player } ({ $side }) – { $other } ({ $otherSide })
players-unknown = Imported game · players unknown
board-title-imported = **{ $game }** { $match } · { $players }
# A match that is played on from a position of another one.
board-opening = -# Played on from { $plies ->
    [0] the start
   *[other] move { $plies }
  } of match { $match }.
board-opening-move = **{ $move }** was played in match { $match }.
board-played = { $player } played **{ $move }**{ $prepared ->
    [forced] , the only legal move
    [yes] , as prepared
   *[no] {""}
  }.
board-captured = { $player } played **{ $move }**{ $prepared ->
    [forced] , the only legal move,
    [yes] , as prepared,
   *[no] {""}
  } and took { $taken ->
    [one] a piece
   *[other] { $taken } pieces
  }.
board-passed = { $player } couldn't move and passed.
board-turn = { $player }, it's your turn: you're **{ $side }**.
board-turn-until = { $player }, it's your turn: you're **{ $side }**. ⏳ Your time ends <t:{ $time }:R>
board-time-of-other = { $player } has { $time } left
board-paused = ⏸ Paused: the clock is stopped until { $player } moves or somebody presses **Resume**.
board-engine-turn = { $player } is thinking…
board-vote = 🗳 **{ $side } to move**: everybody can vote, with the menus, `/move`, or a reply. The vote ends <t:{ $time }:R>, or as soon as { $agreed } agree{ $last ->
    [0] {""}
    [1] {""}
   *[other] {" "}or all { $last } who voted last time have voted
  }{ $voters ->
    [0] {""}
    [one] { " " }· 1 has voted
   *[other] { " " }· { $voters } have voted
  }
board-vote-paused = ⏸ Paused, because nobody has voted for a while: it goes on with the first vote.
board-votes = 🗳 { $voters ->
    [one] 1 voted
   *[other] { $voters } voted
  }: { $moves }
board-vote-share = **{ $move }** { $percent }%
board-nobody-voted = 🗳 Nobody voted, so I chose a move for everybody, at level { $level }.
board-rival-turn = ⏳ The other channel is voting ({ $side }).
board-awaits-rival = 🤝 Waiting for another channel. There, somebody says `play vote { $code }`, and it begins.
board-won = 🏁 **{ $player } ({ $side }) wins**: { $reason }.
board-drawn = 🏁 **Draw**: { $reason }.
board-aborted = 🏁 **Aborted**: { $reason }. Nobody won or lost.
board-record-ends = 📜 The record ends here.
board-rating = { $player }: { $before } → **{ $after }** ({ $change })
# A rating that a win does not change.
board-rating-stands = { $player } stays at **{ $after }**: a settled rating doesn't rise when a new player resigns, leaves, or runs out of time before move 10
# What a rated match can do to a player's rating.
stake = { $player } +{ $win } or −{ $loss }{ $provisional ->
    [yes] , provisional
   *[no] {""}
  }
board-small-print = -# `{ $rules }` · { $rated ->
    [yes] rated{ $stakes ->
        [none] {""}
       *[other] {" "}({ $stakes })
      }
   *[no] casual
  }{ $clock ->
    [none] {""}
   *[other] {" "}· ⏳ { $clock }
  }{ $hints ->
    [0] {""}
    [one] {" "}· 1 hint taken{ $takers ->
        [none] {""}
       *[other] {" "}({ $takers })
      }
   *[other] {" "}· { $hints } hints taken{ $takers ->
        [none] {""}
       *[other] {" "}({ $takers })
      }
  } · { $plies ->
    [0] no moves yet
   *[other] move { $plies }
  }
board-small-print-hint = -# `{ $rules }` · { $rated ->
    [yes] rated{ $stakes ->
        [none] {""}
       *[other] {" "}({ $stakes })
      }
   *[no] casual
  }{ $clock ->
    [none] {""}
   *[other] {" "}· ⏳ { $clock }
  }{ $hints ->
    [0] {""}
    [one] {" "}· 1 hint taken{ $takers ->
        [none] {""}
       *[other] {" "}({ $takers })
      }
   *[other] {" "}· { $hints } hints taken{ $takers ->
        [none] {""}
       *[other] {" "}({ $takers })
      }
  } · { $choose ->
    [only] choose below, or use `/move` with a move like `{ $move }`
    [yes] reply with a move like `{ $move }`, or choose below
   *[no] reply with a move like `{ $move }`
  }

choosing = Where to?
open-hidden = Press the button for a link of your own to match { $match }.
open-board = Here's your board, to play by dragging. The link is yours alone, opens once, and lasts ten minutes; after that, press Open Board again.
board-brought-down = Here's the board.
board-not-shown = The match goes on, but Discord doesn't let me post the board of { $match } here. Ask a moderator to look at my permissions (such as “Attach Files”) and at AutoMod's rules. Once it's allowed, the board comes by itself.

board-make-it-count = -# Well played! **Play It Rated** plays it again, this time for your rating.

## One line is left of a board that another one has followed.

board-line = -# { $match } · { $moves }
board-line-move = { $number }. { $player } { $move }
board-line-start = -# { $match } has begun.
board-line-moved = -# { $match } · The board is further down.
board-line-unknown = -# An earlier board.

## What players offer each other.

offer-draw = 🤝 { $player } offers a draw. { $other }, do you accept?{ $early ->
    [yes] {" "}You haven't both moved twice yet, so the match would be aborted: nobody would win or lose.
   *[no] {""}
  }
offer-takeback = ↩️ { $player } would like to take back { $named ->
    [yes] { $moves }
   *[no] the last { $count } moves
  }. { $other }, do you allow it?
offer-pause = ⏸ { $player } would like to stop the clock for a while. { $other }, do you agree?
declined-draw = { $other } declined the draw.
declined-takeback = { $other } didn't allow the takeback.
declined-pause = { $other } declined the pause.
offer-made = Your opponent has been asked.
offer-agreed = { $kind ->
    [draw] Agreed: the match is drawn.
    [takeback] Done: it's taken back.
   *[pause] The clock is stopped.
  }
offer-agreed-too-early = Agreed. You hadn't both moved twice yet, so the match is aborted: nobody won or lost.
resumed = The match goes on.
claimed = The match is over.
more = What else would you like to do in match { $match }?
more-nothing = There's nothing else to do in match { $match } right now.
more-for-strangers = You're not playing in match { $match }.{ $over ->
    [no] {" "}But you can watch it.
   *[yes] {""}
  }
reminder = ⏰ { $player }, it's your turn against { $other } in { $match } ({ $game }). { $hard ->
    [yes] Your time runs out <t:{ $time }:R>.
   *[no] After <t:{ $time }:f> your opponent may { $result ->
        [win] claim the win
       *[abort] end the match without a result
      }.
  }
claimable = ⌛ { $player }, { $other } hasn't moved in { $match } for a long time. You can keep waiting, or { $result ->
    [win] claim the win
   *[abort] end the match without a result
  }.

## Being away.

away-now = { $until ->
    [no] You're not away. You
   *[other] You're away until <t:{ $until }:f>. After that you
  } can be away for { $left ->
    [one] one more day
   *[other] { $left } more days
  } this year.
away-until = You're away until <t:{ $until }:f>: your clocks are stopped, except in live games. Use `/away days:off` when you're back.
away-back = Welcome back! Your clocks are running again.

## Prepared replies, for the player alone.

prepared = What you've prepared in match { $match }:
prepared-nothing = You haven't prepared anything in match { $match }.
prepared-line = - { $replies }
prepared-reply = if **{ $condition }**, then **{ $reply }**
planning = If your opponent plays…
planning-reply = If `{ $line }`: what do you reply?
planning-on = `{ $line }`. Save it, or go on: if your opponent then plays…
button-plans = Prepare Replies
button-prepare-more = Choose on the Board
button-drop-plans = Drop All
button-block = Block Opponent
menu-drop-plan = Drop a line…
button-save-plan = Save
button-plan-back = Back
button-explore = Explore
exploring = 🔍 Match { $match }, { $where ->
    [present] as it stands
   *[earlier] after move { $ply }
}{ $count ->
    [0] {""}
   *[other] , then `{ $line }`
}. Only you see this.
exploring-turn = { $side } to move. Try a move of either side:
explored-from = after move { $ply }
menu-explored = What you've explored…
button-explored-play = Play
button-explored-prepare = Prepare
button-explored-present = To the Match
button-forget-line = Forget Line
button-forget-explored = Forget All
button-type-move = Type a Move

## Lessons.

lessons = What would you like to learn? Each game takes a few small boards, with one thing to do on each.
lessons-done = { $done ->
    [0] { $count } lessons
   *[other] { $done } of { $count } lessons done
  }
menu-lessons = Choose a game…
lesson-title = 🎓 **{ $game }** · lesson { $number } of { $count }
lesson-how = You're **{ $side }**. Choose a move below, or type one, like `{ $move }`.
lesson-done = ✅ **{ $move }**. { $words }
lesson-wrong = **{ $move }** isn't it. { $words }
lesson-all-done = You've done all lessons of { $game }. Now play: in a first match I'm gentle, and I tell you what I'm up to.
button-lesson-back = Back
button-lesson-next = Next Lesson
button-lesson-skip = Skip
button-first-match = Play a First Match
first-match-begun = Match { $match } has begun: { $game } against level 1. It's casual, and I say what I'm up to.
board-plan = 💭 { $words }

## Puzzles.

puzzle-title = 🧩 **{ $game }** · puzzle `{ $id }` · about { $rating }
    -# { $rules }
puzzle-task = **{ $side }** to move, and { $goal ->
    [draw] only one move saves the draw
   *[win] only one move wins
  }. Choose it below, or type it.
puzzle-right = ✅ **{ $move }**! I answer **{ $answer }**. And now?
puzzle-solved = ✅ **{ $move }**. Solved{ $wrong ->
    [0] {""}
    [one] , with one wrong try
   *[other] , with { $wrong } wrong tries
  }!
puzzle-wrong = ❌ **{ $move }** { $goal ->
    [draw] loses
   *[win] lets the win slip away
  }. Try again.
puzzle-hint = 💡 The move begins on **{ $square }**.
puzzle-solution = The solution: **{ $moves }**.
puzzle-changed = You're further on here already. This is where you are:
puzzle-counted = { $left ->
    [0] Your puzzle rating at { $game }: { $known ->
        [yes] { $before } →{" "}
       *[no] {""}
      }**{ $after }**
    [one] One more puzzle, and you have a puzzle rating at { $game }
   *[other] { $left } more puzzles, and you have a puzzle rating at { $game }
  }{ $streak ->
    [0] {""}
    [one] {""}
   *[other] {" "}· { $streak } in a row
  }
puzzle-late = -# This puzzle's day is over, so you won't be listed among those who solved it.
puzzle-themes = -# What it's about: { $themes }
puzzle-theme-race = race
puzzle-theme-block = block
puzzle-theme-sacrifice = sacrifice
puzzle-theme-zugzwang = zugzwang
puzzle-theme-tempo = tempo
puzzle-theme-cut-off = cut-off
puzzle-theme-double-threat = double threat
puzzle-theme-parity = parity
puzzle-voted = { $vote ->
    [nice] Glad you liked it!
    [too-easy] Noted: too easy.
   *[wrong] Noted. Every puzzle is proven, but I'll have it looked at.
  }
puzzle-opinions = { $count ->
    [0] Nobody has voted on a puzzle yet.
   *[other] What people think of puzzles:
  }
puzzle-opinion = - `{ $id }` · { $game } · { $wrong } wrong, { $easy } too easy, { $nice } nice
puzzle-begun = Match { $match } begins at the puzzle: you have the move, against level { $level }. It's casual; Rematch begins there again.
board-from-puzzle = Played on from a puzzle.
button-puzzle-hint = Hint
button-puzzle-hint-costs = Hint (costs rating)
button-puzzle-solution = Solution
button-puzzle-solution-costs = Solution (costs rating)
button-puzzle-skip = Another One
button-puzzle-next = Next Puzzle
button-puzzle-play = Play It Against Me
button-puzzle-nice = 👍 Nice
button-puzzle-too-easy = Too Easy
button-puzzle-wrong = Wrong
type-move-title = Your move
type-move-label = A move like { $move }
challenge-form-title = Challenge { $name }
challenge-form-game = Game, or nothing for the usual one
challenge-form-game-example = { $games }
challenge-form-side = Your side, or nothing to draw lots
challenge-form-side-example = first, second, random, or a name, like black
challenge-form-clock = Clock, or nothing for the usual one
challenge-form-clock-example = daily, slow, live, none, or like 3d+12h
challenge-form-rated = Rated? If blank: from your second match on
challenge-form-rated-example = yes or no

button-more = ⋯
button-offer-draw = Offer Draw
button-offer-takeback = Take Back
button-offer-pause = Pause
button-accept-draw = Accept Draw
button-accept-takeback = Allow Takeback
button-accept-pause = Agree to Pause
button-resume = Resume
button-claim = { $result ->
    [abort] End the Match
   *[win] Claim the Win
  }

reason-home-row-reached = { $winner } reached the far row
reason-all-captured = { $loser } has no pieces left
reason-cannot-move = { $loser } can't move
reason-third-repetition = the same position came up for the third time
reason-no-progress = too many moves without a capture
reason-move-limit = both sides reached the limit of { $limit } moves
reason-resigned = { $loser } resigned
reason-agreed = both players agreed
reason-out-of-time = { $loser } ran out of time
reason-forfeit = { $loser } forfeited
reason-reason-not-given = nobody wrote down why
reason-silent = { $loser } took too long to move
reason-left = { $loser } left the server and didn't move
reason-aborted = ended before both sides had moved twice
reason-aborted-late = { $late } took too long, before both sides had moved twice

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-legal = Legal Moves
button-hint = Hint
button-show-hint = Show Hint
button-open-board = Open Board
button-open-link = Open
button-my-view = My View
button-pass = Pass
button-resign = Resign
button-really-resign = Yes, I Resign
button-really-abort = Yes, Abort It
button-rematch = Rematch
button-make-it-count = Play It Rated
button-try-level = Try Level { $level }
button-review = Review
button-replay = Replay
button-replay-start = ⏮
button-replay-back = ◀
button-replay-forward = ▶
button-replay-end = ⏭
button-replay-flip = Flip
button-replay-explore = Explore from Here
button-share = Share
button-turning-points = Step Through
button-try-before = Try Move { $ply } Yourself
import-done = 📜 { $count ->
    [one] Imported as { $records }
   *[other] { $count } records imported: { $records }
  }. It can be replayed, analyzed, explored, and played on from any position, by everybody here.
button-remove = Remove
button-really-remove = Yes, Remove It
remove-question = Do you really want to remove the imported record { $match }? It's gone for everybody, with whatever people have explored in it.
import-removed = The imported record { $match } is removed. What I've posted of it stays until somebody deletes the message.
import-left-out = -# The text has { $count } more; I import five at a time.
button-try = Try It from Here
menu-replay = Go to a move…
replay-earlier = ◀ Moves { $first } to { $last }
replay-later = Moves { $first } to { $last } ▶
menu-export = Save as…
export-as-record = Record (text)
export-as-sgf = SGF, for other programs
export-as-picture = Picture of the last position
export-as-gif = GIF of the whole match
export-record = The record of match { $match }
export-gif = Match { $match }, move by move
export-gif-players = { $player } ({ $side }) – { $other } ({ $otherSide })
export-gif-cut = -# It's a long match: the GIF shows its last { $count } moves.
replay-place = -# { $ply ->
    [0] The start
   *[other] Move { $ply }
  } · { $plies ->
    [0] nobody has moved
    [one] 1 move in all
   *[other] { $plies } moves in all
  }

## Menus under a board: what is asked, and the options (at most 100 characters each).

menu-files = Choose a column…
menu-pieces = Choose a piece…
menu-moves = Choose a move…
menu-targets = Move { $from } to…
menu-targets-page = Move { $from } to… (page { $page } of { $pages })
choose-file-of-pieces = Column { $file } — { $count ->
    [one] 1 piece
   *[other] { $count } pieces
  }
choose-file-of-moves = Column { $file } — { $count ->
    [one] 1 move
   *[other] { $count } moves
  }
choose-piece = { $piece } → { $targets }
choose-move = { $move }
choose-capture = { $move } (takes { $taken ->
    [one] a piece
   *[other] { $taken } pieces
  })
choose-target = { $from } → { $to }
choose-more = More…
choose-back = Back


legal-line = `{ $piece }` → { $targets }
legal-title = { $side } has { $count ->
    [one] 1 legal move
   *[other] { $count } legal moves
  }{ $takes ->
    [yes] {" "}(× takes a piece):
   *[no] :
  }
one-moment = One moment …
move-played = You played **{ $move }**.
play-begun = Match { $match } against level { $level } has started.
play-casual = { $casual ->
    [rules] It's casual: only presets at their usual size are rated.
   *[side] It's casual: rated matches against me have their sides drawn at random.
  }
try-begun = Match { $match } goes on from there: you have the move, against level { $level }. It's casual, so try what you like; Rematch begins again at the same position.
begun-without-board = Match { $match } has begun, but Discord doesn't let me post its board here. Ask a moderator to look at my permissions and at AutoMod's rules. Then `/board` brings the board, and `/resign` ends the match.
vote-begun = Match { $match } has started: everybody here can vote on its moves. A moderator can end it with `/parlor end`.
vote-begun-for-others = Match { $match } is ready. It begins once somebody in another channel or server says `{ $prefix }play vote { $code }`.
vote-joined = This channel has taken the other side, and both have a board.
vote-noted = 🗳 You vote for **{ $move }**. You can change your mind until the vote ends.{ $public ->
    [yes] { " " }Everybody can read it here; menus and `/move` keep it secret until then.
   *[no] {""}
  }
vote-choice-slow = 12 hours for each move
vote-choice-live = live: a minute for each move
vote-choice-others = others: another channel plays the other side
votes-title = 🗳 You voted on { $count ->
    [one] 1 move
   *[other] { $count } moves
  } of { $match } ({ $game }).
votes-played = { $played ->
    [0] None of your moves was played
    [one] 1 of your moves was played
   *[other] { $played } of your moves were played
  }{ $judged ->
    [0] .
   *[other] , and I agreed with { $agreed } of { $judged }.
  }
votes-later = After the match I'll tell you how often I agreed.
votes-line = -# { $number }. **{ $move }** { $fate ->
    [open] (the vote goes on)
    [over] wasn't played, because the match ended first
    [played-best] was played, and I would have played it, too
    [played] was played{ $best ->
        [none] {""}
       *[other] ; I would have played { $best }
      }
    [best] wasn't played ({ $played } was), but I would have
   *[other] wasn't played ({ $played } was){ $best ->
        [none] {""}
       *[other] ; I would have played { $best }
      }
  }
button-own-votes = My Votes
play-in-post = 🧵 The board is in a post of its own in { $forum }.
challenge-sent = Your challenge is posted.
resign-question = Do you really want to resign match { $match }?
abandon-question = Match { $match } is set aside because I can't read its record. Do you want to end it? Nobody wins or loses.
abort-question = { $match } has only just begun; aborting it changes no rating. Do you want to abort it?
resigned = You resigned.
aborted = The match is aborted.

## What the engine thinks: of a move, of a position, of a match that is over.

outlook-chance = { $percent }% chance to win
outlook-win = { $plies ->
    [0] wins by force
    [one] wins at once
   *[other] wins by force, in at most { $plies } moves, counting both sides
  }
outlook-draw = draws with best play
outlook-loss = { $plies ->
    [0] loses against best play
    [one] loses to the next move
   *[other] loses against best play, in at most { $plies } moves, counting both sides
  }
hint-hidden = A hint for match { $match }: only you will see it.
hint = 💡 I'd play **{ $move }**: { $outlook }.
hint-proven = 💡 I'd play **{ $move }**: it { $outlook }.
hint-lost = 💡 This is lost against best play; **{ $move }** holds out longest{ $plies ->
    [0] {""}
    [one] {" "}(1 more move)
   *[other] {" "}(at most { $plies } more moves)
  }.
advice-line = -# Then I'd expect { $line }
advice-variation = { $rank }. **{ $move }** – { $outlook }
advice-position = **Match { $match }**: { $side } to move, { $percent }% chance to win. The best moves:
advice-small-print = -# { $plies ->
    [0] before the first move
   *[other] after move { $plies }
  }
advice-none = I don't see a move to suggest here.
review-title = **Review of match { $match }** · { $game }
review-performance = { $player } ({ $side }): accuracy **{ $accuracy }%** · { $good ->
    [one] 1 good move
   *[other] { $good } good moves
  }, { $mistakes ->
    [one] 1 mistake
   *[other] { $mistakes } mistakes
  }, { $blunders ->
    [one] 1 blunder
   *[other] { $blunders } blunders
  }
review-no-moves = { $player } ({ $side }) made no moves.
review-turning-points = **Turning points**
review-no-turning-points = No turning points: no single move made much difference.
review-turning-point = Move { $ply }, { $side }: **{ $move }** { $quality ->
    [blunder] was a blunder
   *[other] was a mistake
  } ({ $before }% → { $after }%).
review-missed-win = 💡 { $player } ({ $side }) missed a certain win at move { $ply }.
review-better = Better: { $line }.
review-better-proven = Better: { $line }, which { $outlook }.
review-is-partial = This was a long match, so I looked at the last { $plies } moves only.
review-small-print = -# Percentages are the winning chances of the player who moved; the chart shows { $side }'s. Accuracy: how much of your winning chances each move kept, on average.

turning-title = **Turning point { $place } of { $count }** · match { $match }
turning-small-print = -# { $count ->
    [1] After the move that was played.
   *[other] Left: what was played. Right: what I'd have played.
  }
turning-told = Left: { $left } Right: { $right }

# What stands on the picture of a match that is shared, without markup.
card-subtitle = Match { $match } · { $plies ->
    [one] 1 move
   *[other] { $plies } moves
  } · { $rated ->
    [yes] rated
   *[no] casual
  }
card-player = { $player }
card-accuracy = accuracy { $accuracy }%
card-won = { $player } ({ $side }) wins: { $reason }.
card-drawn = Draw: { $reason }.
card-aborted = Aborted: { $reason }.
card-remark = Turning point: move { $ply }, { $side }’s { $move } ({ $before }% → { $after }%).{ $better ->
    [none] {""}
   *[other] {" "}Better was { $better }.
  }
# The same for whoever can't see it.
card-told-player = { $side }: { $name }, { $played }.

challenge-offer = { $opponent }, { $challenger } challenges you to **{ $game }**.
challenge-open-offer = { $challenger } is looking for an opponent at **{ $game }**. Who's in?
challenge-summary = -# { $summary }
challenge-terms = `{ $rules }` · { $challenger } plays **{ $side }** · { $casual ->
    [rated] rated{ $stakes ->
        [none] {""}
       *[other] {" "}({ $stakes })
      }
    [rules] casual (only presets at their usual size are rated)
    [hints] casual
   *[asked] casual
  }{ $clock ->
    [none] {""}
   *[other] {" "}· ⏳ { $clock }
  }{ $hints ->
    [yes] {" "}· hints for both
   *[no] {""}
  }{ $thread ->
    [yes] {" "}· in a thread
   *[no] {""}
  }
challenge-expires = Expires <t:{ $time }:R>.
challenge-is-accepted = ✅ Accepted: match { $match }.
challenge-is-declined = ❌ { $opponent } declined.
challenge-is-withdrawn = ↩️ { $challenger } withdrew this challenge.
challenge-is-expired = ⌛ Nobody answered in time.
side-random = a random side
answer-accepted = Accepted: match { $match } has started.
answer-declined = You declined the challenge from { $challenger }.
answer-withdrawn = You withdrew your challenge.
offer-answer-accepted = You accepted your opponent's offer in match { $match }.
offer-answer-declined = You declined your opponent's offer in match { $match }.
offer-answer-withdrawn = You withdrew your offer in match { $match }.
rematch-asked = Your opponent has been asked for a rematch.
rematch-started = The rematch has started: match { $match }.

games-title = Your matches
games-none = You don't have any matches going. Start one with `/play`, or `/challenge` a friend.
games-elsewhere = You have { $count ->
    [one] another match
   *[other] { $count } more matches
  } elsewhere: `/games` lists everything, for you alone.
games-only-elsewhere = You don't have any matches going in this channel, but { $count ->
    [one] one
   *[other] { $count }
  } elsewhere: `/games` lists everything, for you alone.
games-my-turn = ▶️ **{ $match } { $game }** as { $side } against { $other } — **your turn** · move { $plies } · { $time } · [board]({ $link })
games-their-turn = ⏸️ **{ $match } { $game }** as { $side } against { $other } — their turn · move { $plies } · { $time } · [board]({ $link })
games-time-ends = ⏳ time ends <t:{ $time }:R>
games-begun = begun <t:{ $time }:R>
games-last-move = last move <t:{ $time }:R>
games-paused = ⏸ paused
games-set-aside = ⚠️ **{ $match }** is set aside because I can't read its record · `/resign` ends it, and nobody wins or loses

leaderboard-global = { $game } — leaderboard of all servers
leaderboard-server = { $game } — leaderboard of this server
leaderboard-none = Nobody has finished a rated match lately. Be the first: `/play game:{ $game }`, or `/challenge` with `rated`.
leaderboard-line = { $rank }. **{ $name }** { $rating } · { $wins }–{ $draws }–{ $losses }
leaderboard-level = Level { $level }: **{ $rating }**
leaderboard-levels = { $game } — how strong each level is
leaderboard-levels-apart = In **{ $preset }**, from level 1 up: { $ratings }
leaderboard-rank = You're number **{ $rank }**.
button-previous-page = ◀
button-next-page = ▶
button-rank = Where Am I?
button-leaderboard-server = This Server
button-leaderboard-global = All Servers
button-levels = Bot Levels
leaderboard-provisional = **Provisional**
leaderboard-footer = Whoever has finished a rated match in the last 30 days. Results: won–drawn–lost.{ $provisional ->
    [yes] {" "}? = provisional (few matches lately)
   *[no] {""}
  }
profile-none = No matches finished yet.
profile-row = 🔥 **{ $count }** wins in a row
profile-opening = Favorite opening: `{ $moves }` ({ $count } of { $matches } matches)
profile-puzzles-line = Puzzles: { $left ->
    [0] **{ $rating }{ $sign }** ·{" "}
   *[other] {""}
  }{ $solved } of { $tried } solved at the first try{ $best ->
    [0] {""}
    [one] {""}
   *[other] {" "}· { $streak } in a row now, { $best } at best
  }
profile-opponents = Most played
profile-opponent = { $other } · { $wins }–{ $draws }–{ $losses }
menu-rating-chart = See the rating chart of…
stats-title = { $game } — in this server
stats-none = No match has been finished here lately. Be the first: `/play game:{ $game }` or `/challenge`.
stats-wins = **{ $matches }** { $matches ->
    [one] match
   *[other] matches
  }: { $first }, who moves first, won { $firstWins }%, { $second } { $secondWins }%, and { $draws }% were drawn.
stats-length = A match has { $plies } moves on average.
stats-longest = The longest is { $match }, with { $plies } moves.
stats-openings = How they begin
stats-opening = `{ $moves }` · { $count ->
    [one] once
   *[other] { $count } times
  }
stats-footer = { $count ->
    [1] Based on this server's last match.
   *[other] Based on this server's last { $count } matches.
  }
results-footer = Results: won–drawn–lost
tally = { $rated ->
    [yes] rated
   *[no] casual
} · { $wins }–{ $draws }–{ $losses }
versus-title = { $player } – { $other }
versus-game = **{ $game }**
versus-none = You haven't finished a match against each other yet.
history-me = Parlor
profile-line = **{ $rating }** ± { $deviation } · { $wins }–{ $draws }–{ $losses }

rules-summary = **{ $game }**: { $summary }
rules-title = The rules: `{ $rules }`
variants-title = { $game }: variants and options
variants-intro = Name them when you start a match: `/play game:{ $key } rules:{ $preset }`, or `/challenge` in the same way.
variants-line = `{ $word }` – { $meaning }
variants-size = `size` – { $words }: `{ $default }`{ $fixed ->
    [yes] {""}
   *[no] , or `{ $smallest }` to `{ $largest }`
  }
button-variants = Variants and Options
menu-rules = Read the rules of…
rules-example = -# The picture shows the board right after { $move }.
rules-line = - { $words }
rules-time-line = - **Time.** { $words }
rules-presets = Presets
rules-options = Options
rules-time = Time
rules-time-words = { $kind ->
    [open] Matches have no clock unless you choose one: `daily` and `3d+12h` are clocks, and `/help command:challenge` has more.
    [engine] There's no clock: take your time; I'll wait.
    [none] There's no clock. After { $days } days without a move, the other player may claim the win.
   *[clock] ⏳ { $clock }. { $hard ->
        [yes] If you run out of time, you lose.
       *[no] If you run out of time, you don't lose at once, but the other player may claim the win.
    } Until both of you have moved twice, running out of time only aborts the match. { $live ->
        [yes] Being `/away` doesn't stop it.
       *[no] The clock stops while you're `/away`.
    }
  }
help-title = Parlor: great small board games
help-intro =
    Every command works as `/command` and `{ $prefix }command`. To move, reply to the board with your move, or use its menus.
help-intro-outside = Every command works as `/command`. To move, use the menus under the board.
help-first = `/{ $command }` – { $does }
help-more = Everything else is in the menus below.
menu-help-0 = More about starting and playing…
menu-help-1 = More about the rest…
button-play = Play
about-title = Parlor
about-text =
    Version { $version }. Games: { $games }.
    An exact referee, and an opponent with ten levels. Your own community runs this bot, its matches, and its ratings.
greeting = Hi! Start a match with **Play** or `{ $prefix }play`, challenge a friend with `/challenge`, or see all the games with **Rules**. `/help` explains the rest.
unknown-request = I don't have a command called “{ $name }”. `/help` or `{ $prefix }help` lists them all.

## First contact: finding a game

overview-title = The games
overview-line = **{ $game }** (`{ $key }`): { $summary }
overview-how-to-begin = To play against me: `{ $prefix }play { $key }` or `/play`. Against a friend: `{ $prefix }challenge @friend { $key }` or `/challenge`. The rules in full: `{ $prefix }rules { $key }` or `/rules`.
overview-how-to-begin-outside = To play against me: `/play`. Against a friend: `/challenge`. The rules in full: `/rules`.
overview-order = -# The picture shows them in the same order.
overview-picture = The boards before the first move, from left to right, row by row: { $games }.
did-you-mean-command = I don't have a command called “{ $name }”. Did you mean `{ $prefix }{ $meant }`?
perhaps-command = I understand commands and moves, but not whole sentences. Did you mean `{ $prefix }{ $meant }`? `/help` lists everything.
button-rules = Rules

## The match that is meant, where somebody has several

somebody = somebody
match-label = { $match } · { $game } · against { $other } · { $turn ->
    [mine] your turn
   *[theirs] their turn
  }
match-label-of-others = { $match } · { $game } · { $first } – { $second } · move { $plies }
menu-which = Which match?
which-match = Which of your matches do you mean?
which-exercise-or-match = { $exercise ->
    [lesson] Is `{ $move }` for the lesson, or for a match?
   *[puzzle] Is `{ $move }` your answer to the puzzle, or a move in a match?
  } I haven't played anything yet.
button-in-exercise = { $exercise ->
    [lesson] For the Lesson
   *[puzzle] For the Puzzle
  }
button-in-match = In Match { $match }
play-mentioned = Is that your move in match { $match }?
button-play-mentioned = Play { $move }
which-match-to-move-in = In which of your matches do you want to play `{ $move }`?
menu-which-proposal = Which one?
which-proposal = Which of these do you want to { $answer ->
    [accept] accept
    [decline] decline
   *[withdraw] take back
  }?
proposal-terms = { $proposal } · { $rules } · { $rated ->
    [yes] rated
   *[no] casual
  }{ $clock ->
    [none] {""}
   *[other] {" "}· { $clock }
  }
proposal-challenge-by = { $player } challenges you to { $game }
proposal-challenge-to = Your challenge to { $player }: { $game }
proposal-challenge-to-anyone = Your challenge to anyone: { $game }
proposal-offer = { $match } · { $game } · against { $other } · { $kind ->
    [draw] a draw
    [takeback] a takeback
   *[pause] a pause
  }
which-match-of-more = -# These are the first 25 of { $count }. For any other, say its number, like `#17`.
match-chosen = Here's match { $match }.
move-played-in = You played **{ $move }** in match { $match }.
button-next = Show the Next Board
button-go = Go to Board

## What a person sets: the panel, notices, and what is kept. Labels of menus and buttons have at most 80 characters.

settings = **Your settings** apply to all your matches. Colors and side change only the boards you alone see. Changes are saved right away.
settings-direct-closed = -# I can't send you direct messages, so I mention you silently instead. Once you allow them, choose direct messages again.
settings-boards-closed = -# All boards that you had open in browsers and Activities are closed, and links that you didn't use don't work anymore. **Open Board** opens a board again.
settings-picture = The same board in each of the themes: { $themes }.
settings-theme-wood = Colors: wood
settings-theme-slate = Colors: slate
settings-theme-contrast = Colors: contrast (strong)
settings-theme-print = Colors: print (black and white)
settings-flip-own = My own side is at the bottom, if the game has one
settings-flip-never = The first player is always at the bottom
settings-text-off = Pictures only
settings-text-words = Pictures, and the position in sentences
settings-text-lines = Pictures, and the position as lines of letters
settings-notices-ping = When it's my turn: mention me
settings-notices-silent = When it's my turn: mention me without a sound
settings-notices-direct = When it's my turn: send me a direct message
settings-notices-off = When it's my turn: don't tell me
button-lettered-on = Letters on Pieces: On
button-lettered-off = Letters on Pieces: Off
button-forced-on = Auto-Play Forced Moves: On
button-forced-off = Auto-Play Forced Moves: Off
button-listed-on = On Global Leaderboards: Yes
button-listed-off = On Global Leaderboards: No
button-close-boards = Close All Boards
button-settings = Settings

offer-notice = 🤝 { $other } { $kind ->
    [draw] offers you a draw
    [takeback] asks to take back { $named ->
        [yes] { $moves }
       *[no] the last { $count } moves
      }
   *[pause] asks to stop the clock for a while
  } in { $match } ({ $game }): { $link }
turn-notice = 🔔 It's your turn against { $other } in { $match } ({ $game }): { $link }
unshown-move = -# That board doesn't show move { $number }, **{ $move }**, yet. It will as soon as somebody uses me there.
end-notice = 🏁 Your match { $match } against { $other } ({ $game }) is over: { $link }
reminder-link = { $link }
digest = ⏰ { $count ->
    [one] 1 match waits
   *[other] { $count } matches wait
  } for you:
digest-here = ⏰ { $player }, { $count ->
    [one] 1 match waits
   *[other] { $count } matches wait
  } for you here:
digest-line = - { $match } · { $game } against { $other } · due <t:{ $time }:R> · { $link }
hush-option = { $match } · { $game }
menu-hush = Stop reminding me this turn…
menu-away = For how many days?
button-hush = Stop Reminding Me This Turn
button-away = I'm Away…
hushed = All right: no more notices about this turn in match { $match }.
away-question = Your clocks are stopped while you're away. How long will it be?
away-days = { $days ->
    [one] 1 day
   *[other] { $days } days
  }

former-player = Former player
data-exported = Here's everything I keep about you: your name, settings, ratings, absences, blocks, challenges, and { $matches ->
    [one] 1 match
   *[other] { $matches } matches
  }{ $left ->
    [0] .
   *[other] ; { $left } older ones didn't fit.
  }
data-file = Everything that is kept about you, as JSON
data-sent = { $player }, I've sent it to you in a direct message.
data-delete-question = { $player }, do you really want me to forget you? You'll give up your open matches, your challenges will be withdrawn, and your name, settings, absences, blocks, and what you've explored will be gone for good. Finished matches and records that you've imported into servers stay without your name, and server leaderboards show your rating as a former player's.
button-really-delete = Yes, Forget Me
data-deleted = Done: I've forgotten you. If you write to me again, we'll start over.

## What two people agree on: clocks

clock-words = { $each ->
    [yes] { $reserve } a move
   *[no] { $reserve } + { $increment } a move
  }{ $cap ->
    [none] {""}
   *[other] , never more than { $cap }
  }{ $hard ->
    [yes] {""}
   *[no] , soft { clock-soft-means }
  }{ $weekends ->
    [off] , weekends off
   *[on] {""}
  }
clock-soft-means = (no loss on time, but the win can be claimed)
clock-preset = `{ $name }` – { $clock }
clock-none = none: no clock
duration-d = { $count ->
    [one] 1 day
   *[other] { $count } days
  }
duration-h = { $count ->
    [one] 1 hour
   *[other] { $count } hours
  }
duration-m = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
  }
duration-s = { $count ->
    [one] 1 second
   *[other] { $count } seconds
  }

## Care: blocks, moderators, watching

block-question = Do you really want to block { $player }? They can't challenge you anymore, and can't accept your challenges. They aren't told, and your matches go on.
button-really-block = Yes, Block
blocked = { $player } can't challenge you anymore, and can't accept your challenges. { $public ->
    [yes] Everybody here could read that; only you see the answer to `/block`.
   *[no] They aren't told.
  } `/unblock` undoes it.
unblocked = { $player } can challenge you again.
blocks-list = You've blocked { $players }. `/unblock` undoes it.
blocks-none = You haven't blocked anybody.
reason-rival-ended = the match ended in the other channel
reason-unjoined = no other channel joined
reason-stopped = ended by a moderator
reason-place-gone = the place where it was played is gone
reason-set-aside = its record can no longer be read
end-question = Do you really want to end match { $match } between { $first } and { $second }? Nobody wins or loses.
button-really-end = Yes, End It
match-stopped = Match { $match } has ended.
channels-rules = { $only ->
    [none] Matches are played everywhere{ $never ->
        [none] {""}
       *[other] , but not in { $never }
      }.
   *[other] Matches are played only in { $only }{ $never ->
        [none] {""}
       *[other] , and not in { $never }
      }.
  }
server-defaults = Defaults in this server: { $game }, { $clock ->
    [none] no clock
   *[other] with the clock { $clock }
  }{ $threads ->
    [yes] , and a thread for each match
   *[no] {""}
  }.
watching = You're watching match { $match }: I'll mention you once it's over. To stop watching, say `/unwatch`.
following = You're in { $thread } now and following match { $match } without pings. To stop, leave the thread.
unwatched = You aren't watching match { $match } anymore.
board-watchers = -# 👁 { $watchers }
button-watch = Watch
button-unwatch = Stop Watching
opponent-left = 🚪 { $player }, { $other } has left this server, and it's their turn in { $match }. If they don't come back and move, you can { $result ->
    [win] claim the win
   *[abort] end the match without a result
  } from <t:{ $time }:f> on.
server-greeting =
    Hi, I'm Parlor: Lines of Action, Clobber, and other small board games, played right here. **Play** starts an easy match against me, with nothing to lose; `/challenge` starts one against somebody else; and **Rules** shows all the games.
    -# Moderators: `/parlor` limits me to certain channels and sets the defaults here.

## Threads of matches: their titles, the card in the channel, and why there is none.

thread-title = { $game } · { $first } – { $second }{ $state ->
    [won] {" "}· { $winner } won
    [drawn] {" "}· draw
    [aborted] {" "}· aborted
   *[under-way] {""}
  }
thread-somebody = a player
thread-card = **{ $game }** { $match }: { $first } – { $second }
thread-place = 🧵 It's played in { $thread }.
thread-ended = -# 🧵 It was played in { $thread }. A rematch goes on there.
thread-missing = -# 🧵 { $why ->
    [private] There are no threads here, so you play right here.
    [permission] I'm not allowed to start threads here, so you play in the channel.
    [full] This server has no room for another thread, so you play in the channel.
   *[refused] Discord didn't let me start a thread here, so you play in the channel.
  }
