//! Values of positions: numbers inside the search, words outside.

use std::fmt;

use games::net;

/// The longest line of play that is searched, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// The value of a position that is won already; a win `n` plies off is worth `n` less.
pub(crate) const WON: i32 = 30_000;

/// Values beyond this, either way, are proven wins and losses.
pub(crate) const PROVEN: i32 = WON - 1000;

/// More than any value.
pub(crate) const INFINITE: i32 = WON + 1;

/// Whether a value is a proven win or loss.
pub(crate) fn is_proven(value: i32) -> bool {
    value.abs() > PROVEN
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Score {
    /// Hundredths of a piece, or of what comes nearest; above 0 is good.
    Cp(i32),
    /// A proven win, in so many plies from now at most, the winning move included.
    Win(u32),
    /// A proven loss, in so many plies from now at most.
    Loss(u32),
}

impl Score {
    pub(crate) fn from_value(value: i32) -> Self {
        if value > PROVEN {
            Self::Win((WON - value).max(0) as u32)
        } else if value < -PROVEN {
            Self::Loss((WON + value).max(0) as u32)
        } else {
            Self::Cp(value)
        }
    }

    /// One number that orders scores: hundredths between -20 000 and 20 000, wins and losses beyond, the quicker the
    /// farther out.
    pub fn value(self) -> i32 {
        match self {
            Self::Cp(hundredths) => hundredths,
            Self::Win(plies) => WON - plies as i32,
            Self::Loss(plies) => plies as i32 - WON,
        }
    }

    /// How likely the side to move wins: a logistic function of the hundredths, on the scale to which the evaluations'
    /// weights are fitted. 1 or 0 where that is proven.
    pub fn chance(self) -> f64 {
        match self {
            Self::Cp(hundredths) => 1.0 / (1.0 + (-f64::from(hundredths) / f64::from(net::SCALE)).exp()),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
        }
    }

    /// Whether the result is proven.
    pub fn is_proven(self) -> bool {
        !matches!(self, Self::Cp(_))
    }
}

/// `+0.35`, `win in 5`, `loss in 4` (plies).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(hundredths) => write!(f, "{:+.2}", f64::from(*hundredths) / 100.0),
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// Proven values count plies from the root; a table counts them from the position it keeps.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value > PROVEN {
        value + ply as i32
    } else if value < -PROVEN {
        value - ply as i32
    } else {
        value
    }
}

/// Undoes [`to_table`].
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value > PROVEN {
        value - ply as i32
    } else if value < -PROVEN {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_scores_tell_the_same() {
        for (value, score) in [(35, Score::Cp(35)), (WON - 3, Score::Win(3)), (4 - WON, Score::Loss(4))] {
            assert_eq!(Score::from_value(value), score);
            assert_eq!(score.value(), value);
            assert_eq!(from_table(to_table(value, 7), 7), value);
        }
        assert_eq!(Score::Cp(-35).to_string(), "-0.35");
    }

    #[test]
    fn chances_are_fair_at_zero_and_certain_where_proven() {
        assert_eq!([Score::Cp(0), Score::Win(5), Score::Loss(4)].map(Score::chance), [0.5, 1.0, 0.0]);
        assert!((Score::Cp(150).chance() - 0.731).abs() < 0.001);
        assert!((Score::Cp(150).chance() + Score::Cp(-150).chance() - 1.0).abs() < 1e-12);
    }
}
