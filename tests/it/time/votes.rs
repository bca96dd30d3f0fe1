//! Votes on a channel's moves: when they end, what is played then, and how two channels play each other.

use std::sync::atomic::Ordering;

use games::Outcome;
use jiff::SignedDuration;
use play::ports::Clock as _;
use play::votes::VoteTally;
use play::{
    AbortCause, Agreement, Asker, ChannelId, GuildId, Match, MatchChoice, MatchId, Place, SideChoice, Terms, UserId,
    VoteRival,
};

use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, refusal, terms};
use crate::support::postgres::Postgres;

const CID: UserId = UserId(103);
const ELSEWHERE: Place = Place { guild: Some(GuildId(8)), channel: ChannelId(80) };

fn terms_of(clock: &str) -> Terms {
    let agreement = Agreement { clock: Some(clock.parse().unwrap()), ..Agreement::default() };
    Terms { agreement, side: SideChoice::Take(games::board::Side::First), ..terms("breakthrough") }
}

/// The channel votes on the moves of Black, and each vote lasts twelve hours.
async fn begin(desk: &TestHost, rival: VoteRival) -> Match {
    let begun = desk.host.begin_votes(PLACE, asker(ANN), rival, terms_of("12h")).await.unwrap();
    desk.look().await;
    find(desk, begun.id).await
}

async fn find(desk: &TestHost, id: MatchId) -> Match {
    desk.store.find_match(id).await.unwrap().unwrap()
}

fn tally(ply: usize, voters: usize, wanted: &[(&str, usize)]) -> Option<VoteTally> {
    Some(VoteTally { ply, voters, most_wanted: wanted.iter().map(|it| (it.0.to_owned(), it.1)).collect() })
}

/// Three people and a bystander vote against the engine, which plays what is legal first.
async fn a_channel_plays_the_engine(mut desk: TestHost) {
    let id = begin(&desk, VoteRival::Engine(3)).await.id;
    let again = desk.host.begin_votes(PLACE, asker(BOB), VoteRival::Engine(1), terms_of("12h")).await;
    assert_eq!(refusal(again).code, "vote-goes-on-here");
    let private =
        desk.host.begin_votes(Place { guild: None, ..PLACE }, asker(BOB), VoteRival::Engine(1), terms_of("12h"));
    assert_eq!(refusal(private.await).code, "vote-needs-server");

    // Two want one move, which comes later but is wanted more; a vote can be changed, and the clock goes on.
    desk.play(ANN, id, "a2-a3").await.unwrap();
    desk.play(BOB, id, "a2-a3").await.unwrap();
    desk.pass(3).await;
    desk.play(CID, id, "h2-h3").await.unwrap();
    desk.play(BOB, id, "h2-h3").await.unwrap();
    assert_eq!(refusal(desk.play(BOB, id, "a2-a4").await.map_err(no_move)).code, "breakthrough-one-square");
    assert_eq!(refusal(desk.play(BOB, id, "h2-h3 draw").await).code, "vote-offers-no-draw");
    desk.pass(8).await;
    assert_eq!(find(&desk, id).await.plies(), 0, "nobody's vote ends the twelve hours");
    desk.restart().await;
    desk.pass(2).await;
    let played = find(&desk, id).await;
    assert_eq!(played.moves[0], "h2-h3");
    assert_eq!((played.moves.len(), played.voting.last), (2, tally(0, 3, &[("h2-h3", 2), ("a2-a3", 1)])));
    assert!(desk.told.showing.lock().unwrap().pings.is_empty(), "nobody is pinged");

    // Of two that equally many want, the earlier one is played.
    desk.play(CID, id, "b2-b3").await.unwrap();
    desk.wait(SignedDuration::from_mins(1));
    desk.play(ANN, id, "c2-c3").await.unwrap();
    desk.pass(13).await;
    assert_eq!(find(&desk, id).await.moves[2], "b2-b3");

    // Whoever has left the server decides nothing, and if five agree, nobody else is waited for.
    desk.play(ANN, id, "c2-c3").await.unwrap();
    desk.wait(SignedDuration::from_mins(1));
    desk.play(BOB, id, "d2-d3").await.unwrap();
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(13).await;
    *desk.told.gone.lock().unwrap() = None;
    assert_eq!(find(&desk, id).await.moves[4], "d2-d3");
    for user in 201..206 {
        desk.play(UserId(user), id, "e2-e3").await.unwrap();
    }
    assert_eq!(find(&desk, id).await.moves[6..].len(), 2, "it's played at once, and answered");
    let own = desk.host.own_votes(asker(BOB), MatchChoice::Number(id)).await.unwrap();
    let told: Vec<_> = own.votes.iter().map(|it| (it.ply, it.chosen.as_str())).collect();
    assert_eq!(told, [(0, "h2-h3"), (4, "d2-d3")]);
    let stranger = desk.host.own_votes(asker(UserId(999)), MatchChoice::Number(id)).await;
    assert_eq!(refusal(stranger.map(|_| ())).code, "no-votes-of-yours");

    // If all who voted have left, nobody has voted.
    desk.play(ANN, id, "g2-g3").await.unwrap();
    *desk.told.gone.lock().unwrap() = Some(ANN);
    desk.pass(13).await;
    *desk.told.gone.lock().unwrap() = None;
    let alone = find(&desk, id).await;
    assert_eq!((alone.moves.len(), alone.voting.last), (10, tally(8, 0, &[])));
    desk.play(BOB, id, "f2-f3").await.unwrap();
    desk.pass(13).await;

    // Nobody votes: the engine moves twice for the channel, and then waits for somebody.
    let asked = desk.thinker.asked.load(Ordering::SeqCst);
    desk.pass(25).await;
    let alone = find(&desk, id).await;
    assert_eq!((alone.moves.len(), alone.voting.empty, alone.voting.last), (16, 2, tally(14, 0, &[])));
    assert_eq!(desk.thinker.asked.load(Ordering::SeqCst), asked + 4);
    desk.pass(60).await;
    let waiting = find(&desk, id).await;
    assert_eq!((waiting.moves.len(), waiting.clock.is_paused), (16, true));
    let legal = desk.host.find(asker(ANN), MatchChoice::Number(id)).await.unwrap().position.legal()[0].to_string();
    desk.play(ANN, id, &legal).await.unwrap();
    let goes_on = find(&desk, id).await;
    assert!(!goes_on.clock.is_paused && goes_on.clock.since == Some(desk.clock.now()));
    desk.pass(13).await;
    assert_eq!(find(&desk, id).await.moves[16], legal);

    // A moderator ends it.
    desk.host.stop(BOB, GuildId(7), id).await.unwrap();
    assert_eq!(refusal(desk.play(ANN, id, "a2-a3").await).code, "match-has-ended");
}

