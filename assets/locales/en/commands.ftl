### Commands and their options, as menus and the help show them. What is typed stands apart (`-typed`): there are places where that isn't heard. Descriptions have at most 100 characters.

command-play = Play a match against the bot
command-play-typed =
    `{ $prefix }play loa 3 white`
    The name of a game is a command, too: `{ $prefix }loa 3` is short for `{ $prefix }play loa 3`, `{ $prefix }loa @friend` for `{ $prefix }challenge @friend loa`, and `{ $prefix }loa rules` for `{ $prefix }rules loa`.
command-play-help =
    `/play game:loa level:3 side:white`
    Levels go from 1 (a beginner wins) to 10, and `easy`, `medium`, `hard`, and `master` are 1, 3, 6, and 10; `auto` is about as strong as you are, going by your rating. Write these words in any order. What you leave out defaults to Lines of Action, level 3, and sides chosen at random. You can add rules: `mso`, `limit=60`, `6x6`. Add `casual` to keep the match out of the ratings. Only presets at their usual size are rated, and only if the sides are drawn at random; everything else is casual.
    With `vote` the whole channel plays against me: each vote lasts 12 hours, with `vote live` a minute, and `vote 1d` a day; it ends early when 5 agree, or when everybody who voted last time has voted. With `vote others` another channel plays the other side: it joins with the code on the board.
    With `thread` the match gets a thread of its own, so the channel stays quiet. In a forum, each match gets a post of its own, unless you say `no thread`.
    Just `play` starts easy and casual until you've won a match, and then plays your last game again, against a bot about as strong as you are.
