//! Records of either form: they are written as they read.

use games::records::Record;
use games::records::{self, Form};

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match records::read(text) {
        Ok(all) => {
            let written: String =
                all.iter().map(|it| records::write(it, Form::Pgn).expect("every game has it") + "\n").collect();
            assert_eq!(records::read(&written).as_ref(), Ok(&all), "{written}");
            all.iter().for_each(|it| check_sgf(it, Form::of(text)));
        }
        Err(error) => assert!(error.to_string().len() < 4_000, "{error}"),
    }
}

fn check_sgf(record: &Record, read_from: Form) {
    let Ok(written) = records::write(record, Form::Sgf) else {
        assert_eq!(read_from, Form::Pgn, "what comes from SGF fits into it");
        return;
    };
    let again = records::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.len(), 1, "{written}");
    let same = |it: &Record| (it.ruleset.clone(), it.position.clone(), it.plies.clone(), it.outcome);
    assert_eq!(same(&again[0]), same(record), "{written}");
    // Some tags have no place there; those that have come back as they are from then on.
    if read_from == Form::Sgf {
        assert_eq!(&again[0], record, "{written}");
    }
    assert_eq!(records::write(&again[0], Form::Sgf).as_ref(), Ok(&written));
}
