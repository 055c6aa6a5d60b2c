//! What of a module needs what before it has a value, as the engines put it in order.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use rayon::prelude::*;

use crate::hcljson::template::Native;
use crate::order;
use crate::tfjson::declaration::{Declaration, DeclarationKind};
use crate::tfjson::declared::{Declared, Key, dotted, key};
use crate::tfjson::merge::given;
use crate::tfjson::module::{Interface, Module, TopBlock};
use crate::tfjson::provider_reference::ProviderReference;
use crate::tfjson::reference::{Reference, ResourceMode, Role, Root, Subject};

/// What has a place in the order of evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Thing<'m> {
    /// A variable with its validations, a local, a resource, a configuration of a provider, an output: the number of
    /// the group of its declarations.
    Declared(usize),
    /// Whether and how often a module is called.
    Call(&'m str),
    /// What a call gives to a variable of the module.
    Input(&'m str, &'m str),
    /// An output of a module that is called.
    Output(&'m str, &'m str),
    /// All that a module holds.
    Whole(&'m str),
}

/// That one thing needs another, and by which reference; by none inside of a module call. Most references are one, so
/// that numbers are kept in 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Need {
    from: u32,
    to: u32,
    reference: Option<u32>,
}

impl Need {
    /// `None` where a number is beyond 32 bits, which no module that fits into memory has.
    fn new(from: usize, to: usize, reference: Option<usize>) -> Option<Self> {
        Some(Self {
            from: u32::try_from(from).ok()?,
            to: u32::try_from(to).ok()?,
            reference: match reference {
                Some(reference) => Some(u32::try_from(reference).ok()?),
                None => None,
            },
        })
    }

    /// The number of what needs.
    pub(super) const fn from(self) -> usize {
        self.from as usize
    }

    /// The number of what is needed.
    pub(super) const fn to(self) -> usize {
        self.to as usize
    }

    /// The number of the reference that says so.
    pub(super) fn reference(self) -> Option<usize> {
        self.reference.map(|reference| reference as usize)
    }
}

/// What the order is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To find things that need each other: what nothing waits for, and what waits for nothing, is left out.
    Circles,
    /// To say what outputs need.
    Outputs,
}

impl Purpose {
    /// Whether declarations of this kind, one of which stands in the block, are asked for.
    fn asks_for(self, kind: DeclarationKind, top: &TopBlock<'_, '_>) -> bool {
        match kind {
            DeclarationKind::Variable => self == Self::Outputs || !top.content.blocks.is_empty(),
            DeclarationKind::Output => self == Self::Outputs,
            DeclarationKind::Local
            | DeclarationKind::Module
            | DeclarationKind::Resource
            | DeclarationKind::Data
            | DeclarationKind::Ephemeral
            | DeclarationKind::Provider => true,
            _ => false,
        }
    }
}

/// What needs what, the things by number.
pub(super) struct Graph<'m> {
    pub(super) things: Vec<Thing<'m>>,
    declared: &'m Declared<'m>,
    /// In the order of what needs.
    pub(super) needs: Vec<Need>,
    /// Where the needs of each thing begin.
    begins: Vec<usize>,
}

/// Whose references stand in a block.
enum Source {
    /// Of nothing that others wait for.
    Nothing,
    One(usize),
    /// Of what begins at these bytes, in their order.
    Parts(Vec<(usize, Option<usize>)>),
}

/// The numbers of things. What is declared was found by its labels already, and is not kept a second time.
struct Numbers<'m> {
    /// Of each group of declarations.
    of_groups: Vec<Option<usize>>,
    /// Of parts of module calls: their numbers in `of_parts`.
    parts: IndexSet<Thing<'m>>,
    of_parts: Vec<usize>,
    things: Vec<Thing<'m>>,
}

impl<'m> Numbers<'m> {
    fn new(declared: &Declared<'_>) -> Self {
        Self {
            of_groups: vec![None; declared.len()],
            parts: IndexSet::new(),
            of_parts: Vec::new(),
            things: Vec::new(),
        }
    }

    /// The number of a thing, a new one where it has none.
    fn add(&mut self, thing: Thing<'m>) -> usize {
        let next = self.things.len();
        let number = match thing {
            Thing::Declared(group) => {
                let place = self.of_groups.get_mut(group);
                place.map_or(next, |place| *place.get_or_insert(next))
            }
            part => {
                let (part, is_new) = self.parts.insert_full(part);
                if is_new {
                    self.of_parts.push(next);
                }
                self.of_parts.get(part).copied().unwrap_or(next)
            }
        };
        if number == next {
            self.things.push(thing);
        }
        number
    }

