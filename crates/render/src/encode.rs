//! Frames written down: PNG for one, GIF for many.

use std::borrow::Cow;
use std::thread;

use gif::{DisposalMethod, Repeat};
use libdeflater::{CompressionLvl, Compressor};
use png::chunk::IDAT;
use png::{BitDepth, ColorType};

use super::{PictureError, palette::Palette};

/// Width and height in pixels.
pub(super) type Size = (u32, u32);

/// How hard compression tries, of 1 to 12: measured, one more takes half as long again and saves a thirtieth.
const LEVEL: i32 = 6;

/// The same for the few pictures that would be larger than so many bytes: the next level saves a fiftieth more, and
/// takes three times as long.
const HARDER: i32 = 7;
const LARGE: usize = 24_500;

/// Writes a frame of the palette's numbers as PNG. It is compressed by libdeflate, which takes half the time of what the
/// writer of chunks has.
pub(super) fn png(frame: &[u8], (width, height): Size, palette: &Palette) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::with_capacity(32 << 10);
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    let mut writer = encoder.write_header()?;
    let rows = rows(frame, width as usize);
    let mut packed = compressed(&rows, LEVEL)?;
    if packed.len() > LARGE {
        packed = compressed(&rows, HARDER)?;
    }
    writer.write_chunk(IDAT, &packed)?;
    writer.finish()?;
    Ok(out)
}

/// The rows of a frame as PNG has them. Filters make flat areas of numbered colors larger, not smaller.
fn rows(frame: &[u8], width: usize) -> Vec<u8> {
    const NO_FILTER: u8 = 0;
    let mut rows = Vec::with_capacity(frame.len() + frame.len() / width.max(1));
    for row in frame.chunks(width) {
        rows.push(NO_FILTER);
        rows.extend_from_slice(row);
    }
    rows
}

fn compressed(rows: &[u8], level: i32) -> Result<Vec<u8>, PictureError> {
    let mut compressor = Compressor::new(CompressionLvl::new(level).unwrap_or_default());
    let mut packed = vec![0; compressor.zlib_compress_bound(rows.len())];
    let length = compressor.zlib_compress(rows, &mut packed).map_err(|_| PictureError::TooLarge)?;
    packed.truncate(length);
    Ok(packed)
}

/// A frame as the palette's numbers, and how long it stays, in hundredths of a second.
type Frame = (Vec<u8>, u16);

/// Writes frames as an animation that repeats forever; each is made by its number. That and the compression, which most of the
/// time goes into, are done on all processors.
pub(super) fn gif(
    count: usize,
    frame: impl Fn(usize) -> Result<Frame, PictureError> + Sync,
    (width, height): Size,
    palette: &Palette,
) -> Result<Vec<u8>, PictureError> {
    let side = |it: u32| u16::try_from(it).map_err(|_| PictureError::TooLarge);
    let (width, height) = (side(width)?, side(height)?);
    let mut out = Vec::with_capacity(256 << 10);
    let mut encoder = gif::Encoder::new(&mut out, width, height, &padded(palette))?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Option<Vec<u8>> = None;
    for first in (0..count).step_by(BATCH) {
        let mut numbers: Vec<usize> = (first..count.min(first + BATCH)).collect();
        let frames: Vec<Frame> = on_all(&mut numbers, |n| frame(*n)).into_iter().collect::<Result<_, _>>()?;
        let mut steps = Vec::with_capacity(BATCH);
        for (frame, delay) in frames {
            let step = match &shown {
                None => whole(frame.clone(), width, height),
                Some(shown) => difference(shown, &frame, width, height, palette.colors.len() as u8),
            };
            steps.push(gif::Frame { delay, dispose: DisposalMethod::Keep, ..step });
            shown = Some(frame);
        }
        on_all(&mut steps, gif::Frame::make_lzw_pre_encoded);
        for step in steps {
            encoder.write_lzw_pre_encoded_frame(&step)?;
        }
    }
    drop(encoder);
    Ok(out)
}

/// How many frames of an animation are made and compressed together.
const BATCH: usize = 16;

/// Does something with each of these on all processors; what comes of it, in their order.
fn on_all<T: Send, R: Send>(all: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (share, work) = (all.len().div_ceil(threads).max(1), &work);
    thread::scope(|scope| {
        let spawn = |share| scope.spawn(move || -> Vec<R> { <[T]>::iter_mut(share).map(work).collect() });
        let working: Vec<_> = all.chunks_mut(share).map(spawn).collect();
        // A panic goes on where it would have without threads.
        working.into_iter().flat_map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// The palette with one color more, which is never seen: its number means "unchanged".
fn padded(palette: &Palette) -> Vec<u8> {
    let mut bytes = palette.bytes();
    bytes.extend([0, 0, 0]);
    bytes
}

fn whole(frame: Vec<u8>, width: u16, height: u16) -> gif::Frame<'static> {
    gif::Frame { width, height, buffer: Cow::Owned(frame), ..gif::Frame::default() }
}

/// The smallest rectangle that turns one frame into another, with `unchanged` for the pixels in it that stay.
fn difference(old: &[u8], new: &[u8], width: u16, height: u16, unchanged: u8) -> gif::Frame<'static> {
    let wide = usize::from(width);
    let rows = || old.chunks_exact(wide).zip(new.chunks_exact(wide));
    let differs = |(old, new): (&[u8], &[u8])| old != new;
    let top = rows().position(differs).unwrap_or(0);
    let bottom = rows().rposition(differs).unwrap_or(0);
    let (mut left, mut right) = (wide, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let mut columns = old.iter().zip(new);
        if let Some(first) = columns.position(|(old, new)| old != new) {
            left = left.min(first);
        }
        if let Some(last) = old.iter().zip(new).rposition(|(old, new)| old != new) {
            right = right.max(last);
        }
    }
    let left = left.min(right);
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let pixels = old[left..=right].iter().zip(&new[left..=right]);
        buffer.extend(pixels.map(|(old, new)| if old == new { unchanged } else { *new }));
    }
    debug_assert!(bottom < usize::from(height));
    gif::Frame {
        // All are below the width and height, which fit.
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        transparent: Some(unchanged),
        buffer: Cow::Owned(buffer),
        ..gif::Frame::default()
    }
}
