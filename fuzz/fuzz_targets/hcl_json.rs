//! [`planlint_fuzz::hcl_json`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::hcl_json::run(bytes));
