//! What no engine evaluates: what override files replace, what merging loses, connections that no provisioner uses.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::hcljson::{Block, Expression, Property, StructureErrorKind};
use crate::order;
use crate::source::Span;
use crate::tfjson::built_in::settable;
use crate::tfjson::declaration::{DeclarationKind, NativeBlock};
use crate::tfjson::declared::{Declared, Group};
use crate::tfjson::merge::rest;
use crate::tfjson::module::{Module, TopBlock};
use crate::tfjson::problem::{Problem, ProblemKind};

/// Places by file, of which none lies in another once they are in order.
#[derive(Default)]
pub(super) struct Places(BTreeMap<usize, Vec<Span>>);

/// What is never evaluated, and what perhaps is not.
#[derive(Default)]
pub(super) struct Unread {
    surely: Places,
    /// Connections that nothing uses, of which not even the shape is looked at.
    connections: Places,
    /// What a file in the native syntax overrides as a whole.
    perhaps: Places,
}

/// What overriding blocks replace in those before them.
#[derive(Default)]
struct Replacing<'a> {
    arguments: BTreeSet<Cow<'a, str>>,
    blocks: BTreeSet<Cow<'a, str>>,
    rest: BTreeSet<Cow<'a, str>>,
    ignored: bool,
}

impl Places {
    fn add(&mut self, file: usize, span: Span) {
        self.0.entry(file).or_default().push(span);
    }

    fn property(&mut self, file: usize, property: Property<'_, '_>) {
        let span = Span::new(property.name_span().start, property.value().span().end);
        self.add(file, span);
    }

    fn put_in_order(&mut self) {
        for spans in self.0.values_mut() {
            order::sort_by_key(spans, |span| (span.start, usize::MAX - span.end));
            spans.dedup_by(|inner, outer| inner.end <= outer.end);
        }
    }

    fn hold(&self, file: usize, span: Span) -> bool {
        let Some(spans) = self.0.get(&file) else {
            return false;
        };
        let before = spans.partition_point(|place| place.start <= span.start);
        let place = before.checked_sub(1).and_then(|last| spans.get(last));
        place.is_some_and(|place| span.end <= place.end)
    }
}

impl Unread {
    /// What the blocks of a module say of each other.
    pub(super) fn new(module: &Module<'_, '_>, declared: &Declared<'_>) -> Self {
        let mut unread = Self::default();
        unread.connections(module, declared);
        unread.versions(module);
        unread.ephemeral(module);
        unread.locals(module, declared);
        let overriding = module.declarations.iter().enumerate();
        let overriding = overriding.filter(|(_, declaration)| declaration.overrides);
        let mut groups = BTreeSet::new();
        let mut native = BTreeSet::new();
        for (number, declaration) in overriding {
            let Some(group) = declared.group_of(number) else {
                continue;
            };
            groups.insert(group);
            if declaration.block.is_none() {
                native.insert(group);
            }
        }
        for number in groups {
            let Some(((kind, name, _), group)) = declared.group(number) else {
                continue;
            };
            unread.group(module, kind, group);
            if native.contains(&number) {
                unread.native(module, kind, name, group);
            }
        }
        unread
    }

    /// What files in the native syntax replace.
    fn native(&mut self, module: &Module<'_, '_>, kind: DeclarationKind, name: &str, group: &Group<'_>) {
        for top in group.blocks(module).filter(|top| !top.overrides) {
            let local = group
                .base
                .filter(|base| kind == DeclarationKind::Local && base.file == top.file);
            let local = local.and_then(|base| top.local_at(base.span.start));
            match local.or_else(|| top.content.attribute(name)) {
                Some(local) if kind == DeclarationKind::Local => self.surely.property(top.file, local),
                // Of a block that was read the names are known, and what it replaces.
                _ if merges(kind) && !group.written.is_empty() => {
                    let is_written = |name: &str| group.written.iter().any(|block| block.names.contains(name));
                    let replaced = top.content.attributes().iter().copied();
                    let replaced = replaced.filter(|argument| argument.name() != "providers");
                    let rest = rest(top.content.rest()).into_iter().map(|rest| rest.property);
                    let blocks = ["provisioner", "connection"].into_iter();
                    let blocks = blocks.flat_map(|kind| top.content.blocks_of(kind).map(|block| block.property));
                    let all = replaced.chain(rest).chain(blocks);
                    for property in all.filter(|property| is_written(&property.name())) {
                        self.surely.property(top.file, property);
                    }
                }
                _ => self.perhaps.add(top.file, top.block.body.node().span()),
            }
        }
    }

    /// Adds an argument for which the module has no variable: of merged blocks engines evaluate known arguments alone.
    pub(super) fn add(&mut self, file: usize, property: Property<'_, '_>) {
        self.surely.property(file, property);
    }

