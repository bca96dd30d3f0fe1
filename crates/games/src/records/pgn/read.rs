//! Reading records: the text is cut into games, and each is played again under the referee.

use super::super::claim::{Claim, ClaimedScore};
use super::super::error::shorten;
use super::super::{MAX_BYTES, Record, RecordError, RecordErrorKind, Replay};
use super::tokens::{At, Token, Tokens};
use super::{GAME, POSITION, REASON, RESULT, RULES};
use crate::board::Side;
use crate::game::{AnyGame, Info, Ruleset};

/// Reads all games of a text. `find` is the registry: the game that goes by a name.
pub fn read(text: &str, find: impl Fn(&str) -> Option<&'static dyn AnyGame>) -> Result<Vec<Record>, RecordError> {
    let fail = |game, (line, problem)| RecordError { game, line, problem };
    if text.len() > MAX_BYTES {
        return Err(fail(1, (1, RecordErrorKind::TooLong)));
    }
    let mut tokens = Tokens::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut records = Vec::new();
    let mut game = Section::default();
    loop {
        let number = records.len() + 1;
        let token = tokens.next().map_err(|it| fail(number, it))?;
        let ends = !game.is_empty() && game.is_ended_by(token.as_ref().map(|it| &it.1));
        if ends {
            let section = std::mem::take(&mut game);
            records.push(section.replay(&find).map_err(|it| fail(number, it))?);
        }
        match token {
            Some((line, Token::Tag(name, value))) => game.tags.push(Tag { line, name, value }),
            Some((line, Token::Word(word))) => game.words.push((line, word)),
            None if records.is_empty() => return Err(fail(1, (1, RecordErrorKind::Nothing))),
            None => return Ok(records),
        }
    }
}

/// The tags and words of one game.
#[derive(Default)]
struct Section<'a> {
    tags: Vec<Tag<'a>>,
    words: Vec<At<&'a str>>,
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
    fn is_ended_by(&self, token: Option<&Token<'_>>) -> bool {
        match token {
            None => true,
            Some(Token::Tag(..)) => !self.words.is_empty(),
            Some(Token::Word(_)) => false,
        }
    }

    fn replay(mut self, find: impl Fn(&str) -> Option<&'static dyn AnyGame>) -> Result<Record, At<RecordErrorKind>> {
        let (game, ruleset) = self.take_ruleset(find)?;
        let position = self.take(POSITION)?;
        let line = position.as_ref().map_or(1, |it| it.line);
        let mut replay = Replay::open(game, &ruleset, position.as_ref().map(|it| it.value.as_str()))
            .map_err(|error| (line, error.into()))?;
        for side in Side::BOTH {
            let name = replay.position().sides()[side.index()].name;
            replay.record().players[side.index()] = self.take(name)?.map(|it| it.value);
        }
        let (line, claim) = self.take_claim(ruleset.info)?;
        let (end_line, score) = self.play(&mut replay)?;
        if let (Some(tag), Some(end)) = (claim.score, score)
            && tag != end
        {
            let [tag, end] = [tag, end].map(|it| it.as_str().to_owned());
            return Err((end_line, RecordErrorKind::TwoResults { tag, end }));
        }
        let line = if claim == Claim::default() { end_line } else { line };
        replay.record().tags = self.tags.into_iter().map(|it| (it.name.to_owned(), it.value)).collect();
        replay.resolve(Claim { score: claim.score.or(score), ..claim }).map_err(|it| (line, it))
    }

    /// Takes the tag of a name, in any case, which may be missing but not stand twice.
    fn take(&mut self, name: &str) -> Result<Option<Tag<'a>>, At<RecordErrorKind>> {
        let mut found = self.tags.extract_if(.., |it| it.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (_, Some(second)) => Err((second.line, RecordErrorKind::Twice(name.to_owned()))),
            (first, None) => Ok(first),
        }
    }

    /// The game and its rules: either tag says enough.
    fn take_ruleset(
        &mut self,
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    ) -> Result<(&'static dyn AnyGame, Ruleset), At<RecordErrorKind>> {
        let first_line = self.tags.first().map(|it| it.line).or(self.words.first().map(|it| it.0)).unwrap_or(1);
        let game = self.take(GAME)?.map(|it| (it.line, it.value));
        let rules = self.take(RULES)?.map(|it| (it.line, it.value));
        let (line, name) = match (&game, &rules) {
            (Some((line, name)), _) => (*line, name.as_str()),
            (None, Some((line, rules))) => (*line, rules.split([':', ' ']).next().unwrap_or_default()),
            (None, None) => return Err((first_line, RecordErrorKind::NoGame)),
        };
        let game = find(name).ok_or_else(|| (line, RecordErrorKind::UnknownGame(shorten(name))))?;
        let (line, words) = rules.unwrap_or((line, String::new()));
        let ruleset = Ruleset::parse(game.info(), &words).map_err(|error| (line, error.into()))?;
        Ok((game, ruleset))
    }

    /// What the tags say of the end, and the line of the last of them.
    fn take_claim(&mut self, info: &Info) -> Result<At<Claim>, At<RecordErrorKind>> {
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

    /// Plays the moves; the result that stands at their end, and the line of the end.
    fn play(&self, replay: &mut Replay) -> Result<At<Option<ClaimedScore>>, At<RecordErrorKind>> {
        let mut result = None;
        for &(line, word) in &self.words {
            let text = strip(word);
            if let Some((_, score)) = result
                && !text.is_empty()
            {
                let end = format!("the result is {word}", word = score_text(score));
                return Err((line, RecordErrorKind::AfterEnd { place: replay.place(text), end }));
            }
            match read_score(word) {
                Some(score) => result = Some((line, score)),
                None if text.is_empty() => {}
                None => replay.play_text(text).map_err(|it| (line, it))?,
            }
        }
        let last_line = self.words.last().map_or(1, |it| it.0);
        Ok(result.unwrap_or((last_line, None)))
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
