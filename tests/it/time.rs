//! What time brings about: clocks, reminders, claims.

use games::board::Side;
use games::{Outcome, Reason};
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parlor::play::decide::Said;
use parlor::play::ports::{AnnounceError, Clock as _, Closure, OpponentError, StoreError, Superseded};
use parlor::play::preferences::Notices;
use parlor::play::{
    Agreement, Answer, Asker, Challenge, ChallengeState, ChannelId, EventId, GuildId, HostError, Match, MatchId,
    MessageId, OfferKind, Place, Seat, Setting, Shard, SideChoice, Terms, UserId, Which, deadlines,
};

use crate::support::desk::{ANN, BOB, Desk, PLACE, asker, refusal};

const MOVES: [(UserId, &str); 4] = [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")];

#[tokio::test]
async fn one_reminder_and_then_the_match_is_lost() {
    let mut desk = Desk::open().await;
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
    assert_eq!(desk.count("board 4"), 2, "the end is shown once");
    assert_eq!(refusal(desk.play(ANN, id, "b4-e7").await).code, "match-has-ended");
}

#[tokio::test]
async fn a_match_that_nobody_began_is_aborted() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(25).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
    assert!(desk.store.rating_changes(id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_none() {
    let desk = Desk::open().await;
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
async fn time_in_which_the_bot_was_down_runs_on_no_clock() {
    let mut desk = Desk::open().await;
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

#[tokio::test]
async fn after_an_outage_the_board_of_a_live_game_says_anew_how_long_there_is_time() {
    let desk = Desk::open().await;
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
    let desk = Desk::open().await;
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
    let desk = Desk::open().await;
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
    let desk = Desk::open().await;
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
async fn a_pause_stops_the_clock_until_somebody_goes_on() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pass(24).await;
    desk.host.offer(asker(ANN), Which::Number(id), OfferKind::Pause).await.unwrap();
    assert_eq!(refusal(desk.host.resume(asker(BOB), Which::Number(id)).await).code, "not-paused");
    desk.host.offer(asker(BOB), Which::Number(id), OfferKind::Pause).await.unwrap();
    desk.pass(1000).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "nothing-to-claim");
    desk.host.resume(asker(BOB), Which::Number(id)).await.unwrap();
    desk.pass(23).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 1));
    desk.pass(2).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn whoever_waits_for_the_end_of_a_pause_is_told_of_it() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    let how = || desk.told.showing.lock().unwrap().clone();
    for (goes_on, pings) in [(BOB, vec![ANN]), (ANN, vec![])] {
        desk.pause(id).await;
        desk.host.resume(asker(goes_on), Which::Number(id)).await.unwrap();
        desk.look().await;
        let shown = how();
        assert_eq!((shown.edit.is_none(), shown.pings), (goes_on == BOB, pings), "{goes_on}");
    }
}

#[tokio::test]
async fn a_draw_offer_survives_a_pause() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pause(id).await;
    desk.host.offer(asker(ANN), Which::Number(id), OfferKind::Draw).await.unwrap();
    let resumed = desk.host.resume(asker(BOB), Which::Number(id)).await.unwrap();
    assert_eq!(resumed.current.conduct.offer.map(|it| it.kind), Some(OfferKind::Draw));
}

#[tokio::test]
async fn nobody_loses_time_on_a_board_that_nobody_has_seen() {
    let desk = Desk::open().await;
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
    let reserve = |current: Match| current.conduct.reserves[1];
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
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pass(10).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(5).await;
    for user in [ANN, BOB] {
        desk.host.offer(asker(user), Which::Number(id), OfferKind::Takeback).await.unwrap();
    }
    let back = desk.store.find_match(id).await.unwrap().unwrap();
    let hours = back.conduct.reserves.map(|it| it / 3_600_000);
    assert_eq!((back.moves.len(), hours), (0, [38, 43]), "Ann has used ten hours, and Bob five");
}

#[tokio::test]
async fn a_takeback_and_a_pause_are_asked_for_once_a_turn() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    let offer = |kind| desk.host.offer(asker(ANN), Which::Number(id), kind);
    for kind in [OfferKind::Takeback, OfferKind::Pause] {
        offer(kind).await.unwrap();
        desk.host.answer_offer(asker(BOB), Which::Number(id), None, false).await.unwrap();
        assert_eq!(refusal(offer(kind).await).code, "offered-this-turn");
    }
    desk.play(BOB, id, "h5-g4").await.unwrap();
    offer(OfferKind::Takeback).await.unwrap();
}

