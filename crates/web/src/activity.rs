//! The Activity that shows boards inside Discord: whose it is, what its page may do, and who may ask for something.
//!
//! Discord shows the page in a frame whose origin is its own (`APP.discordsays.com`), or none at all, as on iOS. There
//! `'self'` in a policy means nothing and cookies don't arrive: so the scripts stand in the page, each with a nonce, and the
//! pass is said with each request.

use std::sync::Arc;

use axum::http::{HeaderName, header};
use tower_http::cors::{Any, CorsLayer};

use play::ports::ActivityPeople;

/// Where somebody is let in.
pub(crate) const ENTER: &str = "/activity/enter";

/// The application whose Activity shows boards.
pub struct Activity {
    /// The application's id.
    pub client_id: String,
    /// The origin of the page's frame.
    pub frame: String,
    /// Who may frame it, as sources of a policy.
    pub ancestors: String,
    pub people: Arc<dyn ActivityPeople>,
}

impl Activity {
    /// Of an application on Discord.
    pub fn on_discord(client_id: String, people: Arc<dyn ActivityPeople>) -> Self {
        let frame = format!("https://{client_id}.discordsays.com");
        let ancestors = "https://discord.com https://*.discord.com https://*.discordsays.com".to_owned();
        Self { client_id, frame, ancestors, people }
    }

    /// Only what has the nonce, and what its own server answers.
    pub(crate) fn policy(&self, nonce: &str) -> String {
        let Self { frame, ancestors, .. } = self;
        format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; \
             connect-src 'self' {frame}; form-action 'none'; base-uri 'none'; frame-ancestors {ancestors}"
        )
    }
}

/// Any page may ask: what is answered depends on the pass, which other pages don't have. No cookie comes along.
pub(crate) fn cors() -> CorsLayer {
    let headers = [header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("last-event-id")];
    CorsLayer::new().allow_origin(Any).allow_methods(Any).allow_headers(headers)
}
