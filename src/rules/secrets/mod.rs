//! Secrets: texts in the configuration that look like one, and marks of sensitivity that are missing or lost.

pub(super) mod desensitized_value;
pub(super) mod exposing_output;
mod kept;
mod marked;
pub(super) mod printed;
pub(super) mod provider_credential_literal;
pub(super) mod secret_in_provisioner;
pub(super) mod secret_literal;
pub(super) mod secret_variable_default;
pub(super) mod unmarked_secret;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::facts::attr::Attr;
use crate::facts::attribute_path::path_text;
use crate::facts::{Facts, Holder, Literal, LiteralBlock, Step};
use crate::lint::Finding;
use crate::order;

use super::data::{CONTENT_OF_SECRET, Naming, Pair, SecretShapes, decoded_script};

/// What is said of a text that stands where a secret belongs, and of which no more is known.
const LOOKS_LIKE_ONE: &str = "a text that looks like a secret";

/// What is said of a text that may be a name, an id or a number where a store keeps secrets, under a name that does not
/// tell.
const PERHAPS_ONE: &str = "a text where a store keeps a secret";

/// What is said of one that tells nothing itself.
const STANDS_FOR_ONE: &str = "a constant where a secret belongs";

/// What documents call the value of something that has a name.
const VALUES: [&str; 5] = ["after", "before", "constant_value", "default", "value"];

/// Longer names in an object are rather values; names of arguments stay below.
const LONGEST_NAME: usize = 64;

/// The literals of a block that are secrets, with what they are: "a GitHub personal access token". `naming` says what
/// the literal's own name tells.
fn secrets<'b, 'a>(
    block: &'b LiteralBlock<'a>,
    naming: impl Fn(&Literal<'a>) -> Naming,
) -> Vec<(&'b Literal<'a>, &'static str)> {
    let shapes = SecretShapes::builtin();
    let pairs = pairs(block);
    let pair_of = |literal: &Literal<'a>| pairs.get(&beside(literal)?);
    let is = |name: &str, text: &str| {
        let mut named = block.literals.iter().filter(|literal| argument(literal) == Some(name));
        named.any(|literal| literal.ask(|own| own == text))
    };
    let store = |literal: &Literal<'a>| match literal.path.first() {
        Some(Step::Key(name)) if block.holder == Holder::Resource => shapes.store(&block.type_name, name, is),
        _ => None,
    };
    let literals = block.literals.iter();
    let before = std::iter::once(None).chain(block.literals.iter().map(Some));
    literals
        .zip(before)
        .filter_map(|(literal, before)| {
            if let Some(store) = store(literal) {
                return Some((literal, kept::secret(store, block, literal, false)?));
            }
            let of_option = before.map_or(Naming::Other, |before| behind_option(before, literal));
            let naming = match pair_of(literal) {
                _ if of_option != Naming::Other => of_option,
                Some(pair) => shapes.naming_or(pair, literal.name(), || naming(literal)),
                None => naming(literal),
            };
            let naming = match variable(literal) {
                Some(variable) if naming == Naming::Other => shapes.naming(variable),
                _ => naming,
            };
            let naming = match literal.path.as_slice() {
                [.., Step::Key(map), Step::Key(key)] if naming == Naming::Other => shapes.naming_in_map(map, key),
                _ => naming,
            };
            Some((literal, secret(literal, naming)?))
        })
        .collect()
}

/// What a value is called that stands alone under its name: `DB_PASSWORD` in `{DB_PASSWORD = {value = …}}`.
fn variable<'l>(literal: &'l Literal<'_>) -> Option<&'l str> {
    match literal.path.as_slice() {
        [.., Step::Key(variable), Step::Key(value)] if VALUES.contains(&value.as_str()) => Some(variable),
        _ => None,
    }
}

/// What the option of a command tells about the word behind it in the same list: `["--password", "…"]`.
fn behind_option(before: &Literal<'_>, literal: &Literal<'_>) -> Naming {
    match (before.path.last(), literal.path.last()) {
        (Some(Step::Index(one)), Some(Step::Index(two))) if one + 1 == *two => {
            let naming = before.ask(|option| SecretShapes::builtin().naming_behind(option));
            // Two texts of which one is such an option are few, and may stand in two lists.
            if naming != Naming::Other && around(before) == around(literal) {
                naming
            } else {
                Naming::Other
            }
        }
        _ => Naming::Other,
    }
}

/// The argument of the block that the literal is, where it is no part of one.
fn argument<'l>(literal: &'l Literal<'_>) -> Option<&'l str> {
    match literal.path.as_slice() {
        [Step::Key(name)] => Some(name),
        _ => None,
    }
}

