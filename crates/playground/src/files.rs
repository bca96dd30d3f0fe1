//! The files of messages, as long as there is room.

use std::collections::BTreeMap;

use axum::body::Bytes;

/// How many files are kept.
const FILES: usize = 2000;
/// How many bytes of files are kept.
const FILES_BYTES: usize = 256 * 1024 * 1024;

/// A file as it was uploaded.
#[derive(Debug, Clone)]
pub(crate) struct StoredFile {
    /// Its media type.
    pub(crate) content_type: String,
    /// Its content.
    pub(crate) bytes: Bytes,
}

/// All files by their ids, which rise: the oldest is the first.
#[derive(Debug, Default)]
pub(crate) struct Files {
    by_id: BTreeMap<u64, StoredFile>,
    bytes: usize,
}

impl Files {
    /// Keeps a file; the oldest go where there is no room.
    pub(crate) fn add(&mut self, id: u64, file: StoredFile) {
        self.bytes += file.bytes.len();
        self.by_id.insert(id, file);
        while self.by_id.len() > FILES || self.bytes > FILES_BYTES {
            let Some((_, oldest)) = self.by_id.pop_first() else { return };
            self.bytes -= oldest.bytes.len();
        }
    }

    /// A file.
    pub(crate) fn get(&self, id: u64) -> Option<&StoredFile> {
        self.by_id.get(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_files_go_first() {
        let mut files = Files::default();
        let half = Bytes::from(vec![0; FILES_BYTES / 2]);
        for id in 1..=3 {
            files.add(id, StoredFile { content_type: String::new(), bytes: half.clone() });
        }
        assert!(files.get(1).is_none() && files.get(2).is_some() && files.get(3).is_some());
        for id in 4..=u64::try_from(FILES).unwrap() + 4 {
            files.add(id, StoredFile { content_type: String::new(), bytes: Bytes::new() });
        }
        assert!(files.by_id.len() == FILES && files.get(4).is_none() && files.bytes == 0);
    }
}
