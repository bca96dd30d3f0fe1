//! Every view as the complete message that people get, in English and as data. `INSTA_UPDATE=always cargo test --lib snapshots` rewrites the
//! snapshots; review the changes in `snapshots/`.

use std::collections::HashMap;
use std::sync::Arc;

use games::board::Side;
use games::{GAMES, Outcome, ReadMove, Reason, Refusal, Ruleset};
use jiff::Timestamp;

use super::board::{self, Appearance, Invitation};
use super::explored::exploring;
use super::view::Row;
use super::{Embed, SelectOption, View, advice, cards, help, lists, notices, panel, settings, standings};
use crate::controls::{MatchRequest, MoveSoFar, TypedMove};
use play::decide::MoveText;
use play::ports::{
    Against, HistoryPage, LeaderboardPage, MatchHistory, OpponentTally, Post, ResultTally, Scope, ServerStats,
    Standing, Upset, WeeklyDigest,
};
use play::preferences::{Notices, TextBoard};
use play::puzzles::PuzzleScore;
use play::rating::Points;
use play::reminders::Reminder;
use play::{
    Advice, Agreement, Assessment, Board, Candidate, Challenge, ChallengeId, ChallengeState, ChannelId, Exploration,
    Explored, ExploredLine, FavoriteOpening, GuildId, LiveBoard, Match, MatchClock, MatchDelivery, MatchId, MessageId,
    Names, NewChallenge, NewMatch, NoThread, Offer, OfferKind, OwnThread, Place, Preferences, Profile, Proven, Rating,
    RatingBasis, RatingChange, RatingProgress, Review, Seat, Setting, SideChoice, Stake, UserId,
};
use render::Theme;
use texts::{Locale, Text, say};

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };
const PEOPLE: [Seat; 2] = [Seat::User(ANN), Seat::User(BOB)];

/// A game that Black wins with its last move (M. Winands, 2000).
const SHORTEST: &str = "d1-b3 h5-g4 b1-b4 g4-g1 b4-e7 a3-c1 b3-e6 h3-f1 e1-e5";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

/// What Ann, who is settled, and Bob, who is new, win or lose.
fn stakes() -> Vec<Stake> {
    let ratings = [Rating { rating: 1712.0, deviation: 60.0, volatility: 0.06 }, Rating::default()];
    Stake::of(PEOPLE, RatingBasis { ratings, earlier: 0 })
}

/// Match 12 under these rules after these moves; it is over if the rules say so.
fn played(rules: &str, seats: [Seat; 2], moves: &str) -> Board {
    let begun = NewMatch { rated: true, ..NewMatch::casual(PLACE, games::read_ruleset(rules).unwrap(), seats) };
    let live_board = Some(LiveBoard { message: MessageId(900), revision: None, plies: 0, is_told: true });
    let current = Match {
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        delivery: MatchDelivery { live_board, ..MatchDelivery::default() },
        clock: MatchClock::default(),
        updated_at: at(60),
        ..begun.begun(MatchId(12), at(0))
    };
    let mut board = Board::of(current).unwrap();
    board.current.outcome = board.position.outcome();
    board
}

/// The live board, which notifies the player to move.
fn live(board: &Board) -> Result<View, render::PictureError> {
    let current = &board.current;
    let next = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none());
    board::live(board, Appearance::default(), Invitation::ReplyOrChoose, next.as_slice(), &[], true)
}

/// The refusal of a move.
fn refusal_of(board: &Board, typed: &str) -> Refusal {
    let Err(ReadMove::Illegal(refusal)) = board.position.read(typed) else { panic!("{typed} is refused") };
    refusal
}

fn ended(moves: &str, end: Outcome) -> Board {
    let mut board = played("loa:mso", PEOPLE, moves);
    board.current.outcome = Some(end);
    board
}

fn offer(opponent: Option<UserId>, state: ChallengeState, rules: &str) -> Challenge {
    let offer = NewChallenge {
        place: PLACE,
        challenger: ANN,
        opponent,
        ruleset: games::read_ruleset(rules).unwrap(),
        side: SideChoice::Random,
        rated: games::read_ruleset(rules).unwrap().is_preset(),
        agreement: Agreement::default(),
        rematch_of: None,
        expires_at: at(3600),
    };
    Challenge { id: ChallengeId(5), offer, state, revision: 0, message: None, made_at: Timestamp::UNIX_EPOCH }
}

