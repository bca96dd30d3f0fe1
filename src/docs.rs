//! The pages of `docs/` that say what the program says: made from the same texts, and kept equal by a test.

use discord::command_texts;
use games::GAMES;
use games::{Info, OptionInfo, Ruleset};
use texts::{Locale, Text, option_words, preset_words, say, summary, value_words};

/// `docs/commands.md`.
pub fn commands() -> String {
    let mut page = String::from(
        "# Commands\n\nThis page is generated from the program's own texts (`UPDATE_DOCS=1 cargo test --test it -- program::docs`).\n\n\
         Every command works as a slash command, with the prefix (`!` unless you change it), and by mentioning the bot. \
         To move, you can also reply to the board with your move, or use the menus under it.\n\n| command | what it does \
         |\n|---|---|\n",
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
        "# Rules\n\nThis page is generated from the program's own texts (`UPDATE_DOCS=1 cargo test --test it -- program::docs`). A ruleset \
         is written `game:preset`, followed by any options you change: `loa:mso limit=60 size=6x6`.\n",
    );
    for info in GAMES.iter().map(|it| it.info()) {
        page.push_str(&format!("\n## {} — `{}`\n\n", info.name, info.key));
        let picture = format!("../tests/pictures/example-{}.png", info.key);
        page.push_str(&format!("![{}: {} has just been played]({picture})\n\n", info.name, info.example.play));
        page.push_str(&english(say(&format!("{}-rules", info.key), &[])));
        page.push_str(&format!("\n\nBoard: {} (files × ranks).\n\n| preset | what it is |", board(info)));
        for option in info.options {
            page.push_str(&format!(" `{}` |", option.key));
        }
        page.push_str(&format!("\n|---|---|{}\n", "---|".repeat(info.options.len())));
        for preset in info.presets {
            page.push_str(&format!("| `{}` | {} |", preset.name, english(preset_words(info, preset))));
            for (_, value) in Ruleset::preset(info, preset).values() {
                page.push_str(&format!(" {value} |"));
            }
            page.push('\n');
        }
        if !info.options.is_empty() {
            page.push_str("\nOptions:\n\n");
        }
        for option in info.options {
            page.push_str(&format!("- `{}` — {}\n", option.key, english(option_words(info, option))));
            page.extend(sentences(info, option));
        }
    }
    page
}

/// The table of the games in `README.md`.
pub fn games() -> String {
    let mut table = String::from("| game | key | in a sentence | board | presets |\n|---|---|---|---|---|\n");
    for info in GAMES.iter().map(|it| it.info()) {
        let presets: Vec<String> = info.presets.iter().map(|it| format!("`{}`", it.name)).collect();
        let summary = english(summary(info));
        let (presets, board) = (presets.join(", "), board(info));
        let row = format!("| **{}** | `{}` | {summary} | {board} | {presets} |\n", info.name, info.key);
        table.push_str(&row);
    }
    table
}

/// The sizes of a game's boards.
fn board(info: &Info) -> String {
    if info.smallest == info.largest {
        info.default_size.to_string()
    } else {
        format!("{}, {} to {}", info.default_size, info.smallest, info.largest)
    }
}

/// What the values of an option mean.
fn sentences(info: &Info, option: &OptionInfo) -> impl Iterator<Item = String> {
    let number = option.has_limit().then_some("N");
    let values = number.into_iter().chain(option.named_values());
    values.map(move |it| format!("  - `{it}`: {}\n", english(value_words(info, option, it))))
}

fn english(text: Text) -> String {
    text.in_locale(Locale::English)
}
