//! The kind of a request: which limits it shares with others, and its name.

use axum::http::Method;

/// A request reduced to what it shares with others of its kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Route {
    pub method: Method,
    /// The path without ids and tokens.
    pub template: String,
    /// The path of the resource that has limits of its own: a channel, a server, a webhook. Everything below it shares
    /// them.
    pub resource: String,
    /// Whether it answers an interaction. Such requests do not count toward the global limit.
    pub is_interaction: bool,
    /// Whether it has files, for which Discord wants a permission of its own.
    pub has_files: bool,
}

impl Route {
    /// The kind of a request by its path, which may begin with `/api/v10`.
    pub fn of(method: &Method, path: &str) -> Self {
        let segments = segments(path);
        let template: Vec<&str> = segments.iter().enumerate().map(|(index, _)| blank(&segments, index)).collect();
        let mut resource = template.clone();
        if let [kind, id, ..] = segments[..]
            && RESOURCES.contains(&kind)
        {
            resource[1] = id;
        }
        Self {
            method: method.clone(),
            template: template.join("/"),
            resource: resource.join("/"),
            is_interaction: is_interaction(&segments),
            has_files: false,
        }
    }

    /// The channel that it is about, if any.
    pub fn channel(&self) -> Option<u64> {
        self.resource.strip_prefix("channels/")?.split('/').next()?.parse().ok()
    }

    /// The channel whose messages it reads or writes, if any.
    pub fn channel_of_messages(&self) -> Option<u64> {
        let (channel, rest) = self.resource.strip_prefix("channels/")?.split_once('/')?;
        channel.parse().ok().filter(|_| rest.split('/').next() == Some("messages"))
    }

    /// Its name: its method and its path.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.template)
    }
}

/// The resources that have limits of their own.
const RESOURCES: [&str; 3] = ["channels", "guilds", "webhooks"];

/// The parts of a path after the API version.
fn segments(path: &str) -> Vec<&str> {
    let mut segments: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
    if segments.first() == Some(&"api") {
        segments.remove(0);
        if segments.first().is_some_and(|it| it.starts_with('v')) {
            segments.remove(0);
        }
    }
    segments
}

/// A part of a path, or a placeholder for it.
fn blank<'a>(segments: &[&'a str], index: usize) -> &'a str {
    let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    match segments[index] {
        number if is_number(number) => "{id}",
        _ if index == 2 && ["interactions", "webhooks"].contains(&segments[0]) => "{token}",
        _ if index > 0 && segments[index - 1] == "reactions" => "{emoji}",
        _ if index > 0 && segments[index - 1] == "activity-instances" => "{instance}",
        other => other,
    }
}

/// Whether a path contains the token of an interaction.
fn is_interaction(segments: &[&str]) -> bool {
    matches!(segments, ["interactions" | "webhooks", _, _, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_are_left_out_and_what_has_limits_stays() {
        let route = |path: &str| Route::of(&Method::POST, path);
        for (path, template, resource, is_interaction) in [
            ("/api/v10/channels/5/messages", "channels/{id}/messages", "channels/5/messages", false),
            ("/api/v10/channels/5/messages/6", "channels/{id}/messages/{id}", "channels/5/messages/{id}", false),
            (
                "/api/v10/channels/5/messages/6/reactions/%F0%9F%91%8D/@me",
                "channels/{id}/messages/{id}/reactions/{emoji}/@me",
                "channels/5/messages/{id}/reactions/{emoji}/@me",
                false,
            ),
            ("/api/v10/guilds/7/members/8", "guilds/{id}/members/{id}", "guilds/7/members/{id}", false),
            ("/api/v10/users/8", "users/{id}", "users/{id}", false),
            (
                "/api/v10/applications/1/activity-instances/i-9-gc-7-5",
                "applications/{id}/activity-instances/{instance}",
                "applications/{id}/activity-instances/{instance}",
                false,
            ),
            ("/api/v10/users/@me/channels", "users/@me/channels", "users/@me/channels", false),
            (
                "/api/v10/interactions/9/abc/callback",
                "interactions/{id}/{token}/callback",
                "interactions/{id}/{token}/callback",
                true,
            ),
            (
                "/api/v10/webhooks/1/abc/messages/@original",
                "webhooks/{id}/{token}/messages/@original",
                "webhooks/1/{token}/messages/@original",
                true,
            ),
            ("/api/v10/webhooks/1", "webhooks/{id}", "webhooks/1", false),
            ("/gateway", "gateway", "gateway", false),
            ("/", "", "", false),
        ] {
            let found = route(path);
            assert_eq!((found.template.as_str(), found.resource.as_str()), (template, resource), "{path}");
            assert_eq!(found.is_interaction, is_interaction, "{path}");
        }
        assert_eq!(route("/api/v10/channels/5/messages").name(), "POST channels/{id}/messages");
    }

    #[test]
    fn a_channel_is_known_by_its_messages() {
        for (path, channel) in [
            ("/api/v10/channels/5/messages", Some(5)),
            ("/api/v10/channels/5/messages/6", Some(5)),
            ("/api/v10/channels/5", None),
            ("/api/v10/channels/5/thread-members/6", None),
            ("/api/v10/webhooks/5/abc/messages/@original", None),
            ("/api/v10/channels/99999999999999999999999/messages", None),
        ] {
            assert_eq!(Route::of(&Method::GET, path).channel_of_messages(), channel, "{path}");
        }
    }
}
