### Why something is refused: what is wrong, the fact, and what to do instead.

fault = Something broke on my end. Nothing in your match is lost; please try again in a moment.
fault-in-doubt = Something broke on my end, and I can't tell whether your move was accepted. Look at the board before you try again.
done-already = That's done already. `/games` lists your matches.
fault-unsure = Something broke on my end, and I can't tell whether I've done what you asked. Please have a look before you try again.

## Lists of things, in other sentences

list-any = { $count ->
    [2] { $head } or { $last }
   *[other] { $head }, or { $last }
  }
list-all = { $count ->
    [2] { $head } and { $last }
   *[other] { $head }, and { $last }
  }

## Moves, in every game

empty-square = There's no piece on { $square }.
not-your-piece = { $square } is { $owner }'s piece; you're { $side }.
piece-waits = { $side } is to move, so the piece on { $square } has to wait.
piece-cannot-move = Your piece on { $square } can't move. `/legal` lists the moves.
no-such-square = This { $size } board has no square { $square }.
no-move-begins = No legal move starts with “{ $text }”. `/legal` lists them all.
one-move-at-a-time = That's { $count } squares, and no move goes through all of them. Write one move at a time, like `{ $first }`; against a person, `/prepare` takes the next ones in advance.
piece-stays = A piece must end its move on another square.
own-piece-there = Your own piece is on { $to }.
pieces-move-forward = { $from }–{ $to } doesn't go forward, and pieces only move forward.
may-not-pass = You can't pass: you have legal moves. `/legal` lists them.
match-over = The match is over.
move-missing = Which move? Write it like `f3-d5`.
move-unreadable = I can't read “{ $text }” as a move. Write the squares it goes from and to, like `f3-d5`.
move-unclear = I haven't played anything: I can't tell which move “{ $text }” is, or whether you want to play it now. To play one, write nothing but the move, like `{ $move }`.
move-ambiguous = “{ $text }” could mean { $moves }{ $more ->
    [0] {""}
   *[other] {" "}(or { $more } more)
  }. Which one?
move-could-mean = it could mean { $moves }
bad-square = “{ $text }” isn't a square. Squares have names like `f3`.

## Matches

not-a-player = You're not playing in match { $match }. Start your own with `/play` or `/challenge`.
not-your-question = This question is for { $player }. To resign your own match, use `/resign`.
no-help-with-copy = These are moves of your match { $match }, which is rated and still going, so I can't help with them until it's over (no penalty for asking).
no-help-in-rated-match = Match { $match } is rated and still going, so I can't help either player (no penalty for asking). When it's over, press Review under its last board. For hints while you play, start a casual match: `/play rated:False`, or `/challenge hints:True` if you both want them.
nothing-to-review = There's nothing to review in match { $match }: nobody made a move.
too-many-analyses = I'm already analyzing as many matches as I can. Please ask again in a minute.
not-your-turn = It isn't your turn: { $player } ({ $side }) is to move.
engine-is-thinking = It isn't your turn: I'm still thinking ({ $side }).
rival-is-voting = It's the other channel's turn: they're voting ({ $side }).
rival-is-missing = It hasn't begun yet: another channel has to take the other side first. The board says how.
vote-offers-no-draw = A channel can't offer a draw with its vote. Leave out `draw`.
vote-needs-server = Votes are for channels of servers, where several people play together. To play me here, leave out `vote`.
vote-goes-on-here = This channel is already voting in match { $match }. A moderator can end it with `/parlor end`.
vote-has-no-opponent = In a vote the whole channel plays against me, or against another channel with `others`. Leave out the person, or challenge them with `/challenge`.
vote-is-casual = Matches in which a channel votes aren't rated. Leave out `rated`.
vote-has-no-hints = There are no hints where a channel votes. Leave out `hints`.
vote-code-says-all = With a code, the other channel has chosen everything already. Say just `play vote` and the code.
vote-code-of-own-channel = That's the code of this channel's own match. Somebody has to say it in another channel or server.
unknown-vote-code = No match waits for a channel with the code “{ $code }”. Perhaps another channel was faster; otherwise compare it with the board there.
bad-vote = I don't understand “{ $text }” there. Say how long each vote lasts, like `12h`, `1d`, or `live` (a minute), and `others` if another channel plays the other side; or a code.
bad-vote-time = A vote lasts the same time for each move, like `12h`, `1d`, `5 min`, or `live` (a minute).
challenge-is-no-vote = A challenge is for one person. To let the channel vote on its moves, use `play` with `vote`.
voted-for-other-side = You've already voted for the other side of this match, in the other channel. Everybody votes for one side only.
no-votes-of-yours = You didn't vote in match { $match }.
no-votes-on-it = Match { $match } isn't played by votes.
no-vote-here = Nobody votes on a match in this channel. `play loa vote` begins one; for an earlier one, add its number.
match-is-over = Match { $match } is over.
match-has-ended = Match { $match } is over. Press Rematch under its last board, or start a new one with `/play` or `/challenge`.
match-set-aside = Match { $match } is set aside because this version of me can't read its record. Either player can end it with `/resign`, and so can a moderator with `/parlor end`; nobody wins or loses.
too-late-to-abort = You've both moved twice in match { $match }, so it can't be aborted anymore. `/resign` gives it up.
match-goes-on = Match { $match } isn't over yet.
no-match-here = You don't have a match in this channel. Start one with `/play`, or `/challenge` somebody.
no-match-here-but-elsewhere = You don't have a match in this channel, but { $count ->
    [one] one
   *[other] { $count }
  } elsewhere: `/games` lists everything, for you alone, and `/move` works from anywhere.
