//! `draw`, `takeback` and `pause` offer something to the other player, or agree to it; `resume` and `claim`.

use super::{Command, Context, Done, answer, asker, both, cut_number, which};
use crate::discord::view::View;
use crate::discord::views;
use crate::i18n::say;
use crate::play::OfferKind;

/// All of them: they take nothing but the number of a match.
pub(super) fn commands() -> Vec<Command> {
    let named =
        |name: &'static str| Command { name: name.into(), qualified_name: name.into(), ..both(slash(), prefix()) };
    let offers = OfferKind::ALL.into_iter().map(OfferKind::name);
    offers.chain(["resume", "claim"]).map(named).collect()
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    ctx.defer_ephemeral().await?;
    act(ctx, number).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    act(ctx, cut_number(text.as_deref().unwrap_or_default()).0).await
}

async fn act(ctx: Context<'_>, number: Option<i64>) -> Done {
    let (host, asker, which) = (&ctx.data().host, asker(ctx), which(number));
    let name = ctx.command().name.as_ref();
    let done = match OfferKind::ALL.into_iter().find(|it| it.name() == name) {
        Some(kind) => views::more::done(&host.offer(asker, which, kind).await?, kind),
        None if name == "resume" => {
            host.resume(asker, which).await?;
            View::text(say("resumed", &[]))
        }
        None => {
            host.claim(asker, which).await?;
            View::text(say("claimed", &[]))
        }
    };
    match ctx {
        poise::Context::Application(_) => answer(ctx, done, true).await,
        // The board that follows is the answer.
        poise::Context::Prefix(_) => Ok(()),
    }
}
