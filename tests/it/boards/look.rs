//! What a page looks like: what stands below the board, who plays, the end of a match and how it went, and a move that waits for
//! its turn.

use std::time::Duration;

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use super::walk::{caption, drag, middle, open, swipe, until, until_told};
use crate::support::SHORTEST_MATCH;
use crate::support::browser::{browser, has_no_barriers, keep_screenshot, phone, wait};
use crate::support::looking::{board_of, says};
use crate::support::open_board::OpenBoard;
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;

/// How many lines of text and rows of buttons stand between the board and the moves.
const BELOW: &str = r##"
    const seen = (node) => node.checkVisibility();
    const box = (node) => node.getBoundingClientRect();
    const [top, bottom] = [box(document.querySelector("#board")).bottom, box(document.querySelector("#record")).top];
    const all = [...document.querySelectorAll("main button, main summary")].filter(seen);
    const rows = new Set(all.map((node) => Math.round(box(node).top)).filter((at) => at > top - 1 && at < bottom));
    const lines = (css) => [...document.querySelectorAll(css)].filter(seen).reduce((sum, node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return sum + new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12))).size;
    }, 0);
    return [lines("#caption, #near-player b, #offer p"), rows.size];
"##;

#[tokio::test(flavor = "multi_thread")]
async fn below_a_board_on_a_phone_stands_little_and_resigning_is_a_step_away() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual 10m+5s").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let bobs = OpenBoard::of(&bob, &shown).await;
    let (_driver, page) = phone(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    let little = async |when: &str| {
        let below = page.execute(BELOW, vec![]).await.unwrap();
        let (lines, rows) = (below[0].as_u64().unwrap(), below[1].as_u64().unwrap());
        assert!(lines <= 3 && rows <= 2, "{when}: {lines} lines, {rows} rows");
    };
    for (ply, mv) in SHORTEST_MATCH[..4].iter().enumerate() {
        until(&page, ply, false).await;
        little("while somebody is to move").await;
        [&ann, &bob][ply % 2].say(&format!("!move {mv}")).await;
    }
    until(&page, 4, true).await;
    bobs.done(json!({ "do": "offer", "version": 4, "kind": "draw" })).await;
    wait(&page, "#offer:not([hidden])").await;
    little("with an offer").await;
    keep_screenshot(&page, "board-offered-390").await;

    let resign = page.find(Locator::Css("[data-do='resign']")).await.unwrap();
    assert!(!resign.is_displayed().await.unwrap());
    wait(&page, "#more summary").await.click().await.unwrap();
    assert!(resign.is_displayed().await.unwrap());
    keep_screenshot(&page, "board-menu-390").await;
    has_no_barriers(&page).await;
    resign.click().await.unwrap();
    wait(&page, "#question[open] button[value='no']").await.click().await.unwrap();
    assert!(!resign.is_displayed().await.unwrap(), "the menu is closed again");
    assert_eq!(bobs.state().await["over"], false);
    page.close().await.unwrap();
    stage.finish().await;
}

