//! Where the bot comes: to a new server, and along with people who have installed it for themselves.

use crate::support::stage::TestBot;
use crate::support::{Message, Person};
use playground::ids;

fn greets(message: &Message) -> bool {
    message.author.bot
        && message.content.contains("Hi, I'm Parlor")
        && message.content.contains("Moderators: `/parlor`")
}

/// What the bot answers privately to a command.
async fn ephemeral_answer(person: &Person, name: &str, options: &[(&str, &str)]) -> Message {
    let last = person.last_id().await;
    person.slash(name, options).await;
    person.wait_for(name, |it| it.id > last && it.ephemeral && it.state == "sent").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_is_greeted_once() {
    let mut stage = TestBot::start().await;
    let lounge = stage.person("Bob").in_channel(ids::LOUNGE);
    stage.playground.invite();
    let greeting = lounge.wait_for("the greeting", greets).await;
    assert_eq!((greeting.content.lines().count(), greeting.pings.len()), (2, 0), "{}", greeting.content);
    stage.kill().await;
    stage.restart().await;
    stage.playground.invite();
    assert!(ephemeral_answer(&lounge, "about", &[]).await.says("Version"));
    let again = lounge.eventually(std::time::Duration::from_secs(1), |it| it.id > greeting.id && greets(it)).await;
    assert!(again.is_none(), "not at every start");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_without_a_channel_for_that_is_greeted_in_its_first_one() {
    let stage = TestBot::start().await;
    stage.playground.delete_channel(ids::LOUNGE);
    stage.playground.invite();
    stage.person("Bob").wait_for("the greeting", greets).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_that_takes_no_greeting_is_left_in_peace() {
    let stage = TestBot::start().await;
    let lounge = stage.person("Bob").in_channel(ids::LOUNGE);
    stage.playground.deny_posting(ids::LOUNGE, true);
    stage.playground.invite();
    let tried = || async { stage.playground.requests().iter().any(|it| it.method == "POST" && it.status == 403) };
    stage.until("the greeting is tried", tried).await;
    stage.playground.deny_posting(ids::LOUNGE, false);
    stage.playground.invite();
    assert!(ephemeral_answer(&lounge, "about", &[]).await.says("Version"));
    assert!(!lounge.messages().await.iter().any(greets));
    stage.finish_with_denials().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_come_along_and_boards_stay_where_they_can_be_posted() {
    let stage = TestBot::start().await;
    let requests = stage.playground.requests();
    let registered = requests.iter().find(|it| it.method == "PUT" && it.path.ends_with("/commands")).unwrap();
    for command in registered.body.as_array().unwrap() {
        let is_for_servers = command["name"] == "parlor";
        let (contexts, installs) = match is_for_servers {
            true => (serde_json::json!([0]), serde_json::json!([0])),
            false => (serde_json::json!([0, 1, 2]), serde_json::json!([0, 1])),
        };
        assert_eq!(
            (&command["contexts"], &command["integration_types"]),
            (&contexts, &installs),
            "{}",
            command["name"]
        );
        assert_eq!(command["default_member_permissions"].is_string(), is_for_servers, "{}", command["name"]);
    }

    stage.playground.make_guest();
    let ann = stage.person("Ann");
    for name in ["play", "challenge"] {
        let refused = ephemeral_answer(&ann, name, &[]).await;
        assert!(refused.says("I'm not a member of this server, so I can't post boards here"), "{}", refused.content);
    }
    let rules = ephemeral_answer(&ann, "rules", &[("game", "loa")]).await;
    assert!(rules.says("Lines of Action"), "what needs no board works: {}", rules.text());
    stage.finish().await;
}
