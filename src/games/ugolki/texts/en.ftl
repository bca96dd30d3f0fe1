### Ugolki

ugolki-stays = A man must end its move on another square.
ugolki-taken = { $to } is taken: men step and jump to empty squares only.
ugolki-behind-is-taken = The square behind { $over } is taken: a jump lands on the empty square right behind the man.
ugolki-nothing-to-jump-over = There is nothing to jump over on { $over }: a jump needs a man right before it.
ugolki-no-diagonals = { $from }–{ $to } is diagonal: by these rules men step and jump along files and ranks only.
ugolki-backwards = { $from }–{ $to } leads backwards: by these rules every step and jump goes towards the far camp.
ugolki-no-chain = No step and no chain of jumps leads from { $from } to { $to }.

ugolki-summary = Bring your men into the opposite corner, by steps and by chains of jumps.
ugolki-rules =
    - **Goal.** Bring your men into the camp in the opposite corner, where the other side starts.
    - **Moving.** White begins, from the lower right. A man either *steps* to a neighbouring empty square, or *jumps* over a neighbouring man of either colour to the empty square right behind it; it may go on jumping in the same move, turning at will and stopping where it likes. Nothing is captured. Name only where the man starts and where it ends.
    - **End.** Who cannot move passes.
    - **Good to know.** Men in a row with gaps are a ladder for those behind. Do not leave the last man alone.
ugolki-rules-camp-4x4 = The camps have 4 files and 4 ranks: 16 men on each side.
ugolki-rules-camp-4x3 = The camps have 4 files and 3 ranks: 12 men on each side.
ugolki-rules-camp-3x3 = The camps have 3 files and 3 ranks: 9 men on each side.
ugolki-rules-diagonal-off = Men step and jump along files and ranks only.
ugolki-rules-diagonal-on = Men step and jump on diagonals, too.
ugolki-rules-backward-off = Every step and every single jump goes towards the far camp: White's left or up, Black's right or down.
ugolki-rules-backward-on = Men may move backwards, too.
ugolki-rules-end-count = When neither side can move, the game ends, and the side with more men inside the far camp wins; equal is drawn.
ugolki-rules-end-fill = The first to have all men in the far camp wins. If White is first, Black has one more move, and filling the far camp with it draws. Should neither side be able to move, the men inside the far camps are counted.
ugolki-rules-leave = Who still has a man in the own camp after { $limit } own moves has lost.
ugolki-rules-limit = After { $limit } moves by each side the game ends, and the side with more men inside the far camp wins; equal is drawn.
ugolki-rules-repetition-draw = The third occurrence of a position draws the game.
