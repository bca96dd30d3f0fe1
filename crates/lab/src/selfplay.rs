//! Games that the engine plays against itself, for evaluations to be fitted to: positions, each with what the search
//! thought of it and how its game ended.
//!
//! ```
//! use parlor_lab::selfplay::TrainingPosition;
//!
//! let position: TrainingPosition = "b1/w1 b;-35;0.5".parse()?;
//! assert_eq!((position.score, position.result), (-35, 0.5));
//! # Ok::<(), parlor_lab::selfplay::ParseTrainingPositionError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use parking_lot::Mutex;

use rand::{Rng as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::SplitMix64;

use engine::{Limits, Memory, Question, Score, Stop, ThinkError, analyze_with};
use games::Visitor;
use games::board::{GOLDEN, Side};
use games::{AnyPosition as _, Played, Reach, Ruleset, Solve};

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
pub struct TrainingPosition {
    /// As its game writes it.
    pub position: String,
    /// What the search thought, in hundredths, seen by the side to move.
    pub score: i32,
    /// 1 if the side to move won in the end, ½ for a draw, 0 if it lost.
    pub result: f32,
}

impl TrainingPosition {
    /// How likely the side to move is to win, by what the search thought as far as that is trusted (0 to 1), otherwise by
    /// how the game ended.
    pub fn target(&self, trust: f32) -> f32 {
        let thought = Score::Cp(self.score).chance() as f32;
        trust * thought + (1.0 - trust) * self.result
    }
}

/// Parts the positions of games into those to fit something to and those kept back to see how well it does: a twentieth, in
/// blocks, since neighbors from the same game say much about each other.
pub(super) fn kept_back<T>(positions: Vec<T>) -> (Vec<T>, Vec<T>) {
    let block = (positions.len() / 40).clamp(1, 500);
    let (mut used, mut kept) = (Vec::new(), Vec::new());
    for (index, position) in positions.into_iter().enumerate() {
        if (index / block) % 20 == 19 { &mut kept } else { &mut used }.push(position);
    }
    (used, kept)
}

/// Games begin with so many random moves, or up to as many more.
const OPENING: usize = 4;
const VARIETY: usize = 9;

/// A game is drawn after so many plies.
const MAX_PLIES: usize = 300;

/// `POSITION;SCORE;RESULT`.
impl fmt::Display for TrainingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

/// The line is none of those that self-play writes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("each line should be POSITION;SCORE;RESULT, with a score in hundredths and a result of 0, 0.5 or 1")]
pub struct ParseTrainingPositionError;

impl FromStr for TrainingPosition {
    type Err = ParseTrainingPositionError;

    fn from_str(text: &str) -> Result<Self, ParseTrainingPositionError> {
        let fields: Vec<&str> = text.split(';').collect();
        let [position, score, result] = fields[..] else { return Err(ParseTrainingPositionError) };
        let result: f32 = result.parse().map_err(|_| ParseTrainingPositionError)?;
        if !(0.0..=1.0).contains(&result) {
            return Err(ParseTrainingPositionError);
        }
        Ok(Self {
            position: position.to_owned(),
            score: score.parse().map_err(|_| ParseTrainingPositionError)?,
            result,
        })
    }
}

/// Plays the games; `over` is given the quiet positions of each, from several threads.
///
/// # Errors
/// Those of [`analyze_with`].
pub fn play(plan: &SelfPlay, over: impl Fn(Vec<TrainingPosition>) + Sync) -> Result<(), ThinkError> {
    games::visit(plan.ruleset.info.key, SelfPlayRun { plan, over })
}

/// A plan on its way to its game.
struct SelfPlayRun<'a, F> {
    plan: &'a SelfPlay,
    over: F,
}

