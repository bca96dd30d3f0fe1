//! What is said to be true of a position without searching it, held against brute force.

use std::collections::HashMap;

use super::explored::Explored;
use crate::board::Side;
use crate::game::{Nature, Outcome, Prospect, Solve};

/// A result: who wins, or nobody.
type Winner = Option<Side>;

pub(super) fn check<G: Solve>(explored: &Explored<G>) {
    let order = order(explored);
    check_nature(explored, order.is_some());
    check_quick_wins(explored);
    // What may go round, or is not known to its end, has no value by brute force.
    let Some(order) = order.filter(|_| explored.is_whole) else { return };
    let truth = Truth::new(explored, &order);
    check_static_proofs(explored, &truth);
    check_prospects(explored, &truth);
}

/// The positions in an order in which those that follow come first; `None` where play may go round.
fn order<G: Solve>(explored: &Explored<G>) -> Option<Vec<usize>> {
    let mut before = vec![Vec::new(); explored.nodes.len()];
    let mut left = vec![0_usize; explored.nodes.len()];
    for (index, _, children) in explored.open() {
        left[index] = children.len();
        children.iter().for_each(|(_, child)| before[*child].push(index));
    }
    let mut order: Vec<usize> = (0..left.len()).filter(|it| left[*it] == 0).collect();
    let mut next = 0;
    while let Some(child) = order.get(next).copied() {
        next += 1;
        for index in &before[child] {
            left[*index] -= 1;
            if left[*index] == 0 {
                order.push(*index);
            }
        }
    }
    (order.len() == explored.nodes.len()).then_some(order)
}

fn check_nature<G: Solve>(explored: &Explored<G>, is_finite: bool) {
    if G::NATURE == Nature::Free {
        return;
    }
    assert!(is_finite, "nature: {:?}: a position returns", G::NATURE);
    assert!(!explored.game.repetition_draws(), "nature: {:?}: a game may be drawn by repetition", G::NATURE);
    for node in &explored.nodes {
        let is_drawn = explored.game.decided(&node.position).is_some_and(|it| it.winner.is_none());
        assert!(!is_drawn, "nature: {:?}: {} is a draw", G::NATURE, node.text);
    }
}

fn check_quick_wins<G: Solve>(explored: &Explored<G>) {
    for (_, node, children) in explored.open() {
        let Some(mv) = explored.game.quick_win(&node.position) else { continue };
        let child = children.iter().find(|child| child.0 == mv);
        let end = child.and_then(|(_, next)| explored.game.decided(&explored.nodes[*next].position));
        let winner = Some(explored.game.side_to_move(&node.position));
        assert_eq!(end.and_then(|it| it.winner), winner, "quick win: {}: {mv} wins at once", node.text);
    }
}

/// Results with best play, and how long games may last, by the rules alone.
struct Truth {
    winners: Vec<Winner>,
    /// How soon whoever wins can, in plies, against the longest defense.
    soonest: Vec<u32>,
    longest: Vec<u32>,
}

impl Truth {
    fn new<G: Solve>(explored: &Explored<G>, order: &[usize]) -> Self {
        let number = explored.nodes.len();
        let mut truth = Self { winners: vec![None; number], soonest: vec![0; number], longest: vec![0; number] };
        for index in order {
            let node = &explored.nodes[*index];
            let (own, children) = (explored.game.side_to_move(&node.position), node.children.iter().flatten());
            let children: Vec<usize> = children.map(|it| it.1).collect();
            truth.longest[*index] = children.iter().map(|it| truth.longest[*it] + 1).max().unwrap_or(0);
            truth.winners[*index] = match explored.game.decided(&node.position) {
                Some(Outcome { winner, .. }) => winner,
                None => best(own, children.iter().map(|it| truth.winners[*it])),
            };
            let won = truth.winners[*index];
            let plies = children.iter().filter(|it| truth.winners[**it] == won).map(|it| truth.soonest[*it] + 1);
            truth.soonest[*index] = if won == Some(own) { plies.min() } else { plies.max() }.unwrap_or(0);
        }
        truth
    }
}

/// The best result for a side.
fn best(own: Side, results: impl Iterator<Item = Winner>) -> Winner {
    let worth = |it: &Winner| match it {
        Some(winner) if *winner == own => 2,
        None => 1,
        Some(_) => 0,
    };
    results.max_by_key(worth).flatten()
}

fn check_static_proofs<G: Solve>(explored: &Explored<G>, truth: &Truth) {
    for (index, node, _) in explored.open() {
        if let Some(proof) = explored.game.static_proof(&node.position) {
            assert_eq!(Some(proof.winner), truth.winners[index], "static proof: {}", node.text);
            let soonest = truth.soonest[index];
            assert!(
                proof.plies >= soonest,
                "static proof: {}: it takes {soonest} plies, not {}",
                node.text,
                proof.plies
            );
        }
        let (said, longest) = (explored.game.plies_left(&node.position), truth.longest[index]);
        assert!(said >= longest, "plies left: {}: a game may last {longest} plies, not only {said}", node.text);
    }
}

fn check_prospects<G: Solve>(explored: &Explored<G>, truth: &Truth) {
    let mut by_key: HashMap<u64, (bool, bool, &str)> = HashMap::new();
    for (index, node, _) in explored.open().filter(|_| G::NATURE != Nature::Race) {
        let game = &explored.game;
        let (own, winner) = (game.side_to_move(&node.position), truth.winners[index]);
        let key = game.solve_key(&node.position);
        let result = (winner == Some(own), winner.is_none(), node.text.as_str());
        let same = *by_key.entry(key).or_insert(result);
        assert_eq!((same.0, same.1), (result.0, result.1), "solve key: {} and {} share it", node.text, same.2);
        let simplified = game.simplified(&node.position);
        if game.decided(&simplified).is_some() {
            continue;
        }
        if let Prospect::Proven(proven) = game.prospect(&simplified) {
            assert_eq!(Some(proven), winner, "prospect: {}", node.text);
        }
    }
}
