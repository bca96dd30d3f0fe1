//! The puzzle of the day: the same for everybody, drawn by the date alone, so that no server must speak to another.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::puzzles::PuzzlePlace;
use super::{ChannelId, MessageId, Place, UserId};
use games::board::scrambled;
use games::{GAMES, Info, Puzzle};

/// Where and when a server's puzzle of the day is posted, and what has become of the last one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailySchedule {
    pub channel: ChannelId,
    /// At which hour, UTC.
    pub hour: u8,
    /// The day that is posted next, counted since 1970.
    pub day: i64,
    pub last: Option<PostedDaily>,
    /// For how many days in a row somebody here has solved it.
    pub streak: u32,
}

/// A puzzle of the day that was posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PostedDaily {
    pub day: i64,
    pub puzzle: PuzzlePlace,
    pub message: MessageId,
    /// How many have solved it, as the message says.
    pub solved: u32,
}

/// Somebody who has solved a puzzle of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailySolver {
    pub user: UserId,
    /// How many moves were tried, the right one included.
    pub tries: u32,
}

/// What somebody did at a puzzle of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DailyTry {
    Wrong,
    Solved,
    /// They saw the solution: what they find after that doesn't count.
    GaveUp,
}

/// A puzzle of the day as its message shows it.
#[derive(Clone, Debug)]
pub struct DailyPuzzle {
    pub place: Place,
    pub day: i64,
    pub puzzle: PuzzlePlace,
    /// When the next one comes; `None`: it has come, and this one's solution is shown.
    pub next_at: Option<Timestamp>,
    /// How many have solved it.
    pub solved: u32,
    /// Those who have solved the one before, in order, by name where the bot has met them; `None`: there was none.
    pub before: Option<Vec<(String, u32)>>,
    pub streak: u32,
    /// Who wants to be pinged when it's posted.
    pub pings: Vec<UserId>,
    /// The message of the one before.
    pub after: Option<MessageId>,
}

/// So many people of a server can be pinged for its puzzle of the day: more would fill its message.
pub const MAX_DAILY_PINGS: usize = 30;

/// How long a day is, in seconds.
const DAY_S: i64 = 24 * 3600;

impl DailySchedule {
    /// A schedule that begins with the puzzle of the day at that time.
    pub fn begin(channel: ChannelId, hour: u8, now: Timestamp) -> Self {
        Self { channel, hour, day: Self::day_at(hour, now), last: None, streak: 0 }
    }

    /// Which day's puzzle is the current one.
    pub fn day_at(hour: u8, now: Timestamp) -> i64 {
        (now.as_second() - i64::from(hour) * 3600).div_euclid(DAY_S)
    }

    /// When a day's puzzle is posted.
    pub fn posted_at(&self, day: i64) -> Timestamp {
        Timestamp::from_second(day * DAY_S + i64::from(self.hour) * 3600).unwrap_or(Timestamp::MAX)
    }

    /// When the next one is posted.
    pub fn due_at(&self) -> Timestamp {
        self.posted_at(self.day)
    }
}

/// The puzzle of a day: the games take turns, and none of a game's puzzles comes again before all others have come.
pub fn puzzle_of(day: i64) -> Option<(&'static Info, &'static Puzzle)> {
    let games: Vec<&'static Info> =
        GAMES.iter().map(|it| it.info()).filter(|it| !games::puzzles(it).is_empty()).collect();
    let count = games.len().max(1) as i64;
    let info = *games.get(day.rem_euclid(count) as usize)?;
    let mut puzzles: Vec<&'static Puzzle> = games::puzzles(info).iter().collect();
    // In a table, those that are alike stand together.
    puzzles.sort_by_key(|it| scrambled(it.id.0.into()));
    let turn = day.div_euclid(count).rem_euclid(puzzles.len() as i64);
    Some((info, puzzles[turn as usize]))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use games::PuzzleId;

    #[test]
    fn a_day_begins_at_the_hour_that_was_chosen() {
        for (now, hour, due) in [
            ("2026-11-27T08:59:59Z", 9, "2026-11-26T09:00:00Z"),
            ("2026-11-27T09:00:00Z", 9, "2026-11-27T09:00:00Z"),
            ("2026-11-27T23:59:59Z", 0, "2026-11-27T00:00:00Z"),
            ("2026-11-27T22:59:59Z", 23, "2026-11-26T23:00:00Z"),
        ] {
            let schedule = DailySchedule::begin(ChannelId(1), hour, now.parse().unwrap());
            assert_eq!(schedule.due_at().to_string(), due, "the current one is posted at once: {now}");
        }
    }

    #[test]
    fn the_games_take_turns_and_no_puzzle_comes_again_before_all_others() {
        let with_puzzles: Vec<&Info> =
            GAMES.iter().map(|it| it.info()).filter(|it| !games::puzzles(it).is_empty()).collect();
        let keys: HashSet<&str> =
            (0..with_puzzles.len() as i64).map(|it| puzzle_of(20_000 + it).unwrap().0.key).collect();
        assert_eq!(keys.len(), with_puzzles.len());
        for (first, info) in (20_000..).map(|day| (day, puzzle_of(day).unwrap().0)).take(with_puzzles.len()) {
            let all = games::puzzles(info).len();
            let id = |turn: usize| puzzle_of(first + (turn * with_puzzles.len()) as i64).unwrap().1.id;
            for from in [0, 5] {
                let drawn: HashSet<PuzzleId> = (from..from + all).map(id).collect();
                assert_eq!(drawn.len(), all, "{}", info.key);
            }
        }
    }
}
