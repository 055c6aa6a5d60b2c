//! The references that are written in a configuration, by who refers and by what is referred to.

use std::sync::{Arc, OnceLock};

use crate::facts::address::{Address, Key};
use crate::order;
use crate::tofu::{Block, ConfigResource, Expression, Path, Step, Text};

use super::arguments;
use super::declaration::{DeclarationKind, Item};
use super::modules::Modules;
use super::traversal::{Referent, Traversal};

/// How the ways to arguments of provisioners begin.
const PROVISIONER: &str = "provisioner";

/// One reference in its longest form, as it is written.
#[derive(Clone, Debug)]
pub struct Reference<'a> {
    /// The way to the argument in its block; of `count`, `for_each` and `depends_on` their name, of a provisioner
    /// `provisioner[0]` and the way in it, of an output `value`, of a variable its name in the call.
    pub argument: Arc<[Step<'a>]>,
    /// The traversal as written, with instance keys and attributes: `aws_kms_key.main[0].arn`.
    pub text: Text<'a>,
    pub(in crate::facts) role: Role,
    pub(in crate::facts) target: Target,
    /// Module in which the text is written.
    pub(in crate::facts) module: usize,
    owner: usize,
}

/// What a reference is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::facts) enum Role {
    Value,
    Repetition,
    /// `depends_on`, which gives no value.
    Order,
    Provisioner,
}

/// What a reference leads to; numbers are declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::facts) enum Target {
    Declared(usize),
    /// All outputs of a module call.
    Outputs(usize),
    /// All resources below a module call.
    Contents(usize),
    /// `count` and `for_each` of a declaration.
    Repetition(usize),
    Local,
    /// A declaration that the document does not have.
    Missing,
    /// No declaration at all: `path.module`, `self`, a function.
    Outside,
}

/// The references of one configuration, by who refers and by what is referred to.
#[derive(Debug)]
pub(in crate::facts) struct Index<'a> {
    /// Sorted by owner, then in the order of the document.
    references: Vec<Reference<'a>>,
    /// Places of references, by owner and then by the argument of the block, those of one in the order of the document;
    /// sorted when somebody asks for one.
    by_argument: OnceLock<Vec<usize>>,
    /// What is referred to, and by which declaration; sorted.
    edges: Vec<(Target, usize)>,
}

impl<'a> Index<'a> {
    pub(in crate::facts) fn new(modules: &Modules<'a>) -> Self {
        let mut index = Self {
            references: Vec::new(),
            by_argument: OnceLock::new(),
            edges: Vec::new(),
        };
        for (owner, declared) in modules.declarations.iter().enumerate() {
            let mut writer = Writer {
                modules,
                module: declared.module,
                repeated: Some(owner),
                references: &mut index.references,
            };
            match &declared.item {
                Item::Resource { wire, .. } => writer.resource(owner, wire),
                Item::Output(output) => {
                    let expression = output.expression.as_ref();
                    writer.expression(owner, Role::Value, "value", expression);
                    writer.depends_on(owner, &output.depends_on);
                }
                Item::Module { wire, child } => {
                    for (path, expression) in arguments(wire.expressions.as_ref()).expressions() {
                        let variable = match path.first() {
                            Some(Step::Key(name)) => modules.find(*child, DeclarationKind::Variable, name),
                            _ => None,
                        };
                        // Without the module in the document, its call stands for what it does with the argument.
                        writer.add(variable.unwrap_or(owner), Role::Value, path, &expression.references);
                    }
                    writer.expression(owner, Role::Repetition, "count", wire.count_expression.as_ref());
                    writer.expression(owner, Role::Repetition, "for_each", wire.for_each_expression.as_ref());
                    writer.depends_on(owner, &wire.depends_on);
                }
                Item::Variable => {}
            }
        }
        order::sort_by_key(&mut index.references, |reference| reference.owner);
        index.edges = index.references.iter().filter_map(Reference::edge).collect();
        order::sort(&mut index.edges);
        index.edges.dedup();
        index
    }

    pub(in crate::facts) fn of(&self, owner: usize) -> &[Reference<'a>] {
        let start = self.references.partition_point(|reference| reference.owner < owner);
        let end = self.references.partition_point(|reference| reference.owner <= owner);
        self.references.get(start..end).unwrap_or_default()
    }

    /// The references of an owner for an argument of its block, and for what stands in it.
    pub(in crate::facts) fn of_argument(&self, owner: usize, name: &str) -> impl Iterator<Item = &Reference<'a>> {
        let known = |at: &usize| self.references.get(*at);
        let key = move |at: &usize| known(at).map(|reference| (reference.owner, reference.name()));
        let all = self.by_argument.get_or_init(|| {
            let mut all: Vec<usize> = (0..self.references.len()).collect();
            order::sort_by(&mut all, |one, two| key(one).cmp(&key(two)));
            all
        });
        let wanted = Some((owner, name));
        let start = all.partition_point(|at| key(at) < wanted);
        let end = all.partition_point(|at| key(at) <= wanted);
        all.get(start..end).unwrap_or_default().iter().filter_map(known)
    }

    pub(in crate::facts) fn referring_to(&self, target: Target) -> impl Iterator<Item = usize> {
        let start = self.edges.partition_point(|(to, _)| *to < target);
        let edges = self.edges.get(start..).unwrap_or_default().iter();
        edges.take_while(move |(to, _)| *to == target).map(|(_, from)| *from)
    }
}