/// Plays the shortest match to its end from where it is, by the pages of both sides.
async fn play_out(pages: [&OpenBoard; 2], from: usize) {
    for (ply, mv) in SHORTEST_MATCH.iter().enumerate().skip(from) {
        pages[ply % 2].play(mv).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_stand_beside_the_players_and_say_what_the_match_has_changed() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa rated").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let state = anns.state().await;
    assert_eq!((&state["sides"][0]["rating"], &state["winner"]), (&Value::Null, &Value::Null), "nobody has one yet");
    let pages = if state["you"] == 0 { [&anns, &bobs] } else { [&bobs, &anns] };
    play_out(pages, 0).await;
    let state = anns.state().await;
    let [winner, loser] = [0, 1].map(|it| state["sides"][it]["rating"].clone());
    let number = |it: &Value| it["text"].as_str().unwrap().parse::<i64>().unwrap();
    assert!(number(&winner) > 1500 && number(&loser) < 1500, "{winner} {loser}");
    assert_eq!(winner["change"], format!("+{}", number(&winner) - 1500));
    assert_eq!(loser["change"], format!("−{}", 1500 - number(&loser)));
    assert_eq!((&winner["provisional"], &state["winner"]), (&json!(true), &json!(0)));

    // Of the engine it's that of its level.
    ann.say("!play loa 3 black casual").await;
    let shown = ann.wait_for("the next board", board_of("loa", 2, 0)).await;
    let state = OpenBoard::of(&ann, &shown).await.state().await;
    assert!(state["sides"][1]["rating"]["provisional"] == false && state["sides"][0]["rating"]["change"].is_null());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_is_celebrated_and_its_review_has_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let bobs = OpenBoard::of(&bob, &shown).await;
    let anns = OpenBoard::of(&ann, &shown).await;
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    let initials = "return document.querySelector('#near-player .avatar').textContent";
    assert_eq!(page.execute(initials, vec![]).await.unwrap(), "A");
    // Whether sound is on stands on its button.
    let sound = wait(&page, "#sound").await;
    for said in ["Sound: off", "Sound: on"] {
        assert_eq!(sound.text().await.unwrap(), said);
        sound.click().await.unwrap();
    }

    // How often it was celebrated, and with how many pieces.
    const WATCH: &str =
        "window.parties = []; new MutationObserver((all) => all.flatMap(({ addedNodes }) => [...addedNodes])
        .filter(({ className }) => className === 'party').forEach(({ childElementCount: count }) => parties.push(count)))
        .observe(document.querySelector('#board'), { childList: true })";
    page.execute(WATCH, vec![]).await.unwrap();
    play_out([&anns, &bobs], 0).await;
    wait(&page, ".party svg").await;
    keep_screenshot(&page, "board-won-1200").await;
    wait(&page, "#caption.won").await;
    assert_eq!(page.execute("return parties.length", vec![]).await.unwrap(), 1);

    wait(&page, "#actions [data-do='review']:not([hidden])").await.click().await.unwrap();
    let chart = wait(&page, "#review-chart .chart").await;
    let label = chart.attr("aria-label").await.unwrap().unwrap();
    assert_eq!(label, "Black's chance to win");
    let count = async |css: &str| page.find_all(Locator::Css(css)).await.unwrap().len();
    assert_eq!(count("#review-chart circle").await, count("#review-points li").await);
    keep_screenshot(&page, "board-review-1200").await;
    has_no_barriers(&page).await;
    chart.click().await.unwrap();
    wait(&page, "body[data-mode='look']").await;
    until_told(&page, "of 9").await;
    let at: u32 = caption(&page).await.split_whitespace().find_map(|it| it.parse().ok()).unwrap();
    assert!((4..=5).contains(&at), "its middle is the middle of the match: {at}");
    page.close().await.unwrap();
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_move_a_win_is_only_told() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let pages = [OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await];
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    open(&page, &ann, &shown).await;
    page.execute("window.matchMedia = () => ({ matches: true })", vec![]).await.unwrap();
    play_out([&pages[0], &pages[1]], 0).await;
    wait(&page, "#caption.won").await;
    assert!(page.find(Locator::Css(".party")).await.is_err());
    page.close().await.unwrap();
    stage.finish().await;
}

