//! The arguments that say which game and which position, shared by several subcommands.

use anyhow::{Context as _, anyhow};

use games::{AnyPosition, ReadMove, Ruleset, is_move_number};
use texts::{Locale, Text, say};

/// Which game, by which rules.
#[derive(clap::Args)]
pub(super) struct RulesetArguments {
    /// The game: its key, like loa, or with a preset, like loa:mso
    game: String,
    /// The size of the board, files x ranks, like 8x8
    #[arg(long, value_name = "WxH")]
    size: Option<String>,
    /// A preset and options, like "mso limit=60" (`parlor games` lists them)
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

/// Which game, by which rules, from which position.
#[derive(clap::Args)]
pub(super) struct PositionArguments {
    #[command(flatten)]
    rules: RulesetArguments,
    /// The position, like "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"; the usual start if left out
    #[arg(long, value_name = "P")]
    position: Option<String>,
}

impl RulesetArguments {
    /// The ruleset that they name.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        let (name, preset) = self.game.split_once(':').unwrap_or((&self.game, ""));
        let unknown = || anyhow!("There's no game called “{name}”. The games are: {}.", games::keys());
        let info = games::find(name).ok_or_else(unknown)?.info();
        let words = format!("{preset} {}", self.rules.as_deref().unwrap_or_default());
        let mut ruleset = Ruleset::parse(info, &words).context("The rules can't be read")?;
        if let Some(size) = &self.size {
            ruleset.set("size", size).context("The size can't be used")?;
        }
        Ok(ruleset)
    }
}

impl PositionArguments {
    /// The ruleset that they name.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        self.rules.ruleset()
    }

    /// The position that was asked for, as its game writes it; `None` is the start.
    pub fn position(&self) -> anyhow::Result<Option<String>> {
        self.position.is_some().then(|| Ok(self.open()?.text())).transpose()
    }

    /// The position that they name.
    pub fn open(&self) -> anyhow::Result<Box<dyn AnyPosition>> {
        games::open(&self.ruleset()?, self.position.as_deref()).context("The position can't be read")
    }
}

/// Plays moves that were typed one after the other; `each` sees the position after every one.
pub(super) fn play_all(
    position: &mut dyn AnyPosition,
    moves: &str,
    mut each: impl FnMut(&dyn AnyPosition),
) -> anyhow::Result<()> {
    for (index, text) in moves.split_whitespace().filter(|it| !is_move_number(it)).enumerate() {
        let number = index + 1;
        let refused = |reason: String| anyhow!("Move {number} ({text}) is refused: {reason}");
        let mv = position.read(text).map_err(|error| refused(explain(&error)))?;
        position.play(mv).map_err(|refusal| refused(texts::explain(&refusal).in_locale(Locale::English)))?;
        each(position);
    }
    Ok(())
}

/// Why a text is no legal move.
pub(super) fn explain(error: &ReadMove) -> String {
    match error {
        ReadMove::Illegal(refusal) => texts::explain(refusal).in_locale(Locale::English),
        ReadMove::Unreadable(error) => error.to_string(),
        ReadMove::Ambiguous(moves) => {
            say("move-could-mean", &[("moves", Text::any_of(moves.iter().copied()))]).in_locale(Locale::English)
        }
    }
}
