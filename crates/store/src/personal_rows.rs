//! The rows with the data that is kept about a person, in the form in which that person gets it.

use sqlx::FromRow;

use super::rows::{read_json, read_time};
use crate::rows::MatchDetails;
use games::PuzzleId;
use play::personal::{KeptChallenge, KeptDaily, KeptMatch, KeptPuzzle, KeptRating};
use play::ports::StoreResult;

#[derive(FromRow)]
pub(super) struct PlayerRow {
    pub name: String,
    pub met_at: i64,
    pub preferences: String,
    pub study: String,
}

#[derive(FromRow)]
pub(super) struct KeptRatingRow {
    game: String,
    scope: i64,
    rating: f64,
    deviation: f64,
    volatility: f64,
    wins: i64,
    draws: i64,
    losses: i64,
}

impl KeptRatingRow {
    /// The rating as its owner gets it; scope 0 stands for all servers.
    pub fn read(self) -> KeptRating {
        KeptRating {
            game: self.game,
            server: (self.scope != 0).then(|| (self.scope as u64).to_string()),
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }
}

#[derive(FromRow)]
pub(super) struct KeptChallengeRow {
    id: i64,
    ruleset: String,
    state: String,
    created_at: i64,
}

impl KeptChallengeRow {
    /// The challenge as its owner gets it; an error if its time can't be read.
    pub fn read(self) -> StoreResult<KeptChallenge> {
        let created_at = read_time(self.created_at)?.to_string();
        Ok(KeptChallenge { number: self.id, rules: self.ruleset, state: self.state, created_at })
    }
}

#[derive(FromRow)]
pub(super) struct KeptPuzzleRow {
    game: String,
    puzzle: i64,
    solved: bool,
    vote: Option<String>,
    tried_at: i64,
}

impl KeptPuzzleRow {
    /// The puzzle as whoever tried it gets it; an error if its time can't be read.
    pub fn read(self) -> StoreResult<KeptPuzzle> {
        Ok(KeptPuzzle {
            game: self.game,
            puzzle: PuzzleId(self.puzzle as u32).to_string(),
            solved: self.solved,
            vote: self.vote,
            tried_at: read_time(self.tried_at)?.to_string(),
        })
    }
}

#[derive(FromRow)]
pub(super) struct KeptDailyRow {
    guild_id: i64,
    day: i64,
    tries: i64,
    solved_at: Option<i64>,
    had_hint: bool,
    gave_up: bool,
}

impl KeptDailyRow {
    /// The puzzle of a day as whoever tried it gets it; an error if its time can't be read.
    pub fn read(self) -> StoreResult<KeptDaily> {
        Ok(KeptDaily {
            server: (self.guild_id as u64).to_string(),
            day: self.day,
            tries: self.tries,
            solved_at: self.solved_at.map(read_time).transpose()?.map(|it| it.to_string()),
            had_hint: self.had_hint,
            gave_up: self.gave_up,
        })
    }
}

#[derive(FromRow)]
pub(super) struct KeptMatchRow {
    id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    ruleset: String,
    first_seat: String,
    second_seat: String,
    rated: bool,
    reason: Option<String>,
    winner: Option<String>,
    created_at: i64,
    updated_at: i64,
    details: String,
    /// The moves with spaces between them.
    moves: Option<String>,
}

impl KeptMatchRow {
    /// The match as the person on the seat `own` gets it.
    pub fn read(self, own: &str) -> StoreResult<KeptMatch> {
        // A row that can't be read keeps nobody from getting the rest.
        let details: MatchDetails = read_json(&self.details).unwrap_or_default();
        let side = usize::from(self.first_seat != own);
        let premove = details.premoves[side].iter().filter(|it| it.waits()).map(|it| it.chosen.clone());
        let prepared = details.lines[side].iter().map(|it| it.join(" ")).chain(premove).collect();
        let seat = |seat: String| match seat.as_str() {
            who if who == own => "you".to_owned(),
            who if who.starts_with("engine:") => seat,
            _ => "another player".to_owned(),
        };
        Ok(KeptMatch {
            number: self.id,
            server: self.guild_id.map(|it| (it as u64).to_string()),
            channel: (self.channel_id as u64).to_string(),
            rules: self.ruleset,
            seats: [seat(self.first_seat), seat(self.second_seat)],
            rated: self.rated,
            moves: self.moves.iter().flat_map(|it| it.split(' ')).map(str::to_owned).collect(),
            prepared,
            ended: self.reason,
            winner: self.winner,
            created_at: read_time(self.created_at)?.to_string(),
            updated_at: read_time(self.updated_at)?.to_string(),
        })
    }
}
