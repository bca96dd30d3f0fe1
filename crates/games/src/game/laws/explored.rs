//! A small part of a game, explored to its end or to some number of positions.

use std::collections::HashMap;

use crate::board::{Move, MoveList};
use crate::game::Game;

/// How many positions are explored at once.
const MAX_POSITIONS: usize = 600;

/// Positions that follow from one, each once, with the moves between them.
pub(super) struct Explored<G: Game> {
    pub game: G,
    pub nodes: Vec<Node<G>>,
    /// Whether nothing is left out.
    pub is_whole: bool,
}

/// A legal move, and the place of the position after it.
pub(super) type Child = (Move, usize);

/// A position and what follows from it.
pub(super) struct Node<G: Game> {
    pub position: G::Position,
    pub text: String,
    /// The legal moves in order, and the positions after them; `None` where it was not explored.
    pub children: Option<Vec<Child>>,
}

impl<G: Game> Explored<G> {
    pub(super) fn from(game: &G, root: &G::Position) -> Self {
        let mut explored = Self { game: game.clone(), nodes: Vec::new(), is_whole: true };
        let mut known = HashMap::new();
        explored.index_of(root.clone(), &mut known);
        let mut next = 0;
        while next < explored.nodes.len() {
            if next >= MAX_POSITIONS {
                explored.is_whole = false;
                break;
            }
            explored.expand(next, &mut known);
            next += 1;
        }
        explored
    }

    fn index_of(&mut self, position: G::Position, known: &mut HashMap<String, usize>) -> usize {
        let text = self.game.write_position(&position);
        let new = self.nodes.len();
        let index = *known.entry(text.clone()).or_insert(new);
        if index == new {
            self.nodes.push(Node { position, text, children: None });
        }
        index
    }

    fn expand(&mut self, index: usize, known: &mut HashMap<String, usize>) {
        let mut moves = MoveList::new();
        let position = self.nodes[index].position.clone();
        if self.game.decided(&position).is_none() {
            self.game.moves(&position, &mut moves);
        }
        moves.sort();
        let mut child = |it: Move| {
            let mut next = position.clone();
            self.game.play(&mut next, it);
            (it, self.index_of(next, known))
        };
        let children = moves.into_iter().map(&mut child).collect();
        self.nodes[index].children = Some(children);
    }

    /// The undecided positions whose moves are known, with those moves.
    pub(super) fn open(&self) -> impl Iterator<Item = (usize, &Node<G>, &[Child])> {
        let open = |(index, node): (usize, _)| {
            let node: &Node<G> = node;
            let children = node.children.as_deref().filter(|it| !it.is_empty())?;
            Some((index, node, children))
        };
        self.nodes.iter().enumerate().filter_map(open)
    }
}
