### Why something is refused: what went wrong, and what to do instead.

fault = Something broke on my side. Nothing of your match is lost; please try again in a moment.

## Moves, in every game

empty-square = There is no man on { $square }.
not-your-man = The man on { $square } is not yours: { $side } is to move.
man-cannot-move = Your man on { $square } cannot move. `/legal` lists the moves.
no-such-square = There is no square { $square } on this board of { $size }.
no-move-begins = No legal move begins with “{ $text }”. `/legal` lists them all.
own-man-there = Your own man stands on { $to }.
men-move-forward = { $from }–{ $to } does not lead forward, and men only move forward.
may-not-pass = You have moves, so you may not pass.
match-over = The match is over.
move-missing = Which move? Write it like `f3-d5`.
move-unreadable = I can't read “{ $text }” as a move. Write where from and where to, like `f3-d5`.
move-ambiguous = “{ $text }” could be any of { $moves }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
  }. Which one?
bad-square = “{ $text }” is no square. Squares are named like `f3`.

## Matches

not-a-player = Match { $match } is between other players. Begin your own with `/play` or `/challenge`.
not-your-question = This question is for { $player }. To resign yourself, use `/resign`.
no-help-in-rated-match = Match { $match } is rated and under way, so I help nobody in it; asking does no harm. Once it is over, press Review under its last board. For hints while you play, begin a casual match: `/play rated:False` or `/challenge rated:False`.
nothing-to-review = Nobody has moved in match { $match }, so there is nothing to review.
too-many-analyses = I am already analysing as many matches as I can. Please ask again in a minute.
not-your-turn = It is not your turn: { $player } ({ $side }) is to move.
engine-is-thinking = It is not your turn: I ({ $side }) am still thinking.
match-has-ended = Match { $match } is over. Press Rematch under its last board, or begin a new one with `/play` or `/challenge`.
match-goes-on = Match { $match } is still under way.
no-match-here = You have no match in this channel. Begin one with `/play`, or `/challenge` somebody.
no-match-in-channel = Nobody has played in this channel yet. Begin with `/play`, or `/challenge` somebody.
no-such-match = There is no match { $match }. `/games` lists yours.
several-matches = You have several matches here: { $matches }. Say which one, like `!move #{ $first } f3-d5`, or reply to its board.
stale-board = This board is from ply { $shown }, but the match is at ply { $now }. Use the latest board.
not-a-board = That message shows no board.
too-late = Somebody was faster: the match has gone on meanwhile. Look at the latest board.
rematch-begun = The rematch has begun already: match { $match }.
rematch-offered = You have already offered { $player } a rematch.
unknown-control = This control is from another version of me. `/board` shows the board as it is.

too-many-matches-against-me = You have { $count } matches under way against me. Finish or resign one first: `/games` lists them.
rated-needs-a-preset = `{ $rules }` can't be rated: only the presets of { $game } as they are, at their usual size, count ({ $presets }). Leave `rated` out to play it casually.
rated-needs-a-drawn-side = A rated match against me has the sides drawn by lot. Leave the side out, or leave `rated` out to play casually.

## Challenges

challenge-parlor = To play against me, use `/play`.
challenge-a-bot = { $player } is a bot and cannot accept. To play against me, use `/play`.
challenge-oneself = You cannot challenge yourself. Name somebody else, or leave the name out and let anyone accept.
too-many-challenges = You have { $count } open challenges. Withdraw one first with `/withdraw`.
unknown-user = I don't know anybody called “{ $name }”. Choose the person from Discord's list after typing @.
unknown-player = I have not met { $player } yet.
accept-oneself = This is your own challenge: somebody else has to accept it. You can withdraw it.
only-the-challenger = Only { $player }, who made this challenge, can withdraw it.
only-the-challenged = This challenge is for { $player }. Make your own with `/challenge`.
decline-an-open-challenge = This challenge is open to anyone; you can just leave it.
challenge-accepted = This challenge has been accepted: match { $match }.
challenge-declined = This challenge has been declined.
challenge-withdrawn = This challenge has been withdrawn.
challenge-expired = This challenge has expired. Make a new one with `/challenge`.
no-such-challenge = This challenge no longer exists.
no-challenge-for-you = There is no open challenge for you in this channel.
nothing-to-withdraw = You have no open challenge in this channel.
cannot-post-here = I can't post boards in this channel: I lack { $missing }. Ask a moderator to allow it, or use another channel.

## Words of commands

play-is-against-parlor = `play` is against me. To play against somebody, use `/challenge`.
unknown-rule-word = I don't understand “{ $word }”. { $game } has the presets { $presets } and the options { $options }; a side is { $sides } or random.
bad-option = “{ $value }” is no value of { $option }: it takes { $expected }.
bad-level = “{ $level }” is no level: they go from 1 to { $most }, or say `auto`.
unknown-board-word = I don't understand “{ $text }”. The themes of a board are { $themes }; `flip` turns it round, and a number names a match.
unknown-game = I don't know a game called “{ $name }”. The games are: { $games }.
unknown-command = There is no command “{ $name }”. `{ $prefix }help` lists them all.
bad-argument = I don't understand “{ $text }” there. `{ $prefix }help { $command }` explains the command.
