//! The way from the bot to Discord's REST: what passes, what waits, what is tried again, and what it costs.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{self, Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use egress::codes::{UNANSWERED, WITHHELD};
use egress::{Egress, EgressOptions, FetchError};
use futures::future::join_all;
use playground::{Playground, Rate, Rates, Settings, ids};
use serde_json::{Value, json};

/// Something that answers in Discord's place: the number of the request, from 1, decides.
async fn discord(answer: impl Fn(u32) -> Response + Clone + Send + Sync + 'static) -> (String, Arc<AtomicU32>) {
    let asked = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&asked);
    let app = Router::new().fallback(move |request: Request| {
        let number = counter.fetch_add(1, Ordering::SeqCst) + 1;
        let answer = answer.clone();
        async move {
            // To its end, so that nobody speaks in vain.
            body::to_bytes(request.into_body(), usize::MAX).await.unwrap();
            answer(number)
        }
    });
    (serve(app).await, asked)
}

async fn serve(app: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

fn options(base: &str) -> EgressOptions {
    let answer = Duration::from_secs(5);
    EgressOptions { base: base.to_owned(), connect: answer, answer, whole: 2 * answer, per_second: u16::MAX }
}

async fn open(base: &str) -> Egress {
    Egress::open(options(base)).await.unwrap()
}

/// Asks as serenity does; the status and the answer.
async fn ask(egress: &Egress, method: Method, path: &str) -> (u16, Value) {
    let url = format!("{}/api/v10/{path}", egress.url());
    let answer = egress.client().request(method, url).json(&json!({"content": "x"})).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

fn too_soon(retry_after: f64) -> Response {
    let body = json!({"message": "You are being rate limited.", "retry_after": retry_after, "global": false});
    (StatusCode::TOO_MANY_REQUESTS, axum::Json(body)).into_response()
}

const POST: &str = "channels/1/messages";

#[tokio::test]
async fn it_is_open_to_this_process_alone() {
    let (base, asked) = discord(|_| "{}".into_response()).await;
    let egress = open(&base).await;
    let stranger = reqwest::Client::new().get(format!("{}/api/v10/users/@me", egress.url()));
    assert_eq!(stranger.send().await.unwrap().status(), 404);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(ask(&egress, Method::GET, "users/@me").await.0, 200);
    let (url, client) = (egress.url(), egress.client());
    drop(egress);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(client.get(url).send().await.is_err(), "it ends with its owner");
}

#[tokio::test]
async fn everything_passes_unchanged() {
    let seen: Arc<Mutex<Option<(Parts, Bytes)>>> = Arc::default();
    let noted = Arc::clone(&seen);
    let app = Router::new().fallback(move |request: Request| async move {
        let (head, body) = request.into_parts();
        let body = body::to_bytes(body, usize::MAX).await.unwrap();
        *noted.lock().unwrap() = Some((head, body));
        (StatusCode::CREATED, [("x-ratelimit-bucket", "b"), ("x-told", "yes")], "answered")
    });
    let egress = open(&serve(app).await).await;
    // The most that Discord takes, in two pictures.
    let picture = |byte| reqwest::multipart::Part::bytes(vec![byte; 12 << 20]).file_name("board.png");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", r#"{"content":"♟"}"#)
        .part("files[0]", picture(1))
        .part("files[1]", picture(2));
    let kind = format!("multipart/form-data; boundary={}", form.boundary());
    let request = egress.client().post(format!("{}/api/v10/{POST}?wait=true&with=%F0%9F%91%8D", egress.url()));
    let request = request.header("authorization", "Bot t0ken").header("user-agent", "DiscordBot (x, 1)");
    let answer = request.header("x-audit-log-reason", "because%20of").multipart(form).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.headers()["x-told"].to_str().unwrap()), (201, "yes"));
    assert_eq!(answer.text().await.unwrap(), "answered");

    let (Parts { method, uri, headers, .. }, body) = seen.lock().unwrap().take().unwrap();
    assert_eq!(
        (method, uri.to_string().as_str()),
        (Method::POST, "/api/v10/channels/1/messages?wait=true&with=%F0%9F%91%8D")
    );
    for (name, value) in [
        ("authorization", "Bot t0ken"),
        ("user-agent", "DiscordBot (x, 1)"),
        ("x-audit-log-reason", "because%20of"),
        (header::CONTENT_TYPE.as_str(), kind.as_str()),
    ] {
        assert_eq!(headers[name], value, "{name}");
    }
    assert!(!headers.keys().any(|it| it.as_str().contains("parlor")), "the key is not told: {headers:?}");
    let count = |byte: u8| body.iter().filter(|it| **it == byte).count();
    assert!(count(1) == 12 << 20 && count(2) == 12 << 20, "{}", body.len());
}

