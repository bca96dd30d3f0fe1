//! What a keystroke costs whoever has many matches under way: `cargo bench --bench positions`.

use divan::Bencher;
use jiff::Timestamp;
use play::{ChannelId, Match, MatchId, NewMatch, Place, Positions, Seat, UserId};

fn main() {
    divan::main();
}

/// So many matches of one person.
const MATCHES: i64 = 20;

/// Each of them has come so far.
const PLIES: usize = 60;

/// Matches of Lines of Action in which pieces wander about.
fn matches() -> Vec<Match> {
    let ruleset = games::read_ruleset("loa:mso repetition=off limit=off").expect("a ruleset");
    let wander = |id: i64| {
        let mut position = games::open(&ruleset, None).expect("the start");
        let mut moves = Vec::new();
        for ply in 0..PLIES {
            let legal = position.legal();
            // A game may end by chance; then it is as long as it is.
            let Some(chosen) = legal.get((ply * 7 + id as usize * 3) % legal.len().max(1)) else { break };
            moves.push(chosen.to_string());
            position.play(*chosen).expect("a legal move");
        }
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            ruleset.clone(),
            [Seat::User(UserId(1)), Seat::User(UserId(2))],
        );
        Match { moves, ..begun.begun(MatchId(id), Timestamp::UNIX_EPOCH) }
    };
    (1..=MATCHES).map(wander).collect()
}

/// The positions of all matches, replayed.
#[divan::bench]
fn replayed(bencher: Bencher) {
    let matches = matches();
    bencher.bench(|| matches.iter().map(|it| it.replay().expect("it replays").to_move()).collect::<Vec<_>>());
}

/// The same, by whoever has looked at them before.
#[divan::bench]
fn remembered(bencher: Bencher) {
    let (matches, positions) = (matches(), Positions::default());
    bencher.bench(|| matches.iter().map(|it| positions.of(it).expect("it replays").to_move()).collect::<Vec<_>>());
}
