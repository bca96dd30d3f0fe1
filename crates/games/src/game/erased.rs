//! The type-erased face of a game: text in, text out, plain data to draw.

use super::{
    Evaluate, Fields, Game, History, Illustration, Info, LastMove, Outcome, Piece, PositionError, PossibleWay,
    ReadMove, Refusal, Ruleset, Scene, SideInfo, Syntax, WantedMove, WholeMove,
};
use crate::board::{Bitboard, Move, MoveList, Shape, Side, Square};

/// A game being played: rules, position, and the way that led to it. The referee of everything outside the search.
pub trait AnyPosition: Send + Sync {
    fn ruleset(&self) -> &Ruleset;
    fn shape(&self) -> Shape;
    /// Who plays first and second.
    fn sides(&self) -> [SideInfo; 2];
    fn to_move(&self) -> Side;
    fn pieces(&self, side: Side) -> Bitboard;
    /// The moves played since the start, the first first.
    fn played(&self) -> &[Move];
    /// The legal moves in order of their squares; none once the game has ended.
    fn legal(&self) -> Vec<Move>;
    /// Those of the piece on a square, or of whatever may be laid on it.
    fn legal_on(&self, square: Square) -> Vec<Move>;
    fn outcome(&self) -> Option<Outcome>;
    /// The squares whose enemy pieces a legal move takes away.
    fn captured(&self, mv: Move) -> Bitboard;
    /// Why no legal move begins on a square.
    fn refuse_from(&self, from: Square) -> Refusal;
    /// Whether a piece of the side to move stands on a square, or pieces are laid in this game, not moved.
    fn may_begin_on(&self, square: Square) -> bool;
    /// The legal move that a typed text means.
    fn read(&self, text: &str) -> Result<Move, ReadMove>;
    /// Plays a move, or says why not and changes nothing.
    fn play(&mut self, mv: Move) -> Result<(), Refusal>;
    /// The position as text.
    fn text(&self) -> String;
    /// What is to be drawn.
    fn scene(&self) -> Scene;
    /// The same with some legal moves of a piece in place of the last move: where it may go, or what may be laid.
    fn scene_with(&self, moves: &[Move]) -> Scene;
    /// How a legal move is drawn that so many percent of those who voted want. It isn't a pass.
    fn wanted(&self, mv: Move, percent: usize) -> WantedMove;
    /// See [`Game::perft`].
    fn perft(&self, depth: u32) -> u64;
    /// The same board as if that side were to move, without what was played before; `None` if it can't be its turn.
    fn with_turn_of(&self, side: Side) -> Option<Box<dyn AnyPosition>>;
    fn clone_position(&self) -> Box<dyn AnyPosition>;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.clone_position()
    }
}

/// A game in the registry.
pub trait AnyGame: Send + Sync {
    fn info(&self) -> &'static Info;
    /// Opens the start, or a position given as text. `ruleset` must be one of this game.
    fn open(&self, ruleset: &Ruleset, position: Option<&str>) -> Result<Box<dyn AnyPosition>, PositionError>;
}

/// The registry's entry for a game.
pub struct RegistryEntry<G>(std::marker::PhantomData<fn() -> G>);

impl<G> RegistryEntry<G> {
    pub const NEW: Self = Self(std::marker::PhantomData);
}

impl<G: Evaluate> AnyGame for RegistryEntry<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn open(&self, ruleset: &Ruleset, position: Option<&str>) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(Box::new(Played::<G>::open(ruleset, position)?))
    }
}

/// A typed game being played; [`AnyPosition`] is its erased face.
#[derive(Clone)]
pub struct Played<G: Game> {
    pub game: G,
    pub position: G::Position,
    pub history: History,
    ruleset: Ruleset,
    played: Vec<Move>,
    /// The position before the last move.
    before: Option<G::Position>,
}

impl<G: Game> Played<G> {
    /// Opens the start, or a position given as text.
    pub fn open(ruleset: &Ruleset, position: Option<&str>) -> Result<Self, PositionError> {
        let game = G::new(ruleset);
        let position = match position {
            Some(text) => game.read_position(&Fields::cut(text)?)?,
            None => game.start(),
        };
        let history = History::starting_at(game.hash(&position));
        Ok(Self { game, position, history, ruleset: ruleset.clone(), played: Vec::new(), before: None })
    }

