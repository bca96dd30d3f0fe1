//! Pictures against approved ones in `tests/pictures/`, pixel by pixel.
//!
//! On a mismatch the actual picture and the difference are written to `target/pictures/`. After looking at them, approve
//! with `UPDATE_PICTURES=1 cargo test --test it -- program::pictures::`.

use std::{collections::BTreeSet, fs, path::PathBuf, time::Duration};

use crate::support::fixtures::fixtures;
use games::board::{Bitboard, Shape, Side, Square};
use games::{AnyPosition, BoardStyle, Info, LastMove, Leg, Piece, PieceKind, ReadMove, Ruleset, Scene, SideInfo};
use image::{AnimationDecoder, RgbImage, RgbaImage, codecs::gif::GifDecoder};
use render::{Caption, Card, Chart, ChartedRating, Look, PictureError, Theme};
use texts::{ALT_TEXT_LIMIT, Locale, alt_text, chart_text, text_board};

/// How much a channel may differ: processors round differently.
const TOLERANCE: u8 = 6;

/// Black's f4 has a way around the upper left loop.
const LOOPS: &str = "1wwwww/w1wwww/5b/1w4/bb1bb1/bbbbbb b";
const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
const MIDDLE_OF_BLACK: &str = "2b2b2/1w3b1w/w2b2w1/2b1w3/3bw2w/1w1b4/2w2b1w/1b2b3 b";
const MIDDLE: &str = "2b2b2/1w3b1w/w2b2w1/2b1w3/3bw2w/1w1b4/2w2b1w/1b2b3 w";

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn lines_of_action(position: &str) -> Scene {
    let game = games::find("loa").unwrap();
    games::open(&Ruleset::default_of(game.info()), Some(position)).unwrap().scene()
}

/// A middle game in which a piece has just been taken.
fn middle_game() -> Scene {
    let mut scene = lines_of_action(MIDDLE);
    let (from, to) = (square("f6"), square("d4"));
    scene.last =
        Some(LastMove { side: Side::First, from, to, captured: Bitboard::of(to), route: vec![Leg::Straight(to)] });
    scene
}

/// A game from a position on, with moves played.
fn played(rules: &str, position: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = games::open(&games::read_ruleset(rules).unwrap(), Some(position)).unwrap();
    for text in moves.split_whitespace() {
        let mv = position.read(text).unwrap();
        position.play(mv).unwrap();
    }
    position
}

/// A move that the referee refuses, as it is shown.
fn refused(rules: &str, position: &str, text: &str) -> Scene {
    let position = played(rules, position, "");
    let Err(ReadMove::Illegal(refusal)) = position.read(text) else { panic!("{text} is refused") };
    position.scene().refusing(*refusal.illustration.expect("a refusal about the board"))
}

fn flipped(scene: Scene) -> Scene {
    Scene { flipped: true, ..scene }
}

