//! What the moderators of a server have chosen.

use games::{Fact, Refusal};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::daily::DailySchedule;
use super::{ChannelId, TimeControl};

/// How many channels of each kind a server may name.
const MAX_CHANNELS: usize = 100;

/// The settings that the moderators of a server have chosen. Stored as JSON: every field has a default, so that rows
/// written by an older version can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The only channels in which matches may begin; empty: everywhere.
    pub only_in: Vec<ChannelId>,
    /// The channels in which no match may begin.
    pub never_in: Vec<ChannelId>,
    /// The key of the game that is played if nobody names one.
    pub game: Option<String>,
    /// The clock of challenges that do not mention one.
    pub clock: Option<TimeControl>,
    /// Whether matches get threads of their own unless somebody says otherwise.
    pub threads: bool,
    /// Where and when the matches that have ended are told of, if anywhere.
    pub digest: Option<DigestSchedule>,
    pub daily: DailySchedule,
}

/// Where and when the weekly digest of a server's matches is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DigestSchedule {
    pub channel: ChannelId,
    /// The number of the week that it tells of next.
    pub week: i64,
    /// On which day, from Monday, which is 0, to Sunday.
    #[serde(default)]
    pub day: u8,
}

/// How long a week is, in seconds.
const WEEK_S: i64 = 7 * 24 * 3600;

/// How long a day is, in seconds.
const DAY_S: i64 = 24 * 3600;

/// When week 0 ended for those who have their digests on Mondays, in seconds since 1970: on the first Monday, at 9:00 UTC.
const FIRST_WEEK_END_S: i64 = (4 * 24 + 9) * 3600;

impl DigestSchedule {
    /// The last week that has ended until a time, if weeks end on this day.
    pub(crate) fn last_week(now: Timestamp, day: u8) -> i64 {
        (now.as_second() - FIRST_WEEK_END_S - i64::from(day) * DAY_S).div_euclid(WEEK_S)
    }

    /// When it is posted: at the end of its week.
    pub fn due_at(self) -> Timestamp {
        Timestamp::from_second(FIRST_WEEK_END_S + self.week * WEEK_S + i64::from(self.day) * DAY_S)
            .unwrap_or(Timestamp::MAX)
    }
}

/// Whether matches may begin in a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelRule {
    /// They may, as in every other channel.
    On,
    /// They may not.
    Off,
    /// They may, and only in channels with this rule.
    Only,
    /// Removes the rules of all channels.
    Everywhere,
}

impl ServerSettings {
    /// Refuses a match in a channel where none may begin. A thread follows its `parent`, unless it has a rule of its
    /// own.
    pub fn may_begin_in(&self, channel: ChannelId, parent: Option<ChannelId>) -> Result<(), Refusal> {
        let names = |all: &[ChannelId]| all.contains(&channel) || parent.is_some_and(|it| all.contains(&it));
        let is_named = self.only_in.is_empty() || names(&self.only_in);
        if is_named && !names(&self.never_in) {
            return Ok(());
        }
        let others = Fact::any_of(self.only_in.iter().map(|it| it.mention()));
        let known = if self.only_in.is_empty() { "no" } else { "yes" };
        Err(Refusal::new("no-matches-here").with("known", known).with("channels", others))
    }

    /// Lets the weekly digest be posted in a channel from now on, or nowhere; on another day, if one is named. One that is due
    /// already is posted there.
    pub fn post_digest_in(&mut self, channel: Option<ChannelId>, day: Option<u8>, now: Timestamp) {
        let known = self.digest;
        let day = day.or(known.map(|it| it.day)).unwrap_or_default();
        let next = || DigestSchedule::last_week(now, day) + 1;
        let week = known.filter(|it| it.day == day).map_or_else(next, |it| it.week);
        self.digest = channel.map(|channel| DigestSchedule { channel, week, day });
    }

    /// When somebody must look at the server next.
    pub fn due_at(&self) -> Option<Timestamp> {
        let dues = [self.digest.map(DigestSchedule::due_at), self.daily.due_at()];
        dues.into_iter().flatten().min()
    }

    /// Where something is posted without being asked for, as far as one channel can tell it.
    pub fn posts_in(&self) -> Option<ChannelId> {
        self.digest.map(|it| it.channel).or(self.daily.channel)
    }

