//! A player: what it looks at, what it overlooks, and how freely it chooses.

mod ladder;
mod think;

pub(crate) use self::think::{best_move, think_game};
