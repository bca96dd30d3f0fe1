//! Who may challenge whom, and what an answer leads to.

use games::Refusal;
use games::board::Side;
use jiff::Timestamp;

use crate::votes::Voting;
use crate::{Agreement, Answer, Challenge, ChallengeState, NewMatch, Seat, SideChoice, UserId};

/// A person who is to be challenged.
pub struct Invited {
    pub user: UserId,
    pub is_bot: bool,
    /// Whether it is this bot itself.
    pub is_parlor: bool,
}

/// Whether a challenge can have this clock. In a conversation that the bot is not part of, it could not post what happens
/// when time is up.
pub fn may_have_clock(agreement: Agreement, is_outside: bool) -> Result<(), Refusal> {
    match agreement.clock {
        Some(_) if is_outside => Err(Refusal::new("no-clock-outside")),
        _ => Ok(()),
    }
}

/// Whether `challenger` may challenge `invited`.
pub fn may_challenge(challenger: UserId, invited: &Invited) -> Result<(), Refusal> {
    if invited.is_parlor {
        Err(Refusal::new("challenge-parlor"))
    } else if invited.is_bot {
        Err(Refusal::new("challenge-a-bot").with("player", invited.user.mention()))
    } else if invited.user == challenger {
        Err(Refusal::new("challenge-oneself"))
    } else {
        Ok(())
    }
}

/// The result when `user` answers a challenge: its new state, or the match that begins.
pub enum Answered {
    Begin(Box<NewMatch>),
    Close(ChallengeState),
}

/// Decides an answer to a challenge; `coin` decides a random side.
pub fn answer(
    challenge: &Challenge,
    user: UserId,
    answer: Answer,
    now: Timestamp,
    coin: bool,
) -> Result<Answered, Refusal> {
    let offer = &challenge.offer;
    still_open(challenge, now)?;
    let is_challenger = user == offer.challenger;
    let is_invited = offer.opponent.is_none_or(|it| it == user);
    match answer {
        Answer::Withdraw if !is_challenger => {
            Err(Refusal::new("only-the-challenger").with("player", offer.challenger.mention()))
        }
        Answer::Withdraw => Ok(Answered::Close(ChallengeState::Withdrawn)),
        Answer::Accept if is_challenger => Err(Refusal::new("accept-oneself")),
        Answer::Decline if is_challenger => Ok(Answered::Close(ChallengeState::Withdrawn)),
        _ if !is_invited => {
            let invited = offer.opponent.unwrap_or(offer.challenger);
            Err(Refusal::new("only-the-challenged").with("player", invited.mention()))
        }
        Answer::Decline if offer.opponent.is_none() => Err(Refusal::new("decline-an-open-challenge")),
        Answer::Decline => Ok(Answered::Close(ChallengeState::Declined)),
        Answer::Accept => Ok(Answered::Begin(Box::new(begin(challenge, user, coin)))),
    }
}

fn still_open(challenge: &Challenge, now: Timestamp) -> Result<(), Refusal> {
    match challenge.state {
        ChallengeState::Open if challenge.offer.expires_at <= now => Err(Refusal::new("challenge-expired")),
        ChallengeState::Open => Ok(()),
        ChallengeState::Accepted(id) => Err(Refusal::new("challenge-accepted").with("match", id.to_string())),
        ChallengeState::Declined => Err(Refusal::new("challenge-declined")),
        ChallengeState::Withdrawn => Err(Refusal::new("challenge-withdrawn")),
        ChallengeState::Expired => Err(Refusal::new("challenge-expired")),
    }
}

fn begin(challenge: &Challenge, opponent: UserId, coin: bool) -> NewMatch {
    let offer = &challenge.offer;
    NewMatch {
        place: offer.place,
        ruleset: offer.ruleset.clone(),
        seats: seats(Seat::User(offer.challenger), Seat::User(opponent), offer.side, coin),
        // The challenge may have been made before the rules for rated matches changed.
        rated: offer.rated && offer.ruleset.is_preset() && !offer.agreement.hints,
        agreement: offer.agreement,
        challenge: Some(challenge.id),
        rematch_of: offer.rematch_of,
        is_guided: false,
        opening: None,
        voting: Voting::default(),
    }
}

/// The seats by side when `one` has chosen a side.
pub fn seats(one: Seat, other: Seat, side: SideChoice, coin: bool) -> [Seat; 2] {
    match side.resolve_side(coin) {
        Side::First => [one, other],
        Side::Second => [other, one],
    }
}
