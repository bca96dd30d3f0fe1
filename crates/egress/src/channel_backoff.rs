//! Channels in which Discord refuses what the bot writes or reads. The same kind of request is not sent there for a
//! while, so that one channel does not use up the refusals that Discord tolerates in all (`limits`).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use parking_lot::Mutex;
use tokio::sync::broadcast;

use super::buffered_response::BufferedResponse;
use super::codes::{BLOCKED_BY_AUTOMOD, NEEDS_HISTORY, NOT_OURS, UNKNOWN_CHANNEL};
use super::route::Route;

/// After this many refusals in a row, Discord isn't asked for a while: one or two may be about something else.
const DENIALS_BEFORE_BACKOFF: u32 = 3;

/// How long the first pause lasts. It doubles after each further refusal, up to `MAX_BACKOFF`.
const INITIAL_BACKOFF: Duration = Duration::from_secs(2);
const MAX_BACKOFF: Duration = Duration::from_secs(600);

/// How many channels of either kind are remembered, and for how long after the last request about them.
const CHANNELS: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(3600);

/// How many reopened channels can wait to be heard of.
const MOST_REOPENED: usize = 1024;

/// What Discord refuses in which channels; clones share their state.
#[derive(Clone, Debug)]
pub struct ChannelBackoff {
    denials: Cache<u64, Arc<Mutex<Denials>>>,
    /// Channels where somebody has acted lately, or Discord has accepted something; and threads that were begun.
    active: Cache<u64, ()>,
    /// The channels of each server, as far as the gateway tells, also those that the bot may not view.
    there: Arc<Mutex<HashMap<u64, HashSet<u64>>>>,
    /// Tells of channels in which Discord accepts something that it has refused.
    reopened: broadcast::Sender<u64>,
}

/// The kinds of requests that are refused in a channel.
type Denials = HashMap<Kind, Denial>;

/// What distinguishes a request from others in its channel: its method, its path, and whether it has files.
type Kind = (Method, String, bool);

#[derive(Debug)]
struct Denial {
    /// How often in a row Discord has refused it.
    count: u32,
    /// When Discord was last asked.
    asked_at: Instant,
}

impl Default for ChannelBackoff {
    fn default() -> Self {
        let reopened = broadcast::Sender::new(MOST_REOPENED);
        Self { denials: remembered(), active: remembered(), there: Arc::default(), reopened }
    }
}

/// A cache of channels, with entries kept while there are requests about them.
fn remembered<K: Clone + Send + Sync + 'static>() -> Cache<u64, K> {
    let lru = EvictionPolicy::lru();
    Cache::builder().max_capacity(CHANNELS).eviction_policy(lru).time_to_idle(REMEMBERED).build()
}

impl ChannelBackoff {
    /// Whether Discord may be asked now. If it has refused the same before, other requests of this kind wait for the
    /// answer to this one.
    pub(super) fn admits(&self, route: &Route) -> bool {
        let Some(denials) = route.channel_of_messages().and_then(|it| self.denials.get(&it)) else { return true };
        let mut denials = denials.lock();
        let Some(denial) = denials.get_mut(&kind(route)) else { return true };
        let further = denial.count.checked_sub(DENIALS_BEFORE_BACKOFF);
        let pause = further.map_or(Duration::ZERO, |it| (INITIAL_BACKOFF * 2_u32.pow(it.min(10))).min(MAX_BACKOFF));
        let is_admitted = denial.asked_at.elapsed() >= pause;
        if is_admitted {
            denial.asked_at = Instant::now();
        }
        is_admitted
    }

    /// Notes all channels of a server.
    pub fn note_channels(&self, server: u64, channels: impl Iterator<Item = u64>) {
        self.there.lock().insert(server, channels.collect());
    }

    /// Notes a channel of a server: that it's there, or that it's gone.
    pub fn note_channel(&self, server: u64, channel: u64, is_there: bool) {
        let mut there = self.there.lock();
        let channels = there.entry(server).or_default();
        match is_there {
            true => channels.insert(channel),
            false => channels.remove(&channel),
        };
    }

