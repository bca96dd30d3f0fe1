//! The commands, one file each. Each works with the prefix and as a slash command, through the same code.
//!
//! What several commands need is in `answering.rs`, `where_to_play.rs`, `which_match.rs`, and `by_number.rs`.

mod about;
mod analyze;
mod answer;
mod answering;
mod away;
mod block;
mod board;
mod by_number;
mod challenge;
pub(super) mod chosen_match;
mod complete;
mod data;
mod games;
mod help;
mod hint;
mod leaderboard;
mod legal;
mod moves;
mod offers;
mod parlor;
mod play;
mod prepare;
mod profile;
mod rematch;
mod resign;
mod rules;
mod settings;
mod watch;
mod where_to_play;
mod which_match;

pub(super) use answer::told as told_of_answer;
pub(super) use answering::{acknowledge, answer, only_reader, refuse};
pub(super) use offers::agree;
pub(super) use play::begin;
pub(super) use resign::question as question_of_resigning;
pub(super) use where_to_play::require_membership;

use poise::serenity_prelude as serenity;
use serenity::InstallationContext;
use serenity::InteractionContext::{BotDm, Guild, PrivateChannel};

use self::answering::{acknowledge_publicly, appearance, confirm, confirm_begun, is_public, plain_appearance};
use self::where_to_play::{as_usual_in_forums, is_member_here, may_play_here, may_post_here};
use self::which_match::{cut_number, match_number, only_number, which, which_match, which_match_of};
use super::bot::{Command, Context, Done, asker};
use super::views;
use texts::say;

/// The name under which `help` explains a command that may be a part of another one.
pub(super) fn whole_command(ctx: Context<'_>) -> String {
    ctx.parent_commands().first().map_or(&ctx.command().name, |it| &it.name).to_string()
}

/// All commands in the order of the help, with their texts.
pub(super) fn all() -> Vec<Command> {
    let mut commands = vec![play::command(), challenge::command()];
    commands.extend(answer::commands());
    commands.extend([
        moves::command(),
        board::command(),
        legal::command(),
        hint::command(),
        prepare::command(),
        resign::resign(),
        resign::abort(),
        rematch::command(),
        away::command(),
        settings::command(),
        data::command(),
        analyze::command(),
        games::command(),
        leaderboard::command(),
        profile::command(),
        rules::command(),
        help::command(),
        about::command(),
    ]);
    commands.extend(offers::commands());
    commands.extend(watch::commands());
    commands.extend(block::commands());
    commands.push(parlor::command());
    commands.iter_mut().for_each(describe);
    commands
}

/// Name, description and help of every command, for the generated pages in `docs/`.
pub fn texts() -> Vec<(String, String, String)> {
    let of = |it: Command| {
        let help = views::help::usage(&it.name, "!");
        (it.name.to_string(), it.description.unwrap_or_default().to_string(), help)
    };
    all().into_iter().map(of).collect()
}

/// A command with a name other than its function's.
fn named(name: &'static str, command: Command) -> Command {
    Command { name: name.into(), qualified_name: name.into(), ..command }
}

/// Combines the two forms of a command: as a slash command, its options have names; with the prefix, its words are read
/// freely.
fn both(slash: Command, prefix: Command) -> Command {
    Command { prefix_action: prefix.prefix_action, ..slash }
}

/// Gives a command and its options their texts, and says where it can be used.
fn describe(command: &mut Command) {
    let name = command.qualified_name.replace(' ', "-");
    command.subcommands.iter_mut().for_each(describe);
    command.description = Some(say(&format!("command-{name}"), &[]).into());
    for option in &mut command.parameters {
        option.description = Some(say(&format!("option-{}", option.name), &[]).into());
    }
    let is_for_servers = !command.default_member_permissions.is_empty();
    let (everywhere, anyhow) =
        ([Guild, BotDm, PrivateChannel], [InstallationContext::Guild, InstallationContext::User]);
    command.interaction_context = Some(if is_for_servers { vec![Guild] } else { everywhere.to_vec() });
    command.install_context = Some(if is_for_servers { anyhow[..1].to_vec() } else { anyhow.to_vec() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_option_has_its_sentences_and_fits_discord() {
        let texts = texts::english();
        let commands = all();
        assert_eq!(commands.len(), 33);
        for part in commands.iter().flat_map(|it| &it.subcommands) {
            let key = format!("command-{}", part.qualified_name.replace(' ', "-"));
            assert!(texts.has(&key) && part.slash_action.is_some() && part.prefix_action.is_some(), "{key}");
            assert!(part.parameters.iter().all(|it| texts.has(&format!("option-{}", it.name))), "{key}");
        }
        for command in &commands {
            let description = command.description.as_deref().unwrap();
            assert!(texts.has(&format!("command-{}", command.name)), "{}", command.name);
            assert!(texts.has(&format!("command-{}-help", command.name)), "{}", command.name);
            assert!(!description.is_empty() && description.chars().count() <= 100, "{}", command.name);
            assert!(command.prefix_action.is_some() && command.slash_action.is_some(), "{}", command.name);
            for option in &command.parameters {
                assert!(texts.has(&format!("option-{}", option.name)), "{} {}", command.name, option.name);
                assert!(option.description.as_deref().unwrap().chars().count() <= 100);
            }
        }
    }

    #[test]
    fn the_help_has_every_command_in_one_group() {
        let mut grouped: Vec<&str> = views::help::GROUPS.iter().flat_map(|it| it.1).copied().collect();
        let commands = all();
        let mut names: Vec<&str> = commands.iter().map(|it| it.name.as_ref()).collect();
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn wherever_a_match_is_asked_for_matches_are_offered() {
        let commands = all();
        let parts = commands.iter().flat_map(|it| std::iter::once(it).chain(&it.subcommands));
        let mut count = 0;
        for command in parts {
            for option in command.parameters.iter().filter(|it| it.name == "match") {
                assert!(option.autocomplete_callback.is_some(), "{}", command.qualified_name);
                count += 1;
            }
        }
        assert!(count >= 15, "{count} commands ask for a match");
    }
}
