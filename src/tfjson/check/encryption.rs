//! Encryption of states and plans: its key providers and methods, which nothing else can name.

use std::collections::{BTreeMap, BTreeSet};

use super::unread::is_of_value;
use super::{Checker, encryption_parts};
use crate::hcljson::template::Traversal;
use crate::hcljson::{Body, Kind, Node, Property};
use crate::order;
use crate::source::Span;
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::reference::{ResourceMode, Role, Subject};

impl<'f, 'a> Checker<'_, 'f, 'a> {
    /// Methods and key providers that are named and not declared. The engine refuses them unless the variable
    /// `TF_ENCRYPTION` of the run declares them.
    pub(super) fn encryption(&mut self) {
        let blocks = self.encryption_blocks();
        let parts: Vec<Part<'_, 'f, 'a>> = blocks
            .iter()
            .flat_map(|(file, node)| self.parts(*file, *node))
            .collect();
        let declared: BTreeSet<&str> = order::set(parts.iter().map(|part| &*part.address));
        let mut problems = Vec::new();
        for (file, method) in blocks.iter().flat_map(|(file, node)| {
            methods(&all_targets(targets(*node)))
                .into_iter()
                .map(|method| (*file, method))
        }) {
            let text = method.string().filter(|text| Traversal::parse(text.as_str()).is_ok());
            let Some(address) = text.map(|text| without_space(text.as_str())) else {
                continue;
            };
            let (kind, engine_rejects) = if !is_method(&address) {
                let wanted = "a method of encryption, as in method.aes_gcm.NAME,";
                (
                    ProblemKind::NotReference {
                        wanted,
                        templated: false,
                    },
                    true,
                )
            } else if !declared.contains(&*address) {
                (ProblemKind::UndeclaredEncryption(address), false)
            } else {
                continue;
            };
            problems.push(Problem {
                kind,
                file,
                span: method.opening(),
                engine_rejects,
            });
        }
        let of_keys = self
            .module
            .references
            .iter()
            .filter(|reference| reference.role == Role::Early);
        for reference in of_keys {
            if let Subject::Resource(ResourceMode::Managed, root @ ("key_provider" | "method"), kind, Some(name)) =
                reference.subject()
                && let address = format!("{root}.{kind}.{name}")
                && !declared.contains(&*address)
            {
                problems.push(Problem {
                    kind: ProblemKind::UndeclaredEncryption(address),
                    file: reference.file,
                    span: reference.span,
                    engine_rejects: false,
                });
            }
        }
        let mut found = Vec::new();
        if !blocks.is_empty() && !self.module.is_terraform() {
            let all = blocks.iter();
            found.extend(all.flat_map(|(file, node)| encryption_parts::names(*file, *node, &parts)));
            if let [(file, node)] = blocks[..]
                && !self.module.called
            {
                found.extend(encryption_parts::needed(file, node, &parts, &used(&blocks, &parts)));
            }
        }
        problems.extend(found.into_iter().map(|(file, (kind, span))| Problem {
            kind,
            file,
            span,
            engine_rejects: true,
        }));
        self.problems.extend(problems);
    }

    /// The blocks of encryption, each with the number of its file.
    fn encryption_blocks(&self) -> Vec<(usize, Node<'f, 'a>)> {
        let settings = self.module.of_kind("terraform");
        let blocks = settings.flat_map(|top| {
            let blocks = top.content.blocks_of("encryption");
            blocks.map(move |block| (top.file, block.body.node()))
        });
        blocks.collect()
    }

    /// Takes back that values in encryption are refused which no state and no plan needs: they are not evaluated.
    pub(super) fn unused_encryption(&self, problems: &mut [Problem]) {
        let blocks = self.encryption_blocks();
        let inside = |problem: &Problem| {
            let around = |(file, node): &&(usize, Node<'_, '_>)| {
                *file == problem.file && node.span().contains(problem.span.start)
            };
            let is_early = matches!(
                problem.kind,
                ProblemKind::EarlyReference | ProblemKind::NotConstant { .. } | ProblemKind::NeededEarly(..)
            );
            problem.engine_rejects
                && (is_early || is_of_value(&problem.kind))
                && blocks.iter().any(|block| around(&block))
        };
        if blocks.is_empty() || !problems.iter().any(&inside) {
            return;
        }
        let parts: Vec<Part<'_, 'f, 'a>> = blocks
            .iter()
            .flat_map(|(file, node)| self.parts(*file, *node))
            .collect();
        let by_place = order::map(parts.iter().map(|part| ((part.file, part.span.start), part)));
        let used = used(&blocks, &parts);
        for problem in problems.iter_mut().filter(|problem| inside(problem)) {
            let place = (problem.file, problem.span.start);
            let part = by_place.range(..=place).next_back().map(|(_, part)| part);
            if let Some(part) = part.filter(|part| part.file == problem.file && part.span.contains(problem.span.start))
            {
                problem.engine_rejects &= used.contains(&part.address);
            }
        }
    }

    /// The key providers and methods of encryption.
    fn parts(&self, file: usize, encryption: Node<'f, 'a>) -> Vec<Part<'_, 'f, 'a>> {
        let text = self.module.files.get(file).and_then(|file| file.text.as_deref());
        let mut parts = Vec::new();
        for root in ["key_provider", "method"] {
            for kind in all_of(encryption, root).into_iter().flat_map(inside) {
                for named in inside(kind.value()) {
                    let span = named.value().span();
                    let text = text.and_then(|text| text.get(span.range())).unwrap_or_default();
                    let part = |node| Part {
                        address: format!("{root}.{}.{}", kind.name(), named.name()),
                        root,
                        kind: kind.name().into_owned(),
                        name: named.name().into_owned(),
                        of_kind: kind.name_span(),
                        named: named.name_span(),
                        text,
                        node,
                        file,
                        span,
                    };
                    match named.value().kind() {
                        Kind::Array => parts.extend(named.value().elements().map(part)),
                        _ => parts.push(part(named.value())),
                    }
                }
            }
        }
        parts
    }
}

