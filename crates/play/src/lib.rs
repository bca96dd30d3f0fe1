//! The application core: what players may do, what that leads to, and what is due next.
//!
//! The deciding part ([`decide`], [`rating`], [`Review`]) is pure. [`Host`] does what people ask for, and [`Delivery`] what
//! is due; both know the outside only through the traits in [`ports`].

mod assessment;
mod board;
mod challenge;
mod core;
pub mod daily;
pub mod day_time;
pub mod deadlines;
pub mod decide;
mod delivery;
pub mod durations;
mod exploration;
mod ids;
pub mod jobs;
pub mod lines;
mod matches;
pub mod personal;
pub mod ports;
pub mod preferences;
pub mod premoves;
pub mod profile;
pub mod puzzles;
pub mod rating;
pub mod reminders;
mod requests;
mod review;
mod seat;
mod server;
pub mod showing;
pub mod steps;
mod study;
pub mod takeback;
pub mod threads;
mod time_control;
pub mod votes;

pub use self::core::{Core, HostError, PlayPolicy, Ports};
pub use assessment::{Assessment, Candidate, Proven};
pub use board::{Board, Positions};
pub use challenge::{Answer, Challenge, ChallengeState, NewChallenge, SideChoice, Terms};
pub use daily::{DailySchedule, DailySolver, DailyTry};
pub use delivery::Delivery;
pub use exploration::{Exploration, Explored, ExploredLine};
pub use ids::{Asker, ChallengeId, ChannelId, DatabaseId, EventId, GuildId, MatchId, MessageId, Place, Shard, UserId};
pub use matches::{
    AbortCause, Agreement, CustomStart, DeclinedOffer, Hints, ImportedRecord, LiveBoard, MAX_DRAW_OFFERS, Match,
    MatchClock, MatchDelivery, MatchEnd, MatchOutline, NewMatch, NoThread, Offer, OfferKind, Offers, Opening,
    OwnThread, Premove, PremoveObstacle, Presence, RatingChange, Reminders, ThreadHome,
};
pub use preferences::{Preferences, Setting};
pub use profile::{FavoriteOpening, Profile, RatingProgress};
pub use puzzles::DailyPlace;
pub use rating::{LevelChoice, Rating, RatingBasis, Stake};
pub use requests::{
    Advice, ExerciseMeant, FirstBoard, Host, InteractionUse, MatchChoice, MatchCriterion, MatchMeant, OwnVote,
    OwnVotes, PlayedMove, PostedAt, Proposal, ProposalId, ProposalOutcome, PuzzleOpinion, PuzzleStep, Rematch, Subject,
    SuggestedMatch, VoteRival, refuse_command,
};
pub use review::{JudgedMove, Performance, Quality, Review};
pub use seat::Seat;
pub use server::{ChannelRule, ServerSettings};
pub use study::{Exercise, LessonPage, LessonPlace, LessonTry, OpenExercise, Study};
pub use threads::Names;
pub use time_control::{Absence, TimeControl, TimeControlError};
