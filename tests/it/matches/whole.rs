//! A match of every game in chat to its natural end, against a person and against the bot; and what a restart must not
//! forget.

use crate::support::looking::board_of;
use crate::support::stage::{TestBot, catch_up};
use crate::support::{Message, Person};
use engine::{Limits, Question, Stop, analyze};
use games::GAMES;
use games::board::Move;
use games::{AnyPosition, Info, Ruleset};

/// Boards small enough for a short match, where the game has them.
fn short(info: &'static Info) -> Ruleset {
    let mut ruleset = Ruleset::default_of(info);
    for size in ["5x5", "6x6"] {
        if ruleset.set("size", size).is_ok() {
            break;
        }
    }
    ruleset
}

/// A move that leads to the end.
fn good_move(position: &dyn AnyPosition) -> Move {
    let question = Question::new(position.ruleset().clone(), None, position.played().to_vec());
    analyze(&question, &Limits::nodes(1500), &Stop::new()).unwrap().best
}

/// Says a move in one of the ways in which one can.
async fn play(player: &Person, board: &Message, mv: Move, ply: usize) {
    let text = mv.to_string();
    match ply % 4 {
        0 => player.say(&format!("!move {text}")).await,
        1 => player.reply(board, &text.replace('-', " ")).await,
        2 => player.slash("move", &[("move", &text)]).await,
        _ => player.say(&format!("@Parlor {}", text.to_uppercase())).await,
    };
}

/// The board at the end says what the referee says.
fn check_end(position: &dyn AnyPosition, board: &Message) {
    let end = position.outcome().unwrap_or_else(|| panic!("not over: {}", board.content));
    match end.winner {
        Some(winner) => {
            let name = position.sides()[winner.index()].name;
            assert!(board.content.contains(&format!("({name}) wins**")), "{}", board.content);
        }
        None => assert!(board.content.contains("**Draw**"), "{}", board.content),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_every_game_to_its_end() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (index, info) in GAMES.iter().map(|it| it.info()).enumerate() {
        let (ruleset, id) = (short(info), index + 1);
        let first = ruleset.info.sides[0].name.to_lowercase();
        let last = ann.last_id().await;
        ann.say(&format!("!challenge @Bob {} size={} {first}", info.key, ruleset.size)).await;
        let offer = bob.wait_for("the challenge", |it| it.id > last && it.content.contains("challenges you")).await;
        bob.press(&offer, "Accept").await;
        let mut position = games::open(&ruleset, None).unwrap();
        for ply in 0.. {
            let board = ann.wait_for(&format!("{} ply {ply}", info.key), board_of(info.key, id, ply)).await;
            if board.content.contains("🏁") {
                check_end(&*position, &board);
                let told = if ply % 2 == 0 { &ann } else { &bob };
                assert_eq!(board.pings, [told.id.to_string()], "whoever has not made the last move");
                break;
            }
            let player = if ply % 2 == 0 { &ann } else { &bob };
            if ply < 2 {
                assert_eq!(board.pings, [player.id.to_string()], "nobody has moved yet whose turn it is");
            }
            let best = good_move(&*position);
            position.play(best).unwrap();
            play(player, &board, best, ply).await;
        }
    }
    ann.say("!games").await;
    ann.wait_for("no match is left", |it| it.content.contains("don't have any matches going")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_plays_every_game_to_its_end() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    for (index, info) in GAMES.iter().map(|it| it.info()).enumerate() {
        let (ruleset, id) = (short(info), index + 1);
        let first = ruleset.info.sides[0].name.to_lowercase();
        let rules = format!("size={}", ruleset.size);
        ann.slash("play", &[("game", info.key), ("level", "2"), ("side", &first), ("rules", &rules)]).await;
        let mut position = games::open(&ruleset, None).unwrap();
        let mut board = ann.wait_for(info.key, board_of(info.key, id, 0)).await;
        while !board.content.contains("🏁") {
            let (ply, best) = (position.played().len(), good_move(&*position));
            position.play(best).unwrap();
            play(&ann, &board, best, ply).await;
            // One board shows both moves of a round.
            let next = if position.outcome().is_some() { ply + 1 } else { ply + 2 };
            board = ann.wait_for(&format!("{} ply {next}", info.key), board_of(info.key, id, next)).await;
            if position.outcome().is_none() {
                catch_up(&mut *position, &board);
            }
        }
        check_end(&*position, &board);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repetition_and_counters_survive_a_restart() {
    let mut stage = TestBot::start().await;
    let round = "a2-a3 a5-a4 a3-a2 a4-a5";
    for (index, (rules, reason)) in
        [("surakarta", "came up for the third time"), ("surakarta no-progress=4 repetition=off", "without a capture")]
            .into_iter()
            .enumerate()
    {
        let (ann, bob, id) = (stage.person("Ann"), stage.person("Bob"), index + 1);
        let last = ann.last_id().await;
        ann.say(&format!("!challenge @Bob {rules} black")).await;
        let offer = bob.wait_for("the challenge", |it| it.id > last && it.content.contains("challenges you")).await;
        bob.press(&offer, "Accept").await;
        for (ply, text) in [round, round].join(" ").split(' ').enumerate() {
            let player = if ply % 2 == 0 { &ann } else { &bob };
            let board = player.wait_for("the board", board_of("surakarta", id, ply)).await;
            assert!(!board.content.contains("🏁"), "ply {ply}: {}", board.content);
            if ply % 3 == 2 {
                stage.kill().await;
                stage.restart().await;
            }
            player.say(&format!("!move {text}")).await;
        }
        let end = ann.wait_for("the end", board_of("surakarta", id, 8)).await;
        assert!(end.content.contains("**Draw**") && end.content.contains(reason), "{}", end.content);
    }
    stage.finish().await;
}
