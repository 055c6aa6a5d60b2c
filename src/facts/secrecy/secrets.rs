//! Every value that some source of a document marks sensitive.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::facts::Facts;
use crate::facts::actions::invocations;
use crate::json::string::quoted;
use crate::json::{Node, ReadError};
use crate::tofu::{Plan, ProviderSchemas, Raw, StateFile, Values};

use super::copies::Copies;
use super::leaves::Leaves;
use super::marked::{Marked, changes, trees};
use super::named::{self, Names};
use super::plain_lines::is_plain;
use super::schema_marks::{SchemaMarks, kind_of};
use super::unescaped::spelled;

/// Shorter values are not searched for inside other texts: masking every `true` or `dev` would hide the report.
pub(in crate::facts) const SHORTEST: usize = 8;

/// How many JSON texts may stand inside each other around a secret: a policy in the environment of a container.
pub(in crate::facts) const NESTED: usize = 2;

/// The texts that must not leave the program.
///
/// No single source is enough (§8.1): the engines leave planned values of replaced resources unmarked,
/// configuration and variables carry no marks, and providers copy a marked value to an unmarked attribute. So marks of
/// one place hold for the same attribute of the same resource everywhere, and values are found again by being equal.
#[derive(Clone, Default)]
pub struct Secrets {
    texts: Arc<Texts>,
    copies: Arc<OnceLock<Arc<Copies>>>,
}

/// Each text, with what it is.
type Texts = BTreeMap<String, What>;

/// What a text is among those that must not leave the program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// A secret.
    Text,
    /// A secret that was found as a number alone, and never as a text.
    Number,
    /// A way to write this secret.
    Spelling(Arc<str>),
}

impl What {
    /// The secret that the text spells; `None` where it is one.
    fn spells(&self) -> Option<&str> {
        match self {
            Self::Spelling(secret) => Some(secret),
            Self::Text | Self::Number => None,
        }
    }
}

