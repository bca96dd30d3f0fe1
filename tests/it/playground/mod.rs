//! The local Discord, under a real client and in a real browser.

mod browser;
pub mod gateway;
mod rest;
mod safety;
mod threads;
