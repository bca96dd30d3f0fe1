//! What is said to a program: moves and positions in its own words.

use super::entrant::Protocol;
use engine::Limits;
use games::board::{Move, Side};
use games::{AnyPosition, write_ranks};

impl Protocol {
    /// The first word that is said.
    pub fn greeting(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
        }
    }

    /// What the program answers when it has introduced itself.
    pub fn welcome(self) -> &'static str {
        match self {
            Self::Ugi => "ugiok",
            Self::Uci => "uciok",
        }
    }

    /// The command that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Ugi => "uginewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// The option by which the game is chosen.
    pub fn game_option(self) -> &'static str {
        match self {
            Self::Ugi => "Game",
            Self::Uci => "UCI_Variant",
        }
    }

    /// Where the games begin: `position` before any move, whose text is `start` if it is not the usual one.
    ///
    /// To a program of chess it is always told in full: the same game may have its colors the other way round there.
    pub fn origin(self, position: &dyn AnyPosition, start: Option<&str>) -> String {
        match (self, start) {
            (Self::Ugi, None) => "position startpos".into(),
            (Self::Ugi, Some(start)) => format!("position fen {start}"),
            (Self::Uci, _) => format!("position fen {}", chess_position(position)),
        }
    }

    /// A move as it is written.
    pub fn write(self, mv: Move) -> String {
        match self {
            Self::Ugi => mv.to_string(),
            Self::Uci if mv.is_pass() => "0000".into(),
            Self::Uci => format!("{}{}", mv.from, mv.to),
        }
    }

    /// The legal move that a program means.
    pub fn read(self, text: &str, position: &dyn AnyPosition) -> Option<Move> {
        let text = if self == Self::Uci && text == "0000" { "pass" } else { text };
        position.read(text).ok()
    }
}

/// The request to think.
pub fn go(limits: &Limits) -> String {
    let time = limits.time.map(|it| format!(" movetime {}", it.as_millis()));
    let nodes = limits.nodes.map(|it| format!(" nodes {it}"));
    let depth = limits.depth.map(|it| format!(" depth {it}"));
    ["go".into()].into_iter().chain(time).chain(nodes).chain(depth).collect()
}

/// The position as chess writes it: the first player is White and has the capital letters.
fn chess_position(position: &dyn AnyPosition) -> String {
    let [first, second] = Side::BOTH.map(|it| position.pieces(it));
    let ranks = write_ranks(position.shape(), |it| {
        if first.contains(it) {
            Some('P')
        } else if second.contains(it) {
            Some('p')
        } else {
            None
        }
    });
    let to_move = match position.to_move() {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!("{ranks} {to_move} - - 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(rules: &str) -> Box<dyn AnyPosition> {
        games::open(&games::read_ruleset(rules).unwrap(), None).unwrap()
    }

    #[test]
    fn positions_are_told_as_chess_writes_them() {
        for (rules, expected) in [
            ("breakthrough", "position fen pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"),
            ("clobber:5x6", "position fen pPpPp/PpPpP/pPpPp/PpPpP/pPpPp/PpPpP w - - 0 1"),
        ] {
            assert_eq!(Protocol::Uci.origin(&*open(rules), None), expected);
        }
        assert_eq!(Protocol::Ugi.origin(&*open("clobber"), None), "position startpos");
        assert_eq!(Protocol::Ugi.origin(&*open("clobber"), Some("x b")), "position fen x b");
    }

    #[test]
    fn moves_go_there_and_back() {
        let position = open("clobber:10x10");
        for protocol in [Protocol::Ugi, Protocol::Uci] {
            for mv in position.legal() {
                assert_eq!(protocol.read(&protocol.write(mv), &*position), Some(mv));
            }
            assert_eq!(protocol.read("(none)", &*position), None);
            assert_eq!(protocol.read("0000", &*position), None);
        }
    }

    #[test]
    fn limits_are_told() {
        let limits = Limits { depth: Some(3), nodes: Some(10), ..Limits::time(std::time::Duration::from_millis(7)) };
        assert_eq!(go(&limits), "go movetime 7 nodes 10 depth 3");
    }
}
