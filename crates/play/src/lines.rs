//! Conditional moves: "if d5xb3, then c4-c6". Pure.

use games::board::Move;
use games::{ReadMove, Refusal, is_move_number};

use super::{Board, UserId, decide};

/// How many plies a prepared line may have.
pub const MAX_LINE_PLIES: usize = 20;

/// How many lines a player may have prepared at once.
const MAX_LINES: usize = 10;

/// The lines that `user` has prepared in a match; refused if it is that user's turn.
pub fn prepared(board: &Board, user: UserId) -> Result<&[Vec<String>], Refusal> {
    let side = decide::player_in(&board.current, user)?;
    if board.current.outcome.is_some() {
        return Err(decide::has_ended(board.current.id));
    }
    Ok(&board.current.lines[side.index()])
}

/// The board after `user` has prepared further lines, as typed: moves of both sides in turn, the other side's first,
/// with semicolons between lines. A new line replaces the lines that it contradicts.
pub fn prepare(board: &Board, user: UserId, text: &str) -> Result<Board, Refusal> {
    let side = may_prepare(board, user)?;
    let mut next = board.clone();
    let lines = &mut next.current.lines[side];
    for written in text.split([';', '\n']).filter(|it| !it.trim().is_empty()) {
        let line = read_line(board, written)?;
        lines.retain(|it| !contradict(it, &line));
        lines.push(line);
    }
    match lines.len() {
        0 => Err(Refusal::new("line-missing")),
        count if count > MAX_LINES => Err(Refusal::new("too-many-lines").with("most", MAX_LINES as u32)),
        _ => Ok(next),
    }
}

/// The board after `user` has dropped all prepared lines.
pub fn drop_all(board: &Board, user: UserId) -> Result<Board, Refusal> {
    let side = decide::player_in(&board.current, user)?;
    let mut next = board.clone();
    if next.current.lines[side.index()].is_empty() {
        return Err(Refusal::new("nothing-is-prepared"));
    }
    next.current.lines[side.index()].clear();
    Ok(next)
}

/// The board after `user` has dropped the prepared lines that begin with these moves, as typed.
pub fn drop_beginning(board: &Board, user: UserId, text: &str) -> Result<Board, Refusal> {
    let side = decide::player_in(&board.current, user)?;
    let beginning = read_plies(board, text)?;
    let mut next = board.clone();
    let lines = &mut next.current.lines[side.index()];
    lines.retain(|it| !it.starts_with(&beginning));
    match lines.len() == board.current.lines[side.index()].len() {
        true => Err(Refusal::new("no-such-line").with("line", beginning.join(" "))),
        false => Ok(next),
    }
}

/// Whether `user` may prepare replies now; the index of the side.
pub fn may_prepare(board: &Board, user: UserId) -> Result<usize, Refusal> {
    let side = decide::may_think_ahead(board, user)?;
    if board.current.is_against_engine() {
        return Err(Refusal::new("nothing-to-prepare-for"));
    }
    Ok(side.index())
}

/// Reads a line whose last move is a reply.
fn read_line(board: &Board, written: &str) -> Result<Vec<String>, Refusal> {
    let line = read_plies(board, written)?;
    match line.len() {
        length if length > MAX_LINE_PLIES => Err(Refusal::new("line-too-long").with("most", MAX_LINE_PLIES as u32)),
        length if length % 2 == 1 => Err(Refusal::new("line-without-reply").with("move", line[length - 1].clone())),
        _ => Ok(line),
    }
}

/// Reads moves, at least one, and plays them through from the present position.
fn read_plies(board: &Board, written: &str) -> Result<Vec<String>, Refusal> {
    let mut position = board.position.clone();
    let mut line = Vec::new();
    for word in words_of_moves(written) {
        let chosen = position.read(&word).map_err(|error| refuse_ply(&word, &line, Some(&error)))?;
        position.play(chosen).map_err(|_| refuse_ply(&word, &line, None))?;
        line.push(chosen.to_string());
    }
    if line.is_empty() { Err(Refusal::new("line-missing")) } else { Ok(line) }
}

/// The moves of a line, each as one word, even if it was written as `1... a2 to c2`.
fn words_of_moves(written: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut goes_on = false;
    let spoken = written.split([' ', ',']).map(str::trim).filter(|it| !it.is_empty());
    for word in spoken.filter(|it| !is_move_number(it)) {
        match word.to_lowercase().as_str() {
            "if" | "then" | "→" | "->" => {}
            "to" | "-" | "–" => goes_on = !words.is_empty(),
            _ => match words.last_mut().filter(|_| goes_on) {
                Some(begun) => {
                    *begun = format!("{begun}-{word}");
                    goes_on = false;
                }
                None => words.push(word.to_owned()),
            },
        }
    }
    words
}

/// Refuses a move of a line after others, because it could not be read, or else because it is not legal.
fn refuse_ply(word: &str, before: &[String], error: Option<&ReadMove>) -> Refusal {
    let after = if before.is_empty() { "start".to_owned() } else { before.join(" ") };
    let text: String = word.chars().take(40).collect();
    let why = match error {
        Some(ReadMove::Unreadable(_)) => "unreadable",
        Some(ReadMove::Ambiguous(_)) => "ambiguous",
        Some(ReadMove::Illegal(_)) | None => "illegal",
    };
    Refusal::new("line-illegal").with("text", text).with("why", why).with("after", after)
}

/// Whether two lines answer the same move differently, or are the same.
fn contradict(one: &[String], other: &[String]) -> bool {
    match one.iter().zip(other).position(|(one, other)| one != other) {
        // The other side's moves are at even indexes.
        Some(place) => place % 2 == 1,
        None => true,
    }
}

/// The position at the end of a line that is being chosen, move by move.
pub fn follow(board: &Board, line: &[Move]) -> Result<Board, Refusal> {
    let mut next = board.clone();
    for chosen in line {
        next.position.play(*chosen)?;
    }
    Ok(next)
}
