//! What the chapters of the story share: people, places, moments, challenges, and matches.

use std::sync::Arc;

use games::{Outcome, Ruleset};
use jiff::Timestamp;
use play::ports::{ChallengeLimits, Store, StoreError};
use play::{
    Agreement, ChannelId, GuildId, LiveBoard, Match, MessageId, NewChallenge, NewMatch, Place, Seat, SideChoice, UserId,
};

pub(super) const ANN: UserId = UserId(101);
pub(super) const BOB: UserId = UserId(u64::MAX >> 1);
pub(super) const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };
pub(super) const ELSEWHERE: Place = Place { guild: None, channel: ChannelId(80) };
pub(super) const PEOPLE: [Seat; 2] = [Seat::User(ANN), Seat::User(BOB)];

/// A limit that nobody reaches.
pub(super) const MANY: u32 = 1000;

pub(super) fn ruleset() -> Ruleset {
    games::read_ruleset("loa:mso limit=60").unwrap()
}

pub(super) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

pub(super) fn challenge(opponent: Option<UserId>) -> NewChallenge {
    NewChallenge {
        place: PLACE,
        challenger: ANN,
        opponent,
        ruleset: ruleset(),
        side: SideChoice::Random,
        rated: true,
        agreement: Agreement::default(),
        rematch_of: None,
        expires_at: at(100),
    }
}

pub(super) fn begun(place: Place, seats: [Seat; 2]) -> NewMatch {
    NewMatch { rated: true, ..NewMatch::casual(place, ruleset(), seats) }
}

/// A match with one more move.
pub(super) fn moved(current: &Match, text: &str, end: Option<Outcome>) -> Match {
    let mut next = current.clone();
    next.moves.push(text.to_owned());
    next.outcome = end;
    next
}

/// A match that is over.
pub(super) fn ended(current: &Match, end: Outcome) -> Match {
    Match { outcome: Some(end), ..current.clone() }
}

/// A message that shows a match as it is.
pub(super) fn shown(current: &Match, message: u64) -> LiveBoard {
    LiveBoard { message: MessageId(message), revision: Some(current.revision), plies: current.plies(), is_told: true }
}

/// So many open challenges of a person, and any number in a channel or a day.
pub(super) fn limits(open: u32) -> ChallengeLimits {
    ChallengeLimits { open, in_channel: MANY, in_server: MANY, a_day: MANY, to_one: MANY, declined: MANY }
}

/// What forty tasks that do the same at once are answered.
pub(super) async fn at_once<T, F>(db: &Arc<dyn Store>, ask: impl Fn(Arc<dyn Store>) -> F) -> Vec<Result<T, StoreError>>
where
    T: Send + 'static,
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    let tasks: Vec<_> = (0..40).map(|_| tokio::spawn(ask(Arc::clone(db)))).collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}