/// A key provider or a method.
pub(super) struct Part<'m, 'f, 'a> {
    /// `method.aes_gcm.main`
    pub(super) address: String,
    /// `method` or `key_provider`.
    pub(super) root: &'static str,
    pub(super) kind: String,
    pub(super) name: String,
    /// Where its kind stands, and where its name does.
    pub(super) of_kind: Span,
    pub(super) named: Span,
    /// What stands in it.
    text: &'m str,
    pub(super) node: Node<'f, 'a>,
    pub(super) file: usize,
    pub(super) span: Span,
}

/// The key providers and methods that are set up, since something is encrypted by them.
fn used(blocks: &[(usize, Node<'_, '_>)], parts: &[Part<'_, '_, '_>]) -> BTreeSet<String> {
    let by_address: BTreeMap<&str, &Part<'_, '_, '_>> = order::map(parts.iter().map(|part| (&*part.address, part)));
    let mut open: Vec<String> = blocks.iter().flat_map(|(_, node)| first_methods(*node)).collect();
    let mut used: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(address) = open.pop() {
        let text = by_address.get(&*address).map_or("", |part| part.text);
        open.extend(named_keys(text).filter(|key| used.insert(key.clone())));
    }
    used
}

/// The key providers that a text names, as `key_provider.pbkdf2.main` or what is in one.
fn named_keys(text: &str) -> impl Iterator<Item = String> {
    text.match_indices("key_provider.").map(|(at, _)| {
        let rest = text.get(at..).unwrap_or_default();
        let is_of_name = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
        let named = rest.split(|letter| !is_of_name(letter)).next().unwrap_or_default();
        named.split('.').take(3).collect::<Vec<_>>().join(".")
    })
}

/// The methods that encrypt something; what is only there to decrypt is set up when there is something to decrypt.
fn first_methods(encryption: Node<'_, '_>) -> Vec<String> {
    let methods = methods(&targets(encryption)).into_iter().filter_map(Node::string);
    methods.map(|method| without_space(method.as_str())).collect()
}

/// What says how something is encrypted: states, plans, and states of others.
pub(super) fn targets<'f, 'a>(encryption: Node<'f, 'a>) -> Vec<Node<'f, 'a>> {
    let remote = all_of(encryption, "remote_state_data_sources");
    let named = named_targets(encryption).into_iter().map(Property::value);
    let one = ["state", "plan"].into_iter().flat_map(|name| all_of(encryption, name));
    let default = remote.iter().flat_map(|remote| all_of(*remote, "default"));
    one.chain(default).chain(named).collect()
}

/// States of others that are named.
pub(super) fn named_targets<'f, 'a>(encryption: Node<'f, 'a>) -> Vec<Property<'f, 'a>> {
    let remote = all_of(encryption, "remote_state_data_sources").into_iter();
    let named = remote.flat_map(|remote| all_of(remote, "remote_state_data_source"));
    named.flat_map(inside).collect()
}

/// Those that are given, and what they fall back to.
pub(super) fn all_targets<'f, 'a>(mut all: Vec<Node<'f, 'a>>) -> Vec<Node<'f, 'a>> {
    let mut at = 0;
    while let Some(target) = all.get(at).copied() {
        all.extend(all_of(target, "fallback"));
        at += 1;
    }
    all
}

pub(super) fn methods<'f, 'a>(targets: &[Node<'f, 'a>]) -> Vec<Node<'f, 'a>> {
    targets.iter().flat_map(|target| all_of(*target, "method")).collect()
}

/// Whether it names a method: `method.aes_gcm.main`.
fn is_method(address: &str) -> bool {
    let mut steps = address.split('.');
    steps.next() == Some("method") && steps.count() == 2 && !address.contains('[')
}

pub(super) fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What stands in a body, which may be an object or a list of them.
pub(super) fn inside<'f, 'a>(body: Node<'f, 'a>) -> Vec<Property<'f, 'a>> {
    Body::new(body).properties()
}

/// The values that a body has by a name.
pub(super) fn all_of<'f, 'a>(body: Node<'f, 'a>, name: &str) -> Vec<Node<'f, 'a>> {
    let named = inside(body).into_iter().filter(|property| property.is(name));
    named.map(Property::value).collect()
}
