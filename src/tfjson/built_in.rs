//! The provider that is part of both engines, whose resources are known without a schema.

use super::decode::Decoder;
use super::merge::given;
use super::problem::ProblemKind;
use super::special::{ignored, is_own_address};
use crate::hcljson::template::Traversal;
use crate::hcljson::{Block, Body, COMMENT, Content, Kind, closest, snake_case};

/// Its blocks, and their attributes: those that may be set, and those that are computed.
pub(super) const BUILT_IN: &[(&str, &str, &[&str], &[&str])] = &[
    ("provider", "terraform", &[], &[]),
    (
        "resource",
        "terraform_data",
        &["input", "triggers_replace"],
        &["id", "output"],
    ),
    (
        "data",
        "terraform_remote_state",
        &["backend", "config", "defaults", "outputs", "workspace"],
        &["outputs"],
    ),
];

/// The attributes that may be set of a block of some kind and type, where they are known without its provider.
pub(super) fn settable(kind: &str, name: &str) -> Option<&'static [&'static str]> {
    let known = BUILT_IN
        .iter()
        .find(|(mode, known, ..)| *mode == kind && *known == name);
    known.map(|(.., settable, _)| *settable)
}

/// What a resource or data source may have beside its attributes.
const OF_ALL: &[&str] = &[
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
    "connection",
];

/// What a name that a block does not have is nearly, of what it does not have yet.
fn like(name: &str, content: &Content<'_, '_>, settable: &[&'static str]) -> Option<&'static str> {
    let known = settable.iter().chain(OF_ALL).copied();
    let found = closest(name, known.clone()).or_else(|| closest(&snake_case(name), known))?;
    let mut given = content.attributes().iter().chain(content.rest());
    (!given.any(|given| given.is(found))).then_some(found)
}

/// Properties of a resource whose attributes are known without its provider; `false` for any other resource.
pub(super) fn block<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    content: &Content<'f, 'a>,
) -> bool {
    let known = BUILT_IN
        .iter()
        .find(|(mode, name, ..)| *mode == kind && *name == block.label(0));
    let Some((_, _, settable, computed)) = known else {
        return false;
    };
    let mut seen = Vec::new();
    for property in given(content) {
        let name = property.name();
        // What is computed may be left open, as by leaving it out.
        let is_left_open = property.value().kind() == Kind::Null && computed.contains(&name.as_ref());
        if name == COMMENT || is_left_open {
            continue;
        }
        if name == "dynamic" {
            for made in Body::new(property.value()).properties() {
                decoder.reject(ProblemKind::Misplaced(made.name().into_owned()), made.name_span());
            }
        } else if !settable.contains(&name.as_ref()) {
            // What a data source reads it lets be said, too.
            let rejects = kind != "data" || !computed.contains(&name.as_ref());
            let unknown = ProblemKind::unsupported(&name, like(&name, content, settable));
            decoder.problem(unknown, property.name_span(), rejects);
        } else if seen.contains(&name) {
            decoder.reject(ProblemKind::argument_twice(&name), property.name_span());
        } else {
            decoder.constant("", property.value());
            seen.push(name);
        }
    }
    for element in ignored(content).filter(|element| !is_own_address(*element, block)) {
        let Some(text) = element.string().filter(|text| text.as_str() != "all") else {
            continue;
        };
        if let Ok(traversal) = Traversal::parse(text.as_str())
            && !settable.contains(&traversal.root)
            && !computed.contains(&traversal.root)
        {
            let name = traversal.root.to_owned();
            decoder.reject(ProblemKind::UnknownAttribute(name), element.span());
        }
    }
    true
}
