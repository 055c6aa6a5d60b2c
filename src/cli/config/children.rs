//! What the modules that a module calls offer.

use std::collections::{BTreeMap, BTreeSet, btree_map};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::files::{MANIFEST, beside};
use super::interfaces::Interfaces;
use super::{Target, place};
use crate::cli::folders::is_nothing;
use crate::cli::source::shown;
use crate::input::Limits;
use crate::tfjson::{Children, Engine, Interface, Module, ModulesManifest, is_local};

/// What the modules that are called offer: those in directories beside, and those that `init` has installed. Of the
/// latter, which are not judged themselves, `unread` gets what cannot be read, and why.
pub(super) fn children(
    module: &Module<'_, '_>,
    target: &Target,
    limits: Limits,
    interfaces: &Interfaces,
    unread: &mut BTreeMap<String, String>,
) -> Children {
    let directory = &target.directory;
    let mut children = Children::new();
    let (local, remote): (Vec<_>, Vec<_>) = module.calls().into_iter().partition(|(_, source)| is_local(source));
    for (_, source) in local {
        if let btree_map::Entry::Vacant(entry) = children.entry(source) {
            let mut interface = interfaces.of(&beside(directory, entry.key()), module.engine, limits);
            let call = (module.engine.flavor, entry.key().clone());
            if let (Some(interface), Some(circle)) = (&mut interface, target.circles.get(&call)) {
                Arc::make_mut(interface).circle = Some(circle.clone());
            }
            entry.insert(interface);
        }
    }
    // Whether that of a root module can be read is said in any case.
    let lists = if target.paths.are_called() && remote.is_empty() {
        Vec::new()
    } else {
        lists(target, limits, interfaces, unread)
    };
    let mut several = BTreeSet::new();
    for list in lists {
        for (call, source) in &remote {
            let interface = list.offered(call, module.engine, limits, interfaces, unread);
            match (interface, children.get(source)) {
                // One source in several versions: nothing is known of any of them. What is not installed is no version.
                (Some(interface), Some(known)) if Some(&interface) != known.as_ref() => {
                    several.insert(source.clone());
                }
                (Some(interface), None) => {
                    children.insert(source.clone(), Some(interface));
                }
                _ => {}
            }
        }
    }
    children.retain(|source, _| !several.contains(source));
    children
}

/// Where the modules are that a module calls.
struct List {
    root: PathBuf,
    manifest: Arc<ModulesManifest>,
    /// What stands in the list before the names of the calls.
    before: String,
}

/// The lists of what is installed in which a module stands: that of a root module is its own, and for one that is
/// called those of its root modules count, once a path.
fn lists(target: &Target, limits: Limits, interfaces: &Interfaces, unread: &mut BTreeMap<String, String>) -> Vec<List> {
    let mut lists = Vec::new();
    let own = target.place();
    for root in target.roots() {
        let manifest = match interfaces.installed(&root, limits) {
            Ok(manifest) => manifest,
            Err(reason) => {
                // Where that is not said of the root module.
                if !target.paths.are_called() {
                    unread.insert(shown(&root, MANIFEST), reason);
                }
                continue;
            }
        };
        let list = |before| List {
            root: root.clone(),
            manifest: Arc::clone(&manifest),
            before,
        };
        if !target.paths.are_called() {
            lists.push(list(String::new()));
            continue;
        }
        // Under the same path another root module calls another module.
        let is_it = |call: &String| {
            let installed = manifest.directories().get(call);
            installed.is_some_and(|installed| place(&root.join(installed)) == own)
        };
        let calls = target.paths.in_manifest().into_iter().filter(is_it);
        lists.extend(calls.map(|call| list(format!("{call}."))));
    }
    lists
}

impl List {
    /// What the module offers that a call leads to; `None` where it is not installed.
    fn offered(
        &self,
        call: &str,
        engine: Engine,
        limits: Limits,
        interfaces: &Interfaces,
        unread: &mut BTreeMap<String, String>,
    ) -> Option<Arc<Interface>> {
        let place = self.manifest.directories().get(&format!("{}{call}", self.before))?;
        let installed = self.root.join(place);
        let interface = interfaces.of(&installed, engine, limits);
        match &interface {
            // A native file that is broken is found where it is called.
            Some(interface) if interface.fault.is_none() => {
                let lost = interface.unread.iter();
                let named = |file: &String| shown(&self.root, &format!("{place}/{file}"));
                unread.extend(lost.map(|(file, reason)| (named(file), reason.clone())));
            }
            Some(_) => {}
            None => {
                let refused = fs::read_dir(&installed).err().filter(|error| !is_nothing(error.kind()));
                unread.extend(refused.map(|error| (shown(&self.root, place), error.kind().to_string())));
            }
        }
        interface
    }
}
