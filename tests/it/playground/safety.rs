//! The playground is for this machine's own people: strangers' pages, other names and guesses are refused.

use playground::{Playground, Settings, ids};
use reqwest::{RequestBuilder, StatusCode, redirect};
use serde_json::json;

async fn playground() -> Playground {
    Playground::start(Settings::default()).await.expect("the playground starts")
}

fn client() -> reqwest::Client {
    reqwest::Client::builder().redirect(redirect::Policy::none()).build().expect("a client")
}

async fn status(request: RequestBuilder) -> StatusCode {
    request.send().await.expect("an answer").status()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_calls_from_here_are_answered() {
    let playground = playground().await;
    let client = client();
    for path in ["/", "/js/main.js", "/people/world", "/api/v10/gateway", "/gateway", "/nothing"] {
        let url = format!("{}{path}", playground.url());
        for (name, value) in [("host", "evil.example"), ("origin", "http://evil.example"), ("origin", "null")] {
            let asked = client.get(&url).bearer_auth(playground.key()).header(name, value);
            assert_eq!(status(asked).await, StatusCode::FORBIDDEN, "{path} with {name}: {value}");
        }
    }
    let own = client.get(playground.url()).header("origin", playground.url());
    assert_eq!(status(own).await, StatusCode::OK);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_need_the_key_that_the_printed_address_carries() {
    let playground = playground().await;
    let client = client();
    let world = format!("{}/people/world", playground.url());
    assert_eq!(status(client.get(&world)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(client.get(&world).bearer_auth("guess")).await, StatusCode::UNAUTHORIZED);

    let guessed = client.get(format!("{}/?key=guess", playground.url())).send().await.expect("the page");
    assert!(guessed.status() == StatusCode::OK && guessed.headers().get("set-cookie").is_none());
    let opened = client.get(playground.page_url()).send().await.expect("a redirect");
    assert_eq!((opened.status(), opened.headers()["location"].to_str().expect("text")), (StatusCode::SEE_OTHER, "/"));
    let cookie = opened.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(status(client.get(&world).header("cookie", pair)).await, StatusCode::OK);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_send_json_only() {
    let playground = playground().await;
    let url = format!("{}/people/{}/channels/{}/messages", playground.url(), ids::ANN, ids::GAMES);
    let said = || client().post(&url).bearer_auth(playground.key()).body(json!({"content": "hi"}).to_string());
    assert_eq!(status(said()).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(status(said().header("content-type", "text/plain")).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(status(said().header("content-type", "application/json")).await, StatusCode::OK);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_start_has_its_own_secrets() {
    let (one, two) = (playground().await, playground().await);
    assert_ne!(one.token(), two.token());
    assert_ne!(one.key(), two.key());
    for (token, expected) in [(one.token(), StatusCode::OK), (two.token(), StatusCode::UNAUTHORIZED)] {
        let me =
            client().get(format!("{}/api/v10/users/@me", one.url())).header("authorization", format!("Bot {token}"));
        assert_eq!(status(me).await, expected);
    }
    one.stop();
    two.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_are_what_they_say_they_are() {
    let playground = playground().await;
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/styles/base.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/api/v10/gateway", "application/json"),
    ] {
        let answer = reqwest::get(format!("{}{path}", playground.url())).await.expect("an answer");
        let header = |name: &str| answer.headers()[name].to_str().expect("text").to_owned();
        assert_eq!((header("content-type").as_str(), header("x-content-type-options").as_str()), (kind, "nosniff"));
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    }
    playground.stop();
}
