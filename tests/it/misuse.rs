//! Every command that does something in a match: by a stranger, in a match that is over, and where the bot may not write.

use std::time::Duration;

use crate::support::looking::{board_of, says};
use crate::support::stage::Stage;
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

/// What somebody alone reads after a command on match 1.
async fn answer(person: &Person, name: &str, options: Options) -> Message {
    let before = person.last_id().await;
    person.slash(name, &[options, &[("match", "1")]].concat()).await;
    let is_answer = |it: &Message| it.id > before && it.ephemeral && !it.content.is_empty();
    person.wait_for(&format!("an answer to {name}"), is_answer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_does_nothing_in_a_match() {
    let stage = Stage::start().await;
    stage.begin("casual hints").await;
    let cid = stage.person("Cid");
    for (name, options) in COMMANDS {
        let told = answer(&cid, name, options).await;
        assert!(told.content.contains("You're not playing in match #1"), "{name}: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_in_a_match_that_is_over() {
    let stage = Stage::start().await;
    let (ann, bob) = stage.begin("casual hints").await;
    ann.give_up(1).await;
    bob.wait_for("the end", says("🏁")).await;
    for (name, options) in COMMANDS {
        let told = answer(&bob, name, options).await;
        assert!(told.content.contains("Match #1 is over"), "{name}: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_where_the_bot_may_not_write_is_answered_and_kept() {
    let stage = Stage::start().await;
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
async fn controls_that_somebody_has_kept_since_an_earlier_move_do_nothing() {
    let stage = Stage::start().await;
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
        let before = person.last_id().await;
        person.press(message, label).await;
        let is_told = |it: &Message| it.id > before && it.ephemeral && it.says("That board is out of date");
        person.wait_for(&format!("that {label} is out of date"), is_told).await;
    }
    bob.say("!move h5-g4").await;
    let next = ann.wait_for("the match goes on", board_of("loa", 1, 2)).await;
    assert!(!next.content.contains("offers a draw"), "{}", next.content);
    stage.finish().await;
}
