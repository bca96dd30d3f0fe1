//! Keeps strangers out: only this machine's own pages and programs are answered, and people need the key.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::page;
use super::proxy::PROXY;
use super::shared::Shared;

/// The page loads and calls its own server only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Refuses calls under other names than the server's own, and calls of other pages; what is answered is taken for
/// nothing but what it says it is.
pub(crate) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    // What comes out of the frame of an Activity has no origin, and is for the Activity's server to judge.
    let is_framed = request.uri().path().starts_with(PROXY);
    let mut response = if is_welcome(request.headers(), shared.address, is_framed) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "This is not an address of the playground.").into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(POLICY);
    response
}

/// Whether a call names the server as it may be named (or else another name leads here), and comes from no other page.
fn is_welcome(headers: &HeaderMap, address: SocketAddr, is_framed: bool) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or_default());
    let host = text(header::HOST).is_some_and(|it| is_own(it, address));
    let own_origin = |it: &str| it.strip_prefix("http://").is_some_and(|it| is_own(it, address));
    host && text(header::ORIGIN).is_none_or(|it| own_origin(it) || (is_framed && it == "null"))
}

fn is_own(authority: &str, address: SocketAddr) -> bool {
    let port = address.port();
    authority == address.to_string()
        || ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
            let rest = authority.strip_prefix(name);
            rest.is_some_and(|it| it.strip_prefix(':').map_or(port == 80 && it.is_empty(), |it| it == port.to_string()))
        })
}

/// What the address may carry.
#[derive(Deserialize)]
pub(crate) struct Carried {
    key: Option<String>,
}

/// The page. With the key in the address, that becomes a cookie, and leaves the address.
pub(crate) async fn index(State(shared): State<Arc<Shared>>, Query(carried): Query<Carried>) -> Response {
    match carried.key {
        Some(key) if key == shared.key.secret() => {
            ([(header::SET_COOKIE, shared.key.as_cookie())], Redirect::to("/")).into_response()
        }
        _ => page::index().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_its_own_names_are_welcome() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let host = |host| is_welcome(&headers(&[(header::HOST, host)]), address, false);
        assert!(["127.0.0.1:8080", "localhost:8080", "[::1]:8080"].into_iter().all(host));
        assert!(
            !["127.0.0.1", "127.0.0.1:80", "evil.example:8080", "localhost.evil.example:8080", ""]
                .into_iter()
                .any(host)
        );
        let from = |origin, is_framed| {
            is_welcome(&headers(&[(header::HOST, "127.0.0.1:8080"), (header::ORIGIN, origin)]), address, is_framed)
        };
        let origin = |origin| from(origin, false);
        assert!(from("null", true) && !from("http://evil.example", true));
        assert!(origin("http://127.0.0.1:8080") && origin("http://localhost:8080"));
        assert!(
            !["null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", ""]
                .into_iter()
                .any(origin)
        );
        assert!(!is_welcome(&HeaderMap::new(), address, false));
    }
}
