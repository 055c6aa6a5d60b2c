//! References: where they stand, what they are about, and what has a value there.

use std::borrow::Cow;

use super::operands::Needed;
use super::type_constraint::TYPE_WORDS;
use crate::hcljson::template::{Native, StepKind, Traversal, name_length};
use crate::source::Span;

/// One reference, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference<'a> {
    /// Number of the file.
    pub file: usize,
    /// Where it stands in the file: what is there, decoded, is [`text`](Self::text).
    pub span: Span,
    /// The name and all steps up to the first that is computed: `aws_vpc.main[0].id`.
    pub text: Cow<'a, str>,
    /// What it is written for.
    pub role: Role,
    /// Number of the block in [`Module::blocks`](super::Module::blocks).
    pub block: usize,
    /// What has a value there beside the declarations.
    pub place: Place,
    /// What its first name says.
    pub(crate) root: Root,
    /// Whether the text is names and dots alone.
    pub(super) is_plain: bool,
    /// The steps behind the text that can be taken or not whatever they are computed from, as they are written: `[*].id`.
    pub(super) open_steps: Option<Box<str>>,
    /// What its value must be, or become, where it is a part of a text, an operand or an argument.
    pub(super) needed: Option<Needed>,
    /// Whether it is evaluated for sure, and nothing forgives what is wrong with it. Asked where that matters.
    pub(super) sure: bool,
}

/// What the first name of a reference says. It is kept beside the reference, whose text lies far off in a file of many
/// megabytes: most questions are about few of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// `var`
    Variable,
    /// `local`
    Local,
    /// `module`
    Module,
    /// `data`
    Data,
    /// A type of resources, and all else.
    Other,
}

impl Root {
    /// Of a text as it is written.
    pub(super) fn of(text: &str) -> Self {
        let end = name_length(text);
        match text.get(..end) {
            Some("var") => Self::Variable,
            Some("local") => Self::Local,
            Some("module") => Self::Module,
            Some("data") => Self::Data,
            _ => Self::Other,
        }
    }
}

/// What a reference is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// To give a value.
    Value,
    /// To give a value before anything else is evaluated: `source` of a module, `backend`.
    Early,
    /// For the order alone: `depends_on`.
    Order,
    /// To say when a resource is replaced.
    Trigger,
    /// As an address that need not exist: `moved`, `removed`, `import`.
    Address,
}

/// What has a value at some place beside the declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// `each`.
    pub each: bool,
    /// `count`.
    pub count: bool,
    /// The resource that the place belongs to.
    pub itself: Itself,
}

/// What has a value of the resource that a place belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Itself {
    /// Nothing.
    #[default]
    Nothing,
    /// `self`: in postconditions.
    Value,
    /// `self`, and its address too: in provisioners and connections, which come after it.
    Address,
}

