//! The use cases that ask the engine for its opinion of a match.

use std::sync::Arc;

use games::Refusal;

use super::host::Host;
use crate::MatchChoice;
use crate::core::HostError;
use crate::ports::{AnalystError, Situation};
use crate::{Asker, Assessment, Board, Match, Review, UserId, decide};

/// What the engine thinks of a match.
pub enum Advice {
    /// On its current position.
    Position(Arc<Assessment>),
    /// On all its moves, because it is over.
    Review(Review),
}

impl Host {
    /// Whether the asker may get a hint.
    pub async fn may_have_hint(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_have_hint(&board, asker.user)?;
        self.may_be_helped_with(asker.user, &board).await?;
        Ok(board)
    }

    /// Refuses help with a copy of a rated match that `user` is playing, as with the match itself.
    pub(super) async fn may_be_helped_with(&self, user: UserId, board: &Board) -> Result<(), HostError> {
        match self.copied_by(user, board, |it| it.rated).await? {
            Some(rated) => Err(Refusal::new("no-help-with-copy").with("match", rated.id.to_string()).into()),
            None => Ok(()),
        }
    }

    /// The match of `user` among some of those under way of which a board is a copy.
    pub(super) async fn copied_by(
        &self,
        user: UserId,
        board: &Board,
        is_meant: impl Fn(&Match) -> bool + Send,
    ) -> Result<Option<Match>, HostError> {
        let mut own = self.ports.store.matches_of(user, None).await?;
        own.retain(is_meant);
        let own: Vec<Board> = own.into_iter().filter_map(|it| self.replayed(it).ok()).collect();
        Ok(decide::copied(board, &own).cloned())
    }

    /// What the engine would play for the asker, whose turn it is. May take seconds.
    pub async fn hint(&self, asker: Asker, which: MatchChoice) -> Result<(Board, Arc<Assessment>), HostError> {
        let board = self.may_have_hint(asker, which).await?;
        self.admit_effort(asker.user, board.current.place)?;
        let assessment = self.ports.analyst.study(situation(&board, asker.user)).await.map_err(failed)?;
        self.count_hint(&board, asker.user).await?;
        Ok((board, assessment))
    }

    /// Counts a hint, and shows both players that one of them has asked the engine, even if the match has gone on or
    /// ended meanwhile.
    async fn count_hint(&self, board: &Board, user: UserId) -> Result<(), HostError> {
        let Some(side) = board.current.side_of(user) else { return Ok(()) };
        let counted = self.save_surely(board.clone(), |board| {
            let mut next = board.clone();
            next.current.hints.taken[side.index()] += 1;
            Ok(next)
        });
        counted.await?;
        if board.current.is_against_engine() {
            return Ok(());
        }
        // The other player should see it without waiting for the next board.
        let counted = self.board(self.load(board.current.id).await?).await?;
        if counted.current.outcome.is_some() { Ok(()) } else { self.tell_anew(&counted).await }
    }

    /// The engine's assessment of a match, for `user`. May take many seconds.
    pub async fn advise(&self, user: UserId, board: &Board) -> Result<Advice, HostError> {
        let current = &board.current;
        decide::may_be_advised(current, user)?;
        self.may_be_helped_with(user, board).await?;
        if current.outcome.is_none() {
            self.admit_effort(user, current.place)?;
            let assessment = self.ports.analyst.study(situation(board, user)).await.map_err(failed)?;
            self.count_hint(board, user).await?;
            return Ok(Advice::Position(assessment));
        }
        if current.moves.is_empty() {
            return Err(Refusal::new("nothing-to-review").with("match", current.id.to_string()).into());
        }
        let (analyst, situation) = (&self.ports.analyst, situation(board, user));
        let assessments = match analyst.cached_survey(&situation).await {
            // Whoever steps through a review, or shares it, asks for nothing new.
            Some(cached) => cached,
            None => {
                self.admit_effort(user, current.place)?;
                analyst.survey(situation).await.map_err(failed)?
            }
        };
        Ok(Advice::Review(Review::new(&*board.position, &assessments)))
    }

    /// The match that somebody wants advice on in a channel: their only one under way, or else the last one played
    /// there, preferably their own.
    pub async fn find_to_advise(&self, asker: Asker) -> Result<Board, HostError> {
        let Asker { user, channel, .. } = asker;
        if self.ports.store.matches_of(user, Some(channel)).await?.is_empty()
            && let Some(last) = self.ports.store.last_match_in(channel, Some(user)).await?
        {
            return self.find(asker, MatchChoice::Found(Box::new(last))).await;
        }
        self.find_to_show(asker).await
    }
}

fn situation(board: &Board, asked_by: UserId) -> Situation {
    let (current, moves) = (&board.current, board.position.played().to_vec());
    let start = current.start.as_ref().map(|it| it.position.clone());
    Situation { match_id: current.id, asked_by: Some(asked_by), ruleset: current.ruleset.clone(), start, moves }
}

fn failed(error: AnalystError) -> HostError {
    match error {
        AnalystError::Busy => Refusal::new("too-many-analyses").into(),
        other => other.into(),
    }
}
