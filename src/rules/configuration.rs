//! What is wrong with a module in JSON, as findings: what the engines say of it, put together and in words.

mod silent;

use std::collections::{BTreeMap, BTreeSet};

use crate::hcljson::Property;
use crate::json::Pointer;
use crate::lint::{About, Finding, InFile, Level};
use crate::source::{Fix, Span};
use crate::tfjson::{Children, DeclarationKind, Directory, Files, Flavor, Module, Syntax, WHOLE_FILE, check, fix};

/// The files of a module that are not read although they look like it.
pub const PASSED_OVER: &str = "almost-config-file";
/// A file for which OpenTofu reads another.
pub const SHADOWED: &str = "shadowed-by-tofu-file";

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
struct Said {
    /// Those who refuse the module for it.
    refuse: Vec<Flavor>,
    address: Option<String>,
    fix: Option<Fix>,
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
                refuse: Vec::new(),
                address: addresses.at(problem.file, problem.span),
                fix: None,
            });
            if entry.fix.is_none()
                && let Some(tree) = reading.files.json(problem.file)
            {
                entry.fix = fix(reading.module, tree, &problem);
            }
            if problem.engine_rejects && !entry.refuse.contains(&flavor) {
                entry.refuse.push(flavor);
            }
        }
        for (number, span, rule, words) in silent::rows(reading, &refused) {
            let Some(file) = reading.directory.files.get(number) else {
                continue;
            };
            said.entry((file.name.to_owned(), span, rule, words))
                .or_insert_with(|| Said {
                    refuse: Vec::new(),
                    address: addresses.at(number, span),
                    fix: None,
                });
        }
        let quiet = |rule, file: &str, words| (file.to_owned(), WHOLE_FILE, rule, words);
        let of_names = reading.directory.passed_over.iter().map(|name| {
            let words = "the name looks like configuration, and no engine reads the file".to_owned();
            quiet(PASSED_OVER, name, words)
        });
        let of_shadowed = reading.directory.shadowed.iter().map(|(name, winner)| {
            let words = format!("OpenTofu reads {winner} in its place");
            quiet(SHADOWED, name, words)
        });
        for key in of_names.chain(of_shadowed) {
            said.entry(key).or_insert_with(|| Said {
                refuse: Vec::new(),
                address: None,
                fix: None,
            });
        }
    }
    let asked: Vec<Flavor> = readings.iter().map(|reading| reading.module.engine.flavor).collect();
    said.into_iter()
        .map(|((file, span, rule, message), said)| {
            let finding = Finding {
                // For a rule that is not listed: it must not pass as less than it is.
                level: if said.refuse.is_empty() {
                    Level::Warning
                } else {
                    Level::Error
                },
                rule: rule.into(),
                help: said
                    .fix
                    .as_ref()
                    .map(|fix| format!("{}; --fix does it", fix.description)),
                about: About {
                    address: said.address,
                    ..About::default()
                },
                ..Finding::new(Pointer::root(), message).why(verdict(&asked, &said.refuse))
            };
            let place = InFile {
                file,
                span,
                engine_rejects: !said.refuse.is_empty(),
                fix: said.fix,
            };
            (finding, place)
        })
        .collect()
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
