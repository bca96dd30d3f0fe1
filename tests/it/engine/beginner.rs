//! Level 1 loses to a beginner: someone who takes a win in one, does not allow one, and for the rest follows the advice that
//! the rules give (*Good to know*), without looking any further.

use crate::support::dice::Dice;
use crate::support::referee::{after, moves};
use engine::{Level, Memory, Question, Stop, Strength, think_with};
use games::board::{Bitboard, Move, Side, Square};
use games::{AnyPosition, Fields, Game, Played, Ruleset};
use games::{
    breakthrough::Breakthrough, clobber::Clobber, domineering::Domineering, knightthrough::Knightthrough,
    lines_of_action::LinesOfAction, surakarta::Surakarta, ugolki::Ugolki,
};

/// Games in each match: both sides by turns. Enough that no change of the engine turns a clear win into a loss by chance.
const GAMES: u32 = 120;

/// A move in its position, and the position after it.
struct Thought<'a, G: Game> {
    game: &'a G,
    before: &'a G::Position,
    mv: Move,
    after: G::Position,
}

/// Whether the side to move can win by its next move.
fn wins_at_once<G: Game>(game: &G, position: &G::Position) -> bool {
    let own = game.side_to_move(position);
    let wins = |it: Move| game.decided(&after(game, position, it)).is_some_and(|end| end.winner == Some(own));
    game.decided(position).is_none() && moves(game, position).into_iter().any(wins)
}

/// The steps of a king from one square to another.
fn steps(one: Square, other: Square) -> i32 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())).into()
}

impl<G: Game> Thought<'_, G> {
    fn own(&self) -> Side {
        self.game.side_to_move(self.before)
    }

    /// The own pieces after the move.
    fn pieces(&self) -> Bitboard {
        self.game.pieces(&self.after, self.own())
    }

    fn takes(&self) -> bool {
        !self.game.captured(self.before, self.mv).is_empty()
    }

    /// Whether the other side can take a piece, and its piece cannot be taken in return.
    fn loses_a_piece(&self) -> bool {
        moves(self.game, &self.after).into_iter().any(|reply| {
            if self.game.captured(&self.after, reply).is_empty() {
                return false;
            }
            let next = after(self.game, &self.after, reply);
            let back = |it| self.game.captured(&next, it).contains(reply.to);
            !moves(self.game, &next).into_iter().any(back)
        })
    }

    /// What a piece is worth that is taken or given away.
    fn exchange(&self) -> i32 {
        10 * (i32::from(self.takes()) - i32::from(self.loses_a_piece()))
    }

    /// How many moves this side has more than the other after the move, if it could move again.
    fn moves_to_spare(&self) -> i32 {
        let [own, other] = [self.own(), self.own().other()].map(|it| self.game.sides()[it.index()].letter);
        let text = self.game.write_position(&self.after);
        let turned = format!("{} {own}", text.trim_end_matches(other).trim_end());
        let turned = self.game.read_position(&Fields::cut(&turned).unwrap()).unwrap();
        self.game.count_moves(&turned) as i32 - self.game.count_moves(&self.after) as i32
    }
}

/// How good a move looks to the beginner.
type Advice<G> = fn(&Thought<'_, G>) -> i32;

fn beginner<G: Game>(played: &Played<G>, advice: Advice<G>, dice: &mut Dice) -> Move {
    let (game, before) = (&played.game, &played.position);
    let own = game.side_to_move(before);
    let thoughts =
        moves(game, before).into_iter().map(|it| Thought { game, before, mv: it, after: after(game, before, it) });
    let rank = |it: &Thought<'_, G>| match game.decided(&it.after) {
        Some(end) => {
            if end.winner == Some(own) {
                (2, 0)
            } else {
                (0, 0)
            }
        }
        None => (i32::from(!wins_at_once(game, &it.after)), advice(it)),
    };
    let ranked: Vec<_> = thoughts.map(|it| (rank(&it), it.mv)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).max().unwrap();
    let equal: Vec<Move> = ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, it)| it).collect();
    equal[dice.roll(equal.len())]
}

/// Of how many games the beginner wins how many, draws counting half.
fn score<G: Game>(advice: Advice<G>) -> f64 {
    let (mut dice, mut memory, mut points) = (Dice(1), Memory::new(1), 0.0);
    let ruleset = Ruleset::default_of(G::INFO);
    for number in 0..GAMES {
        let learner = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut played = Played::<G>::open(&ruleset, None).unwrap();
        let end = loop {
            if let Some(end) = played.outcome() {
                break end;
            }
            let mv = if played.game.side_to_move(&played.position) == learner {
                beginner(&played, advice, &mut dice)
            } else {
                let (level, seed) = (Level::new(1), u64::from(number));
                let question = Question::new(ruleset.clone(), None, played.played().to_vec())
                    .at(Strength::level(level).seeded(seed));
                think_with(&question, &Stop::new(), &mut memory).unwrap().best
            };
            played.advance(mv);
        };
        points += end.winner.map_or(0.5, |it| f64::from(u8::from(it == learner)));
    }
    let score = points / f64::from(GAMES);
    println!("{}: the beginner scores {:.1} % against level 1", G::INFO.name, 100.0 * score);
    score
}

#[test]
fn a_beginner_beats_level_1() {
    // Bring the pieces together; to capture helps the other to do so.
    let lines_of_action: Advice<LinesOfAction> = |it| {
        let pieces = it.pieces();
        let apart: i32 = pieces.flat_map(|one| pieces.map(move |other| steps(one, other))).sum();
        -apart / pieces.count() as i32 - 2 * i32::from(it.takes())
    };
    // Pieces side by side guard what is before them; some stay at home.
    let breakthrough: Advice<Breakthrough> = |it| {
        let beside = [-1, 1].into_iter().filter_map(|files| it.mv.to.offset(files, 0));
        let guards = beside.filter(|square| it.pieces().contains(*square)).count() as i32;
        it.exchange() + guards - 2 * i32::from([0, 7].contains(&it.mv.from.rank()))
    };
    // Leap where no piece is lost, and far.
    let knightthrough: Advice<Knightthrough> =
        |it| it.exchange() + i32::from(it.mv.from.rank().abs_diff(it.mv.to.rank()));
    // Have moves to spare.
    let clobber: Advice<Clobber> = |it| it.moves_to_spare();
    // Make places that only you can use, spoil those of the other.
    let domineering: Advice<Domineering> = |it| it.moves_to_spare();
    // Before you step, follow the lines of the enemy's pieces.
    let surakarta: Advice<Surakarta> = |it| it.exchange();
    // Jump far along ladders, and do not leave the last piece alone.
    let ugolki: Advice<Ugolki> = |it| {
        let goal = it.game.pieces(&it.game.start(), it.own().other());
        let to_go = |piece: Square| goal.map(|square| steps(piece, square)).min().unwrap_or(0);
        let all: i32 = it.pieces().map(to_go).sum();
        let last = it.pieces().map(to_go).max().unwrap_or(0);
        -4 * all - last
    };
    let scores = [
        score(lines_of_action),
        score(breakthrough),
        score(clobber),
        score(domineering),
        score(knightthrough),
        score(surakarta),
        score(ugolki),
    ];
    assert!(scores.iter().all(|it| *it > 0.5), "{scores:?}");
}
