//! What the engine is asked and what it answers: plain data on both sides.

use std::time::{Duration, Instant};

use super::{
    helpers::{Common, Helpers, Watch},
    levels::{Level, Rung},
    limits::{Budget, Limits, Stop},
    random::Random,
    root::{Root, is_proven},
    score::{INFINITE, Score, WON},
    search::{Manner, Search},
    solve::{self, Proof},
    table::Table,
};
use crate::board::Move;
use crate::game::{Evaluate, Outcome, Played, PositionError, Refusal, Ruleset, Solve, Table as _};
use crate::games::{self, Visitor};

/// A position of a game and who shall think about it.
#[derive(Clone, Debug)]
pub struct Question {
    pub ruleset: Ruleset,
    /// Where the game began; `None` is the start position.
    pub position: Option<String>,
    /// The moves played since.
    pub moves: Vec<Move>,
    /// How well to play; [`analyse`] and [`compare`] do not look at it.
    pub level: Level,
    /// Plays by this rung of the ladder instead of its level's: that is how levels are measured.
    pub rung: Option<Rung>,
    /// What judges positions at the horizon.
    pub judge: Judge,
    /// Chooses among moves that the level may choose from.
    pub seed: u64,
}

impl Question {
    /// A question at the highest level.
    pub fn new(ruleset: Ruleset, position: Option<String>, moves: Vec<Move>) -> Self {
        Self { ruleset, position, moves, level: Level::HIGHEST, rung: None, judge: Judge::default(), seed: 0 }
    }
}

/// What judges positions at the horizon of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Judge {
    /// The network where the game has one for the board, otherwise the terms.
    #[default]
    Network,
    /// The terms of the game's evaluation.
    Terms,
}

impl Judge {
    #[inline]
    pub(super) fn evaluate<G: Evaluate>(self, game: &G, position: &G::Position) -> i32 {
        match self {
            Self::Network => game.evaluate(position),
            Self::Terms => game.evaluate_by_terms(position),
        }
    }
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play: always legal.
    pub best: Move,
    /// The value of that move to the side to move.
    pub score: Score,
    /// Plies of the last whole iteration; 0 if none was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The play that the engine expects, `best` first.
    pub line: Vec<Move>,
    /// The moves whose own value is known, the best first: all of them after [`compare`].
    pub root: Vec<(Move, Score)>,
    /// How full the transposition table is of this search, in thousandths.
    pub hash_full: u32,
}

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    #[error("the game is over ({})", .0.reason)]
    Finished(Outcome),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {} of the game, {it}, is not legal ({})", .index + 1, .refusal.code)]
    IllegalMove { index: usize, it: Move, refusal: Refusal },
    #[error("the search was cancelled")]
    Cancelled,
    #[error("the search failed: {0}")]
    Panicked(String),
    #[error("the engine is shutting down")]
    Closed,
}

/// What a thinker has at hand: transposition tables, which it keeps from one move to the next, and threads that help.
pub struct Memory {
    megabytes: usize,
    helpers: Helpers,
    large: Option<Table>,
    /// For searches that must come out alike whatever was searched before: cleared each time, and of fixed size.
    small: Option<Table>,
}

/// Size of the table of reproducible searches.
const SMALL_MEGABYTES: usize = 8;

/// Size of the table where nobody says otherwise.
pub(super) const USUAL_MEGABYTES: usize = 64;

impl Memory {
    /// A memory whose large table takes so many MiB; nothing is allocated before it is used.
    pub fn new(megabytes: usize) -> Self {
        Self { megabytes: megabytes.max(1), helpers: Helpers::default(), large: None, small: None }
    }

    /// Lets helpers take part in the next search, unless it must be reproducible.
    pub fn employ(&mut self, helpers: Helpers) {
        self.helpers = helpers;
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        if let Some(it) = &mut self.large {
            it.clear();
        }
    }

    /// Forgets everything, and has the table of [`analyse_with`] ready, which otherwise its first search pays for.
    pub fn prepare(&mut self) {
        self.large().clear();
    }

    /// The table that is kept from one search to the next.
    pub(super) fn large(&mut self) -> &mut Table {
        let megabytes = self.megabytes;
        self.large.get_or_insert_with(|| Table::new(megabytes))
    }

    /// A table as good as new.
    pub(super) fn small(&mut self) -> &mut Table {
        let table = self.small.get_or_insert_with(|| Table::new(SMALL_MEGABYTES));
        table.clear();
        table
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(USUAL_MEGABYTES)
    }
}

/// Chooses a move as a player of the question's level would. With a single legal move it answers at once.
pub fn think(question: &Question, stop: &Stop) -> Result<Report, ThinkError> {
    think_with(question, stop, &mut Memory::default())
}

