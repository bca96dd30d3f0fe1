//! `parlor`: what moderators can do in their server.

use poise::serenity_prelude as serenity;
use serenity::{CommandOptionType, CreateCommandOption, Permissions};

use super::complete;
use super::declare::{by_text, with_choices};
use super::session::{Acted, Answer, Session, carry_out};
use super::which_match::only_number;
use crate::bot::{Command, Context, Done};
use crate::errors::{CommandError, code_of, shorten};
use crate::permissions::permissions_in;
use crate::request::day_times::{self, SpokenTime};
use crate::request::{DefaultsChange, read_state};
use crate::views::{View, help, panel, puzzles, say_of, settings};
use egress::codes::{MISSING_ACCESS, UNKNOWN_CHANNEL};
use games::Refusal;
use play::{ChannelId, ChannelRule, GuildId, MatchId, Place, ServerSettings};
use texts::say;

pub(super) fn command() -> Command {
    let named = |name: &'static str, it: Command| Command {
        name: name.into(),
        qualified_name: format!("parlor {name}").into(),
        default_member_permissions: SHOWN_TO,
        ..it
    };
    let channel = by_text(channel_slash(), |session, text| Box::pin(channel(session, text)));
    let channel = with_choices(channel, "here", offer_rules);
    let digest =
        by_text(digest_slash(), |session, text| Box::pin(digest(session, read_digest(&text, session.place.channel))));
    let daily =
        by_text(daily_slash(), |session, text| Box::pin(daily(session, read_daily(&text, session.place.channel))));
    let subcommands = vec![
        named(
            "end",
            by_text(end_slash(), |session, text| {
                Box::pin(async move { ask_to_end(session, only_number(session, "parlor", &text)?).await })
            }),
        ),
        named("channel", channel),
        named("channels", channels()),
        named(
            "defaults",
            by_text(defaults_slash(), |session, text| Box::pin(defaults(session, DefaultsChange::read(&text)))),
        ),
        named("digest", with_choices(digest, "day", offer_days)),
        named("daily", daily),
        named("votes", votes()),
    ];
    Command { subcommands, default_member_permissions: SHOWN_TO, ..parlor() }
}

/// Discord shows these commands only to people with this permission.
const SHOWN_TO: Permissions = Permissions::MANAGE_MESSAGES;

/// Any of these makes a moderator.
const ANY_OF: [Permissions; 3] = [Permissions::MANAGE_GUILD, Permissions::MANAGE_MESSAGES, Permissions::ADMINISTRATOR];

/// The rules that a channel can have.
const RULES: [(&str, ChannelRule); 4] = [
    ("on", ChannelRule::On),
    ("off", ChannelRule::Off),
    ("only", ChannelRule::Only),
    ("everywhere", ChannelRule::Everywhere),
];

/// What a channel allows or forbids, as people call it.
const NOUNS: [&str; 3] = ["here", "matches", "games"];

/// The rule that a word means.
fn channel_rule(word: &str) -> Option<ChannelRule> {
    let switched = read_state(word).map(|it| if it { ChannelRule::On } else { ChannelRule::Off });
    RULES.iter().find(|it| it.0 == word).map(|it| it.1).or(switched)
}

/// Offers the rules for a channel as the choices of an option.
fn offer_rules(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    RULES.iter().fold(option, |option, it| option.add_string_choice(it.0, it.0))
}

/// Alone, it explains itself.
#[poise::command(slash_command, prefix_command)]
async fn parlor(ctx: Context<'_>) -> Done {
    carry_out(ctx, |session| {
        Box::pin(async move { Ok(Answer::Show(help::one_command("parlor", session.prefix().await))) })
    })
    .await
}

#[poise::command(slash_command)]
async fn end_slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::all_matches"]
    #[min = 1]
    number: i64,
) -> Done {
    carry_out(ctx, move |session| Box::pin(ask_to_end(session, Some(number)))).await
}

/// Asks whether a match is really to be ended.
async fn ask_to_end(session: &Session<'_>, number: Option<i64>) -> Acted {
    let guild = moderated(session).await?;
    let which = || Refusal::new("end-which-match").with("prefix", session.bot.prefix.to_string());
    let id = MatchId(number.ok_or_else(which)?);
    let outline = session.bot.host.may_stop(session.asker.user, guild, id).await?;
    require_for(session, outline.place).await?;
    Ok(Answer::Question(panel::confirm_ending(&outline)))
}

