//! Knightthrough: Breakthrough with knights that only leap forward.
//!
//! ```
//! use parlor_games::{self as games, Game, knightthrough::Knightthrough};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Knightthrough::INFO), None).expect("a start");
//! let it = position.read("b2-c4").expect("a leap ahead");
//! position.play(it).expect("a legal move");
//! assert!(position.read("b7-b6").is_err(), "no leap");
//! ```

mod eval;
mod info;
mod lessons;
mod piece;
mod solve;

pub use piece::KNIGHT;

use crate::shared::race::{Race, Runner, Step};
use crate::board::{Move, Square};
use crate::game::{Fact, Illustration, Info, PieceKind, Pieces, Refusal};

/// The game.
pub type Knightthrough = Race<Knights>;

/// A chess knight's leap, forward only, onto an empty square or an enemy piece.
#[derive(Clone, Copy, Debug)]
pub struct Knights;

impl Runner for Knights {
    const INFO: &'static Info = &info::INFO;
    const PIECE: PieceKind = piece::KNIGHT;
    const STEPS: &'static [Step] =
        &[Step::new(-2, 1, true), Step::new(-1, 2, true), Step::new(1, 2, true), Step::new(2, 1, true)];
    const GOES_STRAIGHT: bool = false;
    const CAN_BE_STUCK: bool = true;

    fn refuse(race: &Race<Self>, pieces: &Pieces, mv: Move) -> Refusal {
        let reaches = race.reaches(pieces.to_move(), mv.from);
        if reaches.contains(&mv.to) {
            let refusal = Refusal::new("own-piece-there").with("from", mv.from).with("to", mv.to);
            return refusal.shown_by(Illustration::stopped(mv, mv.to));
        }
        let refusal = match Race::<Self>::way_of(pieces.to_move(), mv) {
            (-2 | 2, -1) | (-1 | 1, -2) => Refusal::new("pieces-move-forward"),
            _ if reaches.is_empty() => Refusal::new("knightthrough-no-leap"),
            _ => not_a_leap(&reaches, pieces),
        };
        refusal.with("from", mv.from).with("to", mv.to)
    }
}

/// Not a forward leap; where the knight could go, and which of the squares it reaches are taken by its own side.
fn not_a_leap(reaches: &[Square], pieces: &Pieces) -> Refusal {
    let (own, free): (Vec<Square>, Vec<Square>) = reaches.iter().partition(|it| pieces.own().contains(**it));
    Refusal::new("knightthrough-not-a-leap")
        .with("free", free.len() as i64)
        .with("taken", own.len() as i64)
        .with("reaches", Fact::any_of(free))
        .with("own", Fact::all_of(own))
}
