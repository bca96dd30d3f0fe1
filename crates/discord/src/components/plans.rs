//! Controls for preparing replies.

use super::{Press, step_of, unknown};
use crate::bot::Done;
use crate::controls::{Chosen, Line, Menu, Step};
use crate::views;
use play::{MatchId, Which, lines};

impl Press<'_> {
    /// Shows what is prepared.
    pub(super) async fn plans(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        Ok(self.ack.whisper(views::plans::prepared(&board, self.asker.user)?).await?)
    }

    /// Continues a line that is being prepared, on a board that shows its end.
    pub(super) async fn plan(&self, id: MatchId, version: u32, mut line: Line, menu: Option<Menu>) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        lines::may_prepare(&board, self.asker.user)?;
        let chosen = match menu {
            None => Chosen::Nothing,
            Some(menu) => match step_of(menu, self.interaction).ok_or_else(unknown)? {
                Step::Show(chosen) => chosen,
                Step::Play(next) => {
                    line.0.push(next);
                    Chosen::Nothing
                }
            },
        };
        let at_its_end = lines::follow(&board, &line.0)?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let view = views::plans::planning(&at_its_end, &line, chosen, appearance)?;
        Ok(self.ack.change(view.edit_response_all(self.bot.database)).await?)
    }

    pub(super) async fn save_plan(&self, id: MatchId, version: u32, line: &Line) -> Done {
        let board = self.bot.host.prepare(self.asker, Which::Control(id, version), &line.to_string()).await?;
        self.ack.confirm(views::plans::prepared(&board, self.asker.user)?).await;
        Ok(())
    }

    pub(super) async fn drop_plan(&self, id: MatchId, version: u32) -> Done {
        let beginning = self.value().ok_or_else(unknown)?;
        let host = &self.bot.host;
        let board = host.drop_prepared_beginning(self.asker, Which::Control(id, version), beginning).await?;
        self.ack.confirm(views::plans::prepared(&board, self.asker.user)?).await;
        Ok(())
    }

    pub(super) async fn drop_plans(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.drop_prepared(self.asker, Which::Control(id, version)).await?;
        self.ack.confirm(views::plans::prepared(&board, self.asker.user)?).await;
        Ok(())
    }
}
