### Lines of Action

loa-not-a-line = { $from } and { $to } are not on one line. A man moves straight along a file, a rank or a diagonal.
loa-wrong-distance = { $from }–{ $to } is { $distance } { $distance ->
    [one] square
   *[other] squares
  }, but { $count } { $count ->
    [one] man stands
   *[other] men stand
  } on that { $line }, so { $from } must move exactly { $count } along it: to { $reaches }.
loa-off-the-board = { $from }–{ $to } is { $distance } { $distance ->
    [one] square
   *[other] squares
  }, but { $count } { $count ->
    [one] man stands
   *[other] men stand
  } on that { $line }, so { $from } would have to move exactly { $count } along it, and that leads off the board both ways.
loa-blocked = { $from }–{ $to } is blocked: the enemy man on { $by } stands in the way. You may jump your own men, but not your opponent's.
loa-own-man = Your own man stands on { $to }. You may jump your own men, but not land on them.

loa-summary = Bring all your men together into one group. A man moves exactly as many squares as there are men on its line.
loa-rules =
    - **Goal.** Bring all your men into one connected group. Men touch along files, ranks and diagonals; a single man counts as a group.
    - **Moving.** Black begins. A man moves in a straight line along its file, rank or diagonal, exactly as many squares as there are men of *both* colours on that whole line, itself included. It may jump your own men but not land on them; it may not jump enemy men, but captures one by landing on it.
    - **End.** Who connects wins, even if it was the opponent's move that did it. Who cannot move passes.
    - **Good to know.** Capturing can help your opponent: fewer men are sooner together.
loa-rules-both-mover = A move that connects both sides wins for the player who made it.
loa-rules-both-draw = A move that connects both sides draws the game.
loa-rules-repetition-draw = The third occurrence of a position draws the game.
loa-rules-limit = The game is drawn after { $limit } moves by each side.
loa-rules-stuck-loss = Who cannot move has lost.
