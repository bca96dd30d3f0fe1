//! A person in the playground: what they can do and see there.

use anyhow::{Context as _, bail};
use playground::{Playground, ids};
use serde_json::{Value, json};

use super::seen::SeenMessage;

/// A person in the playground.
#[derive(Clone)]
pub(crate) struct Person {
    http: reqwest::Client,
    base: String,
    key: String,
    pub id: u64,
    pub name: &'static str,
    /// The channel of this person's direct messages with the bot.
    pub private: u64,
}

impl Person {
    /// All people of a playground.
    pub fn everybody(playground: &Playground) -> Vec<Self> {
        let known = [("Ann", ids::ANN, ids::ANN_DM), ("Bob", ids::BOB, ids::BOB_DM), ("Cid", ids::CID, ids::CID_DM)];
        let http = reqwest::Client::new();
        let person = |(name, id, private)| {
            let (http, base, key) = (http.clone(), playground.url(), playground.key().to_owned());
            Self { http, base, key, id, name, private }
        };
        known.into_iter().map(person).collect()
    }

    async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let url = format!("{}/people/{}/{path}", self.base, self.id);
        let answer = self.http.post(url).bearer_auth(&self.key).json(&body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if !status.is_success() {
            bail!("the playground refused {path}: {status} {text}");
        }
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Writes a message.
    pub async fn say(&self, channel: u64, content: &str) -> anyhow::Result<()> {
        self.post(&format!("channels/{channel}/messages"), json!({ "content": content })).await.map(drop)
    }

    /// Replies to a message.
    pub async fn reply(&self, channel: u64, message: u64, content: &str) -> anyhow::Result<()> {
        let body = json!({ "content": content, "reply_to": message.to_string(), "ping": true });
        self.post(&format!("channels/{channel}/messages"), body).await.map(drop)
    }

    /// Sends a slash command.
    pub async fn slash(&self, channel: u64, name: &str, options: Value) -> anyhow::Result<()> {
        self.post(&format!("channels/{channel}/command"), json!({ "name": name, "options": options })).await.map(drop)
    }

    /// Types text into an option of a slash command. Returns how many choices are offered then.
    pub async fn type_option(&self, channel: u64, command: &str, option: &str, text: &str) -> anyhow::Result<usize> {
        let body = json!({ "name": command, "options": { option: text }, "focused": option });
        let offered = self.post(&format!("channels/{channel}/autocomplete"), body).await?;
        Ok(offered["choices"].as_array().map_or(0, Vec::len))
    }

    /// Presses a button.
    pub async fn press(&self, message: u64, custom_id: &str) -> anyhow::Result<()> {
        self.post(&format!("messages/{message}/component"), json!({ "custom_id": custom_id })).await.map(drop)
    }

    /// Chooses from a menu.
    pub async fn choose(&self, message: u64, custom_id: &str, value: &str) -> anyhow::Result<()> {
        let body = json!({ "custom_id": custom_id, "values": [value] });
        self.post(&format!("messages/{message}/component"), body).await.map(drop)
    }

    /// Deletes a message, as moderators may. Returns its last content.
    pub async fn delete(&self, message: u64) -> anyhow::Result<SeenMessage> {
        let url = format!("{}/people/{}/messages/{message}", self.base, self.id);
        let answer = self.http.delete(url).bearer_auth(&self.key).send().await?.error_for_status()?;
        answer.json().await.context("what was deleted cannot be read")
    }

    /// What this person sees in a channel, oldest first; only the `last` newest messages, if that is given.
    pub async fn messages(&self, channel: u64, last: Option<usize>) -> anyhow::Result<Vec<SeenMessage>> {
        #[derive(serde::Deserialize)]
        struct Messages {
            messages: Vec<SeenMessage>,
        }
        let extent = last.map_or_else(String::new, |it| format!("?last={it}"));
        let url = format!("{}/people/{}/channels/{channel}/messages{extent}", self.base, self.id);
        let answer = self.http.get(url).bearer_auth(&self.key).send().await?;
        let read: Messages = answer.json().await.context("the playground's messages cannot be read")?;
        Ok(read.messages)
    }
}
