//! What works today and has to be kept up: versions that move, things that nothing uses, what is gone in later
//! versions.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::row::Row;
use super::{Reading, silent};
use crate::hcljson::{COMMENT, Kind, Node, Property, Text};
use crate::lint::Level;
use crate::order;
use crate::rules::supply_chain::source::{Pin, pin};
use crate::tfjson::{DeclarationKind, Declared, Flavor, Mode, Module, Root, Syntax, TopBlock, Version, satisfies};

/// A provider without a constraint on its version.
const PROVIDER_UNPINNED: &str = "provider-unpinned";
/// A provider of which nobody says where it is from.
const PROVIDER_SOURCE: &str = "provider-no-source";
/// A module that may be another one tomorrow.
const MODULE_UNPINNED: &str = "module-unpinned";
/// Something newer than the oldest version that is allowed.
const TOO_NEW: &str = "feature-too-new";
/// Something that is gone in a later version.
const REMOVED: &str = "removed-feature";
/// A removed block that does not say what becomes of the object.
const NO_LIFECYCLE: &str = "removed-without-lifecycle";
/// Something that nothing refers to.
pub(super) const UNUSED: &str = "unused-declaration";
/// Notes of a generator that do not fit what stands beside them.
const METADATA: &str = "cdktf-metadata";

/// Those of a module as a whole.
pub(super) fn rows(reading: &Reading<'_, '_, '_>, declared: &Declared<'_>) -> Vec<Row> {
    let module = reading.module;
    let mut rows = too_new(module);
    // What a file that could not be read declares and uses is not known.
    if module.complete {
        unrequired(module, &mut rows);
        outputs(reading, declared, &mut rows);
        if module.files.iter().all(|file| file.syntax == Syntax::Json) && !module.has_broken_templates() {
            unused(module, declared, &mut rows);
        }
    }
    rows
}

/// Those of one block.
pub(super) fn of_block(module: &Module<'_, '_>, top: &TopBlock<'_, '_>) -> Vec<Row> {
    let mut rows = Vec::new();
    match top.kind {
        "terraform" => required(top, &mut rows),
        "module" => rows.extend(module_call(module, top)),
        "removed" => rows.extend(removed(top)),
        _ => {}
    }
    winrm(module, top, &mut rows);
    rows.extend(unique_id(top));
    rows
}

/// Entries of `required_providers`.
fn required(top: &TopBlock<'_, '_>, rows: &mut Vec<Row>) {
    for block in top.content.blocks_of("required_providers").filter(|_| !top.overrides) {
        for entry in block.body.just_attributes(&mut Vec::new()) {
            let node = entry.value();
            let source = node.get("source").and_then(Node::string);
            let source = source.as_ref().map(Text::as_str);
            if entry.is("terraform") || source.is_some_and(|source| source.starts_with("terraform.io/builtin/")) {
                continue;
            }
            let row = |rule, words: &str| Row::new(top.file, entry.name_span(), rule, words);
            if source.is_none() {
                let words = "no source is given: the engine looks for a provider of this name in hashicorp/";
                rows.push(row(PROVIDER_SOURCE, words).help("add a source, as \"namespace/name\""));
            }
            if node.kind() == Kind::Object && node.get("version").is_none_or(Node::is_null) {
                let words = "no version is given: any later one may be installed";
                rows.push(row(PROVIDER_UNPINNED, words).help("add a version, as \"~> 5.0\""));
            }
        }
    }
}

