//! Parlor.
pub mod board;
pub mod config;
pub mod discord;
pub mod game;
pub mod games;
pub mod i18n;
pub mod play;
pub mod playground;
pub mod render;
pub mod store;
