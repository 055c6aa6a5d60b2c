//! Where the references of a configuration lead in the end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::declaration::{Declaration, DeclarationKind};
use super::modules::ConfiguredModule;
use super::reference::{Reference, Role, Target, keys};
use super::references::References;
use super::traversal::Traversal;
use crate::facts::attribute_path::readable_steps;
use crate::order;

/// How many references are followed from one value. Thousands of resources may take theirs from one output behind which
/// there are thousands.
pub(super) const MOST_FOLLOWED: usize = 256;

/// What kind of thing a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum OriginKind {
    /// A resource of any mode; of all kinds this alone can be known after apply by itself.
    Resource,
    /// A variable of the root module.
    Variable,
    /// A local value: anything may be behind it, since locals are not in the document.
    Local,
    /// A declaration that the document does not have, such as an output of a module that was left out.
    Missing,
}

/// What a value comes from.
#[derive(Clone, Copy)]
pub struct Origin<'m, 'a> {
    /// What kind of thing it is.
    pub kind: OriginKind,
    /// The resource, or the root variable; the call of a module that the document does not have.
    pub declaration: Option<Declaration<'m, 'a>>,
    pub(in crate::facts) module: ConfiguredModule<'m, 'a>,
    /// The reference as it is written there.
    pub(in crate::facts) own: &'m str,
    /// Whether anything that it is given to is secret.
    pub(in crate::facts) is_secret: bool,
}

impl Origin<'_, '_> {
    /// The reference from the root, with attributes and the keys that are written: `module.a.aws_kms_key.main[0].arn`.
    #[must_use]
    pub fn text(&self) -> String {
        self.module.absolute(self.own)
    }
}

impl fmt::Debug for Origin<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Origin").field(&self.kind).field(&self.text()).finish()
    }
}

impl<'m, 'a> References<'m, 'a> {
    /// What the value of an argument comes from, the nearest first, each found when it is asked for; an empty path asks
    /// for the whole block.
    ///
    /// Variables, outputs, `each` and `count` are followed to their expressions, whole: of an object that a variable
    /// carries, everything in it is an origin. Arguments above and below the path count, and indices do not.
    pub fn waits_for(
        self,
        declaration: Declaration<'m, 'a>,
        path: &str,
    ) -> impl Iterator<Item = Origin<'m, 'a>> + use<'m, 'a> {
        self.upstream(self.asked(declaration, path).into_iter(), usize::MAX)
    }

    /// Whether an argument comes from resources, and from nothing else.
    #[must_use]
    pub(crate) fn comes_from_resources(self, declaration: Declaration<'m, 'a>, path: &str) -> bool {
        let asked = self.asked(declaration, path);
        let reach = self.modules.reach(self);
        let any = |leads: fn(&Reach, Target) -> bool| asked.iter().any(|reference| leads(reach, reference.target));
        any(Reach::to_resources) && !any(Reach::to_others)
    }

    /// Whether an argument is what names resources that are as asked, and comes from nothing else: another attribute of
    /// theirs may only choose. Of what comes from very many nobody can say so.
    pub(crate) fn comes_only_from(
        self,
        declaration: Declaration<'m, 'a>,
        path: &str,
        is: impl Fn(Declaration<'m, 'a>) -> bool,
    ) -> bool {
        if !self.comes_from_resources(declaration, path) {
            return false;
        }
        let mut origins = self.upstream(self.asked(declaration, path).into_iter(), MOST_FOLLOWED);
        let is_name = |origin: &Origin<'_, '_>| {
            let path = Traversal::read(origin.own).behind();
            // Of an instance that is chosen by a key the document does not tell the attribute.
            path.is_empty()
                || path
                    .rsplit('.')
                    .next()
                    .is_some_and(|name| name == "id" || name.ends_with("arn"))
        };
        let all = origins
            .by_ref()
            .all(|origin| is_name(&origin) && origin.declaration.is_some_and(&is));
        all && origins.is_all
    }

    /// The references that are written for an argument, in the order of the document.
    pub(in crate::facts) fn asked(self, declaration: Declaration<'m, 'a>, path: &str) -> Vec<&'m Reference<'a>> {
        let path = readable_steps(path);
        if let Some(name) = keys(&path).next() {
            let of_argument = self.index.of_argument(declaration.at, name);
            return of_argument.filter(|reference| reference.is_about(&path)).collect();
        }
        let all = self.index.of(declaration.at).iter();
        all.filter(|reference| reference.is_value() || !path.is_empty())
            .collect()
    }

