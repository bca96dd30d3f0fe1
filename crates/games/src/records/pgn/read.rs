//! Reading records: the text is cut into games, and each is played again under the referee.

use super::super::claim::{Claim, ClaimedScore, is_resignation};
use super::super::error::shorten;
use super::super::size::{names_size, read_size, set_size};
use super::super::{Record, RecordError, RecordErrorKind, Replay};
use super::tags::{GAME, POSITIONS, REASON, RESULT, RULES};
use super::tokens::{Located, Token, Tokens};
use crate::board::{Shape, Side};
use crate::game::{AnyGame, Info, Reason, Ruleset};

/// Reads each game of a text, of which there may be none. `find` is the registry: the game that goes by a name; `usual` is
/// the game of a record that doesn't say which it is of.
pub fn read(
    text: &str,
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    usual: Option<&'static dyn AnyGame>,
) -> Vec<Result<Record, RecordError>> {
    let mut tokens = Tokens::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut records = Vec::new();
    let mut game = Section::default();
    loop {
        let token = tokens.next();
        if !game.is_empty() && game.is_ended_by(&token) {
            push(&mut records, std::mem::take(&mut game).replay(&find, usual));
        }
        match token {
            Ok(Some((line, Token::Tag(name, value)))) => game.tags.push(Tag { line, name, value }),
            Ok(Some((line, Token::Word(word)))) => game.words.push((line, word)),
            Ok(None) => return records,
            Err(error) => {
                game = Section::default();
                tokens.skip_game(is_of_tag(&error.1));
                push(&mut records, Err(error));
            }
        }
    }
}

/// Adds a game, or why it can't be read.
fn push(records: &mut Vec<Result<Record, RecordError>>, record: Result<Record, Located<RecordErrorKind>>) {
    let game = records.len() + 1;
    records.push(record.map_err(|(line, problem)| RecordError { game, line, problem }));
}

/// Whether it is a tag that can't be read.
fn is_of_tag(problem: &RecordErrorKind) -> bool {
    matches!(problem, RecordErrorKind::Tag(_) | RecordErrorKind::LongValue(_))
}

/// The tags and words of one game.
#[derive(Default)]
struct Section<'a> {
    tags: Vec<Tag<'a>>,
    words: Vec<Located<&'a str>>,
}

struct Tag<'a> {
    line: usize,
    name: &'a str,
    value: String,
}

