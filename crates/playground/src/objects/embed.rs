//! Embeds: the framed parts of messages.

use serde::{Deserialize, Serialize};

/// An embed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Embed {
    /// A bot's are always rich.
    #[serde(rename = "type", skip_deserializing)]
    kind: Rich,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    footer: Option<Footer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<Media>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail: Option<Media>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Author>,
    fields: Vec<Field>,
}

/// The type of embeds of bots.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "lowercase")]
enum Rich {
    #[default]
    Rich,
}

/// A picture.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Media {
    url: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Footer {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Author {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Field {
    name: String,
    value: String,
    #[serde(default)]
    inline: bool,
}

impl Embed {
    /// Every address of a picture in it.
    fn pictures(&mut self) -> impl Iterator<Item = &mut String> {
        let media = [&mut self.image, &mut self.thumbnail].into_iter().flatten().map(|it| &mut it.url);
        let footer = self.footer.as_mut().and_then(|it| it.icon_url.as_mut());
        let author = self.author.as_mut().and_then(|it| it.icon_url.as_mut());
        media.chain(footer).chain(author)
    }

    /// The embed with the addresses of attached pictures, which `find` gives by their names.
    pub(crate) fn resolved(mut self, find: impl Fn(&str) -> Option<String>) -> Self {
        for url in self.pictures() {
            if let Some(found) = url.strip_prefix("attachment://").and_then(&find) {
                *url = found;
            }
        }
        self
    }
}