#[tokio::test]
async fn what_came_too_soon_is_sent_again_when_it_may() {
    let (base, asked) = discord(|number| if number < 3 { too_soon(0.2) } else { "{}".into_response() }).await;
    let (egress, begun) = (open(&base).await, Instant::now());
    assert_eq!(ask(&egress, Method::POST, POST).await.0, 200);
    assert!(begun.elapsed() >= Duration::from_millis(400) && asked.load(Ordering::SeqCst) == 3);

    // But not forever, and not if that takes too long.
    let (base, asked) = discord(|_| too_soon(0.01)).await;
    assert_eq!(ask(&open(&base).await, Method::POST, POST).await.0, 429);
    assert_eq!(asked.load(Ordering::SeqCst), 5);
    let (base, asked) = discord(|_| too_soon(3600.0)).await;
    let (egress, begun) = (open(&base).await, Instant::now());
    assert_eq!(ask(&egress, Method::POST, POST).await.0, 429);
    assert!(begun.elapsed() < Duration::from_secs(3) && asked.load(Ordering::SeqCst) == 1);
}

#[tokio::test]
async fn only_what_is_asked_is_asked_again_after_a_failure() {
    for (method, status, times) in [
        (Method::GET, 502, 2),
        (Method::GET, 503, 2),
        (Method::GET, 500, 1),
        (Method::GET, 404, 1),
        (Method::POST, 502, 1),
        (Method::PATCH, 503, 1),
        (Method::PUT, 502, 1),
        (Method::DELETE, 503, 1),
    ] {
        let (base, asked) = discord(move |_| StatusCode::from_u16(status).unwrap().into_response()).await;
        assert_eq!(ask(&open(&base).await, method.clone(), POST).await.0, status);
        assert_eq!(asked.load(Ordering::SeqCst), times, "{method} {status}");
    }
    // The answer that somebody waits for is asked for until it is taken.
    let failing =
        |number| if number < 4 { StatusCode::INTERNAL_SERVER_ERROR.into_response() } else { "{}".into_response() };
    let (base, asked) = discord(failing).await;
    assert_eq!(ask(&open(&base).await, Method::PATCH, "webhooks/1/token/messages/@original").await.0, 200);
    assert_eq!(asked.load(Ordering::SeqCst), 4);
    let (base, asked) = discord(move |_| StatusCode::INTERNAL_SERVER_ERROR.into_response()).await;
    assert_eq!(ask(&open(&base).await, Method::POST, "webhooks/1/token").await.0, 500);
    assert_eq!(asked.load(Ordering::SeqCst), 1, "a further answer would come twice");
}

