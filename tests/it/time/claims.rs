//! Wins that are claimed: after a long silence, and after the opponent has left the server.

use std::sync::atomic::Ordering;

use games::board::Side;
use games::{Outcome, Reason};
use jiff::SignedDuration;
use play::decide::RematchTerms;
use play::ports::{AnnounceError, Clock as _, DueTable, Unreachable};
use play::preferences::Notices;
use play::{HostError, MatchChoice, MatchId, Setting, UserId};

use super::MOVES;
use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};

#[tokio::test]
async fn a_match_without_a_clock_can_be_claimed_after_a_warning() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), MatchChoice::Number(id));
    assert_eq!(refusal(claim().await).code, "too-early-to-claim");
    assert_eq!(
        refusal(desk.host.claim(asker(ANN), MatchChoice::Number(id)).await).code,
        "nothing-to-claim-on-your-turn"
    );
    assert_eq!(refusal(desk.host.claim(asker(UserId(5)), MatchChoice::Number(id)).await).code, "not-a-player");
    desk.pass(11 * 24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 0), "Ann is warned");
    desk.pass(3 * 24 + 1).await;
    desk.restart().await;
    desk.pass(24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 1), "Bob is told once");
    assert_eq!(desk.outcome(id).await, None, "nothing ends by itself");
    desk.host.claim(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn nobody_loses_by_silence_without_a_reminder_some_days_before() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), MatchChoice::Number(id));
    // The bot lives, but nobody looks.
    for _ in 0..15 * 24 {
        desk.beat().await;
        desk.wait(SignedDuration::from_hours(1));
    }
    assert_eq!(refusal(claim().await).code, "too-early-to-claim", "Ann has not heard of it");
    desk.look().await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 0));
    let three_days = SignedDuration::from_hours(3 * 24);
    assert_eq!(*desk.told.has_until.lock().unwrap(), desk.clock.now().checked_add(three_days).ok(), "and she hears it");
    desk.pass(3 * 24 - 1).await;
    assert_eq!((refusal(claim().await).code, desk.count("claim 4")), ("too-early-to-claim", 0));
    desk.pass(2).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 1));
    claim().await.unwrap();
}

#[tokio::test]
async fn who_has_left_the_server_can_be_won_against_three_days_later() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.pass(30).await;
    assert_eq!(desk.count("left 4"), 0, "Ann is there");
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(17).await;
    assert_eq!(desk.count("left 4"), 0, "it is looked once a day");
    desk.pass(2).await;
    assert_eq!(desk.count("left 4"), 1, "and Bob is told");
    desk.restart().await;
    desk.pass(3 * 24 - 2).await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), MatchChoice::Number(id)).await).code, "too-early-to-claim");
    desk.pass(2).await;
    assert_eq!((desk.count("left 4"), desk.count("reminder 4")), (1, 0), "told once, and nobody else is");
    desk.host.claim(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn who_wants_no_sound_is_told_quietly_that_the_other_has_left() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.host.set_preference(BOB, Setting::Notices(Notices::Silent)).await.unwrap();
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(25).await;
    assert_eq!((desk.count("left 4"), desk.count("quiet left 4")), (0, 1));
}

#[tokio::test]
async fn who_has_come_back_to_the_server_has_lost_nothing() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(25).await;
    assert_eq!(desk.count("left 4"), 1);
    *desk.told.gone.lock().unwrap() = None;
    desk.pass(4 * 24).await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), MatchChoice::Number(id)).await).code, "too-early-to-claim");
    desk.pass(7 * 24).await;
    assert_eq!(desk.count("reminder 4"), 1, "only Bob was told anything before");
}

#[tokio::test]
async fn who_comes_back_to_the_server_is_reminded_before_the_time_is_over() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("10d+36h")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(25).await;
    assert_eq!(desk.count("left 4"), 1);
    *desk.told.gone.lock().unwrap() = None;
    desk.pass(9 * 24).await;
    assert_eq!((desk.count("left 4"), desk.count("reminder 4")), (1, 1), "three quarters of her 13 days are over");
    desk.pass(4 * 24).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

