//! What people can do: an *action* is one file, with its names as a slash command and as a typed one, what it takes, which
//! match it is about, who may do it, what that leads to, and what is answered.
//!
//! However somebody asks for it (command, button, menu, form, reply), it becomes the same function with typed arguments,
//! around which [`Session::carry_out`] is the one pipeline.

mod analyze;
mod answer;
mod away;
mod block;
mod board;
mod challenge;
mod complete;
mod data;
mod declare;
mod dispatch;
mod games;
mod help;
mod hint;
mod leaderboard;
mod legal;
pub(super) mod messages;
mod moves;
mod offers;
mod parlor;
mod play;
mod prepare;
mod profile;
mod rematch;
mod resign;
mod rules;
mod session;
mod settings;
mod spoken_move;
mod watch;
mod where_to_play;
mod which_match;

use super::bot::Command;
use super::views;
use texts::{Locale, Text};

use self::declare::describe;
pub(super) use self::dispatch::{pressed, submitted};
pub(super) use self::session::refuse_arguments;

/// All commands in the order of the help, with their texts.
pub(super) fn all() -> Vec<Command> {
    let mut commands = vec![play::command(), challenge::command()];
    commands.extend(answer::commands());
    commands.extend([moves::command(), board::command(), legal::command(), hint::command(), prepare::command()]);
    commands.extend(resign::commands());
    commands.extend([
        rematch::command(),
        away::command(),
        settings::command(),
        data::command(),
        analyze::command(),
        games::command(),
        leaderboard::command(),
        profile::command(),
        rules::command(),
    ]);
    commands.extend(help::commands());
    commands.extend(offers::commands());
    commands.extend(watch::commands());
    commands.extend(block::commands());
    commands.push(parlor::command());
    commands.iter_mut().for_each(describe);
    commands
}

/// Name, description and help of every command, for the generated pages in `docs/`.
pub fn texts() -> Vec<(String, String, String)> {
    let english = |it: Text| it.in_locale(Locale::English);
    let of = |it: Command| {
        let (description, help) = (views::help::description(&it.name), views::help::usage(&it.name, "!"));
        (it.name.to_string(), english(description), english(help))
    };
    all().into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_option_has_its_sentences_and_fits_discord() {
        let commands = all();
        assert_eq!(commands.len(), 33);
        for part in commands.iter().flat_map(|it| &it.subcommands) {
            let key = format!("command-{}", part.qualified_name.replace(' ', "-"));
            assert!(texts::has(&key) && part.slash_action.is_some() && part.prefix_action.is_some(), "{key}");
            assert!(part.parameters.iter().all(|it| texts::has(&format!("option-{}", it.name))), "{key}");
        }
        for command in &commands {
            let description = command.description.as_deref().unwrap();
            assert!(texts::has(&format!("command-{}", command.name)), "{}", command.name);
            assert!(texts::has(&format!("command-{}-help", command.name)), "{}", command.name);
            assert!(!description.is_empty() && description.chars().count() <= 100, "{}", command.name);
            assert!(command.prefix_action.is_some() && command.slash_action.is_some(), "{}", command.name);
            for option in &command.parameters {
                assert!(texts::has(&format!("option-{}", option.name)), "{} {}", command.name, option.name);
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
