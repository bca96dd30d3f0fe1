//! The way in: a link leads to a page that posts it, which gives a cookie for the board; and the board's page itself.

use axum::extract::rejection::{FormRejection, PathRejection};
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use cookie::{Cookie, SameSite};
use serde::Deserialize;

use crate::errors::{RefusalAnswer, WebError};
use crate::page;
use crate::passes::{Pass, PassError, PassKind};
use crate::state::{self, LookQuery, MatchState};
use crate::visitor::{Visitor, cookie_name, locale_of};
use crate::web::{Web, WebState};
use crate::words::escaped;
use play::MatchId;
use texts::{Locale, say};

/// Where a link leads: a page that posts it. So whoever only looks at the link, as previews do, doesn't use it up.
pub(crate) async fn landing(
    State(web): WebState,
    text: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let locale = locale_of(&headers);
    let text = text.map_or_else(|_| String::new(), |it| it.0);
    let pass = match read_link(&web, &text) {
        Ok(pass) => pass,
        Err(error) => return RefusalAnswer::new(&error, locale).page(locale),
    };
    let id = pass.match_id;
    let sentence = |key| escaped(&say(key, &[("match", id.to_string().into())]).in_locale(locale));
    let page = include_str!("../page/open.html")
        .replace("{{title}}", &sentence("web-open-title"))
        .replace("{{sentence}}", &sentence("web-open"))
        .replace("{{button}}", &sentence("web-open-button"))
        .replace("{{token}}", &escaped(&text))
        .replace("{{lang}}", locale.code());
    Html(page).into_response()
}

pub(crate) fn board_path(id: MatchId, seat: &str) -> String {
    format!("/board/{}/{seat}", id.0)
}

fn read_link(web: &Web, text: &str) -> Result<Pass, WebError> {
    let pass = web.links.read(text).map_err(WebError::Pass)?;
    if pass.kind == PassKind::Link { Ok(pass) } else { Err(WebError::Pass(PassError::Forged)) }
}

#[derive(Deserialize)]
pub(crate) struct LinkForm {
    token: String,
}

/// Uses a link up, and gives its cookie.
pub(crate) async fn exchange(
    State(web): WebState,
    headers: HeaderMap,
    form: Result<Form<LinkForm>, FormRejection>,
) -> Response {
    let opened = match form {
        Ok(Form(LinkForm { token })) => open(&web, &token).await,
        Err(_) => Err(WebError::Unreadable),
    };
    match opened {
        Ok((path, Some(cookie))) => {
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, path)]).into_response()
        }
        Ok((path, None)) => Redirect::to(&path).into_response(),
        Err(error) => {
            let locale = locale_of(&headers);
            RefusalAnswer::new(&error, locale).page(locale)
        }
    }
}

/// Where a link leads, and the cookie that opens it. Whoever opens the link again needs none: their browser has it.
async fn open(web: &Web, text: &str) -> Result<(String, Option<String>), WebError> {
    let link = read_link(web, text)?;
    web.pace.admit(link.user)?;
    let current = web.host.opened(link.match_id).await?.current;
    if !link.is_for(&current) {
        return Err(WebError::Pass(PassError::OtherDatabase));
    }
    web.admission.refuse_closed(&link).await?;
    let (id, seat) = (link.match_id, web.links.seat_tag(link.match_id, link.user));
    let path = board_path(id, &seat);
    if !web.store.use_link(link.id, link.expires_at(), web.host.now()).await? {
        return Ok((path, None));
    }
    let pass = web.links.seat(link, &current);
    let lasts = pass.expires_at().duration_since(web.host.now());
    let cookie = Cookie::build((cookie_name(id, &seat), web.links.write(pass)))
        .path(path.clone())
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(web.is_secure())
        .max_age(cookie::time::Duration::seconds(lasts.as_secs()));
    Ok((path, Some(cookie.to_string())))
}

/// A board's page, which shows the present state at once.
pub(crate) async fn page(
    State(web): WebState,
    headers: HeaderMap,
    visitor: Result<Visitor, RefusalAnswer>,
    look: LookQuery,
) -> Response {
    let locale = locale_of(&headers);
    let visitor = match visitor {
        Ok(visitor) => visitor,
        Err(refused) => return refused.page(locale),
    };
    let shown = match state::of(&web, &visitor, &look).await {
        Ok(state) => state,
        Err(error) => return RefusalAnswer::new(&error, locale).page(locale),
    };
    let page = page::BOARD
        .replace("{{lang}}", locale.code())
        .replace("{{title}}", &escaped(&title(&visitor, &shown)))
        .replace("{{words}}", &data(&words(locale)))
        .replace("{{state}}", &data(&shown));
    Html(page).into_response()
}

/// The title of a board.
pub(crate) fn title(visitor: &Visitor, shown: &MatchState) -> String {
    let title = say("web-board-title", &[("match", visitor.id.to_string().into()), ("game", shown.game.into())]);
    title.in_locale(visitor.locale)
}

/// The sentences of the page, by their keys.
pub(crate) fn words(locale: Locale) -> serde_json::Map<String, serde_json::Value> {
    texts::with_prefix("page-", locale).into_iter().map(|(key, it)| (key.to_owned(), it.into())).collect()
}

/// Data for a script, as it can stand in HTML.
pub(crate) fn data(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}
