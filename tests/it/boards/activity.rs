//! Boards inside Discord: the Activity that *Open Board* launches, and who is let in.

use std::time::Duration;

use fantoccini::{Client, Locator};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::walk::{drag, middle, until};
use crate::support::browser::{browser, has_no_barriers, keep_screenshot, playground_with, wait};
use crate::support::looking::{board_of, ephemeral};
use crate::support::open_board::client;
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// Presses *Open Board*, and returns the instance that was launched.
async fn launch(person: &Person, board: &Message) -> String {
    person.press(board, "Open Board").await;
    for _ in 0..100 {
        let running = person.get("activities").await;
        if let Some(instance) = running[0].as_str() {
            return instance.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no Activity was launched:\n{}", person.dump().await);
}

/// The code that Discord's client gives for somebody.
async fn code(person: &Person, instance: &str) -> String {
    let (status, answer) = person.call(&format!("activities/{instance}"), &json!({ "scope": ["identify"] })).await;
    assert_eq!(status, 200, "{answer}");
    answer["code"].as_str().unwrap().to_owned()
}

/// Asks to be let in, from a frame of Discord's; status and answer.
async fn enter(origin: &str, code: &str, instance: &str) -> (u16, Value) {
    let asked = client().post(format!("{origin}/activity/enter")).header(header::ORIGIN, "null");
    let answer = asked.json(&json!({ "code": code, "instance": instance })).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_says_who_plays_in_an_activity() {
    let stage = TestBot::start_with_activity().await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let origin = stage.boards_origin();
    let instance = launch(&ann, &shown).await;
    assert_eq!(launch(&bob, &shown).await, instance, "it's the one that runs in the channel");

    let (status, entered) = enter(&origin, &code(&ann, &instance).await, &instance).await;
    assert_eq!(status, 200, "{entered}");
    assert_eq!((&entered["state"]["match"], &entered["state"]["you"]), (&json!(1), &json!(0)));
    let address = format!("{origin}/{}", entered["base"].as_str().unwrap());
    let pass = entered["pass"].as_str().unwrap();
    let ask = |method: Method, path: &str, pass: &str| {
        client().request(method, format!("{address}{path}")).bearer_auth(pass).header(header::ORIGIN, "null")
    };
    let play = json!({ "do": "move", "version": entered["state"]["version"], "move": "d1-b3" });
    let played = ask(Method::POST, "/act", pass).json(&play).send().await.unwrap();
    assert_eq!(played.status(), StatusCode::OK);
    assert_eq!(played.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*", "the frame may have no origin");
    bob.wait_for("the board in the chat", board_of("loa", 1, 1)).await;

    // A pass is good for one person at one match, and nothing but a pass opens the board there.
    let (_, bobs) = enter(&origin, &code(&bob, &instance).await, &instance).await;
    assert_eq!(bobs["state"]["you"], 1);
    let others = bobs["pass"].as_str().unwrap();
    for wrong in [others, &pass.replacen(|it: char| it.is_ascii_digit(), "x", 1), ""] {
        let answer = ask(Method::GET, "/state", wrong).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{wrong}");
    }
    let without =
        client().post(format!("{address}/act")).header(header::ORIGIN, "null").json(&play).send().await.unwrap();
    assert_eq!(without.status(), StatusCode::FORBIDDEN);

    // Codes are good once, and for nobody who isn't in the Activity.
    let used = code(&ann, &instance).await;
    assert_eq!(enter(&origin, &used, &instance).await.0, 200);
    for (code, instance) in [
        (&*used, &*instance),
        ("forged", &instance),
        (&code(&ann, &instance).await, "i-1-gc-2-3"),
        ("x", "../../users"),
    ] {
        let (status, refused) = enter(&origin, code, instance).await;
        let refusal = refused["refusal"].as_str().unwrap_or_default();
        assert!(status == 401 && refusal.starts_with("Discord doesn't know you"), "{instance}: {refused}");
    }
    let cid = stage.person("Cid");
    assert_eq!(cid.call(&format!("activities/{instance}"), &json!({})).await.0, 404, "Cid isn't in it");

    // Whoever tries without end keeps Discord from nothing else.
    let forged = (0..80).map(|_| enter(&origin, "forged", &instance));
    let statuses: Vec<u16> = futures::future::join_all(forged).await.into_iter().map(|it| it.0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");

    // The page holds itself to its frame.
    let page = client().get(&origin).send().await.unwrap();
    let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(page.headers().get(header::X_FRAME_OPTIONS).is_none());
    assert!(policy.contains("frame-ancestors https://discord.com https://*.discord.com https://*.discordsays.com"));
    let nonce = policy.split("script-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(policy.contains(&format!("connect-src 'self' https://{}.discordsays.com", playground::ids::BOT)));
    let text = page.text().await.unwrap();
    assert_eq!(text.matches("<script nonce=").count() + text.matches("<script type=\"module\" nonce=").count(), 2);
    assert_eq!(text.matches(&format!("nonce=\"{nonce}\"")).count(), 3, "both scripts and the style");
    let other = client().get(&origin).send().await.unwrap();
    assert!(!other.text().await.unwrap().contains(nonce), "each page has another nonce");

    // The command still gives a link, also where the other way doesn't open.
    ann.slash("open", &[]).await;
    ann.wait_for("the link", ephemeral("Here's your board")).await;
    stage.finish_allowing(&[400, 404]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_is_older_than_its_match_launches_nothing() {
    let stage = TestBot::start_with_activity().await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // As after a backup was restored a minute later: another match has this number now.
    let pool = sqlx::SqlitePool::connect(&stage.database_url).await.unwrap();
    sqlx::query("UPDATE matches SET origin = origin + 60000 * 4194304").execute(&pool).await.unwrap();
    ann.press(&shown, "Open Board").await;
    ann.wait_for("that it is old", ephemeral("from before my database was restored")).await;
    assert_eq!(ann.get("activities").await, json!([]));
    stage.finish().await;
}

/// Goes into the frame of the Activity, once it shows a board, and returns where the frame is in the window: the browser
/// measures from there where a pointer of the driver goes in a frame without an origin.
async fn enter_frame(page: &Client) -> (f64, f64) {
    let frame = wait(page, "#activity[open] iframe").await;
    let (left, top, ..) = frame.rectangle().await.unwrap();
    frame.enter_frame().await.unwrap();
    wait(page, "#board svg .pieces").await;
    (left, top)
}

/// Drags a piece within the frame.
async fn drag_in(page: &Client, (left, top): (f64, f64), from: &str, to: &str) {
    let (from, to) = (middle(page, from).await, middle(page, to).await);
    drag(page, [from, to].map(|(x, y)| (left + x, top + y))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_played_inside_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground_with(folder.path(), &["--activity"]);
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.goto(&format!("{address}#person=Ann&channel=games")).await.unwrap();
    let line = wait(&page, "#message-box").await;
    line.send_keys("!play loa level=1 casual black\u{e007}").await.unwrap();
    let press = Locator::XPath("//button[contains(., 'Open Board')]");
    page.wait().at_most(Duration::from_secs(20)).for_element(press).await.unwrap().click().await.unwrap();
    let frame = enter_frame(&page).await;
    until(&page, 0, true).await;
    drag_in(&page, frame, "d1", "b3").await;
    until(&page, 2, true).await;
    keep_screenshot(&page, "activity-1200").await;
    // A file with two pieces: two squares, unless the bot stands in the way.
    for file in ["e", "f", "g", "c"] {
        drag_in(&page, frame, &format!("{file}1"), &format!("{file}3")).await;
        wait(&page, "#board:not(.busy)").await;
        let count = page.execute("return document.querySelectorAll('#record button').length", vec![]).await.unwrap();
        if count.as_u64() > Some(2) {
            break;
        }
    }
    until(&page, 4, true).await;
    has_no_barriers(&page).await;

    // After the end, the rematch opens in the same frame.
    wait(&page, "#more summary").await.click().await.unwrap();
    wait(&page, "#actions [data-do='resign']:not([hidden])").await.click().await.unwrap();
    wait(&page, "#question[open] button[value='yes']").await.click().await.unwrap();
    wait(&page, "#actions [data-do='rematch']:not([hidden])").await.click().await.unwrap();
    // The bot is Black there, and begins.
    until(&page, 1, true).await;
    page.enter_parent_frame().await.unwrap();
    wait(&page, "#activity-close").await.click().await.unwrap();
    wait(&page, "#activity:not([open])").await;
    page.close().await.unwrap();
}