/// Refusals whose pictures have different marks.
fn refusals() -> [(&'static str, Scene); 7] {
    [
        ("count", refused("loa", MIDDLE_OF_BLACK, "d4-d5")),
        ("blocked", refused("loa", MIDDLE_OF_BLACK, "d4-g4")),
        ("elsewhere", refused("loa", MIDDLE_OF_BLACK, "d3-e6")),
        ("loop", refused("surakarta", LOOPS, "d2-b3")),
        ("jump", refused("ugolki:halma", "bbbb4/bb1b4/bbbb4/b2bb3/2b1ww2/4w1ww/3w1www/4wwww w", "d2-d4")),
        ("domino", refused("domineering size=4x4", "4/1hh1/4/4 v", "b3")),
        ("turned", refused("domineering size=4x4", "v3/v3/4/4 h", "c2-c3")),
    ]
}

/// A capture around one loop.
fn around_a_loop() -> Scene {
    played("surakarta", LOOPS, "f4-c6").scene()
}

/// A step along a line, without a capture.
fn step() -> Scene {
    played("surakarta", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", "c2-c3 d5-d4").scene()
}

/// A capture around two loops, with a whole rank between them.
fn around_two_loops() -> Scene {
    played("surakarta", "1b3w/4w1/6/6/2bw2/b5 b", "c2-d2").scene()
}

/// Three jumps, not all in one line.
fn chain() -> Scene {
    played("ugolki:halma", "b1b5/1b6/b1b3b1/3w4/3b1w2/5w1w/4wwww/5www w", "g1-c7").scene()
}

/// A move that connects all pieces of its side.
fn connected() -> Scene {
    played("loa", "8/8/1w3w2/2bb4/1bbwb3/1bb1b1b1/w2b4/8 b", "g3-f4").scene()
}

fn board(width: u8, height: u8, style: BoardStyle) -> Scene {
    let mut scene = Scene::new(Shape::new(width, height), [SideInfo::BLACK, SideInfo::WHITE]);
    scene.style = style;
    scene.to_move = Some(Side::First);
    scene
}

fn put(scene: &mut Scene, kind: PieceKind, side: Side, squares: &str) {
    scene.pieces.extend(squares.split(' ').map(|it| Piece { square: square(it), side, kind }));
}

fn last(side: Side, from: &str, to: &str, captured: Option<&str>) -> Option<LastMove> {
    Some(LastMove {
        side,
        from: square(from),
        to: square(to),
        captured: captured.map(square).into_iter().collect(),
        route: vec![Leg::Straight(square(to))],
    })
}

fn checkered_full() -> Scene {
    let mut scene = board(10, 10, BoardStyle::Checkered);
    for square in scene.shape.squares() {
        let side = Side::BOTH[usize::from((square.file() + square.rank()) % 2)];
        scene.pieces.push(Piece { square, side, kind: PieceKind::DISK });
    }
    scene
}

fn dominoes() -> Scene {
    let mut scene = board(8, 8, BoardStyle::Plain);
    put(&mut scene, games::domineering::UPRIGHT, Side::First, "a1 c3 h7 e5 b6");
    put(&mut scene, games::domineering::ACROSS, Side::Second, "b1 d4 f8 f3 c8");
    scene.kinds = [games::domineering::UPRIGHT, games::domineering::ACROSS];
    scene.last = last(Side::Second, "f3", "g3", None);
    scene
}

fn knights() -> Scene {
    let mut scene = board(8, 8, BoardStyle::Checkered);
    put(&mut scene, games::knightthrough::KNIGHT, Side::First, "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 e2 f2 h2 d5");
    put(&mut scene, games::knightthrough::KNIGHT, Side::Second, "a8 b8 c8 d8 e8 f8 g8 h8 a7 b7 c7 d7 e7 f7 g6");
    scene.kinds = [games::knightthrough::KNIGHT; 2];
    scene.last = last(Side::Second, "h7", "g6", None);
    scene.targets = vec![square("b6"), square("f6"), square("c7"), square("e7")];
    scene
}

fn camps() -> Scene {
    let mut scene = board(8, 8, BoardStyle::Checkered);
    let (first, second) = ("e1 f1 g1 h1 e2 f2 g2 h2 e3 f3 g3 h3", "a8 b8 c8 d8 a7 b7 c7 d7 a6 b6 c6 d6");
    for (side, squares) in [(Side::First, first), (Side::Second, second)] {
        scene.goals[side.other().index()] = squares.split(' ').map(square).collect();
        put(&mut scene, PieceKind::DISK, side, &squares[3..]);
    }
    scene.sides = [SideInfo::WHITE, SideInfo::BLACK];
    put(&mut scene, PieceKind::DISK, Side::First, "e5");
    scene.last = last(Side::First, "e1", "e5", None);
    scene.to_move = Some(Side::Second);
    scene
}

fn clobber() -> Scene {
    let mut scene = checkered_full();
    scene.shape = Shape::new(6, 5);
    scene.pieces.retain(|it| Shape::new(6, 5).contains(it.square) && it.square != square("c3"));
    scene.pieces.retain(|it| it.square != square("d3"));
    put(&mut scene, PieceKind::DISK, Side::First, "d3");
    scene.last = last(Side::First, "c3", "d3", Some("d3"));
    scene.to_move = Some(Side::Second);
    scene
}

/// A piece taken elsewhere than where the move ended.
fn jumped() -> Scene {
    let mut scene = board(6, 6, BoardStyle::Plain);
    put(&mut scene, PieceKind::DISK, Side::First, "a1 c3 e4");
    put(&mut scene, PieceKind::DISK, Side::Second, "b5 e6 f2");
    scene.last = last(Side::First, "c1", "e4", Some("d2"));
    scene.targets = vec![square("b2"), square("b5")];
    scene.flipped = true;
    scene
}

/// A position after a move with what people most wanted before it.
fn voted(rules: &str, position: &str, moves: &str, wanted: &[(&str, usize)]) -> Scene {
    let before = played(rules, position, "");
    let wanted = wanted.iter().map(|(text, percent)| before.wanted(before.read(text).unwrap(), *percent)).collect();
    Scene { wanted, ..played(rules, position, moves).scene() }
}

/// Votes on moves that end together or not, on a piece to lay, around a loop, and for a jump.
fn votes() -> [(&'static str, Scene); 5] {
    let ahead = "1bbbbbbb/bbbbbbbb/8/8/8/3b1b2/wwwwwwww/wwwwwwww w";
    [
        ("loa", voted("loa", START, "b8-b6 a4-c4", &[("b8-b6", 67), ("g1-g3", 33)])),
        ("together", voted("breakthrough", ahead, "e2xd3", &[("e2xd3", 60), ("c2xd3", 40)])),
        ("domino", voted("domineering size=4x4", "4/1hh1/4/4 v", "a3", &[("a3", 100)])),
        ("loop", voted("surakarta", LOOPS, "f4-c6", &[("f4-c6", 50), ("d2-d3", 50)])),
        ("jumps", voted("ugolki:halma", "b1b5/1b6/b1b3b1/3w4/3b1w2/5w1w/4wwww/5www w", "g1-c7", &[("g1-c7", 75)])),
    ]
}

/// The first lesson of a game, and its first puzzle with the hint.
fn taught(info: &'static Info) -> [(String, Scene); 2] {
    let lesson = games::open_lesson(info, &info.lessons[0]).unwrap();
    let puzzle = &games::puzzles(info)[0];
    let asked = games::open(&puzzle.ruleset, Some(&puzzle.position)).unwrap();
    let hinted = Scene { targets: vec![puzzle.line[0].from], ..asked.scene() };
    [(format!("lesson-{}", info.key), lesson.scene()), (format!("puzzle-{}", info.key), hinted)]
}

/// Every approved picture: its name, what it shows, how it looks.
fn pictures() -> Vec<(String, Scene, Look)> {
    let look = Look { theme: Theme::Wood, pixels: 640, ..Look::default() };
    let mut targets = lines_of_action(START);
    targets.targets = vec![square("b3"), square("d3"), square("h7")];
    let mut all = vec![
        ("loa-start", lines_of_action(START), look),
        ("loa-flipped", flipped(middle_game()), look),
        ("loa-targets", targets, look),
        ("small", middle_game(), Look { pixels: 320, ..look }),
        ("smallest", middle_game(), Look { pixels: Look::MIN_PIXELS, ..look }),
        ("full-10x10", checkered_full(), look),
        ("clobber", clobber(), look),
        ("jumped-6x6", jumped(), look),
        ("narrow", board(2, 10, BoardStyle::Plain), Look { pixels: 400, ..look }),
    ]
    .into_iter()
    .map(|(name, scene, look)| (name.to_owned(), scene, look))
    .collect::<Vec<_>>();
    for theme in Theme::ALL {
        let scenes = [
            ("loa-middle", middle_game()),
            ("dominoes", dominoes()),
            ("knights", knights()),
            ("loops", around_a_loop()),
            ("camps", camps()),
            ("two-loops", around_two_loops()),
            ("step", step()),
            ("chain", chain()),
            ("connected", connected()),
        ];
        all.extend(
            scenes.map(|(name, scene)| {
                (format!("{name}-{theme}"), scene, Look { theme, pixels: 480, ..Look::default() })
            }),
        );
        let lettered = Look { theme, pixels: 360, lettered: true, ..Look::default() };
        let with_letters = [("lettered-loa", middle_game()), ("lettered-knights", knights())];
        all.extend(with_letters.map(|(name, scene)| (format!("{name}-{theme}"), scene, lettered)));
        let voted = votes().map(|(name, scene)| (format!("votes-{name}-{theme}"), scene));
        all.extend(voted.map(|(name, scene)| (name, scene, Look { theme, pixels: 360, ..Look::default() })));
        let refusals = refusals().map(|(name, scene)| (format!("refused-{name}-{theme}"), scene));
        all.extend(refusals.map(|(name, scene)| (name, scene, Look { theme, pixels: 360, ..Look::default() })));
    }
    let turned = [
        ("dominoes-flipped", dominoes()),
        ("two-loops-flipped", around_two_loops()),
        ("chain-flipped", chain()),
        ("connected-flipped", connected()),
        ("refused-count-flipped", refused("loa", MIDDLE_OF_BLACK, "d4-d5")),
        ("refused-loop-flipped", refused("surakarta", LOOPS, "d2-b3")),
    ];
    all.extend(turned.map(|(name, scene)| (name.to_owned(), flipped(scene), Look { pixels: 360, ..look })));
    all.push(("loa-middle".to_owned(), middle_game(), look));
    // What `rules` shows, and docs/rules.md.
    for info in games::GAMES.iter().map(|it| it.info()) {
        all.push((format!("example-{}", info.key), games::example(info), Look { pixels: 360, ..look }));
        all.extend(taught(info).map(|(name, scene)| (name, scene, Look { pixels: 360, ..look })));
    }
    all
}

/// Every approved chart.
fn charts() -> Vec<(String, Chart, Theme)> {
    let chart = |chances: &[f64], first_ply, marks: &[usize]| Chart {
        title: "Black's chance".into(),
        sides: [SideInfo::BLACK, SideInfo::WHITE],
        first_ply,
        chances: chances.to_vec(),
        marks: marks.to_vec(),
    };
    let swings: Vec<f64> = (0..48).map(|it| 0.5 + 0.4 * (f64::from(it) * 0.35).sin()).chain([1.0]).collect();
    let long: Vec<f64> = (0..300).map(|it| 0.5 + 0.5 * (f64::from(it) / 40.0).cos()).collect();
    let mut all: Vec<_> =
        Theme::ALL.iter().map(|it| (format!("chart-{it}"), chart(&swings, 0, &[12, 30, 48]), *it)).collect();
    let won: Vec<f64> = (0..40).map(|it| 1.0 - 0.5 * (-f64::from(it) / 2.0).exp()).collect();
    all.extend(Theme::ALL.iter().map(|it| (format!("chart-one-sided-{it}"), chart(&won, 0, &[]), *it)));
    all.push(("chart-one-move".into(), chart(&[0.5, 0.3], 0, &[1]), Theme::Wood));
    all.push(("chart-long".into(), chart(&long, 1301, &[]), Theme::Wood));
    all
}

/// What stands above the charts of ratings.
const RATING: &str = "Rating in Lines of Action";

/// Every approved card, and the first and the last frame of an animation with a caption.
fn cards() -> Vec<(String, Vec<u8>)> {
    let (_, chart, _) = charts().swap_remove(0);
    let card = Card {
        scene: Scene { to_move: None, ..connected() },
        title: "Lines of Action".into(),
        subtitle: "Match #17 · 48 moves · rated · 2026-11-28".into(),
        players: [("Ann O’Neill", "accuracy 93%"), ("Ёжик в тумане, который идёт к другу", "accuracy 71%")]
            .map(|(name, played)| (name.into(), played.into())),
        winner: Some(Side::First),
        result: "Ann O’Neill (Black) wins: all their pieces are connected.".into(),
        remark: "Turning point: move 12, White’s e5-f4 (62% → 31%). Better was d3-d6.".into(),
        chart,
        host: "Parlor".into(),
    };
    let caption = Caption { line: "Ann (Black) – Bob (White)".into(), end: "Ann (Black) wins by connection".into() };
    let scenes = [lines_of_action(START), connected()];
    let mut all = Vec::new();
    for theme in Theme::ALL {
        let look = Look { theme, ..Look::default() };
        all.push((format!("card-{theme}"), render::card_png(&card, &look).unwrap()));
        let look = Look { pixels: 480, ..look };
        let animation = render::gif(&scenes, &look, Duration::from_secs(1), Some(&caption)).unwrap();
        let decoder = GifDecoder::new(std::io::Cursor::new(animation)).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        for (name, frame) in ["first", "last"].iter().zip(frames) {
            let mut file = std::io::Cursor::new(Vec::new());
            frame.into_buffer().write_to(&mut file, image::ImageFormat::Png).unwrap();
            all.push((format!("frame-{name}-{theme}"), file.into_inner()));
        }
    }
    let wide = Card {
        scene: clobber(),
        players: ["Bo", "Parlor (level 5)"].map(|name| (name.into(), String::new())),
        remark: String::new(),
        ..card
    };
    for theme in Theme::ALL {
        let climb = |it: u32| ChartedRating {
            rating: 1500.0 + 4.0 * f64::from(it) + 60.0 * (f64::from(it) / 7.0).sin(),
            deviation: 60.0 + 290.0 * (-f64::from(it) / 8.0).exp(),
        };
        let ratings: Vec<ChartedRating> = (0..100).map(climb).collect();
        all.push((format!("rating-{theme}"), render::progress_png(RATING, &ratings, theme).unwrap()));
    }
    let first =
        [1500.0, 1662.0, 1611.0, 1570.0, 1653.0, 1702.0].map(|rating| ChartedRating { rating, deviation: 200.0 });
    all.push(("rating-first".into(), render::progress_png(RATING, &first, Theme::Wood).unwrap()));
    for theme in Theme::ALL {
        let starts = games::GAMES.iter().map(|it| (games::open(&Ruleset::default_of(it.info()), None), it.info().name));
        let starts: Vec<(Scene, &str)> =
            starts.map(|(start, name)| (Scene { to_move: None, ..start.unwrap().scene() }, name)).collect();
        let look = Look { theme, pixels: 190, ..Look::default() };
        all.push((format!("games-{theme}"), render::gallery(&starts, 4, &look).unwrap()));
    }
    all.push(("card-of-few-words".into(), render::card_png(&wide, &Look::default()).unwrap()));
    all
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn decode(bytes: &[u8]) -> RgbImage {
    image::load_from_memory(bytes).unwrap().to_rgb8()
}

/// What is wrong with a picture, if anything.
fn complaint(name: &str, actual: &[u8]) -> Option<String> {
    let approved = folder("tests/pictures").join(format!("{name}.png"));
    let complain = |what: &str| {
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            fs::write(&approved, actual).unwrap();
            return None;
        }
        let out = folder("target/pictures");
        fs::create_dir_all(&out).unwrap();
        fs::write(out.join(format!("{name}.png")), actual).unwrap();
        Some(format!("{name}: {what}"))
    };
    let Ok(expected) = fs::read(&approved) else { return complain("there is no approved picture") };
    let (expected, found) = (decode(&expected), decode(actual));
    if expected.dimensions() != found.dimensions() {
        return complain("the size differs");
    }
    let differing = expected.pixels().zip(found.pixels()).filter(|(one, other)| differ(&one.0, &other.0)).count();
    if differing == 0 {
        return None;
    }
    let complaint = complain(&format!("{differing} pixels differ"))?;
    difference(&expected, &found).save(folder("target/pictures").join(format!("{name}.difference.png"))).unwrap();
    Some(complaint)
}

fn differ(one: &[u8], other: &[u8]) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) > TOLERANCE)
}