    /// Whether the gateway has told of a channel that isn't gone.
    fn is_there(&self, channel: u64) -> bool {
        self.there.lock().values().any(|it| it.contains(&channel))
    }

    /// A response, which does not say of a channel that is there that it's gone: the bot may not view it. Under which name the
    /// gateway tells of it, and with which flags, doesn't matter.
    pub(super) fn corrected(&self, route: &Route, answer: BufferedResponse) -> BufferedResponse {
        let is_unknown = answer.code() == Some(UNKNOWN_CHANNEL);
        match route.channel().filter(|it| is_unknown && self.is_there(*it)) {
            Some(_) => BufferedResponse::hidden(),
            None => answer,
        }
    }

    /// Whether Discord is not likely to refuse a request, as far as this process knows; `false` for a channel with no
    /// recent activity.
    pub(super) fn is_known_good(&self, route: &Route) -> bool {
        route.channel_of_messages().is_none_or(|channel| self.active.contains_key(&channel))
    }

    /// Learns from one of Discord's responses.
    pub(super) fn record(&self, route: &Route, answer: &BufferedResponse) {
        if let Some(channel) = opened(route, answer) {
            self.active.insert(channel, ());
        }
        let Some(channel) = route.channel_of_messages() else { return };
        if answer.status.is_success() {
            self.active.insert(channel, ());
            let refused = self.denials.get(&channel).and_then(|it| it.lock().remove(&kind(route)));
            if refused.is_some() {
                // If nobody listens, what was refused is tried again later.
                let _ = self.reopened.send(channel);
            }
        }
        if is_denial(answer) {
            let denials = self.denials.get_with(channel, Arc::default);
            let mut denials = denials.lock();
            let denial = denials.entry(kind(route)).or_insert(Denial { count: 0, asked_at: Instant::now() });
            (denial.count, denial.asked_at) = (denial.count + 1, Instant::now());
            if denial.count == DENIALS_BEFORE_BACKOFF {
                tracing::info!(channel, route = route.name(), "Discord isn't asked that in this channel for a while");
            }
        }
    }

    /// The channels in which Discord accepts from now on what it has refused.
    pub fn reopened(&self) -> broadcast::Receiver<u64> {
        self.reopened.subscribe()
    }

    /// Somebody has acted in a channel, or has changed it: Discord may be asked again soon.
    pub fn reset(&self, channel: u64) {
        self.active.insert(channel, ());
        if let Some(denials) = self.denials.get(&channel) {
            denials.lock().values_mut().for_each(|it| it.count = it.count.min(DENIALS_BEFORE_BACKOFF));
        }
    }

    /// The bot may do something else in a channel than before: what Discord refused says nothing anymore.
    pub fn forget(&self, channel: u64) {
        self.active.insert(channel, ());
        self.denials.invalidate(&channel);
    }
}

fn kind(route: &Route) -> Kind {
    (route.method.clone(), route.template.clone(), route.has_files)
}

/// The thread or direct channel that a request has opened, if it has.
fn opened(route: &Route, answer: &BufferedResponse) -> Option<u64> {
    let opens = route.template.ends_with("/threads") || route.template == "users/@me/channels";
    let has_opened = opens && route.method == Method::POST && answer.status.is_success();
    let body: serde_json::Value = has_opened.then(|| serde_json::from_slice(&answer.body).ok())??;
    body["id"].as_str()?.parse().ok()
}

/// Why one message is refused, which says nothing about others in the channel.
const OF_ONE_MESSAGE: [isize; 3] = [NOT_OURS, NEEDS_HISTORY, BLOCKED_BY_AUTOMOD];

