//! Messages that reply to another one.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateMessage, Http, Message, MessageId, MessageReference};

use super::errors::code_of;
use egress::codes::NEEDS_HISTORY;

/// Sends a message that replies to another one. It's sent all the same, without the reference, if that one was deleted
/// meanwhile, or where the bot may not read earlier messages: Discord takes no reply there.
pub(super) async fn send_reply(
    http: &Http,
    channel: ChannelId,
    to: MessageId,
    message: CreateMessage,
) -> serenity::Result<Message> {
    let reference = MessageReference::from((channel, to)).fail_if_not_exists(false);
    match channel.send_message(http, message.clone().reference_message(reference)).await {
        Err(error) if code_of(&error) == Some(NEEDS_HISTORY) => channel.send_message(http, message).await,
        sent => sent,
    }
}