#[tokio::test]
async fn two_who_offer_a_draw_at_once_agree() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let offer = |user| desk.host.offer(asker(user), Which::Number(id), OfferKind::Draw);
    let (one, other) = tokio::join!(offer(ANN), offer(BOB));
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: None, reason: Reason::Agreed }));
}

#[tokio::test]
async fn in_a_live_game_nobody_is_away() {
    let desk = Desk::open().await;
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

/// Lets minutes pass, with a look at what is due in each of them.
async fn pass_minutes(desk: &Desk, minutes: u32) {
    for _ in 0..minutes {
        desk.wait(SignedDuration::from_mins(1));
        desk.look().await;
    }
}

/// What both sides have left, in minutes, not counting the move under way.
async fn reserves(desk: &Desk, id: MatchId) -> [i64; 2] {
    desk.store.find_match(id).await.unwrap().unwrap().conduct.reserves.map(|it| it / 60_000)
}

#[tokio::test]
async fn a_live_game_ends_on_time_after_one_reminder() {
    let desk = Desk::open().await;
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
    assert_eq!(desk.store.rating_changes(id).await.unwrap().len(), 2, "it counts for both");
    assert_eq!(refusal(desk.play(ANN, id, "b4-e7").await).code, "match-has-ended");
    assert_eq!((desk.count("reminder 4"), desk.count("board 4")), (1, 2), "one reminder, and the end");
}

#[tokio::test]
async fn whoever_has_only_a_few_minutes_left_is_not_reminded() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("3m+5s")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    pass_minutes(&desk, 4).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!(desk.count("reminder 4"), 0);
}

#[tokio::test]
async fn on_a_clock_without_weekends_nobody_loses_time_before_monday() {
    let desk = Desk::open().await;
    // It is Friday noon.
    desk.wait(SignedDuration::from_hours(4 * 24));
    let id = desk.begin(Some("2d+12h cap=3d weekends")).await;
    for (user, text) in MOVES.into_iter().chain([(ANN, "b4-e7"), (BOB, "a3-c1")]) {
        desk.play(user, id, text).await.unwrap();
    }
    let hours = reserves(&desk, id).await.map(|it| it / 60);
    assert_eq!(hours, [72, 72], "three moves would have added more than the cap lets anybody save");

    // Nothing runs until Monday noon: until then it is still weekend somewhere.
    desk.pass(12 + 48).await;
    let board = desk.host.find(asker(ANN), Which::Number(id)).await.unwrap();
    assert_eq!(deadlines::left(&board, desk.clock.now()), Some(72 * 3_600_000));
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
    assert_eq!((desk.count("reminder 6"), desk.count("board 6")), (1, 2), "one reminder, and the end");
}

#[tokio::test]
async fn the_board_says_at_once_until_when_somebody_has_to_move_who_is_away() {
    let desk = Desk::open().await;
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
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    assert_eq!(refusal(desk.host.go_away(ANN, 31).await).code, "too-long-away");
    assert_eq!(refusal(desk.host.come_back(ANN).await).code, "not-away");
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
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), Which::Number(id));
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
    let desk = Desk::open().await;
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

#[tokio::test]
async fn a_match_without_a_clock_can_be_claimed_after_a_warning() {
    let mut desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), Which::Number(id));
    assert_eq!(refusal(claim().await).code, "too-early-to-claim");
    assert_eq!(refusal(desk.host.claim(asker(ANN), Which::Number(id)).await).code, "nothing-to-claim-on-your-turn");
    assert_eq!(refusal(desk.host.claim(asker(UserId(5)), Which::Number(id)).await).code, "not-a-player");
    desk.pass(11 * 24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 0), "Ann is warned");
    desk.pass(3 * 24 + 1).await;
    desk.restart().await;
    desk.pass(24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 1), "Bob is told once");
    assert_eq!(desk.outcome(id).await, None, "nothing ends by itself");
    desk.host.claim(asker(BOB), Which::Number(id)).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn time_in_which_the_bot_was_down_is_no_silence() {
    let mut desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.pass(9 * 24).await;
    desk.wait(SignedDuration::from_hours(6 * 24));
    desk.restart().await;
    desk.look().await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "too-early-to-claim");
    assert_eq!(desk.count("reminder 4"), 0, "nine days were silent");
    desk.pass(2 * 24).await;
    assert_eq!(desk.count("reminder 4"), 1, "and now eleven");
    desk.pass(2 * 24).await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "too-early-to-claim");
    desk.pass(25).await;
    desk.host.claim(asker(BOB), Which::Number(id)).await.unwrap();
}

