//! The links that open boards on a page, and what these pages watch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use play::ports::{MatchLimits, Progress, Store};
use play::{MatchId, NewChallenge, NewMatch, Seat, UserId};

use super::fixtures::{MANY, PLACE, at, at_once, begun, challenge, limits, moved};

/// However many open a link at once.
pub(super) async fn a_link_is_used_once(db: &Arc<dyn Store>) {
    let drawn = AtomicU32::new(0);
    let ask = |db: Arc<dyn Store>| {
        let key = format!("key {}", drawn.fetch_add(1, Ordering::Relaxed));
        async move { db.link_key(&key).await }
    };
    let keys: Vec<_> = at_once(db, ask).await.into_iter().map(Result::unwrap).collect();
    assert!(keys[0].starts_with("key ") && keys.iter().all(|it| *it == keys[0]), "{keys:?}");
    let used = at_once(db, |db| async move { db.use_link(-7, at(60), at(0)).await }).await;
    assert_eq!(used.into_iter().map(Result::unwrap).filter(|it| *it).count(), 1);
    assert!(db.use_link(8, at(60), at(1)).await.unwrap(), "another one");
    assert!(!db.use_link(-7, at(60), at(59)).await.unwrap(), "it is remembered");
    assert!(db.use_link(-7, at(60), at(61)).await.unwrap(), "until it has expired");
}

/// The last launch counts, until it's forgotten at a later one.
pub(super) async fn an_activity_finds_its_match(db: &dyn Store) {
    db.keep_launch("i-1", MatchId(7), at(60), at(0)).await.unwrap();
    db.keep_launch("i-2", MatchId(7), at(90), at(1)).await.unwrap();
    db.keep_launch("i-2", MatchId(8), at(90), at(2)).await.unwrap();
    assert_eq!(db.launched_for("i-1").await.unwrap(), Some(MatchId(7)));
    assert_eq!(db.launched_for("i-2").await.unwrap(), Some(MatchId(8)));
    db.keep_launch("i-3", MatchId(9), at(99), at(61)).await.unwrap();
    assert_eq!(db.launched_for("i-1").await.unwrap(), None);
    assert_eq!(db.launched_for("i-2").await.unwrap(), Some(MatchId(8)));
}

pub(super) async fn pages_see_which_matches_have_changed(db: &dyn Store) {
    let seats = [Seat::User(UserId(616)), Seat::User(UserId(617))];
    let id = db.begin_match(&begun(PLACE, seats), None, MatchLimits::NONE, at(90)).await.unwrap();
    let new = Progress { revision: 0, offered: None, rematch: None };
    assert_eq!(db.progress(&[id, MatchId(1 << 40)]).await.unwrap(), [(id, new)]);
    let current = db.find_match(id).await.unwrap().unwrap();
    db.save(&current, &moved(&current, "b1-b3", None), None, at(91)).await.unwrap();
    let moved = Progress { revision: 1, ..new };
    assert_eq!(db.progress(&[id]).await.unwrap(), [(id, moved)]);

    // A rematch is offered, and begins.
    let again = NewChallenge { rematch_of: Some(id), ..challenge(None) };
    let offered = db.add_challenge(&again, None, limits(MANY), at(92)).await.unwrap();
    assert_eq!(db.progress(&[id]).await.unwrap(), [(id, Progress { offered: Some(offered), ..moved })]);
    let again = NewMatch { challenge: Some(offered), rematch_of: Some(id), ..begun(PLACE, seats) };
    let rematch = db.begin_match(&again, None, MatchLimits::NONE, at(93)).await.unwrap();
    assert_eq!(db.progress(&[id]).await.unwrap(), [(id, Progress { rematch: Some(rematch), ..moved })]);
}
