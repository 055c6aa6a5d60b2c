//! [`planlint_fuzz::door`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::door::run(bytes));
