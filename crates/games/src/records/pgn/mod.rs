//! Records in a form like chess's PGN: tags, then numbered moves, then the result.
//!
//! ```text
//! [Game "loa"]
//! [Rules "loa:mso limit=60"]
//! [Black "Ann"]
//! [White "Bob"]
//! [Result "1-0"]
//! [Reason "connected"]
//! [Date "2026.11.21"]
//!
//! 1. f3-d5 c4xc7 2. d5-d4 pass 1-0
//! ```
//!
//! - The players' tags are named after the sides of the game: Black and White, or Vertical and Horizontal.
//! - `1-0` says that the player who began the game has won, whatever the colors are, `0-1` the other, `1/2-1/2` that it
//!   was drawn, `*` that it goes on.
//! - `Reason` is one that the game may end for ([`Info::reason`](crate::Info::reason)). Where a player has given up it must be there:
//!   `resigned` or `out of time`.
//! - `Position` is a start other than the usual one. If the second player is to move in it, the moves begin `1... f3-d5`.
//! - Other programs' `FEN`, `SetUp`, `Variant`, `Size`, and `Termination` are read as what they mean, or refused: no tag that
//!   says how the game starts is passed over.
//! - Tags of other names are kept.
//! - Several games may follow one another: a tag after moves begins the next.
//!
//! Reading is forgiving: comments `{…}` and `;…`, variations `(…)`, `$1`, `!?`, numbers, case, line ends, lines that begin with `%`
//! and a missing result do not matter. `resign` in place of a move is one.
//!
//! ```
//! use parlor_games::{self as games, records::pgn};
//!
//! let all = pgn::read("[Game \"loa\"]\n\n1. b1b3 {good} a2c2 *", games::find, None);
//! let record = all[0].as_ref().expect("a record");
//! assert_eq!(record.plies.len(), 2);
//! assert!(pgn::write(record).ends_with("1. b1-b3 a2-c2 *\n"));
//! ```

mod read;
mod tags;
mod tokens;
mod write;

pub use read::read;
pub use write::write;
