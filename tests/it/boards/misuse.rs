//! What must not be done with a board's page, and harms nobody.

use reqwest::{Method, header};
use serde_json::{Value, json};

use crate::support::looking::board_of;
use crate::support::open_board::{OpenBoard, client, link};
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_elsewhere_and_unreadable_ones_are_refused() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let page = OpenBoard::of(&ann, &shown).await;
    let act = format!("{}/act", page.address);
    let resign = r#"{"do":"resign"}"#;
    for origin in [Some("https://evil.example"), Some("null"), None] {
        let asked =
            client().post(&act).header(header::COOKIE, &page.cookie).header(header::CONTENT_TYPE, "application/json");
        let asked = origin.into_iter().fold(asked, |it, origin| it.header(header::ORIGIN, origin));
        // A browser may say by itself who somebody is to a proxy.
        for asked in [asked.try_clone().unwrap(), asked.basic_auth("ann", Some("secret"))] {
            let answer = asked.body(resign).send().await.unwrap();
            assert_eq!(answer.status().as_u16(), 403, "{origin:?}");
        }
        let unused = link(&ann, &shown).await;
        let (base, token) = unused.split_once("/open/").unwrap();
        let asked = client().post(format!("{base}/open")).body(format!("token={token}"));
        let asked = asked.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let asked = origin.into_iter().fold(asked, |it, origin| it.header(header::ORIGIN, origin));
        assert_eq!(asked.send().await.unwrap().status().as_u16(), 403, "{origin:?}");
    }
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        (r#"{"do":"dance"}"#, 400),
        (r#"{"do":"move"}"#, 400),
        (r#"{"do":"move","version":-1,"move":"b1-b3"}"#, 400),
        (r#"{"do":"offer","version":0,"kind":"marriage"}"#, 400),
        (&format!(r#"{{"do":"move-text","text":"{}"}}"#, "x".repeat(10_000_000)), 413),
    ] {
        let asked = page.ask(Method::POST, "/act").header(header::CONTENT_TYPE, "application/json");
        let answer = asked.body(body.to_owned()).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{body:.60}");
        let answer: Value = answer.json().await.unwrap();
        assert!(answer["refusal"].as_str().is_some_and(|it| it.len() > 10), "{answer}");
    }
    for (path, status) in [
        ("/line?ply=1&moves=", 400),
        ("/line?ply=x&moves=", 400),
        ("/line", 400),
        ("/line?ply=0&moves=b1-b4", 422),
        ("/line?ply=0&moves=hello", 422),
        ("/line?ply=0&moves=x", 422),
        ("/nothing", 404),
    ] {
        let (told, answer) = page.get(path).await;
        assert_eq!(told, status, "{path}: {answer}");
        assert!(answer["refusal"].is_string(), "{path}: {answer}");
    }
    for path in ["/assets/nothing.js", "/assets/..%2f..%2fCargo.toml", "/board/1/x", "/board/x/y/state", "/"] {
        let status = client().get(format!("{}{path}", page.origin)).send().await.unwrap().status().as_u16();
        assert!([401, 404].contains(&status), "{path}: {status}");
    }
    let state = page.state().await;
    assert_eq!((&state["over"], &state["plies"]), (&json!(false), &json!(0)), "nothing has happened");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_frames_a_page_or_runs_in_it_that_is_not_its_own() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let page = OpenBoard::of(&ann, &shown).await;
    for path in ["", "/state", "/nothing"] {
        let answer = page.ask(Method::GET, path).send().await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        for rule in
            ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.split("; ").any(|it| it == rule), "{rule}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
    }
    // Names of people can be anything, and stay text.
    let name = "</script><script>alert(1)</script> {{state}} <!--<script> **Ann**";
    let pool = sqlx::SqlitePool::connect(&stage.database_url).await.unwrap();
    sqlx::query("UPDATE players SET name = $1").bind(name).execute(&pool).await.unwrap();
    pool.close().await;
    assert_eq!(page.state().await["sides"][0]["player"], name);
    let html = page.ask(Method::GET, "").send().await.unwrap().text().await.unwrap();
    let inline = html.matches("<script").count() - html.matches(r#"<script type="application/json""#).count();
    assert_eq!(inline, html.matches("src=\"/assets/").count(), "every script that runs is a file of ours");
    assert!(!html.contains(" style=") && !html.contains("onclick"), "nothing inline");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_without_end_is_slowed_down_and_nothing_is_lost() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let mut told = std::collections::BTreeMap::<u16, usize>::new();
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..1_000 {
        let move_it = anns.ask(Method::POST, "/act").json(&json!({ "do": "move", "version": 0, "move": "b1-b3" }));
        asked.spawn(async move { move_it.send().await.unwrap().status().as_u16() });
    }
    while let Some(status) = asked.join_next().await {
        *told.entry(status.unwrap()).or_default() += 1;
    }
    assert_eq!(told.get(&200), Some(&1), "the move is played once: {told:?}");
    assert!(told.get(&429).is_some_and(|it| *it > 500), "most are told to wait: {told:?}");
    assert!(told.keys().all(|it| [200, 409, 422, 429].contains(it)), "{told:?}");
    // Others aren't kept waiting.
    let state = bobs.play("a2-c2").await;
    assert_eq!(state["record"], json!(["b1-b3", "a2-c2"]));

    // Streams that nobody reads are few.
    let mut streams = Vec::new();
    let refused = loop {
        let stream = bobs.ask(Method::GET, "/events").send().await.unwrap();
        if stream.status().as_u16() != 200 {
            break stream;
        }
        streams.push(stream);
        assert!(streams.len() <= 20, "there is a limit");
    };
    assert_eq!(refused.status().as_u16(), 429);
    let told: Value = refused.json().await.unwrap();
    assert!(told["refusal"].as_str().unwrap().contains("too many boards open"), "{told}");
    drop(streams);
    stage.finish().await;
}
