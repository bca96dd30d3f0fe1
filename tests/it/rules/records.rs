//! Records: what is written reads back, what is wrong is told with its place, and what people write is understood.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::fixtures::{Row, fixtures_of};
use crate::support::output::{fails, stdout};
use crate::support::rulesets::rulesets;
use games::GAMES;
use games::board::Side;
use games::records::{self, Form, read};
use games::records::{MAX_BYTES, MAX_PLIES, Record, RecordErrorKind, Replay};
use games::{Outcome, Reason, Ruleset};
use proptest::prelude::*;

/// Plays at random from the usual start, or from where `skip` plies of it have led.
fn random_record(ruleset: &Ruleset, choices: &[usize], skip: usize) -> Record {
    let game = games::find(ruleset.info.key).unwrap();
    let mut position = games::open(ruleset, None).unwrap();
    let (before, played) = choices.split_at(skip.min(choices.len()));
    for choice in before {
        let legal = position.legal();
        let Some(mv) = legal.get(choice % legal.len().max(1)) else { break };
        position.play(*mv).unwrap();
    }
    let start = (!before.is_empty()).then(|| position.text());
    let mut replay = Replay::open(game, ruleset, start.as_deref()).unwrap();
    for choice in played {
        let legal = replay.position().legal();
        let Some(mv) = legal.get(choice % legal.len().max(1)) else { break };
        replay.play(*mv).unwrap();
    }
    let outcome = replay.position().outcome().or(match choices.len() % 5 {
        0 => Some(Outcome { winner: None, reason: Reason::Agreed }),
        1 => Some(Outcome { winner: Some(Side::First), reason: Reason::Resigned }),
        2 => Some(Outcome { winner: Some(Side::Second), reason: Reason::OutOfTime }),
        3 => Some(Outcome::ABORTED),
        _ => None,
    });
    replay.finish(outcome).unwrap()
}

