//! Passes: signed texts that say who may open which match, and until when. A link is one for the way there; it is exchanged
//! once for one that stays in a cookie.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::sync::Arc;
use url::Url;

use play::ports::{BoardLinks, Clock};
use play::{DatabaseId, Match, MatchId, UserId};

/// How long a link can be opened.
const LINK_LASTS: SignedDuration = SignedDuration::from_mins(10);

/// How long an opened board stays open for its players; and for others, who may not be allowed to see it by then.
const PLAYER_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);
const WATCHER_LASTS: SignedDuration = SignedDuration::from_hours(12);

/// What a pass is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum PassKind {
    Link,
    Seat,
}

/// Who may open which match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Pass {
    pub kind: PassKind,
    /// Drawn by lot; a link is used up under this number.
    pub id: i64,
    pub match_id: MatchId,
    pub user: UserId,
    /// When the match began, in milliseconds since 1970: after a backup is restored, another match may have its number.
    begun: i64,
    /// When its person got the link, in milliseconds since 1970: they may have closed all their boards since.
    pub made: i64,
    /// In seconds since 1970.
    until: i64,
}

/// Why a text is no pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PassError {
    /// It was changed, or made by somebody else.
    Forged,
    /// It is about a match in another database.
    OtherDatabase,
    Expired,
}

/// Makes passes, and links with them.
pub struct Links {
    /// Where people reach the boards.
    base: Url,
    database: DatabaseId,
    key: String,
    clock: Arc<dyn Clock>,
}

impl Links {
    /// Passes for the matches of a database, signed by its key.
    pub fn new(base: Url, database: DatabaseId, key: String, clock: Arc<dyn Clock>) -> Self {
        Self { base, database, key, clock }
    }

    pub(crate) fn base(&self) -> &Url {
        &self.base
    }

    /// A pass for the way to a match.
    #[expect(clippy::disallowed_methods, reason = "nobody may guess the number of a link")]
    pub(crate) fn pass(&self, current: &Match, user: UserId) -> Pass {
        let (begun, made) = (current.created_at.as_millisecond(), self.clock.now().as_millisecond());
        let (id, until) = (rand::random(), self.until(LINK_LASTS));
        Pass { kind: PassKind::Link, id, match_id: current.id, user, begun, made, until }
    }

    /// The pass that stays, for whoever has come by a link.
    pub(crate) fn seat(&self, link: Pass, current: &Match) -> Pass {
        let lasts = if current.side_of(link.user).is_some() { PLAYER_LASTS } else { WATCHER_LASTS };
        Pass { kind: PassKind::Seat, until: self.until(lasts), ..link }
    }

    /// A pass as text: the database, what it says, and the signature.
    pub(crate) fn write(&self, pass: Pass) -> String {
        // A few numbers can always be written.
        let said = BASE64.encode(postcard::to_allocvec(&pass).unwrap_or_default());
        let signed = format!("{}.{said}", self.database);
        let signature = BASE64.encode(self.mac(&signed).finalize().into_bytes());
        format!("{signed}.{signature}")
    }

    /// Reads a pass that is good now.
    pub(crate) fn read(&self, text: &str) -> Result<Pass, PassError> {
        let (signed, signature) = text.rsplit_once('.').ok_or(PassError::Forged)?;
        let (database, said) = signed.split_once('.').ok_or(PassError::Forged)?;
        if database != self.database.to_string() {
            return Err(PassError::OtherDatabase);
        }
        let signature = BASE64.decode(signature).map_err(|_| PassError::Forged)?;
        self.mac(signed).verify_slice(&signature).map_err(|_| PassError::Forged)?;
        let said = BASE64.decode(said).map_err(|_| PassError::Forged)?;
        let pass: Pass = postcard::from_bytes(&said).map_err(|_| PassError::Forged)?;
        if pass.expires_at() <= self.clock.now() { Err(PassError::Expired) } else { Ok(pass) }
    }

    /// What stands for a person in the address of a board: several people may use one browser, and the address says nobody's
    /// number.
    pub(crate) fn seat_tag(&self, id: MatchId, user: UserId) -> String {
        let tag = self.mac(&format!("seat {} {}", id.0, user.0)).finalize().into_bytes();
        tag[..4].iter().map(|it| format!("{it:02x}")).collect()
    }

