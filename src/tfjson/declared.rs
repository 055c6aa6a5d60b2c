//! The declarations of a module by kind and labels, each with what overrides it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use rayon::prelude::*;

use super::declaration::{Declaration, DeclarationKind, Instances, NativeBlock};
use super::module::{Module, TopBlock};
use super::reference::{Reference, ResourceMode, Subject};
use crate::hcljson::{Node, Property};

/// All declarations of a module.
pub struct Declared<'c> {
    all: &'c [Declaration<'c>],
    /// The number of the group of each declaration, and of what each reference leads to: as many as there are
    /// references, so that numbers are kept in 32 bits.
    numbers: Vec<u32>,
    targets: Vec<Option<u32>>,
    /// By kind and labels, in the order of their first declarations.
    groups: IndexMap<Key<'c>, Group<'c>, RandomState>,
    /// What is declared again and overrides nothing, in the order of the declarations.
    again: Vec<&'c Declaration<'c>>,
    /// The labels of each kind with dots between them; made when they are asked for.
    labels: OnceLock<BTreeMap<DeclarationKind, Vec<String>>>,
}

/// How many there are: labels are texts of the configuration.
impl fmt::Debug for Declared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Declared({} groups)", self.groups.len())
    }
}

/// A kind and the labels of it, of which none has more than two; the second is empty when there is none.
pub type Key<'k> = (DeclarationKind, &'k str, &'k str);

/// A declaration and what overrides it.
#[derive(Default)]
pub struct Group<'c> {
    /// The first that overrides nothing.
    pub(super) base: Option<&'c Declaration<'c>>,
    /// Numbers of the blocks in JSON, without that of the first declaration; overriding ones last.
    others: Vec<usize>,
    /// Whether a part of it is in the native syntax, whose values nobody reads.
    pub(super) native: bool,
    /// What its part in the native syntax holds, as far as it is read: of each block of it.
    pub(super) written: Vec<&'c NativeBlock>,
    /// How many there may be.
    pub(super) instances: Instances,
}

/// Which it is, and nothing of what it holds.
impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = usize::from(self.base.is_some()) + self.others.len();
        write!(f, "Group({blocks} blocks)")
    }
}

impl<'c> Declared<'c> {
    /// Finds what belongs together in a module, and where its references lead.
    #[must_use]
    pub fn of_module(module: &'c Module<'_, '_>) -> Self {
        Self::new(&module.declarations, &module.references)
    }

    /// Finds what belongs together in declarations, and where references lead.
    pub(crate) fn new(declarations: &'c [Declaration<'c>], references: &[Reference<'_>]) -> Self {
        let mut groups: IndexMap<_, Group<'c>, _> =
            IndexMap::with_capacity_and_hasher(declarations.len(), RandomState::default());
        let mut numbers = Vec::with_capacity(declarations.len());
        let mut again = Vec::new();
        for declaration in declarations {
            let entry = groups.entry(key(declaration));
            numbers.push(number_in_32_bits(entry.index()));
            let group = entry.or_default();
            if group.base.is_none() && !declaration.overrides {
                group.base = Some(declaration);
            } else {
                group.others.extend(declaration.block);
                again.extend((!declaration.overrides).then_some(declaration));
            }
            group.native |= declaration.block.is_none();
            group.written.extend(declaration.written.as_deref());
            group.instances = group.instances.max(declaration.instances);
        }
        let targets = references.par_iter().map(|reference| {
            let number = groups.get_index_of(&subject_key(reference.subject())?)?;
            Some(number_in_32_bits(number))
        });
        Self {
            all: declarations,
            numbers,
            targets: targets.collect(),
            groups,
            again,
            labels: OnceLock::new(),
        }
    }

    /// What is declared again and overrides nothing, in the order of the declarations.
    pub(super) fn again(&self) -> &[&'c Declaration<'c>] {
        &self.again
    }

    /// The group of a key.
    pub(super) fn get<'k>(&'k self, key: Key<'k>) -> Option<&'k Group<'c>> {
        self.groups.get(&key)
    }

    /// The number of the group of a key, from 0; `None` when nothing is declared there.
    #[must_use]
    pub fn number(&self, key: Key<'_>) -> Option<usize> {
        self.groups.get_index_of(&key)
    }

    /// The number of the group of a declaration, by its own number in the module.
    pub(crate) fn group_of(&self, declaration: usize) -> Option<usize> {
        self.numbers.get(declaration).map(|number| *number as usize)
    }

    /// The number of the group that a reference leads to, by its own number in the module; `None` where it leads
    /// nowhere.
    pub(crate) fn target(&self, reference: usize) -> Option<usize> {
        let number = self.targets.get(reference).copied()?;
        number.map(|number| number as usize)
    }

    /// A group and its key, by its number.
    pub(super) fn group(&self, number: usize) -> Option<(Key<'c>, &Group<'c>)> {
        self.groups.get_index(number).map(|(key, group)| (*key, group))
    }

    /// How many groups there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether nothing is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Whether something is declared, and not only overridden.
    #[must_use]
    pub fn has(&self, key: Key<'_>) -> bool {
        self.get(key).is_some_and(|group| group.base.is_some())
    }

    /// Whether what a reference is about is declared or overridden.
    #[must_use]
    pub fn of(&self, subject: Subject<'_>) -> bool {
        self.number_of(subject).is_some()
    }

    /// The number of the group of what a reference is about; `None` when nothing is declared there.
    pub(crate) fn number_of(&self, subject: Subject<'_>) -> Option<usize> {
        self.number(subject_key(subject)?)
    }

    /// The labels of all that is declared of a kind, with dots between them, in the order of the files.
    pub(super) fn labels(&self, kind: DeclarationKind) -> &[String] {
        let labels = self.labels.get_or_init(|| {
            let mut labels: BTreeMap<_, Vec<String>> = BTreeMap::new();
            for declaration in self.all {
                let label = dotted(key(declaration));
                labels.entry(declaration.kind).or_default().push(label);
            }
            labels
        });
        labels.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }
}

