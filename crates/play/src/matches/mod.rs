//! A match: two seats playing one game by one ruleset in one place.

use jiff::{SignedDuration, Timestamp};

mod offers;
mod premove;
mod thread;

use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, MatchId, MessageId, Place, UserId};
use crate::rating::{Points, Rating, rate_again};
use crate::seat::Seat;
use crate::time_control::TimeControl;
use crate::votes::{PlaceNames, Voting};
use games::board::Side;
use games::{AnyPosition, Outcome, PositionError, Reason, Ruleset};

pub use offers::{DeclinedOffer, MAX_DRAW_OFFERS, Offer, OfferKind, Offers};
pub use premove::{Premove, PremoveObstacle};
pub use thread::{NoThread, OwnThread, ThreadHome};

/// A match as stored. The moves are the truth: position and outcome on the board are derived by replay.
#[derive(Clone, Debug)]
pub struct Match {
    pub id: MatchId,
    pub place: Place,
    pub ruleset: Ruleset,
    /// By [`Side::index`].
    pub seats: [Seat; 2],
    pub rated: bool,
    /// The moves in the game's notation, those of the opening included.
    pub moves: Vec<String>,
    /// From where it was played on; `None`: it began at the start.
    pub opening: Option<Opening>,
    /// Where its moves begin; `None`: at the usual start.
    pub start: Option<CustomStart>,
    /// Whether the engine says what it is up to: somebody's first match at a game.
    pub is_guided: bool,
    /// What is told of it, if it's an imported record.
    pub imported: Option<ImportedRecord>,
    /// How many plies were taken back, plus one for each takeback.
    pub undone: u32,
    /// The first revision after the last takeback: a message that shows an earlier one shows another position.
    pub taken_back_in: Option<u32>,
    /// The ply of the last automatic move (prepared, or the only legal one), counted from 1.
    pub automatic_ply: Option<u32>,
    /// The replies that each side has prepared: lines of moves, each beginning with a move of the other side.
    pub lines: [Vec<Vec<String>>; 2],
    /// The move that each side wants to play as soon as it can.
    pub premoves: [Option<Premove>; 2],
    pub outcome: Option<Outcome>,
    pub end: MatchEnd,
    pub offers: Offers,
    pub clock: MatchClock,
    pub hints: Hints,
    /// How a channel that plays a side has voted.
    pub voting: Voting,
    pub reminders: Reminders,
    pub presence: Presence,
    pub delivery: MatchDelivery,
    /// Grows with every change, and guards every write.
    pub revision: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The time of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchClock {
    /// How the time is limited; `None`: the match has no clock.
    pub control: Option<TimeControl>,
    /// How many milliseconds each side has left if there is a clock, not counting the current turn.
    pub reserves: [i64; 2],
    /// Whether both have agreed to stop the clock until somebody resumes.
    pub is_paused: bool,
    /// Since when the time of the side to move has been running, by its clock or by its silence; `None`: its time is
    /// not limited, or the clock stands still. Stored in a column of its own.
    #[serde(skip)]
    pub since: Option<Timestamp>,
}

impl MatchClock {
    /// The clock of a match that begins: all reserves are full.
    pub fn begin(control: Option<TimeControl>, since: Option<Timestamp>) -> Self {
        let reserve = control.map_or(0, |it| i64::from(it.reserve) * 1000);
        Self { control, reserves: [reserve; 2], is_paused: false, since }
    }
}

/// Reminders, and what is known of a player who stays away. Times are in seconds since 1970. A time from before the
/// current turn, or another version than the current one, has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reminders {
    /// The version for which the side to move was reminded.
    pub reminded: Option<u32>,
    /// When the side to move was last reminded.
    pub reminded_at: Option<i64>,
    /// The version for which the other side was told that it may claim the win.
    pub claim_told: Option<u32>,
    /// The version at which the side to move muted further notices.
    pub hushed: Option<u32>,
    /// When we last checked that the player to move is still in the server.
    pub presence_checked_at: Option<i64>,
    /// Since when each side's player is known to have left the server.
    pub departed_at: [Option<i64>; 2],
    /// The version for which the other side was told that the player to move has left the server.
    pub departure_told: Option<u32>,
}

