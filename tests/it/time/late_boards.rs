//! Boards that are noted, posted, or changed late are found, and lose their controls in the end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::SignedDuration;

use play::decide::MoveInput;
use play::ports::{Noted, Superseded};
use play::{LiveBoard, Match, MatchChoice, MatchId, MessageId, OfferKind, Seat};
use tokio::sync::Semaphore;

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker};

/// Nothing can be written just after a board was posted, not even that something has failed.
#[tokio::test]
async fn a_board_that_could_not_be_noted_is_looked_for() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let url = format!("sqlite://{}/time.db", desk.folder.path().display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
    let fails = "CREATE TRIGGER fails BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::query(fails).execute(&pool).await.unwrap();
    desk.show_due(id).await;
    assert_eq!(desk.count("board 1"), 1, "it is posted");
    sqlx::query("DROP TRIGGER fails").execute(&pool).await.unwrap();
    // Its lease ends, as if its process were gone.
    sqlx::query("UPDATE matches SET lease_until = 1").execute(&pool).await.unwrap();
    desk.look().await;
    let since = || desk.told.showing.lock().unwrap().unconfirmed_since;
    assert!(since().is_some(), "before it is posted again, the channel is looked through");
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!(since(), None, "that was once");
}

/// Two processes have posted the end, and Discord has taken it once. The slower one notes it when the match has changed.
#[tokio::test]
async fn an_end_that_is_noted_late_is_not_posted_again() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.look().await;
    let ended = desk.store.find_match(id).await.unwrap().unwrap();
    let shown = ended.delivery.live_board.unwrap();
    let mut reminded = ended.clone();
    reminded.reminders.reminded_at = Some(1);
    desk.store.save_unannounced(&ended, &reminded).await.unwrap();
    let noted = desk.store.note_shown(id, ended.version(), LiveBoard { revision: Some(ended.revision), ..shown }).await;
    assert_eq!(noted.unwrap(), Noted::Overtaken);
    desk.look().await;
    let showing = desk.told.showing.lock().unwrap().clone();
    assert_eq!((showing.edit.map(|it| it.message), showing.pings), (Some(shown.message), Vec::new()));
}

/// People play what is legal first, as the engine does here.
async fn play_to_the_end(desk: &TestHost, id: MatchId) -> Match {
    loop {
        desk.look().await;
        let current = desk.store.find_match(id).await.unwrap().unwrap();
        if current.outcome.is_some() {
            return current;
        }
        let mut position = games::open(&current.ruleset, None).unwrap();
        for text in &current.moves {
            let chosen = position.read(text).unwrap();
            position.play(chosen).unwrap();
        }
        if let Some(user) = current.seat(current.to_move()).user() {
            desk.play(user, id, &position.legal()[0].to_string()).await.unwrap();
        }
    }
}

/// A slow process learns from Discord that its board is one that shows the end already, and notes it as an earlier one.
#[tokio::test]
async fn an_end_that_is_taken_for_an_earlier_board_is_not_posted_again() {
    let desk = TestHost::open().await;
    for seats in [[Seat::User(ANN), Seat::User(BOB)], [Seat::User(ANN), Seat::Engine(1)]] {
        let id = desk.begin_with(seats, "clobber size=2x2", None, PLACE).await;
        let ended = play_to_the_end(&desk, id).await;
        let shown = ended.delivery.live_board.unwrap();
        let noted = desk.store.note_shown(id, ended.version(), LiveBoard { revision: Some(0), ..shown }).await;
        assert_eq!(noted.unwrap(), Noted::Overtaken);
        desk.look().await;
        let edit = desk.told.showing.lock().unwrap().edit.unwrap();
        assert_eq!((edit.message, edit.only_if_near), (shown.message, false));
    }
}

#[tokio::test]
async fn an_old_board_loses_its_controls_in_the_end() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    let old = Superseded { message: MessageId(1), plies: 0 };
    assert_eq!(desk.store.superseded(id).await.unwrap(), [old]);
    desk.restart().await;
    desk.told.keeps_old_boards.store(false, Ordering::SeqCst);
    desk.pass(1).await;
    assert!(desk.store.superseded(id).await.unwrap().is_empty());
    assert_eq!(desk.count("board 1"), 1, "nothing is shown twice for it");
}

#[tokio::test]
async fn a_board_that_is_brought_down_before_it_is_shown_still_calls_whoever_is_to_move() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("d1-b3")).await.unwrap();
    desk.host.bring_down(&desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap()).await.unwrap();
    desk.look().await;
    assert_eq!(desk.told.showing.lock().unwrap().pings, [BOB]);

    desk.host.bring_down(&desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap()).await.unwrap();
    desk.look().await;
    assert!(desk.told.showing.lock().unwrap().pings.is_empty(), "he has heard of that move");
}

#[tokio::test]
async fn a_board_that_is_brought_down_before_it_is_shown_still_says_that_a_pause_is_over() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.pause(id).await;
    desk.host.resume(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.host.bring_down(&desk.host.find(asker(BOB), MatchChoice::Number(id)).await.unwrap()).await.unwrap();
    desk.look().await;
    assert_eq!(desk.told.showing.lock().unwrap().pings, [ANN], "her time is running");

    desk.host.bring_down(&desk.host.find(asker(BOB), MatchChoice::Number(id)).await.unwrap()).await.unwrap();
    desk.look().await;
    assert!(desk.told.showing.lock().unwrap().pings.is_empty(), "she has heard of it");
}

#[tokio::test]
async fn another_move_after_a_takeback_that_nobody_saw_is_told_as_any_other() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Takeback).await.unwrap();
    desk.look().await;
    desk.host.answer_offer(asker(BOB), MatchChoice::Number(id), None, true).await.unwrap();
    desk.play(ANN, id, "b1-b3").await.unwrap();
    let showing = desk.told.showing.lock().unwrap().clone();
    assert_eq!((showing.pings, showing.edit), (vec![BOB], None), "as many plies as before, but another move");
}

/// Discord takes a board only after a while, as where many others wait for the same channel.
#[tokio::test]
async fn nobody_loses_time_while_the_board_is_on_its_way() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1m+5s")).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4")] {
        desk.play(user, id, text).await.unwrap();
    }
    let gate = Arc::new(Semaphore::new(0));
    *desk.told.slow.lock().unwrap() = Some((PLACE.channel, Arc::clone(&gate)));
    desk.host.play_move(asker(BOB), MatchChoice::Number(id), MoveInput::typed("g4-g1")).await.unwrap();
    let time_passes = async {
        // By then the board is on its way.
        tokio::time::sleep(Duration::from_millis(500)).await;
        desk.wait(SignedDuration::from_secs(50));
        gate.add_permits(100);
    };
    tokio::join!(desk.look(), time_passes);
    *desk.told.slow.lock().unwrap() = None;
    desk.wait(SignedDuration::from_secs(30));
    desk.look().await;
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(current.outcome, None, "she has seen the board for 30 s of her minute");
}
