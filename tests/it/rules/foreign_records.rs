//! Records as other programs write them: each is read as what it means, or refused with the reason, and whatever changes
//! the position is never passed over.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::output::{fails, stdout};
use games::board::Side;
use games::records::{self, Form, Record, RecordErrorKind};
use games::{Outcome, Reason};

/// Where the records are, with a page that says what each should read as.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/src/records/fixtures")
}

fn file(name: &str) -> String {
    records::decode(std::fs::read(folder().join(name)).unwrap()).unwrap()
}

/// The games of a file, all of which can be read.
#[track_caller]
fn all(name: &str) -> Vec<Record> {
    records::read(&file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
fn one(name: &str) -> Record {
    let mut records = all(name);
    assert_eq!(records.len(), 1, "{name}");
    records.remove(0)
}

fn won(winner: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), reason })
}

fn connected(winner: Side) -> Option<Outcome> {
    won(winner, games::read_reason("connected").unwrap())
}

fn names(record: &Record) -> [&str; 2] {
    record.players.each_ref().map(|it| it.as_deref().unwrap_or(""))
}

/// Checks a file as the row of that name on the folder's page says.
fn check_row(name: &str) {
    match name {
        "saved-game.sgf" => {
            let game = one(name);
            assert_eq!((game.ruleset.to_string().as_str(), game.plies.len()), ("loa:classic", 9));
            assert_eq!((game.outcome, names(&game)), (connected(Side::Second), ["ann", "bob"]));
        }
        "collection.sgf" => {
            let games = all(name);
            let ends: Vec<_> = games.iter().map(|it| it.outcome).collect();
            assert_eq!(ends, [connected(Side::Second), connected(Side::First), None]);
            let start = games::open(&games[2].ruleset, None).unwrap().text();
            assert!(start.ends_with("/1bwbwbw1 b"), "b1 is Black's: {start}");
            assert_eq!(games[2].plies.len(), 2);
        }
        "resigns.sgf" => {
            let game = one(name);
            assert_eq!((game.plies.len(), game.outcome), (4, won(Side::Second, Reason::Resigned)));
        }
        "one-damaged.sgf" => {
            let games = records::read_each(&file(name), None);
            assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
            let error = games[1].as_ref().unwrap_err();
            assert!((error.game, error.line) == (2, 2) && error.to_string().contains("(a2-z9)"), "{error}");
        }
        "results.sgf" => {
            let ends: Vec<_> = all(name).iter().map(|it| it.outcome).collect();
            let forfeit = won(Side::Second, Reason::Forfeit);
            assert_eq!(ends, [won(Side::First, Reason::NotGiven), forfeit, forfeit]);
        }
        "setup-later.sgf" => {
            let error = records::read(&file(name)).unwrap_err();
            assert!(matches!(&error.problem, RecordErrorKind::SgfSetupLater(name) if name == "AE"), "{error}");
        }
        "latin-1.sgf" => assert_eq!(names(&one(name)), ["Jürgen", "bob"]),
        "no-game-tag.pgn" => {
            let error = records::read(&file(name)).unwrap_err().to_string();
            assert!(error.contains("--game"), "{error}");
            let games = records::read_each(&file(name), games::find("loa"));
            let game = games[0].as_ref().unwrap();
            assert_eq!((games.len(), game.plies.len(), names(game)), (1, 6, ["ann", "bob"]));
        }
        "resign-word.pgn" => {
            let game = one(name);
            assert_eq!((game.plies.len(), game.outcome), (6, won(Side::Second, Reason::Resigned)));
        }
        "percent-line.pgn" => assert_eq!(one(name).plies.len(), 2),
        "fen-tags.pgn" => {
            let game = one(name);
            assert_eq!(game.position.as_deref(), Some("1b4b1/w6w/8/8/8/8/w6w/1b4b1 b"));
            assert_eq!(game.plies.len(), 2);
        }
        "termination.pgn" => assert_eq!(one(name).outcome, won(Side::First, Reason::OutOfTime)),
        _ => panic!("nobody checks {name}"),
    }
}

#[test]
fn every_dialect_is_read_as_its_page_says() {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = page.lines().filter_map(|it| it.strip_prefix("| `")?.split_once('`'));
    let mut listed: Vec<&str> = rows.map(|it| it.0).collect();
    listed.iter().for_each(|it| check_row(it));
    listed.sort_unstable();
    let files = std::fs::read_dir(folder()).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.filter(|it| it != "README.md").collect();
    files.sort_unstable();
    assert_eq!(files, listed);
}

