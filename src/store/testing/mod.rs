//! What only `parlor bench`, `parlor chaos`, and the tests do to a database: they fill it, and let time pass in it.

mod crowd;
mod rewind;

pub use crowd::{Crowd, FIRST_MADE_UP, crowd};
pub use rewind::{hurry, rewind};
