//! One story, told to both databases: a SQLite file and a real PostgreSQL. Each file has the chapters of one theme.

mod boards;
mod challenges;
mod clocks;
mod due;
mod fixtures;
mod limits;
mod links;
mod matches;
mod people;
mod processes;
mod ratings;
mod unreadable;

use std::sync::Arc;

use jiff::Timestamp;
use play::ports::{Scope, Store};

use crate::support::desk::claim_due;
use fixtures::at;

/// Everything that the store can do, at least once.
pub async fn story(db: Arc<dyn Store>) {
    processes::a_database_keeps_the_id_that_was_drawn_first(&db).await;
    challenges::challenges_are_answered_once(&*db).await;
    links::a_link_is_used_once(&db).await;
    matches::moves_are_kept_and_guarded(&db).await;
    links::pages_see_which_matches_have_changed(&*db).await;
    links::an_activity_finds_its_match(&*db).await;
    ratings::the_end_rates_both_players_in_each_scope(&*db).await;
    due::what_is_owed_is_found(&*db).await;
    due::what_is_gone_is_set_aside(&*db).await;
    due::what_was_refused_is_due_where_it_may_be_allowed(&*db).await;
    due::what_has_failed_keeps_nobody_waiting(&*db).await;
    due::refusals_are_counted_apart(&*db).await;
    limits::limits_hold_however_many_come_at_once(&db).await;
    challenges::a_match_has_one_rematch(&db).await;
    limits::matches_are_limited(&db).await;
    limits::nobody_is_pestered(&db).await;
    people::servers_and_watchers_are_remembered(&*db).await;
    people::of_two_moderators_at_once_one_looks_again(&db).await;
    ratings::equal_ratings_share_a_place(&*db).await;
    ratings::an_aborted_match_rates_nobody(&*db).await;
    matches::moves_are_taken_back(&*db).await;
    matches::what_is_over_and_who_moved_last_is_found(&*db).await;
    matches::results_are_counted_by_game_and_opponent(&*db).await;
    matches::the_matches_of_a_server_are_summed_up(&*db).await;
    people::people_choose_and_are_forgotten(&db).await;
    boards::boards_and_notices_are_noted(&*db).await;
    clocks::absences_and_silences_are_given_back(&*db).await;
    boards::tokens_of_interactions_are_kept(&*db).await;
    processes::what_was_asked_for_once_is_done_once(&db).await;
    unreadable::what_cannot_be_read_keeps_nobody_from_the_rest(&*db).await;
    ratings::the_same_two_weigh_less_within_a_day(&*db).await;
    ratings::a_rating_is_less_certain_after_a_pause(&*db).await;
    clocks::a_silent_shard_stops_its_own_clocks(&*db).await;
    processes::a_closed_database_answers_nobody(&*db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_tells_the_story() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/story.db", folder.path().display());
    story(store::open(&url).await.unwrap()).await;
    let again = store::open(&url).await.unwrap();
    let taken_over = claim_due(&*again, at(10_000), 1000).await;
    assert!(!taken_over.is_empty(), "whoever had the file before is gone");
    // What has failed comes last.
    let last = again.find_match(*taken_over.last().unwrap()).await.unwrap().unwrap();
    assert!(last.delivery.failures > 0, "and may have shown something");
    assert_eq!(
        again.leaderboard("loa", Scope::Global, at(20_000), 0).await.unwrap().standings.len(),
        7,
        "it is still there after a restart"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_tells_the_story() {
    let base = std::env::var("PARLOR_TEST_POSTGRES")
        .expect("PARLOR_TEST_POSTGRES names no PostgreSQL server; `bash .ci/run` starts one and sets it");
    let name = format!("story_{}_{}", std::process::id(), Timestamp::now().as_nanosecond());
    let admin = sqlx::PgPool::connect(&format!("{base}/postgres")).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();
    let one = store::open(&format!("{base}/{name}")).await.unwrap();
    let other = store::open(&format!("{base}/{name}")).await.unwrap();
    processes::one_process_looks_after_a_match(&*one, &*other).await;
    processes::one_process_acts_on_a_message(&*one, &*other).await;
    story(other).await;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}

#[tokio::test]
async fn an_address_of_no_database_is_told() {
    let error = store::open("mysql://root:s3cret@host/db").await.err().unwrap().to_string();
    assert!(error.contains("sqlite:// or postgres://") && !error.contains("s3cret"), "{error}");
    let error = store::open("postgres://ann:s3cret@127.0.0.1:1/db").await.err().unwrap().to_string();
    assert!(error.contains("cannot be opened") && !error.contains("s3cret"), "{error}");
}
