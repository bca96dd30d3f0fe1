//! A stage for a story: a playground's Discord, and the real bot as a process of its own that can be killed.

use discord::controls::{Control, PersonalAction, SettingChoice};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use games::AnyPosition;
use games::board::Move;
use playground::{ActivitySettings, Playground, Settings, ids};
use serde_json::Value;
use sqlx::SqlitePool;
use tempfile::TempDir;

use super::cable::Cable;
use super::looking::{board_of, says};
use super::{Message, Person, SHORTEST_MATCH, control_of, openapi};

/// An address on which nobody listens yet.
pub fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Sends a signal to a process.
fn signal(name: &str, process: &Child) {
    assert!(Command::new("kill").args([name, &process.id().to_string()]).status().unwrap().success());
}

pub struct TestBot {
    pub playground: Playground,
    folder: TempDir,
    bot: Option<Child>,
    /// Further processes of the bot, the newest last.
    others: Vec<Child>,
    pub database_url: String,
    /// What else the bot finds in its environment.
    settings: Vec<(&'static str, String)>,
    /// How often the bot has connected so far.
    connections: usize,
}

impl TestBot {
    pub async fn start() -> Self {
        Self::start_with(true, None, Vec::new()).await
    }

    /// A stage whose bot keeps its matches in another database than a file of SQLite.
    pub async fn start_on(database_url: String) -> Self {
        Self::start_with(true, Some(database_url), Vec::new()).await
    }

    pub async fn start_without_message_content() -> Self {
        Self::start_with(false, None, Vec::new()).await
    }

    /// A stage on which each of two processes serves its own part of the bot's shards.
    pub async fn start_shards(database_url: String, parts: [&str; 2]) -> Self {
        let [first, second] = parts.map(|it| vec![("PARLOR_SHARDS", it.to_owned())]);
        let mut stage = Self::start_with(true, Some(database_url), first).await;
        stage.settings = second;
        stage.start_another().await;
        stage
    }

    /// The same with its matches in another database.
    pub async fn start_set_on(database_url: String, setting: &'static str, value: &str) -> Self {
        Self::start_with(true, Some(database_url), vec![(setting, value.to_owned())]).await
    }

    /// A stage of two processes, of which the first one finds something more in its environment.
    pub async fn start_two(database_url: String, setting: &'static str, value: &str) -> Self {
        let mut stage = Self::start_set_on(database_url, setting, value).await;
        stage.settings.clear();
        stage.start_another().await;
        stage
    }

    /// A stage whose playground is set up in another way.
    pub async fn start_in(settings: Settings) -> Self {
        Self::start_on_playground(settings, None, Vec::new()).await
    }

    /// A stage whose bot finds something more in its environment.
    pub async fn start_set(setting: &'static str, value: String) -> Self {
        Self::start_with(true, None, vec![(setting, value)]).await
    }

    /// A stage whose bot serves boards to touch.
    pub async fn start_with_boards(database_url: Option<String>) -> Self {
        let address = free_address();
        let settings = vec![("PARLOR_PUBLIC_URL", format!("http://{address}")), ("PARLOR_WEB_ADDR", address)];
        Self::start_with(true, database_url, settings).await
    }

    /// The same where people reach the boards by a cable of their own.
    pub async fn start_with_boards_behind_cable() -> (Self, Cable) {
        let address = free_address();
        let cable = Cable::to(&format!("http://{address}")).await;
        let settings = vec![("PARLOR_PUBLIC_URL", cable.url.clone()), ("PARLOR_WEB_ADDR", address)];
        (Self::start_with(true, None, settings).await, cable)
    }

    /// The same where the application has Activities.
    pub async fn start_with_activity() -> Self {
        let address = free_address();
        let origin = format!("http://{address}");
        let app = ActivitySettings::at(&origin);
        let settings = vec![
            ("DISCORD_CLIENT_SECRET", app.secret.clone()),
            ("DISCORD_CLIENT_ID", ids::BOT.to_string()),
            ("PARLOR_ACTIVITY", "1".to_owned()),
            ("PARLOR_PUBLIC_URL", origin),
            ("PARLOR_WEB_ADDR", address),
        ];
        Self::start_on_playground(Settings { activity: Some(app), ..Settings::default() }, None, settings).await
    }

