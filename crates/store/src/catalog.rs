//! The tables that are exported, and what the database's own catalog says about them. New columns are exported
//! automatically.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use sqlx::any::AnyRow;
use sqlx::{Any, Row as _};

use super::dialect::Dialect;
use super::upkeep::{Kept, Upkeep, UpkeepError};

/// The database's own id. It is exported with the rows, because these keep their numbers: so the controls in the chat,
/// which name the id, keep working. If both databases are used after that, controls are told apart by when they were
/// written, as after restoring a backup (`play/requests/controls.rs`).
pub(super) const IDENTITY: &str = "identities";

/// The last signs of life. They are exported, so that time in which a database is moved runs on no clock.
pub(super) const SIGNS_OF_LIFE: &str = "shard_heartbeats";

/// The tables that are exported. Each table comes after those that it refers to.
pub(super) const TABLES: [&str; 20] = [
    "players",
    "servers",
    "challenges",
    "matches",
    "moves",
    "board_messages",
    "ratings",
    "rating_changes",
    "votes",
    "watchers",
    "explorations",
    "puzzle_tries",
    "puzzle_ratings",
    "daily_tries",
    "daily_pings",
    "blocks",
    "absences",
    "answer_tokens",
    SIGNS_OF_LIFE,
    IDENTITY,
];

/// The tables that belong to one database alone, and are not exported.
const LEFT_OUT: [&str; 5] = ["_sqlx_migrations", "events", "launches", "link_keys", "used_links"];

/// Whether a table belongs to one database alone.
pub(super) fn is_left_out(table: &str) -> bool {
    LEFT_OUT.contains(&table)
}

/// The type of a column's values, independent of the database's name for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ColumnKind {
    Integer,
    Real,
    Boolean,
    Text,
}

impl ColumnKind {
    /// The type that a database's type name stands for.
    fn of(name: &str) -> Option<Self> {
        match name {
            "integer" | "bigint" | "smallint" => Some(Self::Integer),
            "double precision" => Some(Self::Real),
            "boolean" => Some(Self::Boolean),
            "text" | "character varying" => Some(Self::Text),
            _ => None,
        }
    }

    /// The value of a row's column as JSON.
    fn read(self, row: &AnyRow, index: usize) -> Result<Value, sqlx::Error> {
        Ok(match self {
            Self::Integer => row.try_get::<Option<i64>, _>(index)?.into(),
            Self::Real => match row.try_get::<Option<f64>, _>(index)? {
                None => Value::Null,
                Some(real) => Number::from_f64(real).map(Value::from).ok_or_else(|| not_json(index))?,
            },
            // A cast turns it into a number, because the databases store booleans differently.
            Self::Boolean => row.try_get::<Option<i64>, _>(index)?.map(|it| it != 0).into(),
            Self::Text => row.try_get::<Option<String>, _>(index)?.into(),
        })
    }
}

fn not_json(index: usize) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: index.to_string(), source: "JSON has no such number".into() }
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub name: String,
    pub kind: ColumnKind,
    /// Its position in the primary key, from 1; 0: not part of the key.
    key: i64,
}

/// A table with its columns, by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

