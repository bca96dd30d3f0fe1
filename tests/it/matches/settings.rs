//! What a person sets: how pictures look, moves that are played by themselves, lists to stand in; and what is kept, as it
//! is given and dropped.

use discord::controls::SettingChoice;
use games::board::Side;
use games::{Outcome, ReadMove, Reason, Scene};
use play::ports::{Clock as _, Scope};
use play::preferences::{Preferences, Setting};
use play::{GuildId, MatchChoice, MatchId, OfferKind, Seat, UserId};
use render::{Look, Theme};
use serde_json::Value;

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal};
use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

#[tokio::test(flavor = "multi_thread")]
async fn the_look_is_chosen_once_for_all_that_one_sees_alone() {
    let mut stage = TestBot::start().await;
    let (_, bob) = stage.begin("casual").await;
    let mut scene = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap().scene();
    let mut picture = |theme, flipped, lettered| {
        scene.flipped = flipped;
        render::png(&scene, &Look { theme, lettered, ..Look::default() }).unwrap()
    };
    bob.say("!settings").await;
    bob.wait_for("that it would be seen", says("Everybody here would see your settings")).await;

    // By the button in the panel of a match.
    let board = bob.wait_for("the board", board_of("loa", 1, 0)).await;
    bob.press(&board, "⋯").await;
    let more = bob.wait_for("the panel of the match", |it| it.ephemeral && it.labels().contains(&"Settings")).await;
    bob.press(&more, "Settings").await;
    let panel = bob.wait_for("the settings", ephemeral("Your settings")).await;
    assert_eq!(panel.menus().len(), 4);
    let themes = render::themes(&games::example(games::GAMES[0].info()), 2, 300).unwrap();
    assert!(bob.file(&panel).await == themes, "what the themes look like");
    bob.choose_setting(&panel, SettingChoice::Theme, "slate").await;
    bob.choose_setting(&panel, SettingChoice::Flip, "never").await;
    bob.choose_setting(&panel, SettingChoice::TextBoard, "lines").await;
    for (before, after) in [
        ("Letters on Pieces: Off", "Letters on Pieces: On"),
        ("Auto-Play Forced Moves: Off", "Auto-Play Forced Moves: On"),
        ("On Global Leaderboards: Yes", "On Global Leaderboards: No"),
    ] {
        bob.press(&panel, before).await;
        let switched = bob.wait_for(after, |it| it.id == panel.id && it.labels().contains(&after)).await;
        assert!(!switched.labels().contains(&before), "{:?}", switched.labels());
        assert!(bob.file(&switched).await == themes, "they stay");
    }

    // They last, and hold for what only this person sees.
    stage.kill().await;
    stage.restart().await;
    bob.press(&board, "My View").await;
    let view = bob.wait_for("the view", |it| it.ephemeral && board_of("loa", 1, 0)(it)).await;
    assert!(bob.file(&view).await == picture(Theme::Slate, false, true));
    assert!(view.content.contains("```\n   a b c d e f g h\n 8 . b b b b b b . 8"), "{}", view.content);
    let last = bob.last_id().await;
    bob.slash("board", &[("flip", "true"), ("match", "1")]).await;
    let view = bob.wait_for("the private board", |it| it.id > last && it.ephemeral && board_of("loa", 1, 0)(it)).await;
    assert!(bob.file(&view).await == picture(Theme::Slate, true, true), "what is said counts more");
    let last = bob.last_id().await;
    bob.say("!board #1 print").await;
    let view = bob.wait_for("the public board", |it| it.id > last && board_of("loa", 1, 0)(it)).await;
    assert!(
        bob.file(&view).await == picture(Theme::Print, false, false) && !view.content.contains("```"),
        "{}",
        view.content
    );

    // In direct messages nobody else sees the live board.
    let direct = bob.dm();
    direct.say("settings").await;
    let panel = direct.wait_for("the panel in private", says("Your settings")).await;
    direct.choose_setting(&panel, SettingChoice::TextBoard, "words").await;
    direct.say("play loa 1 black").await;
    let board = direct.wait_for("the live board", board_of("loa", 2, 0)).await;
    assert!(direct.file(&board).await == picture(Theme::Slate, false, true));
    assert!(board.content.contains("Black (12): b1–g1"), "{}", board.content);

    // So do a refusal, the rules, and the games at a glance.
    let small = |scene: &Scene, theme, lettered| {
        render::png(scene, &Look { theme, pixels: 360, lettered, ..Look::default() }).unwrap()
    };
    let position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let Err(ReadMove::Illegal(refusal)) = position.read("b1-b5") else { panic!("b1-b5 is refused") };
    let scene = position.scene().refusing(*refusal.illustration.unwrap());
    let refused = answer(&direct, "b1-b5").await;
    assert!(direct.file(&refused).await == small(&scene, Theme::Slate, true), "{}", refused.content);
    assert!(refused.content.contains("Black (12): b1–g1"), "{}", refused.content);
    let example = games::example(games::find("loa").unwrap().info());
    let rules = answer(&direct, "rules loa").await;
    assert!(direct.file(&rules).await == small(&example, Theme::Slate, true) && rules.content.contains("8×8 board."));
    let rules = answer(&bob, "!rules loa").await;
    assert!(
        bob.file(&rules).await == small(&example, Theme::Wood, false) && !rules.content.contains("8×8 board."),
        "others see it, too"
    );
    let last = bob.last_id().await;
    bob.slash("rules", &[]).await;
    let alone = bob.wait_for("the games", |it| it.id > last && it.ephemeral && !it.attachments.is_empty()).await;
    let among_others = answer(&bob, "!rules").await;
    assert!(bob.file(&alone).await != bob.file(&among_others).await, "the games in other colors");
    stage.finish().await;
}

