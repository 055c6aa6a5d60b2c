//! What every engine accepts and hardly anybody means, in values: references as text, templates where nothing is
//! evaluated, comments that are values, and names that stand twice.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rayon::prelude::*;

use super::Reading;
use super::blocks::is_dependency;
use super::quoting;
use super::row::{Row, write};
use crate::hcljson::template::{Met, Native, NativeKind, Template, is_template};
use crate::hcljson::{COMMENT, Node, Property};
use crate::source::Span;
use crate::tfjson::{Argument, Declared, Like, Lookalike, Mode, Module, Subject, TopBlock, is_function};

/// A value of the configuration language that names something declared, and is a text.
const MISSING: &str = "missing-interpolation";
/// A template in a value that is taken as it is written.
const LITERAL: &str = "template-in-literal";
/// An escaped marker around what is declared.
const OVER_ESCAPED: &str = "over-escaped";
/// A comment that is an element of a value.
const IN_VALUE: &str = "comment-in-expression";
/// Blocks of one kind under two properties of the same name.
const TWICE: &str = "duplicate-block-property";

/// All of them in a module; names that stand twice in the files with these numbers alone.
pub(super) fn rows(reading: &Reading<'_, '_, '_>, declared: &Declared<'_>, files: &BTreeSet<usize>) -> Vec<Row> {
    let module = reading.module;
    let lookalikes = module.lookalikes.par_iter();
    let mut rows: Vec<Row> = lookalikes
        .filter_map(|lookalike| match lookalike.like {
            Like::Reference => {
                let top = module.blocks.get(lookalike.block);
                let row = text(lookalike, declared, top)?;
                // What is meant there is said where it is named.
                let is_dependency = top.is_some_and(|top| is_dependency(top, lookalike.node.span()));
                (!is_dependency).then_some(row)
            }
            Like::Comment => is_value(module, lookalike.block).then(|| comment(lookalike.file, lookalike.node)),
            _ => quoting::row(lookalike),
        })
        .collect();
    for argument in module
        .arguments
        .iter()
        .filter(|argument| argument.mode == Mode::Literal)
    {
        rows.extend(of_literal(module, argument, declared));
    }
    for &file in files {
        if let Some(tree) = reading.files.json(file) {
            repeated(tree.root(), &mut |name| rows.push(twice(file, name)));
        }
    }
    rows
}

/// Whether the arguments of a block are values: of a resource only its provider knows whether an object is a value or a
/// block, which may have comments.
fn is_value(module: &Module<'_, '_>, block: usize) -> bool {
    let kind = module.blocks.get(block).map(|top| top.kind);
    matches!(kind, Some("locals" | "output" | "module" | "variable"))
}

fn comment(file: usize, name: Node<'_, '_>) -> Row {
    let words = "\"//\" is an element of this value like any other, not a comment";
    Row::new(file, name.span(), IN_VALUE, words).help("move the comment to the block around the value")
}

/// What is to be said of a value that is taken as it is written.
fn of_literal(module: &Module<'_, '_>, argument: &Argument<'_, '_>, declared: &Declared<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let is_value = is_value(module, argument.block);
    inside(argument.property.value(), &mut |node| {
        let refers = || node.string().is_some_and(|text| refers(text.as_str(), declared));
        if node.may_be_template() && !argument.property.is("description") && refers() {
            let words = "the template stays as it is written: nothing is evaluated here";
            rows.push(Row::new(argument.file, node.span(), LITERAL, words));
        }
        if is_value {
            let comments = node.properties().filter(|property| property.is(COMMENT));
            rows.extend(comments.map(|name| comment(argument.file, name.key())));
        }
    });
    rows
}

/// Meets a value and all that is in it, without what stands in comments.
pub(super) fn inside<'f, 'a>(node: Node<'f, 'a>, meet: &mut impl FnMut(Node<'f, 'a>)) {
    meet(node);
    node.elements().for_each(|element| inside(element, meet));
    for property in node.properties().filter(|property| !property.is(COMMENT)) {
        inside(property.value(), meet);
    }
}

