//! The use cases: load, decide, commit, and then let it be shown.
//!
//! Nothing of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Host::show_due`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use super::decide::{self, Answered, Invited};
use super::matches::BrokenRecord;
use super::ports::{
    Analyst, AnalystError, AnnounceError, Announcer, Clock, Dice, Notice, Opponent, OpponentError, Owed, Scope,
    Standing, Store, StoreError, Stored,
};
use super::{
    Answer, Asker, Challenge, ChallengeId, ChallengeState, LevelChoice, Match, MatchId, MessageId, NewChallenge,
    NewMatch, Place, RatingChange, Seat, SideChoice, UserId,
};
use games::board::Move;
use games::{AnyPosition, Info, Refusal, Ruleset};

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The person is told why.
    #[error("refused: {}", .0.code)]
    Refused(Refusal),
    /// Something broke; it is logged, and the person is told so.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Broken(#[from] BrokenRecord),
    #[error(transparent)]
    Announce(#[from] AnnounceError),
    #[error(transparent)]
    Analyst(#[from] AnalystError),
}

impl From<Refusal> for HostError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// How a person says which match is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The only one of this person in the channel.
    Here,
    Number(MatchId),
    /// The one whose board that message shows.
    Shown(MessageId),
    /// By a control under the board of that ply.
    Control(MatchId, u32),
}

/// A match on its position, as views show it.
pub struct Board {
    pub current: Match,
    pub position: Box<dyn AnyPosition>,
    /// What it did to the ratings; empty unless it has ended and was rated.
    pub changes: Vec<RatingChange>,
}

/// Whoever makes a challenge shows it within this time; after that, something has gone wrong.
const SHOWN_WITHIN: Duration = Duration::from_secs(90);

/// What can be set about playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayPolicy {
    /// How long a challenge stands.
    pub challenge_lasts: Duration,
    /// How many open challenges one person may have.
    pub most_challenges: u32,
    /// How many matches against the engine one person may have under way.
    pub most_against_engine: u32,
}

impl Default for PlayPolicy {
    fn default() -> Self {
        Self { challenge_lasts: Duration::from_secs(24 * 60 * 60), most_challenges: 10, most_against_engine: 20 }
    }
}

/// The use cases of Parlor.
pub struct Host {
    pub(super) store: Arc<dyn Store>,
    announcer: Arc<dyn Announcer>,
    opponent: Arc<dyn Opponent>,
    pub(super) analyst: Arc<dyn Analyst>,
    clock: Arc<dyn Clock>,
    dice: Arc<dyn Dice>,
    policy: PlayPolicy,
    /// The matches that are being settled in this process; `true`: something has changed since, look again.
    being_shown: Mutex<HashMap<MatchId, bool>>,
}

impl Host {
    pub fn new(
        store: Arc<dyn Store>,
        announcer: Arc<dyn Announcer>,
        opponent: Arc<dyn Opponent>,
        analyst: Arc<dyn Analyst>,
        clock: Arc<dyn Clock>,
        dice: Arc<dyn Dice>,
        policy: PlayPolicy,
    ) -> Self {
        Self { store, announcer, opponent, analyst, clock, dice, policy, being_shown: Mutex::default() }
    }

    /// Remembers the name of a person who has said something.
    pub async fn meet(&self, user: UserId, name: &str) -> Stored<()> {
        self.store.meet(user, name, self.clock.now()).await
    }

    // ---- Challenges ----

    /// Offers a match to `invited`, or to anyone.
    pub async fn challenge(
        &self,
        place: Place,
        challenger: UserId,
        invited: Option<&Invited>,
        terms: Terms,
    ) -> Result<Challenge, HostError> {
        if let Some(invited) = invited {
            decide::may_challenge(challenger, invited)?;
        }
        let Terms { ruleset, side, rated, rematch_of } = terms;
        let rated = decide::rated(rated, &ruleset, side, false)?;
        let now = self.clock.now();
        let expires_at = now.saturating_add(self.policy.challenge_lasts).unwrap_or(Timestamp::MAX);
        let opponent = invited.map(|it| it.user);
        let offer = NewChallenge { place, challenger, opponent, ruleset, side, rated, rematch_of, expires_at };
        let id = self.store.add_challenge(&offer, self.policy.most_challenges, now).await.map_err(not_offered)?;
        Ok(Challenge { id, offer, state: ChallengeState::Open, message: None })
    }

