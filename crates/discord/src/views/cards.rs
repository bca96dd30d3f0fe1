//! The cards of challenges and of threads of matches, and the titles of threads: who offers what to whom, who plays where,
//! and what became of it; and the weekly digests of servers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::daily::daily;
use super::{Button, SentenceFact, Style, View, clock, numbered, say_of, why_casual};
use crate::controls::{ChallengeAction, Control, MatchAction};
use crate::names::{bare, with_names};
use games::Info;
use games::board::Side;
use play::decide::{RematchTerms, Rival};
use play::ports::{Post, WeeklyDigest};
use play::{Board, Challenge, ChallengeState, ChannelId, Match, Names, OwnThread, SideChoice, Stake};
use render::PictureError;
use texts::matches::{player, result};
use texts::{Text, say, side_name, summary};

/// What stands for a row in the chat, as it is first posted.
pub fn post(post: Post<'_>) -> Result<View, PictureError> {
    Ok(match post {
        Post::Challenge(open, stakes) => challenge(open, stakes, None),
        Post::MatchCard(board) => card(board, None),
        Post::WeeklyDigest(week) => digest(week),
        Post::Daily(puzzle) => daily(puzzle)?,
    })
}

/// The current state of a challenge, what the match can do to the ratings, if that is known, and the thread in which it is
/// played, if it has one. If the challenge is open and for one person, it notifies that person.
pub fn challenge(challenge: &Challenge, stakes: &[Stake], thread: Option<ChannelId>) -> View {
    let is_open = challenge.state == ChallengeState::Open;
    let how_to_win = say("challenge-summary", &[("summary", summary(challenge.offer.ruleset.info))]);
    let lines = [offer(challenge), how_to_win, terms(challenge, stakes), state(challenge)];
    let view = View {
        pings: challenge.offer.opponent.filter(|_| is_open).into_iter().collect(),
        ..View::text(Text::lines(lines.into_iter().chain(thread.map(place))))
    };
    if is_open { view.with_buttons(buttons(challenge)) } else { view }
}

fn offer(challenge: &Challenge) -> Text {
    let offer = &challenge.offer;
    let mut facts = vec![("challenger", offer.challenger.mention().into()), ("game", offer.ruleset.info.name.into())];
    facts.extend(offer.opponent.map(|it| ("opponent", it.mention().into())));
    say(if offer.opponent.is_some() { "challenge-offer" } else { "challenge-open-offer" }, &facts)
}

fn terms(challenge: &Challenge, stakes: &[Stake]) -> Text {
    let (offer, agreement, rules) = (&challenge.offer, challenge.offer.agreement, &challenge.offer.ruleset);
    let side = match offer.side {
        SideChoice::Take(side) => side_name(rules.sides()[side.index()].name),
        SideChoice::Random => say("side-random", &[]),
    };
    let rival = Rival::Person { hints: agreement.hints };
    let facts = [
        ("challenger", offer.challenger.mention().into()),
        ("rules", rules.to_string().into()),
        ("side", side),
        ("casual", why_casual(Some(offer.rated), rules, offer.side, rival).into()),
        ("stakes", super::stakes(stakes, |it| it.mention().into())),
        ("clock", agreement.clock.map_or("none".into(), clock::words)),
        ("thread", (agreement.thread == Some(OwnThread::Wanted)).into()),
        ("hints", agreement.hints.into()),
    ];
    say("challenge-terms", &facts)
}

fn state(challenge: &Challenge) -> Text {
    let offer = &challenge.offer;
    match challenge.state {
        ChallengeState::Open => say("challenge-expires", &[("time", offer.expires_at.as_second().to_string().into())]),
        ChallengeState::Accepted(id) => say_of("challenge-is-accepted", id),
        ChallengeState::Declined => {
            let opponent = offer.opponent.map(|it| it.mention()).unwrap_or_default();
            say("challenge-is-declined", &[("opponent", opponent.into())])
        }
        ChallengeState::Withdrawn => {
            say("challenge-is-withdrawn", &[("challenger", offer.challenger.mention().into())])
        }
        ChallengeState::Expired => say("challenge-is-expired", &[]),
    }
}