/// What differs in red, on the faded approved picture.
fn difference(expected: &RgbImage, found: &RgbImage) -> RgbImage {
    RgbImage::from_fn(expected.width(), expected.height(), |x, y| {
        let (one, other) = (expected.get_pixel(x, y), found.get_pixel(x, y));
        if differ(&one.0, &other.0) { image::Rgb([255, 0, 0]) } else { image::Rgb(one.0.map(|it| 170 + it / 3)) }
    })
}

#[test]
fn pictures_are_as_approved() {
    let complaints: Vec<String> = pictures()
        .iter()
        .map(|(name, scene, look)| (name.clone(), render::png(scene, look).unwrap()))
        .chain(charts().iter().map(|(name, chart, theme)| (name.clone(), render::chart_png(chart, *theme).unwrap())))
        .chain(cards())
        .filter_map(|(name, actual)| complaint(&name, &actual))
        .collect();
    assert!(
        complaints.is_empty(),
        "{}\nLook at target/pictures; to approve: UPDATE_PICTURES=1 cargo test --test it -- program::pictures::",
        complaints.join("\n")
    );
}

#[test]
fn no_approved_picture_is_left_over() {
    let names = pictures().into_iter().map(|it| it.0).chain(charts().into_iter().map(|it| it.0));
    let names = names.chain(cards().into_iter().map(|it| it.0));
    let named: BTreeSet<String> = names.map(|name| format!("{name}.png")).collect();
    let files = fs::read_dir(folder("tests/pictures")).unwrap();
    let found: BTreeSet<String> = files.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, named);
}

