//! Analysis from outside: moves in their order, lines that can be played, results that are proven; and whole games.

use std::{io::Cursor, sync::mpsc, time::Duration};

use crate::support::dice::Dice;
use engine::{
    Analysis, Client, Effort, Level, Limits, MAX_POSITIONS, Pool, Question, Score, Stop, Strength, Survey, ThinkError,
    Variation, analyze, compare, solve, solve::Proof, study, ugi,
};
use games::board::Move;
use games::{AnyPosition, Ruleset};

fn rules(text: &str) -> Ruleset {
    games::read_ruleset(text).unwrap()
}

fn at(ruleset: &str, position: &str) -> Question {
    Question::new(rules(ruleset), Some(position.into()), Vec::new())
}

fn effort(variations: usize, nodes: u64) -> Effort {
    Effort { variations, limits: Limits::nodes(nodes), solver_nodes: nodes / 4 }
}

fn ask(question: &Question, effort: Effort) -> Analysis {
    study(question, &effort, &Stop::new()).unwrap()
}

fn open(question: &Question) -> Box<dyn AnyPosition> {
    let mut position = games::open(&question.ruleset, question.position.as_deref()).unwrap();
    question.moves.iter().for_each(|it| position.play(*it).unwrap());
    position
}

/// A game by lot, of at most so many plies.
fn random_game(ruleset: &Ruleset, seed: u64, most: usize) -> Vec<Move> {
    let (mut dice, mut position) = (Dice(seed), games::open(ruleset, None).unwrap());
    while position.played().len() < most && position.outcome().is_none() {
        let legal = position.legal();
        position.play(legal[dice.roll(legal.len())]).unwrap();
    }
    position.played().to_vec()
}

/// What an analysis must be, whatever it has found.
fn check(question: &Question, analysis: &Analysis, wanted: usize) {
    let here = open(question);
    let position = here.text();
    let mut moves: Vec<Move> = analysis.variations.iter().map(Variation::best).collect();
    assert_eq!(moves.len(), wanted.min(here.legal().len()), "{position}");
    for variation in &analysis.variations {
        let mut next = here.clone();
        for step in &variation.line {
            next.play(*step).unwrap_or_else(|_| panic!("{position}: {:?} breaks off at {step}", variation.line));
        }
        assert!((0.0..=1.0).contains(&variation.chance()), "{position}: {variation:?}");
    }
    assert!(analysis.variations.is_sorted_by(|one, other| one.chance() >= other.chance()), "{position}: {analysis:?}");
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), analysis.variations.len(), "{position}: a move comes twice in {analysis:?}");
}

#[test]
fn variations_are_legal_distinct_and_ordered_in_every_game() {
    for game in games::GAMES {
        for preset in game.info().presets {
            let ruleset = Ruleset::preset(game.info(), preset);
            for seed in 0..3 {
                let moves = random_game(&ruleset, seed, 80);
                for kept in [moves.len().saturating_sub(1), moves.len() / 2, moves.len() / 5] {
                    let question = Question::new(ruleset.clone(), None, moves[..kept].to_vec());
                    for (wanted, nodes) in [(1, 1), (3, 40), (3, 1500), (1000, 1500)] {
                        check(&question, &ask(&question, effort(wanted, nodes)), wanted);
                    }
                }
            }
        }
    }
}

#[test]
fn one_variation_is_the_best_move_and_all_are_the_comparison() {
    for (ruleset, plies) in [("loa:mso", 20), ("breakthrough", 12), ("surakarta", 20)] {
        let question = Question::new(rules(ruleset), None, random_game(&rules(ruleset), 3, plies));
        let limits = Limits::depth(4);
        let report = analyze(&question, &limits, &Stop::new()).unwrap();
        let one = ask(&question, Effort { variations: 1, limits, solver_nodes: 0 });
        assert_eq!((one.variations[0].best(), one.variations[0].score), (report.best, report.score));
        let limits = Limits::depth(1);
        let all = ask(&question, Effort { variations: usize::MAX, limits, solver_nodes: 0 });
        let mut found: Vec<_> = all.variations.iter().map(|it| (it.best(), it.score)).collect();
        let mut expected = compare(&question, &limits, &Stop::new()).unwrap().root;
        found.sort_by_key(|it| it.0);
        expected.sort_by_key(|it| it.0);
        assert_eq!(found, expected);
    }
}

#[test]
fn analyses_limited_by_nodes_are_reproducible() {
    for ruleset in ["loa:classic", "clobber", "ugolki"] {
        let question = Question::new(rules(ruleset), None, random_game(&rules(ruleset), 8, 10));
        let once = || Analysis { time: Duration::ZERO, ..ask(&question, effort(3, 8000)) };
        assert_eq!(once(), once());
    }
}

