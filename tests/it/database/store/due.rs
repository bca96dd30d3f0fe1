//! What is owed is found when it is due, and what has failed or is gone keeps nobody waiting.

use games::board::Side;
use games::{Outcome, Reason};
use jiff::SignedDuration;
use play::ports::{DueTable, FailedTries, GonePlace, MatchLimits, Noted, Release, ReleaseOutcome, Store, Superseded};
use play::{ChannelId, GuildId, Match, MessageId, Place, Seat};

use super::fixtures::{ANN, ELSEWHERE, PEOPLE, PLACE, at, begun, ended, moved, shown};
use crate::support::desk::claim_due;

pub(super) async fn what_is_owed_is_found(db: &dyn Store) {
    db.release_all().await.unwrap();
    for id in claim_due(db, at(1000), 1000).await {
        let current = db.find_match(id).await.unwrap().unwrap();
        assert!(current.owes_board());
        assert_eq!(
            db.note_shown(id, current.version(), shown(&current, id.0 as u64 + 1000)).await.unwrap(),
            Noted::Latest
        );
        assert_eq!(
            db.release(id.into(), current.revision, Release::Done(None)).await.unwrap(),
            ReleaseOutcome::Released
        );
    }
    assert!(claim_due(db, at(1000), 1000).await.is_empty());

    let id = db
        .begin_match(&begun(PLACE, [Seat::User(ANN), Seat::Engine(1)]), None, MatchLimits::NONE, at(30))
        .await
        .unwrap();
    assert!(claim_due(db, at(30), 1000).await.is_empty(), "whoever began it looks after it");
    db.release(id.into(), 0, Release::Failed(Some(at(40)))).await.unwrap();
    assert!(claim_due(db, at(39), 1000).await.is_empty(), "not before it is to be tried again");
    assert_eq!(claim_due(db, at(40), 1000).await, [id]);
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(start.delivery.failures, 1);
    for _ in 0..2 {
        assert_eq!(db.note_shown(id, start.version(), shown(&start, 5000)).await.unwrap(), Noted::Latest);
    }
    assert_eq!(db.match_by_message(MessageId(5000)).await.unwrap(), Some((id, 0)));
    assert_eq!(db.match_by_message(MessageId(1)).await.unwrap(), None);
    assert_eq!(
        db.release(id.into(), start.revision, Release::Done(Some(at(50)))).await.unwrap(),
        ReleaseOutcome::Released
    );
    assert!(claim_due(db, at(49), 1000).await.is_empty());
    assert_eq!(claim_due(db, at(50), 1000).await, [id], "somebody wanted to look at it again");

    let one = db.find_match(id).await.unwrap().unwrap();
    db.save(&one, &moved(&one, "b1-b3", None), None, at(51)).await.unwrap();
    assert_eq!(
        db.release(id.into(), one.revision, Release::Done(None)).await.unwrap(),
        ReleaseOutcome::Changed,
        "meanwhile"
    );
    assert_eq!(db.release(id.into(), one.revision, Release::Done(None)).await.unwrap(), ReleaseOutcome::Changed);
    let two = db.find_match(id).await.unwrap().unwrap();
    assert!(two.owes_board() && two.revision > one.revision);
    assert_eq!(db.note_shown(id, two.version(), shown(&two, 5001)).await.unwrap(), Noted::Latest);
    assert_eq!(db.note_shown(id, one.version(), shown(&one, 5002)).await.unwrap(), Noted::TooLate, "it is not needed");
    assert_eq!(
        db.note_shown(id, one.version(), shown(&one, 5000)).await.unwrap(),
        Noted::Overtaken,
        "it was shown when it was new"
    );
    assert_eq!(
        db.note_shown(id, one.version(), shown(&one, 5001)).await.unwrap(),
        Noted::Overtaken,
        "the live board is changed back"
    );
    let spoiled = db.find_match(id).await.unwrap().unwrap();
    assert!(spoiled.owes_board(), "and has to be shown again");
    assert_eq!(db.note_shown(id, spoiled.version(), shown(&spoiled, 5001)).await.unwrap(), Noted::Latest);
    let old = Superseded { message: MessageId(5000), plies: 0 };
    assert_eq!(db.superseded(id).await.unwrap(), [old], "the slow process has given it controls");
    db.note_retired(old.message).await.unwrap();
    assert!(db.find_owned(id).await.unwrap().is_some());
    assert_eq!(
        db.release(id.into(), spoiled.revision, Release::Done(Some(at(90)))).await.unwrap(),
        ReleaseOutcome::Released
    );
    assert!(db.find_owned(id).await.unwrap().is_none(), "it was given back");
    assert_eq!(db.note_shown(id, one.version(), shown(&one, 5001)).await.unwrap(), Noted::Overtaken);
    assert_eq!(claim_due(db, at(61), 1000).await, [id], "while it rests, a slow process changes the live board back");
    assert_eq!(
        db.release(id.into(), spoiled.revision, Release::Done(Some(at(90)))).await.unwrap(),
        ReleaseOutcome::Changed
    );
    let repaired = db.find_match(id).await.unwrap().unwrap();
    assert!(repaired.owes_board());
    assert_eq!(db.note_shown(id, repaired.version(), shown(&repaired, 5001)).await.unwrap(), Noted::Latest);
    assert_eq!(
        db.release(id.into(), repaired.revision, Release::Done(Some(at(90)))).await.unwrap(),
        ReleaseOutcome::Released
    );
    db.note_retired(old.message).await.unwrap();
    assert!(db.superseded(id).await.unwrap().is_empty());
    assert_eq!(db.match_by_message(MessageId(5000)).await.unwrap(), Some((id, 0)), "it is still known");
    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    let two = db.find_match(id).await.unwrap().unwrap();
    db.save(&two, &ended(&two, end), None, at(52)).await.unwrap();
    assert!(db.find_match(id).await.unwrap().unwrap().owes_board(), "the end is owed");
    db.ping().await.unwrap();
    assert!(db.ahead().abs() < SignedDuration::from_mins(1), "it runs on this machine");
}

