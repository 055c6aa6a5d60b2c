//! Values without parts: numbers, booleans, and texts of one line, of several lines, or of JSON.

use crate::facts::attr::{Kind, Object};
use crate::json::scan;
use crate::report::{MASK, Redacted};
use crate::tofu::Raw;

use super::list::{self, Step};
use super::pair::{Pair, Side};
use super::trail::Trail;
use super::twice;
use super::{Action, Compare, DEEPEST_TEXTS, Line, MOST_TEXTS, Node, Scalar, Shape};

impl Compare<'_> {
    /// A value that has no parts, on either side.
    pub(super) fn scalar(self, pair: Pair<'_, '_>, forces: bool) -> Node {
        // One number that is written in two ways is two texts where it stands in a text, and to later engines always.
        let action = match pair.action() {
            Action::Update if self.dialect.floats && list::are_one_float(pair.before.attr(), pair.after.attr()) => {
                Action::NoOp
            }
            Action::NoOp
                if (self.dialect.digits || self.inside > 0 && !self.dialect.floats)
                    && list::is_written_otherwise(pair.before, pair.after) =>
            {
                Action::Update
            }
            action => action,
        };
        let node = |shape| Node { action, forces, shape };
        if pair.is_hidden() {
            // Nothing of it will be shown.
            let (before, after) = (Scalar::Absent, Scalar::Absent);
            return node(Shape::Scalar { before, after });
        }
        let (before, after) = (self.value(pair.before), self.value(pair.after));
        let is_text = |scalar: &Scalar| matches!(scalar, Scalar::Text(_));
        if !is_text(&before) && !is_text(&after) {
            return node(Shape::Scalar { before, after });
        }
        let is_secret = |(scalar, side): (&Scalar, Side<'_, '_>)| match scalar {
            // Anybody may write these words, too.
            Scalar::Text(text) => Some(**text == *MASK && !side.is_text(MASK)),
            Scalar::Absent => None,
            Scalar::Null | Scalar::Plain(_) => Some(false),
        };
        let sides = [(&before, pair.before), (&after, pair.after)];
        let secret = sides.into_iter().filter_map(is_secret).all(|secret| secret);
        // Nothing but secrets, or two texts that differ only in what is one.
        if secret || action == Action::Update && before == after {
            return node(Shape::Sensitive {
                before: true,
                after: true,
                value: action,
                block: false,
            });
        }
        // A secret beside what is none stands without quotation marks, as all that is marked.
        let open = |scalar: Scalar, side| match is_secret((&scalar, side)) {
            Some(true) => Scalar::Plain(Redacted::trusted(MASK)),
            _ => scalar,
        };
        node(self.text(action, open(before, pair.before), open(after, pair.after)))
    }

    /// A side as it may be printed.
    #[expect(
        clippy::disallowed_methods,
        reason = "what is read goes through the redactor at once"
    )]
    fn value(self, side: Side<'_, '_>) -> Scalar {
        let Some(attr) = side.attr().filter(|_| !side.is_missing()) else {
            return Scalar::Absent;
        };
        match attr.reveal() {
            None => Scalar::Null,
            Some(node) => match (node.kind(), node.as_str()) {
                (Kind::Null, _) => Scalar::Null,
                (_, Some(text)) => Scalar::Text(self.redactor.text(&text)),
                _ => Scalar::Plain(self.plain(node.text())),
            },
        }
    }

    /// A number, `true` or `false`.
    fn plain(self, text: &str) -> Redacted {
        let shown = self.redactor.number(text);
        match text.parse::<f64>() {
            Ok(number) if self.dialect.floats && number.is_finite() && *shown == *text => {
                self.redactor.number(&number.to_string())
            }
            _ => shown,
        }
    }

    fn text(self, action: Action, before: Scalar, after: Scalar) -> Shape {
        match action {
            Action::Create => self.one_text(action, Scalar::Absent, after),
            Action::NoOp => self.one_text(action, before, after),
            Action::Delete => self.one_text(action, before, Scalar::Absent),
            Action::Update => self.two_texts(before, after),
        }
    }

    /// A text that is there on one side, or on both the same.
    fn one_text(self, action: Action, before: Scalar, after: Scalar) -> Shape {
        let there = if action == Action::Delete { &before } else { &after };
        let Scalar::Text(text) = there else {
            return Shape::Scalar { before, after };
        };
        let on = |other: Action| Some(text).filter(|_| action != other);
        if let Some(value) = self.json(on(Action::Create), on(Action::Delete)) {
            return Shape::Json {
                value: Box::new(value),
                whitespace: false,
            };
        }
        if text.contains('\n') {
            let line = |text| Line {
                action: Action::NoOp,
                text,
            };
            return Shape::Lines(text.trimmed_lines().into_iter().map(line).collect());
        }
        Shape::Scalar { before, after }
    }

    /// A text for another.
    fn two_texts(self, before: Scalar, after: Scalar) -> Shape {
        let text = |scalar: &Scalar| match scalar {
            Scalar::Text(text) => Some(text.clone()),
            _ => None,
        };
        let (one, two) = (text(&before), text(&after));
        let are_json = (
            one.as_ref().is_some_and(|text| self.read_json(text).is_some()),
            two.as_ref().is_some_and(|text| self.read_json(text).is_some()),
        );
        match are_json {
            (true, true) => {
                if let Some(value) = self.json(one.as_ref(), two.as_ref()) {
                    return Shape::Json {
                        whitespace: value.action == Action::NoOp,
                        value: Box::new(value),
                    };
                }
            }
            (true, false) | (false, true) => {
                let side = |action, before, after| {
                    let shape = self.one_text(action, before, after);
                    Box::new(Node {
                        action,
                        forces: false,
                        shape,
                    })
                };
                return Shape::Mixed {
                    before: side(Action::Delete, before, Scalar::Absent),
                    after: side(Action::Create, Scalar::Absent, after),
                };
            }
            (false, false) => {}
        }
        let several = |text: &Option<Redacted>| text.as_deref().is_some_and(|text| text.contains('\n'));
        if !several(&one) && !several(&two) {
            return Shape::Scalar { before, after };
        }
        let lines = |text: Option<Redacted>| match text {
            Some(text) if text.contains('\n') => text.trimmed_lines(),
            Some(text) => vec![text],
            None => vec![Redacted::trusted("null")],
        };
        Shape::Lines(compare_lines(&lines(one), &lines(two), self.dialect.lists_by_place))
    }

    /// The values in two texts of JSON, or in the one that is there; `None` when they are no JSON.
    fn json(self, before: Option<&Redacted>, after: Option<&Redacted>) -> Option<Node> {
        let (before, after) = (
            before.map(|text| self.read_json(text)),
            after.map(|text| self.read_json(text)),
        );
        if matches!(before, Some(None)) || matches!(after, Some(None)) {
            return None;
        }
        let (before, after) = (before.flatten(), after.flatten());
        let deep = [&before, &after].into_iter().flatten().map(|json| json.depth).max();
        let again = (
            before.as_ref().and_then(|json| json.again.as_deref()).and_then(read),
            after.as_ref().and_then(|json| json.again.as_deref()).and_then(read),
        );
        let (before, after) = (
            again.0.as_ref().or(before.as_ref().map(|json| &json.object)),
            again.1.as_ref().or(after.as_ref().map(|json| &json.object)),
        );
        let inside = Self {
            inside: self.inside + 1,
            deep: self.deep + deep.unwrap_or_default(),
            ..self
        };
        Some(inside.dynamic(Pair::new(side(before), side(after)), &Trail::default()))
    }

    /// The JSON in a text that holds no secret any more.
    fn read_json(self, text: &Redacted) -> Option<Json<'_>> {
        if self.inside >= MOST_TEXTS || !text.starts_with(['{', '[']) {
            return None;
        }
        let depth = scan::depth(text);
        if self.deep + depth > DEEPEST_TEXTS {
            return None;
        }
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Raw<'_>>();
        let raw = values.next()?.ok()?;
        if !self.dialect.json_begins && values.next().is_some() {
            return None;
        }
        let object = Object::read(Some(raw), None, []).ok()?;
        let again = match twice::has_any(object.root()) {
            true if self.dialect.names_once => return None,
            true => Some(twice::last_alone(raw.text())?),
            false => None,
        };
        Some(Json { object, again, depth })
    }
}

