//! Fixes of what is no JSON, where only one thing can have been meant.

use crate::hcljson::{File, Kind, Node, SyntaxErrorKind as Fault};
use crate::source::{Edit, Fix, Span};
use crate::tfjson::module::Module;

/// What makes a fault of a text right.
pub(super) fn fix(module: &Module<'_, '_>, tree: &File<'_>, file: usize, fault: Fault, span: Span) -> Option<Fix> {
    let raw = tree.text().get(span.range())?;
    let (description, edits) = match fault {
        Fault::ByteOrderMark => ("leave the mark out", vec![Edit::delete(span)]),
        Fault::TrailingComma => ("leave the comma out", vec![Edit::delete(span)]),
        Fault::EqualsSign => ("write a colon", vec![Edit::new(span, ":")]),
        Fault::BareKey => (
            "put the name into double quotes",
            vec![Edit::insert(span.start, "\""), Edit::insert(span.end, "\"")],
        ),
        Fault::SingleQuotes => ("write double quotes", double_quotes(raw, span.start)?),
        Fault::OtherKeyword => {
            let word = match raw {
                "True" | "TRUE" => "true",
                "False" | "FALSE" => "false",
                "None" | "Null" | "NULL" | "nil" => "null",
                _ => return None,
            };
            ("write the word of JSON", vec![Edit::new(span, word)])
        }
        Fault::RawNewline | Fault::ControlCharacter => ("write it as an escape", escapes(raw, span.start)),
        Fault::Comment => {
            let body = body(module, tree, file, span)?;
            ("make it a property named \"//\"", comment(tree, body, raw, span)?)
        }
        _ => return None,
    };
    Some(Fix { description, edits })
}

/// Of `'…'`, which ends on its line.
fn double_quotes(raw: &str, start: usize) -> Option<Vec<Edit>> {
    let inner = raw.strip_prefix('\'')?.strip_suffix('\'')?;
    let end = start + raw.len();
    let mut edits = vec![Edit::new(Span::new(start, start + 1), "\"")];
    edits.extend(escapes(inner, start + 1));
    edits.push(Edit::new(Span::new(end - 1, end), "\""));
    Some(edits)
}

/// Edits that write as escapes what may not stand in a string as it is.
fn escapes(text: &str, start: usize) -> Vec<Edit> {
    let escape = |(at, byte): (usize, u8)| {
        let at = start + at;
        let whole = |text: &'static str| Edit::new(Span::new(at, at + 1), text);
        match byte {
            b'"' | b'\\' => Some(Edit::insert(at, "\\")),
            b'\n' => Some(whole("\\n")),
            b'\r' => Some(whole("\\r")),
            b'\t' => Some(whole("\\t")),
            0..0x20 => Some(Edit::new(Span::new(at, at + 1), format!("\\u{byte:04x}"))),
            _ => None,
        }
    };
    text.bytes().enumerate().filter_map(escape).collect()
}

/// The object in which a comment stands between properties, if that is a body for sure: elsewhere `"//"` is a name like
/// others.
fn body<'f, 'a>(module: &Module<'f, 'a>, tree: &'f File<'a>, file: usize, span: Span) -> Option<Node<'f, 'a>> {
    let inside = |node: Node<'_, '_>| node.span().start < span.start && span.end < node.span().end;
    let blocks = module.blocks.iter().filter(|top| top.file == file);
    let bodies = blocks.map(|top| top.block.body.node()).chain([tree.root()]);
    let innermost = bodies
        .filter(|node| node.kind() == Kind::Object && inside(*node))
        .min_by_key(|node| node.span().len())?;
    let beside = |name: Span, value: Span| span.end <= name.start || value.end <= span.start;
    let between = innermost
        .properties()
        .all(|property| beside(property.name_span(), property.value().span()));
    between.then_some(innermost)
}

/// A comment between the properties of a body, as a property.
fn comment(tree: &File<'_>, body: Node<'_, '_>, raw: &str, span: Span) -> Option<Vec<Edit>> {
    let before = body
        .properties()
        .take_while(|other| other.name_span().start < span.start)
        .last();
    let after = body.properties().find(|other| other.name_span().start > span.start);
    let begin = before.map_or(body.span().start + 1, |before| before.value().span().end);
    let (commas, others) = gap(tree, begin, span.start)?;
    let inner = match raw.strip_prefix("/*") {
        Some(inner) => inner.strip_suffix("*/")?,
        None => raw.strip_prefix("//").or_else(|| raw.strip_prefix('#'))?,
    };
    let text = inner.trim();
    let start = span.start + raw.find(inner)? + (inner.len() - inner.trim_start().len());
    let end = start + text.len();
    let mut edits = Vec::new();
    let behind = match (before, after, commas) {
        // Behind the brace or a comma, and before another property.
        (None, Some(_), 0) | (Some(_), Some(_), 1) => "\",",
        (None, None, 0) if others == 0 => "\"",
        // Behind the last property, or before its comma.
        (Some(_), _, 0) if others == 0 => {
            edits.push(Edit::insert(begin, ","));
            "\""
        }
        _ => return None,
    };
    edits.push(Edit::new(Span::new(span.start, start), "\"//\": \""));
    edits.extend(escapes(text, start));
    edits.push(Edit::new(Span::new(end, span.end), behind));
    Some(edits)
}

/// How many commas and comments stand in a stretch that holds nothing else; `None` where it does.
fn gap(tree: &File<'_>, start: usize, end: usize) -> Option<(usize, usize)> {
    let errors = tree.errors();
    let first = errors.partition_point(|error| error.span.start < start);
    let comments = errors
        .iter()
        .skip(first)
        .take_while(|error| error.span.start < end)
        .filter(|error| error.kind == Fault::Comment);
    let (mut at, mut commas, mut others) = (start, 0, 0);
    let mut look = |from: usize, to: usize| {
        let text = tree.text().get(from..to)?.trim();
        commas += text.matches(',').count();
        text.chars()
            .all(|letter| letter == ',' || letter.is_whitespace())
            .then_some(())
    };
    for comment in comments {
        look(at, comment.span.start)?;
        at = comment.span.end;
        others += 1;
    }
    look(at, end)?;
    Some((commas, others))
}
