//! What players may offer each other, and how they answer.

use games::Refusal;
use games::board::Side;

use super::under_way;
use crate::{Answer, Board, MAX_DRAW_OFFERS, Offer, OfferKind, UserId, takeback};

/// What happens when somebody makes an offer.
pub enum OfferOutcome {
    /// The other side is asked.
    Ask(Offer),
    /// It happens at once, because the other side has offered the same, or is the engine.
    Agree(Offer),
}

/// Whether `user` may offer something in a match.
pub fn may_offer(board: &Board, user: UserId, kind: OfferKind) -> Result<OfferOutcome, Refusal> {
    let current = &board.current;
    let by = under_way(current, user)?;
    let offer = Offer { kind, by };
    match current.offers.pending {
        Some(pending) if pending.kind == kind && pending.by != by => return Ok(OfferOutcome::Agree(pending)),
        Some(pending) if pending.kind == kind => return Err(Refusal::new("offered-already").with("kind", kind.name())),
        Some(pending) if pending.by != by => {
            return Err(Refusal::new("answer-the-offer-first").with("kind", pending.kind.name()));
        }
        Some(pending) => return Err(Refusal::new("your-offer-stands").with("kind", pending.kind.name())),
        None => {}
    }
    may_be_offered(board, offer)?;
    if current.is_against_engine() { Ok(OfferOutcome::Agree(offer)) } else { Ok(OfferOutcome::Ask(offer)) }
}

fn may_be_offered(board: &Board, offer: Offer) -> Result<(), Refusal> {
    let current = &board.current;
    let offers = &current.offers;
    match offer.kind {
        OfferKind::Draw if current.is_against_engine() => Err(Refusal::new("engine-takes-no-draw")),
        OfferKind::Draw if offers.draws[offer.by.index()] >= MAX_DRAW_OFFERS => {
            Err(Refusal::new("too-many-draw-offers").with("most", MAX_DRAW_OFFERS))
        }
        OfferKind::Takeback if takeback::plies_to_take_back(current, offer.by) == 0 => {
            Err(Refusal::new("nothing-to-take-back"))
        }
        OfferKind::Takeback if current.is_against_engine() && current.rated => {
            Err(Refusal::new("no-takeback-in-rated-match"))
        }
        _ if offers.has_asked(offer, current.version()) => {
            Err(Refusal::new("offered-this-turn").with("kind", offer.kind.name()))
        }
        OfferKind::Pause if current.clock.is_paused => Err(Refusal::new("paused-already")),
        OfferKind::Pause if current.clock.control.is_none() || current.is_against_engine() => {
            Err(Refusal::new("no-clock-to-pause"))
        }
        _ => Ok(()),
    }
}

/// The offer that `user` answers, of one kind or of any.
pub fn may_answer_offer(board: &Board, user: UserId, kind: Option<OfferKind>, accepts: bool) -> Result<Offer, Refusal> {
    let current = &board.current;
    let side = under_way(current, user)?;
    let pending = current.offers.pending.filter(|it| kind.is_none_or(|kind| it.kind == kind));
    let offer = pending.ok_or_else(|| Refusal::new("nothing-is-offered"))?;
    if accepts && offer.by == side {
        let other = current.seat(side.other()).user().map(UserId::mention).unwrap_or_default();
        return Err(Refusal::new("not-yours-to-accept").with("player", other));
    }
    Ok(offer)
}

/// The offer that `user` answers by a word, of one kind or of any: one's own is withdrawn, and the other side's accepted
/// or declined.
pub fn may_settle_offer(
    board: &Board,
    user: UserId,
    kind: Option<OfferKind>,
    answer: Answer,
) -> Result<Offer, Refusal> {
    let offer = may_answer_offer(board, user, kind, answer == Answer::Accept)?;
    let is_own = board.current.side_of(user) == Some(offer.by);
    match answer {
        Answer::Withdraw if !is_own => Err(Refusal::new("not-your-offer")),
        Answer::Decline if is_own => Err(Refusal::new("your-own-offer")),
        _ => Ok(offer),
    }
}

/// The side of `user`, if that user may end the pause of a match.
pub fn may_resume(board: &Board, user: UserId) -> Result<Side, Refusal> {
    let side = under_way(&board.current, user)?;
    if board.current.clock.is_paused { Ok(side) } else { Err(Refusal::new("not-paused")) }
}
