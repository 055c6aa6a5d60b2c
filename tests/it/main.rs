//! The integration tests, one binary: the built program and the library over real plans and over hostile ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on must stop, and clippy.toml allows this in test functions only, not beside them"
)]

mod arguments;
mod chance;
mod corruption;
mod cut;
mod docs;
mod fixtures;
mod floor_plan;
mod formats;
mod gate;
mod injection;
mod judge;
mod laws;
mod places;
mod program;
mod refused;
mod rules;
mod secrets;
mod totals;
