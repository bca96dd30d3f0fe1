//! What time brings about: clocks, reminders, claims. The use cases over a real database; time is moved by the test.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use games::board::{Move, Side};
use games::{Outcome, Reason, Refusal};
use jiff::{SignedDuration, Timestamp};
use parlor::play::decide::Said;
use parlor::play::ports::{
    Analyst, AnalystError, AnnounceError, Announcer, Clock, Dice, Opponent, OpponentError, Situation, Store, Waker,
};
use parlor::play::showing::Showing;
use parlor::play::{
    Agreement, Asker, Assessment, Board, Challenge, ChannelId, GuildId, Host, HostError, Match, MatchId, MessageId,
    NewMatch, OfferKind, Place, PlayPolicy, Ports, Seat, UserId, Which,
};
use parlor::store;
use tempfile::TempDir;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };

/// A clock that goes only where it is put, and a pause that takes no time.
struct TestClock(Mutex<Timestamp>);

#[async_trait]
impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }

    async fn sleep(&self, _: Duration) {}
}

/// What was said, in order.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Told {
    fn tell(&self, what: String) -> MessageId {
        let mut told = self.0.lock().unwrap();
        told.push(what);
        MessageId(told.len() as u64)
    }
}

#[async_trait]
impl Announcer for Told {
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<MessageId, AnnounceError> {
        let id = self.tell(format!("board {}", board.current.version()));
        Ok(showing.edit.map_or(id, |it| it.message))
    }

    async fn strays(&self, _: &Match) -> Result<Vec<(MessageId, u32)>, AnnounceError> {
        Ok(Vec::new())
    }

    async fn retire_board(&self, _: &Match, _: MessageId, _: u32) -> Result<(), AnnounceError> {
        Ok(())
    }

    async fn remove_board(&self, _: Place, _: MessageId) -> Result<(), AnnounceError> {
        Ok(())
    }

    async fn remind(&self, board: &Board) -> Result<(), AnnounceError> {
        self.tell(format!("reminder {}", board.current.version()));
        Ok(())
    }

    async fn tell_claim(&self, board: &Board) -> Result<(), AnnounceError> {
        self.tell(format!("claim {}", board.current.version()));
        Ok(())
    }

    async fn post_challenge(&self, _: &Challenge) -> Result<MessageId, AnnounceError> {
        Ok(self.tell("challenge".into()))
    }

    async fn close_challenge(&self, _: &Challenge) -> Result<(), AnnounceError> {
        Ok(())
    }
}

/// What nobody asks for in these stories.
struct Nobody;

#[async_trait]
impl Opponent for Nobody {
    async fn choose(&self, _: Situation, _: u8) -> Result<Move, OpponentError> {
        Err(OpponentError::Busy)
    }

    fn forget(&self, _: MatchId) {}
}

#[async_trait]
impl Analyst for Nobody {
    async fn study(&self, _: Situation) -> Result<Arc<Assessment>, AnalystError> {
        Err(AnalystError::Busy)
    }

    async fn survey(&self, _: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError> {
        Err(AnalystError::Busy)
    }
}

/// Matches in which something was done.
#[derive(Default)]
struct Woken(Mutex<Vec<MatchId>>);

impl Waker for Woken {
    fn wake(&self, id: MatchId) {
        self.0.lock().unwrap().push(id);
    }
}

impl Dice for Nobody {
    fn coin(&self) -> bool {
        true
    }
}

/// The use cases, and all that a story needs to move them.
struct Desk {
    host: Host,
    store: Arc<dyn Store>,
    clock: Arc<TestClock>,
    told: Arc<Told>,
    woken: Arc<Woken>,
    folder: TempDir,
}

impl Desk {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(TestClock(Mutex::new("2026-11-23T12:00Z".parse().unwrap())));
        let (told, woken) = (Arc::new(Told::default()), Arc::new(Woken::default()));
        let (host, store) = open(&folder, &clock, &told, &woken).await;
        Self { host, store, clock, told, woken, folder }
    }

