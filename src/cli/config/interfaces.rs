//! What modules offer to those who call them, read once for all their callers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::files::{entries, read};
use super::place;
use crate::input::Limits;
use crate::tfjson::{Directory, Engine, Files, Flavor, Interface, Module};

/// By the module's place and the engine that reads it; `None` where there is no module.
type Known = BTreeMap<(PathBuf, Flavor), Option<Arc<Interface>>>;

/// The interfaces of the modules that others call.
#[derive(Default)]
pub(in crate::cli) struct Interfaces {
    known: Mutex<Known>,
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
