//! A real browser on the playground's page: headless Chromium plays by typing and by the menus, sees the boards, fills
//! in forms, and is as small as a phone.
//!
//! `bash .ci/run` installs `chromium` and `chromedriver` where they are missing.

use discord::controls::{AnyonesAction, BoardAction, ChallengeAction, Control, MatchAction, ReplayAction, ReplayPlace};
use play::decide::RematchTerms;
use play::{ChallengeId, MatchId, OfferKind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_RIGHT, MouseActions, PointerAction};
use fantoccini::{Client, Locator, key::Key};
use playground::{Playground, Settings};
use serde_json::json;
use serenity::all::{
    ActionRowComponent, Context, CreateActionRow, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, EventHandler, GatewayIntents, HttpBuilder,
    InputTextStyle, Interaction, Message, Ready,
};
use tokio::sync::Notify;

use crate::support::browser::{Process, browser, keep_screenshot, phone, playground, wait};
use crate::support::{SHORTEST_MATCH, on_board, pieces, targets};

async fn type_line(page: &Client, text: &str) {
    let message_box = wait(page, "#message-box").await;
    message_box.send_keys(text).await.unwrap();
    message_box.send_keys(&Key::Enter.to_string()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_by_typing_and_by_the_menus() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.goto(&format!("{address}#person=Ann&channel=games")).await.unwrap();
    wait(&page, "#message-box").await;

    type_line(&page, "!play loa 1 black casual").await;
    let board = wait(&page, "img[src*='loa-1-0.png']").await;
    let words = board.attr("alt").await.unwrap().unwrap_or_default();
    assert!(words.contains("Black") && words.contains("b1"), "the picture has words: {words}");
    wait_for_picture(&page, "img[src*='loa-1-0.png']").await;

    // By typing.
    type_line(&page, "!move b1-b3").await;
    // One board shows the move and the answer of the engine.
    wait_for_picture(&page, "img[src*='loa-1-2.png']").await;

    // By the menus: the first piece that can move (the engine may have taken any), and the first square that it may go
    // to.
    let piece = choose_first(&page, &control(&page, &pieces(1, 2)).await).await;
    choose_first(&page, &control(&page, &targets(1, 2, &piece)).await).await;
    wait_for_picture(&page, "img[src*='loa-1-4.png']").await;

    // A refusal is seen, too; by now the bot may have a piece there.
    type_line(&page, "!move a1-a2").await;
    page.wait()
        .at_most(Duration::from_secs(20))
        .for_element(Locator::XPath("//*[contains(text(), 'no piece on a1') or contains(text(), 'a1 is ')]"))
        .await
        .expect("the refusal is shown");
    page.close().await.unwrap();
}

/// Presses the right mouse button on an element.
async fn right_click(page: &Client, css: &str) {
    let element = wait(page, css).await;
    let to = PointerAction::MoveToElement { element, duration: None, x: 0., y: 0. };
    let press = MouseActions::new("mouse".into()).then(to).then(PointerAction::Down { button: MOUSE_BUTTON_RIGHT });
    page.perform_actions(press.then(PointerAction::Up { button: MOUSE_BUTTON_RIGHT })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menus_of_messages_and_people_have_the_bots_entries() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.goto(&format!("{address}#person=Bob&channel=games")).await.unwrap();
    type_line(&page, "Hello!").await;
    let hello = "[data-message-id]:has([data-user])";
    wait(&page, hello).await;

    // A right click on a message, and a press by keyboard; Escape gives the focus back.
    right_click(&page, &format!("{hello} .md")).await;
    let entry = wait(&page, "#context-menu [role='menuitem']:focus").await;
    let entries = page.find(Locator::Css("#context-menu")).await.unwrap().text().await.unwrap();
    assert!(entries.contains("Explore") && entries.contains("Analyze"), "{entries}");
    keep_screenshot(&page, "the-menu-of-a-message-1200").await;
    entry.send_keys(&Key::Enter.to_string()).await.unwrap();
    let refused = Locator::XPath("//*[contains(text(), 'Right-click a board')]");
    page.wait().at_most(Duration::from_secs(20)).for_element(refused).await.expect("it is no board");
    wait(&page, &format!("{hello} [data-apps]")).await.send_keys(&Key::Enter.to_string()).await.unwrap();
    wait(&page, "#context-menu [role='menuitem']:focus").await.send_keys(&Key::Escape.to_string()).await.unwrap();
    wait(&page, &format!("{hello} [data-apps]:focus")).await;

    // The name of a person has a menu of its own, and a form opens from it.
    page.goto(&format!("{address}#person=Ann&channel=games")).await.unwrap();
    right_click(&page, &format!("{hello} .author")).await;
    wait(&page, "#context-menu [role='menuitem']:focus").await;
    let entries = page.find(Locator::Css("#context-menu")).await.unwrap().text().await.unwrap();
    assert_eq!(entries, "Challenge to a Match\nProfile");
    page.find(Locator::Css("#context-menu [role='menuitem']")).await.unwrap().click().await.unwrap();
    let game = wait(&page, "#modal[open] [data-field='game']:focus").await;
    keep_screenshot(&page, "the-form-of-a-challenge-1200").await;
    game.send_keys("loa").await.unwrap();
    game.send_keys(&Key::Enter.to_string()).await.unwrap();
    control(&page, &Control::of_challenge(ChallengeId(1), ChallengeAction::Withdraw)).await;
    page.close().await.unwrap();
}

/// Chooses the first entry of a menu, and says which it is.
async fn choose_first(page: &Client, css: &str) -> String {
    let menu = wait(page, css).await;
    let first = menu.find(Locator::Css("option:not([value=''])")).await.unwrap();
    let value = first.attr("value").await.unwrap().unwrap();
    menu.select_by_value(&value).await.unwrap();
    value
}

const WIDTH: &str = "return arguments[0].complete ? arguments[0].naturalWidth : 0";

/// Waits until a picture is not only named but loaded.
async fn wait_for_picture(page: &Client, css: &str) {
    let image = wait(page, css).await;
    for _ in 0..100 {
        let width = page.execute(WIDTH, vec![serde_json::to_value(&image).unwrap()]).await.unwrap();
        if width.as_u64().is_some_and(|it| it >= 320) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{css} does not load");
}

/// What does not fit: things wider than the screen, and things that are not wholly on it.
const MISFITS: &str = r##"
    const wide = ["html", "body", "#scroller", ".composer"].filter((css) => {
        const node = document.querySelector(css);
        return node.scrollWidth > Math.min(node.clientWidth, innerWidth);
    });
    const outside = ["#message-box", "#message-send", "#channels-toggle", "#people"].filter((css) => {
        const { left, top, right, bottom } = document.querySelector(css).getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || left === right;
    });
    const cut = [...document.querySelectorAll(".picture img")].filter((node) => node.getBoundingClientRect().right > innerWidth);
    return [...wide, ...outside, ...cut.map((node) => node.src)];
"##;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_fits_a_phone() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let (_driver, page) = phone(&folder.path().join("profile")).await;
    page.goto(&format!("{address}#person=Ann&channel=games")).await.unwrap();
    wait(&page, "[data-channel][aria-current]").await;
    assert_eq!(page.execute("return [innerWidth, innerHeight]", vec![]).await.unwrap(), json!([390, 844]));
    type_line(&page, "!play loa 1 black casual").await;
    wait_for_picture(&page, "img[src*='loa-1-0.png']").await;
    assert_eq!(page.execute(MISFITS, vec![]).await.unwrap(), json!([]));

    // An embed has nothing beside its parts.
    type_line(&page, "!games").await;
    wait(&page, ".embed").await;
    let stray = "return [...document.querySelector('.embed').childNodes].filter((it) => it.nodeType === 3).length";
    assert_eq!(page.execute(stray, vec![]).await.unwrap(), json!(0));

    // The channels lie in a drawer.
    let lounge = page.find(Locator::XPath("//button[@data-channel][contains(., 'lounge')]")).await.unwrap();
    assert!(!lounge.is_displayed().await.unwrap(), "the drawer is closed");
    page.find(Locator::Css("#channels-toggle")).await.unwrap().click().await.unwrap();
    let lounge = page.find(Locator::XPath("//button[@data-channel][contains(., 'lounge')]")).await.unwrap();
    lounge.click().await.unwrap();
    let title = Locator::XPath("//h2[@id='channel-title'][contains(., 'lounge')]");
    page.wait().at_most(Duration::from_secs(20)).for_element(title).await.expect("the lounge is open");
    let toggle = page.find(Locator::Css("#channels-toggle")).await.unwrap();
    assert_eq!(toggle.attr("aria-expanded").await.unwrap().as_deref(), Some("false"));
    page.close().await.unwrap();
}

/// Waits for a button or menu with that control, for whichever database; how it is selected.
async fn control(page: &Client, wanted: &Control) -> String {
    control_that(page, |it| it == wanted).await
}

/// The same with a control that fits.
async fn control_that(page: &Client, fits: impl Fn(&Control) -> bool) -> String {
    const IDS: &str = "return [...document.querySelectorAll('[data-custom-id]')].map(it => it.dataset.customId)";
    for _ in 0..200 {
        let ids: Vec<String> = serde_json::from_value(page.execute(IDS, vec![]).await.unwrap()).unwrap();
        if let Some(id) = ids.iter().find(|it| Control::decode(it).is_some_and(|(_, it)| fits(&it))) {
            return format!("[data-custom-id='{id}']");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no such control comes; the page says:\n{}", wait(page, "body").await.text().await.unwrap());
}

/// Presses the button with that control, as soon as it is there.
async fn press(page: &Client, pressed: &Control) {
    let css = control(page, pressed).await;
    // By script: a board may just be scrolling into view.
    page.execute(&format!("document.querySelector(\"{css}\").click()"), vec![]).await.unwrap();
}

/// Ann at a desktop and Bob with a phone, in the same channel.
async fn two_people(folder: &Path, address: &str) -> ([Process; 2], Client, Client) {
    let (desktop, ann) = browser(&folder.join("desktop")).await;
    let (held, bob) = phone(&folder.join("phone")).await;
    ann.set_window_size(1280, 1000).await.unwrap();
    ann.goto(&format!("{address}#person=Ann&channel=games")).await.unwrap();
    bob.goto(&format!("{address}#person=Bob&channel=games")).await.unwrap();
    ([desktop, held], ann, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_walk_from_a_challenge_to_a_draw() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let ([_desktop, _phone], ann, bob) = two_people(folder.path(), &address).await;
    type_line(&ann, "!challenge @Bob loa black").await;
    press(&bob, &Control::of_challenge(ChallengeId(1), ChallengeAction::Accept)).await;
    for (version, (page, text)) in
        [(&ann, "d1-b3"), (&bob, "h5-g4"), (&ann, "b1-b4"), (&bob, "g4xg1")].into_iter().enumerate()
    {
        wait_for_picture(page, &format!("img[src*='loa-1-{version}.png']")).await;
        type_line(page, &format!("!move {text}")).await;
    }
    for page in [&ann, &bob] {
        wait_for_picture(page, "img[src*='loa-1-4.png']").await;
        let boards = page.find_all(Locator::Css(".picture img")).await.unwrap();
        assert_eq!(boards.len(), 1, "the boards before are lines");
    }
    press(&ann, &on_board(1, 4, BoardAction::More)).await;
    press(&ann, &on_board(1, 4, BoardAction::Offer(OfferKind::Draw))).await;
    let agree = on_board(1, 4, BoardAction::AnswerOffer(OfferKind::Draw, true));
    control(&bob, &agree).await;
    keep_screenshot(&ann, "a-draw-is-offered-1280").await;
    keep_screenshot(&bob, "a-draw-is-offered-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    press(&bob, &agree).await;
    for (page, width) in [(&ann, 1280), (&bob, 390)] {
        control(page, &rematch()).await;
        let words = page.find(Locator::Css("body")).await.unwrap().text().await.unwrap();
        assert!(words.contains("Draw") && words.contains("both players agreed"), "{words}");
        keep_screenshot(page, &format!("a-draw-is-agreed-{width}")).await;
    }
    ann.close().await.unwrap();
    bob.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_found_from_its_card_and_in_the_sidebar() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let ([_desktop, _phone], ann, bob) = two_people(folder.path(), &address).await;
    type_line(&ann, "!challenge @Bob loa black thread").await;
    press(&bob, &Control::of_challenge(ChallengeId(1), ChallengeAction::Accept)).await;
    for page in [&ann, &bob] {
        wait(page, ".thread-chip [data-go]").await;
        wait(page, "button.mention[data-go]").await;
    }
    keep_screenshot(&ann, "a-thread-under-its-card-1280").await;
    keep_screenshot(&bob, "a-thread-under-its-card-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));

    // Ann goes there by the sidebar, Bob by the card.
    wait(&ann, ".channel.thread").await;
    // The sidebar is drawn anew with each event, so the element may be another one by the time of the click.
    ann.execute("document.querySelector('.channel.thread').click()", vec![]).await.unwrap();
    bob.execute("document.querySelector('.thread-chip [data-go]').click()", vec![]).await.unwrap();
    for (page, width) in [(&ann, 1280), (&bob, 390)] {
        wait_for_picture(page, "img[src*='loa-1-0.png']").await;
        keep_screenshot(page, &format!("a-match-in-a-thread-{width}")).await;
    }
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    type_line(&ann, "!move d1-b3").await;
    wait_for_picture(&bob, "img[src*='loa-1-1.png']").await;

    // The end stands in the title, and the last board can still be used.
    press(&ann, &on_board(1, 1, BoardAction::More)).await;
    press(&ann, &on_board(1, 1, BoardAction::Resign)).await;
    let is_question = |it: &Control| matches!(it, Control::Board { action: BoardAction::ConfirmResign(_), .. });
    let question = control_that(&ann, is_question).await;
    ann.execute(&format!("document.querySelector(\"{question}\").click()"), vec![]).await.unwrap();
    let renamed = Locator::XPath("//h2[@id='channel-title'][contains(., 'aborted')]");
    bob.wait().at_most(Duration::from_secs(20)).for_element(renamed).await.expect("the title tells the end");
    control(&ann, &rematch()).await;
    keep_screenshot(&ann, "a-thread-after-its-match-1280").await;
    bob.goto(&format!("{address}#person=Bob&channel=games")).await.unwrap();
    control(&bob, &rematch()).await;
    keep_screenshot(&bob, "the-card-of-an-ended-match-390").await;

    // A forum has its posts.
    ann.goto(&format!("{address}#person=Ann&channel=matches")).await.unwrap();
    wait(&ann, ".posts [data-go]").await;
    let title = ann.find(Locator::Css("#channel-title")).await.unwrap().text().await.unwrap();
    assert!(title.ends_with("matches"), "{title}");
    assert!(!ann.find(Locator::Css("#message-box")).await.unwrap().is_displayed().await.unwrap());
    keep_screenshot(&ann, "a-forum-1280").await;
    ann.close().await.unwrap();
    bob.close().await.unwrap();
}

/// Asks for a rematch of the first match.
fn rematch() -> Control {
    Control::of_match(MatchId(1), MatchAction::Rematch(RematchTerms::AsBefore))
}

/// A bot that answers everything with a button that opens a form, and tells what was filled in.
struct Asker(Arc<Notify>);

#[serenity::async_trait]
impl EventHandler for Asker {
    async fn ready(&self, _: Context, _: Ready) {
        self.0.notify_one();
    }

    async fn message(&self, ctx: Context, message: Message) {
        if !message.author.bot {
            let row = CreateActionRow::Buttons(vec![CreateButton::new("form").label("Form")]);
            let answer = CreateMessage::new().content("Press it").components(vec![row]);
            message.channel_id.send_message(&ctx.http, answer).await.unwrap();
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Component(press) => {
                let short = CreateInputText::new(InputTextStyle::Short, "Move", "move").min_length(3);
                let long = CreateInputText::new(InputTextStyle::Paragraph, "Remark", "remark").required(false);
                let rows = [short, long].map(CreateActionRow::InputText).to_vec();
                let form = CreateInteractionResponse::Modal(CreateModal::new("m", "Your move").components(rows));
                press.create_response(&ctx.http, form).await.unwrap();
            }
            Interaction::Modal(form) => {
                let parts = form.data.components.iter().flat_map(|row| &row.components);
                let filled: Vec<String> = parts
                    .filter_map(|it| match it {
                        ActionRowComponent::InputText(input) => input.value.clone(),
                        _ => None,
                    })
                    .collect();
                let told = CreateInteractionResponseMessage::new().content(format!("got {}", filled.join(" and ")));
                form.create_response(&ctx.http, CreateInteractionResponse::Message(told)).await.unwrap();
            }
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_filled_in_by_keyboard() {
    let discord = Playground::start(Settings::default()).await.unwrap();
    let ready = Arc::new(Notify::new());
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::MESSAGE_CONTENT;
    let bot =
        serenity::client::ClientBuilder::new_with_http(http, intents).event_handler(Asker(Arc::clone(&ready))).await;
    let mut bot = bot.unwrap();
    tokio::spawn(async move { bot.start().await });
    ready.notified().await;
    let folder = tempfile::tempdir().unwrap();
    let (_driver, page) = browser(&folder.path().join("profile")).await;
    page.goto(&format!("{}#person=Ann&channel=games", discord.page_url())).await.unwrap();
    wait(&page, "[data-channel][aria-current]").await;
    let button = "[data-custom-id='form']";
    type_line(&page, "a form, please").await;
    wait(&page, button).await;

    // Escape closes it, and the focus goes back to the button.
    page.find(Locator::Css(button)).await.unwrap().click().await.unwrap();
    wait(&page, "#modal[open] [data-field='move']:focus").await.send_keys(&Key::Escape.to_string()).await.unwrap();
    wait(&page, "#modal:not([open])").await;
    wait(&page, &format!("{button}:focus")).await.send_keys(&Key::Enter.to_string()).await.unwrap();

    // What is too short is told there, and not sent; Enter sends, in a paragraph with Ctrl.
    let field = wait(&page, "#modal[open] [data-field='move']:focus").await;
    field.send_keys("b1").await.unwrap();
    field.send_keys(&Key::Enter.to_string()).await.unwrap();
    wait(&page, "#modal[open] [data-field='move'][aria-invalid='true']:focus").await;
    assert!(wait(&page, "#modal-error").await.text().await.unwrap().contains("at least 3 characters"));
    field.send_keys("-b3").await.unwrap();
    let remark = wait(&page, "#modal [data-field='remark']").await;
    remark.send_keys(&format!("one{}two", Key::Enter)).await.unwrap();
    remark.send_keys(&format!("{}{}", Key::Control, Key::Enter)).await.unwrap();
    let told = Locator::XPath("//*[contains(text(), 'got b1-b3 and one')]");
    page.wait().at_most(Duration::from_secs(20)).for_element(told).await.expect("the bot has got it");
    wait(&page, "#modal:not([open])").await;
    page.close().await.unwrap();
    discord.stop();
}

/// How a picture is selected, by a part of its name.
fn picture(end: &str) -> String {
    format!("img[src*='{end}']")
}

/// From the end of a match to a match from one of its positions: it's reviewed, shared, seen again, and played on, on a large
/// screen and on a phone.
#[tokio::test(flavor = "multi_thread")]
async fn after_its_end_a_match_is_shared_seen_again_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let ([_desktop, _phone], ann, bob) = two_people(folder.path(), &address).await;
    type_line(&ann, "!challenge @Bob loa black rated").await;
    press(&bob, &Control::of_challenge(ChallengeId(1), ChallengeAction::Accept)).await;
    for (version, text) in SHORTEST_MATCH.iter().enumerate() {
        let page = [&ann, &bob][version % 2];
        wait_for_picture(page, &picture(&format!("loa-1-{version}.png"))).await;
        type_line(page, &format!("!move {text}")).await;
    }
    let of_match = |action| Control::of_match(MatchId(1), action);
    wait_for_picture(&ann, &picture("loa-1-9.png")).await;
    keep_screenshot(&ann, "the-last-board-1280").await;
    press(&ann, &of_match(MatchAction::Review)).await;
    wait_for_picture(&ann, &picture("review-1.png")).await;
    keep_screenshot(&ann, "review-1280").await;
    press(&ann, &of_match(MatchAction::Turning(None))).await;
    wait_for_picture(&ann, &picture("-turning.png")).await;
    keep_screenshot(&ann, "turning-point-1280").await;
    press(&ann, &of_match(MatchAction::Share)).await;

    // Bob sees the card on his phone, looks at the match again, and plays on from its middle.
    wait_for_picture(&bob, &picture("loa-1-card.png")).await;
    keep_screenshot(&bob, "share-card-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    wait_for_picture(&ann, &picture("loa-1-card.png")).await;
    keep_screenshot(&ann, "share-card-1280").await;
    press(&bob, &of_match(MatchAction::Replay(None))).await;
    wait_for_picture(&bob, &picture("loa-1-0-replay.png")).await;
    let place = |ply| ReplayPlace { ply, ..ReplayPlace::default() };
    for ply in 0..3 {
        press(&bob, &of_match(MatchAction::Replay(Some((place(ply), ReplayAction::Forward))))).await;
        wait_for_picture(&bob, &picture(&format!("loa-1-{}-replay.png", ply + 1))).await;
    }
    keep_screenshot(&bob, "replay-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    press(&bob, &of_match(MatchAction::Replay(Some((place(3), ReplayAction::Try))))).await;
    wait_for_picture(&bob, &picture("loa-2-3.png")).await;
    keep_screenshot(&bob, "played-on-390").await;
    type_line(&bob, &format!("!move {}", SHORTEST_MATCH[3])).await;
    wait_for_picture(&bob, &picture("loa-2-5.png")).await;

    // A game from elsewhere comes as a file.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/src/records/fixtures/saved-game.sgf");
    ann.find(Locator::Css("#message-file")).await.unwrap().send_keys(file).await.unwrap();
    type_line(&ann, "!import").await;
    wait_for_picture(&ann, &picture("loa-3-0-replay.png")).await;
    type_line(&ann, "/import").await;
    wait(&ann, "#command-fields [data-option='file']").await.send_keys(file).await.unwrap();
    ann.find(Locator::Css("#command-send")).await.unwrap().click().await.unwrap();
    wait_for_picture(&ann, &picture("loa-4-0-replay.png")).await;
    // What is left of it: the profile, and the leaderboard.
    type_line(&ann, "!profile").await;
    control_that(&ann, |it| matches!(it, Control::Anyone(AnyonesAction::History(..)))).await;
    keep_screenshot(&ann, "profile-1280").await;
    type_line(&ann, "!leaderboard").await;
    control_that(&ann, |it| matches!(it, Control::Anyone(AnyonesAction::Rank(_)))).await;
    keep_screenshot(&ann, "leaderboard-1280").await;
    control_that(&bob, |it| matches!(it, Control::Anyone(AnyonesAction::Rank(_)))).await;
    keep_screenshot(&bob, "leaderboard-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    ann.close().await.unwrap();
    bob.close().await.unwrap();
}

/// Waits until the newest message has all of these words.
async fn wait_for_words(page: &Client, words: [&str; 2]) {
    const LAST: &str = "const all = document.querySelectorAll('[data-message-id]'); return all.length ? all[all.length - 1].innerText : ''";
    for _ in 0..200 {
        let text = page.execute(LAST, vec![]).await.unwrap();
        if text.as_str().is_some_and(|it| words.iter().all(|word| it.contains(word))) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{words:?} isn't said; the page says:\n{}", wait(page, "body").await.text().await.unwrap());
}

/// The name of the newest picture with that in its name.
async fn newest_picture(page: &Client, part: &str) -> String {
    let script = format!(
        "const all = document.querySelectorAll(\"img[src*='{part}']\"); return all.length ? all[all.length - 1].src : ''"
    );
    let source = page.execute(&script, vec![]).await.unwrap();
    source.as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_beginner_walks_through_lessons_and_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let (_playground, address) = playground(folder.path());
    let ([_desktop, _phone], ann, bob) = two_people(folder.path(), &address).await;
    for info in games::GAMES.iter().map(|it| it.info()) {
        let (key, lesson) = (info.key, &info.lessons[0]);
        type_line(&bob, &format!("!learn {key}")).await;
        wait_for_picture(&bob, &picture(&format!("{key}-lesson-1.png"))).await;
        keep_screenshot(&bob, &format!("lesson-{key}-390")).await;
        type_line(&bob, &format!("!move {}", lesson.accepted[0])).await;
        wait_for_words(&bob, ["✅", lesson.accepted[0]]).await;
        assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]), "{key}");
    }
    // What is wrong is shown on the board.
    type_line(&ann, "!learn loa").await;
    wait_for_picture(&ann, &picture("loa-lesson-1.png")).await;
    type_line(&ann, "!move c1-c4").await;
    wait_for_words(&ann, ["lesson 1", "must move exactly 2"]).await;
    keep_screenshot(&ann, "lesson-refused-1280").await;

    // Ten puzzles, of all games that have some.
    let games = games::GAMES.iter().map(|it| it.info()).filter(|it| !games::puzzles(it).is_empty());
    for (number, info) in games.cycle().take(10).enumerate() {
        type_line(&ann, &format!("!puzzle {}", info.key)).await;
        wait_for_words(&ann, [info.name, "Choose it below"]).await;
        let name = newest_picture(&ann, &format!("{}-puzzle-", info.key)).await;
        let puzzle = games::puzzles(info).iter().find(|it| name.contains(&it.id.to_string())).unwrap();
        keep_screenshot(&ann, &format!("puzzle-{}-{}-1280", number + 1, info.key)).await;
        for (index, mv) in puzzle.line.iter().enumerate().step_by(2) {
            // Nobody is as fast as a program.
            tokio::time::sleep(Duration::from_millis(600)).await;
            type_line(&ann, &format!("!move {mv}")).await;
            let told = if index + 1 == puzzle.line.len() { "Solved!" } else { "I answer" };
            wait_for_words(&ann, [&format!("✅ {mv}"), told]).await;
        }
        keep_screenshot(&ann, &format!("puzzle-{}-{}-solved-1280", number + 1, info.key)).await;
    }
    keep_screenshot(&bob, "puzzle-solved-390").await;
    // The puzzle of the day.
    type_line(&ann, "!parlor daily here 0").await;
    let solve = control_that(&bob, |it| matches!(it, Control::Anyone(AnyonesAction::Daily(_)))).await;
    wait_for_picture(&bob, &picture("-daily-")).await;
    keep_screenshot(&bob, "daily-390").await;
    bob.execute(&format!("document.querySelector(\"{solve}\").click()"), vec![]).await.unwrap();
    wait_for_words(&bob, ["🧩", "Choose it below"]).await;
    keep_screenshot(&bob, "daily-in-private-390").await;
    assert_eq!(bob.execute(MISFITS, vec![]).await.unwrap(), json!([]));
    ann.close().await.unwrap();
    bob.close().await.unwrap();
}
