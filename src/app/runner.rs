//! Sees to it that what is due is done: after a start, after an outage, and for what a crash left behind.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::ChatAnnouncer;
use crate::play::Host;

/// How often the store is asked what is due. Whatever a handler begins is settled at once; this is for the rest.
const EVERY: Duration = Duration::from_secs(1);

/// Runs for ever; nothing can be shown before the bot is connected.
pub(super) async fn run(host: Arc<Host>, announcer: Arc<ChatAnnouncer>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if !announcer.is_attached() {
            continue;
        }
        match host.due().await {
            Ok(due) => {
                for id in due {
                    let host = Arc::clone(&host);
                    tokio::spawn(async move { host.settle(id).await });
                }
            }
            Err(error) => tracing::error!(error = &error as &dyn std::error::Error, "what is due cannot be found out"),
        }
        let host = Arc::clone(&host);
        tokio::spawn(async move {
            if let Err(error) = host.expire_challenges().await {
                tracing::error!(error = &error as &dyn std::error::Error, "challenges cannot be expired");
            }
            if let Err(error) = host.show_owed_challenges().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "an owed challenge cannot be shown");
            }
        });
    }
}
