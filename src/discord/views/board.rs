//! The board message: picture, whose turn, controls; and what stands beside it.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::menus::{Menus, target};
use super::{seat_name, side_name};
use crate::discord::controls::Control;
use crate::discord::menu::Chosen;
use crate::discord::view::{Picture, View};
use crate::i18n::{english, say};
use crate::play::preferences::TextBoard;
use crate::play::{Board, Match, OwnThread, Preferences, RatingChange, UserId, deadlines, decide};
use crate::render::{Look, PictureError, Theme, alt_text, png, text_board};
use games::board::{Move, Side, Square};
use games::{AnyPosition, Outcome, Reason, Scene};

/// How somebody wants to see a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Appearance {
    pub theme: Theme,
    /// Whether the second player sits below.
    pub flipped: bool,
    /// Whether the position is told in the text as well.
    pub text: TextBoard,
}

impl Appearance {
    /// As somebody who plays on `side` has chosen.
    pub fn of(preferences: &Preferences, side: Option<Side>) -> Self {
        let chosen = preferences.theme.as_deref().and_then(|it| it.parse().ok());
        Self { theme: chosen.unwrap_or_default(), flipped: preferences.flips(side), text: preferences.text_board }
    }
}

/// How the player to move is told to answer a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invitation {
    /// Not at all: nobody can reply to what only one person sees.
    None,
    Reply,
    /// By a reply, or with the menus below.
    ReplyOrChoose,
}

/// The live board of a match, with its controls: it notifies these players, who watches it, and nobody else.
pub fn live(
    board: &Board,
    appearance: Appearance,
    pings: &[UserId],
    watchers: &[UserId],
) -> Result<View, PictureError> {
    let view = shown(board, appearance, Invitation::ReplyOrChoose)?;
    let mut content = view.content;
    if !watchers.is_empty() {
        let named: Vec<String> = watchers.iter().map(|it| it.mention()).collect();
        content = format!("{content}\n{}", say("board-watchers", &[("watchers", named.join(" ").into())]));
    }
    let pings = pings.iter().chain(watchers).copied().collect();
    Ok(View { content, rows: controls(board, Chosen::Nothing), pings, ..view })
}

/// The board as somebody asked to see it: nobody is notified, and nothing can be pressed.
pub fn shown(board: &Board, appearance: Appearance, invitation: Invitation) -> Result<View, PictureError> {
    let Board { current, changes, .. } = board;
    let mut lines = vec![title(board)];
    lines.extend(last_moves(board));
    match current.outcome {
        Some(outcome) => {
            lines.push(result(board, outcome));
            lines.extend(changes.iter().map(rating_change));
        }
        None => {
            lines.push(turn(board));
            lines.extend(offer(board));
        }
    }
    lines.extend(missing_thread(current));
    lines.push(small_print(board, invitation));
    pictured(lines.join("\n"), board, &[], appearance)
}

/// What is left of a board that showed so many plies: one line with what had been played last.
pub fn line(current: &Match, plies: u32) -> String {
    if current.conduct.brought_down && plies == current.plies() {
        return say("board-line-moved", &[("match", current.id.to_string().into())]);
    }
    let plies = (plies as usize).min(current.moves.len());
    let past = Match { moves: current.moves[..plies].to_vec(), outcome: None, ..current.clone() };
    let Ok(board) = Board::of(past) else { return say("board-line-unknown", &[]) };
    let first = plies - news(&board);
    let told: Vec<String> = (first..plies).map(|ply| numbered(&board, ply)).collect();
    let facts = [("match", current.id.to_string().into()), ("moves", told.join(" · ").into())];
    say(if told.is_empty() { "board-line-start" } else { "board-line" }, &facts)
}

/// A move with its number and player.
fn numbered(board: &Board, ply: usize) -> String {
    let player = seat_name(board.current.seat(Side::BOTH[ply % 2])).into();
    let text = written(board, ply).into();
    say("board-line-move", &[("number", (ply as i64 + 1).to_string().into()), ("player", player), ("move", text)])
}

