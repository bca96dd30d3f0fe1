//! The use cases over a real database, with an announcer that only notes what it is told; time is moved by the test.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use games::board::Move;
use games::{Outcome, Refusal};
use jiff::{SignedDuration, Timestamp};
use play::daily::DailyPuzzle;
use play::decide::MoveInput;
use play::jobs::{Jobs, Urgency};
use play::ports::{
    Analyst, AnalystError, AnnounceError, Backlog, BoardAnnouncer, CardAnnouncer, ChangeSignal, Clock, Demand, Dice,
    DueRow, DueSignal, DueTable, MatchLimits, NoticeAnnouncer, Opponent, OpponentError, PlaceLookup, Post, Quotas,
    Showed, Situation, Store, ThreadAnnouncer, Unreachable, UsedUp, Visibility,
};
use play::preferences::Notices;
use play::reminders::Reminder;
use play::showing::Showing;
use play::threads::Opened;
use play::votes::PlaceNames;
use play::{
    Agreement, Asker, Assessment, Board, Challenge, ChannelId, Core, Delivery, GuildId, Host, HostError, Match,
    MatchChoice, MatchId, MessageId, Names, NewMatch, OfferKind, Place, PlayPolicy, Ports, Seat, Shard, SideChoice,
    Terms, UserId, deadlines,
};
use tempfile::TempDir;
use tokio::sync::{Barrier, Notify, Semaphore};

pub const ANN: UserId = UserId(101);
pub const BOB: UserId = UserId(102);
pub const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };

/// A clock that goes only where it is put, and a pause that takes no time.
pub struct TestClock(pub Mutex<Timestamp>);

#[async_trait]
impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }

    async fn sleep(&self, _: Duration) {}
}

/// What was said, in order.
#[derive(Default)]
pub struct Told {
    said: Mutex<Vec<String>>,
    /// How the last board was shown.
    pub showing: Mutex<Showing>,
    /// The channel whose boards take long, and what ends that.
    pub slow: Mutex<Option<(ChannelId, Arc<Semaphore>)>>,
    /// Whether people take no direct messages.
    pub is_closed: AtomicBool,
    /// Whether messages cannot be changed at the moment.
    pub keeps_old_boards: AtomicBool,
    /// The boards of which one line is left.
    pub retired: Mutex<Vec<MessageId>>,
    /// The message that stands for a row, posted although nobody heard of it.
    pub unheard: Mutex<Option<MessageId>>,
    /// Until when somebody has to move, as the last reminder said of its first match.
    pub has_until: Mutex<Option<Timestamp>>,
    /// Why nothing can be posted that stands for a row, if nothing can.
    pub posts_nothing: Mutex<Option<AnnounceError>>,
    /// Why no card can be closed.
    pub closes_no_card: Mutex<Option<AnnounceError>>,
    /// Why nothing can be looked for that stands for a row.
    pub finds_no_post: Mutex<Option<AnnounceError>>,
    /// Who has left the server.
    pub gone: Mutex<Option<UserId>>,
    /// Whether the chat doesn't say who is in a server.
    pub knows_no_members: AtomicBool,
    /// Whether no place exists anymore.
    pub places_are_gone: AtomicBool,
    /// The kind of post that is refused, if one is.
    pub refused_kind: Mutex<Option<&'static str>>,
    /// Whether no board can be made.
    pub makes_no_boards: AtomicBool,
    /// Why no board can be shown, if none can.
    pub shows_no_board: Mutex<Option<AnnounceError>>,
    /// Why nobody can be reminded where a match is played.
    pub reminds_nobody: Mutex<Option<AnnounceError>>,
    /// The match whose boards make whoever draws them panic.
    pub panics_over: Mutex<Option<MatchId>>,
}

impl Told {
    fn tell(&self, what: String) -> MessageId {
        let mut said = self.said.lock().unwrap();
        said.push(what);
        MessageId(said.len() as u64)
    }

    /// What is told directly, unless that is turned away.
    fn tell_directly(&self, what: String) -> Result<(), AnnounceError> {
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(AnnounceError::Closed(Unreachable::Refused("no direct messages".into())));
        }
        self.tell(what);
        Ok(())
    }
}

