//! What is wrong with a module in JSON, as findings: what the engines say of it, put together and in words.

mod blocks;
mod first;
mod help;
mod hidden;
mod names;
mod number;
mod quoting;
mod row;
mod secret;
mod silent;
mod suppression;
mod upkeep;
mod written;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::json::Pointer;
use crate::lint::{About, Finding, InFile, Level};
use crate::order;
use crate::source::{Fix, Span};
use crate::tfjson::{
    Children, Declaration, DeclarationKind, Declared, Directory, Files, Flavor, Module, Problem, ProblemKind, Syntax,
    WHOLE_FILE, check, fix,
};
use crate::tofu::ProviderSchemas;
use first::Firsts;
use hidden::Hidden;
use row::Row;
use suppression::Suppressions;

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
    /// The schemas of providers, where somebody has handed them over.
    pub schemas: Option<&'r ProviderSchemas<'r>>,
}

/// What one engine passes over and the other reads.
const IGNORED: &str = "required-version-ignored";

/// Rules about what a block does not have, should not name or cannot compute, which engines pass over in some places.
const UNREFUSED: [&str; 4] = ["unknown-argument", "bad-reference", "misplaced-block", "argument-type"];

/// What is said of a text under the name of a secret, where the words would quote it, and what to do.
const BROKEN_SECRET: &str = "what follows `${` or `%{` in this text is refused";
const BROKEN_SECRET_HELP: &str =
    "a secret with these letters is written with `$${` or `%%{`; better, give it as a variable";

/// What makes two engines' problems the same: file, place, rule and words.
type Same = (String, Span, &'static str, String);

/// What was said of a problem.
#[derive(Default)]
struct Said {
    /// Those who refuse the module for it.
    refuse: Vec<Flavor>,
    about: About,
    fix: Option<Fix>,
    help: Option<String>,
    at_most: Option<Level>,
    /// Where to show it, when not at its own place.
    shown: Option<Span>,
    /// Whether letters of a secret may stand there.
    in_secret: bool,
}

/// What is found in one module, put together from the readings of all engines that are asked about it. A reading can go
/// before the next one is made: that of a large module takes memory.
#[derive(Default)]
pub struct Findings {
    said: BTreeMap<Same, Said>,
    asked: Vec<Flavor>,
    /// The files that were looked at.
    seen: BTreeSet<String>,
    /// What the modules that are called offer to the engine that was asked last.
    children: Option<Children>,
    suppressions: Suppressions,
}

/// How many there are.
impl std::fmt::Debug for Findings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Findings({})", self.said.len())
    }
}

impl Findings {
    /// Adds what is wrong with the module in the eyes of one engine. Problems of files that cannot be read are left
    /// out: what could not be judged is no finding. Where the module is judged and calls the same
    /// modules as the one before, what was found in that holds.
    pub fn add(&mut self, reading: &Reading<'_, '_, '_>) {
        let flavor = reading.module.engine.flavor;
        if reading.module.is_judged() && self.children.as_ref() == Some(reading.children) {
            for said in self.said.values_mut().filter(|said| !said.refuse.is_empty()) {
                said.refuse.push(flavor);
            }
        } else {
            self.judge(reading, flavor);
            self.children = Some(reading.children.clone());
        }
        self.asked.push(flavor);
        for (file, rule, words) in names::rows(reading.directory) {
            self.said.entry((file, WHOLE_FILE, rule, words)).or_default();
        }
    }

