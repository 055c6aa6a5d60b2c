//! What OpenTofu demands of key providers and methods of encryption: of each a name of its own, and of those that a
//! state or a plan needs that they can be set up.

use std::collections::{BTreeMap, BTreeSet};

use super::encryption::{Part, all_of, all_targets, inside, methods, named_targets, targets, without_space};
use crate::hcljson::template::{Met, Traversal, is_template};
use crate::hcljson::{COMMENT, Expression, Node, Value, closest};
use crate::order;
use crate::source::Span;
use crate::tfjson::problem::ProblemKind;

const KEY_PROVIDERS: &[&str] = &["aws_kms", "azure_vault", "external", "gcp_kms", "openbao", "pbkdf2"];
const METHODS: &[&str] = &["aes_gcm", "external", "unencrypted"];

/// What key providers may all be told.
const ALIAS: &str = "encrypted_metadata_alias";

/// What is too little for `pbkdf2`, and what is said of it.
const LEAST: &[(&str, f64, &str)] = &[
    ("iterations", 200_000.0, "pbkdf2 takes no fewer than 200000 iterations"),
    ("key_length", 1.0, "the length of a key is larger than zero"),
    ("salt_length", 1.0, "the length of a salt is larger than zero"),
];

/// The shortest passphrase, in bytes.
const SHORTEST: usize = 16;

/// What `pbkdf2` hashes by.
const HASHES: &[&str] = &["sha256", "sha512"];

/// The parts by their addresses.
type Parts<'p> = BTreeMap<&'p str, &'p Part<'p, 'p, 'p>>;

/// What is wrong, and where.
type Found = Vec<(ProblemKind, Span)>;

/// What is wrong with the names in a block of encryption, whether anything needs the parts or not.
pub(super) fn names(
    file: usize,
    encryption: Node<'_, '_>,
    parts: &[Part<'_, '_, '_>],
) -> impl Iterator<Item = (usize, (ProblemKind, Span))> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let inside = |part: &&Part<'_, '_, '_>| part.file == file && encryption.span().contains(part.span.start);
    for part in parts.iter().filter(inside) {
        if part.name.is_empty() || !part.name.chars().all(fits) {
            found.push((ProblemKind::Identifier, part.named));
        } else if !seen.insert(part.address.clone()) {
            let what = part.address.clone();
            found.push((ProblemKind::Duplicate { what }, part.named));
        }
    }
    for named in named_targets(encryption) {
        let what = format!("remote_state_data_source.{}", named.name());
        if !seen.insert(what.clone()) {
            found.push((ProblemKind::Duplicate { what }, named.name_span()));
        }
    }
    found.into_iter().map(move |found| (file, found))
}