impl<'a> Section<'a> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.words.is_empty()
    }

    /// Whether the next token, or the end of the text, belongs to no game anymore or to the next.
    fn is_ended_by(&self, token: &Result<Option<Located<Token<'_>>>, Located<RecordErrorKind>>) -> bool {
        match token {
            Ok(None) => true,
            Ok(Some((_, Token::Tag(..)))) => !self.words.is_empty(),
            Ok(Some((_, Token::Word(_)))) => false,
            Err((_, problem)) => !self.words.is_empty() && is_of_tag(problem),
        }
    }

    fn replay(
        mut self,
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
        usual: Option<&'static dyn AnyGame>,
    ) -> Result<Record, Located<RecordErrorKind>> {
        let (game, ruleset) = self.take_ruleset(find, usual)?;
        let (line, position) = self.take_position()?;
        let mut replay = Replay::open(game, &ruleset, position.as_deref()).map_err(|error| (line, error.into()))?;
        self.refuse_positions(game, &ruleset)?;
        for side in Side::BOTH {
            let name = replay.position().sides()[side.index()].name;
            replay.record().players[side.index()] = self.take(name)?.map(|it| it.value);
        }
        let (line, claim) = self.take_claim(ruleset.info)?;
        let (end_line, end) = self.play(&mut replay)?;
        if let (Some(tag), Some(end)) = (claim.score, end.score)
            && tag != end
        {
            let [tag, end] = [tag, end].map(|it| it.as_str().to_owned());
            return Err((end_line, RecordErrorKind::TwoResults { tag, end }));
        }
        let line = if claim == Claim::default() { end_line } else { line };
        let score = claim.score.or(end.score);
        let reason = claim.reason.or(end.reason).or_else(|| score.and_then(|_| self.termination()));
        replay.record().tags = self.tags.into_iter().map(|it| (it.name.to_owned(), it.value)).collect();
        replay.resolve(Claim { score, reason }).map_err(|it| (line, it))
    }

    /// Takes the tag of a name, in any case, which may be missing but not stand twice.
    fn take(&mut self, name: &str) -> Result<Option<Tag<'a>>, Located<RecordErrorKind>> {
        let mut found = self.tags.extract_if(.., |it| it.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (_, Some(second)) => Err((second.line, RecordErrorKind::Twice(name.to_owned()))),
            (first, None) => Ok(first),
        }
    }

    /// The game and its rules: one tag of several says enough.
    fn take_ruleset(
        &mut self,
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
        usual: Option<&'static dyn AnyGame>,
    ) -> Result<(&'static dyn AnyGame, Ruleset), Located<RecordErrorKind>> {
        let first_line = self.tags.first().map(|it| it.line).or(self.words.first().map(|it| it.0)).unwrap_or(1);
        let game = self.take(GAME)?;
        let rules = self.take(RULES)?;
        let variant = self.take("Variant")?;
        let named = variant.as_ref().and_then(|it| find(&it.value));
        let game = match (&game, &rules) {
            (Some(tag), _) => find(&tag.value).ok_or_else(|| tag.wrong(RecordErrorKind::UnknownGame))?,
            (None, Some(tag)) => {
                let name = tag.value.split([':', ' ']).next().unwrap_or_default();
                find(name).or(usual).ok_or((tag.line, RecordErrorKind::UnknownGame(shorten(name))))?
            }
            (None, None) => named.or(usual).ok_or((first_line, RecordErrorKind::NoGame))?,
        };
        let (line, words) = rules.as_ref().map_or((first_line, ""), |it| (it.line, &it.value));
        let mut ruleset = Ruleset::parse(game.info(), words).map_err(|error| (line, error.into()))?;
        if let Some(variant) = variant.filter(|_| named.is_none_or(|it| it.info().key != game.info().key)) {
            ruleset = variant.read_variant(ruleset, rules.is_some())?;
        }
        self.take_size(&mut ruleset, names_size(words))?;
        Ok((game, ruleset))
    }

    /// The size of the board, where a tag of its own says it. `Board` is often only the number of a table.
    fn take_size(&mut self, ruleset: &mut Ruleset, mut is_named: bool) -> Result<(), Located<RecordErrorKind>> {
        let is_size = |it: &Tag<'_>| match it.name.to_lowercase().as_str() {
            "size" | "boardsize" => !it.value.is_empty(),
            "board" => it.value.parse::<Shape>().is_ok(),
            _ => false,
        };
        while let Some(index) = self.tags.iter().position(is_size) {
            let tag = self.tags.remove(index);
            let size = read_size(&tag.value).ok_or_else(|| tag.wrong(RecordErrorKind::Size))?;
            let written = format!("{} {}", tag.name, tag.value);
            set_size(ruleset, is_named, &written, &size).map_err(|error| (tag.line, error))?;
            is_named = true;
        }
        Ok(())
    }

    /// The position from which the game starts, if it's not the usual one, and the line of its tag.
    fn take_position(&mut self) -> Result<Located<Option<String>>, Located<RecordErrorKind>> {
        let mut found: Option<Tag<'a>> = None;
        for name in POSITIONS {
            let Some(tag) = self.take(name)? else { continue };
            match &found {
                Some(other) if other.value != tag.value => {
                    return Err((tag.line, RecordErrorKind::Contradictory(other.name.into(), tag.name.into())));
                }
                _ => found = Some(tag),
            }
        }
        let is_usual = |it: &str| ["", "?", "-", "startpos", "standard"].contains(&it.to_lowercase().as_str());
        let set_up = self.take("SetUp")?;
        match (found.filter(|it| !is_usual(&it.value)), set_up) {
            (Some(tag), _) => Ok((tag.line, Some(tag.value))),
            (None, Some(tag)) if tag.value != "0" && !is_usual(&tag.value) => {
                Err((tag.line, RecordErrorKind::NoPosition))
            }
            (None, _) => Ok((1, None)),
        }
    }

    /// Refuses a tag with a position of the game, unless its name says that the position comes later.
    fn refuse_positions(&self, game: &dyn AnyGame, ruleset: &Ruleset) -> Result<(), Located<RecordErrorKind>> {
        let is_of_start = |name: &str| {
            let is = |words: &[&str]| words.iter().any(|it| name.contains(it));
            is(&["position", "fen", "setup", "board", "diagram"]) && !is(&["current", "final", "end", "last"])
        };
        let is_position = |it: &&Tag<'_>| {
            it.value.contains('/')
                && is_of_start(&it.name.to_lowercase())
                && game.open(ruleset, Some(&it.value)).is_ok()
        };
        match self.tags.iter().find(is_position) {
            Some(tag) => Err((tag.line, RecordErrorKind::UnknownPosition(shorten(tag.name)))),
            None => Ok(()),
        }
    }

    /// What the tags say of the end, and the line of the last of them.
    fn take_claim(&mut self, info: &Info) -> Result<Located<Claim>, Located<RecordErrorKind>> {
        let (mut claim, mut line) = (Claim::default(), 1);
        if let Some(tag) = self.take(RESULT)? {
            let score = read_score(tag.value.trim());
            claim.score = score.ok_or_else(|| (tag.line, RecordErrorKind::Result(shorten(&tag.value))))?;
            line = tag.line;
        }
        if let Some(tag) = self.take(REASON)? {
            let reason = info.reason(&tag.value.trim().to_lowercase());
            claim.reason = Some(reason.ok_or_else(|| (tag.line, RecordErrorKind::Reason(shorten(&tag.value))))?);
            line = tag.line;
        }
        Ok((line, claim))
    }

    /// Why the game ended, as other programs say it. Their `normal` may be any end.
    fn termination(&self) -> Option<Reason> {
        let tag = self.tags.iter().find(|it| it.name.eq_ignore_ascii_case("Termination"))?;
        let value = tag.value.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|it| value.contains(it));
        if says(&["unterminated"]) || ["", "?"].contains(&value.as_str()) {
            return None;
        }
        let reasons: [(&[&str], Reason); 3] = [
            (&["time"], Reason::OutOfTime),
            (&["resign"], Reason::Resigned),
            (&["forfeit", "abandon", "infraction"], Reason::Forfeit),
        ];
        Some(reasons.iter().find(|it| says(it.0)).map_or(Reason::NotGiven, |it| it.1))
    }

    /// Plays the moves; what their end says of the result, and its line.
    fn play(&self, replay: &mut Replay) -> Result<Located<Claim>, Located<RecordErrorKind>> {
        let mut claim = Claim::default();
        let mut end: Option<Located<String>> = None;
        for &(line, word) in &self.words {
            let text = strip(word);
            let score = read_score(word);
            match &end {
                // A result may follow the word of whoever resigned.
                Some(_) if score.is_some() && claim.reason.is_some() => {}
                Some((_, end)) if !text.is_empty() => {
                    let (place, end) = (replay.place(text), end.clone());
                    return Err((line, RecordErrorKind::AfterEnd { place, end }));
                }
                _ => {}
            }
            match score {
                Some(score) if claim.score.is_some() && claim.score != score => {
                    let [tag, end] = [claim.score, score].map(|it| score_text(it).to_owned());
                    return Err((line, RecordErrorKind::TwoResults { tag, end }));
                }
                Some(score) => {
                    claim.score = score;
                    end = Some((line, format!("the result is {}", score_text(score))));
                }
                None if text.is_empty() => {}
                None if is_resignation(text) => {
                    let winner = replay.position().to_move().other();
                    claim = Claim { score: Some(ClaimedScore::Win(winner)), reason: Some(Reason::Resigned) };
                    end = Some((line, "a player has resigned".to_owned()));
                }
                None => replay.play_text(text).map_err(|it| (line, it))?,
            }
        }
        let last_line = self.words.last().map_or(1, |it| it.0);
        Ok((end.map_or(last_line, |it| it.0), claim))
    }
}

