//! The playground under a real client of Discord's API.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use playground::{Playground, Settings, ids};
use serde_json::json;
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, ChannelId, Client, CommandOptionType, Context,
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateCommand,
    CreateCommandOption, CreateEmbed, CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, EditMessage, EventHandler, GatewayError, GatewayIntents, Http,
    HttpBuilder, InputTextStyle, Interaction, Message, Nonce, Ready, ResumedEvent,
};
use serenity::http::HttpError;

use crate::support::{Person, openapi};

const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES)
    .union(GatewayIntents::MESSAGE_CONTENT);

/// Counts what came.
#[derive(Default)]
struct Seen {
    ready: AtomicU64,
    resumed: AtomicU64,
    heard: AtomicU64,
}

struct Handler(Arc<Seen>);

fn row() -> Vec<CreateActionRow> {
    let options = vec![CreateSelectMenuOption::new("One", "1"), CreateSelectMenuOption::new("Two", "2")];
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("go").label("Go").style(ButtonStyle::Success),
            CreateButton::new("secret").label("Secret"),
            CreateButton::new("form").label("Form"),
            CreateButton::new("later").label("Later"),
            CreateButton::new("never").label("Never"),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("pick", CreateSelectMenuKind::String { options })),
    ]
}

fn reply(content: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(content)
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        let option = |kind, name: &str| CreateCommandOption::new(kind, name, "An option");
        let command = CreateCommand::new("greet").description("Greets").set_options(vec![
            option(CommandOptionType::User, "whom").required(true),
            option(CommandOptionType::String, "word").set_autocomplete(true),
            option(CommandOptionType::Integer, "times"),
        ]);
        serenity::all::Command::set_global_commands(&ctx.http, vec![command]).await.expect("commands");
        self.0.ready.fetch_add(1, Ordering::SeqCst);
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.0.resumed.fetch_add(1, Ordering::SeqCst);
    }

    async fn message(&self, ctx: Context, message: Message) {
        if message.author.bot {
            return;
        }
        self.0.heard.fetch_add(1, Ordering::SeqCst);
        let built = match message.content.as_str() {
            "picture" => {
                let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x07\0\0\0\x09".to_vec();
                CreateMessage::new()
                    .content(format!("Here, <@{}> and <@{}>", ids::ANN, ids::BOB))
                    .allowed_mentions(CreateAllowedMentions::new().users([ids::ANN]))
                    .embed(CreateEmbed::new().title("A picture").attachment("board.png"))
                    .add_file(CreateAttachment::bytes(png, "board.png").description("seven by nine"))
                    .reference_message(&message)
                    .components(row())
            }
            other => CreateMessage::new().content(format!("heard [{other}]")),
        };
        message.channel_id.send_message(&ctx.http, built).await.expect("sent");
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => {
                command.defer(&ctx.http).await.expect("deferred");
                let whom = command.data.resolved.users.values().next().map(|u| u.name.clone());
                let content = format!("Hello {} {:?}", whom.unwrap_or_default(), command.data.options.last());
                let follow = CreateInteractionResponseFollowup::new().content(content);
                command.create_followup(&ctx.http, follow).await.expect("followed up");
            }
            Interaction::Autocomplete(wish) => {
                let typed = wish.data.autocomplete().map(|o| o.value.to_owned()).unwrap_or_default();
                let choices = CreateAutocompleteResponse::new()
                    .set_choices(vec![AutocompleteChoice::new(format!("{typed}!"), format!("{typed}!"))]);
                let response = CreateInteractionResponse::Autocomplete(choices);
                wish.create_response(&ctx.http, response).await.expect("suggested");
            }
            Interaction::Modal(form) => {
                let typed = form.data.components.iter().flat_map(|row| &row.components).find_map(|c| match c {
                    ActionRowComponent::InputText(input) => input.value.clone(),
                    _ => None,
                });
                let response = CreateInteractionResponse::Message(reply(format!("typed {typed:?}")));
                form.create_response(&ctx.http, response).await.expect("answered");
            }
            Interaction::Component(press) => {
                let response = match press.data.custom_id.as_str() {
                    "go" => CreateInteractionResponse::UpdateMessage(reply("gone").components(vec![])),
                    "secret" => CreateInteractionResponse::Message(reply("psst").ephemeral(true)),
                    "form" => {
                        let input =
                            CreateInputText::new(InputTextStyle::Short, "Move", "move").min_length(2).max_length(9);
                        let rows = vec![CreateActionRow::InputText(input)];
                        CreateInteractionResponse::Modal(CreateModal::new("m", "Your move").components(rows))
                    }
                    "later" => CreateInteractionResponse::Acknowledge,
                    "pick" => CreateInteractionResponse::Message(reply(format!("picked {:?}", press.data.kind))),
                    _ => return,
                };
                press.create_response(&ctx.http, response).await.expect("answered");
                if press.data.custom_id == "later" {
                    let edit = EditInteractionResponse::new().content("edited later");
                    press.edit_response(&ctx.http, edit).await.expect("edited");
                }
            }
            _ => {}
        }
    }
}

