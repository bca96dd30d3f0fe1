//! Matches that cannot be read are set aside: they keep no other waiting, and those whom they concern can end them.

use play::ports::{DueTable, StoreError};
use play::{Asker, ChannelId, GuildId, HostError, MatchChoice, Seat, UserId};

use super::MOVES;
use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal};

#[tokio::test]
async fn a_match_that_cannot_be_read_is_set_aside_and_keeps_no_other_waiting() {
    let desk = TestHost::open().await;
    // Ann has as long as she likes, so nobody is going to look at it.
    let broken = desk.begin_with([Seat::User(ANN), Seat::Engine(1)], "loa", None, PLACE).await;
    desk.play(ANN, broken, "d1-b3").await.unwrap();
    let url = desk.database_url().to_owned();
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    sqlx::query("UPDATE moves SET text = 'z9-z8' WHERE ply = 0").execute(&pool).await.unwrap();
    let backlog = async || {
        let backlog = desk.backlog(DueTable::Matches).await;
        (backlog.due, backlog.set_aside)
    };
    desk.look().await;
    assert_eq!(backlog().await, (0, 0), "nobody has noticed");
    let told = async || matches!(desk.play(ANN, broken, "b1-b4").await, Err(HostError::SetAside { .. }));
    assert!(told().await);
    assert_eq!(backlog().await, (1, 0));
    desk.look().await;
    let sound = desk.begin(None).await;
    assert_eq!(desk.count("board 0"), 2, "the other match is shown");
    desk.play(ANN, sound, "b1-b3").await.unwrap();
    let listed = desk.host.matches_of(ANN).await.unwrap();
    assert_eq!(listed.iter().map(|it| it.current.id).collect::<Vec<_>>(), [sound], "lists leave it out");
    desk.pass(10).await;
    assert_eq!(backlog().await, (0, 1), "after some tries it is left alone");
    assert!(told().await && desk.host.find(asker(ANN), MatchChoice::Number(broken)).await.is_err());
    assert_eq!(backlog().await, (0, 1), "whoever asks for it then");
    match store::examine(&url).await.unwrap() {
        store::Condition::Good { set_aside, .. } => assert_eq!(set_aside, ["#1"], "the doctor lists it"),
        other => panic!("{other:?}"),
    }
    sqlx::query("UPDATE moves SET text = 'd1-b3' WHERE match_id = 1 AND ply = 0").execute(&pool).await.unwrap();
    assert_eq!(desk.host.matches_of(ANN).await.unwrap().len(), 2, "it could be read again");
    sqlx::query("UPDATE matches SET rules_version = 2 WHERE id = 1").execute(&pool).await.unwrap();
    match desk.store.find_match(broken).await {
        Err(StoreError::Corrupt(why)) => assert!(why.contains("begun under version 2 of the rules of loa"), "{why}"),
        other => panic!("its rules are not these: {other:?}"),
    }
    sqlx::query("UPDATE matches SET ruleset = 'chess' WHERE id = 1").execute(&pool).await.unwrap();
    let listed = desk.host.matches_of(ANN).await.unwrap();
    assert_eq!(listed.len(), 1, "nor does a row that makes no sense at all keep anybody from the others");
}

#[tokio::test]
async fn a_match_that_is_set_aside_is_told_and_ended_by_those_whom_it_concerns() {
    let desk = TestHost::open().await;
    let sound = desk.begin(None).await;
    let mut broken = Vec::new();
    for _ in 0..3 {
        let id = desk.begin(None).await;
        for (user, text) in MOVES {
            desk.play(user, id, text).await.unwrap();
        }
        broken.push(id);
    }
    let url = desk.database_url().to_owned();
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for sql in [
        "UPDATE moves SET text = 'z9-z8' WHERE match_id = 2 AND ply = 0",
        "UPDATE matches SET details = 'nonsense' WHERE id = 3",
        "UPDATE matches SET rules_version = 99 WHERE id = 4",
    ] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    let elsewhere = Asker { channel: ChannelId(71), ..asker(UserId(5)) };
    for id in &broken {
        let played = desk.play(ANN, *id, "b4-e7").await;
        assert!(matches!(played, Err(HostError::SetAside { id: told, .. }) if told == *id), "{id}");
        assert_eq!(refusal(desk.host.find(elsewhere, MatchChoice::Number(*id)).await).code, "no-such-match");
        assert_eq!(refusal(desk.host.abandon(asker(UserId(5)), *id).await).code, "not-a-player");
    }
    assert_eq!(desk.host.set_aside_of(ANN).await.unwrap(), broken);
    assert_eq!(refusal(desk.host.abandon(asker(ANN), sound).await).code, "too-late", "that one can be resigned");
    assert_eq!(refusal(desk.host.stop(UserId(5), GuildId(8), broken[1]).await).code, "no-such-match");

    desk.host.abandon(asker(BOB), broken[0]).await.unwrap();
    desk.host.stop(UserId(5), GuildId(7), broken[1]).await.unwrap();
    desk.host.abandon(asker(ANN), broken[2]).await.unwrap();
    assert_eq!(refusal(desk.host.abandon(asker(ANN), broken[0]).await).code, "match-has-ended");
    assert!(desk.host.set_aside_of(ANN).await.unwrap().is_empty());
    for id in &broken {
        assert!(desk.store.outline(*id).await.unwrap().unwrap().is_over);
        assert!(desk.store.rating_changes(*id).await.unwrap().is_empty());
    }
    desk.news();
    desk.look().await;
    assert_eq!(desk.count("board 4"), 1, "of a match that is over by other rules the end is shown");
    assert_eq!(desk.outcome(sound).await, None);
}

#[tokio::test]
async fn whoever_is_forgotten_leaves_also_what_is_set_aside() {
    let desk = TestHost::open().await;
    let broken = [desk.begin(None).await, desk.begin(None).await];
    desk.play(ANN, broken[0], "d1-b3").await.unwrap();
    let url = desk.database_url().to_owned();
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for sql in ["UPDATE moves SET text = 'z9-z8'", "UPDATE matches SET details = 'nonsense' WHERE id = 2"] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    desk.host.forget(ANN).await.unwrap();
    for id in broken {
        assert!(desk.store.outline(id).await.unwrap().unwrap().is_over, "{id}");
    }
}
