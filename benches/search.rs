//! How fast the rules and the search are: `cargo bench --bench search`.

use divan::{Bencher, counter::ItemsCount};
use engine::{Limits, Memory, Question, Stop, analyze_with};
use lab::bench;

fn main() {
    divan::main();
}

/// Leaves per second from the start; the numbers are those of the oracles.
#[divan::bench(args = [(4, 1_563_208), (5, 55_963_132)], sample_count = 5, sample_size = 1)]
fn perft(bencher: Bencher, (depth, nodes): (u32, u64)) {
    let ruleset = games::read_ruleset("loa:classic").expect("a ruleset");
    let position = games::open(&ruleset, None).expect("the start");
    bencher.counter(ItemsCount::new(nodes)).bench(|| assert_eq!(position.perft(depth), nodes));
}

/// Nodes per second over all positions of the signatures.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn signature(bencher: Bencher) {
    let all = || games::GAMES.iter().map(|it| bench::signature(it.info())).sum::<u64>();
    bencher.counter(ItemsCount::new(all())).bench(all);
}

/// Nodes per second from a position of the middle game.
#[divan::bench(args = [200_000_u64], sample_count = 5, sample_size = 1)]
fn middle_game(bencher: Bencher, nodes: u64) {
    let ruleset = games::read_ruleset("loa:mso").expect("a ruleset");
    let question: Question = bench::questions(&ruleset).swap_remove(3);
    let search = || analyze_with(&question, &Limits::nodes(nodes), &Stop::new(), &mut Memory::new(16));
    bencher.counter(ItemsCount::new(nodes)).bench(search);
}
