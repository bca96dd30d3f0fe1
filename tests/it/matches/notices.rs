//! How people hear of their turn: as each has chosen, once whatever happens, and in one message where several matches wait.

use discord::controls::SettingChoice;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::join_all;
use jiff::SignedDuration;
use play::ports::{AnnounceError, Clock as _, Unreachable};
use play::preferences::{Notices, Setting};
use play::{ChannelId, MatchChoice, OfferKind, Place, UserId};
use playground::Trouble;
use serde_json::json;

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal};
use crate::support::looking::{board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// Ann, who is Black, and Bob begin a match; its board.
async fn begin(ann: &Person, bob: &Person, id: u32) -> Message {
    let last = bob.last_id().await;
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", |it| it.id > last && says("challenges you to")(it)).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the first board", board_of("loa", id, 0)).await
}

/// Lets a person choose in the panel of settings; the panel after it.
async fn choose(person: &Person, choice: SettingChoice, value: &str) -> Message {
    person.slash("settings", &[]).await;
    let panel = person.wait_for("the panel", |it| it.ephemeral && says("Your settings")(it)).await;
    person.choose_setting(&panel, choice, value).await
}

/// Whether the bot has posted a text without a sound.
fn was_silent(stage: &TestBot, text: &str) -> bool {
    let requests = stage.playground.requests();
    let posted = requests
        .iter()
        .rev()
        .find(|it| it.method == "POST" && it.path.ends_with("/messages") && it.body["content"].as_str() == Some(text));
    posted.unwrap_or_else(|| panic!("nobody posted {text}")).body["flags"].as_u64().is_some_and(|it| it & 4096 != 0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_as_its_player_has_chosen() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let board = begin(&ann, &bob, 1).await;
    assert_eq!(board.pings, [ann.id.to_string()], "a mention, unless something else was chosen");
    assert!(!was_silent(&stage, &board.content));

    choose(&bob, SettingChoice::Notices, "silent").await;
    ann.say("!move d1-b3").await;
    let board = bob.wait_for("Bob's board", board_of("loa", 1, 1)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);
    assert!(was_silent(&stage, &board.content));

    choose(&ann, SettingChoice::Notices, "off").await;
    stage.look_away().await;
    bob.say("!move h5-g4").await;
    let board = ann.wait_for("Ann's board", board_of("loa", 1, 2)).await;
    assert!(board.pings.is_empty(), "{:?}", board.pings);

    // A direct message in place of the mention, once.
    choose(&bob, SettingChoice::Notices, "direct").await;
    stage.look_away().await;
    ann.say("!move b1-b4").await;
    let board = bob.wait_for("Bob's next board", board_of("loa", 1, 3)).await;
    assert!(board.pings.is_empty(), "{:?}", board.pings);
    let told = bob.dm().wait_for("the direct message", says("It's your turn")).await;
    assert!(told.content.contains(&format!("/{}", board.id)) && told.content.contains("#1"), "{}", told.content);

    // Where that is turned away, a mention without a sound, and the panel says so.
    stage.playground.deny_posting(bob.dm().channel, true);
    for (mover, text, version) in [(&bob, "g4-g1", 4), (&ann, "b4-e7", 5), (&bob, "a3-c1", 6), (&ann, "b3-e6", 7)] {
        stage.look_away().await;
        mover.say(&format!("!move {text}")).await;
        mover.wait_for(text, board_of("loa", 1, version)).await;
    }
    let board = bob.wait_for("the board after that", board_of("loa", 1, 7)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);
    assert!(was_silent(&stage, &board.content));
    bob.slash("settings", &[]).await;
    let closed = |it: &Message| it.ephemeral && says("I can't send you direct messages")(it);
    bob.wait_for("that they are closed", closed).await;
    let panel = choose(&bob, SettingChoice::Notices, "direct").await;
    let tried_again = |it: &Message| it.id == panel.id && !it.content.contains("can't");
    bob.wait_for("that they are tried again", tried_again).await;
    stage.finish_with_denials().await;
}

/// A reminder of which the bot did not hear names two matches; a third one waits when it is tried again.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_comes_to_an_unheard_reminder_is_reminded_of_too() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, 1).await;
    begin(&ann, &bob, 2).await;
    let direct = format!("/channels/{}/messages", ann.dm().channel);
    // Nor is it found again before the third match is there.
    let is_posted = AtomicBool::new(false);
    stage.playground.spoil(move |method, path| match (method, path.ends_with(&direct)) {
        ("POST", true) => {
            is_posted.store(true, Ordering::SeqCst);
            Trouble::Denied(503)
        }
        ("GET", true) if is_posted.load(Ordering::SeqCst) => Trouble::Failed(503),
        _ => Trouble::None,
    });
    stage.let_matches_rest().await;
    ann.dm().wait_for("the digest that nobody knows of", says("2 matches wait for you")).await;
    begin(&ann, &bob, 3).await;
    stage.playground.spoil_nothing();
    stage.let_matches_rest().await;
    stage.until("it is noted", || async { stage.count(NOT_REMINDED).await == 0 }).await;
    let (directly, here) = (ann.dm().messages().await, ann.messages().await);
    let reminders: Vec<&Message> = directly.iter().chain(&here).filter(|it| it.content.contains('⏰')).collect();
    for number in ["#1", "#2", "#3"] {
        let named = reminders.iter().filter(|it| it.content.contains(number)).count();
        assert_eq!(named, 1, "{number} in {}{}", ann.dm().dump().await, ann.dump().await);
    }
    stage.finish_allowing(&[503]).await;
}

