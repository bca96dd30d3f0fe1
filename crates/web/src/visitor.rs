//! Who looks at which match, by the address and the cookies of a request.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use cookie::Cookie;

use crate::errors::{RefusalAnswer, WebError};
use crate::passes::{Pass, PassKind};
use crate::web::Web;
use play::{Asker, Board, MatchId, UserId};
use texts::Locale;

/// Who looks at which match.
#[derive(Clone, Copy)]
pub(crate) struct Visitor {
    pub user: UserId,
    pub id: MatchId,
    /// The seat that they have.
    pub pass: Pass,
    pub locale: Locale,
}

impl Visitor {
    /// As the host sees somebody who acts in a match.
    pub(crate) fn asker(&self, board: &Board) -> Asker {
        Asker { user: self.user, channel: board.current.place.channel, is_alone: false, origin: None }
    }
}

impl FromRequestParts<Arc<Web>> for Visitor {
    type Rejection = RefusalAnswer;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, RefusalAnswer> {
        let locale = locale_of(&parts.headers);
        let refused = |error: WebError| RefusalAnswer::new(&error, locale);
        let Ok(Path((id, seat))) = Path::<(i64, String)>::from_request_parts(parts, web).await else {
            return Err(refused(WebError::NotFound));
        };
        let id = MatchId(id);
        let pass = seated(web, &parts.headers, id, &seat).ok_or_else(|| refused(WebError::NoSeat))?;
        web.pace.admit(pass.user).map_err(refused)?;
        web.admission.admit(&pass).await.map_err(refused)?;
        Ok(Self { user: pass.user, id, pass, locale })
    }
}

/// The seat at a match that a request has: by the pass it says, or by a cookie.
fn seated(web: &Web, headers: &HeaderMap, id: MatchId, seat: &str) -> Option<Pass> {
    let read = |text: &str| {
        let pass = web.links.read(text).ok()?;
        let fits = pass.kind == PassKind::Seat && pass.match_id == id && web.links.seat_tag(id, pass.user) == seat;
        fits.then_some(pass)
    };
    if let Some(pass) = said_pass(headers) {
        return read(pass);
    }
    let wanted = cookie_name(id, seat);
    let all = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let mut cookies = all.flat_map(Cookie::split_parse).flatten().filter(|it| it.name() == wanted);
    cookies.find_map(|it| read(it.value()))
}

/// The pass that a request says. Then no cookie counts, and browsers never say one by themselves.
pub(crate) fn said_pass(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The cookie of a seat at a match.
pub(crate) fn cookie_name(id: MatchId, seat: &str) -> String {
    format!("parlor-{}-{seat}", id.0)
}

/// The language that a browser asks for.
pub(crate) fn locale_of(headers: &HeaderMap) -> Locale {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    Locale::of_code(asked.split([',', ';']).next().unwrap_or_default().trim())
}