#[async_trait]
impl BoardAnnouncer for Told {
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError> {
        let panics_over = *self.panics_over.lock().unwrap();
        if panics_over == Some(board.current.id) {
            self.tell(format!("panic {}", board.current.version()));
            panic!("a story wants a panic here");
        }
        if self.makes_no_boards.load(Ordering::SeqCst) {
            self.tell(format!("no board {}", board.current.version()));
            return Err(AnnounceError::Unmade("no room for the picture".into()));
        }
        if let Some(error) = self.shows_no_board.lock().unwrap().clone() {
            self.tell(format!("no board {}", board.current.version()));
            return Err(error);
        }
        let slow = self.slow.lock().unwrap().clone().filter(|it| it.0 == board.current.place.channel);
        if let Some((_, gate)) = slow {
            drop(gate.acquire().await);
        }
        let id = self.tell(format!("board {}", board.current.version()));
        *self.showing.lock().unwrap() = showing.clone();
        Ok(Showed::Now(showing.edit.map_or(id, |it| it.message)))
    }

    async fn retire_board(&self, _: &Match, message: MessageId, _: u32) -> Result<(), AnnounceError> {
        if self.keeps_old_boards.load(Ordering::SeqCst) {
            return Err(AnnounceError::Later("an outage".into()));
        }
        self.retired.lock().unwrap().push(message);
        Ok(())
    }

    async fn remove_board(&self, _: Place, _: MessageId) -> Result<(), AnnounceError> {
        Ok(())
    }
}

#[async_trait]
impl NoticeAnnouncer for Told {
    async fn tell_turn(&self, board: &Board, _: UserId, _: MessageId) -> Result<(), AnnounceError> {
        self.tell_directly(format!("turn {}", board.current.version()))
    }

    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError> {
        *self.has_until.lock().unwrap() = deadlines::deadline(&reminder.boards[0]).map(|it| it.over_at);
        let what = match reminder.boards {
            [only] => format!("reminder {}", only.current.version()),
            several => format!("digest of {}", several.len()),
        };
        let what = if reminder.is_silent { format!("silent {what}") } else { what };
        match reminder.place {
            None => self.tell_directly(format!("direct {what}"))?,
            Some(_) => {
                if let Some(error) = self.reminds_nobody.lock().unwrap().clone() {
                    return Err(error);
                }
                self.tell(what);
            }
        }
        Ok(reminder.boards.iter().map(|it| it.current.id).collect())
    }

    async fn tell_departure(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        let how = if notices == Notices::Ping { "" } else { "quiet " };
        self.tell(format!("{how}left {}", board.current.version()));
        Ok(())
    }

    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        let how = if notices == Notices::Ping { "" } else { "quiet " };
        self.tell(format!("{how}claim {}", board.current.version()));
        Ok(())
    }
}

#[async_trait]
impl CardAnnouncer for Told {
    async fn post_once(&self, post: Post<'_>) -> Result<MessageId, AnnounceError> {
        // The name of its kind, which `Debug` puts before what it is about.
        let kind = format!("{post:?}").split('(').next().unwrap_or_default().to_lowercase();
        let refused = (*self.refused_kind.lock().unwrap() == Some(&*kind))
            .then(|| AnnounceError::Closed(Unreachable::Refused("no".into())));
        if let Some(error) = refused.or_else(|| self.posts_nothing.lock().unwrap().clone()) {
            self.tell(format!("no {kind}"));
            return Err(error);
        }
        Ok(self.tell(kind))
    }

    async fn find_post(&self, _: Post<'_>, _: Timestamp) -> Result<Option<MessageId>, AnnounceError> {
        let mut refusal = self.finds_no_post.lock().unwrap();
        if let Some(error) = refusal.clone() {
            // A channel that is gone is not asked again for a while.
            *refusal =
                Some(if matches!(error, AnnounceError::Closed(_)) { AnnounceError::Withheld } else { error.clone() });
            return Err(error);
        }
        Ok(*self.unheard.lock().unwrap())
    }

    async fn close_challenge(&self, challenge: &Challenge, _: Option<ChannelId>) -> Result<(), AnnounceError> {
        if self.keeps_old_boards.load(Ordering::SeqCst) {
            return Err(AnnounceError::Later("an outage".into()));
        }
        if let Some(error) = self.closes_no_card.lock().unwrap().clone() {
            return Err(error);
        }
        let message = challenge.message.expect("there is a message to be changed");
        self.tell(format!("card {message:?} {:?}", challenge.state));
        Ok(())
    }