/// Once all have voted who did so the last time, nobody else is waited for.
async fn a_vote_ends_when_all_have_voted_again(mut desk: TestHost) {
    let id = begin(&desk, VoteRival::Engine(3)).await.id;
    desk.play(ANN, id, "a2-a3").await.unwrap();
    desk.play(BOB, id, "a2-a3").await.unwrap();
    assert_eq!(find(&desk, id).await.plies(), 0, "the first time, nobody knows who is still to come");
    desk.pass(13).await;
    assert_eq!(find(&desk, id).await.plies(), 2);
    desk.play(BOB, id, "b2-b3").await.unwrap();
    desk.play(CID, id, "c2-c3").await.unwrap();
    desk.restart().await;
    desk.look().await;
    assert_eq!(find(&desk, id).await.plies(), 2, "Ann is still to vote");
    desk.play(ANN, id, "c2-c3").await.unwrap();
    let played = find(&desk, id).await;
    assert_eq!((played.plies(), played.moves[2].as_str()), (4, "c2-c3"));
    // One who has voted alone leaves the others their time.
    desk.play(CID, id, "d2-d3").await.unwrap();
    desk.pass(13).await;
    assert_eq!(find(&desk, id).await.plies(), 6);
    desk.play(CID, id, "e2-e3").await.unwrap();
    assert_eq!(find(&desk, id).await.plies(), 6);
    desk.pass(13).await;
    assert_eq!(find(&desk, id).await.plies(), 8);
}

/// The referee's refusals come with the board.
fn no_move(error: play::HostError) -> play::HostError {
    match error {
        play::HostError::NoMove(_, refusal) => play::HostError::Refused(refusal),
        other => other,
    }
}