    /// Shows a challenge. One that cannot be shown could be answered by nobody, so it is taken back.
    pub async fn show_challenge(&self, challenge: &Challenge) -> Result<(), HostError> {
        let message = match self.announcer.post_challenge(challenge).await {
            Ok(message) => message,
            Err(error) => {
                self.store.close_challenge(challenge.id, ChallengeState::Withdrawn).await?;
                return Err(error.into());
            }
        };
        self.store.set_challenge_message(challenge.id, message).await?;
        // Somebody may have answered before the message was known.
        let again = self.store.challenge(challenge.id).await?;
        if let Some(closed) = again.filter(|it| it.state != ChallengeState::Open) {
            self.show_closed(&closed).await;
        }
        Ok(())
    }

    /// Shows the challenges that a crash has kept from being shown. One that cannot be shown keeps no other one waiting.
    pub async fn show_owed_challenges(&self) -> Result<(), HostError> {
        let now = self.clock.now();
        let made_before = now.saturating_sub(SHOWN_WITHIN).unwrap_or(Timestamp::MIN);
        for challenge in self.store.unshown_challenges(made_before, now).await? {
            if let Err(error) = self.show_challenge(&challenge).await {
                tracing::warn!(challenge.id = challenge.id.0, %error, "an owed challenge could not be shown");
            }
        }
        Ok(())
    }

    /// The challenge that somebody means by a bare answer in a channel: the newest one that is this person's to answer.
    pub async fn challenge_here(&self, asker: Asker, answer: Answer) -> Result<Challenge, HostError> {
        let Asker { user, channel } = asker;
        let open = self.store.open_challenges(channel, self.clock.now()).await?;
        let mine = |it: &&Challenge| it.offer.challenger == user;
        let fits = |it: &&Challenge| match answer {
            Answer::Withdraw => mine(it),
            Answer::Accept | Answer::Decline => it.offer.opponent == Some(user),
        };
        let anyones = |it: &&Challenge| answer == Answer::Accept && it.offer.opponent.is_none() && !mine(it);
        let found = open.iter().find(fits).or_else(|| open.iter().find(anyones));
        let code = if answer == Answer::Withdraw { "nothing-to-withdraw" } else { "no-challenge-for-you" };
        found.cloned().ok_or_else(|| Refusal::new(code).into())
    }

    /// Answers a challenge. Accepting begins the match, whose board is then due.
    pub async fn answer(&self, id: ChallengeId, user: UserId, answer: Answer) -> Result<Challenge, HostError> {
        let missing = || Refusal::new("no-such-challenge");
        let mut challenge = self.store.challenge(id).await?.ok_or_else(missing)?;
        let now = self.clock.now();
        challenge.state = match decide::answer(&challenge, user, answer, now, self.dice.coin())? {
            Answered::Begin(begun) => {
                let most = self.policy.most_against_engine;
                let begun = self.store.begin_match(&begun, most, now).await.map_err(raced)?;
                ChallengeState::Accepted(begun)
            }
            Answered::Close(state) => {
                self.store.close_challenge(id, state).await.map_err(raced)?;
                state
            }
        };
        // Whoever posted it may have learned its message only since it was read above, and have found it open still.
        if challenge.message.is_none()
            && let Ok(Some(latest)) = self.store.challenge(id).await
        {
            challenge.message = latest.message;
        }
        self.show_closed(&challenge).await;
        Ok(challenge)
    }

    /// Closes the challenges whose time is over.
    pub async fn expire_challenges(&self) -> Stored<()> {
        for challenge in self.store.expire_challenges(self.clock.now()).await? {
            self.show_closed(&challenge).await;
        }
        Ok(())
    }

