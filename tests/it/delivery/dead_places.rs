//! Very many matches in channels that are gone, or where the bot may do nothing: they keep nobody else waiting, and Discord
//! is left in peace.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use playground::Trouble;
use store::{self, testing::Crowd};

use crate::support::Person;
use crate::support::looking::board_of;
use crate::support::stage::TestBot;

const DEAD: u64 = 60_000;

/// After so many refusals in ten minutes, dead places are left in peace.
const WARY: usize = 500;

/// How long somebody waits at most for the board after a move.
const BOARD_TIMEOUT: Duration = Duration::from_secs(5);

/// Lets boards be owed in channels of which Discord knows nothing; in three of four it only says that the bot may not.
async fn owe_boards_in_dead_places(stage: &TestBot) {
    let dead = Crowd { players: 1000, open: DEAD, ended: 0, moves: &["d1-b3"], ruleset: "loa:classic" };
    store::testing::crowd(stage.database_url(), &dead).await.unwrap();
    let asked = AtomicU32::new(0);
    stage.playground.spoil(move |method, path| match channel_in(path) {
        Some(channel) if channel > store::testing::FIRST_MADE_UP && !channel.is_multiple_of(4) => Trouble::Failed(403),
        // Some of what is asked for the living fails, too.
        Some(channel) if channel < store::testing::FIRST_MADE_UP && method == "POST" => {
            match asked.fetch_add(1, Ordering::SeqCst) % 8 {
                3 => Trouble::Failed(502),
                _ => Trouble::None,
            }
        }
        _ => Trouble::None,
    });
    stage.owe_made_up_boards(store::testing::FIRST_MADE_UP).await;
}

fn channel_in(path: &str) -> Option<u64> {
    path.split_once("/channels/")?.1.split('/').next()?.parse().ok()
}

/// The longest that the two have waited for a board, while they go on.
async fn play(ann: &Person, bob: &Person, mut go_on: impl FnMut() -> bool) -> Duration {
    const ROUND: [&str; 4] = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];
    let mut slowest = Duration::ZERO;
    for (ply, text) in ROUND.into_iter().cycle().enumerate().take_while(|_| go_on()) {
        let player = if ply % 2 == 0 { ann } else { bob };
        let asked = Instant::now();
        player.say(&format!("!move {text}")).await;
        player.wait_for("the board", board_of("loa", 1, ply + 1)).await;
        slowest = slowest.max(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    slowest
}

/// How many of the bot's requests count for the ten thousand that lead to a ban.
fn invalid(stage: &TestBot) -> usize {
    stage.playground.requests().iter().filter(|it| [401, 403, 429].contains(&it.status)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_thousand_dead_matches_keep_nobody_waiting() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = stage.begin("repetition=off casual").await;
    owe_boards_in_dead_places(&stage).await;
    // Until the bot is wary, and for a while after that.
    let mut wary_since = None;
    let slowest = play(&ann, &bob, || {
        if invalid(&stage) >= WARY {
            wary_since.get_or_insert_with(Instant::now);
        }
        wary_since.is_none_or(|it| it.elapsed() < Duration::from_secs(8))
    })
    .await;
    assert!(slowest < BOARD_TIMEOUT, "somebody waited {slowest:?}");
    assert!(invalid(&stage) < WARY + 100, "the rest is kept for where people are: {}", invalid(&stage));
    stage.kill().await;
}
