//! The format of an export file: JSON Lines. First a [`Header`]; then for each table an [`Opening`], a line for each
//! row with the values in the order of the columns' names, and a [`Closing`].

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::catalog::{ColumnKind, Table};

/// How the first line identifies the file.
pub(super) const FORMAT: &str = "parlor-export";

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub format: String,
    pub version: u32,
    /// The number of the last migration.
    pub schema: i64,
}

/// The line before a table's rows.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Opening {
    pub table: String,
    pub columns: BTreeMap<String, ColumnKind>,
}

impl Opening {
    /// The line for a table, with the names and kinds of its columns.
    pub fn of(table: &Table) -> Self {
        let columns = table.columns.iter().map(|it| (it.name.clone(), it.kind)).collect();
        Self { table: table.name.clone(), columns }
    }
}

/// The line after a table's rows.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Closing {
    pub end: String,
    #[serde(flatten)]
    pub sum: Sum,
}

/// A table's number of rows and digest: equal sums mean equal tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Sum {
    pub rows: u64,
    /// SHA-256 of the rows' lines.
    pub digest: String,
    pub last_id: Option<i64>,
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, digest, last_id } = self;
        write!(f, "{rows} rows (digest {:.12}, last number {})", digest, last_id.unwrap_or_default())
    }
}

/// Sums up the lines of a table.
#[derive(Default)]
pub(super) struct Adder {
    rows: u64,
    hash: Sha256,
}

impl Adder {
    /// Adds a row's line, without the line break.
    pub fn add(&mut self, line: &str) {
        self.rows += 1;
        self.hash.update(line);
        self.hash.update("\n");
    }

    /// The sum of all lines; `last_id` is the last number that the database has given to a row of the table.
    pub fn sum(self, last_id: Option<i64>) -> Sum {
        let digest = self.hash.finalize().iter().map(|it| format!("{it:02x}")).collect();
        Sum { rows: self.rows, digest, last_id }
    }
}
