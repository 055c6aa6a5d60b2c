//! Rule `exposing-output`: an output shows a secret.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;

use crate::facts::attr::{Attr, MASK, Object};
use crate::facts::{OutputChange, Truth};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::{SecretShapes, is_setting};

use super::unmarked_secret::unmarked_in;

pub(crate) const RULE: Rule = Rule {
    id: "exposing-output",
    summary: "an output shows a secret",
    family: "secrets",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
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
    let secrets = context.facts.secrets().texts();
    // A word that somebody marked is no secret: finding it again proves nothing.
    let secrets = secrets.filter(|text| shapes.is_secret_value(text) || shapes.token(text).is_some());
    // None for more than it can hold: then each text may be one of them.
    let secrets = AhoCorasick::new(secrets).ok();
    let mut variables = Variables::default();
    for output in open {
        let Ok(value) = Object::read(output.wire.after, output.wire.after_unknown, []) else {
            continue;
        };
        let reference = secret_reference(context, output);
        let named = reference
            .clone()
            .map(|reference| vec![reference])
            .or_else(|| named_so(context, output));
        let marked = match &secrets {
            Some(secrets) => any_leaf(value.root(), |text| secrets.is_match(text)),
            None => any_leaf(value.root(), |_| true).and(Truth::Unknown),
        };
        let is_token = |text: &str| shapes.token(text).is_some() || shapes.has_url_with_password(text);
        let token = any_leaf(value.root(), is_token);
        let is_secret = |text: &str| named.is_some() && shapes.is_secret_value(text);
        let looks = token.or(any_leaf(value.root(), is_secret));
        // What is marked in objects of the plan, too, is told as such.
        let uncovered = variables.shown_in(context, output, value.root(), !marked.is_true());
        let inside = unmarked_in(shapes, output.name, value.root())
            .into_iter()
            .find(|(_, is_unknown)| !is_unknown);
        let why = match (&uncovered, marked, looks, &reference, &named) {
            (Some(variable), ..) => format!("it shows `var.{variable}`, which is declared sensitive"),
            (_, Truth::True, ..) => "a value in it is marked sensitive elsewhere in this plan".to_owned(),
            // Perhaps not the secret itself: a hash of it looks the same.
            (.., Truth::True, Some(reference), _) => {
                format!("it is computed from `{reference}`, and nothing marks it sensitive")
            }
            (.., Truth::True, None, Some(_)) => "its name is that of a secret, and it holds one".to_owned(),
            (.., Truth::True, None, None) => "it holds a token or a password".to_owned(),
            _ if inside.is_some() => {
                let path = inside.as_ref().map_or("", |(path, _)| path);
                format!("`{path}` in it holds what looks like a secret")
            }
            (.., Truth::Unknown, Some(reference), _) => {
                format!("it will hold `{reference}`, which is known only after apply")
            }
            (.., Truth::Unknown, None, Some(_)) => {
                "its name is that of a secret, and its value is known only after apply".to_owned()
            }
            (_, Truth::Unknown, ..) if secrets.is_none() => {
                "more is marked sensitive in this plan than can be looked for".to_owned()
            }
            _ => continue,
        };
        let shows = uncovered.is_some() || marked.is_true() || looks.is_true() || inside.is_some();
        let is_certain = uncovered.is_some() || marked.is_true() || token.is_true() || reference.is_none();
        let says = if shows && is_certain {
            "shows a secret"
        } else {
            "may show a secret"
        };
        let finding = Finding::about_output(output, says)
            .why(why)
            .help("declare the output `sensitive = true`, or leave the secret out of it");
        findings.push(if shows {
            finding
        } else {
            finding.unknown(named.unwrap_or_default())
        });
    }
}

/// The texts in sensitive variables, by name, each variable read once.
#[derive(Default)]
struct Variables(BTreeMap<String, Given>);

/// The texts in a sensitive variable.
struct Given {
    texts: BTreeSet<String>,
    /// Those that are told from others inside of a text, too: neither short nor evidently settings.
    inside: Option<AhoCorasick>,
}

