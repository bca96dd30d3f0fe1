//! The guild.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{PathId, QueryOf};
use crate::error::ApiError;
use crate::ids::{BOT, GUILD};
use crate::objects::{Channel, Guild, Member, Role};
use crate::shared::Shared;

/// A guild of a path that is the one there is.
pub(crate) struct TheGuild;

#[derive(Deserialize)]
struct Named {
    guild: PathId,
}

impl<S: Send + Sync> FromRequestParts<S> for TheGuild {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<Named>::from_request_parts(parts, state).await {
            Ok(Path(Named { guild: PathId(GUILD) })) => Ok(Self),
            _ => Err(ApiError::unknown_guild()),
        }
    }
}

/// The guild.
pub(crate) async fn guild(_: TheGuild) -> Json<Guild> {
    Json(Guild::new())
}

/// Its channels.
pub(crate) async fn channels(_: TheGuild, State(shared): State<Arc<Shared>>) -> Json<Vec<Channel>> {
    // Those that the bot may not view are left out.
    Json(shared.world().guild_channels().filter(|it| !it.is_obfuscated()).collect())
}

/// Its roles.
pub(crate) async fn roles(_: TheGuild) -> Json<[Role; 2]> {
    Json(Role::all())
}

/// Its members.
pub(crate) async fn members(_: TheGuild, State(shared): State<Arc<Shared>>) -> Json<Vec<Member>> {
    Json(shared.world().people.iter().map(Member::from).collect())
}

/// Which members are wanted.
#[derive(Deserialize)]
pub(crate) struct Search {
    #[serde(default)]
    query: String,
    #[serde(default = "one")]
    limit: usize,
}

const fn one() -> usize {
    1
}

/// The members whose names begin so.
pub(crate) async fn search(
    _: TheGuild,
    State(shared): State<Arc<Shared>>,
    QueryOf(Search { query, limit }): QueryOf<Search>,
) -> Json<Vec<Member>> {
    let query = query.to_lowercase();
    let world = shared.world();
    let found = world.people.iter().filter(|it| it.name.to_lowercase().starts_with(&query));
    Json(found.take(limit).map(Member::from).collect())
}

/// The bot as a member.
pub(crate) async fn me(_: TheGuild, State(shared): State<Arc<Shared>>) -> Answer<Member> {
    found(&shared, BOT)
}

#[derive(Deserialize)]
pub(crate) struct MemberPath {
    member: PathId,
}

/// A member.
pub(crate) async fn member(
    _: TheGuild,
    State(shared): State<Arc<Shared>>,
    Path(MemberPath { member: PathId(id) }): Path<MemberPath>,
) -> Answer<Member> {
    found(&shared, id)
}

fn found(shared: &Shared, id: u64) -> Answer<Member> {
    let world = shared.world();
    let member = world.person(id).filter(|it| !world.gone.contains(&it.id));
    member.map(|it| Json(it.into())).ok_or_else(ApiError::unknown_member)
}