/// Whether the players look at the board, by [`Side::index`], in milliseconds since 1970; 0: never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Presence {
    /// When each side's player moved last.
    pub moved_at: [i64; 2],
    /// When a page of each side's player was last known to be visible. Stored in columns of its own, because it's no
    /// change of the match.
    #[serde(skip)]
    pub page_at: [i64; 2],
}

/// How long a page counts as visible after that was noted, in milliseconds: longer than from one note to the next.
const PAGE_LASTS_MS: i64 = 20_000;

impl Presence {
    /// Until when a page of a side's player counts as visible, in milliseconds since 1970.
    pub fn page_until(&self, side: Side) -> i64 {
        self.page_at[side.index()] + PAGE_LASTS_MS
    }

    /// Whether a page of a side's player counts as visible.
    pub fn is_page_visible(&self, side: Side, now: Timestamp) -> bool {
        now.as_millisecond() <= self.page_until(side)
    }

    /// Whether a side's player was there within a time.
    pub fn is_within(&self, side: Side, time: SignedDuration, now: Timestamp) -> bool {
        let last = self.moved_at[side.index()].max(self.page_at[side.index()]);
        now.as_millisecond() - last <= time.as_millis() as i64
    }
}

/// The delivery of a match: its live board, its thread, and how often showing it has failed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchDelivery {
    /// The live board; `None` before the first. Stored in columns of its own.
    #[serde(skip)]
    pub live_board: Option<LiveBoard>,
    /// Whether somebody asked to see the live board again, so that it is to be posted in a new message.
    pub is_brought_down: bool,
    /// Whether that message notifies the side to move, because the other side has ended a pause.
    pub calls: bool,
    /// The thread that it has, or is to have.
    pub thread: Option<OwnThread>,
    /// How often in a row a task of this match has failed, or was left undone by a process that is gone. Stored in a
    /// column of its own.
    #[serde(skip)]
    pub failures: u32,
    /// How many of these failures were refusals, or boards that could not be made. After some of them the match is set
    /// aside; outages do not count. Stored in a column of its own.
    #[serde(skip)]
    pub refusals: u32,
}

/// What the live board shows of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveBoard {
    pub message: MessageId,
    /// The revision that it shows; `None` if the board must be shown again in any case.
    pub revision: Option<u32>,
    /// How many plies had been played.
    pub plies: u32,
    /// Whether whoever is to move was told of it, as far as they want to be; an edit tells nobody.
    pub is_told: bool,
}

impl MatchDelivery {
    /// The live board no longer needs to be posted again.
    pub(crate) fn stay(&mut self) {
        self.is_brought_down = false;
        self.calls = false;
    }
}

/// How a match has ended, besides its outcome.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchEnd {
    /// The first revision at which it is over: a message that shows it, or a later one, has told of the end.
    pub revision: Option<u32>,
    /// Why it was ended without a result, if not by a player.
    pub abort: Option<AbortCause>,
}

/// Why a match was ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AbortCause {
    /// A moderator has ended it.
    Moderator,
    /// The side to move took too long.
    Time,
    /// Its place is gone.
    PlaceGone,
    /// It is an imported record that tells no result.
    RecordEnds,
    /// The match in which another channel played the other side has ended.
    Rival,
    /// No other channel had joined when its channel began another vote.
    Unjoined,
}

/// What the engine may tell the players during a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hints {
    /// Whether both players have agreed that it may be asked.
    pub are_agreed: bool,
    /// How often each side has asked it.
    pub taken: [u32; 2],
}

/// What two players agree on beforehand, besides the rules. Stored as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreement {
    pub clock: Option<TimeControl>,
    /// Whether the players may ask the engine during the match.
    pub hints: bool,
    /// Whether the match is to be played in a thread of its own.
    pub thread: Option<OwnThread>,
}

/// The position from which a match is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The match in which it has come about; `None`: it is that of a puzzle.
    pub of: Option<MatchId>,
    /// Where the moves of that match begin; `None`: at the usual start.
    pub start: Option<CustomStart>,
    /// The moves that lead to it.
    pub moves: Vec<String>,
}

/// A start that isn't the usual one of its ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CustomStart {
    /// As text.
    pub position: String,
    /// Whether the second player moves first.
    pub second_begins: bool,
}