no-match-in-channel = Nobody has played in this channel yet. Start with `/play`, or `/challenge` somebody.
no-such-match = There's no match { $match }. `/games` lists yours.
several-matches = You have several matches here: { $matches }. Say which one by its number, like `#{ $first } f3-d5`, or reply to its board.
stale-board = That board is out of date: the match has moved on since. [Jump to the current one](https://discord.com/channels/{ $board }).
too-late = Somebody was faster: the match has moved on. Look at the latest board.
rematch-begun = The rematch has already started: match { $match }.
nothing-to-repeat = You haven't played a match in this channel yet. Start one with `/play` or `/challenge`.
rematch-offered = You've already offered { $player } a rematch.
no-pages = Boards can't be opened on a page here. Play with the menus under the board, or reply to it with your move.
older-control = That message is from before my database was restored, so its buttons don't work anymore. `/board` shows your match, `/games` all of them.
foreign-control = That message is from a different database than the one I'm using now, so its buttons don't work. `/games` lists your matches here.
no-match-in-message = That message isn't about a match. Right-click a board (on a phone, press and hold), old or new, or the card of a match.
form-too-late = Something has changed meanwhile. Please try again.
unknown-control = That button or menu is from another version of me. `/board` shows the current board.

too-many-matches-against-me = You already have { $count } matches going against me. Finish or resign one first: `/games` lists them.
too-many-matches = You already have { $count } matches going, which is as many as one person may have. Finish or resign one first: `/games` lists them.
too-many-matches-of-other = { $player } already has { $count } matches going, which is as many as one person may have. Try again when one of them is over.
too-many-matches-here = There are already { $count } matches going in this channel. Finish one of them, or play in another channel or in a direct message to me.
too-many-matches-in-server = There are already { $count } matches going in this server. Finish one of them, or play in a direct message to me.
rated-needs-a-preset = `{ $rules }` can't be rated: only the unchanged presets of { $game }, at their usual size, can be ({ $presets }). Leave `rated` out to play it casually.
rated-needs-a-drawn-side = Rated matches against me have their sides drawn at random. Leave the side out, or leave `rated` out to play casually.

## What players agree on

no-help-agreed = You two haven't agreed on hints in match { $match }. Add `hints` to a challenge to allow them for both.
offered-already = You've already offered that. It stands until your opponent's next move.
offered-this-turn = { $kind ->
    [takeback] You've already asked to take back a move. You can ask again after the next move.
   *[pause] You've already asked for a pause. You can ask again after the next move.
  }
your-offer-stands = { $kind ->
    [draw] You've offered a draw, and your opponent hasn't answered yet. To ask for something else, take that back with `/withdraw` first.
    [takeback] You've asked to take back a move, and your opponent hasn't answered yet. To ask for something else, take that back with `/withdraw` first.
   *[pause] You've asked for a pause, and your opponent hasn't answered yet. To ask for something else, take that back with `/withdraw` first.
  }
answer-the-offer-first = { $kind ->
    [draw] Your opponent has offered a draw. Accept or decline that first.
    [takeback] Your opponent would like to take back a move. Answer that first.
   *[pause] Your opponent would like to pause. Answer that first.
  }
engine-takes-no-draw = I don't agree to draws. Play on, or resign.
too-many-draw-offers = You've offered a draw { $most } times in this match, which is as often as you may. Play on, or wait for your opponent to offer one.
nothing-to-take-back = There's nothing to take back: you haven't made a move yet, apart from forced ones.
no-takeback-in-rated-match = Moves can't be taken back in a rated match against me. Play a casual one to try things out: `/play` with `rated: False`.
paused-already = The match is already paused. It goes on with the next move, or with `/resume`.
no-clock-to-pause = There's no clock in this match, so take all the time you need.
nothing-is-offered = There's no open offer in this match anymore.
not-your-offer = That offer is your opponent's: `/accept` or `/decline` it.
your-own-offer = That's your own offer: `/withdraw` takes it back.
not-yours-to-accept = That was your own offer, so { $player } has to accept it.
not-paused = This match isn't paused.
nothing-to-claim-on-your-turn = It's your turn, so there's nothing to claim. Play a move.
nothing-to-claim = There's nothing to claim in this match. Its clock ends it when time runs out.
place-is-gone = The place where match { $match } was played is gone, so I can't remind your opponent there. If they don't move, you can end the match without a result from <t:{ $time }:f> on.
nothing-to-claim-in-pause = There's nothing to claim while the match is paused. Use `resume` to let the clock run again.
nothing-to-claim-of-me = There's nothing to claim: you're playing against me, and I always move.
too-early-to-claim = You can { $result ->
    [win] claim the win
   *[abort] end the match without a result
  } from <t:{ $time }:f> on, if your opponent hasn't moved by then.
time-was-over = Your time in match { $match } ran out before this move.

## Prepared replies

line-missing = Say your opponent's move and your reply, like `d5xb3 c4-c6`.
line-illegal = “{ $text }” { $why ->
    [unreadable] isn't a move that I can read
    [ambiguous] could be several moves there
   *[illegal] isn't a legal move there
  }{ $after ->
    [start] {""}
   *[other] {" "}(after { $after })
  }. Nothing has been changed.
line-too-long = A line may have { $most } moves at most.
line-without-reply = The line ends with your opponent's move { $move }: what do you reply to it?
too-many-lines = You can prepare { $most } lines at most. Drop some first.
no-such-line = You haven't prepared a line that begins with `{ $line }`.
nothing-is-prepared = You haven't prepared anything in this match.
move-before-you-prepare = It's your turn. Play your move first, then prepare replies while you wait.
premove-needs-live-clock = A move can wait for its turn only where minutes count. Here, prepare a reply to the move you expect.
premove-unreadable = Name two squares, like `d1-b3`. The move is played as soon as it can be.
premove-not-yours = The piece on { $square } is your opponent's. Choose one of yours: its move is played as soon as it can be.
nothing-to-prepare-for = I answer at once, so there's nothing to prepare against me.
prepare-one-thing = Those don't go together. Give either `lines`, or `drop`, or `clear`.
explore-in-private = Everybody would see it here. Use `/explore`, or **⋯** under the board: only you see that.
explore-live = Match { $match } is rated and has a live clock, so nobody explores it while it's going. Once it's over, you can.
daily-pings-full = I ping { $count } people here already, and can't ping more. In this channel's notification settings, choose *All Messages* to hear of each puzzle.
daily-over = That puzzle of the day is over: its solution is shown. `/puzzle` brings another one.
puzzle-gone = That puzzle isn't among mine anymore. `/puzzle` brings another one.
puzzle-untried = You haven't tried that puzzle yet.
no-such-puzzle = I have no puzzle like that yet: { $game }{ $theme ->
    [any] {""}
   *[other] , about “{ $theme }”
  }. Leave the theme out, or choose another game.
lesson-gone = That lesson isn't there anymore. `/learn` shows what you can learn.
explored-gone = That can't be reached anymore: the match has moved on.
explored-start = That's the beginning of the match.
explored-too-far = A line has at most { $most } moves. Go back, or begin another one.
explored-too-much = You've kept { $most } lines, which is as many as there can be. Forget one first.
prepare-in-private = Your opponent would read it here. Use `/prepare`, or **⋯** under the board: only you see that.

## Being away

too-long-away = That's too long: of your { $year } days a year, you have { $left ->
    [0] none
    [one] 1
   *[other] { $left }
  } left.
