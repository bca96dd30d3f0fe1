//! Who calls and from where, and what they say.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::reply::Refusal;
use crate::ids::BOT;
use crate::shared::Shared;
use crate::world::World;

/// A person of a path.
pub(crate) struct Someone(pub(crate) u64);

/// A person in a channel that they see.
pub(crate) struct Seat {
    /// The person.
    pub(crate) person: u64,
    /// The channel.
    pub(crate) channel: u64,
}

/// A JSON object that a person sends.
pub(crate) struct JsonBody<T>(pub(crate) T);

#[derive(Deserialize)]
struct Named {
    person: String,
    channel: Option<String>,
}

async fn named(parts: &mut Parts, shared: &Arc<Shared>) -> Result<(u64, Option<String>), Refusal> {
    let unknown = || Refusal::missing("There is no such person.");
    let found = Path::<Named>::from_request_parts(parts, shared).await.map_err(|_| unknown())?;
    let Path(Named { person, channel }) = found;
    let is_person = |world: &World, id: u64| id != BOT && world.person(id).is_some();
    let person = person.parse().ok().filter(|id| is_person(&shared.world(), *id)).ok_or_else(unknown)?;
    Ok((person, channel))
}

impl FromRequestParts<Arc<Shared>> for Someone {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        named(parts, shared).await.map(|(person, _)| Self(person))
    }
}

impl FromRequestParts<Arc<Shared>> for Seat {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        let (person, channel) = named(parts, shared).await?;
        let channel = channel.and_then(|it| it.parse().ok()).filter(|id| shared.world().sees(person, *id));
        let channel = channel.ok_or_else(|| Refusal::missing("This person sees no such channel."))?;
        Ok(Self { person, channel })
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        // Only `application/json`: a page from elsewhere cannot send that unasked.
        Json::from_request(request, shared).await.map(|Json(it)| Self(it)).map_err(refusal)
    }
}

fn refusal(why: JsonRejection) -> Refusal {
    match why {
        JsonRejection::MissingJsonContentType(_) => {
            Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only application/json is read here.".to_owned())
        }
        JsonRejection::JsonSyntaxError(_) => Refusal::bad("The body is not JSON."),
        other => Refusal::bad(format!("The body cannot be read: {}", other.body_text())),
    }
}
