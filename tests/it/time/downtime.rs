//! Time in which nobody is heard, in an outage or on one shard, counts against nobody.

use games::Outcome;
use jiff::SignedDuration;
use play::ports::{AnnounceError, Clock as _};
use play::{ChannelId, GuildId, MatchChoice, MatchId, Place, Seat, Shard, deadlines};

use super::MOVES;
use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};

#[tokio::test]
async fn time_in_which_the_bot_was_down_runs_on_no_clock() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.pass(10).await;
    desk.wait(SignedDuration::from_hours(500));
    desk.restart().await;
    desk.look().await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    desk.pass(9).await;
    assert_eq!(desk.count("reminder 0"), 1, "18 of 24 hours are over");
    desk.play(ANN, id, "d1-b3").await.unwrap();
}

/// How many hours Ann has left.
async fn left(desk: &TestHost, id: MatchId) -> Option<i64> {
    let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
    deadlines::remaining(&board, desk.clock.now()).map(|it| it / 3_600_000)
}

#[tokio::test]
async fn downtime_is_given_back_although_the_clock_began_while_it_stood_still() {
    // It is Monday noon.
    let mut desk = TestHost::open().await;
    desk.wait(SignedDuration::from_hours(5 * 24));
    desk.look().await;
    let on_saturday = desk.begin(Some("1d weekends off")).await;
    let in_absence = desk.begin(Some("3d")).await;
    desk.host.go_away(ANN, 1).await.unwrap();
    desk.pass(49).await;
    assert_eq!((left(&desk, on_saturday).await, left(&desk, in_absence).await), (Some(23), Some(47)));
    desk.wait(SignedDuration::from_hours(20));
    desk.restart().await;
    desk.look().await;
    assert_eq!((left(&desk, on_saturday).await, left(&desk, in_absence).await), (Some(23), Some(47)));
    // Nobody gets more than was lost, either: most of this time would not have run.
    desk.pass(22 + 3 * 24 - 1).await;
    assert_eq!(desk.outcome(on_saturday).await, Some(Outcome::ABORTED));
    let late = desk.store.find_match(on_saturday).await.unwrap().unwrap();
    assert_eq!(late.end.abort, Some(play::AbortCause::Time), "the board says why");
}

#[tokio::test]
async fn a_clock_that_cannot_be_read_keeps_no_time_from_others() {
    let mut desk = TestHost::open().await;
    let (broken, whole) = (desk.begin(Some("1d weekends off")).await, desk.begin(Some("1d")).await);
    desk.pass(10).await;
    let pool = sqlx::SqlitePool::connect(desk.database_url()).await.unwrap();
    let spoil = sqlx::query("UPDATE matches SET details = 'weekends' WHERE id = $1").bind(broken.0);
    assert_eq!(spoil.execute(&pool).await.unwrap().rows_affected(), 1);
    pool.close().await;
    desk.wait(SignedDuration::from_hours(20));
    desk.restart().await;
    desk.look().await;
    assert_eq!(left(&desk, whole).await, Some(14));
}

#[tokio::test]
async fn downtime_after_a_late_reminder_is_given_back() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(Some("1d")).await;
    *desk.told.reminds_nobody.lock().unwrap() = Some(AnnounceError::Later("nobody can be reached".into()));
    desk.pass(25).await;
    *desk.told.reminds_nobody.lock().unwrap() = None;
    desk.pass(1).await;
    assert_eq!(desk.count("reminder 0"), 1, "an hour after the time was over, so there are six more");
    desk.wait(SignedDuration::from_hours(10));
    desk.restart().await;
    desk.look().await;
    desk.pass(4).await;
    assert_eq!(desk.outcome(id).await, None);
    desk.pass(3).await;
    assert!(desk.outcome(id).await.is_some());
}

#[tokio::test]
async fn after_an_outage_the_board_of_a_live_game_says_anew_how_long_there_is_time() {
    let desk = TestHost::open().await;
    desk.begin(Some("3d")).await;
    desk.look().await;
    desk.news();
    desk.wait(SignedDuration::from_hours(3));
    desk.look().await;
    assert!(desk.news().is_empty(), "of days, some hours more or less need no new board");

    let live = desk.begin(Some("live")).await;
    desk.look().await;
    desk.news();
    desk.wait(SignedDuration::from_hours(3));
    desk.look().await;
    assert_eq!((desk.news(), desk.outcome(live).await), (vec!["board 0".to_owned()], None));
    let shown = desk.told.showing.lock().unwrap().clone();
    assert!(shown.edit.is_some() && shown.pings.is_empty(), "{shown:?}");
}