#[test]
fn a_picture_of_the_usual_size_is_at_most_25_kilobytes() {
    for theme in Theme::ALL {
        let starts = games::GAMES.iter().map(|it| games::open(&Ruleset::default_of(it.info()), None).unwrap().scene());
        let marked: Vec<Scene> = lab::marked::boards().map(|it| it.1).collect();
        assert!(marked.len() >= 8, "what is measured can be read");
        for scene in starts.chain([middle_game(), knights(), dominoes(), camps()]).chain(marked) {
            let bytes = render::png(&scene, &Look { theme, pixels: 640, ..Look::default() }).unwrap().len();
            // The theme that everybody gets keeps the promise; the others may be a little larger.
            let most = if theme == Look::default().theme { 25_000 } else { 27_500 };
            assert!(bytes <= most, "{bytes} bytes in {theme} of {}", scene.shape);
        }
    }
}

#[test]
fn the_squares_to_reach_are_tinted() {
    for (rules, far) in [("breakthrough", "c8"), ("knightthrough", "h8"), ("ugolki", "b7"), ("ugolki:halma", "a8")] {
        let scene = games::open(&games::read_ruleset(rules).unwrap(), None).unwrap().scene();
        assert!(scene.goals[0].contains(square(far)) && !scene.goals[1].contains(square(far)), "{rules}");
        assert_eq!(scene.goals[0].count(), scene.goals[1].count(), "{rules}");
        let plain = Scene { goals: [Bitboard::EMPTY; 2], ..scene.clone() };
        for theme in Theme::ALL {
            let picture = |scene| decode(&render::png(scene, &Look { theme, ..Look::default() }).unwrap());
            let (tinted, plain) = (picture(&scene), picture(&plain));
            let changed = tinted.pixels().zip(plain.pixels()).filter(|(one, other)| one != other).count();
            assert!(changed > 640 * 640 / 16, "{changed} pixels of {rules} in {theme}");
        }
    }
}