#[tokio::test]
async fn nobody_loses_by_silence_without_a_reminder_some_days_before() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), Which::Number(id));
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
    let mut desk = Desk::open().await;
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
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "too-early-to-claim");
    desk.pass(2).await;
    assert_eq!((desk.count("left 4"), desk.count("reminder 4")), (1, 0), "told once, and nobody else is");
    desk.host.claim(asker(BOB), Which::Number(id)).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn who_wants_no_sound_is_told_quietly_that_the_other_has_left() {
    let desk = Desk::open().await;
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
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(25).await;
    assert_eq!(desk.count("left 4"), 1);
    *desk.told.gone.lock().unwrap() = None;
    desk.pass(4 * 24).await;
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "too-early-to-claim");
    desk.pass(7 * 24).await;
    assert_eq!(desk.count("reminder 4"), 1, "only Bob was told anything before");
}

#[tokio::test]
async fn nobody_claims_a_win_for_time_in_which_nobody_was_heard() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d soft")).await;
    desk.look().await;
    desk.wait(SignedDuration::from_hours(30));
    let claimed = desk.host.claim(asker(BOB), Which::Number(id)).await;
    assert_eq!(refusal(claimed).code, "too-early-to-claim", "the bot was down");
    desk.pass(25).await;
    desk.host.claim(asker(BOB), Which::Number(id)).await.unwrap();
}

#[tokio::test]
async fn a_match_rests_once_its_win_can_be_claimed() {
    let desk = Desk::open().await;
    let hushed = desk.begin(None).await;
    desk.host.hush(asker(ANN), Which::Number(hushed)).await.unwrap();
    desk.begin(Some("1d soft")).await;
    // The bot lives, but nobody looks: the time is over before there was a reminder.
    for _ in 0..15 * 24 {
        desk.beat().await;
        desk.wait(SignedDuration::from_hours(1));
    }
    desk.look().await;
    assert_eq!(desk.count("claim 0"), 2);
    assert_eq!(desk.store.backlog(desk.clock.now()).await.unwrap().due, 0, "nobody looks again and again");
}

#[tokio::test]
async fn a_match_that_cannot_be_read_is_set_aside_and_keeps_no_other_waiting() {
    let desk = Desk::open().await;
    // Ann has as long as she likes, so nobody is going to look at it.
    let broken = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "loa", None, PLACE).await;
    desk.play(ANN, broken, "d1-b3").await.unwrap();
    let url = format!("sqlite://{}/time.db", desk.folder.path().display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    sqlx::query("UPDATE moves SET text = 'z9-z8' WHERE ply = 0").execute(&pool).await.unwrap();
    let backlog = async || {
        let backlog = desk.store.backlog(desk.clock.now()).await.unwrap();
        (backlog.due, backlog.set_aside)
    };
    desk.look().await;
    assert_eq!(backlog().await, (0, 0), "nobody has noticed");
    let told = async || matches!(desk.play(ANN, broken, "b1-b4").await, Err(HostError::SetAside { .. }));
    assert!(told().await);
    assert_eq!(backlog().await, (1, 0));
    desk.look().await;
    let sound = desk.begin(None).await;
    assert_eq!(desk.count("board 0"), 2, "the other match is shown");
    desk.play(ANN, sound, "b1-b3").await.unwrap();
    let listed = desk.host.matches_of(ANN).await.unwrap();
    assert_eq!(listed.iter().map(|it| it.current.id).collect::<Vec<_>>(), [sound], "lists leave it out");
    desk.pass(10).await;
    assert_eq!(backlog().await, (0, 1), "after some tries it is left alone");
    assert!(told().await && desk.host.find(asker(ANN), Which::Number(broken)).await.is_err());
    assert_eq!(backlog().await, (0, 1), "whoever asks for it then");
    match parlor::store::examine(&url).await.unwrap() {
        parlor::store::Condition::Good { set_aside, .. } => assert_eq!(set_aside, ["#1"], "the doctor lists it"),
        other => panic!("{other:?}"),
    }
    sqlx::query("UPDATE moves SET text = 'd1-b3' WHERE match_id = 1 AND ply = 0").execute(&pool).await.unwrap();
    assert_eq!(desk.host.matches_of(ANN).await.unwrap().len(), 2, "it could be read again");
    sqlx::query("UPDATE matches SET rules_version = 2 WHERE id = 1").execute(&pool).await.unwrap();
    match desk.store.find_match(broken).await {
        Err(StoreError::Corrupt(why)) => assert!(why.contains("begun under version 2 of the rules of loa"), "{why}"),
        other => panic!("its rules are not these: {other:?}"),
    }
    sqlx::query("UPDATE matches SET ruleset = 'chess' WHERE id = 1").execute(&pool).await.unwrap();
    let listed = desk.host.matches_of(ANN).await.unwrap();
    assert_eq!(listed.len(), 1, "nor does a row that makes no sense at all keep anybody from the others");
}

