//! Addresses of resource instances and of module instances: their parts, their text and their order.
//!
//! An instance key may hold dots, brackets and quotes, so an address is read by a tokenizer and never split on dots.
//! The text is that of OpenTofu and of Terraform since 1.3. Terraform up to 1.2 quoted keys with Go's `%q`: such an
//! address is read, and printed the newer way. Pair entries by the parsed address, print the text the engine wrote.

mod key;
mod names;
mod parse;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

pub use key::Key;
pub(crate) use key::is_printable;
pub(crate) use names::{names, names_in};
pub use parse::AddressError;

/// The address of a resource instance, such as `module.a["x"].data.aws_ami.b[0]`.
///
/// Without keys it is the address of a resource in configuration. Ordered as `resource_changes` is by OpenTofu and by
/// Terraform since 1.4 (§2.12): module, mode, type, name, key. The fields stand in that order because the
/// order is derived. The parts are pieces of the text that was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Address<'a> {
    /// The module instance that holds the resource.
    pub module: ModulePath<'a>,
    /// What kind of block declares the resource.
    pub mode: AddressMode,
    /// The resource type, such as `aws_instance`.
    pub type_name: Cow<'a, str>,
    /// The name behind the type.
    pub name: Cow<'a, str>,
    /// The key of this instance.
    pub key: Key<'a>,
}

impl<'a> Address<'a> {
    /// An address from the parts of an entry that has no `address`, as drift of Terraform 0.15 (§1.6).
    ///
    /// `module` is `module_address`: absent or empty in the root module.
    ///
    /// # Errors
    ///
    /// As of [`ModulePath::parse`].
    pub fn from_parts(
        module: Option<&'a str>,
        mode: AddressMode,
        type_name: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        key: Key<'a>,
    ) -> Result<Self, AddressError> {
        let module = ModulePath::parse(module.unwrap_or_default())?;
        Ok(Self {
            module,
            mode,
            type_name: type_name.into(),
            name: name.into(),
            key,
        })
    }

    /// The address with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> Address<'static> {
        Address {
            module: self.module.into_owned(),
            mode: self.mode,
            type_name: Cow::Owned(self.type_name.into_owned()),
            name: Cow::Owned(self.name.into_owned()),
            key: self.key.into_owned(),
        }
    }

    /// The address of the block in configuration: all keys left out, as in `module.a.aws_x.y`.
    #[must_use]
    pub fn config(&self) -> String {
        if self.module.is_root() {
            return self.resource_config();
        }
        format!("{}.{}", self.module.config(), self.resource_config())
    }

    /// Whether both are instances of one block: all the same but for the keys.
    #[must_use]
    pub fn is_of_block(&self, other: &Address<'_>) -> bool {
        let steps = |address: &Address<'_>| address.module.0.len();
        let mut both = self.module.0.iter().zip(&other.module.0);
        (&self.name, &self.type_name, &self.mode, steps(self))
            == (&other.name, &other.type_name, &other.mode, steps(other))
            && both.all(|(one, two)| one.name == two.name)
    }

    /// The address of the block within its module, as `configuration` prints it (§1.11): `data.aws_x.y`.
    #[must_use]
    pub fn resource_config(&self) -> String {
        format!("{}{}.{}", self.mode.prefix(), self.type_name, self.name)
    }
}

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.module.is_root() {
            write!(f, "{}.", self.module)?;
        }
        write!(f, "{}{}.{}{}", self.mode.prefix(), self.type_name, self.name, self.key)
    }
}

/// The module instance that holds something: the steps from the root module, none for the root module itself.
///
/// Shorter paths sort before longer ones, paths of one length step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ModulePath<'a>(pub Vec<ModuleStep<'a>>);

impl ModulePath<'_> {
    /// The path with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> ModulePath<'static> {
        ModulePath(self.0.into_iter().map(ModuleStep::into_owned).collect())
    }

    /// Whether this is the root module, whose text is empty.
    #[must_use]
    pub const fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The address of the module in configuration: all keys left out, as in `module.a.module.b`; empty for the root.
    #[must_use]
    pub fn config(&self) -> String {
        let mut text = String::new();
        for step in &self.0 {
            text.push_str(if text.is_empty() { "module." } else { ".module." });
            text.push_str(&step.name);
        }
        text
    }
}

