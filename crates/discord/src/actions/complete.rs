//! What Discord offers while somebody types an option: at most 25 entries that fit the text so far.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::which_match::cut_number;
use crate::bot::{Context, labels, user_id};
use crate::request::{AUTO, LEVELS, NAMED_LEVELS, OTHERS, clock};
use crate::views::menus::whole_move;
use crate::views::{self, MAX_OPTIONS, option_text};
use games::GAMES;
use games::board::Move;
use games::{AnyPosition, Info, compact};
use play::{Asker, Board, ChannelId, MatchId, TimeControl};
use texts::{Locale, Text, preset_words, say};

/// How many matches are searched for entries that fit.
const MAX_MATCHES: usize = 50;

/// How long a vote may last, and who else may play.
pub(super) async fn votes(ctx: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let (typed, locale) = (partial.trim().to_lowercase(), locale(ctx));
    let entries = [("12h", "vote-choice-slow"), ("live", "vote-choice-live"), (OTHERS, "vote-choice-others")];
    let entries = entries.map(|(value, key)| (value, option_text(&say(key, &[]), locale)));
    let fits = |(value, label): &(&str, String)| value.starts_with(&typed) || label.to_lowercase().contains(&typed);
    let known = entries.into_iter().filter(fits).map(|(value, label)| AutocompleteChoice::new(label, value));
    offer(known)
}

/// The legal moves that begin with the text so far, in all matches where it is the asker's turn, and in the one on which
/// the channel votes; those of the channel first. A number before the move, or in its own option, names one match.
pub(super) async fn moves<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let asker = asker(ctx);
    let (before, partial) = cut_number(partial);
    let option = typed_integer(ctx, "match");
    let host = &ctx.data().host;
    let Ok(mut boards) = host.waiting_for(asker.user).await else { return offer([]) };
    boards.extend(host.vote_in(asker).await.ok().flatten());
    match (option, before) {
        // A number with nothing behind it may not be complete.
        (None, Some(begun)) if partial.is_empty() => {
            boards.retain(|it| it.current.id.0.to_string().starts_with(&begun.to_string()));
        }
        (Some(number), _) | (None, Some(number)) => boards.retain(|it| it.current.id.0 == number),
        (None, None) => {}
    }
    boards.sort_by_key(|it| it.current.place.channel != asker.channel);
    let is_clear = match boards.as_slice() {
        [only] => option.is_some() || (before.is_none() && only.current.place.channel == asker.channel),
        _ => false,
    };
    let each = MAX_OPTIONS / boards.len().max(1);
    let locale = locale(ctx);
    offer(boards.iter().flat_map(|it| moves_of(it, partial, is_clear, locale).take(each.max(1))))
}

/// The legal moves of a match that begin with the text so far; with the match's number if it is not clear which match
/// is meant.
fn moves_of<'a>(
    board: &'a Board,
    partial: &'a str,
    is_clear: bool,
    locale: Locale,
) -> impl Iterator<Item = AutocompleteChoice> + 'a {
    let id = board.current.id;
    fitting(&*board.position, partial).into_iter().map(move |it| {
        let name = option_text(&whole_move(it, board.position.captured(it).count()), locale);
        if is_clear {
            AutocompleteChoice::new(name, it.to_string())
        } else {
            AutocompleteChoice::new(format!("{id} · {name}"), format!("{id} {it}"))
        }
    })
}

/// The asker's matches by number and label, those where it is the asker's turn first.
pub(super) async fn matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let (host, user) = (&ctx.data().host, asker(ctx).user);
    let Ok(mut boards) = host.matches_of(user).await else { return offer([]) };
    boards.truncate(MAX_MATCHES);
    let Ok(labels) = labels(host, &boards, Some(user)).await else { return offer([]) };
    offer_matches(ctx, labels, partial)
}

/// The asker's newest matches that are over, for a rematch.
pub(super) async fn ended_matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let Ok(ended) = ctx.data().host.ended_of(asker(ctx).user).await else { return offer([]) };
    offer_neutrally(ctx, &ended, partial).await
}

