//! A figure of the benchmark.

/// One figure.
pub struct Row {
    pub what: String,
    pub value: f64,
    pub unit: &'static str,
    /// What is promised of it.
    pub goal: &'static str,
}

impl Row {
    pub fn new(what: String, value: f64, unit: &'static str, goal: &'static str) -> Self {
        Self { what, value, unit, goal }
    }
}