/// What becomes of premoves; on two processes, if another one comes.
async fn premoves_are_kept(stage: &mut TestBot, another_comes: bool) {
    let (ann, bob) = stage.begin("casual 5m+3s").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    if another_comes {
        stage.serve_boards_elsewhere();
        stage.start_another().await;
    }
    let [anns_other, bobs_other] = [&anns, &bobs].map(|it| it.served_at(&stage.boards_origin()));
    let premove = async |mv: &str| bobs.done(json!({ "do": "premove", "move": mv })).await;

    // Only he knows of it; it's played with the move that it waits for.
    let mut heard = anns.hear(anns.state().await["id_of_state"].as_str()).await;
    let state = premove("h5-g4").await;
    let waiting = json!({ "from": "h5", "to": "g4", "waits": true, "text": "h5-g4 is played as soon as it can be." });
    assert_eq!(state["premove"], waiting);
    assert!(heard.is_silent(Duration::from_millis(1200)).await);
    assert_eq!(bobs_other.state().await["premove"], waiting);
    let state = anns_other.play("d1-b3").await;
    assert_eq!((&state["record"], &state["premove"]), (&json!(["d1-b3", "h5-g4"]), &Value::Null));
    assert_eq!(bobs.state().await["premove"], Value::Null);

    // What isn't possible then is dropped, with a word.
    premove("h4-h5").await;
    anns.play("b1-b4").await;
    let state = bobs.state().await;
    assert_eq!((&state["plies"], &state["premove"]["waits"]), (&json!(3), &json!(false)));
    assert_eq!(state["premove"]["text"], "h4-h5 isn't possible now, so it wasn't played.");
    assert_eq!(bobs.play("g4-g1").await["premove"], Value::Null);

    // An offer is answered first.
    premove("a3-c1").await;
    anns.done(json!({ "do": "offer", "version": 4, "kind": "draw" })).await;
    anns.play("b4-e7").await;
    let state = bobs.state().await;
    assert_eq!(
        (&state["plies"], &state["premove"]["text"]),
        (&json!(5), &json!("a3-c1 wasn't played: there's an offer to answer first."))
    );
    bobs.play("a3-c1").await;

    // It can be taken back, and replaced.
    premove("h3-f1").await;
    assert_eq!(bobs.done(json!({ "do": "drop-premove" })).await["premove"], Value::Null);
    assert_eq!(bobs.refused(json!({ "do": "drop-premove" })).await.0, 422);
    premove("h2-h1").await;
    premove("h3-f1").await;
    assert_eq!(anns.play("b3-e6").await["plies"], 8);
    // Now it's the other's turn to wait; her own pieces are those that she can move.
    let (status, why) = anns.refused(json!({ "do": "premove", "move": "e1-e9" })).await;
    assert!(status == 422 && !why.is_empty(), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_premove_is_played_dropped_or_taken_back() {
    let mut stage = TestBot::start_with_boards(None).await;
    premoves_are_kept(&mut stage, false).await;
    // Where pieces are laid, they can be laid ahead, too.
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob domineering 5m+3s casual vertical").await;
    let offer = bob.wait_for("the challenge", |it| it.labels().contains(&"Accept")).await;
    bob.press(&offer, "Accept").await;
    let shown = ann.wait_for("the board", board_of("domineering", 2, 0)).await;
    let bobs = OpenBoard::of(&bob, &shown).await;
    let legal = bobs.state().await["picture"]["legal"].clone();
    assert!(
        legal
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["lays"] == true && it["from"].as_str().unwrap()[1..] == it["to"].as_str().unwrap()[1..])
    );
    bobs.done(json!({ "do": "premove", "move": "c4-d4" })).await;
    OpenBoard::of(&ann, &shown).await.play("a1-a2").await;
    assert_eq!(bobs.state().await["record"], json!(["a1-a2", "c4-d4"]));
    // With days for a move, there's time to prepare.
    ann.say("!challenge @Bob loa 3d+12h casual black").await;
    let offer = bob.wait_for("the challenge", |it| it.id > shown.id && it.labels().contains(&"Accept")).await;
    bob.press(&offer, "Accept").await;
    let slow = ann.wait_for("the slow board", board_of("loa", 3, 0)).await;
    let slow = OpenBoard::of(&bob, &slow).await;
    let (status, why) = slow.refused(json!({ "do": "premove", "move": "h5-g4" })).await;
    assert!(status == 422 && why.contains("prepare a reply"), "{status} {why}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_premove_waits_in_the_database_for_any_process() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_with_boards(Some(postgres.url.clone())).await;
    premoves_are_kept(&mut stage, true).await;
    stage.finish().await;
    postgres.drop().await;
}

/// Waits until the page says that a move waits.
async fn until_waiting(page: &Client, mv: &str) {
    until_told(page, &format!("{mv} is played as soon as it can be.")).await;
    wait(page, "svg .ahead path").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_that_is_dragged_too_early_moves_as_soon_as_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual 5m+3s").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (_driver, page) = phone(&folder.path().join("profile")).await;
    open(&page, &bob, &shown).await;
    until(&page, 0, true).await;
    until_told(&page, "Move now: it's played as soon as it can be.").await;
    let at = async |one: &str, other: &str| [middle(&page, one).await, middle(&page, other).await];
    swipe(&page, at("h5", "g4").await).await;
    until_waiting(&page, "h5-g4").await;
    let below = page.execute(BELOW, vec![]).await.unwrap();
    assert!(below[0].as_u64().unwrap() <= 3, "{below}");
    keep_screenshot(&page, "board-premove-390").await;
    has_no_barriers(&page).await;
    // It's there after a reload; the cross takes it back.
    page.refresh().await.unwrap();
    until_waiting(&page, "h5-g4").await;
    wait(&page, "[data-key='premove-drop']").await.click().await.unwrap();
    until_told(&page, "Move now").await;
    assert!(page.find(Locator::Css("svg .ahead path")).await.is_err());
    // A square that it can't reach now may be one that it can reach then.
    drag(&page, at("h4", "e4").await).await;
    until_waiting(&page, "h4-e4").await;
    drag(&page, at("h5", "g4").await).await;
    until_waiting(&page, "h5-g4").await;
    ann.say("!move d1-b3").await;
    until(&page, 2, true).await;
    // What can't be played is told once the turn has come.
    drag(&page, at("h6", "h5").await).await;
    until_waiting(&page, "h6-h5").await;
    ann.say("!move b1-b4").await;
    until_told(&page, "h6-h5 isn't possible now, so it wasn't played.").await;
    drag(&page, at("g4", "g1").await).await;
    until(&page, 4, true).await;
    page.close().await.unwrap();
    stage.finish().await;
}
