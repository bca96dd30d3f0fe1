//! A player: what it looks at, what it overlooks, and how freely it chooses.

mod ladder;
mod memory;
mod think;

pub use self::memory::Memory;
pub(crate) use self::{
    memory::DEFAULT_MEGABYTES,
    think::{best_move, think_game},
};
