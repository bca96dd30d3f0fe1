//! What every handler needs: the bot itself, who asks it for something and where, what people are called, and what is told
//! if something fails.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use parking_lot::RwLock;
use poise::serenity_prelude as serenity;

use super::announce::ChatAnnouncer;
use super::errors::{CommandError, explain, is_acknowledged, may_be_acknowledged, without_address};
use super::names::{PlayerNames, mentioned_in, with_names};
use super::recent::RecentEvents;
use super::request::UNKNOWN_GAME;
use super::snowflake::number_of;
use super::views::board::{Appearance, refused};
use super::views::lists::{label, neutral_label, proposal_label};
use super::views::{MAX_CONTENT_CHARS, View, help};
use egress::{FetchError, Files};
use games::Refusal;
use play::ports::{QuotaOf, StoreError, StoreResult};
use play::{
    Asker, Board, ChannelId, DatabaseId, Delivery, EventId, GuildId, Host, HostError, MatchId, Place, PostedAt,
    Proposal, ProposalId, Seat, UserId, decide, refuse_command,
};
use texts::Text;

/// The bot as its handlers know it.
#[derive(Clone)]
pub struct Bot {
    pub host: Arc<Host>,
    pub delivery: Arc<Delivery>,
    /// The bot's own user id, once it is connected.
    pub me: Option<serenity::UserId>,
    /// The role that Discord has made for the bot in each server, by which people also address it.
    roles: Arc<RwLock<HashMap<serenity::GuildId, serenity::RoleId>>>,
    pub(super) announcer: Arc<ChatAnnouncer>,
    /// Whether boards can be opened inside Discord, as an Activity.
    pub(super) has_activity: bool,
    /// The way to files, once there is one.
    files: Option<Files>,
    /// What prefix commands begin with.
    pub prefix: Arc<str>,
    /// The database that its controls are about.
    pub(super) database: DatabaseId,
    /// The names of people met in this run, so that a name is stored once and not with every message.
    met: moka::sync::Cache<UserId, Arc<str>>,
    /// The events that this process acts on, because it may be asked more than once about one.
    claimed: RecentEvents,
    /// Where somebody was recently asked to wait, and who, if it concerned one person: this is not repeated after each
    /// message.
    told_to_wait: moka::sync::Cache<(ChannelId, Option<UserId>), ()>,
    /// Where somebody was last refused something in a channel. The next refusal takes its place, so that they don't pile up.
    refused: moka::sync::Cache<(UserId, ChannelId), Sent>,
    /// Which match each answer to a message was about.
    pub(super) answers_about: moka::sync::Cache<serenity::MessageId, MatchId>,
}

pub(super) type Context<'a> = poise::Context<'a, Bot, CommandError>;
pub(super) type Command = poise::Command<Bot, CommandError>;
pub(super) type Done = Result<(), CommandError>;

/// How long a stored name isn't stored again.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// How long we wait for a process that Discord has answered. It asks the database for two seconds.
const OTHERS_CLAIM_WITHIN: Duration = Duration::from_secs(3);

/// After this long, somebody who still writes too much is told again.
const TOLD_AGAIN: Duration = Duration::from_secs(10);

/// How long a refusal may be replaced: an interaction's token is good for 15 minutes.
const REPLACEABLE: Duration = Duration::from_secs(600);

/// Where something was said.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    /// In a message of its own.
    Message(serenity::MessageId),
    /// In the answer to the interaction with that token.
    Answer(String),
    /// In a message that followed such an answer.
    FollowUp(String, serenity::MessageId),
}

impl Bot {
    /// A bot that has met nobody yet.
    pub fn new(
        host: Arc<Host>,
        delivery: Arc<Delivery>,
        announcer: Arc<ChatAnnouncer>,
        prefix: &str,
        database: DatabaseId,
    ) -> Self {
        // Only for a while: another process may have been told to forget somebody.
        let met = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(REMEMBERED).build();
        let claimed = RecentEvents::holding(10_000);
        let told_to_wait = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(TOLD_AGAIN).build();
        let answers_about = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(REPLACEABLE).build();
        let refused = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(REPLACEABLE).build();
        let (prefix, roles, has_activity) = (prefix.into(), Arc::default(), false);
        Self {
            host,
            delivery,
            me: None,
            roles,
            announcer,
            has_activity,
            files: None,
            prefix,
            database,
            met,
            claimed,
            told_to_wait,
            refused,
            answers_about,
        }
    }

