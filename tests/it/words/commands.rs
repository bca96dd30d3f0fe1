//! The words of commands: what the bot prints, and what people write, is read as it's said, typed and by option; what
//! contradicts itself is refused.

use playground::ids;

use crate::support::looking::{answer, board_of};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

/// What the bot answers privately to a command.
async fn ephemeral_answer(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash(name, options).await;
    person.wait_for(name, |it| it.id > last && it.ephemeral && it.state == "sent").await
}

/// The card of a challenge that is made by options.
async fn card(person: &Person, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash("challenge", options).await;
    person.wait_for("the card", |it| it.id > last && it.content.contains("is looking for an opponent")).await
}

async fn says_each(person: &Person, cases: &[(&str, &str)]) {
    for (text, says) in cases {
        let told = answer(person, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
        assert!(told.pings.is_empty(), "{text} pings {:?}", told.pings);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_switch_is_on_or_off_as_it_is_said() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (text, off) in [
        ("!challenge loa 3d+12h weekends on", false),
        ("!challenge loa daily weekends=yes", false),
        ("!challenge loa daily weekends off", true),
        ("!challenge loa daily no weekends", true),
    ] {
        let card = answer(&ann, text).await;
        assert!(card.says("⏳ 3 days + 12 hours a move"), "{text} is answered by: {}", card.content);
        assert_eq!(card.says("weekends off"), off, "{text} is answered by: {}", card.content);
    }
    for (clock, off) in [("3d+12h weekends on", false), ("daily weekends off", true), ("daily weekends: no", true)] {
        let card = card(&bob, &[("game", "loa"), ("clock", clock), ("rated", "false"), ("hints", "false")]).await;
        assert!(card.says("⏳ 3 days + 12 hours a move"), "{clock} is answered by: {}", card.content);
        assert_eq!(card.says("weekends off"), off, "{clock} is answered by: {}", card.content);
        assert!(card.says("casual") && !card.says("hints for"), "{clock} is answered by: {}", card.content);
    }
    let cid = stage.person("Cid");
    for (text, says) in [
        ("!challenge loa rated: no hints: no", "· casual\n"),
        ("!challenge ugolki diagonal on not rated", "`ugolki:classic diagonal=on`"),
        ("!challenge loa casual off hints off 1 day", "· rated · ⏳ 1 day a move\n"),
    ] {
        let card = answer(&cid, text).await;
        assert!(card.content.contains(says), "{text} is answered by: {}", card.content);
    }
    says_each(
        &ann,
        &[
            ("!challenge loa daily weekends", "Does the clock run on weekends? Say `weekends off`"),
            ("!challenge loa daily weekends off weekends on", "You said `weekends off` and `weekends on`"),
            ("!challenge loa daily soft hard", "You said `soft` and `hard`"),
            ("!challenge loa daily cap=5d cap=6d", "There can only be one `cap`"),
            ("!challenge loa no clock weekends off", "A match without a clock can't have “weekends off”."),
            ("!challenge loa rated yes casual", "either rated or casual, and you named both"),
            ("!challenge ugolki diagonal on no diagonal", "only be one `diagonal`, but you named `on` and `off`."),
            ("!challenge loa hints yes no hints thread", "You said `hints` and `no hints`"),
            ("!board flip no flip", "You said `flip` and `no flip`"),
            ("!board slate wood", "There can only be one `theme`, but you named `slate` and `wood`."),
            ("!leaderboard loa server global", "You said `server` and `global`"),
        ],
    )
    .await;
    says_each(&ann.dm(), &[("settings flip off", "settings are changed in the panel")]).await;
    let told = ephemeral_answer(&ann, "prepare", &[("lines", "a2-c2 b1-b3"), ("clear", "true")]).await;
    assert!(told.says("Those don't go together"), "{}", told.content);
    let options = [("clock", "daily weekends off weekends on"), ("game", "loa")];
    assert!(ephemeral_answer(&ann, "challenge", &options).await.says("You said `weekends off` and `weekends on`"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_switch_as_everybody_does() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    says_each(
        &ann,
        &[
            ("!parlor channel here no", "but not in"),
            ("!parlor channel matches: yes", "Matches are played everywhere."),
            ("!parlor channel off on", "I don't understand “off on”"),
            ("!parlor defaults threads yes", "and a thread for each match"),
            (
                "!parlor defaults clock: 3 days + 12 hours a move, no threads",
                "with the clock 3 days + 12 hours a move.",
            ),
            ("!parlor defaults clock=daily weekends on threads=no", "with the clock 3 days + 12 hours a move."),
            ("!parlor defaults 1w weekends off", "with the clock 7 days a move, weekends off."),
            ("!parlor defaults threads=on no threads", "You said `thread` and `no thread`"),
            ("!parlor defaults clock=daily clock=1d", "There can only be one clock"),
            ("!parlor defaults clock=daily rated", "I don't understand “clock=daily rated”. Say `game=loa`"),
        ],
    )
    .await;
    let told = ephemeral_answer(&ann, "parlor defaults", &[("clock", "24 hours, soft"), ("threads", "false")]).await;
    assert!(told.says("with the clock 1 day a move, soft") && !told.says("a thread"), "{}", told.content);
    // Nothing but what was said differs from that.
    says_each(&ann, &[("!challenge loa hard", "⏳ 1 day a move\n")]).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_are_read_as_the_bot_prints_them_and_as_people_write_them() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    says_each(
        &ann,
        &[
            ("!challenge loa 3 days + 12 hours a move rated", "rated · ⏳ 3 days + 12 hours a move\n"),
            (
                "!challenge loa clock: 1 day a move, weekends off, white, rated",
                "plays **White** · rated · ⏳ 1 day a move, weekends off",
            ),
            ("!rules loa 3d12h", "⏳ 84 hours a move."),
            ("!rules loa 3d + 12h", "⏳ 3 days + 12 hours a move."),
            ("!rules loa 1d 12h", "⏳ 36 hours a move."),
            ("!rules loa 24 hours", "⏳ 1 day a move."),
            ("!rules loa 1 week", "⏳ 7 days a move."),
            ("!rules loa 1w", "⏳ 7 days a move."),
            ("!rules loa 15+10", "⏳ 15 minutes + 10 seconds a move."),
            ("!rules loa blitz", "⏳ 5 minutes + 3 seconds a move."),
            ("!rules loa 10 minutes", "⏳ 10 minutes a move."),
            ("!rules loa soft 1h+1d never more than 2 days", "⏳ 1 hour + 1 day a move, never more than 2 days, soft"),
        ],
    )
    .await;
    for text in ["3dys", "3d+", "3d+12", "1.5 days", "bullet", "clock=3", "clock=tomorrow morning"] {
        let told = answer(&ann, &format!("!challenge loa {text}")).await;
        let is_kind = told.says("isn't a clock I know. Take one of these: `slow`") && told.says("`15+10`");
        assert!(is_kind && !told.says("presets"), "{text} is answered by: {}", told.text());
    }
    let bob = stage.person("Bob");
    let printed = "3 days + 12 hours a move, never more than 5 days, soft (no loss on time, but the win can be claimed), weekends off";
    for (clock, says) in
        [(printed, printed), ("15 + 10", "15 minutes + 10 seconds a move"), ("a week", "7 days a move")]
    {
        let card = card(&bob, &[("game", "loa"), ("clock", clock)]).await;
        assert!(card.content.contains(&format!("⏳ {says}\n")), "{clock} is answered by: {}", card.content);
    }
    // What is offered while somebody types is also what people may send as it stands.
    let offered = ann.autocomplete("challenge", &[("clock", "")], "clock").await;
    assert!(offered.iter().any(|it| it.name.starts_with("blitz: 5 minutes")), "{offered:?}");
    for choice in offered {
        let told = answer(&ann, &format!("!rules loa clock={}", choice.name)).await;
        assert!(told.says("There's no clock.") || told.says("⏳"), "{}: {}", choice.name, told.text());
    }
    let offered = ann.autocomplete("challenge", &[("clock", "3 days weekends off")], "clock").await;
    assert_eq!(
        offered.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["3d weekends off: 3 days a move, weekends off"]
    );
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_have_names_and_games_are_commands() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (number, (text, key, says)) in [
        ("!play loa easy casual", "loa", "(level 1)"),
        ("!play clobber hard", "clobber", "(level 6)"),
        ("!play master loa mso", "loa", "(level 10)"),
        ("!loa medium", "loa", "(level 3)"),
        ("!Lines of action, level 2", "loa", "(level 2)"),
        ("@Parlor clobber 1", "clobber", "(level 1)"),
    ]
    .into_iter()
    .enumerate()
    {
        ann.say(text).await;
        let id = format!("#{}", number + 1);
        let board = ann.wait_for(text, |it| it.content.contains(&id) && !it.attachments.is_empty()).await;
        assert!(board.attachments[0].filename.starts_with(&format!("{key}-")), "{text}: {}", board.content);
        assert!(board.content.contains(says), "{text}: {}", board.content);
    }
    bob.slash("play", &[("game", "loa"), ("level", "hard"), ("rated", "false")]).await;
    let board = bob.wait_for("the board", |it| it.content.contains("#7") && !it.attachments.is_empty()).await;
    assert!(board.says("(level 6)") && board.says("casual"), "{}", board.content);
    let offered = bob.autocomplete("play", &[("level", "e")], "level").await;
    assert_eq!(offered.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["easy"]);

    // With a person, it's a challenge.
    let offer = answer(&ann, "!loa @Bob 3d casual").await;
    assert!(offer.says("challenges you to **Lines of Action**") && offer.says("⏳ 3 days a move"), "{}", offer.content);
    assert_eq!(offer.pings, [ids::BOB.to_string()]);
    says_each(
        &ann,
        &[
            ("!loa rules", "The rules: `loa:classic`"),
            ("!loa 3 hard", "There can only be one level, but you named 3 and 6."),
            ("!play loa strong", "isn't a level. Choose 1 (the easiest) to 10 (the strongest), `easy` (1)"),
            ("!challenge @Bob loa hard", "“hard” alone isn't a clock"),
            ("!play loa hard clock", "matches against me have no clock"),
            ("!lb loa", "Lines of Action — leaderboard"),
            ("!help undo", "/takeback"),
            ("!clober", "Did you mean `!clobber`?"),
        ],
    )
    .await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_undone_by_that_word() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!loa 1 casual black").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!move b1-b3").await;
    ann.wait_for("the answer", board_of("loa", 1, 2)).await;
    ann.say("!undo").await;
    ann.wait_for("the board as it was", board_of("loa", 1, 3)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_is_as_long_as_people_write() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    says_each(
        &ann,
        &[
            ("!away 1 week", "You're away until <t:"),
            ("!away", "After that you can be away for 23 more days"),
            ("!away 10d", "You're away until <t:"),
            ("!away for 3 days", "You're away until <t:"),
            ("!away until tomorrow", "You're away until <t:"),
            ("!away 12 hours", "I can't read “12 hours” as a number of days. Say something like `5`, `1 week`"),
            ("!away soon", "I can't read “soon” as a number of days."),
            ("!away until 2020-12-24", "2020-12-24 isn't after today."),
            ("!away 5 weeks", "That's too long"),
            ("!away off", "Welcome back!"),
        ],
    )
    .await;
    for (days, says) in
        [("2 weeks", "You're away until"), ("until next year", "I can't read"), ("off", "Welcome back!")]
    {
        let told = ephemeral_answer(&ann, "away", &[("days", days)]).await;
        assert!(told.says(says), "{days} is answered by: {}", told.content);
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_are_listed_in_pages_by_game_and_opponent() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    let [ann_seat, bob_seat] = [&ann, &bob].map(|it| format!("user:{}", it.id));
    const ENDED: &str = "INSERT INTO matches (guild_id, channel_id, game, ruleset, first_seat, second_seat, rated, reason, \
                         winner, shown_plies, shown_revision, created_at, updated_at) \
                         VALUES ($1, $2, $3, $3, $4, $5, FALSE, 'resigned', 'first', 0, 0, 0, 0)";
    let pool = sqlx::SqlitePool::connect(&stage.database_url).await.unwrap();
    for number in 0..14 {
        let (game, other) = if number < 12 { ("clobber", &*bob_seat) } else { ("loa", "engine:3") };
        let channel = if number == 0 { ids::LOUNGE } else { ids::GAMES };
        let ended = sqlx::query(ENDED).bind(ids::GUILD as i64).bind(channel as i64).bind(game);
        ended.bind(&ann_seat).bind(other).execute(&pool).await.unwrap();
    }
    pool.close().await;
    for person in [&ann, &bob, &cid] {
        person.say("!about").await;
    }

    let all = ephemeral_answer(&ann, "history", &[]).await;
    assert_eq!(all.text().matches("Won").count(), 10, "{}", all.text());
    assert!(
        all.says("#14") && !all.says("#4 ") && all.labels().contains(&"Older") && !all.labels().contains(&"Newer"),
        "{}",
        all.text()
    );
    ann.press(&all, "Older").await;
    let older = ann.wait_for("the last page", |it| it.id == all.id && it.says("#1]")).await;
    assert!(older.labels().contains(&"Newer") && !older.labels().contains(&"Older"), "{}", older.text());
    let mine = ephemeral_answer(&bob, "history", &[("game", "clobber")]).await;
    assert!(mine.says("Lost") && mine.says("#12") && !mine.says("#13"), "{}", mine.text());
    says_each(
        &ann,
        &[
            ("!history vs parlor", "**Lines of Action** against Parlor (level 3)"),
            ("!history loa vs @Bob", "There's none here yet."),
            ("!history against", "Against whom?"),
            ("!history chess", "chess"),
        ],
    )
    .await;

    // What was played elsewhere is not told to others.
    let theirs = ephemeral_answer(&cid, "history", &[("player", "Ann"), ("against", "Bob")]).await;
    cid.press(&theirs, "Older").await;
    let last = cid.wait_for("the last page", |it| it.id == theirs.id && it.labels().contains(&"Newer")).await;
    assert!(
        last.says("#2]") && !last.says("#1]") && last.says("Only what was played in this channel"),
        "{}",
        last.text()
    );

    // Results count, wherever they are from.
    says_each(
        &ann,
        &[
            ("!profile", "casual · 12–0–0"),
            ("!profile @Bob", "casual · 0–0–12"),
            ("!versus @Bob", "**Clobber** · casual · 12–0–0"),
            ("!versus @Parlor", "**Lines of Action** · casual · 2–0–0"),
            ("!versus @Cid", "You haven't finished a match against each other yet."),
            ("!versus @Ann", "That's you."),
            ("!versus", "Against whom?"),
            ("!versus <@999999999999999999>", "I haven't met"),
        ],
    )
    .await;
    let profile = answer(&cid, "!profile @Ann").await;
    cid.press(&profile, "Matches").await;
    cid.wait_for("Ann's matches", |it| it.ephemeral && it.says("Finished matches of") && it.says("#14")).await;
    stage.finish().await;
}
