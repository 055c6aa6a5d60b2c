//! Every block and argument of the configuration language, with the way in which JSON writes it.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::engine::{Engine, Flavor, Version};
use crate::hcljson;

/// The table, a row an item: which block, its name, what it is, labels, required, at most, mode, value, since.
const TABLE: &str = include_str!("schema.tsv");

/// The blocks and arguments of the language.
#[derive(Debug)]
pub struct Schema {
    scopes: IndexMap<&'static str, Scope, RandomState>,
    /// The numbers of the scopes of blocks, by the scope around them and their type: asked for each block.
    nested: IndexMap<(&'static str, &'static str), usize, RandomState>,
}

/// What a block of some type may hold.
#[derive(Debug, Default)]
pub struct Scope {
    /// Its arguments and blocks.
    pub items: Vec<Item>,
    attributes: Vec<hcljson::AttributeSchema<'static>>,
    blocks: Vec<hcljson::BlockSchema<'static>>,
}

/// An argument or a nested block.
#[derive(Debug)]
pub struct Item {
    /// Its name; `*` stands for all that the schema of a provider or module names.
    pub name: &'static str,
    /// What it is.
    pub form: Form,
    /// Whether a second of the kind is an error.
    pub single: bool,
    /// How its value is read.
    pub mode: Mode,
    /// What the value must be: `bool`, `string`, the keywords.
    pub value: &'static str,
    /// Since which version OpenTofu knows it.
    tofu: Option<Version>,
    /// Since which version Terraform does.
    terraform: Option<Version>,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// An argument.
    Attribute,
    /// A block.
    Block,
    /// All other names.
    Rest,
}

/// How a value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// A block whose own scope says what it holds.
    Scope,
    /// A block with a condition and a message.
    Check,
    /// A block whose properties are all arguments, in dynamic attributes mode.
    Attributes,
    /// A block whose properties stand for those of the block around it.
    Rest,
    /// Literally: no templates.
    Literal,
    /// As an expression.
    Template,
    /// As an expression of variables and locals alone, since it is evaluated early; literally in Terraform.
    Static,
    /// As that, and in newer versions of Terraform too: sources and versions of modules.
    Early,
    /// As a reference that is not evaluated.
    Traversal,
    /// As a list of those.
    Traversals,
    /// As `all` or a list of attributes of the block itself.
    Relative,
    /// As one word.
    Keyword,
    /// As a list of words.
    Keywords,
    /// As an expression of the native syntax, without `${`.
    Native,
    /// As a list of those.
    Natives,
    /// As a reference to a provider configuration.
    Provider,
    /// As an object of those.
    Providers,
    /// As a type constraint.
    Type,
    /// Not at all.
    Ignored,
    /// Reserved for later: an error.
    Reserved,
    /// Always an error here.
    Error,
}

impl Schema {
    /// Reads the table that comes with the program.
    #[must_use]
    pub fn new() -> Self {
        let mut scopes: IndexMap<&'static str, Scope, RandomState> = IndexMap::default();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let mut cells = line.split('\t');
            let mut cell = || cells.next().unwrap_or_default();
            let (scope, name, form) = (cell(), cell(), cell());
            let (labels, required, most, mode, value) = (cell(), cell(), cell(), cell(), cell());
            let (tofu, terraform) = (since(cell()), since(cell()));
            let scope = scopes.entry(scope).or_default();
            let form = match form {
                "attr" => Form::Attribute,
                "block" => Form::Block,
                _ => Form::Rest,
            };
            let labels: &[&str] = match labels {
                "name" => &["name"],
                "type" => &["type"],
                "provider" => &["provider"],
                "type name" => &["type", "name"],
                _ => &[],
            };
            match form {
                Form::Attribute => scope.attributes.push(hcljson::AttributeSchema {
                    name,
                    required: required == "yes",
                }),
                Form::Block => scope.blocks.push(hcljson::BlockSchema { name, labels }),
                Form::Rest => {}
            }
            scope.items.push(Item {
                name,
                form,
                single: most == "1",
                mode: mode_named(mode),
                value,
                tofu,
                terraform,
            });
        }
        let mut nested = IndexMap::default();
        for (around, scope) in &scopes {
            for block in &scope.blocks {
                let path = format!("{around}.{}", block.name);
                let own = scopes.get_index_of(path.as_str());
                if let Some(number) = own.or_else(|| scopes.get_index_of(block.name)) {
                    nested.insert((*around, block.name), number);
                }
            }
        }
        Self { scopes, nested }
    }

    /// The scope with this name, as `resource.lifecycle`.
    #[must_use]
    pub fn scope(&self, name: &str) -> Option<&Scope> {
        self.scopes.get(name)
    }

    /// The name and scope of a block inside another: its own there, or that of all blocks of the type.
    #[must_use]
    pub fn nested(&self, around: &str, block: &str) -> Option<(&'static str, &Scope)> {
        let number = self.nested.get(&(around, block))?;
        self.scopes.get_index(*number).map(|(name, scope)| (*name, scope))
    }
}

