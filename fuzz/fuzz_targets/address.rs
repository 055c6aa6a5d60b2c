//! [`planlint_fuzz::address`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::address::run(bytes));
