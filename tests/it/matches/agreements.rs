//! What two players agree on besides moves, and what they prepare: tried by both, by a third who meddles, and twice.

use play::{Answer, MatchChoice, OfferKind, ProposalId};
use texts::{Locale, explain};

use crate::support::desk::{ANN, BOB, TestHost, asker, refusal};
use crate::support::looking::{board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person};

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_declined_lapses_and_is_agreed() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let cid = stage.person("Cid");
    cid.say("!draw #1").await;
    cid.wait_for("that Cid does not play", says("You're not playing in match #1")).await;

    // Offered by a command, it is answered by a button on a new board that pings the other.
    ann.slash("draw", &[]).await;
    ann.wait_for("that Bob is asked", ephemeral("Your opponent has been asked")).await;
    let offered = bob.wait_for("the offer", says("offers a draw")).await;
    assert_eq!(offered.pings, [bob.id.to_string()]);
    ann.say("!draw").await;
    ann.wait_for("that it stands already", says("You've already offered that")).await;
    cid.press(&offered, "Accept Draw").await;
    cid.wait_for("that Cid does not play", ephemeral("You're not playing in match #1")).await;
    ann.press(&offered, "Accept Draw").await;
    ann.wait_for("that Bob has to", ephemeral("That was your own offer")).await;
    bob.press(&offered, "Decline").await;
    let declined = |it: &Message| it.id == offered.id && !it.content.contains("offers a draw");
    let quiet = bob.wait_for("the board without the offer", declined).await;
    let told = format!("<@{}> declined the draw.", bob.id);
    assert!(quiet.says(&told) && quiet.pings == offered.pings, "Ann reads it on the board: {}", quiet.content);
    assert!(!quiet.labels().contains(&"Accept Draw"), "{:?}", quiet.labels());
    bob.press(&offered, "Accept Draw").await;
    bob.wait_for("that nothing is offered", ephemeral("There's no open offer in this match anymore")).await;

    // It lapses with the other's next move, and the mover's own goes with the move.
    ann.say("!draw").await;
    bob.wait_for("the second offer", |it| it.id > offered.id && says("offers a draw")(it)).await;
    ann.say("!move d1-b3").await;
    let with_move = bob.wait_for("move and offer", |it| board_of("loa", 1, 1)(it) && says("offers a draw")(it)).await;
    assert_eq!(with_move.pings, [bob.id.to_string()]);
    assert!(!with_move.says("declined"), "{}", with_move.content);
    bob.say("!move h5-g4").await;
    let next = ann.wait_for("the next board", board_of("loa", 1, 2)).await;
    assert!(!next.content.contains("offers a draw"), "{}", next.content);

    // Three times, and no more.
    ann.say("!draw").await;
    let third = bob.wait_for("the third offer", |it| it.id > next.id && says("offers a draw")(it)).await;
    bob.press(&third, "Decline").await;
    bob.wait_for("the decline", |it| it.id == third.id && !it.content.contains("offers a draw")).await;
    ann.say("!draw").await;
    ann.wait_for("that it is enough", says("You've offered a draw 3 times")).await;

    // Whoever offers what is offered agrees.
    ann.say("!move b1-b4").await;
    bob.wait_for("the third move", board_of("loa", 1, 3)).await;
    bob.say("!move g4xg1").await;
    ann.wait_for("the fourth move", board_of("loa", 1, 4)).await;
    bob.say("!draw").await;
    ann.wait_for("Bob's offer", |it| it.id > third.id && says("offers a draw")(it)).await;
    ann.slash("draw", &[]).await;
    ann.wait_for("that it is a draw", ephemeral("Agreed: the match is drawn.")).await;
    ann.wait_for("the end", says("🏁 **Draw**: both players agreed")).await;
    bob.say("!draw #1").await;
    bob.wait_for("that it is over", says("Match #1 is over")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_with_a_move_and_answered_by_a_word() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!move d1-b3 draw").await;
    let offered = bob.wait_for("move and offer", |it| board_of("loa", 1, 1)(it) && says("offers a draw")(it)).await;
    assert_eq!(offered.pings, [bob.id.to_string()]);
    ann.say("!decline").await;
    ann.wait_for("that Ann has nothing to decline", says("There's no open challenge")).await;
    bob.slash("decline", &[]).await;
    bob.wait_for("that it is declined", ephemeral("You declined your opponent's offer in match #1")).await;
    bob.wait_for("the board without the offer", |it| it.id == offered.id && !says("offers a draw")(it)).await;

    // In reply to the board, and with what cannot be.
    bob.reply(&offered, "h5-g4 DRAW").await;
    let answered = ann.wait_for("move and offer", |it| board_of("loa", 1, 2)(it) && says("offers a draw")(it)).await;
    ann.say("!move b1-b4 draw").await;
    ann.wait_for("that Bob is to be answered first", says("Your opponent has offered a draw")).await;
    bob.say("!withdraw").await;
    bob.wait_for("that it is withdrawn", says("You withdrew your offer in match #1")).await;
    ann.wait_for("the board without the offer", |it| it.id == answered.id && !says("offers a draw")(it)).await;
    ann.say("!move b1-b4, draw").await;
    bob.wait_for("the third move", |it| board_of("loa", 1, 3)(it) && says("offers a draw")(it)).await;
    bob.say("!move g4xg1 draw").await;
    bob.wait_for("that Ann is to be answered first", says("Your opponent has offered a draw")).await;
    bob.say("!accept").await;
    ann.wait_for("the end", says("🏁 **Aborted**")).await;

    // The same again, by a word.
    ann.slash("rematch", &[]).await;
    ann.wait_for("that Bob is asked", ephemeral("Your opponent has been asked for a rematch")).await;
    bob.say("!rematch").await;
    bob.wait_for("the rematch", board_of("loa", 2, 0)).await;
    bob.say("!rematch").await;
    bob.wait_for("that there is one", says("The rematch has already started: match #2")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_before_both_have_moved_twice_is_none() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("rated").await;
    ann.say("!draw").await;
    bob.wait_for("the offer", says("so the match would be aborted: nobody would win or lose")).await;
    bob.slash("draw", &[]).await;
    bob.wait_for("that it is none", ephemeral("You hadn't both moved twice yet, so the match is aborted")).await;
    let end = ann.wait_for("the end", says("🏁 **Aborted**")).await;
    assert!(!end.content.contains('→'), "no rating changes: {}", end.content);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_by_consent_and_old_boards_know() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!takeback").await;
    ann.wait_for("that there is nothing", says("you haven't made a move yet")).await;
    ann.say("!move d1-b3").await;
    bob.wait_for("the board", board_of("loa", 1, 1)).await;
    ann.say("!takeback").await;
    let asked = bob.wait_for("the question", says("would like to take back d1-b3. ")).await;
    bob.press(&asked, "Allow Takeback").await;
    let back = ann.wait_for("the board before", board_of("loa", 1, 2)).await;
    assert!(
        back.content.contains("you're **Black**") && back.content.contains("reply with a move like"),
        "{}",
        back.content
    );
    assert_eq!(back.pings, [ann.id.to_string()]);

    // The board of the move that is no more is out of date, although as many plies are played again.
    ann.say("!move b1-b3").await;
    bob.wait_for("the other move", board_of("loa", 1, 3)).await;
    bob.reply(&asked, "h5-g4").await;
    bob.wait_for("that it is old", says("That board is out of date")).await;

    // After the reply, both moves are taken back.
    bob.say("!move h5-f3").await;
    ann.wait_for("the reply", board_of("loa", 1, 4)).await;
    ann.slash("takeback", &[]).await;
    let asked = bob
        .wait_for("the question", |it| it.id > asked.id && says("would like to take back b1-b3 and h5-f3. ")(it))
        .await;
    bob.press(&asked, "Allow Takeback").await;
    let back = ann.wait_for("the first position", board_of("loa", 1, 5)).await;
    assert!(back.content.contains("reply with a move like"), "{}", back.content);
    stage
        .until("every other board is a line of what is left", || async {
            let boards = ann.messages().await.into_iter().filter(|it| it.author.bot && it.content.contains("#1"));
            let wrong = |it: &Message| it.content.contains("h5-f3") || it.content.contains("1. <@");
            let boards: Vec<Message> = boards.filter(|it| it.id > asked.id || it.attachments.len() == 1).collect();
            boards.len() == 1 && !boards.iter().any(wrong)
        })
        .await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn against_the_bot_a_casual_move_is_taken_back_at_once() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.say("!move d1-b3").await;
    ann.wait_for("the round", board_of("loa", 1, 2)).await;
    ann.say("!takeback").await;
    let back = ann.wait_for("the first position", board_of("loa", 1, 3)).await;
    assert!(back.content.contains("reply with a move like"), "{}", back.content);
    ann.say("!draw").await;
    ann.wait_for("that the bot takes none", says("I don't agree to draws")).await;
    ann.say("!pause").await;
    ann.wait_for("that there is no clock", says("There's no clock in this match")).await;
    ann.say("!claim").await;
    ann.wait_for("that it is her turn", says("there's nothing to claim")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_asked_for_in_the_panel_of_a_match() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!move d1-b3").await;
    let board = bob.wait_for("the board", board_of("loa", 1, 1)).await;
    ann.press(&board, "⋯").await;
    let panel = ann.wait_for("her panel", ephemeral("What else would you like to do")).await;
    ann.press(&panel, "Take Back").await;
    ann.wait_for("that Bob is asked", ephemeral("Your opponent has been asked")).await;
    let asked = bob.wait_for("the question", says("would like to take back d1-b3. ")).await;
    bob.press(&asked, "Allow Takeback").await;
    ann.wait_for("the position before", board_of("loa", 1, 2)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_agreed_on_and_ended_by_words_commands_and_buttons() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual daily").await;
    let asks = says("would like to stop the clock for a while");
    let (is_paused, runs) = (says("⏸ Paused"), says("⏳ Your time ends <t:"));

    ann.say("!pause").await;
    let board = bob.wait_for("the question", &asks).await;
    bob.say("!pause").await;
    ann.wait_for("the pause", |it| it.id == board.id && is_paused(it)).await;
    bob.say("!resume").await;
    // Ann's clock runs again, so she has to hear of it.
    let resumed = ann.wait_for("the clock", |it| it.id > board.id && runs(it)).await;
    assert_eq!(resumed.pings, [ann.id.to_string()]);

    ann.slash("pause", &[]).await;
    ann.wait_for("that Bob is asked", ephemeral("Your opponent has been asked")).await;
    let board = bob.wait_for("the question", |it| it.id > board.id && asks(it)).await;
    bob.slash("pause", &[]).await;
    bob.wait_for("that it stands still", ephemeral("The clock is stopped.")).await;
    ann.wait_for("the pause", |it| it.id == board.id && is_paused(it)).await;
    ann.slash("resume", &[]).await;
    ann.wait_for("that it goes on", ephemeral("The match goes on")).await;
    let board = ann.wait_for("the clock", |it| it.id == board.id && runs(it)).await;

    ann.press(&board, "⋯").await;
    let panel = ann.wait_for("her panel", ephemeral("What else would you like to do")).await;
    ann.press(&panel, "Pause").await;
    let board = bob.wait_for("the question", |it| it.id > board.id && asks(it)).await;
    bob.press(&board, "Agree to Pause").await;
    ann.wait_for("the pause", |it| it.id == board.id && is_paused(it)).await;

    // What is offered meanwhile is answered on the board, which can still be resumed.
    ann.slash("draw", &[]).await;
    let offered = bob.wait_for("the offer", says("offers a draw")).await;
    bob.press(&offered, "Decline").await;
    let declined = |it: &Message| it.id == offered.id && is_paused(it) && !says("offers a draw")(it);
    let board = bob.wait_for("the pause without the offer", declined).await;
    bob.press(&board, "Resume").await;
    ann.wait_for("the clock", |it| it.id > board.id && runs(it)).await;
    bob.slash("resume", &[]).await;
    bob.wait_for("that there is no pause", ephemeral("This match isn't paused")).await;
    stage.finish().await;
}

/// Ann, who is Black, and Bob begin the match of that number, in which it is Ann's turn when both have moved twice.
async fn begin_and_move_twice(ann: &Person, bob: &Person, id: u32) {
    ann.say("!challenge @Bob loa casual black").await;
    let is_open = |it: &Message| says("challenges you to")(it) && it.labels().contains(&"Accept");
    let offer = bob.wait_for("the challenge", is_open).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the first board", board_of("loa", id, 0)).await;
    for (ply, (player, text)) in
        [(ann, "d1-b3"), (bob, "h5-g4"), (ann, "b1-b4"), (bob, "g4-g1")].into_iter().enumerate()
    {
        player.say(&format!("!move #{id} {text}")).await;
        ann.wait_for(text, board_of("loa", id, ply + 1)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_is_claimed_by_a_word_a_command_and_a_button() {
    let stage = TestBot::start().await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    for id in 1..=4 {
        begin_and_move_twice(&ann, &bob, id).await;
    }
    stage.age_matches(11).await;
    const REMINDED: &str = "SELECT COUNT(*) FROM matches WHERE details ->> '$.reminders.reminded' IS NOT NULL";
    stage.until("Ann is reminded", || async { stage.count(REMINDED).await == 4 }).await;
    stage.age_matches(4).await;
    let may_claim = async |id: u32| {
        let number = format!("in #{id} for a long time");
        bob.wait_for("that he may claim the win", |it| it.says(&number) && it.labels().contains(&"Claim the Win")).await
    };
    let (told, too_late) = (may_claim(3).await, may_claim(4).await);
    cid.press(&told, "Claim the Win").await;
    cid.wait_for("that he doesn't play there", ephemeral("You're not playing in match #3")).await;
    ann.press(&told, "Claim the Win").await;
    ann.wait_for("that it's her own turn", ephemeral("It's your turn, so there's nothing to claim")).await;
    ann.say("!move #4 f1-f3").await;
    ann.wait_for("her move after all", board_of("loa", 4, 5)).await;
    bob.press(&too_late, "Claim the Win").await;
    bob.wait_for("that she has moved", ephemeral("That board is out of date")).await;
    bob.say("!claim #1").await;
    bob.slash("claim", &[("match", "2")]).await;
    let second = bob.wait_for("that it is over", ephemeral("The match is over.")).await;
    bob.press(&told, "Claim the Win").await;
    let third =
        bob.wait_for("that it is over, too", |it| it.id > second.id && ephemeral("The match is over.")(it)).await;
    bob.press(&told, "Claim the Win").await;
    bob.wait_for("that it is over already", |it| it.id > third.id && ephemeral("Match #3 is over")(it)).await;
    for id in 1..=3 {
        let number = format!(" #{id} ");
        let is_won = |it: &Message| it.says(&number) && it.says("(White) wins**: Black took too long to move");
        ann.wait_for("the end", is_won).await;
    }
    stage.finish().await;
}

/// Chooses a value from the menu that offers it on the board of a line that is being prepared; the board that follows.
async fn choose_planned(person: &Person, value: &str) -> Message {
    let offers = |it: &Message| it.ephemeral && it.menus().iter().any(|menu| menu.1.iter().any(|it| it == value));
    let board = person.wait_for(value, offers).await;
    let (control, _) = board.menus().into_iter().rev().find(|menu| menu.1.iter().any(|it| it == value)).unwrap();
    person.choose(&board, &control, value).await;
    let goes_on = |it: &Message| it.id == board.id && (it.content != board.content || it.menus() != board.menus());
    person.wait_for("the next step", goes_on).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_prepared_is_not_lost_in_a_question() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.say("!challenge @Bob clobber casual first").await;
    let offer = bob.wait_for("the challenge", says("challenges you to **Clobber**")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the other board", board_of("clobber", 2, 0)).await;
    bob.slash("prepare", &[("lines", "d1-b3 h5-g4")]).await;
    let told = bob.wait_for("the question", |it| it.ephemeral && it.says("#1") && it.says("#2")).await;
    assert!(told.menus().is_empty(), "a menu could not keep the lines: {}", told.content);
    bob.slash("prepare", &[("lines", "d1-b3 h5-g4"), ("match", "1")]).await;
    bob.wait_for("what is prepared", ephemeral("if **d1-b3**, then **h5-g4**")).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_prepared_is_dropped_and_a_step_undone() {
    let stage = TestBot::start().await;
    let (_, bob) = stage.begin("casual").await;
    bob.slash("prepare", &[("lines", "d1-b3 h5-g4")]).await;
    let panel = bob.wait_for("what is prepared", ephemeral("if **d1-b3**, then **h5-g4**")).await;
    bob.slash("prepare", &[("clear", "true")]).await;
    let nothing = ephemeral("You haven't prepared anything in match #1");
    bob.wait_for("that it is dropped", |it| it.id > panel.id && nothing(it)).await;

    bob.slash("prepare", &[("lines", "d1-b3 h5-g4; d1-d3 a2-a8; b1-b3 a2-a8")]).await;
    let panel = bob.wait_for("three lines", ephemeral("if **b1-b3**, then **a2-a8**")).await;
    let (menu, values) = panel.menus().remove(0);
    assert_eq!(values, ["b1-b3 a2-a8", "d1-b3 h5-g4", "d1-d3 a2-a8"]);
    bob.choose(&panel, &menu, "b1-b3 a2-a8").await;
    let are_left = |it: &Message| it.id == panel.id && !it.content.contains("b1-b3") && it.content.contains("d1-d3");
    bob.wait_for("the other two", are_left).await;
    bob.slash("prepare", &[("drop", "d1-d3")]).await;
    let is_left = |it: &Message| it.id > panel.id && !it.content.contains("d1-d3") && it.content.contains("d1-b3");
    bob.wait_for("the last one", is_left).await;
    bob.slash("prepare", &[("drop", "b1-b3")]).await;
    bob.wait_for("that it is gone", ephemeral("You haven't prepared a line that begins with `b1-b3`")).await;
    bob.slash("prepare", &[("drop", "z9")]).await;
    bob.wait_for("that it is no move", ephemeral("“z9” isn't a move that I can read")).await;

    let last = bob.last_id().await;
    bob.slash("prepare", &[("lines", "d1-b3 h5-g4")]).await;
    let panel = bob.wait_for("the panel", |it| it.id > last && it.labels().contains(&"Drop All")).await;
    bob.press(&panel, "Drop All").await;
    let empty = bob.wait_for("that it is dropped", |it| it.id == panel.id && nothing(it)).await;
    assert_eq!(empty.labels(), ["Choose on the Board"]);

    bob.press(&empty, "Choose on the Board").await;
    let begins = |it: &Message| it.id == empty.id && it.content.contains("If your opponent plays…");
    bob.wait_for("the board", begins).await;
    choose_planned(&bob, "d1").await;
    let board = choose_planned(&bob, "b3").await;
    assert!(board.content.contains("If `d1-b3`: what do you reply?"), "{}", board.content);
    assert_eq!(board.labels(), ["Back"]);
    bob.press(&board, "Back").await;
    let board = bob.wait_for("the board before that step", begins).await;
    assert!(board.labels().is_empty() && !board.menus().is_empty(), "{:?}", board.labels());
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prepared_replies_are_private_and_played_when_they_match() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    ann.slash("prepare", &[("lines", "d1-b3 h5-g4")]).await;
    ann.wait_for("that she moves first", ephemeral("Play your move first")).await;
    bob.say("!prepare d1-b3 h5-g4").await;
    bob.wait_for("that it would be seen", says("Your opponent would read it here")).await;
    for (lines, answer) in [
        ("d1-b3", "The line ends with your opponent's move d1-b3"),
        ("d1-b3 h5-h1", "“h5\\-h1” isn't a legal move there (after d1-b3)"),
        ("z9 a1", "“z9” isn't a move that I can read."),
        ("d1 to b3 h5 to g4 later", "“later” isn't a move that I can read (after d1-b3 h5-g4)"),
        ("d1-b3 h5", "“h5” could be several moves there (after d1-b3)"),
        ("d1-b3 h5-g4; b1-b3 a2-c2", "if **d1-b3**, then **h5-g4**"),
        ("d1-b3 h5-g4 b1-b4 g4xg1", "if **d1-b3**, then **h5-g4** · if **b1-b4**, then **g4-g1**"),
    ] {
        let last = bob.last_id().await;
        bob.slash("prepare", &[("lines", lines)]).await;
        let told = bob.wait_for(lines, |it| it.id > last && it.ephemeral && !it.content.is_empty()).await;
        assert!(told.content.contains(answer), "{lines}: {}", told.content);
    }

    // Played at once, and shown with the move that it answers: one message.
    let before = ann.messages().await.iter().filter(|it| !it.ephemeral).count();
    ann.slash("move", &[("move", "d1-b3")]).await;
    let board = ann.wait_for("both moves", board_of("loa", 1, 2)).await;
    assert!(board.content.contains("played **d1-b3**."), "{}", board.content);
    assert!(board.content.contains("played **h5-g4**, as prepared."), "{}", board.content);
    assert_eq!(board.pings, [ann.id.to_string()]);
    assert_eq!(ann.messages().await.iter().filter(|it| !it.ephemeral).count(), before + 1);
    ann.wait_for("that she played", ephemeral("You played **d1-b3**")).await;

    // The line goes on.
    ann.reply(&board, "b1b4").await;
    let board = ann.wait_for("both moves again", board_of("loa", 1, 4)).await;
    assert!(board.content.contains("**g4-g1**, as prepared, and took a piece"), "{}", board.content);
    bob.slash("prepare", &[]).await;
    bob.wait_for("that nothing is left", ephemeral("You haven't prepared anything")).await;

    // By menus, on a board that is played forward.
    ann.say("!move b4-e7").await;
    ann.wait_for("her move", board_of("loa", 1, 5)).await;
    ann.slash("prepare", &[]).await;
    let panel = ann.wait_for("her panel", |it| it.ephemeral && it.labels().contains(&"Choose on the Board")).await;
    ann.press(&panel, "Choose on the Board").await;
    for value in ["a3", "c1", "b3", "e6"] {
        choose_planned(&ann, value).await;
    }
    let line = ann.wait_for("the line", |it| it.ephemeral && it.labels().contains(&"Save")).await;
    assert!(line.content.contains("`a3-c1 b3-e6`"), "{}", line.content);
    ann.press(&line, "Save").await;
    ann.wait_for("that it is prepared", |it| it.id == line.id && it.content.contains("if **a3-c1**, then **b3-e6**"))
        .await;
    bob.say("!move a3xc1").await;
    let board = bob.wait_for("both moves", board_of("loa", 1, 7)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);
    // Her line was for an earlier turn.
    ann.press(&line, "Save").await;
    ann.wait_for("that it was another turn", ephemeral("That board is out of date")).await;
    ann.slash("prepare", &[]).await;
    ann.wait_for("that nothing is prepared", ephemeral("You haven't prepared anything")).await;
    stage.finish().await;
}

#[tokio::test]
async fn a_prepared_reply_waits_until_a_draw_offer_is_answered() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let which = || MatchChoice::Number(id);
    desk.host.prepare(asker(BOB), which(), "d1-b3 h5-g4").await.unwrap();
    desk.host.offer(asker(ANN), which(), OfferKind::Draw).await.unwrap();
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.look().await;
    let offered = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(offered.moves, ["d1-b3"], "Bob is asked first");
    assert!(offered.offers.pending.is_some());
    desk.host.answer_offer(asker(BOB), which(), None, false).await.unwrap();
    desk.look().await;
    let declined = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(declined.moves, ["d1-b3", "h5-g4"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_typed_into_a_form() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    ann.press(&board, "⋯").await;
    let panel = ann.wait_for("the panel", ephemeral("What else would you like to do")).await;
    // Nobody resigns by mistake.
    assert!(panel.labels().contains(&"Resign") && !board.labels().contains(&"Resign"), "{:?}", panel.labels());
    ann.press(&panel, "Resign").await;
    ann.wait_for("the question", |it| it.labels().contains(&"Yes, Abort It")).await;
    bob.press(&board, "⋯").await;
    let other = bob.wait_for("Bob's panel", ephemeral("What else would you like to do")).await;
    assert!(!other.labels().contains(&"Type a Move"), "it is not his turn: {:?}", other.labels());
    let type_move = async |text: &str| {
        ann.press(&panel, "Type a Move").await;
        let form = ann.wait_for_modal().await;
        ann.submit(&form, &[("move", text)]).await;
    };
    type_move("b1-b4").await;
    let refused = ann.wait_for("why not", ephemeral("must move exactly 2")).await;
    assert_eq!(refused.attachments[0].filename, "loa-1-refused.png");
    type_move("d1 b3").await;
    ann.wait_for("the board", board_of("loa", 1, 1)).await;
    let is_left = async || ann.messages().await.iter().any(|it| it.state == "thinking" || it.says("You played"));
    stage.until("the new board is all that is told", || async { !is_left().await }).await;
    // Nobody types a move for nothing.
    ann.press(&panel, "Type a Move").await;
    ann.wait_for("no form", ephemeral("out of date")).await;
    stage.finish().await;
}

#[tokio::test]
async fn an_offer_is_announced_once() {
    let desk = TestHost::open().await;
    let id = desk.begin(Some("3d+12h")).await;
    desk.look().await;
    let showing = || desk.told.showing.lock().unwrap().clone();
    desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Draw).await.unwrap();
    desk.look().await;
    assert_eq!((showing().edit, showing().pings), (None, vec![BOB]));
    // Ann, who is to move, is away and back: the deadline on the board changes, and Bob has been asked already.
    desk.host.go_away(ANN, 1).await.unwrap();
    desk.look().await;
    assert!(showing().edit.is_some() && showing().pings.is_empty(), "{:?}", showing());
    desk.host.come_back(ANN).await.unwrap();
    desk.look().await;
    assert!(showing().edit.is_some() && showing().pings.is_empty(), "{:?}", showing());
    // Another offer is news.
    desk.host.answer_offer(asker(BOB), MatchChoice::Number(id), None, false).await.unwrap();
    desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Pause).await.unwrap();
    desk.look().await;
    assert_eq!((showing().edit, showing().pings), (None, vec![BOB]));
}

#[tokio::test]
async fn one_request_waits_at_a_time_and_none_is_dropped_silently() {
    let desk = TestHost::open().await;
    let id = desk.begin(None).await;
    let which = || MatchChoice::Number(id);
    desk.play(ANN, id, "d1-b3").await.unwrap();
    desk.host.offer(asker(ANN), which(), OfferKind::Takeback).await.unwrap();
    let refused = refusal(desk.host.offer(asker(ANN), which(), OfferKind::Draw).await);
    assert_eq!(refused.code, "your-offer-stands");
    assert!(explain(&refused).in_locale(Locale::English).starts_with("You've asked to take back a move"));
    // Each word is for its own side's offer, or for the other's.
    for (user, answer, code) in [(BOB, Answer::Withdraw, "not-your-offer"), (ANN, Answer::Decline, "your-own-offer")] {
        let settled = desk.host.settle(asker(user), ProposalId::Offer(id), answer).await;
        assert_eq!(refusal(settled).code, code);
    }
    // Once it's taken back, another may be made.
    desk.host.answer_offer(asker(ANN), which(), None, false).await.unwrap();
    desk.host.offer(asker(ANN), which(), OfferKind::Draw).await.unwrap();
    // Bob's move is his answer. His own request lapses with his next move, and a draw may go with that one.
    desk.play(BOB, id, "a3-c1").await.unwrap();
    desk.host.offer(asker(BOB), which(), OfferKind::Takeback).await.unwrap();
    desk.play(ANN, id, "b1-d3").await.unwrap();
    desk.host.offer(asker(BOB), which(), OfferKind::Takeback).await.unwrap();
    desk.play(BOB, id, "h5-f5 draw").await.unwrap();
    let offered = desk.store.find_match(id).await.unwrap().unwrap().offers.pending;
    assert_eq!(offered.map(|it| it.kind), Some(OfferKind::Draw));
}

#[tokio::test(flavor = "multi_thread")]
async fn accept_answers_the_opponent_before_it_begins_a_match_with_a_stranger() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let cid = stage.person("Cid");
    ann.say("!draw").await;
    bob.wait_for("the offer", says("offers a draw")).await;
    cid.say("!challenge loa").await;
    cid.wait_for("the open challenge", says("looking for an opponent")).await;
    bob.say("!accept").await;
    bob.wait_for("that it is accepted", says("You hadn't both moved twice yet, so the match is aborted")).await;
    bob.wait_for("the end", says("Aborted")).await;
    // Then Cid's challenge is meant.
    bob.say("!accept").await;
    bob.wait_for("the match with Cid", board_of("loa", 2, 0)).await;
    stage.finish().await;
}