/// The bot is killed before it has noted that it told somebody directly, and a reply is prepared meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_twice_of_a_turn_because_a_reply_was_prepared() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    choose(&bob, SettingChoice::Notices, "direct").await;
    let direct = format!("/channels/{}/messages", bob.dm().channel);
    let is_told = AtomicBool::new(false);
    stage.playground.spoil(move |method, path| match (method, path.ends_with(&direct)) {
        ("POST", true) if !is_told.swap(true, Ordering::SeqCst) => Trouble::Untold,
        // Discord lists it only later.
        ("GET", true) => Trouble::Changed(|messages| *messages = json!([])),
        _ => Trouble::None,
    });
    ann.say("!move d1-b3").await;
    bob.dm().wait_for("the direct message", says("It's your turn")).await;
    ann.slash("prepare", &[("lines", "h5-g4 b1-b4")]).await;
    ann.wait_for("what is prepared", |it| it.ephemeral && says("h5-g4")(it)).await;
    stage.kill().await;
    stage.restart().await;
    const OWED: &str = "SELECT COUNT(*) FROM matches WHERE shown_plies IS NULL OR shown_plies < ply";
    stage.until("it is noted", || async { stage.count(OWED).await == 0 }).await;
    let told = bob.dm().messages().await.into_iter().filter(says("It's your turn")).count();
    assert_eq!(told, 1, "{}", bob.dm().dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_matches_make_one_reminder_with_buttons() {
    let mut stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, 1).await;
    begin(&ann, &bob, 2).await;
    stage.let_matches_rest().await;
    let digest = ann.dm().wait_for("the digest", says("2 matches wait for you")).await;
    assert!(digest.content.contains("#1") && digest.content.contains("#2"), "{}", digest.content);
    assert!(!ann.messages().await.iter().any(|it| it.content.contains('⏰')), "nothing in the channel");

    // Killed before it was noted: the direct messages have it already.
    let done = "SELECT COUNT(*) FROM players WHERE reminding_until > 0";
    stage.until("nobody is being reminded", || async { stage.count(done).await == 0 }).await;
    stage.kill().await;
    stage.forget_reminders().await;
    stage.restart().await;
    stage.until("it is noted", || async { stage.count(NOT_REMINDED).await == 0 }).await;
    let digests = ann.dm().messages().await.iter().filter(|it| it.content.contains('⏰')).count();
    assert_eq!(digests, 1);

    // Of one match, where direct messages are turned away, in its channel.
    stage.playground.deny_posting(ann.dm().channel, true);
    stage.forget_reminders().await;
    for id in [1, 2] {
        ann.say(&format!("!move #{id} d1-b3")).await;
        bob.wait_for("her move", board_of("loa", id, 1)).await;
        bob.say(&format!("!move #{id} h5-g4")).await;
        ann.wait_for("his move", board_of("loa", id, 2)).await;
    }
    stage.let_matches_rest().await;
    let here = ann.wait_for("the reminder here", says("2 matches wait for you here")).await;
    assert_eq!(here.pings, [ann.id.to_string()]);

    // Only the reminded person is away, or hushes it.
    cid.press(&here, "I'm Away…").await;
    let first = cid.wait_for("that it is Ann's", |it| it.ephemeral && says("for \u{2068}")(it)).await;
    let (control, values) = here.menus().swap_remove(0);
    cid.choose(&here, &control, &values[0]).await;
    cid.wait_for("the same again", |it| it.id > first.id && it.ephemeral && says("for \u{2068}")(it)).await;
    for _ in 0..2 {
        let last = ann.last_id().await;
        ann.choose(&here, &control, &values[0]).await;
        ann.wait_for("that it is hushed", |it| {
            it.id > last && it.ephemeral && says("no more notices about this turn")(it)
        })
        .await;
    }
    ann.press(&here, "I'm Away…").await;
    let question = ann.wait_for("the question", |it| it.ephemeral && says("How long will it be?")(it)).await;
    let (control, days) = question.menus().swap_remove(0);
    assert_eq!(days, ["1", "3", "7", "14"]);
    ann.choose(&question, &control, "3").await;
    ann.wait_for("that she is away", |it| it.id == question.id && says("You're away until")(it)).await;

    // A control of an old turn, and of a match that is over.
    ann.say("!move #1 b1-b4").await;
    ann.wait_for("the next board", board_of("loa", 1, 3)).await;
    let last = ann.last_id().await;
    let (control, _) = here.menus().swap_remove(0);
    ann.choose(&here, &control, values.iter().find(|it| it.starts_with("1:")).unwrap()).await;
    ann.wait_for("that it is old", |it| it.id > last && it.ephemeral && says("out of date")(it)).await;
    ann.give_up(2).await;
    let last = ann.last_id().await;
    ann.choose(&here, &control, values.iter().find(|it| it.starts_with("2:")).unwrap()).await;
    ann.wait_for("that it is over", |it| it.id > last && it.ephemeral && says("is over")(it)).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_write_the_reminder_comes_once_it_may() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, 1).await;
    for channel in [ann.channel, ann.dm().channel] {
        stage.playground.deny_posting(channel, true);
    }
    stage.let_matches_rest().await;
    const TRIED: &str = "SELECT COUNT(*) FROM matches WHERE failures > 0 \
                         AND details ->> '$.reminders.reminded' IS NULL";
    stage.until("it was tried", || async { stage.count(TRIED).await == 1 }).await;
    stage.playground.deny_posting(ann.channel, false);
    for _ in 0..2 {
        stage.retry_now().await;
        ann.wait_for("the reminder", says("⏰")).await;
        stage.until("it is noted", || async { stage.count(NOT_REMINDED).await == 0 }).await;
    }
    assert_eq!(ann.messages().await.iter().filter(|it| it.content.contains('⏰')).count(), 1);

    // Of one match, its button is for the player to move.
    let reminder = ann.wait_for("the reminder", says("⏰")).await;
    for (person, answer) in [
        (stage.person("Cid"), "You're not playing in match #1"),
        (bob, "It isn't your turn"),
        (ann, "no more notices about this turn"),
    ] {
        person.press(&reminder, "Stop Reminding Me This Turn").await;
        person.wait_for(answer, |it| it.ephemeral && says(answer)(it)).await;
    }
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_reply_to_a_reminder_is_played() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    stage.let_matches_rest().await;
    let reminder = ann.wait_for("the reminder", says("⏰")).await;
    bob.reply(&reminder, "h5-g4").await;
    bob.wait_for("that it isn't his turn", says("It isn't your turn")).await;
    ann.reply(&reminder, "Thank you!").await;
    ann.reply(&reminder, "d1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    ann.reply(&reminder, "b1-b4").await;
    ann.wait_for("that it was about an earlier board", says("out of date")).await;
    stage.finish().await;
}

