//! The command line as scripts use it: what it prints, and how it fails.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::output::{fails, stdout};

fn parlor(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), arguments, &[])
}

fn run(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

#[test]
fn moves_are_told_as_json() {
    let told: serde_json::Value =
        serde_json::from_str(&stdout(&parlor(&["moves", "loa", "--moves", "b1-b3 a2c2", "--json"]))).unwrap();
    assert_eq!(told["position"], "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/2w4w/2bbbbb1 b");
    assert_eq!((told["to_move"].as_str(), told["outcome"].is_null()), (Some("b"), true));
    assert!(told["legal"].as_array().unwrap().contains(&"b3-b1".into()));

    let over = "3b4/1wwb4/2bbww1w/1wbww3/1bwbbb2/8/8/8 w";
    let printed = stdout(&parlor(&["moves", "loa", "--rules", "cs61b", "--position", over, "--json"]));
    let told: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(told["outcome"], serde_json::json!({ "winner": "b", "reason": "connected" }));
    assert_eq!(told["legal"], serde_json::json!([]));
}

#[test]
fn an_illegal_move_is_told_with_its_place_and_its_reason() {
    let text = fails(&parlor(&["moves", "loa", "--moves", "b1-b3 a2-a4"]));
    assert!(text.contains("Move 2 (a2-a4)") && text.contains("there are 6 pieces on that file"), "{text}");
}

#[test]
fn what_cannot_be_read_is_told() {
    for (arguments, part) in [
        (&["moves", "chess"] as &[&str], "There's no game called “chess”. The games are: loa"),
        (&["moves", "loa", "--rules", "fast"], "no preset or option called “fast”"),
        (&["moves", "loa", "--size", "20x20"], "5x5 to 10x10"),
        (&["moves", "loa", "--position", "8/8 b"], "has 2 ranks"),
        (&["moves", "loa", "--position", "8/8/8/8/8/8/8/xxxxxxxx b"], "“x” isn't a piece of this game"),
        (&["moves", "loa", "--position", "8/8/8/8/8/8/8/8 b"], "each side needs at least one piece"),
        (&["render", "loa", "--out", "it.tiff"], "must end in .png, .svg, .gif, .webp, .jpg, or .bmp"),
        (&["render", "loa", "--out", "it.png", "--theme", "pink"], "wood"),
        (&["db", "migrate", "--db", "mysql://x"], "sqlite:// or postgres://"),
    ] {
        let text = fails(&parlor(arguments));
        assert!(text.contains(part), "{arguments:?} says: {text}");
    }
    assert_eq!(parlor(&["perft", "loa"]).status.code(), Some(2), "wrong usage");
}

#[test]
fn perft_counts_and_divides() {
    let text = stdout(&parlor(&["perft", "loa", "--depth", "3"]));
    assert!(text.lines().last().unwrap().starts_with("nodes 44952 "), "{text}");
    let text = stdout(&parlor(&["perft", "loa:mso", "--depth", "2", "--divide"]));
    assert_eq!(text.lines().count(), 37);
    assert!(text.contains("b1-b3 ") && text.lines().last().unwrap().starts_with("nodes 1244 "), "{text}");
}

#[test]
fn boards_are_solved() {
    let last = |arguments: &[&str]| stdout(&parlor(arguments)).lines().last().unwrap().to_owned();
    assert!(last(&["solve", "domineering", "--size", "4x4"]).starts_with("win, "));
    assert!(last(&["solve", "domineering", "--size", "2x4", "--rules", "first=horizontal"]).starts_with("loss, "));
    assert!(last(&["solve", "clobber", "--size", "3x2", "--moves", "a1-a2"]).starts_with("win, "));
    assert!(last(&["solve", "loa", "--nodes", "50"]).starts_with("unknown, 50 nodes"));
    assert!(last(&["solve", "loa", "--seconds", "0.05"]).starts_with("unknown, "));
    let over = "3b4/1wwb4/2bbww1w/1wbww3/1bwbbb2/8/8/8 w";
    assert_eq!(last(&["solve", "loa", "--position", over]), "loss, the game is over: connected");
    let text = stdout(&parlor(&["solve", "clobber", "--size", "2x2", "--json"]));
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((told["result"].as_str(), told["line"].as_array().map(|it| !it.is_empty())), (Some("win"), Some(true)));
    assert_eq!(parlor(&["solve", "loa", "--seconds", "-1"]).status.code(), Some(2), "wrong usage");
}

#[test]
fn the_registry_is_listed() {
    let games: serde_json::Value = serde_json::from_str(&stdout(&parlor(&["games", "--json"]))).unwrap();
    let loa = &games[0];
    assert_eq!((loa["key"].as_str(), loa["presets"].as_array().unwrap().len()), (Some("loa"), 3));
    assert!(loa["options"].as_array().unwrap().iter().all(|it| !it["summary"].as_str().unwrap().is_empty()));
    let text = stdout(&parlor(&["games"]));
    assert!(text.contains("loa:mso") && text.contains("stuck=… — if you cannot move, you pass (`pass`)"), "{text}");
}

#[test]
fn pictures_and_replays_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "b1-b3 a2-c2 b3-b1";
    let files: [(&str, &[u8]); 5] = [
        ("it.png", b"\x89PNG"),
        ("it.svg", b"<svg "),
        ("it.gif", b"GIF89a"),
        ("it.webp", b"RIFF"),
        ("it.jpg", b"\xff\xd8\xff"),
    ];
    for (name, magic) in files {
        let out = run(folder.path(), &["render", "loa", "--moves", moves, "--flip", "--out", name], &[]);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        assert!(std::fs::read(folder.path().join(name)).unwrap().starts_with(magic), "{name}");
    }
    let wide = run(folder.path(), &["render", "loa", "--pixels", "320", "--last", "c1-b1", "--out", "small.png"], &[]);
    assert!(wide.status.success());
    assert_eq!(image::image_dimensions(folder.path().join("small.png")).unwrap(), (320, 320));
}

