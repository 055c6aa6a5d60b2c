//! What makes a problem right without any doubt: edits after which the file says what it was meant to say.
//!
//! Only what an engine refuses is fixed, and what means the same elsewhere, so that no module that works changes its
//! meaning.

mod syntax;
mod template;

use super::engine::{Version, satisfies};
use super::module::Module;
use super::problem::{Problem, ProblemKind};
use super::reference::Subject;
use super::type_constraint::TypeError;
use crate::hcljson::template::{Native, NativeKind, Template, Traversal};
use crate::hcljson::{
    COMMENT, File, Kind, Node, Property, StructureErrorKind, SyntaxError, SyntaxErrorKind as Fault, Text,
};
use crate::order;
use crate::source::{Edit, Fix, Span};

/// Blocks of which none is the same as an empty map of them. Others choose something by being there: a backend.
const OPTIONAL: &[&str] = &[
    "check",
    "data",
    "dynamic",
    "ephemeral",
    "module",
    "output",
    "provider",
    "provisioner",
    "resource",
    "variable",
];

/// Arguments that some block cannot do without.
const NEEDED: &[&str] = &["condition", "error_message", "from", "id", "source", "to", "value"];

/// What makes a problem of a module right; `None` where that is for people to say.
#[must_use]
pub fn fix(module: &Module<'_, '_>, tree: &File<'_>, problem: &Problem) -> Option<Fix> {
    // Places in a text that was changed while it was decoded are none in the file.
    let file = module.files.get(problem.file)?;
    // Of what the engines accept this alone means the same where it belongs.
    let is_fixed = problem.engine_rejects || problem.kind == ProblemKind::ProviderVersion;
    if !file.invalid.is_empty() || !is_fixed || !is_understood(tree) {
        return None;
    }
    if let ProblemKind::Syntax(kind) = problem.kind {
        return syntax::fix(module, tree, problem.file, kind, problem.span);
    }
    if let ProblemKind::Template(kind) = &problem.kind {
        let text = tree.way(problem.span).pop()?.string()?;
        return template::fix(&text, *kind);
    }
    let found = Found::at(tree, problem.span)?;
    let fix = match &problem.kind {
        ProblemKind::NotReference { templated: true, .. }
        | ProblemKind::ProviderReference { templated: true }
        | ProblemKind::Type(TypeError::Templated) => found.bare(),
        ProblemKind::NotList => found.list(),
        // Of a name that the type does not have nobody knows which was meant.
        ProblemKind::MembersMissing { missing, unknown } if unknown.is_empty() => found.nulls(missing),
        ProblemKind::ObjectForList { is_one: true } => Some(Fix {
            description: "put it into a list",
            edits: found.in_brackets(),
        }),
        ProblemKind::IgnoreStar => found.all("*"),
        ProblemKind::IgnoreAllInList => found.all("all"),
        ProblemKind::IgnoreAbsolute => found.relative(),
        ProblemKind::ForEachList => found.set(),
        ProblemKind::NullArgument(name) if !NEEDED.contains(&&**name) => found.drop("leave the property out"),
        ProblemKind::ProviderVersion => found.required_version(module, problem.file),
        ProblemKind::Structure(StructureErrorKind::MissingLabel { block, .. }) if OPTIONAL.contains(&&**block) => {
            found.drop("leave out what is empty")
        }
        _ => None,
    };
    // What the reader passed over may be a comment, which nobody asked to take away.
    let passed_over = |edit: &Edit| {
        let gone = |error: &SyntaxError| edit.span.start <= error.span.start && error.span.end <= edit.span.end;
        !edit.span.is_empty() && tree.errors().iter().any(gone)
    };
    fix.filter(|fix| !fix.edits.iter().any(passed_over))
}

/// Whether the reader has understood the text as it was meant, as far as it has read: behind a fault that it guessed
/// at, the next may be the guess's.
fn is_understood(tree: &File<'_>) -> bool {
    let guessed = |error: &SyntaxError| match error.kind {
        Fault::TooManyErrors => false,
        // In some languages it does not end where the reader has seen its end.
        Fault::SingleQuotes => (tree.text().get(error.span.range())).is_none_or(|text| text.contains('\\')),
        kind => kind.loses_text(),
    };
    !tree.errors().iter().any(guessed)
}

/// A value or name with the way to it.
struct Found<'f, 'a> {
    text: &'a str,
    node: Node<'f, 'a>,
    /// The objects around it, from the outermost, each with the property that leads on.
    way: Vec<(Node<'f, 'a>, Property<'f, 'a>)>,
}

