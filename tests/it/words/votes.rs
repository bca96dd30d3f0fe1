//! A channel votes on its moves: in secret, by any kind of input.

use playground::ids;

use crate::support::looking::{answer, board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person, pieces, targets};

/// Chooses a piece and the first place where it may go from the menus of a board.
async fn choose(person: &Person, board: &Message, from: &str) {
    let menu = pieces(1, 0);
    person.choose(board, &menu, from).await;
    let page = person.wait_for("where it may go", |it: &Message| it.ephemeral && !it.menus().is_empty()).await;
    let (menu, values) = page.menus().into_iter().find(|it| it.0 == targets(1, 0, from)).unwrap();
    person.choose(&page, &menu, &values[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_votes_in_secret_and_plays_what_most_want() {
    let stage = TestBot::start().await;
    let [ann, bob, cid] = ["Ann", "Bob", "Cid"].map(|it| stage.person(it));
    bob.say("!play breakthrough vote white 1").await;
    let board = ann.wait_for("the board", board_of("breakthrough", 1, 0)).await;
    assert!(board.says("\u{2068}\\#games\u{2069} (White) – Parlor (level 1) (Black)"), "{}", board.content);
    assert!(board.says("everybody can vote") && board.says("as soon as 5 agree"), "{}", board.content);
    let labels = board.labels();
    assert!(!labels.contains(&"⋯") && labels.contains(&"My Votes"), "{labels:?}");

    // In secret by menus and commands; as a message, everybody can read it.
    ann.slash("vote", &[("move", "h2-h3")]).await;
    let noted = ann.wait_for("that it's noted", ephemeral("You vote for **h2-h3**")).await;
    assert!(!noted.says("Everybody can read"), "{}", noted.content);
    let counted = bob.wait_for("the count", |it: &Message| it.id == board.id && it.says("1 has voted")).await;
    assert!(!counted.says("h2-h3"), "{}", counted.content);
    assert!(answer(&bob, "!move a2-a4").await.says("one square"));
    let offered = cid.autocomplete("vote", &[("move", "h2")], "move").await;
    assert_eq!(offered.iter().map(|it| it.value.as_str().unwrap()).collect::<Vec<_>>(), ["h2-g3", "h2-h3"]);
    let open = answer(&bob, "!vote c2-c3").await;
    assert!(open.says("You vote for **c2-c3**") && open.says("Everybody can read it here"), "{}", open.content);
    choose(&cid, &board, "c2").await;
    cid.wait_for("that it's noted", ephemeral("You vote for **c2-")).await;
    cid.slash("move", &[("move", "b2-b3")]).await;
    cid.wait_for("another one", ephemeral("You vote for **b2-b3**")).await;
    ann.slash("vote", &[]).await;
    ann.wait_for("her vote", ephemeral("(the vote goes on)")).await;
    let again = answer(&bob, "!play loa vote").await;
    assert!(again.says("already voting in match #1"), "{}", again.content);
    let own = answer(&bob, "!vote").await;
    assert!(own.says("You voted on 1 move") && own.says("After the match I'll tell you"), "{}", own.content);
    assert!(!own.says("None of your moves"), "the vote goes on: {}", own.content);
    assert!(answer(&bob, "!resign").await.says("#1"), "nobody resigns for all");
    bob.reply(&board, "b2-b3").await;
    bob.wait_for("a vote", says("You vote for **b2-b3**")).await;

    // Twelve hours later.
    stage.age_matches(1).await;
    let next = ann.wait_for("the next board", board_of("breakthrough", 1, 2)).await;
    assert!(next.says("\u{2068}\\#games\u{2069} played **b2-b3**"), "{}", next.content);
    assert!(next.says("3 voted: **b2-b3** 67%, **h2-h3** 33%"), "{}", next.content);
    let alt = next.attachments[0].description.as_deref();
    assert!(alt.is_some_and(|it| it.contains("Most votes: b2-b3 67%, h2-h3 33%.")), "{alt:?}");
    assert!(next.pings.is_empty(), "nobody is pinged");

    // A moderator ends it; then the engine says what it thinks of one's votes.
    ann.slash("parlor end", &[("match", "1")]).await;
    let question = ann.wait_for("the question", ephemeral("Do you really want to end match #1")).await;
    ann.press(&question, "Yes, End It").await;
    let over = bob.wait_for("the end", says("ended by a moderator")).await;
    assert!(!over.labels().contains(&"Rematch"), "{:?}", over.labels());
    bob.press(&over, "My Votes").await;
    let own = bob.wait_for("his votes", ephemeral("1 of your moves was played, and I agreed with")).await;
    assert!(own.says("1. **b2-b3** was played"), "{}", own.content);
    assert!(answer(&cid, "!vote a2-a3").await.says("Match #1 is over"));
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_channel_takes_the_other_side() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob").in_channel(ids::LOUNGE));
    ann.say("!play breakthrough vote others white live").await;
    let waiting = ann.wait_for("the board", board_of("breakthrough", 1, 0)).await;
    assert!(waiting.says("Waiting for another channel"), "{}", waiting.content);
    assert!(waiting.menus().is_empty(), "there is nothing to vote on yet");
    let code = waiting.content.split("play vote ").nth(1).and_then(|it| it.split('`').next()).unwrap().to_owned();
    assert!(answer(&ann, &format!("!play vote {code}")).await.says("this channel's own match"));
    assert!(answer(&ann, "!play vote 9-ABCDE").await.says("No match waits for a channel"));
    assert!(answer(&ann, "!vote a2-a3").await.says("hasn't begun yet"));
    assert!(answer(&ann.dm(), "!play loa vote").await.says("Votes are for channels of servers"));

    bob.say(&format!("!play vote {}", code.to_lowercase())).await;
    let there = bob.wait_for("their board", board_of("breakthrough", 2, 0)).await;
    assert!(there.says("\u{2068}\\#games\u{2069} (White) – \u{2068}\\#lounge\u{2069} (Black)"), "{}", there.content);
    assert!(there.says("The other channel is voting (White)"), "{}", there.content);
    ann.wait_for("that it begins", |it: &Message| board_of("breakthrough", 1, 0)(it) && it.says("everybody can vote"))
        .await;
    assert!(answer(&bob, "!vote h7-h6").await.says("It's the other channel's turn"));
    ann.slash("vote", &[("move", "a2-a3")]).await;
    ann.wait_for("that it's noted", ephemeral("You vote for **a2-a3**")).await;
    stage.age_matches(1).await;
    let next = bob.wait_for("what they played", board_of("breakthrough", 2, 1)).await;
    assert!(
        next.says("\u{2068}\\#games\u{2069} played **a2-a3**") && next.says("everybody can vote"),
        "{}",
        next.content
    );
    stage.finish().await;
}
