//! Matches in threads of their own: from the card to the result, and whatever may come between.

use std::time::Duration;

use playground::{Recorded, ThreadSeen, Trouble, ids};

use crate::support::looking::{board_of, says};
use crate::support::stage::{TestBot, catch_up, quiet_move};
use crate::support::{Message, Person};

/// What the bot answers to a message.
async fn answer(person: &Person, text: &str) -> Message {
    let last = person.last_id().await;
    person.say(text).await;
    person.wait_for(text, |it| it.id > last && it.author.bot).await
}

/// The newest thread, once there are so many.
async fn thread(stage: &TestBot, count: usize) -> ThreadSeen {
    stage.until("the thread", || async { stage.playground.threads().len() >= count }).await;
    let mut threads = stage.playground.threads();
    assert_eq!(threads.len(), count);
    threads.pop().unwrap()
}

/// Waits until the thread is called so.
async fn called(stage: &TestBot, id: u64, name: &str) {
    let now = || stage.playground.threads().into_iter().find(|it| it.id == id).unwrap().name;
    stage.until(&format!("the title {name}, which is {}", now()), || async { now() == name }).await;
}

/// Waits until the thread is left to Discord, which archives it after an hour: until then its buttons work.
async fn left(stage: &TestBot, id: u64) {
    let is_so = || stage.playground.threads().iter().any(|it| it.id == id && it.auto_archive == 60 && !it.archived);
    stage.until("it is left", || async { is_so() }).await;
}