not-away = You're not away.
bad-days = I can't read “{ $text }” as a number of days. Say something like `5`, `1 week`, or `until 2026-12-24`, or `off` if you're back.
away-until-past = { $date } isn't after today. Name the day when you'll be back.

## Challenges

challenge-parlor = To play against me, use `/play`.
challenge-a-bot = { $player } is a bot and can't accept. To play against me, use `/play`.
challenge-oneself = You can't challenge yourself. Name somebody else, or leave the name out so anyone can accept.
too-many-challenges = You already have { $count } open challenges. Withdraw one with `/withdraw` first.
unknown-user = I don't know anybody called “{ $name }”. Type @ and choose the person from Discord's list.
unknown-player = I haven't met { $player } yet.
accept-oneself = This is your own challenge, so somebody else has to accept it. You can withdraw it.
only-the-challenger = Only { $player }, who made this challenge, can withdraw it.
only-the-challenged = This challenge is for { $player }. Make your own with `/challenge`.
decline-an-open-challenge = This challenge is open to anyone, so you can just leave it.
challenge-accepted = This challenge has been accepted: match { $match }.
challenge-declined = This challenge has been declined.
challenge-withdrawn = This challenge has been withdrawn.
challenge-expired = This challenge has expired. Make a new one with `/challenge`.
no-such-challenge = This challenge no longer exists.
no-challenge-for-you = There's no open challenge for you in this channel, and your opponents haven't offered you anything.
proposals-elsewhere = You have { $count } open challenges and offers, some of them elsewhere. Use `/{ $answer }` to choose one: only you will see the list.
nothing-to-withdraw = You don't have an open challenge or offer.
not-in-this-thread = I'm not in this private thread, so I can't post here. Mention me in a message, which adds me to it, and try again.
chat-refused = Discord doesn't let me post that here: “{ $why }”. Ask a moderator to allow it, or use another channel.
cannot-post-here = I can't post boards in this channel because I don't have the permission for it: { $missing }. Ask a moderator to allow it, or use another channel.