pub(super) async fn what_is_gone_is_set_aside(db: &dyn Store) {
    let (server, channel) = (GuildId(9), ChannelId(90));
    let place = Place { guild: Some(server), channel };
    for gone in [GonePlace::Channel(channel), GonePlace::Server(server)] {
        let id = db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(70)).await.unwrap();
        assert_eq!(db.set_aside(GonePlace::Channel(ChannelId(91))).await.unwrap(), 0, "another place");
        assert_eq!(db.set_aside(gone).await.unwrap(), 1);
        assert_eq!(db.set_aside(gone).await.unwrap(), 0, "it is already");
        // Whoever is at work there just now makes nothing due again.
        assert_eq!(db.release(id.into(), 0, Release::Done(Some(at(71)))).await.unwrap(), ReleaseOutcome::NotOwner);
        assert_eq!(db.release(id.into(), 0, Release::Failed(Some(at(71)))).await.unwrap(), ReleaseOutcome::NotOwner);
        assert!(db.retry_in(server.0, at(71)).await.unwrap().is_empty(), "it is still gone");
        assert!(claim_due(db, at(1000), 1000).await.is_empty());
        assert!(db.backlog(DueTable::Matches, at(1000)).await.unwrap().set_aside > 0);
        // Somebody acts.
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &moved(&current, "b1-b3", None), None, at(72)).await.unwrap();
        db.release(id.into(), current.revision + 1, Release::Failed(Some(at(73)))).await.unwrap();
        assert_eq!(claim_due(db, at(73), 1000).await, [id]);
        // The place is gone while an earlier board is on its way there.
        assert_eq!(db.set_aside(gone).await.unwrap(), 1);
        let late = shown(&current, 9000 + id.0 as u64);
        assert_eq!(db.note_shown(id, current.version(), late).await.unwrap(), Noted::Latest);
        assert_eq!(claim_due(db, at(1000), 1000).await, [id], "what it owes still is not forgotten");
        db.release(id.into(), current.revision + 1, Release::Done(None)).await.unwrap();
    }
}

