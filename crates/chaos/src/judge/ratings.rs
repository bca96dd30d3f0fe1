//! Whether the ratings follow from the results: they are replayed from the results alone, in the order in which they
//! were computed.

use std::collections::HashMap;

use games::GAMES;
use jiff::Timestamp;
use playground::ids;

use crate::report::Check;
use play::ports::{Scope, Store};
use play::{GuildId, Match, Rating, RatingChange, Seat, UserId};

/// A rated match that has ended, and what it did to the ratings.
pub(crate) struct RatedMatch {
    pub current: Match,
    pub changes: Vec<RatingChange>,
}

/// What ratings the database has: of each player, everywhere and in the server.
pub(super) type Ratings = HashMap<UserId, [Option<Rating>; 2]>;

/// Reads the rated matches that have ended, and the ratings of their players, all in the first game.
pub(super) async fn read(store: &dyn Store, matches: &[Match]) -> anyhow::Result<(Vec<RatedMatch>, Ratings)> {
    let (mut rated, mut ratings) = (Vec::new(), Ratings::new());
    for current in matches.iter().filter(|it| it.outcome.is_some_and(|end| it.is_rated_by(end))) {
        let changes = store.rating_changes(current.id).await?;
        for user in changes.iter().map(|it| it.user) {
            let mut found = [None; 2];
            for (place, scope) in [Scope::Global, Scope::Server(GuildId(ids::GUILD))].into_iter().enumerate() {
                let standings = store.standings(user, scope).await?;
                found[place] = standings.into_iter().find(|it| it.game == GAMES[0].info().key).map(|it| it.rating);
            }
            ratings.insert(user, found);
        }
        rated.push(RatedMatch { current: current.clone(), changes });
    }
    Ok((rated, ratings))
}

/// Replays the rated matches of one game. Each change contains the rating before it, and so identifies the match that
/// comes next.
pub(super) fn follow(mut left: Vec<RatedMatch>, found: &Ratings) -> Check {
    let looked_at = left.len();
    let (mut ratings, mut violations) = (HashMap::new(), Vec::new());
    let mut together: HashMap<[Option<UserId>; 2], u32> = HashMap::new();
    left.sort_by_key(|it| it.current.updated_at);
    loop {
        let known = |user, now: Timestamp| match ratings.get(&user) {
            Some((rating, at)) => Rating::after_pause(*rating, now.duration_since(*at)),
            None => Rating::default(),
        };
        let is_next = |it: &RatedMatch| {
            it.changes.iter().all(|change| change.before == known(change.user, it.current.updated_at))
        };
        let Some(place) = left.iter().position(is_next) else { break };
        let RatedMatch { current, changes } = left.remove(place);
        let mut pair = current.seats.map(|it| it.user());
        pair.sort();
        let earlier = together.entry(pair).or_default();
        let engine = |level| Rating::of_engine(&current.ruleset, level);
        let person = |it: Seat| it.user().map(|it| known(it, current.updated_at)).unwrap_or_default();
        let before = current.seats.map(|it| it.engine_level().map_or_else(|| person(it), engine));
        let expected = current.outcome.map(|it| current.rating_changes(before, it, *earlier)).unwrap_or_default();
        let expected: Vec<RatingChange> = expected.into_iter().map(|it| it.0).collect();
        let is_same = expected.len() == changes.len() && expected.iter().all(|it| changes.contains(it));
        if !is_same {
            let wanted = format!("{expected:?}, being their match {} of the day", *earlier + 1);
            violations.push(format!("match {} changed the ratings by {changes:?}, not by {wanted}", current.id));
        }
        *earlier += 1;
        ratings.extend(changes.into_iter().map(|it| (it.user, (it.after, current.updated_at))));
    }
    violations.extend(left.iter().map(|it| format!("match {} was rated on ratings that nobody had", it.current.id)));
    for (user, (rating, _)) in ratings {
        let found = found.get(&user).copied().unwrap_or_default();
        if found != [Some(rating); 2] {
            violations
                .push(format!("{user} has {found:?} everywhere and in the server, and by the results {rating:?}"));
        }
    }
    Check::strict("ratings follow from the results", looked_at, violations)
}
