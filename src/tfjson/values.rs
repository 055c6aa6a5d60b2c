//! Reads the values of arguments, each in its mode.

use std::collections::{BTreeMap, BTreeSet};

use super::decode::{Decoder, is_argument};
use super::dynamic::Repeats;
use super::engine::Version;
use super::known_type::KnownType;
use super::module::{Argument, Feature, Like, Lookalike};
use super::operands::{self, Needed};
use super::problem::ProblemKind;
use super::provider_reference::{ProviderReference, bare};
use super::reference::{Role, Subject};
use super::schema::Mode;
use super::type_constraint::{Type, TypeError};
use crate::hcljson::template::{
    Met, Native, NativeKind, Step, StepKind, Template, TemplateErrorKind, Traversal, is_names, is_template,
};
use crate::hcljson::{COMMENT, Expression, Kind, Node, Property, StaticError, StructureErrorKind, Value};
use crate::json::Number;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// An argument of the language.
    pub(super) fn argument(&mut self, mode: Mode, value: &'static str, property: Property<'f, 'a>) {
        self.keep(mode, property);
        let node = property.value();
        let expression = Expression::new(node);
        let before = self.part.problems.len();
        if (value.ends_with("bool") || value == "number") && node.is_string() && !node.may_be_template() {
            self.lookalike(node, Like::Quoted);
        }
        match mode {
            Mode::Literal => self.literal(value, node),
            Mode::Template | Mode::Static => {
                let references = self.part.references.len();
                self.expression(mode, node, &mut Vec::new());
                self.constant(value, node);
                if let Some(needed) = needed(value)
                    && let [reference] = self.part.references.get_mut(references..).unwrap_or_default()
                    && is_reference(node)
                {
                    reference.needed = Some(needed);
                }
            }
            Mode::Traversal => self.address(node),
            Mode::Traversals => self.traversals(node),
            Mode::Relative => self.relative(node),
            Mode::Keyword => self.keyword(value, node),
            Mode::Keywords => match expression.list() {
                Some(elements) => elements.into_iter().for_each(|element| {
                    self.reject(ProblemKind::Keyword { allowed: "none" }, element.node().span());
                }),
                None => self.reject(ProblemKind::NotList, node.opening()),
            },
            Mode::Native => self.native(node, Role::Address),
            Mode::Natives => match expression.list() {
                Some(elements) => elements
                    .into_iter()
                    .for_each(|element| self.native(element.node(), Role::Trigger)),
                None => self.reject(ProblemKind::NotList, node.opening()),
            },
            Mode::Provider => self.provider(node),
            Mode::Providers => self.providers(node),
            Mode::Type => self.type_constraint(value, node),
            _ => {}
        }
        if node.is_null() && self.part.problems.len() > before {
            self.part.problems.truncate(before);
            self.reject(ProblemKind::NullArgument(property.name().into_owned()), node.span());
        }
    }

    /// Keeps an argument whose value is no expression.
    pub(super) fn keep(&mut self, mode: Mode, property: Property<'f, 'a>) {
        if !matches!(mode, Mode::Template | Mode::Static) {
            self.part.arguments.push(Argument {
                file: self.file,
                block: self.block,
                property,
                mode,
            });
        }
    }

    /// Keeps what may be meant otherwise.
    pub(super) fn lookalike(&mut self, node: Node<'f, 'a>, like: Like) {
        self.part.lookalikes.push(Lookalike {
            file: self.file,
            block: self.block,
            node,
            like,
        });
    }

    /// Strings and names as templates, at any depth; inside of bodies that cannot be told from objects, comments are
    /// none.
    pub(super) fn expression(&mut self, mode: Mode, node: Node<'f, 'a>, bound: &mut Vec<String>) {
        let role = if mode == Mode::Static { Role::Early } else { Role::Value };
        match node.kind() {
            Kind::Array => node
                .elements()
                .for_each(|element| self.expression(mode, element, bound)),
            Kind::Object => {
                if self.repeats == Repeats::Anywhere {
                    self.name_twice(node);
                }
                for property in node.properties() {
                    if property.is(COMMENT) {
                        self.lookalike(property.key(), Like::Comment);
                        // Where blocks may stand it is a comment, as long as nobody knows that this is none.
                        if mode == Mode::Static || self.repeats == Repeats::Anywhere {
                            continue;
                        }
                    }
                    if self.repeats == Repeats::Anywhere
                        && property.is("dynamic")
                        && matches!(property.value().kind(), Kind::Object | Kind::Array)
                        && looks_dynamic(property.value())
                    {
                        self.dynamic(property, bound);
                        continue;
                    }
                    if property.key().may_be_template() {
                        self.template(role, property.key(), bound);
                    }
                    self.expression(mode, property.value(), bound);
                }
            }
            _ => {
                let may_be_template = node.may_be_template();
                if role == Role::Value && may_refer(node, may_be_template) {
                    self.lookalike(node, Like::Reference);
                }
                if may_be_template {
                    self.template(role, node, bound);
                }
            }
        }
    }

    /// A name that stands twice in an object of which nobody knows whether it is a block or a value: blocks may repeat,
    /// and what is none of them is refused in either.
    fn name_twice(&mut self, node: Node<'f, 'a>) {
        let mut seen = BTreeMap::new();
        for property in node.properties() {
            if property.is(COMMENT) || property.key().may_be_template() {
                continue;
            }
            let name = property.name();
            let is_value = is_argument(property.value()) || property.value().elements().any(is_argument);
            let is_other = seen.insert(name.clone(), is_value);
            if is_other.is_some_and(|is_other| is_value || is_other) {
                let name = name.into_owned();
                self.reject(
                    ProblemKind::Structure(StructureErrorKind::NameTwice { name }),
                    property.name_span(),
                );
            }
        }
    }

    /// What a constant must be.
    pub(super) fn constant(&mut self, wanted: &'static str, node: Node<'f, 'a>) {
        // What may be anything is asked for names alone that stand twice.
        if wanted.is_empty() && !matches!(node.kind(), Kind::Object | Kind::Array) {
            return;
        }
        let mut errors = Vec::new();
        let value = Expression::new(node).evaluate(&mut errors);
        self.structure(errors);
        let is_list = matches!(value, Value::Tuple(_));
        let fits = match (wanted, &value) {
            ("bool" | "optional bool", Value::Unknown) if !operands::may_read_as(node, Needed::Bool) => false,
            ("number" | "any number", Value::Unknown) if !operands::may_read_as(node, Needed::Number) => false,
            ("bool", Value::Unknown) => KnownType::of_node(node).is_none_or(|known| known.may_become(&Type::Bool)),
            // Nothing else is evaluated to find out whether it is one.
            ("constant bool", Value::Unknown) => !operands::has_references(node),
            (_, Value::Unknown) | ("optional bool" | "any number" | "strings" | "map of strings", Value::Null) => true,
            ("number", _) => value.into_number().is_some_and(|number| is_count(&number)),
            ("bool" | "optional bool", _) => value.into_bool().is_some(),
            ("constant bool", value) => matches!(value, Value::Bool(_)),
            ("each", value) => matches!(value, Value::Object(_)),
            ("string" | "version", value) => is_scalar(value),
            ("text", value) => is_scalar(value) && *value != Value::Null,
            ("any number", _) => value.into_number().is_some(),
            ("strings", Value::Tuple(elements)) => elements.iter().all(is_scalar),
            ("map of strings", Value::Object(members)) => members.values().all(is_scalar),
            ("strings" | "map of strings", _) => false,
            _ => true,
        };
        if !fits && is_list && wanted == "each" {
            self.reject(ProblemKind::ForEachList, node.opening());
        } else if !fits {
            let wanted = match wanted {
                "number" => "a whole number that is not negative",
                "bool" | "optional bool" | "constant bool" => "true or false",
                "any number" => "a number",
                "each" => EACH,
                "strings" => "a list of strings",
                "map of strings" => "an object of strings",
                _ => "a string",
            };
            self.reject(ProblemKind::ValueType(wanted), node.opening());
        }
    }

    fn literal(&mut self, wanted: &'static str, node: Node<'f, 'a>) {
        let mut errors = Vec::new();
        let value = Expression::new(node).literal(&mut errors);
        self.structure(errors);
        let (fits, words) = match wanted {
            "bool" => (
                matches!(value, Value::Unknown) || value.into_bool().is_some(),
                "true or false",
            ),
            "constant bool" => (matches!(value, Value::Unknown | Value::Bool(_)), "true or false"),
            // OpenTofu evaluates it, if only to see that it is a constant in JSON.
            "nullable bool" => {
                let absent = value == Value::Null && self.ask(|engine| engine.is_tofu_since(12));
                let fits = absent || value == Value::Unknown || value.into_bool().is_some();
                (fits, "true or false")
            }
            "any" | "" => (true, ""),
            "version" if value == Value::Null => (true, ""),
            // Numbers of any size have a text.
            _ => (
                matches!(value, Value::Unknown | Value::Number(_)) || value.into_string().is_some(),
                "string",
            ),
        };
        if !fits {
            self.reject(ProblemKind::LiteralType(words), node.opening());
        }
    }

    /// A value that cannot be read without evaluating it.
    pub(super) fn static_error(&mut self, node: Node<'f, 'a>, wanted: &'static str) {
        let templated = node.string().is_some_and(|text| is_template(text.as_str()));
        self.reject(ProblemKind::NotReference { wanted, templated }, node.opening());
    }

    /// `moved` and `removed`: a reference that need not lead anywhere.
    fn address(&mut self, node: Node<'f, 'a>) {
        let mut reference = None;
        let read =
            Expression::new(node).traversal(|text, traversal| reference = Some((text.clone(), traversal.steps.len())));
        if read.is_err() {
            return self.static_error(node, "a reference");
        }
        if let Some((text, _)) = reference
            && let Ok(traversal) = Traversal::parse(text.as_str())
        {
            self.reference(Role::Address, &text, &traversal);
        }
    }

    fn traversals(&mut self, node: Node<'f, 'a>) {
        let Some(elements) = Expression::new(node).list() else {
            return self.reject(ProblemKind::NotList, node.opening());
        };
        for element in elements {
            match element.node().string() {
                Some(text) if Traversal::parse(text.as_str()).is_ok() => {
                    if let Ok(traversal) = Traversal::parse(text.as_str()) {
                        self.reference(Role::Order, &text, &traversal);
                    }
                }
                _ => self.static_error(element.node(), DEPENDENCY),
            }
        }
    }

    /// `ignore_changes`.
    fn relative(&mut self, node: Node<'f, 'a>) {
        let expression = Expression::new(node);
        let Some(elements) = expression.list() else {
            if expression.keyword().as_deref() != Some("all") {
                self.reject(ProblemKind::NotList, node.opening());
            }
            return;
        };
        for element in elements {
            let is = |word: &str| element.node().string().is_some_and(|text| text.as_str() == word);
            if is("*") {
                self.reject(ProblemKind::IgnoreStar, node.opening());
            } else if is("all") {
                self.reject(ProblemKind::IgnoreAllInList, element.node().span());
            } else if element.traversal(|_, _| ()).is_err() {
                self.static_error(element.node(), "an attribute of the resource");
            }
        }
    }

    fn keyword(&mut self, allowed: &'static str, node: Node<'f, 'a>) {
        match Expression::new(node).keyword() {
            None => self.static_error(node, "a word"),
            Some(word) if allowed.split(' ').any(|known| known == word) => {}
            Some(_) => self.reject(ProblemKind::Keyword { allowed }, node.span()),
        }
    }

    /// An expression of the native syntax, in a plain string.
    fn native(&mut self, node: Node<'f, 'a>, role: Role) {
        let Some(text) = node.string() else {
            return self.static_error(node, "a reference");
        };
        match Native::parse(text.as_str()) {
            Ok(native) if role == Role::Trigger && !is_trigger(&native) => {
                self.static_error(node, "a reference to a resource");
            }
            Ok(native) => {
                let mut first = true;
                native.walk(|met| {
                    if let Met::Reference(traversal) = met {
                        self.reference(if first { role } else { Role::Value }, &text, traversal);
                        first = false;
                    }
                });
                if first {
                    self.static_error(node, "a reference");
                }
            }
            Err(_) => self.static_error(node, "a reference"),
        }
    }

    /// A reference to a provider configuration: `name`, `name.alias`, and in OpenTofu a key behind it.
    fn provider(&mut self, node: Node<'f, 'a>) {
        let fits = |steps: &[Step<'_>], keyed: bool| match steps {
            [] => true,
            [alias] => matches!(alias.kind, StepKind::Attribute(_)),
            [alias, key] => {
                let is_key = !matches!(key.kind, StepKind::Attribute(_) | StepKind::Splat);
                keyed && matches!(alias.kind, StepKind::Attribute(_)) && is_key
            }
            _ => false,
        };
        let Some(text) = node.string() else {
            return self.reject(ProblemKind::ProviderReference { templated: false }, node.opening());
        };
        let expression = Expression::new(node);
        let read = self.ask(|engine| {
            if engine.is_tofu_since(11) {
                expression.native(|_, native| native.steps().is_some_and(|steps| fits(steps, true)))
            } else {
                expression.traversal(|_, traversal| fits(&traversal.steps, false))
            }
        });
        // OpenTofu reads a string in the expression as the expression.
        let quoted = text
            .as_str()
            .trim()
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        if quoted.is_some_and(is_names) && self.ask(|engine| engine.is_tofu_since(11)) {
            return;
        }
        if read != Ok(true) {
            let templated = matches!(read, Err(StaticError::Templated)) || is_template(text.as_str());
            return self.reject(ProblemKind::ProviderReference { templated }, node.opening());
        }
        super::special::provider_name(self, ProviderReference::read(text.as_str()).name, node.opening());
        if let Ok(native) = Native::parse(text.as_str()) {
            // The native syntax has had instances of providers since 1.9.
            let keyed = native.steps().is_some_and(|steps| steps.len() > 1);
            self.part.features.extend(keyed.then(|| Feature {
                file: self.file,
                span: node.span(),
                name: "[\u{2026}]",
                since: Version::new(1, 11, 0),
            }));
            let mut is_key = !matches!(native.kind, NativeKind::Variable(_));
            native.walk(|met| {
                if let Met::Reference(traversal) = met {
                    if is_key {
                        self.reference(Role::Value, &text, traversal);
                    }
                    is_key = true;
                }
            });
        }
    }

    /// `providers` of a module: names and values are references.
    fn providers(&mut self, node: Node<'f, 'a>) {
        let Some(entries) = Expression::new(node).map() else {
            return self.reject(ProblemKind::NotProviderMap, node.opening());
        };
        let mut seen = BTreeSet::new();
        for entry in entries {
            let name = entry.name();
            if name == COMMENT {
                self.reject(ProblemKind::CommentAsName, entry.name_span());
                continue;
            }
            let name = bare(&name).into_owned();
            if seen.contains(&name) {
                let what = format!("the provider {name}");
                self.reject(ProblemKind::Duplicate { what }, entry.name_span());
            } else {
                seen.insert(name);
            }
            let has_key = entry.name().contains('[');
            self.provider(entry.key());
            self.provider(entry.value());
            if has_key && self.ask(|engine| engine.is_tofu_since(11)) {
                self.reject(ProblemKind::ProviderReference { templated: false }, entry.name_span());
            }
        }
    }

    fn type_constraint(&mut self, wanted: &'static str, node: Node<'f, 'a>) {
        let read = Expression::new(node).native(|text, native| {
            let kind = match wanted {
                "exact" => Type::exact(native),
                _ => Type::read(native),
            };
            kind.map(drop).map_err(|(kind, span)| (kind, text.span(span)))
        });
        let (kind, span) = match read {
            Ok(Ok(())) => return,
            Ok(Err((kind, span))) => (kind, span),
            Err(StaticError::NotString) => (TypeError::NotString, node.opening()),
            Err(StaticError::Templated) => (TypeError::Templated, node.span()),
            // It may be one; engines read any depth.
            Err(StaticError::Unfit(error)) if error.kind == TemplateErrorKind::TooDeep => {
                return self.problem(ProblemKind::Template(error.kind), node.span(), false);
            }
            Err(StaticError::Unfit(_)) => (TypeError::Unknown, node.span()),
        };
        self.reject(ProblemKind::Type(kind), span);
    }
}