impl<'f, 'a> Found<'f, 'a> {
    /// The value or name that a problem names, by all of it or by its opening bracket.
    fn at(tree: &'f File<'a>, span: Span) -> Option<Self> {
        let mut nodes = tree.way(span);
        let found = nodes
            .iter()
            .position(|node| node.span() == span || node.opening() == span)?;
        nodes.truncate(found + 1);
        let pairs = nodes.iter().zip(nodes.iter().skip(1));
        let way = pairs
            .filter_map(|(outer, inner)| Some((*outer, inner.property()?)))
            .collect();
        let node = nodes.pop()?;
        let text = tree.text();
        Some(Self { text, node, way })
    }

    /// The name of the property that it is in.
    fn name(&self) -> Option<String> {
        self.way.last().map(|(_, property)| property.name().into_owned())
    }

    /// `${` and `}` go.
    fn bare(&self) -> Option<Fix> {
        let text = self.node.string()?;
        let edits = unwrapped(&text, |bare| {
            let goes_on = matches!(
                &bare.kind,
                NativeKind::Variable(traversal) if matches!(Subject::of(traversal), Subject::Resource(.., Some(_)))
            );
            // That names an attribute, and the whole resource is needed.
            !(goes_on && self.name().as_deref() == Some("depends_on"))
        })?;
        Some(Fix {
            description: "leave out ${ and }",
            edits,
        })
    }

    /// One reference becomes a list of one.
    fn list(&self) -> Option<Fix> {
        let text = self.node.string()?;
        let (_, property) = self.way.last()?;
        if property.value().span() != self.node.span() {
            return None;
        }
        let ignores = property.name() == "ignore_changes";
        if ignores && text.as_str() == "*" {
            return Some(Fix {
                description: "write \"all\"",
                edits: vec![Edit::new(text.span(Span::new(0, 1)), "all")],
            });
        }
        let is_all = |bare: &Native<'_>| matches!(&bare.kind, NativeKind::Variable(it) if it.root == "all" && it.steps.is_empty());
        if ignores && let Some(edits) = unwrapped(&text, is_all) {
            return Some(Fix {
                description: "leave out ${ and }",
                edits,
            });
        }
        let is_reference = |native: &Native<'_>| matches!(native.kind, NativeKind::Variable(_));
        let alone = Native::parse(text.as_str()).is_ok_and(|native| is_reference(&native));
        if !alone && unwrapped(&text, is_reference).is_none() {
            return None;
        }
        Some(Fix {
            description: "put it into a list",
            edits: self.in_brackets(),
        })
    }

    fn in_brackets(&self) -> Vec<Edit> {
        let Span { start, end } = self.node.span();
        vec![Edit::insert(start, "["), Edit::insert(end, "]")]
    }

    /// An object gets members that are null.
    fn nulls(&self, names: &[String]) -> Option<Fix> {
        let nulls: Vec<String> = names
            .iter()
            .map(|name| format!("{}: null", serde_json::Value::from(name.as_str())))
            .collect();
        let nulls = nulls.join(", ");
        let edit = match self.node.properties().last() {
            Some(last) => Edit::insert(last.value().span().end, format!(", {nulls}")),
            None => Edit::insert(self.node.span().start + 1, nulls),
        };
        (self.node.kind() == Kind::Object).then(|| Fix {
            description: "add them, as null",
            edits: vec![edit],
        })
    }

    /// A list of one word, or of stars, becomes `"all"`.
    fn all(&self, word: &str) -> Option<Fix> {
        let list = match self.node.kind() {
            Kind::Array => self.node,
            _ => self.way.last()?.1.value(),
        };
        let mut words = list.elements();
        let first = words.next()?;
        let fits = |node: Node<'_, '_>| node.string().is_some_and(|text| text.as_str() == word);
        if !fits(first) || !words.all(fits) {
            return None;
        }
        let (list, inside) = (list.span(), first.string()?);
        let inside = inside.span(Span::new(0, word.len()));
        Some(Fix {
            description: "write \"all\"",
            edits: vec![
                Edit::new(Span::new(list.start, inside.start), "\""),
                Edit::new(inside, "all"),
                Edit::new(Span::new(inside.end, list.end), "\""),
            ],
        })
    }

    /// An address goes from before the name of an attribute.
    fn relative(&self) -> Option<Fix> {
        let text = self.node.string()?;
        let traversal = Traversal::parse(text.as_str()).ok()?;
        traversal.attribute(1)?;
        let address = traversal.span_of(1).end + ".".len();
        Some(Fix {
            description: "leave out the address",
            edits: vec![Edit::delete(text.span(Span::new(0, address)))],
        })
    }

