//! A way to Discord's REST for one process alone, which may be cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// The way. Whoever goes it while it is cut hears only that there is nobody behind it.
pub struct Relay {
    pub url: String,
    is_cut: Arc<AtomicBool>,
}

impl Relay {
    /// A way to what answers at an address.
    pub async fn to(there: String) -> Self {
        let (is_cut, http) = (Arc::new(AtomicBool::new(false)), reqwest::Client::new());
        let cut = Arc::clone(&is_cut);
        let app = Router::new().fallback(move |request: Request| {
            let (cut, http, there) = (Arc::clone(&cut), http.clone(), there.clone());
            async move {
                match cut.load(Ordering::SeqCst) {
                    true => StatusCode::BAD_GATEWAY.into_response(),
                    false => pass(&http, &there, request).await,
                }
            }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, is_cut }
    }

    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
    }

    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

async fn pass(http: &reqwest::Client, there: &str, request: Request) -> Response {
    let (mut head, body) = request.into_parts();
    let body = body::to_bytes(body, usize::MAX).await.unwrap();
    // The playground is called by its own name.
    head.headers.remove(header::HOST);
    head.headers.remove(header::CONTENT_LENGTH);
    let asked = http.request(head.method, format!("{there}{}", head.uri)).headers(head.headers).body(body);
    let Ok(answer) = asked.send().await else { return StatusCode::BAD_GATEWAY.into_response() };
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::TRANSFER_ENCODING);
    match answer.bytes().await {
        Ok(body) => (status, headers, body).into_response(),
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}
