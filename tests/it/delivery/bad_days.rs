//! Discord's bad days: limits, failures, silence, broken connections, and places that are gone. No move is lost or shown
//! twice, and the bot lives.

use discord::controls::Control;
use play::MatchId;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use playground::{Hitch, Playground, Rate, Rates, Recorded, Settings, Trouble, ids};

use crate::support::SHORTEST_MATCH;
use crate::support::in_process::{Bot, hurried};
use crate::support::looking::{board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person, control_of};

/// Two people at a board.
struct Table {
    /// Black, who begins.
    ann: Person,
    bob: Person,
    id: u32,
    plies: usize,
    board: Message,
}

impl Table {
    async fn begin(ann: Person, bob: Person, id: u32) -> Self {
        let last = bob.last_id().await;
        ann.say("!challenge @Bob loa black casual").await;
        let offer = bob.wait_for("the challenge", |it| it.id > last && says("challenges you to")(it)).await;
        bob.press(&offer, "Accept").await;
        let board = ann.wait_for("the first board", board_of("loa", id, 0)).await;
        Self { ann, bob, id, plies: 0, board }
    }

    async fn of(stage: &TestBot) -> Self {
        Self::begin(stage.person("Ann"), stage.person("Bob"), 1).await
    }

    fn mover(&self) -> &Person {
        [&self.ann, &self.bob][self.plies % 2]
    }

    /// Says the next move.
    async fn say_move(&self) {
        self.mover().say(&format!("!move {}", SHORTEST_MATCH[self.plies])).await;
    }

    /// Gives the next move by a command.
    async fn slash_move(&self) {
        self.mover().slash("move", &[("move", SHORTEST_MATCH[self.plies])]).await;
    }

    /// Waits for the board after a move.
    async fn next_board(&mut self) {
        self.plies += 1;
        self.board = self.ann.wait_for("the next board", board_of("loa", self.id, self.plies)).await;
    }

    /// Says the next move, again and again where it may not have been heard, until its board is there.
    async fn insist(&mut self) {
        self.plies += 1;
        for _ in 0..8 {
            [&self.ann, &self.bob][(self.plies - 1) % 2]
                .say(&format!("!move {}", SHORTEST_MATCH[self.plies - 1]))
                .await;
            if let Some(board) = self.ann.eventually(Duration::from_secs(4), board_of("loa", self.id, self.plies)).await
            {
                self.board = board;
                return;
            }
        }
        panic!("nobody hears a move:\n{}", self.ann.dump().await);
    }

    /// Each board was shown once. The first move is posted, for Bob; from then on, both are there, and the board changes in
    /// place. Of the first one a line is left at most.
    async fn is_tidy(&self, stage: &TestBot) {
        let tidy = || async {
            let messages = self.ann.messages().await;
            let boards = messages.iter().filter(|it| !it.attachments.is_empty()).count();
            let controls = messages.iter().filter(|it| it.has_control_of(self.id)).count();
            boards == 1 && controls <= 1
        };
        stage.until("there is one board", tidy).await;
        let is_board =
            |it: &&Message| it.author.bot && !it.ephemeral && it.content.contains(&format!(" #{} ", self.id));
        let boards = self.ann.messages().await.iter().filter(is_board).count();
        assert!(boards <= 2, "{boards} boards and lines:\n{}", self.ann.dump().await);
        // Of what Discord took as posts, as far as the bot could know, each has another board.
        let is_posted = |it: &Recorded| is_post(&it.method, &it.path) && it.status == 200 && !it.spoiled;
        let requests = stage.playground.requests();
        let posted: Vec<&str> =
            requests.iter().filter(|it| is_posted(it)).flat_map(|it| &it.files).map(|it| it.name.as_str()).collect();
        assert_eq!(posted.iter().collect::<HashSet<_>>().len(), posted.len(), "{posted:?}");
        assert!(posted.contains(&"loa-1-0.png"), "{posted:?}");
    }
}

impl Message {
    fn has_control_of(&self, id: u32) -> bool {
        self.parts()
            .filter_map(control_of)
            .any(|it| matches!(it, Control::Board { id: MatchId(of), .. } if of == i64::from(id)))
    }
}

fn rates(route: u32, global: u32) -> Rates {
    let rate = |requests| Rate { requests, within: Duration::from_secs(1) };
    Rates { route: rate(route), global: rate(global) }
}

/// Whether it posts a message in a channel.
fn is_post(method: &str, path: &str) -> bool {
    method == "POST" && path.ends_with("/messages")
}

/// Whether it posts or changes a message.
fn shows(method: &str, path: &str) -> bool {
    is_post(method, path) || method == "PATCH" && path.contains("/messages/")
}

