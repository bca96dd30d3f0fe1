//! Hints, analyses and reviews in chat: who gets them, what they say, and when they are refused.

use std::time::Duration;

use play::ports::{Clock as _, MatchLimits};
use play::{Agreement, MatchChoice, NewMatch, Seat};

use crate::support::SHORTEST_MATCH;
use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker};
use crate::support::looking::{board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// How long an analysis may take here: the tests share the machine, and the bot is not optimized.
const ANALYSIS_TIMEOUT: Duration = Duration::from_secs(60);

async fn wait(person: &Person, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
    match person.eventually(ANALYSIS_TIMEOUT, fits).await {
        Some(found) => found,
        None => panic!("{} waited in vain for {what}; the channel:\n{}", person.name, person.dump().await),
    }
}

/// Ann, who is Black, and Bob begin match `id`.
async fn begin(stage: &TestBot, id: u32, words: &str) -> (Person, Person) {
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let last = bob.last_id().await;
    ann.say(&format!("!challenge @Bob loa mso black {words}")).await;
    let offer = bob.wait_for("the challenge", |it| it.id > last && it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the first board", board_of("loa", id, 0)).await;
    (ann, bob)
}

/// Plays moves of match `id` from the start.
async fn play(ann: &Person, bob: &Person, id: u32, moves: &[&str]) -> Message {
    for (index, text) in moves.iter().enumerate() {
        let (player, other) = if index % 2 == 0 { (ann, bob) } else { (bob, ann) };
        player.say(&format!("!move #{id} {text}")).await;
        other.wait_for(text, board_of("loa", id, index as u32 + 1)).await;
    }
    ann.wait_for("the last board", board_of("loa", id, moves.len() as u32)).await
}

/// Whether a hint names a move that is legal after these.
fn check_hint(hint: &Message, moves: &[&str]) {
    let mut position = games::open(&games::read_ruleset("loa:mso").unwrap(), None).unwrap();
    for text in moves {
        let mv = position.read(text).unwrap();
        position.play(mv).unwrap();
    }
    let named = hint.content.split("I'd play **").nth(1).and_then(|it| it.split("**").next());
    assert!(position.read(named.unwrap_or_default()).is_ok(), "{}", hint.content);
    assert!(hint.content.contains("% chance to win") || hint.content.contains("proven"), "{}", hint.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_rated_match_nobody_is_helped() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, 1, "rated").await;
    let cid = stage.person("Cid");
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    assert!(!board.labels().contains(&"Hint"), "{:?}", board.labels());
    for (person, text) in [(&ann, "!hint"), (&bob, "!hint"), (&ann, "!analyze"), (&bob, "!analyse #1")] {
        let last = person.last_id().await;
        person.say(text).await;
        let refusal = person.wait_for(text, |it| it.id > last && it.author.bot).await;
        assert!(refusal.content.contains("Match #1 is rated and still going"), "{text}: {}", refusal.content);
        assert!(refusal.content.contains("`/play rated:False`"), "it says how: {}", refusal.content);
    }
    for command in ["hint", "analyze"] {
        let last = ann.last_id().await;
        ann.slash(command, &[]).await;
        ann.wait_for(command, |it| it.id > last && ephemeral("rated and still going")(it)).await;
    }
    cid.say("!analyze #1").await;
    cid.wait_for("that it is not Cid's", says("You're not playing in match #1")).await;

    // It cost nothing: the match goes on, and is reviewed once it is over.
    play(&ann, &bob, 1, &SHORTEST_MATCH[..4]).await;
    let end = ann.give_up(1).await;
    assert_eq!(end.labels(), ["Rematch", "Replay", "Review", "Share"]);
    assert!(end.content.contains("1500 → "), "it counts: {}", end.content);
    bob.press(&end, "Review").await;
    wait(&bob, "the review", ephemeral("Review of match #1")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_for_the_player_to_move_alone() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, 1, "hints").await;
    let cid = stage.person("Cid");
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;

    // The button under the board.
    ann.press(&board, "Hint").await;
    let hint = wait(&ann, "the hint", ephemeral("I'd play")).await;
    check_hint(&hint, &[]);
    assert!(
        hint.content.contains("Then I'd expect") && hint.content.contains("before the first move"),
        "{}",
        hint.content
    );
    bob.press(&board, "Hint").await;
    bob.wait_for("that it is not Bob's turn", ephemeral("It isn't your turn")).await;
    cid.press(&board, "Hint").await;
    cid.wait_for("that it is not Cid's match", ephemeral("not playing in match")).await;

    // With the prefix, everybody can read the answer: the hint stands behind a button.
    let last = ann.last_id().await;
    ann.say("!hint").await;
    let hidden = ann.wait_for("the button", |it| it.id > last && it.labels() == ["Show Hint"]).await;
    assert!(!hidden.ephemeral && !hidden.content.contains("**"), "{}", hidden.content);
    bob.press(&hidden, "Show Hint").await;
    bob.wait_for("that it is not Bob's turn", |it| it.id > hidden.id && ephemeral("It isn't your turn")(it)).await;
    ann.press(&hidden, "Show Hint").await;
    let again = wait(&ann, "the hint", |it| it.id > hidden.id && ephemeral("I'd play")(it)).await;
    assert_eq!(again.content, hint.content, "the same position has the same hint");

    // By slash, and in a conversation with nobody else.
    let last = ann.last_id().await;
    ann.slash("hint", &[]).await;
    wait(&ann, "the hint", |it| it.id > last && ephemeral("I'd play")(it)).await;
    ann.dm().say("!hint #1").await;
    wait(&ann.dm(), "the hint", says("I'd play")).await;
    for person in [&bob, &cid] {
        assert!(person.messages().await.iter().all(|it| !it.content.contains("I'd play")), "{} saw it", person.name);
    }

    // Of another position, and of none.
    play(&ann, &bob, 1, &SHORTEST_MATCH[..1]).await;
    ann.press(&hidden, "Show Hint").await;
    ann.wait_for("that it is old", ephemeral("the match has moved on since")).await;
    bob.slash("hint", &[("match", "1")]).await;
    check_hint(&wait(&bob, "Bob's hint", ephemeral("I'd play")).await, &SHORTEST_MATCH[..1]);
    bob.give_up(1).await;
    ann.slash("hint", &[("match", "1")]).await;
    ann.wait_for("that it is over", ephemeral("Match #1 is over")).await;
    ann.slash("hint", &[("match", "77")]).await;
    ann.wait_for("that there is none", ephemeral("There's no match #77")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_tells_how_many_hints_were_taken() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa:mso 1 black casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    assert!(!board.content.contains("taken"), "{}", board.content);
    ann.slash("hint", &[]).await;
    wait(&ann, "the hint", ephemeral("I'd play")).await;
    ann.say("!move b1-b3").await;
    let board = ann.wait_for("the engine's move", board_of("loa", 1, 2)).await;
    assert!(board.content.contains("1 hint taken"), "{}", board.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_hint_is_named_on_the_board_at_once() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual hints").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.slash("hint", &[]).await;
    wait(&ann, "the hint", ephemeral("I'd play")).await;
    let told = format!("1 hint taken (<@{}> 1)", ann.id);
    bob.wait_for("who has asked", |it| it.id == board.id && it.content.contains(&told)).await;
    stage.finish().await;
}

#[tokio::test]
async fn two_hints_at_once_are_both_counted() {
    let desk = TestHost::open().await;
    let begun = NewMatch {
        agreement: Agreement { hints: true, ..Agreement::default() },
        ..NewMatch::casual(PLACE, games::read_ruleset("loa").unwrap(), [Seat::User(ANN), Seat::User(BOB)])
    };
    let id = desk.store.begin_match(&begun, None, MatchLimits::NONE, desk.clock.now()).await.unwrap();
    desk.show_due(id).await;
    let hint = || desk.host.hint(asker(ANN), MatchChoice::Number(id));
    let (one, other) = futures::future::join(hint(), hint()).await;
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().hints.taken, [2, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_casual_match_under_way_is_analyzed_for_its_players() {
    let stage = TestBot::start().await;
    let (ann, cid) = (stage.person("Ann"), stage.person("Cid"));
    ann.say("!play loa:mso 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!analyze").await;
    let analysis = wait(&ann, "the analysis", says("Match #1**: Black to move, ")).await;
    for line in ["\n1. **", "\n2. **", "\n3. **"] {
        assert!(analysis.content.contains(line), "{}", analysis.content);
    }
    cid.say("!analyze").await;
    cid.wait_for("that it is not Cid's match", says("You're not playing in match #1")).await;
    ann.say("!move b1-b3").await;
    ann.wait_for("the engine's move", board_of("loa", 1, 2)).await;
    ann.slash("hint", &[]).await;
    wait(&ann, "the hint", ephemeral("I'd play")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_over_is_reviewed() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, 1, "casual").await;
    let cid = stage.person("Cid");
    let end = play(&ann, &bob, 1, &SHORTEST_MATCH).await;
    // Anybody may look at a match that is over, each for themselves.
    cid.press(&end, "Review").await;
    let review = wait(&cid, "the review", ephemeral("Review of match #1")).await;
    let text = &review.content;
    assert!(text.contains("(Black) wins**: Black connected all their pieces"), "{text}");
    assert!(text.contains("(Black): accuracy **") && text.contains("(White): accuracy **"), "{text}");
    // White never looked at what Black was doing.
    assert!(text.contains("Turning points") && text.contains(", White: **"), "{text}");
    assert!(text.contains("Better: ") && review.pings.is_empty(), "{text}");
    let chart = &review.attachments[0];
    let alt = chart.description.clone().unwrap_or_default();
    assert_eq!(chart.filename, "review-1.png");
    assert!(alt.starts_with("Chart of Black's chance to win") && alt.ends_with("100% after move 9."), "{alt}");
    let picture = image::load_from_memory(&cid.file(&review).await).unwrap();
    assert_eq!((picture.width(), picture.height()), (640, 340));

    // Once it is known, it comes at once; with the prefix for all to see.
    let last = ann.last_id().await;
    ann.say("!analyze").await;
    let again = ann.wait_for("the review", |it| it.id > last && says("Review of match #1")(it)).await;
    assert!(!again.ephemeral && again.content == review.content);
    bob.slash("analyze", &[("match", "1")]).await;
    bob.wait_for("the review", ephemeral("Review of match #1")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_no_move_and_of_one_are_reviewed_as_far_as_they_go() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, 1, "rated").await;
    let end = bob.give_up(1).await;
    assert_eq!(end.labels(), ["Rematch"], "there is nothing to review");
    ann.say("!analyze").await;
    ann.wait_for("that there is nothing", says("nothing to review in match #1")).await;

    begin(&stage, 2, "rated").await;
    play(&ann, &bob, 2, &SHORTEST_MATCH[..1]).await;
    let end = bob.give_up(2).await;
    ann.press(&end, "Review").await;
    let review = wait(&ann, "the review", ephemeral("Review of match #2")).await;
    assert!(review.content.contains("(White) made no moves"), "{}", review.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_very_long_match_the_last_moves_are_reviewed() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let round = ["a2-a3", "a5-a4", "a3-a2", "a4-a5"];
    let moves: Vec<String> = round.iter().cycle().take(1000).map(|it| (*it).to_owned()).collect();
    stage.add_ended_match(&ann, &bob, "surakarta:standard repetition=off no-progress=off", &moves).await;
    ann.say("!analyze #1").await;
    // While it is being reviewed, the engine answers others.
    bob.say("!play loa 1 black").await;
    bob.wait_for("the board", board_of("loa", 2, 0)).await;
    bob.say("!move #2 b1-b3").await;
    bob.wait_for("the engine's move", board_of("loa", 2, 2)).await;
    let review = ann.eventually(Duration::from_secs(200), says("Review of match #1")).await;
    let review = review.unwrap_or_else(|| panic!("no review; the bot says: {}", stage.log()));
    assert!(review.content.contains("looked at the last 299 moves"), "{}", review.content);
    assert!(review.content.chars().count() < 2000);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_rated_match_is_no_way_to_help() {
    const LIVE: [&str; 5] = ["b1-b3", "a2-c2", "d1-d3", "a4-c4", "e1-e3"];
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, 1, "live rated").await;
    let cid = stage.person("Cid");
    play(&ann, &bob, 1, &LIVE).await;
    let answered = async |person: &Person, text: &str| {
        let last = person.last_id().await;
        person.say(text).await;
        wait(person, text, |it| it.id > last && it.author.bot).await
    };
    assert!(answered(&ann, &format!("!import loa {}", LIVE.join(" "))).await.says("Imported as #2"));
    assert!(answered(&ann, &format!("!import loa {}", LIVE[..3].join(" "))).await.says("Imported as #3"));
    for (person, text, told) in [
        (&ann, "!analyze #2", "These are moves of your match #1, which is rated and still going"),
        (&bob, "!analyze #2", "your match #1"),
        (&bob, "!share #2", "your match #1"),
        (&ann, "!try #2 5", "your match #1"),
        (&ann, "!analyze #3", "Review of match #3"),
        (&cid, "!analyze #2", "Review of match #2"),
    ] {
        let shown = answered(person, text).await;
        assert!(shown.says(told), "{text}: {}", shown.content);
    }
    ann.slash("explore", &[("match", "2")]).await;
    ann.wait_for("that it has a live clock", ephemeral("Match #1 is rated and has a live clock")).await;
    ann.give_up(1).await;
    assert!(answered(&ann, "!analyze #2").await.says("Review of match #2"), "now it helps nobody");
    stage.finish().await;
}
