//! What the pages stand on.

use std::sync::Arc;

use axum::extract::State;
use tokio_util::task::TaskTracker;

use crate::activity::Activity;
use crate::admission::Admission;
use crate::changes::Changes;
use crate::limits::{Pace, Streams};
use crate::passes::Links;
use play::Host;
use play::ports::LinkStore;

/// What the pages stand on.
pub struct Web {
    pub(crate) host: Arc<Host>,
    pub(crate) store: Arc<dyn LinkStore>,
    pub(crate) links: Arc<Links>,
    pub(crate) changes: Arc<Changes>,
    /// What is accepted, until the process is stopping.
    pub(crate) under_way: TaskTracker,
    /// Where boards are shown inside Discord, too.
    pub(crate) activity: Option<Activity>,
    pub(crate) admission: Admission,
    pub(crate) pace: Pace,
    pub(crate) streams: Arc<Streams>,
}

pub(crate) type WebState = State<Arc<Web>>;

impl Web {
    pub fn new(
        host: Arc<Host>,
        store: Arc<dyn LinkStore>,
        links: Arc<Links>,
        changes: Arc<Changes>,
        under_way: TaskTracker,
        activity: Option<Activity>,
    ) -> Self {
        let (pace, streams, admission) = (Pace::default(), Arc::default(), Admission::new(Arc::clone(&host)));
        Self { host, store, links, changes, under_way, activity, admission, pace, streams }
    }

    /// Where people reach it.
    pub(crate) fn origin(&self) -> String {
        self.links.base().origin().ascii_serialization()
    }

    /// Whether browsers send cookies only by https.
    pub(crate) fn is_secure(&self) -> bool {
        self.links.base().scheme() == "https"
    }
}
