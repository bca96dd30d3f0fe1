### Why something is refused: what went wrong, and what to do instead.

empty-square = There is no man on { $square }.
not-your-man = The man on { $square } is not yours: { $side } is to move.
man-cannot-move = The man on { $square } has no legal move.
no-such-square = There is no square { $square } on this board of { $size }.
no-move-begins = No legal move begins with “{ $text }”.
may-not-pass = You have moves, so you may not pass.
match-over = The match is over.
