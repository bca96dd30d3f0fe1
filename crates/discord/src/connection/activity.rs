//! Who takes part in an Activity: what Discord's client was given is exchanged for the person's id, and Discord is asked
//! whether they are in that instance.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, RequestBuilder, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;

use super::options::{ActivityOptions, Secret};
use egress::{Egress, root_cause};
use play::UserId;
use play::ports::{ActivityError, ActivityPeople};

/// How long Discord may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// Asks Discord about the people of Activities.
pub(super) struct AskingDiscord {
    http: Client,
    /// The base of REST requests.
    base: String,
    app: ActivityOptions,
    token: Secret,
}

impl AskingDiscord {
    pub(super) fn new(egress: &Egress, app: ActivityOptions, token: Secret) -> Self {
        Self { http: egress.client(), base: format!("{}/api/v10", egress.url()), app, token }
    }

    /// The token by which Discord tells who somebody is.
    async fn exchange(&self, code: &str) -> Result<String, ActivityError> {
        #[derive(Deserialize)]
        struct Exchanged {
            access_token: String,
        }
        let form = [
            ("client_id", &*self.app.client_id),
            ("client_secret", &self.app.secret.0),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        let asked = self.http.post(format!("{}/oauth2/token", self.base)).form(&form);
        Ok(answer::<Exchanged>(asked).await?.access_token)
    }
}

#[async_trait]
impl ActivityPeople for AskingDiscord {
    async fn person(&self, code: &str, instance: &str) -> Result<UserId, ActivityError> {
        #[derive(Deserialize)]
        struct Instance {
            /// Ids of people.
            users: Vec<String>,
        }
        if !instance.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-') {
            return Err(ActivityError::Unknown);
        }
        let token = self.exchange(code).await?;
        let asked = self.http.get(format!("{}/users/@me", self.base)).bearer_auth(token);
        let user: Value = answer(asked).await?;
        let id = user["id"].as_str().unwrap_or_default();
        let path = format!("{}/applications/{}/activity-instances/{instance}", self.base, self.app.client_id);
        let asked = self.http.get(path).header(header::AUTHORIZATION, format!("Bot {}", self.token.0));
        let Instance { users } = answer(asked).await?;
        let id = id.parse().ok().filter(|_| users.iter().any(|it| it == id));
        id.map(UserId).ok_or(ActivityError::Unknown)
    }
}

async fn answer<T: serde::de::DeserializeOwned>(asked: RequestBuilder) -> Result<T, ActivityError> {
    let lost = |error: reqwest::Error| ActivityError::Unreachable(root_cause(&error));
    let answer = asked.timeout(ANSWER_WITHIN).send().await.map_err(lost)?;
    match answer.status() {
        StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND => Err(ActivityError::Unknown),
        StatusCode::UNAUTHORIZED => Err(ActivityError::Unreachable(
            "it doesn't know DISCORD_CLIENT_ID with DISCORD_CLIENT_SECRET; copy both again".to_owned(),
        )),
        status if !status.is_success() => Err(ActivityError::Unreachable(format!("it answered {status}"))),
        _ => {
            let body = answer.bytes().await.map_err(lost)?;
            serde_json::from_slice(&body).map_err(|it| ActivityError::Unreachable(it.to_string()))
        }
    }
}
