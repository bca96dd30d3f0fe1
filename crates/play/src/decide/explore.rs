//! Exploring a match: who may, and what each step leads to.

use games::Refusal;

use super::moves::{MoveInput, may_move, read_move};
use crate::exploration::{Exploration, Explored, ExploredLine};
use crate::{Board, Match, UserId, lines};

/// What somebody does while exploring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExplorationStep {
    /// Go on in the line that begins at the present position, or else to that position.
    Open,
    /// Make a move of whichever side it is.
    Move(MoveInput),
    /// Undo a move, also of the match.
    Back,
    /// Go to the present position of the match.
    Present,
    /// Go to the end of a line, by its place among those kept.
    Show(usize),
    /// Keep a line, and go to its end.
    Keep(ExploredLine),
    /// Forget a line.
    Drop(ExploredLine),
    /// Forget the lines that begin like the current one, or all of them where nothing is explored.
    Forget,
}

/// Whether a match may be explored: in a rated one that goes on with a live clock, that would be a second board.
pub fn may_explore(current: &Match) -> Result<(), Refusal> {
    let is_live = current.clock.control.is_some_and(|it| it.is_live());
    match current.outcome.is_none() && current.rated && is_live {
        true => Err(Refusal::new("explore-live").with("match", current.id.to_string())),
        false => Ok(()),
    }
}

/// What is explored after a step.
pub fn explored(board: &Board, before: &Exploration, step: &ExplorationStep) -> Result<Exploration, Refusal> {
    let present = ExploredLine::at(board.current.plies());
    let mut next = before.clone();
    let current = &mut next.current;
    match step {
        ExplorationStep::Open if current.ply == present.ply => {}
        ExplorationStep::Open | ExplorationStep::Present => *current = present,
        ExplorationStep::Move(said) => {
            let chosen = read_move(&*current.position(board)?, said)?;
            current.moves.push(chosen.to_string());
            let line = current.along(&board.current);
            go_on(&mut next, line)?;
        }
        ExplorationStep::Keep(line) => {
            line.position(board)?;
            go_on(&mut next, line.along(&board.current))?;
        }
        ExplorationStep::Drop(line) => {
            let line = line.along(&board.current);
            next.lines.retain(|it| *it != line);
        }
        ExplorationStep::Back => {
            if current.moves.pop().is_none() {
                current.ply = current.ply.checked_sub(1).ok_or_else(|| Refusal::new("explored-start"))?;
            }
        }
        ExplorationStep::Show(place) => {
            *current = before.lines.get(*place).cloned().ok_or_else(|| Refusal::new("explored-gone"))?;
        }
        ExplorationStep::Forget if current.moves.is_empty() => next.lines.clear(),
        ExplorationStep::Forget => {
            next.lines.retain(|it| !it.begins_with(current));
            current.moves.clear();
        }
    }
    Ok(next)
}

/// Goes to the end of a line, and keeps it.
fn go_on(exploration: &mut Exploration, line: ExploredLine) -> Result<(), Refusal> {
    if line.moves.len() > ExploredLine::MAX_MOVES {
        return Err(Refusal::new("explored-too-far").with("most", ExploredLine::MAX_MOVES as u32));
    }
    exploration.keep(&line);
    exploration.current = line;
    match exploration.lines.len() > Exploration::MAX_LINES {
        true => Err(Refusal::new("explored-too-much").with("most", Exploration::MAX_LINES as u32)),
        false => Ok(()),
    }
}

/// Whether `user` may play the first explored move now.
pub fn may_play_explored(explored: &Explored, user: UserId) -> bool {
    explored.from_here().is_some() && may_move(&explored.board, user).is_ok()
}

