//! What is moved or removed: it is no longer declared, and goes one way alone.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Checker;
use super::imports::address;
use super::instances::key_of;
use super::move_circles::Move;
use crate::hcljson::Value;
use crate::hcljson::template::{Native, StepKind};
use crate::tfjson::declaration::{DeclarationKind, Instances};
use crate::tfjson::problem::ProblemKind;

impl Checker<'_, '_, '_> {
    /// Moves from and removals of what is declared, and moves that contradict each other.
    pub(super) fn moves(&mut self) {
        let module = self.module;
        let mut ways = [BTreeMap::new(), BTreeMap::new()];
        let mut moves = Vec::new();
        let mut contradict = false;
        for top in &module.blocks {
            let is_move = top.kind == "moved";
            if !is_move && top.kind != "removed" {
                continue;
            }
            let end = |name: &str| {
                let node = top.content.attribute(name)?.value();
                Some((address(node.string()?.as_str())?.0, node.span()))
            };
            let Some((from, span)) = end("from") else { continue };
            let to = end("to").filter(|_| is_move).map(|(to, _)| to);
            // What has instances may be moved into one of them, or lose its key.
            let alone = to.as_ref().is_some_and(|to| to.ends_with(']'));
            if self.is_declared(&from, alone) || self.is_instance(&from) {
                self.reject(ProblemKind::StillDeclared(from.clone()), top.file, span);
            }
            let Some(to) = to else { continue };
            // With a key at either end single instances are moved, and else the whole: both may be said of one thing.
            let of_instances = from.ends_with(']') || to.ends_with(']');
            let [away, here] = &mut ways;
            let mut is_other = false;
            for (known, one, other) in [(away, &from, &to), (here, &to, &from)] {
                match known.entry((one.clone(), of_instances)) {
                    Entry::Vacant(entry) => {
                        entry.insert(other.clone());
                    }
                    Entry::Occupied(entry) => is_other |= entry.get() != other,
                }
            }
            if is_other {
                let what = format!("a move from {from} or to {to}");
                self.reject(ProblemKind::Duplicate { what }, top.file, span);
            }
            contradict |= is_other;
            moves.push(Move {
                from,
                to,
                file: top.file,
                span,
            });
        }
        // Where it is not clear what is moved where, nothing more is said.
        if !contradict {
            self.move_circles(&moves);
        }
    }

    /// Whether a resource or a call in this module is declared that has such an address without keys; `alone` when it
    /// must have no instances.
    fn is_declared(&self, address: &str, alone: bool) -> bool {
        let names: Vec<&str> = address.split('.').collect();
        let key = match names.as_slice() {
            ["module", name] => (DeclarationKind::Module, *name, ""),
            ["data", kind, name] => (DeclarationKind::Data, *kind, *name),
            ["resource", kind, name] | [kind, name] => (DeclarationKind::Resource, *kind, *name),
            _ => return false,
        };
        let group = self.declared.get(key).filter(|group| group.base.is_some());
        group.is_some_and(|group| !alone || group.instances == Instances::One)
    }

    /// Whether an address is that of an instance of a resource or call that surely is there.
    fn is_instance(&self, address: &str) -> bool {
        if !address.ends_with(']') {
            return false;
        }
        let Some(traversal) = Native::reference(address) else {
            return false;
        };
        let [name, key] = traversal.steps.as_slice() else {
            return false;
        };
        let (StepKind::Attribute(name), Some(key)) = (&name.kind, key_of(&key.kind)) else {
            return false;
        };
        let key_of_group = match traversal.root {
            "module" => (DeclarationKind::Module, *name, ""),
            kind => (DeclarationKind::Resource, kind, *name),
        };
        // No key of an address is converted.
        let argument = match key {
            Value::Number(_) => "count",
            _ => "for_each",
        };
        let group = self.declared.get(key_of_group).filter(|group| group.base.is_some());
        group.is_some_and(|group| {
            group.argument(self.module, argument).is_some() && self.has_instance(group, &key) == Some(true)
        })
    }
}
