//! Which fault comes when: a plan that follows from the seed alone.

use std::time::Duration;

use playground::ids;
use rand::Rng as _;
use rand::rngs::StdRng;

use super::tripwire::Moment;

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A bot is killed, and another one started.
    Kill(Moment),
    /// All connections to the gateway break.
    CutGateway,
    /// The gateway sends so many events once more.
    Resend(usize),
    /// Discord does not answer for a while.
    Outage(Duration),
    /// The bot may not post in a channel for a while.
    Deny(u64, Duration),
    /// All connections to the database break.
    CutDatabase,
    /// The database does not answer for a while.
    FreezeDatabase(Duration),
    /// The database is started anew.
    RestartDatabase,
}

/// A fault, and after how many moves it comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Planned {
    pub after: u64,
    pub fault: Fault,
}

/// What may go wrong besides kills.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub has_postgres: bool,
    pub denies: bool,
    /// Whether the database can be restarted.
    pub restarts: bool,
}

/// The faults of a run of so many moves, in order: all the kills, and about as many other faults.
pub(super) fn plan(dice: &mut StdRng, moves: u64, kills: usize, extent: Extent) -> Vec<Planned> {
    let mut faults = Vec::new();
    for _ in 0..kills {
        faults.push(Fault::Kill(moment(dice, extent)));
        faults.extend(another(dice, extent));
    }
    let mut plan: Vec<Planned> =
        faults.into_iter().map(|fault| Planned { after: dice.random_range(0..moves.max(1)), fault }).collect();
    plan.sort_by_key(|it| it.after);
    plan
}

fn moment(dice: &mut StdRng, extent: Extent) -> Moment {
    let moments = [Moment::Any, Moment::BeforePost, Moment::AfterPost, Moment::BeforeCommit, Moment::AfterCommit];
    // Only with PostgreSQL a commit can be seen from outside.
    let count = if extent.has_postgres { moments.len() } else { 3 };
    moments[dice.random_range(0..count)]
}

fn another(dice: &mut StdRng, extent: Extent) -> Option<Fault> {
    let pause = Duration::from_millis(dice.random_range(500..3000));
    let channel = [ids::GAMES, ids::LOUNGE][dice.random_range(0..2)];
    match dice.random_range(0..9) {
        0 => Some(Fault::CutGateway),
        1 | 2 => Some(Fault::Resend(dice.random_range(1..30))),
        3 => Some(Fault::Outage(pause)),
        4 if extent.denies => Some(Fault::Deny(channel, pause)),
        5 | 6 if extent.has_postgres => Some(Fault::CutDatabase),
        7 if extent.has_postgres => Some(Fault::FreezeDatabase(pause)),
        8 if extent.restarts => Some(Fault::RestartDatabase),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn a_seed_makes_a_plan_with_all_kills_in_order() {
        let extent = Extent { has_postgres: true, denies: false, restarts: false };
        let made = |seed| plan(&mut StdRng::seed_from_u64(seed), 500, 20, extent);
        let plan = made(1);
        let kills = plan.iter().filter(|it| matches!(it.fault, Fault::Kill(_))).count();
        assert!(kills == 20 && plan.is_sorted_by_key(|it| it.after) && plan.iter().all(|it| it.after < 500));
        assert!(!plan.iter().any(|it| matches!(it.fault, Fault::Deny(..) | Fault::RestartDatabase)));
        let words = |plan: Vec<Planned>| format!("{plan:?}");
        assert_eq!(words(made(1)), words(plan));
        assert_ne!(words(made(1)), words(made(2)));
    }
}
