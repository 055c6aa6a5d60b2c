//! References: to what is not declared, and to what has no value where they stand.

use std::ptr;

use super::Checker;
use super::instances::Repetition;
use crate::hcljson::template::name_length;
use crate::hcljson::{Kind, Label, Value, closest};
use crate::tfjson::built_in::BUILT_IN;
use crate::tfjson::declaration::{DeclarationKind, Instances};
use crate::tfjson::declared::{Group, dotted, subject_key};
use crate::tfjson::foreign;
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::reference::{InstanceStep, Itself, Reference, ResourceMode, Role, Subject};
use crate::tfjson::type_constraint::TYPE_WORDS;
use crate::tfjson::values::DEPENDENCY;

/// With more declarations of a kind nobody looks for one that is like a mistaken name.
const MOST_TO_COMPARE: usize = 500;

/// For more references that lead nowhere nobody looks: then something is missing as a whole.
const MOST_SUGGESTIONS: usize = 100;

impl Checker<'_, '_, '_> {
    /// What is wrong with a reference, which has a number in the module.
    pub(super) fn reference(&self, number: usize, reference: &Reference<'_>) -> Option<Problem> {
        if reference.role == Role::Address {
            return None;
        }
        let subject = reference.subject();
        let kind = self
            .fault(subject, number, reference)
            .or_else(|| self.missing_part(subject, reference))
            .or_else(|| self.no_text(subject, reference))
            .or_else(|| self.no_operand(subject, reference))?;
        Some(Problem {
            engine_rejects: self.is_refused(&kind, number, reference),
            kind,
            file: reference.file,
            span: reference.span,
        })
    }

    /// What is wrong with the words of a reference, or with what they lead to.
    fn fault(&self, subject: Subject<'_>, number: usize, reference: &Reference<'_>) -> Option<ProblemKind> {
        match subject {
            Subject::Each(_) | Subject::Count(_) | Subject::Itself if reference.role == Role::Early => {
                Some(ProblemKind::EarlyReference)
            }
            Subject::Resource(.., Some(_)) if reference.role == Role::Order => Some(ProblemKind::DependsOnAttribute),
            Subject::Variable(_) | Subject::Local(_) if reference.role == Role::Order && reference.steps() > 1 => {
                Some(ProblemKind::DependsOnAttribute)
            }
            Subject::Module(..) if reference.role == Role::Order && reference.goes_into_output() => {
                Some(ProblemKind::DependsOnAttribute)
            }
            Subject::Each(_) | Subject::Count(_) if reference.role == Role::Order => Some(ProblemKind::NotReference {
                wanted: DEPENDENCY,
                templated: false,
            }),
            Subject::Each(_) if !self.has_each(reference) => Some(ProblemKind::NotRepeated("each".to_owned())),
            Subject::Count(_) if !self.has_count(reference) => Some(ProblemKind::NotRepeated("count".to_owned())),
            Subject::Itself if reference.place.itself == Itself::Nothing => Some(ProblemKind::SelfOutside),
            Subject::Itself => self.own_attribute(reference),
            Subject::Each(name) if !matches!(name, "key" | "value") => Some(unknown_name("each", name)),
            Subject::Count(name) if name != "index" => Some(unknown_name("count", name)),
            Subject::Always("path", name) if !matches!(name, "module" | "root" | "cwd") => {
                Some(unknown_name("path", name))
            }
            Subject::Always(root @ ("terraform" | "tofu"), name) if !matches!(name, "workspace" | "applying") => {
                Some(unknown_name(root, name))
            }
            // To Terraform it is a resource like any other.
            Subject::Always("tofu", name) if self.module.is_terraform() => {
                (!self.declared.has((DeclarationKind::Resource, "tofu", name))).then(|| ProblemKind::Undeclared {
                    what: format!("tofu.{name}"),
                    suggestion: Some(format!("terraform.{name}")),
                })
            }
            _ if reference.role == Role::Trigger && !matches!(subject, Subject::Resource(..)) => {
                Some(ProblemKind::NotReference {
                    wanted: "a resource",
                    templated: false,
                })
            }
            Subject::Incomplete(name) if foreign::is_shell_name(name) && reference.text == name => {
                Some(ProblemKind::ForeignMarker)
            }
            Subject::Incomplete("each") if self.is_element_of_import(reference) => None,
            Subject::Incomplete(name) => Some(ProblemKind::IncompleteReference(name.to_owned())),
            Subject::Reserved(name) => Some(ProblemKind::ReservedArgument(name.to_owned())),
            Subject::Variable(_) | Subject::Local(_) | Subject::Module(..) | Subject::Resource(..) => {
                self.undeclared(subject, number, reference)
            }
            _ => None,
        }
    }

    /// Whether the engine refuses the module for what is wrong with a reference.
    fn is_refused(&self, fault: &ProblemKind, number: usize, reference: &Reference<'_>) -> bool {
        match fault {
            // What triggers is compared when it changes, and not evaluated before; OpenTofu looks whether it is there.
            ProblemKind::UnknownAttribute(_) => reference.role != Role::Trigger || !self.module.is_terraform(),
            // Where nothing is made, nothing is asked what replaces it.
            ProblemKind::NotRepeated(_)
            | ProblemKind::SelfReference
            | ProblemKind::MissingInstanceKey(_)
            | ProblemKind::UnexpectedInstanceKey(_)
                if reference.role == Role::Trigger =>
            {
                !self.is_never_made(reference.block)
            }
            // As a whole it is to OpenTofu what there is before: nothing.
            ProblemKind::SelfReference if self.is_of_repetition(reference) => {
                let is_whole = InstanceStep::of(reference) == InstanceStep::Other && reference.steps() == 1;
                !is_whole || self.module.is_terraform()
            }
            // It is looked for when a plan is made.
            ProblemKind::NoSuchInstance(..) => self.is_surely_asked(reference),
            // Newer versions of Terraform take it for a type, and find out that it is none when they evaluate it.
            ProblemKind::IncompleteReference(name) if TYPE_WORDS.contains(&name.as_str()) => {
                let is_value = reference.role == Role::Value && !reference.sure;
                !(is_value && self.module.ask(|engine| engine.is_terraform_since(15)))
            }
            // The arguments of a call are evaluated only if there is one; how often it is called always is.
            ProblemKind::NotRepeated(_) if self.is_of_call(reference) => {
                self.is_of_repetition(reference) || self.is_surely_asked(reference)
            }
            // One of the keys may be the name.
            ProblemKind::SplatOfMap(_) => self.has_known_keys(number),
            _ => true,
        }
    }

    /// An attribute of `self` that its resource does not have.
    fn own_attribute(&self, reference: &Reference<'_>) -> Option<ProblemKind> {
        let top = self.module.blocks.get(reference.block)?;
        let mode = match top.kind {
            "resource" => ResourceMode::Managed,
            "data" => ResourceMode::Data,
            _ => return None,
        };
        let behind = reference.text.strip_prefix("self.")?;
        let end = behind.find(['.', '[', ' ']).unwrap_or(behind.len());
        unknown_attribute(mode, &top.block.label(0), behind.get(..end)?)
    }

    /// Whether `each` has a value where a reference stands. `count` of another file goes before `for_each`.
    fn has_each(&self, reference: &Reference<'_>) -> bool {
        let given = |name: &str| self.given(reference, name);
        match (given("for_each"), given("count")) {
            (Some(each), Some(count)) => each && !count,
            (Some(true), None) => true,
            _ => reference.place.each,
        }
    }

    /// Whether `count` has a value where a reference stands.
    fn has_count(&self, reference: &Reference<'_>) -> bool {
        self.given(reference, "count").unwrap_or(reference.place.count)
    }

    /// Whether a block, or one that overrides it or is overridden by it, has an argument; `None` where that is not
    /// known, or where the block alone says it.
    fn given(&self, reference: &Reference<'_>, name: &str) -> Option<bool> {
        let top = self.module.blocks.get(reference.block)?;
        let group = top.group(self.declared)?;
        if group.native {
            let in_json = group.argument(self.module, name).is_some() && !self.is_of_repetition(reference);
            let is_written = group.written.iter().any(|block| block.names.contains(name));
            return (in_json || is_written).then_some(true);
        }
        if group.blocks(self.module).all(|top| !top.overrides) {
            return None;
        }
        Some(group.argument(self.module, name).is_some() && !self.is_of_repetition(reference))
    }

    fn undeclared(&self, subject: Subject<'_>, number: usize, reference: &Reference<'_>) -> Option<ProblemKind> {
        let early = reference.role == Role::Early && !matches!(subject, Subject::Variable(_) | Subject::Local(_));
        // Encryption has names of its own in the places of types.
        let of_encryption = matches!(
            subject,
            Subject::Resource(ResourceMode::Managed, "key_provider" | "method", ..)
        );
        if early && of_encryption {
            return None;
        }
        let target = self.declared.target(number);
        if let Some((_, group)) = target.and_then(|target| self.declared.group(target))
            && group.base.is_some()
        {
            return match subject {
                _ if early => Some(ProblemKind::EarlyReference),
                Subject::Resource(ResourceMode::Data, ..) if self.is_of_other_check(group, reference) => {
                    group.base.map(|base| ProblemKind::ScopedData(base.to_string()))
                }
                Subject::Resource(mode, kind, _, attribute) => instance(group, reference)
                    .or_else(|| self.no_such_instance(group, reference))
                    .or_else(|| match attribute {
                        Some(attribute) => unknown_attribute(mode, kind, attribute),
                        None => self.splat_of_map(group, reference),
                    }),
                _ => None,
            };
        }
        let key = subject_key(subject)?;
        Some(ProblemKind::undeclared(address(key.0, &dotted(key))))
    }

    /// Whether what is referred to is the data source of a check, and the reference stands elsewhere.
    fn is_of_other_check(&self, group: &Group<'_>, reference: &Reference<'_>) -> bool {
        let of = group.base.and_then(|base| base.block);
        let top = of.and_then(|block| self.module.blocks.get(block));
        // The data source itself is read as if it stood outside.
        let is_inside = group.base.is_some_and(|base| base.body.contains(reference.span.start));
        (of != Some(reference.block) || is_inside) && top.is_some_and(|top| top.kind == "check")
    }

    /// Whether the block of a reference is there never, since it is to be there zero times.
    pub(super) fn is_never_made(&self, block: usize) -> bool {
        let top = self.module.blocks.get(block);
        let value = |name: &str| {
            let argument = top?.content.attribute(name)?;
            Some(argument.value().evaluate())
        };
        let none = |number: Value<'_>| number.into_number().as_deref() == Some("0");
        value("count").is_some_and(none)
            || value("for_each").is_some_and(|each| matches!(each, Value::Object(keys) if keys.is_empty()))
    }

    /// Whether a reference is `each["key"]` in what a repeated import is made to, which Terraform evaluates by itself;
    /// to it `each` is an object there, as it is nowhere else.
    fn is_element_of_import(&self, reference: &Reference<'_>) -> bool {
        let top = self.module.blocks.get(reference.block);
        let Some(top) = top.filter(|top| top.kind == "import" && top.content.attribute("for_each").is_some()) else {
            return false;
        };
        let to = top.content.attribute("to").map(|to| to.value().span());
        let element = ["each[\"key\"]", "each[\"value\"]"];
        to.is_some_and(|to| to.contains(reference.span.start))
            && element.iter().any(|element| reference.text.starts_with(element))
            && self.module.is_terraform()
    }

    /// Whether a reference stands in a call of a module.
    fn is_of_call(&self, reference: &Reference<'_>) -> bool {
        let top = self.module.blocks.get(reference.block);
        top.is_some_and(|top| top.kind == "module")
    }

    /// Whether a reference stands in what says how often its block is there: in the `count` or `for_each` that counts.
    fn is_of_repetition(&self, reference: &Reference<'_>) -> bool {
        let Some(top) = self.module.blocks.get(reference.block) else {
            return false;
        };
        let Some(group) = top.json_group(self.declared) else {
            return false;
        };
        let last = |name: &str| group.placed_argument(self.module, name);
        // `count` of another file goes before `for_each`.
        last("count")
            .or_else(|| last("for_each"))
            .is_some_and(|(from, argument)| {
                ptr::eq(from, top) && argument.value().span().contains(reference.span.start)
            })
    }

    /// All instances of something by number, which has them by key: `[*]` takes it for one thing.
    pub(super) fn splat_of_map(&self, group: &Group<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let is_value = reference.role == Role::Value && reference.sure && !group.native;
        let base = group.base.filter(|_| is_value)?;
        let name = self.behind_splat(reference)?;
        group.argument(self.module, "for_each")?;
        let repetition = self.repetition_of(group);
        let is_key = matches!(repetition, Repetition::Keys(..)) && repetition.has_key(name) != Some(false);
        (!is_key).then(|| ProblemKind::SplatOfMap(base.to_string()))
    }

    /// Whether the keys of what a reference leads to stand in `for_each` itself.
    fn has_known_keys(&self, number: usize) -> bool {
        let target = self
            .declared
            .target(number)
            .and_then(|target| self.declared.group(target));
        let each = target.and_then(|(_, group)| group.argument(self.module, "for_each"));
        each.is_some_and(|each| each.value().kind() == Kind::Object)
    }

    /// The attribute that is taken of all elements at once, where a reference to a whole resource or module ends.
    pub(super) fn behind_splat(&self, reference: &Reference<'_>) -> Option<&str> {
        let text = self.module.files.get(reference.file)?.text.as_deref()?;
        let behind = text.get(reference.span.end..)?;
        let behind = behind.strip_prefix("[*].").or_else(|| behind.strip_prefix(".*."))?;
        let length = name_length(behind);
        behind.get(..length).filter(|name| !name.is_empty())
    }

    /// Adds to the first references that lead nowhere, in the order of the files, what is declared and like them.
    pub(super) fn suggest<'p>(&self, problems: impl Iterator<Item = (&'p Reference<'p>, &'p mut Problem)>) {
        let undeclared = problems.filter_map(|(reference, problem)| match &mut problem.kind {
            ProblemKind::Undeclared { suggestion, .. } => Some((reference, suggestion)),
            _ => None,
        });
        for (reference, suggestion) in undeclared.take(MOST_SUGGESTIONS) {
            let Some(key) = subject_key(reference.subject()) else {
                continue;
            };
            let own = self.module.blocks.get(reference.block).map(|top| {
                let labels: Vec<_> = top.block.labels().map(Label::text).collect();
                labels.join(".")
            });
            // What refers to itself leads nowhere either.
            let others = |labels: &&String| own.as_ref() != Some(*labels);
            let known = self.declared.labels(key.0).iter().take(MOST_TO_COMPARE).filter(others);
            let like = closest(&dotted(key), known.map(String::as_str));
            *suggestion = like.map(|labels| address(key.0, labels));
        }
    }
}

