//! A fixed task: always the same positions of every game. The number of nodes is the engine's *signature* in that game: it
//! changes with every change of search or evaluation, and most of the solver at the root, and with nothing else; nodes by
//! time is its speed.
//!
//! ```
//! use parlor_lab::bench;
//!
//! let questions = bench::questions(&games::read_ruleset("clobber").unwrap());
//! let (nodes, _time) = bench::run(&questions, &engine::Limits::depth(2), 0);
//! assert!(nodes > 0);
//! ```

use std::thread;
use std::time::{Duration, Instant};

use rand::{SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::SplitMix64;

use engine::{Crew, Judge, Limits, Memory, Question, Stop, Strength, analyze_with};
use games::{Info, Ruleset};

/// Of each game the start, and positions after so many random moves.
const PLIES: [usize; 5] = [0, 4, 10, 18, 30];

/// Plies to which each is searched for the signature.
pub const DEPTH: u32 = 6;

/// A look around a position: late ones of some games are the solver's then.
const LOOK: Limits = Limits::nodes(5_000);

/// The nodes that searching all positions of a game takes: by every preset to [`DEPTH`]; by the usual rules also with the
/// terms in the network's place, and in a way that lets the solver take part.
pub fn signature(info: &'static Info) -> u64 {
    let rulesets = info.presets.iter().map(|it| Ruleset::preset(info, it));
    let usual = questions(&Ruleset::default_of(info));
    let by_terms = usual.iter().map(|it| it.clone().at(Strength::default().judged_by(Judge::Terms)));
    let plain: Vec<Question> = rulesets.flat_map(|it| questions(&it)).chain(by_terms).collect();
    run(&plain, &Limits::depth(DEPTH), 0).0 + run(&usual, &LOOK, 0).0
}

/// Searches every position within limits, with so many helpers: nodes and time.
pub fn run(questions: &[Question], limits: &Limits, helpers: usize) -> (u64, Duration) {
    let crew = Crew::new(helpers);
    questions.iter().fold((0, Duration::ZERO), |(nodes, time), question| {
        let mut memory = Memory::new(16);
        memory.employ(crew.lend(helpers));
        let report = analyze_with(question, limits, &Stop::new(), &mut memory);
        report.map_or((nodes, time), |it| (nodes + it.nodes, time + it.time))
    })
}

/// How long endless searches of every position, each with a helper, went on after they were told to stop, `times` of
/// each.
pub fn stops(questions: &[Question], times: usize) -> Vec<Duration> {
    const THINKS: Duration = Duration::from_millis(20);
    let (mut memory, crew, mut waits) = (Memory::new(16), Crew::new(1), Vec::new());
    for question in questions.iter().flat_map(|it| std::iter::repeat_n(it, times)) {
        let stop = Stop::new();
        memory.employ(crew.lend(1));
        let told = thread::scope(|scope| {
            let teller = scope.spawn(|| {
                thread::sleep(THINKS);
                let now = Instant::now();
                stop.set();
                now
            });
            let report = analyze_with(question, &Limits::NONE, &stop, &mut memory);
            let ended = Instant::now();
            // A search that found a proof before was not stopped.
            let told = teller.join().ok()?;
            report.ok().and_then(|_| ended.checked_duration_since(told))
        });
        waits.extend(told);
    }
    waits
}

/// Rulesets and what is measured with each.
fn measured() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = include_str!("measured.tsv").lines().filter(|it| !it.starts_with('#'));
    rows.filter_map(|it| it.split_once('\t'))
}

/// Rulesets whose start is searched to a depth for the clock: boards that the literature speaks of.
pub fn openings() -> impl Iterator<Item = (&'static str, u32)> {
    measured().filter_map(|(ruleset, depth)| Some((ruleset, depth.parse().ok()?)))
}

/// Rulesets whose start is solved in a moment, by which the solver's speed is measured.
pub fn solved() -> impl Iterator<Item = &'static str> {
    measured().filter(|it| it.1 == "solve").map(|it| it.0)
}

/// The positions of a game, as questions; none that is decided.
pub fn questions(ruleset: &Ruleset) -> Vec<Question> {
    PLIES.iter().filter_map(|plies| after(ruleset, *plies)).collect()
}

fn after(ruleset: &Ruleset, plies: usize) -> Option<Question> {
    let mut random = SplitMix64::seed_from_u64(plies as u64);
    let mut position = games::open(ruleset, None).ok()?;
    for _ in 0..plies {
        let mv = *position.legal().choose(&mut random)?;
        position.play(mv).ok()?;
    }
    let question = Question::new(ruleset.clone(), None, position.played().to_vec());
    position.outcome().is_none().then_some(question)
}
