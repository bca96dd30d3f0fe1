//! Several processes on one database: each match belongs to one, and what was asked for once is done once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use play::ports::{DueTable, FailedTries, MatchLimits, OwnedBy, Release, ReleaseOutcome, Store, StoreError};
use play::{DatabaseId, EventId, MatchId, NewChallenge, Seat, Shard, UserId};

use super::fixtures::{PLACE, at, at_once, begun, challenge, limits, moved};
use crate::support::desk::claim_due;

/// Several processes serve a new database at once, and others later.
pub(super) async fn a_database_keeps_the_id_that_was_drawn_first(db: &Arc<dyn Store>) {
    let drawn = AtomicU32::new(0xa1b2c);
    let ask = |db: Arc<dyn Store>| {
        let id = DatabaseId(drawn.fetch_add(1, Ordering::Relaxed));
        async move { db.database_id(id).await }
    };
    let answers: Vec<_> = at_once(db, ask).await.into_iter().map(Result::unwrap).collect();
    assert!(answers[0] >= DatabaseId(0xa1b2c) && answers.iter().all(|it| *it == answers[0]), "{answers:?}");
    assert_eq!(db.database_id(DatabaseId(7)).await.unwrap(), answers[0]);
}

/// What has been closed answers nobody.
pub(super) async fn a_closed_database_answers_nobody(db: &dyn Store) {
    db.close().await;
    assert!(db.ping().await.is_err());
}

/// Two processes on one database.
pub(super) async fn one_process_looks_after_a_match(one: &dyn Store, other: &dyn Store) {
    one.release_all().await.unwrap();
    let others = [Seat::User(UserId(606)), Seat::User(UserId(607))];
    let id = one.begin_match(&begun(PLACE, others), None, MatchLimits::NONE, at(90)).await.unwrap();
    let has = |claimed: Vec<MatchId>| claimed.contains(&id);
    assert!(!has(claim_due(other, at(91), 1000).await), "the other one has it");
    let current = other.find_match(id).await.unwrap().unwrap();
    let saved = other.save(&current, &moved(&current, "b1-b3", None), None, at(92)).await.unwrap();
    assert_eq!(saved, OwnedBy::Other, "one may be posting a board at this moment");
    assert!(!has(claim_due(other, at(93), 1000).await));
    assert_eq!(one.renew(DueTable::Matches, &[id.0]).await.unwrap(), [(id.0, current.revision + 1)], "and hears of it");
    assert!(other.renew(DueTable::Matches, &[id.0]).await.unwrap().is_empty());
    assert_eq!(one.release(id.into(), current.revision, Release::Done(None)).await.unwrap(), ReleaseOutcome::Changed);
    assert_eq!(
        one.release(id.into(), current.revision, Release::Failed(None)).await.unwrap(),
        ReleaseOutcome::Changed,
        "that is not put off with it"
    );
    let failed = FailedTries { failures: 1, refusals: 0, revision: current.revision + 1 };
    assert_eq!(one.failed_tries(id.into()).await.unwrap(), failed, "and it may have been done");
    assert_eq!(
        other.release(id.into(), current.revision + 1, Release::Done(None)).await.unwrap(),
        ReleaseOutcome::NotOwner
    );
    assert_eq!(
        one.release(id.into(), current.revision + 1, Release::Done(None)).await.unwrap(),
        ReleaseOutcome::Released
    );
    assert!(one.renew(DueTable::Matches, &[id.0]).await.unwrap().is_empty(), "what rests is not taken up again");
    let current = other.find_match(id).await.unwrap().unwrap();
    let saved = other.save(&current, &moved(&current, "a2-c2", None), None, at(94)).await.unwrap();
    assert_eq!(saved, OwnedBy::Us, "whoever commits takes a free lease with it");
    other.release_all().await.unwrap();
    assert!(has(claim_due(one, at(95), 1000).await), "it was given back");
    assert!(!has(claim_due(other, at(95), 1000).await));
}

/// Two processes hear of the same message.
pub(super) async fn one_process_acts_on_a_message(one: &dyn Store, other: &dyn Store) {
    assert!(one.claim_event(77, at(0)).await.unwrap());
    assert!(!other.claim_event(77, at(1)).await.unwrap());
    assert!(one.claim_event(77, at(2)).await.unwrap(), "it may not have heard that it has claimed it");
    let heard = [Shard { index: 0, total: 1 }];
    one.beat(&heard, at(3601), Duration::from_secs(1 << 32)).await.unwrap();
    assert!(other.claim_event(77, at(3602)).await.unwrap());
}

/// Two processes, or one twice, hear of the same message.
pub(super) async fn what_was_asked_for_once_is_done_once(db: &Arc<dyn Store>) {
    let origin = |id| Some(EventId(id));
    let repeated = |error: &StoreError| matches!(error, StoreError::Repeated);
    let eve = UserId(9900);

    let offer = move |origin| {
        move |db: Arc<dyn Store>| async move {
            let offer = NewChallenge { challenger: eve, expires_at: at(9100), ..challenge(None) };
            db.add_challenge(&offer, origin, limits(2), at(9000)).await
        }
    };
    let offered = at_once(db, offer(origin(1))).await;
    assert_eq!(offered.iter().filter(|it| it.is_ok()).count(), 1, "{offered:?}");
    assert!(offered.iter().filter_map(|it| it.as_ref().err()).all(repeated), "{offered:?}");
    offer(origin(2))(Arc::clone(db)).await.unwrap();
    let again = offer(origin(2))(Arc::clone(db)).await.unwrap_err();
    assert!(repeated(&again), "although it was the last one that is allowed: {again:?}");

    let begin = |db: Arc<dyn Store>| async move {
        let against_engine = begun(PLACE, [Seat::User(UserId(9900)), Seat::Engine(1)]);
        let only_one = MatchLimits { against_engine: 1, ..MatchLimits::NONE };
        db.begin_match(&against_engine, Some(EventId(1)), only_one, at(9001)).await
    };
    let begun = at_once(db, begin).await;
    assert_eq!(begun.iter().filter(|it| it.is_ok()).count(), 1, "{begun:?}");
    assert!(begun.iter().filter_map(|it| it.as_ref().err()).all(repeated), "{begun:?}");

    // The same move is legal again when the other process comes to it.
    let id = begun.into_iter().find_map(Result::ok).unwrap();
    let offered = offered.into_iter().find_map(Result::ok).unwrap();
    let known = (db.match_begun_by(id).await.unwrap(), db.challenge_begun_by(offered).await.unwrap());
    assert_eq!(known, (origin(1), origin(1)));
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &moved(&start, "b1-b3", None), origin(3), at(9002)).await.unwrap();
    let first = db.find_match(id).await.unwrap().unwrap();
    db.save(&first, &moved(&first, "a2-c2", None), origin(4), at(9003)).await.unwrap();
    let second = db.find_match(id).await.unwrap().unwrap();
    let again = db.save(&second, &moved(&second, "b3-b1", None), origin(3), at(9004)).await;
    assert!(matches!(again, Err(StoreError::Repeated)), "{again:?}");
    assert_eq!(db.find_match(id).await.unwrap().unwrap().moves, ["b1-b3", "a2-c2"], "nothing is left of it");
    assert!(db.is_played(EventId(3)).await.unwrap() && !db.is_played(EventId(5)).await.unwrap());
    db.save(&second, &moved(&second, "b3-b1", None), origin(5), at(9004)).await.unwrap();
}
