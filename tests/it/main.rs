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

mod actions;
mod arguments;
mod baseline;
mod baseline_objects;
mod baseline_plans;
mod baseline_states;
mod baseline_subjects;
mod canaries;
mod canary_sources;
mod chance;
mod compare;
mod compare_words;
mod config;
mod config_calls;
mod config_fix;
mod config_fmt;
mod config_recursive;
mod config_rules;
mod config_schemas;
mod config_unread;
mod corruption;
mod cut;
mod damaged_states;
mod dependencies;
mod differences;
mod docs;
mod engine_text;
mod engine_text_unknown;
mod expectations;
mod file_patterns;
mod fingerprint_keys;
mod fingerprint_objects;
mod fingerprint_order;
mod fingerprint_sources;
mod fingerprint_untold;
mod fingerprints;
mod fixtures;
mod floor_plan;
mod folders;
mod folders_meant;
mod formats;
mod gate;
mod gate_levels;
mod ignored;
mod injection;
mod integrations;
mod judge;
mod kept;
mod laws;
mod library;
mod limits;
mod machines;
mod made;
mod malformed;
mod markdown;
mod matching;
mod milder;
mod names_and_secrets;
mod old_documents;
mod other_tools;
mod page;
mod pipeline_totals;
mod places;
mod pleasant;
mod program;
mod refused;
mod reporting;
mod representation;
mod rewritten;
mod rules;
mod rules_covers;
mod rules_covers_lists;
mod rules_described;
mod rules_edges;
mod rules_empty;
mod rules_exposure;
mod rules_exposure_before;
mod rules_exposure_identities;
mod rules_exposure_limits;
mod rules_exposure_networks;
mod rules_exposure_scope;
mod rules_exposure_services;
mod rules_exposure_spellings;
mod rules_exposure_unknown;
mod rules_grants;
mod rules_guards;
mod rules_hygiene;
mod rules_listed;
mod rules_narrower;
mod rules_parts;
mod rules_retention;
mod rules_secrets;
mod rules_secrets_printed;
mod rules_states;
mod rules_switched_off;
mod rules_tables;
mod rules_tables_clouds;
mod rules_tables_doors;
mod rules_tables_exposure;
mod rules_tables_grants;
mod rules_updates;
mod rules_words;
#[cfg(unix)]
mod scale;
#[cfg(unix)]
mod scale_configuration;
#[cfg(unix)]
mod scale_inputs;
#[cfg(unix)]
mod scale_lists;
#[cfg(unix)]
mod scale_members;
#[cfg(unix)]
mod scale_places;
#[cfg(unix)]
mod scale_products;
mod scale_texts;
#[cfg(unix)]
mod scale_waivers;
mod secrets;
mod secrets_by_place;
mod settings;
mod settings_damage;
mod settings_extended;
mod settings_schema;
mod several;
mod shareable;
mod shareable_unknown;
mod show;
mod show_words;
mod source;
mod source_removed;
mod splices;
mod told;
mod totals;
#[cfg(unix)]
mod transcripts;
mod waivers;
mod weakened;
mod wrappings;
