//! What makes a template readable that cannot be read: markers in expressions, quotation marks that are escaped twice, and
//! line breaks in quoted strings.

use std::collections::BTreeSet;

use crate::hcljson::Text;
use crate::hcljson::template::{Native, Template, TemplateErrorKind};
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
        gone: BTreeSet::new(),
        escaped: BTreeSet::new(),
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
                let end = end_of_marker(&now, start)?;
                mended.gone.extend([place(start)?, place(start + 1)?, place(end)?]);
            }
            TemplateErrorKind::EscapedQuote => {
                // They come in pairs: of a quoted string both, or nothing can be read.
                let mut quotes = now.get(start..)?.match_indices("\\\"").map(|(at, _)| start + at);
                mended.gone.extend([place(quotes.next()?)?, place(quotes.next()?)?]);
            }
            _ => {
                let at = place(start).filter(|at| mended.text.as_bytes().get(*at) == Some(&b'\n'))?;
                let fresh = mended.escaped.insert(at);
                if !fresh || mended.text.get(..at)?.ends_with('\r') {
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
    /// The bytes that go away, which are signs of one byte.
    gone: BTreeSet<usize>,
    /// The line breaks that are written as `\n`.
    escaped: BTreeSet<usize>,
}

impl Mended<'_> {
    /// The text as it is now, and for each of its bytes the place in the text before.
    fn now(&self) -> (String, Vec<usize>) {
        let mut now = String::with_capacity(self.text.len());
        let mut places = Vec::with_capacity(self.text.len());
        for (at, letter) in self.text.char_indices() {
            if self.gone.contains(&at) {
                continue;
            }
            if self.escaped.contains(&at) {
                now.push_str("\\n");
            } else {
                now.push(letter);
            }
            places.resize(now.len(), at);
        }
        (now, places)
    }

    /// What makes the text in the file what it is now.
    fn edits(&self, text: &Text<'_>) -> Vec<Edit> {
        let one = |at: usize| text.span(Span::new(at, at + 1));
        let gone = self.gone.iter().map(|at| Edit::delete(one(*at)));
        let escaped = self.escaped.iter().map(|at| Edit::new(one(*at), "\\\\n"));
        let mut edits: Vec<Edit> = gone.chain(escaped).collect();
        edits.sort_by_key(|edit| edit.span.start);
        edits
    }
}

/// Where the `}` stands that ends what a `${` at `start` begins, if an expression is between the two.
fn end_of_marker(text: &str, start: usize) -> Option<usize> {
    let inside = text.get(start..)?.strip_prefix("${")?;
    let first = start + "${".len();
    let ends = inside.match_indices('}').map(|(at, _)| at).take(STEPS);
    let mut ends = ends.filter(|end| inside.get(..*end).is_some_and(|inner| Native::parse(inner).is_ok()));
    ends.next().map(|end| first + end)
}
