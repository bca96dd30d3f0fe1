//! The one pipeline around everything that a person does: it is acknowledged, claimed, and admitted, then done, counted,
//! and answered, wherever it came from.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{
    ActionRowComponent, AuthorizingIntegrationOwners, Builder as _, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, ComponentType, CreateActionRow, CreateButton, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, GuildId, Http, InteractionContext, InteractionId, LightMethod, Member, Message,
    MessageFlags, ModalInteraction, PartialChannel, Permissions, Request, Route, SelectMenu, User,
};

use crate::bot::{Bot, Context, Done, Sent, asker_in, error_view, place, written};
use crate::controls::{Menu, MenuResult};
use crate::errors::{CommandError, guarded, may_be_acknowledged, without_address};
use crate::send_reply::send_reply;
use crate::views::board::{Appearance, version_in};
use crate::views::menus::move_form;
use crate::views::{Form, Rendering, View};
use games::Refusal;
use metrics::CommandOutcome;
use play::ports::StoreResult;
use play::{Asker, Board, HostError, InteractionUse, MatchId, MessageId, Place, Subject, UserId, refuse_command};
use texts::{Locale, say};

/// What an action leads to: its answer, or why nothing was done.
pub(crate) type Acted = Result<Answer, CommandError>;

/// How an action is answered. Where that is shown depends on where the action came from.
pub(crate) enum Answer {
    /// What was asked for.
    Show(View),
    /// The same for the next page of a message that only its reader sees: it takes that one's place.
    Page(View),
    /// What its own controls ask.
    Question(View),
    /// What was done. It stays done even if this can't be told, so nobody is asked to try again.
    Done(View),
    /// The same in place of the message above the control, which has had its answer.
    Replace(View),
    /// Nothing, because the new board says it all. A private message above the control isn't needed anymore.
    Board,
    Nothing,
}

/// Who sees the answer, as far as Discord lets us choose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Asker,
    Everybody,
}

/// Where an action came from.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Slash(&'a CommandInteraction),
    /// A typed command, or a message with a move.
    Message(&'a Message),
    Control(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

/// How long is looked whether a form can lead to anything. After that it opens, and what is filled in is refused if need
/// be: Discord waits three seconds.
pub(super) const LOOK_FIRST: Duration = Duration::from_millis(500);

/// What Discord tells with every kind of interaction.
struct Interaction<'a> {
    id: InteractionId,
    token: &'a str,
    /// The languages of the person and of the server, as Discord's codes.
    locales: (&'a str, Option<&'a str>),
    channel: Option<&'a PartialChannel>,
    member: Option<&'a Member>,
    app_permissions: Option<Permissions>,
    /// Unknown for a form.
    context: Option<(InteractionContext, &'a AuthorizingIntegrationOwners)>,
}

/// One thing that one person does in one place.
pub(crate) struct Session<'a> {
    pub bot: &'a Bot,
    pub http: &'a Http,
    pub source: Source<'a>,
    pub asker: Asker,
    pub place: Place,
    /// What its control is about.
    subject: Option<Subject>,
    /// The match that it turns out to be about.
    about_match: OnceLock<MatchId>,
    /// Who sees the promised answer.
    audience: Audience,
    /// Whether Discord waits for an answer to the interaction, instead of for a change of the message above.
    is_promised: bool,
}

/// Carries out a command whose answer, if it is a slash command, only the asker sees.
pub(super) async fn carry_out<'a>(
    ctx: Context<'a>,
    action: impl for<'s> FnOnce(&'s Session<'a>) -> BoxFuture<'s, Acted> + Send,
) -> Done {
    carry_out_for(ctx, Audience::Asker, action).await
}

/// Carries out a command.
pub(super) async fn carry_out_for<'a>(
    ctx: Context<'a>,
    audience: Audience,
    action: impl for<'s> FnOnce(&'s Session<'a>) -> BoxFuture<'s, Acted> + Send,
) -> Done {
    let source = match ctx {
        Context::Application(application) => Source::Slash(application.interaction),
        Context::Prefix(prefixed) => Source::Message(prefixed.msg),
    };
    Session::new(ctx.data(), ctx.http(), source).carry_out(&ctx.command().name, audience, action).await;
    Ok(())
}

