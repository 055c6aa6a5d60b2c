//! Traversals as `references` of the configuration print them: `module.a["k"].out[0].id`.

use crate::tofu::Text;

/// What a reference is about, in the module where it is written (§2.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::facts) enum Referent<'t> {
    /// A resource of any mode, as its address in the module, without a key: `data.aws_ami.x`.
    Resource(&'t str),
    /// An output of a module call.
    Output {
        /// Name of the call.
        call: &'t str,
        /// Name of the output.
        output: &'t str,
    },
    /// A module call as a whole.
    Module(&'t str),
    /// A variable.
    Variable(&'t str),
    /// A local value, of which the document has nothing.
    Local,
    /// `each` or `count` of the block that holds the reference.
    Repetition,
    /// What no declaration stands behind: `path`, `terraform`, `self`, functions, actions, and what nobody knows.
    Outside,
}

/// A reference in its longest form.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Traversal<'t> {
    text: &'t str,
    pub(in crate::facts) referent: Referent<'t>,
    /// Where the subject ends, in bytes: key and output belong to it, attributes do not.
    subject_end: usize,
    /// The form that the engine prints after the subject: without the key, or the module of an output.
    last_form: Option<&'t str>,
}

impl<'t> Traversal<'t> {
    pub(in crate::facts) fn read(text: &'t str) -> Self {
        let mut parts = Parts::new(text);
        let mut name = || match parts.next() {
            Some((Part::Name(name), end)) => Some((name, end)),
            _ => None,
        };
        let outside = Self {
            text,
            referent: Referent::Outside,
            subject_end: text.len(),
            last_form: None,
        };
        let Some((first, first_end)) = name() else {
            return outside;
        };
        if first == "self" {
            return Self {
                subject_end: first_end,
                ..outside
            };
        }
        let Some((second, second_end)) = name() else {
            return outside;
        };
        let two = |referent| Self {
            referent,
            subject_end: second_end,
            ..outside
        };
        match first {
            "var" => two(Referent::Variable(second)),
            "local" => two(Referent::Local),
            "each" | "count" => two(Referent::Repetition),
            "path" | "terraform" | "tofu" => two(Referent::Outside),
            "module" => outside.module(second, second_end, parts),
            "data" | "ephemeral" | "action" => match name() {
                Some((_, end)) => outside.resource(end, parts),
                None => outside,
            },
            _ => outside.resource(second_end, parts),
        }
    }

    /// What the reference is about, with its key and without attributes.
    pub(in crate::facts) fn subject(&self) -> &'t str {
        self.text.get(..self.subject_end).unwrap_or_default()
    }

    /// The attributes behind what the reference is about: `.a[0].b`; often empty.
    pub(in crate::facts) fn behind(&self) -> &'t str {
        self.text.get(self.subject_end..).unwrap_or_default()
    }

    fn module(self, call: &'t str, end: usize, mut parts: Parts<'t>) -> Self {
        let mut part = parts.next();
        let (mut instance_end, mut last_form) = (end, None);
        if let Some((Part::Index(_), end_of_key)) = part {
            (instance_end, last_form) = (end_of_key, self.text.get(..end));
            part = parts.next();
        }
        match part {
            Some((Part::Name(output), end)) => Self {
                referent: Referent::Output { call, output },
                subject_end: end,
                last_form: self.text.get(..instance_end),
                ..self
            },
            _ => Self {
                referent: Referent::Module(call),
                subject_end: instance_end,
                last_form,
                ..self
            },
        }
    }

    fn resource(self, end: usize, mut parts: Parts<'t>) -> Self {
        let address = self.text.get(..end).unwrap_or_default();
        let is_action = address.starts_with("action.");
        let referent = if is_action {
            Referent::Outside
        } else {
            Referent::Resource(address)
        };
        match parts.next() {
            Some((Part::Index(_), end)) => Self {
                referent,
                subject_end: end,
                last_form: Some(address),
                ..self
            },
            _ => Self {
                referent,
                subject_end: end,
                ..self
            },
        }
    }

    /// How many texts at the head of `following` are this reference again, in the shorter forms that the engines since
    /// Terraform 1.0.1 print behind each: one attribute less each time, the subject, its last form.
    ///
    /// What differs is the next reference, even if it is a shorter form of this one.
    pub(in crate::facts) fn shorter_forms(&self, following: &[Text<'_>]) -> usize {
        let ends: Vec<usize> = Parts::new(self.text).map(|(_, end)| end).collect();
        let shorter = ends
            .into_iter()
            .rev()
            .skip_while(|&end| end == self.text.len())
            .take_while(|&end| end >= self.subject_end)
            .filter_map(|end| self.text.get(..end));
        shorter
            .chain(self.last_form)
            .zip(following)
            .take_while(|(form, text)| *form == text.as_str())
            .count()
    }
}

/// A piece of a traversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::facts) enum Part<'t> {
    /// What stands before, between or behind dots.
    Name(&'t str),
    /// What stands in brackets, as written.
    Index(&'t str),
}

/// The pieces of a traversal, each with the byte where it ends. Any text has pieces.
#[derive(Clone, Debug)]
pub(in crate::facts) struct Parts<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parts<'t> {
    pub(in crate::facts) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for Parts<'t> {
    type Item = (Part<'t>, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if let Some(inside) = rest.strip_prefix('[') {
            let inside = inside.get(..end_of_index(inside)).unwrap_or(inside);
            self.at = (self.at + inside.len() + 2).min(self.text.len());
            return Some((Part::Index(inside), self.at));
        }
        let name = rest.strip_prefix('.').unwrap_or(rest);
        let dot = rest.len() - name.len();
        let name = name.split_once(['.', '[']).map_or(name, |(before, _)| before);
        self.at += dot + name.len();
        Some((Part::Name(name), self.at))
    }
}

