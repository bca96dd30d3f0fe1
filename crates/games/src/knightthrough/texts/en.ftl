### Knightthrough

knightthrough-not-a-leap = { $from }–{ $to } isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. { $free ->
    [0] From { $from } your knight has nowhere to go: { $own } { $taken ->
        [one] is
       *[other] are
      } your own.
   *[other] From { $from } your knight could go to { $reaches }{ $taken ->
        [0] .
        [one] {" "}({ $own } is your own).
       *[other] {" "}({ $own } are your own).
      }
  }
knightthrough-no-leap = { $from }–{ $to } isn't a forward knight's move, and none from { $from } stays on the board.

knightthrough-summary = Be the first to get a knight to the far row. Knights move as in chess, but only forward.
knightthrough-rules =
    - **Goal.** Get one knight to the far row.
    - **Moving.** White moves first, up the board. A knight moves as in chess, but *only forward*: two rows forward and one file to the side, or one row forward and two files to the side, jumping over anything in between. It lands on an empty square, or on an enemy knight, which it captures.
    - **End.** The first to reach the far row wins. A player with no knights left loses, and so does a player who cannot move.
    - **Good to know.** A knight two rows from the goal gets there with its next move. Count who gets there first before you run.
knightthrough-preset-standard = the first knight on the far row wins

knightthrough-lesson-leap = A knight leaps as in chess, but **only forward**: two up and one aside, or one up and two aside. Leap from c1 to d3.
knightthrough-lesson-leap-done = Two up, one aside.
knightthrough-lesson-leap-wrong = A good leap, but somewhere else. To d3 it's two up and one to the right.
knightthrough-lesson-take = You take a knight by **landing on it**. Take one.
knightthrough-lesson-take-done = Landed right on it.
knightthrough-lesson-take-wrong = Nothing was taken. Look two squares up and one aside from c1.
knightthrough-lesson-home = The first knight on the **far row** wins. One of yours is a single leap away.
knightthrough-lesson-home-done = On the far row: that wins.
knightthrough-lesson-home-wrong = That one wasn't enough. Two squares up from b3 is the far row.
knightthrough-lesson-block = The black knight on c2 is one leap from your home row. Stop it.
knightthrough-lesson-block-done = Taken in time. Knights are hard to stop once they are close, so take them early.
knightthrough-lesson-block-wrong = Black leaps onto your home row and wins. You can't block a knight: you have to take it.
knightthrough-lesson-race = Both sides need two leaps, and it's your turn. Leap where you can't be taken, and win the race.
knightthrough-lesson-race-done = Safe there, and first.
knightthrough-lesson-race-wrong = That doesn't win by force. Two leaps by b3 are enough, if the first one lands where neither a6 nor e4 can take it.
knightthrough-plan-opening = I bring my knights forward so that they guard each other's squares.
knightthrough-plan-middle = Now I count who guards which square: whoever takes last wins it.
knightthrough-plan-end = Two leaps can be enough now. I count how many you need.
