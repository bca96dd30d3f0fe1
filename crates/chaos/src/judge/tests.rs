//! A judge that finds nothing is worthless: each kind of fault is found, and only that.

use games::{GAMES, Outcome, Ruleset};
use playground::ids;
use serde_json::{Value, json};

use super::*;
use play::{Agreement, ChannelId, LiveBoard, NewMatch, Offer, Place, Seat};

/// A message of the bot with that picture, text, and button.
fn message(id: u64, picture: &str, content: &str, button: &str) -> SeenMessage {
    let attachments = if picture.is_empty() { json!([]) } else { json!([{ "filename": picture }]) };
    let button = json!({ "type": 1, "components": [{ "type": 2, "custom_id": button }] });
    let components: Vec<Value> = if button["components"][0]["custom_id"] == "" { Vec::new() } else { vec![button] };
    let message = json!({ "id": id.to_string(), "author": { "bot": true }, "content": content, "ephemeral": false,
        "attachments": attachments, "components": components, "pings": [ids::ANN.to_string()] });
    serde_json::from_value(message).unwrap()
}

/// The evidence of a run in which Ann and Bob have made one move each, and nothing was wrong.
fn sound() -> Evidence {
    let seats = [ids::ANN, ids::BOB].map(|it| Seat::User(UserId(it)));
    let place = Place { guild: None, channel: ChannelId(ids::GAMES) };
    let (ruleset, agreement) = (Ruleset::default_of(GAMES[0].info()), Agreement::default());
    let new = NewMatch {
        place,
        ruleset,
        seats,
        rated: true,
        agreement,
        challenge: None,
        rematch_of: None,
        opening: None,
        is_guided: false,
        voting: play::votes::Voting::default(),
    };
    let mut current = new.begun(MatchId(1), Timestamp::UNIX_EPOCH);
    current.moves = ["d1-b3", "h5-g4"].map(str::to_owned).to_vec();
    current.delivery.live_board =
        Some(LiveBoard { message: play::MessageId(12), revision: None, plies: 2, is_told: true });
    let mut evidence = Evidence { matches: vec![current.clone()], ..Evidence::default() };
    for (text, person) in current.moves.iter().zip([ids::ANN, ids::BOB]) {
        evidence.history.note_sent(SentMove { match_id: 1, person, text: text.clone() });
    }
    evidence.history.accept(1, 0, &current.moves);
    let boards = vec![
        message(10, "loa-1-0.png", "It's your turn", ""),
        message(11, "loa-1-1.png", "Ann played **d1-b3**", ""),
        message(12, "loa-1-2.png", "Bob played **h5-g4**", "1:legal:1:2@a"),
    ];
    evidence.seen.note(ids::GAMES, boards.clone());
    evidence.messages = boards;
    evidence.logs = vec![("bot-1.log".to_owned(), "all is well\n".to_owned())];
    evidence
}

/// Ends the match, and rates it as wanted or not.
fn rate(evidence: &mut Evidence, is_right: bool) {
    let current = &mut evidence.matches[0];
    let end = Outcome { winner: Some(games::board::Side::First), reason: Reason::Resigned };
    current.outcome = Some(end);
    let changes = current.rating_changes([play::Rating::default(); 2], end, u32::from(!is_right));
    let changes: Vec<play::RatingChange> = changes.into_iter().map(|it| it.0).collect();
    evidence.ratings = changes.iter().map(|it| (it.user, [Some(it.after); 2])).collect();
    evidence.rated = vec![RatedMatch { current: current.clone(), changes }];
}

/// The board of the match after its last move.
const LAST: BoardName = BoardName { match_id: 1, version: 2 };

type Spoil = fn(&mut Evidence);

