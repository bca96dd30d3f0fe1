//! A match once more, move by move.

use std::ops::Range;

use strum::VariantArray as _;

use super::board::{Appearance, past, pictured, played, title};
use super::menus::Pages;
use super::{Button, SelectMenu, SelectOption, Style, View};
use crate::controls::{Control, ExportForm, MatchAction, ReplayAction, ReplayPlace};
use crate::errors::explain;
use games::Refusal;
use games::board::Move;
use play::{Board, MatchId, decide};
use render::PictureError;
use texts::matches::{result, written};
use texts::{Text, say};

/// A position of a match, and the ways to the others.
pub fn replayed(board: &Board, place: ReplayPlace, appearance: Appearance) -> Result<View, PictureError> {
    let current = &board.current;
    let (ply, plies) = (place.ply, current.plies());
    let appearance = Appearance { flipped: appearance.flipped != place.is_turned, ..appearance };
    // Of a match that could be read, every position can.
    let then = past(current, ply).unwrap_or_else(|| board.clone());
    let mut lines = vec![title(board)];
    lines.extend((ply as usize).checked_sub(1).map(|it| played(&then, it)));
    lines.extend(current.outcome.filter(|_| ply == plies).map(|it| result(board, it)));
    lines.push(say("replay-place", &[("ply", ply.into()), ("plies", plies.into())]));
    let mut view = pictured(Text::lines(lines), &then, then.position.scene(), appearance)?;
    // It isn't the board of the match at a version.
    let game = current.ruleset.info.key;
    view.picture.iter_mut().for_each(|it| it.name = format!("{game}-{}-{ply}-replay.png", current.id.0));

    let control = |action| Control::of_match(current.id, MatchAction::Replay(Some((place, action))));
    let button =
        |action, key: &str, is_enabled| Button { is_enabled, ..Button::new(control(action), key, Style::Secondary) };
    let may_explore = decide::may_explore(current).is_ok();
    let steps = [
        button(ReplayAction::Start, "button-replay-start", ply > 0),
        button(ReplayAction::Back, "button-replay-back", ply > 0),
        button(ReplayAction::Forward, "button-replay-forward", ply < plies),
        button(ReplayAction::End, "button-replay-end", ply < plies),
        button(ReplayAction::Flip, "button-replay-flip", true),
    ];
    let explore = may_explore.then(|| button(ReplayAction::Explore, "button-replay-explore", true));
    let may_try = decide::opening(board, Some(ply)).is_ok();
    let attempt = may_try.then(|| button(ReplayAction::Try, "button-try", true));
    // What there is to say of it, and to show.
    let is_over = current.outcome.is_some() && plies > 0;
    let whole = |action, key: &str| Button::new(Control::of_match(current.id, action), key, Style::Secondary);
    let review = is_over.then(|| whole(MatchAction::Review, "button-review"));
    let share = is_over.then(|| whole(MatchAction::Share, "button-share"));
    let remove = current.imported.is_some().then(|| whole(MatchAction::Remove, "button-remove"));
    let others = [explore, attempt, review, share, remove].into_iter().flatten();
    let view = view.with_menu(jumps(board, ply, control(ReplayAction::Jump))).with_buttons(steps).with_buttons(others);
    Ok(view.with_menu(forms(board)))
}

/// What has come of importing a text: the records that are kept, why others aren't, and how many more there were.
pub fn imported(kept: &[MatchId], problems: &[Refusal], left_out: usize) -> Text {
    let records = Text::all_of(kept.iter().map(ToString::to_string));
    let told = say("import-done", &[("count", kept.len().into()), ("records", records)]);
    let left_out = (left_out > 0).then(|| say("import-left-out", &[("count", left_out.into())]));
    Text::lines_within(800, [told].into_iter().chain(problems.iter().map(explain)).chain(left_out))
}