/// Whether an expression is a reference and nothing else, with `each.key` and `count.index` at most inside of it.
fn is_trigger(native: &Native<'_>) -> bool {
    let NativeKind::Variable(traversal) = &native.kind else {
        return false;
    };
    let mut inside = Vec::new();
    native.walk(|met| {
        if let Met::Reference(met) = met {
            inside.push(Subject::of(met));
        }
    });
    let fits = |subject: &Subject<'_>| matches!(subject, Subject::Each("key") | Subject::Count("index"));
    let splats = traversal.steps.iter().any(|step| step.kind == StepKind::Splat);
    !splats && inside.iter().skip(1).all(fits)
}

/// Whether a value named `dynamic` is blocks that are made by repetition: each has `for_each` and `content`.
fn looks_dynamic(node: Node<'_, '_>) -> bool {
    let made = |node: Node<'_, '_>| node.get("content").is_some() && node.get("for_each").is_some();
    let one_or_many = |node: Node<'_, '_>| made(node) || node.elements().next().is_some_and(made);
    let labelled = |node: Node<'_, '_>| node.properties().any(|property| one_or_many(property.value()));
    labelled(node) || node.elements().any(labelled)
}

/// Whether a value becomes a string where one is wanted, as far as it is known.
pub(super) const fn is_scalar(value: &Value<'_>) -> bool {
    !matches!(value, Value::Tuple(_) | Value::Object(_))
}

