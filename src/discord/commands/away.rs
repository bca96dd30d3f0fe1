//! `away`: stops a person's clocks for some days; and `back`.

use super::{Command, Context, Done, acknowledge, answer, asker, both};
use crate::discord::views::View;
use crate::i18n::say;
use games::Refusal;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "away")]
async fn slash(
    ctx: Context<'_>,
    #[min = 0]
    #[max = 30]
    days: Option<u32>,
) -> Done {
    acknowledge(ctx).await?;
    away(ctx, days).await
}

#[poise::command(prefix_command, rename = "away")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    let days = match text.trim().trim_end_matches("days").trim_end_matches("day").trim_end_matches('d').trim() {
        "" => None,
        "off" | "back" => Some(0),
        number => Some(number.parse().map_err(|_| Refusal::new("bad-days").with("text", text.trim()))?),
    };
    away(ctx, days).await
}

async fn away(ctx: Context<'_>, days: Option<u32>) -> Done {
    let (host, user) = (&ctx.data().host, asker(ctx).user);
    let text = match days {
        None => {
            let until = host.away_until(user).await?.map_or("no".to_owned(), |it| it.as_second().to_string());
            say("away-now", &[("until", until.into()), ("left", host.away_days_left(user).await?.into())])
        }
        Some(0) => {
            host.come_back(user).await?;
            say("away-back", &[])
        }
        Some(days) => {
            let until = host.go_away(user, days).await?;
            say("away-until", &[("until", until.as_second().to_string().into())])
        }
    };
    answer(ctx, View::text(text), true).await
}
