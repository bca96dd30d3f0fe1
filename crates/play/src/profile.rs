//! What a person's matches say about them. Pure.

use std::collections::BTreeMap;

use super::ports::{MAX_RATING_HISTORY, OpponentTally, ResultTally, Standing};
use super::puzzles::PuzzleScore;
use super::{Match, Rating, UserId};

/// A person's results.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    pub standings: Vec<Standing>,
    pub tallies: Vec<ResultTally>,
    /// Whom the person has played most.
    pub opponents: Vec<OpponentTally>,
    /// How many matches in a row the person has won lately.
    pub wins_in_a_row: u32,
    pub openings: Vec<FavoriteOpening>,
    pub progress: Option<RatingProgress>,
    /// How well they do at puzzles, by the key of the game.
    pub puzzles: BTreeMap<String, PuzzleScore>,
}

/// How a person's matches of a game most often begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FavoriteOpening {
    /// The key of the game.
    pub game: String,
    /// The first two plies.
    pub moves: [String; 2],
    pub count: u32,
    /// Of how many matches that is.
    pub matches: u32,
}

/// How a person's rating at a game has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingProgress {
    /// The key of the game.
    pub game: String,
    /// How many of the last rated matches it tells of.
    pub matches: u32,
    /// The rating after each of these, the oldest first; where these are all, after the one that a newcomer has.
    pub ratings: Vec<Rating>,
}

/// With fewer rated matches, a rating is about as unsure as it was.
pub const LEAST_CHARTED: u32 = 5;

impl RatingProgress {
    /// By the ratings after the last rated matches of a game; `None` if there were too few to tell how they change.
    pub fn of(game: String, history: Vec<Rating>) -> Option<Self> {
        let matches = history.len() as u32;
        let start = (matches < MAX_RATING_HISTORY).then(Rating::default);
        (matches >= LEAST_CHARTED).then(|| Self { game, matches, ratings: start.into_iter().chain(history).collect() })
    }
}

/// How many of these matches a person has won in a row; the newest come first, and those without a result don't count.
pub fn wins_in_a_row(matches: &[Match], user: UserId) -> u32 {
    let counted = matches.iter().filter(|it| it.outcome.is_some_and(|end| end.counts()));
    let has_won = |it: &&Match| it.side_of(user).is_some() && it.outcome.and_then(|end| end.winner) == it.side_of(user);
    counted.take_while(has_won).count() as u32
}

/// The opening of each game that is there more than once, and more often than any other.
pub fn favorite_openings(matches: &[Match]) -> Vec<FavoriteOpening> {
    let mut games: BTreeMap<&str, BTreeMap<[&String; 2], u32>> = BTreeMap::new();
    for played in matches.iter().filter(|it| it.opening.is_none()) {
        if let [one, other, ..] = played.moves.as_slice() {
            *games.entry(played.ruleset.info.key).or_default().entry([one, other]).or_default() += 1;
        }
    }
    let favorite = |(game, counts): (&str, BTreeMap<[&String; 2], u32>)| {
        let (moves, count) = counts.iter().max_by_key(|it| it.1)?;
        let is_alone = counts.values().filter(|it| *it == count).count() == 1;
        let (moves, matches) = (moves.map(Clone::clone), counts.values().sum());
        (*count > 1 && is_alone).then(|| FavoriteOpening { game: game.to_owned(), moves, count: *count, matches })
    };
    games.into_iter().filter_map(favorite).collect()
}

#[cfg(test)]
mod tests {
    use games::board::Side;
    use games::{Outcome, Reason};
    use jiff::Timestamp;

    use super::*;
    use crate::{ChannelId, MatchId, NewMatch, Place, Seat};

    const ANN: UserId = UserId(1);

    fn ended(rules: &str, moves: &str, winner: Option<Side>) -> Match {
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset(rules).unwrap(),
            [Seat::User(ANN), Seat::Engine(3)],
        );
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let outcome = Some(Outcome { winner, reason: Reason::Resigned });
        Match { moves, outcome, ..begun.begun(MatchId(1), Timestamp::UNIX_EPOCH) }
    }

    #[test]
    fn a_rating_is_charted_once_there_are_five_matches() {
        let charted = |matches| RatingProgress::of("loa".to_owned(), vec![Rating::default(); matches]);
        assert_eq!(charted(4), None);
        assert_eq!(charted(5).map(|it| (it.matches, it.ratings.len())), Some((5, 6)), "and where it began");
    }

    #[test]
    fn a_streak_ends_where_somebody_else_has_won() {
        let won = || ended("loa", "", Some(Side::First));
        let aborted = Match { outcome: Some(Outcome::ABORTED), ..won() };
        let lost = ended("loa", "", Some(Side::Second));
        assert_eq!(wins_in_a_row(&[won(), aborted, won(), lost, won()], ANN), 2);
        assert_eq!(wins_in_a_row(&[ended("loa", "", None), won()], ANN), 0);
        assert_eq!(wins_in_a_row(&[won()], UserId(2)), 0);
    }

    #[test]
    fn a_favorite_is_played_more_often_than_anything_else() {
        let of = |moves: &[&str]| {
            let matches: Vec<Match> = moves.iter().map(|it| ended("loa", it, None)).collect();
            favorite_openings(&matches)
                .into_iter()
                .map(|it| (it.moves.join(" "), it.count, it.matches))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&["b1-b3 a2-c2 x", "b1-b3 a2-c2", "d1-d3 a2-c2", "b1-b3"]), [("b1-b3 a2-c2".to_owned(), 2, 3)]);
        assert_eq!(of(&["b1-b3 a2-c2", "d1-d3 a2-c2"]), [], "once is no habit");
        assert_eq!(of(&["b1-b3 a2-c2", "b1-b3 a2-c2", "d1-d3 a2-c2", "d1-d3 a2-c2"]), [], "nor are two the favorite");
    }
}
