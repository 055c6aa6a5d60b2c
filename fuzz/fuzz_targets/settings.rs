//! [`planlint_fuzz::settings`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::settings::run(bytes));
