//! What goes wrong between the bot and a playground when somebody wants it to.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::Playground;
use crate::troubles::{Hitch, Trouble};

impl Playground {
    /// Begins or ends an outage: REST answers 503, the gateway is cut.
    pub fn set_outage(&self, outage: bool) {
        self.shared.outage.store(outage, Ordering::SeqCst);
        if outage {
            self.hitch(Hitch::Break);
        }
    }

    /// Lets something become of every connection to the gateway.
    pub fn hitch(&self, hitch: Hitch) {
        // Nobody connected is fine.
        let _ = self.shared.hitches.send(hitch);
    }

    /// Cuts every connection of the gateway without a word.
    pub fn drop_connections(&self) {
        self.hitch(Hitch::Break);
    }

    /// Answers no heartbeats for a while, although the connections stand.
    pub fn set_deaf(&self, deaf: bool) {
        self.shared.deaf.store(deaf, Ordering::SeqCst);
    }

    /// From now on, a rule says by method and path what becomes of a request of REST.
    pub fn spoil(&self, rule: impl Fn(&str, &str) -> Trouble + Send + 'static) {
        self.shared.troubles.set(rule);
    }

    /// From now on every request is answered again.
    pub fn spoil_nothing(&self) {
        self.spoil(|_, _| Trouble::None);
    }

    /// Lets the limit of all requests be reached for a while.
    pub fn exhaust(&self, time: Duration) {
        self.shared.counters().close(Instant::now() + time);
    }

    /// Lets the tokens of all interactions run out.
    pub fn expire_interactions(&self) {
        self.shared.world().interactions.clear();
    }

    /// Sends the last events once more, as happens after a resume.
    pub fn resend_last_events(&self, count: usize) {
        self.shared.world().sessions.resend(count);
    }
}
