//! The board message: picture, whose turn it is, controls; and related messages.

mod controls;
mod picture;

use super::menus::target;
use super::{SentenceFact, View, clock, numbered, say_about, say_of, side_name, votes};
use crate::controls::MoveSoFar;
use controls::{menus, with_controls};
use games::board::{Move, Side, Square};
use games::{AnyPosition, Scene, WantedMove};
pub use picture::{
    Appearance, chosen_scene, drawn, drawn_once, match_pictured, pictured, pictured_version, refused, seen, version_in,
    with_text_board,
};
use play::{Board, Match, Offer, OfferKind, Opening, OwnThread, RatingChange, UserId, deadlines, decide, takeback};
use render::PictureError;
use texts::matches::{players_unknown, result, written};
use texts::{Text, say};

/// How the player to move is invited to answer a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invitation {
    /// Not at all: nobody can reply to a message that only one person sees.
    None,
    Reply,
    /// By a reply, or with the menus below.
    ReplyOrChoose,
    /// With the menus below, or by a command: replies are not heard.
    Choose,
}

/// The live board of a match, with its controls; `can_open`: also on a page. It notifies the `pings`, the watchers, and nobody
/// else.
pub fn live(
    board: &Board,
    appearance: Appearance,
    invitation: Invitation,
    pings: &[UserId],
    watchers: &[UserId],
    can_open: bool,
) -> Result<View, PictureError> {
    let view = shown(board, appearance, invitation)?;
    let counts = decide::may_make_it_count(&board.current).then(|| say("board-make-it-count", &[]));
    let named = || Text::joined(" ", watchers.iter().map(|it| it.mention().into()));
    let watched = (!watchers.is_empty()).then(|| say("board-watchers", &[("watchers", named())]));
    let content = Text::lines([view.content].into_iter().chain(counts).chain(watched));
    let pings = pings.iter().chain(watchers).copied().collect();
    Ok(with_controls(View { content, pings, ..view }, board, can_open))
}

/// The board as shown on request: nobody is notified, and there are no controls.
pub fn shown(board: &Board, appearance: Appearance, invitation: Invitation) -> Result<View, PictureError> {
    let Board { current, changes, .. } = board;
    let mut lines = vec![title(board)];
    lines.extend(opening(current));
    lines.extend(last_moves(board));
    lines.extend(votes::tally(board, new_plies(board)));
    lines.extend(plan(board));
    match current.outcome {
        Some(outcome) => {
            lines.push(result(board, outcome));
            lines.extend(changes.iter().map(rating_change));
        }
        None => {
            lines.push(turn(board));
            lines.extend(offer(board).or_else(|| declined(board)));
        }
    }
    lines.extend(missing_thread(current));
    lines.push(small_print(board, invitation));
    let scene = Scene { wanted: wanted(board), ..board.position.scene() };
    pictured(Text::lines(lines), board, scene, appearance)
}

/// The moves for which people voted before the last ones, as they are drawn.
fn wanted(board: &Board) -> Vec<WantedMove> {
    let Some(tally) = votes::last(board, new_plies(board)) else { return Vec::new() };
    let Some(before) = past(&board.current, tally.ply as u32) else { return Vec::new() };
    let drawn = |(chosen, count): &(String, usize)| {
        let mv = before.position.read(chosen).ok().filter(|it| !it.is_pass())?;
        Some(before.position.wanted(mv, tally.share(*count)))
    };
    tally.most_wanted.iter().filter_map(drawn).collect()
}

/// The one line that remains of a board that showed this many plies, with the last moves up to that point.
pub fn line(current: &Match, plies: u32) -> Text {
    if current.delivery.is_brought_down && plies == current.plies() {
        return say_of("board-line-moved", current.id);
    }
    let Some(board) = past(current, plies) else { return say("board-line-unknown", &[]) };
    let plies = board.current.moves.len();
    let first = plies - new_plies(&board);
    let told = Text::joined(" · ", (first..plies).map(|ply| with_number(&board, ply)));
    say(if first == plies { "board-line-start" } else { "board-line" }, &[numbered(current.id), ("moves", told)])
}

/// A match as it was after so many plies, unless it can't be read; it is over only after its last one.
pub fn past(current: &Match, plies: u32) -> Option<Board> {
    let moves = current.moves.iter().take(plies as usize).cloned().collect();
    let outcome = current.outcome.filter(|_| plies >= current.plies());
    Board::of(Match { moves, outcome, ..current.clone() }).ok()
}

/// The game, the number of the match, and who plays.
pub fn title(board: &Board) -> Text {
    if let Some(players) = players_unknown(&board.current) {
        return say_about(board, Side::First, "board-title-imported", &[("players", players)]);
    }
    say_about(board, Side::First, "board-title", &[("otherSide", side_name(board, Side::Second))])
}

/// From where a match is played on.
fn opening(current: &Match) -> Option<Text> {
    let Opening { of, moves, .. } = current.opening.as_ref()?;
    Some(match of {
        Some(of) => say("board-opening", &[numbered(*of), ("plies", moves.len().into())]),
        None => say("board-from-puzzle", &[]),
    })
}

