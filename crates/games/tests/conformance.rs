//! Every game of the registry against the laws of the contract, and against facts that our own code did not produce
//! (`fixtures.md`). `cargo test -p parlor-games --test conformance KEY` tries one game.

#[path = "support/fixtures.rs"]
mod fixtures;
#[path = "support/rulesets.rs"]
mod rulesets;

use fixtures::{Fixture, fixtures_of};
use games::board::{GOLDEN, Side, scrambled};
use games::{AnyGame, AnyPosition, GAMES, Info, OptionKind, Ruleset, Solve, Visitor};
use libtest_mimic::{Arguments, Trial};
extern crate parlor_games as games;

fn main() {
    let trials = GAMES.iter().flat_map(|it| trials(*it)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The tests of one game.
fn trials(game: &'static dyn AnyGame) -> Vec<Trial> {
    type Check = fn(&'static dyn AnyGame);
    let checks: [(&str, Check); 11] = [
        ("is_held_to_facts_from_elsewhere", is_held_to_facts),
        ("counts_and_plays_as_other_programs", counts_and_plays),
        ("has_the_moves_and_ends_that_other_programs_find", has_moves_and_ends),
        ("replays_complete_games_to_their_last_move", replays_games),
        ("keeps_the_laws", keeps_the_laws),
        ("has_keys_and_proofs_that_hold_by_brute_force", keeps_the_laws_on_small_boards),
        ("writes_rulesets_as_it_reads_them", writes_rulesets),
        ("has_a_legal_example", has_a_legal_example),
        ("is_turned_where_each_side_has_its_own", is_turned_for_its_players),
        ("is_taught_by_lessons_that_hold", games::check_lessons),
        ("has_puzzles_that_can_be_played", games::check_puzzles),
    ];
    let trial = |(name, check): (&str, Check)| {
        Trial::test(format!("{}::{name}", game.info().key), move || {
            check(game);
            Ok(())
        })
    };
    checks.map(trial).into()
}

/// Its board is turned for the second player just where the first one's pieces begin below the second one's.
fn is_turned_for_its_players(game: &'static dyn AnyGame) {
    let start = game.open(&Ruleset::default_of(game.info()), None).expect("a start position");
    let [first, second] = Side::BOTH.map(|it| start.pieces(it).into_iter().map(|it| u32::from(it.rank())).sum::<u32>());
    assert_eq!(game.info().has_homes, first < second, "the ranks of both add up to {first} and {second}");
}

/// What nobody but its own code says of a game is not known to be right.
fn is_held_to_facts(game: &'static dyn AnyGame) {
    for kind in ["perft", "plays", "positions", "refusals", "ends"] {
        let rows: usize = fixtures_of(game.info(), kind).iter().map(|it| it.rows.len()).sum();
        assert!(rows > 0, "{} has no table of {kind}: see crates/games/fixtures.md", game.info().name);
    }
}

fn counts_and_plays(game: &'static dyn AnyGame) {
    let [perft, plays] = ["perft", "plays"].map(|kind| {
        let tables = fixtures_of(game.info(), kind).into_iter().map(|it| it.text);
        tables.collect::<Vec<_>>().join("\n")
    });
    games::check_facts(game, &perft, &plays);
}

/// A row names its ruleset, or holds for every preset.
fn has_moves_and_ends(game: &'static dyn AnyGame) {
    let info = game.info();
    for Fixture { variant: size, rows, .. } in fixtures_of(info, "positions") {
        let presets: Vec<String> = info.presets.iter().map(|it| format!("{}:{}", info.key, it.name)).collect();
        for row in rows {
            match row.as_slice() {
                [ruleset, position, expected] => check_position(ruleset, &size, position, expected),
                [position, expected] => presets.iter().for_each(|it| check_position(it, &size, position, expected)),
                _ => panic!("{row:?}"),
            }
        }
    }
}

/// `expected` is all legal moves in order of their texts, or, after `=`, the winner's letter or `draw`.
#[track_caller]
fn check_position(ruleset: &str, size: &str, position: &str, expected: &str) {
    let mut rules = games::read_ruleset(ruleset).unwrap_or_else(|| panic!("{ruleset} is a ruleset"));
    rules.set("size", size).unwrap();
    let opened = games::open(&rules, Some(position)).unwrap();
    let Some(end) = expected.strip_prefix('=') else {
        let mut moves: Vec<String> = opened.legal().iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(moves.join(" "), expected, "{ruleset} {position}");
        return;
    };
    let outcome = opened.outcome().unwrap_or_else(|| panic!("{ruleset} {position} is over"));
    let winner = outcome.winner.map_or_else(|| "draw".into(), |it| letter(&*opened, it));
    assert_eq!(end.split(' ').next(), Some(winner.as_str()), "{ruleset} {position}");
}

fn letter(position: &dyn AnyPosition, side: Side) -> String {
    position.sides()[side.index()].letter.to_string()
}

fn replays_games(game: &'static dyn AnyGame) {
    for Fixture { info, variant: preset, rows, .. } in fixtures_of(game.info(), "games") {
        for row in rows {
            let [name, .., winner, moves] = row.as_slice() else { panic!("{row:?}") };
            let ruleset = Ruleset::parse(info, &preset).unwrap();
            let mut position = games::open(&ruleset, None).unwrap();
            for text in moves.split(' ') {
                assert_eq!(position.outcome(), None, "{name} goes on before {text}");
                let mv = position.read(text).unwrap_or_else(|error| panic!("{name}: {text}: {error:?}"));
                assert_eq!(text.contains('x'), !position.captured(mv).is_empty(), "{name}: {text}");
                position.play(mv).unwrap();
            }
            let result = position.outcome().map(|it| it.winner.map(|side| letter(&*position, side)));
            let expected = (winner != "-").then(|| Some(winner.clone()));
            assert_eq!(result, expected, "{name}");
        }
    }
}

/// How many random games are played by each ruleset.
const SEEDS: u64 = 8;

/// Choices that look like chance, another row of them for each seed.
fn choices(seed: u64, count: u64) -> impl Iterator<Item = usize> {
    (1..=count).map(move |it| scrambled((seed * 1000 + it).wrapping_mul(GOLDEN)) as usize >> 8)
}

/// The presets of a game with limits that random games come to.
fn with_short_limits(info: &'static Info) -> Vec<Ruleset> {
    let short = |preset| {
        let mut ruleset = Ruleset::preset(info, preset);
        let limits = info.options.iter().filter(|it| matches!(it.kind, OptionKind::Limit { .. }));
        for (index, option) in limits.enumerate() {
            ruleset.set(option.key, &(9 + 4 * index).to_string()).unwrap();
        }
        ruleset
    };
    info.presets.iter().map(short).collect()
}

struct Laws<'a>(&'a Ruleset, u64);

impl Visitor for Laws<'_> {
    type Output = ();
    fn visit<G: Solve>(self) {
        games::check_laws::<G>(self.0, choices(self.1, 120));
    }
}

fn keeps_the_laws(game: &'static dyn AnyGame) {
    for ruleset in rulesets::rulesets_of(game.info()).into_iter().chain(with_short_limits(game.info())) {
        (0..SEEDS).for_each(|seed| games::visit(game.info().key, Laws(&ruleset, seed)));
    }
}

struct SmallLaws<'a>(&'a Ruleset, u64);