/// Configurations of providers that the module does not require.
fn unrequired(module: &Module<'_, '_>, rows: &mut Vec<Row>) {
    let names = |kind: DeclarationKind| module.declarations.iter().filter(move |found| found.kind == kind);
    let mut known: BTreeSet<&str> = names(DeclarationKind::RequiredProvider)
        .filter_map(|provider| provider.labels.first())
        .collect();
    known.insert("terraform");
    let mut implied = BTreeSet::new();
    let blocks = |kind| names(kind).filter_map(|found| Some((found, module.blocks.get(found.block?)?)));
    for (provider, top) in blocks(DeclarationKind::Provider) {
        if provider.labels.first().is_some_and(|name| known.insert(name)) {
            let has_version = top.content.attribute("version").is_some();
            let (words, help) = if has_version {
                (
                    "no required_providers has this provider: its source is a guess",
                    "add it to required_providers, with source, and with the version that is given here",
                )
            } else {
                (
                    "no required_providers has this provider: its source is a guess, and its version is any",
                    "add it to required_providers, with source and version",
                )
            };
            rows.push(Row::new(provider.file, provider.span, PROVIDER_SOURCE, words).help(help));
        }
    }
    let resources = [
        DeclarationKind::Resource,
        DeclarationKind::Data,
        DeclarationKind::Ephemeral,
    ];
    let provider_of = |top: &TopBlock<'_, '_>| {
        let argument = top.content.attribute("provider")?.value().string()?;
        Some(
            argument
                .as_str()
                .split('.')
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned(),
        )
    };
    let overriding = resources
        .into_iter()
        .flat_map(blocks)
        .filter(|(resource, _)| resource.overrides);
    let overridden: BTreeMap<String, String> =
        order::map(overriding.filter_map(|(resource, top)| Some((resource.to_string(), provider_of(top)?))));
    for (resource, top) in resources.into_iter().flat_map(blocks) {
        let given = overridden
            .get(&resource.to_string())
            .cloned()
            .or_else(|| provider_of(top));
        let of_type = || resource.labels.first()?.split('_').next().map(str::to_owned);
        let Some(name) = given
            .or_else(of_type)
            .filter(|name| !name.is_empty() && !name.contains("${"))
        else {
            continue;
        };
        if !resource.overrides && !known.contains(&*name) && implied.insert(name.clone()) {
            let words = format!("no required_providers has `{name}`, the provider of this: its source is a guess");
            let row = Row::new(resource.file, resource.span, PROVIDER_SOURCE, words);
            rows.push(row.help("add it to required_providers, with source and version"));
        }
    }
}

/// A module that is called without saying which of its versions.
fn module_call(module: &Module<'_, '_>, top: &TopBlock<'_, '_>) -> Option<Row> {
    let source = top.content.attribute("source").filter(|_| !top.overrides)?;
    let has_version = top
        .content
        .attribute("version")
        .is_some_and(|version| !version.value().is_null());
    let (words, help) = match pin(&module.constant(source.value())?) {
        Pin::Registry if !has_version => (
            "no version is given, so the newest is used",
            "add a version, as \"~> 5.0\"",
        ),
        Pin::Nothing => (
            "no ref is given, so the newest commit is used",
            "add ?ref= with a tag or, safer, a commit",
        ),
        Pin::Branch(_) => (
            "the source names a branch, which moves with every commit",
            "name a tag or, safer, a commit",
        ),
        _ => return None,
    };
    Some(Row::new(top.file, source.name_span(), MODULE_UNPINNED, words).help(help))
}

fn removed(top: &TopBlock<'_, '_>) -> Option<Row> {
    let told = top
        .content
        .blocks_of("lifecycle")
        .any(|lifecycle| lifecycle.body.node().get("destroy").is_some());
    let words = "nothing says whether the object is destroyed or only forgotten";
    let row = Row::new(top.file, top.block.body.node().opening(), NO_LIFECYCLE, words);
    (!told).then(|| row.help("add \"lifecycle\": {\"destroy\": false} to forget it, or true"))
}

/// Connections by `WinRM`, which the next version of OpenTofu does not have.
fn winrm(module: &Module<'_, '_>, top: &TopBlock<'_, '_>, rows: &mut Vec<Row>) {
    let own = top.content.blocks_of("connection").map(|block| block.body.node());
    let provisioners = top.content.blocks_of("provisioner");
    let theirs = provisioners.filter_map(|block| block.body.node().get("connection"));
    let types = own.chain(theirs).filter_map(|connection| connection.get("type"));
    let is_winrm = |node: &Node<'_, '_>| node.string().is_some_and(|text| text.as_str() == "winrm");
    for node in types.filter(is_winrm) {
        if module.ask(|engine| engine.flavor) == Flavor::Terraform {
            return;
        }
        let words = "OpenTofu 1.13 no longer connects by WinRM";
        let mut row = Row::new(top.file, node.span(), REMOVED, words).help("use SSH, which Windows has too");
        row.at_most = Some(Level::Warning);
        rows.push(row);
    }
}

