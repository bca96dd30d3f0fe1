//! What people see in the channels: messages, and the boards, reminders, and departures in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use discord::controls::{BoardAction, ChallengeAction, Control, PersonalAction};

/// The match and version that a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoardName {
    pub match_id: i64,
    pub version: u32,
}

impl BoardName {
    /// The board of a match as it is.
    pub fn of(current: &play::Match) -> Self {
        Self { match_id: current.id.0, version: current.version() }
    }

    /// The board that a picture of this name shows.
    pub fn of_picture(name: &str) -> Option<Self> {
        let mut parts = name.strip_suffix(".png")?.rsplit('-');
        let version = parts.next()?.parse().ok()?;
        Some(Self { match_id: parts.next()?.parse().ok()?, version })
    }

    /// A match and its version, as the values of menus contain them.
    fn read(text: &str) -> Option<Self> {
        let (match_id, version) = text.split_once(':')?;
        Some(Self { match_id: match_id.parse().ok()?, version: version.parse().ok()? })
    }

    /// The board that a control is about, if it does that.
    fn of_control(control: &Control, wanted: &BoardAction) -> Option<Self> {
        match control {
            Control::Board { id, version, action } if action == wanted => {
                Some(Self { match_id: id.0, version: *version })
            }
            _ => None,
        }
    }
}

/// A message as a person sees it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SeenMessage {
    id: String,
    #[serde(default)]
    author: Value,
    pub content: String,
    attachments: Vec<Value>,
    components: Vec<Value>,
    pub ephemeral: bool,
    #[serde(default)]
    pings: Vec<String>,
}

impl SeenMessage {
    /// Its number; 0 if it has none.
    pub fn id(&self) -> u64 {
        self.id.parse().unwrap_or_default()
    }

    /// Whether it is a message of the bot that everybody sees.
    pub fn is_public(&self) -> bool {
        !self.ephemeral && self.author["bot"] == true
    }

    /// The board that it shows: the name of the picture says so.
    pub fn board(&self) -> Option<BoardName> {
        BoardName::of_picture(self.attachments.first()?["filename"].as_str()?)
    }

    /// Whether the match that it shows is over.
    pub fn shows_the_end(&self) -> bool {
        self.content.contains('🏁')
    }

    /// Whether it has buttons or menus.
    pub fn has_controls(&self) -> bool {
        !self.components.is_empty()
    }

    /// The moves that it lists, in order.
    pub fn listed_moves(&self) -> Vec<String> {
        let listed = |line: &str| match line.split_once(" played **") {
            Some((_, rest)) => rest.split("**").next().map(str::to_owned),
            None => line.ends_with(" couldn't move and passed.").then(|| "pass".to_owned()),
        };
        self.content.lines().filter_map(listed).collect()
    }

    /// Its buttons and menus: their ids, and what they do.
    pub fn controls(&self) -> impl Iterator<Item = (&str, Control)> {
        let ids = self.parts().filter_map(|it| it["custom_id"].as_str());
        ids.filter_map(|it| Some((it, Control::decode(it)?.1)))
    }

    /// The id of the button or menu that does this.
    pub fn id_of(&self, control: &Control) -> Option<&str> {
        self.controls().find(|it| it.1 == *control).map(|it| it.0)
    }

    /// The options of its menus: the id of the menu, and the option's value.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts().flat_map(|menu| {
            let custom_id = menu["custom_id"].as_str().unwrap_or_default();
            let options = menu["options"].as_array().into_iter().flatten();
            options.filter_map(move |it| Some((custom_id, it["value"].as_str()?)))
        })
    }

    /// The challenge that can be accepted with it.
    pub fn open_challenge(&self) -> Option<i64> {
        self.controls().find_map(|it| match it.1 {
            Control::Challenge { id, action: ChallengeAction::Accept } => Some(id.0),
            _ => None,
        })
    }

    /// The turns that it reminds somebody of. The first one is the reason for it.
    pub fn reminded_turns(&self) -> Vec<BoardName> {
        let alone = self.controls().filter_map(|it| BoardName::of_control(&it.1, &BoardAction::Hush));
        let is_together = |it: &(&str, &str)| {
            matches!(Control::decode(it.0), Some((_, Control::Person { action: PersonalAction::HushOneOf, .. })))
        };
        alone.chain(self.options().filter(is_together).filter_map(|it| BoardName::read(it.1))).collect()
    }

    /// The turn of a player who has left the server, if it tells the other one so.
    fn departure(&self) -> Option<BoardName> {
        self.controls().find_map(|it| BoardName::of_control(&it.1, &BoardAction::Claim))
    }

    fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }
}

