//! Depth-first proof-number search: df-pn (Nagai 2002) with the 1+ε threshold (Pawlewicz, Lew 2007), weak proof numbers
//! against counting transpositions twice (Ueda, Hashimoto, Hashimoto, Iida 2008), and a table that may lose anything.
//!
//! One search asks whether one side, the *attacker*, can force a win. A position that comes again on the line being
//! searched is no win for the attacker. A disproof may rest on that and so hold for that line only (graph-history
//! interaction): where one has been met, it proves nothing in the end.

use super::{
    Proof,
    endings::Endings,
    tables::{Estimates, NEVER, Numbers},
};
use crate::base::Budget;
use games::board::{Move, MoveList, Side};
use games::{Played, Solve};

/// Lines longer than this are given up, as if the attacker could not win: they are searched by recursion.
const MAX_LINE_PLIES: usize = 1500;

/// How many positions each side's search gets before the other's turn, at first.
const SLICE: u64 = 20_000;

struct DfPnChild<P> {
    mv: Move,
    position: P,
    key: u64,
    numbers: Numbers,
}

/// What the children of a position say of it.
struct Summary {
    now: Numbers,
    /// The child to go on with.
    best: usize,
    /// The second least `delta` of the children.
    second: u32,
    /// How many children do not yet bar the goal of the side that is not to move.
    open: u32,
}

struct DfPn<'a, 'b, 'c, G: Solve> {
    endings: Endings<'a, G>,
    budget: &'c mut Budget<'b>,
    table: &'c mut Estimates,
    attacker: Side,
    /// The keys of the line being searched.
    path: Vec<u64>,
    /// The children of all positions of that line, each position's after its parent's.
    children: Vec<DfPnChild<G::Position>>,
    list: MoveList,
    /// The search pauses at this number of nodes.
    pause: u64,
    /// Whether a disproof may rest on the line that was searched.
    circular: bool,
}

/// Solves a game that may be drawn: by turns looks for a win of either side.
pub(super) fn prove<G: Solve>(played: &Played<G>, budget: &mut Budget<'_>, megabytes: usize) -> (Proof, Vec<Move>) {
    let own = played.game.side_to_move(&played.position);
    let mut tables = [own, own.other()].map(|it| (it, Estimates::new(megabytes / 2), None, false));
    let mut slice = SLICE;
    while !budget.spent() && tables.iter().any(|it| it.2.is_none()) {
        for (attacker, table, result, open) in tables.iter_mut().filter(|it| it.2.is_none()) {
            let mut search = DfPn::new(played, *attacker, budget, table);
            search.circular = *open;
            *result = search.run(&played.position, slice);
            *open = search.circular || search.endings.doubtful;
            if *result == Some(true) {
                return (Proof::of(*attacker, own), search.line(&played.position));
            }
        }
        slice = slice.saturating_mul(2);
    }
    let drawn = tables.iter().all(|it| it.2 == Some(false) && !it.3);
    (if drawn { Proof::Draw } else { Proof::Unknown }, Vec::new())
}

impl<'a, 'b, 'c, G: Solve> DfPn<'a, 'b, 'c, G> {
    fn new(played: &'a Played<G>, attacker: Side, budget: &'c mut Budget<'b>, table: &'c mut Estimates) -> Self {
        Self {
            endings: Endings::new(&played.game, &played.history),
            budget,
            table,
            attacker,
            path: Vec::new(),
            children: Vec::new(),
            list: MoveList::new(),
            pause: u64::MAX,
            circular: false,
        }
    }

