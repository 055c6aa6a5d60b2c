//! Sensitive and ephemeral values in what OpenTofu evaluates before anything else, and in how often something is
//! imported: what comes of them is written down where nobody hides it.

use super::Checker;
use super::marks::{Found, Mark};
use crate::hcljson::Node;
use crate::tfjson::problem::ProblemKind;

/// What is said of sources and versions of modules.
const OF_SOURCE: &str = "the source and the version of a module are written into the list of modules";

/// What is said of what repeats.
const OF_REPETITION: &str = "nothing that is kept may depend on how many instances it makes";

/// What is said of backends.
const OF_BACKEND: &str = "the configuration of a backend is written to disk";

impl Checker<'_, '_, '_> {
    /// Values with marks in sources of modules, and in what repeats providers and imports.
    pub(super) fn early_marks(&mut self) {
        let module = self.module;
        for top in &module.blocks {
            let names: &[&str] = match top.kind {
                "import" => &["for_each"],
                "provider" if !top.overrides => &["for_each"],
                "module" => &["source", "version"],
                _ => continue,
            };
            let place = if top.kind == "module" { OF_SOURCE } else { OF_REPETITION };
            let given = top.content.attributes().iter();
            for argument in given.filter(|argument| names.iter().any(|name| argument.is(name))) {
                let ephemeral = self.marked(Mark::Ephemeral).itself(argument.value());
                let sensitive = self.marked(Mark::Sensitive).itself(argument.value());
                if ephemeral.as_ref().or(sensitive.as_ref()).is_none()
                    || top.kind == "module" && !self.is_one_block(top)
                {
                    continue;
                }
                // Terraform evaluates nothing else of these, and imports by sensitive keys, too.
                match (module.is_terraform(), top.kind) {
                    (true, "import") => self.early_mark(top.file, place, ephemeral, None),
                    (true, _) => {}
                    (false, _) => self.early_mark(top.file, place, ephemeral, sensitive),
                }
            }
        }
    }

    /// Values with marks in the backend that the module uses, which OpenTofu evaluates.
    pub(super) fn marked_backend(&mut self, file: usize, backend: Node<'_, '_>) {
        let ephemeral = self.marked(Mark::Ephemeral).in_value(backend);
        let sensitive = self.marked(Mark::Sensitive).in_value(backend);
        if ephemeral.as_ref().or(sensitive.as_ref()).is_some() && !self.module.is_terraform() {
            self.early_mark(file, OF_BACKEND, ephemeral, sensitive);
        }
    }

    fn early_mark(&mut self, file: usize, place: &'static str, ephemeral: Found, sensitive: Found) {
        if let Some((name, span)) = ephemeral {
            self.reject(ProblemKind::EphemeralValue { name, place }, file, span);
        } else if let Some((name, span)) = sensitive {
            let kind = match place {
                OF_REPETITION => ProblemKind::SensitiveForEach(name),
                place => ProblemKind::SensitiveValue { name, place },
            };
            self.reject(kind, file, span);
        }
    }
}
