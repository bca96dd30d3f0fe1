### Lines of Action

loa-not-a-line = { $from }–{ $to } isn't along one line. A piece moves straight along a file, a rank, or a diagonal.
loa-wrong-distance = { $from }–{ $to } is { $distance } { $distance ->
    [one] square
   *[other] squares
  }, but { $count ->
    [one] there is 1 piece
   *[other] there are { $count } pieces
  } on that { $line }, so { $from } must move exactly { $count } along it: to { $reaches }.
loa-off-the-board = { $from }–{ $to } is { $distance } { $distance ->
    [one] square
   *[other] squares
  }, but { $count ->
    [one] there is 1 piece
   *[other] there are { $count } pieces
  } on that { $line }, so { $from } would have to move exactly { $count } along it, and that goes off the board both ways.
loa-blocked = { $from }–{ $to } is blocked by the enemy piece on { $by }. You can jump over your own pieces, but not over your opponent's.
loa-own-piece = Your own piece is on { $to }. You can jump over your own pieces, but not land on them.

loa-summary = Connect all your pieces into one group. A piece moves exactly as many squares as there are pieces on its line.
loa-rules =
    - **Goal.** Connect all your pieces into one group. Pieces touch along files, ranks, and diagonals; a single piece counts as a group.
    - **Moving.** Black moves first. A piece moves in a straight line along its file, rank, or diagonal, exactly as many squares as there are pieces of *both* colors on that whole line, counting itself. It can jump over your own pieces but not land on them; it can't jump over enemy pieces, but captures one by landing on it.
    - **End.** The first side connected wins, even if the opponent's move connected it.
    - **Good to know.** Capturing can help your opponent: fewer pieces are easier to connect.
loa-preset-classic = Soucie's rules: if a move connects both sides, the player who made it wins
loa-preset-mso = Mind Sports Olympiad: if a move connects both sides, it's a draw
loa-preset-cs61b = Berkeley's CS 61B: repetition doesn't matter, and it's a draw after 60 moves by each side
loa-ruleset-both = when one move connects both sides, it's a draw (`draw`), or the player who made it wins (`mover`)
loa-ruleset-limit = a draw after this many moves by each side; `off`: no limit
loa-ruleset-stuck = if you cannot move, you pass (`pass`) or lose (`loss`)
loa-ruleset-start = each side on two opposite edges (`standard`), or alternating colors (`scrambled`, or swapped: `scrambled-swapped`)
loa-rules-both-mover = If a move connects both sides, the player who made it wins.
loa-rules-both-draw = If a move connects both sides, the game is a draw.
loa-rules-limit = The game is a draw after { $limit } moves by each side.
loa-rules-stuck-pass = If you cannot move, you pass; if neither side can move, the game is a draw.
loa-rules-stuck-loss = A player who cannot move loses.
loa-rules-start-standard = At the start, Black has the top and bottom ranks and White the left and right files, all without the corners.
loa-rules-start-scrambled = At the start, black and white pieces alternate around the edge, without the corners; the first one after the top left corner, clockwise, is black.
loa-rules-start-scrambled-swapped = At the start, black and white pieces alternate around the edge, without the corners; the first one after the top left corner, clockwise, is white.

reason-connected = { $winner } connected all their pieces
reason-both-connected = the last move connected both sides
reason-neither-can-move = neither side can move

loa-lesson-count = A piece moves in a straight line, **exactly as many squares as there are pieces on that line**, of both colors. On file c there are two: c1 and c5. Move c1 to c3.
loa-lesson-count-done = Two pieces on the line, so two squares.
loa-lesson-count-wrong = That's legal, too: it follows the count on another line. Look at file c: two pieces are on it, so c1 goes up two squares.
loa-lesson-jump = You can jump over **your own** pieces (but not land on them), and never over your opponent's. Two pieces are on rank 1. Jump from b1 over c1.
loa-lesson-jump-done = Over your own piece, and two squares, as rank 1 says.
loa-lesson-jump-wrong = Legal, but not the jump I asked for: from b1, go two squares to the right, over c1.
loa-lesson-take = You take a piece by **landing on it**. Count the pieces on file c, and take the white one.
loa-lesson-take-done = You land exactly on it: two pieces on the file, two squares.
loa-lesson-take-wrong = c3 is still there. Look along file c: there are two pieces on it, and the white one is two squares away.
loa-lesson-connect = You win when **all your pieces are one group**. Diagonals connect, too. Connect all three.
loa-lesson-connect-done = All three touch, and that wins the game.
loa-lesson-connect-wrong = They aren't all connected yet. The piece on a4 is alone: which of its lines takes it next to b1?
loa-lesson-block = White will connect with the next move: a2 jumps to c4, next to d4 and d5. Pieces can't jump over enemy pieces, so stand in the way.
loa-lesson-block-done = You stand on b3, and White can't jump over you.
loa-lesson-block-wrong = White answers a2-c4 and connects. Put a piece between a2 and c4.
loa-lesson-both = Taking a piece can connect your opponent, **who then wins**! But if a move connects **both** sides, the one who made it wins (by the usual rules). Two of your pieces can take c3. Take it with the right one.
loa-lesson-both-done = Both sides are connected, and you moved: you win.
loa-lesson-both-wrong = Think of both sides: after taking c3, White's last two pieces are connected. All three of yours must be, too.
loa-plan-opening = I'm pulling my pieces toward the middle, where they find each other more easily.
loa-plan-middle = Now I try to block your lines and to keep your pieces apart.
loa-plan-end = I count how many moves I need to connect all my pieces, and how many you need.