/// What an imported record tells besides its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportedRecord {
    /// Who brought it in; `None`: somebody who was forgotten since. It isn't part of what is told.
    #[serde(skip)]
    pub by: Option<UserId>,
    /// The names of the players, by [`Side::index`], where they are known.
    pub players: [Option<String>; 2],
    /// Where and when it was played, and the like.
    pub tags: Vec<(String, String)>,
}

/// A match that is about to begin.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub place: Place,
    pub ruleset: Ruleset,
    pub seats: [Seat; 2],
    pub rated: bool,
    pub agreement: Agreement,
    /// The challenge that it answers.
    pub challenge: Option<ChallengeId>,
    /// The match of which it is the rematch.
    pub rematch_of: Option<MatchId>,
    /// From where it is played on.
    pub opening: Option<Opening>,
    /// Whether the engine says what it is up to.
    pub is_guided: bool,
    pub voting: Voting,
}

impl NewMatch {
    /// A casual match about which nothing else was said.
    pub fn casual(place: Place, ruleset: Ruleset, seats: [Seat; 2]) -> Self {
        Self {
            place,
            ruleset,
            seats,
            rated: false,
            agreement: Agreement::default(),
            challenge: None,
            rematch_of: None,
            opening: None,
            is_guided: false,
            voting: Voting::default(),
        }
    }

    /// The match as it is at its beginning.
    pub fn begun(self, id: MatchId, now: Timestamp) -> Match {
        let Agreement { clock, hints, thread } = self.agreement;
        Match {
            id,
            clock: MatchClock::begin(clock, self.clock_since(now)),
            place: self.place,
            ruleset: self.ruleset,
            seats: self.seats,
            rated: self.rated,
            moves: self.opening.as_ref().map(|it| it.moves.clone()).unwrap_or_default(),
            start: self.opening.as_ref().and_then(|it| it.start.clone()),
            opening: self.opening,
            is_guided: self.is_guided,
            imported: None,
            undone: 0,
            taken_back_in: None,
            automatic_ply: None,
            lines: Default::default(),
            premoves: Default::default(),
            outcome: None,
            end: MatchEnd::default(),
            offers: Offers::default(),
            hints: Hints { are_agreed: hints, taken: [0; 2] },
            voting: self.voting,
            reminders: Reminders::default(),
            presence: Presence::default(),
            delivery: MatchDelivery { thread, ..MatchDelivery::default() },
            revision: 0,
            created_at: now,
            updated_at: now,
        }
    }

    /// Since when the time of the first move is running if the match begins now; the engine's time never runs.
    pub fn clock_since(&self, now: Timestamp) -> Option<Timestamp> {
        let is_timed = self.agreement.clock.is_some() || !has_engine(&self.seats);
        let to_move = self.opening.as_ref().map_or(Side::First, |it| mover(it.start.as_ref(), it.moves.len()));
        let awaits_rival = self.seats.contains(&Seat::Rival) && self.voting.rival.is_none();
        (is_timed && self.seats[to_move.index()].takes_time() && !awaits_rival).then_some(now)
    }
}

/// What is known about a match without its record. If a match is set aside, this is all that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchOutline {
    pub id: MatchId,
    pub place: Place,
    /// By [`Side::index`]; `None` if this cannot be read either.
    pub seats: [Option<Seat>; 2],
    pub is_over: bool,
    pub created_at: Timestamp,
}

impl MatchOutline {
    /// Whether a user plays in it.
    pub fn is_played_by(&self, user: UserId) -> bool {
        self.seats.contains(&Some(Seat::User(user)))
    }
}

/// How a rated match changed a player's global rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    pub user: UserId,
    pub before: Rating,
    pub after: Rating,
}

/// The stored moves of a match do not replay, so the row cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("match {id} does not replay at ply {ply}: {text}")]
pub struct BrokenRecord {
    pub id: MatchId,
    pub ply: usize,
    pub text: String,
}

impl Match {
    /// The agreement that a rematch takes over.
    pub fn agreement(&self) -> Agreement {
        let thread = self.delivery.thread.and_then(OwnThread::again);
        Agreement { clock: self.clock.control, hints: self.hints.are_agreed, thread }
    }

    /// The number of its position. It grows with each move and each takeback, so no two positions of a match share one.
    /// If nothing was taken back, it is the number of plies.
    pub fn version(&self) -> u32 {
        self.plies() + self.undone
    }

