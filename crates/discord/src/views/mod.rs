//! What people see, as pure functions from facts to [`View`]s.

pub(super) mod advice;
pub(super) mod board;
pub(super) mod cards;
pub(super) mod clock;
mod conversion;
pub(super) mod daily;
pub(super) mod explored;
pub(super) mod export;
pub(super) mod help;
pub(super) mod lessons;
pub(super) mod lists;
pub(super) mod menus;
pub(super) mod notices;
pub(super) mod panel;
pub(super) mod plans;
pub(super) mod puzzles;
pub(super) mod replay;
pub(super) mod settings;
pub(super) mod share;
#[cfg(test)]
mod snapshots;
pub(super) mod standings;
#[cfg(test)]
pub(super) mod test_positions;
mod view;
pub mod votes;

pub(super) use self::conversion::{Rendering, controls_in, option_text};
pub(super) use self::view::{
    Button, Embed, Form, FormField, MAX_CONTENT_CHARS, MAX_OPTIONS, Picture, SelectMenu, SelectOption, Style, View,
};
use self::view::{MAX_LISTED_CHARS, MAX_OPTION_CHARS};
use games::Ruleset;
use play::decide::{self, Rival, WhyCasual};
use play::{SideChoice, Stake, UserId};
pub(super) use texts::matches::{SentenceFact, numbered, say_about, say_of, seat_name, side_name};
use texts::{Text, say};

/// What a rated match can do to the ratings of people, whom `named` names; `none` if that isn't known.
pub(super) fn stakes(stakes: &[Stake], named: impl Fn(UserId) -> Text) -> Text {
    let stake = |it: &Stake| {
        let (before, won, lost) = (it.before.shown(), it.won.shown(), it.lost.shown());
        let facts = [
            ("player", named(it.user)),
            ("win", (won - before).into()),
            ("loss", (before - lost).into()),
            ("provisional", it.before.is_provisional().into()),
        ];
        say("stake", &facts)
    };
    match stakes.is_empty() {
        true => "none".into(),
        false => Text::joined("; ", stakes.iter().map(stake)),
    }
}

/// Why a match on these terms is not rated, as a key for the texts: `rated` if it is, `asked` if somebody wanted it
/// casual.
pub(super) fn why_casual(wish: Option<bool>, ruleset: &Ruleset, side: SideChoice, rival: Rival) -> &'static str {
    match decide::why_casual(ruleset, side, rival) {
        Some(WhyCasual::OwnRules) => "rules",
        Some(WhyCasual::ChosenSide) => "side",
        Some(WhyCasual::Hints) => "hints",
        None if wish == Some(false) => "asked",
        None => "rated",
    }
}
