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

mod properties;
mod read;
mod tree;
mod write;

pub use read::read;
pub use write::{NotInSgf, write};