impl<F: Fn(Vec<TrainingPosition>) + Sync> Visitor for SelfPlayRun<'_, F> {
    type Output = Result<(), ThinkError>;

    fn visit<G: Solve>(self) -> Self::Output {
        let Self { plan, over } = self;
        let next = Mutex::new(0..plan.games);
        let work = || -> Result<(), ThinkError> {
            let mut memory = Memory::new(8);
            loop {
                let Some(game) = next.lock().next() else { return Ok(()) };
                let mut random = SplitMix64::seed_from_u64(plan.seed ^ u64::from(game).wrapping_mul(GOLDEN));
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

/// The quiet positions of one game. It ends as soon as its result is proven, unless what is left is so little that the
/// search would often come upon the like: then it goes on at random, and every position has its own proven result.
fn play_one<G: Solve>(
    plan: &SelfPlay,
    random: &mut SplitMix64,
    memory: &mut Memory,
) -> Result<Vec<TrainingPosition>, ThinkError> {
    let mut played = opened::<G>(plan, random)?;
    memory.clear();
    let mut open: Vec<(String, i32, Side)> = Vec::new();
    let mut solved = Vec::new();
    let mut winner = None;
    while played.played().len() < MAX_PLIES {
        if let Some(end) = played.outcome() {
            winner = winner.or(end.winner);
            break;
        }
        let question = Question::new(plan.ruleset.clone(), None, played.played().to_vec());
        let report = analyze_with(&question, &Limits::nodes(plan.nodes), &Stop::new(), memory)?;
        let side = played.to_move();
        let mv = match report.score {
            Score::Cp(score) if winner.is_none() => {
                if !G::CAPTURES_ARE_NOISY || played.captured(report.best).is_empty() {
                    open.push((played.text(), score, side));
                }
                report.best
            }
            // What was proven before is not by so few positions now.
            Score::Cp(_) => break,
            Score::Win(_) | Score::Loss(_) => {
                let wins = matches!(report.score, Score::Win(_));
                winner = winner.or(Some(if wins { side } else { side.other() }));
                if played.game.reach(&played.position) > Reach::Moment
                    || played.game.static_proof(&played.position).is_some()
                {
                    break;
                }
                let score = if wins { SURE } else { -SURE };
                solved.push(TrainingPosition { position: played.text(), score, result: f32::from(u8::from(wins)) });
                let Some(mv) = played.moves().choose(random).copied() else { break };
                mv
            }
        };
        played.advance(mv);
    }
    let result = |side: Side| winner.map_or(0.5, |it| f32::from(u8::from(it == side)));
    let open =
        open.into_iter().map(|(position, score, side)| TrainingPosition { position, score, result: result(side) });
    Ok(open.chain(solved).collect())
}

/// A game after its random moves.
fn opened<G: Solve>(plan: &SelfPlay, random: &mut SplitMix64) -> Result<Played<G>, ThinkError> {
    let mut played = Played::<G>::open(&plan.ruleset, None)?;
    for _ in 0..OPENING + random.random_range(0..VARIETY) {
        let Some(mv) = played.moves().choose(random).copied() else { break };
        played.advance(mv);
    }
    Ok(played)
}

/// What a proven result counts as a score.
const SURE: i32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let position = TrainingPosition { position: "b1/w1 b".into(), score: -35, result: 0.5 };
        assert_eq!(position.to_string().parse(), Ok(position));
        for text in ["", "b1/w1 b;3", "b1/w1 b;x;1", "b1/w1 b;3;2", "b1/w1 b;3;1;0"] {
            assert!(text.parse::<TrainingPosition>().is_err(), "{text}");
        }
    }

    #[test]
    fn some_of_few_and_of_many_positions_are_kept_back() {
        for (number, expected) in [(10, 0), (40, 2), (1_000, 50), (100_000, 5_000)] {
            let (used, kept) = kept_back((0..number).collect());
            assert_eq!((used.len(), kept.len()), (number - expected, expected));
        }
    }

    #[test]
    fn games_follow_from_the_seed_and_end_with_a_result() {
        let play_with = |seed| {
            let ruleset = games::read_ruleset("breakthrough size=5x5").unwrap();
            let games = Mutex::new(Vec::new());
            let plan = SelfPlay { ruleset, games: 4, nodes: 50, threads: 1, seed };
            play(&plan, |it| games.lock().push(it)).unwrap();
            games.into_inner()
        };
        let games = play_with(3);
        assert_eq!((games.len(), &games), (4, &play_with(3)));
        assert_ne!(games, play_with(4));
        assert!(games.iter().flatten().all(|it| it.result == 0.0 || it.result == 1.0), "Breakthrough has no draws");
    }
}
