//! What happens in a match, told to its open pages by server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::Stream;
use tokio::sync::watch;

use crate::errors::{Refused, WebError};
use crate::state::{self, Look};
use crate::visitor::Visitor;
use crate::web::{Shared, Web};

/// How often a silent stream says that it's still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// After something broke, how long a page waits for the next try.
const RECOVERY: Duration = Duration::from_secs(2);

/// The states of a match from now on, each once; the present one first, unless the page has it.
pub(crate) async fn events(
    State(web): Shared,
    visitor: Visitor,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let refused = |error: WebError| Refused::new(&error, visitor.locale);
    let open = web.streams.open(visitor.user).map_err(refused)?;
    let mut ticks = web.changes.of(visitor.id);
    ticks.mark_changed();
    let seen = headers.get("last-event-id").and_then(|it| it.to_str().ok()).map(str::to_owned);
    let page = OpenPage { web: Arc::clone(&web), visitor, look, ticks, seen };
    let states = futures::stream::unfold(Some((page, open)), |page| async {
        let (mut page, open) = page?;
        match page.next().await {
            Ok(event) => Some((Ok(event), Some((page, open)))),
            Err(last) => Some((Ok(last), None)),
        }
    });
    Ok(Sse::new(states).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// A page that is open.
struct OpenPage {
    web: Arc<Web>,
    visitor: Visitor,
    look: Look,
    ticks: watch::Receiver<u64>,
    /// The state that the page has.
    seen: Option<String>,
}

impl OpenPage {
    /// The next state that the page doesn't have; an error is the last event.
    async fn next(&mut self) -> Result<Event, Event> {
        loop {
            if self.ticks.changed().await.is_err() {
                // Somebody else looks at the match by now; the page comes again.
                return Err(Event::default().comment("again"));
            }
            match state::of(&self.web, &self.visitor, &self.look).await {
                Ok(state) if self.seen.as_deref() == Some(&state.id_of_state) => {}
                Ok(state) => {
                    let Ok(event) = Event::default().event("state").id(&state.id_of_state).json_data(&state) else {
                        continue;
                    };
                    self.seen = Some(state.id_of_state);
                    return Ok(event);
                }
                Err(error) => {
                    let (status, text) = error.explain();
                    if !status.is_server_error() {
                        return Err(Event::default().event("gone").data(text.in_locale(self.visitor.locale)));
                    }
                    tokio::time::sleep(RECOVERY).await;
                    self.ticks.mark_changed();
                }
            }
        }
    }
}
