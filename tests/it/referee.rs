//! What the referee says: every reason to refuse a move and every reason why a game ends, in every game.

use std::collections::BTreeSet;

use games::board::Side;
use games::{AnyPosition, ReadMove, Reason};
use parlor::i18n;

fn table(rules: &str, position: &str) -> Box<dyn AnyPosition> {
    let ruleset = games::read_ruleset(rules).unwrap_or_else(|| panic!("{rules} is a ruleset"));
    games::open(&ruleset, (!position.is_empty()).then_some(position))
        .unwrap_or_else(|error| panic!("{rules} {position}: {error}"))
}

/// Ruleset, position (empty: the start), what is typed, the sentence's key, and the sentence.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const LOA: &str = "1bbb1bb1/8/w3b2w/w1ww1w2/w1b2w2/w3bb1w/w6w/1b1bb3 b";
const BREAKTHROUGH: &str = "bb1b1/1b2b/2w2/1w1w1/w3w w";
const KNIGHTS: &str = "bb2b/1b3/2w2/1w1b1/w3w w";
const CLOBBER: &str = "bw1b/wb2/bbw1 b";
const DOMINEERING: &str = "1hh1/4/v3/v3 v";
const SURAKARTA: &str = "1www1w/w1ww1w/2w3/1b2w1/b1bb1b/bb1bb1 b";
const UGOLKI: &str = "bbbb4/bb1b4/bbbb4/b2bb3/2b1ww2/4w1ww/3w1www/4wwww w";

