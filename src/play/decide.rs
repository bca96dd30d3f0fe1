//! What players may do: pure decisions that answer with what follows, or with a refusal.

use games::board::{Move, Side};
use games::{Fact, Outcome, ReadMove, Reason, Refusal, Ruleset};
use jiff::Timestamp;

use super::conduct::MAX_DRAW_OFFERS;
use super::{
    Answer, Asker, Board, Challenge, ChallengeState, Match, MatchId, MatchOutline, NewMatch, Offer, OfferKind, Seat,
    SideChoice, UserId, deadlines, steps,
};

/// A move as somebody gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<'a> {
    /// As people write it.
    Text(&'a str),
    /// Chosen from those that were offered.
    Move(Move),
}

/// What somebody has typed as a move, without the word `draw` behind it, and whether that word was there: a draw is
/// offered with the move then.
pub fn cut_draw(text: &str) -> (&str, bool) {
    let text = text.trim();
    match text.rsplit_once(char::is_whitespace) {
        Some((rest, last)) if last.eq_ignore_ascii_case("draw") => (rest.trim_end_matches([',', ' ']), true),
        _ => (text, false),
    }
}

/// The board on which the side to move offers a draw with its move.
pub fn with_draw_offer(board: &Board, user: UserId) -> Result<Board, Refusal> {
    let side = player_in(&board.current, user)?;
    let kind = OfferKind::Draw;
    if board.current.conduct.offer == Some(Offer { kind, by: side }) {
        return Ok(board.clone());
    }
    match may_offer(board, user, kind)? {
        Offered::Ask(offer) => Ok(steps::offered(board, offer.kind, offer.by)),
        // To accept is something else than to move.
        Offered::Agree(_) => Err(Refusal::new("answer-the-offer-first").with("kind", kind.name())),
    }
}

/// The legal move that `user` means, or why it is none.
pub fn play_move(board: &Board, user: UserId, said: Said<'_>) -> Result<Move, Refusal> {
    may_move(board, user)?;
    match said {
        Said::Text(text) => board.position.read(text).map_err(|error| explain_reading(error, text)),
        Said::Move(chosen) => board.position.clone_position().play(chosen).map(|()| chosen),
    }
}

/// Whether it is the turn of `user` in a match that is under way.
pub fn may_move(board: &Board, user: UserId) -> Result<(), Refusal> {
    let side = player_in(&board.current, user)?;
    if board.current.outcome.is_some() {
        Err(over(&board.current))
    } else if board.position.to_move() == side {
        Ok(())
    } else {
        Err(not_your_turn(board))
    }
}

/// Whether `user`, whose turn it must be, may be told what to play.
pub fn may_have_hint(board: &Board, user: UserId) -> Result<(), Refusal> {
    may_be_advised(&board.current, user)?;
    may_move(board, user)
}

/// Whether `user` may be told what the engine thinks of a match: while it is under way only its players, and none where
/// it counts.
pub fn may_be_advised(current: &Match, user: UserId) -> Result<(), Refusal> {
    if current.outcome.is_some() {
        return Ok(());
    }
    player_in(current, user)?;
    if current.rated {
        return Err(Refusal::new("no-help-in-rated-match").with("match", current.id.to_string()));
    }
    if !current.is_against_engine() && !current.conduct.hints {
        return Err(Refusal::new("no-help-agreed").with("match", current.id.to_string()));
    }
    Ok(())
}

/// A move as a refusal when it could not be read as one legal move.
fn explain_reading(error: ReadMove, text: &str) -> Refusal {
    match error {
        ReadMove::Unreadable(unreadable) if unreadable.0.is_empty() => Refusal::new("move-missing"),
        ReadMove::Unreadable(unreadable) => Refusal::new("move-unreadable").with("text", unreadable.0),
        ReadMove::Illegal(refusal) => refusal,
        ReadMove::Ambiguous(moves) => {
            let listed: Vec<String> = moves.iter().take(12).map(|it| format!("`{it}`")).collect();
            let more = moves.len().saturating_sub(listed.len());
            Refusal::new("move-ambiguous")
                .with("text", text.trim().chars().take(40).collect::<String>())
                .with("moves", Fact::any_of(listed))
                .with("more", more as i64)
        }
    }
}

/// The end of a match that `user` resigns: lost once both sides have moved twice, before that aborted.
pub fn resign(current: &Match, user: UserId) -> Result<Outcome, Refusal> {
    let side = player_in(current, user)?;
    if current.outcome.is_some() {
        return Err(over(current));
    }
    if !current.has_really_begun() {
        return Ok(Outcome::ABORTED);
    }
    Ok(Outcome { winner: Some(side.other()), reason: Reason::Resigned })
}

/// Whether `user` may end a match that is set aside, without a result.
pub fn may_abandon(outline: &MatchOutline, user: UserId) -> Result<(), Refusal> {
    if !outline.is_played_by(user) {
        return Err(not_a_player(outline.id));
    }
    if outline.is_over { Err(has_ended(outline.id)) } else { Ok(()) }
}

