//! Positions as text: what reads can be written, played on and shown.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::position::run(data));