/// Carries out a command whose arguments could not be read.
pub(crate) async fn refuse_arguments(ctx: Context<'_>, refusal: Refusal) -> Done {
    carry_out(ctx, move |_| Box::pin(async { Err(refusal.into()) })).await
}

impl<'a> Session<'a> {
    pub fn new(bot: &'a Bot, http: &'a Http, source: Source<'a>) -> Self {
        let (user, guild, channel, origin, is_alone) = match source {
            Source::Slash(command) => {
                let is_alone = command.context == Some(InteractionContext::BotDm);
                (command.user.id, command.guild_id, command.channel_id, command.id.get(), is_alone)
            }
            Source::Message(message) => {
                (message.author.id, message.guild_id, message.channel_id, message.id.get(), message.guild_id.is_none())
            }
            Source::Control(control) => {
                (control.user.id, control.guild_id, control.channel_id, control.id.get(), false)
            }
            Source::Form(form) => (form.user.id, form.guild_id, form.channel_id, form.id.get(), false),
        };
        let asker = Asker { is_alone, ..asker_in(user, channel, origin) };
        let (place, audience) = (place(guild, channel), Audience::Asker);
        let (subject, about_match) = (None, OnceLock::new());
        Self { bot, http, source, asker, place, subject, about_match, audience, is_promised: false }
    }

    /// The same for a control that is about a match or a challenge.
    pub fn about(self, subject: Option<Subject>) -> Self {
        Self { subject, ..self }
    }

    /// What choosing from a menu leads to.
    pub fn menu_result(&self, menu: Menu) -> Option<MenuResult> {
        menu.step(self.value().ok()?)
    }

    /// Does something and answers it. It is counted in the metrics and logged as `name`, which is one of a fixed set:
    /// who, where, what, how long, and the outcome; never what was said.
    pub async fn carry_out(
        mut self,
        name: &str,
        audience: Audience,
        action: impl for<'s> FnOnce(&'s Session<'a>) -> BoxFuture<'s, Acted> + Send,
    ) {
        let since = Instant::now();
        self.audience = audience;
        let begun = self.begin().await;
        // Where Discord has taken no acknowledgment, nobody can be told.
        let is_lost = matches!(&begun, Err(CommandError::Discord(error)) if !may_be_acknowledged(error));
        let done = match begun {
            Ok(false) | Err(CommandError::Elsewhere) => return,
            Ok(true) => {
                let action = async {
                    self.check_control().await?;
                    self.answer(action(&self).await?).await
                };
                guarded(action).await
            }
            Err(error) => Err(error),
        };
        let (outcome, took) =
            (done.as_ref().map_or_else(CommandError::outcome, |()| CommandOutcome::Done), since.elapsed());
        metrics::command(name, outcome, took);
        tracing::info!(
            command = name,
            user = self.asker.user.0,
            server = self.place.guild.map(|it| it.0),
            channel = self.place.channel.0,
            outcome = outcome.as_str(),
            took_ms = took.as_millis() as u64,
            "asked"
        );
        let Err(error) = done else {
            if self.is_under_unknown_message().await {
                self.tidy().await;
            }
            return;
        };
        if is_lost {
            return tracing::error!(error = error.without_address(), "an interaction could not be acknowledged");
        }
        self.tidy().await;
        if let Err(error) = self.refuse(&error).await {
            tracing::warn!(error = without_address(&error), "an answer could not be sent");
        }
    }

