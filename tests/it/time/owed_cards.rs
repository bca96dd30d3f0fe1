//! Challenges that still have to be shown, and cards of closed challenges that still have to be closed.

use std::sync::atomic::Ordering;

use jiff::SignedDuration;
use play::ports::{AnnounceError, Clock as _, DueTable, Unreachable};
use play::{Answer, Challenge, ChallengeState, ChannelId, HostError, Match, MessageId, OwnThread, Place, ThreadHome};

use super::outage;
use crate::support::desk::{ANN, PLACE, TestHost, asker, terms};

/// A challenge that nobody has seen since its process was killed, and a chat that does not take it.
async fn owed_challenge(desk: &TestHost, error: AnnounceError) -> Challenge {
    let owed = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    *desk.told.posts_nothing.lock().unwrap() = Some(error);
    desk.wait(SignedDuration::from_secs(31));
    for _ in 0..2 {
        desk.look().await;
    }
    assert_eq!(desk.count("no challenge"), 1, "it is not tried again at once");
    owed
}

#[tokio::test]
async fn an_owed_challenge_outlasts_an_outage() {
    let desk = TestHost::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    *desk.told.posts_nothing.lock().unwrap() = None;
    for _ in 0..2 {
        desk.wait(SignedDuration::from_secs(20));
        desk.look().await;
    }
    assert_eq!(desk.count("challenge"), 1);
    let shown = desk.store.challenge(owed.id).await.unwrap().unwrap();
    assert!(shown.state == ChallengeState::Open && shown.message.is_some(), "{shown:?}");
}

#[tokio::test]
async fn an_owed_challenge_that_cannot_be_shown_is_withdrawn_in_the_end() {
    let desk = TestHost::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    for _ in 0..50 {
        desk.wait(SignedDuration::from_secs(60));
        desk.look().await;
    }
    assert_eq!(desk.count("no challenge"), 41);
    assert_eq!(desk.store.challenge(owed.id).await.unwrap().unwrap().state, ChallengeState::Withdrawn);

    let desk = TestHost::open().await;
    let owed = owed_challenge(&desk, AnnounceError::Closed(Unreachable::Refused("no permission".into()))).await;
    let closed = desk.store.challenge(owed.id).await.unwrap().unwrap();
    assert_eq!(closed.state, ChallengeState::Withdrawn, "there no further try is of use");
}