/// Moves in a small game after which the side to move has but one, and the match is not over.
fn line_to_a_forced_move(rules: &str) -> Vec<String> {
    let start = games::open(&games::read_ruleset(rules).unwrap(), None).unwrap();
    let mut lines = vec![(start, Vec::new())];
    while !lines.is_empty() {
        let mut longer = Vec::new();
        for (position, line) in lines {
            for mv in position.legal() {
                let (mut next, mut line): (_, Vec<String>) = (position.clone_position(), line.clone());
                next.play(mv).unwrap();
                line.push(mv.to_string());
                if next.outcome().is_none() && next.legal().len() == 1 {
                    return line;
                }
                if next.outcome().is_none() {
                    longer.push((next, line));
                }
            }
        }
        lines = longer;
    }
    panic!("no move is forced in {rules}")
}

/// Begins a small game and plays to the last move before a forced one; the match, that move, and who has to make it.
async fn before_a_forced_move(desk: &TestHost) -> (MatchId, String, [UserId; 2]) {
    const RULES: &str = "domineering size=3x3";
    let id = desk.begin_game(RULES, None, PLACE).await;
    let mut line = line_to_a_forced_move(RULES);
    let last = line.pop().unwrap();
    let players = |ply: usize| if ply.is_multiple_of(2) { [ANN, BOB] } else { [BOB, ANN] };
    for (ply, text) in line.iter().enumerate() {
        desk.play(players(ply)[0], id, text).await.unwrap();
    }
    (id, last, players(line.len()))
}

#[tokio::test]
async fn the_only_move_is_played_at_once_for_who_wants_it() {
    for wants in [false, true] {
        let desk = TestHost::open().await;
        let (id, text, [mover, forced]) = before_a_forced_move(&desk).await;
        desk.host.set_preference(forced, Setting::PlaysForced(wants)).await.unwrap();
        let before = desk.store.find_match(id).await.unwrap().unwrap();
        desk.news();
        desk.play(mover, id, &text).await.unwrap();
        let after = desk.store.find_match(id).await.unwrap().unwrap();
        let added = if wants { 2 } else { 1 };
        assert_eq!(after.plies(), before.plies() + added);
        assert_eq!(after.automatic_ply, wants.then_some(after.plies()));
        assert_eq!(desk.news().len(), 1, "one board shows both moves");
    }
}

#[tokio::test]
async fn no_move_plays_itself_ahead_of_what_is_still_to_be_seen_or_answered() {
    // An offer comes first.
    let desk = TestHost::open().await;
    let (id, text, [mover, forced]) = before_a_forced_move(&desk).await;
    desk.host.set_preference(forced, Setting::PlaysForced(true)).await.unwrap();
    desk.host.offer(asker(mover), MatchChoice::Number(id), OfferKind::Draw).await.unwrap();
    let before = desk.store.find_match(id).await.unwrap().unwrap();
    desk.play(mover, id, &text).await.unwrap();
    let offered = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(offered.plies(), before.plies() + 1);
    desk.host.answer_offer(asker(forced), MatchChoice::Number(id), None, false).await.unwrap();
    desk.news();
    desk.look().await;
    let declined = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(declined.plies(), before.plies() + 2, "then it is played");
    assert_eq!(desk.news().first(), Some(&format!("board {}", offered.version())), "after that board was shown");
}

