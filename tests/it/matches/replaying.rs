//! Seeing a match again: each for themselves, from its start to its end, and what can be tried from there.

use std::time::Instant;

use playground::ids;

use crate::support::SHORTEST_MATCH;
use crate::support::looking::{board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};
use discord::controls::{Control, MatchAction, ReplayAction};

fn is_replay(message: &Message, ply: usize) -> bool {
    message.attachments.iter().any(|it| it.filename == format!("loa-1-{ply}-replay.png"))
}

/// Presses a button of a replay that only this person sees, which then shows another position.
async fn step(person: &Person, shown: &Message, label: &str, ply: usize) -> Message {
    let since = Instant::now();
    person.press(shown, label).await;
    let next = person.wait_for(label, |it| it.id == shown.id && is_replay(it, ply)).await;
    eprintln!("a step of a replay, until it is seen: {:?}", since.elapsed());
    next
}

/// The buttons that can be pressed.
fn enabled(message: &Message) -> Vec<&str> {
    message
        .parts()
        .filter(|it| it["type"] == 2 && it["disabled"] != true)
        .filter_map(|it| it["label"].as_str())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_seen_again_move_by_move() {
    let stage = TestBot::start().await;
    let (ann, _, last) = stage.play_shortest().await;
    // Whoever may see the match may press.
    let cid = stage.person("Cid");
    cid.press(&last, "Replay").await;
    let start = cid.wait_for("the start", |it| it.ephemeral && is_replay(it, 0)).await;
    assert!(start.says("Lines of Action") && start.says("The start · 9 moves in all"), "{}", start.content);
    assert_eq!(enabled(&start), ["▶", "⏭", "Flip", "Explore from Here", "Try It from Here", "Review", "Share"]);
    let one = step(&cid, &start, "▶", 1).await;
    assert!(one.says(&format!("played **{}**", SHORTEST_MATCH[0])) && one.says("Move 1"), "{}", one.content);
    let end = step(&cid, &one, "⏭", 9).await;
    assert!(
        end.says("(Black) wins") && enabled(&end) == ["⏮", "◀", "Flip", "Explore from Here", "Review", "Share"],
        "{}",
        end.content
    );
    let eight = step(&cid, &end, "◀", 8).await;
    assert!(!eight.says("wins"), "{}", eight.content);

    // A move is chosen from all of them; the board is turned around.
    let (jump, moves) = eight.menus().remove(0);
    assert!(matches!(jump, Control::Match { action: MatchAction::Replay(Some((_, ReplayAction::Jump))), .. }));
    assert_eq!(moves.len(), 9);
    cid.choose(&eight, &jump, "4").await;
    let four = cid.wait_for("move 4", |it| it.id == eight.id && is_replay(it, 4)).await;
    let before = four.attachments[0].url.clone();
    cid.press(&four, "Flip").await;
    let turned = cid.wait_for("the other side", |it| it.id == four.id && it.attachments[0].url != before).await;
    let five = step(&cid, &turned, "▶", 5).await;
    step(&cid, &five, "⏮", 0).await;

    // From any position, what might have been is tried.
    let last_seen = ann.last_id().await;
    ann.press(&last, "Replay").await;
    let start = ann.wait_for("the start", |it| it.id > last_seen && it.ephemeral && is_replay(it, 0)).await;
    let two = step(&ann, &step(&ann, &start, "▶", 1).await, "▶", 2).await;
    ann.press(&two, "Explore from Here").await;
    let explored = |it: &Message| it.ephemeral && it.id != two.id && it.says("after move 2") && it.says("to move");
    ann.wait_for("the explored board", explored).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_that_everybody_reads_is_paged_by_each_for_themselves() {
    let stage = TestBot::start().await;
    let (ann, bob, _) = stage.play_shortest().await;
    ann.say("!replay").await;
    let public = ann.wait_for("the start", |it| !it.ephemeral && is_replay(it, 0)).await;
    for person in [&ann, &bob] {
        person.press(&public, "⏭").await;
        let own = person.wait_for("a replay of one's own", |it| it.ephemeral && is_replay(it, 9)).await;
        step(person, &own, "◀", 8).await;
    }
    let stays = ann.message(&public.id).await;
    assert!(stays.is_some_and(|it| is_replay(&it, 0)), "the public one stays:\n{}", ann.dump().await);
    // By number, from the list of the message's commands, and while it goes on.
    ann.say("!play loa 1 black casual").await;
    let board = ann.wait_for("the board", board_of("loa", 2, 0)).await;
    ann.choose_on_message("Replay", &board).await;
    ann.wait_for("nothing to see yet", |it| {
        it.ephemeral && it.says("nobody has moved") && enabled(it) == ["Flip", "Explore from Here"]
    })
    .await;
    ann.slash("replay", &[("match", "1")]).await;
    // From the list of what is over.
    let last = bob.last_id().await;
    bob.slash("history", &[]).await;
    let history = bob.wait_for("the list", |it| it.id > last && it.ephemeral && it.says("Lost")).await;
    let (menu, matches) = history.menus().remove(0);
    assert_eq!(matches, ["1"]);
    bob.choose(&history, &menu, "1").await;
    bob.wait_for("the start", |it| it.id > history.id && it.ephemeral && is_replay(it, 0)).await;
    // What is played elsewhere is only for its players.
    let cid = stage.person("Cid").in_channel(ids::LOUNGE);
    cid.say("!replay #1").await;
    cid.wait_for("the refusal", says("no match #1")).await;
    stage.finish().await;
}
