//! Boards on pages: the links to them, and the matches that these open.

use games::Refusal;

use super::host::Host;
use crate::core::HostError;
use crate::{Asker, Board, MatchChoice, MatchId};

impl Host {
    /// A link by which the asker opens a match that they may see.
    pub async fn link_to_board(&self, asker: Asker, which: MatchChoice) -> Result<String, HostError> {
        let board = self.find(asker, which).await?;
        let links = self.ports.links.as_ref().ok_or_else(|| Refusal::new("no-pages"))?;
        Ok(links.link(&board.current, asker.user))
    }

    /// The match that somebody has opened by such a link, as it is now.
    pub async fn opened(&self, id: MatchId) -> Result<Board, HostError> {
        self.board(self.load(id).await?).await
    }
}
