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

    /// One whose clock is an hour ahead of everybody else's.
    pub async fn create_an_hour_ahead() -> Self {
        // Whoever asks what time it is finds this function before the system's.
        const CLOCK: &str = "CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql \
                             AS $$ SELECT pg_catalog.clock_timestamp() + INTERVAL '1 hour' $$";
        let postgres = Self::create().await;
        let path = format!("ALTER DATABASE {} SET search_path = ahead, pg_catalog, public", postgres.name);
        for sql in ["CREATE SCHEMA ahead", CLOCK, &path] {
            postgres.execute(sql).await;
        }
        postgres
    }

    /// Changes something in it; how many rows.
    pub async fn execute(&self, sql: &str) -> u64 {
        let pool = PgPool::connect(&self.url).await.unwrap();
        let done = sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.unwrap();
        pool.close().await;
        done.rows_affected()
    }

    /// What a statement counts.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let pool = PgPool::connect(&self.url).await.unwrap();
        let count = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
        pool.close().await;
        count
    }

    pub async fn drop(self) {
        let Self { admin, name, .. } = self;
        sqlx::query(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
    }
}
