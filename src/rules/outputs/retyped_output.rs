//! Rule `retyped-output`: the value of an output changes its type.

use crate::facts::attr::{Attr, Kind, Object};
use crate::facts::member_path::{Prefixes, member};
use crate::facts::{ActionKind, OutputChange};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "retyped-output",
    summary: "the value of an output changes its type",
    family: "outputs",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for output in &context.facts.outputs {
        if output.action() != ActionKind::Update {
            continue;
        }
        if let Some(says) = retyped(output) {
            findings.push(
                Finding::about_output(output, says)
                    .why("whoever reads it from this state expects the old type")
                    .help("look for what reads it, or give the new value a new name and keep the old output until nothing reads it"),
            );
        }
    }
}

/// The first place whose type differs, in words. The types that a plan writes beside its prior outputs are those of
/// the new values already (§1.6), so that the values themselves are compared.
fn retyped(output: &OutputChange<'_>) -> Option<String> {
    let wire = output.wire;
    let marks = || [wire.before_sensitive, wire.after_sensitive].into_iter().flatten();
    let before = Object::read(wire.before, None, marks()).ok()?;
    let after = Object::read(wire.after, wire.after_unknown, marks()).ok()?;
    let mut open = vec![(String::new(), before.root(), after.root())];
    let mut prefixes = Prefixes::default();
    while let Some((path, one, two)) = open.pop() {
        // Absent, unknown and null fit every type.
        let (Some(was), Some(is)) = (typed(one), typed(two)) else {
            continue;
        };
        if was != is {
            let place = if path.is_empty() || output.sensitive {
                String::new()
            } else {
                format!(" at {path}")
            };
            return Some(format!("turns from {} into {}{place}", word(was), word(is)));
        }
        let path = prefixes.of(&path);
        let mut below: Vec<_> = match was {
            Kind::Array => one
                .items()
                .zip(two.items())
                .enumerate()
                .map(|(index, (one, two))| (format!("{path}[{index}]"), one, two))
                .collect(),
            Kind::Object => one
                .beside(two)
                .map(|(key, one, two)| (member(&path, &key), one, two))
                .collect(),
            _ => continue,
        };
        below.reverse();
        open.extend(below);
    }
    None
}

fn typed(attr: Attr<'_, '_>) -> Option<Kind> {
    attr.kind().filter(|kind| *kind != Kind::Null)
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}