impl Secrets {
    /// The texts of at least eight characters, in order, for a redactor to search for.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.texts.keys().map(String::as_str)
    }

    /// Those of them that were found as numbers alone. Inside of another number they mean nothing.
    pub(in crate::facts) fn numbers(&self) -> impl Iterator<Item = &str> {
        let numbers = self.texts.iter().filter(|(_, what)| **what == What::Number);
        numbers.map(|(text, _)| text.as_str())
    }

    /// Whether the text is secret as a whole.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.texts.contains_key(text)
    }

    /// The secret that a text spells, whatever its escapes; the text itself where it spells none.
    #[must_use]
    pub(crate) fn spelled_by<'t>(&'t self, text: &'t str) -> Cow<'t, str> {
        if let Some(secret) = self.texts.get(text) {
            return Cow::Borrowed(secret.spells().unwrap_or(text));
        }
        for spelled in spelled(text) {
            if let Some(secret) = self.texts.get(spelled.text()) {
                let secret = secret.spells().unwrap_or(spelled.text());
                return Cow::Owned(secret.to_owned());
            }
        }
        Cow::Borrowed(text)
    }

    /// What finds them in other texts; made once, for clones too.
    #[must_use]
    pub fn copies(&self) -> Arc<Copies> {
        Arc::clone(self.copies.get_or_init(|| Arc::new(Copies::of(self))))
    }

    /// Those of several documents, which are secret in each of them.
    #[must_use]
    pub(crate) fn of_all<'s>(all: impl IntoIterator<Item = &'s Self>) -> Self {
        let mut texts = Texts::new();
        for (text, what) in all.into_iter().flat_map(|secrets| secrets.texts.iter()) {
            put(&mut texts, text.clone(), what.clone());
        }
        Self::from(texts)
    }

    /// Those of this document and of others. Where all of these are among the others, both share what finds them.
    #[must_use]
    pub(crate) fn with(&self, others: &Self) -> Self {
        let holds = |(text, what): (&String, &What)| {
            let known = others.texts.get(text);
            known.is_some_and(|known| *known == What::Text || known == what)
        };
        if self.texts.iter().all(holds) {
            return others.clone();
        }
        Self::of_all([self, others])
    }

    /// Whether nothing is secret.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Collects from everything a plan holds. `marked` is what its resources' marks say. Beside it the names of the
    /// root variables of which anything is sensitive.
    pub(in crate::facts) fn of_plan<'a>(
        plan: &'a Plan<'a>,
        marked: &Marked<'a>,
    ) -> Result<(Self, BTreeSet<String>), ReadError> {
        let of_changes = changes(plan).map(|wire| &wire.change);
        let of_changes = of_changes.chain(plan.output_changes.values());
        let of_changes = of_changes.flat_map(|change| [change.before, change.after]);
        let values = of_changes.chain(trees(plan).flat_map(of_values));
        let in_json = marked.names().map(|_| values.flatten());
        let mut variables = BTreeSet::new();
        let walk = |leaf: &mut dyn FnMut(Node<'_, 'a>)| {
            variables = Leaves::sought(leaf).of_plan(plan, marked.sure())?;
            Ok(())
        };
        let secrets = Self::collect(walk, in_json)?;
        Ok((secrets, variables))
    }

    /// Collects from the state that `show -json` prints. `marked` is what its resources' marks say.
    pub(in crate::facts) fn of_values<'a>(values: &'a Values<'a>, marked: &Marked<'a>) -> Result<Self, ReadError> {
        let in_json = marked.names().map(|_| of_values(values).flatten());
        Self::collect(|leaf| Leaves::sought(leaf).of_values(values, marked.sure()), in_json)
    }

    /// Collects from a raw state: sensitive outputs, and attributes at the paths its instances list.
    pub(in crate::facts) fn of_state_file<'a>(file: &'a StateFile<'a>) -> Result<Self, ReadError> {
        let of_outputs = file.outputs.values().map(|output| output.value);
        let instances = file.resources.iter().flat_map(|resource| &resource.instances);
        let values = of_outputs.chain(instances.map(|instance| instance.attributes));
        let in_json = named::in_state_file(file).then(|| values.flatten());
        Self::collect(|leaf| Leaves::sought(leaf).of_state_file(file, Names::Sure), in_json)
    }

    /// Collects what schemas mark in the resources, actions and providers of a document.
    pub(in crate::facts) fn of_schemas(facts: &Facts<'_>, schemas: &ProviderSchemas<'_>) -> Result<Self, ReadError> {
        let Some(mut schemas) = SchemaMarks::of(&schemas.provider_schemas) else {
            return Ok(Self::default());
        };
        let of_changes = facts.every_change().flat_map(|change| {
            let wire = change.wire;
            let sides = [wire.change.before, wire.change.after];
            sides.map(|value| (kind_of(wire.mode.as_ref()), change.type_name(), value))
        });
        let objects = facts.objects().iter();
        let of_objects = objects.map(|object| (kind_of(Some(object.mode())), object.type_name(), object.values()));
        let of_actions = facts.plan().into_iter().flat_map(invocations).map(|wire| {
            let type_name = wire.r#type.as_deref().unwrap_or_default();
            ("action", type_name, wire.config_values)
        });
        let values = of_changes.chain(of_objects).chain(of_actions);
        Self::collect(
            |leaf| {
                let mut leaves = Leaves::new(leaf);
                for (kind, type_name, value) in values {
                    if let Some(value) = value {
                        let marks = schemas.marks(kind, type_name, value)?;
                        leaves.marked(value, &Arc::new(marks))?;
                    }
                }
                if let Some(plan) = facts.plan() {
                    leaves.declared(plan, &Marked::default(), Some(schemas))?;
                }
                Ok(())
            },
            None::<std::iter::Empty<Raw<'_>>>,
        )
    }

    /// Collects the leaves of a walk, and from `in_json` what names mark in texts of JSON.
    fn collect<'a>(
        walk: impl FnOnce(&mut dyn FnMut(Node<'_, 'a>)) -> Result<(), ReadError>,
        in_json: Option<impl Iterator<Item = Raw<'a>>>,
    ) -> Result<Self, ReadError> {
        let mut texts = Texts::new();
        walk(&mut |leaf| match leaf.as_str() {
            Some(text) => add(&mut texts, &text),
            None => add_number(&mut texts, leaf.text()),
        })?;
        for value in in_json.into_iter().flatten() {
            Names::Sure.each_text(value, &mut |text| add(&mut texts, text))?;
        }
        Ok(Self::from(texts))
    }
}

