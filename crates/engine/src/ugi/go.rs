//! What a `go` asks for.

use std::time::Duration;

use crate::base::Limits;
use games::SideInfo;
use games::board::Side;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum GoRequest {
    /// A move as the level plays.
    Level,
    Limits(Limits),
}

/// The time a side has left for the game, and what each move adds to it, in milliseconds.
#[derive(Clone, Copy, Default)]
struct GoClock {
    left: Option<u64>,
    increment: u64,
}

impl GoClock {
    /// How long to think for a move; if nothing is said of how many there are to come, for about 25 more.
    fn share(self, moves_to_go: Option<u64>) -> Option<Duration> {
        let left = self.left?;
        let wanted = left / moves_to_go.map_or(25, |it| it.clamp(1, 25) + 1) + self.increment * 3 / 4;
        Some(Duration::from_millis(wanted.min(left * 4 / 5)))
    }
}

/// Reads the words after `go`. Clocks are those of the first and second side (`p1time`, `p2inc`), or are told by the
/// letter of a side (`wtime`, `binc`).
pub(super) fn read(words: &[&str], sides: [SideInfo; 2], to_move: Side) -> Result<GoRequest, String> {
    let (mut limits, mut clocks, mut moves_to_go) = (Limits::NONE, [GoClock::default(); 2], None);
    let (mut level, mut others) = (words.is_empty(), false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "infinite" => others = true,
            "level" => level = true,
            "depth" => limits.depth = Some(number(word, words.next())?.clamp(1, 1000) as u32),
            "nodes" => limits.nodes = Some(number(word, words.next())?.max(1)),
            "movetime" => limits.time = Some(Duration::from_millis(number(word, words.next())?)),
            "movestogo" => moves_to_go = Some(number(word, words.next())?),
            _ => {
                let (clock, what) = clock_of(word, sides).ok_or_else(|| unknown(word))?;
                match what {
                    "time" => clocks[clock].left = Some(number(word, words.next())?),
                    "inc" => clocks[clock].increment = number(word, words.next())?,
                    _ => return Err(unknown(word)),
                }
            }
        }
    }
    let timed = clocks.iter().any(|it| it.left.is_some());
    if level {
        let alone = limits == Limits::NONE && !others && !timed;
        return alone
            .then_some(GoRequest::Level)
            .ok_or("a level has limits of its own: leave the others out".to_owned());
    }
    if timed && limits.time.is_none() {
        let own = clocks[to_move.index()].share(moves_to_go);
        limits.time = Some(own.ok_or("the clock of the side to move is missing")?);
    }
    Ok(GoRequest::Limits(limits))
}

fn unknown(word: &str) -> String {
    format!("go knows no “{word}”: it takes depth, nodes, movetime, p1time, p1inc and the like, infinite, or level")
}

/// A number of 0 or more; what is below counts as 0.
fn number(word: &str, value: Option<&&str>) -> Result<u64, String> {
    let value = value.and_then(|it| it.parse::<i64>().ok());
    value.map(|it| it.max(0) as u64).ok_or_else(|| format!("“{word}” needs a number"))
}

/// Whose clock a word is about, and what of it.
fn clock_of(word: &str, sides: [SideInfo; 2]) -> Option<(usize, &str)> {
    let of = |index: usize| {
        let by_number = word.strip_prefix(["p1", "p2"][index]);
        let by_letter = word.strip_prefix(sides[index].letter);
        by_number.or(by_letter.filter(|it| ["time", "inc"].contains(it))).map(|what| (index, what))
    };
    of(0).or_else(|| of(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [SideInfo; 2] = [SideInfo::WHITE, SideInfo::BLACK];

    fn time(words: &str, to_move: Side) -> Option<u128> {
        let words: Vec<&str> = words.split(' ').collect();
        match read(&words, SIDES, to_move).unwrap() {
            GoRequest::Limits(limits) => limits.time.map(|it| it.as_millis()),
            GoRequest::Level => panic!("a level"),
        }
    }

    #[test]
    fn time_is_shared_out_by_the_clock_of_the_side_to_move() {
        assert_eq!(time("wtime 25000 btime 50000", Side::First), Some(1000), "White begins here");
        assert_eq!(time("wtime 25000 btime 50000", Side::Second), Some(2000));
        assert_eq!(time("p1time 25000 p2time 50000 p1inc 100", Side::First), Some(1075));
        assert_eq!(time("wtime 10000 movestogo 1", Side::First), Some(5000));
        assert_eq!(time("wtime 100 winc 5000", Side::First), Some(80), "never more than there is");
        assert_eq!(time("wtime 100 movetime 700", Side::First), Some(700));
        assert_eq!(time("infinite", Side::First), None);
    }

    #[test]
    fn what_cannot_be_understood_is_said() {
        for words in ["wtime 100", "depth", "depth x", "mate 3", "ponder", "level depth 3", "p1 3", "wmoves 3", "wtime"]
        {
            let words: Vec<&str> = words.split(' ').collect();
            assert!(read(&words, SIDES, Side::Second).is_err(), "{words:?}");
        }
        assert_eq!(read(&[], SIDES, Side::First), Ok(GoRequest::Level));
        assert_eq!(read(&["level"], SIDES, Side::First), Ok(GoRequest::Level));
    }
}
