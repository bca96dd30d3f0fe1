//! A match as a file: its record reads back as the same match, and its GIF shows every position.

use games::records;
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;

use crate::support::SHORTEST_MATCH;
use crate::support::looking::{answer, board_of, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// What the only file of a message holds, and its name.
async fn file(person: &Person, message: &Message) -> (String, Vec<u8>) {
    (message.attachments[0].filename.clone(), person.file(message).await)
}

async fn exported(person: &Person, form: &str) -> (String, Vec<u8>) {
    let told = answer(person, &format!("!export #1 {form}")).await;
    assert!(told.says("Lines of Action") && told.says("(Black) wins"), "{}", told.content);
    file(person, &told).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_kept_in_every_form() {
    let stage = TestBot::start().await;
    let (ann, ..) = stage.play_shortest().await;
    for (form, name) in [("record", "loa-1.pgn"), ("sgf", "loa-1.sgf")] {
        let (named, bytes) = exported(&ann, form).await;
        let read = records::read(std::str::from_utf8(&bytes).unwrap()).unwrap().remove(0);
        let moves: Vec<String> = read.plies.iter().map(ToString::to_string).collect();
        assert_eq!((named.as_str(), &moves[..]), (name, &SHORTEST_MATCH.map(str::to_owned)[..]));
        assert_eq!(read.players, [Some("Ann".to_owned()), Some("Bob".to_owned())]);
        assert!(read.outcome.is_some() && read.tag("Date").is_some(), "{read:?}");
    }
    let (name, picture) = exported(&ann, "picture").await;
    let picture = image::load_from_memory(&picture).unwrap();
    assert!(name == "loa-1.png" && picture.width() >= 1000, "{name}: {} pixels", picture.width());
    let (name, gif) = exported(&ann, "gif").await;
    assert!(name == "loa-1.gif" && gif.len() < 350_000, "{name}: {} bytes", gif.len());
    let frames = GifDecoder::new(std::io::Cursor::new(gif)).unwrap().into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), 10);

    // Below a replay, for whoever looks at it.
    let cid = stage.person("Cid");
    cid.slash("replay", &[("match", "1")]).await;
    let replay = cid.wait_for("the replay", |it| it.ephemeral && it.says("The start")).await;
    let (save, forms) = replay.menus().pop().unwrap();
    assert_eq!(forms, ["record", "sgf", "picture", "gif"]);
    cid.choose(&replay, &save, "gif").await;
    let is_file =
        |it: &Message| it.ephemeral && it.id != replay.id && it.attachments.iter().any(|it| it.filename == "loa-1.gif");
    cid.wait_for("the GIF", is_file).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_exported_is_told() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!export").await;
    ann.wait_for("that there is none", says("Nobody has played")).await;
    ann.say("!play clobber 1 first casual").await;
    ann.wait_for("the board", board_of("clobber", 1, 0)).await;
    for (text, told) in [
        ("!export #1 mp4", "I don't understand “mp4”. A match can be exported as `record`, `sgf`, `picture`, `gif`"),
        ("!export sgf", "SGF files are for Lines of Action, not for Clobber. Use `record` instead."),
        ("!export gif sgf", "There can only be one `form`"),
        ("!export #7", "There's no match #7"),
    ] {
        let answered = answer(&ann, text).await;
        assert!(answered.says(told), "{text}: {}", answered.content);
    }
    // Of a match that goes on, so far; the engine has a name, too.
    let so_far = ann.file(&answer(&ann, "!export").await).await;
    let so_far = String::from_utf8_lossy(&so_far);
    assert!(so_far.contains("Parlor (level 1)") && so_far.contains("[Result \"*\"]"), "{so_far}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn animations_are_as_dear_as_analyses() {
    let stage = TestBot::start_set("PARLOR_COMMANDS_PER_MINUTE", "60".to_owned()).await;
    let (ann, ..) = stage.play_shortest().await;
    for _ in 0..5 {
        exported(&ann, "gif").await;
    }
    let told = answer(&ann, "!export #1 gif").await;
    assert!(told.says("a lot of work in a short time. Please ask again in"), "{}", told.content);
    assert!(told.attachments.is_empty());
    exported(&ann, "record").await;
    stage.finish().await;
}
