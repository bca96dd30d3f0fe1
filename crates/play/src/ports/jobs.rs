//! Rows that become due: when, by whose lease, how they are given back, and what they post.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::daily::DailyPuzzle;
use crate::{Board, Challenge, ChallengeId, ChannelId, GuildId, Match, MatchId, Place, Stake, UserId};

/// A table whose rows become due. Each of them says when that is, as a function of its state that is written in the same
/// transaction, and carries a revision, a lease, and its failures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DueTable {
    Matches,
    Challenges,
    Servers,
}

impl DueTable {
    pub const ALL: [Self; 3] = [Self::Matches, Self::Challenges, Self::Servers];

    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Challenges => "challenges",
            Self::Servers => "servers",
        }
    }
}

/// A row that becomes due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DueRow {
    pub table: DueTable,
    pub id: i64,
}

impl From<MatchId> for DueRow {
    fn from(id: MatchId) -> Self {
        Self { table: DueTable::Matches, id: id.0 }
    }
}

impl From<ChallengeId> for DueRow {
    fn from(id: ChallengeId) -> Self {
        Self { table: DueTable::Challenges, id: id.0 }
    }
}

/// How a row is given back, and when it is due again; without a time, not before somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// Everything is done until then.
    Done(Option<Timestamp>),
    /// Nothing has failed, but it must wait.
    Waits(Timestamp),
    /// It has failed, as things do in an outage.
    Failed(Option<Timestamp>),
    /// It was refused, or cannot be done. This is also counted separately.
    Refused(Option<Timestamp>),
}

/// Whether a row was given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReleaseOutcome {
    Released,
    /// It has changed meanwhile: its new state is due, and this process keeps owning it. A failure counts all the same.
    Changed,
    /// Another process owns it by now.
    NotOwner,
}

/// Which process owns a row. Only the owner does what is due there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnedBy {
    /// This process.
    Us,
    Other,
}

/// How often something due in a row has failed since it was last done, and the row's revision.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FailedTries {
    pub failures: u32,
    /// How many of these were refusals, or things that cannot be done.
    pub refusals: u32,
    pub revision: u32,
}

/// How much is due in a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Backlog {
    /// The number of rows in which something is due now.
    pub due: u64,
    /// Since when the oldest of them has been due.
    pub oldest: Option<Timestamp>,
    /// The number of rows that are left alone until somebody acts, because something due has failed.
    pub set_aside: u64,
}

/// A message that stands for a row, and is posted once.
#[derive(Clone, Copy, Debug)]
pub enum Post<'a> {
    /// The card of a challenge, by which it is answered, with what the match can do to the ratings.
    Challenge(&'a Challenge, &'a [Stake]),
    /// The card of a match that gets a thread of its own, where the match was asked for.
    MatchCard(&'a Board),
    /// What was played in a server in a week.
    WeeklyDigest(&'a WeeklyDigest),
    /// The puzzle of the day.
    Daily(&'a DailyPuzzle),
}

impl Post<'_> {
    /// Where it is posted.
    pub fn place(self) -> Place {
        match self {
            Self::Challenge(challenge, _) => challenge.offer.place,
            Self::MatchCard(board) => board.current.place,
            Self::WeeklyDigest(digest) => digest.place,
            Self::Daily(puzzle) => puzzle.place,
        }
    }

    /// What tells it from every other post about a row of the same database, in at most 18 characters.
    pub fn nonce(self) -> String {
        // After a backup was restored, a row that was created since has the number of another one, but not its time.
        let of_row = |kind: char, id: i64, created_at: Timestamp| {
            format!("{kind}{id}.{:x}", created_at.as_millisecond() & 0xffff_ffff)
        };
        match self {
            Self::Challenge(challenge, _) => of_row('c', challenge.id.0, challenge.made_at),
            Self::MatchCard(board) => of_row('h', board.current.id.0, board.current.created_at),
            // The numbers of two servers differ by more than the times of two weeks.
            Self::WeeklyDigest(digest) => {
                let guild = digest.place.guild.map_or(0, |it| it.0);
                format!("w{:x}", guild ^ digest.until.as_second() as u64)
            }
            Self::Daily(puzzle) => {
                let guild = puzzle.place.guild.map_or(0, |it| it.0);
                let after = puzzle.after.map_or(0, |it| it.0);
                format!("p{:x}", guild ^ after.rotate_left(16) ^ puzzle.card.day as u64)
            }
        }
    }
}

/// What was played in a server in a week, wherever that was.
#[derive(Clone, Debug)]
pub struct WeeklyDigest {
    /// Where it is posted.
    pub place: Place,
    /// The end of the week.
    pub until: Timestamp,
    /// The matches that have ended with a result, the newest first.
    pub matches: Vec<Match>,
    /// The greatest surprise among them.
    pub upset: Option<Upset>,
    /// The names of their players, as far as the bot has met them.
    pub names: HashMap<UserId, String>,
}

/// A match that somebody has won against a better player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Upset {
    pub id: MatchId,
    /// The ratings of both before it.
    pub winner: f64,
    pub loser: f64,
}

impl Upset {
    /// By how much the loser must have been rated higher, at least.
    pub const LEAST: f64 = 50.0;
}

/// A place that is gone, with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GonePlace {
    Channel(ChannelId),
    Server(GuildId),
}
