//! The modules of a configuration as a tree, what they declare by address, and the way from an instance to its block.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use crate::facts::address::{Address, ModulePath};
use crate::json::Pointer;
use crate::order;
use crate::tofu::{ConfigModule, Configuration, ModuleCall};

use super::configured::ConfiguredResource;
use super::declaration::{Declaration, DeclarationKind, Declared, Item};
use super::reference::Index;
use super::references::References;
use super::traversal::{Part, Parts, Referent, Traversal};
use super::upstream::Reach;

/// All modules of one configuration and what they declare; empty when the document has no configuration.
///
/// The configuration is not expanded: one entry a block, without instance keys (§1.11, §8.5). Addresses are
/// written on demand, since a hostile name would otherwise be copied into every address below it.
#[derive(Debug, Default)]
pub struct Modules<'a> {
    pointer: Pointer,
    /// The root first, parents before children.
    tree: Vec<Module<'a>>,
    /// Sorted by module, kind and name.
    pub(in crate::facts) declarations: Vec<Declared<'a>>,
    references: OnceLock<Index<'a>>,
    reach: OnceLock<Reach>,
}

#[derive(Debug)]
struct Module<'a> {
    wire: Option<&'a ConfigModule<'a>>,
    call: Option<Call<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Call<'a> {
    name: &'a str,
    wire: &'a ModuleCall<'a>,
    parent: usize,
    declaration: usize,
}

impl<'a> Modules<'a> {
    /// The modules of a configuration which stands at `pointer` in its document: `/configuration` in a plan.
    #[must_use]
    pub fn new(configuration: &'a Configuration<'a>, pointer: Pointer) -> Self {
        let mut modules = vec![Module {
            wire: Some(&configuration.root_module),
            call: None,
        }];
        let mut declarations = Vec::new();
        let mut at = 0;
        while let Some(wire) = modules.get(at).map(|module| module.wire) {
            let first_child = modules.len();
            if let Some(wire) = wire {
                declare(wire, at, first_child, &mut declarations);
                modules.extend(wire.module_calls.iter().map(|(name, call)| Module {
                    wire: call.module.as_deref(),
                    call: Some(Call {
                        name,
                        wire: call,
                        parent: at,
                        declaration: 0,
                    }),
                }));
            }
            at += 1;
        }
        // Stable: of two blocks with one address, which no engine accepts, the first is found.
        order::sort_by(&mut declarations, |one, two| one.key().cmp(&two.key()));
        declarations.dedup_by(|two, one| one.key() == two.key());
        for (declaration, declared) in declarations.iter().enumerate() {
            if let Item::Module { child, .. } = declared.item
                && let Some(call) = modules.get_mut(child).and_then(|module| module.call.as_mut())
            {
                call.declaration = declaration;
            }
        }
        Self {
            pointer,
            tree: modules,
            declarations,
            references: OnceLock::new(),
            reach: OnceLock::new(),
        }
    }

    /// Whether the document has no configuration, so that nothing can be said about it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Every module, the root first and parents before children; also one that is called but not in the document.
    pub fn walk(&self) -> impl ExactSizeIterator<Item = ConfiguredModule<'_, 'a>> {
        (0..self.tree.len()).map(|at| self.at(at))
    }

    /// The module that a module instance was made from.
    #[must_use]
    pub fn module(&self, path: &ModulePath<'_>) -> Option<ConfiguredModule<'_, 'a>> {
        let at = path
            .0
            .iter()
            .try_fold(0, |module, step| self.child(module, &step.name))?;
        (at < self.tree.len()).then(|| self.at(at))
    }

    /// The block that a resource instance was made from; `None` for one that is configured no more, and for one whose
    /// block `plan -generate-config-out` has yet to write.
    #[must_use]
    pub fn resource(&self, address: &Address<'_>) -> Option<ConfiguredResource<'_, 'a>> {
        let module = self.module(&address.module)?.at;
        let at = self.find(module, DeclarationKind::Resource, &address.resource_config())?;
        Declaration { all: self, at }.resource()
    }

    /// What an address declares: `module.a.aws_x.y`, `module.a`, `module.a.output.o`, `module.a.var.v`, as in `checks`
    /// (§1.12). Instance keys are passed over.
    #[must_use]
    pub fn declaration(&self, address: &str) -> Option<Declaration<'_, 'a>> {
        let mut module = 0;
        let mut own = address;
        while let Some((call, rest)) = module_step(own) {
            if rest.is_empty() {
                return self.found(module, DeclarationKind::Module, call);
            }
            module = self.child(module, call)?;
            own = rest;
        }
        if let Some(name) = own.strip_prefix("output.") {
            return self.found(module, DeclarationKind::Output, name);
        }
        match Traversal::read(own).referent {
            Referent::Resource(name) => self.found(module, DeclarationKind::Resource, name),
            Referent::Variable(name) => self.found(module, DeclarationKind::Variable, name),
            _ => None,
        }
    }

