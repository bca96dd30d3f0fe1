//! The words of `play` and `challenge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::chat::run(data));