/// [`think`] with what was kept from earlier moves. Levels below the highest answer alike whatever that is.
pub fn think_with(question: &Question, stop: &Stop, memory: &mut Memory) -> Result<Report, ThinkError> {
    let task = Task::Think;
    games::visit(question.ruleset.info.key, Thinking { question, task, stop, memory })
}

/// Searches for the best move with all the engine's strength, within limits.
pub fn analyse(question: &Question, limits: &Limits, stop: &Stop) -> Result<Report, ThinkError> {
    analyse_with(question, limits, stop, &mut Memory::default())
}

/// [`analyse`] with what was kept from earlier searches; on them depends what it finds within given limits.
pub fn analyse_with(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    memory: &mut Memory,
) -> Result<Report, ThinkError> {
    let task = Task::Search(Manner::best(*limits), None);
    games::visit(question.ruleset.info.key, Thinking { question, task, stop, memory })
}

/// [`analyse_with`]; `watch` hears of every iteration.
pub(super) fn analyse_watched(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    memory: &mut Memory,
    watch: Watch<'_>,
) -> Result<Report, ThinkError> {
    let task = Task::Search(Manner::best(*limits), Some(watch));
    games::visit(question.ruleset.info.key, Thinking { question, task, stop, memory })
}

/// As [`analyse`], but gives every legal move its own value; that takes some ten times longer to the same depth.
pub fn compare(question: &Question, limits: &Limits, stop: &Stop) -> Result<Report, ThinkError> {
    let task = Task::Search(Manner { margin: Some(2 * INFINITE), ..Manner::best(*limits) }, None);
    games::visit(question.ruleset.info.key, Thinking { question, task, stop, memory: &mut Memory::default() })
}

enum Task<'a> {
    Think,
    Search(Manner, Option<Watch<'a>>),
}

/// A question on its way to its game.
struct Thinking<'a> {
    question: &'a Question,
    task: Task<'a>,
    stop: &'a Stop,
    memory: &'a mut Memory,
}

impl Visitor for Thinking<'_> {
    type Output = Result<Report, ThinkError>;

    fn visit<G: Solve>(self) -> Self::Output {
        let Self { question, task, stop, memory } = self;
        let played = replay::<G>(question)?;
        if let Some(end) = played.outcome() {
            return Err(ThinkError::Finished(end));
        }
        let helpers = std::mem::take(&mut memory.helpers);
        Ok(match task {
            Task::Search(manner, watch) => {
                let table = memory.large();
                search(&played, question, (&manner, watch), stop, table, &helpers).report(0)
            }
            Task::Think => {
                let rung = question.rung.unwrap_or_else(|| question.level.rung(question.ruleset.info));
                let ply = question.moves.len();
                let manner = rung.manner(ply);
                let (table, helpers) = match rung.is_reproducible() {
                    true => (memory.small(), Helpers::default()),
                    false => (memory.large(), helpers),
                };
                let found = match Root::new(&played, question.judge) {
                    root if root.moves.len() == 1 => Found::at_once(root),
                    root if root.wins_at_once() && rung.sees_wins() => Found::at_once(root),
                    _ => {
                        let mut found = search(&played, question, (&manner, None), stop, table, &helpers);
                        if let Some((margin, limits)) = rung.variety(ply) {
                            let manner = Manner { margin: Some(margin), ..Manner::best(limits) };
                            compare_best(&played, question, &manner, stop, table, &mut found);
                        }
                        found
                    }
                };
                let mut random = Random::new(question.seed ^ played.game.hash(&played.position));
                let index = rung.choose(&found.root.moves, ply, &mut random);
                found.report(index)
            }
        })
    }
}

/// The game of a question, at its present position.
pub(super) fn replay<G: Evaluate>(question: &Question) -> Result<Played<G>, ThinkError> {
    let mut played = Played::<G>::open(&question.ruleset, question.position.as_deref())?;
    for (index, it) in question.moves.iter().enumerate() {
        played.play(*it).map_err(|refusal| ThinkError::IllegalMove { index, it: *it, refusal })?;
    }
    Ok(played)
}

/// A number of the rules in force and the judge (FNV-1a), so that one table may serve several games.
pub(super) fn salt(question: &Question) -> u64 {
    let Question { ruleset, judge, .. } = question;
    let words = ruleset.values().flat_map(|(_, value)| value.bytes().chain([b' ']));
    let rest = [ruleset.size.width, ruleset.size.height, *judge as u8];
    let bytes = ruleset.info.key.bytes().chain(rest).chain(words);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}

/// What a search has found.
struct Found {
    root: Root,
    nodes: u64,
    time: Duration,
    hash_full: u32,
}

