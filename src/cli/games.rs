//! `parlor games`: the registry.

use serde_json::{Value, json};

use super::print;
use games::GAMES;
use games::{Info, OptionKind};
use texts::{Locale, Text, option_words, preset_words, size_words, summary};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let infos = GAMES.iter().map(|it| it.info());
    if arguments.json {
        return print(serde_json::to_string_pretty(&infos.map(as_json).collect::<Value>())?);
    }
    for info in infos {
        print(as_text(info))?;
    }
    Ok(())
}

fn as_json(info: &Info) -> Value {
    let option = |it: &games::OptionInfo| match it.kind {
        OptionKind::Choice(values) => {
            json!({ "key": it.key, "values": values, "summary": english(option_words(info, it)) })
        }
        OptionKind::Limit { least, most } => {
            json!({ "key": it.key, "off": true, "least": least, "most": most, "summary": english(option_words(info, it)) })
        }
    };
    let preset = |it: &games::Preset| {
        let keys = info.options.iter().map(|it| it.key);
        let values: serde_json::Map<String, Value> =
            keys.zip(it.values).map(|(key, value)| (key.to_owned(), json!(value))).collect();
        json!({ "name": it.name, "summary": english(preset_words(info, it)), "size": it.size.to_string(), "options": values })
    };
    json!({
        "key": info.key,
        "name": info.name,
        "aliases": info.aliases,
        "sides": info.sides.map(|it| json!({ "letter": it.letter.to_string(), "name": it.name })),
        "size": {
            "default": info.default_size.to_string(),
            "smallest": info.smallest.to_string(),
            "largest": info.largest.to_string(),
        },
        "options": info.options.iter().map(option).collect::<Value>(),
        "presets": info.presets.iter().map(preset).collect::<Value>(),
    })
}

fn as_text(info: &Info) -> String {
    let mut lines = vec![format!("{} — {}", info.key, info.name), format!("  {}", english(summary(info)))];
    lines.extend(
        info.presets.iter().map(|it| format!("  {}:{} — {}", info.key, it.name, english(preset_words(info, it)))),
    );
    lines.push(format!(
        "  size=WxH — {}: {} ({} to {})",
        english(size_words()),
        info.default_size,
        info.smallest,
        info.largest
    ));
    for option in info.options {
        lines.push(format!("  {}=… — {}", option.key, english(option_words(info, option))));
    }
    lines.join("\n")
}

fn english(text: Text) -> String {
    text.in_locale(Locale::English)
}
