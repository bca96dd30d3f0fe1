//! Names of strangers in a message: shown as they are, and nothing but shown.

use discord::{bare_name, isolated_name, plain_name};

/// What Discord may take for markup, a mention, a link, or a timestamp, unless a backslash stands before it.
const MARKUP: &str = "*_~`|>#[]()<:@-/";

/// Whatever changes the direction of writing: the characters that Unicode calls Bidi_Control.
const TURNS: &str = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (bare, plain) = (bare_name(text), plain_name(text));
    assert!(bare.chars().count() <= 80, "{text:?} is {bare:?}");
    assert!(!bare.contains(is_unruly), "{text:?} is {bare:?}");
    assert!(!bare.contains('/'), "{text:?} is {bare:?}");
    assert_eq!(shown(&plain).replace('/', "\u{2215}"), bare, "{text:?} is {plain:?}");
    assert_eq!(isolated_name(text), format!("\u{2068}{plain}\u{2069}"));
}

/// Whether a character breaks or turns a line.
fn is_unruly(character: char) -> bool {
    character.is_control() || "\u{2028}\u{2029}".contains(character) || TURNS.contains(character)
}

/// What Discord shows of a text that has no markup.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        assert!(!MARKUP.contains(character), "{character} is markup in {text}");
        shown.push(if character == '\\' { characters.next().expect("what is escaped") } else { character });
    }
    shown
}
