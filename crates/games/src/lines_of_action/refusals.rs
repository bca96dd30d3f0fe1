//! Why a move is not one of Lines of Action, with the fact that refuses it.

use super::{LinesOfAction, Position, tables};
use crate::board::{Direction, Move, Square};
use crate::game::{Fact, Illustration, Refusal};

/// A reason to refuse a move from one square of the board to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoaRefusal {
    /// The two squares are on no common line.
    NotALine { from: Square, to: Square },
    /// The pieces on the line demand another distance.
    WrongDistance { from: Square, to: Square, line: &'static str, distance: u32, count: u32, reaches: Vec<Square> },
    /// The distance that the pieces demand leads off the board both ways.
    OffTheBoard { from: Square, to: Square, line: &'static str, distance: u32, count: u32 },
    /// An enemy piece stands in the way.
    Blocked { from: Square, to: Square, by: Square },
    OwnPiece { from: Square, to: Square },
}

/// Why `mv`, a move of one of the player's pieces to a square of the board, is not legal.
pub(super) fn refuse(game: &LinesOfAction, position: &Position, mv: Move) -> LoaRefusal {
    let Move { from, to } = mv;
    let (own, enemy) = (position.pieces.own(), position.pieces.enemy());
    let Some(direction) = Direction::ALL.into_iter().find(|it| tables::ray(*it, from).contains(to)) else {
        return LoaRefusal::NotALine { from, to };
    };
    let axis = axis_of(direction);
    let count = (tables::line(axis, from) & (own | enemy)).count();
    let distance = u32::from(from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())));
    if distance != count {
        let line = line_name(direction);
        let (one, other) = tables::AXES[axis];
        let reaches: Vec<Square> = [one, other]
            .into_iter()
            .filter(|it| count <= game.reach(from, *it))
            .map(|it| tables::step(from, it, count))
            .collect();
        return if reaches.is_empty() {
            LoaRefusal::OffTheBoard { from, to, line, distance, count }
        } else {
            LoaRefusal::WrongDistance { from, to, line, distance, count, reaches }
        };
    }
    match nearest(tables::between(direction, from, to) & enemy, from) {
        Some(by) => LoaRefusal::Blocked { from, to, by },
        None => LoaRefusal::OwnPiece { from, to },
    }
}

/// What shows a refusal on the board, where it is more than the move's beginning and end.
pub(super) fn illustrate(
    game: &LinesOfAction,
    position: &Position,
    mv: Move,
    refusal: &LoaRefusal,
) -> Option<Illustration> {
    match refusal {
        LoaRefusal::NotALine { .. } => None,
        LoaRefusal::WrongDistance { reaches, .. } => Some(counted(game, position, mv, reaches.clone())),
        LoaRefusal::OffTheBoard { .. } => Some(counted(game, position, mv, Vec::new())),
        LoaRefusal::Blocked { by, .. } => Some(Illustration::stopped(mv, *by)),
        LoaRefusal::OwnPiece { to, .. } => Some(Illustration::stopped(mv, *to)),
    }
}

/// The line of a move with the pieces on it, and where so many squares lead.
fn counted(game: &LinesOfAction, position: &Position, mv: Move, targets: Vec<Square>) -> Illustration {
    let shown = Illustration { targets, ..Illustration::not_there(mv) };
    let Some(axis) = (0..tables::AXES.len()).find(|axis| tables::line(*axis, mv.from).contains(mv.to)) else {
        return shown;
    };
    let (one, other) = tables::AXES[axis];
    let end = |direction| tables::step(mv.from, direction, game.reach(mv.from, direction));
    let pieces = tables::line(axis, mv.from) & position.pieces.all();
    Illustration { line: Some((end(other), end(one))), counted: pieces.collect(), ..shown }
}

/// The square of a set that is nearest on the line to `from`.
fn nearest(set: impl Iterator<Item = Square>, from: Square) -> Option<Square> {
    set.min_by_key(|it| it.file().abs_diff(from.file()).max(it.rank().abs_diff(from.rank())))
}

fn axis_of(direction: Direction) -> usize {
    direction as usize % 4
}

fn line_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North | Direction::South => "file",
        Direction::East | Direction::West => "rank",
        _ => "diagonal",
    }
}

impl From<LoaRefusal> for Refusal {
    fn from(refusal: LoaRefusal) -> Self {
        match refusal {
            LoaRefusal::NotALine { from, to } => Self::new("loa-not-a-line").with("from", from).with("to", to),
            LoaRefusal::WrongDistance { from, to, line, distance, count, reaches } => {
                Self::new("loa-wrong-distance")
                    .with("from", from)
                    .with("to", to)
                    .with("line", line)
                    .with("distance", distance)
                    .with("count", count)
                    .with("reaches", Fact::any_of(reaches))
            }
            LoaRefusal::OffTheBoard { from, to, line, distance, count } => Self::new("loa-off-the-board")
                .with("from", from)
                .with("to", to)
                .with("line", line)
                .with("distance", distance)
                .with("count", count),
            LoaRefusal::Blocked { from, to, by } => {
                Self::new("loa-blocked").with("from", from).with("to", to).with("by", by)
            }
            LoaRefusal::OwnPiece { from, to } => Self::new("loa-own-piece").with("from", from).with("to", to),
        }
    }
}
