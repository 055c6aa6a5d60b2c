//! Modules beside the verdicts of both engines, in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use serde_json::Value as Json;

use super::{
    Children, DeclarationKind, Directory, Engine, Entry, EntryContent, Files, Flavor, Module, Problem, ProblemKind,
    Subject, Version, check, is_local,
};
use crate::hcljson::template::{Met, Native, NativeKind, Template, TemplateErrorKind};
use crate::hcljson::{File, Kind, Node, StructureErrorKind, SyntaxErrorKind};
use crate::json::string;

mod oracle;
mod other_engine;

const TERRAFORM: &str = "config/oracle_terraform.json";
const NEWER: &str = "config/oracle_terraform_1_15.json";
const TOFU: &str = "config/oracle_tofu.json";

/// The Terraform whose verdicts `oracle_terraform.json` holds.
pub(super) const TERRAFORM_1_11: Engine = Engine {
    flavor: Flavor::Terraform,
    version: Version::new(1, 11, 4),
};

/// A file below `fixtures`.
fn fixture(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/");
    fs::read_to_string(format!("{folder}{name}")).unwrap()
}

/// Files by path; `None` for what cannot be read.
pub(super) type Tree = BTreeMap<String, Option<Vec<u8>>>;

/// The names directly in a directory, `""` being the outermost.
fn entries<'t>(tree: &'t Tree, directory: &str) -> Vec<Entry<'t>> {
    let prefix = if directory.is_empty() {
        String::new()
    } else {
        format!("{directory}/")
    };
    let mut directories = BTreeSet::new();
    let mut entries = Vec::new();
    for (path, bytes) in tree {
        let Some(name) = path.strip_prefix(&prefix) else {
            continue;
        };
        let content = match (name.split_once('/'), bytes) {
            (Some((directory, _)), _) => {
                directories.insert(directory);
                continue;
            }
            (None, Some(bytes)) => EntryContent::Bytes(bytes),
            (None, None) => EntryContent::Unreadable,
        };
        entries.push(Entry { name, content });
    }
    entries.extend(directories.into_iter().map(|name| Entry {
        name,
        content: EntryContent::Directory,
    }));
    entries
}

pub(super) fn problems(tree: &Tree, engine: Engine) -> Vec<Problem> {
    let root = entries(tree, "");
    let directory = Directory::new(&root, engine);
    let files = Files::read(&directory);
    let module = Module::new(&files, engine);
    let mut children = Children::new();
    for (_, source) in module.calls().into_iter().filter(|(_, source)| is_local(source)) {
        let path = source.trim_start_matches("./").to_owned();
        let inside = entries(tree, &path);
        let interface = (!inside.is_empty()).then(|| {
            let directory = Directory::new(&inside, engine);
            Module::new(&Files::read(&directory), engine).interface()
        });
        children.insert(source, interface.map(Arc::new));
    }
    other_engine::assert_same(&root, &module, &children);
    judged(&module, &children)
}

fn judged(module: &Module<'_, '_>, children: &Children) -> Vec<Problem> {
    check(module, &super::Declared::of_module(module), children, None)
}

fn tree(case: &Json) -> Tree {
    let files = case["files"].as_object().unwrap();
    files
        .iter()
        .map(|(name, file)| {
            let bytes = match (file["text"].as_str(), file["hex"].as_str()) {
                (Some(text), _) => Some(text.as_bytes().to_vec()),
                (None, Some(hex)) => {
                    let pairs = hex.as_bytes().chunks(2);
                    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
                    Some(pairs.map(byte).collect())
                }
                (None, None) => None,
            };
            (name.clone(), bytes)
        })
        .collect()
}