/// Where the bracket closes, from the byte behind the one that opens it; the end of the text when it does not.
fn end_of_index(inside: &str) -> usize {
    let mut quoted = false;
    let mut bytes = inside.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => {
                bytes.next();
            }
            b']' if !quoted => return at,
            _ => {}
        }
    }
    inside.len()
}

/// The one thing that all references of an expression are about, in its longest form: each is followed by its shorter
/// forms.
pub(in crate::facts) fn only<T: AsRef<str>>(references: &[T]) -> Option<&str> {
    let mut longest = "";
    for reference in references.iter().map(AsRef::as_ref) {
        let (long, short) = if reference.len() > longest.len() {
            (reference, longest)
        } else {
            (longest, reference)
        };
        let rest = long.strip_prefix(short)?;
        if !(short.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])) {
            return None;
        }
        longest = long;
    }
    Some(longest).filter(|longest| !longest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traversals_fall_into_pieces() {
        use Part::{Index, Name};
        for (text, parts, why) in [
            ("", vec![], "nothing"),
            ("a.b", vec![Name("a"), Name("b")], "names"),
            (
                r#"a["x.y]\"]"][0].b"#,
                vec![Name("a"), Index(r#""x.y]\"]""#), Index("0"), Name("b")],
                "keys hold anything",
            ),
            (
                "a[...].b",
                vec![Name("a"), Index("..."), Name("b")],
                "what OpenTofu cannot print",
            ),
            (".", vec![Name("")], "hostile"),
            ("..a", vec![Name(""), Name("a")], "hostile"),
            ("a[", vec![Name("a"), Index("")], "an open bracket"),
            (r#"a["é\"#, vec![Name("a"), Index(r#""é\"#)], "an open escape"),
            ("a]b", vec![Name("a]b")], "no bracket was opened"),
        ] {
            let read: Vec<_> = Parts::new(text).map(|(part, _)| part).collect();
            assert_eq!(read, parts, "{why}");
            assert_eq!(Parts::new(text).last().map_or(0, |(_, end)| end), text.len(), "{why}");
        }
    }

    #[test]
    fn references_are_about_declarations() {
        use Referent::{Local, Module, Output, Outside, Repetition, Resource, Variable};
        for (text, referent, why) in [
            ("aws_x.y", Resource("aws_x.y"), "a resource"),
            ("aws_x.y[0].id", Resource("aws_x.y"), "an attribute of an instance"),
            ("data.aws_x.y.a.b", Resource("data.aws_x.y"), "a data source"),
            ("ephemeral.t.n.v", Resource("ephemeral.t.n"), "OpenTofu 1.11"),
            ("var.a.b", Variable("a"), "an attribute of a variable"),
            ("local.a", Local, "a local"),
            ("each.value.x", Repetition, "for_each"),
            ("count.index", Repetition, "count"),
            ("module.m", Module("m"), "a whole call"),
            (r#"module.m["a.b"]"#, Module("m"), "an instance of a call"),
            (
                r#"module.m["a.b"].out[0].x"#,
                Output {
                    call: "m",
                    output: "out",
                },
                "an output of an instance",
            ),
            ("path.module", Outside, "no declaration"),
            ("terraform.workspace", Outside, "no declaration"),
            ("self.id", Outside, "the block itself"),
            ("provider::p::f", Outside, "OpenTofu lists functions of providers"),
            ("action.t.n", Outside, "Terraform 1.14"),
            ("data.aws_x", Outside, "no name"),
            ("", Outside, "depends_on that the engine could not read"),
        ] {
            assert_eq!(Traversal::read(text).referent, referent, "{why}: {text}");
        }
    }

    #[test]
    fn shorter_forms_belong_to_the_reference_before() {
        // The engines' order of §2.11; behind each group stands a text that is a new reference.
        for (group, after, why) in [
            (
                &[r#"data.t.n[1].a["k"]"#, "data.t.n[1].a", "data.t.n[1]", "data.t.n"][..],
                "data.t.n",
                "an instance, and the resource again",
            ),
            (
                &["aws_x.y.id", "aws_x.y"],
                "aws_x.y",
                "one reference to an attribute, one to the whole",
            ),
            (
                &[
                    r#"module.env["prod.eu"].ids[0]"#,
                    r#"module.env["prod.eu"].ids"#,
                    r#"module.env["prod.eu"]"#,
                ],
                "module.env",
                "a whole module is none of an output's forms",
            ),
            (&["module.m[0]", "module.m"], "module.m", "an instance of a call"),
            (&["var.s.size", "var.s"], "var", "a variable"),
            (&["each.value.a.b", "each.value.a", "each.value"], "each", "for_each"),
            (&["self.id", "self"], "self", "self is a subject"),
            (
                &["aws_x.y"],
                "module.m",
                "Terraform up to 1.0.0 prints the subject alone",
            ),
            (&["aws_x.y.a.b"], "aws_x.y", "no form may be left out"),
        ] {
            let texts: Vec<Text<'_>> = group.iter().copied().chain([after]).map(Text::new).collect();
            let (head, following) = texts.split_first().unwrap();
            assert_eq!(Traversal::read(head).shorter_forms(following), group.len() - 1, "{why}");
        }
    }
}