/// The same, and before them the asker's matches under way: both can be analyzed.
pub(super) async fn all_matches_of<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let (host, user) = (&ctx.data().host, asker(ctx).user);
    let (Ok(mut boards), Ok(ended)) = (host.matches_of(user).await, host.ended_of(user).await) else {
        return offer([]);
    };
    boards.truncate(MAX_OPTIONS / 2);
    match (labels(host, &boards, Some(user)).await, labels(host, &ended, None).await) {
        (Ok(under_way), Ok(ended)) => offer_matches(ctx, [under_way, ended].concat(), partial),
        _ => offer([]),
    }
}

/// The matches of the channel, for people who may act on any of them.
pub(super) async fn all_matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let boards = matches_here(ctx).await;
    offer_neutrally(ctx, &boards, partial).await
}

/// The matches of the channel that others play.
pub(super) async fn matches_of_others<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let user = asker(ctx).user;
    let mut boards = matches_here(ctx).await;
    boards.retain(|it| it.current.side_of(user).is_none());
    offer_neutrally(ctx, &boards, partial).await
}

/// The matches of the channel that the asker watches.
pub(super) async fn watched_matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let Ok(watched) = ctx.data().host.watched_by(asker(ctx).user).await else { return offer([]) };
    let mut boards = matches_here(ctx).await;
    boards.retain(|it| watched.contains(&it.current.id));
    offer_neutrally(ctx, &boards, partial).await
}

/// The matches under way in the channel; none where they can't be looked up.
async fn matches_here(ctx: Context<'_>) -> Vec<Board> {
    let asker = asker(ctx);
    let mut boards = ctx.data().host.matches_in(asker.channel, asker.user).await.unwrap_or_default();
    boards.truncate(MAX_MATCHES);
    boards
}

/// Matches by the labels that everybody sees.
async fn offer_neutrally(ctx: Context<'_>, boards: &[Board], partial: &str) -> CreateAutocompleteResponse {
    match labels(&ctx.data().host, boards, None).await {
        Ok(labels) => offer_matches(ctx, labels, partial),
        Err(_) => offer([]),
    }
}

/// The matches whose labels contain the text so far.
fn offer_matches(ctx: Context<'_>, labels: Vec<(MatchId, Text)>, partial: &str) -> CreateAutocompleteResponse {
    let (typed, locale) = (partial.trim().to_lowercase(), locale(ctx));
    let labels = labels.into_iter().map(|(id, label)| (id, option_text(&label, locale)));
    let fitting = labels.filter(|it| it.1.to_lowercase().contains(&typed));
    offer(fitting.map(|(id, label)| AutocompleteChoice::new(label, id.0)))
}

/// The moves that begin with the text so far, in any spelling, or the one whose way it tells.
fn fitting(position: &dyn AnyPosition, partial: &str) -> Vec<Move> {
    let typed = compact(partial);
    let mut fitting = position.legal();
    fitting.retain(|it| compact(&it.to_string()).starts_with(&typed));
    if fitting.is_empty() {
        fitting.extend(position.read(partial));
    }
    fitting
}

/// The games whose names begin with, or contain, what is typed.
pub(super) async fn games<'a>(_: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_lowercase();
    let fits = |it: &&Info| it.key.contains(&typed) || it.name.to_lowercase().contains(&typed);
    let entry = |it: &Info| AutocompleteChoice::new(it.name, it.key);
    offer(GAMES.iter().map(|it| it.info()).filter(fits).map(entry))
}

/// The presets of the game that was chosen, then its options.
pub(super) async fn rules<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let info = chosen_game(ctx);
    let typed = partial.trim().to_lowercase();
    let locale = locale(ctx);
    let known = info.presets.iter().filter(|it| it.name.starts_with(&typed)).map(|it| {
        let text = Text::joined(" – ", [it.name.into(), preset_words(info, it)]);
        AutocompleteChoice::new(option_text(&text, locale), it.name)
    });
    let as_typed: String = partial.trim().chars().take(100).collect();
    let as_typed = (!as_typed.is_empty()).then(|| AutocompleteChoice::new(as_typed.clone(), as_typed));
    offer(known.chain(as_typed))
}

