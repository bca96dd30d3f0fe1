//! People's preferences, and the data that is kept about them.

use std::collections::HashMap;

use games::Refusal;
use games::board::Side;

use super::host::Host;
use crate::core::HostError;
use crate::personal::PersonalData;
use crate::ports::{
    Against, HistoryPage, LeaderboardPage, MatchHistory, Rank, ResultTally, Scope, ServerStats, Standing, StoreError,
    StoreResult,
};
use crate::profile::{self, Profile, RatingProgress};
use crate::{
    Asker, Board, ChallengeId, ChallengeState, GuildId, MatchChoice, MatchId, Preferences, Rating, Seat, Setting,
    UserId,
};

/// How many of a person's last matches say how they begin, and how many were won in a row.
const MAX_LOOKED_AT: u32 = 100;

/// How many of those are named whom a person has played most.
const MAX_OPPONENTS: u32 = 5;

/// How often open matches are listed and ended: one list is limited, and a match that cannot be ended stays in it.
const MAX_ROUNDS: u32 = 20;

impl Host {
    /// Remembers the name of a person who has said something.
    pub async fn meet(&self, user: UserId, name: &str) -> StoreResult<()> {
        self.ports.store.meet(user, name, self.ports.clock.now()).await
    }

    /// Remembers the name of a person whom another person has named. Someone who wanted to be forgotten stays so.
    pub async fn meet_named(&self, user: UserId, name: &str) -> StoreResult<()> {
        self.ports.store.meet_named(user, name, self.ports.clock.now()).await
    }

    /// A page, counted from 0, of the best players of a game among those who have played it lately: those with a settled
    /// rating first, then the provisional ones.
    pub async fn leaderboard(&self, game: &str, scope: Scope, page: u32) -> StoreResult<LeaderboardPage> {
        self.ports.store.leaderboard(game, scope, self.now(), page).await
    }

    /// Where a player is in that leaderboard; `None` if they aren't in it.
    pub async fn rank(&self, user: UserId, game: &str, scope: Scope) -> StoreResult<Option<Rank>> {
        self.ports.store.rank(user, game, scope, self.now()).await
    }

    /// A person's results, and how their rating has changed at a game; without one, at the game of which they have finished
    /// most rated matches.
    pub async fn profile(&self, user: UserId, game: Option<&str>) -> StoreResult<Profile> {
        let store = &self.ports.store;
        let standings = self.standings(user, Scope::Global).await?;
        let usual = standings.iter().max_by_key(|it| it.wins + it.draws + it.losses).map(|it| it.game.clone());
        let progress = match game.map(str::to_owned).or(usual) {
            Some(game) => {
                let history = store.rating_history(user, &game).await?;
                RatingProgress::of(game, history)
            }
            None => None,
        };
        let ended = store.ended_of(user, MAX_LOOKED_AT).await?;
        Ok(Profile {
            standings,
            tallies: store.tallies(user, Against::Anybody).await?,
            opponents: store.opponents(user, MAX_OPPONENTS).await?,
            wins_in_a_row: profile::wins_in_a_row(&ended, user),
            openings: profile::favorite_openings(&ended),
            progress,
            puzzles: store.study(user).await?.scores,
        })
    }

    /// What the last matches of a server say about a game.
    pub async fn server_stats(&self, guild: GuildId, game: &str) -> StoreResult<ServerStats> {
        self.ports.store.server_stats(guild, game).await
    }

    /// A player's standings in all games, as they are now.
    pub async fn standings(&self, user: UserId, scope: Scope) -> StoreResult<Vec<Standing>> {
        let standings = self.ports.store.standings(user, scope).await?;
        Ok(standings.into_iter().map(|it| it.at(self.now())).collect())
    }

    /// The ratings of both sides of a match at its game, by [`Side::index`]: as the match has left them, or as they are now;
    /// the engine's is that of its level. `None`: the player has none yet.
    pub async fn ratings(&self, board: &Board) -> StoreResult<[Option<Rating>; 2]> {
        let current = &board.current;
        let mut ratings = [None; 2];
        for side in Side::BOTH {
            ratings[side.index()] = match (board.rating_change(side), current.seat(side)) {
                (Some(change), _) => Some(change.after),
                (None, Seat::Engine(level)) => Some(Rating::of_engine(&current.ruleset, level)),
                (None, Seat::User(user)) => {
                    let standings = self.standings(user, Scope::Global).await?;
                    standings.into_iter().find(|it| it.game == current.ruleset.info.key).map(|it| it.rating)
                }
                (None, Seat::Channel | Seat::Rival | Seat::Recorded) => None,
            };
        }
        Ok(ratings)
    }

