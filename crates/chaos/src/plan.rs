//! Which fault happens when: a plan that follows from the seed alone.

use std::iter;
use std::time::Duration;

use playground::{Hitch, ids};
use rand::Rng as _;
use rand::rngs::StdRng;

use super::kill_moments::Moment;
use super::options::ChaosOptions;
use super::scene::DIRECT_CHANNEL;

/// A moderator deletes one message in this many moves.
const MOVES_PER_DELETION: u64 = 300;

/// A moderator deletes one channel in this many moves.
const MOVES_PER_CHANNEL: u64 = 3000;

/// A moderator archives a thread in this many moves, locks one, and deletes one.
const MOVES_PER_THREAD: u64 = 1000;

/// A run with this many moves takes long enough for long faults: outages, freezes, and the loss of a token or an intent.
const MANY_MOVES: u64 = 2000;

/// How long somebody who leaves the server stays away.
const ABSENCE: Duration = Duration::from_secs(10);

/// How long a thread stays locked.
const LOCK: Duration = Duration::from_secs(3);

/// Long enough for Discord to forget the nonces of earlier posts.
const LONG_OUTAGE: Duration = Duration::from_secs(100);

/// Long enough for calls to the database to be given up.
const LONG_FREEZE: Duration = Duration::from_secs(12);

/// How often a bot sends a heartbeat: often enough to notice every time without answers.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(3);

/// What happens to the gateway's connections. The codes stand for an unknown error, too many messages, and a session
/// that has timed out.
const HITCHES: [Hitch; 7] = [
    Hitch::Break,
    Hitch::Reconnect,
    Hitch::Invalid { resumable: true },
    Hitch::Invalid { resumable: false },
    Hitch::Close(4000),
    Hitch::Close(4008),
    Hitch::Close(4009),
];

/// What happens to them seldom, as it takes the bots long to recover: a token that is refused ends them, and without an
/// intent they don't hear what is said until they begin anew.
const SEVERE_HITCHES: [Hitch; 2] = [Hitch::Close(4004), Hitch::Close(4014)];

/// The people who play.
const PEOPLE: [u64; 3] = [ids::ANN, ids::BOB, ids::CID];

/// When a bot on PostgreSQL is killed. Its commits are seen on their way to the database.
const ON_POSTGRES: [Moment; 5] =
    [Moment::Any, Moment::BeforePost, Moment::AfterPost, Moment::BeforeCommit, Moment::AfterCommit];

/// When a bot on SQLite is killed. Its commits are seen as they are written.
const ON_SQLITE: [Moment; 4] = [Moment::Any, Moment::BeforePost, Moment::AfterPost, Moment::DuringCommit];

/// Something that goes wrong. A number chooses among what it may happen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A bot is killed, and another one started.
    Kill(Moment),
    /// Something happens to all connections to the gateway.
    Hitch(Hitch),
    /// The gateway answers no heartbeats for a while.
    Deafness(Duration),
    /// The gateway sends this many events again.
    Resend(usize),
    /// Discord does not answer for a while.
    Outage(Duration),
    /// The bot may not post in a channel for a while, or a person takes no direct messages.
    Deny(u64, Duration),
    /// All connections to the database break.
    CutDatabase,
    /// The database does not answer for a while.
    FreezeDatabase(Duration),
    /// The database is restarted.
    RestartDatabase,
    /// A moderator deletes a board with controls.
    DeleteLiveBoard(u32),
    /// A moderator deletes a board that was reduced to one line.
    DeleteOldBoard(u32),
    /// A moderator deletes a challenge that can be accepted.
    DeleteCard(u32),
    /// A moderator deletes a channel with the matches in it.
    DeleteChannel,
    /// A moderator archives a thread: the next message takes it up again.
    ArchiveThread(u32),
    /// A moderator archives a thread, and for a while only moderators can take it up again.
    LockThread(u32, Duration),
    /// A moderator deletes a thread.
    DeleteThread(u32),
    /// Discord's limit for all requests of the bot is reached for a while.
    GlobalLimit(Duration),
    /// The tokens of all interactions so far expire.
    ExpireTokens,
    /// Somebody leaves the server, and joins it again a while later.
    Leave(u64, Duration),
}

