//! Values that the arguments of several commands have.

/// A part of the whole.
pub(super) fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|it| (0.0..=1.0).contains(it)).ok_or_else(|| "it must be from 0 to 1".to_owned())
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|it| (1..=256).contains(it))
        .ok_or_else(|| "it must be a whole number from 1 to 256".to_owned())
}
