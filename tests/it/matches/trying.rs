//! Playing on from a position of a match that is over, against the engine.

use crate::support::looking::{answer, board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, SHORTEST_MATCH};

#[tokio::test(flavor = "multi_thread")]
async fn a_position_of_a_match_is_played_on() {
    let stage = TestBot::start().await;
    let (ann, bob, last) = stage.play_shortest().await;
    ann.press(&last, "Replay").await;
    let shown = |ply: usize| {
        move |it: &Message| {
            it.ephemeral && it.attachments.iter().any(|it| it.filename.contains(&format!("-{ply}-replay")))
        }
    };
    let start = ann.wait_for("the start", shown(0)).await;
    let (jump, _) = start.menus().remove(0);
    ann.choose(&start, &jump, "4").await;
    let four = ann.wait_for("move 4", shown(4)).await;
    ann.press(&four, "Try It from Here").await;
    // The side to move is hers, and the record goes on from there.
    let board = ann.wait_for("the board", board_of("loa", 2, 4)).await;
    assert!(board.says("Played on from move 4 of match #1") && board.says("casual"), "{}", board.content);
    assert!(!board.says("played **g4"), "nobody has moved in it: {}", board.content);
    ann.say(&format!("!move {}", SHORTEST_MATCH[4])).await;
    let answered = ann.wait_for("the answer", board_of("loa", 2, 6)).await;
    assert!(answered.says("Parlor") && answered.says(SHORTEST_MATCH[4]), "{}", answered.content);
    let record = answer(&ann, "!export #2").await;
    let file = ann.file(&record).await;
    assert!(String::from_utf8_lossy(&file).contains(SHORTEST_MATCH[0]), "the whole way is in its record");

    // What was played before is not taken back; and giving up at once costs nothing.
    ann.say("!takeback").await;
    ann.wait_for("the position again", board_of("loa", 2, 7)).await;
    assert!(answer(&ann, "!takeback").await.says("haven't"), "{}", ann.dump().await);
    ann.say("!abort").await;
    let asked = ann.wait_for("the question", says("Do you want to abort it?")).await;
    ann.press(&asked, "Yes, Abort It").await;
    let over = ann.wait_for("the end", says("Aborted")).await;
    // A rematch begins there again.
    ann.press(&over, "Rematch").await;
    let again = ann.wait_for("the same position", board_of("loa", 3, 4)).await;
    assert!(again.says("Played on from move 4 of match #1"), "{}", again.content);

    // Whoever has the move of the other side plays that one; and by default it's the last position that goes on.
    bob.say("!try #1 after move 3").await;
    bob.wait_for("the board", board_of("loa", 4, 3)).await;
    bob.say(&format!("!move #4 {}", SHORTEST_MATCH[3])).await;
    bob.wait_for("the answer", board_of("loa", 4, 5)).await;
    bob.say("!try #1").await;
    bob.wait_for("the last position", board_of("loa", 5, 8)).await;
    for (asked, refusal) in [
        ("!try #2 99", "match #2 has only"),
        ("!try #1 9", "is decided: nobody can move anymore"),
        ("!try #5", "still being played"),
        ("!try #1 soon", "I don't understand “soon”"),
        ("!try #77", "no match #77"),
    ] {
        let told = answer(&bob, asked).await;
        assert!(told.text().to_lowercase().contains(&refusal.to_lowercase()), "{asked}: {}", told.text());
    }
    stage.finish().await;
}