    /// Drops problems at places that no engine evaluates.
    pub(super) fn leave_out(&mut self, problems: &mut Vec<Problem>) {
        self.surely.put_in_order();
        self.perhaps.put_in_order();
        self.connections.put_in_order();
        problems.retain_mut(|problem| {
            if problem.kind == ProblemKind::Structure(StructureErrorKind::NotBody) {
                return !self.connections.hold(problem.file, problem.span);
            }
            if !is_of_value(&problem.kind) {
                return true;
            }
            if self.perhaps.hold(problem.file, problem.span) {
                problem.engine_rejects = false;
            }
            !self.surely.hold(problem.file, problem.span)
        });
    }

    /// Connections where neither the block nor what overrides it has a provisioner.
    fn connections(&mut self, module: &Module<'_, '_>, declared: &Declared<'_>) {
        for top in &module.blocks {
            let Some(connection) = top.content.blocks_of("connection").next() else {
                continue;
            };
            let has_provisioner = |top: &TopBlock<'_, '_>| top.content.blocks_of("provisioner").next().is_some();
            let used = match top.group(declared) {
                Some(group) => group.native || group.blocks(module).any(has_provisioner),
                None => has_provisioner(top),
            };
            if !used {
                self.surely.property(top.file, connection.property);
                self.connections.property(top.file, connection.property);
            }
        }
    }

    /// To Terraform the last override file that says which versions it wants says it for all.
    fn versions(&mut self, module: &Module<'_, '_>) {
        let wanted = || {
            let settings = module.of_kind("terraform");
            settings.filter_map(|top| Some((top, top.content.attribute("required_version")?)))
        };
        let Some((last, _)) = wanted().rfind(|(top, _)| top.overrides) else {
            return;
        };
        if !module.is_terraform() {
            return;
        }
        for (top, version) in wanted().filter(|(top, _)| top.file != last.file) {
            self.surely.property(top.file, version);
        }
    }

    /// Ephemeral resources in override files, which Terraform reads and forgets.
    fn ephemeral(&mut self, module: &Module<'_, '_>) {
        for top in module.of_kind("ephemeral").filter(|top| top.overrides) {
            if module.is_terraform() {
                self.surely.add(top.file, top.block.body.node().span());
            }
        }
    }

    /// Locals that an override file replaces. A block may have thousands of them, and so may each file: those that are
    /// replaced are found by their places, and not by looking through all of a block for each.
    fn locals(&mut self, module: &Module<'_, '_>, declared: &Declared<'_>) {
        let locals = || {
            let declarations = module.declarations.iter().enumerate();
            let locals = declarations.filter(|(_, local)| local.kind == DeclarationKind::Local);
            locals.filter_map(|(number, local)| {
                let top = module.blocks.get(local.block?)?;
                Some((number, local, top, declared.group_of(number)?))
            })
        };
        let overriding = locals().filter(|(_, local, ..)| local.overrides);
        let last = order::map(overriding.map(|(number, .., group)| (group, number)));
        if last.is_empty() {
            return;
        }
        for (number, local, top, group) in locals() {
            if last.get(&group).is_some_and(|last| number < *last)
                && let Some(replaced) = top.local_at(local.span.start)
            {
                self.surely.property(top.file, replaced);
            }
        }
    }

    /// What the blocks of one declaration replace in those before them.
    fn group(&mut self, module: &Module<'_, '_>, kind: DeclarationKind, group: &Group<'_>) {
        if !merges(kind) {
            return;
        }
        let blocks: Vec<_> = group.blocks(module).collect();
        // From the last, so that each is looked at once, however many override it.
        let mut behind = Replacing::default();
        for top in blocks.iter().rev() {
            self.replaced(top, &behind);
            if top.overrides {
                behind.add(top);
                self.lost(top);
            }
        }
        // Of `count` and `for_each` in different files engines read `count` alone.
        let counts = |top: &TopBlock<'_, '_>| top.content.attribute("count").is_some();
        let is_counted = |block: &&NativeBlock| block.names.contains("count");
        if group.written.iter().any(is_counted) || blocks.iter().any(|top| counts(top)) {
            for top in blocks.iter().filter(|top| !counts(top)) {
                if let Some(each) = top.content.attribute("for_each") {
                    self.surely.property(top.file, each);
                }
            }
        }
        // What is merged is asked for the names that the schema has: of others nobody hears.
        if group.base.is_some() {
            for top in &blocks {
                let Some(settable) = settable(top.kind, &top.block.label(0)) else {
                    continue;
                };
                for property in top.content.rest() {
                    if !settable.contains(&property.name().as_ref()) {
                        self.surely.property(top.file, *property);
                    }
                }
            }
        }
    }

