//! The puzzle of the day: posted once, counted, and solved the day after.

use jiff::SignedDuration;
use play::daily::puzzle_of;
use play::decide::MoveInput;
use play::ports::{AnnounceError, Clock as _, Unreachable};
use play::puzzles::PuzzlePlace;
use play::{ChannelId, GuildId, PuzzleStep, ServerSettings, UserId};

use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};
use crate::support::postgres::Postgres;

const GUILD: GuildId = GuildId(7);
const DAILY: &str = "daily";

async fn choose(desk: &TestHost, channel: Option<ChannelId>, hour: u8) {
    let now = desk.clock.now();
    let change = |it: &mut ServerSettings| {
        it.post_daily_in(channel, Some(hour), now);
        Ok(())
    };
    desk.host.change_server(GUILD, change).await.unwrap();
}

/// What was posted last, by its day.
async fn last_day(desk: &TestHost) -> i64 {
    desk.host.server(Some(GUILD)).await.unwrap().daily.unwrap().last.unwrap().day
}

async fn streak(desk: &TestHost) -> u32 {
    desk.host.server(Some(GUILD)).await.unwrap().daily.unwrap().streak
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
        Some({
            let daily = desk.host.server(Some(GUILD)).await.unwrap().daily.unwrap();
            daily.last.unwrap().puzzle.id
        })
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
    desk.host.puzzle_step(asker(UserId(103)), late, &step).await.unwrap();
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
    assert_eq!(desk.host.server(Some(GUILD)).await.unwrap().daily, None);
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
