### Domineering

domineering-not-above = { $from }–{ $to } is no domino of Vertical's: it covers two neighbouring squares, one right above the other, like `a1-a2`.
domineering-not-beside = { $from }–{ $to } is no domino of Horizontal's: it covers two neighbouring squares, one right beside the other, like `a1-b1`.
domineering-covered = { $square } is covered already: a domino needs two free squares.
domineering-no-room-above = There is no free square above { $square }: name the lower of the two squares that Vertical is to cover.
domineering-no-room-beside = There is no free square to the right of { $square }: name the left one of the two squares that Horizontal is to cover.

domineering-summary = Lay dominoes, one player upright, the other flat. Who has no room left has lost.
domineering-rules =
    - **Goal.** Lay the last domino.
    - **Moving.** Vertical lays upright dominoes, on two free squares above each other; Horizontal lays flat ones, on two free squares beside each other. Name both squares, or just the lower or left one.
    - **End.** Who cannot lay a domino has lost. There are no draws.
    - **Good to know.** Make places that only you can use, and save them for later; spoil those of your opponent first.
domineering-rules-first-vertical = Vertical begins.
domineering-rules-first-horizontal = Horizontal begins.
