//! Reading SGF: the properties of a main line are played again under the referee.

use super::super::claim::{Claim, ClaimedScore};
use super::super::error::shorten;
use super::super::{MAX_BYTES, MAX_VALUE, Record, RecordError, RecordErrorKind, Replay, WrittenMove};
use super::tree::{At, Property, Trees};
use super::{TAGS, color, convert_date};
use crate::board::{Shape, Side, Square};
use crate::game::{AnyGame, Reason, Ruleset, SideInfo, write_ranks};

/// Reads all games of a text. `find` is the registry: the game that has a number in SGF.
pub fn read(text: &str, find: impl Fn(u32) -> Option<&'static dyn AnyGame>) -> Result<Vec<Record>, RecordError> {
    let fail = |game, (line, problem)| RecordError { game, line, problem };
    if text.len() > MAX_BYTES {
        return Err(fail(1, (1, RecordErrorKind::TooLong)));
    }
    let mut trees = Trees::new(text);
    let mut records = Vec::new();
    loop {
        let number = records.len() + 1;
        match trees.next().map_err(|it| fail(number, it))? {
            Some((line, properties)) => {
                records.push(Game { line, properties }.replay(&find).map_err(|it| fail(number, it))?);
            }
            None if records.is_empty() => return Err(fail(1, (1, RecordErrorKind::NoSgf("it has no game tree")))),
            None => return Ok(records),
        }
    }
}

/// The main line of a game.
struct Game {
    line: usize,
    properties: Vec<Property>,
}

impl Game {
    /// The property of a name: its line and its first value.
    fn find(&self, name: &str) -> Option<At<&str>> {
        let found = self.properties.iter().find(|it| it.name == name)?;
        Some((found.line, found.values.first()?.trim()))
    }

    fn replay(&self, find: impl Fn(u32) -> Option<&'static dyn AnyGame>) -> Result<Record, At<RecordErrorKind>> {
        let (line, number) = self
            .find("GM")
            .ok_or((self.line, RecordErrorKind::NoSgf("it does not say which game it is, like GM[9]")))?;
        let game =
            number.parse().ok().and_then(find).ok_or_else(|| (line, RecordErrorKind::SgfGame(shorten(number))))?;
        let ruleset = self.ruleset(game)?;
        let setup = self.setup(&ruleset)?;
        if let (Some((line, start)), None, None) = (self.find("SU"), &setup, self.find("RU"))
            && !start.eq_ignore_ascii_case("standard")
        {
            return Err((line, RecordErrorKind::SgfStart(shorten(start))));
        }
        let (line, position) = setup.map_or((self.line, None), |(line, it)| (line, Some(it)));
        let mut replay = Replay::open(game, &ruleset, position.as_deref()).map_err(|error| (line, error.into()))?;
        self.tell(&mut replay)?;
        let resigned = self.play(&mut replay)?;
        let (line, claim) = match (self.claim(replay.position().sides())?, resigned) {
            (Some((line, claim)), Some((_, resigned))) if claim.score == resigned.score => (line, resigned),
            (Some(claim), _) | (None, Some(claim)) => claim,
            (None, None) => (self.line, Claim::default()),
        };
        replay.resolve(claim).map_err(|it| (line, it))
    }

    /// The ruleset of `RU` on the board of `SZ`; the game's usual ones if they are missing.
    fn ruleset(&self, game: &dyn AnyGame) -> Result<Ruleset, At<RecordErrorKind>> {
        let (line, words) = self.find("RU").unwrap_or((self.line, ""));
        let mut ruleset = Ruleset::parse(game.info(), words).map_err(|error| (line, error.into()))?;
        if let Some((line, size)) = self.find("SZ") {
            let size = read_size(size).ok_or_else(|| (line, RecordErrorKind::SgfSize(shorten(size))))?;
            ruleset.set("size", &size).map_err(|error| (line, error.into()))?;
        }
        Ok(ruleset)
    }

    /// The position that `AB`, `AW` and `PL` set up before the first move.
    fn setup(&self, ruleset: &Ruleset) -> Result<Option<At<String>>, At<RecordErrorKind>> {
        let before = self.properties.iter().take_while(|it| !is_move(it));
        let mut pieces: Vec<(Square, char)> = Vec::new();
        let (mut line, mut to_move) = (self.line, None);
        let sides = ruleset.sides();
        let letter = |name: char| {
            let side = Side::BOTH.into_iter().find(|it| color(*it, sides) == name);
            sides[side.unwrap_or(Side::First).index()].letter
        };
        for property in before {
            match property.name.as_str() {
                "PL" => to_move = property.values.first().and_then(|it| it.trim().chars().next()),
                "AB" | "AW" => {
                    line = property.line;
                    for text in &property.values {
                        let point = read_point(text, ruleset.size);
                        let point = point.ok_or_else(|| (line, RecordErrorKind::SgfPoint(shorten(text))))?;
                        pieces.push((point, letter(if property.name == "AB" { 'B' } else { 'W' })));
                    }
                }
                _ => {}
            }
        }
        if pieces.is_empty() {
            return Ok(None);
        }
        let at = |square| pieces.iter().rev().find(|it| it.0 == square).map(|it| it.1);
        let to_move = to_move.map_or(sides[0].letter, |it| letter(it.to_ascii_uppercase()));
        Ok(Some((line, format!("{} {to_move}", write_ranks(ruleset.size, at)))))
    }

