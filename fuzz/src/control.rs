//! Controls by their `custom_id`: one that is understood is written so that it means the same.

use discord::controls::Control;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((database, control)) = Control::decode(text) else { return };
    assert_eq!(Control::decode(&control.custom_id(database)), Some((database, control)), "{text}");
}
