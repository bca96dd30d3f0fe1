//! Whom the end of a match rates, where, and by how much.

use games::board::Side;
use games::{Outcome, Reason};
use jiff::SignedDuration;
use play::ports::{LeaderboardPage, MatchLimits, Rank, Scope, Store};
use play::{ChannelId, GuildId, Match, NewMatch, Place, Rating, Seat, UserId};

use super::fixtures::{BOB, ELSEWHERE, PLACE, at, begun, ended, moved};

pub(super) async fn the_end_rates_both_players_in_each_scope(db: &dyn Store) {
    let cat = UserId(303);
    let place = Place { guild: Some(GuildId(8)), channel: ChannelId(90) };
    let seats = [Seat::User(cat), Seat::Engine(4)];
    let id = db.begin_match(&begun(place, seats), None, MatchLimits::NONE, at(20)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: Some(Side::First), reason: games::read_reason("connected").unwrap() };
    db.save(&start, &moved(&start, "b1-b3", Some(end)), None, at(21)).await.unwrap();

    let changes = db.rating_changes(id).await.unwrap();
    assert_eq!(changes.len(), 1, "the engine's rating stands");
    assert_eq!((changes[0].user, changes[0].before), (cat, Rating::default()));
    assert!(changes[0].after.rating > 1500.0);

    let board = async |scope, now| db.leaderboard("loa", scope, at(now), 0).await.unwrap().standings;
    let names = |board: Vec<play::ports::Standing>| board.into_iter().map(|it| it.user).collect::<Vec<_>>();
    let global = board(Scope::Global, 100).await;
    assert_eq!(global.iter().find(|it| it.user == cat).map(|it| (it.wins, it.draws, it.losses)), Some((1, 0, 0)));
    assert!(global.is_sorted_by(|one, other| one.rating.rating >= other.rating.rating));
    assert_eq!(global.len(), 3, "Ann and Bob have played, too");
    assert_eq!(names(board(Scope::Server(GuildId(8)), 100).await), [cat]);
    assert!(board(Scope::Server(GuildId(99)), 100).await.is_empty());
    let last = db.find_match(id).await.unwrap().unwrap().updated_at;
    let then = last + LeaderboardPage::LATELY;
    let lately = db.leaderboard("loa", Scope::Global, then, 0).await.unwrap();
    assert_eq!((names(lately.standings), lately.is_last), (vec![cat], true), "the others played before");
    for (place, standing) in (1..).zip(&global) {
        let found = db.rank(standing.user, "loa", Scope::Global, at(100)).await.unwrap();
        assert_eq!(found, Some(Rank { place, page: 0 }));
    }
    assert_eq!(db.rank(BOB, "loa", Scope::Global, then).await.unwrap(), None);
    assert!(db.leaderboard("loa", Scope::Global, at(100), 1).await.unwrap().standings.is_empty(), "there is one page");
    let standings = db.standings(BOB, Scope::Global).await.unwrap();
    assert_eq!((standings[0].wins, standings[0].draws, standings[0].losses), (1, 1, 0));
}

pub(super) async fn equal_ratings_share_a_place(db: &dyn Store) {
    let [ann, bob, cat, dan] = [9920, 9921, 9922, 9923].map(UserId);
    for (user, winner) in
        [(ann, Side::First), (ann, Side::First), (bob, Side::First), (cat, Side::First), (dan, Side::Second)]
    {
        let begun = begun(ELSEWHERE, [Seat::User(user), Seat::Engine(4)]);
        let begun = NewMatch { ruleset: games::read_ruleset("clobber").unwrap(), ..begun };
        let id = db.begin_match(&begun, None, MatchLimits::NONE, at(30)).await.unwrap();
        let start = db.find_match(id).await.unwrap().unwrap();
        let end = Outcome { winner: Some(winner), reason: Reason::Resigned };
        db.save(&start, &ended(&start, end), None, at(31)).await.unwrap();
    }
    let listed = db.leaderboard("clobber", Scope::Global, at(100), 0).await.unwrap();
    let placed: Vec<(u32, UserId)> = listed.placed().map(|(place, it)| (place, it.user)).collect();
    assert_eq!(placed, [(1, ann), (2, cat), (2, bob), (4, dan)]);
    for (place, user) in placed {
        let found = db.rank(user, "clobber", Scope::Global, at(100)).await.unwrap();
        assert_eq!(found, Some(Rank { place, page: 0 }), "{user}");
    }
}

