//! How boards, notices, and answers reach people, whatever Discord does.

mod aftermath;
mod answers;
mod bad_days;
mod dead_places;
mod egress;
mod gateway;
mod group_messages;
mod installs;
mod permissions;
mod processes;
mod unconfirmed_posts;
