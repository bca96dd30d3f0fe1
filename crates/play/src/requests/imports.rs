//! Imported records: matches that were played elsewhere, as far as a record tells of them. They can be seen again, reviewed,
//! and played on from; they're rated for nobody, and in nobody's history.

use games::Refusal;
use games::records::Record;

use super::host::Host;
use crate::core::{HostError, unwritten};
use crate::{
    AbortCause, Asker, CustomStart, ImportedRecord, Match, MatchChoice, MatchEnd, MatchId, NewMatch, Place, Seat,
    UserId,
};
use games::Outcome;
use games::board::Side;

/// The most moves of an imported record: longer ones have hardly been played by people.
const MAX_PLIES: usize = 1000;

/// The tags that are kept, and how much of each.
const KEPT_TAGS: [&str; 4] = ["Event", "Site", "Date", "Round"];
const MAX_TAG_CHARS: usize = 100;

/// How much of a name is kept.
const MAX_NAME_CHARS: usize = 40;

impl Host {
    /// Keeps a record in a place, where everybody can see it, and whoever brought it in can remove it.
    pub async fn import(&self, place: Place, by: UserId, record: &Record) -> Result<MatchId, HostError> {
        if record.plies.len() > MAX_PLIES {
            return Err(Refusal::new("import-too-long").with("most", MAX_PLIES as u32).into());
        }
        let now = self.ports.clock.now();
        let told = told(place, by, record, now);
        self.ports.store.import(place, &told, now).await.map_err(unwritten)
    }

    /// An imported record that somebody was shown: where it is kept, and who brought it in.
    pub async fn imported(&self, asker: Asker, id: MatchId) -> Result<(Place, Option<UserId>), HostError> {
        let current = self.find(asker, MatchChoice::Shown(id)).await?.current;
        match current.imported {
            Some(record) => Ok((current.place, record.by)),
            None => Err(Refusal::new("not-imported").with("match", id.to_string()).into()),
        }
    }

    /// Removes an imported record for good.
    pub async fn remove_import(&self, id: MatchId) -> Result<(), HostError> {
        self.ports.store.remove_import(id).await.map_err(unwritten)?;
        self.ports.changes.changed(id);
        Ok(())
    }
}

/// A record as a match that is over.
fn told(place: Place, by: UserId, record: &Record, now: jiff::Timestamp) -> Match {
    let begun = NewMatch::casual(place, record.ruleset.clone(), [Seat::Recorded; 2]);
    let start = record.position.clone();
    let second_begins = record.begins == Side::Second;
    let abort = record.outcome.is_none().then_some(AbortCause::RecordEnds);
    let tags = record.tags.iter().filter(|it| KEPT_TAGS.contains(&it.0.as_str()));
    let kept = |(name, value): &(String, String)| (name.clone(), value.chars().take(MAX_TAG_CHARS).collect());
    Match {
        moves: record.plies.iter().map(|it| it.mv.to_string()).collect(),
        start: start.map(|position| CustomStart { position, second_begins }),
        imported: Some(ImportedRecord {
            by: Some(by),
            players: record.players.clone().map(|it| it.and_then(|name| known(&name))),
            tags: tags.map(kept).collect(),
        }),
        outcome: Some(record.outcome.unwrap_or(Outcome::ABORTED)),
        end: MatchEnd { revision: Some(0), abort },
        ..begun.begun(MatchId(0), now)
    }
}

/// A name as it is kept: as it was written, unless it's one of the signs with which records say that they don't know it.
fn known(name: &str) -> Option<String> {
    let is_shown = |it: &char| !it.is_control() && !INVISIBLE.contains(it);
    let name: String = name.chars().filter(is_shown).collect();
    let name: String = name.trim().chars().take(MAX_NAME_CHARS).collect();
    let says_nothing = |it: char| it.is_ascii_punctuation() || it.is_whitespace() || ['—', '–', '？'].contains(&it);
    Some(name).filter(|it| !it.chars().all(says_nothing))
}

/// Signs that show nothing, or turn the direction of what follows. The joiners stay: some scripts need them.
const INVISIBLE: [char; 11] = [
    '\u{200b}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2060}',
    '\u{feff}', '\u{ad}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_as_they_are() {
        for name in ["李明", "नमस्ते", "Jean-Luc", "Ame\u{301}lie", "**Ann**_99 <@1>", "🙂"] {
            assert_eq!(known(&format!(" {name} ")).as_deref(), Some(name));
        }
        for unknown in ["", "?", " - ", "***", "? ?", "—", "？", "\u{202e}", "\u{200b}", "\t"] {
            assert_eq!(known(unknown), None, "{unknown}");
        }
        assert_eq!(known(&"x".repeat(99)).map(|it| it.len()), Some(MAX_NAME_CHARS));
    }
}
