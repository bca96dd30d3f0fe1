//! Boards in a real browser on a bad day: networks that say nothing, more tabs than a browser has connections, and people who
//! don't wait.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, PointerAction, TouchActions};
use fantoccini::{Client, Locator};
use serde_json::json;

use super::walk::{drag, middle, open, swipe, until, until_told};
use crate::support::browser::{browser, keep_screenshot, phone, wait};
use crate::support::cable::Fault;
use crate::support::looking::board_of;
use crate::support::open_board::{OpenBoard, link};
use crate::support::stage::TestBot;

/// Waits until the page says that it isn't connected, for at most so many seconds.
async fn until_not_connected(page: &Client, seconds: u64) {
    let begun = Instant::now();
    let banner = wait(page, "#banner").await;
    while !banner.text().await.unwrap().contains("Not connected") {
        assert!(begun.elapsed() < Duration::from_secs(seconds), "the page doesn't notice");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_says_nothing_is_noticed_and_what_was_dropped_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (stage, cable) = TestBot::start_with_boards_behind_cable().await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until(&page, 0, true).await;
    let d1_to_b3 = [middle(&page, "d1").await, middle(&page, "b3").await];

    cable.set(Fault::Mute);
    drag(&page, d1_to_b3).await;
    wait(&page, "#board.busy").await;
    until_not_connected(&page, 12).await;
    until_told(&page, "The server didn't answer").await;
    until(&page, 0, true).await;
    keep_screenshot(&page, "board-not-connected-1200").await;
    cable.set(Fault::None);
    wait(&page, "#banner[hidden]").await;
    drag(&page, d1_to_b3).await;
    until(&page, 1, false).await;
    bob.wait_for("the board in the chat", board_of("loa", 1, 1)).await;

    // Nothing is asked, and nothing heard.
    cable.set(Fault::Mute);
    bob.say("!move h5-g4").await;
    until_not_connected(&page, 45).await;
    cable.set(Fault::None);
    until(&page, 2, true).await;
    wait(&page, "#banner[hidden]").await;
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tabs_of_one_browser_all_open_and_hear() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    let address = page.current_url().await.unwrap();
    let first = page.window().await.unwrap();
    for tab in 2..=8 {
        let window = page.new_window(true).await.unwrap().handle;
        page.switch_to_window(window).await.unwrap();
        let opening = tokio::time::timeout(Duration::from_secs(20), page.goto(address.as_str()));
        opening.await.unwrap_or_else(|_| panic!("tab {tab} doesn't load")).unwrap();
        wait(&page, "#board svg .pieces").await;
    }
    until(&page, 0, true).await;
    drag(&page, [middle(&page, "d1").await, middle(&page, "b3").await]).await;
    until(&page, 1, false).await;
    bob.say("!move h5-g4").await;
    until(&page, 2, true).await;
    page.switch_to_window(first).await.unwrap();
    until(&page, 2, true).await;
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_while_the_answer_still_arrives_has_moved() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until(&page, 0, true).await;
    // Pieces take ten times as long.
    const SLOWLY: &str = "const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, options) {
            return animate.call(this, frames, { ...options, duration: 10 * options.duration });
        }";
    page.execute(SLOWLY, vec![]).await.unwrap();
    drag(&page, [middle(&page, "d1").await, middle(&page, "b3").await]).await;
    until(&page, 1, false).await;
    bob.say("!move h5-g4").await;
    until(&page, 2, false).await;
    assert!(page.find(Locator::Css("#board.ready")).await.is_err(), "the answer is on its way");
    drag(&page, [middle(&page, "b1").await, middle(&page, "b4").await]).await;
    until(&page, 3, false).await;
    bob.wait_for("the board in the chat", board_of("loa", 1, 3)).await;

    // The same while an earlier move is shown once more.
    wait(&page, "#actions [data-do='explore']").await.click().await.unwrap();
    wait(&page, "body[data-mode='explore']").await;
    for ply in [2, 1] {
        wait(&page, "[data-key='back']").await.click().await.unwrap();
        wait(&page, &format!("#record [data-key='{ply}'][aria-current]")).await;
    }
    wait(&page, "[data-key='forward']:not([aria-disabled='true'])").await.click().await.unwrap();
    wait(&page, "svg.moving").await;
    drag(&page, [middle(&page, "g1").await, middle(&page, "g4").await]).await;
    wait(&page, "#lines-list li").await;
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_scrolls_where_no_piece_is_and_sees_the_piece_above_it() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = phone(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until(&page, 0, true).await;
    let scrolled = async || page.execute("return scrollY", vec![]).await.unwrap().as_f64().unwrap();
    let from = middle(&page, "d4").await;
    swipe(&page, [from, (from.0, from.1 - 150.0)]).await;
    assert!(scrolled().await > 50.0, "{}", scrolled().await);
    page.execute("scrollTo(0, 0)", vec![]).await.unwrap();

    let move_to = |(x, y): (f64, f64)| PointerAction::MoveTo { duration: Some(Duration::from_millis(40)), x, y };
    let (from, to) = (middle(&page, "d1").await, middle(&page, "d4").await);
    let finger = TouchActions::new("finger".to_owned())
        .then(move_to(from))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(move_to((to.0, to.1 + 20.0)))
        .then(move_to(to));
    page.perform_actions(finger).await.unwrap();
    let below = "return document.querySelector('.held').getBoundingClientRect().bottom";
    let below = page.execute(below, vec![]).await.unwrap().as_f64().unwrap();
    keep_screenshot(&page, "board-held-390").await;
    assert!(below < to.1, "the piece ends at {below}, and the finger is at {}", to.1);
    assert!(scrolled().await < 1.0, "the page stays where it is");
    page.release_actions().await.unwrap();
    page.close().await.unwrap();
    stage.finish().await;
}

/// The steps through the moves can be seen whole.
const STEPS_ARE_SEEN: &str = "
    const { top, bottom } = document.querySelector('.jumps').getBoundingClientRect();
    const panel = document.querySelector('.panel').getBoundingClientRect();
    return top >= panel.top && bottom <= Math.min(panel.bottom, innerHeight)";

#[tokio::test(flavor = "multi_thread")]
async fn a_review_leaves_room_for_the_steps_and_begins_with_the_better_move() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _, last) = stage.play_shortest().await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.set_window_size(1280, 757).await.unwrap();
    open(&page, &ann, &last).await;
    assert_eq!(page.execute(STEPS_ARE_SEEN, vec![]).await.unwrap(), json!(true));
    wait(&page, "#actions [data-do='review']").await.click().await.unwrap();
    let better = Locator::XPath("//button[.='Better']");
    let better = page.wait().at_most(Duration::from_secs(60)).for_element(better).await.unwrap();
    keep_screenshot(&page, "board-reviewed-1280").await;
    assert_eq!(page.execute(STEPS_ARE_SEEN, vec![]).await.unwrap(), json!(true));
    // On so low a screen the chart stands above the turning points, and the steps in front of them.
    page.execute("document.querySelector('#review-points li').scrollIntoView({ block: 'start' })", vec![])
        .await
        .unwrap();
    better.click().await.unwrap();
    wait(&page, "body[data-mode='explore']").await;
    wait(&page, "#lines-list button:first-child[aria-current]").await;
    keep_screenshot(&page, "board-better-1280").await;
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_votes_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!play breakthrough vote white 1").await;
    let shown = ann.wait_for("the board", board_of("breakthrough", 1, 0)).await;
    let bobs = OpenBoard::by(&link(&bob, &shown).await).await;
    let mut heard = bobs.hear(bobs.state().await["id_of_state"].as_str()).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until_told(&page, "Vote for a move: make it on the board.").await;
    drag(&page, [middle(&page, "h2").await, middle(&page, "h3").await]).await;
    until_told(&page, "You vote for h2-h3").await;
    until(&page, 0, true).await;
    wait(&page, ".piece[data-square='h2']").await;
    keep_screenshot(&page, "board-vote-1200").await;
    let state = heard.next().await;
    assert_eq!((&state["plies"], &state["can"][0]), (&json!(0), &json!("vote")));
    let status = state["status"].as_str().unwrap();
    assert!(status.ends_with("1 has voted.") && !status.contains("h2-h3"), "{status}");

    let state = bobs.done(json!({ "do": "move-text", "text": "b2-b3" })).await;
    assert!(state["status"].as_str().unwrap().contains("You vote for b2-b3. 2 have voted."), "{}", state["status"]);
    let (status, why) = bobs.refused(json!({ "do": "move", "version": 0, "move": "b2-b4" })).await;
    assert!(status == 422 && why.contains("one square"), "{why}");
    assert_eq!(bobs.refused(json!({ "do": "resign" })).await.0, 403);
    page.close().await.unwrap();
    stage.finish().await;
}
