//! Attributes of types that keep secrets, whatever these are called, read from `secrets.toml`.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::secret_names::{Naming, snake_case};
use super::secrets::SecretShapes;

/// An attribute of a type that keeps a secret, whatever it is called.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Store {
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) attribute: String,
    when: Option<Beside>,
}

/// What is written beside it where it is a secret.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    argument: String,
    is: String,
}

/// What keeps secrets, and under which names it keeps something else.
pub(super) struct Stores {
    pub(super) all: Vec<Store>,
    pub(super) open: BTreeSet<String>,
}

impl SecretShapes {
    /// Whether resources of that type keep a secret in the argument, whatever its name. `is` says whether the one
    /// beside it of the first name is written like the second.
    pub(in crate::rules) fn keeps(&self, type_name: &str, argument: &str, is: impl Fn(&str, &str) -> bool) -> bool {
        let argument = argument.strip_suffix("_wo").unwrap_or(argument);
        let mut stores = self.stores.all.iter();
        stores.any(|store| {
            let beside = store.when.as_ref();
            store.type_name == type_name
                && store.attribute == argument
                && beside.is_none_or(|beside| is(&beside.argument, &beside.is))
        })
    }

    /// What the name tells under which a store keeps something, `/prod/db/password`; `None` where that is what anybody
    /// may know: a user, a host.
    pub(in crate::rules) fn naming_in_store(&self, written: &str) -> Option<Naming> {
        let own = written.rsplit(['/', '.', ':']).next().unwrap_or_default();
        let name = snake_case(own);
        let last = name.rsplit('_').next().unwrap_or_default();
        let is_open = self.stores.open.contains(last) || self.is_about_secrets(&name);
        (!is_open).then(|| self.naming(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_stores_tell_of_secrets_and_of_what_anybody_may_know() {
        let shapes = SecretShapes::builtin();
        for (name, wanted, why) in [
            ("/prod/db/password", Some(Naming::Secret), "the last part of a path"),
            ("db-password", Some(Naming::Secret), "with dashes"),
            ("payments", Some(Naming::Other), "it does not say"),
            ("db-username", None, "half of a login"),
            ("DB_HOST", None, "where it is"),
            ("/app/logLevel", None, "a setting"),
            ("ARM_CLIENT_ID", None, "an id"),
        ] {
            assert_eq!(shapes.naming_in_store(name), wanted, "{name}: {why}");
        }
    }
}
