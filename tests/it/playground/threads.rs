//! The playground's threads, under a real client of Discord's API and at the gateway.

use std::time::Duration;

use playground::{Playground, Settings, ids};
use serde_json::{Value, json};
use serenity::all::{
    AutoArchiveDuration, Channel, ChannelId, ChannelType, CreateForumPost, CreateMessage, CreateThread, EditMessage,
    EditThread, GuildChannel, GuildId, Http, HttpBuilder, Message, MessageType, ReactionType,
};
use serenity::http::HttpError;

use crate::playground::gateway::Line;
use crate::support::{Person, openapi};

const GAMES: ChannelId = ChannelId::new(ids::GAMES);
const FORUM: ChannelId = ChannelId::new(ids::FORUM);

/// A playground, and a client of its REST.
async fn opened(settings: Settings) -> (Playground, Http) {
    let playground = Playground::start(settings).await.expect("the playground starts");
    let builder = HttpBuilder::new(playground.token()).proxy(playground.url());
    let http = builder.ratelimiter_disabled(true).application_id(ids::BOT.into()).build();
    (playground, http)
}

fn code<T>(answer: serenity::Result<T>) -> (u16, isize) {
    match answer.err().expect("refused") {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(r)) => (r.status_code.as_u16(), r.error.code),
        other => panic!("{other}"),
    }
}

fn public(name: &str) -> CreateThread<'_> {
    CreateThread::new(name).kind(ChannelType::PublicThread).auto_archive_duration(AutoArchiveDuration::OneDay)
}

async fn said(http: &Http, channel: ChannelId, text: &str) -> Message {
    channel.send_message(http, CreateMessage::new().content(text)).await.expect("said")
}

/// The next event of that name.
async fn heard(line: &mut Line, name: &str) -> Value {
    loop {
        let event = line.event().await;
        if event["t"] == name {
            return event["d"].clone();
        }
    }
}