/// The record without what SGF has no property for.
fn for_sgf(record: &Record) -> Record {
    let kept = |name: &str| ["Date", "Site"].contains(&name);
    Record { tags: record.tags.iter().filter(|it| kept(&it.0)).cloned().rev().collect(), ..record.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn what_is_exported_can_be_imported(
        choices in prop::collection::vec(0_usize..1000, 0..150),
        skip in prop_oneof![Just(0_usize), 1_usize..40],
        names in prop::array::uniform2(prop::option::of("[\\PC]{1,20}")),
        site in "[\\PC]{0,30}",
    ) {
        for ruleset in rulesets() {
            let mut record = random_record(&ruleset, &choices, skip);
            record.players = names.clone().map(|it| it.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()));
            let tags = [("Site", site.trim()), ("Date", "2026.11.21"), ("Ply-Count", "\\\"]")];
            record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
            record.tags.retain(|it| !it.1.is_empty());
            let text = records::write(&record, Form::Pgn).unwrap();
            prop_assert!(text.lines().filter(|it| !it.starts_with('[')).all(|it| it.len() <= 80), "{text}");
            prop_assert_eq!(read(&text), Ok(vec![record.clone()]), "{}", text);

            if ruleset.info.sgf.is_some() {
                match records::write(&record, Form::Sgf) {
                    Ok(text) => prop_assert_eq!(read(&text), Ok(vec![for_sgf(&record)]), "{}", text),
                    Err(error) => prop_assert!(record.position.is_some(), "{}", error),
                }
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,80}") {
        for head in ["", "[Game \"loa\"] ", "(;GM[9]", "(;GM[9];B[b1-b3];W["] {
            let _ = read(&format!("{head}{text}"));
        }
    }

    #[test]
    fn no_near_text_makes_a_reader_panic(
        text in "([a-i][1-9]-[a-h][1-9]|[0-9]{1,2}\\.|[BW]|[\\[\\](){}\";\\\\]|resign|1-0|[*\n ]){0,30}",
    ) {
        for head in ["", "[Game \"loa\"] ", "(;GM[9]", "(;GM[9];B[b1-b3];W["] {
            let _ = read(&format!("{head}{text}"));
        }
    }
}

/// The one record of a text.
#[track_caller]
fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn reading_is_forgiving() {
    let plain = one("[Game \"loa\"]\n\n1. b1-b3 a2-c2 2. b3-b1 *");
    assert_eq!((plain.plies.len(), plain.outcome), (3, None));
    for text in [
        "\u{feff}[Game \"Lines of Action\"]\r\n\r\n1.b1-b3 a2-c2\r\n2.b3-b1",
        "[Rules \"loa:classic\"] 1. B1B3! {a {comment} $1 a2c2?! ; and another 9. a1-a2\n2... b3–b1$12",
        "[rules \"loa\"]\n[GAME \"lines\"] b1-b3 (1. c1-c3 {why not} (1. d1-d3) a2-c2) a2-c2+ ... 2 b3:b1 *",
    ] {
        assert_eq!(one(text).plies, plain.plies, "{text}");
    }
    let white_first = one("[Game \"loa\"][Position \"8/8/2b5/8/8/8/1w5w/b7 w\"] 1... h2-f2 2. a1-b1");
    assert_eq!(white_first.begins, Side::Second);
    let text = records::write(&white_first, Form::Pgn).unwrap();
    assert!(
        text.contains("[Position \"8/8/2b5/8/8/8/1w5w/b7 w\"]") && text.ends_with("1... h2-f2 2. a1-b1 *\n"),
        "{text}"
    );
}

#[test]
fn several_games_stand_in_one_text() {
    let games =
        "[Game \"loa\"] 1. b1-b3 [Game \"loa\"] [Reason \"resigned\"] c1-c3 0-1\n; the last\n[Rules \"loa:mso\"] *";
    let records = read(games).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[1].outcome, Some(Outcome { winner: Some(Side::Second), reason: Reason::Resigned }));
    assert_eq!((records[2].plies.len(), records[2].ruleset.to_string().as_str()), (0, "loa:mso"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let loa = "[Game \"loa\"]\n";
    for (text, game, line, part) in [
        ("", 1, 1, "there's no game here"),
        (" {nothing} ", 1, 1, "there's no game here"),
        ("\n\nb1-b3", 1, 3, "the game has no name"),
        ("\n[White \"Bob\"]", 1, 2, "the game has no name"),
        ("[Game \"chess\"]", 1, 1, "no game called “chess”"),
        ("\n[Rules \"chess:fast\"]", 1, 2, "no game called “chess”"),
        ("[Game loa]", 1, 1, "[Game loa]; write it on one line, like [Game \"loa\"]"),
        (&format!("{loa}[Rules \"loa:fast\"]"), 1, 2, "no preset or option called “fast”"),
        (&format!("{loa}[Rules \"mso limit=0\"]"), 1, 2, "use `off`, or 1–1000"),
        (&format!("{loa}[Position \"8/8 b\"]"), 1, 2, "has 2 ranks"),
        (&format!("{loa}[Result \"white\"]"), 1, 2, "“white” isn't a result"),
        (&format!("{loa}[Reason \"tired\"]"), 1, 2, "“tired” isn't a reason"),
        (&format!("{loa}[Black \"A\"]\n[black \"B\"]"), 1, 3, "Black is there twice"),
        (&format!("{loa}[Site \"{}\"]", "x".repeat(1001)), 1, 2, "Site is longer than 1000"),
        (&format!("{loa}1. b1-b3\na2-a4"), 1, 3, "move 1 of White (a2-a4)"),
        (&format!("{loa}1. b1-b3 a2-c2\n2. hello"), 1, 3, "move 2 of Black (hello)"),
        (&format!("{loa}1. b1-b3 *\n{loa}\n1. b1-b4"), 2, 5, "move 1 of Black (b1-b4)"),
        (&format!("{loa}1. b1-b3 *\n\n a2-c2"), 1, 4, "(a2-c2) comes after the end: the result is *"),
        (&format!("{loa}1. b1-b3 {{oh"), 1, 2, "“{” is never closed"),
        (&format!("{loa}[Result \"1-0\"]\n1. b1-b3\n0-1"), 1, 4, "1-0 at the top and 0-1 at the end"),
        (&format!("{loa}[Result \"1-0\"]\n1. b1-b3"), 1, 2, "says 1-0, but after its moves the game goes on"),
        (&format!("{loa}1. b1-b3\n 1-0"), 1, 3, "the game goes on"),
        (&format!("{loa}[Reason \"connected\"]\n1. b1-b3 1-0"), 1, 2, "1-0 (connected), but after its moves"),
        ("(;FF[4])", 1, 1, "does not say which game"),
        ("\n(;GM[1])", 1, 2, "GM[1] isn't a game"),
        ("(;GM[9]\nSZ[x])", 1, 2, "“x” isn't a board size"),
        ("(;GM[9]\nSZ[19])", 1, 2, "5x5 to 10x10"),
        ("(;GM[9]AB[b2]\nAW[i9])", 1, 2, "“i9” isn't a square"),
        ("(;GM[9]\nSU[Parachute])", 1, 2, "SU[Parachute] isn't known"),
        ("(;GM[9]\nRU[fast])", 1, 2, "called “fast”"),
        ("(;GM[9]\nRE[Black])", 1, 2, "“Black” isn't a result in SGF"),
        ("(;GM[9];B[b1-b3]\n;W[a2-a4])", 1, 2, "move 1 of White (a2-a4)"),
        ("(;GM[9]\n;W[a2-c2])", 1, 2, "move 1 of White (a2-c2) is out of turn: Black is to move"),
        ("(;GM[9];B[resign]\n;W[a2-c2])", 1, 2, "comes after the end: a player has resigned"),
        ("(;GM[9];B[b1-b3]", 1, 1, "“(” is never closed"),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!((error.game, error.line), (game, line), "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?} says: {error}");
    }
}

/// A game that Black has won: its last move connects all of Black's pieces.
const WON: &str = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";

#[test]
fn a_result_must_be_the_referees() {
    let start = "[Game \"loa\"]\n[Position \"8/8/8/2b5/8/1b6/8/6ww b\"]\n";
    let win = Some(Outcome { winner: Some(Side::First), reason: games::read_reason("connected").unwrap() });
    let first = games::open(&games::read_ruleset("loa").unwrap(), Some("8/8/8/2b5/8/1b6/8/6ww b")).unwrap();
    assert!(first.outcome().is_some(), "White is connected from the start");
    let error = read(&format!("{start}1. b3-b4")).unwrap_err();
    assert!(error.to_string().contains("comes after the end: White won: connected"), "{error}");

    for end in ["", "1-0", "*"] {
        let text = format!("[Rules \"loa:mso\"]\n{WON} {end}");
        assert_eq!(one(&text).outcome, win, "{text}");
    }
    for (tags, end) in [
        ("", "0-1"),
        ("", "1/2-1/2"),
        ("[Result \"0-1\"]", ""),
        ("[Reason \"resigned\"]", "1-0"),
        ("[Reason \"resigned\"]", "0-1"),
    ] {
        let text = format!("[Rules \"loa:mso\"]\n{tags}\n{WON} {end}");
        let error = read(&text).expect_err(&text);
        assert!(matches!(error.problem, RecordErrorKind::Contradiction { .. }), "{error}");
        assert!(error.to_string().contains("but its moves say Black won: connected"), "{error}");
    }
}

#[test]
fn absurd_texts_are_refused_kindly_and_soon() {
    let error = read(&"x".repeat(MAX_BYTES + 1)).unwrap_err();
    assert_eq!(error.problem, RecordErrorKind::TooLong);
    let start = std::time::Instant::now();
    for piece in ["[A \"b\"]", "(", "{", "a1 ", "1-0 ", "(;", "(;B[]", "\\", "[", "[Game \"loa\"] b1-b3 "] {
        let _ = read(&piece.repeat(MAX_BYTES / piece.len()));
        let _ = read(&format!("[Game \"loa\"] {}", piece.repeat(MAX_BYTES / piece.len() - 20)));
        let _ = read(&format!("(;GM[9] {}", piece.repeat(MAX_BYTES / piece.len() - 20)));
    }
    let there_and_back = "b1-b3 a2-c2 b3-b1 c2-a2 ".repeat(MAX_PLIES / 4 + 1);
    let error = read(&format!("[Rules \"loa:classic repetition=off\"] {there_and_back}")).unwrap_err();
    assert_eq!(error.problem, RecordErrorKind::TooManyMoves);
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn sgf_is_read_in_every_spelling() {
    let plain = one("(;FF[4]GM[9]SZ[8];B[b1-b3];W[a2-c2];B[b3xb1])").plies;
    assert_eq!(plain.len(), 3);
    for text in [
        "\u{feff} (;GM[9]SU[Standard];B[B1:B3+];W[A2C2!];B[b3b1])",
        "(;GM[9]\r\nSZ[8:8];B[bhbf];W[agcg];B[bfbh])",
        "(;GaMe[9](;Black[b1-b3](;White[a2-c2];B[b3-b1])(;W[a2-a4]))(;B[c1-c3]))",
    ] {
        assert_eq!(one(text).plies, plain, "{text}");
    }
    let told = one("(;GM[9]RU[loa:mso limit=60]PB[Ann \\] \\\\]PW[Bob]DT[2026-11-21]PC[a\nb]XX[y];B[resign])");
    assert_eq!(told.players, [Some("Ann ] \\".to_owned()), Some("Bob".to_owned())]);
    assert_eq!((told.tag("Date"), told.tag("Site")), (Some("2026.11.21"), Some("a b")));
    assert_eq!(told.ruleset.to_string(), "loa:mso limit=60");
    assert_eq!(told.outcome, Some(Outcome { winner: Some(Side::Second), reason: Reason::Resigned }));
    let set_up = one("(;GM[9]SZ[6]AB[a1][f6]AW[ba][c3]PL[W];W[b6-b5])");
    assert_eq!(set_up.position.as_deref(), Some("1w3b/6/6/2w3/6/b5 w"));
    for (result, winner, reason) in [
        ("B+R", Some(Side::First), Reason::Resigned),
        ("W+Time", Some(Side::Second), Reason::OutOfTime),
        ("0", None, Reason::Agreed),
        ("Draw", None, Reason::Agreed),
    ] {
        let record = one(&format!("(;GM[9]RE[{result}])"));
        assert_eq!(record.outcome, Some(Outcome { winner, reason }), "{result}");
    }
    assert_eq!(one("(;GM[9]RE[?])").outcome, None);
}

#[test]
fn what_sgf_cannot_hold_is_said() {
    let counted = one("[Rules \"loa:cs61b\"][Position \"1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b plies=3\"] *");
    let error = records::write(&counted, Form::Sgf).unwrap_err();
    assert!(error.to_string().contains("use pgn"), "{error}");
    for game in GAMES.iter().filter(|it| it.info().sgf.is_none()) {
        let record = records::of_match(&Ruleset::default_of(game.info()), None, [], None).unwrap();
        assert!(records::write(&record, Form::Sgf).unwrap_err().to_string().contains("can't be written as SGF"));
    }
}

fn parlor(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// The complete games of a thesis as one text of records.
fn published_games() -> String {
    let [thesis] = &fixtures_of(games::find("loa").unwrap().info(), "games")[..] else { panic!("one table") };
    let record = |row: &Row| {
        let [name, winner, moves] = row.as_slice() else { panic!("{row:?}") };
        let result = [("b", "1-0"), ("w", "0-1"), ("-", "*")].into_iter().find(|it| it.0 == winner).unwrap().1;
        format!("[Rules \"loa:mso\"]\n[Event \"{name}\"]\n\n{moves} {result}\n\n")
    };
    thesis.rows.iter().map(record).collect()
}

#[test]
fn published_games_are_checked_and_converted_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), published_games()).unwrap();
    let checked = stdout(&parlor(folder.path(), &["record", "check", "games.pgn"], ""));
    assert_eq!(checked.lines().count(), 8, "{checked}");
    assert!(checked.starts_with("game 1: loa:mso, 36 moves, White won: connected\n"), "{checked}");
    assert!(checked.ends_with("game 8: loa:mso, 9 moves, Black won: connected\n"), "{checked}");

    let pgn = stdout(&parlor(folder.path(), &["record", "convert", "games.pgn", "--to", "pgn"], ""));
    let sgf = stdout(&parlor(folder.path(), &["record", "convert", "-", "--to", "sgf"], &pgn));
    assert!(
        sgf.starts_with("(;FF[4]GM[9]CA[UTF-8]AP[Parlor]SZ[8]RU[loa:mso]RE[W+]EV[appendix_E_game1]\n;B[c8-c6]"),
        "{sgf}"
    );
    assert_eq!(stdout(&parlor(folder.path(), &["record", "check", "-"], &sgf)), checked);
    assert_eq!(stdout(&parlor(folder.path(), &["record", "convert", "-", "--to", "pgn"], &sgf)), pgn);
    assert_eq!(read(&pgn), read(&published_games()));
}

#[test]
fn a_record_that_fails_says_where_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str| fails(&parlor(folder.path(), &["record", "check", "-"], text));
    let text = check("[Game \"loa\"]\n1. b1-b3 a2-a4");
    assert!(text.starts_with("Game 1, line 2: move 1 of White (a2-a4) is refused: "), "{text}");
    assert!(text.contains("there are 6 pieces on that file"), "the referee's reason: {text}");
    assert_eq!(
        check("[Game \"chess\"]").trim(),
        "Game 1, line 1: there's no game called “chess”; `parlor games` lists them."
    );
    assert!(check("").contains("there's no game here"));
    assert!(check(&"é".repeat(MAX_BYTES / 2 + 1)).contains("longer than 1024 KiB"));
    assert!(fails(&parlor(folder.path(), &["record", "check", "none.pgn"], "")).contains("none.pgn can't be read"));
    std::fs::write(folder.path().join("old.sgf"), b"(;GM[9]PB[J\xf6rg])").unwrap();
    assert!(fails(&parlor(folder.path(), &["record", "check", "old.sgf"], "")).contains("isn't UTF-8 text"));
}
