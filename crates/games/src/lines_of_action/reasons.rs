//! Why a game of Lines of Action ends, beside the reasons that all games have.

use crate::game::{OwnReason, Reason};

pub(super) const CONNECTED: Reason = Reason::Own(&OwnReason::new("connected"));
pub(super) const BOTH_CONNECTED: Reason = Reason::Own(&OwnReason::new("both connected"));
pub(super) const NEITHER_CAN_MOVE: Reason = Reason::Own(&OwnReason::new("neither can move"));

pub(super) const ALL: &[Reason] = &[CONNECTED, BOTH_CONNECTED, NEITHER_CAN_MOVE];
