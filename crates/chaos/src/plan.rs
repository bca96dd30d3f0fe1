//! Which fault happens when: a plan that follows from the seed alone.

use std::iter;
use std::time::Duration;

use playground::{Hitch, ids};
use rand::Rng as _;
use rand::rngs::StdRng;

use super::kill_moments::Moment;

/// A moderator deletes one message in this many moves.
const MOVES_PER_DELETION: u64 = 300;

/// A moderator deletes one channel in this many moves.
const MOVES_PER_CHANNEL: u64 = 3000;

/// A moderator archives a thread in this many moves, locks one, and deletes one.
const MOVES_PER_THREAD: u64 = 1000;

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
    /// The bot may not post in a channel for a while.
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
    /// The person who is told directly takes no direct messages for a while.
    CloseDirect(Duration),
}

impl Fault {
    /// Its description, in a few words.
    pub fn kind(self) -> String {
        let words = match self {
            Self::Kill(_) => "kill",
            Self::Hitch(Hitch::Break) => "gateway cut off",
            Self::Hitch(Hitch::Reconnect) => "gateway wants another connection",
            Self::Hitch(Hitch::Invalid { resumable: true }) => "session invalid, and resumable",
            Self::Hitch(Hitch::Invalid { resumable: false }) => "session invalid",
            Self::Hitch(Hitch::Close(code)) => return format!("gateway closed with {code}"),
            Self::Deafness(_) => "heartbeats not answered",
            Self::Resend(_) => "events once more",
            Self::Outage(_) => "outage",
            Self::Deny(..) => "posting denied",
            Self::CutDatabase => "database cut off",
            Self::FreezeDatabase(_) => "database frozen",
            Self::RestartDatabase => "database restarted",
            Self::DeleteLiveBoard(_) => "live board deleted",
            Self::DeleteOldBoard(_) => "old board deleted",
            Self::DeleteCard(_) => "open challenge deleted",
            Self::DeleteChannel => "channel deleted",
            Self::ArchiveThread(_) => "thread archived",
            Self::LockThread(..) => "thread locked",
            Self::DeleteThread(_) => "thread deleted",
            Self::GlobalLimit(_) => "limit of all requests reached",
            Self::ExpireTokens => "tokens expired",
            Self::Leave(..) => "person gone for a while",
            Self::CloseDirect(_) => "direct messages closed",
        };
        words.to_owned()
    }
}

/// A fault, and after how many moves it comes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlannedFault {
    pub after: u64,
    pub fault: Fault,
}

/// What may go wrong besides kills.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PossibleFaults {
    pub has_postgres: bool,
    pub denies: bool,
    /// Whether the database can be restarted.
    pub restarts: bool,
    /// Whether some faults may be long: outages, freezes, and the loss of a token or an intent.
    pub has_time: bool,
}

/// The faults of a run with this many moves, in order: all the kills, about as many other faults, and a few deletions.
pub(crate) fn plan(dice: &mut StdRng, moves: u64, kills: usize, possible: PossibleFaults) -> Vec<PlannedFault> {
    let mut faults = Vec::new();
    let moments = if possible.has_postgres { &ON_POSTGRES[..] } else { &ON_SQLITE };
    for _ in 0..kills {
        faults.push(Fault::Kill(moments[dice.random_range(0..moments.len())]));
        faults.extend(another(dice, possible));
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
        faults.extend(possible.denies.then(|| Fault::LockThread(dice.random(), LOCK)));
    }
    let mut plan: Vec<PlannedFault> =
        faults.into_iter().map(|fault| PlannedFault { after: dice.random_range(0..moves.max(1)), fault }).collect();
    plan.sort_by_key(|it| it.after);
    plan
}

fn another(dice: &mut StdRng, possible: PossibleFaults) -> Option<Fault> {
    let pause = Duration::from_millis(dice.random_range(500..3000));
    let is_long = |dice: &mut StdRng, one_in| possible.has_time && dice.random_ratio(1, one_in);
    let channel = [ids::GAMES, ids::LOUNGE][dice.random_range(0..2)];
    match dice.random_range(0..16) {
        0..=2 if is_long(dice, 20) => Some(Fault::Hitch(SEVERE_HITCHES[dice.random_range(0..SEVERE_HITCHES.len())])),
        0..=2 => Some(Fault::Hitch(HITCHES[dice.random_range(0..HITCHES.len())])),
        // Long enough for each bot to send a heartbeat without an answer.
        3 => Some(Fault::Deafness(HEARTBEAT + pause)),
        4 | 5 => Some(Fault::Resend(dice.random_range(1..30))),
        6 => Some(Fault::Outage(if is_long(dice, 20) { LONG_OUTAGE } else { pause })),
        7 if possible.denies => Some(Fault::Deny(channel, pause)),
        8 | 9 if possible.has_postgres => Some(Fault::CutDatabase),
        10 if possible.has_postgres => Some(Fault::FreezeDatabase(if is_long(dice, 10) { LONG_FREEZE } else { pause })),
        11 if possible.restarts => Some(Fault::RestartDatabase),
        12 => Some(Fault::GlobalLimit(pause)),
        13 => Some(Fault::ExpireTokens),
        14 => Some(Fault::Leave(PEOPLE[dice.random_range(0..PEOPLE.len())], ABSENCE)),
        15 => Some(Fault::CloseDirect(pause)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn a_seed_makes_a_plan_with_all_kills_in_order() {
        let possible = PossibleFaults { has_postgres: true, denies: false, restarts: false, has_time: false };
        let made = |seed| plan(&mut StdRng::seed_from_u64(seed), 500, 20, possible);
        let plan = made(1);
        let kills = plan.iter().filter(|it| matches!(it.fault, Fault::Kill(_))).count();
        assert!(kills == 20 && plan.is_sorted_by_key(|it| it.after) && plan.iter().all(|it| it.after < 500));
        let is_deletion = |it: &PlannedFault| {
            matches!(it.fault, Fault::DeleteLiveBoard(_) | Fault::DeleteOldBoard(_) | Fault::DeleteCard(_))
        };
        let deletions = plan.iter().filter(|it| is_deletion(it)).count();
        assert_eq!(deletions, 2, "there are few of them");
        assert_eq!(plan.iter().filter(|it| it.fault == Fault::DeleteChannel).count(), 1);
        assert!(!plan.iter().any(|it| matches!(it.fault, Fault::Deny(..) | Fault::RestartDatabase)));
        let words = |plan: Vec<PlannedFault>| format!("{plan:?}");
        assert_eq!(words(made(1)), words(plan));
        assert_ne!(words(made(1)), words(made(2)));
    }

    #[test]
    fn a_long_plan_has_everything_that_can_become_of_the_gateway() {
        let possible = PossibleFaults { has_postgres: false, denies: false, restarts: false, has_time: true };
        let plan = plan(&mut StdRng::seed_from_u64(1), 1000, 1000, possible);
        assert!(
            HITCHES.iter().chain(&SEVERE_HITCHES).all(|hitch| plan.iter().any(|it| it.fault == Fault::Hitch(*hitch)))
        );
        let is_deafness = |it: &PlannedFault| matches!(it.fault, Fault::Deafness(time) if time > HEARTBEAT);
        assert!(plan.iter().any(is_deafness));
    }
}
