//! Matches as short lines for menus, where Discord applies no markup.

use std::collections::{HashMap, HashSet};

use crate::names::bare;
use games::board::Side;
use play::ports::StoreResult;
use play::{Board, Host, MatchId, Proposal, ProposalId, Seat, UserId};
use texts::say;

/// The longest label that Discord accepts, in characters.
const MAX_LABEL_CHARS: usize = 100;

/// The names of people who have been met.
type Names = HashMap<UserId, String>;

/// How much of a name is shown if it is the only one.
const MAX_NAME_CHARS: usize = 40;

/// The labels of some matches as their player `user` sees them: `#12 · Lines of Action · against Bob · your turn`.
pub(crate) async fn labels(host: &Host, boards: &[Board], user: UserId) -> StoreResult<Vec<(MatchId, String)>> {
    let names = names(host, boards).await?;
    Ok(boards.iter().map(|it| (it.current.id, label(it, user, &names))).collect())
}

/// The labels of some matches as everybody sees them: `#12 · Lines of Action · Ann – Bob · move 7`.
pub(crate) async fn neutral_labels(host: &Host, boards: &[Board]) -> StoreResult<Vec<(MatchId, String)>> {
    let names = names(host, boards).await?;
    Ok(boards.iter().map(|it| (it.current.id, neutral_label(it, &names))).collect())
}

/// The labels of what `user` has been asked, or has asked others.
pub(crate) async fn proposal_labels(
    host: &Host,
    proposals: &[Proposal],
    user: UserId,
) -> StoreResult<Vec<(ProposalId, String)>> {
    let people = |it: &Proposal| match it {
        Proposal::Challenge(challenge) => vec![Some(challenge.offer.challenger), challenge.offer.opponent],
        Proposal::Offer(board) => board.current.seats.map(Seat::user).to_vec(),
    };
    let people: HashSet<UserId> = proposals.iter().flat_map(people).flatten().collect();
    let names = host.player_names(&Vec::from_iter(people)).await?;
    Ok(proposals.iter().map(|it| (it.id(), proposal_label(it, user, &names))).collect())
}

fn proposal_label(proposal: &Proposal, user: UserId, names: &Names) -> String {
    let label = match proposal {
        Proposal::Challenge(challenge) => {
            let offer = &challenge.offer;
            let game = ("game", offer.ruleset.info.name.into());
            let named = |user| name(Seat::User(user), names, MAX_NAME_CHARS).into();
            let proposal = match offer.opponent {
                None if offer.challenger == user => say("proposal-challenge-to-anyone", &[game]),
                Some(opponent) if offer.challenger == user => {
                    say("proposal-challenge-to", &[game, ("player", named(opponent))])
                }
                _ => say("proposal-challenge-by", &[game, ("player", named(offer.challenger))]),
            };
            // There may be several of the same game between the same people.
            let clock = offer.agreement.clock.map_or("none".to_owned(), |it| it.to_string());
            let rated = if offer.rated { "yes" } else { "no" };
            let rules = offer.ruleset.to_string();
            say(
                "proposal-terms",
                &[
                    ("proposal", proposal.into()),
                    ("rules", rules.into()),
                    ("rated", rated.into()),
                    ("clock", clock.into()),
                ],
            )
        }
        Proposal::Offer(board) => {
            let current = &board.current;
            let opponent = current.side_of(user).map(|it| current.seat(it.other()));
            let facts = [
                ("match", current.id.to_string().into()),
                ("game", current.ruleset.info.name.into()),
                ("opponent", opponent.map(|it| name(it, names, MAX_NAME_CHARS)).unwrap_or_default().into()),
                ("kind", current.offers.pending.map_or("", |it| it.kind.name()).into()),
            ];
            say("proposal-offer", &facts)
        }
    };
    label.chars().take(MAX_LABEL_CHARS).collect()
}

/// The names of all players, fetched together.
pub(crate) async fn names(host: &Host, boards: &[Board]) -> StoreResult<HashMap<UserId, String>> {
    let players: HashSet<UserId> = boards.iter().flat_map(|it| it.current.seats).filter_map(Seat::user).collect();
    host.player_names(&Vec::from_iter(players)).await
}

fn label(board: &Board, user: UserId, names: &Names) -> String {
    let current = &board.current;
    let mine = current.side_of(user).unwrap_or(board.position.to_move());
    let turn = if board.position.to_move() == mine { "mine" } else { "theirs" };
    let facts = [
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("opponent", name(current.seat(mine.other()), names, MAX_NAME_CHARS).into()),
        ("turn", turn.into()),
    ];
    say("match-label", &facts).chars().take(MAX_LABEL_CHARS).collect()
}

fn neutral_label(board: &Board, names: &Names) -> String {
    let current = &board.current;
    let facts = [
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("first", name(current.seat(Side::First), names, MAX_NAME_CHARS / 2).into()),
        ("second", name(current.seat(Side::Second), names, MAX_NAME_CHARS / 2).into()),
        ("plies", i64::from(current.plies()).into()),
    ];
    say("match-label-of-others", &facts).chars().take(MAX_LABEL_CHARS).collect()
}

/// The player on a seat, in at most this many characters.
fn name(seat: Seat, names: &Names, most: usize) -> String {
    let name = match seat {
        Seat::Engine(level) => say("seat-engine", &[("level", i64::from(level).into())]),
        Seat::User(user) => match names.get(&user).map(|it| bare(it)) {
            Some(name) if !name.is_empty() => name,
            // A person who had a name has deleted it.
            Some(_) => say("former-player", &[]),
            None => say("somebody", &[]),
        },
    };
    name.chars().take(most).collect()
}
