//! Rules, help, and what this is.

use poise::serenity_prelude as serenity;
use serenity::CreateEmbed;

use super::lists::COLOUR;
use crate::discord::bot::Command;
use crate::discord::view::View;
use crate::game::Ruleset;
use crate::games::GAMES;
use crate::i18n::{english, say};
use crate::render::Theme;

/// The rules of a game, those in force first.
pub fn rules(ruleset: &Ruleset) -> View {
    let info = ruleset.info;
    let mut text = vec![say(&format!("{}-rules", info.key), &[])];
    for (key, value) in ruleset.values() {
        let sentences = [format!("{}-rules-{key}-{value}", info.key), format!("{}-rules-{key}", info.key)];
        let limit = value.parse::<i64>();
        let sentence = if limit.is_ok() { &sentences[1] } else { &sentences[0] };
        if english().has(sentence) {
            text.push(format!("- {}", say(sentence, &[("limit", limit.unwrap_or(0).into())])));
        }
    }
    let presets: Vec<String> =
        info.presets.iter().map(|it| format!("`{}:{}` – {}", info.key, it.name, it.summary)).collect();
    let options: Vec<String> = info.options.iter().map(|it| format!("`{}={}`", it.key, it.expected())).collect();
    let title = say("rules-title", &[("game", info.name.into()), ("rules", ruleset.to_string().into())]);
    let embed = CreateEmbed::new()
        .title(title)
        .description(text.join("\n"))
        .field(say("rules-presets", &[]), presets.join("\n"), false)
        .field(say("rules-options", &[]), options.join("\n"), false)
        .colour(COLOUR);
    View::embed(embed)
}

/// All commands, a line each.
pub fn all_commands(commands: &[Command], prefix: &str) -> View {
    let line = |it: &Command| {
        let description = it.description.as_deref().unwrap_or_default();
        format!("**{}** — {description}", it.name)
    };
    let lines: Vec<String> = commands.iter().map(line).collect();
    let embed = CreateEmbed::new()
        .title(say("help-title", &[]))
        .description(format!("{}\n\n{}", say("help-intro", &[("prefix", prefix.into())]), lines.join("\n")))
        .colour(COLOUR);
    View::embed(embed)
}

/// How a command is spelled, and what there is to know about it.
pub fn usage(command: &str, prefix: &str) -> String {
    say(&format!("command-{command}-help"), &[("prefix", prefix.into()), ("themes", themes().into())])
}

/// The names of all themes of boards.
pub fn themes() -> String {
    Theme::ALL.map(|it| format!("`{it}`")).join(", ")
}

/// One command with its spellings.
pub fn one_command(command: &Command, prefix: &str) -> View {
    let usage = usage(&command.name, prefix);
    let embed = CreateEmbed::new()
        .title(format!("/{}", command.name))
        .description(format!("{}\n\n{usage}", command.description.as_deref().unwrap_or_default()))
        .colour(COLOUR);
    View::embed(embed)
}

/// What this is and where it comes from.
pub fn about() -> View {
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let facts = [("version", env!("CARGO_PKG_VERSION").into()), ("games", names.join(", ").into())];
    View::embed(CreateEmbed::new().title(say("about-title", &[])).description(say("about-text", &facts)).colour(COLOUR))
}
