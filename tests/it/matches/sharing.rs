//! A review that is stepped through by one person, and shown to all as a picture.

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, control_of};
use discord::controls::{Control, MatchAction};
use playground::ids;

fn is_card(message: &Message) -> bool {
    message.attachments.iter().any(|it| it.filename == "loa-1-card.png")
}

/// Before which move a position can be tried, by the button of a card.
fn tried_from(card: &Message) -> Option<(String, u32)> {
    card.parts().find_map(|it| match control_of(it)? {
        Control::Match { action: MatchAction::Try(ply), .. } => Some((it["label"].as_str()?.to_owned(), ply)),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_stepped_through_and_shared() {
    let stage = TestBot::start().await;
    let (ann, bob, last) = stage.play_shortest().await;
    ann.press(&last, "Review").await;
    let review = ann.wait_for("the review", ephemeral("Review of match #1")).await;
    assert!(review.says("Turning points"), "White has let Black win in nine moves: {}", review.content);
    // One turning point after the other, what was played beside what was better.
    ann.press(&review, "Step Through").await;
    let first = ann.wait_for("the first one", ephemeral("Turning point 1 of")).await;
    assert!(first.says("Better:") && first.says("Left: what was played"), "{}", first.content);
    assert!(first.attachments[0].filename.ends_with("-turning.png"));
    let alt = first.attachments[0].description.clone().unwrap_or_default();
    assert!(alt.matches("just played").count() == 2, "both boards are told: {alt}");
    if !first.says("of 1**") {
        ann.press(&first, "▶").await;
        let second = ann.wait_for("the next one", |it| it.id == first.id && it.says("Turning point 2 of")).await;
        ann.press(&second, "◀").await;
        ann.wait_for("the first one again", |it| it.id == first.id && it.says("Turning point 1 of")).await;
    }
    ann.press(&first, "Explore from Here").await;
    ann.wait_for("the explored board", |it| it.ephemeral && it.id > first.id && it.says("to move")).await;

    // Everybody sees what is shared, and nobody is notified.
    ann.press(&review, "Share").await;
    let card = bob.wait_for("the card", |it| !it.ephemeral && is_card(it)).await;
    assert!(card.pings.is_empty(), "{:?}", card.pings);
    let alt = card.attachments[0].description.clone().unwrap_or_default();
    let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
    for part in [
        &format!("Lines of Action · Match #1 · 9 moves · casual · {today}"),
        "Black: Ann, accuracy",
        "wins: Black connected",
        "Turning point",
    ] {
        assert!(alt.contains(part), "{part}: {alt}");
    }
    // From there, others see it again, or try what White should have done.
    let cid = stage.person("Cid");
    cid.press(&card, "Replay").await;
    cid.wait_for("the start", ephemeral("The start")).await;
    let (label, ply) = tried_from(&card).expect("there is a position to try");
    assert_eq!(label, format!("Try Move {} Yourself", ply + 1));
    cid.press(&card, &label).await;
    let board = cid.wait_for("a match from there", board_of("loa", 2, ply)).await;
    assert!(board.says("match #1"), "{}", board.content);

    // Shared elsewhere, it can be looked at there by whoever sees the card, and by nobody else.
    let (there, dan) = (ann.in_channel(ids::LOUNGE), cid.in_channel(ids::LOUNGE));
    there.say("!share #1").await;
    let elsewhere = dan.wait_for("the card", |it| !it.ephemeral && is_card(it)).await;
    dan.press(&elsewhere, "Replay").await;
    let start = dan.wait_for("the start", ephemeral("The start")).await;
    dan.press(&start, "▶").await;
    let one = dan.wait_for("the first move", |it| it.id == start.id && it.says("Move 1")).await;
    dan.press(&one, "Explore from Here").await;
    dan.wait_for("the explored board", |it| it.ephemeral && it.id > one.id && it.says("to move")).await;
    assert!(answer(&dan, "!replay #1").await.says("no match #1"));
    // By command, too; and only what is over.
    let last_seen = bob.last_id().await;
    bob.say("!share #1").await;
    bob.wait_for("another card", |it| it.id > last_seen && is_card(it)).await;
    let last_seen = bob.last_id().await;
    bob.slash("share", &[("match", "1")]).await;
    bob.wait_for("a third card", |it| it.id > last_seen && !it.ephemeral && is_card(it)).await;
    assert!(answer(&bob, "!share #2").await.says("can be shared once it's over"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_are_gone_and_older_rules_keep_nobody_from_looking_back() {
    let stage = TestBot::start().await;
    let (ann, bob, _) = stage.play_shortest().await;
    bob.dm().say("!data delete").await;
    let question = bob.dm().wait_for("the question", says("do you really want me to forget you")).await;
    bob.dm().press(&question, "Yes, Forget Me").await;
    bob.dm().wait_for("that it is done", says("I've forgotten you")).await;
    // The match was begun by rules that have changed since.
    let pool = sqlx::SqlitePool::connect(stage.database_url()).await.unwrap();
    sqlx::query("UPDATE matches SET rules_version = 0").execute(&pool).await.unwrap();
    pool.close().await;

    let card = answer(&ann, "!share #1").await;
    let alt = card.attachments[0].description.clone().unwrap_or_default();
    assert!(alt.contains("Black: Ann") && alt.contains("White: Former player"), "{alt}");
    assert!(answer(&ann, "!replay #1").await.says("9 moves in all"));
    let gif = answer(&ann, "!export #1 gif").await;
    assert!(gif.attachments[0].filename.ends_with(".gif") && !gif.says("Bob"), "{}", gif.content);
    ann.say("!try #1 2").await;
    ann.wait_for("a match by today's rules", board_of("loa", 2, 2)).await;
    assert!(answer(&ann, "!profile <@1100000000000000022>").await.says("Former player"));
    assert!(answer(&ann, "!versus <@1100000000000000022>").await.says("Former player"));
    stage.finish().await;
}
