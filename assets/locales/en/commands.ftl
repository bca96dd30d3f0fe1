### Commands and their options, as menus and the help show them. Descriptions have at most 100 characters.

command-play = Play a match against the bot
command-play-help =
    `{ $prefix }play loa 3 white` · `/play game:loa level:3 side:white`
    Levels go from 1 (a beginner wins) to 10; `auto` is as strong as you are by your rating. Everything may be left out: then it is Lines of Action at level 3, side by lot. Rules are words too: `mso`, `limit=60`, `6x6`; `casual` leaves ratings alone. Only presets at their usual size are rated, and only with the side drawn by lot; everything else is casual.
command-challenge = Challenge somebody, or anyone, to a match
command-challenge-help =
    `{ $prefix }challenge @friend loa mso white casual` · `/challenge opponent:@friend game:loa`
    Without a name, anyone may accept. You may say the rules (`mso`, `limit=60`, `6x6`), your side (`black`, `white`, `random`), and `casual` for a match that does not count. Only presets at their usual size are rated.
command-accept = Accept the challenge made to you in this channel
command-accept-help = `{ $prefix }accept` · or press Accept under the challenge.
command-decline = Decline the challenge made to you in this channel
command-decline-help = `{ $prefix }decline` · or press Decline under the challenge.
command-withdraw = Withdraw your own challenge
command-withdraw-help = `{ $prefix }withdraw` · or press Withdraw under the challenge.
command-move = Play a move, like f3-d5
command-move-help =
    `{ $prefix }move f3-d5` · `/move move:f3-d5` · or reply to the board with `f3-d5`.
    `f3d5`, `F3 d5` and `f3xd5` mean the same, and a beginning that fits only one move is enough. With several matches in a channel, put the number first: `{ $prefix }move #17 f3-d5`.
command-board = Show the board of your match in this channel
command-board-help =
    `{ $prefix }board` · `{ $prefix }board #17` · `{ $prefix }board slate flip` · `/board theme:slate flip:True`
    Themes: { $themes }. `flip` shows it from the second player's side.
command-legal = List the legal moves, all or of one square
command-legal-help = `{ $prefix }legal` · `{ $prefix }legal f3` · `{ $prefix }legal #17 f3`
command-hint = Learn what the bot would play, in a casual match
command-hint-help =
    `{ $prefix }hint` · `{ $prefix }hint #17` · or press Hint under the board.
    Only you see it, and only when it is your turn. In a rated match that is under way nobody gets hints; begin a casual one with `{ $prefix }play loa casual` or `/play rated:False`.
command-resign = Give up your match (you are asked first)
command-resign-help =
    `{ $prefix }resign` · `{ $prefix }resign #17`
    Until both sides have moved twice, the match is aborted instead, and nobody loses.
command-analyze = What the bot thinks of a match: a review once it is over
command-analyze-help =
    `{ $prefix }analyze` · `{ $prefix }analyze #17` · or press Review under the last board.
    Of a match that is over: how well each side played, the turning points with better moves, and a chart of the win chances. Of a casual match under way, for its players: the best moves of its position. A rated match is analysed once it is over.
command-games = List your matches, those where it is your turn first
command-games-help = `{ $prefix }games`
command-leaderboard = The best players of a game, in this server or everywhere
command-leaderboard-help = `{ $prefix }leaderboard loa` · `{ $prefix }leaderboard loa global`
command-profile = Ratings and results of a player
command-profile-help = `{ $prefix }profile` · `{ $prefix }profile @friend`
command-rules = The rules of a game, under any of its rulesets
command-rules-help = `{ $prefix }rules loa` · `{ $prefix }rules loa mso`
command-help = What the bot can do
command-help-help = `{ $prefix }help` · `{ $prefix }help move`
command-about = What this bot is
command-about-help = `{ $prefix }about`

option-game = Which game
option-level = How strong the bot plays: 1 (gentle) to 10, or auto: as strong as you
option-side = Your side, or random
option-rules = A preset and options, like: mso limit=60
option-rated = Whether the match counts for the ratings (if you say nothing: yes, where it can)
option-opponent = Whom you challenge; nobody: anyone may accept
option-move = Your move, like f3-d5
option-theme = The colours of the board
option-flip = Whether the second player sits below
option-match = The number of the match, if you have several here
option-square = Only the moves of the man on this square
option-scope = This server or all servers
option-player = Whose profile; yours if left out
option-command = The command to explain
