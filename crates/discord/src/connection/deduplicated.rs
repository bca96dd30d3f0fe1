//! After a reconnect, Discord may deliver events again: each is handled once, and none once the bot is stopping.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, Interaction};
use tokio_util::task::TaskTracker;

use crate::announce::Newest;
use crate::recent::RecentEvents;
use egress::ChannelBackoff;
use play::Delivery;

/// A framework that lets each message and interaction through to another one once. It notes the newest messages, and lets
/// channels in which somebody acts be tried again.
pub(super) struct Deduplicated<F> {
    pub inner: F,
    pub newest: Newest,
    pub backoff: ChannelBackoff,
    pub delivery: Arc<Delivery>,
    /// What is being handled; closed once nothing more is accepted.
    pub under_way: TaskTracker,
    /// What an event asks for that is older than these is noted in the database.
    pub seen: RecentEvents,
}

impl<F> Deduplicated<F> {
    /// Notes which channels there are.
    fn note_channels(&self, event: &FullEvent) {
        let note = |it: &serenity::GuildChannel, is_there| {
            self.backoff.note_channel(it.guild_id.get(), it.id.get(), is_there);
        };
        match event {
            FullEvent::GuildCreate { guild, .. } => {
                self.backoff.note_channels(guild.id.get(), guild.channels.keys().map(|it| it.get()));
            }
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                self.backoff.note_channels(incomplete.id.get(), std::iter::empty());
            }
            FullEvent::ChannelCreate { channel } | FullEvent::ChannelUpdate { new: channel, .. } => note(channel, true),
            FullEvent::ChannelDelete { channel, .. } => note(channel, false),
            _ => {}
        }
    }
}

#[serenity::async_trait]
impl<F: serenity::Framework> serenity::Framework for Deduplicated<F> {
    async fn init(&mut self, client: &serenity::Client) {
        self.inner.init(client).await;
    }

    async fn dispatch(&self, ctx: serenity::Context, event: FullEvent) {
        // Before the message is handled, because the handling depends on what stands below the board.
        match &event {
            FullEvent::Message { new_message } => self.newest.hear(new_message),
            FullEvent::Ready { .. } => self.newest.forget(),
            _ => {}
        }
        self.note_channels(&event);
        // What Discord refused there may be allowed now.
        if let Some(channel) = acted_in(&event) {
            self.backoff.reset(channel.get());
        }
        if self.under_way.is_closed() {
            return;
        }
        if let Some(place) = permissions_changed(&event) {
            for channel in self.delivery.retry_in(place).await {
                self.backoff.forget(channel.0);
            }
        }
        let _accepted = self.under_way.token();
        let is_new = identity(&event).is_none_or(|id| self.seen.note(id));
        if is_new {
            self.inner.dispatch(ctx, event).await;
        }
    }
}

/// The channel in which somebody has written or pressed something, or which was changed.
fn acted_in(event: &FullEvent) -> Option<serenity::ChannelId> {
    match event {
        FullEvent::Message { new_message } if !new_message.author.bot => Some(new_message.channel_id),
        FullEvent::ChannelUpdate { new, .. } => Some(new.id),
        FullEvent::InteractionCreate { interaction } => match interaction {
            Interaction::Command(command) => Some(command.channel_id),
            Interaction::Component(component) => Some(component.channel_id),
            Interaction::Modal(modal) => Some(modal.channel_id),
            _ => None,
        },
        _ => None,
    }
}

/// The server in which the bot may do something now that it might not before: what changes a channel changes its threads,
/// too.
fn permissions_changed(event: &FullEvent) -> Option<u64> {
    match event {
        FullEvent::ChannelUpdate { new, .. } => Some(new.guild_id.get()),
        FullEvent::GuildRoleUpdate { new, .. } => Some(new.guild_id.get()),
        // Without the intent for members, it is about the bot itself.
        FullEvent::GuildMemberUpdate { event, .. } => Some(event.guild_id.get()),
        _ => None,
    }
}

fn identity(event: &FullEvent) -> Option<u64> {
    match event {
        FullEvent::Message { new_message } => Some(new_message.id.get()),
        FullEvent::InteractionCreate { interaction } => Some(interaction.id().get()),
        _ => None,
    }
}