    /// Whether this process is to do it now. An interaction is acknowledged before anything else, so that Discord never
    /// says that it failed.
    async fn begin(&mut self) -> Result<bool, CommandError> {
        let audience = self.audience;
        let Some(interaction) = self.interaction() else {
            if !self.bot.is_mine(self.asker.origin.map_or(0, |it| it.0)).await?
                || !self.bot.admits_message(self.asker.user, self.place)?
            {
                return Ok(false);
            }
            self.bot.meet(self.user()).await;
            if audience == Audience::Everybody {
                self.show_typing().await;
            }
            return Ok(true);
        };
        let is_outside = self.is_outside().await;
        let promise = CreateInteractionResponseMessage::new().ephemeral(audience == Audience::Asker);
        let (response, is_promised) = match self.source {
            // Boards are further answers there, and Discord takes the next one after a promised answer for that answer. So a
            // first one is given at once, and changed later.
            Source::Slash(_) | Source::Form(ModalInteraction { message: None, .. })
                if is_outside && audience == Audience::Asker =>
            {
                let told = say("one-moment", &[]).in_locale(self.locale(true));
                (CreateInteractionResponse::Message(promise.content(told)), true)
            }
            Source::Control(control) if audience == Audience::Everybody || is_menu(control) || is_outside => {
                (CreateInteractionResponse::Acknowledge, false)
            }
            // A form has the message of its control above it. In private, its board may come first.
            Source::Form(form)
                if (form.guild_id.is_none() || audience == Audience::Everybody) && form.message.is_some() =>
            {
                (CreateInteractionResponse::Acknowledge, false)
            }
            _ => (CreateInteractionResponse::Defer(promise), true),
        };
        let (id, acknowledged) =
            (interaction.id, response.execute(self.http, (interaction.id, interaction.token)).await);
        self.is_promised = is_promised;
        self.bot.claim(id.get(), acknowledged).await?;
        if is_outside && !(is_promised && audience == Audience::Everybody) {
            self.note_interaction().await;
        }
        self.bot.meet(self.user()).await;
        self.bot.host.admit(self.asker.user, self.place).map_err(refuse_command)?;
        Ok(true)
    }

    /// Refuses a control that is older than what it is about.
    pub(super) async fn check_control(&self) -> Result<(), HostError> {
        match self.subject.zip(self.message_above()) {
            Some((subject, message)) => self.bot.host.may_be_about(subject, written(message)).await,
            None => Ok(()),
        }
    }

    /// Whether the control is under a board or a card that the bot never learned of, so that nothing else takes its
    /// controls.
    async fn is_under_unknown_message(&self) -> bool {
        match (self.subject, self.message_above()) {
            (Some(Subject::Challenge(id)), Some(_)) => matches!(self.bot.delivery.is_card_known(id).await, Ok(false)),
            (Some(Subject::Match(_) | Subject::Board(..)), Some(message)) => {
                matches!(self.bot.host.shown_by(MessageId(message.id.get())).await, Ok(None))
            }
            _ => false,
        }
    }

    /// Takes the controls from a message that has kept them for too long.
    async fn tidy(&self) {
        let Some((subject, message)) = self.subject.zip(self.message_above()) else { return };
        if is_private(message) {
            return;
        }
        let tidied = async {
            self.bot.host.may_be_about(subject, written(message)).await?;
            let version = message.attachments.first().and_then(|it| version_in(&it.filename));
            let (delivery, message) = (&self.bot.delivery, MessageId(message.id.get()));
            match (subject, version) {
                (Subject::Challenge(id), _) => delivery.tidy_card(id, message).await?,
                (Subject::Match(id) | Subject::Board(id, _), Some(version)) => {
                    delivery.tidy_board(id, message, version).await?;
                }
                (Subject::Match(_) | Subject::Board(..), None) => {}
            }
            Ok::<(), HostError>(())
        };
        tidied.await.unwrap_or_else(|error| tracing::warn!(%error, "an old message keeps its controls"));
    }

    async fn answer(&self, answer: Answer) -> Done {
        match answer {
            Answer::Page(view) if self.message_above().is_some_and(is_private) => drop(self.change(view).await?),
            Answer::Show(view) | Answer::Page(view) | Answer::Question(view) => {
                self.tell(view).await?;
                self.redraw_menus().await;
            }
            Answer::Done(view) => warn_untold(self.tell(view).await),
            Answer::Replace(view) if self.message_above().is_some() => warn_untold(self.change(view).await),
            Answer::Replace(view) => warn_untold(self.tell(view).await),
            Answer::Board => {
                if self.is_promised
                    || self.message_above().is_some_and(is_private)
                    || matches!(self.source, Source::Form(_))
                {
                    self.dismiss().await;
                }
            }
            Answer::Nothing if self.is_promised => self.dismiss().await,
            Answer::Nothing => {}
        }
        Ok(())
    }