/// What the value of an argument must be or become; `None` where that is not asked of what is declared.
fn needed(wanted: &str) -> Option<Needed> {
    Some(match wanted {
        "bool" | "optional bool" | "constant bool" => Needed::Bool,
        "any number" => Needed::Number,
        "string" | "text" => Needed::Text,
        "strings" => Needed::List,
        "map of strings" => Needed::Map,
        _ => return None,
    })
}

/// Whether a value is the name of a variable or a local and nothing else.
fn is_reference(node: Node<'_, '_>) -> bool {
    let text = node.string();
    let template = text.as_ref().and_then(|text| Template::parse(text.as_str()).ok());
    let mut only = template.as_ref().and_then(Template::unwrapped);
    while let Some(NativeKind::Parentheses(inside)) = only.map(|only| &only.kind) {
        only = Some(inside);
    }
    only.is_some_and(|only| matches!(&only.kind, NativeKind::Variable(name) if name.steps.len() == 1))
}

/// Whether something can be there so many times, of which engines take 63 bits; of spellings that JSON does not have
/// nothing is said.
fn is_count(number: &str) -> bool {
    let fits = |count: u64| i64::try_from(count).is_ok();
    Number::parse(number).is_none_or(|number| number.as_u64().is_some_and(fits))
}

/// What `for_each` takes.
pub(crate) const EACH: &str = "an object, a map or a set of strings";

/// What `depends_on` has as its elements.
pub(crate) const DEPENDENCY: &str = "a resource or a module";

/// Whether a string, as it is written, may be a reference or have an escaped marker: most are neither.
fn may_refer(node: Node<'_, '_>, may_be_template: bool) -> bool {
    let raw = node.raw();
    if may_be_template {
        return raw.contains("$${") || node.kind() == Kind::Escaped && raw.contains("\\u");
    }
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.[]\"*\\".contains(&byte) || byte >= 0x80;
    let is_name = || raw.contains('.') && raw.bytes().all(fits);
    node.is_string() && (is_name() || may_be_expression(raw))
}

/// Whether a string, as it is written, may be a call or a `for`.
fn may_be_expression(raw: &str) -> bool {
    let inside = raw.trim_matches('"');
    let is_call = inside.ends_with(')') && inside.starts_with(|first: char| first.is_ascii_lowercase());
    let is_for = |begin: &str, end: &str| inside.starts_with(begin) && inside.ends_with(end) && inside.contains("for ");
    is_call || is_for("{", "}") || is_for("[", "]")
}
