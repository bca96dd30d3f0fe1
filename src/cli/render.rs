//! `parlor render`: the picture of a position, or the replay of moves.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::position::{PositionArguments, play_all};
use games::board::Bitboard;
use games::{AnyPosition, LastMove, Leg, Scene};
use render::{Look, Theme, gif, png, svg};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// Moves to play first, like "b1-b3 a2-c2"; a .gif shows them one by one
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// The file to write: FILE.png, FILE.svg, or FILE.gif for a replay; .webp, .jpg, and .bmp work, too
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The theme: wood, slate, contrast, or print
    #[arg(long, value_name = "T", default_value = "wood")]
    theme: String,
    /// Turn it around
    #[arg(long)]
    flip: bool,
    /// Write the letter of its side on each piece
    #[arg(long)]
    letters: bool,
    /// Mark this move as the last one, like f3-d5
    #[arg(long, value_name = "MOVE")]
    last: Option<String>,
    /// The longer side of the picture, in pixels
    #[arg(long, value_name = "N", default_value_t = 640)]
    pixels: u32,
}

/// How long each move of a replay is shown.
const SHOWN: Duration = Duration::from_millis(900);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (theme, pixels) = (arguments.theme.parse::<Theme>()?, arguments.pixels);
    let look = Look { theme, pixels, lettered: arguments.letters, ..Look::default() };
    let mut position = arguments.start.open()?;
    let scene_of = |position: &dyn AnyPosition| Scene { flipped: arguments.flip, ..position.scene() };
    let mut scenes = vec![scene_of(&*position)];
    play_all(&mut *position, &arguments.moves, |position| scenes.push(scene_of(position)))?;
    let mut last = scenes.pop().context("There's nothing to draw")?;
    if let Some(text) = &arguments.last {
        last.last = Some(marked_move(&last, text)?);
    }
    let extension = arguments.out.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let file = match extension.as_str() {
        "png" => png(&last, &look)?,
        "svg" => svg(&last, &look)?.into_bytes(),
        "gif" => {
            scenes.push(last);
            gif(&scenes, &look, SHOWN, None)?
        }
        _ => converted(&png(&last, &look)?, &arguments.out)?,
    };
    std::fs::write(&arguments.out, file).with_context(|| format!("{} can't be written", arguments.out.display()))
}

/// A picture in the format that the name of `out` says.
fn converted(png: &[u8], out: &Path) -> anyhow::Result<Vec<u8>> {
    let format = image::ImageFormat::from_path(out).ok().filter(image::ImageFormat::writing_enabled);
    let Some(format) = format else {
        bail!("{} can't be written: the name must end in .png, .svg, .gif, .webp, .jpg, or .bmp.", out.display());
    };
    let mut file = Cursor::new(Vec::new());
    image::load_from_memory(png)?.into_rgb8().write_to(&mut file, format)?;
    Ok(file.into_inner())
}

/// The move to mark, which has been played already: only its squares are known.
fn marked_move(scene: &Scene, text: &str) -> anyhow::Result<LastMove> {
    let squares: Vec<_> = text.split(['-', 'x']).map(str::parse).collect();
    let [Ok(from), Ok(to)] = squares[..] else { bail!("“{text}” isn't a move. Write the last move like f3-d5.") };
    let side = match scene.piece_at(to) {
        Some(piece) => piece.side,
        None => bail!("There's no piece on {to}, so {text} can't be the last move."),
    };
    let captured = if text.contains('x') { Bitboard::of(to) } else { Bitboard::EMPTY };
    // Around which loops a capture went, its squares alone don't say.
    let is_known = !scene.style.has_loops() || captured.is_empty();
    let route = if is_known { vec![Leg::Straight(to)] } else { Vec::new() };
    Ok(LastMove { side, from, to, captured, route })
}
