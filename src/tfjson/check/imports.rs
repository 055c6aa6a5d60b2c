//! What is imported: by an id that is one, and each thing once.

use std::collections::BTreeSet;

use super::{Checker, Children};
use crate::hcljson::template::{Met, Native, NativeKind, Part, StepKind, Template, Traversal};
use crate::hcljson::{Expression, Node, Property, Value};
use crate::order;
use crate::tfjson::addresses::{is_reserved, is_whole};
use crate::tfjson::declaration::{DeclarationKind, Instances};
use crate::tfjson::declared::Group;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::module::TopBlock;
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::reference::{ResourceMode, Subject, address_root};
use crate::tfjson::type_constraint::Type;

/// How far locals that stand for locals are followed.
const FARTHEST: usize = 8;

/// In bytes; a longer local is not evaluated, as each import that names it would do it anew.
const LONGEST: usize = 16_384;

impl Checker<'_, '_, '_> {
    /// Imports without an id, of what is none, and of one thing twice.
    pub(super) fn imports(&mut self, children: &Children) {
        let module = self.module;
        let mut seen = BTreeSet::new();
        for import in module.of_kind("import") {
            let each = self.repetition_of_import(import);
            let Some(to) = import.content.attribute("to").map(Property::value) else {
                continue;
            };
            if let Some(given) = import.content.attribute("for_each").map(Property::value)
                && is_of_itself(given, to)
                && module.ask(|engine| engine.is_terraform_since(12))
            {
                self.reject(ProblemKind::ImportOfItself, import.file, given.opening());
            }
            let text = to.string();
            let target = text
                .as_ref()
                .and_then(|text| self.target(text.as_str(), each.as_ref(), children));
            if let Some(kind) = target {
                self.reject(kind, import.file, to.span());
                continue;
            }
            self.provider_of_import(import, to);
            if let Some(id) = import.content.attribute("id") {
                self.id_of_itself(import.file, id.value(), to);
            }
            let Some((address, is_data)) = text.as_ref().and_then(|text| address(text.as_str())) else {
                continue;
            };
            if is_data && module.is_terraform() {
                self.reject(ProblemKind::ImportOfData, import.file, to.span());
            }
            if !seen.insert(address.clone()) {
                let what = format!("the import of {address}");
                self.reject(ProblemKind::Duplicate { what }, import.file, to.span());
            }
        }
    }

    /// What is wrong with that by which an import is repeated and identified; what it is repeated for.
    fn repetition_of_import(&mut self, import: &TopBlock<'_, '_>) -> Option<Value<'static>> {
        let is_terraform = self.module.is_terraform();
        let each = import.content.attribute("for_each").map(Property::value);
        let simple = || Some(ProblemKind::ValueType("an object, a map, a list or a set"));
        let wrong = match each.map(Node::evaluate) {
            Some(Value::String(_) | Value::Number(_) | Value::Bool(_)) => simple(),
            Some(Value::Null) if !is_terraform => Some(ProblemKind::NullArgument("for_each".to_owned())),
            Some(Value::Unknown) => match each.and_then(|each| KnownType::of(self.module, self.declared, each)) {
                Some(KnownType::String | KnownType::Number | KnownType::Bool) => simple(),
                // Terraform takes any set.
                Some(known @ KnownType::SetOfOthers) if !is_terraform => Some(ProblemKind::ForEachType(known.words())),
                // It takes any list, too, and OpenTofu what is written element by element.
                Some(KnownType::List) if !is_terraform && each.is_some_and(|each| self.is_list(each)) => {
                    Some(ProblemKind::ForEachOfList)
                }
                _ => None,
            },
            _ => None,
        };
        if let (Some(kind), Some(each)) = (wrong, each) {
            self.reject(kind, import.file, each.opening());
        }
        let made = each.map(|each| self.given_to_import(each, 0));
        let none = made.as_ref().is_some_and(is_empty);
        // Of nothing that is repeated no id is needed.
        let id = import.content.attribute("id").map(Property::value);
        if let Some(id) = id.filter(|_| !none && made != Some(Value::Unknown)) {
            let empty = match id.evaluate() {
                Value::Null => Some("null"),
                // OpenTofu lets the provider say what it is.
                Value::String(text) if text.is_empty() && is_terraform => Some("empty"),
                _ => None,
            };
            if let Some(empty) = empty {
                self.reject(ProblemKind::ImportId(empty), import.file, id.opening());
            }
        }
        let identity = import.content.attribute("identity").map(Property::value);
        if let Some(identity) = identity.filter(|identity| !none && identity.evaluate() == Value::Null) {
            let kind = ProblemKind::NullArgument("identity".to_owned());
            self.reject(kind, import.file, identity.opening());
        }
        made
    }

    /// Whether a value is a list and no tuple: a variable of that type, or what a function always makes one of.
    fn is_list(&self, value: Node<'_, '_>) -> bool {
        let text = value.string();
        let template = text.as_ref().and_then(|text| Template::parse(text.as_str()).ok());
        match template
            .as_ref()
            .and_then(Template::unwrapped)
            .map(|native| &native.kind)
        {
            Some(NativeKind::Variable(traversal)) if traversal.steps.len() == 1 => match Subject::of(traversal) {
                Subject::Variable(name) => {
                    let types = self.types.get_or_init(|| self.module.types());
                    matches!(types.get(name), Some(Type::List(_)))
                }
                _ => false,
            },
            Some(NativeKind::Call(call)) => {
                let lists = ["compact", "distinct", "formatlist", "range", "sort", "split", "tolist"];
                call.function().is_some_and(|name| lists.contains(&name))
            }
            _ => false,
        }
    }

    /// What stands behind `for_each`: a constant, perhaps as a local or a set.
    fn given_to_import(&self, each: Node<'_, '_>, depth: usize) -> Value<'static> {
        match each.evaluate() {
            Value::Unknown => {}
            known => return known.into_owned(),
        }
        let text = each.string().filter(|_| depth < FARTHEST);
        let template = text.as_ref().and_then(|text| Template::parse(text.as_str()).ok());
        let native = template.as_ref().and_then(Template::unwrapped);
        native.map_or(Value::Unknown, |native| self.given_by(native, depth))
    }

    fn given_by(&self, native: &Native<'_>, depth: usize) -> Value<'static> {
        match &native.kind {
            NativeKind::Variable(traversal) if traversal.steps.len() == 1 => {
                let Subject::Local(name) = Subject::of(traversal) else {
                    return Value::Unknown;
                };
                let group = self.declared.get((DeclarationKind::Local, name, ""));
                let value = group.and_then(|group| group.local(self.module));
                let value = value.filter(|value| value.span().len() <= LONGEST);
                value.map_or(Value::Unknown, |value| self.given_to_import(value, depth + 1))
            }
            NativeKind::Call(call) if call.function() == Some("toset") => match call.arguments.as_slice() {
                [list] => as_set(self.given_by(list, depth)),
                _ => Value::Unknown,
            },
            _ => Value::of(native).into_owned(),
        }
    }

    /// What is wrong with what is imported to: no address of a resource, or of none of the instances that it has.
    fn target(&self, text: &str, each: Option<&Value<'_>>, children: &Children) -> Option<ProblemKind> {
        let repeated = each.is_some();
        let native = Native::parse(text).ok()?;
        let NativeKind::Variable(traversal) = &native.kind else {
            return Some(ProblemKind::MoveAddress);
        };
        let Some((root, names)) = address_root(traversal) else {
            return Some(ProblemKind::MoveAddress);
        };
        let behind = match root {
            "data" => return None,
            // To OpenTofu it is a type like any other.
            "resource" if self.module.is_terraform() => 2,
            _ => 1,
        };
        let chooses_none = |step: &StepKind<'_>| match step {
            StepKind::Splat => true,
            StepKind::Index(index) => !is_whole(index),
            _ => false,
        };
        let is_key =
            |kind: &StepKind<'_>| matches!(kind, StepKind::Index(_) | StepKind::Key(_) | StepKind::Computed(_));
        let mut pairs = traversal.steps.windows(2);
        let has_two_keys = self.module.is_terraform() && pairs.any(|pair| pair.iter().all(|step| is_key(&step.kind)));
        let mut keys = traversal.steps.iter().map(|step| &step.kind);
        if has_two_keys || names != behind || is_reserved(root) || root == "ephemeral" || keys.any(chooses_none) {
            return Some(ProblemKind::MoveAddress);
        }
        // OpenTofu computes keys; Terraform computes none of nothing.
        let is_never = each.is_some_and(is_empty);
        let is_wrong = |key: &StepKind<'_>| match key {
            StepKind::Computed(key) if is_never => is_no_key(key),
            key => !is_key_of_import(key, repeated),
        };
        let mut keys = traversal.steps.iter().map(|step| &step.kind);
        if keys.any(is_wrong) && self.module.is_terraform() {
            return Some(ProblemKind::ImportKey);
        }
        let is_refused = self.module.complete && self.module.is_terraform();
        let nowhere = |known: bool| (!known && is_refused).then_some(ProblemKind::ImportToNothing);
        if traversal.root == "module" {
            let known = self.declared.of(Subject::Module(traversal.attribute(0)?, None));
            return nowhere(known && self.child_has(traversal, children) != Some(false));
        }
        if root == "resource" {
            return None;
        }
        let key = traversal.steps.get(1).map(|step| &step.kind);
        let wanted = (DeclarationKind::Resource, root, traversal.attribute(0)?);
        let Some(group) = self.declared.get(wanted) else {
            return nowhere(match (each, key) {
                // For one resource of the root module engines write the configuration, if they are asked to.
                (None, key) => key.is_none(),
                // What is computed is so for each that there is.
                (Some(each), Some(StepKind::Computed(_))) => pairs_of(each).is_empty(),
                (Some(_), _) => false,
            });
        };
        if is_never {
            return None;
        }
        self.lacking_target(group, key, each)
    }

    /// That a resource does not have the instance with the key that is imported to.
    fn lacking_target(
        &self,
        group: &Group<'_>,
        key: Option<&StepKind<'_>>,
        each: Option<&Value<'_>>,
    ) -> Option<ProblemKind> {
        let base = group.base?;
        let repeated = each.is_some();
        let constant = key.filter(|key| !repeated && is_constant(key));
        let lacking = constant.and_then(|key| self.lacking(group, key));
        match (group.instances, key) {
            (Instances::One, Some(_)) => Some(ProblemKind::UnexpectedInstanceKey(base.to_string())),
            (Instances::Repeated, None) => Some(ProblemKind::MissingInstanceKey(base.to_string())),
            (Instances::Repeated, Some(_)) if lacking.is_some() => lacking,
            (Instances::Repeated, Some(key))
                if !group.native && (self.module.is_terraform() || !repeated && is_constant(key)) =>
            {
                let counted = group.argument(self.module, "count").is_some();
                let key = match key {
                    StepKind::Index(index) if !counted => *index,
                    StepKind::Key(key) if counted => key,
                    StepKind::Computed(key) => key_of_other_type(key, each?, counted)?,
                    _ => return None,
                };
                Some(ProblemKind::NoSuchInstance(base.to_string(), key.to_owned()))
            }
            _ => None,
        }
    }

    /// Whether a module that this one calls has the resource that is named in it; `None` where that is not known.
    fn child_has(&self, traversal: &Traversal<'_>, children: &Children) -> Option<bool> {
        let names = traversal.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Attribute(name) => Some(*name),
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        let &[called, kind, name] = names.as_slice() else {
            return None;
        };
        let group = self.declared.get((DeclarationKind::Module, called, ""))?;
        let child = self.child(group.blocks(self.module).next()?, children)?;
        child
            .complete
            .then(|| child.resources.contains(&format!("{kind}.{name}")))
    }

    /// A provider that an import names though the resource is there, which says what its provider is.
    fn provider_of_import(&mut self, import: &TopBlock<'_, '_>, to: Node<'_, '_>) {
        let Some(provider) = import.content.attribute("provider") else {
            return;
        };
        let Some(text) = to.string() else { return };
        let Ok(traversal) = Traversal::parse(text.as_str()) else {
            return;
        };
        let named = match Subject::of(&traversal) {
            Subject::Module(..) => true,
            Subject::Resource(ResourceMode::Managed, kind, name, _) => {
                let group = self.declared.get((DeclarationKind::Resource, kind, name));
                let group = group.filter(|group| group.base.is_some() && !group.native);
                group.is_some_and(|group| group.argument(self.module, "provider").is_none())
            }
            _ => false,
        };
        if named {
            self.reject(ProblemKind::ImportProvider, import.file, provider.name_span());
        }
    }

    /// An id that is made of what is imported.
    fn id_of_itself(&mut self, file: usize, id: Node<'_, '_>, to: Node<'_, '_>) {
        if is_of_itself(id, to) {
            self.problems.push(Problem {
                kind: ProblemKind::SelfReference,
                file,
                span: id.opening(),
                // To OpenTofu it is an id that is not known, unless the resource is there already.
                engine_rejects: self.module.is_terraform(),
            });
        }
    }
}

