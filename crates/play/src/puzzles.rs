//! Puzzles as somebody solves them: how far they are in one, and how well they do. Pure.

use games::board::{Move, Square};
use games::{AnyPosition, GAMES, Info, Puzzle, PuzzleId, Refusal};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::rating::{Points, rate};
use super::{GuildId, Rating};

/// A puzzle of a game, and how many plies of its line have been played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzlePlace {
    /// The key of the game.
    pub game: String,
    /// Its [`PuzzleId`].
    pub id: u32,
    pub found: u8,
    /// Whether it is the puzzle of the day, and where.
    pub daily: Option<DailyPlace>,
}

/// A puzzle that somebody is at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenPuzzle {
    pub place: PuzzlePlace,
    /// How many wrong moves were tried.
    pub wrong: u32,
    /// Whether it counts for nothing anymore: it was tried before, a wrong move was made, or help was asked for.
    pub is_settled: bool,
}

/// The puzzle of a day in a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DailyPlace {
    pub guild: GuildId,
    pub day: i64,
}

/// How well somebody does at the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleScore {
    pub rating: Rating,
    /// How many were tried, and how many of them solved without a wrong move or help.
    pub tried: u32,
    pub solved: u32,
    /// How many of the last ones in a row were.
    pub streak: u32,
    pub best_streak: u32,
}

/// What somebody thinks of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PuzzleVote {
    Nice,
    TooEasy,
    Wrong,
}

/// What is kept of a puzzle that somebody has tried for the first time.
#[derive(Clone, Debug)]
pub struct SettledPuzzle {
    pub game: &'static str,
    pub id: PuzzleId,
    pub is_solved: bool,
    /// The rating of the puzzle after it.
    pub rating: Rating,
}

/// A puzzle as somebody sees it.
pub struct PuzzlePage {
    pub info: &'static Info,
    pub puzzle: &'static Puzzle,
    pub open: OpenPuzzle,
    pub position: Box<dyn AnyPosition>,
    pub told: PuzzleTold,
    /// How well the person does at the puzzles of this game.
    pub score: PuzzleScore,
    /// The same before, where this has just counted.
    pub before: Option<PuzzleScore>,
    /// Whether it was the puzzle of a day that is over.
    pub is_late: bool,
}

/// What there is to say of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleTold {
    /// What is asked.
    Task,
    /// The move was right, and this is the answer to it: there's another one to find.
    Right(Move, Move),
    /// That was the last move.
    Solved(Move),
    Wrong(Move),
    Refused(Refusal),
    /// The piece that moves.
    Hint(Square),
    /// All moves that were still to be found, and the answers.
    Solution(Vec<Move>),
    /// The control was older than what has been played.
    Changed,
}

/// Newcomers begin with easy puzzles. As nothing is known of them, the first ones move the rating far.
impl Default for PuzzleScore {
    fn default() -> Self {
        let rating = Rating { rating: 850.0, ..Rating::default() };
        Self { rating, tried: 0, solved: 0, streak: 0, best_streak: 0 }
    }
}

impl PuzzleScore {
    /// After so many puzzles, the rating is shown.
    pub const PLACING: u32 = 3;

    /// How many puzzles are left until the rating is shown.
    pub fn left_to_place(&self) -> u32 {
        Self::PLACING.saturating_sub(self.tried)
    }

    /// The score after a puzzle with that rating was tried, and the puzzle's rating.
    pub fn after(self, puzzle: Rating, is_solved: bool) -> (Self, Rating) {
        let (rating, puzzle) = rate(self.rating, puzzle, if is_solved { Points::Win } else { Points::Loss });
        let streak = if is_solved { self.streak + 1 } else { 0 };
        let next = Self {
            rating,
            tried: self.tried + 1,
            solved: self.solved + u32::from(is_solved),
            streak,
            best_streak: self.best_streak.max(streak),
        };
        (next, puzzle)
    }
}

impl PuzzlePlace {
    /// The beginning of a puzzle.
    pub fn begin(info: &Info, puzzle: &Puzzle) -> Self {
        Self { game: info.key.to_owned(), id: puzzle.id.0, found: 0, daily: None }
    }

    /// The game and the puzzle.
    ///
    /// # Errors
    /// There's no such puzzle anymore.
    pub fn find(&self) -> Result<(&'static Info, &'static Puzzle), Refusal> {
        let info = GAMES.iter().map(|it| it.info()).find(|it| it.key == self.game);
        let puzzle = info.and_then(|it| Some((it, games::puzzles(it).iter().find(|it| it.id.0 == self.id)?)));
        puzzle.ok_or_else(|| Refusal::new("puzzle-gone"))
    }

    /// Whether both are about the same puzzle, however far.
    pub fn is_of_same(&self, other: &Self) -> bool {
        (&self.game, self.id, self.daily) == (&other.game, other.id, other.daily)
    }

    /// Whether all moves are found.
    pub fn is_done(&self, puzzle: &Puzzle) -> bool {
        usize::from(self.found) >= puzzle.line.len()
    }

    /// The position.
    ///
    /// # Errors
    /// The puzzle doesn't fit the rules anymore.
    pub fn position(&self, puzzle: &Puzzle) -> Result<Box<dyn AnyPosition>, Refusal> {
        let gone = || Refusal::new("puzzle-gone");
        let mut position = games::open(&puzzle.ruleset, Some(&puzzle.position)).map_err(|_| gone())?;
        puzzle.line.iter().take(self.found.into()).try_for_each(|it| position.play(*it)).map_err(|_| gone())?;
        Ok(position)
    }
}

