//! What is known about the types of providers, read from the data files beside this one.

/// The text of a data file, in JSON, as `build.rs` has packed it.
macro_rules! data_file {
    ($name:literal) => {
        crate::rules::embedded::text(include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}

pub(in crate::rules) mod amount;
mod code;
pub(super) mod cover;
pub(super) mod destructive_update;
pub(super) mod exposure;
mod exposure_file;
pub(super) mod exposure_grant;
pub(super) mod exposure_ingress;
mod exposure_policy;
pub(super) mod exposure_setting;
pub(super) mod guards;
pub(super) mod kinds;
pub(super) mod logged;
mod made_anew;
mod regions;
pub(super) mod restart;
pub(super) mod retention;
mod secret_commands;
mod secret_names;
mod secret_pairs;
mod secret_scripts;
mod secret_stores;
mod secret_texts;
mod secret_tokens;
mod secrets;
mod stateful;
pub(super) mod stopped;
mod tags;
mod unknowns;
mod unordered;
pub(super) mod value;

pub(super) use code::{CodeRunners, Effect};
pub(super) use made_anew::is_made_anew;
pub(super) use regions::{Regions, plain};
pub(super) use secret_names::Naming;
pub(super) use secret_pairs::Pair;
pub(super) use secret_stores::{Called, Kept, Store};
pub(super) use secret_texts::{decoded_script, is_setting, is_told_otherwise};
pub(super) use secrets::{CONTENT_OF_SECRET, SecretShapes};
pub(super) use stateful::{Stateful, described_in, is_stateful_object, left_there, loses_nothing};
pub(super) use tags::{TagShape, Tags};
pub(super) use unknowns::decides;
pub(super) use unordered::is_unordered;

/// Makes the tables that every judgement asks for, without the one of exposures: it takes as long as all of these.
pub(super) fn prepare_others() {
    SecretShapes::builtin();
    stateful::built_in();
    guards::protection();
    guards::forced_destruction();
    kinds::critical();
    kinds::outage();
}
