//! Matches in which the people of a channel vote on their moves.

use games::Refusal;
use games::board::Move;

use super::advice::Advice;
use super::host::Host;
use super::matches::PlayedMove;
use crate::core::{HostError, TRIES, too_late, unwritten};
use crate::decide::{self, MoveInput};
use crate::ports::{OwnedBy, StoreError, StoreResult};
use crate::votes::{Vote, Voting};
use crate::{Asker, Board, ChannelId, Match, MatchChoice, MatchId, NewMatch, Place, Seat, Terms, UserId, steps};

/// The letters and digits of the word with which another channel joins: none that look alike.
const CODE_SIGNS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// How many of them follow the number of the match.
const CODE_LENGTH: usize = 5;

/// Who plays the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VoteRival {
    Engine(u8),
    /// Another channel, which joins by a code.
    Channel,
}

/// What somebody voted for in a match.
pub struct OwnVotes {
    pub board: Board,
    /// In order.
    pub votes: Vec<OwnVote>,
}

/// A vote, what was played, and what the engine would have.
pub struct OwnVote {
    /// How many plies had been played before.
    pub ply: usize,
    /// The move, in the game's notation.
    pub chosen: String,
    /// `None`: the vote goes on.
    pub played: Option<Move>,
    /// `None`: the match goes on, or the engine has no opinion on it.
    pub best: Option<Move>,
}

impl Host {
    /// Begins a match in which the people of a channel vote on the moves of a side. Its board is then due.
    pub async fn begin_votes(
        &self,
        place: Place,
        asker: Asker,
        rival: VoteRival,
        terms: Terms,
    ) -> Result<Match, HostError> {
        let unjoined = self.room_for_vote(place).await?;
        let other = match rival {
            VoteRival::Engine(level) => Seat::Engine(level),
            VoteRival::Channel => Seat::Rival,
        };
        let seats = decide::seats(Seat::Channel, other, terms.side, self.ports.dice.coin());
        let code = (rival == VoteRival::Channel).then(|| self.drawn_code());
        let voting = Voting { code, names: self.ports.announcer.names(place).await, ..Voting::default() };
        let new = NewMatch { agreement: terms.agreement, voting, ..NewMatch::casual(place, terms.ruleset, seats) };
        let id = self.begin_against_engine(&new, asker.user, asker.origin).await?;
        self.give_up(unjoined).await?;
        self.load(id).await
    }

    /// Begins the match in which the people of a channel take the other side of another channel's.
    pub async fn join_votes(&self, place: Place, asker: Asker, code: &str) -> Result<Match, HostError> {
        let waiting = self.waiting_for_rival(code).await?;
        if waiting.place.channel == place.channel {
            return Err(Refusal::new("vote-code-of-own-channel").into());
        }
        let unjoined = self.room_for_vote(place).await?;
        let seats = [waiting.seats[1], waiting.seats[0]];
        let (names, rival_name) = (self.ports.announcer.names(place).await, waiting.channel_name_in(place));
        let voting = Voting { rival: Some(waiting.id), names, rival_name, ..Voting::default() };
        let agreement = waiting.agreement();
        let new = NewMatch { agreement, voting, ..NewMatch::casual(place, waiting.ruleset, seats) };
        match self.begin_against_engine(&new, asker.user, asker.origin).await {
            Err(HostError::Refused(refusal)) if refusal.code == "too-late" => Err(unknown_code(code).into()),
            begun => {
                let id = begun?;
                self.give_up(unjoined).await?;
                Ok(self.load(id).await?)
            }
        }
    }

    /// The match that waits for a channel with this code.
    async fn waiting_for_rival(&self, code: &str) -> Result<Match, HostError> {
        let number = code.split_once('-').and_then(|(number, _)| number.parse().ok()).map(MatchId);
        let Some(id) = number else { return Err(unknown_code(code).into()) };
        let found = self.ports.store.find_match(id).await?.filter(Match::awaits_rival);
        let is_meant = |it: &Match| it.voting.code.as_deref().is_some_and(|own| is_code_of(it.id, own, code));
        let found = found.filter(is_meant).ok_or_else(|| unknown_code(code))?;
        match self.ports.store.rival_of(id).await? {
            None => Ok(found),
            Some(_) => Err(unknown_code(code).into()),
        }
    }

    /// Refuses a vote in a private conversation, and a second one in a channel. Returns the one that gives way: one that no
    /// other channel has joined.
    async fn room_for_vote(&self, place: Place) -> Result<Option<Match>, HostError> {
        if place.guild.is_none() {
            return Err(Refusal::new("vote-needs-server").into());
        }
        let Some(current) = self.voted_in(place.channel).await? else { return Ok(None) };
        if current.awaits_rival() && self.ports.store.rival_of(current.id).await?.is_none() {
            return Ok(Some(current));
        }
        Err(Refusal::new("vote-goes-on-here").with("match", current.id.to_string()).into())
    }