fn address(kind: DeclarationKind, labels: &str) -> String {
    match kind.prefix() {
        "" => labels.to_owned(),
        prefix => format!("{prefix}.{labels}"),
    }
}

/// What is wrong with the way in which a reference chooses among the instances of a resource.
fn instance(group: &Group<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
    let base = group.base?;
    if group.instances == Instances::Unknown || !matches!(reference.role, Role::Value | Role::Trigger | Role::Order) {
        return None;
    }
    // What is named for the order alone may be all instances, but none where there are none.
    if reference.role == Role::Order {
        let is_key = matches!(InstanceStep::of(reference), InstanceStep::Key | InstanceStep::KeyOfKey);
        let chooses = group.instances == Instances::One && is_key;
        return chooses.then(|| ProblemKind::UnexpectedInstanceKey(base.to_string()));
    }
    if base.block == Some(reference.block) && reference.place.itself != Itself::Address {
        return Some(ProblemKind::SelfReference);
    }
    let repeated = group.instances == Instances::Repeated;
    match InstanceStep::of(reference) {
        InstanceStep::Attribute if repeated => Some(ProblemKind::MissingInstanceKey(base.to_string())),
        InstanceStep::Key | InstanceStep::KeyOfKey if !repeated => {
            Some(ProblemKind::UnexpectedInstanceKey(base.to_string()))
        }
        InstanceStep::KeyOfKey if reference.role == Role::Value => Some(ProblemKind::IndexOfInstance(base.to_string())),
        _ => None,
    }
}

fn unknown_name(root: &str, name: &str) -> ProblemKind {
    ProblemKind::UnknownName(root.to_owned(), name.to_owned())
}

/// An attribute that a resource of the built-in provider does not have.
fn unknown_attribute(mode: ResourceMode, kind: &str, attribute: &str) -> Option<ProblemKind> {
    let block = match mode {
        ResourceMode::Managed => "resource",
        ResourceMode::Data => "data",
        ResourceMode::Ephemeral => "ephemeral",
    };
    let (.., settable, computed) = BUILT_IN
        .iter()
        .find(|(mode, name, ..)| *mode == block && *name == kind)?;
    let known = settable.contains(&attribute) || computed.contains(&attribute);
    (!known).then(|| ProblemKind::UnknownAttribute(attribute.to_owned()))
}
