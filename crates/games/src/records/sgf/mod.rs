//! Records in the Smart Game Format, for the games that have a number there ([`Info::sgf`](crate::game::Info::sgf)).
//!
//! Written is `FF[4]` with the properties `GM`, `SZ`, `RU` (the ruleset), `PB`, `PW`, `RE` and what else is known; moves
//! are `B[b1-b3]`, as the format's page on Lines of Action has them. Read are also `B[b1b3]`, `B[b1:b3+]`, and pairs of
//! the format's own letters, `B[bhbf]`, whose second letters count from the top. `B` is the side with the dark pieces.
//!
//! A start of its own is written with `AB`, `AW` and `PL`; these then are all the pieces there are, unless `AE` takes some of
//! the usual start away. After the first move nothing but moves may change the position. `SU` names a start.
//!
//! Of several variations the first is read, always. A draw of a game that could go on is one by agreement; who has given
//! up is told by `RE[B+R]` (resigned), `RE[B+T]` (out of time) or `RE[B+F]` (forfeit); `RE[B]` doesn't say why. Tags that the format has no property for are not
//! written.
//!
//! ```
//! use parlor_games::{GAMES, records::sgf};
//!
//! let all = sgf::read("(;FF[4]GM[9]SZ[8];B[b1b3];W[a2c2])", GAMES, None);
//! let record = all[0].as_ref().expect("a record");
//! assert_eq!(record.plies.len(), 2);
//! assert!(sgf::write(record).expect("the game has a number").contains("B[b1-b3]"));
//! ```

mod read;
mod tree;
mod write;

pub use read::read;
pub use write::{NotInSgf, write};

use crate::board::Side;
use crate::game::{SideInfo, Tone};

/// Properties that are tags of a record, and the tags' names.
const TAGS: &[(&str, &str)] = &[
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PC", "Site"),
    ("GN", "Name"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("CP", "Copyright"),
];

/// `B` for the side with the dark pieces, `W` for the other.
fn color(side: Side, sides: [SideInfo; 2]) -> char {
    match sides[side.index()].tone {
        Tone::Dark => 'B',
        Tone::Light => 'W',
    }
}

/// A date in the other form's spelling: PGN has dots in it, SGF hyphens.
fn convert_date(date: &str, from: char, to: char) -> String {
    let parts: Vec<&str> = date.split(from).collect();
    let is_number = |it: &&str, length: usize| it.len() == length && it.bytes().all(|it| it.is_ascii_digit());
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
            date.replace(from, &to.to_string())
        }
        _ => date.to_owned(),
    }
}
