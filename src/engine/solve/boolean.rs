//! Alpha-beta with a window of one bit: who wins, and nothing about by how much.
//!
//! Moves are tried in the order of how the positions after them look, the worst for the other side first; bounds and
//! table are asked of a position only when its turn comes, since most positions are settled by the first move tried.

use super::{Proof, tables::Winners};
use crate::board::{Move, MoveList};
use crate::engine::limits::Budget;
use crate::game::Solve;

/// A position one move on.
struct Child<P> {
    position: P,
    /// How it looks for its side to move: the lowest is tried first.
    outlook: i32,
}

struct Boolean<'a, 'b, G: Solve> {
    game: &'a G,
    budget: &'a mut Budget<'b>,
    table: Winners,
    /// The children of all positions of the line being searched, each position's after its parent's.
    children: Vec<Child<G::Position>>,
    list: MoveList,
}

/// The result of an undecided position with its best line.
pub(super) fn prove<G: Solve>(
    game: &G,
    position: &G::Position,
    budget: &mut Budget<'_>,
    megabytes: usize,
) -> (Proof, Vec<Move>) {
    let table = Winners::new(megabytes);
    let mut search = Boolean { game, budget, table, children: Vec::new(), list: MoveList::new() };
    match search.wins(position) {
        None => (Proof::Unknown, Vec::new()),
        Some(wins) => (if wins { Proof::Win } else { Proof::Loss }, search.line(position, wins)),
    }
}

impl<G: Solve> Boolean<'_, '_, G> {
    /// Whether the side to move wins a position; `None` if the budget does not suffice.
    fn wins(&mut self, position: &G::Position) -> Option<bool> {
        let own = self.game.side_to_move(position);
        if let Some(end) = self.game.decided(position) {
            return Some(end.winner == Some(own));
        }
        let position = self.game.simplified(position);
        if let Some(winner) = self.game.foreseen(&position) {
            return Some(winner == own);
        }
        let key = self.game.solve_key(&position);
        self.table.probe(key).or_else(|| self.search(&position, key))
    }

    /// [`Boolean::wins`] of a simplified position of which nothing is known.
    fn search(&mut self, position: &G::Position, key: u64) -> Option<bool> {
        if self.budget.step() {
            return None;
        }
        let before = self.budget.nodes();
        let start = self.children.len();
        self.expand(position);
        let wins = self.search_children(start)?;
        self.children.truncate(start);
        self.table.store(key, wins, self.budget.nodes() - before);
        Some(wins)
    }

    /// Puts the children of a position on the stack, the one to try first on top.
    fn expand(&mut self, position: &G::Position) {
        let start = self.children.len();
        self.list.clear();
        self.game.moves(position, &mut self.list);
        for it in &self.list {
            let mut next = position.clone();
            self.game.play(&mut next, *it);
            let outlook = self.game.outlook(&next);
            self.children.push(Child { position: next, outlook });
        }
        self.children[start..].reverse();
        self.children[start..].sort_by_key(|it| -it.outlook);
    }

    /// Whether one of the children from `start` on, which are taken off the stack, is lost.
    fn search_children(&mut self, start: usize) -> Option<bool> {
        while self.children.len() > start {
            let Some(child) = self.children.pop() else { break };
            if !self.wins(&child.position)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Best play from a position that the side to move wins or loses, as far as the budget lets it be known.
    fn line(&mut self, position: &G::Position, mut wins: bool) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        while self.game.decided(&position).is_none() {
            let Some(it) = self.best(&position, wins) else { break };
            self.game.play(&mut position, it);
            line.push(it);
            wins = !wins;
        }
        line
    }

    /// The move that wins, or, where all lose, one that holds out.
    fn best(&mut self, position: &G::Position, wins: bool) -> Option<Move> {
        let mut moves = MoveList::new();
        self.game.moves(&self.game.simplified(position), &mut moves);
        if moves.is_empty() {
            self.game.moves(position, &mut moves);
        }
        let game = self.game;
        let after = |it: Move| {
            let mut next = position.clone();
            game.play(&mut next, it);
            next
        };
        moves.sort_by_cached_key(|it| game.outlook(&after(*it)));
        if !wins {
            return moves.first().copied();
        }
        for it in moves {
            if !self.wins(&after(it))? {
                return Some(it);
            }
        }
        None
    }
}