    async fn show_closed(&self, challenge: &Challenge) {
        if let Err(error) = self.announcer.close_challenge(challenge).await {
            tracing::warn!(challenge.id = challenge.id.0, %error, "a closed challenge could not be shown");
        }
    }

    // ---- Matches ----

    /// The level that a player's choice means in a game.
    pub async fn level(&self, choice: LevelChoice, user: UserId, info: &Info) -> Stored<u8> {
        let LevelChoice::Of(level) = choice else {
            let standings = self.store.standings(user, Scope::Global).await?;
            let known = standings.into_iter().find(|it| it.game == info.key);
            return Ok(known.map_or(LevelChoice::USUAL, |it| it.rating.nearest_level(info)));
        };
        Ok(level)
    }

    /// Begins a match against the engine, whose board is then due.
    pub async fn play_engine(&self, place: Place, user: UserId, level: u8, terms: Terms) -> Result<MatchId, HostError> {
        let Terms { ruleset, side, rated, rematch_of } = terms;
        let rated = decide::rated(rated, &ruleset, side, true)?;
        let seats = decide::seats(Seat::User(user), Seat::Engine(level), side, self.dice.coin());
        let begun = NewMatch { place, ruleset, seats, rated, challenge: None, rematch_of };
        match self.store.begin_match(&begun, self.policy.most_against_engine, self.clock.now()).await {
            Err(StoreError::LimitReached(open)) => {
                Err(Refusal::new("too-many-matches-against-me").with("count", open).into())
            }
            begun => begun.map_err(raced),
        }
    }

    /// Plays the move that `text` means. It is accepted when this returns: the board is then due.
    pub async fn play_move(&self, asker: Asker, which: Which, text: &str) -> Result<Board, HostError> {
        let mut board = self.find(asker, which).await?;
        let it = decide::play_move(&board.current, &*board.position, asker.user, text)?;
        self.commit_move(&mut board, it).await.map_err(raced)?;
        Ok(board)
    }

    async fn commit_move(&self, board: &mut Board, it: Move) -> Stored<()> {
        let mut position = board.position.clone();
        position.play(it).map_err(|refusal| StoreError::Corrupt(format!("{it} is refused: {}", refusal.code)))?;
        let end = position.outcome();
        self.store.append_move(&board.current, &it.to_string(), end, self.clock.now()).await?;
        board.current.moves.push(it.to_string());
        board.current.outcome = end;
        board.position = position;
        Ok(())
    }

    /// Gives a match up.
    pub async fn resign(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let mut board = self.find(asker, which).await?;
        let end = decide::resign(&board.current, asker.user)?;
        self.store.end_match(&board.current, end, self.clock.now()).await.map_err(raced)?;
        self.opponent.forget(board.current.id);
        board.current.outcome = Some(end);
        Ok(board)
    }

    /// Whether it is the turn of `user`, before a man's ways are shown.
    pub async fn may_move(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_move(&board.current, &*board.position, asker.user)?;
        Ok(board)
    }

    /// Whether `user` may resign, before asking to confirm it.
    pub async fn may_resign(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::resign(&board.current, asker.user)?;
        Ok(board)
    }

    /// The same players again with sides changed: a new match against the engine (by lot, if it is rated), a challenge
    /// to a person, or, where the other has challenged already, the match. Of one match there is one rematch.
    pub async fn rematch(&self, user: UserId, id: MatchId) -> Result<Rematch, HostError> {
        let current = self.load(id).await?;
        let side = decide::player_in(&current, user)?;
        if current.outcome.is_none() {
            return Err(Refusal::new("match-goes-on").with("match", id.to_string()).into());
        }
        if let Some(begun) = self.store.rematch_of(id).await? {
            return Err(Refusal::new("rematch-begun").with("match", begun.to_string()).into());
        }
        match current.seat(side.other()) {
            Seat::Engine(level) => {
                let lot = if current.rated { SideChoice::Random } else { SideChoice::Take(side.other()) };
                let begun = self.play_engine(current.place, user, level, Terms::again(&current, lot)).await;
                match begun {
                    Ok(begun) => Ok(Rematch::Begun(begun)),
                    Err(error) => Err(self.explain_lost_rematch(id, error).await?),
                }
            }
            Seat::User(other) => self.rematch_with(user, other, &current).await,
        }
    }

