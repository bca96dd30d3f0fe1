//! What makes a rating mean something, keeps what is played in its place, and keeps one person from having it all: tried
//! by people who would like it otherwise.

use std::time::Duration;

use games::board::Side;
use games::{Outcome, Reason};
use play::ports::Scope;
use play::{Match, MatchChoice, MatchId, Rating, Seat, UserId};

use crate::support::desk::{ANN, PLACE, TestHost, asker};
use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::owed::owe_matches;
use crate::support::stage::TestBot;
use crate::support::{Message, Person, pieces, show, targets};
use playground::ids;

/// Ann and Bob begin a match that Ann begins.
async fn begin(stage: &TestBot, terms: &str) -> (Person, Person) {
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let last = ann.last_id().await;
    ann.say(&format!("!challenge @Bob {terms} first")).await;
    let offer = bob.wait_for("the challenge", |it| it.id > last && it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let theirs = |it: &Message| !it.attachments.is_empty() && it.content.contains(&bob.id.to_string());
    ann.wait_for("the first board", |it| it.id > offer.id && theirs(it)).await;
    (ann, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_aborted_until_both_have_moved_twice_and_lost_after_that() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa rated").await;
    for (ply, (player, text)) in [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4")].into_iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        ann.wait_for(text, board_of("loa", 1, ply as u32 + 1)).await;
    }
    let question = answer(&ann, "!abort").await;
    assert!(
        question.content.contains("#1 has only just begun; aborting it changes no rating."),
        "{}",
        question.content
    );
    ann.press(&question, "Yes, Abort It").await;
    let end = ann.wait_for("the end", says("🏁")).await;
    assert!(end.content.contains("**Aborted**: ended before both sides had moved twice"), "{}", end.content);
    assert!(!end.content.contains('→'), "no rating changes: {}", end.content);

    begin(&stage, "loa rated").await;
    let moves = [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4xg1")];
    for (ply, (player, text)) in moves.into_iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        ann.wait_for(text, board_of("loa", 2, ply as u32 + 1)).await;
    }
    let refused = answer(&ann, "!Abort #2").await;
    assert!(
        refused.content.contains("You've both moved twice in match #2, so it can't be aborted"),
        "{}",
        refused.content
    );
    assert!(refused.components.is_empty(), "nothing is asked: {}", show(&refused));
    bob.slash("abort", &[]).await;
    bob.wait_for("the same by a slash", ephemeral("so it can't be aborted")).await;
    let end = ann.give_up(2).await;
    assert!(end.content.contains("Black resigned") && end.content.contains("1500 → "), "{}", end.content);
    ann.say("!leaderboard").await;
    let list = ann.wait_for("the leaderboard", |it| it.author.bot && it.text().contains("leaderboard of")).await;
    assert!(list.text().contains("1–0–0"), "the aborted match is not in it: {}", list.text());
    stage.finish().await;
}

/// Gives somebody a rating in Lines of Action that is settled, and stays so without a match.
async fn settle(database_url: &str, user: u64, rating: f64) {
    const SQL: &str = "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility, rated_at) \
                       VALUES ($1, 'loa', 0, $2, 109, 0.06, 9000000000000)";
    let pool = sqlx::SqlitePool::connect(database_url).await.unwrap();
    sqlx::query(SQL).bind(user as i64).bind(rating).execute(&pool).await.unwrap();
    pool.close().await;
}

#[tokio::test]
async fn new_accounts_that_give_up_early_raise_no_settled_rating() {
    const OPENING: [&str; 4] = ["d1-b3", "h5-g4", "b1-b4", "g4-g1"];
    let desk = TestHost::open().await;
    desk.host.meet(ANN, "Ann").await.unwrap();
    settle(desk.database_url(), ANN.0, 1712.0).await;
    let rating = async |user| {
        let standings = desk.host.standings(user, Scope::Global).await.unwrap();
        standings.into_iter().find(|it| it.game == "loa").unwrap().rating
    };
    let settled = rating(ANN).await;
    for newcomer in (900..906).map(UserId) {
        desk.host.meet(newcomer, "Newcomer").await.unwrap();
        let id = desk.begin_with([Seat::User(ANN), Seat::User(newcomer)], "loa", None, PLACE).await;
        for (player, text) in [ANN, newcomer, ANN, newcomer].into_iter().zip(OPENING) {
            desk.play(player, id, text).await.unwrap();
        }
        desk.host.resign(asker(newcomer), MatchChoice::Number(id)).await.unwrap();
        assert_eq!(rating(ANN).await.rating, settled.rating);
        assert!(rating(newcomer).await.rating < 1500.0, "the newcomer's falls as always");
    }

    // Whatever else they lose by, and wherever both are new, counts as always.
    let begun = desk.store.find_match(MatchId(1)).await.unwrap().unwrap();
    let match_of = |plies: usize| Match { moves: vec!["pass".into(); plies], ..begun.clone() };
    let (new, at_the_tenth, before) = (Rating::default(), match_of(20), match_of(19));
    let won = |reason| Outcome { winner: Some(Side::First), reason };
    let gain =
        |current: &Match, ratings, end| current.rating_changes(ratings, end, 0)[0].0.after.rating - ratings[0].rating;
    for reason in [Reason::Resigned, Reason::OutOfTime] {
        assert_eq!(gain(&before, [settled, new], won(reason)), 0.0);
        assert!(gain(&at_the_tenth, [settled, new], won(reason)) > 5.0);
        assert!(gain(&before, [settled, settled], won(reason)) > 5.0);
        assert!(gain(&before, [new, new], won(reason)) > 100.0);
    }
    assert!(gain(&before, [settled, new], won(Reason::AllCaptured)) > 5.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_match_is_casual_unless_the_challenge_says_rated() {
    const CASUAL: &str = "· casual\n";
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (text, said) in [
        ("!challenge @Bob loa", CASUAL),
        ("!challenge @Bob loa rated", "· rated"),
        ("!challenge loa", CASUAL),
        ("!challenge loa rated", "· rated"),
    ] {
        let card = answer(&ann, text).await;
        assert!(card.says(said), "{text} is answered by: {}", card.content);
    }
    // They know each other by any game, whoever asks.
    stage.add_ended_match(&ann, &bob, "breakthrough", &[]).await;
    for (text, said) in
        [("!challenge @Ann loa", "· rated"), ("!challenge @Ann loa casual", CASUAL), ("!challenge loa", CASUAL)]
    {
        let card = answer(&bob, text).await;
        assert!(card.says(said), "{text} is answered by: {}", card.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_says_that_a_settled_rating_stands() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa rated").await;
    settle(stage.database_url(), ann.id, 1712.0).await;
    let moves = [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4xg1")];
    for (ply, (player, text)) in moves.into_iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        ann.wait_for(text, board_of("loa", 1, ply as u32 + 1)).await;
    }
    let end = bob.give_up(1).await;
    assert!(end.content.contains("stays at **1712**") && end.content.contains("before move 10"), "{}", end.content);
    assert!(end.content.contains(&format!("<@{}>: 1500 → ", bob.id)), "{}", end.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_presets_and_drawn_sides_are_rated_and_the_card_says_so() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob breakthrough 3x5").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    assert!(offer.content.contains("casual (only presets at their usual size are rated)"), "{}", offer.content);
    ann.say("!challenge loa mso white rated").await;
    let offer = bob.wait_for("the open challenge", says("looking for an opponent")).await;
    assert!(offer.content.contains("· rated"), "between people a side may be chosen: {}", offer.content);

    // Against the bot, its board says whether it's rated, and whoever didn't ask for that is told why, for them alone.
    for (id, options, says, why) in [
        (
            1,
            &[("game", "loa"), ("side", "white")][..],
            "casual",
            Some("It's casual: rated matches against me have their sides drawn at random."),
        ),
        (
            2,
            &[("game", "clobber"), ("rules", "2x2")],
            "casual",
            Some("It's casual: only presets at their usual size are rated."),
        ),
        (3, &[("game", "loa"), ("rated", "false")], "casual", None),
        (4, &[("game", "loa")], "rated", None),
    ] {
        let last = ann.last_id().await;
        ann.slash("play", options).await;
        let title = format!(" #{id} ");
        let board = ann.wait_for("the board", |it| it.says(&title) && !it.attachments.is_empty()).await;
        assert!(board.says(&format!("· {says}")), "{}", board.content);
        match why {
            Some(why) => drop(ann.wait_for(why, |it| it.id > last && it.ephemeral && it.content == why).await),
            None => {
                let is_promised = |it: &Message| it.ephemeral && it.id > last;
                let is_gone = || async { !ann.messages().await.iter().any(is_promised) };
                stage.until("nothing else is said", is_gone).await;
            }
        }
    }

    // Three plies on the smallest board win nothing.
    ann.say("!play clobber 2x2 1 first").await;
    let begun = board_of("clobber", 5, 0);
    let board = ann.wait_for("the board", begun).await;
    assert!(board.content.contains("casual"), "{}", board.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_in_a_place_stays_there() {
    let stage = TestBot::start().await;
    let (ann, _) = begin(&stage, "loa casual").await;
    let cid = stage.person("Cid");
    cid.say("!board #1").await;
    cid.wait_for("the board, in its own channel", board_of("loa", 1, 0)).await;

    let elsewhere = [cid.in_channel(ids::LOUNGE), cid.dm()];
    for place in &elsewhere {
        for command in ["board", "legal", "analyze", "move", "resign", "hint"] {
            let last = place.last_id().await;
            let rest = if command == "move" { " b1-b3" } else { "" };
            place.say(&format!("!{command} #1{rest}")).await;
            let answer = place.wait_for(command, |it| it.id > last && it.author.bot).await;
            assert!(answer.content.contains("There's no match #1"), "!{command}: {}", answer.content);
            assert!(answer.attachments.is_empty());
        }
        let offered = place.autocomplete("move", &[("match", "1"), ("move", "")], "move").await;
        assert!(offered.is_empty(), "{offered:?}");
    }
    for command in ["board", "legal", "analyze"] {
        elsewhere[0].slash(command, &[("match", "1")]).await;
    }
    let shown = elsewhere[0].eventually(std::time::Duration::from_secs(1), |it| !it.attachments.is_empty()).await;
    assert!(shown.is_none(), "no board is shown there");

    // Its players see it everywhere.
    ann.dm().say("!board #1").await;
    ann.dm().wait_for("the board, in private", board_of("loa", 1, 0)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_pressed_again_and_again_begins_one_match() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 first").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let end = ann.give_up(1).await;
    let presses: Vec<_> = (0..8)
        .map(|_| {
            let (ann, end) = (ann.clone(), end.clone());
            tokio::spawn(async move { ann.press(&end, "Rematch").await })
        })
        .collect();
    for press in presses {
        press.await.unwrap();
    }
    let all_told = || async { stage.said("The rematch has already started: match #2") == 7 };
    stage.until("seven presses are told so", all_told).await;
    ann.wait_for("the rematch", |it| it.id > end.id && it.content.contains("#2")).await;
    ann.say("!games").await;
    let list = ann.wait_for("the matches", |it| it.text().contains("Your matches")).await;
    assert!(list.text().contains("#2") && !list.text().contains("#3"), "{}", list.text());

    // Between people: both press at once, or one of them twice.
    let (ann, bob) = begin(&stage, "loa rated").await;
    let end = ann.give_up(3).await;
    let presses = [&ann, &bob, &ann, &bob].map(|it| {
        let (person, end) = (it.clone(), end.clone());
        tokio::spawn(async move { person.press(&end, "Rematch").await })
    });
    for press in presses {
        press.await.unwrap();
    }
    ann.wait_for("the rematch", board_of("loa", 4, 0)).await;
    ann.say("!games").await;
    let lists = |it: &Message| it.id > end.id && it.text().contains("Your matches");
    let list = ann.wait_for("the matches", lists).await;
    assert!(list.text().contains("#4") && !list.text().contains("#5"), "{}", list.text());
    let offers = ann.messages().await.iter().filter(|it| it.id > end.id && says("challenges you to")(it)).count();
    assert_eq!(offers, 1, "{}", ann.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_so_many_challenges_and_matches_and_no_more() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (word, most, answer) in [
        ("!challenge loa", 10, "You already have 10 open challenges"),
        ("!play loa 1 first", 20, "You already have 20 matches going against me"),
    ] {
        let asked: Vec<_> = (0..most + 5)
            .map(|_| {
                let ann = ann.clone();
                tokio::spawn(async move { ann.say(word).await })
            })
            .collect();
        for request in asked {
            request.await.unwrap();
        }
        stage.until("five are refused", || async { stage.said(answer) == 5 }).await;
    }
    let messages = ann.messages().await;
    assert_eq!(messages.iter().filter(|it| says("looking for an opponent")(it)).count(), 10);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_begins_more_matches_than_they_may_have() {
    let stage = TestBot::start_set("PARLOR_MATCHES_PER_PERSON", "2".to_owned()).await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    begin_matches(&ann, &bob, [1, 2]).await;
    let refused = answer(&ann, "!play loa 1").await;
    assert!(refused.content.contains("You already have 2 matches going"), "{}", refused.content);
    ann.say("!challenge @Cid loa").await;
    let invites_cid = |it: &Message| it.pings == [ids::CID.to_string()] && says("challenges you to")(it);
    let card = cid.wait_for("the challenge", invites_cid).await;
    cid.press(&card, "Accept").await;
    let refused = cid.wait_for("why not", ephemeral("already has 2 matches going")).await;
    assert!(refused.content.contains("\u{2068}Ann\u{2069}") && refused.pings.is_empty(), "{}", show(&refused));
    let card = ann.wait_for("the card", |it| it.id == card.id).await;
    assert!(card.labels().contains(&"Accept"), "it can be accepted later");
    let question = answer(&bob, "!abort #1").await;
    bob.press(&question, "Yes, Abort It").await;
    bob.wait_for("the end", says("🏁 **Aborted**")).await;
    cid.press(&card, "Accept").await;
    cid.wait_for("the match", board_of("loa", 3, 0)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_and_a_server_have_so_many_matches_and_no_more() {
    for (setting, told, is_elsewhere_free) in [
        ("PARLOR_MATCHES_PER_CHANNEL", "There are already 2 matches going in this channel", true),
        ("PARLOR_MATCHES_PER_SERVER", "There are already 2 matches going in this server", false),
    ] {
        let stage = TestBot::start_set(setting, "2".to_owned()).await;
        let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
        begin_matches(&ann, &bob, [1, 2]).await;
        let refused = answer(&cid, "!play loa 1").await;
        assert!(refused.content.contains(told), "{}", refused.content);
        let lounge = cid.in_channel(ids::LOUNGE);
        lounge.say("!play loa 1 first").await;
        if is_elsewhere_free {
            lounge.wait_for("a match in another channel", board_of("loa", 3, 0)).await;
        } else {
            lounge.wait_for("that the server is full", says(told)).await;
        }
        stage.finish().await;
    }
}

/// Two people begin these matches, one after the other.
async fn begin_matches(one: &Person, other: &Person, numbers: [u32; 2]) {
    for id in numbers {
        let last = one.last_id().await;
        one.say(&format!("!challenge @{} loa", other.name)).await;
        let card = other.wait_for("the challenge", |it| it.id > last && says("challenges you to")(it)).await;
        other.press(&card, "Accept").await;
        one.wait_for("the board", board_of("loa", id, 0)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_that_are_older_than_their_match_do_nothing() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa rated").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!challenge loa").await;
    let card = bob.wait_for("the card", says("Who's in?")).await;
    // As after a backup was restored a minute later: other rows have these numbers now.
    let pool = sqlx::SqlitePool::connect(&stage.database_url).await.unwrap();
    for sql in [
        "UPDATE matches SET origin = origin + 60000 * 4194304",
        "UPDATE challenges SET origin = origin + 60000 * 4194304",
    ] {
        let changed = sqlx::query(sql).execute(&pool).await.unwrap().rows_affected();
        assert_eq!(changed, if sql.contains("matches") { 1 } else { 2 });
    }
    ann.choose(&board, &pieces(1, 0), "b1").await;
    ann.wait_for("that it is old", ephemeral("from before my database was restored")).await;
    bob.press(&card, "Accept").await;
    bob.wait_for("that it is old, too", ephemeral("from before my database was restored")).await;
    let matches: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM matches").fetch_one(&pool).await.unwrap();
    assert_eq!(matches, 1, "nothing was begun");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_of_moves_that_a_restored_backup_does_not_have_do_nothing() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa casual").await;
    ann.say("!move d1-b3").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 1)).await;
    // As after the backup from before that move was restored, and another move was played a minute later.
    let pool = sqlx::SqlitePool::connect(&stage.database_url).await.unwrap();
    let later = "UPDATE moves SET text = 'd1-d3', origin = origin + 60000 * 4194304";
    assert_eq!(sqlx::query(later).execute(&pool).await.unwrap().rows_affected(), 1);
    bob.choose(&board, &pieces(1, 1), "h5").await;
    bob.wait_for("that it is old", ephemeral("from before my database was restored")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_of_another_database_do_nothing() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa rated").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!challenge loa").await;
    let card = bob.wait_for("the card", says("Who's in?")).await;
    // The same bot goes on with another database: other rows have these numbers there.
    stage.kill().await;
    let home = stage.database_url.clone();
    stage.database_url = home.replace("bot.db", "another.db");
    stage.restart().await;
    begin(&stage, "loa rated").await;
    ann.say("!challenge loa").await;
    bob.wait_for("another card", |it| it.id > card.id && says("Who's in?")(it)).await;
    ann.choose(&board, &pieces(1, 0), "b1").await;
    ann.wait_for("that it is another's", ephemeral("is from a different database")).await;
    bob.press(&card, "Accept").await;
    bob.wait_for("that it is another's, too", ephemeral("is from a different database")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 1, "nothing was begun");

    // Where they belong they go on working.
    stage.kill().await;
    stage.database_url = home;
    stage.restart().await;
    ann.choose(&board, &pieces(1, 0), "b1").await;
    ann.wait_for("where it may go", |it| it.ephemeral && it.has_control(&targets(1, 0, "b1"))).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_asked_for_takes_moves_and_promises_nothing_else() {
    let stage = TestBot::start().await;
    let (ann, bob) = begin(&stage, "loa rated").await;
    let first = ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    assert!(first.content.contains("reply with a move like `") && first.content.contains(", or choose below"));
    // The live board comes down; the former one is a line.
    let last = bob.last_id().await;
    bob.say("!board").await;
    let asked = ann.wait_for("the board", |it| it.id > last && board_of("loa", 1, 0)(it)).await;
    assert!(asked.content.contains(", or choose below") && !asked.components.is_empty(), "{}", asked.content);
    assert!(asked.pings.is_empty(), "nobody is pinged twice for one turn");
    let shrinks = |it: &Message| {
        it.id == first.id && it.content == "-# #1 · The board is further down." && it.components.is_empty()
    };
    let line = ann.wait_for("the former board as a line", shrinks).await;
    assert!(line.attachments.is_empty());
    // In another look it is only a picture.
    let last = bob.last_id().await;
    bob.say("!board slate").await;
    let slate = ann.wait_for("the board in slate", |it| it.id > last && board_of("loa", 1, 0)(it)).await;
    assert!(!slate.content.contains("choose below") && slate.components.is_empty(), "{}", slate.content);
    ann.reply(&slate, "b1-b3").await;
    ann.wait_for("the move", board_of("loa", 1, 1)).await;
    bob.reply(&slate, "a2-c2").await;
    bob.wait_for("that it is old", says("That board is out of date")).await;

    // What only one person sees cannot be replied to.
    bob.slash("board", &[("theme", "slate")]).await;
    let private = bob.wait_for("the private board", |it| it.ephemeral && !it.attachments.is_empty()).await;
    assert!(!private.content.contains("reply with"), "{}", private.content);

    // Where the bot takes its time, nobody is asked for a move.
    ann.say("!play loa 10 second casual").await;
    let board = ann.wait_for("the bot's board", |it| board_of("loa", 2, 0)(it) || board_of("loa", 2, 1)(it)).await;
    let is_asked = board.content.contains("reply with") || board.content.contains("choose below");
    assert_eq!(is_asked, board_of("loa", 2, 1)(&board), "{}", board.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_everybody_reads_names_no_other_place() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.dm().say("play loa 1 black casual").await;
    ann.dm().wait_for("the board in private", board_of("loa", 1, 0)).await;
    let list = answer(&ann, "!games").await;
    assert!(list.says("any matches going in this channel, but one elsewhere"), "{}", show(&list));
    assert!(list.embeds.is_empty() && !list.says("#1"), "{}", show(&list));

    // Of the channel and its threads, everything is listed; in a thread, what is played there.
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board in the channel", board_of("loa", 2, 0)).await;
    ann.say("!play loa 1 black casual thread").await;
    stage.until("the thread", || async { stage.playground.threads().len() == 1 }).await;
    let there = ann.in_channel(stage.playground.threads()[0].id);
    there.wait_for("the board in the thread", board_of("loa", 3, 0)).await;
    let list = answer(&ann, "!games").await;
    assert!(list.says("You have another match elsewhere"), "{}", show(&list));
    assert!(list.says("**#2 ") && list.says("**#3 ") && !list.says("#1"), "{}", show(&list));
    let list = answer(&there, "!games").await;
    assert!(list.says("You have 2 more matches elsewhere"), "{}", show(&list));
    assert!(list.says("**#3 ") && !list.says("#1") && !list.says("#2"), "{}", show(&list));

    // Where nobody else reads it, the list has all of them.
    ann.slash("games", &[]).await;
    let private = ann.wait_for("the private list", |it| it.ephemeral && it.says("Your matches")).await;
    for list in [private, answer(&ann.dm(), "games").await] {
        let is_whole = ["**#1 ", "**#2 ", "**#3 "].into_iter().all(|it| list.says(it));
        assert!(is_whole && !list.says("elsewhere"), "{}", show(&list));
    }
    stage.finish().await;
}

async fn ask_for_games(person: &Person, times: usize) {
    for _ in 0..times {
        person.say("!games").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_much_at_once_is_asked_to_wait() {
    // Four at once, and one more every five seconds.
    let stage = TestBot::start_set("PARLOR_COMMANDS_PER_MINUTE", "12".into()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    ask_for_games(&ann, 30).await;
    ann.say("That was fun.").await;
    let told = ann.wait_for("that it is too much", says("faster than I can keep up")).await;
    let wait = (2..=5).any(|it| told.says(&format!("Please try again in {it} seconds")));
    assert!(wait || told.says("Please try again in a second"), "{}", told.content);
    // By a control and a slash command, privately. Meanwhile some seconds may have passed.
    ask_for_games(&ann, 3).await;
    ann.press(&offer, "Withdraw").await;
    ann.wait_for("that it is too much", ephemeral("faster than I can keep up")).await;
    ask_for_games(&ann, 3).await;
    let last = ann.last_id().await;
    ann.slash("games", &[]).await;
    ann.wait_for("that it is too much", |it| it.id > last && ephemeral("faster than I can keep up")(it)).await;

    // Nobody else is kept waiting, and of the 36 lists few were answered.
    bob.press(&offer, "Accept").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let public: Vec<Message> = ann.messages().await.into_iter().filter(|it| it.author.bot && !it.ephemeral).collect();
    let told = stage.said("faster than I can keep up");
    let lists = public.iter().filter(|it| it.says("any matches going")).count();
    assert!((3..=10).contains(&told) && (3..15).contains(&lists), "told {told} times, answered {lists} times");
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(answer(&ann, "!rules loa").await.says("Lines of Action"), "after a moment she may ask again");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_of_two_words_counts_once() {
    let stage = TestBot::start_set("PARLOR_COMMANDS_PER_MINUTE", "1".into()).await;
    let ann = stage.person("Ann");
    ann.slash("parlor channels", &[]).await;
    let told = ann.wait_for("the answer", |it| it.author.bot && it.state == "sent").await;
    assert!(!told.says("faster than I can keep up"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_engine_owes_one_person_delays_another_by_one_think_at_most() {
    const THINKS: usize = 200;
    const SHOWN: &str = "SELECT COUNT(*) FROM matches WHERE shown_revision IS NOT NULL";
    const REPLIES: &str = "SELECT COUNT(*) FROM moves WHERE match_id > 1";
    let stage = TestBot::start_set("PARLOR_ENGINE_THREADS", "1".into()).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 3 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let channels: Vec<u64> = (0..40).map(|it| stage.playground.open_channel(&format!("games-{it}"))).collect();
    let seats = [Seat::Engine(10), Seat::User(UserId(ids::BOB))];
    owe_matches(&stage.database_url, seats, &channels, THINKS).await;
    stage.until("all boards are shown", || async { stage.count(SHOWN).await == THINKS as i64 + 1 }).await;

    let before = stage.count(REPLIES).await;
    ann.say("!move #1 b1-b3").await;
    let answer = ann.eventually(Duration::from_secs(60), board_of("loa", 1, 2)).await;
    let replies = stage.count(REPLIES).await - before;
    assert!(answer.is_some(), "{}", ann.dump().await);
    // Besides the one under way, one may have ended while her message was on its way.
    assert!(replies <= 2, "{replies} thinks came first");
    assert!(before + replies < THINKS as i64 / 2, "most of them still wait");
    stage.finish().await;
}
