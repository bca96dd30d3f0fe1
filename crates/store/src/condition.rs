//! For `parlor doctor`: checks whether the bot could work with a database, without changing anything in it.

use std::path::PathBuf;

use jiff::Timestamp;

use super::failure::file_of;
use super::upkeep::{Kept, Upkeep, UpkeepError};

/// The condition of a database.
#[derive(Debug)]
pub enum Condition {
    /// The file does not exist yet; the first start creates it.
    Missing(PathBuf),
    /// The bot can work with it.
    Good {
        /// The matches that are left alone until somebody acts; if there are many, only the first ones.
        set_aside: Vec<String>,
        /// The messages of closed challenges that keep their buttons as no try to remove them worked, as
        /// `server/channel/message` (`@me` instead of a server in direct messages); at most twenty.
        cards_given_up: Vec<String>,
        /// The time by its clock.
        time: Timestamp,
    },
    /// It opens, but the bot cannot use it as it is.
    Unfit(UpkeepError),
    /// It can be read, but not written to.
    ReadOnly(String),
}

/// Opens a database, and checks that its schema is this program's and that it can be written to.
pub async fn examine(url: &str) -> Result<Condition, UpkeepError> {
    if let Some(missing) = file_of(url).filter(|it| !it.exists()) {
        return Ok(Condition::Missing(missing));
    }
    Upkeep::with(url, async |upkeep| {
        if let Err(error) = upkeep.require_newest_schema().await {
            return Ok(Condition::Unfit(error));
        }
        Ok(match try_writing(upkeep).await {
            Ok(()) => Condition::Good {
                set_aside: upkeep.texts(&format!("{SET_ASIDE} LIMIT 20")).await?,
                cards_given_up: upkeep.texts(CARDS_GIVEN_UP).await?,
                time: upkeep.time().await?,
            },
            Err(error) => Condition::ReadOnly(error.to_string()),
        })
    })
    .await
}

/// The matches in which something due has failed too often.
const SET_ASIDE: &str = "SELECT '#' || CAST(id AS TEXT) FROM matches WHERE failures > 0 AND due_at IS NULL ORDER BY id";

/// The cards of challenges that have been tried too often.
const CARDS_GIVEN_UP: &str = "SELECT COALESCE(CAST(guild_id AS TEXT), '@me') || '/' || CAST(channel_id AS TEXT) || '/' || \
                              CAST(message_id AS TEXT) FROM challenges WHERE failures > 0 AND due_at IS NULL \
                              AND message_id IS NOT NULL ORDER BY id LIMIT 20";

/// All matches of the database at `url` that are left alone until somebody acts.
pub async fn set_aside(url: &str) -> Result<Vec<String>, UpkeepError> {
    Upkeep::with(url, async |upkeep| upkeep.texts(SET_ASIDE).await).await
}

/// Writes without changing anything, and rolls it back.
async fn try_writing(upkeep: &mut Upkeep) -> Kept<()> {
    upkeep.execute("BEGIN").await?;
    upkeep.execute("UPDATE players SET name = name WHERE id = -1").await?;
    upkeep.execute("ROLLBACK").await
}

/// The folder of a database file; `None` if the database is not a file.
pub fn folder_of(url: &str) -> Option<PathBuf> {
    let file = file_of(url)?;
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    Some(folder.map_or_else(|| PathBuf::from("."), PathBuf::from))
}