/// What is wrong with the parts that are needed, where no other block has a say in them. What is absent may stand in
/// the variable `TF_ENCRYPTION`.
pub(super) fn needed(
    file: usize,
    encryption: Node<'_, '_>,
    parts: &[Part<'_, '_, '_>],
    used: &BTreeSet<String>,
) -> impl Iterator<Item = (usize, (ProblemKind, Span))> {
    let by_address: Parts<'_> = order::map(parts.iter().map(|part| (&*part.address, part)));
    let mut found = Vec::new();
    for part in parts.iter().filter(|part| used.contains(&part.address)) {
        match (part.root, &*part.kind) {
            ("key_provider", "pbkdf2") => pbkdf2(part, &mut found),
            ("method", "aes_gcm") => aes_gcm(part, &by_address, &mut found),
            (root, kind) => found.extend(unknown_kind(root, kind).map(|kind| (kind, part.of_kind))),
        }
    }
    let key_providers = parts
        .iter()
        .filter(|part| part.root == "key_provider" && used.contains(&part.address));
    found.extend(circles(key_providers, &by_address).into_iter().map(|part| {
        let kind = ProblemKind::Cycle(format!("{} needs itself", part.address));
        (kind, part.named)
    }));
    let unencrypted = |method: &Node<'_, '_>| {
        let address = method.string().map(|method| without_space(method.as_str()));
        let part = address.and_then(|address| by_address.get(&*address).copied());
        part.is_some_and(|part| part.kind == "unencrypted")
    };
    for target in targets(encryption) {
        let enforced = all_of(target, "enforced");
        if enforced.iter().any(|enforced| enforced.literal_bool() == Some(true)) {
            let methods = methods(&all_targets(vec![target])).into_iter();
            found.extend(methods.filter(unencrypted).map(|method| {
                let kind = "what must be encrypted can neither have nor fall back to a method that does not encrypt";
                (ProblemKind::Encryption(kind), method.span())
            }));
        }
    }
    found.into_iter().map(move |found| (file, found))
}

/// That OpenTofu has no such key provider or method.
fn unknown_kind(root: &str, kind: &str) -> Option<ProblemKind> {
    let (what, known) = match root {
        "method" => ("method of encryption", METHODS),
        _ => ("key provider", KEY_PROVIDERS),
    };
    (!known.contains(&kind)).then(|| ProblemKind::UnknownType {
        what,
        suggestion: closest(kind, known.iter().copied()),
        name: kind.to_owned(),
    })
}

/// Arguments that a part does not take.
fn unsupported(part: &Part<'_, '_, '_>, known: &[&str], found: &mut Found) {
    for argument in inside(part.node) {
        let name = argument.name();
        if name != COMMENT && !known.contains(&&*name) {
            let suggestion = closest(&name, known.iter().copied());
            found.push((ProblemKind::unsupported(&name, suggestion), argument.name_span()));
        }
    }
}

fn pbkdf2(part: &Part<'_, '_, '_>, found: &mut Found) {
    let known = [
        "passphrase",
        "chain",
        "key_length",
        "iterations",
        "salt_length",
        "hash_function",
        ALIAS,
    ];
    unsupported(part, &known, found);
    let argument = |name: &str| all_of(part.node, name).into_iter().next();
    let passphrase = argument("passphrase").map(|passphrase| (passphrase, passphrase.evaluate()));
    match passphrase {
        Some((node, Value::String(text))) if text.len() < SHORTEST => {
            let kind = "a passphrase has at least 16 bytes";
            found.push((ProblemKind::Encryption(kind), node.span()));
        }
        None | Some((_, Value::Unknown | Value::String(_))) => {}
        Some((node, _)) => found.push((ProblemKind::ValueType("a string"), node.opening())),
    }
    if let (Some(_), Some(chain)) = (argument("passphrase"), argument("chain")) {
        let kind = "a key is made of a passphrase or of another key, and not of both";
        found.push((ProblemKind::Encryption(kind), chain.span()));
    }
    for (name, least, words) in LEAST {
        let Some(given) = argument(name) else { continue };
        match given.evaluate() {
            Value::Unknown | Value::Null => {}
            value => match value.into_number().map(|number| number.parse::<f64>()) {
                Some(Ok(number)) if number >= *least => {}
                Some(Ok(_)) => found.push((ProblemKind::Encryption(words), given.span())),
                _ => found.push((ProblemKind::ValueType("a number"), given.opening())),
            },
        }
    }
    if let Some(given) = argument("hash_function")
        && let Value::String(hash) = given.evaluate()
        && !HASHES.contains(&&*hash)
    {
        let allowed = "sha256 sha512";
        found.push((ProblemKind::Keyword { allowed }, given.span()));
    }
}

fn aes_gcm(part: &Part<'_, '_, '_>, by_address: &Parts<'_>, found: &mut Found) {
    unsupported(part, &["keys", "aad"], found);
    let Some(keys) = all_of(part.node, "keys").into_iter().next() else {
        return;
    };
    let aad = all_of(part.node, "aad").into_iter().next();
    if let Some(aad) = aad
        && matches!(
            aad.evaluate(),
            Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Object(_)
        )
    {
        found.push((ProblemKind::ValueType("a list of numbers"), aad.opening()));
    }
    let named = keys_in(keys);
    let is_constant = named.is_empty() && keys.evaluate() != Value::Unknown;
    if is_constant {
        found.push((
            ProblemKind::Encryption("the keys are those of a key provider, as in ${key_provider.pbkdf2.NAME}"),
            keys.opening(),
        ));
    }
    let [key] = &named[..] else { return };
    let length = by_address.get(&**key).filter(|key| key.kind == "pbkdf2");
    let length = length.and_then(|key| all_of(key.node, "key_length").into_iter().next());
    if let Some(length) = length
        && let Some(bytes) = length.evaluate().into_number()
        && bytes
            .parse::<f64>()
            .is_ok_and(|bytes| bytes >= 1.0 && ![16.0, 24.0, 32.0].contains(&bytes))
    {
        let kind = "aes_gcm takes keys of 16, 24 or 32 bytes";
        found.push((ProblemKind::Encryption(kind), length.span()));
    }
}

/// The key providers that a value names, as a template or, where the engine takes it for one, as a bare reference.
fn keys_in(value: Node<'_, '_>) -> Vec<String> {
    let mut keys = Vec::new();
    let mut add = |traversal: &Traversal<'_>| {
        if let ("key_provider", Some(kind), Some(name)) =
            (traversal.root, traversal.attribute(0), traversal.attribute(1))
        {
            keys.push(format!("key_provider.{kind}.{name}"));
        }
    };
    if let Some(text) = value.string().filter(|text| !is_template(text.as_str())) {
        Traversal::parse(text.as_str()).iter().for_each(add);
        return keys;
    }
    Expression::new(value).templates(&mut |_, template| {
        if let Ok(template) = template {
            template.walk(|met| {
                if let Met::Reference(traversal) = met {
                    add(traversal);
                }
            });
        }
    });
    keys
}

/// The key providers at which a circle of them closes, among those that are needed.
fn circles<'p>(
    needed: impl Iterator<Item = &'p Part<'p, 'p, 'p>>,
    by_address: &Parts<'p>,
) -> Vec<&'p Part<'p, 'p, 'p>> {
    let keys = |part: &Part<'_, '_, '_>| {
        let given = inside(part.node).into_iter().filter(|given| !given.is(COMMENT));
        given.flat_map(|given| keys_in(given.value())).collect::<Vec<_>>()
    };
    // Of those that were come to: whether all that they need was followed.
    let mut followed: BTreeMap<&str, bool> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for first in needed {
        let mut path = Vec::new();
        let mut next = Some(first).filter(|first| !followed.contains_key(&*first.address));
        loop {
            if let Some(part) = next.take() {
                followed.insert(&part.address, false);
                path.push((part, keys(part)));
            }
            let Some((part, open)) = path.last_mut() else { break };
            let Some(key) = open.pop() else {
                followed.insert(&part.address, true);
                path.pop();
                continue;
            };
            let Some(needed) = by_address.get(&*key).copied() else {
                continue;
            };
            match followed.get(&*needed.address) {
                None => next = Some(needed),
                Some(true) => {}
                Some(false) => {
                    found.insert((needed.file, needed.named.start), needed);
                }
            }
        }
    }
    found.into_values().collect()
}
