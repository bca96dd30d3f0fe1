//! Games whose evaluation keeps something along a line of moves: the search must carry it along every line.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use games::board::{Bitboard, Move, MoveList, Shape, Side};
use games::{
    Accumulator, Evaluate, Fields, Game, Info, Outcome, PositionError, Refusal, Ruleset, Scene, SideInfo, StaticProof,
};

/// A game whose evaluation keeps a board of its own, on which it plays along.
#[derive(Clone)]
struct Shadowed<G> {
    game: G,
    /// How often the board of its own was evaluated.
    asked: Arc<AtomicU64>,
}

#[derive(Clone)]
struct Shadow<P>(P);

impl<G: Evaluate> Accumulator<Shadowed<G>> for Shadow<G::Position> {
    fn after(&self, game: &Shadowed<G>, before: &G::Position, mv: Move, next: &G::Position) -> Self {
        assert_eq!(&self.0, before, "a search goes on from another position");
        let mut own = self.0.clone();
        match game.null_move(before) {
            // Passing in thought, where it is no move.
            Some(passed) if mv == Move::PASS => own = passed,
            _ => game.play(&mut own, mv),
        }
        assert_eq!(&own, next, "{mv} leads somewhere else");
        Self(own)
    }

    fn evaluate(&self, game: &Shadowed<G>, position: &G::Position) -> i32 {
        assert_eq!(&self.0, position, "a search is somewhere else");
        game.asked.fetch_add(1, Relaxed);
        game.evaluate(&self.0)
    }
}

impl<G: Evaluate> Game for Shadowed<G> {
    const INFO: &'static Info = G::INFO;
    type Position = G::Position;

    fn new(ruleset: &Ruleset) -> Self {
        Self { game: G::new(ruleset), asked: Arc::default() }
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn side_to_move(&self, position: &G::Position) -> Side {
        self.game.side_to_move(position)
    }

    fn pieces(&self, position: &G::Position, side: Side) -> Bitboard {
        self.game.pieces(position, side)
    }

    fn hash(&self, position: &G::Position) -> u64 {
        self.game.hash(position)
    }

    fn moves(&self, position: &G::Position, out: &mut MoveList) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &mut G::Position, mv: Move) {
        self.game.play(position, mv);
    }

    fn decided(&self, position: &G::Position) -> Option<Outcome> {
        self.game.decided(position)
    }

    fn captured(&self, position: &G::Position, mv: Move) -> Bitboard {
        self.game.captured(position, mv)
    }

    fn refuse(&self, position: &G::Position, mv: Move) -> Refusal {
        self.game.refuse(position, mv)
    }

    fn write_position(&self, position: &G::Position) -> String {
        self.game.write_position(position)
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<G::Position, PositionError> {
        self.game.read_position(text)
    }

    fn draw(&self, position: &G::Position, scene: &mut Scene) {
        self.game.draw(position, scene);
    }

    fn sides(&self) -> [SideInfo; 2] {
        self.game.sides()
    }

    fn repetition_draws(&self) -> bool {
        self.game.repetition_draws()
    }
}

impl<G: Evaluate> Evaluate for Shadowed<G> {
    const WEIGHTS: &'static [i32] = G::WEIGHTS;
    const CAPTURES_ARE_NOISY: bool = G::CAPTURES_ARE_NOISY;

    fn terms(&self, position: &G::Position, add: impl FnMut(usize, i32)) {
        self.game.terms(position, add);
    }

    fn evaluate(&self, position: &G::Position) -> i32 {
        self.game.evaluate(position)
    }

    fn accumulator(&self, position: &G::Position) -> impl Accumulator<Self> + use<G> {
        Shadow(position.clone())
    }

    fn null_move(&self, position: &G::Position) -> Option<G::Position> {
        self.game.null_move(position)
    }

    fn noisy_targets(&self, position: &G::Position) -> Bitboard {
        self.game.noisy_targets(position)
    }

    fn quick_win(&self, position: &G::Position) -> Option<Move> {
        self.game.quick_win(position)
    }

    fn is_threatened(&self, position: &G::Position) -> bool {
        self.game.is_threatened(position)
    }

    fn static_proof(&self, position: &G::Position) -> Option<StaticProof> {
        self.game.static_proof(position)
    }

    fn plies_left(&self, position: &G::Position) -> u32 {
        self.game.plies_left(position)
    }

    fn order_hint(&self, position: &G::Position, mv: Move) -> i32 {
        self.game.order_hint(position, mv)
    }

    fn plies_to_limit(&self, position: &G::Position) -> u32 {
        self.game.plies_to_limit(position)
    }

    fn search_key(&self, position: &G::Position) -> u64 {
        self.game.search_key(position)
    }

    fn exact_key(&self, position: &G::Position) -> u64 {
        self.game.exact_key(position)
    }
}

#[cfg(test)]
mod tests {
    use games::{AnyPosition as _, GAMES, Played, Solve, Visitor};

    use super::super::{options::SearchOptions, root::Root, searcher::Search, transposition::TranspositionTable};
    use super::*;
    use crate::base::{Judge, Limits, Question, Stop, replay};

    /// A search of a game and how many positions it visits, with the values of the root's moves.
    fn searched<G: Evaluate>(played: &Played<G>) -> (u64, Vec<(Move, i32)>) {
        let (stop, options) = (Stop::new(), SearchOptions::best(Limits::depth(5)));
        let (mut root, table) = (Root::new(played, Judge::Network), TranspositionTable::new(1));
        let mut search = Search::new(played, Judge::Network, &options, &stop, &table);
        search.iterative_deepening(played, &mut root, &options);
        (search.budget.nodes(), root.moves.iter().map(|it| (it.mv, it.value)).collect())
    }

    struct Comparison<'a>(&'a Question);

    impl Visitor for Comparison<'_> {
        type Output = ();

        fn visit<G: Solve>(self) {
            let (plain, shadowed) = (replay::<G>(self.0).unwrap(), replay::<Shadowed<G>>(self.0).unwrap());
            assert_eq!(searched(&plain), searched(&shadowed), "{}", plain.text());
            let asked = shadowed.game.asked.load(Relaxed);
            assert!(asked > 0, "{}: what was kept was never asked", plain.text());
        }
    }

    #[test]
    fn what_an_evaluation_keeps_is_carried_along_every_line() {
        for info in GAMES.iter().map(|it| it.info()) {
            let mut position = games::open(&Ruleset::default_of(info), None).unwrap();
            for ply in 0..12 {
                if ply % 4 == 0 {
                    let question = Question::new(position.ruleset().clone(), None, position.played().to_vec());
                    games::visit(info.key, Comparison(&question));
                }
                let legal = position.legal();
                position.play(legal[ply * 7 % legal.len()]).unwrap();
            }
        }
    }
}
