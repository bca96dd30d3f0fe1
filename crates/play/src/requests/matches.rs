//! Matches: beginning, moving and resigning.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use games::board::{Move, Side};
use games::{Refusal, Ruleset};

use super::admission::refuse_match;
use super::host::Host;
use crate::core::{HostError, TRIES, too_late, unwritten};
use crate::deadlines::{self, Event};
use crate::decide::{self, MoveInput, Rival};
use crate::ports::{OwnedBy, Scope, StoreError, StoreResult};
use crate::steps::{self, MadeBy};
use crate::{
    Asker, Board, ChannelId, EventId, LevelChoice, MatchChoice, MatchId, MatchOutline, MessageId, NewMatch, Opening,
    Place, Seat, SideChoice, Terms, UserId,
};

/// How often we ask the database whether it has committed a move, and how long we wait before each time.
const ATTEMPTS: u32 = 3;
const ATTEMPT_DELAY: Duration = Duration::from_millis(500);

/// What has become of the first board of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstBoard {
    /// It's shown in that channel or thread.
    Shown(ChannelId),
    /// The chat has refused it. It's tried again later.
    Refused,
    Awaited,
}

/// A move that was accepted.
pub struct PlayedMove {
    pub chosen: Move,
    /// The board after it, and after the reply that the other side prepared.
    pub board: Board,
    /// Whether it is only a vote: the channel plays it if most want it.
    pub is_vote: bool,
}

impl Host {
    /// The engine level that a player's choice means under a ruleset.
    pub async fn level(&self, choice: LevelChoice, user: UserId, ruleset: &Ruleset) -> StoreResult<u8> {
        let LevelChoice::Of(level) = choice else {
            let standings = self.ports.store.standings(user, Scope::Global).await?;
            let known = standings.into_iter().find(|it| it.game == ruleset.info.key);
            return Ok(known.map_or(LevelChoice::DEFAULT, |it| it.rating.nearest_level(ruleset)));
        };
        Ok(level)
    }

    /// Begins a match against the engine. Its board is then due.
    pub async fn play_engine(&self, place: Place, user: UserId, level: u8, terms: Terms) -> Result<MatchId, HostError> {
        let Terms { ruleset, side, rated, agreement, rematch_of, origin } = terms;
        let rated = decide::rated(rated, &ruleset, side, Rival::Engine)?;
        let side = if rated { self.lot(user, &ruleset).await? } else { side };
        let seats = decide::seats(Seat::User(user), Seat::Engine(level), side, self.ports.dice.coin());
        let begun = NewMatch { rated, agreement, rematch_of, ..NewMatch::casual(place, ruleset, seats) };
        self.begin_against_engine(&begun, user, origin).await
    }

    /// Begins a casual match against the engine from the position of a match after so many plies (from the last one that can
    /// be played on, if none is named), with the side to move. Returns its level, too.
    pub async fn try_from(
        &self,
        asker: Asker,
        place: Place,
        which: MatchChoice,
        ply: Option<u32>,
    ) -> Result<(MatchId, u8), HostError> {
        let board = self.find(asker, which).await?;
        let opening = decide::opening(&board, ply)?;
        self.may_be_helped_with(asker.user, &board).await?;
        let mut seats = [Seat::User(asker.user); 2];
        let waiting = board.current.mover(opening.moves.len()).other();
        let ruleset = board.current.ruleset;
        let level = self.level(LevelChoice::Auto, asker.user, &ruleset).await?;
        seats[waiting.index()] = Seat::Engine(level);
        let begun = self.play_on(asker, place, ruleset, seats, opening, None).await?;
        Ok((begun, level))
    }