#[tokio::test]
async fn a_match_that_is_set_aside_is_told_and_ended_by_those_whom_it_concerns() {
    let desk = Desk::open().await;
    let sound = desk.begin(None).await;
    let mut broken = Vec::new();
    for _ in 0..3 {
        let id = desk.begin(None).await;
        for (user, text) in MOVES {
            desk.play(user, id, text).await.unwrap();
        }
        broken.push(id);
    }
    let url = format!("sqlite://{}/time.db", desk.folder.path().display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for sql in [
        "UPDATE moves SET text = 'z9-z8' WHERE match_id = 2 AND ply = 0",
        "UPDATE matches SET conduct = 'nonsense' WHERE id = 3",
        "UPDATE matches SET rules_version = 99 WHERE id = 4",
    ] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    let elsewhere = Asker { channel: ChannelId(71), ..asker(UserId(5)) };
    for id in &broken {
        let played = desk.play(ANN, *id, "b4-e7").await;
        assert!(matches!(played, Err(HostError::SetAside { id: told, .. }) if told == *id), "{id}");
        assert_eq!(refusal(desk.host.find(elsewhere, Which::Number(*id)).await).code, "no-such-match");
        assert_eq!(refusal(desk.host.abandon(asker(UserId(5)), *id).await).code, "not-a-player");
    }
    assert_eq!(desk.host.set_aside_of(ANN).await.unwrap(), broken);
    assert_eq!(refusal(desk.host.abandon(asker(ANN), sound).await).code, "too-late", "that one can be resigned");
    assert_eq!(refusal(desk.host.stop(GuildId(8), broken[1]).await).code, "no-such-match");

    desk.host.abandon(asker(BOB), broken[0]).await.unwrap();
    desk.host.stop(GuildId(7), broken[1]).await.unwrap();
    desk.host.abandon(asker(ANN), broken[2]).await.unwrap();
    assert_eq!(refusal(desk.host.abandon(asker(ANN), broken[0]).await).code, "match-has-ended");
    assert!(desk.host.set_aside_of(ANN).await.unwrap().is_empty());
    for id in &broken {
        assert!(desk.store.outline(*id).await.unwrap().unwrap().is_over);
        assert!(desk.store.rating_changes(*id).await.unwrap().is_empty());
    }
    desk.news();
    desk.look().await;
    assert_eq!(desk.count("board 4"), 1, "of a match that is over by other rules the end is shown");
    assert_eq!(desk.outcome(sound).await, None);
}

#[tokio::test]
async fn whoever_is_forgotten_leaves_also_what_is_set_aside() {
    let desk = Desk::open().await;
    let broken = [desk.begin(None).await, desk.begin(None).await];
    desk.play(ANN, broken[0], "d1-b3").await.unwrap();
    let url = format!("sqlite://{}/time.db", desk.folder.path().display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for sql in ["UPDATE moves SET text = 'z9-z8'", "UPDATE matches SET conduct = 'nonsense' WHERE id = 2"] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    desk.host.forget(ANN).await.unwrap();
    for id in broken {
        assert!(desk.store.outline(id).await.unwrap().unwrap().is_over, "{id}");
    }
}

/// Two processes hear of the same message, and both take it for theirs.
#[tokio::test]
async fn whoever_hears_of_a_move_that_another_has_played_says_nothing() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    let asked = |user, message| Asker { origin: Some(EventId(message)), ..asker(user) };
    let play = |asker, text| desk.host.play_move(asker, Which::Number(id), Said::Text(text));
    play(asked(ANN, 1), "d1-b3").await.unwrap();
    let second = play(asked(ANN, 1), "d1-b3").await;
    assert!(matches!(second, Err(HostError::Store(StoreError::Repeated))), "it is not Ann's turn anymore");
    assert_eq!(refusal(play(asked(ANN, 2), "d1-b3").await).code, "not-your-turn", "by another message she is told so");
    play(asked(BOB, 3), "h5-g4").await.unwrap();
    let late = play(asked(ANN, 1), "d1-b3").await;
    assert!(matches!(late, Err(HostError::Store(StoreError::Repeated))), "nor is she told that nothing stands on d1");
}

/// Nothing can be written just after a board was posted, not even that something has failed.
#[tokio::test]
async fn a_board_that_could_not_be_noted_is_looked_for() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    let url = format!("sqlite://{}/time.db", desk.folder.path().display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    desk.host.play_move(asker(ANN), Which::Number(id), Said::Text("d1-b3")).await.unwrap();
    let fails = "CREATE TRIGGER fails BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::query(fails).execute(&pool).await.unwrap();
    desk.host.show_due(id).await;
    assert_eq!(desk.count("board 1"), 1, "it is posted");
    sqlx::query("DROP TRIGGER fails").execute(&pool).await.unwrap();
    desk.age_doubts().await;
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!(desk.count("search 2"), 1, "before the next one is posted, the channel is searched");
    desk.play(ANN, id, "b1-b4").await.unwrap();
    assert_eq!(desk.count("search 3"), 0, "that was once");
}

#[tokio::test]
async fn a_board_that_comes_late_loses_its_controls() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    // The one who was to show the next board is gone; nobody finds it there.
    desk.store.release().await.unwrap();
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    desk.store.put_off(id, current.revision, Some(desk.clock.now())).await.unwrap();
    desk.age_doubts().await;
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!((desk.count("search 2"), desk.count("board 2")), (1, 1));
    // Now it comes, below the one that was posted meanwhile.
    let late = MessageId(4000);
    desk.told.late.lock().unwrap().push((late, 1));
    desk.look().await;
    assert!(!desk.told.retired.lock().unwrap().contains(&late));
    desk.wait(SignedDuration::from_secs(80));
    desk.look().await;
    assert!(desk.told.retired.lock().unwrap().contains(&late));
    let since = desk.told.searched_since.lock().unwrap().clone();
    assert!(since[0] < since[1], "what was there when it was searched first is known: {since:?}");
    desk.pass(1).await;
    assert_eq!((desk.count("search 2"), desk.count("board 2")), (2, 1), "it is looked for once more, and no longer");
}

