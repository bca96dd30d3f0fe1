//! The files of the page, and the same as one page with everything in it.

use std::sync::LazyLock;

/// A file of the page, as it's served.
pub(crate) struct PageFile {
    pub name: &'static str,
    pub text: String,
    pub kind: &'static str,
}

/// The files as they're served.
pub(crate) static FILES: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let file = |name, text: &str, kind| PageFile { name, text: text.to_owned(), kind };
    vec![
        file("board.css", STYLE_SHEET, STYLE),
        file("icon.svg", ICON, "image/svg+xml"),
        file("open.js", &without_comments(OPEN), SCRIPT),
        file("board.js", &BOARD_SCRIPT, SCRIPT),
    ]
});

const STYLE_SHEET: &str = include_str!("../page/board.css");
const ICON: &str = include_str!("../page/icon.svg");

/// The script of the landing page.
const OPEN: &str = include_str!("../page/open.js");

/// The modules of the board, each after those that it imports: name and text.
const MODULES: [(&str, &str); 12] = [
    ("dom.js", include_str!("../page/dom.js")),
    ("server.js", include_str!("../page/server.js")),
    ("activity.js", include_str!("../page/activity.js")),
    ("sound.js", include_str!("../page/sound.js")),
    ("tree.js", include_str!("../page/tree.js")),
    ("picture.js", include_str!("../page/picture.js")),
    ("party.js", include_str!("../page/party.js")),
    ("drag.js", include_str!("../page/drag.js")),
    ("line.js", include_str!("../page/line.js")),
    ("chart.js", include_str!("../page/chart.js")),
    ("panel.js", include_str!("../page/panel.js")),
    ("board.js", include_str!("../page/board.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The board's page.
pub(crate) const BOARD: &str = include_str!("../page/board.html");

/// Discord's Embedded App SDK; `sdk/make` makes it.
const SDK: &str = include_str!("../sdk/discord-sdk.js");

/// The board's page with its scripts and its style in it, for a frame that may load nothing. It has no state: that is told to
/// whom it lets in.
pub(crate) static ACTIVITY: LazyLock<String> = LazyLock::new(|| {
    let (head, body) = BOARD.split_once("  <script type=\"application/json\" id=\"words\">").unwrap_or_default();
    let (_, body) = body.split_once("</head>").unwrap_or_default();
    let head: String = head.lines().filter(|it| !it.contains("/assets/")).map(|it| format!("{it}\n")).collect();
    let script = &*BOARD_SCRIPT;
    format!(
        "{head}  <style nonce=\"{{{{nonce}}}}\">{STYLE_SHEET}</style>\n  \
           <script type=\"application/json\" id=\"words\">{{{{words}}}}</script>\n  \
           <script type=\"application/json\" id=\"state\" data-client=\"{{{{client}}}}\">null</script>\n  \
           <script nonce=\"{{{{nonce}}}}\">{SDK}</script>\n  \
           <script type=\"module\" nonce=\"{{{{nonce}}}}\">{script}</script>\n\
         </head>{body}"
    )
});

/// A script without the comments that have lines of their own: whoever reads them reads them in the repository.
fn without_comments(script: &str) -> String {
    let mut is_within = false;
    let stays = |line: &&str| {
        let begun = line.trim_start();
        let is_comment = is_within || begun.starts_with("//") || begun.starts_with("/**");
        is_within = is_comment && !begun.starts_with("//") && !begun.ends_with("*/");
        !is_comment
    };
    script.lines().filter(stays).flat_map(|it| [it, "\n"]).collect()
}

/// The modules as one script, which is there sooner than twelve: each in a block of its own, which leaves what it exports for
/// those that follow.
static BOARD_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let mut all = "const modules = {};\n".to_owned();
    for (name, text) in MODULES {
        let mut exports = Vec::new();
        all.push_str("{\n");
        let text = without_comments(text);
        for line in text.lines() {
            if let Some((names, from)) = imported(line) {
                all.push_str(&format!("const {names} = modules[\"{from}\"];\n"));
                continue;
            }
            let declared = line.strip_prefix("export ");
            exports.extend(declared.and_then(name_of));
            all.push_str(declared.unwrap_or(line));
            all.push('\n');
        }
        all.push_str(&format!("modules[\"{name}\"] = {{ {} }};\n}}\n", exports.join(", ")));
    }
    all
});

/// The names that a line imports, in braces, and the file.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some((names, from.trim_end_matches("\";")))
}

