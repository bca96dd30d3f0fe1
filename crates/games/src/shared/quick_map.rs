//! A map for short keys, much quicker than the usual one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::{GOLDEN, scrambled};

/// A hasher for the short keys above, much quicker than the usual one; nobody outside chooses what is hashed.
#[derive(Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|it| self.write_u64((*it).into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = scrambled((self.0 ^ number).wrapping_mul(GOLDEN).rotate_left(23).wrapping_add(number));
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
