//! What makes a template readable that cannot be read: markers in expressions, quotation marks that are escaped twice,
//! and line breaks in quoted strings.

use std::collections::BTreeMap;

use crate::hcljson::Text;
use crate::hcljson::template::{Native, NativeKind, Template, TemplateErrorKind};
use crate::source::{Edit, Fix, Span};

/// So many things are made right in one text.
const STEPS: usize = 64;

/// The fix of what is wrong first in a text, and of the like of it behind that: all of it, or nothing.
pub(super) fn fix(text: &Text<'_>, kind: TemplateErrorKind) -> Option<Fix> {
    let description = match kind {
        TemplateErrorKind::NestedMarker => "leave out the inner ${ and }",
        TemplateErrorKind::EscapedQuote => "leave out the backslashes",
        TemplateErrorKind::NewlineInString => "write \\n",
        _ => return None,
    };
    let mut mended = Mended {
        text: text.as_str(),
        written: BTreeMap::new(),
    };
    for _ in 0..STEPS {
        let (now, places) = mended.now();
        let error = match Template::parse(&now) {
            Ok(_) => {
                return Some(Fix {
                    description,
                    edits: mended.edits(text),
                });
            }
            Err(error) if error.kind == kind => error,
            Err(_) => return None,
        };
        let start = error.span.start;
        let place = |at: usize| places.get(at).copied();
        match kind {
            TemplateErrorKind::NestedMarker => {
                let (end, [opening, closing]) = without_marker(&now, start)?;
                mended.written.insert(place(start)?, "");
                mended.written.insert(place(start + 1)?, opening);
                mended.written.insert(place(end)?, closing);
            }
            TemplateErrorKind::EscapedQuote => {
                // They come in pairs: of a quoted string both, or nothing can be read.
                let mut quotes = now.get(start..)?.match_indices("\\\"").map(|(at, _)| start + at);
                mended.written.insert(place(quotes.next()?)?, "");
                mended.written.insert(place(quotes.next()?)?, "");
            }
            _ => {
                let at = place(start).filter(|at| mended.text.as_bytes().get(*at) == Some(&b'\n'))?;
                let known = mended.written.insert(at, "\\n");
                if known.is_some() || mended.text.get(..at)?.ends_with('\r') {
                    return None;
                }
            }
        }
    }
    None
}

/// A text with some of it changed.
struct Mended<'t> {
    text: &'t str,
    /// What is written in the place of signs of one byte, by where they stand.
    written: BTreeMap<usize, &'static str>,
}

impl Mended<'_> {
    /// The text as it is now, and for each of its bytes the place in the text before.
    fn now(&self) -> (String, Vec<usize>) {
        let mut now = String::with_capacity(self.text.len());
        let mut places = Vec::with_capacity(self.text.len());
        for (at, letter) in self.text.char_indices() {
            match self.written.get(&at) {
                Some(written) => now.push_str(written),
                None => now.push(letter),
            }
            places.resize(now.len(), at);
        }
        (now, places)
    }

    /// What makes the text in the file what it is now.
    fn edits(&self, text: &Text<'_>) -> Vec<Edit> {
        let edits = self.written.iter().map(|(at, written)| {
            let written = if *written == "\\n" { "\\\\n" } else { written };
            Edit::new(text.span(Span::new(*at, at + 1)), written)
        });
        edits.collect()
    }
}

/// Where the `}` stands that ends what a `${` at `start` begins, and what is written for `{` and `}` so that the
/// expression between them stays what it is. `None` where that is no expression, or would run together with its
/// neighbours: whether a join of texts is meant by them nobody knows.
fn without_marker(text: &str, start: usize) -> Option<(usize, [&'static str; 2])> {
    let inside = text.get(start..)?.strip_prefix("${")?;
    let ends = inside.match_indices('}').map(|(at, _)| at).take(STEPS);
    let mut read = ends.filter_map(|end| Some((end, Native::parse(inside.get(..end)?).ok()?)));
    let (end, expression) = read.next()?;
    let behind = inside.get(end + 1..)?;
    let apart = |beside: Option<char>| {
        beside.is_none_or(|beside| beside.is_whitespace() || "()[]{},!+*/%<>=&|?:".contains(beside))
    };
    if !apart(text.get(..start)?.chars().next_back()) || !apart(behind.chars().next()) {
        return None;
    }
    let is_one = matches!(
        expression.kind,
        NativeKind::Null
            | NativeKind::Bool(_)
            | NativeKind::Number(_)
            | NativeKind::Template(_)
            | NativeKind::Variable(_)
            | NativeKind::Access { .. }
            | NativeKind::Call(_)
            | NativeKind::Parentheses(_)
            | NativeKind::Tuple(_)
            | NativeKind::Object(_)
            | NativeKind::For(_)
    );
    // A lone name before these is the name of a member.
    let may_be_key = behind.trim_start().starts_with(['=', ':']);
    let around = if is_one && !may_be_key { ["", ""] } else { ["(", ")"] };
    Some((start + "${".len() + end, around))
}
