### The page of the board to touch. Its script fills in the variables, so no sentence may choose by one.

## Buttons, by what one may do.

page-do-claim = Claim win
page-do-rematch = Rematch
page-do-resume = Resume
page-do-explore = Explore
page-do-review = Review
page-do-hint = Hint
page-do-takeback = Take back
page-do-draw = Offer draw
page-do-pause = Pause
page-do-abort = Abort
page-do-resign = Resign
page-do-pass = Pass
page-offer-accept = Accept
page-offer-decline = Decline
page-offer-withdraw = Withdraw
page-offer-open = Go to the rematch
page-resign-question = Resign this match? Your opponent wins.
page-abort-question = Abort this match? Nobody wins or loses.
page-question-no = Play on

## Names of parts.

page-panel = The match
page-actions = What you can do
page-more = More
page-record = Moves
page-review = Review
page-chart = { $side }'s chance to win
page-review-show = Show
page-review-better = Better
page-typed-label = Type a move
page-typed-send = Play
page-flip = Flip
page-sound-on = Sound: on
page-sound-off = Sound: off
page-theme = Theme
page-jump-first = To the start
page-jump-back = One move back
page-jump-forward = One move forward
page-jump-last = To the current position
page-rating = Rating
page-rating-provisional = Provisional rating: few matches lately
page-side-you = { $side } · you
page-clock-days = { $days } d { $hours } h

## The board, for screen readers.

page-grid-play = { $game }: the board
page-grid-look = { $game }: an earlier position
page-grid-prepare = { $game }: preparing a reply
page-grid-explore = { $game }: exploring
page-square-target = { $square }, can move here
page-announce = { $player } played { $move }.
page-picked = { $square } picked. It can go to { $targets }.
page-picked-none = { $square } picked. It has no legal move now.
page-laid = { $move }: press Enter again to play it.

## Looking back, preparing, exploring.

page-looking = After move { $move } of { $moves }
page-looking-touch = This is an earlier position. Go back to the current one to play, or explore from here.
page-leave-look = Current position
page-premove-how = Move now: it's played as soon as it can be.
page-prepare-how = Prepare a reply: make the move you expect, then your own.
page-whose-move = Here it's { $side }'s move.
page-preparing-reply = Nothing is played yet. Now make your own move.
page-preparing-more = Prepared, not played: your reply follows if your opponent makes this move.
page-leave-prepare = Done
page-exploring = Exploring: move for both sides. Nothing is played, and only you see this.
page-back = Back
page-forward = Forward
page-explore-play = Play this
page-explore-prepare = Prepare this
page-leave-explore = Leave
page-lines-prepared = Prepared replies
page-lines-explored = Explored lines
page-line-drop = Drop { $line }
page-lines-drop = Drop all

## The connection.

page-offline = You're offline. Moves can be made again when the connection is back.
page-offline-refusal = You're offline, so nothing was sent. Try again when the connection is back.
page-activity-outside = This board opens inside Discord. Press Open Board under a board there.
page-activity-unknown = Discord didn't say who you are. Close this, press Open Board again, and allow it.
page-connecting = Connecting…
page-not-connected = Not connected. Trying again…
page-no-answer = The server didn't answer. Look at the board before you try again: your move may have arrived.

## The keyboard.

page-keys = Keyboard
page-key-arrows = Arrow keys
page-key-arrows-does = on the board: walk from square to square
page-key-enter = Enter
page-key-enter-does = pick the piece, then choose where it goes
page-key-escape = Escape
page-key-escape-does = put the piece back; leave an earlier position, or what you explore
page-key-record = ← →
page-key-record-does = elsewhere: one move back, one move forward
page-key-ends = Home, End
page-key-ends-does = the start, the current position
