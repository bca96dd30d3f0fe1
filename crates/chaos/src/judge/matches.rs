//! All matches, as the database has them at the end.

use play::ports::{Store, StoreError};
use play::{Match, MatchId};

/// Row numbers may have gaps, but not larger than this.
const MAX_GAP: i64 = 200;

/// All matches of a database, and the rows that cannot be read.
pub(crate) struct Matches {
    pub readable: Vec<Match>,
    pub broken: Vec<String>,
}

impl Matches {
    /// Reads all matches, row by row up to the first large gap; an error if the database fails to answer.
    pub async fn read(store: &dyn Store) -> anyhow::Result<Self> {
        let mut matches = Self { readable: Vec::new(), broken: Vec::new() };
        let (mut id, mut last) = (1, 0);
        while id - last <= MAX_GAP {
            match store.find_match(MatchId(id)).await {
                Ok(None) => {}
                Ok(Some(found)) => {
                    last = id;
                    matches.readable.push(found);
                }
                Err(StoreError::Corrupt(what)) => {
                    last = id;
                    matches.broken.push(what);
                }
                Err(error) => return Err(error.into()),
            }
            id += 1;
        }
        Ok(matches)
    }
}
