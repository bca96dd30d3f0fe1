//! Finds the match that somebody means: by its number, by a board, or as one of their own.

use games::board::{Move, Square};
use games::{Fact, ReadMove, Refusal, Syntax};

use super::host::Host;
use crate::core::HostError;
use crate::ports::StoreResult;
use crate::{Asker, Board, Challenge, ChallengeId, ChannelId, Match, MatchId, MessageId, UserId, decide, threads};

/// What somebody wants to do, as a clue to which match is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchCriterion<'a> {
    /// To play the move that this text is.
    Move(&'a str),
    /// Something that people do on their own turn.
    Turn,
    /// To be helped, where that is allowed.
    Hint,
    /// To end a pause.
    Resume,
    /// Something that people may do in any match.
    Any,
}

/// How a person says which match is meant.
#[derive(Clone, Debug)]
pub enum MatchChoice {
    /// The only match of this person in the channel.
    Here,
    Number(MatchId),
    /// The match of a control under the board of that version, or of a reply to it.
    Control(MatchId, u32),
    /// The match of a control of another message. Whoever can press it was shown the match, wherever it was played; once it's
    /// over, they may look at it from there.
    Shown(MatchId),
    /// The match that was found already.
    Found(Box<Match>),
}

impl MatchChoice {
    /// The number of the match, where it's known without a look.
    pub fn id(&self) -> Option<MatchId> {
        match self {
            Self::Here => None,
            Self::Number(id) | Self::Control(id, _) | Self::Shown(id) => Some(*id),
            Self::Found(current) => Some(current.id),
        }
    }

    /// The same match, to be found as it is by then.
    pub(super) fn again(&self) -> Self {
        match self {
            Self::Found(current) => Self::Number(current.id),
            choice => choice.clone(),
        }
    }
}

/// The match that somebody means.
pub enum MatchMeant {
    One(Box<Match>),
    /// One of these; only the person can say which.
    OneOf(Vec<Board>),
}

impl Host {
    /// The match that a person means, with its position. A match that may not be seen from there counts as missing.
    pub async fn find(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let found = self.find_readable(asker, which).await;
        if let Err(HostError::SetAside { id, .. }) = &found {
            decide::may_know_of(&self.outline(*id).await?, asker)?;
        }
        found
    }

    async fn find_readable(&self, asker: Asker, which: MatchChoice) -> Result<Board, HostError> {
        let current = match which {
            MatchChoice::Number(id) => self.load(id).await?,
            MatchChoice::Shown(id) => {
                let current = self.load(id).await?;
                if current.outcome.is_some() {
                    return self.board(current).await;
                }
                current
            }
            MatchChoice::Control(id, version) => self.load_fresh(asker, id, version).await?,
            MatchChoice::Found(current) => *current,
            MatchChoice::Here => self.only_match(asker).await?,
        };
        decide::may_see(&current, asker)?;
        self.board(current).await
    }

    /// The board to show in a channel: the asker's match, or else the last one played there.
    pub async fn find_to_show(&self, asker: Asker) -> Result<Board, HostError> {
        let mine = self.mine(asker).await?;
        let current = match mine.is_empty() {
            true => self.match_to_watch(asker).await?.ok_or_else(decide::no_match_in_channel)?,
            false => only_one(mine)?,
        };
        Ok(self.with_stakes(self.board(current).await?).await?)
    }

    /// The match that somebody means who plays none in a channel: the last one played there, preferably one under way.
    pub(super) async fn match_to_watch(&self, asker: Asker) -> StoreResult<Option<Match>> {
        let under_way = self.ports.store.matches_in(asker.channel).await?;
        let others = under_way.into_iter().filter(|it| it.side_of(asker.user).is_none());
        match others.max_by_key(|it| (it.updated_at, it.id)) {
            None => self.ports.store.last_match_in(asker.channel, None).await,
            newest => Ok(newest),
        }
    }

    /// A match, for an action on the board of that version, which must be the current one.
    async fn load_fresh(&self, asker: Asker, id: MatchId, version: u32) -> Result<Match, HostError> {
        let current = self.load(id).await?;
        decide::may_see(&current, asker)?;
        if current.version() == version {
            return Ok(current);
        }
        if current.outcome.is_some() {
            return Err(decide::has_ended(id).into());
        }
        Err(Refusal::new("stale-board").with("board", current.board_address()).into())
    }

