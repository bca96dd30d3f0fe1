//! A match as one person sees it on a page.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use serde::Serialize;

use crate::errors::{RefusalAnswer, WebError};
use crate::passes::PassError;
use crate::picture::{Appearance, MovePath, Picture, last_way, picture};
use crate::visitor::Visitor;
use crate::web::{Web, WebState};
use crate::words::Speaker;
use games::board::Side;
use games::{Ruleset, Scene};
use jiff::Timestamp;
use play::{
    Board, OfferKind, Premove, PremoveObstacle, Rating, RatingChange, Rematch, Seat, TimeControl, UserId, deadlines,
    decide, premoves,
};
use render::{Plan, Theme};
use texts::matches::{player, result, say_about, side_name, written};
use texts::{Locale, Text, say};

/// How many of the last moves are sent with their ways: the move of a person, a prepared reply, and the engine's.
const LAST_PLIES: usize = 3;

/// How somebody wants to see a board this time; as usual where nothing is said that is known.
#[derive(Default, Clone, Copy)]
pub(crate) struct LookQuery {
    theme: Option<Theme>,
    flip: Option<bool>,
}

impl<S: Sync> FromRequestParts<S> for LookQuery {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let mut look = Self::default();
        for (key, value) in url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            match &*key {
                "theme" => look.theme = value.parse().ok(),
                "flip" => look.flip = Some(value != "0"),
                _ => {}
            }
        }
        Ok(look)
    }
}

/// A match as one person sees it.
#[derive(Serialize)]
pub(crate) struct MatchState {
    /// What tells states apart that look different to this person.
    pub id_of_state: String,
    #[serde(rename = "match")]
    pub id: i64,
    pub version: u32,
    pub plies: u32,
    pub game: &'static str,
    /// The rules, whether it's rated, and the clock, in a line.
    pub rules: String,
    /// The person's side, by its index.
    pub you: Option<usize>,
    pub sides: [SideState; 2],
    /// The side that makes the first move.
    pub begins: usize,
    pub to_move: Option<usize>,
    /// Whose turn it is, or how it has ended.
    pub status: String,
    pub over: bool,
    /// The side that has won.
    pub winner: Option<usize>,
    /// When it was last changed, while it goes on.
    #[serde(skip)]
    pub active_at: Option<Timestamp>,
    pub clock: Option<ClockState>,
    /// What waits for an answer, or was declined. Once a match is over, that's its rematch.
    pub offer: Option<OfferState>,
    /// What the person may do now.
    pub can: Vec<&'static str>,
    /// The moves as in records.
    pub record: Vec<String>,
    pub last: LastState,
    /// The person's own prepared lines.
    pub prepared: Vec<Vec<String>>,
    /// The person's own move for when it's their turn.
    pub premove: Option<PremoveState>,
    pub appearance: AppearanceState,
    pub themes: Vec<ThemeState>,
    pub picture: Picture,
}

#[derive(Serialize)]
pub(crate) struct SideState {
    letter: char,
    name: String,
    player: String,
    engine: bool,
    rating: Option<RatingState>,
}

/// How strong a player is at the game.
#[derive(Serialize)]
struct RatingState {
    text: String,
    provisional: bool,
    /// What the match has changed, with its sign.
    change: Option<String>,
}

impl RatingState {
    fn of(rating: Rating, change: Option<&RatingChange>) -> Self {
        let sign = |it: i64| if it < 0 { "−" } else { "+" };
        let change = change.map(|it| it.after.shown() - it.before.shown());
        Self {
            text: rating.shown().to_string(),
            provisional: rating.is_provisional(),
            change: change.map(|it| format!("{}{}", sign(it), it.abs())),
        }
    }
}

/// The clocks, in milliseconds.
#[derive(Serialize)]
pub(crate) struct ClockState {
    left_ms: [Option<i64>; 2],
    /// The side that uses its time.
    running: Option<usize>,
    /// When it does, from now on: not on weekends, or while its player is away.
    runs_ms: Vec<(i64, i64)>,
    /// What stays the same while time passes.
    #[serde(skip)]
    set: ([i64; 2], Option<Timestamp>),
}