    /// The number of a thing; `None` where it has none.
    fn get(&self, thing: &Thing<'_>) -> Option<usize> {
        match thing {
            Thing::Declared(group) => self.of_groups.get(*group).copied()?,
            part => self.of_parts.get(self.parts.get_index_of(part)?).copied(),
        }
    }
}

impl<'m> Graph<'m> {
    /// What a module's references say. Of what override files change nothing is known to be needed: what they replace
    /// may have been what needed it.
    pub(super) fn new(
        module: &'m Module<'_, '_>,
        declared: &'m Declared<'m>,
        purpose: Purpose,
        child: impl Fn(&TopBlock<'_, '_>) -> Option<&'m Interface>,
    ) -> Self {
        let mut numbers = Numbers::new(declared);
        let mut needs = Vec::new();
        let mut sources = sources(module, declared, purpose, child, &mut numbers, &mut needs);
        imports(module, declared, &numbers, &mut sources);
        needs.extend(providers(module, declared, &numbers, &sources));
        needs.par_extend(referred(module, declared, &numbers, &sources));
        order::sort_by_key(&mut needs, |need| (need.from, need.reference, need.to));
        let things = numbers.things;
        let begins = begins(&needs, things.len());
        Self {
            things,
            declared,
            needs,
            begins,
        }
    }

    /// What something is called.
    pub(super) fn name(&self, thing: &Thing<'_>) -> String {
        match thing {
            Thing::Declared(group) => match self.key(*group) {
                Some(key) if key.0.prefix().is_empty() => dotted(key),
                Some(key) => format!("{}.{}", key.0.prefix(), dotted(key)),
                None => String::new(),
            },
            Thing::Call(call) | Thing::Whole(call) => format!("module.{call}"),
            Thing::Input(call, name) | Thing::Output(call, name) => format!("module.{call}.{name}"),
        }
    }

    /// The key of a group of declarations.
    fn key(&self, group: usize) -> Option<Key<'m>> {
        self.declared.group(group).map(|(key, _)| key)
    }

    /// What one thing needs.
    pub(super) fn of(&self, thing: usize) -> &[Need] {
        match self.begins.get(thing..thing + 2) {
            Some(&[begin, end]) => self.needs.get(begin..end).unwrap_or_default(),
            _ => &[],
        }
    }
}

impl Source {
    fn of(&self, reference: &Reference<'_>) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::One(number) => Some(*number),
            Self::Parts(parts) => {
                let behind = parts.partition_point(|(begin, _)| *begin <= reference.span.start);
                parts.get(behind.checked_sub(1)?)?.1
            }
        }
    }
}

/// Whose references stand in each block; what they are of is numbered, and what module calls need is added.
fn sources<'m>(
    module: &'m Module<'_, '_>,
    declared: &'m Declared<'m>,
    purpose: Purpose,
    child: impl Fn(&TopBlock<'_, '_>) -> Option<&'m Interface>,
    numbers: &mut Numbers<'m>,
    needs: &mut Vec<Need>,
) -> Vec<Source> {
    let named = named_outputs(module);
    let mut sources: Vec<Source> = module.blocks.iter().map(|_| Source::Nothing).collect();
    let overridden = Overridden::new(module, declared);
    for (number, declaration) in module.declarations.iter().enumerate() {
        let (Some(block), Some(group)) = (declaration.block, declared.group_of(number)) else {
            continue;
        };
        let (Some(top), Some(source)) = (module.blocks.get(block), sources.get_mut(block)) else {
            continue;
        };
        let known = !overridden.groups.contains(&group) && top.kind != "check";
        if !purpose.asks_for(declaration.kind, top) || !known && declaration.kind != DeclarationKind::Local {
            continue;
        }
        match declaration.kind {
            DeclarationKind::Local => {
                let counts = known || overridden.last_local.get(&group) == Some(&number);
                let number = counts.then(|| numbers.add(Thing::Declared(group)));
                let part = (declaration.span.start, number);
                match source {
                    Source::Parts(parts) => parts.push(part),
                    _ => *source = Source::Parts(vec![part]),
                }
            }
            DeclarationKind::Module => {
                let mut call = Call {
                    name: key(declaration).1,
                    numbers,
                    needs,
                };
                *source = Source::Parts(call.parts(module, declaration, top));
                call.of_module(child(top), &named);
            }
            _ => *source = Source::One(numbers.add(Thing::Declared(group))),
        }
    }
    sources
}

/// What override files change.
struct Overridden {
    groups: BTreeSet<usize>,
    /// The last value of each local, which counts, where anything is overridden.
    last_local: BTreeMap<usize, usize>,
}

