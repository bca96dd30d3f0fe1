//! Exploring a match: trying moves of both sides, which nobody else ever sees.

use games::Refusal;

use super::host::Host;
use crate::core::{HostError, TRIES};
use crate::decide::{self, ExplorationStep};
use crate::exploration::{Exploration, Explored};
use crate::ports::StoreError;
use crate::{Asker, Board, MatchChoice, UserId};

impl Host {
    /// What the asker has explored in a match that they may see.
    pub async fn exploration(&self, asker: Asker, which: MatchChoice) -> Result<Explored, HostError> {
        let board = self.may_explore(asker, which).await?;
        let kept = self.ports.store.exploration(board.current.id, asker.user).await?;
        explored_in(board, kept)
    }

    /// Takes a step in what the asker explores, and keeps what comes of it. With `mark`, that of what they saw, nothing is done
    /// if something has changed since.
    pub async fn explore(
        &self,
        asker: Asker,
        which: MatchChoice,
        mark: Option<u32>,
        step: &ExplorationStep,
    ) -> Result<Explored, HostError> {
        let board = self.may_explore(asker, which).await?;
        let (id, store) = (board.current.id, &self.ports.store);
        for _ in 0..TRIES {
            let kept = store.exploration(id, asker.user).await?;
            let explored = explored_in(board.clone(), kept.clone())?;
            if mark.is_some_and(|it| it != explored.mark()) {
                return Ok(explored);
            }
            let next = decide::explored(&board, &explored.exploration, step)?;
            if next == kept {
                return Ok(explored);
            }
            match store.set_exploration(id, asker.user, &kept, &next).await {
                Err(StoreError::Conflict) => {}
                kept => return kept.map_err(HostError::from).and_then(|()| explored_in(board, next)),
            }
        }
        Err(Refusal::new("too-late").into())
    }

    /// A match that the asker may see, and that may be explored.
    async fn may_explore(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = match which {
            MatchChoice::Here => self.find_to_show(asker).await?,
            which => self.find(asker, which).await?,
        };
        self.may_be_explored(asker.user, &board).await?;
        Ok(board)
    }

    /// Refuses `user` to explore a match, or a copy of another one that they are playing and couldn't explore.
    pub async fn may_be_explored(&self, user: UserId, board: &Board) -> Result<(), HostError> {
        decide::may_explore(&board.current)?;
        match self.copied_by(user, board, |it| decide::may_explore(it).is_err()).await? {
            Some(copied) => Ok(decide::may_explore(&copied)?),
            None => Ok(()),
        }
    }
}

/// What was kept, as far as it fits the match as it is now.
fn explored_in(board: Board, kept: Exploration) -> Result<Explored, HostError> {
    let exploration = kept.fitting(&board);
    let position = exploration.current.position(&board)?;
    Ok(Explored { board, position, exploration })
}