    /// Looks at everything.
    fn judge(&mut self, reading: &Reading<'_, '_, '_>, flavor: Flavor) {
        let module = reading.module;
        let files = reading.directory.files.iter().enumerate();
        let fresh: BTreeSet<usize> = files
            .filter(|(_, file)| self.seen.insert(file.name.to_owned()))
            .map(|(number, _)| number)
            .collect();
        let suppressions = &mut self.suppressions;
        // What needs the declarations beside what needs none.
        let ((problems, mut rows), others) = rayon::join(
            || {
                let declared = Declared::of_module(module);
                rayon::join(
                    || check(module, &declared, reading.children, reading.schemas),
                    || {
                        let mut rows = silent::rows(reading, &declared, &fresh);
                        rows.extend(upkeep::rows(reading, &declared));
                        rows
                    },
                )
            },
            || {
                let mut rows = of_blocks(module, &fresh);
                rows.extend(blocks::rows(reading, &fresh));
                suppressions.add(reading, &fresh);
                rows
            },
        );
        rows.extend(others);
        if !self.asked.is_empty() {
            self.keep_unused_in_both(reading, &fresh, &mut rows);
        }
        let said = Saying {
            reading,
            flavor,
            addresses: Addresses::new(module),
            hidden: Hidden::of(module),
            messages: OnceCell::new(),
            firsts: OnceCell::new(),
        };
        let mut refused = BTreeSet::new();
        for problem in problems {
            refused.insert((problem.file, problem.span));
            self.add_problem(&said, &problem);
        }
        // Nothing is said of places where an engine has refused something already.
        for row in rows {
            if !refused.contains(&(row.file, row.span)) {
                self.add_row(&said, row);
            }
        }
    }

    fn add_problem(&mut self, saying: &Saying<'_, '_, '_>, problem: &Problem) {
        let rule = problem.kind.lint();
        let files = &saying.reading.directory.files;
        let Some(file) = files.get(problem.file).filter(|_| rule != "unreadable-config") else {
            return;
        };
        let text = file.text.as_deref().unwrap_or_default();
        let hidden = saying.hidden.place(problem.file, text, problem.span);
        let in_secret = hidden.is_some_and(|place| place.is_text);
        let words = match hidden {
            Some(_) if in_secret => BROKEN_SECRET.to_owned(),
            Some(_) => problem.kind.words_without_names(),
            None => problem.kind.to_string(),
        };
        let key = (file.name.to_owned(), problem.span, rule, words);
        let entry = self.said.entry(key).or_insert_with(|| Said {
            shown: hidden.map(|place| place.opening),
            in_secret,
            about: saying.addresses.at(problem.file, problem.span),
            help: match &problem.kind {
                _ if in_secret => Some(BROKEN_SECRET_HELP.to_owned()),
                ProblemKind::Duplicate { what } => Some(saying.firsts().help(problem, what)),
                _ => help::help(problem, text),
            },
            at_most: match problem.kind {
                // Nobody has read the module as the version that it asks for would.
                ProblemKind::VersionToCome { .. } => Some(Level::Note),
                ProblemKind::UndeclaredEncryption(_) => Some(Level::Warning),
                // Engines warn of it, too.
                _ => (!problem.engine_rejects && saying.is_of_message(problem)).then_some(Level::Warning),
            },
            ..Said::default()
        });
        let tree = saying.reading.files.json(problem.file);
        if let Some(tree) = tree.filter(|_| entry.fix.is_none() && !in_secret) {
            entry.fix = fix(saying.reading.module, tree, problem);
        }
        if entry.fix.is_none() && entry.help.is_none() {
            let likely = tree
                .filter(|_| hidden.is_none())
                .and_then(|tree| help::likely(tree, problem));
            entry.help = likely.or_else(|| help::otherwise(&problem.kind));
        }
        if problem.engine_rejects && !entry.refuse.contains(&saying.flavor) {
            entry.refuse.push(saying.flavor);
        }
    }

    fn add_row(&mut self, saying: &Saying<'_, '_, '_>, row: Row) {
        let Some(file) = saying.reading.directory.files.get(row.file) else {
            return;
        };
        let text = file.text.as_deref().unwrap_or_default();
        let hidden = saying.hidden.place(row.file, text, row.span);
        let key = (file.name.to_owned(), row.span, row.rule, row.words);
        self.said.entry(key).or_insert_with(|| Said {
            shown: hidden.map(|place| place.opening),
            in_secret: hidden.is_some_and(|place| place.is_text),
            about: saying.addresses.at(row.file, row.span),
            help: row.help,
            at_most: row.at_most,
            ..Said::default()
        });
    }