    /// Refuses what was to be done, in place of what was last refused to the same person there.
    async fn refuse(&self, error: &CommandError) -> serenity::Result<()> {
        match error_view(error, self.bot, self.reader(), self.prefix().await).await {
            Some(view) => {
                let sent = self.tell(view).await?;
                self.bot.replace_refusal(self.http, self.asker, sent).await;
            }
            None if matches!(self.source, Source::Form(_)) => self.dismiss().await,
            // Whoever did it may have been killed before answering.
            None if self.is_promised => drop(self.tell(View::text(say("done-already", &[]))).await?),
            None => {}
        }
        Ok(())
    }

    /// Tells something to the asker: in the answer to the interaction, beside the message above, or in reply to the
    /// message.
    pub async fn tell(&self, view: View) -> serenity::Result<Sent> {
        let http = self.http;
        let Some(Interaction { token, .. }) = self.interaction() else {
            let answer = self.reply(view).await?.id;
            if let Some(id) = self.about_match.get() {
                self.bot.answers_about.insert(answer, *id);
            }
            return Ok(Sent::Message(answer));
        };
        let view = self.bot.named(view).await;
        Ok(match self.is_promised {
            true => {
                let with = self.rendering(self.audience == Audience::Asker);
                view.edit_response(with).execute(http, token).await?;
                Sent::Answer(token.to_owned())
            }
            false => {
                let message = view.follow_up(self.rendering(true)).ephemeral(true);
                let message = message.execute(http, (None, token)).await?;
                Sent::FollowUp(token.to_owned(), message.id)
            }
        })
    }

    /// Shows something to everybody, also where only the asker sees the answer.
    pub async fn publish(&self, view: View) -> Acted {
        let (http, with) = (self.http, self.rendering(false));
        let Some(Interaction { token, .. }) = self.interaction() else { return Ok(Answer::Show(view)) };
        if self.is_promised {
            // Discord would take what comes next for the promised answer, which is private.
            self.tell(View::text(say("one-moment", &[]))).await?;
        }
        let message = self.bot.named(view).await.follow_up(with);
        message.execute(http, (None, token)).await?;
        Ok(Answer::Nothing)
    }

    /// Answers a message without notifying its author.
    pub async fn reply(&self, view: View) -> serenity::Result<Message> {
        let Source::Message(asked) = self.source else {
            return Err(serenity::Error::Other("only a message has a reply"));
        };
        let answer = self.bot.named(view).await.message(self.rendering(false), None);
        send_reply(self.http, asked.channel_id, asked.id, answer).await
    }

    /// Changes the message above the control.
    async fn change(&self, view: View) -> serenity::Result<Sent> {
        let token = self.interaction().map_or("", |it| it.token);
        let with = self.rendering(self.message_above().is_some_and(is_private));
        let view = self.bot.named(view).await.edit_response(with);
        Ok(Sent::Message(view.execute(self.http, token).await?.id))
    }

    /// Removes the promised answer, or else the message above, which only the asker sees.
    async fn dismiss(&self) {
        let token = self.interaction().map_or("", |it| it.token);
        if let Err(error) = self.http.delete_original_interaction_response(token).await {
            tracing::debug!(error = without_address(&error), "what is no longer needed stays");
        }
    }

    /// Removes the message above the control, which has done its work.
    pub async fn remove_above(&self) {
        if self.message_above().is_some() {
            self.dismiss().await;
        }
    }

    /// Draws the menus of a public message again as it has them: otherwise clients would still show what was chosen, and
    /// choosing that once more would send nothing.
    async fn redraw_menus(&self) {
        let Source::Control(control) = self.source else { return };
        let Some(rows) = menus_of(control).filter(|_| !self.is_promised && !is_private(&control.message)) else {
            return;
        };
        let edit = EditInteractionResponse::new().components(rows);
        warn_untold(edit.execute(self.http, &*control.token).await);
    }