/// A move as records write it: with an x where it takes.
fn written(board: &Board, ply: usize) -> String {
    let chosen = board.position.played()[ply];
    match taken_by(board, ply) {
        0 => chosen.to_string(),
        _ => chosen.to_string().replacen('-', "x", 1),
    }
}

/// How many pieces a move has taken.
fn taken_by(board: &Board, ply: usize) -> u32 {
    before(board, ply).map_or(0, |it| it.captured(board.position.played()[ply]).count())
}

/// Whether a move was the only legal one.
fn is_forced(board: &Board, ply: usize) -> bool {
    before(board, ply).is_some_and(|it| it.legal().len() == 1)
}

/// The position before a move.
fn before(board: &Board, ply: usize) -> Option<Box<dyn AnyPosition>> {
    let mut position = games::open(&board.current.ruleset, None).ok()?;
    let earlier = &board.position.played()[..ply];
    earlier.iter().all(|it| position.play(*it).is_ok()).then_some(position)
}

/// How many of the last moves are news to the player to move: the last one, and what came before where not all was made
/// by hand.
fn news(board: &Board) -> usize {
    let current = &board.current;
    let plies = current.plies();
    let by_engine = plies > 0 && current.seat(current.to_move().other()).engine_level().is_some();
    let is_automatic = |ply| current.conduct.automatic == Some(ply);
    let wanted = match by_engine {
        // What the engine answers to a move that nobody made by hand, and what led to that.
        true if is_automatic(plies - 1) => 3,
        true => 2,
        false if is_automatic(plies) => 2,
        false => 1,
    };
    wanted.min(current.moves.len())
}

/// How long the text of a message may be.
const MOST_TEXT: usize = 2000;

/// A text with the picture of a match, with dots where a chosen man may go; where that is wanted, told in the text, too.
pub fn pictured(text: String, board: &Board, targets: &[Square], appearance: Appearance) -> Result<View, PictureError> {
    let scene = scene(board, targets, appearance);
    let words = match appearance.text {
        TextBoard::Off => String::new(),
        TextBoard::Words => format!("\n{}", alt_text(&scene, english())),
        TextBoard::Lines => format!("\n```\n{}\n```", text_board(&scene)),
    };
    let fits = text.chars().count() + words.chars().count() <= MOST_TEXT;
    let content = if fits { text + &words } else { text };
    Ok(View { picture: Some(picture(board, &scene, appearance)?), ..View::text(content) })
}

fn scene(board: &Board, targets: &[Square], appearance: Appearance) -> Scene {
    let Board { current, position, .. } = board;
    let mut scene = position.scene();
    scene.targets = targets.to_vec();
    scene.flipped = appearance.flipped;
    if current.outcome.is_some() {
        scene.to_move = None;
    }
    scene
}

fn picture(board: &Board, scene: &Scene, appearance: Appearance) -> Result<Picture, PictureError> {
    let current = &board.current;
    let name = format!("{}{}.png", picture_prefix(current), current.version());
    let look = Look { theme: appearance.theme, ..Look::default() };
    Ok(Picture { file: png(scene, &look)?, name, alt: alt_text(scene, english()) })
}

/// How the names of a match's pictures begin.
fn picture_prefix(current: &Match) -> String {
    format!("{}-{}-", current.ruleset.info.key, current.id.0)
}

/// The version of a match that the picture of that name shows, if it shows that match.
pub fn pictured_version(current: &Match, name: &str) -> Option<u32> {
    name.strip_prefix(&picture_prefix(current))?.strip_suffix(".png")?.parse().ok()
}

fn title(board: &Board) -> String {
    let Board { current, .. } = board;
    let seat = |side| seat_name(current.seat(side)).into();
    let facts = [
        ("game", current.ruleset.info.name.into()),
        ("match", current.id.to_string().into()),
        ("first", seat(Side::First)),
        ("second", seat(Side::Second)),
        ("firstSide", side_name(board, Side::First).into()),
        ("secondSide", side_name(board, Side::Second).into()),
    ];
    say("board-title", &facts)
}

