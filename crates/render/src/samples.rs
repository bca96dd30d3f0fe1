//! Boards on which everything is to be seen that a picture may show: what palettes are chosen from.

use games::board::{Bitboard, Move, Shape, Side, Square};
use games::{BoardStyle, Figure, GAMES, Group, Illustration, LastMove, Leg, Piece, PieceKind, Scene, SideInfo};

/// The samples, and their sizes in pixels.
pub(super) fn scenes() -> Vec<(Scene, u32)> {
    use BoardStyle::{Checkered, Plain};
    let all = figures();
    let tiles: Vec<PieceKind> = all.iter().copied().filter(|it| it.figure == Figure::Tile).collect();
    let lines = BoardStyle::Lines { loops: &[1, 2] };
    vec![
        (scene(Checkered, &[PieceKind::DISK]), 640),
        (moved_from_light_to_dark(scene(Checkered, &[PieceKind::DISK])), 640),
        (scene(Checkered, &all), 320),
        (scene(Plain, &all), 320),
        (scene(lines, &[PieceKind::DISK]), 320),
        (laid(scene(Plain, &tiles)), 320),
        (connected(scene(Checkered, &[PieceKind::DISK])), 320),
        (refused(scene(Checkered, &[PieceKind::DISK])), 320),
        (refused(scene(Plain, &tiles)), 320),
    ]
}

/// One kind of piece for each figure of the games, the small ones first.
fn figures() -> Vec<PieceKind> {
    let pieces = GAMES.iter().flat_map(|it| games::example(it.info()).pieces);
    let mut kinds: Vec<PieceKind> = pieces.map(|it| it.kind).collect();
    kinds.sort_by_key(|it| (it.files, it.ranks));
    let mut figures: Vec<PieceKind> = Vec::new();
    for kind in kinds {
        if figures.iter().all(|it| it.figure != kind.figure) {
            figures.push(kind);
        }
    }
    figures
}

/// The same board with the marks of the last move on squares of the other shades.
fn moved_from_light_to_dark(scene: Scene) -> Scene {
    let (from, to) = (Square::new(2, 1), Square::new(2, 2));
    Scene { last: Some(moved(from, to)), ..scene }
}

/// The same board with a domino that was just laid.
fn laid(scene: Scene) -> Scene {
    let (from, to) = (Square::new(0, 0), Square::new(0, 1));
    Scene { last: Some(moved(from, to)), goals: [Bitboard::EMPTY; 2], targets: Vec::new(), ..scene }
}

/// The same board with pieces that are connected.
fn connected(scene: Scene) -> Scene {
    let squares: Vec<Square> = scene.pieces.iter().map(|it| it.square).filter(|it| it.rank() < 3).collect();
    let links = squares.windows(2).map(|it| (it[0], it[1])).collect();
    let groups = vec![Group { side: Side::First, squares: squares.into_iter().collect(), links }];
    Scene { groups, last: None, goals: [Bitboard::EMPTY; 2], ..scene }
}

/// The same board with what shows why a move is refused.
fn refused(scene: Scene) -> Scene {
    let [from, over, to] = [0, 2, 4].map(|it| Square::new(it, it));
    let shown = Illustration {
        line: Some((from, Square::new(5, 5))),
        counted: vec![from, to],
        crossed: vec![to],
        laid: scene.pieces.first().map(|it| Piece { square: Square::new(2, 3), ..*it }),
        missing: vec![Square::new(1, 4)],
        ..Illustration::stopped(Move::new(from, to), over)
    };
    Scene { goals: [Bitboard::EMPTY; 2], ..scene.refusing(shown) }
}

fn moved(from: Square, to: Square) -> LastMove {
    LastMove { side: Side::First, from, to, captured: Bitboard::of(to), route: vec![Leg::Straight(to)] }
}

/// A board with pieces of both sides on squares of both shades, and with every mark.
fn scene(style: BoardStyle, kinds: &[PieceKind]) -> Scene {
    let mut scene = Scene::new(Shape::new(6, 6), [SideInfo::BLACK, SideInfo::WHITE]);
    scene.style = style;
    for (n, (file, side)) in [0, 1, 2, 3].into_iter().zip([Side::First, Side::Second].into_iter().cycle()).enumerate() {
        for rank in [0, 2, 4] {
            let kind = kinds[(n / 2 + usize::from(rank) / 2) % kinds.len()];
            // Shift by one in every second row, so that each side stands on both shades.
            let file = if rank == 2 { file + 1 } else { file };
            scene.pieces.push(Piece { square: Square::new(file, rank), side, kind });
        }
    }
    scene.goals = [0, 3].map(|low| (low..low + 3).map(|rank| Square::new(5, rank)).collect());
    let (from, to) = (Square::new(3, 1), Square::new(1, 2));
    scene.last = Some(moved(from, to));
    scene.targets = vec![Square::new(4, 1), Square::new(4, 3), Square::new(0, 4)];
    scene.to_move = Some(Side::Second);
    scene
}
