//! Values without a schema: outputs, JSON in texts, attributes of any type. The kinds of JSON decide.

use std::collections::BTreeSet;

use crate::facts::attr::Kind;
use crate::facts::named_pairs::is_value_beside;

use super::list::{self, Step};
use super::pair::{Pair, Side};
use super::trail::Trail;
use super::{Action, Compare, Dialect, Member, Node, Shape};

impl Compare<'_> {
    /// A value that is known only after apply.
    pub(super) fn unknown<'d, 'a>(
        self,
        pair: Pair<'d, 'a>,
        trail: &Trail<'_>,
        members_unknown: bool,
        inner: impl FnOnce(Self, Pair<'d, 'a>, &Trail<'_>) -> Node,
    ) -> Node {
        let forces = trail.forces();
        if pair.before.is_null() {
            return Node {
                action: Action::Create,
                forces,
                shape: Shape::Unknown { before: None },
            };
        }
        let gone = Pair {
            members_unknown,
            ..pair.as_deleted()
        };
        // Terraform forgets on the way whether the provider says `null` where it means nothing.
        let (compare, gone) = if self.dialect.empty_is_null_below {
            (Self { old_kit: true, ..self }, gone.without_empty_texts())
        } else {
            (self, gone)
        };
        let before = if self.dialect.unknown_forces_twice {
            inner(compare, gone, trail)
        } else {
            inner(compare, gone, &trail.unforced())
        };
        Node {
            action: Action::Update,
            forces,
            shape: Shape::Unknown {
                before: Some(Box::new(before)),
            },
        }
    }

    /// A value of any type.
    pub(super) fn dynamic(self, pair: Pair<'_, '_>, trail: &Trail<'_>) -> Node {
        let compare = |pair: Pair<'_, '_>| self.dynamic_open(pair, trail);
        if pair.is_hidden() {
            return compare(pair);
        }
        if pair.is_marked() || pair.is_masked() {
            return masked(pair, false, compare);
        }
        if self.gives_secret(pair) {
            return mask(pair, &compare(pair.behind_a_mask()), false);
        }
        compare(pair)
    }

    fn dynamic_open(self, pair: Pair<'_, '_>, trail: &Trail<'_>) -> Node {
        if pair.unknown {
            return self.unknown(pair, trail, false, Self::dynamic);
        }
        let (before, after) = (pair.before.kind(), pair.after.kind());
        if before == after || pair.before.is_missing() {
            return self.of_kind(pair, trail, after);
        }
        if pair.after.is_missing() {
            return self.of_kind(pair, trail, before);
        }
        Node {
            action: Action::Update,
            forces: trail.forces(),
            shape: Shape::Mixed {
                before: Box::new(self.of_kind(pair.as_deleted(), trail, before)),
                after: Box::new(self.of_kind(pair.as_created(), trail, after)),
            },
        }
    }

    /// For what is inside of a value of any type: Terraform forgets on the way to one what an empty text means, and not
    /// on the way to its elements.
    fn element(self) -> Self {
        let dialect = Dialect {
            empty_is_null_below: false,
            ..self.dialect
        };
        Self { dialect, ..self }
    }

    fn of_kind(self, pair: Pair<'_, '_>, trail: &Trail<'_>, kind: Kind) -> Node {
        match kind {
            Kind::Object => {
                let element = self.element();
                let (action, members) = self.named(pair, trail, |pair, trail| element.dynamic(pair, trail));
                Node {
                    action,
                    forces: trail.forces(),
                    shape: Shape::Object { members, nested: false },
                }
            }
            Kind::Array => {
                let element = self.element();
                self.list(pair, trail, list::are_objects, |pair, trail| {
                    element.dynamic(pair, trail)
                })
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => self.scalar(pair, trail.forces()),
        }
    }

    /// The members of both sides by name, and what becomes of the whole.
    pub(super) fn named(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        compare: impl Fn(Pair<'_, '_>, &Trail<'_>) -> Node,
    ) -> (Action, Vec<Member>) {
        let mut action = pair.action_of_whole();
        let mut members = Vec::new();
        let name_beside = self.secret_name_beside(pair);
        for (name, member) in pair.members() {
            let trail = trail.member(&name);
            let called = name_beside.as_deref().filter(|_| is_value_beside(&name));
            let called = called.unwrap_or(&name);
            let node = self.under_name(called, trail.relevant(member), |pair| compare(pair, &trail));
            action = action.and(node.action);
            members.push(Member {
                name: self.redactor.text(&name),
                node,
            });
        }
        (action, members)
    }

    /// What no schema knows but by its name, which may be reason enough to mask it.
    pub(super) fn under_name<'d, 'a>(
        self,
        name: &str,
        pair: Pair<'d, 'a>,
        compare: impl FnOnce(Pair<'d, 'a>) -> Node,
    ) -> Node {
        if !pair.is_hidden() && self.masks_under(name, pair) {
            mask(pair, &compare(pair.behind_a_mask()), false)
        } else {
            compare(pair)
        }
    }

    /// A list along what its two sides have in common.
    pub(super) fn list<'d, 'a>(
        self,
        pair: Pair<'d, 'a>,
        trail: &Trail<'_>,
        are_objects: impl Fn(Side<'d, 'a>, Side<'d, 'a>) -> bool,
        compare: impl Fn(Pair<'d, 'a>, &Trail<'_>) -> Node,
    ) -> Node {
        let (before, after) = (self.items(pair.before), self.items(pair.after));
        let (ones, twos) = list::identities(&before, &after, self.dialect);
        let by_place = self.dialect.lists_by_place
            && !ones.is_empty()
            && ones.len() == twos.len()
            && !list::is_reordering(&ones, &twos);
        let steps = if by_place {
            (0..ones.len()).map(|index| Step::Both(index, index)).collect()
        } else {
            let mut lines = Lines::default();
            list::align(&ones, &twos, self.dialect.pairs_late, |one, two| {
                are_objects(before[one], after[two])
                    || (self.dialect.texts_pair && lines.shared((before[one], one), (after[two], two)))
            })
        };
        let (action, items) = steps_of(pair, trail, &before, &after, &steps, compare);
        Node {
            action,
            forces: trail.forces(),
            shape: Shape::List { items, context: true },
        }
    }
}

/// The elements along a way through both sides, and what becomes of the whole.
pub(super) fn steps_of<'d, 'a>(
    pair: Pair<'d, 'a>,
    trail: &Trail<'_>,
    before: &[Side<'d, 'a>],
    after: &[Side<'d, 'a>],
    steps: &[Step],
    compare: impl Fn(Pair<'d, 'a>, &Trail<'_>) -> Node,
) -> (Action, Vec<Node>) {
    // Of a list that matters every element does.
    let trail = trail.whole();
    let mut action = pair.action_of_whole();
    let mut items = Vec::with_capacity(steps.len());
    let at = |sides: &[Side<'d, 'a>], index: usize| sides.get(index).copied().unwrap_or_default();
    for step in steps {
        let (index, element) = match *step {
            Step::Gone(one) => (one, pair.with(at(before, one), Side::default())),
            Step::New(two) => (two, pair.with(Side::default(), at(after, two))),
            Step::Both(one, two) => (one, pair.with(at(before, one), at(after, two))),
        };
        let node = compare(element, &trail.element(index));
        action = action.and(node.action);
        items.push(node);
    }
    (action, items)
}

/// A place behind its marks. Where the engine itself marks neither side, what is known only after apply reveals nothing,
/// and is told as the engine tells it; what was stays masked.
pub(super) fn masked<'d, 'a>(pair: Pair<'d, 'a>, block: bool, compare: impl Fn(Pair<'d, 'a>) -> Node) -> Node {
    let inside = compare(pair.behind_a_mask());
    if block || !pair.unknown || pair.is_marked() || !matches!(inside.shape, Shape::Unknown { .. }) {
        return mask(pair, &inside, block);
    }
    let before = (!pair.before.is_null()).then(|| {
        let gone = pair.as_deleted();
        Box::new(mask(gone, &compare(gone.behind_a_mask()), block))
    });
    Node {
        shape: Shape::Unknown { before },
        ..inside
    }
}

/// What is shown of a marked place.
pub(super) fn mask(pair: Pair<'_, '_>, inside: &Node, block: bool) -> Node {
    let (before, after) = if pair.is_marked() {
        (pair.before.is_marked(), pair.after.is_marked())
    } else {
        // Some other place marks it.
        (true, true)
    };
    let nothing = pair.before.is_missing() && pair.after.is_missing();
    let action = if inside.action == Action::NoOp && before != after && !nothing {
        Action::Update
    } else {
        inside.action
    };
    Node {
        action,
        forces: inside.forces,
        shape: Shape::Sensitive {
            before,
            after,
            value: inside.action,
            block,
        },
    }
}

/// The lines of the two elements that were asked about last: a way through two lists holds one of them while it goes
/// along the other list, and the lines of each are read once.
#[derive(Default)]
struct Lines {
    before: LinesOf,
    after: LinesOf,
}

#[derive(Default)]
struct LinesOf {
    index: Option<usize>,
    all: BTreeSet<String>,
}

impl Lines {
    /// Whether both are texts, one of them of several lines, that have a line in common.
    fn shared(&mut self, (one, index): (Side<'_, '_>, usize), (two, other): (Side<'_, '_>, usize)) -> bool {
        let is_new = self.before.read(one, index);
        self.after.read(two, other);
        let [before, after] = [&self.before.all, &self.after.all];
        let (read, held) = if is_new { (before, after) } else { (after, before) };
        (before.len() > 1 || after.len() > 1) && read.iter().any(|line| held.contains(line))
    }
}

impl LinesOf {
    /// Whether it is another element than the one before.
    fn read(&mut self, side: Side<'_, '_>, index: usize) -> bool {
        if self.index.replace(index) == Some(index) {
            return false;
        }
        self.all.clear();
        let _ = side.attr().map(|attr| {
            attr.text_is(|text| {
                self.all.extend(text.split('\n').map(str::to_owned));
                true
            })
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::facts::{Flavor, Secrets};
    use crate::report::Redactor;
    use crate::report::changes::Scalar;
    use crate::tofu::raw;

    /// The tree in few letters: what becomes of each place, and how it is held.
    fn drawn(node: &Node) -> String {
        let scalar = |scalar: &Scalar| match scalar {
            Scalar::Absent => "-".to_owned(),
            Scalar::Null => "null".to_owned(),
            Scalar::Plain(text) => text.to_string(),
            Scalar::Text(text) => format!("'{}'", &**text),
        };
        let many = |items: &[Node]| items.iter().map(drawn).collect::<Vec<_>>().join(" ");
        let named = |members: &[Member]| {
            let members = members
                .iter()
                .map(|member| format!("{}:{}", &*member.name, drawn(&member.node)));
            members.collect::<Vec<_>>().join(" ")
        };
        let action = match node.action {
            Action::NoOp => "=",
            Action::Create => "+",
            Action::Update => "~",
            Action::Delete => "!",
        };
        let shape = match &node.shape {
            Shape::Scalar { before, after } => format!("{}>{}", scalar(before), scalar(after)),
            Shape::Lines(lines) => format!("{} lines", lines.len()),
            Shape::Json {
                whitespace: true,
                value,
            } => format!("space({})", drawn(value)),
            Shape::Json { value, .. } => format!("json({})", drawn(value)),
            Shape::Mixed { before, after } => format!("{}|{}", drawn(before), drawn(after)),
            Shape::Unknown { before: None } => "?".to_owned(),
            Shape::Unknown { before: Some(before) } => format!("{}>?", drawn(before)),
            Shape::Sensitive { value, .. } => format!("masked {value:?}"),
            Shape::Object { members, .. } => format!("{{{}}}", named(members)),
            Shape::List { items, .. } => format!("[{}]", many(items)),
            _ => "other".to_owned(),
        };
        format!("{action}{shape}")
    }

    fn compared(before: &str, after: &str, unknown: &str, marks: &str) -> String {
        compared_by(Dialect::OWN, before, after, unknown, marks)
    }

    fn compared_by(dialect: Dialect, before: &str, after: &str, unknown: &str, marks: &str) -> String {
        let redactor = Redactor::new(&Secrets::default());
        let compare = Compare {
            redactor: &redactor,
            dialect,
            old_kit: false,
            wary: false,
            inside: 0,
            deep: 0,
        };
        let before = Object::read(Some(raw(before)), None, [raw(marks)]).unwrap();
        let after = Object::read(Some(raw(after)), Some(raw(unknown)), [raw(marks)]).unwrap();
        let pair = Pair::new(Side::new(before.root(), None), Side::new(after.root(), None));
        drawn(&compare.dynamic(pair, &Trail::default()))
    }

    #[test]
    fn values_are_compared_by_what_they_are() {
        for (before, after, wanted, why) in [
            ("1", "1.0", "=1>1.0", "one number, written twice"),
            (
                "9223372036854775808",
                "9223372036854775809",
                "~9223372036854775808>9223372036854775809",
                "exact",
            ),
            (r#""1""#, "1", "~!'1'>-|+->1", "a text is no number"),
            ("null", "1", "~!null>-|+->1", "null is a value here"),
            (
                r#"{"a":null}"#,
                r#"{"b":null}"#,
                "~{a:!null>- b:+->null}",
                "null is not absent",
            ),
            (
                "[1,2,3]",
                "[1,3,4]",
                "~[=1>1 !2>- =3>3 +->4]",
                "a list along what stays",
            ),
            (
                r#"[{"a":1},2]"#,
                r#"[{"a":2},2]"#,
                "~[~{a:~1>2} =2>2]",
                "an object that changes in a list",
            ),
            (r#""a\nb""#, r#""a\nc""#, "~3 lines", "a text by lines"),
            (r#""{\"a\":1}""#, r#""{\"a\":2}""#, "~json(~{a:~1>2})", "JSON in a text"),
            (
                r#""{\"a\":1}""#,
                r#""{ \"a\": 1 }""#,
                "~space(={a:=1>1})",
                "white space alone",
            ),
            (
                r#""[1.0,2]""#,
                r#""[1,2]""#,
                "~json(~[~1.0>1 =2>2])",
                "another text for the same number",
            ),
            (
                r#""{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"c\\\\\\\":1}\\\"}\"}""#,
                r#""{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"c\\\\\\\":2}\\\"}\"}""#,
                "~json(~{a:~json(~{b:~json(~{c:~1>2})})})",
                "JSON in a text, three times",
            ),
            (r#""{}""#, r#""x""#, "~!json(!{})|+->'x'", "JSON on one side"),
            (
                r#""{\"a\":1}""#,
                r#""{\"a\":1,\"a\":2}""#,
                r#"~!json(!{a:!1>-})|+->'{"a":1,"a":2}'"#,
                "what a name means that stands twice nobody knows",
            ),
        ] {
            assert_eq!(compared(before, after, "false", "false"), wanted, "{why}");
        }
    }

    /// What each engine printed of `terraform_data.input` is drawn here in few letters.
    #[test]
    fn engines_compare_in_ways_of_their_own() {
        use Flavor::{OpenTofu, Terraform};
        let more = (r#""{\"a\":1}""#, r#""{\n\"a\": 1\n}\nx""#);
        let number = ("123456789012345678", "1");
        let comes = (r#"["a\nb"]"#, r#"["a\nc","a\nb"]"#);
        let replaced = (r"[1,2]", r"[2,3]");
        let again = (r#""{\"a\":1,\"b\":2,\"a\":3}""#, r#""{\"a\":3,\"b\":2}""#);
        for (engine, version, (before, after), wanted, why) in [
            (
                OpenTofu,
                "1.12.6",
                more,
                "~space(={a:=1>1})",
                "what follows is passed over",
            ),
            (
                OpenTofu,
                "1.6.3",
                more,
                "~!json(!{a:!1>-})|+4 lines",
                "a text that is no JSON",
            ),
            (
                Terraform,
                "1.11.4",
                more,
                "~!json(!{a:!1>-})|+4 lines",
                "a text that is no JSON",
            ),
            (
                Terraform,
                "1.8.0",
                more,
                "~space(={a:=1>1})",
                "hashicorp/terraform#34954",
            ),
            (OpenTofu, "1.6.3", number, "~123456789012345680>1", "64 bits, floating"),
            (OpenTofu, "1.7.0", number, "~123456789012345678>1", "as it is written"),
            (OpenTofu, "1.6.3", ("1", "1.0"), "=1>1", "64 bits, floating"),
            (OpenTofu, "1.12.6", ("1", "1.0"), "~1>1.0", "digits are compared"),
            (Terraform, "1.11.4", ("1", "1.0"), "~1>1.0", "likewise"),
            (
                OpenTofu,
                "1.12.6",
                ("[1,2]", "[1.0,2]"),
                "~[!1>- +->1.0 =2>2]",
                "in a list too",
            ),
            (
                OpenTofu,
                "1.12.6",
                comes,
                "~[~3 lines +2 lines]",
                "the new one faces what stays",
            ),
            (OpenTofu, "1.10.6", comes, "~[+2 lines =2 lines]", "one that comes"),
            (Terraform, "1.11.4", replaced, "~[~1>2 ~2>3]", "place by place"),
            (Terraform, "1.7.5", replaced, "~[!1>- =2>2 +->3]", "along what stays"),
            (
                Terraform,
                "1.11.4",
                again,
                "~space(={a:=3>3 b:=2>2})",
                "the last of a name",
            ),
            (
                OpenTofu,
                "1.12.6",
                again,
                "~space(={a:=3>3 b:=2>2})",
                "the last of a name",
            ),
        ] {
            let dialect = Dialect::of(Some(engine), Some(version));
            let found = compared_by(dialect, before, after, "false", "false");
            assert_eq!(found, wanted, "{engine:?} {version}: {why}");
        }
    }

    /// As Terraform 1.11.4 prints it in a list in `terraform_data.input`. An attribute or output by itself is `null`.
    #[test]
    fn an_empty_text_in_a_list_that_will_be_known_later_is_one() {
        let dialect = Dialect::of(Some(Flavor::Terraform), Some("1.11.4"));
        let element = compared_by(dialect, r#"["",1]"#, "[null,2]", "[true,false]", "false");
        assert_eq!(element, "~[~!''>->? ~1>2]");
        assert_eq!(compared_by(dialect, r#""""#, "null", "true", "false"), "~!->->?");
    }

    #[test]
    fn what_is_unknown_or_marked_says_no_more_than_that_it_changes() {
        for (before, after, unknown, marks, wanted, why) in [
            (
                r#"{"a":1}"#,
                "{}",
                r#"{"a":true}"#,
                "false",
                "~{a:~!1>->?}",
                "known after apply",
            ),
            (
                "{}",
                "{}",
                r#"{"a":true}"#,
                "false",
                "~{a:+?}",
                "new and known after apply",
            ),
            (
                r#"{"a":1}"#,
                r#"{"a":2}"#,
                "false",
                r#"{"a":true}"#,
                "~{a:~masked Update}",
                "masked, and it changes",
            ),
            (
                r#"{"a":1}"#,
                r#"{"a":1}"#,
                "false",
                r#"{"a":true}"#,
                "={a:=masked NoOp}",
                "masked, and it stays",
            ),
            (
                r#"{"a":{"b":1}}"#,
                "{}",
                "false",
                r#"{"a":true}"#,
                "~{a:!masked Delete}",
                "masked as a whole, and it goes",
            ),
            (
                "[1]",
                "[null]",
                "[true]",
                "[true]",
                "~[!masked Delete +?]",
                "masked elsewhere, and unknown",
            ),
        ] {
            assert_eq!(compared(before, after, unknown, marks), wanted, "{why}");
        }
    }
}