pub(super) async fn what_was_refused_is_due_where_it_may_be_allowed(db: &dyn Store) {
    let (server, channel) = (GuildId(9), ChannelId(92));
    let place = Place { guild: Some(server), channel };
    let id = db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(74)).await.unwrap();
    for (revision, allowed) in [(0, channel.0), (1, server.0)] {
        db.release(id.into(), revision, Release::Refused(None)).await.unwrap();
        assert!(db.retry_in(93, at(74)).await.unwrap().is_empty(), "another place");
        assert_eq!(db.retry_in(allowed, at(74)).await.unwrap(), [channel]);
        assert_eq!(claim_due(db, at(74), 1000).await, [id]);
        assert_eq!(db.failed_tries(id.into()).await.unwrap().refusals, 0);
        let refused = db.release(id.into(), revision, Release::Refused(None)).await.unwrap();
        assert_eq!(refused, ReleaseOutcome::Changed, "a try that is just being refused does not put it off");
    }
    db.release(id.into(), 2, Release::Done(None)).await.unwrap();
}

pub(super) async fn what_has_failed_keeps_nobody_waiting(db: &dyn Store) {
    let begin = async || db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(74)).await.unwrap();
    let [old, lately, fresh, late] = [begin().await, begin().await, begin().await, begin().await];
    for (id, due_at) in [(old, 200), (lately, 201)] {
        db.release(id.into(), 0, Release::Failed(Some(at(due_at)))).await.unwrap();
    }
    for (id, due_at) in [(fresh, 900), (late, 901)] {
        db.release(id.into(), 0, Release::Waits(at(due_at))).await.unwrap();
    }
    // Somebody has acted a minute ago, and that has failed, too.
    let current = db.find_match(lately).await.unwrap().unwrap();
    let next = Match { updated_at: at(940), ..moved(&current, "b1-b3", None) };
    db.save(&current, &next, None, at(940)).await.unwrap();
    db.release(lately.into(), current.revision + 1, Release::Failed(Some(at(950)))).await.unwrap();
    assert_eq!(claim_due(db, at(1000), 1).await, [lately]);
    let mut unfailed = claim_due(db, at(1000), 2).await;
    unfailed.sort_by_key(|it| it.0);
    assert_eq!(unfailed, [fresh, late]);
    assert_eq!(claim_due(db, at(1000), 1).await, [old]);
    for (id, due_at) in [(old, 200), (fresh, 900), (late, 901)] {
        db.release(id.into(), 0, Release::Done(Some(at(due_at)))).await.unwrap();
    }
    assert_eq!(claim_due(db, at(1000), 1000).await.len(), 3);
    for id in [old, fresh] {
        db.release(id.into(), 0, Release::Failed(Some(at(990)))).await.unwrap();
    }
    db.release(late.into(), 0, Release::Waits(at(980))).await.unwrap();
    assert_eq!(claim_due(db, at(1000), 2).await.len(), 2, "none is in the way of the other");
    claim_due(db, at(1000), 1000).await;
    for (id, revision) in [(old, 0), (lately, 1), (fresh, 0), (late, 0)] {
        db.release(id.into(), revision, Release::Done(None)).await.unwrap();
    }
}

/// An outage, and then a place that takes nothing.
pub(super) async fn refusals_are_counted_apart(db: &dyn Store) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(76)).await.unwrap();
    let failed = |failures, refusals| FailedTries { failures, refusals, revision: 0 };
    for _ in 0..2 {
        assert_eq!(db.release(id.into(), 0, Release::Failed(Some(at(77)))).await.unwrap(), ReleaseOutcome::Released);
    }
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(2, 0));
    assert_eq!(db.release(id.into(), 0, Release::Refused(Some(at(77)))).await.unwrap(), ReleaseOutcome::Released);
    assert_eq!(db.release(id.into(), 0, Release::Waits(at(77))).await.unwrap(), ReleaseOutcome::Released);
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(3, 1));
    let current = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((current.delivery.failures, current.delivery.refusals), (3, 1));
    db.note_shown(id, current.version(), shown(&current, 7500)).await.unwrap();
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(0, 0), "it is shown");
    assert_eq!(
        db.release(id.into(), 1, Release::Refused(None)).await.unwrap(),
        ReleaseOutcome::Changed,
        "that does not set aside what has changed"
    );
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(1, 1), "but counts");
    assert_eq!(db.release(id.into(), 0, Release::Done(None)).await.unwrap(), ReleaseOutcome::Released);
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(0, 0), "nothing is owed anymore");
}
