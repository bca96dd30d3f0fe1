//! `profile`, and the entry in the context menu of a person: a player's results so far. `versus`: those against somebody.
//! `history`, and the buttons: the matches behind them.

use poise::serenity_prelude as serenity;

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Audience, Session, carry_out, carry_out_for};
use crate::bot::{Command, Context, Done, user_id};
use crate::errors::contradiction;
use crate::request::{mentioned, read_game, read_person};
use crate::views::{lists, standings as views};
use games::Refusal;
use play::ports::{Against, MatchHistory, Scope};
use play::{Seat, UserId};

pub(super) fn commands() -> [Command; 3] {
    let profile = by_text(slash(), |session, text| {
        Box::pin(async move {
            match text.trim() {
                "" => show(session, session.asker.user, Some(session.user().display_name().to_owned())).await,
                word => show(session, read_person(word)?, None).await,
            }
        })
    });
    let profile = Command { context_menu_action: on_person().context_menu_action, ..profile };
    let history = by_text(history_slash(), |session, words| {
        Box::pin(async move { history(session, read_history(&words, session.asker.user)?, 0).await })
    });
    let versus = by_text(versus_slash(), |session, text| {
        Box::pin(async move {
            match text.trim() {
                "" => Err(Refusal::new("versus-whom").into()),
                word => versus(session, read_person(word)?).await,
            }
        })
    });
    [profile, history, versus]
}

#[poise::command(slash_command, rename = "profile")]
async fn slash(ctx: Context<'_>, player: Option<serenity::User>) -> Done {
    let user = player.as_ref().unwrap_or_else(|| ctx.author());
    let name = user.display_name().to_owned();
    // Only the asker is told that the bot has no profile.
    let audience = if Some(user.id) == ctx.data().me { Audience::Asker } else { Audience::Everybody };
    let user = user_id(user.id);
    carry_out_for(ctx, audience, move |session| Box::pin(show(session, user, Some(name)))).await
}

#[poise::command(context_menu_command = "about a person")]
async fn on_person(ctx: Context<'_>, player: serenity::User) -> Done {
    let (user, name) = (user_id(player.id), player.display_name().to_owned());
    carry_out(ctx, move |session| Box::pin(show(session, user, Some(name)))).await
}

/// Shows the results of a person, whose name is looked up unless it's known.
async fn show(session: &Session<'_>, user: UserId, name: Option<String>) -> Acted {
    if session.is_me(user) {
        return Err(Refusal::new("profile-of-parlor").into());
    }
    session.show_typing().await;
    let host = &session.bot.host;
    let name = match name {
        Some(name) => name,
        None => {
            let unknown = || Refusal::new("unknown-player").with("player", user.mention());
            host.player_name(user).await?.ok_or_else(unknown)?
        }
    };
    let standings = host.standings(user, Scope::Global).await?;
    Ok(Answer::Show(views::profile(user, &name, &standings, &host.tallies(user, Against::Anybody).await?)))
}

#[poise::command(slash_command, rename = "versus")]
async fn versus_slash(ctx: Context<'_>, player: serenity::User) -> Done {
    let user = user_id(player.id);
    carry_out(ctx, move |session| Box::pin(versus(session, user))).await
}

/// Shows what has come of the asker's matches against somebody.
async fn versus(session: &Session<'_>, other: UserId) -> Acted {
    let (host, user) = (&session.bot.host, session.asker.user);
    if other == user {
        return Err(Refusal::new("versus-oneself").into());
    }
    let (against, name) = match session.is_me(other) {
        true => (Against::Engine, None),
        false => (Against::Person(other), host.player_name(other).await?),
    };
    if against != Against::Engine && name.is_none() {
        return Err(Refusal::new("unknown-player").with("player", other.mention()).into());
    }
    let tallies = host.tallies(user, against).await?;
    Ok(Answer::Show(views::versus(user, session.user().display_name(), against, name.as_deref(), &tallies)))
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
