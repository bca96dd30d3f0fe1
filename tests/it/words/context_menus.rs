//! What is chosen in the context menu of a person or of a message; and that Discord gets all commands, also the one that
//! begins an Activity.

use playground::ids;

use crate::support::looking::{board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

const CHALLENGE: &str = "Challenge to a Match";

/// What the bot answers to one person alone after something is done.
async fn answer_after(person: &Person, what: &str, done: impl Future<Output = String>) -> Message {
    let last = person.last_id().await;
    done.await;
    person.wait_for(what, |it| it.id > last && it.ephemeral && it.state == "sent" && !it.says("One moment")).await
}

/// What the bot answers to an entry in a person's menu.
async fn answer_about(person: &Person, name: &str, other: &str) -> Message {
    answer_after(person, name, person.choose_on_person(name, other)).await
}

/// What the bot answers to *Analyze* in a message's menu.
async fn analyzed(person: &Person, message: &Message) -> Message {
    answer_after(person, &message.content, person.choose_on_message("Analyze", message)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_challenged_by_a_form() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));

    // A mistake costs nothing: what was filled in is repeated, and nothing is posted.
    for (fields, says, repeats) in [
        (&[("game", "chess"), ("side", "white"), ("clock", "daily")][..], "called “chess”", "side: `white`"),
        (&[("game", "loa"), ("clock", "soon")], "“soon” isn't a clock", "game: `loa` · clock: `soon`"),
        (&[("game", "clobber"), ("side", "upper")], "“upper” isn't a side of Clobber", "side: `upper`"),
        (&[("side", "white"), ("rated", "perhaps")], "Say `yes` or `no`", "rated: `perhaps`"),
        (&[("game", "loa clobber"), ("rated", "yes")], "you named Lines of Action and Clobber", "rated: `yes`"),
    ] {
        ann.choose_on_person(CHALLENGE, "Bob").await;
        let form = ann.wait_for_modal().await;
        assert_eq!(form.title, "Challenge Bob");
        let refused = answer_after(&ann, says, ann.submit(&form, fields)).await;
        assert!(refused.says(says) && refused.says(repeats), "{fields:?} is answered by: {}", refused.content);
    }
    assert!(!bob.messages().await.iter().any(says("challenges you")), "nothing is posted");

    ann.choose_on_person(CHALLENGE, "Bob").await;
    let form = ann.wait_for_modal().await;
    let fields =
        [("game", "Lines of Action"), ("side", "black"), ("clock", "3 days + 12 hours"), ("rated", "not rated")];
    let told = answer_after(&ann, "the answer", ann.submit(&form, &fields)).await;
    assert!(told.says("Your challenge is posted"), "{}", told.content);
    let card = bob.wait_for("the challenge", says("challenges you to **Lines of Action**")).await;
    assert_eq!(card.pings, [bob.id.to_string()]);
    for part in ["plays **Black**", "casual", "⏳ 3 days + 12 hours a move"] {
        assert!(card.says(part), "{part} is missing in: {}", card.content);
    }
    bob.press(&card, "Accept").await;
    ann.wait_for("the first board", board_of("loa", 1, 0)).await;

    // Left empty, everything is as usual here.
    bob.choose_on_person(CHALLENGE, "Ann").await;
    let form = bob.wait_for_modal().await;
    bob.submit(&form, &[]).await;
    ann.wait_for("the challenge", |it| it.pings == [ann.id.to_string()] && it.says("challenges you")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_challenge_is_impossible_no_form_opens() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (person, other, says) in [
        (ann.clone(), "Ann", "can't challenge yourself"),
        (ann.clone(), "Parlor", "`/play`"),
        (ann.clone(), "Robo", "is a bot and can't accept"),
        (ann.dm(), "Bob", "Only you and I can read this conversation"),
    ] {
        let refused = answer_about(&person, CHALLENGE, other).await;
        assert!(refused.says(says), "{other}: {}", refused.content);
    }
    stage.playground.make_guest();
    assert!(answer_about(&ann, CHALLENGE, "Bob").await.says("I'm not a member of this server"));
    assert!(ann.modals().await.is_empty());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_challenge_each_other_by_a_form_where_the_bot_is_not() {
    let stage = TestBot::start().await;
    let [ann, bob] = ["Ann", "Bob"].map(|it| stage.person(it).in_channel(ids::FRIENDS));
    ann.choose_on_person(CHALLENGE, "Bob").await;
    let form = ann.wait_for_modal().await;
    ann.submit(&form, &[("game", "breakthrough"), ("rated", "yes")]).await;
    ann.wait_for("the answer", ephemeral("Your challenge is posted")).await;
    let card = bob.wait_for("the challenge", says("challenges you to **Breakthrough**")).await;
    bob.press(&card, "Accept").await;
    let board = bob.wait_for("the board", board_of("breakthrough", 1, 0)).await;
    bob.choose_on_message("Analyze", &board).await;
    bob.wait_for("the refusal", ephemeral("rated and still going")).await;
    bob.choose_on_message("Explore", &board).await;
    let explored = bob.wait_for("the explored board", ephemeral("as it stands")).await;
    let (pieces, values) = explored.menus().remove(0);
    bob.choose(&explored, &pieces, &values[0]).await;
    let chosen = bob.wait_for("where it may go", |it| it.id == explored.id && it.menus().len() == 2).await;
    let (targets, values) = chosen.menus().remove(1);
    bob.choose(&chosen, &targets, &values[0]).await;
    bob.wait_for("the line", |it| it.id == explored.id && it.says("then `")).await;
    assert!(!ann.messages().await.iter().any(says("🔍")));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_shown_to_whoever_asks_for_it() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let profile = answer_about(&ann, "Profile", "Bob").await;
    assert!(profile.says("Bob"), "{}", profile.text());
    assert!(answer_about(&ann, "Profile", "Parlor").await.says("That's me!"));
    assert!(!stage.person("Bob").messages().await.iter().any(|it| it.author.bot), "nobody else sees it");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_analyzed_from_all_its_messages() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black thread rated").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let card = ann.wait_for("the card", says("It's played in")).await;
    let thread = ann.in_channel(stage.playground.threads()[0].id);
    let first = thread.wait_for("the board", board_of("loa", 1, 0)).await;
    // That it is rated is said of the match; so the message has led to it.
    for (person, message) in [(&thread, &first), (&ann, &card)] {
        let told = analyzed(person, message).await;
        assert!(told.says("Match #1 is rated and still going"), "{}", told.content);
    }
    thread.press(&first, "⋯").await;
    let panel = thread.wait_for("the panel", |it| it.labels().contains(&"Type a Move")).await;
    assert!(analyzed(&thread, &panel).await.says("Match #1"));
    thread.reply(&first, "b1-b3").await;
    thread.wait_for("the next board", board_of("loa", 1, 1)).await;
    let old = thread.wait_for("the board before", |it| it.id == first.id && it.attachments.is_empty()).await;
    assert!(analyzed(&thread, &old).await.says("Match #1"), "an old board is a line, and still of the match");
    let said = thread.wait_for("Ann's move", |it| it.content == "b1-b3").await;
    assert!(analyzed(&thread, &said).await.says("Match #1"), "it replies to the board");

    // What Cid may not do in the match, Cid may not do by a menu.
    let refused = analyzed(&stage.person("Cid"), &card).await;
    assert!(refused.says("You're not playing in match #1"), "{}", refused.content);

    // Not a message of a match.
    bob.say("Hello, everybody!").await;
    let hello = bob.wait_for("the greeting", |it| it.content == "Hello, everybody!").await;
    let refused = analyzed(&bob, &hello).await;
    assert!(refused.says("isn't about a match") && refused.says("Right-click a board"), "{}", refused.content);

    // Once it is over, also its card has led to it.
    thread.give_up(1).await;
    let rematch = |it: &Message| it.labels().contains(&"Rematch");
    let ended = ann.wait_for("the card of the end", |it| it.id == card.id && rematch(it)).await;
    let review = analyzed(&ann, &ended).await;
    assert!(review.says("Review of match #1") || review.says("#1"), "{}", review.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_leads_to_its_match_without_a_thread() {
    let stage = TestBot::start().await;
    let (ann, _) = stage.begin("rated").await;
    let accepted =
        ann.wait_for("the accepted challenge", |it| says("✅ Accepted")(it) && it.components.is_empty()).await;
    assert!(analyzed(&ann, &accepted).await.says("Match #1 is rated and still going"));
    // One that is still open has none.
    ann.say("!challenge clobber").await;
    let open = ann.wait_for("the challenge", says("is looking for an opponent")).await;
    assert!(analyzed(&ann, &open).await.says("isn't about a match"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entry_point_of_an_activity_is_kept() {
    const ENTRY_POINT: (u8, &str) = (4, "launch");
    let mut stage = TestBot::start().await;
    let registered = |stage: &TestBot| {
        let mut commands = stage.playground.commands();
        commands.sort();
        commands
    };
    let before = registered(&stage);
    for (kind, name) in [(2, CHALLENGE), (2, "Profile"), (3, "Analyze"), (3, "Explore")] {
        assert!(before.contains(&(kind, name.to_owned())), "{name}");
    }
    stage.playground.switch_activities_on();
    stage.kill().await;
    stage.restart().await;
    let mut expected = before;
    expected.push((ENTRY_POINT.0, ENTRY_POINT.1.to_owned()));
    assert_eq!(registered(&stage), expected);
    stage.finish().await;
}
