//! A match once more, move by move.

use strum::VariantArray as _;

use super::board::{Appearance, past, pictured, played, title};
use super::{Button, MAX_OPTIONS, SelectMenu, SelectOption, Style, View};
use crate::controls::{Control, ExportForm, MatchAction, ReplayAction, ReplayPlace};
use crate::errors::explain;
use games::Refusal;
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
    let others = [explore, attempt, review, share].into_iter().flatten();
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

/// The menu of moves to go to: all of them, or as many as it has room for, evenly spread.
fn jumps(board: &Board, ply: u32, control: Control) -> SelectMenu {
    let moves = board.position.played();
    let every = moves.len().div_ceil(MAX_OPTIONS).max(1);
    let mut options = Vec::new();
    let Ok(mut position) = board.current.open() else {
        return SelectMenu::new(control, "menu-replay", options);
    };
    for (number, mv) in (1..).zip(moves) {
        if number % every == 0 {
            let label = format!("{number}. {}", written(&*position, *mv));
            options.push(SelectOption {
                is_chosen: number == ply as usize,
                ..SelectOption::new(label, number.to_string())
            });
        }
        if position.play(*mv).is_err() {
            break;
        }
    }
    SelectMenu::new(control, "menu-replay", options)
}
