//! Every game of a match as text.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;

use crate::board::Side;
use crate::engine::duel::{Duel, DuelGame};
use crate::game::{Reason, Table};
use crate::games;

/// The file that the games are added to, each as it ends.
pub(super) struct Records {
    file: File,
    duel: Duel,
    names: [String; 2],
    /// Today, as records write it.
    date: String,
}

impl Records {
    pub fn open(path: &Path, duel: &Duel, names: &[String; 2]) -> anyhow::Result<Self> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        Ok(Self { file, duel: duel.clone(), names: names.clone(), date })
    }

    pub fn add(&mut self, games: &[DuelGame; 2]) -> anyhow::Result<()> {
        for it in games {
            let table = games::open(&self.duel.ruleset, self.duel.position.as_deref())?;
            let text = write(it, table, &self.duel, &self.names, &self.date);
            self.file.write_all(text.as_bytes())?;
        }
        Ok(self.file.flush()?)
    }
}

/// A game with its tags, then its moves; an empty line ends it.
fn write(game: &DuelGame, mut table: Box<dyn Table>, duel: &Duel, names: &[String; 2], date: &str) -> String {
    let begins = table.to_move();
    let result = match game.outcome.map(|it| it.winner) {
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
        // One that grew too long counts as drawn.
        None | Some(None) => "1/2-1/2",
    };
    let reason = game.outcome.map_or(Reason::Agreed, |it| it.reason);
    let mut tags = vec![("Game", duel.ruleset.info.key.to_owned()), ("Rules", duel.ruleset.to_string())];
    tags.extend(Side::BOTH.map(|it| (table.sides()[it.index()].name, names[game.player(it)].clone())));
    tags.extend([("Result", result.to_owned()), ("Reason", reason.to_string())]);
    tags.extend(duel.position.clone().map(|it| ("Position", it)));
    tags.extend([("Date", date.to_owned()), ("Round", game.number())]);
    tags.extend(game.forfeit.clone().map(|it| ("Termination", it)));
    let mut words = Vec::new();
    for (ply, it) in game.moves.iter().enumerate() {
        match table.to_move() {
            Side::First => words.push(format!("{}.", (ply + begins.index()) / 2 + 1)),
            Side::Second if ply == 0 => words.push("1...".into()),
            Side::Second => {}
        }
        let captures = table.captured(*it).is_some();
        words.push(if captures { format!("{}x{}", it.from, it.to) } else { it.to_string() });
        // The referee allowed it when it was played.
        let _ = table.play(*it);
    }
    words.push(result.to_owned());
    let escape = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", escape(value))).collect();
    format!("{tags}\n{}\n\n", fold(&words))
}

/// Words in lines of at most 80 characters.
fn fold(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let fits = column + 1 + word.len() <= 80;
        if column > 0 {
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