#[tokio::test]
async fn a_card_in_a_place_that_is_gone_is_given_up() {
    let desk = TestHost::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    desk.host.answer(asker(ANN), owed.id, Answer::Withdraw).await.unwrap();
    *desk.told.finds_no_post.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
    assert_eq!(desk.store.open_cards().await.unwrap(), 1);
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_card_is_looked_for_soon_after_its_channel_was_not_asked() {
    let desk = TestHost::open().await;
    let owed = owed_challenge(&desk, outage()).await;
    desk.host.answer(asker(ANN), owed.id, Answer::Withdraw).await.unwrap();
    *desk.told.finds_no_post.lock().unwrap() = Some(AnnounceError::Withheld);
    desk.pass(24).await;
    *desk.told.finds_no_post.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
    assert_eq!(desk.backlog(DueTable::Challenges).await.set_aside, 0);
    assert_eq!(desk.store.open_cards().await.unwrap(), 1);
    desk.wait(SignedDuration::from_secs(61));
    desk.look().await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_card_is_closed_soon_after_its_channel_was_not_asked() {
    let desk = TestHost::open().await;
    let offered = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    desk.delivery.show_challenge(&offered).await.unwrap();
    *desk.told.closes_no_card.lock().unwrap() = Some(AnnounceError::Withheld);
    desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    desk.pass(24).await;
    *desk.told.closes_no_card.lock().unwrap() = None;
    assert_eq!(desk.store.open_cards().await.unwrap(), 1, "it is not given up");
    desk.wait(SignedDuration::from_secs(61));
    desk.look().await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn what_one_card_shows_of_a_place_that_is_gone_holds_for_the_others() {
    let desk = TestHost::open().await;
    for _ in 0..2 {
        let offered = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
        desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    }
    *desk.told.finds_no_post.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
    assert_eq!(desk.store.open_cards().await.unwrap(), 2);
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_challenge_that_another_process_has_shown_is_not_withdrawn() {
    let desk = TestHost::open().await;
    let offered = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    // The post has taken so long that another process has shown it meanwhile.
    desk.store.set_challenge_message(offered.id, MessageId(77)).await.unwrap();
    *desk.told.posts_nothing.lock().unwrap() = Some(outage());
    desk.delivery.show_challenge(&offered).await.unwrap();
    assert_eq!(desk.store.challenge(offered.id).await.unwrap().unwrap().state, ChallengeState::Open);
    // Of one that nobody has shown its challenger is told.
    let offered = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    assert!(matches!(desk.delivery.show_challenge(&offered).await, Err(HostError::Announce(_))));
    assert_eq!(desk.store.challenge(offered.id).await.unwrap().unwrap().state, ChallengeState::Withdrawn);
}

#[tokio::test]
async fn the_card_of_a_closed_challenge_is_closed_in_the_end() {
    let mut desk = TestHost::open().await;
    let offered = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    desk.delivery.show_challenge(&offered).await.unwrap();
    desk.told.keeps_old_boards.store(true, Ordering::SeqCst);
    desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    // Of this one nobody knows the message: its process was killed.
    let killed = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    *desk.told.unheard.lock().unwrap() = Some(MessageId(77));
    desk.host.answer(asker(ANN), killed.id, Answer::Withdraw).await.unwrap();
    desk.restart().await;
    desk.pass(1).await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 2, "as long as that fails");
    desk.told.keeps_old_boards.store(false, Ordering::SeqCst);
    desk.pass(1).await;
    assert_eq!((desk.count("card MessageId(1) Withdrawn"), desk.count("card MessageId(77) Withdrawn")), (1, 1));
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}

#[tokio::test]
async fn a_card_that_is_not_there_yet_is_looked_for_again() {
    let desk = TestHost::open().await;
    let killed = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    desk.wait(SignedDuration::from_mins(30));
    desk.host.answer(asker(ANN), killed.id, Answer::Withdraw).await.unwrap();
    desk.wait(SignedDuration::from_secs(25));
    desk.look().await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 1, "Discord may be slow");
    *desk.told.unheard.lock().unwrap() = Some(MessageId(77));
    desk.wait(SignedDuration::from_secs(45));
    desk.look().await;
    assert_eq!(desk.count("card MessageId(77) Withdrawn"), 1);

    // Another one never comes.
    *desk.told.unheard.lock().unwrap() = None;
    let lost = desk.host.challenge(PLACE, ANN, None, terms("loa")).await.unwrap();
    desk.host.answer(asker(ANN), lost.id, Answer::Withdraw).await.unwrap();
    for _ in 0..8 {
        desk.wait(SignedDuration::from_mins(1));
        desk.look().await;
    }
    assert_eq!(desk.store.open_cards().await.unwrap(), 1);
    desk.wait(SignedDuration::from_mins(1));
    desk.look().await;
    assert_eq!(desk.store.open_cards().await.unwrap(), 0, "some time it is enough");
}

#[tokio::test]
async fn a_match_goes_home_if_a_card_shows_that_its_thread_is_gone() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    let thread = Place { channel: ChannelId(75), ..PLACE };
    let mut moved = Match { place: thread, ..current.clone() };
    moved.delivery.thread = Some(OwnThread::Open(ThreadHome { parent: PLACE.channel, is_post: false }));
    desk.store.save(&current, &moved, None, desk.clock.now()).await.unwrap();
    desk.show_due(id).await;
    let offered = desk.host.challenge(thread, ANN, None, terms("loa")).await.unwrap();
    desk.host.answer(asker(ANN), offered.id, Answer::Withdraw).await.unwrap();
    *desk.told.finds_no_post.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
    desk.look().await;
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().place, PLACE);
    assert_eq!(desk.store.open_cards().await.unwrap(), 0);
}