## Words of commands

play-is-against-parlor = `play` is against me. To play against somebody else, use `/challenge`.
unknown-rule-word = I don't understand “{ $word }”. { $game } has the presets { $presets } and the options { $options }; your side can be { $sides } or random.
unknown-play-word = I don't understand “{ $word }”. Levels go from 1 to { $most }, and `easy`, `medium`, `hard`, `master`, and `auto` (about as strong as you) are levels, too. { $game } has the presets { $presets } and the options { $options }; your side can be { $sides } or random.
bad-option = `{ $option }` can't be “{ $value }”. Use { $expected }.
bad-side = “{ $side }” isn't a side of { $game }. Choose { $sides }, or random.
bad-rated = Is the match rated? Say `yes` or `no`; I don't understand “{ $text }”.
bad-level = “{ $level }” isn't a level. Choose 1 (the easiest) to { $most } (the strongest), `easy` (1), `medium` (3), `hard` (6), or `master` (10), or `auto` for one about as strong as you are.
share-goes-on = Match { $match } is still being played. It can be shared once it's over.
import-nothing = There's no record here. Give `/import` a file (PGN-like, or SGF for Lines of Action), attach it to a message that says `import`, or paste the moves behind it, like `import loa 1. b1-b3 a2-c2`.
import-too-large = That file is too large: I read up to { $most } KiB. Split it into smaller ones.
import-file-elsewhere = I only read files that were attached here in Discord. Attach the file, or paste the record as text.
import-file-gone = Discord doesn't have that file anymore. Please attach it again.
import-file-unreachable = I couldn't get that file from Discord. Please try again in a minute, or paste the record as text.
import-too-long = That record has more than { $most } moves, which is more than I import.
import-no-game = Game { $game }: the record doesn't say which game it is. Name it, like `import loa` before the record.
import-unknown-game = Game { $game }: I don't play “{ $name }”. `/rules` lists the games that I play.
import-bad-move = Game { $game }, line { $line }: { $place } isn't legal. { $why }
import-of-another = Only the person who imported { $match } and moderators can remove it.
not-imported = Match { $match } was played here, so it stays. Only imported records can be removed.
import-unread = Game { $game }, line { $line }: { $why }.
bad-try-word = I don't understand “{ $text }”. Say the match and the move after which you'd like to play on, like `try #17 12`.
try-goes-on = Match { $match } is still being played. Once it's over, you can play on from any of its positions; until then, `/explore` lets you try moves of both sides.
try-no-such-move = Match { $match } has only { $plies ->
    [0] its starting position
    [one] 1 move
   *[other] { $plies } moves
  }. Name one of them, or leave it out.