#[tokio::test]
async fn an_edit_that_is_refused_as_its_message_is_old_is_not_waited_for() {
    let body = json!({"message": "Maximum number of edits to messages older than 1 hour reached.", "code": 30046});
    let refused = move |_| (StatusCode::TOO_MANY_REQUESTS, axum::Json(body.clone())).into_response();
    let (base, asked) = discord(refused).await;
    let begun = Instant::now();
    let (status, answer) = ask(&open(&base).await, Method::PATCH, "channels/1/messages/2").await;
    assert_eq!((status, answer["code"].as_i64(), asked.load(Ordering::SeqCst)), (429, Some(30046), 1));
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn an_acknowledgment_whose_answer_was_lost_is_none_that_came_too_late() {
    let acknowledged = || {
        let body = json!({"code": 40060, "message": "Interaction has already been acknowledged."});
        (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
    };
    let path = "interactions/1/token/callback";
    let lost = move |number| if number == 1 { StatusCode::BAD_GATEWAY.into_response() } else { acknowledged() };
    let (base, _) = discord(lost).await;
    assert_eq!(ask(&open(&base).await, Method::POST, path).await.0, 204);
    // Somebody else was faster.
    let (base, _) = discord(move |_| acknowledged()).await;
    assert_eq!(ask(&open(&base).await, Method::POST, path).await.0, 400);
    let (base, _) = discord(move |number| if number == 1 { too_soon(0.01) } else { acknowledged() }).await;
    assert_eq!(ask(&open(&base).await, Method::POST, path).await.0, 400);
}

#[tokio::test]
async fn no_answer_is_waited_for_forever() {
    let soon = Duration::from_millis(300);
    let short = |base: &str| EgressOptions { connect: soon, answer: soon, whole: 2 * soon, ..options(base) };
    let code = |answer: &Value| answer["code"].as_i64();
    // A server that hears and says nothing, as one does whose machine is gone.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let held = tokio::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(listener.accept().await.unwrap());
        }
    });
    let (egress, begun) = (Egress::open(short(&silent)).await.unwrap(), Instant::now());
    let (status, answer) = ask(&egress, Method::POST, POST).await;
    assert_eq!((status, code(&answer)), (504, Some(UNANSWERED as i64)), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    held.abort();

    // The next ones are not kept waiting by it, and one that is refused is told at once.
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let egress = Egress::open(short(&format!("http://{closed}"))).await.unwrap();
    let (status, answer) = ask(&egress, Method::POST, POST).await;
    assert_eq!((status, code(&answer)), (503, Some(UNANSWERED as i64)), "{answer}");
    assert!(!answer["message"].as_str().unwrap().is_empty());

    // A turn that does not come.
    let (base, _) = discord(|_| "{}".into_response()).await;
    let egress = Egress::open(EgressOptions { per_second: 1, ..short(&base) }).await.unwrap();
    let (one, other) = tokio::join!(ask(&egress, Method::GET, "users/1"), ask(&egress, Method::GET, "channels/1"));
    let mut statuses = [one.0, other.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 504]);
}

#[tokio::test]
async fn it_is_known_whether_discord_answers() {
    for (status, is_lost) in [(200, false), (403, false), (404, false), (500, true), (502, true)] {
        let fails_first = move |number| match number {
            1 => StatusCode::from_u16(status).unwrap().into_response(),
            _ => "{}".into_response(),
        };
        let (base, _) = discord(fails_first).await;
        let egress = open(&base).await;
        assert!(!egress.reachability().is_lost(), "nothing was asked yet");
        assert_eq!(ask(&egress, Method::POST, POST).await.0, status);
        assert_eq!(egress.reachability().is_lost(), is_lost, "{status}");
        assert_eq!(ask(&egress, Method::POST, POST).await.0, 200);
        assert!(!egress.reachability().is_lost(), "after {status}");
    }
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let egress = open(&format!("http://{closed}")).await;
    assert_eq!(ask(&egress, Method::POST, POST).await.0, 503);
    assert!(egress.reachability().is_lost(), "nobody is there");
}

#[tokio::test]
async fn whoever_is_refused_too_often_asks_no_more() {
    let (base, asked) = discord(|_| StatusCode::FORBIDDEN.into_response()).await;
    let egress = open(&base).await;
    for channel in 1000..1500 {
        assert_eq!(ask(&egress, Method::POST, &format!("channels/{channel}/messages")).await.0, 403);
    }
    let (status, answer) = ask(&egress, Method::POST, "channels/1500/messages").await;
    assert_eq!((status, answer["code"].as_i64()), (503, Some(WITHHELD as i64)), "not where nobody is: {answer}");
    for channel in 1500..2000 {
        egress.backoff().reset(channel);
        assert_eq!(ask(&egress, Method::POST, &format!("channels/{channel}/messages")).await.0, 403);
    }
    egress.backoff().reset(1);
    let (status, answer) = ask(&egress, Method::POST, POST).await;
    assert_eq!((status, answer["code"].as_i64()), (503, Some(UNANSWERED as i64)), "{answer}");
    assert_eq!(asked.load(Ordering::SeqCst), 1000, "Discord hears nothing of it");
    assert_eq!(ask(&egress, Method::POST, "interactions/1/token/callback").await.0, 403, "people are answered");
}