fn assessment(board: &Board) -> Assessment {
    let legal = board.position.legal();
    let candidate = |index: usize, proven| Candidate { line: vec![legal[index]], chance: 0.62, proven };
    let proven = Proven { result: Points::Win, plies: Some(3) };
    Assessment { chance: 0.62, candidates: vec![candidate(0, Some(proven)), candidate(1, None)] }
}

/// Everything in a view that is read, and what each text is.
fn texts_of(view: &View) -> Vec<(String, &Text)> {
    let mut texts = vec![(String::new(), &view.content)];
    if let Some(Embed { title, text, fields, footer }) = &view.embed {
        texts.extend([("[embed] ".to_owned(), title), (String::new(), text)]);
        texts.extend(fields.iter().flat_map(|it| [("[field] ".to_owned(), &it.0), (String::new(), &it.1)]));
        texts.push(("[footer] ".to_owned(), footer));
    }
    texts.extend(view.picture.iter().map(|it| (format!("[picture {}] ", it.name), &it.alt)));
    for row in &view.rows {
        match row {
            Row::Buttons(buttons) => texts.extend(buttons.iter().map(|it| (format!("[{:?}] ", it.action), &it.label))),
            Row::Menu(menu) => {
                texts.push((format!("[{:?}] ", menu.control), &menu.placeholder));
                let option = |it: &'_ SelectOption| format!("    {:?} ", it.value);
                texts.extend(
                    menu.options.iter().flat_map(|it| [(option(it), &it.label), ("        ".into(), &it.description)]),
                );
            }
        }
    }
    texts.retain(|it| *it.1 != Text::default());
    texts
}

