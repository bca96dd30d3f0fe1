//! What is counted and measured, under which names. Nothing is kept unless somebody has asked for it ([`keep`]).

use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

const COMMANDS: &str = "parlor_commands_total";
const COMMAND_SECONDS: &str = "parlor_command_seconds";
const DATABASE_SECONDS: &str = "parlor_database_seconds";
const DATABASE_FAILURES: &str = "parlor_database_failures_total";
const ENGINE_SECONDS: &str = "parlor_engine_answer_seconds";
const THINK_SECONDS: &str = "parlor_engine_think_seconds";
const ENGINE_FAILURES: &str = "parlor_engine_failures_total";
const ENGINE_WAITING: &str = "parlor_engine_waiting";
const ENGINE_RUNNING: &str = "parlor_engine_running";
const DISCORD_REQUESTS: &str = "parlor_discord_requests_total";
const DISCORD_SECONDS: &str = "parlor_discord_answer_seconds";
const DISCORD_TURN_SECONDS: &str = "parlor_discord_turn_seconds";
const SHARD: &str = "parlor_gateway_connected";
const DUE: &str = "parlor_due";
const DUE_SECONDS: &str = "parlor_due_oldest_seconds";
const SET_ASIDE: &str = "parlor_set_aside";
const JOB_SECONDS: &str = "parlor_job_seconds";
const JOB_FAILURES: &str = "parlor_job_failures_total";

/// The upper bounds of the histograms, in seconds: from a short read to the longest that anything may take.
const BOUNDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What became of something that a person asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandOutcome {
    Done,
    /// The person was told why not.
    Refused,
    /// Something broke.
    Failed,
}

impl CommandOutcome {
    /// The value of the label `outcome`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// Begins to keep what is measured, for the whole process; an error if that has begun already.
pub fn keep() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &BOUNDS)?;
    let handle = builder.install_recorder()?;
    describe();
    Ok(handle)
}

fn describe() {
    describe_counter!(COMMANDS, "Commands, controls, forms, and moves in replies, by name and outcome");
    describe_histogram!(COMMAND_SECONDS, Unit::Seconds, "How long commands took, by name");
    describe_histogram!(DATABASE_SECONDS, Unit::Seconds, "How long calls of the database took, by call");
    describe_counter!(DATABASE_FAILURES, "Calls of the database that failed or took too long, by call");
    describe_histogram!(ENGINE_SECONDS, Unit::Seconds, "How long a move of the engine was waited for, by game");
    describe_histogram!(THINK_SECONDS, Unit::Seconds, "How long the engine thought about a move, by game");
    describe_counter!(ENGINE_FAILURES, "Moves that the engine was asked for and didn't find, by game");
    describe_gauge!(ENGINE_WAITING, "Questions that wait for a thread of the engine");
    describe_gauge!(ENGINE_RUNNING, "Questions that the engine is thinking about");
    describe_counter!(DISCORD_REQUESTS, "Requests to Discord's REST, by route and status");
    describe_histogram!(DISCORD_SECONDS, Unit::Seconds, "How long Discord took for its answers, by route");
    describe_histogram!(
        DISCORD_TURN_SECONDS,
        Unit::Seconds,
        "How long requests waited for their turn under its limits"
    );
    describe_gauge!(SHARD, "Whether a shard has a session and hears Discord");
    describe_gauge!(DUE, "Rows in which something is due, by table");
    describe_gauge!(DUE_SECONDS, Unit::Seconds, "How long it has been due in the oldest of them, by table");
    describe_gauge!(
        SET_ASIDE,
        "Rows in which something has failed, and that are left alone until somebody acts, by table"
    );
    describe_histogram!(JOB_SECONDS, Unit::Seconds, "How long it took to do what was due in a row, by table");
    describe_counter!(JOB_FAILURES, "Rows in which that has failed, by table");
}

/// A command, a control, a form or a move in a reply has been dealt with.
pub fn command(name: &str, outcome: CommandOutcome, took: Duration) {
    counter!(COMMANDS, "command" => name.to_owned(), "outcome" => outcome.as_str()).increment(1);
    histogram!(COMMAND_SECONDS, "command" => name.to_owned()).record(took);
}

/// The database has answered a call, or has not.
pub fn database(call: &'static str, answered: bool, took: Duration) {
    histogram!(DATABASE_SECONDS, "call" => call).record(took);
    if !answered {
        counter!(DATABASE_FAILURES, "call" => call).increment(1);
    }
}

/// The engine has answered, after waiting its turn and thinking; `thought` is how long it thought, if it found a move.
pub fn engine(game: &'static str, waited: Duration, thought: Option<Duration>) {
    histogram!(ENGINE_SECONDS, "game" => game).record(waited);
    match thought {
        Some(thought) => histogram!(THINK_SECONDS, "game" => game).record(thought),
        None => counter!(ENGINE_FAILURES, "game" => game).increment(1),
    }
}

/// What the engine has to do now.
pub fn engine_load(waiting: usize, running: usize) {
    gauge!(ENGINE_WAITING).set(waiting as f64);
    gauge!(ENGINE_RUNNING).set(running as f64);
}

/// A request to Discord has been answered, for good.
pub fn discord(route: &str, status: u16) {
    counter!(DISCORD_REQUESTS, "route" => route.to_owned(), "status" => status.to_string()).increment(1);
}

/// Discord has answered a request, or has taken too long.
pub fn discord_answer(route: &str, took: Duration) {
    histogram!(DISCORD_SECONDS, "route" => route.to_owned()).record(took);
}

/// A request has waited for its turn.
pub fn discord_turn(waited: Duration) {
    histogram!(DISCORD_TURN_SECONDS).record(waited);
}

/// Whether a shard has a session and hears Discord.
pub fn shard(shard: u32, connected: bool) {
    gauge!(SHARD, "shard" => shard.to_string()).set(f64::from(u8::from(connected)));
}

/// What waits to be done in a table.
pub fn backlog(table: &'static str, due: u64, oldest: Duration, set_aside: u64) {
    gauge!(DUE, "table" => table).set(due as f64);
    gauge!(DUE_SECONDS, "table" => table).set(oldest.as_secs_f64());
    gauge!(SET_ASIDE, "table" => table).set(set_aside as f64);
}

/// What was due in a row of a table has been done, or has failed.
pub fn job(table: &'static str, has_failed: bool, took: Duration) {
    histogram!(JOB_SECONDS, "table" => table).record(took);
    if has_failed {
        counter!(JOB_FAILURES, "table" => table).increment(1);
    }
}
