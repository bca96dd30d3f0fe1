//! A message as a person sees it, and the facts read from it.

use serde::Deserialize;
use serde_json::Value;

use discord::controls::{BoardAction, ChallengeAction, Control, PersonalAction};
use play::{ChallengeId, MatchId};

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

impl MenuOption<'_> {
    /// What choosing it does.
    pub fn control(&self) -> Option<Control> {
        Control::decode(self.custom_id).map(|(_, control)| control)
    }
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

    /// Its buttons and menus.
    pub fn controls(&self) -> impl Iterator<Item = Control> {
        self.parts().filter_map(|it| Control::decode(it["custom_id"].as_str()?)).map(|(_, control)| control)
    }

    /// The id of the button or menu for a control, for any database.
    pub fn id_of(&self, control: &Control) -> Option<&str> {
        let mut ids = self.parts().filter_map(|it| it["custom_id"].as_str());
        ids.find(|it| Control::decode(it).is_some_and(|(_, it)| it == *control))
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
        self.controls().find_map(|it| match it {
            Control::Challenge { id: ChallengeId(id), action: ChallengeAction::Accept } => Some(id),
            _ => None,
        })
    }

    /// Whether it asks for an answer to an offer.
    pub fn asks(&self) -> bool {
        self.controls().any(|it| matches!(it, Control::Board { action: BoardAction::AnswerOffer(_, true), .. }))
    }

    /// The turns that it reminds somebody of. The first one is the reason for it.
    pub fn reminded_turns(&self) -> Vec<BoardName> {
        let alone = self.controls().filter_map(|it| turn(&it, &BoardAction::Hush));
        let is_together = |it: &Control| matches!(it, Control::Person { action: PersonalAction::HushOneOf, .. });
        let together = self.options().filter(|it| it.control().is_some_and(|it| is_together(&it)));
        alone.chain(together.filter_map(|it| read_turn(it.value))).collect()
    }

    /// The turn of a player who has left the server, if it tells the other one so.
    pub fn departure(&self) -> Option<BoardName> {
        self.controls().find_map(|it| turn(&it, &BoardAction::Claim))
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

/// The move in a line of a board.
fn told_move(line: &str) -> Option<&str> {
    match line.split_once(" played **") {
        Some((_, rest)) => rest.split("**").next(),
        None => line.ends_with(" couldn't move and passed.").then_some("pass"),
    }
}

/// The board of a control, if that is its action.
fn turn(control: &Control, wanted: &BoardAction) -> Option<BoardName> {
    match control {
        Control::Board { id: MatchId(match_id), version, action } if action == wanted => {
            Some(BoardName { match_id: *match_id, version: *version })
        }
        _ => None,
    }
}

/// A match and its version, as options contain them.
fn read_turn(text: &str) -> Option<BoardName> {
    let (match_id, version) = text.split_once(':')?;
    Some(BoardName { match_id: match_id.parse().ok()?, version: version.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use play::{DatabaseId, UserId};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_board_tells_its_match_its_version_and_the_moves() {
        let accept = Control::of_challenge(ChallengeId(7), ChallengeAction::Accept);
        let custom_id = accept.custom_id(DatabaseId(0xa1b2c));
        let row = json!({"type": 1, "components": [{"type": 2, "custom_id": custom_id}]});
        let message: SeenMessage = serde_json::from_value(json!({
            "id": "12", "author": {"bot": true}, "attachments": [{"filename": "two-words-31-5.png"}],
            "content": "A title\nAnn played **a1-b2** and took a piece.\nBob couldn't move and passed.\nAnn, it's your turn",
            "components": [row], "ephemeral": false,
        }))
        .unwrap();
        assert_eq!(message.board(), Some(BoardName { match_id: 31, version: 5 }));
        assert_eq!(message.told_moves(), ["a1-b2", "pass"]);
        assert_eq!((message.id(), message.open_challenge(), message.is_public()), (12, Some(7), true));
        assert_eq!(message.id_of(&accept), Some(custom_id.as_str()));
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
        let hush = Control::Board { id: MatchId(31), version: 5, action: BoardAction::Hush };
        assert_eq!(reminded(json!({"type": 2, "custom_id": hush.custom_id(DatabaseId(7))})), [(31, 5)]);
        let personal = |action| Control::of_person(UserId(9), action).custom_id(DatabaseId(7));
        let options = json!([{"value": "40:1"}, {"value": "31:5"}]);
        let menu = json!({"type": 3, "custom_id": personal(PersonalAction::HushOneOf), "options": options});
        assert_eq!(reminded(menu), [(40, 1), (31, 5)]);
        assert_eq!(reminded(json!({"type": 2, "custom_id": personal(PersonalAction::Away)})), []);
    }
}
