//! Adapter: the store in a database, through sqlx. SQLite is embedded; PostgreSQL serves several processes.
//!
//! Both share one implementation ([`sql`]) with the same SQL text. They differ in how they are opened and how a writing
//! transaction begins. The maintenance tools ([`export`], [`import`], [`check`], …) read the database's catalog instead
//! of knowing its columns.

mod catalog;
mod check;
mod condition;
mod dialect;
mod export;
mod failure;
mod format;
mod import;
mod open;
mod personal_rows;
mod rows;
mod schema;
mod sql;
pub mod testing;
mod upkeep;

pub use check::{Checked, check};
pub use condition::{Condition, examine, folder_of, set_aside};
pub use export::{RowCount, backup, export};
pub use failure::{OpenError, file_of, without_secret};
pub use import::import;
pub use open::open;
pub use sql::statements;
pub use upkeep::UpkeepError;
