//! Everything that is kept about a person, in the form in which that person gets it. About others it says nothing,
//! except that they were there.

use serde::Serialize;

use super::{ExploredLine, Preferences, Study};

/// Everything that is kept about a person. Times are in UTC, as in RFC 3339.
#[derive(Clone, Debug, Serialize)]
pub struct PersonalData {
    pub id: String,
    pub name: String,
    pub met_at: String,
    pub preferences: Preferences,
    /// What the person has learned.
    pub study: Study,
    pub ratings: Vec<KeptRating>,
    pub absences: Vec<KeptAbsence>,
    /// The ids of the people from whom this person wants no challenges.
    pub blocked: Vec<String>,
    /// The numbers of the matches that this person watches.
    pub watched: Vec<i64>,
    pub explored: Vec<KeptExploration>,
    /// The numbers of the records that this person has imported.
    pub imported: Vec<i64>,
    pub puzzles: Vec<KeptPuzzle>,
    pub daily_puzzles: Vec<KeptDaily>,
    /// The servers in which the person wants to be pinged for the puzzle of the day.
    pub daily_pings: Vec<String>,
    pub votes: Vec<KeptVote>,
    pub challenges: Vec<KeptChallenge>,
    pub matches: Vec<KeptMatch>,
    /// How many older matches are left out.
    pub matches_left_out: u64,
}

/// A rating in one game, and the results behind it.
#[derive(Clone, Debug, Serialize)]
pub struct KeptRating {
    pub game: String,
    /// The server whose matches count; `None`: all matches count.
    pub server: Option<String>,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub wins: i64,
    pub draws: i64,
    pub losses: i64,
}

/// A time in which the person is away.
#[derive(Clone, Debug, Serialize)]
pub struct KeptAbsence {
    pub from: String,
    pub until: String,
}

/// What the person has explored in a match.
#[derive(Clone, Debug, Serialize)]
pub struct KeptExploration {
    pub number: i64,
    pub lines: Vec<ExploredLine>,
}

/// A puzzle that the person tried.
#[derive(Clone, Debug, Serialize)]
pub struct KeptPuzzle {
    pub game: String,
    pub puzzle: String,
    /// Whether it was solved at the first try.
    pub solved: bool,
    /// What the person thinks of it.
    pub vote: Option<String>,
    pub tried_at: String,
}

/// The puzzle of a day that the person tried in a server.
#[derive(Clone, Debug, Serialize)]
pub struct KeptDaily {
    pub server: String,
    /// Counted since 1970.
    pub day: i64,
    pub tries: i64,
    pub solved_at: Option<String>,
    /// Whether the person saw which piece moves before solving it.
    pub had_hint: bool,
    /// Whether the person saw the solution before solving it.
    pub gave_up: bool,
}

/// A move that the person wanted a channel to play.
#[derive(Clone, Debug, Serialize)]
pub struct KeptVote {
    pub number: i64,
    /// How many plies of the match had been played.
    pub ply: i64,
    pub chosen: String,
}

/// A challenge that the person made.
#[derive(Clone, Debug, Serialize)]
pub struct KeptChallenge {
    pub number: i64,
    pub rules: String,
    pub state: String,
    pub created_at: String,
}

/// A match in which the person plays or played.
#[derive(Clone, Debug, Serialize)]
pub struct KeptMatch {
    pub number: i64,
    pub server: Option<String>,
    pub channel: String,
    pub rules: String,
    /// `you`, `another player`, or the engine with its level.
    pub seats: [String; 2],
    pub rated: bool,
    pub moves: Vec<String>,
    /// The replies that the person has prepared: lines of moves.
    pub prepared: Vec<String>,
    /// Why it ended; `None`: it is still under way.
    pub ended: Option<String>,
    /// Who won: `first` or `second`.
    pub winner: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}