#[test]
fn the_schema_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let text = stdout(&run(folder.path(), &["db", "migrate"], &[]));
        assert_eq!(text, "sqlite://parlor.db is up to date.\n");
    }
    assert!(folder.path().join("parlor.db").exists());
}

#[test]
fn a_start_that_cannot_work_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let text = fails(&run(folder.path(), &[], &[]));
    assert!(text.contains("DISCORD_TOKEN") && text.contains("playground"), "{text}");
    assert_eq!(text.trim().lines().count(), 2, "two plain sentences: {text}");

    let nonsense = [("DISCORD_TOKEN", "x"), ("PARLOR_ENGINE_THREADS", "many")];
    assert!(fails(&run(folder.path(), &["run"], &nonsense)).contains("PARLOR_ENGINE_THREADS is “many”"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_says_so() {
    let discord = playground::Playground::start(playground::Settings::default()).await.unwrap();
    let url = discord.url();
    let text = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().unwrap();
        fails(&run(folder.path(), &["run"], &[("DISCORD_TOKEN", "s3cret.s3cret.s3cret"), ("DISCORD_API_BASE", &url)]))
    });
    let text = text.await.unwrap();
    assert!(text.contains("Discord does not know this token") && !text.contains("s3cret"), "{text}");
}

#[test]
fn what_cannot_be_learned_from_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("none.txt"), "").unwrap();
    std::fs::write(folder.path().join("bad.txt"), "bb/ww b;3\n").unwrap();
    for (file, complaint) in [
        ("none.txt", "There are no positions to learn from"),
        ("bad.txt", "Line 1 of bad.txt"),
        ("absent.txt", "absent.txt can't be read"),
    ] {
        for command in [&["tune", "loa", file][..], &["train", "loa", file, "--out", "it.net"]] {
            let text = fails(&run(folder.path(), command, &[]));
            assert!(text.contains(complaint), "{command:?}: {text}");
        }
    }
    assert!(!folder.path().join("it.net").exists(), "no network comes of nothing");
    let output = run(folder.path(), &["train", "loa", "bad.txt", "--out", "it.net", "--trust", "2"], &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && text.contains("from 0 to 1"), "{text}");
}

#[test]
fn a_line_of_the_env_file_that_cannot_be_read_is_not_repeated() {
    for line in
        ["DISCORD_TOKEN=Bot s3cret", "DATABASE_URL=\"postgres://a:s3cret@h/d", "DATABASE_URL=postgres://a:s3c\\ret@h/d"]
    {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(".env"), format!("PARLOR_PREFIX=!\n{line}\nPARLOR_ENGINE_THREADS=1\n"))
            .unwrap();
        for arguments in [&["run"] as &[&str], &["doctor"], &["db", "check"]] {
            let told = fails(&run(folder.path(), arguments, &[]));
            assert!(told.contains("Put it in single quotes") && !told.contains("s3c"), "{line}, {arguments:?}: {told}");
        }
    }
}
