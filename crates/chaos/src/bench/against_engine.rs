//! The engine as an opponent: how soon it answers, alone and while somebody else has it think about very much, and how
//! soon the bot reacts meanwhile.

use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::rig::{Rig, Times, begin_all, begin_match, board_of, shown};
use super::row::Row;
use crate::person::Person;
use crate::seen::SeenMessage;
use discord::controls::{BoardAction, Control};
use play::ports::Store;
use play::{Match, MatchId, Seat, UserId};
use playground::ids;

/// In this many matches of one person, the engine is to move at its highest level.
const THINKS: usize = 200;

/// Rounds against the bot, and how soon it reacts while it has much to think about.
pub(super) async fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    rig.start_bot()?;
    // It is connected as soon as it has shown what it owes.
    let owed = begin_match(&rig).await?;
    shown(&rig, owed.id, 0, 0).await?;
    let db = store::open(&rig.database_url).await?;
    let people = Person::everybody(&rig.discord);
    let [ann, bob, ..] = people.as_slice() else { anyhow::bail!("There's nobody in the playground") };

    let current = begin_against_engine(&rig, &*db, ann).await?;
    let mut beginner = Beginner { rig: &rig, db: &*db, person: ann, current };
    let alone = beginner.rounds(40).await?;

    let seen = rig.discord.request_count();
    let thinks = begin_all(&rig, "loa", [Seat::Engine(10), Seat::User(UserId(bob.id))], THINKS).await?;
    for begun in &thinks {
        shown(&rig, begun.id, 0, seen).await?;
    }
    let thinks: Vec<MatchId> = thinks.iter().map(|it| MatchId(it.id)).collect();
    let beside = beginner.rounds(10).await?;
    let acknowledged = beginner.acknowledged(40).await?;
    anyhow::ensure!(is_any_owed(&*db, &thinks).await?, "The thinks were over too soon");

    let meanwhile = |what: &str| format!("{what} while {THINKS} thinks at level 10 are owed to somebody else, slowest");
    Ok(vec![
        Row::new("round against the bot at level 3, shown, median".into(), alone.percentile(50), "ms", "≤ 300"),
        Row::new("round against the bot at level 3, shown, p99".into(), alone.percentile(99), "ms", "≤ 300"),
        Row::new(meanwhile("such a round"), beside.percentile(100), "ms", "≤ 5300: one think, and a round"),
        Row::new(meanwhile("interaction acknowledged"), acknowledged.percentile(100), "ms", "≤ 1000"),
    ])
}

/// Somebody who plays the bot's level 3.
struct Beginner<'a> {
    rig: &'a Rig,
    db: &'a dyn Store,
    person: &'a Person,
    /// A match in which this person is to move, or that is over.
    current: Match,
}

impl Beginner<'_> {
    /// How long it takes from a move until the engine's answer is shown.
    async fn rounds(&mut self, count: usize) -> anyhow::Result<Times> {
        let mut times = Vec::with_capacity(count);
        while times.len() < count {
            times.push(self.round().await?);
        }
        Ok(Times::new(times))
    }

    async fn round(&mut self) -> anyhow::Result<Duration> {
        let mv = loop {
            let board = self.current.replay().map_err(|broken| anyhow::anyhow!("{broken}"))?;
            match board.legal().first() {
                Some(mv) if self.current.outcome.is_none() => break *mv,
                _ => self.current = begin_against_engine(self.rig, self.db, self.person).await?,
            }
        };
        let (id, plies) = (self.current.id, self.current.plies());
        let seen = self.rig.discord.request_count();
        let asked = Instant::now();
        self.person.say(ids::GAMES, &format!("!move {} {mv}", id.0)).await?;
        // While the engine thinks, the board is shown with the person's move alone.
        let is_meant = |it: &_| board_of(it).is_some_and(|(found, ply)| found == id.0 && ply >= plies + 2);
        let answer = self.rig.request(seen, is_meant).await?;
        self.current = settled(self.db, id).await?;
        Ok(answer.received - asked)
    }

    /// How long it takes until an interaction is acknowledged: by turns a command, one that asks the engine, a keystroke
    /// in an option that offers moves, and a button and a menu of a board.
    async fn acknowledged(&mut self, count: usize) -> anyhow::Result<Times> {
        if self.current.outcome.is_some() {
            self.current = begin_against_engine(self.rig, self.db, self.person).await?;
        }
        let messages = self.person.messages(ids::GAMES, None).await?;
        let is_live =
            |it: &SeenMessage| it.has_controls() && it.board().is_some_and(|board| board.match_id == self.current.id.0);
        let board = messages.into_iter().rfind(is_live).context("The board isn't there")?;
        let mut times = Vec::with_capacity(count);
        for number in 0..count {
            times.push(self.acknowledge(&board, number).await?);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(Times::new(times))
    }

    async fn acknowledge(&self, board: &SeenMessage, number: usize) -> anyhow::Result<Duration> {
        let person = self.person;
        let seen = self.rig.discord.request_count();
        let asked = Instant::now();
        match number % 5 {
            0 => person.slash(ids::GAMES, "games", serde_json::json!({})).await?,
            1 => person.slash(ids::GAMES, "hint", serde_json::json!({})).await?,
            2 => drop(person.type_option(ids::GAMES, "move", "move", "b").await?),
            3 => {
                let is_legal = |it: &(&str, Control)| matches!(it.1, Control::Board { action: BoardAction::Legal, .. });
                let (legal, _) = board.controls().find(is_legal).context("The board has no buttons")?;
                person.press(board.id(), legal).await?;
            }
            _ => {
                let (menu, piece) = board.options().next().context("The board has no menu")?;
                person.choose(board.id(), menu, piece).await?;
            }
        }
        let answer = self.rig.request(seen, |it| it.path.ends_with("/callback")).await?;
        Ok(answer.received - asked)
    }
}

/// Begins a match between somebody and the bot's level 3, and waits until it is shown.
async fn begin_against_engine(rig: &Rig, db: &dyn Store, person: &Person) -> anyhow::Result<Match> {
    let begun = begin_all(rig, "loa", [Seat::User(UserId(person.id)), Seat::Engine(3)], 1).await?;
    settled(db, MatchId(begun.first().context("No match has begun")?.id)).await
}

/// The match as soon as all of it is shown, and its person is to move or it is over.
async fn settled(db: &dyn Store, id: MatchId) -> anyhow::Result<Match> {
    loop {
        let current = db.find_match(id).await?.context("The match is gone")?;
        let is_over = current.outcome.is_some();
        if !current.owes_board() && (is_over || current.seat(current.to_move()).user().is_some()) {
            return Ok(current);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Whether the engine still has to move in any of these matches.
async fn is_any_owed(db: &dyn Store, matches: &[MatchId]) -> anyhow::Result<bool> {
    for id in matches {
        let current = db.find_match(*id).await?.context("The match is gone")?;
        if current.outcome.is_none() && current.seat(current.to_move()).engine_level().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
