//! Who may move, what counts as a move, and who may get advice.

use games::board::{Move, Side, Square};
use games::{AnyPosition, Fact, ReadMove, Refusal};

use super::{OfferOutcome, has_ended, may_offer, player_in, under_way};
use crate::{Board, Match, OfferKind, Seat, UserId, steps};

/// A move as somebody entered it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveInput {
    Text(MoveText),
    /// Chosen from the moves that were offered.
    Move(Move),
}

/// A move as somebody has typed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    pub text: String,
    /// Whether the word `draw` followed, which offers a draw with the move.
    pub offers_draw: bool,
}

impl MoveInput {
    /// A typed move.
    pub fn typed(text: &str) -> Self {
        Self::Text(MoveText::read(text))
    }

    pub fn offers_draw(&self) -> bool {
        matches!(self, Self::Text(MoveText { offers_draw: true, .. }))
    }
}

impl MoveText {
    /// Splits a text into the move and the word `draw` behind it.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        match text.rsplit_once(char::is_whitespace) {
            Some((rest, last)) if last.trim_end_matches(['.', '!', '?']).eq_ignore_ascii_case("draw") => {
                Self { text: rest.trim_end_matches([',', ' ']).to_owned(), offers_draw: true }
            }
            _ => Self { text: text.to_owned(), offers_draw: false },
        }
    }
}

/// The board on which the side to move offers a draw with its move.
pub fn with_draw_offer(board: &Board, user: UserId) -> Result<Board, Refusal> {
    let side = player_in(&board.current, user)?;
    let kind = OfferKind::Draw;
    let own = board.current.offers.pending.filter(|it| it.by == side);
    if own.is_some_and(|it| it.kind == kind) {
        return Ok(board.clone());
    }
    // Whatever else the side has asked for lapses with its move.
    let board = if own.is_some() { steps::withdrawn(board) } else { board.clone() };
    match may_offer(&board, user, kind)? {
        OfferOutcome::Ask(offer) => Ok(steps::offered(&board, offer.kind, offer.by)),
        // Agreeing to a draw is an answer, not a move.
        OfferOutcome::Agree(_) => Err(Refusal::new("answer-the-offer-first").with("kind", kind.name())),
    }
}

/// The legal move that `user` means, or the reason why there is none.
pub fn play_move(board: &Board, user: UserId, said: &MoveInput) -> Result<Move, Refusal> {
    may_move(board, user)?;
    read_move(&*board.position, said)
}

/// The legal move that `user` wants a channel to play, or the reason why there is none.
pub fn vote(board: &Board, user: UserId, said: &MoveInput) -> Result<Move, Refusal> {
    may_move(board, user)?;
    match said.offers_draw() {
        true => Err(Refusal::new("vote-offers-no-draw")),
        false => read_move(&*board.position, said),
    }
}

/// The legal move that is meant in a position, whoever thinks of it.
pub fn read_move(position: &dyn AnyPosition, said: &MoveInput) -> Result<Move, Refusal> {
    match said {
        MoveInput::Text(MoveText { text, .. }) => position.read(text).map_err(|error| explain_reading(error, text)),
        MoveInput::Move(chosen) => position.clone_position().play(*chosen).map(|()| *chosen),
    }
}

/// Whether the match is under way and it is the turn of `user`, who may vote if it's that of a channel.
pub fn may_move(board: &Board, user: UserId) -> Result<(), Refusal> {
    let current = &board.current;
    if current.is_voted_on() {
        return match current.outcome {
            Some(_) => Err(has_ended(current.id)),
            None if current.awaits_votes() => Ok(()),
            None => Err(not_your_turn(board)),
        };
    }
    let side = under_way(&board.current, user)?;
    if board.position.to_move() == side { Ok(()) } else { Err(not_your_turn(board)) }
}

/// The refusal of a move for later where it's one's turn.
pub const YOUR_TURN: &str = "move-before-you-prepare";

/// The side of `user`, who may choose moves for later: it's the other side's turn.
pub fn may_think_ahead(board: &Board, user: UserId) -> Result<Side, Refusal> {
    let side = under_way(&board.current, user)?;
    if board.position.to_move() == side { Err(Refusal::new(YOUR_TURN)) } else { Ok(side) }
}

/// Whether the legal moves can be listed for `user`: all, or those of the piece on a square.
pub fn may_list_moves(board: &Board, user: UserId, from: Option<Square>) -> Result<(), Refusal> {
    if board.current.outcome.is_some() {
        return Err(has_ended(board.current.id));
    }
    let Some(square) = from.filter(|it| board.position.legal_on(*it).is_empty()) else { return Ok(()) };
    let (refusal, to_move) = (board.position.refuse_from(square), board.position.to_move());
    let is_others = board.position.pieces(to_move.other()).contains(square) && !board.position.may_begin_on(square);
    // It may well be theirs, and only isn't to move.
    match is_others && board.current.side_of(user) != Some(to_move) {
        true => Err(Refusal { code: "piece-waits", ..refusal }),
        false => Err(refusal),
    }
}

fn not_your_turn(board: &Board) -> Refusal {
    let side = board.position.to_move();
    let name = board.position.sides()[side.index()].name;
    match board.current.seat(side) {
        Seat::User(other) => Refusal::new("not-your-turn").with("player", other.mention()).with("side", name),
        Seat::Engine(_) | Seat::Recorded => Refusal::new("engine-is-thinking").with("side", name),
        Seat::Channel | Seat::Rival if board.current.awaits_rival() => Refusal::new("rival-is-missing"),
        Seat::Channel | Seat::Rival => Refusal::new("rival-is-voting").with("side", name),
    }
}

/// Whether `user`, whose turn it must be, may get a hint.
pub fn may_have_hint(board: &Board, user: UserId) -> Result<(), Refusal> {
    may_be_advised(&board.current, user)?;
    may_move(board, user)
}

/// Whether `user` may see the engine's assessment of a match. While the match is under way, only its players may, and
/// nobody if it is rated.
pub fn may_be_advised(current: &Match, user: UserId) -> Result<(), Refusal> {
    if current.outcome.is_some() {
        return Ok(());
    }
    player_in(current, user)?;
    if current.rated {
        return Err(Refusal::new("no-help-in-rated-match").with("match", current.id.to_string()));
    }
    if !current.is_against_engine() && !current.hints.are_agreed {
        return Err(Refusal::new("no-help-agreed").with("match", current.id.to_string()));
    }
    Ok(())
}

/// Turns the error of a move that could not be read as one legal move into a refusal.
fn explain_reading(error: ReadMove, text: &str) -> Refusal {
    match error {
        ReadMove::Unreadable(unreadable) if unreadable.0.is_empty() => Refusal::new("move-missing"),
        ReadMove::Unreadable(unreadable) => Refusal::new("move-unreadable").with("text", unreadable.0),
        ReadMove::Illegal(refusal) => refusal,
        ReadMove::Ambiguous(moves) => {
            let listed: Vec<String> = moves.iter().take(12).map(|it| format!("`{it}`")).collect();
            let more = moves.len().saturating_sub(listed.len());
            Refusal::new("move-ambiguous")
                .with("text", text.trim().chars().take(40).collect::<String>())
                .with("moves", Fact::any_of(listed))
                .with("more", more as i64)
        }
    }
}