/// The name that a line declares.
fn name_of(line: &str) -> Option<&str> {
    let mut words = line.split(|it: char| !it.is_alphanumeric() && it != '$' && it != '_').filter(|it| !it.is_empty());
    words.find(|it| !["async", "const", "function", "class"].contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_and_style_are_at_most_70_kb() {
        let size: usize = FILES.iter().filter(|it| [SCRIPT, STYLE].contains(&it.kind)).map(|it| it.text.len()).sum();
        assert!(size <= 70_000, "{size} bytes");
    }

    /// What the page may not use, because a browser that it runs in doesn't have it: Safari 16.4, Firefox 115, or Chrome 109.
    /// As it's written in the page, and since when it's there.
    const TOO_NEW: [(&str, &str); 37] = [
        ("light-dark(", "Safari 17.5, Firefox 120, Chrome 123"),
        ("color-mix(", "Chrome 111"),
        ("oklch(", "Chrome 111"),
        ("oklab(", "Chrome 111"),
        ("(from ", "relative colors: Safari 16.4, Firefox 128, Chrome 119"),
        (":has(", "Firefox 121"),
        ("@scope", "Safari 17.4, Firefox 146, Chrome 118"),
        ("@property", "Firefox 128"),
        ("@starting-style", "Safari 17.5, Firefox 129, Chrome 117"),
        ("&", "nested rules: Safari 16.5, Firefox 117, Chrome 112"),
        ("text-wrap", "Safari 17.4, Firefox 121, Chrome 114"),
        ("subgrid", "Chrome 117"),
        ("field-sizing", "Chrome 123"),
        ("interpolate-size", "Chrome 129"),
        ("anchor(", "Chrome 125"),
        ("popover", "Safari 17, Firefox 125, Chrome 114"),
        ("view-transition", "Safari 18, Firefox 144, Chrome 111"),
        ("startViewTransition", "Safari 18, Firefox 144, Chrome 111"),
        ("query.size", "of URLSearchParams: Safari 17, Chrome 113"),
        ("URL.canParse", "Safari 17, Chrome 120"),
        ("URL.parse", "Safari 18, Firefox 126, Chrome 126"),
        ("AbortSignal.any", "Safari 17.4, Firefox 124, Chrome 116"),
        ("Object.groupBy", "Safari 17.4, Firefox 119, Chrome 117"),
        ("Map.groupBy", "Safari 17.4, Firefox 119, Chrome 117"),
        ("Promise.withResolvers", "Safari 17.4, Firefox 121, Chrome 119"),
        ("Promise.try", "Safari 18.2, Firefox 134, Chrome 128"),
        ("Array.fromAsync", "Chrome 121"),
        (".toSorted", "Chrome 110"),
        (".toReversed", "Chrome 110"),
        (".toSpliced", "Chrome 110"),
        (".isWellFormed", "Firefox 119, Chrome 111"),
        (".union(", "of sets: Safari 17, Firefox 127, Chrome 122"),
        (".intersection(", "of sets: Safari 17, Firefox 127, Chrome 122"),
        (".isSubsetOf", "Safari 17, Firefox 127, Chrome 122"),
        (".values().map", "of iterators: Safari 18.4, Firefox 131, Chrome 122"),
        ("scrollend", "Chrome 114"),
        ("checkVisibility", "Safari 17.4"),
    ];

    #[test]
    fn the_page_uses_nothing_that_its_oldest_browsers_lack() {
        let served = FILES.iter().filter(|it| [SCRIPT, STYLE].contains(&it.kind)).map(|it| (it.name, it.text.as_str()));
        for (name, text) in served.chain([("board.html", BOARD)]) {
            for (feature, since) in TOO_NEW {
                // In scripts, that's an operator.
                let is_used = text.contains(feature) && (feature != "&" || name.ends_with(".css"));
                assert!(!is_used, "{name} uses {feature} ({since})");
            }
        }
    }

    #[test]
    fn comments_stay_here() {
        let script =
            "// One.\nconst a = 1; // stays\n/** Two\n *  lines. */\nf(`/**`);\n  /** Three. */\nconst b = 2;\n";
        assert_eq!(without_comments(script), "const a = 1; // stays\nf(`/**`);\nconst b = 2;\n");
    }

    #[test]
    fn every_module_stands_in_the_page_of_the_activity_after_what_it_imports() {
        for (index, (name, text)) in MODULES.iter().enumerate() {
            for (_, from) in text.lines().filter_map(imported) {
                assert!(MODULES[..index].iter().any(|it| it.0 == from), "{name} imports {from}");
            }
            assert!(!text.contains("</script"), "{name}");
            let begun = text.lines().filter(|it| it.starts_with("import")).count();
            assert_eq!(begun, text.lines().filter_map(imported).count(), "each import of {name} is one line");
        }
        assert!(!SDK.contains("</script"));
        let page = &*ACTIVITY;
        assert!(!page.contains("/assets/") && !page.contains("import {") && !page.contains("{{state}}"));
        assert!(page.contains("modules[\"dom.js\"] = { $, say, fillWords,"), "exports have their names");
    }
}
