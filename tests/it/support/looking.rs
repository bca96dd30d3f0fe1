//! What people look for among the messages of a channel.

use std::fmt::Display;

use games::Puzzle;

use super::{Message, Person};

/// The board of a match at its version.
pub fn board_of<I: Display, V: Display>(game: &str, id: I, version: V) -> impl Fn(&Message) -> bool + use<I, V> {
    let name = format!("{game}-{id}-{version}.png");
    move |it| it.attachments.iter().any(|file| file.filename == name)
}

/// A message of the bot that says something.
pub fn says(part: &str) -> impl Fn(&Message) -> bool + use<> {
    let part = part.to_owned();
    move |it| it.author.bot && it.text().contains(&part)
}

/// What the bot says to one person alone.
pub fn ephemeral(part: &str) -> impl Fn(&Message) -> bool + use<> {
    let part = part.to_owned();
    move |it| it.ephemeral && it.text().contains(&part)
}

/// What the bot answers to a message.
pub async fn answer(person: &Person, text: &str) -> Message {
    let last = person.last_id().await;
    person.say(text).await;
    person.wait_for(text, |it| it.id > last && it.author.bot).await
}

/// The puzzle that a message shows.
pub fn puzzle_shown(message: &Message) -> &'static Puzzle {
    let name = &message.attachments[0].filename;
    let (game, id) = name.strip_suffix(".png").and_then(|it| it.split_once("-puzzle-")).expect(name);
    let info = games::find(game).unwrap().info();
    games::puzzles(info).iter().find(|it| it.id.to_string() == id).expect("one of its puzzles")
}