fn buttons(challenge: &Challenge) -> impl Iterator<Item = Button> {
    let button = |action, key: &str, style| Button::new(Control::of_challenge(challenge.id, action), key, style);
    let decline = button(ChallengeAction::Decline, "button-decline", Style::Danger);
    let buttons = [
        Some(button(ChallengeAction::Accept, "button-accept", Style::Success)),
        challenge.offer.opponent.map(|_| decline),
        Some(button(ChallengeAction::Withdraw, "button-withdraw", Style::Secondary)),
        Some(button(ChallengeAction::Rules, "button-rules", Style::Secondary)),
    ];
    buttons.into_iter().flatten()
}

/// How long the title of a thread may be.
const MAX_TITLE_CHARS: usize = 100;

/// How much of a name the title contains.
const MAX_NAME_CHARS: usize = 32;

/// The title of a thread: the game, the players, and the result, if there is one. Names are as long as fits.
pub fn title(board: &Board, names: &Names) -> Text {
    let of = |most| title_with(board, Side::BOTH.map(|side| name(board, names, side, most)));
    Text::FirstFitting((1..=MAX_NAME_CHARS).rev().map(of).collect(), MAX_TITLE_CHARS)
}

fn title_with(board: &Board, names: [Text; 2]) -> Text {
    let current = &board.current;
    let winner = current.outcome.and_then(|it| it.winner);
    let state = match current.outcome {
        None => "under-way",
        Some(_) if winner.is_some() => "won",
        Some(outcome) if outcome.counts() => "drawn",
        Some(_) => "aborted",
    };
    let won = winner.map(|it| names[it.index()].clone()).unwrap_or_default();
    let [first, second] = names;
    let game = short_name(current.ruleset.info).into();
    let facts = [("game", game), ("first", first), ("second", second), ("winner", won), ("state", state.into())];
    say("thread-title", &facts)
}

/// A game's initials, if it is known by them; otherwise its name.
fn short_name(info: &Info) -> String {
    let initials: String = info.name.split_whitespace().filter_map(|it| it.chars().next()).collect();
    if initials.eq_ignore_ascii_case(info.key) { info.key.to_uppercase() } else { info.name.to_owned() }
}

/// A player's name, in at most this many characters.
fn name(board: &Board, names: &Names, side: Side, most: usize) -> Text {
    let played_by = player(&board.current, side);
    let known = match &played_by {
        Text::Name(name) => name.as_str(),
        _ if board.current.seat(side).engine_level().is_some() => return played_by,
        _ => names.0[side.index()].as_deref().unwrap_or_default(),
    };
    let plain = bare(known).split_whitespace().collect::<Vec<_>>().join(" ");
    match plain.chars().count() {
        0 => say("thread-somebody", &[]),
        count if count <= most => plain.into(),
        _ => (plain.chars().take(most - 1).collect::<String>().trim_end().to_owned() + "…").into(),
    }
}

/// The card of a match that has no challenge, with a link to where it is played.
pub fn card(board: &Board, thread: Option<ChannelId>) -> View {
    View::text(Text::lines([players(board)].into_iter().chain(thread.map(place))))
}

fn players(board: &Board) -> Text {
    let current = &board.current;
    let [first, second] = Side::BOTH.map(|it| player(current, it));
    let game = current.ruleset.info.name.into();
    say("thread-card", &[numbered(current.id), ("game", game), ("first", first), ("second", second)])
}

/// Where a match is played.
fn place(thread: ChannelId) -> Text {
    say("thread-place", &[("thread", thread.mention().into())])
}

