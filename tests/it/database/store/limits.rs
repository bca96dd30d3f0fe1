//! Limits on challenges, matches, and blocks hold, however many come at once.

use std::sync::Arc;

use play::ports::{ChallengeLimit, ChallengeLimits, MatchLimit, MatchLimits, Store, StoreError};
use play::{ChallengeState, ChannelId, GuildId, NewChallenge, NewMatch, Place, Seat, UserId};

use super::fixtures::{ANN, BOB, ELSEWHERE, MANY, PLACE, at, at_once, begun, challenge, limits};

pub(super) async fn limits_hold_however_many_come_at_once(db: &Arc<dyn Store>) {
    let dan = UserId(404);
    let offer = NewChallenge { challenger: dan, expires_at: at(10_000), ..challenge(None) };
    let answers = at_once(db, |db| {
        let offer = offer.clone();
        async move { db.add_challenge(&offer, None, limits(10), at(50)).await }
    })
    .await;
    assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 10);
    assert!(
        answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::TooManyChallenges(ChallengeLimit::Open, 10)))),
        "{answers:?}"
    );

    // In a channel the limit is that of all together.
    let here = Place { channel: ChannelId(96), ..ELSEWHERE };
    let few = ChallengeLimits { in_channel: 2, ..limits(MANY) };
    let offer_in = async |place: Place, challenger: u64| {
        let offer = NewChallenge { place, challenger: UserId(challenger), expires_at: at(60), ..challenge(None) };
        db.add_challenge(&offer, None, few, at(50)).await
    };
    for challenger in [405, 406] {
        offer_in(here, challenger).await.unwrap();
    }
    let refused = offer_in(here, 407).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::InChannel, 2))), "{refused:?}");
    offer_in(Place { channel: ChannelId(97), ..ELSEWHERE }, 407).await.expect("another channel has its own");

    // And so in a server.
    let few = ChallengeLimits { in_server: 2, ..limits(MANY) };
    let offer_in_channel = async |channel: u64, server: u64| {
        let place = Place { guild: Some(GuildId(server)), channel: ChannelId(channel) };
        let offer = NewChallenge { place, challenger: UserId(408), expires_at: at(60), ..challenge(None) };
        db.add_challenge(&offer, None, few, at(50)).await
    };
    for channel in [910, 911] {
        offer_in_channel(channel, 91).await.unwrap();
    }
    let refused = offer_in_channel(912, 91).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::InServer, 2))), "{refused:?}");
    offer_in_channel(920, 92).await.expect("another server has its own");

    let seven = MatchLimits { against_engine: 7, ..MatchLimits::NONE };
    let full = |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::AgainstEngine, 7));
    for seats in [[Seat::User(dan), Seat::Engine(1)], [Seat::Engine(1), Seat::User(dan)]] {
        let answers =
            at_once(db, |db| async move { db.begin_match(&begun(ELSEWHERE, seats), None, seven, at(50)).await }).await;
        assert!(answers.iter().filter_map(|it| it.as_ref().err()).all(full), "{answers:?}");
        assert_eq!(db.matches_of(dan, None).await.unwrap().len(), 7, "both sides count together");
    }
    let people = [Seat::User(dan), Seat::User(BOB)];
    db.begin_match(&begun(ELSEWHERE, people), None, seven, at(50))
        .await
        .expect("matches between people are another thing");
}

