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

breakthrough-lesson-step = Your piece moves **one square forward**: straight ahead or diagonally. Move c2 diagonally to d3.
breakthrough-lesson-step-done = One square, and always forward.
breakthrough-lesson-step-wrong = Also a legal step. For this one, go up and to the right: d3.
breakthrough-lesson-take = A piece straight ahead just blocks you: you take **only diagonally forward**. Take something.
breakthrough-lesson-take-done = Diagonally forward: that's how pieces are taken.
breakthrough-lesson-take-wrong = Legal, but nothing was taken. c4 is straight ahead, so it's safe from you. What stands diagonally ahead of c3?
breakthrough-lesson-home = The first to reach the **far row** wins (for White, the top one). You are White: get there!
breakthrough-lesson-home-done = On the last row: that wins.
breakthrough-lesson-home-wrong = A step, but the win was nearer: a piece of yours is one step from the top row.
breakthrough-lesson-block = The black piece on c2 is one step from your home row. Stop it.
breakthrough-lesson-block-done = Taken, at the last moment. A guard on the home row is worth a lot.
breakthrough-lesson-block-wrong = Black now steps onto your home row and wins. Your guard on d1 can take c2: diagonally forward.
breakthrough-lesson-race = A race: you need two more steps with a4, Black needs two with e3, and it's your turn. Don't lose a step.
breakthrough-lesson-race-done = You arrive first, whatever Black does.
breakthrough-lesson-race-wrong = That loses the race: count the steps. You need two, and so does Black, but you move first. Run!
breakthrough-plan-opening = I bring my pieces forward side by side, so that they guard each other.
breakthrough-plan-middle = Now I look for a place where I can take more often than you can take back.
breakthrough-plan-end = From now on it can become a race: I count steps to the far rows, yours and mine.
