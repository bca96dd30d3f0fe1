//! The first hour: what a newcomer is offered, how the help and the rules look, and what is asked before it is done.

use std::collections::HashSet;

use games::{GAMES, Outcome};
use play::decide::{Invited, RematchTerms};
use play::{LevelChoice, MatchChoice, MatchId, OwnThread, Rematch, Seat, Terms, ThreadHome, UserId};

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal, terms};
use crate::support::looking::{answer, ephemeral};
use crate::support::stage::{TestBot, good_move};
use crate::support::{Message, Person};

/// The engine's level, whether it is rated, and which game it is: what suits somebody.
async fn suits(desk: &TestHost, user: UserId) -> (u8, Option<bool>, String) {
    let suggested = desk.host.suggest(asker(user), GAMES[0].info()).await.unwrap();
    (suggested.level, suggested.terms.rated, suggested.terms.ruleset.to_string())
}

/// Ann plays the engine until somebody has won; how it ends, and the match.
async fn play_engine(desk: &TestHost, level: u8, terms: Terms) -> (Option<Outcome>, MatchId) {
    let id = desk.host.play_engine(PLACE, ANN, level, terms).await.unwrap();
    desk.show_due(id).await;
    loop {
        let board = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap();
        if board.current.outcome.is_some() {
            return (board.current.outcome, id);
        }
        desk.play(ANN, id, &good_move(&*board.position).to_string()).await.unwrap();
    }
}

#[tokio::test]
async fn nothing_counts_until_somebody_has_won() {
    let desk = TestHost::open().await;
    let first = (LevelChoice::EASY, Some(false), "loa:classic".to_owned());
    assert_eq!(suits(&desk, ANN).await, first);

    // A loss changes nothing but the game, which is the last one.
    let lost = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "domineering", None, PLACE).await;
    for _ in 0..2 {
        let board = desk.host.find(asker(ANN), MatchChoice::Number(lost)).await.unwrap();
        desk.play(ANN, lost, &board.position.legal()[0].to_string()).await.unwrap();
    }
    desk.host.resign(asker(ANN), MatchChoice::Number(lost)).await.unwrap();
    let (level, rated, rules) = suits(&desk, ANN).await;
    assert_eq!((level, rated), (LevelChoice::EASY, Some(false)), "although that one was rated");
    assert!(rules.starts_with("domineering"), "{rules}");

    // After a win it counts, one step from where the win was.
    let casual = Terms { rated: Some(false), ..terms("knightthrough") };
    let (end, won) = play_engine(&desk, 1, casual).await;
    let current = desk.host.find(asker(ANN), MatchChoice::Number(won)).await.unwrap().current;
    assert_eq!(end.unwrap().winner, current.side_of(ANN), "level 1 of the test plays whatever is first");
    assert_eq!(suits(&desk, ANN).await, (2, None, "knightthrough:standard".to_owned()));

    // The rematch that makes it count is rated, and as before otherwise.
    let Rematch::Begun(counts, _) = desk.host.rematch(asker(ANN), won, RematchTerms::Rated).await.unwrap() else {
        panic!()
    };
    let begun = desk.host.find(asker(ANN), MatchChoice::Number(counts)).await.unwrap().current;
    assert!(begun.rated && begun.engine_level() == Some(1));
    assert_eq!(refusal(desk.host.rematch(asker(ANN), won, RematchTerms::Level(2)).await).code, "rematch-begun");

    // Whoever has won is not offered a jump, whatever the rating says.
    let (_, strong) = play_engine(&desk, 5, terms("knightthrough")).await;
    assert!((4..=6).contains(&suits(&desk, ANN).await.0));
    let Rematch::Begun(next, _) = desk.host.rematch(asker(ANN), strong, RematchTerms::Level(6)).await.unwrap() else {
        panic!()
    };
    let begun = desk.host.find(asker(ANN), MatchChoice::Number(next)).await.unwrap().current;
    assert!(begun.rated && begun.engine_level() == Some(6));
    assert_eq!(suits(&desk, BOB).await, first, "what others have done is theirs");
}

#[tokio::test]
async fn what_is_due_soonest_is_listed_first() {
    let desk = TestHost::open().await;
    let mut begun = Vec::new();
    for clock in [Some("5d"), None, Some("1d"), Some("3d")] {
        begun.push(desk.begin(clock).await);
    }
    let theirs = desk.begin(Some("1d")).await;
    desk.play(ANN, theirs, "d1-b3").await.unwrap();
    let listed: Vec<MatchId> = desk.host.matches_of(ANN).await.unwrap().iter().map(|it| it.current.id).collect();
    assert_eq!(listed, [begun[2], begun[3], begun[0], begun[1], theirs]);
}

