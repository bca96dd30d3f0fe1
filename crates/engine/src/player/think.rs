//! Answers questions: as a player of some level would, or with all the engine's strength within limits.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use rand::SeedableRng as _;
use rand_xoshiro::SplitMix64;

use super::memory::Memory;
use crate::{
    base::{Budget, Judge, Limits, Report, Stop, Strength, WON, is_proven, salt},
    search::{Common, Errand, Helpers, Root, Search, SearchOptions, TranspositionTable, Valued, Watch},
    solve::{Proof, Winners, prove_or_resist},
};
use games::board::Move;
use games::{AnyPosition as _, Nature, Played, Reach, Solve};

/// Chooses a move of an undecided position as a player of that strength would.
pub(crate) fn think_game<G: Solve>(
    played: &Played<G>,
    strength: &Strength,
    stop: &Stop,
    memory: &mut Memory,
) -> Report {
    let Strength { level, rung, judge, seed } = *strength;
    let rung = rung.unwrap_or_else(|| level.rung(played.ruleset().info));
    let ply = played.played().len();
    let options = rung.options(ply, seed);
    let found = match Root::new(played, judge) {
        root if root.moves.len() == 1 => Searched::at_once(root),
        root if root.wins_at_once() => Searched::at_once(root),
        _ => {
            let keeps = if rung.is_reproducible() { Keeps::Nothing } else { Keeps::Tables };
            let mut found = search(played, judge, (&options, None), stop, memory, keeps);
            if let Some((margin, limits)) = rung.variety(ply) {
                let options = SearchOptions::best(limits);
                compare_best(played, judge, (&options, margin), stop, memory.large(), &mut found);
            }
            found
        }
    };
    let mut random = SplitMix64::seed_from_u64(seed ^ played.game.hash(&played.position));
    let index = rung.choose(&found.root.moves, ply, &mut random);
    found.report(index)
}

/// Searches an undecided position for the best move with all the engine's strength; `watch` hears of every iteration.
pub(crate) fn best_move<G: Solve>(
    played: &Played<G>,
    judge: Judge,
    (options, watch): (&SearchOptions, Option<Watch<'_>>),
    stop: &Stop,
    memory: &mut Memory,
) -> Report {
    search(played, judge, (options, watch), stop, memory, Keeps::Tables).report(0)
}

/// What of its memory a search uses and adds to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Tables,
    /// It comes out alike whatever was searched before, and has no helpers.
    Nothing,
}

/// What a search has found.
struct Searched {
    root: Root,
    nodes: u64,
    time: Duration,
    hashfull: u32,
}

