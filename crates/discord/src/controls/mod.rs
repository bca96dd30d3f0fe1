//! Buttons and menus carry all they need in their `custom_id`, so nothing has to be remembered. A control that has
//! outlived its board, or whose rows are in another database, says so.
//!
//! A new control is a variant of an action. A `custom_id` is the version of the format, and then the id of the database
//! and the control in base64.

mod ask;
mod menu;

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

pub use self::ask::{ExportForm, MatchRequest, TypedMove};
pub use self::menu::Menu;
pub(super) use self::menu::{MenuResult, MoveSoFar};
use games::Refusal;
use games::board::Move;
use play::decide::RematchTerms;
use play::ports::MatchHistory;
use play::puzzles::{PuzzlePlace, PuzzleVote};
use play::{Answer, ChallengeId, DatabaseId, LessonPlace, Match, MatchId, OfferKind, Subject, UserId};

/// The first character of every `custom_id`. It must change whenever controls that were posted before would be misread:
/// when a variant of [`Control`] or of an enum in it, also one of another crate, is removed or moved, or contains something
/// else. New variants belong at the end. A test pins them all: in its snapshot, lines may only be added.
const VERSION: char = '1';

/// What a button or a menu does, and to what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Control {
    /// Something about the board above it, which shows the match at a version.
    Board {
        id: MatchId,
        version: u32,
        action: BoardAction,
    },
    /// Something about a match, whatever has been played since.
    Match {
        id: MatchId,
        action: MatchAction,
    },
    Challenge {
        id: ChallengeId,
        action: ChallengeAction,
    },
    /// Something that only this person may do.
    Person {
        user: UserId,
        action: PersonalAction,
    },
    /// Something that anybody may do, for themselves.
    Anyone(AnyonesAction),
}

/// What can be done with a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BoardAction {
    /// Choose from a menu; the interaction's value is the choice.
    Choose(Menu),
    Pass,
    /// See the legal moves.
    Legal,
    Hint,
    /// See the board from one's own side.
    MyView,
    Resign,
    /// Only the user who was asked can confirm.
    ConfirmResign(UserId),
    /// See what else can be done in the match.
    More,
    /// Make an offer to the other player.
    Offer(OfferKind),
    /// Accept an offer, or decline it or take it back.
    AnswerOffer(OfferKind, bool),
    /// Resume after a pause.
    Resume,
    /// Claim the win because the other player has not moved for too long.
    Claim,
    /// See what is prepared.
    Plans,
    /// Choose the next move of a line that is being prepared, from a menu; without a menu, see the board at its end.
    Plan(Line, Option<Menu>),
    /// Save a line as prepared.
    SavePlan(Line),
    /// Drop a prepared line; the interaction's value is its beginning.
    DropPlan,
    /// Drop everything that is prepared.
    DropPlans,
    /// Type a move. The control contains an example, because the form must open before anything can be looked up.
    TypeMove(Option<Move>),
    /// Mute further notices of this turn.
    Hush,
    /// Play the move that this user has mentioned.
    PlayMentioned(UserId, Move),
}

/// What can be done with a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MatchAction {
    /// End a match that is set aside. Only the user who was asked can confirm.
    ConfirmAbandon(UserId),
    Rematch(RematchTerms),
    /// See the review of a finished match.
    Review,
    Rules,
    /// Ask whether to block the other player.
    Block,
    ConfirmBlock,
    /// Start or stop watching.
    Watch(bool),
    /// End a match in one's own server, as its moderator.
    ConfirmEnd,
    /// Get a link to its board on a page.
    OpenBoard,
    /// Explore it. The number is the mark of what was explored when the control was shown; without it, it is opened.
    Explore(Option<(u32, ExploreAction)>),
    /// See it again, move by move: what is done with which of its positions. Without these, it is opened.
    Replay(Option<(ReplayPlace, ReplayAction)>),
    /// Get it as a file; the interaction's value is the name of its form.
    Export,
    /// Play on from the position after so many plies, against the engine.
    Try(u32),
    /// Show everybody how it went.
    Share,
    /// See one of its turning points, counted from 0; without a number, the first one.
    Turning(Option<u8>),
    /// See what one has voted for.
    OwnVotes,
    /// Ask whether to remove an imported record.
    Remove,
    ConfirmRemove,
}