/// What a reference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Subject<'r> {
    /// `var.name`
    Variable(&'r str),
    /// `local.name`
    Local(&'r str),
    /// `module.call`, and the output behind it.
    Module(&'r str, Option<&'r str>),
    /// A resource: its mode (`data`, `ephemeral`, else nothing), type and name, and the attribute behind it.
    Resource(ResourceMode, &'r str, &'r str, Option<&'r str>),
    /// `each` and its argument.
    Each(&'r str),
    /// `count` and its argument.
    Count(&'r str),
    /// `self`
    Itself,
    /// `path`, `terraform`, `tofu`, which are always there, and what follows.
    Always(&'r str, &'r str),
    /// A name of the language without what must follow.
    Incomplete(&'r str),
    /// A name that the engines keep for later: `template`, `lazy`, `arg`.
    Reserved(&'r str),
}

/// How a reference chooses among the instances of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstanceStep {
    /// By an index or key.
    Key,
    /// By an index or key, and goes on to another one.
    KeyOfKey,
    /// Not at all, and goes on to an attribute.
    Attribute,
    /// Not at all, by a splat, or by what is computed.
    Other,
}

/// The mode of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceMode {
    /// `resource`
    Managed,
    /// `data`
    Data,
    /// `ephemeral`
    Ephemeral,
}

impl Reference<'_> {
    /// What the reference is about.
    #[must_use]
    pub fn subject(&self) -> Subject<'_> {
        if self.is_plain {
            return Subject::named(&Names::plain(&self.text));
        }
        Native::reference(&self.text).map_or(Subject::Incomplete(&self.text), |reference| Subject::of(&reference))
    }
}

/// The name and the first steps of a traversal, as many as tell what it is about.
struct Names<'r> {
    root: &'r str,
    steps: [NameStep<'r>; 4],
}

/// A step, as far as it tells what a reference is about.
#[derive(Clone, Copy)]
enum NameStep<'r> {
    Name(&'r str),
    /// An index, a key, a splat.
    Other,
    /// Behind the last.
    End,
}

impl<'r> Names<'r> {
    fn of(traversal: &Traversal<'r>) -> Self {
        let mut steps = [NameStep::End; 4];
        for (place, step) in steps.iter_mut().zip(&traversal.steps) {
            *place = match step.kind {
                StepKind::Attribute(name) => NameStep::Name(name),
                _ => NameStep::Other,
            };
        }
        Self {
            root: traversal.root,
            steps,
        }
    }

    /// Of a text that is names and dots alone, as most references are.
    fn plain(text: &'r str) -> Self {
        let mut rest = text;
        let mut next = || {
            let end = rest.bytes().position(|byte| byte == b'.').unwrap_or(rest.len());
            let (name, behind) = rest.split_at_checked(end)?;
            rest = behind.get(1..).unwrap_or_default();
            (!name.is_empty()).then_some(name)
        };
        let root = next().unwrap_or_default();
        let steps = [(); 4].map(|()| next().map_or(NameStep::End, NameStep::Name));
        Self { root, steps }
    }

    /// The name that the step with this number is, from 0.
    fn name(&self, step: usize) -> Option<&'r str> {
        match self.steps.get(step) {
            Some(NameStep::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether the step with this number is there and no name.
    fn is_keyed(&self, step: usize) -> bool {
        matches!(self.steps.get(step), Some(NameStep::Other))
    }
}

impl InstanceStep {
    /// The step behind the resource of a reference.
    pub(super) fn of(reference: &Reference<'_>) -> Self {
        if reference.is_plain {
            let names = Names::plain(&reference.text);
            let step = names.name(Self::number_behind(names.root));
            return step.map_or(Self::Other, |_| Self::Attribute);
        }
        let Some(traversal) = Native::reference(&reference.text) else {
            return Self::Other;
        };
        let mut steps = traversal.steps.iter().skip(Self::number_behind(traversal.root));
        let is_key = |kind: &StepKind<'_>| matches!(kind, StepKind::Index(_) | StepKind::Key(_));
        match steps.next().map(|step| &step.kind) {
            Some(StepKind::Attribute(_)) => Self::Attribute,
            Some(key) if is_key(key) && steps.next().is_some_and(|step| is_key(&step.kind)) => Self::KeyOfKey,
            Some(key) if is_key(key) => Self::Key,
            _ => Self::Other,
        }
    }

    /// The number of the step that chooses an instance of a resource, from 0, by the first name of its address.
    pub(super) fn number_behind(root: &str) -> usize {
        match root {
            "data" | "ephemeral" | "resource" => 2,
            _ => 1,
        }
    }
}

/// A step behind the name of a module call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ModuleStep {
    /// `.name`
    Attribute(String),
    /// `[0]`
    Index(String),
    /// `["key"]`
    Key(String),
    /// A splat, or what is computed.
    Other,
}

impl Reference<'_> {
    /// How many steps there are behind the first name.
    pub(super) fn steps(&self) -> usize {
        if self.is_plain {
            return self.text.matches('.').count();
        }
        Native::reference(&self.text).map_or(0, |reference| reference.steps.len())
    }

    /// Whether there are steps behind what has a name of two parts, as `var.a` has: most references have none.
    pub(super) fn goes_into_value(&self) -> bool {
        self.text.split(['.', '[']).nth(2).is_some()
    }

    /// The text with the steps that can be taken or not whatever they are computed from.
    pub(super) fn with_open_steps(&self) -> Cow<'_, str> {
        match &self.open_steps {
            Some(steps) => Cow::Owned(format!("{}{steps}", self.text)),
            None => Cow::Borrowed(&self.text),
        }
    }

    /// Whether it may be refused for what it is evaluated to, so that it matters whether it is evaluated at all.
    pub(super) fn is_judged_by_value(&self) -> bool {
        let roots = ["var", "local", "each", "count", "path", "terraform"];
        let root = self.text.split(['.', '[']).next().unwrap_or_default();
        if self.open_steps.is_some() || TYPE_WORDS.contains(&&*self.text) {
            return true;
        }
        // Others may choose an instance that is not there.
        !self.is_plain || self.root == Root::Module || roots.contains(&root) && self.goes_into_value()
    }

    /// Whether there are steps behind the output of a module call, or of one of its instances.
    pub(super) fn goes_into_output(&self) -> bool {
        let is_instance = matches!(
            self.module_steps().first(),
            Some(ModuleStep::Index(_) | ModuleStep::Key(_))
        );
        self.steps() > 2 + usize::from(is_instance)
    }

    /// The first two steps behind the name of a module call.
    pub(super) fn module_steps(&self) -> Vec<ModuleStep> {
        if self.is_plain {
            let names = Names::plain(&self.text);
            let names = [names.name(1), names.name(2)].into_iter().flatten();
            return names.map(|name| ModuleStep::Attribute(name.to_owned())).collect();
        }
        let Some(traversal) = Native::reference(&self.text) else {
            return Vec::new();
        };
        let steps = traversal.steps.iter().skip(1).take(2);
        let step = |kind: &StepKind<'_>| match kind {
            StepKind::Attribute(name) => ModuleStep::Attribute((*name).to_owned()),
            StepKind::Index(index) => ModuleStep::Index((*index).to_owned()),
            StepKind::Key(key) => ModuleStep::Key(key.to_string()),
            _ => ModuleStep::Other,
        };
        steps.map(|one| step(&one.kind)).collect()
    }
}

