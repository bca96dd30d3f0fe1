//! Scenes in words: for screen readers, and for those who would rather read a board than look at it.

use super::{Text, say, side_name};
use games::board::{Side, Square};
use games::{Group, Illustration, LastMove, Leg, Piece, Scene};
use render::Chart;

/// Most characters of a picture's alt text: Discord refuses more.
pub const ALT_TEXT_LIMIT: usize = 1024;

/// So many squares in a row are told as a range.
const RANGE: usize = 3;

/// Tells a scene: the last move, whose turn it is, who stands where. Never more than [`ALT_TEXT_LIMIT`] characters:
/// where the squares do not fit, it tells how many pieces there are.
pub fn alt_text(scene: &Scene) -> Text {
    Text::FirstFitting(vec![tell(scene, true), tell(scene, false)], ALT_TEXT_LIMIT)
}

fn tell(scene: &Scene, squares: bool) -> Text {
    let shape = scene.shape;
    let size = [("files", shape.width.into()), ("ranks", shape.height.into())];
    let mut sentences = vec![say("picture-board", &size)];
    sentences.extend(scene.refused.iter().map(refused));
    sentences.extend(scene.ways.first().map(|it| say("picture-chosen", &[("square", it.from.into())])));
    sentences.extend(last_move(scene));
    sentences.extend(scene.groups.iter().map(|it| connected(scene, it)));
    sentences.push(turn(scene));
    sentences.extend(Side::BOTH.map(|side| pieces(scene, side, squares)));
    if !scene.targets.is_empty() && squares {
        sentences.push(say("picture-targets", &[("squares", ranges(scene.targets.clone()).into())]));
    }
    if !scene.wanted.is_empty() {
        let shares = scene.wanted.iter().map(|it| {
            say("picture-wanted-share", &[("move", it.mv.to_string().into()), ("percent", it.percent.into())])
        });
        sentences.push(say("picture-wanted", &[("moves", Text::joined(", ", shares))]));
    }
    if !scene.layable.is_empty() && squares {
        let places: Vec<String> = scene.layable.iter().map(|it| corners(&it)).collect();
        sentences.push(say("picture-layable", &[("squares", places.join(", ").into())]));
    }
    Text::joined(" ", sentences)
}

fn last_move(scene: &Scene) -> Option<Text> {
    let last = scene.last.as_ref()?;
    let facts = [
        ("side", name(scene, last.side)),
        ("from", last.from.into()),
        ("to", last.to.into()),
        ("captured", Text::all_of(last.captured)),
    ];
    let key = if last.captured.is_empty() { "picture-last-move" } else { "picture-last-capture" };
    let parts = [Some(say(key, &facts)), around(&last.route, "picture-way-around"), over(last)];
    Some(sentences(parts))
}

/// Around which corners a way goes, if around any.
fn around(route: &[Leg], key: &str) -> Option<Text> {
    let corners: Vec<Square> = route.iter().filter_map(|it| it.around()).collect();
    let facts = [("count", corners.len().into()), ("corners", Text::all_of(corners.iter().copied()))];
    (!corners.is_empty()).then(|| say(key, &facts))
}

/// Where a chain of jumps landed before its end.
fn over(last: &LastMove) -> Option<Text> {
    let (_, before) = last.route.split_last()?;
    let is_chain = !before.is_empty() && last.route.iter().all(|it| it.around().is_none());
    let landings = Text::all_of(before.iter().map(|it| it.to()));
    is_chain.then(|| say("picture-way-over", &[("squares", landings)]))
}

fn sentences<const PARTS: usize>(parts: [Option<Text>; PARTS]) -> Text {
    Text::joined(" ", parts.into_iter().flatten())
}

fn connected(scene: &Scene, group: &Group) -> Text {
    let facts = [("side", name(scene, group.side)), ("count", group.squares.count().into())];
    say("picture-connected", &facts)
}

