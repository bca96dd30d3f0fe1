//! Why a game of Ugolki ends, beside the reasons that all games have.

use crate::game::{OwnReason, Reason};

pub(super) const CAMP_FILLED: Reason = Reason::Own(&OwnReason::new("camp filled"));
pub(super) const COUNT_AT_THE_END: Reason = Reason::Own(&OwnReason::new("count at the end"));
pub(super) const STRAGGLERS: Reason = Reason::Own(&OwnReason::new("men left in the own camp").by_counter());

pub(super) const ALL: &[Reason] = &[CAMP_FILLED, COUNT_AT_THE_END, STRAGGLERS];
