//! Boards, cards, and notices: which messages are noted, what may be unheard, and the tokens to answer with.

use jiff::{SignedDuration, Timestamp};
use play::ports::{AnswerToken, FailedTries, MatchLimits, Noted, Release, Store, StoreError, TokenFor};
use play::{ChallengeState, ChannelId, MessageId};

use super::fixtures::{MANY, PEOPLE, PLACE, at, begun, challenge, limits, shown};

const IN_A_CENTURY: Timestamp = Timestamp::constant(4_900_000_000, 0);

pub(super) async fn boards_and_notices_are_noted(db: &dyn Store) {
    let begun_at = at(5000);
    let waiting = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    let unshown: Vec<_> = db.unshown_challenges(at(11), at(12)).await.unwrap().iter().map(|it| it.id).collect();
    assert!(unshown.contains(&waiting), "{unshown:?}");

    let claimed = async |now| {
        let cards = db.claim_unshown(at(11), now).await.unwrap();
        cards.iter().find(|it| it.challenge.id == waiting).map(|it| it.tries)
    };
    assert_eq!(claimed(at(12)).await, Some(1));
    assert_eq!(claimed(at(31)).await, None, "one process shows it");
    assert_eq!(claimed(at(32)).await, Some(2));
    assert_eq!(claimed(at(71)).await, None, "and the next try comes later");
    db.set_challenge_message(waiting, MessageId(690)).await.unwrap();
    assert_eq!(claimed(at(72)).await, None, "it is shown");
    assert!(matches!(db.withdraw_unshown(waiting, at(12)).await, Err(StoreError::Conflict)), "by whomever");
    let unseen = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    db.withdraw_unshown(unseen, at(12)).await.unwrap();
    assert_eq!(db.challenge(unseen).await.unwrap().unwrap().state, ChallengeState::Withdrawn);

    db.close_challenge(waiting, ChallengeState::Withdrawn, at(12)).await.unwrap();
    let owed = async |now| db.claim_cards(now).await.unwrap().iter().map(|it| it.challenge.id).collect::<Vec<_>>();
    assert!(!owed(at(13)).await.contains(&waiting), "whoever closed it has some time");
    assert!(owed(at(33)).await.contains(&waiting));
    assert!(!owed(at(34)).await.contains(&waiting), "one process closes it");
    db.put_off_card(waiting, at(36)).await.unwrap();
    assert!(!owed(at(35)).await.contains(&waiting), "it waits");
    let again = db.claim_cards(at(36)).await.unwrap();
    assert_eq!(again.iter().find(|it| it.challenge.id == waiting).map(|it| it.tries), Some(1), "that was no try");
    let open = db.open_cards().await.unwrap();
    db.note_card_closed(waiting).await.unwrap();
    assert_eq!(db.open_cards().await.unwrap() + 1, open);

    let doomed = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    let before = db.backlog(at(12)).await.unwrap();
    db.close_challenge(doomed, ChallengeState::Withdrawn, at(12)).await.unwrap();
    let (mut now, mut tries) = (at(12), Vec::new());
    for wait in (0..14).map(|doublings| SignedDuration::from_secs(20 << doublings)) {
        now += wait;
        let claimed = db.claim_cards(now).await.unwrap().into_iter().find(|it| it.challenge.id == doomed);
        tries.extend(claimed.map(|it| (it.tries, it.is_last_try)));
    }
    assert_eq!(tries, (1..=12).map(|it| (it, it == 12)).collect::<Vec<_>>());
    assert!(!owed(IN_A_CENTURY).await.contains(&doomed), "it is given up");
    assert!(db.backlog(at(12)).await.unwrap().cards_given_up > before.cards_given_up);

    let id = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, begun_at).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(db.note_shown(id, start.version(), shown(&start, 700)).await.unwrap(), Noted::Latest);
    db.note_also_shown(id, 0, MessageId(701)).await.unwrap();
    assert_eq!(db.match_by_message(MessageId(701)).await.unwrap(), Some((id, 0)), "a reply to it is a move");
    let mut hushed = start.clone();
    hushed.reminders.hushed = Some(0);
    db.save_unannounced(&start, &hushed).await.unwrap();
    assert!(matches!(db.save_unannounced(&start, &hushed).await, Err(StoreError::Conflict)), "somebody was faster");
    db.note_reminded(id, 0).await.unwrap();
    db.note_claim_told(id, 0).await.unwrap();
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(
        (kept.reminders.hushed, kept.reminders.reminded, kept.reminders.claim_told),
        (Some(0), Some(0), Some(0))
    );
    assert!(!kept.owes_board(), "nothing of that is to be seen");
    let mut unreminded = kept.clone();
    unreminded.reminders.reminded = None;
    db.save_unannounced(&kept, &unreminded).await.unwrap();
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(
        (kept.reminders.reminded, kept.reminders.claim_told),
        (None, Some(0)),
        "that goes with the change, not after it"
    );

    assert_eq!(db.postpone(id, kept.revision, begun_at).await.unwrap(), Release::Released);
    assert_eq!(db.postpone(id, kept.revision + 1, begun_at).await.unwrap(), Release::Changed);
    let failed = |failures| FailedTries { failures, refusals: 0, revision: kept.revision };
    assert_eq!(db.failures(id).await.unwrap(), failed(0), "nothing has failed");
    let before = db.backlog(begun_at).await.unwrap();
    assert_eq!(db.put_off(id, kept.revision, None).await.unwrap(), Release::Released);
    assert_eq!(db.failures(id).await.unwrap(), failed(1));
    let after = db.backlog(begun_at).await.unwrap();
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