    /// A player's results in all games, rated and casual.
    pub async fn tallies(&self, user: UserId, against: Against) -> StoreResult<Vec<ResultTally>> {
        self.ports.store.tallies(user, against).await
    }

    /// A page of a person's matches that are over, the newest first, and whether there are more. Of other people, and where
    /// others can read the list, only those played in the asker's channel: what is played in a place stays there.
    pub async fn history(
        &self,
        asker: Asker,
        of: MatchHistory,
        page: u32,
        is_public: bool,
    ) -> StoreResult<HistoryPage> {
        let channel = (is_public || of.user != asker.user).then_some(asker.channel);
        self.ports.store.history(MatchHistory { channel, ..of }, page).await
    }

    /// The name of a person; `None` if the bot hasn't met them.
    pub async fn player_name(&self, user: UserId) -> StoreResult<Option<String>> {
        self.ports.store.player_name(user).await
    }

    /// The names of the people among these whom the bot has met.
    pub async fn player_names(&self, users: &[UserId]) -> StoreResult<HashMap<UserId, String>> {
        self.ports.store.player_names(users).await
    }

    /// A person's preferences.
    pub async fn preferences(&self, user: UserId) -> StoreResult<Preferences> {
        self.ports.store.preferences(user).await
    }

    /// Changes one preference. Returns all of them.
    pub async fn set_preference(&self, user: UserId, setting: Setting) -> StoreResult<Preferences> {
        self.ports.store.set_preference(user, setting, self.ports.clock.now()).await
    }

    /// Closes all boards that a person has open on pages. Returns their preferences.
    pub async fn close_boards(&self, user: UserId) -> StoreResult<Preferences> {
        self.set_preference(user, Setting::BoardsClosed(self.ports.clock.now())).await
    }

    /// Everything that is kept about a person.
    pub async fn personal_data(&self, user: UserId) -> Result<PersonalData, HostError> {
        let kept = self.ports.store.personal_data(user).await?;
        kept.ok_or_else(|| Refusal::new("nothing-is-kept").into())
    }

    /// Deletes what is kept about a person, who gives up all matches and withdraws all challenges. Records of matches
    /// stay.
    pub async fn forget(&self, user: UserId) -> Result<(), HostError> {
        for challenge in self.ports.store.challenges_by(user, self.ports.clock.now()).await? {
            self.withdraw_silently(challenge.id).await?;
        }
        for _ in 0..MAX_ROUNDS {
            let open = self.ports.store.matches_of(user, None).await?;
            if open.is_empty() {
                break;
            }
            for current in open {
                let asker = Asker { user, channel: current.place.channel, is_alone: false, origin: None };
                ignore_refusal(self.leave_match(asker, current.id).await)?;
            }
        }
        for id in self.ports.store.unreadable_of(user).await? {
            ignore_refusal(self.abort(id).await)?;
        }
        Ok(self.ports.store.forget(user, self.ports.clock.now()).await?)
    }

    /// Gives a match up, even one that cannot be replayed.
    async fn leave_match(&self, asker: Asker, id: MatchId) -> Result<(), HostError> {
        match self.resign(asker, MatchChoice::Number(id)).await {
            Err(HostError::SetAside { .. }) => self.abort(id).await,
            resigned => resigned.map(drop),
        }
    }

    async fn withdraw_silently(&self, id: ChallengeId) -> StoreResult<()> {
        match self.ports.store.close_challenge(id, ChallengeState::Withdrawn, self.ports.clock.now()).await {
            Err(StoreError::Conflict) => return Ok(()),
            closed => drop(closed?),
        }
        self.ports.due.wake(id.into());
        Ok(())
    }
}

/// A refusal means the match or challenge changed first. Whatever is still open is in the next list.
fn ignore_refusal(left: Result<(), HostError>) -> Result<(), HostError> {
    match left {
        Err(HostError::Refused(_)) => Ok(()),
        left => left,
    }
}
