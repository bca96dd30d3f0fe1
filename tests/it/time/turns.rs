//! A channel in which everything takes long does not delay the others.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use jiff::SignedDuration;
use play::decide::MoveInput;
use play::{ChannelId, MatchChoice, MatchId, Place, Seat};
use tokio::sync::Semaphore;

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker};

/// As many claimed matches of one channel as are worked on at once.
const AT_ONCE: usize = 5;

async fn claim(desk: &TestHost) -> Vec<MatchId> {
    desk.claim_due().await
}

/// Shows what is due in each of them at the same time; each says when it is done.
fn show(desk: &TestHost, claimed: Vec<MatchId>) -> FuturesUnordered<impl Future<Output = ()> + '_> {
    claimed.into_iter().map(|id| desk.show_due_in_turn(id)).collect()
}

#[tokio::test]
async fn a_slow_channel_leaves_room_for_others() {
    let desk = TestHost::open().await;
    let elsewhere = Place { channel: ChannelId(71), ..PLACE };
    for place in [PLACE; 8].into_iter().chain([elsewhere]) {
        let id = desk.begin_game("loa", None, place).await;
        desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
    }
    // The process that was to show them has ended.
    desk.store.release_all().await.unwrap();
    let gate = Arc::new(Semaphore::new(0));
    *desk.told.slow.lock().unwrap() = Some((PLACE.channel, Arc::clone(&gate)));
    let mut shown = show(&desk, claim(&desk).await);
    for _ in 0..4 {
        shown.next().await.unwrap();
    }
    assert_eq!(desk.count("board 1"), 1, "the one elsewhere is shown, and three wait for their turn without a place");
    assert_eq!(shown.len(), AT_ONCE);

    desk.wait(SignedDuration::from_secs(3));
    let next = claim(&desk).await;
    assert_eq!(next.len(), 3);
    let mut refused = show(&desk, next);
    while refused.next().await.is_some() {}
    assert_eq!(desk.count("board 1"), 1, "it is still slow");

    gate.add_permits(1000);
    while shown.next().await.is_some() {}
    desk.wait(SignedDuration::from_secs(3));
    let mut rest = show(&desk, claim(&desk).await);
    while rest.next().await.is_some() {}
    assert_eq!(desk.count("board 1"), 9);
}

#[tokio::test]
async fn what_the_engine_thinks_about_leaves_room_in_its_channel() {
    let desk = TestHost::open().await;
    desk.thinker.is_slow.store(true, Ordering::SeqCst);
    let mut begun = Vec::new();
    for opponent in [Seat::Engine(10); AT_ONCE].into_iter().chain([Seat::User(BOB)]) {
        let id = desk.begin_with([Seat::User(ANN), opponent], "loa", None, PLACE).await;
        desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
        begun.push(id);
    }
    // The process that was to show them has ended.
    desk.store.release_all().await.unwrap();
    assert_eq!(claim(&desk).await.len(), begun.len());
    let between_people = begun.pop().unwrap();
    let mut thinking = show(&desk, begun);
    let done = tokio::time::timeout(Duration::from_millis(500), thinking.next()).await;
    assert!(done.is_err(), "the engine thinks about all of them");
    assert_eq!(desk.count("board 1"), AT_ONCE);

    desk.show_due_in_turn(between_people).await;
    assert_eq!(desk.count("board 1"), AT_ONCE + 1);
}
