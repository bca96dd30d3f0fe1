//! Boards on pages: the links to them, and the matches that these open; the same inside Discord, as an Activity.

use games::Refusal;
use games::board::Side;
use jiff::SignedDuration;

use super::host::Host;
use crate::core::HostError;
use crate::ports::Visibility;
use crate::{Asker, Board, MatchChoice, MatchId, UserId};

/// How long an Activity finds its match: Discord ends an instance once everybody has left it.
const LAUNCH_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);

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

    /// Notes that a page on which a player sees a match is visible: while it is, the board isn't posted anew for them.
    pub async fn note_page(&self, id: MatchId, side: Side) -> Result<(), HostError> {
        Ok(self.ports.store.note_page(id, side, self.now()).await?)
    }

    /// Whether somebody who has opened a match may see it still: its players, and whoever can see where it's played, as far as
    /// the chat knows.
    pub async fn still_sees(&self, user: UserId, id: MatchId) -> Result<bool, HostError> {
        let current = self.load(id).await?;
        if current.side_of(user).is_some() {
            return Ok(true);
        }
        let visibility = self.ports.announcer.visibility(current.place, user).await;
        Ok(matches!(visibility, None | Some(Visibility::Visible)))
    }

    /// Whether boards can be opened on pages.
    pub fn has_pages(&self) -> bool {
        self.ports.links.is_some()
    }

    /// Notes that an instance of the Activity was launched to show a match that the person who did it may see.
    pub async fn launched(&self, instance: &str, id: MatchId) -> Result<(), HostError> {
        let now = self.now();
        let forget_at = now.saturating_add(LAUNCH_LASTS).unwrap_or(now);
        Ok(self.ports.store.keep_launch(instance, id, forget_at, now).await?)
    }

    /// The match that an Activity shows: the one that it was launched for, or the last of its rematches.
    pub async fn in_activity(&self, instance: &str) -> Result<Option<Board>, HostError> {
        let Some(mut id) = self.ports.store.launched_for(instance).await? else { return Ok(None) };
        while let Some(again) = self.ports.store.rematch_of(id).await? {
            id = again;
        }
        self.opened(id).await.map(Some)
    }
}
