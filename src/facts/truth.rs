//! True, false, or unknown before apply: Kleene's logic, and the questions that rules ask of attributes.

use crate::json::{Kind, Number};

use super::attr::Attr;
use super::attribute_path::{PathStep, PathSteps};

/// The answer to a question about values of which some are known only after apply.
///
/// Unknown is neither: it stays unknown unless the known parts decide alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// It is so, whatever the unknown values turn out to be.
    True,
    /// It is not so, whatever they turn out to be.
    False,
    /// It depends on them.
    Unknown,
}

impl Truth {
    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    /// One or both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        !(!self).and(!other)
    }

    /// Whether one of them holds; false when there are none.
    #[must_use]
    pub fn any(truths: impl IntoIterator<Item = Self>) -> Self {
        truths.into_iter().fold(Self::False, Self::or)
    }

    /// Whether all of them hold; true when there are none.
    #[must_use]
    pub fn all(truths: impl IntoIterator<Item = Self>) -> Self {
        truths.into_iter().fold(Self::True, Self::and)
    }

    /// Unknown where it is doubtful, else false.
    #[must_use]
    pub fn unknown_if(doubtful: bool) -> Self {
        if doubtful { Self::Unknown } else { Self::False }
    }

    /// Whether it is so for certain.
    #[must_use]
    pub fn is_true(self) -> bool {
        self == Self::True
    }

    /// Whether it depends on what is known only after apply.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self == Self::Unknown
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        if known { Self::True } else { Self::False }
    }
}

/// Questions about a value. Sensitive values may be asked too: an answer is not the value.
impl<'d, 'a> Attr<'d, 'a> {
    /// Whether something is set: not absent, not `null`, and not an empty text, list or object.
    ///
    /// Unknown stays unknown; whether an expression stands in the configuration is another question, which the
    /// context of a rule answers.
    #[must_use]
    pub fn is_set(self) -> Truth {
        if self.is_unknown() {
            return Truth::Unknown;
        }
        match self.kind() {
            None | Some(Kind::Null) => Truth::False,
            Some(Kind::Bool | Kind::Number) => Truth::True,
            Some(Kind::String) => !self.equals_text(""),
            Some(Kind::Array) => self.items().next().is_some().into(),
            Some(Kind::Object) => self.entries().next().is_some().into(),
        }
    }

    /// Whether it is this text.
    #[must_use]
    pub fn equals_text(self, text: &str) -> Truth {
        self.ask(|node| node.is_str(text))
    }

    /// Whether it is one of these texts, in any case of letters.
    #[must_use]
    pub fn is_one_of(self, texts: &[&str]) -> Truth {
        self.ask(|node| {
            node.as_str()
                .is_some_and(|value| texts.iter().any(|text| value.eq_ignore_ascii_case(text)))
        })
    }

    /// Whether it is this boolean; so are the texts that engines convert, and those that providers in Go do.
    #[must_use]
    pub fn equals_bool(self, wanted: bool) -> Truth {
        let texts = if wanted {
            ["true", "True", "TRUE", "t", "T", "1"]
        } else {
            ["false", "False", "FALSE", "f", "F", "0"]
        };
        self.ask(|node| node.as_bool() == Some(wanted) || texts.iter().any(|text| node.is_str(text)))
    }

    /// Whether it is this number, exactly; a text of the number counts, as the engines convert it.
    #[must_use]
    pub fn equals_number(self, wanted: i64) -> Truth {
        self.ask(|node| {
            let number = node.as_number().and_then(Number::as_i64);
            number == Some(wanted) || node.as_str().and_then(|text| text.trim().parse::<i64>().ok()) == Some(wanted)
        })
    }

    /// Whether it is a text for which `holds` is true. What `holds` sees must not get into a finding.
    #[must_use]
    pub fn text_is(self, holds: impl FnOnce(&str) -> bool) -> Truth {
        self.ask(|node| node.as_str().is_some_and(|text| holds(&text)))
    }

    /// The text, sensitive or not; `None` where it is none, or not known. It is compared: only of one that nothing marks
    /// sensitive may anything get into a finding.
    #[must_use]
    pub(crate) fn compared_text(self) -> Option<String> {
        let mut found = None;
        let _ = self.text_is(|text| {
            found = Some(text.to_owned());
            true
        });
        found
    }

    /// Whether it is a number for which, as it is written, `holds` is true. What `holds` sees must not get into a finding.
    #[must_use]
    pub fn number_is(self, holds: impl FnOnce(&str) -> bool) -> Truth {
        self.ask(|node| node.kind() == Kind::Number && holds(node.text()))
    }

