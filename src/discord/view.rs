//! A message as plain data, and the forms in which serenity wants it.

use poise::CreateReply;
use poise::serenity_prelude as serenity;
use serenity::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateEmbed, CreateInteractionResponseFollowup,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage, MessageFlags, Nonce,
};

use crate::play::UserId;

/// What a person is to see.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub content: String,
    pub embed: Option<CreateEmbed>,
    pub picture: Option<Picture>,
    pub rows: Vec<CreateActionRow>,
    /// Who is notified; whoever else is mentioned is not.
    pub pings: Vec<UserId>,
    /// Whether notifying makes no sound.
    pub is_silent: bool,
}

/// A picture with its words, or another file.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub file: Vec<u8>,
    pub name: String,
    pub alt: String,
}

impl View {
    /// A view of nothing but text.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// A view of one embed.
    pub fn embed(embed: CreateEmbed) -> Self {
        Self { embed: Some(embed), ..Self::default() }
    }

    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.pings.iter().map(|it| serenity::UserId::new(it.0)))
    }

    /// As a message of the bot. Sent twice with the same nonce it appears once.
    pub fn message(self, nonce: Option<String>) -> CreateMessage {
        let mut message = CreateMessage::new().allowed_mentions(self.mentions()).components(self.rows);
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !self.content.is_empty() {
            message = message.content(self.content);
        }
        if let Some(embed) = self.embed {
            message = message.embed(embed);
        }
        if let Some(picture) = self.picture {
            message = message.add_file(picture.attachment());
        }
        match nonce {
            Some(nonce) => message.nonce(Nonce::String(nonce)).enforce_nonce(true),
            None => message,
        }
    }

    /// As the answer to a command.
    pub fn reply(self, ephemeral: bool) -> CreateReply {
        let mut reply = CreateReply::default()
            .allowed_mentions(self.mentions().replied_user(false))
            .components(self.rows)
            .ephemeral(ephemeral)
            .reply(true);
        if !self.content.is_empty() {
            reply = reply.content(self.content);
        }
        if let Some(embed) = self.embed {
            reply = reply.embed(embed);
        }
        match self.picture {
            Some(picture) => reply.attachment(picture.attachment()),
            None => reply,
        }
    }

    /// As what only the person who pressed a control sees.
    pub fn whisper(self) -> CreateInteractionResponseFollowup {
        let mut whisper = CreateInteractionResponseFollowup::new()
            .allowed_mentions(self.mentions())
            .components(self.rows)
            .ephemeral(true);
        if !self.content.is_empty() {
            whisper = whisper.content(self.content);
        }
        if let Some(embed) = self.embed {
            whisper = whisper.add_embed(embed);
        }
        match self.picture {
            Some(picture) => whisper.add_file(picture.attachment()),
            None => whisper,
        }
    }

    /// As a change of text and controls of a message.
    pub fn edit(self) -> EditMessage {
        EditMessage::new().allowed_mentions(self.mentions()).content(self.content).components(self.rows)
    }

    /// As a change of all that a message shows, its picture included.
    pub fn edit_all(mut self) -> EditMessage {
        let pictures = self.picture.take().into_iter();
        let files = pictures.fold(EditAttachments::new(), |files, it| files.add(it.attachment()));
        self.edit().attachments(files)
    }

    /// As a change of all that the message shows whose control was pressed.
    pub fn edit_response_all(mut self) -> EditInteractionResponse {
        let pictures = self.picture.take().into_iter();
        let files = pictures.fold(EditAttachments::new(), |files, it| files.add(it.attachment()));
        self.edit_response().attachments(files)
    }

    /// As a change of text and controls of the message whose control was pressed.
    pub fn edit_response(self) -> EditInteractionResponse {
        EditInteractionResponse::new().allowed_mentions(self.mentions()).content(self.content).components(self.rows)
    }
}

impl Picture {
    fn attachment(self) -> CreateAttachment {
        CreateAttachment::bytes(self.file, self.name).description(self.alt)
    }
}
