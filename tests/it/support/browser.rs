//! A real browser, headless: Chromium, driven by chromedriver. `bash .ci/run` installs both where they are missing.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};

/// A process that ends with the test, however that ends.
pub struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts `parlor playground` and gives the address that it prints.
pub fn playground(folder: &std::path::Path) -> (Process, String) {
    playground_with(folder, &[])
}

/// The same with more arguments.
pub fn playground_with(folder: &std::path::Path, arguments: &[&str]) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["playground", "--port", &free_port().to_string()])
        .args(arguments)
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

pub async fn browser(profile: &std::path::Path) -> (Process, Client) {
    browser_as(profile, json!({})).await
}

/// A browser that has the size and the touch of a phone.
pub async fn phone(profile: &std::path::Path) -> (Process, Client) {
    let metrics = json!({ "width": 390, "height": 844, "pixelRatio": 2, "touch": true });
    browser_as(profile, json!({ "mobileEmulation": { "deviceMetrics": metrics } })).await
}

pub async fn browser_as(profile: &std::path::Path, mut options: Value) -> (Process, Client) {
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
    options["args"] = json!(arguments);
    let wanted = json!({ "goog:chromeOptions": options });
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
pub async fn wait(page: &Client, css: &str) -> fantoccini::elements::Element {
    let found = page.wait().at_most(Duration::from_secs(20)).for_element(Locator::Css(css)).await;
    match found {
        Ok(element) => element,
        Err(error) => {
            let body = page.find(Locator::Css("body")).await.unwrap().text().await.unwrap();
            panic!("{css} does not come ({error}); the page says:\n{body}");
        }
    }
}

/// Keeps what a page looks like, to be looked at.
pub async fn keep_screenshot(page: &Client, name: &str) {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    std::fs::write(&file, page.screenshot().await.unwrap()).unwrap();
}

/// Fails with what keeps people out of a page who can't see it, or not well, or use no pointer, as far as axe-core finds it.
pub async fn has_no_barriers(page: &Client) {
    let file = std::env::var("PARLOR_TEST_AXE").expect("PARLOR_TEST_AXE names no axe.min.js; `bash .ci/run` sets it");
    page.execute(&std::fs::read_to_string(file).unwrap(), vec![]).await.unwrap();
    let run = "const told = arguments[0]; axe.run(document).then((found) => told(found.violations.map(
                   ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)))";
    assert_eq!(page.execute_async(run, vec![]).await.unwrap(), json!([]));
}
