//! Databases of PostgreSQL, each for one story.

use jiff::Timestamp;
use sqlx::{AssertSqlSafe, PgPool};

/// A new database on the PostgreSQL of the tests.
pub struct Postgres {
    admin: PgPool,
    name: String,
    pub url: String,
}

impl Postgres {
    pub async fn create() -> Self {
        let base = std::env::var("PARLOR_TEST_POSTGRES")
            .expect("PARLOR_TEST_POSTGRES names no PostgreSQL server; `bash .ci/run` starts one and sets it");
        let name = format!("story_{}_{}", std::process::id(), Timestamp::now().as_nanosecond());
        let admin = PgPool::connect(&format!("{base}/postgres")).await.unwrap();
        sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();
        let url = format!("{base}/{name}");
        Self { admin, name, url }
    }

    pub async fn drop(self) {
        let Self { admin, name, .. } = self;
        sqlx::query(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
    }
}
