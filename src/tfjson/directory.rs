//! A directory as the engines read it: which names count, what shadows what, which files override.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::engine::Engine;
use super::file_name::FileName;
use crate::hcljson::{self, SyntaxError};
use crate::order;
use crate::source::Span;

/// One name in a directory; the caller has read it.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The name, without directories.
    pub name: &'a str,
    /// What stands behind it.
    pub content: EntryContent<'a>,
}

/// What stands behind a name.
#[derive(Clone, Debug)]
pub enum EntryContent<'a> {
    /// A file.
    Bytes(&'a [u8]),
    /// A directory, which is passed over.
    Directory,
    /// Something that cannot be read: a dangling link, a link to a directory, no permission.
    Unreadable,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON.
    Json,
    /// The native syntax.
    Native,
}

impl Syntax {
    /// How a file of this name is written; `None` where no engine reads such a file as configuration.
    #[must_use]
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = FileName::read(name).filter(|_| !is_ignored(name))?;
        Some(name.syntax)
    }
}

/// A file that belongs to the module.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// How it is written.
    pub syntax: Syntax,
    /// Whether it overrides what others declare.
    pub overrides: bool,
    /// Its text; `None` when it cannot be read.
    pub text: Option<Cow<'a, str>>,
    /// Where its bytes are no UTF-8.
    pub invalid: Vec<SyntaxError>,
}

/// The files of a module, in the order in which the engine reads them: primary ones by name, then overriding ones by
/// name.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Directory<'a> {
    /// The files that count.
    pub files: Vec<ModuleFile<'a>>,
    /// Files that are not read, since one of the same name for OpenTofu is: each with that one.
    pub shadowed: Vec<(&'a str, &'a str)>,
    /// Names that look like configuration and are not read.
    pub passed_over: Vec<&'a str>,
}

/// Editors' files: hidden ones, backups, and Emacs' autosaves, which have a `#` on both sides.
fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || name.starts_with('#') && name.ends_with('#')
}

fn looks_like_configuration(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let backup = |lower: &str| {
        [".bak", ".orig", ".old", ".disabled"]
            .iter()
            .any(|end| lower.ends_with(end))
    };
    let base = lower.rsplit_once('.').map_or(lower.as_str(), |(base, _)| base);
    FileName::read(&lower).is_some() || backup(&lower) && FileName::read(base).is_some() || lower.ends_with(".tfjson")
}

