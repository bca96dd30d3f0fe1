//! `parlor db export` and `backup`: write everything that is stored to a file.

use std::io::Write;
use std::path::Path;

use futures::TryStreamExt as _;
use sqlx::{Any, AssertSqlSafe};

use super::catalog::Table;
use super::dialect::Dialect;
use super::format::{Adder, Closing, FORMAT, Header, Opening, Sum, VERSION};
use super::schema::newest_schema;
use super::upkeep::{Kept, Upkeep, UpkeepError};

/// How many rows a table has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowCount {
    pub table: String,
    pub rows: u64,
}

/// Writes all tables as JSON Lines, as a snapshot of one moment, even while the bot is running.
pub async fn export(url: &str, out: &mut impl Write) -> Result<Vec<RowCount>, UpkeepError> {
    Upkeep::with(url, async |upkeep| upkeep.write_all(out).await).await
}

impl Upkeep {
    async fn write_all(&mut self, out: &mut impl Write) -> Kept<Vec<RowCount>> {
        self.require_newest_schema().await?;
        self.execute(self.dialect.pick("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")).await?;
        let header = Header { format: FORMAT.to_owned(), version: VERSION, schema: newest_schema() };
        writeln!(out, "{}", json(&header)?)?;
        let mut counts = Vec::new();
        for table in self.exported_tables().await? {
            writeln!(out, "{}", json(&Opening::of(&table))?)?;
            let sum = self.read_table(&table, |line| writeln!(out, "{line}")).await?;
            counts.push(RowCount { table: table.name.clone(), rows: sum.rows });
            writeln!(out, "{}", json(&Closing { end: table.name, sum })?)?;
        }
        out.flush()?;
        self.execute("COMMIT").await?;
        Ok(counts)
    }

    /// Passes on each row of a table as a line. Returns their number and digest.
    pub async fn read_table(&mut self, table: &Table, mut each: impl FnMut(&str) -> std::io::Result<()>) -> Kept<Sum> {
        let last_id = self.last_id(&table.name).await?;
        let sql = table.select(self.dialect);
        let mut rows = sqlx::query::<Any>(AssertSqlSafe(sql)).fetch(&mut self.connection);
        let mut adder = Adder::default();
        while let Some(row) = rows.try_next().await? {
            let line = json(&table.read(&row)?)?;
            adder.add(&line);
            each(&line)?;
        }
        Ok(adder.sum(last_id))
    }
}

fn json(value: &impl serde::Serialize) -> std::io::Result<String> {
    serde_json::to_string(value).map_err(std::io::Error::from)
}

/// Copies a SQLite database into a new file, even while the bot is running. The key with which links are signed stays behind:
/// whoever had it could play for everybody. A bot that is started with the copy draws another.
pub async fn backup(url: &str, file: &Path) -> Result<(), UpkeepError> {
    if Dialect::of(url)? == Dialect::Postgres {
        return Err(UpkeepError::UsePgDump);
    }
    if file.exists() {
        return Err(UpkeepError::FileExists(file.to_owned()));
    }
    // A copy has its name only once the key is gone from it.
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".{}.part", std::process::id()));
    let unfinished = Path::new(&unfinished);
    let name = unfinished.to_string_lossy().into_owned();
    Upkeep::with(url, async |upkeep| {
        let copied = async {
            sqlx::query::<Any>("VACUUM INTO $1").bind(&name).execute(&mut upkeep.connection).await?;
            sqlx::query::<Any>("ATTACH DATABASE $1 AS copied").bind(&name).execute(&mut upkeep.connection).await?;
            // Not even what the row leaves in the file.
            for sql in ["PRAGMA copied.secure_delete = ON", "DELETE FROM copied.link_keys", "DETACH DATABASE copied"] {
                sqlx::query::<Any>(sql).execute(&mut upkeep.connection).await?;
            }
            if file.exists() {
                return Err(UpkeepError::FileExists(file.to_owned()));
            }
            Ok(std::fs::rename(unfinished, file)?)
        };
        copied.await.inspect_err(|_: &UpkeepError| drop(std::fs::remove_file(unfinished)))
    })
    .await
}
