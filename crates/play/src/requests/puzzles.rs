//! Puzzles: choosing one, and solving it.

use std::cmp::Reverse;

use games::{GAMES, Info, PuzzleId, PuzzleTheme, Refusal};
use jiff::Timestamp;

use super::host::Host;
use crate::core::{HostError, TRIES};
use crate::daily::{DailyTry, MAX_DAILY_PINGS};
use crate::decide::{MoveInput, read_move};
use crate::ports::{StoreError, StoreResult};
use crate::puzzles::{
    OpenPuzzle, PuzzlePage, PuzzlePlace, PuzzleScore, PuzzleTold, PuzzleVote, SettledPuzzle, attempt, first_rating,
    suitable,
};
use crate::study::{Exercise, OpenExercise, Study};
use crate::{Asker, CustomStart, DailyPlace, GuildId, LevelChoice, MatchId, Opening, Place, Rating, Seat};
use games::board::Side;

/// What somebody does at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleStep {
    /// See it as it is.
    Open,
    Move(MoveInput),
    /// See which piece moves.
    Hint,
    /// See the moves that are left.
    Solution,
}

/// How many people think what of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleOpinion {
    pub info: &'static Info,
    pub id: PuzzleId,
    pub wrong: u32,
    pub too_easy: u32,
    pub nice: u32,
}

impl Host {
    /// A puzzle of a game that suits somebody, about a theme if one is named; from then on it's the one they are at.
    pub async fn puzzle(
        &self,
        asker: Asker,
        info: &'static Info,
        theme: Option<PuzzleTheme>,
    ) -> Result<PuzzlePage, HostError> {
        let store = &self.ports.store;
        let study = self.study(asker).await?;
        let (tried, ratings) =
            (store.tried_puzzles(asker.user, info.key).await?, store.puzzle_ratings(info.key).await?);
        let is_about = |it: &&games::Puzzle| theme.is_none_or(|theme| it.themes.contains(&theme));
        let puzzles = games::puzzles(info).iter().filter(is_about);
        let suiting = suitable(puzzles, &tried, &ratings, study.score(info.key).rating.rating);
        let none = || {
            let theme = theme.map_or("any", PuzzleTheme::as_str);
            Refusal::new("no-such-puzzle").with("game", info.name).with("theme", theme)
        };
        let count = u32::try_from(suiting.len()).unwrap_or_default();
        let puzzle = suiting.get(self.ports.dice.below(count) as usize).ok_or_else(none)?;
        let place = PuzzlePlace::begin(info, puzzle);
        let open = OpenPuzzle { place, wrong: 0, is_settled: tried.contains(&puzzle.id) };
        let study = self.note_puzzle(asker, &open).await?;
        page(open, PuzzleTold::Task, &study, None)
    }

    /// Opens the puzzle of the day in a server. Its answers count until the next one is posted.
    pub async fn daily_puzzle(&self, asker: Asker, guild: GuildId, day: i64) -> Result<PuzzlePage, HostError> {
        let last = self.server(Some(guild)).await?.daily.last.filter(|it| it.card.day == day);
        let puzzle = last.ok_or_else(|| Refusal::new("daily-over"))?.card.puzzle;
        let place = PuzzlePlace { daily: Some(DailyPlace { guild, day }), ..puzzle };
        place.find()?;
        let known = self.study(asker).await?;
        let open = self.reopened(asker, &known, &place).await?;
        let study = self.note_puzzle(asker, &open).await?;
        page(open, PuzzleTold::Task, &study, None)
    }

    /// Notes that somebody is at a puzzle from now on.
    async fn note_puzzle(&self, asker: Asker, open: &OpenPuzzle) -> Result<Study, HostError> {
        let now = self.ports.clock.now();
        self.change_study(asker, |it| *it = at_puzzle(it, asker, open, now)).await
    }

    /// Takes a step at a puzzle. With a place other than where the person is, it only shows how far they are.
    pub async fn puzzle_step(
        &self,
        asker: Asker,
        place: PuzzlePlace,
        step: &PuzzleStep,
    ) -> Result<PuzzlePage, HostError> {
        let is_late = match place.daily {
            Some(daily) => self.server(Some(daily.guild)).await?.daily.last.is_none_or(|it| it.card.day != daily.day),
            None => false,
        };
        Ok(PuzzlePage { is_late, ..self.take_step(asker, place, step, is_late).await? })
    }

