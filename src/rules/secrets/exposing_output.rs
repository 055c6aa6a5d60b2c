//! Rule `exposing-output`: an output shows a secret.

use aho_corasick::AhoCorasick;

use crate::facts::attr::{Attr, Object};
use crate::facts::{OutputChange, Truth};
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::rules::data::SecretShapes;

pub(crate) const RULE: Rule = Rule {
    id: "exposing-output",
    summary: "an output shows a secret",
    family: "secrets",
    level: Level::Warning,
    since: "0.1.0",
    page: include_str!("exposing_output.md"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // An output that is or was sensitive is the engine's to hide, or `desensitized-value` says so.
    let open: Vec<_> = context
        .facts
        .outputs
        .iter()
        .filter(|output| !output.sensitive)
        .collect();
    if open.is_empty() {
        return;
    }
    let shapes = SecretShapes::builtin();
    let secrets = context.facts.secrets.texts();
    // A word that somebody marked is no secret: finding it again proves nothing.
    let secrets = secrets.filter(|text| shapes.is_secret_value(text) || shapes.token(text).is_some());
    let Ok(secrets) = AhoCorasick::new(secrets) else {
        return;
    };
    for output in open {
        let Ok(value) = Object::read(output.wire.after, output.wire.after_unknown, []) else {
            continue;
        };
        let named = secret_reference(context, output);
        let marked = any_leaf(value.root(), |text| secrets.is_match(text));
        let looks = any_leaf(value.root(), |text| {
            shapes.token(text).is_some() || (named.is_some() && shapes.is_secret_value(text))
        });
        let why = match (marked, looks, &named) {
            (Truth::True, ..) => "a value in it is marked sensitive elsewhere in this plan".to_owned(),
            (_, Truth::True, Some(reference)) => format!("it holds `{reference}`, and nothing marks that sensitive"),
            (_, Truth::True, None) => "it holds a token".to_owned(),
            (_, Truth::Unknown, Some(reference)) => format!("it will hold `{reference}`, which is known after apply"),
            _ => continue,
        };
        let shows = marked.is_true() || looks.is_true();
        let says = if shows { "shows a secret" } else { "may show a secret" };
        let finding = Finding::about_output(output, says)
            .why(why)
            .help("declare the output `sensitive = true`, or leave the secret out of it");
        findings.push(match named {
            Some(reference) if !shows => finding.unknown(vec![reference]),
            _ => finding,
        });
    }
}

/// The first reference in the output's own expression that ends in the name of a secret.
fn secret_reference(context: &Context<'_, '_>, output: &OutputChange<'_>) -> Option<String> {
    let shapes = SecretShapes::builtin();
    let modules = context.facts.modules();
    let declaration = modules.declaration(&format!("output.{}", output.name))?;
    let mut references = modules.references().of(declaration).iter();
    references.find_map(|reference| {
        let text = reference.text.as_str();
        let (_, name) = text.rsplit_once('.')?;
        shapes.is_secret_name(name).then(|| text.to_owned())
    })
}

/// Whether a text in the value is so; unknown as long as a part of it is.
fn any_leaf(value: Attr<'_, '_>, holds: impl Fn(&str) -> bool) -> Truth {
    let mut answer = Truth::False;
    let mut open = vec![value];
    while let Some(attr) = open.pop() {
        answer = answer.or(attr.text_is(&holds));
        if answer.is_true() {
            break;
        }
        open.extend(attr.items());
        open.extend(attr.entries().map(|(_, below)| below));
    }
    answer
}
