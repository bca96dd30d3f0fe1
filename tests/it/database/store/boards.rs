//! Boards, cards, and notices: which messages are noted, what may be unheard, and the tokens to answer with.

use games::board::Side;
use jiff::Timestamp;
use play::ports::{
    AnswerToken, DueTable, FailedTries, MatchLimits, Noted, OwnedBy, Release, ReleaseOutcome, Store, StoreError,
    TokenFor,
};
use play::{ChallengeId, ChallengeState, ChannelId, MessageId, Reminders};

use super::fixtures::{MANY, PEOPLE, PLACE, at, begun, challenge, limits, shown};

const IN_A_CENTURY: Timestamp = Timestamp::constant(4_900_000_000, 0);

pub(super) async fn boards_and_notices_are_noted(db: &dyn Store) {
    let begun_at = at(5000);
    let waiting = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    let is_claimed = async |id: ChallengeId, now| {
        let claimed = db.claim(DueTable::Challenges, now, 1000).await.unwrap();
        claimed.contains(&id.into())
    };
    assert!(!is_claimed(waiting, at(39)).await, "whoever made it has some time to show it");
    assert!(is_claimed(waiting, at(40)).await);
    assert!(!is_claimed(waiting, at(41)).await, "one process shows it");
    db.release(waiting.into(), 0, Release::Failed(Some(at(50)))).await.unwrap();
    assert!(!is_claimed(waiting, at(49)).await && is_claimed(waiting, at(50)).await, "the next try comes later");
    assert_eq!(db.failed_tries(waiting.into()).await.unwrap().failures, 1);
    db.set_challenge_message(waiting, MessageId(690)).await.unwrap();
    let changed = db.release(waiting.into(), 0, Release::Failed(None)).await.unwrap();
    assert_eq!(changed, ReleaseOutcome::Changed, "it is shown");
    assert!(matches!(db.withdraw_unshown(waiting, at(52)).await, Err(StoreError::Conflict)), "by whomever");
    let unseen = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    db.withdraw_unshown(unseen, at(12)).await.unwrap();
    assert_eq!(db.challenge(unseen).await.unwrap().unwrap().state, ChallengeState::Withdrawn);

    assert_eq!(db.close_challenge(waiting, ChallengeState::Withdrawn, at(52)).await.unwrap(), OwnedBy::Us);
    let closed = db.challenge(waiting).await.unwrap().unwrap();
    let open = db.open_cards().await.unwrap();
    let before = db.backlog(DueTable::Challenges, at(52)).await.unwrap().set_aside;
    db.release(waiting.into(), closed.revision, Release::Refused(None)).await.unwrap();
    assert_eq!(db.open_cards().await.unwrap() + 1, open, "it is given up");
    assert_eq!(db.backlog(DueTable::Challenges, at(52)).await.unwrap().set_aside, before + 1);
    let done = db.release(waiting.into(), closed.revision, Release::Done(None)).await.unwrap();
    assert_eq!(done, ReleaseOutcome::Released);
    assert_eq!(db.backlog(DueTable::Challenges, at(52)).await.unwrap().set_aside, before);

    let id = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, begun_at).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(db.note_shown(id, start.version(), shown(&start, 700)).await.unwrap(), Noted::Latest);
    db.note_page(id, Side::Second, at(60)).await.unwrap();
    let seen = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((seen.presence.page_at, seen.revision), ([0, at(60).as_millisecond()], start.revision));
    db.note_also_shown(id, 0, MessageId(701)).await.unwrap();
    assert_eq!(db.match_by_message(MessageId(701)).await.unwrap(), Some((id, 0)), "a reply to it is a move");
    let mut told = start.clone();
    told.reminders = Reminders {
        reminded: Some(0),
        claim_told: Some(0),
        hushed: Some(0),
        departure_told: Some(0),
        ..Reminders::default()
    };
    db.save_unannounced(&start, &told).await.unwrap();
    assert!(matches!(db.save_unannounced(&start, &told).await, Err(StoreError::Conflict)), "somebody was faster");
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(kept.reminders, told.reminders);
    assert!(!kept.owes_board(), "nothing of that is to be seen");

    assert_eq!(db.release(id.into(), kept.revision, Release::Waits(begun_at)).await.unwrap(), ReleaseOutcome::Released);
    assert_eq!(
        db.release(id.into(), kept.revision + 1, Release::Waits(begun_at)).await.unwrap(),
        ReleaseOutcome::Changed
    );
    let failed = |failures| FailedTries { failures, refusals: 0, revision: kept.revision };
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(0), "nothing has failed");
    let before = db.backlog(DueTable::Matches, begun_at).await.unwrap();
    assert_eq!(db.release(id.into(), kept.revision, Release::Failed(None)).await.unwrap(), ReleaseOutcome::Released);
    assert_eq!(db.failed_tries(id.into()).await.unwrap(), failed(1));
    let after = db.backlog(DueTable::Matches, begun_at).await.unwrap();
    assert_eq!((after.due + 1, after.set_aside), (before.due, before.set_aside + 1));
}

pub(super) async fn tokens_of_interactions_are_kept(db: &dyn Store) {
    let (channel, message, posting) = (ChannelId(77), TokenFor::Message(MessageId(770)), TokenFor::Posting);
    let token = |secret: &str, expires_at| AnswerToken { secret: secret.to_owned(), expires_at };
    // By the database's own clock, the first two have expired long ago.
    let [old, older] = ["old", "older"].map(|it| token(it, Timestamp::UNIX_EPOCH));
    let [new, newest] = ["new", "newest"].map(|it| token(it, IN_A_CENTURY));
    assert_eq!(db.token(channel, posting).await.unwrap(), None, "the bot is part of it, as far as is known");
    db.note_token(channel, &[message], &older).await.unwrap();
    db.note_token(channel, &[posting], &old).await.unwrap();
    assert_eq!(db.token(channel, posting).await.unwrap(), Some(old.clone()), "that it is not part of it is kept");
    assert_eq!(db.token(channel, message).await.unwrap(), None, "what has expired is forgotten");
    db.note_token(channel, &[message], &new).await.unwrap();
    db.note_token(channel, &[posting], &newest).await.unwrap();
    assert_eq!(db.token(channel, message).await.unwrap(), Some(new));
    assert_eq!(db.token(channel, posting).await.unwrap(), Some(newest));
    assert_eq!(db.token(ChannelId(78), posting).await.unwrap(), None);
    assert_eq!(db.token(channel, TokenFor::Focus).await.unwrap(), None);
    assert!(db.resume_in(channel, at(0)).await.unwrap().is_empty(), "no board is owed there");
    assert!(!format!("{old:?}").contains("old"), "a token is never logged");
}
