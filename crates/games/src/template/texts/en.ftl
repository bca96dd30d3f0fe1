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

pincers-lesson-step = A piece moves **one square** along a file or rank. Move up to c4.
pincers-lesson-step-done = One square.
pincers-lesson-step-wrong = Legal, but I asked for c4.
pincers-lesson-take = Enemy pieces **between two of yours** are taken. Catch one.
pincers-lesson-take-done = Caught between a3 and c3.
pincers-lesson-take-wrong = Nothing was taken. Bring your piece to the other side of b3.
pincers-lesson-several = One move can take several. Catch d3.
pincers-lesson-several-done = Both were caught.
pincers-lesson-several-wrong = Not caught yet: go in between.
pincers-lesson-escape = White is about to catch your last piece. Get it to safety.
pincers-lesson-escape-done = Out of their reach.
pincers-lesson-escape-wrong = White catches your last piece there.
pincers-lesson-last = Catch the **last** enemy piece, and you win.
pincers-lesson-last-done = That was the last one.
pincers-lesson-last-wrong = White still has a piece.
pincers-plan-opening = I bring my pieces forward in pairs.
pincers-plan-middle = Now I try to catch yours between mine.
pincers-plan-end = I chase what is left.
