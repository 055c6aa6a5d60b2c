//! Places in both syntaxes: what is found, and what nobody can find without guessing.

use crate::tfjson::{DeclarationKind as Declared, Directory, Engine, Entry, EntryContent};

use super::{ArgumentStep, OriginFiles, Origins};

/// Reads a path as `a.b[0].c[]`.
fn steps(path: &str) -> Vec<ArgumentStep> {
    let words = path.split(['.', '[']).filter(|word| !word.is_empty());
    words
        .map(|word| match word.strip_suffix(']') {
            Some("") => ArgumentStep::Any,
            Some(number) => ArgumentStep::Number(number.parse().unwrap()),
            None => ArgumentStep::Name(word.to_owned()),
        })
        .collect()
}

/// Asks about files, and gives `file:byte:text` of the place.
fn find(files: &[(&str, &str)], kind: Declared, labels: &str, path: &str) -> String {
    let entries: Vec<_> = files
        .iter()
        .map(|(name, text)| Entry {
            name,
            content: EntryContent::Bytes(text.as_bytes()),
        })
        .collect();
    let directory = Directory::new(&entries, Engine::OPENTOFU);
    let files = OriginFiles::read(&directory);
    let origins = Origins::new(&files);
    let labels: Vec<&str> = labels.split('.').collect();
    let Some(origin) = origins.find(kind, &labels, &steps(path)) else {
        return "nowhere".to_owned();
    };
    let file = &directory.files[origin.file];
    let text = &file.text.as_deref().unwrap()[origin.span.range()];
    format!("{}:{}:{text}", file.name, origin.span.start)
}

const NATIVE: &str = r#"resource "t" "n" {
  name = "x"
  tags = { Owner = "a", "Cost Center" = ["b", "c"] }
  list = ["d", ("e")]
  computed = concat(["f"], [])
  one { inner = 1 }
  two { inner = 1 }
  two { inner = 2 }
  dynamic "made" {
    for_each = []
    content { inner = 1 }
  }
  made_after { inner = 1 }
  dynamic "made_after" {
    for_each = []
    content { inner = 2 }
  }
  made_before { inner = 0 }
  dynamic "made_before" {
    for_each = []
    content { inner = 1 }
  }
  made_before { inner = 2 }
  lifecycle { prevent_destroy = true }
  provisioner "local-exec" { command = "a" }
  provisioner "remote-exec" { inline = ["b"] }
}
"#;

const JSON: &str = r#"{"resource": {"t": {"n": {
  "name": "x",
  "tags": {"Owner": "a", "Cost Center": ["b", "c"]},
  "list": ["d", "e"],
  "computed": "${concat([\"f\"], [])}",
  "one": {"inner": 1},
  "two": [{"inner": 1}, {"inner": 2}],
  "dynamic": {
    "made": {"for_each": [], "content": {"inner": 1}},
    "made_after": [{"for_each": [], "content": {"inner": 2}}]
  },
  "made_after": {"inner": 1},
  "lifecycle": {"prevent_destroy": true},
  "provisioner": [{"local-exec": {"command": "a"}}, {"remote-exec": {"inline": ["b"]}}]
}}}}"#;