    /// Everything that is declared: module by module, then by kind and name.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration<'_, 'a>> {
        (0..self.declarations.len()).map(|at| Declaration { all: self, at })
    }

    /// Every resource block: module by module, then by name.
    pub fn resources(&self) -> impl Iterator<Item = ConfiguredResource<'_, 'a>> {
        self.declarations().filter_map(Declaration::resource)
    }

    /// What refers to what. Built when first asked for, in about the time of reading the configuration.
    #[must_use]
    pub fn references(&self) -> References<'_, 'a> {
        let index = self.references.get_or_init(|| Index::new(self));
        References { modules: self, index }
    }

    /// Which targets lead to what; these references are those of the same modules.
    pub(in crate::facts) fn reach(&self, references: References<'_, 'a>) -> &Reach {
        self.reach.get_or_init(|| Reach::of(references))
    }

    /// The number of the module that an address without keys names, such as `module.a.module.b`; of the root for
    /// nothing.
    pub(in crate::facts) fn module_of(&self, address: &str) -> Option<usize> {
        let (module, own) = self.in_module(address)?;
        own.is_empty().then_some(module)
    }

    /// The number of the module that an address stands in, and what it is there: `t.a` for `module.a["k"].t.a`.
    pub(in crate::facts) fn in_module<'t>(&self, address: &'t str) -> Option<(usize, &'t str)> {
        let (mut module, mut own) = (0, address);
        while let Some((call, rest)) = module_step(own) {
            module = self.child(module, call)?;
            own = rest;
        }
        (module < self.tree.len()).then_some((module, own))
    }

    pub(in crate::facts) fn at(&self, module: usize) -> ConfiguredModule<'_, 'a> {
        ConfiguredModule { all: self, at: module }
    }

    fn found(&self, module: usize, kind: DeclarationKind, name: &str) -> Option<Declaration<'_, 'a>> {
        let at = self.find(module, kind, name)?;
        Some(Declaration { all: self, at })
    }

    pub(in crate::facts) fn find(&self, module: usize, kind: DeclarationKind, name: &str) -> Option<usize> {
        self.declarations
            .binary_search_by(|declared| declared.key().cmp(&(module, kind, name)))
            .ok()
    }

    /// The declarations of one kind in one module.
    pub(in crate::facts) fn of_kind(&self, module: usize, kind: DeclarationKind) -> Range<usize> {
        let key = |declared: &Declared<'_>| (declared.module, declared.kind);
        let start = self
            .declarations
            .partition_point(|declared| key(declared) < (module, kind));
        let end = self
            .declarations
            .partition_point(|declared| key(declared) <= (module, kind));
        start..end
    }

    /// The module that a call makes.
    pub(in crate::facts) fn child(&self, module: usize, call: &str) -> Option<usize> {
        let at = self.find(module, DeclarationKind::Module, call)?;
        match self.declarations.get(at)?.item {
            Item::Module { child, .. } => Some(child),
            _ => None,
        }
    }

    /// The declaration of the call that made the module; `None` for the root.
    pub(in crate::facts) fn call_of(&self, module: usize) -> Option<usize> {
        self.tree.get(module)?.call.map(|call| call.declaration)
    }
}

/// Collects what a module declares; its calls make the modules from `first_child` on.
fn declare<'a>(wire: &'a ConfigModule<'a>, module: usize, first_child: usize, declarations: &mut Vec<Declared<'a>>) {
    let declared = |kind, name, item| Declared {
        module,
        kind,
        name,
        item,
    };
    declarations.extend(wire.resources.iter().enumerate().filter_map(|(index, wire)| {
        let item = Item::Resource { wire, index };
        Some(declared(DeclarationKind::Resource, wire.address.as_deref()?, item))
    }));
    declarations.extend(
        wire.module_calls
            .iter()
            .zip(first_child..)
            .map(|((name, wire), child)| declared(DeclarationKind::Module, name, Item::Module { wire, child })),
    );
    let outputs = wire.outputs.iter();
    declarations.extend(outputs.map(|(name, wire)| declared(DeclarationKind::Output, name, Item::Output(wire))));
    let variables = wire.variables.keys();
    declarations.extend(variables.map(|name| declared(DeclarationKind::Variable, name, Item::Variable)));
}

