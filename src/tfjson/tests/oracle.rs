//! The verdicts of both engines over many small modules, each beside ours.

use super::*;

/// Cases that an engine refuses for what only a provider or its registry can say.
const NEEDS_PROVIDER: &[(&str, &str)] = &[
    ("ephemeral", "the provider foo is not installed"),
    ("rp-string", "the provider foo is not installed"),
];

/// The cases in which the verdicts differ, each with what we say.
fn disagreements(oracle: &str, engine: Engine) -> (usize, Vec<String>) {
    let oracle: Json = serde_json::from_str(&fixture(oracle)).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let problems = problems(&tree(case), engine);
        let refused: Vec<_> = problems
            .iter()
            .filter(|problem| problem.engine_rejects)
            .map(|problem| &problem.kind)
            .collect();
        let name = case["name"].as_str().unwrap();
        if NEEDS_PROVIDER.iter().any(|(known, _)| *known == name) {
            assert!(refused.is_empty(), "{name}: known after all");
        } else if refused.is_empty() != case["valid"].as_bool().unwrap() {
            wrong.push(format!(
                "{}: engine {}, ours {refused:?}",
                case["name"], case["diagnostics"]
            ));
        }
    }
    (cases.len(), wrong)
}

#[test]
fn a_module_is_refused_where_the_engine_refuses_it() {
    // Of these modules the newest Terraform says the same.
    for (oracle, engine) in [
        (TERRAFORM, TERRAFORM_1_11),
        (TERRAFORM, Engine::TERRAFORM),
        (TOFU, Engine::OPENTOFU),
    ] {
        let (count, wrong) = disagreements(oracle, engine);
        assert_eq!(count, 134);
        assert!(
            wrong.is_empty(),
            "{engine:?}: {} disagreements\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}

/// What Terraform 1.15.9 refuses and nobody here finds, and why.
const NOT_FOUND: &[(&str, &str)] = &[
    ("output-deprecated", "the module is perhaps no root"),
    ("output-deprecated-empty", "the module is perhaps no root"),
    ("output-deprecated-blank", "the module is perhaps no root"),
    ("output-deprecated-number", "the module is perhaps no root"),
    ("output-deprecated-template", "the module is perhaps no root"),
    ("output-deprecated-overridden", "the module is perhaps no root"),
    ("output-ephemeral-constant", "the module is perhaps no root"),
    (
        "output-type-of-local",
        "values of locals and functions are not computed",
    ),
    (
        "output-type-for-known",
        "values of locals and functions are not computed",
    ),
    (
        "output-type-function",
        "values of locals and functions are not computed",
    ),
    (
        "output-type-of-resource-object",
        "values of locals and functions are not computed",
    ),
    ("convert-of-text", "values of locals and functions are not computed"),
    (
        "convert-object-missing",
        "values of locals and functions are not computed",
    ),
    ("source-sensitive", "values of locals and functions are not computed"),
    (
        "source-const-given-timestamp",
        "values of locals and functions are not computed",
    ),
    (
        "source-nested-missing-attribute",
        "values of locals and functions are not computed",
    ),
    ("source-const-given-try-resource", "what try gives is not computed"),
    ("source-try-variable", "what try gives is not computed"),
    ("import-identity-empty", "the identity is a matter of the provider"),
    ("import-identity-text", "the identity is a matter of the provider"),
    ("import-identity-wrong-name", "the identity is a matter of the provider"),
    ("import-identity-list", "the identity is a matter of the provider"),
    ("import-identity-list-id", "the identity is a matter of the provider"),
    ("convert-spread", "a spread list is not read as a type"),
    ("source-const-null", "a caller may give another value than the default"),
    ("source-const-empty", "a caller may give another value than the default"),
    (
        "source-const-number",
        "a caller may give another value than the default",
    ),
    (
        "version-local-const",
        "a caller may give another value than the default",
    ),
    ("action-provider-undeclared", "the provider is not installed"),
];

/// The directories of modules in a tree, the outermost first, each as a tree of its own.
fn modules(tree: &Tree) -> Vec<Tree> {
    let directories = tree.keys().filter_map(|path| path.rsplit_once('/'));
    let directories: BTreeSet<&str> = directories.map(|(directory, _)| directory).collect();
    let inside = |directory: &str| {
        let files = tree.iter();
        let files = files.filter_map(|(path, bytes)| {
            let path = path.strip_prefix(directory)?.strip_prefix('/')?;
            Some((path.to_owned(), bytes.clone()))
        });
        files.collect()
    };
    let outermost = tree.clone();
    std::iter::once(outermost)
        .chain(directories.into_iter().map(inside))
        .collect()
}

#[test]
fn newer_versions_of_terraform_refuse_other_modules() {
    let oracle: Json = serde_json::from_str(&fixture(NEWER)).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let trees = modules(&tree(case));
        let found = trees.iter().flat_map(|tree| problems(tree, Engine::TERRAFORM));
        let refused: Vec<_> = found
            .filter(|problem| problem.engine_rejects)
            .map(|problem| problem.kind)
            .collect();
        let is_listed = NOT_FOUND.iter().any(|(known, _)| *known == name);
        let agrees = refused.is_empty() == case["valid"].as_bool().unwrap();
        if agrees == is_listed {
            wrong.push(format!("{name}: engine {}, ours {refused:?}", case["errors"]));
        }
    }
    assert_eq!(cases.len(), 337);
    assert!(wrong.is_empty(), "{} disagreements\n{}", wrong.len(), wrong.join("\n"));
}

/// The oracle's word for a problem.
fn category(kind: &ProblemKind) -> &'static str {
    use StructureErrorKind as S;
    use SyntaxErrorKind as Y;
    match kind {
        ProblemKind::Syntax(kind) => match kind {
            Y::BadNumber | Y::LeadingZero => "bad-number",
            Y::BadEscape | Y::RawNewline | Y::ControlCharacter => "bad-string",
            Y::EqualsSign | Y::MissingColon => "missing-colon",
            Y::MissingComma => "missing-comma",
            Y::Unclosed | Y::UnclosedString => "unclosed",
            _ => "root-shape",
        },
        ProblemKind::RootShape => "root-shape",
        ProblemKind::Unreadable => "unreadable",
        ProblemKind::Structure(kind) => match kind {
            S::NotBody | S::NotBlock | S::NotObject | S::NotLabels { .. } => "shape",
            S::MissingLabel { .. } => "no-label",
            S::ArgumentTwice { .. } => "dup-arg",
            S::MissingArgument { .. } => "missing-arg",
            S::Unsupported { .. } => "unknown-prop",
            S::NameTwice { .. } | S::NullName => "dup-expr-key",
        },
        ProblemKind::DynamicTwice(_) => "dup-dyn-arg",
        ProblemKind::Template(TemplateErrorKind::UnknownDirective) => "template-directive",
        ProblemKind::Template(TemplateErrorKind::UnclosedInterpolation) => "template-unclosed",
        ProblemKind::NotReference { .. } | ProblemKind::NotList | ProblemKind::NotProviderMap => "bad-static-expr",
        ProblemKind::ProviderReference { .. } => "bad-provider-ref",
        ProblemKind::LiteralType(_) => "bad-literal-type",
        ProblemKind::ValueType(_) => "bad-value-type",
        ProblemKind::Type(_) => "bad-type",
        ProblemKind::DefaultMismatch => "bad-default",
        ProblemKind::Identifier
        | ProblemKind::ProviderName
        | ProblemKind::ImpliedProvider
        | ProblemKind::ReservedName(_) => "bad-ident",
        ProblemKind::Duplicate { .. } | ProblemKind::BlockRepeated(_) | ProblemKind::RequiredProvidersTwice => {
            "dup-decl"
        }
        ProblemKind::BackendAndCloud => "backend-and-cloud",
        ProblemKind::UnknownToEngine { .. } | ProblemKind::ModuleInputUnknown(_) | ProblemKind::ExtraLabel(_) => {
            "unknown-prop"
        }
        ProblemKind::ReservedArgument(_) => "reserved-arg",
        ProblemKind::Misplaced(name) if name == "required_providers" => "bad-required-providers",
        ProblemKind::Misplaced(_) => "unknown-block",
        ProblemKind::Undeclared { .. } => "undeclared-ref",
        ProblemKind::RequiredProvider => "bad-required-providers",
        ProblemKind::NoAssert => "no-assert",
        ProblemKind::IgnoreStar => "ignore-star",
        ProblemKind::UnknownAttribute(_) | ProblemKind::IgnoreAbsolute | ProblemKind::IgnoreAllInList => "unknown-attr",
        ProblemKind::OverrideNoBase => "override-no-base",
        ProblemKind::OverrideForbidden(_) => "override-forbidden",
        ProblemKind::ModuleSource => "bad-module-source",
        ProblemKind::ModuleNotFound => "module-not-installed",
        ProblemKind::BadVersion => "bad-version",
        ProblemKind::VersionPrerelease | ProblemKind::VersionUnsatisfied { .. } | ProblemKind::VersionPast { .. } => {
            "core-version"
        }
        ProblemKind::ProviderVersion => "provider-version-deprecated",
        ProblemKind::CommentAsLabel => "shape",
        ProblemKind::NullArgument(name) if name == "type" => "bad-type",
        _ => "",
    }
}

/// Cases in which we point to another place or use another word than the engine, on purpose.
const OTHER_PLACE: &[(&str, &str)] = &[
    ("comment-label-level-resource", "the comment's name and not its value"),
    ("comment-label-level-variable", "the comment's name and not its value"),
    ("dep-missing", "the reference and not its quotation mark"),
    (
        "lifecycle-two",
        "the second block's own brace and not the bracket of the array",
    ),
    (
        "rp-array",
        "the second block's own brace and not the bracket of the array",
    ),
    ("mod-providers-dup", "the second name and not its value"),
    ("override-only", "the name and not the body"),
    ("override-depends", "the name and not the value"),
    ("str-bad-escape", "the escape and not what stands behind it"),
    (
        "unclosed",
        "the brackets that are never closed and not the end of the file",
    ),
    (
        "unicode-escape",
        "the place in the file and not one counted in the decoded text",
    ),
    ("var-type-badkw", "the word and not its quotation mark"),
    ("backend-and-cloud", "the block that comes second and not the first"),
];

/// The same of OpenTofu alone.
const OTHER_PLACE_TOFU: &[(&str, &str)] = &[
    ("mod-source-template", "the name of the call and not its body"),
    (
        "pd-template",
        "a literal of the wrong type, which is what it is taken for",
    ),
    ("provider-template", "one error with a reason, and not two of a parser"),
];

#[test]
fn what_is_said_is_what_the_engine_says_at_its_place() {
    for (oracle, engine) in [(TERRAFORM, TERRAFORM_1_11), (TOFU, Engine::OPENTOFU)] {
        let oracle: Json = serde_json::from_str(&fixture(oracle)).unwrap();
        let mut other = Vec::new();
        for case in oracle["cases"].as_array().unwrap() {
            let name = case["name"].as_str().unwrap();
            if NEEDS_PROVIDER.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let problems = problems(&tree(case), engine);
            let said: Vec<_> = problems
                .iter()
                .map(|problem| (category(&problem.kind), problem.span))
                .collect();
            // What follows from the first error is the engine's noise.
            let Some(first) = case["diagnostics"].get(0) else {
                continue;
            };
            let kind = first["kind"].as_str().unwrap();
            let start = first["start"][2].as_u64();
            let same_kind = said.iter().filter(|(category, _)| *category == kind);
            let places: Vec<_> = same_kind.map(|(_, span)| span.start as u64).collect();
            let agrees = !places.is_empty() && start.is_none_or(|start| places.contains(&start));
            let of_tofu = OTHER_PLACE_TOFU.iter().filter(|_| engine == Engine::OPENTOFU);
            let listed = OTHER_PLACE.iter().chain(of_tofu).any(|(known, _)| *known == name);
            if agrees == listed {
                other.push(format!("{name}: engine {kind} at {start:?}, ours {said:?}"));
            }
        }
        assert!(other.is_empty(), "{engine:?}: {}\n{}", other.len(), other.join("\n"));
    }
}

#[test]
fn what_a_block_refers_to_of_itself_is_refused_where_an_engine_needs_it() {
    for (for_each, tofu, why) in [
        (
            "${terraform_data.x}",
            false,
            "as a whole, of which there is nothing yet",
        ),
        ("${{a = terraform_data.x}}", false, "in a value"),
        ("${toset([terraform_data.x.id])}", true, "an attribute"),
        ("${terraform_data.x[0]}", true, "an instance"),
    ] {
        let text = format!(r#"{{"resource":{{"terraform_data":{{"x":{{"for_each":"{for_each}"}}}}}}}}"#);
        let tree = made(&[("main.tf.json", text.as_str())]);
        let refuses = |engine| problems(&tree, engine).iter().any(|problem| problem.engine_rejects);
        assert_eq!(
            (refuses(Engine::OPENTOFU), refuses(Engine::TERRAFORM)),
            (tofu, true),
            "{why}"
        );
    }
}

#[test]
fn of_a_prerelease_it_is_said_that_it_is_one() {
    for (constraint, expected, why) in [
        (
            ">= 1.0.0-beta1",
            true,
            "T1.11: \"Prerelease version constraints are not supported\"",
        ),
        (">= 1.0, != 1.2.0-rc1", true, "in one part of several"),
        (">= 1.0.0+build-1", false, "what was built has dashes, too"),
        (">= 99", false, "too new"),
    ] {
        let tree = made(&[(
            "a.tf.json",
            format!(r#"{{"terraform":{{"required_version":"{constraint}"}}}}"#),
        )]);
        let problems = problems(&tree, Engine::TERRAFORM);
        let found = problems
            .iter()
            .any(|problem| problem.kind == ProblemKind::VersionPrerelease);
        assert_eq!(found, expected, "{why}");
    }
}
