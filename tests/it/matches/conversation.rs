//! The real bot in a real conversation: its own process, serenity over loopback HTTP and WebSocket, the playground's
//! Discord, and people who do right and wrong.

use discord::controls::BoardAction;
use std::time::Duration;

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::{TestBot, catch_up};
use crate::support::{Message, SHORTEST_MATCH, on_board, pieces, targets};
use games::Ruleset;
use playground::Trouble;
use render::{Look, Theme};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_match_from_challenge_to_leaderboard() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));

    // The challenge is for Bob, and pings him alone.
    ann.say("!challenge @Bob loa mso black rated").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    assert_eq!(offer.pings, [bob.id.to_string()]);
    let stakes = format!("rated (<@{}> +162 or −162, provisional; <@{}> +162 or −162,", ann.id, bob.id);
    assert!(offer.content.contains(&stakes), "{}", offer.content);
    assert!(offer.content.contains("`loa:mso`") && offer.content.contains("**Black**"), "{}", offer.content);
    cid.press(&offer, "Accept").await;
    cid.wait_for("that it is not Cid's", |it| it.ephemeral && it.content.contains("This challenge is for \u{2068}Bob"))
        .await;
    ann.press(&offer, "Accept").await;
    ann.wait_for("that it is her own", |it| it.ephemeral && it.content.contains("your own challenge")).await;
    bob.press(&offer, "Withdraw").await;
    bob.wait_for("that only Ann can", |it| it.ephemeral && it.content.contains("can withdraw it")).await;
    bob.press(&offer, "Accept").await;
    let first = ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    let closed = bob.wait_for("the closed challenge", says("Accepted: match #1")).await;
    assert_eq!((closed.id, closed.components.len()), (offer.id.clone(), 0), "the offer itself is changed");
    bob.press(&offer, "Accept").await;
    bob.wait_for("that it is too late", |it| it.ephemeral && it.content.contains("has been accepted: match #1")).await;

    const STAKES: &str = "rated (Black +162 or −162, provisional; White +162 or −162, provisional) ·";
    assert!(first.content.contains(STAKES) && !closed.content.contains("provisional"), "{}", first.content);

    // The board pings the player to move, and has words.
    assert_eq!(first.pings, [ann.id.to_string()]);
    let alt = first.attachments[0].description.clone().unwrap_or_default();
    assert!(alt.contains("Black") && alt.contains("White") && alt.contains("b1"), "{alt}");

    // Wrong player, stranger, illegal and unreadable moves.
    bob.say("!move h5-g4").await;
    bob.wait_for("that Ann is to move", says("It isn't your turn: \u{2068}Ann")).await;
    cid.say("!move d1-b3").await;
    cid.wait_for("that Cid does not play", says("You're not playing in match #1")).await;
    ann.say("!move b1-b4").await;
    const COUNT: &str =
        "b1–b4 is 3 squares, but there are 2 pieces on that file, so b1 must move exactly 2 along it: to b3.";
    let refused = ann.wait_for("the count", says(COUNT)).await;
    assert_eq!(refused.attachments[0].filename, "loa-1-refused.png");
    ann.slash("move", &[("move", "b1-b4")]).await;
    let refused = ann.wait_for("the count, for her alone", ephemeral(COUNT)).await;
    assert_eq!(refused.attachments[0].filename, "loa-1-refused.png");
    ann.say("!move over there").await;
    ann.wait_for("that it cannot be read", says("I can't read")).await;
    ann.say("!move b1").await;
    ann.wait_for("the question which", says("could mean `b1-b3`, `b1-d3`, or `b1-h1`")).await;

    // Every way to move: prefix, reply, slash, menus, mention.
    ann.say("!move D1 b3").await;
    let second = bob.wait_for("the board after one ply", board_of("loa", 1, 1)).await;
    assert_eq!(second.pings, [bob.id.to_string()]);
    stage
        .until("the former board loses its controls", || async {
            ann.message(&first.id).await.is_some_and(|it| it.components.is_empty())
        })
        .await;
    bob.reply(&first, "h5g4").await;
    bob.wait_for("that the board is old", says("That board is out of date: the match has moved on since. [Jump")).await;
    bob.reply(&second, "h5g4").await;
    ann.wait_for("the board after two plies", board_of("loa", 1, 2)).await;
    let offered = ann.autocomplete("move", &[("move", "b1")], "move").await;
    let offered: Vec<&str> = offered.iter().map(|it| it.value.as_str().unwrap()).collect();
    assert!(offered.contains(&"b1-b4") && offered.iter().all(|it| it.starts_with("b1-")), "{offered:?}");
    ann.slash("move", &[("move", "b1-b4")]).await;
    let fourth = bob.wait_for("the board after three plies", board_of("loa", 1, 3)).await;
    cid.choose(&fourth, &pieces(1, 3), "g4").await;
    cid.wait_for("that it is not Cid's match", |it| it.ephemeral && it.content.contains("not playing in match")).await;
    bob.choose(&fourth, &pieces(1, 3), "g4").await;
    let chosen = bob.wait_for("the second menu", |it| it.ephemeral && it.has_control(&targets(1, 3, "g4"))).await;
    let seen = ann.messages().await.into_iter().any(|it| it.has_control(&targets(1, 3, "g4")));
    assert!(!seen, "what Bob is thinking of is not shown to Ann");
    bob.choose(&fourth, &pieces(1, 3), "g4").await;
    let other = bob.wait_for("another", |it| it.id > chosen.id && it.has_control(&targets(1, 3, "g4"))).await;
    bob.choose(&chosen, &targets(1, 3, "g4"), "g1").await;
    let taken = ann.wait_for("the capture", board_of("loa", 1, 4)).await;
    assert!(taken.content.contains("**g4-g1** and took a piece"), "{}", taken.content);
    bob.choose(&other, &targets(1, 3, "g4"), "g1").await;
    bob.wait_for("that the menu is old", |it| it.ephemeral && it.content.contains("the match has moved on since"))
        .await;
    ann.say("@Parlor b4-e7").await;
    bob.wait_for("the board after five plies", board_of("loa", 1, 5)).await;

    // To the end.
    for (index, text) in SHORTEST_MATCH.iter().enumerate().skip(5) {
        let (player, other) = if index % 2 == 0 { (&ann, &bob) } else { (&bob, &ann) };
        player.say(&format!("!move {text}")).await;
        other.wait_for(text, board_of("loa", 1, index as u32 + 1)).await;
    }
    let end = ann.wait_for("the end", says("wins**")).await;
    assert!(end.content.contains("(Black) wins**: Black connected all their pieces"), "{}", end.content);
    assert!(end.content.contains("1500 → **1662** (+162)"), "{}", end.content);
    assert!(!end.content.contains("provisional"), "{}", end.content);
    assert_eq!(end.pings, [bob.id.to_string()], "whoever has not brought about the end is pinged");
    ann.say("!move e5-e6").await;
    ann.wait_for("that it is over", says("Match #1 is over")).await;

    // The leaderboard, the profile, and the rematch.
    ann.say("!leaderboard loa").await;
    let board = ann.wait_for("the leaderboard", |it| it.text().contains("leaderboard of this server")).await;
    let text = board.text();
    assert!(text.find("Ann").unwrap() < text.find("Bob").unwrap() && text.contains("1662?"), "{text}");
    assert!(text.find("Provisional").unwrap() < text.find("Ann").unwrap(), "{text}");
    ann.press(&board, "Bot Levels").await;
    ann.wait_for("the levels of the engine, which are rated, too", ephemeral("Level 1: **")).await;
    bob.slash("profile", &[]).await;
    bob.wait_for("the profile", |it| it.text().contains("0–0–1")).await;
    cid.press(&end, "Rematch").await;
    cid.wait_for("that Cid did not play", |it| it.ephemeral && it.content.contains("not playing in match")).await;
    ann.press(&end, "Rematch").await;
    let again = bob.wait_for("the new offer", |it| it.content.contains("challenges you") && it.id > end.id).await;
    assert!(again.content.contains("**White**"), "sides are changed: {}", again.content);
    bob.press(&end, "Rematch").await;
    bob.wait_for("the second match", board_of("loa", 2, 0)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_against_the_bot_goes_to_its_end() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black"), ("rules", "cs61b limit=20")]).await;
    let mut position = games::open(&games::read_ruleset("loa:cs61b limit=20").unwrap(), None).unwrap();
    let mut board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    while !board.content.contains("🏁") {
        let (ply, best) = (position.played().len() as u32, crate::support::stage::good_move(&*position));
        position.play(best).unwrap();
        ann.say(&format!("!move {best}")).await;
        let next = if position.outcome().is_some() { ply + 1 } else { ply + 2 };
        board = ann.wait_for("the board", board_of("loa", 1, next)).await;
        if position.outcome().is_none() {
            catch_up(&mut *position, &board);
        }
    }
    assert!(position.outcome().is_some(), "the bot says the end when the referee does");
    ann.say("!leaderboard").await;
    ann.wait_for("that it did not count", |it| it.text().contains("Nobody has finished a rated match lately")).await;
    ann.say("!games").await;
    ann.wait_for("no match is left", says("any matches going")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_loses_its_controls_although_that_failed_at_first() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let old = ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    stage.playground.spoil(|method, _| if method == "PATCH" { Trouble::Failed(503) } else { Trouble::None });
    ann.say("!move d1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    let log = "a match could not be shown";
    stage.until("the bot has tried", || async { stage.log().matches(log).count() >= 2 }).await;
    stage.playground.spoil_nothing();
    // Nobody does anything more in the match.
    let is_bare = |it: Option<Message>| it.is_some_and(|it| it.components.is_empty());
    stage.until("the old board is a line", || async { is_bare(ann.message(&old.id).await) }).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_is_never_said_to_have_failed() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    // As if it were too late for an answer: after other failures it would be given again.
    stage.playground.spoil(|_, path| if path.contains("/webhooks/") { Trouble::Failed(404) } else { Trouble::None });
    let told_in_vain = |count: usize| {
        let (stage, log) = (&stage, "what was done could not be told");
        stage.until("the answer that was lost", move || async move { stage.log().matches(log).count() >= count })
    };

    // A challenge, a move, a resignation: each is done, and one answer is lost. Where a board is the answer, it's the removal of
    // what was promised.
    ann.slash("challenge", &[("opponent", "Bob"), ("game", "loa"), ("rules", "mso"), ("side", "black")]).await;
    bob.wait_for("the challenge", says("challenges you to")).await;
    told_in_vain(1).await;
    bob.slash("accept", &[]).await;
    ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    ann.slash("move", &[("move", "d1-b3")]).await;
    bob.wait_for("the board after one ply", board_of("loa", 1, 1)).await;
    told_in_vain(2).await;
    bob.say("!resign").await;
    let question = bob.wait_for("the question", says("Do you want to abort it?")).await;
    bob.press(&question, "Yes, Abort It").await;
    ann.wait_for("the end", says("🏁 **Aborted**")).await;
    told_in_vain(3).await;
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    ann.wait_for("the match against the bot", board_of("loa", 2, 0)).await;
    ann.slash("move", &[("move", "d1-b3")]).await;
    ann.wait_for("the answer", board_of("loa", 2, 2)).await;
    told_in_vain(4).await;
    ann.slash("takeback", &[]).await;
    ann.wait_for("the board before", board_of("loa", 2, 3)).await;
    told_in_vain(5).await;
    let requests = stage.playground.requests();
    let failed: Vec<String> = requests.iter().filter(|it| it.spoiled).map(|it| it.body.to_string()).collect();
    assert!(failed.len() == 7 && failed.iter().all(|it| !it.contains("Something broke")), "{failed:#?}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_board_can_be_posted_no_match_begins() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    // Nobody may attach files to the channel.
    stage.playground.spoil(|method, path| match path.rsplit_once("/channels/") {
        Some((_, rest)) if method == "GET" && !rest.contains('/') => Trouble::Changed(|channel| {
            let everyone = channel["guild_id"].clone();
            let deny = (1_u64 << 15).to_string();
            channel["permission_overwrites"] =
                serde_json::json!([{"id": everyone, "type": 0, "allow": "0", "deny": deny}]);
        }),
        _ => Trouble::None,
    });
    for text in ["!play loa 1", "!challenge @Bob loa"] {
        let last = ann.last_id().await;
        ann.say(text).await;
        let refused = says("because I don't have the permission for it: Attach Files");
        ann.wait_for(text, |it| it.id > last && refused(it)).await;
    }
    ann.say("!board").await;
    ann.wait_for("that there is no match", says("Nobody has played in this channel yet")).await;
    ann.say("!withdraw").await;
    ann.wait_for("that there is no challenge", says("You don't have an open challenge")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_board_can_be_posted_anymore_no_challenge_is_accepted() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa casual black").await;
    let card = bob.wait_for("the challenge", says("challenges you")).await;
    stage.playground.deny_posting(playground::ids::GAMES, true);
    bob.press(&card, "Accept").await;
    bob.wait_for("why not", |it| it.ephemeral && it.says("because I don't have the permission for it")).await;
    stage.playground.deny_posting(playground::ids::GAMES, false);
    bob.press(&card, "Accept").await;
    bob.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_moves_are_listed_of_a_match_that_is_over() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("mso").await;
    ann.give_up(1).await;
    bob.slash("legal", &[("match", "1")]).await;
    bob.wait_for("that it is over", |it| it.ephemeral && it.content.contains("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_at_any_moment_loses_nothing_and_doubles_nothing() {
    let mut stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual cs61b limit=off").await;
    ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa:cs61b limit=off").unwrap(), None).unwrap();
    let mut ply = 0;
    for round in 0..6 {
        let mv = crate::support::stage::quiet_move(&*position, round);
        ann.say(&format!("!move {mv}")).await;
        // Each round a little later: before the commit, before the board, while the engine thinks, after its move.
        tokio::time::sleep(Duration::from_millis(4 * round * round)).await;
        stage.kill().await;
        stage.restart().await;
        let accepted = ann.eventually(Duration::from_secs(6), board_of("loa", 1, ply + 2)).await;
        if accepted.is_none() {
            // Killed before the move was accepted: nothing was said, and it can be said again.
            ann.say(&format!("!move {mv}")).await;
        }
        position.play(mv).unwrap();
        let board = ann.wait_for("the engine's move", board_of("loa", 1, ply + 2)).await;
        catch_up(&mut *position, &board);
        ply += 2;
        if position.outcome().is_some() {
            break;
        }
    }
    let has_controls = |it: &&Message| !it.components.is_empty();
    stage
        .until("one board has controls", || async { ann.messages().await.iter().filter(has_controls).count() == 1 })
        .await;
    let count = ann.messages().await.iter().filter(|it| !it.attachments.is_empty()).count();
    assert_eq!(count, 1, "the board is shown once, and every other one is a line");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_discord_delays_but_loses_nothing() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("mso").await;
    // Posting fails for a while; the move is accepted, and its board comes later.
    stage.playground.deny_posting(ann.channel, true);
    ann.slash("move", &[("move", "d1-b3")]).await;
    ann.wait_for("that the move is played", |it| it.ephemeral && it.content.contains("You played **d1-b3**")).await;
    stage.until("it could not be shown", || async { stage.log().contains("could not be shown") }).await;
    stage.playground.deny_posting(ann.channel, false);
    let is_shown = || async {
        // That it failed may be noted only after this.
        stage.retry_now().await;
        bob.messages().await.iter().any(|it| board_of("loa", 1, 1)(it))
    };
    stage.until("the board can be posted again", is_shown).await;

    stage.playground.drop_connections();
    tokio::time::sleep(Duration::from_millis(200)).await;
    bob.say("!move h5-g4").await;
    ann.wait_for("the board, after the connection was resumed", board_of("loa", 1, 2)).await;
    // The same events again change nothing and say nothing.
    let before = ann.messages().await.len();
    stage.playground.resend_last_events(5);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(ann.messages().await.len(), before);
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bad_input_has_its_own_answer() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (text, answer) in [
        ("!challenge @Zoe loa", "I don't know anybody called"),
        ("!challenge <@999999999999999999> loa", "I don't know anybody called"),
        ("!challenge @Ann loa", "You can't challenge yourself"),
        ("!challenge @Robo loa", "is a bot and can't accept"),
        ("!challenge @Parlor loa", "To play against me, use `/play`"),
        ("!challenge @Bob chess", "I don't know a game called “chess”. The games are: loa"),
        ("!play chess", "I don't know a game called “chess”. The games are: loa"),
        ("!play loa chess", "I don't understand “chess”"),
        ("!play loa 6x6 rated", "`loa:classic size=6x6` can't be rated"),
        ("!play loa limit=60 rated", "`loa:classic limit=60` can't be rated"),
        ("!play loa black rated", "Rated matches against me have their sides drawn at random"),
        ("!challenge @Bob clobber 2x2 rated", "`clobber:standard size=2x2` can't be rated"),
        ("!challenge @Bob loa limit=lots", "`limit` can't be “lots”. Use `off`, or 1–1000."),
        (
            "!play loa level=99",
            "“99” isn't a level. Choose 1 (the easiest) to 10 (the strongest), `easy` (1), `medium` (3)",
        ),
        ("!play @Bob loa", "`play` is against me"),
        ("!games please", "I don't understand “please” there"),
        ("!parlor dance", "I don't understand “dance” there"),
        ("!profile @Parlor", "That's me!"),
        ("!block @Parlor", "That's me, and I never challenge anybody"),
        ("!accept", "There's no open challenge for you"),
        ("!withdraw", "You don't have an open challenge or offer"),
        ("!move f3-d5", "You don't have a match in this channel"),
        ("!board", "Nobody has played in this channel yet"),
        ("!resign", "You don't have a match in this channel"),
        ("!board #99", "There's no match #99"),
        ("!board pink", "The themes of a board are `wood`, `slate`, `contrast`, `print`"),
        ("!legal zz", "“zz” isn't a square"),
        ("!leaderboard chess", "I don't know a game called “chess”"),
        ("!profile nobody", "I don't know anybody called “nobody”"),
        ("!help nonsense", "There's no command called “nonsense”"),
        ("@Parlor", "Hi! Start a match"),
        ("@Parlor dance", "I don't have a command called “dance”"),
    ] {
        let last = ann.last_id().await;
        ann.say(text).await;
        let reply = ann.wait_for(text, |it| it.id > last && it.author.bot).await;
        assert!(reply.content.contains(answer), "{text} is answered by: {}", reply.content);
        assert!(reply.pings.is_empty(), "{text} pings {:?}", reply.pings);
    }

    // With a slash, the same is said privately.
    ann.slash("challenge", &[("opponent", "Ann")]).await;
    ann.wait_for("a private refusal", |it| it.ephemeral && it.content.contains("can't challenge yourself")).await;
    ann.slash("move", &[("move", "f3-d5")]).await;
    ann.wait_for("a private refusal", |it| {
        it.ephemeral && it.content.contains("You don't have a match in this channel")
    })
    .await;
    assert!(bob.messages().await.iter().all(|it| !it.ephemeral), "Bob sees nothing of it");

    // Two matches in one channel.
    ann.say("!play loa 1 black").await;
    ann.wait_for("the first match", board_of("loa", 1, 0)).await;
    ann.say("!play loa 1 black").await;
    ann.wait_for("the second match", board_of("loa", 2, 0)).await;
    ann.say("!move b1-b3").await;
    ann.wait_for("the question which", says("In which of your matches do you want to play `b1-b3`?")).await;
    ann.say("!move #2 b1-b3").await;
    ann.wait_for("the move in the second", board_of("loa", 2, 2)).await;

    // Long, empty and unruly texts.
    ann.say(&format!("!move #1 {}", "x9".repeat(990))).await;
    let long =
        ann.wait_for("an answer to 2,000 characters", |it| it.author.bot && it.content.contains("I can't read")).await;
    assert!(long.content.chars().count() < 300);
    ann.say("!move #1").await;
    ann.wait_for("an answer to nothing", says("Which move?")).await;
    ann.say("!move #1 \u{202e}🙂 @everyone <@&1> **d1**").await;
    let unruly = ann.wait_for("an answer to unruly text", |it| it.author.bot && it.content.contains("🙂")).await;
    assert!(unruly.pings.is_empty() && !unruly.content.contains('\u{202e}'), "{}", unruly.content);

    // Resigning is asked first.
    ann.say("!resign #1").await;
    let question = ann.wait_for("the question", says("Do you want to abort it?")).await;
    bob.press(&question, "Yes, Abort It").await;
    bob.wait_for("that it is not Bob's", |it| it.ephemeral && it.content.contains("This question is for \u{2068}"))
        .await;
    ann.press(&question, "Yes, Abort It").await;
    ann.wait_for("the end", says("🏁 **Aborted**: ended before both sides had moved twice")).await;

    // A control of a match that has ended.
    ann.press(&question, "Yes, Abort It").await;
    ann.wait_for("that it is over", |it| it.ephemeral && it.content.contains("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_any_script_cannot_break_a_list() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    stage.add_rated_player("\u{202e}**שלום** 🙂 <@1> @everyone").await;
    ann.say("!leaderboard").await;
    let list = ann.wait_for("the leaderboard", |it| it.author.bot && it.text().contains("leaderboard")).await;
    let text = list.text();
    assert!(text.contains("שלום") && text.contains("🙂") && !text.contains('\u{202e}'), "{text}");
    assert!(text.contains(r"\*\*") && list.pings.is_empty(), "{text}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_expire_and_open_ones_are_for_anyone() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    ann.slash("challenge", &[("opponent", "Bob"), ("game", "loa")]).await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    stage.expire_challenges().await;
    bob.wait_for("that it has expired", |it| it.id == offer.id && it.content.contains("Nobody answered in time")).await;
    bob.press(&offer, "Accept").await;
    bob.wait_for("that it is too late", |it| it.ephemeral && it.content.contains("has expired")).await;

    ann.say("!challenge loa casual").await;
    let open = cid.wait_for("the open challenge", says("Who's in?")).await;
    assert!(open.pings.is_empty());
    cid.say("!accept").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;

    ann.say("!challenge @Bob loa").await;
    let offer = bob.wait_for("another", |it| it.id > open.id && it.content.contains("challenges you to")).await;
    bob.slash("decline", &[]).await;
    bob.wait_for("that it is declined", |it| it.id == offer.id && it.content.contains("declined")).await;
    ann.say("!challenge @Bob loa").await;
    let offer = bob.wait_for("a last one", |it| it.id > offer.id && it.content.contains("challenges you to")).await;
    ann.press(&offer, "Withdraw").await;
    bob.wait_for("that it is withdrawn", |it| it.id == offer.id && it.content.contains("withdrew this challenge"))
        .await;

    stage.add_unshown_challenge(&cid, &bob).await;
    let owed = bob.wait_for("one that was never shown", |it| it.id > offer.id && it.content.contains("you to")).await;
    assert_eq!(owed.pings, [bob.id.to_string()]);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_message_content_everything_but_the_prefix_works() {
    let stage = TestBot::start_without_message_content().await;
    let ann = stage.person("Ann");
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    let first = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!move b1-b3").await;
    ann.reply(&first, "b1-b3").await;
    ann.wait_for("the move by reply, and the engine's", board_of("loa", 1, 2)).await;
    ann.say("@Parlor legal").await;
    ann.wait_for("the legal moves by mention", says("legal moves")).await;
    let log = stage.log();
    assert_eq!(log.matches("does not give this bot the MESSAGE CONTENT intent").count(), 1, "{log}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_texts_are_there() {
    let stage = TestBot::start().await;
    let (ann, _bob) = stage.begin("mso").await;
    for (text, answer) in [
        ("!help", "`/learn` – Learn a game"),
        ("!help move", "f3-d5"),
        ("!about", "Lines of Action"),
        ("!rules loa mso", "If a move connects both sides, the game is a draw."),
        ("!rules loa limit=60", "a draw after 60 moves by each side"),
        ("!rules ugolki", "**Ugolki**: Get your pieces into the opposite corner"),
        ("!games", "**your turn**"),
    ] {
        let last = ann.last_id().await;
        ann.say(text).await;
        let reply = ann.wait_for(text, |it| it.id > last && it.author.bot).await;
        assert!(reply.text().contains(answer), "{text} is answered by: {}", reply.text());
    }
    ann.say("!legal b1").await;
    let legal = ann.wait_for("the moves of a piece", says("Black has 3 legal moves")).await;
    assert!(legal.content.contains("`b1` → b3, d3, h1") && legal.attachments.len() == 1, "{}", legal.content);
    let board = ann.wait_for("the board", |it| it.has_control(&on_board(1, 0, BoardAction::Legal))).await;
    ann.press(&board, "Legal Moves").await;
    ann.wait_for("all legal moves", |it| it.ephemeral && it.content.contains("Black has 36 legal moves")).await;
    let games = ann.autocomplete("play", &[("game", "li")], "game").await;
    assert_eq!(games.iter().map(|it| it.value.as_str().unwrap()).collect::<Vec<_>>(), ["loa"]);
    let moves = ann.autocomplete("move", &[("move", "")], "move").await;
    assert_eq!(moves.len(), 25, "36 moves are too many for Discord");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_the_board_in_the_look_and_from_the_side_they_like() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("mso").await;
    let cid = stage.person("Cid");
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut scene = games::open(&games::read_ruleset("loa:mso").unwrap(), None).unwrap().scene();
    let mut picture = |theme, flipped| {
        scene.flipped = flipped;
        render::png(&scene, &Look { theme, ..Look::default() }).unwrap()
    };

    // The button shows everybody the board as they like it; White, at the left and at the right, has no side to see it from.
    for person in [&ann, &bob, &cid] {
        person.press(&board, "My View").await;
        let view = person.wait_for("the view", |it| it.ephemeral && board_of("loa", 1, 0)(it)).await;
        assert!(person.file(&view).await == picture(Theme::Wood, false), "{}'s board", person.name);
        assert!(view.components.is_empty() && view.pings.is_empty());
    }
    let last = ann.last_id().await;
    ann.slash("board", &[("theme", "print"), ("flip", "true")]).await;
    let view = ann.wait_for("the board of the slash command", |it| it.id > last && board_of("loa", 1, 0)(it)).await;
    assert!(view.ephemeral && ann.file(&view).await == picture(Theme::Print, true));
    let last = cid.last_id().await;
    cid.say("!board flip slate #1").await;
    let view = cid.wait_for("the board of the prefix command", |it| it.id > last && board_of("loa", 1, 0)(it)).await;
    assert!(cid.file(&view).await == picture(Theme::Slate, true));

    // The view of a board that is no longer the last one.
    ann.say("!move d1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    bob.press(&board, "My View").await;
    bob.wait_for("that it is old", |it| it.ephemeral && it.content.contains("the match has moved on since")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_many_pieces_can_move_the_menus_begin_with_a_file() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (index, ruleset) in crowded().iter().enumerate() {
        let (id, key) = (index + 1, ruleset.info.key);
        let first = ruleset.info.sides[0].name;
        ann.say(&format!("!play {key} size={} side={first} 1", ruleset.size)).await;
        let is_board = |ply: u32| {
            let name = format!("{key}-{id}-{ply}.png");
            move |it: &Message| it.attachments.iter().any(|file| file.filename == name)
        };
        let mut board = ann.wait_for("the board", is_board(0)).await;
        // The second file is chosen after the first: the choice can be changed, and goes on from there.
        for (choice, menu) in [(0, 0), (1, 0), (0, 1), (0, 2)] {
            let Some((control, values)) = board.menus().into_iter().nth(menu) else { continue };
            ann.choose(&board, &control, &values[choice]).await;
            let before = board.menus();
            let goes_on =
                |it: &Message| (it.ephemeral && !it.menus().is_empty() && it.menus() != before) || is_board(2)(it);
            board = ann.wait_for("what follows the choice", goes_on).await;
        }
        ann.wait_for("the board after the round", is_board(2)).await;
    }
    stage.finish().await;
}

/// The games of the registry in which more pieces can move at first than a menu holds, on their largest boards.
fn crowded() -> Vec<Ruleset> {
    let of = |info| {
        let mut ruleset = Ruleset::default_of(info);
        ruleset.size = info.largest;
        ruleset
    };
    let pieces = |ruleset: &Ruleset| {
        let mut pieces: Vec<_> = games::open(ruleset, None).unwrap().legal().iter().map(|it| it.from).collect();
        pieces.dedup();
        pieces.len()
    };
    games::GAMES.iter().map(|it| of(it.info())).filter(|it| pieces(it) > 25).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_on_postgres_plays_and_survives_a_kill() {
    let base = std::env::var("PARLOR_TEST_POSTGRES")
        .expect("PARLOR_TEST_POSTGRES names no PostgreSQL server; `bash .ci/run` starts one and sets it");
    let name = format!("chat_{}", std::process::id());
    let admin = sqlx::PgPool::connect(&format!("{base}/postgres")).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();

    let mut stage = TestBot::start_on(format!("{base}/{name}")).await;
    let (ann, bob) = stage.begin("mso rated").await;
    ann.say("!move d1-b3").await;
    bob.wait_for("the board after one ply", board_of("loa", 1, 1)).await;
    stage.kill().await;
    stage.restart().await;
    bob.say("!move h5-g4").await;
    ann.wait_for("the board after two plies", board_of("loa", 1, 2)).await;
    ann.say("!move b1-b4").await;
    bob.wait_for("the board after three plies", board_of("loa", 1, 3)).await;
    bob.say("!move g4xg1").await;
    ann.wait_for("the board after four plies", board_of("loa", 1, 4)).await;
    let end = ann.give_up(1).await;
    assert!(end.content.contains("(White) wins**: Black resigned"), "{}", end.content);
    ann.say("!analyze").await;
    ann.wait_for("the review", says("Review of match #1")).await;
    ann.say("!leaderboard").await;
    let list = ann.wait_for("the leaderboard", |it| it.author.bot && it.text().contains("leaderboard of")).await;
    assert!(list.text().find("Bob").unwrap() < list.text().find("Ann").unwrap(), "{}", list.text());
    stage.finish().await;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_whose_other_words_are_not_understood() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    bob.say("!draw").await;
    ann.wait_for("the offer", says("offers a draw")).await;
    for text in
        ["!draw no", "!accept no", "!resign #99999999999999999999", "!takeback #1 no", "!accept @Bob", "!hint foo"]
    {
        let told = answer(&ann, text).await;
        assert!(told.says("I don't understand “") && told.says("explains the command"), "{text}: {}", told.content);
    }
    let told = answer(&ann, "!parlor end match 1").await;
    assert!(told.says("`!help parlor` explains"), "{}", told.content);
    ann.say("!draw ?").await;
    ann.wait_for("the end", says("🏁")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_is_spoken_to_as_people_are() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for text in ["@Parlor, rules loa", "@Parlor: rules loa", "@Parlor !rules loa"] {
        let told = answer(&ann, text).await;
        assert!(told.says("Lines of Action") && !told.says("I don't have a command"), "{text}: {}", told.content);
    }
    stage.finish().await;
}