impl<'a> Reference<'a> {
    /// All of a block that nobody can refer to, such as that of a provider, in a module.
    pub(in crate::facts) fn all_of(modules: &Modules<'a>, module: usize, block: &Block<'a>) -> Vec<Self> {
        const NOBODY: usize = usize::MAX;
        let mut references = Vec::new();
        let mut writer = Writer {
            modules,
            module,
            repeated: None,
            references: &mut references,
        };
        for (path, expression) in block.expressions() {
            writer.add(NOBODY, Role::Value, path, &expression.references);
        }
        references
    }
}

impl Reference<'_> {
    /// Whether it is a local value: what stands behind one is not in the document.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.target == Target::Local
    }

    /// Whether it gives a value to an argument of the block: it is not of `count`, `for_each`, `depends_on` or a
    /// provisioner.
    #[must_use]
    pub fn is_value(&self) -> bool {
        self.role == Role::Value
    }

    /// The key of the one instance that it is about; `None` when it is about all of them, or nobody can say which.
    #[must_use]
    pub fn instance(&self) -> Option<Key<'_>> {
        let address = Address::parse(Traversal::read(&self.text).subject()).ok()?;
        Some(address.key).filter(|key| !matches!(key, Key::None | Key::Wildcard))
    }

    fn edge(&self) -> Option<(Target, usize)> {
        match self.target {
            Target::Declared(_) | Target::Outputs(_) | Target::Contents(_) => Some((self.target, self.owner)),
            // A variable takes its value from the `for_each` of its call.
            Target::Repetition(repeated) if repeated != self.owner => Some((Target::Declared(repeated), self.owner)),
            _ => None,
        }
    }

    /// Whether the argument is at the path, above it or below it. Indices are passed over: where blocks make a set, or
    /// stand among dynamic ones, their order is not that of the values.
    pub(in crate::facts) fn is_about(&self, path: &[Step<'_>]) -> bool {
        keys(&self.argument).zip(keys(path)).all(|(one, two)| one == two)
    }

    /// The argument of the block, with which the way begins.
    fn name(&self) -> &str {
        keys(&self.argument).next().unwrap_or_default()
    }
}

pub(super) fn keys<'p>(path: &'p [Step<'_>]) -> impl Iterator<Item = &'p str> {
    path.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) | Step::Other(_) => None,
    })
}

/// Writes down the references of one block.
struct Writer<'w, 'a> {
    modules: &'w Modules<'a>,
    /// Module that holds the block.
    module: usize,
    /// Declaration whose `count` and `for_each` the block sees; `None` where the document has it nowhere.
    repeated: Option<usize>,
    references: &'w mut Vec<Reference<'a>>,
}

impl<'a> Writer<'_, 'a> {
    fn resource(&mut self, owner: usize, wire: &'a ConfigResource<'a>) {
        for (path, expression) in arguments(wire.expressions.as_ref()).expressions() {
            self.add(owner, Role::Value, path, &expression.references);
        }
        self.expression(owner, Role::Repetition, "count", wire.count_expression.as_ref());
        self.expression(owner, Role::Repetition, "for_each", wire.for_each_expression.as_ref());
        self.depends_on(owner, &wire.depends_on);
        for (index, provisioner) in (0..).zip(&wire.provisioners) {
            for (path, expression) in arguments(provisioner.expressions.as_ref()).expressions() {
                let at = [Step::Key(Text::new(PROVISIONER)), Step::Index(index)];
                let path = at.into_iter().chain(path).collect();
                self.add(owner, Role::Provisioner, path, &expression.references);
            }
        }
    }

    fn expression(&mut self, owner: usize, role: Role, name: &'static str, expression: Option<&Expression<'a>>) {
        let references = expression.map(|expression| expression.references.as_slice());
        self.add(
            owner,
            role,
            vec![Step::Key(Text::new(name))],
            references.unwrap_or_default(),
        );
    }

    fn depends_on(&mut self, owner: usize, references: &[Text<'a>]) {
        let path = vec![Step::Key(Text::new("depends_on"))];
        self.add(owner, Role::Order, path, references);
    }

    fn add(&mut self, owner: usize, role: Role, argument: Path<'a>, references: &[Text<'a>]) {
        let mut rest = references;
        let argument: Arc<[Step<'a>]> = argument.into();
        while let Some((text, following)) = rest.split_first() {
            let traversal = Traversal::read(text);
            self.references.push(Reference {
                argument: Arc::clone(&argument),
                text: text.clone(),
                role,
                target: self.target(traversal.referent, role),
                module: self.module,
                owner,
            });
            rest = following.get(traversal.shorter_forms(following)..).unwrap_or_default();
        }
    }

    fn target(&self, referent: Referent<'_>, role: Role) -> Target {
        let find = |kind, name| self.modules.find(self.module, kind, name);
        let found = match referent {
            Referent::Resource(address) => find(DeclarationKind::Resource, address).map(Target::Declared),
            Referent::Variable(name) => find(DeclarationKind::Variable, name).map(Target::Declared),
            Referent::Output { call, output } => {
                let child = self.modules.child(self.module, call);
                let output = child.and_then(|child| self.modules.find(child, DeclarationKind::Output, output));
                let whole = || find(DeclarationKind::Module, call).map(Target::Outputs);
                output.map(Target::Declared).or_else(whole)
            }
            Referent::Module(call) => find(DeclarationKind::Module, call).map(match role {
                Role::Order => Target::Contents,
                _ => Target::Outputs,
            }),
            Referent::Local => Some(Target::Local),
            Referent::Repetition => Some(self.repeated.map_or(Target::Outside, Target::Repetition)),
            Referent::Outside => Some(Target::Outside),
        };
        found.unwrap_or(Target::Missing)
    }
}
