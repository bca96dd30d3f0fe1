//! What people ask for: read, decide, commit, and wake whoever does what is due.

mod admission;
mod advice;
mod answers;
mod away;
mod blocks;
mod challenges;
mod exercises;
mod explore;
mod host;
mod imports;
mod lessons;
mod matches;
mod moderation;
mod offers;
mod pages;
mod people;
mod proposals;
mod puzzles;
mod rematches;
mod set_aside;
mod suggestions;
mod votes;
mod watching;
mod which_match;

pub use admission::{PostedAt, Subject, refuse_command};
pub use advice::Advice;
pub use answers::InteractionUse;
pub use exercises::ExerciseMeant;
pub use host::Host;
pub use matches::{FirstBoard, PlayedMove};
pub use proposals::{Proposal, ProposalId, ProposalOutcome};
pub use puzzles::{PuzzleOpinion, PuzzleStep};
pub use rematches::Rematch;
pub use suggestions::SuggestedMatch;
pub use votes::{OwnVote, OwnVotes, VoteRival};
pub use which_match::{MatchChoice, MatchCriterion, MatchMeant};
