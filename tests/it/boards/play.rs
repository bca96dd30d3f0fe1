//! One match that is played in the chat and on pages: what is done on one side is so on the other.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::SHORTEST_MATCH;
use crate::support::looking::{board_of, says};
use crate::support::open_board::OpenBoard;
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn moves_of_pages_and_of_the_chat_meet_on_one_board() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let anns = OpenBoard::of(&ann, &shown).await;
    let bobs = OpenBoard::of(&bob, &shown).await;
    let state = anns.state().await;
    assert_eq!((&state["you"], &state["to_move"], &state["status"]), (&json!(0), &json!(0), &json!("Your turn.")));
    assert_eq!(bobs.state().await["status"], "Ann to move.");
    let mut heard = bobs.hear(None).await;
    assert_eq!(heard.next().await["plies"], 0, "a page that comes gets the present state");

    for (ply, mv) in SHORTEST_MATCH.iter().enumerate() {
        let plies = ply + 1;
        match ply {
            // In the chat.
            1 | 4 => {
                let mover = if ply % 2 == 0 { &ann } else { &bob };
                let board = mover.wait_for("the board", board_of("loa", 1, ply)).await;
                mover.reply(&board, mv).await;
            }
            _ => {
                let mover = if ply % 2 == 0 { &anns } else { &bobs };
                assert_eq!(mover.play(mv).await["plies"], plies);
            }
        }
        let state = heard.next().await;
        assert_eq!((&state["plies"], &state["record"][ply]), (&json!(plies), &json!(mv)));
        assert_eq!(state["last"]["plies"].as_array().unwrap().last().unwrap()["from"], mv[..2]);
        ann.wait_for("the board in the chat", board_of("loa", 1, plies)).await;
    }
    let state = anns.state().await;
    assert_eq!((&state["over"], &state["to_move"]), (&json!(true), &Value::Null));
    assert!(state["status"].as_str().unwrap().contains("Ann (Black) wins"), "{}", state["status"]);
    assert_eq!(state["can"], json!(["rematch", "review", "explore"]));

    // The engine says where it was decided.
    let (status, answer) = bobs.act(json!({ "do": "review" })).await;
    let review = &answer["review"];
    assert!(status == 200 && review["lines"].as_array().unwrap().len() == 3, "{answer}");
    for point in review["points"].as_array().unwrap() {
        assert!(point["ply"].as_u64().unwrap() <= 9 && point["better"][0].is_string(), "{point}");
    }
    // The whole game can be looked through.
    let (_, line) = anns.get("/line?ply=3&moves=g4xg1").await;
    assert_eq!((&line["to_move"], &line["moves"]), (&json!(0), &json!(["g4xg1"])));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_move_says_why_and_changes_nothing() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let (status, answer) = anns.act(json!({ "do": "move", "version": 0, "move": "b1-b4" })).await;
    assert_eq!(status, 422);
    let why = "b1–b4 is 3 squares, but there are 2 pieces on that file, so b1 must move exactly 2 along it: to b3.";
    assert_eq!(answer["refusal"], why);
    assert!(answer["picture"]["svg"].as_str().unwrap().starts_with("<svg"), "it is shown on the board");
    assert_eq!(answer["state"]["plies"], 0);
    for (page, act, status, why) in [
        (&bobs, json!({ "do": "move", "version": 0, "move": "a2-c2" }), 422, "isn't your turn"),
        (&anns, json!({ "do": "move", "version": 1, "move": "b1-b3" }), 409, "has gone on"),
        (&anns, json!({ "do": "move-text", "text": "b" }), 422, "could mean b1-b3"),
        (&anns, json!({ "do": "move-text", "text": "hello" }), 422, "hello"),
        (&anns, json!({ "do": "resume" }), 422, "paused"),
        (&anns, json!({ "do": "answer", "version": 0, "kind": "draw", "accepts": true }), 422, "offer"),
        (&anns, json!({ "do": "prepare", "line": ["a2-c2", "b1-b3"] }), 422, ""),
        (&anns, json!({ "do": "rematch" }), 422, "isn't over"),
    ] {
        let (told, said) = page.refused(act.clone()).await;
        assert!(told == status && said.contains(why), "{act}: {told} {said}");
    }
    assert_eq!(anns.state().await["record"], json!([]));
    anns.done(json!({ "do": "move-text", "text": "B1 → B3." })).await;
    for again in [
        json!({ "do": "move", "version": 0, "move": "b1-b3" }),
        json!({ "do": "move-text", "version": 0, "text": "b1-b3" }),
    ] {
        let (status, _) = anns.refused(again).await;
        assert_eq!(status, 409, "the same once more is late");
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_played_also_if_nobody_waits_for_the_answer() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    for (ply, mv) in SHORTEST_MATCH.iter().enumerate() {
        let page = if ply % 2 == 0 { &anns } else { &bobs };
        let act = page.ask(reqwest::Method::POST, "/act").json(&json!({ "do": "move", "version": ply, "move": mv }));
        // The connection breaks at some moment or other.
        drop(tokio::time::timeout(Duration::from_micros(1500 * (1 + ply as u64)), act.send()).await);
        // If it broke before the request was whole, nothing was asked. What is asked twice is refused once.
        for _ in 0..40 {
            if page.state().await["plies"] != ply {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if page.state().await["plies"] == ply {
            page.act(json!({ "do": "move", "version": ply, "move": mv })).await;
        }
        let begun = std::time::Instant::now();
        bob.wait_for("the board in the chat", board_of("loa", 1, ply + 1)).await;
        assert!(begun.elapsed() < Duration::from_secs(8), "it is shown at once, not when a lease has run out");
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_mentioned_while_both_look_at_their_pages() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let mut streams = [anns.hear(None).await, bobs.hear(None).await];
    for stream in &mut streams {
        stream.next().await;
    }
    const SEEN: &str = "SELECT COUNT(*) FROM matches WHERE first_page_at > 0 AND second_page_at > 0";
    stage.until("both pages are known to be visible", || async { stage.count(SEEN).await == 1 }).await;
    let posts = || stage.playground.requests().iter().filter(|it| it.method == "POST" && is_message(&it.path)).count();
    let before = posts();
    for (ply, mv) in SHORTEST_MATCH.iter().enumerate() {
        let page = if ply % 2 == 0 { &anns } else { &bobs };
        page.play(mv).await;
        let board = bob.wait_for("the board in the chat", board_of("loa", 1, ply + 1)).await;
        assert_eq!(board.id, shown.id, "it changes in place");
    }
    assert_eq!(posts(), before, "no message and no mention, also at the end");
    stage.finish().await;
}

/// Whether messages are posted there.
fn is_message(path: &str) -> bool {
    path.ends_with("/messages")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_that_is_unknown_changes_nothing() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let anns = OpenBoard::of(&ann, &shown).await;
    let act = anns
        .ask(reqwest::Method::POST, "/act?theme=pink&flip=x")
        .json(&json!({ "do": "move", "version": 0, "move": "b1-b3" }));
    let answer = act.send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    let answer: Value = answer.json().await.unwrap();
    assert_eq!((&answer["state"]["plies"], &answer["state"]["appearance"]["theme"]), (&json!(1), &json!("wood")));
    assert_eq!(anns.get("/state?theme=slate").await.1["appearance"]["theme"], "slate");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_agree_on_pages_as_in_the_chat() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let can = |state: &Value, what: &str| state["can"].as_array().unwrap().iter().any(|it| it == what);
    assert!(can(&anns.state().await, "abort"));
    for mv in &SHORTEST_MATCH[..4] {
        let mover = if anns.state().await["to_move"] == 0 { &anns } else { &bobs };
        mover.play(mv).await;
    }
    // Bob would like to take back; Ann allows it in the chat.
    let state = bobs.done(json!({ "do": "offer", "version": 4, "kind": "takeback" })).await;
    assert_eq!(state["offer"]["text"], "You've asked for a takeback.");
    assert_eq!(anns.state().await["offer"]["text"], "Bob would like to take back.");
    let asked = ann.wait_for("the question", |it| it.labels().contains(&"Allow Takeback")).await;
    let mut heard = bobs.hear(state["id_of_state"].as_str()).await;
    ann.press(&asked, "Allow Takeback").await;
    let state = heard.next().await;
    assert_eq!((&state["plies"], &state["offer"]), (&json!(3), &Value::Null));
    // While it's Bob's turn, Ann prepares a reply, which only she sees: Bob's page isn't even told that something has changed.
    let state = anns.done(json!({ "do": "prepare", "line": ["g4-g1", "b4-e7"] })).await;
    assert_eq!(state["prepared"], json!([["g4-g1", "b4-e7"]]));
    assert!(heard.is_silent(Duration::from_millis(1200)).await);
    assert_eq!(bobs.state().await["prepared"], json!([]));
    let state = bobs.play("g4-g1").await;
    assert_eq!(
        state["record"],
        json!(["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7"]),
        "the prepared reply follows at once"
    );
    assert_eq!(state["last"]["plies"].as_array().unwrap().len(), 3);
    assert_eq!(anns.state().await["prepared"], json!([]));
    // A draw is offered on the page and declined there, then the match is given up.
    anns.done(json!({ "do": "offer", "version": state["version"], "kind": "draw" })).await;
    let state = bobs.state().await;
    bobs.done(json!({ "do": "answer", "version": state["version"], "kind": "draw", "accepts": false })).await;
    let state = anns.state().await;
    assert_eq!(state["offer"], json!({ "kind": "declined", "by": null, "text": "Bob declined the draw." }));
    assert!(!can(&state, "abort"));
    let state = anns.done(json!({ "do": "resign" })).await;
    assert!(state["over"] == true && state["status"].as_str().unwrap().contains("Bob (White) wins"), "{state}");
    bob.wait_for("the end in the chat", says("(White) wins")).await;
    let (status, answer) = anns.act(json!({ "do": "rematch" })).await;
    assert_eq!(
        (status, &answer["said"]),
        (200, &json!("A rematch is offered. It begins when your opponent accepts, here or in Discord."))
    );
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_of_the_chat_is_on_the_page_of_the_match_before() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let watchers = OpenBoard::of(&stage.person("Cid"), &shown).await;
    anns.play("d1-b3").await;
    bobs.play("h5-g4").await;
    let over = anns.done(json!({ "do": "resign" })).await;
    let mut heard = anns.hear(over["id_of_state"].as_str()).await;

    let offer = |own: bool, text: &str| json!({ "kind": "rematch", "by": 1, "text": format!("{} a rematch: {text}.", if own { "You've offered" } else { "Bob offers" }) });
    let terms = "loa:classic · casual";
    for answers in [&anns, &bobs] {
        bob.say("!rematch").await;
        let state = heard.next().await;
        assert_eq!(state["offer"], offer(false, terms));
        assert_eq!(state["can"], json!(["review", "explore"]), "it's answered where it's offered");
        assert_eq!(bobs.state().await["offer"], offer(true, terms));
        assert_eq!(watchers.refused(json!({ "do": "drop-rematch" })).await.0, 403);
        // Ann declines it, then Bob withdraws it.
        answers.done(json!({ "do": "drop-rematch" })).await;
        assert_eq!(heard.next().await["offer"], Value::Null);
        assert_eq!(answers.refused(json!({ "do": "drop-rematch" })).await.1, "This challenge no longer exists.");
        assert_eq!(answers.refused(json!({ "do": "open-rematch" })).await.0, 409);
    }
    bob.say("!rematch").await;
    heard.next().await;
    ann.say("!rematch").await;
    let state = heard.next().await;
    assert_eq!(state["offer"], json!({ "kind": "begun", "by": null, "text": "Match #2 has begun." }));
    for (page, side) in [(&anns, json!(1)), (&bobs, json!(0)), (&watchers, Value::Null)] {
        let (_, answer) = page.act(json!({ "do": "open-rematch" })).await;
        let state = OpenBoard::by(answer["opens"].as_str().unwrap()).await.state().await;
        assert_eq!((&state["match"], &state["you"]), (&json!(2), &side));
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_explored_on_a_page_is_kept_for_whoever_explored_it() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    let keep = async |line: Value| anns.done(json!({ "do": "keep-explored", "ply": 1, "line": line })).await;
    anns.play("d1-b3").await;
    for line in [json!(["h5-g4"]), json!(["h5-g4", "b1-b4"]), json!(["a2-c2"])] {
        assert_eq!(keep(line).await["plies"], 1, "nothing is played");
    }
    let lines = json!([["d1-b3", "h5-g4", "b1-b4"], ["d1-b3", "a2-c2"]]);
    assert_eq!(anns.get("/explored").await, (200, json!({ "lines": lines })));
    assert_eq!(bobs.get("/explored").await, (200, json!({ "lines": [] })), "nobody else sees it");
    // The match follows one of them.
    bobs.play("h5-g4").await;
    assert_eq!(anns.get("/explored").await.1["lines"], lines);
    anns.done(json!({ "do": "forget-explored", "ply": 1, "line": ["a2-c2"] })).await;
    assert_eq!(anns.get("/explored").await.1["lines"], json!([["d1-b3", "h5-g4", "b1-b4"]]));
    let (status, why) = anns.refused(json!({ "do": "keep-explored", "ply": 1, "line": ["h5-h6"] })).await;
    assert!(status == 422 && !why.is_empty(), "{status} {why}");
    // The same lines are there in the chat.
    // A move that isn't possible is shown on the position in which it was thought of.
    let (status, refused) = anns.get("/line?ply=0&moves=d1-b3.h5-g4.b1-b5").await;
    let shown = refused["picture"]["svg"].as_str().unwrap_or_default();
    assert!(status == 422 && shown.contains("data-square=\"g4\""), "{refused}");

    ann.slash("explore", &[]).await;
    let told = ann.wait_for("what is explored", |it| it.ephemeral && it.attachments.len() == 1).await;
    let lines = told.menus().into_iter().flat_map(|it| it.1).count();
    assert!(lines > 0, "{}", told.text());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_away_hears_only_what_is_new() {
    let stage = TestBot::start_with_boards(None).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let anns = OpenBoard::of(&ann, &shown).await;
    let state = anns.play("d1-b3").await;
    let since = state["id_of_state"].as_str().unwrap();
    assert!(anns.hear(Some(since)).await.is_silent(Duration::from_millis(700)).await);
    assert_eq!(anns.hear(Some("0")).await.next().await["plies"], 1);
    // Several pages of one person hear the same.
    let mut both = [anns.hear(Some(since)).await, anns.hear(Some(since)).await];
    stage.person("Bob").say("!move h5-g4").await;
    for page in &mut both {
        assert_eq!(page.next().await["plies"], 2);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn against_the_engine_its_answer_comes_by_itself_and_a_hint_is_shown() {
    let stage = TestBot::start_with_boards(None).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let page = OpenBoard::of(&ann, &shown).await;
    let (status, answer) = page.act(json!({ "do": "hint" })).await;
    assert!(status == 200 && answer["picture"]["svg"].is_string() && answer["said"].is_string(), "{answer}");
    let mut heard = page.hear(page.state().await["id_of_state"].as_str()).await;
    page.play("b1-b3").await;
    while heard.next().await["plies"] != 2 {}
    assert_eq!(page.state().await["status"], "Your turn.");
    page.done(json!({ "do": "resign" })).await;
    let (status, answer) = page.act(json!({ "do": "rematch" })).await;
    assert_eq!((status, &answer["said"]), (200, &json!("Match #2 has begun.")));
    let next = OpenBoard::by(answer["opens"].as_str().unwrap()).await;
    assert_eq!(next.state().await["match"], 2);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_one_process_hears_what_another_one_does() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_with_boards(Some(postgres.url.clone())).await;
    let (ann, _) = stage.begin("casual").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let first = OpenBoard::of(&ann, &shown).await;
    stage.serve_boards_elsewhere();
    stage.start_another().await;
    // The second process knows the first one's passes: the key is the database's.
    let second = first.served_at(&stage.boards_origin());
    let mut heard = first.hear(first.state().await["id_of_state"].as_str()).await;
    second.play("d1-b3").await;
    assert_eq!(heard.next().await["record"], json!(["d1-b3"]));
    stage.finish().await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_stands_still_says_so() {
    const DAY_MS: i64 = 24 * 3_600_000;
    let stage = TestBot::start_with_boards(None).await;
    let (ann, bob) = stage.begin("casual 3d+12h weekends off").await;
    let shown = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let (anns, bobs) = (OpenBoard::of(&ann, &shown).await, OpenBoard::of(&bob, &shown).await);
    ann.slash("away", &[("days", "3")]).await;
    ann.wait_for("that she's away", |it| it.ephemeral && it.says("You're away until")).await;
    let state = bobs.state().await;
    assert!(state["rules"].as_str().unwrap().ends_with("3d+12h weekends off"), "{}", state["rules"]);
    let clock = &state["clock"];
    let left = clock["left_ms"][0].as_i64().unwrap();
    assert!((3 * DAY_MS - 60_000..=3 * DAY_MS).contains(&left), "{clock}");
    assert_eq!(clock["left_ms"][1], 3 * DAY_MS);
    let runs = clock["runs_ms"].as_array().unwrap();
    assert!(runs[0][0].as_i64().unwrap() > 3 * DAY_MS - 60_000, "not before she's back: {clock}");
    let runs: i64 = runs.iter().map(|it| it[1].as_i64().unwrap() - it[0].as_i64().unwrap()).sum();
    assert!((runs - left).abs() < 60_000, "{clock}");
    anns.done(json!({ "do": "resign" })).await;
    stage.finish().await;
}