/// What a literal is, as far as its text and a name tell.
fn secret(literal: &Literal<'_>, naming: Naming) -> Option<&'static str> {
    literal.ask(|text| secret_in(text, naming))
}

/// What a text is, as far as it and a name tell.
pub(super) fn secret_in(text: &str, naming: Naming) -> Option<&'static str> {
    secret_written(text, naming, true).or_else(|| {
        let is_json = text.len() >= SecretShapes::SHORTEST && SecretShapes::builtin().is_json_with_secret(text);
        let is_marked = || marks_constant(text).then_some("a constant that `sensitive` marks");
        is_json.then_some("a JSON text with a secret in it").or_else(is_marked)
    })
}

/// Whether an expression marks a constant, as a template in JSON may: `${sensitive("…")}`.
fn marks_constant(text: &str) -> bool {
    text.match_indices("sensitive(\"").any(|(at, call)| {
        let takes_off = text.get(..at).is_some_and(|before| before.ends_with("non"));
        let constant = text.get(at + call.len()..).unwrap_or_default();
        !takes_off && !constant.starts_with('"')
    })
}

/// The same, without a look into texts of JSON. Where the providers' marks are missing, what they mark may have such a
/// name or be such a URL, and only what nobody marks tells.
pub(super) fn secret_written(text: &str, naming: Naming, has_marks: bool) -> Option<&'static str> {
    if text.len() < SecretShapes::SHORTEST {
        return None;
    }
    let shapes = SecretShapes::builtin();
    let may_hold_sign = shapes.may_hold_sign(text);
    let token = may_hold_sign.then(|| shapes.token(text));
    token.flatten().or_else(|| {
        if has_marks && shapes.has_url_with_password(text) {
            Some("a URL with a password in it")
        } else if has_marks && shapes.is_secret(naming, text) {
            Some(LOOKS_LIKE_ONE)
        } else if shapes.assigns(text) || may_hold_sign && shapes.is_given_in_command(text) {
            Some("a script, command or YAML with a secret in it")
        } else {
            None
        }
    })
}

/// What the text of an attribute is, as far as it and its name tell; a script may stand there in base64.
pub(super) fn secret_in_attribute(name: &str, text: &str, naming: Naming, has_marks: bool) -> Option<&'static str> {
    let of_script = || {
        let script = decoded_script(name, text)?;
        secret_written(&script, Naming::Other, has_marks)
    };
    let words = secret_written(text, naming, has_marks).or_else(of_script)?;
    (!is_id(name, words)).then_some(words)
}

/// Whether a member of an object is the content of a Kubernetes secret, all of which is one under whatever name.
pub(super) fn is_content_of_secret(object: Attr<'_, '_>, member: &str) -> bool {
    let is = |name: &str, wanted: &str| object.get(name).equals_text(wanted).is_true();
    CONTENT_OF_SECRET.contains(&member) && is("kind", "Secret") && is("apiVersion", "v1")
}

/// Whether it is no secret but the id of one, under a name that says so: the half of an access key that everybody may
/// know.
pub(super) fn is_id(name: &str, words: &str) -> bool {
    words.ends_with(" id") && SecretShapes::builtin().is_about_secrets(name)
}

/// Of the texts among the members of an object those that are secrets, by their place and in words. `around` is the
/// name that the object itself has: in a document a variable's value stands in an object of the variable's name.
pub(crate) fn secret_members(around: &str, members: &[(&str, &str)]) -> Vec<(usize, &'static str)> {
    let shapes = SecretShapes::builtin();
    let mut pair = Pair::default();
    if members.iter().any(|(key, _)| shapes.is_value_of_pair(key)) {
        for (key, text) in members {
            shapes.look_at_member(&mut pair, key, text);
        }
    }
    let found = members.iter().enumerate().filter_map(|(at, (key, text))| {
        let naming = match shapes.naming_in(&pair, key) {
            Naming::Other if VALUES.contains(key) => shapes.naming(around),
            naming => naming,
        };
        // Messages of checks speak as people do.
        let spoken = (*key == "message").then(|| text.replace(" = ", "=").replace(": ", "="));
        let words = secret_in(text, naming).or_else(|| secret_in(spoken.as_deref()?, naming))?;
        (!is_id(key, words)).then_some((at, words))
    });
    found.collect()
}

/// What a text is that stands in a list of that name.
pub(crate) fn secret_item(name: &str, text: &str) -> Option<&'static str> {
    let words = secret_in(text, SecretShapes::builtin().naming(name))?;
    (!is_id(name, words)).then_some(words)
}

