//! A real browser on the playground's page: headless Chromium plays by typing and by the menus, and sees the boards.
//!
//! `bash .ci/run` installs `chromium` and `chromedriver` where they are missing.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator, key::Key};
use serde_json::json;

/// A process that ends with the test, however that ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts `parlor playground` and gives the address that it prints.
fn playground(folder: &std::path::Path) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["playground", "--port", &free_port().to_string()])
        .args(["--db", &format!("sqlite://{}/browser.db", folder.display())])
        .env("RUST_LOG", "warn")
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find(|it| it.starts_with("http://"));
    (Process(child), address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned())
}

async fn browser(profile: &std::path::Path) -> (Process, Client) {
    let port = free_port();
    let driver = Command::new("chromedriver").arg(format!("--port={port}")).stdout(Stdio::null()).spawn();
    let driver = Process(driver.expect("chromedriver is not installed: `bash .ci/run` does that on Debian"));
    let arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        "--window-size=1200,1000",
    ];
    let mut arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    let wanted = json!({ "goog:chromeOptions": { "args": arguments } });
    let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
    builder.capabilities(wanted.as_object().unwrap().clone());
    for _ in 0..100 {
        if let Ok(client) = builder.connect(&format!("http://127.0.0.1:{port}")).await {
            return (driver, client);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no browser came up");
}

/// Waits for an element, up to 20 seconds, and shows the page's text if it does not come.
async fn wait(page: &Client, css: &str) -> fantoccini::elements::Element {
    let found = page.wait().at_most(Duration::from_secs(20)).for_element(Locator::Css(css)).await;
    match found {
        Ok(element) => element,
        Err(error) => {
            let body = page.find(Locator::Css("body")).await.unwrap().text().await.unwrap();
            panic!("{css} does not come ({error}); the page says:\n{body}");
        }
    }
}

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
    wait(&page, "img[src*='loa-1-1.png']").await;
    // The engine has answered: its board is there, and it is Ann's turn again.
    wait_for_picture(&page, "img[src*='loa-1-2.png']").await;

    // By the menus: the first man that can move (the engine may have taken any), and the first square that it may go to.
    let man = choose_first(&page, "select[data-custom-id='1:from:1:2']").await;
    choose_first(&page, &format!("select[data-custom-id='1:to:1:2:{man}']")).await;
    wait_for_picture(&page, "img[src*='loa-1-3.png']").await;
    wait_for_picture(&page, "img[src*='loa-1-4.png']").await;

    // A refusal is seen, too.
    type_line(&page, "!move a1-a2").await;
    page.wait()
        .at_most(Duration::from_secs(20))
        .for_element(Locator::XPath("//*[contains(text(), 'no piece on a1')]"))
        .await
        .expect("the refusal is shown");
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
