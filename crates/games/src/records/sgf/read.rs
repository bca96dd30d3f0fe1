//! Reading SGF: the properties of a main line are played again under the referee.

use super::super::claim::{Claim, ClaimedScore, is_resignation};
use super::super::error::shorten;
use super::super::size::{names_size, read_size, set_size};
use super::super::{MAX_VALUE, Record, RecordError, RecordErrorKind, Replay, WrittenMove};
use super::properties::{TAGS, color, convert_date};
use super::tree::{Located, Property, Trees};
use crate::board::{Shape, Side, Square};
use crate::game::{AnyGame, Fields, Reason, Ruleset, SgfInfo, SideInfo, read_ranks, write_ranks};

/// Reads each game of a text, of which there may be none. `games` is the registry; `usual` is the game of a record that
/// doesn't say which it is of.
pub fn read(
    text: &str,
    games: &[&'static dyn AnyGame],
    usual: Option<&'static dyn AnyGame>,
) -> Vec<Result<Record, RecordError>> {
    let mut trees = Trees::new(text);
    let mut records = Vec::new();
    loop {
        let record = match trees.next() {
            Ok(Some((line, properties))) => Game { line, properties }.replay(games, usual),
            Ok(None) => return records,
            Err(error) => {
                trees.skip_game();
                Err(error)
            }
        };
        let game = records.len() + 1;
        records.push(record.map_err(|(line, problem)| RecordError { game, line, problem }));
    }
}

/// The main line of a game.
struct Game {
    line: usize,
    properties: Vec<Property>,
}

impl Game {
    /// The property of a name: its line and its first value.
    fn find(&self, name: &str) -> Option<Located<&str>> {
        let found = self.properties.iter().find(|it| it.name == name)?;
        Some((found.line, found.values.first()?.trim()))
    }

    /// The property of a name that may not say two things.
    fn find_one(&self, name: &str) -> Result<Option<Located<&str>>, Located<RecordErrorKind>> {
        let all = self.properties.iter().filter(|it| it.name == name);
        let values = all.flat_map(|it| it.values.iter().map(move |value| (it.line, value.trim())));
        let mut found: Option<Located<&str>> = None;
        for (line, value) in values {
            if found.is_some_and(|it| !it.1.eq_ignore_ascii_case(value)) {
                return Err((line, RecordErrorKind::Twice(name.to_owned())));
            }
            found = found.or(Some((line, value)));
        }
        Ok(found)
    }

    fn replay(
        &self,
        games: &[&'static dyn AnyGame],
        usual: Option<&'static dyn AnyGame>,
    ) -> Result<Record, Located<RecordErrorKind>> {
        let game = self.game(games, usual)?;
        let ruleset = self.ruleset(game)?;
        let (line, position) = self.setup(game, &ruleset)?;
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

    /// The game of `GM`. Without it, `SU` may say enough, because only some games have starts with names.
    fn game(
        &self,
        games: &[&'static dyn AnyGame],
        usual: Option<&'static dyn AnyGame>,
    ) -> Result<&'static dyn AnyGame, Located<RecordErrorKind>> {
        let with = |fits: &dyn Fn(&SgfInfo) -> bool| {
            games.iter().copied().find(|it| it.info().sgf.is_some_and(|it| fits(&it)))
        };
        if let Some((line, number)) = self.find_one("GM")? {
            let found = number.parse().ok().and_then(|number: u32| with(&|it| it.number == number));
            return found.ok_or_else(|| (line, RecordErrorKind::SgfGame(shorten(number))));
        }
        let start = self.find("SU").map(|it| hyphenate(it.1));
        let started = start.and_then(|start| with(&|it| it.starts.iter().any(|it| it.0 == start)));
        let missing = "it does not say which game it is, like GM[9]; or say so with --game";
        usual.or(started).ok_or((self.line, RecordErrorKind::NoSgf(missing)))
    }

    /// The ruleset of `RU` with the start of `SU` on the board of `SZ`; the game's usual ones if they are missing.
    fn ruleset(&self, game: &dyn AnyGame) -> Result<Ruleset, Located<RecordErrorKind>> {
        let (line, words) = self.find_one("RU")?.unwrap_or((self.line, ""));
        let start = self.start(game)?;
        let read = |words: &str| Ruleset::parse(game.info(), words).map_err(|error| (line, error.into()));
        let mut ruleset = read(&format!("{start} {words}"))?;
        // Of two words about the same, the later one counts.
        if ruleset != read(&format!("{words} {start}"))? {
            return Err((line, RecordErrorKind::Contradictory("SU".to_owned(), "RU".to_owned())));
        }
        if let Some((line, size)) = self.find_one("SZ")? {
            let wide = read_size(size).ok_or_else(|| (line, RecordErrorKind::SgfSize(shorten(size))))?;
            set_size(&mut ruleset, names_size(words), &format!("SZ[{size}]"), &wide).map_err(|error| (line, error))?;
        }
        Ok(ruleset)
    }

    /// The start of `SU` in a ruleset's words. It's passed over where all pieces are set up.
    fn start(&self, game: &dyn AnyGame) -> Result<&'static str, Located<RecordErrorKind>> {
        let Some((line, start)) = self.find_one("SU")? else { return Ok("") };
        let starts = game.info().sgf.map_or(&[][..], |it| it.starts);
        match starts.iter().find(|it| it.0 == hyphenate(start)) {
            Some((_, words)) => Ok(words),
            None if self.sets_all_up() => Ok(""),
            None => Err((line, RecordErrorKind::SgfStart(shorten(start)))),
        }
    }

    /// The properties before the first move.
    fn before_moves(&self) -> impl Iterator<Item = &Property> {
        self.properties.iter().take_while(|it| !is_move(it))
    }

    /// Whether `AB` and `AW` are all the pieces that there are, instead of changes of the usual start.
    fn sets_all_up(&self) -> bool {
        let has = |name: &str| self.before_moves().any(|it| it.name == name);
        (has("AB") || has("AW")) && !has("AE")
    }

    /// The position that `AB`, `AW`, `AE`, and `PL` set up before the first move, if they do, and its line.
    fn setup(
        &self,
        game: &dyn AnyGame,
        ruleset: &Ruleset,
    ) -> Result<Located<Option<String>>, Located<RecordErrorKind>> {
        let mut changes = self.before_moves().filter(|it| is_setup(it)).peekable();
        let Some(first) = changes.peek() else { return Ok((self.line, None)) };
        let (line, sides) = (first.line, ruleset.sides());
        let start = game.open(ruleset, None).map_err(|error| (line, error.into()))?.text();
        let start = Fields::cut(&start).map_err(|error| (line, error.into()))?;
        let letter =
            |name: char| Side::BOTH.into_iter().find(|it| color(*it, sides) == name).map(|it| sides[it.index()].letter);
        let mut pieces: Vec<(Square, Option<char>)> = Vec::new();
        if !self.sets_all_up() {
            let letters = sides.map(|it| it.letter);
            let sets = read_ranks(start.ranks, ruleset.size, letters).map_err(|error| (line, error.into()))?;
            for (letter, set) in letters.into_iter().zip(sets) {
                pieces.extend(set.map(|it| (it, Some(letter))));
            }
        }
        let mut to_move = sides[0].letter;
        for Property { line, name, values } in changes {
            if name == "PL" {
                let value = values.first().map_or("", |it| it.trim());
                let named = value.chars().next().and_then(|it| letter(it.to_ascii_uppercase()));
                to_move = named.ok_or_else(|| (*line, RecordErrorKind::SgfSide(shorten(value))))?;
                continue;
            }
            for text in values {
                let point = read_point(text, ruleset.size);
                let point = point.ok_or_else(|| (*line, RecordErrorKind::SgfPoint(shorten(text))))?;
                pieces.push((point, name.chars().last().and_then(letter)));
            }
        }
        let at = |square| pieces.iter().rev().find(|it| it.0 == square).and_then(|it| it.1);
        Ok((line, Some(format!("{} {to_move}", write_ranks(ruleset.size, at)))))
    }

    /// Notes players and tags.
    fn tell(&self, replay: &mut Replay) -> Result<(), Located<RecordErrorKind>> {
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
    fn play(&self, replay: &mut Replay) -> Result<Option<Located<Claim>>, Located<RecordErrorKind>> {
        let mut resigned = None;
        let moves = self.properties.iter().skip_while(|it| !is_move(it));
        for property in moves.filter(|it| is_move(it) || is_setup(it)) {
            let text = property.values.first().map_or("", |it| it.trim());
            let (side, sides) = (replay.position().to_move(), replay.position().sides());
            let at = |problem| (property.line, problem);
            if property.values.len() > 1 && (is_move(property) || property.name == "PL") {
                return Err(at(RecordErrorKind::Twice(property.name.clone())));
            }
            if is_setup(property) {
                // Whose turn it is may well be said.
                let is_so = property.name == "PL" && text.to_ascii_uppercase().starts_with(color(side, sides));
                if !is_so {
                    return Err(at(RecordErrorKind::SgfSetupLater(property.name.clone())));
                }
                continue;
            }
            if resigned.is_some() {
                let end = "a player has resigned".to_owned();
                return Err(at(RecordErrorKind::AfterEnd { place: replay.place(text), end }));
            }
            if !property.name.starts_with(color(side, sides)) {
                let [said, to_move] = [side.other(), side].map(|it| sides[it.index()].name);
                let place = WrittenMove { side: said, ..replay.place(text) };
                return Err(at(RecordErrorKind::OutOfTurn { place, to_move }));
            }
            if is_resignation(text) {
                let claim = Claim { score: Some(ClaimedScore::Win(side.other())), reason: Some(Reason::Resigned) };
                resigned = Some((property.line, claim));
            } else {
                replay.play_text(&spell(text, replay.position().shape())).map_err(at)?;
            }
        }
        Ok(resigned)
    }

    /// What `RE` says of the end.
    fn claim(&self, sides: [SideInfo; 2]) -> Result<Option<Located<Claim>>, Located<RecordErrorKind>> {
        let Some((line, text)) = self.find_one("RE")? else { return Ok(None) };
        let lower = text.to_ascii_lowercase();
        let side = |letter: char| Side::BOTH.into_iter().find(|it| color(*it, sides) == letter);
        let (winner, reason) = lower.split_once('+').unwrap_or((&lower, ""));
        let (score, reason) = match lower.split_once('+') {
            _ if winner == "b" => (side('B').map(ClaimedScore::Win), reason),
            _ if winner == "w" => (side('W').map(ClaimedScore::Win), reason),
            None if ["", "?"].contains(&lower.as_str()) => return Ok(None),
            None if lower == "void" => return Ok(Some((line, Claim { score: None, reason: Some(Reason::Aborted) }))),
            None if ["0", "draw"].contains(&lower.as_str()) => (Some(ClaimedScore::Draw), ""),
            _ => (None, ""),
        };
        let reason = match reason {
            "r" | "resign" => Some(Reason::Resigned),
            "t" | "time" => Some(Reason::OutOfTime),
            "f" | "forfeit" => Some(Reason::Forfeit),
            _ => Some(Reason::NotGiven),
        };
        let score = Some(score.ok_or_else(|| (line, RecordErrorKind::SgfResult(shorten(text))))?);
        Ok(Some((line, Claim { score, reason })))
    }
}

fn is_move(property: &Property) -> bool {
    ["B", "W"].contains(&property.name.as_str())
}

/// Whether it changes the position other than by a move.
fn is_setup(property: &Property) -> bool {
    ["AB", "AW", "AE", "PL"].contains(&property.name.as_str())
}

/// The name of a start as the games have it.
fn hyphenate(start: &str) -> String {
    start.to_ascii_lowercase().replace([' ', '_'], "-")
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
