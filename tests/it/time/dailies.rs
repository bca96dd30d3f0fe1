//! The puzzle of the day: posted once, counted, and solved the day after.

use jiff::SignedDuration;
use play::daily::{DailySchedule, puzzle_of};
use play::day_time::DayTime;
use play::decide::MoveInput;
use play::ports::{AnnounceError, Clock as _, Unreachable};
use play::puzzles::PuzzlePlace;
use play::{ChannelId, DailySolver, GuildId, MatchChoice, PuzzleStep, ServerSettings, UserId};

use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};
use crate::support::postgres::Postgres;

const GUILD: GuildId = GuildId(7);
const DAILY: &str = "daily";

async fn choose(desk: &TestHost, channel: Option<ChannelId>, hour: u8) {
    let now = desk.clock.now();
    let change = |it: &mut ServerSettings| {
        it.daily.change(channel, DayTime { hour, ..DayTime::default() }, now);
        Ok(())
    };
    desk.host.change_server(GUILD, change).await.unwrap();
}

async fn schedule(desk: &TestHost) -> DailySchedule {
    desk.host.server(Some(GUILD)).await.unwrap().daily
}

/// What was posted last, by its day.
async fn last_day(desk: &TestHost) -> i64 {
    schedule(desk).await.last.unwrap().card.day
}

async fn streak(desk: &TestHost) -> u32 {
    schedule(desk).await.streak
}

/// Lets a day pass, and what is due in it be done.
async fn pass_a_day(desk: &TestHost) {
    desk.wait(SignedDuration::from_hours(24));
    desk.look().await;
}

/// Somebody solves the puzzle of a day, after so many wrong tries; a try in another puzzle meanwhile changes nothing.
async fn solve(desk: &TestHost, user: UserId, day: i64, wrong: usize) {
    desk.store.meet(user, "Ann", desk.clock.now()).await.unwrap();
    let mut place = desk.host.daily_puzzle(asker(user), GUILD, day).await.unwrap().open.place;
    let (_, puzzle) = place.find().unwrap();
    let position = place.position(puzzle).unwrap();
    for mv in position.legal().into_iter().filter(|it| *it != puzzle.line[0]).take(wrong) {
        let step = PuzzleStep::Move(MoveInput::Move(mv));
        desk.host.puzzle_step(asker(user), place.clone(), &step).await.unwrap();
    }
    for mv in puzzle.line.iter().step_by(2) {
        let step = PuzzleStep::Move(MoveInput::Move(*mv));
        place = desk.host.puzzle_step(asker(user), place, &step).await.unwrap().open.place;
    }
    assert!(place.is_done(puzzle));
}

