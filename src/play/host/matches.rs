//! Matches: they begin, are found again, moved in and given up.

use games::board::Move;
use games::{Info, Refusal};

use super::{Host, HostError, too_late};
use crate::play::decide::{self, Said};
use crate::play::ports::{Scope, StoreError, Stored};
use crate::play::{Asker, Board, LevelChoice, Match, MatchId, MessageId, NewMatch, Place, Seat, Terms, UserId};

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

impl Host {
    /// The level that a player's choice means in a game.
    pub async fn level(&self, choice: LevelChoice, user: UserId, info: &Info) -> Stored<u8> {
        let LevelChoice::Of(level) = choice else {
            let standings = self.ports.store.standings(user, Scope::Global).await?;
            let known = standings.into_iter().find(|it| it.game == info.key);
            return Ok(known.map_or(LevelChoice::USUAL, |it| it.rating.nearest_level(info)));
        };
        Ok(level)
    }

    /// Begins a match against the engine, whose board is then due.
    pub async fn play_engine(&self, place: Place, user: UserId, level: u8, terms: Terms) -> Result<MatchId, HostError> {
        let Terms { ruleset, side, rated, rematch_of } = terms;
        let rated = decide::rated(rated, &ruleset, side, true)?;
        let seats = decide::seats(Seat::User(user), Seat::Engine(level), side, self.ports.dice.coin());
        let begun = NewMatch { place, ruleset, seats, rated, challenge: None, rematch_of };
        match self.ports.store.begin_match(&begun, self.policy.most_against_engine, self.ports.clock.now()).await {
            Err(StoreError::LimitReached(open)) => {
                Err(Refusal::new("too-many-matches-against-me").with("count", open).into())
            }
            Err(error) => Err(too_late(error)),
            Ok(begun) => {
                self.ports.waker.wake(begun);
                Ok(begun)
            }
        }
    }

    /// Plays a move. It is accepted when this returns: the board is then due.
    pub async fn play_move(&self, asker: Asker, which: Which, said: Said<'_>) -> Result<Board, HostError> {
        let mut board = self.find(asker, which).await?;
        let chosen = decide::play_move(&board, asker.user, said)?;
        self.commit_move(&mut board, chosen).await.map_err(too_late)?;
        self.ports.waker.wake(board.current.id);
        Ok(board)
    }

    pub(super) async fn commit_move(&self, board: &mut Board, chosen: Move) -> Stored<()> {
        let mut position = board.position.clone();
        position
            .play(chosen)
            .map_err(|refusal| StoreError::Corrupt(format!("{chosen} is refused: {}", refusal.code)))?;
        let end = position.outcome();
        self.ports.store.append_move(&board.current, &chosen.to_string(), end, self.ports.clock.now()).await?;
        board.current.moves.push(chosen.to_string());
        board.current.outcome = end;
        board.position = position;
        Ok(())
    }

    /// Gives a match up.
    pub async fn resign(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let mut board = self.find(asker, which).await?;
        let end = decide::resign(&board.current, asker.user)?;
        self.ports.store.end_match(&board.current, end, self.ports.clock.now()).await.map_err(too_late)?;
        self.ports.opponent.forget(board.current.id);
        self.ports.waker.wake(board.current.id);
        board.current.outcome = Some(end);
        Ok(board)
    }

    /// Whether it is the turn of `user`, before a man's ways are shown.
    pub async fn may_move(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::may_move(&board, asker.user)?;
        Ok(board)
    }

    /// Whether `user` may resign, before asking to confirm it.
    pub async fn may_resign(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let board = self.find(asker, which).await?;
        decide::resign(&board.current, asker.user)?;
        Ok(board)
    }

    /// The match that a person means, on its position; one that may not be seen where it is asked for is not there.
    pub async fn find(&self, asker: Asker, which: Which) -> Result<Board, HostError> {
        let current = match which {
            Which::Number(id) => self.load(id).await?,
            Which::Control(id, ply) => self.load_fresh(asker, id, ply).await?,
            Which::Shown(message) => {
                let shown = self.ports.store.match_by_message(message).await?;
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
        let mine = self.ports.store.matches_of(asker.user, Some(asker.channel)).await?;
        let none = || Refusal::new("no-match-in-channel");
        let current = match mine.len() {
            0 => self.ports.store.last_match_in(asker.channel, None).await?.ok_or_else(none)?,
            _ => self.only_match(asker).await?,
        };
        self.board(current).await
    }

    pub(super) async fn load(&self, id: MatchId) -> Result<Match, HostError> {
        Ok(self.ports.store.find_match(id).await?.ok_or_else(|| decide::no_such_match(id))?)
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
        self.ports.store.also_shown(board.current.id, board.current.version(), message).await
    }

    /// Whether a message has shown a board.
    pub async fn is_board(&self, message: MessageId) -> Stored<bool> {
        Ok(self.ports.store.match_by_message(message).await?.is_some())
    }

    async fn only_match(&self, asker: Asker) -> Result<Match, HostError> {
        let mut mine = self.ports.store.matches_of(asker.user, Some(asker.channel)).await?;
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
        if let Some(ended) = self.ports.store.last_match_in(channel, Some(user)).await? {
            return Ok(Refusal::new("match-has-ended").with("match", ended.id.to_string()));
        }
        let others = self.ports.store.last_match_in(channel, None).await?.filter(|it| it.outcome.is_none());
        Ok(match others {
            Some(others) => Refusal::new("not-a-player").with("match", others.id.to_string()),
            None => Refusal::new("no-match-here"),
        })
    }

    pub(super) async fn board(&self, current: Match) -> Result<Board, HostError> {
        let position = current.replay()?;
        let rated = current.rated && current.outcome.is_some();
        let changes = if rated { self.ports.store.rating_changes(current.id).await? } else { Vec::new() };
        Ok(Board { current, position, changes })
    }

    /// The matches of a person that are under way, those in which it is this person's turn first.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<Board>, HostError> {
        let mine = self.ports.store.matches_of(user, None).await?;
        self.sorted_boards(mine, user)
    }

    /// Matches under way on their positions, those in which it is the turn of `user` first.
    pub(super) fn sorted_boards(&self, matches: Vec<Match>, user: UserId) -> Result<Vec<Board>, HostError> {
        let mut boards = Vec::with_capacity(matches.len());
        for current in matches {
            let position = current.replay()?;
            boards.push(Board { current, position, changes: Vec::new() });
        }
        boards.sort_by_key(|it| (it.current.side_of(user) != Some(it.position.to_move()), it.current.updated_at));
        Ok(boards)
    }
}