impl Default for Schema {
    fn default() -> Self {
        Self::new()
    }
}

impl Scope {
    /// The argument or block with this name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.name == name)
    }

    /// How names that the scope does not list are read; `None` where they are errors.
    #[must_use]
    pub fn rest(&self) -> Option<Mode> {
        self.item("*").map(|item| item.mode)
    }

    /// The scope as bodies are read by.
    #[must_use]
    pub fn schema(&self) -> hcljson::Schema<'_> {
        hcljson::Schema {
            attributes: &self.attributes,
            blocks: &self.blocks,
        }
    }
}

impl Item {
    /// Since which version an engine knows the item: `None` when no version does, 0.0.0 when all do that are read.
    #[must_use]
    pub fn since(&self, flavor: Flavor) -> Option<Version> {
        match flavor {
            Flavor::OpenTofu => self.tofu,
            Flavor::Terraform => self.terraform,
        }
    }

    /// Whether this version of the engine knows the item.
    #[must_use]
    pub fn is_known_to(&self, engine: Engine) -> bool {
        self.since(engine.flavor).is_some_and(|since| since <= engine.version)
    }

    /// How an engine reads the value: what newer versions of OpenTofu evaluate early, others take literally, but for
    /// sources and versions of modules, which newer versions of Terraform evaluate too.
    ///
    /// `prevent_destroy` stays literal: OpenTofu evaluates it since 1.12, but of JSON it still takes the text as it is
    /// (`pd-template` in `fixtures/config/oracle_tofu.json`).
    #[must_use]
    pub fn mode_for(&self, engine: Engine) -> Mode {
        match self.mode {
            Mode::Static if !engine.is_tofu_since(8) => Mode::Literal,
            Mode::Early if !engine.evaluates_sources() => Mode::Literal,
            Mode::Early => Mode::Static,
            mode => mode,
        }
    }
}

/// An empty cell stands for all versions that are read, and `-` for none.
fn since(cell: &str) -> Option<Version> {
    match cell {
        "" => Some(Version::default()),
        version => Version::parse(version),
    }
}

fn mode_named(name: &str) -> Mode {
    match name {
        "check" => Mode::Check,
        "attributes" => Mode::Attributes,
        "rest" => Mode::Rest,
        "literal" => Mode::Literal,
        "template" => Mode::Template,
        "static" => Mode::Static,
        "early" => Mode::Early,
        "traversal" => Mode::Traversal,
        "traversals" => Mode::Traversals,
        "relative" => Mode::Relative,
        "keyword" => Mode::Keyword,
        "keywords" => Mode::Keywords,
        "native" => Mode::Native,
        "natives" => Mode::Natives,
        "provider" => Mode::Provider,
        "providers" => Mode::Providers,
        "type" => Mode::Type,
        "ignored" => Mode::Ignored,
        "reserved" => Mode::Reserved,
        "error" => Mode::Error,
        _ => Mode::Scope,
    }
}