/// What is to be said of a string that may be a reference, or have the marker of one that is escaped.
fn text(lookalike: &Lookalike<'_, '_>, declared: &Declared<'_>, top: Option<&TopBlock<'_, '_>>) -> Option<Row> {
    let (file, node) = (lookalike.file, lookalike.node);
    let string = node.string()?;
    let text = string.as_str();
    if is_reference(text, declared) {
        let words = format!("this is the text {text}, not the value");
        let row = Row::new(file, node.span(), MISSING, words);
        return Some(row.help(write(&format!("${{{text}}}"))));
    }
    if is_expression(text, declared, top) {
        let words = "this is the text of an expression, not its value";
        let row = Row::new(file, node.span(), MISSING, words);
        return Some(row.help("write ${ before it and } behind it, inside of the quotation marks"));
    }
    let escaped = escaped_reference(text, declared)?;
    let inner = text.get(escaped.range())?;
    let words = "this is a text with ${ and }, not the value";
    let row = Row::new(file, string.span(escaped), OVER_ESCAPED, words);
    Some(row.help(write(inner.strip_prefix('$').unwrap_or(inner))))
}

/// The first `$${…}` in a text around a reference to what is declared, in bytes of the decoded text.
fn escaped_reference(text: &str, declared: &Declared<'_>) -> Option<Span> {
    let mut escaped = escaped(text);
    escaped.find_map(|(span, inner)| is_reference(inner, declared).then_some(span))
}

/// Every `$${…}` in a text that may hold a reference, and what stands in it.
fn escaped(text: &str) -> impl Iterator<Item = (Span, &str)> {
    text.match_indices("$${").filter_map(|(start, marker)| {
        let inner = text.get(start + marker.len()..)?;
        // No reference holds a brace or a dollar, so that no look goes beyond the next marker.
        let length = inner.find(['}', '{', '$'])?;
        if !inner.get(length..)?.starts_with('}') {
            return None;
        }
        let span = Span::new(start, start + marker.len() + length + 1);
        Some((span, inner.get(..length)?.trim()))
    })
}

/// What a string names that is a text and meant as its value, as [`rows`] says it: the numbers of the declarations' groups.
pub(super) fn meant(lookalike: &Lookalike<'_, '_>, module: &Module<'_, '_>, declared: &Declared<'_>) -> Vec<usize> {
    let Some(string) = lookalike.node.string().filter(|_| lookalike.like == Like::Reference) else {
        return Vec::new();
    };
    let text = string.as_str();
    let mut subjects = Vec::new();
    if is_reference(text, declared) {
        subjects.extend(Native::reference(text).map(|reference| Subject::of(&reference)));
    } else if is_expression(text, declared, module.blocks.get(lookalike.block)) {
        if let Ok(native) = Native::parse(text) {
            native.walk(|met| {
                if let Met::Reference(traversal) = met {
                    subjects.push(Subject::of(traversal));
                }
            });
        }
    } else {
        let references = escaped(text).filter_map(|(_, inner)| Native::reference(inner));
        subjects.extend(references.map(|reference| Subject::of(&reference)));
    }
    let numbers = subjects.into_iter().filter_map(|subject| declared.number_of(subject));
    numbers.collect()
}

/// Whether a text is, as a whole, a reference to something that is declared.
fn is_reference(text: &str, declared: &Declared<'_>) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || "_-.[]\"*".contains(letter);
    if !text.contains('.') || !text.chars().all(fits) {
        return false;
    }
    Native::reference(text).is_some_and(|reference| declared.of(Subject::of(&reference)))
}

