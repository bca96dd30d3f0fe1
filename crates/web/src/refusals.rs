//! Why something isn't done, as its person is told: in their words, and shown on the board where it can be.

use crate::errors::{RefusalAnswer, WebError};
use crate::picture::picture;
use crate::state::LookQuery;
use crate::visitor::Visitor;
use crate::web::Web;
use crate::words::Speaker;

/// The answer to something that isn't done.
pub(crate) async fn refuse(web: &Web, visitor: &Visitor, look: &LookQuery, error: &WebError) -> RefusalAnswer {
    let mut refused = RefusalAnswer::new(error, visitor.locale);
    let Ok(board) = web.board(visitor).await else { return refused };
    refused.refusal = Speaker::of(&web.host, &board, visitor.locale).await.say(error.explain().1);
    if let Some((position, refusal)) = error.shown_on()
        && let Some(illustration) = refusal.illustration.as_deref()
        && let Ok(appearance) = web.appearance(&board, visitor.user, look).await
    {
        let scene = position.scene().refusing(illustration.clone());
        let shown = picture(position, scene, appearance, visitor.locale);
        refused.picture = shown.ok().and_then(|it| serde_json::to_value(it).ok());
    }
    refused
}
