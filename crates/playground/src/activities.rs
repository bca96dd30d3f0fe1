//! The Activities of the bot's application that run, and who is in them.

use std::collections::{BTreeMap, BTreeSet};

use super::secret;

/// An application with Activities.
#[derive(Debug, Clone)]
pub struct ActivitySettings {
    /// The address of the application's server, without a slash at its end.
    pub server: String,
    /// The application's OAuth2 secret.
    pub secret: String,
}

impl ActivitySettings {
    /// Of a server at that address, with a new secret.
    #[must_use]
    pub fn at(server: &str) -> Self {
        Self { server: server.trim_end_matches('/').to_owned(), secret: secret::random() }
    }
}

/// The running instances, and who has said who they are.
#[derive(Debug, Default)]
pub(crate) struct Activities {
    /// By their ids.
    pub(crate) instances: BTreeMap<String, Instance>,
    /// Whom a code stands for; each can be exchanged once.
    pub(crate) codes: BTreeMap<String, u64>,
    /// Whom a token stands for.
    pub(crate) tokens: BTreeMap<String, u64>,
}

/// An Activity that runs in a channel.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) channel: u64,
    pub(crate) people: BTreeSet<u64>,
}

impl Activities {
    /// Lets somebody take part in the instance that runs in a channel, and returns its id: `new` if none does.
    pub(crate) fn join(&mut self, channel: u64, person: u64, new: String) -> String {
        let running = self.instances.iter().find(|it| it.1.channel == channel).map(|it| it.0.clone());
        let id = running.unwrap_or(new);
        let instance = self.instances.entry(id.clone());
        instance.or_insert(Instance { channel, people: BTreeSet::new() }).people.insert(person);
        id
    }
}
