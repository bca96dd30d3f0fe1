//! The database.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::play::personal::PersonalData;
use crate::play::{
    Absence, Challenge, ChallengeId, ChallengeState, ChannelId, DatabaseId, EventId, GuildId, Match, MatchId,
    MatchOutline, MessageId, NewChallenge, NewMatch, Place, Preferences, Rating, RatingChange, ServerSettings, Setting,
    Shard, Shown, UserId,
};

/// The database, in the words of the domain.
pub trait Store:
    People
    + CommunityStore
    + ChallengeStore
    + MatchStore
    + BoardStore
    + DueStore
    + AbsenceStore
    + RatingStore
    + ProcessStore
{
}

impl<T> Store for T where
    T: People
        + CommunityStore
        + ChallengeStore
        + MatchStore
        + BoardStore
        + DueStore
        + AbsenceStore
        + RatingStore
        + ProcessStore
{
}

/// A fault of the store: nothing that a player did.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A concurrent write came first: the condition of this write no longer holds.
    #[error("the row has changed meanwhile")]
    Conflict,
    /// The message or interaction that asks for this has already been carried out.
    #[error("that has been done already")]
    Repeated,
    /// The person has reached the caller's limit, which is given.
    #[error("there are {0} already")]
    LimitReached(u32),
    /// A person, or a channel, has reached the caller's limit of challenges, which is given.
    #[error("there are {1} challenges already: {0:?}")]
    TooManyChallenges(ChallengeLimit, u32),
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database has not answered a call in time. What it was told to write may have been written, or be written yet.
    #[error("the database did not answer “{0}” within {1:?}")]
    Unanswered(&'static str, Duration),
    /// A row holds a value this program cannot read.
    #[error("a stored value cannot be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether the database has failed, which says nothing about what it was asked.
    pub fn is_of_database(&self) -> bool {
        matches!(self, Self::Database(_) | Self::Unanswered(..))
    }
}

pub type Stored<T> = Result<T, StoreError>;

/// A player's standing in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub user: UserId,
    /// The name under which the player was last seen.
    pub name: String,
    pub game: String,
    pub rating: Rating,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// Whose results count in a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Global,
    Server(GuildId),
}

/// A place that is gone, with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GonePlace {
    Channel(ChannelId),
    Server(GuildId),
}

/// How much waits to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backlog {
    /// The matches of which a board or an engine's move is owed now.
    pub due: u64,
    /// Since when the oldest of them owes it.
    pub oldest: Option<Timestamp>,
    /// The matches that owe something that failed, and are left alone until somebody acts.
    pub set_aside: u64,
}

/// What it means that a message shows a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// It is the live board now.
    Latest,
    /// Another message shows a later revision, and nobody knew of this one.
    TooLate,
    /// Another process has shown a later revision: the match is due again, because this one has changed the live board back
    /// or has given an old one controls.
    Overtaken,
}

/// A message that may have controls although it is not the live board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Superseded {
    pub message: MessageId,
    /// How many plies it shows.
    pub plies: u32,
    /// Whether it may have controls now.
    pub is_live: bool,
    /// Until when a change that failed may give them back: it is to lose them once more then.
    pub unsettled_until: Option<Timestamp>,
}

impl Superseded {
    /// Whether it is to lose its controls now.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.is_live || self.unsettled_until.is_some_and(|it| it <= now)
    }
}

/// The card of an open challenge that nobody has seen yet, or of a closed one that may still have controls.
#[derive(Clone, Debug)]
pub struct OwedCard {
    pub challenge: Challenge,
    /// How often somebody has tried to show it, or to take them away.
    pub tries: u32,
}

/// The time in which a board or a card may have been posted of which nobody has heard, by the clock of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub since: Timestamp,
    pub until: Timestamp,
}

/// Whether a match can be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    Rests,
    /// It has changed meanwhile.
    Changed,
    /// Another process looks after it by now.
    NotMine,
}

/// How often in a row something could not be done in a match, and its revision.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FailedTries {
    pub failures: u32,
    /// How often of these it was refused, or could not be made.
    pub refusals: u32,
    pub revision: u32,
}

/// Which process looks after a match: while one does, no other one shows its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookedAfter {
    Here,
    Elsewhere,
}

/// A match that this process goes on looking after, as it is by now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renewed {
    pub id: MatchId,
    pub version: u32,
    pub is_over: bool,
}