    async fn update_daily(&self, puzzle: &DailyPuzzle, message: MessageId) -> Result<(), AnnounceError> {
        let (state, card) = (if puzzle.is_over { "solution, solved by" } else { "solved by" }, &puzzle.card);
        self.tell(format!("daily {} {message:?} in {} {state} {}", card.day, card.channel.0, card.solved));
        Ok(())
    }
}

#[async_trait]
impl ThreadAnnouncer for Told {
    async fn open_thread(&self, _: &Board, _: &Names, _: Option<&Challenge>) -> Result<Opened, AnnounceError> {
        Ok(Opened::Here)
    }

    async fn add_to_thread(&self, _: Place, _: UserId) -> Result<(), AnnounceError> {
        Ok(())
    }

    async fn update_thread_title(&self, _: &Board, _: &Names) {}

    async fn close_thread(&self, _: &Board, _: &Names) -> Result<Option<Duration>, AnnounceError> {
        Ok(None)
    }
}

#[async_trait]
impl PlaceLookup for Told {
    async fn is_gone(&self, _: Place) -> bool {
        self.places_are_gone.load(Ordering::SeqCst)
    }

    async fn visibility(&self, _: Place, user: UserId) -> Option<Visibility> {
        let has_left = *self.gone.lock().unwrap() == Some(user);
        Some(if has_left { Visibility::NotInServer } else { Visibility::Visible })
    }

    async fn names(&self, place: Place) -> PlaceNames {
        let server = place.guild.map(|it| format!("Server {}", it.0));
        PlaceNames { channel: Some(format!("#channel-{}", place.channel.0)), server }
    }

    async fn has_left(&self, current: &Match) -> Result<bool, AnnounceError> {
        if self.knows_no_members.load(Ordering::SeqCst) {
            return Err(AnnounceError::Later("who is in the server is not known".into()));
        }
        let gone = *self.gone.lock().unwrap();
        Ok(gone.is_some() && current.seat(current.to_move()).user() == gone)
    }
}

/// An opponent that plays whatever is legal first, at once or never.
#[derive(Default)]
pub struct Thinker {
    /// Whether it thinks until it is stopped, or is to answer.
    pub is_slow: AtomicBool,
    /// Why it finds no move, if it finds none.
    pub fault: Mutex<Option<OpponentError>>,
    /// How often it was asked.
    pub asked: AtomicU32,
    pub begins: Notify,
    pub answers: Notify,
    stops: Notify,
}

#[async_trait]
impl Opponent for Thinker {
    async fn choose(&self, situation: Situation, _: u8) -> Result<Move, OpponentError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if let Some(fault) = self.fault.lock().unwrap().clone() {
            return Err(fault);
        }
        if self.is_slow.load(Ordering::SeqCst) {
            self.begins.notify_one();
            tokio::select! {
                () = self.stops.notified() => return Err(OpponentError::Failed("it was stopped".into())),
                () = self.answers.notified() => {}
            }
        }
        let mut position = games::open(&situation.ruleset, None).unwrap();
        situation.moves.into_iter().for_each(|it| position.play(it).unwrap());
        Ok(position.legal()[0])
    }

    fn forget(&self, _: MatchId) {
        self.stops.notify_one();
    }
}

/// An analyst that answers two at a time, and has nothing to say.
pub struct Adviser {
    both_have_asked: Barrier,
}

#[async_trait]
impl Analyst for Adviser {
    async fn study(&self, _: Situation) -> Result<Arc<Assessment>, AnalystError> {
        self.both_have_asked.wait().await;
        Ok(Arc::new(Assessment { chance: 0.5, candidates: Vec::new() }))
    }

    async fn survey(&self, _: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError> {
        Err(AnalystError::Busy)
    }

    async fn cached_survey(&self, _: &Situation) -> Option<Arc<Vec<Assessment>>> {
        None
    }
}

/// In these stories nothing is left to chance, and nobody asks too much.
pub struct Nobody;

/// Matches in which something was done, and challenges that were closed.
#[derive(Default)]
pub struct Woken(Mutex<Vec<DueRow>>);

impl ChangeSignal for Nobody {
    fn changed(&self, _: MatchId) {}
}

impl DueSignal for Woken {
    fn wake(&self, row: DueRow) {
        self.0.lock().unwrap().push(row);
    }
}

/// A coin that falls on one side and the other in turn.
#[derive(Default)]
struct Alternating(AtomicBool);

impl Dice for Alternating {
    fn coin(&self) -> bool {
        !self.0.fetch_xor(true, Ordering::SeqCst)
    }