#[tokio::test]
async fn a_board_that_may_be_changed_late_loses_its_controls_twice() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    // Nobody knows what has become of the last try, and the old board cannot be changed at the moment.
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    desk.store.put_off(id, current.revision, Some(desk.clock.now())).await.unwrap();
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.told.keeps_old_boards.store(false, Ordering::SeqCst);
    let retired = |message| desk.told.retired.lock().unwrap().iter().filter(|it| **it == message).count();
    desk.wait(SignedDuration::from_secs(5));
    desk.look().await;
    assert_eq!(retired(MessageId(1)), 1);
    desk.wait(SignedDuration::from_secs(80));
    desk.look().await;
    assert_eq!(retired(MessageId(1)), 2);
    desk.pass(1).await;
    assert_eq!(retired(MessageId(1)), 2, "nothing can come anymore");
}

#[tokio::test]
async fn a_reminder_that_waits_for_another_one_asks_now_and_then() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    // Bob is being reminded of another match.
    assert!(desk.store.begin_reminding(BOB, desk.clock.now()).await.unwrap());
    desk.pass(17).await;
    // When he is to be reminded of this one, an old board may get its controls back for a second more.
    let until = desk.clock.now() + SignedDuration::from_secs(3601);
    desk.store.note_unsettled(MessageId(1), until).await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), desk.pass(2)).await.expect("it asks without a pause");
    assert_eq!(desk.count("reminder 1"), 0);
    desk.store.end_reminding(BOB).await.unwrap();
    desk.pass(1).await;
    assert_eq!(desk.count("reminder 1"), 1);
}

#[tokio::test]
async fn whoever_has_given_a_match_back_shows_nothing_of_it() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    desk.host.play_move(asker(ANN), Which::Number(id), Said::Text("d1-b3")).await.unwrap();
    desk.store.release().await.unwrap();
    desk.host.show_due(id).await;
    assert_eq!(desk.count("board 1"), 0, "another process may be about to show it");
    for due in desk.store.claim_due(desk.clock.now(), 1000).await.unwrap() {
        desk.host.show_due(due).await;
    }
    assert_eq!(desk.count("board 1"), 1);
}