    /// The match whose board a message has shown, so that a reply to it may be a move.
    pub async fn shown_by(&self, message: MessageId) -> Result<Option<MatchChoice>, HostError> {
        let shown = self.unclaimed(|| self.ports.store.match_by_message(message)).await?;
        Ok(shown.map(|(id, version)| MatchChoice::Control(id, version)))
    }

    /// The match that a message is about: one whose board it has shown, or whose card it is.
    pub async fn match_about(&self, message: MessageId) -> Result<Option<MatchId>, HostError> {
        if let Some((id, _)) = self.ports.store.match_by_message(message).await? {
            return Ok(Some(id));
        }
        if let Some(id) = self.ports.store.match_by_card(message).await? {
            return Ok(Some(id));
        }
        // A thread has the number of the message that it was begun from.
        let in_thread = self.ports.store.last_match_in(ChannelId(message.0), None).await?;
        Ok(in_thread.map(|it| it.id))
    }

    async fn only_match(&self, asker: Asker) -> Result<Match, HostError> {
        let mine = self.mine(asker).await?;
        if mine.is_empty() { Err(self.why_no_match(asker).await?.into()) } else { Ok(only_one(mine)?) }
    }

    /// The most helpful reason why a person has no match under way in a channel.
    async fn why_no_match(&self, asker: Asker) -> Result<Refusal, HostError> {
        let Asker { user, channel, .. } = asker;
        if let Some(ended) = self.ports.store.last_match_in(channel, Some(user)).await? {
            return Ok(decide::has_ended(ended.id));
        }
        let elsewhere = self.ports.store.matches_of(user, None).await?.len();
        if elsewhere > 0 {
            return Ok(Refusal::new("no-match-here-but-elsewhere").with("count", elsewhere as i64));
        }
        let others = self.ports.store.last_match_in(channel, None).await?.filter(|it| it.outcome.is_none());
        Ok(match others {
            Some(others) => decide::not_a_player(others.id),
            None => Refusal::new("no-match-here"),
        })
    }

    /// The asker's own match that is meant in the channel: the only one, or else the only one that fits the wish.
    /// Nothing if none is under way.
    pub async fn meant(&self, asker: Asker, wish: MatchCriterion<'_>) -> Result<Option<MatchMeant>, HostError> {
        let mut mine = self.mine(asker).await?;
        if mine.len() <= 1 {
            return Ok(mine.pop().map(Box::new).map(MatchMeant::One));
        }
        let one = |it: &Board| MatchMeant::One(Box::new(it.current.clone()));
        let boards = self.sorted_boards(mine, asker.user);
        let waiting = boards.iter().filter(|it| it.is_turn_of(asker.user));
        let fitting: Vec<&Board> = match wish {
            MatchCriterion::Any => Vec::new(),
            MatchCriterion::Turn => waiting.collect(),
            MatchCriterion::Hint => waiting.filter(|it| decide::may_have_hint(it, asker.user).is_ok()).collect(),
            MatchCriterion::Resume => boards.iter().filter(|it| it.current.clock.is_paused).collect(),
            MatchCriterion::Move(text) => match waiting.collect::<Vec<_>>() {
                none if none.is_empty() => return Err(nowhere_your_turn(&boards).into()),
                waiting => that_take(waiting, text),
            },
        };
        match (fitting.as_slice(), wish) {
            ([only], _) => return Ok(Some(one(only))),
            // No match allows it, so any of them can say why.
            ([], MatchCriterion::Hint | MatchCriterion::Resume) => return Ok(boards.first().map(one)),
            _ => {}
        }
        let ids: Vec<MatchId> = fitting.iter().map(|it| it.current.id).collect();
        let is_choice = |it: &Board| ids.is_empty() || ids.contains(&it.current.id);
        Ok(Some(MatchMeant::OneOf(boards.into_iter().filter(is_choice).collect())))
    }

    /// The matches of which the asker may mean one: those under way in the channel, or else the one on which its people
    /// vote; or all of theirs if they are alone with the bot and play none there.
    pub(super) async fn mine(&self, asker: Asker) -> StoreResult<Vec<Match>> {
        let here = self.ports.store.matches_of(asker.user, Some(asker.channel)).await?;
        if !here.is_empty() {
            return Ok(here);
        }
        match self.voted_in(asker.channel).await? {
            None if asker.is_alone => self.ports.store.matches_of(asker.user, None).await,
            voted => Ok(voted.into_iter().collect()),
        }
    }

