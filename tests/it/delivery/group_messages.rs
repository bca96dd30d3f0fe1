//! Conversations that the bot is not part of, such as group messages: it can only answer whoever uses it there, and
//! people play all the same.

use discord::controls::{BoardAction, Control, Menu};
use std::time::Duration;

use crate::support::looking::{board_of, ephemeral};
use crate::support::stage::{TestBot, good_move};
use crate::support::{Message, Person};
use games::AnyPosition;
use games::board::Move;
use playground::ids;

/// A person in the group conversation.
fn friend(stage: &TestBot, name: &str) -> Person {
    stage.person(name).in_channel(ids::FRIENDS)
}

/// Ann and Bob begin a match there, and see its first board.
async fn begin(stage: &TestBot) -> (Person, Person, Message) {
    let [ann, bob] = ["Ann", "Bob"].map(|it| friend(stage, it));
    ann.slash("challenge", &[("opponent", "@Bob"), ("game", "loa"), ("side", "black")]).await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you")).await;
    bob.press(&offer, "Accept").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    (ann, bob, board)
}

/// Plays a move with the menus under a board.
async fn choose_move(player: &Person, board: &Message, chosen: Move) {
    let last = player.last_id().await;
    let (pieces, _) = board.menus().into_iter().next().unwrap();
    player.choose(board, &pieces, &chosen.from.to_string()).await;
    let is_targets = |it: &Control| matches!(it, Control::Board { action: BoardAction::Choose(Menu::Targets(..)), .. });
    let is_target = |it: &Message| it.ephemeral && it.menus().iter().any(|menu| is_targets(&menu.0));
    let asked = player.wait_for("the second menu", |it| it.id > last && is_target(it)).await;
    let (targets, _) = asked.menus().into_iter().last().unwrap();
    player.choose(&asked, &targets, &chosen.to.to_string()).await;
}

/// Plays a move by typing it into the form.
async fn type_move(player: &Person, board: &Message, chosen: Move) {
    let last = player.last_id().await;
    player.press(board, "⋯").await;
    let panel = player.wait_for("the panel", |it| it.id > last && it.labels().contains(&"Type a Move")).await;
    player.press(&panel, "Type a Move").await;
    let form = player.wait_for_modal().await;
    player.submit(&form, &[("move", &chosen.to_string())]).await;
}

/// Plays a move in one of the three ways that there are.
async fn play(player: &Person, board: &Message, chosen: Move, ply: usize) {
    match ply % 3 {
        0 => drop(player.slash("move", &[("move", &chosen.to_string())]).await),
        1 => choose_move(player, board, chosen).await,
        _ => type_move(player, board, chosen).await,
    }
}

/// The messages of the bot that everybody sees and that have controls.
async fn with_controls(person: &Person) -> Vec<String> {
    let all = person.messages().await;
    all.into_iter().filter(|it| it.author.bot && !it.ephemeral && !it.components.is_empty()).map(|it| it.id).collect()
}

/// Nothing was asked of the conversation itself, of which the bot is not part.
fn check_that_it_only_answered(stage: &TestBot) {
    let channel = format!("/channels/{}", ids::FRIENDS);
    let asked: Vec<String> = stage.playground.requests().iter().map(|it| it.path.clone()).collect();
    assert!(asked.iter().all(|it| !it.contains(&channel)), "{asked:#?}");
}

