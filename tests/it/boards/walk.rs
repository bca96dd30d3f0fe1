//! Boards in a real browser, touched by real pointer events: every game to its end by dragging, by mouse, finger, and keyboard.

use std::time::Duration;

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions};
use fantoccini::{Client, Locator, key::Key};
use games::board::Move;
use games::{AnyPosition, GAMES};
use serde_json::{Value, json};

use crate::support::browser::{browser, has_no_barriers, keep_screenshot, phone, wait};
use crate::support::dice::Dice;
use crate::support::looking::{board_of, says};
use crate::support::open_board::{OpenBoard, link};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// The rules by which each game soon ends.
const SHORT: [(&str, &str); 7] = [
    ("loa", "size=5x5"),
    ("breakthrough", "size=3x5"),
    ("clobber", "size=3x3"),
    ("domineering", "size=3x3"),
    ("knightthrough", "size=4x5"),
    ("surakarta", "no-progress=6"),
    ("ugolki", "limit=6"),
];

/// Waits until the page has a board that shows so many plies, and that may be touched if `ready`.
pub async fn until(page: &Client, plies: usize, ready: bool) {
    let css = if ready { "#board.ready:not(.busy)" } else { "#board" };
    let count = "return document.querySelectorAll('#record button').length";
    for _ in 0..200 {
        let shown = page.execute(count, vec![]).await.unwrap();
        if shown == json!(plies) && page.find(Locator::Css(css)).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let body = page.find(Locator::Css("body")).await.unwrap().text().await.unwrap();
    panic!("the board after {plies} plies doesn't come; the page says:\n{body}");
}

/// The middle of a square in the window.
pub async fn middle(page: &Client, square: &str) -> (f64, f64) {
    let script = "const { left, top, width, height } = document.querySelector(`#grid [data-square='${arguments[0]}']`)
                      .getBoundingClientRect(); return [left + width / 2, top + height / 2]";
    let at = page.execute(script, vec![json!(square)]).await.unwrap();
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

/// Where the pointer goes down, and where it's lifted: over both cells of a piece that is laid.
async fn ends(page: &Client, mv: Move, lays: bool) -> [(f64, f64); 2] {
    let (from, to) = (middle(page, &mv.from.to_string()).await, middle(page, &mv.to.to_string()).await);
    let near = (from.0 + (to.0 - from.0) * 0.35, from.1 + (to.1 - from.1) * 0.35);
    if lays { [from, near] } else { [from, to] }
}

/// Drags with the mouse.
pub async fn drag(page: &Client, [from, to]: [(f64, f64); 2]) {
    let move_to = |(x, y): (f64, f64)| PointerAction::MoveTo { duration: Some(Duration::from_millis(30)), x, y };
    let halfway = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let mouse = MouseActions::new("mouse".to_owned())
        .then(move_to(from))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(move_to(halfway))
        .then(move_to(to))
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.perform_actions(mouse).await.unwrap();
}

/// Drags with a finger.
pub async fn swipe(page: &Client, [from, to]: [(f64, f64); 2]) {
    let move_to = |(x, y): (f64, f64)| PointerAction::MoveTo { duration: Some(Duration::from_millis(40)), x, y };
    let halfway = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let finger = TouchActions::new("finger".to_owned())
        .then(move_to(from))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(move_to(halfway))
        .then(move_to(to))
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.perform_actions(finger).await.unwrap();
}

/// Opens a board in the browser by a link of one's own, and waits until it's there.
pub async fn open(page: &Client, person: &Person, board: &Message) {
    page.goto(&link(person, board).await).await.unwrap();
    wait(page, "#board svg .pieces").await;
}

/// The shortest of many random games; in it, a piece goes around or over others where the game has that.
fn short_game(rules: &str) -> (Box<dyn AnyPosition>, Vec<Move>) {
    let ruleset = games::read_ruleset(rules).unwrap();
    let start = games::open(&ruleset, None).unwrap();
    let has_ways = ["surakarta", "ugolki"].contains(&ruleset.info.key);
    let mut best: Option<Vec<Move>> = None;
    for seed in 0..400 {
        let (mut dice, mut position, mut winds) = (Dice(seed), start.clone(), false);
        while position.outcome().is_none() && position.played().len() < 40 {
            let legal = position.legal();
            let mv = legal[dice.roll(legal.len())];
            winds |= position.scene_with(&[mv]).ways.iter().any(|it| it.route.len() > 1);
            position.play(mv).unwrap();
        }
        let is_shorter = best.as_ref().is_none_or(|it| position.played().len() < it.len());
        if position.outcome().is_some() && is_shorter && (winds || !has_ways) {
            best = Some(position.played().to_vec());
        }
    }
    (start, best.expect("one of them ends"))
}

/// What a visitor waits for before there's a board: says how long, in milliseconds, and counts the bytes.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_picture_weighs_little() {
    const SCRIPT: &str = "const tell = arguments[0];
        new PerformanceObserver((paints) => {
            const loaded = ['navigation', 'resource'].flatMap((it) => performance.getEntriesByType(it));
            const bytes = loaded.map((it) => it.transferSize).reduce((all, it) => all + it);
            for (const { name, startTime } of paints.getEntries()) {
                if (name === 'first-contentful-paint') tell([bytes, loaded.length, startTime]);
            }
        }).observe({ type: 'paint', buffered: true })";
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for visit in 0..3 {
        let (_driver, page) = browser(&folder.path().join(visit.to_string())).await;
        open(&page, &ann, &board).await;
        let told = page.execute_async(SCRIPT, vec![]).await.unwrap();
        let (bytes, files, time) = (told[0].as_u64().unwrap(), told[1].as_u64().unwrap(), told[2].as_f64().unwrap());
        println!("first picture: {time:.0} ms, {bytes} bytes in {files} files");
        assert!((20_000..100_000).contains(&bytes) && files > 3, "{told}");
        page.close().await.unwrap();
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_dragging() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    let windows = [page.window().await.unwrap(), page.new_window(true).await.unwrap().handle];
    assert_eq!(SHORT.len(), GAMES.len());
    for (n, (game, options)) in SHORT.iter().enumerate() {
        let id = n + 1;
        let (start, moves) = short_game(&format!("{game} {options}"));
        let side = start.sides()[0].name.to_lowercase();
        ann.say(&format!("!challenge @Bob {game} {options} {side}")).await;
        let offer = bob.wait_for("the challenge", |it| it.labels().contains(&"Accept")).await;
        bob.press(&offer, "Accept").await;
        let shown = ann.wait_for("the board", board_of(game, id, 0)).await;
        for (window, person) in windows.iter().zip([&ann, &bob]) {
            page.switch_to_window(window.clone()).await.unwrap();
            open(&page, person, &shown).await;
        }
        for (ply, mv) in moves.iter().enumerate() {
            page.switch_to_window(windows[ply % 2].clone()).await.unwrap();
            until(&page, ply, true).await;
            if mv.is_pass() {
                wait(&page, "[data-key='do-pass']").await.click().await.unwrap();
            } else {
                drag(&page, ends(&page, *mv, *game == "domineering").await).await;
            }
            until(&page, ply + 1, false).await;
        }
        for window in &windows {
            page.switch_to_window(window.clone()).await.unwrap();
            until(&page, moves.len(), false).await;
            wait(&page, "#actions [data-do='rematch']:not([hidden])").await;
        }
        ann.wait_for("the end in the chat", board_of(game, id, moves.len())).await;
        keep_screenshot(&page, &format!("board-{game}-over-1200")).await;
    }
    page.close().await.unwrap();
    stage.finish().await;
}

/// What the page says below the board.
pub async fn caption(page: &Client) -> String {
    page.find(Locator::Css("#caption")).await.unwrap().text().await.unwrap()
}

/// Waits until the page says something below the board.
pub async fn until_told(page: &Client, part: &str) {
    for _ in 0..200 {
        if caption(page).await.contains(part) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the page doesn't say {part:?} but {:?}", caption(page).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_moves_pieces_and_learns_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = phone(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until(&page, 0, true).await;
    let at = async |one: &str, other: &str| [middle(&page, one).await, middle(&page, other).await];

    swipe(&page, at("b1", "b4").await).await;
    until_told(&page, "b1–b4 is 3 squares, but there are 2 pieces on that file").await;
    keep_screenshot(&page, "board-refused-390").await;
    until(&page, 0, true).await;
    // On its own square it's only put down again, and beside the board too.
    swipe(&page, at("d1", "d1").await).await;
    swipe(&page, [middle(&page, "d1").await, (5.0, 5.0)]).await;
    until(&page, 0, true).await;
    swipe(&page, at("d1", "b3").await).await;
    until(&page, 1, false).await;
    bob.wait_for("the board in the chat", board_of("loa", 1, 1)).await;

    // While it's Bob's turn, a reply is prepared: his move first, then one's own.
    until_told(&page, "Bob to move").await;
    swipe(&page, at("h5", "g4").await).await;
    wait(&page, "body[data-mode='prepare']").await;
    swipe(&page, at("b1", "b4").await).await;
    wait(&page, "#lines:not([hidden]) li").await;
    keep_screenshot(&page, "board-prepared-390").await;
    bob.say("!move h5-g4").await;
    until(&page, 3, false).await;
    ann.wait_for("both moves in the chat", board_of("loa", 1, 3)).await;
    assert_eq!(page.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    has_no_barriers(&page).await;
    page.close().await.unwrap();
    stage.finish().await;
}

/// What is wider than the screen.
const MISFITS: &str = r##"
    const wide = ["html", "body", "main"].filter((css) => {
        const node = document.querySelector(css);
        return node.scrollWidth > Math.min(node.clientWidth, innerWidth);
    });
    const { left, right, bottom } = document.querySelector("#board").getBoundingClientRect();
    return left < 0 || right > innerWidth || bottom > innerHeight ? [...wide, "#board"] : wide;
"##;

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_plays_looks_back_and_explores() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    until(&page, 0, true).await;
    let press = async |keys: &[Key]| {
        let keys: String = keys.iter().map(ToString::to_string).collect();
        page.active_element().await.unwrap().send_keys(&keys).await.unwrap();
    };
    let focus = async |square: &str| {
        let script = "document.querySelector(`#grid [data-square='${arguments[0]}']`).focus()";
        page.execute(script, vec![json!(square)]).await.unwrap();
    };
    // d1 is picked, and the focus goes to b3.
    focus("d1").await;
    press(&[Key::Enter, Key::Up, Key::Up, Key::Left, Key::Left]).await;
    let label = page.active_element().await.unwrap().attr("aria-label").await.unwrap().unwrap();
    assert!(label.starts_with("b3, empty"), "{label}");
    press(&[Key::Enter]).await;
    until(&page, 1, false).await;
    let live = page.find(Locator::Css("#live")).await.unwrap();
    assert!(live.prop("textContent").await.unwrap().is_some_and(|it| it.contains("d1-b3")), "the move is told");

    // Looking back, and to the present.
    bob.say("!move h5-g4").await;
    until(&page, 2, true).await;
    page.execute("document.activeElement.blur()", vec![]).await.unwrap();
    let body = page.find(Locator::Css("body")).await.unwrap();
    body.send_keys(&Key::Left.to_string()).await.unwrap();
    wait(&page, "body[data-mode='look']").await;
    body.send_keys(&Key::End.to_string()).await.unwrap();
    wait(&page, "body[data-mode='play']").await;

    // Exploring: both sides move, one goes back, and plays from there. Nobody else sees it.
    wait(&page, "#actions [data-do='explore']").await.click().await.unwrap();
    wait(&page, "body[data-mode='explore']").await;
    for (one, other) in [("b1", "b4"), ("g4", "g1")] {
        drag(&page, [middle(&page, one).await, middle(&page, other).await]).await;
        let script = "return document.querySelectorAll('#lines-list li').length";
        for _ in 0..100 {
            if page.execute(script, vec![]).await.unwrap() == json!(1) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
    keep_screenshot(&page, "board-explored-1200").await;
    has_no_barriers(&page).await;
    let bobs = OpenBoard::of(&bob, &bob.wait_for("the board", board_of("loa", 1, 2)).await).await;
    assert_eq!(bobs.state().await["plies"], 2, "nothing was played");
    wait(&page, "[data-key='explore-play']:not([aria-disabled='true'])").await.click().await.unwrap();
    until(&page, 3, false).await;
    assert_eq!(bobs.state().await["record"], json!(["d1-b3", "h5-g4", "b1-b4"]));

    // Giving up is asked about first.
    bobs.play("g4xg1").await;
    until(&page, 4, true).await;
    wait(&page, "#more summary").await.click().await.unwrap();
    wait(&page, "#actions [data-do='resign']:not([hidden])").await.click().await.unwrap();
    wait(&page, "#question[open] button[value='yes']").await.click().await.unwrap();
    bob.wait_for("the end", says("(White) wins")).await;
    let state: Value = bobs.state().await;
    assert_eq!(state["over"], true);
    // The other one would like to play again, and says so in the chat.
    bob.say("!rematch").await;
    let accept = wait(&page, "#offer button[data-key='offer-accept']").await;
    keep_screenshot(&page, "board-rematch-1200").await;
    accept.click().await.unwrap();
    until(&page, 0, false).await;
    bob.wait_for("the next board", board_of("loa", 2, 0)).await;
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_record_is_looked_at_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let ann = stage.person("Ann");
    ann.say("!import\n[Game \"loa\"]\n[Black \"Zoe\"]\n[FEN \"1b4b1/w6w/8/8/8/8/w6w/1b4b1 w\"]\n\n1... a2-c2 2. b1-b3")
        .await;
    ann.wait_for("the record", says("Imported as #1")).await;
    ann.slash("open", &[("match", "1")]).await;
    let told = ann.wait_for("the link", |it| it.ephemeral && it.parts().any(|part| part["url"].is_string())).await;
    let url = told.parts().find_map(|it| it["url"].as_str().map(str::to_owned)).unwrap();
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.goto(&url).await.unwrap();
    wait(&page, "#board svg .pieces").await;
    let body = page.find(Locator::Css("body")).await.unwrap();
    let words = body.text().await.unwrap();
    assert!(words.contains("Zoe") && words.contains("The record ends here") && words.contains("a2-c2"), "{words}");
    // White moved first: each move has its number, and stands in the column of its side.
    let cells =
        page.execute("return [...document.querySelector('#record li').children].map((it) => it.textContent)", vec![]);
    assert_eq!(cells.await.unwrap(), json!(["", "1. a2-c2"]));
    body.send_keys(&Key::Left.to_string()).await.unwrap();
    wait(&page, "body[data-mode='look']").await;
    keep_screenshot(&page, "board-imported-1200").await;
    stage.finish().await;
}
