//! How long the pages take that a large community looks at: leaderboards, histories, profiles.

use std::time::{Duration, Instant};

use super::row::Row;
use crate::scene::now;
use play::ports::{Against, LeaderboardPage, MatchHistory, Scope, StoreResult};
use play::{GuildId, UserId};
use store::testing::{Crowd, FIRST_MADE_UP};

/// How large the community is.
const CROWD: Crowd = Crowd {
    players: 100_000,
    open: 1_000,
    ended: 1_000_000,
    moves: &["b1-b3", "a2-c2", "b3-b1", "c2-a2"],
    ruleset: "loa:cs61b repetition=off limit=off",
};

/// How often each page is asked for; the median counts.
const TIMES: usize = 21;

/// The median time of each page, in a database with a large community; a new file of SQLite, unless there is another one.
pub async fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    const GOAL: &str = "≤ 10";
    let folder = tempfile::tempdir()?;
    let file = || format!("sqlite://{}", folder.path().join("lists.db").display());
    let url = database_url.map_or_else(file, str::to_owned);
    let db = store::open(&url).await?;
    let start = Instant::now();
    store::testing::crowd(&url, &CROWD).await?;
    let Crowd { players, ended, .. } = CROWD;
    let what = format!("filling in {players} players and {ended} ended matches");
    let mut rows = vec![Row::new(what, start.elapsed().as_secs_f64(), "s", "")];

    // One of those who have played lately.
    let somebody = UserId(FIRST_MADE_UP + players / 2 + 1);
    let board = async |page| db.leaderboard("loa", Scope::Global, now(), page).await;
    let history =
        async |against| db.history(MatchHistory { user: somebody, game: None, against, channel: None }, 0).await;
    let profile = async || {
        db.standings(somebody, Scope::Global).await?;
        db.rating_history(somebody, "loa").await?;
        db.tallies(somebody, Against::Anybody).await?;
        db.opponents(somebody, 5).await?;
        db.ended_of(somebody, 100).await
    };
    // A third of the players haven't played for long.
    let middle = (players / 3 / u64::from(LeaderboardPage::SIZE)) as u32;
    let other = Against::Person(UserId(FIRST_MADE_UP + 1));
    let timed = [
        ("leaderboard, first page", median(async || board(0).await).await?),
        ("leaderboard, a page in the middle", median(async || board(middle).await).await?),
        (
            "one's place on the leaderboard",
            median(async || db.rank(somebody, "loa", Scope::Global, now()).await).await?,
        ),
        ("history, first page", median(async || history(Against::Anybody).await).await?),
        ("history against somebody", median(async || history(other).await).await?),
        ("what a profile takes", median(profile).await?),
        ("stats of a server", median(async || db.server_stats(GuildId(FIRST_MADE_UP), "loa").await).await?),
    ];
    let row = |(what, time): (&str, Duration)| Row::new(what.to_owned(), time.as_secs_f64() * 1e3, "ms", GOAL);
    rows.extend(timed.map(row));
    db.close().await;
    Ok(rows)
}

async fn median<T>(page: impl AsyncFn() -> StoreResult<T>) -> StoreResult<Duration> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let start = Instant::now();
        page().await?;
        times.push(start.elapsed());
    }
    times.sort();
    Ok(times[TIMES / 2])
}
