//! The form for typing a move, and the menus for choosing one, within Discord's limits: file, piece and target, or fewer steps if that is enough.

use std::ops::Range;

use super::{Form, FormField, MAX_OPTIONS, SelectMenu, SelectOption};
use crate::controls::{Control, Menu, MoveSoFar};
use games::AnyPosition;
use games::board::{Move, Square};
use texts::{Text, say};

/// How many options a page has if they do not fit into one menu: two entries are needed to turn pages.
const PAGE: usize = MAX_OPTIONS - 2;
/// The longest list of squares in an option. Discord accepts 100 characters, including the text around the list.
const MAX_LIST_CHARS: usize = 80;

/// The field of the form for a move.
pub(crate) const MOVE: &str = "move";

/// The longest move that is accepted.
const MAX_MOVE_CHARS: u16 = 20;

/// The form for a move.
pub(crate) fn move_form(example: Option<Move>) -> Form {
    let title = say("type-move-title", &[]);
    let label = example.map_or(title.clone(), |it| say("type-move-label", &[("move", it.into())]));
    let placeholder = Text::default();
    let field = FormField { name: MOVE, label, placeholder, max_chars: MAX_MOVE_CHARS, is_required: true };
    Form { title, fields: vec![field] }
}

/// The menus for choosing a move in a position, at the current stage of the choice; none where there's no choice.
pub(super) fn move_menus(
    position: &dyn AnyPosition,
    control: &dyn Fn(Menu) -> Control,
    chosen: MoveSoFar,
) -> Vec<SelectMenu> {
    let legal = position.legal();
    if position.outcome().is_some() || legal == [Move::PASS] {
        return Vec::new();
    }
    let taken = |it| position.captured(it).count();
    Menus { control, legal: &legal, taken: &taken, chosen }.all()
}

/// The current stage of choosing a move.
struct Menus<'a> {
    /// What choosing from a menu does.
    pub control: &'a dyn Fn(Menu) -> Control,
    /// The legal moves in order of their squares.
    pub legal: &'a [Move],
    /// How many pieces a legal move captures.
    pub taken: &'a dyn Fn(Move) -> u32,
    pub chosen: MoveSoFar,
}