fn last_moves(board: &Board) -> Vec<String> {
    let plies = board.current.moves.len();
    (plies - news(board)..plies).map(|ply| told(board, ply)).collect()
}

/// What a player did, in a sentence.
fn told(board: &Board, ply: usize) -> String {
    let current = &board.current;
    let player = seat_name(current.seat(Side::BOTH[ply % 2])).into();
    let chosen = board.position.played()[ply];
    let by_itself = current.conduct.automatic == Some(ply as u32 + 1);
    if chosen.is_pass() {
        return say("board-passed", &[("player", player)]);
    }
    let taken = taken_by(board, ply);
    let key = if taken > 0 { "board-captured" } else { "board-played" };
    let prepared = match by_itself {
        true if is_forced(board, ply) => "forced",
        true => "yes",
        false => "no",
    }
    .into();
    let facts =
        [("player", player), ("move", chosen.to_string().into()), ("taken", taken.into()), ("prepared", prepared)];
    say(key, &facts)
}

fn turn(board: &Board) -> String {
    let Board { current, position, .. } = board;
    let side = position.to_move();
    let seat = current.seat(side);
    let mut facts = vec![("player", seat_name(seat).into()), ("side", side_name(board, side).into())];
    if seat.user().is_none() {
        return say("board-engine-turn", &facts);
    }
    if current.conduct.paused {
        return say("board-paused", &facts);
    }
    match deadlines::deadline(board).filter(|_| current.conduct.clock.is_some()) {
        Some(deadline) => {
            facts.push(("time", deadline.over_at.as_second().to_string().into()));
            say("board-turn-until", &facts)
        }
        None => say("board-turn", &facts),
    }
}

/// What one side waits for the other to answer.
fn offer(board: &Board) -> Option<String> {
    let Board { current, .. } = board;
    let offer = current.conduct.offer?;
    let seat = |side| seat_name(current.seat(side)).into();
    let facts = [("player", seat(offer.by)), ("other", seat(offer.by.other()))];
    Some(say(&format!("offer-{}", offer.kind.name()), &facts))
}

/// Who has won and why, in the rules' words.
pub fn result(board: &Board, outcome: Outcome) -> String {
    let Board { current, position, .. } = board;
    let side = outcome.winner.unwrap_or(Side::First);
    let facts = [
        ("winner", side_name(board, side).into()),
        ("loser", side_name(board, side.other()).into()),
        ("limit", i64::from(position.played().len() as u32 / 2).into()),
        ("drawn", if outcome.winner.is_none() { "yes" } else { "no" }.into()),
    ];
    let key = if current.conduct.stopped { "reason-stopped".to_owned() } else { reason_key(outcome.reason) };
    let reason = say(&key, &facts).into();
    match outcome.winner {
        Some(winner) => {
            let player = seat_name(current.seat(winner)).into();
            say("board-won", &[("player", player), ("side", side_name(board, winner).into()), ("reason", reason)])
        }
        None if outcome.counts() => say("board-drawn", &[("reason", reason)]),
        None => say("board-aborted", &[("reason", reason)]),
    }
}

/// The catalogue's key for a reason.
pub fn reason_key(reason: Reason) -> String {
    format!("reason-{}", reason.as_str().replace(' ', "-"))
}

fn rating_change(change: &RatingChange) -> String {
    let round = |it: f64| it.round() as i64;
    let (before, after) = (round(change.before.rating), round(change.after.rating));
    let sign = if after >= before { "+" } else { "−" };
    let facts = [
        ("player", change.user.mention().into()),
        ("before", before.to_string().into()),
        ("after", after.to_string().into()),
        ("change", format!("{sign}{}", (after - before).abs()).into()),
    ];
    say("board-rating", &facts)
}