impl Table {
    /// The statement that reads all rows, in the order of the key.
    pub fn select(&self, dialect: Dialect) -> String {
        let value = |it: &Column| match it.kind {
            ColumnKind::Boolean => format!("CAST(\"{}\" AS INTEGER)", it.name),
            _ => format!("\"{}\"", it.name),
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        format!("SELECT {} FROM \"{}\" ORDER BY {}", values.join(", "), self.name, self.order(dialect))
    }

    /// Orders by the key, or by all columns if there is none. Texts are compared byte by byte, which is the same in
    /// both databases.
    fn order(&self, dialect: Dialect) -> String {
        let mut columns: Vec<&Column> = self.columns.iter().filter(|it| it.key > 0).collect();
        columns.sort_by_key(|it| it.key);
        if columns.is_empty() {
            columns = self.columns.iter().collect();
        }
        let by = |it: &&Column| match it.kind {
            ColumnKind::Text => format!("\"{}\" COLLATE {}", it.name, dialect.pick("BINARY", "\"C\"")),
            _ => format!("\"{}\"", it.name),
        };
        columns.iter().map(by).collect::<Vec<_>>().join(", ")
    }

    /// A row of [`Self::select`] as JSON.
    pub fn read(&self, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
        self.columns.iter().enumerate().map(|(index, it)| it.kind.read(row, index)).collect()
    }
}

impl Upkeep {
    /// The tables to export. An unlisted table is an error, so that none is forgotten.
    pub async fn exported_tables(&mut self) -> Kept<Vec<Table>> {
        let found = self.tables().await?;
        if let Some(unknown) = found.into_iter().find(|it| !TABLES.contains(&it.as_str()) && !is_left_out(it)) {
            return Err(UpkeepError::UnknownTable(unknown));
        }
        let mut tables = Vec::with_capacity(TABLES.len());
        for name in TABLES {
            tables.push(self.table(name).await?);
        }
        Ok(tables)
    }

    /// A table as the catalog describes it.
    async fn table(&mut self, name: &str) -> Kept<Table> {
        const SQLITE: &str = "SELECT name, LOWER(type), pk FROM pragma_table_info($1)";
        const POSTGRES: &str = "SELECT c.column_name::TEXT, c.data_type::TEXT, \
            COALESCE((SELECT u.ordinal_position::BIGINT FROM information_schema.key_column_usage u \
            JOIN information_schema.table_constraints t USING (table_schema, table_name, constraint_name) \
            WHERE t.constraint_type = 'PRIMARY KEY' AND u.table_schema = c.table_schema \
            AND u.table_name = c.table_name AND u.column_name = c.column_name), 0) \
            FROM information_schema.columns c WHERE c.table_schema = current_schema() AND c.table_name = $1::TEXT";
        let sql = self.dialect.pick(SQLITE, POSTGRES);
        let rows = sqlx::query::<Any>(sql).bind(name).fetch_all(&mut self.connection).await?;
        let mut columns = Vec::with_capacity(rows.len());
        for row in rows {
            let (column, kind): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            let key = row.try_get(2)?;
            let unknown =
                || UpkeepError::UnknownType { table: name.to_owned(), column: column.clone(), kind: kind.clone() };
            columns.push(Column { kind: ColumnKind::of(&kind).ok_or_else(unknown)?, name: column, key });
        }
        columns.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Table { name: name.to_owned(), columns })
    }

    /// The last number that a table has generated for a row, even if that row is gone. No number is given twice, so an
    /// old button never means another row.
    pub async fn last_id(&mut self, table: &str) -> Kept<Option<i64>> {
        const SQLITE: &str = "SELECT seq FROM sqlite_sequence WHERE name = $1";
        const POSTGRES: &str = "SELECT pg_sequence_last_value(pg_get_serial_sequence($1::TEXT, column_name::TEXT)\
            ::regclass) FROM information_schema.columns WHERE table_schema = current_schema() \
            AND table_name = $1::TEXT AND is_identity = 'YES'";
        self.number(self.dialect.pick(SQLITE, POSTGRES), table).await
    }

    /// Makes a table continue after that number.
    pub async fn set_last_id(&mut self, table: &str, last_id: i64) -> Kept<()> {
        const SQLITE: [&str; 2] =
            ["DELETE FROM sqlite_sequence WHERE name = $1", "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)"];
        const POSTGRES: &str = "SELECT setval(pg_get_serial_sequence($1::TEXT, column_name::TEXT), $2) \
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1::TEXT \
            AND is_identity = 'YES'";
        match self.dialect {
            Dialect::Sqlite => {
                sqlx::query::<Any>(SQLITE[0]).bind(table).execute(&mut self.connection).await?;
                sqlx::query::<Any>(SQLITE[1]).bind(table).bind(last_id).execute(&mut self.connection).await?;
            }
            Dialect::Postgres => {
                sqlx::query::<Any>(POSTGRES).bind(table).bind(last_id).execute(&mut self.connection).await?;
            }
        }
        Ok(())
    }
}
