//! The last resort for what goes round in circles: every position that can be reached is looked at once, and the wins are
//! found from the end backward (retrograde analysis: Ströhlein 1970; Thompson 1986). Exact, whatever the history.

use std::collections::HashMap;

use super::{Proof, endings::Endings};
use crate::base::Budget;
use games::board::{Move, MoveList, Side};
use games::{Played, Solve};

/// About how many bytes a position takes with its moves, which bounds how many are looked at.
const BYTES_EACH: usize = 512;

/// All positions that can be reached, by number; the root is 0.
struct Graph {
    mover: Vec<Side>,
    /// The winner of a position in which play has ended.
    winner: Vec<Option<Side>>,
    ended: Vec<bool>,
    /// Where each position's moves begin in `moves`; one more at the end.
    first: Vec<u32>,
    moves: Vec<(Move, u32)>,
}

/// The result with the winner's line; unknown if there are too many positions.
pub(super) fn prove<G: Solve>(played: &Played<G>, budget: &mut Budget<'_>, megabytes: usize) -> (Proof, Vec<Move>) {
    let mut endings = Endings::new(&played.game, &played.history);
    let most = (megabytes << 20) / BYTES_EACH;
    let Some(graph) = Graph::explore(&mut endings, &played.position, budget, most) else {
        return (Proof::Unknown, Vec::new());
    };
    for winner in Side::BOTH {
        let plies = graph.plies_to_win(winner);
        if plies[0] != u32::MAX {
            return (Proof::of(winner, graph.mover[0]), graph.line(winner, &plies));
        }
    }
    // Without a rule that ends it, endless play is no draw.
    let drawn = !endings.doubtful && (played.game.repetition_draws() || graph.is_finite());
    (if drawn { Proof::Draw } else { Proof::Unknown }, Vec::new())
}

impl Graph {
    fn explore<G: Solve>(
        endings: &mut Endings<'_, G>,
        root: &G::Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> Option<Self> {
        let game = endings.game;
        let mut graph =
            Self { mover: Vec::new(), winner: Vec::new(), ended: Vec::new(), first: Vec::new(), moves: Vec::new() };
        let mut numbers = HashMap::from([(game.solve_key(root), 0_u32)]);
        let mut positions = vec![root.clone()];
        let mut list = MoveList::new();
        let mut index = 0;
        while index < positions.len() {
            if budget.step() || positions.len() > most {
                return None;
            }
            let position = positions[index].clone();
            // The root is a position to play on from, even if to come back to it would be a draw.
            let end = if index == 0 { None } else { endings.end(&position) };
            graph.mover.push(game.side_to_move(&position));
            graph.winner.push(end.flatten());
            graph.ended.push(end.is_some());
            graph.first.push(graph.moves.len() as u32);
            list.clear();
            if end.is_none() {
                game.moves(&position, &mut list);
            }
            for mv in &list {
                let mut next = position.clone();
                game.play(&mut next, *mv);
                let number = *numbers.entry(game.solve_key(&next)).or_insert_with(|| {
                    positions.push(next);
                    positions.len() as u32 - 1
                });
                graph.moves.push((*mv, number));
            }
            index += 1;
        }
        graph.first.push(graph.moves.len() as u32);
        Some(graph)
    }

    fn moves_of(&self, position: usize) -> &[(Move, u32)] {
        &self.moves[self.first[position] as usize..self.first[position + 1] as usize]
    }

    /// The positions from which each position is reached in one move.
    fn reversed(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.mover.len()];
        for position in 0..self.mover.len() {
            for (_, next) in self.moves_of(position) {
                before[*next as usize].push(position as u32);
            }
        }
        before
    }

    /// By position: in how many plies `winner` can force a win, or `u32::MAX`.
    fn plies_to_win(&self, winner: Side) -> Vec<u32> {
        let before = self.reversed();
        let mut plies = vec![u32::MAX; self.mover.len()];
        let mut ways_out: Vec<usize> = (0..plies.len()).map(|it| self.moves_of(it).len()).collect();
        let mut front: Vec<u32> =
            (0..plies.len() as u32).filter(|it| self.winner[*it as usize] == Some(winner)).collect();
        front.iter().for_each(|it| plies[*it as usize] = 0);
        let mut now = 0;
        while !front.is_empty() {
            now += 1;
            let mut next = Vec::new();
            for one in front.iter().flat_map(|it| &before[*it as usize]) {
                let one = *one as usize;
                ways_out[one] = ways_out[one].saturating_sub(1);
                if plies[one] == u32::MAX && (self.mover[one] == winner || ways_out[one] == 0) {
                    plies[one] = now;
                    next.push(one as u32);
                }
            }
            front = next;
        }
        plies
    }

    /// The winner's quickest win against the longest resistance.
    fn line(&self, winner: Side, plies: &[u32]) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), 0);
        while !self.ended[position] {
            let moves = self.moves_of(position).iter();
            let best = match self.mover[position] == winner {
                true => moves.min_by_key(|it| plies[it.1 as usize]),
                false => moves.max_by_key(|it| plies[it.1 as usize]),
            };
            let Some((mv, next)) = best else { break };
            line.push(*mv);
            position = *next as usize;
        }
        line
    }

    /// Whether every line of play ends: no position can be reached from itself.
    fn is_finite(&self) -> bool {
        let mut before = vec![0_u32; self.mover.len()];
        self.moves.iter().for_each(|it| before[it.1 as usize] += 1);
        let mut free: Vec<usize> = (0..before.len()).filter(|it| before[*it] == 0).collect();
        let mut gone = 0;
        while let Some(position) = free.pop() {
            gone += 1;
            for (_, next) in self.moves_of(position) {
                before[*next as usize] -= 1;
                if before[*next as usize] == 0 {
                    free.push(*next as usize);
                }
            }
        }
        gone == before.len()
    }
}