/// The module that engines have planned, with the one that it calls.
fn planned() -> [(&'static str, String); 2] {
    ["main.tf.json", "child/main.tf.json"].map(|name| (name, fixture(&format!("json-config/config/1-plan/{name}"))))
}

pub(super) fn made(files: &[(&str, impl AsRef<str>)]) -> Tree {
    let file = |(name, text): &(&str, _)| ((*name).to_owned(), Some(AsRef::<str>::as_ref(text).as_bytes().to_vec()));
    files.iter().map(file).collect()
}

#[test]
fn a_module_that_engines_have_planned_is_not_refused() {
    let tree = made(&planned());
    for engine in [Engine::OPENTOFU, Engine::TERRAFORM] {
        let refused: Vec<_> = problems(&tree, engine)
            .into_iter()
            .filter(|problem| problem.engine_rejects)
            .collect();
        assert_eq!(refused, [], "{engine:?}");
    }
}

#[test]
fn references_are_found_wherever_they_stand() {
    let tree = made(&planned());
    let entries = entries(&tree, "");
    let directory = Directory::new(&entries, Engine::OPENTOFU);
    let files = Files::read(&directory);
    let module = Module::new(&files, Engine::OPENTOFU);
    let mut found: Vec<_> = module
        .references
        .iter()
        .map(|reference| reference.text.as_ref())
        .collect();
    found.sort_unstable();
    // Counted by hand, in the order of the alphabet; `port.value` is bound by its dynamic block.
    assert_eq!(
        found,
        [
            "aws_s3_bucket.plain",
            "aws_s3_bucket.plain.arn",
            "aws_s3_bucket.plain.arn",
            "count.index",
            "count.index",
            "data.aws_s3_bucket.seen.region",
            "data.aws_s3_bucket.seen.region",
            "each.key",
            "local.escaped",
            "local.name",
            "local.ports",
            "module.child",
            "null_resource.exec[0]",
            "null_resource.old",
            "self.id",
            "var.region",
            "var.region",
            "var.secret",
            "var.shape.a",
            "var.shape.a",
        ]
    );
}

#[test]
fn templates_of_names_alone_are_read_as_the_parser_reads_them() {
    for (text, why) in [
        ("${var.a}", "one"),
        ("x ${var.a} y ${local.b.c} z", "several, between texts"),
        ("${var.a}${var.b}", "beside each other"),
        ("${var.a}}", "a bracket more"),
        ("$${var.a} ${var.b}", "an escaped one before it"),
        ("$$${var.a}", "three signs"),
        ("%%{ if ${var.a}", "an escaped directive"),
        ("%{ if var.a }x%{ endif }${var.b}", "a directive"),
        ("100% ${var.a} $ 5", "signs that begin nothing"),
        ("${var.a} $", "a sign at the end"),
        ("${ var.a }", "white space"),
        ("${~ var.a ~}", "marks that strip"),
        ("${var.a[0].b} ${var.c}", "an index"),
        ("${true} ${null} ${var.a}", "constants"),
        ("${true.a}", "a constant with an attribute"),
        ("${f(var.a)} ${var.b}", "a call"),
        ("${aws_vpc.größe.id}", "letters beyond ASCII"),
        ("é ${var.a} ü ${var.b}", "letters beyond ASCII around them"),
        ("${\"}\"} ${var.a}", "a bracket in a string"),
        ("${each.value} ${each.key}", "names of the language"),
        ("${a}", "one name"),
    ] {
        let module = serde_json::json!({"locals": {"it": text}}).to_string();
        let tree = made(&[("main.tf.json", &module)]);
        let entries = entries(&tree, "");
        let directory = Directory::new(&entries, Engine::OPENTOFU);
        let files = Files::read(&directory);
        let module = Module::new(&files, Engine::OPENTOFU);
        let found: Vec<_> = module.references.iter().map(|reference| &*reference.text).collect();
        let template = Template::parse(text);
        let mut expected = Vec::new();
        if let Ok(template) = &template {
            template.walk(|met| {
                if let Met::Reference(traversal) = met {
                    expected.push(&text[traversal.span().range()]);
                }
            });
        }
        assert_eq!(found, expected, "{why}");
        for (reference, text) in module.references.iter().zip(&found) {
            let native = Native::parse(text).unwrap();
            let NativeKind::Variable(traversal) = &native.kind else {
                panic!("{why}");
            };
            assert_eq!(reference.subject(), Subject::of(traversal), "{why}");
        }
    }
}

/// Ways to write the same JSON.
#[derive(Clone, Copy, Debug)]
enum Style {
    Minified,
    Pretty,
    Escaped,
}

fn write_string(text: &str, style: Style, into: &mut String) {
    into.push('"');
    for character in text.chars() {
        if matches!(style, Style::Escaped) || matches!(character, '"' | '\\') || character < ' ' {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(into, "\\u{unit:04X}").unwrap();
            }
        } else {
            into.push(character);
        }
    }
    into.push('"');
}