/// A server's puzzle of the day, from a Monday at noon on.
async fn puzzles_come_daily(mut desk: TestHost) {
    // Today's comes at once, and then one every day at nine, whatever is changed after that.
    choose(&desk, Some(ChannelId(71)), 9).await;
    desk.look().await;
    assert_eq!(desk.count(DAILY), 1);
    let first = last_day(&desk).await;
    assert_eq!(
        puzzle_of(first).map(|it| PuzzlePlace::begin(it.0, it.1).id),
        schedule(&desk).await.last.map(|it| it.card.puzzle.id)
    );
    choose(&desk, Some(ChannelId(71)), 9).await;
    desk.restart().await;
    desk.pass(20).await;
    assert_eq!(desk.count(DAILY), 1, "once, although it was chosen again and the bot was restarted");

    // Two people solve it; how many is told, and nothing else.
    solve(&desk, ANN, first, 0).await;
    desk.look().await;
    solve(&desk, BOB, first, 2).await;
    desk.look().await;
    let news = desk.news();
    assert!(news.iter().any(|it| it.starts_with(&format!("daily {first}")) && it.ends_with("solved by 2")), "{news:?}");
    let solvers = desk.store.daily_solvers(GUILD, first).await.unwrap();
    assert_eq!(solvers.iter().map(|it| (it.user, it.tries)).collect::<Vec<_>>(), [(ANN, 1), (BOB, 3)]);

    // The next day: the solution, and the next one. What is said to the old one counts no more.
    let late = desk.host.daily_puzzle(asker(UserId(103)), GUILD, first).await;
    assert!(late.is_err(), "nobody knows that person yet");
    desk.store.meet(UserId(103), "Cid", desk.clock.now()).await.unwrap();
    let late = desk.host.daily_puzzle(asker(UserId(103)), GUILD, first).await.unwrap().open.place;
    desk.wait(SignedDuration::from_hours(2));
    desk.look().await;
    assert_eq!((last_day(&desk).await, streak(&desk).await), (first + 1, 1));
    assert!(desk.news().iter().any(|it| it.contains("solution, solved by 2")));
    let (_, puzzle) = late.find().unwrap();
    let step = PuzzleStep::Move(MoveInput::Move(puzzle.line[0]));
    let told = desk.host.puzzle_step(asker(UserId(103)), late, &step).await.unwrap();
    assert!(told.is_late, "it's said that it doesn't count");
    assert_eq!(desk.store.daily_solvers(GUILD, first).await.unwrap().len(), 2);
    let over = desk.host.daily_puzzle(asker(ANN), GUILD, first).await;
    assert_eq!(refusal(over).code, "daily-over");

    // Who has seen the solution, was at another puzzle, and comes back has found nothing.
    let seen = desk.host.daily_puzzle(asker(ANN), GUILD, first + 1).await.unwrap().open.place;
    desk.host.puzzle_step(asker(ANN), seen, &PuzzleStep::Solution).await.unwrap();
    desk.host.puzzle(asker(ANN), games::find("loa").unwrap().info(), None).await.unwrap();
    solve(&desk, ANN, first + 1, 0).await;
    assert_eq!(desk.store.daily_solvers(GUILD, first + 1).await.unwrap(), []);

    // So many can be pinged, and no more.
    for user in 201..=230 {
        assert!(desk.host.toggle_daily_ping(asker(UserId(user)), GUILD).await.unwrap());
    }
    let full = desk.host.toggle_daily_ping(asker(ANN), GUILD).await;
    assert_eq!(refusal(full.map(|_| ())).code, "daily-pings-full");
    assert!(!desk.host.toggle_daily_ping(asker(UserId(230)), GUILD).await.unwrap());
    assert!(desk.host.toggle_daily_ping(asker(ANN), GUILD).await.unwrap());

    // Somebody finds it on the next day, too; then nobody does. After days without the bot there is one puzzle.
    solve(&desk, BOB, first + 1, 0).await;
    desk.wait(SignedDuration::from_hours(24));
    desk.look().await;
    assert_eq!(streak(&desk).await, 2);
    desk.wait(SignedDuration::from_hours(5 * 24));
    desk.restart().await;
    desk.look().await;
    assert_eq!((last_day(&desk).await, streak(&desk).await), (first + 7, 0));

    // It ends with its channel.
    *desk.told.posts_nothing.lock().unwrap() = Some(AnnounceError::Closed(Unreachable::Gone));
    desk.pass(24).await;
    *desk.told.posts_nothing.lock().unwrap() = None;
    let ended = schedule(&desk).await;
    assert_eq!((ended.channel, ended.due_at(), ended.last), (None, None, None));
}

/// A puzzle of the day that is moved, turned off and on, and posted at another time.
async fn a_puzzle_is_moved_and_turned_off(desk: TestHost) {
    let solution = |day: i64, channel: u64| {
        move |it: &String| {
            it.starts_with(&format!("daily {day} ")) && it.ends_with(&format!(" in {channel} solution, solved by 1"))
        }
    };
    choose(&desk, Some(ChannelId(71)), 9).await;
    desk.look().await;
    let first = last_day(&desk).await;
    solve(&desk, ANN, first, 0).await;
    pass_a_day(&desk).await;

    // Elsewhere, it goes on the next day; until then the last one stays where it is.
    solve(&desk, ANN, first + 1, 0).await;
    choose(&desk, Some(ChannelId(72)), 9).await;
    desk.look().await;
    assert_eq!((desk.count(DAILY), last_day(&desk).await), (2, first + 1));
    desk.news();
    pass_a_day(&desk).await;
    let news = desk.news();
    assert!(news.iter().any(solution(first + 1, 71)), "{news:?}");
    assert_eq!((last_day(&desk).await, streak(&desk).await), (first + 2, 2));
    assert_eq!(schedule(&desk).await.last.unwrap().card.channel, ChannelId(72));

    // Whoever turns it off and on again changes nothing.
    solve(&desk, BOB, first + 2, 0).await;
    for channel in [None, Some(ChannelId(72))] {
        choose(&desk, channel, 9).await;
        desk.look().await;
        assert_eq!((desk.count(DAILY), last_day(&desk).await), (0, first + 2));
    }
    // Its message says until when it's open.
    desk.news();
    choose(&desk, Some(ChannelId(72)), 18).await;
    desk.look().await;
    desk.look().await;
    assert_eq!(desk.news().len(), 1);
    pass_a_day(&desk).await;
    assert_eq!(last_day(&desk).await, first + 2, "it is noon");
    pass_a_day(&desk).await;
    assert_eq!((last_day(&desk).await, streak(&desk).await), (first + 3, 3));

    // Where it stays off, the last one is open as long as it would have been, and then tells its solution.
    solve(&desk, ANN, first + 3, 0).await;
    choose(&desk, None, 18).await;
    desk.look().await;
    assert!(desk.host.daily_puzzle(asker(BOB), GUILD, first + 3).await.is_ok());
    desk.news();
    pass_a_day(&desk).await;
    let news = desk.news();
    assert!(news.len() == 1 && news.iter().any(solution(first + 3, 72)), "{news:?}");
    assert_eq!(refusal(desk.host.daily_puzzle(asker(BOB), GUILD, first + 3).await).code, "daily-over");
    desk.pass(72).await;
    assert_eq!((desk.news(), schedule(&desk).await.due_at()), (Vec::new(), None));
    choose(&desk, Some(ChannelId(71)), 9).await;
    desk.look().await;
    assert_eq!((desk.count(DAILY), streak(&desk).await), (1, 4), "the streak goes on");
}