/// Ann leaves the server in a match with a clock. An hour before her time is over, Bob was told so, and she wasn't reminded.
async fn leave_before_the_reminder(desk: &TestHost) -> MatchId {
    let id = desk.begin(Some("1d")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(23).await;
    assert_eq!(desk.count("left 4"), 1, "instead of a reminder");
    id
}

#[tokio::test]
async fn nobody_who_has_left_loses_while_it_is_not_known_whether_they_are_back() {
    let desk = TestHost::open().await;
    let id = leave_before_the_reminder(&desk).await;
    desk.told.knows_no_members.store(true, Ordering::SeqCst);
    desk.pass(4 * 24).await;
    assert_eq!(desk.outcome(id).await, None);
    let claimed = desk.host.claim(asker(BOB), MatchChoice::Number(id)).await;
    assert!(matches!(claimed, Err(HostError::Announce(AnnounceError::Later(_)))), "{:?}", claimed.err());
    *desk.told.gone.lock().unwrap() = None;
    desk.told.knows_no_members.store(false, Ordering::SeqCst);
    desk.pass(1).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 4")), (None, 1), "she is back");
}

#[tokio::test]
async fn whoever_has_left_loses_soon_after_that_is_known_again() {
    let desk = TestHost::open().await;
    let id = leave_before_the_reminder(&desk).await;
    desk.told.knows_no_members.store(true, Ordering::SeqCst);
    desk.pass(2).await;
    desk.told.knows_no_members.store(false, Ordering::SeqCst);
    desk.wait(SignedDuration::from_mins(1));
    desk.look().await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn who_comes_back_in_the_last_hours_is_reminded_before_anything_is_lost() {
    let desk = TestHost::open().await;
    let id = leave_before_the_reminder(&desk).await;
    *desk.told.gone.lock().unwrap() = None;
    desk.pass(2).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 4")), (None, 1));
    desk.pass(4).await;
    assert_eq!(desk.outcome(id).await, None, "as long after the reminder as if it had come in time");
    desk.pass(2).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn a_match_rests_once_its_win_can_be_claimed() {
    let desk = TestHost::open().await;
    let hushed = desk.begin(None).await;
    desk.host.hush(asker(ANN), MatchChoice::Number(hushed)).await.unwrap();
    desk.begin(Some("1d soft")).await;
    // The bot lives, but nobody looks: the time is over before there was a reminder.
    for _ in 0..15 * 24 {
        desk.beat().await;
        desk.wait(SignedDuration::from_hours(1));
    }
    desk.look().await;
    assert_eq!(desk.count("claim 0"), 2);
    assert_eq!(desk.backlog(DueTable::Matches).await.due, 0, "nobody looks again and again");
}

#[tokio::test]
async fn no_win_is_claimed_on_a_board_that_nobody_has_seen() {
    let desk = TestHost::open().await;
    for is_gone in [false, true] {
        let id = desk.begin(Some("1d soft")).await;
        for (user, text) in MOVES {
            desk.play(user, id, text).await.unwrap();
            desk.look().await;
        }
        *desk.told.shows_no_board.lock().unwrap() =
            Some(AnnounceError::Closed(Unreachable::Refused("Missing Permissions".into())));
        desk.told.places_are_gone.store(is_gone, Ordering::SeqCst);
        desk.play(ANN, id, "b4-e7").await.unwrap();
        desk.pass(80).await;
        let claimed = desk.host.claim(asker(ANN), MatchChoice::Number(id)).await;
        match is_gone {
            false => assert_eq!(refusal(claimed).code, "too-early-to-claim"),
            true => assert_eq!(claimed.unwrap().current.outcome, Some(Outcome::ABORTED)),
        }
        *desk.told.shows_no_board.lock().unwrap() = None;
        desk.told.places_are_gone.store(false, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_match_whose_place_is_gone_can_be_ended_by_whoever_waits() {
    let desk = TestHost::open().await;
    for clock in [None, Some("10d+36h")] {
        let id = desk.begin(clock).await;
        for (user, text) in MOVES {
            desk.play(user, id, text).await.unwrap();
        }
        let claim = |user| desk.host.claim(asker(user), MatchChoice::Number(id));
        desk.told.places_are_gone.store(true, Ordering::SeqCst);
        assert_eq!(refusal(claim(ANN).await).code, "nothing-to-claim-on-your-turn");
        assert_eq!(refusal(claim(BOB).await).code, "place-is-gone");
        desk.wait(SignedDuration::from_hours(3 * 24));
        claim(BOB).await.unwrap();
        let ended = desk.store.find_match(id).await.unwrap().unwrap();
        assert_eq!(ended.outcome, Some(Outcome::ABORTED), "nobody was reminded, so nobody has lost");
        assert_eq!(ended.end.abort, Some(play::AbortCause::PlaceGone), "and the end says why");
        assert_eq!(refusal(desk.host.rematch(asker(BOB), id, RematchTerms::AsBefore).await).code, "rematch-place-gone");
        desk.told.places_are_gone.store(false, Ordering::SeqCst);
    }
}
