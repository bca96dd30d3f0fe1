//! Terms of a challenge besides the rules: clocks and hints, said by prefix and by slash, and shown on the card.

use crate::support::Message;
use crate::support::looking::answer;
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn clocks_and_hints_are_said_shown_and_kept() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    for (text, says) in [
        ("!challenge @Bob loa daily rated", "provisional) · ⏳ 3 days + 12 hours a move\n"),
        ("!challenge @Bob loa 3d+12h soft weekends off", "⏳ 3 days + 12 hours a move, soft (no loss on time"),
        ("!challenge loa clock=10d+36h cap=12d", "⏳ 10 days + 36 hours a move, never more than 12 days"),
        ("!challenge loa clock 1d no hints rated", "rated · ⏳ 1 day a move\n"),
        ("!challenge loa with hints and no clock", "casual · hints for both\n"),
    ] {
        let card = answer(&ann, text).await;
        assert!(card.content.contains(says), "{text} is answered by: {}", card.content);
    }
    for (text, says) in [
        ("!challenge loa hints rated", "A match with hints can't be rated"),
        ("!challenge loa soft", "“soft” alone isn't a clock. Name one, like `daily`"),
        (
            "!challenge loa clock=soon",
            "“soon” isn't a clock I know. Take one of these: `slow` – 10 days + 36 hours a move;",
        ),
        ("!challenge loa daily slow", "There can only be one clock, but you named `daily` and `slow`."),
        ("!challenge loa daily clock=none", "There can only be one clock"),
        ("!challenge loa hints no hints", "You said `hints` and `no hints`, and only one of them can be so."),
        ("!play loa daily", "I answer at once, so matches against me have no clock"),
        ("!play loa no clock hints", "I answer at once"),
        ("!play loa hints", "Against me you can always ask for hints in a casual match"),
        ("!rules loa 3d+12h", "⏳ 3 days + 12 hours a move. If you run out of time, you lose."),
        ("!rules loa daily soft", "you don't lose at once, but the other player may claim the win."),
        ("!rules loa no clock", "After 14 days without a move, the other player may claim the win."),
        ("!help challenge", "`live` – 15 minutes + 30 seconds a move"),
    ] {
        let told = answer(&ann, text).await;
        assert!(told.says(says), "{text} is answered by: {}", told.text());
    }

    // The presets are offered and explained, and so is what is typed.
    let offered = |typed: &'static str| {
        let ann = ann.clone();
        async move {
            let offered = ann.autocomplete("challenge", &[("clock", typed)], "clock").await;
            offered.into_iter().map(|it| it.name).collect::<Vec<_>>()
        }
    };
    assert!(offered("").await.contains(&"daily: 3 days + 12 hours a move".to_owned()));
    assert!(offered("no").await.iter().any(|it| it.starts_with("none: no clock")));
    assert_eq!(
        offered("2d+6h soft").await,
        ["2d+6h soft: 2 days + 6 hours a move, soft (no loss on time, but the win can be claimed)"]
    );
    assert!(offered("soon").await.is_empty());
    let last = ann.last_id().await;
    ann.slash(
        "challenge",
        &[("opponent", "Bob"), ("game", "loa"), ("side", "black"), ("clock", "live"), ("hints", "true")],
    )
    .await;
    let card = bob.wait_for("the card", |it| it.id > last && it.content.contains("challenges you to")).await;
    assert!(card.content.contains("casual · ⏳ 15 minutes + 30 seconds a move"), "{}", card.content);

    // The match is played by them, and so is its rematch.
    bob.press(&card, "Accept").await;
    let first = |it: &Message| it.id > card.id && it.content.contains("⏳ 15m+30s") && it.labels().contains(&"Hint");
    let board = ann.wait_for("the board with its clock", first).await;
    ann.press(&board, "Hint").await;
    ann.wait_for("her hint", |it| it.ephemeral && it.content.contains("I'd play")).await;
    let end = ann.give_up(1).await;
    ann.press(&end, "Rematch").await;
    let again = |it: &Message| it.id > end.id && it.content.contains("challenges you to");
    let card = bob.wait_for("the rematch", again).await;
    assert!(card.content.contains("⏳ 15 minutes + 30 seconds a move · hints for both"), "{}", card.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_to_a_person_has_no_level() {
    let stage = TestBot::start().await;
    let told = answer(&stage.person("Ann"), "!challenge @Bob loa level 7").await;
    assert!(told.says("Levels are for matches against me"), "{}", told.content);
    stage.finish().await;
}
