### Clobber

clobber-not-a-neighbour = { $from } and { $to } are not neighbours: a man moves onto an enemy man right beside, above or below it.
clobber-empty-neighbour = { $to } is empty: a man must land on a neighbouring enemy man.
clobber-own-man = Your own man stands on { $to }: a man must land on a neighbouring enemy man.

clobber-summary = Take a neighbouring enemy man with every move. Who can no longer move has lost.
clobber-rules =
    - **Goal.** Make the last move.
    - **Moving.** Black begins on a full, chequered board. A man moves onto an enemy man right beside, above or below it, and removes it. There are no other moves.
    - **End.** Who cannot move has lost. There are no draws.
    - **Good to know.** The board falls into islands. What counts is who has moves to spare in them: an island of one colour is out of the game.
