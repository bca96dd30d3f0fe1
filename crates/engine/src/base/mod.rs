//! What all of the engine speaks of: questions and answers, levels, limits and values.

mod budget;
mod level;
mod limits;
mod question;
mod report;
mod score;

pub(crate) use self::{
    budget::Budget,
    question::{replay, salt},
    score::{INFINITE, MAX_PLY, PROVEN, WON, from_table, is_proven, to_table},
};
pub use self::{
    level::{Level, Rung},
    limits::{Limits, Stop},
    question::{Judge, Question, Strength},
    report::{Report, ThinkError},
    score::Score,
};
