//! Alpha-beta with a window of one bit: who wins, and nothing about by how much.
//!
//! Most positions are decided by the first move tried. So the moves that have lately won at the same ply are looked at
//! before anything else (killer moves: Akl, Newborn 1977), if their positions are known at once: that spares the others
//! even being put in order (enhanced transposition cut-off: Schaeffer, Plaat 1996, for those moves that are likely to
//! bring one). Otherwise moves are tried in the order of how the positions after them look.
//!
//! Several threads may search the same position with one table. Where the first move has failed the position is most
//! likely lost, and all its moves must be searched: there the second thread takes them from the other end, and between them
//! they meet what the other has found.

use arrayvec::ArrayVec;

use super::{
    Proof,
    tables::{Present, Winners},
};
use crate::{
    base::{Budget, Limits, Stop},
    search::Helpers,
};
use games::board::{Move, MoveList, scrambled};
use games::{Prospect, Solve};

/// A move and how the position after it looks for its side to move: the lowest is tried first.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    outlook: i32,
}

/// How many killer moves each ply has.
const KILLERS: usize = 8;

/// Killers that lose where they were tried.
type Refuted = ArrayVec<Move, KILLERS>;

struct BooleanSearch<'a, 'b, G: Solve> {
    game: &'a G,
    budget: &'a mut Budget<'b>,
    table: &'a Winners,
    present: Present<'a>,
    /// 0 is who asks, who takes all moves in the order of their looks; where the first has failed 1 takes the others the
    /// other way round, and all further helpers in no order.
    helper: usize,
    /// By ply, the moves that won lately, the last one first.
    killers: Vec<[Move; KILLERS]>,
    /// The moves of all positions of the line being searched, each position's after its parent's.
    children: Vec<Candidate>,
    list: MoveList,
}

/// What is known of a position before it is searched.
enum Glance<P> {
    /// Whether its side to move wins.
    Known(bool),
    /// Nothing: the position without what has no influence, and its key.
    Open(P, u64),
}

/// The result of an undecided position with its best line.
pub(super) fn prove<G: Solve>(
    game: &G,
    position: &G::Position,
    budget: &mut Budget<'_>,
    megabytes: usize,
    helpers: &Helpers,
) -> (Proof, Vec<Move>) {
    let table = Winners::new(megabytes);
    let help = |helper: usize, dismissed: &Stop| {
        let mut budget = Budget::new(&Limits::NONE, dismissed);
        BooleanSearch { helper, ..BooleanSearch::new(game, &mut budget, &table) }.wins(position, 0);
        budget.nodes()
    };
    let (found, visited) = helpers.beside(help, || {
        let mut search = BooleanSearch::new(game, budget, &table);
        let wins = search.wins(position, 0)?;
        Some((if wins { Proof::Win } else { Proof::Loss }, search.line(position, wins)))
    });
    budget.add(visited);
    found.unwrap_or((Proof::Unknown, Vec::new()))
}

/// As [`prove`] with a table of what is known already, but of a lost position the line is only the move that is hardest to
/// answer, or nothing if the budget does not let it be known.
pub(crate) fn prove_or_resist<G: Solve>(
    game: &G,
    position: &G::Position,
    budget: &mut Budget<'_>,
    table: &Winners,
) -> (Proof, Vec<Move>) {
    let mut search = BooleanSearch::new(game, budget, table);
    match search.wins(position, 0) {
        None => (Proof::Unknown, Vec::new()),
        Some(true) => (Proof::Win, search.line(position, true)),
        Some(false) => (Proof::Loss, search.hardest(position).into_iter().collect()),
    }
}

impl<'a, 'b, G: Solve> BooleanSearch<'a, 'b, G> {
    fn new(game: &'a G, budget: &'a mut Budget<'b>, table: &'a Winners) -> Self {
        let (killers, children, list) = (Vec::new(), Vec::new(), MoveList::new());
        Self { game, budget, table, present: table.present(), helper: 0, killers, children, list }
    }

    /// Whether the side to move wins a position; `None` if the budget does not suffice.
    fn wins(&mut self, position: &G::Position, ply: usize) -> Option<bool> {
        match self.glance(position) {
            Glance::Known(wins) => Some(wins),
            Glance::Open(position, key) => self.search(&position, key, ply),
        }
    }

    /// What can be told of a position at once.
    fn glance(&self, position: &G::Position) -> Glance<G::Position> {
        let own = self.game.side_to_move(position);
        if let Some(end) = self.game.decided(position) {
            return Glance::Known(end.winner == Some(own));
        }
        let position = self.game.simplified(position);
        match self.game.prospect(&position) {
            Prospect::Proven(winner) => Glance::Known(winner == own),
            Prospect::Open(key) => self.present.probe(key).map_or(Glance::Open(position, key), Glance::Known),
        }
    }

    /// [`BooleanSearch::wins`] of a simplified position of which nothing is known.
    fn search(&mut self, position: &G::Position, key: u64, ply: usize) -> Option<bool> {
        if self.budget.step() {
            return None;
        }
        let before = self.budget.nodes();
        self.list.clear();
        self.game.moves(position, &mut self.list);
        let mut refuted = ArrayVec::new();
        let wins =
            self.has_winning_killer(position, ply, &mut refuted) || self.has_winning_move(position, ply, &refuted)?;
        self.present = self.table.store(key, wins, self.budget.nodes() - before);
        Some(wins)
    }