/// A message in which a board was seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct BoardMessage {
    /// Whom it has notified.
    pub pings: BTreeSet<u64>,
    /// Whether it has asked for an answer to an offer.
    pub asks: bool,
}

/// How a board was seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sighting {
    /// The messages that have shown it with the match under way, and those that have shown the end, because a
    /// resignation leaves the position unchanged.
    pub messages: [BTreeMap<u64, BoardMessage>; 2],
    /// The last moves that it listed, in each form in which they were seen.
    pub listed: BTreeSet<Vec<String>>,
}

/// What was in the channels when last looked at, and all that was ever there.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    /// Oldest message first.
    pub channels: HashMap<u64, Arc<Vec<SeenMessage>>>,
    pub boards: BTreeMap<BoardName, Sighting>,
    /// The turns that somebody was reminded of, and the messages that were posted for each.
    pub reminders: BTreeMap<BoardName, BTreeSet<u64>>,
    /// The turns of players who have left the server, and the messages that told the other one so.
    pub departures: BTreeMap<BoardName, BTreeSet<u64>>,
}

impl Seen {
    /// Notes what is in a channel now.
    pub fn note(&mut self, channel: u64, messages: Vec<SeenMessage>) {
        messages.iter().filter(|it| it.is_public()).for_each(|it| self.note_message(it));
        self.channels.insert(channel, Arc::new(messages));
    }

    /// Notes what a message of the bot says.
    pub fn note_message(&mut self, message: &SeenMessage) {
        if let Some(board) = message.board() {
            let sighting = self.boards.entry(board).or_default();
            let seen = sighting.messages[usize::from(message.shows_the_end())].entry(message.id()).or_default();
            seen.pings.extend(message.pings.iter().flat_map(|it| it.parse::<u64>()));
            seen.asks |= message
                .controls()
                .any(|it| matches!(it.1, Control::Board { action: BoardAction::AnswerOffer(_, true), .. }));
            sighting.listed.insert(message.listed_moves());
        }
        if let Some(turn) = message.departure() {
            self.departures.entry(turn).or_default().insert(message.id());
        }
        for (place, turn) in message.reminded_turns().into_iter().enumerate() {
            let reminders = self.reminders.entry(turn).or_default();
            reminders.extend((place == 0).then(|| message.id()));
        }
    }

    /// Whether that board, or a later one of its match, was ever seen.
    pub fn has_board(&self, board: BoardName) -> bool {
        self.boards.range(board..=BoardName { version: u32::MAX, ..board }).next().is_some()
    }

    /// Whether somebody was ever reminded of that turn, or the other player was told that they have left the server.
    pub fn has_reminder(&self, turn: BoardName) -> bool {
        self.reminders.contains_key(&turn) || self.departures.contains_key(&turn)
    }

    /// Whether a message has ever shown a board.
    pub fn was_board(&self, message: u64) -> bool {
        self.boards.values().any(|it| it.messages.iter().any(|it| it.contains_key(&message)))
    }

    /// What the bot has written for all, in any of these channels.
    pub fn public(&self, channels: &[u64]) -> Vec<SeenMessage> {
        let messages = channels.iter().filter_map(|it| self.channels.get(it)).flat_map(|it| it.iter());
        messages.filter(|it| it.is_public()).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use play::{ChallengeId, DatabaseId};

    const HERE: DatabaseId = DatabaseId(0xa1b2c);

    #[test]
    fn a_board_tells_its_match_its_version_and_the_moves() {
        let accept = Control::of_challenge(ChallengeId(7), ChallengeAction::Accept);
        let id = accept.custom_id(HERE);
        let row = json!({"type": 1, "components": [{"type": 2, "custom_id": id}]});
        let message: SeenMessage = serde_json::from_value(json!({
            "id": "12", "author": {"bot": true}, "attachments": [{"filename": "two-words-31-5.png"}],
            "content": "A title\nAnn played **a1-b2** and took a piece.\nBob couldn't move and passed.\nAnn, it's your turn",
            "components": [row], "ephemeral": false,
        }))
        .unwrap();
        assert_eq!(message.board(), Some(BoardName { match_id: 31, version: 5 }));
        assert_eq!(message.listed_moves(), ["a1-b2", "pass"]);
        assert_eq!((message.id(), message.open_challenge(), message.is_public()), (12, Some(7), true));
        assert_eq!(message.id_of(&accept), Some(id.as_str()));
    }
}
