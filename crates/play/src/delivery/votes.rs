//! Votes on the next move of a channel: counted when they are over, and passed on to the match of another channel.

use futures::future;
use jiff::Timestamp;

use super::engine_moves::Lateness;
use super::work::{Delivery, Step};
use crate::core::HostError;
use crate::ports::Visibility;
use crate::steps::{self, MadeBy};
use crate::votes::{MAX_EMPTY, STAND_IN_LEVEL, Vote, VoteTally};
use crate::{Board, Match, Place, Seat, UserId};

/// Of how many voters is checked whether they are still there. One who has left decides nothing among more.
const MAX_CHECKED: usize = 25;

impl Delivery {
    /// Ends the vote on the next move: plays what most want. Where nobody has voted, the engine moves, until that has
    /// happened too often in a row.
    pub(super) async fn count_votes(
        &self,
        board: &Board,
        late: &mut Lateness,
        now: Timestamp,
    ) -> Result<Step, HostError> {
        let tally = VoteTally::of(board.current.moves.len(), &self.valid_votes(board).await);
        let Some(winner) = tally.winner() else {
            return match board.current.voting.empty + 1 < MAX_EMPTY {
                true => self.move_engine(board, STAND_IN_LEVEL, late).await,
                false => self.save_step(board, &steps::awaiting_voters(board, now), now).await,
            };
        };
        let chosen = board.position.read(winner).map_err(|_| self.unreadable(&board.current, winner))?;
        let (_, owner) = self.commit_move(&steps::counted(board, tally), chosen, MadeBy::Player, None).await?;
        Ok(owner.into())
    }

    /// Whether nobody need be waited for: so many agree, or all have voted who did so the last time, if that was more than one.
    pub(super) fn is_decided(board: &Board) -> bool {
        let has_voted = |user: &UserId| board.votes.iter().any(|it| it.user == *user);
        let all_again = board.last_voters.len() > 1 && board.last_voters.iter().all(has_voted);
        all_again || VoteTally::of(board.current.moves.len(), &board.votes).is_agreed()
    }

    /// The votes for moves that are legal, of people who can still see the channel, as far as is known.
    pub(super) async fn valid_votes(&self, board: &Board) -> Vec<Vote> {
        let legal = |it: &&Vote| board.position.read(&it.chosen).is_ok();
        let mut votes: Vec<Vote> = board.votes.iter().filter(legal).cloned().collect();
        let checked = votes.iter().take(MAX_CHECKED).map(|it| self.is_there(board.current.place, it.user));
        let mut are_there = future::join_all(checked).await.into_iter();
        votes.retain(|_| are_there.next().unwrap_or(true));
        votes
    }

    /// Whether somebody can see a place, as far as is known.
    async fn is_there(&self, place: Place, user: UserId) -> bool {
        matches!(self.ports.announcer.visibility(place, user).await, None | Some(Visibility::Visible))
    }

    /// The step that follows from the match in which another channel plays the other side; `None` if there is none.
    pub(super) async fn follow_rival(&self, board: &Board, now: Timestamp) -> Result<Option<Step>, HostError> {
        let current = &board.current;
        if !current.seats.contains(&Seat::Rival) || current.outcome.is_some() {
            return Ok(None);
        }
        let Some(rival) = current.voting.rival else {
            let Some(rival) = self.ports.store.rival_of(current.id).await? else { return Ok(None) };
            let met = steps::met_rival(board, &self.load(rival).await?, now);
            return Ok(Some(self.save_step(board, &met, now).await?));
        };
        let theirs = self.load(rival).await?;
        if let Some(text) = theirs.moves.get(current.moves.len()) {
            let chosen = board.position.read(text).map_err(|_| self.unreadable(current, text))?;
            let (_, owner) = self.commit_move(board, chosen, MadeBy::Player, None).await?;
            return Ok(Some(owner.into()));
        }
        match theirs.outcome.filter(|_| theirs.moves.len() == current.moves.len()) {
            Some(end) => Ok(Some(self.save_step(board, &steps::ended_by_rival(board, end, now), now).await?)),
            None => Ok(None),
        }
    }

    /// The error for a move that can't be played although it was stored.
    fn unreadable(&self, current: &Match, text: &str) -> HostError {
        HostError::SetAside { id: current.id, why: format!("“{text}” can't be played in match {}", current.id) }
    }
}
