//! OpenTofu's and Terraform's JSON configuration: a module's files, blocks, references, and what the engines refuse.
//!
//! A [`Directory`] chooses among the names of one directory as an [`Engine`] does, [`Files`] reads them, a [`Module`]
//! says what they declare and refer to, and [`check()`] says what is wrong. Nothing here touches the file system: the
//! caller passes names and bytes.
//!
//! ```
//! use planlint::tfjson::{Children, Directory, Engine, Entry, EntryContent, Declared, Files, Module, check};
//!
//! let text = br#"{"output": {"id": {"value": "${var.nmae}"}}, "variable": {"name": {}}}"#;
//! let entries = [Entry { name: "main.tf.json", content: EntryContent::Bytes(text) }];
//! let directory = Directory::new(&entries, Engine::OPENTOFU);
//! let files = Files::read(&directory);
//! let module = Module::new(&files, Engine::OPENTOFU);
//! let problems = check(&module, &Declared::of_module(&module), &Children::new(), None);
//! assert_eq!(problems[0].kind.to_string(), "var.nmae is not declared; did you mean var.name?");
//! assert!(problems[0].engine_rejects);
//! ```

mod actions;
mod addresses;
mod built_in;
mod call_format;
mod call_texts;
mod call_values;
mod calls;
mod check;
mod common_type;
mod constant_faults;
mod declaration;
mod declared;
mod decode;
mod directory;
mod dynamic;
mod engine;
mod file_name;
mod fix;
mod foreign;
mod functions;
mod handed;
mod known_type;
mod manifest;
mod merge;
mod misnamed;
mod module;
mod native;
mod native_fault;
mod operands;
mod origin;
mod part;
mod problem;
mod provider_reference;
mod provider_source;
mod provisioners;
mod reference;
mod registry;
mod removed;
pub mod representation;
mod required;
mod reread;
mod schema;
mod special;
mod template_faults;
mod templates;
mod terraform_settings;
mod type_constraint;
mod unsure;
mod values;

pub(crate) use self::check::unreadable_schemas;
pub use self::check::{Children, check};
pub use self::declaration::{Declaration, DeclarationKind, Instances, Labels};
pub use self::declared::{Declared, Group, Key};
pub(crate) use self::directory::WHOLE_FILE;
pub use self::directory::{Directory, Entry, EntryContent, ModuleFile, Syntax};
pub(crate) use self::engine::satisfies;
pub use self::engine::{Engine, Flavor, Version};
pub(crate) use self::file_name::FileName;
pub use self::fix::fix;
pub(crate) use self::functions::is_function;
pub(crate) use self::handed::Handed;
pub use self::manifest::ModulesManifest;
pub(crate) use self::module::Lookalike;
pub use self::module::{Argument, Files, Interface, Like, Module, TopBlock};
pub(crate) use self::native::is_native;
pub use self::origin::{ArgumentStep, Origin, OriginFiles, Origins};
pub use self::problem::{Problem, ProblemKind};
pub(crate) use self::reference::Root;
pub use self::reference::{InstanceStep, Itself, Place, Reference, ResourceMode, Role, Subject};
pub use self::schema::{Form, Item, Mode, Schema, Scope};
pub(crate) use self::special::is_local;
pub use self::type_constraint::{Type, TypeError};
pub(crate) use self::values::{DEPENDENCY, EACH};

#[cfg(test)]
mod refusals;
#[cfg(test)]
mod tests;
