//! Why a move is not one of Ugolki, with the fact that refuses it.

use super::Ugolki;
use crate::board::{Direction, Move, Square};
use crate::game::{Illustration, Pieces, Refusal};

/// Why `mv`, a move of one of the player's pieces to a square of the board, is not legal.
pub(super) fn refuse(game: &Ugolki, pieces: &Pieces, mv: Move) -> Refusal {
    let Move { from, to } = mv;
    let side = pieces.to_move();
    let refusal = |code| Refusal::new(code).with("from", from).with("to", to);
    let line = straight(from, to);
    let between = line.filter(|(_, distance)| *distance == 2).and_then(|(it, _)| next(from, it));
    if pieces.all().contains(to) {
        return match between.filter(|it| pieces.all().contains(*it)) {
            Some(over) => refusal("ugolki-behind-is-taken").with("over", over),
            None => refusal("ugolki-taken"),
        }
        .shown_by(Illustration::stopped(mv, to));
    }
    let whole_way = line.filter(|(_, distance)| *distance <= 2);
    match whole_way {
        Some((direction, _)) if !game.allows(side, direction) => {
            let none = !Direction::ALL.into_iter().any(|it| is_diagonal(it) && game.allows(side, it));
            let diagonal = is_diagonal(direction) && none;
            refusal(if diagonal { "ugolki-no-diagonals" } else { "ugolki-backwards" })
        }
        Some(_) => match between.filter(|it| !pieces.all().contains(*it)) {
            Some(over) => {
                let shown = Illustration { missing: vec![over], ..Illustration::straight(mv) };
                refusal("ugolki-nothing-to-jump-over").with("over", over).shown_by(shown)
            }
            None => refusal("ugolki-no-chain"),
        },
        None if leads_back(game, pieces, mv) => refusal("ugolki-backwards"),
        None => refusal("ugolki-no-chain"),
    }
}

/// The direction from one square to another in a line with it, and the distance.
fn straight(from: Square, to: Square) -> Option<(Direction, u8)> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let distance = files.unsigned_abs().max(ranks.unsigned_abs());
    let in_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = (files.signum(), ranks.signum());
    let direction = Direction::ALL.into_iter().find(|it| it.step() == step)?;
    in_line.then_some((direction, distance))
}

fn next(from: Square, direction: Direction) -> Option<Square> {
    let (files, ranks) = direction.step();
    from.offset(files, ranks)
}

fn is_diagonal(direction: Direction) -> bool {
    !Direction::ORTHOGONAL.contains(&direction)
}

/// Whether a side that may not move backward would end farther from the far camp, in file or in rank.
fn leads_back(game: &Ugolki, pieces: &Pieces, mv: Move) -> bool {
    let steps = [
        (mv.to.file() > mv.from.file(), Direction::East),
        (mv.to.file() < mv.from.file(), Direction::West),
        (mv.to.rank() > mv.from.rank(), Direction::North),
        (mv.to.rank() < mv.from.rank(), Direction::South),
    ];
    steps.into_iter().any(|(goes, direction)| goes && !game.allows(pieces.to_move(), direction))
}
