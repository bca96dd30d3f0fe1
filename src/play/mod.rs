//! The application core: what players may do, what it leads to, and what is due next.
//!
//! The deciding part ([`decide`], [`rating`]) is pure. [`Host`] puts it together with the outside, which it knows only
//! by the traits of [`ports`].

mod challenge;
pub mod decide;
mod host;
mod ids;
mod matches;
pub mod ports;
pub mod rating;
mod seat;

pub use challenge::{Answer, Challenge, ChallengeState, NewChallenge, SideChoice};
pub use host::{Board, Host, Rematch, Settings, Trouble, Which};
pub use ids::{ChallengeId, ChannelId, GuildId, MatchId, MessageId, Place, UserId};
pub use matches::{Match, NewMatch, RatingChange};
pub use rating::Rating;
pub use seat::Seat;
