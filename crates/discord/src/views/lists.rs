//! Lists: a person's matches under way or over, and the matches or proposals of which one is chosen.

use super::board::{Appearance, Invitation, shown};
use super::{
    Button, Embed, MAX_OPTIONS, SelectMenu, SelectOption, SentenceFact, Style, View, numbered, say_about, say_of,
};
use crate::controls::{AnyonesAction, BoardAction, Control, MatchRequest, PersonalAction, TypedMove};
use crate::names::{PlayerNames, bare, with_names};
use games::Outcome;
use games::board::{Move, Side};
use jiff::Timestamp;
use play::ports::{Against, HistoryPage, MatchHistory};
use play::{Answer, Board, ChallengeId, Exercise, Match, MatchId, Proposal, ProposalId, Seat, UserId, deadlines};
use render::PictureError;
use texts::matches::player;
use texts::{Text, say};

/// How long a list in an embed may be: Discord takes 4,096 characters.
pub(super) const MAX_EMBED_CHARS: usize = 4000;

/// A person's matches under way, at least one, and which of them are set aside, with the names of the players. If others
/// can read the list, those played elsewhere are only counted.
pub fn matches(boards: &[Board], set_aside: &[MatchId], elsewhere: usize, user: UserId, names: &PlayerNames) -> View {
    let count = [("count", elsewhere.into())];
    if boards.is_empty() && set_aside.is_empty() {
        return View::text(say("games-only-elsewhere", &count));
    }
    let content = if elsewhere > 0 { say("games-elsewhere", &count) } else { Text::default() };
    let aside = set_aside.iter().map(|it| say_of("games-set-aside", *it));
    let lines = boards.iter().map(|it| with_names(match_line(it, user), names)).chain(aside);
    let text = Text::lines_within(MAX_EMBED_CHARS, lines);
    let waits = boards.iter().any(|it| it.current.side_of(user) == Some(it.position.to_move()));
    let view = View { content, ..View::embed(Embed { title: say("games-title", &[]), text, ..Embed::default() }) };
    view.with_buttons(waits.then(|| next_button(MatchId(0))))
}

/// The button that leads to the next board that waits for the presser.
fn next_button(after: MatchId) -> Button {
    Button::new(Control::Anyone(AnyonesAction::NextBoard(after)), "button-next", Style::Primary)
}

/// A board that waits for its player, a link to it, and a button for the next of those that wait.
pub fn next_board(board: &Board, appearance: Appearance, waiting: usize) -> Result<View, PictureError> {
    let view = shown(board, appearance, Invitation::None)?;
    let next = (waiting > 1).then(|| next_button(board.current.id));
    Ok(view.with_buttons([Button::link(link(board), "button-go")].into_iter().chain(next)))
}

/// The side that `user` plays; for others, the side to move.
fn side_for(board: &Board, user: UserId) -> Side {
    board.current.side_of(user).unwrap_or(board.position.to_move())
}

fn match_line(board: &Board, user: UserId) -> Text {
    let mine = side_for(board, user);
    let key = if board.position.to_move() == mine { "games-my-turn" } else { "games-their-turn" };
    say_about(board, mine, key, &[("link", link(board).into()), ("time", time(board))])
}

/// Until when the side to move has time, or how long ago the last move was.
fn time(board: &Board) -> Text {
    let current = &board.current;
    let at = |key, time: Timestamp| say(key, &[("time", time.as_second().to_string().into())]);
    if current.clock.is_paused {
        return say("games-paused", &[]);
    }
    match deadlines::deadline(board).filter(|_| current.clock.control.is_some()) {
        Some(deadline) => at("games-time-ends", deadline.over_at),
        None if current.plies() == 0 => at("games-begun", current.updated_at),
        None => at("games-last-move", current.clock.since.unwrap_or(current.updated_at)),
    }
}

/// A link to the board of a match: the message, or at least the channel.
pub fn link(board: &Board) -> String {
    format!("https://discord.com/channels/{}", board.current.board_address())
}

/// How much of a name a label shows if it is the only one. Discord applies no markup to labels.
const MAX_NAME_CHARS: usize = 40;

/// A match as its player `user` sees it: `#12 · Lines of Action · against Bob · your turn`.
pub fn label(board: &Board, user: UserId, names: &PlayerNames) -> Text {
    let mine = side_for(board, user);
    let turn = if board.position.to_move() == mine { "mine" } else { "theirs" };
    let other = label_name(&board.current, mine.other(), names, MAX_NAME_CHARS);
    say("match-label", &[numbered(board.current.id), game(board), ("other", other), ("turn", turn.into())])
}