#[tokio::test]
async fn against_the_bot_every_board_is_shown_before_a_move_plays_itself() {
    let desk = TestHost::open().await;
    desk.host.set_preference(ANN, Setting::PlaysForced(true)).await.unwrap();
    let seats = [Seat::User(ANN), Seat::Engine(1)];
    let (mut id, mut automatic) = (MatchId(0), 0);
    for rules in ["domineering size=3x3", "domineering size=4x3", "domineering size=4x4", "clobber size=3x3"] {
        id = desk.begin_with(seats, rules, None, PLACE).await;
        while desk.outcome(id).await.is_none() {
            let current = desk.store.find_match(id).await.unwrap().unwrap();
            let legal = current.replay().unwrap().legal();
            assert!(legal.len() > 1, "{rules}: a move that is the only one waits for Ann");
            desk.news();
            desk.play(ANN, id, &legal[0].to_string()).await.unwrap();
            let next = desk.store.find_match(id).await.unwrap().unwrap();
            if let Some(ply) = next.automatic_ply.filter(|it| *it > current.plies()) {
                automatic += 1;
                let seen = format!("board {}", ply - 1);
                assert!(desk.news().contains(&seen), "{rules}: {seen} was not shown before ply {ply}");
            }
        }
    }
    assert!(automatic > 0, "no move was forced up to match {id}");
}

/// Ann loses a rated match against Bob.
async fn lose_rated(desk: &TestHost) {
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.resign(asker(ANN), MatchChoice::Number(id)).await.unwrap();
}

/// Who stands on a leaderboard, the best first.
async fn listed(desk: &TestHost, scope: Scope) -> Vec<UserId> {
    let page = desk.host.leaderboard("loa", scope, 0).await.unwrap();
    page.standings.into_iter().map(|it| it.user).collect()
}

#[tokio::test]
async fn whoever_leaves_the_global_lists_stays_in_those_of_the_server() {
    let desk = TestHost::open().await;
    lose_rated(&desk).await;
    let listed = async |scope| listed(&desk, scope).await;
    assert_eq!(listed(Scope::Global).await, [BOB, ANN]);
    desk.host.set_preference(BOB, Setting::Unlisted(true)).await.unwrap();
    assert_eq!(listed(Scope::Global).await, [ANN]);
    assert_eq!(listed(Scope::Server(GuildId(7))).await, [BOB, ANN]);
    desk.host.set_preference(BOB, Setting::Unlisted(false)).await.unwrap();
    assert_eq!(listed(Scope::Global).await, [BOB, ANN]);
}

#[tokio::test]
async fn settings_made_at_once_are_all_kept() {
    let desk = TestHost::open().await;
    let settings = [
        Setting::Theme("slate".into()),
        Setting::PlaysForced(true),
        Setting::Unlisted(true),
        Setting::DirectClosed(true),
    ];
    futures::future::join_all(settings.iter().map(|it| desk.host.set_preference(ANN, it.clone()))).await;
    let kept = desk.host.preferences(ANN).await.unwrap();
    assert_eq!(kept, settings.into_iter().fold(Preferences::default(), Preferences::with));
}

