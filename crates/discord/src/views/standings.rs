//! How players stand: the leaderboard of a game, a person's results, and those of two against each other.

use super::{Button, Embed, Picture, SelectMenu, SelectOption, SentenceFact, Style, View, numbered, seat_name};
use crate::controls::{AnyonesAction, Control, Ranking};
use crate::names::{PlayerNames, isolated, with_names};
use crate::views::lists::MAX_EMBED_CHARS;
use games::{Info, Ruleset};
use play::ports::{Against, LeaderboardPage, MatchHistory, OpponentTally, ResultTally, Scope, ServerStats, Standing};
use play::puzzles::PuzzleScore;
use play::{FavoriteOpening, LevelChoice, Profile, Rating, RatingProgress, UserId};
use render::{ChartedRating, PictureError, Theme, progress_png};
use texts::{Locale, Text, say};

/// A page of the best players of a game. `has_server`: it's shown in a server, which has a leaderboard of its own.
pub fn leaderboard(info: &'static Info, scope: Scope, has_server: bool, page: &LeaderboardPage) -> View {
    let is_global = scope == Scope::Global;
    let title = say(if is_global { "leaderboard-global" } else { "leaderboard-server" }, &[("game", info.name.into())]);
    let none = page.standings.is_empty().then(|| say("leaderboard-none", &[("game", info.key.into())]));
    let text = Text::lines_within(MAX_EMBED_CHARS, none.into_iter().chain(ranking(page)));
    let explains = page.standings.iter().any(|it| it.rating.is_provisional());
    let footer = || say("leaderboard-footer", &[("provisional", explains.into())]);
    let footer = if page.standings.is_empty() { Text::default() } else { footer() };
    let of = |is_global| Ranking { game: info.key.to_owned(), is_global };
    let button = |action, key: &str| Button::new(Control::Anyone(action), key, Style::Secondary);
    let to = |page: u32, key: &str| button(AnyonesAction::Leaderboard(of(is_global), page), key);
    let steps = [
        page.page.checked_sub(1).map(|it| to(it, "button-previous-page")),
        (!page.is_last).then(|| to(page.page + 1, "button-next-page")),
    ];
    let other = if is_global { "button-leaderboard-server" } else { "button-leaderboard-global" };
    let others = [
        (!page.standings.is_empty()).then(|| button(AnyonesAction::Rank(of(is_global)), "button-rank")),
        has_server.then(|| button(AnyonesAction::Leaderboard(of(!is_global), 0), other)),
        Some(button(AnyonesAction::Levels(info.key.to_owned()), "button-levels")),
    ];
    let buttons = steps.into_iter().chain(others).flatten();
    View::embed(Embed { title, text, footer, ..Embed::default() }).with_buttons(buttons)
}

/// The players of a page by rank, those with provisional ratings under a title of their own.
fn ranking(page: &LeaderboardPage) -> Vec<Text> {
    let mut lines = Vec::new();
    let mut is_apart = false;
    for (rank, standing) in page.placed() {
        if standing.rating.is_provisional() && !is_apart {
            lines.push(say("leaderboard-provisional", &[]));
            is_apart = true;
        }
        let named = [("rank", rank.into()), ("name", player_name(&standing.name))];
        lines.push(say("leaderboard-line", &[&results(standing)[..], &named].concat()));
    }
    lines
}

/// How strong the engine is at each level of a game, also by the presets under which that's different.
pub fn levels(info: &'static Info) -> View {
    let default = Ruleset::default_of(info);
    let rating = |ruleset: &Ruleset, level: u8| Rating::of_engine(ruleset, level).shown().to_string();
    let usual = (LevelChoice::EASY..=LevelChoice::MAX)
        .map(|level| say("leaderboard-level", &[("level", level.into()), ("rating", rating(&default, level).into())]));
    let apart = info.presets.iter().filter(|it| it.ratings.is_some()).map(|preset| {
        let ruleset = Ruleset::preset(info, preset);
        let ratings: Vec<String> = (LevelChoice::EASY..=LevelChoice::MAX).map(|it| rating(&ruleset, it)).collect();
        say("leaderboard-levels-apart", &[("preset", preset.name.into()), ("ratings", ratings.join(", ").into())])
    });
    let title = say("leaderboard-levels", &[("game", info.name.into())]);
    let text = Text::lines(usual.chain(apart));
    View::embed(Embed { title, text, ..Embed::default() })
}