    /// Whether the two are the same value: unknown as soon as a part of either is.
    #[must_use]
    pub fn equals(self, other: Attr<'_, '_>) -> Truth {
        let mut open = vec![(self, other)];
        let mut answer = Truth::True;
        while let Some((one, two)) = open.pop() {
            if one.is_written_as(two) {
                continue;
            }
            if one.is_unknown() || two.is_unknown() {
                answer = Truth::Unknown;
                continue;
            }
            match (one.kind(), two.kind()) {
                (Some(Kind::Array), Some(Kind::Array)) => {
                    let (ones, twos): (Vec<_>, Vec<_>) = (one.items().collect(), two.items().collect());
                    if ones.len() != twos.len() {
                        return Truth::False;
                    }
                    open.extend(ones.into_iter().zip(twos));
                }
                (Some(Kind::Object), Some(Kind::Object)) => {
                    open.extend(one.beside(two).map(|(_, left, right)| (left, right)));
                }
                _ if one.same_known_value(two) => {}
                _ => return Truth::False,
            }
        }
        answer
    }

    /// Whether `holds` is true of one element; of a list that is unknown as a whole nobody can say.
    #[must_use]
    pub fn any_item(self, holds: impl Fn(Self) -> Truth) -> Truth {
        if self.is_unknown() {
            return Truth::Unknown;
        }
        Truth::any(self.items().map(holds))
    }

    /// Whether this list, or this single value, has the text among its elements.
    #[must_use]
    pub fn contains_text(self, text: &str) -> Truth {
        self.equals_text(text).or(self.any_item(|item| item.equals_text(text)))
    }

    /// What a path such as `ebs_block_device[].encrypted` leads to: `[]` stands for every element, and a name below a
    /// list means every element too, since providers write single blocks as lists of one. A key of a map that is no
    /// name is written in quotes: `config["retention.ms"]`.
    #[must_use]
    pub fn at_path(self, path: &str) -> Vec<Self> {
        let mut found = Vec::new();
        self.follow(PathSteps::new(path), &mut found);
        found
    }

    /// It goes into itself only at a list, so that a long path takes no stack.
    fn follow(mut self, mut steps: PathSteps<'_>, found: &mut Vec<Self>) {
        while let Some(step) = steps.next() {
            let is_list = self.kind() == Some(Kind::Array);
            self = match step {
                PathStep::Any if is_list => {
                    return self.items().for_each(|item| item.follow(steps.clone(), found));
                }
                PathStep::Name(name) if is_list => {
                    return self
                        .items()
                        .for_each(|item| item.get(&name).follow(steps.clone(), found));
                }
                PathStep::Any => self,
                PathStep::Index(index) => self.at(usize::try_from(index).unwrap_or(usize::MAX)),
                PathStep::Name(name) => self.get(&name),
                PathStep::Unreadable => self.missing(),
            };
        }
        found.push(self);
    }