/// A message in words, its controls, and who is notified; and the sentences of which it is made.
fn words(view: &View) -> String {
    let texts = texts_of(view);
    let mut lines: Vec<String> =
        texts.iter().map(|(what, text)| format!("{what}{}", text.in_locale(Locale::English))).collect();
    lines.extend((!view.pings.is_empty()).then(|| format!("[pings] {:?}", view.pings)));
    lines.push("\n[sentences]".to_owned());
    let sentences = texts.iter().map(|it| it.1).filter(|text| !matches!(text, Text::Word(_)));
    lines.extend(sentences.map(|text| format!("{text:#?}")));
    lines.join("\n").replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// Checks that a text has no words but those of the catalogs, and what is the same in every language: names, and code.
#[track_caller]
fn is_translatable(text: &Text) {
    let (mut depth, mut outside) = (0, String::new());
    for character in text.in_locale(Locale::Pseudo).chars() {
        match character {
            '⟦' => depth += 1,
            '⟧' => depth -= 1,
            other if depth == 0 => outside.push(other),
            _ => {}
        }
    }
    let outside: String = outside.split('`').step_by(2).collect();
    let games = GAMES.iter().flat_map(|it| it.info().name.split(' '));
    let commands = help::GROUPS.iter().copied().flatten().copied();
    let names: Vec<&str> = games.chain(commands).chain(["Ann", "Cid", "parlor"]).collect();
    let mut words = outside.split(|it: char| !it.is_alphabetic()).filter(|it| it.chars().count() > 1);
    assert!(words.all(|it| names.contains(&it)), "words that are in no catalog: {outside} in {text:?}");
}

/// Compares a view with its snapshot, and looks for words that couldn't be translated.
#[track_caller]
fn check(name: &str, view: &View) {
    texts_of(view).into_iter().for_each(|it| is_translatable(it.1));
    insta::assert_snapshot!(name.replace([' ', ','], "-"), words(view));
}

#[test]
fn boards() {
    check("board of the start", &live(&played("loa:mso", PEOPLE, "")).unwrap());
    check("board after a capture", &live(&played("loa:mso", PEOPLE, "d1-b3 h5-g4 b1-b4 g4-g1")).unwrap());
    let engine = played("loa:mso", [Seat::User(ANN), Seat::Engine(3)], "d1-b3");
    check("board while the bot thinks", &live(&engine).unwrap());
    let mut won = played("loa:mso", PEOPLE, SHORTEST);
    let after = |rating| Rating { rating, ..Rating::default() };
    won.changes = vec![
        RatingChange { user: ANN, before: Rating::default(), after: after(1662.0) },
        RatingChange { user: BOB, before: Rating::default(), after: after(1338.0) },
    ];
    check("board of a win", &live(&won).unwrap());
    check("board of a draw", &live(&ended("d1-b3", Outcome { winner: None, reason: Reason::Agreed })).unwrap());
    let resigned = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    check("board of a resignation", &live(&ended("d1-b3", resigned)).unwrap());
    let mut beaten = played("loa:mso", [Seat::User(ANN), Seat::Engine(1)], SHORTEST);
    beaten.current.rated = false;
    check("board of a first win", &live(&beaten).unwrap());
    let mut lost = played("loa:mso", [Seat::Engine(3), Seat::User(ANN)], SHORTEST);
    lost.current.rated = false;
    check("board of a loss against the bot", &live(&lost).unwrap());
    check("board of an abort", &live(&ended("", Outcome::ABORTED)).unwrap());
    let abandoned = ended("d1-b3 h5-g4 b1-b4 g4-g1", Outcome::ABORTED);
    let told = live(&abandoned).unwrap().content.in_locale(Locale::English);
    assert!(told.contains("**Aborted**: its record can no longer be read."), "{told}");
    for invitation in [Invitation::Reply, Invitation::None] {
        let view = board::shown(&played("loa:mso", PEOPLE, ""), Appearance::default(), invitation).unwrap();
        check(&format!("board that was asked for, {invitation:?}"), &view);
    }
}

/// The start of match 12 with a clock of three days that has just begun to run.
fn with_a_clock() -> Board {
    let mut board = played("loa:mso", PEOPLE, "");
    let clock = "3d+12h".parse().ok();
    board.current.clock = MatchClock::begin(clock, Some(at(60)));
    board.stakes = stakes();
    board
}

#[test]
fn boards_with_a_clock() {
    check("board with a clock", &live(&with_a_clock()).unwrap());
    let mut paused = with_a_clock();
    paused.current.clock.is_paused = true;
    paused.current.clock.since = None;
    check("board of a pause", &live(&paused).unwrap());
    paused.current.offers.pending = Some(Offer { kind: OfferKind::Draw, by: Side::First });
    check("board of an offer during a pause", &live(&paused).unwrap());
}

#[test]
fn what_a_person_sets_and_hears() {
    check("settings", &settings::panel(&Preferences::default(), ANN, true).unwrap());
    let direct = Preferences::default().with(Setting::Theme("slate".into())).with(Setting::Notices(Notices::Direct));
    check(
        "settings with closed direct messages",
        &settings::panel(&direct.with(Setting::DirectClosed(true)), ANN, false).unwrap(),
    );
    let boards = [played("loa:mso", PEOPLE, ""), played("clobber", PEOPLE, "")];
    let of = |boards, place| notices::reminder(&Reminder { user: ANN, boards, place, is_silent: false });
    check("reminder in the channel", &of(&boards[..1], Some(PLACE)));
    check("reminder in direct messages", &of(&boards[..1], None));
    check("digest in the channel", &of(&boards, Some(PLACE)));
    check("digest in direct messages", &of(&boards, None));
    check("direct message of a turn", &notices::turn(&boards[0], ANN, MessageId(901)));
    check("question for how long to be away", &settings::ask_days(ANN));
    check("question whether to be forgotten", &settings::confirm_deleting(ANN));
    let mut answered = played("domineering size=4x4", [Seat::User(ANN), Seat::Engine(1)], "a1-a2 a3-b3 c1-c2 c3-d3");
    answered.current.automatic_ply = Some(3);
    check("board after a move that played itself", &live(&answered).unwrap());
}

#[test]
fn menus_and_moves() {
    let position = played("loa:mso", PEOPLE, "");
    let chosen = MoveSoFar::Piece("b1".parse().unwrap(), 0);
    check("menus after a piece is chosen", &board::choosing(&position, chosen, Appearance::default()).unwrap());
    check("all legal moves", &board::legal(&position, None, Appearance::default()).unwrap());
    check(
        "legal moves of a piece",
        &board::legal(&position, Some("b1".parse().unwrap()), Appearance::default()).unwrap(),
    );
    let refused = |typed| board::refused(&position, &refusal_of(&position, typed), Appearance::default());
    check("refusal of a wrong distance", &refused("b1-b5"));
    check("refusal of an enemy piece", &refused("a2-c2"));
    check("refusal that is not about the board", &refused("pass"));
    let liked = Appearance { theme: Theme::Slate, flipped: true, text: TextBoard::Lines, lettered: true };
    let private = board::refused(&position, &refusal_of(&position, "b1-b5"), liked);
    check("refusal as its only reader likes it", &private);
    let file = |it: View| it.picture.map(|it| it.file);
    let usual = refused("b1-b5");
    assert!(file(private) != file(usual), "the colors and the side differ, too");
    check("question whether to abandon", &panel::confirm_abandoning(MatchId(12), ANN));
    check("what else can be done", &panel::panel(&played("domineering", PEOPLE, ""), ANN, false));
    let board = played("loa:mso", PEOPLE, "d1-b3");
    let line = |moves: &str| ExploredLine { ply: 1, moves: moves.split(' ').map(str::to_owned).collect() };
    let exploration = Exploration { lines: vec![line("h5-g4 b1-b4"), line("h4-f2")], current: line("h5-g4") };
    let tried = exploration.current.position(&board).unwrap();
    let explored = Explored { board, position: tried, exploration };
    check("explored board", &exploring(&explored, ANN, chosen, Appearance::default()).unwrap());
    check("question whether to block", &panel::confirm_blocking(MatchId(12), BOB));
    check("question whether to abort", &panel::confirm_resigning(&position.current, ANN));
    let later = played("loa:mso", PEOPLE, "d1-b3 h5-g4 b1-b4 g4-g1");
    check("question whether to resign", &panel::confirm_resigning(&later.current, ANN));
}

#[test]
fn challenges() {
    let to_bob = |state| cards::challenge(&offer(Some(BOB), state, "loa:mso"), &[], None);
    check("challenge to somebody", &to_bob(ChallengeState::Open));
    check(
        "challenge to anyone, by own rules",
        &cards::challenge(&offer(None, ChallengeState::Open, "breakthrough size=3x5"), &[], None),
    );
    check("challenge accepted", &to_bob(ChallengeState::Accepted(MatchId(12))));
    check("challenge declined", &to_bob(ChallengeState::Declined));
    check("challenge withdrawn", &to_bob(ChallengeState::Withdrawn));
    check("challenge expired", &to_bob(ChallengeState::Expired));
}

#[test]
fn threads_of_matches() {
    let mut wanted = offer(Some(BOB), ChallengeState::Open, "loa:mso");
    wanted.offer.agreement.thread = Some(OwnThread::Wanted);
    check("challenge with a thread", &cards::challenge(&wanted, &stakes(), None));
    wanted.state = ChallengeState::Accepted(MatchId(12));
    check("challenge accepted, with a thread", &cards::challenge(&wanted, &[], Some(ChannelId(71))));
    let start = played("loa:mso", [Seat::User(ANN), Seat::Engine(3)], "");
    check("card of a match in a thread", &cards::card(&start, Some(ChannelId(71))));
    check("card of a match that is over", &cards::ended(&played("loa:mso", PEOPLE, SHORTEST)));
    let won = |winner| Outcome { winner, reason: Reason::Resigned };
    let by_engine = [Seat::User(BOB), Seat::Engine(3)];
    let matches = [
        ("loa:mso", PEOPLE, Some(Side::First)),
        ("clobber", PEOPLE, Some(Side::First)),
        ("loa:mso", by_engine, Some(Side::Second)),
        ("loa:mso", PEOPLE, None),
    ];
    let matches =
        matches.map(|(rules, seats, winner)| Match { outcome: Some(won(winner)), ..played(rules, seats, "").current });
    let names = HashMap::from([(ANN, "Ann".to_owned()), (BOB, "**Bob** @everyone".to_owned())]);
    let matches = matches.into_iter().cycle().take(12).collect();
    let upset = Some(Upset { id: MatchId(12), winner: 1432.4, loser: 1733.0 });
    let week = WeeklyDigest { place: PLACE, until: at(0), matches, upset, names };
    check("weekly digest", &cards::post(Post::WeeklyDigest(&week)).unwrap());
    let long = [(ANN, "A".repeat(80)), (BOB, "B".repeat(80))];
    let told = cards::post(Post::WeeklyDigest(&WeeklyDigest { names: HashMap::from(long), ..week })).unwrap();
    let told = told.content.in_locale(Locale::English);
    assert!(told.contains("Upset of the week") && told.contains("Most wins") && told.len() <= 2000, "{told}");
    let mut without = start;
    without.current.delivery.live_board = None;
    without.current.delivery.thread = Some(OwnThread::Missing { why: NoThread::Permission });
    check("board where there can be no thread", &live(&without).unwrap());
}

#[test]
fn titles_of_threads_fit_and_mention_nobody() {
    let names = |first: &str, second: &str| Names([Some(first.to_owned()), Some(second.to_owned())]);
    let title = |board: &Board| cards::title(board, &names("Ann", "Bob")).in_locale(Locale::English);
    assert_eq!(title(&played("loa:mso", PEOPLE, "")), "LOA · Ann – Bob");
    assert_eq!(title(&played("loa:mso", PEOPLE, "d1-b3")), "LOA · Ann – Bob");
    assert_eq!(title(&played("loa:mso", PEOPLE, SHORTEST)), "LOA · Ann – Bob · Ann won");
    let drawn = Outcome { winner: None, reason: Reason::Agreed };
    assert_eq!(title(&ended("d1-b3", drawn)), "LOA · Ann – Bob · draw");
    assert_eq!(title(&ended("", Outcome::ABORTED)), "LOA · Ann – Bob · aborted");
    let engine = played("knightthrough", [Seat::Engine(10), Seat::User(BOB)], "");
    assert_eq!(title(&engine), "Knightthrough · Parlor (level 10) – Bob");
    let unknown = cards::title(&played("loa:mso", PEOPLE, ""), &Names::default()).in_locale(Locale::English);
    assert_eq!(unknown, "LOA · a player – a player");

    let long = names(&"Wolfeschlegelsteinhausenberger".repeat(3), "two\n  lines\u{7} 👩‍👩‍👧 and more of that, on and on");
    for rules in ["loa:mso", "knightthrough"] {
        let title = cards::title(&played(rules, PEOPLE, ""), &long).in_locale(Locale::English);
        assert!(title.chars().count() <= 100 && title.ends_with('…') && !title.contains('\n'), "{title}");
    }
}

#[test]
fn lists_of_matches_and_players() {
    let mut mine = [played("loa:mso", PEOPLE, ""), played("clobber", [Seat::Engine(4), Seat::User(ANN)], "")];
    mine[1].current.id = MatchId(13);
    let names = HashMap::from([(BOB, "Bob".to_owned())]);
    check("my matches", &lists::matches(&mine, &[MatchId(14)], 0, ANN, &names));
    check("my matches, and others elsewhere", &lists::matches(&mine[..1], &[], 2, ANN, &names));
    check("my matches, all of them elsewhere", &lists::matches(&[], &[], 1, ANN, &names));
    check("next board that waits", &lists::next_board(&mine[0], Appearance::default(), 2).unwrap());
    let labels = mine.iter().map(|it| (it.current.id, Text::from(format!("{} · …", it.current.id)))).collect();
    check(
        "question which match",
        &lists::which_match(labels, ANN, MatchRequest::Move(TypedMove::of(&MoveText::read("b1 to b3")).unwrap())),
    );
    let standing = |user, name: &str, rating, deviation| Standing {
        user,
        name: name.into(),
        game: "loa".into(),
        rating: Rating { rating, deviation, ..Rating::default() },
        rated_at: at(0),
        wins: 5,
        draws: 1,
        losses: 2,
    };
    let (eve, fay) = (standing(UserId(103), "Eve", 1661.7, 80.0), standing(UserId(104), "Fay", 1600.0, 80.0));
    let players = [standing(ANN, "Ann", 1662.4, 80.0), eve, fay, standing(BOB, "**Bob** @everyone", 1600.0, 200.0)];
    let tally = |game: &str, is_rated| ResultTally { game: game.to_owned(), is_rated, wins: 2, draws: 0, losses: 1 };
    let tallies = [tally("clobber", false), tally("loa", true), tally("loa", false)];
    let page = LeaderboardPage { page: 1, standings: players.to_vec(), first_place: 20, is_last: false };
    let of_server = Scope::Server(GuildId(7));
    check("leaderboard of a server", &standings::leaderboard(GAMES[0].info(), of_server, true, &page));
    let none = LeaderboardPage { page: 0, standings: Vec::new(), first_place: 1, is_last: true };
    check("leaderboard without players", &standings::leaderboard(GAMES[0].info(), Scope::Global, false, &none));
    let ugolki = games::find("ugolki").unwrap();
    check("levels of a game", &standings::levels(ugolki.info()));
    let seats = [Seat::User(BOB), Seat::Engine(5)];
    let profile = Profile {
        standings: players[..1].to_vec(),
        tallies: tallies.to_vec(),
        opponents: seats.map(|seat| OpponentTally { seat, wins: 3, draws: 0, losses: 1 }).to_vec(),
        wins_in_a_row: 4,
        openings: vec![FavoriteOpening {
            game: "loa".to_owned(),
            moves: ["d1-b3", "h5-g4"].map(str::to_owned),
            count: 3,
            matches: 7,
        }],
        progress: RatingProgress::of("loa".to_owned(), vec![players[0].rating; 5]),
        puzzles: [("loa", 12), ("clobber", 2)]
            .map(|(game, tried)| {
                let score = PuzzleScore { rating: players[0].rating, tried, solved: 2, streak: 1, best_streak: 2 };
                (game.to_owned(), score)
            })
            .into(),
    };
    let of = |names| standings::profile(ANN, "Ann", &profile, names, (Theme::Wood, Locale::English)).unwrap();
    check("profile", &of(None));
    check("profile of one's own", &of(Some(&HashMap::from([(BOB, "Bob".to_owned())]))));
    let new = standings::profile(ANN, "Ann", &Profile::default(), None, (Theme::Wood, Locale::English));
    check("profile of a newcomer", &new.unwrap());
    let stats = ServerStats {
        matches: 41,
        wins: [22, 18],
        plies: 41 * 33,
        longest: Some((MatchId(12), 88)),
        openings: vec![("d1-b3 h5-g4".to_owned(), 7), ("b1-b3 a2-c2".to_owned(), 1)],
    };
    check("stats of a server", &standings::server_stats(GAMES[0].info(), &stats));
    check("stats without matches", &standings::server_stats(GAMES[0].info(), &ServerStats::default()));
    check("versus a person", &standings::versus(ANN, "Ann", Against::Person(BOB), Some("Bob"), &tallies));
    check("versus me", &standings::versus(ANN, "Ann", Against::Engine, None, &[]));
    let of = MatchHistory { user: ANN, game: Some("loa".to_owned()), against: Against::Engine, channel: None };
    let lost = Some(Outcome { winner: Some(Side::Second), reason: Reason::Resigned });
    let matches = vec![Match { outcome: lost, ..played("loa:mso", PEOPLE, "d1-b3").current }];
    check("history", &lists::history(&HistoryPage { of, page: 1, matches, is_last: false }, &HashMap::new()));
}

#[test]
fn help_and_rules() {
    check("help", &help::all_commands(Some("!")));
    check("help where nothing is heard", &help::all_commands(None));
    for command in help::GROUPS.iter().copied().flatten() {
        check(&format!("help of {command}"), &help::one_command(command, Some("!")));
    }
    for info in GAMES.iter().map(|it| it.info()) {
        let view = help::rules(&Ruleset::default_of(info), help::TimeRules::Open, Appearance::default()).unwrap();
        check(&format!("rules of {}", info.key), &view);
        check(&format!("variants of {}", info.key), &help::variants(info));
    }
    let by = |time| help::rules(&Ruleset::default_of(GAMES[0].info()), time, Appearance::default()).unwrap();
    check("rules by a hard clock", &by(help::TimeRules::People("3d+12h".parse().ok())));
    check("rules without a clock", &by(help::TimeRules::People(None)));
    check("help with a command that was chosen", &help::details("play", Some("!")));
    check("about", &help::about());
    check("all games", &help::all_games(say("games-none", &[]), Some("!"), Theme::default()).unwrap());
}

#[test]
fn what_the_engine_thinks() {
    let casual = played("loa:mso", PEOPLE, "d1-b3");
    check("hint behind a button", &advice::hidden_hint(&casual));
    check("hint", &advice::hint(&casual, &assessment(&casual), Appearance::default()).unwrap());
    let proven = |result, plies| {
        let mut thought = assessment(&casual);
        thought.candidates[0].proven = Some(Proven { result, plies: Some(plies) });
        advice::hint(&casual, &thought, Appearance::default()).unwrap()
    };
    check("hint in a lost position", &proven(Points::Loss, 7));
    check("hint that draws", &proven(Points::Draw, 4));
    let of_position = Advice::Position(Arc::new(assessment(&casual)));
    check(
        "analysis of a position",
        &advice::advice(&casual, &of_position, Appearance::default(), Locale::English).unwrap(),
    );
    let over = played("loa:mso", PEOPLE, SHORTEST);
    let thoughts: Vec<Assessment> = (0..over.current.moves.len())
        .map(|ply| Assessment {
            chance: if ply % 3 == 0 { 0.8 } else { 0.4 },
            candidates: vec![Candidate { line: vec![over.position.played()[0]], chance: 0.8, proven: None }],
        })
        .collect();
    let review = Advice::Review(Review::new(&*over.position, &thoughts));
    check("review", &advice::advice(&over, &review, Appearance::default(), Locale::English).unwrap());
}
