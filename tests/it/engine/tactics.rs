//! Positions whose best moves are known: every level finds a win in one, those above 7 deeper ones, and the plain search
//! what decides much later.

use crate::support::fixtures::{Fixture, fixtures, fixtures_of};
use crate::support::referee::{after, moves};
use engine::{Level, Limits, Memory, Question, Score, Stop, Strength, analyze_with, think};
use games::board::{Move, Side};
use games::{Game, Played, Ruleset, Solve, Visitor};

fn rules(text: &str, size: &str) -> Ruleset {
    let mut ruleset = games::read_ruleset(text).unwrap_or_else(|| panic!("{text}"));
    ruleset.set("size", size).unwrap();
    ruleset
}

/// The levels that are held to find a win within so many plies.
fn levels(plies: u32) -> impl Iterator<Item = Level> {
    let weakest = if plies == 1 { Level::LOWEST } else { Level::new(8) };
    Level::all().filter(move |it| *it >= weakest)
}

fn answer(question: &Question, level: Level) -> Move {
    think(&question.clone().at(Strength::level(level)), &Stop::new()).unwrap().best
}

#[test]
fn the_last_moves_of_published_games_are_found() {
    let mut found = 0;
    let games = fixtures("games");
    let all = games.iter().flat_map(|it| it.rows.iter().map(move |row| (it, row)));
    for (Fixture { info, variant: preset, .. }, row) in all {
        let [name, .., winner, moves] = row.as_slice() else { panic!("{row:?}") };
        let ruleset = Ruleset::parse(info, preset).unwrap();
        let mut position = games::open(&ruleset, None).unwrap();
        let is_winner = |side: &Side| ruleset.sides()[side.index()].letter.to_string() == *winner;
        let Some(winner) = Side::BOTH.into_iter().find(is_winner) else { continue };
        for text in moves.split(' ') {
            let mv = position.read(text).unwrap();
            position.play(mv).unwrap();
        }
        let mut moves = position.played().to_vec();
        moves.pop();
        let question = Question::new(ruleset.clone(), None, moves.clone());
        let mut before = games::open(&ruleset, None).unwrap();
        moves.iter().for_each(|it| before.play(*it).unwrap());
        // Whoever ended the game by a move that lost it would rather not have made it.
        if before.to_move() != winner {
            continue;
        }
        for level in levels(1) {
            let mut position = before.clone();
            position.play(answer(&question, level)).unwrap();
            assert_eq!(position.outcome().and_then(|it| it.winner), Some(winner), "{name}, {level:?}");
            found += 1;
        }
    }
    assert!(found >= 40, "only {found}");
}

/// Whether the side to move can force a win within so many plies, an odd number, by the rules alone.
fn forces<G: Game>(game: &G, position: &G::Position, plies: u32) -> bool {
    let own = game.side_to_move(position);
    moves(game, position).into_iter().any(|it| {
        let next = after(game, position, it);
        match game.decided(&next) {
            Some(end) => end.winner == Some(own),
            None => plies > 1 && is_lost(game, &next, plies - 1),
        }
    })
}

/// Whether whatever the side to move does, the other wins within so many plies, an even number.
fn is_lost<G: Game>(game: &G, position: &G::Position, plies: u32) -> bool {
    let other = game.side_to_move(position).other();
    moves(game, position).into_iter().all(|it| {
        let next = after(game, position, it);
        match game.decided(&next) {
            Some(end) => end.winner == Some(other),
            None => forces(game, &next, plies - 1),
        }
    })
}

/// So many wins of each length are looked for on a board.
const MAX_WINS: usize = 12;

/// Asks the levels in the positions of a board in which the side to move forces a win within 1 or 3 plies, up to
/// [`MAX_WINS`] of each: the move must keep that up.
fn wins_are_found(key: &str, size: &str, longest: u32) {
    games::visit(key, Wins { size, longest });
}

