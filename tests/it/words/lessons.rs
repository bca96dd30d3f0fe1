//! Lessons: a game is taught on small boards, and then by a first match.

use games::{GAMES, LessonTask};

use crate::support::looking::{answer, board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// A lesson of that number, whatever has been tried in it.
fn lesson(number: usize) -> impl Fn(&Message) -> bool {
    move |it: &Message| it.says(&format!("lesson {number} of"))
}

/// The newest message that is so and comes after another one.
async fn next(person: &Person, last: &str, fits: impl Fn(&Message) -> bool) -> Message {
    person.wait_for("the lesson", |it| it.id.as_str() > last && fits(it)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_done_by_any_kind_of_input() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    // What there is to learn, and the first lesson, which only she sees.
    ann.slash("learn", &[]).await;
    let courses = ann.wait_for("the games", says("What would you like to learn?")).await;
    assert!(courses.ephemeral);
    let (menu, _) = courses.menus().remove(0);
    ann.choose(&courses, &menu, "loa").await;
    let first = ann.wait_for("the first lesson", lesson(1)).await;
    assert!(first.says("You're **Black**") && first.labels().contains(&"Skip"), "{}", first.content);
    assert_eq!(bob.messages().await.iter().filter(|it| it.says("lesson")).count(), 0, "nobody else sees it");

    // Refused by the referee, with its drawing; another legal move; the one that was asked for.
    ann.press(&first, "Type a Move").await;
    let form = ann.wait_for_modal().await;
    ann.submit(&form, &[("move", "c1-c4")]).await;
    let refused = ann.wait_for("the referee", |it: &Message| lesson(1)(it) && it.says("must move exactly 2")).await;
    assert!(refused.attachments[0].description.as_deref().is_some_and(|it| it.contains("c4")), "{refused:?}");
    let (pieces, _) = refused.menus().remove(0);
    ann.choose(&refused, &pieces, "c1").await;
    let chosen = ann.wait_for("the targets", |it: &Message| lesson(1)(it) && it.menus().len() == 2).await;
    let (targets, _) = chosen.menus().remove(1);
    ann.choose(&chosen, &targets, "d1").await;
    let wrong = ann.wait_for("that it's another", |it: &Message| it.says("**c1-d1** isn't it.")).await;
    let (pieces, _) = wrong.menus().remove(0);
    ann.choose(&wrong, &pieces, "c1").await;
    let chosen = ann.wait_for("the targets", |it: &Message| lesson(1)(it) && it.menus().len() == 2).await;
    let (targets, _) = chosen.menus().remove(1);
    ann.choose(&chosen, &targets, "c3").await;
    let done = ann.wait_for("that it's done", |it: &Message| it.says("✅ **c1-c3**")).await;
    assert!(done.menus().is_empty() && done.labels().contains(&"Next Lesson"), "{:?}", done.labels());

    // Skipping, going back, and typing the command.
    ann.press(&done, "Next Lesson").await;
    let second = ann.wait_for("the second", lesson(2)).await;
    ann.press(&second, "Skip").await;
    let third = ann.wait_for("the third", lesson(3)).await;
    ann.press(&third, "Back").await;
    ann.wait_for("the second again", lesson(2)).await;
    ann.slash("move", &[("move", "b1-d1")]).await;
    ann.wait_for("what came of it", |it: &Message| lesson(2)(it) && it.says("✅ **b1-d1**")).await;

    // In a channel, a reply with the move does it; the lesson is its reader's alone.
    let public = answer(&ann, "!learn loa").await;
    assert!(lesson(3)(&public) && !public.ephemeral, "the first that isn't done: {}", public.content);
    bob.press(&public, "Skip").await;
    bob.wait_for("that it's hers", |it: &Message| it.ephemeral && it.says("only.")).await;
    bob.reply(&public, "c1-c3").await;
    // It's that lesson which is meant, whatever she has opened since.
    ann.slash("learn", &[("game", "clobber")]).await;
    ann.wait_for("another lesson", says("🎓 **Clobber**")).await;
    ann.reply(&public, "c1-c3").await;
    let replied = next(&ann, &public.id, |it| lesson(3)(it) && it.says("✅ **c1-c3**")).await;
    ann.say("!learn").await;
    let courses = ann.wait_for("how far she is", |it: &Message| it.id > replied.id && it.says("What would you")).await;
    let told: Vec<String> =
        courses.parts().filter_map(|it| it["options"][0]["description"].as_str().map(str::to_owned)).collect();
    assert_eq!(told, ["3 of 6 lessons done"], "what she has done is kept");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_of_every_game_can_be_done() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for info in GAMES.iter().map(|it| it.info()) {
        let mut last = answer(&ann, &format!("!learn {}", info.key)).await;
        for (index, taught) in info.lessons.iter().enumerate() {
            let number = index + 1;
            if let LessonTask::Win | LessonTask::Force | LessonTask::Block = taught.task {
                let position = games::open_lesson(info, taught).unwrap();
                let other = position.legal().into_iter().find(|it| !taught.is_done_by(*it)).unwrap();
                ann.say(&format!("!move {other}")).await;
                last = next(&ann, &last.id, |it| lesson(number)(it) && it.says("isn't it.")).await;
            }
            ann.say(&format!("!move {}", taught.accepted[0])).await;
            last = next(&ann, &last.id, |it| lesson(number)(it) && it.says("✅")).await;
            if number < info.lessons.len() {
                ann.press(&last, "Next Lesson").await;
                last = ann.wait_for("the next lesson", |it: &Message| it.id == last.id && lesson(number + 1)(it)).await;
            }
        }
        assert!(last.says("You've done all lessons") && last.labels().contains(&"Play a First Match"), "{last:?}");
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_first_match_the_bot_says_what_it_is_up_to() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let first = answer(&ann, "!learn breakthrough").await;
    let mut shown = first;
    while !shown.labels().contains(&"Play a First Match") {
        ann.press(&shown, "Skip").await;
        let before = shown.content.clone();
        shown = ann.wait_for("the next", |it: &Message| it.id == shown.id && it.content != before).await;
    }
    ann.press(&shown, "Play a First Match").await;
    // The bot may begin; after its first move it says so once.
    let board = ann
        .wait_for("the board", |it: &Message| board_of("breakthrough", 1, 0)(it) || board_of("breakthrough", 1, 1)(it))
        .await;
    let moved = if board_of("breakthrough", 1, 0)(&board) { 2 } else { 1 };
    if moved == 2 {
        ann.say("!move a2-a3").await;
    }
    let told = ann.wait_for("the plan", board_of("breakthrough", 1, moved)).await;
    assert!(told.says("💭 I bring my pieces forward"), "{}", told.content);
    ann.say(if moved == 2 { "!move a3-a4" } else { "!move a7-a6" }).await;
    let quiet = ann.wait_for("no more", board_of("breakthrough", 1, moved + 2)).await;
    assert!(!quiet.says("💭"), "once per phase: {}", quiet.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_lesson_is_told_kindly() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    assert!(answer(&ann, "!learn chess").await.says("a game called “chess”"), "{}", ann.dump().await);
    // Without a lesson, a move belongs to a match, as before.
    assert!(answer(&ann, "!move b1-b3").await.says("don't have a match in this channel"), "{}", ann.dump().await);
    let shown = answer(&ann, "!learn loa").await;
    ann.say("!move maybe").await;
    let told = next(&ann, &shown.id, lesson(1)).await;
    assert!(told.says("can't read") || told.says("don't understand"), "{}", told.content);
    stage.finish().await;
}