    /// The same; what is done at a puzzle of the day once it's over isn't counted there.
    async fn take_step(
        &self,
        asker: Asker,
        place: PuzzlePlace,
        step: &PuzzleStep,
        is_late: bool,
    ) -> Result<PuzzlePage, HostError> {
        let mut is_noted = is_late;
        for _ in 0..TRIES {
            let known = self.study(asker).await?;
            let open = self.reopened(asker, &known, &place).await?;
            if open.place != place {
                return page(open, PuzzleTold::Changed, &known, None);
            }
            let (_, puzzle) = place.find()?;
            let (next, told) = stepped(&open, puzzle, step)?;
            let done = match told {
                PuzzleTold::Wrong(_) => Some(DailyTry::Wrong),
                PuzzleTold::Solved(_) => Some(DailyTry::Solved),
                PuzzleTold::Hint(_) => Some(DailyTry::Hint),
                PuzzleTold::Solution(_) => Some(DailyTry::GaveUp),
                _ => None,
            };
            if let (Some(daily), Some(done), false) = (open.place.daily, done, is_noted) {
                self.ports.store.note_daily_try(daily, asker.user, done, self.ports.clock.now()).await?;
                is_noted = true;
            }
            let settles = !open.is_settled && next.is_settled;
            let mut study = at_puzzle(&known, asker, &next, self.ports.clock.now());
            let kept = if settles {
                let is_solved = matches!(told, PuzzleTold::Solved(_));
                let settled = self.rated(&mut study, &place, is_solved).await?;
                self.ports.store.settle_puzzle(asker.user, &known, &study, &settled, self.ports.clock.now()).await
            } else if study == known {
                Ok(())
            } else {
                self.ports.store.set_study(asker.user, &known, &study).await
            };
            match kept {
                Err(StoreError::Conflict) => {}
                kept => {
                    kept?;
                    return page(next, told, &study, settles.then(|| known.score(&place.game)));
                }
            }
        }
        Err(Refusal::new("too-late").into())
    }

    /// Lets somebody be pinged for the puzzles of the day of a server, or no longer. Returns whether they are from now on.
    pub async fn toggle_daily_ping(&self, asker: Asker, guild: GuildId) -> Result<bool, HostError> {
        let pinged = self.ports.store.daily_pings(guild).await?;
        let is_wanted = !pinged.contains(&asker.user);
        if is_wanted && pinged.len() >= MAX_DAILY_PINGS {
            return Err(Refusal::new("daily-pings-full").with("count", pinged.len().to_string()).into());
        }
        self.ports.store.set_daily_ping(guild, asker.user, is_wanted).await?;
        Ok(is_wanted)
    }

    /// Keeps what somebody thinks of a puzzle that they have tried.
    pub async fn vote_on_puzzle(
        &self,
        asker: Asker,
        place: &PuzzlePlace,
        vote: PuzzleVote,
    ) -> Result<PuzzlePage, HostError> {
        let (info, puzzle) = place.find()?;
        if !self.ports.store.vote_on_puzzle(asker.user, info.key, puzzle.id, vote).await? {
            return Err(Refusal::new("puzzle-untried").into());
        }
        let study = self.study(asker).await?;
        let open = OpenPuzzle { place: place.clone(), wrong: 0, is_settled: true };
        page(open, PuzzleTold::Task, &study, None)
    }

    /// What people think of the puzzles of all games: those first that most call wrong, then those that most find too easy.
    pub async fn puzzle_votes(&self) -> StoreResult<Vec<PuzzleOpinion>> {
        let mut opinions: Vec<PuzzleOpinion> = Vec::new();
        for info in GAMES.iter().map(|it| it.info()) {
            let votes = self.ports.store.puzzle_votes(info.key).await?;
            for of_one in votes.chunk_by(|one, other| one.0 == other.0) {
                let count = |vote| of_one.iter().find(|it| it.1 == vote).map_or(0, |it| it.2 as u32);
                let [wrong, too_easy, nice] = [PuzzleVote::Wrong, PuzzleVote::TooEasy, PuzzleVote::Nice].map(count);
                opinions.push(PuzzleOpinion { info, id: of_one[0].0, wrong, too_easy, nice });
            }
        }
        opinions.sort_by_key(|it| Reverse((it.wrong, it.too_easy, it.nice)));
        Ok(opinions)
    }

