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
    for (oracle, engine) in [(TERRAFORM, Engine::TERRAFORM), (TOFU, Engine::OPENTOFU)] {
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
        ProblemKind::Identifier | ProblemKind::ReservedName(_) => "bad-ident",
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
        ProblemKind::VersionUnsatisfied { .. } => "core-version",
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
    for (oracle, engine) in [(TERRAFORM, Engine::TERRAFORM), (TOFU, Engine::OPENTOFU)] {
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
