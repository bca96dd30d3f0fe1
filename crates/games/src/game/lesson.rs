//! Lessons: small boards with one thing to do on each, by which people are taught a game.

use crate::board::Move;

/// One thing to do on a small board. Its texts are `GAME-lesson-KEY` (what to do), and the same with `-done` and `-wrong`:
/// what is said of a move that does it, and of any other legal one.
#[derive(Debug)]
pub struct Lesson {
    /// Its word in the keys of its texts, unique in its game.
    pub key: &'static str,
    /// Its ruleset in words that the game knows, like `size=5x5`.
    pub rules: &'static str,
    pub position: &'static str,
    pub task: LessonTask,
    /// All moves that do it, in order of their squares.
    pub accepted: &'static [&'static str],
}

/// What is to be done, so that the rules can tell whether a move does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonTask {
    /// Move to this square.
    Reach(&'static str),
    /// Take a piece.
    Take,
    /// Take the piece on this square.
    TakeOn(&'static str),
    /// Win the game with this move.
    Win,
    /// Keep the other side from winning with its next move.
    Block,
    /// Win by force, whatever the other side does: by looking at everything to the end of the game.
    Force,
}

impl Lesson {
    /// Whether a legal move does what is asked.
    pub fn is_done_by(&self, mv: Move) -> bool {
        self.accepted.iter().any(|it| *it == mv.to_string())
    }
}