    /// The bot of an application that has Activities, if so.
    pub fn with_activity(self, has_activity: bool) -> Self {
        Self { has_activity, ..self }
    }

    /// The bot with a way to files.
    pub(super) fn reading(self, files: Files) -> Self {
        Self { files: Some(files), ..self }
    }

    /// A file of at most so many bytes that somebody has attached.
    pub(super) async fn fetch(&self, url: &str, most: usize) -> Result<Vec<u8>, FetchError> {
        match &self.files {
            Some(files) => files.fetch(url, most).await,
            None => Err(FetchError::Failed("not connected yet".to_owned())),
        }
    }

    /// The bot under its own user id.
    pub fn called(self, me: serenity::UserId) -> Self {
        Self { me: Some(me), ..self }
    }

    /// Notes which of a server's roles is the bot's own, if one of these is.
    pub fn note_role<'a>(&self, guild: serenity::GuildId, roles: impl IntoIterator<Item = &'a serenity::Role>) {
        let is_own = |it: &&serenity::Role| it.tags.bot_id.is_some() && it.tags.bot_id == self.me;
        if let Some(role) = roles.into_iter().find(is_own) {
            self.roles.write().insert(guild, role.id);
        }
    }

    /// The bot's own role in a server.
    pub fn role_in(&self, guild: serenity::GuildId) -> Option<serenity::RoleId> {
        self.roles.read().get(&guild).copied()
    }

    /// Whether somebody's message may be answered. People who ask too much are told so now and then.
    pub fn admits_message(&self, user: UserId, place: Place) -> Result<bool, Refusal> {
        let Err(used_up) = self.host.admit(user, place) else { return Ok(true) };
        let told = (place.channel, (used_up.quota == QuotaOf::Person).then_some(user));
        if self.told_to_wait.contains_key(&told) {
            return Ok(false);
        }
        self.told_to_wait.insert(told, ());
        Err(refuse_command(used_up))
    }

    /// Whether this process is to act on a message or an interaction that other processes may also receive.
    pub async fn is_mine(&self, event: u64) -> Result<bool, HostError> {
        if self.claimed.contains(event) {
            return Ok(true);
        }
        if !self.announcer.is_answered() {
            // Another process, to which Discord answers, can do more about it.
            tokio::time::sleep(OTHERS_CLAIM_WITHIN).await;
        }
        let is_mine = self.host.is_mine(event).await?;
        if is_mine {
            self.claimed.note(event);
        }
        Ok(is_mine)
    }

    /// Succeeds if this process is to act on an interaction that it has acknowledged with that result. An error that only
    /// one process returns can be told to the person; `Elsewhere` is returned by all others.
    ///
    /// That Discord takes only one acknowledgment does not decide it. If an answer was lost, several processes may believe
    /// that theirs was taken, and the one whose acknowledgment was taken may have ended since.
    pub async fn claim(&self, interaction: u64, acknowledged: serenity::Result<()>) -> Result<(), CommandError> {
        let Err(error) = acknowledged else {
            return self.is_mine(interaction).await?.then_some(()).ok_or(CommandError::Elsewhere);
        };
        let by_others = is_acknowledged(&error);
        if !by_others && !may_be_acknowledged(&error) {
            return Err(error.into());
        }
        tokio::time::sleep(OTHERS_CLAIM_WITHIN).await;
        let is_mine = match self.is_mine(interaction).await {
            // Whoever has acknowledged it says so.
            Err(_) if by_others => false,
            asked => asked?,
        };
        match is_mine {
            true if by_others => Ok(()),
            true => Err(error.into()),
            false => Err(CommandError::Elsewhere),
        }
    }

    /// Remembers who somebody is. If that fails, the request is handled anyway.
    pub async fn meet(&self, user: &serenity::User) {
        let (id, name) = (user_id(user.id), user.display_name());
        if self.met.get(&id).as_deref() == Some(name) {
            return;
        }
        match self.host.meet(id, name).await {
            Ok(()) => self.met.insert(id, name.into()),
            Err(error) => tracing::warn!(%error, "a name could not be stored"),
        }
    }

    /// Remembers who somebody is whom another person has named, unless they wanted to be forgotten.
    pub async fn meet_named(&self, user: &serenity::User) {
        if let Err(error) = self.host.meet_named(user_id(user.id), user.display_name()).await {
            tracing::warn!(%error, "a name could not be stored");
        }
    }

    /// Drops a person's cached name, so that their next message stores it again.
    pub fn unmeet(&self, user: UserId) {
        self.met.invalidate(&user);
    }

    /// How a board, or a picture that belongs to no match, looks: to its only reader as they like it, and to everybody as
    /// usual, but from the side of whoever plays the engine.
    pub async fn appearance(&self, board: Option<&Board>, reader: Option<UserId>) -> StoreResult<Appearance> {
        let opponent = board.and_then(|it| it.current.opponent_of_engine());
        let Some(user) = reader.or(opponent) else { return Ok(Appearance::default()) };
        let preferences = self.host.preferences(user).await?;
        let preferences = if reader.is_some() { preferences } else { preferences.seen_by_others() };
        let plays = board.and_then(|Board { current, .. }| {
            let side = current.side_of(user).or_else(|| current.side_of(opponent?))?;
            Some((current.ruleset.info, side))
        });
        Ok(Appearance::of(&preferences, plays))
    }

    /// An answer with the names of the people whom it mentions without notifying them: Discord shows such a mention as
    /// “@unknown-user” to everybody who hasn't met that person. Those whose names aren't known stay mentioned.
    pub(crate) async fn named(&self, view: View) -> View {
        let mut people = mentioned_in(&view.content);
        people.retain(|it| !view.pings.contains(it));
        if people.is_empty() {
            return view;
        }
        let names = self.host.player_names(&people).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "an answer mentions people instead of naming them");
            PlayerNames::new()
        });
        let named = with_names(view.content.clone(), &names);
        View { content: Text::FirstFitting(vec![named, view.content], MAX_CONTENT_CHARS), ..view }
    }

    /// Notes what is refused, and removes what was refused to the same person in the channel before. If that fails, it
    /// stays.
    pub(crate) async fn replace_refusal(&self, http: &serenity::Http, asker: Asker, refused: Sent) {
        let former = self.refused.remove(&(asker.user, asker.channel));
        self.refused.insert((asker.user, asker.channel), refused);
        let removed = match former {
            None => return,
            Some(Sent::Message(message)) => http.delete_message(asker.channel.0.into(), message, None).await,
            Some(Sent::Answer(token)) => http.delete_original_interaction_response(&token).await,
            Some(Sent::FollowUp(token, message)) => http.delete_followup_message(&token, message).await,
        };
        if let Err(error) = removed {
            tracing::debug!(error = without_address(&error), "an earlier refusal stays");
        }
    }
}

