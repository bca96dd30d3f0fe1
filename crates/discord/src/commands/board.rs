//! `board`: shows the current board, in the look that is asked for.

use poise::serenity_prelude as serenity;
use serenity::{CommandOptionType, CreateCommandOption};

use super::{
    Command, Context, Done, acknowledge, answer, appearance, asker, both, complete, match_number, may_post_here,
    which_match,
};
use crate::controls::Ask;
use crate::replies;
use crate::request::{both_ways, contradiction, labelled, push_new, read_switch};
use crate::views::board::{Appearance, Invitation};
use crate::views::{self, View};
use games::Refusal;
use play::{Board, MessageId, Which};
use render::Theme;
use texts::say;

pub(super) fn command() -> Command {
    let mut command = both(slash(), prefix());
    for option in command.parameters.iter_mut().filter(|it| it.name == "theme") {
        option.type_setter = Some(offer_themes);
    }
    command
}

/// Offers the renderer's themes as the choices of an option.
fn offer_themes(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    Theme::ALL.iter().fold(option, |option, it| option.add_string_choice(it.name(), it.name()))
}

#[poise::command(slash_command, rename = "board", aliases("b"))]
async fn slash(
    ctx: Context<'_>,
    theme: Option<String>,
    flip: Option<bool>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    let flip = labelled("flip", flip);
    let words: Vec<String> = [number.map(|it| it.to_string()), theme, flip].into_iter().flatten().collect();
    show(ctx, &words.join(" ")).await
}

#[poise::command(prefix_command, rename = "board")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    show(ctx, words.as_deref().unwrap_or_default()).await
}

async fn show(ctx: Context<'_>, words: &str) -> Done {
    let (number, theme, flip) = read(words)?;
    let host = &ctx.data().host;
    let ask = Ask::Board(theme, flip);
    let Some(which) = which_match(ctx, number, ask.wish(), Some(ask)).await? else { return Ok(()) };
    let board = match which {
        Which::Here => host.find_to_show(asker(ctx)).await?,
        which => host.find(asker(ctx), which).await?,
    };
    if theme.is_none() && flip.is_none() && is_live_here(ctx, &board) {
        may_post_here(ctx)?;
        host.bring_down(&board).await?;
        return match ctx {
            poise::Context::Application(_) => answer(ctx, View::text(say("board-brought-down", &[])), true).await,
            poise::Context::Prefix(_) => Ok(()),
        };
    }
    // Everybody who can see a message can see the answer to it, and reply to that.
    let asked = match ctx {
        poise::Context::Prefix(asked) => Some(asked.msg),
        poise::Context::Application(_) => None,
    };
    let invitation = if asked.is_some() { Invitation::Reply } else { Invitation::None };
    let usual = appearance(ctx, &board).await?;
    let (theme, flipped) = (theme.unwrap_or(usual.theme), flip.unwrap_or(usual.flipped));
    let view = views::board::shown(&board, Appearance { theme, flipped, ..usual }, invitation)?;
    let Some(asked) = asked else { return answer(ctx, view, true).await };
    let sent = replies::reply(ctx.http(), ctx.data(), asked, view).await?;
    Ok(host.note_also_shown(&board, MessageId(sent.id.get())).await?)
}

/// Whether the live board can be posted again below: only where the match is played, if its player asks, or somebody
/// who asks in public.
fn is_live_here(ctx: Context<'_>, board: &Board) -> bool {
    let (current, asker) = (&board.current, asker(ctx));
    let may = matches!(ctx, poise::Context::Prefix(_)) || current.side_of(asker.user).is_some();
    may && current.outcome.is_none() && current.place.channel == asker.channel
}

/// What was asked for: a match, a theme, and whether to turn the board around.
type Wanted = (Option<i64>, Option<Theme>, Option<bool>);

/// Reads a match number, a theme and `flip`, in any order; each is optional. `straight` is a board that isn't turned
/// around, whatever the reader's preference.
fn read(words: &str) -> Result<Wanted, Refusal> {
    let lower = words.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (mut numbers, mut themes, mut flips, mut at) = (Vec::new(), Vec::new(), Vec::new(), 0);
    while at < words.len() {
        let straight = || read_switch(&words[at..], &["straight"]).map(|it| (!it.0, it.1));
        if let Some((flip, count)) = read_switch(&words[at..], &["flip", "flipped"]).or_else(straight) {
            push_new(&mut flips, flip);
            at += count;
            continue;
        }
        let word = words[at].strip_prefix("theme=").unwrap_or(words[at]);
        match (match_number(word), word.parse::<Theme>()) {
            (Some(number), _) => push_new(&mut numbers, number),
            (None, Ok(theme)) => push_new(&mut themes, theme),
            (None, Err(_)) => {
                let themes = views::help::themes();
                return Err(Refusal::new("unknown-board-word").with("text", word).with("themes", themes));
            }
        }
        at += 1;
    }
    if numbers.len() > 1 {
        return Err(contradiction("match", numbers.iter().map(|it| format!("`#{it}`")).collect(), Vec::new()));
    }
    if themes.len() > 1 {
        return Err(contradiction("theme", themes.iter().map(|it| format!("`{it}`")).collect(), Vec::new()));
    }
    if flips.len() > 1 {
        return Err(both_ways("flip", Vec::new()));
    }
    Ok((numbers.first().copied(), themes.first().copied(), flips.first().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        for words in ["#17 slate flip", "flip SLATE 17", " slate  #17 Flip "] {
            assert_eq!(read(words), Ok((Some(17), Some(Theme::Slate), Some(true))), "{words}");
        }
        assert_eq!(read(""), Ok((None, None, None)));
        for words in ["print straight", "print flip off", "no flip theme=print", "print flip=no", "flip false print"] {
            assert_eq!(read(words), Ok((None, Some(Theme::Print), Some(false))), "{words}");
        }
        for words in ["flip on", "flip=yes", "straight no", "flip true flipped"] {
            assert_eq!(read(words), Ok((None, None, Some(true))), "{words}");
        }
        for words in ["flip straight", "flip no flip", "#1 #2", "slate wood"] {
            assert_eq!(read(words).unwrap_err().code, "contradiction", "{words}");
        }
        assert_eq!(read("pink").unwrap_err().code, "unknown-board-word");
    }

    #[test]
    fn the_themes_are_offered() {
        let command = command();
        let theme = command.parameters.iter().find(|it| it.name == "theme").unwrap();
        let option = serde_json::to_value(theme.create_as_slash_command_option().unwrap()).unwrap();
        let names: Vec<&str> =
            option["choices"].as_array().unwrap().iter().map(|it| it["value"].as_str().unwrap()).collect();
        assert_eq!(names, Theme::ALL.map(Theme::name));
    }
}
