//! The moves of a match are kept, guarded against whoever comes too late, and taken back.

use std::sync::Arc;

use games::board::Side;
use games::{Outcome, Reason};
use play::ports::{
    Against, MatchHistory, MatchLimits, Noted, OpponentTally, ResultTally, ServerStats, Store, StoreError,
};
use play::{
    ChannelId, CustomStart, EventId, GuildId, ImportedRecord, Match, MatchId, MessageId, NewMatch, Opening, Place,
    Seat, UserId,
};

use super::fixtures::{ANN, BOB, ELSEWHERE, PEOPLE, PLACE, at, begun, ended, moved, shown};

pub(super) async fn moves_are_kept_and_guarded(db: &Arc<dyn Store>) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(10)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((start.version(), start.place, start.seats), (0, ELSEWHERE, PEOPLE));

    // Sixteen tasks play the same ply: exactly one wins.
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (db, start) = (Arc::clone(db), start.clone());
            tokio::spawn(async move { db.save(&start, &moved(&start, "b1-b3", None), None, at(11)).await })
        })
        .collect();
    let mut won = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => won += 1,
            Err(StoreError::Conflict) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(won, 1);
    let after = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(after.moves, ["b1-b3"]);
    assert_eq!(after.replay().unwrap().to_move(), Side::Second);

    let mine = db.matches_of(ANN, None).await.unwrap();
    assert_eq!(mine.iter().map(|it| it.id).collect::<Vec<_>>(), [id]);
    assert!(db.matches_of(ANN, Some(PLACE.channel)).await.unwrap().is_empty());
    assert_eq!(db.last_match_in(ELSEWHERE.channel, None).await.unwrap().unwrap().id, id);
    assert!(db.last_match_in(ELSEWHERE.channel, Some(UserId(5))).await.unwrap().is_none());
    let of_both = async || {
        for user in [ANN, BOB] {
            let last = db.last_match_in(ELSEWHERE.channel, Some(user)).await.unwrap();
            assert_eq!(last.map(|it| it.id), Some(id));
            assert!(db.last_match_in(ChannelId(81), Some(user)).await.unwrap().is_none(), "it was played elsewhere");
        }
    };
    of_both().await;

    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    assert!(
        matches!(db.save(&start, &ended(&start, end), None, at(12)).await, Err(StoreError::Conflict)),
        "it is guarded"
    );
    db.save(&after, &ended(&after, end), None, at(12)).await.unwrap();
    assert!(
        matches!(db.save(&after, &ended(&after, end), None, at(12)).await, Err(StoreError::Conflict)),
        "a match ends once"
    );
    assert!(matches!(db.save(&after, &moved(&after, "a2-c2", None), None, at(13)).await, Err(StoreError::Conflict)));
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(end));
    of_both().await;
}

pub(super) async fn moves_are_taken_back(db: &dyn Store) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(80)).await.unwrap();
    for text in ["b1-b3", "a2-c2", "b3-b1"] {
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &moved(&current, text, None), None, at(81)).await.unwrap();
    }
    let current = db.find_match(id).await.unwrap().unwrap();
    let mut back = current.clone();
    back.moves.truncate(1);
    back.undone = 3;
    back.moves.push("a3-c3".into());
    back.offers.draws = [2, 0];
    db.save(&current, &back, None, at(82)).await.unwrap();
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((kept.moves, kept.undone, kept.offers), (back.moves, 3, back.offers));
    // The board of the former position was posted before, and is noted only now.
    assert_eq!(db.note_shown(id, current.version(), shown(&current, 6000)).await.unwrap(), Noted::Latest);
    assert_eq!(db.match_by_message(MessageId(6000)).await.unwrap(), Some((id, current.version())));
}

