//! Who is strong at a game: in pages, with a way to one's own place.

use crate::support::looking::{answer, board_of, ephemeral};
use crate::support::stage::TestBot;
use crate::support::{Message, SHORTEST_MATCH};

/// Fifty players of Lines of Action, each a point above the next, but for the 21st, who looks as strong as the 20th. The first
/// forty are settled; the next one was when he last played, and the last one hasn't played for long.
async fn fill(url: &str, now: i64) {
    let pool = sqlx::SqlitePool::connect(url).await.unwrap();
    for n in 1..=50_i64 {
        let (deviation, days) = match n {
            ..=40 => (80, 0),
            41 => (109, 20),
            50 => (200, 31),
            _ => (200, 0),
        };
        sqlx::query("INSERT INTO players (id, name, met_at) VALUES ($1, $2, 0)")
            .bind(n)
            .bind(format!("Player {n}"))
            .execute(&pool)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility, wins, listed, rated_at) \
             VALUES ($1, 'loa', 0, $2, $3, 0.06, 1, TRUE, $4)",
        )
        .bind(n)
        .bind(if n == 21 { 1979.75 } else { 2000.0 - n as f64 })
        .bind(deviation)
        .bind(now - days * 86_400_000)
        .execute(&pool)
        .await
        .unwrap();
    }
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_has_pages_and_everybody_finds_their_own() {
    let stage = TestBot::start().await;
    fill(stage.database_url(), jiff::Timestamp::now().as_millisecond()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let first = answer(&ann, "!leaderboard loa global").await;
    assert!(first.says("1. **") && first.says("Player 20") && !first.says("Player 21"), "{}", first.text());
    assert_eq!(first.labels(), ["▶", "Where Am I?", "This Server", "Bot Levels"]);
    // What everybody reads is paged by each for themselves.
    bob.press(&first, "▶").await;
    let second = bob.wait_for("the second page", ephemeral("Player 21")).await;
    bob.press(&second, "▶").await;
    let third = bob.wait_for("the third page", |it| it.id == second.id && it.says("Player 41")).await;
    assert!(second.says("Player 40") && !second.says("Provisional"), "{}", second.text());
    let shared = |it: &Message| it.text().contains("\n20. **\u{2068}Player 2");
    assert!(shared(&first) && second.says("20. **\u{2068}Player 21"), "they share a place: {}", second.text());
    assert!(second.says("22. **\u{2068}Player 22"), "which leaves one out: {}", second.text());
    assert!(third.text().contains("**Provisional**\n41. **"), "{}", third.text());
    assert!(third.says("Player 49") && !third.says("Player 50"), "who hasn't played for long isn't there");
    assert_eq!(third.labels()[0], "◀");

    // Whoever has played a rated match finds their place among them.
    bob.press(&first, "Where Am I?").await;
    bob.wait_for("that he isn't there", ephemeral("You aren't in this leaderboard")).await;
    let (ann, bob) = stage.begin("rated").await;
    for (ply, mv) in SHORTEST_MATCH[..4].iter().enumerate() {
        ann.wait_for("the board", board_of("loa", 1, ply)).await;
        [&ann, &bob][ply % 2].say(&format!("!move {mv}")).await;
    }
    ann.wait_for("the board", board_of("loa", 1, 4)).await;
    ann.give_up(1).await;
    bob.press(&first, "Where Am I?").await;
    let place = bob.wait_for("his place", |it| it.ephemeral && it.says("You're number **50**")).await;
    assert!(place.says("50. **\u{2068}Bob"), "provisional, below the others: {}", place.text());
    bob.press(&first, "Bot Levels").await;
    bob.wait_for("the levels", ephemeral("Level 10: **")).await;
    let server = answer(&ann, "!leaderboard loa").await;
    assert!(server.says("Bob") && server.says("Ann") && !server.says("Player 1"), "{}", server.text());
    stage.finish().await;
}