fn turn(board: &Board) -> Text {
    let Board { current, position, .. } = board;
    let side = position.to_move();
    let say = |key: &str, more: &[SentenceFact]| say_about(board, side, key, more);
    if let Some(voted) = votes::turn(board) {
        return voted;
    }
    if current.seat(side).user().is_none() {
        return say("board-engine-turn", &[]);
    }
    if current.clock.is_paused {
        return say("board-paused", &[]);
    }
    match deadlines::deadline(board).filter(|_| current.clock.control.is_some()) {
        Some(deadline) => {
            let until = say("board-turn-until", &[("time", deadline.over_at.as_second().to_string().into())]);
            Text::joined(" · ", [until].into_iter().chain(time_of_other(board)))
        }
        None => say("board-turn", &[]),
    }
}

/// How much time the side that waits has saved.
fn time_of_other(board: &Board) -> Option<Text> {
    let (side, left) = deadlines::saved_by_other(&board.current)?;
    Some(say_about(board, side, "board-time-of-other", &[("time", clock::span(left))]))
}

/// The offer of one side that the other has not answered yet.
fn offer(board: &Board) -> Option<Text> {
    let Board { current, .. } = board;
    let offer = current.offers.pending?;
    let mut more = takeback_facts(current, offer);
    more.push(("early", (!current.has_really_begun()).into()));
    Some(say_about(board, offer.by, &format!("offer-{}", offer.kind.name()), &more))
}

/// That an offer was declined: whoever made it isn't told in any other way.
fn declined(board: &Board) -> Option<Text> {
    let offer = board.current.declined_offer()?;
    Some(say_about(board, offer.by, &format!("declined-{}", offer.kind.name()), &[]))
}

/// How many moves a takeback that is named in a text names one by one.
const MAX_UNDONE_NAMED: usize = 4;

/// Which moves an offer would undo: how many, and which if they are few.
pub fn takeback_facts(current: &Match, offer: Offer) -> Vec<SentenceFact> {
    if offer.kind != OfferKind::Takeback {
        return Vec::new();
    }
    let undone = takeback::moves_to_take_back(current, offer.by);
    let named = undone.len() <= MAX_UNDONE_NAMED;
    vec![("count", undone.len().into()), ("named", named.into()), ("moves", Text::all_of(undone.iter().cloned()))]
}

/// A move with its number and player.
fn with_number(board: &Board, ply: usize) -> Text {
    let facts = [("number", (ply + 1).into()), ("move", recorded(board, ply).into())];
    say_about(board, board.current.mover(ply), "board-line-move", &facts)
}

/// A move as in records.
fn recorded(board: &Board, ply: usize) -> String {
    let chosen = board.position.played()[ply];
    before(board, ply).map_or_else(|| chosen.to_string(), |it| written(&*it, chosen))
}

/// The position before a move.
fn before(board: &Board, ply: usize) -> Option<Box<dyn AnyPosition>> {
    let mut position = board.current.open().ok()?;
    let earlier = &board.position.played()[..ply];
    earlier.iter().all(|it| position.play(*it).is_ok()).then_some(position)
}

/// How many of the last moves are news to the player to move: the last one, and earlier ones if some were automatic.
fn new_plies(board: &Board) -> usize {
    let current = &board.current;
    let plies = current.plies();
    let by_engine = plies > 0 && current.seat(current.to_move().other()).engine_level().is_some();
    let is_automatic = |ply| current.automatic_ply == Some(ply);
    let wanted = match by_engine {
        // The engine's answer to an automatic move, that move, and the move that led to it.
        true if is_automatic(plies - 1) => 3,
        true => 2,
        false if is_automatic(plies) => 2,
        false => 1,
    };
    wanted.min(current.moves.len() - current.opening_plies())
}

/// What is news to the player to move.
fn last_moves(board: &Board) -> impl Iterator<Item = Text> {
    let plies = board.current.moves.len();
    (plies - new_plies(board)..plies).map(|ply| played(board, ply))
}

/// What a player did, as a sentence.
pub fn played(board: &Board, ply: usize) -> Text {
    let (side, chosen) = (board.current.mover(ply), board.position.played()[ply]);
    let opening = board.current.opening.as_ref().filter(|it| ply < it.moves.len());
    if let Some(of) = opening.and_then(|it| it.of) {
        return say("board-opening-move", &[numbered(of), ("move", chosen.into())]);
    }
    if chosen.is_pass() {
        return say_about(board, side, "board-passed", &[]);
    }
    let before = before(board, ply);
    let taken = before.as_ref().map_or(0, |it| it.captured(chosen).count());
    let prepared = match board.current.automatic_ply == Some(ply as u32 + 1) {
        true if before.is_some_and(|it| it.legal().len() == 1) => "forced",
        true => "yes",
        false => "no",
    };
    let facts = [("move", chosen.into()), ("taken", taken.into()), ("prepared", prepared.into())];
    say_about(board, side, if taken > 0 { "board-captured" } else { "board-played" }, &facts)
}

