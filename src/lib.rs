//! Parlor: the great small abstract board games, played in Discord.
//!
//! # Bird's-eye view
//!
//! A person writes `!move f3-d5`. [`discord`] reads it and asks [`play`], which loads the match from the [`store`],
//! replays it under the referee of [`games`], decides, and commits. Only then is the new board drawn by [`render`] and
//! posted; if the next seat is the engine's, [`engine`] thinks on threads of its own, and its move goes the same way.
//! Whatever is said to Discord leaves by [`egress`], which keeps Discord's limits.
//! Without a token, [`playground`] stands in for Discord; the bot does not know the difference.
//!
//! # Invariants
//!
//! The compiler keeps crates apart; `tests/it/program/walls.rs` checks what a text search can check.
//!
//! 1. [`games`], [`engine`] and [`play`] do no I/O: they name neither serenity, sqlx, image nor tokio, and neither the
//!    environment, a global random source nor (apart from the limits of a search) the clock. Time, chance and identity
//!    enter by parameters or by the traits of [`play::ports`].
//! 2. **One referee.** Legality, outcome and the reason of a refusal come from [`games`] alone. A refusal is a value,
//!    not a sentence.
//! 3. **A game is one folder.** Nothing outside `crates/games/src/<game>/` names it, but one line in the registry.
//! 4. **Two faces of a game.** [`games::Game`] is statically typed for the search; [`games::AnyPosition`] is type-erased for
//!    everything else.
//! 5. **The record is the match.** Start and moves are stored; position, outcome, picture and counters are derived by
//!    replay: reading a row replays it, or goes on from the position to which the same moves have led before.
//! 6. **State decides, not memory.** After a kill at any instant the database alone says what is due, and which process
//!    owns it.
//! 7. **Commit, then speak.** A move is accepted when its transaction, guarded by the match's revision, commits; only
//!    then does the bot answer. Every board carries a nonce made from the one before it.
//! 8. **Stateless controls.** A control's `custom_id` carries action, match, version and the database's own id: what stands
//!    under a message of another database does nothing, and says so.
//! 9. **The engine never blocks the bot.** Search runs on its own bounded threads; the async side only awaits.
//! 10. **A picture is drawn from a [`games::Scene`]**, which is plain data. The renderer knows no game.
//!
//! `docs/architecture.md` follows a move from end to end, and says how to add to all this.

pub mod app;
pub mod cli;
pub mod config;
pub mod docs;
