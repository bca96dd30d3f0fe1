//! Puzzles, solved in private: by any kind of input, with a rating and a streak.

use std::process::Command;
use std::time::Instant;

use games::board::Move;
use games::{AnyPosition, Puzzle};
use jiff::Timestamp;
use playground::ids;

use crate::support::looking::{answer, board_of, ephemeral, puzzle_shown, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};
use texts::{Locale, summary};

/// The position after so many plies of its line.
fn position(puzzle: &Puzzle, plies: usize) -> Box<dyn AnyPosition> {
    let mut position = games::open(&puzzle.ruleset, Some(&puzzle.position)).unwrap();
    puzzle.line[..plies].iter().for_each(|it| position.play(*it).unwrap());
    position
}

/// A legal move that doesn't do it.
fn wrong_move(puzzle: &Puzzle) -> Move {
    position(puzzle, 0).legal().into_iter().find(|it| *it != puzzle.line[0]).unwrap()
}

/// Types the moves of a puzzle until it's solved; the last answer.
async fn solve(person: &Person, first: &Message) -> Message {
    let puzzle = puzzle_shown(first);
    let mut last = first.clone();
    for (index, mv) in puzzle.line.iter().enumerate().filter(|(index, _)| index % 2 == 0) {
        person.slash("move", &[("move", &mv.to_string())]).await;
        let is_last = index + 1 == puzzle.line.len();
        let told = if is_last { format!("✅ **{mv}**. Solved") } else { format!("✅ **{mv}**! I answer") };
        last = person.wait_for("what came of it", |it: &Message| it.id > last.id && it.says(&told)).await;
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_move_by_move() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let since = Instant::now();
    ann.slash("puzzle", &[("game", "knightthrough")]).await;
    let first = ann.wait_for("a puzzle", says("🧩 **Knightthrough**")).await;
    eprintln!("a puzzle, until it is seen: {:?}", since.elapsed());
    assert!(first.ephemeral && first.says("only one move wins"), "{}", first.content);
    assert!(first.attachments[0].description.as_deref().is_some_and(|it| it.contains("to move")), "it has words");
    let puzzle = puzzle_shown(&first);
    let solved = solve(&ann, &first).await;
    assert!(
        puzzle.rating < 1100 && first.says(&format!("about {}", puzzle.rating)),
        "easy at first: {}",
        first.content
    );
    assert!(solved.says("2 more puzzles, and you have a puzzle rating at Knightthrough"), "{}", solved.content);
    assert!(!solved.says("wrong"), "{}", solved.content);
    // The old controls do nothing twice: it's shown how far she is.
    let (menu, values) = first.menus().remove(0);
    ann.choose(&first, &menu, &values[0]).await;
    ann.wait_for("where she is", |it: &Message| it.id == first.id && it.says("You're further on here already")).await;

    // Votes count for whoever has tried it; the next one is another; and it can be played on.
    ann.press(&solved, "Too Easy").await;
    ann.wait_for("thanks", ephemeral("Noted: too easy")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM puzzle_tries WHERE vote = 'too-easy' AND solved").await, 1);
    ann.press(&solved, "Play It Against Me").await;
    let board = ann.wait_for("the board", board_of("knightthrough", 1, 0)).await;
    assert!(board.says("Played on from a puzzle"), "{}", board.content);
    ann.say(&format!("!move {}", puzzle.line[0])).await;
    ann.wait_for("the answer", |it: &Message| {
        it.attachments.iter().any(|it| it.filename.starts_with("knightthrough-1-") && !it.filename.ends_with("-0.png"))
    })
    .await;
    ann.say("!resign").await;
    assert_eq!(bob.messages().await.iter().filter(|it| it.says("🧩") && it.id < solved.id).count(), 0);

    bob.slash("puzzle", &[("game", "knightthrough")]).await;
    let his = bob.wait_for("a puzzle", |it: &Message| it.ephemeral && it.says("🧩")).await;
    let (one, other) = (solve(&bob, &his).await, puzzle_shown(&his).id);
    let since = Instant::now();
    bob.press(&one, "Next Puzzle").await;
    let next = bob.wait_for("the next", |it: &Message| it.id == one.id && it.says("only one move wins")).await;
    eprintln!("the next puzzle, until it is seen: {:?}", since.elapsed());
    assert_ne!(puzzle_shown(&next).id, other, "none comes twice");
    let again = solve(&bob, &next).await;
    assert!(
        again.says("One more puzzle, and you have a puzzle rating at Knightthrough · 2 in a row"),
        "{}",
        again.content
    );
    let profile = answer(&bob, "!profile").await;
    assert!(profile.says("Puzzles: 2 of 2 solved at the first try"), "{}", profile.text());
    // Three puzzles place him, in this game alone.
    let mut last = again;
    for said in ["Your puzzle rating at Knightthrough: **", "** · 4 in a row"] {
        bob.press(&last, "Next Puzzle").await;
        let next = bob.wait_for("the next", |it: &Message| it.id == last.id && it.says("only one move wins")).await;
        last = solve(&bob, &next).await;
        assert!(last.says(said), "{}", last.content);
    }
    assert!(last.says("Knightthrough: 1") && last.says(" → **"), "{}", last.content);
    assert!(answer(&bob, "!profile").await.says("Puzzles: **1"), "{}", bob.dump().await);
    bob.slash("puzzle", &[("game", "breakthrough")]).await;
    let elsewhere = bob.wait_for("another game", |it: &Message| it.ephemeral && it.says("🧩 **Breakthrough**")).await;
    assert!(puzzle_shown(&elsewhere).rating < 1100, "{}", elsewhere.content);
    let opinions = answer(&ann, "!parlor votes").await;
    assert!(opinions.says(&format!("`{}` · Knightthrough · 0 wrong, 1 too easy", puzzle.id)), "{}", opinions.content);
    assert!(answer(&bob, "!parlor votes").await.says("Only moderators"));
    // Who makes the puzzles reads what people think of them.
    let url = stage.database_url().to_owned();
    let votes = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["puzzles", "knightthrough", "--votes", "--db", &url])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&votes.stdout), format!("{}\t1 too-easy\n", puzzle.id));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_moves_and_help_cost_the_point_once() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let first = answer(&ann, "!puzzle breakthrough").await;
    let puzzle = puzzle_shown(&first);
    ann.reply(&first, &wrong_move(puzzle).to_string()).await;
    let failed = ann.wait_for("that it's wrong", |it: &Message| it.says("lets the win slip")).await;
    assert!(failed.says("2 more puzzles, and") && failed.says("only one move wins"), "{}", failed.content);
    let helps = |it: &Message| [it.labels().contains(&"Hint (costs rating)"), it.labels().contains(&"Hint")];
    assert_eq!((helps(&first), helps(&failed)), ([true, false], [false, true]), "it costs only once");
    ann.press(&failed, "Type a Move").await;
    let form = ann.wait_for_modal().await;
    ann.submit(&form, &[("move", "a1-a9")]).await;
    let refused = ann.wait_for("the referee", |it: &Message| it.id == failed.id && !it.says("lets the win slip")).await;
    assert!(!refused.says("puzzle rating"), "what can't be played costs nothing: {}", refused.content);
    let solved = solve(&ann, &refused).await;
    assert!(solved.says("with one wrong try") && !solved.says("puzzle rating"), "it counts once: {}", solved.content);

    // A hint shows the piece, the solution all moves.
    let second = answer(&ann, "!puzzle breakthrough").await;
    let puzzle = puzzle_shown(&second);
    ann.press(&second, "Hint (costs rating)").await;
    let hinted = ann.wait_for("a hint", |it: &Message| it.id == second.id && it.says("The move begins on")).await;
    assert!(
        hinted.says(&format!("**{}**", puzzle.line[0].from)) && hinted.says("One more puzzle, and"),
        "{}",
        hinted.content
    );
    ann.press(&hinted, "Solution").await;
    let told = ann.wait_for("the solution", |it: &Message| it.id == second.id && it.says("The solution:")).await;
    let line: Vec<String> = puzzle.line.iter().map(ToString::to_string).collect();
    assert!(told.says(&line.join(" ")) && told.labels().contains(&"Next Puzzle"), "{}", told.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM puzzle_tries WHERE NOT solved").await, 2);

    // Themes, and what there isn't.
    let about = answer(&ann, "!puzzle knightthrough race").await;
    assert!(puzzle_shown(&about).themes.contains(&games::PuzzleTheme::Race));
    assert!(answer(&ann, "!puzzle clobber race").await.says("no puzzle like that"), "{}", ann.dump().await);
    assert!(answer(&ann, "!puzzle chess").await.says("a game called “chess”"));
    stage.finish().await;
}

