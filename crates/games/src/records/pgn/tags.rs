//! The tags that mean something.

/// The names that other programs give to the position from which a game starts.
pub(super) const POSITIONS: &[&str] = &[
    POSITION,
    "FEN",
    "StartPosition",
    "StartingPosition",
    "InitialPosition",
    "StartFEN",
    "InitialFEN",
    "SetUpPosition",
];

/// The tags that have a field of their own; the players' come to these.
pub(super) const GAME: &str = "Game";
pub(super) const RULES: &str = "Rules";
pub(super) const RESULT: &str = "Result";
pub(super) const REASON: &str = "Reason";
pub(super) const POSITION: &str = "Position";