/// Which position of a match somebody sees again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReplayPlace {
    /// After how many plies.
    pub ply: u32,
    /// Whether the board is turned from how its reader usually sees it.
    pub is_turned: bool,
}

/// What can be done while seeing a match again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ReplayAction {
    Start,
    Back,
    Forward,
    End,
    /// Go to the position after a move; the interaction's value is its number.
    Jump,
    Flip,
    /// Explore from this position.
    Explore,
    /// Play on from this position, against the engine.
    Try,
}

/// What can be done while exploring a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ExploreAction {
    /// Choose a move from a menu; the interaction's value is the choice.
    Choose(Menu),
    Pass,
    Back,
    /// See the present position of the match.
    Present,
    /// See a line that is kept; the interaction's value is its place among them.
    Show,
    Forget,
    /// Play the first explored move.
    Play,
    /// Prepare the explored moves.
    Prepare,
}

/// What can be done with a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ChallengeAction {
    Accept,
    Decline,
    Withdraw,
    Rules,
}

/// What one person was asked, or is shown about themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PersonalAction {
    /// Choose the match in which to do what was asked for; the interaction's value is the number.
    Pick(MatchRequest),
    /// Choose what the answer is to; the interaction's value is the proposal.
    Reply(Answer),
    /// Change a setting. Unless it is a switch, the interaction's value is the new one.
    Set(SettingChoice),
    /// Mute further notices of a turn in one of several matches, which is the interaction's value.
    HushOneOf,
    /// Choose how long to be away.
    Away,
    /// Be away for as many days as the interaction's value says.
    AwayFor,
    /// Delete everything that is kept about the person.
    ConfirmDelete,
    /// Do something in a lesson.
    Learn(LessonPlace, LessonAction),
    /// Open the next lesson of a game; the interaction's value is its key.
    LearnGame,
    /// Begin the match that follows the lessons of the game of a key.
    FirstMatch(String),
    /// Do something at a puzzle.
    Puzzle(PuzzlePlace, PuzzleAction),
    /// Play a typed move in that match, and not in the exercise that is open.
    PlayInstead(MatchId, TypedMove),
    /// Try a typed move in the exercise that is open.
    TryOpen(TypedMove),
}

/// What can be done in a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LessonAction {
    Open,
    /// Choose a move from a menu; the interaction's value is the choice.
    Choose(Menu),
    /// Type a move.
    Type,
}

/// What can be done at a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PuzzleAction {
    /// Choose a move from a menu; the interaction's value is the choice.
    Choose(Menu),
    /// Type a move.
    Type,
    Hint,
    Solution,
    /// Get another one.
    Next,
    Vote(PuzzleVote),
    /// Play on from it, against the engine.
    Play,
}

/// What anybody can do anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum AnyonesAction {
    /// See all games.
    Games,
    /// Read the rules of a game; the interaction's value is its key.
    RulesOfGame,
    /// See what can be varied in the game of a key: its presets and options.
    Variants(String),
    /// Begin a match that suits the person.
    Play,
    /// Read more about a command, which is the interaction's value. The number tells the menus of one message apart.
    Help(usize),
    /// See one's settings.
    Settings,
    /// See the next board that waits for the person, after the one of this match.
    NextBoard(MatchId),
    /// See a page of somebody's matches that are over.
    History(MatchHistory, u32),
    /// Challenge this person on the terms that are filled into a form.
    Challenge(UserId),
    /// See a match again; the interaction's value is its number.
    Replay,
    /// See a page of a leaderboard.
    Leaderboard(Ranking, u32),
    /// See the page of a leaderboard that one is on.
    Rank(Ranking),
    /// See how strong the engine is at each level of a game, which is given by its key.
    Levels(String),
    /// See how somebody's rating has changed at a game; the interaction's value is its key.
    RatingChart(UserId),
    /// Solve the puzzle of that day.
    Daily(i64),
    /// Be pinged for the puzzle of the day, or no longer.
    DailyPing,
    /// Read the rules of a ruleset, which is given by its text.
    Rules(String),
    /// Open the next lesson of the game of a key.
    Learn(String),
}

