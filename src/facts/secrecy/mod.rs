//! What of a document is secret: what sources mark, and every copy of it.

pub(crate) mod assigned;
mod called;
pub(crate) mod command;
pub(super) mod copied_output;
pub(super) mod copies;
pub(super) mod declared_marks;
mod fixed_names;
pub(super) mod instance_marks;
pub(super) mod leaves;
pub(super) mod lost_marks;
pub(super) mod mark_changes;
pub(super) mod mark_paths;
pub(super) mod marked;
pub(super) mod marks;
pub(super) mod masked_json;
pub(crate) mod named;
pub(crate) mod named_pairs;
mod of_types;
mod plain_lines;
pub(crate) mod quoted;
pub(super) mod schema_marks;
pub(crate) mod script;
pub(super) mod secret_numbers;
pub(super) mod secrets;
pub(super) mod short_lines;
pub(super) mod unescaped;
pub(super) mod urls;