/// A rematch is of what is over, and an old board of an event before the last move.
pub(super) async fn what_is_over_and_who_moved_last_is_found(db: &dyn Store) {
    let there = Place { channel: ChannelId(71), ..PLACE };
    let (eve, origin) = (UserId(9950), |id| Some(EventId(id)));
    let seats = [Seat::User(eve), Seat::User(BOB)];
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(db.begin_match(&begun(there, seats), None, MatchLimits::NONE, at(20)).await.unwrap());
    }
    let [first, second, third] = ids[..] else { unreachable!() };
    assert!(db.last_ended_in(there.channel, eve).await.unwrap().is_none());
    for id in [first, second] {
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &ended(&current, Outcome::ABORTED), None, at(21)).await.unwrap();
    }
    let last = db.last_ended_in(there.channel, eve).await.unwrap();
    assert_eq!(last.map(|it| it.id), Some(second), "not the one that goes on");
    assert!(db.last_ended_in(PLACE.channel, eve).await.unwrap().is_none());
    let ended_of =
        async |most| -> Vec<MatchId> { db.ended_of(eve, most).await.unwrap().iter().map(|it| it.id).collect() };
    assert_eq!((ended_of(9).await, ended_of(1).await), (vec![second, first], vec![second]));
    assert_eq!(db.begun_against_engine(eve, "loa").await.unwrap(), 0);
    let history = async |game: Option<&str>, against, channel| -> Vec<MatchId> {
        let of = MatchHistory { user: eve, game: game.map(str::to_owned), against, channel };
        let page = db.history(of, 0).await.unwrap();
        assert!(page.is_last);
        page.matches.iter().map(|it| it.id).collect()
    };
    let (both, none) = (vec![second, first], Vec::<MatchId>::new());
    assert_eq!(history(None, Against::Anybody, None).await, both);
    assert_eq!(history(Some("loa"), Against::Person(BOB), Some(there.channel)).await, both);
    assert_eq!(history(Some("clobber"), Against::Anybody, None).await, none);
    assert_eq!(history(None, Against::Engine, None).await, none);
    assert_eq!(history(None, Against::Anybody, Some(PLACE.channel)).await, none);

    assert_eq!(db.last_moved_by(third, 0).await.unwrap(), None);
    let mut current = db.find_match(third).await.unwrap().unwrap();
    for (text, event) in [("b1-b3", origin(880)), ("a2-c2", origin(881)), ("b3-b1", None)] {
        db.save(&current, &moved(&current, text, None), event, at(22)).await.unwrap();
        current = db.find_match(third).await.unwrap().unwrap();
    }
    assert_eq!(db.last_moved_by(third, 3).await.unwrap(), origin(881));
    assert_eq!(db.last_moved_by(third, 2).await.unwrap(), None, "it is at another version");
}

pub(super) async fn results_are_counted_by_game_and_opponent(db: &dyn Store) {
    let (fay, gus) = (UserId(9960), UserId(9961));
    let casual = NewMatch { rated: false, ..begun(PLACE, [Seat::User(fay), Seat::User(gus)]) };
    let resigned = |side| Outcome { winner: Some(side), reason: Reason::Resigned };
    let drawn = Outcome { winner: None, reason: Reason::Agreed };
    for end in [resigned(Side::First), resigned(Side::First), resigned(Side::Second), drawn, Outcome::ABORTED] {
        let id = db.begin_match(&casual, None, MatchLimits::NONE, at(30)).await.unwrap();
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &ended(&current, end), None, at(31)).await.unwrap();
    }
    let tally = |wins, losses| [ResultTally { game: "loa".to_owned(), is_rated: false, wins, draws: 1, losses }];
    assert_eq!(db.tallies(fay, Against::Anybody).await.unwrap(), tally(2, 1));
    assert_eq!(db.tallies(gus, Against::Person(fay)).await.unwrap(), tally(1, 2));
    assert_eq!(db.tallies(gus, Against::Engine).await.unwrap(), []);
    let met = OpponentTally { seat: Seat::User(gus), wins: 2, draws: 1, losses: 1 };
    assert_eq!(db.opponents(fay, 5).await.unwrap(), [met]);
    assert_eq!(db.opponents(UserId(9962), 5).await.unwrap(), []);
}

