//! Names of strangers: they lead nowhere, and leave with whoever has them.

use sqlx::SqlitePool;

use crate::support::desk::{ANN, TestHost};
use crate::support::looking::{answer, board_of};
use crate::support::stage::TestBot;

/// Whether some bytes are in any file of a folder.
fn is_in_files(folder: &std::path::Path, bytes: &str) -> bool {
    let files = std::fs::read_dir(folder).unwrap().map(|it| std::fs::read(it.unwrap().path()).unwrap());
    files.into_iter().any(|it| it.windows(bytes.len()).any(|part| part == bytes.as_bytes()))
}

#[tokio::test]
async fn a_forgotten_name_leaves_the_file_and_its_log() {
    const FORMER: &str = "Annabella Featherstonehaugh";
    const NAME: &str = "Annabella Cholmondeley-Marjoribanks";
    let desk = TestHost::open().await;
    desk.host.meet(ANN, FORMER).await.unwrap();
    desk.begin(None).await;
    desk.beat().await;
    desk.host.meet(ANN, NAME).await.unwrap();
    assert!(is_in_files(desk.folder.path(), NAME));
    desk.host.forget(ANN).await.unwrap();
    for name in [FORMER, NAME] {
        assert!(!is_in_files(desk.folder.path(), name), "{name} is still there");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_in_a_list_is_no_link_and_no_invitation() {
    const NAMES: [(&str, &str); 3] = [
        ("discord.gg/abc", r"discord.gg\/abc"),
        ("https://evil.example/x", r"https\:\/\/evil.example\/x"),
        ("[x](https://evil.example) <@1>", r"\[x\]\(https\:\/\/evil.example\) \<\@1\>"),
    ];
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("rated").await;
    for (ply, (person, text)) in [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4-g1")].iter().enumerate()
    {
        person.say(&format!("!move {text}")).await;
        person.wait_for(text, board_of("loa", 1, ply + 1)).await;
    }
    bob.give_up(1).await;
    let pool = SqlitePool::connect(stage.database_url()).await.unwrap();
    for (name, shown) in NAMES {
        sqlx::query("UPDATE players SET name = $1 WHERE id = $2")
            .bind(name)
            .bind(bob.id as i64)
            .execute(&pool)
            .await
            .unwrap();
        let list = answer(&ann, "!leaderboard loa").await;
        assert!(list.says(shown) && !list.says(name), "{name}: {}", list.text());
        let profile = answer(&ann, "!profile @Bob").await;
        assert!(!profile.says("discord.gg/") && !profile.says("://"), "{}", profile.text());
    }
    pool.close().await;
    stage.finish().await;
}
