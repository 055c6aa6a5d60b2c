//! Names of configuration files, by whose ends the engines know them.

use super::directory::Syntax;

/// What names end with: how such a file is written, and whether OpenTofu alone reads it.
const ENDS: [(&str, Syntax, bool); 4] = [
    (".tf", Syntax::Native, false),
    (".tf.json", Syntax::Json, false),
    (".tofu", Syntax::Native, true),
    (".tofu.json", Syntax::Json, true),
];

/// The name of a configuration file.
#[derive(Clone, Copy)]
pub(crate) struct FileName<'n> {
    /// What stands before its end.
    pub(crate) base: &'n str,
    /// How the file is written.
    pub(crate) syntax: Syntax,
    /// Whether OpenTofu alone reads it.
    pub(crate) of_tofu: bool,
}

impl<'n> FileName<'n> {
    /// `None` where a name does not end as those of configuration files do.
    pub(crate) fn read(name: &'n str) -> Option<Self> {
        let read = |(end, syntax, of_tofu)| {
            let base = name.strip_suffix(end)?;
            Some(Self { base, syntax, of_tofu })
        };
        ENDS.into_iter().find_map(read)
    }

    /// The name of a file beside it, in a syntax and for OpenTofu alone or for both.
    pub(crate) fn twin(self, syntax: Syntax, of_tofu: bool) -> String {
        let is_it = |(_, other, tofu): &&(&str, Syntax, bool)| *other == syntax && *tofu == of_tofu;
        let end = ENDS.iter().find(is_it).map_or("", |(end, ..)| *end);
        format!("{}{end}", self.base)
    }
}