    /// Where references lead, of which so many are followed.
    pub(in crate::facts) fn upstream(
        self,
        from: impl Iterator<Item = &'m Reference<'a>>,
        most: usize,
    ) -> Upstream<'m, 'a, fn(Target) -> bool> {
        let mut upstream = Upstream::<fn(Target) -> bool>::new(self, |_| false);
        upstream.most = most;
        upstream.add(from.map(|reference| (reference, false)));
        upstream
    }

    /// What kind of origin a target is; `None` when the origins are behind it.
    pub(in crate::facts) fn origin_kind(self, target: Target) -> Option<OriginKind> {
        match target {
            Target::Declared(at) => {
                let declaration = self.declaration(at);
                match declaration.kind() {
                    DeclarationKind::Resource => Some(OriginKind::Resource),
                    DeclarationKind::Variable if declaration.module().is_root() => Some(OriginKind::Variable),
                    _ => None,
                }
            }
            Target::Outputs(at) => match self.outputs(at) {
                outputs if outputs.is_empty() => Some(OriginKind::Missing),
                _ => None,
            },
            Target::Local => Some(OriginKind::Local),
            Target::Missing => Some(OriginKind::Missing),
            Target::Contents(_) | Target::Repetition(_) | Target::Outside => None,
        }
    }

    /// The references that give a target its value.
    pub(in crate::facts) fn behind(self, target: Target) -> impl Iterator<Item = &'m Reference<'a>> {
        let (declarations, role) = match target {
            Target::Declared(at) => (at..at + 1, Role::Value),
            Target::Outputs(at) => (self.outputs(at), Role::Value),
            Target::Repetition(at) => (at..at + 1, Role::Repetition),
            Target::Contents(_) | Target::Local | Target::Missing | Target::Outside => (0..0, Role::Value),
        };
        let references = declarations.flat_map(move |at| self.index.of(at));
        references.filter(move |reference| reference.role == role)
    }
}

/// The way of references to where they lead, which are the items, the nearest first.
pub(in crate::facts) struct Upstream<'m, 'a, S> {
    references: References<'m, 'a>,
    /// Tells of what references come by whether it is secret.
    is_secret: S,
    /// References that are still to be followed.
    pending: VecDeque<(&'m Reference<'a>, bool)>,
    /// What they came by, and root variables: each with whether something secret comes from it.
    pub(in crate::facts) followed: BTreeMap<Target, bool>,
    /// Origins by where and how they are written, each with whether something secret comes from it.
    found: BTreeMap<(usize, &'m str), bool>,
    /// How many more references may be followed.
    most: usize,
    /// Whether that was enough for all.
    pub(in crate::facts) is_all: bool,
}

impl<'m, 'a, S: Fn(Target) -> bool> Upstream<'m, 'a, S> {
    /// Of no references yet.
    pub(in crate::facts) fn new(references: References<'m, 'a>, is_secret: S) -> Self {
        Self {
            references,
            is_secret,
            pending: VecDeque::new(),
            followed: BTreeMap::new(),
            found: BTreeMap::new(),
            most: usize::MAX,
            is_all: true,
        }
    }

    /// Goes on with these, too, each with whether something secret comes from it.
    pub(in crate::facts) fn add(&mut self, references: impl Iterator<Item = (&'m Reference<'a>, bool)>) {
        for reference in references {
            if self.most == 0 {
                self.is_all = false;
                return;
            }
            self.most -= 1;
            self.pending.push_back(reference);
        }
    }

    /// Goes on behind a target; gives what kind of origin it is, where it is one.
    fn come_by(&mut self, target: Target, is_secret: bool) -> Option<OriginKind> {
        let kind = self.references.origin_kind(target);
        if kind.is_none() {
            let is_secret = is_secret || (self.is_secret)(target);
            // Twice at most: again where only now something secret comes from it.
            if self.followed.get(&target).is_none_or(|known| is_secret && !known) {
                self.followed.insert(target, is_secret);
                let behind = self.references.behind(target);
                self.add(behind.map(|reference| (reference, is_secret)));
            }
        }
        if kind == Some(OriginKind::Variable) {
            *self.followed.entry(target).or_default() |= is_secret;
        }
        kind
    }

