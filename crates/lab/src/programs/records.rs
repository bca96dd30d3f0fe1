//! Every game of a match as text.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;

use crate::duel::{Duel, DuelGame};
use games::board::Side;
use games::records::{Record, Replay, pgn};
use games::{Outcome, Reason};

/// The file that the games are added to, each as it ends.
pub struct Records {
    file: File,
    duel: Duel,
    names: [String; 2],
    /// Today, as records write it.
    date: String,
}

impl Records {
    /// Opens a file to add to, and creates it if there is none; an error if it can't be written.
    pub fn open(path: &Path, duel: &Duel, names: &[String; 2]) -> anyhow::Result<Self> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("{} can't be written", path.display()))?;
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        Ok(Self { file, duel: duel.clone(), names: names.clone(), date })
    }

    /// Adds both games of a pair; an error if they can't be written.
    pub fn add(&mut self, games: &[DuelGame; 2]) -> anyhow::Result<()> {
        for game in games {
            let record = record(game, &self.duel, &self.names, &self.date)?;
            writeln!(self.file, "{}", pgn::write(&record))?;
        }
        Ok(self.file.flush()?)
    }
}

/// A game as a record; one that grew too long counts as drawn.
fn record(game: &DuelGame, duel: &Duel, names: &[String; 2], date: &str) -> anyhow::Result<Record> {
    let found = games::find(duel.ruleset.info.key).context("The game isn't in the registry")?;
    let mut replay = Replay::open(found, &duel.ruleset, duel.position.as_deref())?;
    game.moves.iter().try_for_each(|it| replay.play(*it))?;
    let drawn = Outcome { winner: None, reason: Reason::Agreed };
    let mut record = replay.finish(Some(game.outcome.unwrap_or(drawn)))?;
    record.players = Side::BOTH.map(|it| Some(names[game.player(it)].clone()));
    let tags = [Some(("Date", date.to_owned())), Some(("Round", game.number()))];
    let tags = tags.into_iter().chain([game.forfeit.clone().map(|it| ("Termination", it))]).flatten();
    record.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
    Ok(record)
}