/// The file of what is kept, as a person has got it.
async fn kept(person: &Person, message: &Message) -> Value {
    assert_eq!(message.attachments[0].filename, "parlor-data.json");
    serde_json::from_slice(&person.file(message).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_given_to_its_person_alone() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("").await;
    ann.say("!move d1-b3").await;
    bob.wait_for("the move", board_of("loa", 1, 1)).await;
    ann.slash("prepare", &[("lines", "h5-g4 b1-b4")]).await;
    ann.wait_for("what is prepared", |it| it.ephemeral && says("h5-g4")(it)).await;
    ann.say("!data").await;
    ann.wait_for("what there is", says("Say `data export`")).await;

    ann.slash("data", &[("what", "export")]).await;
    let answer = ann.wait_for("the file", |it| it.ephemeral && says("everything I keep about you")(it)).await;
    let data = kept(&ann, &answer).await;
    assert_eq!((data["name"].as_str(), data["id"].as_str()), (Some("Ann"), Some(ann.id.to_string().as_str())));
    let only = &data["matches"][0];
    assert_eq!(only["moves"], serde_json::json!(["d1-b3"]));
    assert_eq!(only["prepared"], serde_json::json!(["h5-g4 b1-b4"]));
    assert_eq!(only["seats"], serde_json::json!(["you", "another player"]), "nothing is told of others");

    // Asked for in public, it comes by a direct message.
    ann.say("!data export").await;
    ann.wait_for("that it was sent", says("I've sent it to you")).await;
    let direct = ann.dm();
    let sent = direct.wait_for("the direct message", says("everything I keep about you")).await;
    assert_eq!(kept(&direct, &sent).await["matches"].as_array().unwrap().len(), 1);
    stage.playground.deny_posting(direct.channel, true);
    ann.say("!data export").await;
    ann.wait_for("another way", says("Use `/data what:export` instead")).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_leaves_records_without_a_name() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("rated").await;
    for (person, text, ply) in [(&ann, "d1-b3", 1), (&bob, "h5-g4", 2), (&ann, "b1-b4", 3), (&bob, "g4-g1", 4)] {
        person.say(&format!("!move {text}")).await;
        person.wait_for(text, board_of("loa", 1, ply)).await;
    }
    ann.say("!challenge clobber").await;
    let open = bob.wait_for("the open challenge", says("Clobber")).await;
    ann.slash("away", &[("days", "3")]).await;
    ann.wait_for("that she is away", ephemeral("You're away until")).await;

    ann.say("!data delete").await;
    let question = ann.wait_for("the question", says("do you really want me to forget you?")).await;
    bob.press(&question, "Yes, Forget Me").await;
    bob.wait_for("that it is not his", ephemeral("That's for")).await;
    ann.slash("data", &[("what", "delete")]).await;
    let twice = ann.wait_for("the same question", |it| it.ephemeral && it.labels().contains(&"Yes, Forget Me")).await;
    ann.press(&question, "Yes, Forget Me").await;
    ann.wait_for("that it is done", |it| it.id == question.id && says("I've forgotten you")(it)).await;
    bob.wait_for("the end of the match", says("🏁")).await;
    bob.wait_for("that the challenge is gone", |it| it.id == open.id && it.labels().is_empty()).await;
    bob.say("!leaderboard loa").await;
    let board = bob.wait_for("the leaderboard", says("leaderboard of this server")).await;
    assert!(board.says("Former player") && board.says("Bob") && !board.says("Ann"), "{}", board.text());

    // Once more is no harm, and the next word begins anew.
    ann.press(&twice, "Yes, Forget Me").await;
    ann.wait_for("that it is done again", |it| it.id == twice.id && says("I've forgotten you")(it)).await;
    let last = bob.last_id().await;
    ann.say("!away").await;
    ann.wait_for("that nothing is left of it", |it| it.id > last && says("30 more days")(it)).await;
    bob.say("!leaderboard loa").await;
    let named = |it: &Message| it.id > last && says("leaderboard of this server")(it) && it.says("Ann");
    bob.wait_for("her name", named).await;
    stage.finish().await;
}

#[tokio::test]
async fn nothing_is_kept_of_somebody_unknown_and_little_of_a_former_player() {
    let desk = TestHost::open().await;
    assert_eq!(refusal(desk.host.personal_data(ANN).await).code, "nothing-is-kept");
    desk.host.forget(ANN).await.unwrap();
    desk.host.meet(ANN, "Ann").await.unwrap();
    let id = desk.begin(Some("3d")).await;
    desk.host.go_away(ANN, 3).await.unwrap();
    desk.host.set_preference(ANN, Setting::Unlisted(true)).await.unwrap();
    desk.host.forget(ANN).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED), "both had not moved twice");
    let left = desk.host.personal_data(ANN).await.unwrap();
    assert_eq!((left.name.as_str(), left.absences.len()), ("", 0));
    assert_eq!(left.preferences, Preferences::of_forgotten(desk.clock.now()));
    assert_eq!(left.matches.len(), 1, "the record stays");

    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.forget(ANN).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::Resigned }));
}

#[tokio::test]
async fn whoever_is_forgotten_is_put_on_no_global_list() {
    let desk = TestHost::open().await;
    desk.host.meet(ANN, "Ann").await.unwrap();
    lose_rated(&desk).await;
    let listed = async |scope| listed(&desk, scope).await;
    desk.host.set_preference(ANN, Setting::Unlisted(true)).await.unwrap();
    desk.host.forget(ANN).await.unwrap();
    assert_eq!(listed(Scope::Global).await, [BOB], "not as a former player either");
    assert_eq!(listed(Scope::Server(GuildId(7))).await, [BOB, ANN]);

    // Whoever comes back stays so, whatever else is chosen, and is told so by the settings.
    desk.host.meet(ANN, "Ann").await.unwrap();
    let chosen = desk.host.set_preference(ANN, Setting::Theme("slate".into())).await.unwrap();
    assert!(chosen.unlisted);
    assert_eq!(listed(Scope::Global).await, [BOB]);
    desk.host.set_preference(ANN, Setting::Unlisted(false)).await.unwrap();
    assert_eq!(listed(Scope::Global).await, [BOB, ANN]);
}