/// What the engine is up to, in a match in which it says so: with its first move of each phase of the game.
fn plan(board: &Board) -> Option<Text> {
    let current = &board.current;
    let last = current.moves.len().checked_sub(1)?;
    let speaks = current.is_guided && current.outcome.is_none();
    current.seat(current.mover(last)).engine_level().filter(|_| speaks)?;
    let info = current.ruleset.info;
    let phase = |ply: usize| info.phases.iter().filter(|it| ply >= **it as usize).count();
    let is_new = last.checked_sub(2).is_none_or(|it| phase(it) < phase(last));
    let name = ["opening", "middle", "end"][phase(last)];
    is_new.then(|| say("board-plan", &[("words", say(&format!("{}-plan-{name}", info.key), &[]))]))
}

fn rating_change(change: &RatingChange) -> Text {
    let (before, after) = (change.before.shown(), change.after.shown());
    let sign = if after >= before { "+" } else { "−" };
    let facts = [
        ("player", change.user.mention().into()),
        ("before", before.to_string().into()),
        ("after", after.to_string().into()),
        ("change", format!("{sign}{}", (after - before).abs()).into()),
    ];
    say(if change.after == change.before { "board-rating-stands" } else { "board-rating" }, &facts)
}

/// On the first board, why the match has no thread although it was to have one.
fn missing_thread(current: &Match) -> Option<Text> {
    match current.delivery.thread.filter(|_| current.delivery.live_board.is_none())? {
        OwnThread::Missing { why } => Some(say("thread-missing", &[("why", <&str>::from(why).into())])),
        _ => None,
    }
}

/// The rules, whether the match is rated, and its move number; in the first moves, how to answer instead.
fn small_print(board: &Board, invitation: Invitation) -> Text {
    let Board { current, .. } = board;
    let mut facts = vec![
        ("rules", current.ruleset.to_string().into()),
        ("hints", current.hints.taken.iter().sum::<u32>().into()),
        ("takers", hint_takers(current)),
        ("clock", current.clock.control.map_or("none".into(), |it| it.to_string().into())),
        ("plies", current.plies().into()),
        ("rated", current.rated.into()),
        ("stakes", stakes(board)),
    ];
    let Some(example) = example(board).filter(|_| invitation != Invitation::None) else {
        return say("board-small-print", &facts);
    };
    let choose = match invitation {
        Invitation::None | Invitation::Reply => "no",
        Invitation::ReplyOrChoose => "yes",
        Invitation::Choose => "only",
    };
    facts.extend([("move", example.into()), ("choose", choose.into())]);
    say("board-small-print-hint", &facts)
}

/// What a match under way can do to the ratings.
fn stakes(board: &Board) -> Text {
    let known = if board.current.outcome.is_none() { &board.stakes[..] } else { &[] };
    let named = |user| board.current.side_of(user).map(|it| side_name(board, it)).unwrap_or_default();
    super::stakes(known, named)
}

/// Who has asked the engine how often, in a match between people.
fn hint_takers(current: &Match) -> Text {
    let taken = |side: Side| {
        let count = current.hints.taken[side.index()];
        let user = current.seat(side).user().filter(|_| count > 0)?;
        Some(Text::joined(" ", [user.mention().into(), count.into()]))
    };
    match current.is_against_engine() {
        true => "none".into(),
        false => Text::joined(", ", Side::BOTH.into_iter().filter_map(taken)),
    }
}

/// An example of how moves are written, shown while that may be new to the player to move.
fn example(board: &Board) -> Option<Move> {
    let Board { current, position, .. } = board;
    let is_asked = current.awaits_people() && current.plies() < 2;
    position.legal().first().copied().filter(|_| is_asked)
}

/// The later stages of choosing a move, shown only to the player: the opponent should not see what is being considered.
pub fn choosing(board: &Board, chosen: MoveSoFar, appearance: Appearance) -> Result<View, PictureError> {
    let view = pictured(say("choosing", &[]), board, chosen_scene(&*board.position, chosen), appearance)?;
    Ok(menus(board, chosen).into_iter().fold(view, View::with_menu))
}

/// All legal moves, one line for each piece; or those from one square, with a picture.
pub fn legal(board: &Board, from: Option<Square>, appearance: Appearance) -> Result<View, PictureError> {
    let Board { position, .. } = board;
    let moves: Vec<Move> = from.map_or_else(|| position.legal(), |from| position.legal_on(from));
    let takes = moves.iter().any(|it| !position.captured(*it).is_empty());
    let counted = [("count", moves.len().into()), ("takes", takes.into())];
    let mut lines = vec![say_about(board, position.to_move(), "legal-title", &counted)];
    for group in moves.chunk_by(|one, other| one.from == other.from) {
        let targets = group.iter().map(|it| target(*it, !position.captured(*it).is_empty()).into());
        let facts = [("piece", group[0].from.into()), ("targets", Text::joined(", ", targets))];
        lines.push(if group[0].is_pass() { "`pass`".into() } else { say("legal-line", &facts) });
    }
    let text = Text::lines_within(1900, lines);
    let Some(from) = from else { return Ok(View::text(text)) };
    let mut scene = position.scene_with(&moves);
    if !scene.layable.is_empty() {
        scene.targets.push(from);
    }
    pictured(text, board, scene, appearance)
}