async fn playground(message_content: bool) -> Playground {
    Playground::start(Settings { message_content, ..Settings::default() }).await.expect("the playground starts")
}

fn http(playground: &Playground, token: &str) -> Http {
    HttpBuilder::new(token).proxy(playground.url()).ratelimiter_disabled(true).application_id(ids::BOT.into()).build()
}

async fn client(playground: &Playground, token: &str, intents: GatewayIntents) -> (Client, Arc<Seen>) {
    let seen = Arc::new(Seen::default());
    let builder = serenity::client::ClientBuilder::new_with_http(http(playground, token), intents);
    (builder.event_handler(Handler(Arc::clone(&seen))).await.expect("a client"), seen)
}

async fn wait(what: &str, counter: &AtomicU64, least: u64) {
    let start = Instant::now();
    while counter.load(Ordering::SeqCst) < least {
        assert!(start.elapsed() < crate::support::DEADLINE, "waited in vain for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn running(message_content: bool, intents: GatewayIntents) -> (Playground, Arc<Seen>) {
    let playground = playground(message_content).await;
    let (mut client, seen) = client(&playground, playground.token(), intents).await;
    tokio::spawn(async move { client.start().await });
    wait("ready", &seen.ready, 1).await;
    (playground, seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_pictures_and_components_work() {
    let (playground, _) = running(true, INTENTS).await;
    let (ann, bob) = (Person::of(&playground, "Ann"), Person::of(&playground, "Bob"));
    ann.say("hello @bob, mail@anna").await;
    ann.wait_for("an answer", |m| m.content == format!("heard [hello <@{}>, mail@anna]", ids::BOB)).await;

    ann.say("picture").await;
    let board = ann.wait_for("a picture", |m| !m.attachments.is_empty()).await;
    assert_eq!(board.attachments[0].description.as_deref(), Some("seven by nine"));
    assert_eq!(board.pings, [ids::ANN.to_string()]);
    assert_eq!(board.reply_to.as_ref().map(|r| r.content.as_str()), Some("picture"));
    assert_eq!(board.embeds[0]["image"]["url"], board.attachments[0].url.as_str());
    let bytes = reqwest::get(&board.attachments[0].url).await.expect("a file").bytes().await.expect("its bytes");
    assert!(bytes.starts_with(b"\x89PNG"));

    ann.press(&board, "Secret").await;
    let secret = ann.wait_for("a secret", |m| m.content == "psst").await;
    assert!(secret.ephemeral);
    assert!(bob.messages().await.iter().all(|m| m.content != "psst"));

    ann.choose_by_id(&board, "pick", "2").await;
    ann.wait_for("a pick", |m| m.says("picked") && m.says("\"2\"")).await;
    ann.press(&board, "Form").await;
    let form = ann.wait_for_modal().await;
    assert_eq!(form.title, "Your move");
    ann.submit(&form, &[("move", "a1-b2")]).await;
    ann.wait_for("the form's answer", |m| m.says("a1-b2")).await;
    ann.press(&board, "Never").await;
    ann.press(&board, "Later").await;
    ann.wait_for("a later edit", |m| m.content == "edited later" && m.edited).await;
    bob.press(&board, "Go").await;
    let gone = bob.wait_for("an update", |m| m.content == "gone").await;
    // serenity's UpdateMessage always sends `attachments: []`, which takes the picture away.
    assert!(gone.components.is_empty() && gone.attachments.is_empty() && gone.id == board.id);
    let failed = ann.wait_for("a failure", |m| m.state == "failed").await;
    assert!(failed.ephemeral);
    openapi::assert_conforms(&playground.requests());
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forms_are_checked_and_can_be_closed() {
    let (playground, _) = running(true, INTENTS).await;
    let (ann, bob) = (Person::of(&playground, "Ann"), Person::of(&playground, "Bob"));
    ann.say("picture").await;
    let board = ann.wait_for("a picture", |m| !m.attachments.is_empty()).await;
    ann.press(&board, "Form").await;
    let form = ann.wait_for_modal().await;
    let path = format!("modals/{}", form.interaction);
    for (fields, reason) in [
        (json!({}), "The field Move is required."),
        (json!({"move": "a"}), "The field Move is too short: it needs at least 2 characters."),
        (json!({"move": "a1-b2 and so on"}), "The field Move is too long: it takes at most 9 characters."),
        (json!({"odd": "a1-b2"}), "The form has no field odd."),
    ] {
        let (status, answer) = ann.call(&path, &json!({ "fields": fields })).await;
        assert_eq!((status, answer["error"].as_str()), (400, Some(reason)));
    }
    assert_eq!(bob.call(&path, &json!({"fields": {"move": "a1-b2"}})).await.0, 404);
    assert_eq!(ann.modals().await.len(), 1, "nothing of that has sent or closed the form");
    assert_eq!((bob.dismiss(&form).await, ann.dismiss(&form).await, ann.dismiss(&form).await), (404, 204, 404));
    assert_eq!(ann.call(&path, &json!({"fields": {"move": "a1-b2"}})).await.0, 404);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_work_everywhere() {
    let (playground, _) = running(true, INTENTS).await;
    let ann = Person::of(&playground, "Ann");
    for place in [ann.clone(), ann.dm()] {
        place.slash("greet", &[("whom", "bob"), ("times", "3")]).await;
        let hello = place.wait_for("a greeting", |m| m.says("Hello Bob") && m.says("Integer(3)")).await;
        assert_eq!(hello.interaction.expect("a command").name, "greet");
        assert_eq!(place.messages().await.iter().filter(|m| m.author.name == "Parlor").count(), 1);
        let choices = place.autocomplete("greet", &[("word", "he")], "word").await;
        assert_eq!(choices[0].name, "he!");
    }
    let path = format!("channels/{}/command", ann.channel);
    for options in [json!({}), json!({"whom": "nobody"}), json!({"whom": "Bob", "times": "x"}), json!({"odd": "1"})] {
        let (status, answer) = ann.call(&path, &json!({"name": "greet", "options": options})).await;
        assert_eq!(status, 400);
        assert!(answer["error"].is_string());
    }
    openapi::assert_conforms(&playground.requests());
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_limited_by_kind_and_keep_the_entry_point() {
    let playground = playground(true).await;
    let http = http(&playground, playground.token());
    let replace = |kinds: Vec<(u8, usize)>| {
        let one =
            |kind, n| json!({"type": kind, "name": format!("c{n}"), "description": if kind == 1 { "c" } else { "" }});
        let all: Vec<_> = kinds.iter().flat_map(|(kind, most)| (0..*most).map(move |n| one(*kind, n))).collect();
        let http = &http;
        async move { http.create_global_commands(&all).await.map(|it| it.len()) }
    };
    assert_eq!(replace(vec![(1, 100), (2, 15), (3, 15)]).await.expect("all fit, also with the same names"), 130);
    for kinds in [(1, 101), (2, 16), (3, 16), (4, 2)] {
        assert_eq!(code(replace(vec![kinds]).await.expect_err("too many")), (400, 30032), "{kinds:?}");
    }
    playground.switch_activities_on();
    assert_eq!(code(replace(vec![(2, 1)]).await.expect_err("the Entry Point is left out")), (400, 50240));
    assert_eq!(playground.commands().len(), 131, "nothing has changed");
    assert_eq!(replace(vec![(2, 1), (4, 1)]).await.expect("it is there"), 2);
    playground.stop();
}

fn code(why: serenity::Error) -> (u16, isize) {
    match why {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(r)) => (r.status_code.as_u16(), r.error.code),
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_discords() {
    let playground = playground(true).await;
    let http = http(&playground, playground.token());
    let games = ChannelId::new(ids::GAMES);
    let send = |body: serde_json::Value| {
        let http = &http;
        async move { http.send_message(games, vec![], &body).await }
    };
    assert_eq!(code(send(json!({"content": "x".repeat(2001)})).await.expect_err("too long")), (400, 50035));
    assert_eq!(code(send(json!({"content": " "})).await.expect_err("empty")), (400, 50006));
    let twins = json!([{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "a", "custom_id": "x"}, {"type": 2, "style": 1, "label": "b", "custom_id": "x"},
    ]}]);
    assert_eq!(code(send(json!({"content": "x", "components": twins})).await.expect_err("twins")), (400, 50035));
    let nowhere = ChannelId::new(5).send_message(&http, CreateMessage::new().content("x")).await;
    assert_eq!(code(nowhere.expect_err("no channel")), (404, 10003));
    assert_eq!(code(http.get_message(games, 5.into()).await.expect_err("no message")), (404, 10008));
    playground.deny_posting(ids::GAMES, true);
    assert_eq!(code(send(json!({"content": "x"})).await.expect_err("denied")), (403, 50013));
    playground.deny_posting(ids::GAMES, false);
    let dead = http.create_interaction_response(5.into(), "x", &json!({"type": 6}), vec![]).await;
    assert_eq!(code(dead.expect_err("no interaction")), (404, 10062));
    assert_eq!(code(self::http(&playground, "wrong").get_current_user().await.expect_err("token")), (401, 0));

    let once = CreateMessage::new().content("once").nonce(Nonce::String("n1".to_owned())).enforce_nonce(true);
    let first = games.send_message(&http, once.clone()).await.expect("sent");
    let second = games.send_message(&http, once.clone()).await.expect("sent again");
    assert_eq!(first.id, second.id);
    let forgetful = Settings { nonce_life: Duration::ZERO, ..Settings::default() };
    let forgetful = Playground::start(forgetful).await.expect("the playground starts");
    let elsewhere = self::http(&forgetful, forgetful.token());
    let first = games.send_message(&elsewhere, once.clone()).await.expect("sent");
    let second = games.send_message(&elsewhere, once).await.expect("sent again");
    assert_ne!(first.id, second.id, "the nonce has been forgotten");
    forgetful.stop();
    let mut kept = games
        .send_message(&http, CreateMessage::new().content("a").add_file(CreateAttachment::bytes(*b"1", "a.txt")))
        .await
        .expect("sent");
    kept.edit(&http, EditMessage::new().content("b")).await.expect("edited");
    assert_eq!((kept.attachments.len(), kept.content.as_str()), (1, "b"));
    openapi::assert_conforms(&playground.requests().into_iter().filter(|r| r.status < 400).collect::<Vec<_>>());
    assert!(!openapi::violations(&[]).iter().any(|_| true));

    playground.set_outage(true);
    assert_eq!(reqwest::get(format!("{}/api/v10/gateway", playground.url())).await.expect("an answer").status(), 503);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_intents_end_the_client() {
    let playground = playground(false).await;
    let (mut refused, _) = client(&playground, playground.token(), INTENTS).await;
    let why = refused.start().await.expect_err("refused");
    assert!(matches!(why, serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)), "{why}");
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_survive_a_lost_connection() {
    let (playground, seen) = running(true, INTENTS).await;
    let ann = Person::of(&playground, "Ann");
    playground.drop_connections();
    ann.say("while away").await;
    wait("a resume", &seen.resumed, 1).await;
    ann.wait_for("the answer", |m| m.content == "heard [while away]").await;
    assert_eq!(seen.ready.load(Ordering::SeqCst), 1);
    playground.set_outage(true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    playground.set_outage(false);
    // The client may begin a new session after an outage; either way it hears again.
    let back = || seen.ready.load(Ordering::SeqCst) + seen.resumed.load(Ordering::SeqCst) > 2;
    let start = Instant::now();
    while !back() {
        assert!(start.elapsed() < 2 * crate::support::DEADLINE, "the client does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let before = seen.heard.load(Ordering::SeqCst);
    ann.say("twice").await;
    wait("the first time", &seen.heard, before + 1).await;
    ann.wait_for("its answer", |m| m.content == "heard [twice]").await;
    playground.resend_last_events(10);
    wait("the second time", &seen.heard, before + 2).await;
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn content_is_hidden_without_the_intent() {
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let (playground, _) = running(false, intents).await;
    let ann = Person::of(&playground, "Ann");
    ann.say("hidden").await;
    let answer = ann.wait_for("an answer to nothing", |m| m.content == "heard []").await;
    ann.say("@parlor open").await;
    ann.wait_for("an answer to a mention", |m| m.says("open]")).await;
    ann.reply(&answer, "a reply").await;
    ann.wait_for("an answer to a reply", |m| m.content == "heard [a reply]").await;
    ann.dm().say("in private").await;
    ann.dm().wait_for("an answer in private", |m| m.content == "heard [in private]").await;
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_deleted_where_there_are_moderators() {
    let playground = playground(true).await;
    let (ann, bob) = (Person::of(&playground, "Ann"), Person::of(&playground, "Bob"));
    let first = ann.say("first").await;
    let (status, gone) = bob.delete(&first).await;
    let then = ann.say("then").await;
    let number = |it: &str| it.parse::<u64>().expect("an id");
    let event = playground.removed_at(number(&first)).expect("it was removed");
    assert_eq!((status, gone["content"].as_str()), (200, Some("first")));
    assert!(number(&first) < event && event < number(&then), "{gone}");
    assert_eq!(playground.removed_at(number(&then)), None);
    assert_eq!(ann.messages().await.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), [then.as_str()]);
    assert_eq!(bob.delete(&first).await.0, 404, "it is gone");
    let private = ann.dm().say("in private").await;
    assert_eq!((ann.delete(&private).await.0, bob.delete(&private).await.0), (400, 404));
    playground.stop();
}
