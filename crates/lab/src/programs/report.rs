//! What a match shows while it goes on, and its result.

use std::fmt;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::duel::{DuelGame, Pace, Sprt, Tally, Verdict};
use games::Ruleset;

/// How a match stands.
pub struct Standings {
    /// The players as they were typed.
    pub names: [String; 2],
    wanted: u32,
    sprt: Option<Sprt>,
    began: Instant,
    tally: Tally,
    paces: [Pace; 2],
    plies: usize,
    /// Games cut off for their length.
    too_long: u32,
    /// Games that each player lost by anything but its moves.
    forfeits: [u32; 2],
}

impl Standings {
    /// `wanted` counts pairs.
    pub fn new(names: [String; 2], wanted: u32, sprt: Option<Sprt>) -> Self {
        let (began, tally, paces) = (Instant::now(), Tally::default(), Default::default());
        Self { names, wanted, sprt, began, tally, paces, plies: 0, too_long: 0, forfeits: [0; 2] }
    }

    /// Counts both games of a pair; `tally` is that of all games so far, these included.
    pub fn add(&mut self, games: &[DuelGame; 2], tally: &Tally) {
        self.tally = *tally;
        for game in games {
            for (all, own) in self.paces.iter_mut().zip(game.paces) {
                all.append(own);
            }
            self.plies += game.moves.len();
            self.too_long += u32::from(game.outcome.is_none());
            if let (Some(_), Some(winner)) = (&game.forfeit, game.winner()) {
                self.forfeits[1 - winner] += 1;
            }
        }
    }

    /// What the test has found, if there is one and it is at its end.
    pub fn verdict(&self) -> Option<Verdict> {
        self.sprt?.verdict(&self.tally.pairs)
    }

    /// How many pairs were played.
    pub fn pairs(&self) -> u32 {
        self.tally.pairs.iter().sum()
    }

    /// Whether no pair was played at all.
    pub fn is_empty(&self) -> bool {
        self.pairs() == 0
    }

    /// Whether it ended before all pairs were played, and no test ended it.
    pub fn is_short(&self) -> bool {
        self.pairs() < self.wanted && self.verdict().is_none()
    }

    fn plies_per_game(&self) -> f64 {
        self.plies as f64 / f64::from(self.tally.games().max(1))
    }

    /// The score in a line, and how its test stands.
    pub fn in_short(&self) -> String {
        let test = self.sprt_line().map_or(String::new(), |it| format!("  {it}"));
        self.score_line() + &test
    }

    fn score_line(&self) -> String {
        let Tally { wins, draws, losses, .. } = self.tally;
        let estimate = self.tally.estimate();
        let error = |error: Option<f64>, digits: usize| error.map_or("?".into(), |it| format!("{it:.digits$}"));
        format!(
            "+{wins} ={draws} -{losses}  score {:.1}% ± {}  Elo {:+.0} ± {}  LOS {:.1}%",
            100.0 * estimate.score,
            error(estimate.score_error.map(|it| 100.0 * it), 1),
            estimate.elo,
            error(estimate.elo_error, 0),
            100.0 * estimate.superiority,
        )
    }

    fn sprt_line(&self) -> Option<String> {
        let sprt = self.sprt?;
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.ratio(&self.tally.pairs);
        let verdict = match self.verdict() {
            None => "not yet clear".into(),
            Some(Verdict::Upper) => format!("Elo {} or more", sprt.elo1),
            Some(Verdict::Lower) => format!("Elo {} or less", sprt.elo0),
        };
        Some(format!("SPRT {} to {}  LLR {ratio:.2} ({lower:.2} to {upper:.2})  {verdict}", sprt.elo0, sprt.elo1))
    }

    /// The result as one line of JSON; times of moves are in milliseconds.
    pub fn as_json(&self, ruleset: &Ruleset) -> String {
        let estimate = self.tally.estimate();
        let sprt = self.sprt.map(|sprt| {
            let verdict = self.verdict().map(|it| if it == Verdict::Upper { "elo1" } else { "elo0" });
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": sprt.ratio(&self.tally.pairs), "bounds": sprt.bounds(), "verdict": verdict,
            })
        });
        json!({
            "rules": ruleset.to_string(),
            "players": self.names,
            "games": self.tally.games(),
            "wins": self.tally.wins, "draws": self.tally.draws, "losses": self.tally.losses,
            "pairs": self.tally.pairs,
            "score": estimate.score, "score_error": estimate.score_error,
            "elo": estimate.elo, "elo_error": estimate.elo_error, "los": estimate.superiority,
            "sprt": sprt,
            "plies_per_game": self.plies_per_game(),
            "ms_per_move": self.paces.map(|it| milliseconds(it.average())),
            "ms_longest_move": self.paces.map(|it| milliseconds(it.longest)),
            "forfeits": self.forfeits,
            "too_long": self.too_long,
            "seconds": self.began.elapsed().as_secs_f64(),
        })
        .to_string()
    }
}

/// The result in lines; the first is that of the score.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.score_line())?;
        if let Some(line) = self.sprt_line() {
            writeln!(f, "{line}")?;
        }
        let [none, half, one, more, two] = self.tally.pairs;
        writeln!(f, "pairs with 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {two}")?;
        if self.forfeits != [0; 2] {
            writeln!(f, "games forfeited: {} and {}", self.forfeits[0], self.forfeits[1])?;
        }
        if self.too_long > 0 {
            writeln!(f, "games called a draw for length: {}", self.too_long)?;
        }
        let pace = |it: Pace| format!("{:.1} ms (longest {:.0})", milliseconds(it.average()), milliseconds(it.longest));
        let [one, other] = self.paces.map(pace);
        write!(f, "{:.1} moves per game, counting both sides; time per move {one} and {other}", self.plies_per_game())
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