impl Overridden {
    fn new(module: &Module<'_, '_>, declared: &Declared<'_>) -> Self {
        let numbered = || module.declarations.iter().enumerate();
        let overrides = numbered().filter(|(_, declaration)| declaration.overrides);
        let groups: BTreeSet<usize> = overrides.filter_map(|(number, _)| declared.group_of(number)).collect();
        let locals = numbered().filter(|(_, declaration)| declaration.kind == DeclarationKind::Local);
        let locals = locals.filter(|_| !groups.is_empty());
        let last_local = order::map(locals.filter_map(|(number, _)| Some((declared.group_of(number)?, number))));
        Self { groups, last_local }
    }
}

/// What references say that one thing needs of another.
fn referred<'g>(
    module: &'g Module<'_, '_>,
    declared: &'g Declared<'_>,
    numbers: &'g Numbers<'_>,
    sources: &'g [Source],
) -> impl ParallelIterator<Item = Need> {
    let kind_of = move |thing: &Thing<'_>| match thing {
        Thing::Declared(group) => declared.group(*group).map(|((kind, ..), _)| kind),
        _ => None,
    };
    let variables = numbers
        .things
        .iter()
        .any(|thing| kind_of(thing) == Some(DeclarationKind::Variable));
    let numbered = module.references.par_iter().enumerate();
    numbered.filter_map(move |(number, reference)| {
        if matches!(reference.role, Role::Address | Role::Early) || !variables && reference.root == Root::Variable {
            return None;
        }
        let from = sources.get(reference.block)?.of(reference)?;
        let to = numbers.get(&target(declared.target(number)?, reference))?;
        // What a condition says of its own variable is no circle.
        let own = from == to && numbers.things.get(to).and_then(kind_of) != Some(DeclarationKind::Local);
        Need::new(from, to, Some(number)).filter(|_| !own)
    })
}

/// Where the needs of each of so many things begin among all, which stand in their order.
fn begins(needs: &[Need], things: usize) -> Vec<usize> {
    let mut begins = vec![0; things + 1];
    for need in needs {
        if let Some(behind) = begins.get_mut(need.from() + 1) {
            *behind += 1;
        }
    }
    let mut sum = 0;
    for begin in &mut begins {
        sum += *begin;
        *begin = sum;
    }
    begins
}

/// A module call whose parts are put into the graph.
struct Call<'g, 'm> {
    name: &'m str,
    numbers: &'g mut Numbers<'m>,
    needs: &'g mut Vec<Need>,
}

impl<'m> Call<'_, 'm> {
    /// What each of its properties decides, by where it begins.
    fn parts(
        &mut self,
        module: &'m Module<'_, '_>,
        declaration: &'m Declaration,
        top: &TopBlock<'_, '_>,
    ) -> Vec<(usize, Option<usize>)> {
        let call = self.numbers.add(Thing::Call(self.name));
        let whole = self.numbers.add(Thing::Whole(self.name));
        self.need(whole, call);
        let mut parts = Vec::new();
        for attribute in top.content.attributes() {
            let decides = matches!(attribute.name().as_ref(), "count" | "for_each" | "depends_on");
            parts.push((attribute.name_span().start, decides.then_some(call)));
        }
        for block in &top.content.blocks {
            let decides = block.kind() == "lifecycle";
            parts.push((block.property.name_span().start, decides.then_some(call)));
        }
        let text = module.files.get(declaration.file).and_then(|file| file.text.as_deref());
        for input in given(&top.content) {
            let span = input.name_span();
            // Names with escapes are names of no variable that one writes.
            let name = text.and_then(|text| text.get(span.start + 1..span.end.checked_sub(1)?));
            let number = name.map(|name| self.numbers.add(Thing::Input(self.name, name)));
            if let Some(number) = number {
                self.need(number, call);
                self.need(whole, number);
            }
            parts.push((span.start, number));
        }
        parts.sort_unstable();
        parts
    }

    /// What the outputs of the module need that a reference names, as far as that is known.
    fn of_module(&mut self, module: Option<&'m Interface>, named: &BTreeSet<(&'m str, &'m str)>) {
        let call = self.numbers.add(Thing::Call(self.name));
        let name = self.name;
        let named = named.range((name, "")..).take_while(|(of, _)| *of == name);
        for output in named.filter_map(|(_, output)| module?.outputs.get(*output)) {
            let number = self.numbers.add(Thing::Output(self.name, output));
            self.need(number, call);
            let needed = module.and_then(|module| module.needs.get(output));
            for variable in needed.into_iter().flatten() {
                if let Some(input) = self.numbers.get(&Thing::Input(self.name, variable)) {
                    self.need(number, input);
                }
            }
        }
    }

    fn need(&mut self, from: usize, to: usize) {
        self.needs.extend(Need::new(from, to, None));
    }
}

