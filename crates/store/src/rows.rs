//! Database rows, and how to read them. A row is not trusted: a value that cannot be read is an error.

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use games::board::Side;
use games::{Outcome, Ruleset};
use play::ports::{Standing, StoreError, StoreResult, Superseded};
use play::votes::Voting;
use play::{
    Absence, Challenge, ChallengeId, ChallengeState, ChannelId, CustomStart, GuildId, Hints, ImportedRecord, LiveBoard,
    Match, MatchClock, MatchDelivery, MatchEnd, MatchId, MatchOutline, MessageId, NewChallenge, Offers, Opening, Place,
    Premove, Presence, Rating, RatingChange, Reminders, Seat, UserId,
};

#[derive(FromRow)]
pub(super) struct MatchRow {
    pub id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    ruleset: String,
    rules_version: i64,
    first_seat: String,
    second_seat: String,
    rated: bool,
    ply: i64,
    reason: Option<String>,
    winner: Option<String>,
    undone: i64,
    details: String,
    clock_since: Option<i64>,
    revision: i64,
    shown_revision: Option<i64>,
    shown_plies: Option<i64>,
    board_message: Option<i64>,
    board_told: bool,
    first_page_at: i64,
    second_page_at: i64,
    imported_by: Option<i64>,
    failures: i64,
    refusals: i64,
    created_at: i64,
    updated_at: i64,
    /// The moves with spaces between them. They are read together with the row, because another move may be added a
    /// moment later.
    moves: Option<String>,
}

impl MatchRow {
    /// The match; an error if a value can't be read, or if it is under way by another version of the rules.
    pub fn read(self) -> StoreResult<Match> {
        let id = MatchId(self.id);
        let moves: Vec<String> = self.moves.iter().flat_map(|it| it.split(' ')).map(str::to_owned).collect();
        if moves.len() as i64 != self.ply {
            return Err(corrupt(format!("match {id} has {} moves at ply {}", moves.len(), self.ply)));
        }
        let ruleset = read_ruleset(&self.ruleset)?;
        let (begun_under, known) = (self.rules_version, ruleset.info.rules_version);
        // A finished match is only viewed, so its rules version does not matter.
        if self.reason.is_none() && begun_under != i64::from(known) {
            return Err(corrupt(format!(
                "match {id} was begun under version {begun_under} of the rules of {}, and this program knows version {known}",
                ruleset.info.key
            )));
        }
        let details: MatchDetails = read_json(&self.details)?;
        Ok(Match {
            id,
            place: read_place(self.guild_id, self.channel_id),
            ruleset,
            seats: [read_seat(&self.first_seat)?, read_seat(&self.second_seat)?],
            rated: self.rated,
            opening: details.opening.map(|it| it.read(details.start.as_ref(), &moves)),
            start: details.start,
            is_guided: details.is_guided,
            imported: details
                .imported
                .map(|it| ImportedRecord { by: self.imported_by.map(|id| UserId(id as u64)), ..it }),
            moves,
            outcome: self.reason.map(|reason| read_outcome(&reason, self.winner.as_deref())).transpose()?,
            undone: self.undone as u32,
            taken_back_in: details.taken_back_in,
            automatic_ply: details.automatic_ply,
            lines: details.lines,
            premoves: details.premoves,
            end: details.end,
            offers: details.offers,
            clock: MatchClock { since: self.clock_since.map(read_time).transpose()?, ..details.clock },
            hints: details.hints,
            voting: details.voting,
            reminders: details.reminders,
            presence: Presence { page_at: [self.first_page_at, self.second_page_at], ..details.presence },
            delivery: MatchDelivery {
                live_board: self.board_message.map(|message| LiveBoard {
                    message: MessageId(message as u64),
                    revision: self.shown_revision.map(|it| it as u32),
                    plies: self.shown_plies.unwrap_or_default() as u32,
                    is_told: self.board_told,
                }),
                failures: self.failures as u32,
                refusals: self.refusals as u32,
                ..details.delivery
            },
            revision: self.revision as u32,
            created_at: read_time(self.created_at)?,
            updated_at: read_time(self.updated_at)?,
        })
    }
}

/// The state of a match that is stored as JSON in one column. What is missing there has its default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MatchDetails {
    opening: Option<OpeningDetails>,
    start: Option<CustomStart>,
    is_guided: bool,
    imported: Option<ImportedRecord>,
    taken_back_in: Option<u32>,
    automatic_ply: Option<u32>,
    /// The replies that each side has prepared.
    pub lines: [Vec<Vec<String>>; 2],
    pub premoves: [Option<Premove>; 2],
    end: MatchEnd,
    offers: Offers,
    pub clock: MatchClock,
    hints: Hints,
    voting: Voting,
    pub reminders: Reminders,
    presence: Presence,
    delivery: MatchDelivery,
}

