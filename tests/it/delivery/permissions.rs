//! A permission is missing for a while: people are told, and the board comes as soon as it may.

use std::time::{Duration, Instant};

use playground::HeardOf;

use crate::support::looking::{board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

const NOT_SHOWN: &str = "Discord doesn't let me post the board of #1 here";

/// Says something that can't be shown, and is told so.
async fn is_told(person: &Person, text: &str) {
    let last = person.last_id().await;
    person.say(text).await;
    person.wait_for("that it isn't shown", |it| it.id > last && says(NOT_SHOWN)(it)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_files_are_taken_it_is_said_and_the_board_comes_once_they_are() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    for (ply, (heard, player, text)) in
        [(HeardOf::Channel, &ann, "d1-b3"), (HeardOf::Role, &bob, "h5-g4"), (HeardOf::Member, &ann, "b1-b4")]
            .into_iter()
            .enumerate()
    {
        stage.playground.deny_files(ann.channel, true, HeardOf::Nothing);
        is_told(player, &format!("!move {text}")).await;
        for _ in 0..4 {
            is_told(&bob, "!board").await;
        }
        stage.playground.deny_files(ann.channel, false, heard);
        let allowed = Instant::now();
        let is_board = board_of("loa", 1, ply + 1);
        ann.wait_for("the board", is_board).await;
        assert!(allowed.elapsed() < Duration::from_secs(10), "{heard:?}: {:?}", allowed.elapsed());
    }
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_board_that_comes_through_brings_the_others_of_its_channel() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!challenge @Bob clobber casual black").await;
    let is_offer = |it: &Message| says("challenges you to")(it) && it.labels().contains(&"Accept");
    let offer = bob.wait_for("another challenge", is_offer).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the other board", board_of("clobber", 2, 0)).await;

    stage.playground.deny_files(ann.channel, true, HeardOf::Nothing);
    is_told(&ann, "!move #1 d1-b3").await;
    // Nobody hears that it's allowed again.
    stage.playground.deny_files(ann.channel, false, HeardOf::Nothing);
    ann.say("!move #2 a1-a2").await;
    let moved = Instant::now();
    ann.wait_for("the other board", board_of("clobber", 2, 1)).await;
    ann.wait_for("the first one", board_of("loa", 1, 1)).await;
    assert!(moved.elapsed() < Duration::from_secs(15), "{:?}", moved.elapsed());
    stage.finish_with_denials().await;
}
