//! The pages of `docs/` that say what the program says: made from the same texts, and kept equal by a test.

use crate::discord::command_texts;
use crate::game::Ruleset;
use crate::games::GAMES;
use crate::i18n::say;

/// `docs/commands.md`.
pub fn commands() -> String {
    let mut page = String::from(
        "# Commands\n\nMade from the program's own texts (`UPDATE_DOCS=1 cargo test --test docs`).\n\n\
         Every command works as a slash command, with the prefix (`!` unless set), and by mentioning the bot. To move, \
         you can also reply to the board with your move, or use the menus under it.\n\n| command | does |\n|---|---|\n",
    );
    for (name, description, _) in command_texts() {
        page.push_str(&format!("| `{name}` | {description} |\n"));
    }
    for (name, description, help) in command_texts() {
        page.push_str(&format!("\n## {name}\n\n{description}.\n\n{help}\n"));
    }
    page
}

/// `docs/rules.md`.
pub fn rules() -> String {
    let mut page = String::from(
        "# Rules\n\nMade from the program's own texts (`UPDATE_DOCS=1 cargo test --test docs`). A ruleset is written \
         `game:preset`, with what is changed of it behind: `loa:mso limit=60 size=6x6`.\n",
    );
    for info in GAMES.iter().map(|it| it.info()) {
        page.push_str(&format!("\n## {} — `{}`\n\n", info.name, info.key));
        page.push_str(&say(&format!("{}-rules", info.key), &[]));
        page.push_str(&format!("\n\nBoard: {} (files × ranks), ", info.default_size));
        page.push_str(&format!("from {} to {}.\n\n| preset | is |", info.smallest, info.largest));
        for option in info.options {
            page.push_str(&format!(" `{}` |", option.key));
        }
        page.push_str(&format!("\n|---|---|{}\n", "---|".repeat(info.options.len())));
        for preset in info.presets {
            page.push_str(&format!("| `{}` | {} |", preset.name, preset.summary));
            for (_, value) in Ruleset::preset(info, preset).values() {
                page.push_str(&format!(" {value} |"));
            }
            page.push('\n');
        }
        page.push_str("\nOptions:\n\n");
        for option in info.options {
            page.push_str(&format!("- `{}` — {}\n", option.key, option.expected()));
        }
    }
    page
}
