//! The puzzle of the day, as everybody in a channel sees it.

use super::board::{Appearance, drawn};
use super::{Button, Style, View};
use crate::controls::{AnyonesAction, Control};
use games::Scene;
use games::board::Move;
use play::daily::{DailyPuzzle, PastDaily};
use play::puzzles::PuzzlePlace;
use render::PictureError;
use texts::{Text, say, summary};

/// How many of those who have solved the last one are named: with as many pings as there may be, all fits into one message.
const MAX_NAMED: usize = 8;

/// The puzzle with how many have solved it; once it's over, with its solution. It notifies those who want that, and nobody
/// else.
pub fn daily(shown: &DailyPuzzle) -> Result<View, PictureError> {
    let card = &shown.card;
    // Those that are posted are there; only what was posted by an earlier version may be gone.
    let Ok((info, puzzle)) = card.puzzle.find() else { return Ok(View::text(say("daily-gone", &[]))) };
    let plies = if shown.is_over { puzzle.line.len() as u8 } else { 0 };
    let at = |found| PuzzlePlace { found, ..card.puzzle.clone() }.position(puzzle);
    let (Ok(position), Ok(first)) = (at(plies), at(0)) else { return Ok(View::text(say("daily-gone", &[]))) };
    let side = first.to_move();
    let facts = [
        ("game", info.name.into()),
        ("rules", puzzle.ruleset.to_string().into()),
        ("summary", summary(info)),
        ("side", first.sides()[side.index()].name.into()),
        ("goal", puzzle.goal.as_str().into()),
        ("solved", card.solved.into()),
        ("over", shown.is_over.into()),
        ("moves", line(&puzzle.line).into()),
        ("time", card.over_at.as_second().to_string().into()),
    ];
    let said = |key: &str| Some(say(key, &facts));
    let lines = match shown.is_over {
        true => vec![said("daily-title"), said("daily-solution"), said("daily-solved")],
        false => {
            let people = Text::joined(" ", shown.pings.iter().map(|it| it.mention().into()));
            let pings = (!shown.pings.is_empty()).then(|| say("daily-pings", &[("people", people)]));
            let before = card.before.map(|it| before(it, shown));
            vec![said("daily-title"), said("daily-task"), before, said("daily-solved"), said("daily-next"), pings]
        }
    };
    let appearance = Appearance { flipped: info.is_turned_for(side), ..Appearance::default() };
    let scene = Scene { flipped: appearance.flipped, ..position.scene() };
    let name = format!("{}-daily-{}.png", info.key, puzzle.id);
    let view = drawn(Text::lines(lines.into_iter().flatten()), scene, name, appearance)?;
    let view = View { pings: shown.pings.clone(), ..view };
    let button = |action, key: &str, style| Button::new(Control::Anyone(action), key, style);
    let buttons = [
        button(AnyonesAction::Daily(card.day), "button-daily-solve", Style::Primary),
        button(AnyonesAction::DailyPing, "button-daily-ping", Style::Secondary),
        button(AnyonesAction::Rules(puzzle.ruleset.to_string()), "button-rules", Style::Secondary),
        button(AnyonesAction::Learn(info.key.to_owned()), "button-learn", Style::Secondary),
    ];
    Ok(view.with_buttons((!shown.is_over).then_some(buttons).into_iter().flatten()))
}

/// Who has solved the one before, and for how many days in a row somebody has.
fn before(past: PastDaily, shown: &DailyPuzzle) -> Text {
    let known = shown.solvers.iter().filter(|it| !it.0.is_empty());
    let named = known.take(MAX_NAMED).map(|(name, solver)| {
        let facts = [
            ("name", super::standings::player_name(name)),
            ("tries", solver.tries.into()),
            ("hint", solver.had_hint.into()),
        ];
        say("daily-solver", &facts)
    });
    let named: Vec<Text> = named.collect();
    let facts = [
        ("count", past.solved.into()),
        ("named", named.len().into()),
        ("others", (past.solved as usize).saturating_sub(named.len()).into()),
        ("solvers", Text::all_of(named)),
        ("streak", shown.streak.into()),
    ];
    say("daily-before", &facts)
}

fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::view::MAX_CONTENT_CHARS;
    use super::*;
    use games::GAMES;
    use jiff::Timestamp;
    use play::daily::DailyCard;
    use play::{ChannelId, DailySolver, GuildId, Place, UserId};
    use texts::Locale;

    /// A puzzle of each game, with as much to say as there can be.
    fn puzzles() -> impl Iterator<Item = DailyPuzzle> {
        let infos = GAMES.iter().map(|it| it.info()).filter(|it| !games::puzzles(it).is_empty());
        infos.map(|info| {
            let solver = DailySolver { user: UserId(u64::MAX), tries: 12, had_hint: true };
            DailyPuzzle {
                place: Place { guild: Some(GuildId(7)), channel: ChannelId(70) },
                card: DailyCard {
                    channel: ChannelId(70),
                    day: 20_000,
                    puzzle: PuzzlePlace::begin(info, &games::puzzles(info)[0]),
                    solved: 100,
                    over_at: Timestamp::from_second(1_800_000_000).unwrap(),
                    before: Some(PastDaily { day: 19_999, solved: 100 }),
                },
                is_over: false,
                solvers: vec![("*".repeat(32), solver); 100],
                streak: 100,
                pings: vec![UserId(u64::MAX); play::daily::MAX_DAILY_PINGS],
                after: None,
            }
        })
    }

    #[test]
    fn the_longest_fits_into_a_message() {
        for shown in puzzles() {
            let told = daily(&shown).unwrap().content.in_locale(Locale::English);
            assert!(told.chars().count() <= MAX_CONTENT_CHARS, "{} characters: {told}", told.chars().count());
        }
    }

    #[test]
    fn solvers_are_told_as_long_as_they_are_known() {
        let shown = puzzles().next().unwrap();
        let [ann, bob] = [("Ann", 1, true), ("Bob", 3, false)]
            .map(|(name, tries, had_hint)| (name.to_owned(), DailySolver { user: UserId(1), tries, had_hint }));
        let both = "by \u{2068}Ann\u{2069} (1 try, with a hint) and \u{2068}Bob\u{2069} (3 tries). 🔥";
        for (solved, solvers, said) in [
            (2, vec![ann, bob.clone()], both),
            (2, vec![bob], "by \u{2068}Bob\u{2069} (3 tries) and 1 more. 🔥"),
            (1, Vec::new(), "The last one was solved by one person. 🔥"),
        ] {
            let past = PastDaily { day: 1, solved };
            let told = before(past, &DailyPuzzle { solvers, ..shown.clone() }).in_locale(Locale::English);
            assert!(told.contains(said), "{told}");
        }
    }
}