impl Menus<'_> {
    /// The menus: at most three.
    ///
    /// If every piece has only one move (as a domino does), the options are whole moves, and no further choice is
    /// needed.
    pub fn all(&self) -> Vec<SelectMenu> {
        let pieces: Vec<&[Move]> = self.legal.chunk_by(|one, other| one.from == other.from).collect();
        let whole = pieces.iter().all(|it| it.len() == 1);
        let by_file = pieces.len() > MAX_OPTIONS;
        let file = self.chosen.file().filter(|_| by_file);
        let mut menus = Vec::new();
        if by_file {
            menus.push(self.files(&pieces, whole));
        }
        // If a file must be chosen first, the menu of pieces comes later.
        if by_file == file.is_some() {
            let in_file = |it: &&[Move]| file.is_none_or(|file| it[0].from.file() == file);
            let pieces: Vec<&[Move]> = pieces.iter().copied().filter(in_file).collect();
            menus.push(if whole { self.moves(file, &pieces) } else { self.pieces(file, &pieces) });
        }
        if let MoveSoFar::Piece(from, page) = self.chosen
            && let Some(ways) = pieces.iter().find(|it| it[0].from == from && !whole)
        {
            menus.push(self.targets(ways, page));
        }
        menus.into_iter().flatten().collect()
    }

    fn files(&self, pieces: &[&[Move]], whole: bool) -> Option<SelectMenu> {
        let key = if whole { "choose-file-of-moves" } else { "choose-file-of-pieces" };
        let option = |pieces: &[&[Move]]| {
            let file = pieces[0][0].from.file();
            let letter = Square::file_letter(file).to_string();
            let facts = [("file", letter.clone().into()), ("count", pieces.len().into())];
            SelectOption {
                description: list(pieces.iter().map(|it| it[0].from.to_string())),
                is_chosen: self.chosen.file() == Some(file),
                ..SelectOption::new(say(key, &facts), letter)
            }
        };
        let files = pieces.chunk_by(|one, other| one[0].from.file() == other[0].from.file());
        self.menu(Menu::Files, say("menu-files", &[]), files.map(option).collect())
    }

    fn pieces(&self, file: Option<u8>, pieces: &[&[Move]]) -> Option<SelectMenu> {
        let option = |ways: &&[Move]| {
            let piece = ways[0].from;
            let targets = list(ways.iter().map(|it| target(*it, (self.taken)(*it) > 0)));
            let label = say("choose-piece", &[("piece", piece.into()), ("targets", targets)]);
            let is_chosen = self.chosen.piece() == Some(piece);
            SelectOption { is_chosen, ..SelectOption::new(label, piece.to_string()) }
        };
        self.menu(Menu::Pieces(file), say("menu-pieces", &[]), pieces.iter().map(option).collect())
    }

    fn moves(&self, file: Option<u8>, pieces: &[&[Move]]) -> Option<SelectMenu> {
        let option = |it: &Move| SelectOption::new(whole_move(*it, (self.taken)(*it)), it.to_string());
        let options = pieces.iter().copied().flatten().map(option).collect();
        self.menu(Menu::Moves(file), say("menu-moves", &[]), options)
    }

    fn targets(&self, ways: &[Move], page: u8) -> Option<SelectMenu> {
        let from = ways[0].from;
        let pages = Pages::of(ways.len());
        let page = usize::from(page).min(pages.count - 1);
        let option = |it: &Move| {
            let to = target(*it, (self.taken)(*it) > 0);
            let label = say("choose-target", &[("from", from.into()), ("to", to.into())]);
            SelectOption::new(label, it.to.to_string())
        };
        let mut options: Vec<_> = ways[pages.of_page(page)].iter().map(option).collect();
        if page > 0 {
            options.push(SelectOption::new(say("choose-back", &[]), Menu::BACK));
        }
        if page + 1 < pages.count {
            options.push(SelectOption::new(say("choose-more", &[]), Menu::MORE));
        }
        let facts = [("from", from.into()), ("page", (page + 1).into()), ("pages", pages.count.into())];
        let key = if pages.count > 1 { "menu-targets-page" } else { "menu-targets" };
        self.menu(Menu::Targets(from, page as u8), say(key, &facts), options)
    }

    /// A menu; `None` without options, because Discord would refuse that.
    fn menu(&self, menu: Menu, placeholder: Text, options: Vec<SelectOption>) -> Option<SelectMenu> {
        let control = (self.control)(menu);
        (!options.is_empty()).then_some(SelectMenu { control, placeholder, options })
    }
}

/// How options are divided into pages.
pub(super) struct Pages {
    pub count: usize,
    options: usize,
    size: usize,
}

impl Pages {
    pub fn of(options: usize) -> Self {
        let size = if options > MAX_OPTIONS { PAGE } else { MAX_OPTIONS };
        Self { count: options.div_ceil(size).max(1), options, size }
    }

    /// The page on which an option stands.
    pub fn with(&self, option: usize) -> usize {
        (option / self.size).min(self.count - 1)
    }

    /// The options on a page.
    pub fn of_page(&self, page: usize) -> Range<usize> {
        page * self.size..self.options.min((page + 1) * self.size)
    }
}

/// A move with its two squares, and a note if it captures pieces.
pub(crate) fn whole_move(mv: Move, taken: u32) -> Text {
    say(if taken > 0 { "choose-capture" } else { "choose-move" }, &[("move", mv.into()), ("taken", taken.into())])
}

/// The target of a move, marked if it is a capture.
pub(super) fn target(mv: Move, captures: bool) -> String {
    format!("{}{}", mv.to, if captures { "×" } else { "" })
}