impl Visitor for SmallLaws<'_> {
    type Output = ();
    fn visit<G: Solve>(self) {
        games::check_small_board::<G>(self.0, choices(self.1, 200));
    }
}

fn keeps_the_laws_on_small_boards(game: &'static dyn AnyGame) {
    let info = game.info();
    let smallest = rulesets::rulesets_of(info).into_iter().filter(|it| it.size == info.smallest);
    for ruleset in smallest.chain(with_short_limits(info)) {
        (0..SEEDS).for_each(|seed| games::visit(info.key, SmallLaws(&ruleset, seed)));
    }
}

fn writes_rulesets(game: &'static dyn AnyGame) {
    for ruleset in rulesets::rulesets_of(game.info()).into_iter().chain(with_short_limits(game.info())) {
        assert_eq!(games::read_ruleset(&ruleset.to_string()), Some(ruleset.clone()), "{ruleset}");
    }
}

fn has_a_legal_example(game: &'static dyn AnyGame) {
    let info = game.info();
    let mut position = games::open(&Ruleset::default_of(info), Some(info.example.position)).unwrap();
    assert_eq!(position.text(), info.example.position, "{}", info.key);
    let mv = position.read(info.example.play).unwrap_or_else(|error| panic!("{}: {error:?}", info.key));
    position.play(mv).unwrap();
    assert_eq!(position.outcome(), None, "{}: the example shows a game under way", info.key);
}
