//! Why a move is not one of Lines of Action, with the fact that refuses it.

use super::{LinesOfAction, Position, tables};
use crate::board::{Direction, Move, Square};
use crate::game::{Fact, Refusal};

/// A reason to refuse a move from one square of the board to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoaRefusal {
    /// The two squares are on no common line.
    NotALine { from: Square, to: Square },
    /// The men on the line demand another distance.
    WrongDistance { from: Square, to: Square, line: &'static str, distance: u32, count: u32, reaches: Vec<Square> },
    /// The distance that the men demand leads off the board both ways.
    OffTheBoard { from: Square, to: Square, line: &'static str, distance: u32, count: u32 },
    /// An enemy man stands in the way.
    Blocked { from: Square, to: Square, by: Square },
    OwnMan { from: Square, to: Square },
}

/// Why `mv`, a move of one of the player's men to a square of the board, is not legal.
pub(super) fn refuse(game: &LinesOfAction, position: &Position, mv: Move) -> LoaRefusal {
    let Move { from, to } = mv;
    let (own, enemy) = (position.men.own(), position.men.enemy());
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
        None => LoaRefusal::OwnMan { from, to },
    }
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
            LoaRefusal::OwnMan { from, to } => Self::new("loa-own-man").with("from", from).with("to", to),
        }
    }
}
