//! How people come into the Activity: its page, and who they are by what Discord says.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};

use crate::door::{board_path, data, title, words};
use crate::errors::{RefusalAnswer, WebError};
use crate::page;
use crate::state::{self, LookQuery, MatchState};
use crate::visitor::{Visitor, locale_of};
use crate::web::WebState;
use crate::words::escaped;
use texts::say;

/// The page, before anybody is known.
#[expect(clippy::disallowed_methods, reason = "nobody may guess a nonce")]
pub(crate) async fn show(State(web): WebState, headers: HeaderMap) -> Response {
    let locale = locale_of(&headers);
    let Some(activity) = &web.activity else { return RefusalAnswer::new(&WebError::NotFound, locale).page(locale) };
    let nonce = BASE64.encode(rand::random::<[u8; 16]>());
    let page = page::ACTIVITY
        .replace("{{lang}}", locale.code())
        .replace("{{title}}", &escaped(&say("web-title", &[]).in_locale(locale)))
        .replace("{{words}}", &data(&words(locale)))
        .replace("{{client}}", &escaped(&activity.client_id))
        .replace("{{nonce}}", &nonce);
    let policy =
        HeaderValue::from_str(&activity.policy(&nonce)).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response()
}

/// What the page knows of its person: the code that Discord's client gave for them, and the instance that it runs in.
#[derive(Deserialize)]
pub(crate) struct Arrival {
    code: String,
    instance: String,
}

/// Where somebody is let in to.
#[derive(Serialize)]
pub(crate) struct Entered {
    /// The path of the board.
    base: String,
    /// What is said with each request.
    pass: String,
    title: String,
    state: MatchState,
}

/// Lets somebody in who takes part in an instance of the Activity. Whoever is in it may see the channel in which it was
/// launched.
pub(crate) async fn enter(
    State(web): WebState,
    headers: HeaderMap,
    look: LookQuery,
    arrival: Result<Json<Arrival>, JsonRejection>,
) -> Result<Json<Entered>, RefusalAnswer> {
    let locale = locale_of(&headers);
    let entered = async {
        let activity = web.activity.as_ref().ok_or(WebError::NotFound)?;
        let Ok(Json(Arrival { code, instance })) = arrival else { return Err(WebError::Unreadable) };
        web.pace.admit_arrival()?;
        let user = activity.people.person(&code, &instance).await?;
        web.pace.admit(user)?;
        let current = web.host.in_activity(&instance).await?.ok_or(WebError::NoLaunch)?.current;
        let pass = web.links.seat(web.links.pass(&current, user), &current);
        let visitor = Visitor { user, id: current.id, pass, locale };
        web.admission.admit(&visitor.pass).await?;
        let state = state::of(&web, &visitor, &look).await?;
        let base = board_path(current.id, &web.links.seat_tag(current.id, user)).trim_start_matches('/').to_owned();
        Ok(Entered { base, pass: web.links.write(pass), title: title(&visitor, &state), state })
    };
    entered.await.map(Json).map_err(|error| RefusalAnswer::new(&error, locale))
}
