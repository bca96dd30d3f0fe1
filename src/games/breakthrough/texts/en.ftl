### Breakthrough

breakthrough-straight-blocked = Straight ahead of { $from }, { $to } is taken. A man steps straight ahead onto an empty square only; captures are diagonal.
breakthrough-one-square = { $from }–{ $to } is too far: a man moves one square forward, straight or diagonally.

breakthrough-summary = Be the first to bring a man to the far row. A man steps one square forward; it captures diagonally.
breakthrough-rules =
    - **Goal.** Bring one man to the far row.
    - **Moving.** White begins, upwards. A man moves one square forward, straight or diagonally, to an empty square. It captures an enemy man one square *diagonally* forward. Straight ahead it captures nothing, and capturing is never compulsory.
    - **End.** The first to reach the far row wins. A player without men has lost. There are no draws.
    - **Good to know.** Men side by side guard the squares before them. Keep some at home: one gap is enough for a runner.
