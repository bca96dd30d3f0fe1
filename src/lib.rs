//! Parlor.
pub mod board;
pub mod config;
pub mod game;
pub mod games;
pub mod i18n;
pub mod play;
pub mod playground;
pub mod store;