const REFUSALS: &[Row] = &[
    // Every game
    ("loa", LOA, "a6-b6", "not-your-man", "The piece on a6 isn't yours: Black is to move."),
    ("loa", LOA, "e5-e6", "empty-square", "There's no piece on e5."),
    ("loa", LOA, "h4", "empty-square", "There's no piece on h4."),
    ("loa", LOA, "a10-a9", "no-such-square", "This 8x8 board has no square a10."),
    ("loa", LOA, "pass", "may-not-pass", "You can't pass: you have legal moves. `/legal` lists them."),
    ("loa", LOA, "f3a", "no-move-begins", "No legal move starts with “f3a”. `/legal` lists them all."),
    (
        "breakthrough size=3x5",
        "bbb/bbb/3/www/www b",
        "b5",
        "man-cannot-move",
        "Your piece on b5 can't move. `/legal` lists the moves.",
    ),
    ("breakthrough size=5x5", "b1w2/5/5/5/4w b", "a5-a4", "match-over", "The match is over."),
    // Lines of Action
    (
        "loa",
        LOA,
        "f3-e4",
        "loa-wrong-distance",
        "f3–e4 is 1 square, but there are 2 pieces on that diagonal, so f3 must move exactly 2 along it: to h1 or d5.",
    ),
    (
        "loa",
        LOA,
        "f3-f4",
        "loa-wrong-distance",
        "f3–f4 is 1 square, but there are 4 pieces on that file, so f3 must move exactly 4 along it: to f7.",
    ),
    (
        "loa",
        LOA,
        "c8-g8",
        "loa-wrong-distance",
        "c8–g8 is 4 squares, but there are 5 pieces on that rank, so c8 must move exactly 5 along it: to h8.",
    ),
    (
        "loa",
        LOA,
        "f3-f7",
        "loa-blocked",
        "f3–f7 is blocked by the enemy piece on f4. You can jump over your own pieces, but not over your opponent's.",
    ),
    (
        "loa",
        LOA,
        "f3-e5",
        "loa-not-a-line",
        "f3–e5 isn't along one line. A piece moves straight along a file, a rank, or a diagonal.",
    ),
    (
        "loa",
        LOA,
        "f3-f3",
        "loa-not-a-line",
        "f3–f3 isn't along one line. A piece moves straight along a file, a rank, or a diagonal.",
    ),
    (
        "loa",
        "wbwbwbw1/3b4/8/8/8/8/8/b6b b",
        "d8-g8",
        "loa-off-the-board",
        "d8–g8 is 3 squares, but there are 7 pieces on that rank, so d8 would have to move exactly 7 along it, and that goes \
         off the board both ways.",
    ),
    (
        "loa",
        "8/8/8/1b1b4/8/8/w6w/b6w b",
        "b5-d5",
        "loa-own-man",
        "Your own piece is on d5. You can jump over your own pieces, but not land on them.",
    ),
    // Breakthrough
    (
        "breakthrough size=5x5",
        "bbbbb/2b2/2w2/1w1w1/1www1 w",
        "c3-c4",
        "breakthrough-straight-blocked",
        "c4, straight ahead of c3, is taken. A piece moves straight ahead only to an empty square; it captures \
         diagonally.",
    ),
    (
        "breakthrough size=5x5",
        BREAKTHROUGH,
        "a1-a3",
        "breakthrough-one-square",
        "a1–a3 is too far: a piece moves one square forward, straight or diagonally.",
    ),
    ("breakthrough size=5x5", BREAKTHROUGH, "b2-c3", "own-man-there", "Your own piece is on c3."),
    (
        "breakthrough size=5x5",
        BREAKTHROUGH,
        "b2-b1",
        "men-move-forward",
        "b2–b1 doesn't go forward, and pieces only move forward.",
    ),
    (
        "breakthrough size=5x5",
        BREAKTHROUGH,
        "b2-c2",
        "men-move-forward",
        "b2–c2 doesn't go forward, and pieces only move forward.",
    ),
    // Knightthrough
    (
        "knightthrough size=5x5",
        KNIGHTS,
        "b2-b3",
        "knightthrough-not-a-leap",
        "b2–b3 isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. From \
         b2 your knight could go to a4, c4, or d3.",
    ),
    (
        "knightthrough size=3x5",
        "bbb/3/1w1/3/www w",
        "b3-b4",
        "knightthrough-not-a-leap",
        "b3–b4 isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. From \
         b3 your knight could go to a5 or c5.",
    ),
    (
        "knightthrough size=3x5",
        "1b1/3/3/3/1ww b",
        "b5-b4",
        "knightthrough-not-a-leap",
        "b5–b4 isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. From \
         b5 your knight could go to a3 or c3.",
    ),
    (
        "knightthrough size=5x5",
        "bbbbb/bbbbb/5/wwwww/wwwww w",
        "a1-a2",
        "knightthrough-not-a-leap",
        "a1–a2 isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. From \
         a1 your knight could go to b3 (c2 is your own).",
    ),
    (
        "knightthrough size=5x5",
        "bbbbb/5/1w1w1/w3w/2w2 w",
        "c1-c2",
        "knightthrough-not-a-leap",
        "c1–c2 isn't a forward knight's move: two forward and one to the side, or one forward and two to the side. From \
         c1 your knight has nowhere to go: a2, b3, d3, and e2 are your own.",
    ),
    (
        "knightthrough size=3x5",
        "b2/1w1/3/3/www w",
        "b4-b5",
        "knightthrough-no-leap",
        "b4–b5 isn't a forward knight's move, and from b4 none stays on the board.",
    ),
    ("knightthrough size=5x5", "bb2b/1b3/2w2/1w1b1/ww2w w", "b1-c3", "own-man-there", "Your own piece is on c3."),
    (
        "knightthrough size=5x5",
        KNIGHTS,
        "c3-b1",
        "men-move-forward",
        "c3–b1 doesn't go forward, and pieces only move forward.",
    ),
    // Clobber
    (
        "clobber size=4x3",
        CLOBBER,
        "a3-c3",
        "clobber-not-a-neighbor",
        "a3 and c3 aren't neighbors: a piece moves onto an enemy piece right beside, above, or below it.",
    ),
    (
        "clobber size=4x3",
        CLOBBER,
        "b2-c2",
        "clobber-empty-neighbor",
        "c2 is empty: a piece must land on a neighboring enemy piece.",
    ),
    (
        "clobber size=4x3",
        CLOBBER,
        "a1-b1",
        "clobber-own-man",
        "Your own piece is on b1: a piece must land on a neighboring enemy piece.",
    ),
    ("clobber size=4x3", CLOBBER, "d3", "man-cannot-move", "Your piece on d3 can't move. `/legal` lists the moves."),
    // Domineering
    (
        "domineering size=4x4",
        DOMINEERING,
        "b1-c1",
        "domineering-not-above",
        "b1–c1 isn't a domino for Vertical: it covers two neighboring squares, one right above the other, like `a1-a2`.",
    ),
    (
        "domineering size=4x4 first=horizontal",
        "",
        "b1-b2",
        "domineering-not-beside",
        "b1–b2 isn't a domino for Horizontal: it covers two neighboring squares, one right beside the other, like `a1-b1`.",
    ),
    (
        "domineering size=4x4",
        DOMINEERING,
        "b3-b4",
        "domineering-covered",
        "b4 is already covered: a domino needs two free squares.",
    ),
    (
        "domineering size=4x4",
        DOMINEERING,
        "a1",
        "domineering-covered",
        "a1 is already covered: a domino needs two free squares.",
    ),
    (
        "domineering size=4x4",
        DOMINEERING,
        "d4",
        "domineering-no-room-above",
        "There's no free square above d4. Name the lower of the two squares Vertical should cover.",
    ),
    (
        "domineering size=4x4 first=horizontal",
        "",
        "d1",
        "domineering-no-room-beside",
        "There's no free square to the right of d1. Name the left one of the two squares Horizontal should cover.",
    ),
    // Surakarta
    (
        "surakarta",
        SURAKARTA,
        "b3-b5",
        "surakarta-too-far",
        "b5 is empty and too far from b3: a piece steps one point in any direction. Only captures go farther.",
    ),
    (
        "surakarta",
        "6/6/6/6/1w4/b5 b",
        "a1-b2",
        "surakarta-no-loop-here",
        "a1 isn't on a line with a loop, so nothing can be captured from there.",
    ),
    ("surakarta", "6/6/w5/6/6/1b4 b", "b1-a4", "surakarta-no-loop-there", "No loop leads from b1 to a4."),
    (
        "surakarta",
        "6/6/6/1b4/6/wb4 b",
        "b1-a1",
        "surakarta-steps-to-empty-points",
        "a1 is taken, and steps go to empty points only. A capture goes around at least one loop, and no such way from \
         b1 to a1 is open.",
    ),
    (
        "surakarta",
        SURAKARTA,
        "b3-c4",
        "surakarta-steps-to-empty-points",
        "c4 is taken, and steps go to empty points only. A capture goes around at least one loop, and no such way from \
         b3 to c4 is open.",
    ),
    (
        "surakarta",
        "6/6/6/6/bb3w/6 b",
        "a2-f2",
        "surakarta-friend-in-the-way",
        "Your own piece on b2 is in the way from a2 to f2.",
    ),
    (
        "surakarta",
        "6/6/6/6/bw3w/6 b",
        "a2-f2",
        "surakarta-enemy-first",
        "On the way from a2 to f2, b2 comes first: a capture takes the first piece it meets.",
    ),
    (
        "surakarta",
        SURAKARTA,
        "b3-e3",
        "surakarta-no-loop-on-the-way",
        "There's no loop straight from b3 to e3: a capture must go around at least one, and on the way around, b1 is in the way.",
    ),
    (
        "surakarta",
        "1b4/6/1b4/6/1w4/1b4 b",
        "b4-b2",
        "surakarta-no-loop-on-the-way",
        "There's no loop straight from b4 to b2: a capture must go around at least one, and on the way around, b6 is \
         in the way.",
    ),
    // Ugolki
    ("ugolki:halma", "8/8/8/3b4/8/8/8/w7 w", "a1-a1", "ugolki-stays", "A piece must end its move on another square."),
    ("ugolki", UGOLKI, "e4-e4", "ugolki-stays", "A piece must end its move on another square."),
    ("ugolki", UGOLKI, "e4-e5", "ugolki-taken", "e5 is taken: pieces step and jump to empty squares only."),
    ("ugolki", UGOLKI, "e2-c2", "empty-square", "There's no piece on e2."),
    (
        "ugolki",
        UGOLKI,
        "h1-f1",
        "ugolki-behind-is-taken",
        "The square behind g1 is taken: a jump lands on the empty square right behind the piece.",
    ),
    (
        "ugolki",
        UGOLKI,
        "d2-b2",
        "ugolki-nothing-to-jump-over",
        "There's nothing to jump over on c2: a jump needs a piece right next to it.",
    ),
    (
        "ugolki",
        UGOLKI,
        "d2-c3",
        "ugolki-no-diagonals",
        "d2–c3 is diagonal: by these rules pieces step and jump along files and ranks only.",
    ),
    (
        "ugolki",
        UGOLKI,
        "e3-f3",
        "ugolki-backwards",
        "e3–f3 goes backward: by these rules every step and jump goes toward the far camp.",
    ),
    (
        "ugolki diagonal=on",
        UGOLKI,
        "d2-c1",
        "ugolki-backwards",
        "d2–c1 goes backward: by these rules every step and jump goes toward the far camp.",
    ),
    ("ugolki", UGOLKI, "f4-h1", "ugolki-taken", "h1 is taken: pieces step and jump to empty squares only."),
    (
        "ugolki",
        UGOLKI,
        "d2-f6",
        "ugolki-backwards",
        "d2–f6 goes backward: by these rules every step and jump goes toward the far camp.",
    ),
    ("ugolki", UGOLKI, "h4-a8", "empty-square", "There's no piece on h4."),
    ("ugolki", UGOLKI, "e1-b4", "ugolki-no-chain", "No step or chain of jumps goes from e1 to b4."),
];

