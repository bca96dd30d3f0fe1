//! Engine against itself at two settings: how much stronger is one?

use std::{fmt, str::FromStr, time::Duration};

use super::{
    levels::Level,
    limits::{Limits, Stop},
    question::{Memory, Question, ThinkError, analyse_with, think_with},
    random::Random,
};
use crate::board::{Move, Side};
use crate::game::Ruleset;
use crate::games;

/// How a player of a duel chooses its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Player {
    Level(Level),
    /// The plain search within limits.
    Limits(Limits),
    /// Any legal move, all equally often.
    Random,
}

/// The words name no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no player: say level:7, depth:5, nodes:20000, time:100 (milliseconds) or random")]
pub struct ParsePlayerError(String);

/// `level:7`, `depth:5`, `nodes:20000`, `time:100` (milliseconds), `random`.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let bad = || ParsePlayerError(text.to_owned());
        let (kind, number) = text.split_once(':').ok_or_else(bad)?;
        let number: u32 = number.parse().ok().filter(|it| *it > 0).ok_or_else(bad)?;
        match kind {
            "level" if number <= 10 => Ok(Self::Level(Level::new(number as u8))),
            "depth" => Ok(Self::Limits(Limits::depth(number))),
            "nodes" => Ok(Self::Limits(Limits::nodes(number.into()))),
            "time" => Ok(Self::Limits(Limits::time(Duration::from_millis(number.into())))),
            _ => Err(bad()),
        }
    }
}

/// What a duel is played by.
#[derive(Clone, Debug)]
pub struct Duel {
    pub ruleset: Ruleset,
    /// Who the result is told of, and against whom.
    pub players: [Player; 2],
    /// Pairs of games: each opening is played twice with sides changed.
    pub pairs: u32,
    /// Random moves at the beginning of each game, in plies.
    pub opening_plies: u32,
    /// A game is drawn after so many plies.
    pub longest: u32,
    /// Openings and choices follow from it.
    pub seed: u64,
}

impl Duel {
    /// A duel with the usual openings (4 random plies) and length (300 plies).
    pub fn new(ruleset: Ruleset, players: [Player; 2], pairs: u32) -> Self {
        Self { ruleset, players, pairs, opening_plies: 4, longest: 300, seed: 1 }
    }
}

/// The result of a duel, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// One game of a duel.
#[derive(Clone, Debug)]
pub struct DuelGame {
    /// Which of the players moved first: 0 or 1.
    pub first: usize,
    pub moves: Vec<Move>,
    /// Which player won, if either.
    pub winner: Option<usize>,
}

impl Tally {
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, winner: Option<usize>) {
        match winner {
            Some(0) => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// Points per game, 0 to 1.
    pub fn rate(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in Elo that the rate means, and half the width of its 95 % interval; both are cut off at ±1000.
    pub fn elo(&self) -> (f64, f64) {
        let (rate, games) = (self.rate(), f64::from(self.games().max(1)));
        let spread = |result: f64, number: u32| f64::from(number) * (result - rate).powi(2);
        let variance = (spread(1.0, self.wins) + spread(0.5, self.draws) + spread(0.0, self.losses)) / games;
        let error = 1.96 * (variance / games).sqrt();
        let elo = |rate: f64| (-400.0 * (1.0 / rate.clamp(1e-9, 1.0 - 1e-9) - 1.0).log10()).clamp(-1000.0, 1000.0);
        (elo(rate), (elo(rate + error) - elo(rate - error)) / 2.0)
    }
}

/// `12 won, 3 drawn, 5 lost: 67.5 %, +127 ± 140 Elo`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses } = self;
        let (elo, error) = self.elo();
        let percent = 100.0 * self.rate();
        write!(f, "{wins} won, {draws} drawn, {losses} lost: {percent:.1} %, {elo:+.0} ± {error:.0} Elo")
    }
}

