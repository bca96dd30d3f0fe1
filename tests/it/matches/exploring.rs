//! Exploring a match: what one person tries for both sides, which nobody else ever sees.

use discord::controls::{Control, ExploreAction, MatchAction, Menu};
use playground::ids;

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

fn is_explored(message: &Message) -> bool {
    message.attachments.iter().any(|it| it.filename == "loa-1-explored.png")
}

/// Opens the board for exploring that only this person sees.
async fn open(person: &Person) -> Message {
    let last = person.last_id().await;
    person.slash("explore", &[("match", "1")]).await;
    person.wait_for("the explored board", |it| it.id > last && it.ephemeral && is_explored(it)).await
}

/// The same board once it says something.
async fn once(person: &Person, board: &Message, what: &str) -> Message {
    person.wait_for(what, |it| it.id == board.id && it.says(what)).await
}

/// What the menus of an explored board do that fit.
fn action(board: &Message, fits: impl Fn(ExploreAction) -> bool) -> Option<Control> {
    let fits = |it: &Control| matches!(it, Control::Match { action: MatchAction::Explore(Some((_, action))), .. } if fits(*action));
    board.menus().into_iter().map(|it| it.0).find(fits)
}

/// Tries a move with the menus.
async fn try_move(person: &Person, board: &Message, from: &str, to: &str) -> Message {
    let pieces = action(board, |it| matches!(it, ExploreAction::Choose(Menu::Pieces(_)))).unwrap();
    person.choose(board, &pieces, from).await;
    let targets = |it: &Message| action(it, |it| matches!(it, ExploreAction::Choose(Menu::Targets(..))));
    let chosen = person.wait_for("where it may go", |it| it.id == board.id && targets(it).is_some()).await;
    person.choose(&chosen, &targets(&chosen).unwrap(), to).await;
    once(person, board, &format!("{from}-{to}`")).await
}

/// The lines that can be chosen.
fn lines(board: &Message) -> Vec<String> {
    let options = board.parts().filter(|it| it["placeholder"] == "What you've explored…");
    let options = options.flat_map(|it| it["options"].as_array().into_iter().flatten());
    options.map(|it| it["label"].as_str().unwrap().to_owned()).collect()
}