    /// Plays a move that is known to be legal.
    pub fn advance(&mut self, mv: Move) {
        self.before = Some(self.position.clone());
        self.game.play(&mut self.position, mv);
        self.history.push(self.game.hash(&self.position));
        self.played.push(mv);
    }

    /// The legal moves; none once the game has ended.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if self.game.outcome(&self.position, &self.history).is_none() {
            self.game.moves(&self.position, &mut moves);
        }
        moves
    }

    /// The last move, as it is drawn; none if there was none, or a pass.
    fn last_move(&self) -> Option<LastMove> {
        let before = self.before.as_ref()?;
        let mv = *self.played.last().filter(|it| !it.is_pass())?;
        Some(LastMove {
            side: self.game.side_to_move(before),
            from: mv.from,
            to: mv.to,
            captured: self.game.captured(before, mv),
            route: self.game.route(before, mv),
        })
    }

    /// The legal move that goes by all squares that somebody names.
    fn read_whole(&self, named: &WholeMove, legal: &[Move]) -> Result<Move, Refusal> {
        let mv = self.game.canonical(Move::new(named.from, named.to));
        // Only the word means a pass, not the two squares by which it is kept.
        let is_legal = !mv.is_pass() && legal.contains(&mv);
        let Some(by) = named.between.first() else {
            return if is_legal { Ok(mv) } else { Err(self.refuse_move(mv)) };
        };
        if is_legal && self.game.goes_by(&self.position, mv, &named.between) {
            return Ok(mv);
        }
        if self.outcome().is_some() {
            return Err(Refusal::new("match-over"));
        }
        let first = [Move::new(named.from, *by), mv];
        let example = first.into_iter().find(|it| legal.contains(it)).or_else(|| legal.first().copied());
        let first = example.unwrap_or(first[0]);
        Err(Refusal::new("one-move-at-a-time").with("count", named.between.len() as u32 + 2).with("first", first))
    }

    /// Why a move that is not legal is not.
    fn refusal(&self, mv: Move) -> Refusal {
        if self.game.outcome(&self.position, &self.history).is_some() {
            return Refusal::new("match-over");
        }
        if mv.is_pass() { Refusal::new("may-not-pass") } else { self.refuse_move(mv) }
    }

    /// Why a move from a square to a square is not legal, also if both are the same.
    fn refuse_move(&self, mv: Move) -> Refusal {
        if self.game.outcome(&self.position, &self.history).is_some() {
            return Refusal::new("match-over");
        }
        let shape = self.game.shape();
        if let Some(off) = [mv.from, mv.to].into_iter().find(|square| !shape.contains(*square)) {
            return Refusal::new("no-such-square").with("square", off).with("size", shape.to_string());
        }
        if let Some(refusal) = self.game.refuse_owner(&self.position, mv.from) {
            return refusal;
        }
        let refusal = self.game.refuse_staying(mv).unwrap_or_else(|| self.game.refuse(&self.position, mv));
        refusal.or_shown_by(|| self.attempt(mv))
    }

    /// The piece that a legal move would lay, if it would; otherwise one that stands there goes.
    fn laid(&self, mv: Move) -> Option<Piece> {
        let side = self.game.side_to_move(&self.position);
        if self.game.pieces(&self.position, side).contains(mv.from) {
            return None;
        }
        let mut after = self.position.clone();
        self.game.play(&mut after, mv);
        let mut scene = Scene::new(self.game.shape(), self.game.sides());
        self.game.draw(&after, &mut scene);
        scene.piece_at(mv.from).copied()
    }

    /// A move that may not end where it does, and where the piece could go instead.
    fn attempt(&self, mv: Move) -> Illustration {
        let targets = self.moves().into_iter().filter(|legal| legal.from == mv.from).map(|legal| legal.to).collect();
        Illustration { targets, ..Illustration::not_there(mv) }
    }

    /// Why no legal move begins like that.
    fn refuse_beginning(&self, text: &str) -> Refusal {
        match Syntax::Beginning(text.to_owned()).ends().first() {
            Some(&square) if text == square.to_string() || !self.may_begin_on(square) || self.outcome().is_some() => {
                self.refuse_from(square)
            }
            _ => Refusal::new("no-move-begins").with("text", text),
        }
    }
}

