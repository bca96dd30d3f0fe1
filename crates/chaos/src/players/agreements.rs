//! What people agree on besides moves: draws, takebacks, and pauses; and the replies that they prepare.

use anyhow::Context as _;
use games::board::{Move, Side};
use rand::Rng as _;
use serde_json::json;

use super::{Player, REPLY_TIMEOUT};
use crate::history::SentMove;
use crate::person::Person;
use crate::seen::{BoardName, SeenMessage};
use discord::controls::{BoardAction, Control};
use play::MAX_DRAW_OFFERS;
use play::{Match, OfferKind, UserId, takeback};

impl Player {
    /// Offers something to the other player, who answers or plays on, takes back a move against the engine, or prepares a
    /// reply and has the other player make the move that it answers.
    pub(super) async fn agree(&mut self, current: &Match) -> anyhow::Result<()> {
        let Some(user) = current.seat(current.to_move()).user() else { return Ok(()) };
        match current.seat(current.to_move().other()).user() {
            None => self.take_back_against_engine(current, user).await,
            Some(other) if !current.rated && self.dice.random_bool(0.3) => {
                self.prepare_and_play(current, user, other).await
            }
            Some(_) => self.offer(current).await,
        }
    }

    async fn take_back_against_engine(&mut self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let kind = OfferKind::Takeback;
        if takeback::plies_to_take_back(current, current.to_move()) == 0 || !self.note_offer(current, kind) {
            return Ok(());
        }
        let person = self.person(user)?.clone();
        self.say_offer(&person, current, kind).await?;
        self.await_change(current).await
    }

    async fn offer(&mut self, current: &Match) -> anyhow::Result<()> {
        let kind = OfferKind::ALL[self.dice.random_range(0..OfferKind::ALL.len())];
        let by = if self.dice.random_bool(0.5) { current.to_move() } else { current.to_move().other() };
        if !may_be_offered(current, by, kind) || !self.note_offer(current, kind) {
            return Ok(());
        }
        let [one, other] = [by, by.other()].map(|side| current.seat(side).user().context("nobody plays that side"));
        let (one, other) = (self.person(one?)?.clone(), self.person(other?)?.clone());
        self.say_offer(&one, current, kind).await?;
        let channel = current.place.channel.0;
        let [agree, refuse] = [true, false].map(|it| Control::board(current, BoardAction::AnswerOffer(kind, it)));
        let asked = |it: &SeenMessage| Some((it.id(), it.id_of(&agree)?.to_owned(), it.id_of(&refuse)?.to_owned()));
        let Some((board, agree, refuse)) = self.wait_for_message(channel, asked).await else { return Ok(()) };
        let answered = match self.dice.random_range(0..10) {
            0..4 => other.press(board, &agree).await,
            4..6 => self.say_offer(&other, current, kind).await,
            6..8 => other.press(board, &refuse).await,
            // The other one plays on.
            _ => return Ok(()),
        };
        match answered {
            // A moderator has deleted it while it was being used.
            Err(_) if self.scene.was_removed(board) => Ok(()),
            answered => {
                answered?;
                self.await_change(&self.look(current.id).await?).await
            }
        }
    }

    /// Notes that something is offered now; false if something was before in the same turn.
    fn note_offer(&self, current: &Match, kind: OfferKind) -> bool {
        let mut history = self.scene.history.lock();
        let is_first = !history.offers.contains_key(&BoardName::of(current));
        history.offers.entry(BoardName::of(current)).or_insert(kind);
        is_first
    }

    /// Makes an offer, by a typed or a slash command.
    async fn say_offer(&mut self, person: &Person, current: &Match, kind: OfferKind) -> anyhow::Result<()> {
        let (channel, id) = (current.place.channel.0, current.id.0);
        match self.dice.random_bool(0.5) {
            true => person.say(channel, &format!("!{} #{id}", kind.name())).await,
            false => person.slash(channel, kind.name(), json!({ "match": id })).await,
        }
    }

    /// Waits until a match has changed, but not forever.
    async fn await_change(&self, current: &Match) -> anyhow::Result<()> {
        self.wait_until(current.id, REPLY_TIMEOUT, |it| it.revision != current.revision).await.map(drop)
    }

    /// Has `other` prepare a reply to a move, and `user`, whose turn it is, make that move.
    async fn prepare_and_play(&mut self, current: &Match, user: UserId, other: UserId) -> anyhow::Result<()> {
        let mut position = current.replay()?;
        let chosen = self.any_of(&position.legal());
        position.play(chosen).ok().context("a legal move can't be played")?;
        if position.outcome().is_none() {
            let reply = self.any_of(&position.legal());
            self.prepare(current, other, [chosen, reply]).await?;
        }
        self.play(current, user, chosen).await
    }

    async fn prepare(&self, current: &Match, user: UserId, [chosen, reply]: [Move; 2]) -> anyhow::Result<()> {
        let id = current.id.0;
        {
            let mut history = self.scene.history.lock();
            history.prepared += 1;
            history.note_sent(SentMove { match_id: id, person: user.0, text: reply.to_string() });
        }
        let options = json!({ "lines": format!("{chosen} {reply}"), "match": id });
        self.person(user)?.slash(current.place.channel.0, "prepare", options).await?;
        self.await_change(current).await
    }
}

/// Whether the bot would pass on such an offer, as far as a player can tell.
fn may_be_offered(current: &Match, by: Side, kind: OfferKind) -> bool {
    current.offers.pending.is_none()
        && match kind {
            OfferKind::Draw => current.offers.draws[by.index()] < MAX_DRAW_OFFERS,
            OfferKind::Takeback => takeback::plies_to_take_back(current, by) > 0,
            OfferKind::Pause => current.clock.control.is_some() && !current.clock.is_paused,
        }
}