#[test]
fn what_is_read_is_written_and_reads_back() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = records::decode(std::fs::read(&path).unwrap()) else { panic!("{}", path.display()) };
        for record in records::read_each(&text, games::find("loa")).into_iter().flatten() {
            for form in [Form::Pgn, Form::Sgf] {
                let Ok(written) = records::write(&record, form) else { continue };
                let again = records::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                let same = |it: &Record| (it.ruleset.clone(), it.position.clone(), it.plies.clone(), it.outcome);
                assert_eq!(again.iter().map(same).collect::<Vec<_>>(), [same(&record)], "{written}");
            }
        }
    }
}

/// The record of a text, or why there's none.
fn read(text: &str) -> Result<Record, String> {
    let mut records = records::read(text).map_err(|error| error.to_string())?;
    Ok(records.remove(0))
}

#[test]
fn whatever_tag_changes_the_position_is_read_or_refused() {
    const SMALL: &str = "1b4b1/w6w/8/8/8/8/w6w/1b4b1 b";
    let loa = "[Game \"loa\"]\n";
    for tag in ["FEN", "fen", "Position", "StartPosition", "InitialFEN", "StartingPosition"] {
        let record = read(&format!("{loa}[{tag} \"{SMALL}\"]\n1. b1-b3 *")).unwrap();
        assert_eq!(record.position.as_deref(), Some(SMALL), "{tag}");
    }
    let six = read(&format!("{loa}[Size \"6x6\"]\n1. b1-b3 *")).unwrap();
    assert_eq!(six.ruleset.to_string(), "loa:classic size=6x6");
    let six = read(&format!("{loa}[Rules \"loa:mso size=6x6\"]\n[BoardSize \"6\"]\n*")).unwrap();
    assert_eq!(six.ruleset.to_string(), "loa:mso size=6x6");
    let variant = |game: &str, variant: &str| read(&format!("{game}[Variant \"{variant}\"]\n*"));
    assert_eq!(variant(loa, "mso").unwrap().ruleset.to_string(), "loa:mso");
    assert_eq!(variant(loa, "start=scrambled").unwrap().ruleset.to_string(), "loa:classic start=scrambled");
    assert_eq!(variant("", "Breakthrough").unwrap().ruleset.to_string(), "breakthrough:standard");
    for usual in ["Standard", "From Position", "Lines of Action", "?"] {
        assert_eq!(variant(loa, usual).unwrap().ruleset.to_string(), "loa:classic", "{usual}");
    }
    for (tags, part) in [
        ("[SetUp \"1\"]", "SetUp says that the game starts from a position of its own"),
        ("[SetUp \"1\"][FEN \"\"]", "SetUp says"),
        ("[FEN \"8/8 b\"]", "has 2 ranks"),
        (&format!("[FEN \"{SMALL}\"][Position \"8/8/2b5/8/8/8/1w5w/b7 w\"]"), "contradict each other"),
        (&format!("[Diagram \"{SMALL}\"]"), "Diagram is a position"),
        (&format!("[Board \"{SMALL}\"]"), "Board is a position"),
        ("[Variant \"Scrambled Eggs\"]", "“Scrambled Eggs” isn't known"),
        ("[Rules \"loa:mso\"][Variant \"cs61b\"]", "Rules and Variant contradict each other"),
        ("[Size \"big\"]", "“big” isn't a size"),
        ("[Size \"19\"]", "5x5 to 10x10"),
        ("[Rules \"loa size=6x6\"][Size \"8x8\"]", "contradict each other"),
    ] {
        let error = read(&format!("{loa}{tags}\n1. b1-b3 *")).unwrap_err();
        assert!(error.contains(part), "{tags}: {error}");
    }
    // What says nothing of the start is kept.
    let tags = format!("{loa}[SetUp \"0\"][Board \"3\"][CurrentPosition \"{SMALL}\"][Round \"2/3\"]\n1. b1-b3 *");
    let kept = read(&tags).unwrap();
    assert_eq!((kept.position.as_deref(), kept.tag("Board"), kept.tag("Round")), (None, Some("3"), Some("2/3")));
    assert!(kept.tag("CurrentPosition").is_some());
}