impl<G: Game> AnyPosition for Played<G> {
    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn sides(&self) -> [SideInfo; 2] {
        self.game.sides()
    }

    fn to_move(&self) -> Side {
        self.game.side_to_move(&self.position)
    }

    fn pieces(&self, side: Side) -> Bitboard {
        self.game.pieces(&self.position, side)
    }

    fn played(&self) -> &[Move] {
        &self.played
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = self.moves().to_vec();
        moves.sort_by_key(|it| (it.from.file(), it.from.rank(), it.to.file(), it.to.rank()));
        moves
    }

    fn legal_on(&self, square: Square) -> Vec<Move> {
        let pieces = self.pieces(self.to_move());
        let is_laid_there = |it: &Move| it.to == square && !pieces.contains(it.from);
        self.legal().into_iter().filter(|it| it.from == square || is_laid_there(it)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position, &self.history)
    }

    fn captured(&self, mv: Move) -> Bitboard {
        self.game.captured(&self.position, mv)
    }

    fn refuse_from(&self, from: Square) -> Refusal {
        if self.game.outcome(&self.position, &self.history).is_some() {
            Refusal::new("match-over")
        } else if !self.game.shape().contains(from) {
            Refusal::new("no-such-square").with("square", from).with("size", self.game.shape().to_string())
        } else {
            self.game.refuse_from(&self.position, from)
        }
    }

    fn may_begin_on(&self, square: Square) -> bool {
        self.game.shape().contains(square) && self.game.refuse_owner(&self.position, square).is_none()
    }

    fn read(&self, text: &str) -> Result<Move, ReadMove> {
        let legal = self.legal();
        match text.parse().map_err(ReadMove::Unreadable)? {
            Syntax::Pass if legal.contains(&Move::PASS) => Ok(Move::PASS),
            Syntax::Pass => Err(ReadMove::Illegal(self.refusal(Move::PASS))),
            Syntax::Whole(named) => self.read_whole(&named, &legal).map_err(ReadMove::Illegal),
            Syntax::Beginning(text) => {
                let from_there = |it: &Move| it.from.to_string() == text;
                let begins_so = |it: &Move| super::compact(&it.to_string()).starts_with(&text);
                let mut fitting: Vec<Move> = legal.iter().copied().filter(from_there).collect();
                if fitting.is_empty() {
                    fitting = legal.iter().copied().filter(begins_so).collect();
                }
                match fitting.as_slice() {
                    [] => Err(ReadMove::Illegal(self.refuse_beginning(&text))),
                    [mv] => Ok(*mv),
                    _ => Err(ReadMove::Ambiguous(fitting)),
                }
            }
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if !self.moves().contains(&mv) {
            return Err(self.refusal(mv));
        }
        self.advance(mv);
        Ok(())
    }

    fn text(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.game.shape(), self.game.sides());
        scene.last = self.last_move();
        scene.to_move = self.outcome().is_none().then(|| self.to_move());
        self.game.draw(&self.position, &mut scene);
        scene
    }

    fn scene_with(&self, moves: &[Move]) -> Scene {
        let mut scene = self.scene();
        for mv in moves.iter().filter(|it| !it.is_pass()) {
            scene.last = None;
            match self.laid(*mv) {
                Some(piece) => scene.layable.push(piece),
                None => {
                    scene.targets.push(mv.to);
                    scene.ways.push(PossibleWay { from: mv.from, route: self.game.route(&self.position, *mv) });
                }
            }
        }
        scene
    }

    fn wanted(&self, mv: Move, percent: usize) -> WantedMove {
        WantedMove { mv, route: self.game.route(&self.position, mv), lays: self.laid(mv), percent }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.position, depth)
    }

    fn with_turn_of(&self, side: Side) -> Option<Box<dyn AnyPosition>> {
        let (text, letter) = (self.text(), self.sides()[side.index()].letter.to_string());
        let position = self.game.read_position(&Fields::cut(&text).ok()?.with_turn_of(&letter)).ok()?;
        let history = History::starting_at(self.game.hash(&position));
        Some(Box::new(Self { position, history, played: Vec::new(), before: None, ..self.clone() }))
    }

    fn clone_position(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}