#[tokio::test]
async fn the_same_challenge_to_one_person_is_made_once() {
    let desk = TestHost::open().await;
    let bob = Invited { user: BOB, is_bot: false, is_parlor: false };
    let offer = |rules: &'static str| desk.host.challenge(PLACE, ANN, Some(&bob), terms(rules));
    let first = offer("loa").await.unwrap();
    desk.delivery.show_challenge(&first).await.unwrap();
    let refused = refusal(offer("loa").await);
    assert_eq!(refused.code, "challenge-still-open");
    let told = texts::explain(&refused).in_locale(texts::Locale::English);
    assert!(told.contains("https://discord.com/channels/7/70/1)"), "{told}");
    let others = [offer("loa:mso").await, offer("clobber").await];
    assert!(others.iter().all(Result::is_ok), "other terms");
    assert!(desk.host.challenge(PLACE, BOB, None, terms("loa")).await.is_ok(), "to anyone");
}

#[tokio::test]
async fn whoever_follows_a_match_in_its_thread_is_told_how_to_stop() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let stranger = asker(UserId(109));
    assert_eq!(refusal(desk.host.unwatch(stranger, MatchChoice::Here).await).code, "not-watching");
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    let mut next = current.clone();
    next.delivery.thread = Some(OwnThread::Open(ThreadHome { parent: PLACE.channel, is_post: false }));
    desk.store.save(&current, &next, None, desk.host.now()).await.unwrap();
    for which in [MatchChoice::Here, MatchChoice::Number(id)] {
        let refused = refusal(desk.host.unwatch(stranger, which).await);
        assert_eq!(refused.code, "not-watching-but-following");
        let told = texts::explain(&refused).in_locale(texts::Locale::English);
        assert!(told.contains("If you follow it in <#70>, leave that thread to stop."), "{told}");
    }
}

/// What the bot answers privately, after `last`.
async fn whispered_after(person: &Person, last: &str, what: &str) -> Message {
    person.wait_for(what, |it| it.id.as_str() > last && ephemeral(what)(it)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_finds_everything_behind_buttons() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let hello = answer(&ann, "@Parlor hello").await;
    assert_eq!(hello.labels(), ["Play", "Rules"]);
    ann.press(&hello, "Play").await;
    let board = ann.wait_for("the board", |it| it.content.contains(" #1 ") && !it.attachments.is_empty()).await;
    assert!(board.says("(level 1)") && board.says("casual"), "{}", board.content);

    // The help begins with how to begin; a menu explains each command, privately, and the next choice in the same message.
    let help = answer(&ann, "!help").await;
    let text = help.text();
    let at = ["`/play` – ", "`/learn` – ", "`/challenge` – ", "`/puzzle` – "].map(|it| text.find(it));
    assert!(at.is_sorted() && at[0].is_some() && !text.contains("`/accept`"), "{text}");
    let menus = help.menus();
    assert_eq!(menus.len(), 2);
    let explained: HashSet<&String> = menus.iter().flat_map(|it| &it.1).collect();
    assert!(["play", "move", "parlor"].iter().all(|it| explained.contains(&(*it).to_owned())));
    bob.choose(&help, &menus[0].0, "move").await;
    let details = bob.wait_for("the details", ephemeral("Or reply with")).await;
    assert!(details.says("/move"), "{}", details.text());
    bob.choose(&details, &menus[1].0, "away").await;
    bob.wait_for("other details", |it| it.id == details.id && it.says("/away") && !it.says("/move")).await;

    // The rules begin with the picture and how to win; what can be varied is a button away.
    bob.press(&details, "Rules").await;
    let games = bob.wait_for("all games", ephemeral("The games")).await;
    let (menu, keys) = games.menus().remove(0);
    assert_eq!(keys.len(), GAMES.len());
    bob.choose(&games, &menu, "clobber").await;
    let rules = whispered_after(&bob, &games.id, "**Clobber**: ").await;
    assert!(rules.content.contains("A player who cannot move loses."), "{}", rules.content);
    assert!(!rules.attachments.is_empty() && !rules.says("10x10"), "{}", rules.text());
    bob.press(&rules, "Variants and Options").await;
    let variants = bob.wait_for("the variants", ephemeral("clobber:10x10")).await;
    assert!(
        variants.says("`size`") && variants.says("Matches have no clock unless you choose one"),
        "{}",
        variants.text()
    );
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_has_the_names_of_people_it_does_not_notify() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let offered = answer(&ann, "!challenge @Bob clobber").await;
    assert_eq!(offered.pings, [bob.id.to_string()], "{}", offered.content);
    for text in ["!games", "!block @Bob", "!board #1 slate", "!unblock @Bob"] {
        let told = answer(&ann, text).await;
        assert!(told.says("\u{2068}Bob\u{2069}") && !told.says("<@"), "{text}: {}", told.text());
    }
    let cid = stage.person("Cid");
    cid.press(&offered, "Accept").await;
    let told = cid.wait_for("that it is for Bob", ephemeral("This challenge is for")).await;
    assert!(told.says("\u{2068}Bob\u{2069}"), "{}", told.content);
    stage.finish().await;
}