/// What the database knows of people.
#[async_trait]
pub trait People: Send + Sync {
    /// Remembers a player's name.
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()>;
    async fn player_name(&self, user: UserId) -> Stored<Option<String>>;
    /// The names of those people who have been met.
    async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>>;
    /// What a person has chosen; of somebody who has chosen nothing, or nothing that can be read, what is usual.
    async fn preferences(&self, user: UserId) -> Stored<Preferences>;
    /// Chooses one thing anew, and leaves all others as they are; what is chosen then.
    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> Stored<Preferences>;
    /// From now on this process alone reminds a person, for a while. `false` if another one does.
    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> Stored<bool>;
    /// Others may remind a person again.
    async fn end_reminding(&self, user: UserId) -> Stored<()>;
    /// The open challenges that a person has made.
    async fn challenges_by(&self, user: UserId, now: Timestamp) -> Stored<Vec<Challenge>>;
    /// All that is kept of a person, if there is anything.
    async fn personal_data(&self, user: UserId) -> Stored<Option<PersonalData>>;
    /// Drops what is kept of a person, but for what others have a part in; no list that goes beyond a server has this person
    /// from then on.
    async fn forget(&self, user: UserId) -> Stored<()>;
}

/// How many challenges one person may make, and how many there may be in a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeLimits {
    /// Open at once.
    pub open: u32,
    /// Open at once in the same channel, whoever has made them.
    pub in_channel: u32,
    /// In a day.
    pub a_day: u32,
    /// To the same person in a day, not counting those that were accepted.
    pub to_one: u32,
    /// How many of them may be declined in a day before there is to be a pause.
    pub declined: u32,
}

/// Which limit of challenges has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeLimit {
    Open,
    InChannel,
    ADay,
    ToOne,
    Declined,
}

/// What servers and people want of each other: settings, blocks, watchers.
#[async_trait]
pub trait CommunityStore: Send + Sync {
    /// Remembers a server; whether it was not known before. Of all who ask, one hears so.
    async fn first_seen(&self, guild: GuildId) -> Stored<bool>;
    /// What the moderators of a server have chosen.
    async fn server(&self, guild: GuildId) -> Stored<ServerSettings>;
    /// Writes what they choose now; [`StoreError::Conflict`] if somebody has chosen something else than what is `known`.
    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> Stored<()>;

    /// `user` wants no challenges from `other`; [`StoreError::LimitReached`] if that is so of `most` people.
    async fn block(&self, user: UserId, other: UserId, most: u32) -> Stored<()>;
    /// `false` if there was no block.
    async fn unblock(&self, user: UserId, other: UserId) -> Stored<bool>;
    async fn has_blocked(&self, user: UserId, other: UserId) -> Stored<bool>;
    /// Whom a person has blocked.
    async fn blocked_by(&self, user: UserId) -> Stored<Vec<UserId>>;

    /// `user` follows a match; [`StoreError::LimitReached`] if `most` people do. Twice is once.
    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> Stored<()>;
    /// `false` if that person did not follow it.
    async fn unwatch(&self, id: MatchId, user: UserId) -> Stored<bool>;
    /// Who follows a match.
    async fn watchers(&self, id: MatchId) -> Stored<Vec<UserId>>;
    /// Which matches a person follows.
    async fn watched_by(&self, user: UserId) -> Stored<Vec<MatchId>>;
    /// Nobody follows a match anymore.
    async fn forget_watchers(&self, id: MatchId) -> Stored<()>;
}