#[derive(Serialize)]
pub(crate) struct OfferState {
    kind: &'static str,
    /// The side of whoever offers it; none where the rematch has begun, or the offer was declined.
    by: Option<usize>,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct PremoveState {
    from: String,
    to: String,
    /// Whether it's still to be played.
    waits: bool,
    /// What becomes of it.
    text: String,
}

#[derive(Serialize)]
pub(crate) struct LastState {
    plies: Vec<MovePath>,
}

#[derive(Serialize)]
pub(crate) struct AppearanceState {
    theme: &'static str,
    flipped: bool,
}

#[derive(Serialize)]
pub(crate) struct ThemeState {
    key: &'static str,
    name: String,
}

pub(crate) async fn show(
    State(web): WebState,
    visitor: Visitor,
    look: LookQuery,
) -> Result<Json<MatchState>, RefusalAnswer> {
    of(&web, &visitor, &look).await.map(Json).map_err(|error| RefusalAnswer::new(&error, visitor.locale))
}

/// The match as a visitor sees it now.
pub(crate) async fn of(web: &Web, visitor: &Visitor, look: &LookQuery) -> Result<MatchState, WebError> {
    let board = web.board(visitor).await?;
    let appearance = web.appearance(&board, visitor.user, look).await?;
    let speaker = Speaker::of(&web.host, &board, visitor.locale).await;
    let again = web.host.rematch_so_far(&board.current).await?;
    let ratings = web.host.ratings(&board).await?;
    shown(&board, again.as_ref(), ratings, visitor.user, appearance, &speaker, web.host.now())
}

impl Web {
    /// The match that a visitor has a pass for.
    pub(crate) async fn board(&self, visitor: &Visitor) -> Result<Board, WebError> {
        let board = self.host.opened(visitor.id).await?;
        if visitor.pass.is_for(&board.current) { Ok(board) } else { Err(WebError::Pass(PassError::OtherDatabase)) }
    }