#[test]
fn pictures_are_as_large_as_asked_and_no_larger_than_allowed() {
    for (pixels, shape) in [(160, Shape::new(8, 8)), (641, Shape::new(6, 5)), (2000, Shape::new(3, 10))] {
        let scene = Scene::new(shape, [SideInfo::BLACK, SideInfo::WHITE]);
        let picture = decode(&render::png(&scene, &Look { theme: Theme::Slate, pixels, ..Look::default() }).unwrap());
        assert_eq!(picture.width().max(picture.height()), pixels);
    }
    for pixels in [0, 159, 2001, u32::MAX] {
        let error = render::png(&middle_game(), &Look { theme: Theme::Slate, pixels, ..Look::default() }).unwrap_err();
        assert!(matches!(error, PictureError::Size(refused) if refused == pixels));
    }
}

/// The scenes of a game that is played from the start, by moves from all over the list.
fn replay(plies: usize) -> Vec<Scene> {
    let game = games::find("loa").unwrap();
    let mut position = games::open(&Ruleset::default_of(game.info()), None).unwrap();
    let mut scenes = vec![position.scene()];
    while scenes.len() <= plies {
        let moves = position.legal();
        position.play(moves[scenes.len() * 31 % moves.len()]).unwrap();
        scenes.push(position.scene());
    }
    scenes
}