/// Ends a match, once that is confirmed.
pub(super) async fn end(session: &Session<'_>, id: MatchId) -> Acted {
    let (host, user, guild) = (&session.bot.host, session.asker.user, moderated(session).await?);
    let outline = host.may_stop(user, guild, id).await?;
    require_for(session, outline.place).await?;
    host.stop(user, guild, id).await?;
    Ok(Answer::Replace(View::text(say_of("match-stopped", id))))
}

#[poise::command(slash_command)]
async fn channel_slash(ctx: Context<'_>, here: String) -> Done {
    carry_out(ctx, move |session| Box::pin(channel(session, here))).await
}

/// Sets whether matches may begin in the channel.
async fn channel(session: &Session<'_>, words: String) -> Acted {
    let guild = moderated(session).await?;
    let lower = words.to_lowercase().replace(['=', ':'], " ");
    let rule = match lower.split_whitespace().filter(|it| !NOUNS.contains(it)).collect::<Vec<_>>().as_slice() {
        [] => return Err(Refusal::new("channel-word-missing").into()),
        [word] => channel_rule(word),
        _ => None,
    };
    let rule = rule.ok_or_else(|| Refusal::new("bad-channel-word").with("text", words))?;
    if [ChannelRule::Only, ChannelRule::Everywhere].contains(&rule) {
        require_in_server(session, guild).await?;
    }
    let here = session.place.channel;
    let changed = session.bot.host.change_server(guild, |it| it.rule(here, rule)).await?;
    Ok(Answer::Show(settings::channels(&changed)))
}

/// Tells where matches begin.
#[poise::command(slash_command, prefix_command)]
async fn channels(ctx: Context<'_>) -> Done {
    carry_out(ctx, |session| {
        Box::pin(async move {
            let guild = moderated(session).await?;
            Ok(Answer::Show(settings::channels(&session.bot.host.server(Some(guild)).await?)))
        })
    })
    .await
}

#[poise::command(slash_command)]
async fn defaults_slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::clocks"] clock: Option<String>,
    threads: Option<bool>,
) -> Done {
    let change = DefaultsChange::of_options(game.as_deref(), clock.as_deref(), threads);
    carry_out(ctx, move |session| Box::pin(defaults(session, change))).await
}

/// Changes the defaults of a server; without arguments, shows them.
async fn defaults(session: &Session<'_>, change: Result<DefaultsChange, Refusal>) -> Acted {
    let (host, guild) = (&session.bot.host, moderated(session).await?);
    let change = change?;
    if change.is_empty() {
        return Ok(Answer::Show(settings::defaults(&host.server(Some(guild)).await?)));
    }
    require_in_server(session, guild).await?;
    let changed = host.change_server(guild, |it| change.apply(it)).await?;
    Ok(Answer::Show(settings::defaults(&changed)))
}

/// What is to change about something that is posted by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PostingChange<W> {
    /// The channel in which it's posted from now on, or that it's posted nowhere.
    channel: Option<Option<ChannelId>>,
    /// On which day, or at which time.
    when: Option<W>,
}

impl<W> PostingChange<W> {
    /// By the options of a slash command; `refusal`: that of a channel and `off` together.
    fn of_options(
        channel: Option<serenity::ChannelId>,
        when: Option<W>,
        off: Option<bool>,
        refusal: &'static str,
    ) -> Result<Self, Refusal> {
        match (channel, off.unwrap_or_default()) {
            (Some(_), true) => Err(Refusal::new(refusal)),
            (None, true) => Ok(Self { channel: Some(None), when }),
            (channel, false) => Ok(Self { channel: channel.map(|it| Some(ChannelId(it.get()))), when }),
        }
    }

    /// Reads where it is to be posted (`here`, in a channel that is mentioned, or not at all), and when, from the words at the
    /// beginning; `refusal`: that of another word.
    fn read(
        text: &str,
        here: ChannelId,
        hear_when: impl Fn(&[&str]) -> Option<(W, usize)>,
        refusal: &'static str,
    ) -> Result<Self, Refusal> {
        let mut change = Self { channel: None, when: None };
        let refuse = || Refusal::new(refusal).with("text", shorten(text));
        let plain = day_times::plain(text);
        let words = day_times::words_of(&plain);
        let mut left = words.as_slice();
        while let Some(word) = left.first() {
            let (is_said_twice, count) = match hear_when(left) {
                Some((when, count)) => (change.when.replace(when).is_some(), count),
                // As in “on #games”.
                None if *word == "on" && left.get(1).is_some_and(|it| read_place(it, here).is_some()) => (false, 1),
                None => {
                    let channel = read_place(word, here).ok_or_else(refuse)?;
                    (change.channel.replace(channel).is_some(), 1)
                }
            };
            if is_said_twice {
                return Err(refuse());
            }
            left = &left[count..];
        }
        Ok(change)
    }

