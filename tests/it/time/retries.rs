//! A board that cannot be shown is tried again, ever later, then left alone, and keeps no other one waiting.

use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::SignedDuration;
use play::MatchChoice;
use play::decide::MoveInput;
use play::ports::{AnnounceError, DueTable, Unreachable};

use super::outage;
use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker};

#[tokio::test]
async fn a_board_that_cannot_be_made_is_left_alone_after_some_tries() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.told.makes_no_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(24).await;
    assert_eq!(desk.count("no board 1"), 6);
    let backlog = desk.backlog(DueTable::Matches).await;
    assert_eq!((backlog.due, backlog.set_aside), (0, 1));
    desk.told.makes_no_boards.store(false, Ordering::SeqCst);
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!(desk.count("board 2"), 1, "when somebody acts, it is tried again");
}

#[tokio::test]
async fn a_board_that_makes_the_bot_panic_waits_and_keeps_no_other_one_waiting() {
    let desk = TestHost::open().await;
    let (cursed, sound) = (desk.begin(None).await, desk.begin(None).await);
    *desk.told.panics_over.lock().unwrap() = Some(cursed);
    for id in [cursed, sound] {
        desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
    }
    desk.look().await;
    assert_eq!((desk.count("panic 1"), desk.count("board 1")), (1, 1), "the other match is shown");
    let failed = async || {
        let tries = desk.store.failed_tries(cursed.into()).await.unwrap();
        (tries.failures, tries.refusals)
    };
    assert_eq!(failed().await, (1, 1));
    desk.look().await;
    assert_eq!(desk.count("panic 1"), 1, "it is not tried again at once");
    desk.wait(SignedDuration::from_secs(5));
    desk.look().await;
    assert_eq!((desk.count("panic 1"), failed().await), (2, (2, 2)), "but before long");

    *desk.told.panics_over.lock().unwrap() = None;
    desk.look().await;
    assert_eq!(desk.count("board 1"), 1, "and then after a longer time");
    desk.wait(SignedDuration::from_mins(1));
    desk.look().await;
    assert_eq!((desk.count("board 1"), failed().await), (2, (0, 0)));
    desk.play(BOB, cursed, "h5-g4").await.unwrap();
    assert_eq!(desk.count("board 2"), 1, "the match goes on");
}

#[tokio::test]
async fn one_refusal_after_an_outage_sets_no_match_aside() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    *desk.told.shows_no_board.lock().unwrap() = Some(outage());
    desk.play(ANN, id, "d1-b3").await.unwrap();
    for _ in 0..5 {
        desk.wait(SignedDuration::from_mins(1));
        desk.look().await;
    }
    assert_eq!(desk.count("no board 1"), 6, "in an outage it is tried again and again");
    *desk.told.shows_no_board.lock().unwrap() =
        Some(AnnounceError::Closed(Unreachable::Refused("no permission".into())));
    desk.wait(SignedDuration::from_mins(1));
    desk.look().await;
    let failed = desk.store.failed_tries(id.into()).await.unwrap();
    assert_eq!((failed.failures, failed.refusals), (7, 1));
    let set_aside = async || desk.backlog(DueTable::Matches).await.set_aside;
    assert_eq!(set_aside().await, 0, "it was refused once");
    desk.pass(31).await;
    assert_eq!((desk.count("no board 1"), set_aside().await), (11, 0), "and again, ever later");
    desk.pass(1).await;
    assert_eq!((desk.count("no board 1"), set_aside().await), (12, 1));
    *desk.told.shows_no_board.lock().unwrap() = None;
    desk.play(BOB, id, "h5-g4").await.unwrap();
    let failed = desk.store.failed_tries(id.into()).await.unwrap();
    assert_eq!(
        (desk.count("board 2"), failed.failures, failed.refusals),
        (1, 0, 0),
        "what is shown has failed no longer"
    );
}

#[tokio::test]
async fn acts_of_people_use_up_no_tries() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    *desk.told.shows_no_board.lock().unwrap() =
        Some(AnnounceError::Closed(Unreachable::Refused("no permission".into())));
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4")] {
        desk.play(user, id, text).await.unwrap();
        desk.wait(SignedDuration::from_secs(10));
    }
    *desk.told.shows_no_board.lock().unwrap() = None;
    desk.wait(SignedDuration::from_secs(50));
    desk.look().await;
    assert_eq!(desk.count("board 3"), 1, "a minute after the last of them it is tried again");
}

#[tokio::test]
async fn what_was_refused_is_tried_again_at_once_where_that_may_be_allowed_now() {
    let desk = TestHost::open().await;
    let (one, other) = (desk.begin(None).await, desk.begin(None).await);
    desk.look().await;
    *desk.told.shows_no_board.lock().unwrap() =
        Some(AnnounceError::Closed(Unreachable::Refused("no permission".into())));
    for id in [one, other] {
        desk.play(ANN, id, "d1-b3").await.unwrap();
    }
    // Long after the last try.
    desk.pass(40).await;
    *desk.told.shows_no_board.lock().unwrap() = None;
    assert_eq!(desk.delivery.retry_in(4711).await, [], "nothing is refused there");
    desk.look().await;
    assert_eq!(desk.count("board 1"), 0);
    let guild = PLACE.guild.unwrap().0;
    for place in [PLACE.channel.0, guild] {
        let channels = desk.delivery.retry_in(place).await;
        assert_eq!(channels.len(), if place == guild { 0 } else { 2 }, "{channels:?}");
        desk.look().await;
    }
    assert_eq!(desk.count("board 1"), 2);

    *desk.told.shows_no_board.lock().unwrap() =
        Some(AnnounceError::Closed(Unreachable::Refused("no permission".into())));
    desk.play(BOB, one, "h5-g4").await.unwrap();
    *desk.told.shows_no_board.lock().unwrap() = None;
    assert_eq!(desk.delivery.retry_in(guild).await, [PLACE.channel]);
    desk.look().await;
    assert_eq!(desk.count("board 2"), 1);
}

#[tokio::test]
async fn where_nobody_has_used_the_bot_lately_nothing_is_tried_again_whatever_old_boards_there_are() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    *desk.told.shows_no_board.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Unused));
    let played = tokio::time::timeout(Duration::from_secs(5), desk.play(BOB, id, "h5-g4")).await;
    played.expect("it comes to an end").unwrap();
    assert_eq!(desk.count("no board 2"), 1);
}
