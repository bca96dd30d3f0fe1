//! What people say about a match on whose moves a channel votes: `vote`, how long a vote lasts, and who plays the other side.

use games::Refusal;
use play::TimeControl;

use super::clock::SpokenClock;

/// How long a vote lasts unless something else is said, and how long a live one does, in seconds.
const USUAL_SECONDS: u64 = 12 * 3600;
const LIVE_SECONDS: u64 = 60;

/// The word with which another channel is asked to play the other side.
pub const OTHERS: &str = "others";

/// Who plays the other side of a match on which a channel votes, as far as something was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpokenRival {
    Engine,
    /// Another channel, which is to join.
    Others,
    /// The channel of the match with this code.
    Code(String),
}

/// What was said about voting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SpokenVote {
    is_wanted: bool,
    pub others: bool,
    pub code: Option<String>,
}

impl SpokenVote {
    /// Takes a word, if it's about voting.
    pub fn hear(&mut self, word: &str) -> bool {
        match word {
            "vote" | "votes" | "voting" => {}
            OTHERS => self.others = true,
            code if is_code(code) => self.code = Some(code.to_uppercase()),
            _ => return false,
        }
        self.is_wanted = true;
        true
    }

    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }
}

/// Whether a word looks like the code of a match: its number, and what was drawn for it.
fn is_code(word: &str) -> bool {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_drawn = |it: &str| it.len() == 5 && it.bytes().all(|it| it.is_ascii_alphanumeric());
    word.split_once('-').is_some_and(|(number, drawn)| is_number(number) && is_drawn(drawn))
}

/// How long each vote lasts.
pub fn time_for_vote(window: &SpokenClock) -> Result<TimeControl, Refusal> {
    let refuse = || Refusal::new("bad-vote-time");
    let spoken = window.meant(None)?;
    let is_live = spoken.is_some() && spoken == TimeControl::preset("live");
    let seconds = match spoken {
        None => USUAL_SECONDS,
        Some(_) if is_live => LIVE_SECONDS,
        Some(clock) => clock.reserve.into(),
    };
    let each = TimeControl::timed(seconds, None).map_err(|_| refuse())?;
    if is_live || spoken.is_none_or(|it| it == each) { Ok(each) } else { Err(refuse()) }
}