/// The JSON in a text.
struct Json<'a> {
    /// As it is written.
    object: Object<'a>,
    /// What counts of it, where that is not all.
    again: Option<String>,
    /// How many lists and objects stand inside each other.
    depth: usize,
}

fn read(text: &str) -> Option<Object<'_>> {
    Object::read(serde_json::from_str(text).ok(), None, []).ok()
}

fn side<'d, 'a>(object: Option<&'d Object<'a>>) -> Side<'d, 'a> {
    object.map(|object| Side::new(object.root(), None)).unwrap_or_default()
}

/// What becomes of each line of a text.
fn compare_lines(before: &[Redacted], after: &[Redacted], by_place: bool) -> Vec<Line> {
    let mut numbers = std::collections::BTreeMap::new();
    let mut number = |line: &Redacted| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(line.to_string()).or_insert(next)
    };
    let ones: Vec<u32> = before.iter().map(&mut number).collect();
    let twos: Vec<u32> = after.iter().map(&mut number).collect();
    let steps = if by_place && ones.len() == twos.len() && !list::is_reordering(&ones, &twos) {
        let places = ones.iter().zip(&twos).enumerate();
        places
            .flat_map(|(index, (one, two))| {
                if one == two {
                    vec![Step::Both(index, index)]
                } else {
                    vec![Step::Gone(index), Step::New(index)]
                }
            })
            .collect()
    } else {
        list::align(&ones, &twos, false, |_, _| false)
    };
    let line = |action, lines: &[Redacted], index: usize| {
        lines.get(index).map(|text| Line {
            action,
            text: text.clone(),
        })
    };
    let lines = steps.into_iter().filter_map(|step| match step {
        Step::Gone(index) => line(Action::Delete, before, index),
        Step::New(index) => line(Action::Create, after, index),
        Step::Both(index, _) => line(Action::NoOp, before, index),
    });
    lines.collect()
}
