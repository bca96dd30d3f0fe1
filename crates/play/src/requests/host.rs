//! The type on which everything stands that people can ask for.

use std::ops::Deref;
use std::sync::Arc;

use crate::core::Core;

/// What people can ask for.
pub struct Host(Arc<Core>);

impl Host {
    pub fn new(core: Arc<Core>) -> Self {
        Self(core)
    }
}

impl Deref for Host {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.0
    }
}