/// Takes `module.name[key]` off the head of an address.
fn module_step(address: &str) -> Option<(&str, &str)> {
    let mut parts = Parts::new(address);
    let (Part::Name("module"), _) = parts.next()? else {
        return None;
    };
    let (Part::Name(call), mut end) = parts.next()? else {
        return None;
    };
    if let Some((Part::Index(_), end_of_key)) = parts.next() {
        end = end_of_key;
    }
    let rest = address.get(end..)?;
    Some((call, rest.strip_prefix('.').unwrap_or(rest)))
}

/// A module of the configuration: all its instances are one.
#[derive(Clone, Copy)]
pub struct ConfiguredModule<'m, 'a> {
    all: &'m Modules<'a>,
    pub(in crate::facts) at: usize,
}

impl<'m, 'a> ConfiguredModule<'m, 'a> {
    /// The address in configuration: empty for the root, else `module.a.module.b`.
    #[must_use]
    pub fn path(self) -> String {
        let names = self.names();
        let steps: Vec<String> = names.iter().rev().map(|name| format!("module.{name}")).collect();
        steps.join(".")
    }

    /// Whether this is the root module.
    #[must_use]
    pub fn is_root(self) -> bool {
        self.at == 0
    }

    /// The module as written; `None` when the document only has the call, as with `tofu show -module`.
    #[must_use]
    pub(crate) fn wire(self) -> Option<&'a ConfigModule<'a>> {
        self.entry()?.wire
    }

    /// The call that makes the module; `None` for the root.
    #[must_use]
    pub fn call(self) -> Option<&'a ModuleCall<'a>> {
        Some(self.entry()?.call?.wire)
    }

    /// The name of the call; empty for the root.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.entry().and_then(|module| module.call).map_or("", |call| call.name)
    }

    /// The module that holds the call; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let at = self.entry()?.call?.parent;
        Some(Self { at, ..self })
    }

    /// Where the call stands in the document; for the root, where the module does.
    #[must_use]
    pub fn pointer(self) -> Pointer {
        let root = self.all.pointer.clone().key("root_module");
        let mut pointer = root;
        for (depth, name) in self.names().into_iter().rev().enumerate() {
            if depth > 0 {
                pointer.push_key("module");
            }
            pointer.push_key("module_calls");
            pointer.push_key(name);
        }
        pointer
    }

    /// Where the module's own object stands in the document.
    pub(in crate::facts) fn object_pointer(self) -> Pointer {
        let mut pointer = self.pointer();
        if !self.is_root() {
            pointer.push_key("module");
        }
        pointer
    }

    /// Names of the calls, from this module up.
    fn names(self) -> Vec<&'a str> {
        let up = std::iter::successors(Some(self), |module| module.parent());
        up.filter(|module| !module.is_root()).map(Self::name).collect()
    }

    fn entry(self) -> Option<&'m Module<'a>> {
        self.all.tree.get(self.at)
    }
}

impl fmt::Debug for ConfiguredModule<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConfiguredModule").field(&self.path()).finish()
    }
}

impl ConfiguredModule<'_, '_> {
    /// What is written in this module, as an address from the root.
    pub(in crate::facts) fn absolute(self, own: &str) -> String {
        let path = self.path();
        if path.is_empty() {
            own.to_owned()
        } else {
            format!("{path}.{own}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::tofu::Mode;

    fn decode(json: &str) -> Configuration<'_> {
        json::decode(json).unwrap()
    }

    const TREE: &str = r#"{"root_module":{
        "outputs":{"o":{}},
        "resources":[{"address":"t.n","mode":"managed","type":"t","name":"n"},
                     {"address":"data.t.n","mode":"data","type":"t","name":"n"}],
        "module_calls":{
            "b":{"source":"./b","module":{"variables":{"v":{}},"outputs":{"o":{}},
                "resources":[{"address":"ephemeral.t.n","mode":"ephemeral","type":"t","name":"n"}],
                "module_calls":{"a/c":{"module":{"resources":[{"address":"t.x"},{"address":"t.n"}]}}}}},
            "a":{"source":"somewhere"}}}}"#;

