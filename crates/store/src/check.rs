//! `parlor db check`: every match is replayed under the referee, and every challenge is read.

use sqlx::{Any, Row as _};

use super::dialect::Dialect;
use super::upkeep::{Kept, Upkeep, UpkeepError};
use games::Reason;
use play::ports::{ProcessStore as _, Store, StoreError, StoreResult};
use play::{ChallengeId, Match, MatchId};

/// How many row numbers are fetched at a time, so that memory use does not grow with the database.
const PAGE: i64 = 1_000;

/// What has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    pub matches: u64,
    pub challenges: u64,
    pub broken: u64,
}

/// The rows that are checked one by one.
#[derive(Clone, Copy)]
enum Rows {
    Matches,
    Challenges,
}

impl Rows {
    /// The statement for the next numbers after one.
    const fn page(self) -> &'static str {
        match self {
            Self::Matches => "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2",
            Self::Challenges => "SELECT id FROM challenges WHERE id > $1 ORDER BY id LIMIT $2",
        }
    }

    /// What is wrong with a row, if anything.
    async fn look(self, store: &dyn Store, id: i64) -> Kept<Option<String>> {
        match self {
            Self::Matches => broken(&format!("match #{id}"), store.find_match(MatchId(id)).await, contradiction),
            Self::Challenges => broken(&format!("challenge {id}"), store.challenge(ChallengeId(id)).await, |_| None),
        }
    }
}

/// Checks everything that is stored, even while a bot is running, and reports each broken row.
pub async fn check(url: &str, tell: impl FnMut(String)) -> Result<Checked, UpkeepError> {
    Upkeep::with(url, async |upkeep| {
        upkeep.require_newest_schema().await?;
        let store = super::open::connect(url).await?;
        let checked = upkeep.check(&store, tell).await;
        store.close().await;
        checked
    })
    .await
}

impl Upkeep {
    async fn check(&mut self, store: &dyn Store, mut tell: impl FnMut(String)) -> Kept<Checked> {
        let mut checked = Checked::default();
        for what in self.damages().await? {
            checked.broken += 1;
            tell(what);
        }
        for rows in [Rows::Matches, Rows::Challenges] {
            let mut last = i64::MIN;
            loop {
                let page = self.page(rows, last).await?;
                let Some(end) = page.last().copied() else { break };
                for id in page {
                    match rows {
                        Rows::Matches => checked.matches += 1,
                        Rows::Challenges => checked.challenges += 1,
                    }
                    if let Some(what) = rows.look(store, id).await? {
                        checked.broken += 1;
                        tell(what);
                    }
                }
                last = end;
            }
        }
        Ok(checked)
    }

    /// The numbers of some rows after one of them; none after the last.
    async fn page(&mut self, rows: Rows, after: i64) -> Kept<Vec<i64>> {
        let page = sqlx::query::<Any>(rows.page()).bind(after).bind(PAGE).fetch_all(&mut self.connection).await?;
        Ok(page.iter().map(|it| it.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// What the database itself finds wrong, and moves that belong to no ply of their match.
    async fn damages(&mut self) -> Kept<Vec<String>> {
        const BEYOND: &str = "SELECT 'match #' || CAST(m.id AS TEXT) || ' has more moves than its ' \
                              || CAST(m.ply AS TEXT) || ' plies' FROM matches m \
                              WHERE EXISTS (SELECT 1 FROM moves v WHERE v.match_id = m.id AND v.ply >= m.ply) \
                              ORDER BY m.id";
        let mut found = self.texts(BEYOND).await?;
        if self.dialect == Dialect::Sqlite {
            let page = self.texts("SELECT quick_check FROM pragma_quick_check").await?;
            found.extend(page.into_iter().filter(|it| it != "ok").map(|it| format!("the file is damaged: {it}")));
            const LOST: &str = "SELECT 'a row of ' || \"table\" || ' refers to one of ' || parent || ' that is gone' \
                                FROM pragma_foreign_key_check";
            found.extend(self.texts(LOST).await?);
        }
        Ok(found)
    }
}

/// Why a row cannot be read, or else what is wrong with it.
fn broken<T>(name: &str, read: StoreResult<Option<T>>, wrong: impl Fn(&T) -> Option<String>) -> Kept<Option<String>> {
    let what = match read {
        Ok(found) => found.as_ref().and_then(wrong),
        Err(StoreError::Corrupt(what)) => Some(what),
        Err(error) => return Err(UpkeepError::Store(error)),
    };
    Ok(what.map(|it| format!("{name}: {it}")))
}

/// Where a match contradicts the referee.
fn contradiction(current: &Match) -> Option<String> {
    let position = match current.replay() {
        Ok(position) => position,
        Err(broken) => return Some(format!("move {} doesn't replay: {}", broken.ply + 1, broken.text)),
    };
    match (position.outcome(), current.outcome) {
        (Some(found), stored) if stored != Some(found) => {
            Some(format!("the referee says it has ended ({}), and the row doesn't", found.reason))
        }
        (None, Some(stored)) if !is_given(stored.reason, current.imported.is_some()) => {
            Some(format!("the row says it has ended ({}), and the referee doesn't", stored.reason))
        }
        _ => None,
    }
}

/// Whether an end comes from the players or their clocks, not from the board. Elsewhere, there may be others than here.
fn is_given(reason: Reason, is_imported: bool) -> bool {
    match reason {
        Reason::Resigned | Reason::Agreed | Reason::OutOfTime | Reason::Aborted => true,
        Reason::Forfeit | Reason::NotGiven => is_imported,
        _ => false,
    }
}