impl<'a> Directory<'a> {
    /// Chooses among the names of one directory as an engine does.
    #[must_use]
    pub fn new(entries: &[Entry<'a>], engine: Engine) -> Self {
        Self::choose(entries, engine, &mut BTreeMap::new())
    }

    /// Chooses as each of several engines does, in their order; what they all read is decoded once.
    #[must_use]
    pub fn each(entries: &[Entry<'a>], engines: &[Engine]) -> Vec<Self> {
        let mut read = BTreeMap::new();
        let engines = engines.iter();
        engines
            .map(|engine| Self::choose(entries, *engine, &mut read))
            .collect()
    }

    fn choose(entries: &[Entry<'a>], engine: Engine, read: &mut BTreeMap<&'a str, ModuleFile<'a>>) -> Self {
        let mut directory = Self::default();
        let reads_tofu = engine.is_tofu_since(8);
        let mut entries: Vec<_> = entries
            .iter()
            .filter(|entry| !matches!(entry.content, EntryContent::Directory))
            .collect();
        order::sort_by_key(&mut entries, |entry| entry.name);
        let winner = |twin: &str| {
            let at = entries.binary_search_by_key(&twin, |entry| entry.name).ok()?;
            entries.get(at).map(|entry| entry.name).filter(|name| !is_ignored(name))
        };
        for entry in &entries {
            let name = entry.name;
            match FileName::read(name) {
                Some(read_name) if !is_ignored(name) && (!read_name.of_tofu || reads_tofu) => {
                    let twin = read_name.twin(read_name.syntax, true);
                    if let Some(winner) = winner(&twin).filter(|_| !read_name.of_tofu && reads_tofu) {
                        directory.shadowed.push((name, winner));
                    } else {
                        let file = read.entry(name).or_insert_with(|| file(entry, read_name));
                        directory.files.push(file.clone());
                    }
                }
                Some(FileName { of_tofu: true, .. }) if !is_ignored(name) => {}
                _ if looks_like_configuration(name) && !is_ignored(name) => directory.passed_over.push(name),
                _ => {}
            }
        }
        order::sort_by_key(&mut directory.files, |file| file.overrides);
        directory
    }
}

fn file<'a>(entry: &Entry<'a>, FileName { base, syntax, .. }: FileName<'_>) -> ModuleFile<'a> {
    let (text, invalid) = match entry.content {
        EntryContent::Bytes(bytes) => {
            let (text, invalid) = hcljson::decode(bytes);
            (Some(text), invalid)
        }
        _ => (None, Vec::new()),
    };
    ModuleFile {
        name: entry.name,
        syntax,
        overrides: base == "override" || base.ends_with("_override"),
        text,
        invalid,
    }
}

/// The place that stands for a whole file.
pub(crate) const WHOLE_FILE: Span = Span::new(0, 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_as_the_engines_count_them() {
        for (names, tofu, terraform, why) in [
            ("a.tf a.tofu", "a.tofu", "a.tf", "OpenTofu's own wins"),
            ("a.tf.json a.tofu.json", "a.tofu.json", "a.tf.json", "in JSON too"),
            (
                "a.tf a.tf.json",
                "a.tf a.tf.json",
                "a.tf a.tf.json",
                "the syntaxes do not displace each other",
            ),
            ("a.tf a.tofu.json", "a.tf a.tofu.json", "a.tf", "nor across"),
            (
                "a.tf a.tf.json a.tofu a.tofu.json",
                "a.tofu a.tofu.json",
                "a.tf a.tf.json",
                "all four",
            ),
            (
                "override.tf.json override.tofu.json",
                "override.tofu.json",
                "override.tf.json",
                "overriding ones too",
            ),
            (
                "b.tf a_override.tf.json",
                "b.tf a_override.tf.json",
                "b.tf a_override.tf.json",
                "overriding ones last",
            ),
            (
                ".a.tf a.tf~ #a.tf# #a.tf.json",
                "#a.tf.json",
                "#a.tf.json",
                "editors' files",
            ),
            (
                "a.TF.JSON a.json a.tf.json.bak a.tfvars.json a.tftest.json",
                "",
                "",
                "other names",
            ),
        ] {
            let entries: Vec<_> = names
                .split(' ')
                .map(|name| Entry {
                    name,
                    content: EntryContent::Bytes(b""),
                })
                .collect();
            for (engine, expected) in [(Engine::OPENTOFU, tofu), (Engine::TERRAFORM, terraform)] {
                let directory = Directory::new(&entries, engine);
                let files: Vec<_> = directory.files.iter().map(|file| file.name).collect();
                assert_eq!(files.join(" "), expected, "{why}");
            }
        }
    }

    #[test]
    fn some_names_override() {
        for (name, overrides, why) in [
            ("override.tf.json", true, "the name"),
            ("x_override.tf", true, "the ending"),
            ("_override.tofu.json", true, "the ending alone"),
            ("Override.tf.json", false, "another case"),
            ("x-override.tf.json", false, "another mark"),
        ] {
            let content = EntryContent::Bytes(b"");
            let directory = Directory::new(&[Entry { name, content }], Engine::OPENTOFU);
            assert_eq!(directory.files[0].overrides, overrides, "{why}");
        }
    }

    #[test]
    fn what_looks_like_configuration_is_named() {
        let names = [
            "a.TF.JSON",
            "a.tf.json.bak",
            "a.tfjson",
            "a.json",
            "a.tfvars.json",
            "readme.md",
        ];
        let entries = names.map(|name| Entry {
            name,
            content: EntryContent::Bytes(b""),
        });
        let directory = Directory::new(&entries, Engine::OPENTOFU);
        assert_eq!(directory.passed_over, ["a.TF.JSON", "a.tf.json.bak", "a.tfjson"]);
    }
}
