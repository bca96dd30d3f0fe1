### Ugolki

ugolki-taken = { $to } is taken: pieces step and jump to empty squares only.
ugolki-behind-is-taken = The square behind { $over } is taken: a jump lands on the empty square right behind the piece.
ugolki-nothing-to-jump-over = There's nothing to jump over on { $over }: a jump needs a piece right next to it.
ugolki-no-diagonals = { $from }–{ $to } is diagonal: under these rules, pieces step and jump along files and ranks only.
ugolki-backwards = { $from }–{ $to } goes backward: under these rules, every step and jump goes toward the far camp.
ugolki-no-chain = No step or chain of jumps goes from { $from } to { $to }.

ugolki-summary = Get your pieces into the opposite corner, by steps and by chains of jumps.
ugolki-rules =
    - **Goal.** Get your pieces into the camp in the opposite corner, where the other side starts.
    - **Moving.** White moves first, from the lower right. A piece either *steps* to a neighboring empty square, or *jumps* over a neighboring piece of either color to the empty square right behind it; it can keep jumping in the same move, turning and stopping wherever it likes. Nothing is captured. Just name where the piece starts and where it ends.
    - **End.** If you cannot move, you pass.
    - **Good to know.** Pieces in a row with gaps are a ladder for those behind. Don't leave the last piece on its own.
ugolki-preset-classic = only toward the far camp; when nobody can move, the pieces in the far camps are counted
ugolki-preset-russian = backward, too; the first to fill the far camp wins; leave your own camp within 40 moves
ugolki-preset-halma = steps and jumps in all eight directions; the first to fill the far camp wins
ugolki-ruleset-camp = the size of the camps, files × ranks: `4x4`, `4x3`, or `3x3`
ugolki-ruleset-diagonal = pieces also step and jump diagonally (`on`), or along files and ranks only (`off`)
ugolki-ruleset-backward = pieces can also move backward (`on`), or toward the far camp only (`off`)
ugolki-ruleset-end = the pieces in the far camps are counted at the end (`count`), or the first to fill the far camp wins (`fill`)
ugolki-ruleset-leave = you lose if you're still in your own camp after this many of your moves; `off`: stay as long as you like
ugolki-ruleset-limit = after this many moves by each side, the side with more pieces in the far camp wins; `off`: no limit
ugolki-rules-camp-4x4 = The camps are 4 files by 4 ranks: 16 pieces on each side.
ugolki-rules-camp-4x3 = The camps are 4 files by 3 ranks: 12 pieces on each side.
ugolki-rules-camp-3x3 = The camps are 3 files by 3 ranks: 9 pieces on each side.
ugolki-rules-diagonal-off = Pieces step and jump along files and ranks only.
ugolki-rules-diagonal-on = Pieces also step and jump diagonally.
ugolki-rules-backward-off = Every step and every single jump goes toward the far camp: left or up for White, right or down for Black.
ugolki-rules-backward-on = Pieces can also move backward.
ugolki-rules-end-count = When neither side can move, the game ends, and the side with more pieces inside the far camp wins; a tie is a draw.
ugolki-rules-end-fill = The first to have all their pieces in the far camp wins. If White is first, Black gets one more move, and filling the far camp with it makes the game a draw. If neither side can move, the pieces inside the far camps are counted.
ugolki-rules-leave = You lose if you still have a piece in your own camp after { $limit } moves of your own.
ugolki-rules-leave-off = You can stay in your own camp as long as you like.
ugolki-rules-limit = After { $limit } moves by each side the game ends, and the side with more pieces inside the far camp wins; a tie is a draw.

reason-camp-filled = { $drawn ->
    [yes] both sides filled the far camp
   *[no] { $winner } filled the far camp
  }
reason-count-at-the-end = the pieces in the far camps were counted
reason-men-left-in-the-own-camp = { $loser } still had pieces in their own camp

ugolki-lesson-step = You are White: your pieces go from the lower right corner to the **upper left** one. A piece steps one square up or left. Step from e4 to e5.
ugolki-lesson-step-done = One square toward the far corner.
ugolki-lesson-step-wrong = A legal step, but I asked for e5: one square up.
ugolki-lesson-jump = You can **jump over a neighbor** of either color, if the square behind it is free. Nothing is taken. Jump from f3.
ugolki-lesson-jump-done = Over it, and nothing is taken.
ugolki-lesson-jump-wrong = That was a step. Jump from f3 over e3.
ugolki-lesson-chain = After a jump you can **go on jumping** in the same move, and turn. One of your pieces gets to d6 in a single move.
ugolki-lesson-chain-done = Four jumps in one move. Chains like that win games.
ugolki-lesson-chain-wrong = You can get farther: over g2, over e2, then up file d, jump by jump. Name just the first and the last square.
ugolki-lesson-count = By the usual rules, the game ends when neither side can move, and **more pieces inside the far camp** wins. Here the camps are 3 by 3: yours to reach is files a to c, ranks 6 to 8. Black is stuck with three inside. Where does d7 go?
ugolki-lesson-count-done = You'll have four inside, and Black has three: you win.
ugolki-lesson-count-wrong = On d8 your piece is stuck outside the camp, and three against three is a draw. Go left, into the camp.
ugolki-lesson-back = By the Russian rules, pieces move and jump **backward**, too. Sometimes that's a shortcut. Jump from e4 to c2.
ugolki-lesson-back-done = Down over e3, then left over d2.
ugolki-lesson-back-wrong = Another legal move. To c2 it's two jumps: down over e3, then left over d2.
ugolki-lesson-fill = You are Black, and all but one of your pieces are in the far corner. By the Russian rules, the first to have **all their pieces in it** wins.
ugolki-lesson-fill-done = All in: you win.
ugolki-lesson-fill-wrong = Not full yet. The piece on e3 is one step away from the last free place.
ugolki-plan-opening = I build ladders: pieces with a gap between them, which others can jump along.
ugolki-plan-middle = Now I cross the middle, and try not to leave anybody behind.
ugolki-plan-end = I'm filling the corner from the back, so that nobody stands in the way.