    fn game(&self) -> &'a G {
        self.endings.game
    }

    /// Whether the attacker can force a win; `None` after so many nodes, or if the budget does not suffice.
    fn run(&mut self, position: &G::Position, nodes: u64) -> Option<bool> {
        self.pause = self.budget.nodes().saturating_add(nodes);
        let never = Numbers { phi: NEVER, delta: NEVER, plies: 0 };
        let found = self.expand(position, self.game().solve_key(position), never);
        found.is_proven().then(|| self.attacker_wins(position, found))
    }

    /// What proven numbers of a position say of the attacker.
    fn attacker_wins(&self, position: &G::Position, numbers: Numbers) -> bool {
        (numbers.phi == 0) == (self.game().side_to_move(position) == self.attacker)
    }

    /// Numbers that say whether the attacker wins a position in which `mover` is to move.
    fn known_value(&self, mover: Side, attacker_wins: bool, plies: u32) -> Numbers {
        Numbers::proven(attacker_wins == (mover == self.attacker), plies)
    }

    /// Searches below a position until one of its numbers reaches that of `limits`.
    fn expand(&mut self, position: &G::Position, key: u64, limits: Numbers) -> Numbers {
        let before = self.budget.nodes();
        if self.budget.step() {
            return Numbers::FRESH;
        }
        let start = self.children.len();
        self.path.push(key);
        self.list_children(position, false);
        let found = loop {
            let Summary { now, best, second, open } = self.sum_up(start);
            if now.phi >= limits.phi || now.delta >= limits.delta || now.is_proven() || self.must_pause() {
                break now;
            }
            let child = &self.children[best];
            let below = Numbers {
                // Weak numbers: the largest counts, and each other one as 1.
                phi: limits.delta.saturating_sub(open.saturating_sub(1)),
                delta: limits.phi.min(second.saturating_add(second / 4 + 1)).min(NEVER),
                plies: 0,
            };
            let (next, key) = (child.position.clone(), child.key);
            self.children[best].numbers = self.expand(&next, key, below);
        };
        self.children.truncate(start);
        self.path.pop();
        self.table.store(key, found, self.budget.nodes() - before);
        found
    }

    fn must_pause(&self) -> bool {
        self.budget.spent() || self.budget.nodes() >= self.pause
    }

    /// Puts the children of a position on the stack with what is known of each; unless `all` are wanted, up to the first
    /// that proves it.
    fn list_children(&mut self, position: &G::Position, all: bool) {
        self.list.clear();
        self.game().moves(position, &mut self.list);
        for index in 0..self.list.len() {
            let mv = self.list[index];
            let mut next = position.clone();
            self.game().play(&mut next, mv);
            let key = self.game().solve_key(&next);
            let numbers = self.numbers_of(&next, key);
            self.children.push(DfPnChild { mv, position: next, key, numbers });
            if numbers.delta == 0 && !all {
                break;
            }
        }
    }

    /// What is known of a position without searching it.
    fn numbers_of(&mut self, position: &G::Position, key: u64) -> Numbers {
        let mover = self.game().side_to_move(position);
        if let Some(winner) = self.endings.end(position) {
            return self.known_value(mover, winner == Some(self.attacker), 0);
        }
        if self.path.len() >= MAX_LINE_PLIES || self.path.contains(&key) {
            self.circular = true;
            return self.known_value(mover, false, 0);
        }
        if let Some(numbers) = self.table.probe(key) {
            return numbers;
        }
        if self.game().quick_win(position).is_some() {
            return self.known_value(mover, mover == self.attacker, 1);
        }
        match self.game().static_proof(position) {
            Some(proof) => self.known_value(mover, proof.winner == self.attacker, proof.plies),
            None => Numbers::FRESH,
        }
    }

    /// What the children from `start` on say of their position.
    fn sum_up(&self, start: usize) -> Summary {
        let children = &self.children[start..];
        let (mut best, mut least, mut second) = (0, NEVER + 1, NEVER);
        let (mut largest, mut open, mut longest) = (0, 0_u32, 0);
        for (index, child) in children.iter().enumerate() {
            let Numbers { phi, delta, plies } = child.numbers;
            longest = longest.max(plies);
            largest = largest.max(phi);
            open += u32::from(phi != 0);
            // Of those that reach the goal the quickest, of the others the one nearest to it.
            let quicker = delta == 0 && least == 0 && plies < children[best].numbers.plies;
            if delta < least || quicker {
                (best, second, least) = (index, least.min(NEVER), delta);
            } else {
                second = second.min(delta);
            }
        }
        let now = if least == 0 {
            Numbers::proven(true, children[best].numbers.plies + 1)
        } else if largest == 0 {
            Numbers::proven(false, longest + 1)
        } else {
            let delta = if largest >= NEVER { NEVER } else { (largest + open - 1).min(NEVER - 1) };
            Numbers { phi: least.min(NEVER), delta, plies: 0 }
        };
        Summary { now, best: start + best, second, open }
    }

    /// Best play from a position whose result for the attacker is proven, as far as the budget lets it be known, and
    /// until a position comes back: with another count of moves it may do so in a proof, but the rules may see a draw.
    fn line(&mut self, position: &G::Position) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        let mut been = vec![self.game().hash(&position)];
        self.pause = u64::MAX;
        while line.len() < MAX_LINE_PLIES
            && let Some(mv) = self.best(&position)
        {
            self.path.push(self.game().solve_key(&position));
            self.game().play(&mut position, mv);
            let hash = self.game().hash(&position);
            if been.contains(&hash) {
                break;
            }
            been.push(hash);
            line.push(mv);
            if self.endings.end(&position).is_some() {
                break;
            }
        }
        line
    }

    /// The move that keeps the proof, the quickest known; or, where no move reaches the goal, the one that holds out
    /// longest.
    fn best(&mut self, position: &G::Position) -> Option<Move> {
        if let Some(win) = self.game().quick_win(position) {
            return Some(win);
        }
        let never = Numbers { phi: NEVER, delta: NEVER, plies: 0 };
        let key = self.game().solve_key(position);
        // What the table has lost is proven again.
        if !self.table.probe(key).is_some_and(Numbers::is_proven) && !self.expand(position, key, never).is_proven() {
            return None;
        }
        let start = self.children.len();
        self.path.push(key);
        self.list_children(position, true);
        for index in start..self.children.len() {
            if !self.children[index].numbers.is_proven()
                && !self.children[start..].iter().any(|it| it.numbers.delta == 0)
            {
                let (next, key) = (self.children[index].position.clone(), self.children[index].key);
                self.children[index].numbers = self.expand(&next, key, never);
            }
        }
        self.path.pop();
        let children = &self.children[start..];
        let reaching = children.iter().filter(|it| it.numbers.delta == 0).min_by_key(|it| it.numbers.plies);
        let holding = || children.iter().max_by_key(|it| it.numbers.plies).filter(|it| it.numbers.phi == 0);
        let best = reaching.or_else(holding).map(|child| child.mv);
        self.children.truncate(start);
        best
    }
}
