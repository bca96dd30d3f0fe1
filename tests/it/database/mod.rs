//! Both databases: what is stored, moved, and found again, and what happens when they fail.

mod cancellation;
mod export;
mod full_disk;
mod migrations;
mod outages;
mod query_plans;
mod sqlite_file;
pub mod store;
