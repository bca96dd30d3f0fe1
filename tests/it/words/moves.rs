//! Moves as people write them: numbered, among kind words, with letters that only look like others; and what is written
//! like a move, but is none, or more than one.

use playground::ids;

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::output::{fails, stdout};
use crate::support::stage::{TestBot, quiet_move};
use crate::support::{Message, Person};
use games::records::read;

/// What the bot answers to a reply.
async fn answer_to_reply(person: &Person, board: &Message, text: &str) -> Message {
    let last = person.last_id().await;
    person.reply(board, text).await;
    person.wait_for(text, |it| it.id > last && it.author.bot).await
}

const TWO_MOVES: &str =
    "That's 4 squares, and no move goes through all of them. Write one move at a time, like `b1-b3`";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_written_between_two_squares_is_dropped() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for text in ["!move b1-b3 d1-d3", "!move 1 b1-b3, then d1-d3", "@Parlor b1-b3-d1-d3", "!move b1b3d1d3"] {
        let told = answer(&ann, text).await;
        assert!(told.says(TWO_MOVES), "{text}: {}", told.content);
    }
    let told = answer_to_reply(&ann, &board, "b1-b3 d1-d3").await;
    assert!(told.says(TWO_MOVES), "{}", told.content);
    let told = answer(&ann.dm(), "b1-b3 d1-d3").await;
    assert!(told.says(TWO_MOVES), "{}", told.content);
    ann.slash("move", &[("move", "b1-b3 d1-d3")]).await;
    ann.wait_for("why not", ephemeral(TWO_MOVES)).await;
    assert!(ann.autocomplete("move", &[("move", "b1-b3 d1-d3")], "move").await.is_empty());
    let told = answer(&ann, "!move b1-b2-b3").await;
    assert!(told.says("That's 3 squares"), "an ordinary way is told by its ends: {}", told.content);

    // Neither is anything dropped from a prepared line.
    ann.say("!move d1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    ann.slash("prepare", &[("lines", "h5-g4-g5 b1-b4")]).await;
    ann.wait_for("why not", ephemeral("“h5\\-g4\\-g5” isn't a legal move there")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 1);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jumping_piece_may_be_told_its_way() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob ugolki casual first").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    for (ply, (person, text)) in [(&ann, "!move e4-d4"), (&bob, "!move d5-e5")].into_iter().enumerate() {
        person.wait_for("the board", board_of("ugolki", 1, ply)).await;
        person.say(text).await;
    }
    // Over e3 to e4, and from there over d4.
    ann.wait_for("the board", board_of("ugolki", 1, 2)).await;
    let offered = ann.autocomplete("move", &[("move", "e2-e4-c4")], "move").await;
    assert_eq!(offered.iter().map(|it| it.value.as_str().unwrap()).collect::<Vec<_>>(), ["e2-c4"]);
    for elsewhere in ["e2-c2-c4", "e2-e4 d4-c4", "e2-e3-e4-d4-c4"] {
        let told = answer(&ann, &format!("!move {elsewhere}")).await;
        assert!(told.says("and no move goes through all of them"), "{}", told.content);
    }
    ann.say("!move e2-e4-c4").await;
    bob.wait_for("the board", board_of("ugolki", 1, 3)).await;
    stage.finish().await;
}

