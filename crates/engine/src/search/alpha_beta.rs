//! One position of the search: principal variation search (Marsland 1982) with the usual prunings.

use super::{
    node::{Child, Node},
    ordering::MoveContext,
    searcher::{NodePlace, Search},
    transposition::{Bound, TtEntry},
};
use crate::base::{PROVEN, WON, is_proven};
use games::board::{Move, scrambled};
use games::{Accumulator, Evaluate, StaticProof};

impl<G: Evaluate> Search<'_, G> {
    /// The value of a position to its side to move, exact within the window, otherwise a bound. Meaningless once the
    /// budget is spent.
    pub(super) fn alpha_beta<A: Accumulator<G>>(
        &mut self,
        child: &Child<'_, G, A>,
        depth: i32,
        alpha: i32,
        beta: i32,
        at: NodePlace,
    ) -> i32 {
        let position = &child.position;
        self.lines.clear(at.ply);
        if self.budget.step() {
            return 0;
        }
        let key = self.key(position);
        let found = self.table.probe(key);
        if let Some(value) = self.static_proof(position, at) {
            return value;
        }
        // Nothing here can be worth more than a win by the next move, or less than a loss by it.
        let alpha = alpha.max(at.ply as i32 + 1 - WON);
        let beta = beta.min(WON - at.ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        // Where this win is overlooked, another one is only found by the search.
        if let Some(win) = self.game.quick_win(position).filter(|it| !self.sight.overlooks(*it)) {
            self.lines.end(at.ply, win);
            return WON - at.ply as i32 - 1;
        }
        let known = found.read(at.ply);
        let pv = beta - alpha > 1;
        let holds = |it: &TtEntry| !pv && !self.counters.come_before(it.value);
        if let Some(value) = known.filter(holds).and_then(|it| cutoff(&it, depth, alpha, beta)) {
            return value;
        }
        let threatened = at.ply < self.threat_horizon && self.game.is_threatened(position);
        let node = &child.enter(self.game);
        if at.ply + 1 >= self.counters.longest {
            return self.evaluate(node);
        }
        let depth = if threatened { depth.max(0) + 1 } else { depth };
        if depth <= 0 {
            return self.quiescence(node, depth, alpha, beta, at, known.map(|it| it.eval));
        }
        let eval = known.map_or_else(|| self.evaluate(node), |it| it.eval);
        let here = NodeFacts { key, known, eval, threatened, pv };
        if !pv
            && !threatened
            && !is_proven(beta)
            && let Some(value) = self.prune(node, depth, beta, at, &here)
        {
            return value;
        }
        self.search_moves(node, depth, alpha, beta, at, &here)
    }

    /// The position's key in the table.
    #[inline]
    fn key(&self, position: &G::Position) -> u64 {
        let key = match self.counters.counted {
            true => self.game.exact_key(position) ^ COUNTED,
            false => self.game.search_key(position),
        };
        key ^ self.salt
    }

    /// The value of a position that needs no search: the game has ended, is proven, or has been here before.
    #[inline]
    fn static_proof(&self, position: &G::Position, at: NodePlace) -> Option<i32> {
        if let Some(end) = self.game.decided(position) {
            let lost = at.ply as i32 - WON;
            let own = self.game.side_to_move(position);
            return Some(end.winner.map_or(0, |winner| if winner == own { -lost } else { lost }));
        }
        if self.sight.is_full()
            && let Some(value) = proven_value(self.game, position)
        {
            return Some(value - value.signum() * at.ply as i32);
        }
        (self.game.repetition_draws() && self.is_repeated(position, at)).then_some(0)
    }

    /// Whether a position counts as a draw by repetition: if it was in this line of the search before, for who can repeat
    /// once can repeat again; if it was in the game before, only the third time, for there either side may now do better.
    #[inline]
    fn is_repeated(&self, position: &G::Position, at: NodePlace) -> bool {
        if at.reversible < 2 {
            return false;
        }
        let hash = self.game.hash(position);
        let same = |it: &(usize, &u64)| *it.1 == hash;
        let mut before = self.path.iter().enumerate().rev().take(at.reversible).skip(1).step_by(2).filter(same);
        before.next().is_some_and(|(index, _)| index >= self.root || before.next().is_some())
    }

    /// Cuts a position off that looks good enough without searching its moves.
    fn prune<A: Accumulator<G>>(
        &mut self,
        node: &Node<'_, G, A>,
        depth: i32,
        beta: i32,
        at: NodePlace,
        here: &NodeFacts,
    ) -> Option<i32> {
        // Reverse futility: far above the window near the horizon.
        if depth <= 6 && here.eval - REVERSE_FUTILITY * depth >= beta {
            return Some(here.eval);
        }
        // Null move (Beal 1989, Donninger 1993): good enough even after giving the turn away.
        if !at.null
            && depth >= 3
            && here.eval >= beta
            && let Some(next) = node.after_null_move(self.game)
        {
            self.path.push(self.game.hash(node.position));
            let reduced = depth - 3 - depth / 4 - ((here.eval - beta) / 200).clamp(0, 2);
            let below =
                NodePlace { ply: at.ply + 1, reversible: 0, previous: [Move::PASS, at.previous[0]], null: true };
            let value = -self.alpha_beta(&next, reduced, -beta, 1 - beta, below);
            self.path.pop();
            if value >= beta && !self.budget.spent() {
                return Some(if is_proven(value) { beta } else { value });
            }
        }
        None
    }

    fn search_moves<A: Accumulator<G>>(
        &mut self,
        node: &Node<'_, G, A>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        at: NodePlace,
        here: &NodeFacts,
    ) -> i32 {
        let position = node.position;
        let hash_move = here.known.map_or(Move::PASS, |it| it.best);
        // Without a good first move a deep search is ill ordered; a shallower one finds that move.
        let depth = if hash_move.is_pass() && depth >= 5 { depth - 1 } else { depth };
        let context =
            MoveContext { side: self.game.side_to_move(position), ply: at.ply, previous: at.previous, hash_move };
        let start = self.list_moves(position, &context, |_| true);
        if start == self.moves.len() {
            self.notice_one();
        }
        self.path.push(self.game.hash(position));
        let (mut best, mut best_move, mut raised) = (i32::MIN, Move::PASS, false);
        let mut index = start;
        while index < self.moves.len() && best < beta {
            let mv = self.pick(index);
            index += 1;
            let number = index - start;
            let capture = !self.game.captured(position, mv).is_empty();
            let next = node.after(self.game, mv);
            // Where captures are the game's everyday moves, they can wait like any other.
            let noisy = capture && G::CAPTURES_ARE_NOISY;
            let quiet = !noisy && !here.threatened && best > -PROVEN;
            if quiet
                && !here.pv
                && self.is_hopeless(depth, number as i32, alpha, here)
                && !self.game.is_threatened(&next.position)
            {
                continue;
            }
            let below = NodePlace {
                ply: at.ply + 1,
                reversible: if capture { 0 } else { at.reversible + 1 },
                previous: [mv, at.previous[0]],
                null: false,
            };
            let value = if number == 1 {
                -self.alpha_beta(&next, depth - 1, -beta, -alpha, below)
            } else {
                let reduction = self.reduction(depth, number, mv, noisy, &context, here);
                let mut value = -self.alpha_beta(&next, depth - 1 - reduction, -alpha - 1, -alpha, below);
                if value > alpha && reduction > 0 {
                    value = -self.alpha_beta(&next, depth - 1, -alpha - 1, -alpha, below);
                }
                if value > alpha && value < beta {
                    value = -self.alpha_beta(&next, depth - 1, -beta, -alpha, below);
                }
                value
            };
            if self.budget.spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move, raised) = (value, mv, true);
                    self.lines.lead(at.ply, mv);
                }
            }
            if alpha >= beta {
                self.update_history(start, index - 1, depth, &context);
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        if self.budget.spent() {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if raised {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = TtEntry { value: best, depth, bound, best: best_move, eval: here.eval };
        self.table.store(here.key, at.ply, &known);
        best
    }

    /// Whether a quiet move near the horizon need not be tried: it comes late, or the position is far below the window.
    fn is_hopeless(&self, depth: i32, number: i32, alpha: i32, here: &NodeFacts) -> bool {
        depth <= 6 && number > LATE + depth * depth || depth <= 4 && here.eval + FUTILITY * (depth + 1) <= alpha
    }

    fn reduction(
        &self,
        depth: i32,
        number: usize,
        mv: Move,
        noisy: bool,
        context: &MoveContext,
        here: &NodeFacts,
    ) -> i32 {
        if depth < 3 || number < 3 || here.threatened {
            return 0;
        }
        let mut reduction = i32::from(self.reductions[depth.min(31) as usize][number.min(63)]);
        reduction -= i32::from(here.pv) + i32::from(noisy);
        reduction -= self.ordering.history(context, mv) / 3000;
        reduction.clamp(0, depth - 2)
    }

    fn update_history(&mut self, start: usize, best: usize, depth: i32, context: &MoveContext) {
        let (tried, rest) = self.moves[start..].split_at(best - start);
        if let Some(best) = rest.first() {
            self.ordering.update_history(best.mv, tried.iter().map(|it| it.mv), depth, context);
        }
    }
}

/// The value by a static proof, if there is one.
fn proven_value<G: Evaluate>(game: &G, position: &G::Position) -> Option<i32> {
    let StaticProof { winner, plies } = game.static_proof(position)?;
    let far = plies as i32;
    Some(if winner == game.side_to_move(position) { WON - far } else { far - WON })
}

/// What is known of a position before its moves are searched.
pub(super) struct NodeFacts {
    key: u64,
    known: Option<TtEntry>,
    eval: i32,
    threatened: bool,
    pv: bool,
}

/// Keeps keys that tell counters apart from those that do not.
const COUNTED: u64 = scrambled(1);

/// What a static evaluation may be wrong by, per ply.
const REVERSE_FUTILITY: i32 = 60;

/// What a quiet move may gain, per ply.
const FUTILITY: i32 = 70;

/// Quiet moves beyond these and the square of the depth, near the horizon, are left out.
const LATE: i32 = 4;

/// The value by the table, if it decides the window at this depth. That a side wins or loses, and how soon at most, is so at
/// any depth; that it wins no sooner isn't.
fn cutoff(known: &TtEntry, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
    let (decides, lasts) = match known.bound {
        Bound::Exact => (true, is_proven(known.value)),
        Bound::Lower => (known.value >= beta, known.value > PROVEN),
        Bound::Upper => (known.value <= alpha, known.value < -PROVEN),
    };
    (decides && (known.depth >= depth || lasts)).then_some(known.value)
}