pub(super) fn user_id(id: serenity::UserId) -> UserId {
    UserId(id.get())
}

pub(super) fn place(guild: Option<serenity::GuildId>, channel: serenity::ChannelId) -> Place {
    Place { guild: guild.map(|it| GuildId(it.get())), channel: ChannelId(channel.get()) }
}

/// Somebody who asks in a channel, by a message or an interaction.
pub(super) fn asker_in(user: serenity::UserId, channel: serenity::ChannelId, origin: u64) -> Asker {
    let (user, channel, origin) = (user_id(user), ChannelId(channel.get()), Some(EventId(origin)));
    Asker { user, channel, is_alone: false, origin }
}

/// When a message was last written: its controls are from then.
pub(super) fn written(message: &serenity::Message) -> PostedAt {
    let at = message.edited_timestamp.unwrap_or(message.id.created_at());
    let until = number_of((at.unix_timestamp() + 1) * 1000 + DISCORDS_OWN_DIFFERENCES_MS);
    // Discord's times are always in range.
    PostedAt { at: Timestamp::from_second(at.unix_timestamp()).unwrap_or(Timestamp::MAX), until: EventId(until) }
}

/// How far the clocks of Discord's machines may differ.
const DISCORDS_OWN_DIFFERENCES_MS: i64 = 5_000;