    /// As after a crash: nothing is left but the database.
    async fn restart(&mut self) {
        let (host, store) = open(&self.folder, &self.clock, &self.told, &self.woken).await;
        self.host = host;
        self.store = store;
    }

    /// Ann and Bob begin a match by a clock; its number.
    async fn begin(&self, clock: Option<&str>) -> MatchId {
        let agreement = Agreement { clock: clock.map(|it| it.parse().unwrap()), hints: false };
        let seats = [Seat::User(ANN), Seat::User(BOB)];
        let ruleset = games::read_ruleset("loa").unwrap();
        let begun =
            NewMatch { place: PLACE, ruleset, seats, rated: true, agreement, challenge: None, rematch_of: None };
        let id = self.store.begin_match(&begun, 9, self.clock.now()).await.unwrap();
        self.host.show_due(id).await;
        id
    }

    /// Lets hours pass, with a look at what is due every quarter of an hour.
    async fn pass(&self, hours: i64) {
        for _ in 0..4 * hours {
            self.wait(SignedDuration::from_mins(15));
            self.look().await;
        }
    }

    /// Lets time pass in which nobody looks.
    fn wait(&self, time: SignedDuration) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.checked_add(time).unwrap();
    }

    async fn look(&self) {
        self.host.beat().await.unwrap();
        let woken = std::mem::take(&mut *self.woken.0.lock().unwrap());
        for id in woken.into_iter().chain(self.host.claim_due().await.unwrap()) {
            self.host.show_due(id).await;
        }
    }

    async fn play(&self, user: UserId, id: MatchId, text: &str) -> Result<(), HostError> {
        self.host.play_move(asker(user), Which::Number(id), Said::Text(text)).await?;
        self.host.show_due(id).await;
        Ok(())
    }

    async fn outcome(&self, id: MatchId) -> Option<Outcome> {
        self.store.find_match(id).await.unwrap().unwrap().outcome
    }

    /// How often something was told.
    fn count(&self, what: &str) -> usize {
        self.told.0.lock().unwrap().iter().filter(|it| *it == what).count()
    }
}

async fn open(
    folder: &TempDir,
    clock: &Arc<TestClock>,
    told: &Arc<Told>,
    woken: &Arc<Woken>,
) -> (Host, Arc<dyn Store>) {
    let store = store::open(&format!("sqlite://{}/time.db", folder.path().display())).await.unwrap();
    let ports = Ports {
        store: Arc::clone(&store),
        announcer: Arc::clone(told) as _,
        opponent: Arc::new(Nobody),
        analyst: Arc::new(Nobody),
        waker: Arc::clone(woken) as _,
        clock: Arc::clone(clock) as _,
        dice: Arc::new(Nobody),
    };
    let policy = PlayPolicy { dead_after: Duration::from_secs(3600), ..PlayPolicy::default() };
    (Host::new(ports, policy), store)
}

fn asker(user: UserId) -> Asker {
    Asker { user, channel: PLACE.channel }
}

fn refusal<T>(answer: Result<T, HostError>) -> Refusal {
    match answer {
        Err(HostError::Refused(refusal)) => refusal,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("not refused"),
    }
}

const MOVES: [(UserId, &str); 4] = [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")];

#[tokio::test]
async fn one_reminder_and_then_the_match_is_lost() {
    let mut desk = Desk::open().await;
    let id = desk.begin(Some("3d+12h")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    // Ann has four days: three, and twelve hours for each of her moves, as she took no time.
    desk.pass(71).await;
    assert_eq!(desk.count("reminder 4"), 0, "three quarters are not over");
    desk.pass(2).await;
    assert_eq!(desk.count("reminder 4"), 1);
    desk.restart().await;
    desk.pass(10).await;
    assert_eq!(desk.count("reminder 4"), 1, "one, whatever restarts");
    assert_eq!(desk.outcome(id).await, None);
    desk.pass(14).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
    assert_eq!(desk.count("board 4"), 2, "the end is shown once");
    assert_eq!(refusal(desk.play(ANN, id, "b4-e7").await).code, "match-has-ended");
}

#[tokio::test]
async fn a_match_that_nobody_began_is_aborted() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.pass(25).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
    assert!(desk.store.rating_changes(id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_none() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    desk.play(ANN, id, "b4-e7").await.unwrap();
    // The bot lives, but nobody has looked yet.
    for _ in 0..25 {
        desk.host.beat().await.unwrap();
        desk.wait(SignedDuration::from_hours(1));
    }
    assert_eq!(refusal(desk.play(BOB, id, "a3-c1").await).code, "time-was-over");
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::First), reason: Reason::OutOfTime }));
}

