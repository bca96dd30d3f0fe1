//! A log line and a metric for everything that somebody asks of the bot: who, where, what, how long, and the outcome.
//! Never what was said.

use std::time::Instant;

use poise::serenity_prelude as serenity;

use super::{Context, place_of, user_id};
use metrics::{self, CommandOutcome};
use play::{Place, UserId};

/// Something that somebody asks for.
pub(crate) struct Usage<'a> {
    /// From a fixed set of names: a command, or what a control does, including one that has opened a form.
    pub name: &'a str,
    pub user: UserId,
    pub place: Place,
    pub begun: Instant,
}

impl Usage<'_> {
    /// Counts it in the metrics and logs it, with the time since it began.
    pub fn ended(&self, outcome: CommandOutcome) {
        let took = self.begun.elapsed();
        metrics::command(self.name, outcome, took);
        tracing::info!(
            command = self.name,
            user = self.user.0,
            server = self.place.guild.map(|it| it.0),
            channel = self.place.channel.0,
            outcome = outcome.as_str(),
            took_ms = took.as_millis() as u64,
            "asked"
        );
    }
}

/// Notes that a command begins.
pub(crate) async fn begin(ctx: Context<'_>) {
    ctx.set_invocation_data(Instant::now()).await;
}

/// Notes that a command has ended.
pub(crate) async fn end(ctx: Context<'_>, outcome: CommandOutcome) {
    let begun = ctx.invocation_data::<Instant>().await.map_or_else(Instant::now, |it| *it);
    let (command, user, place) = (ctx.command(), user_id(ctx.author().id), place_of(ctx));
    Usage { name: &command.name, user, place, begun }.ended(outcome);
}

/// Something that is done without a command.
pub(crate) fn of<'a>(name: &'a str, user: &serenity::User, place: Place) -> Usage<'a> {
    Usage { name, user: user_id(user.id), place, begun: Instant::now() }
}
