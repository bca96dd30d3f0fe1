//! Watching: somebody who does not play is told of a match, by choice, as long as it goes on.

use crate::support::desk::{ANN, TestHost, asker, refusal};
use crate::support::looking::{answer, board_of, says};
use crate::support::stage::TestBot;
use play::{MatchChoice, UserId};
use playground::ids;

#[tokio::test]
async fn who_names_no_match_watches_one_that_goes_on() {
    let desk = TestHost::open().await;
    let (goes_on, ended) = (desk.begin(None).await, desk.begin(None).await);
    desk.host.resign(asker(ANN), MatchChoice::Number(ended)).await.unwrap();
    let stranger = asker(UserId(109));
    let watched = desk.host.watch(stranger, MatchChoice::Here).await.unwrap();
    let shown = desk.host.find_to_show(stranger).await.unwrap();
    assert_eq!((watched.current.id, shown.current.id), (goes_on, goes_on));
    desk.host.resign(asker(ANN), MatchChoice::Number(goes_on)).await.unwrap();
    let shown = desk.host.find_to_show(stranger).await.unwrap();
    assert!(shown.current.outcome.is_some(), "the last one, where none goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_is_told_how_a_match_ends() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    assert!(answer(&cid, "!watch").await.says("Nobody has played in this channel yet"));
    ann.say("!challenge @Bob loa casual black").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;

    // By a command, twice, and by whom it is not for.
    for _ in 0..2 {
        assert!(answer(&cid, "!watch").await.says("You're watching match #1"));
    }
    assert!(answer(&ann, "!watch #1").await.says("You're playing match #1 yourself"));
    assert!(answer(&cid, "!watch pings off").await.says("has no thread of its own to follow"));
    let elsewhere = cid.in_channel(ids::LOUNGE);
    assert!(answer(&elsewhere, "!watch #1").await.says("There's no match #1"));
    assert!(answer(&cid, "!watch #9").await.says("There's no match #9"));

    // Whoever watches hears of no move.
    ann.say("!move d1-b3").await;
    let board = cid.wait_for("the board", board_of("loa", 1, 1)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);

    // By the panel of the board, and by a slash command.
    cid.press(&board, "⋯").await;
    let panel = cid.wait_for("the panel", |it| it.ephemeral && it.labels().contains(&"Stop Watching")).await;
    cid.press(&panel, "Stop Watching").await;
    cid.wait_for("that it is over", |it| it.ephemeral && it.says("You aren't watching match #1 anymore")).await;
    cid.press(&panel, "Stop Watching").await;
    cid.wait_for("that it was", |it| it.ephemeral && it.says("You aren't watching match #1.")).await;
    bob.say("!move h5-g4").await;
    let board = cid.wait_for("the board", board_of("loa", 1, 2)).await;
    cid.press(&board, "⋯").await;
    let panel = cid.wait_for("the panel", |it| it.ephemeral && it.labels().contains(&"Watch")).await;
    cid.press(&panel, "Watch").await;
    cid.wait_for("that it begins", |it| it.ephemeral && it.id > panel.id && it.says("You're watching match #1")).await;
    cid.slash("unwatch", &[("match", "1")]).await;
    cid.wait_for("that it is over", |it| it.ephemeral && it.id > panel.id && it.says("anymore")).await;
    let last = cid.last_id().await;
    cid.slash("watch", &[]).await;
    cid.wait_for("that it begins again", |it| it.ephemeral && it.id > last && it.says("You're watching match #1"))
        .await;
    ann.press(&board, "⋯").await;
    let hers = ann.wait_for("Ann's panel", |it| it.ephemeral && it.says("What else would you like to do")).await;
    assert!(!hers.labels().contains(&"Watch"), "{:?}", hers.labels());

    // It ends with the match.
    let end = ann.give_up(1).await;
    let end = cid.wait_for("the end", |it| it.id == end.id).await;
    assert_eq!(end.pings, [ann.id.to_string(), bob.id.to_string(), cid.id.to_string()]);
    assert!(end.content.contains(&format!("-# 👁 <@{}>", cid.id)), "{}", end.content);
    assert!(answer(&cid, "!watch #1").await.says("Match #1 is over"));
    assert!(answer(&cid, "!unwatch #1").await.says("You aren't watching match #1."));
    cid.press(&panel, "Watch").await;
    cid.wait_for("that it is over", |it| it.ephemeral && it.says("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test]
async fn watchers_are_told_of_the_end_and_of_nothing_else() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let watcher = UserId(109);
    desk.host.watch(asker(watcher), MatchChoice::Number(id)).await.unwrap();
    let watchers = || desk.told.showing.lock().unwrap().watchers.clone();
    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    desk.host.bring_down(&board).await.unwrap();
    desk.look().await;
    assert!(watchers().is_empty(), "nothing has happened");
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.look().await;
    assert!(watchers().is_empty(), "one move of many");
    desk.host.resign(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    desk.look().await;
    assert_eq!(watchers(), [watcher]);
}

#[tokio::test]
async fn whoever_names_no_match_stops_watching_the_one_that_they_watch() {
    let desk = TestHost::open().await;
    let cid = asker(UserId(5));
    let [watched, other] = [desk.begin(None).await, desk.begin(None).await];
    let unwatch = || desk.host.unwatch(cid, MatchChoice::Here);
    assert_eq!(refusal(unwatch().await).code, "watching-nothing");
    desk.host.watch(cid, MatchChoice::Number(watched)).await.unwrap();
    assert_eq!(unwatch().await.unwrap(), watched, "although another one is newer");
    for id in [watched, other] {
        desk.host.watch(cid, MatchChoice::Number(id)).await.unwrap();
    }
    assert_eq!(refusal(unwatch().await).code, "watching-several");
}
