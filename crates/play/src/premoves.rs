//! Premoves: a move that is chosen before it's one's turn, and played as soon as it can be. With live clocks only. Pure.

use games::board::{Move, Square};
use games::{Refusal, Syntax};
use jiff::Timestamp;

use super::steps::{self, MadeBy};
use super::{Board, Premove, PremoveObstacle, TimeControl, UserId, decide};

/// Whether `user` may choose a premove now; the index of the side.
pub fn may_premove(board: &Board, user: UserId) -> Result<usize, Refusal> {
    let side = decide::may_think_ahead(board, user)?;
    match board.current.clock.control.is_some_and(TimeControl::is_live) {
        true => Ok(side.index()),
        false => Err(Refusal::new("premove-needs-live-clock")),
    }
}

/// The board after `user` has chosen a premove, written as two squares, in place of an earlier one. Nobody knows yet whether
/// it will be legal.
pub fn premove(board: &Board, user: UserId, text: &str) -> Result<Board, Refusal> {
    let side = may_premove(board, user)?;
    let chosen = read(board, text).ok_or_else(|| Refusal::new("premove-unreadable"))?;
    if board.position.pieces(board.position.to_move()).contains(chosen.from) {
        return Err(Refusal::new("premove-not-yours").with("square", chosen.from.to_string()));
    }
    let mut next = board.clone();
    next.current.premoves[side] = Some(Premove { chosen: chosen.to_string(), dropped: None });
    Ok(next)
}

/// The board after `user` has taken a premove back.
pub fn take_back(board: &Board, user: UserId) -> Result<Board, Refusal> {
    let side = decide::player_in(&board.current, user)?.index();
    let mut next = board.clone();
    next.current.premoves[side].take().map(|_| next).ok_or_else(|| Refusal::new("nothing-is-prepared"))
}

/// Two squares of the board, written as in any move.
fn read(board: &Board, text: &str) -> Option<Move> {
    let Ok(Syntax::Whole(named)) = text.parse::<Syntax>() else { return None };
    let is_there = |it: &Square| board.position.shape().contains(*it);
    Some(Move::new(named.from, named.to)).filter(|it| it.from != it.to && is_there(&it.from) && is_there(&it.to))
}

/// The board after the premove of the side to move was played, or dropped because it can't be; `None` if none waits.
pub(crate) fn after_premove(board: &Board, now: Timestamp) -> Option<Board> {
    let current = &board.current;
    let side = current.to_move().index();
    let premove = current.premoves[side].as_ref().filter(|it| it.waits() && current.outcome.is_none())?;
    let played = || {
        let chosen = board.position.read(&premove.chosen).ok()?;
        steps::moved(board, chosen, MadeBy::Automatic, now).ok()
    };
    let dropped = |why| {
        let mut next = board.clone();
        next.current.premoves[side] = Some(Premove { dropped: Some(why), ..premove.clone() });
        next
    };
    Some(match current.waits_for_player() {
        true => dropped(PremoveObstacle::Offer),
        false => played().unwrap_or_else(|| dropped(PremoveObstacle::Illegal)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agreement, ChannelId, MatchId, NewMatch, Offer, OfferKind, Place, Seat};

    const BLACK: UserId = UserId(1);
    const WHITE: UserId = UserId(2);

    fn board(clock: &str, moves: &str) -> Board {
        let mut begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset("loa").unwrap(),
            [Seat::User(BLACK), Seat::User(WHITE)],
        );
        begun.agreement = Agreement { clock: Some(clock.parse().unwrap()), ..begun.agreement };
        let mut current = begun.begun(MatchId(12), Timestamp::UNIX_EPOCH);
        current.moves = moves.split_whitespace().map(str::to_owned).collect();
        Board::of(current).unwrap()
    }

    /// What comes of White's premove after Black's move.
    fn after(chosen: &str, offer: Option<OfferKind>) -> Board {
        let waiting = premove(&board("5m+3s", ""), WHITE, chosen).unwrap();
        let moved = waiting.position.read("d1-b3").unwrap();
        let mut moved = steps::moved(&waiting, moved, MadeBy::Player, Timestamp::UNIX_EPOCH).unwrap();
        moved.current.offers.pending = offer.map(|kind| Offer { kind, by: games::board::Side::First });
        after_premove(&moved, Timestamp::UNIX_EPOCH).unwrap()
    }

    #[test]
    fn a_premove_is_played_at_once_or_dropped_with_a_reason() {
        let played = after("h5-g4", None);
        assert_eq!(
            (&played.current.moves[..], &played.current.premoves[1]),
            (&["d1-b3", "h5-g4"].map(str::to_owned)[..], &None)
        );
        for (chosen, offer, why) in
            [("h5-h4", None, PremoveObstacle::Illegal), ("h5-g4", Some(OfferKind::Draw), PremoveObstacle::Offer)]
        {
            let left = after(chosen, offer);
            assert_eq!(left.current.moves, ["d1-b3"], "{chosen}");
            let premove = left.current.premoves[1].clone().unwrap();
            assert_eq!((premove.chosen.as_str(), premove.dropped), (chosen, Some(why)));
            assert!(after_premove(&left, Timestamp::UNIX_EPOCH).is_none(), "it doesn't wait anymore");
            let mv = left.position.read("h6-f6").unwrap();
            let own = steps::moved(&left, mv, MadeBy::Player, Timestamp::UNIX_EPOCH).unwrap();
            assert_eq!(own.current.premoves, [None, None], "one's own move makes it forgotten");
        }
    }

    #[test]
    fn a_premove_is_for_live_clocks_and_ones_own_pieces() {
        let code = |clock, user, text: &str| premove(&board(clock, ""), user, text).map(drop).map_err(|it| it.code);
        assert_eq!(code("5m+3s", WHITE, "h5-g4"), Ok(()));
        assert_eq!(code("5m+3s", WHITE, "h5-h6"), Ok(()), "whether it's legal isn't known yet");
        for (clock, user, text, why) in [
            ("3d+12h", WHITE, "h5-g4", "premove-needs-live-clock"),
            ("5m+3s", BLACK, "d1-b3", "move-before-you-prepare"),
            ("5m+3s", UserId(3), "h5-g4", "not-a-player"),
            ("5m+3s", WHITE, "d1-b3", "premove-not-yours"),
            ("5m+3s", WHITE, "h5", "premove-unreadable"),
            ("5m+3s", WHITE, "h5-h5", "premove-unreadable"),
            ("5m+3s", WHITE, "h5-k9", "premove-unreadable"),
        ] {
            assert_eq!(code(clock, user, text), Err(why), "{text}");
        }
        let waiting = premove(&board("5m+3s", ""), WHITE, "h5-g4").unwrap();
        assert_eq!(take_back(&waiting, WHITE).unwrap().current.premoves, [None, None]);
        assert!(take_back(&waiting, BLACK).is_err());
    }
}