    /// What one engine uses is used, where both read it: of sources of modules only one evaluates references.
    fn keep_unused_in_both(&mut self, reading: &Reading<'_, '_, '_>, fresh: &BTreeSet<usize>, rows: &mut Vec<Row>) {
        let files = &reading.directory.files;
        let name = |row: &Row| files.get(row.file).map(|file| file.name).unwrap_or_default();
        let here: BTreeSet<&str> = files.iter().map(|file| file.name).collect();
        let unused = rows.iter().filter(|row| row.rule == upkeep::UNUSED);
        let unused = order::set(unused.map(|row| (name(row), row.span)));
        self.said.retain(|(file, span, rule, _), _| {
            *rule != upkeep::UNUSED || !here.contains(&**file) || unused.contains(&(&**file, *span))
        });
        let said = self.said.keys().filter(|(_, _, rule, _)| *rule == upkeep::UNUSED);
        let said = order::set(said.map(|(file, span, ..)| (&**file, *span)));
        rows.retain(|row| {
            row.rule != upkeep::UNUSED || fresh.contains(&row.file) || said.contains(&(name(row), row.span))
        });
    }

    /// All findings, in the order of files and places; what comments in the module permit is marked.
    #[must_use]
    pub fn finish(self) -> Vec<(Finding, InFile)> {
        let asked = self.asked;
        let said = self.said.into_iter();
        let mut found: Vec<(Finding, InFile)> = said.map(|(same, said)| finding(&asked, same, said)).collect();
        self.suppressions.apply(super::RULES, &asked, &mut found);
        found
    }
}

/// What is said of each block alone. All is asked of one before the next is looked at: in a file of many megabytes
/// every walk over all blocks costs more than the questions.
fn of_blocks(module: &Module<'_, '_>, fresh: &BTreeSet<usize>) -> Vec<Row> {
    let rows = module.blocks.par_iter().flat_map_iter(|top| {
        let mut rows = upkeep::of_block(module, top);
        if fresh.contains(&top.file) {
            rows.extend(written::of_block(top));
            rows.extend(blocks::of_block(top));
            rows.extend(quoting::commands(top));
        }
        rows
    });
    rows.collect()
}

fn finding(asked: &[Flavor], (file, span, rule, message): Same, said: Said) -> (Finding, InFile) {
    let help = match (said.help, &said.fix) {
        (Some(help), Some(_)) => Some(format!("{help}; --fix does it")),
        (None, Some(fix)) => Some(format!("{}; --fix does it", fix.description)),
        (help, None) => help,
    };
    let finding = Finding {
        // For a rule that is not listed: it must not pass as less than it is.
        level: if said.refuse.is_empty() {
            Level::Warning
        } else {
            Level::Error
        },
        // A module that Terraform reads too has it for Terraform.
        at_most: said
            .at_most
            .or((rule == IGNORED && asked.len() > 1).then_some(Level::Note))
            .or((UNREFUSED.contains(&rule) && said.refuse.is_empty()).then_some(Level::Warning)),
        rule: rule.into(),
        about: said.about,
        help: help.map(Cow::Owned),
        ..Finding::new(Pointer::root(), message).why_if(match rule {
            // What planlint cannot read the engines may read or not.
            "native-syntax" => Some("nobody but the engines can say whether they read it".into()),
            // Of versions that are still to come the engines that are known are none.
            "required-version" if said.refuse.is_empty() => Some("no version that planlint knows accepts this".into()),
            _ => verdict(asked, &said.refuse).map(Cow::Owned),
        })
    };
    let place = InFile {
        file,
        span: said.shown.unwrap_or(span),
        engine_rejects: !said.refuse.is_empty(),
        in_secret: said.in_secret,
        fix: said.fix,
    };
    (finding, place)
}

/// Which engines refuse it, in words; `None` where none does, which is no reason to mend anything.
fn verdict(asked: &[Flavor], refuse: &[Flavor]) -> Option<String> {
    match (asked, refuse) {
        (_, []) => None,
        (_, [one, two]) => Some(format!("{one} and {two} refuse this")),
        ([_, _, ..], [one]) => Some(format!("only {one} refuses this")),
        (_, [one, ..]) => Some(format!("{one} refuses this")),
    }
}

/// Where the messages of validations stand, in the order of the files.
fn messages(module: &Module<'_, '_>) -> Vec<(usize, Span)> {
    let validations = module.of_kind("variable").flat_map(|top| {
        let validations = top.content.blocks_of("validation");
        validations.filter_map(|validation| Some((top.file, validation.body.node().get("error_message")?.span())))
    });
    validations.collect()
}

