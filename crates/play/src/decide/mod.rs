//! What players may do: pure decisions, each of which returns the consequence or a refusal.

mod again;
mod challenges;
mod copies;
mod endings;
mod explore;
mod moves;
mod offers;
mod rated;

use games::Refusal;
use games::board::Side;

pub use again::{RematchTerms, may_make_it_count, may_play_it_rated, next_level, opening};
pub use challenges::{Answered, Invited, answer, may_challenge, may_have_clock, seats};
pub use copies::copied;
pub use endings::{claim, claim_where_gone, may_abandon, may_abort, resign};
pub use explore::{ExplorationStep, explored, may_explore, may_play_explored, may_prepare_explored};
pub use moves::{
    MoveInput, MoveText, YOUR_TURN, may_be_advised, may_have_hint, may_list_moves, may_move, may_think_ahead,
    play_move, read_move, vote, with_draw_offer,
};
pub use offers::{OfferOutcome, may_answer_offer, may_offer, may_resume, may_settle_offer};
pub use rated::{Rival, WhyCasual, rated, why_casual};

use super::{Asker, Match, MatchId, MatchOutline, UserId, threads};

/// Whether the asker may see a match from this channel. What is played in a place stays there, except that the players
/// can see it anywhere; to the place of a match in a thread belongs the channel whose card names it. A match that may not
/// be seen is treated as if it did not exist.
pub fn may_see(current: &Match, asker: Asker) -> Result<(), Refusal> {
    let is_here = current.place.channel == asker.channel || threads::parent(current) == Some(asker.channel);
    if is_here || current.side_of(asker.user).is_some() { Ok(()) } else { Err(no_such_match(current.id)) }
}

/// The same for a match that is set aside.
pub fn may_know_of(outline: &MatchOutline, asker: Asker) -> Result<(), Refusal> {
    if outline.is_played_by(asker.user) || outline.place.channel == asker.channel {
        Ok(())
    } else {
        Err(no_such_match(outline.id))
    }
}

/// The refusal to bring somebody together with another person, which doesn't say who wants that.
pub fn cannot_meet(other: UserId) -> Refusal {
    Refusal::new("cannot-meet").with("player", other.mention())
}

/// The refusal that no match has this number, whether or not that is true.
pub fn no_such_match(id: MatchId) -> Refusal {
    Refusal::new("no-such-match").with("match", id.to_string())
}

/// The refusal that nobody has played in a channel yet.
pub fn no_match_in_channel() -> Refusal {
    Refusal::new("no-match-in-channel")
}

/// The side on which `user` plays a match, or the refusal that strangers get.
pub fn player_in(current: &Match, user: UserId) -> Result<Side, Refusal> {
    current.side_of(user).ok_or_else(|| not_a_player(current.id))
}

/// The side on which `user` plays a match that is under way.
fn under_way(current: &Match, user: UserId) -> Result<Side, Refusal> {
    let side = player_in(current, user)?;
    if current.outcome.is_some() { Err(has_ended(current.id)) } else { Ok(side) }
}

/// The refusal that somebody is not a player of a match.
pub fn not_a_player(id: MatchId) -> Refusal {
    Refusal::new("not-a-player").with("match", id.to_string())
}

/// The refusal that a match is over.
pub fn has_ended(id: MatchId) -> Refusal {
    Refusal::new("match-has-ended").with("match", id.to_string())
}