/// No module that fits into memory has more declarations; what is beyond leads nowhere.
fn number_in_32_bits(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The key of a declaration.
#[must_use]
pub(super) fn key<'d>(declaration: &'d Declaration<'_>) -> Key<'d> {
    let labels = &declaration.labels;
    let (first, second) = (labels.first(), labels.second());
    (declaration.kind, first.unwrap_or_default(), second.unwrap_or_default())
}

/// The labels with dots between them.
pub(super) fn dotted((_, one, two): Key<'_>) -> String {
    if two.is_empty() {
        one.to_owned()
    } else {
        format!("{one}.{two}")
    }
}

impl Group<'_> {
    /// Its blocks in JSON.
    pub(super) fn blocks<'m, 'f, 'a>(&self, module: &'m Module<'f, 'a>) -> impl Iterator<Item = &'m TopBlock<'f, 'a>> {
        let base = self.base.and_then(|base| base.block);
        let numbers = base.into_iter().chain(self.others.iter().copied());
        numbers.filter_map(|block| module.blocks.get(block))
    }

    /// The one block in JSON that it is; `None` where another has a say in it, or the native syntax has.
    pub(super) fn only_block<'m, 'f, 'a>(&self, module: &'m Module<'f, 'a>) -> Option<&'m TopBlock<'f, 'a>> {
        let mut blocks = self.blocks(module);
        let only = blocks.next().filter(|_| !self.native)?;
        blocks.next().is_none().then_some(only)
    }

    /// Whether it is one block in JSON, which nothing overrides.
    pub(super) fn is_alone(&self) -> bool {
        !self.native && self.base.is_some() && self.others.is_empty()
    }

    /// The value of a local that stands in one place alone; `None` where another file has a say in it, and of all else.
    pub(super) fn local<'f, 'a>(&self, module: &Module<'f, 'a>) -> Option<Node<'f, 'a>> {
        let block = self.only_block(module)?;
        block.local_at(self.base?.span.start).map(Property::value)
    }

    /// The argument that counts, which is the last that is written, and the block that it stands in.
    pub(super) fn placed_argument<'m, 'f, 'a>(
        &self,
        module: &'m Module<'f, 'a>,
        name: &str,
    ) -> Option<(&'m TopBlock<'f, 'a>, Property<'f, 'a>)> {
        let given = self.blocks(module);
        given.filter_map(|top| Some((top, top.content.attribute(name)?))).last()
    }

    /// The argument that counts.
    pub(super) fn argument<'f, 'a>(&self, module: &Module<'f, 'a>, name: &str) -> Option<Property<'f, 'a>> {
        self.placed_argument(module, name).map(|(_, argument)| argument)
    }
}

impl<'f, 'a> TopBlock<'f, 'a> {
    /// The local whose name begins there: a block may have thousands, which stand in the order of their places.
    pub(super) fn local_at(&self, start: usize) -> Option<Property<'f, 'a>> {
        let locals = self.content.attributes();
        let at = locals.binary_search_by_key(&start, |local| local.name_span().start);
        locals.get(at.ok()?).copied()
    }

    /// The same as [`group`](Self::group), where all of it is in JSON.
    pub(super) fn json_group<'d, 'c>(&self, declared: &'d Declared<'c>) -> Option<&'d Group<'c>> {
        self.group(declared).filter(|group| !group.native)
    }

    /// The group of a resource or a module call; `None` for other blocks.
    pub(super) fn group<'d, 'c>(&self, declared: &'d Declared<'c>) -> Option<&'d Group<'c>> {
        let kind = match self.kind {
            "resource" => DeclarationKind::Resource,
            "data" => DeclarationKind::Data,
            "ephemeral" => DeclarationKind::Ephemeral,
            "module" => DeclarationKind::Module,
            _ => return None,
        };
        let number = declared.number((kind, &self.block.label(0), &self.block.label(1)))?;
        declared.group(number).map(|(_, group)| group)
    }
}

/// The kind and labels of what a reference is about; `None` for what needs no declaration.
#[must_use]
pub(super) fn subject_key(subject: Subject<'_>) -> Option<Key<'_>> {
    Some(match subject {
        Subject::Variable(name) => (DeclarationKind::Variable, name, ""),
        Subject::Local(name) => (DeclarationKind::Local, name, ""),
        Subject::Module(name, _) => (DeclarationKind::Module, name, ""),
        Subject::Resource(mode, kind, name, _) => {
            let mode = match mode {
                ResourceMode::Managed => DeclarationKind::Resource,
                ResourceMode::Data => DeclarationKind::Data,
                ResourceMode::Ephemeral => DeclarationKind::Ephemeral,
            };
            (mode, kind, name)
        }
        _ => return None,
    })
}