    /// Whether a message has shown the current position. After a takeback, as many plies may have been played as before.
    pub fn is_position_shown(&self) -> bool {
        let is_since = |shown: &LiveBoard| self.taken_back_in.is_none_or(|it| shown.revision >= Some(it));
        self.delivery.live_board.filter(is_since).is_some_and(|it| it.plies == self.plies())
    }

    /// The offer that was declined last, until the next move, offer, or the end.
    pub fn declined_offer(&self) -> Option<Offer> {
        let is_news = self.outcome.is_none() && self.offers.pending.is_none();
        let declined = self.offers.declined.filter(|it| is_news && it.version == self.version());
        declined.map(|it| it.offer)
    }

    /// Whether everybody who plays was there within a time; the engine always is, and a channel that votes never.
    pub fn are_there(&self, time: SignedDuration, now: Timestamp) -> bool {
        let is_there = |it: &Side| self.seat(*it).user().is_none() || self.presence.is_within(*it, time, now);
        !self.is_voted_on() && Side::BOTH.iter().all(is_there)
    }

    /// Whether everybody who plays has a visible page.
    pub fn are_at_pages(&self, now: Timestamp) -> bool {
        let is_there = |it: &Side| self.seat(*it).user().is_none() || self.presence.is_page_visible(*it, now);
        !self.is_voted_on() && Side::BOTH.iter().all(is_there)
    }

    /// Whether the side to move has muted further notices of this turn.
    pub fn is_hushed(&self) -> bool {
        self.reminders.hushed == Some(self.version())
    }

    /// Whether no automatic move may be played, because the side to move must answer an offer or end a pause.
    pub fn waits_for_player(&self) -> bool {
        self.clock.is_paused || self.offers.pending.is_some_and(|it| it.by != self.to_move())
    }

    /// The number of plies played.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whose turn it is while the match is under way.
    pub fn to_move(&self) -> Side {
        self.mover(self.moves.len())
    }

    /// The side that makes a move, by how many there are before it. Sides take turns in every game.
    pub fn mover(&self, plies: usize) -> Side {
        mover(self.start.as_ref(), plies)
    }

    /// The position in which its moves begin.
    pub fn open(&self) -> Result<Box<dyn AnyPosition>, PositionError> {
        games::open(&self.ruleset, self.start.as_ref().map(|it| it.position.as_str()))
    }

    /// Whether a person plays the engine.
    pub fn is_against_engine(&self) -> bool {
        has_engine(&self.seats)
    }

    /// The level of the engine that a person plays, if it is one.
    pub fn engine_level(&self) -> Option<u8> {
        self.seats.into_iter().find_map(Seat::engine_level)
    }

    /// The person who plays the engine, if one does.
    pub fn opponent_of_engine(&self) -> Option<UserId> {
        self.seats.iter().find_map(|it| it.user()).filter(|_| self.is_against_engine())
    }

    /// Whether the people of its channel play a side.
    pub fn is_voted_on(&self) -> bool {
        self.seats.contains(&Seat::Channel)
    }

    /// Whether another channel is to take the other side, and none has.
    pub fn awaits_rival(&self) -> bool {
        self.outcome.is_none() && self.seats.contains(&Seat::Rival) && self.voting.rival.is_none()
    }

    /// Whether it goes on with a move of people: a player's, or a channel's.
    pub fn awaits_people(&self) -> bool {
        self.outcome.is_none() && self.seat(self.to_move()).takes_time() && !self.awaits_rival()
    }

    /// What its channel is called elsewhere: in another server, by its own server.
    pub fn channel_name_in(&self, place: Place) -> Option<String> {
        let PlaceNames { channel, server } = &self.voting.names;
        if place.guild == self.place.guild { channel.clone() } else { server.clone() }
    }

    /// Whether it goes on with a vote of the people of its channel, also if it is paused until one of them votes.
    pub fn awaits_votes(&self) -> bool {
        self.awaits_people() && self.seat(self.to_move()) == Seat::Channel
    }

    /// Whether the time to move is limited: by a clock or, between people, by how long a player may be silent.
    pub fn is_timed(&self) -> bool {
        self.clock.control.is_some() || !self.is_against_engine()
    }

