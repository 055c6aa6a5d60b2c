//! [`planlint_fuzz::redaction`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::redaction::run(bytes));