impl From<Texts> for Secrets {
    fn from(texts: Texts) -> Self {
        Self {
            texts: Arc::new(texts),
            copies: Arc::default(),
        }
    }
}

/// The attributes of resources, and the outputs.
fn of_values<'a>(values: &'a Values<'a>) -> impl Iterator<Item = Option<Raw<'a>>> {
    let outputs = values.outputs.values().map(|output| output.value);
    let resources = values.root_module.walk().flat_map(|module| &module.resources);
    outputs.chain(resources.map(|resource| resource.values))
}

/// Whether a text is long enough to be looked for.
pub(in crate::facts) fn long_enough(text: &str) -> bool {
    text.chars().nth(SHORTEST - 1).is_some()
}

/// Adds a number that is secret, where it is long enough to be looked for.
fn add_number(texts: &mut Texts, text: &str) {
    if long_enough(text) {
        put(texts, text.to_owned(), What::Number);
    }
}

/// Adds a secret, and how it is written elsewhere, where it is long enough to be looked for.
fn add(texts: &mut Texts, text: &str) {
    // White space alone stands everywhere.
    if !long_enough(text) || text.trim().is_empty() {
        return;
    }
    put(texts, text.to_owned(), What::Text);
    // The same secret as it stands inside an address, inside another JSON text, and without its last line feed.
    let trimmed = Some(text.trim()).filter(|trimmed| long_enough(trimmed)).unwrap_or(text);
    let mut spelled = Vec::new();
    if trimmed != text {
        spelled.push(trimmed.to_owned());
    }
    spelled.push(in_hcl(trimmed));
    // `Copies` reads escapes as well, from the beginning of a text; these are found wherever an escape begins.
    let mut forms = vec![trimmed.to_owned()];
    // The quotes of a key in an address are one more text around it.
    for _ in 0..=NESTED {
        let inside: Vec<String> = forms.iter().map(|form| in_json(form)).collect();
        // As Go writes JSON, and `jsonencode` with it.
        let for_html = |form: &String| {
            form.replace('<', "\\u003c")
                .replace('>', "\\u003e")
                .replace('&', "\\u0026")
        };
        let mut written: Vec<String> = inside.iter().map(for_html).collect();
        written.extend(inside);
        written.sort_unstable();
        written.dedup();
        if written == forms {
            break;
        }
        spelled.extend(written.iter().cloned());
        forms = written;
    }
    spelled.retain(|form| form != text);
    if !spelled.is_empty() {
        let secret: Arc<str> = text.into();
        for form in spelled {
            put(texts, form, What::Spelling(Arc::clone(&secret)));
        }
    }
    // A line of a key or certificate is as secret as the whole; of settings only some are.
    if trimmed.contains('\n') {
        let lines = trimmed.lines().map(str::trim);
        let lines = lines.filter(|line| long_enough(line) && !is_plain(line));
        lines.for_each(|line| put(texts, line.to_owned(), What::Text));
    }
}

/// Puts a text to the others. What is a secret itself spells no other one, and what is not found as a number alone is a
/// text.
fn put(texts: &mut Texts, text: String, what: What) {
    match texts.entry(text) {
        Entry::Vacant(entry) => _ = entry.insert(what),
        Entry::Occupied(mut entry) => match (entry.get(), &what) {
            (What::Number, What::Number) | (What::Text | What::Spelling(_), What::Spelling(_)) => {}
            _ => _ = entry.insert(What::Text),
        },
    }
}

/// The text as it stands between the quotation marks of a string of the configuration language, and of a key in an
/// address.
pub(in crate::facts) fn in_hcl(text: &str) -> String {
    in_json(text).replace("${", "$${").replace("%{", "%%{")
}

