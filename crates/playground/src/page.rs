//! The page: its files are part of the program, and served as they are.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

/// A file of the page: its path, and its text.
type File = (&'static str, &'static str);

/// Embeds files of the folder `page/`.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$((concat!("/", $path), include_str!(concat!("page/", $path)))),*]
    };
}

const INDEX: &str = include_str!("page/index.html");
const FILES: &[File] = files![
    "icon.svg",
    "js/activity.js",
    "js/api.js",
    "js/autocomplete.js",
    "js/avatar.js",
    "js/blocks.js",
    "js/commands.js",
    "js/components.js",
    "js/composer.js",
    "js/context_menu.js",
    "js/dom.js",
    "js/embeds.js",
    "js/events.js",
    "js/files.js",
    "js/main.js",
    "js/markdown.js",
    "js/mentions.js",
    "js/message.js",
    "js/messages.js",
    "js/modal.js",
    "js/navigation.js",
    "js/pictures.js",
    "js/reply.js",
    "js/scrolling.js",
    "js/signals.js",
    "js/state.js",
    "js/suggestions.js",
    "js/threads.js",
    "js/times.js",
    "js/unread.js",
    "styles/activity.css",
    "styles/base.css",
    "styles/composer.css",
    "styles/layout.css",
    "styles/messages.css",
    "styles/modal.css",
];

/// The routes of the page's files.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, file| router.route(file.0, get(move || async move { answer(*file) })))
}

/// The page itself.
pub(crate) fn index() -> impl IntoResponse {
    answer(("/", INDEX))
}

fn answer((path, text): File) -> impl IntoResponse {
    // A page of yesterday does not fit today's server.
    ([(header::CONTENT_TYPE, media_type(path)), (header::CACHE_CONTROL, "no-store")], text)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        // `file!` is told from the workspace's root.
        let roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let source = roots.map(|it| it.join(file!())).find(|it| it.exists()).unwrap();
        let page = source.with_file_name("page");
        for folder in ["js", "styles"] {
            for entry in std::fs::read_dir(page.join(folder)).unwrap() {
                let path = format!("/{folder}/{}", entry.unwrap().file_name().to_string_lossy());
                assert!(FILES.iter().any(|(served, _)| *served == path), "{path} is not served");
            }
        }
    }

    #[test]
    fn what_the_page_asks_for_is_served() {
        let asked = INDEX.split(['"']).filter(|it| it.starts_with('/') && it.contains('.'));
        let imported = FILES.iter().flat_map(|(_, text)| text.split('"')).filter_map(|it| it.strip_prefix("./"));
        let imported: Vec<String> = imported.filter(|it| it.ends_with(".js")).map(|it| format!("/js/{it}")).collect();
        for path in asked.map(str::to_owned).chain(imported) {
            assert!(FILES.iter().any(|(served, _)| *served == path), "{path} is not served");
        }
    }
}
