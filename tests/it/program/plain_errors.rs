//! What keeps a database or `.env` from being read is told once, in plain words, with what to do.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use playground::{Playground, Settings};

use crate::support::output::{fails, parlor, run, stdout};
use crate::support::postgres::Postgres;

/// What is said on stderr is one line, and nothing of it twice.
#[track_caller]
fn assert_plain(said: &str, about: &str, parts: [&str; 2]) {
    let said = said.trim_end();
    assert!(parts.iter().all(|it| said.contains(it)), "{about}: {said}");
    assert_eq!(said.lines().count(), 1, "{about}: {said}");
    for noise in ["error returned from database", "error communicating", "code:", "s3cret"] {
        assert!(!said.contains(noise), "{about}: {said}");
    }
    let clauses: Vec<&str> = said.split([':', ';']).map(str::trim).collect();
    for (index, clause) in clauses.iter().enumerate() {
        assert!(clause.len() < 12 || !clauses[..index].contains(clause), "{about} says twice: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_does_not_open_is_told_once_with_what_to_do() {
    let (folder, postgres) = (tempfile::tempdir().unwrap(), Postgres::create().await);
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("folder")).unwrap();
    std::fs::write(at("text.db"), "This isn't a database. ".repeat(50)).unwrap();
    stdout(&run(folder.path(), &["db", "migrate", "--db", "sqlite://good.db"]));
    let (server, _) = postgres.url.rsplit_once('/').unwrap();
    let host = server.rsplit(['/', '@']).next().unwrap();
    for (url, parts) in [
        ("sqlite://folder", ["folder is a folder", "sqlite://folder/parlor.db"]),
        ("sqlite://none/here/parlor.db", ["there's no folder none/here", "create it"]),
        ("sqlite://text.db", ["isn't a SQLite database", "name another file"]),
        ("sqlite://good.db?mode=strange", ["`mode`", "correct the address"]),
        ("postgres://ann:s3cret@127.0.0.1:1/db", ["PostgreSQL", "start it, or correct the address"]),
        ("postgres://ann:s3cret@nowhere.invalid/db", ["PostgreSQL", "start it, or correct the address"]),
        (&format!("{server}/no_such_database"), ["no_such_database", "correct the address"]),
        (&format!("postgres://nobody_at_all:s3cret@{host}/postgres"), ["nobody_at_all", "correct the address"]),
        ("mysql://ann:s3cret@host/db", ["isn't a database address", "sqlite:// or postgres://"]),
    ] {
        for command in ["migrate", "check"] {
            let said = fails(&run(folder.path(), &["db", command, "--db", url]));
            assert_plain(&said, &format!("{command} {url}"), parts);
        }
    }
    // One that may only be read.
    let said = fails(&run(folder.path(), &["db", "migrate", "--db", "sqlite://good.db?mode=ro"]));
    assert_plain(&said, "read-only", ["not written to", "give the bot's user the right"]);
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_says_once_why_its_database_does_not_open() {
    let (discord, folder) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
    for command in ["run", "worker", "doctor"] {
        let mut bot = parlor(folder.path(), &[command]);
        bot.env("DISCORD_TOKEN", discord.token()).env("DISCORD_API_BASE", discord.url());
        let output = bot.env("DATABASE_URL", "sqlite://none/parlor.db").output().unwrap();
        let all = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{all}");
        let said: Vec<&str> = all.lines().filter(|it| it.contains("sqlite://none/parlor.db")).collect();
        assert!(said.len() == 1 && said[0].contains("create") && !said[0].contains("code"), "{all}");
    }
    discord.stop();
}

#[test]
fn an_env_file_that_windows_has_written_is_read_or_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let write = |bytes: &[u8]| std::fs::write(folder.path().join(".env"), bytes).unwrap();
    let text = "DATABASE_URL=sqlite://none/parlor.db\r\nPARLOR_PREFIX=?\r\n";
    let units = |big: bool| -> Vec<u8> {
        text.encode_utf16().flat_map(|it| if big { it.to_be_bytes() } else { it.to_le_bytes() }).collect()
    };
    for bytes in [[vec![0xff, 0xfe], units(false)].concat(), [vec![0xfe, 0xff], units(true)].concat(), units(false)] {
        write(&bytes);
        for command in [&["run"][..], &["doctor"], &["db", "check"]] {
            let said = fails(&run(folder.path(), command));
            assert_plain(&said, "UTF-16", ["saved as UTF-16", "save it as UTF-8"]);
        }
    }
    write(b"DATABASE_URL=sqlite://caf\xe9.db\n");
    assert_plain(&fails(&run(folder.path(), &["run"])), "Latin-1", ["isn't UTF-8 text", "save it as UTF-8"]);
    // With the mark that Windows puts before UTF-8, it is read, the first line included.
    write(&[b"\xef\xbb\xbf", text.as_bytes()].concat());
    let said = fails(&run(folder.path(), &["db", "check"]));
    assert!(said.contains("there's no folder none"), "{said}");
}

#[test]
fn a_file_that_nobody_may_write_says_so() {
    let folder = tempfile::tempdir().unwrap();
    stdout(&run(folder.path(), &["db", "migrate", "--db", "sqlite://kept.db"]));
    let file = folder.path().join("kept.db");
    std::fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(&file).is_ok() {
        // A superuser may write everything.
        return;
    }
    let said = fails(&run(folder.path(), &["db", "migrate", "--db", "sqlite://kept.db"]));
    assert_plain(&said, "read-only", ["give the bot's user the right", "folder"]);
}