/// The levels of the engine.
pub(super) async fn levels<'a>(_: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_lowercase();
    // Also where somebody writes the word itself, or begins to.
    let typed = match "level".starts_with(&typed) {
        true => "",
        false => typed.strip_prefix("level").unwrap_or(&typed).trim_start_matches([':', ' ']),
    };
    let named = NAMED_LEVELS.iter().map(|it| it.0.to_owned());
    let words = std::iter::once(AUTO.to_owned()).chain((1..=LEVELS).map(|it| it.to_string())).chain(named);
    offer(words.filter(|it| it.starts_with(typed)).map(|it| AutocompleteChoice::new(it.clone(), it)))
}

/// The sides of the game that was chosen.
pub(super) async fn sides<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_lowercase();
    let sides = chosen_game(ctx).sides.map(|it| it.name.to_lowercase());
    let words = sides.into_iter().chain(["random".to_owned()]);
    offer(words.filter(|it| it.starts_with(&typed)).map(|it| AutocompleteChoice::new(it.clone(), it)))
}

/// The clocks that are offered, explained; and the text so far, if it is a clock.
pub(super) async fn clocks<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let (typed, locale) = (partial.trim().to_lowercase(), locale(ctx));
    let explained =
        |name: &str, clock| option_text(&Text::joined(": ", [name.into(), views::clock::words(clock)]), locale);
    let presets = TimeControl::PRESETS.map(|(name, clock)| (name, explained(name, clock)));
    let none = (clock::NONE, option_text(&say("clock-none", &[]), locale));
    let known = presets.into_iter().chain([none]).filter(|it| it.1.to_lowercase().contains(&typed));
    let known = known.map(|(name, text)| AutocompleteChoice::new(text, name));
    let own = clock::read_clock(&typed).ok().flatten().filter(|_| TimeControl::preset(&typed).is_none());
    let own = own.map(|it| (explained(&it.to_string(), it), it.to_string()));
    offer(known.chain(own.map(|(text, brief)| AutocompleteChoice::new(text, brief))))
}

/// The language of the person who is typing.
fn locale(ctx: Context<'_>) -> Locale {
    ctx.locale().map_or_else(Locale::default, Locale::of_code)
}

fn asker(ctx: Context<'_>) -> Asker {
    let (user, channel) = (user_id(ctx.author().id), ChannelId(ctx.channel_id().get()));
    Asker { user, channel, is_alone: false, origin: None }
}

fn offer(choices: impl IntoIterator<Item = AutocompleteChoice>) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(choices.into_iter().take(MAX_OPTIONS).collect())
}

fn chosen_game(ctx: Context<'_>) -> &'static Info {
    typed_text(ctx, "game").and_then(|it| games::find(&it)).unwrap_or(GAMES[0]).info()
}

/// Another option of the command, as filled in so far.
fn option<'a>(ctx: Context<'a>, name: &str) -> Option<&'a serenity::ResolvedValue<'a>> {
    let poise::Context::Application(application) = ctx else { return None };
    application.args.iter().find(|option| option.name == name).map(|option| &option.value)
}

fn typed_text(ctx: Context<'_>, name: &str) -> Option<String> {
    match option(ctx, name)? {
        serenity::ResolvedValue::String(text) => Some((*text).to_owned()),
        _ => None,
    }
}

fn typed_integer(ctx: Context<'_>, name: &str) -> Option<i64> {
    match option(ctx, name)? {
        serenity::ResolvedValue::Integer(number) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::views::test_positions;

    #[test]
    fn typing_leads_to_every_legal_move_of_every_game() {
        for position in test_positions::positions() {
            let legal = position.legal();
            let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
            let begun = texts.iter().flat_map(|it| (0..=it.len()).map(|length| &it[..length]));
            for typed in begun.collect::<BTreeSet<_>>() {
                let fitting: Vec<String> = fitting(&*position, typed).iter().map(ToString::to_string).collect();
                let all = texts.iter().filter(|it| it.starts_with(typed)).all(|it| fitting.contains(it));
                assert!(all, "{typed} fits {fitting:?}");
                // Entries that do not fit into the list appear when more is typed.
                let offered = &fitting[..fitting.len().min(MAX_OPTIONS)];
                assert!(!texts.iter().any(|it| it == typed) || offered.iter().any(|it| it == typed), "{typed}");
            }
        }
    }
}
