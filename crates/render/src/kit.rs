//! Everything of a picture that stays the same while a match goes on, drawn once: the empty board and the pieces. A
//! frame is made by copying them together.

use std::sync::{Arc, LazyLock, OnceLock};

use moka::sync::Cache;
use parking_lot::RwLock;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::{
    Look, PictureError,
    brush::Brush,
    ground,
    layout::Layout,
    marks::Marks,
    pieces, refused,
    theme::{Colors, Theme},
};
use games::board::{Bitboard, Shape, Side};
use games::{BoardStyle, PieceKind, Scene, SideInfo};

/// Memory that kept kits may take, in bytes: some thirty boards of the usual size.
const KEPT_BYTES: u64 = 64 << 20;

/// How much a piece covers that is not there.
pub(super) const GHOST: f32 = 0.5;

/// What an empty board depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    look: Look,
    shape: Shape,
    style: BoardStyle,
    flipped: bool,
    goals: [Bitboard; 2],
}

impl Key {
    fn new(scene: &Scene, look: Look) -> Self {
        Self { look, shape: scene.shape, style: scene.style, flipped: scene.flipped, goals: scene.goals }
    }
}

static KITS: LazyLock<Cache<Key, Arc<Kit>>> = LazyLock::new(|| {
    let weigh = |_: &Key, kit: &Arc<Kit>| u32::try_from(kit.bytes()).unwrap_or(u32::MAX);
    Cache::builder().max_capacity(KEPT_BYTES).weigher(weigh).build()
});

/// A piece's picture.
struct Drawn {
    kind: PieceKind,
    side: SideInfo,
    picture: Arc<Pixmap>,
}

/// An empty board, and the pieces that may stand on it.
pub(super) struct Kit {
    pub layout: Layout,
    look: Look,
    pub(super) board: Pixmap,
    /// The empty board as numbers of the palette's colors, made when first needed.
    pub(super) numbers: OnceLock<Vec<u8>>,
    /// The pieces that were needed so far.
    pieces: RwLock<Vec<Drawn>>,
}

impl Kit {
    /// The theme it is drawn in.
    pub(super) fn theme(&self) -> Theme {
        self.look.theme
    }

    /// The kit for a scene, from the cache if it is there.
    pub(super) fn kept(scene: &Scene, look: Look) -> Result<Arc<Self>, PictureError> {
        look.checked_pixels()?;
        KITS.try_get_with(Key::new(scene, look), || Self::new(scene, look).map(Arc::new).ok_or(PictureError::TooLarge))
            .map_err(|_| PictureError::TooLarge)
    }

    /// A new kit for a scene; none if there is no picture of that size.
    pub(super) fn new(scene: &Scene, look: Look) -> Option<Self> {
        let layout = Layout::new(scene, look.pixels);
        let board = ground::draw(scene, &layout, &look)?;
        Some(Self { layout, look, board, numbers: OnceLock::new(), pieces: RwLock::default() })
    }

    fn bytes(&self) -> usize {
        let pieces = 4 * self.layout.cell.pow(2) as usize * 8;
        // Four bytes per pixel of the board, and the number of its color.
        self.board.data().len() * 5 / 4 + pieces
    }

    fn colors(&self) -> &'static Colors {
        self.look.theme.colors()
    }

    /// The picture of a piece, drawn when first needed.
    fn piece(&self, kind: PieceKind, side: SideInfo) -> Option<Arc<Pixmap>> {
        let drawn = self.pieces.read();
        if let Some(found) = drawn.iter().find(|it| it.kind == kind && it.side == side) {
            return Some(found.picture.clone());
        }
        drop(drawn);
        let letter = Some(side.letter).filter(|_| self.look.lettered);
        let picture = Arc::new(pieces::draw(kind, side.tone, letter, &self.layout, self.colors())?);
        self.pieces.write().push(Drawn { kind, side, picture: picture.clone() });
        Some(picture)
    }

    /// Paints a scene in full color.
    pub(super) fn paint(&self, scene: &Scene) -> Option<Pixmap> {
        let mut pixmap = self.board.clone();
        let marks = Marks { scene, layout: &self.layout, colors: self.colors() };
        let mut brush = Brush::new(&mut pixmap);
        marks.below(&mut brush);
        if let Some(shown) = &scene.refused {
            refused::below(&marks, &mut brush, shown);
        }
        for piece in &scene.pieces {
            let area = self.layout.area_of(piece);
            let picture = self.piece(piece.kind, scene.sides[piece.side.index()])?;
            lay(&picture, &mut pixmap, area.left, area.top);
        }
        if let Some(laid) = scene.refused.as_ref().and_then(|it| it.laid) {
            let area = self.layout.area_of(&laid);
            let ghost = self.piece(laid.kind, scene.sides[laid.side.index()])?;
            let paint = PixmapPaint { opacity: GHOST, ..PixmapPaint::default() };
            let (left, top) = (area.left as i32, area.top as i32);
            pixmap.draw_pixmap(left, top, Pixmap::as_ref(&ghost), &paint, Transform::identity(), None);
        }
        let mut brush = Brush::new(&mut pixmap);
        marks.above(&mut brush);
        if let Some(shown) = &scene.refused {
            refused::above(&marks, &mut brush, shown);
        }
        if let Some(side) = scene.to_move {
            self.turn(&mut brush, &marks, side);
        }
        Some(pixmap)
    }

    /// A small piece of the side to move in the corner of the player whose turn it is.
    fn turn(&self, brush: &mut Brush<'_>, marks: &Marks<'_>, side: Side) {
        let (middle, size) = marks.turn(brush, side);
        let (kind, tone) = (marks.scene.kinds[side.index()], marks.scene.sides[side.index()].tone);
        pieces::paint(brush, middle, size, kind, tone, self.colors());
    }
}

/// Lays one picture over another, which must be without holes; what reaches over its edges is cut off.
fn lay(upper: &Pixmap, lower: &mut Pixmap, left: u32, top: u32) {
    let width = upper.width().min(lower.width().saturating_sub(left)) as usize * 4;
    let (upper_row, lower_row) = (upper.width() as usize * 4, lower.width() as usize * 4);
    let rows = upper.data().chunks_exact(upper_row);
    let below = lower.data_mut().chunks_exact_mut(lower_row).skip(top as usize);
    for (from, to) in rows.zip(below) {
        let to = &mut to[left as usize * 4..][..width];
        for (new, old) in from[..width].chunks_exact(4).zip(to.chunks_exact_mut(4)) {
            match new[3] {
                0 => {}
                255 => old.copy_from_slice(new),
                alpha => {
                    let rest = 255 - u32::from(alpha);
                    for n in 0..3 {
                        // Division by 255, rounded, without dividing.
                        let faded = u32::from(old[n]) * rest + 128;
                        old[n] = new[n].saturating_add(((faded + (faded >> 8)) >> 8) as u8);
                    }
                }
            }
        }
    }
}