    /// How a visitor wants to see a board.
    pub(crate) async fn appearance(
        &self,
        board: &Board,
        user: UserId,
        look: &LookQuery,
    ) -> Result<Appearance, WebError> {
        let plays = board.current.side_of(user).map(|it| (board.current.ruleset.info, it));
        let usual = Appearance::of(&self.host.preferences(user).await?, plays);
        let (theme, flipped) = (look.theme.unwrap_or(usual.theme), look.flip.unwrap_or(usual.flipped));
        Ok(Appearance { theme, flipped, ..usual })
    }
}

/// The match as somebody sees it.
fn shown(
    board: &Board,
    again: Option<&Rematch>,
    ratings: [Option<Rating>; 2],
    user: UserId,
    appearance: Appearance,
    speaker: &Speaker,
    now: Timestamp,
) -> Result<MatchState, WebError> {
    let Board { current, position, .. } = board;
    let over = current.outcome.is_some();
    let to_move = (!over).then(|| position.to_move());
    let scene = Scene { to_move, ..position.scene() };
    let side = |side: Side| SideState {
        letter: position.sides()[side.index()].letter,
        name: speaker.say(side_name(board, side)),
        player: speaker.say(player(current, side)),
        engine: current.seat(side).user().is_none(),
        rating: ratings[side.index()].map(|it| RatingState::of(it, board.rating_change(side))),
    };
    let (record, plies) = played(board, appearance)?;
    let own = current.side_of(user);
    // Whoever may choose a premove sees where their own pieces could go.
    let ahead = premoves::may_premove(board, user).ok().and_then(|it| position.with_turn_of(Side::BOTH[it]));
    let mut state = MatchState {
        id_of_state: String::new(),
        id: current.id.0,
        version: current.version(),
        plies: current.plies(),
        game: current.ruleset.info.name,
        rules: speaker.say(rules(&current.ruleset, current.rated, current.clock.control)),
        you: own.map(Side::index),
        sides: Side::BOTH.map(side),
        begins: current.mover(0).index(),
        to_move: to_move.map(Side::index),
        status: status(board, user, speaker),
        over,
        winner: current.outcome.and_then(|it| it.winner).map(Side::index),
        active_at: (!over).then_some(current.updated_at),
        clock: clock(board, now),
        offer: offer(board, user, speaker).or_else(|| again.map(|it| rematch(board, user, it, speaker))),
        can: can(board, again, user, now),
        record,
        last: LastState { plies },
        prepared: own.map(|it| current.lines[it.index()].clone()).filter(|_| !over).unwrap_or_default(),
        premove: own.and_then(|it| current.premoves[it.index()].as_ref()).map(|it| premove(it, speaker)),
        appearance: AppearanceState { theme: appearance.theme.name(), flipped: appearance.flipped },
        themes: Theme::ALL.map(|it| ThemeState { key: it.name(), name: theme_name(it, speaker.locale) }).into(),
        picture: picture(&**ahead.as_ref().unwrap_or(position), scene, appearance, speaker.locale)?,
    };
    state.id_of_state = mark_of(&mut state);
    Ok(state)
}

/// On which terms a match is played, in a line.
fn rules(ruleset: &Ruleset, rated: bool, clock: Option<TimeControl>) -> Text {
    let clock = clock.map_or("none".into(), |it| it.to_string().into());
    say("web-rules", &[("rules", ruleset.to_string().into()), ("rated", rated.into()), ("clock", clock)])
}

/// Stands for all that a person sees of a match, but for how far the clock has run.
fn mark_of(state: &mut MatchState) -> String {
    let clock = state.clock.take();
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(state).unwrap_or_default().hash(&mut hasher);
    clock.as_ref().map(|it| it.set).hash(&mut hasher);
    state.clock = clock;
    format!("{:x}", hasher.finish())
}

fn theme_name(theme: Theme, locale: Locale) -> String {
    say(&format!("web-theme-{}", theme.name()), &[]).in_locale(locale)
}

/// All moves as records have them, and the ways of the last ones.
fn played(board: &Board, appearance: Appearance) -> Result<(Vec<String>, Vec<MovePath>), WebError> {
    let moves = board.position.played();
    let Ok(mut position) = board.current.open() else { return Ok((Vec::new(), Vec::new())) };
    let look = render::Look { theme: appearance.theme, ..render::Look::default() };
    let plan = Plan::new(&Scene { flipped: appearance.flipped, ..position.scene() }, &look)?;
    let (mut record, mut ways) = (Vec::with_capacity(moves.len()), Vec::new());
    for (ply, mv) in moves.iter().enumerate() {
        record.push(written(&*position, *mv));
        if position.play(*mv).is_err() {
            break;
        }
        if ply + LAST_PLIES >= moves.len() {
            ways.extend(last_way(&position.scene(), &plan));
        }
    }
    Ok((record, ways))
}

fn status(board: &Board, user: UserId, speaker: &Speaker) -> String {
    let Board { current, position, .. } = board;
    if let Some(outcome) = current.outcome {
        // The flag at its beginning is for the chat.
        return speaker.say(result(board, outcome)).trim_start_matches(|it: char| !it.is_alphanumeric()).to_owned();
    }
    if current.awaits_votes() {
        return speaker.say(vote(board, user));
    }
    let side = position.to_move();
    let key = match current.seat(side) {
        _ if current.clock.is_paused => "web-paused",
        _ if current.awaits_rival() => "web-awaits-rival",
        Seat::Engine(_) => "web-engine-turn",
        Seat::User(player) if player == user => "web-your-turn",
        _ => "web-turn",
    };
    speaker.say(say_about(board, side, key, &[]))
}

/// How to vote on the next move, and what somebody has voted for.
fn vote(board: &Board, user: UserId) -> Text {
    let own = board.votes.iter().find(|it| it.user == user).map_or("none", |it| &it.chosen);
    let facts = [("own", own.to_owned().into()), ("voters", board.votes.len().into())];
    say_about(board, board.position.to_move(), "web-vote", &facts)
}

fn clock(board: &Board, now: Timestamp) -> Option<ClockState> {
    let current = &board.current;
    current.clock.control?;
    let running = deadlines::deadline(board);
    let mut left_ms = current.clock.reserves.map(Some);
    for side in Side::BOTH {
        if current.seat(side).user().is_none() {
            left_ms[side.index()] = None;
        }
    }
    if let Some(remaining) = deadlines::remaining(board, now) {
        left_ms[current.to_move().index()] = Some(remaining.max(0));
    }
    Some(ClockState {
        left_ms,
        running: running.map(|it| it.side.index()),
        runs_ms: deadlines::running_times(board, now),
        set: (current.clock.reserves, running.map(|it| it.over_at)),
    })
}

fn offer(board: &Board, user: UserId, speaker: &Speaker) -> Option<OfferState> {
    if let Some(declined) = board.current.declined_offer() {
        let text = speaker.say(say_about(board, declined.by, &format!("declined-{}", declined.kind.name()), &[]));
        return Some(OfferState { kind: "declined", by: None, text });
    }
    let pending = board.current.offers.pending?;
    let is_own = board.current.side_of(user) == Some(pending.by);
    let key = format!("web-offer-{}", pending.kind.name());
    let text = speaker.say(say_about(board, pending.by, &key, &[("own", is_own.into())]));
    Some(OfferState { kind: pending.kind.name(), by: Some(pending.by.index()), text })
}

fn premove(premove: &Premove, speaker: &Speaker) -> PremoveState {
    let why = match premove.dropped {
        None => "none",
        Some(PremoveObstacle::Illegal) => "illegal",
        Some(PremoveObstacle::Offer) => "offer",
    };
    let (from, to) = premove.chosen.split_once('-').unwrap_or_default();
    PremoveState {
        from: from.to_owned(),
        to: to.to_owned(),
        waits: premove.waits(),
        text: speaker.say(say("web-premove", &[("move", premove.chosen.clone().into()), ("dropped", why.into())])),
    }
}

/// How far the rematch is.
fn rematch(board: &Board, user: UserId, again: &Rematch, speaker: &Speaker) -> OfferState {
    match again {
        Rematch::Offered(challenge) => {
            let offer = &challenge.offer;
            let by = board.current.side_of(offer.challenger);
            let terms = rules(&offer.ruleset, offer.rated, offer.agreement.clock);
            let own = ("own", (offer.challenger == user).into());
            let text = say_about(board, by.unwrap_or(Side::First), "web-offer-rematch", &[own, ("rules", terms)]);
            OfferState { kind: "rematch", by: by.map(Side::index), text: speaker.say(text) }
        }
        Rematch::Begun(id, _) => {
            let text = speaker.say(say("web-rematch-begun", &[("match", id.to_string().into())]));
            OfferState { kind: "begun", by: None, text }
        }
    }
}

/// What somebody may do now, by the names that a page uses.
fn can(board: &Board, again: Option<&Rematch>, user: UserId, now: Timestamp) -> Vec<&'static str> {
    let current = &board.current;
    let is_player = current.side_of(user).is_some();
    let under_way = is_player && current.outcome.is_none();
    let offers = OfferKind::ALL.into_iter().map(|kind| (kind.name(), decide::may_offer(board, user, kind).is_ok()));
    let may_abort = decide::may_abort(current, user).is_ok();
    let may_move = decide::may_move(board, user).is_ok();
    let others = [
        ("move", is_player && may_move),
        ("vote", current.is_voted_on() && may_move),
        ("prepare", under_way && !may_move),
        ("premove", premoves::may_premove(board, user).is_ok()),
        ("abort", may_abort),
        ("resign", under_way && !may_abort),
        ("hint", decide::may_have_hint(board, user).is_ok() && current.outcome.is_none()),
        ("resume", decide::may_resume(board, user).is_ok()),
        ("claim", decide::claim(board, user, now).is_ok()),
        ("rematch", is_player && current.outcome.is_some() && again.is_none()),
        ("review", current.outcome.is_some() && current.plies() > 0),
        ("explore", decide::may_explore(current).is_ok()),
    ];
    others.into_iter().chain(offers).filter(|it| it.1).map(|it| it.0).collect()
}
