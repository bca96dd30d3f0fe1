//! The way to a board: a link of one's own that opens once, and a seat that nobody else has.

use playground::ids;
use reqwest::{Method, header};
use serde_json::Value;

use crate::support::looking::{board_of, ephemeral};
use crate::support::open_board::{OpenBoard, client, exchange, link};
use crate::support::output::{fails, parlor};
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_once_and_gives_a_seat_of_ones_own() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let link = link(&ann, &shown).await;
    let (origin, _) = link.split_once("/open/").unwrap();

    // Whoever only looks at it doesn't use it up.
    for _ in 0..2 {
        let preview = client().get(&link).send().await.unwrap();
        assert_eq!(preview.status().as_u16(), 200);
        assert!(preview.headers().get(header::SET_COOKIE).is_none());
        assert!(preview.text().await.unwrap().contains("Your board of match #1 is ready"));
    }
    let opened = exchange(&link).await;
    assert_eq!(opened.status().as_u16(), 303);
    let cookie = opened.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    let path = opened.headers()[header::LOCATION].to_str().unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Lax", &format!("Path={path}")] {
        assert!(cookie.split("; ").any(|it| it == part), "{part}: {cookie}");
    }
    assert!(!cookie.contains("Secure"), "on this machine it isn't https: {cookie}");
    assert!(!path.contains(&ann.id.to_string()), "the address says nobody's number: {path}");
    // Again, it only leads there: whoever has the cookie is in.
    let again = exchange(&link).await;
    assert_eq!((again.status().as_u16(), again.headers()[header::LOCATION].to_str().unwrap()), (303, path.as_str()));
    assert!(again.headers().get(header::SET_COOKIE).is_none());

    // The address alone opens nothing, and a seat is good for one person at one match.
    let address = format!("{origin}{path}");
    let cookie = cookie.split(';').next().unwrap();
    let get = async |address: &str, cookie: &str| {
        client().get(address).header(header::COOKIE, cookie).send().await.unwrap().status().as_u16()
    };
    assert_eq!(get(&address, cookie).await, 200);
    assert_eq!(get(&address, "").await, 401);
    assert_eq!(get(&format!("{address}/state"), "").await, 401);
    let (name, pass) = cookie.split_once('=').unwrap();
    let forged = format!("{name}={}", pass.replacen(|it: char| it.is_ascii_digit(), "x", 1));
    assert_eq!(get(&address, &forged).await, 401);
    assert_eq!(get(&address.replace("/board/1/", "/board/2/"), &cookie.replace("-1-", "-2-")).await, 401);
    let bobs = OpenBoard::of(&bob, &shown).await;
    assert_ne!(bobs.address, address);
    let anns_tag = path.rsplit('/').next().unwrap();
    let bobs_tag = bobs.address.rsplit('/').next().unwrap();
    let taken = bobs.cookie.replace(bobs_tag, anns_tag);
    assert_eq!(get(&address, &taken).await, 401, "another's pass opens only their own address");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_cannot_be_opened_says_why() {
    let stage = TestBot::start_with_boards(None).await;
    let other = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let (stranger, _) = other.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let own = link(&ann, &shown).await;
    let shown = stranger.wait_for("the board", board_of("loa", 1, 0)).await;
    let foreign = link(&stranger, &shown).await;
    let (origin, token) = own.split_once("/open/").unwrap();
    let (_, foreign) = foreign.split_once("/open/").unwrap();
    let forged = format!("{}{}", &token[..token.len() - 4], if token.ends_with("AAAA") { "BBBB" } else { "AAAA" });
    for (token, why) in [
        (foreign, "isn't kept here anymore"),
        (forged.as_str(), "isn't whole"),
        (&token[..token.len() / 2], "isn't whole"),
        ("x", "isn't whole"),
    ] {
        for answer in [
            exchange(&format!("{origin}/open/{token}")).await,
            reqwest::get(format!("{origin}/open/{token}")).await.unwrap(),
        ] {
            assert_eq!(answer.status().as_u16(), 401, "{token}");
            let told = answer.text().await.unwrap().replace("&#39;", "'");
            assert!(told.contains(why), "{token}: {told}");
        }
    }
    assert_eq!(exchange(&own).await.status().as_u16(), 303, "none of that has used it up");
    stage.finish().await;
    other.finish().await;
}