#[tokio::test]
async fn time_in_which_the_bot_was_down_runs_on_no_clock() {
    let mut desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    desk.pass(10).await;
    desk.wait(SignedDuration::from_hours(500));
    desk.restart().await;
    desk.look().await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    desk.pass(9).await;
    assert_eq!(desk.count("reminder 0"), 1, "18 of 24 hours are over");
    desk.play(ANN, id, "d1-b3").await.unwrap();
}

#[tokio::test]
async fn a_pause_stops_the_clock_until_somebody_goes_on() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("2d+1h")).await;
    desk.pass(24).await;
    desk.host.offer(asker(ANN), Which::Number(id), OfferKind::Pause).await.unwrap();
    assert_eq!(refusal(desk.host.resume(asker(BOB), Which::Number(id)).await).code, "not-paused");
    desk.host.offer(asker(BOB), Which::Number(id), OfferKind::Pause).await.unwrap();
    desk.pass(1000).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    assert_eq!(refusal(desk.host.claim(asker(BOB), Which::Number(id)).await).code, "nothing-to-claim");
    desk.host.resume(asker(BOB), Which::Number(id)).await.unwrap();
    desk.pass(23).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 1));
    desk.pass(2).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn whoever_is_away_loses_no_time() {
    let desk = Desk::open().await;
    let id = desk.begin(Some("1d")).await;
    assert_eq!(refusal(desk.host.go_away(ANN, 31).await).code, "too-long-away");
    assert_eq!(refusal(desk.host.come_back(ANN).await).code, "not-away");
    desk.host.go_away(ANN, 10).await.unwrap();
    desk.pass(10 * 24 - 1).await;
    assert_eq!((desk.outcome(id).await, desk.count("reminder 0")), (None, 0));
    assert_eq!(desk.host.away_days_left(ANN).await.unwrap(), 20);
    desk.pass(20).await;
    assert_eq!(desk.count("reminder 0"), 1);

    // Back early, the clock runs from then on.
    desk.host.go_away(ANN, 5).await.unwrap();
    desk.pass(3).await;
    desk.host.come_back(ANN).await.unwrap();
    desk.pass(6).await;
    assert_eq!(desk.outcome(id).await, Some(Outcome::ABORTED));
}

#[tokio::test]
async fn a_match_without_a_clock_can_be_claimed_after_a_warning() {
    let mut desk = Desk::open().await;
    let id = desk.begin(None).await;
    for (user, text) in MOVES {
        desk.play(user, id, text).await.unwrap();
    }
    let claim = || desk.host.claim(asker(BOB), Which::Number(id));
    assert_eq!(refusal(claim().await).code, "too-early-to-claim");
    assert_eq!(refusal(desk.host.claim(asker(ANN), Which::Number(id)).await).code, "nothing-to-claim-on-your-turn");
    assert_eq!(refusal(desk.host.claim(asker(UserId(5)), Which::Number(id)).await).code, "not-a-player");
    desk.pass(11 * 24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 0), "Ann is warned");
    desk.pass(3 * 24 + 1).await;
    desk.restart().await;
    desk.pass(24).await;
    assert_eq!((desk.count("reminder 4"), desk.count("claim 4")), (1, 1), "Bob is told once");
    assert_eq!(desk.outcome(id).await, None, "nothing ends by itself");
    desk.host.claim(asker(BOB), Which::Number(id)).await.unwrap();
    assert_eq!(desk.outcome(id).await, Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }));
}
