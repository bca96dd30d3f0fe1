//! The puzzle of the day: the same for everybody, drawn by the date alone, so that no server must speak to another.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::day_time::DayTime;
use super::puzzles::PuzzlePlace;
use super::{ChannelId, MessageId, Place, UserId};
use games::board::scrambled;
use games::{GAMES, Info, Puzzle};

/// Where and when a server's puzzle of the day is posted, and what has become of the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DailySchedule {
    /// `None`: it is posted nowhere.
    pub channel: Option<ChannelId>,
    pub time: DayTime,
    /// The day that is posted next, counted since 1970.
    pub day: i64,
    /// When a moderator has last changed any of this.
    pub changed_at: Timestamp,
    pub last: Option<PostedDaily>,
    /// How many in a row somebody here has solved, the last one left out.
    pub streak: u32,
}

/// A puzzle of the day that was posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PostedDaily {
    pub message: MessageId,
    pub card: DailyCard,
}

/// What the message of a puzzle of the day says of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyCard {
    pub channel: ChannelId,
    pub day: i64,
    pub puzzle: PuzzlePlace,
    /// How many have solved it.
    pub solved: u32,
    /// Until when it's open.
    pub over_at: Timestamp,
    /// The one before it, if that was still open.
    pub before: Option<PastDaily>,
}

/// A puzzle of the day that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastDaily {
    pub day: i64,
    /// How many have solved it.
    pub solved: u32,
}

/// Somebody who has solved a puzzle of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailySolver {
    pub user: UserId,
    /// How many moves were tried, the right one included.
    pub tries: u32,
    /// Whether they saw before which piece moves.
    pub had_hint: bool,
}

/// What somebody did at a puzzle of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DailyTry {
    Wrong,
    Solved,
    /// They saw which piece moves.
    Hint,
    /// They saw the solution: what they find after that doesn't count.
    GaveUp,
}

/// A puzzle of the day as its message shows it.
#[derive(Clone, Debug)]
pub struct DailyPuzzle {
    pub place: Place,
    pub card: DailyCard,
    /// Whether the solution is shown.
    pub is_over: bool,
    /// Those who have solved the one before, in order, with their names where the bot has met them.
    pub solvers: Vec<(String, DailySolver)>,
    /// For how many days in a row somebody here has solved it.
    pub streak: u32,
    /// Who wants to be pinged when it's posted.
    pub pings: Vec<UserId>,
    /// The message of the one before.
    pub after: Option<MessageId>,
}

/// So many people of a server can be pinged for its puzzle of the day: more would fill its message.
pub const MAX_DAILY_PINGS: usize = 30;

impl DailySchedule {
    /// Lets it be posted in a channel from now on, or nowhere, at that time. The current one is posted at once where none has
    /// been; otherwise the last one stays as it is until the next one is due.
    pub fn change(&mut self, channel: Option<ChannelId>, time: DayTime, now: Timestamp) {
        // No day is posted twice.
        let day = self.day.max(time.last_day(now));
        *self = Self { channel, time, day, changed_at: now, ..self.clone() };
    }

    /// When the next one is posted. Until then, the last one is open, also where none is posted anymore.
    pub fn next_at(&self) -> Timestamp {
        self.time.on(self.day).max(self.changed_at)
    }

    /// When somebody must look at it next.
    pub fn due_at(&self) -> Option<Timestamp> {
        match &self.last {
            // Its message says something else.
            Some(last) if last.card.over_at != self.next_at() => Some(self.changed_at),
            None if self.channel.is_none() => None,
            _ => Some(self.next_at()),
        }
    }

    /// How many in a row somebody here has solved once the last one is over.
    pub fn streak_after_last(&self) -> u32 {
        match &self.last {
            Some(last) if last.card.solved == 0 => 0,
            last => self.streak + u32::from(last.is_some()),
        }
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

    #[test]
    fn a_schedule_changes_without_losing_what_was_posted() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let nine = DayTime::default();
        let eighteen = DayTime { hour: 18, ..DayTime::default() };
        let mut schedule = DailySchedule::default();
        assert_eq!(schedule.due_at(), None);
        schedule.change(Some(ChannelId(1)), nine.clone(), at("2026-11-27T12:00:00Z"));
        assert_eq!(schedule.due_at(), Some(at("2026-11-27T12:00:00Z")), "today's is posted at once");
        schedule.day += 1;
        for (time, now, next_at) in [
            (&nine, "2026-11-27T13:00:00Z", "2026-11-28T09:00:00Z"),
            (&eighteen, "2026-11-27T13:00:00Z", "2026-11-28T18:00:00Z"),
            (&eighteen, "2026-11-27T19:00:00Z", "2026-11-28T18:00:00Z"),
            (&nine, "2026-12-05T10:00:00Z", "2026-12-05T10:00:00Z"),
        ] {
            let mut changed = DailySchedule { streak: 3, ..schedule.clone() };
            changed.change(None, time.clone(), at(now));
            changed.change(Some(ChannelId(2)), time.clone(), at(now));
            assert_eq!((changed.next_at(), changed.streak), (at(next_at), 3), "{time:?} {now}");
        }
    }
}
