//! The puzzles of the day of servers: posted once a day, counted, and solved the day after.

use crate::core::HostError;
use crate::daily::{DailyCard, DailyPuzzle, DailySchedule, PastDaily, PostedDaily, puzzle_of};
use crate::ports::{AnnounceError, Post, StoreResult, Unreachable};
use crate::puzzles::PuzzlePlace;
use crate::{ChannelId, DailySolver, GuildId, Place};

use super::work::Delivery;

impl Delivery {
    /// Does what is due of a server's puzzle of the day, perhaps not for the first time. Returns the schedule after it.
    pub(super) async fn show_daily(
        &self,
        guild: GuildId,
        schedule: &DailySchedule,
        is_repeated: bool,
    ) -> Result<DailySchedule, HostError> {
        let is_due = schedule.next_at() <= self.now();
        match (schedule.channel, &schedule.last) {
            (Some(channel), _) if is_due => match self.post_daily(guild, channel, schedule, is_repeated).await {
                Err(HostError::Announce(AnnounceError::Closed(Unreachable::Gone))) => {
                    tracing::info!(
                        server = guild.0,
                        "the channel of a puzzle of the day is gone, and so is the puzzle"
                    );
                    Ok(DailySchedule { channel: None, ..schedule.clone() })
                }
                posted => posted,
            },
            (None, Some(_)) if is_due => self.end_daily(guild, schedule).await,
            (_, Some(_)) => self.update_daily(guild, schedule).await,
            (_, None) => Ok(schedule.clone()),
        }
    }

    /// Posts the puzzle of the day, with what came of the one before, whose message then shows the solution.
    async fn post_daily(
        &self,
        guild: GuildId,
        channel: ChannelId,
        schedule: &DailySchedule,
        is_repeated: bool,
    ) -> Result<DailySchedule, HostError> {
        let counted = self.counted(guild, schedule).await?;
        let day = schedule.day.max(schedule.time.last_day(self.now()));
        let next = DailySchedule { day: day + 1, streak: counted.streak_after_last(), ..counted.clone() };
        let Some((info, puzzle)) = puzzle_of(day) else { return Ok(next) };
        let last = counted.last.as_ref();
        let before = last.map(|it| PastDaily { day: it.card.day, solved: it.card.solved });
        let puzzle = PuzzlePlace::begin(info, puzzle);
        let card = DailyCard { channel, day, puzzle, solved: 0, over_at: next.next_at(), before };
        let shown = DailyPuzzle { after: last.map(|it| it.message), ..self.open_daily(guild, &next, &card).await? };
        let tried_since = is_repeated.then(|| schedule.next_at());
        let message = self.find_or_post(Post::Daily(&shown), tried_since).await?;
        // What is past must not keep the present from being told.
        let told = self.show_solution(guild, &counted).await;
        told.unwrap_or_else(|error| tracing::warn!(%error, "a solution of yesterday isn't shown"));
        Ok(DailySchedule { last: Some(PostedDaily { message, card }), ..next })
    }

    /// Ends the last one, which no other follows.
    async fn end_daily(&self, guild: GuildId, schedule: &DailySchedule) -> Result<DailySchedule, HostError> {
        let counted = self.counted(guild, schedule).await?;
        bear_refusal(self.show_solution(guild, &counted).await)?;
        Ok(DailySchedule { last: None, streak: counted.streak_after_last(), ..counted })
    }

    /// Says under the current one how many have solved it and until when it's open, if that has changed.
    async fn update_daily(&self, guild: GuildId, schedule: &DailySchedule) -> Result<DailySchedule, HostError> {
        let counted = self.counted(guild, schedule).await?;
        if let Some(last) = counted.last.as_ref().filter(|_| counted != *schedule) {
            let shown = self.open_daily(guild, &counted, &last.card).await?;
            bear_refusal(self.ports.announcer.update_daily(&shown, last.message).await)?;
        }
        Ok(counted)
    }

    /// A schedule with what there is to say of the last one by now.
    async fn counted(&self, guild: GuildId, schedule: &DailySchedule) -> StoreResult<DailySchedule> {
        let Some(PostedDaily { message, card }) = schedule.last.clone() else { return Ok(schedule.clone()) };
        let solvers = self.ports.store.daily_solvers(guild, card.day).await?.len() as u32;
        // Whoever has been forgotten since has solved it all the same.
        let card = DailyCard { solved: card.solved.max(solvers), over_at: schedule.next_at(), ..card };
        Ok(DailySchedule { last: Some(PostedDaily { message, card }), ..schedule.clone() })
    }

    /// A puzzle that can be solved, with who has solved the one before.
    async fn open_daily(&self, guild: GuildId, schedule: &DailySchedule, card: &DailyCard) -> StoreResult<DailyPuzzle> {
        let store = &self.ports.store;
        let solvers = match card.before {
            Some(before) => store.daily_solvers(guild, before.day).await?,
            None => Vec::new(),
        };
        let names = store.player_names(&solvers.iter().map(|it| it.user).collect::<Vec<_>>()).await?;
        let named = |it: DailySolver| (names.get(&it.user).cloned().unwrap_or_default(), it);
        Ok(DailyPuzzle {
            place: Place { guild: Some(guild), channel: card.channel },
            card: card.clone(),
            is_over: false,
            solvers: solvers.into_iter().map(named).collect(),
            streak: schedule.streak,
            pings: store.daily_pings(guild).await?,
            after: None,
        })
    }

    /// Shows the solution of the last one.
    async fn show_solution(&self, guild: GuildId, schedule: &DailySchedule) -> Result<(), AnnounceError> {
        let Some(PostedDaily { message, card }) = schedule.last.clone() else { return Ok(()) };
        let place = Place { guild: Some(guild), channel: card.channel };
        let shown =
            DailyPuzzle { place, card, is_over: true, solvers: Vec::new(), streak: 0, pings: Vec::new(), after: None };
        self.ports.announcer.update_daily(&shown, message).await
    }
}

/// Where a message can't be changed, that must not keep the next one from being posted.
fn bear_refusal(told: Result<(), AnnounceError>) -> Result<(), AnnounceError> {
    match told {
        Err(AnnounceError::Closed(why)) => {
            tracing::warn!(%why, "the message of a puzzle of the day stays as it is");
            Ok(())
        }
        told => told,
    }
}
