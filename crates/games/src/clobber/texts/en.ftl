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