#[tokio::test]
async fn while_nobody_is_heard_time_brings_nothing_about() {
    let desk = TestHost::open().await;
    let timed = desk.begin(Some("1d")).await;
    desk.begin(None).await;
    desk.pass(10).await;
    // A worker goes on, and people cannot move.
    for _ in 0..500 {
        desk.wait(SignedDuration::from_hours(1));
        desk.look_unheard().await;
    }
    assert_eq!((desk.outcome(timed).await, desk.count("reminder 0"), desk.count("claim 0")), (None, 0, 0));
    // Whoever moves before the bot has given a sign of life is not told that it is too late.
    desk.play(ANN, timed, "d1-b3").await.unwrap();
    desk.pass(23).await;
    assert_eq!((desk.outcome(timed).await, desk.count("reminder 1")), (None, 1));
    desk.pass(2).await;
    assert_eq!(desk.outcome(timed).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn a_shard_that_is_down_stops_the_clocks_of_its_own_matches() {
    let desk = TestHost::open().await;
    let shards = [0, 1].map(|index| Shard { index, total: 2 });
    let (heard, both) = (&shards[..1], &shards[..]);
    let elsewhere = Place { guild: Some(GuildId(1 << 22)), channel: ChannelId(71) };
    let here = desk.begin(Some("1d")).await;
    let there = desk.begin_with([Seat::User(BOB), Seat::User(ANN)], "loa", Some("1d"), elsewhere).await;
    desk.host.beat(both).await.unwrap();
    for _ in 0..30 {
        desk.wait(SignedDuration::from_hours(1));
        desk.host.beat(heard).await.unwrap();
        desk.look_unheard().await;
    }
    assert_eq!(desk.outcome(here).await, Some(Outcome::ABORTED), "its people were heard all the time");
    assert_eq!((desk.outcome(there).await, desk.count("reminder 0")), (None, 1), "and nobody there could move");

    // Bob is heard in his direct messages, and Ann, who is in that place, by nobody.
    desk.play(BOB, there, "d1-b3").await.unwrap();
    for _ in 0..30 {
        desk.wait(SignedDuration::from_hours(1));
        desk.host.beat(heard).await.unwrap();
        desk.look_unheard().await;
    }
    assert_eq!((desk.outcome(there).await, desk.count("reminder 1")), (None, 0));

    // Once the shard is back, the time that is left runs on.
    for hours in [23, 3] {
        assert_eq!(desk.outcome(there).await, None);
        for _ in 0..hours {
            desk.host.beat(both).await.unwrap();
            desk.look_unheard().await;
            desk.wait(SignedDuration::from_hours(1));
        }
    }
    assert_eq!((desk.outcome(there).await, desk.count("reminder 1")), (Some(Outcome::ABORTED), 1));
}

#[tokio::test]
async fn a_reminder_that_nobody_could_heed_waits_until_people_are_heard() {
    let desk = TestHost::open().await;
    desk.begin(Some("1d")).await;
    desk.pass(17).await;
    // The bot dies just after three quarters are over, and a worker looks when all time is.
    desk.wait(SignedDuration::from_hours(1));
    desk.beat().await;
    desk.wait(SignedDuration::from_hours(10));
    desk.look_unheard().await;
    assert_eq!(desk.count("reminder 0"), 1, "it was due while the bot lived");
}

#[tokio::test]
async fn time_in_which_the_bot_was_down_is_no_silence() {
    let mut desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.pass(9 * 24).await;
    desk.wait(SignedDuration::from_hours(6 * 24));
    desk.restart().await;
    desk.look().await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), MatchChoice::Number(id)).await).code, "too-early-to-claim");
    assert_eq!(desk.count("reminder 4"), 0, "nine days were silent");
    desk.pass(2 * 24).await;
    assert_eq!(desk.count("reminder 4"), 1, "and now eleven");
    desk.pass(2 * 24).await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), MatchChoice::Number(id)).await).code, "too-early-to-claim");
    desk.pass(25).await;
    desk.host.claim(asker(BOB), MatchChoice::Number(id)).await.unwrap();
}

#[tokio::test]
async fn nobody_claims_a_win_for_time_in_which_nobody_was_heard() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("1d soft")).await;
    desk.look().await;
    desk.wait(SignedDuration::from_hours(30));
    let claimed = desk.host.claim(asker(BOB), MatchChoice::Number(id)).await;
    assert_eq!(refusal(claimed).code, "too-early-to-claim", "the bot was down");
    desk.pass(25).await;
    desk.host.claim(asker(BOB), MatchChoice::Number(id)).await.unwrap();
}