#[tokio::test]
async fn a_channel_that_takes_nothing_keeps_no_other_waiting() {
    let refused = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&refused);
    let app = Router::new().fallback(move |request: Request| {
        let counter = Arc::clone(&counter);
        async move {
            let is_denied = request.uri().path().contains("/channels/1/");
            body::to_bytes(request.into_body(), usize::MAX).await.unwrap();
            if !is_denied {
                return "{}".into_response();
            }
            counter.fetch_add(1, Ordering::SeqCst);
            let body = json!({"code": 50013, "message": "Missing Permissions"});
            (StatusCode::FORBIDDEN, axum::Json(body)).into_response()
        }
    });
    let egress = open(&serve(app).await).await;
    for asked in 0..300 {
        let (status, answer) = ask(&egress, Method::POST, POST).await;
        let told = if asked < 3 { (403, 50013) } else { (503, WITHHELD as i64) };
        assert_eq!((status, answer["code"].as_i64()), (told.0, Some(told.1)), "{answer}");
    }
    assert_eq!(refused.load(Ordering::SeqCst), 3, "Discord hears few of them");
    for path in ["channels/2/messages", "interactions/1/token/callback"] {
        assert_eq!(ask(&egress, Method::POST, path).await.0, 200, "{path}");
    }
    assert_eq!(ask(&egress, Method::PATCH, "channels/1/messages/2").await.0, 403);
    assert_eq!(refused.load(Ordering::SeqCst), 4, "what may still be done there is tried");
}

fn rate(requests: u32, within: Duration) -> Rate {
    Rate { requests, within }
}

async fn playground(rates: Rates) -> (Playground, Egress) {
    let playground = Playground::start(Settings { rates, ..Settings::default() }).await.unwrap();
    let egress = open(&playground.url()).await;
    (playground, egress)
}

async fn post(egress: &Egress, playground: &Playground, channel: u64, text: String) -> u16 {
    let request = egress.client().post(format!("{}/api/v10/channels/{channel}/messages", egress.url()));
    let request = request.header("authorization", format!("Bot {}", playground.token()));
    request.json(&json!({"content": text})).send().await.unwrap().status().as_u16()
}

fn refused(playground: &Playground) -> usize {
    playground.requests().iter().filter(|it| it.status == 429).count()
}

#[tokio::test]
async fn the_limit_of_a_channel_is_kept_and_others_do_not_wait() {
    let second = Duration::from_secs(1);
    let (playground, egress) = playground(Rates { route: rate(5, second), ..Rates::default() }).await;
    let begun = Instant::now();
    let here = join_all((0..12).map(|it| post(&egress, &playground, ids::GAMES, format!("here {it}"))));
    let there = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let begun = Instant::now();
        (post(&egress, &playground, ids::LOUNGE, "there".to_owned()).await, begun.elapsed())
    };
    let (here, (there, waited)) = tokio::join!(here, there);
    assert!(here.iter().all(|it| *it == 200) && there == 200, "{here:?} {there}");
    assert!(begun.elapsed() >= Duration::from_millis(1800), "twelve are three times five: {:?}", begun.elapsed());
    assert!(waited < Duration::from_millis(800), "{waited:?}");
    assert_eq!(refused(&playground), 0, "nothing comes too soon");
    playground.stop();
}

