//! What an OpenTofu or Terraform plan changes, what is dangerous in it, and whether it may go ahead.
//!
//! `planlint` is a program and this library, which is all of the program but its `main`. It reads what
//! `tofu show -json` and `terraform show -json` write: plans, states, raw states of version 4, and configurations.
//! To use the program, read the README; to judge plans in a program of your own, read on.
//!
//! # From bytes to a verdict
//!
//! ```
//! use planlint::facts::Fate;
//! use planlint::input::{self, Want};
//! use planlint::lint::{self, Level, Settings};
//! use planlint::output::{FORMATS, Style};
//! use planlint::report::{Outcome, Report, Rows, Verdict};
//! use planlint::rules::RULES;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"{
//!     "format_version": "1.2",
//!     "terraform_version": "1.12.6",
//!     "planned_values": {"root_module": {}},
//!     "resource_changes": [{
//!         "address": "aws_iam_role.ci", "mode": "managed", "type": "aws_iam_role", "name": "ci",
//!         "provider_name": "registry.opentofu.org/hashicorp/aws",
//!         "change": {"actions": ["delete"], "before": {"name": "ci"}, "after": null, "after_unknown": {}}
//!     }],
//!     "configuration": {"root_module": {}}
//! }"#;
//!
//! // The one door: encoding, what the document is, its version. A state would be an error here, not an empty plan.
//! let source = input::text("plan.json", text.as_bytes().to_vec())?;
//! let mut settings = Settings::default();
//! settings.set_level(RULES, "delete", Level::Error)?;
//!
//! // The steps of `report::judge`, which goes on behind a document that cannot be judged.
//! let mut outcomes = Vec::new();
//! let contents = input::read(&source, Want::Plan)?;
//! // What one document marks sensitive, no other may tell.
//! let secrets = lint::secrets_of(contents.decoded());
//! for document in contents.documents {
//!     let document = document?;
//!     // What is true of the plan. Rules ask facts and never the JSON.
//!     let facts = lint::facts_of(&document.body, None, &secrets)?;
//!     assert_eq!(facts.changes[0].fate, Fate::Delete);
//!     // What is bad in it.
//!     let found = lint::run(RULES, &facts, &settings);
//!     // What may be said of it: placed, ordered, without secrets.
//!     let places = Some((&source, document.start));
//!     outcomes.push(Outcome::judged(source.name(), places, &facts, found, Rows::All));
//! }
//! let report = Report::new(outcomes, RULES, &settings);
//! assert_eq!(report.verdict(), Verdict::Fail);
//!
//! let mut page = Vec::new();
//! (FORMATS[0].write)(&report, &Style::plain(), &mut page)?;
//! let page = String::from_utf8(page)?;
//! assert!(page.contains("Plan: 0 to add, 0 to change, 1 to destroy."));
//! assert!(page.contains("error[delete]: aws_iam_role.ci is destroyed"));
//! # Ok(())
//! # }
//! ```
//!
//! # The rooms
//!
//! Each module is a room on a floor, and uses only rooms below its own.
//!
//! | room | what it knows |
//! |---|---|
//! | [`cli`] | arguments, terminal, environment, files, exit status; behind the default feature `cli` |
//! | [`output`] | the formats, one a file, listed in [`output::FORMATS`] |
//! | [`report`] | located, ordered, redacted text; totals; the verdict |
//! | [`rules`] | what is bad, one rule a file, listed in [`rules::RULES`] |
//! | [`lint`] | how rules run, their levels, settings, findings |
//! | [`facts`] | what is true of a plan or state, indexed for questions |
//! | [`input`] | the one door: what the bytes are, decoded and version-checked |
//! | [`tfjson`] | a module in JSON configuration syntax: files, blocks, references, what the engines refuse |
//! | [`hcljson`] | the HCL JSON syntax: bodies, blocks, expressions, templates |
//! | [`json`] | JSON that remembers where everything stood; pointers; exact numbers |
//! | [`tofu`] | serde types of what the engines write, from format 0.1 to 1.2 |
//! | [`source`] | a named text, byte spans, lines and columns |
//!
//! To only read plans, [`tofu`] and [`json::decode()`] are enough: the models borrow from the text, and leave what a
//! provider decides as the text it is until somebody reads it.
//!
//! # What to rely on
//!
//! - What could not be judged is an error, never an empty plan ([`input::InputError`]).
//! - Errors and `Debug` name places and never quote the document, which is full of secrets.
//! - [`report::Redacted`] is the only text of a document that reaches a format. It holds no secret, but may hold
//!   anything else that an author put into an address, so that a format of your own must escape it for its reader.
//! - Equal documents give equal reports: nothing depends on threads or on the order of maps.
//! - What grows with the engines is `#[non_exhaustive]`: models, facts, problems and errors. A [`report::Report`] is
//!   plain data, so that a test of a format can write one.
//! - The JSON report and its lines are versioned ([`output::json::schema`], [`output::json::line_schema`]). This
//!   library's own names may change with each 0.x.
//!
//! In these pages `§` names a section of `docs/format.md` in the repository, and T1.8 and O1.8 mean Terraform 1.8.0 and
//! OpenTofu 1.8.0.

#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "what the program alone asks for")
)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod facts;
pub mod hcljson;
pub mod input;
pub mod json;
pub mod lint;
mod order;
pub mod output;
pub mod report;
pub mod rules;
pub mod source;
pub mod tfjson;
pub mod tofu;
mod words;

/// What signatures here name of other crates, in the versions that they mean: a moment in settings, the options that
/// are set for a rule, their schema, what is wrong with an input, and why JSON could not be written.
pub use {jiff, miette, schemars, serde_json, toml};
