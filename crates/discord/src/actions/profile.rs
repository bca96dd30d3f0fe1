//! `profile`: a player's results so far. `history`, and the buttons: the matches behind them.

use poise::serenity_prelude as serenity;

use super::complete;
use super::declare::both;
use super::session::{Acted, Answer, Audience, Session, carry_out, carry_out_for};
use crate::bot::user_id;
use crate::bot::{Command, Context, Done};
use crate::errors::shorten;
use crate::request::{contradiction, mentioned, read_game};
use crate::views::lists;
use games::Refusal;
use play::ports::{Against, MatchHistory, Scope};
use play::{Seat, UserId};

pub(super) fn commands() -> [Command; 2] {
    [both(slash(), prefix()), both(history_slash(), history_prefix())]
}

#[poise::command(slash_command, rename = "profile")]
async fn slash(ctx: Context<'_>, player: Option<serenity::User>) -> Done {
    let user = player.as_ref().unwrap_or_else(|| ctx.author());
    show(ctx, Ok(user_id(user.id)), Some(user.display_name().to_owned())).await
}

#[poise::command(prefix_command, rename = "profile")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    match text.unwrap_or_default().trim() {
        "" => show(ctx, Ok(user_id(ctx.author().id)), Some(ctx.author().display_name().to_owned())).await,
        word => {
            let unknown = || Refusal::new("unknown-user").with("name", shorten(word));
            show(ctx, mentioned(word).ok_or_else(unknown), None).await
        }
    }
}

async fn show(ctx: Context<'_>, user: Result<UserId, Refusal>, name: Option<String>) -> Done {
    let me = ctx.data().me.map(user_id);
    let user = user.and_then(|it| if Some(it) == me { Err(Refusal::new("profile-of-parlor")) } else { Ok(it) });
    let audience = if user.is_ok() { Audience::Everybody } else { Audience::Asker };
    carry_out_for(ctx, audience, move |session| {
        Box::pin(async move {
            let (user, host) = (user?, &session.bot.host);
            let name = match name {
                Some(name) => name,
                None => {
                    let unknown = || Refusal::new("unknown-player").with("player", user.mention());
                    host.player_name(user).await?.ok_or_else(unknown)?
                }
            };
            Ok(Answer::Show(lists::profile(user, &name, &host.standings(user, Scope::Global).await?)))
        })
    })
    .await
}

#[poise::command(slash_command, rename = "history")]
async fn history_slash(
    ctx: Context<'_>,
    player: Option<serenity::User>,
    #[autocomplete = "complete::games"] game: Option<String>,
    against: Option<serenity::User>,
) -> Done {
    let asked = read_game(&game.unwrap_or_default()).map(|game| MatchHistory {
        user: user_id(player.as_ref().unwrap_or_else(|| ctx.author()).id),
        game: game.map(|it| it.key.to_owned()),
        against: against.map_or(Against::Anybody, |it| Against::Person(user_id(it.id))),
        channel: None,
    });
    carry_out(ctx, move |session| Box::pin(async move { history(session, asked?, 0).await })).await
}

#[poise::command(prefix_command, rename = "history")]
async fn history_prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    let asked = read_history(&words.unwrap_or_default(), user_id(ctx.author().id));
    carry_out(ctx, move |session| Box::pin(async move { history(session, asked?, 0).await })).await
}

/// Reads whose matches are meant (without a mention, the asker's), of which game, and against whom: the second person who
/// is mentioned, or whoever is named behind `against` or `vs`.
fn read_history(words: &str, asker: UserId) -> Result<MatchHistory, Refusal> {
    let (mut player, mut against, mut is_against, mut others) = (None, Against::Anybody, false, Vec::new());
    for word in words.split_whitespace() {
        let other = match (mentioned(word), word.to_lowercase().as_str()) {
            (Some(user), _) => Against::Person(user),
            (None, "against" | "vs" | "vs." | "with") => {
                is_against = true;
                continue;
            }
            (None, "parlor" | "bot" | "engine") if is_against => Against::Engine,
            _ => {
                others.push(word);
                continue;
            }
        };
        match other {
            Against::Person(user) if !is_against && player.is_none() => player = Some(user),
            _ if against == Against::Anybody => against = other,
            _ => return Err(contradiction("opponent", vec![format!("`{word}`")], Vec::new())),
        }
    }
    if is_against && against == Against::Anybody {
        return Err(Refusal::new("history-against-nobody"));
    }
    let game = read_game(&others.join(" "))?.map(|it| it.key.to_owned());
    Ok(MatchHistory { user: player.unwrap_or(asker), game, against, channel: None })
}

/// Shows a page of somebody's matches that are over.
pub(super) async fn history(session: &Session<'_>, mut of: MatchHistory, page: u32) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    // My own matches are those of whoever asks against me.
    if session.is_me(of.user) {
        (of.user, of.against) = (asker.user, Against::Engine);
    }
    if matches!(of.against, Against::Person(user) if session.is_me(user)) {
        of.against = Against::Engine;
    }
    let page = host.history(asker, of, page, session.is_public()).await?;
    let players = page.matches.iter().flat_map(|it| it.seats).filter_map(Seat::user);
    let names = host.player_names(&players.chain([page.of.user]).collect::<Vec<_>>()).await?;
    Ok(Answer::Page(lists::history(&page, &names)))
}
