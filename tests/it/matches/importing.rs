//! Games that were played elsewhere, as records to see again, to review, and to play on from.

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};
use playground::{Trouble, ids};

/// A file of a dialect, as another program wrote it.
fn dialect(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/crates/games/src/records/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

async fn attach(person: &Person, text: &str, name: &str, bytes: &[u8]) -> Message {
    let last = person.last_id().await;
    person.attach(text, name, bytes).await;
    person.wait_for(name, |it| it.id > last && it.author.bot).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_record_is_seen_again_reviewed_and_played_on() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let shown = attach(&ann, "!import", "saved-game.sgf", &dialect("saved-game.sgf")).await;
    assert!(shown.says("Imported as #1") && shown.says("The start · 9 moves in all"), "{}", shown.content);
    // It's there for everybody in the channel, in all the ways that a match is.
    bob.press(&shown, "⏭").await;
    let end = bob.wait_for("the end", |it| it.ephemeral && it.says("wins")).await;
    assert!(end.says("Move 9"), "{}", end.content);
    bob.say("!analyze #1").await;
    bob.wait_for("the review", says("Review of match #1")).await;
    let kept = answer(&bob, "!export #1").await;
    assert!(String::from_utf8_lossy(&bob.file(&kept).await).contains("[Result \"0-1\"]"), "White has won");
    bob.say("!share #1").await;
    bob.wait_for("the card", |it| it.attachments.iter().any(|it| it.filename == "loa-1-card.png")).await;
    bob.say("!try #1 3").await;
    bob.wait_for("a match from there", board_of("loa", 2, 3)).await;
    // It is nobody's match.
    for list in ["!history", "!versus @Parlor", "!leaderboard", "!profile", "!stats"] {
        let told = answer(&ann, list).await;
        assert!(
            !told.says("#1") && !told.says("1–0–0") && !told.says("0–0–1") && !told.says("**1** match"),
            "{list}: {}",
            told.text()
        );
    }
    let cid = stage.person("Cid").in_channel(ids::LOUNGE);
    assert!(answer(&cid, "!replay #1").await.says("no match #1"), "what is played elsewhere stays there");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_dialect_is_imported() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    // By pasting, with the game before the record.
    let pasted = answer(&ann, "!import loa 1. b1-b3 a2-c2 2. d1-d3").await;
    assert!(pasted.says("Imported as #1") && pasted.says("3 moves in all"), "{}", pasted.content);
    ann.press(&pasted, "⏭").await;
    ann.wait_for("the end of what is told", ephemeral("The record ends here")).await;
    // From the menu of a message.
    let posted = ann.attach("Look at this game!", "latin-1.sgf", &dialect("latin-1.sgf")).await;
    let posted = ann.message(&posted).await.unwrap();
    bob.choose_on_message("Import Record", &posted).await;
    bob.wait_for("the record", |it| it.ephemeral && it.says("Imported as #2") && it.says("Jürgen")).await;
    // By the command, with a file.
    ann.slash_with_file("import", "file", "resigns.sgf", &dialect("resigns.sgf")).await;
    ann.wait_for("the record", |it| it.ephemeral && it.says("Imported as #3") && it.says("4 moves in all")).await;
    ann.slash("import", &[]).await;
    ann.wait_for("that there is nothing", ephemeral("There's no record here")).await;
    // Where each of them leads: to a record after record, or to a sentence.
    for (name, text, told) in [
        ("collection.sgf", "!import", "3 records imported: #4, #5, and #6"),
        ("one-damaged.sgf", "!import", "2 records imported"),
        ("no-game-tag.pgn", "!import", "the record doesn't say which game it is"),
        ("no-game-tag.pgn", "!import loa", "Imported as"),
        ("fen-tags.pgn", "!import", "Imported as"),
        ("setup-later.sgf", "!import", "changes the position after the first move"),
    ] {
        // One person can't import so many at once.
        let person = if name.len() % 2 == 0 { &ann } else { &bob };
        let shown = attach(person, text, name, &dialect(name)).await;
        assert!(shown.says(told), "{name}: {}", shown.content);
    }
    let cid = stage.person("Cid").in_channel(ids::LOUNGE);
    for (name, text, told) in [
        ("percent-line.pgn", "!import", "Imported as"),
        ("resign-word.pgn", "!import", "6 moves in all"),
        ("results.sgf", "!import", "3 records imported"),
        ("termination.pgn", "!import", "Imported as"),
    ] {
        let shown = attach(&cid, text, name, &dialect(name)).await;
        assert!(shown.says(told), "{name}: {}", shown.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_may_begin_anywhere_and_with_either_side() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let record = "[Game \"loa\"]\n[White \"**Zoe** @everyone\"]\n[FEN \"1b4b1/w6w/8/8/8/8/w6w/1b4b1 w\"]\n\n1... a2-c2 2. b1-b3 *";
    let shown = answer(&ann, &format!("!import\n{record}")).await;
    let zoe = "\u{2068}\\*\\*Zoe\\*\\* \\@everyone\u{2069}";
    assert!(shown.says(&format!("Unknown player (Black) – {zoe} (White)")), "without markup: {}", shown.content);
    ann.press(&shown, "▶").await;
    let one = ann.wait_for("the first move", |it| it.ephemeral && it.says("Move 1")).await;
    assert!(one.says(&format!("{zoe} played **a2-c2**")), "White begins: {}", one.content);
    ann.say("!analyze #1").await;
    ann.wait_for("the review", says("Review of match #1")).await;
    let kept = answer(&ann, "!export #1").await;
    let kept = String::from_utf8(ann.file(&kept).await).unwrap();
    assert!(kept.contains("1b4b1/w6w/8/8/8/8/w6w/1b4b1 w") && kept.contains("1... a2-c2"), "{kept}");
    // Whoever plays on from its start has White.
    ann.say("!try #1 0").await;
    let board = ann.wait_for("the board", board_of("loa", 2, 0)).await;
    assert!(board.says("Parlor (level 3) (Black)"), "{}", board.content);
    ann.say("!move a2-c2").await;
    ann.wait_for("the answer", board_of("loa", 2, 2)).await;
    ann.say("!takeback").await;
    ann.wait_for("the start again", board_of("loa", 2, 3)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_all_scripts_are_kept_and_records_in_code_blocks_are_read() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let record = "Look:\n```pgn\n[Game \"loa\"]\n[Black \"李明\"]\n[White \"Jean-Luc Ame\u{301}lie\"]\n\n1. b1-b3 a2-c2 *\n```\nWhat a game!";
    let shown = answer(&ann, &format!("!import {record}")).await;
    assert!(
        shown.says("\u{2068}李明\u{2069} (Black) – \u{2068}Jean\\-Luc Ame\u{301}lie\u{2069} (White)"),
        "{}",
        shown.content
    );
    ann.say("!share #1").await;
    let card = ann.wait_for("the card", |it| it.attachments.iter().any(|it| it.filename == "loa-1-card.png")).await;
    let alt = card.attachments[0].description.clone().unwrap_or_default();
    assert!(alt.contains("Black: Black,") && !alt.contains("··"), "what can't be painted is a side: {alt}");
    // A public export has the record once: in the file.
    let kept = answer(&ann, "!export #1").await;
    assert!(!kept.content.contains("```"), "{}", kept.content);
    assert!(String::from_utf8(ann.file(&kept).await).unwrap().contains("[Black \"李明\"]"));
    ann.slash("export", &[("match", "1")]).await;
    ann.wait_for("the record to copy", ephemeral("[Black \"李明\"]")).await;
    // Nobody is known.
    let shown = answer(&ann, "!import loa ```\n1. b1-b3 a2-c2\n```").await;
    assert!(shown.says("**Lines of Action** #2 · Imported game · players unknown"), "{}", shown.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_record_can_be_removed() {
    let stage = TestBot::start().await;
    // Ann moderates the server.
    let [ann, bob, cid] = ["Ann", "Bob", "Cid"].map(|it| stage.person(it));
    let first = answer(&bob, "!import loa 1. b1-b3 a2-c2").await;
    let second = answer(&bob, "!import loa 1. b1-b3 a2-c2").await;
    cid.press(&first, "Remove").await;
    cid.wait_for("the refusal", ephemeral("Only the person who imported #1 and moderators")).await;
    cid.press(&first, "Explore from Here").await;
    cid.wait_for("what he explores", ephemeral("Only you see this")).await;
    for (person, shown, number) in [(&bob, &first, 1), (&ann, &second, 2)] {
        person.press(shown, "Remove").await;
        let told = format!("Do you really want to remove the imported record #{number}");
        let question = person.wait_for("the question", ephemeral(&told)).await;
        person.press(&question, "Yes, Remove It").await;
        let told = format!("The imported record #{number} is removed");
        person.wait_for("that it's gone", ephemeral(&told)).await;
        cid.press(shown, "▶").await;
        cid.wait_for("that it's gone", ephemeral(&format!("There's no match #{number}"))).await;
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 0);
    // A match that was played here stays.
    ann.say("!play loa 1 black").await;
    let board = ann.wait_for("the board", board_of("loa", 3, 0)).await;
    assert!(!board.labels().contains(&"Remove"), "{:?}", board.labels());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_imported_is_told() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let long: String = (1..=400).map(|it| format!("{it}. b1-b3 a2-c2 b3-b1 c2-a2 ")).collect();
    for (name, bytes, told) in [
        ("nothing.pgn", Vec::new(), "There's no record here"),
        ("large.pgn", vec![b' '; 1 << 20 | 1], "That file is too large"),
        ("picture.png", vec![0x89, b'P', b'N', b'G', 0xff, 0xfe], "it isn't UTF"),
        ("chess.pgn", b"[Game \"chess\"]\n\n1. e4 e5".to_vec(), "I don't play “chess”"),
        ("go.sgf", b"(;FF[4]GM[1]SZ[19];B[pd])".to_vec(), "I don't play"),
        ("illegal.pgn", b"[Game \"loa\"]\n\n1. b1-b4".to_vec(), "isn't legal."),
        (
            "long.pgn",
            format!("[Rules \"loa repetition=off limit=off\"]\n\n{long}").into_bytes(),
            "more than 1000 moves",
        ),
    ] {
        let shown = attach(&ann, "!import", name, &bytes).await;
        assert!(shown.says(told), "{name}: {}", shown.content);
        assert!(shown.pings.is_empty() && shown.attachments.is_empty(), "{name}");
    }
    assert!(answer(&ann, "!import").await.says("There's no record here"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_had_is_told() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    let record = b"[Game \"loa\"]\n\n1. b1-b3";
    for (status, told) in [(404, "doesn't have that file anymore"), (403, "anymore"), (500, "couldn't get that file")] {
        let spoilt = move |_: &str, path: &str| match path.starts_with("/attachments/") {
            true => Trouble::Failed(status),
            false => Trouble::None,
        };
        stage.playground.spoil(spoilt);
        let shown = attach(&ann, "!import", &format!("{status}.pgn"), record).await;
        assert!(shown.says(told), "{status}: {}", shown.content);
    }
    stage.playground.spoil_nothing();
    assert!(attach(&ann, "!import", "there.pgn", record).await.says("Imported as #1"));
    stage.finish().await;
}
