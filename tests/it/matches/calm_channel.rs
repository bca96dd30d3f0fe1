//! A calm channel: how many messages a round makes, in each way of entering moves, and what is left of old boards.

use crate::support::looking::{board_of, ephemeral};
use crate::support::stage::{TestBot, catch_up, quiet_move};
use crate::support::{Message, Person};
use discord::controls::{BoardAction, Control, Menu};
use games::board::Move;

/// In which way a move is entered.
#[derive(Clone, Copy, Debug)]
enum Way {
    Prefix,
    Mention,
    Reply,
    Slash,
    Menus,
    Form,
    /// A bare move, said to the bot alone.
    Alone,
}

impl Way {
    const ALL: [Self; 7] =
        [Self::Prefix, Self::Mention, Self::Reply, Self::Slash, Self::Menus, Self::Form, Self::Alone];

    /// Whether the player writes a message of their own there, below which the next board has to stand.
    fn writes(self) -> bool {
        matches!(self, Self::Prefix | Self::Mention | Self::Reply)
    }
}

async fn enter(player: &Person, board: &Message, way: Way, chosen: Move) {
    let text = chosen.to_string();
    match way {
        Way::Prefix => drop(player.say(&format!("!move {text}")).await),
        Way::Mention => drop(player.say(&format!("@Parlor {text}")).await),
        Way::Reply => drop(player.reply(board, &text).await),
        Way::Alone => drop(player.dm().say(&text).await),
        Way::Slash => drop(player.slash("move", &[("move", &text)]).await),
        Way::Menus => {
            let (pieces, _) = board.menus().into_iter().next().unwrap();
            player.choose(board, &pieces, &chosen.from.to_string()).await;
            let is_target = |it: &Control| matches!(it, Control::Board { action: BoardAction::Choose(Menu::Targets(from, _)), .. } if *from == chosen.from);
            let targets = |it: &Message| it.ephemeral && it.menus().iter().any(|menu| is_target(&menu.0));
            let asked = player.wait_for("the second menu", |it| it.id > board.id && targets(it)).await;
            let (to, _) = asked.menus().into_iter().last().unwrap();
            player.choose(&asked, &to, &chosen.to.to_string()).await;
        }
        Way::Form => {
            let last = player.last_id().await;
            player.press(board, "⋯").await;
            let is_panel = |it: &Message| it.id > last && it.labels().contains(&"Type a Move");
            let panel = player.wait_for("the panel", is_panel).await;
            player.press(&panel, "Type a Move").await;
            let form = player.wait_for_modal().await;
            player.submit(&form, &[("move", &text)]).await;
        }
    }
}

