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