impl Given {
    fn of(texts: BTreeSet<String>) -> Self {
        let shapes = SecretShapes::builtin();
        let stands_out = |text: &&String| {
            // In a copy without secrets.
            let is_masked = text.starts_with(MASK.trim_end_matches(')'));
            is_masked
                || text.chars().nth(SecretShapes::SHORTEST - 1).is_some()
                    && shapes.is_weak_secret(text)
                    && !is_setting(text)
        };
        let inside: Vec<&String> = texts.iter().filter(stands_out).collect();
        let inside = (!inside.is_empty()).then(|| AhoCorasick::new(inside).ok()).flatten();
        Self { texts, inside }
    }

    /// Whether a text is one of them, or also whether one of them is in it.
    fn is_shown_in(&self, text: &str, or_in_it: bool) -> bool {
        let is_inside = || self.inside.as_ref().is_some_and(|inside| inside.is_match(text));
        self.texts.contains(text) || or_in_it && is_inside()
    }
}

impl Variables {
    /// The sensitive variable that an output refers to and of which it has a text, as `nonsensitive(…)` makes it:
    /// whoever declared it so called it a secret, whatever it looks like. With `or_in_it`, also one of which it has a
    /// text inside of another.
    fn shown_in(
        &mut self,
        context: &Context<'_, '_>,
        output: &OutputChange<'_>,
        value: Attr<'_, '_>,
        or_in_it: bool,
    ) -> Option<String> {
        let plan = context.facts.plan()?;
        let declared = &plan.configuration.as_ref()?.root_module.variables;
        references(context, output).into_iter().find_map(|text| {
            let name = text.strip_prefix("var.")?.split(['.', '[']).next()?;
            declared.get(name).filter(|declared| declared.is_hidden())?;
            let given = self.0.entry(name.to_owned()).or_insert_with(|| {
                let given = plan.variables.get(name).and_then(|variable| variable.value);
                let texts = Object::read(given, None, []).map_or_else(|_| BTreeSet::new(), |given| texts(given.root()));
                Given::of(texts)
            });
            let is_shown = any_leaf(value, |text| given.is_shown_in(text, or_in_it)).is_true();
            is_shown.then(|| name.to_owned())
        })
    }
}

/// All texts in a value that are not empty.
fn texts(value: Attr<'_, '_>) -> BTreeSet<String> {
    let texts = RefCell::new(BTreeSet::new());
    any_leaf(value, |text| {
        if !text.is_empty() {
            texts.borrow_mut().insert(text.to_owned());
        }
        false
    });
    texts.into_inner()
}

/// The first reference in the output's own expression to a secret: to an attribute that is called so, or that is known
/// to be one.
fn secret_reference(context: &Context<'_, '_>, output: &OutputChange<'_>) -> Option<String> {
    let shapes = SecretShapes::builtin();
    references(context, output).into_iter().find(|text| {
        let (object, name) = text.rsplit_once('.').unwrap_or_default();
        let type_name = object.rsplit_once('.').map_or("", |(rest, _)| rest);
        let type_name = type_name.rsplit('.').next().unwrap_or_default();
        shapes.is_secret_name(name) || shapes.is_source(type_name, name)
    })
}

/// What the value of an output comes from whose own name is that of a secret, as far as the configuration tells; `None`
/// for another name, and when the value tells about a secret and is none.
fn named_so(context: &Context<'_, '_>, output: &OutputChange<'_>) -> Option<Vec<String>> {
    let shapes = SecretShapes::builtin();
    if !shapes.is_secret_name(output.name) {
        return None;
    }
    let references = references(context, output);
    let tells = |text: &String| {
        let name = text.rsplit('.').next().unwrap_or_default();
        shapes.is_about_secrets(name)
    };
    // Each reference is followed by its shorter forms: the whole resource says nothing more.
    match references.first() {
        Some(first) if tells(first) => None,
        first => Some(first.cloned().into_iter().collect()),
    }
}

/// What the output's own expression refers to, as written.
fn references(context: &Context<'_, '_>, output: &OutputChange<'_>) -> Vec<String> {
    let modules = context.facts.modules();
    let declaration = modules.declaration(&format!("output.{}", output.name));
    let references = declaration.map(|declaration| modules.references().of(declaration));
    let texts = references.into_iter().flatten();
    texts.map(|reference| reference.text.as_str().to_owned()).collect()
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
        open.extend(attr.parts());
    }
    answer
}