#[test]
fn an_animation_ends_on_the_picture_of_its_last_scene() {
    let scenes = replay(12);
    let look = Look { theme: Theme::Wood, pixels: 320, ..Look::default() };
    let bytes = render::gif(&scenes, &look, Duration::from_millis(800), None).unwrap();
    let frames = GifDecoder::new(std::io::Cursor::new(bytes)).unwrap().into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), scenes.len());
    for (frame, scene) in frames.iter().zip(&scenes) {
        let (found, expected): (&RgbaImage, _) = (frame.buffer(), decode(&render::png(scene, &look).unwrap()));
        assert!(found.pixels().zip(expected.pixels()).all(|(one, other)| one.0[..3] == other.0));
    }
    let delays: Vec<u128> = frames.iter().map(|it| Duration::from(it.delay()).as_millis()).collect();
    assert_eq!((delays[0], delays[11], delays[12]), (800, 800, 3800));
}

#[test]
fn an_animation_of_forty_moves_is_below_400_kilobytes() {
    let bytes = render::gif(&replay(40), &Look::default(), Duration::from_secs(1), None).unwrap();
    assert!(bytes.len() < 400_000, "{}", bytes.len());
}

#[test]
fn an_animation_needs_scenes_of_one_board() {
    let delay = Duration::from_secs(1);
    assert!(matches!(render::gif(&[], &Look::default(), delay, None), Err(PictureError::NoScene)));
    let mixed = [middle_game(), clobber()];
    assert!(matches!(render::gif(&mixed, &Look::default(), delay, None), Err(PictureError::MixedBoards)));
}