#[test]
fn a_proven_win_is_told_with_its_plies() {
    let question = at("loa:mso", "8/8/2b5/3b4/8/3b4/8/w3w2w b");
    let analysis = ask(&question, effort(2, 20_000));
    let best = &analysis.variations[0];
    assert_eq!(
        (analysis.proof, best.proof, best.score, best.plies()),
        (Proof::Win, Proof::Win, Score::Win(1), Some(1))
    );
    assert_eq!((analysis.chance(), best.line.len()), (1.0, 1));
    let mut after = open(&question);
    after.play(best.best()).unwrap();
    assert!(after.outcome().is_some());
}

#[test]
fn what_the_solver_proves_is_reported() {
    let (mut wins, mut losses) = (0, 0);
    for size in ["4x4", "5x4", "5x5"] {
        for seed in 0..8 {
            for game in ["domineering", "clobber"] {
                let ruleset = rules(&format!("{game} size={size}"));
                let question = Question::new(ruleset.clone(), None, random_game(&ruleset, seed, 3));
                let truth = solve(&question, &Limits::NONE, &Stop::new(), 8).unwrap().proof;
                // Too few positions for the search to see the end.
                let limits = Limits::depth(1);
                let analysis = ask(&question, Effort { variations: 3, limits, solver_nodes: 1_000_000 });
                assert_eq!(analysis.proof, truth, "{}", open(&question).text());
                check(&question, &analysis, 3);
                match truth {
                    Proof::Win => {
                        let mut after = question.clone();
                        after.moves.push(analysis.variations[0].best());
                        if open(&after).outcome().is_none() {
                            let answer = solve(&after, &Limits::NONE, &Stop::new(), 8).unwrap().proof;
                            assert_eq!(answer, Proof::Loss, "the best move is one that wins");
                        }
                        wins += 1;
                    }
                    _ => {
                        assert!(analysis.variations.iter().all(|it| it.chance() == 0.0));
                        losses += 1;
                    }
                }
            }
        }
    }
    assert!(wins > 5 && losses > 5, "{wins} wins, {losses} losses");
}

#[test]
fn a_proven_draw_is_worth_a_half() {
    // Neither piece can be taken before the moves without a capture have run out.
    let question = at("surakarta no-progress=1", "6/6/b5/6/6/w5 b");
    let analysis = ask(&question, Effort { variations: 3, limits: Limits::depth(1), solver_nodes: 1000 });
    assert_eq!((analysis.proof, analysis.chance()), (Proof::Draw, 0.5));
    assert_eq!((analysis.variations[0].proof, analysis.variations[0].chance()), (Proof::Draw, 0.5));
    assert_eq!(analysis.variations[0].plies(), None);
    check(&question, &analysis, 3);
}

#[test]
fn what_cannot_be_analyzed_is_an_error() {
    let question = at("loa:cs61b", "3b4/1wwb4/2bbww1w/1wbww3/1bwbbb2/8/8/8 w");
    assert!(matches!(study(&question, &effort(1, 10), &Stop::new()), Err(ThinkError::Finished(_))));
    let question = at("loa:cs61b", "nonsense");
    assert!(matches!(study(&question, &effort(1, 10), &Stop::new()), Err(ThinkError::Position(_))));
}

fn survey(question: Question) -> Vec<Analysis> {
    let (mut survey, stop) = (Survey::new(question), Stop::new());
    loop {
        if let Some(found) = survey.step(&stop).unwrap() {
            return found;
        }
    }
}

#[test]
fn a_survey_has_every_position_of_a_game() {
    for game in games::GAMES {
        let ruleset = Ruleset::default_of(game.info());
        let moves = random_game(&ruleset, 2, 12);
        let found = survey(Question::new(ruleset.clone(), None, moves.clone()));
        assert_eq!(found.len(), moves.len() + 1, "{}", game.info().key);
        for (plies, analysis) in found.iter().enumerate() {
            check(&Question::new(ruleset.clone(), None, moves[..plies].to_vec()), analysis, 1);
        }
    }
}

#[test]
fn a_survey_leaves_the_end_out_and_is_reproducible() {
    let ruleset = rules("breakthrough size=5x5");
    let moves = random_game(&ruleset, 4, 500);
    let question = Question::new(ruleset, None, moves.clone());
    assert!(open(&question).outcome().is_some());
    let once = || {
        let timeless = |it: Analysis| Analysis { time: Duration::ZERO, ..it };
        survey(question.clone()).into_iter().map(timeless).collect::<Vec<_>>()
    };
    let found = once();
    assert_eq!(found.len(), moves.len());
    assert_eq!(found[moves.len() - 1].variations[0].score, Score::Win(1), "the end was one move off");
    assert_eq!(found, once());
}