    /// Goes on with what a local value of a module may hold, which no document says: all that the module is given, and
    /// all that modules give back to it.
    pub(in crate::facts) fn open(&mut self, module: usize, is_secret: bool) {
        let modules = self.references.modules;
        for variable in modules.of_kind(module, DeclarationKind::Variable) {
            self.come_by(Target::Declared(variable), is_secret);
        }
        for call in modules.of_kind(module, DeclarationKind::Module) {
            self.come_by(Target::Outputs(call), is_secret);
        }
    }
}

impl<'m, 'a, S: Fn(Target) -> bool> Iterator for Upstream<'m, 'a, S> {
    type Item = Origin<'m, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((reference, is_secret)) = self.pending.pop_front() {
            let target = reference.target;
            let Some(kind) = self.come_by(target, is_secret) else {
                continue;
            };
            let written = (reference.module, reference.text.as_str());
            if self.found.get(&written).is_none_or(|known| is_secret && !known) {
                self.found.insert(written, is_secret);
                return Some(Origin {
                    kind,
                    declaration: self.references.target(reference),
                    module: self.references.modules.at(reference.module),
                    own: &reference.text,
                    is_secret,
                });
            }
        }
        None
    }
}

/// Targets by what kind of origins they lead to, found for all at once: thousands of values may come from one output
/// behind which there are thousands.
#[derive(Debug)]
pub(in crate::facts) struct Reach {
    to_resources: BTreeSet<Target>,
    to_others: BTreeSet<Target>,
}

impl Reach {
    pub(in crate::facts) fn of(references: References<'_, '_>) -> Self {
        let mut users: BTreeMap<Target, Vec<Target>> = BTreeMap::new();
        let (mut resources, mut others) = (Vec::new(), Vec::new());
        for owner in 0..references.modules.declarations.len() {
            let declaration = references.declaration(owner);
            let is_output = declaration.kind() == DeclarationKind::Output;
            let call = declaration.entry().filter(|_| is_output);
            let call = call.and_then(|declared| references.modules.call_of(declared.module));
            for reference in references.index.of(owner) {
                let target = reference.target;
                let users = users.entry(target).or_default();
                match reference.role {
                    Role::Value => users.extend([Target::Declared(owner)].into_iter().chain(call.map(Target::Outputs))),
                    Role::Repetition => users.push(Target::Repetition(owner)),
                    Role::Order | Role::Provisioner => {}
                }
                match references.origin_kind(target) {
                    Some(OriginKind::Resource) => {
                        resources.push(target);
                        others.extend(Some(target).filter(|_| Self::hands_on(references, reference)));
                    }
                    Some(_) => others.push(target),
                    None => {}
                }
            }
        }
        let reaching = |mut open: Vec<Target>| {
            let mut reaching = order::set(open.iter().copied());
            while let Some(target) = open.pop() {
                for user in users.get(&target).into_iter().flatten() {
                    // What a resource comes from is not what comes from it.
                    if references.origin_kind(*user).is_none() && reaching.insert(*user) {
                        open.push(*user);
                    }
                }
            }
            reaching
        };
        Self {
            to_resources: reaching(resources),
            to_others: reaching(others),
        }
    }

    /// Whether a reference is to what an object is only given, and hands on: that may be anything.
    fn hands_on(references: References<'_, '_>, reference: &Reference<'_>) -> bool {
        const TYPES: [&str; 4] = ["external", "null_resource", "random_shuffle", "terraform_data"];
        let (Target::Declared(at) | Target::Contents(at)) = reference.target else {
            return false;
        };
        let resource = references.declaration(at).resource();
        let type_name = resource.and_then(|resource| resource.wire.r#type.as_deref());
        type_name.is_some_and(|name| TYPES.contains(&name)) && !reference.text.ends_with(".id")
    }

    fn to_resources(&self, target: Target) -> bool {
        self.to_resources.contains(&target)
    }

    fn to_others(&self, target: Target) -> bool {
        self.to_others.contains(&target)
    }
}
