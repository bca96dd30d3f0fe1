//! A message as a person sees it, and the facts read from it.

use serde::Deserialize;
use serde_json::Value;

/// A message as a person sees it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SeenMessage {
    id: String,
    author: Option<Author>,
    pub content: String,
    attachments: Vec<File>,
    components: Vec<Value>,
    pub ephemeral: bool,
    #[serde(default)]
    pings: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Author {
    bot: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct File {
    filename: String,
}

/// The match and version that a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoardName {
    pub match_id: i64,
    pub version: u32,
}

/// An option of a menu.
pub(crate) struct MenuOption<'a> {
    pub custom_id: &'a str,
    pub value: &'a str,
}

impl SeenMessage {
    /// Its number; 0 if it has none.
    pub fn id(&self) -> u64 {
        self.id.parse().unwrap_or_default()
    }

    /// Whether it is a message of the bot that everybody sees.
    pub fn is_public(&self) -> bool {
        !self.ephemeral && self.author.as_ref().is_some_and(|it| it.bot)
    }

    /// The board that it shows.
    pub fn board(&self) -> Option<BoardName> {
        let name = self.attachments.first()?.filename.strip_suffix(".png")?;
        let (rest, version) = name.rsplit_once('-')?;
        let (_, match_id) = rest.rsplit_once('-')?;
        Some(BoardName { match_id: match_id.parse().ok()?, version: version.parse().ok()? })
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
    pub fn told_moves(&self) -> Vec<&str> {
        self.content.lines().filter_map(told_move).collect()
    }

    /// The ids of its buttons and menus.
    pub fn controls(&self) -> impl Iterator<Item = &str> {
        self.parts().filter_map(|it| it["custom_id"].as_str())
    }

    /// The id of the button or menu for this control, for any database.
    pub fn id_of(&self, control: &str) -> Option<&str> {
        self.controls().find(|it| without_database(it) == control)
    }

    /// The options of its menus.
    pub fn options(&self) -> impl Iterator<Item = MenuOption<'_>> {
        self.parts().flat_map(|menu| {
            let custom_id = menu["custom_id"].as_str().unwrap_or_default();
            let options = menu["options"].as_array().into_iter().flatten();
            options.filter_map(move |it| Some(MenuOption { custom_id, value: it["value"].as_str()? }))
        })
    }

    /// The challenge that can be accepted with it.
    pub fn open_challenge(&self) -> Option<i64> {
        self.controls().find_map(|it| without_database(it).strip_prefix(ACCEPT)?.parse().ok())
    }

    /// Whether it asks for an answer to an offer.
    pub fn asks(&self) -> bool {
        self.controls().any(|it| it.starts_with(AGREE))
    }

    /// The turns that it reminds somebody of. The first one is the reason for it.
    pub fn reminded_turns(&self) -> Vec<BoardName> {
        let alone = self.controls().filter_map(|it| without_database(it).strip_prefix(HUSH));
        let together = self.options().filter(|it| it.custom_id.starts_with(HUSH_ONE_OF)).map(|it| it.value);
        alone.chain(together).filter_map(turn).collect()
    }

    /// The turn of a player who has left the server, if it tells the other one so.
    pub fn departure(&self) -> Option<BoardName> {
        self.controls().find_map(|it| turn(without_database(it).strip_prefix(CLAIM)?))
    }

    /// Whether a person was notified of it, with or without a sound.
    pub fn notifies(&self, person: u64) -> bool {
        self.pings.contains(&person.to_string())
    }

    /// Whether it links to a message.
    pub fn links_to_a_message(&self) -> bool {
        self.content.contains("https://discord.com/channels/")
    }

    fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }
}

/// The control in an id, without the database that follows it.
fn without_database(custom_id: &str) -> &str {
    custom_id.split_once('@').map_or(custom_id, |it| it.0)
}

/// The move in a line of a board.
fn told_move(line: &str) -> Option<&str> {
    match line.split_once(" played **") {
        Some((_, rest)) => rest.split("**").next(),
        None => line.ends_with(" couldn't move and passed.").then_some("pass"),
    }
}

/// A match and its version, as controls contain them.
fn turn(text: &str) -> Option<BoardName> {
    let (match_id, version) = text.split_once(':')?;
    Some(BoardName { match_id: match_id.parse().ok()?, version: version.parse().ok()? })
}

/// How the id of the button that accepts a challenge begins.
pub(crate) const ACCEPT: &str = "1:accept:";
/// How the id of the menu begins that asks which proposal an answer is to.
pub(crate) const REPLY: &str = "1:reply:";

/// How the ids of the buttons begin that accept and decline the offer in a match.
pub(crate) const AGREE: &str = "1:agree:";
pub(crate) const REFUSE: &str = "1:refuse:";

/// How the ids of the controls begin that mute further reminders of a turn, or of one of several.
const HUSH: &str = "1:hush:";
const HUSH_ONE_OF: &str = "1:hush-one:";

/// How the id of the button begins that claims the win against somebody who has left the server.
const CLAIM: &str = "1:claim:";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_board_tells_its_match_its_version_and_the_moves() {
        let row = json!({"type": 1, "components": [{"type": 2, "custom_id": "1:accept:7@a1b2c"}]});
        let message: SeenMessage = serde_json::from_value(json!({
            "id": "12", "author": {"bot": true}, "attachments": [{"filename": "two-words-31-5.png"}],
            "content": "A title\nAnn played **a1-b2** and took a piece.\nBob couldn't move and passed.\nAnn, it's your turn",
            "components": [row], "ephemeral": false,
        }))
        .unwrap();
        assert_eq!(message.board(), Some(BoardName { match_id: 31, version: 5 }));
        assert_eq!(message.told_moves(), ["a1-b2", "pass"]);
        assert_eq!((message.id(), message.open_challenge(), message.is_public()), (12, Some(7), true));
        assert_eq!(message.id_of("1:accept:7"), Some("1:accept:7@a1b2c"));
    }

    #[test]
    fn a_reminder_names_the_turn_that_is_due_first() {
        let reminded = |part: Value| {
            let row = json!({"type": 1, "components": [part]});
            let message: SeenMessage = serde_json::from_value(json!({
                "id": "12", "author": {"bot": true}, "attachments": [], "content": "", "components": [row],
                "ephemeral": false,
            }))
            .unwrap();
            message.reminded_turns().iter().map(|it| (it.match_id, it.version)).collect::<Vec<_>>()
        };
        assert_eq!(reminded(json!({"type": 2, "custom_id": "1:hush:31:5@a1b2c"})), [(31, 5)]);
        let options = json!([{"value": "40:1"}, {"value": "31:5"}]);
        let menu = json!({"type": 3, "custom_id": "1:hush-one:9@a1b2c", "options": options});
        assert_eq!(reminded(menu), [(40, 1), (31, 5)]);
        assert_eq!(reminded(json!({"type": 2, "custom_id": "1:away:9@a1b2c"})), []);
    }
}
