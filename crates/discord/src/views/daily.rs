//! The puzzle of the day, as everybody in a channel sees it.

use super::board::{Appearance, drawn};
use super::{Button, Style, View};
use crate::controls::{AnyonesAction, Control};
use games::Scene;
use games::board::{Move, Side};
use play::daily::DailyPuzzle;
use play::puzzles::PuzzlePlace;
use render::PictureError;
use texts::{Text, say};

/// How many of those who have solved the last one are named: with as many pings as there may be, all fits into one message.
const MAX_NAMED: usize = 10;

/// The puzzle with how many have solved it; once the next one has come, with its solution. It notifies those who
/// want that, and nobody else.
pub fn daily(shown: &DailyPuzzle) -> Result<View, PictureError> {
    // Those that are posted are there; only what was posted by an earlier version may be gone.
    let Ok((info, puzzle)) = shown.puzzle.find() else { return Ok(View::text(say("daily-gone", &[]))) };
    let plies = if shown.next_at.is_some() { 0 } else { puzzle.line.len() as u8 };
    let at = |found| PuzzlePlace { found, ..shown.puzzle.clone() }.position(puzzle);
    let (Ok(position), Ok(first)) = (at(plies), at(0)) else { return Ok(View::text(say("daily-gone", &[]))) };
    let side = first.to_move();
    let facts = [
        ("game", info.name.into()),
        ("rules", puzzle.ruleset.to_string().into()),
        ("side", first.sides()[side.index()].name.into()),
        ("goal", puzzle.goal.as_str().into()),
        ("solved", shown.solved.into()),
        ("moves", line(&puzzle.line).into()),
        ("time", shown.next_at.map_or(0, |it| it.as_second()).to_string().into()),
    ];
    let lines = match shown.next_at {
        None => vec![say("daily-title", &facts), say("daily-solution", &facts), say("daily-solved", &facts)],
        Some(_) => {
            let mut lines = vec![say("daily-title", &facts), say("daily-task", &facts)];
            lines.extend(shown.before.as_deref().map(|it| before(it, shown.streak)));
            lines.extend([say("daily-solved", &facts), say("daily-next", &facts)]);
            let named = Text::joined(" ", shown.pings.iter().map(|it| it.mention().into()));
            lines.extend((!shown.pings.is_empty()).then(|| say("daily-pings", &[("people", named)])));
            lines
        }
    };
    let appearance = Appearance { flipped: side == Side::Second, ..Appearance::default() };
    let scene = Scene { flipped: appearance.flipped, ..position.scene() };
    let name = format!("{}-daily-{}.png", info.key, puzzle.id);
    let view = drawn(Text::lines(lines), scene, name, appearance)?;
    let view = View { pings: shown.pings.clone(), ..view };
    let buttons = [
        Button::new(Control::Anyone(AnyonesAction::Daily(shown.day)), "button-daily-solve", Style::Primary),
        Button::new(Control::Anyone(AnyonesAction::DailyPing), "button-daily-ping", Style::Secondary),
    ];
    Ok(view.with_buttons(shown.next_at.is_some().then_some(buttons).into_iter().flatten()))
}

/// Who has solved the one before, and for how many days in a row somebody has.
fn before(solvers: &[(String, u32)], streak: u32) -> Text {
    let known = solvers.iter().filter(|it| !it.0.is_empty());
    let named = known.take(MAX_NAMED).map(|(name, tries)| {
        say("daily-solver", &[("name", super::standings::player_name(name)), ("tries", (*tries).into())])
    });
    let named: Vec<Text> = named.collect();
    let others = solvers.len() - named.len();
    let facts = [
        ("count", solvers.len().into()),
        ("named", named.len().into()),
        ("others", others.into()),
        ("solvers", Text::all_of(named)),
        ("streak", streak.into()),
    ];
    say("daily-before", &facts)
}

fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}
