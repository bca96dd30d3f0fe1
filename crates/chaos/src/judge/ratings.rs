//! Whether the ratings follow from the results: they are replayed from the results alone, in the order in which they
//! were computed.

use std::collections::HashMap;

use games::GAMES;
use playground::ids;

use super::Check;
use play::ports::{Scope, Store};
use play::{GuildId, Match, Rating, RatingChange, UserId};

pub(super) async fn follow(store: &dyn Store, matches: Vec<Match>) -> anyhow::Result<Check> {
    let info = GAMES[0].info();
    let mut rated = Vec::new();
    for current in matches {
        if current.outcome.is_some_and(|it| current.is_rated_by(it)) {
            let changes = store.rating_changes(current.id).await?;
            rated.push(RatedMatch { current, changes });
        }
    }
    let looked_at = rated.len();
    let replayed = replay(rated);
    let mut violations = replayed.wrong;
    for (user, rating) in &replayed.ratings {
        for scope in [Scope::Global, Scope::Server(GuildId(ids::GUILD))] {
            let found = standing(store, *user, scope, info.key).await?;
            if found != Some(*rating) {
                violations.push(format!("{user} has {found:?} in {scope:?}, and by the results {rating:?}"));
            }
        }
    }
    Ok(Check { promise: "ratings follow from the results", looked_at, violations })
}

async fn standing(store: &dyn Store, user: UserId, scope: Scope, game: &str) -> anyhow::Result<Option<Rating>> {
    let standings = store.standings(user, scope).await?;
    Ok(standings.into_iter().find(|it| it.game == game).map(|it| it.rating))
}

/// A rated match that has ended, and what it did to the ratings.
struct RatedMatch {
    current: Match,
    changes: Vec<RatingChange>,
}

/// The result of a replay.
#[derive(Default)]
struct Replayed {
    ratings: HashMap<UserId, Rating>,
    /// What contradicts the rating rules.
    wrong: Vec<String>,
}

/// Replays the rated matches of one game. Each change contains the rating before it, and so identifies the match that
/// comes next.
fn replay(mut left: Vec<RatedMatch>) -> Replayed {
    let mut replayed = Replayed::default();
    let mut together: HashMap<[Option<UserId>; 2], u32> = HashMap::new();
    left.sort_by_key(|it| it.current.updated_at);
    loop {
        let known = |user| replayed.ratings.get(&user).copied().unwrap_or_default();
        let is_next = |it: &RatedMatch| it.changes.iter().all(|it| it.before == known(it.user));
        let Some(place) = left.iter().position(is_next) else { break };
        let RatedMatch { current, changes } = left.remove(place);
        let mut pair = current.seats.map(|it| it.user());
        pair.sort();
        let earlier = together.entry(pair).or_default();
        let engine = |level| Rating::of_engine(&current.ruleset, level);
        let before =
            current.seats.map(|it| it.engine_level().map_or_else(|| it.user().map(known).unwrap_or_default(), engine));
        let expected = current.outcome.map(|it| current.rating_changes(before, it, *earlier)).unwrap_or_default();
        let expected: Vec<RatingChange> = expected.into_iter().map(|it| it.0).collect();
        let is_same = expected.len() == changes.len() && expected.iter().all(|it| changes.contains(it));
        if !is_same {
            let wanted = format!("{expected:?}, being their match {} of the day", *earlier + 1);
            replayed.wrong.push(format!("match {} changed the ratings by {changes:?}, not by {wanted}", current.id));
        }
        *earlier += 1;
        replayed.ratings.extend(changes.into_iter().map(|it| (it.user, it.after)));
    }
    let unfit = left.iter().map(|it| format!("match {} was rated on ratings that nobody had", it.current.id));
    replayed.wrong.extend(unfit);
    replayed
}
