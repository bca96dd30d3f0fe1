//! Values of positions in which whoever cannot move has lost: exact, and independent of all the rest of the board.
//!
//! The theory is Conway's (*On Numbers and Games*, 1976; Berlekamp, Conway, Guy, *Winning Ways*, 1982; Siegel,
//! *Combinatorial Game Theory*, 2013). A value is kept in its canonical form: no option is dominated by another one, and
//! those that the other side would reverse are replaced by what follows. Two positions have the same canonical form if,
//! and only if, no sum they are part of can tell them apart. So each form is kept once, and a value is its number.

mod canonical;
mod key;

use std::hash::Hash;

pub(crate) use self::key::Key;
use crate::board::{GOLDEN, scrambled};
use crate::shared::quick_map::QuickMap;

/// A value, as a number that only the [`Values`] it came from understands. Equal values are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Value(u32);

/// The values of the options of one side, sorted.
type Options = Box<[Value]>;

/// What is kept of a value.
struct Known {
    /// Left's options and Right's.
    options: [Options; 2],
    /// In units of 1 / [`UNIT`], if it is a number.
    number: Option<i32>,
    key: Key,
}

/// One in the units of [`Values::number`].
pub(crate) const UNIT: i32 = 1 << 16;

/// All values met so far.
pub(crate) struct Values {
    known: Vec<Known>,
    names: QuickMap<[Options; 2], Value>,
    /// Whether the one is at most the other.
    order: QuickMap<[Value; 2], bool>,
    sums: QuickMap<[Value; 2], Value>,
    /// Whether Left wins a sum, by who begins.
    wins: QuickMap<(Options, bool), bool>,
}

/// A sum of more parts than these is not worked out: each part multiplies the work.
const MAX_PARTS: usize = 5;

impl Values {
    /// The value of what nobody can move in.
    pub(crate) const ZERO: Value = Value(0);

    pub(crate) fn new() -> Self {
        let mut values = Self {
            known: Vec::new(),
            names: QuickMap::default(),
            order: QuickMap::default(),
            sums: QuickMap::default(),
            wins: QuickMap::default(),
        };
        values.of([Vec::new(), Vec::new()]);
        values
    }

    /// The value of a position from which Left and Right can move to positions of such values.
    pub(crate) fn of(&mut self, options: [Vec<Value>; 2]) -> Value {
        let options = self.canonical(options);
        if let Some(known) = self.names.get(&options) {
            return *known;
        }
        let value = Value(self.known.len() as u32);
        let number = self.number_of(&options);
        let key = self.key_of(&options);
        self.known.push(Known { options: options.clone(), number, key });
        self.names.insert(options, value);
        value
    }

    /// The value of a number, given in units of 1 / [`UNIT`].
    pub(crate) fn of_number(&mut self, number: i32) -> Value {
        let side = |it: Option<Value>| it.into_iter().collect();
        let options = if number % UNIT == 0 {
            let nearer = (number != 0).then(|| self.of_number(number - UNIT * number.signum()));
            if number > 0 { [nearer, None] } else { [None, nearer] }
        } else {
            let step = 1 << number.trailing_zeros();
            [number - step, number + step].map(|it| Some(self.of_number(it)))
        };
        self.of(options.map(side))
    }

    /// The options of a side in canonical form.
    fn options(&self, value: Value, left: bool) -> &[Value] {
        &self.known[value.0 as usize].options[usize::from(!left)]
    }

    /// In units of 1 / [`UNIT`], if it is a number.
    pub(crate) fn number(&self, value: Value) -> Option<i32> {
        self.known[value.0 as usize].number
    }

    pub(crate) fn key(&self, value: Value) -> Key {
        self.known[value.0 as usize].key
    }