    #[test]
    fn modules_are_walked_from_the_root() {
        let configuration = decode(TREE);
        let modules = Modules::new(&configuration, Pointer::root().key("configuration"));
        let walked: Vec<_> = modules
            .walk()
            .map(|module| {
                let source = module.call().and_then(|call| call.source.as_deref());
                let parent = module.parent().map(ConfiguredModule::path);
                (
                    module.path(),
                    source,
                    parent,
                    module.pointer().to_string(),
                    module.wire().is_some(),
                )
            })
            .collect();
        let root = "/configuration/root_module";
        let parent = |path: &str| Some(path.to_owned());
        assert_eq!(
            walked,
            [
                (String::new(), None, None, root.to_owned(), true),
                (
                    "module.b".to_owned(),
                    Some("./b"),
                    parent(""),
                    format!("{root}/module_calls/b"),
                    true
                ),
                // As `show -module` writes it: the call alone.
                (
                    "module.a".to_owned(),
                    Some("somewhere"),
                    parent(""),
                    format!("{root}/module_calls/a"),
                    false
                ),
                (
                    "module.b.module.a/c".to_owned(),
                    None,
                    parent("module.b"),
                    format!("{root}/module_calls/b/module/module_calls/a~1c"),
                    true,
                ),
            ]
        );
    }

    #[test]
    fn instances_are_joined_to_their_block() {
        let json = TREE.replace("a/c", "c");
        let configuration = decode(&json);
        let modules = Modules::new(&configuration, Pointer::root());
        for (address, pointer, why) in [
            ("t.n", Some("/root_module/resources/0"), "no key"),
            (r#"t.n["a.b"]"#, Some("/root_module/resources/0"), "a key"),
            (
                "data.t.n[0]",
                Some("/root_module/resources/1"),
                "the mode tells them apart",
            ),
            ("ephemeral.t.n", None, "not in this module"),
            (
                "module.b[1].ephemeral.t.n",
                Some("/root_module/module_calls/b/module/resources/0"),
                "a key on the module",
            ),
            (
                r#"module.b["x.y"].module.c.t.n[0]"#,
                Some("/root_module/module_calls/b/module/module_calls/c/module/resources/1"),
                "two modules; the list is not sorted",
            ),
            ("module.a.t.n", None, "the module is not in the document"),
            ("module.gone.t.n", None, "no such module"),
            ("t.gone", None, "no such resource"),
        ] {
            let found = modules.resource(&Address::parse(address).unwrap());
            let found = found.map(|resource| resource.pointer().to_string());
            assert_eq!(found.as_deref(), pointer, "{why}");
        }
        assert!(
            modules
                .resource(&Address::parse("t.n").unwrap())
                .is_some_and(|resource| {
                    matches!(resource.wire.mode, Some(Mode::Managed)) && resource.declaration.name() == "t.n"
                })
        );
        assert!(Modules::default().resource(&Address::parse("t.n").unwrap()).is_none());
    }

    #[test]
    fn declarations_have_the_engines_addresses() {
        let json = TREE.replace("a/c", "c");
        let configuration = decode(&json);
        let modules = Modules::new(&configuration, Pointer::root());
        let mut addresses: Vec<_> = (0..modules.declarations.len())
            .map(|at| Declaration { all: &modules, at }.address())
            .collect();
        for address in &addresses {
            assert_eq!(&modules.declaration(address).unwrap().address(), address);
        }
        addresses.sort();
        assert_eq!(
            addresses,
            [
                "data.t.n",
                "module.a",
                "module.b",
                "module.b.ephemeral.t.n",
                "module.b.module.c",
                "module.b.module.c.t.n",
                "module.b.module.c.t.x",
                "module.b.output.o",
                "module.b.var.v",
                "output.o",
                "t.n",
            ]
        );
        for (address, found, why) in [
            (
                r#"module.b["k"].module.c[0].t.n[1]"#,
                Some("module.b.module.c.t.n"),
                "keys are passed over",
            ),
            (r#"module.b["k"]"#, Some("module.b"), "on a module, too"),
            ("", None, "the root module is declared by nothing"),
            ("module", None, "no name"),
            ("module.b.", Some("module.b"), "hostile"),
            ("module.b.local.x", None, "locals are not in the document"),
        ] {
            let declaration = modules.declaration(address).map(Declaration::address);
            assert_eq!(declaration.as_deref(), found, "{why}");
        }
    }

    #[test]
    fn deep_modules_end() {
        let nested = |levels: usize| {
            let open = r#"{"module_calls":{"m":{"module":"#.repeat(levels);
            let inner = r#"{"resources":[{"address":"t.n"}]}"#;
            format!(r#"{{"root_module":{open}{inner}{}}}"#, "}}}".repeat(levels))
        };
        let json = nested(40);
        let configuration = decode(&json);
        let modules = Modules::new(&configuration, Pointer::root());
        let address = format!("{}t.n", "module.m[0].".repeat(40));
        assert!(modules.resource(&Address::parse(&address).unwrap()).is_some());
        assert_eq!(modules.walk().len(), 41);
        // Three levels of JSON a module: the door refuses what is deeper than its reader.
        assert!(json::decode::<Configuration<'_>>(&nested(60)).is_err());
    }
}