#[tokio::test]
async fn a_think_that_is_of_no_use_anymore_is_stopped() {
    let desk = Desk::open().await;
    let id = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "breakthrough", None, PLACE).await;
    desk.thinker.is_slow.store(true, Ordering::SeqCst);
    let thinking = desk.play(ANN, id, "a2-a3");
    let elsewhere = async {
        desk.thinker.begins.notified().await;
        desk.host.renew_leases().await.unwrap();
        // Another process ends the match.
        let current = desk.store.find_match(id).await.unwrap().unwrap();
        let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
        let ended = Match { outcome: Some(end), ..current.clone() };
        desk.store.save(&current, &ended, None, desk.clock.now()).await.unwrap();
        desk.host.renew_leases().await.unwrap();
    };
    let both = futures::future::join(thinking, elsewhere);
    let (played, ()) = tokio::time::timeout(Duration::from_secs(20), both).await.expect("it thinks on");
    played.unwrap();
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert!(!current.owes_board(), "its end is shown");
}

/// A match in which the engine has the first move.
async fn begin_with_the_engine(desk: &Desk) -> MatchId {
    desk.begin_with([Seat::Engine(1), Seat::User(ANN)], "breakthrough", None, PLACE).await
}

/// Lets seconds pass, with a look at what is due in each of them.
async fn pass_seconds(desk: &Desk, seconds: u32) {
    for _ in 0..seconds {
        desk.wait(SignedDuration::from_secs(1));
        desk.look().await;
    }
}

#[tokio::test]
async fn an_engine_that_fails_is_asked_ever_less_often_and_then_left_alone() {
    let desk = Desk::open().await;
    *desk.thinker.fault.lock().unwrap() = Some(OpponentError::Failed("a panic".into()));
    let id = begin_with_the_engine(&desk).await;
    pass_seconds(&desk, 60).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 2, "at once, and once more after a few seconds");
    desk.pass(24).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 6);
    let backlog = desk.store.backlog(desk.clock.now()).await.unwrap();
    assert_eq!((backlog.due, backlog.set_aside), (0, 1), "after some tries it is left alone");
    // Ann acts, and it is asked once more.
    *desk.thinker.fault.lock().unwrap() = None;
    let board = desk.host.find(asker(ANN), Which::Number(id)).await.unwrap();
    desk.host.bring_down(&board).await.unwrap();
    desk.look().await;
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().plies(), 1);
}

#[tokio::test]
async fn to_wait_for_room_in_the_engine_is_no_failure() {
    let desk = Desk::open().await;
    *desk.thinker.fault.lock().unwrap() = Some(OpponentError::Busy);
    let id = begin_with_the_engine(&desk).await;
    pass_seconds(&desk, 10).await;
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), 11, "it is asked each second");
    assert_eq!(desk.store.failures(id).await.unwrap().failures, 0);
    *desk.thinker.fault.lock().unwrap() = None;
    pass_seconds(&desk, 1).await;
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().plies(), 1);
}

#[tokio::test]
async fn a_board_that_cannot_be_made_is_left_alone_after_some_tries() {
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    desk.told.makes_no_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(24).await;
    assert_eq!(desk.count("no board 1"), 6);
    let backlog = desk.store.backlog(desk.clock.now()).await.unwrap();
    assert_eq!((backlog.due, backlog.set_aside), (0, 1));
    desk.told.makes_no_boards.store(false, Ordering::SeqCst);
    desk.play(BOB, id, "h5-g4").await.unwrap();
    assert_eq!(desk.count("board 2"), 1, "when somebody acts, it is tried again");
}