/// By what a problem of a module is put into words, in the eyes of one engine.
struct Saying<'r, 'f, 'a> {
    reading: &'r Reading<'r, 'f, 'a>,
    flavor: Flavor,
    addresses: Addresses<'r, 'f, 'a>,
    hidden: Hidden<'r, 'f, 'a>,
    /// Where the messages of validations stand; looked for when it is asked for.
    messages: OnceCell<Vec<(usize, Span)>>,
    /// As the messages.
    firsts: OnceCell<Firsts>,
}

impl Saying<'_, '_, '_> {
    /// Where what is declared more than once is declared first.
    fn firsts(&self) -> &Firsts {
        self.firsts.get_or_init(|| Firsts::of(self.reading))
    }

    /// Whether a problem is in the message of a validation.
    fn is_of_message(&self, problem: &Problem) -> bool {
        let messages = self.messages.get_or_init(|| messages(self.reading.module));
        let place = (problem.file, problem.span.start);
        let behind = messages.partition_point(|(file, message)| (*file, message.start) <= place);
        let before = behind.checked_sub(1).and_then(|last| messages.get(last));
        before.is_some_and(|(file, message)| *file == place.0 && message.contains(place.1))
    }
}

/// What is declared where, to say which resource, variable or output a problem is about.
struct Addresses<'m, 'f, 'a> {
    module: &'m Module<'f, 'a>,
    /// What has an address, in the order of files and of the places of what it says; made when it is asked for.
    declared: OnceCell<Vec<&'m Declaration<'a>>>,
}

impl<'m, 'f, 'a> Addresses<'m, 'f, 'a> {
    fn new(module: &'m Module<'f, 'a>) -> Self {
        Self {
            module,
            declared: OnceCell::new(),
        }
    }

    /// What stands at a place, by which settings choose; nothing outside of all that has an address.
    fn at(&self, file: usize, span: Span) -> About {
        let declared = self.declared.get_or_init(|| {
            let declarations = self.module.declarations.iter();
            let mut places: Vec<_> = declarations
                .filter(|declaration| has_address(declaration.kind) && declaration.block.is_some())
                .collect();
            order::sort_by_key(&mut places, |declaration| (declaration.file, declaration.body));
            places
        });
        let behind = declared.partition_point(|one| (one.file, one.body.start) <= (file, span.start));
        // The first of those that are named at one place.
        let named = declared.get(behind).filter(|one| one.span.contains(span.start));
        let before = declared.get(..behind).unwrap_or_default();
        // What stands in another thing stands behind its beginning.
        let around = || {
            before
                .iter()
                .rev()
                .take(NESTED)
                .find(|one| one.body.contains(span.start))
        };
        match named.or_else(around).filter(|one| one.file == file) {
            Some(declaration) => About {
                address: Some(declaration.to_string()),
                type_name: type_name(declaration).map(str::to_owned),
                ..About::default()
            },
            None => About::default(),
        }
    }
}

/// How many things with an address may end between the beginning of one and a place in it: a data source in a check,
/// and a few that should not be there.
const NESTED: usize = 8;

/// The type of what is declared, where that is a resource of any mode.
fn type_name<'d>(declaration: &'d Declaration<'_>) -> Option<&'d str> {
    use DeclarationKind::{Data, Ephemeral, Resource};
    let is_resource = matches!(declaration.kind, Resource | Data | Ephemeral);
    declaration.labels.first().filter(|_| is_resource)
}

/// Whether a declaration is a thing with an address of its own, and not a setting.
fn has_address(kind: DeclarationKind) -> bool {
    !kind.is_single() && !matches!(kind, DeclarationKind::RequiredProvider | DeclarationKind::ProviderMeta)
}

/// The files of a module that are written in JSON.
#[must_use]
pub(crate) fn json_files(directory: &Directory<'_>) -> Vec<String> {
    let files = directory.files.iter().filter(|file| file.syntax == Syntax::Json);
    files.map(|file| file.name.to_owned()).collect()
}
