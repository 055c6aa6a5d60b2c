//! References: where they stand, what they are about, and what has a value there.

use std::borrow::Cow;

use crate::hcljson::template::{Native, NativeKind, StepKind, Traversal};
use crate::source::Span;

/// One reference, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// What a reference is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct Place {
    /// `each`.
    pub each: bool,
    /// `count`.
    pub count: bool,
    /// `self`.
    pub itself: bool,
}

/// What a reference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject<'r> {
    /// `var.name`
    Variable(&'r str),
    /// `local.name`
    Local(&'r str),
    /// `module.call`, and the output behind it.
    Module(&'r str, Option<&'r str>),
    /// A resource: its mode (`data`, `ephemeral`, else nothing), type and name, and the attribute behind it.
    Resource(ResourceMode, &'r str, &'r str, Option<&'r str>),
    /// `each`
    Each,
    /// `count`
    Count,
    /// `self`
    Itself,
    /// `path`, `terraform`, `tofu`: always there.
    Always,
    /// A name of the language without what must follow.
    Incomplete(&'r str),
    /// A name that the engines keep for later: `template`, `lazy`, `arg`.
    Reserved(&'r str),
}

/// The mode of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        match Native::parse(&self.text).map(|native| native.kind) {
            Ok(NativeKind::Variable(traversal)) => Subject::of(&traversal),
            _ => Subject::Incomplete(&self.text),
        }
    }
}

impl<'r> Subject<'r> {
    /// What a traversal is about.
    #[must_use]
    pub fn of(traversal: &Traversal<'r>) -> Self {
        let root = traversal.root;
        let name = |index| traversal.attribute(index);
        let resource = |mode, from: usize, kind: Option<&'r str>| match (kind, name(from)) {
            (Some(kind), Some(resource)) => {
                let keyed = traversal
                    .steps
                    .get(from + 1)
                    .is_some_and(|step| !matches!(step.kind, StepKind::Attribute(_)));
                let attribute = name(from + 1 + usize::from(keyed));
                Self::Resource(mode, kind, resource, attribute)
            }
            _ => Self::Incomplete(root),
        };
        match root {
            "var" => name(0).map_or(Self::Incomplete(root), Self::Variable),
            "local" => name(0).map_or(Self::Incomplete(root), Self::Local),
            "module" => name(0).map_or(Self::Incomplete(root), |call| {
                let keyed = name(1).is_none() && traversal.steps.len() > 1;
                Self::Module(call, name(1 + usize::from(keyed)))
            }),
            "data" => resource(ResourceMode::Data, 1, name(0)),
            "ephemeral" => resource(ResourceMode::Ephemeral, 1, name(0)),
            "resource" => resource(ResourceMode::Managed, 1, name(0)),
            "each" => Self::Each,
            "count" => Self::Count,
            "self" => Self::Itself,
            "path" | "terraform" | "tofu" => name(0).map_or(Self::Incomplete(root), |_| Self::Always),
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
            ("path.module", Subject::Always, "always there"),
            ("each.key", Subject::Each, "each"),
        ] {
            let traversal = Traversal::parse(text).unwrap();
            assert_eq!(Subject::of(&traversal), expected, "{why}");
        }
    }
}