#[tokio::test]
async fn a_board_that_makes_the_bot_panic_waits_and_keeps_no_other_one_waiting() {
    let desk = Desk::open().await;
    let (cursed, sound) = (desk.begin(None).await, desk.begin(None).await);
    *desk.told.panics_over.lock().unwrap() = Some(cursed);
    for id in [cursed, sound] {
        desk.host.play_move(asker(ANN), Which::Number(id), Said::Text("d1-b3")).await.unwrap();
    }
    desk.look().await;
    assert_eq!((desk.count("panic 1"), desk.count("board 1")), (1, 1), "the other match is shown");
    let failed = async || {
        let tries = desk.store.failures(cursed).await.unwrap();
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
    let desk = Desk::open().await;
    let id = desk.begin(None).await;
    *desk.told.shows_no_board.lock().unwrap() = Some(outage());
    desk.play(ANN, id, "d1-b3").await.unwrap();
    for _ in 0..5 {
        desk.wait(SignedDuration::from_mins(1));
        desk.look().await;
    }
    assert_eq!(desk.count("no board 1"), 6, "in an outage it is tried again and again");
    *desk.told.shows_no_board.lock().unwrap() = Some(AnnounceError::Closed(Closure::Refused("no permission".into())));
    desk.wait(SignedDuration::from_mins(1));
    desk.look().await;
    let failed = desk.store.failures(id).await.unwrap();
    assert_eq!((failed.failures, failed.refusals), (7, 1));
    let set_aside = async || desk.store.backlog(desk.clock.now()).await.unwrap().set_aside;
    assert_eq!(set_aside().await, 0, "it was refused once");
    desk.pass(31).await;
    assert_eq!((desk.count("no board 1"), set_aside().await), (11, 0), "and again, ever later");
    desk.pass(1).await;
    assert_eq!((desk.count("no board 1"), set_aside().await), (12, 1));
    *desk.told.shows_no_board.lock().unwrap() = None;
    desk.play(BOB, id, "h5-g4").await.unwrap();
    let failed = desk.store.failures(id).await.unwrap();
    assert_eq!(
        (desk.count("board 2"), failed.failures, failed.refusals),
        (1, 0, 0),
        "what is shown has failed no longer"
    );
}

#[tokio::test]
async fn an_answer_of_the_engine_notifies_only_if_it_took_long() {
    for (seconds, pings) in [(5, vec![]), (31, vec![ANN])] {
        let desk = Desk::open().await;
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

/// Those of a match of Lines of Action, as it is usual.
fn terms() -> Terms {
    Terms {
        ruleset: games::read_ruleset("loa").unwrap(),
        side: SideChoice::Random,
        rated: None,
        agreement: Agreement::default(),
        rematch_of: None,
        origin: None,
    }
}

/// A challenge that nobody has seen since its process was killed, and a chat that does not take it.
async fn owed_challenge(desk: &Desk, error: AnnounceError) -> Challenge {
    let owed = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    *desk.told.posts_no_challenge.lock().unwrap() = Some(error);
    desk.wait(SignedDuration::from_secs(31));
    for _ in 0..2 {
        desk.host.show_owed_challenges().await.unwrap();
    }
    assert_eq!(desk.count("no challenge"), 1, "it is not tried again at once");
    owed
}

fn outage() -> AnnounceError {
    AnnounceError::Later("503".into())
}

#[tokio::test]
async fn an_owed_challenge_outlasts_an_outage() {
    let desk = Desk::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    *desk.told.posts_no_challenge.lock().unwrap() = None;
    for _ in 0..2 {
        desk.wait(SignedDuration::from_secs(20));
        desk.host.show_owed_challenges().await.unwrap();
    }
    assert_eq!(desk.count("challenge"), 1);
    let shown = desk.store.challenge(owed.id).await.unwrap().unwrap();
    assert!(shown.state == ChallengeState::Open && shown.message.is_some(), "{shown:?}");
}

#[tokio::test]
async fn an_owed_challenge_that_cannot_be_shown_is_withdrawn_in_the_end() {
    let desk = Desk::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    for _ in 0..24 {
        desk.wait(SignedDuration::from_mins(5));
        desk.host.show_owed_challenges().await.unwrap();
    }
    assert_eq!(desk.count("no challenge"), 8);
    assert_eq!(desk.store.challenge(owed.id).await.unwrap().unwrap().state, ChallengeState::Withdrawn);

    let desk = Desk::open().await;
    let owed = owed_challenge(&desk, AnnounceError::Closed(Closure::Refused("no permission".into()))).await;
    let closed = desk.store.challenge(owed.id).await.unwrap().unwrap();
    assert_eq!(closed.state, ChallengeState::Withdrawn, "there no further try is of use");
}

/// Where very much is written, only the first messages of a time are searched.
#[tokio::test]
async fn a_card_is_looked_for_since_it_was_asked_for_last() {
    let desk = Desk::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    desk.wait(SignedDuration::from_mins(5));
    desk.host.show_owed_challenges().await.unwrap();
    let asked = desk.clock.now();
    desk.wait(SignedDuration::from_mins(1));
    desk.host.answer(asker(ANN), owed.id, Answer::Withdraw).await.unwrap();
    desk.told.searched_since.lock().unwrap().clear();
    desk.pass(1).await;
    let searched = desk.told.searched_since.lock().unwrap().clone();
    // The clocks of the database and the machine are compared to the millisecond.
    let is_meant = |it: &Timestamp| it.duration_since(asked).abs() < SignedDuration::from_secs(1);
    assert!(!searched.is_empty() && searched.iter().all(is_meant), "{searched:?}");
}

#[tokio::test]
async fn a_card_in_a_place_that_is_gone_is_given_up() {
    let desk = Desk::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    desk.host.answer(asker(ANN), owed.id, Answer::Withdraw).await.unwrap();
    *desk.told.finds_no_challenge.lock().unwrap() = Some(AnnounceError::Closed(Closure::Gone));
    assert_eq!(desk.store.open_cards().await.unwrap(), 1);
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn what_one_card_shows_of_a_place_that_is_gone_holds_for_the_others() {
    let desk = Desk::open().await;
    for _ in 0..2 {
        let offered = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
        desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    }
    *desk.told.finds_no_challenge.lock().unwrap() = Some(AnnounceError::Closed(Closure::Gone));
    assert_eq!(desk.store.open_cards().await.unwrap(), 2);
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_challenge_that_another_process_has_shown_is_not_withdrawn() {
    let desk = Desk::open().await;
    let offered = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    // The post has taken so long that another process has shown it meanwhile.
    desk.store.set_challenge_message(offered.id, MessageId(77)).await.unwrap();
    *desk.told.posts_no_challenge.lock().unwrap() = Some(outage());
    desk.host.show_challenge(&offered).await.unwrap();
    assert_eq!(desk.store.challenge(offered.id).await.unwrap().unwrap().state, ChallengeState::Open);
    // Of one that nobody has shown its challenger is told.
    let offered = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    assert!(matches!(desk.host.show_challenge(&offered).await, Err(HostError::Announce(_))));
    assert_eq!(desk.store.challenge(offered.id).await.unwrap().unwrap().state, ChallengeState::Withdrawn);
}

#[tokio::test]
async fn the_card_of_a_closed_challenge_is_closed_in_the_end() {
    let mut desk = Desk::open().await;
    let offered = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    desk.host.show_challenge(&offered).await.unwrap();
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    // Of this one nobody knows the message: its process was killed.
    let killed = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    *desk.told.unheard.lock().unwrap() = Some(MessageId(77));
    desk.host.answer(asker(ANN), killed.id, Answer::Withdraw).await.unwrap();
    desk.restart().await;
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 2, "as long as that fails");
    desk.told.keeps_old_boards.store(false, Ordering::SeqCst);
    desk.pass(1).await;
    assert_eq!((desk.count("card MessageId(1) Withdrawn"), desk.count("card MessageId(77) Withdrawn")), (1, 1));
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_card_that_is_not_there_yet_is_looked_for_again() {
    let desk = Desk::open().await;
    let killed = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    desk.wait(SignedDuration::from_mins(30));
    desk.host.answer(asker(ANN), killed.id, Answer::Withdraw).await.unwrap();
    desk.wait(SignedDuration::from_secs(25));
    desk.host.close_owed_cards().await.unwrap();
    assert_eq!(desk.store.open_cards().await.unwrap(), 1, "Discord may be slow");
    *desk.told.unheard.lock().unwrap() = Some(MessageId(77));
    desk.wait(SignedDuration::from_secs(45));
    desk.host.close_owed_cards().await.unwrap();
    assert_eq!(desk.count("card MessageId(77) Withdrawn"), 1);

    // Another one never comes.
    *desk.told.unheard.lock().unwrap() = None;
    let lost = desk.host.challenge(PLACE, ANN, None, terms()).await.unwrap();
    desk.host.answer(asker(ANN), lost.id, Answer::Withdraw).await.unwrap();
    for _ in 0..3 {
        desk.wait(SignedDuration::from_mins(5));
        desk.look().await;
    }
    assert_eq!(desk.store.open_cards().await.unwrap(), 1);
    desk.wait(SignedDuration::from_mins(5));
    desk.look().await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0, "some time it is enough");
}

#[tokio::test]
async fn an_old_board_loses_its_controls_in_the_end() {
    let mut desk = Desk::open().await;
    let id = desk.begin(None).await;
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    let old = Superseded { message: MessageId(1), plies: 0, is_live: true, unsettled_until: None };
    assert_eq!(desk.store.superseded(id).await.unwrap(), [old]);
    desk.restart().await;
    desk.told.keeps_old_boards.store(false, Ordering::SeqCst);
    desk.pass(1).await;
    assert!(desk.store.superseded(id).await.unwrap().is_empty());
    assert_eq!(desk.count("board 1"), 1, "nothing is shown twice for it");
}