/// What a legal move comes to in a puzzle: how far one is after it, and what there is to say.
pub fn attempt(place: &PuzzlePlace, puzzle: &Puzzle, chosen: Move) -> (PuzzlePlace, PuzzleTold) {
    let mut rest = puzzle.line.iter().skip(place.found.into());
    if rest.next() != Some(&chosen) {
        return (place.clone(), PuzzleTold::Wrong(chosen));
    }
    let (played, told) = match rest.next() {
        Some(answer) => (2, PuzzleTold::Right(chosen, *answer)),
        None => (1, PuzzleTold::Solved(chosen)),
    };
    (PuzzlePlace { found: place.found + played, ..place.clone() }, told)
}

/// A puzzle's rating before anybody has tried it.
pub fn first_rating(puzzle: &Puzzle) -> Rating {
    Rating { rating: puzzle.rating.into(), deviation: 200.0, ..Rating::default() }
}

/// The puzzles that suit somebody best: of those not yet tried, or else of all, the nearest to their rating.
pub fn suitable<'a>(
    puzzles: impl Iterator<Item = &'a Puzzle>,
    tried: &[PuzzleId],
    ratings: &[(PuzzleId, Rating)],
    wanted: f64,
) -> Vec<&'a Puzzle> {
    let all: Vec<&Puzzle> = puzzles.collect();
    let new = |it: &&Puzzle| !tried.contains(&it.id);
    let mut open: Vec<&Puzzle> = all.iter().copied().filter(new).collect();
    if open.is_empty() {
        open = all;
    }
    let known = |it: &Puzzle| ratings.iter().find(|(id, _)| *id == it.id).map_or(it.rating.into(), |it| it.1.rating);
    open.sort_by(|one, other| (known(one) - wanted).abs().total_cmp(&(known(other) - wanted).abs()));
    open.truncate(CHOICE);
    open
}

/// Among so many that suit alike, chance decides.
const CHOICE: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> (&'static Info, &'static Puzzle) {
        let long = |it: &&Puzzle| it.line.len() >= 3;
        let found = GAMES.iter().find_map(|it| Some((it.info(), games::puzzles(it.info()).iter().find(long)?)));
        found.expect("some puzzle has two moves to find")
    }

    #[test]
    fn a_puzzle_is_solved_move_by_move() {
        let (info, puzzle) = puzzle();
        let begin = PuzzlePlace::begin(info, puzzle);
        let position = begin.position(puzzle).unwrap();
        let other = position.legal().into_iter().find(|it| *it != puzzle.line[0]).unwrap();
        assert_eq!(attempt(&begin, puzzle, other), (begin.clone(), PuzzleTold::Wrong(other)));
        let (next, told) = attempt(&begin, puzzle, puzzle.line[0]);
        assert_eq!((next.found, told), (2, PuzzleTold::Right(puzzle.line[0], puzzle.line[1])));
        assert!(next.position(puzzle).unwrap().legal().contains(&puzzle.line[2]));
        let last = PuzzlePlace { found: puzzle.line.len() as u8 - 1, ..begin };
        let (done, told) = attempt(&last, puzzle, puzzle.line[puzzle.line.len() - 1]);
        assert!(done.is_done(puzzle) && matches!(told, PuzzleTold::Solved(_)));
        assert!(matches!(attempt(&done, puzzle, puzzle.line[0]).1, PuzzleTold::Wrong(_)));
    }

    #[test]
    fn a_puzzle_that_is_gone_is_refused() {
        let (info, puzzle) = puzzle();
        for place in [
            PuzzlePlace { game: "chess".into(), ..PuzzlePlace::begin(info, puzzle) },
            PuzzlePlace { id: puzzle.id.0 ^ 1, ..PuzzlePlace::begin(info, puzzle) },
        ] {
            assert_eq!(place.find().unwrap_err().code, "puzzle-gone");
        }
    }

    #[test]
    fn solving_raises_the_rating_and_the_streak() {
        let (info, _) = puzzle();
        let hard = first_rating(games::puzzles(info).last().unwrap());
        let (once, after) = PuzzleScore::default().after(hard, true);
        assert!(once.rating.rating > 850.0 && after.rating < hard.rating);
        let easy = first_rating(&Puzzle { rating: 900, ..games::puzzles(info)[0].clone() });
        let third = (0..3).fold(PuzzleScore::default(), |it, _| it.after(easy, true).0);
        assert!((1100.0..1600.0).contains(&third.rating.rating), "three place somebody: {third:?}");
        assert_eq!([PuzzleScore::default(), once, third].map(|it| it.left_to_place()), [3, 2, 0]);
        let (twice, _) = once.after(hard, true);
        let (failed, _) = twice.after(hard, false);
        assert_eq!((twice.streak, failed.streak, failed.best_streak), (2, 0, 2));
        assert_eq!((failed.tried, failed.solved), (3, 2));
    }

    #[test]
    fn what_suits_is_new_and_near() {
        let (info, _) = puzzle();
        let all = games::puzzles(info);
        let near = suitable(all.iter(), &[], &[], 1500.0);
        let again = suitable(all.iter(), &[near[0].id], &[], 1500.0);
        assert!(near.len() == CHOICE && again.iter().all(|it| it.id != near[0].id));
        let everything: Vec<PuzzleId> = all.iter().map(|it| it.id).collect();
        assert_eq!(suitable(all.iter(), &everything, &[], 1500.0).len(), CHOICE, "then they come again");
        // What people have found out counts more than the first guess.
        let far = all.iter().max_by_key(|it| it.rating.abs_diff(1500)).unwrap();
        let known = [(far.id, Rating { rating: 1500.25, ..Rating::default() })];
        assert_eq!(suitable(all.iter(), &[], &known, 1500.25)[0].id, far.id);
    }
}
