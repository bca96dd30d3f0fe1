//! Controls by their `custom_id`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::control::run(data));
