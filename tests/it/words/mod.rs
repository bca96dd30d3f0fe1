//! What people write and choose, and how it is understood.

mod commands;
mod context_menus;
mod exercise_or_match;
mod first_contact;
mod first_hour;
mod leaderboards;
mod lessons;
mod match_choice;
mod menus;
mod moves;
mod profiles;
mod puzzles;
mod terms;
mod votes;
