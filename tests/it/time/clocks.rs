//! Clocks run out after one reminder, in matches of days and in live games, and never on a board that nobody has seen.

use std::sync::atomic::Ordering;

use games::board::Side;
use games::{Outcome, Reason};
use jiff::{SignedDuration, Timestamp};
use play::ports::Clock as _;
use play::{Match, MatchChoice, MatchId, OfferKind, deadlines};

use super::MOVES;
use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};

#[tokio::test]
async fn one_reminder_and_then_the_match_is_lost() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(Some("3d+12h")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    // Ann has four days: three, and twelve hours for each of her moves, as she took no time.
    desk.pass(71).await;
    assert_eq!(desk.count("reminder 4"), 0, "three quarters are not over");
    desk.pass(2).await;
    assert_eq!(desk.count("reminder 4"), 1);
    desk.restart().await;
    desk.pass(10).await;
    assert_eq!(desk.count("reminder 4"), 1, "one, whatever restarts");
    assert_eq!(desk.outcome(id).await, None);
    desk.pass(14).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!(desk.count("board 4"), 3, "shown, told after a minute, and the end");
    assert_eq!(refusal(desk.play(ANN, id, "b4-e7").await).code, "match-has-ended");
}

#[tokio::test]
async fn a_match_that_nobody_began_is_aborted() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(25).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
    assert!(desk.store.rating_changes(id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_none() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.play(ANN, id, "b4-e7").await.unwrap();
    // The bot lives, but nobody has looked since the reminder.
    desk.pass(19).await;
    for _ in 0..6 {
        desk.beat().await;
        desk.wait(SignedDuration::from_hours(1));
    }
    assert_eq!(refusal(desk.play(BOB, id, "a3-c1").await).code, "time-was-over");
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::First), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn nobody_loses_time_on_a_board_that_nobody_has_seen() {
    let desk = TestHost::open().await;
    let (typed, shown) = (desk.begin(Some("live")).await, desk.begin(Some("live")).await);
    for id in [typed, shown] {
        for (user, text) in MOVES {
            desk.play(user, id, text).await.unwrap();
        }
    }
    desk.told.makes_no_boards.store(true, Ordering::SeqCst);
    for id in [typed, shown] {
        desk.play(ANN, id, "b4-e7").await.unwrap();
    }
    let reserve = |current: Match| current.clock.reserves[1];
    let before = reserve(desk.store.find_match(typed).await.unwrap().unwrap());
    desk.pass(1).await;
    assert_eq!((desk.outcome(typed).await, desk.outcome(shown).await), (None, None));
    // Somebody who can guess the move loses nothing either.
    desk.play(BOB, typed, "a3-c1").await.unwrap();
    let after = reserve(desk.store.find_match(typed).await.unwrap().unwrap());
    assert!(after >= before, "{after} of {before}");

    desk.told.makes_no_boards.store(false, Ordering::SeqCst);
    while desk.count("board 5") == 0 {
        desk.wait(SignedDuration::from_mins(10));
        desk.look().await;
    }
    assert_eq!(desk.outcome(shown).await, None, "the time begins when the board is there");
    desk.wait(SignedDuration::from_mins(10));
    desk.look().await;
    assert_eq!(desk.outcome(shown).await, None);
    desk.wait(SignedDuration::from_mins(10));
    desk.look().await;
    assert_eq!(desk.outcome(shown).await, Some(Outcome { winner: Some(Side::First), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn a_takeback_gives_no_time_back() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pass(10).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(5).await;
    for user in [ANN, BOB] {
        desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Takeback).await.unwrap();
    }
    let back = desk.store.find_match(id).await.unwrap().unwrap();
    let hours = back.clock.reserves.map(|it| it / 3_600_000);
    assert_eq!((back.moves.len(), hours), (0, [38, 43]), "Ann has used ten hours, and Bob five");
}

#[tokio::test]
async fn whoever_allows_a_takeback_has_all_of_the_time_for_the_next_move() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    for (user, text) in MOVES.into_iter().chain([(ANN, "b4-e7")]) {
        desk.play(user, id, text).await.unwrap();
    }
    desk.pass(23).await;
    for user in [ANN, BOB] {
        desk.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Takeback).await.unwrap();
    }
    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    desk.play(ANN, id, &board.position.legal()[0].to_string()).await.unwrap();
    desk.pass(20).await;
    assert_eq!(desk.outcome(id).await, None, "a day a move");
}

/// Lets minutes pass, with a look at what is due in each of them.
async fn pass_minutes(desk: &TestHost, minutes: u32) {
    for _ in 0..minutes {
        desk.wait(SignedDuration::from_mins(1));
        desk.look().await;
    }
}

/// What both sides have left, in minutes, not counting the move under way.
async fn reserves(desk: &TestHost, id: MatchId) -> [i64; 2] {
    desk.store.find_match(id).await.unwrap().unwrap().clock.reserves.map(|it| it / 60_000)
}

#[tokio::test]
async fn a_live_game_ends_on_time_after_one_reminder() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("live")).await;
    for (user, text) in MOVES {
        pass_minutes(&desk, 2).await;
        desk.play(user, id, text).await.unwrap();
    }
    assert_eq!(reserves(&desk, id).await, [12, 12], "four of fifteen minutes are used, and half a minute came twice");
    pass_minutes(&desk, 8).await;
    assert_eq!(desk.count("reminder 4"), 0);
    pass_minutes(&desk, 1).await;
    assert_eq!(desk.count("reminder 4"), 1, "three quarters of the twelve minutes are over");
    pass_minutes(&desk, 2).await;
    assert_eq!(desk.outcome(id).await, None);
    pass_minutes(&desk, 1).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!(reserves(&desk, id).await, [0, 12], "and nothing is left");
    assert_eq!(desk.store.rating_changes(id).await.unwrap().len(), 2, "it counts for both");
    assert_eq!(refusal(desk.play(ANN, id, "b4-e7").await).code, "match-has-ended");
    assert_eq!((desk.count("reminder 4"), desk.count("board 4")), (1, 2), "one reminder, and the end");
}