/// Squares in a line, with a sign if there are too many for it.
fn list(squares: impl Iterator<Item = String>) -> Text {
    Text::Joined { parts: squares.map(Text::from).collect(), between: ", ", most: MAX_LIST_CHARS }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::controls::{BoardAction, MenuResult};
    use crate::views::test_positions;
    use play::{DatabaseId, MatchId};
    use texts::Locale;

    /// The longest ids.
    const ID: MatchId = MatchId(i64::MAX);
    const PLY: u32 = u32::MAX;

    fn english(text: &Text) -> String {
        text.in_locale(Locale::English)
    }

    fn squares() -> impl Iterator<Item = Square> {
        (0..10).flat_map(|file| (0..10).map(move |rank| Square::new(file, rank)))
    }

    /// Moves by these (file, rank) steps, from every square on the largest board for which `may` is true.
    fn steps(steps: &[(i8, i8)], may: impl Fn(Square) -> bool) -> Vec<Move> {
        let from = |it: Square| steps.iter().filter_map(move |(x, y)| Some(Move::new(it, it.offset(*x, *y)?)));
        squares().filter(|it| may(*it)).flat_map(from).collect()
    }

    /// All moves of one piece to every square.
    fn everywhere(from: Square) -> impl Iterator<Item = Move> {
        squares().filter(move |it| *it != from).map(move |to| Move::new(from, to))
    }

    fn menus(legal: &[Move], chosen: MoveSoFar) -> Vec<SelectMenu> {
        let taken = |_| 1;
        let control = |menu| Control::Board { id: ID, version: PLY, action: BoardAction::Choose(menu) };
        Menus { control: &control, legal, taken: &taken, chosen }.all()
    }

    fn kind(menu: &SelectMenu) -> Menu {
        match menu.control {
            Control::Board { action: BoardAction::Choose(kind), .. } => kind,
            _ => panic!("{menu:?}"),
        }
    }

    #[track_caller]
    fn fits(menus: &[SelectMenu]) {
        assert!((1..=3).contains(&menus.len()), "{} menus", menus.len());
        let within = |text: &Text, most: usize| {
            assert!((1..=most).contains(&english(text).chars().count()), "{text:?}");
        };
        let ids: BTreeSet<String> = menus.iter().map(|it| it.control.custom_id(DatabaseId::MAX)).collect();
        assert_eq!(ids.len(), menus.len(), "{ids:?}");
        for menu in menus {
            within(&menu.placeholder, 150);
            assert!((1..=25).contains(&menu.options.len()), "{} options", menu.options.len());
            let values: BTreeSet<&str> = menu.options.iter().map(|it| it.value.as_str()).collect();
            assert_eq!(values.len(), menu.options.len(), "{values:?}");
            assert!(menu.options.iter().filter(|it| it.is_chosen).count() <= 1);
            for option in &menu.options {
                within(&option.label, 100);
                within(&option.value.as_str().into(), 100);
                assert!(english(&option.description).chars().count() <= 100, "{:?}", option.description);
            }
        }
    }

    /// Everything that can be chosen from the first menus on, and the largest number of menus at once.
    fn walk(legal: &[Move]) -> (BTreeSet<Move>, usize) {
        let (mut played, mut seen, mut most) = (BTreeSet::new(), Vec::new(), 0);
        let mut next = vec![MoveSoFar::Nothing];
        while let Some(chosen) = next.pop() {
            if seen.contains(&chosen) {
                continue;
            }
            seen.push(chosen);
            let menus = menus(legal, chosen);
            fits(&menus);
            most = most.max(menus.len());
            for menu in &menus {
                let kind = kind(menu);
                for option in &menu.options {
                    match kind.step(&option.value).unwrap_or_else(|| panic!("{kind:?} {option:?}")) {
                        MenuResult::Show(chosen) => next.push(chosen),
                        MenuResult::Play(mv) => drop(played.insert(mv)),
                    }
                }
            }
        }
        (played, most)
    }

    #[track_caller]
    fn all_can_be_chosen(legal: &[Move]) -> usize {
        let (played, most) = walk(legal);
        assert_eq!(played, legal.iter().copied().collect());
        most
    }

    #[test]
    fn few_pieces_are_one_menu_and_their_targets_another() {
        let pieces = steps(&[(0, 1), (1, 1)], |it| it.rank() == 1);
        let first = menus(&pieces, MoveSoFar::Nothing);
        assert_eq!((first.len(), first[0].options.len()), (1, 10));
        assert_eq!(english(&first[0].options[0].label), "a2 → a3×, b3×");
        assert_eq!(all_can_be_chosen(&pieces), 2);
    }

    #[test]
    fn more_pieces_than_a_menu_holds_are_asked_for_by_file() {
        let half = steps(&[(-1, 0), (0, -1), (0, 1), (1, 0)], |it| (it.file() + it.rank()) % 2 == 0);
        let first = menus(&half, MoveSoFar::Nothing);
        assert_eq!(first.len(), 1);
        assert_eq!(english(&first[0].options[0].label), "Column a — 5 pieces");
        let second = menus(&half, MoveSoFar::File(1));
        assert_eq!(kind(&second[1]), Menu::Pieces(Some(1)));
        let values: Vec<&str> = second[1].options.iter().map(|it| it.value.as_str()).collect();
        assert_eq!(values, ["b2", "b4", "b6", "b8", "b10"]);
        assert_eq!(all_can_be_chosen(&half), 3);
    }

    #[test]
    fn where_every_piece_has_one_way_choosing_it_plays() {
        let dominoes = steps(&[(0, 1)], |_| true);
        assert_eq!(dominoes.len(), 90);
        let second = menus(&dominoes, MoveSoFar::File(9));
        assert_eq!(english(&second[0].options[9].label), "Column j — 9 moves");
        assert_eq!(second[1].options[0].value, "j1-j2");
        assert_eq!(all_can_be_chosen(&dominoes), 2, "no needless menu");
        assert_eq!(all_can_be_chosen(&dominoes[..25]), 1, "few moves are one menu");
        assert_eq!(menus(&dominoes, MoveSoFar::Piece(Square::new(0, 0), 0)).len(), 2, "an odd choice does no harm");
    }

    #[test]
    fn more_targets_than_a_menu_holds_are_turned_over_in_pages() {
        let piece = Square::new(4, 4);
        for count in [2, 25, 26, 46, 47, 99] {
            let ways: Vec<Move> = everywhere(piece).take(count).collect();
            let other = Move::new(Square::new(9, 9), piece);
            let legal: Vec<Move> = ways.iter().copied().chain([other]).collect();
            assert_eq!(all_can_be_chosen(&legal), 2, "{count} targets");
            let beyond = menus(&legal, MoveSoFar::Piece(piece, u8::MAX));
            fits(&beyond);
        }
        let legal: Vec<Move> = everywhere(piece).collect();
        let targets = menus(&legal, MoveSoFar::Piece(piece, 1)).pop().unwrap();
        assert_eq!(english(&targets.placeholder), "Move e5 to… (page 2 of 5)");
        let last: Vec<&str> = targets.options[23..].iter().map(|it| it.value.as_str()).collect();
        assert_eq!(last, [Menu::BACK, Menu::MORE]);
    }

    #[test]
    fn a_hundred_pieces_that_go_everywhere_fit() {
        let legal: Vec<Move> = squares().flat_map(everywhere).collect();
        assert_eq!(all_can_be_chosen(&legal), 3);
    }

    #[test]
    fn what_is_chosen_is_shown_and_can_be_changed() {
        let legal: Vec<Move> = squares().flat_map(everywhere).collect();
        let chosen = menus(&legal, MoveSoFar::Piece(Square::new(2, 3), 0));
        let default = |menu: &SelectMenu| menu.options.iter().find(|it| it.is_chosen).map(|it| it.value.clone());
        assert_eq!(chosen.iter().map(default).collect::<Vec<_>>(), [Some("c".into()), Some("c4".into()), None]);
    }

    #[test]
    fn pieces_that_are_not_there_have_no_menu() {
        let legal = steps(&[(0, 1), (1, 0)], |it| it.file() < 5);
        assert_eq!(menus(&legal, MoveSoFar::File(9)).len(), 1);
        assert_eq!(menus(&legal, MoveSoFar::Piece(Square::new(9, 0), 0)).len(), 1);
    }

    #[test]
    fn every_legal_move_of_every_game_can_be_chosen() {
        for position in test_positions::positions() {
            let legal = position.legal();
            if legal != [Move::PASS] {
                all_can_be_chosen(&legal);
            }
        }
    }
}