/// Blocks and arguments that the oldest version which the module allows does not know.
fn too_new(module: &Module<'_, '_>) -> Vec<Row> {
    if module.features.is_empty() {
        return Vec::new();
    }
    let Some(oldest) = module.ask(|engine| oldest_allowed(module, engine.flavor)) else {
        return Vec::new();
    };
    let newer = module.features.iter().filter(|feature| oldest < feature.since);
    newer
        .map(|feature| {
            let words = format!(
                "\"{}\" is newer than the oldest version that the module allows",
                feature.name
            );
            let help = format!("require a version that knows it: >= {}", feature.since);
            Row::new(feature.file, feature.span, TOO_NEW, words).help(help)
        })
        .collect()
}

/// The oldest version of an engine that a module allows; `None` where it says nothing of it, or allows none.
fn oldest_allowed(module: &Module<'_, '_>, flavor: Flavor) -> Option<Version> {
    let mut constraints = Vec::new();
    for top in &module.blocks {
        let constraint = match top.kind {
            "terraform" => top.content.attribute("required_version").map(Property::value),
            "language" if flavor == Flavor::OpenTofu => {
                let mut compatible = top.content.blocks_of("compatible_with");
                compatible.find_map(|block| block.body.node().get("opentofu"))
            }
            _ => None,
        };
        constraints.extend(constraint.and_then(Node::string));
    }
    let constraints: Vec<&str> = constraints.iter().map(Text::as_str).collect();
    (!constraints.is_empty()).then(|| oldest(&constraints, flavor))?
}

/// The oldest version of an engine that all constraints allow, to the minor version.
fn oldest(constraints: &[&str], flavor: Flavor) -> Option<Version> {
    let first = match flavor {
        Flavor::OpenTofu => Version::new(1, 6, 0),
        Flavor::Terraform => Version::default(),
    };
    let named = constraints.iter().flat_map(|constraint| constraint.split(','));
    let named =
        named.filter_map(|part| Version::parse(part.trim().trim_start_matches(|sign: char| !sign.is_ascii_digit())));
    let minors = (12..16).map(|minor| Version::new(0, minor, 0));
    let minors = minors.chain((0..50).map(|minor| Version::new(1, minor, 0)));
    named
        .chain(minors)
        .filter(|version| *version >= first)
        .filter(|version| {
            constraints
                .iter()
                .all(|constraint| satisfies(*version, constraint) == Some(true))
        })
        .min()
}

/// Variables, locals, data sources and further configurations of providers that nothing refers to.
fn unused(module: &Module<'_, '_>, declared: &Declared<'_>, rows: &mut Vec<Row>) {
    let used = used(module, declared);
    let is_used = |number: usize| {
        let group = declared.group_of(number);
        group.is_none_or(|group| used.get(group).copied().unwrap_or_default())
    };
    let providers = providers_used(module);
    // What texts name that another rule takes for references without their markers: it says enough.
    let meant = LazyCell::new(|| -> BTreeSet<usize> {
        let lookalikes = module.lookalikes.par_iter();
        lookalikes
            .flat_map_iter(|lookalike| silent::meant(lookalike, module, declared))
            .collect()
    });
    for (number, declaration) in module.declarations.iter().enumerate() {
        let block = declaration.block.filter(|_| !declaration.overrides);
        let Some(top) = block.and_then(|block| module.blocks.get(block)) else {
            continue;
        };
        let serves = match declaration.kind {
            DeclarationKind::Variable | DeclarationKind::Local => is_used(number),
            // One with conditions is there for them, and one in a check too.
            DeclarationKind::Data => {
                let counts = top.kind == "data" && top.content.blocks_of("lifecycle").next().is_none();
                !counts || is_used(number)
            }
            DeclarationKind::Provider => {
                declaration.labels.second().is_none() || providers.contains(&declaration.labels.to_string())
            }
            _ => true,
        };
        let is_meant = || declared.group_of(number).is_some_and(|group| meant.contains(&group));
        if !serves && !is_meant() {
            // Several configurations may stand under one name.
            let alias = || top.content.attribute("alias").map(Property::name_span);
            let is_provider = declaration.kind == DeclarationKind::Provider;
            let span = is_provider.then(alias).flatten().unwrap_or(declaration.span);
            let words = format!("nothing uses {declaration}");
            let row = Row::new(declaration.file, span, UNUSED, words);
            rows.push(row.help("remove it, or use it"));
        }
    }
}

