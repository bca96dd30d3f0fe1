//! Drives the playground as people do, for tests from end to end.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use discord::controls::{BoardAction, Control, Menu};
use play::MatchId;
use playground::{Playground, ids};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub mod browser;
pub mod brute;
pub mod cable;
pub mod desk;
pub mod dice;
#[path = "../../../crates/games/tests/support/fixtures.rs"]
pub mod fixtures;
pub mod in_process;
pub mod looking;
pub mod open_board;
pub mod openapi;
pub mod output;
pub mod owed;
pub mod postgres;
pub mod referee;
pub mod relay;
#[path = "../../../crates/games/tests/support/rulesets.rs"]
pub mod rulesets;
pub mod stage;

/// The shortest complete game of Lines of Action (M. Winands, 2000); Black wins with the last move.
pub const SHORTEST_MATCH: [&str; 9] = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"];

/// How long a person waits for something to appear.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// Who wrote a message.
#[derive(Debug, Clone, Deserialize)]
pub struct Author {
    pub name: String,
    pub bot: bool,
}

/// A file of a message.
#[derive(Debug, Clone, Deserialize)]
pub struct Attachment {
    pub filename: String,
    pub url: String,
    pub description: Option<String>,
}

/// The message another one replies to.
#[derive(Debug, Clone, Deserialize)]
pub struct ReplyTo {
    pub content: String,
}

/// The command a message answers.
#[derive(Debug, Clone, Deserialize)]
pub struct UsedCommand {
    pub name: String,
}

/// A message as a person sees it.
#[derive(Debug, Clone, Deserialize)]
pub struct Message {
    pub id: String,
    pub author: Author,
    pub content: String,
    pub edited: bool,
    pub embeds: Vec<Value>,
    pub attachments: Vec<Attachment>,
    pub components: Vec<Value>,
    pub reply_to: Option<ReplyTo>,
    pub ephemeral: bool,
    pub pings: Vec<String>,
    pub interaction: Option<UsedCommand>,
    pub state: String,
}

impl Message {
    /// All buttons and menus.
    pub fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// The menus that can be chosen from: their controls and the values of their options.
    pub fn menus(&self) -> Vec<(Control, Vec<String>)> {
        let menu = |it: &Value| {
            let values = it["options"].as_array().into_iter().flatten().map(|option| text(option, "value"));
            Some((control_of(it)?, values.collect()))
        };
        self.parts().filter(|it| it["type"] == 3).filter_map(menu).collect()
    }

    /// The labels of the buttons.
    pub fn labels(&self) -> Vec<&str> {
        self.parts().filter(|c| c["type"] == 2).filter_map(|c| c["label"].as_str()).collect()
    }

    /// Content, titles, descriptions and fields as one text.
    pub fn text(&self) -> String {
        let mut out = self.content.clone();
        for embed in &self.embeds {
            for key in ["title", "description"] {
                out.extend(embed[key].as_str().map(|t| format!("\n{t}")));
            }
            for field in embed["fields"].as_array().into_iter().flatten() {
                out.extend(["name", "value"].iter().filter_map(|k| field[*k].as_str()).map(|t| format!("\n{t}")));
            }
            out.extend(embed["footer"]["text"].as_str().map(|t| format!("\n{t}")));
        }
        out
    }

    /// Whether the text contains something.
    pub fn says(&self, what: &str) -> bool {
        self.text().contains(what)
    }
}

/// A suggestion for an option.
#[derive(Debug, Clone, Deserialize)]
pub struct Choice {
    pub name: String,
    pub value: Value,
}

/// A form that is open.
#[derive(Debug, Clone, Deserialize)]
pub struct Modal {
    pub interaction: String,
    pub title: String,
}

/// A person in a channel.
#[derive(Debug, Clone)]
pub struct Person {
    http: reqwest::Client,
    base: String,
    key: String,
    pub id: u64,
    pub name: String,
    pub channel: u64,
}

impl Person {
    /// Ann, Bob, Cid or the bot Robo in #games.
    pub fn of(playground: &Playground, name: &str) -> Self {
        let id = match name {
            "Ann" => ids::ANN,
            "Bob" => ids::BOB,
            "Cid" => ids::CID,
            "Robo" => ids::ROBO,
            _ => panic!("nobody is called {name}"),
        };
        let http = reqwest::Client::new();
        let (base, key) = (playground.url(), playground.key().to_owned());
        Self { http, base, key, id, name: name.to_owned(), channel: ids::GAMES }
    }

    /// The same person in another channel.
    pub fn in_channel(&self, channel: u64) -> Self {
        Self { channel, ..self.clone() }
    }

