//! What cannot be read keeps nobody from the rest.

use play::ports::{DueTable, GonePlace, MatchLimits, Release, ReleaseOutcome, Store, StoreError};
use play::{Agreement, ChannelId, MatchId, NewChallenge, NewMatch, Place, TimeControl};

use super::fixtures::{ANN, BOB, ELSEWHERE, MANY, PEOPLE, at, begun, challenge, limits};
use crate::support::desk::claim_due;

/// What no program reads: a clock without any time.
fn unreadable() -> Agreement {
    let clock = TimeControl { reserve: 0, ..TimeControl::PRESETS[0].1 };
    Agreement { clock: Some(clock), ..Agreement::default() }
}

pub(super) async fn what_cannot_be_read_keeps_nobody_from_the_rest(db: &dyn Store) {
    let place = Place { channel: ChannelId(95), ..ELSEWHERE };
    let sound = db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(9200)).await.unwrap();
    let broken = NewMatch { agreement: unreadable(), ..begun(place, PEOPLE) };
    let broken = db.begin_match(&broken, None, MatchLimits::NONE, at(9201)).await.unwrap();
    assert!(matches!(db.find_match(broken).await, Err(StoreError::Corrupt(_))));
    for user in [None, Some(ANN)] {
        let last = db.last_match_in(place.channel, user).await.unwrap();
        assert_eq!(last.map(|it| it.id), Some(sound), "the newest one that can be read");
    }
    let outline = db.outline(broken).await.unwrap().unwrap();
    assert_eq!((outline.place, outline.seats, outline.is_over), (place, PEOPLE.map(Some), false));
    assert_eq!(db.unreadable_of(BOB).await.unwrap(), [broken]);
    is_set_aside_once(db, broken).await;
    db.abort(broken, at(9202)).await.unwrap();
    assert!(matches!(db.abort(broken, at(9202)).await, Err(StoreError::Conflict)), "it ends once");
    assert!(db.outline(broken).await.unwrap().unwrap().is_over);
    assert!(db.unreadable_of(BOB).await.unwrap().is_empty() && db.rating_changes(broken).await.unwrap().is_empty());
    db.set_aside(GonePlace::Channel(place.channel)).await.unwrap();

    let offer = |agreement| NewChallenge { agreement, expires_at: at(9300), ..challenge(None) };
    let broken = db.add_challenge(&offer(unreadable()), None, limits(MANY), at(9202)).await.unwrap();
    let sound = db.add_challenge(&offer(Agreement::default()), None, limits(MANY), at(9203)).await.unwrap();
    assert!(matches!(db.challenge(broken).await, Err(StoreError::Corrupt(_))));
    let claimed = db.claim(DueTable::Challenges, at(9400), 1000).await.unwrap();
    assert!(claimed.contains(&sound.into()) && claimed.contains(&broken.into()), "{claimed:?}");
    // The one that cannot be read is set aside in the end.
    let aside = db.backlog(DueTable::Challenges, at(9400)).await.unwrap().set_aside;
    db.release(broken.into(), 0, Release::Refused(None)).await.unwrap();
    assert_eq!(db.backlog(DueTable::Challenges, at(9400)).await.unwrap().set_aside, aside + 1);
}

/// A match of which nothing can be made: whoever comes to it while it is at rest makes it due, but for once it has failed.
async fn is_set_aside_once(db: &dyn Store, broken: MatchId) {
    let is_due = async || {
        db.note_broken(broken, at(9202)).await.unwrap();
        claim_due(db, at(9202), 1000).await.contains(&broken)
    };
    assert_eq!(db.release(broken.into(), 0, Release::Done(Some(at(9210)))).await.unwrap(), ReleaseOutcome::Released);
    assert!(!is_due().await, "somebody looks at it anyway");
    assert_eq!(db.release(broken.into(), 0, Release::Done(None)).await.unwrap(), ReleaseOutcome::Released);
    assert!(is_due().await);
    assert_eq!(db.release(broken.into(), 0, Release::Refused(None)).await.unwrap(), ReleaseOutcome::Released);
    let aside = db.backlog(DueTable::Matches, at(9202)).await.unwrap().set_aside;
    assert!(!is_due().await && aside > 0, "and it stays there");
}
