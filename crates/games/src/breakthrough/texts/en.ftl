### Breakthrough

breakthrough-straight-blocked = { $to }, straight ahead of { $from }, is taken. A piece moves straight ahead only to an empty square; it captures diagonally.
breakthrough-one-square = { $from }–{ $to } is too far: a piece moves one square forward, straight or diagonally.

breakthrough-summary = Be the first to get a piece to the far row. A piece moves one square forward; it captures diagonally.
breakthrough-rules =
    - **Goal.** Get one piece to the far row.
    - **Moving.** White moves first, up the board. A piece moves one square forward, straight or diagonally, to an empty square. It captures an enemy piece one square *diagonally* forward. It can't capture straight ahead, and you never have to capture.
    - **End.** The first to reach the far row wins. A player with no pieces left loses. There are no draws.
    - **Good to know.** Pieces side by side guard the squares in front of them. Keep some at home: one gap is enough for a runner.
breakthrough-preset-standard = Dan Troyka's rules: the first piece on the far row wins
