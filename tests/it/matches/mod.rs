//! Matches in chat, from the challenge to the result.

mod advice;
mod agreements;
mod analysis;
mod calm_channel;
mod conversation;
mod exploring;
mod exporting;
mod fairness;
mod importing;
mod misuse;
mod moderation;
mod names;
mod notices;
mod replaying;
mod settings;
mod sharing;
mod threads;
mod trying;
mod watching;
mod whole;