fn opened(rules: &str) -> Box<dyn AnyPosition> {
    games::open(&games::read_ruleset(rules).unwrap(), None).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_play_a_match_to_its_end_in_a_group_message() {
    let stage = TestBot::start().await;
    let [ann, bob, cid] = ["Ann", "Bob", "Cid"].map(|it| friend(&stage, it));
    let terms = [("opponent", "@Bob"), ("game", "breakthrough"), ("rules", "size=4x5"), ("side", "white")];
    ann.slash("challenge", &terms).await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you")).await;
    assert_eq!(offer.pings, [bob.id.to_string()]);
    ann.wait_for("the answer to Ann", ephemeral("Your challenge is posted")).await;
    cid.press(&offer, "Accept").await;
    cid.wait_for("the refusal", |it| it.ephemeral && it.id > offer.id).await;
    bob.press(&offer, "Accept").await;
    let mut position = opened("breakthrough size=4x5");
    for ply in 0.. {
        let board = ann.wait_for(&format!("ply {ply}"), board_of("breakthrough", 1, ply)).await;
        if board.content.contains("🏁") {
            break;
        }
        let player = if ply % 2 == 0 { &ann } else { &bob };
        assert_eq!(board.pings, [player.id.to_string()], "{}", board.content);
        let only_board = || async { with_controls(&ann).await == [board.id.clone()] };
        stage.until("the card and the former board have lost their controls", only_board).await;
        let chosen = good_move(&*position);
        position.play(chosen).unwrap();
        play(player, &board, chosen, ply).await;
    }
    assert!(position.outcome().is_some());
    check_that_it_only_answered(&stage);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_against_the_bot_is_one_message_there() {
    let stage = TestBot::start().await;
    let ann = friend(&stage, "Ann");
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black"), ("rated", "false")]).await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    choose_move(&ann, &board, good_move(&*opened("loa"))).await;
    let next = ann.wait_for("the bot's move", board_of("loa", 1, 2)).await;
    assert_eq!(next.id, board.id, "Ann is looking at the board, so it is changed in place");
    check_that_it_only_answered(&stage);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_quarter_of_an_hour_the_next_command_shows_the_board() {
    let stage = TestBot::start().await;
    let (ann, bob, old) = begin(&stage).await;
    stage.expire_answer_tokens().await;
    ann.slash("move", &[("move", "b1-b3")]).await;
    let new = bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    assert!(new.id > old.id);
    // The old board couldn't be changed then, and can be as soon as somebody uses it.
    assert_eq!(with_controls(&ann).await, [old.id.clone(), new.id.clone()]);
    bob.press(&old, "⋯").await;
    bob.wait_for("the refusal", |it| it.ephemeral && it.id > new.id).await;
    let only_new = || async { with_controls(&ann).await == [new.id.clone()] };
    stage.until("the old board has lost its controls", only_new).await;
    // Nor does a reminder of a match at rest try to get in there.
    stage.expire_answer_tokens().await;
    stage.let_matches_rest().await;
    let is_reminder = |it: &Message| it.author.bot && it.content.contains("it's your turn against");
    bob.dm().wait_for("the reminder", is_reminder).await;
    check_that_it_only_answered(&stage);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_from_elsewhere_is_shown_as_soon_as_somebody_uses_the_bot_there() {
    let stage = TestBot::start().await;
    let (ann, bob, old) = begin(&stage).await;
    assert!(old.content.contains("choose below, or use `/move`"), "replies are not heard: {}", old.content);
    stage.expire_answer_tokens().await;
    ann.dm().slash("move", &[("match", "1"), ("move", "b1-b3")]).await;
    bob.dm().wait_for("that it is his turn", |it| it.author.bot && it.content.contains("your turn")).await;
    assert!(!ann.messages().await.iter().any(board_of("loa", 1, 1)), "there is nothing to answer");
    bob.press(&old, "⋯").await;
    bob.wait_for("the board", board_of("loa", 1, 1)).await;
    stage.until("one board has controls", || async { with_controls(&ann).await.len() == 1 }).await;

    stage.expire_answer_tokens().await;
    bob.dm().slash("resign", &[("match", "1")]).await;
    let question = bob.dm().wait_for("the question", |it| it.labels().contains(&"Yes, Abort It")).await;
    bob.dm().press(&question, "Yes, Abort It").await;
    stage
        .until("it is over", || async {
            stage.count("SELECT COUNT(*) FROM matches WHERE reason IS NOT NULL").await == 1
        })
        .await;
    ann.dm().slash("rematch", &[("match", "1")]).await;
    ann.dm().wait_for("the refusal", ephemeral("Ask for the rematch there")).await;
    check_that_it_only_answered(&stage);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_from_elsewhere_hears_of_each_turn() {
    let stage = TestBot::start().await;
    let (ann, bob, _) = begin(&stage).await;
    stage.expire_answer_tokens().await;
    let moves = [(&ann, &bob, "b1-b3"), (&bob, &ann, "a2-c2"), (&ann, &bob, "b3-b1"), (&bob, &ann, "c2-a2")];
    // The same moves come again, but not the same position a third time.
    for (player, other, text) in moves.into_iter().chain(moves).take(7) {
        let last = other.dm().last_id().await;
        player.dm().slash("move", &[("match", "1"), ("move", text)]).await;
        let told = |it: &Message| it.id > last && it.says("your turn") && it.says(text);
        other.dm().wait_for("that it is their turn", told).await;
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_there_is_said() {
    let stage = TestBot::start().await;
    let ann = friend(&stage, "Ann");
    ann.slash("challenge", &[("opponent", "@Bob"), ("game", "loa"), ("clock", "1d")]).await;
    let refused = ann.wait_for("the refusal", ephemeral("couldn't tell anybody when time is up")).await;
    assert!(!refused.content.contains("One moment"), "{}", refused.content);
    ann.slash("games", &[]).await;
    ann.wait_for("the list", ephemeral("don't have any matches going")).await;
    // What is typed isn't heard, so nothing there advises it.
    for (command, option) in [
        ("help", None),
        ("help", Some(("command", "play"))),
        ("help", Some(("command", "mvoe"))),
        ("rules", None),
        ("rules", Some(("game", "chess"))),
    ] {
        let last = ann.last_id().await;
        ann.slash(command, option.as_slice()).await;
        let told = ann.wait_for(command, |it| it.id > last && it.ephemeral && !it.says("One moment")).await;
        assert!(!told.text().contains("`!"), "{command} {option:?}: {}", told.text());
        assert!(!told.text().contains("reply to the board"), "{command} {option:?}: {}", told.text());
    }
    ann.say("!play loa").await;
    let heard = ann.eventually(Duration::from_millis(500), |it| it.author.bot && !it.ephemeral).await;
    assert!(heard.is_none(), "the bot does not hear what is written there");
    stage.finish().await;
}