    /// A rematch between people: the first one to ask offers it, the second one accepts.
    async fn rematch_with(&self, user: UserId, other: UserId, current: &Match) -> Result<Rematch, HostError> {
        match self.offer_or_accept_rematch(user, other, current).await {
            // Both have pressed at once, and the other was faster: the offer is there now.
            Err(HostError::Store(StoreError::Conflict)) => self.offer_or_accept_rematch(user, other, current).await,
            done => done,
        }
    }

    async fn offer_or_accept_rematch(
        &self,
        user: UserId,
        other: UserId,
        current: &Match,
    ) -> Result<Rematch, HostError> {
        let open = self.store.open_challenges(current.place.channel, self.clock.now()).await?;
        if let Some(offered) = open.iter().find(|it| it.offer.rematch_of == Some(current.id)) {
            if offered.offer.challenger == user {
                return Err(Refusal::new("rematch-offered").with("player", other.mention()).into());
            }
            return match self.answer(offered.id, user, Answer::Accept).await?.state {
                ChallengeState::Accepted(begun) => Ok(Rematch::Begun(begun)),
                _ => Err(Refusal::new("no-such-challenge").into()),
            };
        }
        let invited = Invited { user: other, is_bot: false, is_parlor: false };
        let side = current.side_of(user).map_or(SideChoice::Random, |it| SideChoice::Take(it.other()));
        let offered = self.challenge(current.place, user, Some(&invited), Terms::again(current, side)).await?;
        Ok(Rematch::Offered(offered))
    }

    /// Why a rematch did not begin: where another press of the same button was faster, its match is named.
    async fn explain_lost_rematch(&self, id: MatchId, error: HostError) -> Stored<HostError> {
        Ok(match self.store.rematch_of(id).await? {
            Some(begun) => Refusal::new("rematch-begun").with("match", begun.to_string()).into(),
            None => error,
        })
    }

    /// The match that a person means, on its position; one that may not be seen where it is asked for is not there.
    pub async fn find(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let current = match which {
            Which::Number(id) => self.load(id).await?,
            Which::Control(id, ply) => self.load_fresh(asker, id, ply).await?,
            Which::Shown(message) => {
                let shown = self.store.match_by_message(message).await?;
                let (id, ply) = shown.ok_or_else(|| Refusal::new("not-a-board"))?;
                self.load_fresh(asker, id, ply).await?
            }
            Which::Here => self.only_match(asker).await?,
        };
        decide::may_see(&current, asker)?;
        self.board(current).await
    }

    /// The board to be shown in a channel: the asker's match, or else the last one played there.
    pub async fn find_to_show(&self, asker: Asker) -> Result<Board, HostError> {
        let mine = self.store.matches_of(asker.user, Some(asker.channel)).await?;
        let none = || Refusal::new("no-match-in-channel");
        let current = match mine.len() {
            0 => self.store.last_match_in(asker.channel, None).await?.ok_or_else(none)?,
            _ => self.only_match(asker).await?,
        };
        self.board(current).await
    }

    async fn load(&self, id: MatchId) -> Result<Match, HostError> {
        Ok(self.store.find_match(id).await?.ok_or_else(|| decide::no_such_match(id))?)
    }

    /// A match whose board of `ply` somebody acts on: it must be the last one.
    async fn load_fresh(&self, asker: Asker, id: MatchId, ply: u32) -> Result<Match, HostError> {
        let current = self.load(id).await?;
        decide::may_see(&current, asker)?;
        if current.version() == ply {
            return Ok(current);
        }
        let refusal = Refusal::new("stale-board").with("shown", ply).with("now", current.version());
        Err(refusal.with("board", current.board_address()).into())
    }