fn is_acknowledgment(path: &str) -> bool {
    path.ends_with("/callback")
}

#[tokio::test(flavor = "multi_thread")]
async fn narrow_limits_delay_a_game_and_do_no_more() {
    let stage = TestBot::start_in(Settings { rates: rates(2, 12), ..Settings::default() }).await;
    let mut table = Table::of(&stage).await;
    for _ in SHORTEST_MATCH {
        table.say_move().await;
        table.next_board().await;
    }
    table.is_tidy(&stage).await;
    let too_soon = stage.playground.requests().iter().filter(|it| it.status == 429).count();
    assert!(too_soon <= 3, "limits are known before they are met: {too_soon}");
    stage.finish_allowing(&[429]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_limit_delays_boards_and_not_answers() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    stage.playground.exhaust(Duration::from_secs(4));
    let begun = Instant::now();
    table.slash_move().await;
    table.ann.wait_for("the answer", |it| it.ephemeral && it.content.contains("You played")).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "interactions have no part in it: {:?}", begun.elapsed());
    table.next_board().await;
    assert!(begun.elapsed() >= Duration::from_secs(4), "{:?}", begun.elapsed());
    table.is_tidy(&stage).await;
    stage.finish_allowing(&[429]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_failed_is_shown_later_and_once() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    for trouble in [
        Trouble::Failed(500),
        Trouble::Failed(502),
        Trouble::Failed(503),
        Trouble::Failed(429),
        Trouble::Denied(500),
        Trouble::Lost,
        Trouble::Cut,
    ] {
        let seen = stage.playground.request_count();
        stage.playground.spoil(move |method, path| if shows(method, path) { trouble } else { Trouble::None });
        table.say_move().await;
        let spoiled = || async { stage.playground.requests_since(seen).iter().any(|it| it.spoiled) };
        stage.until(&format!("{trouble:?} is met"), spoiled).await;
        stage.playground.spoil_nothing();
        table.next_board().await;
    }
    table.is_tidy(&stage).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_answers_are_waited_for() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    stage.playground.spoil(|_, path| match is_acknowledgment(path) {
        true => Trouble::Late(Duration::from_millis(1500)),
        false => Trouble::Late(Duration::from_secs(3)),
    });
    table.slash_move().await;
    table.next_board().await;
    table.say_move().await;
    table.next_board().await;
    stage.playground.spoil_nothing();
    table.is_tidy(&stage).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_whose_acknowledgment_went_wrong_is_done_or_not_and_can_be_given_again() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    // Only the answer is lost, or the request is: it is sent again.
    for trouble in [
        Trouble::Cut,
        Trouble::Denied(500),
        Trouble::Denied(502),
        Trouble::Lost,
        Trouble::Failed(500),
        Trouble::Failed(503),
        Trouble::Untold,
        Trouble::Unanswered,
    ] {
        let mut left = 1;
        let rule = move |_: &str, path: &str| match is_acknowledgment(path) && left > 0 {
            true => {
                left -= 1;
                trouble
            }
            false => Trouble::None,
        };
        let rule = std::sync::Mutex::new(rule);
        stage.playground.spoil(move |method, path| rule.lock().unwrap()(method, path));
        table.slash_move().await;
        table.next_board().await;
        let played = format!("You played **{}**", SHORTEST_MATCH[table.plies - 1].replace('x', "-"));
        let person = [&table.ann, &table.bob][(table.plies - 1) % 2];
        let answered = |it: &Message| it.ephemeral && it.content.contains("You played");
        person.wait_for(&played, answered).await;
    }
    // It never arrives: Discord says so, nothing is done, and it can be done again.
    stage.playground.spoil(|_, path| if is_acknowledgment(path) { Trouble::Failed(500) } else { Trouble::None });
    table.slash_move().await;
    let early = table.ann.eventually(Duration::from_secs(2), board_of("loa", 1, table.plies + 1)).await;
    assert!(early.is_none(), "what Discord calls failed is not done");
    stage.playground.spoil_nothing();
    table.slash_move().await;
    table.next_board().await;
    table.is_tidy(&stage).await;
    // What was called failed is logged as an error.
    stage.playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_an_answer_is_told_that_nothing_was_done() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    let is_apology = |it: &Message| it.ephemeral && it.content.starts_with("Something broke on my end");
    let silence = || {
        let taken = AtomicBool::new(false);
        // Discord takes the first acknowledgment, and the bot does not learn of it.
        stage.playground.spoil(move |_, path| match is_acknowledgment(path) {
            true if taken.swap(true, Ordering::SeqCst) => Trouble::Unanswered,
            true => Trouble::Untold,
            false => Trouble::None,
        });
    };
    silence();
    table.slash_move().await;
    table.ann.wait_for("an apology for the command", is_apology).await;
    silence();
    let last = table.ann.last_id().await;
    table.ann.press(&table.board, "⋯").await;
    table.ann.wait_for("an apology for the button", |it| it.id > last && is_apology(it)).await;
    stage.playground.spoil_nothing();
    let last = table.ann.last_id().await;
    table.ann.press(&table.board, "⋯").await;
    let panel = table.ann.wait_for("the panel", |it| it.id > last && it.labels().contains(&"Type a Move")).await;
    table.ann.press(&panel, "Type a Move").await;
    let form = table.ann.wait_for_modal().await;
    silence();
    let last = table.ann.last_id().await;
    table.ann.submit(&form, &[("move", SHORTEST_MATCH[0])]).await;
    table.ann.wait_for("an apology for the form", |it| it.id > last && is_apology(it)).await;
    stage.playground.spoil_nothing();
    table.slash_move().await;
    table.next_board().await;
    // Each apology is logged as an error.
    stage.playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_dead_is_given_up() {
    let playground = Playground::start(Settings::default()).await.unwrap();
    let bot = Bot::start(playground.token(), playground.url(), None, hurried());
    while !playground.requests().iter().any(|it| it.method == "PUT" && it.status == 200) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let person = |name| Person::of(&playground, name);
    let mut table = Table::begin(person("Ann"), person("Bob"), 1).await;
    let seen = playground.request_count();
    playground.spoil(|method, path| if is_post(method, path) { Trouble::Unanswered } else { Trouble::None });
    table.say_move().await;
    while !playground.requests_since(seen).iter().any(|it| it.spoiled) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    playground.spoil_nothing();
    table.next_board().await;
    bot.stops().await;
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_may_break_in_every_way() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    for hitch in [
        Hitch::Break,
        Hitch::Reconnect,
        Hitch::Invalid { resumable: true },
        Hitch::Invalid { resumable: false },
        Hitch::Close(4000),
        Hitch::Close(4009),
        Hitch::Close(1001),
    ] {
        stage.playground.hitch(hitch);
        tokio::time::sleep(Duration::from_millis(300)).await;
        table.insist().await;
    }
    table.is_tidy(&stage).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_answers_no_heartbeat_is_left() {
    let stage = TestBot::start_in(Settings { heartbeat: Duration::from_secs(1), ..Settings::default() }).await;
    let mut table = Table::of(&stage).await;
    let sessions = || ["a session has begun", "the session goes on"].map(|it| stage.log().matches(it).count());
    let before: usize = sessions().iter().sum();
    stage.playground.set_deaf(true);
    stage.until("another connection", || async { sessions().iter().sum::<usize>() > before }).await;
    stage.playground.set_deaf(false);
    table.insist().await;
    table.is_tidy(&stage).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_was_changed_ends_the_bot_with_a_plain_sentence() {
    let mut stage = TestBot::start().await;
    stage.playground.hitch(Hitch::Close(4004));
    let ended = stage.ends().await;
    assert_eq!(ended.code(), Some(1), "{}", stage.log());
    assert!(stage.log().contains("Discord does not know this token"), "{}", stage.log());
    stage.playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_intent_that_was_taken_away_is_done_without() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    stage.playground.hitch(Hitch::Close(4014));
    let told = || async { stage.log().contains("Discord does not give this bot the MESSAGE CONTENT intent") };
    stage.until("it is told", told).await;
    let again = || async { stage.log().matches("a session has begun").count() == 2 };
    stage.until("it listens again", again).await;
    table.slash_move().await;
    table.next_board().await;
    // Serenity calls it an error.
    stage.playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_board_that_was_deleted_is_shown_anew() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    let delete = |board: &Message| stage.playground.delete_message(board.id.parse().unwrap());
    // When somebody asks for it.
    let first = table.board.clone();
    delete(&first);
    table.ann.say("!board").await;
    let anew = table.ann.wait_for("the board", |it| it.id > first.id && board_of("loa", 1, 0)(it)).await;
    assert!(anew.has_control_of(1), "it has controls: {anew:?}");
    // When somebody acts.
    delete(&anew);
    table.say_move().await;
    table.next_board().await;
    assert!(table.board.has_control_of(1));
    // While a round against the bot would change it in place.
    let lounge = table.ann.in_channel(ids::LOUNGE);
    lounge.say("!play loa 1 black casual").await;
    let board = lounge.wait_for("the other board", board_of("loa", 2, 0)).await;
    delete(&board);
    lounge.say("!move d1-b3").await;
    lounge.wait_for("the board after the round", |it| it.id > board.id && board_of("loa", 2, 2)(it)).await;
    stage.finish_with_absentees().await;
}

/// Lets Discord refuse requests of a method. Returns how many requests there were before.
fn refuse(stage: &TestBot, refused: &'static str) -> usize {
    stage.playground.spoil(move |method, _| if method == refused { Trouble::Failed(403) } else { Trouble::None });
    stage.playground.request_count()
}

/// Lets Discord refuse nothing anymore once it has refused a request of a method after so many others.
async fn allow_once_tried(stage: &TestBot, method: &str, before: usize) {
    let was_refused = || async { stage.playground.requests_since(before).iter().any(|it| it.method == method) };
    stage.until("a request is refused", was_refused).await;
    stage.playground.spoil_nothing();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_may_not_be_removed_is_removed_once_it_may() {
    let stage = TestBot::start().await;
    let table = Table::of(&stage).await;
    let before = refuse(&stage, "DELETE");
    table.ann.say("!draw").await;
    table.bob.wait_for("the offer, in a new message", |it| it.id > table.board.id && it.says("offers a draw")).await;
    allow_once_tried(&stage, "DELETE", before).await;
    let is_removed = || async {
        stage.retry_now().await;
        table.ann.message(&table.board.id).await.is_none()
    };
    stage.until("it is removed", is_removed).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_may_not_be_changed_is_reduced_once_it_may() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    let old = table.board.id.clone();
    let before = refuse(&stage, "PATCH");
    table.say_move().await;
    table.next_board().await;
    allow_once_tried(&stage, "PATCH", before).await;
    let is_reduced = || async {
        stage.retry_now().await;
        table.ann.message(&old).await.is_some_and(|it| it.components.is_empty())
    };
    stage.until("it loses its controls", is_reduced).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_may_not_be_changed_is_closed_once_it_may() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa casual").await;
    let card = bob.wait_for("the challenge", |it| it.says("challenges you to") && !it.components.is_empty()).await;
    let before = refuse(&stage, "PATCH");
    bob.say("!accept").await;
    bob.wait_for("the board", board_of("loa", 1, 0)).await;
    allow_once_tried(&stage, "PATCH", before).await;
    let is_closed = || async {
        stage.close_cards_now().await;
        ann.message(&card.id).await.is_some_and(|it| it.components.is_empty())
    };
    stage.until("the card loses its controls", is_closed).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_was_deleted_is_left_in_peace() {
    let stage = TestBot::start().await;
    let here = Table::of(&stage).await;
    let mut there = Table::begin(here.ann.in_channel(ids::LOUNGE), here.bob.in_channel(ids::LOUNGE), 2).await;
    stage.playground.delete_channel(ids::GAMES);
    let aside = "SELECT COUNT(*) FROM matches WHERE due_at IS NULL AND failures > 0";
    stage.until("its match is set aside", || async { stage.count(aside).await == 1 }).await;
    let seen = stage.playground.request_count();
    there.say_move().await;
    there.next_board().await;
    let games = format!("/channels/{}", ids::GAMES);
    let asked = stage.playground.requests_since(seen);
    assert!(!asked.iter().any(|it| it.path.contains(&games)), "nothing is asked for there: {asked:#?}");
    stage.finish_with_absentees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_removed_the_bot_is_left_in_peace() {
    let stage = TestBot::start().await;
    let table = Table::of(&stage).await;
    let at_rest = "SELECT COUNT(*) FROM matches WHERE lease_until = 0 AND shown_revision = revision";
    stage.until("its board is shown", || async { stage.count(at_rest).await == 1 }).await;
    stage.playground.kick();
    let aside = "SELECT COUNT(*) FROM matches WHERE due_at IS NULL AND failures > 0";
    stage.until("its match is set aside", || async { stage.count(aside).await == 1 }).await;
    let dm = table.ann.dm();
    dm.say("play loa 1 black").await;
    dm.wait_for("a board in private", board_of("loa", 2, 0)).await;
    stage.finish_with_absentees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_an_interaction_that_ran_out_loses_nothing() {
    let stage = TestBot::start().await;
    let mut table = Table::of(&stage).await;
    let playground = stage.playground.clone();
    stage.playground.spoil(move |_, path| {
        if path.contains("/webhooks/") {
            playground.expire_interactions();
        }
        Trouble::None
    });
    table.slash_move().await;
    table.next_board().await;
    stage.playground.spoil_nothing();
    table.say_move().await;
    table.next_board().await;
    let lost = || async { stage.playground.requests().iter().any(|it| [401, 404].contains(&it.status)) };
    stage.until("the answer was lost", lost).await;
    stage.finish_allowing(&[401, 404]).await;
}
