//! The moves of the matches that are played to a quick end.

use games::AnyPosition;
use games::board::Move;

use play::{Match, MatchId};

/// The shortest game of Lines of Action (M. Winands, 2000): some rated matches end with its last move.
const SCRIPT: [&str; 9] = ["d1-b3", "h5-g4", "b1-b4", "g4-g1", "b4-e7", "a3-c1", "b3-e6", "h3-f1", "e1-e5"];

/// Whether a match is played by the script if it is rated: every second one is.
pub(super) fn has_script(id: MatchId) -> bool {
    id.0 % 2 == 0
}

/// The next move of the script, if a match is played by it.
pub(super) fn scripted(current: &Match, position: &dyn AnyPosition) -> Option<Move> {
    let played = current.moves.iter().map(String::as_str);
    let is_meant =
        current.rated && has_script(current.id) && played.eq(SCRIPT.iter().copied().take(current.moves.len()));
    let next = SCRIPT.get(current.moves.len()).filter(|_| is_meant)?;
    position.read(next).ok()
}
