//! The match that is meant, where somebody has several: by the move, by whose turn it is, or by a menu of one's own.

use discord::controls::Control;
use playground::ids;

use crate::support::looking::{answer, board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person, show};

/// What the bot answers privately to a command.
async fn ephemeral_answer(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash(name, options).await;
    person.wait_for(name, |it| it.id > last && it.ephemeral && it.state == "sent").await
}

/// `one`, who begins, and `other` play match `id`.
async fn begin(one: &Person, other: &Person, game: &str, id: u32) {
    one.say(&format!("!challenge @{} {game} first", other.name)).await;
    other.wait_for("the challenge", |it| it.content.contains("challenges you to") && it.has_label("Accept")).await;
    other.say("!accept").await;
    let key = game.split(' ').next().unwrap();
    one.wait_for("the board", board_of(key, id, 0)).await;
}

impl Message {
    fn has_label(&self, label: &str) -> bool {
        self.labels().contains(&label)
    }

    /// The menu that asks which match is meant, and its choices.
    fn question(&self) -> (Control, Vec<String>) {
        self.menus().pop().unwrap_or_else(|| panic!("no menu: {}", show(self)))
    }

    /// The labels of the first menu's choices.
    fn choices(&self) -> Vec<String> {
        let menu = self.parts().find(|it| it["type"] == 3).unwrap();
        let options = menu["options"].as_array().unwrap();
        options.iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_played_where_it_is_meant() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, "loa casual", 1).await;
    begin(&ann, &cid, "breakthrough", 2).await;

    // Only one of them takes it.
    ann.say("!move a2-a3").await;
    ann.wait_for("the move in Breakthrough", board_of("breakthrough", 2, 1)).await;
    ann.say("@Parlor b1 to b3").await;
    ann.wait_for("the move in Lines of Action", board_of("loa", 1, 1)).await;
    let told = answer(&ann, "!move d1-b3").await;
    assert!(told.content.contains("isn't your turn in any of your matches here: #1 and #2"), "{}", told.content);

    // Both of them take it: only Ann can tell, and only she is asked.
    begin(&ann, &bob, "breakthrough", 3).await;
    begin(&ann, &bob, "breakthrough", 4).await;
    let asked = answer(&ann, "!move a2 to b3").await;
    let (menu, values) = asked.question();
    assert_eq!(values, ["3", "4"], "those in which it is a move");
    assert_eq!(asked.choices()[0], "#3 · Breakthrough · against Bob · your turn");
    assert!(asked.content.contains("`a2-b3`") && asked.pings.is_empty(), "{}", asked.content);
    cid.choose(&asked, &menu, "3").await;
    cid.wait_for("that it is not Cid's choice", |it| {
        it.ephemeral && it.content.contains("This choice is for \u{2068}")
    })
    .await;
    ann.choose(&asked, &menu, "4").await;
    ann.wait_for("the move in the fourth", board_of("breakthrough", 4, 1)).await;
    let done = ann.wait_for("what was done", |it| it.id == asked.id && it.content.contains("You played")).await;
    assert!(done.content.contains("**a2-b3** in match #4") && done.components.is_empty(), "{}", show(&done));
    // The menu is gone, but whoever still sees it is told.
    ann.choose(&asked, &menu, "4").await;
    ann.wait_for("that it is Bob's turn", |it| it.ephemeral && it.content.contains("It isn't your turn")).await;

    // None of them takes it: why not is told at once, of one whose piece it would move.
    begin(&ann, &bob, "breakthrough", 5).await;
    for text in ["@Parlor a2-a4", "!move a2-a4"] {
        let told = answer(&ann, text).await;
        assert!(told.menus().is_empty() && told.content.contains("a4"), "{}", show(&told));
    }

