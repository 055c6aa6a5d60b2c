//! What must hold for every input there is, one target a module; a broken promise is a panic.
//!
//! `fuzz_targets/` runs each under libFuzzer, `tests/smoke.rs` over the fixtures and some thousand damaged ones.

pub mod address;
pub mod described;
pub mod door;
pub mod hcl_json;
pub mod json_reader;
pub mod redaction;
pub mod report;
pub mod settings;

/// A target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 8] = [
    ("address", address::run),
    ("described", described::run),
    ("door", door::run),
    ("hcl_json", hcl_json::run),
    ("json_reader", json_reader::run),
    ("redaction", redaction::run),
    ("report", report::run),
    ("settings", settings::run),
];
