//! Pictures of the usual size: how long they take once their empty boards are in the cache, and how large they are.

use std::time::Instant;

use chaos::bench::Row;
use chaos::bench::Times;
use games::{GAMES, Ruleset, Scene};
use render::{Look, PictureError, png};

/// A board in the middle of a game, the games' examples, and boards with every kind of mark.
pub(super) fn rows() -> anyhow::Result<Vec<Row>> {
    let [time, size] = figures(&middle()?, "")?;
    let mut rows = vec![time, slowest_example()?, size];
    for (what, board) in lab::marked::boards() {
        rows.extend(figures(&board, &format!(", {what}"))?);
    }
    Ok(rows)
}

fn middle() -> anyhow::Result<Scene> {
    let mut position = games::open(&Ruleset::default_of(GAMES[0].info()), None)?;
    for choice in 0..20_usize {
        let legal = position.legal();
        if let Some(mv) = legal.get(choice * 7 % legal.len().max(1)) {
            let _ = position.play(*mv);
        }
    }
    Ok(position.scene())
}

fn slowest_example() -> Result<Row, PictureError> {
    let times: Result<Vec<f64>, _> = GAMES.iter().map(|it| drawing_time(&games::example(it.info()))).collect();
    let slowest = times?.into_iter().fold(0.0, f64::max);
    let what = "board picture, 640 px, slowest of the games' examples".to_owned();
    Ok(Row { what, value: slowest, unit: "ms", goal: "" })
}

/// The time that a picture takes, and its size.
fn figures(scene: &Scene, what: &str) -> Result<[Row; 2], PictureError> {
    let kilobytes = png(scene, &Look::default())?.len() as f64 / 1e3;
    Ok([
        Row { what: format!("board picture, 640 px{what}"), value: drawing_time(scene)?, unit: "ms", goal: "≤ 2.5" },
        Row { what: format!("board picture, file size{what}"), value: kilobytes, unit: "kB", goal: "≤ 25" },
    ])
}

/// How long a picture takes, the median of a hundred, in milliseconds.
fn drawing_time(scene: &Scene) -> Result<f64, PictureError> {
    let draw = |_| {
        let start = Instant::now();
        png(scene, &Look::default()).map(|_| start.elapsed())
    };
    let times = (0..100).map(draw).collect::<Result<Vec<_>, _>>()?;
    Ok(Times::new(times).percentile(50))
}