/// Whether a key is a name, and no secret: keys of maps come from anybody.
pub(crate) fn is_name(key: &str) -> bool {
    key.len() <= LONGEST_NAME
        && SecretShapes::builtin().token(key).is_none()
        && key
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter))
}

/// What the names beside values say, by the object in which both stand; none in a block without such values.
fn pairs(block: &LiteralBlock<'_>) -> BTreeMap<Beside, Pair> {
    let shapes = SecretShapes::builtin();
    let mut pairs: BTreeMap<Beside, Pair> = BTreeMap::new();
    let literals = block.literals.as_slice();
    if literals.iter().any(|literal| shapes.is_value_of_pair(literal.name())) {
        for literal in literals {
            if let (Some(object), Some(Step::Key(key))) = (beside(literal), literal.path.last()) {
                let pair = pairs.entry(object).or_default();
                literal.ask(|text| shapes.look_at_member(pair, key, text));
            }
        }
    }
    pairs
}

/// An object or list of a block, by the indices on the way to it and by where in memory its names stand, which all
/// literals in it share: written out, a long name would be gone through for each of them.
type Beside = Vec<(Option<*const u8>, u64)>;

/// The object that a literal is a member of; `None` for an element of a list and for a block's own value.
fn beside(literal: &Literal<'_>) -> Option<Beside> {
    around(literal).filter(|_| matches!(literal.path.last(), Some(Step::Key(_))))
}

/// The object or list that a literal stands in; `None` for a block's own value.
fn around(literal: &Literal<'_>) -> Option<Beside> {
    let (_, around) = literal.path.split_last()?;
    let steps = around.iter().map(|step| match step {
        Step::Key(key) => (Some(key.as_ptr()), key.len() as u64),
        Step::Index(index) => (None, *index),
        _ => (None, u64::MAX),
    });
    Some(steps.collect())
}

/// One finding about a block, with every place in it that holds a secret.
fn about_block(block: &LiteralBlock<'_>, says: &'static str, found: &[(&Literal<'_>, &str)]) -> Option<Finding> {
    let (first, _) = found.first()?;
    let holds: Vec<String> = found
        .iter()
        .map(|(literal, words)| match place(literal) {
            Some(place) => format!("`{place}` holds {words}"),
            None => format!("it holds {words}"),
        })
        .collect();
    let mut finding = Finding::about_named(&block.address, first.pointer(), says).why_listed(holds, "; ");
    finding.about.type_name = Some(block.type_name.to_string()).filter(|name| !name.is_empty());
    Some(finding)
}

/// The sources of the providers of blocks, by the blocks' addresses; gathered when a finding first asks.
struct Sources<'f, 'a> {
    facts: &'f Facts<'a>,
    by_address: OnceCell<BTreeMap<String, &'a str>>,
}

impl<'f, 'a> Sources<'f, 'a> {
    fn of(facts: &'f Facts<'a>) -> Self {
        let by_address = OnceCell::new();
        Self { facts, by_address }
    }

    /// The finding about a block, with the source of the block's provider where the document has it.
    fn on(&self, mut finding: Finding, block: &LiteralBlock<'_>) -> Finding {
        let source = self.by_address.get_or_init(|| self.gather()).get(&block.address);
        finding.about.provider = source.map(|source| (*source).to_owned());
        finding
    }

    fn gather(&self) -> BTreeMap<String, &'a str> {
        let providers = self.facts.providers().into_iter();
        let providers = providers.map(|provider| (provider.source(), provider.address));
        let resources = self.facts.modules().resources().filter_map(|resource| {
            let provider = self.facts.provider_of(resource)?;
            Some((provider.source(), resource.declaration.address()))
        });
        let actions = self.facts.actions().into_iter();
        let actions =
            actions.filter_map(|action| Some((action.wire.provider_name.as_deref()?, action.address().to_owned())));
        let all = providers.chain(resources).chain(actions);
        order::map(all.map(|(source, address)| (address, source)))
    }
}

/// Where in the block; `None` for the block's own value.
///
/// Keys of objects come from anybody and may be secrets themselves, so that the path ends before one that is no name.
fn place(literal: &Literal<'_>) -> Option<String> {
    let known = literal
        .path
        .iter()
        .take_while(|step| !matches!(step, Step::Key(key) if !is_name(key)));
    let path: Vec<_> = known.cloned().collect();
    (!path.is_empty()).then(|| path_text(&path))
}