try-is-over = After move { $plies }, match { $match } is decided: nobody can move anymore. Name an earlier move.
unknown-export-word = I don't understand “{ $text }”. A match can be exported as { $forms }, and a number names a match.
export-unwritten = The record of match { $match } can't be written. `/export` as a `gif` or a `picture` still works.
export-not-in-sgf = SGF files are for Lines of Action, not for { $game }. Use `record` instead.
unknown-board-word = I don't understand “{ $text }”. The themes of a board are { $themes }; `flip` turns it around, and a number names a match.
unknown-game = I don't know a game called “{ $name }”. The games are: { $games }.
unknown-command = There's no command called “{ $name }”. `{ $prefix }help` lists them all.
bad-argument = I don't understand “{ $text }” there. `{ $prefix }help { $command }` explains the command.

form-filled-in = You filled in { $filled }. Nothing has been posted.
form-field = { $field ->
    [game] game
    [side] side
    [clock] clock
   *[rated] rated
}: `{ $text }`

## First contact: what was nearly understood

did-you-mean-game = I don't know a game called “{ $name }”. Did you mean **{ $game }**? Then write `{ $key }`.
did-you-mean-word = I don't understand “{ $word }”. Did you mean `{ $meant }`?
perhaps-a-person = I don't understand “{ $name }”. If that's a person, type @ and choose them from Discord's list. If it's a game, `/rules` shows the ones I know.
level-missing = Which level? Choose 1–{ $most } or `auto`, like `level 3`.
contradiction = { $what ->
    [rated] A match is either rated or casual, and you named both.
    [game] There can only be one game, but you named { $values }.
    [level] There can only be one level, but you named { $values }.
    [side] There can only be one side, but you named { $values }.
    [preset] There can only be one preset, but you named { $values }.
    [size] There can only be one size, but you named { $values }.
    [clock] There can only be one clock, but you named { $values }.
    [switch] You said { $values }, and only one of them can be so.
    [opponent] A match is for two, but you named { $values }.
   *[option] There can only be one `{ $what }`, but you named { $values }.
  }{ $clear ->
    [yes] {" "}The rest is clear: { $understood }.
   *[no] {""}
  } Please say it again with { $what ->
    [opponent] one person, or with nobody: then anyone may accept.
   *[other] one of them.
  }
