//! How moves are made: typed, by a slash command, by a reply, and by menus.

use anyhow::Context as _;
use games::AnyPosition;
use games::board::Move;
use rand::Rng as _;
use serde_json::json;

use super::{POLL_INTERVAL, Player, REPLY_TIMEOUT, has_script};
use crate::history::SentMove;
use crate::person::Person;
use crate::scene::IN_VIEW;
use crate::seen::{BoardName, SeenMessage};
use discord::controls::{BoardAction, Control};
use play::{Match, UserId};

/// The shortest game of Lines of Action (M. Winands, 2000): some rated matches end with its last move.
const SCRIPT: [&str; 9] = ["d1-b3", "h5-g4", "b1-b4", "g4-g1", "b4-e7", "a3-c1", "b3-e6", "h3-f1", "e1-e5"];

/// The next move of the script, if a match is played by it.
fn scripted(current: &Match, position: &dyn AnyPosition) -> Option<Move> {
    let is_played = current.rated && has_script(current.id) && SCRIPT.iter().zip(&current.moves).all(|it| it.0 == it.1);
    let next = SCRIPT.get(current.moves.len()).filter(|_| is_played)?;
    position.read(next).ok()
}

impl Player {
    /// Plays the next move of the script, or a random one.
    pub(super) async fn play_move(&mut self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let position = current.replay()?;
        let chosen = scripted(current, &*position).unwrap_or_else(|| self.any_of(&position.legal()));
        self.play(current, user, chosen).await
    }

    /// One of several legal moves.
    pub(super) fn any_of(&mut self, legal: &[Move]) -> Move {
        legal[self.dice.random_range(0..legal.len())]
    }

    /// Plays a move, and waits for its board.
    pub(super) async fn play(&mut self, current: &Match, user: UserId, chosen: Move) -> anyhow::Result<()> {
        let board = BoardName::of(current);
        if self.dice.random_bool(0.8) {
            // If the wait is in vain, the player goes on anyway: the message may have been deleted.
            self.wait_for_board(board).await;
        }
        let person = self.person(user)?.clone();
        let sent = SentMove { match_id: current.id.0, person: user.0, text: chosen.to_string() };
        self.scene.history.lock().note_sent(sent);
        self.say_move(&person, current, chosen).await?;
        if !self.wait_for_board(BoardName { version: board.version + 1, ..board }).await {
            self.scene.history.lock().indeterminate += 1;
        }
        Ok(())
    }

    /// Says a move in one of the possible ways.
    async fn say_move(&mut self, person: &Person, current: &Match, chosen: Move) -> anyhow::Result<()> {
        let (channel, id) = (current.place.channel.0, current.id.0);
        let messages = self.scene.channel(channel);
        let shows_it = |it: &&SeenMessage| it.board() == Some(BoardName::of(current));
        let live = messages
            .iter()
            .filter(|it| current.delivery.live_board.is_some_and(|shown| it.id() == shown.message.0))
            .find(shows_it);
        let typed = format!("!move #{id} {chosen}");
        let said = match (self.dice.random_range(0..4), live) {
            (0, _) => person.slash(channel, "move", json!({ "move": chosen.to_string(), "match": id })).await,
            (1, Some(board)) => person.reply(channel, board.id(), &chosen.to_string()).await,
            (2, Some(board)) => choose(person, channel, board, id, chosen).await,
            _ => person.say(channel, &typed).await,
        };
        match live {
            // A moderator has deleted it while it was being used.
            Some(board) if said.is_err() && self.scene.was_removed(board.id()) => person.say(channel, &typed).await,
            _ => said,
        }
    }
}

/// Plays a move by the controls of a board: its file, its square, and where to, each from menus that only this person
/// sees. A menu may offer the whole move earlier.
async fn choose(person: &Person, channel: u64, board: &SeenMessage, match_id: i64, chosen: Move) -> anyhow::Result<()> {
    if chosen.is_pass() {
        let is_pass = |it: &(&str, Control)| matches!(it.1, Control::Board { action: BoardAction::Pass, .. });
        let (pass, _) = board.controls().find(is_pass).context("there is no way to pass")?;
        return person.press(board.id(), pass).await;
    }
    let (whole, from, to) = (chosen.to_string(), chosen.from.to_string(), chosen.to.to_string());
    let mut menus = board.clone();
    for wanted in [&from[..1], &from, &to] {
        let has = |value: &str| menus.options().find(|it| it.1 == value).map(|it| it.0);
        if let Some(menu) = has(&whole) {
            return person.choose(menus.id(), menu, &whole).await;
        }
        let Some(menu) = has(wanted) else { continue };
        let after = person.messages(channel, Some(1)).await?.last().map_or(0, SeenMessage::id);
        person.choose(menus.id(), menu, wanted).await?;
        if wanted == to {
            return Ok(());
        }
        let Some(more) = answer_after(person, channel, after, match_id).await? else { return Ok(()) };
        menus = more;
    }
    // A move that is not on the menu's first page is typed instead.
    person.say(channel, &format!("!move #{match_id} {chosen}")).await
}

/// The menus of a match in a message that only this person sees, newer than another message.
async fn answer_after(person: &Person, channel: u64, after: u64, match_id: i64) -> anyhow::Result<Option<SeenMessage>> {
    let is_of_match = |it: (&str, Control)| matches!(it.1, Control::Board { id, .. } if id.0 == match_id);
    let is_answer = |it: &&SeenMessage| {
        it.id() > after
            && it.ephemeral
            && it.options().next().is_some()
            && it.controls().next().is_some_and(is_of_match)
    };
    let start = std::time::Instant::now();
    while start.elapsed() < REPLY_TIMEOUT {
        if let Some(found) = person.messages(channel, Some(IN_VIEW)).await?.iter().rev().find(is_answer) {
            return Ok(Some(found.clone()));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(None)
}
