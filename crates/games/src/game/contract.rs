//! What the referee asks of a game: its rules, and nothing else.

use std::fmt::Debug;

use super::{
    Fields, History, Illustration, Info, Leg, Outcome, PositionError, Reason, Refusal, Ruleset, Scene, SideInfo,
    leads_by,
};
use crate::board::{Bitboard, Move, MoveList, Shape, Side, Square};

/// A game with settled rules. The value holds the rules and the tables made for them; positions are small and plain.
///
/// The laws that every implementation keeps are in [`check_laws`](super::check_laws).
pub trait Game: Clone + Send + Sync + 'static {
    /// What menus, help, parsers and tests need to know.
    const INFO: &'static Info;

    /// Pieces, side to move, and the counters that the rules in force need, but no repetition history.
    type Position: Clone + PartialEq + Debug + Send + Sync;

    /// Sets the game up by `ruleset`, which is one of this game and has been checked against [`Game::INFO`].
    fn new(ruleset: &Ruleset) -> Self;

    fn shape(&self) -> Shape;

    /// The start position.
    fn start(&self) -> Self::Position;

    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// The pieces of a side, or whatever squares it has taken.
    fn pieces(&self, position: &Self::Position, side: Side) -> Bitboard;

    /// The key of what repetition compares: see [the law of the keys](super#the-keys-of-a-position).
    fn hash(&self, position: &Self::Position) -> u64;

    /// Adds every legal move, each once. A player who has none but may pass gets [`Move::PASS`]. The position must not
    /// be decided.
    fn moves(&self, position: &Self::Position, out: &mut MoveList);

    /// Plays a move that [`Game::moves`] gave; of any other move the result is meaningless.
    fn play(&self, position: &mut Self::Position, mv: Move);

    /// The end of the game so far as the position alone tells it.
    fn decided(&self, position: &Self::Position) -> Option<Outcome>;

    /// The squares whose enemy pieces a legal move takes away: none, one or several, and not only where it ends.
    fn captured(&self, position: &Self::Position, mv: Move) -> Bitboard;

    /// The way that a legal move goes, from its beginning up to its end: what is drawn of it.
    fn route(&self, _: &Self::Position, mv: Move) -> Vec<Leg> {
        vec![Leg::Straight(mv.to)]
    }

    /// Whether a legal move can go by squares in this order: what somebody names between its beginning and its end, at
    /// least one. A game in which several ways lead to the same square allows each of them.
    fn goes_by(&self, position: &Self::Position, mv: Move, between: &[Square]) -> bool {
        let mut stops: Vec<Square> = self.route(position, mv).into_iter().map(Leg::to).collect();
        stops.pop();
        leads_by(stops, between)
    }

    /// Why a move of one of the player's pieces to a square of the board is not legal, with the fact that refuses it,
    /// and what shows it on the board where that is more than the move's beginning and end.
    fn refuse(&self, position: &Self::Position, mv: Move) -> Refusal;

    /// Why no legal move begins on a square of the board: nobody's piece, not the player's, or one that cannot move.
    fn refuse_from(&self, position: &Self::Position, from: Square) -> Refusal {
        let stuck = || Refusal::new("piece-cannot-move").with("square", from).shown_by(Illustration::not_from(from));
        self.refuse_owner(position, from).unwrap_or_else(stuck)
    }

    /// The refusal of a move that begins where no piece of the player's stands.
    fn refuse_owner(&self, position: &Self::Position, from: Square) -> Option<Refusal> {
        let side = self.side_to_move(position);
        if self.pieces(position, side.other()).contains(from) {
            let [own, owner] = [side, side.other()].map(|it| self.sides()[it.index()].name);
            let refusal = Refusal::new("not-your-piece").with("square", from).with("side", own).with("owner", owner);
            Some(refusal.shown_by(Illustration::not_from(from)))
        } else if !self.pieces(position, side).contains(from) {
            // That nothing is there needs no picture.
            Some(Refusal::new("empty-square").with("square", from))
        } else {
            None
        }
    }

    /// The refusal of a move of one of the player's pieces that ends where it begins, if it does.
    fn refuse_staying(&self, mv: Move) -> Option<Refusal> {
        (mv.from == mv.to).then(|| Refusal::new("piece-stays"))
    }

    /// The position written in the text form of its game.
    fn write_position(&self, position: &Self::Position) -> String;

    /// The position that a text means; it need not be one that play can reach, but it can be played on from.
    fn read_position(&self, text: &Fields<'_>) -> Result<Self::Position, PositionError>;

    /// Adds the board and the pieces to a scene, and the groups that have ended the game.
    fn draw(&self, position: &Self::Position, scene: &mut Scene);

    /// Who plays first and second; only a game with an option for it overrides this.
    fn sides(&self) -> [SideInfo; 2] {
        Self::INFO.sides
    }

    /// Whether the third occurrence of a position draws.
    fn repetition_draws(&self) -> bool {
        false
    }

    /// The same move as it is written: a game in which two orders of squares mean one move chooses one.
    fn canonical(&self, mv: Move) -> Move {
        mv
    }

    /// How many legal moves there are. Worth overriding where counting is cheaper than listing.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = MoveList::new();
        self.moves(position, &mut moves);
        moves.len() as u64
    }

    // What follows is the same for every game and is never overridden.

    /// The end of the game, if it has ended. `history` ends with this very position.
    fn outcome(&self, position: &Self::Position, history: &History) -> Option<Outcome> {
        self.decided(position).or_else(|| {
            let third = self.repetition_draws() && history.occurrences() >= 3;
            third.then_some(Outcome { winner: None, reason: Reason::Repetition })
        })
    }

    /// Whether `mv` is one of the legal moves of a position that is not decided.
    fn is_legal(&self, position: &Self::Position, mv: Move) -> bool {
        let mut moves = MoveList::new();
        self.moves(position, &mut moves);
        moves.contains(&mv)
    }

    /// How many sequences of exactly `depth` moves there are. A pass is a move; a finished game is not continued.
    /// Repetition plays no part: it needs a history.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.decided(position).is_some() {
            return 0;
        }
        if depth == 1 {
            return self.count_moves(position);
        }
        let mut moves = MoveList::new();
        self.moves(position, &mut moves);
        let after = |it: &Move| {
            let mut next = position.clone();
            self.play(&mut next, *it);
            self.perft(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }
}
