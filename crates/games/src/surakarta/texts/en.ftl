### Surakarta

surakarta-too-far = { $to } is empty and too far from { $from }: a piece steps one point in any direction. Only captures go farther.
surakarta-no-loop-here = { $from } isn't on a line with a loop, so nothing can be captured from there.
surakarta-no-loop-there = No loop leads from { $from } to { $to }.
surakarta-no-loop-on-the-way = The direct way from { $from } to { $to } doesn't go around a loop, as a capture must. The way around a loop is blocked by { $by }.
surakarta-friend-in-the-way = Your own piece on { $by } is in the way from { $from } to { $to }.
surakarta-enemy-first = On the way from { $from } to { $to }, { $by } comes first: a capture takes the first piece it meets.
surakarta-steps-to-empty-points = { $to } is taken, and steps go to empty points only. A capture goes around at least one loop, and every such way from { $from } to { $to } is blocked.

surakarta-summary = Capture all enemy pieces. Pieces step one point; they capture along the lines, around at least one corner loop.
surakarta-rules =
    - **Goal.** Capture all enemy pieces.
    - **Moving.** Black moves first. A piece steps one point in any of the eight directions, to an empty point.
    - **Capturing.** A piece runs along its file or rank, off the edge, around the loop onto the line it leads to, and so on, over empty points only, and around *at least one* loop. It captures the first piece it meets, if that's an enemy. You never have to capture.
    - **End.** A player with no pieces left loses. If you cannot move, you pass.
    - **Good to know.** Corners are safe, but a piece there can't capture anything. Before you step, follow the lines of the enemy pieces around the loops.
surakarta-preset-standard = a draw after 50 moves by each side without a capture
surakarta-preset-majority = after 50 moves by each side without a capture, the side with more pieces wins
surakarta-ruleset-no-progress = the game ends after this many moves by each side without a capture; `off`: it doesn't
surakarta-ruleset-majority = when `no-progress` ends the game, it's a draw (`off`), or the side with more pieces wins (`on`)
surakarta-rules-no-progress = The game ends after { $limit } moves by each side without a capture.
surakarta-rules-no-progress-off = There's no limit on moves without a capture.
surakarta-rules-majority-on = If the game ends because nothing was captured for too long, the side with more pieces wins; a tie is a draw.
surakarta-rules-majority-off = If the game ends because nothing was captured for too long, it's a draw.