/// Whether a response says that the bot may not do that in the channel, or that the channel does not exist.
fn is_denial(answer: &BufferedResponse) -> bool {
    match answer.status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            !answer.code().is_some_and(|it| OF_ONE_MESSAGE.contains(&it))
        }
        StatusCode::NOT_FOUND => answer.code() == Some(UNKNOWN_CHANNEL),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post() -> Route {
        Route::of(&Method::POST, "channels/1/messages")
    }

    fn answer(status: u16, code: isize) -> BufferedResponse {
        let body = format!(r#"{{"message": "", "code": {code}}}"#);
        BufferedResponse {
            status: StatusCode::from_u16(status).unwrap(),
            body: body.into(),
            ..BufferedResponse::done()
        }
    }

    /// A channel in which posting was refused this many times in a row.
    fn refused(times: u32) -> ChannelBackoff {
        let backoff = ChannelBackoff::default();
        (0..times).for_each(|_| backoff.record(&post(), &answer(403, 50013)));
        backoff
    }

    /// Makes time pass.
    fn pass(backoff: &ChannelBackoff, time: Duration) {
        for denial in backoff.denials.get(&1).unwrap().lock().values_mut() {
            denial.asked_at = denial.asked_at.checked_sub(time).unwrap();
        }
    }

    #[test]
    fn the_longer_it_is_refused_the_more_rarely_it_is_asked() {
        assert!(refused(DENIALS_BEFORE_BACKOFF - 1).admits(&post()));
        let backoff = refused(DENIALS_BEFORE_BACKOFF);
        assert!(!backoff.admits(&post()));
        for factor in [1_u32, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            pass(&backoff, INITIAL_BACKOFF * factor - Duration::from_secs(1));
            assert!(!backoff.admits(&post()), "{factor}");
            pass(&backoff, Duration::from_secs(1));
            assert!(backoff.admits(&post()), "{factor}");
            assert!(!backoff.admits(&post()), "one asks, and the others wait for that");
            backoff.record(&post(), &answer(403, 50013));
        }
    }

    #[test]
    fn what_succeeds_or_where_somebody_acts_is_asked_again() {
        let backoff = refused(DENIALS_BEFORE_BACKOFF);
        backoff.record(&post(), &answer(200, 0));
        assert!(backoff.admits(&post()));

        let backoff = refused(DENIALS_BEFORE_BACKOFF + 9);
        pass(&backoff, INITIAL_BACKOFF);
        backoff.reset(2);
        assert!(!backoff.admits(&post()));
        backoff.reset(1);
        assert!(backoff.admits(&post()));
        backoff.record(&post(), &answer(403, 50013));
        assert!(!backoff.admits(&post()));
        backoff.forget(1);
        assert!(backoff.admits(&post()));
    }

    #[test]
    fn a_channel_is_trusted_where_somebody_acts_or_something_succeeds() {
        let backoff = ChannelBackoff::default();
        let is_trusted = |path: &str| backoff.is_known_good(&Route::of(&Method::PATCH, path));
        assert!(!is_trusted("channels/1/messages/3") && is_trusted("channels/1"), "the other is about no message");
        backoff.record(&post(), &answer(200, 0));
        backoff.reset(2);
        assert!(is_trusted("channels/1/messages/3") && is_trusted("channels/2/messages/4"));
        let begun = BufferedResponse { body: r#"{"id": "3"}"#.into(), ..answer(201, 0) };
        backoff.record(&Route::of(&Method::POST, "channels/2/threads"), &begun);
        assert!(is_trusted("channels/3/messages/5"), "a thread that was just begun");
    }

    #[test]
    fn only_that_is_denied_which_is_and_where() {
        for (status, code, is_denied) in [
            (401, 0, true),
            (403, 50013, true),
            (403, NOT_OURS, false),
            (403, NEEDS_HISTORY, false),
            (403, BLOCKED_BY_AUTOMOD, false),
            (404, UNKNOWN_CHANNEL, true),
            (404, 10008, false),
            (429, 0, false),
            (500, 0, false),
        ] {
            let backoff = ChannelBackoff::default();
            (0..DENIALS_BEFORE_BACKOFF).for_each(|_| backoff.record(&post(), &answer(status, code)));
            assert_eq!(backoff.admits(&post()), !is_denied, "{status} {code}");
        }
        let backoff = refused(DENIALS_BEFORE_BACKOFF);
        for (method, path) in [
            (Method::POST, "channels/2/messages"),
            (Method::PATCH, "channels/1/messages/3"),
            (Method::POST, "interactions/1/token/callback"),
            (Method::PATCH, "channels/1"),
        ] {
            assert!(backoff.admits(&Route::of(&method, path)), "{method} {path}");
        }
    }
}
