//! One position of the search: principal variation search (Marsland 1982) with the usual prunings.

use super::{
    ordering::Context,
    root::is_proven,
    score::{PROVEN, WON},
    search::{Ranked, Search, Sight},
    transposition::{Bound, Known},
};
use games::Evaluate;
use games::board::{Move, scrambled};

/// Where in the search a position stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// Moves from the root.
    pub(super) ply: usize,
    /// How many positions before this one it may repeat: none before a capture or a pass in thought.
    pub(super) reversible: usize,
    /// The move that led here.
    pub(super) previous: Move,
    /// Whether that was a pass in thought.
    pub(super) null: bool,
}

impl<G: Evaluate> Search<'_, G> {
    /// The value of a position to its side to move, exact within the window, otherwise a bound. Meaningless once the
    /// budget is spent.
    pub(super) fn node(&mut self, position: &G::Position, depth: i32, alpha: i32, beta: i32, at: At) -> i32 {
        self.lines.clear(at.ply);
        if self.budget.step() {
            return 0;
        }
        let key = self.key(position);
        let found = self.table.look_up(key);
        if let Some(value) = self.static_proof(position, at) {
            return value;
        }
        // Nothing here can be worth more than a win by the next move, or less than a loss by it.
        let alpha = alpha.max(at.ply as i32 + 1 - WON);
        let beta = beta.min(WON - at.ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let sees_all = self.sight == Sight::Full;
        if sees_all && let Some(win) = self.game.quick_win(position) {
            self.lines.end(at.ply, win);
            return WON - at.ply as i32 - 1;
        }
        let known = found.read(at.ply);
        let pv = beta - alpha > 1;
        let holds = |it: &Known| !pv && !self.counters.come_before(it.value);
        if let Some(value) = known.filter(holds).and_then(|it| cutoff(&it, depth, alpha, beta)) {
            return value;
        }
        let threatened = sees_all && at.ply < self.threat_horizon && self.game.is_threatened(position);
        if at.ply + 1 >= self.counters.longest {
            return self.evaluate(position);
        }
        let depth = if threatened { depth.max(0) + 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(position, depth, alpha, beta, at, known.map(|it| it.eval));
        }
        let eval = known.map_or_else(|| self.evaluate(position), |it| it.eval);
        let here = Here { key, known, eval, threatened, pv };
        if !pv
            && !threatened
            && !is_proven(beta)
            && let Some(value) = self.prune(position, depth, beta, at, &here)
        {
            return value;
        }
        self.search_moves(position, depth, alpha, beta, at, &here)
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
    fn static_proof(&self, position: &G::Position, at: At) -> Option<i32> {
        if let Some(end) = self.game.decided(position) {
            let lost = at.ply as i32 - WON;
            let own = self.game.side_to_move(position);
            return Some(end.winner.map_or(0, |winner| if winner == own { -lost } else { lost }));
        }
        if self.sight == Sight::Full
            && let Some(value) = proven_value(self.game, position)
        {
            return Some(value - value.signum() * at.ply as i32);
        }
        (self.game.repetition_draws() && self.is_repeated(position, at)).then_some(0)
    }

    /// Whether a position counts as a draw by repetition: if it was in this line of the search before, for who can repeat
    /// once can repeat again; if it was in the game before, only the third time, for there either side may now do better.
    #[inline]
    fn is_repeated(&self, position: &G::Position, at: At) -> bool {
        if at.reversible < 2 {
            return false;
        }
        let hash = self.game.hash(position);
        let same = |it: &(usize, &u64)| *it.1 == hash;
        let mut before = self.path.iter().enumerate().rev().take(at.reversible).skip(1).step_by(2).filter(same);
        before.next().is_some_and(|(index, _)| index >= self.root || before.next().is_some())
    }

    /// Cuts a position off that looks good enough without searching its moves.
    fn prune(&mut self, position: &G::Position, depth: i32, beta: i32, at: At, here: &Here) -> Option<i32> {
        // Reverse futility: far above the window near the horizon.
        if depth <= 6 && here.eval - REVERSE_FUTILITY * depth >= beta {
            return Some(here.eval);
        }
        // Null move (Beal 1989, Donninger 1993): good enough even after giving the turn away.
        if !at.null
            && depth >= 3
            && here.eval >= beta
            && self.sight == Sight::Full
            && let Some(passed) = self.game.passed(position)
        {
            self.path.push(self.game.hash(position));
            let reduced = depth - 3 - depth / 4 - ((here.eval - beta) / 200).clamp(0, 2);
            let next = At { ply: at.ply + 1, reversible: 0, previous: Move::PASS, null: true };
            let value = -self.node(&passed, reduced, -beta, 1 - beta, next);
            self.path.pop();
            if value >= beta && !self.budget.spent() {
                return Some(if is_proven(value) { beta } else { value });
            }
        }
        None
    }

    fn search_moves(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        at: At,
        here: &Here,
    ) -> i32 {
        let hash = here.known.map_or(Move::PASS, |it| it.best);
        // Without a good first move a deep search is ill ordered; a shallower one finds that move.
        let depth = if hash.is_pass() && depth >= 5 { depth - 1 } else { depth };
        let context = Context { side: self.game.side_to_move(position), ply: at.ply, previous: at.previous, hash };
        let start = self.list_moves(position, &context, |_| true);
        self.path.push(self.game.hash(position));
        let (mut best, mut best_move, mut raised) = (i32::MIN, Move::PASS, false);
        let mut index = start;
        while index < self.moves.len() && best < beta {
            let it = self.pick(index);
            index += 1;
            let number = index - start;
            let capture = !self.game.captured(position, it).is_empty();
            let mut next = position.clone();
            self.game.play(&mut next, it);
            // Where captures are the game's everyday moves, they can wait like any other.
            let disturbs = capture && G::CAPTURES_DISTURB;
            let quiet = !disturbs && !here.threatened && best > -PROVEN;
            if quiet
                && !here.pv
                && self.is_hopeless(depth, number as i32, alpha, here)
                && !self.game.is_threatened(&next)
            {
                continue;
            }
            let below = At {
                ply: at.ply + 1,
                reversible: if capture { 0 } else { at.reversible + 1 },
                previous: it,
                null: false,
            };
            let value = if number == 1 {
                -self.node(&next, depth - 1, -beta, -alpha, below)
            } else {
                let reduction = self.reduction(depth, number, it, disturbs, &context, here);
                let mut value = -self.node(&next, depth - 1 - reduction, -alpha - 1, -alpha, below);
                if value > alpha && reduction > 0 {
                    value = -self.node(&next, depth - 1, -alpha - 1, -alpha, below);
                }
                if value > alpha && value < beta {
                    value = -self.node(&next, depth - 1, -beta, -alpha, below);
                }
                value
            };
            if self.budget.spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move, raised) = (value, it, true);
                    self.lines.lead(at.ply, it);
                }
            }
            if alpha >= beta {
                self.learn(start, index - 1, depth, &context);
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
        let known = Known { value: best, depth, bound, best: best_move, eval: here.eval };
        self.table.store(here.key, at.ply, &known);
        best
    }

    /// Puts the ranked moves of a position, if they are `wanted`, at the end of the move stack and says where they begin.
    pub(super) fn list_moves(
        &mut self,
        position: &G::Position,
        context: &Context,
        wanted: impl Fn(Move) -> bool,
    ) -> usize {
        let start = self.moves.len();
        self.list.clear();
        self.game.moves(position, &mut self.list);
        for it in self.list.iter().filter(|it| wanted(**it)) {
            let priority = self.ordering.priority(*it, self.game.promise(position, *it), context);
            self.moves.push(Ranked { it: *it, priority });
        }
        start
    }

    /// Brings the most promising of the moves from `index` on to `index`.
    #[inline]
    pub(super) fn pick(&mut self, index: usize) -> Move {
        let rest = &mut self.moves[index..];
        let (mut best, mut highest) = (0, i32::MIN);
        for (at, ranked) in rest.iter().enumerate() {
            // Written so that the processor need not guess.
            let higher = ranked.priority > highest;
            best = if higher { at } else { best };
            highest = if higher { ranked.priority } else { highest };
        }
        rest.swap(0, best);
        rest[0].it
    }

    /// Whether a quiet move near the horizon need not be tried: it comes late, or the position is far below the window.
    fn is_hopeless(&self, depth: i32, number: i32, alpha: i32, here: &Here) -> bool {
        depth <= 6 && number > LATE + depth * depth || depth <= 4 && here.eval + FUTILITY * (depth + 1) <= alpha
    }

    fn reduction(&self, depth: i32, number: usize, it: Move, disturbs: bool, context: &Context, here: &Here) -> i32 {
        if depth < 3 || number < 3 || here.threatened {
            return 0;
        }
        let mut reduction = i32::from(self.reductions[depth.min(31) as usize][number.min(63)]);
        reduction -= i32::from(here.pv) + i32::from(disturbs);
        reduction -= self.ordering.history(context.side, it) / 3000;
        reduction.clamp(0, depth - 2)
    }

    fn learn(&mut self, start: usize, best: usize, depth: i32, context: &Context) {
        let (tried, rest) = self.moves[start..].split_at(best - start);
        if let Some(best) = rest.first() {
            self.ordering.learn(best.it, tried.iter().map(|it| it.it), depth, context);
        }
    }
}

/// The value by a static proof, if there is one: it ends after as many plies as are left at most.
fn proven_value<G: Evaluate>(game: &G, position: &G::Position) -> Option<i32> {
    let winner = game.static_proof(position)?;
    let far = game.plies_left(position) as i32;
    Some(if winner == game.side_to_move(position) { WON - far } else { far - WON })
}

/// What is known of a position before its moves are searched.
pub(super) struct Here {
    key: u64,
    known: Option<Known>,
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

/// The value by the table, if it settles the window at this depth.
fn cutoff(known: &Known, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
    let settles = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.value >= beta,
        Bound::Upper => known.value <= alpha,
    };
    (known.depth >= depth && settles).then_some(known.value)
}
