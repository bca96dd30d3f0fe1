//! Ratings: Glicko-2 (M. Glickman, *Example of the Glicko-2 system*, 2013) by the `skillratings` library, each match by
//! itself; and what becomes of them while somebody doesn't play. `docs/ratings.md` says it for people.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::{Seat, UserId};
use games::board::Side;
use games::{Outcome, Ruleset};

/// A rating period of somebody who doesn't play: four days. By it a settled rating (deviation 50, volatility 0.06) is
/// provisional again after a year.
const PERIOD_MS: f64 = 4.0 * 24.0 * 3_600_000.0;

/// What a deviation is divided by to be on Glicko-2's own scale, on which volatilities are.
const SCALE: f64 = 173.7178;

/// How strong a player is at a game, and how certain that is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// On a scale where a newcomer has 1500.
    pub rating: f64,
    /// The Glicko-2 deviation: with 95 % probability, the true strength is within two deviations.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// Above this deviation a rating is provisional, and shown with a question mark.
    pub const PROVISIONAL: f64 = 110.0;

    /// By how much the square of a deviation grows in a millisecond without a match, for a volatility of 1.
    pub const GROWTH_PER_MS: f64 = SCALE * SCALE / PERIOD_MS;

    /// The rating of the engine at a level from 1 to 10 under a preset of a game. People are measured against it. It
    /// comes from matches between the levels, and results don't change it.
    pub fn of_engine(ruleset: &Ruleset, level: u8) -> Self {
        let index = usize::from(level.clamp(1, 10)) - 1;
        let rating = ruleset.preset.ratings.map_or(ruleset.info.levels[index].rating, |it| it[index]);
        Self { rating: rating.into(), deviation: 60.0, volatility: 0.06 }
    }

    /// The engine level that is about as strong: the nearest by rating, and the lower one of two equally near.
    pub fn nearest_level(&self, ruleset: &Ruleset) -> u8 {
        let distance = |level: &u8| (Self::of_engine(ruleset, *level).rating - self.rating).abs();
        (1..=10).min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(LevelChoice::DEFAULT)
    }

    /// The rating between this one and another: `weight` of the way there, from 0 to 1.
    pub fn toward(self, other: Self, weight: f64) -> Self {
        let between = |one: f64, other: f64| one + (other - one) * weight;
        Self {
            rating: between(self.rating, other.rating),
            deviation: between(self.deviation, other.deviation),
            volatility: between(self.volatility, other.volatility),
        }
    }

    /// The rating after so long without a rated match: as high, and less certain. Parts of a period count, too.
    pub fn after_pause(self, pause: SignedDuration) -> Self {
        let ms = pause.as_millis().max(0) as f64;
        let square = self.deviation * self.deviation + self.volatility * self.volatility * Self::GROWTH_PER_MS * ms;
        Self { deviation: square.sqrt().min(Self::default().deviation), ..self }
    }

    /// As people read it: a whole number.
    pub fn shown(&self) -> i64 {
        self.rating.round() as i64
    }

    /// Whether its deviation is [`Rating::PROVISIONAL`] or more.
    pub fn is_provisional(&self) -> bool {
        self.deviation >= Self::PROVISIONAL
    }
}

/// The level at which the engine is to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelChoice {
    /// From 1 to 10.
    Of(u8),
    /// As strong as the player is by their rating; [`LevelChoice::DEFAULT`] before the first rated match.
    Auto,
}

impl LevelChoice {
    /// The level if nobody asks for one.
    pub const DEFAULT: u8 = 3;
    /// The level at which a beginner wins.
    pub const EASY: u8 = 1;
    /// The strongest level.
    pub const MAX: u8 = 10;
}

/// The ratings after a match; `score` is the first player's: 1, ½ or 0.
pub fn rate(first: Rating, second: Rating, score: Points) -> (Rating, Rating) {
    let outcome = match score {
        Points::Win => Outcomes::WIN,
        Points::Draw => Outcomes::DRAW,
        Points::Loss => Outcomes::LOSS,
    };
    let (first, second) = glicko2(&first.into(), &second.into(), &outcome, &Glicko2Config::new());
    (first.into(), second.into())
}

/// The same where two have ended so many rated matches in the day before: each of these halves the effect.
pub fn rate_again(before: [Rating; 2], score: Points, earlier: u32) -> [Rating; 2] {
    let weight = 0.5_f64.powi(earlier.min(30) as i32);
    let (first, second) = rate(before[0], before[1], score);
    [before[0].toward(first, weight), before[1].toward(second, weight)]
}