    fn below(&self, _: u32) -> u32 {
        0
    }
}

impl Quotas for Nobody {
    fn take(&self, _: Demand, _: UserId, _: Place) -> Result<(), UsedUp> {
        Ok(())
    }
}

/// The use cases, and all that a story needs to move them.
pub struct TestHost {
    pub host: Host,
    pub delivery: Arc<Delivery>,
    pub jobs: Jobs,
    pub store: Arc<dyn Store>,
    pub clock: Arc<TestClock>,
    pub told: Arc<Told>,
    pub thinker: Arc<Thinker>,
    woken: Arc<Woken>,
    pub folder: TempDir,
    database_url: String,
}

impl TestHost {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database_url = format!("sqlite://{}/time.db", folder.path().display());
        Self::open_in(folder, database_url).await
    }

    /// A desk whose matches are kept in another database than a file of SQLite.
    pub async fn open_on(database_url: String) -> Self {
        Self::open_in(tempfile::tempdir().unwrap(), database_url).await
    }

    async fn open_in(folder: TempDir, database_url: String) -> Self {
        let clock = Arc::new(TestClock(Mutex::new("2026-11-23T12:00Z".parse().unwrap())));
        let (told, woken) = (Arc::new(Told::default()), Arc::new(Woken::default()));
        let thinker = Arc::new(Thinker::default());
        let (host, delivery, jobs, store) = open(&database_url, &clock, &told, &thinker, &woken).await;
        Self { host, delivery, jobs, store, clock, told, thinker, woken, folder, database_url }
    }

    /// As after a crash: nothing is left but the database.
    pub async fn restart(&mut self) {
        let (host, delivery, jobs, store) =
            open(&self.database_url, &self.clock, &self.told, &self.thinker, &self.woken).await;
        self.host = host;
        self.delivery = delivery;
        self.jobs = jobs;
        self.store = store;
    }

    /// Ann and Bob begin a match by a clock; its number.
    pub async fn begin(&self, clock: Option<&str>) -> MatchId {
        self.begin_game("loa", clock, PLACE).await
    }

    /// Where the host keeps its matches.
    pub fn database_url(&self) -> &str {
        &self.database_url
    }

    /// Ann and Bob begin a match of a game somewhere.
    pub async fn begin_game(&self, rules: &str, clock: Option<&str>, place: Place) -> MatchId {
        self.begin_with([Seat::User(ANN), Seat::User(BOB)], rules, clock, place).await
    }

    /// A match begins somewhere; its number.
    pub async fn begin_with(&self, seats: [Seat; 2], rules: &str, clock: Option<&str>, place: Place) -> MatchId {
        let agreement = Agreement { clock: clock.map(|it| it.parse().unwrap()), hints: false, thread: None };
        let ruleset = games::read_ruleset(rules).unwrap();
        let begun = NewMatch { rated: true, agreement, ..NewMatch::casual(place, ruleset, seats) };
        let id = self.store.begin_match(&begun, None, MatchLimits::NONE, self.clock.now()).await.unwrap();
        self.show_due(id).await;
        id
    }

    /// Lets hours pass, with a look at what is due every quarter of an hour.
    pub async fn pass(&self, hours: i64) {
        for _ in 0..4 * hours {
            self.wait(SignedDuration::from_mins(15));
            self.look().await;
        }
    }

