//! What somebody wants to do in a match that is still to be chosen, small enough for a control to carry.

use arrayvec::ArrayString;

use games::Syntax;
use games::board::Square;
use play::decide::cut_draw;
use play::{OfferKind, Wish};
use render::Theme;

/// What somebody wants to do in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    Move(TypedMove),
    /// See the board; with a theme, and turned around or not, if somebody said so.
    Board(Option<Theme>, Option<bool>),
    /// See the legal moves, all or those of the piece on a square.
    Legal(Option<Square>),
    Hint,
    Resign,
    /// End the match, where that costs nobody anything.
    Abort,
    Analyze,
    /// Offer something to the other player.
    Offer(OfferKind),
    /// End a pause.
    Resume,
    Claim,
    /// See what is prepared.
    Prepared,
}

/// A move as typed, in its shortest spelling, perhaps with the word that offers a draw with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypedMove(ArrayString<40>);

impl TypedMove {
    /// The move that a text may mean; `None` if no board could make it one.
    pub fn read(text: &str) -> Option<Self> {
        let (text, offers_draw) = cut_draw(text);
        let syntax: Syntax = text.parse().ok()?;
        let offer = if offers_draw { " draw" } else { "" };
        ArrayString::from(&format!("{syntax}{offer}")).ok().map(Self)
    }

    /// The move as the host reads it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Ask {
    /// What it says about which match is meant.
    pub fn wish(&self) -> Wish<'_> {
        match self {
            Self::Move(typed) => Wish::Move(cut_draw(typed.as_str()).0),
            Self::Board(..) | Self::Legal(_) | Self::Analyze => Wish::Turn,
            Self::Hint => Wish::Hint,
            Self::Resume => Wish::Resume,
            // An action that cannot be undone is never guessed.
            Self::Resign | Self::Abort | Self::Offer(_) | Self::Claim | Self::Prepared => Wish::Any,
        }
    }

    /// As words in a `custom_id`.
    pub fn words(&self) -> String {
        match self {
            Self::Move(typed) => format!("move:{}", typed.as_str()),
            Self::Board(theme, flip) => {
                let theme = theme.map_or("", Theme::name);
                let flip = flip.map_or("", |it| if it { "flip" } else { "straight" });
                format!("board:{theme}:{flip}")
            }
            Self::Legal(None) => "legal".to_owned(),
            Self::Legal(Some(square)) => format!("legal:{square}"),
            Self::Hint => "hint".to_owned(),
            Self::Resign => "resign".to_owned(),
            Self::Abort => "abort".to_owned(),
            Self::Analyze => "analyze".to_owned(),
            Self::Offer(kind) => format!("offer:{}", kind.name()),
            Self::Resume => "resume".to_owned(),
            Self::Claim => "claim".to_owned(),
            Self::Prepared => "prepared".to_owned(),
        }
    }

    /// The words of [`Ask::words`], cut at the colons.
    pub fn read(words: &[&str]) -> Option<Self> {
        match words {
            ["move", text] => TypedMove::read(text).map(Self::Move),
            ["board", theme, flip] => {
                let theme = if theme.is_empty() { None } else { Some(theme.parse().ok()?) };
                let flip = match *flip {
                    "" => None,
                    "flip" => Some(true),
                    "straight" => Some(false),
                    _ => return None,
                };
                Some(Self::Board(theme, flip))
            }
            // The format from before people could choose the orientation.
            ["board", theme] => Some(Self::Board(Some(theme.parse().ok()?), None)),
            ["legal"] => Some(Self::Legal(None)),
            ["legal", square] => Some(Self::Legal(Some(square.parse().ok()?))),
            ["hint"] => Some(Self::Hint),
            ["resign"] => Some(Self::Resign),
            ["abort"] => Some(Self::Abort),
            ["analyze"] => Some(Self::Analyze),
            ["offer", name] => OfferKind::named(name).map(Self::Offer),
            ["resume"] => Some(Self::Resume),
            ["claim"] => Some(Self::Claim),
            ["prepared"] => Some(Self::Prepared),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_read_as_it_is_written() {
        for ask in [
            Ask::Move(TypedMove::read("from j10 to a10").unwrap()),
            Ask::Move(TypedMove::read("a10-b10-c10-d10-e10-f10-g10-h10 draw").unwrap()),
            Ask::Move(TypedMove::read("pass").unwrap()),
            Ask::Move(TypedMove::read("j10-a10, Draw").unwrap()),
            Ask::Move(TypedMove::read("j10 a").unwrap()),
            Ask::Board(Some(Theme::Contrast), Some(true)),
            Ask::Board(Some(Theme::Wood), Some(false)),
            Ask::Board(None, None),
            Ask::Legal(None),
            Ask::Legal(Some("j10".parse().unwrap())),
            Ask::Hint,
            Ask::Resign,
            Ask::Abort,
            Ask::Analyze,
            Ask::Offer(OfferKind::Takeback),
            Ask::Resume,
            Ask::Claim,
            Ask::Prepared,
        ] {
            let words = ask.words();
            assert_eq!(Ask::read(&words.split(':').collect::<Vec<_>>()), Some(ask), "{words}");
        }
        for nonsense in ["", "move", "move:hello", "board:pink", "board:wood:flop", "legal:z9", "hint:1", "dance"] {
            assert_eq!(Ask::read(&nonsense.split(':').collect::<Vec<_>>()), None, "{nonsense}");
        }
        assert_eq!(TypedMove::read("over there"), None);
        assert_eq!(Ask::Move(TypedMove::read("j10-a10 draw").unwrap()).wish(), Wish::Move("j10-a10"));
    }
}
