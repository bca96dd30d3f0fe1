//! An answer always arrives: where the bot may not read, post, or see everything, people are still told what they asked
//! for, or what to do.

use playground::{Hidden, Playground, Settings, Tag, ids};
use serde_json::{Value, json};
use serenity::all::{Event, GatewayEvent};

use crate::playground::gateway::Line;
use crate::support::Person;
use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_read_back_answers_and_boards_come_all_the_same() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    stage.playground.deny_history(ids::GAMES, true);
    for (text, part) in [
        ("!games", "Lines of Action"),
        ("!legal b1", "`b1` →"),
        ("!leaderbord", "leaderboard"),
        ("@Parlor hello", "`/help`"),
        ("!move b1-b9", "b9"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(part) && told.reply_to.is_none(), "{text}: {}", told.text());
    }
    let shown = answer(&bob, "!board slate").await;
    assert!(board_of("loa", 1, 0)(&shown));
    // What was refused with a reference says nothing about boards.
    let moves = [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4")];
    for (ply, (player, text)) in moves.into_iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        player.wait_for(text, board_of("loa", 1, ply + 1)).await;
    }
    assert!(!stage.log().contains("isn't asked that in this channel"), "{}", stage.log());
    // A reminder replies to the board.
    stage.let_matches_rest().await;
    bob.wait_for("the reminder", says("⏰")).await;
    stage.playground.deny_history(ids::GAMES, false);
    assert!(answer(&ann, "!games").await.reply_to.is_some());
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_does_not_need_the_question() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    for text in ["!games", "!board slate", "@Parlor a1", "!leaderbord"] {
        answer(&bob, text).await;
    }
    stage.let_matches_rest().await;
    ann.wait_for("the reminder", says("⏰")).await;
    let requests = stage.playground.requests();
    let references: Vec<&Value> =
        requests.iter().map(|it| &it.body["message_reference"]).filter(|it| !it.is_null()).collect();
    assert!(references.len() >= 5, "{references:?}");
    assert!(references.iter().all(|it| it["fail_if_not_exists"] == false), "{references:?}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_private_thread_the_bot_says_how_to_let_it_in() {
    let stage = TestBot::start().await;
    let thread = stage.playground.open_private_thread(ids::GAMES, "just us", ids::ANN);
    let ann = stage.person("Ann").in_channel(thread);
    let commands: [(&str, &[(&str, &str)]); 2] =
        [("play", &[("game", "loa"), ("side", "black")]), ("challenge", &[("opponent", "Bob"), ("game", "loa")])];
    for (command, options) in commands {
        let last = ann.last_id().await;
        ann.slash(command, options).await;
        let told = ann.wait_for(command, |it| it.id > last && it.state == "sent" && it.ephemeral).await;
        assert!(told.says("I'm not in this private thread"), "{command}: {}", told.content);
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 0);
    ann.say("@Parlor come in").await;
    ann.slash("play", &[("game", "loa"), ("side", "black"), ("level", "1")]).await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_has_started_where_automod_blocks_the_board() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    stage.playground.moderate(ids::GAMES, true);
    ann.slash("play", &[("game", "loa"), ("side", "black"), ("level", "1")]).await;
    let told = ann.wait_for("what to do", |it| it.ephemeral && it.says("#1")).await;
    assert!(told.says("Discord doesn't let me post its board here") && !told.says("started"), "{}", told.content);
    ann.slash("challenge", &[("opponent", "Bob"), ("game", "loa")]).await;
    ann.wait_for("what to do", ephemeral("“Message was blocked by automatic moderation”")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 0);

    stage.playground.moderate(ids::GAMES, false);
    ann.slash("board", &[]).await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // The answer to a rematch that begins at once is as honest.
    ann.give_up(1).await;
    stage.playground.moderate(ids::GAMES, true);
    ann.slash("rematch", &[]).await;
    ann.wait_for("what to do", |it| it.ephemeral && it.says("Match #2 has begun, but Discord")).await;

    // And so is the answer to a button.
    stage.playground.moderate(ids::GAMES, false);
    ann.slash("board", &[]).await;
    ann.wait_for("the board", |it| it.says("**Lines of Action** #2") && !it.attachments.is_empty()).await;
    let end = ann.give_up(2).await;
    stage.playground.moderate(ids::GAMES, true);
    ann.press(&end, "Rematch").await;
    ann.wait_for("what to do", |it| it.ephemeral && it.says("Match #3 has begun, but Discord")).await;
    stage.finish_allowing(&[400]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_gets_a_tag_that_the_bot_may_give() {
    const NEWS: Tag = Tag { id: 71, name: "news", moderated: true };
    const GAMES: Tag = Tag { id: 72, name: "games", moderated: false };
    let stage = TestBot::start().await;
    let ann = stage.person("Ann").in_channel(ids::FORUM_POST);
    let terms = [("game", "loa"), ("side", "black"), ("level", "1")];
    stage.playground.require_tags(ids::FORUM, &[NEWS, GAMES]);
    ann.slash("play", &terms).await;
    let told = ann.wait_for("that it has started", ephemeral("Match #1 against level 1 has started")).await;
    assert!(told.says("in a post of its own"), "{}", told.content);
    let post = stage.playground.threads().pop().unwrap();
    ann.in_channel(post.id).wait_for("the board", board_of("loa", 1, 0)).await;

    // Where there's none, the match is played here, and nothing else is said.
    stage.playground.require_tags(ids::FORUM, &[NEWS]);
    ann.slash("play", &terms).await;
    let board = ann.wait_for("the board", board_of("loa", 2, 0)).await;
    assert!(board.says("Discord didn't let me start a thread here"), "{}", board.content);
    stage.finish_allowing(&[400]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_in_the_right_order() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    // Whose turn it is, and not whose piece: it's Bob's own.
    for (person, square) in [(&bob, "a2"), (&stage.person("Cid"), "h2")] {
        let told = answer(person, &format!("!legal {square}")).await;
        assert!(told.says("Black is to move, so the piece on") && !told.says("yours"), "{}", told.content);
    }
    let told = answer(&ann, "!legal a2").await;
    assert!(told.says("a2 is White's piece; you're Black."), "{}", told.content);
    let first = ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    ann.say("!move d1-b3").await;
    ann.wait_for("the move", board_of("loa", 1, 1)).await;
    let last = ann.last_id().await;
    ann.reply(&first, "b1-b4").await;
    ann.wait_for("that it's an old board", |it| it.id > last && it.says("out of date")).await;
    bob.give_up(1).await;
    // That it's over matters more than that the board was an old one.
    let last = ann.last_id().await;
    ann.reply(&first, "b1-b4").await;
    ann.wait_for("that it's over", |it| it.id > last && it.says("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_a_hidden_channel_waits() {
    for (hidden, name) in [
        (Hidden::Forbidden, "___hidden___"),
        (Hidden::Unknown, "___hidden___"),
        // By the flag alone: the name may change.
        (Hidden::Unknown, "hidden"),
    ] {
        let stage = TestBot::start().await;
        stage.playground.name_hidden(name);
        let (ann, bob) = stage.begin("casual").await;
        bob.say("!challenge @Ann clobber").await;
        ann.wait_for("the challenge", says("challenges you to **Clobber**")).await;
        stage.playground.hide_channel(ids::GAMES, Some(hidden));
        ann.dm().slash("move", &[("move", "d1-b3"), ("match", "1")]).await;
        ann.dm().wait_for("that it's played", says("You played **d1-b3**")).await;
        const WAITING: &str = "SELECT COUNT(*) FROM matches WHERE refusals > 0 AND due_at IS NOT NULL";
        stage.until("the board waits", || async { stage.count(WAITING).await == 1 }).await;
        assert_eq!(stage.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 1, "{hidden:?}");
        stage.playground.hide_channel(ids::GAMES, None);
        stage.retry_now().await;
        bob.wait_for("the board", board_of("loa", 1, 1)).await;
        stage.finish_allowing(&[403, 404]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_is_greeted_where_the_bot_may_write() {
    let stage = TestBot::start().await;
    // Of where people are welcomed, the bot knows next to nothing, not even that it may not write there.
    stage.playground.hide_channel(ids::LOUNGE, Some(Hidden::Forbidden));
    stage.playground.invite();
    stage.person("Ann").wait_for("the greeting", says("Hi, I'm Parlor")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_withheld_of_a_hidden_channel_the_server_is_heard_of() {
    let playground = Playground::start(Settings::default()).await.unwrap();
    playground.hide_channel(ids::LOUNGE, Some(Hidden::Forbidden));
    let fields = [
        "id",
        "type",
        "guild_id",
        "name",
        "position",
        "permission_overwrites",
        "nsfw",
        "topic",
        "parent_id",
        "last_message_id",
        "rate_limit_per_user",
        "flags",
        "available_tags",
    ];
    for (field, is_null) in fields.into_iter().flat_map(|it| [(it, true), (it, false)]) {
        playground.withhold(field, is_null);
        let (mut line, _) = Line::identified(&playground, json!([0, 1])).await;
        let said = line.event().await;
        let hidden = said["d"]["channels"].as_array().unwrap().iter().find(|it| it["flags"] == 1 << 17);
        assert!(field == "flags" || hidden.is_some_and(|it| it[field].is_null()), "{said}");
        let heard = serde_json::from_value::<GatewayEvent>(said).unwrap_or_else(|why| panic!("{field}: {why}"));
        let GatewayEvent::Dispatch(_, Event::GuildCreate(heard)) = heard else { panic!("{heard:?}") };
        assert!(heard.guild.channels.contains_key(&ids::GAMES.into()), "{field}");
    }
    // REST leaves them out.
    let url = format!("{}/api/v10/guilds/{}/channels", playground.url(), ids::GUILD);
    let asked = reqwest::Client::new().get(url).header("authorization", format!("Bot {}", playground.token()));
    let told: Vec<Value> = asked.send().await.unwrap().json().await.unwrap();
    let listed: Vec<&str> = told.iter().filter_map(|it| it["id"].as_str()).collect();
    assert!(listed.contains(&ids::GAMES.to_string().as_str()), "{listed:?}");
    assert!(!listed.contains(&ids::LOUNGE.to_string().as_str()), "{listed:?}");
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_a_thread_can_be_reviewed_and_repeated_there() {
    let rename_window = std::time::Duration::from_millis(100);
    let stage = TestBot::start_in(Settings { rename_window, ..Settings::default() }).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual thread").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    let thread: u64 = card.id.parse().unwrap();
    stage.until("the thread", || async { !stage.playground.threads().is_empty() }).await;
    let (ann, bob): (Person, Person) = (ann.in_channel(thread), bob.in_channel(thread));
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let seen = || stage.playground.threads().into_iter().find(|it| it.id == thread).unwrap();
    let is_called = async |name: &str, minutes: u16| {
        let is_so = || async { (seen().name.as_str(), seen().auto_archive) == (name, minutes) };
        stage.until(&format!("{name}, which is {:?}", seen()), is_so).await;
    };
    is_called("LOA · Ann – Bob", 10080).await;
    for (ply, (player, text)) in [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4-g1")].iter().enumerate()
    {
        player.say(&format!("!move {text}")).await;
        player.wait_for(text, board_of("loa", 1, ply + 1)).await;
    }
    let end = bob.give_up(1).await;
    is_called("LOA · Ann – Bob · Ann won", 60).await;
    assert!(!seen().archived);
    ann.press(&end, "Review").await;
    ann.wait_for("the review", ephemeral("Review of match #1")).await;
    ann.press(&end, "Rematch").await;
    let offer = bob.wait_for("the rematch", |it| it.id > end.id && it.labels().contains(&"Accept")).await;
    bob.press(&offer, "Accept").await;
    bob.wait_for("its board", board_of("loa", 2, 0)).await;
    is_called("LOA · Bob – Ann", 10080).await;
    ann.give_up(2).await;
    is_called("LOA · Bob – Ann · aborted", 60).await;
    stage.finish_allowing(&[429]).await;
}
