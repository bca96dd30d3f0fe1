//! `profile`, and the entry in the context menu of a person: a player's results so far. `versus`: those against somebody.
//! `history`, and the buttons: the matches behind them.

use poise::serenity_prelude as serenity;

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Audience, Session, carry_out, carry_out_for, unknown_control};
use crate::bot::{Command, Context, Done, user_id};
use crate::errors::contradiction;
use crate::request::{mentioned, read_game, read_person};
use crate::views::{lists, standings as views};
use games::{Info, Refusal};
use play::ports::{Against, MatchHistory};
use play::{Seat, UserId};

pub(super) fn commands() -> [Command; 3] {
    let profile = by_text(slash(), |session, text| {
        Box::pin(async move {
            let (user, game) = read_profile(&text)?;
            match user {
                None => show(session, session.asker.user, Some(session.user().display_name().to_owned()), game).await,
                Some(user) => show(session, user, None, game).await,
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
async fn slash(
    ctx: Context<'_>,
    player: Option<serenity::User>,
    #[autocomplete = "complete::games"] game: Option<String>,
) -> Done {
    let game = read_game(&game.unwrap_or_default());
    let user = player.as_ref().unwrap_or_else(|| ctx.author());
    let name = user.display_name().to_owned();
    // Only the asker is told that the bot has no profile.
    let is_refused = Some(user.id) == ctx.data().me || game.is_err();
    let audience = if is_refused { Audience::Asker } else { Audience::Everybody };
    let user = user_id(user.id);
    carry_out_for(ctx, audience, move |session| Box::pin(async move { show(session, user, Some(name), game?).await }))
        .await
}

#[poise::command(context_menu_command = "about a person")]
async fn on_person(ctx: Context<'_>, player: serenity::User) -> Done {
    let (user, name) = (user_id(player.id), player.display_name().to_owned());
    carry_out(ctx, move |session| Box::pin(show(session, user, Some(name), None))).await
}

/// Reads whose profile is meant, and of which game its chart is; each is optional.
fn read_profile(text: &str) -> Result<(Option<UserId>, Option<&'static Info>), Refusal> {
    let (people, others): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|it| mentioned(it).is_some());
    match (people.as_slice(), others.as_slice()) {
        ([], []) => Ok((None, None)),
        ([person], []) => Ok((Some(read_person(person)?), None)),
        // A word alone may be a game, or somebody who isn't mentioned as it takes.
        ([], [word]) => read_game(word).map(|it| (None, it)).or_else(|_| Ok((Some(read_person(word)?), None))),
        ([], words) => Ok((None, read_game(&words.join(" "))?)),
        ([person], words) => Ok((Some(read_person(person)?), read_game(&words.join(" "))?)),
        (people, _) => Err(contradiction("player", people.iter().map(|it| (*it).to_owned()).collect(), Vec::new())),
    }
}

/// Shows the chart of the game that was chosen below a profile.
pub(super) async fn chart_chosen(session: &Session<'_>, user: UserId) -> Acted {
    let game = games::find(session.value()?).ok_or_else(unknown_control)?;
    show(session, user, None, Some(game.info())).await
}

/// Shows the results of a person, whose name is looked up unless it's known, with a chart of a game.
async fn show(session: &Session<'_>, user: UserId, name: Option<String>, game: Option<&'static Info>) -> Acted {
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
    let profile = host.profile(user, game.map(|it| it.key)).await?;
    // Whom somebody plays, and perhaps elsewhere, is nobody else's business.
    let is_own = user == session.asker.user && !session.is_overlooked();
    let people = profile.opponents.iter().filter_map(|it| it.seat.user()).filter(|_| is_own);
    let names = host.player_names(&people.collect::<Vec<_>>()).await?;
    let (theme, locale) = (session.plain_appearance().await?.theme, session.locale(session.reader().is_some()));
    Ok(Answer::Page(views::profile(user, &name, &profile, is_own.then_some(&names), (theme, locale))?))
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
