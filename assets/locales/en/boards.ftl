### What boards and their pictures say.

## Pictures in words, for screen readers: the sentences follow one another, separated by spaces.

picture-board = Board of { $files }×{ $ranks }.
picture-last-move = { $side } has just played { $from }–{ $to }.
picture-last-capture = { $side } has just played { $from }–{ $to } and captured on { $captured }.
picture-turn = { $side } to move.
picture-over = The game is over.
picture-men = { $side } ({ $count }): { $squares }.
picture-count = { $side } has { $count ->
    [one] one piece
   *[other] { $count } pieces
  } on the board.
picture-nobody = { $side } has nothing on the board.
picture-targets = Marked: { $squares }.
picture-chart = Chart of { $side }'s win chance by plies: { $points }.
picture-chart-point = { $chance } % at ply { $ply }