#[test]
fn records_and_the_command_line_drop_nothing_either() {
    for text in [
        "[Game \"loa\"]\n\n1. b1-b3-d3 *",
        "[Game \"breakthrough\"]\n\n1. a2-b3-a3 *",
        "(;FF[4]GM[9];B[b1-b3 d1-d3])",
        "(;FF[4]GM[9];B[b1-b3-d3])",
    ] {
        let error = read(text).expect_err(text);
        assert!(error.to_string().contains("isn't a legal move"), "{text}: {error}");
    }
    let parlor = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(arguments).env_remove("DISCORD_TOKEN").env_remove("DATABASE_URL").output().unwrap()
    };
    let told = fails(&parlor(&["moves", "loa", "--moves", "1. b1-b3-d3"]));
    assert!(told.contains("Move 1 (b1-b3-d3) is refused: That's 3 squares"), "{told}");
    let plain = stdout(&parlor(&["moves", "loa", "--moves", "b1-b3 a2-c2 b3-b1"]));
    for numbered in ["1. b1-b3 a2-c2 2. b3-b1", "1.b1-b3 1...a2-c2 2.b3-b1", "1. b1-b3 1... a2-c2 2… b3-b1"] {
        assert_eq!(stdout(&parlor(&["moves", "loa", "--moves", numbered])), plain, "{numbered}");
    }
    let told = fails(&parlor(&["moves", "loa", "--moves", "1 b1-b3"]));
    assert!(told.contains("Move 1 (1) is refused"), "{told}");

    let mut output = Vec::new();
    let asked = "position startpos moves b1-b3-d3\nposition startpos moves 1. b1-b3 a2-c2 2. b3-b1\nquery p1turn\n";
    engine::ugi::run(std::io::Cursor::new(asked), &mut output).unwrap();
    let talk = String::from_utf8(output).unwrap();
    assert_eq!(talk, "info string b1-b3-d3 is not legal: one-move-at-a-time\nresponse false\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_read_with_their_numbers() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!move 1. d1-b3").await;
    let second = bob.wait_for("the board", board_of("loa", 1, 1)).await;

    // What is prepared has numbers, too.
    ann.slash("prepare", &[("lines", "1... h5-g4 2. b1-b4; 1...a2-c2 2.b1-b4")]).await;
    ann.wait_for("what is prepared", ephemeral("if **h5-g4**, then **b1-b4**")).await;
    bob.reply(&second, "1... h5-g4").await;
    bob.wait_for("the board after the reply", board_of("loa", 1, 3)).await;

    // A number of a match is another thing.
    let told = answer(&bob, "!move 7 g4-g1").await;
    assert!(told.says("There's no match #7"), "{}", told.content);
    let offered = bob.autocomplete("move", &[("move", "2... g4-g")], "move").await;
    assert!(offered.iter().any(|it| it.value == "g4-g1"), "{offered:?}");
    bob.say("!move 7... g4-g1").await;
    ann.wait_for("the board", board_of("loa", 1, 4)).await;
    ann.say("!move #1 3.b4-e7").await;
    bob.wait_for("the board", board_of("loa", 1, 5)).await;
    // An entry of the autocompletion as it is shown.
    bob.dm().slash("move", &[("move", "1 · 3... a3-c1 (takes a piece)")]).await;
    ann.wait_for("the board", board_of("loa", 1, 6)).await;
    stage.finish().await;
}

/// Each letter of a text in another script, if it looks the same there.
fn cyrillic(text: &str) -> String {
    let other = |it: char| "abcehx".find(it).and_then(|at| "авсенх".chars().nth(at)).unwrap_or(it);
    text.chars().map(other).collect()
}

