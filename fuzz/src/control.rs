//! Controls by their `custom_id`: one that is understood is written in one way, which means the same.

use discord::respell_control;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some(spelled) = respell_control(text) else { return };
    assert_eq!(respell_control(&spelled).as_ref(), Some(&spelled), "{text}");
    assert!(spelled.is_ascii() && !spelled.contains(char::is_whitespace), "{text} is written {spelled}");
}
