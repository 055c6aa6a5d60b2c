//! What a module declares sensitive, of which neither names nor letters are shown.

use std::cell::OnceCell;

use crate::hcljson::template::is_template;
use crate::hcljson::{Kind, Node, Property};
use crate::order;
use crate::rules::data::SecretShapes;
use crate::source::Span;
use crate::tfjson::{Module, TopBlock};

/// Where such values stand: objects and lists, and texts that are more than a template.
pub(super) struct Hidden<'m, 'f, 'a> {
    module: &'m Module<'f, 'a>,
    /// File, the whole value, and the place at which to speak of it, in the order of places; made when it is asked for.
    values: OnceCell<Vec<(usize, Span, Place)>>,
}

/// The place at which to speak of a hidden value: how it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) opening: Span,
    /// Whether it is a text, of which the letters may be those of a secret.
    pub(super) is_text: bool,
}

impl<'m, 'f, 'a> Hidden<'m, 'f, 'a> {
    pub(super) fn of(module: &'m Module<'f, 'a>) -> Self {
        Self {
            module,
            values: OnceCell::new(),
        }
    }

    /// The place at which to speak of what stands in the file, `text`, and must not be quoted; `None` for all that may
    /// be.
    pub(super) fn place(&self, file: usize, text: &str, span: Span) -> Option<Place> {
        let of_name = secret_text(text, span.start);
        let of_name = of_name.map(|opening| Place { opening, is_text: true });
        of_name.or_else(|| self.around(file, span))
    }

    /// The place at which to speak of what stands inside of one; `None` where nothing is hidden.
    fn around(&self, file: usize, span: Span) -> Option<Place> {
        let values = self.values.get_or_init(|| {
            let defaults = self.module.of_kind("variable").filter_map(|top| value(top, "default"));
            let outputs = self.module.of_kind("output").filter_map(|top| value(top, "value"));
            let mut values: Vec<_> = defaults.chain(outputs).collect();
            order::sort(&mut values);
            values
        });
        let behind = values.partition_point(|(other, whole, _)| (*other, whole.start) < (file, span.start));
        let (other, whole, place) = values.get(behind.checked_sub(1)?)?;
        (*other == file && whole.contains(span.start)).then_some(*place)
    }
}

/// Where the text opens in which a place of a file lies, if that is letters of a secret and markers of a template: the
/// letters between the markers may be the secret's, too. `None` for all that is a template alone.
fn secret_text(text: &str, at: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    let is_quote = |at: usize| {
        let before = bytes.get(..at).unwrap_or_default().iter().rev();
        // Looked at behind the quote alone: of a text of backslashes each would else be counted for each.
        bytes.get(at) == Some(&b'"') && before.take_while(|byte| **byte == b'\\').count() % 2 == 0
    };
    let opening = (at.saturating_sub(LONGEST)..=at).rev().find(|at| is_quote(*at))?;
    let before = text
        .get(..opening)?
        .trim_end()
        .strip_suffix(':')?
        .trim_end()
        .strip_suffix('"')?;
    let name = before.rsplit('"').next()?;
    // Its letters may be written as escapes.
    let name: String = serde_json::from_str(&format!("\"{name}\"")).ok()?;
    if !SecretShapes::builtin().is_secret_name(&name) {
        return None;
    }
    let closing = (opening + 1..bytes.len()).take(LONGEST).find(|at| is_quote(*at));
    let content = text.get(opening + 1..closing?)?;
    is_mixed(content).then(|| Span::new(opening, opening + 1))
}

/// Whether a text is letters and markers of a template, and not a template alone.
fn is_mixed(content: &str) -> bool {
    let is_one = content.starts_with("${") && content.ends_with('}') && !content[2..].contains("${");
    is_template(content) && !is_one
}

/// The bytes of a text beyond which nobody looks for its quotes: no password is as long.
const LONGEST: usize = 4096;

fn value(top: &TopBlock<'_, '_>, argument: &str) -> Option<(usize, Span, Place)> {
    let is_true = |name: &str| {
        let told = top.content.attribute(name).map(Property::value);
        told.and_then(Node::boolean) == Some(true)
    };
    let value = top.content.attribute(argument)?.value();
    let tells = match value.kind() {
        Kind::Object | Kind::Array => true,
        Kind::String | Kind::Escaped => is_mixed(value.raw().trim_matches('"')),
        _ => false,
    };
    let is_hidden = tells && (is_true("sensitive") || is_true("ephemeral"));
    let is_text = matches!(value.kind(), Kind::String | Kind::Escaped);
    let start = value.span().start;
    let opening = if is_text {
        Span::new(start, start + 1)
    } else {
        value.opening()
    };
    is_hidden.then(|| (top.file, value.span(), Place { opening, is_text }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_beside_markers_may_be_those_of_a_secret() {
        for (text, marked, hides, why) in [
            (
                r#"{"password":"a%{hunter2}"}"#,
                "hunter2",
                true,
                "a directive that nobody meant",
            ),
            (
                r#"{"password" : "Ab9${hunter2}x"}"#,
                "hunter2",
                true,
                "white space, and letters around it",
            ),
            (r#"{"password":"\"${hunter2}x"}"#, "hunter2", true, "a quote inside"),
            (r#"{"password":"${var.nope}"}"#, "var", false, "a reference alone"),
            (
                r#"{"password":"${var.a}${var.nope}"}"#,
                "nope",
                true,
                "two may be letters between",
            ),
            (
                r#"{"pass\u0077ord":"a${hunter2}"}"#,
                "hunter2",
                true,
                "a name with an escape",
            ),
            (r#"{"username":"a${hunter2}"}"#, "hunter2", false, "no secret's name"),
            (r#"{"a":"password","b":"x${c}"}"#, "c}", false, "another text"),
            (r#"{"password":"plain"}"#, "plain", false, "no marker"),
            (r#"{"password":{"a":1}}"#, "{\"a", false, "no text"),
        ] {
            let at = text.find(marked).unwrap();
            assert_eq!(secret_text(text, at).is_some(), hides, "{why}");
        }
    }
}