/// A fault, and after how many moves it comes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlannedFault {
    pub after: u64,
    pub fault: Fault,
}

/// The faults of a run, in order: all the kills, about as many other faults, and a few deletions.
pub(crate) fn plan(dice: &mut StdRng, options: &ChaosOptions) -> Vec<PlannedFault> {
    let moves = options.moves;
    let mut faults = Vec::new();
    let moments = if options.has_postgres() { &ON_POSTGRES[..] } else { &ON_SQLITE };
    for _ in 0..options.kills {
        faults.push(Fault::Kill(moments[dice.random_range(0..moments.len())]));
        faults.extend(another(dice, options));
    }
    for _ in 0..moves.div_ceil(MOVES_PER_DELETION) {
        // Live boards come twice, because matches depend on them.
        let deletions = [Fault::DeleteLiveBoard, Fault::DeleteLiveBoard, Fault::DeleteOldBoard, Fault::DeleteCard];
        faults.push(deletions[dice.random_range(0..deletions.len())](dice.random()));
    }
    let channels = usize::try_from(moves.div_ceil(MOVES_PER_CHANNEL)).unwrap_or(usize::MAX);
    faults.extend(iter::repeat_n(Fault::DeleteChannel, channels));
    for _ in 0..moves.div_ceil(MOVES_PER_THREAD) {
        faults.extend([Fault::ArchiveThread(dice.random()), Fault::DeleteThread(dice.random())]);
        faults.extend(options.denies.then(|| Fault::LockThread(dice.random(), LOCK)));
    }
    let mut plan: Vec<PlannedFault> =
        faults.into_iter().map(|fault| PlannedFault { after: dice.random_range(0..moves.max(1)), fault }).collect();
    plan.sort_by_key(|it| it.after);
    plan
}

fn another(dice: &mut StdRng, options: &ChaosOptions) -> Option<Fault> {
    let pause = Duration::from_millis(dice.random_range(500..3000));
    let is_long = |dice: &mut StdRng, one_in| options.moves >= MANY_MOVES && dice.random_ratio(1, one_in);
    let channel = [ids::GAMES, ids::LOUNGE][dice.random_range(0..2)];
    match dice.random_range(0..16) {
        0..=2 if is_long(dice, 20) => Some(Fault::Hitch(SEVERE_HITCHES[dice.random_range(0..SEVERE_HITCHES.len())])),
        0..=2 => Some(Fault::Hitch(HITCHES[dice.random_range(0..HITCHES.len())])),
        // Long enough for each bot to send a heartbeat without an answer.
        3 => Some(Fault::Deafness(HEARTBEAT + pause)),
        4 | 5 => Some(Fault::Resend(dice.random_range(1..30))),
        6 => Some(Fault::Outage(if is_long(dice, 20) { LONG_OUTAGE } else { pause })),
        7 if options.denies => Some(Fault::Deny(channel, pause)),
        8 | 9 if options.has_postgres() => Some(Fault::CutDatabase),
        10 if options.has_postgres() => {
            Some(Fault::FreezeDatabase(if is_long(dice, 10) { LONG_FREEZE } else { pause }))
        }
        11 if options.restart_database.is_some() => Some(Fault::RestartDatabase),
        12 => Some(Fault::GlobalLimit(pause)),
        13 => Some(Fault::ExpireTokens),
        14 => Some(Fault::Leave(PEOPLE[dice.random_range(0..PEOPLE.len())], ABSENCE)),
        15 => Some(Fault::Deny(DIRECT_CHANNEL, pause)),
        _ => None,
    }
}