/// A match as everybody sees it: `#12 · Lines of Action · Ann – Bob · move 7`.
pub fn neutral_label(board: &Board, names: &PlayerNames) -> Text {
    let current = &board.current;
    let [first, second] = Side::BOTH.map(|it| label_name(current, it, names, MAX_NAME_CHARS / 2));
    let players = [("first", first), ("second", second), ("plies", current.plies().into())];
    say("match-label-of-others", &[&[numbered(current.id), game(board)][..], &players].concat())
}

/// What `user` has been asked, or has asked others.
pub fn proposal_label(proposal: &Proposal, user: UserId, names: &PlayerNames) -> Text {
    let offer = match proposal {
        Proposal::Challenge(challenge) => &challenge.offer,
        Proposal::Offer(board) => {
            let current = &board.current;
            let named = |side: Side| label_name(current, side.other(), names, MAX_NAME_CHARS);
            let other = current.side_of(user).map(named).unwrap_or_default();
            let kind = current.offers.pending.map_or("", |it| it.kind.name());
            return say(
                "proposal-offer",
                &[numbered(current.id), game(board), ("other", other), ("kind", kind.into())],
            );
        }
    };
    let game = ("game", offer.ruleset.info.name.into());
    let player = |user| ("player", short_name(user, names, MAX_NAME_CHARS));
    let proposal = match offer.opponent {
        None if offer.challenger == user => say("proposal-challenge-to-anyone", &[game]),
        Some(opponent) if offer.challenger == user => say("proposal-challenge-to", &[game, player(opponent)]),
        _ => say("proposal-challenge-by", &[game, player(offer.challenger)]),
    };
    // There may be several of the same game between the same people.
    let facts = [
        ("proposal", proposal),
        ("rules", offer.ruleset.to_string().into()),
        ("rated", offer.rated.into()),
        ("clock", offer.agreement.clock.map_or("none".into(), |it| it.to_string().into())),
    ];
    say("proposal-terms", &facts)
}

fn game(board: &Board) -> SentenceFact {
    ("game", board.current.ruleset.info.name.into())
}

/// Who plays a side, in at most this many characters.
fn label_name(current: &Match, side: Side, names: &PlayerNames, most: usize) -> Text {
    match (current.seat(side), player(current, side)) {
        (Seat::User(user), _) => short_name(user, names, most),
        (_, Text::Name(name)) => shortened(&bare(&name), most),
        (_, other) => other,
    }
}

fn shortened(name: &str, most: usize) -> Text {
    name.chars().take(most).collect::<String>().into()
}

/// The name of a person, in at most this many characters.
fn short_name(user: UserId, names: &PlayerNames, most: usize) -> Text {
    match names.get(&user).map(|it| bare(it)) {
        Some(name) if !name.is_empty() => shortened(&name, most),
        // A person who had a name has deleted it.
        Some(_) => say("former-player", &[]),
        None => say("somebody", &[]),
    }
}

/// Asks `user` which of these labeled proposals an answer is to; the choice gives it.
pub fn which_proposal(proposals: Vec<(ProposalId, Text)>, user: UserId, answer: Answer) -> View {
    let option = |(id, label): (ProposalId, Text)| SelectOption::new(label, proposal_word(id));
    let control = Control::of_person(user, PersonalAction::Reply(answer));
    let menu = SelectMenu::new(control, "menu-which-proposal", proposals.into_iter().map(option));
    View::text(say("which-proposal", &[("answer", answer.name().into())])).with_menu(menu)
}

/// A proposal as the value of an option.
fn proposal_word(id: ProposalId) -> String {
    match id {
        ProposalId::Challenge(id) => format!("challenge:{}", id.0),
        ProposalId::Offer(id) => format!("offer:{}", id.0),
        ProposalId::OfferAt(id, version, kind) => format!("offer:{}:{version}:{}", id.0, kind.name()),
    }
}

/// The proposal in the value of an option.
pub fn read_proposal(word: &str) -> Option<ProposalId> {
    match *word.split(':').collect::<Vec<_>>().as_slice() {
        ["challenge", id] => Some(ProposalId::Challenge(ChallengeId(id.parse().ok()?))),
        ["offer", id] => Some(ProposalId::Offer(MatchId(id.parse().ok()?))),
        ["offer", id, version, kind] => {
            Some(ProposalId::OfferAt(MatchId(id.parse().ok()?), version.parse().ok()?, kind.parse().ok()?))
        }
        _ => None,
    }
}

/// Asks `user` which of these labeled matches is meant; the choice carries out what was asked.
pub fn which_match(matches: Vec<(MatchId, Text)>, user: UserId, ask: MatchRequest) -> View {
    let count = matches.len();
    let asked = match ask {
        MatchRequest::Move(typed) => say("which-match-to-move-in", &[("move", typed.as_str().into())]),
        _ => say("which-match", &[]),
    };
    let more = (count > MAX_OPTIONS).then(|| say("which-match-of-more", &[("count", count.into())]));
    let option = |(id, label): (MatchId, Text)| SelectOption::new(label, id.0.to_string());
    let control = Control::of_person(user, PersonalAction::Pick(ask));
    let menu = SelectMenu::new(control, "menu-which", matches.into_iter().map(option));
    View::text(Text::lines([asked].into_iter().chain(more))).with_menu(menu)
}

