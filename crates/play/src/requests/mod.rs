//! What people ask for: read, decide, commit, and wake whoever does what is due.

mod advice;
mod answers;
mod away;
mod blocks;
mod challenges;
mod controls;
mod events;
mod host;
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

pub use advice::Advice;
pub use answers::InteractionUse;
pub use controls::{PostedAt, Subject};
pub use host::Host;
pub use matches::{FirstBoard, MatchChoice, PlayedMove};
pub use proposals::{Proposal, ProposalId, ProposalOutcome};
pub use quotas::refuse_command;
pub use rematches::Rematch;
pub use suggestions::SuggestedMatch;
pub use which_match::{MatchCriterion, MatchMeant};