fn write_node(node: Node<'_, '_>, style: Style, depth: usize, into: &mut String) {
    let line = |into: &mut String, depth: usize| {
        if matches!(style, Style::Pretty) {
            write!(into, "\n{}", "  ".repeat(depth)).unwrap();
        }
    };
    match node.kind() {
        Kind::Object => {
            into.push('{');
            for (index, property) in node.properties().enumerate() {
                into.push_str(if index > 0 { "," } else { "" });
                line(into, depth + 1);
                write_string(&property.name(), style, into);
                into.push(':');
                write_node(property.value(), style, depth + 1, into);
            }
            line(into, depth);
            into.push('}');
        }
        Kind::Array => {
            into.push('[');
            for (index, element) in node.elements().enumerate() {
                into.push_str(if index > 0 { "," } else { "" });
                line(into, depth + 1);
                write_node(element, style, depth + 1, into);
            }
            line(into, depth);
            into.push(']');
        }
        _ => match node.string() {
            Some(text) => write_string(text.as_str(), style, into),
            None => into.push_str(node.raw()),
        },
    }
}

fn rewritten(tree: &Tree, style: Style) -> Option<Tree> {
    let file = |(name, bytes): (&String, &Option<Vec<u8>>)| {
        let bytes = bytes.as_ref()?;
        if name.rsplit('.').next() != Some("json") {
            return Some((name.clone(), Some(bytes.clone())));
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let file = File::read(text);
        let mut written = String::new();
        write_node(file.root(), style, 0, &mut written);
        file.errors()
            .is_empty()
            .then(|| (name.clone(), Some(written.into_bytes())))
    };
    tree.iter().map(file).collect()
}

#[test]
fn how_a_file_is_written_changes_nothing() {
    let oracle: Json = serde_json::from_str(&fixture(TOFU)).unwrap();
    let mut trees: Vec<_> = oracle["cases"].as_array().unwrap().iter().map(tree).collect();
    trees.push(made(&planned()));
    let mut compared = 0;
    for tree in &trees {
        for style in [Style::Minified, Style::Pretty, Style::Escaped] {
            let Some(other) = rewritten(tree, style) else { continue };
            let kinds = |tree: &Tree| {
                let mut kinds: Vec<_> = problems(tree, Engine::OPENTOFU)
                    .into_iter()
                    .map(|problem| problem.kind)
                    .collect();
                kinds.sort();
                kinds
            };
            assert_eq!(kinds(tree), kinds(&other), "{style:?} {tree:?}");
            references_are_what_the_file_has(&other);
            compared += 1;
        }
    }
    assert!(compared > 350, "{compared}");
}

/// The text at each reference, decoded, is the reference.
fn references_are_what_the_file_has(tree: &Tree) {
    let entries = entries(tree, "");
    let directory = Directory::new(&entries, Engine::OPENTOFU);
    let files = Files::read(&directory);
    let module = Module::new(&files, Engine::OPENTOFU);
    for reference in &module.references {
        let text = directory.files[reference.file].text.as_deref().unwrap();
        assert_eq!(string::decode(&text[reference.span.range()]), reference.text);
    }
}

#[test]
fn nothing_panics_and_all_places_lie_inside() {
    let [(_, module), _] = planned();
    for at in (0..module.len()).step_by(17) {
        for byte in [
            None,
            Some(b'"'),
            Some(b'{'),
            Some(b'}'),
            Some(b'\\'),
            Some(b','),
            Some(0xff),
        ] {
            let mut bytes = module.as_bytes().to_vec();
            match byte {
                None => bytes.truncate(at),
                Some(byte) if at % 2 == 0 => bytes[at] = byte,
                Some(_) => continue,
            }
            let tree: Tree = [("main.tf.json".to_owned(), Some(bytes.clone()))].into();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for problem in problems(&tree, Engine::OPENTOFU) {
                assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
                assert!(!problem.kind.to_string().is_empty() && !problem.kind.lint().is_empty());
            }
        }
    }
}

#[test]
fn deep_values_are_read_within_a_small_stack() {
    for (open, close, why) in [("[", "]", "arrays"), ("{\"k\":", "}", "objects")] {
        for (before, after) in [
            ("{\"locals\":{\"a\":", "}}"),
            ("{\"resource\":{\"t\":{\"n\":{\"a\":", "}}}}"),
            ("{\"variable\":{\"n\":{\"default\":", "}}}"),
        ] {
            let text = format!("{before}{}1{}{after}", open.repeat(508), close.repeat(508));
            let tree = made(&[("main.tf.json", &text)]);
            let refused = problems(&tree, Engine::OPENTOFU)
                .into_iter()
                .filter(|problem| problem.engine_rejects);
            assert_eq!(refused.count(), 0, "{why}");
        }
    }
    let nested = format!("${{{}1{}}}", "(".repeat(99), ")".repeat(99));
    let text = format!(
        "{{\"locals\":{{\"a\":\"{nested}\",\"b\":\"${{{}1}}\"}}}}",
        "!".repeat(5000)
    );
    let kinds: Vec<_> = problems(&made(&[("main.tf.json", &text)]), Engine::OPENTOFU)
        .into_iter()
        .map(|problem| (problem.kind, problem.engine_rejects))
        .collect();
    assert_eq!(
        kinds,
        [(ProblemKind::Template(TemplateErrorKind::TooDeep), false)],
        "not read, and not refused"
    );
}

/// Problems of a module, each as its lint, with the text that it stands on.
fn said(files: &[(&str, &str)], engine: Engine) -> Vec<String> {
    let tree = made(files);
    let entries = entries(&tree, "");
    let directory = Directory::new(&entries, engine);
    let found = problems(&tree, engine).into_iter().map(|problem| {
        let text = directory.files[problem.file].text.as_deref().unwrap_or_default();
        format!("{} {}", problem.kind.lint(), &text[problem.span.range()])
    });
    found.collect()
}

#[test]
fn files_of_both_syntaxes_make_one_module() {
    let native = "variable \"n\" {}\nlocals {\n  l = 1\n}\nresource \"a\" \"b\" {\n  count = 2\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n";
    let json = r#"{"output":{"o":{"value":"${var.n}${local.l}${a.b[0].c}${module.m.x}${var.nn}"}}}"#;
    for (files, expected, why) in [
        (
            vec![("a.tf", native), ("b.tf.json", json)],
            vec!["undeclared-reference var.nn"],
            "declared in the native syntax",
        ),
        (
            vec![("a.tf", "variable {"), ("b.tf.json", json)],
            vec!["broken-native-file "],
            "what a file declares that could not be read is not known",
        ),
        (
            vec![("a.tf", native), ("b.tf.json", r#"{"variable":{"n":{}}}"#)],
            vec!["duplicate-declaration \"n\""],
            "declared in both",
        ),
        (
            vec![("a.tf.json", r#"{"locals":{"a":"${local.nope}"},}"#)],
            vec!["undeclared-reference local.nope", "malformed-json ,"],
            "a comma hides nothing",
        ),
        (
            vec![("a.tf.json", r#"{"locals":{"a":"${local.nope}"}"#)],
            vec!["malformed-json {"],
            "what a cut file declares is not known",
        ),
    ] {
        assert_eq!(said(&files, Engine::OPENTOFU), expected, "{why}");
    }
}

#[test]
fn what_engines_say_of_single_blocks() {
    for (text, expected, why) in [
        (
            r#"{"moved":{"from":"data.a.b","to":"data.a.c"}}"#,
            vec![],
            "a data source may be said to be moved",
        ),
        (
            r#"{"moved":{"from":"module.m.data.a.b","to":"a.c"}}"#,
            vec![],
            "and to have become a resource",
        ),
        (
            r#"{"removed":{"from":"data.a.b","lifecycle":{"destroy":false}}}"#,
            vec!["bad-reference data.a.b"],
            "and not to be removed",
        ),
        (
            r#"{"moved":{"from":"data.a","to":"a.c"}}"#,
            vec!["bad-reference data.a"],
            "a type alone is no address",
        ),
        (
            r#"{"moved":{"from":"data.a.b","to":"module.c"}}"#,
            vec!["bad-reference {"],
            "no resource becomes a module",
        ),
        (
            r#"{"variable":{"a":{"default":null,"nullable":false}}}"#,
            vec!["default-type-mismatch null"],
            "null where it is forbidden",
        ),
        (
            r#"{"variable":{"a":{"default":null,"nullable":"true"},"b":{"default":null}}}"#,
            vec![],
            "null where it is allowed",
        ),
        (
            r#"{"terraform":{"required_providers":{"null":{"source":"terraform.io/builtin/terraform"}}},
                "provider":{"null":{"alias":"x"}},
                "resource":{"terraform_data":{"a":{"provider":"null.x"},"b":{"provider":"null"}}}}"#,
            vec![],
            "a provider may have the name of a word of the language, as `null` of hashicorp/null has",
        ),
        (
            r#"{"resource":{"terraform_data":{"a":{"provisioner":{"local-exec":{"command":"x","command":"y"}}}}}}"#,
            vec!["duplicate-property \"command\""],
            "a provisioner's argument twice (\"Duplicate argument\", both)",
        ),
        (
            r#"{"provider":{"x_y":{}}}"#,
            vec!["bad-identifier \"x_y\""],
            "no name of a provider (\"Invalid provider local name\", both)",
        ),
        (
            r#"{"terraform":{"backend":{"local":{"path":"a","path":"b"}}}}"#,
            vec!["duplicate-property \"path\""],
            "a backend's",
        ),
        (
            r#"{"terraform":{"cloud":{"organization":"a","organization":"b","workspaces":{"name":"x"}}}}"#,
            vec!["duplicate-property \"organization\""],
            "that of the cloud block",
        ),
        (
            r#"{"resource":{"a":{"b":{"ami":"x","ami":"y","ebs":{"c":1},"ebs":{"c":2}}}}}"#,
            vec!["duplicate-property \"ami\""],
            "a resource's, where it can be no block",
        ),
        (
            r#"{"resource":{"a":{"b":{"dynamic":{"c":{"for_each":"local.x","content":{}}}}}}}"#,
            vec!["dynamic-shape \"local.x\""],
            "a text is nothing to repeat over (hcl/ext/dynblock: \"Invalid dynamic for_each value\")",
        ),
    ] {
        let mut engines = [Engine::OPENTOFU, Engine::TERRAFORM].into_iter();
        assert!(
            engines.all(|engine| said(&[("a.tf.json", text)], engine) == expected),
            "{why}"
        );
    }
}

#[test]
fn calls_are_held_against_their_modules() {
    let child =
        r#"{"variable":{"need":{},"may":{"default":1}},"output":{"o":{"value":1}},"moved":{"from":"a.b","to":"a.c"}}"#;
    for (call, expected, why) in [
        (r#"{"source":"./m","need":1}"#, vec![], "all that is needed"),
        (
            r#"{"source":"./m","need":1,"need":2}"#,
            vec!["duplicate-property \"need\""],
            "an input twice",
        ),
        (
            r#"{"source":"./m","may":1}"#,
            vec!["module-missing-input \"m\""],
            "a value is missing",
        ),
        (
            r#"{"source":"./m","need":1,"more":2,"//":3}"#,
            vec!["module-unknown-input \"more\""],
            "one too many",
        ),
        (
            r#"{"source":"./n"}"#,
            vec!["module-not-found \"m\""],
            "no such directory",
        ),
        (
            r#"{"source":"${var.s}","need":1}"#,
            vec![],
            "a source that a variable's default says",
        ),
        (r#"{"source":"a/b/c"}"#, vec![], "of a registry nothing is known"),
    ] {
        let text = format!(r#"{{"module":{{"m":{call}}},"variable":{{"s":{{"default":"./m"}}}}}}"#);
        let files = [("main.tf.json", text.as_str()), ("m/main.tf.json", child)];
        assert_eq!(said(&files, Engine::OPENTOFU), expected, "{why}");
    }
    let text = r#"{"module":{"m":{"source":"./m","need":1}},"locals":{"a":"${module.m.o}${module.m.p}"}}"#;
    let files = [("main.tf.json", text), ("m/main.tf.json", child)];
    assert_eq!(said(&files, Engine::OPENTOFU), ["module-unknown-output module.m.p"]);
}

#[test]
fn overrides_are_merged_in_order() {
    let tree = made(&[
        ("a.tf.json", r#"{"variable":{"v":{"default":1,"description":"d"}}}"#),
        ("b_override.tf.json", r#"{"variable":{"v":{"default":2}}}"#),
        ("a_override.tf.json", r#"{"variable":{"v":{"default":3}}}"#),
    ]);
    let entries = entries(&tree, "");
    let directory = Directory::new(&entries, Engine::OPENTOFU);
    let files = Files::read(&directory);
    let module = Module::new(&files, Engine::OPENTOFU);
    let merged = module.merged(DeclarationKind::Variable, &["v"]).unwrap();
    let values: Vec<_> = merged.attributes.iter().map(|part| part.part.value().raw()).collect();
    assert_eq!(values, ["2", "\"d\""]);
    assert_eq!(module.overridden(DeclarationKind::Variable, &["v"]).count(), 3);
}
