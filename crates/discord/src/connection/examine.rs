//! For `parlor doctor`: checks whether Discord knows the bot and gives it what it needs, and whether their clocks
//! agree.

use jiff::fmt::rfc2822::DateTimeParser;
use jiff::{SignedDuration, Timestamp};
use poise::serenity_prelude as serenity;
use serenity::{ApplicationFlags, CurrentApplicationInfo, GuildInfo, Http, InstallationContext, Permissions, Scope};

use super::options::ConnectOptions;
use super::rest_client;
use egress::Egress;

/// How serious it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Good,
    /// The bot works, but could work better.
    Advice,
    /// Somebody has to do something.
    Wrong,
}

/// The result of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The subject, in a word.
    pub subject: &'static str,
    pub severity: Severity,
    /// What was found, or what to do.
    pub words: String,
}

impl Finding {
    /// All is well.
    pub fn good(subject: &'static str, words: impl Into<String>) -> Self {
        Self { subject, severity: Severity::Good, words: words.into() }
    }

    /// It works, and something would make it better.
    pub fn advice(subject: &'static str, words: impl Into<String>) -> Self {
        Self { subject, severity: Severity::Advice, words: words.into() }
    }

    /// It does not work until somebody does what `words` say.
    pub fn wrong(subject: &'static str, words: impl Into<String>) -> Self {
        Self { subject, severity: Severity::Wrong, words: words.into() }
    }
}

/// What the bot needs wherever it plays.
const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// What the invitation asks for. Threads are optional, so the bot works without those permissions.
const INVITED: Permissions = NEEDED.union(Permissions::CREATE_PUBLIC_THREADS);

/// How far two clocks may differ. Discord's time is in whole seconds.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(5);

/// How many servers are checked, and how many of them are named.
const MAX_SERVERS: u64 = 200;
const MAX_NAMED: usize = 5;

/// Asks Discord everything that is possible without connecting to the gateway. `now` is this machine's clock.
pub async fn examine(options: &ConnectOptions, now: impl Fn() -> Timestamp) -> Vec<Finding> {
    let egress = match rest_client::open(options).await {
        Ok(egress) => egress,
        Err(error) => return vec![Finding::wrong("token", error.to_string())],
    };
    let http = rest_client::http(&egress, options);
    let mut findings = vec![examine_clock(&egress, now).await];
    match http.get_current_user().await {
        Ok(user) => findings.push(Finding::good("token", format!("it's the token of {}", user.name))),
        Err(error) => {
            findings.push(unanswered("token", error));
            return findings;
        }
    }
    findings.push(examine_gateway(&http, options).await);
    match http.get_current_application_info().await {
        Ok(application) => findings.extend([examine_intents(&application), examine_invitation(&application)]),
        Err(error) => findings.push(unanswered("application", error)),
    }
    findings.push(match http.get_guilds(None, Some(MAX_SERVERS)).await {
        Ok(servers) => examine_permissions(&servers),
        Err(error) => unanswered("permissions", error),
    });
    findings
}

fn unanswered(subject: &'static str, error: serenity::Error) -> Finding {
    Finding::wrong(subject, rest_client::explain(error).to_string())
}

/// Compares this machine's clock with the time that Discord sends with every answer.
async fn examine_clock(egress: &Egress, now: impl Fn() -> Timestamp) -> Finding {
    let answer = egress.client().get(format!("{}/api/v10/gateway", egress.url())).send().await.ok();
    let date = answer.filter(|it| it.status().is_success()).and_then(|it| it.headers().get("date").cloned());
    let theirs = date.and_then(|it| DateTimeParser::new().parse_timestamp(it.to_str().ok()?).ok());
    let Some(theirs) = theirs else { return Finding::advice("clock", "Discord didn't say what time it is") };
    match wrong_by(now().duration_since(theirs)) {
        None => Finding::good("clock", "it agrees with Discord's clock"),
        Some(wrong) => {
            Finding::wrong("clock", format!("it's {wrong} Discord's; set it by NTP (timedatectl set-ntp true)"))
        }
    }
}

