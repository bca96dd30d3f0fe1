//! Plays a duel on several boards at once, a thread each.

use std::{ops::ControlFlow, sync::mpsc, thread};

use parking_lot::Mutex;

use super::{Contestant, Duel, DuelGame, Fault, Openings, Tally, play_pair};
use engine::Stop;

/// Stack of a thread that searches.
const STACK_BYTES: usize = 8 << 20;

/// How a duel is played.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    /// Pairs of games: each opening is played twice with sides changed.
    pub pairs: u32,
    /// How many games go on at once.
    pub boards: usize,
}

/// Plays a duel to its end, or until it is stopped or `watch` breaks it off.
///
/// `seat` makes the players of one board; it is called on the board's own thread. `watch` sees every pair as it ends, in
/// no sure order, with the tally so far. There are fewer pairs than wanted where [`Openings`] ends sooner. The first
/// fault of any board ends the duel.
pub fn play_out(
    duel: &Duel,
    options: PlayOptions,
    stop: &Stop,
    seat: impl Fn() -> Result<[Box<dyn Contestant>; 2], Fault> + Sync,
    mut watch: impl FnMut(&[DuelGame; 2], &Tally) -> ControlFlow<()>,
) -> Result<Tally, Fault> {
    let openings = Mutex::new(Openings::new(duel).take(options.pairs as usize));
    let (sender, results) = mpsc::channel();
    let (openings, seat) = (&openings, &seat);
    thread::scope(|scope| {
        for _ in 0..options.boards.clamp(1, options.pairs.max(1) as usize) {
            let sender = sender.clone();
            let board = move || {
                let tell = |result| _ = sender.send(result);
                if let Err(fault) = play_board(duel, openings, stop, seat, |games| tell(Ok(games))) {
                    tell(Err(fault));
                }
            };
            let started = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, board);
            if let Err(error) = started {
                stop.set();
                return Err(Fault::Broken(format!("there is no thread to play in: {error}")));
            }
        }
        drop(sender);
        let (mut tally, mut failed) = (Tally::default(), None);
        for result in results {
            match result {
                // What was played when it was already over does not count: a test must not look at it.
                Ok(_) if stop.is_set() => {}
                Ok(games) => {
                    tally.add(&games);
                    if watch(&games, &tally).is_break() {
                        stop.set();
                    }
                }
                Err(Fault::Canceled) => {}
                Err(fault) => {
                    failed.get_or_insert(fault);
                    stop.set();
                }
            }
        }
        failed.map_or(Ok(tally), Err)
    })
}

fn play_board(
    duel: &Duel,
    openings: &Mutex<std::iter::Take<Openings<'_>>>,
    stop: &Stop,
    seat: &impl Fn() -> Result<[Box<dyn Contestant>; 2], Fault>,
    tell: impl Fn([DuelGame; 2]),
) -> Result<(), Fault> {
    let mut players = seat()?;
    while !stop.is_set() {
        let next = openings.lock().next();
        let Some(pair) = next.transpose()? else { break };
        tell(play_pair(duel, &pair, &mut players, stop)?);
    }
    Ok(())
}
