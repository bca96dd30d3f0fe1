//! The steps that bring the schema up to date: one text for both databases, in `migrations/`.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

use super::dialect::Dialect;

/// Number, name, and text of each step. One that has been released is never edited.
const STEPS: [(i64, &str, &str); 1] = [(1, "schema", include_str!("../../../migrations/0001_schema.sql"))];

/// What a key is declared by in these texts that the database generates, and never gives twice.
const OWN_NUMBER: &str = "{own_number}";

/// The steps as a kind of database takes them.
pub(super) fn migrator(dialect: Dialect) -> Migrator {
    let own_number =
        dialect.pick("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
    let step = |(number, name, text): (i64, &'static str, &str)| {
        let sql = AssertSqlSafe(text.replace(OWN_NUMBER, own_number)).into_sql_str();
        Migration::new(number, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(STEPS.map(step).into())
}

/// The newest schema that this program knows.
pub(super) fn newest_schema() -> i64 {
    STEPS.iter().map(|it| it.0).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
        let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.filter(|it| it.ends_with(".sql")).collect();
        files.sort();
        assert_eq!(files, STEPS.map(|(number, name, _)| format!("{number:04}_{name}.sql")));
    }
}