/// The outputs that references name, each with its call: a module that is called many times may have many more.
fn named_outputs<'m>(module: &'m Module<'_, '_>) -> BTreeSet<(&'m str, &'m str)> {
    let of_modules = module
        .references
        .iter()
        .filter(|reference| reference.root == Root::Module);
    order::set(of_modules.filter_map(|reference| match reference.subject() {
        Subject::Module(call, output) => Some((call, output?)),
        _ => None,
    }))
}

/// What a reference to a group of declarations leads to.
fn target<'m>(group: usize, reference: &'m Reference<'_>) -> Thing<'m> {
    if reference.root != Root::Module {
        return Thing::Declared(group);
    }
    match reference.subject() {
        Subject::Module(call, Some(output)) => Thing::Output(call, output),
        Subject::Module(call, None) => Thing::Whole(call),
        _ => Thing::Declared(group),
    }
}

/// What an import refers to is needed by the resource that is imported, as far as it stands in this module.
fn imports(module: &Module<'_, '_>, declared: &Declared<'_>, numbers: &Numbers<'_>, sources: &mut [Source]) {
    for (top, source) in module.blocks.iter().zip(sources) {
        if top.kind != "import" {
            continue;
        }
        let to = top.content.attribute("to").and_then(|to| to.value().string());
        let Some(to) = to.as_ref().and_then(|to| Native::reference(to.as_str())) else {
            continue;
        };
        if let Subject::Resource(ResourceMode::Managed, kind, name, _) = Subject::of(&to)
            && let Some(group) = declared.number((DeclarationKind::Resource, kind, name))
            && let Some(number) = numbers.get(&Thing::Declared(group))
        {
            *source = Source::One(number);
        }
    }
}

/// Each resource needs the configuration of its provider; worth looking at where one refers to something.
fn providers(module: &Module<'_, '_>, declared: &Declared<'_>, numbers: &Numbers<'_>, sources: &[Source]) -> Vec<Need> {
    let mut needs = Vec::new();
    // References stand in the order of their blocks.
    let refers = |(number, top): (usize, &TopBlock<'_, '_>)| {
        top.kind == "provider" && {
            let first = module.references.partition_point(|reference| reference.block < number);
            module.references.get(first).map(|reference| reference.block) == Some(number)
        }
    };
    if !module.blocks.iter().enumerate().any(refers) {
        return needs;
    }
    for (top, source) in module.blocks.iter().zip(sources) {
        let Source::One(from) = source else { continue };
        if !matches!(top.kind, "resource" | "data" | "ephemeral") {
            continue;
        }
        let told = top.content.attribute("provider").and_then(|told| told.value().string());
        let kind = top.block.label(0);
        let (name, alias) = match &told {
            Some(told) => {
                let ProviderReference { name, alias, .. } = ProviderReference::read(told.as_str());
                (name, alias.unwrap_or_default())
            }
            None => (kind.split('_').next().unwrap_or_default(), ""),
        };
        let provider = declared.number((DeclarationKind::Provider, name, alias));
        if let Some(to) = provider.and_then(|group| numbers.get(&Thing::Declared(group))) {
            needs.extend(Need::new(*from, to, None));
        }
    }
    needs
}

/// The variables that each output needs, by way of whatever stands between; nothing of an output that needs too much to
/// say.
pub(in super::super) fn variables_of_outputs(module: &Module<'_, '_>) -> BTreeMap<String, BTreeSet<String>> {
    /// How many needs are followed before nothing more is said.
    const MOST: usize = 1_000_000;
    let declared = Declared::of_module(module);
    let graph = Graph::new(module, &declared, Purpose::Outputs, |_| None);
    let mut followed = 0;
    let mut found = BTreeMap::new();
    for (number, thing) in graph.things.iter().enumerate() {
        let Thing::Declared(group) = thing else { continue };
        let Some((DeclarationKind::Output, output, _)) = graph.key(*group) else {
            continue;
        };
        let mut variables = BTreeSet::new();
        let mut seen = BTreeSet::from([number]);
        let mut open = vec![number];
        while let Some(next) = open.pop() {
            if let Some(Thing::Declared(group)) = graph.things.get(next)
                && let Some((DeclarationKind::Variable, variable, _)) = graph.key(*group)
            {
                variables.insert(variable.to_owned());
            }
            for need in graph.of(next) {
                followed += 1;
                if seen.insert(need.to()) {
                    open.push(need.to());
                }
            }
            if followed > MOST {
                return found;
            }
        }
        found.insert(output.to_owned(), variables);
    }
    found
}