#[tokio::test]
async fn whoever_has_only_a_few_minutes_left_is_not_reminded() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("3m+5s")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    pass_minutes(&desk, 4).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!(desk.count("reminder 4"), 0);
}

#[tokio::test]
async fn whoever_begins_a_turn_with_a_few_minutes_of_days_loses_when_they_are_over() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("3d+0s")).await;
    desk.pass(71).await;
    pass_minutes(&desk, 57).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    pass_minutes(&desk, 5).await;
    assert_eq!(desk.count("reminder 4"), 0, "there is too little time for one");
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn on_a_clock_without_weekends_nobody_loses_time_before_monday() {
    let desk = TestHost::open().await;
    // It is Friday noon.
    desk.wait(SignedDuration::from_hours(4 * 24));
    let id = desk.begin(Some("2d+12h cap=3d weekends off")).await;
    for (user, text) in MOVES.into_iter().chain([(ANN, "b4-e7"), (BOB, "a3-c1")]) {
        desk.play(user, id, text).await.unwrap();
    }
    let hours = reserves(&desk, id).await.map(|it| it / 60);
    assert_eq!(hours, [72, 72], "three moves would have added more than the cap lets anybody save");

    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    let runs = deadlines::running_times(&board, desk.clock.now());
    assert_eq!(runs.iter().map(|it| it.1 - it.0).sum::<i64>(), 72 * 3_600_000);
    assert_eq!(runs[0].0, 72 * 3_600_000, "from Monday noon on");
    // Nothing runs until Monday noon: until then it is still weekend somewhere.
    desk.pass(12 + 48).await;
    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    assert_eq!(deadlines::remaining(&board, desk.clock.now()), Some(72 * 3_600_000));
    desk.pass(65).await;
    assert_eq!(desk.count("reminder 6"), 0, "with weekends, it would be time since Sunday");
    desk.pass(2).await;
    assert_eq!(desk.count("reminder 6"), 1, "three quarters were over on Wednesday evening");
    let thursday: Timestamp = "2026-12-03T12:00Z".parse().unwrap();
    assert_eq!(*desk.told.has_until.lock().unwrap(), Some(thursday), "and Ann is told until when she has time");
    desk.pass(16).await;
    assert_eq!(desk.outcome(id).await, None);
    desk.pass(2).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!((desk.count("reminder 6"), desk.count("board 6")), (1, 3), "one reminder, and the end");
}
