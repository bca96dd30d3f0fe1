### Domineering

domineering-not-above = { $turned ->
    [yes] { $from }–{ $to } is flat; you place upright dominoes, like { $example }.
   *[no] { $from } and { $to } don't make a domino. You place upright ones, on two squares one right above the other, like { $example }.
  }
domineering-not-beside = { $turned ->
    [yes] { $from }–{ $to } is upright; you place flat dominoes, like { $example }.
   *[no] { $from } and { $to } don't make a domino. You place flat ones, on two squares side by side, like { $example }.
  }
domineering-covered = { $square } is already covered: a domino needs two free squares.
domineering-no-room-above = There's no free square above { $square }. Name the lower of the two squares you want to cover.
domineering-no-room-beside = There's no free square to the right of { $square }. Name the left one of the two squares you want to cover.

domineering-summary = Place dominoes: one player upright, the other flat. A player who has no room left loses.
domineering-rules =
    - **Goal.** Place the last domino.
    - **Moving.** Vertical places upright dominoes, on two free squares one above the other; Horizontal places flat ones, on two free squares side by side. Name both squares, or just the lower or left one.
    - **End.** A player who cannot place a domino loses. There are no draws.
    - **Good to know.** Make spots that only you can use, and save them for later; spoil your opponent's first.
domineering-preset-standard = Vertical moves first
domineering-ruleset-first = who moves first: `vertical` or `horizontal`
domineering-rules-first-vertical = Vertical moves first.
domineering-rules-first-horizontal = Horizontal moves first.

domineering-lesson-lay = You are Vertical: each move **covers two free squares, one above the other**. Cover b2 and b3.
domineering-lesson-lay-done = Two squares, upright. Horizontal covers two side by side.
domineering-lesson-lay-wrong = A legal domino, but elsewhere: I asked for b2 and b3.
domineering-lesson-last = Whoever **can't move loses**. Lay a domino so that Horizontal has no two free squares side by side.
domineering-lesson-last-done = Not one place left for Horizontal: you win.
domineering-lesson-last-wrong = Horizontal still has a place. Look at ranks 3 and 4: which file cuts both?
domineering-lesson-cut = The same again. One domino takes two ranks away at once.
domineering-lesson-cut-done = Both ranks are cut in two, and single squares are no use to Horizontal.
domineering-lesson-cut-wrong = Horizontal still finds two squares side by side. Cut both middle ranks with one domino.
domineering-lesson-save = Squares that only you can use are moves **in store**. Two dominoes fit on file a, which Horizontal can't use. Now take away what Horizontal has.
domineering-lesson-save-done = Horizontal has one place left, and you have two dominoes in store on file a.
domineering-lesson-save-wrong = Those places can wait: nobody takes them from you. Take away what Horizontal needs first.
domineering-lesson-store = Look for the domino that spoils Horizontal's places **and** leaves you one that only you can use.
domineering-lesson-store-done = Horizontal has only rank 4 left. Below it, files a and c have places that only you can use.
domineering-lesson-store-wrong = Horizontal has enough places after that. Cut ranks 1 and 2, so that what's left of them is no use to Horizontal.
domineering-plan-opening = I try to make places that only I can use.
domineering-plan-middle = Now I spoil your places and keep mine in store.
domineering-plan-end = We only count now: my places against yours.