    /// The settings of a server after the change, if anything is to change.
    async fn make(
        &self,
        session: &Session<'_>,
        guild: GuildId,
        change: impl Fn(&mut ServerSettings) -> Result<(), Refusal> + Send,
    ) -> Result<ServerSettings, CommandError> {
        let host = &session.bot.host;
        if self.channel.is_none() && self.when.is_none() {
            return Ok(host.server(Some(guild)).await?);
        }
        require_in_server(session, guild).await?;
        if let Some(Some(channel)) = self.channel {
            require_posting_in(session, guild, channel).await?;
        }
        Ok(host.change_server(guild, change).await?)
    }
}

/// Where something is to be posted, if a word says that: in a channel, or nowhere.
fn read_place(word: &str, here: ChannelId) -> Option<Option<ChannelId>> {
    let named = || word.strip_prefix("<#")?.strip_suffix('>')?.parse().ok().filter(|it| *it != 0);
    match read_state(word) {
        _ if word == "here" => Some(Some(here)),
        Some(is_on) => Some(is_on.then_some(here)),
        None => named().map(|it| Some(ChannelId(it))),
    }
}

/// The days on which it can be posted, as people call them.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Offers these days as the choices of an option.
fn offer_days(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    DAYS.iter().fold(option, |option, day| option.add_string_choice(*day, *day))
}

/// The day that a word names, by its first letters at least.
fn read_day(word: &str) -> Option<u8> {
    let index = DAYS.iter().position(|it| word.len() >= 3 && it.starts_with(word))?;
    Some(index as u8)
}

#[poise::command(slash_command)]
async fn digest_slash(
    ctx: Context<'_>,
    #[channel_types("Text", "News", "PublicThread")] channel: Option<serenity::ChannelId>,
    day: Option<String>,
    off: Option<bool>,
) -> Done {
    let day = day.and_then(|it| read_day(&it));
    let change = PostingChange::of_options(channel, day, off, "digest-there-or-off");
    carry_out(ctx, move |session| Box::pin(digest(session, change))).await
}

fn read_digest(text: &str, here: ChannelId) -> Result<PostingChange<u8>, Refusal> {
    let hear = |words: &[&str]| match words {
        ["on", day, ..] => Some((read_day(day)?, 2)),
        [day, ..] => Some((read_day(day)?, 1)),
        [] => None,
    };
    PostingChange::read(text, here, hear, "bad-digest-word")
}

/// Changes where the weekly digest of the server's matches is posted, if that is to change, and tells it.
async fn digest(session: &Session<'_>, change: Result<PostingChange<u8>, Refusal>) -> Acted {
    let guild = moderated(session).await?;
    let (change, now) = (change?, session.bot.host.now());
    let post = |it: &mut ServerSettings| {
        let channel = change.channel.unwrap_or(it.digest.map(|it| it.channel));
        if channel.is_none() && change.when.is_some() {
            return Err(Refusal::new("digest-day-alone"));
        }
        it.post_digest_in(channel, change.when, now);
        Ok(())
    };
    let settings = change.make(session, guild, post).await?;
    let facts = match settings.digest {
        None => vec![("state", "off".into())],
        Some(digest) => vec![
            ("state", if digest.due_at() <= now { "late" } else { "on" }.into()),
            ("channel", digest.channel.mention().into()),
            ("time", digest.due_at().as_second().to_string().into()),
        ],
    };
    Ok(Answer::Show(View::text(say("weekly-digest-setting", &facts))))
}

#[poise::command(slash_command, prefix_command)]
async fn votes(ctx: Context<'_>) -> Done {
    carry_out(ctx, |session| Box::pin(show_votes(session))).await
}

/// Shows what people think of the puzzles.
async fn show_votes(session: &Session<'_>) -> Acted {
    moderated(session).await?;
    Ok(Answer::Show(View::text(puzzles::opinions(&session.bot.host.puzzle_votes().await?))))
}

#[poise::command(slash_command)]
async fn daily_slash(
    ctx: Context<'_>,
    #[channel_types("Text", "News", "PublicThread")] channel: Option<serenity::ChannelId>,
    time: Option<String>,
    off: Option<bool>,
) -> Done {
    let time = time.as_deref().map(SpokenTime::read).transpose();
    let change = time.and_then(|it| PostingChange::of_options(channel, it, off, "daily-there-or-off"));
    carry_out(ctx, move |session| Box::pin(daily(session, change))).await
}