pub(super) async fn the_matches_of_a_server_are_summed_up(db: &dyn Store) {
    let place = Place { guild: Some(GuildId(9963)), channel: ChannelId(9964) };
    let seats = [Seat::User(UserId(9965)), Seat::User(UserId(9966))];
    let mut longest = None;
    for (moves, winner) in [("b1-b3 a2-c2", Side::First), ("b1-b3 a2-c2 b3-b1", Side::Second), ("d1-d3", Side::First)] {
        let id = db.begin_match(&begun(place, seats), None, MatchLimits::NONE, at(30)).await.unwrap();
        let current = db.find_match(id).await.unwrap().unwrap();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        longest = longest.max(Some((moves.len() as u32, id)));
        let next = Match { moves, ..ended(&current, Outcome { winner: Some(winner), reason: Reason::Resigned }) };
        db.save(&current, &next, None, at(31)).await.unwrap();
    }
    // A match that is played on from there doesn't begin with these moves.
    let (plies, id) = longest.unwrap();
    let moves = ["b1-b3", "a2-c2"].map(str::to_owned).to_vec();
    let opening = Some(Opening { of: Some(id), start: None, moves: moves.clone() });
    let tried = NewMatch { rated: false, opening: opening.clone(), ..begun(place, seats) };
    let tried = db.begin_match(&tried, None, MatchLimits::NONE, at(32)).await.unwrap();
    let current = db.find_match(tried).await.unwrap().unwrap();
    assert_eq!((&current.moves, &current.opening), (&moves, &opening));
    db.save(&current, &ended(&current, Outcome { winner: None, reason: Reason::Agreed }), None, at(33)).await.unwrap();

    let stats = db.server_stats(GuildId(9963), "loa").await.unwrap();
    let known = ServerStats {
        matches: 3,
        wins: [2, 1],
        plies: 6,
        longest: Some((id, plies)),
        openings: vec![("b1-b3 a2-c2".to_owned(), 2)],
    };
    assert_eq!(stats, known);
    assert_eq!(db.server_stats(GuildId(9963), "clobber").await.unwrap(), ServerStats::default());
    // What is imported is nobody's match, and no match of the server.
    let start = CustomStart { position: "1b4b1/w6w/8/8/8/8/w6w/1b4b1 w".to_owned(), second_begins: true };
    let told = Match {
        seats: [Seat::Recorded; 2],
        start: Some(start.clone()),
        imported: Some(ImportedRecord {
            by: Some(UserId(9969)),
            players: [Some("Zoe".to_owned()), None],
            tags: Vec::new(),
        }),
        moves: vec!["a2-c2".to_owned()],
        ..ended(&current, Outcome { winner: Some(Side::First), reason: Reason::Resigned })
    };
    let imported = db.import(place, &told, at(34)).await.unwrap();
    let kept = db.find_match(imported).await.unwrap().unwrap();
    assert_eq!((kept.start, kept.imported, kept.moves.len()), (Some(start), told.imported, 1));
    assert!(db.ended_in_server(GuildId(9963), at(33), at(99)).await.unwrap().is_empty());
    // Whoever brought it in has it among what is kept of them, until they're forgotten; removed, it's gone with all of it.
    let importer = UserId(9969);
    db.meet(importer, "Zed", at(34)).await.unwrap();
    assert_eq!(db.personal_data(importer).await.unwrap().unwrap().imported, [imported.0]);
    db.forget(importer, at(35)).await.unwrap();
    assert_eq!(db.find_match(imported).await.unwrap().unwrap().imported.unwrap().by, None);
    db.watch(imported, importer, 9).await.unwrap();
    db.remove_import(imported).await.unwrap();
    assert!(db.find_match(imported).await.unwrap().is_none());
    assert!(db.watched_by(importer).await.unwrap().is_empty());
    for gone in [imported, id] {
        assert!(matches!(db.remove_import(gone).await, Err(StoreError::Conflict)), "only what was imported is removed");
    }

    let upset = db.upset_in_server(GuildId(9963), at(0), at(1000)).await.unwrap().unwrap();
    assert_eq!(upset.id, id, "the second one has won against whoever had just beaten them");
    assert!(upset.winner < 1400.0 && upset.loser > 1600.0, "{upset:?}");
    let ratings = db.rating_history(UserId(9965), "loa").await.unwrap();
    assert_eq!(ratings.len(), 3);
    assert!(ratings[0].rating > 1500.0 && ratings[1].rating < ratings[0].rating, "the oldest first: {ratings:?}");
    assert!(db.rating_history(UserId(9965), "clobber").await.unwrap().is_empty());
}
