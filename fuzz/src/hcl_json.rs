//! Configuration in JSON: what is read, what is said of it and where, and what is laid out anew.

use std::collections::BTreeMap;

use planlint::hcljson::template::{Met, Native, Template, Traversal};
use planlint::hcljson::{self, Expression, File, Node};
use planlint::lint::{self, FoundInModule, Settings};
use planlint::output::{FORMATS, Style};
use planlint::report::{ModuleInput, Outcome, Report};
use planlint::rules::{RULES, configuration};
use planlint::source::{SourceFile, Span};
use planlint::tfjson::representation::{ModuleTree, Representation};
use planlint::tfjson::{Children, Declared, Directory, Engine, Entry, EntryContent, Files, Module, check};
use serde_json::Value;

/// What parts the files of a module.
const BETWEEN: u8 = 0;

/// The names of those files, in order: one syntax, one engine's, one that overrides, the native syntax.
const NAMES: [&str; 4] = ["main.tf.json", "more.tofu.json", "x_override.tf.json", "native.tf"];

/// Reads the bytes as files of one module.
pub fn run(bytes: &[u8]) {
    let texts: Vec<&[u8]> = bytes.splitn(NAMES.len(), |byte| *byte == BETWEEN).collect();
    for text in &texts {
        let (text, invalid) = hcljson::decode(text);
        for error in &invalid {
            inside(&text, error.span);
        }
        file(&text);
        template(&text);
    }
    module(&texts);
}

fn inside(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} of {} bytes", text.len());
}

fn file(text: &str) {
    let file = File::read(text);
    for error in file.errors() {
        inside(text, error.span);
    }
    let theirs = serde_json::from_str::<Value>(text);
    match (&theirs, file.errors()) {
        (Ok(_), errors) => assert!(errors.is_empty(), "serde_json reads it, and we say: {errors:?}"),
        (Err(error), []) => {
            let error = error.to_string();
            // Numbers stay text here, and lists may be nested deeper.
            let known = ["number out of range", "recursion limit exceeded"];
            assert!(
                known.iter().any(|known| error.starts_with(known)),
                "serde_json says: {error}"
            );
        }
        (Err(_), _) => {}
    }
    nodes(text, file.root());
    let mut errors = Vec::new();
    let expression = Expression::new(file.root());
    drop(expression.evaluate(&mut errors));
    drop(expression.literal(&mut errors));
    drop(expression.keyword());
    expression.templates(&mut |string, template| match template {
        Ok(template) => template.walk(|met| match met {
            Met::Reference(traversal) | Met::Key(traversal) => inside(text, string.span(traversal.span())),
            Met::Call(call) => inside(text, string.span(call.name_span)),
            _ => panic!("what is met has to have a place"),
        }),
        Err(error) => inside(text, string.span(error.span)),
    });
    for error in errors {
        inside(text, error.span);
        drop(error.kind.to_string());
    }
    match hcljson::format(&file) {
        Ok(laid_out) => {
            let again = File::read(&laid_out);
            assert_eq!(again.errors(), [], "what is laid out is JSON");
            assert_eq!(
                hcljson::format(&again).as_ref(),
                Ok(&laid_out),
                "laid out twice is laid out once"
            );
            if let Ok(value) = theirs {
                assert_eq!(
                    serde_json::from_str::<Value>(&laid_out).ok(),
                    Some(value),
                    "and means the same"
                );
            }
        }
        Err(error) => assert_eq!(file.errors().first(), Some(&error)),
    }
}

fn nodes(text: &str, root: Node<'_, '_>) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        for span in [node.span(), node.opening(), node.closing()] {
            inside(text, span);
        }
        assert_eq!(text.get(node.span().range()), Some(node.raw()));
        if let Some(string) = node.string() {
            inside(text, string.span(Span::new(0, string.as_str().len())));
        }
        open.extend(node.elements());
        for property in node.properties() {
            inside(text, property.name_span());
            drop(property.name());
            open.push(property.value());
        }
    }
}

fn template(text: &str) {
    match Template::parse(text) {
        Ok(template) => {
            template.walk(|met| match met {
                Met::Reference(traversal) | Met::Key(traversal) => inside(text, traversal.span()),
                Met::Call(call) => inside(text, call.name_span),
                _ => panic!("what is met has to have a place"),
            });
            drop(hcljson::Value::of_template(&template));
        }
        Err(error) => inside(text, error.span),
    }
    match Native::parse(text) {
        Ok(native) => drop(hcljson::Value::of(&native)),
        Err(error) => inside(text, error.span),
    }
    match Traversal::parse(text) {
        Ok(traversal) => inside(text, traversal.span()),
        Err(error) => inside(text, error.span),
    }
}

fn module(texts: &[&[u8]]) {
    let entries: Vec<Entry<'_>> = NAMES
        .iter()
        .zip(texts)
        .map(|(name, text)| Entry {
            name,
            content: EntryContent::Bytes(text),
        })
        .collect();
    let engines = [Engine::OPENTOFU, Engine::TERRAFORM];
    let directories = engines.map(|engine| Directory::new(&entries, engine));
    let files = directories.each_ref().map(Files::read);
    let children = Children::new();
    let mut findings = configuration::Findings::default();
    for ((directory, files), engine) in directories.iter().zip(&files).zip(engines) {
        let module = Module::new(files, engine);
        for problem in check(&module, &Declared::of_module(&module), &children, None) {
            let text = directory.files[problem.file].text.as_deref().unwrap_or_default();
            inside(text, problem.span);
            assert!(!problem.kind.to_string().is_empty());
        }
        let representation = Representation::new(&ModuleTree {
            module: &module,
            children: BTreeMap::new(),
        });
        serde_json::to_string(&representation).expect("it is written as JSON");
        findings.add(&configuration::Reading {
            directory,
            files,
            module: &module,
            children: &children,
            schemas: None,
        });
    }
    let settings = Settings::default();
    let found = FoundInModule {
        findings: lint::settle(RULES, &settings, findings.finish()).0,
        waiver_matches: Vec::new(),
    };
    let mut sources = BTreeMap::new();
    for (directory, files) in directories.iter().zip(&files) {
        for (index, file) in directory.files.iter().enumerate() {
            let text = file.text.as_deref().unwrap_or_default();
            sources
                .entry(file.name)
                .or_insert_with(|| (SourceFile::new(file.name, text), files.json(index)));
        }
    }
    let input = ModuleInput {
        files: Vec::new(),
        engines: Vec::new(),
        incomplete: false,
        is_called: false,
        is_shared: false,
    };
    let outcome = Outcome::judged_module("fuzz", input, found, &sources, str::to_owned);
    let report = Report::new(vec![outcome], RULES, &settings);
    for format in FORMATS {
        let mut out = Vec::new();
        (format.write)(&report, &Style::plain(), &mut out).expect("memory is written to");
        let text = String::from_utf8(out).expect("a report is text");
        if matches!(format.name, "json" | "sarif" | "gitlab-codequality") {
            serde_json::from_str::<Value>(&text).expect("a report in JSON is JSON");
        }
    }
}