/// A player's rating, with a question mark while it is provisional, and results.
fn results(standing: &Standing) -> [SentenceFact; 5] {
    let Standing { rating, wins, draws, losses, .. } = standing;
    let mark = if rating.is_provisional() { "?" } else { "" };
    [
        ("rating", format!("{}{mark}", rating.shown()).into()),
        ("deviation", (rating.deviation.round() as i64).into()),
        ("wins", (*wins).into()),
        ("draws", (*draws).into()),
        ("losses", (*losses).into()),
    ]
}

/// The name of a player, who may have deleted it.
pub fn player_name(name: &str) -> Text {
    if name.is_empty() { say("former-player", &[]) } else { isolated(name).into() }
}

/// A player's results so far. Whom they have played is told to them alone, with the `names` of these people.
pub fn profile(
    user: UserId,
    name: &str,
    profile: &Profile,
    names: Option<&PlayerNames>,
    (theme, locale): (Theme, Locale),
) -> Result<View, PictureError> {
    let Profile { standings, tallies, opponents, openings, .. } = profile;
    let is_new = standings.is_empty() && tallies.is_empty();
    let row = (profile.wins_in_a_row > 1).then(|| say("profile-row", &[("count", profile.wins_in_a_row.into())]));
    let text = if is_new { say("profile-none", &[]) } else { row.unwrap_or_default() };
    let of_game = |game: &str| {
        let rated = standings.iter().find(|it| it.game == game).map(|it| say("profile-line", &results(it)));
        let casual = tallies.iter().find(|it| it.game == game && !it.is_rated).map(|it| say("tally", &tally_facts(it)));
        let puzzles = profile.puzzles.get(game).map(puzzles);
        let opening = openings.iter().find(|it| it.game == game).map(favorite);
        let lines: Vec<Text> = [rated, casual, opening, puzzles].into_iter().flatten().collect();
        (!lines.is_empty()).then(|| (game_name(game), Text::lines(lines)))
    };
    let mut fields: Vec<(Text, Text)> = games::GAMES.iter().filter_map(|it| of_game(it.info().key)).collect();
    let met = opponents.iter().filter(|it| names.is_some() || it.seat.user().is_none());
    let met: Vec<Text> = met.map(|it| with_names(opponent(it), names.unwrap_or(&PlayerNames::new()))).collect();
    if !met.is_empty() {
        fields.push((say("profile-opponents", &[]), Text::lines(met)));
    }
    let of = MatchHistory { user, game: None, against: Against::Anybody, channel: None };
    let history = Control::Anyone(AnyonesAction::History(of, 0));
    let footer = if is_new { Text::default() } else { say("results-footer", &[]) };
    let mut view = View::embed(Embed { title: player_name(name), text, fields, footer });
    view.picture = profile.progress.as_ref().map(|it| chart(it, theme, locale)).transpose()?;
    let option = |it: &Standing| SelectOption::new(game_name(&it.game), it.game.as_str());
    let menu = (standings.len() > 1).then(|| {
        SelectMenu::new(
            Control::Anyone(AnyonesAction::RatingChart(user)),
            "menu-rating-chart",
            standings.iter().map(option),
        )
    });
    let view = menu.into_iter().fold(view, View::with_menu);
    Ok(view.with_button(history, "button-history", Style::Secondary))
}

fn puzzles(score: &PuzzleScore) -> Text {
    let facts = [
        ("rating", score.rating.shown().to_string().into()),
        ("left", score.left_to_place().into()),
        ("sign", if score.rating.is_provisional() { "?" } else { "" }.into()),
        ("solved", score.solved.into()),
        ("tried", score.tried.into()),
        ("streak", score.streak.into()),
        ("best", score.best_streak.into()),
    ];
    say("profile-puzzles-line", &facts)
}

fn opponent(tally: &OpponentTally) -> Text {
    let OpponentTally { seat, wins, draws, losses } = tally;
    let results = [("wins", (*wins).into()), ("draws", (*draws).into()), ("losses", (*losses).into())];
    say("profile-opponent", &[&results[..], &[("other", seat_name(*seat))]].concat())
}

fn favorite(opening: &FavoriteOpening) -> Text {
    let FavoriteOpening { moves, count, matches, .. } = opening;
    let moves = ("moves", moves.join(" ").into());
    say("profile-opening", &[moves, ("count", (*count).into()), ("matches", (*matches).into())])
}

