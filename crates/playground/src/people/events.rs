//! What people hear of while they look.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream::{self, Stream};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::seat::Someone;
use crate::objects::Id;
use crate::page_event::PageEvent;
use crate::shared::Shared;
use crate::world::{Change, World};

/// The events of a person, as they come.
pub(crate) async fn events(
    Someone(person): Someone,
    State(shared): State<Arc<Shared>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = shared.world().changes.subscribe();
    let start = Ear { shared, person, changes, late: VecDeque::new() };
    let stream = stream::unfold(start, |mut ear| async move {
        let told = ear.next().await?;
        // Everything that is told has text keys, so it can always be written.
        let event = Event::default().json_data(told).unwrap_or_default();
        Some((Ok(event), ear))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// Somebody who listens.
struct Ear {
    shared: Arc<Shared>,
    person: u64,
    changes: Receiver<Change>,
    late: VecDeque<PageEvent>,
}

impl Ear {
    async fn next(&mut self) -> Option<PageEvent> {
        loop {
            if let Some(told) = self.late.pop_front() {
                return Some(told);
            }
            let change = tokio::select! {
                () = self.shared.stop.cancelled() => return None,
                change = self.changes.recv() => change,
            };
            match change {
                Ok(change) if self.concerns(&change) => return Some((*change.event).clone()),
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => self.late = everything(&self.shared.world(), self.person),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    fn concerns(&self, change: &Change) -> bool {
        let is_meant = change.only_for.is_none_or(|only| only == self.person);
        is_meant && self.shared.world().sees(self.person, change.channel)
    }
}

/// Whoever listens too slowly learns that everything may have changed.
fn everything(world: &World, person: u64) -> VecDeque<PageEvent> {
    let seen = world.channels.iter().filter(|it| world.sees(person, it.id));
    seen.map(|it| PageEvent::Change { channel: Id(it.id) }).collect()
}
