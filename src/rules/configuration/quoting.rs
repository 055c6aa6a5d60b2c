//! What is quoted that need not be, and what is not quoted that should be: constants in templates, numbers in strings,
//! values in texts of JSON and in commands.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::row::Row;
use crate::hcljson::template::{Met, NativeKind, Part, Template};
use crate::hcljson::{Block, Text};
use crate::source::Span;
use crate::tfjson::{Like, Lookalike, TopBlock};

/// A constant between `${` and `}`.
const CONSTANT: &str = "constant-interpolation";
/// A text of JSON with values in it that nobody quotes.
const JSON: &str = "json-string-could-be-jsonencode";
/// A number or boolean as a string.
const QUOTED: &str = "quoted-number-bool";
/// A value in a command that nobody quotes.
const COMMAND: &str = "local-exec-interpolation";

/// What is to be said of a value that was noted while the module was read.
pub(super) fn row(lookalike: &Lookalike<'_, '_>) -> Option<Row> {
    let text = lookalike.node.string()?;
    match lookalike.like {
        Like::Constant => constant(lookalike, &text),
        Like::Json => is_json(&Template::parse(text.as_str()).ok()?).then(|| {
            let words = "a quotation mark or line break in what is interpolated breaks this text of JSON";
            let row = Row::new(lookalike.file, lookalike.node.span(), JSON, words);
            row.help("put the value into a local, as JSON, and write \"${jsonencode(local.\u{2026})}\"")
        }),
        Like::Quoted => {
            let words = "a string is written here for the value that it is converted to";
            let row = Row::new(lookalike.file, lookalike.node.span(), QUOTED, words);
            Some(row.help("write it without quotation marks"))
        }
        _ => None,
    }
}

/// The marker of the first interpolation of a constant. The constant is not shown: it may be a password.
fn constant(lookalike: &Lookalike<'_, '_>, text: &Text<'_>) -> Option<Row> {
    const MARKER: usize = "${".len();
    let template = Template::parse(text.as_str()).ok()?;
    let start = template.parts.iter().find_map(|part| match part {
        Part::Interpolation { span, .. } if part.is_constant() => Some(span.start),
        _ => None,
    })?;
    let marker = text.span(Span::new(start, start + MARKER));
    let row = Row::new(lookalike.file, marker, CONSTANT, "a constant needs no ${ and }");
    Some(row.help("write the constant itself"))
}

/// Whether a template is a value in JSON, whatever is interpolated, and some of it is not quoted for JSON.
fn is_json(template: &Template<'_>) -> bool {
    let mut unquoted = false;
    let mut text = String::new();
    for part in &template.parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Interpolation { expression, .. } => {
                let is_encoded = matches!(&expression.kind, NativeKind::Call(call) if call.name == ["jsonencode"]);
                unquoted |= !is_encoded;
                // Which stands for a value, and as well in a string.
                text.push('0');
            }
            _ => return false,
        }
    }
    unquoted && serde_json::from_str::<IgnoredAny>(&text).is_ok()
}

/// What is to be said of the commands in a block.
pub(super) fn commands<'t>(top: &'t TopBlock<'_, '_>) -> impl Iterator<Item = Row> + 't {
    let local = |block: &&Block<'_, '_>| block.label(0) == "local-exec";
    let provisioners = top.content.blocks_of("provisioner").filter(local);
    provisioners.filter_map(|provisioner| {
        let command = provisioner.body.node().get("command")?;
        let text = command.string().filter(|_| command.may_be_template())?;
        let template = Template::parse(text.as_str()).ok()?;
        let mut first = None;
        template.walk(|met| {
            if let Met::Reference(traversal) = met
                && !matches!(traversal.root, "self" | "path" | "terraform" | "count")
            {
                first.get_or_insert(traversal.span());
            }
        });
        let place = first?;
        let reference = text
            .as_str()
            .get(place.range())
            .map_or(Cow::Borrowed("it"), Cow::Borrowed);
        let words = format!("the shell reads what {reference} holds as a part of the command");
        let row = Row::new(top.file, text.span(place), COMMAND, words);
        Some(row.help("hand it over in \"environment\", and name the environment's variable in the command"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_json_are_told_from_those_that_only_look_so() {
        for (text, wanted, why) in [
            (r#"{"a": "${var.a}"}"#, true, "in a string"),
            (r#"{"a": ${var.a}, "b": [${var.b}]}"#, true, "as values"),
            (r#"{"a": ${jsonencode(var.a)}}"#, false, "quoted"),
            (
                r#"{"a": ${jsonencode(var.a)}, "b": "${var.b}"}"#,
                true,
                "one of two quoted",
            ),
            (r#"{"a": 1}"#, false, "nothing interpolated"),
            ("{ ${var.a}; }", false, "another language"),
            (
                r#"{"a": [%{ for x in var.a }1%{ endfor }]}"#,
                false,
                "what repeats is not known",
            ),
        ] {
            assert_eq!(is_json(&Template::parse(text).unwrap()), wanted, "{why}");
        }
    }
}
