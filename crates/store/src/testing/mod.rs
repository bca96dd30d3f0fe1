//! Database operations for `parlor bench`, `parlor chaos`, and the tests only: filling a database, and making time pass
//! in it.

mod crowd;
mod rewind;

pub use crowd::{Crowd, FIRST_MADE_UP, crowd};
pub use rewind::{hurry, rewind};
