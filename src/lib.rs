//! Parlor.
pub mod board;
pub mod game;
pub mod games;
pub mod i18n;
pub mod play;
