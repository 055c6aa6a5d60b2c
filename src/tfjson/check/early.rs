//! What is evaluated before anything else: not of every variable, and of locals only with all that they need.

use std::collections::{BTreeMap, BTreeSet};

use super::super::declaration::DeclarationKind;
use super::super::declared::Group;
use super::super::problem::{Problem, ProblemKind};
use super::super::reference::{Reference, Role, Subject};
use super::Checker;
use super::unread::is_of_value;
use crate::hcljson::{Expression, Node, Property};
use crate::source::Span;

impl Checker<'_, '_, '_> {
    /// Variables that have no value yet where one is needed early, and locals that need something else than variables.
    pub(super) fn early(&mut self) {
        let module = self.module;
        let mut known = BTreeMap::new();
        for reference in module
            .references
            .iter()
            .filter(|reference| reference.role == Role::Early)
        {
            let kind = match reference.subject() {
                Subject::Variable(name) if self.is_not_constant(name) => ProblemKind::NotConstant(name.to_owned()),
                Subject::Local(name) => {
                    let later = known.entry(name.to_owned()).or_insert_with(|| self.needed_later(name));
                    let Some(later) = later else { continue };
                    ProblemKind::NeededEarly(format!("local.{name}"), later.clone())
                }
                _ => continue,
            };
            self.reject(kind, reference.file, reference.span);
        }
    }

    /// Whether a variable says that it is not evaluated early.
    fn is_not_constant(&self, variable: &str) -> bool {
        let group = self.declared.get((DeclarationKind::Variable, variable, ""));
        let constant = group
            .filter(|group| !group.native)
            .and_then(|group| group.argument(self.module, "const"));
        constant.and_then(|constant| Expression::new(constant.value()).literal(&mut Vec::new()).into_bool())
            == Some(false)
    }

    /// The first reference in a value of a call, which nothing overrides, to what has a value only later, and where it is.
    pub(super) fn later(&self, call: Option<&Group<'_>>, value: Node<'_, '_>) -> Option<(String, Span)> {
        let module = self.module;
        let call = call.filter(|call| !call.native && call.blocks(module).count() == 1);
        let block = call?.base?.block?;
        let from = module.references.partition_point(|one| one.block < block);
        let references = module.references.get(from..)?.iter();
        let references = references.take_while(|one| one.block == block);
        let mut references = references.filter(|one| value.span().contains(one.span.start));
        references.find_map(|reference| {
            let later = match reference.subject() {
                Subject::Local(name) => self.needed_later(name)?,
                subject if is_later(&subject) => reference.text.clone().into_owned(),
                _ => return None,
            };
            Some((later, reference.span))
        })
    }

    /// The first thing that a local needs, by way of other locals too, and that has a value only later. Early evaluation
    /// looks at all references, those inside of `try` too.
    fn needed_later(&self, local: &str) -> Option<String> {
        let mut seen = BTreeSet::from([local.to_owned()]);
        let mut open = vec![local.to_owned()];
        while let Some(name) = open.pop() {
            for reference in self.references_of_local(&name) {
                match reference.subject() {
                    Subject::Local(other) => open.extend(seen.insert(other.to_owned()).then(|| other.to_owned())),
                    subject if is_later(&subject) => return Some(reference.text.clone().into_owned()),
                    _ => {}
                }
            }
        }
        None
    }

    /// The references in the value of a local, which stand in the order of their places.
    fn references_of_local(&self, name: &str) -> &[Reference<'_>] {
        let module = self.module;
        let group = self.declared.get((DeclarationKind::Local, name, ""));
        let block = group.and_then(|group| group.base?.block);
        let (Some(block), Some(value)) = (block, group.and_then(|group| group.local(module))) else {
            return &[];
        };
        let place = |reference: &Reference<'_>| (reference.block, reference.span.start);
        let span = value.span();
        let from = module
            .references
            .partition_point(|one| place(one) < (block, span.start));
        let to = module.references.partition_point(|one| place(one) < (block, span.end));
        module.references.get(from..to).unwrap_or_default()
    }

    /// Takes back that values in encryption are refused which no state and no plan needs: they are not evaluated.
    pub(super) fn unused_encryption(&self, problems: &mut [Problem]) {
        let module = self.module;
        let settings = module.of_kind("terraform");
        let blocks = settings.flat_map(|top| {
            let blocks = top.content.blocks_of("encryption");
            blocks.map(move |block| (top.file, block.body.node()))
        });
        let blocks: Vec<_> = blocks.collect();
        let inside = |problem: &Problem| {
            let around = |(file, node): &&(usize, Node<'_, '_>)| {
                *file == problem.file && node.span().contains(problem.span.start)
            };
            let is_early = matches!(
                problem.kind,
                ProblemKind::EarlyReference | ProblemKind::NotConstant(_) | ProblemKind::NeededEarly(..)
            );
            problem.engine_rejects
                && (is_early || is_of_value(&problem.kind))
                && blocks.iter().any(|block| around(&block))
        };
        if blocks.is_empty() || !problems.iter().any(&inside) {
            return;
        }
        let parts: Vec<Part<'_>> = blocks
            .iter()
            .flat_map(|(file, node)| self.parts(*file, *node))
            .collect();
        let mut used: BTreeSet<String> = blocks.iter().flat_map(|(_, node)| first_methods(*node)).collect();
        loop {
            let before = used.len();
            for part in &parts {
                let is_named = |text: &str| text.contains(&part.address);
                let needed = |other: &Part<'_>| used.contains(&other.address) && is_named(other.text);
                if part.is_key && parts.iter().any(needed) {
                    used.insert(part.address.clone());
                }
            }
            if used.len() == before {
                break;
            }
        }
        for problem in problems.iter_mut().filter(|problem| inside(problem)) {
            let around = |part: &&Part<'_>| part.file == problem.file && part.span.contains(problem.span.start);
            if let Some(part) = parts.iter().find(around) {
                problem.engine_rejects &= used.contains(&part.address);
            }
        }
    }

    /// The key providers and methods of encryption.
    fn parts(&self, file: usize, encryption: Node<'_, '_>) -> Vec<Part<'_>> {
        let text = self.module.files.get(file).and_then(|file| file.text.as_deref());
        let mut parts = Vec::new();
        for root in ["key_provider", "method"] {
            for kind in encryption.get(root).into_iter().flat_map(Node::properties) {
                for named in kind.value().properties() {
                    let span = named.value().span();
                    parts.push(Part {
                        is_key: root == "key_provider",
                        address: format!("{root}.{}.{}", kind.name(), named.name()),
                        text: text.and_then(|text| text.get(span.range())).unwrap_or_default(),
                        file,
                        span,
                    });
                }
            }
        }
        parts
    }
}

/// Whether something has no value yet where one is needed early.
const fn is_later(subject: &Subject<'_>) -> bool {
    matches!(
        subject,
        Subject::Resource(..) | Subject::Module(..) | Subject::Each(_) | Subject::Count(_) | Subject::Itself
    )
}

/// A key provider or a method.
struct Part<'m> {
    is_key: bool,
    /// `method.aes_gcm.main`
    address: String,
    /// What stands in it.
    text: &'m str,
    file: usize,
    span: Span,
}

/// The methods that encrypt something; what is only there to decrypt is set up when there is something to decrypt.
fn first_methods(encryption: Node<'_, '_>) -> Vec<String> {
    let remote = encryption.get("remote_state_data_sources");
    let named = remote.and_then(|remote| remote.get("remote_state_data_source"));
    let named = named.into_iter().flat_map(Node::properties).map(Property::value);
    let one = ["state", "plan"].into_iter().filter_map(|name| encryption.get(name));
    let default = remote.and_then(|remote| remote.get("default"));
    let targets = one.chain(default).chain(named);
    let methods = targets.filter_map(|target| target.get("method")?.string());
    methods
        .map(|method| method.as_str().split_whitespace().collect())
        .collect()
}