    /// Begins a casual match against the engine from a puzzle, with the side to move. Returns its level, too.
    pub async fn play_puzzle(
        &self,
        asker: Asker,
        place: Place,
        puzzle: &PuzzlePlace,
    ) -> Result<(MatchId, u8), HostError> {
        let (_, puzzle) = puzzle.find()?;
        let position = games::open(&puzzle.ruleset, Some(&puzzle.position)).map_err(|_| Refusal::new("puzzle-gone"))?;
        let level = self.level(LevelChoice::Auto, asker.user, &puzzle.ruleset).await?;
        let mut seats = [Seat::User(asker.user); 2];
        seats[position.to_move().other().index()] = Seat::Engine(level);
        let second_begins = position.to_move() == Side::Second;
        let start = CustomStart { position: puzzle.position.clone(), second_begins };
        let opening = Opening { of: None, start: Some(start), moves: Vec::new() };
        let begun = self.play_on(asker, place, puzzle.ruleset.clone(), seats, opening, None).await?;
        Ok((begun, level))
    }

    /// The puzzle at which somebody is, if it's that one; otherwise that one from there, which counts only if it's new.
    async fn reopened(&self, asker: Asker, study: &Study, place: &PuzzlePlace) -> StoreResult<OpenPuzzle> {
        if let Some(OpenExercise::Puzzle(open)) = &study.open
            && open.place.is_of_same(place)
        {
            return Ok(open.clone());
        }
        let tried = self.ports.store.tried_puzzles(asker.user, &place.game).await?;
        // Who comes back to the middle of one has seen more than its beginning.
        let is_settled = place.found > 0 || tried.iter().any(|it| it.0 == place.id);
        Ok(OpenPuzzle { place: place.clone(), wrong: 0, is_settled })
    }

    /// What a puzzle that was tried for the first time counts, put into a study.
    async fn rated(&self, study: &mut Study, place: &PuzzlePlace, is_solved: bool) -> Result<SettledPuzzle, HostError> {
        let (info, puzzle) = place.find()?;
        let ratings = self.ports.store.puzzle_ratings(info.key).await?;
        let known = ratings.iter().find(|(id, _)| *id == puzzle.id).map(|it| it.1);
        let (score, rating): (_, Rating) =
            study.score(info.key).after(known.unwrap_or_else(|| first_rating(puzzle)), is_solved);
        study.scores.insert(info.key.to_owned(), score);
        Ok(SettledPuzzle { game: info.key, id: puzzle.id, is_solved, rating })
    }
}

/// A study with a puzzle open, also in the asker's channel, unless all its moves are found.
fn at_puzzle(study: &Study, asker: Asker, open: &OpenPuzzle, now: Timestamp) -> Study {
    let mut next = Study { open: Some(OpenExercise::Puzzle(open.clone())), ..study.clone() };
    if open.place.find().is_ok_and(|it| !open.place.is_done(it.1)) {
        next.show_in(asker.channel, Exercise::Puzzle(open.place.clone()), now);
    } else {
        next.leave(asker.channel);
    }
    next
}

/// What a step leads to.
fn stepped(open: &OpenPuzzle, puzzle: &games::Puzzle, step: &PuzzleStep) -> Result<(OpenPuzzle, PuzzleTold), Refusal> {
    let place = &open.place;
    let left = || puzzle.line[usize::from(place.found).min(puzzle.line.len())..].to_vec();
    let settled = OpenPuzzle { is_settled: true, ..open.clone() };
    Ok(match step {
        PuzzleStep::Open => (open.clone(), PuzzleTold::Task),
        _ if place.is_done(puzzle) => (open.clone(), PuzzleTold::Task),
        PuzzleStep::Hint => (settled, PuzzleTold::Hint(left()[0].from)),
        PuzzleStep::Solution => {
            let found = puzzle.line.len() as u8;
            (OpenPuzzle { place: PuzzlePlace { found, ..place.clone() }, ..settled }, PuzzleTold::Solution(left()))
        }
        PuzzleStep::Move(said) => match read_move(&*place.position(puzzle)?, said) {
            Err(refusal) => (open.clone(), PuzzleTold::Refused(refusal)),
            Ok(chosen) => {
                let (place, told) = attempt(place, puzzle, chosen);
                match told {
                    PuzzleTold::Wrong(_) => (OpenPuzzle { wrong: open.wrong + 1, ..settled }, told),
                    PuzzleTold::Solved(_) => (OpenPuzzle { place, ..settled }, told),
                    _ => (OpenPuzzle { place, ..open.clone() }, told),
                }
            }
        },
    })
}

fn page(
    open: OpenPuzzle,
    told: PuzzleTold,
    study: &Study,
    before: Option<PuzzleScore>,
) -> Result<PuzzlePage, HostError> {
    let (info, puzzle) = open.place.find()?;
    let position = open.place.position(puzzle)?;
    Ok(PuzzlePage { info, puzzle, open, position, told, score: study.score(info.key), before, is_late: false })
}
