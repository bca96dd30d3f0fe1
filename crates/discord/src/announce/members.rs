//! Which places exist, who is in a server, and who can see its channels.

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, HttpError, Permissions};

use super::ChatAnnouncer;
use super::asking::{Fault, REQUEST_TIMEOUT};
use crate::permissions::{everybody_sees, permissions_in};
use egress::codes::{UNKNOWN_CHANNEL, UNKNOWN_MEMBER};
use play::ports::{AnnounceError, PlaceLookup, Visibility};
use play::votes::PlaceNames;
use play::{Match, Place, UserId};

#[async_trait]
impl PlaceLookup for ChatAnnouncer {
    async fn is_gone(&self, place: Place) -> bool {
        let Ok(http) = self.http() else { return false };
        let asked = self.attempt(ChannelId::new(place.channel.0).to_channel(http)).await;
        asked.is_err_and(|it| it.code == UNKNOWN_CHANNEL)
    }

    async fn visibility(&self, place: Place, user: UserId) -> Option<Visibility> {
        let guild = serenity::GuildId::new(place.guild?.0);
        let http = self.http().ok()?;
        let found = async {
            let member = http.get_member(guild, serenity::UserId::new(user.0)).await?;
            permissions_in(http, ChannelId::new(place.channel.0), &member).await
        };
        match tokio::time::timeout(REQUEST_TIMEOUT, found).await {
            Ok(Ok((may, _))) if may.contains(Permissions::VIEW_CHANNEL) => Some(Visibility::Visible),
            Ok(Ok(_)) => Some(Visibility::NotInChannel),
            Ok(Err(error)) if is_unknown_member(&error) => Some(Visibility::NotInServer),
            unknown => {
                tracing::warn!(?unknown, "whether somebody can see a channel is not known");
                None
            }
        }
    }

    async fn names(&self, place: Place) -> PlaceNames {
        let (Some(guild), Ok(http)) = (place.guild, self.http()) else { return PlaceNames::default() };
        let channel = self.attempt(ChannelId::new(place.channel.0).to_channel(http));
        let server = self.attempt(http.get_guild(guild.0.into()));
        let (channel, server) = futures::join!(channel, server);
        let (channel, server) = (channel.ok().and_then(serenity::Channel::guild), server.ok());
        // What some may not see isn't named to others.
        let is_seen = |it: &serenity::GuildChannel| server.as_ref().is_some_and(|server| everybody_sees(server, it));
        let channel = channel.filter(is_seen).map(|it| format!("#{}", it.name));
        PlaceNames { channel, server: server.map(|it| it.name) }
    }

    async fn has_left(&self, current: &Match) -> Result<bool, AnnounceError> {
        let player = current.seat(current.to_move()).user();
        let Some((guild, user)) = current.place.guild.zip(player) else { return Ok(false) };
        let member = self.http()?.get_member(serenity::GuildId::new(guild.0), serenity::UserId::new(user.0));
        match self.attempt(member).await {
            Ok(_) => Ok(false),
            Err(Fault { code: UNKNOWN_MEMBER, .. }) => Ok(true),
            Err(fault) => Err(fault.error),
        }
    }
}

fn is_unknown_member(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == UNKNOWN_MEMBER)
}