    fn until(&self, lasts: SignedDuration) -> i64 {
        self.clock.now().as_second().saturating_add(lasts.as_secs())
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        // A key may have any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).unwrap_or_else(|_| unreachable!());
        mac.update(text.as_bytes());
        mac
    }
}

impl Pass {
    /// Whether it was made for this match.
    pub(crate) fn is_for(&self, current: &Match) -> bool {
        (self.match_id, self.begun) == (current.id, current.created_at.as_millisecond())
    }

    pub(crate) fn expires_at(&self) -> Timestamp {
        Timestamp::from_second(self.until).unwrap_or(Timestamp::MIN)
    }
}

impl BoardLinks for Links {
    fn link(&self, current: &Match, user: UserId) -> String {
        format!("{}open/{}", self.base, self.write(self.pass(current, user)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::time::Duration;

    use super::*;
    use play::{ChannelId, NewMatch, Place, Seat};

    struct At(AtomicI64);

    #[async_trait::async_trait]
    impl Clock for At {
        fn now(&self) -> Timestamp {
            Timestamp::from_second(self.0.load(Ordering::Relaxed)).unwrap()
        }

        async fn sleep(&self, _: Duration) {}
    }

    fn current() -> Match {
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset("loa").unwrap(),
            [Seat::User(UserId(7)), Seat::Engine(1)],
        );
        begun.begun(MatchId(12), Timestamp::from_second(999_000).unwrap())
    }

    fn links(database: u32, key: &str) -> (Links, Arc<At>) {
        let clock = Arc::new(At(AtomicI64::new(1_000_000)));
        let base = Url::parse("http://127.0.0.1:8081").unwrap();
        (Links::new(base, DatabaseId(database), key.to_owned(), Arc::clone(&clock) as _), clock)
    }

    #[test]
    fn a_pass_is_good_for_whom_it_was_made_until_it_expires() {
        let (links, clock) = links(0xabc, "key");
        let link = links.link(&current(), UserId(7));
        let text = link.strip_prefix("http://127.0.0.1:8081/open/").unwrap();
        let pass = links.read(text).unwrap();
        assert_eq!((pass.kind, pass.match_id, pass.user), (PassKind::Link, MatchId(12), UserId(7)));
        assert_ne!(pass.id, links.read(links.link(&current(), UserId(7)).rsplit('/').next().unwrap()).unwrap().id);
        let seat = links.write(links.seat(pass, &current()));
        clock.0.fetch_add(600, Ordering::Relaxed);
        assert_eq!(links.read(text), Err(PassError::Expired));
        assert_eq!(links.read(&seat).unwrap().kind, PassKind::Seat);
        let watching = links.write(links.seat(Pass { user: UserId(8), ..pass }, &current()));
        clock.0.fetch_add(12 * 3600, Ordering::Relaxed);
        assert_eq!(links.read(&watching), Err(PassError::Expired), "whoever only watches comes again sooner");
        assert!(links.read(&seat).unwrap().is_for(&current()));
        let later = Match { created_at: Timestamp::from_second(999_001).unwrap(), ..current() };
        assert!(!links.read(&seat).unwrap().is_for(&later), "another match with its number");
        clock.0.fetch_add(30 * 24 * 3600, Ordering::Relaxed);
        assert_eq!(links.read(&seat), Err(PassError::Expired));
    }

    #[test]
    fn nobody_makes_or_changes_a_pass() {
        let (ours, _) = links(0xabc, "key");
        let text = ours.link(&current(), UserId(7)).rsplit('/').next().unwrap().to_owned();
        for (n, character) in text.char_indices() {
            let other = if character == 'A' { 'B' } else { 'A' };
            let changed = format!("{}{other}{}", &text[..n], &text[n + 1..]);
            // The last characters of a text in base64 may have bits that say nothing.
            assert!(ours.read(&changed) != ours.read(&text) || changed.len() - n <= 1, "{changed}");
        }
        assert_eq!(links(0xabc, "another").0.read(&text), Err(PassError::Forged));
        assert_eq!(links(0xabd, "key").0.read(&text), Err(PassError::OtherDatabase));
        for nonsense in ["", ".", "..", "abc.", "abc..", "abc.x.y", "abc"] {
            assert!(ours.read(nonsense).is_err(), "{nonsense}");
        }
    }
}
