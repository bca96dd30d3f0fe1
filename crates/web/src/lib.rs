//! HTTP: how the process is ([`health`]), and boards that can be touched.
//!
//! A board's page is opened by a link of one's own ([`passes`], [`door`]). It shows what the server sends ([`state`],
//! [`picture`]), and knows no rule. What is done on it is the same request to the [`Host`] as a command in the chat
//! ([`acts`]). Changes arrive by server-sent events ([`live`]). The same page runs inside Discord ([`activity`]).

mod activity;
mod acts;
mod admission;
mod changes;
mod door;
mod enter;
mod errors;
mod guard;
pub mod health;
mod limits;
mod line;
mod listener;
mod live;
mod page;
mod passes;
mod picture;
mod refusals;
mod state;
mod visitor;
mod web;
mod words;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use url::Url;

pub use activity::Activity;
pub use changes::Changes;
use errors::{RefusalAnswer, WebError};
use page::PageFile;
pub use passes::Links;
pub use web::Web;

/// Serves boards forever.
pub async fn serve(web: Web, listener: TcpListener) {
    listener::serve(listener, router(web)).await;
}

fn router(web: Web) -> Router {
    let web = Arc::new(web);
    let board = Router::new()
        .route("/", get(door::page))
        .route("/state", get(state::show))
        .route("/events", get(live::events))
        .route("/line", get(line::show))
        .route("/explored", get(line::explored))
        .route("/act", post(acts::act));
    let router = Router::new()
        .route("/open", post(door::exchange))
        .route("/open/{token}", get(door::landing))
        .nest("/board/{id}/{seat}", board)
        .route("/assets/{name}", get(asset))
        .fallback(nothing_here)
        .method_not_allowed_fallback(nothing_here);
    let router = match &web.activity {
        Some(_) => {
            router.route("/", get(enter::show)).route(activity::ENTER, post(enter::enter)).layer(activity::cors())
        }
        None => router,
    };
    router
        .layer(middleware::from_fn_with_state(Arc::clone(&web), guard::guard))
        .layer(CompressionLayer::new())
        .with_state(web)
}

/// What the public address of boards must be, and isn't.
#[derive(Debug, thiserror::Error)]
#[error("must be {0}")]
pub struct UnfitAddress(pub &'static str);

/// The public address of the boards: https, or http on this machine alone.
pub fn read_public_url(text: &str) -> Result<Url, UnfitAddress> {
    let url = Url::parse(text).map_err(|_| UnfitAddress("an address like https://boards.example.org"))?;
    let is_here = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    match url.scheme() {
        "https" => {}
        "http" if is_here => {}
        _ => return Err(UnfitAddress("https: whoever reads along could play in a player's place")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(UnfitAddress("an address without a name and a password: it stands in every link"));
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(UnfitAddress("a host of its own, like https://boards.example.org, without a path"));
    }
    Ok(url)
}

/// A file of the page, unless the browser has it.
async fn asset(name: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    let found = name.ok().and_then(|Path(name)| page::FILES.iter().find(|it| it.name == name));
    let Some(PageFile { text, kind, .. }) = found else { return nothing_here(headers).await };
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let tag = format!("\"{:x}\"", hasher.finish());
    let about = [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache"), (header::ETAG, &tag)];
    // Whoever compresses it on the way marks the tag as a weak one.
    let is_known = |it: &HeaderValue| it.to_str().is_ok_and(|it| it.trim_start_matches("W/") == tag);
    match headers.get(header::IF_NONE_MATCH).is_some_and(is_known) {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, text.as_str()).into_response(),
    }
}

async fn nothing_here(headers: HeaderMap) -> Response {
    let locale = visitor::locale_of(&headers);
    let refused = RefusalAnswer::new(&WebError::NotFound, locale);
    let wants_page = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok()).is_some_and(|it| it.contains("html"));
    if wants_page { refused.page(locale) } else { refused.into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every script and page, one after the other.
    fn scripts() -> String {
        let pages = [page::BOARD];
        let scripts = page::FILES.iter().filter(|it| it.name.ends_with(".js")).map(|it| it.text.as_str());
        pages.into_iter().chain(scripts).collect()
    }

    #[test]
    fn the_page_says_only_what_the_catalog_has_and_all_of_it() {
        let scripts = scripts();
        for before in ["say(\"", "data-text=\"", "data-label=\""] {
            for key in scripts.split(before).skip(1).filter_map(|it| it.split('"').next()) {
                assert!(texts::has(&format!("page-{key}")), "{key}");
            }
        }
        for (key, _) in texts::with_prefix("page-", texts::Locale::default()) {
            let key = key.trim_start_matches("page-");
            let is_put_together = key.starts_with("grid-") || key.ends_with("-question");
            assert!(is_put_together || scripts.contains(&format!("\"{key}\"")), "nothing says {key}");
        }
    }

    #[test]
    fn boards_have_an_address_by_which_nobody_reads_along() {
        for fit in
            ["https://boards.example.org", "https://b.example.org:8443/", "http://127.0.0.1:8081", "http://[::1]:1"]
        {
            assert!(read_public_url(fit).is_ok(), "{fit}");
        }
        for unfit in [
            "boards",
            "http://example.org",
            "https://example.org/parlor",
            "ftp://localhost",
            "https://e.org?x",
            "https://a:b@e.org",
        ] {
            assert!(read_public_url(unfit).is_err(), "{unfit}");
        }
    }
}