/// What everybody sees of the bot. That a thread has another title is told by Discord itself, at some time or other.
async fn said(person: &Person) -> Vec<Message> {
    let is_title = |it: &Message| it.content.starts_with("LOA · ");
    person.messages().await.into_iter().filter(|it| it.author.bot && !it.ephemeral && !is_title(it)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_against_the_bot_is_one_message() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    let mut board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for (round, way) in Way::ALL.into_iter().enumerate() {
        let before = said(&ann).await;
        let chosen = quiet_move(&*position, round as u64);
        position.play(chosen).unwrap();
        enter(&ann, &board, way, chosen).await;
        let next = ann.wait_for("the round", board_of("loa", 1, position.played().len() + 1)).await;
        catch_up(&mut *position, &next);
        assert!(next.pings.is_empty(), "whoever has just moved looks at the board");
        let after = said(&ann).await;
        if way.writes() {
            assert_eq!(after.len(), before.len() + 1, "{way:?}: one message a round");
            let shrinks = |it: &Message| it.id == board.id && it.content.starts_with("-# #1");
            let line = ann.wait_for("the line that is left", shrinks).await;
            assert!(line.attachments.is_empty() && line.components.is_empty(), "{way:?}");
        } else {
            assert_eq!((after.len(), &next.id), (before.len(), &board.id), "{way:?}: the board changes in place");
        }
        board = next;
    }
    let lines: Vec<Message> = said(&ann).await.into_iter().filter(|it| it.content.contains(" · 2. Parlor")).collect();
    assert_eq!(lines.len(), 1, "a line has both moves of its round:\n{}", ann.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_between_people_is_one_message_that_pings() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    each_move_is_one_message(&ann, &bob).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_it_is_in_a_thread() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual thread").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    stage.until("there is a thread", || async { !stage.playground.threads().is_empty() }).await;
    let before = said(&ann).await.len();
    let thread = stage.playground.threads()[0].id;
    each_move_is_one_message(&ann.in_channel(thread), &bob.in_channel(thread)).await;
    assert_eq!(said(&ann).await.len(), before, "and nothing is said in the channel");
    stage.finish().await;
}

/// Ann, who is Black, and Bob move in each way in the match that has just begun.
async fn each_move_is_one_message(ann: &Person, bob: &Person) {
    let mut board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for (ply, way) in Way::ALL.into_iter().chain(Way::ALL).enumerate() {
        let (player, other) = if ply % 2 == 0 { (ann, bob) } else { (bob, ann) };
        let before = said(ann).await.len();
        let chosen = quiet_move(&*position, ply as u64);
        position.play(chosen).unwrap();
        enter(player, &board, way, chosen).await;
        let next = other.wait_for("the next board", board_of("loa", 1, ply + 1)).await;
        assert_eq!(next.pings, [other.id.to_string()], "{way:?}");
        assert_eq!(said(ann).await.len(), before + 1, "{way:?}: one message a move");
        let line = format!("-# #1 · {ply}. <@{}>", other.id);
        if ply > 0 {
            let shrinks =
                |it: &Message| it.id == board.id && it.content.starts_with(&line) && it.attachments.is_empty();
            ann.wait_for("the line that is left", shrinks).await;
        }
        board = next;
    }
    // One person's thoughts are nobody else's business.
    let seen = bob.messages().await.into_iter().filter(|it| it.ephemeral && it.id > board.id).count();
    assert_eq!(seen, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_again_leaves_no_line() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!move d1-b3").await;
    let moved = bob.wait_for("the board", board_of("loa", 1, 1)).await;
    // The offer shows the same position once more, and so does the end.
    ann.slash("draw", &[]).await;
    let asked = bob.wait_for("the offer", |it| it.content.contains("offers a draw")).await;
    bob.press(&asked, "Accept Draw").await;
    let end = ann.wait_for("the end", |it| it.content.contains("🏁")).await;
    for gone in [&moved, &asked] {
        stage.until("it is gone", || async { ann.message(&gone.id).await.is_none() }).await;
    }
    let tellers: Vec<Message> = said(&ann).await.into_iter().filter(|it| it.content.contains("d1-b3")).collect();
    assert!(tellers.len() == 1 && tellers[0].id == end.id, "it is told once:\n{}", ann.dump().await);

    // A board that is brought down says where it is.
    bob.say("!play loa 1 black casual").await;
    let board = |it: &Message| it.attachments.iter().any(|file| file.filename == "loa-2-0.png");
    let first = bob.wait_for("the board", board).await;
    bob.say("!board").await;
    bob.wait_for("where it is", |it| it.id == first.id && it.content == "-# #2 · The board is further down.").await;
    let second = bob.wait_for("the board further down", |it| it.id > first.id && board(it)).await;
    bob.slash("board", &[]).await;
    bob.wait_for("that it is there", ephemeral("Here's the board.")).await;
    bob.wait_for("where it is", |it| it.id == second.id && it.content == "-# #2 · The board is further down.").await;
    let third = bob.wait_for("the board still further down", |it| it.id > second.id && board(it)).await;
    assert!(!third.ephemeral && third.pings.is_empty() && third.labels().contains(&"Resign"), "{:?}", third.labels());
    stage.finish().await;
}