/// Of each group of declarations, by its number, whether something refers to it.
fn used(module: &Module<'_, '_>, declared: &Declared<'_>) -> Vec<bool> {
    let references = module.references.par_iter().enumerate();
    let numbers = references
        // Of managed resources nobody asks.
        .filter(|(_, reference)| matches!(reference.root, Root::Variable | Root::Local | Root::Data))
        .filter_map(|(number, reference)| {
            let target = declared.target(number)?;
            // The validation of a variable is no use of it.
            let own = reference.root == Root::Variable
                && module.blocks.get(reference.block).is_some_and(|top| {
                    let own = (DeclarationKind::Variable, &*top.block.label(0), "");
                    top.kind == "variable" && declared.number(own) == Some(target)
                });
            (!own).then_some(target)
        });
    let numbers: Vec<usize> = numbers.collect();
    let mut used = vec![false; declared.len()];
    for number in numbers {
        if let Some(used) = used.get_mut(number) {
            *used = true;
        }
    }
    used
}

/// The configurations of providers that resources and modules name, as `name.alias`.
fn providers_used(module: &Module<'_, '_>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for argument in &module.arguments {
        let mut use_of = |node: Node<'_, '_>| {
            if let Some(text) = node.string() {
                used.insert(text.as_str().trim().split('[').next().unwrap_or_default().to_owned());
            }
        };
        let value = argument.property.value();
        match argument.mode {
            Mode::Provider => use_of(value),
            Mode::Providers => value.properties().for_each(|entry| use_of(entry.value())),
            _ => {}
        }
    }
    used
}

/// The name that CDKTF notes for a block, where the block has another.
fn unique_id(top: &TopBlock<'_, '_>) -> Option<Row> {
    let mut notes = top.block.body.comments();
    let id = notes.find_map(|note| note.value().get("metadata")?.get("uniqueId"))?;
    let name = top.block.labels().last()?.text();
    let differs = id.string().is_some_and(|id| id.as_str() != name);
    let words = "the generator noted another name for this block: one of the two was changed by hand";
    differs.then(|| Row::new(top.file, id.span(), METADATA, words).help("generate the file again"))
}

/// Outputs that CDKTF notes at the root, and that the module does not have.
fn outputs(reading: &Reading<'_, '_, '_>, declared: &Declared<'_>, rows: &mut Vec<Row>) {
    let module = reading.module;
    for file in 0..module.files.len() {
        let Some(tree) = reading.files.json(file) else { continue };
        let notes = tree.root().properties().filter(|property| property.is(COMMENT));
        for noted in notes.filter_map(|note| note.value().get("outputs")) {
            silent::inside(noted, &mut |node| {
                let Some(name) = node.string() else { return };
                if !declared.has((DeclarationKind::Output, name.as_str(), "")) {
                    let words = "the generator noted an output that the module does not have";
                    rows.push(Row::new(file, node.span(), METADATA, words).help("generate the file again"));
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_version_is_that_of_all_constraints() {
        use Flavor::{OpenTofu, Terraform};
        for (constraints, flavor, wanted, why) in [
            (&[">= 1.5"][..], Terraform, Some((1, 5, 0)), "as it is written"),
            (&[">= 1.5"], OpenTofu, Some((1, 6, 0)), "the first of OpenTofu"),
            (&["~> 1.8.2"], OpenTofu, Some((1, 8, 2)), "down to the last number"),
            (
                &[">= 1.7, != 1.7.0"],
                OpenTofu,
                Some((1, 8, 0)),
                "to the minor version alone",
            ),
            (&["< 1.9"], Terraform, Some((0, 12, 0)), "no lower end"),
            (&[">= 1.8", "< 1.10"], OpenTofu, Some((1, 8, 0)), "several"),
            (&[">= 2.0, < 1.0"], OpenTofu, None, "nothing fits"),
            (&["${x}"], OpenTofu, None, "no constraint"),
        ] {
            let wanted = wanted.map(|(major, minor, patch)| Version::new(major, minor, patch));
            assert_eq!(oldest(constraints, flavor), wanted, "{why}");
        }
    }
}
