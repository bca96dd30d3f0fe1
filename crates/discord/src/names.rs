//! Text from strangers, made safe for use in a message; and names in place of mentions.

use std::collections::HashMap;

use games::board::Side;
use play::{Board, UserId};
use render::can_write;
use texts::matches::{mentioned, player, side_name};
use texts::names::tamed;
pub use texts::names::{isolated, plain};
use texts::{Locale, Text, say};

/// The names of people. A person who had a name and has deleted it has an empty one.
pub type PlayerNames = HashMap<UserId, String>;

/// A text with names in place of the mentions of people whose names are known.
pub fn with_names(text: Text, names: &PlayerNames) -> Text {
    text.replacing(&mut |it| match names.get(&mentioned_by(it)?)?.as_str() {
        "" => Some(say("former-player", &[])),
        name => Some(isolated(name).into()),
    })
}

/// The person whom a part of a text mentions.
fn mentioned_by(part: &Text) -> Option<UserId> {
    if let Text::Word(word) = part { mentioned(word) } else { None }
}

/// A text as it's painted on a picture of a match: with names in place of mentions, and a side in place of a name that the
/// font can't write.
pub fn painted(text: Text, board: &Board, names: &PlayerNames, locale: Locale) -> String {
    let current = &board.current;
    let side_of = |side: Option<Side>| side.map_or_else(|| say("somebody", &[]), |it| side_name(board, it));
    let written = |name: &str| Some(tamed(name)).filter(|it| !it.is_empty() && can_write(it)).map(Text::from);
    let user = |user: UserId| match names.get(&user).map(String::as_str) {
        Some("") => say("former-player", &[]),
        name => name.and_then(written).unwrap_or_else(|| side_of(current.side_of(user))),
    };
    let paint = |part: &Text| match part {
        Text::Name(name) => {
            let side = Side::BOTH.into_iter().find(|it| player(current, *it) == *part);
            Some(written(name).unwrap_or_else(|| side_of(side)))
        }
        part => mentioned_by(part).map(user),
    };
    text.replacing(&mut { paint }).in_locale(locale)
}

/// The people whom a text mentions.
pub fn mentioned_in(text: &Text) -> Vec<UserId> {
    let mut people = Vec::new();
    let note = |part: &Text| {
        people.extend(mentioned_by(part));
        None
    };
    drop(text.clone().replacing(&mut { note }));
    people
}

/// A name for places without markup: nothing in it is a link or an invitation, reverses the text or breaks the line.
pub fn bare(name: &str) -> String {
    tamed(name).replace('/', DIVISION_SLASH)
}

/// Looks like a slash, and makes no link: where there is no markup, a slash can't be escaped.
const DIVISION_SLASH: &str = "\u{2215}";

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use play::{ChannelId, ImportedRecord, Match, MatchId, NewMatch, Place, Seat};

    #[test]
    fn mentions_of_known_people_become_names() {
        let names = HashMap::from([(UserId(1), "Ann *".to_owned()), (UserId(3), String::new())]);
        let people = ["<@1>", "<@2>", "<@3>", "<@&1>", "<@x>", "<@1", "<#1>"];
        let text = Text::joined(" ", [say("blocks-list", &[("players", Text::all_of(people))]), "<@1>".into()]);
        let told = with_names(text.clone(), &names).in_locale(Locale::English);
        let (ann, others) = ("\u{2068}Ann \\*\u{2069}", "<@&1>, <@x>, <@1, and <#1>");
        assert!(told.contains(&format!("{ann}, <@2>, Former player, {others}")), "{told}");
        assert_eq!(mentioned_in(&text), [UserId(1), UserId(2), UserId(3), UserId(1)]);
    }

    #[test]
    fn pictures_have_names_that_the_font_can_write() {
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset("loa").unwrap(),
            [Seat::User(UserId(1)), Seat::User(UserId(2))],
        );
        let board = Board::of(begun.begun(MatchId(1), Timestamp::UNIX_EPOCH)).unwrap();
        let names = |ann: &str| HashMap::from([(UserId(1), ann.to_owned()), (UserId(2), String::new())]);
        let paint = |ann: &str| {
            painted(Text::joined(", ", ["<@1>", "<@2>", "<@3>"].map(Text::from)), &board, &names(ann), Locale::English)
        };
        assert_eq!(paint("Ann_*"), "Ann_*, Former player, somebody");
        assert_eq!(paint("山田"), "Black, Former player, somebody");
        let told = Match {
            seats: [Seat::Recorded; 2],
            imported: Some(ImportedRecord {
                players: [Some("李明".to_owned()), Some("Jean-Luc_".to_owned())],
                ..ImportedRecord::default()
            }),
            ..board.current
        };
        let told = Board::of(told).unwrap();
        let players = Text::joined(" – ", Side::BOTH.map(|it| player(&told.current, it)));
        assert_eq!(painted(players.clone(), &told, &PlayerNames::new(), Locale::English), "Black – Jean-Luc_");
        let shown = players.in_locale(Locale::English);
        assert_eq!(shown, "\u{2068}李明\u{2069} – \u{2068}Jean\\-Luc\\_\u{2069}", "as they are, but without markup");
    }

    #[test]
    fn names_cannot_mark_up_mention_or_turn_a_line() {
        assert_eq!(plain("**Ann** <@1>\n@everyone"), r"\*\*Ann\*\* \<\@1\>\@everyone");
        assert_eq!(bare("**Ann**\nevil\u{202e}"), "**Ann**evil");
        assert_eq!(plain("discord.gg/abc [x](https://y.z)"), r"discord.gg\/abc \[x\]\(https\:\/\/y.z\)");
        assert_eq!(bare("discord.gg/abc"), "discord.gg\u{2215}abc");
        assert_eq!(plain("evil\u{202e}eman"), "evileman");
        assert_eq!(plain("a\u{61c}-b"), r"a\-b");
        assert_eq!(isolated("שלום 🙂"), "\u{2068}שלום 🙂\u{2069}");
    }
}