#[tokio::test]
async fn a_global_limit_stops_every_other_request() {
    let (playground, egress) = playground(Rates::default()).await;
    playground.exhaust(Duration::from_millis(1500));
    let first = async { post(&egress, &playground, ids::GAMES, "first".to_owned()).await };
    let others = async {
        while refused(&playground) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let channels = [ids::GAMES, ids::LOUNGE, ids::ANN_DM, ids::BOB_DM];
        join_all(channels.map(|it| post(&egress, &playground, it, "other".to_owned()))).await
    };
    let (first, others) = tokio::join!(first, others);
    assert!(first == 200 && others.iter().all(|it| *it == 200), "{first} {others:?}");
    assert_eq!(refused(&playground), 1, "one has learned it for all");
    playground.stop();
}

#[tokio::test]
async fn a_limit_that_others_use_up_is_met_and_outlived() {
    let within = Duration::from_millis(500);
    let (playground, egress) = playground(Rates { global: rate(10, within), ..Rates::default() }).await;
    let posts = (0..40).map(|it| post(&egress, &playground, [ids::GAMES, ids::LOUNGE][it % 2], format!("{it}")));
    let statuses = join_all(posts).await;
    assert!(statuses.iter().all(|it| *it == 200), "{statuses:?}");
    let posted: std::collections::BTreeSet<String> =
        playground.requests().iter().filter(|it| it.status == 200).map(|it| it.body.to_string()).collect();
    assert_eq!(posted.len(), 40, "each once");
    playground.stop();
}

/// The median of the times of some requests, one after the other.
async fn median(client: &reqwest::Client, url: &str, token: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..300 {
        let begun = Instant::now();
        let answer = client.get(url).header("authorization", format!("Bot {token}")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.bytes().await.unwrap();
        times.push(begun.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_costs_little() {
    let (playground, egress) = playground(Rates::default()).await;
    let path = "/api/v10/users/@me";
    let direct = median(&reqwest::Client::new(), &format!("{}{path}", playground.url()), playground.token()).await;
    let through = median(&egress.client(), &format!("{}{path}", egress.url()), playground.token()).await;
    println!("a request takes {direct:?} without the way and {through:?} with it");
    assert!(through < direct + Duration::from_millis(5), "{direct:?} {through:?}");
    playground.stop();
}

#[tokio::test]
async fn a_file_is_fetched_within_a_time_and_never_more_of_it_than_is_wanted() {
    let sent = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&sent);
    let endless = move || {
        let counter = Arc::clone(&counter);
        let part = move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok::<_, Infallible>(Bytes::from_static(&[b'.'; 4096]))
        };
        Body::from_stream(futures::stream::repeat_with(part))
    };
    let app = Router::new()
        .route("/whole", get(async || vec![1_u8; 10_000]))
        .route("/endless", get(async move || endless()))
        .route("/silent", get(async || std::future::pending::<()>().await))
        .route("/begun", get(async || Body::from_stream(futures::stream::pending::<Result<Bytes, Infallible>>())))
        .route("/redirect", get(async || Redirect::temporary("/whole")));
    let base = serve(app).await;
    let answer = Duration::from_secs(1);
    let egress = Egress::open(EgressOptions { answer, ..options(&base) }).await.unwrap();
    let files = egress.files();
    let fetch = async |url: String| files.fetch(&url, 10_000).await;
    assert_eq!(fetch(format!("{base}/whole")).await, Ok(vec![1; 10_000]));
    assert_eq!(files.fetch(&format!("{base}/whole"), 9_999).await, Err(FetchError::TooLarge));
    assert_eq!(fetch(format!("{base}/endless")).await, Err(FetchError::TooLarge));
    assert!(sent.load(Ordering::SeqCst) < 2_000, "only what was on its way already is sent");
    assert_eq!(fetch(format!("{base}/nothing")).await, Err(FetchError::Gone));
    let begun = Instant::now();
    for path in ["silent", "begun", "redirect"] {
        assert!(matches!(fetch(format!("{base}/{path}")).await, Err(FetchError::Failed(_))), "{path}");
    }
    assert!(begun.elapsed() < 4 * answer, "{:?}", begun.elapsed());
    for url in ["https://example.org/a.pgn", "https://cdn.discordapp.com/a.pgn", "file:///etc/passwd", "a.pgn"] {
        assert_eq!(fetch(url.to_owned()).await, Err(FetchError::Elsewhere), "{url}");
    }
}
