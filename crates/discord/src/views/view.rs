//! A message as plain data, and its conversions to serenity's types.

use poise::serenity_prelude as serenity;
use serenity::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateEmbed, CreateInteractionResponseFollowup,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage, MessageFlags, Nonce,
};

use crate::controls::of_database;
use play::{DatabaseId, UserId};

/// Discord's limit for the options of a menu, and for the choices of autocompletion.
pub(crate) const MAX_OPTIONS: usize = 25;

/// What a person is to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub content: String,
    pub embed: Option<CreateEmbed>,
    pub picture: Option<Picture>,
    pub rows: Vec<CreateActionRow>,
    /// Who is notified; others who are mentioned are not.
    pub pings: Vec<UserId>,
    /// Whether the notification makes no sound.
    pub is_silent: bool,
}

/// A picture with its alt text, or another file.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub file: Vec<u8>,
    pub name: String,
    pub alt: String,
}

impl View {
    /// A view of text only.
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

    /// As a message of the bot. If it is sent twice with the same nonce, it appears once.
    pub fn message(self, database: DatabaseId, nonce: Option<String>) -> CreateMessage {
        let mentions = self.mentions();
        let mut message = CreateMessage::new().allowed_mentions(mentions).components(of_database(self.rows, database));
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

    /// As something that only the person who pressed a control sees.
    pub fn whisper(self, database: DatabaseId) -> CreateInteractionResponseFollowup {
        self.follow_up(database).ephemeral(true)
    }

    /// As a message that follows the answer to an interaction, or as an edit of everything that such a message shows.
    pub fn follow_up(self, database: DatabaseId) -> CreateInteractionResponseFollowup {
        let mut message = CreateInteractionResponseFollowup::new()
            .allowed_mentions(self.mentions())
            .components(of_database(self.rows, database));
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !self.content.is_empty() {
            message = message.content(self.content);
        }
        if let Some(embed) = self.embed {
            message = message.add_embed(embed);
        }
        match self.picture {
            Some(picture) => message.add_file(picture.attachment()),
            None => message,
        }
    }

    /// As an edit of a message's text and controls.
    pub fn edit(self, database: DatabaseId) -> EditMessage {
        let edit = EditMessage::new().allowed_mentions(self.mentions());
        edit.content(self.content).components(of_database(self.rows, database))
    }

    /// As an edit of everything that a message shows, its picture included.
    pub fn edit_all(mut self, database: DatabaseId) -> EditMessage {
        let pictures = self.picture.take().into_iter();
        let files = pictures.fold(EditAttachments::new(), |files, it| files.add(it.attachment()));
        self.edit(database).attachments(files)
    }

    /// As an edit of everything in the message whose control was pressed.
    pub fn edit_response_all(mut self, database: DatabaseId) -> EditInteractionResponse {
        let pictures = self.picture.take().into_iter();
        let files = pictures.fold(EditAttachments::new(), |files, it| files.add(it.attachment()));
        self.edit_response(database).attachments(files)
    }

    /// As an edit of the text and controls of the message whose control was pressed.
    pub fn edit_response(self, database: DatabaseId) -> EditInteractionResponse {
        let edit =
            EditInteractionResponse::new().allowed_mentions(self.mentions()).embeds(self.embed.into_iter().collect());
        edit.content(self.content).components(of_database(self.rows, database))
    }
}

impl Picture {
    fn attachment(self) -> CreateAttachment {
        CreateAttachment::bytes(self.file, self.name).description(self.alt)
    }
}
