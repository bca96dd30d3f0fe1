//! The contract between games and everything else. Pure: no I/O, no time, no chance.
//!
//! A game has two faces: [`Game`], statically typed for the search, and [`AnyPosition`], type-erased for all the rest. One
//! blanket implementation ([`Played`]) makes the second from the first.
//!
//! The contract is cut by who asks: the referee asks [`Game`], the search [`Evaluate`], the solver [`Solve`].
//!
//! # The keys of a position
//!
//! Four keys of 64 bits stand for positions in tables; chance collisions apart, this is what each must tell apart. Only
//! undecided positions are asked for the last three.
//!
//! | key | two positions have the same if and only if, or only if |
//! |---|---|
//! | [`Game::hash`] | *if and only if* repetition takes them for the same: the same pieces on the same squares, and the same side to move. Counters play no part |
//! | [`Evaluate::search_key`] | *only if* the game goes on in the same way from both, move by move, until a counter comes to a limit ([`Evaluate::plies_to_limit`]) |
//! | [`Evaluate::exact_key`] | *only if* the game goes on in the same way from both, move by move, to its end: all that the rules count is in it |
//! | [`Solve::solve_key`] | *only if* both have the same result for their sides to move. Not asked of games of [`Nature::Race`] |
//!
//! "In the same way": the same moves are legal, each leads to the same outcome or to none, and the positions after it have
//! the same key again. Repetition stands beside all four. [`check_small_board`] holds every game to this law.
//!
//! ```
//! use parlor_games::{Game, Played, Ruleset, clobber::Clobber};
//!
//! let ruleset = Ruleset::parse(Clobber::INFO, "size=2x2").expect("a size of the game");
//! let mut played = Played::<Clobber>::open(&ruleset, None).expect("every ruleset has a start");
//! assert_eq!(played.moves().len(), 4);
//! played.advance(played.moves()[0]);
//! assert_eq!(played.game.perft(&played.position, 1), 1);
//! ```

mod contract;
mod erased;
mod evaluate;
mod figure;
mod history;
mod illustration;
mod info;
mod laws;
mod lesson;
pub mod net;
mod net_sums;
mod outcome;
mod parse;
mod pieces;
mod position_text;
mod puzzle;
mod refusal;
mod route;
mod ruleset;
mod scene;
mod side;
mod solve;

pub use contract::Game;
pub use erased::{AnyGame, AnyPosition, Played, RegistryEntry};
pub use evaluate::{Accumulator, Evaluate, NOTHING_PROVEN, StaticProof};
pub use figure::{Figure, Outline, Piece, PieceKind};
pub use history::History;
pub use illustration::Illustration;
pub use info::{Example, Info, LevelRating, OptionInfo, OptionKind, Preset, SgfInfo};
pub use laws::{check_facts, check_laws, check_lessons, check_puzzles, check_small_board};
pub use lesson::{Lesson, LessonTask};
pub use net::{Net, NetError, StoredNet};
pub use net_sums::NetSums;
pub use outcome::{Outcome, OwnReason, Reason};
pub use parse::{ReadMove, Syntax, UnreadableMove, WholeMove, compact, is_move_number, plain};
pub use pieces::Pieces;
pub use position_text::{Fields, PositionError, read_ranks, write_counters, write_ranks};
pub use puzzle::{ParsePuzzleError, Puzzle, PuzzleGoal, PuzzleId, PuzzleTheme, read_puzzles};
pub use refusal::{Fact, Refusal};
pub use route::{Leg, leads_by};
pub use ruleset::{Ruleset, RulesetError};
pub use scene::{BoardStyle, Group, LastMove, PossibleWay, Scene, WantedMove};
pub use side::{SideInfo, Tone};
pub use solve::{Nature, Prospect, Reach, Solve};