/// A leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// The key of the game.
    pub game: String,
    /// Whether the matches of all servers count.
    pub is_global: bool,
}

/// An item in the settings panel; a switch contains its new state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SettingChoice {
    Theme,
    Flip,
    TextBoard,
    Notices,
    Lettered(bool),
    PlaysForced(bool),
    Unlisted(bool),
    /// It has no state: all boards that are open are closed.
    CloseBoards,
}

/// Moves in sequence.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Line(pub Vec<Move>);

impl Control {
    /// Discord's limit for a `custom_id`.
    pub const MAX_CHARS: usize = 100;

    /// The control with an action for the board that shows a match as it is now.
    pub fn board(current: &Match, action: BoardAction) -> Self {
        Self::Board { id: current.id, version: current.version(), action }
    }

    pub fn of_match(id: MatchId, action: MatchAction) -> Self {
        Self::Match { id, action }
    }

    pub fn of_challenge(id: ChallengeId, action: ChallengeAction) -> Self {
        Self::Challenge { id, action }
    }

    pub fn of_person(user: UserId, action: PersonalAction) -> Self {
        Self::Person { user, action }
    }

    /// As a `custom_id`, for a control whose rows are in a database.
    ///
    /// # Panics
    /// Never: plain data can always be written.
    pub fn custom_id(&self, database: DatabaseId) -> String {
        let bytes = postcard::to_allocvec(&(database, self)).expect("plain data can be written");
        format!("{VERSION}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a `custom_id`: the control, and the database of its rows. `None` if this version writes none like it.
    pub fn decode(custom_id: &str) -> Option<(DatabaseId, Self)> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(custom_id.strip_prefix(VERSION)?).ok()?;
        let (read, rest) = postcard::take_from_bytes(&bytes).ok()?;
        rest.is_empty().then_some(read)
    }

    /// Reads the control in a `custom_id`, unless its rows are in another database than `here`.
    pub fn read(custom_id: &str, here: DatabaseId) -> Result<Self, Refusal> {
        match Self::decode(custom_id) {
            Some((database, control)) if database == here => Ok(control),
            Some(_) => Err(Refusal::new("foreign-control")),
            None => Err(Refusal::new("unknown-control")),
        }
    }

    /// A word for what the control in a `custom_id` does, for metrics and the log. It never contains text from outside.
    pub fn name_in(custom_id: &str) -> String {
        let name = match Self::decode(custom_id) {
            None => "unknown",
            Some((_, Self::Board { action, .. })) => action.into(),
            Some((_, Self::Match { action, .. })) => action.into(),
            Some((_, Self::Challenge { action, .. })) => action.into(),
            Some((_, Self::Person { action, .. })) => action.into(),
            Some((_, Self::Anyone(action))) => action.into(),
        };
        format!("control:{name}")
    }

    /// The only person who may use it, if it is for one person, and the refusal that everybody else gets.
    pub(super) fn owner(&self) -> Option<(UserId, &'static str)> {
        match self {
            Self::Board { action: BoardAction::ConfirmResign(owner), .. }
            | Self::Match { action: MatchAction::ConfirmAbandon(owner), .. } => Some((*owner, "not-your-question")),
            Self::Person {
                user,
                action:
                    PersonalAction::Pick(_)
                    | PersonalAction::Reply(_)
                    | PersonalAction::PlayInstead(..)
                    | PersonalAction::TryOpen(_),
            } => Some((*user, "not-your-choice")),
            Self::Board { action: BoardAction::PlayMentioned(owner, _), .. } => Some((*owner, "not-your-choice")),
            Self::Person { user, .. } => Some((*user, "not-your-control")),
            _ => None,
        }
    }

    /// The match or challenge that it is about, if any.
    pub(super) fn subject(&self) -> Option<Subject> {
        match self {
            Self::Board { id, version, .. } => Some(Subject::Board(*id, *version)),
            Self::Match { id, .. } => Some(Subject::Match(*id)),
            Self::Challenge { id, .. } => Some(Subject::Challenge(*id)),
            Self::Person { .. } | Self::Anyone(_) => None,
        }
    }

    /// Whether its answer is visible only to the person who used it.
    pub(super) fn is_answered_privately(&self) -> bool {
        use {BoardAction as Board, MatchAction as Match};
        match self {
            Self::Board { action, .. } => matches!(
                action,
                Board::Legal
                    | Board::Hint
                    | Board::MyView
                    | Board::Resign
                    | Board::More
                    | Board::Offer(_)
                    | Board::Claim
                    | Board::Plans
                    | Board::TypeMove(_)
                    | Board::Hush
            ),
            Self::Match { action, .. } => {
                matches!(
                    action,
                    Match::Review
                        | Match::Rules
                        | Match::Block
                        | Match::Watch(_)
                        | Match::OpenBoard
                        | Match::Explore(None)
                        | Match::Replay(None | Some((_, ReplayAction::Explore | ReplayAction::Try)))
                        | Match::Export
                        | Match::Try(_)
                        | Match::Turning(None)
                        | Match::OwnVotes
                        | Match::Remove
                )
            }
            Self::Challenge { action, .. } => matches!(action, ChallengeAction::Rules),
            Self::Person { action, .. } => {
                matches!(
                    action,
                    PersonalAction::HushOneOf
                        | PersonalAction::Away
                        | PersonalAction::FirstMatch(_)
                        | PersonalAction::Puzzle(_, PuzzleAction::Vote(_) | PuzzleAction::Play)
                )
            }
            Self::Anyone(action) => !matches!(
                action,
                AnyonesAction::Help(_)
                    | AnyonesAction::History(..)
                    | AnyonesAction::Leaderboard(..)
                    | AnyonesAction::RatingChart(_)
            ),
        }
    }
}

/// As somebody types it: moves with spaces between.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&moves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::DeserializeOwned;

