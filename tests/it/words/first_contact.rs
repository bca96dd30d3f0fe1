//! First contact: people who know neither the games nor the commands are understood, or told what to do.

use games::GAMES;
use playground::{Trouble, ids};
use serde_json::{Value, json};

use crate::support::looking::{answer, board_of, says};
use crate::support::stage::{TestBot, quiet_move};
use crate::support::{Message, Person};

/// What the bot answers privately to a command.
async fn ephemeral_answer(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash(name, options).await;
    person.wait_for(name, |it| it.id > last && it.ephemeral && it.state == "sent").await
}

fn shows_all_games(message: &Message) {
    let text = message.text();
    for info in GAMES.iter().map(|it| it.info()) {
        assert!(text.contains(&format!("**{}** (`{}`)", info.name, info.key)), "{text}");
    }
    assert!(text.contains("!play loa") && text.contains("!challenge @friend loa"), "{text}");
    let picture = &message.attachments[0];
    assert_eq!(picture.filename, "games.png");
    let alt = picture.description.as_deref().unwrap_or_default();
    assert!(GAMES.iter().all(|it| alt.contains(it.info().name)), "{alt}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_names_no_game_is_shown_them_all() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    shows_all_games(&answer(&ann, "!rules").await);
    let list = answer(&ann, "!games").await;
    assert!(list.content.contains("You don't have any matches going"), "{}", list.content);
    shows_all_games(&list);
    for text in ["!play chess", "!challenge @Bob chess", "!leaderboard chess", "!rules chess"] {
        let list = answer(&ann, text).await;
        assert!(list.content.contains("I don't know a game called “chess”"), "{}", list.content);
        shows_all_games(&list);
    }
    shows_all_games(&ephemeral_answer(&ann, "rules", &[]).await);
    shows_all_games(&ephemeral_answer(&ann, "play", &[("game", "chess")]).await);
    shows_all_games(&answer(&ann.dm(), "rules").await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bare_play_begins_gently_and_then_where_one_left_off() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    let first = GAMES[0].info();

    // A newcomer can't lose anything. The board says so; nothing else is said beside it.
    ann.say("!play").await;
    let board = ann.wait_for("the board", |it| it.content.contains("#1") && !it.attachments.is_empty()).await;
    assert!(board.content.contains("(level 1)") && board.content.contains("casual"), "{}", board.content);
    bob.slash("play", &[]).await;
    bob.wait_for("his board", |it| it.content.contains("#2") && it.content.contains("(level 1)")).await;
    let is_alone = || async { bob.messages().await.iter().filter(|it| it.author.bot).count() == 2 };
    stage.until("there are two boards, and nothing else", is_alone).await;

    // The rules are a button away, for everybody who sees the board, and disturb nobody.
    for person in [&ann, &cid] {
        person.press(&board, "Rules").await;
        let rules = person.wait_for("the rules", |it| it.ephemeral && it.text().contains(first.name)).await;
        assert!(!rules.attachments.is_empty(), "with a picture");
    }

    // Whoever has a rating plays the last game again, for the rating.
    ann.say("!challenge @Bob clobber black rated").await;
    bob.wait_for("the challenge", |it| it.content.contains("challenges you")).await;
    bob.say("!accept").await;
    ann.wait_for("the match with Bob", board_of("clobber", 3, 0)).await;
    let mut position = games::open(&games::read_ruleset("clobber").unwrap(), None).unwrap();
    for ply in 0..4 {
        let mv = quiet_move(&*position, ply);
        let person = if ply % 2 == 0 { &ann } else { &bob };
        person.say(&format!("!move #3 {mv}")).await;
        position.play(mv).unwrap();
        ann.wait_for("the next board", board_of("clobber", 3, ply as u32 + 1)).await;
    }
    bob.give_up(3).await;
    ann.say("!play").await;
    let board = ann.wait_for("the fourth match", |it| it.content.contains("#4") && !it.attachments.is_empty()).await;
    assert!(board.content.contains("`clobber:standard` · rated"), "{}", board.content);
    let level = |it: &Message| (1..=10).find(|level| it.content.contains(&format!("(level {level})")));
    assert!(level(&board).is_some_and(|it| it > 1), "about as strong as a winner: {}", board.content);
    ann.slash("play", &[]).await;
    ann.wait_for("the fifth match", |it| it.content.contains("#5") && !it.attachments.is_empty()).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_read_as_people_say_them() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (number, (text, key, says)) in [
        ("!play a game of lines of action at level 2, please", "loa", "(level 2)"),
        ("!play knight lvl3 casual", "knightthrough", "(level 3)"),
        ("!play level:1 dom as vertical", "domineering", "(level 1)"),
        ("@Parlor play halma 1", "ugolki", "`ugolki:halma`"),
        ("!play @Parlor clobber level 1", "clobber", "(level 1)"),
    ]
    .into_iter()
    .enumerate()
    {
        ann.say(text).await;
        let id = format!("#{}", number + 1);
        let board = ann.wait_for(text, |it| it.content.contains(&id) && !it.attachments.is_empty()).await;
        assert!(board.attachments[0].filename.starts_with(&format!("{key}-")), "{text}: {}", board.content);
        assert!(board.content.contains(says), "{text}: {}", board.content);
    }
    for (text, says) in [
        ("!play lao", "Did you mean **Lines of Action**? Then write `loa`."),
        ("!play loa casaul", "I don't understand “casaul”. Did you mean `casual`?"),
        ("!play loa level", "Which level? Choose 1–10 or `auto`"),
        ("!play loa 3 level 5", "only be one level, but you named 3 and 5. The rest is clear: Lines of Action."),
        (
            "!play loa clobber 3",
            "only be one game, but you named Lines of Action and Clobber. The rest is clear: `level 3`.",
        ),
        (
            "!challenge @Bob @Cid loa white daily hints thread",
            "The rest is clear: Lines of Action, `white`, `daily`, `hints`, and `thread`.",
        ),
        ("!play loa thread no thread white", "The rest is clear: Lines of Action and `white`."),
        ("!play loa white black", "only be one side, but you named `white` and `black`."),
        ("!play loa rated casual", "either rated or casual, and you named both."),
        ("!challenge @Bob @Cid loa", "A match is for two, but you named "),
        ("!challenge @Ann", "You can't challenge yourself"),
        ("!challenge Bob loa", "I don't understand “Bob”. If that's a person, type @"),
        ("!challenge Bob", "I don't understand “Bob”. If that's a person, type @"),
        ("!rules lao", "Did you mean **Lines of Action**?"),
        ("!leaderboard lao", "Did you mean **Lines of Action**?"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.content.contains(says), "{text} is answered by: {}", told.content);
        assert!(told.pings.is_empty(), "{text} pings {:?}", told.pings);
    }
    for (options, says) in [
        (&[("game", "lao")][..], "Did you mean **Lines of Action**?"),
        (&[("game", "loa clobber")], "only be one game"),
        (&[("game", "loa"), ("rules", "clobber")], "I don't understand “clobber”. Lines of Action has the presets"),
        (&[("game", "loa"), ("side", "upper")], "isn't a side of Lines of Action. Choose black, white, or random."),
        (&[("game", "loa"), ("level", "strong")], "isn't a level. Choose 1 (the easiest)"),
    ] {
        let told = ephemeral_answer(&ann, "play", options).await;
        assert!(told.content.contains(says), "{options:?} is answered by: {}", told.content);
    }
    let list = answer(&ann, "!leaderboard lines of action global").await;
    assert!(list.text().contains("Lines of Action — leaderboard of all servers"), "{}", list.text());
    // Whoever names themselves beside another means the other.
    let offer = answer(&ann, "!challenge @Ann @Bob loa").await;
    assert!(offer.content.contains("challenges you to") && offer.pings == [ids::BOB.to_string()], "{}", offer.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_private_a_bare_word_is_enough() {
    let stage = TestBot::start_without_message_content().await;
    let (ann, bob) = (stage.person("Ann").dm(), stage.person("Bob"));
    ann.say("play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let told = answer(&ann, "b1 to b5").await;
    assert!(told.content.contains("b1–b5 is 4 squares"), "{}", told.content);
    ann.say("from b1 to h1").await;
    ann.wait_for("the move and its answer", board_of("loa", 1, 2)).await;
    for (text, says) in [
        ("help", "Every command works as"),
        ("/help", "Every command works as"),
        ("Help move", "Play a move"),
        ("!help", "Every command works as"),
        ("@Parlor help", "Every command works as"),
        ("b", "move 2"),
        ("games", "#1 Lines of Action"),
        ("legal", "legal move"),
        ("paly", "Did you mean `!play`?"),
        ("Hello!", "Hi! Start a match"),
        ("thanks a lot", "I don't have a command called “thanks”"),
        ("what games do you have?", "Did you mean `!games`?"),
        ("So, how do I *play*?", "Did you mean `!play`?"),
        ("legal moves", "legal move"),
        ("challenge Bob", "Only you and I can read this conversation"),
        ("play chess", "I don't know a game called “chess”"),
        ("challenge @Bob loa", "Only you and I can read this conversation"),
        ("challenge loa", "Only you and I can read this conversation"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
    }
    let question = answer(&ann, "resign").await;
    ann.press(&question, "Yes, Abort It").await;
    ann.wait_for("the end", |it| it.content.contains("🏁")).await;
    let told = answer(&ann, "b1 takes b3").await;
    assert!(told.content.contains("Match #1 is over"), "{}", told.content);
    ephemeral_answer(&ann, "challenge", &[("opponent", "Bob")]).await;

    // In a channel, bare words are for people.
    bob.say("play loa").await;
    bob.say("help").await;
    let told = answer(&bob, "@Parlor help").await;
    let before = bob.messages().await.into_iter().filter(|it| it.author.bot && it.id < told.id).count();
    assert_eq!(before, 0, "{}", bob.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistyped_command_is_answered_where_it_is_surely_ours() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (text, says) in [
        ("!paly loa", "I don't have a command called “paly”. Did you mean `!play`?"),
        ("!chalenge @Bob", "Did you mean `!challenge`?"),
        ("!game", "Did you mean `!games`?"),
        ("@Parlor bord", "Did you mean `!board`?"),
        ("@Parlor chalange", "Did you mean `!challenge`?"),
        ("!help chalange", "Did you mean `!challenge`?"),
        ("!help zzz", "There's no command called “zzz”"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.content.contains(says), "{text} is answered by: {}", told.content);
        assert!(told.pings.is_empty());
    }
    // Other bots have the same prefix, and people are fond of exclamation marks.
    let last = ann.last_id().await;
    for text in ["!skip", "!music play", "!clay", "!", "!!!", "!chalange", "!f3-d5", "!\u{202e}🙂"] {
        ann.say(text).await;
    }
    ann.say("!about").await;
    let told = ann.wait_for("the next answer", |it| it.id > last && it.author.bot).await;
    assert!(told.text().contains("Version"), "{}", told.text());
    stage.finish().await;
}

/// Forbids Bob to see a channel.
fn hide_from_bob(channel: &mut Value) {
    let overwrite = json!({"id": ids::BOB.to_string(), "type": 1, "allow": "0", "deny": "1024"});
    channel["permission_overwrites"] = json!([overwrite]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_made_where_it_can_be_seen() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    let hide_channel = || {
        let channel = format!("/channels/{}", ids::GAMES);
        stage.playground.spoil(move |method, path| match method == "GET" && path.ends_with(&channel) {
            true => Trouble::Changed(hide_from_bob),
            false => Trouble::None,
        });
    };
    hide_channel();
    let refused = answer(&ann, "!challenge @Bob loa").await;
    assert!(refused.content.contains("can't see this channel") && refused.pings.is_empty(), "{}", refused.content);
    let refused = ephemeral_answer(&ann, "challenge", &[("opponent", "Bob")]).await;
    assert!(refused.content.contains("Make it in a channel that both of you can see"), "{}", refused.content);
    assert!(answer(&ann, "!challenge @Cid loa").await.content.contains("challenges you to"));
    let refused = answer(&ann, "!challenge @Robo loa").await;
    assert!(refused.content.contains("is a bot and can't accept"), "the nearer reason: {}", refused.content);

    stage.playground.spoil_nothing();
    stage.playground.leave(ids::BOB);
    let refused = answer(&ann, "!challenge @Bob loa").await;
    assert!(refused.content.contains("isn't a member of this server"), "{}", refused.content);
    stage.playground.rejoin(ids::BOB);

    // What cannot be found out is no reason to refuse.
    stage.playground.spoil(|_, path| match path.ends_with(&format!("/members/{}", ids::BOB)) {
        true => Trouble::Failed(500),
        false => Trouble::None,
    });
    let offer = answer(&ann, "!challenge @Bob loa:mso limit=60").await;
    assert!(offer.content.contains("challenges you to"), "{}", offer.content);

    // The rules of what is offered, for everybody who sees the offer.
    for person in [&bob, &cid, &ann] {
        person.press(&offer, "Rules").await;
        let rules = person.wait_for("the rules", |it| it.ephemeral && it.text().contains("loa:mso limit=60")).await;
        assert!(rules.text().contains("after 60 moves"), "{}", rules.text());
    }
    bob.press(&offer, "Accept").await;
    bob.wait_for("the board", board_of("loa", 1, 0)).await;

    // A rematch is a challenge, too.
    ann.give_up(1).await;
    let ended = bob.wait_for("the end", says("🏁")).await;
    hide_channel();
    ann.press(&ended, "Rematch").await;
    let refused = ann.wait_for("the refusal", |it| it.ephemeral && it.content.contains("can't see this channel")).await;
    assert!(refused.pings.is_empty());
    stage.finish_allowing(&[404]).await;
}