impl MatchDetails {
    /// The JSON of a match's details.
    pub fn json(of: &Match) -> StoreResult<String> {
        let opening = of.opening.as_ref().map(|it| OpeningDetails { of: it.of.map(|it| it.0), plies: it.moves.len() });
        let of = of.clone();
        json(&Self {
            opening,
            start: of.start,
            is_guided: of.is_guided,
            imported: of.imported,
            taken_back_in: of.taken_back_in,
            automatic_ply: of.automatic_ply,
            lines: of.lines,
            premoves: of.premoves,
            end: of.end,
            offers: of.offers,
            clock: of.clock,
            hints: of.hints,
            voting: of.voting,
            reminders: of.reminders,
            presence: of.presence,
            delivery: of.delivery,
        })
    }
}

/// From where a match is played on; its moves are the first ones of the match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct OpeningDetails {
    of: Option<i64>,
    plies: usize,
}

impl OpeningDetails {
    fn read(self, start: Option<&CustomStart>, moves: &[String]) -> Opening {
        let moves = moves.iter().take(self.plies).cloned().collect();
        Opening { of: self.of.map(MatchId), start: start.cloned(), moves }
    }
}

/// The columns of a match apart from its record.
#[derive(FromRow)]
pub(super) struct OutlineRow {
    id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    first_seat: String,
    second_seat: String,
    reason: Option<String>,
    created_at: i64,
}

impl OutlineRow {
    /// The outline; a seat that can't be read is `None`, a time that can't is an error.
    pub fn read(self) -> StoreResult<MatchOutline> {
        Ok(MatchOutline {
            id: MatchId(self.id),
            place: read_place(self.guild_id, self.channel_id),
            seats: [self.first_seat.parse().ok(), self.second_seat.parse().ok()],
            is_over: self.reason.is_some(),
            created_at: read_time(self.created_at)?,
        })
    }
}

#[derive(FromRow)]
pub(super) struct ChallengeRow {
    id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    challenger_id: i64,
    opponent_id: Option<i64>,
    ruleset: String,
    side: String,
    rated: bool,
    terms: String,
    rematch_of: Option<i64>,
    state: String,
    revision: i64,
    message_id: Option<i64>,
    expires_at: i64,
    created_at: i64,
    /// The match that began from it.
    match_id: Option<i64>,
}

impl ChallengeRow {
    /// The challenge; an error if a value can't be read.
    pub fn read(self) -> StoreResult<Challenge> {
        let state = match (self.state.as_str(), self.match_id) {
            ("open", _) => ChallengeState::Open,
            ("accepted", Some(id)) => ChallengeState::Accepted(MatchId(id)),
            ("declined", _) => ChallengeState::Declined,
            ("withdrawn", _) => ChallengeState::Withdrawn,
            ("expired", _) => ChallengeState::Expired,
            (other, _) => return Err(corrupt(format!("challenge {} is {other}", self.id))),
        };
        let offer = NewChallenge {
            place: read_place(self.guild_id, self.channel_id),
            challenger: UserId(self.challenger_id as u64),
            opponent: self.opponent_id.map(|it| UserId(it as u64)),
            ruleset: read_ruleset(&self.ruleset)?,
            side: self.side.parse().map_err(|_| corrupt(format!("challenge {} for {}", self.id, self.side)))?,
            rated: self.rated,
            agreement: read_json(&self.terms)?,
            rematch_of: self.rematch_of.map(MatchId),
            expires_at: read_time(self.expires_at)?,
        };
        let message = self.message_id.map(|it| MessageId(it as u64));
        let made_at = read_time(self.created_at)?;
        Ok(Challenge { id: ChallengeId(self.id), offer, state, revision: self.revision as u32, message, made_at })
    }
}

#[derive(FromRow)]
pub(super) struct SupersededRow {
    message_id: i64,
    plies: i64,
}

impl SupersededRow {
    pub fn read(self) -> Superseded {
        Superseded { message: MessageId(self.message_id as u64), plies: self.plies as u32 }
    }
}

#[derive(FromRow)]
pub(super) struct AbsenceRow {
    pub player_id: i64,
    from_at: i64,
    until_at: i64,
}

impl AbsenceRow {
    /// The absence; an error if a time can't be read.
    pub fn read(&self) -> StoreResult<Absence> {
        Ok(Absence { from: read_time(self.from_at)?, until: read_time(self.until_at)? })
    }
}