    /// Where the newest process serves its boards.
    pub fn boards_origin(&self) -> String {
        self.settings.iter().find(|it| it.0 == "PARLOR_PUBLIC_URL").unwrap().1.clone()
    }

    /// Where its boards can be touched from now on; the next process serves them elsewhere.
    pub fn serve_boards_elsewhere(&mut self) {
        let address = free_address();
        self.settings = vec![("PARLOR_PUBLIC_URL", format!("http://{address}")), ("PARLOR_WEB_ADDR", address)];
    }

    async fn start_with(
        message_content: bool,
        database_url: Option<String>,
        settings: Vec<(&'static str, String)>,
    ) -> Self {
        let playground = Settings { message_content, ..Settings::default() };
        Self::start_on_playground(playground, database_url, settings).await
    }

    async fn start_on_playground(
        playground: Settings,
        database_url: Option<String>,
        settings: Vec<(&'static str, String)>,
    ) -> Self {
        let playground = Playground::start(playground).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = format!("sqlite://{}/bot.db", folder.path().display());
        let database_url = database_url.unwrap_or(file);
        let mut stage =
            Self { playground, folder, bot: None, others: Vec::new(), database_url, settings, connections: 0 };
        stage.restart().await;
        stage
    }

    pub fn person(&self, name: &str) -> Person {
        Person::of(&self.playground, name)
    }

    /// Ann, who is Black, and Bob begin match 1, of Lines of Action.
    pub async fn begin(&self, terms: &str) -> (Person, Person) {
        let (ann, bob) = (self.person("Ann"), self.person("Bob"));
        ann.say(&format!("!challenge @Bob loa {terms} black")).await;
        let offer = bob.wait_for("the challenge", says("challenges you to")).await;
        bob.press(&offer, "Accept").await;
        ann.wait_for("the first board", board_of("loa", 1, 0)).await;
        (ann, bob)
    }

    /// The same two play the shortest match to its end, which Ann wins; its last board.
    pub async fn play_shortest(&self) -> (Person, Person, Message) {
        let (ann, bob) = self.begin("casual").await;
        for (ply, mv) in SHORTEST_MATCH.iter().enumerate() {
            ann.wait_for("the board", board_of("loa", 1, ply)).await;
            [&ann, &bob][ply % 2].say(&format!("!move {mv}")).await;
        }
        let last = ann.wait_for("the last board", board_of("loa", 1, SHORTEST_MATCH.len())).await;
        (ann, bob, last)
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("bot.log")
    }

    /// What the bot has logged, in all its lives.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Starts the bot, and waits until it is connected and has registered its commands.
    pub async fn restart(&mut self) {
        self.bot = Some(self.spawn());
        self.until_connected().await;
    }

    /// Starts one more process of the bot.
    pub async fn start_another(&mut self) {
        let another = self.spawn();
        self.others.push(another);
        self.until_connected().await;
    }

    /// Starts one more process of the bot, with a way of its own to the database.
    pub async fn start_another_by(&mut self, database_url: &str) {
        let another = self.command().env("DATABASE_URL", database_url).spawn().unwrap();
        self.others.push(another);
        self.until_connected().await;
    }

    /// Starts one more process of the bot, with a way of its own to Discord's REST.
    pub async fn start_another_on(&mut self, way: &str) {
        let another = self.command().env("DISCORD_API_BASE", way).spawn().unwrap();
        self.others.push(another);
        self.until_connected().await;
    }

    /// Starts a process that does what is due and hears nothing.
    pub fn start_worker(&mut self, http_address: &str) {
        let discord = self.playground.url();
        self.start_worker_by(http_address, &discord);
    }

    /// The same for one that has a way of its own to Discord's REST.
    pub fn start_worker_by(&mut self, http_address: &str, way: &str) {
        let mut worker = self.command();
        worker.env("PARLOR_HTTP_ADDR", http_address).env("DISCORD_API_BASE", way).arg("worker");
        self.others.push(worker.spawn().unwrap());
    }

    /// Kills the oldest process; the next one takes its place.
    pub async fn kill_first(&mut self) {
        self.kill().await;
        self.bot = Some(self.others.remove(0));
    }

    /// Kills the newest process.
    pub fn kill_newest(&mut self) {
        if let Some(mut newest) = self.others.pop() {
            newest.kill().unwrap();
            newest.wait().unwrap();
        }
    }

    /// Lets the newest process stand still.
    pub fn hold_newest(&self) {
        signal("-STOP", self.others.last().unwrap());
    }

    /// Lets all processes go on that stood still.
    pub fn release(&self) {
        for process in self.bot.iter().chain(&self.others) {
            signal("-CONT", process);
        }
    }

    /// Asks the oldest process to stop, and waits until it has; the next one takes its place.
    pub async fn terminate_first(&mut self) {
        self.terminate();
        if let Some(mut bot) = self.bot.take() {
            assert!(bot.wait().unwrap().success(), "the bot says:\n{}", self.log());
        }
        self.bot = Some(self.others.remove(0));
    }

    fn spawn(&self) -> Child {
        self.command().spawn().unwrap()
    }

    /// The bot as a process, with its settings.
    fn command(&self) -> Command {
        let log = std::fs::File::options().create(true).append(true).open(self.log_file()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command
            .env("DISCORD_TOKEN", self.playground.token())
            .env("DISCORD_API_BASE", self.playground.url())
            .env("DATABASE_URL", &self.database_url)
            .env("PARLOR_ENGINE_THREADS", "1")
            .env("PARLOR_ENGINE_PAUSES", "off")
            // The people of stories are faster than people.
            .env("PARLOR_COMMANDS_PER_MINUTE", "100000")
            .env_remove("RUST_LOG")
            .env("NO_COLOR", "1")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path())
            .stderr(Stdio::from(log));
        command
    }

    async fn until_connected(&mut self) {
        self.connections += 1;
        let commands = |stage: &Self| {
            let requests = stage.playground.requests();
            requests
                .iter()
                .filter(|it| it.method == "PUT" && it.path.ends_with("/commands") && it.status == 200)
                .count()
        };
        self.until("the bot is connected", || async { commands(self) >= self.connections }).await;
    }

    /// Where the bot keeps its matches.
    pub fn database_url(&self) -> &str {
        &self.database_url
    }

    /// Asks the bot to stop, as a service manager does.
    pub fn terminate(&self) {
        signal("-TERM", self.bot.as_ref().unwrap());
    }

    /// Waits until the bot has ended, which takes less than ten seconds.
    pub async fn ends(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.bot.as_mut().unwrap().try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "it goes on:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Kills the bot as a power cut would.
    pub async fn kill(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            bot.kill().unwrap();
            bot.wait().unwrap();
        }
    }

    /// Waits up to thirty seconds until something holds.
    pub async fn until<F: Future<Output = bool>>(&self, what: &str, holds: impl Fn() -> F) {
        let start = Instant::now();
        while !holds().await {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{what}: not within 30 s; the bot says:\n{}",
                self.log()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn execute(&self, sql: &'static str, value: &str) {
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        sqlx::query(sql).bind(value).execute(&pool).await.unwrap();
        pool.close().await;
    }

    /// Lets the bot not know which messages are the cards of challenges, as if it had been killed before noting that.
    pub async fn forget_cards(&self) {
        self.execute("UPDATE challenges SET message_id = NULL WHERE $1 = ''", "").await;
    }

    /// Lets the time of every open challenge be over.
    pub async fn expire_challenges(&self) {
        self.execute("UPDATE challenges SET expires_at = 1, due_at = 1 WHERE state = 'open' AND $1 = ''", "").await;
    }

    /// Lets eleven days pass in every match under way: three quarters of the time that there is without a clock.
    pub async fn let_matches_rest(&self) {
        self.age_matches(11).await;
    }

    /// What a statement counts.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        let count = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
        pool.close().await;
        count
    }

    /// Drops the notes of all reminders, as if the bot had been killed just before it made them.
    pub async fn forget_reminders(&self) {
        const SQL: &str = "UPDATE matches SET due_at = 0, details = json_remove(details, '$.reminders.reminded', \
                           '$.reminders.reminded_at', '$.reminders.departure_told') WHERE reason IS NULL AND $1 = ''";
        self.execute(SQL, "").await;
    }

    /// Puts an open challenge of `one` to `other` into the database that a crash has kept from being shown.
    pub async fn add_unshown_challenge(&self, one: &Person, other: &Person) {
        const SQL: &str = "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, \
                           rated, expires_at, created_at, due_at) VALUES ($1, $2, $3, $4, 'loa:classic', 'first', TRUE, $5, 0, 1)";
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        let ids = [ids::GUILD, one.channel, one.id, other.id, 4_102_444_800_000].map(|it| it as i64);
        ids.iter().fold(sqlx::query(SQL), |query, id| query.bind(*id)).execute(&pool).await.unwrap();
        pool.close().await;
    }

    /// How often the bot has said something. Of refusals to one person, the last one alone stays.
    pub fn said(&self, what: &str) -> usize {
        let requests = self.playground.requests().into_iter().filter(|it| it.status < 300);
        // A promised answer is an edit.
        let said = requests.filter(|it| it.method == "POST" || it.path.ends_with("@original"));
        said.filter(|it| it.body["content"].as_str().is_some_and(|it| it.contains(what))).count()
    }

    /// Puts a match of `one` and `other` into the database that was given up by the second player after these moves.
    pub async fn add_ended_match(&self, one: &Person, other: &Person, ruleset: &str, moves: &[String]) {
        const MATCH: &str = "INSERT INTO matches (id, guild_id, channel_id, game, ruleset, first_seat, second_seat, \
                             rated, ply, reason, winner, shown_plies, shown_revision, created_at, updated_at) \
                             VALUES (1, $1, $2, $3, $4, $5, $6, FALSE, $7, 'resigned', 'first', $7, 0, 0, 0)";
        const MOVE: &str = "INSERT INTO moves (match_id, ply, text, played_at) VALUES (1, $1, $2, 0)";
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        let seat = |person: &Person| format!("user:{}", person.id);
        let game = ruleset.split([':', ' ']).next().unwrap_or_default();
        let query = sqlx::query(MATCH).bind(ids::GUILD as i64).bind(one.channel as i64).bind(game).bind(ruleset);
        let query = query.bind(seat(one)).bind(seat(other)).bind(moves.len() as i64);
        let mut transaction = pool.begin().await.unwrap();
        query.execute(&mut *transaction).await.unwrap();
        for (ply, text) in moves.iter().enumerate() {
            sqlx::query(MOVE).bind(ply as i64).bind(text).execute(&mut *transaction).await.unwrap();
        }
        transaction.commit().await.unwrap();
        pool.close().await;
    }

    /// Counts the first match, which was rated and is over, so many times more in the history of ratings.
    pub async fn repeat_rated_match(&self, times: u32) {
        const MATCHES: &str = "INSERT INTO matches (id, guild_id, channel_id, game, ruleset, first_seat, second_seat, rated, ply, \
                               reason, winner, shown_plies, shown_revision, created_at, updated_at) \
                               SELECT 1000 + (SELECT COUNT(*) FROM matches), NULL, 1, game, ruleset, first_seat, second_seat, TRUE, \
                               0, reason, winner, 0, 0, 0, 0 FROM matches WHERE id = 1 AND $1 = ''";
        const CHANGES: &str = "INSERT INTO rating_changes SELECT (SELECT MAX(id) FROM matches), player_id, rating_before, \
                               deviation_before, volatility_before, rating_after, deviation_after, volatility_after \
                               FROM rating_changes WHERE match_id = 1 AND $1 = ''";
        for _ in 0..times {
            self.execute(MATCHES, "").await;
            self.execute(CHANGES, "").await;
        }
    }

    /// The same on PostgreSQL.
    pub async fn retry_now_on(&self, url: &str) {
        let pool = sqlx::PgPool::connect(url).await.unwrap();
        sqlx::query("UPDATE matches SET due_at = 0 WHERE due_at IS NOT NULL").execute(&pool).await.unwrap();
        pool.close().await;
    }

    /// Lets all matches have rested for so many days more.
    pub async fn age_matches(&self, days: i64) {
        const SQL: &str = "UPDATE matches SET updated_at = updated_at - $1, clock_since = clock_since - $1, due_at = 0, \
                           details = CASE WHEN json_extract(details, '$.reminders.reminded_at') IS NULL THEN details \
                           ELSE json_set(details, '$.reminders.reminded_at', json_extract(details, '$.reminders.reminded_at') - $1 / 1000) END \
                           WHERE reason IS NULL AND NOT EXISTS (SELECT 1 FROM matches WHERE reason IS NULL AND lease_until > 0)";
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        // Whoever is still doing something in a match would look at it again only when it says so.
        let aged = || async {
            let done = sqlx::query(SQL).bind(days * 24 * 3_600_000).execute(&pool).await.unwrap();
            done.rows_affected() > 0
        };
        self.until("the matches are at rest", aged).await;
        pool.close().await;
    }

    /// Lets every match have been begun by other rules than this program's.
    pub async fn change_rules(&self) {
        const SQL: &str = "UPDATE matches SET rules_version = 99 \
                           WHERE NOT EXISTS (SELECT 1 FROM matches WHERE lease_until > 0)";
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        let changed = || async { sqlx::query(SQL).execute(&pool).await.unwrap().rows_affected() > 0 };
        self.until("the matches are at rest", changed).await;
        pool.close().await;
    }

    /// Lets the first board of every match be owed whose people and channels are numbered from there on.
    pub async fn owe_made_up_boards(&self, first: u64) {
        const SQL: &str = "UPDATE matches SET due_at = id, shown_revision = NULL, board_message = NULL \
                           WHERE reason IS NULL AND channel_id >= CAST($1 AS INTEGER)";
        self.execute(SQL, &first.to_string()).await;
    }

    /// Lets every board that could not be shown be tried again now.
    pub async fn retry_now(&self) {
        self.execute("UPDATE matches SET due_at = 0 WHERE due_at IS NOT NULL AND $1 = ''", "").await;
    }

    /// Lets whoever has moved look away since: as if that had been an hour ago.
    pub async fn look_away(&self) {
        const SQL: &str = "UPDATE matches SET details = json_remove(details, '$.presence') WHERE $1 = ''";
        self.execute(SQL, "").await;
    }

    /// Lets all tokens of interactions be too old to be used.
    pub async fn expire_answer_tokens(&self) {
        // The last interaction may still be being noted.
        for _ in 0..2 {
            self.execute("UPDATE answer_tokens SET expires_at = 1 WHERE $1 = ''", "").await;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Lets the cards of closed challenges that still have controls be looked at now.
    pub async fn close_cards_now(&self) {
        self.execute("UPDATE challenges SET due_at = 1 WHERE due_at > 1 AND state <> 'open' AND $1 = ''", "").await;
    }

    /// Puts a rated player of that name into the database, as Discord may have sent it.
    pub async fn add_rated_player(&self, name: &str) {
        const MEET: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, 0)";
        const RATE: &str = "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility, listed, rated_at) \
                            VALUES ($1, 'loa', $2, 1500, 350, 0.06, TRUE, 9000000000000)";
        let pool = SqlitePool::connect(&self.database_url).await.unwrap();
        let stranger = 77_i64;
        sqlx::query(MEET).bind(stranger).bind(name).execute(&pool).await.unwrap();
        sqlx::query(RATE).bind(stranger).bind(ids::GUILD as i64).execute(&pool).await.unwrap();
        pool.close().await;
    }

    /// Ends the story: everything the bot sent was as Discord's own description wants it, and nothing went wrong.
    pub async fn finish(self) {
        self.finish_allowing(&[]).await;
    }

    /// Ends a story in which posting was forbidden for a while.
    pub async fn finish_with_denials(self) {
        self.finish_allowing(&[403]).await;
    }

    /// Ends a story in which somebody has been looked for who is not there anymore.
    pub async fn finish_with_absentees(self) {
        self.finish_allowing(&[404]).await;
    }

    pub async fn finish_allowing(mut self, statuses: &[u16]) {
        let requests = self.playground.requests();
        let violations = openapi::violations(&requests);
        assert!(violations.is_empty(), "against Discord's description:\n{}", violations.join("\n"));
        let expected_404 = |path: &str| path.ends_with("/users/999999999999999999");
        let refused: Vec<String> = requests
            .iter()
            .filter(|it| it.status >= 400 && !it.spoiled && !statuses.contains(&it.status) && !expected_404(&it.path))
            .map(|it| format!("{} {} answered {}: {}", it.method, it.path, it.status, it.body))
            .collect();
        assert!(refused.is_empty(), "Discord refused:\n{}", refused.join("\n"));
        let log = self.log();
        assert!(!log.contains("ERROR") && !log.contains("panicked"), "the bot says:\n{log}");
        assert!(!log.contains(self.playground.token()), "the token is logged:\n{log}");
        self.kill().await;
        self.playground.stop();
    }
}

impl Drop for TestBot {
    fn drop(&mut self) {
        for mut bot in self.bot.take().into_iter().chain(self.others.drain(..)) {
            let _ = bot.kill();
            let _ = bot.wait();
        }
    }
}

impl Person {
    /// Gives a match up, by whichever question is asked first; the board that shows the end.
    pub async fn give_up(&self, id: u32) -> Message {
        let last = self.last_id().await;
        self.say(&format!("!resign #{id}")).await;
        let asks = |it: &Message| it.id > last && it.author.bot && it.labels().iter().any(|it| it.starts_with("Yes, "));
        let question = self.wait_for("the question", asks).await;
        self.press(&question, question.labels()[0]).await;
        let ends = |it: &Message| it.content.contains(&format!(" #{id} ")) && it.content.contains("🏁");
        self.wait_for("the end", ends).await
    }

    /// Chooses a value in the panel of settings; the panel, which has changed.
    pub async fn choose_setting(&self, panel: &Message, choice: SettingChoice, value: &str) -> Message {
        let is_wanted =
            |it: &Control| matches!(it, Control::Person { action: PersonalAction::Set(set), .. } if *set == choice);
        let (control, _) = panel.menus().into_iter().find(|it| is_wanted(&it.0)).unwrap();
        self.choose(panel, &control, value).await;
        let is_chosen = |it: &Message| {
            // Other menus may have a value of that name, too.
            let is_it = |it: &&Value| control_of(it).as_ref() == Some(&control);
            let mut options = it.parts().filter(is_it).flat_map(|it| it["options"].as_array().into_iter().flatten());
            it.id == panel.id && options.any(|it| it["value"] == value && it["default"] == true)
        };
        self.wait_for("the panel with what was chosen", is_chosen).await
    }

    /// The newest message that this person sees; empty before the first.
    pub async fn last_id(&self) -> String {
        self.messages().await.last().map(|it| it.id.clone()).unwrap_or_default()
    }

    /// A message as it is now.
    pub async fn message(&self, id: &str) -> Option<Message> {
        self.messages().await.into_iter().find(|it| it.id == id)
    }

    /// A message that may or may not come within some time.
    pub async fn eventually(&self, patience: Duration, fits: impl Fn(&Message) -> bool) -> Option<Message> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(found) = self.messages().await.into_iter().rev().find(|it| fits(it)) {
                return Some(found);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }
}

impl Message {
    /// Whether the button or menu with that control stands under it.
    pub fn has_control(&self, control: &Control) -> bool {
        self.parts().any(|it| control_of(it).as_ref() == Some(control))
    }
}

/// Plays the last move that a board names.
pub fn catch_up(position: &mut dyn AnyPosition, board: &Message) {
    let text = board.content.rsplit("played **").next().filter(|_| board.content.contains("played **"));
    let passed = board.content.rfind("passed.") > board.content.rfind("played **");
    let text = text.and_then(|it| it.split("**").next()).filter(|_| !passed).unwrap_or("pass");
    let mv = position.read(text).unwrap_or_else(|error| panic!("{text}: {error:?} in {}", board.content));
    position.play(mv).unwrap();
}

/// A move that wins if one does, and otherwise does not let the opponent win at once, if possible.
pub fn good_move(position: &dyn AnyPosition) -> Move {
    let mover = position.to_move();
    let after = |it: Move| {
        let mut next = position.clone_position();
        next.play(it).unwrap();
        next
    };
    let legal = position.legal();
    let wins = |next: &dyn AnyPosition, side| next.outcome().is_some_and(|it| it.winner == Some(side));
    if let Some(mv) = legal.iter().find(|it| wins(&*after(**it), mover)) {
        return *mv;
    }
    let is_safe = |it: &&Move| {
        let next = after(**it);
        next.legal().into_iter().all(|reply| {
            let mut last = next.clone_position();
            last.play(reply).unwrap();
            !wins(&*last, mover.other())
        })
    };
    *legal.iter().find(is_safe).unwrap_or(&legal[0])
}

/// A legal move that ends nothing.
pub fn quiet_move(position: &dyn AnyPosition, choice: u64) -> Move {
    let ends = |it: &&Move| {
        let mut next = position.clone_position();
        next.play(**it).unwrap();
        next.outcome().is_none()
    };
    let legal = position.legal();
    let quiet: Vec<&Move> = legal.iter().filter(ends).collect();
    *quiet[choice as usize * 7 % quiet.len()]
}
