//! [`planlint_fuzz::json_reader`] under libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planlint_fuzz::json_reader::run(bytes));
