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