/// The menu of the forms in which a match can be kept.
fn forms(board: &Board) -> SelectMenu {
    let is_possible = |it: &&ExportForm| **it != ExportForm::Sgf || board.current.ruleset.info.sgf.is_some();
    let option = |it: &ExportForm| SelectOption::new(say(&format!("export-as-{}", it.name()), &[]), it.name());
    let control = Control::of_match(board.current.id, MatchAction::Export);
    SelectMenu::new(control, "menu-export", ExportForm::VARIANTS.iter().filter(is_possible).map(option))
}

/// The menu of moves to go to: those around the one that is shown, and the nearest ones before and after them, which lead to
/// the other pages.
fn jumps(board: &Board, ply: u32, control: Control) -> SelectMenu {
    let moves = recorded(board);
    let (pages, shown) = (Pages::of(moves.len()), (ply as usize).saturating_sub(1));
    let page = pages.with(shown);
    let on_page = pages.of_page(page);
    let earlier = (page > 0).then(|| turn("replay-earlier", pages.of_page(page - 1), on_page.start));
    let later = (page + 1 < pages.count).then(|| turn("replay-later", pages.of_page(page + 1), on_page.end + 1));
    let option = |index: usize| SelectOption {
        is_chosen: index + 1 == ply as usize,
        ..SelectOption::new(format!("{}. {}", index + 1, moves[index]), (index + 1).to_string())
    };
    let options = earlier.into_iter().chain(on_page.map(option)).chain(later);
    SelectMenu::new(control, "menu-replay", options)
}

/// The option that leads to a move, and so to the page of moves on which it stands.
fn turn(key: &str, page: Range<usize>, to: usize) -> SelectOption {
    SelectOption::new(say(key, &[("first", (page.start + 1).into()), ("last", page.end.into())]), to.to_string())
}

/// The moves as in records.
fn recorded(board: &Board) -> Vec<String> {
    let Ok(mut position) = board.current.open() else { return Vec::new() };
    let write = |mv: &Move| {
        let text = written(&*position, *mv);
        position.play(*mv).ok().map(|()| text)
    };
    board.position.played().iter().map_while(write).collect()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::views::MAX_OPTIONS;
    use play::{ChannelId, Match, NewMatch, Place, Seat, UserId};

    fn board(plies: usize) -> Board {
        let ruleset = games::read_ruleset("ugolki").unwrap();
        let mut position = games::open(&ruleset, None).unwrap();
        for ply in 0..plies {
            let legal = position.legal();
            position.play(legal[ply * 7 % legal.len()]).unwrap();
        }
        let seats = [Seat::User(UserId(1)), Seat::User(UserId(2))];
        let begun = NewMatch::casual(Place { guild: None, channel: ChannelId(1) }, ruleset, seats);
        let moves = position.played().iter().map(ToString::to_string).collect();
        Board::of(Match { moves, ..begun.begun(MatchId(1), Timestamp::UNIX_EPOCH) }).unwrap()
    }

    #[test]
    fn every_move_is_on_a_page_of_the_menu() {
        for plies in [0, 1, 25, 26, 47, 70] {
            let board = board(plies);
            let control = || Control::of_match(MatchId(1), MatchAction::Export);
            let page = |ply: usize| {
                let SelectMenu { options, .. } = jumps(&board, ply as u32, control());
                assert!(options.len() <= MAX_OPTIONS, "{}", options.len());
                options.into_iter().map(|it| it.value.parse().unwrap()).collect::<Vec<usize>>()
            };
            // Whoever chooses the last option again and again comes to the end, and back by the first one.
            let (mut there, mut back) = (page(0), page(plies));
            let (mut ahead, mut behind) = (there.clone(), back.clone());
            while there.last() != Some(&plies) && plies > 0 {
                there = page(*there.last().unwrap());
                ahead.extend(&there);
            }
            while back.first() != Some(&1) && plies > 0 {
                back = page(back[0]);
                behind.extend(&back);
            }
            for listed in [&mut ahead, &mut behind] {
                listed.sort_unstable();
                listed.dedup();
                assert!(listed.iter().copied().eq(1..=plies), "{plies}: {listed:?}");
            }
        }
    }
}
