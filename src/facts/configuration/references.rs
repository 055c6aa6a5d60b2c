//! What refers to what in a configuration, through the outputs and variables of modules.
//!
//! Absence of a reference is no proof of independence: locals, `dynamic` blocks, provider configurations and
//! conditions are not in the document, or not tied to their users (§1.11, §8.5).

use std::collections::BTreeSet;

use super::declaration::{Declaration, DeclarationKind, Item};
use super::modules::Modules;
use super::reference::{Index, Reference, Target};

/// The references of a configuration, to ask.
///
/// Every walk ends, since it comes by each declaration once, and takes time by what it comes by.
#[derive(Clone, Copy, Debug)]
pub struct References<'m, 'a> {
    pub(in crate::facts) modules: &'m Modules<'a>,
    pub(in crate::facts) index: &'m Index<'a>,
}

impl<'m, 'a> References<'m, 'a> {
    /// The references that are written in a block, in the order of the document. Of a variable, those that its call
    /// gives it.
    #[must_use]
    pub fn of(self, declaration: Declaration<'m, 'a>) -> &'m [Reference<'a>] {
        self.index.of(declaration.at)
    }

    /// What a reference is about: a resource, variable, output or, for a whole module, its call. `None` for locals,
    /// `each`, `count`, `path` and the like, and for what the document does not have.
    #[must_use]
    pub fn target(self, reference: &Reference<'a>) -> Option<Declaration<'m, 'a>> {
        match reference.target {
            Target::Declared(at) | Target::Outputs(at) | Target::Contents(at) => Some(self.declaration(at)),
            Target::Repetition(_) | Target::Local | Target::Missing | Target::Outside => None,
        }
    }

    /// The resources and root outputs that depend on this without another resource between, in the order of modules.
    ///
    /// Variables, outputs, `count`, `for_each` and `depends_on` of modules are followed.
    #[must_use]
    pub fn dependents(self, of: Declaration<'m, 'a>) -> Vec<Declaration<'m, 'a>> {
        let mut pending = vec![Target::Declared(of.at)];
        let mut seen = BTreeSet::from([Target::Declared(of.at)]);
        let mut found = BTreeSet::new();
        while let Some(target) = pending.pop() {
            for next in self.next_downstream(target) {
                if !seen.insert(next) {
                    continue;
                }
                match next {
                    Target::Declared(at) if self.is_end(at) => {
                        found.insert(at);
                    }
                    _ => pending.push(next),
                }
            }
        }
        found.into_iter().map(|at| self.declaration(at)).collect()
    }

    /// The declarations of the outputs of a module call.
    pub(in crate::facts) fn outputs(self, call: usize) -> std::ops::Range<usize> {
        match self.declaration(call).entry().map(|declared| &declared.item) {
            Some(Item::Module { child, .. }) => self.modules.of_kind(*child, DeclarationKind::Output),
            _ => 0..0,
        }
    }

    /// What depends on a target, one step further.
    fn next_downstream(self, target: Target) -> impl Iterator<Item = Target> {
        let mut inside = Vec::new();
        let mut whole = [None, None];
        match target {
            Target::Declared(at) => {
                let declared = self.declaration(at).entry();
                let call = declared.and_then(|declared| self.modules.call_of(declared.module));
                match declared.map(|declared| &declared.item) {
                    // What the instances of a call depend on, everything in them does.
                    Some(Item::Module { child, wire }) => {
                        inside.extend(self.modules.of_kind(*child, DeclarationKind::Resource));
                        inside.extend(self.modules.of_kind(*child, DeclarationKind::Module));
                        if wire.module.is_none() {
                            whole = [Some(Target::Outputs(at)), Some(Target::Contents(at))];
                        }
                    }
                    Some(Item::Resource { .. }) => whole = [call.map(Target::Contents), None],
                    Some(Item::Output(_)) => whole = [call.map(Target::Outputs), None],
                    Some(Item::Variable) | None => {}
                }
            }
            Target::Contents(call) => {
                let outer = self.declaration(call).entry().map(|declared| declared.module);
                let call = outer.and_then(|outer| self.modules.call_of(outer));
                whole = [call.map(Target::Contents), None];
            }
            _ => {}
        }
        let declared = self.index.referring_to(target).chain(inside);
        declared.map(Target::Declared).chain(whole.into_iter().flatten())
    }

    /// Whether it is a resource or an output of the root module, and not a step on the way to one.
    fn is_end(self, at: usize) -> bool {
        let declaration = self.declaration(at);
        match declaration.kind() {
            DeclarationKind::Resource => true,
            DeclarationKind::Output => declaration.module().is_root(),
            DeclarationKind::Module | DeclarationKind::Variable => false,
        }
    }

    pub(in crate::facts) fn declaration(self, at: usize) -> Declaration<'m, 'a> {
        Declaration { all: self.modules, at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::OriginKind;
    use crate::facts::attribute_path::path_text;
    use crate::json::{self, Pointer};
    use crate::tofu::Configuration;

    fn with<T>(json: &str, ask: impl FnOnce(&Modules<'_>) -> T) -> T {
        let configuration: Configuration<'_> = json::decode(json).unwrap();
        ask(&Modules::new(&configuration, Pointer::root()))
    }

    fn origins(modules: &Modules<'_>, address: &str, path: &str) -> Vec<String> {
        let declaration = modules.declaration(address).unwrap();
        let origins = modules.references().waits_for(declaration, path);
        origins
            .map(|origin| match origin.kind {
                OriginKind::Resource => origin.text(),
                kind => format!("{kind:?} {}", origin.text()),
            })
            .collect()
    }

    fn addresses(declarations: Vec<Declaration<'_, '_>>) -> Vec<String> {
        declarations.into_iter().map(Declaration::address).collect()
    }

    fn dependents(modules: &Modules<'_>, address: &str) -> Vec<String> {
        let of = modules.declaration(address).unwrap();
        addresses(modules.references().dependents(of))
    }

    /// A key, a module that gets it and makes a bucket, and users of the module's output.
    const CHAIN: &str = r#"{"root_module":{
        "outputs":{"out":{"expression":{"references":["module.m[\"a\"].name","module.m[\"a\"]"]}},
                   "lone":{"expression":{"references":["var.root"]},"depends_on":["t.late"]}},
        "variables":{"root":{}},
        "resources":[
            {"address":"t.key","expressions":{"n":{"references":["local.n"]}}},
            {"address":"t.user","expressions":{"of":{"references":["module.m"]}},
             "for_each_expression":{"references":["var.root"]}},
            {"address":"t.late","depends_on":["module.m",""]},
            {"address":"t.far","expressions":{
                "a":{"references":["t.user[\"k\"].id","t.user[\"k\"]","t.user","each.value.x","each.value"]},
                "b":[{"c":{"references":["t.gone.id","t.gone","path.module"]}},{"d":{"references":["t.key.id","t.key"]}}]},
             "for_each_expression":{"references":["t.key.list","t.key"]},
             "provisioners":[{"type":"local-exec","expressions":{"command":{"references":["self.id","self","t.late.id","t.late"]}}}]}],
        "module_calls":{"m":{
            "expressions":{"key":{"references":["t.key.arn","t.key"]},"each":{"references":["each.key"]}},
            "for_each_expression":{"references":["var.root"]},
            "depends_on":["t.first"],
            "module":{
                "variables":{"key":{},"each":{},"default":{}},
                "outputs":{"name":{"expression":{"references":["t.bucket.name","t.bucket"]},"depends_on":["t.hidden"]},
                           "key":{"expression":{"references":["var.key"]}}},
                "resources":[
                    {"address":"t.bucket","expressions":{
                        "key":{"references":["var.key"]},"each":{"references":["var.each"]},
                        "default":{"references":["var.default"]},"name":{"references":["local.prefix"]}}},
                    {"address":"t.hidden"}]}}}}}"#;

    #[test]
    fn values_wait_for_what_they_come_from() {
        with(
            &CHAIN.replace(r#"{"address":"t.user""#, r#"{"address":"t.first"},{"address":"t.user""#),
            |modules| {
                for (address, path, expected, why) in [
                    ("module.m.t.bucket", "key", &["t.key.arn"][..], "through a variable"),
                    (
                        "module.m.t.bucket",
                        "each",
                        &["Variable var.root"],
                        "through each.key of the call",
                    ),
                    ("module.m.t.bucket", "default", &[], "a variable that nobody gives"),
                    (
                        "module.m.t.bucket",
                        "name",
                        &["Local module.m.local.prefix"],
                        "a local ends the way",
                    ),
                    (
                        "t.far",
                        "a",
                        &[r#"t.user["k"].id"#, "t.key.list"],
                        "each.value, and a key that is kept",
                    ),
                    ("t.far", "b[1].d", &["t.key.id"], "in a block"),
                    (
                        "t.far",
                        "b[7].d",
                        &["t.key.id"],
                        "indices of sets are not those of blocks",
                    ),
                    ("t.far", "b", &["Missing t.gone.id", "t.key.id"], "all blocks"),
                    (
                        "t.far",
                        "a.x.y",
                        &[r#"t.user["k"].id"#, "t.key.list"],
                        "below an argument",
                    ),
                    (
                        "t.far",
                        "",
                        &[r#"t.user["k"].id"#, "Missing t.gone.id", "t.key.id", "t.key.list"],
                        "the whole block; provisioners and depends_on give no value",
                    ),
                    (
                        "t.user",
                        "of",
                        &["module.m.t.bucket.name", "t.key.arn"],
                        "all outputs of a whole module",
                    ),
                    (
                        "output.out",
                        "",
                        &["module.m.t.bucket.name"],
                        "one output; its depends_on gives no value",
                    ),
                    ("output.lone", "value", &["Variable var.root"], "a root variable"),
                    ("t.far", "z", &[], "nothing is known of it"),
                    (
                        "t.far",
                        "a..b",
                        &[r#"t.user["k"].id"#, "t.key.list"],
                        "what can be read of a path",
                    ),
                ] {
                    let found = origins(modules, address, path);
                    assert_eq!(found, expected, "{why}: {address} {path}");
                }
            },
        );
    }

    #[test]
    fn dependents_are_found_through_modules() {
        with(
            &CHAIN.replace(r#"{"address":"t.user""#, r#"{"address":"t.first"},{"address":"t.user""#),
            |modules| {
                for (address, expected, why) in [
                    (
                        "t.key",
                        &["t.far", "t.user", "module.m.t.bucket"][..],
                        "into a module by its variable, through it by its output",
                    ),
                    (
                        "module.m.t.bucket",
                        &["t.late", "t.user", "output.out"],
                        "out of a module by its outputs, and to what waits for all in it",
                    ),
                    (
                        "module.m.t.hidden",
                        &["t.late", "t.user", "output.out"],
                        "depends_on of an output and of the module",
                    ),
                    (
                        "t.first",
                        &["module.m.t.bucket", "module.m.t.hidden"],
                        "depends_on of a call holds for all in it",
                    ),
                    ("t.late", &["t.far", "output.lone"], "a provisioner, an output"),
                    ("t.far", &[], "nobody"),
                ] {
                    assert_eq!(dependents(modules, address), expected, "{why}: {address}");
                }
            },
        );
    }

    #[test]
    fn references_are_listed_as_written() {
        with(CHAIN, |modules| {
            let references = modules.references();
            let listed: Vec<_> = references
                .of(modules.declaration("t.far").unwrap())
                .iter()
                .map(|reference| {
                    let argument = path_text(&reference.argument);
                    let target = references
                        .target(reference)
                        .map(Declaration::address)
                        .unwrap_or_default();
                    format!("{argument}: {} -> {target}", reference.text)
                })
                .collect();
            assert_eq!(
                listed,
                [
                    r#"a: t.user["k"].id -> t.user"#,
                    "a: each.value.x -> ",
                    "b[0].c: t.gone.id -> ",
                    "b[0].c: path.module -> ",
                    "b[1].d: t.key.id -> t.key",
                    "for_each: t.key.list -> t.key",
                    "provisioner[0].command: self.id -> ",
                    "provisioner[0].command: t.late.id -> t.late",
                ]
            );
            let key = references.of(modules.declaration("t.key").unwrap());
            assert!(key.iter().all(|reference| reference.is_local() && reference.is_value()));
            let variable = references.of(modules.declaration("module.m.var.key").unwrap());
            assert_eq!(variable.len(), 1, "of the call, which gives the variable its value");
        });
    }

    #[test]
    fn what_comes_from_resources_alone_is_known_without_a_walk() {
        with(CHAIN, |modules| {
            let references = modules.references();
            let mut counts = [0, 0];
            for declaration in modules.declarations() {
                let arguments = references.of(declaration).iter().map(|one| path_text(&one.argument));
                for path in arguments.chain([String::new()]) {
                    let mut kinds = references
                        .waits_for(declaration, &path)
                        .map(|origin| origin.kind)
                        .peekable();
                    let wanted = kinds.peek().is_some() && kinds.all(|kind| kind == OriginKind::Resource);
                    let found = references.comes_from_resources(declaration, &path);
                    assert_eq!(found, wanted, "{} {path}", declaration.address());
                    counts[usize::from(found)] += 1;
                }
            }
            assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
        });
    }

    #[test]
    fn cycles_end() {
        // No engine accepts these; a file may hold them all the same.
        let json = r#"{"root_module":{
            "resources":[{"address":"t.a","expressions":{"x":{"references":["module.m.o"]},"y":{"references":["t.b"]}},
                          "for_each_expression":{"references":["each.value","t.a"]}},
                         {"address":"t.b","expressions":{"x":{"references":["t.a"]}}}],
            "variables":{"v":{}},
            "module_calls":{"m":{
                "expressions":{"v":{"references":["module.m.o","each.value","module.m"]}},
                "for_each_expression":{"references":["module.m","each.key"]},
                "depends_on":["module.m"],
                "module":{"variables":{"v":{}},
                    "outputs":{"o":{"expression":{"references":["var.v"]}},"p":{"expression":{"references":["t.c"]}}},
                    "resources":[{"address":"t.c","expressions":{"x":{"references":["var.v","module.n"]}}}]}}}}}"#;
        with(json, |modules| {
            assert_eq!(origins(modules, "t.a", "x"), ["module.m.t.c"]);
            assert_eq!(
                origins(modules, "module.m.t.c", ""),
                ["Missing module.m.module.n", "module.m.t.c"]
            );
            assert_eq!(origins(modules, "t.a", "for_each"), ["t.a"]);
            assert_eq!(dependents(modules, "t.a"), ["t.b"]);
            assert_eq!(dependents(modules, "module.m.t.c"), ["t.a"]);
        });
    }

    #[test]
    fn a_value_is_followed_through_every_module() {
        let levels = 40;
        let open = r#"{"variables":{"v":{}},"outputs":{"o":{"expression":{"references":["module.m.o","module.m"]}}},
            "module_calls":{"m":{"expressions":{"v":{"references":["var.v"]}},"module":"#;
        let inner = r#"{"variables":{"v":{}},"outputs":{"o":{"expression":{"references":["t.n.id","t.n"]}}},
            "resources":[{"address":"t.n","expressions":{"x":{"references":["var.v"]}}}]}"#;
        let json = format!(
            r#"{{"root_module":{}{inner}{}}}"#,
            open.repeat(levels),
            "}}}".repeat(levels)
        );
        with(&json, |modules| {
            let inner = format!("{}t.n", "module.m.".repeat(levels));
            assert_eq!(origins(modules, &inner, "x"), ["Variable var.v"]);
            assert_eq!(origins(modules, "output.o", ""), [format!("{inner}.id")]);
            assert_eq!(dependents(modules, "var.v"), [inner]);
        });
    }

    #[test]
    fn a_module_outside_the_document_stands_for_what_is_in_it() {
        // As `show -module` writes a call.
        let json = r#"{"root_module":{"resources":[
                {"address":"t.a"},{"address":"t.b","expressions":{"x":{"references":["module.m.o","module.m"]}}}],
            "module_calls":{"m":{"source":"x","expressions":{"v":{"references":["t.a.id","t.a"]}}}}}}"#;
        with(json, |modules| {
            assert_eq!(origins(modules, "t.b", "x"), ["Missing module.m.o"]);
            assert_eq!(dependents(modules, "t.a"), ["t.b"]);
        });
    }
}
