//! Choosing a move, and being refused: what stays in the channel after it, and what the pictures show meanwhile.

use discord::controls::{BoardAction, Control, Menu, SettingChoice};
use serde_json::Value;

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person, on_board, pieces, targets};

/// What only this person sees.
async fn private(person: &Person) -> Vec<Message> {
    person.messages().await.into_iter().filter(|it| it.ephemeral).collect()
}

/// The picture of a message in words.
fn alt(message: &Message) -> &str {
    message.attachments[0].description.as_deref().unwrap()
}

/// Chooses from a menu; what only the chooser sees then, once it fits.
async fn choose(person: &Person, message: &Message, control: &Control, value: &str, fits: &str) -> Message {
    person.choose(message, control, value).await;
    let fits = |it: &Message| it.ephemeral && it.attachments.iter().any(|_| alt(it).contains(fits));
    person.wait_for(value, fits).await
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_by_menus_leave_nothing_but_the_board() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let moves = [(&ann, "d1", "b3"), (&bob, "h5", "g4"), (&ann, "b1", "b4")];
    for (ply, (person, from, to)) in moves.into_iter().enumerate() {
        let board = person.wait_for("the board", board_of("loa", 1, ply)).await;
        let chooser = choose(person, &board, &pieces(1, ply), from, &format!("Chosen: {from}.")).await;
        person.choose(&chooser, &targets(1, ply, from), to).await;
        person.wait_for("the next board", |it| !it.ephemeral && board_of("loa", 1, ply + 1)(it)).await;
        stage.until("the chooser is gone", || async { private(person).await.is_empty() }).await;
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_chosen_can_be_chosen_again() {
    let stage = TestBot::start().await;
    let (ann, _) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for count in 1..=2 {
        ann.choose(&board, &pieces(1, 0), "d1").await;
        stage.until("another chooser", || async { private(&ann).await.len() == count }).await;
    }
    // A client that still showed the choice would send nothing: so the menu is drawn again, with nothing chosen.
    let choosers = private(&ann).await;
    let again = ann.wait_for("the board", |it| it.id == board.id).await;
    assert_eq!(again.components, board.components);
    let names = |it: &Message| it.attachments.iter().map(|it| it.filename.clone()).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&board), "it keeps its picture");
    let redraws = || {
        let edits = stage.playground.requests().into_iter().filter(|it| it.path.ends_with("@original"));
        edits.filter(|it| it.body["components"].as_array().is_some_and(|it| !it.is_empty())).count()
    };
    stage.until("both choices are undone", || async { redraws() == 2 }).await;

    // In the chooser, the picture follows the choice, and what is chosen stands in the menu.
    let other = choose(&ann, &choosers[0], &pieces(1, 0), "b1", "Chosen: b1.").await;
    assert_eq!(other.id, choosers[0].id);
    let default = |it: &Message| -> Vec<Value> {
        let options = it.parts().flat_map(|it| it["options"].as_array().into_iter().flatten());
        options.filter(|it| it["default"] == true).map(|it| it["value"].clone()).collect()
    };
    assert_eq!(default(&other), ["b1"]);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_takes_the_place_of_the_one_before() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;

    // Of typed moves, by command and by reply.
    let first = answer(&ann, "!move b1-b4").await;
    assert!(first.says("must move exactly 2"), "{}", first.content);
    ann.reply(&board, "b1-b5").await;
    let second = ann.wait_for("the second refusal", |it| it.id > first.id && says("must move exactly 2")(it)).await;
    let is_gone = async |person: &Person, id: &str| person.messages().await.iter().all(|it| it.id != id);
    stage.until("the first is gone", || async { is_gone(&ann, &first.id).await }).await;

    // Of controls and of commands by a slash, which only their user sees. Another person's stand.
    let count = async || private(&bob).await.len();
    bob.choose(&board, &pieces(1, 0), "d1").await;
    bob.wait_for("that it is not his turn", ephemeral("It isn't your turn")).await;
    bob.choose(&board, &pieces(1, 0), "b1").await;
    stage.until("one refusal stands", || async { count().await == 1 }).await;
    let by_menu = private(&bob).await.remove(0);
    for text in ["h5-g4", "h5-g6"] {
        bob.slash("move", &[("move", text)]).await;
        let stands = async || private(&bob).await.iter().any(|it| it.id > by_menu.id && it.says("It isn't your turn"));
        stage.until("it is refused", || async { stands().await && count().await == 1 }).await;
    }
    assert!(!is_gone(&ann, &second.id).await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_square_needs_no_picture() {
    let stage = TestBot::start().await;
    let (ann, _) = stage.begin("casual").await;
    for text in ["!move d4", "!move d4-d5", "!legal d4"] {
        let refused = answer(&ann, text).await;
        assert!(refused.says("no piece on d4") && refused.attachments.is_empty(), "{text}: {}", refused.content);
    }
    assert_eq!(answer(&ann, "!move b1-b4").await.attachments.len(), 1, "other refusals have one");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_laid_is_shown() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play domineering casual level=1 first").await;
    let board = ann.wait_for("the board", board_of("domineering", 1, 0)).await;
    ann.slash("legal", &[("square", "c3")]).await;
    let legal = ann.wait_for("where it may lie", ephemeral("c2")).await;
    assert!(alt(&legal).contains("Marked: c3. Room for a piece: c2-c3, c3-c4."), "{}", alt(&legal));
    let chooser = choose(&ann, &board, &on_board(1, 0, BoardAction::Choose(Menu::Files)), "c", "Marked: c1–c8.").await;
    ann.choose(&chooser, &on_board(1, 0, BoardAction::Choose(Menu::Moves(Some(2)))), "c3-c4").await;
    let board = ann.wait_for("the round", board_of("domineering", 1, 2)).await;
    ann.press(&board, "Hint").await;
    let hint = ann.wait_for("the hint", |it| it.ephemeral && it.id > chooser.id && !it.attachments.is_empty()).await;
    assert!(alt(&hint).contains("Room for a piece: "), "{}", alt(&hint));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_a_match_against_the_bot_from_the_side_of_its_player() {
    let stage = TestBot::start().await;
    let (ann, cid) = (stage.person("Ann"), stage.person("Cid"));
    ann.say("!play breakthrough casual level=1 black").await;
    let board = ann.wait_for("the board", board_of("breakthrough", 1, 1)).await;
    ann.press(&board, "My View").await;
    let seen = ann.wait_for("her view", |it| it.ephemeral && board_of("breakthrough", 1, 1)(it)).await;
    cid.slash("board", &[]).await;
    let private = cid.wait_for("what Cid sees", |it| it.ephemeral && board_of("breakthrough", 1, 1)(it)).await;
    cid.slash("board", &[("flip", "false")]).await;
    let straight =
        cid.wait_for("another", |it| it.ephemeral && it.id > private.id && board_of("breakthrough", 1, 1)(it)).await;
    let picture = ann.file(&board).await;
    assert!(picture == ann.file(&seen).await && picture == cid.file(&private).await);
    assert!(picture != cid.file(&straight).await, "the board is turned around");
    ann.press(&board, "Hint").await;
    let hint = ann.wait_for("the hint", |it| it.ephemeral && it.id > seen.id && !it.attachments.is_empty()).await;
    assert!(alt(&hint).contains("Chosen: "), "{}", alt(&hint));

    // Whoever wants it otherwise has it so everywhere.
    ann.slash("settings", &[]).await;
    let panel = ann.wait_for("the settings", ephemeral("Your settings")).await;
    ann.choose_setting(&panel, SettingChoice::Flip, "never").await;
    ann.say("!board").await;
    let anew = |it: &Message| !it.ephemeral && it.id > panel.id && board_of("breakthrough", 1, 1)(it);
    let board = ann.wait_for("the board brought down", anew).await;
    assert!(ann.file(&board).await == cid.file(&straight).await);
    stage.finish().await;
}