/// Two channels of two servers play each other.
async fn two_channels_play_each_other(mut desk: TestHost) {
    let there = |user| Asker { channel: ELSEWHERE.channel, ..asker(user) };
    let waiting = begin(&desk, VoteRival::Channel).await;
    let code = format!("{}-{}", waiting.id.0, waiting.voting.code.as_deref().unwrap());
    assert!(waiting.clock.since.is_none(), "nobody's time runs before it begins");
    assert_eq!(refusal(desk.play(ANN, waiting.id, "a2-a3").await).code, "rival-is-missing");
    for wrong in ["", "1", "999-AAAAA", &format!("{}-ZZZZZ", waiting.id.0)] {
        let refused = desk.host.join_votes(ELSEWHERE, there(CID), wrong).await;
        assert_eq!(refusal(refused.map(|_| ())).code, "unknown-vote-code", "{wrong}");
    }
    let own = desk.host.join_votes(PLACE, asker(BOB), &code).await;
    assert_eq!(refusal(own.map(|_| ())).code, "vote-code-of-own-channel");
    // One that nobody has joined yet gives way to another.
    let unjoined = waiting;
    let waiting = begin(&desk, VoteRival::Channel).await;
    let code = format!("{}-{}", waiting.id.0, waiting.voting.code.as_deref().unwrap());
    let gone = find(&desk, unjoined.id).await;
    assert_eq!((gone.outcome, gone.end.abort), (Some(Outcome::ABORTED), Some(AbortCause::Unjoined)));
    let joined = desk.host.join_votes(ELSEWHERE, there(CID), &code.to_lowercase()).await.unwrap().id;
    let late = desk.host.join_votes(Place { channel: ChannelId(81), ..ELSEWHERE }, there(CID), &code).await;
    assert_eq!(refusal(late.map(|_| ())).code, "unknown-vote-code");
    desk.look().await;
    let begun = find(&desk, waiting.id).await;
    assert_eq!((begun.voting.rival, begun.clock.since), (Some(joined), Some(desk.clock.now())));
    // In another server, a channel goes by its server.
    assert_eq!(begun.voting.names.channel.as_deref(), Some("#channel-70"));
    let names = [begun, find(&desk, joined).await].map(|it| it.voting.rival_name);
    assert_eq!(names, [Some("Server 8".to_owned()), Some("Server 7".to_owned())]);

    // Each channel votes on its own moves, and sees the other's; also after a crash between the two.
    let not_yet = desk.host.play_move(there(CID), MatchChoice::Number(joined), play::decide::MoveInput::typed("h7-h6"));
    assert_eq!(refusal(not_yet.await.map(|_| ())).code, "rival-is-voting");
    for user in 201..206 {
        desk.play(UserId(user), waiting.id, "a2-a3").await.unwrap();
    }
    assert_eq!(find(&desk, waiting.id).await.moves, ["a2-a3"]);
    desk.restart().await;
    desk.look().await;
    assert_eq!(find(&desk, joined).await.moves, ["a2-a3"]);
    // Nobody votes for both sides.
    let both =
        desk.host.play_move(there(UserId(201)), MatchChoice::Number(joined), play::decide::MoveInput::typed("a7-a6"));
    assert_eq!(refusal(both.await.map(|_| ())).code, "voted-for-other-side");
    desk.host
        .play_move(there(CID), MatchChoice::Number(joined), play::decide::MoveInput::typed("h7-h6"))
        .await
        .unwrap();
    desk.pass(13).await;
    assert_eq!(find(&desk, waiting.id).await.moves, ["a2-a3", "h7-h6"]);
    assert_eq!(find(&desk, joined).await.moves, ["a2-a3", "h7-h6"]);
    assert_eq!(refusal(desk.play(CID, waiting.id, "a3-a4").await).code, "voted-for-other-side");
    desk.play(UserId(201), waiting.id, "a3-a4").await.unwrap();

    // What ends one ends the other.
    desk.host.stop(UserId(55), GuildId(8), joined).await.unwrap();
    desk.look().await;
    desk.look().await;
    let ended = find(&desk, waiting.id).await;
    assert_eq!((ended.outcome, ended.end.abort), (Some(Outcome::ABORTED), Some(AbortCause::Rival)));
}

#[tokio::test]
async fn a_channel_plays_the_engine_with_sqlite() {
    a_channel_plays_the_engine(TestHost::open().await).await;
}

#[tokio::test]
async fn a_channel_plays_the_engine_with_postgres() {
    let postgres = Postgres::create().await;
    a_channel_plays_the_engine(TestHost::open_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}

#[tokio::test]
async fn a_vote_ends_when_all_have_voted_again_with_sqlite() {
    a_vote_ends_when_all_have_voted_again(TestHost::open().await).await;
}

#[tokio::test]
async fn a_vote_ends_when_all_have_voted_again_with_postgres() {
    let postgres = Postgres::create().await;
    a_vote_ends_when_all_have_voted_again(TestHost::open_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}

#[tokio::test]
async fn two_channels_play_each_other_with_sqlite() {
    two_channels_play_each_other(TestHost::open().await).await;
}

#[tokio::test]
async fn two_channels_play_each_other_with_postgres() {
    let postgres = Postgres::create().await;
    two_channels_play_each_other(TestHost::open_on(postgres.url.clone()).await).await;
    postgres.drop().await;
}
