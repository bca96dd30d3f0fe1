//! What two players agree on (a draw, a takeback, a pause), and claiming the win if a player is gone.

use super::host::Host;
use crate::core::HostError;
use crate::decide::{self, MoveInput, OfferOutcome};
use crate::{Answer, Asker, Board, MatchChoice, Offer, OfferKind, lines, premoves, steps};
use games::Refusal;

impl Host {
    /// Makes an offer to the other player. If that player has offered the same, or is the engine, it happens at once.
    pub async fn offer(&self, asker: Asker, which: MatchChoice, kind: OfferKind) -> Result<Board, HostError> {
        let offered = self.change(asker, which, |board| match decide::may_offer(board, asker.user, kind)? {
            OfferOutcome::Ask(offer) => Ok(steps::offered(board, offer.kind, offer.by)),
            OfferOutcome::Agree(offer) => steps::agreed(board, offer, self.now()),
        });
        offered.await
    }

    /// Accepts or declines an offer. The player who made it takes it back.
    pub async fn answer_offer(
        &self,
        asker: Asker,
        which: MatchChoice,
        kind: Option<OfferKind>,
        accepts: bool,
    ) -> Result<Board, HostError> {
        let find = |board: &Board| decide::may_answer_offer(board, asker.user, kind, accepts);
        self.conclude_offer(asker, which, find, accepts).await
    }

    /// Gives an answer to the offer that waits in a match.
    pub(super) async fn settle_offer(
        &self,
        asker: Asker,
        which: MatchChoice,
        kind: Option<OfferKind>,
        answer: Answer,
    ) -> Result<Board, HostError> {
        let find = |board: &Board| decide::may_settle_offer(board, asker.user, kind, answer);
        self.conclude_offer(asker, which, find, answer == Answer::Accept).await
    }

    /// Carries out an offer, or drops it.
    async fn conclude_offer(
        &self,
        asker: Asker,
        which: MatchChoice,
        find: impl Fn(&Board) -> Result<Offer, Refusal> + Send + Sync,
        accepts: bool,
    ) -> Result<Board, HostError> {
        let concluded = self.change(asker, which, |board| {
            let offer = find(board)?;
            match accepts {
                true => steps::agreed(board, offer, self.now()),
                false if board.current.side_of(asker.user) == Some(offer.by) => Ok(steps::withdrawn(board)),
                false => Ok(steps::declined(board, offer)),
            }
        });
        concluded.await
    }

    /// Ends a pause.
    pub async fn resume(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let resumed = self.change(asker, which, |board| {
            let side = decide::may_resume(board, asker.user)?;
            Ok(steps::resumed(board, side, self.now()))
        });
        resumed.await
    }

    /// Claims the win if the other player has not moved for too long.
    pub async fn claim(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which.clone()).await?;
        decide::player_in(&board.current, asker.user)?;
        let is_gone = self.ports.announcer.is_gone(board.current.place).await;
        if !is_gone && self.is_back(&board).await? {
            self.save_surely(board, |board| Ok(steps::come_back(board))).await?;
        }
        let claimed = self.change(asker, which, |board| {
            let now = self.now();
            Ok(match is_gone {
                true => steps::ended_where_gone(board, decide::claim_where_gone(board, asker.user, now)?, now),
                false => steps::ended_by_time(board, decide::claim(board, asker.user, now)?, now),
            })
        });
        claimed.await
    }

    /// Prepares replies, as typed. Nobody else learns of them.
    pub async fn prepare(&self, asker: Asker, which: MatchChoice, text: &str) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let next = lines::prepare(&board, asker.user, text)?;
        self.save_unannounced(&board, next).await
    }

    /// Drops the prepared lines that begin with these moves, as typed.
    pub async fn drop_prepared_beginning(
        &self,
        asker: Asker,
        which: MatchChoice,
        text: &str,
    ) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let next = lines::drop_beginning(&board, asker.user, text)?;
        self.save_unannounced(&board, next).await
    }

    /// Drops the prepared replies.
    pub async fn drop_prepared(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let next = lines::drop_all(&board, asker.user)?;
        self.save_unannounced(&board, next).await
    }

    /// Chooses a move that is played as soon as it can be: now, if it has become one's turn. Nobody else learns of it before.
    pub async fn premove(&self, asker: Asker, which: MatchChoice, text: &str) -> Result<Board, HostError> {
        let board = self.find(asker, which.clone()).await?;
        match self.save_surely(board, |board| Ok(premoves::premove(board, asker.user, text)?)).await {
            Err(HostError::Refused(refusal)) if refusal.code == decide::YOUR_TURN => {
                Ok(self.play_move(asker, which, MoveInput::typed(text)).await?.board)
            }
            premoved => premoved,
        }
    }

    /// Takes a premove back.
    pub async fn take_premove_back(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        self.save_surely(board, |board| Ok(premoves::take_back(board, asker.user)?)).await
    }

    /// Mutes further notices of this turn.
    pub async fn hush(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        let hushed = self.save_surely(board, |board| {
            decide::may_move(board, asker.user)?;
            let mut next = board.clone();
            next.current.reminders.hushed = Some(board.current.version());
            Ok(next)
        });
        hushed.await
    }

    /// Posts the live board of a match again, below everything written since.
    pub async fn bring_down(&self, board: &Board) -> Result<(), HostError> {
        self.commit(board, steps::brought_down(board)).await.map(drop)
    }
}
