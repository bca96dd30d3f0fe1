//! The law of the keys: what each must tell apart.

use std::collections::HashMap;

use super::explored::{Child, Explored, Node};
use crate::game::{Evaluate, Solve};

/// What repetition takes for the same: the pieces and the side to move, without counters.
fn pieces_and_turn(text: &str) -> String {
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

pub(super) fn check<G: Solve>(explored: &Explored<G>) {
    check_hash(explored);
    check_search_key(explored);
    check_exact_key(explored);
}

fn check_hash<G: Solve>(explored: &Explored<G>) {
    let (mut by_hash, mut by_pieces) = (HashMap::new(), HashMap::new());
    for node in &explored.nodes {
        let (hash, pieces) = (explored.game.hash(&node.position), pieces_and_turn(&node.text));
        let same: &String = by_hash.entry(hash).or_insert_with(|| pieces.clone());
        assert_eq!(*same, pieces, "hash: it tells apart what repetition tells apart");
        let same = *by_pieces.entry(pieces).or_insert(hash);
        assert_eq!(same, hash, "hash: {}: counters and the way there play no part", node.text);
    }
}

fn check_search_key<G: Evaluate>(explored: &Explored<G>) {
    let game = &explored.game;
    let far = |node: &&Node<G>| game.plies_to_limit(&node.position) > 1;
    check_alike("search key", explored, |position| game.search_key(position), far);
}

fn check_exact_key<G: Evaluate>(explored: &Explored<G>) {
    check_alike("exact key", explored, |position| explored.game.exact_key(position), |_| true);
}

/// Positions with the same key go on in the same way, if they are among those `compared`.
fn check_alike<G: Evaluate>(
    law: &str,
    explored: &Explored<G>,
    key: impl Fn(&G::Position) -> u64,
    compared: impl Fn(&&Node<G>) -> bool,
) {
    let mut seen: HashMap<u64, (&Node<G>, &[Child])> = HashMap::new();
    for (_, node, children) in explored.open().filter(|it| compared(&it.1)) {
        let (other, others) = *seen.entry(key(&node.position)).or_insert((node, children));
        let [one, two] = [children, others].map(|it| it.iter().map(|it| it.0).collect::<Vec<_>>());
        assert_eq!(one, two, "{law}: {} and {} share it", node.text, other.text);
        for ((mv, next), (_, other_next)) in children.iter().zip(others) {
            let [next, other_next] = [*next, *other_next].map(|it| &explored.nodes[it].position);
            let [end, other_end] = [next, other_next].map(|it| explored.game.decided(it));
            assert_eq!(end, other_end, "{law}: {} and {} share it, but not after {mv}", node.text, other.text);
            let same = end.is_some() || key(next) == key(other_next);
            assert!(same, "{law}: {} and {} share it, but not after {mv}", node.text, other.text);
        }
    }
}