/// Whether `user` may prepare what is explored: a line whose last move is a reply.
pub fn may_prepare_explored(explored: &Explored, user: UserId) -> bool {
    let fits = |it: &[String]| it.len().is_multiple_of(2) && it.len() <= lines::MAX_LINE_PLIES;
    explored.from_here().is_some_and(fits) && lines::may_prepare(&explored.board, user).is_ok()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{ChannelId, MatchId, NewMatch, Place, Seat, TimeControl};

    const ANN: UserId = UserId(1);
    const BOB: UserId = UserId(2);

    fn board(moves: &str) -> Board {
        let begun = NewMatch {
            rated: true,
            ..NewMatch::casual(
                Place { guild: None, channel: ChannelId(1) },
                games::read_ruleset("loa").unwrap(),
                [Seat::User(ANN), Seat::User(BOB)],
            )
        };
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Board::of(Match { moves, ..begun.begun(MatchId(1), Timestamp::UNIX_EPOCH) }).unwrap()
    }

    fn after(board: &Board, before: &Exploration, step: ExplorationStep) -> Exploration {
        explored(board, &before.fitting(board), &step).unwrap()
    }

    fn moved(board: &Board, before: &Exploration, moves: &str) -> Exploration {
        let step = |it: &str| ExplorationStep::Move(MoveInput::typed(it));
        moves.split_whitespace().fold(before.clone(), |it, text| after(board, &it, step(text)))
    }

    fn lines(exploration: &Exploration) -> Vec<String> {
        exploration.lines.iter().map(|it| format!("{}: {}", it.ply, it.moves.join(" "))).collect()
    }

    fn opened(board: &Board) -> Exploration {
        after(board, &Exploration::default(), ExplorationStep::Open)
    }

    #[test]
    fn another_move_after_going_back_is_a_branch() {
        let board = board("");
        let one = moved(&board, &opened(&board), "b1-b3 a2-c2 d1-d3");
        assert_eq!(lines(&one), ["0: b1-b3 a2-c2 d1-d3"]);
        let back = after(&board, &one, ExplorationStep::Back);
        assert_eq!((lines(&back), back.current.moves.len()), (lines(&one), 2), "nothing is lost");
        let branch = moved(&board, &back, "e1-e3");
        assert_eq!(lines(&branch), ["0: b1-b3 a2-c2 d1-d3", "0: b1-b3 a2-c2 e1-e3"]);
        let again = moved(&board, &after(&board, &branch, ExplorationStep::Present), "b1-b3 a2-c2 d1-d3");
        assert_eq!(lines(&again), lines(&branch), "nothing is kept twice");
        let shown = after(&board, &again, ExplorationStep::Show(1));
        assert_eq!(shown.current, shown.lines[1]);
        assert_eq!(lines(&after(&board, &shown, ExplorationStep::Forget)), ["0: b1-b3 a2-c2 d1-d3"]);
        let present = after(&board, &shown, ExplorationStep::Present);
        assert!(after(&board, &present, ExplorationStep::Forget).lines.is_empty());
    }

    #[test]
    fn lines_follow_the_match() {
        let kept = moved(&board(""), &opened(&board("")), "b1-b3 a2-c2 d1-d3");
        // The match makes the same moves, then others, and takes them back.
        let along = kept.fitting(&board("b1-b3 a2-c2"));
        assert_eq!((lines(&along), along.current.ply), (vec!["2: d1-d3".to_owned()], 2));
        let apart = along.fitting(&board("b1-b3 a2-c2 e1-e3"));
        assert_eq!(lines(&apart), ["2: d1-d3"], "it can still be looked at");
        assert!(apart.current.position(&board("b1-b3 a2-c2 e1-e3")).unwrap().played().len() == 3);
        assert!(along.fitting(&board("b1-b3")).lines.is_empty(), "what is taken back has no lines");
        let opened = after(&board("b1-b3 a2-c2 e1-e3"), &apart, ExplorationStep::Open);
        assert_eq!(opened.current, ExploredLine::at(3), "whoever opens it sees the present position");
    }

    #[test]
    fn one_goes_back_into_the_match_and_forward_again() {
        let board = board("b1-b3 a2-c2");
        let back = (0..2).fold(opened(&board), |it, _| after(&board, &it, ExplorationStep::Back));
        assert_eq!(back.current, ExploredLine::at(0));
        assert_eq!(explored(&board, &back, &ExplorationStep::Back).unwrap_err().code, "explored-start");
        let forward = moved(&board, &back, "b1-b3");
        assert_eq!((&forward.current, forward.lines.len()), (&ExploredLine::at(1), 0), "that is no line of its own");
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let board = board("");
        let there_and_back = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];
        let ruled = |it: &mut Exploration, text: &str| {
            let step = ExplorationStep::Move(MoveInput::typed(text));
            explored(&board, it, &step).map(|next| *it = next).map_err(|it| it.code)
        };
        let mut far = opened(&board);
        let ended = there_and_back.iter().cycle().find_map(|it| ruled(&mut far, it).err()).unwrap();
        assert!(far.current.moves.len() <= ExploredLine::MAX_MOVES, "{ended}");
        let mut much = Exploration {
            lines: vec![ExploredLine { ply: 0, moves: vec!["d1-d3".into()] }; Exploration::MAX_LINES],
            current: ExploredLine::at(0),
        };
        assert_eq!(ruled(&mut much, "b1-b3"), Err("explored-too-much"));
        assert!(!ruled(&mut much, "a1-a2").unwrap_err().starts_with("explored"), "the referee says why");
    }

    #[test]
    fn only_a_line_from_the_present_position_is_played_or_prepared() {
        let board = board("");
        let of = |exploration: Exploration, board: &Board| {
            let position = exploration.current.position(board).unwrap();
            let explored = Explored { board: board.clone(), position, exploration };
            [ANN, BOB].map(|it| (may_play_explored(&explored, it), may_prepare_explored(&explored, it)))
        };
        let one = moved(&board, &opened(&board), "b1-b3");
        let two = moved(&board, &one, "a2-c2");
        assert_eq!(of(opened(&board), &board), [(false, false), (false, false)]);
        assert_eq!(of(one, &board), [(true, false), (false, false)]);
        assert_eq!(of(two.clone(), &board), [(true, false), (false, true)]);
        let gone_on = self::board("d1-d3");
        assert_eq!(of(two.fitting(&gone_on), &gone_on), [(false, false), (false, false)]);
    }

    #[test]
    fn a_rated_match_with_a_live_clock_is_not_explored_while_it_goes_on() {
        let with = |rated, clock| {
            let mut current = board("").current;
            (current.rated, current.clock.control) = (rated, TimeControl::preset(clock));
            may_explore(&current).is_ok()
        };
        assert_eq!([with(true, "live"), with(false, "live"), with(true, "daily")], [false, true, true]);
    }
}
