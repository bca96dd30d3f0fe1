//! Games that the engine plays against itself, for evaluations to be fitted to: positions, each with what the search
//! thought of it and how its game ended.

use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;

use super::{
    limits::{Limits, Stop},
    question::{Memory, Question, ThinkError, analyse_with},
    random::Random,
    score::Score,
};
use crate::board::{GOLDEN, Side};
use crate::game::{Evaluate, Played, Ruleset, Table as _};
use crate::games::{self, Visitor};

/// What is played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    pub ruleset: Ruleset,
    pub games: u32,
    /// Positions that a search visits for each move.
    pub nodes: u64,
    /// Games are played in so many threads.
    pub threads: usize,
    /// Games and their openings follow from it.
    pub seed: u64,
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// As its game writes it.
    pub position: String,
    /// What the search thought, in hundredths, seen by the side to move.
    pub score: i32,
    /// 1 if the side to move won in the end, ½ for a draw, 0 if it lost.
    pub result: f32,
}

/// Games begin with so many random moves, or up to as many more.
const OPENING: usize = 4;
const VARIETY: usize = 9;

/// A game is drawn after so many plies.
const LONGEST: usize = 300;

/// `POSITION;SCORE;RESULT`.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

/// The line is none of those that self-play writes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a line is POSITION;SCORE;RESULT, with a score in hundredths and a result of 0, 0.5 or 1")]
pub struct ParseSeenError;

impl FromStr for Seen {
    type Err = ParseSeenError;

    fn from_str(text: &str) -> Result<Self, ParseSeenError> {
        let fields: Vec<&str> = text.split(';').collect();
        let [position, score, result] = fields[..] else { return Err(ParseSeenError) };
        let result: f32 = result.parse().map_err(|_| ParseSeenError)?;
        if !(0.0..=1.0).contains(&result) {
            return Err(ParseSeenError);
        }
        Ok(Self { position: position.to_owned(), score: score.parse().map_err(|_| ParseSeenError)?, result })
    }
}

/// Plays the games; `over` is given the quiet positions of each, from several threads.
///
/// # Errors
/// Those of [`analyse_with`].
pub fn play(plan: &SelfPlay, over: impl Fn(Vec<Seen>) + Sync) -> Result<(), ThinkError> {
    games::visit(plan.ruleset.info.key, Host { plan, over })
}

struct Host<'a, F> {
    plan: &'a SelfPlay,
    over: F,
}

impl<F: Fn(Vec<Seen>) + Sync> Visitor for Host<'_, F> {
    type Output = Result<(), ThinkError>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let Self { plan, over } = self;
        let next = Mutex::new(0..plan.games);
        let work = || -> Result<(), ThinkError> {
            let mut memory = Memory::new(8);
            loop {
                let Some(game) = next.lock().ok().and_then(|mut it| it.next()) else { return Ok(()) };
                let mut random = Random::new(plan.seed ^ u64::from(game).wrapping_mul(GOLDEN));
                over(play_one::<G>(plan, &mut random, &mut memory)?);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let panicked = || ThinkError::Panicked("a game could not be played".into());
            threads.into_iter().try_for_each(|it| it.join().map_err(|_| panicked())?)
        })
    }
}

/// The quiet positions of one game, which ends as soon as its result is proven.
fn play_one<G: Evaluate>(plan: &SelfPlay, random: &mut Random, memory: &mut Memory) -> Result<Vec<Seen>, ThinkError> {
    let mut played = Played::<G>::open(&plan.ruleset, None)?;
    for _ in 0..OPENING + random.below(VARIETY) {
        let moves = played.moves();
        if moves.is_empty() {
            break;
        }
        played.advance(moves[random.below(moves.len())]);
    }
    memory.clear();
    let mut seen: Vec<(String, i32, Side)> = Vec::new();
    let winner = loop {
        if let Some(end) = played.outcome() {
            break end.winner;
        }
        if played.played().len() >= LONGEST {
            break None;
        }
        let question = Question::new(plan.ruleset.clone(), None, played.played().to_vec());
        let report = analyse_with(&question, &Limits::nodes(plan.nodes), &Stop::new(), memory)?;
        match report.score {
            Score::Win(_) => break Some(played.to_move()),
            Score::Loss(_) => break Some(played.to_move().other()),
            Score::Cp(score) => {
                if !G::CAPTURES_DISTURB || played.captured(report.best).is_none() {
                    seen.push((played.position(), score, played.to_move()));
                }
            }
        }
        played.advance(report.best);
    };
    let result = |side: Side| winner.map_or(0.5, |it| f32::from(u8::from(it == side)));
    Ok(seen.into_iter().map(|(position, score, side)| Seen { position, score, result: result(side) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let seen = Seen { position: "b1/w1 b".into(), score: -35, result: 0.5 };
        assert_eq!(seen.to_string().parse(), Ok(seen));
        for text in ["", "b1/w1 b;3", "b1/w1 b;x;1", "b1/w1 b;3;2", "b1/w1 b;3;1;0"] {
            assert!(text.parse::<Seen>().is_err(), "{text}");
        }
    }

    #[test]
    fn games_follow_from_the_seed_and_end_with_a_result() {
        let play_with = |seed| {
            let ruleset = games::read_ruleset("breakthrough size=5x5").unwrap();
            let games = Mutex::new(Vec::new());
            let plan = SelfPlay { ruleset, games: 4, nodes: 50, threads: 1, seed };
            play(&plan, |it| games.lock().unwrap().push(it)).unwrap();
            games.into_inner().unwrap()
        };
        let games = play_with(3);
        assert_eq!((games.len(), &games), (4, &play_with(3)));
        assert_ne!(games, play_with(4));
        assert!(games.iter().flatten().all(|it| it.result == 0.0 || it.result == 1.0), "Breakthrough has no draws");
    }
}
