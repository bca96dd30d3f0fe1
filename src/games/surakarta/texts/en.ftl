### Surakarta

surakarta-too-far = { $to } is empty and too far from { $from }: a man steps one point in any direction. Only captures go farther.
surakarta-no-loop-here = { $from } lies on no line with a loop, so nothing can be captured from there.
surakarta-no-loop-there = No loop leads from { $from } to { $to }.
surakarta-no-loop-on-the-way = Straight from { $from } to { $to } there is no loop: a capture must go around at least one, and on the way around, { $by } stands in the way.
surakarta-friend-in-the-way = Your own man on { $by } stands in the way from { $from } to { $to }.
surakarta-enemy-first = On the way from { $from } to { $to }, { $by } comes first: a capture takes the first man it meets.
surakarta-steps-to-empty-points = { $to } is taken, and steps go to empty points only. A capture goes around at least one loop, and no such way from { $from } to { $to } is open.

surakarta-summary = Capture all enemy men. Men step one point; they capture along the lines, around at least one of the corner loops.
surakarta-rules =
    - **Goal.** Capture all enemy men.
    - **Moving.** Black begins. A man steps one point in any of the eight directions to an empty point.
    - **Capturing.** A man runs along its file or rank, off the edge, around the loop onto the line where it leads, and so on, over empty points only, and around *at least one* loop. It captures the first man it meets, if that is an enemy. Capturing is never compulsory.
    - **End.** Who has lost all men has lost the game. Who cannot move passes.
    - **Good to know.** Corners are safe, but a man there captures nothing. Before you step, follow the lines of the enemy's men around the loops.
surakarta-rules-repetition-draw = The third occurrence of a position draws the game.
surakarta-rules-no-progress = The game ends after { $limit } moves by each side without a capture.
surakarta-rules-majority-on = A game that ends because nothing was captured for too long is won by the side with more men.
surakarta-rules-majority-off = A game that ends because nothing was captured for too long is drawn.
