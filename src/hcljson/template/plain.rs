//! Names with dots between them, which most references are: `aws_vpc.main.id`, read without tokens.

use super::expression::{Native, NativeKind, Step, StepKind, Traversal};
use crate::source::Span;

/// Names that stand for themselves.
const CONSTANTS: [&str; 3] = ["true", "false", "null"];

/// The traversal that stands in `text` from byte `start` up to `end`, when it is nothing but names and dots in ASCII;
/// everything else is for the parser.
pub(super) fn traversal(text: &str, start: usize, end: usize) -> Option<Traversal<'_>> {
    let whole = text.get(start..end)?;
    let names = count(whole)?;
    let mut at = start;
    let mut parts = whole.split('.');
    let root = parts.next()?;
    at += root.len();
    let root_span = Span::new(start, at);
    let mut steps = Vec::with_capacity(names - 1);
    for name in parts {
        let span = Span::new(at, at + 1 + name.len());
        at = span.end;
        steps.push(Step {
            kind: StepKind::Attribute(name),
            span,
        });
    }
    Some(Traversal { root, root_span, steps })
}

/// Whether a text is nothing but names in ASCII and dots between them, and no constant.
#[must_use]
pub(crate) fn is_names(text: &str) -> bool {
    let begins_so = |constant| {
        let behind: Option<&str> = text.strip_prefix(constant);
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'))
    };
    count(text).is_some() && !CONSTANTS.into_iter().any(begins_so)
}

/// How many names there are, when there is nothing else but dots between them.
fn count(text: &str) -> Option<usize> {
    let mut names = 0;
    let mut begins = true;
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                names += usize::from(begins);
                begins = false;
            }
            b'0'..=b'9' | b'-' if !begins => {}
            b'.' if !begins => begins = true,
            _ => return None,
        }
    }
    (!begins).then_some(names)
}

/// A text as an expression: three names are constants when nothing follows them.
pub(super) fn native(text: &str, start: usize, end: usize) -> Option<Native<'_>> {
    let traversal = traversal(text, start, end)?;
    (!CONSTANTS.contains(&traversal.root)).then(|| Native {
        kind: NativeKind::Variable(traversal),
        span: Span::new(start, end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcljson::template::parse::Parser;
    use crate::hcljson::template::{Part, Template};
    use std::borrow::Cow;

    #[test]
    fn the_parser_says_the_same() {
        for (text, plain, why) in [
            ("var.a", true, "two names"),
            ("aws_vpc.main.cidr-block", true, "a dash inside a name"),
            ("a", true, "one name"),
            ("a.b.c.d.e", true, "many"),
            ("true", false, "a constant"),
            ("null.a", false, "a constant's name"),
            ("a.0", false, "an index in the old way"),
            ("a..b", false, "no name"),
            ("a.", false, "nothing behind the dot"),
            (".a", false, "nothing before the dot"),
            ("", false, "nothing"),
            ("a[0]", false, "an index"),
            ("a.b ", false, "white space"),
            ("-a", false, "a sign"),
            ("ä.b", false, "a letter beyond ASCII"),
            ("a.*", false, "a splat"),
        ] {
            let read = native(text, 0, text.len());
            assert_eq!(read.is_some(), plain, "{why}");
            assert_eq!(is_names(text), plain, "{why}");
            let parsed = Parser::new(text).whole_expression();
            if let Some(read) = read {
                assert_eq!(parsed, Ok(read), "{why}");
                assert_eq!(
                    traversal(text, 0, text.len()),
                    Parser::new(text).whole_traversal().ok(),
                    "{why}"
                );
            }
            let template = format!("${{{text}}}");
            if plain {
                let Ok(Template { parts }) = Template::parse(&template) else {
                    panic!("{why}");
                };
                assert_eq!(Ok(parts), Parser::new(&template).template(), "{why}");
            }
        }
        let Ok(Template { parts }) = Template::parse("x${a.b}") else {
            panic!("a template");
        };
        assert_eq!(
            parts.first(),
            Some(&Part::Literal(Cow::Borrowed("x"))),
            "text before it"
        );
    }
}