fn search<G: Solve>(
    played: &Played<G>,
    judge: Judge,
    (options, watch): (&SearchOptions, Option<Watch<'_>>),
    stop: &Stop,
    memory: &mut Memory,
    keeps: Keeps,
) -> Searched {
    let helpers = std::mem::take(&mut memory.helpers);
    let rules = salt(played.ruleset(), judge);
    let winners = is_for_the_solver::<G>(options).then(|| match keeps {
        Keeps::Tables => memory.take_winners(rules),
        Keeps::Nothing => Memory::no_winners(),
    });
    let (table, helpers) = match keeps {
        Keeps::Tables => (memory.large(), helpers),
        Keeps::Nothing => (memory.small(), Helpers::default()),
    };
    let found = search_with(played, judge, (options, watch), stop, (table, winners.as_ref()), &helpers);
    if let Some(winners) = winners.filter(|_| keeps == Keeps::Tables) {
        memory.keep_winners(rules, winners);
    }
    found
}

/// Searches with a table, and with what the solver knows if it's asked.
fn search_with<G: Solve>(
    played: &Played<G>,
    judge: Judge,
    (options, watch): (&SearchOptions, Option<Watch<'_>>),
    stop: &Stop,
    (table, winners): (&mut TranspositionTable, Option<&Winners>),
    helpers: &Helpers,
) -> Searched {
    let began = Instant::now();
    let mut root = Root::new(played, judge);
    root.overlook(options.sight);
    let (known, mut nodes) = match winners {
        Some(winners) => solve_first(played, &options.limits, stop, winners),
        None => (None, 0),
    };
    if let Some((line, value)) = known {
        root.lead_with(line, value);
        return Searched { root, nodes, time: began.elapsed(), hashfull: 0 };
    }
    table.new_generation();
    let options = SearchOptions { limits: options.limits.after(nodes, began.elapsed()), ..*options };
    // With a thread to spare the solver works on beside the search, with what it knows by now, and a proof ends it.
    let (solved, ended) = (OnceLock::new(), stop.below());
    let solve = |dismissed: &Stop| {
        let mut budget = Budget::new(&Limits::NONE, dismissed);
        if let Some(proven) = winners.and_then(|it| proven(played, &mut budget, it)) {
            let _ = solved.set(proven);
            ended.set();
        }
        budget.nodes()
    };
    let within_reach = winners.is_some() && played.game.reach(&played.position) <= Reach::Seconds;
    let errand = within_reach.then_some(&solve as Errand<'_>);
    nodes += helpers.search(&Common { played, judge, options: &options, table, watch, errand }, &mut root, &ended);
    if let Some((line, value)) = solved.into_inner() {
        let own = root.moves[0].value;
        // The same proof by the search tells more exactly how far the end is.
        if !is_proven(own) || own.signum() != value.signum() {
            root.lead_with(line, value);
        }
    }
    Searched { root, nodes, time: began.elapsed(), hashfull: table.hashfull() }
}

/// What the solver can prove before a search, where little of the game is left, and how many positions it visited.
fn solve_first<G: Solve>(
    played: &Played<G>,
    limits: &Limits,
    stop: &Stop,
    winners: &Winners,
) -> (Option<(Vec<Move>, i32)>, u64) {
    if played.game.reach(&played.position) > Reach::Moment {
        return (None, 0);
    }
    let mut budget = Budget::new(&attempt(limits), stop);
    budget.look();
    (proven(played, &mut budget, winners), budget.nodes())
}

/// Best play from a position that the solver can prove within a budget, and its value; of a lost position only the move
/// that is hardest to answer.
fn proven<G: Solve>(played: &Played<G>, budget: &mut Budget<'_>, winners: &Winners) -> Option<(Vec<Move>, i32)> {
    let (proof, line) = prove_or_resist(&played.game, &played.position, budget, winners);
    let far = played.game.plies_left(&played.position) as i32;
    let value = match proof {
        Proof::Win => WON - far,
        Proof::Loss => far - WON,
        Proof::Draw | Proof::Unknown => return None,
    };
    // The budget may end with a proof, but before its first move is known.
    (!line.is_empty()).then_some((line, value))
}

/// Gives the moves that are at most so much worse than the best one their values, by a search somewhat less deep. The best
/// one stays in front with its own.
fn compare_best<G: Solve>(
    played: &Played<G>,
    judge: Judge,
    (options, margin): (&SearchOptions, i32),
    stop: &Stop,
    table: &TranspositionTable,
    found: &mut Searched,
) {
    let Searched { root, nodes, time, .. } = found;
    if is_proven(root.moves[0].value) {
        return;
    }
    let mut search = Search::new(played, judge, options, stop, table);
    search.compare(&played.position, root, (root.depth as i32 * 3 / 4).max(1), margin);
    *nodes += search.budget.nodes();
    *time += search.budget.elapsed();
}

/// Whether the solver is asked: it may come to know the winner sooner than the search, and only one move is wanted. In
/// games of other natures the search proves more in the same time.
fn is_for_the_solver<G: Solve>(options: &SearchOptions) -> bool {
    G::NATURE == Nature::Tempo && options.limits.depth.is_none() && options.valued != Valued::All
}

/// The share of its limits that a search leaves to the solver.
fn attempt(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map_or(ATTEMPT, |it| (it / 2).min(ATTEMPT));
    Limits { depth: None, nodes: Some(nodes), time: limits.time.map(|it| it / 2) }
}

/// The most positions that the solver looks at before a search.
const ATTEMPT: u64 = 300_000;

impl Searched {
    /// Without any search.
    fn at_once(root: Root) -> Self {
        Self { root, nodes: 0, time: Duration::ZERO, hashfull: 0 }
    }

    fn report(self, index: usize) -> Report {
        self.root.report(index, self.nodes, self.time, self.hashfull)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Question, replay};
    use games::lines_of_action::LinesOfAction;

    #[test]
    fn moves_nearly_as_good_as_the_best_get_their_values() {
        let question = Question::new(games::read_ruleset("loa:mso").unwrap(), None, Vec::new());
        let (played, stop) = (replay::<LinesOfAction>(&question).unwrap(), Stop::new());
        let (mut memory, options) = (Memory::new(4), SearchOptions::best(Limits::depth(6)));
        let mut found = search(&played, Judge::default(), (&options, None), &stop, &mut memory, Keeps::Tables);
        let exact = |root: &Root| root.moves.iter().filter(|it| it.exact).count();
        assert!(exact(&found.root) < 4, "fewer than the four that look alike");
        let before = found.nodes;
        let best = found.root.moves[0].clone();
        compare_best(&played, Judge::default(), (&options, 25), &stop, memory.large(), &mut found);
        let moves = &found.root.moves;
        assert_eq!(
            (moves[0].mv, moves[0].value, &moves[0].line),
            (best.mv, best.value, &best.line),
            "it was looked at deeper"
        );
        // The start looks the same from all sides, so every move has three like it.
        assert!(exact(&found.root) >= 4 && found.nodes > before);
        assert!(moves.iter().all(|it| !it.exact || it.value >= moves[0].value - 25));
        assert_eq!((moves.len(), found.root.depth), (36, 6));
    }
}