    /// Changes the rule of a channel.
    pub fn rule(&mut self, channel: ChannelId, rule: ChannelRule) -> Result<(), Refusal> {
        if rule == ChannelRule::Everywhere {
            self.only_in.clear();
            self.never_in.clear();
            return Ok(());
        }
        let is_limited = !self.only_in.is_empty();
        if rule == ChannelRule::Off && self.only_in == [channel] {
            // Without it, matches could begin everywhere else.
            return Err(Refusal::new("last-only-channel"));
        }
        self.only_in.retain(|it| *it != channel);
        self.never_in.retain(|it| *it != channel);
        match rule {
            ChannelRule::Off => self.never_in.push(channel),
            ChannelRule::Only => self.only_in.push(channel),
            ChannelRule::On if is_limited => self.only_in.push(channel),
            _ => {}
        }
        match self.only_in.len().max(self.never_in.len()) > MAX_CHANNELS {
            true => Err(Refusal::new("too-many-channels").with("most", MAX_CHANNELS as i64)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_end_on_mondays() {
        let mut server = ServerSettings::default();
        for (now, due) in [
            ("2026-11-30T08:59:59Z", "2026-11-30T09:00:00Z"),
            ("2026-11-30T09:00:00Z", "2026-12-07T09:00:00Z"),
            ("1969-12-31T00:00:00Z", "1970-01-05T09:00:00Z"),
        ] {
            server.post_digest_in(None, None, Timestamp::UNIX_EPOCH);
            server.post_digest_in(Some(ChannelId(1)), None, now.parse().unwrap());
            assert_eq!(server.digest.map(|it| it.due_at().to_string()).as_deref(), Some(due), "{now}");
        }
        // 2026-11-27 is a Friday.
        for (now, day, due) in [
            ("2026-11-27T08:59:59Z", Some(4), "2026-11-27T09:00:00Z"),
            ("2026-11-27T08:59:59Z", None, "2026-11-27T09:00:00Z"),
            ("2026-11-27T09:30:00Z", Some(3), "2026-12-03T09:00:00Z"),
            ("2026-11-27T09:30:00Z", Some(6), "2026-11-29T09:00:00Z"),
        ] {
            server.post_digest_in(Some(ChannelId(1)), day, now.parse().unwrap());
            assert_eq!(server.digest.map(|it| it.due_at().to_string()).as_deref(), Some(due), "{now} {day:?}");
        }
    }

    #[test]
    fn matches_begin_where_the_moderators_want_them() {
        let (games, lounge, thread) = (ChannelId(1), ChannelId(2), ChannelId(3));
        let mut server = ServerSettings::default();
        let may = |server: &ServerSettings, channel, parent| server.may_begin_in(channel, parent).is_ok();
        assert!(may(&server, games, None));
        server.rule(lounge, ChannelRule::Off).unwrap();
        assert!(may(&server, games, None) && !may(&server, lounge, None) && !may(&server, thread, Some(lounge)));
        server.rule(games, ChannelRule::Only).unwrap();
        server.rule(games, ChannelRule::Only).unwrap();
        assert_eq!(server.only_in, [games]);
        assert!(may(&server, games, None) && may(&server, thread, Some(games)) && !may(&server, thread, None));
        assert_eq!(server.rule(games, ChannelRule::Off).unwrap_err().code, "last-only-channel");
        server.rule(lounge, ChannelRule::On).unwrap();
        server.rule(games, ChannelRule::Off).unwrap();
        assert!(may(&server, lounge, None) && !may(&server, games, None));
        server.rule(games, ChannelRule::On).unwrap();
        assert!(may(&server, lounge, None) && !may(&server, ChannelId(4), None));
        server.rule(lounge, ChannelRule::Everywhere).unwrap();
        assert_eq!(server, ServerSettings::default());
        for channel in 0..MAX_CHANNELS as u64 {
            server.rule(ChannelId(channel), ChannelRule::Off).unwrap();
        }
        assert!(server.rule(ChannelId(1000), ChannelRule::Off).is_err());
        assert_eq!(serde_json::from_str::<ServerSettings>("{}").unwrap(), ServerSettings::default());
    }
}