    /// Notes that a message shows a board, posted because somebody asked to see it: replies to it are moves.
    pub async fn also_shown(&self, board: &Board, message: MessageId) -> Stored<()> {
        self.store.also_shown(board.current.id, board.current.version(), message).await
    }

    /// Whether a message has shown a board.
    pub async fn is_board(&self, message: MessageId) -> Stored<bool> {
        Ok(self.store.match_by_message(message).await?.is_some())
    }

    async fn only_match(&self, asker: Asker) -> Result<Match, HostError> {
        let mut mine = self.store.matches_of(asker.user, Some(asker.channel)).await?;
        match mine.len() {
            0 => Err(self.why_no_match(asker).await?.into()),
            1 => Ok(mine.swap_remove(0)),
            _ => {
                let listed: Vec<String> = mine.iter().map(|it| it.id.to_string()).collect();
                let first = mine[0].id.0;
                Err(Refusal::new("several-matches").with("matches", listed.join(", ")).with("first", first).into())
            }
        }
    }

    /// The most helpful reason why a person has no match under way in a channel.
    async fn why_no_match(&self, asker: Asker) -> Result<Refusal, HostError> {
        let Asker { user, channel } = asker;
        if let Some(ended) = self.store.last_match_in(channel, Some(user)).await? {
            return Ok(Refusal::new("match-has-ended").with("match", ended.id.to_string()));
        }
        let others = self.store.last_match_in(channel, None).await?.filter(|it| it.outcome.is_none());
        Ok(match others {
            Some(others) => Refusal::new("not-a-player").with("match", others.id.to_string()),
            None => Refusal::new("no-match-here"),
        })
    }

    async fn board(&self, current: Match) -> Result<Board, HostError> {
        let position = current.replay()?;
        let rated = current.rated && current.outcome.is_some();
        let changes = if rated { self.store.rating_changes(current.id).await? } else { Vec::new() };
        Ok(Board { current, position, changes })
    }