    /// What the blocks behind a block replace in it.
    fn replaced(&mut self, base: &TopBlock<'_, '_>, behind: &Replacing<'_>) {
        let arguments = base.content.attributes().iter().copied();
        let arguments = arguments.filter(|argument| behind.arguments.contains(&argument.name()));
        let blocks = base.content.blocks.iter().map(|block| block.property);
        let blocks = blocks.filter(|block| behind.blocks.contains(&block.name()));
        let rest = rest(base.content.rest()).into_iter();
        let rest = rest.filter(|rest| behind.rest.contains(&rest.name));
        let ignored = lifecycle(base, "ignore_changes").filter(|_| behind.ignored);
        let all = arguments.chain(blocks).chain(rest.map(|rest| rest.property));
        for property in all.chain(ignored) {
            self.surely.property(base.file, property);
        }
    }

    /// What merging drops of an overriding block.
    fn lost(&mut self, over: &TopBlock<'_, '_>) {
        if !matches!(over.kind, "resource" | "module") {
            return;
        }
        for name in ["replace_triggered_by", "enabled"] {
            if let Some(lost) = lifecycle(over, name) {
                self.surely.property(over.file, lost);
            }
        }
    }
}

impl<'a> Replacing<'a> {
    fn add(&mut self, over: &TopBlock<'_, 'a>) {
        let arguments = over.content.attributes().iter();
        let arguments = arguments.filter(|argument| {
            let is_empty = || argument.value().properties().next().is_none();
            !(argument.name() == "providers" && is_empty())
        });
        self.arguments.extend(arguments.map(|argument| argument.name()));
        let blocks = over.content.blocks.iter().map(Block::kind);
        self.blocks
            .extend(blocks.filter(|kind| matches!(kind.as_ref(), "provisioner" | "connection")));
        self.rest
            .extend(rest(over.content.rest()).into_iter().map(|over| over.name));
        let ignored = lifecycle(over, "ignore_changes");
        self.ignored |= ignored.is_some_and(|list| {
            let list = Expression::new(list.value()).list();
            list.is_some_and(|list| !list.is_empty())
        });
    }
}

/// Whether engines merge what overrides such a declaration into it, argument by argument.
const fn merges(kind: DeclarationKind) -> bool {
    matches!(
        kind,
        DeclarationKind::Output
            | DeclarationKind::Module
            | DeclarationKind::Resource
            | DeclarationKind::Data
            | DeclarationKind::Ephemeral
            | DeclarationKind::Provider
    )
}

/// An argument of the lifecycle of a block.
fn lifecycle<'f, 'a>(top: &TopBlock<'f, 'a>, name: &str) -> Option<Property<'f, 'a>> {
    let mut blocks = top.content.blocks_of("lifecycle");
    blocks.find_map(|block| {
        let properties = block.body.properties();
        properties.into_iter().find(|property| property.name() == name)
    })
}

/// Whether engines find it when they evaluate what they have merged, and not when they read a file.
pub(super) fn is_of_value(kind: &ProblemKind) -> bool {
    use StructureErrorKind as S;
    matches!(
        kind,
        ProblemKind::Structure(
            S::Unsupported { .. }
                | S::MissingArgument { .. }
                | S::ArgumentTwice { .. }
                | S::NameTwice { .. }
                | S::NullName
        ) | ProblemKind::Template(_)
            | ProblemKind::ForeignMarker
            | ProblemKind::ValueType(_)
            | ProblemKind::NullArgument(_)
            | ProblemKind::ForEachList
            | ProblemKind::ForEachOfList
            | ProblemKind::ForEachType(_)
            | ProblemKind::CountType(_)
            | ProblemKind::OperandType(..)
            | ProblemKind::UnrequiredProvider(_)
            | ProblemKind::ModuleInputType(_)
            | ProblemKind::NullInput(_)
            | ProblemKind::InstanceKey
            | ProblemKind::MembersMissing { .. }
            | ProblemKind::ObjectForList { .. }
            | ProblemKind::ModuleInputUnknown(_)
            | ProblemKind::ExactlyOne(_)
            | ProblemKind::UnknownAttribute(_)
            | ProblemKind::NotText(..)
            | ProblemKind::ScopedData(_)
            | ProblemKind::SplatOfMap(_)
            | ProblemKind::IgnoreAbsolute
            | ProblemKind::IgnoreAllInList
            | ProblemKind::DynamicShape(_)
            | ProblemKind::Misplaced(_)
            | ProblemKind::Undeclared { .. }
            | ProblemKind::IncompleteReference(_)
            | ProblemKind::NotRepeated(_)
            | ProblemKind::SelfOutside
            | ProblemKind::SelfReference
            | ProblemKind::UnknownName(..)
            | ProblemKind::MissingInstanceKey(_)
            | ProblemKind::NoSuchInstance(..)
            | ProblemKind::IndexOfInstance(_)
            | ProblemKind::UnexpectedInstanceKey(_)
            | ProblemKind::UnknownOutput(_)
            | ProblemKind::VersionUnsatisfied { .. }
            | ProblemKind::VersionPast { .. }
            | ProblemKind::VersionToCome { .. }
    ) || kind.is_of_expression()
}
