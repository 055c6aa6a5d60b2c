//! `for_each` and `count` of what can be told to be no map, set or number.

use super::Checker;
use crate::hcljson::Value;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::problem::ProblemKind;

impl Checker<'_, '_, '_> {
    /// Repetition by values of another type; those that stand there as constants were told when they were read. A list
    /// that is computed from unknown values is refused as soon as they are known, whatever they are.
    pub(super) fn repetition(&mut self) {
        let module = self.module;
        for top in &module.blocks {
            if !matches!(top.kind, "resource" | "data" | "ephemeral" | "module" | "provider") {
                continue;
            }
            for argument in top.content.attributes() {
                let name = argument.name();
                let value = argument.value();
                if !matches!(name.as_ref(), "for_each" | "count") || value.evaluate() != Value::Unknown {
                    continue;
                }
                let Some(known) = KnownType::of(module, self.declared, value) else {
                    continue;
                };
                let fits = match name.as_ref() {
                    "count" => matches!(known, KnownType::String | KnownType::Number),
                    _ => matches!(known, KnownType::Map | KnownType::Set),
                };
                if !fits {
                    let kind = match (name.as_ref(), known) {
                        ("count", _) => ProblemKind::CountType(known.words()),
                        (_, KnownType::List) => ProblemKind::ForEachOfList,
                        _ => ProblemKind::ForEachType(known.words()),
                    };
                    self.reject(kind, top.file, value.span());
                }
            }
        }
    }
}