    /// The matches of a person that are under way, those in which it is this person's turn first.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<Board>, HostError> {
        let mut boards = Vec::new();
        for current in self.store.matches_of(user, None).await? {
            boards.push(self.board(current).await?);
        }
        boards.sort_by_key(|it| (it.current.side_of(user) != Some(it.position.to_move()), it.current.updated_at));
        Ok(boards)
    }

    pub async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        self.store.leaderboard(game, scope, most).await
    }

    pub async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        self.store.standings(user, scope).await
    }

    pub async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        self.store.player_name(user).await
    }

    /// The time by the host's clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    // ---- What is due ----

    /// The matches in which something is owed: a board or a move of the engine.
    pub async fn due(&self) -> Stored<Vec<MatchId>> {
        self.store.due(self.clock.now()).await
    }

    /// Does what a match owes until it owes nothing: shows the board, makes the engine's move, shows that board.
    ///
    /// One call at a time works on a match; another one meanwhile makes the first look again.
    pub async fn show_due(&self, id: MatchId) {
        if !self.enter(id) {
            return;
        }
        // Whatever happens to this call, the match must not stay closed to the next one.
        let _entered = Entered { host: self, id };
        loop {
            if let Err(error) = self.show_due_once(id).await {
                tracing::error!(match.id = id.0, error = &error as &dyn std::error::Error, "a match could not go on");
            }
            if self.leave(id) {
                return;
            }
        }
    }

    async fn show_due_once(&self, id: MatchId) -> Result<(), HostError> {
        loop {
            let Some(current) = self.store.find_match(id).await? else { return Ok(()) };
            let board = self.board(current).await?;
            if board.current.owes_board() {
                if !self.show_board(&board).await? {
                    return Ok(());
                }
            } else if !self.move_engine(board).await? {
                return Ok(());
            }
        }
    }

    /// Shows the board of a match; `false` if it has to be tried again later.
    async fn show_board(&self, board: &Board) -> Result<bool, HostError> {
        let current = &board.current;
        let notice = Notice { current, position: &*board.position, changes: &board.changes };
        let message = match self.announcer.post_board(notice).await {
            Ok(message) => message,
            Err(error) => {
                let wait = retry_after(current.failures, &error);
                tracing::warn!(match.id = current.id.0, %error, wait_s = wait.as_secs(), "a board could not be shown");
                let retry_at = self.clock.now().saturating_add(wait).unwrap_or(Timestamp::MAX);
                self.store.announce_failed(current.id, retry_at).await?;
                return Ok(false);
            }
        };
        self.store.announced(current.id, current.version(), current.outcome.is_some(), message).await?;
        if let Some(former) = current.board_message.filter(|it| *it != message)
            && let Err(error) = self.announcer.retire_board(current.place, former).await
        {
            tracing::warn!(match.id = current.id.0, %error, "an old board keeps its controls");
        }
        Ok(true)
    }

    /// Makes the engine's move if it is the engine's turn; `false` if there is nothing to do.
    async fn move_engine(&self, mut board: Board) -> Result<bool, HostError> {
        let current = &board.current;
        let level = current.seat(board.position.to_move()).engine_level();
        let Some(level) = level.filter(|_| current.outcome.is_none()) else { return Ok(false) };
        let moves = board.position.played().to_vec();
        let asked_by = current.seat(board.position.to_move().other()).user();
        let owed = Owed { match_id: current.id, asked_by, ruleset: current.ruleset.clone(), moves, level };
        let chosen = match self.opponent.choose(owed).await {
            Ok(chosen) => chosen,
            // The match stays due, so the engine is asked again before long.
            Err(OpponentError::Busy) => return Ok(false),
            Err(error) => {
                // A match that has ended while the engine was thinking has its end to show.
                let again = self.load(current.id).await?;
                if again.outcome.is_some() {
                    return Ok(true);
                }
                tracing::error!(match.id = current.id.0, %error, "the engine's move is still owed");
                return Ok(false);
            }
        };
        match self.commit_move(&mut board, chosen).await {
            // A move that lost the race is dropped: what the store says now goes on.
            Ok(()) | Err(StoreError::Conflict) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    fn enter(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => {
                being_shown.insert(id, false);
                true
            }
        }
    }

    /// Ends being_shown a match, unless something has changed since.
    fn leave(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                being_shown.remove(&id);
                true
            }
        }
    }
}

/// A match that is being settled; it is no longer when this is gone.
struct Entered<'a> {
    host: &'a Host,
    id: MatchId,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.host.being_shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

/// On which terms somebody wants to play.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The side that who asks takes.
    pub side: SideChoice,
    /// Whether it shall count; `None`: if it can.
    pub rated: Option<bool>,
    /// The match of which it is the rematch.
    pub rematch_of: Option<MatchId>,
}

impl Terms {
    /// Those of a match that is played once more.
    fn again(current: &Match, side: SideChoice) -> Self {
        let rated = (!current.rated).then_some(false);
        Self { ruleset: current.ruleset.clone(), side, rated, rematch_of: Some(current.id) }
    }
}

/// What a wish for a rematch leads to.
pub enum Rematch {
    Offered(Challenge),
    Begun(MatchId),
}

/// That a person has too many challenges is a refusal.
fn not_offered(error: StoreError) -> HostError {
    match error {
        StoreError::LimitReached(open) => Refusal::new("too-many-challenges").with("count", open).into(),
        other => other.into(),
    }
}

/// A write that came too late is a refusal.
fn raced(error: StoreError) -> HostError {
    match error {
        StoreError::Conflict => Refusal::new("too-late").into(),
        other => other.into(),
    }
}

/// How long to wait before showing a board again that could not be shown `failures` times before: not long where the
/// next try may do, longer and longer where somebody has to change something first.
fn retry_after(failures: u32, error: &AnnounceError) -> Duration {
    let (first, most) = match error {
        AnnounceError::Closed(_) => (60, 3600),
        AnnounceError::Later(_) => (1, 60),
    };
    Duration::from_secs((first << failures.min(10)).min(most))
}
