//! What another process has done or is doing is not done twice.

use std::time::Duration;

use play::decide::MoveInput;
use play::ports::{Clock as _, StoreError};
use play::{Asker, EventId, HostError, MatchChoice};

use crate::support::desk::{ANN, BOB, TestHost, asker, claim_due, refusal};

/// Two processes hear of the same message, and both take it for theirs.
#[tokio::test]
async fn whoever_hears_of_a_move_that_another_has_played_says_nothing() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let asked = |user, message| Asker { origin: Some(EventId(message)), ..asker(user) };
    let play = |asker, text| desk.host.play_move(asker, MatchChoice::Number(id), MoveInput::typed(text));
    play(asked(ANN, 1), "d1-b3").await.unwrap();
    let second = play(asked(ANN, 1), "d1-b3").await;
    assert!(matches!(second, Err(HostError::Store(StoreError::Repeated))), "it is not Ann's turn anymore");
    assert_eq!(refusal(play(asked(ANN, 2), "d1-b3").await).code, "not-your-turn", "by another message she is told so");
    play(asked(BOB, 3), "h5-g4").await.unwrap();
    let late = play(asked(ANN, 1), "d1-b3").await;
    assert!(matches!(late, Err(HostError::Store(StoreError::Repeated))), "nor is she told that nothing stands on d1");
}

#[tokio::test]
async fn a_reminder_that_waits_for_another_one_asks_now_and_then() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    // Bob is being reminded of another match.
    let lease = desk.store.begin_reminding(BOB, desk.clock.now()).await.unwrap().unwrap();
    desk.pass(17).await;
    tokio::time::timeout(Duration::from_secs(20), desk.pass(2)).await.expect("it asks without a pause");
    assert_eq!(desk.count("reminder 1"), 0);
    desk.store.end_reminding(BOB, lease).await.unwrap();
    desk.pass(1).await;
    assert_eq!(desk.count("reminder 1"), 1);
}

#[tokio::test]
async fn whoever_has_given_a_match_back_shows_nothing_of_it() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
    desk.store.release_all().await.unwrap();
    desk.show_due(id).await;
    assert_eq!(desk.count("board 1"), 0, "another process may be about to show it");
    for due in claim_due(&*desk.store, desk.clock.now(), 1000).await {
        desk.show_due(due).await;
    }
    assert_eq!(desk.count("board 1"), 1);
}
