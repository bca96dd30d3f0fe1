//! Names in answers. Discord shows a mention that notifies nobody as “@unknown-user” to everybody who hasn't met that
//! person, so an answer has the name instead.

use std::collections::HashMap;

use super::Bot;
use crate::mentions::{mentioned_in, with_names};
use crate::views::View;

/// Discord's limit for the text of a message.
const MAX_MESSAGE_CHARS: usize = 2000;

impl Bot {
    /// An answer with the names of the people whom it mentions without notifying them. Those whose names aren't known
    /// stay mentioned.
    pub(crate) async fn named(&self, view: View) -> View {
        let mut people = mentioned_in(&view.content);
        people.retain(|it| !view.pings.contains(it));
        if people.is_empty() {
            return view;
        }
        let names = self.host.player_names(&people).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "an answer mentions people instead of naming them");
            HashMap::new()
        });
        let content = with_names(&view.content, |it| names.get(&it).filter(|_| people.contains(&it)));
        if content.chars().count() > MAX_MESSAGE_CHARS { view } else { View { content, ..view } }
    }
}
