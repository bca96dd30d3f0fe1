//! Absences and silent shards stop the clocks.

use std::time::Duration;

use jiff::SignedDuration;
use play::ports::{MatchLimits, SignOfLife, Store};
use play::{Absence, Agreement, ChannelId, GuildId, NewMatch, Place, Shard, TimeControl, UserId};

use super::fixtures::{BOB, ELSEWHERE, PEOPLE, PLACE, at, begun};

/// The only shard.
const ALL: Shard = Shard { index: 0, total: 1 };

pub(super) async fn absences_and_silences_are_given_back(db: &dyn Store) {
    let absence = Absence { from: at(6000), until: at(7000) };
    db.add_absence(BOB, absence).await.unwrap();
    db.end_absences(BOB, at(6500)).await.unwrap();
    assert_eq!(db.absences(BOB, at(0)).await.unwrap(), [Absence { until: at(6500), ..absence }]);
    let both = db.absences_of_both([None, Some(BOB)], at(0)).await.unwrap();
    assert_eq!(both, [vec![], vec![Absence { until: at(6500), ..absence }]]);
    let neither = db.absences_of_both([Some(UserId(1)), Some(BOB)], at(6500)).await.unwrap();
    assert_eq!(neither, [vec![], vec![]], "it has ended by then");
    db.end_absences(BOB, at(6000)).await.unwrap();
    assert!(db.absences(BOB, at(0)).await.unwrap().is_empty(), "what has not begun is dropped");

    let agreement = Agreement { clock: Some(TimeControl::PRESETS[0].1), ..Agreement::default() };
    let timed = NewMatch { agreement, ..begun(PLACE, PEOPLE) };
    let minute = Duration::from_secs(60);
    db.beat(&[ALL], at(8000), minute).await.unwrap();
    let with_clock = db.begin_match(&timed, None, MatchLimits::NONE, at(8000)).await.unwrap();
    let without = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(8000)).await.unwrap();
    let since = async |id| db.find_match(id).await.unwrap().unwrap().clock.since.map(|it| it.as_second());
    let (begun_at, after_outage) = (Some(at(8000).as_second()), Some(at(8200).as_second()));
    db.beat(&[ALL], at(8030), minute).await.unwrap();
    assert_eq!((since(with_clock).await, since(without).await), (begun_at, begun_at));
    assert_eq!(db.last_beat(PLACE).await.unwrap(), Some(SignOfLife { shard: ALL, at: at(8030) }));
    let meanwhile = db.begin_match(&timed, None, MatchLimits::NONE, at(8130)).await.unwrap();
    db.beat(&[ALL], at(8230), minute).await.unwrap();
    assert_eq!(since(meanwhile).await, Some(at(8230).as_second()), "nor into what has not come yet");
    assert_eq!(since(with_clock).await, after_outage, "nobody's clock runs while no process is there");
    assert_eq!(since(without).await, after_outage, "and nobody is silent");

    db.compare_clocks().await.unwrap();
    assert!(db.ahead().abs() < SignedDuration::from_secs(2), "it is the same machine's: {:?}", db.ahead());

    // A sign of life from a little later than now is that of another process; from much later, one of a wrong clock.
    db.beat(&[ALL], at(8200), minute).await.unwrap();
    assert_eq!(db.last_beat(PLACE).await.unwrap().map(|it| it.at), Some(at(8230)));
    db.beat(&[ALL], at(8100), minute).await.unwrap();
    assert_eq!(db.last_beat(PLACE).await.unwrap().map(|it| it.at), Some(at(8100)));
    assert_eq!(since(with_clock).await, after_outage, "and no time is given for it");
}

/// Each shard is silent for itself, also where the places are divided anew among more of them.
pub(super) async fn a_silent_shard_stops_its_own_clocks(db: &dyn Store) {
    let of = |total| move |index| Shard { index, total };
    let [first, second] = [0, 1].map(of(2));
    let last = async |place| db.last_beat(place).await.unwrap().map(|it| (it.shard, it.at));
    let there = Place { guild: Some(GuildId(1 << 22)), channel: ChannelId(96) };
    beat(db, &[ALL], 30_000).await;
    let mut ids = Vec::new();
    for place in [PLACE, ELSEWHERE, there] {
        ids.push(db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(30_000)).await.unwrap());
    }
    let given_back = async || {
        let mut seconds = Vec::new();
        for id in &ids {
            let since = db.find_match(*id).await.unwrap().unwrap().clock.since.unwrap();
            seconds.push(since.as_second() - at(30_000).as_second());
        }
        seconds
    };

    // From now on there are two, of which only the first one is heard.
    for now in [30_030, 30_080, 30_130] {
        beat(db, &[first], now).await;
        assert_eq!(given_back().await, [0, 0, 0]);
    }
    assert_eq!(last(ELSEWHERE).await, Some((first, at(30_130))), "which hears direct messages");
    assert_eq!(last(there).await, Some((second, at(30_000))), "as long as there was only one, it heard all");
    beat(db, &[second], 30_150).await;
    assert_eq!(given_back().await, [0, 0, 150]);
    beat(db, &[second], 30_160).await;
    beat(db, &[], 30_190).await;
    assert_eq!(given_back().await, [0, 0, 150], "once");
    beat(db, &[second], 30_210).await;
    beat(db, &[first, second], 30_260).await;
    assert_eq!(given_back().await, [130, 130, 150]);

    // The second one is silent until there are three, of which none is heard at first.
    for now in [30_310, 30_360, 30_410] {
        beat(db, &[first], now).await;
    }
    let [first, second, third] = [0, 1, 2].map(of(3));
    beat(db, &[first], 30_500).await;
    assert_eq!(given_back().await, [220, 220, 300], "one is heard again, and nobody was before");
    assert_eq!(last(there).await, Some((second, at(30_410))));
    beat(db, &[second, third], 30_510).await;
    assert_eq!(given_back().await, [220, 220, 400]);
    beat(db, &[first, second, third], 30_520).await;
    assert_eq!(given_back().await, [220, 220, 400], "nothing is given back twice");
}

/// A sign of life that may come a minute after the one before.
async fn beat(db: &dyn Store, heard: &[Shard], seconds: i64) {
    db.beat(heard, at(seconds), Duration::from_secs(60)).await.unwrap();
}