async fn seen(http: &Http, thread: &GuildChannel) -> GuildChannel {
    match http.get_channel(thread.id).await.expect("a channel") {
        Channel::Guild(channel) => channel,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_begun_from_a_message_once() {
    let (playground, http) = opened(Settings::default()).await;
    let card = said(&http, GAMES, "a card").await;
    let thread = GAMES.create_thread_from_message(&http, card.id, CreateThread::new("LOA")).await.expect("a thread");
    assert_eq!(
        (thread.id.get(), thread.parent_id, thread.kind),
        (card.id.get(), Some(GAMES), ChannelType::PublicThread)
    );
    let metadata = thread.thread_metadata.expect("it is a thread");
    assert!(!metadata.archived && !metadata.locked);
    assert_eq!((thread.owner_id.map(|it| it.get()), thread.name.as_str()), (Some(ids::BOT), "LOA"));
    let again = GAMES.create_thread_from_message(&http, card.id, CreateThread::new("LOA")).await;
    assert_eq!(code(again), (400, 160_004));
    assert_eq!(playground.threads().len(), 1);

    // What is said in it stands there, below what it began with, and is seen by people.
    said(&http, thread.id, "hello").await;
    let all = thread.id.messages(&http, serenity::all::GetMessages::new()).await.expect("messages");
    let kinds: Vec<MessageType> = all.iter().rev().map(|it| it.kind).collect();
    assert_eq!(kinds, [MessageType::ThreadStarterMessage, MessageType::Regular]);
    let ann = Person::of(&playground, "Ann").in_channel(thread.id.get());
    ann.wait_for("it", |it| it.content == "hello").await;
    ann.say("hello yourself").await;

    // Members come, twice is once, and go.
    for _ in 0..2 {
        http.add_thread_channel_member(thread.id, ids::ANN.into()).await.expect("added");
    }
    http.add_thread_channel_member(thread.id, ids::BOB.into()).await.expect("added");
    http.remove_thread_channel_member(thread.id, ids::BOB.into()).await.expect("taken out");
    assert_eq!(playground.threads()[0].members, [ids::BOT, ids::ANN]);
    assert_eq!(code(http.add_thread_channel_member(thread.id, 5.into()).await), (404, 10013));
    let active = GuildId::new(ids::GUILD).get_active_threads(&http).await.expect("threads");
    let active: Vec<u64> = active.threads.iter().map(|it| it.id.get()).collect();
    assert_eq!(active, [ids::FORUM_POST, thread.id.get()]);
    openapi::assert_conforms(&playground.requests());
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_takes_nothing_until_somebody_writes() {
    let (playground, http) = opened(Settings::default()).await;
    let mut thread = GAMES.create_thread(&http, public("LOA")).await.expect("a thread");
    let message = said(&http, thread.id, "a board").await;
    thread.edit_thread(&http, EditThread::new().name("LOA · over").archived(true)).await.expect("archived");
    let now = seen(&http, &thread).await;
    assert!(now.name == "LOA · over" && now.thread_metadata.expect("a thread").archived);

    let edit = thread.id.edit_message(&http, message.id, EditMessage::new().content("later")).await;
    assert_eq!(code(edit), (400, 50083));
    let reaction = ReactionType::Unicode("👍".into());
    assert_eq!(code(http.create_reaction(thread.id, message.id, &reaction).await), (400, 50083));
    assert_eq!(code(http.add_thread_channel_member(thread.id, ids::ANN.into()).await), (400, 50083));
    assert_eq!(code(thread.edit_thread(&http, EditThread::new().name("LOA")).await), (400, 50083));
    let ann = Person::of(&playground, "Ann").in_channel(thread.id.get());
    let path = format!("channels/{}/command", ann.channel);
    let (status, answer) = ann.call(&path, &json!({"name": "greet", "options": {}})).await;
    assert!(status == 400 && answer["error"].as_str().is_some_and(|it| it.contains("archived")), "{answer}");

    // Whoever writes takes it up again, but for one that is locked.
    ann.say("another one?").await;
    assert!(!playground.threads()[0].archived);
    thread.edit_thread(&http, EditThread::new().archived(true)).await.expect("archived again");
    said(&http, thread.id, "a board").await;
    assert!(!playground.threads()[0].archived);
    playground.lock(thread.id.get(), true);
    playground.archive(thread.id.get(), true);
    let refused = thread.id.send_message(&http, CreateMessage::new().content("a board")).await;
    assert_eq!(code(refused), (400, 50083));
    assert_eq!(code(thread.edit_thread(&http, EditThread::new().archived(false)).await), (403, 50013));
    let path = format!("channels/{}/messages", ann.channel);
    assert_eq!(ann.call(&path, &json!({"content": "hello?"})).await.0, 400);

    playground.delete_thread(thread.id.get());
    assert_eq!(code(http.get_channel(thread.id).await), (404, 10003));
    openapi::assert_conforms(&playground.requests());
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forum_has_posts() {
    let (playground, http) = opened(Settings::default()).await;
    let refused = FORUM.send_message(&http, CreateMessage::new().content("hello")).await;
    assert_eq!(code(refused), (400, 50024));
    let post = CreateForumPost::new("LOA · Ann – Bob", CreateMessage::new().content("a match"));
    let post = FORUM.create_forum_post(&http, post).await.expect("a post");
    assert_eq!((post.parent_id, post.kind), (Some(FORUM), ChannelType::PublicThread));
    let first = http.get_message(post.id, post.id.get().into()).await.expect("its first message has its id");
    assert_eq!(first.content, "a match");
    let ann = Person::of(&playground, "Ann");
    let (status, _) = ann.call(&format!("channels/{FORUM}/messages"), &json!({"content": "hello"})).await;
    assert_eq!(status, 400);
    openapi::assert_conforms(&playground.requests());
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_of_threads_are_discords() {
    let (playground, http) =
        opened(Settings { rename_window: Duration::from_millis(500), ..Settings::default() }).await;
    let mut thread = GAMES.create_thread(&http, public("1")).await.expect("a thread");
    // Threads are not begun in threads, nor in direct messages, nor from what is not there.
    let message = said(&http, thread.id, "a board").await;
    assert_eq!(code(thread.id.create_thread(&http, public("2")).await), (400, 50024));
    let within = thread.id.create_thread_from_message(&http, message.id, CreateThread::new("2")).await;
    assert_eq!(code(within), (400, 50024));
    assert_eq!(code(ChannelId::new(ids::ANN_DM).create_thread(&http, public("2")).await), (400, 50024));
    assert_eq!(code(GAMES.create_thread_from_message(&http, 5, CreateThread::new("2")).await), (404, 10008));
    // Without a type it would be a private one.
    let private: serenity::Result<GuildChannel> = http.create_thread(GAMES, &json!({"name": "2"}), None).await;
    assert_eq!(code(private), (403, 50013));
    for name in [String::new(), "x".repeat(101)] {
        assert_eq!(code(GAMES.create_thread(&http, public(&name)).await), (400, 50035));
    }
    playground.deny_threads(ids::GAMES, true);
    assert_eq!(code(GAMES.create_thread(&http, public("2")).await), (403, 50013));
    playground.deny_threads(ids::GAMES, false);
    playground.limit_threads(1);
    assert_eq!(code(GAMES.create_thread(&http, public("2")).await), (400, 160_006));
    // Where the bot may not post, it may not in the threads either.
    playground.deny_posting(ids::GAMES, true);
    assert_eq!(code(thread.id.send_message(&http, CreateMessage::new().content("x")).await), (403, 50013));

    // Two new names in a while, and no more; the same one is none.
    for name in ["2", "2", "3"] {
        thread.edit_thread(&http, EditThread::new().name(name)).await.expect("renamed");
    }
    assert_eq!(code(thread.edit_thread(&http, EditThread::new().name("4")).await).0, 429);
    tokio::time::sleep(Duration::from_millis(550)).await;
    thread.edit_thread(&http, EditThread::new().name("4")).await.expect("renamed after a while");
    let mut games = match http.get_channel(GAMES).await.expect("a channel") {
        Channel::Guild(channel) => channel,
        other => panic!("{other:?}"),
    };
    assert_eq!(code(games.edit(&http, serenity::all::EditChannel::new().name("mine")).await), (403, 50013));
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_tells_of_threads() {
    let (playground, http) = opened(Settings::default()).await;
    let old = GAMES.create_thread(&http, public("old")).await.expect("a thread");
    let (mut line, _) = Line::identified(&playground, json!([0, 1])).await;
    let guild = heard(&mut line, "GUILD_CREATE").await;
    assert_eq!(guild["threads"][1]["id"], old.id.to_string());
    let mut thread = GAMES.create_thread(&http, public("new")).await.expect("a thread");
    let begun = heard(&mut line, "THREAD_CREATE").await;
    let id = Value::from(thread.id.to_string());
    assert!(begun["id"] == id && begun["newly_created"] == true && begun["type"] == 11, "{begun}");
    http.add_thread_channel_member(thread.id, ids::ANN.into()).await.expect("added");
    let members = heard(&mut line, "THREAD_MEMBERS_UPDATE").await;
    assert_eq!(members["added_members"][0]["user_id"], ids::ANN.to_string());
    assert_eq!(members["member_count"], 2);
    thread.edit_thread(&http, EditThread::new().name("renamed")).await.expect("renamed");
    let note = heard(&mut line, "MESSAGE_CREATE").await;
    assert!(note["type"] == 1 || note["type"] == 18, "{note}");
    assert_eq!(heard(&mut line, "THREAD_UPDATE").await["name"], "renamed");
    playground.delete_thread(thread.id.get());
    assert_eq!(heard(&mut line, "THREAD_DELETE").await["id"], id);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_at_rest_is_archived() {
    let rest_minute = Duration::from_millis(5);
    let (playground, http) = opened(Settings { rest_minute, ..Settings::default() }).await;
    let card = said(&http, GAMES, "a card").await;
    let begun = CreateThread::new("LOA").auto_archive_duration(AutoArchiveDuration::OneHour);
    let thread = GAMES.create_thread_from_message(&http, card.id, begun).await.expect("a thread");
    assert!(!playground.threads()[0].archived);
    tokio::time::sleep(rest_minute * 60).await;
    assert!(playground.threads()[0].archived);
    said(&http, thread.id, "again").await;
    assert!(!playground.threads()[0].archived, "somebody has written");
    playground.stop();
}