fn read_daily(text: &str, here: ChannelId) -> Result<PostingChange<SpokenTime>, Refusal> {
    PostingChange::read(text, here, SpokenTime::hear, "bad-daily-word")
}

/// Changes where the puzzle of the day is posted, if that is to change, and tells it.
async fn daily(session: &Session<'_>, change: Result<PostingChange<SpokenTime>, Refusal>) -> Acted {
    let guild = moderated(session).await?;
    let (change, now) = (change?, session.bot.host.now());
    let post = |it: &mut ServerSettings| {
        let daily = &mut it.daily;
        let channel = change.channel.unwrap_or(daily.channel);
        if channel.is_none() && change.when.is_some() {
            return Err(Refusal::new("daily-time-alone"));
        }
        let time = change.when.as_ref().map_or_else(|| daily.time.clone(), |it| it.or_in(&daily.time.zone));
        daily.change(channel, time, now);
        Ok(())
    };
    let settings = change.make(session, guild, post).await?;
    Ok(Answer::Show(settings::daily(&settings.daily, now)))
}

/// Refuses a channel that the server doesn't have, or in which the bot may not write.
async fn require_posting_in(session: &Session<'_>, guild: GuildId, channel: ChannelId) -> Result<(), CommandError> {
    let (http, id) = (session.http, serenity::ChannelId::new(channel.0));
    let refusal = |code: &'static str| Refusal::new(code).with("channel", channel.mention());
    let found = match http.get_channel(id).await {
        Ok(found) => found.guild().filter(|it| it.guild_id.get() == guild.0 && it.is_text_based()),
        Err(error) if matches!(code_of(&error), Some(MISSING_ACCESS | UNKNOWN_CHANNEL)) => None,
        Err(error) => return Err(error.into()),
    };
    let place = found.ok_or_else(|| refusal("digest-channel-unknown"))?;
    let Some(me) = session.bot.me else { return Ok(()) };
    let (has, thread_of) = permissions_in(http, id, &http.get_member(place.guild_id, me).await?).await?;
    let send = if thread_of.is_some() { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    let missing = (Permissions::VIEW_CHANNEL | send) - has;
    match missing.is_empty() {
        true => Ok(()),
        false => Err(refusal("digest-not-allowed").with("missing", missing.get_permission_names().join(", ")).into()),
    }
}

/// The server in which a moderator of it, or of this channel only, acts; everybody else is refused.
async fn moderated(session: &Session<'_>) -> Result<GuildId, CommandError> {
    let guild = session.guild().ok_or_else(|| Refusal::new("only-in-a-server"))?;
    let may = match session.is_message() {
        false => session.member_permissions(),
        true => {
            let member = session.http.get_member(guild, session.user().id).await?;
            Some(permissions_in(session.http, session.channel(), &member).await?.0)
        }
    };
    require(may, "only-for-moderators")?;
    Ok(GuildId(guild.get()))
}

/// Refuses whoever isn't a moderator of a place.
pub(super) async fn require_moderator(session: &Session<'_>, place: Place) -> Result<(), CommandError> {
    match Some(moderated(session).await?) == place.guild {
        true => require_for(session, place).await,
        false => Err(Refusal::new("only-for-moderators").into()),
    }
}

/// Refuses moderators of this channel only, if a match is played in another one.
async fn require_for(session: &Session<'_>, place: Place) -> Result<(), CommandError> {
    match place.guild {
        Some(guild) if place.channel != session.place.channel => require_in_server(session, guild).await,
        _ => Ok(()),
    }
}

/// Refuses moderators of this channel only: what is allowed in some channels doesn't count.
async fn require_in_server(session: &Session<'_>, guild: GuildId) -> Result<(), CommandError> {
    let (http, guild) = (session.http, guild.0.into());
    let (server, member) = futures::try_join!(http.get_guild(guild), http.get_member(guild, session.user().id))?;
    Ok(require(Some(server.member_permissions(&member)), "only-for-moderators-of-the-server")?)
}

fn require(may: Option<Permissions>, refusal: &'static str) -> Result<(), Refusal> {
    let is_moderator = may.is_some_and(|may| ANY_OF.iter().any(|it| may.contains(*it)));
    if is_moderator { Ok(()) } else { Err(Refusal::new(refusal)) }
}