    /// Asks a known value; what is absent or `null` is nothing.
    #[expect(clippy::disallowed_methods, reason = "the value is compared and not kept")]
    fn ask(self, holds: impl FnOnce(crate::json::Node<'d, 'a>) -> bool) -> Truth {
        if self.is_unknown() {
            return Truth::Unknown;
        }
        self.reveal().is_some_and(holds).into()
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{False, True, Unknown};
    use super::*;
    use crate::facts::attr::Object;
    use crate::tofu::raw;

    #[test]
    fn kleene() {
        for (one, two, and, or) in [
            (True, True, True, True),
            (True, False, False, True),
            (True, Unknown, Unknown, True),
            (False, False, False, False),
            (False, Unknown, False, Unknown),
            (Unknown, Unknown, Unknown, Unknown),
        ] {
            assert_eq!((one.and(two), two.and(one)), (and, and), "{one:?} and {two:?}");
            assert_eq!((one.or(two), two.or(one)), (or, or), "{one:?} or {two:?}");
        }
        assert_eq!((!True, !False, !Unknown), (False, True, Unknown));
    }

    /// After and its unknown marks, as the engines write them (§2.2), with one place of each kind.
    const AFTER: &str = r#"{"leaf":"good","other":"bad","none":null,"empty":"","list":["good",null],"bad":["bad",null],
        "known":["good","bad"],"block":[{"key":"good"}],"half":[{}],"set":["good",null],"map":{"k":"good"},"num":7,
        "yes":true,"object":{"a":"good"}}"#;
    const UNKNOWN: &str = r#"{"gone":true,"list":[false,true],"bad":[false,true],"known":[false,false],"whole":true,
        "block":[{}],"half":[{"key":true}],"blocks":true,"set":[false,true],"map":{"u":true},"sets":true,"maps":true,
        "output":true,"object":{"b":true}}"#;

    #[test]
    fn every_place_answers_every_question() {
        let object = Object::read(Some(raw(AFTER)), Some(raw(UNKNOWN)), []).unwrap();
        let at = |place: &str| {
            place.split('.').fold(object.root(), |attr, step| match step.parse() {
                Ok(index) => attr.at(index),
                Err(_) => attr.get(step),
            })
        };
        for (place, wanted, why) in [
            ("leaf", True, "a known text"),
            ("none", False, "null is known to be nothing"),
            ("absent", False, "neither known nor unknown"),
            ("empty", False, "providers write unset texts as empty ones"),
            ("gone", Unknown, "it may turn out null"),
            ("list.1", Unknown, "null is a placeholder here"),
            ("list", True, "it has elements, whatever they are"),
            ("whole", Unknown, "it may be empty"),
            ("block", True, "one block is there"),
            ("half", True, "the block is there, its content is not known"),
            ("blocks", Unknown, "dynamic blocks over something unknown"),
            ("map.k", True, "a known element"),
            ("map.u", Unknown, "the key is known, the value not"),
            ("map.x", False, "a known map lacks the key"),
            ("maps.k", Unknown, "the whole map is unknown"),
        ] {
            assert_eq!(at(place).is_set(), wanted, "{place}: {why}");
        }
        for (place, wanted, why) in [
            ("leaf", True, "a known text"),
            ("other", False, "another one"),
            ("none", False, "null is not a text"),
            ("gone", Unknown, "checkov calls this missing"),
            ("list.0", True, "beside an unknown one"),
            ("list.1", Unknown, "likewise"),
            ("block.0.key", True, "known inside"),
            ("half.0.key", Unknown, "inside a block"),
            ("blocks.0.key", Unknown, "below the unknown"),
            ("map.u", Unknown, "likewise"),
            ("output.arn", Unknown, "an object from elsewhere"),
        ] {
            assert_eq!(at(place).equals_text("good"), wanted, "{place}: {why}");
        }
        for (place, text, wanted, why) in [
            ("gone", "good", Unknown, "a text or a list"),
            ("list", "good", True, "one known hit is enough"),
            ("list", "bad", Unknown, "the unknown one may be it"),
            ("known", "worse", False, "nothing unknown"),
            ("whole", "good", Unknown, "nobody knows an element"),
            ("set", "good", True, "sets are written as lists"),
            ("set", "bad", Unknown, "an unknown element"),
        ] {
            assert_eq!(at(place).contains_text(text), wanted, "{place}, {text}: {why}");
        }
        for (place, wanted, why) in [
            ("list", True, "one known hit is enough"),
            ("bad", Unknown, "the unknown one may be it"),
            ("known", True, "nothing unknown"),
            ("whole", Unknown, "not vacuously false"),
        ] {
            let is_good = |item: Attr<'_, '_>| item.equals_text("good");
            assert_eq!(at(place).any_item(is_good), wanted, "{place}: {why}");
        }
        let is_good = |item: Attr<'_, '_>| item.get("key").equals_text("good");
        assert_eq!(at("half").any_item(is_good), Unknown, "inside a block");
        for (place, number, wanted, why) in [
            ("num", 7, True, "exact"),
            ("num", 8, False, "exact"),
            ("gone", 0, Unknown, "not zero"),
        ] {
            assert_eq!(at(place).equals_number(number), wanted, "{place}, {number}: {why}");
        }
        for (place, answer, wanted, why) in [
            ("yes", true, True, "known"),
            ("leaf", true, False, "no boolean"),
            ("gone", true, Unknown, "the mark `true` is not the value"),
            ("absent", false, False, "absent is not false"),
        ] {
            assert_eq!(at(place).equals_bool(answer), wanted, "{place}, {answer}: {why}");
        }
        for (one, two, wanted, why) in [
            ("object", "object", Unknown, "a part is unknown"),
            ("object", "map", False, "a known part differs"),
            ("list", "bad", False, "a known element differs"),
            ("leaf", "map.k", True, "known on both sides"),
        ] {
            assert_eq!(at(one).equals(at(two)), wanted, "{one}, {two}: {why}");
        }
    }

    #[test]
    fn paths_lead_through_lists() {
        let object = Object::read(Some(raw(AFTER)), Some(raw(UNKNOWN)), []).unwrap();
        let answers = |path: &str| -> Vec<Truth> {
            object
                .root()
                .at_path(path)
                .into_iter()
                .map(|attr| attr.equals_text("good"))
                .collect()
        };
        for (path, wanted, why) in [
            ("leaf", vec![True], "one step"),
            ("list[]", vec![True, Unknown], "every element"),
            ("block.key", vec![True], "a block is a list of one"),
            ("half[].key", vec![Unknown], "unknown inside"),
            ("blocks.key", vec![Unknown], "unknown as a whole"),
            ("absent.key", vec![False], "nothing there"),
            ("[\"leaf", vec![False], "a key that is not closed"),
            ("block[\"key", vec![False], "and one behind a name"),
            ("\"leaf", vec![False], "a quotation mark in a name"),
            ("..leaf", vec![False], "a name of nothing"),
            ("list[0]", vec![True], "one element"),
            ("map[\"k\"]", vec![True], "a key in quotes"),
        ] {
            assert_eq!(answers(path), wanted, "{path}: {why}");
        }
    }
}
