//! How matches begin: against the engine, or by a challenge that somebody accepts.

use std::time::Instant;

use anyhow::{Context as _, bail};
use games::{GAMES, Ruleset};
use rand::Rng as _;

use super::{POLL_INTERVAL, Player, REPLY_TIMEOUT};
use crate::scene::DIRECTLY_TOLD;
use crate::seen::SeenMessage;
use discord::controls::{ChallengeAction, Control};
use play::{ChallengeId, ChallengeState, MatchId, UserId};

/// The clock of some matches: so slow that only players who sleep get a reminder.
const CLOCK: &str = "clock=6d+6d";

impl Player {
    fn public_channel(&mut self) -> u64 {
        let channels = self.scene.channels();
        channels[self.dice.random_range(0..channels.len())]
    }

    /// Whether a match is to have a thread of its own, in the words of a command.
    fn thread(&mut self) -> &'static str {
        if self.dice.random_bool(0.15) { " thread" } else { "" }
    }

    /// A random game, on a small board if the game has one.
    fn small_game(&mut self) -> Ruleset {
        let info = GAMES[self.dice.random_range(0..GAMES.len())].info();
        let mut ruleset = Ruleset::default_of(info);
        for size in ["5x5", "6x6"] {
            if ruleset.set("size", size).is_ok() {
                break;
            }
        }
        ruleset
    }

    pub(super) async fn begin_against_engine(&mut self) -> anyhow::Result<MatchId> {
        let index = self.dice.random_range(0..self.scene.people.len());
        let ruleset = self.small_game();
        let (public, thread) = (self.public_channel(), self.thread());
        let is_private = self.dice.random_bool(0.3);
        let person = &self.scene.people[index];
        // Who takes no direct messages for a while could not go on with a match there.
        let is_private = is_private && person.id != DIRECTLY_TOLD;
        let (channel, thread) = if is_private { (person.private, "") } else { (public, thread) };
        let terms = format!("{} size={} level=1 casual{thread}", ruleset.info.key, ruleset.size);
        person.say(channel, &format!("!play {terms}")).await?;
        let start = Instant::now();
        while start.elapsed() < REPLY_TIMEOUT * 2 {
            let found = self.scene.store.matches_of(UserId(person.id), None).await?;
            let new = found
                .iter()
                .find(|it| it.is_against_engine() && self.scene.history.lock().taken_matches.insert(it.id.0));
            if let Some(begun) = new {
                return Ok(begun.id);
            }
            tokio::time::sleep(POLL_INTERVAL * 2).await;
        }
        bail!("no match has begun")
    }

    pub(super) async fn begin_between_people(&mut self, is_rated: bool) -> anyhow::Result<MatchId> {
        let count = self.scene.people.len();
        let one = self.dice.random_range(0..count);
        let other = (one + self.dice.random_range(1..count)) % count;
        let channel = self.public_channel();
        let small = self.small_game();
        let terms = match is_rated {
            true => format!("{} rated", GAMES[0].info().key),
            false if self.dice.random_bool(0.4) => format!("{} size={} casual {CLOCK}", small.info.key, small.size),
            false => format!("{} size={} casual", small.info.key, small.size),
        };
        let terms = terms + self.thread();
        let [one, other] = [one, other].map(|it| &self.scene.people[it]);
        one.say(channel, &format!("!challenge @{} {terms}", other.name)).await?;
        let take = |id: &i64| self.scene.history.lock().taken_challenges.insert(*id);
        let offered = |it: &SeenMessage| it.open_challenge().filter(take);
        let id = self.wait_for_message(channel, offered).await.context("no challenge was seen")?;
        self.accept(channel, ChallengeId(id)).await
    }

    /// Accepts a challenge on its card, as whoever is invited does; again if that wasn't heard.
    async fn accept(&self, channel: u64, id: ChallengeId) -> anyhow::Result<MatchId> {
        let accept = Control::of_challenge(id, ChallengeAction::Accept);
        for _ in 0..5 {
            let challenge = self.scene.store.challenge(id).await?.context("the challenge is gone")?;
            match challenge.state {
                ChallengeState::Open => {}
                ChallengeState::Accepted(id) => {
                    self.scene.history.lock().taken_matches.insert(id.0);
                    return Ok(id);
                }
                other => bail!("the challenge is {other:?}"),
            }
            let invited = self.person(challenge.offer.opponent.context("nobody in particular is invited")?)?;
            let card = |it: &SeenMessage| Some((it.id(), it.id_of(&accept)?.to_owned()));
            let (card, control) = self.wait_for_message(channel, card).await.context("the card is out of sight")?;
            invited.press(card, &control).await?;
            let start = Instant::now();
            while start.elapsed() < REPLY_TIMEOUT
                && self.scene.store.challenge(id).await?.is_some_and(|it| it.state == ChallengeState::Open)
            {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
        bail!("the challenge could not be accepted")
    }
}