fn full_width(text: &str) -> String {
    text.chars().filter_map(|it| char::from_u32(u32::from(it) + 0xfee0)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_with_one_clear_move_plays_it() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let mut board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let ways: [fn(&str) -> String; 9] = [
        |it| format!("{it} gl hf"),
        |it| format!("{it} 😀"),
        |it| format!("I play {it}"),
        |it| format!("{it}, your turn"),
        |it| it.replace('-', "\u{200b}-"),
        cyrillic,
        full_width,
        |it| format!("Hi @Cid! I'll go with {it}. Good luck!"),
        |it| format!("{it} :D"),
    ];
    for (ply, write) in ways.iter().enumerate() {
        let mover = if ply % 2 == 0 { &ann } else { &bob };
        let mv = quiet_move(&*position, ply as u64);
        position.play(mv).unwrap();
        let text = write(&mv.to_string());
        mover.reply(&board, &text).await;
        board = mover.wait_for(&text, board_of("loa", 1, ply + 1)).await;
        assert!(board.says(&mv.to_string()), "{text}: {}", board.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_about_moves_plays_none_and_is_answered_only_to_those_who_play() {
    const ASKED: &str = "I haven't played anything";
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let cid = stage.person("Cid");
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    for text in [
        "b1-b3?",
        "b1-b3 looks tempting",
        "I think b1-b3 was bad",
        "what about b1-b3",
        "not b1-b3",
        "b1-b3 or d1-d3",
        "b1-z9 gl",
        "~~b1-b3~~",
    ] {
        let told = answer_to_reply(&ann, &board, text).await;
        assert!(told.says(ASKED) && told.says("write nothing but the move, like `"), "{text}: {}", told.content);
        assert!(told.pings.is_empty(), "{text}");
    }
    let told = answer_to_reply(&ann, &board, "what about d1-d3, Bob").await;
    assert!(told.says("like `d1-d3`."), "the move that was named is the example: {}", told.content);
    let told = answer(&ann, "@Parlor is b1-b3 good").await;
    assert!(told.says(ASKED), "{}", told.content);
    // A form of the command says what it could not read.
    let told = answer(&ann, "!move b1-b3?").await;
    assert!(told.says("I can't read “b1\\-b3?” as a move"), "{}", told.content);
    let told = answer_to_reply(&bob, &board, "h5-g4 or h3-f3").await;
    assert!(told.says("It isn't your turn"), "{}", told.content);

    // What says nothing about a move, and what others say, is conversation.
    let before = ann.last_id().await;
    ann.reply(&board, "what a lovely board").await;
    cid.reply(&board, "b1-b3 looks tempting").await;
    ann.say("b1-b3").await;
    ann.say("b1-b3 looks tempting").await;
    ann.reply(&board, "B1 to B3, have fun!").await;
    let second = bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    // That board is old now.
    ann.reply(&board, "b1-b3 was strong").await;
    bob.reply(&second, "a2-c2").await;
    ann.wait_for("the third board", board_of("loa", 1, 2)).await;
    let told = |it: &&Message| it.id > before && it.author.bot && it.attachments.is_empty();
    let all = ann.messages().await;
    let told: Vec<&str> = all.iter().filter(told).map(|it| it.content.as_str()).collect();
    assert!(!told.iter().any(|it| it.contains(ASKED) || it.contains("your turn")), "{told:?}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_its_own_thread_a_match_is_played_by_bare_moves() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    ann.say("!challenge @Bob loa black casual thread").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&card, "Accept").await;
    stage.until("the thread", || async { !stage.playground.threads().is_empty() }).await;
    let thread = stage.playground.threads()[0].id;
    let channel = ann.clone();
    let [ann, bob, cid] = [ann, bob, cid].map(|it| it.in_channel(thread));
    ann.wait_for("the board", board_of("loa", 1, 0)).await;

    // Talk, other people's moves, and moves in another channel are nobody's business.
    let before = ann.last_id().await;
    bob.say("h5-g4").await;
    cid.say("d1-b3").await;
    ann.say("d1-b3 looks good").await;
    ann.say("d1").await;
    ann.say("d1-b3?").await;
    ann.say("@Bob d1-b3").await;
    channel.say("d1-b3").await;
    let theirs = bob.say("and then d1-d3").await;
    let theirs = ann.message(&theirs).await.unwrap();
    ann.reply(&theirs, "d1-b3").await;
    ann.say("1. b1-b3").await;
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    let told = |it: &&Message| it.id > before && it.author.bot && it.attachments.is_empty();
    let all = ann.messages().await;
    let told: Vec<&str> = all.iter().filter(told).map(|it| it.content.as_str()).collect();
    assert!(told.iter().all(|it| !it.contains("your turn") && !it.contains("haven't played")), "{told:?}");

    // Whose turn it is learns why a move is none.
    bob.say("a2-a4").await;
    bob.wait_for("why not", says("there are 6 pieces on that file")).await;
    bob.say("h5-g4 h3-f3").await;
    bob.wait_for("why not", says("That's 4 squares")).await;
    bob.say("A2 C2 😀").await;
    ann.wait_for("the third board", board_of("loa", 1, 2)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_role_is_heard_where_its_name_is() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let role = format!("<@&{}>", ids::BOT_ROLE);
    let told = answer(&ann, &format!("{role} help")).await;
    assert!(told.says("challenge"), "{}", told.text());
    ann.say(&format!("{role}, d1-b3")).await;
    let board = bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    bob.reply(&board, &format!("h5-g4 {role}")).await;
    ann.wait_for("the third board", board_of("loa", 1, 2)).await;
    let told = answer(&ann, &format!("{role} plya")).await;
    assert!(told.says("`!play`"), "{}", told.content);
    stage.finish().await;
}