/// Whether a text is, as a whole, an expression that nobody writes as a text: a call or a `for` with something declared
/// in it, a function that reads a file, or a name of a block that is repeated.
fn is_expression(text: &str, declared: &Declared<'_>, top: Option<&TopBlock<'_, '_>>) -> bool {
    const READING: [&str; 2] = ["file", "templatefile"];
    if !text.contains(['.', '(']) {
        return false;
    }
    let Ok(native) = Native::parse(text) else {
        return false;
    };
    let mut refers = false;
    native.walk(|met| {
        if let Met::Reference(traversal) = met {
            refers |= declared.of(Subject::of(traversal));
        }
    });
    match &native.kind {
        NativeKind::Call(call) => match &call.name[..] {
            [name] if is_function(name) => {
                let is_literal = matches!(
                    call.arguments.first().map(|first| &first.kind),
                    Some(NativeKind::Template(_))
                );
                refers || is_literal && READING.iter().any(|reading| name.starts_with(reading))
            }
            _ => false,
        },
        NativeKind::For(_) => refers,
        NativeKind::Variable(traversal) => {
            let has = |argument: &str| top.is_some_and(|top| top.content.attribute(argument).is_some());
            match Subject::of(traversal) {
                Subject::Each("key" | "value") => has("for_each"),
                Subject::Count("index") => has("count"),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether a text is a template that refers to something that is declared, or always there, or calls a function.
fn refers(text: &str, declared: &Declared<'_>) -> bool {
    if !is_template(text) {
        return false;
    }
    let Ok(template) = Template::parse(text) else {
        return false;
    };
    let mut refers = false;
    template.walk(|met| {
        refers |= match met {
            Met::Reference(traversal) => {
                let subject = Subject::of(traversal);
                matches!(subject, Subject::Always(..)) || declared.of(subject)
            }
            Met::Call(call) => matches!(call.name[..], [name] if is_function(name)),
            Met::Key(_) => false,
        };
    });
    refers
}

/// Meets the names that stand a second time among the kinds of blocks, and among the types of resources.
fn repeated<'f, 'a>(root: Node<'f, 'a>, meet: &mut impl FnMut(Property<'f, 'a>)) {
    again(root, meet);
    for property in root.properties() {
        if matches!(property.name().as_ref(), "resource" | "data" | "ephemeral") {
            again(property.value(), meet);
        }
    }
}

fn again<'f, 'a>(node: Node<'f, 'a>, meet: &mut impl FnMut(Property<'f, 'a>)) {
    let mut seen = IndexSet::new();
    for property in node.properties().filter(|property| !property.is(COMMENT)) {
        if !seen.insert(property.name()) {
            meet(property);
        }
    }
}

fn twice(file: usize, name: Property<'_, '_>) -> Row {
    let words = format!(
        "\"{}\" appears twice here: engines read both, and other programs keep the last",
        name.name()
    );
    Row::new(file, name.name_span(), TWICE, words).help("put both under one property")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfjson::{Declaration, DeclarationKind, Instances, Labels};

    #[test]
    fn escaped_markers_are_those_around_what_is_declared() {
        let declarations = [Declaration {
            kind: DeclarationKind::Variable,
            labels: Labels::new(["a"]),
            file: 0,
            span: Span::default(),
            body: Span::default(),
            block: None,
            overrides: false,
            has_default: false,
            written: None,
            instances: Instances::One,
        }];
        let declared = Declared::new(&declarations, &[]);
        for (text, wanted, why) in [
            ("x $${var.a} y", Some("$${var.a}"), "a variable"),
            ("$$${var.a}", Some("$${var.a}"), "the first of three is text"),
            ("$${var.b}", None, "another's"),
            ("$${HOME}", None, "a shell's"),
            ("$${HOME} $${ var.a }", Some("$${ var.a }"), "behind it"),
            ("$${var.a", None, "no end"),
        ] {
            let found = escaped_reference(text, &declared).and_then(|span| text.get(span.range()));
            assert_eq!(found, wanted, "{why}");
        }
    }
}