impl fmt::Display for ModulePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.0.iter().enumerate() {
            f.write_str(if depth == 0 { "module." } else { ".module." })?;
            write!(f, "{}{}", step.name, step.key)?;
        }
        Ok(())
    }
}

impl Ord for ModulePath<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for ModulePath<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One module call on the way from the root module, with the instance of it that is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct ModuleStep<'a> {
    /// The name of the `module` block.
    pub name: Cow<'a, str>,
    /// The key of the instance.
    pub key: Key<'a>,
}

impl ModuleStep<'_> {
    /// The step with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> ModuleStep<'static> {
        ModuleStep {
            name: Cow::Owned(self.name.into_owned()),
            key: self.key.into_owned(),
        }
    }
}

/// What kind of block declares a resource.
///
/// Declared in the order OpenTofu sorts by since 1.11. Terraform only sorts data before the rest; no Terraform plan
/// lists an ephemeral resource among its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum AddressMode {
    /// An `ephemeral` block.
    Ephemeral,
    /// A `data` block.
    Data,
    /// A `resource` block.
    Managed,
}

impl AddressMode {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Ephemeral => "ephemeral.",
            Self::Data => "data.",
            Self::Managed => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn text_key(text: &str) -> Key<'_> {
        Key::Str(text.into())
    }

    #[test]
    fn configuration_addresses_have_no_keys() {
        for (text, config, resource_config, module_config) in [
            ("aws_x.y", "aws_x.y", "aws_x.y", ""),
            (r#"data.aws_x.y["a.b"]"#, "data.aws_x.y", "data.aws_x.y", ""),
            (
                r#"module.a["module.z"].module.b[0].aws_x.y[1]"#,
                "module.a.module.b.aws_x.y",
                "aws_x.y",
                "module.a.module.b",
            ),
            (
                "module.a[*].ephemeral.t.n",
                "module.a.ephemeral.t.n",
                "ephemeral.t.n",
                "module.a",
            ),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.config(), config);
            assert_eq!(address.resource_config(), resource_config);
            assert_eq!(address.module.config(), module_config);
            assert_eq!(address.module.is_root(), module_config.is_empty());
        }
    }

    #[test]
    fn parts_make_an_address() {
        let build = |module, mode, key| Address::from_parts(module, mode, "t", "n", key).map(|a| a.to_string());
        assert_eq!(
            build(None, AddressMode::Managed, Key::None).as_deref(),
            Ok("t.n"),
            "root module"
        );
        assert_eq!(
            build(Some(""), AddressMode::Data, Key::Int(3)).as_deref(),
            Ok("data.t.n[3]"),
            "redacted files"
        );
        let keyed = build(Some(r#"module.a["x"]"#), AddressMode::Managed, text_key("k"));
        assert_eq!(keyed.as_deref(), Ok(r#"module.a["x"].t.n["k"]"#), "keys on both");
        assert_eq!(
            build(Some("a"), AddressMode::Managed, Key::None),
            Err(AddressError::NotModule { at: 0 })
        );
    }

    #[test]
    fn addresses_sort_as_in_the_engines() {
        // Ascending by `AbsResourceInstance.Less` and `InstanceKeyLess`; each row says what it adds to the one before.
        let ascending = [
            "ephemeral.z.z",            // OpenTofu 1.11: ephemeral before data
            "data.a.z",                 // then data
            "data.b.a",                 // the type before the name
            "a.a",                      // managed last
            "a.a[2]",                   // no key before numbers
            "a.a[10]",                  // numbers by value
            r#"a.a[""]"#,               // strings behind numbers
            r#"a.a["10"]"#,             // and among themselves by their bytes
            r#"a.a["2"]"#,              //
            r#"a.a["Z"]"#,              // upper case first
            r#"a.a["a\"b"]"#,           // by the key, not by its escaped text
            r#"a.a["a0"]"#,             //
            r#"a.a["é"]"#,              // bytes, not a language's alphabet
            "a.a[*]",                   // ours: unknown keys last
            "a.b",                      // the name
            "a_b.a",                    // the type
            "module.a.z.z",             // any module behind the root
            "module.a[0].data.a.a",     // the module's key before the mode
            "module.a[0].a.a",          //
            r#"module.a["x"].a.a"#,     //
            "module.b.a.a",             // the module's name
            "module.a.module.a.a.a",    // a deeper path behind every shorter one
            "module.a.module.a[1].a.a", //
            "module.a[0].module.a.a.a", // the first step decides before the second
        ];
        let mut addresses: Vec<_> = ascending
            .iter()
            .rev()
            .map(|text| Address::parse(text).unwrap())
            .collect();
        addresses.sort();
        let sorted: Vec<_> = addresses.iter().map(ToString::to_string).collect();
        assert_eq!(sorted, ascending);
    }

    #[test]
    fn fixtures_print_as_they_were_written() {
        let mut seen = 0;
        for (path, plan) in fixture_plans() {
            let is_0_12 = engine_version(&plan) < (0, 13);
            let mut entries: Vec<&Value> = ["resource_changes", "resource_drift"]
                .iter()
                .flat_map(|list| items(&plan, list))
                .chain(items(&plan, "deferred_changes").filter_map(|deferred| deferred.get("resource_change")))
                .collect();
            collect_values(&plan["planned_values"]["root_module"], &mut entries);
            collect_values(&plan["prior_state"]["values"]["root_module"], &mut entries);
            for entry in entries {
                let Some(text) = entry["address"].as_str() else {
                    continue;
                };
                let address = Address::parse(text).unwrap_or_else(|error| panic!("{path}: {text}: {error}"));
                assert_eq!(address.to_string(), text, "{path}");
                if let Some(text) = entry["previous_address"].as_str() {
                    assert_eq!(Address::parse(text).unwrap().to_string(), text, "{path}");
                }
                let key = match &entry["index"] {
                    Value::Number(index) => Key::Int(index.as_u64().unwrap()),
                    Value::String(text) => text_key(text),
                    _ if entry["index_unknown"] == true => Key::Wildcard,
                    _ => Key::None,
                };
                // Values (which have no change) of 0.12 left the index out of the text.
                if !(is_0_12 && entry.get("change").is_none()) {
                    assert_eq!(address.key, key, "{path}: {text}");
                }
                let mode = match entry["mode"].as_str().unwrap() {
                    "managed" => AddressMode::Managed,
                    "data" => AddressMode::Data,
                    mode => panic!("{path}: {text}: mode {mode}"),
                };
                assert_eq!(address.mode, mode, "{path}: {text}");
                assert_eq!(*address.type_name, entry["type"], "{path}: {text}");
                assert_eq!(*address.name, entry["name"], "{path}: {text}");
                if entry.get("change").is_some() {
                    let module = entry["module_address"].as_str();
                    assert_eq!(address.module.to_string(), module.unwrap_or_default(), "{path}: {text}");
                    let built = Address::from_parts(module, mode, &*address.type_name, &*address.name, key).unwrap();
                    assert_eq!(built.to_string(), text, "{path}");
                }
                seen += 1;
            }
        }
        assert!(seen > 2000, "only {seen} addresses in the fixtures");
    }

    #[test]
    fn fixtures_check_the_configuration_address() {
        let mut seen = 0;
        for (path, plan) in fixture_plans() {
            for check in items(&plan, "checks").filter(|check| check["address"]["kind"] == "resource") {
                for instance in items(check, "instances") {
                    let address = Address::parse(instance["address"]["to_display"].as_str().unwrap()).unwrap();
                    assert_eq!(address.config(), check["address"]["to_display"], "{path}");
                    assert_eq!(
                        address.module.config(),
                        check["address"]["module"].as_str().unwrap_or_default(),
                        "{path}"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 20, "only {seen} checked instances in the fixtures");
    }

    #[test]
    fn fixtures_are_in_order() {
        let mut seen = 0;
        // Terraform up to 1.3 sorted by text (§2.12); OpenTofu starts at 1.6.
        for (path, plan) in fixture_plans()
            .into_iter()
            .filter(|(_, plan)| engine_version(plan) >= (1, 4))
        {
            for list in ["resource_changes", "resource_drift"] {
                let order: Vec<_> = items(&plan, list)
                    .map(|entry| {
                        (
                            Address::parse(entry["address"].as_str().unwrap()).unwrap(),
                            entry["deposed"].as_str(),
                        )
                    })
                    .collect();
                assert!(order.is_sorted(), "{path}: {list}");
                seen += usize::from(order.len() > 1);
            }
        }
        assert!(seen > 80, "only {seen} lists of several entries in the fixtures");
    }

    fn items<'a>(value: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
        value.get(list).and_then(Value::as_array).into_iter().flatten()
    }

    fn collect_values<'a>(module: &'a Value, entries: &mut Vec<&'a Value>) {
        if let Some(text) = module.get("address").and_then(Value::as_str) {
            assert_eq!(ModulePath::parse(text).unwrap().to_string(), text);
        }
        entries.extend(items(module, "resources"));
        for child in items(module, "child_modules") {
            collect_values(child, entries);
        }
    }

    fn engine_version(plan: &Value) -> (u32, u32) {
        let mut numbers = plan["terraform_version"]
            .as_str()
            .unwrap()
            .split('.')
            .map(|part| part.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    }

    fn fixture_plans() -> Vec<(String, Value)> {
        let mut plans = Vec::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name().is_some_and(|name| name == "plan.json") {
                    let plan = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
                    plans.push((path.display().to_string(), plan));
                }
            }
        }
        assert!(plans.len() > 100, "only {} plans among the fixtures", plans.len());
        plans
    }

    fn any_name() -> impl Strategy<Value = String> {
        "[a-z_][a-zA-Z0-9_-]{0,6}|[äß漢]{1,2}".prop_filter("a keyword in this place", |name| {
            !["module", "data", "ephemeral"].contains(&name.as_str())
        })
    }

    fn any_key() -> impl Strategy<Value = Key<'static>> {
        let piece = prop_oneof![
            Just("${"),
            Just("%{"),
            Just("$"),
            Just("%"),
            Just("{"),
            Just("\""),
            Just("\\"),
            Just("\n"),
            Just("\r\t"),
            Just("]"),
            Just("[\""),
            Just("\"]."),
            Just("."),
            Just("n"),
            Just("u0041"),
            Just("\u{0}"),
            Just("\u{301}"),
            Just("\u{10ffff}"),
            Just("module.a"),
        ];
        prop_oneof![
            Just(Key::None),
            Just(Key::Wildcard),
            any::<u64>().prop_map(Key::Int),
            "-[1-9][0-9]{0,3}|[1-9][.][0-9]{1,3}|[1-9]e[+-][1-9]|[2-9][0-9]{19}"
                .prop_map(|text| Key::Number(text.into())),
            any::<String>().prop_map(|text| Key::Str(text.into())),
            proptest::collection::vec(piece, 0..8).prop_map(|pieces| Key::Str(pieces.concat().into())),
        ]
    }

    fn any_path() -> impl Strategy<Value = ModulePath<'static>> {
        let step = (any_name(), any_key()).prop_map(|(name, key)| ModuleStep { name: name.into(), key });
        proptest::collection::vec(step, 0..4).prop_map(ModulePath)
    }

    fn any_address() -> impl Strategy<Value = Address<'static>> {
        let mode = prop_oneof![
            Just(AddressMode::Managed),
            Just(AddressMode::Data),
            Just(AddressMode::Ephemeral)
        ];
        (any_path(), mode, any_name(), any_name(), any_key()).prop_map(|(module, mode, type_name, name, key)| Address {
            module,
            mode,
            type_name: type_name.into(),
            name: name.into(),
            key,
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(address in any_address()) {
            let text = address.to_string();
            prop_assert_eq!(Address::parse(&text), Ok(address));
        }

        #[test]
        fn what_is_printed_of_a_module_is_read_back(path in any_path()) {
            let text = path.to_string();
            prop_assert_eq!(ModulePath::parse(&text), Ok(path));
        }

        #[test]
        fn any_text_is_read_or_refused_inside_it(text in r#"(module|data|[a-z.\[\]"\\$%{0-9u]|\PC){0,12}"#) {
            match Address::parse(&text) {
                Ok(address) => {
                    let text = address.to_string();
                    prop_assert_eq!(Address::parse(&text), Ok(address));
                }
                Err(error) => prop_assert!(error.at() <= text.len() && text.is_char_boundary(error.at())),
            }
        }
    }
}