    /// Whether Left would never rather have `one` than `other`, whatever else there is.
    pub(crate) fn is_at_most(&mut self, one: Value, other: Value) -> bool {
        if one == other {
            return true;
        }
        if let Some(known) = self.order.get(&[one, other]) {
            return *known;
        }
        let mut holds = true;
        for index in 0..self.options(one, true).len() {
            let left = self.options(one, true)[index];
            holds = holds && !self.is_at_most(other, left);
        }
        for index in 0..self.options(other, false).len() {
            let right = self.options(other, false)[index];
            holds = holds && !self.is_at_most(right, one);
        }
        keep(&mut self.order, [one, other], holds);
        holds
    }

    /// The value with the sides exchanged.
    pub(crate) fn negative(&mut self, value: Value) -> Value {
        let options = [false, true].map(|left| {
            let options = self.options(value, left).to_vec();
            options.into_iter().map(|it| self.negative(it)).collect()
        });
        self.of(options)
    }

    /// The value of two positions beside each other.
    pub(crate) fn sum(&mut self, one: Value, other: Value) -> Value {
        let pair = if one < other { [one, other] } else { [other, one] };
        if pair[0] == Self::ZERO {
            return pair[1];
        }
        if let Some(known) = self.sums.get(&pair) {
            return *known;
        }
        let options = [true, false].map(|left| {
            let [of_one, of_other] = pair.map(|it| self.options(it, left).to_vec());
            let in_one = of_one.into_iter().map(|it| [it, pair[1]]);
            let moves: Vec<[Value; 2]> = in_one.chain(of_other.into_iter().map(|it| [pair[0], it])).collect();
            moves.into_iter().map(|[one, other]| self.sum(one, other)).collect()
        });
        let sum = self.of(options);
        keep(&mut self.sums, pair, sum);
        sum
    }

    /// Whether Left wins a sum of values; `None` if it has so many parts that working it out could take long.
    pub(crate) fn left_wins(&mut self, parts: impl IntoIterator<Item = Value>, left_begins: bool) -> Option<bool> {
        let parts: Vec<Value> = parts.into_iter().filter(|it| *it != Self::ZERO).collect();
        (parts.len() <= MAX_PARTS).then(|| self.left_wins_few(parts, left_begins))
    }

    fn left_wins_few(&mut self, mut parts: Vec<Value>, left_begins: bool) -> bool {
        parts.retain(|it| *it != Self::ZERO);
        parts.sort_unstable();
        self.left_wins_sorted(parts.into(), left_begins)
    }

    fn left_wins_sorted(&mut self, parts: Options, left_begins: bool) -> bool {
        let entry = (parts, left_begins);
        if let Some(known) = self.wins.get(&entry) {
            return *known;
        }
        let (parts, _) = &entry;
        let mut wins = !left_begins;
        for (index, part) in parts.iter().enumerate() {
            for option in self.options(*part, left_begins).to_vec() {
                let mut next = parts.to_vec();
                next[index] = option;
                if wins != left_begins && self.left_wins_few(next, !left_begins) == left_begins {
                    wins = left_begins;
                }
            }
        }
        keep(&mut self.wins, entry, wins);
        wins
    }

    /// The number that a canonical form is: every option of Left's is a number less than every one of Right's.
    fn number_of(&self, options: &[Options; 2]) -> Option<i32> {
        let [left, right] = options;
        match (left.len(), right.len()) {
            (0, 0) => Some(0),
            (1, 0) => self.number(left[0]).map(|it| it + UNIT),
            (0, 1) => self.number(right[0]).map(|it| it - UNIT),
            (1, 1) => {
                let (left, right) = (self.number(left[0])?, self.number(right[0])?);
                (left < right).then_some((left + right) / 2)
            }
            _ => None,
        }
    }

    fn key_of(&self, options: &[Options; 2]) -> Key {
        let side = |options: &Options, turned: bool| {
            let keys = options.iter().map(|it| if turned { self.key(*it).negative() } else { self.key(*it) });
            keys.fold(0, |hash: u64, it| hash.wrapping_add(it.mixed(1)))
        };
        let hash = |left: u64, right: u64| scrambled(scrambled(left ^ GOLDEN).wrapping_add(right));
        let [left, right] = options;
        if left.is_empty() && right.is_empty() {
            return Key::default();
        }
        Key::new(hash(side(left, false), side(right, false)), hash(side(right, true), side(left, true)))
    }
}

