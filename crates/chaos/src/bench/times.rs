//! Times that were measured, and what can be said of them together.

use std::time::Duration;

/// Times in milliseconds, by rank.
pub struct Times(Vec<f64>);

impl Times {
    pub fn new(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut times: Vec<f64> = times.into_iter().map(|it| it.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    /// The time that so many of a hundred do not exceed.
    pub fn percentile(&self, share: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * share / 100).copied().unwrap_or(f64::NAN)
    }
}
