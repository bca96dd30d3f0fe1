//! What people can do wrong: each command by a stranger, in a match that is over, and where the bot may not write; old
//! controls; and two who act at once.

use std::time::Duration;

use games::board::Side;
use games::{Outcome, Reason};
use play::decide::MoveInput;
use play::{MatchChoice, MatchId, OfferKind};
use playground::Trouble;

use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};
use crate::support::looking::{board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// What a command is given.
type Options = &'static [(&'static str, &'static str)];

/// The commands that do something in a match, and what they are given besides its number.
const COMMANDS: [(&str, Options); 9] = [
    ("claim", &[]),
    ("draw", &[]),
    ("hint", &[]),
    ("move", &[("move", "d1-b3")]),
    ("pause", &[]),
    ("prepare", &[("lines", "h5-g4 b1-b4")]),
    ("resign", &[]),
    ("resume", &[]),
    ("takeback", &[]),
];

const MATCH: Options = &[("match", "1")];

/// What a stranger is told who wants to do something in a match.
const STRANGER: &str = "You're not playing in match #1";

/// The commands that answer in a way of their own: what they are given, what a stranger is told while a match goes on, and
/// what one of its players once it is over.
const OTHERS: [(&str, Options, &str, &str); 12] = [
    ("abort", MATCH, STRANGER, "Match #1 is over"),
    ("analyze", MATCH, STRANGER, "There's nothing to review in match #1"),
    ("board", MATCH, "**Lines of Action** #1", "**Lines of Action** #1"),
    ("watch", MATCH, "You're watching match #1", "You're playing match #1 yourself"),
    ("unwatch", MATCH, "You aren't watching match #1 anymore", "You aren't watching match #1."),
    ("accept", &[], "There's no open challenge for you", "There's no open challenge for you"),
    ("decline", &[], "There's no open challenge for you", "There's no open challenge for you"),
    ("withdraw", &[], "You don't have an open challenge or offer", "You don't have an open challenge or offer"),
    ("away", &[], "You're not away", "You're not away"),
    ("block", &[], "You haven't blocked anybody", "You haven't blocked anybody"),
    ("settings", &[], "**Your settings**", "**Your settings**"),
    ("rematch", MATCH, STRANGER, "Your opponent has been asked for a rematch"),
];

/// What somebody alone reads after a command on match 1.
async fn answer(person: &Person, name: &str, options: Options) -> Message {
    told(person, name, &[options, MATCH].concat()).await
}

/// What somebody alone reads after a command.
async fn told(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let before = person.last_id().await;
    person.slash(name, options).await;
    let is_answer = |it: &Message| it.id > before && it.ephemeral && !it.content.is_empty();
    person.wait_for(&format!("an answer to {name}"), is_answer).await
}

/// Presses a button of a message as it was, and expects to be told something.
async fn press_and_be_told(person: &Person, message: &Message, label: &str, expected: &str) {
    let before = person.last_id().await;
    person.press(message, label).await;
    let is_told = |it: &Message| it.id > before && it.ephemeral && it.says(expected);
    person.wait_for(&format!("“{expected}” for {label}"), is_told).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_does_nothing_in_a_match() {
    let stage = TestBot::start().await;
    stage.begin("casual hints").await;
    let cid = stage.person("Cid");
    for (name, options) in COMMANDS {
        let told = answer(&cid, name, options).await;
        assert!(told.content.contains(STRANGER), "{name}: {}", told.content);
    }
    for (name, options, expected, _) in OTHERS {
        let told = told(&cid, name, options).await;
        assert!(told.content.contains(expected), "{name}: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_in_a_match_that_is_over() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual hints").await;
    ann.give_up(1).await;
    bob.wait_for("the end", says("🏁")).await;
    for (name, options) in COMMANDS {
        let told = answer(&bob, name, options).await;
        assert!(told.content.contains("Match #1 is over"), "{name}: {}", told.content);
    }
    for (name, options, _, expected) in OTHERS {
        let told = told(&bob, name, options).await;
        assert!(told.content.contains(expected), "{name}: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_where_the_bot_may_not_write_is_answered_and_kept() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual hints 1d").await;
    stage.playground.deny_posting(ann.channel, true);
    for (name, options) in COMMANDS {
        let told = answer(&ann, name, options).await;
        assert!(!told.content.contains("Something broke"), "{name}: {}", told.content);
    }
    stage.playground.deny_posting(ann.channel, false);
    // A channel that has just refused something is left alone for two seconds.
    tokio::time::sleep(Duration::from_secs(3)).await;
    // It may have been tried so often that it waits until somebody acts.
    let played = answer(&bob, "move", &[("move", "h5-g4")]).await;
    assert!(played.content.contains("You played **h5-g4**"), "{}", played.content);
    bob.wait_for("the board with all moves, one of them prepared", board_of("loa", 1, 3)).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_no_board_is_done_where_the_bot_may_not_write() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual hints 1d").await;
    let cid = stage.person("Cid");
    ann.say("!challenge @Bob loa casual").await;
    let is_open = |it: &Message| says("challenges you to")(it) && it.labels().contains(&"Accept");
    let card = bob.wait_for("another challenge", is_open).await;
    stage.playground.deny_posting(ann.channel, true);
    let deeds: [(&Person, &str, Options, &str); 14] = [
        (&ann, "abort", MATCH, "Do you want to abort it?"),
        (&ann, "analyze", MATCH, "**Match #1**: Black to move"),
        (&ann, "board", MATCH, "I can't post boards in this channel"),
        (&ann, "pause", MATCH, "I can't post boards in this channel"),
        (&ann, "settings", &[], "**Your settings**"),
        (&ann, "away", &[("days", "5")], "You're away until"),
        (&ann, "block", &[("person", "Cid")], "can't challenge you anymore"),
        (&ann, "rematch", MATCH, "I can't post boards in this channel"),
        (&bob, "accept", &[], "I can't post boards in this channel"),
        (&bob, "decline", &[], "You declined the challenge"),
        (&cid, "board", MATCH, "**Lines of Action** #1"),
        (&cid, "unwatch", MATCH, "You aren't watching match #1."),
        (&cid, "watch", MATCH, "You're watching match #1"),
        (&cid, "rematch", MATCH, "I can't post boards in this channel"),
    ];
    for (person, name, options, expected) in deeds {
        let told = told(person, name, options).await;
        assert!(told.content.contains(expected), "{name}: {}", told.content);
    }
    bob.wait_for("that it is declined", |it| it.id == card.id && it.says("declined")).await;

    stage.playground.deny_posting(ann.channel, false);
    // A channel that has just refused something is left alone for two seconds.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(told(&ann, "away", &[]).await.says("You're away until"));
    assert!(told(&ann, "block", &[]).await.says("You've blocked"));
    let played = answer(&ann, "move", &[("move", "d1-b3")]).await;
    assert!(played.content.contains("You played **d1-b3**"), "{}", played.content);
    let board = cid.wait_for("the board", board_of("loa", 1, 1)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_that_somebody_has_kept_since_an_earlier_move_do_nothing() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual hints 1d").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut kept: Vec<(&Person, Message, &str)> = Vec::new();
    for (person, labels) in
        [(&ann, &["Offer Draw", "Pause"][..]), (&bob, &["Offer Draw", "Pause", "Prepare Replies"][..])]
    {
        person.press(&board, "⋯").await;
        let panel = person.wait_for("the panel", |it| it.ephemeral && it.labels().contains(&"Settings")).await;
        kept.extend(labels.iter().map(|label| (person, panel.clone(), *label)));
        kept.push((person, answer(person, "resign", &[]).await, "Yes, Abort It"));
    }
    ann.say("!move d1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    for (person, message, label) in &kept {
        press_and_be_told(person, message, label, "That board is out of date").await;
    }
    bob.say("!move h5-g4").await;
    let next = ann.wait_for("the match goes on", board_of("loa", 1, 2)).await;
    assert!(!next.content.contains("offers a draw"), "{}", next.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_offered_is_answered_by_the_opponent_and_once() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual 1d").await;
    let cid = stage.person("Cid");
    for text in ["d1-b3", "h5-g4", "b1-b4", "g4xg1"] {
        let player = if text.starts_with(['d', 'b']) { &ann } else { &bob };
        told(player, "move", &[("move", text), ("match", "1")]).await;
    }
    for (name, label) in [("draw", "Accept Draw"), ("pause", "Agree to Pause"), ("takeback", "Allow Takeback")] {
        answer(&bob, name, &[]).await;
        let board = ann.wait_for("the offer", |it| it.labels().contains(&label)).await;
        for (person, told) in [(&cid, STRANGER), (&bob, "That was your own offer")] {
            press_and_be_told(person, &board, label, told).await;
        }
        told(&bob, "withdraw", &[]).await;
        press_and_be_told(&ann, &board, label, "There's no").await;
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_accept_an_open_challenge_at_once_one_plays_and_the_other_is_told() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    ann.say("!challenge loa casual black").await;
    let card = bob.wait_for("the open challenge", says("Who's in?")).await;
    // The card has its buttons long enough for both.
    let path = format!("/messages/{}", card.id);
    stage.playground.spoil(move |method, asked| match method == "PATCH" && asked.ends_with(&path) {
        true => Trouble::Late(Duration::from_secs(2)),
        false => Trouble::None,
    });
    tokio::join!(bob.press(&card, "Accept"), cid.press(&card, "Accept"));
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let late = if board.says(&format!("<@{}>", bob.id)) { &cid } else { &bob };
    let is_told = |it: &Message| it.ephemeral && it.says("This challenge has been accepted: match #1");
    late.wait_for("that it is too late", is_told).await;
    ann.wait_for("that it is accepted", |it| it.id == card.id && it.says("Accepted: match #1")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 1);
    stage.finish().await;
}

/// A match of Ann and Bob in which both have moved twice, and Ann is to move.
async fn moved_twice(desk: &TestHost, clock: Option<&str>) -> MatchId {
    let id = desk.begin(clock).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    id
}

#[tokio::test]
async fn two_who_ask_for_a_takeback_at_once_take_back_once() {
    let desk = TestHost::open().await;
    let id = moved_twice(&desk, None).await;
    let ask = |user| desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Takeback);
    let (one, other) = tokio::join!(ask(ANN), ask(BOB));
    assert!(one.is_ok() && other.is_ok());
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert!([2, 3].contains(&current.plies()), "whoever has asked first is to move again: {:?}", current.moves);
    assert_eq!((current.version(), current.offers.pending), (5, None), "each takeback counts, and there was one");
}

#[tokio::test]
async fn a_win_is_claimed_or_a_move_is_played_and_never_both() {
    for claims_first in [true, false] {
        let desk = TestHost::open().await;
        let id = moved_twice(&desk, Some("1d soft")).await;
        desk.pass(25).await;
        let claim = desk.host.claim(asker(BOB), MatchChoice::Number(id));
        let play = desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("b4-e7"));
        let (claimed, played) = if claims_first {
            tokio::join!(claim, play)
        } else {
            let (played, claimed) = tokio::join!(play, claim);
            (claimed, played)
        };
        let current = desk.store.find_match(id).await.unwrap().unwrap();
        let won = Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime };
        match (claimed, played) {
            (Ok(_), late) => {
                let code = refusal(late).code;
                assert!(["match-has-ended", "too-late"].contains(&code), "{code}");
                assert_eq!((current.outcome, current.plies()), (Some(won), 4));
            }
            (late, Ok(_)) => {
                assert_eq!(refusal(late).code, "nothing-to-claim-on-your-turn");
                assert_eq!((current.outcome, current.plies()), (None, 5));
            }
            (Err(one), Err(other)) => panic!("neither is done: {one}, {other}"),
        }
    }
}

#[tokio::test]
async fn of_two_who_resign_at_once_one_loses() {
    let desk = TestHost::open().await;
    let id = moved_twice(&desk, None).await;
    let resign = |user| desk.host.resign(asker(user), MatchChoice::Number(id));
    let (one, other) = tokio::join!(resign(ANN), resign(BOB));
    let winner = if one.is_ok() { Side::Second } else { Side::First };
    assert!(one.is_ok() != other.is_ok(), "only one of them has resigned");
    let late = if one.is_ok() { refusal(other) } else { refusal(one) };
    assert!(["match-has-ended", "too-late"].contains(&late.code), "{}", late.code);
    let outcome = desk.store.find_match(id).await.unwrap().unwrap().outcome;
    assert_eq!(outcome, Some(Outcome { winner: Some(winner), reason: Reason::Resigned }));
}

#[tokio::test]
async fn two_who_offer_the_same_at_once_agree() {
    let desk = TestHost::open().await;
    let id = moved_twice(&desk, Some("1d")).await;
    let offer = |user, kind| desk.host.offer(asker(user), MatchChoice::Number(id), kind);
    let current = async || desk.store.find_match(id).await.unwrap().unwrap();

    let (one, other) = tokio::join!(offer(ANN, OfferKind::Pause), offer(BOB, OfferKind::Pause));
    assert!(one.is_ok() && other.is_ok());
    let paused = current().await;
    assert_eq!((paused.offers.pending, paused.clock.since), (None, None), "the clock stands still");

    let resume = |user| desk.host.resume(asker(user), MatchChoice::Number(id));
    let (one, other) = tokio::join!(resume(ANN), resume(BOB));
    assert!(one.is_ok() || other.is_ok());
    for late in [one, other].into_iter().filter(Result::is_err) {
        let code = refusal(late).code;
        assert!(["not-paused", "too-late"].contains(&code), "{code}");
    }
    assert!(current().await.clock.since.is_some(), "the clock runs");

    let (one, other) = tokio::join!(offer(ANN, OfferKind::Draw), offer(BOB, OfferKind::Draw));
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(current().await.outcome, Some(Outcome { winner: None, reason: Reason::Agreed }));
}