pub(super) async fn an_aborted_match_rates_nobody(db: &dyn Store) {
    let eve = UserId(505);
    let id = db
        .begin_match(&begun(PLACE, [Seat::User(eve), Seat::Engine(1)]), None, MatchLimits::NONE, at(70))
        .await
        .unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &ended(&start, Outcome::ABORTED), None, at(71)).await.unwrap();
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(Outcome::ABORTED));
    assert!(db.rating_changes(id).await.unwrap().is_empty());
    assert!(db.standings(eve, Scope::Global).await.unwrap().is_empty());
}

/// Whoever likes to win often finds somebody who likes to lose.
pub(super) async fn the_same_two_weigh_less_within_a_day(db: &dyn Store) {
    const HOUR: i64 = 3600;
    let (gil, hal) = (Seat::User(UserId(9910)), Seat::User(UserId(9911)));
    for (seats, won_at, weight) in [
        ([gil, hal], at(20_000), 1.0),
        ([gil, hal], at(20_000 + HOUR), 0.5),
        ([hal, gil], at(20_000 + 2 * HOUR), 0.25),
        ([gil, hal], at(20_000 + 26 * HOUR), 1.0),
    ] {
        let end = Outcome { winner: Some(Side::First), reason: Reason::Resigned };
        let id = db.begin_match(&begun(ELSEWHERE, seats), None, MatchLimits::NONE, won_at).await.unwrap();
        let start = db.find_match(id).await.unwrap().unwrap();
        let basis = db.rating_basis(seats, &start.ruleset, won_at).await.unwrap();
        db.save(&start, &Match { updated_at: won_at, ..ended(&start, end) }, None, won_at).await.unwrap();

        let changes = db.rating_changes(id).await.unwrap();
        assert_eq!(0.5_f64.powi(basis.earlier as i32), weight, "it's known beforehand");
        let before = seats.map(|seat| changes.iter().find(|it| Some(it.user) == seat.user()).unwrap().before);
        assert_eq!(basis.ratings, before);
        for (full, _) in start.rating_changes(before, end, 0) {
            let kept = changes.iter().find(|it| it.user == full.user).unwrap();
            let (step, full_step) = (kept.after.rating - kept.before.rating, full.after.rating - full.before.rating);
            assert!(full_step.abs() > 1.0, "it matters");
            assert!((step - weight * full_step).abs() < 1e-6, "{won_at}: {step} is {weight} of {full_step}");
        }
    }
}

pub(super) async fn a_rating_is_less_certain_after_a_pause(db: &dyn Store) {
    const DAY: i64 = 86_400;
    let ida = UserId(9930);
    let win = async |day| {
        let ended_at = at(day * DAY);
        let begun = begun(ELSEWHERE, [Seat::User(ida), Seat::Engine(9)]);
        let begun = NewMatch { ruleset: games::read_ruleset("breakthrough").unwrap(), ..begun };
        let id = db.begin_match(&begun, None, MatchLimits::NONE, ended_at).await.unwrap();
        let start = db.find_match(id).await.unwrap().unwrap();
        let end = Outcome { winner: (day % 2 == 0).then_some(Side::First), reason: Reason::Agreed };
        db.save(&start, &Match { updated_at: ended_at, ..ended(&start, end) }, None, ended_at).await.unwrap();
        db.rating_changes(id).await.unwrap()[0]
    };
    let listed = async |day| {
        let page = db.leaderboard("breakthrough", Scope::Global, at(day * DAY), 0).await.unwrap();
        let found = page.standings.into_iter().find(|it| it.user == ida)?;
        assert_eq!(
            db.rank(ida, "breakthrough", Scope::Global, at(day * DAY)).await.unwrap().map(|it| it.place),
            Some(1)
        );
        Some(found.rating)
    };
    let mut last = win(0).await;
    assert_eq!(last.before, Rating::default(), "a newcomer has made no pause");
    for day in 1..200 {
        let next = win(day).await;
        assert_eq!(next.before, last.after.after_pause(SignedDuration::from_hours(24)));
        last = next;
        // Settled as soon as it just isn't provisional: then a few days make it so again.
        if !last.after.is_provisional() {
            assert_eq!(listed(day).await, Some(last.after));
            assert_eq!(db.standings(ida, Scope::Global).await.unwrap()[0].rating, last.after);
            let month = LeaderboardPage::LATELY;
            assert!(last.after.after_pause(month).is_provisional(), "{last:?}");
            assert_eq!(listed(day + 30).await, Some(last.after.after_pause(month)));
            assert_eq!(win(day + 365).await.before, last.after.after_pause(SignedDuration::from_hours(365 * 24)));
            return;
        }
    }
    panic!("{last:?} isn't settled");
}
