//! Files that people attach to messages and commands.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

use super::reply::Refusal;
use crate::bodies::Upload;

/// A file that a person attaches.
#[derive(Debug, Deserialize)]
pub(crate) struct AttachedFile {
    name: String,
    /// Its content, in base64.
    data: String,
}

impl AttachedFile {
    /// The file as it would come in a form.
    pub(super) fn upload(&self) -> Result<Upload, Refusal> {
        let bytes = BASE64_STANDARD.decode(&self.data).map_err(|_| Refusal::bad("The file isn't in base64."))?;
        Ok(Upload { index: 0, name: self.name.clone(), content_type: None, bytes: bytes.into() })
    }
}
