//! Watching: people can be notified of the moves in matches that they do not play.

use games::{Fact, Refusal};

use super::host::Host;
use crate::core::HostError;
use crate::ports::{StoreError, StoreResult};
use crate::{Asker, Board, MatchChoice, MatchId, UserId, decide, threads};

/// How many people can watch a match.
const MAX_WATCHERS: u32 = 20;

impl Host {
    /// Notifies somebody of each new board of a match, if they can see it and do not play in it.
    pub async fn watch(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.may_watch(asker, which).await?;
        let id = board.current.id;
        match self.ports.store.watch(id, asker.user, MAX_WATCHERS).await {
            Err(StoreError::LimitReached(most)) => {
                Err(Refusal::new("too-many-watchers").with("match", id.to_string()).with("most", most).into())
            }
            watched => {
                watched?;
                Ok(board)
            }
        }
    }

    /// Adds somebody to the thread of a match, without notifying them of each move.
    pub async fn follow(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.may_watch(asker, which).await?;
        let id = board.current.id;
        if threads::open(&board.current).is_none() {
            return Err(Refusal::new("watch-needs-thread").with("match", id.to_string()).into());
        }
        self.ports.announcer.add_to_thread(board.current.place, asker.user).await?;
        self.ports.store.unwatch(id, asker.user).await?;
        Ok(board)
    }

    /// The match that somebody may watch.
    async fn may_watch(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find_to_watch(asker, which).await?;
        let id = board.current.id;
        if board.current.side_of(asker.user).is_some() {
            return Err(Refusal::new("watch-own-match").with("match", id.to_string()).into());
        }
        if board.current.outcome.is_some() {
            return Err(Refusal::new("match-is-over").with("match", id.to_string()).into());
        }
        Ok(board)
    }

    /// Stops notifying somebody of a match. This works from anywhere.
    pub async fn unwatch(&self, asker: Asker, which: MatchChoice) -> Result<MatchId, HostError> {
        let id = match which {
            MatchChoice::Number(id) => id,
            MatchChoice::Here => self.only_watched(asker).await?,
            which => self.find(asker, which).await?.current.id,
        };
        match self.ports.store.unwatch(id, asker.user).await? {
            true => Ok(id),
            false => Err(self.why_not_watching(asker, id).await?),
        }
    }

    /// The refusal for somebody who is not notified of a match. In its thread they may still follow it.
    async fn why_not_watching(&self, asker: Asker, id: MatchId) -> StoreResult<HostError> {
        let found = self.ports.store.find_match(id).await?.filter(|it| decide::may_see(it, asker).is_ok());
        let refusal = match found.filter(|it| threads::open(it).is_some()) {
            Some(current) => Refusal::new("not-watching-but-following")
                .with("match", id.to_string())
                .with("thread", current.place.channel.mention()),
            None => Refusal::new("not-watching").with("match", id.to_string()),
        };
        Ok(refusal.into())
    }

    /// The only match that the asker watches in the channel, or else anywhere.
    async fn only_watched(&self, asker: Asker) -> Result<MatchId, HostError> {
        let watched = self.ports.store.watched_by(asker.user).await?;
        let under_way = self.ports.store.matches_in(asker.channel).await?;
        let here: Vec<MatchId> = under_way.iter().map(|it| it.id).filter(|it| watched.contains(it)).collect();
        match if here.is_empty() { watched } else { here }.as_slice() {
            [] => match under_way.as_slice() {
                // The thread of a match, perhaps.
                [only] => Err(self.why_not_watching(asker, only.id).await?),
                _ => Err(Refusal::new("watching-nothing").into()),
            },
            [only] => Ok(*only),
            several => Err(Refusal::new("watching-several").with("matches", Fact::any_of(several)).into()),
        }
    }

    /// Whether somebody watches a match.
    pub async fn is_watching(&self, id: MatchId, user: UserId) -> Result<bool, HostError> {
        Ok(self.ports.store.watchers(id).await?.contains(&user))
    }

    /// The matches that somebody watches.
    pub async fn watched_by(&self, user: UserId) -> Result<Vec<MatchId>, HostError> {
        Ok(self.ports.store.watched_by(user).await?)
    }

    /// The match that is meant, or else the last one of the channel that the asker does not play.
    async fn find_to_watch(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        match which {
            MatchChoice::Here => {
                let last = self.match_to_watch(asker).await?;
                self.board(last.ok_or_else(decide::no_match_in_channel)?).await
            }
            which => self.find(asker, which).await,
        }
    }
}