    /// Whether one of the listed moves is a killer that is known to win here, too. Those that are known to lose are put
    /// among the `refuted`.
    fn has_winning_killer(&mut self, position: &G::Position, ply: usize, refuted: &mut Refuted) -> bool {
        let Some(killers) = self.killers.get(ply) else { return false };
        let wins = |it: &Move| {
            if !self.list.contains(it) {
                return false;
            }
            match self.glance(&after(self.game, position, *it)) {
                Glance::Known(true) => refuted.push(*it),
                Glance::Known(false) => return true,
                Glance::Open(..) => {}
            }
            false
        };
        let Some(index) = killers.iter().position(wins) else { return false };
        self.killers[ply][..=index].rotate_right(1);
        true
    }

    /// Whether one of the listed moves wins; it is none of the `refuted`.
    fn has_winning_move(&mut self, position: &G::Position, ply: usize, refuted: &Refuted) -> Option<bool> {
        let start = self.children.len();
        for mv in self.list.iter().filter(|it| !refuted.contains(it)) {
            let outlook = self.game.outlook(position, *mv);
            self.children.push(Candidate { mv: *mv, outlook });
        }
        let (mut found, mut first) = (None, true);
        while found.is_none()
            && let Some(mv) = self.take(start, first)
        {
            if !self.wins(&after(self.game, position, mv), ply + 1)? {
                found = Some(mv);
            }
            first = false;
        }
        self.children.truncate(start);
        if let Some(mv) = found {
            self.remember(mv, ply);
        }
        Some(found.is_some())
    }

    /// Takes the child from `start` on that is next off the stack: the most promising, of equal ones the first, unless this
    /// is a helper.
    fn take(&mut self, start: usize, first: bool) -> Option<Move> {
        let rest = self.children[start..].iter().enumerate();
        let scrambled_by = |mv: Move| scrambled(u64::from(mv.to_bits()) << 8 ^ self.helper as u64);
        let (index, _) = match self.helper {
            helper if helper == 0 || first => rest.min_by_key(|(_, it)| it.outlook)?,
            1 => rest.max_by_key(|(_, it)| it.outlook)?,
            _ => rest.min_by_key(|(_, it)| scrambled_by(it.mv))?,
        };
        Some(self.children.swap_remove(start + index).mv)
    }

    /// Puts a move that won in front of the killers of its ply.
    fn remember(&mut self, mv: Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Move::PASS; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        let index = killers.iter().position(|known| *known == mv).unwrap_or(KILLERS - 1);
        killers[index] = mv;
        killers[..=index].rotate_right(1);
    }

    /// Best play from a position that the side to move wins or loses, as far as the budget lets it be known.
    fn line(&mut self, position: &G::Position, mut wins: bool) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        while self.game.decided(&position).is_none() {
            let Some(mv) = self.best(&position, wins) else { break };
            self.game.play(&mut position, mv);
            line.push(mv);
            wins = !wins;
        }
        line
    }

    /// The move that wins, or, where all lose, one that holds out.
    fn best(&mut self, position: &G::Position, wins: bool) -> Option<Move> {
        let mut moves = self.moves(&self.game.simplified(position));
        if moves.is_empty() {
            moves = self.moves(position);
        }
        let game = self.game;
        moves.sort_by_cached_key(|it| game.outlook(position, *it));
        if !wins {
            return moves.first().copied();
        }
        for mv in moves {
            if !self.wins(&after(game, position, mv), 0)? {
                return Some(mv);
            }
        }
        None
    }

    /// Of a lost position the move after which the smallest share of the answers wins: whoever does not see all is then
    /// most likely to go wrong. `None` if the budget ends before that is known.
    fn hardest(&mut self, position: &G::Position) -> Option<Move> {
        let game = self.game;
        let mut moves = self.moves(position);
        moves.sort_by_cached_key(|it| game.outlook(position, *it));
        let mut best: Option<(Move, Share)> = None;
        for mv in moves {
            let most = best.map(|(_, share)| share);
            if let Some(share) = self.winning_answers(&after(game, position, mv), most)? {
                best = Some((mv, share));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// The share of the moves that win a position, if it is below `most`. The outer `None` says that the budget has ended.
    fn winning_answers(&mut self, position: &G::Position, most: Option<Share>) -> Option<Option<Share>> {
        let answers = self.moves(position);
        let mut share = Share { winning: 0, of: answers.len() };
        for answer in answers {
            share.winning += usize::from(!self.wins(&after(self.game, position, answer), 2)?);
            if most.is_some_and(|it| !share.is_below(it)) {
                return Some(None);
            }
        }
        Some(Some(share))
    }

    fn moves(&self, position: &G::Position) -> MoveList {
        let mut moves = MoveList::new();
        self.game.moves(position, &mut moves);
        moves
    }
}

/// How many of some moves win.
#[derive(Clone, Copy)]
struct Share {
    winning: usize,
    of: usize,
}

impl Share {
    fn is_below(self, other: Self) -> bool {
        self.winning * other.of < other.winning * self.of
    }
}

fn after<G: Solve>(game: &G, position: &G::Position, mv: Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}
