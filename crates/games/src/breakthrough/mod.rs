//! Breakthrough (Dan Troyka, 2000; winner of the 8×8 Game Design Competition).
//!
//! ```
//! use parlor_games::{self as games, Game, breakthrough::Breakthrough};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Breakthrough::INFO), None).expect("a start");
//! let it = position.read("b2-c3").expect("straight or diagonally ahead");
//! position.play(it).expect("a legal move");
//! assert!(position.read("b7-b5").is_err(), "one square only");
//! ```

mod eval;
mod info;
mod lessons;
mod solve;

use crate::shared::race::{Race, Runner, Step};
use crate::board::Move;
use crate::game::{Illustration, Info, PieceKind, Pieces, Refusal};

/// The game.
pub type Breakthrough = Race<Pawns>;

/// One square forward, straight or diagonally; captures only diagonally.
#[derive(Clone, Copy, Debug)]
pub struct Pawns;

impl Runner for Pawns {
    const INFO: &'static Info = &info::INFO;
    const PIECE: PieceKind = PieceKind::DISK;
    const STEPS: &'static [Step] = &[Step::new(-1, 1, true), Step::new(0, 1, false), Step::new(1, 1, true)];
    // Of the foremost pieces of a side, none has an own piece diagonally before it.
    const CAN_BE_STUCK: bool = false;
    const GOES_STRAIGHT: bool = true;

    fn refuse(_: &Race<Self>, pieces: &Pieces, mv: Move) -> Refusal {
        let stopped = |code| Refusal::new(code).shown_by(Illustration::stopped(mv, mv.to));
        let refusal = match Race::<Self>::way_of(pieces.to_move(), mv) {
            (_, ..=0) => Refusal::new("pieces-move-forward"),
            (0, 1) => stopped("breakthrough-straight-blocked"),
            (-1 | 1, 1) => stopped("own-piece-there"),
            _ => Refusal::new("breakthrough-one-square"),
        };
        refusal.with("from", mv.from).with("to", mv.to)
    }
}