/// On the first board, why it stands in no thread although it was to.
fn missing_thread(current: &Match) -> Option<String> {
    match current.conduct.thread.filter(|_| current.shown.is_none())? {
        OwnThread::Missing { why } => Some(say("thread-missing", &[("why", why.name().into())])),
        _ => None,
    }
}

/// Rules, whether it counts, and how far it is; in the first moves, how to answer instead of that.
fn small_print(board: &Board, invitation: Invitation) -> String {
    let Board { current, .. } = board;
    let mut facts = vec![
        ("rules", current.ruleset.to_string().into()),
        ("hints", i64::from(current.conduct.hints_taken.iter().sum::<u32>()).into()),
        ("clock", current.conduct.clock.map_or("none".to_owned(), |it| it.to_string()).into()),
        ("plies", i64::from(current.plies()).into()),
        ("rated", if current.rated { "yes" } else { "no" }.into()),
    ];
    let Some(example) = example(board).filter(|_| invitation != Invitation::None) else {
        return say("board-small-print", &facts);
    };
    facts.push(("move", example.to_string().into()));
    facts.push(("choose", if invitation == Invitation::ReplyOrChoose { "yes" } else { "no" }.into()));
    say("board-small-print-hint", &facts)
}

/// A move to show how moves are written, as long as that may be new to the person to move.
fn example(board: &Board) -> Option<Move> {
    let Board { current, position, .. } = board;
    let is_asked = current.outcome.is_none() && current.plies() < 2;
    let person = current.seat(position.to_move()).user().filter(|_| is_asked);
    person.and_then(|_| position.legal().first().copied())
}

/// How many buttons stand in a row of Discord.
const MOST_BUTTONS: usize = 5;

/// The rows of controls, with the menus that follow what has been chosen.
pub fn controls(board: &Board, chosen: Chosen) -> Vec<CreateActionRow> {
    let Board { current, position, .. } = board;
    let (id, ply) = (current.id, current.version());
    let button = |control: Control, key: &str| CreateButton::new(control.to_string()).label(say(key, &[]));
    if current.outcome.is_some() {
        let rematch = button(Control::Rematch(id), "button-rematch").style(ButtonStyle::Primary);
        let review = button(Control::Review(id), "button-review").style(ButtonStyle::Secondary);
        // Where nobody has moved, there is nothing to review.
        let buttons = [Some(rematch), (current.plies() > 0).then_some(review)];
        return vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())];
    }
    let mut rows = menus(board, chosen);
    let mut buttons = Vec::new();
    if current.seat(position.to_move()).user().is_some() {
        if position.legal() == [Move::PASS] {
            buttons.push(button(Control::Pass(id, ply), "button-pass").style(ButtonStyle::Primary));
        }
        buttons.push(button(Control::Legal(id, ply), "button-legal").style(ButtonStyle::Secondary));
        if may_ask_engine(board) {
            buttons.push(button(Control::Hint(id, ply), "button-hint").style(ButtonStyle::Secondary));
        }
    }
    buttons.push(button(Control::MyView(id, ply), "button-my-view").style(ButtonStyle::Secondary));
    buttons.push(button(Control::RulesOfMatch(id), "button-rules").style(ButtonStyle::Secondary));
    buttons.push(button(Control::More(id, ply), "button-more").style(ButtonStyle::Secondary));
    buttons.push(button(Control::Resign(id, ply), "button-resign").style(ButtonStyle::Danger));
    rows.extend(buttons.chunks(MOST_BUTTONS).map(|it| CreateActionRow::Buttons(it.to_vec())));
    rows.extend(answers(board));
    rows
}

/// Whether the player to move may ask the engine.
fn may_ask_engine(board: &Board) -> bool {
    let current = &board.current;
    current.seat(current.to_move()).user().is_some_and(|user| decide::may_be_advised(current, user).is_ok())
}