impl Tag<'_> {
    /// Its value is wrong.
    fn wrong(&self, problem: impl Fn(String) -> RecordErrorKind) -> Located<RecordErrorKind> {
        (self.line, problem(shorten(&self.value)))
    }

    /// The ruleset of a variant: a preset or other words of the rules. The names that others give to the usual rules
    /// change nothing.
    fn read_variant(&self, ruleset: Ruleset, is_named: bool) -> Result<Ruleset, Located<RecordErrorKind>> {
        let usual = ["", "?", "-", "standard", "normal", "from position"];
        match Ruleset::parse(ruleset.info, &self.value) {
            _ if usual.contains(&self.value.to_lowercase().as_str()) => Ok(ruleset),
            Ok(variant) if !is_named || variant == ruleset => Ok(variant),
            Ok(_) => Err((self.line, RecordErrorKind::Contradictory(RULES.to_owned(), "Variant".to_owned()))),
            Err(_) => Err(self.wrong(|it| RecordErrorKind::Variant(it, ruleset.to_string()))),
        }
    }
}

fn score_text(score: Option<ClaimedScore>) -> &'static str {
    score.map_or("*", ClaimedScore::as_str)
}

/// The score that a word tells: `Some(None)` is `*`, the game that goes on.
fn read_score(word: &str) -> Option<Option<ClaimedScore>> {
    let scores = [ClaimedScore::Win(Side::First), ClaimedScore::Win(Side::Second), ClaimedScore::Draw];
    match word {
        "*" => Some(None),
        "½-½" => Some(Some(ClaimedScore::Draw)),
        _ => scores.into_iter().find(|it| it.as_str() == word).map(Some),
    }
}

/// A word without the number before a move and the marks behind it; empty if there is nothing else.
fn strip(word: &str) -> &str {
    let word = word.split('$').next().unwrap_or_default();
    word.trim_start_matches(|it: char| it.is_ascii_digit())
        .trim_start_matches(['.', '…'])
        .trim_end_matches(['!', '?', '+', '#'])
}
