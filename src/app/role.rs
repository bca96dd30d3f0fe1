//! What a process is for.

/// What a process is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It listens, answers, and does what is due.
    Bot,
    /// It does what is due: engine moves, boards, reminders, time-outs.
    Worker,
}