    /// A list of strings becomes a template that makes a set of it, on one line.
    fn set(&self) -> Option<Fix> {
        let mut edits = Vec::new();
        let mut from = self.node.span().start;
        for element in self.node.elements() {
            // In an expression an escape, or a quotation mark in a template, would have to be written twice.
            if !matches!(element.kind(), Kind::String) || element.raw().contains("%{") {
                return None;
            }
            let Span { start, end } = element.span();
            let before = if edits.is_empty() {
                r#""${toset([\""#
            } else {
                r#"\", \""#
            };
            edits.push(Edit::new(Span::new(from, start + 1), before));
            from = end.checked_sub(1)?;
        }
        let end = Span::new(from, self.node.span().end);
        (!edits.is_empty()).then(|| Fix {
            description: "make a set of it",
            edits: edits.into_iter().chain([Edit::new(end, r#"\"])}""#)]).collect(),
        })
    }

    /// The version in a provider block goes to where the module requires the provider, beside what stands there: all
    /// constraints hold together, wherever they are.
    fn required_version(&self, module: &Module<'_, '_>, file: usize) -> Option<Fix> {
        let [(_, kind), (_, name), .., (body, _)] = self.way.as_slice() else {
            return None;
        };
        let is_plain = |node: &Node<'_, '_>| node.kind() == Kind::String && !node.may_be_template();
        let version = Some(self.node).filter(is_plain)?.string()?;
        let others = body.properties().filter(|property| !property.is(COMMENT));
        // Reports show what is put in: nothing but a constraint may get there. Without arguments the block means
        // something else in a module that is called.
        let is_constraint = satisfies(Version::default(), version.as_str()).is_some();
        if !kind.is("provider") || !is_constraint || others.count() < 2 {
            return None;
        }
        let of_name = module
            .of_kind("provider")
            .filter(|top| top.block.label(0) == name.name());
        let says = of_name.filter(|top| top.content.attribute("version").is_some());
        let required = module.of_kind("terraform").flat_map(|top| {
            let blocks = top.content.blocks_of("required_providers");
            blocks.filter_map(move |block| Some((top, block.body.node().get(&name.name())?)))
        });
        let (says, required): (Vec<_>, Vec<_>) = (says.collect(), required.collect());
        let ([only], [(top, entry)]) = (says.as_slice(), required.as_slice()) else {
            return None;
        };
        if only.overrides || top.overrides || top.file != file || entry.kind() != Kind::Object {
            return None;
        }
        let mut fix = self.drop("move it to required_providers")?;
        let text = version.as_str();
        match (entry.get("version"), entry.properties().last()) {
            (Some(known), _) => {
                let known = Some(known).filter(is_plain)?;
                let is_same = known.string().is_some_and(|known| known.as_str() == text);
                let inside = known.span().end.checked_sub(1)?;
                fix.edits
                    .extend((!is_same).then(|| Edit::insert(inside, format!(", {text}"))));
            }
            (None, Some(last)) => {
                let end = last.value().span().end;
                fix.edits
                    .push(Edit::insert(end, format!(", \"version\": {}", self.node.raw())));
            }
            (None, None) => return None,
        }
        order::sort_by_key(&mut fix.edits, |edit| edit.span.start);
        Some(fix)
    }

    /// The property goes, with the comma that stood between it and its neighbour.
    fn drop(&self, description: &'static str) -> Option<Fix> {
        let dropped = |gone: Span| Fix {
            description,
            edits: vec![Edit::delete(gone)],
        };
        let &(object, property) = self.way.last()?;
        let (own, value) = (property.name_span(), property.value().span());
        let before = object.properties().take_while(|other| other.name_span() != own).last();
        let after = object.properties().find(|other| other.name_span().start > own.start);
        let (gone, between) = match (before, after) {
            (_, Some(after)) => {
                let next = after.name_span().start;
                (Span::new(own.start, next), Span::new(value.end, next))
            }
            (Some(before), None) => {
                let last = before.value().span().end;
                (Span::new(last, value.end), Span::new(last, own.start))
            }
            (None, None) => {
                let inner = Span::new(object.span().start + 1, object.span().end.checked_sub(1)?);
                let blank = [Span::new(inner.start, own.start), Span::new(value.end, inner.end)];
                let is_blank = |span: Span| self.text.get(span.range()).is_some_and(|text| text.trim().is_empty());
                return blank.into_iter().all(is_blank).then(|| dropped(inner));
            }
        };
        let comma = self.text.get(between.range())?.trim() == ",";
        (comma && self.node.kind() != Kind::Broken).then(|| dropped(gone))
    }
}

/// The edits that leave of a text its one interpolation without marks, if that is what it is and it fits.
fn unwrapped(text: &Text<'_>, fits: impl Fn(&Native<'_>) -> bool) -> Option<Vec<Edit>> {
    let decoded = text.as_str();
    let template = Template::parse(decoded).ok()?;
    let bare = template.unwrapped()?;
    let inside = decoded.get(bare.span.range())?;
    // It must be readable by itself, where a line feed would end it.
    let alone = Native::parse(inside).is_ok_and(|native| fits(&native));
    (alone && !inside.contains('\n')).then(|| {
        vec![
            Edit::delete(text.span(Span::new(0, bare.span.start))),
            Edit::delete(text.span(Span::new(bare.span.end, decoded.len()))),
        ]
    })
}
