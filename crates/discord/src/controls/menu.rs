//! The menus for choosing a move, and what each choice leads to. Nothing is remembered between two choices: the menu
//! and the value say everything.

use serde::{Deserialize, Serialize};

use games::board::{Move, Square};

/// A menu under a board. Menus with different contents must differ here, too: Discord treats menus with the same
/// `custom_id` as the same one, and keeps showing what was chosen in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Menu {
    /// The files, if more pieces can move than a menu holds; a value is a letter.
    Files,
    /// The pieces that can move, all or those on a file counted from 0; a value is a square.
    Pieces(Option<u8>),
    /// Whole moves, all or those from a file; a value is a move.
    Moves(Option<u8>),
    /// Where the piece on a square may go, page by page from 0; a value is a square, [`Menu::MORE`] or [`Menu::BACK`].
    Targets(Square, u8),
}

/// What has been chosen of a move so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveSoFar {
    Nothing,
    /// The file of the piece, counted from 0.
    File(u8),
    /// The piece, and the page of its targets.
    Piece(Square, u8),
}

/// The result of a choice from a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuResult {
    /// Further menus.
    Show(MoveSoFar),
    Play(Move),
}

impl MoveSoFar {
    /// The file that was chosen, perhaps by choosing a piece on it.
    pub fn file(self) -> Option<u8> {
        match self {
            Self::Nothing => None,
            Self::File(file) => Some(file),
            Self::Piece(square, _) => Some(square.file()),
        }
    }

    /// The square of the piece that was chosen.
    pub fn piece(self) -> Option<Square> {
        match self {
            Self::Piece(square, _) => Some(square),
            _ => None,
        }
    }
}

impl Menu {
    /// The value that turns to the next page.
    pub const MORE: &str = "more";
    /// The value that turns to the previous page.
    pub const BACK: &str = "back";

    /// What choosing `value` leads to; `None` if the menu never has such a value.
    pub(crate) fn step(self, value: &str) -> Option<MenuResult> {
        match (self, value) {
            (Self::Files, file) => Some(MenuResult::Show(MoveSoFar::File(read_file(file)?))),
            (Self::Pieces(_), piece) => Some(MenuResult::Show(MoveSoFar::Piece(piece.parse().ok()?, 0))),
            (Self::Moves(_), squares) => {
                let (from, to) = squares.split_once('-')?;
                Some(MenuResult::Play(Move::new(from.parse().ok()?, to.parse().ok()?)))
            }
            (Self::Targets(from, page), Self::MORE) => {
                Some(MenuResult::Show(MoveSoFar::Piece(from, page.saturating_add(1))))
            }
            (Self::Targets(from, page), Self::BACK) => {
                Some(MenuResult::Show(MoveSoFar::Piece(from, page.saturating_sub(1))))
            }
            (Self::Targets(from, _), to) => Some(MenuResult::Play(Move::new(from, to.parse().ok()?))),
        }
    }
}

/// The file with that letter, counted from 0.
fn read_file(letter: &str) -> Option<u8> {
    format!("{letter}1").parse().ok().filter(|_| letter.len() == 1).map(Square::file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_choice_says_all_that_is_needed() {
        let to = |page| Menu::Targets(square("g4"), page);
        let piece = |page| Some(MenuResult::Show(MoveSoFar::Piece(square("g4"), page)));
        let play = |from, to| Some(MenuResult::Play(Move::new(square(from), square(to))));
        for (menu, value, step) in [
            (Menu::Files, "j", Some(MenuResult::Show(MoveSoFar::File(9)))),
            (Menu::Pieces(Some(6)), "g4", piece(0)),
            (Menu::Moves(None), "a10-b10", play("a10", "b10")),
            (to(0), "g1", play("g4", "g1")),
            (to(1), "g1", play("g4", "g1")),
            (to(1), Menu::MORE, piece(2)),
            (to(1), Menu::BACK, piece(0)),
            (to(0), Menu::BACK, piece(0)),
        ] {
            assert_eq!(menu.step(value), step, "{menu:?} {value}");
        }
    }

    #[test]
    fn values_of_no_menu_lead_nowhere() {
        for menu in [Menu::Files, Menu::Pieces(None), Menu::Moves(None), Menu::Targets(square("a1"), 0)] {
            for value in ["", "k", "a0", "a1-", "-a1", "1", "é", "pass", "a1-a2-a3"] {
                assert_eq!(menu.step(value), None, "{menu:?} {value}");
            }
        }
    }
}
