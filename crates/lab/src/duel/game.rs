//! One pair of games under the referee.

use std::time::{Duration, Instant};

use super::{Contestant, Duel, Fault, Pair, Turn};
use engine::Stop;
use games::board::{Move, Side};
use games::{Outcome, Reason};

/// One game of a duel.
#[derive(Clone, Debug)]
pub struct DuelGame {
    /// Which opening it began with, counted from 1.
    pub pair: u32,
    /// Which of the players moved first: 0 or 1.
    pub first: usize,
    /// All moves, those of the opening too.
    pub moves: Vec<Move>,
    /// `None` if the game grew too long, which counts as drawn.
    pub outcome: Option<Outcome>,
    /// What the loser did, if it lost by anything but its moves.
    pub forfeit: Option<String>,
    /// How long each player thought.
    pub paces: [Pace; 2],
}

impl DuelGame {
    /// Which player won, if either.
    pub fn winner(&self) -> Option<usize> {
        self.outcome?.winner.map(|it| it.index() ^ self.first)
    }

    /// Its number, like `12.1`: the opening's, and whether it is the first or second game from it.
    pub fn number(&self) -> String {
        format!("{}.{}", self.pair, self.first + 1)
    }

    /// Which player has a side.
    pub fn player(&self, side: Side) -> usize {
        side.index() ^ self.first
    }
}

/// How long a player thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    pub moves: u32,
    pub total: Duration,
    pub longest: Duration,
}

impl Pace {
    /// Counts a move.
    fn add(&mut self, time: Duration) {
        self.append(Self { moves: 1, total: time, longest: time });
    }

    /// Counts the moves of another game.
    pub fn append(&mut self, other: Self) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Time per move.
    pub fn average(&self) -> Duration {
        self.total / self.moves.max(1)
    }
}

/// Plays an opening twice: first player 0 begins, then player 1.
pub fn play_pair(
    duel: &Duel,
    pair: &Pair,
    players: &mut [Box<dyn Contestant>; 2],
    stop: &Stop,
) -> Result<[DuelGame; 2], Fault> {
    Ok([play_game(duel, pair, 0, players, stop)?, play_game(duel, pair, 1, players, stop)?])
}

fn play_game(
    duel: &Duel,
    pair: &Pair,
    first: usize,
    players: &mut [Box<dyn Contestant>; 2],
    stop: &Stop,
) -> Result<DuelGame, Fault> {
    players.iter_mut().try_for_each(|it| it.begin())?;
    let mut position = duel.open(&pair.opening)?;
    let mut game = DuelGame {
        pair: pair.number,
        first,
        moves: Vec::new(),
        outcome: None,
        forfeit: None,
        paces: Default::default(),
    };
    while position.outcome().is_none() && game.forfeit.is_none() && position.played().len() < duel.longest as usize {
        let side = position.to_move();
        let player = game.player(side);
        let seed = pair.seed ^ first as u64 ^ (player as u64) << 1;
        let began = Instant::now();
        let choice =
            players[player].choose(&Turn { position: &*position, start: duel.position.as_deref(), seed, stop });
        game.paces[player].add(began.elapsed());
        if stop.is_set() {
            return Err(Fault::Canceled);
        }
        match choice.and_then(|it| position.play(it).map_err(|_| illegal(it))) {
            Ok(()) => {}
            Err(Fault::Forfeit { reason, how }) => {
                game.forfeit = Some(how);
                game.outcome = Some(Outcome { winner: Some(side.other()), reason });
            }
            Err(fault) => return Err(fault),
        }
    }
    game.moves = position.played().to_vec();
    game.outcome = game.outcome.or_else(|| position.outcome());
    Ok(game)
}

fn illegal(mv: Move) -> Fault {
    Fault::Forfeit { reason: Reason::Resigned, how: format!("played {mv}, which is not legal") }
}
