//! Module calls that do not fit the modules.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};

family! {
    "json-module"
    Error "module-input-type" "a module is given a value that does not fit the type of its variable"
    Error "module-missing-input" "a module call leaves out a variable that has no default"
    Error "module-not-found" "the folder of a called module does not exist"
    Error "module-source" "the source or version of a module is not valid"
    Error "module-unknown-input"
        "a module call sets a variable, or passes a provider configuration, that the module does not have"
    Error "module-unknown-output" "a reference names an output that the module does not have"
    Warning "module-unpinned" "a called module may change from one run to the next"
    Error "root-output" "a root module has an output that the engines refuse"
}
