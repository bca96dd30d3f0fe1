//! `parlor puzzles`: puzzles are made, or those of a game proven anew.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use indicatif::ProgressBar;

use super::arguments::threads;
use super::{print, progress, runtime};
use crate::config::Config;
use games::records::{self, Record};
use games::{Puzzle, PuzzleId, Ruleset};
use lab::puzzles::{Figures, OnlyMove, Prover, PuzzlePlan, make, select};
use play::puzzles::PuzzleVote;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The games: keys, like loa, or with a preset and a size, like "clobber size=7x5". The puzzles are shared among them
    #[arg(required = true, value_name = "GAME")]
    rulesets: Vec<String>,
    /// How many games of the engine against itself to look through, of each ruleset
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// Look through the games in these files, too, PGN-like or SGF
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// How many puzzles to choose
    #[arg(long, value_name = "N", default_value_t = 320)]
    wanted: usize,
    /// How many positions the solver may visit to prove the result of one move
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// How many moves drawn at random to try from each position, for more positions of the same games
    #[arg(long, value_name = "N", default_value_t = 0)]
    branches: usize,
    /// How many games to look through at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
    /// The random seed for the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Prove all puzzles of these games anew instead, with ten times as many positions for each
    #[arg(long)]
    check: bool,
    /// Print what people think of these games' puzzles instead
    #[arg(long, conflicts_with = "check")]
    votes: bool,
    /// The database with the votes, instead of DATABASE_URL
    #[arg(long, value_name = "URL", requires = "votes")]
    db: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let read = |it: &String| games::read_ruleset(it).ok_or_else(|| anyhow!("“{it}” isn't a game with its rules."));
    let rulesets: Vec<Ruleset> = arguments.rulesets.iter().map(read).collect::<anyhow::Result<_>>()?;
    if arguments.check {
        return rulesets.iter().try_for_each(|it| check(it, arguments.nodes));
    }
    if arguments.votes {
        let url = arguments.db.clone().map_or_else(|| Ok(Config::read()?.database_url.0), anyhow::Ok)?;
        return runtime()?.block_on(print_votes(&url, &rulesets));
    }
    let records = read_records(&arguments.records)?;
    let (mut chosen, mut rows) = (Vec::new(), Vec::new());
    for (index, ruleset) in rulesets.iter().enumerate() {
        let plan = PuzzlePlan {
            ruleset: ruleset.clone(),
            games: arguments.games,
            seed: arguments.seed,
            nodes: arguments.nodes,
            threads: arguments.threads,
            branches: arguments.branches,
            records: records.clone(),
        };
        let bar = progress::bar(u64::from(plan.games) + plan.records.len() as u64, "games");
        let made = make(&plan, &|| bar.inc(1))?;
        bar.finish_and_clear();
        // What one ruleset lacks, those after it make up for.
        let share = (arguments.wanted - chosen.len()).div_ceil(rulesets.len() - index);
        let puzzles = select(made.found, share);
        rows.push(figures_row(ruleset, &made.figures, puzzles.len()));
        chosen.extend(puzzles);
    }
    rows.iter().for_each(|it| eprintln!("{it}"));
    print(table(&chosen))
}

fn read_records(paths: &[PathBuf]) -> anyhow::Result<Vec<Record>> {
    let mut all = Vec::new();
    for path in paths {
        let bytes = std::fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        all.extend(records::read(&text).with_context(|| format!("{} can't be used", path.display()))?);
    }
    Ok(all)
}

fn table(puzzles: &[Puzzle]) -> String {
    let rows: Vec<String> = puzzles.iter().map(ToString::to_string).collect();
    format!(
        "# Made by `parlor puzzles`, see docs/puzzles.md: id, ruleset, position, goal, moves, themes, rating.\n{}",
        rows.join("\n")
    )
}

/// A row of the table in `docs/puzzles.md`.
fn figures_row(ruleset: &Ruleset, figures: &Figures, kept: usize) -> String {
    let Figures { games, positions, unproven, lost, several, at_once, at_a_glance, puzzles } = figures;
    format!(
        "| {ruleset} | {games} | {positions} | {unproven} | {lost} | {several} | {at_once} | {at_a_glance} | {puzzles} | {kept} |"
    )
}

/// Prints what people think of which puzzle: those first that are called wrong, then those that are too easy.
async fn print_votes(url: &str, rulesets: &[Ruleset]) -> anyhow::Result<()> {
    let store = store::open(url).await?;
    for ruleset in rulesets {
        let mut by_puzzle: BTreeMap<PuzzleId, Vec<(PuzzleVote, u64)>> = BTreeMap::new();
        for (id, vote, count) in store.puzzle_votes(ruleset.info.key).await? {
            by_puzzle.entry(id).or_default().push((vote, count));
        }
        let count = |votes: &[(PuzzleVote, u64)], vote| votes.iter().find(|it| it.0 == vote).map_or(0, |it| it.1);
        let mut rows: Vec<_> = by_puzzle.into_iter().collect();
        rows.sort_by_key(|(_, it)| Reverse((count(it, PuzzleVote::Wrong), count(it, PuzzleVote::TooEasy))));
        for (id, votes) in rows {
            let told = votes.iter().map(|(vote, count)| format!("{count} {}", <&str>::from(vote)));
            print(format!("{id}\t{}", told.collect::<Vec<_>>().join(", ")))?;
        }
    }
    store.close().await;
    Ok(())
}

/// Proves every move of every puzzle of a game anew.
fn check(ruleset: &Ruleset, nodes: u64) -> anyhow::Result<()> {
    let puzzles = games::read_puzzles(ruleset.info)?;
    let prover = Prover::new(10 * nodes);
    let bar = progress::bar(puzzles.len() as u64, "puzzles");
    let mut wrong = Vec::new();
    for puzzle in &puzzles {
        if let Err(error) = check_puzzle(&prover, puzzle) {
            wrong.push(format!("{}: {error}", puzzle.id));
        }
        bar.inc(1);
    }
    finish(&bar, ruleset, puzzles.len(), &wrong)
}

fn finish(bar: &ProgressBar, ruleset: &Ruleset, count: usize, wrong: &[String]) -> anyhow::Result<()> {
    bar.finish_and_clear();
    if !wrong.is_empty() {
        bail!("{} of {count} puzzles couldn't be proven:\n{}", wrong.len(), wrong.join("\n"));
    }
    print(format!("{}: {count} puzzles, each proven: one move does it, every other doesn't.", ruleset.info.name))
}

fn check_puzzle(prover: &Prover, puzzle: &Puzzle) -> anyhow::Result<()> {
    let mut position = games::open(&puzzle.ruleset, Some(&puzzle.position))?;
    for (index, mv) in puzzle.line.iter().enumerate() {
        if index % 2 == 0 {
            let only = prover.only_move(&*games::open(&puzzle.ruleset, Some(&position.text()))?)?;
            if only != OnlyMove::Is(*mv, puzzle.goal) {
                bail!("{mv} of {} isn't shown to be the only move ({only:?})", position.text());
            }
        }
        position.play(*mv).map_err(|_| anyhow!("{mv} isn't legal"))?;
    }
    Ok(())
}
