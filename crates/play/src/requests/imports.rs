//! Imported records: matches that were played elsewhere, as far as a record tells of them. They can be seen again, reviewed,
//! and played on from; they're rated for nobody, and in nobody's history.

use games::Refusal;
use games::records::Record;

use super::host::Host;
use crate::core::{HostError, unwritten};
use crate::{AbortCause, CustomStart, ImportedRecord, Match, MatchEnd, MatchId, NewMatch, Place, Seat};
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
    /// Keeps a record in a place, where everybody can see it.
    pub async fn import(&self, place: Place, record: &Record) -> Result<MatchId, HostError> {
        if record.plies.len() > MAX_PLIES {
            return Err(Refusal::new("import-too-long").with("most", MAX_PLIES as u32).into());
        }
        let now = self.ports.clock.now();
        let told = told(place, record, now);
        self.ports.store.import(place, &told, now).await.map_err(unwritten)
    }
}

/// A record as a match that is over.
fn told(place: Place, record: &Record, now: jiff::Timestamp) -> Match {
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
            players: record.players.clone().map(|it| it.and_then(|name| harmless(&name))),
            tags: tags.map(kept).collect(),
        }),
        outcome: Some(record.outcome.unwrap_or(Outcome::ABORTED)),
        end: MatchEnd { revision: Some(0), abort },
        ..begun.begun(MatchId(0), now)
    }
}

/// A name without what a chat could take for markup, a mention, or a link.
fn harmless(name: &str) -> Option<String> {
    let is_harmless = |it: &char| it.is_alphanumeric() || " .,'’+&".contains(*it);
    let words: String = name.chars().map(|it| if is_harmless(&it) { it } else { ' ' }).collect();
    let name: String = words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_NAME_CHARS).collect();
    Some(name).filter(|it| it.chars().any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless() {
        assert_eq!(harmless("Jürgen O’Neill, Jr."), Some("Jürgen O’Neill, Jr.".to_owned()));
        assert_eq!(harmless("**Ann**_99 <@1> discord.gg/abc"), Some("Ann 99 1 discord.gg abc".to_owned()));
        assert_eq!(harmless("\u{202e}@everyone\n"), Some("everyone".to_owned()));
        assert_eq!(harmless("***"), None);
        assert_eq!(harmless(&"x".repeat(99)).map(|it| it.len()), Some(MAX_NAME_CHARS));
    }
}
