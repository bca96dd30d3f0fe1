//! What is drawn of a position.

use super::Position;
use crate::board::Side;
use crate::game::{BoardStyle, Piece, PieceKind, Scene};

pub(super) fn draw(position: &Position, scene: &mut Scene) {
    scene.style = BoardStyle::Chequered;
    for side in Side::BOTH {
        let men = position.men[side.index()];
        scene.pieces.extend(men.map(|square| Piece { square, side, kind: PieceKind::Man }));
    }
}
