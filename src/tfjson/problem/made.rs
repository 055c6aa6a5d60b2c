//! Problems that are made in several places.

use super::ProblemKind;
use crate::hcljson::StructureErrorKind;

impl ProblemKind {
    /// That a block lacks an argument.
    pub(in crate::tfjson) fn missing_argument(name: &str) -> Self {
        let name = name.to_owned();
        Self::Structure(StructureErrorKind::MissingArgument { name })
    }

    /// That an argument is given a second time.
    pub(in crate::tfjson) fn argument_twice(name: &str) -> Self {
        let name = name.to_owned();
        Self::Structure(StructureErrorKind::ArgumentTwice { name })
    }

    /// That a block has no such argument, and which it has that is like it.
    pub(in crate::tfjson) fn unsupported(name: &str, suggestion: Option<&str>) -> Self {
        Self::Structure(StructureErrorKind::Unsupported {
            name: name.to_owned(),
            suggestion: suggestion.map(str::to_owned),
        })
    }

    /// A reference to what is not declared, and nobody knows what else was meant.
    pub(in crate::tfjson) const fn undeclared(what: String) -> Self {
        let suggestion = None;
        Self::Undeclared { what, suggestion }
    }
}
