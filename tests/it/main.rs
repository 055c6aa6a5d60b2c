//! The integration tests, one binary: the built program and the library over real plans and over hostile ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines,
    clippy::format_push_string,
    clippy::similar_names,
    reason = "a test that cannot go on must stop, which clippy.toml allows in test functions but not beside them; \
              tables of cases are long, and their text is not on a hot path"
)]

mod arguments;
mod baseline;
mod canaries;
mod chance;
mod compare;
mod config;
mod config_rewrite;
mod config_rules;
mod config_schemas;
mod corruption;
mod cut;
mod dependencies;
mod differences;
mod docs;
mod engine_text;
mod expectations;
mod fixtures;
mod floor_plan;
mod formats;
mod gate;
mod ignored;
mod injection;
mod integrations;
mod judge;
mod laws;
mod library;
mod limits;
mod machines;
mod made;
mod markdown;
mod page;
mod places;
mod program;
mod refused;
mod representation;
mod rules;
mod rules_edges;
mod rules_exposure;
#[cfg(unix)]
mod scale;
mod secrets;
mod settings;
mod several;
mod shareable;
mod show;
mod source;
mod splices;
mod totals;
#[cfg(unix)]
mod transcripts;