/// Lets two days pass in which the bot is not there.
async fn let_days_pass(url: &str) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    sqlx::query("UPDATE daily_tries SET day = day - 2").execute(&pool).await.unwrap();
    pool.close().await;
    let (db, guild) = (store::open(url).await.unwrap(), play::GuildId(ids::GUILD));
    let known = db.server(guild).await.unwrap();
    let mut next = known.clone();
    let daily = &mut next.daily;
    daily.day -= 2;
    daily.changed_at = Timestamp::UNIX_EPOCH;
    daily.last.as_mut().unwrap().card.day -= 2;
    db.set_server(guild, &known, &next).await.unwrap();
    db.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_a_day_is_solved_together() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    assert!(answer(&bob, "!parlor daily here").await.says("Only moderators can do that"));
    for (text, says) in [
        ("!parlor daily", "There's no puzzle of the day in this server."),
        ("!parlor daily 18", "Say where it belongs, too"),
        ("!parlor daily here 25", "I don't understand “here 25”"),
        ("!parlor daily here 6pm Narnia", "I don't understand “here 6pm Narnia”"),
        ("!parlor daily here at 0:00 UTC", "now, and then every day at 0:00 (UTC)."),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
    }
    let posted = ann.wait_for("the puzzle", says("Puzzle of the day")).await;
    assert!(posted.says("Nobody here has solved it yet") && posted.pings.is_empty(), "{}", posted.content);
    let told = answer(&ann, "!parlor daily 6:30 pm New York").await;
    assert!(told.says("every day at 18:30 (America/New_York), next on"), "{}", told.text());
    ann.slash("parlor daily", &[("time", "tea time")]).await;
    ann.wait_for("what can't be read", ephemeral("I don't understand the time “tea time”")).await;
    let daily = posted.attachments[0].filename.clone();
    let id = daily.strip_suffix(".png").unwrap().rsplit('-').next().unwrap().to_owned();

    // Whoever doesn't know the game finds out.
    let info = games::find(daily.split_once("-daily-").unwrap().0).unwrap().info();
    assert!(posted.says(&summary(info).in_locale(Locale::English)), "{}", posted.content);
    bob.press(&posted, "Rules").await;
    bob.wait_for("the rules", |it: &Message| it.ephemeral && it.text().contains(info.name)).await;
    bob.press(&posted, "Learn").await;
    bob.wait_for("a lesson", |it: &Message| it.ephemeral && it.says("lesson 1")).await;

    // Everybody solves it for themselves; under it stands only how many have.
    bob.press(&posted, "Solve It").await;
    let his = bob.wait_for("the puzzle", |it: &Message| it.ephemeral && it.says("🧩")).await;
    assert_eq!(puzzle_shown(&his).id.to_string(), id);
    bob.slash("move", &[("move", &wrong_move(puzzle_shown(&his)).to_string())]).await;
    bob.wait_for("that it's wrong", |it: &Message| it.ephemeral && it.says("❌")).await;
    // Another one in between takes nothing from it.
    bob.slash("puzzle", &[]).await;
    bob.wait_for("another", |it: &Message| {
        it.ephemeral && it.id > his.id && it.says("only one move wins") && !it.says("❌")
    })
    .await;
    bob.press(&posted, "Solve It").await;
    let his = bob
        .wait_for("it again", |it: &Message| {
            it.ephemeral
                && it.id > his.id
                && it.attachments.iter().any(|it| it.filename.contains(&id))
                && !it.says("❌")
        })
        .await;
    solve(&bob, &his).await;
    ann.wait_for("the count", |it: &Message| it.id == posted.id && it.says("One person here has solved it")).await;
    assert!(ann.messages().await.iter().all(|it| !it.says("✅")), "nobody sees how");

    // Who wants to be pinged for the next one says so.
    for (who, told) in [(&ann, "I'll ping you"), (&bob, "I'll ping you"), (&ann, "I won't ping you")] {
        who.press(&posted, "Ping Me").await;
        who.wait_for("what comes of it", ephemeral(told)).await;
    }

    // The next day, its solution stands there, and who has found it.
    stage.kill().await;
    let_days_pass(stage.database_url()).await;
    stage.restart().await;
    let next = ann.wait_for("the next", |it: &Message| it.id > posted.id && it.says("Puzzle of the day")).await;
    assert!(next.says("The last one was solved by") && next.says("Bob") && next.says("(2 tries)"), "{}", next.content);
    assert_eq!(next.pings, [ids::BOB.to_string()], "{}", next.content);
    let past = ann.wait_for("the solution", |it: &Message| it.id == posted.id && it.says("The solution:")).await;
    assert!(past.labels().is_empty() && past.says(&puzzle_shown(&his).line[0].to_string()), "{}", past.content);
    // Whoever solves the next one first takes nothing from that.
    ann.press(&next, "Solve It").await;
    let hers = ann.wait_for("the puzzle", |it: &Message| it.ephemeral && it.id > next.id && it.says("🧩")).await;
    ann.press(&hers, "Hint (costs rating)").await;
    ann.wait_for("a hint", |it: &Message| it.id == hers.id && it.says("💡")).await;
    solve(&ann, &hers).await;
    let counted = ann.wait_for("the count", |it: &Message| it.id == next.id && it.says("One person here")).await;
    assert!(counted.says("The last one was solved by") && counted.says("(2 tries)"), "{}", counted.content);
    assert!(counted.says("@Bob") || counted.says(&format!("<@{}>", ids::BOB)), "{}", counted.content);

    // When it's turned off, the last one can still be solved.
    assert!(answer(&ann, "!parlor daily off").await.says("The last one can be solved until"));
    stage.kill().await;
    let_days_pass(stage.database_url()).await;
    stage.restart().await;
    let past = ann.wait_for("its solution", |it: &Message| it.id == next.id && it.says("The solution:")).await;
    assert!(past.labels().is_empty() && past.says("One person here has solved it"), "{}", past.content);
    assert!(answer(&ann, "!parlor daily").await.says("There's no puzzle of the day"));
    stage.finish().await;
}