/// The text as it stands between the quotation marks of a JSON string.
fn in_json(text: &str) -> String {
    let quoted = quoted(text);
    quoted[1..quoted.len() - 1].to_owned()
}

/// Only how many: they are secrets.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.texts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_enough_is_looked_for() {
        for (secret, wanted, why) in [
            ("abcDEF9", &[][..], "seven characters"),
            ("abcDEF90", &["abcDEF90"], "eight"),
            ("  abcDEF9  ", &["  abcDEF9  "], "with blanks, which are characters too"),
            (
                "abcDEF90\n",
                &["abcDEF90", "abcDEF90\n"],
                "a line feed that copies lack",
            ),
            ("         ", &[], "blanks alone, which stand everywhere"),
        ] {
            let mut texts = Texts::new();
            add(&mut texts, secret);
            assert_eq!(texts.keys().map(String::as_str).collect::<Vec<_>>(), wanted, "{why}");
        }
    }

    #[test]
    fn a_number_is_one_until_it_is_found_as_a_text() {
        type Added = fn(&mut Texts, &str);
        let (text, number): (Added, Added) = (add, add_number);
        for (all, wanted, why) in [
            (&[(number, "10000000000")][..], &["10000000000"][..], "a number"),
            (&[(number, "1000000")], &[], "too short"),
            (&[(text, "10000000000")], &[], "a text of digits"),
            (&[(number, "10000000000"), (text, "10000000000")], &[], "both"),
            (
                &[(text, "10000000000"), (number, "10000000000")],
                &[],
                "the other way round",
            ),
            (
                &[(text, "10000000000\n"), (number, "10000000000")],
                &[],
                "how a text is spelled",
            ),
            (
                &[(number, "10000000000"), (text, "10000000000\n")],
                &[],
                "the other way round",
            ),
        ] {
            let mut texts = Texts::new();
            for (add, secret) in all {
                add(&mut texts, secret);
            }
            let secrets = Secrets::from(texts);
            assert_eq!(secrets.numbers().collect::<Vec<_>>(), wanted, "{why}");
            let with = Secrets::default().with(&secrets);
            assert_eq!(
                with.numbers().collect::<Vec<_>>(),
                wanted,
                "{why}, of several documents"
            );
        }
        let (mut one, mut two) = (Texts::new(), Texts::new());
        add_number(&mut one, "10000000000");
        add(&mut two, "10000000000");
        let (one, two) = (Secrets::from(one), Secrets::from(two));
        for (both, why) in [
            (one.with(&two), "as a text in the other"),
            (two.with(&one), "as a text in this one"),
        ] {
            assert_eq!(both.numbers().count(), 0, "{why}");
        }
    }

    #[test]
    fn a_spelling_leads_to_the_secret() {
        let mut texts = Texts::new();
        for secret in [
            "quo\"te-<secret>",
            "${long}-secret",
            "with-line-feed\n",
            r#"quo\"te-other"#,
            "quo\"te-other",
        ] {
            add(&mut texts, secret);
        }
        let secrets = Secrets::from(texts);
        for (text, wanted, why) in [
            ("quo\"te-<secret>", "quo\"te-<secret>", "itself"),
            (r#"quo\"te-<secret>"#, "quo\"te-<secret>", "in an address"),
            (
                r#"quo\"te-\u003csecret\u003e"#,
                "quo\"te-<secret>",
                "in JSON, as Go writes it",
            ),
            (
                r#"quo\"te-\u003Csecret\u003E"#,
                "quo\"te-<secret>",
                "in JSON, as another encoder does",
            ),
            (r#"quo\\\"te-<secret>"#, "quo\"te-<secret>", "in JSON in JSON"),
            ("$${long}-secret", "${long}-secret", "in an address that is no template"),
            ("with-line-feed", "with-line-feed\n", "without the last line feed"),
            (
                r#"quo\"te-other"#,
                r#"quo\"te-other"#,
                "a spelling that is a secret itself",
            ),
            ("another", "another", "no secret"),
        ] {
            assert_eq!(secrets.spelled_by(text), wanted, "{why}");
        }
    }
}