/// How a rating has changed, drawn.
fn chart(progress: &RatingProgress, theme: Theme, locale: Locale) -> Result<Picture, PictureError> {
    let charted = |it: &Rating| ChartedRating { rating: it.rating, deviation: it.deviation };
    let ratings: Vec<ChartedRating> = progress.ratings.iter().map(charted).collect();
    let rounded = |it: Option<&Rating>| it.map_or(0, Rating::shown).to_string();
    let facts = [
        ("game", game_name(&progress.game)),
        ("count", progress.matches.into()),
        ("first", rounded(progress.ratings.first()).into()),
        ("last", rounded(progress.ratings.last()).into()),
        ("deviation", progress.ratings.last().map_or(0, |it| it.deviation.round() as i64).into()),
    ];
    let name = format!("{}-rating.png", progress.game);
    let title = say("rating-title", &[("game", game_name(&progress.game))]).in_locale(locale);
    Ok(Picture { file: progress_png(&title, &ratings, theme)?, name, alt: say("picture-rating", &facts) })
}

/// What the last matches of a server say about a game. The longest one has a number, but no control: it may have been played
/// where not everybody can read.
pub fn server_stats(info: &'static Info, stats: &ServerStats) -> View {
    let title = say("stats-title", &[("game", info.name.into())]);
    let share = |count: u32| Text::Number((f64::from(count) * 100.0 / f64::from(stats.matches)).round() as i64);
    if stats.matches == 0 {
        return View::embed(Embed { title, text: say("stats-none", &[("game", info.key.into())]), ..Embed::default() });
    }
    let [first, second] = info.sides.map(|it| texts::side_name(it.name));
    let wins = say(
        "stats-wins",
        &[
            ("matches", stats.matches.into()),
            ("first", first),
            ("second", second),
            ("firstWins", share(stats.wins[0])),
            ("secondWins", share(stats.wins[1])),
            ("draws", share(stats.matches - stats.wins[0] - stats.wins[1])),
        ],
    );
    let average = (stats.plies as f64 / f64::from(stats.matches)).round() as i64;
    let longest = stats.longest.map(|(id, plies)| say("stats-longest", &[numbered(id), ("plies", plies.into())]));
    let lines = [Some(wins), Some(say("stats-length", &[("plies", average.into())])), longest];
    let opening = |(moves, count): &(String, u32)| {
        say("stats-opening", &[("moves", moves.as_str().into()), ("count", (*count).into())])
    };
    let openings = Text::lines(stats.openings.iter().map(opening));
    let fields = (!stats.openings.is_empty()).then(|| (say("stats-openings", &[]), openings)).into_iter().collect();
    let footer = say("stats-footer", &[("count", ServerStats::MATCHES.into())]);
    View::embed(Embed { title, text: Text::lines(lines.into_iter().flatten()), fields, footer })
}

/// What has come of the matches between two players, from the first one's view.
pub fn versus(user: UserId, name: &str, against: Against, other: Option<&str>, tallies: &[ResultTally]) -> View {
    let other = other.map_or_else(|| say("history-me", &[]), player_name);
    let title = say("versus-title", &[("player", player_name(name)), ("other", other)]);
    let line = |it: &ResultTally| {
        Text::joined(" · ", [say("versus-game", &[("game", game_name(&it.game))]), say("tally", &tally_facts(it))])
    };
    let text = match tallies.is_empty() {
        true => say("versus-none", &[]),
        false => Text::lines(tallies.iter().map(line)),
    };
    let of = MatchHistory { user, game: None, against, channel: None };
    let history = Control::Anyone(AnyonesAction::History(of, 0));
    let footer = if tallies.is_empty() { Text::default() } else { say("results-footer", &[]) };
    View::embed(Embed { title, text, footer, ..Embed::default() }).with_button(
        history,
        "button-history",
        Style::Secondary,
    )
}

fn tally_facts(tally: &ResultTally) -> [SentenceFact; 4] {
    let ResultTally { is_rated, wins, draws, losses, .. } = tally;
    [("rated", (*is_rated).into()), ("wins", (*wins).into()), ("draws", (*draws).into()), ("losses", (*losses).into())]
}

fn game_name(key: &str) -> Text {
    games::find(key).map_or(key, |it| it.info().name).to_owned().into()
}
