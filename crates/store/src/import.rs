//! `parlor db import`: turns an export back into a database, of either kind. All or nothing.

use std::io::{BufRead, Lines};

use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};

use super::catalog::{ColumnKind, IDENTITY, SIGNS_OF_LIFE, Table, is_left_out};
use super::dialect::Dialect;
use super::export::RowCount;
use super::failure::file_of;
use super::format::{Closing, FORMAT, Header, Opening, Sum, VERSION};
use super::schema::newest_schema;
use super::upkeep::{Kept, Upkeep, UpkeepError};

/// How many values one statement inserts, so that either database accepts it.
const VALUES_AT_ONCE: usize = 4_000;

/// The tables that have rows as soon as a bot has used a database.
const REPLACED: [&str; 2] = [IDENTITY, SIGNS_OF_LIFE];

/// Imports an export into a database that is empty, or does not exist yet, and compares the result with what was
/// exported.
pub async fn import(url: &str, file: impl BufRead) -> Result<Vec<RowCount>, UpkeepError> {
    let mut file = ExportFile::open(file)?;
    require_empty(url).await?;
    super::open::open(url).await?.close().await;
    Upkeep::with(url, async |upkeep| upkeep.load_all(&mut file).await).await
}

/// Refuses a database that contains anything except what is replaced.
async fn require_empty(url: &str) -> Kept<()> {
    if file_of(url).is_some_and(|it| !it.exists()) {
        return Ok(());
    }
    let is_kept = |it: &String| !is_left_out(it) && !REPLACED.contains(&it.as_str());
    Upkeep::with(url, async |upkeep| {
        for table in upkeep.tables().await?.into_iter().filter(is_kept) {
            if !upkeep.texts(format!("SELECT 'a row' FROM \"{table}\" LIMIT 1")).await?.is_empty() {
                return Err(UpkeepError::NotEmpty(table));
            }
        }
        Ok(())
    })
    .await
}

/// An export as it is read, line by line.
struct ExportFile<F> {
    lines: Lines<F>,
    number: u64,
}

impl<F: BufRead> ExportFile<F> {
    /// Reads the first line, and refuses a file that this program did not write.
    fn open(file: F) -> Kept<Self> {
        let mut opened = Self { lines: file.lines(), number: 0 };
        let header: Header = opened.read()?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(opened.unusable(format!("it isn't {FORMAT} {VERSION}")));
        }
        let wanted = newest_schema();
        match header.schema {
            found if found == wanted => Ok(opened),
            found => Err(UpkeepError::OtherSchema { found, wanted }),
        }
    }

    fn line(&mut self) -> Kept<String> {
        self.number += 1;
        let line = self.lines.next().transpose()?;
        line.ok_or_else(|| self.unusable("the file ends too soon".into()))
    }

    fn read<T: DeserializeOwned>(&mut self) -> Kept<T> {
        let line = self.line()?;
        serde_json::from_str(&line).map_err(|error| self.unusable(error.to_string()))
    }

    fn expect_end(&mut self) -> Kept<()> {
        match self.lines.next() {
            None => Ok(()),
            Some(_) => Err(self.unusable("there's more in the file than the tables".into())),
        }
    }

    fn unusable(&self, why: String) -> UpkeepError {
        UpkeepError::Line { number: self.number, why }
    }
}

/// Statements that make deferred references between tables strict again, which also checks them.
type Deferred = Vec<String>;

impl Upkeep {
    /// Fills all tables in one transaction, and compares them with what was exported.
    async fn load_all(&mut self, file: &mut ExportFile<impl BufRead>) -> Kept<Vec<RowCount>> {
        self.execute(self.dialect.pick("BEGIN IMMEDIATE", "BEGIN")).await?;
        // If anything fails from here on, the transaction ends with the connection, and nothing has been imported.
        let deferred = self.defer_references().await?;
        // No message in the chat refers to a database without rows, and no clock runs in it.
        for replaced in REPLACED {
            self.execute(format!("DELETE FROM \"{replaced}\"")).await?;
        }
        let mut exported = Vec::new();
        for table in self.exported_tables().await? {
            let sum = self.load(&table, file).await?;
            exported.push((table, sum));
        }
        file.expect_end()?;
        self.restore_references(&deferred).await?;
        let mut counts = Vec::new();
        for (table, exported) in exported {
            let imported = self.read_table(&table, |_| Ok(())).await?;
            if imported != exported {
                let (exported, imported) = (exported.to_string(), imported.to_string());
                return Err(UpkeepError::Differs { table: table.name, exported, imported });
            }
            counts.push(RowCount { table: table.name, rows: imported.rows });
        }
        self.execute("COMMIT").await?;
        Ok(counts)
    }