    /// The same person in the direct messages with the bot.
    pub fn dm(&self) -> Self {
        self.in_channel(ids::ANN_DM + (self.id - ids::ANN))
    }

    /// Calls the people's API; the status and the answer.
    pub async fn call(&self, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}/people/{}/{path}", self.base, self.id);
        let answer =
            self.http.post(&url).bearer_auth(&self.key).json(body).send().await.expect("the playground answers");
        let status = answer.status().as_u16();
        (status, answer.json().await.expect("JSON"))
    }

    async fn must(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.call(path, &body).await;
        assert_eq!(status, 200, "{} was refused {path} with {body}: {answer}", self.name);
        answer
    }

    pub async fn get(&self, path: &str) -> Value {
        let url = format!("{}/people/{}/{path}", self.base, self.id);
        let answer = self.http.get(&url).bearer_auth(&self.key).send().await.expect("the playground answers");
        answer.json().await.expect("JSON")
    }

    /// Writes a message; its id.
    pub async fn say(&self, content: &str) -> String {
        text(&self.must(&format!("channels/{}/messages", self.channel), json!({"content": content})).await, "id")
    }

    /// Writes a message with a file attached; its id.
    pub async fn attach(&self, content: &str, name: &str, bytes: &[u8]) -> String {
        let file = json!({"name": name, "data": BASE64_STANDARD.encode(bytes)});
        let body = json!({"content": content, "file": file});
        text(&self.must(&format!("channels/{}/messages", self.channel), body).await, "id")
    }

    /// Sends a command with a file as one of its options; the interaction.
    pub async fn slash_with_file(&self, name: &str, option: &str, file: &str, bytes: &[u8]) -> String {
        let options = json!({option: {"name": file, "data": BASE64_STANDARD.encode(bytes)}});
        let body = json!({"name": name, "options": options});
        text(&self.must(&format!("channels/{}/command", self.channel), body).await, "interaction")
    }

    /// Replies to a message with a ping; its id.
    pub async fn reply(&self, to: &Message, content: &str) -> String {
        let body = json!({"content": content, "reply_to": to.id, "ping": true});
        text(&self.must(&format!("channels/{}/messages", self.channel), body).await, "id")
    }

    /// Sends a command, like `slash("name part", &[("option", "value")])`; the interaction.
    pub async fn slash(&self, name: &str, options: &[(&str, &str)]) -> String {
        let body = json!({"name": name, "options": object(options)});
        text(&self.must(&format!("channels/{}/command", self.channel), body).await, "interaction")
    }

    /// Chooses an entry in the context menu of somebody; the interaction.
    pub async fn choose_on_person(&self, name: &str, other: &str) -> String {
        let body = json!({"name": name, "user": other});
        text(&self.must(&format!("channels/{}/context-menu", self.channel), body).await, "interaction")
    }

    /// Chooses an entry in the context menu of a message; the interaction.
    pub async fn choose_on_message(&self, name: &str, message: &Message) -> String {
        let body = json!({"name": name, "message": message.id});
        text(&self.must(&format!("channels/{}/context-menu", self.channel), body).await, "interaction")
    }

    /// Asks for suggestions.
    pub async fn autocomplete(&self, name: &str, options: &[(&str, &str)], focused: &str) -> Vec<Choice> {
        let body = json!({"name": name, "options": object(options), "focused": focused});
        let answer = self.must(&format!("channels/{}/autocomplete", self.channel), body).await;
        serde_json::from_value(answer["choices"].clone()).expect("choices")
    }

    /// Presses a button by its label; the interaction.
    pub async fn press(&self, message: &Message, label: &str) -> String {
        let button = message.parts().find(|c| c["label"] == label);
        let button = button.unwrap_or_else(|| panic!("no button {label} on:\n{}", show(message)));
        let body = json!({"custom_id": button["custom_id"]});
        text(&self.must(&format!("messages/{}/component", message.id), body).await, "interaction")
    }

    /// Chooses an option of a menu by its control; the interaction.
    pub async fn choose(&self, message: &Message, control: &Control, value: &str) -> String {
        let menu = message.parts().find(|it| control_of(it).as_ref() == Some(control));
        let menu = menu.unwrap_or_else(|| panic!("no menu {control:?} on:\n{}", show(message)));
        self.choose_by_id(message, &text(menu, "custom_id"), value).await
    }

    /// Chooses an option of a menu by its `custom_id`, which needn't be the bot's; the interaction.
    pub async fn choose_by_id(&self, message: &Message, custom_id: &str, value: &str) -> String {
        let body = json!({"custom_id": custom_id, "values": [value]});
        text(&self.must(&format!("messages/{}/component", message.id), body).await, "interaction")
    }

    /// The forms that are open.
    pub async fn modals(&self) -> Vec<Modal> {
        serde_json::from_value(self.get("modals").await["modals"].clone()).expect("forms")
    }

    /// Waits for a form to open.
    pub async fn wait_for_modal(&self) -> Modal {
        let start = Instant::now();
        loop {
            if let Some(modal) = self.modals().await.pop() {
                return modal;
            }
            assert!(start.elapsed() < DEADLINE, "{} waited in vain for a form\n{}", self.name, self.dump().await);
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Sends a form; the interaction.
    pub async fn submit(&self, modal: &Modal, fields: &[(&str, &str)]) -> String {
        let body = json!({"fields": object(fields)});
        text(&self.must(&format!("modals/{}", modal.interaction), body).await, "interaction")
    }

    /// Closes a form unsent; the status.
    pub async fn dismiss(&self, modal: &Modal) -> u16 {
        let url = format!("{}/people/{}/modals/{}", self.base, self.id, modal.interaction);
        let answer = self.http.delete(&url).bearer_auth(&self.key).send().await.expect("the playground answers");
        answer.status().as_u16()
    }

    /// Deletes a message; the status and the answer.
    pub async fn delete(&self, id: &str) -> (u16, Value) {
        let url = format!("{}/people/{}/messages/{id}", self.base, self.id);
        let answer = self.http.delete(&url).bearer_auth(&self.key).send().await.expect("the playground answers");
        (answer.status().as_u16(), answer.json().await.expect("JSON"))
    }

    /// What the person sees in the channel, oldest first.
    pub async fn messages(&self) -> Vec<Message> {
        let answer = self.get(&format!("channels/{}/messages", self.channel)).await;
        serde_json::from_value(answer["messages"].clone()).unwrap_or_else(|why| panic!("{why} in {answer}"))
    }

    /// The first file of a message.
    pub async fn file(&self, message: &Message) -> Vec<u8> {
        let url = &message.attachments[0].url;
        let url = if url.starts_with('/') { format!("{}{url}", self.base) } else { url.clone() };
        let answer = self.http.get(url).send().await.expect("the playground answers");
        answer.bytes().await.expect("a file").to_vec()
    }

    /// Waits for a message; the newest that fits.
    ///
    /// # Panics
    /// After twenty seconds, with what stands in the channel.
    pub async fn wait_for(&self, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
        let start = Instant::now();
        loop {
            if let Some(found) = self.messages().await.into_iter().rev().find(|m| fits(m)) {
                return found;
            }
            if start.elapsed() > DEADLINE {
                panic!("{} waited in vain for {what}; the channel:\n{}", self.name, self.dump().await);
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// The channel in words.
    pub async fn dump(&self) -> String {
        self.messages().await.iter().map(show).collect::<Vec<_>>().join("\n")
    }
}

/// A message in words.
pub fn show(message: &Message) -> String {
    let mut out = format!("[{}] {} ({}): {:?}", message.id, message.author.name, message.state, message.text());
    if message.ephemeral {
        out += " ephemeral";
    }
    for file in &message.attachments {
        out += &format!("\n    file {} — {:?}", file.filename, file.description);
    }
    for part in message.parts() {
        out += &format!(
            "\n    {} {} {}",
            control_of(part).map(|it| format!("{it:?}")).unwrap_or_default(),
            part["label"],
            part["placeholder"]
        );
        for option in part["options"].as_array().into_iter().flatten() {
            out += &format!("\n        {} {}", option["value"], option["label"]);
        }
    }
    out
}

/// The control of a button or menu, for whichever database.
pub fn control_of(part: &Value) -> Option<Control> {
    Control::decode(part["custom_id"].as_str()?).map(|(_, control)| control)
}

/// A control of a board.
pub fn on_board(id: i64, version: usize, action: BoardAction) -> Control {
    Control::Board { id: MatchId(id), version: version as u32, action }
}

/// The menu of a board in which the piece is chosen.
pub fn pieces(id: i64, version: usize) -> Control {
    on_board(id, version, BoardAction::Choose(Menu::Pieces(None)))
}

/// The menu in which it is chosen where a piece goes.
pub fn targets(id: i64, version: usize, from: &str) -> Control {
    on_board(id, version, BoardAction::Choose(Menu::Targets(from.parse().unwrap(), 0)))
}

fn object(pairs: &[(&str, &str)]) -> Map<String, Value> {
    pairs.iter().map(|(k, v)| ((*k).to_owned(), json!(v))).collect()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}")).to_owned()
}
