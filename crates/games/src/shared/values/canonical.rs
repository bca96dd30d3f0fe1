//! The canonical form of a value: its options without those that are dominated or reversed.

use super::{Options, Value, Values};

impl Values {
    /// The options in canonical form.
    pub(super) fn canonical(&mut self, mut options: [Vec<Value>; 2]) -> [Options; 2] {
        while self.bypass_one(&mut options) {}
        [true, false].map(|left| self.undominated(&options[usize::from(!left)], left))
    }

    /// Replaces one option that the other side would reverse, if there is one, by what follows it.
    fn bypass_one(&mut self, options: &mut [Vec<Value>; 2]) -> bool {
        for left in [true, false] {
            let side = usize::from(!left);
            for index in 0..options[side].len() {
                let option = options[side][index];
                let answers = self.options(option, !left).to_vec();
                if let Some(answer) = answers.into_iter().find(|it| self.compares(options, *it, left)) {
                    options[side].swap_remove(index);
                    let following = self.options(answer, left).iter().filter(|it| !options[side].contains(it));
                    let following: Vec<Value> = following.copied().collect();
                    options[side].extend(following);
                    return true;
                }
            }
        }
        false
    }

    /// Whether a position with these options is at least (or else at most) `value`.
    fn compares(&mut self, options: &[Vec<Value>; 2], value: Value, at_least: bool) -> bool {
        // No answer of the side that is to be worse off may be good enough for it.
        let own = usize::from(at_least);
        for option in &options[own] {
            let [less, more] = if at_least { [*option, value] } else { [value, *option] };
            if self.is_at_most(less, more) {
                return false;
            }
        }
        let answers = self.options(value, at_least).to_vec();
        !answers.into_iter().any(|it| self.compares(options, it, !at_least))
    }

    /// The options without those that another one is at least as good as, sorted.
    fn undominated(&mut self, options: &[Value], left: bool) -> Options {
        let mut best: Vec<Value> = Vec::with_capacity(options.len());
        for option in options {
            if !best.iter().any(|other| self.is_as_good(*other, *option, left)) {
                best.retain(|other| !self.is_as_good(*option, *other, left));
                best.push(*option);
            }
        }
        best.sort_unstable();
        best.into()
    }

    fn is_as_good(&mut self, one: Value, other: Value, to_left: bool) -> bool {
        if to_left { self.is_at_most(other, one) } else { self.is_at_most(one, other) }
    }
}
