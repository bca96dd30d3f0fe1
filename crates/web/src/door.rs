//! The way in: a link leads to a page that posts it, which gives a cookie for the board; and the board's page itself.

use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use cookie::{Cookie, SameSite};
use serde::Deserialize;

use crate::errors::{Refused, WebError};
use crate::passes::{Pass, PassError, PassKind};
use crate::state::{self, Look};
use crate::visitor::{Visitor, cookie_name, locale_of, seated};
use crate::web::{Shared, Web};
use crate::words::escaped;
use play::MatchId;
use texts::say;

/// Where a link leads: a page that posts it. So whoever only looks at the link, as previews do, doesn't use it up.
pub(crate) async fn landing(State(web): Shared, Path(text): Path<String>, headers: HeaderMap) -> Response {
    let locale = locale_of(&headers);
    let pass = match read_link(&web, &text) {
        Ok(pass) => pass,
        Err(error) => return Refused::new(&error, locale).page(locale),
    };
    let (id, seat) = (pass.match_id, web.links.seat_tag(pass.match_id, pass.user));
    if seated(&web, &headers, id, &seat).is_some() {
        return Redirect::to(&board_path(id, &seat)).into_response();
    }
    let sentence = |key| escaped(&say(key, &[("match", id.to_string().into())]).in_locale(locale));
    let page = include_str!("../page/open.html")
        .replace("{{title}}", &sentence("web-open-title"))
        .replace("{{sentence}}", &sentence("web-open"))
        .replace("{{button}}", &sentence("web-open-button"))
        .replace("{{token}}", &escaped(&text))
        .replace("{{lang}}", locale.code());
    Html(page).into_response()
}

fn board_path(id: MatchId, seat: &str) -> String {
    format!("/board/{}/{seat}", id.0)
}

fn read_link(web: &Web, text: &str) -> Result<Pass, WebError> {
    let pass = web.links.read(text).map_err(WebError::Pass)?;
    if pass.kind == PassKind::Link { Ok(pass) } else { Err(WebError::Pass(PassError::Forged)) }
}

#[derive(Deserialize)]
pub(crate) struct Opening {
    token: String,
}

/// Uses a link up, and gives its cookie.
pub(crate) async fn exchange(State(web): Shared, headers: HeaderMap, Form(opening): Form<Opening>) -> Response {
    match open(&web, &opening.token).await {
        Ok((cookie, path)) => {
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, path)]).into_response()
        }
        Err(error) => {
            let locale = locale_of(&headers);
            Refused::new(&error, locale).page(locale)
        }
    }
}

async fn open(web: &Web, text: &str) -> Result<(String, String), WebError> {
    let link = read_link(web, text)?;
    if !web.store.use_link(link.id, link.expires_at(), web.host.now()).await? {
        return Err(WebError::UsedLink);
    }
    let (id, seat) = (link.match_id, web.links.seat_tag(link.match_id, link.user));
    let (pass, path) = (web.links.seat(link), board_path(id, &seat));
    let lasts = pass.expires_at().duration_since(web.host.now());
    let cookie = Cookie::build((cookie_name(id, &seat), web.links.write(pass)))
        .path(path.clone())
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(web.is_secure())
        .max_age(cookie::time::Duration::seconds(lasts.as_secs()));
    Ok((cookie.to_string(), path))
}

/// A board's page, which shows the present state at once.
pub(crate) async fn page(
    State(web): Shared,
    headers: HeaderMap,
    visitor: Result<Visitor, Refused>,
    Query(look): Query<Look>,
) -> Response {
    let locale = locale_of(&headers);
    let visitor = match visitor {
        Ok(visitor) => visitor,
        Err(refused) => return refused.page(locale),
    };
    let shown = match state::of(&web, &visitor, &look).await {
        Ok(state) => state,
        Err(error) => return Refused::new(&error, locale).page(locale),
    };
    let words: serde_json::Map<_, _> =
        texts::with_prefix("page-", locale).into_iter().map(|(key, it)| (key.to_owned(), it.into())).collect();
    let title = say("web-board-title", &[("match", visitor.id.to_string().into()), ("game", shown.game.into())]);
    let page = include_str!("../page/board.html")
        .replace("{{lang}}", locale.code())
        .replace("{{title}}", &escaped(&title.in_locale(locale)))
        .replace("{{words}}", &data(&words))
        .replace("{{state}}", &data(&shown));
    Html(page).into_response()
}

/// Data for a script, as it can stand in HTML.
fn data(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}
