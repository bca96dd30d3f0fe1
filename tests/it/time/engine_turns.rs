//! The engine's turns: when it stops thinking, how often it is asked again, and when its answer notifies.

use std::sync::atomic::Ordering;
use std::time::Duration;

use games::board::Side;
use games::{Outcome, Reason};
use jiff::SignedDuration;
use play::ports::{Clock as _, DueTable, OpponentError};
use play::{Match, MatchChoice, MatchId, Seat};

use crate::support::desk::{ANN, PLACE, TestHost, asker, terms};

#[tokio::test]
async fn a_think_that_is_of_no_use_anymore_is_stopped() {
    let desk = TestHost::open().await;
    let id = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "breakthrough", None, PLACE).await;
    desk.thinker.is_slow.store(true, Ordering::SeqCst);
    let thinking = desk.play(ANN, id, "a2-a3");
    let elsewhere = async {
        desk.thinker.begins.notified().await;
        desk.jobs.renew_leases().await.unwrap();
        // Another process ends the match.
        let current = desk.store.find_match(id).await.unwrap().unwrap();
        let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
        let ended = Match { outcome: Some(end), ..current.clone() };
        desk.store.save(&current, &ended, None, desk.clock.now()).await.unwrap();
        desk.jobs.renew_leases().await.unwrap();
    };
    let both = futures::future::join(thinking, elsewhere);
    let (played, ()) = tokio::time::timeout(Duration::from_secs(20), both).await.expect("it thinks on");
    played.unwrap();
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert!(!current.owes_board(), "its end is shown");
}

/// A match in which the engine has the first move.
async fn begin_with_the_engine(desk: &TestHost) -> MatchId {
    desk.begin_with([Seat::Engine(1), Seat::User(ANN)], "breakthrough", None, PLACE).await
}

/// Lets seconds pass, with a look at what is due in each of them.
async fn pass_seconds(desk: &TestHost, seconds: u32) {
    for _ in 0..seconds {
        desk.wait(SignedDuration::from_secs(1));
        desk.look().await;
    }
}

#[tokio::test]
async fn an_engine_that_fails_is_asked_ever_less_often_and_then_left_alone() {
    let desk = TestHost::open().await;
    *desk.thinker.fault.lock().unwrap() = Some(OpponentError::Failed("a panic".into()));
    let id = begin_with_the_engine(&desk).await;
    pass_seconds(&desk, 60).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 2, "at once, and once more after a few seconds");
    desk.pass(24).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 6);
    let backlog = desk.backlog(DueTable::Matches).await;
    assert_eq!((backlog.due, backlog.set_aside), (0, 1), "after some tries it is left alone");
    // Ann acts, and it is asked once more.
    *desk.thinker.fault.lock().unwrap() = None;
    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    desk.host.bring_down(&board).await.unwrap();
    desk.look().await;
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().plies(), 1);
}

#[tokio::test]
async fn to_wait_for_room_in_the_engine_is_no_failure() {
    let desk = TestHost::open().await;
    *desk.thinker.fault.lock().unwrap() = Some(OpponentError::Busy);
    let id = begin_with_the_engine(&desk).await;
    pass_seconds(&desk, 10).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 12, "it is asked each second, and once more after the board");
    assert_eq!(desk.store.failed_tries(id.into()).await.unwrap().failures, 0);
    *desk.thinker.fault.lock().unwrap() = None;
    pass_seconds(&desk, 1).await;
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().plies(), 1);
}

#[tokio::test]
async fn a_move_is_shown_although_the_engine_has_no_room() {
    let desk = TestHost::open().await;
    *desk.thinker.fault.lock().unwrap() = Some(OpponentError::Busy);
    let id = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "breakthrough", None, PLACE).await;
    desk.play(ANN, id, "a2-a3").await.unwrap();
    assert_eq!(desk.count("board 1"), 1);
    pass_seconds(&desk, 10).await;
    assert_eq!(desk.count("board 1"), 1, "it isn't shown anew each time that the engine is asked");
    *desk.thinker.fault.lock().unwrap() = None;
    pass_seconds(&desk, 1).await;
    assert_eq!(desk.count("board 2"), 1);
}

#[tokio::test]
async fn an_answer_of_the_engine_notifies_only_if_it_took_long() {
    for (seconds, pings) in [(5, vec![]), (31, vec![ANN])] {
        let desk = TestHost::open().await;
        let id = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "breakthrough", None, PLACE).await;
        desk.thinker.is_slow.store(true, Ordering::SeqCst);
        let answering = async {
            // What it is asked for takes longer than a moment, so the board is shown without it.
            while desk.count("board 1") == 0 {
                tokio::task::yield_now().await;
            }
            desk.wait(SignedDuration::from_secs(seconds));
            desk.thinker.answers.notify_one();
        };
        let (played, ()) = futures::future::join(desk.play(ANN, id, "a2-a3"), answering).await;
        played.unwrap();
        assert_eq!((desk.count("board 2"), &desk.told.showing.lock().unwrap().pings), (1, &pings), "{seconds} s");
    }
}

/// The person's side in a rated match against the engine that begins now.
async fn begin_rated(desk: &TestHost, rules: &str) -> (MatchId, Side) {
    let begun = desk.host.play_engine(PLACE, ANN, 5, terms(rules)).await.unwrap();
    (begun, desk.store.find_match(begun).await.unwrap().unwrap().side_of(ANN).unwrap())
}

#[tokio::test]
async fn nobody_draws_another_side_before_the_first_one_was_played() {
    let desk = TestHost::open().await;
    let (first, drawn) = begin_rated(&desk, "loa").await;
    assert_eq!(begin_rated(&desk, "loa").await.1, drawn, "while the first one waits");
    desk.host.resign(asker(ANN), MatchChoice::Number(first)).await.unwrap();
    assert_eq!(desk.outcome(first).await, Some(Outcome::ABORTED));
    for _ in 0..8 {
        let (begun, side) = begin_rated(&desk, "loa").await;
        assert_eq!(side, drawn, "aborting draws no other side");
        desk.host.resign(asker(ANN), MatchChoice::Number(begun)).await.unwrap();
    }
}

#[tokio::test]
async fn sides_against_the_engine_are_drawn_by_lot() {
    let desk = TestHost::open().await;
    let mut drawn = Vec::new();
    for _ in 0..40 {
        let (begun, side) = begin_rated(&desk, "loa").await;
        drawn.push(side);
        while !desk.store.find_match(begun).await.unwrap().unwrap().has_really_begun() {
            let board = desk.host.find(asker(ANN), MatchChoice::Number(begun)).await.unwrap();
            if board.current.side_of(ANN) == Some(board.current.to_move()) {
                desk.play(ANN, begun, &board.position.legal()[0].to_string()).await.unwrap();
            }
            desk.look().await;
        }
        desk.host.resign(asker(ANN), MatchChoice::Number(begun)).await.unwrap();
    }
    let first = drawn.iter().filter(|it| **it == Side::First).count();
    assert!((8..=32).contains(&first), "{drawn:?}");
    assert!(drawn.windows(2).any(|it| it[0] == it[1]), "nobody can know the next one by the last: {drawn:?}");
}
