//! What every engine accepts and hardly anybody means, in values: references as text, templates where nothing is evaluated,
//! comments that are values, numbers that others round, and names that stand twice.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::Reading;
use super::row::{Row, write};
use crate::hcljson::template::{Met, Native, NativeKind, Template, is_template};
use crate::hcljson::{COMMENT, Node, Property};
use crate::json::Number;
use crate::source::Span;
use crate::tfjson::{Argument, Declared, Mode, Module, Subject};

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
/// A number that other programs round.
const PRECISION: &str = "number-precision";

/// All of them in a module.
pub(super) fn rows(reading: &Reading<'_, '_, '_>, declared: &Declared<'_>) -> Vec<Row> {
    let module = reading.module;
    let arguments = module.arguments.par_iter();
    let mut rows: Vec<Row> = arguments
        .flat_map_iter(|argument| of_argument(module, argument, declared))
        .collect();
    rows.par_extend(module.blocks.par_iter().flat_map_iter(|top| {
        let mut rows = Vec::new();
        inside(top.block.body.node(), &mut |node| {
            if node.number().is_some_and(is_rounded) {
                let words = "other programs that read JSON round this number";
                let row = Row::new(top.file, node.span(), PRECISION, words);
                rows.push(row.help("write it as a string: the engines convert it without loss"));
            }
        });
        rows
    }));
    for file in 0..module.files.len() {
        if let Some(tree) = reading.files.json(file) {
            repeated(tree.root(), &mut |name| rows.push(twice(file, name)));
        }
    }
    rows
}

/// What is to be said of the value of an argument.
fn of_argument(module: &Module<'_, '_>, argument: &Argument<'_, '_>, declared: &Declared<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let kind = module.blocks.get(argument.block).map(|top| top.block.kind());
    let kind = kind.as_deref().unwrap_or_default();
    // Of a resource only its provider knows whether an object is a value or a block, which may have comments.
    let is_value = matches!(kind, "locals" | "output" | "module" | "variable");
    inside(argument.property.value(), &mut |node| {
        rows.extend(text(argument, node, declared));
        if is_value && matches!(argument.mode, Mode::Template | Mode::Literal) {
            let comments = node.properties().filter(|property| property.name() == COMMENT);
            rows.extend(comments.map(|comment| {
                let words = "\"//\" is an element of this value like any other, and no comment";
                Row::new(argument.file, comment.name_span(), IN_VALUE, words)
                    .help("move the comment into the block around the value")
            }));
        }
    });
    rows
}

/// Meets a value and all that is in it, without what stands in comments.
pub(super) fn inside<'f, 'a>(node: Node<'f, 'a>, meet: &mut impl FnMut(Node<'f, 'a>)) {
    meet(node);
    node.elements().for_each(|element| inside(element, meet));
    for property in node.properties().filter(|property| property.name() != COMMENT) {
        inside(property.value(), meet);
    }
}

/// Whether a number is another one after a program has read and written it that keeps 53 bits of each.
fn is_rounded(number: Number<'_>) -> bool {
    let kept = number.as_f64().map(|rounded| format!("{rounded:e}"));
    let kept = kept.as_deref().and_then(Number::parse);
    kept.is_none_or(|kept| kept.canonical() != number.canonical())
}

/// What is to be said of a string.
fn text(argument: &Argument<'_, '_>, node: Node<'_, '_>, declared: &Declared<'_>) -> Option<Row> {
    if argument.mode == Mode::Template && !may_refer(node.raw()) {
        return None;
    }
    let string = node.string()?;
    let text = string.as_str();
    match argument.mode {
        Mode::Template if is_reference(text, declared) => {
            let words = format!("this is the text {text}, and not the value");
            let row = Row::new(argument.file, node.span(), MISSING, words);
            Some(row.help(write(&format!("${{{text}}}"))))
        }
        Mode::Template => {
            let escaped = escaped_reference(text, declared)?;
            let inner = text.get(escaped.range())?;
            let words = "this is a text with ${ and }, and not the value";
            let row = Row::new(argument.file, string.span(escaped), OVER_ESCAPED, words);
            Some(row.help(write(inner.strip_prefix('$').unwrap_or(inner))))
        }
        Mode::Literal if argument.property.name() != "description" && refers(text, declared) => {
            let words = "the template stays as it is written: nothing is evaluated here";
            Some(Row::new(argument.file, node.span(), LITERAL, words))
        }
        _ => None,
    }
}

/// Whether a string, as it is written, may be a reference or have an escaped marker: most are neither, and need no decoding.
fn may_refer(raw: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.[]\"*\\".contains(&byte) || byte >= 0x80;
    raw.bytes().all(fits) || raw.contains("$${") || raw.contains("\\u")
}

/// The first `$${…}` in a text around a reference to what is declared, in bytes of the decoded text.
fn escaped_reference(text: &str, declared: &Declared<'_>) -> Option<Span> {
    text.match_indices("$${").find_map(|(start, marker)| {
        let inner = text.get(start + marker.len()..)?;
        let length = inner.find('}')?;
        let inner = inner.get(..length)?.trim();
        is_reference(inner, declared).then(|| Span::new(start, start + marker.len() + length + 1))
    })
}

/// Whether a text is, as a whole, a reference to something that is declared.
fn is_reference(text: &str, declared: &Declared<'_>) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || "_-.[]\"*".contains(letter);
    if !text.contains('.') || !text.chars().all(fits) {
        return false;
    }
    match Native::parse(text).map(|native| native.kind) {
        Ok(NativeKind::Variable(traversal)) => declared.of(Subject::of(&traversal)),
        _ => false,
    }
}

/// Whether a text is a template that refers to something that is declared, or always there.
fn refers(text: &str, declared: &Declared<'_>) -> bool {
    if !is_template(text) {
        return false;
    }
    let Ok(template) = Template::parse(text) else {
        return false;
    };
    let mut refers = false;
    template.walk(|met| {
        if let Met::Reference(traversal) = met {
            let subject = Subject::of(traversal);
            refers |= matches!(subject, Subject::Always(..)) || declared.of(subject);
        }
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
    let mut seen = BTreeSet::new();
    for property in node.properties().filter(|property| property.name() != COMMENT) {
        if !seen.insert(property.name()) {
            meet(property);
        }
    }
}

fn twice(file: usize, name: Property<'_, '_>) -> Row {
    let words = format!(
        "\"{}\" stands here a second time: engines read both, and other programs keep the last",
        name.name()
    );
    Row::new(file, name.name_span(), TWICE, words).help("put both under one property")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfjson::{Declaration, DeclarationKind};

    #[test]
    fn numbers_of_more_than_53_bits_are_rounded() {
        for (number, rounded, why) in [
            ("0.1", false, "as short as it is written"),
            ("1e3", false, "another spelling"),
            ("-0.0", false, "nothing"),
            ("9007199254740992", false, "two to the power of 53"),
            ("9007199254740993", true, "one more"),
            ("123456789012345678901234567890", true, "long"),
            ("3.14159265358979323846", true, "more digits than are kept"),
            ("1e400", true, "too large"),
        ] {
            assert_eq!(is_rounded(Number::parse(number).unwrap()), rounded, "{why}");
        }
    }

    #[test]
    fn escaped_markers_are_those_around_what_is_declared() {
        let declarations = [Declaration {
            kind: DeclarationKind::Variable,
            labels: vec!["a".to_owned()],
            file: 0,
            span: Span::default(),
            block: None,
            overrides: false,
            has_default: false,
        }];
        let declared = Declared::new(&declarations);
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
