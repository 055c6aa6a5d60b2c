//! What every engine accepts and hardly anybody means: references as text, templates where nothing is evaluated, comments
//! that are values, and names that stand twice.

use std::collections::BTreeSet;

use super::Reading;
use crate::hcljson::template::{Met, Native, NativeKind, Template, is_template};
use crate::hcljson::{COMMENT, Node, Property};
use crate::source::Span;
use crate::tfjson::{Argument, Mode, ResourceMode, Subject};

/// A value of the configuration language that names something declared, and is a text.
const MISSING: &str = "missing-interpolation";
/// A template in a value that is taken as it is written.
const LITERAL: &str = "template-in-literal";
/// A comment that is an element of a value.
const IN_VALUE: &str = "comment-in-expression";
/// Blocks of one kind under two properties of the same name.
const TWICE: &str = "duplicate-block-property";

/// One thing that no engine speaks of: the file's number, the place, the rule and the words.
pub(super) type Row = (usize, Span, &'static str, String);

/// All of them in a module. Nothing is said of places where an engine has refused something already.
pub(super) fn rows(reading: &Reading<'_, '_, '_>, refused: &BTreeSet<(usize, Span)>) -> Vec<Row> {
    let module = reading.module;
    let declared: BTreeSet<String> = module.declarations.iter().map(ToString::to_string).collect();
    let mut rows = Vec::new();
    for argument in &module.arguments {
        let kind = module.blocks.get(argument.block).map(|top| top.block.kind());
        let kind = kind.as_deref().unwrap_or_default();
        // Of a resource only its provider knows whether an object is a value or a block, which may have comments.
        let is_value = matches!(kind, "locals" | "output" | "module" | "variable");
        inside(argument.property.value(), &mut |node| {
            rows.extend(text(argument, node, &declared));
            if is_value && matches!(argument.mode, Mode::Template | Mode::Literal) {
                let comments = node.properties().filter(|property| property.name() == COMMENT);
                rows.extend(comments.map(|comment| {
                    let words = "\"//\" is an element of this value like any other, and no comment".to_owned();
                    (argument.file, comment.name_span(), IN_VALUE, words)
                }));
            }
        });
    }
    for file in 0..module.files.len() {
        if let Some(tree) = reading.files.json(file) {
            repeated(tree.root(), &mut |name| rows.push(twice(file, name)));
        }
    }
    rows.retain(|(file, span, ..)| !refused.contains(&(*file, *span)));
    rows
}

/// Meets a value and all that is in it.
fn inside<'f, 'a>(node: Node<'f, 'a>, meet: &mut impl FnMut(Node<'f, 'a>)) {
    meet(node);
    node.elements().for_each(|element| inside(element, meet));
    node.properties().for_each(|property| inside(property.value(), meet));
}

/// What is to be said of a string.
fn text(argument: &Argument<'_, '_>, node: Node<'_, '_>, declared: &BTreeSet<String>) -> Option<Row> {
    let text = node.string()?;
    let text = text.as_str();
    let (rule, words) = match argument.mode {
        Mode::Template if is_reference(text, declared) => (
            MISSING,
            format!("this is the text {text}, and not the value: write ${{{text}}}"),
        ),
        Mode::Literal if argument.property.name() != "description" && refers(text, declared) => (
            LITERAL,
            "the template stays as it is written: nothing is evaluated here".to_owned(),
        ),
        _ => return None,
    };
    Some((argument.file, node.span(), rule, words))
}

/// Whether a text is, as a whole, a reference to something that is declared.
fn is_reference(text: &str, declared: &BTreeSet<String>) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || "_-.[]\"*".contains(letter);
    if !text.contains('.') || !text.chars().all(fits) {
        return false;
    }
    match Native::parse(text).map(|native| native.kind) {
        Ok(NativeKind::Variable(traversal)) => {
            address(Subject::of(&traversal)).is_some_and(|it| declared.contains(&it))
        }
        _ => false,
    }
}

/// Whether a text is a template that refers to something that is declared, or always there.
fn refers(text: &str, declared: &BTreeSet<String>) -> bool {
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
            refers |=
                matches!(subject, Subject::Always(..)) || address(subject).is_some_and(|it| declared.contains(&it));
        }
    });
    refers
}

/// The address of what can be declared.
fn address(subject: Subject<'_>) -> Option<String> {
    Some(match subject {
        Subject::Variable(name) => format!("var.{name}"),
        Subject::Local(name) => format!("local.{name}"),
        Subject::Module(name, _) => format!("module.{name}"),
        Subject::Resource(ResourceMode::Managed, kind, name, _) => format!("{kind}.{name}"),
        Subject::Resource(ResourceMode::Data, kind, name, _) => format!("data.{kind}.{name}"),
        Subject::Resource(ResourceMode::Ephemeral, kind, name, _) => format!("ephemeral.{kind}.{name}"),
        _ => return None,
    })
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
    (file, name.name_span(), TWICE, words)
}