challenge-in-private = Only you and I can read this conversation, so nobody could accept. Challenge somebody in a channel of a server, or play me here with `play`.
challenged-elsewhere = { $player } isn't a member of this server and wouldn't see your challenge. Invite them here first, or challenge somebody else.
challenged-cannot-see = { $player } can't see this channel and would never find your challenge. Make it in a channel that both of you can see.

## The match that is meant

nowhere-your-turn = It isn't your turn in any of your matches here: { $matches }. `/games` lists them all.
exercise-over = There's no exercise open here that takes a move. For one, say `puzzle` or `learn`; to play in a match, reply to its board.
only-a-trial = I haven't played that: the board above only shows what might come. To play it in the match, reply to the match's own board.
daily-is-secret = I haven't read that as an answer: everybody could see it. Press **Solve It** under the puzzle of the day, and type your move there.
not-your-choice = This choice is for { $player }. `/games` lists your own matches.
nothing-waits = Nothing is waiting for you: it's your opponent's turn in all your matches. Start another one with `/play` or `/challenge`.

## What a person sets, and what is kept of a person.

settings-by-panel = I can't read “{ $text }” there: settings are changed in the panel. `settings` alone shows it.
settings-in-private = Everybody here would see your settings. Use `/settings`, write `settings` to me in a direct message, or press ⋯ and then **Settings** under a board.
not-your-control = That's for { $player } only.
nothing-is-kept = I don't keep anything about you.
export-or-delete = Say `data export` to get everything I keep about you as a file, or `data delete` to have it forgotten.
data-needs-direct-messages = I can't send you direct messages. Use `/data what:export` instead: only you see the answer.

## What two people agree on: clocks and hints

clock-missing = “{ $word }” alone isn't a clock. Name one, like `daily` or `3d+12h`: { $clocks }. For a match without a clock, say `no clock`.
bad-clock = “{ $clock }” isn't a clock I know. Take one of these: { $clocks }. Or write your own, like `3d+12h` (three days, and twelve hours more for each move), `15+10` (15 minutes, and ten seconds more), or `1 day` (a day for each move), and add `cap=5d` (the most that you can save up, so no less than you begin with), `soft`, or `weekends off` if you like.
weekends-alone = Does the clock run on weekends? Say `weekends off` if it's to stand still while it's Saturday or Sunday anywhere in the world, or `weekends on` if it's to run.
none-with-manner = A match without a clock can't have “{ $word }”. Name a clock, like `daily`, or leave that out.
clock-too-long = `{ $time }` is too long: no time of a clock may be longer than { $most } days. For a match without a clock, say `no clock`.
clock-too-short = `{ $time }` is too short: each side needs at least a minute.
clock-cap-too-small = A cap of `{ $cap }` is less than the `{ $reserve }` that each side begins with. Take `cap={ $reserve }` or more, or leave it out.
rated-without-hints = A match with hints can't be rated. Leave out `hints` or `rated`.
play-has-no-clock = I answer at once, so matches against me have no clock: take all the time you need. For a match with a clock, use `/challenge`.
challenge-needs-no-level = Levels are for matches against me, and people play as well as they can: leave out the level. To play against me, use `play`.
end-own-match = You play in match { $match } yourself, so another moderator has to end it. You can `resign`, or offer a `draw`.
play-needs-no-hints = Against me you can always ask for hints in a casual match: press Hint under the board. Leave out `hints`, and add `casual`.

## Care: limits, blocks, moderators

