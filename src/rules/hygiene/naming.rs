//! Rule `naming`: a name does not follow the convention.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::DeclarationKind;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "naming",
    summary: "a name does not follow the convention",
    family: "hygiene",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["kinds"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

/// What can be set for `naming`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// How names are written.
    format: Format,
    /// Whose names are looked at.
    kinds: Vec<Kind>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            format: Format::Snake,
            kinds: vec![Kind::Resource, Kind::Module, Kind::Variable, Kind::Output],
        }
    }
}

/// How names are written.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Format {
    /// `web_server`
    Snake,
    /// `Web_server`
    MixedSnake,
    /// `web-server`
    Kebab,
}

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// A `resource`, `data` or `ephemeral` block.
    Resource,
    /// A `module` block.
    Module,
    /// A `variable` block.
    Variable,
    /// An `output` block.
    Output,
}

impl Format {
    fn has(self, name: &str) -> bool {
        let (extra, capitals) = match self {
            Self::Snake => ('_', false),
            Self::MixedSnake => ('_', true),
            Self::Kebab => ('-', false),
        };
        let letter = |letter: char| letter.is_ascii_lowercase() || (capitals && letter.is_ascii_uppercase());
        name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit() || c == extra)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Snake => "lower case letters, digits and `_`",
            Self::MixedSnake => "letters, digits and `_`",
            Self::Kebab => "lower case letters, digits and `-`",
        }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    for declaration in context.facts.modules().declarations() {
        let kind = match declaration.kind() {
            DeclarationKind::Resource => Kind::Resource,
            DeclarationKind::Module => Kind::Module,
            DeclarationKind::Output => Kind::Output,
            DeclarationKind::Variable => Kind::Variable,
        };
        let name = match declaration.resource() {
            Some(resource) => resource.wire.name.as_deref().unwrap_or_default(),
            None => declaration.name(),
        };
        if options.kinds.contains(&kind) && !options.format.has(name) {
            let says = "has a name that does not follow the convention";
            let mut finding = Finding::about_named(&declaration.address(), declaration.pointer(), says)
                .why(format!("names have {} and begin with a letter", options.format.words()))
                .help("rename it; for resources and modules with a `moved` block, so that nothing is created again");
            if let Some(resource) = declaration.resource() {
                finding.about.type_name = resource.wire.r#type.as_ref().map(ToString::to_string);
                finding.about.provider = context.facts.provider_of(resource).map(|one| one.source().to_owned());
            }
            findings.push(finding);
        }
    }
}