/// Counts the matches whose player has not been reminded.
const NOT_REMINDED: &str = "SELECT COUNT(*) FROM matches WHERE details ->> '$.reminders.reminded' IS NULL";

const CLOCK: Option<&str> = Some("3d+12h");

async fn set(desk: &TestHost, user: UserId, setting: Setting) {
    desk.host.set_preference(user, setting).await.unwrap();
}

#[tokio::test]
async fn matches_that_become_due_at_once_make_one_reminder() {
    let mut desk = TestHost::open().await;
    for _ in 0..3 {
        desk.begin(CLOCK).await;
    }
    // Whose time comes much later keeps a reminder of its own.
    desk.begin(Some("10d+36h")).await;
    desk.news();
    for _ in 0..55 {
        desk.beat().await;
        desk.wait(SignedDuration::from_hours(1));
    }
    // Three quarters of three days are over, and nobody has looked.
    let due = desk.claim_due().await;
    assert!(due.len() >= 3, "{due:?}");
    join_all(due.into_iter().map(|it| desk.show_due(it))).await;
    desk.pass(1).await;
    desk.restart().await;
    desk.pass(3).await;
    // What is due soon after an outage is shown with its new time.
    let mut news = desk.news();
    news.retain(|it| it != "board 0");
    assert_eq!(news, ["direct digest of 4"], "one, whatever restarts");
    desk.pass(125).await;
    assert_eq!(desk.count("direct reminder 0") + desk.count("reminder 0"), 1, "{:?}", desk.news());
}

