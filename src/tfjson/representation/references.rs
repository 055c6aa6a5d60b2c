//! References as the engines list them: each in full, then every shorter form down to what is declared.

use std::fmt::Write as _;

use crate::hcljson::template::{Met, Step, StepKind, Template, Traversal};
use crate::hcljson::{Expression, Node};

/// All references of an expression in order, then the functions of providers that it calls.
pub(super) fn of_expression(node: Node<'_, '_>, names_functions: bool) -> Vec<String> {
    let mut references = Vec::new();
    let mut functions = Vec::new();
    Expression::new(node).templates(&mut |_, template| {
        let Ok(template) = template else { return };
        of_template(template, &mut references, &mut functions);
    });
    if names_functions {
        references.append(&mut functions);
    }
    references
}

fn of_template(template: &Template<'_>, references: &mut Vec<String>, functions: &mut Vec<String>) {
    template.walk(|met| match met {
        Met::Reference(traversal) => {
            if let Some(subject) = Listed::of(traversal) {
                let longest = subject.steps.len();
                references.extend((subject.length..=longest).rev().map(|count| subject.text(count)));
                if subject.has_parent {
                    references.push(subject.text(subject.length - 1));
                }
            }
        }
        Met::Call(call) if call.name.first() == Some(&"provider") => functions.push(call.name.join("::")),
        Met::Call(_) | Met::Key(_) => {}
    });
}

/// What an element of `depends_on` is about; empty where it is no reference, as in the engines.
pub(super) fn of_dependency(node: Node<'_, '_>) -> String {
    let subject = Expression::new(node).traversal(|_, traversal| {
        let subject = Listed::of(traversal)?;
        Some(subject.text(subject.length))
    });
    subject.ok().flatten().unwrap_or_default()
}

/// A traversal as it is listed, and how many of its steps say what it is about.
struct Listed<'s, 't> {
    root: &'t str,
    steps: &'s [Step<'t>],
    length: usize,
    /// Whether one step less is something that can be referred to as well: the resource of an instance, the call of an
    /// output.
    has_parent: bool,
}

impl<'s, 't> Listed<'s, 't> {
    fn of(traversal: &'s Traversal<'t>) -> Option<Self> {
        let mut root = traversal.root;
        let mut steps = traversal.fixed();
        if root == "resource" {
            // The long form means the same as the short one.
            let (kind, rest) = steps.split_first()?;
            root = name(kind)?;
            steps = rest;
        }
        let is_name = |index: usize| steps.get(index).is_some_and(|step| name(step).is_some());
        let is_key = |index: usize| steps.get(index).is_some_and(|step| name(step).is_none());
        let (length, has_parent) = match root {
            "self" => (0, false),
            "var" | "local" | "each" | "count" | "path" | "terraform" | "tofu" if is_name(0) => (1, false),
            "module" if is_name(0) => {
                let instance = 1 + usize::from(is_key(1));
                let output = usize::from(is_name(instance));
                (instance + output, instance + output > 1)
            }
            "var" | "local" | "each" | "count" | "path" | "terraform" | "tofu" | "module" | "template" | "lazy"
            | "arg" => {
                return None;
            }
            root => {
                let names = if matches!(root, "data" | "ephemeral") { 2 } else { 1 };
                if !(0..names).all(is_name) {
                    return None;
                }
                (names + usize::from(is_key(names)), is_key(names))
            }
        };
        Some(Self {
            root,
            steps,
            length,
            has_parent,
        })
    }

    /// The root with so many steps.
    fn text(&self, count: usize) -> String {
        let mut text = self.root.to_owned();
        for step in self.steps.iter().take(count) {
            // Writing to a string cannot fail.
            let _ = match &step.kind {
                StepKind::Attribute(name) => write!(text, ".{name}"),
                StepKind::Index(number) => write!(text, "[{number}]"),
                StepKind::Key(key) => write!(text, "[{}]", quoted(key)),
                StepKind::Splat | StepKind::Computed(_) => Ok(()),
            };
        }
        text
    }
}

fn name<'t>(step: &Step<'t>) -> Option<&'t str> {
    match step.kind {
        StepKind::Attribute(name) => Some(name),
        _ => None,
    }
}

fn quoted(key: &str) -> String {
    let mut text = String::with_capacity(key.len() + 2);
    text.push('"');
    for character in key.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            character => text.push(character),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcljson::File;

    #[test]
    fn references_are_listed_with_what_they_are_a_part_of() {
        for (template, expected, why) in [
            ("${var.a.b}", "var.a.b var.a", "a part of a variable"),
            (
                "${var.a[0]}-${var.a}",
                "var.a[0] var.a var.a",
                "as often as they stand there",
            ),
            (
                "${a.b.c[0].d}",
                "a.b.c[0].d a.b.c[0] a.b.c a.b",
                "an attribute of a resource",
            ),
            ("${a.b[0].c}", "a.b[0].c a.b[0] a.b", "an instance, and its resource"),
            ("${a.b[\\\"x\\\"]}", "a.b[\"x\"] a.b", "by a key"),
            ("${a.b[count.index].c}", "a.b count.index", "what is computed ends it"),
            ("${a.b[*].c}", "a.b", "a splat too"),
            ("${resource.a.b.c}", "a.b.c a.b", "the long form"),
            ("${data.a.b.c}", "data.a.b.c data.a.b", "a data source"),
            ("${module.m}", "module.m", "a call"),
            ("${module.m.o}", "module.m.o module.m", "an output, and its call"),
            (
                "${module.m[0].o.p}",
                "module.m[0].o.p module.m[0].o module.m[0]",
                "not the call without key",
            ),
            ("${module.m[0]}", "module.m[0] module.m", "but here it is"),
            ("${self.id}", "self.id self", "the resource itself"),
            (
                "${[for x in var.a : x.b if each.key != x]}",
                "var.a each.key",
                "bound names are none",
            ),
            (
                "${[for x in var.a : var.b if var.c]}",
                "var.a var.b var.c",
                "from left to right",
            ),
            ("${a}", "", "no reference"),
            ("$${var.a}", "", "a literal"),
            (
                "${provider::p::f(var.a)}",
                "var.a provider::p::f",
                "functions of providers last",
            ),
            ("${upper(var.a)}", "var.a", "others are none"),
        ] {
            let text = format!("\"{template}\"");
            let file = File::read(&text);
            let references = of_expression(file.root(), true);
            assert_eq!(references.join(" "), expected, "{why}: {template}");
        }
    }
}