#[test]
fn every_refusal_says_the_fact_that_refuses() {
    let texts = i18n::english();
    let mut wrong = Vec::new();
    for (rules, position, typed, code, sentence) in REFUSALS {
        match table(rules, position).read(typed) {
            Err(ReadMove::Illegal(refusal)) => {
                let said = texts.explain(&refusal);
                if (refusal.code, said.as_str()) != (*code, *sentence) {
                    wrong.push(format!("{rules} {typed}: {} {said}", refusal.code));
                }
            }
            other => wrong.push(format!("{rules} {typed} is not refused: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The keys of a game's sentences that are refusals.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    let keys = text.lines().filter_map(|it| it.split_once(" =").map(|(key, _)| key));
    keys.filter(|it| !it.contains("-rules") && !it.ends_with("-summary") && !it.starts_with([' ', '#']))
}

#[test]
fn every_refusal_of_every_game_is_tried() {
    let tried: BTreeSet<&str> = REFUSALS.iter().map(|it| it.3).collect();
    let of_games = games::GAMES.iter().flat_map(|it| it.info().texts).flat_map(|(_, text)| codes(text));
    let common = ["not-your-man", "empty-square", "no-such-square", "may-not-pass", "no-move-begins"];
    let common = common.into_iter().chain(["man-cannot-move", "match-over", "own-man-there", "men-move-forward"]);
    let untried: Vec<&str> = of_games.chain(common).filter(|it| !tried.contains(it)).collect();
    assert!(untried.is_empty(), "no test of {untried:?}");
}

/// Ruleset, position, moves, and how it ends: the winner's letter or `-`, and the reason.
const ENDS: &[(&str, &str, &str, &str, Reason)] = &[
    ("loa", "7b/8/8/8/3ww3/b7/8/w7 b", "a3-a1", "w", Reason::Connected),
    ("loa:mso", "8/1www4/2bbwww1/1wbww3/1bwbw3/8/8/8 b", "", "-", Reason::BothConnected),
    ("loa:classic", "8/1www4/2bbwww1/1wbww3/1bwbw3/8/8/8 b", "", "w", Reason::BothConnected),
    ("loa", "", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2", "-", Reason::Repetition),
    ("loa limit=1", "", "b1-b3 a2-c2", "-", Reason::MoveLimit),
    ("loa stuck=loss", "6bw/6bb/8/8/8/8/bb6/wb6 w", "", "b", Reason::CannotMove),
    ("loa", "6bw/6bb/8/8/8/8/bb6/wb6 w passes=2", "", "-", Reason::NeitherCanMove),
    ("breakthrough size=5x5", "5/2w2/5/4b/5 w", "c4-b5", "w", Reason::HomeRowReached),
    ("breakthrough size=5x5", "5/2b2/1w3/5/5 w", "b3-c4", "w", Reason::AllCaptured),
    ("knightthrough size=5x5", "5/2w2/5/2b2/5 b", "c2-a1", "b", Reason::HomeRowReached),
    ("knightthrough size=5x5", "5/2b2/w4/5/5 w", "a3-c4", "w", Reason::AllCaptured),
    ("knightthrough size=3x5", "3/1w1/b2/3/3 b", "a3-b1", "b", Reason::HomeRowReached),
    ("knightthrough size=3x5", "2b/1w1/3/3/3 b", "c5-b3", "b", Reason::CannotMove),
    ("clobber size=3x2", "bw1/1b1 b", "b1-b2", "b", Reason::CannotMove),
    ("domineering size=2x2", "", "a1-a2", "v", Reason::CannotMove),
    ("domineering size=2x2 first=horizontal", "", "a1-b1", "h", Reason::CannotMove),
    ("surakarta", "6/6/4w1/6/b1b3/b1b3 b", "c2-e4", "b", Reason::AllCaptured),
    ("surakarta no-progress=1", "", "a2-a3 a5-a4", "-", Reason::NoProgress),
    ("surakarta:majority no-progress=1", "w5/6/6/6/6/bb4 b", "a1-a2 a6-a5", "b", Reason::NoProgress),
    ("surakarta:majority no-progress=1", "w5/6/6/6/6/b5 b", "a1-a2 a6-a5", "-", Reason::NoProgress),
    ("surakarta", "", "a2-a3 a5-a4 a3-a2 a4-a5 a2-a3 a5-a4 a3-a2 a4-a5", "-", Reason::Repetition),
    ("ugolki camp=3x3", "wwwww3/www5/w7/8/7b/6bb/6bb/4bbbb b", "", "-", Reason::CountAtTheEnd),
    ("ugolki camp=4x4", "wwwwww2/wwww4/ww6/ww4bb/w5bb/w4bbb/4bbbb/3bbbbb w", "", "b", Reason::CountAtTheEnd),
    // White fills first; Black has one more move: with it Black fails, or fills, too.
    ("ugolki:russian camp=3x3", "ww1w4/www5/www5/8/7b/5bb1/5bbb/5bbb w", "d8-c8 h4-h3", "-", Reason::CampFilled),
    ("ugolki:russian camp=3x3", "ww1w4/www5/www5/8/7b/5bb1/5bbb/5bbb w", "d8-c8 h4-g4", "w", Reason::CampFilled),
    ("ugolki:russian camp=3x3", "ww1w4/www5/www5/8/7b/5bb1/5bbb/5bbb b", "h4-h3", "b", Reason::CampFilled),
    ("ugolki:russian leave=2", "8/8/8/b7/8/8/8/w6b w", "a1-b1 h1-g1 b1-a1 g1-h1", "w", Reason::Stragglers),
    ("ugolki:russian leave=1", "", "e4-d4", "b", Reason::Stragglers),
    ("ugolki:russian leave=off limit=1", "", "e4-d4 d5-e5", "-", Reason::MoveLimit),
    ("ugolki:russian leave=off limit=1", "ww6/8/8/8/b7/8/5b2/4w3 w plies=1", "e1-d1", "w", Reason::MoveLimit),
    ("ugolki:halma", "", "e4-e5 d5-d4 e5-e4 d4-d5 e4-e5 d5-d4 e5-e4 d4-d5", "-", Reason::Repetition),
];

#[test]
fn every_game_ends_for_the_reason_that_its_rules_name() {
    let mut wrong = Vec::new();
    for (rules, position, moves, winner, reason) in ENDS {
        let mut it = table(rules, position);
        for (index, text) in moves.split_whitespace().enumerate() {
            if it.outcome().is_some() {
                wrong.push(format!("{rules} {position} is over before move {index}"));
            }
            match it.read(text) {
                Ok(read) => it.play(read).unwrap(),
                Err(error) => wrong.push(format!("{rules} {position} {text}: {error:?}")),
            }
        }
        let letter = |side: Side| it.sides()[side.index()].letter.to_string();
        let end = it.outcome().map(|it| (it.winner.map_or_else(|| "-".into(), letter), it.reason));
        if end != Some(((*winner).to_owned(), *reason)) {
            wrong.push(format!("{rules} {position} {moves}: {end:?}\n{}", it.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reason_of_the_rules_ends_some_game() {
    let seen: Vec<Reason> = ENDS.iter().map(|it| it.4).collect();
    // The others are the players' doing and the clock's.
    let outside = [Reason::Resigned, Reason::Agreed, Reason::OutOfTime, Reason::Aborted];
    let missing: Vec<Reason> =
        Reason::ALL.into_iter().filter(|it| !seen.contains(it) && !outside.contains(it)).collect();
    assert!(missing.is_empty(), "no game ends by {missing:?}");
}