/// What shows why a move is refused.
fn refused(shown: &Illustration) -> Text {
    let to = shown.route.last().map(|it| it.to());
    let laid = shown.laid.map(|it| (it.square, it.far_square()));
    let tried = shown.from.zip(to).or(laid);
    let line = |(first, last): (Square, Square)| {
        let count = shown.counted.len().into();
        say("picture-line", &[("first", first.into()), ("last", last.into()), ("count", count)])
    };
    let squares = |key: &str, squares: &[Square]| {
        (!squares.is_empty()).then(|| say(key, &[("squares", Text::all_of(squares.iter().copied()))]))
    };
    sentences([
        tried.map(|(from, to)| say("picture-refused", &[("from", from.into()), ("to", to.into())])),
        around(&shown.route, "picture-refused-around"),
        shown.line.map(line),
        squares("picture-in-the-way", &shown.in_the_way),
        squares("picture-missing", &shown.missing),
        squares("picture-crossed", &shown.crossed),
    ])
}

fn turn(scene: &Scene) -> Text {
    match scene.to_move {
        Some(side) => say("picture-turn", &[("side", name(scene, side))]),
        None => say("picture-over", &[]),
    }
}

/// The pieces of a side: where they stand, or only how many they are.
fn pieces(scene: &Scene, side: Side, squares: bool) -> Text {
    let pieces: Vec<&Piece> = scene.pieces.iter().filter(|it| it.side == side).collect();
    let count = pieces.len().into();
    let mut facts = vec![("side", name(scene, side)), ("count", count)];
    if pieces.is_empty() {
        return say("picture-nobody", &facts);
    }
    if !squares {
        return say("picture-count", &facts);
    }
    let (singles, larger): (Vec<&Piece>, Vec<&Piece>) = pieces.into_iter().partition(|it| it.kind.is_on_one_square());
    let mut places: Vec<String> = larger.iter().map(corners).collect();
    if !singles.is_empty() {
        places.push(ranges(singles.into_iter().map(|it| it.square).collect()));
    }
    facts.push(("squares", places.join(", ").into()));
    say("picture-pieces", &facts)
}

fn name(scene: &Scene, side: Side) -> Text {
    side_name(scene.sides[side.index()].name)
}

/// The first and the last square that a larger piece covers.
fn corners(piece: &&Piece) -> String {
    format!("{}-{}", piece.square, piece.far_square())
}