    /// Ends a match that no other channel has joined, now that its channel has begun another vote.
    async fn give_up(&self, unjoined: Option<Match>) -> Result<(), HostError> {
        if let Some(unjoined) = unjoined {
            let board = self.board(unjoined).await?;
            self.commit(&board, steps::given_up(&board, self.now())).await?;
        }
        Ok(())
    }

    /// The match for whose next move the people of the asker's channel can vote.
    pub async fn vote_in(&self, asker: Asker) -> Result<Option<Board>, HostError> {
        match self.voted_in(asker.channel).await?.filter(Match::awaits_votes) {
            Some(current) => self.board(current).await.map(Some),
            None => Ok(None),
        }
    }

    /// The match under way on which the people of a channel vote.
    pub(super) async fn voted_in(&self, channel: ChannelId) -> StoreResult<Option<Match>> {
        let there = self.ports.store.matches_in(channel).await?;
        Ok(there.into_iter().find(Match::is_voted_on))
    }

    fn drawn_code(&self) -> String {
        let sign = |_| char::from(CODE_SIGNS[self.ports.dice.below(CODE_SIGNS.len() as u32) as usize]);
        (0..CODE_LENGTH).map(sign).collect()
    }

    /// Refuses somebody who has voted for the other channel's side: nobody plays against themselves.
    async fn may_vote_for(&self, current: &Match, user: UserId) -> Result<(), HostError> {
        let rival = match current.voting.rival {
            None if current.seats.contains(&Seat::Rival) => self.ports.store.rival_of(current.id).await?,
            known => known,
        };
        match rival {
            Some(id) if !self.ports.store.votes_of(id, user).await?.is_empty() => {
                Err(Refusal::new("voted-for-other-side").into())
            }
            _ => Ok(()),
        }
    }

    /// Votes for a move of the channel, or for another one than before.
    pub(super) async fn vote(&self, asker: Asker, mut board: Board, said: &MoveInput) -> Result<PlayedMove, HostError> {
        self.may_vote_for(&board.current, asker.user).await?;
        for _ in 0..TRIES {
            let chosen = match decide::vote(&board, asker.user, said) {
                Err(refusal) if refusal.illustration.is_some() => {
                    return Err(HostError::NoMove(Box::new(board), refusal));
                }
                chosen => chosen?,
            };
            let now = self.ports.clock.now();
            let vote = Vote { user: asker.user, chosen: chosen.to_string() };
            let next = steps::voted(&board, now);
            match self.ports.store.vote(&board.current, &next.current, &vote, now).await {
                Ok(owner) => {
                    self.ports.changes.changed(board.current.id);
                    if owner == OwnedBy::Us {
                        self.ports.due.wake(board.current.id.into());
                    }
                    return Ok(PlayedMove { chosen, board: next, is_vote: true });
                }
                Err(StoreError::Conflict) => board = self.reload_same_position(board).await?,
                Err(error) => return Err(unwritten(error)),
            }
        }
        Err(too_late())
    }

    /// What the asker voted for in a match. Once it's over, the engine says what it would have played, which may take many
    /// seconds.
    pub async fn own_votes(&self, asker: Asker, which: MatchChoice) -> Result<OwnVotes, HostError> {
        let board = self.find(asker, which).await?;
        let current = &board.current;
        let cast = self.ports.store.votes_of(current.id, asker.user).await?;
        if cast.is_empty() {
            let key = if current.is_voted_on() { "no-votes-of-yours" } else { "no-votes-on-it" };
            return Err(Refusal::new(key).with("match", current.id.to_string()).into());
        }
        let advice = match current.outcome {
            Some(_) if !current.moves.is_empty() => Some(self.advise(asker.user, &board).await?),
            _ => None,
        };
        let best = |ply: usize| match &advice {
            Some(Advice::Review(review)) => review.moves.iter().find(|it| it.ply == ply + 1)?.best.as_ref()?.best(),
            _ => None,
        };
        let played = |ply: usize| board.position.played().get(ply).copied();
        let own = |(ply, chosen)| OwnVote { ply, chosen, played: played(ply), best: best(ply) };
        let votes = cast.into_iter().map(own).collect();
        Ok(OwnVotes { board, votes })
    }

    /// The match on which somebody votes in a channel, or on which its people have voted last.
    pub async fn find_voted(&self, asker: Asker) -> Result<MatchChoice, HostError> {
        let found = match self.voted_in(asker.channel).await? {
            None => self.ports.store.last_match_in(asker.channel, None).await?.filter(Match::is_voted_on),
            under_way => under_way,
        };
        Ok(found.map(|it| MatchChoice::Found(Box::new(it))).ok_or_else(|| Refusal::new("no-vote-here"))?)
    }
}

/// Whether somebody names this match with its own code, in whatever case.
fn is_code_of(id: MatchId, own: &str, named: &str) -> bool {
    format!("{}-{own}", id.0).eq_ignore_ascii_case(named)
}

fn unknown_code(code: &str) -> Refusal {
    Refusal::new("unknown-vote-code").with("code", code.to_owned())
}