/// Whether a value of an import refers to what is imported.
fn is_of_itself(value: Node<'_, '_>, to: Node<'_, '_>) -> bool {
    let Some(text) = to.string() else { return false };
    let target = Native::reference(text.as_str());
    let Some(Subject::Resource(mode, kind, name, _)) = target.as_ref().map(Subject::of) else {
        return false;
    };
    let target = (mode, kind, name);
    let mut itself = false;
    Expression::new(value).templates(&mut |_, template| {
        if let Ok(template) = template {
            template.walk(|met| {
                if let Met::Reference(traversal) = met
                    && let Subject::Resource(mode, kind, name, _) = Subject::of(traversal)
                {
                    itself |= (mode, kind, name) == target;
                }
            });
        }
    });
    itself
}

/// Whether a step names an instance that Terraform can import to: where the import is repeated, a key is computed of
/// what `for_each` gives and of constants, without functions.
fn is_key_of_import(step: &StepKind<'_>, repeated: bool) -> bool {
    match step {
        StepKind::Attribute(_) | StepKind::Key(_) => true,
        StepKind::Index(index) => is_whole(index),
        StepKind::Splat => false,
        StepKind::Computed(key) => {
            let (mut given, mut other) = (false, false);
            key.walk(|met| match met {
                Met::Reference(traversal) if traversal.root == "each" => given = true,
                _ => other = true,
            });
            // That there is no `each` is said of the reference.
            if repeated { !other && !is_no_key(key) } else { given }
        }
    }
}

