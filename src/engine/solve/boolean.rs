//! Alpha-beta with a window of one bit: who wins, and nothing about by how much.
//!
//! Every child is judged before the first is searched, by the game's bounds and by the table, so that one that is known
//! to be lost cuts at once (enhanced transposition cut-offs: Schaeffer, Plaat 1996); the others are tried in the order
//! of their judgement.

use super::{Proof, tables::Winners};
use crate::board::{Move, MoveList};
use crate::engine::limits::Budget;
use crate::game::{Solve, Verdict};

/// A position one move on that must be searched.
struct Child<P> {
    position: P,
    key: u64,
    /// What it promises its side to move: the lowest is tried first.
    order: i32,
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
        if let Verdict::Won(winner) = self.game.judge(&position) {
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
        let wins = self.expand(position) || self.search_children(start)?;
        self.children.truncate(start);
        self.table.store(key, wins, self.budget.nodes() - before);
        Some(wins)
    }

    /// Puts the children that must be searched on the stack, the best to try last; true if one is known to be lost.
    fn expand(&mut self, position: &G::Position) -> bool {
        let (start, own) = (self.children.len(), self.game.side_to_move(position));
        self.list.clear();
        self.game.moves(position, &mut self.list);
        for it in &self.list {
            let mut next = position.clone();
            self.game.play(&mut next, *it);
            if let Some(end) = self.game.decided(&next) {
                if end.winner == Some(own) {
                    return true;
                }
                continue;
            }
            let next = self.game.simplified(&next);
            match self.game.judge(&next) {
                Verdict::Won(winner) if winner == own => return true,
                Verdict::Won(_) => {}
                Verdict::Open(order) => {
                    let key = self.game.solve_key(&next);
                    match self.table.probe(key) {
                        Some(false) => return true,
                        Some(true) => {}
                        None => self.children.push(Child { position: next, key, order }),
                    }
                }
            }
        }
        self.children[start..].sort_by_key(|it| -it.order);
        false
    }

    /// Whether one of the children from `start` on, which are taken off the stack, is lost.
    fn search_children(&mut self, start: usize) -> Option<bool> {
        while self.children.len() > start {
            let Some(child) = self.children.pop() else { break };
            // A brother may have come upon it meanwhile.
            let wins = match self.table.probe(child.key) {
                Some(it) => it,
                None => self.search(&child.position, child.key)?,
            };
            if !wins {
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
        let after = |it: Move| {
            let mut next = position.clone();
            self.game.play(&mut next, it);
            next
        };
        moves.sort_by_cached_key(|it| {
            let next = after(*it);
            match self.game.judge(&next) {
                Verdict::Won(winner) if winner == self.game.side_to_move(&next) => i32::MAX,
                Verdict::Won(_) => i32::MIN,
                Verdict::Open(order) => order,
            }
        });
        if !wins {
            return moves.first().copied();
        }
        for it in moves {
            let mut next = position.clone();
            self.game.play(&mut next, it);
            if !self.wins(&next)? {
                return Some(it);
            }
        }
        None
    }
}
