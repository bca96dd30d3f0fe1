//! The puzzles of the day of servers: posted once a day, counted, and solved the day after.

use crate::core::HostError;
use crate::daily::{DailyPuzzle, DailySchedule, PostedDaily, puzzle_of};
use crate::ports::{AnnounceError, Post, Unreachable};
use crate::puzzles::PuzzlePlace;
use crate::{GuildId, Place};

use super::work::Delivery;

impl Delivery {
    /// Does what is due of a server's puzzle of the day. Returns the schedule after it; `None` if its channel is gone.
    pub(super) async fn show_daily(
        &self,
        guild: GuildId,
        schedule: &DailySchedule,
    ) -> Result<Option<DailySchedule>, HostError> {
        let today = DailySchedule::day_at(schedule.hour, self.now());
        let done = if schedule.day <= today {
            self.post_daily(guild, schedule, today).await
        } else {
            self.count_solved(guild, schedule).await
        };
        match done {
            Err(HostError::Announce(AnnounceError::Closed(Unreachable::Gone))) => {
                tracing::info!(server = guild.0, "the channel of a puzzle of the day is gone, and so is the puzzle");
                Ok(None)
            }
            done => done.map(Some),
        }
    }

    /// Posts the puzzle of a day, with what came of the one before, whose message then shows the solution.
    async fn post_daily(&self, guild: GuildId, schedule: &DailySchedule, day: i64) -> Result<DailySchedule, HostError> {
        let (store, announcer) = (&self.ports.store, &self.ports.announcer);
        let place = Place { guild: Some(guild), channel: schedule.channel };
        let next = DailySchedule { day: day + 1, ..schedule.clone() };
        let Some((info, puzzle)) = puzzle_of(day) else { return Ok(next) };
        let (mut before, mut streak) = (None, 0);
        if let Some(last) = &schedule.last {
            let solvers = store.daily_solvers(guild, last.day).await?;
            let names = store.player_names(&solvers.iter().map(|it| it.user).collect::<Vec<_>>()).await?;
            streak = if solvers.is_empty() { 0 } else { schedule.streak + 1 };
            let named = |it: &crate::DailySolver| (names.get(&it.user).cloned().unwrap_or_default(), it.tries);
            before = Some(solvers.iter().map(named).collect());
        }
        let puzzle = PuzzlePlace::begin(info, puzzle);
        let pings = store.daily_pings(guild).await?;
        let next_at = Some(next.due_at());
        let after = schedule.last.as_ref().map(|it| it.message);
        let shown =
            DailyPuzzle { place, day, puzzle: puzzle.clone(), next_at, solved: 0, before, streak, pings, after };
        let message = announcer.post_once(Post::Daily(&shown)).await?;
        if let Some(last) = &schedule.last {
            // What is past must not keep the present from being told.
            let told = announcer.update_daily(&self.past(guild, schedule, last), last.message).await;
            told.unwrap_or_else(|error| tracing::warn!(%error, "a solution of yesterday isn't shown"));
        }
        let last = Some(PostedDaily { day, puzzle, message, solved: 0 });
        Ok(DailySchedule { last, streak, ..next })
    }

    /// The puzzle that was posted last, with its solution.
    fn past(&self, guild: GuildId, schedule: &DailySchedule, last: &PostedDaily) -> DailyPuzzle {
        DailyPuzzle {
            place: Place { guild: Some(guild), channel: schedule.channel },
            day: last.day,
            puzzle: last.puzzle.clone(),
            next_at: None,
            solved: last.solved,
            before: None,
            streak: schedule.streak,
            pings: Vec::new(),
            after: None,
        }
    }

    /// Says under the current puzzle how many have solved it, if that has changed.
    async fn count_solved(&self, guild: GuildId, schedule: &DailySchedule) -> Result<DailySchedule, HostError> {
        let Some(last) = &schedule.last else { return Ok(schedule.clone()) };
        let solved = self.ports.store.daily_solvers(guild, last.day).await?.len() as u32;
        if solved == last.solved {
            return Ok(schedule.clone());
        }
        let last = PostedDaily { solved, ..last.clone() };
        let shown = DailyPuzzle { next_at: Some(schedule.due_at()), ..self.past(guild, schedule, &last) };
        match self.ports.announcer.update_daily(&shown, last.message).await {
            // Where the message can't be changed, that must not keep the next one from being posted.
            Err(AnnounceError::Closed(Unreachable::Refused(why))) => {
                tracing::warn!(why, "how many have solved a puzzle of the day isn't shown");
            }
            told => told?,
        }
        Ok(DailySchedule { last: Some(last), ..schedule.clone() })
    }
}