#[tokio::test]
async fn a_reminder_comes_as_its_person_has_chosen() {
    for (notices, told) in [
        (Notices::Ping, vec!["reminder 0"]),
        (Notices::Silent, vec!["silent reminder 0"]),
        (Notices::Direct, vec!["direct reminder 0"]),
        (Notices::Off, vec![]),
    ] {
        let desk = TestHost::open().await;
        set(&desk, ANN, Setting::Notices(notices)).await;
        desk.begin(CLOCK).await;
        desk.news();
        desk.pass(60).await;
        assert_eq!(desk.news(), told, "{notices:?}");
    }
}

fn refused() -> AnnounceError {
    AnnounceError::Closed(Unreachable::Refused("no permission".into()))
}

#[tokio::test]
async fn nobody_loses_on_time_without_a_reminder() {
    let desk = TestHost::open().await;
    let id = desk.begin(CLOCK).await;
    *desk.told.reminds_nobody.lock().unwrap() = Some(refused());
    desk.told.is_closed.store(true, Ordering::SeqCst);
    desk.pass(80).await;
    assert_eq!(desk.outcome(id).await, None, "three days are over, and Ann knows nothing of it");
    *desk.told.reminds_nobody.lock().unwrap() = None;
    desk.news();
    desk.pass(8).await;
    assert_eq!(desk.news(), ["reminder 0"]);
    assert_eq!(desk.outcome(id).await, None, "she has a quarter of the time from then on");
    desk.pass(20).await;
    assert!(desk.outcome(id).await.is_some());
}

#[tokio::test]
async fn whoever_cannot_be_reminded_in_a_place_is_reminded_directly() {
    let desk = TestHost::open().await;
    desk.begin(CLOCK).await;
    *desk.told.reminds_nobody.lock().unwrap() = Some(refused());
    desk.news();
    desk.pass(70).await;
    assert_eq!(desk.news(), ["direct reminder 0"]);
}

#[tokio::test]
async fn a_match_with_most_of_its_time_has_a_reminder_of_its_own() {
    let desk = TestHost::open().await;
    desk.begin(Some("1d")).await;
    desk.pass(17).await;
    desk.begin(Some("1d")).await;
    desk.news();
    desk.pass(2).await;
    assert_eq!(desk.news(), ["direct digest of 2"]);
    desk.pass(15).await;
    assert_eq!(desk.count("reminder 0"), 0, "the second match has seven hours left");
    desk.pass(2).await;
    assert_eq!(desk.count("reminder 0"), 1);
}

#[tokio::test]
async fn a_direct_message_that_is_turned_away_becomes_a_silent_mention() {
    let desk = TestHost::open().await;
    desk.told.is_closed.store(true, Ordering::SeqCst);
    set(&desk, ANN, Setting::Notices(Notices::Direct)).await;
    let id = desk.begin(CLOCK).await;
    let shown = desk.told.showing.lock().unwrap().clone();
    assert_eq!(
        (shown.silently, shown.edit),
        (vec![ANN], None),
        "a new board mentions her: an edit would notify nobody"
    );
    assert_eq!(desk.count("board 0"), 2);
    assert!(desk.host.preferences(ANN).await.unwrap().direct_closed);
    desk.news();
    desk.pass(60).await;
    assert_eq!(desk.news(), ["silent reminder 0"]);

    // Claims are told in the channel, as quietly.
    set(&desk, BOB, Setting::Notices(Notices::Silent)).await;
    let resting = desk.begin(None).await;
    desk.pass(24 * 14 + 3).await;
    assert_eq!(desk.count("quiet claim 0"), 1);
    desk.host.claim(asker(BOB), MatchChoice::Number(resting)).await.unwrap();
    assert!(desk.outcome(id).await.is_some(), "time was over");
    let id = desk.begin(CLOCK).await;

    // In another place the other match is not named.
    let elsewhere = Place { channel: ChannelId(71), ..PLACE };
    desk.begin_game("loa", Some("10h"), elsewhere).await;
    desk.look().await;
    desk.news();
    desk.pass(9).await;
    assert_eq!(desk.news(), ["silent reminder 0"], "of the other match alone");

    // Once they are taken again, that is noted, too.
    desk.told.is_closed.store(false, Ordering::SeqCst);
    desk.pass(48).await;
    assert_eq!(desk.count("direct reminder 0"), 1, "{:?}", desk.news());
    assert!(!desk.host.preferences(ANN).await.unwrap().direct_closed);
    assert_eq!(desk.outcome(id).await, None);
}