/// What `moved` and `removed` name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressKind {
    Resource,
    Data,
    Module,
}

/// The first name of an address behind the modules in it, and how many names follow it.
pub(super) fn address_root<'t>(traversal: &Traversal<'t>) -> Option<(&'t str, usize)> {
    let steps = traversal.steps.iter().filter_map(|step| match step.kind {
        StepKind::Attribute(name) => Some(name),
        _ => None,
    });
    let names: Vec<&'t str> = std::iter::once(traversal.root).chain(steps).collect();
    let mut names = names.as_slice();
    while let ["module", _, rest @ ..] = names {
        names = rest;
    }
    let (root, rest) = names.split_first()?;
    Some((root, rest.len()))
}

/// What an address names, and whether it has keys; `None` for what is no address of a resource or a module.
pub(super) fn address_kind(traversal: &Traversal<'_>) -> Option<(AddressKind, bool)> {
    let mut keyed = false;
    let mut names = std::iter::once(Some(traversal.root)).chain(traversal.steps.iter().filter_map(|step| {
        let name = match step.kind {
            StepKind::Attribute(name) => Some(name),
            _ => None,
        };
        keyed |= name.is_none();
        name.map(Some)
    }));
    let mut kind = None;
    while let Some(Some(name)) = names.next() {
        if name == "module" {
            names.next()?;
            kind = Some(AddressKind::Module);
            continue;
        }
        let mut found = AddressKind::Resource;
        if name == "data" {
            names.next()?;
            found = AddressKind::Data;
        }
        names.next()?;
        kind = Some(found);
        if names.next().is_some() {
            return None;
        }
        break;
    }
    drop(names);
    Some((kind?, keyed))
}

impl<'r> Subject<'r> {
    /// What a traversal is about.
    #[must_use]
    pub fn of(traversal: &Traversal<'r>) -> Self {
        Self::named(&Names::of(traversal))
    }

    fn named(names: &Names<'r>) -> Self {
        let root = names.root;
        let name = |index| names.name(index);
        let resource = |mode, from: usize, kind: Option<&'r str>| match (kind, name(from)) {
            (Some(kind), Some(resource)) => {
                let attribute = name(from + 1 + usize::from(names.is_keyed(from + 1)));
                Self::Resource(mode, kind, resource, attribute)
            }
            _ => Self::Incomplete(root),
        };
        match root {
            "var" => name(0).map_or(Self::Incomplete(root), Self::Variable),
            "local" => name(0).map_or(Self::Incomplete(root), Self::Local),
            "module" => name(0).map_or(Self::Incomplete(root), |call| {
                Self::Module(call, name(1 + usize::from(names.is_keyed(1))))
            }),
            "data" => resource(ResourceMode::Data, 1, name(0)),
            "ephemeral" => resource(ResourceMode::Ephemeral, 1, name(0)),
            "resource" => resource(ResourceMode::Managed, 1, name(0)),
            "each" => name(0).map_or(Self::Incomplete(root), Self::Each),
            "count" => name(0).map_or(Self::Incomplete(root), Self::Count),
            "self" => Self::Itself,
            "path" | "terraform" | "tofu" => {
                name(0).map_or(Self::Incomplete(root), |argument| Self::Always(root, argument))
            }
            "template" | "lazy" | "arg" => Self::Reserved(root),
            kind => resource(ResourceMode::Managed, 0, Some(kind)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_about_declarations() {
        use ResourceMode::{Data, Ephemeral, Managed};
        for (text, expected, why) in [
            ("var.a.b", Subject::Variable("a"), "a variable"),
            ("local.a", Subject::Local("a"), "a local"),
            ("module.a.b", Subject::Module("a", Some("b")), "an output"),
            ("module.a[0].b", Subject::Module("a", Some("b")), "of one instance"),
            ("module.a", Subject::Module("a", None), "a module"),
            ("a.b.c", Subject::Resource(Managed, "a", "b", Some("c")), "an attribute"),
            (
                "a.b[\"k\"].c",
                Subject::Resource(Managed, "a", "b", Some("c")),
                "of one instance",
            ),
            ("a.b", Subject::Resource(Managed, "a", "b", None), "a resource"),
            (
                "resource.a.b",
                Subject::Resource(Managed, "a", "b", None),
                "in the long form",
            ),
            (
                "data.a.b.c",
                Subject::Resource(Data, "a", "b", Some("c")),
                "a data source",
            ),
            (
                "ephemeral.a.b",
                Subject::Resource(Ephemeral, "a", "b", None),
                "an ephemeral one",
            ),
            ("data.a", Subject::Incomplete("data"), "no name"),
            ("a", Subject::Incomplete("a"), "one word"),
            ("path.module", Subject::Always("path", "module"), "always there"),
            ("each.key", Subject::Each("key"), "each"),
        ] {
            let traversal = Traversal::parse(text).unwrap();
            assert_eq!(Subject::of(&traversal), expected, "{why}");
        }
    }
}
