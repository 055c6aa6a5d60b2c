//! Representations beside the engines' own documents, and what cannot be known without the schemas of providers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::tfjson::{Directory, Engine, Entry, EntryContent, Files, Flavor, Module, Version};

use super::{Missing, MissingKind, ModuleTree, Representation};

const fn engine(flavor: Flavor, minor: u32, patch: u32) -> Engine {
    let version = Version::new(1, minor, patch);
    Engine { flavor, version }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The bytes of a directory's files by name.
fn files(folder: &Path) -> Sources {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

/// The files of one module, by name.
type Sources = BTreeMap<String, Vec<u8>>;

/// What a directory represents, with its children: their calls from the root (`env/network`), and their directories.
fn represented(root: &Path, children: &[(&str, &str)], engine: Engine) -> (Json, Vec<Missing>) {
    let children = children
        .iter()
        .map(|(call, directory)| (*call, files(&root.join(directory))));
    represent(files(root), children.collect(), engine)
}

/// What a module represents, with the modules that it calls, callers first.
fn represent(root: Sources, children: Vec<(&str, Sources)>, engine: Engine) -> (Json, Vec<Missing>) {
    let (calls, sources): (Vec<_>, Vec<_>) = std::iter::once(("", root)).chain(children).unzip();
    let directories: Vec<_> = sources
        .iter()
        .map(|files| {
            let entries = files.iter().map(|(name, bytes)| Entry {
                name,
                content: EntryContent::Bytes(bytes),
            });
            Directory::new(&entries.collect::<Vec<_>>(), engine)
        })
        .collect();
    let files: Vec<_> = directories.iter().map(Files::read).collect();
    let modules: Vec<_> = files.iter().map(|files| Module::new(files, engine)).collect();
    let mut tree = ModuleTree {
        module: &modules[0],
        children: BTreeMap::new(),
    };
    for (call, module) in calls.iter().zip(&modules).skip(1) {
        let (parents, name) = call.rsplit_once('/').unwrap_or(("", call));
        let mut around = &mut tree;
        for parent in parents.split('/').filter(|parent| !parent.is_empty()) {
            around = around.children.get_mut(parent).unwrap();
        }
        let children = BTreeMap::new();
        around.children.insert(name.to_owned(), ModuleTree { module, children });
    }
    let representation = Representation::new(&tree);
    let json = serde_json::to_string(&representation).unwrap();
    (serde_json::from_str(&json).unwrap(), representation.missing)
}

/// The engine's own document, alone or in a plan.
fn printed(name: &str) -> Json {
    let json: Json = serde_json::from_str(&fs::read_to_string(folder(name)).unwrap()).unwrap();
    json.get("configuration").cloned().unwrap_or(json)
}

/// All values of a document by path. Resources are named by their address, and each expression, argument or block, is
/// one.
fn leaves(json: &Json, path: &str, found: &mut BTreeMap<String, Json>) {
    let inside_expressions = path
        .rsplit_once('/')
        .is_some_and(|(around, _)| around.ends_with("/expressions"));
    match json {
        Json::Object(members) if !inside_expressions && !members.is_empty() => {
            for (name, member) in members {
                leaves(member, &format!("{path}/{name}"), found);
            }
        }
        Json::Array(elements) if path.ends_with("/resources") => {
            for element in elements {
                leaves(
                    element,
                    &format!("{path}/{}", element["address"].as_str().unwrap()),
                    found,
                );
            }
        }
        leaf => {
            found.insert(path.to_owned(), leaf.clone());
        }
    }
}

/// Whether a path ends like a pattern in which `*` is any one part.
fn fits(path: &str, pattern: &str) -> bool {
    let (path, pattern): (Vec<_>, Vec<_>) = (path.split('/').collect(), pattern.split('/').collect());
    path.len() >= pattern.len()
        && path
            .iter()
            .rev()
            .zip(pattern.iter().rev())
            .all(|(part, wanted)| *wanted == "*" || part == wanted)
}

/// How two documents compare.
#[derive(Default)]
struct Comparison {
    /// At how many paths they are equal.
    equal: usize,
    /// The known differences that are there.
    explained: BTreeSet<&'static str>,
    /// Others.
    unexplained: Vec<String>,
}

fn compare(ours: &Json, engines: &Json, known: &[(&'static str, &str)]) -> Comparison {
    let (mut left, mut right) = (BTreeMap::new(), BTreeMap::new());
    leaves(ours, "", &mut left);
    leaves(engines, "", &mut right);
    let paths: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    let mut comparison = Comparison::default();
    for path in paths {
        let (ours, engines) = (left.get(path), right.get(path));
        match known.iter().find(|(pattern, _)| fits(path, pattern)) {
            _ if ours == engines => comparison.equal += 1,
            Some((pattern, reason)) if *reason != BLOCK || ours.map(argument) == engines.map(argument) => {
                comparison.explained.insert(pattern);
            }
            _ => comparison
                .unexplained
                .push(format!("{path}: ours {ours:?}, engine {engines:?}")),
        }
    }
    comparison
}

/// Holds what is represented against the engine's own document: all known differences are there and no others, and at
/// least so many paths are equal.
fn assert_printed(ours: &Json, document: &str, known: &[(&'static str, &str)], equal: usize) {
    let comparison = compare(ours, &printed(document), known);
    let unexplained = comparison.unexplained.join("\n");
    assert!(unexplained.is_empty(), "{document}\n{unexplained}");
    let explained = comparison.explained;
    assert_eq!(explained.len(), known.len(), "{document}: {explained:?}");
    let found = comparison.equal;
    assert!(found >= equal, "{document}: only {found} are equal");
}

/// An expression, or a block with all that is inside it, as one argument: the value, and the references in order.
///
/// One object and a list of one are the same here, and what is a comment in a block is nothing.
fn argument(json: &Json) -> (Json, Vec<String>) {
    let mut references = Vec::new();
    let value = plain(json, &mut references);
    references.sort();
    (value, references)
}

fn plain(json: &Json, references: &mut Vec<String>) -> Json {
    match json {
        Json::Object(members) if members.contains_key("constant_value") || members.contains_key("references") => {
            let named = members.get("references").and_then(Json::as_array);
            references.extend(
                named
                    .into_iter()
                    .flatten()
                    .map(|name| name.as_str().unwrap().to_owned()),
            );
            plain(members.get("constant_value").unwrap_or(&Json::Null), references)
        }
        Json::Object(members) => {
            let members = members.iter().filter(|(name, _)| *name != "//");
            members
                .map(|(name, member)| (name.clone(), plain(member, references)))
                .collect()
        }
        Json::Array(elements) => match elements.as_slice() {
            [element @ Json::Object(_)] => plain(element, references),
            elements => elements.iter().map(|element| plain(element, references)).collect(),
        },
        json => json.clone(),
    }
}

const BLOCK: &str = "the provider's schema makes it a block";
const TEMPLATE: &str = "a block too, in which templates are constants to the engine where they are written in JSON";
const DYNAMIC: &str = "a block too, without the blocks in it that are made by repetition";
const VERSION: &str = "the version of the provider's schema";
const EMPTY: &str = "the provider's schema lets an empty list stand for no block";

/// The one call of `json-config`.
const CHILD: &[(&str, &str)] = &[("child", "child")];

/// What the engines print of `json-config` and we cannot know.
const JSON_CONFIG: &[(&str, &str)] = &[
    ("resources/*/schema_version", VERSION),
    ("provider_config/aws/expressions/default_tags", BLOCK),
    ("aws_s3_bucket.plain/expressions/versioning", BLOCK),
    ("aws_s3_bucket.plain/expressions/lifecycle_rule", BLOCK),
    ("aws_security_group.web/expressions/egress", EMPTY),
    ("aws_dynamodb_table.t/expressions/attribute", BLOCK),
    ("aws_dynamodb_table.t/expressions/global_secondary_index", BLOCK),
    ("aws_dynamodb_table.t/expressions/ttl", BLOCK),
];

#[test]
fn a_module_is_represented_as_the_engine_prints_it() {
    let none: &[(&str, &str)] = &[];
    let terraform_new = ("terraform-1.15.9/plan.json", engine(Flavor::Terraform, 15, 9));
    let tofu_eight = ("tofu-1.8.11/plan.json", engine(Flavor::OpenTofu, 8, 11));
    for (scenario, children, known, equal, further) in [
        ("json-config", CHILD, JSON_CONFIG, 113, terraform_new),
        ("json-config-tofu", none, none, 1, tofu_eight),
    ] {
        for (document, engine) in [
            ("tofu-1.12.6/config.json", Engine::OPENTOFU),
            ("tofu-1.12.6/plan.json", Engine::OPENTOFU),
            ("tofu-1.6.3/plan.json", engine(Flavor::OpenTofu, 6, 3)),
            ("terraform-1.11.4/plan.json", engine(Flavor::Terraform, 11, 4)),
            further,
        ] {
            let (ours, missing) = represented(&folder(scenario).join("config/1-plan"), children, engine);
            assert_printed(&ours, &format!("{scenario}/{document}"), known, equal);
            assert_eq!(missing, []);
        }
    }
}

/// `module-tree`, whose module is in the native syntax, stands once more in JSON under `config/representation`.
const MODULE_TREE: &[(&str, &str)] = &[
    ("resources/*/schema_version", VERSION),
    ("provider_config/aws/expressions/default_tags", TEMPLATE),
    ("provider_config/aws.us/expressions/assume_role", BLOCK),
    ("aws_lambda_function.wired/expressions/environment", TEMPLATE),
    ("aws_iam_role.this/expressions/inline_policy", BLOCK),
    ("google_sql_database_instance.db/expressions/settings", DYNAMIC),
];

/// Written in JSON, a template is a constant to the engines: they print its text beside the references.
fn without_templates(json: &mut Json) {
    match json {
        Json::Array(elements) => elements.iter_mut().for_each(without_templates),
        Json::Object(members) => {
            let is_template = members
                .get("constant_value")
                .is_some_and(|constant| members.contains_key("references") || constant.to_string().contains("${"));
            if is_template {
                members.remove("constant_value");
            }
            members.values_mut().for_each(without_templates);
        }
        _ => {}
    }
}

#[test]
fn a_tree_of_modules_is_represented_with_what_they_pass_each_other() {
    let root = folder("config/representation/module-tree");
    let children = [
        ("env", "modules/env"),
        ("env/network", "modules/env/network"),
        ("gcp", "modules/gcp"),
    ];
    for (document, engine) in [
        ("tofu-1.12.6/config.json", Engine::OPENTOFU),
        ("terraform-1.11.4/plan.json", engine(Flavor::Terraform, 11, 4)),
    ] {
        let (mut ours, missing) = represented(&root, &children, engine);
        without_templates(&mut ours);
        assert_printed(&ours, &format!("module-tree/{document}"), MODULE_TREE, 144);
        assert_eq!(missing, []);
    }
}

#[test]
fn single_declarations_are_represented() {
    let terraform = Engine::TERRAFORM;
    let tofu = Engine::OPENTOFU;
    for (engine, text, pointer, expected, why) in [
        (
            tofu,
            r#"{"resource": {"a_b": {"c": {"x": {"p": 1}, "x": {"p": "${var.a}"}}}}}"#,
            "/root_module/resources/0/expressions",
            r#"{"x": {"constant_value": [{"p": 1}, {"p": "${var.a}"}], "references": ["var.a"]}}"#,
            "a name that stands twice is a list",
        ),
        (
            tofu,
            r#"{"resource": {"a_b": {"c": {"_": {"count": 1}, "//": 1, "lifecycle": {}, "dynamic": {"x": {}}}}}}"#,
            "/root_module/resources/0/expressions",
            r#"{"count": {"constant_value": 1}}"#,
            "what is escaped is an argument; comments, meta-arguments and repetitions are none",
        ),
        (
            tofu,
            r#"{"resource": {"a_b": {"c": {"provider": "a.x[each.key]", "count": null, "for_each": 1}}}}"#,
            "/root_module/resources/0",
            r#"{"address": "a_b.c", "mode": "managed", "type": "a_b", "name": "c", "provider_config_key": "a.x",
                    "count_expression": {"constant_value": null}}"#,
            "no key of an instance; count goes before for_each",
        ),
        (
            tofu,
            r#"{"variable": {"a": {"default": 1, "description": 0}}, "output": {"a": {"value": 1, "deprecated": true}}}"#,
            "/root_module",
            r#"{"outputs": {"a": {"expression": {"constant_value": 1}, "deprecated": "true"}},
                    "variables": {"a": {"default": 1, "description": "0"}}}"#,
            "a description is text, however it is written",
        ),
        (
            tofu,
            r#"{"ephemeral": {"a_b": {"c": {}}}}"#,
            "/root_module/resources/0/mode",
            r#""ephemeral""#,
            "OpenTofu lists them",
        ),
        (
            terraform,
            r#"{"ephemeral": {"a_b": {"c": {}}}}"#,
            "/root_module",
            "{}",
            "Terraform does not",
        ),
        (
            tofu,
            r#"{"variable": {"a": {"type": "any", "sensitive": "true", "ephemeral": true, "deprecated": "no"}}}"#,
            "/root_module/variables/a",
            r#"{"required": true, "sensitive": true, "ephemeral": true, "deprecated": "no"}"#,
            "any is no type",
        ),
        (
            terraform,
            r#"{"variable": {"a": {"type": "string", "default": 1.50}}}"#,
            "/root_module/variables/a",
            r#"{"default": "1.5"}"#,
            "Terraform prints no types; the default is converted",
        ),
        (
            tofu,
            r#"{"resource": {"a_b": {"c": {"depends_on": ["a.b.c", "module.m", "${a.b}"]}}}}"#,
            "/root_module/resources/0/depends_on",
            r#"["a.b", "module.m", ""]"#,
            "what is depended on; empty where that is no reference",
        ),
        (
            tofu,
            r#"{"terraform": {"required_providers": {"a": {"source": "X/Y", "version": "~>1"}, "b": "2"}},
                "provider": {"a": {"version": "< 3", "region": "${provider::a::f()}"}}}"#,
            "/provider_config",
            r#"{"a": {"name": "a", "full_name": "registry.opentofu.org/x/y", "version_constraint": "~> 1.0, < 3.0.0",
                          "expressions": {"region": {"constant_value": "${provider::a::f()}",
                                                     "references": ["provider::a::f"]}}},
                    "b": {"name": "b", "full_name": "registry.opentofu.org/hashicorp/b", "version_constraint": "2.0.0"},
                    "y": {"name": "y", "full_name": "registry.opentofu.org/x/y"}}"#,
            "constraints of both places in one spelling; a provider that is not called by its type is listed twice",
        ),
        (
            terraform,
            r#"{"resource": {"terraform_data": {"a": {}}}}"#,
            "/provider_config",
            r#"{"terraform": {"name": "terraform", "full_name": "terraform.io/builtin/terraform"}}"#,
            "the provider that is part of the engines",
        ),
    ] {
        let files = Sources::from([("main.tf.json".to_owned(), text.as_bytes().to_vec())]);
        let (json, _) = represent(files, Vec::new(), engine);
        let expected: Json = serde_json::from_str(expected).unwrap();
        assert_eq!(json.pointer(pointer), Some(&expected), "{why}");
    }
}

#[test]
fn overrides_are_merged_and_what_is_missing_is_said() {
    let source = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let files = Sources::from([
        source(
            "main.tf.json",
            r#"{"resource": {"a_b": {"c": {"x": 1, "y": 1}}}, "module": {"m": {"source": "./m", "version": "1, < 2"}},
                "action": {"a_b": {"d": {}}}}"#,
        ),
        source("override.tf.json", r#"{"resource": {"a_b": {"c": {"y": 2, "z": 2}}}}"#),
        source("other.tf", "output \"o\" {\n  value = 1\n}\n"),
        source("broken.tf.json", r#"{"output": {"#),
    ]);
    let (json, missing) = represent(files, Vec::new(), Engine::OPENTOFU);
    let expressions: Json =
        serde_json::from_str(r#"{"x": {"constant_value": 1}, "y": {"constant_value": 2}, "z": {"constant_value": 2}}"#)
            .unwrap();
    assert_eq!(json.pointer("/root_module/resources/0/expressions"), Some(&expressions));
    let call: Json =
        serde_json::from_str(r#"{"source": "./m", "module": {}, "version_constraint": "1, < 2"}"#).unwrap();
    assert_eq!(json.pointer("/root_module/module_calls/m"), Some(&call));
    let kinds: Vec<_> = missing.into_iter().map(|missing| missing.kind).collect();
    assert_eq!(
        kinds,
        [
            MissingKind::Native("other.tf".to_owned()),
            MissingKind::Action("a_b.d".to_owned()),
            MissingKind::Unread,
            MissingKind::Child("m".to_owned()),
        ]
    );
}

#[test]
fn whatever_a_module_holds_the_document_is_json() {
    for (oracle, engine) in [
        ("oracle_terraform.json", Engine::TERRAFORM),
        ("oracle_tofu.json", Engine::OPENTOFU),
    ] {
        let oracle = fs::read_to_string(folder("config").join(oracle)).unwrap();
        let oracle: Json = serde_json::from_str(&oracle).unwrap();
        let cases = oracle["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 134);
        for case in cases {
            let files = case["files"].as_object().unwrap().iter();
            let files: Sources = files
                .filter(|(name, _)| !name.contains('/'))
                .filter_map(|(name, file)| Some((name.clone(), file["text"].as_str()?.as_bytes().to_vec())))
                .collect();
            let (json, _) = represent(files, Vec::new(), engine);
            assert!(json["root_module"].is_object(), "{}", case["name"]);
        }
    }
}