    /// Notes players and tags.
    fn tell(&self, replay: &mut Replay) -> Result<(), At<RecordErrorKind>> {
        let value = |name: &str| match self.find(name) {
            Some((line, value)) if value.chars().count() > MAX_VALUE => {
                Err((line, RecordErrorKind::LongValue(name.into())))
            }
            found => Ok(found.map(|it| it.1.to_owned()).filter(|it| !it.is_empty())),
        };
        for side in Side::BOTH {
            let name = format!("P{}", color(side, replay.position().sides()));
            replay.record().players[side.index()] = value(&name)?;
        }
        for (name, tag) in TAGS {
            if let Some(value) = value(name)? {
                let value = if *tag == "Date" { convert_date(&value, '-', '.') } else { value };
                replay.record().tags.push(((*tag).to_owned(), value));
            }
        }
        Ok(())
    }

    /// Plays the moves. `B[resign]` may be the last of them.
    fn play(&self, replay: &mut Replay) -> Result<Option<At<Claim>>, At<RecordErrorKind>> {
        let mut resigned = None;
        for property in self.properties.iter().filter(|it| is_move(it)) {
            let text = property.values.first().map_or("", |it| it.trim());
            let (side, sides) = (replay.position().to_move(), replay.position().sides());
            let at = |problem| (property.line, problem);
            if resigned.is_some() {
                let end = "a player has resigned".to_owned();
                return Err(at(RecordErrorKind::AfterEnd { place: replay.place(text), end }));
            }
            if !property.name.starts_with(color(side, sides)) {
                let [said, to_move] = [side.other(), side].map(|it| sides[it.index()].name);
                let place = WrittenMove { side: said, ..replay.place(text) };
                return Err(at(RecordErrorKind::OutOfTurn { place, to_move }));
            }
            if text.eq_ignore_ascii_case("resign") {
                let claim = Claim { score: Some(ClaimedScore::Win(side.other())), reason: Some(Reason::Resigned) };
                resigned = Some((property.line, claim));
            } else {
                replay.play_text(&spell(text, replay.position().shape())).map_err(at)?;
            }
        }
        Ok(resigned)
    }

    /// What `RE` says of the end.
    fn claim(&self, sides: [SideInfo; 2]) -> Result<Option<At<Claim>>, At<RecordErrorKind>> {
        let Some((line, text)) = self.find("RE") else { return Ok(None) };
        let lower = text.to_ascii_lowercase();
        let side = |letter: char| Side::BOTH.into_iter().find(|it| color(*it, sides) == letter);
        let (score, reason) = match lower.split_once('+') {
            Some(("b", reason)) => (side('B').map(ClaimedScore::Win), reason),
            Some(("w", reason)) => (side('W').map(ClaimedScore::Win), reason),
            None if ["", "?"].contains(&lower.as_str()) => return Ok(None),
            None if lower == "void" => return Ok(Some((line, Claim { score: None, reason: Some(Reason::Aborted) }))),
            None if ["0", "draw"].contains(&lower.as_str()) => (Some(ClaimedScore::Draw), ""),
            _ => (None, ""),
        };
        let reason = match reason {
            "r" | "resign" => Some(Reason::Resigned),
            "t" | "time" => Some(Reason::OutOfTime),
            _ => None,
        };
        let score = Some(score.ok_or_else(|| (line, RecordErrorKind::SgfResult(shorten(text))))?);
        Ok(Some((line, Claim { score, reason })))
    }
}

fn is_move(property: &Property) -> bool {
    ["B", "W"].contains(&property.name.as_str())
}

/// A size in our spelling; whether there is such a board is not asked here.
fn read_size(text: &str) -> Option<String> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let is_number = |it: &str| (1..4).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
    (is_number(width) && is_number(height)).then(|| format!("{width}x{height}"))
}

/// A square of a board, in either spelling.
fn read_point(text: &str, shape: Shape) -> Option<Square> {
    let text = text.trim().to_ascii_lowercase();
    let square = text.parse().ok().or_else(|| from_letters(text.as_bytes(), shape));
    square.filter(|it| shape.contains(*it))
}

/// The square of two of the format's own letters, the second of which counts from the top.
fn from_letters(letters: &[u8], shape: Shape) -> Option<Square> {
    let [file, down] = letters else { return None };
    let (file, down) = (file.wrapping_sub(b'a'), down.wrapping_sub(b'a'));
    (file < shape.width && down < shape.height).then(|| Square::new(file, shape.height - 1 - down))
}

/// A move in our spelling: no marks behind it, and its squares with numbers.
fn spell(text: &str, shape: Shape) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let letters = text.as_bytes();
    match letters.split_at_checked(2).map(|(from, to)| (from_letters(from, shape), from_letters(to, shape))) {
        Some((Some(from), Some(to))) => format!("{from}-{to}"),
        _ if text.is_empty() || text == "tt" => "pass".to_owned(),
        _ => text,
    }
}
