//! A fixed task: always the same positions to the same depth. The number of nodes is the engine's *signature*: it changes
//! with every change of search or evaluation and with nothing else; nodes by time is its speed.

use std::time::Duration;

use super::{
    limits::{Limits, Stop},
    question::{Memory, Question, analyse_with},
};
use crate::games;

/// The ruleset of all positions.
const RULES: &str = "loa:mso";

/// From random games, and from games of the Computer Olympiad of 2000 after some moves.
const POSITIONS: [&str; 12] = [
    "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
    "1bbbb1b1/w6w/2w4b/w6w/w6w/w5bw/w6w/1bbb1bb1 w",
    "wbwbbb2/w1w4w/8/7w/3b3w/b2b3b/w6w/1b2b3 b",
    "2b5/3w1b1w/4w3/4w3/w6w/wbb1b2w/3w2bw/1b1b4 b",
    "1b3b2/4ww2/8/4b1w1/8/b4b2/w2w4/1b1wbb1b w",
    "1b1bbwb1/w1wb4/bb6/7b/7w/bw5w/w7/1b2w3 b",
    "5bb1/2w5/6bw/wb1wb3/w6w/4w1bw/2w4b/1b1b4 b",
    "w7/2w5/1b3w2/bb6/4b3/2wb2w1/3w4/8 b",
    "3w3w/1w6/6b1/1w2b3/7w/2w5/6wb/3b4 w",
    "1b1b2b1/w6w/w2bb2w/w1b4w/8/1w1b1w2/w3w1bw/1b6 b",
    "2w5/8/1b2b2w/2b5/8/2w1b3/1w4w1/1b1b4 w",
    "1bbb1bb1/8/w3b2w/w1ww1w2/w1b2w2/w3bb1w/w6w/1b1bb3 b",
];

/// Plies to which each is searched.
pub const DEPTH: u32 = 7;

/// The nodes that searching every position to [`DEPTH`] takes.
pub fn signature() -> u64 {
    run(DEPTH).0
}

/// Searches every position to a depth: nodes and time.
pub fn run(depth: u32) -> (u64, Duration) {
    questions().iter().fold((0, Duration::ZERO), |(nodes, time), question| {
        let report = analyse_with(question, &Limits::depth(depth), &Stop::new(), &mut Memory::new(16));
        report.map_or((nodes, time), |it| (nodes + it.nodes, time + it.time))
    })
}

/// The positions, as questions.
pub fn questions() -> Vec<Question> {
    let Some(ruleset) = games::read_ruleset(RULES) else { return Vec::new() };
    POSITIONS.iter().map(|it| Question::new(ruleset.clone(), Some((*it).to_owned()), Vec::new())).collect()
}