/// Whether an instance cannot have such a key, whatever it is computed for.
const fn is_no_key(key: &Native<'_>) -> bool {
    matches!(key.kind, NativeKind::Null | NativeKind::Bool(_))
}

/// Whether a key stands there itself.
fn is_constant(key: &StepKind<'_>) -> bool {
    matches!(key, StepKind::Index(_) | StepKind::Key(_))
}

/// Whether it is known that there is nothing in a value. Terraform takes null for that.
fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Object(entries) => entries.is_empty(),
        Value::Tuple(elements) => elements.is_empty(),
        _ => false,
    }
}

/// A set of these elements, where it is one of texts: each is the key of itself.
fn as_set(list: Value<'static>) -> Value<'static> {
    let Value::Tuple(elements) = list else {
        return Value::Unknown;
    };
    let entry = |element| match element {
        Value::String(text) => Some((text.clone(), Value::String(text))),
        _ => None,
    };
    let entries: Option<Vec<_>> = elements.into_iter().map(entry).collect();
    entries.map_or(Value::Unknown, |entries| Value::Object(order::map(entries)))
}

/// What an import is repeated for, by key; none where not all of it is known.
fn pairs_of<'v>(each: &'v Value<'v>) -> Vec<(Value<'v>, &'v Value<'v>)> {
    match each {
        Value::Tuple(elements) if each.is_constant() => {
            let positions = (0..elements.len()).map(|index| Value::Number(index.to_string().into()));
            positions.zip(elements).collect()
        }
        Value::Object(entries) if each.is_constant() => {
            let names = entries.keys().map(|name| Value::String(name.as_ref().into()));
            names.zip(entries.values()).collect()
        }
        _ => Vec::new(),
    }
}

