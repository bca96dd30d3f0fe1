//! A calm channel: how many messages and mentions a round makes, in each way of entering moves, and what is left of old
//! boards.

use jiff::SignedDuration;

use crate::support::desk::{ANN, BOB, TestHost, asker};
use crate::support::looking::{board_of, ephemeral};
use crate::support::stage::{TestBot, catch_up, quiet_move};
use crate::support::{Message, Person};
use discord::controls::{BoardAction, Control, Menu};
use games::board::{Move, Side};
use play::decide::MoveInput;
use play::{MatchChoice, OfferKind};
use playground::Hitch;

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

/// Whom the bot has pinged in a channel so far, in order.
fn pinged(stage: &TestBot) -> Vec<String> {
    let posts = stage.playground.requests().into_iter().filter(|it| it.method == "POST");
    let mentioned = posts.filter_map(|it| it.body["allowed_mentions"]["users"].as_array().cloned());
    mentioned.flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_against_the_bot_changes_the_board_in_place() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    let mut board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let before = said(&ann).await.len();
    for (round, way) in Way::ALL.into_iter().enumerate() {
        let chosen = quiet_move(&*position, round as u64);
        position.play(chosen).unwrap();
        enter(&ann, &board, way, chosen).await;
        let next = ann.wait_for("the round", board_of("loa", 1, position.played().len() + 1)).await;
        catch_up(&mut *position, &next);
        assert_eq!((said(&ann).await.len(), &next.id), (before, &board.id), "{way:?}");
        board = next;
    }
    // Once it's far up, it's brought down, and nothing is left of it.
    for line in 0..9 {
        ann.say(&format!("thinking {line}")).await;
    }
    let chosen = quiet_move(&*position, 0);
    position.play(chosen).unwrap();
    ann.slash("move", &[("move", &chosen.to_string())]).await;
    let next = ann.wait_for("the round", board_of("loa", 1, position.played().len() + 1)).await;
    assert_ne!(next.id, board.id);
    stage.until("the former board is gone", || async { ann.message(&board.id).await.is_none() }).await;
    assert_eq!(said(&ann).await.len(), before, "{}", ann.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn between_people_who_are_there_the_board_changes_in_place() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    nobody_is_pinged_while_both_play(&stage, &ann, &bob).await;
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
    nobody_is_pinged_while_both_play(&stage, &ann.in_channel(thread), &bob.in_channel(thread)).await;
    assert_eq!(said(&ann).await.len(), before, "and nothing is said in the channel");
    stage.finish().await;
}

/// Ann, who is Black, and Bob move in each way in the match that has just begun.
async fn nobody_is_pinged_while_both_play(stage: &TestBot, ann: &Person, bob: &Person) {
    let first = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let mut board = first.clone();
    let mut pings = pinged(stage);
    let mut last = String::new();
    for (ply, way) in Way::ALL.into_iter().chain(Way::ALL).enumerate() {
        let (player, other) = if ply % 2 == 0 { (ann, bob) } else { (bob, ann) };
        let before = said(ann).await.len();
        let chosen = quiet_move(&*position, ply as u64);
        position.play(chosen).unwrap();
        last = bob.last_id().await;
        enter(player, &board, way, chosen).await;
        let next = other.wait_for("the next board", board_of("loa", 1, ply + 1)).await;
        if ply == 0 {
            // Bob has done nothing yet.
            pings.push(bob.id.to_string());
        } else {
            assert_eq!((said(ann).await.len(), &next.id), (before, &board.id), "{way:?}:\n{}", ann.dump().await);
        }
        assert_eq!(pinged(stage), pings, "{way:?}");
        board = next;
    }
    // One person's thoughts are nobody else's business.
    let left = bob.messages().await.into_iter().filter(|it| it.ephemeral && it.id > last).count();
    assert_eq!(left, 0, "Bob chose his last move alone, and his menus are gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_lost_session_a_channel_is_looked_through_once() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let mut move_on = async |ply: usize| {
        let chosen = quiet_move(&*position, ply as u64);
        position.play(chosen).unwrap();
        [&ann, &bob][ply % 2].slash("move", &[("move", &chosen.to_string())]).await;
        ann.wait_for("the board", board_of("loa", 1, ply + 1)).await;
    };
    move_on(0).await;
    let sessions = || stage.log().matches("a session has begun").count();
    stage.playground.hitch(Hitch::Invalid { resumable: false });
    stage.until("another session", || async { sessions() == 2 }).await;
    let seen = stage.playground.request_count();
    for ply in 1..6 {
        move_on(ply).await;
    }
    let requests = stage.playground.requests_since(seen);
    let looks = requests.iter().filter(|it| it.method == "GET" && it.path.ends_with("/messages")).count();
    assert_eq!(looks, 1, "then it's heard what comes");
    stage.finish().await;
}

#[tokio::test]
async fn whoever_seemed_to_look_and_does_not_move_is_told_once() {
    for (clock, wait) in [(None, 60), (Some("5m+3s"), 15)] {
        let desk = TestHost::open().await;
        let id = desk.begin(clock).await;
        for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4")] {
            desk.play(user, id, text).await.unwrap();
        }
        let showing = || desk.told.showing.lock().unwrap().clone();
        assert!(showing().edit.is_some(), "both are there");
        desk.wait(SignedDuration::from_secs(wait - 1));
        desk.look().await;
        assert!(showing().edit.is_some(), "he may still think");
        desk.wait(SignedDuration::from_secs(1));
        desk.look().await;
        assert_eq!((showing().edit, showing().pings), (None, vec![BOB]), "{clock:?}");
        let boards = desk.count("board 3");
        desk.wait(SignedDuration::from_secs(2 * wait));
        desk.look().await;
        assert_eq!(desk.count("board 3"), boards, "that was once");
    }
}

