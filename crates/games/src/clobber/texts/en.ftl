### Clobber

clobber-not-a-neighbor = { $from } and { $to } aren't neighbors: a piece moves onto an enemy piece right beside, above, or below it.
clobber-empty-neighbor = { $to } is empty: a piece must land on a neighboring enemy piece.
clobber-own-piece = Your own piece is on { $to }: a piece must land on a neighboring enemy piece.

clobber-summary = Take a neighboring enemy piece with every move. A player who cannot move loses.
clobber-rules =
    - **Goal.** Make the last move.
    - **Moving.** Black moves first, on a full, checkered board. A piece moves onto an enemy piece right beside, above, or below it, and removes it. There are no other moves.
    - **End.** A player who cannot move loses. There are no draws.
    - **Good to know.** The board breaks up into islands. What counts is how many moves you have to spare in them; an island of one color is dead.
clobber-preset-standard = the inventors' board for human play: 6 files, 5 ranks
clobber-preset-5x6 = the same board turned upright: 5 files, 6 ranks
clobber-preset-8x8 = a chessboard full of pieces
clobber-preset-10x10 = Computer Olympiad: 10 files, 10 ranks

clobber-lesson-take = Every move takes a piece: yours moves onto an **enemy piece right beside, above, or below it**. Take the piece on b3.
clobber-lesson-take-done = Your piece stands where the other one stood.
clobber-lesson-take-wrong = You took the other one, which is just as legal. I asked for the one above b2.
clobber-lesson-last = Whoever **can't move loses**. Make a move after which White has none.
clobber-lesson-last-done = No white piece has a black neighbor: White can't move, and you win.
clobber-lesson-last-wrong = White still has a move. Go where no white piece is beside you.
clobber-lesson-hot = Where either side can take, it often matters who takes first. One move here wins whatever White does.
clobber-lesson-hot-done = White must take on the left now, and you take back: that's the last move.
clobber-lesson-hot-wrong = White answers d2-d3, and you have no move left. Take d2 first: if White then takes on the left, you can still take back.
clobber-lesson-wait = Find the move after which you can take back, whatever White does.
clobber-lesson-wait-done = White can only take a2 or b1, and a1 takes back: you make the last move.
clobber-lesson-wait-wrong = White now has a capture that you can't answer, and makes the last move. Leave a1 and b1 where they are.
clobber-lesson-stop = White threatens to have the last move. Which of your three moves takes that away?
clobber-lesson-stop-done = Two fights are left, on files a and d. White takes in one, you take in the other, and that's the last move.
clobber-lesson-stop-wrong = White answers d1-c1, and you have no move left. Take d1 first.
clobber-plan-opening = The board is full. I try to keep moves in store and to take yours away.
clobber-plan-middle = The board is starting to break up. I count each island by itself: who has moves to spare there?
clobber-plan-end = Now every move counts: whoever makes the last one wins.