pub(super) async fn matches_are_limited(db: &Arc<dyn Store>) {
    let [gus, hal, ida] = [601, 602, 603].map(UserId);
    let server = Some(GuildId(611));
    let [here, beside, outside] = [(server, 612), (server, 613), (None, 614)]
        .map(|(guild, channel)| Place { guild, channel: ChannelId(channel) });
    let begin = |place, seats: [UserId; 2], limits| {
        let new = begun(place, seats.map(Seat::User));
        async move { db.begin_match(&new, None, limits, at(51)).await }
    };
    let two = MatchLimits { of_person: 2, ..MatchLimits::NONE };
    let answers =
        at_once(
            db,
            |db| async move { db.begin_match(&begun(here, [gus, hal].map(Seat::User)), None, two, at(51)).await },
        )
        .await;
    let full =
        |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::OfPerson(user), 2) if *user == gus);
    assert!(answers.iter().filter_map(|it| it.as_ref().err()).all(full), "{answers:?}");
    assert_eq!(db.matches_of(gus, None).await.unwrap().len(), 2, "although many were begun at once");
    let refused = begin(here, [ida, hal], two).await;
    let of_hal =
        |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::OfPerson(user), 2) if *user == hal);
    assert!(refused.as_ref().is_err_and(of_hal), "{refused:?}");

    let two = MatchLimits { in_channel: 2, ..MatchLimits::NONE };
    let refused = begin(here, [ida, hal], two).await;
    assert!(matches!(refused, Err(StoreError::TooManyMatches(MatchLimit::InChannel, 2))), "{refused:?}");
    let last = begin(beside, [ida, hal], two).await.expect("another channel has its own");
    let three = MatchLimits { in_server: 3, ..MatchLimits::NONE };
    let refused = begin(beside, [ida, hal], three).await;
    assert!(matches!(refused, Err(StoreError::TooManyMatches(MatchLimit::InServer, 3))), "{refused:?}");
    begin(outside, [ida, hal], three).await.expect("a direct message is in no server");
    db.abort(last, at(52)).await.unwrap();
    begin(beside, [ida, hal], three).await.expect("what is over does not count");
}

pub(super) async fn nobody_is_pestered(db: &Arc<dyn Store>) {
    let (eve, fay) = (UserId(505), UserId(506));
    let limits = ChallengeLimits { open: MANY, in_channel: MANY, in_server: MANY, a_day: 8, to_one: 3, declined: 2 };
    let to = move |opponent| NewChallenge { challenger: eve, opponent, expires_at: at(10_000), ..challenge(None) };
    let answers =
        at_once(db, move |db| async move { db.add_challenge(&to(Some(BOB)), None, limits, at(0)).await }).await;
    let made: Vec<_> = answers.iter().filter_map(|it| it.as_ref().ok()).copied().collect();
    assert_eq!(made.len(), 3);
    let refused = |it: &&Result<_, _>| matches!(it, Err(StoreError::TooManyChallenges(ChallengeLimit::ToOne, 3)));
    assert_eq!(answers.iter().filter(refused).count(), 37);
    // Somebody else is another matter; a match that came of it is no trouble; and who declines twice is left alone.
    db.add_challenge(&to(Some(fay)), None, limits, at(1)).await.unwrap();
    let accepted = NewMatch { challenge: Some(made[0]), ..begun(PLACE, [Seat::User(eve), Seat::User(BOB)]) };
    db.begin_match(&accepted, None, MatchLimits::NONE, at(1)).await.unwrap();
    let again = db.add_challenge(&to(Some(BOB)), None, limits, at(2)).await.expect("an accepted one does not count");
    for id in [made[1], again] {
        db.close_challenge(id, ChallengeState::Declined, at(2)).await.unwrap();
    }
    let refused = db.add_challenge(&to(Some(BOB)), None, limits, at(3)).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::Declined, 2))), "{refused:?}");
    for _ in 0..3 {
        db.add_challenge(&to(None), None, limits, at(4)).await.unwrap();
    }
    let refused = db.add_challenge(&to(None), None, limits, at(4)).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::ADay, 8))), "{refused:?}");
    let tomorrow = at(5).checked_add(jiff::SignedDuration::from_hours(24)).unwrap();
    db.add_challenge(&to(Some(BOB)), None, limits, tomorrow).await.expect("tomorrow is another day");

    for _ in 0..2 {
        db.block(eve, fay, 2).await.unwrap();
    }
    db.block(eve, BOB, 2).await.unwrap();
    assert!(matches!(db.block(eve, ANN, 2).await, Err(StoreError::LimitReached(2))));
    assert_eq!(db.blocked_by(eve).await.unwrap(), [fay, BOB]);
    assert!(db.has_blocked(eve, fay).await.unwrap() && !db.has_blocked(fay, eve).await.unwrap());
    assert!(db.unblock(eve, fay).await.unwrap() && !db.unblock(eve, fay).await.unwrap());
}
