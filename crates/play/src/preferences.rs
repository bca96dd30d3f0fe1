//! What a person has chosen for all matches: how pictures look, and how notices arrive. Pure.

use games::Info;
use games::board::Side;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// What a person has chosen. Stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The name of a theme for pictures; `None`: the default.
    pub theme: Option<String>,
    pub flip: Flip,
    pub text_board: TextBoard,
    pub notices: Notices,
    /// Whether pieces carry the letter of their side.
    pub lettered: bool,
    /// Whether a move that is the only legal one is played at once.
    pub plays_forced: bool,
    /// Whether this person is left out of lists that go beyond a server.
    pub unlisted: bool,
    /// Whether the last direct message to this person was rejected.
    pub direct_closed: bool,
    /// When this person last closed all their boards, in milliseconds since 1970: no link from before opens one.
    pub boards_closed_at: i64,
}

/// Which side is at the bottom in pictures that only one person sees, and in those of matches against the engine.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Flip {
    /// The person's own.
    #[default]
    Own,
    /// Always the first player's.
    Never,
}

/// Whether pictures come with their position as text, and in which form.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum TextBoard {
    #[default]
    Off,
    /// In sentences.
    Words,
    /// As lines of letters.
    Lines,
}

/// How a person learns that it is their turn.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Notices {
    #[default]
    Ping,
    /// By a mention that makes no sound.
    Silent,
    /// By a direct message.
    Direct,
    Off,
}

/// A change of one preference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    Theme(String),
    Flip(Flip),
    TextBoard(TextBoard),
    Notices(Notices),
    Lettered(bool),
    PlaysForced(bool),
    Unlisted(bool),
    DirectClosed(bool),
    BoardsClosed(Timestamp),
}

impl Preferences {
    /// The preferences after a change.
    pub fn with(mut self, setting: Setting) -> Self {
        match setting {
            Setting::Theme(theme) => self.theme = Some(theme),
            Setting::Flip(flip) => self.flip = flip,
            Setting::TextBoard(text_board) => self.text_board = text_board,
            Setting::Notices(notices) => {
                self.notices = notices;
                // The person may have allowed direct messages by now, so they are tried again.
                self.direct_closed = false;
            }
            Setting::Lettered(is_so) => self.lettered = is_so,
            Setting::PlaysForced(is_so) => self.plays_forced = is_so,
            Setting::Unlisted(is_so) => self.unlisted = is_so,
            Setting::DirectClosed(is_so) => self.direct_closed = is_so,
            Setting::BoardsClosed(at) => self.boards_closed_at = at.as_millisecond(),
        }
        self
    }

    /// What stays of a person who is forgotten: they stand in no list, and their boards are closed.
    pub fn of_forgotten(now: Timestamp) -> Self {
        Self { unlisted: true, boards_closed_at: now.as_millisecond(), ..Self::default() }
    }

    /// Those by which pictures look that others see, too.
    pub fn seen_by_others(&self) -> Self {
        Self { flip: self.flip, ..Self::default() }
    }

    /// How to notify this person: in the chosen way, but silently if their direct messages are closed to the bot.
    pub fn notices(&self) -> Notices {
        match self.notices {
            Notices::Direct if self.direct_closed => Notices::Silent,
            notices => notices,
        }
    }

    /// Whether the second player is at the bottom in a picture of a game for this person, who plays on a side of it.
    pub fn flips(&self, game: &Info, side: Side) -> bool {
        self.flip == Flip::Own && game.is_turned_for(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_version_wrote_is_read() {
        assert_eq!(serde_json::from_str::<Preferences>("{}").unwrap(), Preferences::default());
        let chosen = Preferences::default().with(Setting::Theme("slate".into())).with(Setting::Flip(Flip::Never));
        let text = serde_json::to_string(&chosen).unwrap();
        assert!(text.contains(r#""theme":"slate","flip":"never""#), "{text}");
        assert_eq!(serde_json::from_str::<Preferences>(&text).unwrap(), chosen);
    }

    #[test]
    fn a_board_is_turned_for_the_second_player_where_each_has_a_side_of_it() {
        let [own, never] = [Flip::Own, Flip::Never].map(|it| Preferences::default().with(Setting::Flip(it)));
        let turned = |preferences: &Preferences, game: &str| {
            Side::BOTH.map(|it| preferences.flips(games::find(game).unwrap().info(), it))
        };
        for (game, second) in [("breakthrough", true), ("ugolki", true), ("loa", false), ("clobber", false)] {
            assert_eq!(turned(&own, game), [false, second], "{game}");
            assert_eq!(turned(&never, game), [false, false], "{game}");
        }
    }

    #[test]
    fn closed_direct_messages_are_tried_again_once_somebody_chooses() {
        let closed = Preferences::default().with(Setting::Notices(Notices::Direct)).with(Setting::DirectClosed(true));
        assert_eq!(closed.notices(), Notices::Silent);
        assert_eq!(closed.with(Setting::Notices(Notices::Direct)).notices(), Notices::Direct);
    }
}
