//! What there is to know of a position, and of all positions of a game.

mod analysis;
mod survey;

pub(crate) use self::analysis::study_with;
pub use self::{
    analysis::{Analysis, Effort, Variation, study},
    survey::{MOST_POSITIONS, Survey},
};
