//! Names of strangers in a message.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::names::run(data));