/// Challenges.
#[async_trait]
pub trait ChallengeStore: Send + Sync {
    /// Adds a challenge, unless its challenger has made too many or its channel has too many
    /// ([`StoreError::TooManyChallenges`]), or it offers a rematch that an open one offers already
    /// ([`StoreError::Conflict`]), or another one has the same origin ([`StoreError::Repeated`]). All that holds however
    /// many are added at once, except that people who ask at the same instant may pass the channel's limit by a few.
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<ChallengeId>;
    async fn challenge(&self, id: ChallengeId) -> Stored<Option<Challenge>>;
    /// The message or interaction by which a challenge was made, if it is known.
    async fn challenge_begun_by(&self, id: ChallengeId) -> Stored<Option<EventId>>;
    /// The challenge with which a match began.
    async fn challenge_of(&self, id: MatchId) -> Stored<Option<Challenge>>;
    /// The challenges of a channel that are open and have not expired, the newest first.
    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>>;
    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()>;
    /// A message that shows a challenge is being asked for once more, of which nobody may hear.
    async fn asked_for_card(&self, id: ChallengeId, now: Timestamp) -> Stored<()>;
    /// Closes an open challenge; [`StoreError::Conflict`] if it is no longer open.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> Stored<()>;
    /// The closed challenges whose cards may still have controls, although there was time to take them away. For a while
    /// nobody else is given them.
    async fn claim_cards(&self, now: Timestamp) -> Stored<Vec<OwedCard>>;
    /// The card of a closed challenge has no controls anymore.
    async fn note_card_closed(&self, id: ChallengeId) -> Stored<()>;
    /// How many cards of closed challenges may still have controls.
    async fn open_cards(&self) -> Stored<u64>;
    /// The open challenges made before a time that nobody has seen yet.
    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>>;
    /// The same, for whoever is to show them: for a while nobody else is given them, after each try for longer.
    async fn claim_unshown(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<OwedCard>>;
    /// Takes back an open challenge that nobody has seen; [`StoreError::Conflict`] if it is shown by now, or closed.
    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> Stored<()>;
    /// Marks the open challenges that have expired, and gives those that can be read.
    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>>;
}

/// Matches and their moves.
#[async_trait]
pub trait MatchStore: Send + Sync {
    /// Begins a match; with a challenge, closes it in the same transaction. [`StoreError::Conflict`] if that is no
    /// longer open, or if the match is a rematch that has begun already; [`StoreError::LimitReached`] if it is against
    /// the engine and its player has `most_against_engine` such matches under way; [`StoreError::Repeated`] if another one
    /// has the same origin. All that holds however many are begun at once.
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        most_against_engine: u32,
        now: Timestamp,
    ) -> Stored<MatchId>;
    /// The match that was begun as the rematch of another.
    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>>;
    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>>;
    /// A match that this process looks after; `None` where another one does, or it was left until it is due again.
    async fn looked_after(&self, id: MatchId) -> Stored<Option<Match>>;
    /// What can be told of a match whatever its record says.
    async fn outline(&self, id: MatchId) -> Stored<Option<MatchOutline>>;
    /// Ends a match under way without a result, whatever its record says; [`StoreError::Conflict`] if it is over. It is
    /// due then, as its end is to be shown.
    async fn abort(&self, id: MatchId, now: Timestamp) -> Stored<()>;
    /// The matches of a user that are under way, optionally only those of one channel.
    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>>;
    /// Those that this program cannot read, and that are in no other list.
    async fn unreadable_of(&self, user: UserId) -> Stored<Vec<MatchId>>;
    /// The matches under way in a channel.
    async fn matches_in(&self, channel: ChannelId) -> Stored<Vec<Match>>;
    /// The last match in a channel that can be read, under way or not.
    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>>;
    /// Writes what has become of a match: `next` differs from `current`, as it was read, by moves that were played or
    /// taken back, by its end, which is rated in the same transaction, by its conduct, or by its channel. The match is due
    /// from then on, and this process looks after it, unless another one does already. [`StoreError::Conflict`] if it has
    /// changed meanwhile; [`StoreError::Repeated`] if a move of it has the same origin.
    async fn save(&self, current: &Match, next: &Match, origin: Option<EventId>, now: Timestamp)
    -> Stored<LookedAfter>;
    /// The message or interaction by which a match was begun, if it is known.
    async fn match_begun_by(&self, id: MatchId) -> Stored<Option<EventId>>;
    /// Whether a move was played by that message or interaction; one that was taken back is not known anymore.
    async fn is_played(&self, origin: EventId) -> Stored<bool>;
    /// Writes the conduct and the channel of a match, which may be over, where it differs in nothing that a board shows;
    /// under the same guard.
    async fn keep(&self, current: &Match, next: &Match) -> Stored<()>;
}