#[test]
fn a_picture_is_told_in_words() {
    assert_eq!(
        alt_text(&middle_game()).in_locale(Locale::English),
        "8×8 board. Black just played f6–d4 and captured on d4. White to move. Black (10): b1, e1, f2, d3, d4, c5, d6, f7, c8, f8. White (10): c2, h2, b3, e4, h4, e5, a6, g6, b7, h7."
    );
    assert_eq!(
        alt_text(&lines_of_action(START)).in_locale(Locale::English),
        "8×8 board. Black to move. Black (12): b1–g1, b8–g8. White (12): a2–a7, h2–h7."
    );
    assert_eq!(
        alt_text(&dominoes()).in_locale(Locale::English),
        "8×8 board. White just played f3–g3. Black to move. Black (5): a1-a2, c3-c4, h7-h8, e5-e6, b6-b7. White (5): b1-c1, d4-e4, f8-g8, f3-g3, c8-d8."
    );
}

#[test]
fn the_way_of_a_move_is_told_in_words() {
    for (scene, told) in [
        (
            around_a_loop(),
            " Black just played f4–c6 and captured on c6. It went around the a6 corner loop. White to move.",
        ),
        (around_two_loops(), " It went around the a1 and f1 corner loops. White to move."),
        (chain(), " White just played g1–c7. On the way it landed on e3 and c5. Black to move."),
        (connected(), " Black just played g3–f4. All 10 of Black's pieces are connected. The game is over."),
    ] {
        let words = alt_text(&scene).in_locale(Locale::English);
        assert!(words.contains(told), "{words}");
    }
}

#[test]
fn what_shows_a_refusal_is_told_in_words() {
    let told = [
        " The refused move: d4–d5. 3 pieces are on the line from d1 to d8. Crossed out: d5. Black to move.",
        " The refused move: d4–g4. In the way: e4. ",
        " Marked: f1, b3, f3, b5.",
        " The refused move: d2–b3. It would go around the a1 corner loop. In the way: b2. ",
        " The refused move: d2–d4. No piece there: d3. ",
        " The refused move: b3–b4. In the way: b3. ",
        " The refused move: c2–c3. Crossed out: c3. ",
    ];
    for ((name, scene), told) in refusals().into_iter().zip(told) {
        let words = alt_text(&scene).in_locale(Locale::English);
        assert!(words.contains(told), "{name}: {words}");
    }
}