/// A clock that is running.
#[derive(FromRow)]
pub(super) struct ClockRow {
    pub id: i64,
    pub revision: i64,
    ply: i64,
    first_seat: String,
    second_seat: String,
    pub details: String,
    pub clock_since: i64,
    /// Whether the player to move has been away since: 0 or 1.
    pub absences: i64,
}

impl ClockRow {
    /// Whose clock it is; an error if that can't be read.
    pub fn player(&self) -> StoreResult<Seat> {
        read_seat(if self.ply % 2 == 0 { &self.first_seat } else { &self.second_seat })
    }
}

#[derive(FromRow)]
pub(super) struct RatingRow {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

/// A rating, and when the last match was over.
#[derive(FromRow)]
pub(super) struct RatedRow {
    #[sqlx(flatten)]
    rating: RatingRow,
    rated_at: i64,
}

impl RatedRow {
    /// The rating at a time.
    pub fn at(self, now: Timestamp) -> StoreResult<Rating> {
        Ok(Rating::from(self.rating).after_pause(now.duration_since(read_time(self.rated_at)?)))
    }
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Self {
        Self { rating: row.rating, deviation: row.deviation, volatility: row.volatility }
    }
}

#[derive(FromRow)]
pub(super) struct ChangeRow {
    player_id: i64,
    rating_before: f64,
    deviation_before: f64,
    volatility_before: f64,
    rating_after: f64,
    deviation_after: f64,
    volatility_after: f64,
}

impl From<ChangeRow> for RatingChange {
    fn from(row: ChangeRow) -> Self {
        let rating = |rating, deviation, volatility| Rating { rating, deviation, volatility };
        Self {
            user: UserId(row.player_id as u64),
            before: rating(row.rating_before, row.deviation_before, row.volatility_before),
            after: rating(row.rating_after, row.deviation_after, row.volatility_after),
        }
    }
}

#[derive(FromRow)]
pub(super) struct StandingRow {
    player_id: i64,
    name: Option<String>,
    game: String,
    #[sqlx(flatten)]
    rating: RatingRow,
    rated_at: i64,
    wins: i64,
    draws: i64,
    losses: i64,
}

impl StandingRow {
    /// The standing as the last match left it.
    pub fn read(self) -> StoreResult<Standing> {
        Ok(Standing {
            user: UserId(self.player_id as u64),
            name: self.name.unwrap_or_else(|| self.player_id.to_string()),
            game: self.game,
            rating: self.rating.into(),
            rated_at: read_time(self.rated_at)?,
            wins: self.wins as u32,
            draws: self.draws as u32,
            losses: self.losses as u32,
        })
    }
}

/// The word for the side that won.
pub(super) fn winner_word(outcome: Outcome) -> Option<&'static str> {
    outcome.winner.map(|it| match it {
        Side::First => "first",
        Side::Second => "second",
    })
}

fn read_outcome(reason: &str, winner: Option<&str>) -> StoreResult<Outcome> {
    let reason = games::read_reason(reason).ok_or_else(|| corrupt(format!("ended by “{reason}”")))?;
    let winner = match winner {
        None => None,
        Some("first") => Some(Side::First),
        Some("second") => Some(Side::Second),
        Some(other) => return Err(corrupt(format!("won by “{other}”"))),
    };
    Ok(Outcome { winner, reason })
}

fn read_place(guild: Option<i64>, channel: i64) -> Place {
    Place { guild: guild.map(|it| GuildId(it as u64)), channel: ChannelId(channel as u64) }
}

fn read_ruleset(text: &str) -> StoreResult<Ruleset> {
    games::read_ruleset(text).ok_or_else(|| corrupt(format!("no ruleset is “{text}”")))
}

fn read_seat(text: &str) -> StoreResult<Seat> {
    text.parse().map_err(|_| corrupt(format!("no seat is “{text}”")))
}

/// Reads a value that is stored as JSON.
pub(super) fn read_json<T: DeserializeOwned>(text: &str) -> StoreResult<T> {
    serde_json::from_str(text).map_err(|error| corrupt(format!("{error} in {text}")))
}

/// Writes a value as JSON.
pub(super) fn json<T: Serialize>(value: &T) -> StoreResult<String> {
    serde_json::to_string(value).map_err(|error| corrupt(error.to_string()))
}

pub(super) fn read_time(millis: i64) -> StoreResult<Timestamp> {
    Timestamp::from_millisecond(millis).map_err(|_| corrupt(format!("no time is {millis}")))
}

fn corrupt(what: String) -> StoreError {
    StoreError::Corrupt(what)
}