/// `each.key` or `each.value` where it is the key of an import and for one of them no text, or no whole number where the
/// resource has numbers.
fn key_of_other_type(key: &Native<'_>, each: &Value<'_>, counted: bool) -> Option<&'static str> {
    let key = match &key.kind {
        NativeKind::Parentheses(inside) => return key_of_other_type(inside, each, counted),
        NativeKind::Template(parts) => match parts.as_slice() {
            [Part::Interpolation { expression, .. }] => return key_of_other_type(expression, each, counted),
            _ => return None,
        },
        NativeKind::Variable(traversal) if traversal.steps.len() == 1 => Subject::of(traversal),
        _ => return None,
    };
    let is_other = |value: &Value<'_>| match value {
        Value::Number(number) => !counted || !is_whole(number),
        Value::String(_) => counted,
        // No instance has such a key.
        _ => true,
    };
    let pairs = pairs_of(each);
    let mut pairs = pairs.iter();
    match key {
        Subject::Each("key") => pairs.any(|(key, _)| is_other(key)).then_some("each.key"),
        Subject::Each("value") => pairs.any(|(_, value)| is_other(value)).then_some("each.value"),
        _ => None,
    }
}

/// An address in which nothing is computed, in one spelling, and whether a data source is what it names.
pub(super) fn address(text: &str) -> Option<(String, bool)> {
    let Traversal { root, steps, .. } = Native::reference(text)?;
    let mut address = root.to_owned();
    let mut names = vec![root];
    for step in steps {
        match &step.kind {
            StepKind::Attribute(name) => {
                address.push('.');
                address.push_str(name);
                names.push(name);
            }
            StepKind::Index(index) => address.extend(["[", index, "]"]),
            StepKind::Key(key) => address.extend(["[\"", key, "\"]"]),
            StepKind::Splat | StepKind::Computed(_) => return None,
        }
    }
    while let ["module", _, rest @ ..] = names.as_slice() {
        names = rest.to_vec();
    }
    Some((address, names.first() == Some(&"data")))
}
