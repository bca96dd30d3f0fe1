//! The question which of somebody's matches, or of what they were asked, is meant, as a menu that only that person can use.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use super::{MAX_OPTIONS, View};
use crate::discord::controls::{Ask, Control};
use crate::i18n::say;
use crate::play::{Answer, ChallengeId, MatchId, QuestionId, UserId};

/// Asks `user` which of these labeled questions an answer is to; the choice gives it.
pub fn which_question(questions: Vec<(QuestionId, String)>, user: UserId, answer: Answer) -> View {
    let option = |(id, label): (QuestionId, String)| CreateSelectMenuOption::new(label, question_word(id));
    let options = questions.into_iter().take(MAX_OPTIONS).map(option).collect();
    let id = Control::Reply(user, answer).to_string();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    let menu = menu.placeholder(say("menu-which-question", &[]));
    let content = say("which-question", &[("answer", answer.name().into())]);
    View { rows: vec![CreateActionRow::SelectMenu(menu)], ..View::text(content) }
}

/// A question as the value of an option.
fn question_word(id: QuestionId) -> String {
    match id {
        QuestionId::Challenge(id) => format!("challenge:{}", id.0),
        QuestionId::Offer(id) => format!("offer:{}", id.0),
    }
}

/// The question in the value of an option.
pub fn read_question(word: &str) -> Option<QuestionId> {
    let (kind, id) = word.split_once(':')?;
    let id = id.parse().ok()?;
    match kind {
        "challenge" => Some(QuestionId::Challenge(ChallengeId(id))),
        "offer" => Some(QuestionId::Offer(MatchId(id))),
        _ => None,
    }
}

/// Asks `user` which of these labeled matches is meant; the choice carries out what was asked.
pub fn which_match(matches: Vec<(MatchId, String)>, user: UserId, ask: Ask) -> View {
    let count = matches.len();
    let option = |(id, label): (MatchId, String)| CreateSelectMenuOption::new(label, id.0.to_string());
    let kind = CreateSelectMenuKind::String { options: matches.into_iter().take(MAX_OPTIONS).map(option).collect() };
    let menu = CreateSelectMenu::new(Control::Pick(user, ask).to_string(), kind).placeholder(say("menu-which", &[]));
    let asked = match ask {
        Ask::Move(typed) => say("which-match-to-move-in", &[("move", typed.as_str().into())]),
        _ => say("which-match", &[]),
    };
    let more = (count > MAX_OPTIONS).then(|| say("which-match-of-more", &[("count", (count as i64).into())]));
    let content = std::iter::once(asked).chain(more).collect::<Vec<_>>().join("\n");
    View { rows: vec![CreateActionRow::SelectMenu(menu)], ..View::text(content) }
}
