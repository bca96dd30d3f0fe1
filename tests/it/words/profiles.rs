//! What somebody's matches say about them, and what those of a server say about a game.

use crate::support::SHORTEST_MATCH;
use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_tells_results_and_has_a_chart_once_there_are_five() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("rated").await;
    for (ply, mv) in SHORTEST_MATCH.iter().enumerate() {
        ann.wait_for("the board", board_of("loa", 1, ply)).await;
        [&ann, &bob][ply % 2].say(&format!("!move {mv}")).await;
    }
    ann.wait_for("the end", board_of("loa", 1, 9)).await;
    let profile = answer(&ann, "!profile").await;
    assert!(profile.says("**1662?** ± 290 · 1–0–0"), "{}", profile.text());
    assert!(profile.attachments.is_empty(), "one match is no line");
    assert!(!profile.says("Most played"), "whom she plays is nobody's business: {}", profile.text());
    // By the context menu, only she sees it.
    ann.choose_on_person("Profile", "Ann").await;
    let own = ann.wait_for("her own", ephemeral("Most played")).await;
    assert!(own.says("Bob\u{2069} · 1–0–0"), "{}", own.text());
    ann.choose_on_person("Profile", "Bob").await;
    let of_bob = ann.wait_for("his", |it| it.ephemeral && it.id > own.id && it.says("1338")).await;
    assert!(!of_bob.says("Most played"), "{}", of_bob.text());

    stage.repeat_rated_match(4).await;
    let profile = answer(&ann, "!profile").await;
    let chart = &profile.attachments[0];
    assert_eq!(chart.filename, "loa-rating.png");
    let alt = chart.description.clone().unwrap_or_default();
    assert!(
        alt.starts_with("Chart of the rating at Lines of Action over the last 5 rated matches: from 1500 to 1662"),
        "{alt}"
    );
    assert_eq!(answer(&ann, "!profile clobber").await.attachments.len(), 0, "there's nothing to draw of that one");

    assert!(answer(&ann, "!profile @Bob chess").await.says("I don't know a game called “chess”"));
    assert!(answer(&ann, "!profile @Ann @Bob").await.says("There can only be one"));

    let stats = answer(&bob, "!stats").await;
    for part in
        ["**1** match", "Black, who moves first, won 100%", "The longest is #1, with 9 moves", "`d1-b3 h5-g4` · once"]
    {
        assert!(stats.says(part), "{part}: {}", stats.text());
    }
    assert!(stats.labels().is_empty(), "it may have been played where not everybody can read");
    assert!(answer(&bob, "!stats surakarta").await.says("No match has been finished here lately"));
    bob.dm().say("!stats").await;
    bob.dm().wait_for("that it's for servers", says("the numbers of a server")).await;
    stage.finish().await;
}