#[test]
fn of_a_very_long_game_the_last_positions_are_looked_at() {
    let ruleset = rules("surakarta repetition=off no-progress=off");
    let round = ["a2-a3", "a5-a4", "a3-a2", "a4-a5"];
    let mut position = games::open(&ruleset, None).unwrap();
    for text in round.iter().cycle().take(1600) {
        let mv = position.read(text).unwrap();
        position.play(mv).unwrap();
    }
    let question = Question::new(ruleset, None, position.played().to_vec());
    let began = std::time::Instant::now();
    let (mut survey, stop) = (Survey::new(question), Stop::new());
    // A stopped search answers at once, so this takes the time of everything but the search.
    stop.set();
    let found = loop {
        if let Some(found) = survey.step(&stop).unwrap() {
            break found;
        }
    };
    assert_eq!(found.len(), MAX_POSITIONS);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

// On the threads of a pool.

const SOON: Duration = Duration::from_secs(20);

/// Somebody's question about the match of that number.
fn of(match_key: i64) -> Client {
    Client { owner: 7, match_key }
}

#[test]
fn a_survey_lets_others_have_their_turn() {
    let pool = Pool::new(1, 1);
    let (sender, receiver) = mpsc::channel();
    let ruleset = rules("loa:classic");
    let survey = Survey::new(Question::new(ruleset.clone(), None, random_game(&ruleset, 1, 12)));
    let (first, second) = (sender.clone(), sender);
    pool.survey(of(1), survey, Box::new(move |found| first.send(("survey", found.is_ok())).unwrap()));
    let short = Question::new(ruleset, None, Vec::new()).at(Strength::level(Level::LOWEST));
    pool.submit(of(2), short, Box::new(move |report| second.send(("move", report.is_ok())).unwrap()));
    assert_eq!(receiver.recv_timeout(SOON), Ok(("move", true)));
    assert_eq!(receiver.recv_timeout(SOON), Ok(("survey", true)));
}

#[test]
fn a_survey_can_be_given_up_and_ends_with_the_pool() {
    let ruleset = rules("loa:classic");
    let question = Question::new(ruleset.clone(), None, random_game(&ruleset, 1, 40));
    for cancels in [true, false] {
        let pool = Pool::new(1, 1);
        let (sender, receiver) = mpsc::channel();
        let told = Box::new(move |found: Result<Vec<Analysis>, _>| sender.send(found.unwrap_err()).unwrap());
        let ticket = pool.survey(of(1), Survey::new(question.clone()), told);
        std::thread::sleep(Duration::from_millis(50));
        let began = std::time::Instant::now();
        let expected = if cancels {
            ticket.cancel();
            ThinkError::Canceled
        } else {
            drop(pool);
            ThinkError::Closed
        };
        assert_eq!(receiver.recv_timeout(SOON), Ok(expected));
        assert!(began.elapsed() < Duration::from_millis(500), "{:?}", began.elapsed());
    }
}

#[test]
fn a_study_on_a_thread_is_the_same_as_anywhere() {
    let pool = Pool::new(1, 1);
    let (sender, receiver) = mpsc::channel();
    let question = Question::new(rules("loa:mso"), None, Vec::new());
    let told = Box::new(move |found| sender.send(found).unwrap());
    pool.study(of(1), question.clone(), effort(3, 3000), told);
    let timeless = |it: Analysis| Analysis { time: Duration::ZERO, ..it };
    let found = receiver.recv_timeout(SOON).unwrap().unwrap();
    assert_eq!(timeless(found), timeless(ask(&question, effort(3, 3000))));
}

// The protocol.

#[test]
fn several_lines_are_told_by_the_protocol() {
    let mut output = Vec::new();
    let input = "setoption name MultiPV value 3\nposition startpos\ngo nodes 3000\n";
    ugi::run(Cursor::new(input), &mut output).unwrap();
    let talk = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = talk.lines().collect();
    assert_eq!(lines.len(), 4, "{talk}");
    for (index, line) in lines[..3].iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} score cp ", index + 1)), "{talk}");
    }
    let first = lines[0].split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(lines[3], format!("bestmove {first}"));
    let mut output = Vec::new();
    ugi::run(Cursor::new("setoption name MultiPV value 0\n"), &mut output).unwrap();
    assert!(String::from_utf8(output).unwrap().starts_with("info string MultiPV is a number from 1 to"));
}