/// Refusals that are about no square of the board, or of which there is nothing to be seen on it.
const NOT_ABOUT_THE_BOARD: [&str; 6] =
    ["match-over", "may-not-pass", "no-move-begins", "no-such-square", "empty-square", "one-move-at-a-time"];

#[test]
fn every_refusal_about_the_board_is_shown() {
    let mut shown = 0;
    for row in fixtures("refusals").into_iter().flat_map(|it| it.rows) {
        let [rules, position, typed, code, _] = &row[..] else { panic!("five columns: {row:?}") };
        let position = Some(position.as_str()).filter(|it| !it.is_empty());
        let position = games::open(&games::read_ruleset(rules).unwrap(), position).unwrap();
        let Err(ReadMove::Illegal(refusal)) = position.read(typed) else { panic!("{rules} {typed} is refused") };
        assert_eq!(refusal.illustration.is_none(), NOT_ABOUT_THE_BOARD.contains(&code.as_str()), "{rules} {typed}");
        let Some(illustration) = refusal.illustration else { continue };
        let (plain, scene) = (position.scene(), position.scene().refusing(*illustration));
        let look = Look { pixels: 360, ..Look::default() };
        assert_ne!(render::png(&scene, &look).unwrap(), render::png(&plain, &look).unwrap(), "{rules} {typed}");
        shown += 1;
    }
    assert!(shown > 30, "{shown}");
}

#[test]
fn a_chart_is_told_in_words() {
    let [.., (_, one_move, _), (_, long, _)] = &charts()[..] else { panic!("there are charts") };
    assert_eq!(
        chart_text(one_move).in_locale(Locale::English),
        "Chart of Black's chance to win after each move: 50% at the start, 30% after move 1."
    );
    let words = chart_text(long).in_locale(Locale::English);
    assert!(words.contains("100% after move 1301, ") && words.contains(" after move 1600."), "{words}");
    let crowded = Chart { marks: (0..2000).collect(), ..long.clone() };
    assert!(chart_text(&crowded).in_locale(Locale::English).chars().count() <= ALT_TEXT_LIMIT);
    let empty = Chart { chances: Vec::new(), ..long.clone() };
    assert!(!chart_text(&empty).in_locale(Locale::English).is_empty());
    assert!(render::chart_png(&empty, Theme::Wood).is_ok());
}

#[test]
fn words_never_exceed_what_discord_takes() {
    let mut crowded = checkered_full();
    crowded.targets = crowded.shape.squares().collect();
    crowded.last = last(Side::First, "a10", "j10", Some("j10"));
    let words = alt_text(&crowded).in_locale(Locale::English);
    assert!(words.chars().count() <= ALT_TEXT_LIMIT, "{words}");
    assert!(words.contains("Black (50): a1, c1"), "{words}");
    // Names so long that squares no longer fit: the words count the pieces instead.
    let long: &'static str = Box::leak("x".repeat(200).into_boxed_str());
    crowded.sides[0].name = long;
    let words = alt_text(&crowded).in_locale(Locale::English);
    assert!(words.chars().count() <= ALT_TEXT_LIMIT && words.contains("has 50 pieces"), "{words}");
    crowded.sides[0].name = Box::leak("x".repeat(2000).into_boxed_str());
    assert_eq!(alt_text(&crowded).in_locale(Locale::English).chars().count(), ALT_TEXT_LIMIT);
}

#[test]
fn a_board_is_drawn_with_letters() {
    assert_eq!(
        text_board(&clobber()),
        "   a b c d e f\n 5 b w b w b w 5\n 4 w b w b w b 4\n 3 b w(.[b]b w 3\n 2 w b w b w b 2\n 1 b w b w b w 1\n   a b c d e f"
    );
    assert_eq!(
        text_board(&jumped()),
        "   f e d c b a\n 1 . . .(.). b 1\n 2 w . . . * . 2\n 3 . . . b . . 3\n 4 .[b]. . . . 4\n 5 . . . . × . 5\n 6 . w . . . . 6\n   f e d c b a"
    );
}
