### What boards and their pictures say.

## Pictures in words, for screen readers: the sentences follow one another, separated by spaces.

picture-board = { $files }×{ $ranks } board.
picture-last-move = { $side } just played { $from }–{ $to }.
picture-last-capture = { $side } just played { $from }–{ $to } and captured on { $captured }.
picture-turn = { $side } to move.
picture-over = The game is over.
picture-men = { $side } ({ $count }): { $squares }.
picture-count = { $side } has { $count ->
    [one] 1 piece
   *[other] { $count } pieces
  } on the board.
picture-nobody = { $side } has nothing on the board.
picture-targets = Marked: { $squares }.
picture-chart = Chart of { $side }'s chance to win after each move: { $points }.
picture-chart-point = { $ply ->
    [0] { $chance }% at the start
   *[other] { $chance }% after move { $ply }
  }
