//! Boards with the marks that are posted with them: those by which pictures are measured.

use games::Scene;
use games::board::Square;

/// The boards, each with what it shows.
pub fn boards() -> impl Iterator<Item = (&'static str, Scene)> {
    lines().filter_map(board)
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("marked.tsv").lines().filter(|it| !it.starts_with('#'))
}

/// The board of a line; none if the line is not one.
fn board(line: &'static str) -> Option<(&'static str, Scene)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [what, rules, position, moves, chosen] = columns[..] else { return None };
    let position = Some(position).filter(|it| !it.is_empty());
    let mut position = games::open(&games::read_ruleset(rules)?, position).ok()?;
    for text in moves.split(' ') {
        let mv = position.read(text).ok()?;
        position.play(mv).ok()?;
    }
    let mut scene = position.scene();
    if let Ok(chosen) = chosen.parse::<Square>() {
        scene.targets = position.legal().iter().filter(|it| it.from == chosen).map(|it| it.to).collect();
    }
    Some((what, scene))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_board() {
        for line in lines() {
            assert!(board(line).is_some(), "{line}");
        }
    }
}