fn search<G: Solve>(
    played: &Played<G>,
    question: &Question,
    (manner, watch): (&Manner, Option<Watch<'_>>),
    stop: &Stop,
    table: &mut Table,
    helpers: &Helpers,
) -> Found {
    let began = Instant::now();
    let mut root = Root::new(played, question.judge);
    let mut nodes = 0;
    if is_within_reach(played, manner) {
        let mut budget = Budget::new(&attempt(&manner.limits), stop);
        budget.look();
        let (proof, line) = solve::prove_or_resist(played, &mut budget, SMALL_MEGABYTES);
        nodes = budget.nodes();
        let far = played.game.plies_left(&played.position) as i32;
        let value = match proof {
            Proof::Win => Some(WON - far),
            Proof::Loss => Some(far - WON),
            Proof::Draw | Proof::Unknown => None,
        };
        // The budget may end with a proof, but before its first move is known.
        if let Some(value) = value
            && !line.is_empty()
        {
            root.lead_with(line, value);
            return Found { root, nodes, time: began.elapsed(), hash_full: 0 };
        }
    }
    table.grow_older();
    let manner = Manner { limits: manner.limits.after(nodes, began.elapsed()), ..*manner };
    nodes += helpers.search(&Common { played, question, manner: &manner, table, watch }, &mut root, stop);
    Found { root, nodes, time: began.elapsed(), hash_full: table.permille() }
}

/// Gives the moves that are nearly as good as the best one their values, by a search somewhat less deep.
fn compare_best<G: Solve>(
    played: &Played<G>,
    question: &Question,
    manner: &Manner,
    stop: &Stop,
    table: &Table,
    found: &mut Found,
) {
    let Found { root, nodes, time, .. } = found;
    let (Some(margin), false) = (manner.margin, is_proven(root.moves[0].value)) else { return };
    let mut search = Search::new(played, question, manner, stop, table);
    search.iterate_wide(&played.position, root, (root.depth as i32 * 3 / 4).max(1), margin);
    *nodes += search.budget.nodes();
    *time += search.budget.elapsed();
}

/// Whether the solver is asked before the search: it may well know the winner, and only one move is wanted.
fn is_within_reach<G: Solve>(played: &Played<G>, manner: &Manner) -> bool {
    let all_moves = manner.margin.is_some_and(|it| it >= INFINITE);
    manner.limits.depth.is_none() && !all_moves && played.game.is_nearly_solved(&played.position)
}

/// The share of its limits that a search leaves to the solver.
fn attempt(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map_or(ATTEMPT, |it| (it / 2).min(ATTEMPT));
    Limits { depth: None, nodes: Some(nodes), time: limits.time.map(|it| it / 2) }
}

/// The most positions that the solver looks at before a search.
const ATTEMPT: u64 = 300_000;

impl Found {
    /// Without any search.
    fn at_once(root: Root) -> Self {
        Self { root, nodes: 0, time: Duration::ZERO, hash_full: 0 }
    }

    fn report(self, index: usize) -> Report {
        Report::of(&self.root, index, self.nodes, self.time, self.hash_full)
    }
}

impl Report {
    /// What is known of the root's move of that index.
    pub(super) fn of(root: &Root, index: usize, nodes: u64, time: Duration, hash_full: u32) -> Self {
        let chosen = &root.moves[index];
        let exact = root.moves.iter().filter(|it| it.exact);
        Self {
            best: chosen.it,
            score: Score::from_value(chosen.value),
            depth: root.depth,
            nodes,
            time,
            line: chosen.line.clone(),
            root: exact.map(|it| (it.it, Score::from_value(it.value))).collect(),
            hash_full,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::lines_of_action::LinesOfAction;

    #[test]
    fn moves_nearly_as_good_as_the_best_get_their_values() {
        let question = Question::new(games::read_ruleset("loa:mso").unwrap(), None, Vec::new());
        let (played, stop) = (replay::<LinesOfAction>(&question).unwrap(), Stop::new());
        let (mut table, manner) = (Table::new(4), Manner::best(Limits::depth(6)));
        let mut found = search(&played, &question, (&manner, None), &stop, &mut table, &Helpers::default());
        assert_eq!(found.root.moves.iter().filter(|it| it.exact).count(), 1, "the best move only");
        let before = found.nodes;
        compare_best(&played, &question, &Manner { margin: Some(25), ..manner }, &stop, &table, &mut found);
        let moves = &found.root.moves;
        // The start looks the same from all sides, so every move has three like it.
        assert!(moves.iter().filter(|it| it.exact).count() >= 4 && found.nodes > before);
        assert!(moves.iter().all(|it| !it.exact || it.value >= moves[0].value - 25));
        assert_eq!((moves.len(), found.root.depth), (36, 6));
    }
}