#[tokio::test]
async fn whoever_has_gone_is_told_at_once_unless_a_page_of_theirs_is_visible() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let showing = || desk.told.showing.lock().unwrap().clone();
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.wait(SignedDuration::from_secs(61));
    desk.play(BOB, id, "g4-g1").await.unwrap();
    assert_eq!((showing().edit, showing().pings), (None, vec![ANN]), "she moved over a minute ago");
    desk.wait(SignedDuration::from_secs(300));
    desk.host.note_page(id, Side::Second).await.unwrap();
    desk.play(ANN, id, "b4-e7").await.unwrap();
    assert!(showing().edit.is_some(), "his page is visible");
    // While it is, he may think; once it's closed, he's told.
    desk.wait(SignedDuration::from_secs(50));
    desk.host.note_page(id, Side::Second).await.unwrap();
    desk.wait(SignedDuration::from_secs(79));
    desk.look().await;
    assert!(showing().edit.is_some());
    desk.wait(SignedDuration::from_secs(1));
    desk.look().await;
    assert_eq!((showing().edit, showing().pings), (None, vec![BOB]));
}

#[tokio::test]
async fn the_end_is_told_unless_both_look_at_their_pages() {
    for are_at_pages in [false, true] {
        let desk = TestHost::open().await;
        let id = desk.begin(None).await;
        for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
            desk.play(user, id, text).await.unwrap();
        }
        for side in Side::BOTH.into_iter().filter(|_| are_at_pages) {
            desk.host.note_page(id, side).await.unwrap();
        }
        desk.host.resign(asker(ANN), MatchChoice::Number(id)).await.unwrap();
        desk.look().await;
        let showing = desk.told.showing.lock().unwrap().clone();
        assert_eq!((showing.edit.is_some(), showing.pings.is_empty()), (are_at_pages, are_at_pages));
    }
}

#[tokio::test]
async fn who_is_offered_something_is_told_although_both_look() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4")] {
        desk.play(user, id, text).await.unwrap();
    }
    // Bob offers a draw before Ann's move is shown.
    desk.host.play_move(asker(ANN), MatchChoice::Number(id), MoveInput::typed("b1-b4")).await.unwrap();
    desk.host.offer(asker(BOB), MatchChoice::Number(id), OfferKind::Draw).await.unwrap();
    desk.look().await;
    let showing = desk.told.showing.lock().unwrap().clone();
    assert_eq!((showing.edit, showing.pings), (None, vec![ANN]));
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
    assert!(!third.ephemeral && third.pings.is_empty() && third.labels().contains(&"⋯"), "{:?}", third.labels());
    stage.finish().await;
}