/// Whether `user` may end a match without losing it.
pub fn may_abort(current: &Match, user: UserId) -> Result<(), Refusal> {
    match resign(current, user)?.counts() {
        true => Err(Refusal::new("too-late-to-abort").with("match", current.id.to_string())),
        false => Ok(()),
    }
}

/// What follows when somebody offers something.
pub enum Offered {
    /// The other side is asked.
    Ask(Offer),
    /// Nobody has to be asked: the other side has offered the same, or is the engine.
    Agree(Offer),
}

/// Whether `user` may offer something in a match.
pub fn may_offer(board: &Board, user: UserId, kind: OfferKind) -> Result<Offered, Refusal> {
    let current = &board.current;
    let by = player_in(current, user)?;
    if current.outcome.is_some() {
        return Err(over(current));
    }
    let offer = Offer { kind, by };
    match current.conduct.offer {
        Some(pending) if pending.kind == kind && pending.by != by => return Ok(Offered::Agree(pending)),
        Some(pending) if pending.kind == kind => return Err(Refusal::new("offered-already").with("kind", kind.name())),
        Some(pending) if pending.by != by => {
            return Err(Refusal::new("answer-the-offer-first").with("kind", pending.kind.name()));
        }
        _ => {}
    }
    may_be_offered(board, offer)?;
    if current.is_against_engine() { Ok(Offered::Agree(offer)) } else { Ok(Offered::Ask(offer)) }
}

fn may_be_offered(board: &Board, offer: Offer) -> Result<(), Refusal> {
    let current = &board.current;
    let conduct = &current.conduct;
    match offer.kind {
        OfferKind::Draw if current.is_against_engine() => Err(Refusal::new("engine-takes-no-draw")),
        OfferKind::Draw if conduct.draws_offered[offer.by.index()] >= MAX_DRAW_OFFERS => {
            Err(Refusal::new("too-many-draw-offers").with("most", MAX_DRAW_OFFERS))
        }
        OfferKind::Takeback if steps::plies_to_take_back(current, offer.by) == 0 => {
            Err(Refusal::new("nothing-to-take-back"))
        }
        OfferKind::Takeback if current.is_against_engine() && current.rated => {
            Err(Refusal::new("no-takeback-in-rated-match"))
        }
        _ if conduct.has_asked(offer, current.version()) => {
            Err(Refusal::new("offered-this-turn").with("kind", offer.kind.name()))
        }
        OfferKind::Pause if conduct.paused => Err(Refusal::new("paused-already")),
        OfferKind::Pause if conduct.clock.is_none() || current.is_against_engine() => {
            Err(Refusal::new("no-clock-to-pause"))
        }
        _ => Ok(()),
    }
}

/// The offer that `user` answers, of a kind or of any; whether it is this user's own.
pub fn may_answer_offer(board: &Board, user: UserId, kind: Option<OfferKind>, accepts: bool) -> Result<Offer, Refusal> {
    let current = &board.current;
    let side = player_in(current, user)?;
    if current.outcome.is_some() {
        return Err(over(current));
    }
    let pending = current.conduct.offer.filter(|it| kind.is_none_or(|kind| it.kind == kind));
    let offer = pending.ok_or_else(|| Refusal::new("nothing-is-offered"))?;
    if accepts && offer.by == side {
        let other = current.seat(side.other()).user().map(UserId::mention).unwrap_or_default();
        return Err(Refusal::new("not-yours-to-accept").with("player", other));
    }
    Ok(offer)
}

/// The side of `user`, who may end the pause of a match.
pub fn may_resume(board: &Board, user: UserId) -> Result<Side, Refusal> {
    let side = player_in(&board.current, user)?;
    if board.current.outcome.is_some() {
        return Err(over(&board.current));
    }
    if board.current.conduct.paused { Ok(side) } else { Err(Refusal::new("not-paused")) }
}

/// The end of a match that `user` claims because the other player has not moved for too long.
pub fn claim(board: &Board, user: UserId, now: Timestamp) -> Result<Outcome, Refusal> {
    let current = &board.current;
    let side = player_in(current, user)?;
    if current.outcome.is_some() {
        return Err(over(current));
    }
    if current.to_move() == side {
        return Err(Refusal::new("nothing-to-claim-on-your-turn"));
    }
    let known = deadlines::claimable_at(board);
    match known.or_else(|| deadlines::claimable_after_reminder(board, now)) {
        Some(at) if at <= now => Ok(deadlines::lost_by(current, side.other())),
        Some(at) => Err(Refusal::new("too-early-to-claim").with("time", at.as_second().to_string())),
        None => Err(Refusal::new("nothing-to-claim")),
    }
}

