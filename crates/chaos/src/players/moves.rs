//! How moves are made: typed, by a slash command, by a reply, and by menus.

use discord::controls::{BoardAction, Control};
use std::time::Instant;

use anyhow::Context as _;
use games::board::Move;
use rand::Rng as _;
use serde_json::json;

use super::script::scripted;
use super::{POLL_INTERVAL, Player, REPLY_TIMEOUT};
use crate::scene::{BoardName, IN_VIEW, Person, SaidMove, SeenMessage};
use play::{Match, UserId};

impl Player {
    /// Plays the next move of the script, or a random one.
    pub(super) async fn play_move(&mut self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let position = current.replay()?;
        let chosen = match scripted(current, &*position) {
            Some(next) => next,
            None => self.any_of(&position.legal()),
        };
        self.play(current, user, chosen).await
    }

    /// One of several legal moves.
    pub(super) fn any_of(&mut self, legal: &[Move]) -> Move {
        legal[self.dice.random_range(0..legal.len())]
    }

    pub(super) async fn play(&mut self, current: &Match, user: UserId, chosen: Move) -> anyhow::Result<()> {
        let board = BoardName { match_id: current.id.0, version: current.version() };
        if self.dice.random_bool(0.8) {
            // If the wait is in vain, the player goes on anyway: the message may have been deleted.
            let _ = self.wait_for(REPLY_TIMEOUT, |it| it.has_seen(board).then_some(())).await;
        }
        let person = self.person(user)?.clone();
        let said = SaidMove { match_id: current.id.0, person: user.0, text: chosen.to_string() };
        self.scene.history.say(said);
        self.say_move(&person, current, chosen).await?;
        let next = BoardName { version: board.version + 1, ..board };
        if self.wait_for(REPLY_TIMEOUT, |it| it.has_seen(next).then_some(())).await.is_none() {
            self.scene.history.doubt();
        }
        Ok(())
    }

    /// Says a move in one of the possible ways.
    async fn say_move(&mut self, person: &Person, current: &Match, chosen: Move) -> anyhow::Result<()> {
        let (channel, id) = (current.place.channel.0, current.id.0);
        let live = current.shown.and_then(|shown| {
            let messages = self.scene.onlooker.channel(channel);
            messages.iter().find(|it| it.id() == shown.message.0).cloned()
        });
        let live = live.filter(|it| it.board().is_some_and(|it| it.version == current.version()));
        let typed = format!("!move #{id} {chosen}");
        let said = match (self.dice.random_range(0..4), &live) {
            (0, _) => {
                let options = json!({ "move": chosen.to_string(), "match": id });
                person.slash(channel, "move", options).await
            }
            (1, Some(board)) => person.reply(channel, board.id(), &chosen.to_string()).await,
            (2, Some(board)) => choose(person, channel, board, id, chosen).await,
            _ => person.say(channel, &typed).await,
        };
        match live {
            // A moderator has deleted it while it was being used.
            Some(board) if said.is_err() && self.scene.channels.was_removed(board.id()) => {
                person.say(channel, &typed).await
            }
            _ => said,
        }
    }
}

/// Plays a move by the controls of a board.
async fn choose(person: &Person, channel: u64, board: &SeenMessage, match_id: i64, chosen: Move) -> anyhow::Result<()> {
    if chosen.is_pass() {
        let is_pass = |it: &Control| matches!(it, Control::Board { action: BoardAction::Pass, .. });
        let pass = board.controls().find(is_pass).context("there is no way to pass")?;
        return person.press(board.id(), board.id_of(&pass).context("there is no way to pass")?).await;
    }
    let (whole, from, to) = (chosen.to_string(), chosen.from.to_string(), chosen.to.to_string());
    let file: String = from.chars().take(1).collect();
    let mut menus = board.clone();
    for value in [&file, &from] {
        if choose_from(person, &menus, &whole).await? {
            return Ok(());
        }
        let after = person.messages(channel, Some(1)).await?.last().map_or(0, SeenMessage::id);
        if !choose_from(person, &menus, value).await? {
            continue;
        }
        let Some(more) = answer_after(person, channel, after, match_id).await? else { return Ok(()) };
        menus = more;
    }
    match choose_from(person, &menus, &to).await? || choose_from(person, &menus, &whole).await? {
        true => Ok(()),
        // A move that is not on the menu's first page is typed instead.
        false => person.say(channel, &format!("!move #{match_id} {chosen}")).await,
    }
}

/// The menus of a match in a message that only this person sees, newer than another message.
async fn answer_after(person: &Person, channel: u64, after: u64, match_id: i64) -> anyhow::Result<Option<SeenMessage>> {
    let is_of_match = |it: Control| matches!(it, Control::Board { id, .. } if id.0 == match_id);
    let is_answer = |it: &&SeenMessage| {
        it.id() > after && it.ephemeral && it.options().next().and_then(|it| it.control()).is_some_and(is_of_match)
    };
    let start = Instant::now();
    while start.elapsed() < REPLY_TIMEOUT {
        if let Some(found) = person.messages(channel, Some(IN_VIEW)).await?.iter().rev().find(is_answer) {
            return Ok(Some(found.clone()));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(None)
}

/// Chooses that value from the menu of a message that has it. Returns whether one has.
async fn choose_from(person: &Person, message: &SeenMessage, value: &str) -> anyhow::Result<bool> {
    match message.options().find(|it| it.value == value) {
        Some(option) => person.choose(message.id(), option.custom_id, value).await.map(|()| true),
        None => Ok(false),
    }
}
