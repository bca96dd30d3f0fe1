//! Sends requests to Discord: in turn, with a time limit, and again where that is harmless.

use std::pin::pin;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use futures::future::{Either, select};

use super::EgressOptions;
use super::buffered_request::BufferedRequest;
use super::buffered_response::BufferedResponse;
use super::channel_backoff::ChannelBackoff;
use super::headers::{RateLimited, without_hop_by_hop};
use super::limits::Limits;
use super::reachability::Reachability;

/// How often a request is sent if it comes too soon each time.
const MAX_ATTEMPTS: u32 = 5;

/// How long to wait before a retry after a temporary failure: short enough for an interaction, which has three seconds.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// How long to wait for the response to an acknowledgment before it is sent a second time.
const SECOND_ACKNOWLEDGMENT_AFTER: Duration = Duration::from_millis(1200);

/// How long the response to an acknowledgment may take: Discord takes none after three seconds.
const ACKNOWLEDGMENT_TIMEOUT: Duration = Duration::from_millis(2900);

/// Sends all requests of this process to Discord.
pub(super) struct Sender {
    http: reqwest::Client,
    options: EgressOptions,
    limits: Limits,
    backoff: ChannelBackoff,
    reachability: Reachability,
}

impl Sender {
    /// A sender by a client that follows no redirects.
    pub fn new(
        http: reqwest::Client,
        options: EgressOptions,
        backoff: ChannelBackoff,
        reachability: Reachability,
    ) -> Self {
        let limits = Limits::new(options.per_second);
        Self { http, options, limits, backoff, reachability }
    }

    /// The response to a request; there always is one.
    pub async fn send(&self, asked: &BufferedRequest) -> BufferedResponse {
        let deadline = Instant::now() + self.options.whole;
        let answer = tokio::time::timeout_at(deadline.into(), self.answer(asked, deadline)).await;
        let answer = answer.unwrap_or_else(|_| too_late("there was no answer in time"));
        metrics::discord(&asked.route.name(), answer.status.as_u16());
        answer
    }

    async fn answer(&self, asked: &BufferedRequest, deadline: Instant) -> BufferedResponse {
        // Whether an attempt failed that Discord may have received.
        let mut may_be_done = false;
        for attempt in 1.. {
            if self.limits.is_stopped(&asked.route) {
                break;
            }
            if self.limits.is_cautious() && !self.backoff.is_known_good(&asked.route) {
                return BufferedResponse::withheld();
            }
            let Some((answer, rate_limited)) = self.take_turn(asked).await else { return BufferedResponse::withheld() };
            // Most likely it was this process that acknowledged it, and the response was lost. Whoever receives the same
            // interaction in another process decides with it who acts.
            if may_be_done && asked.is_acknowledgment() && answer.is_acknowledged() {
                return BufferedResponse::done();
            }
            may_be_done |= answer.may_be_done();
            let pause = match rate_limited {
                Some(RateLimited { wait, .. }) if attempt < MAX_ATTEMPTS => wait,
                None if attempt <= asked.repeats_after(&answer) => RETRY_DELAY * attempt,
                // Of a second acknowledgment, Discord says if it knows the first one.
                None if attempt == 1 && asked.is_acknowledgment() && answer.may_be_done() => RETRY_DELAY,
                _ => return answer,
            };
            // The caller knows better what to do if it takes this long.
            if Instant::now() + pause >= deadline {
                return answer;
            }
            tokio::time::sleep(pause).await;
        }
        unreachable("Discord has refused too much in the last minutes")
    }

    /// Discord's response, and how the request came too soon, if it did; `None` if it is not sent because Discord has
    /// just refused the same.
    async fn take_turn(&self, asked: &BufferedRequest) -> Option<(BufferedResponse, Option<RateLimited>)> {
        let begun = Instant::now();
        let turn = self.limits.turn(&asked.route).await;
        if !self.backoff.admits(&asked.route) {
            return None;
        }
        let called = Instant::now();
        metrics::discord_turn(called - begun);
        let answer = match asked.is_acknowledgment() {
            true => self.acknowledge(asked).await,
            false => self.ask(asked).await,
        };
        metrics::discord_answer(&asked.route.name(), called.elapsed());
        self.reachability.note(&answer);
        let rate_limited = self.limits.learn(&asked.route, turn, &answer);
        let answer = self.backoff.corrected(&asked.route, answer);
        self.backoff.record(&asked.route, &answer);
        Some((answer, rate_limited))
    }

    /// Sends an acknowledgment, and sends it again while there is no response. Discord takes only one of them.
    async fn acknowledge(&self, asked: &BufferedRequest) -> BufferedResponse {
        let both = async {
            let mut first = pin!(self.ask(asked));
            if let Ok(answer) = tokio::time::timeout(SECOND_ACKNOWLEDGMENT_AFTER, &mut first).await {
                return answer;
            }
            match select(first, pin!(self.ask(asked))).await {
                // The second one came before it.
                Either::Left((answer, second)) if answer.is_acknowledged() => second.await,
                Either::Left((answer, _)) => answer,
                // Discord has taken the first one.
                Either::Right((answer, _)) if answer.is_acknowledged() => BufferedResponse::done(),
                Either::Right((answer, _)) => answer,
            }
        };
        let answer = tokio::time::timeout(ACKNOWLEDGMENT_TIMEOUT, both).await;
        answer.unwrap_or_else(|_| too_late("an acknowledgment was not answered"))
    }

    async fn ask(&self, asked: &BufferedRequest) -> BufferedResponse {
        let url = format!("{}{}", self.options.base.trim_end_matches('/'), asked.path);
        let request = self.http.request(asked.method.clone(), url).timeout(self.options.answer);
        let request = request.headers(asked.headers.clone()).body(asked.body.clone());
        match whole(request).await {
            Ok(answer) => answer,
            Err(error) if error.is_timeout() => too_late(&root_cause(&error)),
            Err(error) if error.is_connect() => unreachable(&root_cause(&error)),
            // The connection broke, so we do not know what Discord has received.
            Err(error) => BufferedResponse::unanswered(StatusCode::BAD_GATEWAY, &root_cause(&error)),
        }
    }
}

/// Discord took too long, or the request's turn did not come.
fn too_late(why: &str) -> BufferedResponse {
    BufferedResponse::unanswered(StatusCode::GATEWAY_TIMEOUT, why)
}

/// Discord has not received the request.
fn unreachable(why: &str) -> BufferedResponse {
    BufferedResponse::unanswered(StatusCode::SERVICE_UNAVAILABLE, why)
}

/// Reads the response to a request completely.
async fn whole(request: reqwest::RequestBuilder) -> reqwest::Result<BufferedResponse> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), without_hop_by_hop(response.headers()));
    Ok(BufferedResponse { status, headers, body: response.bytes().await? })
}

/// The innermost error of a chain: plain, and without the address.
pub fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}
