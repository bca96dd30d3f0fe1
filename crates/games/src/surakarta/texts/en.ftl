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

surakarta-lesson-step = A piece steps **one point in any direction, diagonals included**, to an empty point. Step from c2 to d3.
surakarta-lesson-step-done = One point, diagonally.
surakarta-lesson-step-wrong = A good step, but I asked for d3: up and to the right.
surakarta-lesson-loop = You take by running along a line, off the board, **around at least one loop** at a corner, and on over empty points to the first piece. If it's an enemy, you take it; one of your own blocks the way. From b4, run up off the board, around the loop, and onto rank 5.
surakarta-lesson-loop-done = Around the loop and onto the first piece on the way.
surakarta-lesson-loop-wrong = Nothing was taken. A step never takes: every capture goes around a loop. Run from b4 up file b.
surakarta-lesson-outer = There are two circuits: files b, e and ranks 2, 5 share the inner loops; files c, d and ranks 3, 4 share the **outer** ones. Lines along the edge have none. Take something with c4.
surakarta-lesson-outer-done = Off the board, around the outer loop, and onto f3.
surakarta-lesson-outer-wrong = Nothing was taken. From c4 run along file c, off the board, and around the outer loop: where does it lead?
surakarta-lesson-escape = You have one piece left. Move so that White can't take it next, around any loop.
surakarta-lesson-escape-done = { $takes ->
    [yes] You took the piece that was after yours: the danger is gone.
   *[no] Out of reach: no loop leads White to your piece.
  }
surakarta-lesson-escape-wrong = White runs around a loop and takes your last piece. The piece on b2 can only run along files b and e and ranks 2 and 5: leave all of them, or take b2.
surakarta-lesson-last = One run may use **several loops**. Take the last enemy piece, and you win.
surakarta-lesson-last-done = All taken: you win.
surakarta-lesson-last-wrong = White still has a piece. Run from b3 along file b: one loop takes you onto a rank, the next onto file e.
surakarta-plan-opening = I bring pieces onto the lines with loops: only from there can they take.
surakarta-plan-middle = Now I check who would win the exchanges around the loops.
surakarta-plan-end = From here on, every open line is dangerous, for both of us.
