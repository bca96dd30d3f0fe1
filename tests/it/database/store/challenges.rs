//! Challenges are answered once, and a match has one rematch.

use std::sync::Arc;

use games::{Outcome, Reason};
use play::ports::{ChallengeLimit, GonePlace, MatchLimits, Store, StoreError};
use play::{
    ChallengeState, ChannelId, GuildId, Match, MatchId, MessageId, NewChallenge, NewMatch, OwnThread, Place,
    ThreadHome, UserId,
};

use super::fixtures::{ANN, BOB, MANY, PEOPLE, PLACE, at, at_once, begun, challenge, ended, limits, ruleset};

pub(super) async fn challenges_are_answered_once(db: &dyn Store) {
    db.meet(ANN, "Ann", at(0)).await.unwrap();
    db.meet(ANN, "Ann 🙂 שלום", at(1)).await.unwrap();
    assert_eq!(db.player_name(ANN).await.unwrap().as_deref(), Some("Ann 🙂 שלום"));
    assert_eq!(db.player_name(UserId(5)).await.unwrap(), None);
    let names = db.player_names(&[ANN, UserId(5)]).await.unwrap();
    assert_eq!((names.len(), names[&ANN].as_str()), (1, "Ann 🙂 שלום"));
    assert!(db.player_names(&[]).await.unwrap().is_empty());

    let open = db.add_challenge(&challenge(None), None, limits(MANY), at(0)).await.unwrap();
    let direct = db.add_challenge(&challenge(Some(BOB)), None, limits(MANY), at(0)).await.unwrap();
    db.set_challenge_message(direct, MessageId(9)).await.unwrap();
    let kept = db.challenge(direct).await.unwrap().unwrap();
    assert_eq!((kept.offer.opponent, kept.message, kept.state), (Some(BOB), Some(MessageId(9)), ChallengeState::Open));
    assert_eq!(kept.offer.ruleset, ruleset());
    let full = db.add_challenge(&challenge(None), None, limits(2), at(1)).await;
    assert!(matches!(full, Err(StoreError::TooManyChallenges(ChallengeLimit::Open, 2))), "{full:?}");
    let listed: Vec<_> = db.open_challenges(PLACE.channel, at(1)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(listed, [direct, open], "the newest comes first");

    let accepted = NewMatch { challenge: Some(direct), ..begun(PLACE, PEOPLE) };
    let id = db.begin_match(&accepted, None, MatchLimits::NONE, at(2)).await.unwrap();
    assert!(
        matches!(db.begin_match(&accepted, None, MatchLimits::NONE, at(2)).await, Err(StoreError::Conflict)),
        "accepted once only"
    );
    assert!(matches!(db.close_challenge(direct, ChallengeState::Declined, at(2)).await, Err(StoreError::Conflict)));
    assert_eq!(db.challenge(direct).await.unwrap().unwrap().state, ChallengeState::Accepted(id));
    assert_eq!(db.challenge_of(id).await.unwrap().unwrap().id, direct);
    assert_eq!(db.match_by_card(MessageId(9)).await.unwrap(), Some(id));
    assert_eq!(db.match_by_card(MessageId(10)).await.unwrap(), None);

    let elsewhere = Place { guild: Some(GuildId(9)), channel: ChannelId(90) };
    for gone in [GonePlace::Channel(elsewhere.channel), GonePlace::Server(GuildId(9))] {
        let there = NewChallenge { place: elsewhere, ..challenge(None) };
        let there = db.add_challenge(&there, None, limits(MANY), at(3)).await.unwrap();
        db.set_aside(gone).await.unwrap();
        let ended = db.challenge(there).await.unwrap().unwrap();
        assert_eq!(ended.state, ChallengeState::Expired, "the place is gone");
    }
    assert_eq!(db.challenge_of(id).await.unwrap().map(|it| it.id), Some(direct));
    assert!(db.challenge_of(MatchId(id.0 + 1)).await.unwrap().is_none());

    // It goes to a thread, and is found there alone.
    let current = db.find_match(id).await.unwrap().unwrap();
    let thread = Place { channel: ChannelId(71), ..current.place };
    let home = ThreadHome { parent: current.place.channel, is_post: false };
    let mut moved = Match { place: thread, ..current.clone() };
    moved.delivery.thread = Some(OwnThread::Open(home));
    db.save(&current, &moved, None, at(2)).await.unwrap();
    let current = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((current.place, current.delivery.thread), (thread, moved.delivery.thread));
    assert_eq!(db.matches_of(BOB, Some(thread.channel)).await.unwrap().len(), 1);
    assert_eq!(db.matches_in(thread.channel).await.unwrap().len(), 1);
    assert!(db.ending_in(thread.channel).await.unwrap().is_empty());
    assert!(db.matches_of(BOB, Some(PLACE.channel)).await.unwrap().is_empty());

    // What is over can still be noted.
    let end = Outcome { winner: None, reason: Reason::Agreed };
    db.save(&current, &ended(&current, end), None, at(3)).await.unwrap();
    let over = db.find_match(id).await.unwrap().unwrap();
    let mut closed = over.clone();
    closed.delivery.thread = Some(OwnThread::Closed(home));
    db.save_unannounced(&over, &closed).await.unwrap();
    assert!(matches!(db.save_unannounced(&over, &closed).await, Err(StoreError::Conflict)));
    let over = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((over.delivery.thread, over.outcome), (closed.delivery.thread, Some(end)));
}

pub(super) async fn a_match_has_one_rematch(db: &Arc<dyn Store>) {
    let first = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(60)).await.unwrap();
    assert_eq!(db.rematch_of(first).await.unwrap(), None);
    let again = NewMatch { rematch_of: Some(first), ..begun(PLACE, PEOPLE) };
    let answers = at_once(db, |db| {
        let again = again.clone();
        async move { db.begin_match(&again, None, MatchLimits::NONE, at(61)).await }
    })
    .await;
    let begun: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(db.rematch_of(first).await.unwrap().as_ref(), begun.first().copied());
    assert_eq!(begun.len(), 1);
    assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::Conflict))), "{answers:?}");

    let offer = NewChallenge { rematch_of: Some(first), ..challenge(Some(BOB)) };
    let late = db.add_challenge(&offer, None, limits(MANY), at(62)).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "what has begun cannot be offered: {late:?}");
    let other = db.begin_match(&self::begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(62)).await.unwrap();
    let offer = NewChallenge { rematch_of: Some(other), ..offer };
    let offered = db.add_challenge(&offer, None, limits(MANY), at(62)).await.unwrap();
    assert!(
        matches!(db.add_challenge(&offer, None, limits(MANY), at(62)).await, Err(StoreError::Conflict)),
        "one offer at a time"
    );
    db.close_challenge(offered, ChallengeState::Declined, at(62)).await.unwrap();
    let offered =
        db.add_challenge(&offer, None, limits(MANY), at(63)).await.expect("what was declined can be offered again");
    assert_eq!(db.challenge(offered).await.unwrap().unwrap().offer.rematch_of, Some(other));
}
