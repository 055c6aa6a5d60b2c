//! What of a module needs what before it has a value, as the engines put it in order.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use rayon::prelude::*;

use super::super::declaration::{Declaration, DeclarationKind};
use super::super::declared::{Declared, Key, dotted, key, subject_key};
use super::super::module::{Interface, Module, TopBlock};
use super::super::reference::{Reference, Role, Subject};
use super::calls::inputs;

/// What has a place in the order of evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Thing<'m> {
    /// A variable with its validations, a local, a resource, a configuration of a provider, an output.
    Declared(Key<'m>),
    /// Whether and how often a module is called.
    Call(&'m str),
    /// What a call gives to a variable of the module.
    Input(&'m str, &'m str),
    /// An output of a module that is called.
    Output(&'m str, &'m str),
    /// All that a module holds.
    Whole(&'m str),
}

/// That one thing needs another, and by which reference; by none inside of a module call. Most references are one, so that
/// numbers are kept in 32 bits.
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

/// What needs what, the things by number.
pub(super) struct Graph<'m> {
    pub(super) things: Vec<Thing<'m>>,
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
    declared: &'m Declared<'m>,
    /// Of each group of declarations.
    of_groups: Vec<Option<usize>>,
    /// Of parts of module calls: their numbers in `of_parts`.
    parts: IndexSet<Thing<'m>>,
    of_parts: Vec<usize>,
    things: Vec<Thing<'m>>,
}

impl<'m> Numbers<'m> {
    fn new(declared: &'m Declared<'m>) -> Self {
        Self {
            declared,
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
            Thing::Declared(key) => {
                let group = self.declared.number(key);
                let place = group.and_then(|group| self.of_groups.get_mut(group));
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
            Thing::Declared(key) => self.of_groups.get(self.declared.number(*key)?).copied()?,
            part => self.of_parts.get(self.parts.get_index_of(part)?).copied(),
        }
    }
}

impl<'m> Graph<'m> {
    /// What a module's references say. Of what override files change nothing is known to be needed: what they replace may
    /// have been what needed it.
    pub(super) fn new(
        module: &'m Module<'_, '_>,
        declared: &'m Declared<'m>,
        purpose: Purpose,
        child: impl Fn(&TopBlock<'_, '_>) -> Option<&'m Interface>,
    ) -> Self {
        let mut numbers = Numbers::new(declared);
        let mut needs = Vec::new();
        let mut sources: Vec<Source> = module.blocks.iter().map(|_| Source::Nothing).collect();
        let overridden = module.declarations.iter().filter(|declaration| declaration.overrides);
        let overridden: BTreeSet<Key<'_>> = overridden.map(key).collect();
        for declaration in &module.declarations {
            let Some(block) = declaration.block else { continue };
            let (Some(top), Some(source)) = (module.blocks.get(block), sources.get_mut(block)) else {
                continue;
            };
            let key = key(declaration);
            let counts = match declaration.kind {
                DeclarationKind::Variable => purpose == Purpose::Outputs || !top.content.blocks.is_empty(),
                DeclarationKind::Output => purpose == Purpose::Outputs,
                DeclarationKind::Local
                | DeclarationKind::Module
                | DeclarationKind::Resource
                | DeclarationKind::Data
                | DeclarationKind::Ephemeral
                | DeclarationKind::Provider => true,
                _ => false,
            };
            let known = !overridden.contains(&key) && top.block.kind() != "check";
            if !counts || !known && declaration.kind != DeclarationKind::Local {
                continue;
            }
            match declaration.kind {
                DeclarationKind::Local => {
                    let number = known.then(|| numbers.add(Thing::Declared(key)));
                    let part = (declaration.span.start, number);
                    match source {
                        Source::Parts(parts) => parts.push(part),
                        _ => *source = Source::Parts(vec![part]),
                    }
                }
                DeclarationKind::Module => {
                    let mut call = Call {
                        name: key.1,
                        numbers: &mut numbers,
                        needs: &mut needs,
                    };
                    *source = Source::Parts(call.parts(module, declaration, top));
                    call.of_module(child(top));
                }
                _ => *source = Source::One(numbers.add(Thing::Declared(key))),
            }
        }
        needs.extend(providers(module, &numbers, &sources));
        let variables = numbers
            .things
            .iter()
            .any(|thing| matches!(thing, Thing::Declared((DeclarationKind::Variable, ..))));
        let told = module
            .references
            .par_iter()
            .enumerate()
            .filter_map(|(number, reference)| {
                if matches!(reference.role, Role::Address | Role::Early)
                    || !variables && reference.text.starts_with("var.")
                {
                    return None;
                }
                let from = sources.get(reference.block)?.of(reference)?;
                let to = numbers.get(&target(reference)?)?;
                // What a condition says of its own variable is no circle.
                let own = from == to
                    && !matches!(
                        numbers.things.get(to),
                        Some(Thing::Declared((DeclarationKind::Local, ..)))
                    );
                Need::new(from, to, Some(number)).filter(|_| !own)
            });
        needs.par_extend(told);
        needs.sort_unstable_by_key(|need| (need.from, need.reference, need.to));
        let things = numbers.things;
        let mut begins = vec![0; things.len() + 1];
        for need in &needs {
            if let Some(behind) = begins.get_mut(need.from() + 1) {
                *behind += 1;
            }
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        Self { things, needs, begins }
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
        for input in inputs(top) {
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

    /// What the outputs of the module need, as far as that is known.
    fn of_module(&mut self, module: Option<&'m Interface>) {
        let call = self.numbers.add(Thing::Call(self.name));
        for output in module.map(|module| &module.outputs).into_iter().flatten() {
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

/// What a reference leads to.
fn target<'m>(reference: &'m Reference<'_>) -> Option<Thing<'m>> {
    if ["path.", "each.", "count.", "self."]
        .iter()
        .any(|always| reference.text.starts_with(always))
    {
        return None;
    }
    Some(match reference.subject() {
        Subject::Module(call, Some(output)) => Thing::Output(call, output),
        Subject::Module(call, None) => Thing::Whole(call),
        subject => Thing::Declared(subject_key(subject)?),
    })
}

/// Each resource needs the configuration of its provider; worth looking at where one refers to something.
fn providers<'m>(module: &'m Module<'_, '_>, numbers: &Numbers<'m>, sources: &[Source]) -> Vec<Need> {
    let mut needs = Vec::new();
    let is_configured = |declaration: &Declaration| declaration.kind == DeclarationKind::Provider;
    if !module.declarations.iter().any(is_configured) {
        return needs;
    }
    for (top, source) in module.blocks.iter().zip(sources) {
        let Source::One(from) = source else { continue };
        if !matches!(top.block.kind().as_ref(), "resource" | "data" | "ephemeral") {
            continue;
        }
        let told = top.content.attribute("provider").and_then(|told| told.value().string());
        let kind = top.block.label(0);
        let (name, alias) = match &told {
            Some(told) => told.as_str().split_once('.').unwrap_or((told.as_str(), "")),
            None => (kind.split('_').next().unwrap_or_default(), ""),
        };
        let alias = alias.split('[').next().unwrap_or_default();
        if let Some(to) = numbers.get(&Thing::Declared((DeclarationKind::Provider, name.trim(), alias))) {
            needs.extend(Need::new(*from, to, None));
        }
    }
    needs
}

/// The variables that each output needs, by way of whatever stands between; nothing of an output that needs too much to say.
pub(in super::super) fn variables_of_outputs(module: &Module<'_, '_>) -> BTreeMap<String, BTreeSet<String>> {
    /// How many needs are followed before nothing more is said.
    const MOST: usize = 1_000_000;
    let declared = Declared::new(&module.declarations);
    let graph = Graph::new(module, &declared, Purpose::Outputs, |_| None);
    let mut followed = 0;
    let mut found = BTreeMap::new();
    for (number, thing) in graph.things.iter().enumerate() {
        let Thing::Declared((DeclarationKind::Output, output, _)) = thing else {
            continue;
        };
        let mut variables = BTreeSet::new();
        let mut seen = BTreeSet::from([number]);
        let mut open = vec![number];
        while let Some(next) = open.pop() {
            if let Some(Thing::Declared((DeclarationKind::Variable, variable, _))) = graph.things.get(next) {
                variables.insert((*variable).to_owned());
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
        found.insert((*output).to_owned(), variables);
    }
    found
}

impl std::fmt::Display for Thing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Declared(key) => match key.0.prefix() {
                "" => f.write_str(&dotted(*key)),
                prefix => write!(f, "{prefix}.{}", dotted(*key)),
            },
            Self::Call(call) | Self::Whole(call) => write!(f, "module.{call}"),
            Self::Input(call, name) | Self::Output(call, name) => write!(f, "module.{call}.{name}"),
        }
    }
}
