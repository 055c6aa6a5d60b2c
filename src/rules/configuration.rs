//! What is wrong with a module in JSON, as findings: what the engines say of it, put together and in words.

mod blocks;
mod help;
mod names;
mod row;
mod secret;
mod silent;
mod suppression;
mod upkeep;

use std::collections::{BTreeMap, BTreeSet};

use crate::hcljson::Property;
use crate::json::Pointer;
use crate::lint::{About, Finding, InFile, Level};
use crate::source::Span;
use crate::tfjson::{Children, DeclarationKind, Directory, Files, Flavor, Module, Syntax, WHOLE_FILE, check};

/// A module as one engine reads it.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'r, 'f, 'a> {
    /// The names that count.
    pub directory: &'r Directory<'a>,
    /// Their texts, as JSON.
    pub files: &'f Files<'a>,
    /// What they say.
    pub module: &'r Module<'f, 'a>,
    /// The modules that are called, as far as they are known.
    pub children: &'r Children,
}

/// What makes two engines' problems the same: file, place, rule and words.
type Same = (String, Span, &'static str, String);

/// What was said of a problem.
#[derive(Default)]
struct Said {
    /// Those who refuse the module for it.
    refuse: Vec<Flavor>,
    address: Option<String>,
    help: Option<String>,
    at_most: Option<Level>,
}

/// All findings about a module that at least one engine was asked about, in the order of files and places. Problems of
/// files that cannot be read are left out: what could not be judged is no finding.
#[must_use]
pub fn findings(readings: &[Reading<'_, '_, '_>]) -> Vec<(Finding, InFile)> {
    let mut said: BTreeMap<Same, Said> = BTreeMap::new();
    for reading in readings {
        let flavor = reading.module.engine.flavor;
        let addresses = Addresses::of(reading.module);
        let mut refused = BTreeSet::new();
        for problem in check(reading.module, reading.children) {
            refused.insert((problem.file, problem.span));
            let rule = problem.kind.lint();
            let Some(file) = reading
                .directory
                .files
                .get(problem.file)
                .filter(|_| rule != "unreadable-config")
            else {
                continue;
            };
            let key = (file.name.to_owned(), problem.span, rule, problem.kind.to_string());
            let entry = said.entry(key).or_insert_with(|| Said {
                address: addresses.at(problem.file, problem.span),
                help: help::help(&problem, file.text.as_deref().unwrap_or_default()),
                ..Said::default()
            });
            if problem.engine_rejects && !entry.refuse.contains(&flavor) {
                entry.refuse.push(flavor);
            }
        }
        let mut rows = silent::rows(reading);
        rows.extend(blocks::rows(reading));
        rows.extend(upkeep::rows(reading));
        rows.extend(secret::rows(reading));
        for row in rows {
            // Nothing is said of places where an engine has refused something already.
            let refused = refused.contains(&(row.file, row.span));
            let Some(file) = reading.directory.files.get(row.file).filter(|_| !refused) else {
                continue;
            };
            said.entry((file.name.to_owned(), row.span, row.rule, row.words))
                .or_insert_with(|| Said {
                    address: addresses.at(row.file, row.span),
                    help: row.help,
                    at_most: row.at_most,
                    ..Said::default()
                });
        }
        for (file, rule, words) in names::rows(reading.directory) {
            said.entry((file, WHOLE_FILE, rule, words)).or_default();
        }
    }
    let asked: Vec<Flavor> = readings.iter().map(|reading| reading.module.engine.flavor).collect();
    let mut found: Vec<(Finding, InFile)> = said
        .into_iter()
        .map(|((file, span, rule, message), said)| {
            let finding = Finding {
                // For a rule that is not listed: it must not pass as less than it is.
                level: if said.refuse.is_empty() {
                    Level::Warning
                } else {
                    Level::Error
                },
                at_most: said.at_most,
                rule: rule.into(),
                about: About {
                    address: said.address,
                    ..About::default()
                },
                help: said.help,
                ..Finding::new(Pointer::root(), message).why(verdict(&asked, &said.refuse))
            };
            let place = InFile {
                file,
                span,
                engine_rejects: !said.refuse.is_empty(),
            };
            (finding, place)
        })
        .collect();
    suppression::apply(readings, super::RULES, &mut found);
    found
}

/// What the engines make of it, in words.
fn verdict(asked: &[Flavor], refuse: &[Flavor]) -> String {
    let name = |flavor: &Flavor| match flavor {
        Flavor::OpenTofu => "OpenTofu",
        Flavor::Terraform => "Terraform",
    };
    match (asked, refuse) {
        (_, [one, two]) => format!("{} and {} refuse this", name(one), name(two)),
        ([_, _, ..], [one]) => format!("only {} refuses this", name(one)),
        (_, [one, ..]) => format!("{} refuses this", name(one)),
        ([one], []) => format!("{} accepts this", name(one)),
        (_, []) => "OpenTofu and Terraform accept this".to_owned(),
    }
}

/// What is declared where, to say which resource, variable or output a problem is about.
struct Addresses {
    /// File, where the name stands, where the block ends, address; in the order of places.
    declared: Vec<(usize, Span, usize, String)>,
}

impl Addresses {
    fn of(module: &Module<'_, '_>) -> Self {
        let mut declared: Vec<_> = module
            .declarations
            .iter()
            .filter(|declaration| has_address(declaration.kind))
            .filter_map(|declaration| {
                let block = module.blocks.get(declaration.block?)?;
                let end = block.block.body.node().span().end;
                Some((declaration.file, declaration.span, end, declaration.to_string()))
            })
            .collect();
        declared.sort();
        Self { declared }
    }

    fn at(&self, file: usize, span: Span) -> Option<String> {
        let behind = self
            .declared
            .partition_point(|(other, name, ..)| (*other, name.start) <= (file, span.start));
        let (found, _, end, address) = self.declared.get(behind.checked_sub(1)?)?;
        (*found == file && span.start < *end).then(|| address.clone())
    }
}

/// Whether a declaration is a thing with an address of its own, and not a setting.
fn has_address(kind: DeclarationKind) -> bool {
    !kind.is_single() && !matches!(kind, DeclarationKind::RequiredProvider | DeclarationKind::ProviderMeta)
}

/// The sources of the modules that are called from a registry or repository, by the name of the call.
#[must_use]
pub fn remote_calls(module: &Module<'_, '_>) -> Vec<(String, String)> {
    let calls = module.blocks.iter().filter(|top| top.block.kind() == "module");
    calls
        .filter_map(|call| {
            let source = call.content.attribute("source").map(Property::value)?;
            let source = module.constant(crate::hcljson::Expression::new(source))?;
            let is_local = source.starts_with("./") || source.starts_with("../");
            (!is_local).then(|| (call.block.label(0).into_owned(), source))
        })
        .collect()
}

/// The files of a module that are written in JSON.
#[must_use]
pub fn json_files(directory: &Directory<'_>) -> Vec<String> {
    let files = directory.files.iter().filter(|file| file.syntax == Syntax::Json);
    files.map(|file| file.name.to_owned()).collect()
}