/// The answer to a command that was not carried out. If no game has that name, it shows all games. `None` if another
/// process carries it out, and answers it. `prefix` stands before typed commands, where these are heard. Pictures follow the preferences of `reader`, if nobody else sees the
/// answer.
pub(crate) async fn error_view(
    error: &CommandError,
    bot: &Bot,
    reader: Option<UserId>,
    prefix: Option<&str>,
) -> Option<View> {
    match error {
        CommandError::Elsewhere | CommandError::Host(HostError::Store(StoreError::Repeated)) => None,
        error => Some(explained(error, bot, reader, prefix).await),
    }
}

/// The answer to something that was refused or has failed.
async fn explained(error: &CommandError, bot: &Bot, reader: Option<UserId>, prefix: Option<&str>) -> View {
    let refusal = match error {
        CommandError::Host(HostError::NoMove(board, refusal)) => {
            return refused(board, refusal, appearance(bot, Some(board), reader).await);
        }
        CommandError::Host(HostError::Refused(refusal)) => refusal,
        // Whom somebody has blocked is nobody else's business.
        CommandError::Host(HostError::Blocked(other)) if reader.is_none() => {
            return View::text(explain(&decide::cannot_meet(*other)));
        }
        error => return View::text(error.explain()),
    };
    if refusal.code != UNKNOWN_GAME {
        return View::text(explain(refusal));
    }
    let theme = appearance(bot, None, reader).await.theme;
    help::all_games(explain(refusal), prefix, theme).unwrap_or_else(|fault| {
        tracing::error!(error = &fault as &dyn std::error::Error, "the games could not be drawn");
        View::text(explain(refusal))
    })
}

/// How a picture looks; as usual where the preferences can't be read.
async fn appearance(bot: &Bot, board: Option<&Board>, reader: Option<UserId>) -> Appearance {
    let found = bot.appearance(board, reader).await;
    found.inspect_err(|error| tracing::warn!(%error, "a picture looks as usual")).unwrap_or_default()
}

/// The names of all players, fetched together.
pub(crate) async fn names(host: &Host, boards: &[Board]) -> StoreResult<PlayerNames> {
    of_people(host, boards.iter().flat_map(|it| it.current.seats).filter_map(Seat::user)).await
}

async fn of_people(host: &Host, people: impl Iterator<Item = UserId>) -> StoreResult<PlayerNames> {
    host.player_names(&Vec::from_iter(people.collect::<HashSet<UserId>>())).await
}

/// The labels of some matches: as their player sees them, or as everybody does.
pub(crate) async fn labels(host: &Host, boards: &[Board], player: Option<UserId>) -> StoreResult<Vec<(MatchId, Text)>> {
    let names = names(host, boards).await?;
    let label = |it: &Board| player.map_or_else(|| neutral_label(it, &names), |user| label(it, user, &names));
    Ok(boards.iter().map(|it| (it.current.id, label(it))).collect())
}

/// The labels of what `user` has been asked, or has asked others.
pub(crate) async fn proposal_labels(
    host: &Host,
    proposals: &[Proposal],
    user: UserId,
) -> StoreResult<Vec<(ProposalId, Text)>> {
    let people = |it: &Proposal| match it {
        Proposal::Challenge(challenge) => [Some(challenge.offer.challenger), challenge.offer.opponent],
        Proposal::Offer(board) => board.current.seats.map(Seat::user),
    };
    let names = of_people(host, proposals.iter().flat_map(people).flatten()).await?;
    Ok(proposals.iter().map(|it| (it.id(), proposal_label(it, user, &names))).collect())
}
