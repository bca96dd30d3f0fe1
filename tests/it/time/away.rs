//! Whoever is away loses no time, is not silent, and is not reminded, except in a live game.

use games::board::Side;
use games::{Outcome, Reason};
use jiff::SignedDuration;
use play::MatchChoice;

use super::MOVES;
use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};

#[tokio::test]
async fn in_a_live_game_nobody_is_away() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("live")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.go_away(ANN, 5).await.unwrap();
    for _ in 0..2 {
        desk.wait(SignedDuration::from_mins(10));
        desk.look().await;
    }
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn the_board_says_at_once_until_when_somebody_has_to_move_who_is_away() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.news();
    desk.host.go_away(ANN, 10).await.unwrap();
    desk.look().await;
    assert_eq!(desk.news(), ["board 0"]);
    let shown = desk.told.showing.lock().unwrap().clone();
    assert!(shown.edit.is_some() && shown.pings.is_empty(), "{shown:?}");
    desk.host.come_back(ANN).await.unwrap();
    desk.look().await;
    assert_eq!((desk.news(), desk.outcome(id).await), (vec!["board 0".to_owned()], None));
}

#[tokio::test]
async fn whoever_is_away_loses_no_time() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    assert_eq!(refusal(desk.host.go_away(ANN, 31).await).code, "too-long-away");
    assert_eq!(refusal(desk.host.come_back(ANN).await).code, "not-away");
    desk.host.go_away(ANN, 30).await.unwrap();
    assert_eq!(desk.host.away_days_left(ANN).await.unwrap(), 0, "after these");
    desk.host.come_back(ANN).await.unwrap();
    assert_eq!(desk.host.away_days_left(ANN).await.unwrap(), 30, "a day that was hardly begun is not lost");
    desk.host.go_away(ANN, 10).await.unwrap();
    desk.pass(10 * 24 - 1).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    assert_eq!(desk.host.away_days_left(ANN).await.unwrap(), 20);
    desk.pass(20).await;
    assert_eq!(desk.count("reminder 0"), 1);

    // Back early, the clock runs from then on.
    desk.host.go_away(ANN, 5).await.unwrap();
    desk.pass(3).await;
    desk.host.come_back(ANN).await.unwrap();
    desk.pass(6).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn whoever_is_away_is_not_silent() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), MatchChoice::Number(id));
    desk.pass(11 * 24).await;
    assert_eq!(desk.count("reminder 4"), 1);
    desk.host.go_away(ANN, 5).await.unwrap();
    desk.pass(4 * 24).await;
    assert_eq!((refusal(claim().await).code, desk.count("claim 4")), ("too-early-to-claim", 0), "Ann is away");
    desk.pass(3 * 24).await;
    assert_eq!((refusal(claim().await).code, desk.count("claim 4")), ("too-early-to-claim", 0), "13 days are over");
    desk.pass(24 + 1).await;
    assert_eq!(desk.count("claim 4"), 1);
    claim().await.unwrap();
}

#[tokio::test]
async fn whoever_is_away_is_not_reminded() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(5 * 24).await;
    desk.host.go_away(BOB, 10).await.unwrap();
    desk.pass(8 * 24).await;
    assert_eq!(desk.count("reminder 1"), 0, "without the absence it would be time since two days");

    // Back early, the rest of the time runs from then on.
    desk.host.come_back(BOB).await.unwrap();
    desk.pass(5 * 24).await;
    assert_eq!(desk.count("reminder 1"), 0);
    desk.pass(24).await;
    assert_eq!(desk.count("reminder 1"), 1);
}
