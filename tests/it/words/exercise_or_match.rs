//! A move goes where it was meant: to the puzzle, the lesson, or the match to which it replies, or that was shown last; and
//! where both can be meant, nothing is played before the bot has asked.

use std::time::Duration;

use games::board::Side;

use crate::support::looking::{answer, board_of, puzzle_shown, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// Opens a puzzle of Domineering, and begins a match against the bot in which its solution is a legal move. Returns the
/// puzzle's message and the solution.
async fn at_both(stage: &TestBot, ann: &Person) -> (Message, String) {
    let puzzle = answer(ann, "!puzzle domineering").await;
    let first = puzzle_shown(&puzzle).line[0];
    let position = games::open(&puzzle_shown(&puzzle).ruleset, Some(&puzzle_shown(&puzzle).position)).unwrap();
    let is_first = position.to_move() == Side::First;
    loop {
        let id = stage.count("SELECT COUNT(*) FROM matches").await + 1;
        ann.say(&format!("!play domineering 1 {} casual", if is_first { "first" } else { "second" })).await;
        let plies = usize::from(!is_first);
        let board = ann.wait_for("the board", board_of("domineering", id, plies)).await;
        let mut start = games::open(&games::read_ruleset("domineering").unwrap(), None).unwrap();
        if !is_first {
            crate::support::stage::catch_up(&mut *start, &board);
        }
        if start.legal().contains(&first) {
            return (puzzle, first.to_string());
        }
        // The bot happened to move there.
        ann.say("!resign").await;
        let asked = ann.wait_for("whether she is sure", |it: &Message| it.labels().contains(&"Abort")).await;
        ann.press(&asked, "Abort").await;
        ann.wait_for("that it is over", |it: &Message| it.id == board.id && it.says("aborted")).await;
    }
}

async fn plies(stage: &TestBot) -> i64 {
    stage.count("SELECT COUNT(*) FROM moves WHERE match_id = (SELECT MAX(id) FROM matches)").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_puzzle_is_its_answer_and_no_move_in_a_match() {
    let stage = TestBot::start().await;
    for ann in [stage.person("Ann").dm(), stage.person("Bob")] {
        let (puzzle, right) = at_both(&stage, &ann).await;
        let before = plies(&stage).await;
        // What is no clear move isn't played anywhere, either.
        ann.reply(&puzzle, &format!("{right} or a1-a2")).await;
        ann.wait_for("why nothing was played", says("I haven't played anything")).await;
        ann.reply(&puzzle, &format!("!move {right}")).await;
        let told = ann.wait_for("what came of it", |it: &Message| it.id > puzzle.id && it.says("✅")).await;
        assert!(told.says(&right), "{}", told.content);
        assert_eq!(plies(&stage).await, before, "nothing is played in the match:\n{}", ann.dump().await);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_can_be_meant_the_bot_asks_and_plays_nothing() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann").dm();
    let (puzzle, right) = at_both(&stage, &ann).await;
    let before = plies(&stage).await;
    let asked = answer(&ann, &right).await;
    assert!(asked.says("your answer to the puzzle, or a move in a match?"), "{}", asked.content);
    assert!(asked.says("I haven't played anything"), "{}", asked.content);
    assert_eq!((asked.labels()[0], asked.labels().len()), ("For the Puzzle", 2));
    assert_eq!(plies(&stage).await, before);
    ann.press(&asked, "For the Puzzle").await;
    ann.wait_for("what came of it", |it: &Message| it.id == asked.id && it.says("✅")).await;
    assert_eq!(plies(&stage).await, before);

    // Shown last or not, asked by command or not: a move is never played in a match by mistake.
    let again = answer(&ann, "!puzzle domineering").await;
    assert_ne!(again.id, puzzle.id);
    let typed = puzzle_shown(&again).line[0].to_string();
    ann.slash("move", &[("move", &typed)]).await;
    let told = ann.wait_for("an answer", |it: &Message| it.id > again.id && it.author.bot && it.state == "sent").await;
    assert_eq!(plies(&stage).await, before);
    if told.says("or a move in a match?") {
        let in_match = told.labels()[1].to_owned();
        assert!(in_match.starts_with("In Match #"), "{in_match}");
        ann.press(&told, &in_match).await;
        ann.wait_for("that it was played", |it: &Message| it.id == told.id && it.says("You played")).await;
        assert!(plies(&stage).await > before);
        // She has chosen the match, so the next move is one in it without a question: it's played in place, or refused.
        let (last, before) = (ann.last_id().await, plies(&stage).await);
        ann.say("a1").await;
        let since = || async { ann.messages().await.into_iter().filter(|it| it.author.bot && it.id > last) };
        let is_done = || async { plies(&stage).await > before || since().await.count() > 0 };
        stage.until("it's played or refused", is_done).await;
        assert!(!since().await.any(|it| it.says("your answer to the puzzle")), "{}", ann.dump().await);
    } else {
        assert!(told.says("✅") || told.says("🧩"), "it isn't legal in the match: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_takes_moves_where_it_was_opened_and_nowhere_else() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let lesson = answer(&ann.dm(), "learn loa").await;
    assert!(lesson.attachments[0].filename.starts_with("loa-lesson-1"));
    let told = answer(&ann, "!move b1-b3").await;
    assert!(told.says("You don't have a match in this channel"), "{}", told.content);
    let told = answer(&ann.dm(), "b1-b9").await;
    assert!(told.attachments[0].filename.starts_with("loa-lesson-1"), "{}", told.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_any_message_about_a_match_is_a_move_in_it() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    // Two matches in which the same moves are legal.
    for id in 1..=2 {
        ann.say("!challenge @Bob loa black casual").await;
        let last = bob.last_id().await;
        let card = bob.wait_for("the challenge", |it: &Message| it.id >= last && it.labels().contains(&"Accept")).await;
        bob.press(&card, "Accept").await;
        ann.wait_for("the board", board_of("loa", id, 0)).await;
    }
    let refused = answer(&ann, "!move #2 b1-b4").await;
    ann.reply(&refused, "b1-b3").await;
    let board = bob.wait_for("the move in the second", board_of("loa", 2, 1)).await;
    assert!(board.says("b1-b3"));
    // A refusal without a picture.
    let refused = answer(&ann, "!move #2 b1-b3").await;
    assert!(refused.says("It isn't your turn"), "{}", refused.content);
    bob.reply(&refused, "a2-c2").await;
    ann.wait_for("the next move in the second", board_of("loa", 2, 2)).await;
    // A replay: its present position, but no earlier one.
    let replay = answer(&ann, "!replay 1").await;
    ann.reply(&replay, "d1-d3").await;
    bob.wait_for("the move in the first", board_of("loa", 1, 1)).await;
    bob.reply(&replay, "h5-f5").await;
    bob.wait_for("that it's out of date", says("out of date")).await;
    // The moves that are legal.
    let legal = answer(&bob, "!legal 1").await;
    bob.reply(&legal, "a2-c2").await;
    ann.wait_for("the next move in the first", board_of("loa", 1, 2)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bare_move_in_a_channel_gets_a_button_for_a_minute() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // Whoever isn't to move, and what isn't legal or not alone, is left alone.
    bob.say("h5-g4").await;
    ann.say("b1-b4").await;
    ann.say("b1-b3 looks good").await;
    let theirs = ann.message(&bob.say("b1-b3 then").await).await.unwrap();
    ann.reply(&theirs, "b1-b3").await;
    ann.say("b1-b3").await;
    let offered = ann.wait_for("the button", |it: &Message| it.labels() == ["Play b1-b3"]).await;
    let all = ann.messages().await;
    assert_eq!(all.iter().filter(|it| it.id > board.id && it.author.bot).count(), 1, "{}", ann.dump().await);
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 0);
    bob.press(&offered, "Play b1-b3").await;
    bob.wait_for("that it isn't his", |it: &Message| it.ephemeral && it.says("This choice is for")).await;
    ann.press(&offered, "Play b1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    stage.until("the button is gone", || async { ann.message(&offered.id).await.is_none() }).await;

    bob.say("a2-c2").await;
    let offered = bob.wait_for("the button", |it: &Message| it.labels() == ["Play a2-c2"]).await;
    tokio::time::sleep(Duration::from_secs(55)).await;
    assert!(bob.message(&offered.id).await.is_some());
    stage.until("the button goes by itself", || async { bob.message(&offered.id).await.is_none() }).await;
    // What was pressed isn't there anymore when its minute is over.
    stage.finish_allowing(&[404]).await;
}