/// What a match is rated by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingBasis {
    /// The ratings of both sides before it.
    pub ratings: [Rating; 2],
    /// How many rated matches the same two ended in the day before.
    pub earlier: u32,
}

/// What a rated match can do to a player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stake {
    pub user: UserId,
    pub before: Rating,
    /// After a win, and after a loss.
    pub won: Rating,
    pub lost: Rating,
}

impl Stake {
    /// The stakes of the people at two seats.
    pub fn of(seats: [Seat; 2], basis: RatingBasis) -> Vec<Self> {
        let ends = [Points::Win, Points::Loss].map(|it| rate_again(basis.ratings, it, basis.earlier));
        let stake = |side: Side| {
            let (own, other) = (side.index(), side.other().index());
            let user = seats[own].user()?;
            Some(Self { user, before: basis.ratings[own], won: ends[own][own], lost: ends[other][own] })
        };
        Side::BOTH.into_iter().filter_map(stake).collect()
    }
}

/// A result as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    Win,
    Draw,
    Loss,
}

impl Points {
    /// The result of an outcome for one side.
    pub fn of(side: Side, outcome: Outcome) -> Self {
        match outcome.winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Self {
        Self { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Self {
        Self { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_between_newcomers_moves_both_alike() {
        let (winner, loser) = rate(Rating::default(), Rating::default(), Points::Win);
        assert!(winner.rating > 1600.0 && (winner.rating + loser.rating - 3000.0).abs() < 1e-6);
        assert!(winner.deviation < 350.0 && winner.is_provisional());
    }

    #[test]
    fn stakes_say_what_comes_of_a_win_and_of_a_loss() {
        let seats = [Seat::User(UserId(1)), Seat::User(UserId(2))];
        let ratings = [Rating { rating: 1712.0, deviation: 60.0, volatility: 0.06 }, Rating::default()];
        for earlier in [0, 1] {
            let stakes = Stake::of(seats, RatingBasis { ratings, earlier });
            let [won, lost] = [Points::Win, Points::Loss].map(|it| rate_again(ratings, it, earlier));
            assert_eq!(stakes[0], Stake { user: UserId(1), before: ratings[0], won: won[0], lost: lost[0] });
            assert_eq!(stakes[1], Stake { user: UserId(2), before: ratings[1], won: lost[1], lost: won[1] });
            assert!(stakes.iter().all(|it| it.lost.rating < it.before.rating && it.before.rating < it.won.rating));
        }
        let once = Stake::of([Seat::Engine(3), seats[1]], RatingBasis { ratings, earlier: 0 });
        assert_eq!(once.iter().map(|it| it.user).collect::<Vec<_>>(), [UserId(2)], "the engine has nothing to lose");
    }

    #[test]
    fn whoever_does_not_play_becomes_less_certain() {
        const DAY: SignedDuration = SignedDuration::from_hours(24);
        let settled = Rating { rating: 1712.0, deviation: 50.0, volatility: 0.06 };
        let after = |days: i32| settled.after_pause(DAY * days);
        assert_eq!((after(0), settled.after_pause(-DAY)), (settled, settled));
        assert!(!after(330).is_provisional() && after(366).is_provisional());
        assert_eq!((after(366).rating, after(366).volatility), (settled.rating, settled.volatility));
        let once = after(300).deviation;
        assert!((after(100).after_pause(DAY * 200).deviation - once).abs() < 1e-9, "it doesn't matter who looks when");
        assert_eq!(after(100_000).deviation, Rating::default().deviation, "nobody is less certain than a newcomer");
    }

    #[test]
    fn levels_get_stronger_and_the_nearest_is_found() {
        for game in games::GAMES {
            let info = game.info();
            assert!(info.levels.is_sorted_by(|one, other| one.rung < other.rung && one.rating < other.rating));
            for preset in info.presets {
                let ruleset = Ruleset::preset(info, preset);
                let found = (1..=10).map(|level| Rating::of_engine(&ruleset, level).nearest_level(&ruleset));
                assert!(found.eq(1..=10), "{ruleset}");
                assert_eq!(Rating { rating: 100.0, ..Rating::default() }.nearest_level(&ruleset), 1);
                assert_eq!(Rating { rating: 9000.0, ..Rating::default() }.nearest_level(&ruleset), 10);
            }
        }
    }

    #[test]
    fn a_draw_between_equals_changes_only_how_sure_they_are() {
        let (first, _) = rate(Rating::default(), Rating::default(), Points::Draw);
        assert!((first.rating - 1500.0).abs() < 1e-6 && first.deviation < 350.0);
    }
}
