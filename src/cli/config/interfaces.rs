//! What modules offer to those who call them, read once for all their callers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::files::{entries, installed, read};
use super::place;
use crate::input::Limits;
use crate::tfjson::{Directory, Engine, Files, Flavor, Interface, Module, ModulesManifest};

/// By the module's place and the engine that reads it; `None` where there is no module.
type Known = BTreeMap<(PathBuf, Flavor), Option<Arc<Interface>>>;

/// What `init` has installed, or why that cannot be read.
type Installed = Result<Arc<ModulesManifest>, String>;

/// The interfaces of the modules that others call, and where those are installed.
#[derive(Default)]
pub(in crate::cli) struct Interfaces {
    known: Mutex<Known>,
    /// By root modules.
    installed: Mutex<BTreeMap<PathBuf, Installed>>,
}

impl Interfaces {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the module in a directory offers; `None` where there is none.
    pub(super) fn of(&self, directory: &Path, engine: Engine, limits: Limits) -> Option<Arc<Interface>> {
        let key = (place(directory), engine.flavor);
        let known = self.known().get(&key).cloned();
        known.unwrap_or_else(|| {
            let interface = interface(directory, engine, limits).map(Arc::new);
            self.known().insert(key, interface.clone());
            interface
        })
    }

    /// What `init` has installed below a root module.
    pub(super) fn installed(&self, root: &Path, limits: Limits) -> Installed {
        let mut known = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = known.entry(root.to_owned());
        let read = || installed(root, limits).map(Arc::new);
        entry.or_insert_with(read).clone()
    }

    /// Forgets them, after files were written.
    pub(super) fn forget(&self) {
        self.known().clear();
    }
}

fn interface(directory: &Path, engine: Engine, limits: Limits) -> Option<Interface> {
    let read = read(directory, limits).ok()?;
    let entries = entries(&read);
    let directory = Directory::new(&entries, engine);
    // A directory without any file of a module is one that declares nothing.
    Some(Module::new(&Files::read(&directory), engine).interface())
}
