//! How far a long command has got, told on stderr where a person may be looking.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many `units`, with room for a message; nothing where stderr is no terminal.
pub(super) fn bar(count: u64, units: &str) -> ProgressBar {
    let template = format!("{{bar:20}} {{pos}}/{{len}} {units}  {{msg}}  {{eta}} left");
    // The template is one that can be read; if it were not, a plain bar is as good.
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style)
}