#[test]
fn whatever_property_changes_the_position_is_read_or_refused() {
    let moved = read("(;GM[9]AE[a3]AW[d4];B[b1-b3];W[d4-g4])").unwrap();
    let start = "1bbbbbb1/w6w/w6w/w6w/w2w3w/7w/w6w/1bbbbbb1 b";
    assert_eq!((moved.position.as_deref(), moved.plies.len()), (Some(start), 2), "AE changes the usual start");
    let later = read("(;GM[9];AE[a3]AW[d4];B[b1-b3])").unwrap();
    assert_eq!(later.position.as_deref(), Some(start), "before the first move, in whatever node");
    let white = read("(;GM[9]PL[White];W[a2-c2])").unwrap();
    assert_eq!((white.begins, white.plies.len()), (Side::Second, 1));
    assert_eq!(read("(;GM[9];B[b1-b3];PL[W];W[a2-c2])").unwrap().plies.len(), 2, "it's White's turn");
    let gone = read("(;GM[9]AB[a1][b2][c3]AW[h8]AE[b2])").unwrap().position.unwrap();
    assert!(gone.contains('b') && !gone.contains("bb2"), "{gone}");
    let scrambled = read("(;GM[9]SU[Scrambled eggs]RU[loa:mso])").unwrap();
    assert_eq!(scrambled.ruleset.to_string(), "loa:mso start=scrambled-swapped");
    let own = read("(;GM[9]SU[Custom]AB[a1][c3]AW[h8][f6])").unwrap();
    assert_eq!(own.position.as_deref(), Some("7w/8/5w2/8/8/2b5/8/b7 b"));
    for (text, part) in [
        ("(;GM[9];B[b1-b3];PL[B];B[c1-c3])", "PL changes the position after the first move"),
        ("(;GM[9];B[b1-b3];AW[d4];W[d4-g4])", "AW changes the position after the first move"),
        ("(;GM[9];B[b1-b3]AB[a1];W[a2-c2])", "AB changes the position after the first move"),
        ("(;GM[9];B[b1-b3];W[a2-c2];AE[b3])", "AE changes the position after the first move"),
        ("(;GM[9]PL[green])", "PL[green] isn't a side"),
        ("(;GM[9]SU[Parachute]RU[loa:mso])", "SU[Parachute] isn't known"),
        ("(;GM[9]SU[Custom])", "SU[Custom] isn't known"),
        ("(;GM[9]RU[loa size=6x6]SZ[8])", "contradict each other"),
        ("(;GM[9]RU[loa size=8x8]SZ[10])", "contradict each other"),
        ("(;GM[9]SU[Scrambled-Eggs]RU[loa start=standard])", "contradict each other"),
        ("(;GM[9]SU[Standard]RU[loa start=scrambled])", "contradict each other"),
        ("[Rules \"loa:classic size=8x8\"]\n[Size \"10x10\"]\n\n*", "contradict each other"),
        ("[Game \"loa\"]\n[Size \"8x8\"]\n[BoardSize \"6x6\"]\n\n*", "contradict each other"),
        ("(;GM[9]SZ[8];SZ[6];B[b1-b3])", "SZ is there twice"),
        ("(;GM[9]GM[1];B[b1-b3])", "GM is there twice"),
        ("(;SZ[8];B[b1-b3])", "--game"),
        ("(;GM[9];B[b1-b3][d1-d3])", "B is there twice"),
        ("(;GM[9];B[b1-b3];PL[W][B])", "PL is there twice"),
        ("(;GM[9]RE[B+R];B[b1-b3]RE[W+R])", "RE is there twice"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn an_end_is_read_however_it_is_written() {
    let (first, second) = (Side::First, Side::Second);
    for word in ["resign", "Resigns", "RESIGNED"] {
        let sgf = read(&format!("(;GM[9];B[b1-b3];W[{word}])")).unwrap();
        assert_eq!((sgf.plies.len(), sgf.outcome), (1, won(first, Reason::Resigned)), "{word}");
        let pgn = read(&format!("[Game \"loa\"]\n1. b1-b3 {word}")).unwrap();
        assert_eq!((pgn.plies.len(), pgn.outcome), (1, won(first, Reason::Resigned)), "{word}");
    }
    for (result, outcome) in [
        ("W", won(second, Reason::NotGiven)),
        ("B+", won(first, Reason::NotGiven)),
        ("W+Connected", won(second, Reason::NotGiven)),
        ("B+F", won(first, Reason::Forfeit)),
        ("Draw", Some(Outcome { winner: None, reason: Reason::Agreed })),
    ] {
        assert_eq!(read(&format!("(;GM[9]RE[{result}];B[b1-b3])")).unwrap().outcome, outcome, "{result}");
    }
    for (termination, reason) in [
        ("ann won on time", Reason::OutOfTime),
        ("bob won by resignation", Reason::Resigned),
        ("Abandoned", Reason::Forfeit),
        ("Rules infraction", Reason::Forfeit),
        ("Normal", Reason::NotGiven),
    ] {
        let text = format!("[Game \"loa\"][Termination \"{termination}\"]\n1. b1-b3 a2-c2 0-1");
        assert_eq!(read(&text).unwrap().outcome, won(second, reason), "{termination}");
    }
    let unfinished = read("[Game \"loa\"][Termination \"Unterminated\"]\n1. b1-b3 *").unwrap();
    assert_eq!(unfinished.outcome, None);
    for (text, part) in [
        ("[Game \"loa\"]\n1. b1-b3 resign 0-1", "1-0 at the top and 0-1 at the end"),
        ("[Game \"loa\"]\n1. b1-b3 resign a2-c2", "comes after the end: a player has resigned"),
        ("[Game \"loa\"][Result \"0-1\"]\n1. b1-b3 resigns", "0-1 at the top and 1-0 at the end"),
        // Parlor's own form stays strict.
        ("[Game \"loa\"]\n1. b1-b3 a2-c2 1-0", "the game goes on"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn one_damaged_game_hides_no_other() {
    let good = "[Game \"loa\"]\n[Site \"x\"]\n\n1. b1-b3 {good} a2-c2 *\n\n";
    for damaged in [
        "[Game \"loa\"]\n\n1. b1-b3 a2-a9 *\n\n",
        "[Game \"chess\"]\n\n1. e2-e4 *\n\n",
        "[Game loa]\n[Site \"x\"]\n\n1. b1-b3 *\n\n",
        "[Game \"loa\"]\n[Site \"x]\n[Round \"1\"]\n\n1. b1-b3 *\n\n",
        "[Game \"loa\"]\n\n1. b1-b3 {never closed\n\n",
        "[Game \"loa\"]\n\n1. b1-b3 (never closed\n\n",
    ] {
        let read = records::read_each(&format!("{good}{damaged}{good}"), None);
        let fine: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(fine, [true, false, true], "{damaged}: {read:?}");
        assert!(read[1].as_ref().is_err_and(|it| it.game == 2), "{damaged}");
    }
    let good = "(;GM[9]GN[x];B[b1-b3];W[a2-c2])\n";
    for damaged in [
        "(;GM[9];B[b1-b3];W[z9-z9])\n",
        "(;GM[1];B[b1-b3])\n",
        "(;GM[9];B[b1-b3];W)\n",
        "(;GM[9];B[b1-b3];[a2-c2])\n",
        "(;GM[9];B[b1-b3];W[a2-c2]\n",
        "(;GM[9];B[b1-b3];W[a2-\n",
        "(;GM[9];B[b1-b3](;W[a2-c2]\n",
    ] {
        let read = records::read_each(&format!("{good}{damaged}{good}"), None);
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true], "{damaged}: {read:?}");
    }
}

fn record(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("record").args(arguments).current_dir(folder()).output().unwrap()
}

#[test]
fn the_command_line_tells_each_game_and_whether_one_failed() {
    let output = record(&["check", "one-damaged.sgf"]);
    let (said, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(said, "game 1: loa:classic, 3 moves, not over yet\ngame 3: loa:classic, 2 moves, not over yet\n");
    assert!(told.starts_with("Game 2, line 2: move 1 of White (a2-z9) is refused: "), "{told}");
    assert!(told.ends_with("1 of 3 games failed.\n") && output.status.code() == Some(1), "{told}");

    let output = record(&["convert", "one-damaged.sgf", "--to", "pgn"]);
    assert_eq!(output.status.code(), Some(1));
    let converted = records::read(&String::from_utf8(output.stdout).unwrap()).unwrap();
    assert_eq!(converted.iter().map(|it| it.plies.len()).collect::<Vec<_>>(), [3, 2]);

    let said = fails(&record(&["check", "no-game-tag.pgn"]));
    assert!(said.contains("say which game it is with --game"), "{said}");
    assert!(
        stdout(&record(&["check", "no-game-tag.pgn", "--game", "loa"])).starts_with("game 1: loa:classic, 6 moves")
    );
    let converted = stdout(&record(&["convert", "no-game-tag.pgn", "--game", "LOA", "--to", "sgf"]));
    assert!(converted.contains("PB[ann]PW[bob]"), "{converted}");
    let said = fails(&record(&["check", "no-game-tag.pgn", "--game", "chess"]));
    assert!(said.contains("no game called “chess”; `parlor games` lists them"), "{said}");

    let said = stdout(&record(&["check", "results.sgf"]));
    assert!(said.starts_with("game 1: loa:classic, 2 moves, Black won: reason not given\n"), "{said}");
    assert!(said.ends_with("White won: forfeit\n"), "{said}");
    let converted = stdout(&record(&["convert", "latin-1.sgf", "--to", "pgn"]));
    assert!(converted.contains("[Black \"Jürgen\"]"), "{converted}");
    let said = fails(&record(&["check", "setup-later.sgf"]));
    assert!(said.contains("Game 1, line 1: AE changes the position after the first move"), "{said}");
}
