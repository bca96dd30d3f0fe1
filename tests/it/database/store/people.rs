//! What people and servers have chosen, who watches, and what is left of whoever is forgotten.

use std::sync::Arc;

use games::PuzzleId;
use games::{Outcome, Reason};
use jiff::{SignedDuration, Timestamp};
use play::ports::{DueRow, DueTable, MatchLimits, Release, ReleaseOutcome, Store, StoreError};
use play::puzzles::{PuzzleScore, PuzzleVote, SettledPuzzle};
use play::votes::{Vote, Voting};
use play::{
    Absence, ChannelId, DailyPlace, DailySolver, DailyTry, Exploration, ExploredLine, GuildId, Match, MatchId,
    NewChallenge, NewMatch, Place, Preferences, Rating, Seat, ServerSettings, Setting, Study, UserId,
};

use super::fixtures::{ELSEWHERE, MANY, PEOPLE, PLACE, at, at_once, begun, challenge, ended, limits, moved};

pub(super) async fn people_choose_and_are_forgotten(db: &Arc<dyn Store>) {
    let (eve, now) = (UserId(808), at(80));
    assert_eq!(db.preferences(eve).await.unwrap(), Preferences::default());
    let settings = [Setting::Theme("slate".into()), Setting::PlaysForced(true), Setting::Unlisted(true)];
    let chosen = at_once(db, |db| {
        let settings = settings.clone();
        async move {
            for setting in settings {
                db.set_preference(eve, setting, now).await?;
            }
            db.preferences(eve).await
        }
    });
    assert!(chosen.await.iter().all(Result::is_ok));
    let expected = settings.into_iter().fold(Preferences::default(), Preferences::with);
    assert_eq!(db.preferences(eve).await.unwrap(), expected);

    // One of many that want to remind does, until it has.
    let begun_by = at_once(db, |db| async move { db.begin_reminding(eve, now).await }).await;
    let leases: Vec<Timestamp> = begun_by.into_iter().filter_map(Result::unwrap).collect();
    let [until] = leases[..] else { panic!("{leases:?}") };
    let earlier = until - SignedDuration::from_secs(1);
    db.end_reminding(eve, earlier).await.unwrap();
    assert_eq!(
        db.begin_reminding(eve, now).await.unwrap(),
        None,
        "another lease, which has ended, is not theirs to end"
    );
    db.end_reminding(eve, until).await.unwrap();
    assert!(db.begin_reminding(eve, now).await.unwrap().is_some());

    db.meet(eve, "Eve", now).await.unwrap();
    let id =
        db.begin_match(&begun(PLACE, [Seat::Engine(1), Seat::User(eve)]), None, MatchLimits::NONE, now).await.unwrap();
    let second =
        db.begin_match(&begun(PLACE, [Seat::Engine(1), Seat::User(eve)]), None, MatchLimits::NONE, now).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &moved(&moved(&start, "b1-b3", None), "a2-c2", None), None, now).await.unwrap();
    db.add_absence(eve, Absence { from: now, until: at(90) }).await.unwrap();
    let offered = db
        .add_challenge(&NewChallenge { challenger: eve, ..challenge(None) }, None, limits(MANY), at(81))
        .await
        .unwrap();
    let open = db.challenges_by(eve, at(82)).await.unwrap();
    assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [offered]);
    let explored = |moves: &str| {
        let line = ExploredLine { ply: 0, moves: moves.split(' ').map(str::to_owned).collect() };
        Exploration { lines: vec![line.clone()], current: line }
    };
    assert_eq!(db.exploration(id, eve).await.unwrap(), Exploration::default());
    for (known, next) in [(Exploration::default(), explored("b1-b3")), (explored("b1-b3"), explored("b1-b3 a2-c2"))] {
        let answers = at_once(db, |db| {
            let (known, next) = (known.clone(), next.clone());
            async move { db.set_exploration(id, eve, &known, &next).await }
        })
        .await;
        assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|it| matches!(it, Ok(()) | Err(StoreError::Conflict))), "{answers:?}");
        assert_eq!(db.exploration(id, eve).await.unwrap(), next);
    }
    assert_eq!(db.exploration(second, eve).await.unwrap(), Exploration::default());
    let learned = |lessons: &[&str]| Study {
        done: [("loa".to_owned(), lessons.iter().map(|it| (*it).to_owned()).collect())].into(),
        ..Study::default()
    };
    assert_eq!(db.study(eve).await.unwrap(), Study::default());
    for (known, next) in [(Study::default(), learned(&["count"])), (learned(&["count"]), learned(&["count", "take"]))] {
        let answers = at_once(db, |db| {
            let (known, next) = (known.clone(), next.clone());
            async move { db.set_study(eve, &known, &next).await }
        })
        .await;
        assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1, "{answers:?}");
        assert_eq!(db.study(eve).await.unwrap(), next);
    }
    // What came of a puzzle is kept once, with the study, and can be voted on.
    let (puzzle, other) = (PuzzleId(0xdead_beef), PuzzleId(7));
    let settled = move |is_solved| SettledPuzzle { game: "loa", id: puzzle, is_solved, rating: Rating::default() };
    let known = learned(&["count", "take"]);
    let scored =
        Study { scores: [("loa".to_owned(), PuzzleScore { tried: 1, ..known.score("loa") })].into(), ..known.clone() };
    assert!(!db.vote_on_puzzle(eve, "loa", puzzle, PuzzleVote::Nice).await.unwrap(), "nobody has tried it");
    let answers = at_once(db, |db| {
        let (known, scored) = (known.clone(), scored.clone());
        async move { db.settle_puzzle(eve, &known, &scored, &settled(true), at(90)).await }
    })
    .await;
    assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1, "{answers:?}");
    assert_eq!(db.tried_puzzles(eve, "loa").await.unwrap(), [puzzle]);
    assert_eq!(db.tried_puzzles(eve, "clobber").await.unwrap(), []);
    assert_eq!(db.puzzle_ratings("loa").await.unwrap(), [(puzzle, Rating::default())]);
    assert!(db.vote_on_puzzle(eve, "loa", puzzle, PuzzleVote::Wrong).await.unwrap());
    assert!(db.vote_on_puzzle(eve, "loa", puzzle, PuzzleVote::TooEasy).await.unwrap(), "a vote can be changed");
    assert!(!db.vote_on_puzzle(eve, "loa", other, PuzzleVote::Nice).await.unwrap());
    assert_eq!(db.puzzle_votes("loa").await.unwrap(), [(puzzle, PuzzleVote::TooEasy, 1)]);
    db.set_study(eve, &scored, &known).await.unwrap();
    let voted = votes_are_counted(&**db, eve).await;
    // Tries at the puzzle of a day are counted until it is solved.
    let daily = DailyPlace { guild: GuildId(7), day: 20_000 };
    use DailyTry::{GaveUp, Hint, Solved, Wrong};
    let and_then = [Wrong, Hint, GaveUp, Solved].map(|it| (it, Some(2)));
    for (done, tries) in [(Wrong, None), (Solved, Some(2))].into_iter().chain(and_then) {
        db.note_daily_try(daily, eve, done, at(91)).await.unwrap();
        let solvers = db.daily_solvers(daily.guild, daily.day).await.unwrap();
        assert_eq!(solvers.first().map(|it| (it.user, it.tries, it.had_hint)), tries.map(|it| (eve, it, false)));
    }
    assert_eq!(db.daily_solvers(daily.guild, daily.day + 1).await.unwrap(), []);
    // A hint is no try, and is told.
    let hinted = DailyPlace { day: daily.day - 1, ..daily };
    for done in [Hint, Wrong, Solved] {
        db.note_daily_try(hinted, eve, done, at(91)).await.unwrap();
    }
    let solvers = db.daily_solvers(hinted.guild, hinted.day).await.unwrap();
    assert_eq!(solvers, [DailySolver { user: eve, tries: 2, had_hint: true }]);
    // Who has seen the solution finds nothing anymore.
    let next = DailyPlace { day: daily.day + 1, ..daily };
    for done in [Wrong, GaveUp, Solved] {
        db.note_daily_try(next, eve, done, at(91)).await.unwrap();
    }
    assert_eq!(db.daily_solvers(next.guild, next.day).await.unwrap(), []);
    for (is_wanted, pinged) in [(true, vec![eve]), (true, vec![eve]), (false, vec![]), (true, vec![eve])] {
        db.set_daily_ping(daily.guild, eve, is_wanted).await.unwrap();
        assert_eq!(db.daily_pings(daily.guild).await.unwrap(), pinged);
    }
    let kept = db.personal_data(eve).await.unwrap().unwrap();
    assert_eq!((kept.daily_pings.as_slice(), kept.daily_puzzles[0].gave_up), (&["7".to_owned()][..], true));
    assert_eq!((kept.puzzles.len(), kept.daily_puzzles.len(), kept.votes.len()), (1, 3, 1));
    assert!(kept.daily_puzzles[2].had_hint);
    assert_eq!(kept.study, learned(&["count", "take"]));
    assert_eq!((kept.name.as_str(), kept.absences.len(), kept.challenges.len()), ("Eve", 1, 1));
    let kept_lines = kept.explored.iter().map(|it| (it.number, it.lines.clone()));
    assert_eq!(kept_lines.collect::<Vec<_>>(), [(id.0, explored("b1-b3 a2-c2").lines)]);
    let matches: Vec<_> =
        kept.matches.iter().map(|it| (it.number, it.seats[1].as_str(), it.moves.as_slice())).collect();
    let moves = ["b1-b3".to_owned(), "a2-c2".to_owned()];
    assert_eq!(matches, [(second.0, "you", &moves[..0]), (id.0, "you", &moves[..])], "the newest comes first");
    assert_eq!((kept.matches_left_out, kept.preferences), (0, expected));

    db.meet_named(eve, "Evie", now).await.unwrap();
    assert_eq!(db.player_name(eve).await.unwrap().as_deref(), Some("Evie"));
    db.forget(eve, now).await.unwrap();
    assert_eq!(db.study(eve).await.unwrap(), Study::default(), "what is learned is theirs alone");
    assert_eq!(db.votes_of(voted, eve).await.unwrap(), []);
    assert_eq!(db.tried_puzzles(eve, "loa").await.unwrap(), []);
    assert_eq!(db.daily_solvers(daily.guild, daily.day).await.unwrap(), []);
    assert_eq!(db.daily_pings(daily.guild).await.unwrap(), []);
    db.meet_named(eve, "Eve", now).await.unwrap();
    assert_eq!(db.player_name(eve).await.unwrap().as_deref(), Some(""), "another person's words don't bring it back");
    let kept = db.personal_data(eve).await.unwrap().unwrap();
    assert_eq!((kept.name.as_str(), kept.absences.len(), kept.matches.len()), ("", 0, 2));
    assert!(kept.explored.is_empty());
    assert_eq!(kept.preferences, Preferences::of_forgotten(now), "on no list by that");
    assert!(db.personal_data(UserId(809)).await.unwrap().is_none());
}

