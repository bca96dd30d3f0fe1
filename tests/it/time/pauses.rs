//! Pauses and the other offers: what a pause stops, how often it can be asked for, and what becomes of a draw offer.

use games::{Outcome, Reason};
use play::{MatchChoice, OfferKind, Setting};

use super::MOVES;
use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal};

#[tokio::test]
async fn a_pause_stops_the_clock_until_somebody_goes_on() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pass(24).await;
    desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Pause).await.unwrap();
    assert_eq!(refusal(desk.host.resume(asker(BOB), MatchChoice::Number(id)).await).code, "not-paused");
    desk.host.offer(asker(BOB), MatchChoice::Number(id), OfferKind::Pause).await.unwrap();
    desk.pass(1000).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    assert_eq!(refusal(desk.host.claim(asker(BOB), MatchChoice::Number(id)).await).code, "nothing-to-claim-in-pause");
    desk.host.resume(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.pass(23).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 1));
    desk.pass(2).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn whoever_waits_for_the_end_of_a_pause_is_told_of_it() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    let how = || desk.told.showing.lock().unwrap().clone();
    for (goes_on, pings) in [(BOB, vec![ANN]), (ANN, vec![])] {
        desk.pause(id).await;
        desk.host.resume(asker(goes_on), MatchChoice::Number(id)).await.unwrap();
        desk.look().await;
        let shown = how();
        assert_eq!((shown.edit.is_none(), shown.pings), (goes_on == BOB, pings), "{goes_on}");
    }
}

#[tokio::test]
async fn a_draw_offer_survives_a_pause() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pause(id).await;
    desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Draw).await.unwrap();
    let resumed = desk.host.resume(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    assert_eq!(resumed.current.offers.pending.map(|it| it.kind), Some(OfferKind::Draw));
}

#[tokio::test]
async fn a_takeback_and_a_pause_are_asked_for_once_a_turn() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    let offer = |kind| desk.host.offer(asker(ANN), MatchChoice::Number(id), kind);
    for kind in [OfferKind::Takeback, OfferKind::Pause] {
        offer(kind).await.unwrap();
        desk.host.answer_offer(asker(BOB), MatchChoice::Number(id), None, false).await.unwrap();
        assert_eq!(refusal(offer(kind).await).code, "offered-this-turn");
    }
    desk.play(BOB, id, "h5-g4").await.unwrap();
    offer(OfferKind::Takeback).await.unwrap();
}

#[tokio::test]
async fn two_who_offer_a_draw_at_once_agree() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let offer = |user| desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Draw);
    let (one, other) = tokio::join!(offer(ANN), offer(BOB));
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: None, reason: Reason::Agreed }));
}

#[tokio::test]
async fn a_takeback_goes_back_past_a_move_without_a_choice() {
    let desk = TestHost::open().await;
    let id = desk.begin_game("domineering size=2x4", None, PLACE).await;
    desk.host.set_preference(ANN, Setting::PlaysForced(true)).await.unwrap();
    desk.play(ANN, id, "a1-a2").await.unwrap();
    desk.play(BOB, id, "a3-b3").await.unwrap();
    let moves = || async { desk.store.find_match(id).await.unwrap().unwrap().moves };
    assert_eq!(moves().await, ["a1-a2", "a3-b3", "b1-b2"], "the only move is played at once");
    for user in [ANN, BOB] {
        desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Takeback).await.unwrap();
    }
    desk.look().await;
    assert!(moves().await.is_empty(), "otherwise it would be played again");
}