/// How many comparisons, sums and winners are remembered.
const MAX_REMEMBERED: usize = 1 << 18;

/// Remembers one thing more; a full memory is emptied first, since all can be worked out again.
fn keep<K: Eq + Hash, V>(memory: &mut QuickMap<K, V>, key: K, value: V) {
    if memory.len() >= MAX_REMEMBERED {
        memory.clear();
    }
    memory.insert(key, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zero, star, up, one, the half, and the switch of one.
    fn some() -> (Values, [Value; 6]) {
        let mut values = Values::new();
        let zero = Values::ZERO;
        let star = values.of([vec![zero], vec![zero]]);
        let up = values.of([vec![zero], vec![star]]);
        let one = values.of([vec![zero], vec![]]);
        let half = values.of([vec![zero], vec![one]]);
        let minus = values.negative(one);
        let switch = values.of([vec![one], vec![minus]]);
        (values, [zero, star, up, one, half, switch])
    }

    #[test]
    fn equal_values_have_equal_names() {
        let (mut values, [zero, star, up, one, half, switch]) = some();
        let down = values.negative(up);
        assert_eq!(values.sum(star, star), zero);
        assert_eq!(values.sum(switch, switch), zero);
        assert_eq!(values.sum(half, half), one);
        assert_eq!(values.sum(up, down), zero);
        // *Winning Ways*: ↑ + ↑ + * is {0 | ↑}, as its options show after reversal.
        let double = values.sum(up, up);
        assert_eq!(values.sum(double, star), values.of([vec![zero], vec![up]]));
        // Dominated and reversible options leave no trace.
        assert_eq!(values.of([vec![zero, down], vec![zero]]), star);
        assert_eq!(values.of([vec![star], vec![star]]), zero);
        assert_eq!(values.of_number(UNIT / 2), half);
        assert_eq!(values.of_number(-UNIT), values.negative(one));
    }

    #[test]
    fn values_are_ordered() {
        let (mut values, [zero, star, up, one, half, switch]) = some();
        let mut less = |one, other| values.is_at_most(one, other) && !values.is_at_most(other, one);
        assert!(less(zero, up) && less(up, half) && less(half, one));
        assert!(!less(zero, star) && !less(star, zero) && !less(star, up) && !less(up, star));
        assert!(!less(zero, switch) && !less(switch, zero));
    }

    #[test]
    fn numbers_are_known() {
        let (mut values, [zero, star, up, one, half, switch]) = some();
        let quarter = values.of([vec![zero], vec![half]]);
        let numbers = [zero, one, half, quarter, star, up, switch].map(|it| values.number(it));
        assert_eq!(numbers, [Some(0), Some(UNIT), Some(UNIT / 2), Some(UNIT / 4), None, None, None]);
        for number in [0, UNIT, -3 * UNIT, 3 * UNIT / 4, -5 * UNIT / 8] {
            let value = values.of_number(number);
            assert_eq!(values.number(value), Some(number));
        }
    }

    #[test]
    fn sums_are_won_as_their_value_is() {
        let (mut values, some) = some();
        for one in some {
            for other in some {
                let sum = values.sum(one, other);
                // Left wins, when Right begins, exactly what is at least zero.
                assert_eq!(values.left_wins([one, other], false), Some(values.is_at_most(Values::ZERO, sum)));
                assert_eq!(values.left_wins([other, one], true), Some(!values.is_at_most(sum, Values::ZERO)));
            }
        }
    }

    #[test]
    fn keys_of_negatives_cancel() {
        let (mut values, some) = some();
        for value in some {
            let mut key = values.key(value);
            let negative = values.negative(value);
            key.add(values.key(negative));
            assert_eq!(key, Key::default());
            assert_eq!(value == Values::ZERO, values.key(value) == Key::default());
        }
    }
}