/// Ann and Bob play in a thread of a channel: they, there.
async fn begin(stage: &TestBot, words: &str) -> (Person, Person, ThreadSeen) {
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say(&format!("!challenge @Bob loa black casual {words}")).await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    let begun = thread(stage, 1).await;
    assert_eq!(begun.id.to_string(), card.id, "it hangs on the card");
    let (ann, bob) = (ann.in_channel(begun.id), bob.in_channel(begun.id));
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    assert_eq!(board.pings, [ann.id.to_string()]);
    // By now both are in it.
    (ann, bob, thread(stage, 1).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_in_a_thread_from_the_card_to_the_result() {
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    let channel = stage.person("Ann");
    assert_eq!(thread.parent, ids::GAMES);
    assert_eq!(thread.members, [ids::BOT, ids::ANN, ids::BOB]);
    assert_eq!(thread.name, "LOA · Ann – Bob");
    let place = format!("🧵 It's played in <#{}>.", thread.id);
    let card = channel.wait_for("where it is", says(&place)).await;
    assert!(card.says("· in a thread") && card.says("Accepted: match #1"), "{}", card.content);

    // The card in the channel names it, so there it's known; elsewhere nobody sees anything of it.
    let cid = stage.person("Cid");
    cid.slash("watch", &[("match", "1")]).await;
    cid.wait_for("that Cid watches", |it| it.ephemeral && it.says("You're watching match #1")).await;
    assert!(answer(&cid, "!unwatch #1").await.says("You aren't watching match #1 anymore"));
    assert!(answer(&cid, "!board").await.says("Nobody has played in this channel yet"));
    assert!(answer(&cid.in_channel(ids::LOUNGE), "!watch #1").await.says("There's no match #1"));
    let there = cid.in_channel(thread.id);
    assert!(answer(&there, "!watch").await.says("You're watching match #1"));
    // Whoever wants no pings is only in the thread.
    assert!(answer(&there, "!watch softly").await.says("I don't understand “softly”"));
    assert!(answer(&there, "!watch #1 pings off").await.says("following match #1 without pings"));
    let told = answer(&there, "!unwatch").await;
    assert!(told.says(&format!("If you follow it in <#{}>, leave that thread", thread.id)), "{}", told.content);
    there.slash("watch", &[("pings", "false")]).await;
    there.wait_for("that Cid follows", |it| it.ephemeral && it.says("without pings")).await;
    assert!(stage.playground.threads()[0].members.contains(&ids::CID));

    let moves = [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4-g1")];
    for (ply, (player, text)) in moves.iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        player.wait_for(text, board_of("loa", 1, ply as u32 + 1)).await;
    }
    assert_eq!(stage.playground.threads()[0].name, "LOA · Ann – Bob", "it says nothing that each move would change");
    bob.give_up(1).await;
    left(&stage, thread.id).await;
    called(&stage, thread.id, "LOA · Ann – Bob · Ann won").await;
    assert!(!stage.playground.threads()[0].locked);
    let card = channel.wait_for("the end on the card", says("🏁")).await;
    assert!(card.says("wins") && card.says(&format!("<#{}>", thread.id)), "{}", card.content);
    let pictures = channel.messages().await.iter().filter(|it| !it.attachments.is_empty()).count();
    assert_eq!(pictures, 0, "no board stands in the channel:\n{}", channel.dump().await);

    // A rematch goes on in the same thread.
    channel.press(&card, "Rematch").await;
    let offer = bob.wait_for("the rematch", |it| it.labels().contains(&"Accept")).await;
    bob.press(&offer, "Accept").await;
    bob.wait_for("its board", board_of("loa", 2, 0)).await;
    assert_eq!(stage.playground.threads().len(), 1);
    called(&stage, thread.id, "LOA · Bob – Ann").await;
    // Discord does not take a third title so soon: it is set later, and the card does not wait.
    ann.give_up(2).await;
    channel.wait_for("the end of the rematch on the card", |it| it.id == card.id && it.says("#2: ")).await;
    const WAITING: &str = "SELECT COUNT(*) FROM matches WHERE id = 2 AND due_at > updated_at + 300000 AND failures = 0";
    stage.until("it is looked at again", || async { stage.count(WAITING).await == 1 }).await;
    stage.finish_allowing(&[429]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_against_the_bot_has_a_card_and_a_thread() {
    let stage = TestBot::start().await;
    let channel = stage.person("Ann");
    channel.slash("play", &[("game", "loa"), ("level", "1"), ("thread", "true"), ("side", "black")]).await;
    let thread = thread(&stage, 1).await;
    let card = channel.wait_for("where it is", says(&format!("🧵 It's played in <#{}>.", thread.id))).await;
    assert!(card.says("**Lines of Action** #1: ") && card.pings.is_empty(), "{}", card.content);
    assert_eq!((thread.name.as_str(), card.id), ("LOA · Ann – Parlor (level 1)", thread.id.to_string()));
    let ann = channel.in_channel(thread.id);
    let first = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // The note that the title has changed is no message that would push the board up.
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for version in [2, 4] {
        let chosen = quiet_move(&*position, 0);
        position.play(chosen).unwrap();
        ann.slash("move", &[("move", &chosen.to_string())]).await;
        let board = ann.wait_for("the round", board_of("loa", 1, version)).await;
        catch_up(&mut *position, &board);
        assert_eq!(board.id, first.id, "a round is no new message:\n{}", ann.dump().await);
    }
    ann.give_up(1).await;
    left(&stage, thread.id).await;
    called(&stage, thread.id, "LOA · Ann – Parlor (level 1) · Parlor (level 1) won").await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_want_threads() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    assert!(answer(&bob, "!parlor defaults threads=on").await.says("Only moderators can do that"));
    assert!(answer(&ann, "!parlor defaults threads=perhaps").await.says("I don't understand “threads=perhaps”"));
    assert!(answer(&ann, "!parlor defaults threads=on").await.says("and a thread for each match"));
    let card = answer(&ann, "!challenge @Bob loa").await;
    assert!(card.says("· in a thread"), "{}", card.content);
    for words in ["!challenge @Bob loa no thread", "!challenge @Bob clobber thread:off"] {
        let card = answer(&ann, words).await;
        assert!(!card.says("thread"), "{}", card.content);
    }
    assert!(
        answer(&ann, "!challenge @Bob loa thread no thread")
            .await
            .says("You said `thread` and `no thread`, and only one")
    );
    bob.say("!play loa 1 black").await;
    let begun = thread(&stage, 1).await;

    // In a thread there is what there is in its channel.
    let there = bob.in_channel(begun.id);
    there.wait_for("the board", board_of("loa", 1, 0)).await;
    assert!(answer(&ann, "!parlor channel here off").await.says("not in"));
    assert!(answer(&there, "!play loa 1").await.says("Matches aren't played in this channel"));
    there.slash("play", &[("game", "loa")]).await;
    there.wait_for("that none begins", |it| it.ephemeral && it.says("Matches aren't played in this channel")).await;
    assert!(answer(&ann, "!parlor channel here everywhere").await.says("everywhere"));

    ann.slash("parlor defaults", &[("threads", "false")]).await;
    ann.wait_for("what is usual", |it| it.ephemeral && it.says("no clock.")).await;
    bob.say("!play loa 1 black").await;
    bob.wait_for("a board in the channel", board_of("loa", 2, 0)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_can_be_no_thread_the_match_is_played_all_the_same() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    stage.playground.deny_threads(ids::GAMES, true);
    ann.say("!challenge @Bob loa thread black").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    let board = ann.wait_for("the board in the channel", board_of("loa", 1, 0)).await;
    assert!(board.says("I'm not allowed to start threads here, so you play in the channel."), "{}", board.content);
    ann.wait_for("that it is accepted", |it| it.id == card.id && it.says("Accepted: match #1")).await;
    ann.say("!move d1-b3").await;
    let board = bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    assert!(!board.says("thread"), "it is told once: {}", board.content);

    stage.playground.deny_threads(ids::GAMES, false);
    stage.playground.limit_threads(0);
    ann.say("!play loa 1 thread black").await;
    let board = ann.wait_for("the board in the channel", board_of("loa", 2, 0)).await;
    assert!(board.says("This server has no room for another thread"), "{}", board.content);
    let cards = ann.messages().await.into_iter().filter(says("**Lines of Action** #2: ")).count();
    assert_eq!(cards, 0, "a card without a thread would only puzzle");
    ann.dm().say("play loa 1 thread black").await;
    let board = ann.dm().wait_for("the board", board_of("loa", 3, 0)).await;
    assert!(board.says("There are no threads here"), "{}", board.content);

    // In a thread there is none, and nobody is told so.
    stage.playground.limit_threads(9);
    ann.in_channel(ids::LOUNGE).say("!play loa 1 thread black").await;
    let lounge = thread(&stage, 1).await;
    let bob = bob.in_channel(lounge.id);
    bob.say("!play loa 1 thread black").await;
    let board = bob.wait_for("the board", board_of("loa", 5, 0)).await;
    assert!(!board.says("🧵"), "{}", board.content);
    assert_eq!(stage.playground.threads().len(), 1);
    stage.finish_allowing(&[400, 403]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_forum_a_match_has_a_post() {
    let stage = TestBot::start().await;
    let first = ids::FORUM_POST;
    let (ann, bob) = (stage.person("Ann").in_channel(first), stage.person("Bob").in_channel(first));
    ann.say("!challenge @Bob loa black").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    assert!(card.says("· in a thread"), "{}", card.content);
    bob.press(&card, "Accept").await;
    let post = thread(&stage, 1).await;
    assert_eq!((post.parent, post.name.as_str()), (ids::FORUM, "LOA · Ann – Bob"));
    let members = || stage.playground.threads()[0].members.clone();
    stage.until("both are in it", || async { members() == [ids::BOT, ids::ANN, ids::BOB] }).await;
    let there = ann.in_channel(post.id);
    there.wait_for("its first message", |it| it.id == post.id.to_string() && it.says("#1: ")).await;
    there.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.wait_for("where it is", says(&format!("<#{}>", post.id))).await;
    there.give_up(1).await;
    left(&stage, post.id).await;
    called(&stage, post.id, "LOA · Ann – Bob · aborted").await;

    // The same by a slash command, against the bot.
    bob.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    let second = thread(&stage, 2).await;
    assert_eq!(second.parent, ids::FORUM);
    bob.in_channel(second.id).wait_for("the board", board_of("loa", 2, 0)).await;

    let answer = bob.wait_for("where it is", says("Match #2 against level 1 has started")).await;
    assert!(answer.says(&format!("in a post of its own in <#{}>", ids::FORUM)), "{}", answer.content);

    // With the prefix nothing would be seen in this post if it were not said.
    ann.say("!play loa 1 black thread").await;
    let third = thread(&stage, 3).await;
    ann.in_channel(third.id).wait_for("the board", board_of("loa", 3, 0)).await;
    let answer = ann.wait_for("where it is", says("Match #3 against level 1 has started")).await;
    assert!(answer.says(&format!("in a post of its own in <#{}>", ids::FORUM)), "{}", answer.content);

    // Who wants no post plays where they are.
    bob.say("!play loa 1 black no thread").await;
    bob.wait_for("the board", board_of("loa", 4, 0)).await;
    assert_eq!(stage.playground.threads().len(), 3);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_makes_no_second_thread_and_loses_no_match() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    // The thread is there, and before anybody has noted that, the bot is gone: once with a challenge, once without one,
    // once in a forum.
    let stuck = |_: &str, path: &str| match path.contains("/thread-members/") {
        true => Trouble::Late(Duration::from_secs(60)),
        false => Trouble::None,
    };
    for count in 1..=3 {
        stage.playground.spoil(stuck);
        match count {
            1 => {
                ann.say("!challenge @Bob loa thread black").await;
                let card = bob.wait_for("the challenge", says("challenges you to")).await;
                bob.press(&card, "Accept").await;
            }
            2 => drop(ann.say("!play loa 1 thread black").await),
            _ => drop(ann.in_channel(ids::FORUM_POST).say("!play loa 1 black").await),
        }
        let thread = thread(&stage, count).await;
        stage.kill().await;
        stage.playground.spoil(|_, _| Trouble::None);
        stage.restart().await;
        let there = ann.in_channel(thread.id);
        let found = there.eventually(Duration::from_secs(30), board_of("loa", count as u32, 0)).await;
        assert!(found.is_some(), "no board:\n{}\n{}", there.dump().await, stage.log());
        assert_eq!(stage.playground.threads().len(), count);
        assert!(stage.playground.threads()[count - 1].members.contains(&ids::ANN));
    }
    stage.finish_allowing(&[400]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_somebody_archives_is_taken_up_again() {
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    let is_archived = || stage.playground.threads()[0].archived;
    stage.playground.archive(thread.id, true);
    ann.dm().slash("move", &[("move", "d1-b3"), ("match", "1")]).await;
    bob.wait_for("the board", board_of("loa", 1, 1)).await;
    assert!(!is_archived());
    stage.playground.archive(thread.id, true);
    bob.say("!move h5-g4").await;
    ann.wait_for("the board", board_of("loa", 1, 2)).await;
    assert!(!is_archived());

    // Against the bot the board changes in place, which an archived thread does not take either.
    let lounge = stage.person("Ann").in_channel(ids::LOUNGE);
    lounge.say("!play loa 1 thread black casual").await;
    let second = self::thread(&stage, 2).await;
    let there = lounge.in_channel(second.id);
    there.wait_for("the board", board_of("loa", 2, 0)).await;
    stage.playground.archive(second.id, true);
    ann.dm().slash("move", &[("move", "d1-b3"), ("match", "2")]).await;
    there.wait_for("the round", board_of("loa", 2, 2)).await;
    stage.finish_allowing(&[400]).await;
}

/// A moderator closes a thread: nobody else can take it up again.
fn lock_up(stage: &TestBot, thread: u64) {
    stage.playground.lock(thread, true);
    stage.playground.archive(thread, true);
}

/// Plays a move by a command in direct messages; what is answered there.
async fn play_in_private(person: &Person, id: &str, text: &str) -> String {
    let dm = person.dm();
    let last = dm.last_id().await;
    dm.slash("move", &[("move", text), ("match", id)]).await;
    dm.wait_for(text, |it| it.id > last && it.author.bot && !it.content.is_empty()).await.content
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_while_a_thread_is_locked_is_shown_once_it_is_open() {
    const FAILURES: &str = "SELECT failures FROM matches ORDER BY id DESC LIMIT 1";
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    let refused = async |times: i64| {
        stage.until("the board is refused", || async { stage.count(FAILURES).await >= times }).await;
    };
    lock_up(&stage, thread.id);
    assert_eq!(play_in_private(&ann, "1", "d1-b3").await, "You played **d1-b3** in match #1.");
    refused(1).await;
    bob.dm().say("!move #1 h5-g4").await;
    refused(2).await;
    let told: Vec<String> =
        bob.dm().messages().await.into_iter().filter(|it| it.author.bot).map(|it| it.content).collect();
    assert_eq!(told, ["You played **h5-g4** in match #1."], "nobody is asked to try again");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 2, "both moves are kept");
    assert!(stage.playground.threads()[0].archived);
    stage.playground.lock(thread.id, false);
    assert_eq!(play_in_private(&ann, "1", "b1-b4").await, "You played **b1-b4** in match #1.");
    bob.wait_for("the board with all moves", board_of("loa", 1, 3)).await;
    assert!(!stage.playground.threads()[0].archived);

    // Against the bot the board would change in place, for which the thread has to be taken up first.
    let lounge = stage.person("Ann").in_channel(ids::LOUNGE);
    lounge.say("!play loa 1 thread black casual").await;
    let second = self::thread(&stage, 2).await;
    let there = lounge.in_channel(second.id);
    there.wait_for("the board", board_of("loa", 2, 0)).await;
    lock_up(&stage, second.id);
    assert_eq!(play_in_private(&ann, "2", "d1-b3").await, "You played **d1-b3** in match #2.");
    refused(1).await;
    let path = format!("/channels/{}", second.id);
    let is_denied = |it: &Recorded| it.method == "PATCH" && it.path.ends_with(&path) && it.status == 403;
    assert!(stage.playground.requests().iter().any(is_denied), "only moderators can take it up again");
    stage.playground.lock(second.id, false);
    there.say("!board").await;
    there.wait_for("the round", board_of("loa", 2, 2)).await;
    stage.finish_allowing(&[400, 403]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_outlives_its_thread() {
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    ann.say("!move d1-b3").await;
    bob.wait_for("the board", board_of("loa", 1, 1)).await;
    // Another match is played there, too, and does not stand in its way.
    ann.say("!play breakthrough level 1 first casual").await;
    ann.wait_for("the other match", board_of("breakthrough", 2, 0)).await;
    stage.playground.delete_thread(thread.id);
    let channel = stage.person("Ann");
    let moved = channel.wait_for("the board in the channel", board_of("loa", 1, 1)).await;
    bob.dm().slash("move", &[("move", "h5-g4"), ("match", "1")]).await;
    let board = channel.wait_for("the board in the channel", board_of("loa", 1, 2)).await;
    assert_eq!(board.id, moved.id, "both are there, so it changes in place");
    channel.reply(&board, "b1-b4").await;
    channel.wait_for("the next board", board_of("loa", 1, 3)).await;
    channel.give_up(1).await;
    stage.finish_with_absentees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_match_whose_thread_is_gone_is_shown_in_the_channel() {
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    ann.say("!move d1-b3").await;
    bob.wait_for("the board", board_of("loa", 1, 1)).await;
    bob.say("!resign #1").await;
    let asks = |it: &Message| it.labels().iter().any(|it| it.starts_with("Yes, "));
    let question = bob.wait_for("the question", asks).await;
    let path = format!("/channels/{}/messages", thread.id);
    stage.playground.spoil(move |method, asked| match method == "POST" && asked.ends_with(&path) {
        true => Trouble::Failed(500),
        false => Trouble::None,
    });
    bob.press(&question, question.labels()[0]).await;
    let asked = || stage.playground.requests().iter().filter(|it| it.method == "POST" && it.status == 500).count();
    stage.until("the end could not be shown", || async { asked() > 0 }).await;
    stage.playground.delete_thread(thread.id);
    let channel = stage.person("Ann");
    channel.wait_for("the end in the channel", |it| it.id > thread.id.to_string() && it.says("🏁")).await;
    stage.finish_allowing(&[404, 500]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_does_not_wait_for_a_thread_that_never_comes() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    stage.playground.spoil(|_, path| if path.ends_with("/threads") { Trouble::Failed(500) } else { Trouble::None });
    ann.say("!challenge @Bob loa thread black").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    let board = ann.eventually(Duration::from_secs(40), board_of("loa", 1, 0)).await.expect("the match is not lost");
    assert!(board.says("Discord didn't let me start a thread here"), "{}", board.content);
    let accepted = |it: &Message| it.id == card.id && it.says("Accepted: match #1") && it.components.is_empty();
    ann.wait_for("that it is accepted", accepted).await;
    assert!(stage.playground.threads().is_empty());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_waits_for_a_title_and_nothing_fails_by_it() {
    let stage = TestBot::start().await;
    let (ann, bob, thread) = begin(&stage, "thread").await;
    let of_thread = format!("/channels/{}", thread.id);
    stage.playground.spoil(move |method, path| match method == "PATCH" && path.ends_with(&of_thread) {
        true => Trouble::TooSoon(Duration::from_secs(300)),
        false => Trouble::None,
    });
    let moves = [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4-g1")];
    for (ply, (player, text)) in moves.into_iter().enumerate() {
        player.say(&format!("!move {text}")).await;
        player.wait_for(text, board_of("loa", 1, ply as u32 + 1)).await;
    }
    bob.give_up(1).await;
    stage.person("Ann").wait_for("the end on the card", says("🏁")).await;
    const WAITING: &str = "SELECT COUNT(*) FROM matches WHERE due_at > updated_at AND failures = 0 AND lease_until = 0";
    stage.until("the title waits, and nothing else", || async { stage.count(WAITING).await == 1 }).await;
    assert_eq!(stage.playground.threads()[0].name, "LOA · Ann – Bob");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_that_has_to_wait_is_set_by_whoever_comes_next_and_is_true_then() {
    let mut stage = TestBot::start().await;
    let (ann, _, thread) = begin(&stage, "thread").await;
    let of_thread = format!("/channels/{}", thread.id);
    stage.playground.spoil(move |method, path| match method == "PATCH" && path.ends_with(&of_thread) {
        true => Trouble::TooSoon(Duration::from_secs(300)),
        false => Trouble::None,
    });
    ann.give_up(1).await;
    const WAITING: &str = "SELECT COUNT(*) FROM matches WHERE due_at > updated_at + 300000 AND lease_until = 0";
    stage.until("it is to be looked at again", || async { stage.count(WAITING).await == 1 }).await;
    stage.kill().await;
    stage.playground.spoil(|_, _| Trouble::None);
    stage.restart().await;
    stage.retry_now().await;
    called(&stage, thread.id, "LOA · Ann – Bob · aborted").await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_may_be_over_before_its_thread_is_there() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    stage.playground.spoil(|_, path| if path.ends_with("/threads") { Trouble::Failed(500) } else { Trouble::None });
    ann.say("!challenge @Bob loa thread black").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    stage.until("the match has begun", || async { stage.count("SELECT COUNT(*) FROM matches").await == 1 }).await;
    ann.give_up(1).await;
    stage.close_cards_now().await;
    let accepted = |it: &Message| it.id == card.id && it.says("Accepted: match #1") && it.components.is_empty();
    ann.wait_for("that it was accepted", accepted).await;
    stage.finish().await;
}