/// Describes the error of a clock that is this far ahead of another one; `None` if the two agree.
pub fn wrong_by(ahead: SignedDuration) -> Option<String> {
    let way = if ahead.is_positive() { "ahead of" } else { "behind" };
    (ahead.abs() > TOLERANCE).then(|| format!("{} s {way}", ahead.abs().as_secs()))
}

async fn examine_gateway(http: &Http, options: &ConnectOptions) -> Finding {
    let gateway = match http.get_bot_gateway().await {
        Ok(gateway) => gateway,
        Err(error) => return unanswered("gateway", error),
    };
    let limit = gateway.session_start_limit;
    let wanted = options.shards.map_or(gateway.shards, |it| it.last - it.first + 1);
    let sessions = format!("{} of today's {} sessions are left", limit.remaining, limit.total);
    if limit.remaining < u64::from(wanted) {
        let minutes = limit.reset_after.div_ceil(60_000);
        return Finding::wrong("gateway", format!("{sessions}; {wanted} are needed. Wait {minutes} min, then start"));
    }
    match options.shards.filter(|it| it.total < gateway.shards) {
        Some(shards) => Finding::advice(
            "gateway",
            format!("PARLOR_SHARDS makes {} shards, and Discord advises {}", shards.total, gateway.shards),
        ),
        None => Finding::good("gateway", sessions),
    }
}

fn examine_intents(application: &CurrentApplicationInfo) -> Finding {
    let granted = ApplicationFlags::GATEWAY_MESSAGE_CONTENT | ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED;
    match application.flags.is_some_and(|it| it.intersects(granted)) {
        true => Finding::good("intents", "MESSAGE CONTENT INTENT is on, so commands work with the prefix"),
        false => Finding::advice(
            "intents",
            "MESSAGE CONTENT INTENT is off, so commands don't work with the prefix, only by slash, mention, button, and \
             reply. To have them, switch it on at https://discord.com/developers/applications (your application › Bot)",
        ),
    }
}

/// Whether the link on the bot's profile asks for what the bot needs.
fn examine_invitation(application: &CurrentApplicationInfo) -> Finding {
    let configured = application.integration_types_config.get(&InstallationContext::Guild);
    let configured = configured.and_then(|it| it.oauth2_install_params.as_ref());
    let asked = configured.or(application.install_params.as_ref());
    let is_enough = asked.is_some_and(|it| {
        let commands = [Scope::Bot, Scope::ApplicationsCommands].iter().all(|scope| it.scopes.contains(scope));
        commands && (it.permissions.contains(INVITED) || it.permissions.administrator())
    });
    if is_enough {
        return Finding::good("invitation", "the install link asks for everything the bot needs");
    }
    let link = format!(
        "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
        application.id,
        INVITED.bits()
    );
    Finding::advice(
        "invitation",
        format!("the install link doesn't ask for everything the bot needs. This one does: {link}"),
    )
}

/// Whether the bot has the permissions it needs in each server. Individual channels may still deny them.
fn examine_permissions(servers: &[GuildInfo]) -> Finding {
    let lacks = |it: &GuildInfo| {
        let missing = if it.permissions.administrator() { Permissions::empty() } else { NEEDED - it.permissions };
        (!missing.is_empty()).then(|| format!("{} ({})", it.name, missing.get_permission_names().join(", ")))
    };
    let lacking: Vec<String> = servers.iter().filter_map(lacks).collect();
    if lacking.is_empty() {
        return match servers.len() {
            0 => Finding::advice("permissions", "the bot isn't in any server yet; the invitation is above"),
            count => Finding::good("permissions", format!("it may do what it needs in {count} servers")),
        };
    }
    let more = lacking.len().saturating_sub(MAX_NAMED);
    let named = lacking[..lacking.len() - more].join("; ");
    let more = if more > 0 { format!("; and {more} more servers") } else { String::new() };
    Finding::wrong("permissions", format!("give the bot's role what it lacks in {named}{more}"))
}
