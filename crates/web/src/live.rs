//! What happens in a match, told to its open pages by server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::Stream;
use games::board::Side;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::admission::SIGHT_LASTS;
use crate::errors::{RefusalAnswer, WebError};
use crate::state::{self, LookQuery, MatchState};
use crate::visitor::Visitor;
use crate::web::{Web, WebState};
use play::HostError;

/// How often a silent stream says that it's still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How often it's noted that a page is visible: a stream is open only while it is.
const NOTED_EVERY: Duration = Duration::from_secs(15);

/// That is noted only while the match is played, which it is for so long after each change: many pages stand open for days.
const PLAYED_WITHIN: SignedDuration = SignedDuration::from_mins(2);

/// After something broke, how long a page waits for the next try.
const RECOVERY: Duration = Duration::from_secs(5);

/// The states of a match from now on, each once; the present one first, unless the page has it.
pub(crate) async fn events(
    State(web): WebState,
    visitor: Visitor,
    look: LookQuery,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, RefusalAnswer> {
    let refused = |error: WebError| RefusalAnswer::new(&error, visitor.locale);
    web.admission.look(&visitor.pass).await.map_err(refused)?;
    let open = web.streams.open(visitor.user).map_err(refused)?;
    let mut ticks = web.changes.of(visitor.id);
    ticks.mark_changed();
    let seen = headers.get("last-event-id").and_then(|it| it.to_str().ok()).map(str::to_owned);
    let page = OpenPage {
        web: Arc::clone(&web),
        visitor,
        look,
        ticks,
        seen,
        looked_at: Instant::now(),
        active: None,
        noted_at: None,
    };
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
    look: LookQuery,
    ticks: watch::Receiver<u64>,
    /// The state that the page has.
    seen: Option<String>,
    /// When it was last looked whether the match can be seen.
    looked_at: Instant,
    /// The side of the visitor, and when the match was last changed, while it goes on.
    active: Option<(Side, Timestamp)>,
    /// When it was last noted that the page is visible.
    noted_at: Option<Instant>,
}

impl OpenPage {
    /// The next state that the page doesn't have; an error is the last event.
    async fn next(&mut self) -> Result<Event, Event> {
        loop {
            let sight_lasts = SIGHT_LASTS.saturating_sub(self.looked_at.elapsed());
            let wait = self.lasts().min(sight_lasts).min(self.next_note());
            match tokio::time::timeout(wait, self.ticks.changed()).await {
                Ok(Ok(())) => {}
                // Somebody else looks at the match by now; the page comes again.
                Ok(Err(_)) => return Err(Event::default().comment("again")),
                Err(_) if self.lasts().is_zero() => return Err(self.gone(&WebError::NoSeat)),
                Err(_) if sight_lasts <= wait => self.looked_at = Instant::now(),
                Err(_) => {
                    self.note().await;
                    continue;
                }
            }
            let state = self.state().await;
            if let Ok(state) = &state {
                self.active = state.you.map(|it| Side::BOTH[it]).zip(state.active_at);
                self.note().await;
            }
            match state {
                Ok(state) if self.seen.as_deref() == Some(&state.id_of_state) => {}
                Ok(state) => {
                    let Ok(event) = Event::default().event("state").id(&state.id_of_state).json_data(&state) else {
                        continue;
                    };
                    self.seen = Some(state.id_of_state);
                    return Ok(event);
                }
                Err(error) => {
                    let is_set_aside = matches!(error, WebError::Host(HostError::SetAside { .. }));
                    if is_set_aside || !error.explain().0.is_server_error() {
                        return Err(self.gone(&error));
                    }
                    tokio::time::sleep(RECOVERY).await;
                    self.ticks.mark_changed();
                }
            }
        }
    }

    /// How long until it's noted again that the page is visible; forever, while nobody plays.
    fn next_note(&self) -> Duration {
        let is_recent = |at: Timestamp| self.web.host.now().duration_since(at) < PLAYED_WITHIN;
        let is_played = self.active.is_some_and(|it| is_recent(it.1));
        let wait = self.noted_at.map_or(Duration::ZERO, |it| NOTED_EVERY.saturating_sub(it.elapsed()));
        if is_played { wait } else { Duration::MAX }
    }

    /// Notes that the page is visible, if that is due. If that fails, the board may be posted once more than needed.
    async fn note(&mut self) {
        let Some((side, _)) = self.active.filter(|_| self.next_note().is_zero()) else { return };
        self.noted_at = Some(Instant::now());
        if let Err(error) = self.web.host.note_page(self.visitor.id, side).await {
            tracing::warn!(%error, "a visible page is not noted");
        }
    }

    /// What the page may see now.
    async fn state(&self) -> Result<MatchState, WebError> {
        self.web.admission.admit(&self.visitor.pass).await?;
        state::of(&self.web, &self.visitor, &self.look).await
    }

    /// How long the seat lasts.
    fn lasts(&self) -> Duration {
        let left = self.visitor.pass.expires_at().duration_since(self.web.host.now());
        Duration::try_from(left).unwrap_or_default()
    }

    /// The last event, which says why there is no more.
    fn gone(&self, error: &WebError) -> Event {
        Event::default().event("gone").data(RefusalAnswer::new(error, self.visitor.locale).refusal)
    }
}