struct Wins<'a> {
    size: &'a str,
    longest: u32,
}

impl Visitor for Wins<'_> {
    type Output = ();

    fn visit<G: Solve>(self) {
        check_wins::<G>(self.size, self.longest);
    }
}

fn check_wins<G: Game>(size: &str, longest: u32) {
    let ruleset = rules(G::INFO.key, size);
    let file = format!("{} {size}", G::INFO.name);
    let mut found = [0; 2];
    let boards = fixtures_of(G::INFO, "positions").into_iter().filter(|it| it.variant == size);
    for row in boards.flat_map(|it| it.rows) {
        let [position, legal, ..] = row.as_slice() else { panic!("{row:?}") };
        if legal.starts_with('=') {
            continue;
        }
        let opened = Played::<G>::open(&ruleset, Some(position)).unwrap();
        let (game, start) = (&opened.game, &opened.position);
        if game.decided(start).is_some() {
            continue;
        }
        let Some(plies) = [1, 3].into_iter().find(|it| *it <= longest && forces(game, start, *it)) else { continue };
        let count = &mut found[plies as usize / 2];
        if *count == MAX_WINS {
            continue;
        }
        *count += 1;
        let question = Question::new(ruleset.clone(), Some(position.clone()), Vec::new());
        for level in levels(plies) {
            let mv = answer(&question, level);
            let next = after(game, start, mv);
            let own = game.side_to_move(start);
            let keeps = match game.decided(&next) {
                Some(end) => end.winner == Some(own),
                None => plies == 3 && is_lost(game, &next, 2),
            };
            assert!(keeps, "{file}: {position}: {level:?} plays {mv}, a win in {plies} is there");
        }
        if found == [MAX_WINS; 2] {
            break;
        }
    }
    println!("{file}: {found:?}");
    assert!(found[0] >= 5 && (longest == 1 || found[1] >= 5), "{file}: {found:?}");
}

#[test]
fn wins_are_found_in_lines_of_action() {
    wins_are_found("loa", "8x8", 3);
}

#[test]
fn wins_are_found_in_breakthrough() {
    wins_are_found("breakthrough", "8x8", 3);
    wins_are_found("breakthrough", "6x6", 3);
}

#[test]
fn wins_are_found_in_knightthrough() {
    wins_are_found("knightthrough", "8x8", 3);
}

#[test]
fn wins_are_found_in_surakarta() {
    wins_are_found("surakarta", "6x6", 1);
}

#[test]
fn wins_are_found_in_clobber_and_domineering() {
    wins_are_found("clobber", "6x5", 1);
    wins_are_found("clobber", "8x8", 1);
    wins_are_found("domineering", "6x6", 1);
    wins_are_found("domineering", "8x8", 1);
}

/// Quiet moves that decide the game many plies later: a losing one isn't best anymore after a million positions, and a
/// win is proven within twelve million, which is more than twice what it takes with tables of other sizes.
#[test]
fn quiet_moves_that_decide_late_are_seen() {
    let mut tried = 0;
    for Fixture { info, rows, .. } in fixtures("tactics") {
        for row in rows {
            tried += 1;
            let [position, kind, moves, ..] = row.as_slice() else { panic!("{row:?}") };
            let wins = kind == "wins";
            let question = Question::new(Ruleset::default_of(info), Some(position.clone()), Vec::new());
            let limits = Limits::nodes(if wins { 12_000_000 } else { 1_000_000 });
            let report = analyze_with(&question, &limits, &Stop::new(), &mut Memory::new(256)).unwrap();
            let listed = moves.split(' ').any(|it| it == report.best.to_string());
            assert_eq!(listed, wins, "{position}: {} {:?}", report.best, report.score);
            let proven = matches!(report.score, Score::Win(_) | Score::Loss(_));
            assert_eq!(proven, wins, "{position}: {:?}", report.score);
        }
    }
    assert!(tried >= 2, "only {tried}");
}
