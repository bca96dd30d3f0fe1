### What boards and their pictures say.

## Pictures in words, for screen readers: the sentences follow one another, separated by spaces.

picture-board = { $files }×{ $ranks } board.
picture-last-move = { $side } just played { $from }–{ $to }.
picture-last-capture = { $side } just played { $from }–{ $to } and captured on { $captured }.
picture-way-around = It went around the { $corners } corner { $count ->
    [one] loop
   *[other] loops
  }.
picture-way-over = On the way it landed on { $squares }.
picture-connected = { $count ->
    [one] { $side }'s only piece counts as connected.
   *[other] All { $count } of { $side }'s pieces are connected.
  }
picture-refused = The refused move: { $from }–{ $to }.
picture-refused-around = It would go around the { $corners } corner { $count ->
    [one] loop
   *[other] loops
  }.
picture-line = { $count ->
    [one] 1 piece is
   *[other] { $count } pieces are
  } on the line from { $first } to { $last }.
picture-in-the-way = In the way: { $squares }.
picture-missing = No piece there: { $squares }.
picture-crossed = Crossed out: { $squares }.
picture-turn = { $side } to move.
picture-over = The game is over.
picture-pieces = { $side } ({ $count }): { $squares }.
picture-count = { $side } has { $count ->
    [one] 1 piece
   *[other] { $count } pieces
  } on the board.
picture-nobody = { $side } has nothing on the board.
picture-targets = Marked: { $squares }.
picture-chosen = Chosen: { $square }.
picture-layable = Room for a piece: { $squares }.
picture-wanted = Most votes: { $moves }.
picture-wanted-share = { $move } { $percent }%
picture-rating = Chart of the rating at { $game } over the last { $count ->
    [one] rated match
   *[other] { $count } rated matches
  }: from { $first } to { $last }, give or take { $deviation }.
# What is written above the charts.
rating-title = Rating in { $game }
chart-title = { $side }'s chance
picture-chart = Chart of { $side }'s chance to win after each move: { $points }.
picture-chart-point = { $ply ->
    [0] { $chance }% at the start
   *[other] { $chance }% after move { $ply }
  }