too-many-challenges-here = There are already { $count } open challenges in this channel. Accept one of them, or try another channel.
too-many-challenges-in-server = There are already { $count } open challenges in this server. Accept one of them, or wait until some have expired.
too-many-challenges-a-day = You've made { $count } challenges in the last day, which is as many as you may. Play one of your matches, or try again tomorrow.
too-many-challenges-to-one = You've challenged { $player } { $count } times in the last day. Give them some time, or leave the name out so anyone can accept.
challenge-still-open = You've already challenged { $player } to exactly this, and [that challenge](https://discord.com/channels/{ $address }) is still open. Wait for an answer, or take it back with `/withdraw`.
declined-too-often = { $player } has declined { $count } of your challenges in the last day. Try again tomorrow, or challenge somebody else.
cannot-meet = You and { $player } can't play each other right now.
blocked-by-you = You've blocked { $player }. Use `/unblock` first.
versus-oneself = That's you. Name the person against whom you've played: `/versus`, or mention them.
versus-whom = Against whom? Mention a player, like `versus @friend`, or use `/versus`.
leaderboard-without-you = You aren't in this leaderboard: it has those who have finished a rated match of { $game } in the last 30 days. (Whoever stays off the global leaderboards in `/settings` is only in those of servers.)
stats-only-in-servers = These are the numbers of a server, and this isn't one. `/leaderboard` and `/profile` work here.
profile-of-parlor = That's me! **Bot Levels** under `/leaderboard` shows how strong each level is.
block-oneself = You can't block yourself.
block-whom = Who is it? Type @ and choose the person from Discord's list.
too-many-blocked = You've blocked { $most } people, which is as many as I can remember. Remove one with `/unblock`.
engine-is-not-blocked = That's me, and I never challenge anybody.
not-blocked = You haven't blocked { $player }.
blocks-in-private = Everybody here could read it. Use `/block` without a name: only you see the list.
no-matches-here = Matches aren't played in this channel{ $known ->
    [yes] , but they are in { $channels }
   *[no] {""}
  }. You can also play me in direct messages.
too-many-channels = I can remember { $most } channels at most.
only-for-moderators-of-the-server = That's about the whole server: you need the permission to manage messages everywhere in it, or to manage the server.
only-for-moderators = Only moderators can do that: you need the permission to manage messages here, or to manage the server.
only-in-a-server = That's only for servers: here it's just you and me.
end-which-match = Which match? Say its number, like `{ $prefix }parlor end #17`.
channel-word-missing = Allow new matches here? Say `on`, `off`, `only` (matches only in the channels marked this way), or `everywhere`.
bad-channel-word = I don't understand “{ $text }”. Use `on`, `off`, `only` (matches only in the channels marked this way), or `everywhere`.
bad-default = I don't understand “{ $text }”. Say `game=loa`, `clock=daily`, or `threads=on`; `game=none` and `clock=none` clear them.
watch-own-match = You're playing match { $match } yourself, so you see every board anyway.
too-many-watchers = { $most } people are already watching match { $match }, and that's the most I can ping. Try again when somebody stops watching.
watch-needs-thread = Match { $match } has no thread of its own to follow. To be pinged for each new board instead, say `/watch`.
bad-watch-word = I don't understand “{ $text }” here. Say the number of the match, or `pings off`.
not-watching = You aren't watching match { $match }.
not-watching-but-following = I don't ping you about match { $match }. If you follow it in { $thread }, leave that thread to stop.
last-only-channel = This is the only channel where matches may begin; without it, they could begin everywhere. Mark another channel `only` first, or lift all limits with `everywhere`.
watching-nothing = You aren't watching any match.
watching-several = You're watching several matches. Say which one: { $matches }.

## Where the bot was brought along

no-clock-outside = I'm not part of this conversation and can only answer commands here, so I couldn't tell anybody when time is up. Leave out the clock, or play in a server that I'm in.
rematch-there = I'm not part of the conversation where you played match { $match }, so I can't post anything there now. Ask for the rematch there.
rematch-place-gone = The place where you played match { $match } is gone, so a rematch can't begin there. Begin a new match with `/challenge` or `/play`, with the same rules.
not-in-this-server = I'm not a member of this server, so I can't post boards here. Ask somebody who manages it to add me, or play me in direct messages.

# Too much at once
too-fast = That's faster than I can keep up with. Please try again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }.
busy-channel = So much is going on in this channel that I can't keep up. Please try again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }, or play in another channel.
busy-server = So much is going on in this server that I can't keep up. Please try again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }.
much-effort = You've given me a lot of work in a short time. Please ask again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }.
much-effort-in-channel = People in this channel have given me a lot of work in a short time. Please ask again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }.
much-effort-in-server = People in this server have given me a lot of work in a short time. Please ask again in { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }.
