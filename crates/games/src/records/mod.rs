//! A match written down: ruleset, players, moves, result. It is read only under the referee, so a [`Record`] that
//! exists is right.
//!
//! Two forms are read and written: [`pgn`], which holds everything of every game, and [`sgf`] for the games that have a
//! number there. What is written reads back as the same record.
//!
//! ```
//! use parlor_games::records::{self, Form};
//!
//! let text = "[Game \"clobber\"]\n[Rules \"clobber:standard size=2x2\"]\n\n1. a1xa2 b1xb2 2. a2xb2 0-1\n";
//! assert!(records::read(text).is_err(), "nobody can claim what the referee does not see");
//! let all = records::read(&text.replace("0-1", "1-0")).expect("a record");
//! assert_eq!(all[0].plies.len(), 3);
//! let written = records::write(&all[0], Form::Pgn).expect("every game has this form");
//! assert_eq!(records::read(&written), Ok(all));
//! ```

mod claim;
mod error;
mod form;
pub mod pgn;
mod record;
mod replay;
pub mod sgf;
mod size;

pub use error::{RecordError, RecordErrorKind, WrittenMove};
pub use form::{Form, decode, of_match, read, read_each, write};
pub use record::{MAX_BYTES, MAX_PLIES, MAX_VALUE, Ply, Record};
pub use replay::Replay;
pub use sgf::NotInSgf;