    /// Whether the asker writes in the thread that was begun for a match in which it is the asker's turn.
    pub async fn is_turn_in_own_thread(&self, asker: Asker) -> StoreResult<bool> {
        let mine = self.ports.store.matches_of(asker.user, Some(asker.channel)).await?;
        let is_turn = |it: &Match| threads::open(it).is_some() && it.side_of(asker.user) == Some(it.to_move());
        Ok(mine.iter().any(is_turn))
    }

    /// The asker's match in the channel that takes this as a move now, if it's the only one, and the move.
    pub async fn takes_move(&self, asker: Asker, text: &str) -> Result<Option<(Board, Move)>, HostError> {
        let mine = self.ports.store.matches_of(asker.user, Some(asker.channel)).await?;
        let waiting = self.sorted_boards(mine, asker.user).into_iter().filter(|it| it.is_turn_of(asker.user));
        let taking = waiting.filter_map(|it| it.position.read(text).ok().map(|chosen| (it, chosen)));
        let mut taking: Vec<(Board, Move)> = taking.collect();
        Ok(if taking.len() == 1 { taking.pop() } else { None })
    }

    /// The next match that waits for a person after the one just shown, and how many wait.
    pub async fn next_waiting(&self, user: UserId, after: MatchId) -> Result<(Board, usize), HostError> {
        let mut waiting = self.waiting_for(user).await?;
        waiting.sort_by_key(|it| it.current.id);
        let count = waiting.len();
        let next = waiting.iter().position(|it| it.current.id > after).unwrap_or(0);
        let board = waiting.into_iter().nth(next).ok_or_else(|| Refusal::new("nothing-waits"))?;
        Ok((board, count))
    }

    /// A challenge that was made in the channel where somebody asks.
    pub async fn challenge_in(&self, asker: Asker, id: ChallengeId) -> Result<Challenge, HostError> {
        let found = self.ports.store.challenge(id).await?;
        let here = found.filter(|it| it.offer.place.channel == asker.channel);
        here.ok_or_else(|| Refusal::new("no-such-challenge").into())
    }
}

/// The only one of a person's matches; if there are several, they are listed.
fn only_one(mut mine: Vec<Match>) -> Result<Match, Refusal> {
    if mine.len() == 1 {
        return Ok(mine.swap_remove(0));
    }
    let listed: Vec<String> = mine.iter().map(|it| it.id.to_string()).collect();
    let first = mine.first().map_or(0, |it| it.id.0);
    Err(Refusal::new("several-matches").with("matches", listed.join(", ")).with("first", first))
}

/// Among the matches in which it is the asker's turn, those that a typed move fits: if it is a legal move in some,
/// those; else those in which it could become one; else the one that best says why it is none.
fn that_take<'a>(waiting: Vec<&'a Board>, text: &str) -> Vec<&'a Board> {
    let readings: Vec<_> = waiting.iter().map(|it| it.position.read(text)).collect();
    let by = |fits: fn(&Result<Move, ReadMove>) -> bool| -> Vec<&'a Board> {
        waiting.iter().zip(&readings).filter(|it| fits(it.1)).map(|it| *it.0).collect()
    };
    let legal = by(Result::is_ok);
    let begun = by(|it| matches!(it, Err(ReadMove::Ambiguous(_))));
    // One of the others can only say that there's no piece to move.
    let ends = text.parse().map_or_else(|_| Vec::new(), |it: Syntax| it.ends());
    let moves_piece = |it: &&'a Board| {
        let is_there = |square: &Square| it.position.shape().contains(*square);
        ends.iter().all(is_there) && ends.first().is_some_and(|from| it.position.may_begin_on(*from))
    };
    let of_piece = waiting.iter().copied().find(moves_piece).into_iter().collect();
    let one = |boards: Vec<&'a Board>| boards.into_iter().take(1).collect();
    [legal, begun, of_piece].into_iter().find(|it| !it.is_empty()).unwrap_or_else(|| one(waiting))
}

fn nowhere_your_turn(boards: &[Board]) -> Refusal {
    let mut ids: Vec<MatchId> = boards.iter().map(|it| it.current.id).collect();
    ids.sort_unstable();
    Refusal::new("nowhere-your-turn").with("matches", Fact::all_of(ids))
}