    // By slash it is asked privately.
    let asked = ephemeral_answer(&ann, "move", &[("move", "h2-h3")]).await;
    let (menu, values) = asked.question();
    assert_eq!(values, ["3", "5"]);
    ann.choose(&asked, &menu, "5").await;
    ann.wait_for("the move in the fifth", board_of("breakthrough", 5, 1)).await;
    ann.wait_for("what was done", |it| it.ephemeral && it.content.contains("**h2-h3** in match #5")).await;

    // Now only one waits, so what is wrong is said of that one; and what nobody can read is no question.
    let told = answer(&ann, "!move a1-a3").await;
    assert!(told.menus().is_empty() && !told.content.contains("Which of"), "{}", told.content);
    let told = answer(&ann, "!move over there").await;
    assert!(told.content.contains("I can't read"), "{}", told.content);
    let told = answer(&ann, "!move").await;
    assert!(told.content.contains("Which move?"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_is_done_for_the_match_that_is_chosen() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa hints", 1).await;
    begin(&ann, &bob, "clobber hints", 2).await;

    for command in ["board slate flip", "legal", "hint", "analyze"] {
        let asked = answer(&ann, &format!("!{command}")).await;
        let (menu, values) = asked.question();
        assert_eq!(values, ["1", "2"], "{command}");
        let last = ann.last_id().await;
        ann.choose(&asked, &menu, "2").await;
        let told = ann.wait_for(command, |it| it.id > last && it.ephemeral).await;
        let says = match command {
            "legal" => told.content.contains("legal move"),
            "hint" => told.content.contains("I'd play"),
            "analyze" => told.text().contains("Black"),
            _ => board_of("clobber", 2, 0)(&told),
        };
        assert!(says, "{command}: {}", show(&told));
        let done = ann.wait_for("the question is closed", |it| it.id == asked.id && it.components.is_empty()).await;
        assert!(done.content.contains("match #2"), "{}", done.content);
        assert!(bob.messages().await.iter().all(|it| it.id != told.id), "nobody else sees it");
    }
    let asked = ephemeral_answer(&ann, "legal", &[("square", "b1")]).await;
    let (menu, _) = asked.question();
    ann.choose(&asked, &menu, "1").await;
    ann.wait_for("the moves of b1", |it| it.ephemeral && it.content.contains("`b1` →")).await;

    // Where it is one's turn in one alone, that one is meant; but nothing is given up by a guess.
    ann.say("!move #1 b1-h1").await;
    ann.wait_for("the move", board_of("loa", 1, 1)).await;
    let shown = answer(&ann, "!board").await;
    assert!(board_of("clobber", 2, 0)(&shown), "{}", show(&shown));
    let asked = answer(&ann, "!resign").await;
    let (menu, values) = asked.question();
    assert_eq!(values, ["2", "1"], "one's own turn first");
    ann.choose(&asked, &menu, "1").await;
    let question = ann.wait_for("the question", |it| it.id == asked.id && it.content.contains("abort")).await;
    bob.press(&question, "Yes, Abort It").await;
    bob.wait_for("that it is not Bob's", |it| it.ephemeral && it.content.contains("This question is for \u{2068}"))
        .await;
    ann.press(&question, "Yes, Abort It").await;
    ann.wait_for("the end", |it| it.content.contains("🏁") && it.content.contains("#1")).await;

    // A choice that comes too late.
    ann.choose(&asked, &menu, "1").await;
    ann.wait_for("that it is over", |it| it.ephemeral && it.content.contains("Match #1 is over")).await;
    // With one match left, nothing is asked.
    let shown = answer(&ann, "!legal").await;
    assert!(shown.menus().is_empty() && shown.content.contains("legal move"), "{}", shown.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_and_matches_are_offered_while_one_types() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, "loa casual", 1).await;
    let names = |it: &[crate::support::Choice]| -> Vec<String> { it.iter().map(|it| it.name.clone()).collect() };
    let offered = ann.autocomplete("move", &[("move", "b1")], "move").await;
    assert!(offered.iter().all(|it| it.value.as_str().unwrap().starts_with("b1-")), "one match: {offered:?}");

    let elsewhere = ann.in_channel(ids::LOUNGE);
    begin(&elsewhere, &cid.in_channel(ids::LOUNGE), "breakthrough", 2).await;
    let offered = ann.autocomplete("move", &[("move", "")], "move").await;
    let offered_names = names(&offered);
    assert!(offered_names[0].starts_with("#1 · b1-"), "those of the channel first: {offered_names:?}");
    let named = names(&ann.autocomplete("move", &[("move", "#2")], "move").await);
    assert!(!named.is_empty() && named.iter().all(|it| it.starts_with("#2")), "{named:?}");
    assert!(offered_names.iter().any(|it| it.starts_with("#2 · a2-a3")) && offered.len() <= 25, "{offered_names:?}");
    let offered = ann.autocomplete("move", &[("move", "h2 to h")], "move").await;
    let wanted = offered.iter().find(|it| it.name == "#2 · h2-h3").unwrap_or_else(|| panic!("{offered:?}"));
    ann.slash("move", &[("move", wanted.value.as_str().unwrap())]).await;
    elsewhere.wait_for("the move in the other channel", board_of("breakthrough", 2, 1)).await;

    let offered = ann.autocomplete("move", &[("match", "1"), ("move", "c8")], "move").await;
    assert!(offered.iter().all(|it| it.value.as_str().unwrap().starts_with("c8-")), "{offered:?}");
    let offered = ann.autocomplete("move", &[("move", "#2 a")], "move").await;
    assert!(offered.is_empty(), "it is not Ann's turn there: {offered:?}");
    let offered = cid.autocomplete("move", &[("move", "a7")], "move").await;
    assert!(offered.iter().all(|it| it.name.starts_with("#2 · a7-")) && !offered.is_empty(), "{offered:?}");

    let expected = ["#1 · Lines of Action · against Bob · your turn", "#2 · Breakthrough · against Cid · their turn"];
    for command in ["board", "legal", "hint", "resign", "analyze"] {
        let offered = ann.autocomplete(command, &[("match", "")], "match").await;
        assert_eq!(names(&offered), expected, "{command}");
        assert_eq!(offered[1].value, 2);
    }
    let offered = ann.autocomplete("board", &[("match", "cid")], "match").await;
    assert_eq!(names(&offered), expected[1..]);

    // Of what others play, what can be watched, is watched, or can be ended.
    let known_to_all = "#1 · Lines of Action · Ann – Bob · move 0";
    assert!(ann.autocomplete("watch", &[("match", "")], "match").await.is_empty(), "it is her own");
    assert!(cid.autocomplete("unwatch", &[("match", "")], "match").await.is_empty(), "Cid watches nothing yet");
    assert_eq!(names(&cid.autocomplete("watch", &[("match", "bob")], "match").await), [known_to_all]);
    assert!(answer(&cid, "!watch #1").await.content.contains("You're watching match #1"));
    assert_eq!(names(&cid.autocomplete("unwatch", &[("match", "1")], "match").await), [known_to_all]);
    assert_eq!(names(&ann.autocomplete("parlor end", &[("match", "")], "match").await), [known_to_all]);
    assert!(stage.person("Robo").autocomplete("board", &[("match", "9")], "match").await.is_empty());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_leads_to_the_boards_that_wait() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let (ann_there, bob_there) = (ann.in_channel(ids::LOUNGE), bob.in_channel(ids::LOUNGE));
    begin(&ann, &bob, "loa casual", 1).await;
    begin(&ann_there, &bob_there, "clobber casual", 2).await;

    let list = ephemeral_answer(&ann, "games", &[]).await;
    ann.press(&list, "Show the Next Board").await;
    let first = ann.wait_for("the first board", |it| it.ephemeral && board_of("loa", 1, 0)(it)).await;
    let links: Vec<&str> = first.parts().filter_map(|it| it["url"].as_str()).collect();
    assert!(links[0].starts_with(&format!("https://discord.com/channels/{}/{}/", ids::GUILD, ids::GAMES)), "{links:?}");
    assert_eq!(first.labels(), ["Go to Board", "Show the Next Board"]);
    ann.press(&first, "Show the Next Board").await;
    let second = ann.wait_for("the second board", |it| it.ephemeral && board_of("clobber", 2, 0)(it)).await;
    ann.press(&second, "Show the Next Board").await;
    let again = ann.wait_for("the first again", |it| it.id > second.id && board_of("loa", 1, 0)(it)).await;

    // Nobody waits for Bob, and another's list leads him to his own.
    let none = ephemeral_answer(&bob, "games", &[]).await;
    assert!(none.labels().is_empty(), "{}", show(&none));
    let list = answer(&ann, "!games").await;
    bob.press(&list, "Show the Next Board").await;
    bob.wait_for("that nothing waits", |it| it.ephemeral && it.content.contains("Nothing is waiting for you")).await;

    // What has been answered meanwhile waits no longer.
    let clobber = games::open(&games::read_ruleset("clobber").unwrap(), None).unwrap();
    ann.say(&format!("!move #2 {}", clobber.legal()[0])).await;
    ann.say("!move #1 b1-h1").await;
    ann.wait_for("the move", board_of("loa", 1, 1)).await;
    ann_there.wait_for("the other move", board_of("clobber", 2, 1)).await;
    ann.press(&again, "Show the Next Board").await;
    ann.wait_for("that nothing waits", |it| it.ephemeral && it.content.contains("Nothing is waiting for you")).await;
    bob.press(&list, "Show the Next Board").await;
    bob.wait_for("Bob's board", |it| it.ephemeral && board_of("loa", 1, 1)(it)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_and_a_review_are_of_what_is_over() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa casual", 1).await;
    ann.give_up(1).await;
    ann.say("!play breakthrough 1 first").await;
    ann.wait_for("the match against the bot", board_of("breakthrough", 2, 0)).await;
    let offered = async |command: &str| -> Vec<i64> {
        let choices = ann.autocomplete(command, &[("match", "")], "match").await;
        choices.iter().map(|it| it.value.as_i64().unwrap()).collect()
    };
    assert_eq!(offered("rematch").await, [1]);
    assert_eq!(offered("analyze").await, [2, 1]);
    let last = bob.last_id().await;
    ann.say("!rematch").await;
    bob.wait_for("the rematch of what is over", |it| it.id > last && says("challenges you to")(it)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_with_the_bot_a_bare_move_is_for_the_only_match() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa casual", 1).await;
    let told = answer(&ann.dm(), "d1-b3").await;
    assert!(told.says("You played **d1-b3** in match #1"), "{}", told.content);
    bob.wait_for("the board where it is played", board_of("loa", 1, 1)).await;
    let told = answer(&bob.dm(), "move h5-g4").await;
    assert!(told.says("You played **h5-g4** in match #1"), "{}", told.content);
    ann.wait_for("the next board", board_of("loa", 1, 2)).await;
    // Elsewhere in the server, nothing is said of it.
    let told = answer(&ann.in_channel(ids::LOUNGE), "!move b1-b4").await;
    assert!(told.says("You don't have a match in this channel"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_other_player_could_not_be_asked_is_refused_however_the_match_is_chosen() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa casual", 1).await;
    begin(&ann, &bob, "clobber casual", 2).await;
    let asked = answer(&ann, "!draw").await;
    let (menu, _) = asked.question();
    stage.playground.deny_posting(ids::GAMES, true);
    ann.choose(&asked, &menu, "1").await;
    ann.wait_for("why not", |it| it.ephemeral && it.says("because I don't have the permission for it")).await;
    stage.playground.deny_posting(ids::GAMES, false);
    ann.choose(&asked, &menu, "1").await;
    bob.wait_for("the offer", |it| board_of("loa", 1, 0)(it) && says("offers a draw")(it)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_that_goes_with_a_move_is_kept_while_the_match_is_chosen() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, "loa casual", 1).await;
    begin(&ann, &cid, "loa casual", 2).await;
    let asked = answer(&ann, "!move d1-b3 draw").await;
    let (menu, values) = asked.question();
    assert_eq!(values.len(), 2, "{values:?}");
    ann.choose(&asked, &menu, "2").await;
    let offered = |it: &Message| board_of("loa", 2, 1)(it) && says("offers a draw")(it);
    cid.wait_for("the move with the offer", offered).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_asked_several_things_chooses_which_to_answer() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    bob.say("!challenge @Ann loa casual white").await;
    ann.wait_for("Bob's challenge", says("challenges you to **Lines of Action**")).await;
    cid.say("!challenge @Ann clobber casual").await;
    let of_cid = ann.wait_for("Cid's challenge", says("challenges you to **Clobber**")).await;
    let asked = answer(&ann, "!accept").await;
    assert!(asked.says("Which of these do you want to accept?"), "{}", asked.content);
    assert_eq!(
        asked.choices(),
        [
            "Cid challenges you to Clobber · clobber:standard · casual",
            "Bob challenges you to Lines of Action · loa:classic · casual"
        ]
    );
    let (menu, values) = asked.question();
    bob.choose(&asked, &menu, &values[0]).await;
    bob.wait_for("that it is not for Bob", |it| it.ephemeral && it.says("This choice is for")).await;
    ann.choose(&asked, &menu, &values[1]).await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.until("the question is gone", || async { ann.message(&asked.id).await.is_none() }).await;

    // Now Bob has offered a draw, too.
    bob.say("!draw").await;
    ann.wait_for("the offer", says("offers a draw")).await;
    let asked = ephemeral_answer(&ann, "decline", &[]).await;
    assert_eq!(
        asked.choices(),
        ["Cid challenges you to Clobber · clobber:standard · casual", "#1 · Lines of Action · against Bob · a draw"]
    );
    let (menu, values) = asked.question();
    ann.choose(&asked, &menu, &values[1]).await;
    ann.wait_for("that it is declined", |it| it.says("You declined your opponent's offer in match #1")).await;
    let told = answer(&ann, "!decline").await;
    assert!(told.says("You declined the challenge from"), "only that one is left: {}", told.content);
    ann.wait_for("what has become of it", |it| it.id == of_cid.id && it.says("declined")).await;

    // By its number an offer is meant whatever else was asked.
    cid.say("!challenge @Ann loa").await;
    ann.wait_for("another challenge", |it| it.says("challenges you to") && it.id > of_cid.id).await;
    bob.say("!draw").await;
    ann.wait_for("the next offer", |it| it.says("offers a draw") && it.id > of_cid.id).await;
    ann.say("!accept #1").await;
    ann.wait_for("that it is accepted", says("You hadn't both moved twice yet, so the match is aborted")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_withdrawn_from_anywhere_and_ends_with_its_channel() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let there = ann.in_channel(ids::LOUNGE);
    for (channel, game) in [(&there, "loa"), (&there, "clobber"), (&ann, "domineering")] {
        channel.say(&format!("!challenge {game}")).await;
        channel.wait_for("the challenge", |it| it.author.bot && it.labels().contains(&"Accept")).await;
    }
    let told = answer(&ann, "!withdraw").await;
    assert!(told.says("You withdrew your challenge"), "the one made here is meant: {}", told.content);
    let told = answer(&ann, "!withdraw").await;
    assert!(told.menus().is_empty() && told.says("`/withdraw`"), "everybody can read this: {}", told.content);
    let asked = ephemeral_answer(&ann, "withdraw", &[]).await;
    let (menu, values) = asked.question();
    assert_eq!(
        asked.choices(),
        [
            "Your challenge to anyone: Lines of Action · loa:classic · casual",
            "Your challenge to anyone: Clobber · clobber:standard · casual"
        ]
    );
    ann.choose(&asked, &menu, &values[0]).await;
    ann.wait_for("that it is withdrawn", |it| it.says("You withdrew your challenge") && it.ephemeral).await;
    stage.playground.delete_channel(ids::LOUNGE);
    const OPEN: &str = "SELECT COUNT(*) FROM challenges WHERE state = 'open'";
    stage.until("it is over with its channel", || async { stage.count(OPEN).await == 0 }).await;
    assert!(answer(&bob, "!withdraw").await.says("You don't have an open challenge or offer"));
    stage.finish_allowing(&[404]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_only_elsewhere_is_told_so_and_may_move_privately() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, "loa casual", 1).await;
    let there = ann.in_channel(ids::LOUNGE);
    begin(&bob.in_channel(ids::LOUNGE), &cid.in_channel(ids::LOUNGE), "clobber casual", 2).await;
    for text in ["!resign", "!draw", "!move d1-b3"] {
        let told = answer(&there, text).await;
        assert!(told.says("You don't have a match in this channel, but one elsewhere"), "{text}: {}", told.content);
    }
    let told = ephemeral_answer(&there, "move", &[("move", "d1-b3")]).await;
    assert!(told.says("You played **d1-b3** in match #1"), "{}", told.content);
    ann.wait_for("the board where it is played", board_of("loa", 1, 1)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_answers_the_offer_that_it_names_and_no_other_one() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin(&ann, &bob, "loa casual", 1).await;
    cid.say("!challenge @Ann surakarta").await;
    ann.wait_for("a challenge", says("challenges you to **Surakarta**")).await;
    bob.say("!draw").await;
    ann.wait_for("the offer", says("offers a draw")).await;
    let asked = ephemeral_answer(&ann, "accept", &[]).await;
    let (menu, values) = asked.question();
    bob.say("!withdraw").await;
    ann.say("!move #1 d1-b3").await;
    ann.wait_for("the move", board_of("loa", 1, 1)).await;
    bob.say("!draw").await;
    ann.wait_for("another offer", |it| it.says("offers a draw") && board_of("loa", 1, 1)(it)).await;
    ann.choose(&asked, &menu, &values[1]).await;
    ann.wait_for("that it is too late", |it| it.ephemeral && it.says("out of date")).await;
    ann.say("!decline #1").await;
    ann.wait_for("that the match goes on", says("You declined your opponent's offer")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_agreed_on_from_elsewhere_is_told() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa casual", 1).await;
    for (player, text, version) in [(&ann, "d1-b3", 1), (&bob, "a2-c2", 2)] {
        player.say(&format!("!move {text}")).await;
        player.wait_for(text, board_of("loa", 1, version)).await;
    }
    let told = answer(&ann.dm(), "takeback").await;
    assert!(told.says("Your opponent has been asked"), "{}", told.content);
    let told = answer(&bob.dm(), "takeback #1").await;
    assert!(told.says("it's taken back"), "{}", told.content);
    ann.say("!resign").await;
    let question = ann.wait_for("the question", says("Do you want to")).await;
    let yes = question.labels()[0].to_owned();
    ann.press(&question, &yes).await;
    ann.wait_for("the end", |it| it.author.bot && it.says("🏁")).await;
    let told = answer(&ann.dm(), "rematch #1").await;
    assert!(told.says("asked"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_given_in_the_only_match_that_allows_one() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    begin(&ann, &bob, "loa", 1).await;
    begin(&ann, &bob, "clobber", 2).await;
    begin(&ann, &bob, "breakthrough casual hints", 3).await;
    let told = ephemeral_answer(&ann, "hint", &[]).await;
    assert!(!told.says("Which of your matches") && told.menus().is_empty(), "{}", told.content);
    // Where no match allows it, nothing is asked, and why is said at once.
    ann.give_up(3).await;
    for command in ["hint", "resume"] {
        let told = ephemeral_answer(&ann, command, &[]).await;
        assert!(!told.says("Which of your matches") && told.menus().is_empty(), "{command}: {}", told.content);
    }
    stage.finish().await;
}
