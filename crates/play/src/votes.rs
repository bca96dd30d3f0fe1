//! Votes: how the people of a channel play one side together. Pure.

use serde::{Deserialize, Serialize};

use super::{MatchId, UserId};

/// As soon as so many agree on a move, it's played, whoever else may vote.
pub const AGREED: usize = 5;

/// After so many votes in a row in which nobody took part, the match is paused.
pub const MAX_EMPTY: u32 = 3;

/// The level at which the engine moves for a channel in which nobody has voted.
pub const STAND_IN_LEVEL: u8 = 1;

/// How many moves are told with their shares once a vote is over.
const MOST_WANTED: usize = 2;

/// What somebody wants a channel to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    pub user: UserId,
    /// The move, in the game's notation.
    pub chosen: String,
}

/// What is kept of the votes of a match besides the votes themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Voting {
    /// In how many votes in a row nobody took part.
    pub empty: u32,
    /// How the last vote has ended.
    pub last: Option<VoteTally>,
    /// The word with which another channel takes the other side, as long as none has.
    pub code: Option<String>,
    /// The match in which the other channel plays the same moves.
    pub rival: Option<MatchId>,
    /// What the channel and its server were called when it began.
    pub names: PlaceNames,
    /// What the other channel is called here.
    pub rival_name: Option<String>,
}

/// What a channel and its server are called, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaceNames {
    pub channel: Option<String>,
    pub server: Option<String>,
}

/// How a vote has ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct VoteTally {
    /// How many plies had been played before it.
    pub ply: usize,
    /// How many voted; nobody: the engine has moved for the channel.
    pub voters: usize,
    /// The moves that most wanted, with how many did: first the one that was played.
    pub most_wanted: Vec<(String, usize)>,
}

impl VoteTally {
    /// Counts votes, which are in the order in which they were cast: of the moves that equally many want, the one that has
    /// been wanted for longest is ahead.
    pub fn of(ply: usize, votes: &[Vote]) -> Self {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for vote in votes {
            match counts.iter_mut().find(|it| it.0 == vote.chosen) {
                Some((_, count)) => *count += 1,
                None => counts.push((vote.chosen.clone(), 1)),
            }
        }
        counts.sort_by_key(|it| std::cmp::Reverse(it.1));
        counts.truncate(MOST_WANTED);
        Self { ply, voters: votes.len(), most_wanted: counts }
    }

    /// The move that is ahead; `None` if nobody voted.
    pub fn winner(&self) -> Option<&str> {
        self.most_wanted.first().map(|it| it.0.as_str())
    }

    /// Whether so many agree that nobody else need be waited for.
    pub fn is_agreed(&self) -> bool {
        self.most_wanted.first().is_some_and(|it| it.1 >= AGREED)
    }

    /// The share of those who voted that so many are, in percent.
    pub fn share(&self, count: usize) -> usize {
        (count * 100 + self.voters / 2) / self.voters.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn votes(chosen: &str) -> Vec<Vote> {
        let vote = |(index, it): (usize, &str)| Vote { user: UserId(index as u64), chosen: it.to_owned() };
        chosen.split_whitespace().enumerate().map(vote).collect()
    }

    #[test]
    fn the_move_that_most_want_wins_and_of_equals_the_earlier_one() {
        let told = |chosen: &str| VoteTally::of(4, &votes(chosen)).most_wanted;
        let counted = |it: &[(&str, usize)]| it.iter().map(|it| (it.0.to_owned(), it.1)).collect::<Vec<_>>();
        assert_eq!(told("b1-b3 a2-c2 a2-c2 g1-g3"), counted(&[("a2-c2", 2), ("b1-b3", 1)]));
        assert_eq!(told("b1-b3 a2-c2 a2-c2 b1-b3"), counted(&[("b1-b3", 2), ("a2-c2", 2)]));
        assert_eq!(VoteTally::of(0, &[]).winner(), None);
        let tally = VoteTally::of(0, &votes("b1-b3 a2-c2 a2-c2"));
        assert_eq!((tally.share(2), tally.share(1)), (67, 33));
    }

    #[test]
    fn five_who_agree_need_wait_for_nobody() {
        assert!(!VoteTally::of(0, &votes("a2-c2 a2-c2 a2-c2 a2-c2 b1-b3")).is_agreed());
        assert!(VoteTally::of(0, &votes("a2-c2 a2-c2 a2-c2 a2-c2 b1-b3 a2-c2")).is_agreed());
    }
}