/// Two people vote in a match, and a match of another channel hears of what is played; its number.
async fn votes_are_counted(db: &dyn Store, eve: UserId) -> MatchId {
    let fred = UserId(877);
    let place = |channel| Place { guild: Some(GuildId(78)), channel: ChannelId(channel) };
    let waiting = begun(place(781), [Seat::Channel, Seat::Rival]);
    let id = db.begin_match(&waiting, None, MatchLimits::NONE, at(95)).await.unwrap();
    let joining = NewMatch {
        voting: Voting { rival: Some(id), ..Voting::default() },
        ..begun(place(782), [Seat::Rival, Seat::Channel])
    };
    assert_eq!(db.rival_of(id).await.unwrap(), None);
    let rival = db.begin_match(&joining, None, MatchLimits::NONE, at(96)).await.unwrap();
    assert_eq!(db.rival_of(id).await.unwrap(), Some(rival));
    let again = db.begin_match(&joining, None, MatchLimits::NONE, at(96)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");

    let vote = |user, chosen: &str| Vote { user, chosen: chosen.to_owned() };
    let find = async |id| db.find_match(id).await.unwrap().unwrap();
    let voted = find(id).await;
    for (at_second, cast) in [(97, vote(eve, "b1-b3")), (98, vote(fred, "c1-c3")), (99, vote(eve, "b1-b3"))] {
        let current = find(id).await;
        db.vote(&current, &current, &cast, at(at_second)).await.unwrap();
    }
    assert_eq!(db.votes(id, 0).await.unwrap(), [vote(eve, "b1-b3"), vote(fred, "c1-c3")], "she wanted it first");
    let stale = db.vote(&voted, &voted, &vote(eve, "c1-c3"), at(99)).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    let current = find(id).await;
    db.vote(&current, &current, &vote(eve, "c1-c3"), at(100)).await.unwrap();
    assert_eq!(db.votes(id, 0).await.unwrap(), [vote(fred, "c1-c3"), vote(eve, "c1-c3")]);
    assert_eq!(db.votes_of(id, eve).await.unwrap(), [(0, "c1-c3".to_owned())]);
    assert_eq!(db.votes(id, 1).await.unwrap(), []);

    // What the channel plays is news for the other one's match.
    let mut met = find(id).await;
    met.voting.rival = Some(rival);
    let before = find(rival).await.revision;
    db.save(&met, &moved(&met, "c1-c3", None), None, at(101)).await.unwrap();
    assert_eq!(find(rival).await.revision, before + 1);
    id
}

pub(super) async fn servers_and_watchers_are_remembered(db: &dyn Store) {
    let guild = GuildId(909);
    assert_eq!(db.server(guild).await.unwrap(), ServerSettings::default());
    assert!(db.first_seen(guild).await.unwrap() && !db.first_seen(guild).await.unwrap());
    let settings = ServerSettings {
        only_in: vec![ChannelId(u64::MAX >> 1)],
        clock: "3d+12h soft".parse().ok(),
        game: Some("loa".into()),
        ..ServerSettings::default()
    };
    for known in [&ServerSettings::default(), &settings] {
        db.set_server(guild, known, &settings).await.unwrap();
    }
    assert_eq!(db.server(guild).await.unwrap(), settings);
    assert!(!db.first_seen(guild).await.unwrap());

    // What moderators choose says when the digest is due, and changes nothing that others have chosen.
    let mut weekly = settings.clone();
    weekly.post_digest_in(Some(ChannelId(91)), None, at(95));
    db.set_server(guild, &settings, &weekly).await.unwrap();
    assert_eq!(db.server(guild).await.unwrap(), weekly);
    let due_at = weekly.digest.unwrap().due_at();
    let row = DueRow { table: DueTable::Servers, id: 909 };
    let claim = async |now| db.claim(DueTable::Servers, now, 10).await.unwrap();
    assert!(claim(due_at - SignedDuration::from_secs(1)).await.is_empty());
    assert_eq!(claim(due_at).await, [row]);
    let revision = db.failed_tries(row).await.unwrap().revision;
    assert_eq!(db.release(row, revision, Release::Refused(None)).await.unwrap(), ReleaseOutcome::Released);
    db.retry_in(91, due_at).await.unwrap();
    assert_eq!(claim(due_at).await, [row], "it may be allowed now");
    db.set_server(guild, &weekly, &settings).await.unwrap();
    let released = db.release(row, revision + 1, Release::Done(Some(due_at))).await.unwrap();
    assert_eq!(released, ReleaseOutcome::Changed, "it was turned off meanwhile");
    let off = db.failed_tries(row).await.unwrap().revision;
    assert_eq!(db.release(row, off, Release::Done(None)).await.unwrap(), ReleaseOutcome::Released);
    assert!(claim(due_at).await.is_empty());

    // A week has the matches that have ended in it with a result.
    let place = Place { guild: Some(guild), channel: ChannelId(92) };
    let end = Outcome { winner: None, reason: Reason::Agreed };
    let mut ids = Vec::new();
    for (end, time) in [(end, 10), (end, 20), (Outcome::ABORTED, 25), (end, 30), (end, 40)] {
        let casual = NewMatch { rated: false, ..begun(place, PEOPLE) };
        let id = db.begin_match(&casual, None, MatchLimits::NONE, at(0)).await.unwrap();
        let current = db.find_match(id).await.unwrap().unwrap();
        let next = Match { updated_at: at(time), ..ended(&current, end) };
        db.save(&current, &next, None, at(time)).await.unwrap();
        db.release(id.into(), 1, Release::Done(None)).await.unwrap();
        ids.push(id);
    }
    let week = db.ended_in_server(guild, at(10), at(30)).await.unwrap();
    assert_eq!(week.iter().map(|it| it.id).collect::<Vec<_>>(), [ids[3], ids[1]]);
    assert!(db.ended_in_server(GuildId(908), at(0), at(1000)).await.unwrap().is_empty());
    assert_eq!(db.upset_in_server(GuildId(908), at(0), at(1000)).await.unwrap(), None);

    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(95)).await.unwrap();
    for user in [7, 7, 8] {
        db.watch(id, UserId(user), 2).await.unwrap();
    }
    assert!(matches!(db.watch(id, UserId(9), 2).await, Err(StoreError::LimitReached(2))));
    assert_eq!(db.watchers(id).await.unwrap(), [UserId(7), UserId(8)]);
    assert_eq!(db.watched_by(UserId(7)).await.unwrap(), [id]);
    assert!(db.unwatch(id, UserId(7)).await.unwrap() && !db.unwatch(id, UserId(7)).await.unwrap());
    assert!(db.watched_by(UserId(7)).await.unwrap().is_empty());
    assert_eq!(db.watched_by(UserId(8)).await.unwrap(), [id]);
    db.forget_watchers(id).await.unwrap();
    assert!(db.watchers(id).await.unwrap().is_empty());
    let current = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: None, reason: Reason::Agreed };
    db.save(&current, &ended(&current, end), None, at(96)).await.unwrap();
}

pub(super) async fn of_two_moderators_at_once_one_looks_again(db: &Arc<dyn Store>) {
    let guild = GuildId(910);
    let known = ServerSettings::default();
    let next = |game: &str| ServerSettings { game: Some(game.to_owned()), ..ServerSettings::default() };
    for (known, next) in [(known, next("loa")), (next("loa"), next("clobber"))] {
        let answers = at_once(db, |db| {
            let (known, next) = (known.clone(), next.clone());
            async move { db.set_server(guild, &known, &next).await }
        })
        .await;
        assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|it| matches!(it, Ok(()) | Err(StoreError::Conflict))), "{answers:?}");
        assert_eq!(db.server(guild).await.unwrap(), next);
    }
}