    /// Lets rows refer to rows that come later in the file.
    async fn defer_references(&mut self) -> Kept<Deferred> {
        if self.dialect == Dialect::Sqlite {
            // Deferred until the transaction ends, when all of them are checked.
            self.execute("PRAGMA defer_foreign_keys = ON").await?;
            return Ok(Vec::new());
        }
        const REFERENCES: &str = "SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I ', conrelid::regclass, conname) \
                                  FROM pg_constraint WHERE contype = 'f' AND NOT condeferrable \
                                  AND connamespace = current_schema()::regnamespace";
        let strict = self.texts(REFERENCES).await?;
        for alter in &strict {
            self.execute(format!("{alter} DEFERRABLE INITIALLY DEFERRED")).await?;
        }
        Ok(strict)
    }

    async fn restore_references(&mut self, deferred: &Deferred) -> Kept<()> {
        if !deferred.is_empty() {
            self.execute("SET CONSTRAINTS ALL IMMEDIATE").await?;
        }
        for alter in deferred {
            self.execute(format!("{alter} NOT DEFERRABLE")).await?;
        }
        Ok(())
    }

    /// Inserts the rows of a table, which come next in the file. Returns the sum that the file states.
    async fn load(&mut self, table: &Table, file: &mut ExportFile<impl BufRead>) -> Kept<Sum> {
        let opening: Opening = file.read()?;
        if opening != Opening::of(table) {
            return Err(file.unusable(format!("{} with its columns should come here", table.name)));
        }
        let at_once = (VALUES_AT_ONCE / table.columns.len().max(1)).max(1);
        let mut rows: Vec<Vec<Value>> = Vec::with_capacity(at_once);
        let closing: Closing = loop {
            let line = file.line()?;
            if line.starts_with('{') {
                break serde_json::from_str(&line).map_err(|error| file.unusable(error.to_string()))?;
            }
            let row = serde_json::from_str(&line).map_err(|error| file.unusable(error.to_string()))?;
            rows.push(fitting(table, row).map_err(|why| file.unusable(why))?);
            if rows.len() == at_once {
                self.insert(table, std::mem::take(&mut rows)).await?;
            }
        };
        if closing.end != table.name {
            return Err(file.unusable(format!("{} should end here", table.name)));
        }
        self.insert(table, rows).await?;
        if let Some(last_id) = closing.sum.last_id {
            self.set_last_id(&table.name, last_id).await?;
        }
        Ok(closing.sum)
    }

    async fn insert(&mut self, table: &Table, rows: Vec<Vec<Value>>) -> Kept<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let sql = insertion(table, rows.len(), self.dialect);
        let mut query = sqlx::query::<Any>(AssertSqlSafe(sql));
        for row in rows {
            for (column, value) in table.columns.iter().zip(row) {
                query = bind(query, column.kind, value);
            }
        }
        query.execute(&mut self.connection).await?;
        Ok(())
    }
}

/// The statement that inserts this many rows.
fn insertion(table: &Table, rows: usize, dialect: Dialect) -> String {
    let names: Vec<String> = table.columns.iter().map(|it| format!("\"{}\"", it.name)).collect();
    let width = names.len();
    let row = |index: usize| {
        let places: Vec<String> = (1..=width).map(|it| format!("${}", index * width + it)).collect();
        format!("({})", places.join(", "))
    };
    let values: Vec<String> = (0..rows).map(row).collect();
    // PostgreSQL must use the rows' own numbers instead of generating new ones.
    let numbered = dialect.pick("", " OVERRIDING SYSTEM VALUE");
    format!("INSERT INTO \"{}\" ({}){numbered} VALUES {}", table.name, names.join(", "), values.join(", "))
}

/// Checks that the values of a row fit the types of the columns.
fn fitting(table: &Table, row: Vec<Value>) -> Result<Vec<Value>, String> {
    if row.len() != table.columns.len() {
        return Err(format!("{} values for {} columns", row.len(), table.columns.len()));
    }
    for (column, value) in table.columns.iter().zip(&row) {
        let fits = match column.kind {
            ColumnKind::Integer => value.is_i64(),
            ColumnKind::Real => value.is_number(),
            ColumnKind::Boolean => value.is_boolean(),
            ColumnKind::Text => value.is_string(),
        };
        if !fits && !value.is_null() {
            return Err(format!("{} can't be {value}", column.name));
        }
    }
    Ok(row)
}

fn bind(query: Query<'_, Any, AnyArguments>, kind: ColumnKind, value: Value) -> Query<'_, Any, AnyArguments> {
    match kind {
        ColumnKind::Integer => query.bind(value.as_i64()),
        ColumnKind::Real => query.bind(value.as_f64()),
        ColumnKind::Boolean => query.bind(value.as_bool()),
        ColumnKind::Text => query.bind(match value {
            Value::String(text) => Some(text),
            _ => None,
        }),
    }
}
