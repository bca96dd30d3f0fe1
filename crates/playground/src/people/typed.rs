//! Turns what was typed into options of the registered types.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::reply::Refusal;
use crate::objects::{Attachment, CommandOption, GivenOption, Id, OptionKind, PartialMember, Resolved, User};
use crate::world::World;

/// How many characters a text takes at most.
const MAX_TEXT_CHARS: usize = 6000;

/// Reads what was typed.
pub(crate) struct Typed<'a> {
    /// The world it speaks of.
    pub(crate) world: &'a World,
    /// The objects behind the ids so far.
    pub(crate) resolved: Resolved,
    /// The files that came with it, by the names of their options.
    pub(crate) files: &'a BTreeMap<String, Attachment>,
    /// The option that is being typed.
    pub(crate) focused: Option<&'a str>,
}

impl Typed<'_> {
    /// The options of a command or of its part.
    pub(crate) fn options(
        &mut self,
        known: &[CommandOption],
        given: &Map<String, Value>,
    ) -> Result<Vec<GivenOption>, Refusal> {
        if known.iter().any(CommandOption::is_part) {
            return Err(Refusal::bad("This command needs one of its parts."));
        }
        let is_known = |name: &str| known.iter().any(|it| it.name == name);
        if let Some(odd) = given.keys().map(String::as_str).chain(self.focused).find(|key| !is_known(key)) {
            return Err(Refusal::bad(format!("The command has no option {odd}.")));
        }
        let read = known.iter().map(|it| self.option(it, given.get(&it.name)));
        Ok(read.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn option(&mut self, option: &CommandOption, given: Option<&Value>) -> Result<Option<GivenOption>, Refusal> {
        let text = given.and_then(as_text);
        let is_typing = self.focused.is_some();
        let read = |value, focused| {
            let (name, kind) = (option.name.clone(), option.kind);
            Some(GivenOption { name, kind, value: Some(value), focused, options: None })
        };
        if self.focused == Some(&option.name) {
            return Ok(read(json!(text.unwrap_or_default()), Some(true)));
        }
        let Some(text) = text.filter(|it| !it.is_empty()) else {
            let is_missing = option.required && !is_typing;
            let sentence = || format!("The option {} is required.", option.name);
            return if is_missing { Err(Refusal::bad(sentence())) } else { Ok(None) };
        };
        match self.value(option, &text) {
            Ok(value) => Ok(read(value, None)),
            // While somebody types, what is not yet right is not yet told.
            Err(_) if is_typing => Ok(None),
            Err(what) => Err(Refusal::bad(format!("The option {} is no {what}: {text}.", option.name))),
        }
    }

    /// The value, or what it is not.
    fn value(&mut self, option: &CommandOption, text: &str) -> Result<Value, &'static str> {
        if !option.choices.is_empty() {
            let is_meant = |value: &Value| as_text(value).as_deref() == Some(text);
            let chosen = option.choices.iter().find(|it| it.name == text || is_meant(&it.value));
            return chosen.map(|it| it.value.clone()).ok_or("choice of it");
        }
        match option.kind {
            OptionKind::INTEGER => {
                let number: i64 = text.parse().map_err(|_| "whole number")?;
                within(option, number as f64).then(|| json!(number)).ok_or("number within its bounds")
            }
            OptionKind::NUMBER => {
                let number: f64 = text.parse().map_err(|_| "number")?;
                within(option, number).then(|| json!(number)).ok_or("number within its bounds")
            }
            OptionKind::BOOLEAN => text.to_lowercase().parse::<bool>().map(Value::Bool).map_err(|_| "truth value"),
            OptionKind::USER | OptionKind::MENTIONABLE => self.user(text).ok_or("person"),
            OptionKind::CHANNEL => self.channel(text).ok_or("channel"),
            OptionKind::ATTACHMENT => self.file(&option.name).ok_or("file"),
            OptionKind::ROLE => Err("role that the playground has"),
            _ => {
                let fits = option.min_length.unwrap_or(0)..=option.max_length.unwrap_or(MAX_TEXT_CHARS);
                fits.contains(&text.chars().count()).then(|| json!(text)).ok_or("text of the right length")
            }
        }
    }

    fn file(&mut self, option: &str) -> Option<Value> {
        let file = self.files.get(option)?;
        self.resolved.attachments.insert(file.id, file.clone());
        Some(json!(file.id))
    }

    fn user(&mut self, text: &str) -> Option<Value> {
        let found = self.world.named(text.trim_start_matches("<@").trim_end_matches('>').trim_start_matches('@'))?;
        let id = Id(found.id);
        self.resolved.users.insert(id, User::from(found));
        self.resolved.members.insert(id, PartialMember::new());
        Some(json!(id))
    }

    fn channel(&mut self, text: &str) -> Option<Value> {
        let text = text.trim_start_matches("<#").trim_end_matches('>').trim_start_matches('#');
        let mut guild = self.world.channels.iter().filter(|it| !it.is_private());
        let found = guild.find(|it| it.id.to_string() == text || it.name.eq_ignore_ascii_case(text))?;
        let id = Id(found.id);
        self.resolved.channels.insert(id, self.world.channel_object(found.id)?.into());
        Some(json!(id))
    }
}

/// What was given as a text, where anything was.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn within(option: &CommandOption, number: f64) -> bool {
    option.min_value.is_none_or(|min| number >= min) && option.max_value.is_none_or(|max| number <= max)
}