async fn explore_play_and_prepare(mut stage: TestBot) {
    let (ann, bob) = stage.begin("casual").await;
    let live = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.choose_on_message("Explore", &live).await;
    let start = ann.wait_for("the explored board", is_explored).await;
    assert!(start.ephemeral && start.says("as it stands") && start.says("Black to move"), "{}", start.content);
    assert!(start.labels().is_empty(), "{:?}", start.labels());

    // Moves of both sides, and a branch.
    let one = try_move(&ann, &start, "b1", "b3").await;
    let two = try_move(&ann, &one, "a2", "c2").await;
    let three = try_move(&ann, &two, "d1", "d3").await;
    assert_eq!(three.labels(), ["Play", "Back", "To the Match", "Forget Line"]);
    ann.press(&three, "Back").await;
    let back = once(&ann, &three, "then `b1-b3 a2-c2`").await;
    assert_eq!(lines(&back), ["b1-b3 a2-c2 d1-d3"], "nothing is lost");
    let branch = try_move(&ann, &back, "e1", "e3").await;
    assert_eq!(lines(&branch), ["b1-b3 a2-c2 e1-e3", "b1-b3 a2-c2 d1-d3"]);
    // The controls of another message that show where Ann was only show where she is by now.
    let second = open(&ann).await;
    let show = |it: &Message| action(it, |it| it == ExploreAction::Show).unwrap();
    ann.choose(&branch, &show(&branch), "0").await;
    once(&ann, &branch, "d1-d3`").await;
    ann.press(&second, "Forget Line").await;
    let shown = once(&ann, &second, "d1-d3`").await;
    assert_eq!(lines(&shown).len(), 2);
    ann.choose(&shown, &show(&shown), "1").await;
    once(&ann, &shown, "e1-e3`").await;

    // It is kept over a restart, and played from there.
    stage.kill().await;
    stage.restart().await;
    let reopened = open(&ann).await;
    assert!(reopened.says("then `b1-b3 a2-c2 e1-e3`"), "{}", reopened.content);
    assert_eq!(lines(&reopened).len(), 2);
    ann.press(&reopened, "Play").await;
    bob.wait_for("the move", board_of("loa", 1, 1)).await;
    once(&ann, &reopened, "b1-b3").await;

    // While it's Bob's turn, what is left of the line can be prepared.
    let waiting = open(&ann).await;
    assert!(waiting.says("then `a2-c2 e1-e3`"), "{}", waiting.content);
    assert_eq!(waiting.labels(), ["Prepare", "Back", "To the Match", "Forget Line"]);
    ann.press(&waiting, "Prepare").await;
    once(&ann, &waiting, "if **a2-c2**, then **e1-e3**").await;

    // Bob sees none of it, and explores for himself.
    assert!(!bob.messages().await.iter().any(|it| it.ephemeral || it.says("🔍") || is_explored(it)));
    let own = open(&bob).await;
    assert!(own.says("as it stands") && lines(&own).is_empty(), "{}", own.content);
    assert_eq!(own.labels(), ["Back"], "he can go back into the match");
    bob.press(&own, "Back").await;
    let earlier = once(&bob, &own, "after move 0").await;
    let other = try_move(&bob, &earlier, "g1", "g3").await;
    assert_eq!(other.labels(), ["Back", "To the Match", "Forget Line"], "that is another match by now");

    // Whoever watches can explore, but not play.
    let cid = stage.person("Cid");
    let tried = try_move(&cid, &open(&cid).await, "a2", "c2").await;
    assert_eq!(tried.labels(), ["Back", "To the Match", "Forget Line"]);
    cid.press(&tried, "Forget Line").await;
    let forgotten = once(&cid, &tried, "as it stands. Only").await;
    assert_eq!(forgotten.labels(), ["Back"]);
    let lounge = cid.in_channel(ids::LOUNGE);
    lounge.slash("explore", &[("match", "1")]).await;
    lounge.wait_for("that it can't be seen there", ephemeral("There's no match #1")).await;

    bob.say("!move a2-c2").await;
    ann.wait_for("the prepared reply", board_of("loa", 1, 3)).await;
    let over = open(&ann).await;
    assert!(over.says("as it stands") && over.says("White to move"), "the match went along all of the line");
    assert_eq!(lines(&over), ["d1-d3"]);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_explored_is_played_and_prepared() {
    explore_play_and_prepare(TestBot::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_explored_is_played_and_prepared_on_postgres() {
    let postgres = Postgres::create().await;
    explore_play_and_prepare(TestBot::start_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_match_with_a_live_clock_is_explored_once_it_is_over() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa live rated").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for person in [&ann, &bob] {
        let last = person.last_id().await;
        person.choose_on_message("Explore", &board).await;
        person.wait_for("the refusal", |it| it.id > last && ephemeral("is rated and has a live clock")(it)).await;
    }
    ann.press(&board, "⋯").await;
    let panel = ann.wait_for("the panel", ephemeral("What else would you like to do")).await;
    assert!(!panel.labels().contains(&"Explore"), "{:?}", panel.labels());
    ann.give_up(1).await;
    assert!(open(&ann).await.says("as it stands"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_explores_in_public() {
    let stage = TestBot::start().await;
    let (ann, _) = stage.begin("").await;
    assert!(answer(&ann, "!explore").await.says("Everybody would see it here"));
    let private = answer(&ann.dm(), "explore").await;
    assert!(is_explored(&private) && private.says("as it stands"), "{}", private.content);
    let tried = try_move(&ann.dm(), &private, "b1", "b3").await;
    assert!(tried.labels().contains(&"Play"));

    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.press(&board, "⋯").await;
    let panel = ann.wait_for("the panel", |it| it.labels().contains(&"Explore")).await;
    ann.press(&panel, "Explore").await;
    let there = ann.wait_for("the same in the channel", is_explored).await;
    assert!(there.ephemeral && there.says("then `b1-b3`"), "{}", there.content);
    stage.finish().await;
}
