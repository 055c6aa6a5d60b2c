//! [`planlint_fuzz::report`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::report::run(bytes));
