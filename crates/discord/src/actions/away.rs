//! `away`: stops a person's clocks for some days; and `back`.

use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::errors::shorten;
use crate::request::read_state;
use crate::views::View;
use crate::views::settings::ask_days;
use games::Refusal;
use jiff::civil::Date;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use play::durations::read_duration;
use play::{HostError, UserId};
use texts::{Text, say};

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| Box::pin(away(session, text)))
}

#[poise::command(slash_command, rename = "away")]
async fn slash(ctx: Context<'_>, days: Option<String>) -> Done {
    carry_out(ctx, move |session| Box::pin(away(session, days.unwrap_or_default()))).await
}

const DAY: u64 = 24 * 3600;

/// For how many days somebody will be away; zero: back already; `None`: nothing was said.
fn read_days(text: &str, today: Date) -> Result<Option<u32>, Refusal> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().map(|it| it.trim_matches([',', '.', '!'])).collect();
    let words = words.strip_prefix(&["for"]).unwrap_or(&words);
    let days = match words {
        [] => return Ok(None),
        ["back"] => Some(0),
        [word] if read_state(word) == Some(false) => Some(0),
        ["until" | "till", date @ ..] => {
            let date = read_date(date, today).ok_or_else(|| Refusal::new("bad-days").with("text", shorten(text)))?;
            let days = date.since(today).map_or(0, |it| it.get_days());
            if days <= 0 {
                return Err(Refusal::new("away-until-past").with("date", date.to_string()));
            }
            u64::try_from(days).ok()
        }
        [number] if number.bytes().all(|it| it.is_ascii_digit()) => Some(number.parse().unwrap_or(u64::MAX)),
        _ => match read_duration(words) {
            Some((seconds, count)) if count == words.len() && seconds % DAY == 0 => Some(seconds / DAY),
            _ => None,
        },
    };
    let days = days.ok_or_else(|| Refusal::new("bad-days").with("text", shorten(text)))?;
    Ok(Some(u32::try_from(days).unwrap_or(u32::MAX)))
}

/// How people write a date without its year.
const DATES: [&str; 4] = ["%d %B", "%B %d", "%d %b", "%b %d"];

/// A day to come: `2026-12-24`, `24 December`, `Dec 24, 2026`, `Monday`, `tomorrow`.
fn read_date(words: &[&str], today: Date) -> Option<Date> {
    let text = words.join(" ");
    if text == "tomorrow" {
        return today.tomorrow().ok();
    }
    if let Ok(weekday) = strtime::parse("%A", &text).or_else(|_| strtime::parse("%a", &text)) {
        return today.nth_weekday(1, weekday.weekday()?).ok();
    }
    let named = |text: &str| {
        let mut dates = DATES.iter().filter_map(|it| strtime::parse(format!("{it} %Y"), text).ok()?.to_date().ok());
        dates.next()
    };
    let in_year = |year: i16| named(&format!("{text} {year}"));
    let of_this_year = || in_year(today.year()).filter(|it| *it > today);
    text.parse().ok().or_else(|| named(&text)).or_else(of_this_year).or_else(|| in_year(today.year().saturating_add(1)))
}

async fn away(session: &Session<'_>, text: String) -> Acted {
    let (host, user) = (&session.bot.host, session.asker.user);
    let today = host.now().to_zoned(TimeZone::UTC).date();
    let text = match read_days(&text, today)? {
        None => {
            let until = host.away_until(user).await?.map_or("no".into(), |it| it.as_second().to_string().into());
            say("away-now", &[("until", until), ("left", host.away_days_left(user).await?.into())])
        }
        Some(0) => {
            host.come_back(user).await?;
            say("away-back", &[])
        }
        Some(days) => go_away(session, days).await?,
    };
    Ok(Answer::Show(View::text(text)))
}

async fn go_away(session: &Session<'_>, days: u32) -> Result<Text, HostError> {
    let until = session.bot.host.go_away(session.asker.user, days).await?;
    Ok(say("away-until", &[("until", until.as_second().to_string().into())]))
}

/// Asks for how many days somebody will be away.
pub(super) fn ask(user: UserId) -> Answer {
    Answer::Question(ask_days(user))
}

/// Makes the asker away for as many days as were chosen from a menu.
pub(super) async fn go_as_chosen(session: &Session<'_>) -> Acted {
    let days = session.value()?.parse().ok().filter(|it| *it > 0).ok_or_else(unknown_control)?;
    Ok(Answer::Replace(View::text(go_away(session, days).await?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn an_absence_is_as_long_as_people_write() {
        let thursday = date(2026, 11, 26);
        for (text, days) in [
            ("", None),
            ("5", Some(5)),
            ("5d", Some(5)),
            ("10 days", Some(10)),
            ("for 3 days.", Some(3)),
            ("1 Week", Some(7)),
            ("1w", Some(7)),
            ("a week", Some(7)),
            ("1w 2d", Some(9)),
            ("two weeks", Some(14)),
            ("48 hours", Some(2)),
            ("1 month", Some(30)),
            ("0", Some(0)),
            ("off", Some(0)),
            ("no", Some(0)),
            ("back", Some(0)),
            ("until 2026-12-24", Some(28)),
            ("until 24 December", Some(28)),
            ("until Dec 24", Some(28)),
            ("till December 24, 2026", Some(28)),
            ("until 5 jan", Some(40)),
            ("until tomorrow", Some(1)),
            ("until Monday", Some(4)),
            ("until thu", Some(7)),
            ("999999999999999999999999", Some(u32::MAX)),
        ] {
            assert_eq!(read_days(text, thursday), Ok(days), "{text}");
        }
        for (text, code) in [
            ("soon", "bad-days"),
            ("on", "bad-days"),
            ("36h", "bad-days"),
            ("-5", "bad-days"),
            ("5 days or so", "bad-days"),
            ("until", "bad-days"),
            ("until Christmas", "bad-days"),
            ("until 24.12.", "bad-days"),
            ("until 2026-11-26", "away-until-past"),
            ("until 2025-12-24", "away-until-past"),
        ] {
            assert_eq!(read_days(text, thursday).unwrap_err().code, code, "{text}");
        }
    }
}
