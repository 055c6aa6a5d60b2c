//! Reads the templates of values: what they refer to, and what is wrong with them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::addresses::other_key;
use super::decode::Decoder;
use super::dynamic::no_part_of_iterator;
use super::foreign;
use super::module::Like;
use super::operands::{self, Needed};
use super::problem::ProblemKind;
use super::reference::{Reference, Role, Root};
use super::template_faults;
use crate::hcljson::template::{Met, NativeKind, Part, Template, TemplateErrorKind, Traversal, is_names, is_template};
use crate::hcljson::{Node, Text};
use crate::order;
use crate::source::Span;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    pub(super) fn template(&mut self, role: Role, node: Node<'f, 'a>, bound: &[String]) {
        let Some(text) = node.string().filter(|text| is_template(text.as_str())) else {
            return;
        };
        if may_be_json(text.as_str()) {
            self.lookalike(node, Like::Json);
        }
        if self.plain_template(role, &text, bound) {
            return;
        }
        match Template::parse(text.as_str()) {
            Ok(template) => {
                if template.parts.iter().any(Part::is_constant) {
                    self.lookalike(node, Like::Constant);
                }
                let mut is_checked = false;
                let before = self.part.references.len();
                let mut types = Vec::new();
                let mut missing_parts = Vec::new();
                template.walk(|met| match met {
                    Met::Reference(traversal) if bound.iter().any(|name| name == traversal.root) => {
                        let part = traversal.attribute(0);
                        let missing = part.and_then(|part| no_part_of_iterator(traversal.root, part));
                        missing_parts.extend(missing.map(|kind| (traversal.span(), kind)));
                    }
                    Met::Reference(traversal) if template_faults::is_word_of_type(traversal, &types) => {}
                    Met::Reference(traversal) => self.reference(role, &text, traversal),
                    Met::Call(call) => {
                        is_checked = true;
                        types.extend(template_faults::type_argument(self, call).map(|argument| argument.span));
                    }
                    Met::Key(_) => is_checked = true,
                });
                if !missing_parts.is_empty() {
                    let unsure = template_faults::unsure(&template);
                    missing_parts.retain(|(span, _)| !unsure.contains(span));
                    for (span, kind) in missing_parts {
                        self.reject(kind, text.span(span));
                    }
                }
                let mut needs = Vec::new();
                if is_checked || operands::may_stand_in(&template.parts) {
                    let found = self.part.references.get(before..).unwrap_or_default();
                    let references = found.iter().map(|reference| reference.span.start).collect();
                    needs = template_faults::check(self, &text, &template, &references);
                }
                let in_text = beside_letters(&template.parts).map(|part| (text.span(part), Needed::InText));
                needs.extend(in_text);
                let found = self.part.references.get_mut(before..).unwrap_or_default();
                let needs = needs.into_iter().map(|(span, needed)| (span.start, needed));
                let needs: BTreeMap<usize, Needed> = order::map(needs);
                for reference in found.iter_mut() {
                    reference.needed = needs.get(&reference.span.start).copied();
                }
                if role == Role::Early || found.iter().any(Reference::is_judged_by_value) {
                    let unsure = template_faults::unsure(&template).into_iter();
                    let unsure: BTreeSet<usize> = unsure.map(|part| text.span(part).start).collect();
                    for reference in found {
                        reference.sure = !unsure.contains(&reference.span.start);
                    }
                }
            }
            Err(error) => {
                let kind = error.kind;
                let rejects = kind != TemplateErrorKind::TooDeep;
                if rejects && let Some(marker) = foreign::marker(text.as_str(), error.span) {
                    return self.reject(ProblemKind::ForeignMarker, text.span(marker));
                }
                self.problem(ProblemKind::Template(kind), text.span(error.span), rejects);
            }
        }
    }

    /// Reads a template in which nothing is interpolated but names with dots between them, as most are, without its
    /// parser; `false` for others.
    fn plain_template(&mut self, role: Role, text: &Text<'a>, bound: &[String]) -> bool {
        let before = self.part.references.len();
        let mut missing_parts = Vec::new();
        let mut at = 0;
        let rest = |from: usize| text.as_str().get(from..).unwrap_or_default();
        while let Some(marker) = memchr::memchr2(b'$', b'%', rest(at).as_bytes()).map(|distance| at + distance) {
            at = marker + 1;
            let Some(inside) = rest(at).strip_prefix('{') else {
                continue;
            };
            let names = inside
                .split_once('}')
                .map(|(names, _)| names)
                .filter(|names| is_names(names));
            let is_escaped = marker > 0 && text.as_str().as_bytes().get(marker - 1) == Some(&b'$');
            let Some(names) = names.filter(|_| rest(marker).starts_with('$') && !is_escaped) else {
                self.part.references.truncate(before);
                return false;
            };
            let span = Span::new(at + 1, at + 1 + names.len());
            at = span.end + 1;
            let is_bound = |name: &String| {
                names
                    .strip_prefix(name.as_str())
                    .is_some_and(|rest| !rest.starts_with(|next| next != '.'))
            };
            if bound.iter().any(is_bound) {
                let mut steps = names.split('.');
                let missing = steps.next().zip(steps.next());
                let missing = missing.and_then(|(iterator, part)| no_part_of_iterator(iterator, part));
                missing_parts.extend(missing.map(|kind| (span, kind)));
            } else {
                self.reference_at(role, text, span);
                let is_alone = marker == 0 && at == text.as_str().len();
                self.part
                    .references
                    .last_mut()
                    .into_iter()
                    .for_each(|reference| reference.needed = (!is_alone).then_some(Needed::InText));
            }
        }
        for (span, kind) in missing_parts {
            self.reject(kind, text.span(span));
        }
        true
    }

    pub(super) fn reference(&mut self, role: Role, text: &Text<'a>, traversal: &Traversal<'_>) {
        if role != Role::Address
            && let Some(key) = other_key(traversal)
        {
            self.reject(ProblemKind::InstanceKey, text.span(key));
        }
        self.reference_at(role, text, traversal.span());
        let steps = traversal.open_span().and_then(|steps| text.as_str().get(steps.range()));
        if let Some((steps, reference)) = steps.zip(self.part.references.last_mut()) {
            reference.open_steps = Some(steps.into());
        }
    }

    fn reference_at(&mut self, role: Role, text: &Text<'a>, part: Span) {
        let span = text.span(part);
        let raw = self.text.get(span.range()).unwrap_or_default();
        let is_plain = is_names(raw);
        let text = if raw.contains('\\') {
            Cow::Owned(text.as_str().get(part.range()).unwrap_or_default().to_owned())
        } else {
            Cow::Borrowed(raw)
        };
        self.part.references.push(Reference {
            file: self.file,
            span,
            root: Root::of(&text),
            text,
            role,
            block: self.block,
            place: self.place,
            is_plain,
            open_steps: None,
            needed: None,
            sure: true,
        });
    }
}

/// The references that are interpolated as they are, where a template has other parts, too.
fn beside_letters(parts: &[Part<'_>]) -> impl Iterator<Item = Span> {
    let parts = if parts.len() > 1 { parts } else { &[] };
    parts.iter().filter_map(|part| match part {
        Part::Interpolation { expression, .. } => match &expression.kind {
            NativeKind::Variable(traversal) => Some(traversal.span()),
            _ => None,
        },
        _ => None,
    })
}

/// Texts of JSON of fewer bytes are as easy to read as an expression.
const LONG: usize = 200;

/// Whether a text is long, and begins and ends as an object or array in JSON does.
fn may_be_json(text: &str) -> bool {
    let ends = |text: &str| {
        let text = text.trim_ascii();
        text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']')
    };
    text.len() > LONG && ends(text)
}