    /// Begins a casual match against the engine from a position of another match.
    pub(super) async fn play_on(
        &self,
        asker: Asker,
        place: Place,
        ruleset: Ruleset,
        seats: [Seat; 2],
        opening: Opening,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, HostError> {
        let begun = NewMatch { rematch_of, opening: Some(opening), ..NewMatch::casual(place, ruleset, seats) };
        self.begin_against_engine(&begun, asker.user, asker.origin).await
    }

    pub(super) async fn begin_against_engine(
        &self,
        begun: &NewMatch,
        user: UserId,
        origin: Option<EventId>,
    ) -> Result<MatchId, HostError> {
        match self.ports.store.begin_match(begun, origin, self.policy.matches, self.ports.clock.now()).await {
            Err(StoreError::TooManyMatches(limit, count)) => Err(refuse_match(limit, count, user).into()),
            Err(error) => Err(unwritten(error)),
            Ok(begun) => {
                self.ports.due.wake(begun.into());
                Ok(begun)
            }
        }
    }

    /// The side for a rated match against the engine, which is drawn by lot. Nobody draws again by aborting, or by
    /// beginning several matches: there is another lot only once a match has really begun.
    async fn lot(&self, user: UserId, ruleset: &Ruleset) -> StoreResult<SideChoice> {
        let game = ruleset.info.key;
        let begun = self.ports.store.begun_against_engine(user, game).await?;
        Ok(SideChoice::Take(lot(user, game, begun)))
    }

    /// What has become of the first board of a match that has just begun.
    pub async fn first_board(&self, id: MatchId) -> StoreResult<FirstBoard> {
        Ok(match self.ports.store.find_match(id).await? {
            Some(begun) if begun.delivery.live_board.is_some() => FirstBoard::Shown(begun.place.channel),
            Some(begun) if begun.delivery.refusals > 0 => FirstBoard::Refused,
            _ => FirstBoard::Awaited,
        })
    }

    /// Plays a move. Once this returns, the move is accepted and the board is due.
    pub async fn play_move(&self, asker: Asker, which: MatchChoice, said: MoveInput) -> Result<PlayedMove, HostError> {
        let played = self.try_to_play(asker, which, said).await;
        // Another process that received the same event may have played the move, so that it is not this person's turn
        // anymore.
        if let (Err(HostError::Refused(_) | HostError::NoMove(..)), Some(origin)) = (&played, asker.origin)
            && self.ports.store.is_played(origin).await?
        {
            return Err(StoreError::Repeated.into());
        }
        played
    }

    async fn try_to_play(&self, asker: Asker, which: MatchChoice, said: MoveInput) -> Result<PlayedMove, HostError> {
        let mut board = self.refund_downtime(self.find(asker, which).await?).await?;
        if board.current.is_voted_on() {
            return self.vote(asker, board, &said).await;
        }
        for _ in 0..TRIES {
            let chosen = match decide::play_move(&board, asker.user, &said) {
                Ok(chosen) => chosen,
                Err(refusal) if refusal.illustration.is_some() => {
                    return Err(HostError::NoMove(Box::new(board), refusal));
                }
                Err(refusal) => return Err(refusal.into()),
            };
            let now = self.ports.clock.now();
            board = steps::begun_late(&board, now).unwrap_or(board);
            if let Some(Event::TimeOut(end)) = deadlines::event(&board, now) {
                self.commit(&board, steps::ended(&board, end, now)).await?;
                return Err(Refusal::new("time-was-over").with("match", board.current.id.to_string()).into());
            }
            let offering = said.offers_draw().then(|| decide::with_draw_offer(&board, asker.user)).transpose()?;
            match self.commit_move(offering.as_ref().unwrap_or(&board), chosen, MadeBy::Player, asker.origin).await {
                Ok((board, owner)) => {
                    self.wake(&board, owner);
                    return Ok(PlayedMove { board, chosen, is_vote: false });
                }
                Err(HostError::Store(StoreError::Conflict)) => board = self.reload_same_position(board).await?,
                Err(HostError::Store(failure)) if failure.is_of_database() => {
                    return self.resolve_failed_commit(board.current.id, chosen, asker.origin, failure).await;
                }
                Err(error) => return Err(error),
            }
        }
        Err(Refusal::new("too-late").into())
    }

    /// Finds out what became of a move with this `origin` when the database failed during its commit.
    async fn resolve_failed_commit(
        &self,
        id: MatchId,
        chosen: Move,
        origin: Option<EventId>,
        failure: StoreError,
    ) -> Result<PlayedMove, HostError> {
        let Some(origin) = origin else { return Err(HostError::InDoubt(failure)) };
        match self.was_taken(origin).await {
            Some(true) => self.accepted_move(id, chosen).await.map_err(|_| HostError::InDoubt(failure)),
            Some(false) if is_settled(&failure) => Err(failure.into()),
            Some(false) | None => Err(HostError::InDoubt(failure)),
        }
    }

    /// Whether the database has committed the move with this origin; `None` if it does not answer.
    async fn was_taken(&self, origin: EventId) -> Option<bool> {
        let mut taken = None;
        for _ in 0..ATTEMPTS {
            // A commit may still be carried out a moment after we gave it up.
            self.ports.clock.sleep(ATTEMPT_DELAY).await;
            taken = self.ports.store.is_played(origin).await.ok();
            if taken == Some(true) {
                break;
            }
        }
        taken
    }

    /// The result for a committed move, as if the database had answered at once.
    async fn accepted_move(&self, id: MatchId, chosen: Move) -> Result<PlayedMove, HostError> {
        let board = self.board(self.load(id).await?).await?;
        // If this process does not own the match, the owner shows it.
        if self.ports.store.find_owned(id).await?.is_some() {
            self.ports.due.wake(id.into());
        }
        Ok(PlayedMove { chosen, board, is_vote: false })
    }

    /// Whether this process has heard the people of a place so recently that no time must be given back.
    pub(super) fn has_heard(&self, place: Place) -> bool {
        self.beaten_at().iter().any(|(shard, at)| shard.hears(place) && !self.is_long_ago(*at))
    }

    /// If the people of a place have not been heard for long, gives that time back. Returns whether it did.
    pub(super) async fn end_silence(&self, place: Place) -> StoreResult<bool> {
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let Some(last) = store.last_beat(place).await?.filter(|it| self.is_long_ago(it.at)) else { return Ok(false) };
        store.beat(&[last.shard], now, self.policy.dead_after).await?;
        Ok(true)
    }

    /// The board on which somebody acts now. If nobody in the match's place was heard for long, their time is given
    /// back first. The person may be acting from another place, while the shard of the match's own place is still down.
    pub(super) async fn refund_downtime(&self, board: Board) -> Result<Board, HostError> {
        let current = &board.current;
        if !current.is_timed() || current.outcome.is_some() || self.has_heard(current.place) {
            return Ok(board);
        }
        if self.end_silence(current.place).await? { self.reload_same_position(board).await } else { Ok(board) }
    }

    /// The board as it is now, if the position is the same and only something else has changed, such as an offer.
    pub(super) async fn reload_same_position(&self, board: Board) -> Result<Board, HostError> {
        let again = self.load(board.current.id).await?;
        let is_same = again.version() == board.current.version() && again.outcome.is_none();
        if is_same { self.board(again).await } else { Err(Refusal::new("too-late").into()) }
    }

    /// Makes what is due appear at once. If another process owns the match, that process finds it by itself.
    fn wake(&self, board: &Board, owner: OwnedBy) {
        if owner == OwnedBy::Us {
            self.ports.due.wake(board.current.id.into());
        }
    }

    /// Changes the match that is meant. If the match changes at the same time, the decision is made again.
    pub(super) async fn change(
        &self,
        asker: Asker,
        mut which: MatchChoice,
        step: impl Fn(&Board) -> Result<Board, Refusal> + Send + Sync,
    ) -> Result<Board, HostError> {
        for _ in 0..TRIES {
            let again = which.again();
            let board = self.refund_downtime(self.find(asker, which).await?).await?;
            match self.try_to_commit(&board, step(&board)?).await {
                Err(StoreError::Conflict) => which = again,
                done => return done.map_err(unwritten),
            }
        }
        Err(too_late())
    }

    /// Commits a change of a match, and has it shown.
    pub(super) async fn commit(&self, board: &Board, next: Board) -> Result<Board, HostError> {
        self.try_to_commit(board, next).await.map_err(unwritten)
    }

    /// Lets the live board be edited, because it says something that is not so anymore.
    pub(super) async fn tell_anew(&self, board: &Board) -> Result<(), HostError> {
        match self.commit(board, steps::told_anew(board)).await {
            // Whatever has changed meanwhile is shown anyway, and this with it.
            Ok(_) | Err(HostError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn try_to_commit(&self, board: &Board, mut next: Board) -> StoreResult<Board> {
        let now = self.ports.clock.now();
        // What follows from somebody's act is tried anew.
        next.current.delivery.refusals = 0;
        let owner = self.save(&board.current, &next.current, None, now).await?;
        if next.current.version() != board.current.version() || next.current.outcome.is_some() {
            self.ports.opponent.forget(board.current.id);
        }
        self.wake(board, owner);
        Ok(next)
    }

    /// Resigns a match.
    pub async fn resign(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let resigned = self.change(asker, which, |board| {
            let end = decide::resign(&board.current, asker.user)?;
            Ok(steps::ended(board, end, self.now()))
        });
        resigned.await
    }

    /// Whether it is the turn of `user`, before we show where a piece can go.
    pub async fn may_move(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_move(&board, asker.user)?;
        Ok(board)
    }

    /// Whether `user` may resign, before asking to confirm it.
    pub async fn may_resign(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::resign(&board.current, asker.user)?;
        Ok(board)
    }

    /// Whether `asker` may end a match without losing it, before asking to confirm it.
    pub async fn may_abort(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_abort(&board.current, asker.user)?;
        Ok(board)
    }

    /// What is known about a match without its record.
    pub(super) async fn outline(&self, id: MatchId) -> Result<MatchOutline, HostError> {
        Ok(self.ports.store.outline(id).await?.ok_or_else(|| decide::no_such_match(id))?)
    }

    /// Notes a message that shows a board because somebody asked to see it: replies to it are moves.
    pub async fn note_also_shown(&self, board: &Board, message: MessageId) -> StoreResult<()> {
        self.ports.store.note_also_shown(board.current.id, board.current.version(), message).await
    }

    /// The matches under way in a channel, those where it is the turn of `user` first.
    pub async fn matches_in(&self, channel: ChannelId, user: UserId) -> Result<Vec<Board>, HostError> {
        let there = self.ports.store.matches_in(channel).await?;
        Ok(self.sorted_boards(there, user))
    }
}

/// The side of a person in their next rated match of a game against the engine, after so many. Nobody can change it, so it
/// does no harm that it can be computed.
fn lot(user: UserId, game: &str, begun: u64) -> Side {
    let mut hasher = DefaultHasher::new();
    (user.0, game, begun).hash(&mut hasher);
    Side::BOTH[(hasher.finish() % 2) as usize]
}

/// Whether a move that is missing after this failure will not appear anymore. If we gave it up because the database
/// was silent, it may be committed once the database goes on.
fn is_settled(failure: &StoreError) -> bool {
    !matches!(failure, StoreError::Unanswered(..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_given_up_may_still_come() {
        assert!(!is_settled(&StoreError::Unanswered("save", ATTEMPT_DELAY)));
        assert!(is_settled(&StoreError::Database("the connection is lost".into())));
    }
}