    use super::*;
    use play::decide::MoveText;
    use play::ports::Against;
    use play::{DailyPlace, GuildId};
    use render::Theme;

    const HERE: DatabaseId = DatabaseId(0xa1b2c);
    const ELSEWHERE: DatabaseId = DatabaseId(0xa1b2d);

    /// Controls of all kinds. Small bytes are what variants, squares, and lengths are written as.
    fn controls() -> impl Strategy<Value = Control> {
        let bytes = proptest::collection::vec(0u8..20, 2..20);
        bytes.prop_filter_map("no control", |it| Some(postcard::take_from_bytes(&it).ok()?.0))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn a_control_is_read_as_it_is_written(control in controls(), database in 0..=DatabaseId::MAX.0) {
            let custom_id = control.custom_id(DatabaseId(database));
            prop_assert_eq!(Control::decode(&custom_id), Some((DatabaseId(database), control)));
        }

        #[test]
        fn nonsense_is_unknown(text in ".*", bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let coded = format!("{VERSION}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes));
            for custom_id in [text, coded] {
                let is_unknown = Control::read(&custom_id, HERE) == Err(Refusal::new("unknown-control"));
                prop_assert_eq!(is_unknown, Control::name_in(&custom_id) == "control:unknown");
            }
        }
    }

    #[test]
    fn the_longest_controls_fit_discord() {
        let (id, version, user) = (MatchId(i64::MIN), u32::MAX, UserId(u64::MAX));
        let j10 = "j10".parse().unwrap();
        let line = Line(vec![Move::new(j10, j10); 20]);
        let longest =
            ["a10-b10-c10-d10-e10-f10-g10-h10-j10 draw"].map(|it| TypedMove::of(&MoveText::read(it)).unwrap());
        let games = games::GAMES.iter().map(|it| Control::Anyone(AnyonesAction::Variants(it.info().key.to_owned())));
        let others = [
            Control::Board { id, version, action: BoardAction::Plan(line, Some(Menu::Targets(j10, u8::MAX))) },
            Control::Board { id, version, action: BoardAction::ConfirmResign(user) },
            Control::of_match(
                id,
                MatchAction::Explore(Some((u32::MAX, ExploreAction::Choose(Menu::Targets(j10, u8::MAX))))),
            ),
            Control::Person { user, action: PersonalAction::Pick(MatchRequest::Move(longest[0])) },
            Control::Person {
                user,
                action: PersonalAction::Puzzle(
                    PuzzlePlace {
                        game: "knightthrough".into(),
                        id: u32::MAX,
                        found: u8::MAX,
                        daily: Some(DailyPlace { guild: GuildId(u64::MAX), day: 1_000_000 }),
                    },
                    PuzzleAction::Choose(Menu::Targets(j10, u8::MAX)),
                ),
            },
            Control::Anyone(AnyonesAction::Help(usize::MAX)),
            Control::Anyone(AnyonesAction::Leaderboard(
                Ranking { game: "knightthrough".into(), is_global: true },
                u32::MAX,
            )),
        ];
        for control in games.chain(others) {
            let custom_id = control.custom_id(DatabaseId::MAX);
            assert!(custom_id.len() <= Control::MAX_CHARS, "{control:?} takes {} characters", custom_id.len());
        }
    }

    /// Each variant of an enum as the first byte of a `custom_id` selects it, with zeros for what it contains.
    fn variants<T: DeserializeOwned + fmt::Debug>() -> String {
        let name = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
        let mut bytes = [0; 64];
        let read = |number| {
            bytes[0] = number;
            let (variant, _) = postcard::take_from_bytes::<T>(&bytes).ok()?;
            Some(format!("{name} {number} = {variant:?}\n"))
        };
        (0..128).filter_map(read).collect()
    }

    #[test]
    fn old_controls_keep_their_meaning() {
        let pinned = [
            variants::<Control>(),
            variants::<BoardAction>(),
            variants::<MatchAction>(),
            variants::<ExploreAction>(),
            variants::<ReplayAction>(),
            variants::<ChallengeAction>(),
            variants::<PersonalAction>(),
            variants::<AnyonesAction>(),
            variants::<SettingChoice>(),
            variants::<MatchRequest>(),
            variants::<ExportForm>(),
            variants::<Menu>(),
            variants::<Answer>(),
            variants::<OfferKind>(),
            variants::<RematchTerms>(),
            variants::<Against>(),
            variants::<Theme>(),
        ];
        insta::assert_snapshot!("variants", format!("version {VERSION}\n{}", pinned.concat()));
    }

    #[test]
    fn other_versions_and_other_databases_are_refused() {
        let accept = Control::Challenge { id: ChallengeId(7), action: ChallengeAction::Accept };
        let custom_id = accept.custom_id(HERE);
        assert_eq!(Control::name_in(&custom_id), "control:accept");
        assert_eq!(Control::read(&custom_id, ELSEWHERE), Err(Refusal::new("foreign-control")));
        for other in [custom_id.replacen(VERSION, "0", 1), format!("{custom_id}A"), "1:accept:7@a1b2c".to_owned()] {
            assert_eq!(Control::read(&other, HERE), Err(Refusal::new("unknown-control")), "{other}");
        }
        assert_eq!(Control::read(&custom_id, HERE), Ok(accept));
    }
}