    /// Shows that an answer to a message takes a while.
    pub async fn show_typing(&self) {
        if let Source::Message(asked) = self.source
            && let Err(error) = asked.channel_id.broadcast_typing(self.http).await
        {
            tracing::debug!(error = without_address(&error), "nobody sees that an answer is coming");
        }
    }

    /// Notes that boards can be posted with the token of an interaction in a conversation that the bot isn't part of.
    async fn note_interaction(&self) {
        let Some(interaction) = self.interaction() else { return };
        let used = match self.message_above() {
            None => InteractionUse::Command,
            Some(private) if is_private(private) => InteractionUse::PrivateMessage,
            Some(public) => InteractionUse::Message(MessageId(public.id.get())),
        };
        let noted = self.bot.host.note_interaction(self.place.channel, interaction.token, used).await;
        noted.unwrap_or_else(|error| tracing::warn!(%error, "what was used in a group message is not known"));
    }

    fn interaction(&self) -> Option<Interaction<'a>> {
        Some(match self.source {
            Source::Message(_) => return None,
            Source::Slash(command) => Interaction {
                id: command.id,
                token: &command.token,
                locales: (&command.locale, command.guild_locale.as_deref()),
                channel: command.channel.as_ref(),
                member: command.member.as_deref(),
                app_permissions: command.app_permissions,
                context: command.context.map(|context| (context, &command.authorizing_integration_owners)),
            },
            Source::Control(control) => Interaction {
                id: control.id,
                token: &control.token,
                locales: (&control.locale, control.guild_locale.as_deref()),
                channel: control.channel.as_ref(),
                member: control.member.as_ref(),
                app_permissions: control.app_permissions,
                context: control.context.map(|context| (context, &control.authorizing_integration_owners)),
            },
            Source::Form(form) => Interaction {
                id: form.id,
                token: &form.token,
                locales: (&form.locale, form.guild_locale.as_deref()),
                channel: form.channel.as_ref(),
                member: form.member.as_ref(),
                app_permissions: form.app_permissions,
                context: None,
            },
        })
    }

    /// Who acts.
    pub fn user(&self) -> &'a User {
        match self.source {
            Source::Slash(command) => &command.user,
            Source::Message(message) => &message.author,
            Source::Control(control) => &control.user,
            Source::Form(form) => &form.user,
        }
    }

    /// The message with the control, or with the one that opened the form.
    fn message_above(&self) -> Option<&'a Message> {
        match self.source {
            Source::Control(control) => Some(&control.message),
            Source::Form(form) => form.message.as_deref(),
            Source::Slash(_) | Source::Message(_) => None,
        }
    }

    /// What was chosen in a menu.
    pub fn value(&self) -> Result<&'a str, Refusal> {
        let Source::Control(control) = self.source else { return Err(unknown_control()) };
        match &control.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
            _ => None,
        }
        .ok_or_else(unknown_control)
    }

    /// The text that somebody typed into a field of a form.
    pub fn typed(&self, name: &str) -> &'a str {
        let Source::Form(form) = self.source else { return "" };
        let mut fields = form.data.components.iter().flat_map(|row| &row.components);
        let typed = fields.find_map(|it| match it {
            ActionRowComponent::InputText(field) if field.custom_id == name => field.value.as_deref(),
            _ => None,
        });
        typed.unwrap_or_default()
    }

    /// Opens a form that belongs to the control with that `custom_id`, unless `look` tells in time that what it asks for
    /// would be refused. Returns whether it was opened: a form has to be the first answer to an interaction.
    pub async fn open_form(
        &self,
        custom_id: &str,
        form: &Form,
        look: impl Future<Output = Result<(), CommandError>>,
    ) -> serenity::Result<bool> {
        let Some(Interaction { id, token, .. }) = self.interaction() else { return Ok(false) };
        let look = async {
            // What comes of the form will not say where it was opened.
            if self.is_slash() && self.is_outside().await {
                self.note_interaction().await;
            }
            look.await
        };
        let looked = tokio::time::timeout(LOOK_FIRST, guarded(look)).await;
        if matches!(looked, Ok(Err(CommandError::Host(HostError::Refused(_))))) {
            return Ok(false);
        }
        let form = CreateInteractionResponse::Modal(form.create(custom_id, self.locale(true)));
        form.execute(self.http, (id, token)).await.map(|()| true)
    }

    /// The same for a move in what only its owner may use.
    pub async fn open_own_form(&self, custom_id: &str, owner: UserId) -> serenity::Result<bool> {
        let look = async {
            match self.asker.user == owner {
                true => Ok(()),
                false => Err(Refusal::new("not-your-control").into()),
            }
        };
        self.open_form(custom_id, &move_form(None), look).await
    }

    /// Launches the application's Activity as the first answer to an interaction. Returns the id of the instance, which
    /// serenity can't read.
    pub async fn launch_activity(&self) -> serenity::Result<String> {
        const LAUNCH: u8 = 12;
        let Some(Interaction { id, token, .. }) = self.interaction() else {
            return Err(serenity::Error::Other("nothing to answer"));
        };
        let route = Route::InteractionResponse { interaction_id: id, token };
        let body = serde_json::to_vec(&json!({ "type": LAUNCH }))?;
        let wanted = Some(vec![("with_response", true.to_string())]);
        let asked = Request::new(route, LightMethod::Post).body(Some(body)).params(wanted);
        let answer: Value = self.http.fire(asked).await?;
        let instance = answer["resource"]["activity_instance"]["id"].as_str();
        instance.map(str::to_owned).ok_or(serenity::Error::Other("an Activity without an instance"))
    }

    /// The language of an answer: the asker's own if nobody else sees it, and otherwise the server's.
    pub fn locale(&self, is_private: bool) -> Locale {
        match self.interaction().map(|it| it.locales) {
            Some((code, _)) if is_private => Locale::of_code(code),
            Some((_, Some(code))) => Locale::of_code(code),
            _ => self.bot.announcer.locale_in(self.place.guild),
        }
    }

    /// The sign before typed commands; `None` where they aren't heard.
    pub async fn prefix(&self) -> Option<&'a str> {
        (!self.is_outside().await).then_some(&*self.bot.prefix)
    }

    /// How an answer is made.
    pub fn rendering(&self, is_private: bool) -> Rendering {
        Rendering { database: self.bot.database, locale: self.locale(is_private) }
    }

    /// Whether a user is the bot itself.
    pub fn is_me(&self, user: UserId) -> bool {
        self.bot.me.is_some_and(|it| it.get() == user.0)
    }

    pub fn is_slash(&self) -> bool {
        matches!(self.source, Source::Slash(_))
    }

    pub fn is_message(&self) -> bool {
        matches!(self.source, Source::Message(_))
    }

    /// Whether others can see the answer: to a message in a server.
    pub fn is_public(&self) -> bool {
        self.is_message() && self.guild().is_some()
    }

    /// The file that came with the message.
    pub fn attached(&self) -> Option<&'a serenity::Attachment> {
        let Source::Message(message) = self.source else { return None };
        message.attachments.first()
    }

    /// Whether others can see the answer, or the message above the control that it replaces.
    pub fn is_answered_in_public(&self) -> bool {
        let is_above = self.message_above().is_some_and(|it| !is_private(it));
        self.guild().is_some() && (self.is_message() || is_above)
    }

    /// Notes which match this is about, so that a reply to the answer is a move in it.
    pub fn note_match(&self, id: Option<MatchId>) {
        if let Some(id) = id {
            // The first one stays.
            let _ = self.about_match.set(id);
        }
    }

    /// Whether others can see the answer, however it was asked for.
    pub fn is_overlooked(&self) -> bool {
        let is_slash = matches!(self.source, Source::Slash(_));
        self.is_public() || (is_slash && self.audience == Audience::Everybody && self.guild().is_some())
    }

    /// The asker, if nobody else can see the answer.
    pub fn reader(&self) -> Option<UserId> {
        (!self.is_public()).then_some(self.asker.user)
    }

    /// Whether the asker sees what is posted in a place without being told: where they have written a message.
    pub fn sees(&self, place: Place) -> bool {
        self.is_message() && !(self.asker.is_alone && place.channel != self.asker.channel)
    }

    pub fn guild(&self) -> Option<GuildId> {
        self.place.guild.map(|it| it.0.into())
    }

    pub fn channel(&self) -> serenity::ChannelId {
        self.place.channel.0.into()
    }

    /// The thread in which an interaction was made.
    pub fn thread(&self) -> Option<&'a PartialChannel> {
        self.interaction()?.channel.filter(|it| it.thread_metadata.is_some())
    }

    /// What the bot may do there, as Discord says with an interaction.
    pub fn app_permissions(&self) -> Option<Permissions> {
        self.interaction()?.app_permissions
    }

    /// What the asker may do there, as Discord says with an interaction.
    pub fn member_permissions(&self) -> Option<Permissions> {
        self.interaction()?.member?.permissions
    }

    /// Where an interaction was made, and by whom the bot was installed.
    pub fn installation(&self) -> Option<(InteractionContext, &'a AuthorizingIntegrationOwners)> {
        self.interaction()?.context
    }

    /// Whether the bot isn't part of the conversation, such as a group message. Discord lets it answer interactions there
    /// and nothing else, so boards are further answers to the latest interaction (`announce/outside.rs`).
    pub async fn is_outside(&self) -> bool {
        match (self.source, self.installation()) {
            (_, Some((context, _))) => context == InteractionContext::PrivateChannel,
            // Whoever has a form there has used a control before.
            (Source::Form(_), None) => {
                let known = self.bot.host.is_outside(self.place).await;
                known.inspect_err(|error| tracing::warn!(%error, "where a form was sent isn't known")).unwrap_or(false)
            }
            _ => false,
        }
    }

    /// How a board looks in the answer.
    pub async fn appearance(&self, board: &Board) -> StoreResult<Appearance> {
        self.bot.appearance(Some(board), self.reader()).await
    }

    /// The same of a picture that belongs to no match.
    pub async fn plain_appearance(&self) -> StoreResult<Appearance> {
        self.bot.appearance(None, self.reader()).await
    }
}

