//! How long pictures take: `cargo bench --bench pictures`.

use std::time::Duration;

use divan::{Bencher, black_box};
use games::{Ruleset, Scene};
use render::{Caption, Look, Theme};

fn main() {
    for theme in Theme::ALL {
        let look = Look { theme, pixels: 640, ..Look::default() };
        let sizes =
            replay(40).iter().filter_map(|it| render::png(it, &look).ok()).map(|it| it.len()).collect::<Vec<_>>();
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        let most = sizes.iter().max().copied().unwrap_or(0);
        let gif = render::gif(&replay(40), &look, Duration::from_secs(1), None).map_or(0, |it| it.len());
        let small = render::gif(&replay(60), &Look { pixels: 480, ..look }, Duration::from_secs(1), Some(&caption()));
        let small = small.map_or(0, |it| it.len());
        println!(
            "{theme}: PNG {mean} bytes on average, {most} at most; GIF of 41 frames {gif} bytes, of 61 at 480 px {small}"
        );
    }
    for (what, board) in lab::marked::boards() {
        let size = render::png(&board, &Look::default()).map_or(0, |it| it.len());
        println!("{what}: PNG {size} bytes");
    }
    divan::main();
}

/// The scenes of a game that is played from the start, by moves from all over the list.
fn replay(plies: usize) -> Vec<Scene> {
    let game = games::find("loa").expect("the game is in the registry");
    let mut position = games::open(&Ruleset::default_of(game.info()), None).expect("the start is a position");
    let mut scenes = vec![position.scene()];
    while scenes.len() <= plies {
        let moves = position.legal();
        position.play(moves[scenes.len() * 31 % moves.len()]).expect("legal moves can be played");
        scenes.push(position.scene());
    }
    scenes
}

/// A picture of which nothing is in the cache: a new size each time.
#[divan::bench(sample_count = 60, sample_size = 1)]
fn first(bencher: Bencher) {
    let scenes = replay(20);
    let mut pixels = 600;
    bencher.bench_local(|| {
        pixels += 1;
        render::png(black_box(&scenes[20]), &Look { theme: Theme::Wood, pixels, ..Look::default() })
    });
}

#[divan::bench(args = Theme::ALL)]
fn cached(bencher: Bencher, theme: Theme) {
    let scenes = replay(20);
    bencher.bench_local(|| render::png(black_box(&scenes[20]), &Look { theme, pixels: 640, ..Look::default() }));
}

fn marks() -> impl Iterator<Item = &'static str> {
    lab::marked::boards().map(|it| it.0)
}

/// A picture with the marks that are posted with it.
#[divan::bench(args = marks())]
fn marked(bencher: Bencher, what: &str) {
    let (_, board) = lab::marked::boards().find(|it| it.0 == what).expect("a board of that name");
    bencher.bench_local(|| render::png(black_box(&board), &Look::default()));
}

/// Compressing a picture without drawing it, at every level: why the renderer uses the one it does.
#[divan::bench(args = 1..=9)]
fn compress(bencher: Bencher, level: i32) {
    let scenes = replay(20);
    let bytes = render::png(&scenes[20], &Look::default()).expect("a picture of the usual size");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
    let mut frame = vec![0; reader.output_buffer_size().expect("a small picture")];
    reader.next_frame(&mut frame).expect("a picture");
    println!("level {level}: {} bytes", compressed(&frame, level).len());
    bencher.bench_local(|| compressed(black_box(&frame), level));
}

fn compressed(frame: &[u8], level: i32) -> Vec<u8> {
    let level = libdeflater::CompressionLvl::new(level).expect("a level");
    let mut compressor = libdeflater::Compressor::new(level);
    let mut out = vec![0; compressor.zlib_compress_bound(frame.len())];
    let length = compressor.zlib_compress(frame, &mut out).expect("room enough");
    out.truncate(length);
    out
}

/// As the bot exports a match of 60 plies.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn gif_of_61_frames_at_480_px(bencher: Bencher) {
    let (scenes, look, caption) = (replay(60), Look { pixels: 480, ..Look::default() }, caption());
    bencher.bench_local(|| render::gif(black_box(&scenes), &look, Duration::from_secs(1), Some(&caption)));
}

fn caption() -> Caption {
    Caption {
        line: "Ann (Black) – Bob (White)".into(),
        end: "Ann (Black) wins: Black connected all their pieces.".into(),
    }
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn gif_of_41_frames(bencher: Bencher) {
    let scenes = replay(40);
    bencher.bench_local(|| render::gif(black_box(&scenes), &Look::default(), Duration::from_secs(1), None));
}