#[tokio::test]
async fn nothing_more_is_said_of_a_turn_that_is_hushed() {
    let desk = TestHost::open().await;
    let id = desk.begin(CLOCK).await;
    assert_eq!(refusal(desk.host.hush(asker(BOB), MatchChoice::Number(id)).await).code, "not-your-turn");
    assert_eq!(refusal(desk.host.hush(asker(UserId(5)), MatchChoice::Number(id)).await).code, "not-a-player");
    for _ in 0..2 {
        desk.host.hush(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    }
    desk.news();
    desk.pass(60).await;
    assert_eq!(desk.news(), [""; 0]);
    desk.host.offer(asker(BOB), MatchChoice::Number(id), play::OfferKind::Draw).await.unwrap();
    desk.look().await;
    assert_eq!(desk.told.showing.lock().unwrap().pings, [], "the offer is shown, and makes no sound");
    assert_eq!(refusal(desk.host.hush(asker(ANN), MatchChoice::Control(id, 7)).await).code, "stale-board");

    // The next turn is another one.
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.wait(SignedDuration::from_hours(1));
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!(desk.told.showing.lock().unwrap().pings, [ANN]);
    desk.news();
    desk.pass(20).await;
    assert_eq!(desk.news(), ["reminder 2"], "of a day that is left");
    desk.host.resign(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    assert_eq!(refusal(desk.host.hush(asker(ANN), MatchChoice::Number(id)).await).code, "match-has-ended");
}

#[tokio::test]
async fn who_was_being_reminded_when_the_only_process_was_killed_is_reminded_at_once() {
    let mut desk = TestHost::open().await;
    let now = desk.clock.now();
    assert!(desk.store.begin_reminding(ANN, now).await.unwrap().is_some());
    assert!(desk.store.begin_reminding(ANN, now).await.unwrap().is_none(), "one reminds at a time");
    desk.restart().await;
    assert!(desk.store.begin_reminding(ANN, now).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_told_directly_in_its_own_words() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, 1).await;
    choose(&bob, SettingChoice::Notices, "direct").await;
    ann.say("!draw").await;
    let told = bob.dm().wait_for("the offer", says("offers you a draw in #1")).await;
    assert!(told.content.contains(&format!("<@{}>", ann.id)), "{}", told.content);
    assert!(!told.content.contains("your turn"), "it is Ann's: {}", told.content);
    // An offer that goes with a move is told together with the turn.
    bob.say("!decline").await;
    ann.wait_for("that it is declined", says("declined your opponent's offer")).await;
    ann.say("!move d1-b3 draw").await;
    let both = |it: &Message| it.says("your turn") && it.says("offers you a draw");
    bob.dm().wait_for("both", both).await;
    stage.finish().await;
}

#[tokio::test]
async fn whoever_has_not_ended_a_match_is_notified_of_its_end() {
    let desk = TestHost::open().await;
    let pings = || desk.told.showing.lock().unwrap().pings.clone();
    // Bob resigns.
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.wait(SignedDuration::from_hours(1));
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.look().await;
    assert_eq!(pings(), [ANN]);
    // Both agree on a draw, and neither may be looking.
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.wait(SignedDuration::from_hours(1));
    for user in [ANN, BOB] {
        desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Draw).await.unwrap();
    }
    desk.look().await;
    assert_eq!(pings(), [ANN, BOB]);
    // Ann wants to be told directly.
    set(&desk, ANN, Setting::Notices(Notices::Direct)).await;
    let id = desk.begin(None).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.news();
    desk.look().await;
    assert_eq!((desk.news(), pings()), (vec!["board 1".to_owned(), "turn 1".to_owned()], vec![BOB]));
}