/// The refusal of a control that nobody knows.
pub(crate) fn unknown_control() -> Refusal {
    Refusal::new("unknown-control")
}

fn warn_untold<T>(told: serenity::Result<T>) {
    if let Err(error) = told {
        tracing::warn!(error = without_address(&error), "what was done could not be told");
    }
}

fn is_private(message: &Message) -> bool {
    message.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL))
}

fn is_menu(control: &ComponentInteraction) -> bool {
    matches!(control.data.kind, ComponentInteractionDataKind::StringSelect { .. })
}

/// The controls of the message in which something was chosen from a menu, as the message has them; `None` if it was
/// something else.
fn menus_of(control: &ComponentInteraction) -> Option<Vec<CreateActionRow>> {
    let row = |parts: &[ActionRowComponent]| match parts {
        [ActionRowComponent::SelectMenu(menu)] => Some(CreateActionRow::SelectMenu(menu_again(menu)?)),
        buttons => {
            let button = |it: &ActionRowComponent| match it {
                ActionRowComponent::Button(button) => Some(CreateButton::from(button.clone())),
                _ => None,
            };
            Some(CreateActionRow::Buttons(buttons.iter().map(button).collect::<Option<_>>()?))
        }
    };
    is_menu(control).then(|| control.message.components.iter().map(|it| row(&it.components)).collect())?
}

/// A menu as it is; `None` if it is not one of options.
fn menu_again(menu: &SelectMenu) -> Option<CreateSelectMenu> {
    let option = |it: &serenity::SelectMenuOption| {
        let option = CreateSelectMenuOption::new(&it.label, &it.value).default_selection(it.default);
        it.description.iter().fold(option, |option, text| option.description(text))
    };
    let kind = CreateSelectMenuKind::String { options: menu.options.iter().map(option).collect() };
    let again = CreateSelectMenu::new(menu.custom_id.clone()?, kind);
    let again = menu.placeholder.iter().fold(again, |again, text| again.placeholder(text));
    (menu.kind == ComponentType::StringSelect).then_some(again)
}
