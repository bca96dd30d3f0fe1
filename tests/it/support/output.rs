//! What a call of the command line said.

use std::process::Output;

/// What a call that succeeds says.
#[track_caller]
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a failing call says: on stderr, with exit code 1, without a backtrace.
#[track_caller]
pub fn fails(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(output.stdout.is_empty() && !text.contains("backtrace") && !text.contains("panicked"), "{text}");
    text
}