/// Squares as a list in which three or more in a row are a range, along a rank or a file: `a2–a7, c3`.
fn ranges(mut squares: Vec<Square>) -> String {
    squares.sort_unstable();
    squares.dedup();
    let mut told = Vec::new();
    while let Some(run) = longest_run(&squares) {
        squares.retain(|it| !run.contains(it));
        told.push(run);
    }
    told.extend(squares.into_iter().map(|it| vec![it]));
    told.sort_unstable();
    let place = |run: &Vec<Square>| match run[..] {
        [first, .., last] => format!("{first}–{last}"),
        _ => run.iter().map(Square::to_string).collect(),
    };
    told.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// The longest row of squares along a rank or a file, if it is long enough for a range.
fn longest_run(squares: &[Square]) -> Option<Vec<Square>> {
    let run = |from: Square, files: i8, ranks: i8| -> Vec<Square> {
        let next = |it: &Square| it.offset(files, ranks).filter(|it| squares.contains(it));
        std::iter::successors(Some(from), next).collect()
    };
    let runs = squares.iter().flat_map(|it| [run(*it, 1, 0), run(*it, 0, 1)]);
    // The first of equally long ones, so that the text is always the same.
    let mut best: Option<Vec<Square>> = None;
    for run in runs.filter(|it| it.len() >= RANGE) {
        if best.as_ref().is_none_or(|it| run.len() > it.len()) {
            best = Some(run);
        }
    }
    best
}

/// At so many plies, besides those that are marked, a chart's chances are told.
const TOLD_CHANCES: usize = 10;

/// Tells a chart: the first player's chance at some plies, evenly spread, and at those that are marked.
pub fn chart_text(chart: &Chart) -> Text {
    let last = chart.chances.len().saturating_sub(1);
    let spread = (0..=TOLD_CHANCES).map(|it| it * last / TOLD_CHANCES);
    let marked = chart.marks.iter().filter_map(|it| it.checked_sub(chart.first_ply));
    let mut told: Vec<usize> = spread.chain(marked).collect();
    told.sort_unstable();
    told.dedup();
    let point = |index: usize| {
        let chance = chart.chances.get(index)?;
        let percent = (chance * 100.0).round() as i64;
        let ply = chart.first_ply + index;
        Some(say("picture-chart-point", &[("ply", ply.into()), ("chance", percent.into())]))
    };
    let points = Text::joined(", ", told.into_iter().filter_map(point));
    let facts = [("side", side_name(chart.sides[0].name)), ("points", points)];
    Text::FirstFitting(vec![say("picture-chart", &facts)], ALT_TEXT_LIMIT)
}

/// Draws a scene with letters, for a code block: sides by their letters, `.` for empty squares, `*` for squares to point
/// at, and around the last move `(` `)` where it began and `[` `]` where it ended.
pub fn text_board(scene: &Scene) -> String {
    let ranks = 0..scene.shape.height;
    let ranks: Vec<u8> = if scene.flipped { ranks.collect() } else { ranks.rev().collect() };
    let mut lines = vec![files_line(scene)];
    lines.extend(ranks.into_iter().map(|it| rank_line(scene, it)));
    lines.push(files_line(scene));
    lines.join("\n")
}

/// The files from left to right.
fn files(scene: &Scene) -> Vec<u8> {
    let files = 0..scene.shape.width;
    if scene.flipped { files.rev().collect() } else { files.collect() }
}

fn files_line(scene: &Scene) -> String {
    let letters: Vec<String> = files(scene).into_iter().map(|it| Square::file_letter(it).to_string()).collect();
    format!("   {}", letters.join(" "))
}

fn rank_line(scene: &Scene, rank: u8) -> String {
    let squares: Vec<Square> = files(scene).into_iter().map(|it| Square::new(it, rank)).collect();
    let mut line = format!("{:>2}", rank + 1);
    for n in 0..=squares.len() {
        let left = n.checked_sub(1).map(|it| squares[it]);
        line.push(between(scene, left, squares.get(n).copied()));
        line.extend(squares.get(n).map(|it| letter(scene, *it)));
    }
    format!("{line}{}", rank + 1)
}

/// What stands between two neighboring squares: a bracket of the last move's end, else of its beginning, else nothing.
fn between(scene: &Scene, left: Option<Square>, right: Option<Square>) -> char {
    let Some(last) = &scene.last else { return ' ' };
    [(last.to, '[', ']'), (last.from, '(', ')')]
        .into_iter()
        .find_map(|(square, open, close)| match square {
            _ if left == Some(square) => Some(close),
            _ if right == Some(square) => Some(open),
            _ => None,
        })
        .unwrap_or(' ')
}

fn letter(scene: &Scene, square: Square) -> char {
    let is_marked = || scene.targets.contains(&square) || scene.layable.iter().any(|it| it.covers(square));
    match scene.piece_at(square) {
        Some(_) if scene.targets.contains(&square) => '×',
        Some(piece) => scene.sides[piece.side.index()].letter,
        None if is_marked() => '*',
        None => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(squares: &str, told: &str) {
        let squares = squares.split(' ').map(|it| it.parse().unwrap()).collect();
        assert_eq!(ranges(squares), told);
    }

    #[test]
    fn rows_become_ranges() {
        check("c3", "c3");
        check("b1 c1", "b1, c1");
        check("g1 b1 c1 d1 e1 f1 b8 c8 d8", "b1–g1, b8–d8");
        check("a2 a3 a4 h5 b3 c3 d3", "a2, a3–d3, a4, h5");
    }
}