/// Which messages show boards.
#[async_trait]
pub trait BoardStore: Send + Sync {
    /// The match whose board that message showed, and the version it showed.
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>>;
    /// A message shows the position of that version. It may be out of date already.
    async fn note_shown(&self, id: MatchId, version: u32, shown: Shown) -> Stored<Noted>;
    /// A message shows the board of that version besides the live one: replies to it are moves.
    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()>;
    /// A message shows the board of that version with controls, although nobody heard of it when it was posted.
    async fn note_stray(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()>;
    /// When a board of a match may have been posted of which nobody has heard.
    async fn doubt(&self, id: MatchId) -> Stored<Doubt>;
    /// The chat has been searched: of whatever was posted in a match until then everybody knows. It is to be searched
    /// once more at `search_again_at`, for what came later than it was asked for. Whether this process looks after the
    /// match; where another one does, nothing is noted.
    async fn note_search(
        &self,
        id: MatchId,
        heard_until: Timestamp,
        search_again_at: Option<Timestamp>,
    ) -> Stored<bool>;
    /// A change of a board that failed may still be carried out until then.
    async fn note_unsettled(&self, message: MessageId, until: Timestamp) -> Stored<()>;
    /// The messages that may have controls although they are not the live board.
    async fn superseded(&self, id: MatchId) -> Stored<Vec<Superseded>>;
    /// A message has no controls anymore, and gets none back unless it is unsettled beyond `now`.
    async fn note_retired(&self, message: MessageId, now: Timestamp) -> Stored<()>;
}

/// What has to be done in matches, when, and by which process.
#[async_trait]
pub trait DueStore: Send + Sync {
    /// How much is due, and since when.
    async fn backlog(&self, now: Timestamp) -> Stored<Backlog>;
    /// At most so many of the matches that somebody has to look at, apart from those that another process looks after. What
    /// has failed comes first where somebody has acted in the last ten minutes; other failures get what is left by those
    /// matches in which nothing has failed, but a quarter in any case. From now on this process looks after them, for a while.
    async fn claim_due(&self, now: Timestamp, most: usize) -> Stored<Vec<MatchId>>;
    /// This process goes on looking after these matches, but for those that another one has taken over.
    async fn renew(&self, ids: &[MatchId]) -> Stored<Vec<Renewed>>;
    /// All has been done in a match, as it was at that revision, until `due_at`.
    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// Something could not be done in a match as it was at that revision; it is due again at `due_at`, or set aside until
    /// somebody acts. Where it has changed meanwhile, that is due, and this process goes on looking after it.
    async fn put_off(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// The same of what was refused, or cannot be made, which is counted apart as well.
    async fn refused(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// The same of what has not failed, but has to wait.
    async fn postpone(&self, id: MatchId, revision: u32, due_at: Timestamp) -> Stored<Rest>;
    /// A place is gone: whatever is due there is set aside until somebody acts. How many matches that are.
    async fn set_aside(&self, gone: GonePlace) -> Stored<u64>;
    /// Somebody is to look at a match under way that is at rest, since nothing can be made of it. What has failed already
    /// is left as it is: it is tried again, or set aside.
    async fn note_broken(&self, id: MatchId, now: Timestamp) -> Stored<()>;
    /// What has failed in a match; nothing in one that is not there.
    async fn failures(&self, id: MatchId) -> Stored<FailedTries>;
    /// Gives back whatever this process looks after.
    async fn release(&self) -> Stored<()>;
    /// The side to move has been reminded of the position of that version.
    async fn note_reminded(&self, id: MatchId, version: u32) -> Stored<()>;
    /// The side to move is to be reminded after all.
    async fn forget_reminder(&self, id: MatchId) -> Stored<()>;
    /// The other side has been told that it may claim the win in the position of that version.
    async fn note_claim_told(&self, id: MatchId, version: u32) -> Stored<()>;
}

/// When people are away.
#[async_trait]
pub trait AbsenceStore: Send + Sync {
    /// When a person is away from `since` on.
    async fn absences(&self, user: UserId, since: Timestamp) -> Stored<Vec<Absence>>;
    /// A person is away for a time, or no longer. The person's matches are due, as their deadlines move.
    async fn add_absence(&self, user: UserId, absence: Absence) -> Stored<()>;
    /// Ends whatever absence of a person is going on or to come.
    async fn end_absences(&self, user: UserId, now: Timestamp) -> Stored<()>;
}

/// Ratings; a match is rated when its end is saved.
#[async_trait]
pub trait RatingStore: Send + Sync {
    /// What a match did to the global ratings.
    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>>;
    /// The best players: those with a settled rating first, then the provisional ones.
    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>>;
    /// A player's standings in all games.
    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>>;
}

/// When a shard was heard last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOfLife {
    pub shard: Shard,
    pub at: Timestamp,
}

/// What the processes of one bot know of each other.
#[async_trait]
pub trait ProcessStore: Send + Sync {
    /// The database's own id: what was `drawn` for whoever asked first, forever.
    async fn database_id(&self, drawn: DatabaseId) -> Stored<DatabaseId>;
    /// Whether nobody has claimed an event of the chat yet: where several processes hear it, one of them acts. Events are
    /// remembered for an hour.
    async fn claim_event(&self, id: u64, now: Timestamp) -> Stored<bool>;
    /// Forgets the events of more than an hour ago.
    async fn forget_events(&self, now: Timestamp) -> Stored<()>;
    /// A sign of life of shards that are heard, all of one division. Where one of them has given none for longer than
    /// `tolerance`, that time is given back to every clock that was running in its places. Once the bot's places are divided
    /// anew, each new shard is silent since the last sign of life of any former one.
    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> Stored<()>;
    /// The last sign of life of the shard that hears a place; `None` before the first.
    async fn last_beat(&self, place: Place) -> Stored<Option<SignOfLife>>;
    /// By how much the database's clock is ahead of this machine's, as measured last.
    fn ahead(&self) -> SignedDuration;
    /// Answers as soon as the database does.
    async fn ping(&self) -> Stored<()>;
}
