//! Care: blocks, limits, and what moderators do. Ann owns the server; Bob and Cid are members like any other.

use jiff::SignedDuration;
use play::ports::{AnnounceError, Clock as _, Unreachable};
use play::{ChannelId, ChannelRule, GuildId, MatchChoice, ServerSettings};
use playground::{Hidden, Trouble, ids};
use serde_json::{Value, json};
use sqlx::AnyPool;

use crate::support::desk::{ANN, BOB, TestHost, asker};
use crate::support::looking::{answer, board_of, says};
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;
use crate::support::{Message, Person, SHORTEST_MATCH};

/// What the bot answers privately to a command.
async fn ephemeral_answer(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash(name, options).await;
    person.wait_for(name, |it| it.id > last && it.ephemeral && it.state == "sent").await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_blocked_is_not_met() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    assert!(answer(&bob, "!block").await.says("Everybody here could read it"));
    assert!(answer(&bob, "!block Zoe").await.says("I don't know anybody called “Zoe”"));
    assert!(answer(&bob, "!block @Bob").await.says("You can't block yourself"));
    assert!(ephemeral_answer(&bob, "block", &[]).await.says("You haven't blocked anybody"));
    let offered = answer(&ann, "!challenge @Bob loa").await;
    for _ in 0..2 {
        assert!(ephemeral_answer(&bob, "block", &[("person", "Ann")]).await.says("can't challenge you anymore"));
    }
    assert!(ephemeral_answer(&bob, "block", &[]).await.says("You've blocked \u{2068}Ann\u{2069}"));

    // Neither by a new challenge, nor by an open one, nor by a former one; whoever is blocked learns no more than that.
    let refused = answer(&ann, "!challenge @Bob loa").await;
    assert!(refused.says("can't play each other right now") && refused.pings.is_empty(), "{}", refused.content);
    assert!(ephemeral_answer(&ann, "challenge", &[("opponent", "Bob")]).await.says("can't play each other right now"));
    let open = answer(&bob, "!challenge loa").await;
    ann.press(&open, "Accept").await;
    ann.wait_for("that she cannot", |it| it.ephemeral && it.says("can't play each other right now")).await;
    let last = bob.last_id().await;
    bob.press(&offered, "Accept").await;
    bob.wait_for("that he blocked her", |it| it.id > last && it.ephemeral && it.says("You've blocked")).await;
    assert!(answer(&bob, "!challenge @Ann loa").await.says("can't play each other right now"), "others read it");
    assert!(ephemeral_answer(&bob, "challenge", &[("opponent", "Ann")]).await.says("You've blocked"));
    let met = answer(&cid, "!challenge @Bob loa").await;
    assert!(met.says("challenges you to"), "others are not concerned: {}", met.content);

    assert!(answer(&bob, "!unblock @Ann").await.says("can challenge you again"));
    assert!(answer(&bob, "!unblock @Ann").await.says("You haven't blocked"));
    ann.press(&open, "Accept").await;
    ann.wait_for("the match", |it| it.id > open.id && !it.attachments.is_empty()).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_challenged_again_and_again() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for _ in 0..2 {
        let offer = answer(&ann, "!challenge @Bob loa").await;
        bob.press(&offer, "Decline").await;
        bob.wait_for("that it is declined", |it| it.id == offer.id && it.says("declined")).await;
    }
    assert!(answer(&ann, "!challenge @Bob loa").await.says("has declined 2 of your challenges in the last day"));
    for _ in 0..5 {
        answer(&ann, "!challenge @Cid loa").await;
        assert!(answer(&ann, "!withdraw").await.says("You withdrew"));
    }
    let refused = ephemeral_answer(&ann, "challenge", &[("opponent", "Cid")]).await;
    assert!(refused.says("5 times in the last day"), "{}", refused.content);
    assert!(answer(&ann, "!challenge loa").await.says("looking for an opponent"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_end_matches_and_nobody_else_does() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    bob.say("!challenge @Cid loa black").await;
    let offer = cid.wait_for("the challenge", says("challenges you to")).await;
    cid.press(&offer, "Accept").await;
    cid.wait_for("the board", says("it's your turn")).await;

    assert!(answer(&bob, "!parlor end #1").await.says("Only moderators can do that"));
    let (status, _) = cid.call(&format!("channels/{}/command", cid.channel), &json!({"name": "parlor channels"})).await;
    assert_eq!(status, 404, "Discord does not even offer it to them");
    assert!(answer(&ann, "!parlor end").await.says("Which match? Say its number, like `!parlor end #17`"));
    assert!(answer(&ann, "!parlor end #9").await.says("There's no match #9"));
    assert!(answer(&ann.dm(), "!parlor end #1").await.says("That's only for servers"));
    assert!(answer(&bob, "!parlor").await.says("For people who may manage messages here"));

    // Asked for in any channel of the server; the question is answered by moderators.
    let question = answer(&ann.in_channel(ids::LOUNGE), "!parlor end #1").await;
    assert!(question.says("Do you really want to end match #1 between"), "{}", question.content);
    let lounge = bob.in_channel(ids::LOUNGE);
    lounge.press(&question, "Yes, End It").await;
    lounge.wait_for("that he may not", |it| it.ephemeral && it.says("Only moderators can do that")).await;
    let private = ephemeral_answer(&ann, "parlor end", &[("match", "1")]).await;
    ann.press(&private, "Yes, End It").await;
    let end = bob.wait_for("the end", says("🏁 **Aborted**: ended by a moderator. Nobody won or lost.")).await;
    assert!(!end.content.contains('→'), "{}", end.content);
    let ann = ann.in_channel(ids::LOUNGE);
    ann.press(&question, "Yes, End It").await;
    ann.wait_for("that it is over", |it| it.ephemeral && it.says("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moderates_one_channel_has_no_say_in_others() {
    const TOO_FAR: &str = "That's about the whole server";
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("").await;
    let cid = stage.person("Cid");
    stage.playground.let_moderate(ids::LOUNGE, cid.id);
    let lounge = cid.in_channel(ids::LOUNGE);
    for text in ["!parlor end #1", "!parlor defaults game=clobber", "!parlor channel here only"] {
        assert!(answer(&lounge, text).await.says(TOO_FAR), "{text}");
    }
    assert!(ephemeral_answer(&lounge, "parlor end", &[("match", "1")]).await.says(TOO_FAR));
    let question = answer(&ann.in_channel(ids::LOUNGE), "!parlor end #1").await;
    assert!(question.says("You play in match #1 yourself"), "{}", question.content);
    assert!(answer(&lounge, "!parlor defaults").await.says("Defaults in this server"));
    assert!(answer(&lounge, "!parlor channel here off").await.says("Matches"));
    assert!(answer(&cid, "!parlor end #1").await.says("Only moderators can do that"));

    stage.playground.let_moderate(ids::GAMES, cid.id);
    let question = answer(&cid, "!parlor end #1").await;
    cid.press(&question, "Yes, End It").await;
    bob.wait_for("the end", says("🏁 **Aborted**: ended by a moderator")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_do_not_end_matches_that_they_play_themselves() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("").await;
    let told = answer(&ann, "!parlor end #1").await;
    assert!(told.says("You play in match #1 yourself, so another moderator has to end it"), "{}", told.content);
    ann.say("!move d1-b3").await;
    bob.wait_for("the board: it goes on", board_of("loa", 1, 1)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_read_is_told_and_can_be_ended() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    for id in [1, 2] {
        let last = cid.last_id().await;
        bob.say("!challenge @Cid loa black").await;
        let offer = cid.wait_for("the challenge", |it| it.id > last && says("challenges you to")(it)).await;
        cid.press(&offer, "Accept").await;
        cid.wait_for("the board", board_of("loa", id, 0)).await;
    }
    stage.change_rules().await;
    assert!(answer(&bob, "!move #1 b1-b3").await.says("Match #1 is set aside because this version of me can't read"));
    bob.slash("games", &[]).await;
    bob.wait_for("that it is set aside", |it| {
        it.ephemeral && it.says("**#1** is set aside because I can't read its record")
    })
    .await;
    let question = answer(&bob, "!resign #1").await;
    assert!(question.says("Do you want to end it? Nobody wins or loses."), "{}", question.content);
    cid.press(&question, "Yes, End It").await;
    cid.wait_for("that it is not for Cid", |it| it.ephemeral && it.says("This question is for")).await;
    bob.press(&question, "Yes, End It").await;
    bob.wait_for("the end", |it| it.content.contains(" #1 ") && it.says("🏁 **Aborted**")).await;

    let question = answer(&ann, "!parlor end #2").await;
    ann.press(&question, "Yes, End It").await;
    bob.wait_for("the end", |it| it.content.contains(" #2 ") && it.says("🏁 **Aborted**")).await;
    assert!(answer(&bob, "!games").await.says("You don't have any matches going"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_choose_channels_and_what_is_usual() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let lounge = bob.in_channel(ids::LOUNGE);
    assert!(answer(&bob, "!parlor channel here off").await.says("Only moderators can do that"));
    assert!(answer(&ann, "!parlor channel here maybe").await.says("I don't understand “here maybe”"));
    assert!(ephemeral_answer(&ann, "parlor channels", &[]).await.says("Matches are played everywhere."));
    let open = answer(&bob, "!challenge loa").await;
    bob.say("!play loa 1 first casual").await;
    bob.wait_for("a match", |it| it.content.contains(" #1 ") && !it.attachments.is_empty()).await;
    let told = answer(&ann, "!parlor channel here off").await;
    assert!(told.says(&format!("everywhere, but not in <#{}>", ids::GAMES)), "{}", told.content);
    for text in ["!play loa 1", "!challenge @Ann loa", "!challenge loa"] {
        assert!(answer(&bob, text).await.says("Matches aren't played in this channel"), "{text}");
    }
    assert!(ephemeral_answer(&bob, "play", &[]).await.says("Matches aren't played in this channel"));
    // What was begun goes on; nothing begins from what was offered before.
    let end = bob.give_up(1).await;
    for (person, message, label) in [(&bob, &end, "Rematch"), (&ann, &open, "Accept")] {
        let last = person.last_id().await;
        person.press(message, label).await;
        let refuses = |it: &Message| it.ephemeral && it.id > last && it.says("Matches aren't played in this channel");
        person.wait_for(label, refuses).await;
    }
    assert!(
        ephemeral_answer(&bob.dm(), "rematch", &[("match", "1")]).await.says("Matches aren't played in this channel")
    );
    assert!(answer(&ann, "!accept").await.says("Matches aren't played in this channel"));
    assert!(answer(&lounge, "!challenge @Ann loa").await.says("challenges you to"));
    let told = ephemeral_answer(&ann, "parlor channel", &[("here", "only")]).await;
    assert!(told.says(&format!("Matches are played only in <#{}>.", ids::GAMES)), "{}", told.content);
    let refused = answer(&lounge, "!play loa 1").await;
    assert!(refused.says(&format!("but they are in <#{}>", ids::GAMES)), "{}", refused.content);
    let in_private = |it: &Message| !it.attachments.is_empty();
    bob.dm().say("play loa 1").await;
    bob.dm().wait_for("a match in private", in_private).await;
    assert!(answer(&ann, "!parlor channel here everywhere").await.says("Matches are played everywhere."));

    // What is usual is what is meant where nothing is said.
    assert!(answer(&bob, "!parlor defaults game=clobber").await.says("Only moderators can do that"));
    for (text, says) in [
        ("!parlor defaults", "Defaults in this server: Lines of Action, no clock."),
        ("!parlor defaults game=chess", "I don't know a game called “chess”"),
        ("!parlor defaults clock=soon", "“soon” isn't a clock I know"),
        ("!parlor defaults language=de", "I don't understand “language=de”"),
        ("!parlor defaults color=red", "I don't understand “color=red”"),
        ("!parlor defaults game=clobber clock=3d+12h soft", "Clobber, with the clock 3 days + 12 hours a move, soft"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
    }
    let card = answer(&bob, "!challenge @Ann").await;
    assert!(card.says("**Clobber**") && card.says("⏳ 3 days + 12 hours a move, soft"), "{}", card.content);
    let card = answer(&bob, "!challenge @Ann loa no clock").await;
    assert!(card.says("**Lines of Action**") && !card.says("⏳"), "{}", card.content);
    let begun = answer(&bob, "!play").await;
    assert!(begun.says("is Clobber against level 1") || begun.says("**Clobber**"), "{}", begun.content);
    let told = ephemeral_answer(&ann, "parlor defaults", &[("game", "none"), ("clock", "none")]).await;
    assert!(told.says("Lines of Action, no clock"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test]
async fn what_several_moderators_choose_at_once_is_all_kept() {
    let desk = TestHost::open().await;
    let channels = [1, 2, 3, 4, 5].map(ChannelId);
    let changes = channels.map(|it| desk.host.change_server(GuildId(7), move |all| all.rule(it, ChannelRule::Off)));
    for changed in futures::future::join_all(changes).await {
        changed.unwrap();
    }
    let mut kept = desk.host.server(Some(GuildId(7))).await.unwrap().never_in;
    kept.sort_by_key(|it| it.0);
    assert_eq!(kept, channels);
}

/// Ann and Bob finish a match, in which Bob resigns.
async fn finish_a_match(desk: &TestHost) {
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4xg1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
}

/// A server's digest from a Monday at noon on: it comes on the next ones at nine.
async fn digests_come_weekly(mut desk: TestHost) {
    const DIGEST: &str = "weeklydigest";
    let guild = GuildId(7);
    let choose = async |desk: &TestHost, channel| {
        let now = desk.clock.now();
        let change = |it: &mut ServerSettings| {
            it.post_digest_in(channel, None, now);
            Ok(())
        };
        desk.host.change_server(guild, change).await.unwrap()
    };
    choose(&desk, Some(ChannelId(71))).await;
    finish_a_match(&desk).await;
    desk.wait(SignedDuration::from_hours(7 * 24 - 4));
    desk.look().await;
    assert_eq!(desk.count(DIGEST), 0, "it is eight o'clock");
    for _ in 0..3 {
        desk.wait(SignedDuration::from_hours(1));
        desk.look().await;
        assert_eq!(desk.count(DIGEST), 1, "once, whatever is changed after that");
        desk.host.change_server(guild, |it| it.rule(ChannelId(72), ChannelRule::Off)).await.unwrap();
    }
    desk.wait(SignedDuration::from_hours(7 * 24));
    desk.look().await;
    assert_eq!(desk.count(DIGEST), 1, "nothing was played in that week");
    let id = desk.begin(None).await;
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    desk.wait(SignedDuration::from_hours(7 * 24));
    desk.look().await;
    assert_eq!(desk.count(DIGEST), 1, "what was aborted is no match");

    // A bot that was down for weeks tells of the last of them.
    for _ in 0..3 {
        finish_a_match(&desk).await;
        desk.wait(SignedDuration::from_hours(7 * 24));
    }
    desk.restart().await;
    for _ in 0..2 {
        desk.look().await;
        assert_eq!(desk.count(DIGEST), 2);
        desk.wait(SignedDuration::from_hours(1));
    }

    // Where it may not be posted, it is tried again until it may, in the end once a day, or until somebody acts.
    finish_a_match(&desk).await;
    *desk.told.posts_nothing.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Refused("no".into())));
    desk.wait(SignedDuration::from_hours(7 * 24));
    desk.pass(48).await;
    assert_eq!(desk.count("no weeklydigest"), 6);
    desk.pass(24).await;
    assert_eq!(desk.count("no weeklydigest"), 7);
    *desk.told.posts_nothing.lock().unwrap() = None;
    desk.look().await;
    assert_eq!(desk.count(DIGEST), 2);
    desk.delivery.retry_in(71).await;
    desk.look().await;
    assert_eq!(desk.count(DIGEST), 3);

    // It ends with its channel, and when it is turned off.
    for is_gone in [true, false] {
        choose(&desk, Some(ChannelId(71))).await;
        finish_a_match(&desk).await;
        desk.wait(SignedDuration::from_hours(7 * 24));
        if is_gone {
            *desk.told.posts_nothing.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
        } else {
            choose(&desk, None).await;
        }
        desk.look().await;
        *desk.told.posts_nothing.lock().unwrap() = None;
        desk.pass(1).await;
        assert_eq!(desk.host.server(Some(guild)).await.unwrap().digest, None);
    }
    assert_eq!(desk.count(DIGEST), 3);
}

#[tokio::test]
async fn digests_come_weekly_with_sqlite() {
    digests_come_weekly(TestHost::open().await).await;
}

#[tokio::test]
async fn digests_come_weekly_with_postgres() {
    let postgres = Postgres::create().await;
    digests_come_weekly(TestHost::open_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}

/// Lets a week pass while the bot is not there.
async fn let_a_week_pass(url: &str) {
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(url).await.unwrap();
    const SQL: &str = "UPDATE matches SET updated_at = updated_at - 604800000 WHERE reason IS NOT NULL";
    sqlx::query(SQL).execute(&pool).await.unwrap();
    pool.close().await;
    let (db, guild) = (store::open(url).await.unwrap(), GuildId(ids::GUILD));
    let known = db.server(guild).await.unwrap();
    let mut next = known.clone();
    next.digest.as_mut().unwrap().week -= 1;
    db.set_server(guild, &known, &next).await.unwrap();
    db.close().await;
}

/// Moderators choose a channel, and what was played anywhere in the server stands there once, although the bot is killed
/// before it hears that.
async fn a_digest_stands_in_the_channel_that_was_chosen(mut stage: TestBot) {
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let lounge = format!("<#{}>", ids::LOUNGE);
    let there = format!("!parlor digest {lounge}");
    assert!(answer(&bob, "!parlor digest here").await.says("Only moderators can do that"));
    stage.playground.let_moderate(ids::GAMES, bob.id);
    assert!(answer(&bob, "!parlor digest here").await.says("That's about the whole server"));
    stage.playground.spoil(|method, path| {
        let mute = |channel: &mut Value| {
            let overwrite = json!({"id": ids::BOT.to_string(), "type": 1, "allow": "0", "deny": "2048"});
            channel["permission_overwrites"] = json!([overwrite]);
        };
        let is_lounge = method == "GET" && path.ends_with(&format!("channels/{}", ids::LOUNGE));
        if is_lounge { Trouble::Changed(mute) } else { Trouble::None }
    });
    for (text, says) in [
        ("!parlor digest", "There's no weekly digest in this server."),
        ("!parlor digest sometimes", "I don't understand “sometimes”"),
        ("!parlor digest friday", "Say where it belongs, too"),
        ("!parlor digest <#999>", "I can't find <#999> among this server's text channels"),
        (&there, "I don't have the permission for it: Send Messages"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
    }
    stage.playground.spoil_nothing();
    stage.playground.hide_channel(ids::LOUNGE, Some(Hidden::Forbidden));
    assert!(answer(&ann, &there).await.says("among this server's text channels"), "nor one that it can't see");
    stage.playground.hide_channel(ids::LOUNGE, None);
    let both = ephemeral_answer(&ann, "parlor digest", &[("channel", "lounge"), ("off", "true")]).await;
    assert!(both.says("not both"), "{}", both.content);
    let told = answer(&ann, "!parlor digest here").await;
    assert!(told.says(&format!("posted in <#{}>, next on <t:", ids::GAMES)), "{}", told.content);
    assert!(answer(&ann, "!parlor digest here monday friday").await.says("I don't understand “here monday friday”"));
    let told = ephemeral_answer(&ann, "parlor digest", &[("day", "sunday")]).await;
    assert!(told.says(&format!("posted in <#{}>, next on <t:", ids::GAMES)), "{}", told.content);
    assert!(answer(&ann, "!parlor digest here on monday").await.says("next on <t:"));
    let told = ephemeral_answer(&ann, "parlor digest", &[("channel", "lounge")]).await;
    assert!(told.says(&format!("posted in {lounge}")), "{}", told.content);

    ann.say("!challenge @Bob loa black").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for (ply, text) in SHORTEST_MATCH.iter().enumerate() {
        [&ann, &bob][ply % 2].say(&format!("!move {text}")).await;
        ann.wait_for("the board", board_of("loa", 1, ply + 1)).await;
    }
    stage.kill().await;
    let_a_week_pass(stage.database_url()).await;
    stage.playground.spoil(|method, path| {
        let forget = |answer: &mut Value| *answer = Value::Null;
        let is_digest = method == "POST" && path.ends_with(&format!("{}/messages", ids::LOUNGE));
        if is_digest { Trouble::Changed(forget) } else { Trouble::None }
    });
    stage.restart().await;
    let there = ann.in_channel(ids::LOUNGE);
    let posted = there.wait_for("the digest", says("📅 **The week until <t:")).await;
    stage.kill().await;
    stage.playground.spoil_nothing();
    stage.restart().await;
    let is_noted = || async { answer(&ann, "!parlor digest").await.says("next on") };
    stage.until("it is noted that it was posted", is_noted).await;
    let all = there.messages().await;
    assert_eq!(all.iter().filter(|it| says("The week until")(it)).count(), 1);
    let lines: Vec<&str> = posted.content.lines().skip(1).collect();
    assert_eq!((lines.len(), lines[0]), (2, "Lines of Action: 1"));
    let (link, won) = lines[1].split_once(") · ").unwrap();
    let games = format!("- [#1](https://discord.com/channels/{}/{}/", ids::GUILD, ids::GAMES);
    assert!(link.starts_with(&games), "it leads to the board: {link}");
    assert_eq!(won, "**Lines of Action** · \u{2068}Ann\u{2069} beat \u{2068}Bob\u{2069}");
    assert!(posted.says("1 match finished") && posted.pings.is_empty(), "{}", posted.content);
    assert!(answer(&ann, "!parlor digest off").await.says("There's no weekly digest"));
    stage.finish_allowing(&[403, 404]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_stands_in_the_channel_that_was_chosen_with_sqlite() {
    a_digest_stands_in_the_channel_that_was_chosen(TestBot::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_stands_in_the_channel_that_was_chosen_with_postgres() {
    let postgres = Postgres::create().await;
    a_digest_stands_in_the_channel_that_was_chosen(TestBot::start_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_left_alone_is_told() {
    let stage = TestBot::start().await;
    let (bob, cid) = (stage.person("Bob"), stage.person("Cid"));
    bob.say("!challenge @Cid loa white").await;
    let offer = cid.wait_for("the challenge", says("challenges you to")).await;
    cid.press(&offer, "Accept").await;
    cid.wait_for("the board", says("it's your turn")).await;
    stage.playground.leave(cid.id);
    stage.age_matches(11).await;
    let told = bob.wait_for("that Cid has left", says("has left this server, and it's their turn in #1")).await;
    assert_eq!(told.pings, [bob.id.to_string()]);
    bob.press(&told, "End the Match").await;
    bob.wait_for("that it is too early", |it| it.ephemeral && it.says("You can end the match without a result from"))
        .await;
    stage.age_matches(1).await;
    assert!(answer(&bob, "!challenge @Cid loa").await.says("isn't a member of this server"));
    let messages = bob.messages().await;
    assert_eq!(messages.iter().filter(|it| says("has left this server")(it)).count(), 1);
    assert!(!messages.iter().any(|it| says("⏰")(it)), "who is gone is not reminded");
    stage.finish_with_absentees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocking_and_being_away_have_buttons() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 0)).await;
    bob.press(&board, "⋯").await;
    let panel = bob.wait_for("the panel", |it| it.ephemeral && it.labels().contains(&"Block Opponent")).await;
    bob.press(&panel, "Block Opponent").await;
    let question = bob.wait_for("the question", |it| it.ephemeral && it.says("Do you really want to block")).await;
    assert!(!answer(&ann, "!challenge @Bob loa").await.says("can't play each other"), "he is only asked");
    bob.press(&question, "Yes, Block").await;
    let blocked =
        |it: &Message| it.id == question.id && it.says("can't challenge you anymore") && it.labels().is_empty();
    bob.wait_for("that she is blocked", blocked).await;
    assert!(answer(&ann, "!challenge @Bob loa").await.says("can't play each other right now"));

    bob.press(&panel, "Settings").await;
    let settings = bob.wait_for("the settings", |it| it.ephemeral && it.labels().contains(&"I'm Away…")).await;
    bob.press(&settings, "I'm Away…").await;
    let question = bob.wait_for("the question", |it| it.ephemeral && it.says("How long will it be?")).await;
    let (menu, days) = question.menus().remove(0);
    bob.choose(&question, &menu, &days[0]).await;
    bob.wait_for("that he is away", |it| it.id == question.id && it.says("You're away until")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_shows_the_time_of_both() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual clock=3d+12h").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 0)).await;
    assert!(board.says(&format!(":R> · <@{}> has 3 days left", bob.id)), "{}", board.content);
    ann.slash("games", &[]).await;
    let list = ann.wait_for("her matches", |it| it.ephemeral && it.says("Your matches")).await;
    assert!(list.says("⏳ time ends <t:"), "{}", list.text());
    stage.finish().await;
}