#[test]
fn boards_that_could_not_be_served_safely_keep_the_bot_from_starting() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let with = |command: &str, address: &str, url: &str| {
        let mut bot = parlor(folder.path(), &[command]);
        bot.env("DISCORD_TOKEN", "1").env("PARLOR_WEB_ADDR", address).env("PARLOR_PUBLIC_URL", url);
        bot.output().unwrap()
    };
    for (address, url, why) in [
        ("127.0.0.1:0", "", "PARLOR_WEB_ADDR is set, but PARLOR_PUBLIC_URL isn't"),
        ("", "https://boards.example.org", "PARLOR_PUBLIC_URL is set, but PARLOR_WEB_ADDR isn't"),
        ("127.0.0.1:0", "http://boards.example.org", "but it must be https"),
        ("127.0.0.1:0", "https://example.org/parlor", "a host of its own"),
    ] {
        for command in ["run", "doctor"] {
            let said = fails(&with(command, address, url));
            assert!(said.contains(why), "{command}, {address}, {url}: {said}");
        }
    }
    let url = "https://boards.example.org";
    let said = fails(&with("run", &taken, url));
    assert!(said.contains(&format!("PARLOR_WEB_ADDR is {taken}, which can't be listened on")), "{said}");
    let output = with("doctor", &taken, url);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(&format!("people open boards at {url}/, which leads to {taken}")), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_sees_all_and_does_nothing() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let cid = stage.person("Cid");
    let shown = cid.wait_for("the board", board_of("loa", 1, 0)).await;
    let watched = OpenBoard::of(&cid, &shown).await;
    let state = watched.state().await;
    assert_eq!((&state["you"], &state["can"]), (&Value::Null, &serde_json::json!(["explore"])));
    let mut events = watched.hear(state["id_of_state"].as_str()).await;
    ann.reply(&shown, "b1-b3").await;
    assert_eq!(events.next().await["record"], serde_json::json!(["b1-b3"]));
    for act in ["resign", "hint", "rematch", "drop-all-prepared"] {
        let (status, why) = watched.refused(serde_json::json!({ "do": act })).await;
        assert_eq!((status, why.as_str()), (403, "You're watching this match. Only its players can do that."), "{act}");
    }
    let (status, _) = watched.refused(serde_json::json!({ "do": "move", "version": 1, "move": "a2-c2" })).await;
    assert_eq!(status, 403);
    let (status, line) = watched.get("/line?ply=0&moves=d1-d3").await;
    assert_eq!((status, &line["moves"]), (200, &serde_json::json!(["d1-d3"])));
    let answer = watched.ask(Method::GET, "").send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    stage.finish().await;
}

/// The status and the answer of an open board.
async fn asked(board: &OpenBoard) -> (u16, String) {
    let (status, answer) = board.get("/state").await;
    (status, answer["refusal"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_closes_all_boards_or_is_forgotten_has_none_open() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (open, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let unused = link(&ann, &shown).await;
    let mut events = open.hear(open.state().await["id_of_state"].as_str()).await;
    ann.slash("settings", &[]).await;
    let panel = ann.wait_for("the settings", ephemeral("Your settings")).await;
    ann.press(&panel, "Close All Boards").await;
    ann.wait_for("that they're closed", |it| it.id == panel.id && it.says("are closed")).await;
    assert_eq!(asked(&open).await.0, 401);
    assert!(asked(&open).await.1.contains("can't open the board"));
    assert_eq!(exchange(&unused).await.status().as_u16(), 401);
    bobs.state().await;
    ann.reply(&shown, "b1-b3").await;
    let told = events.next().await;
    assert!(told.as_str().is_some_and(|it| it.contains("can't open the board")), "{told}");

    let shown = ann.wait_for("the next board", board_of("loa", 1, 1)).await;
    OpenBoard::of(&ann, &shown).await.state().await;
    bob.slash("data", &[("what", "delete")]).await;
    let question = bob.wait_for("the question", ephemeral("do you really want me to forget you")).await;
    bob.press(&question, "Yes, Forget Me").await;
    bob.wait_for("that it's done", |it| it.id == question.id && !it.says("really")).await;
    assert_eq!(asked(&bobs).await.0, 401);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_cannot_see_the_channel_anymore_watches_no_longer() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let cid = stage.person("Cid");
    let shown = cid.wait_for("the board", board_of("loa", 1, 0)).await;
    let (watched, played) = (OpenBoard::of(&cid, &shown).await, OpenBoard::of(&ann, &shown).await);
    let is_closed = async || {
        let answer = watched.ask(Method::GET, "/events").send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 401);
        let (status, why) = asked(&watched).await;
        assert_eq!((status, why.contains("can't see the channel of this match")), (401, true), "{why}");
        assert_eq!(watched.ask(Method::GET, "").send().await.unwrap().status().as_u16(), 401);
    };
    for person in [&ann, &cid] {
        stage.playground.exclude(ids::GAMES, person.id, true);
    }
    is_closed().await;
    played.hear(None).await.next().await;
    stage.playground.exclude(ids::GAMES, cid.id, false);
    watched.hear(None).await.next().await;
    stage.playground.leave(cid.id);
    is_closed().await;
    stage.finish_with_absentees().await;
}
