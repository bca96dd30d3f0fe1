### Knightthrough

knightthrough-not-a-leap = { $from }–{ $to } is not a forward knight's leap: two forward and one aside, or one forward and two aside. From { $from } that leads to { $reaches }.
knightthrough-no-leap = { $from }–{ $to } is not a forward knight's leap, and from { $from } none stays on the board.

knightthrough-summary = Be the first to bring a knight to the far row. Knights leap as in chess, but forward only.
knightthrough-rules =
    - **Goal.** Bring one knight to the far row.
    - **Moving.** White begins, upwards. A knight leaps as in chess, but *forward only*: two rows forward and one file aside, or one row forward and two files aside, whatever stands between. It lands on an empty square, or on an enemy knight, which it captures.
    - **End.** The first to reach the far row wins. A player without knights has lost, and so has a player who cannot move.
    - **Good to know.** A knight two rows from the goal arrives with its next leap. Count who is first before you run.