command-challenge = Challenge somebody, or anyone, to a match
command-challenge-typed = `{ $prefix }challenge @friend loa mso white casual`
command-challenge-help =
    `/challenge opponent:@friend game:loa`
    Without a name, anyone may accept. The person you name must be able to see the channel. Or right-click a person (on a phone, press and hold) and choose Apps › Challenge to a Match.
    - **Rules**: `mso`, `limit=60`, `6x6`. **Side**: `black`, `white`, `random`. Your first match with somebody is casual, and so is one that anyone may accept, unless you say `rated`; later ones are rated unless you say `casual`. Only presets at their usual size can be rated.
    - **Clock**: { $clocks }. Or your own: `3d+12h` (three days, twelve hours more for each move), `15+10` (minutes and seconds), or `1 day` (a move), with `cap=5d` (the most you save up), `soft` (out of time loses only if it's claimed), or `weekends off`. Without one, take your time.
    - **Hints**: with `hints`, both of you may ask me while you play, and the match is casual.
    - **Thread**: with `thread` the match gets a thread of its own under the challenge. In a forum it gets a post of its own anyway; there, and where threads are usual, `no thread` keeps the match where you are.
context-menu-challenge = Challenge to a Match
command-accept = Accept a challenge, or what your opponent offers you
command-accept-typed = `{ $prefix }accept` · `{ $prefix }accept #17`
command-accept-help =
    Or press Accept under the challenge.
    Also accepts what your opponent has offered in your match: a draw, a takeback, or a pause. If you've been asked more than one thing here, you choose which. If you haven't been asked anything, it accepts a challenge that anyone may accept.
command-decline = Decline a challenge, or what your opponent offers you
command-decline-typed = `{ $prefix }decline` · `{ $prefix }decline #17`
command-decline-help =
    Or press Decline under the challenge.
    Also declines what your opponent has offered in your match. If you've been asked more than one thing here, you choose which.
command-withdraw = Take back your challenge, or your offer
command-withdraw-typed = `{ $prefix }withdraw` · `{ $prefix }withdraw #17`
command-withdraw-help =
    Or press Withdraw under the challenge.
    Also takes back what you've offered in your match. If you've asked more than one thing here, you choose which. If you haven't asked anything here, it's about your challenges elsewhere.
command-move = Play a move, like f3-d5
command-move-typed =
    `{ $prefix }move f3-d5`
    Or reply with `f3-d5` to the board, or to anything else I say about the match.
command-move-help =
    `/move move:f3-d5`
    `f3d5`, `F3 d5`, `f3xd5`, `f3 to d5` and `12. f3-d5` all mean the same, and the first part of a move is enough if it fits only one. In direct messages with me, the bare move is enough, also for a match that you play in a server; in a match's own thread, it's enough when it's your turn.
    Add `draw` to offer a draw with your move: `f3-d5 draw`.
    If you have several matches in a channel, I play it where it's your turn and the move is legal, and ask you where several fit. You can also put the number first: `#17 f3-d5`.
command-vote = Vote for your channel's next move, or see what you voted for
command-vote-typed = `{ $prefix }vote f3-d5` · `{ $prefix }vote` shows what you voted for in the channel's match.
command-vote-help =
    `/vote move:f3-d5`
    Where a channel plays a side together (`/play` with `vote`), everybody has one vote for each move, and can change it until the vote ends. The move that most want is played; of two that equally many want, the one that was wanted first. Votes are secret until then, except those that are typed as a message. If nobody votes, I choose a move at level 1, and after that has happened twice in a row, the match waits. Once it's over, you see how often I'd have played what you voted for.
command-board = Show the board of your match in this channel
command-board-typed = `{ $prefix }board` · `{ $prefix }board #17` · `{ $prefix }board slate flip`
command-board-help =
    `/board theme:slate flip:True`
    Themes: { $themes }. `flip` turns it around.
command-legal = List the legal moves: all of them, or those of one piece
command-legal-typed = `{ $prefix }legal` · `{ $prefix }legal f3` · `{ $prefix }legal #17 f3`
command-legal-help = Without a square, it lists all your moves; with one, those of the piece there.
command-open = Open a match on a page, to play by dragging its pieces
command-open-typed = `{ $prefix }open` · `{ $prefix }open #17`
command-open-help =
    Press Open Board under the board, or right-click any board (on a phone, press and hold) and choose Apps › Open Board.
    You get a link of your own that opens once and lasts ten minutes. The page shows the same match: what you play there is posted here, and what happens here shows there.
context-menu-open = Open Board
command-hint = See what the bot would play, in a casual match
command-hint-typed = `{ $prefix }hint` · `{ $prefix }hint #17`
command-hint-help =
    Press Hint under the board.
    Only you see it, and only when it's your turn. There are no hints in a rated match until it's over; start a casual one with `/play rated:False`.
command-draw = Offer a draw, or accept one
command-draw-typed = `{ $prefix }draw` · `{ $prefix }draw #17`
command-draw-help = Offers your opponent a draw, up to three times in a match. To offer it together with your move, add the word: `f3-d5 draw`. It stands until your opponent's next move. If your opponent has offered one, this accepts it.
command-takeback = Ask to take back your last move
command-takeback-typed = `{ $prefix }takeback` · `{ $prefix }takeback #17` · `{ $prefix }undo` is the same.
command-takeback-help = Your opponent is asked. Against me, casual matches let you take moves back as you like; rated ones don't.
command-pause = Ask to stop the clock for a while
command-pause-typed = `{ $prefix }pause` · `{ $prefix }pause #17`
command-pause-help = Stops the clock of a match if your opponent agrees. It goes on with the next move, or with `/resume`.
command-resume = Go on after a pause
command-resume-typed = `{ $prefix }resume` · `{ $prefix }resume #17`
command-resume-help = Starts the clock of a paused match again.
command-claim = Claim the win when your opponent is gone
command-claim-typed = `{ $prefix }claim` · `{ $prefix }claim #17`
command-claim-help = Ends a match in which your opponent hasn't moved for too long: after 14 days if there's no clock (they're reminded at least three days before), or three days after leaving the server. If you haven't both moved twice, nobody wins. Where the channel was deleted, you can end the match without a result three days after the last move.
command-away = Stop your clocks while you're away
command-away-typed = `{ $prefix }away 5` · `{ $prefix }away 1 week` · `{ $prefix }away until 2026-12-24` · `{ $prefix }away off` · `{ $prefix }away`
command-away-help = Stops your clocks and reminders for that many days, up to 30 a year, except in live games (less than two hours on the clock). In a match without a clock, they don't count toward the 14 days after which your opponent may claim the win. `off` means you're back. Alone, it says how many days you have left.
command-prepare = Prepare replies to your opponent's moves; only you see them
command-prepare-help =
    `/prepare lines: d5xb3 c4-c6` · `/prepare lines: d5-b3 c4-c6 b3-a3 c6-c8; d5-d3 a1-a2` · `/prepare drop: d5-d3` · `/prepare clear: True`
    While it's your opponent's turn, say what you'll answer: your opponent's move, then yours, and so on. A semicolon begins another line. A prepared reply is played as soon as your opponent makes the move, unless something is offered to you that you have to answer first. Without `lines` you see what you've prepared, and can choose more on the board. `drop` takes back the lines that begin with those moves, and `clear` all of them.
command-learn = Learn a game on a few small boards, one thing at a time
command-learn-typed = `{ $prefix }learn loa` · `{ $prefix }learn` shows all games, and how far you are.
command-learn-help = Choose a move from the menus, type it, or reply to the board with it. Wrong tries cost nothing: I say what's wrong and show it on the board. You can skip lessons and go back; what you've done is kept. After the last one, a first match begins at level 1, in which I tell you what I'm up to.
command-puzzle = Solve a puzzle: one move alone wins
command-puzzle-typed = `{ $prefix }puzzle` · `{ $prefix }puzzle loa` · `{ $prefix }puzzle breakthrough race`
command-puzzle-help = A position in which exactly one move wins, often several moves in a row: choose it from the menus, type it, or reply with it. I answer with the longest defense. Every puzzle is proven by the solver. You begin with easy puzzles; after three, you have a rating in that game. Your first try counts; a hint or the solution costs rating. Themes: race, block, sacrifice, zugzwang, tempo, cut-off, double-threat, parity.
command-explore = Try moves of both sides on a board that only you see
command-explore-help =
    `/explore` · `/explore match:17` · press **⋯** under the board, then Explore · or right-click any board (on a phone, press and hold) and choose Apps › Explore.
    Play through what might come, for both sides, also on your own turn, and in matches that you watch. Going back and choosing another move makes another line; up to 30 lines are kept with the match. From there, Play makes the first of your moves, and Prepare keeps your replies while it's your opponent's turn. Nobody else ever sees it, and I don't comment on it. A rated match with a live clock can be explored once it's over.
context-menu-explore = Explore
command-resign = Resign your match (you'll be asked first)
command-resign-typed = `{ $prefix }resign` · `{ $prefix }resign #17`
command-resign-help = Until both sides have moved twice, the match is aborted instead, and nobody loses.
command-abort = Abort a match that has only just begun (you'll be asked first)
command-abort-typed = `{ $prefix }abort` · `{ $prefix }abort #17`
command-abort-help = It works until both sides have moved twice, and changes no rating. After that, only `/resign` ends the match.
command-rematch = Play your last opponent again, with sides changed
command-rematch-typed = `{ $prefix }rematch` · `{ $prefix }rematch #17`
command-rematch-help =
    Or press Rematch under the last board.
    Repeats your last match in this channel. Another person is asked first.
command-replay = See a match again, move by move
command-replay-typed = `{ $prefix }replay` · `{ $prefix }replay #17`
command-replay-help =
    Press Replay under the last board, or right-click any board (on a phone, press and hold) and choose Apps › Replay.
    Step through the moves, jump to any of them, or turn the board. Whoever may see the match may press: the position that follows is shown to them alone. Explore goes on from there, with moves of your own for both sides.
context-menu-replay = Replay
command-export = Get a match as a file: its record, SGF, a picture, or an animated GIF
command-export-typed = `{ $prefix }export` · `{ $prefix }export #17` · `{ $prefix }export #17 gif`
command-export-help =
    Or choose a form in the menu under a replay.
    `record` has the rules, the players, the result, and all moves as text, `sgf` the same for Lines of Action as other programs read it. `picture` is the last position, large, and `gif` the whole match, move by move.
command-share = Show everybody how a match went, on one picture
command-share-typed = `{ $prefix }share` · `{ $prefix }share #17`
command-share-help =
    Or press Share under the last board or under a review.
    The picture has the last position, both players with their accuracy, the turning point, and a chart of the winning chances. From there, everybody can see the match again, or try the turning point themselves.
command-try = Play on against me from a position of a finished match
command-try-typed = `{ $prefix }try #17` · `{ $prefix }try #17 12`
command-try-help =
    Press Try It from Here under a position of a replay.
    Begins a casual match from the position after that move (without one, from the last), with the side that's to move. I play about as strong as you. Rematch begins again at the same position.
command-import = Bring in a game that was played elsewhere, to replay and review it here
command-import-typed = `{ $prefix }import` with a file attached · `{ $prefix }import loa 1. b1-b3 a2-c2`
command-import-help =
    `/import file:…` · `/import record:…`
    Or right-click a message with a record (on a phone, press and hold) and choose Apps › Import Record.
    Reads PGN-like records of every game, and SGF files of Lines of Action, also in a code block with other words around it. An imported record has a number like a match: everybody here can replay it, analyze it, explore it, and try its positions against me. It's rated for nobody, and in nobody's history. Whoever brought it in can remove it, and so can moderators: press Remove under it.
context-menu-import = Import Record
command-analyze = Review a finished match, or see the best moves in a casual one
command-analyze-typed = `{ $prefix }analyze` · `{ $prefix }analyze #17`
command-analyze-help =
    Press Review under the last board, or right-click any board (on a phone, press and hold) and choose Apps › Analyze.
    For a match that's over: how well each side played, the turning points with better moves, and a chart of the winning chances. For a casual match that's still going, for its players only: the best moves in the current position. A rated match is analyzed once it's over.
context-menu-analyze = Analyze
command-games = List your matches: your turns first, and what's due soonest at the top
command-games-typed =
    `{ $prefix }games`
    In a server everybody can read the answer to `{ $prefix }games`, so it lists only your matches of that channel.
command-games-help =
    Press Show the Next Board under the list to go from one board that waits for you to the next.
    `/games` lists all of them, for you alone.
command-leaderboard = See the best players of a game, in this server or everywhere
command-leaderboard-typed = `{ $prefix }leaderboard loa` · `{ $prefix }leaderboard loa global` · `{ $prefix }lb` is short for it.
command-leaderboard-help = It lists whoever has finished a rated match in the last 30 days, settled ratings first and provisional ones apart. Where Am I shows you the page that you're on, and Bot Levels how strong each level is, and under which rules that differs.
command-profile = See a player's ratings and results
command-profile-typed = `{ $prefix }profile` · `{ $prefix }profile @friend` · `{ $prefix }profile @friend clobber`
command-profile-help =
    Right-click a person (on a phone, press and hold) and choose Apps › Profile, which only you see.
    Results in every game, how matches usually begin, and a chart of the rating over the last 100 rated matches, once there are five. Whom you play most is told to you alone.
context-menu-profile = Profile
command-stats = See what the matches of this server say about a game
command-stats-typed = `{ $prefix }stats` · `{ $prefix }stats clobber`
command-stats-help = Who wins, how long matches are, how they begin, and the longest one.
command-versus = See what has come of your matches against somebody
command-versus-typed = `{ $prefix }versus @friend` · `{ $prefix }versus @Parlor`
command-versus-help = Rated and casual results by game, from your side. Matches under it lists them.
command-history = See a player's finished matches
command-history-typed = `{ $prefix }history` · `{ $prefix }history loa` · `{ $prefix }history against @friend` · `{ $prefix }history @ann vs parlor`
command-history-help = Other players' matches are listed in the channel where they were played, and yours anywhere with `/history`.
option-against = Only matches against this player (or against me)
button-history = Matches
button-newer = Newer
button-older = Older
history-title = Finished matches of { $player }
history-against = against { $player }
history-against-me = against me
history-none = There's none here yet.
history-here = Only what was played in this channel is listed here.
history-line = { $result ->
    [won] 🏆 Won
    [lost] Lost
    [drawn] 🤝 Draw
   *[aborted] Aborted
} · [{ $match }]({ $link }) · **{ $game }** against { $other } · { $rated ->
    [yes] rated
   *[no] casual
} · { $plies ->
    [one] { $plies } move
   *[other] { $plies } moves
} · <t:{ $time }:d>
menu-history = See one again…
history-option = { $match } · { $game } · { $result ->
    [won] won
    [lost] lost
    [drawn] draw
   *[aborted] aborted
} · { $plies ->
    [one] { $plies } move
   *[other] { $plies } moves
}
history-against-nobody = Against whom? Mention a player, like `history against @friend`, or say `against parlor`.
command-rules = Read the rules of a game, or see all the games
command-rules-typed = `{ $prefix }rules loa` · `{ $prefix }rules loa mso` · `{ $prefix }rules` for all the games at a glance
command-rules-help = Press Rules under a board or a challenge. The presets and options of a game are behind a button of its rules.
command-watch = Watch a match that others play: I tell you how it ends
command-watch-typed = `{ $prefix }watch` · `{ $prefix }watch #17`
command-watch-help =
    Press **⋯** under the board, then Watch.
    Without a number it's the last match of this channel. It ends with the match, or with `/unwatch`. Up to 20 people can watch a match. With `pings off` you only join the thread of a match that has one; leave the thread to stop.
command-unwatch = Stop watching a match
command-unwatch-typed = `{ $prefix }unwatch` · `{ $prefix }unwatch #17`
command-unwatch-help = Without a number, it's the match that you watch; if you watch several, it asks which.
command-block = Keep somebody from challenging you
command-block-typed = `{ $prefix }block @somebody`
command-block-help =
    `/block person:@somebody` · `/block` lists the people you've blocked.
    They can't challenge you, and can't accept your challenges. They aren't told why. Matches you're playing go on.
command-unblock = Let somebody challenge you again
command-unblock-typed = `{ $prefix }unblock @somebody`
command-unblock-help = They can challenge you again, and accept your challenges.
command-parlor = For moderators: end matches, choose channels, set defaults, post a digest or a daily puzzle
command-parlor-typed = `{ $prefix }parlor end #17` · `{ $prefix }parlor channel here off`
command-parlor-help =
    For people who may manage messages here, or the server.
    `/parlor end` ends a match; nobody wins or loses.
    `/parlor channel`: no matches here (`off`), matches again (`on`), only in channels marked so (`only`), or everywhere (`everywhere`); `/parlor channels` lists them.
    `/parlor defaults` sets what new matches begin with; `none` clears it.
    `/parlor digest` posts the week's matches every Monday, or on your day; `/parlor daily` a puzzle of the day at 9:00 UTC, or at your time. `off` stops them.
    `/parlor votes` lists the puzzles that people call wrong or too easy.
command-parlor-end = End a match of this server; nobody wins or loses
command-parlor-channel = Say whether matches are played in this channel
command-parlor-channels = List the channels where matches are played
command-parlor-defaults = Set or show this server's defaults
command-parlor-daily = Post a puzzle of the day
command-parlor-votes = See what people think of the puzzles
command-parlor-digest = Post a weekly digest of this server's finished matches
option-channel = The channel where it's posted
option-day = The day of the week on which it's posted (default: monday)
option-off = Stop posting it?
daily-setting = { $state ->
    [off] There's no puzzle of the day in this server. `parlor daily here` posts one in this channel every day at 9:00 UTC, and `parlor daily here 6pm Europe/Berlin` at another time.
    [ending] No more puzzles of the day are posted in this server. The last one can be solved until <t:{ $time }:f>; then I show its solution.
    [now] The puzzle of the day is posted in { $channel } now, and then every day at { $clock } ({ $zone }).
    [moved] The puzzle of the day is posted in { $channel } every day at { $clock } ({ $zone }), next on <t:{ $time }:f>. Until then, the last one stays open in { $last }.
   *[on] The puzzle of the day is posted in { $channel } every day at { $clock } ({ $zone }), next on <t:{ $time }:f>.
  }
bad-daily-word = I don't understand “{ $text }”. Say `here`, mention a channel like `#games`, or say `off`. A time may follow, like `18:00`, `6pm`, or `6pm Europe/Berlin`.
bad-day-time = I don't understand the time “{ $text }”. Write it like `18:00`, `6pm`, or `noon`, with a time zone if you like: `6pm Europe/Berlin`, or `18:00 UTC+2`.
daily-time-alone = There's no puzzle of the day in this server yet. Say where it belongs, too, like `parlor daily here 18:00`.
daily-there-or-off = Choose a channel for the puzzle of the day or turn it off, not both.
daily-title = 🧩 **Puzzle of the day** · { $game }
    -# { $rules }
    -# { $summary }
daily-task = **{ $side }** to move, and { $goal ->
    [draw] only one move saves the draw
   *[win] only one move wins
  }.
daily-solution = The solution: **{ $moves }**
daily-solved = { $solved ->
    [0] { $over ->
        [yes] Nobody here solved it.
       *[no] Nobody here has solved it yet.
      }
    [one] One person here has solved it.
   *[other] { $solved } people here have solved it.
  }
daily-next = -# Solve it in private. The solution comes <t:{ $time }:R>.
daily-solver = { $name } ({ $tries ->
    [one] 1 try
   *[other] { $tries } tries
  }{ $hint ->
    [yes] , with a hint
   *[no] {""}
  })
daily-before = { $count ->
    [0] Nobody here found the last one.
   *[other] The last one was solved by { $named ->
        [0] { $others ->
            [one] one person
           *[other] { $others } people
          }
       *[other] { $solvers }{ $others ->
            [0] {""}
           *[other] {" "}and { $others } more
          }
      }.
  }{ $streak ->
    [0] {""}
    [one] {""}
   *[other] {" "}🔥 Somebody here has solved it { $streak } days in a row.
  }
daily-gone = This puzzle isn't among mine anymore.
button-daily-solve = Solve It
button-daily-ping = Ping Me
button-learn = Learn
daily-pings = -# { $people }
daily-ping-set = { $pinged ->
    [yes] From now on, I'll ping you when the puzzle of the day is posted here. Press *Ping Me* again to end that.
   *[no] I won't ping you for the puzzle of the day anymore.
  }
weekly-digest-setting = { $state ->
    [off] There's no weekly digest in this server. `parlor digest here` posts one in this channel every Monday, and `parlor digest here friday` on another day.
    [late] The weekly digest belongs in { $channel }, but it hasn't been posted yet (it was due <t:{ $time }:R>). Make sure that I may send messages there; I'll try again.
   *[on] The weekly digest is posted in { $channel }, next on <t:{ $time }:F> if any match has finished by then.
}
bad-digest-word = I don't understand “{ $text }”. Say `here`, mention a channel like `#games`, or say `off`; a day like `friday` may follow.
digest-day-alone = There's no weekly digest in this server yet. Say where it belongs, too, like `parlor digest here friday`.
digest-there-or-off = Choose a channel for the digest or turn it off, not both.
digest-channel-unknown = I can't find { $channel } among this server's text channels. Choose a channel that I can see.
digest-not-allowed = I can't post the digest in { $channel } because I don't have the permission for it: { $missing }. Allow it, or choose another channel.
weekly-digest = 📅 **The week until <t:{ $time }:D>:** { $count ->
    [one] 1 match finished
   *[other] { $count } matches finished
}
weekly-digest-game = { $game }: { $count }
weekly-digest-line = - [{ $match }]({ $link }) · **{ $game }** · { $result ->
    [won] { $player } beat { $other }
   *[drawn] { $player } and { $other } drew
}
weekly-digest-upset = 💥 Upset of the week: { $player } ({ $winner }) beat { $other } ({ $loser }) in [{ $match }]({ $link })
weekly-digest-longest = 🐢 The longest: [{ $match }]({ $link }), { $player } and { $other }, { $plies } moves
weekly-digest-more = - … and { $count } more
weekly-digest-winner = { $player } ({ $count })
weekly-digest-winners = 🏆 Most wins: { $winners }
command-help = See what the bot can do
command-help-typed = `{ $prefix }help` · `{ $prefix }help move`
command-help-help = Choose a command from the menus of the help.
command-about = Learn what this bot is
command-about-typed = `{ $prefix }about`
command-about-help = Its version, its games, and what it is.

option-vote = Let the channel vote on its moves: 12h, live, others (another channel plays), or a code
option-game = Which game
option-level = How strong the bot plays: 1 to 10, easy, medium, hard, master, or auto (about as strong as you)
option-side = Your side, or random
option-rules = A preset and options, like: mso limit=60
option-rated = Count it for ratings? (default: if it can be, but not a first match with somebody)
option-clock = How much time you have, like daily or 3d+12h (default: no clock)
option-thread = Give the match a thread of its own?
option-threads = Give each match a thread of its own, unless somebody says otherwise?
option-hints = May both of you ask me for hints? (makes the match casual)
option-person = Who (leave empty to see your list)
option-here = on, off, only (just in channels marked this way), or everywhere
option-opponent = Who to challenge (leave empty: anyone may accept)
option-move = Your move, like f3-d5
option-theme = The colors of the board
option-flip = Turn it around?
option-form = What you want: record, sgf, picture, or gif
option-match = The number of the match, if you have several here
option-file = The file with the record: PGN-like, or SGF for Lines of Action
option-record = Or the record itself, pasted
option-after = After which of its moves (default: the last)
option-pings = Ping you for each new board? (default: yes)
option-about = What it is about, like race or double-threat
option-time = At which time, like 6pm, 18:00 UTC+2, or noon Europe/Berlin (default: 9:00 UTC)
option-square = Only the moves of the piece on this square
option-scope = This server, or all servers
option-player = Which player (leave empty: you)
option-command = The command to explain
option-lines = Your opponent's move, your reply, and so on, like “d5xb3 c4-c6”; a semicolon begins another line
option-clear = Drop everything you've prepared?
option-drop = The first moves of the lines to drop, like d5-d3
option-days = For how long, like 5, 1 week, or until 2026-12-24; off if you're back

## What a person sets, and what is kept of a person.

command-settings = Choose colors, notices, a text board, and more, for all your matches
command-settings-typed = `{ $prefix }settings` in direct messages with me
command-settings-help =
    `/settings` · or press ⋯ and then Settings under a board.
    Only you see the panel. You can choose the colors and the side of pictures that only you see, have them in words as well, be told of your turn by a mention, silently, by a direct message, or not at all, have forced moves played for you, and stay off the global leaderboards.
command-data = Get everything I keep about you, or have it deleted
command-data-typed = `{ $prefix }data export` · `{ $prefix }data delete`
command-data-help =
    `/data what:export`
    `export` gives you a file that only you see. `delete` asks first. Then your open matches are given up, and your name, settings, absences, and blocks are deleted; finished matches stay as records.
option-what = export: get it as a file; delete: have it forgotten
