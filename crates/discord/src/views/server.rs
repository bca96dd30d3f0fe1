//! What moderators see: the question before a match is ended, and the server's settings.

use super::{Style, View, clock, seat_name};
use crate::controls::{Control, MatchAction};
use games::{Fact, GAMES};
use play::{ChannelId, MatchOutline, Seat, ServerSettings};
use texts::say;

/// The question whether a match is really to be ended.
pub fn confirm_ending(outline: &MatchOutline) -> View {
    let name = |seat: Option<Seat>| seat.map_or_else(|| say("somebody", &[]), seat_name);
    let facts = [
        ("match", outline.id.to_string().into()),
        ("first", name(outline.seats[0]).into()),
        ("second", name(outline.seats[1]).into()),
    ];
    let control = Control::of_match(outline.id, MatchAction::ConfirmEnd);
    View::text(say("end-question", &facts)).with_button(control, "button-really-end", Style::Danger)
}

/// Where matches may begin in a server.
pub fn channels(settings: &ServerSettings) -> View {
    let named = |all: &[ChannelId]| match all {
        [] => Fact::from("none"),
        some => Fact::all_of(some.iter().take(50).map(|it| it.mention())),
    };
    let facts = [("only", named(&settings.only_in)), ("never", named(&settings.never_in))];
    View::text(say("channels-rules", &facts))
}

/// The defaults of a server.
pub fn defaults(settings: &ServerSettings) -> View {
    let info = settings.game.as_deref().and_then(games::find).unwrap_or(GAMES[0]).info();
    let facts = [
        ("game", info.name.into()),
        ("clock", settings.clock.map_or("none".to_owned(), clock::words).into()),
        ("threads", if settings.threads { "yes" } else { "no" }.into()),
    ];
    View::text(say("server-defaults", &facts))
}
