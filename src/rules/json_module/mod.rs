//! Module calls that do not fit the modules.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-module");

pub(super) const MODULE_INPUT_TYPE: Rule = FAMILY.rule(
    "module-input-type",
    Error,
    "a module is given a value that does not fit the type of its variable",
);

pub(super) const MODULE_MISSING_INPUT: Rule = FAMILY.rule(
    "module-missing-input",
    Error,
    "a module call leaves out a variable that has no default",
);

pub(super) const MODULE_NOT_FOUND: Rule = FAMILY.rule(
    "module-not-found",
    Error,
    "the folder of a called module does not exist, or holds no configuration",
);

pub(super) const MODULE_SOURCE: Rule =
    FAMILY.rule("module-source", Error, "the source or version of a module is not valid");

pub(super) const MODULE_UNKNOWN_INPUT: Rule = FAMILY.rule(
    "module-unknown-input",
    Error,
    "a module call sets a variable, or hands over a provider configuration, that the module does not have",
);

pub(super) const MODULE_UNKNOWN_OUTPUT: Rule = FAMILY.rule(
    "module-unknown-output",
    Error,
    "a reference names an output that the module does not have",
);

pub(super) const MODULE_UNPINNED: Rule = FAMILY.rule(
    "module-unpinned",
    Warning,
    "a called module may change from one run to the next",
);

pub(super) const ROOT_OUTPUT: Rule = FAMILY.rule(
    "root-output",
    Error,
    "a root module has an output that the engines refuse",
);
