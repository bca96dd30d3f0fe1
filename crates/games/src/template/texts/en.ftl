### Pincers

pincers-one-square = { $from }–{ $to } isn't one square along a file or rank.
pincers-taken = There's a piece on { $to }: a piece moves onto an empty square only.

pincers-summary = Catch enemy pieces between two of yours. A player who has none left, or cannot move, loses.
pincers-rules =
    - **Goal.** Take all enemy pieces, or leave them no move.
    - **Moving.** Black moves first. A piece moves one square along a file or rank, onto an empty square.
    - **Capturing.** Enemy pieces in a straight line between the piece that moved and another of yours are taken, up to three at once. It's safe to move in between two enemy pieces.
    - **End.** It's a draw after too many moves without a capture, or at the third repetition of a position.
pincers-preset-standard = drawn after 20 moves by each side without a capture
pincers-ruleset-no-progress = the game is a draw after this many moves by each side without a capture; `off`: it isn't
pincers-rules-no-progress = The game is a draw after { $limit } moves by each side without a capture.
pincers-rules-no-progress-off = There's no limit on moves without a capture.