/// Whether a match counts for the ratings. It does where nothing speaks against it and nobody has asked otherwise; to ask
/// for a rated match that cannot be is refused.
pub fn rated(wish: Option<bool>, ruleset: &Ruleset, side: SideChoice, rival: Rival) -> Result<bool, Refusal> {
    match (wish, why_casual(ruleset, side, rival)) {
        (Some(false), _) => Ok(false),
        (Some(true), Some(why)) => Err(why.refusal(ruleset)),
        (_, why) => Ok(why.is_none()),
    }
}

/// Against whom a match is played, as far as it matters for whether it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    Engine,
    /// Somebody, with whom it may be agreed that the engine is asked.
    Person {
        hints: bool,
    },
}

/// Why a match cannot count for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyCasual {
    /// The rules are no preset as it is: what is easily won on a small board says nothing of how strong somebody is.
    OwnRules,
    /// A side was chosen against the engine, which would make the better one a habit.
    ChosenSide,
    /// Who asks the engine shows the engine's strength.
    Hints,
}

/// Why a match on these terms cannot count for the ratings, if it cannot.
pub fn why_casual(ruleset: &Ruleset, side: SideChoice, rival: Rival) -> Option<WhyCasual> {
    match rival {
        _ if !ruleset.is_preset() => Some(WhyCasual::OwnRules),
        Rival::Engine if side != SideChoice::Random => Some(WhyCasual::ChosenSide),
        Rival::Person { hints: true } => Some(WhyCasual::Hints),
        _ => None,
    }
}

impl WhyCasual {
    fn refusal(self, ruleset: &Ruleset) -> Refusal {
        match self {
            Self::OwnRules => {
                let presets: Vec<String> = ruleset.info.presets.iter().map(|it| format!("`{}`", it.name)).collect();
                Refusal::new("rated-needs-a-preset")
                    .with("rules", ruleset.to_string())
                    .with("game", ruleset.info.name)
                    .with("presets", presets.join(", "))
            }
            Self::ChosenSide => Refusal::new("rated-needs-a-drawn-side"),
            Self::Hints => Refusal::new("rated-without-hints"),
        }
    }
}

/// Whether a match may be seen by somebody who asks in a channel: what is played in a place stays there, but for its
/// players. Of what may not be seen nobody learns that it exists.
pub fn may_see(current: &Match, asker: Asker) -> Result<(), Refusal> {
    if current.side_of(asker.user).is_some() || current.place.channel == asker.channel {
        Ok(())
    } else {
        Err(no_such_match(current.id))
    }
}

/// The same of a match that is set aside.
pub fn may_know_of(outline: &MatchOutline, asker: Asker) -> Result<(), Refusal> {
    if outline.is_played_by(asker.user) || outline.place.channel == asker.channel {
        Ok(())
    } else {
        Err(no_such_match(outline.id))
    }
}

/// That there is no match of that number, as far as the asker is concerned.
pub fn no_such_match(id: MatchId) -> Refusal {
    Refusal::new("no-such-match").with("match", id.to_string())
}

/// That nobody has played in a channel yet.
pub fn no_match_in_channel() -> Refusal {
    Refusal::new("no-match-in-channel")
}

/// The side on which `user` plays a match, or the refusal that strangers get.
pub fn player_in(current: &Match, user: UserId) -> Result<Side, Refusal> {
    current.side_of(user).ok_or_else(|| not_a_player(current.id))
}

/// That somebody plays no side of a match.
pub fn not_a_player(id: MatchId) -> Refusal {
    Refusal::new("not-a-player").with("match", id.to_string())
}

fn over(current: &Match) -> Refusal {
    has_ended(current.id)
}

/// That a match is over.
pub fn has_ended(id: MatchId) -> Refusal {
    Refusal::new("match-has-ended").with("match", id.to_string())
}

fn not_your_turn(board: &Board) -> Refusal {
    let side = board.position.to_move();
    let name = board.position.sides()[side.index()].name;
    match board.current.seat(side) {
        Seat::User(other) => Refusal::new("not-your-turn").with("player", other.mention()).with("side", name),
        Seat::Engine(_) => Refusal::new("engine-is-thinking").with("side", name),
    }
}

/// Who may be challenged.
pub struct Invited {
    pub user: UserId,
    pub is_bot: bool,
    /// Whether it is this very bot.
    pub is_parlor: bool,
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

/// What follows when `user` answers a challenge: its new state, and the match if one begins.
pub enum Answered {
    Begin(NewMatch),
    Close(ChallengeState),
}

/// Decides an answer to a challenge; `coin` settles a random side.
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
        Answer::Accept => Ok(Answered::Begin(begin(challenge, user, coin))),
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
        // A challenge may be older than the rule for what is rated.
        rated: offer.rated && offer.ruleset.is_preset() && !offer.agreement.hints,
        agreement: offer.agreement,
        challenge: Some(challenge.id),
        rematch_of: offer.rematch_of,
    }
}

/// The seats by side when `one` has chosen a side.
pub fn seats(one: Seat, other: Seat, side: SideChoice, coin: bool) -> [Seat; 2] {
    match side.resolve_side(coin) {
        Side::First => [one, other],
        Side::Second => [other, one],
    }
}