/// A way to break each promise.
const FAULTS: [(&str, Spoil); 24] = [
    ("every match replays under the referee", |it| it.broken.push("a row".to_owned())),
    ("every match replays under the referee", |it| it.matches[0].ruleset = games::read_ruleset("clobber").unwrap()),
    ("no accepted move is lost or changes its place", |it| drop(it.matches[0].moves.pop())),
    ("no accepted move is lost or changes its place", |it| it.matches.clear()),
    ("no accepted move is lost or changes its place", |it| it.matches[0].moves.swap(0, 1)),
    ("every board that was shown has the stored moves", |it| {
        let board = it.seen.boards.get_mut(&LAST).unwrap();
        board.listed.insert(vec!["a1-a2".to_owned()]);
    }),
    ("no move is played more often than it was sent", |it| drop(it.history.sent.pop_first())),
    ("nothing is agreed on that was not offered", |it| {
        it.matches[0].outcome = Some(Outcome { winner: None, reason: Reason::Agreed });
    }),
    ("nothing is agreed on that was not offered", |it| {
        it.history.accept(1, 2, &["d1-b3".to_owned()]);
    }),
    ("nothing that is due is left undone", |it| it.undone.push("a match is due".to_owned())),
    ("the latest state of each match was shown", |it| drop(it.seen.boards.remove(&LAST))),
    ("no board is shown twice", |it| {
        for version in [1, 2] {
            let board = it.seen.boards.get_mut(&BoardName { version, ..LAST }).unwrap();
            board.messages[0].insert(20, BoardMessage::default());
        }
    }),
    ("nobody is pinged by the same board twice", |it| {
        let board = it.seen.boards.get_mut(&LAST).unwrap();
        let first = board.messages[0][&12].clone();
        board.messages[0].insert(20, first);
    }),
    ("only the live board has controls", |it| {
        it.messages.extend([20, 21].map(|id| message(id, "loa-1-1.png", "", "1:legal:1:1@a")));
    }),
    ("controls out of date go away at the first touch", |it| it.touched.push(("message 20".to_owned(), false))),
    ("only open challenges have controls", |it| it.cards.push((7, Some(ChallengeState::Declined)))),
    ("whoever is offered something is asked", |it| {
        it.matches[0].offers.pending = Some(Offer { by: games::board::Side::First, kind: OfferKind::Draw });
    }),
    ("nobody is reminded of the same turn twice", |it| drop(it.seen.reminders.insert(LAST, [30, 31].into()))),
    ("whoever lets time pass is reminded", |it| it.history.slept = [LAST].into()),
    ("nobody is told of the same departure twice", |it| drop(it.seen.departures.insert(LAST, [30, 31].into()))),
    ("nobody is told directly of the same board twice", |it| {
        let told = [40, 41].map(|id| message(id, "", "Your turn: https://discord.com/channels/1/2/3", ""));
        it.seen.note(DIRECT_CHANNEL, told.to_vec());
    }),
    ("whoever lets the time run out has lost", |it| it.history.overslept = [LAST].into()),
    ("no bot panics", |it| it.logs[0].1 += "thread 'main' panicked at src/main.rs:1:1:\n"),
    ("ratings follow from the results", |it| rate(it, false)),
];

fn broken(evidence: Evidence) -> Vec<&'static str> {
    evidence.judge().iter().filter(|it| !it.is_kept()).map(|it| it.promise).collect()
}

#[test]
fn a_sound_run_breaks_no_promise() {
    assert_eq!(broken(sound()), [""; 0]);
    let mut rated = sound();
    rate(&mut rated, true);
    assert_eq!(broken(rated), [""; 0]);
}

#[test]
fn each_fault_is_found() {
    for (promise, spoil) in FAULTS {
        let mut evidence = sound();
        spoil(&mut evidence);
        let broken = broken(evidence);
        assert!(broken.contains(&promise), "{promise}: {broken:?}");
    }
    for check in sound().judge() {
        assert!(FAULTS.iter().any(|it| it.0 == check.promise), "nothing breaks: {}", check.promise);
    }
}

#[test]
fn a_board_may_be_shown_again_once_it_is_gone_or_asks_something_new() {
    let again = |asks, is_removed: bool| {
        let mut evidence = sound();
        for version in [1, 2] {
            let board = evidence.seen.boards.get_mut(&BoardName { version, ..LAST }).unwrap();
            board.messages[0].insert(20, BoardMessage { asks, ..BoardMessage::default() });
        }
        evidence.removed.extend([11, 12].into_iter().filter(|_| is_removed).map(|it| (it, 19)));
        broken(evidence)
    };
    assert_eq!(again(false, true), [""; 0]);
    assert_eq!(again(true, false), [""; 0]);
    assert_eq!(again(false, false), ["no board is shown twice"]);
}

#[test]
fn a_board_that_changed_in_place_may_be_posted_once_for_whoever_has_not_moved() {
    // The messages that showed each position; those from 20 on were posted, and ping.
    let broken_by = |shown: [&[u64]; 3]| {
        let mut evidence = sound();
        for (version, messages) in shown.into_iter().enumerate() {
            let pings = |it: u64| if it < 20 { BTreeSet::new() } else { [ids::ANN].into() };
            let seen = |it: &u64| (*it, BoardMessage { pings: pings(*it), ..BoardMessage::default() });
            let board = evidence.seen.boards.get_mut(&BoardName { version: version as u32, ..LAST }).unwrap();
            board.messages[0] = messages.iter().map(seen).collect();
        }
        broken(evidence)
    };
    assert_eq!(broken_by([&[10], &[11, 20], &[12, 21]]), ["no board is shown twice"]);
    assert_eq!(broken_by([&[10], &[10, 20], &[20, 21]]), [""; 0], "each message had shown the position before");
}

#[test]
fn one_doubled_board_and_one_stale_control_are_allowed_in_a_short_run() {
    let mut evidence = sound();
    evidence.seen.boards.get_mut(&LAST).unwrap().messages[0].insert(20, BoardMessage::default());
    evidence.messages.push(message(20, "loa-1-1.png", "", "1:legal:1:1@a"));
    assert_eq!(broken(evidence), [""; 0]);
}