/// Plays a duel to its end, or until it is stopped; `watch` sees every game as it ends, with the tally so far.
pub fn play_out(duel: &Duel, stop: &Stop, mut watch: impl FnMut(&DuelGame, &Tally)) -> Result<Tally, ThinkError> {
    let mut random = Random::new(duel.seed);
    let mut tally = Tally::default();
    let mut memories = [Memory::default(), Memory::default()];
    for _ in 0..duel.pairs {
        let opening = opening(duel, &mut random)?;
        let seed = random.next();
        for first in 0..2 {
            memories.iter_mut().for_each(Memory::clear);
            match play_game(duel, &opening, first, seed, &mut memories, stop) {
                Err(ThinkError::Cancelled) => return Ok(tally),
                game => {
                    let game = game?;
                    tally.add(game.winner);
                    watch(&game, &tally);
                }
            }
        }
    }
    Ok(tally)
}

/// Random moves from the start that leave the game undecided, also in the next move: a third of the seeds would else
/// begin with a gift.
fn opening(duel: &Duel, random: &mut Random) -> Result<Vec<Move>, ThinkError> {
    loop {
        let mut table = games::open(&duel.ruleset, None)?;
        for _ in 0..duel.opening_plies {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let _ = table.play(legal[random.below(legal.len())]);
        }
        if table.outcome().is_some() {
            continue;
        }
        let question = Question::new(duel.ruleset.clone(), None, table.played().to_vec());
        let report = analyse_with(&question, &Limits::nodes(20_000), &Stop::new(), &mut Memory::new(4))?;
        if report.score.value().abs() <= BALANCED {
            return Ok(question.moves);
        }
    }
}

/// An opening is fair enough if a quick search finds at most this advantage, in hundredths.
const BALANCED: i32 = 80;

fn play_game(
    duel: &Duel,
    opening: &[Move],
    first: usize,
    seed: u64,
    memories: &mut [Memory; 2],
    stop: &Stop,
) -> Result<DuelGame, ThinkError> {
    let mut table = games::open(&duel.ruleset, None)?;
    for it in opening {
        let _ = table.play(*it);
    }
    while table.outcome().is_none() && table.played().len() < duel.longest as usize {
        let to_move = (table.to_move() == Side::Second) as usize ^ first;
        let ply = table.played().len();
        let mut question = Question::new(duel.ruleset.clone(), None, table.played().to_vec());
        question.seed = seed ^ (ply as u64) << 1 ^ first as u64;
        let it = choose(duel.players[to_move], &mut question, &table.legal(), stop, &mut memories[to_move])?;
        if stop.is_set() {
            return Err(ThinkError::Cancelled);
        }
        table.play(it).map_err(|refusal| ThinkError::IllegalMove { index: ply, it, refusal })?;
    }
    let winner = table.outcome().and_then(|it| it.winner).map(|it| (it == Side::Second) as usize ^ first);
    Ok(DuelGame { first, moves: table.played().to_vec(), winner })
}

fn choose(
    player: Player,
    question: &mut Question,
    legal: &[Move],
    stop: &Stop,
    memory: &mut Memory,
) -> Result<Move, ThinkError> {
    match player {
        Player::Level(level) => {
            question.level = level;
            Ok(think_with(question, stop, memory)?.best)
        }
        Player::Limits(limits) => Ok(analyse_with(question, &limits, stop, memory)?.best),
        Player::Random => Ok(legal[Random::new(question.seed).below(legal.len())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("level:7".parse(), Ok(Player::Level(Level::new(7))));
        assert_eq!("nodes:500".parse(), Ok(Player::Limits(Limits::nodes(500))));
        for text in ["", "level:11", "depth:0", "depth:x", "strong:1"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_tally_tells_elo() {
        let even = Tally { wins: 5, draws: 10, losses: 5 };
        assert_eq!(even.elo().0.round(), 0.0);
        let ahead = Tally { wins: 75, draws: 0, losses: 25 };
        assert_eq!(ahead.elo().0.round(), 191.0);
        assert!((60.0..100.0).contains(&ahead.elo().1));
        assert_eq!(Tally { wins: 3, ..Tally::default() }.elo(), (1000.0, 0.0));
    }
}
