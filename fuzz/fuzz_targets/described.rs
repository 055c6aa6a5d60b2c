//! [`planlint_fuzz::described`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::described::run(bytes));