/// Asks `user` whether a typed move belongs to the exercise that is open, or to one of these matches.
pub fn where_to_play(exercise: &Exercise, boards: &[Board], user: UserId, typed: TypedMove) -> View {
    let kind = match exercise {
        Exercise::Lesson(_) => "lesson",
        Exercise::Puzzle(_) => "puzzle",
    };
    let button = |action, label| Button::labeled(Control::of_person(user, action), label, Style::Secondary);
    let here = button(PersonalAction::TryOpen(typed), say("button-in-exercise", &[("exercise", kind.into())]));
    let in_match = |it: &Board| {
        let id = it.current.id;
        button(PersonalAction::PlayInstead(id, typed), say("button-in-match", &[numbered(id)]))
    };
    let facts = [("move", typed.as_str().into()), ("exercise", kind.into())];
    let asked = View::text(say("which-exercise-or-match", &facts));
    asked.with_buttons(std::iter::once(here).chain(boards.iter().take(MAX_MATCHES_OFFERED).map(in_match)))
}

/// How many matches have a button each beside an exercise.
const MAX_MATCHES_OFFERED: usize = 9;

/// Asks with a button whether somebody has mentioned a move in order to play it.
pub fn play_mentioned(current: &Match, user: UserId, chosen: Move) -> View {
    let control = Control::board(current, BoardAction::PlayMentioned(user, chosen));
    let label = say("button-play-mentioned", &[("move", chosen.into())]);
    View::text(say_of("play-mentioned", current.id)).with_buttons([Button::labeled(control, label, Style::Primary)])
}

/// A page of a person's matches that are over, with a menu to see them again and buttons for the pages beside it.
pub fn history(page: &HistoryPage, names: &PlayerNames) -> View {
    let of = &page.of;
    let lines = page.matches.iter().map(|it| with_names(history_line(it, of.user), names));
    let named = |key: &str, user: UserId| say(key, &[("player", with_names(user.mention().into(), names))]);
    let game = of.game.as_deref().and_then(games::find).map(|it| it.info().name.into());
    let against = match of.against {
        Against::Anybody => None,
        Against::Engine => Some(say("history-against-me", &[])),
        Against::Person(user) => Some(named("history-against", user)),
    };
    let title = [Some(named("history-title", of.user)), game, against];
    let title = Text::joined(" · ", title.into_iter().flatten());
    let text = match page.matches.is_empty() {
        true => say("history-none", &[]),
        false => Text::lines_within(MAX_EMBED_CHARS, lines),
    };
    let content = if of.channel.is_some() { say("history-here", &[]) } else { Text::default() };
    let to = |page: u32| Control::Anyone(AnyonesAction::History(MatchHistory { channel: None, ..of.clone() }, page));
    let newer = page.page.checked_sub(1).map(|it| Button::new(to(it), "button-newer", Style::Secondary));
    let older = (!page.is_last).then(|| Button::new(to(page.page + 1), "button-older", Style::Secondary));
    let view = View { content, ..View::embed(Embed { title, text, ..Embed::default() }) };
    let option =
        |it: &Match| SelectOption::new(say("history-option", &history_facts(it, of.user)), it.id.0.to_string());
    let replays = page.matches.iter().filter(|it| it.plies() > 0).map(option);
    let menu = SelectMenu::new(Control::Anyone(AnyonesAction::Replay), "menu-history", replays);
    view.with_menu(menu).with_buttons(newer.into_iter().chain(older))
}

/// A match that is over, in a line: how it ended for a person, against whom, and when.
fn history_line(current: &Match, user: UserId) -> Text {
    say("history-line", &history_facts(current, user))
}

fn history_facts(current: &Match, user: UserId) -> [SentenceFact; 8] {
    let own = current.side_of(user).unwrap_or(Side::First);
    let result = match current.outcome {
        Some(end) if !end.counts() => "aborted",
        Some(Outcome { winner: None, .. }) | None => "drawn",
        Some(Outcome { winner: Some(winner), .. }) if winner == own => "won",
        Some(_) => "lost",
    };
    [
        numbered(current.id),
        ("link", format!("https://discord.com/channels/{}", current.board_address()).into()),
        ("game", current.ruleset.info.name.into()),
        ("result", result.into()),
        ("other", player(current, own.other())),
        ("rated", current.rated.into()),
        ("plies", current.plies().into()),
        ("time", current.updated_at.as_second().to_string().into()),
    ]
}