/// The menus by which the player to move chooses a move, as far as the choice has come.
pub fn menus(board: &Board, chosen: Chosen) -> Vec<CreateActionRow> {
    let Board { current, position, .. } = board;
    let legal = position.legal();
    if current.seat(position.to_move()).user().is_none() || current.outcome.is_some() || legal == [Move::PASS] {
        return Vec::new();
    }
    let taken = |it| position.captured(it).count();
    let control = |menu| Control::Choose(current.id, current.version(), menu).to_string();
    Menus { control: &control, legal: &legal, taken: &taken, chosen }.rows()
}

/// The further choice of a move, for the player alone: what is being thought of is nobody else's business.
pub fn choosing(board: &Board, chosen: Chosen, appearance: Appearance) -> Result<View, PictureError> {
    let Board { position, .. } = board;
    let targets: Vec<Square> = match chosen.man() {
        Some(from) => position.legal().into_iter().filter(|it| it.from == from).map(|it| it.to).collect(),
        None => Vec::new(),
    };
    let view = pictured(say("choosing", &[]), board, &targets, appearance)?;
    Ok(View { rows: menus(board, chosen), ..view })
}

/// The buttons by which a pending offer is answered, or a pause ended.
fn answers(board: &Board) -> Option<CreateActionRow> {
    let current = &board.current;
    let (id, version) = (current.id, current.version());
    let button =
        |control: Control, key: &str, style| CreateButton::new(control.to_string()).label(say(key, &[])).style(style);
    if current.conduct.paused {
        let resume = button(Control::Resume(id, version), "button-resume", ButtonStyle::Success);
        return Some(CreateActionRow::Buttons(vec![resume]));
    }
    let kind = current.conduct.offer?.kind;
    let accept = format!("button-accept-{}", kind.name());
    Some(CreateActionRow::Buttons(vec![
        button(Control::AnswerOffer(id, version, kind, true), &accept, ButtonStyle::Success),
        button(Control::AnswerOffer(id, version, kind, false), "button-decline", ButtonStyle::Secondary),
    ]))
}

/// All legal moves, a line for each man; of one square with its picture.
pub fn legal(board: &Board, from: Option<Square>, appearance: Appearance) -> Result<View, PictureError> {
    let Board { position, .. } = board;
    let moves: Vec<Move> = position.legal().into_iter().filter(|it| from.is_none_or(|from| it.from == from)).collect();
    let side = side_name(board, position.to_move()).into();
    let mut lines = vec![say("legal-title", &[("side", side), ("count", (moves.len() as i64).into())])];
    for group in moves.chunk_by(|one, other| one.from == other.from) {
        let targets: Vec<String> = group.iter().map(|it| target(*it, !position.captured(*it).is_empty())).collect();
        let line =
            if group[0].is_pass() { "`pass`".into() } else { format!("`{}` → {}", group[0].from, targets.join(" ")) };
        lines.push(line);
    }
    let text = fit(&lines, 1900);
    if from.is_none() {
        return Ok(View::text(text));
    }
    let targets: Vec<Square> = moves.iter().map(|it| it.to).collect();
    pictured(text, board, &targets, appearance)
}

/// The lines that fit into so many characters, with a sign where some are left out.
pub fn fit(lines: &[String], most: usize) -> String {
    let mut text = String::new();
    for line in lines {
        if text.chars().count() + line.chars().count() + 3 > most {
            text.push_str("\n…");
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}

/// The question whether somebody really gives up.
pub fn confirm_resigning(current: &Match, asked: UserId) -> View {
    let control = Control::ReallyResign(current.id, current.version(), asked);
    let loses = current.has_really_begun();
    let (question, label) =
        if loses { ("resign-question", "button-really-resign") } else { ("abort-question", "button-really-abort") };
    let button = CreateButton::new(control.to_string()).label(say(label, &[]));
    View {
        content: say(question, &[("match", current.id.to_string().into())]),
        rows: vec![CreateActionRow::Buttons(vec![button.style(ButtonStyle::Danger)])],
        ..View::default()
    }
}