    /// Lets time pass in which nobody looks.
    pub fn wait(&self, time: SignedDuration) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.checked_add(time).unwrap();
    }

    /// A sign of life of the only shard.
    pub async fn beat(&self) {
        self.host.beat(&[Shard { index: 0, total: 1 }]).await.unwrap();
    }

    /// How much is due in a table.
    pub async fn backlog(&self, table: DueTable) -> Backlog {
        self.store.backlog(table, self.clock.now()).await.unwrap()
    }

    pub async fn look(&self) {
        self.beat().await;
        self.look_unheard().await;
    }

    /// Looks at what is due as a process does that hears nobody.
    pub async fn look_unheard(&self) {
        let claimed = self.jobs.claim(1000).await;
        self.show_woken().await;
        for row in claimed {
            self.jobs.work(row, Urgency::InTurn).await;
        }
        // What was done may have woken others.
        self.show_woken().await;
    }

    /// Does what a change has made due, as the process does that has made it.
    pub async fn show_woken(&self) {
        loop {
            let woken = std::mem::take(&mut *self.woken.0.lock().unwrap());
            if woken.is_empty() {
                return;
            }
            for row in woken {
                self.jobs.work(row, Urgency::Now).await;
            }
        }
    }

    /// Shows what is due in a match in which somebody has just acted.
    pub async fn show_due(&self, id: MatchId) {
        self.jobs.work(id.into(), Urgency::Now).await;
    }

    /// Shows what is due in a match in its turn.
    pub async fn show_due_in_turn(&self, id: MatchId) {
        self.jobs.work(id.into(), Urgency::InTurn).await;
    }

    /// Claims the matches that are due.
    pub async fn claim_due(&self) -> Vec<MatchId> {
        claim_due(&*self.store, self.clock.now(), 1000).await
    }

    pub async fn play(&self, user: UserId, id: MatchId, text: &str) -> Result<(), HostError> {
        self.host.play_move(asker(user), MatchChoice::Number(id), MoveInput::typed(text)).await?;
        self.show_due(id).await;
        Ok(())
    }

    /// Ann and Bob agree on a pause.
    pub async fn pause(&self, id: MatchId) {
        for user in [ANN, BOB] {
            self.host.offer(asker(user), MatchChoice::Number(id), OfferKind::Pause).await.unwrap();
        }
        self.look().await;
    }

    pub async fn outcome(&self, id: MatchId) -> Option<Outcome> {
        self.store.find_match(id).await.unwrap().unwrap().outcome
    }

    /// All that was told of late, and is not told again.
    pub fn news(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.said.lock().unwrap())
    }

    /// How often something was told.
    pub fn count(&self, what: &str) -> usize {
        self.told.said.lock().unwrap().iter().filter(|it| *it == what).count()
    }
}

async fn open(
    database_url: &str,
    clock: &Arc<TestClock>,
    told: &Arc<Told>,
    thinker: &Arc<Thinker>,
    woken: &Arc<Woken>,
) -> (Host, Arc<Delivery>, Jobs, Arc<dyn Store>) {
    let store = store::open(database_url).await.unwrap();
    let ports = Ports {
        store: Arc::clone(&store),
        announcer: Arc::clone(told) as _,
        opponent: Arc::clone(thinker) as _,
        analyst: Arc::new(Adviser { both_have_asked: Barrier::new(2) }),
        due: Arc::clone(woken) as _,
        changes: Arc::new(Nobody),
        links: None,
        clock: Arc::clone(clock) as _,
        dice: Arc::<Alternating>::default(),
        quotas: Arc::new(Nobody),
    };
    let policy = PlayPolicy { dead_after: Duration::from_secs(3600), ..PlayPolicy::default() };
    let core = Core::new(ports, policy);
    let delivery = Arc::new(Delivery::new(Arc::clone(&core)));
    let jobs = Jobs::new(Arc::clone(&core), delivery.jobs());
    (Host::new(core), delivery, jobs, store)
}

/// Claims at most `most` of the matches that are due.
pub async fn claim_due(db: &dyn Store, now: Timestamp, most: usize) -> Vec<MatchId> {
    let claimed = db.claim(DueTable::Matches, now, most).await.unwrap();
    claimed.into_iter().map(|it| MatchId(it.id)).collect()
}

pub fn asker(user: UserId) -> Asker {
    Asker { user, channel: PLACE.channel, is_alone: false, origin: None }
}

pub fn refusal<T>(answer: Result<T, HostError>) -> Refusal {
    match answer {
        Err(HostError::Refused(refusal)) => refusal,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("not refused"),
    }
}

/// The terms of a match by some rules, as usual.
pub fn terms(rules: &str) -> Terms {
    Terms {
        ruleset: games::read_ruleset(rules).unwrap(),
        side: SideChoice::Random,
        rated: None,
        agreement: Agreement::default(),
        rematch_of: None,
        origin: None,
    }
}
