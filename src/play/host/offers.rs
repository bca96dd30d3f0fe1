//! What two players agree on: a draw, a takeback, a pause; and the win that is claimed where one is gone.

use super::matches::Which;
use super::{Host, HostError};
use crate::play::decide::{self, Offered};
use crate::play::{Asker, Board, OfferKind, lines, steps};

impl Host {
    /// Offers something to the other player; where that one has offered the same, or is the engine, it happens.
    pub async fn offer(&self, asker: Asker, which: Which, kind: OfferKind) -> Result<Board, HostError> {
        let board = self.after_silence(self.find(asker, which).await?).await?;
        let next = match decide::may_offer(&board, asker.user, kind)? {
            Offered::Ask(offer) => steps::offered(&board, offer.kind, offer.by),
            Offered::Agree(offer) => steps::agreed(&board, offer, self.now())?,
        };
        self.commit(&board, next).await
    }

    /// Accepts what is offered, or declines it; whoever has offered it takes it back.
    pub async fn answer_offer(
        &self,
        asker: Asker,
        which: Which,
        kind: Option<OfferKind>,
        accepts: bool,
    ) -> Result<Board, HostError> {
        let board = self.after_silence(self.find(asker, which).await?).await?;
        let offer = decide::may_answer_offer(&board, asker.user, kind, accepts)?;
        let next = match accepts {
            true => steps::agreed(&board, offer, self.now())?,
            false => steps::declined(&board),
        };
        self.commit(&board, next).await
    }

    /// Ends a pause.
    pub async fn resume(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_resume(&board, asker.user)?;
        let next = steps::resumed(&board, self.now());
        self.commit(&board, next).await
    }

    /// Claims the win where the other player has not moved for too long.
    pub async fn claim(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.after_silence(self.find(asker, which).await?).await?;
        decide::player_in(&board.current, asker.user)?;
        let board = self.unless_back(board).await?;
        let end = decide::claim(&board, asker.user, self.now())?;
        let next = steps::ended(&board, end, self.now());
        self.commit(&board, next).await
    }

    /// Prepares replies, as people write them. Nobody else learns of it.
    pub async fn prepare(&self, asker: Asker, which: Which, text: &str) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let next = lines::prepare(&board, asker.user, text)?;
        self.keep(&board, next).await
    }

    /// Drops what somebody has prepared.
    pub async fn drop_prepared(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let next = lines::drop_all(&board, asker.user)?;
        self.keep(&board, next).await
    }

    /// Posts the live board of a match anew, below whatever has been written since.
    pub async fn bring_down(&self, board: &Board) -> Result<(), HostError> {
        self.commit(board, steps::brought_down(board)).await.map(drop)
    }
}