/// The card of a match that is over: how it ended, and how to go on.
pub fn ended(board: &Board) -> View {
    let current = &board.current;
    let result = current.outcome.map(|it| result(board, it));
    let thread = say("thread-ended", &[("thread", current.place.channel.mention().into())]);
    let again = Control::of_match(current.id, MatchAction::Rematch(RematchTerms::AsBefore));
    let lines = [players(board)].into_iter().chain(result).chain([thread]);
    View::text(Text::lines(lines)).with_button(again, "button-rematch", Style::Secondary)
}

/// How long a digest may be.
const MAX_DIGEST_CHARS: usize = 1900;

/// How many matches a digest tells of one by one, and how many players it names who have won most.
const MAX_RESULTS: usize = 10;
const MAX_WINNERS: usize = 3;

/// The longest match is named among so many.
const MIN_FOR_LONGEST: usize = 3;

/// What was played in a server in a week. It notifies nobody; a link to a match opens for whoever may read there.
fn digest(week: &WeeklyDigest) -> View {
    let matches = &week.matches;
    let games = tally(matches.iter().map(|it| it.ruleset.info.name)).into_iter();
    let games = games.map(|(game, count)| say("weekly-digest-game", &[("game", game.into()), ("count", count.into())]));
    let winners = tally(matches.iter().filter_map(|it| it.seat(it.outcome?.winner?).user()));
    let winners = winners.into_iter().filter(|it| it.1 > 1).take(MAX_WINNERS);
    let winners: Vec<Text> = winners
        .map(|(user, count)| say("weekly-digest-winner", &[("player", user.mention().into()), ("count", count.into())]))
        .collect();
    let winners = (!winners.is_empty()).then(|| say("weekly-digest-winners", &[("winners", Text::all_of(winners))]));
    let lines = [digest_title(week), Text::joined(" · ", games)].into_iter();
    let more = matches.len().saturating_sub(MAX_RESULTS);
    let more = (more > 0).then(|| say("weekly-digest-more", &[("count", more.into())]));
    // Among few matches, neither says much.
    let longest =
        matches.iter().max_by_key(|it| (it.plies(), Reverse(it.id))).filter(|_| matches.len() >= MIN_FOR_LONGEST);
    let longest = longest.map(|it| say("weekly-digest-longest", &result_facts(it)));
    let upset = week.upset.and_then(|upset| {
        let current = matches.iter().find(|it| it.id == upset.id)?;
        let [winner, loser] = [upset.winner, upset.loser].map(|it| it.round() as i64);
        let ratings = [("winner", winner.to_string().into()), ("loser", loser.to_string().into())];
        Some(say("weekly-digest-upset", &[&result_facts(current)[..], &ratings].concat()))
    });
    // The results come last: of them, only as many are told as there's room for.
    let lines = lines.chain(winners).chain(upset).chain(longest);
    let lines = lines.chain(matches.iter().take(MAX_RESULTS).map(result_line)).chain(more);
    View::text(with_names(Text::lines_within(MAX_DIGEST_CHARS, lines), &week.names))
}

/// The first line of a digest, which no other one has.
pub fn digest_title(week: &WeeklyDigest) -> Text {
    let facts = [("count", week.matches.len().into()), ("time", week.until.as_second().to_string().into())];
    say("weekly-digest", &facts)
}

/// A match that is over, in a line: who won against whom.
fn result_line(current: &Match) -> Text {
    say("weekly-digest-line", &result_facts(current))
}

fn result_facts(current: &Match) -> [SentenceFact; 7] {
    let winner = current.outcome.and_then(|it| it.winner);
    let first = winner.unwrap_or(Side::First);
    [
        numbered(current.id),
        ("link", format!("https://discord.com/channels/{}", current.board_address()).into()),
        ("game", current.ruleset.info.name.into()),
        ("result", if winner.is_some() { "won" } else { "drawn" }.into()),
        ("player", player(current, first)),
        ("other", player(current, first.other())),
        ("plies", current.plies().into()),
    ]
}

/// How often each of these occurs, what is most frequent first.
fn tally<T: Ord>(all: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_insert(0) += 1;
    }
    let mut counts: Vec<(T, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|it| Reverse(it.1));
    counts
}