    /// How this end changes the players' ratings, which are given as they were `before`, and how it counts for each.
    /// The engine's rating never changes, and a casual or aborted match changes none. Each of the `earlier` rated
    /// matches that the same two players ended on the same day halves the effect. A settled rating isn't raised by
    /// newcomers who [give up early](Self::earns_nothing).
    pub fn rating_changes(&self, before: [Rating; 2], end: Outcome, earlier: u32) -> Vec<(RatingChange, Points)> {
        if !self.is_rated_by(end) {
            return Vec::new();
        }
        let [first, second] = rate_again(before, Points::of(Side::First, end), earlier);
        let earns_nothing = self.earns_nothing(before, end);
        let change = |(side, after): (Side, Rating)| {
            let user = self.seat(side).user()?;
            let before = before[side.index()];
            let after = if earns_nothing && end.winner == Some(side) { before } else { after };
            Some((RatingChange { user, before, after }, Points::of(side, end)))
        };
        [(Side::First, first), (Side::Second, second)].into_iter().filter_map(change).collect()
    }

    /// Whether the winner, whose rating is settled, has only beaten a newcomer who resigned, left or ran out of time
    /// before either side's tenth move: new accounts cost nothing, so that says nothing about strength.
    fn earns_nothing(&self, before: [Rating; 2], end: Outcome) -> bool {
        const FULL_PLIES: usize = 20;
        let gave_up = matches!(end.reason, Reason::Resigned | Reason::OutOfTime) && self.moves.len() < FULL_PLIES;
        let is_provisional = |side: Side| before[side.index()].is_provisional();
        gave_up && end.winner.is_some_and(|winner| !is_provisional(winner) && is_provisional(winner.other()))
    }

    /// Whether this end counts for the ratings.
    pub fn is_rated_by(&self, end: Outcome) -> bool {
        self.rated && end.counts()
    }

    /// Whether both sides have moved twice: only from then on does giving up a match count as a loss.
    pub fn has_really_begun(&self) -> bool {
        self.moves.len() >= self.opening_plies() + Self::PLIES_TO_BEGIN
    }

    /// How many of its moves were not played in it.
    pub fn opening_plies(&self) -> usize {
        self.opening.as_ref().map_or(0, |it| it.moves.len())
    }

    /// After this many plies, both sides have moved twice.
    pub const PLIES_TO_BEGIN: usize = 4;

    /// The match with its position: every stored move is replayed under the referee.
    pub fn replay(&self) -> Result<Box<dyn AnyPosition>, BrokenRecord> {
        let broken = |text| BrokenRecord { id: self.id, ply: 0, text };
        let start = self.open().map_err(|error| broken(error.to_string()))?;
        self.replay_after(start, 0)
    }

    /// Plays the moves of this match after the first `plies`, from the position that those lead to.
    pub(super) fn replay_after(
        &self,
        mut position: Box<dyn AnyPosition>,
        plies: usize,
    ) -> Result<Box<dyn AnyPosition>, BrokenRecord> {
        let broken = |ply, text: &str| BrokenRecord { id: self.id, ply, text: text.to_owned() };
        for (ply, text) in self.moves.iter().enumerate().skip(plies) {
            let mv = position.read(text).map_err(|_| broken(ply, text))?;
            position.play(mv).map_err(|_| broken(ply, text))?;
        }
        Ok(position)
    }

    /// The side on which a user plays.
    pub fn side_of(&self, user: UserId) -> Option<Side> {
        Side::BOTH.into_iter().find(|it| self.seat(*it).user() == Some(user))
    }

    /// Who plays a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// The address of its board in a link: server, channel and message; only the channel if there is no message.
    pub fn board_address(&self) -> String {
        let guild = self.place.guild.map_or("@me".to_owned(), |it| it.0.to_string());
        let channel = format!("{guild}/{}", self.place.channel.0);
        self.delivery.live_board.map_or(channel.clone(), |it| format!("{channel}/{}", it.message.0))
    }

    /// Whether the current board has not been shown yet.
    pub fn owes_board(&self) -> bool {
        self.delivery.live_board.and_then(|it| it.revision) != Some(self.revision)
    }
}

fn has_engine(seats: &[Seat; 2]) -> bool {
    seats.iter().any(|it| it.engine_level().is_some())
}

fn mover(start: Option<&CustomStart>, plies: usize) -> Side {
    Side::BOTH[(plies + usize::from(start.is_some_and(|it| it.second_begins))) % 2]
}