/// What is said of people who have solved a puzzle of the day stays true.
async fn what_is_told_of_solvers_stays_true(desk: TestHost) {
    choose(&desk, Some(ChannelId(71)), 9).await;
    desk.look().await;
    let first = last_day(&desk).await;
    desk.store.meet(ANN, "Ann", desk.clock.now()).await.unwrap();
    let place = desk.host.daily_puzzle(asker(ANN), GUILD, first).await.unwrap().open.place;
    desk.host.puzzle_step(asker(ANN), place, &PuzzleStep::Hint).await.unwrap();
    solve(&desk, ANN, first, 0).await;
    let solvers = desk.store.daily_solvers(GUILD, first).await.unwrap();
    assert_eq!(solvers, [DailySolver { user: ANN, tries: 1, had_hint: true }]);
    desk.look().await;

    // She is forgotten; that somebody has found it isn't.
    desk.host.forget(ANN).await.unwrap();
    desk.news();
    pass_a_day(&desk).await;
    let news = desk.news();
    assert!(news.iter().any(|it| it.ends_with("solution, solved by 1")), "{news:?}");
    let next = schedule(&desk).await;
    assert_eq!((next.last.unwrap().card.before.map(|it| it.solved), next.streak), (Some(1), 1));
}

/// A server in which the digest can't be posted gets its puzzles all the same.
#[tokio::test]
async fn a_digest_that_is_refused_keeps_no_puzzle_back() {
    let desk = TestHost::open().await;
    choose(&desk, Some(ChannelId(72)), 18).await;
    let now = desk.clock.now();
    let change = |it: &mut ServerSettings| {
        it.post_digest_in(Some(ChannelId(71)), None, now);
        Ok(())
    };
    desk.host.change_server(GUILD, change).await.unwrap();
    let id = desk.begin(None).await;
    for (user, text) in [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4xg1")] {
        desk.play(user, id, text).await.unwrap();
    }
    desk.host.resign(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    *desk.told.refused_kind.lock().unwrap() = Some("weeklydigest");
    desk.pass(7 * 24).await;
    assert!(desk.count("no weeklydigest") > 0);
    let before = desk.count(DAILY);
    desk.pass(4 * 24).await;
    assert_eq!(desk.count(DAILY), before + 4, "whatever has become of the digest");
    *desk.told.refused_kind.lock().unwrap() = None;
    desk.pass(24).await;
    assert_eq!(desk.count("weeklydigest"), 1, "and that comes once it may");
}

#[tokio::test]
async fn a_puzzle_is_moved_and_turned_off_with_sqlite() {
    a_puzzle_is_moved_and_turned_off(TestHost::open().await).await;
}

#[tokio::test]
async fn what_is_told_of_solvers_stays_true_with_sqlite() {
    what_is_told_of_solvers_stays_true(TestHost::open().await).await;
}

#[tokio::test]
async fn puzzles_come_daily_with_sqlite() {
    puzzles_come_daily(TestHost::open().await).await;
}

#[tokio::test]
async fn puzzles_come_daily_with_postgres() {
    let postgres = Postgres::create().await;
    puzzles_come_daily(TestHost::open_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}