#[test]
fn arguments_are_found_as_far_as_they_are_written() {
    for (path, native, json, why) in [
        ("", r#"resource "t" "n""#, r#""n""#, "the block"),
        ("name", "name", r#""name""#, "an argument"),
        (
            "missing",
            r#"resource "t" "n""#,
            r#""n""#,
            "what is not written: the block",
        ),
        ("tags.Owner", "Owner", r#""Owner""#, "a member"),
        ("tags.Cost Center[1]", r#""c""#, r#""c""#, "an element of a member"),
        ("tags.Nobody", "tags", r#""tags""#, "a member that is not written"),
        ("list[1]", r#"("e")"#, r#""e""#, "an element"),
        ("list[7]", "list", r#""list""#, "past the end"),
        ("list[]", "list", r#""list""#, "which of two nobody knows"),
        (
            "computed[0]",
            "computed",
            r#""computed""#,
            "what is computed has no elements",
        ),
        ("one[0].inner", "inner", r#""inner""#, "a single block by number"),
        ("one[].inner", "inner", r#""inner""#, "a single block of a set"),
        ("one.inner", "inner", r#""inner""#, "a single block"),
        ("two", "two", r#""two""#, "blocks together"),
        ("two[1]", "two", "{", "the second block"),
        ("two[].inner", "two", r#""two""#, "which of two nobody knows"),
        ("made[3].inner", "inner", r#""inner""#, "any number of one that is made"),
        ("made[3]", "content", r#""content""#, "what is made"),
        ("made_after[0].inner", "inner", r#""inner""#, "before what is made"),
        (
            "made_after[5].inner",
            "inner",
            r#""inner""#,
            "only what is made is left",
        ),
        (
            "lifecycle.prevent_destroy",
            "prevent_destroy",
            r#""prevent_destroy""#,
            "of the language",
        ),
        (
            "provisioner[1].inline[0]",
            r#""b""#,
            r#""b""#,
            "provisioners have a label",
        ),
        (
            "provisioner",
            r#"provisioner "local-exec""#,
            r#""local-exec""#,
            "the first of them",
        ),
    ] {
        for (file, text, expected) in [("a.tf", NATIVE, native), ("a.tf.json", JSON, json)] {
            let found = find(&[(file, text)], Declared::Resource, "t.n", path);
            let cut = found.splitn(3, ':').nth(2).unwrap_or(&found);
            assert_eq!(cut, expected, "{file} {path}: {why}");
        }
    }
    let at = |path: &str, line: &str| {
        let found = find(&[("a.tf", NATIVE)], Declared::Resource, "t.n", path);
        let offset = NATIVE.find(line).unwrap() + line.find("inner").unwrap_or_default();
        assert!(
            found.starts_with(&format!("a.tf:{offset}:")),
            "{path} is not in {line}: {found}"
        );
    };
    at("two[1].inner", "two { inner = 2");
    at("made_after[0].inner", "made_after { inner = 1");
    at("made_after[5].inner", "content { inner = 2");
    at("made_before[0].inner", "made_before { inner = 0");
    let in_between = find(&[("a.tf", NATIVE)], Declared::Resource, "t.n", "made_before[1].inner");
    assert!(
        in_between.ends_with(":made_before"),
        "made or written: nobody knows: {in_between}"
    );
}

#[test]
fn an_override_comes_before_what_it_overrides() {
    let base = r#"{"resource": {"t": {"n": {"a": 1, "b": 1, "rule": [{"x": 1}, {"x": 2}]}}}}"#;
    let over = r#"resource "t" "n" {
  b = 2
  rule { y = 1 }
}"#;
    let files = [("a.tf.json", base), ("a_override.tf", over)];
    for (path, expected, why) in [
        ("a", "a.tf.json:", "not overridden"),
        ("b", "a_override.tf:", "overridden"),
        ("rule[0].y", "a_override.tf:", "blocks hide all blocks of the type"),
        ("rule[1].x", "a_override.tf:", "those of the base are gone"),
        ("", "a.tf.json:", "the block itself is that of the base"),
    ] {
        let found = find(&files, Declared::Resource, "t.n", path);
        assert!(found.starts_with(expected), "{path} in {found}: {why}");
    }
}

#[test]
fn every_kind_of_declaration_is_found() {
    let native = r#"
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {}
provider "aws" {
  alias = "west"
}
variable "v" { default = 1 }
locals { l = 1 }
output "o" { value = 1 }
module "m" { source = "./m" }
data "d" "n" {}
ephemeral "e" "n" {}
check "c" {
  data "in" "n" {}
}
"#;
    let json = r#"{
"terraform": {"required_providers": {"aws": {"source": "hashicorp/aws"}}},
"provider": {"aws": [{}, {"alias": "west"}]},
"variable": {"v": {"default": 1}}, "locals": {"l": 1}, "output": {"o": {"value": 1}}, "module": {"m": {"source": "./m"}},
"data": {"d": {"n": {}}}, "ephemeral": {"e": {"n": {}}}, "check": {"c": {"data": {"in": {"n": {}}}}}
}"#;
    for (kind, labels, path, cut) in [
        (Declared::RequiredProvider, "aws", "", "aws"),
        (Declared::Provider, "aws", "", "aws"),
        (Declared::Provider, "aws.west", "alias", "alias"),
        (Declared::Variable, "v", "default", "default"),
        (Declared::Local, "l", "", "l"),
        (Declared::Output, "o", "value", "value"),
        (Declared::Module, "m", "source", "source"),
        (Declared::Data, "d.n", "", "n"),
        (Declared::Ephemeral, "e.n", "", "n"),
        (Declared::Check, "c", "", "c"),
        (Declared::Data, "in.n", "", "n"),
    ] {
        for (file, text) in [("a.tf", native), ("a.tf.json", json)] {
            let found = find(&[(file, text)], kind, labels, path);
            assert!(
                found.trim_end_matches('"').ends_with(cut),
                "{file} {kind:?} {labels}: {found}"
            );
        }
    }
}

#[test]
fn nobody_guesses() {
    let block = r#"resource "t" "n" {}"#;
    for (files, labels, expected, why) in [
        (
            &[("a.tf", block), ("b.tf", block)][..],
            "t.n",
            "nowhere",
            "declared twice",
        ),
        (&[("a.tf", block)], "t.m", "nowhere", "another name"),
        (
            &[("a.tf", "resource \"t\" \"n\" {")],
            "t.n",
            "nowhere",
            "it cannot be read",
        ),
        (
            &[("a.tf", "\u{feff}resource t n {}")],
            "t.n",
            "a.tf:3:resource t n",
            "a mark at the beginning",
        ),
        (&[("a.tf", "x = 1"), ("b.tf.json", "[1")], "t.n", "nowhere", "no blocks"),
    ] {
        assert_eq!(find(files, Declared::Resource, labels, ""), expected, "{why}");
    }
}

#[test]
fn texts_are_those_that_are_written_as_they_stand() {
    let native = "module \"a\" {\n source = \"./a\"\n}\nmodule \"b\" {\n source = var.s\n}\nmodule \"c\" {\n source = \"./${var.s}\"\n}";
    let json = r#"{"module": {"a": {"source": "./a"}, "b": {"source": "${var.s}"}, "c": {"source": "./${var.s}"}}}"#;
    for (name, text) in [("a.tf", native), ("a.tf.json", json)] {
        let content = EntryContent::Bytes(text.as_bytes());
        let directory = Directory::new(&[Entry { name, content }], Engine::OPENTOFU);
        let files = OriginFiles::read(&directory);
        let origins = Origins::new(&files);
        let source = |call: &str| {
            origins
                .text(Declared::Module, &[call], "source")
                .map(std::borrow::Cow::into_owned)
        };
        assert_eq!(source("a").as_deref(), Some("./a"), "{name}");
        assert_eq!(source("b"), None, "{name}: a reference");
        assert_eq!(source("c"), None, "{name}: a template");
    }
}
