//! What people ask for: read, decide, commit, and wake whoever does what is due.

mod advice;
mod answers;
mod away;
mod blocks;
mod challenges;
mod controls;
mod events;
mod lost_commits;
mod lots;
mod matches;
mod moderation;
mod offers;
mod people;
mod proposals;
mod quotas;
mod rematches;
mod set_aside;
mod suggestions;
mod watching;
mod which_match;

use std::ops::Deref;
use std::sync::Arc;

pub use advice::Advice;
pub use answers::Used;
pub use controls::{Subject, Written};
pub use matches::{FirstBoard, PlayedMove, Which};
pub use proposals::{Proposal, ProposalId, Settled};
pub use quotas::refuse_command;
pub use rematches::Rematch;
pub use suggestions::Suggested;
pub use which_match::{Meant, Wish};

use crate::core::Core;

/// What people can ask for.
pub struct Host(Arc<Core>);

impl Host {
    pub fn new(core: Arc<Core>) -> Self {
        Self(core)
    }
}

impl Deref for Host {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.0
    }
}
