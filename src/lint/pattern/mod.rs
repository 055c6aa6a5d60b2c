//! Address patterns: which resources, checks and outputs a setting is about.
//!
//! The grammar is written down in `docs/patterns.md`. A pattern is read once, without backtracking, and matching takes
//! at most the product of the lengths of the two texts.

mod attribute;
mod glob;
mod index;
mod literals;
mod parse;

use std::fmt;

pub use attribute::{AttributePattern, AttributePatterns};
pub(super) use glob::Glob;
pub(crate) use glob::stars_match;
pub(crate) use index::Candidates;
pub(super) use index::PatternIndex;
pub(super) use literals::{Alternatives, Field, Literal, of_module};
pub use parse::PatternError;

use crate::facts::address::{Address, AddressMode, Key, ModulePath};

/// A pattern for addresses, such as `module.net[*].aws_subnet.*` or `**.aws_db_instance.*["prod-*"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    /// Module steps first, what they hold last.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// `**`: any number of module steps; at the end, also whatever they hold.
    Any,
    Module(Glob, KeyPattern),
    Object {
        mode: AddressMode,
        type_name: Glob,
        name: Glob,
        key: KeyPattern,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum KeyPattern {
    /// No brackets: every instance.
    Every,
    /// `[*]`: every instance that has a key.
    Any,
    /// A number, as in an address.
    Exact(Key<'static>),
    /// A key of `for_each`.
    Str(Glob),
}

impl KeyPattern {
    fn matches(&self, key: &Key<'_>) -> bool {
        match (self, key) {
            (Self::Every, _) => true,
            (Self::Any, key) => *key != Key::None,
            (Self::Exact(wanted), key) => wanted == key,
            (Self::Str(glob), Key::Str(text)) => glob.matches(text),
            (Self::Str(_), _) => false,
        }
    }
}

/// What patterns are held against: the text of an address, read once for many patterns.
#[derive(Debug)]
pub(super) enum Named<'t> {
    /// A resource instance, or what has a name like one: `check.health`, `output.url`, `module.m.var.x`.
    Address(Address<'t>),
    /// A module or a module instance.
    Module(ModulePath<'t>),
    /// Anything else: it matches its own text and `**`.
    Other(&'t str),
}

impl<'t> Named<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        if let Ok(address) = Address::parse(text) {
            return Self::Address(address);
        }
        match ModulePath::parse(text) {
            Ok(path) if !path.is_root() => Self::Module(path),
            _ => aliased_provider(text)
                .or_else(|| action(text))
                .map_or(Self::Other(text), Self::Address),
        }
    }
}

/// `provider.aws.lab`, of which the alias is a part of the name.
fn aliased_provider(text: &str) -> Option<Address<'_>> {
    let (provider, alias) = text.rsplit_once('.')?;
    let address = Address::parse(provider).ok()?;
    let is_provider =
        address.mode == AddressMode::Managed && address.type_name == "provider" && address.key == Key::None;
    let start = provider.len() - address.name.len();
    let name = text.get(start..).filter(|_| is_provider && !alias.contains('['))?;
    Some(Address {
        name: name.into(),
        ..address
    })
}

/// `module.m.action.aws_lambda_invoke.notify`, of which the type of the action is a part of the name.
fn action(text: &str) -> Option<Address<'_>> {
    let (module, own) = ModulePath::leading(text);
    let of_type = Address::parse(own.strip_prefix("action.")?).ok()?;
    let is_plain = of_type.mode == AddressMode::Managed && of_type.module.is_root();
    is_plain.then(|| Address {
        module,
        type_name: "action".into(),
        name: format!("{}.{}", of_type.type_name, of_type.name).into(),
        ..of_type
    })
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// If the text is no pattern: why, and where the mistake stands.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        Ok(Self {
            text: text.to_owned(),
            parts: parse::parts(text)?,
        })
    }

    /// Whether an instance is meant. A pattern part without a key means all instances.
    #[must_use]
    pub fn matches(&self, address: &Address<'_>) -> bool {
        self.matches_parts(&address.module, Some(address))
    }

    /// Whether the thing of that address is meant: a resource instance, a check, an output, a module call. A text that
    /// is no address is meant by its own text and by `**`.
    #[must_use]
    pub fn matches_text(&self, text: &str) -> bool {
        self.matches_named(&Named::read(text))
    }

    pub(super) fn matches_named(&self, named: &Named<'_>) -> bool {
        match named {
            Named::Address(address) => self.matches(address),
            Named::Module(path) => self.matches_parts(path, None),
            Named::Other(text) => self.is_everything() || self.text == *text,
        }
    }

    /// Whether what is permitted here is permitted for a thing at `address` that was at `previous` before a move. A
    /// pattern without wildcards names its things, and follows them when they move away; one with wildcards has to mean
    /// both places. Else a move would bring in what it was not written for: who moves it also chooses to where.
    pub(super) fn permits(&self, address: &Named<'_>, previous: &Named<'_>) -> bool {
        let (here, there) = (self.matches_named(address), self.matches_named(previous));
        there && (here || !self.has_wildcards())
    }

    /// Whether a star stands in a quoted key, which looks just like a key that has one:
    /// `aws_route53_record.x["*.example.com"]`.
    pub(crate) fn has_star_in_key(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Any => false,
            Part::Module(_, key) | Part::Object { key, .. } => {
                matches!(key, KeyPattern::Str(glob) if glob.literal().is_none())
            }
        })
    }

    fn has_wildcards(&self) -> bool {
        let is_open = |glob: &Glob| glob.literal().is_none();
        let is_open_key = |key: &KeyPattern| match key {
            KeyPattern::Every | KeyPattern::Exact(_) => false,
            KeyPattern::Any => true,
            KeyPattern::Str(glob) => is_open(glob),
        };
        self.parts.iter().any(|part| match part {
            Part::Any => true,
            Part::Module(name, key) => is_open(name) || is_open_key(key),
            Part::Object {
                type_name, name, key, ..
            } => is_open(type_name) || is_open(name) || is_open_key(key),
        })
    }

    /// Whether it is `**`, which also means what has no address: the document as a whole.
    #[must_use]
    pub(crate) fn is_everything(&self) -> bool {
        self.parts.iter().all(|part| *part == Part::Any)
    }

    /// Whether it ends with a module, so that it means the module and nothing in it.
    #[must_use]
    pub(crate) fn is_module(&self) -> bool {
        matches!(self.parts.last(), Some(Part::Module(..)))
    }

    /// The word that says what has such an address, where that is no managed resource: `data`, `output`, `var`. `None`
    /// where it may be one.
    pub(crate) fn form(&self) -> Option<&'static str> {
        const FORMS: [&str; 8] = [
            "action",
            "check",
            "data",
            "ephemeral",
            "local",
            "output",
            "provider",
            "var",
        ];
        let word = match self.parts.last()? {
            Part::Object {
                mode: AddressMode::Data,
                ..
            } => "data",
            Part::Object {
                mode: AddressMode::Ephemeral,
                ..
            } => "ephemeral",
            Part::Object { type_name, .. } => type_name.literal()?,
            Part::Any | Part::Module(..) => return None,
        };
        FORMS.into_iter().find(|form| *form == word)
    }

    /// Whether what it means is in a module for certain.
    pub(crate) fn is_in_module(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Module(..)))
    }

    /// Whether it is made of modules alone.
    #[must_use]
    pub(crate) fn is_of_modules(&self) -> bool {
        self.parts.iter().all(|part| !matches!(part, Part::Object { .. }))
    }

    /// Whether a module instance is meant; `**` at the end means those below it too.
    pub(crate) fn matches_module(&self, module: &ModulePath<'_>) -> bool {
        self.matches_parts(module, None)
    }

    /// Goes back only to the last `**`, as the earlier ones have nothing left to gain.
    fn matches_parts(&self, module: &ModulePath<'_>, object: Option<&Address<'_>>) -> bool {
        let length = module.0.len() + usize::from(object.is_some());
        let one = |part: &Part, index: usize| match part {
            Part::Any => false,
            Part::Module(name, key) => {
                let step = module.0.get(index);
                step.is_some_and(|step| name.matches(&step.name) && key.matches(&step.key))
            }
            Part::Object {
                mode,
                type_name,
                name,
                key,
            } => object.filter(|_| index == module.0.len()).is_some_and(|object| {
                // Of an action the type is a part of the name, and no star goes across the dot between them.
                let dots = |name: &str| name.matches('.').count();
                let is_apart = type_name.literal() == Some("action")
                    && name.pieces.iter().map(|piece| dots(piece)).sum::<usize>() != dots(&object.name);
                *mode == object.mode
                    && !is_apart
                    && type_name.matches(&object.type_name)
                    && name.matches(&object.name)
                    && key.matches(&object.key)
            }),
        };
        let (mut part, mut index) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while index < length {
            match self.parts.get(part) {
                Some(Part::Any) => {
                    retry = Some((part, index));
                    part += 1;
                }
                Some(wanted) if one(wanted, index) => {
                    part += 1;
                    index += 1;
                }
                _ => {
                    let Some((any, from)) = retry else {
                        return false;
                    };
                    retry = Some((any, from + 1));
                    part = any + 1;
                    index = from + 1;
                }
            }
        }
        self.parts.iter().skip(part).all(|part| *part == Part::Any)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn patterns_mean_what_the_grammar_says() {
        for (pattern, hits, misses, reason) in [
            (
                "aws_x.y",
                &["aws_x.y", "aws_x.y[0]", r#"aws_x.y["a"]"#][..],
                &["aws_x.yy", "aws_xx.y", "data.aws_x.y", "module.a.aws_x.y"][..],
                "without wildcards: this resource with all its instances, in this module",
            ),
            (
                "aws_x.y[0]",
                &["aws_x.y[0]"],
                &["aws_x.y", "aws_x.y[1]", r#"aws_x.y["0"]"#],
                "an exact address; a text is no number",
            ),
            (
                r#"aws_x.y["a.b[0]\"c"]"#,
                &[r#"aws_x.y["a.b[0]\"c"]"#],
                &[r#"aws_x.y["a.b[0]c"]"#],
                "a key with everything that separates elsewhere",
            ),
            (
                "module.net[*].aws_subnet.*",
                &["module.net[0].aws_subnet.a", r#"module.net["eu"].aws_subnet.b[1]"#],
                &[
                    "module.net.aws_subnet.a",
                    "module.net[0].aws_vpc.a",
                    "module.net[0].module.x.aws_subnet.a",
                    "module.net[0].data.aws_subnet.a",
                ],
                "a key that must be there, a name that may be any",
            ),
            (
                r#"**.aws_db_instance.*["prod-*"]"#,
                &[
                    r#"aws_db_instance.a["prod-1"]"#,
                    r#"module.a["x"].module.b.aws_db_instance.main["prod-"]"#,
                ],
                &[
                    r#"aws_db_instance.a["dev-1"]"#,
                    "aws_db_instance.a",
                    "aws_db_instance.a[0]",
                    r#"data.aws_db_instance.a["prod-1"]"#,
                ],
                "any depth, also none; keys that begin so",
            ),
            (
                "module.sandbox.**",
                &[
                    "module.sandbox.aws_x.y",
                    r#"module.sandbox["a"].module.deep.data.aws_x.y[3]"#,
                    "module.sandbox.output.url",
                    "module.sandbox",
                ],
                &[
                    "module.sandbox2.aws_x.y",
                    "aws_x.sandbox",
                    "module.a.module.sandbox.aws_x.y",
                ],
                "everything in a module and below it, and the module itself",
            ),
            (
                "**",
                &[
                    "aws_x.y",
                    "module.a.data.t.n",
                    "check.health",
                    "module.a",
                    "no address at all",
                ],
                &[],
                "everything",
            ),
            (
                "**.module.db.**",
                &[
                    "module.db.t.n",
                    "module.a.module.db[0].module.b.t.n",
                    "module.a.module.db",
                ],
                &["module.a.t.db", "t.n"],
                "a module at any depth",
            ),
            (
                "module.*.aws_*.main",
                &["module.a.aws_x.main", "module.b[0].aws_.main"],
                &["aws_x.main", "module.a.module.b.aws_x.main", "module.a.google_x.main"],
                "one module; a star inside a name may stand for nothing",
            ),
            (
                "*.*",
                &["aws_x.y", "check.health"],
                &["data.aws_x.y", "module.a.aws_x.y"],
                "the root module",
            ),
            (
                "data.*.*",
                &["data.aws_x.y"],
                &["aws_x.y", "ephemeral.aws_x.y"],
                "data sources have a word of their own",
            ),
            (
                "ephemeral.*.*",
                &["ephemeral.a.b[0]"],
                &["a.b", "data.a.b"],
                "ephemeral resources too",
            ),
            (
                "check.health",
                &["check.health"],
                &["check.healthy", "output.health"],
                "a check",
            ),
            (
                "output.url*",
                &["output.url", "output.url_a"],
                &["output.a_url"],
                "outputs by name",
            ),
            (
                "module.m.check.x",
                &["module.m.check.x", "module.m[1].check.x"],
                &["check.x"],
                "a check in a module",
            ),
            (
                "module.net",
                &["module.net", "module.net[0]"],
                &["module.net.aws_x.y"],
                "the module call alone",
            ),
            (
                "aws_x.y[*]",
                &["aws_x.y[0]", r#"aws_x.y["a"]"#, "aws_x.y[*]"],
                &["aws_x.y"],
                "any key, also an unknown one",
            ),
            (
                r#"t.n["*"]"#,
                &[r#"t.n["a"]"#, r#"t.n[""]"#],
                &["t.n[0]", "t.n"],
                "keys of for_each only",
            ),
            (
                r#"t.n["a\*b"]"#,
                &[r#"t.n["a*b"]"#],
                &[r#"t.n["axb"]"#],
                "an escaped star is a star",
            ),
            (
                r#"t.n["a*b"]"#,
                &[r#"t.n["a*b"]"#, r#"t.n["ab"]"#, r#"t.n["a.x.b"]"#],
                &[r#"t.n["abc"]"#],
                "a star is not",
            ),
            (
                r#"t.n["*a*a*"]"#,
                &[r#"t.n["aa"]"#, r#"t.n["xaxax"]"#],
                &[r#"t.n["a"]"#],
                "each piece has a place of its own",
            ),
            (
                r#"t.n["ab*ba"]"#,
                &[r#"t.n["abba"]"#],
                &[r#"t.n["aba"]"#],
                "head and tail do not share a letter",
            ),
            (
                r#"t.n["\u00fc\n*"]"#,
                &[r#"t.n["ü\nx"]"#],
                &[r#"t.n["u\nx"]"#],
                "escapes as in addresses",
            ),
            (
                r#"t.n["$${*"]"#,
                &[r#"t.n["$${x"]"#],
                &[r#"t.n["{x"]"#],
                "doubled introducers as in addresses",
            ),
            (
                "provider.aws.lab",
                &["provider.aws.lab"],
                &["provider.aws", "provider.aws.live", "module.a.provider.aws.lab"],
                "of a provider the alias is a part of its name",
            ),
            (
                "**.provider.aws.l*",
                &["provider.aws.lab", "module.a.provider.aws.live"],
                &["provider.aws", "provider.acme.lab", "aws.lab"],
                "the alias by a wildcard",
            ),
            (
                "provider.aws",
                &["provider.aws"],
                &["provider.aws.lab"],
                "the one without an alias",
            ),
            (
                "action.t.n",
                &["action.t.n", r#"action.t.n["a.action.b"]"#],
                &["action.t.m", "module.a.action.t.n", "action.t", "t.n"],
                "of an action the type is a part of its name",
            ),
            (
                "module.a.**",
                &["module.a.action.t.n", "module.a[0].module.b.action.t.n[1]"],
                &["action.t.n", "module.b.action.t.n"],
                "an action is in a module",
            ),
            (
                r#"module.a["x"].action.*.n[0]"#,
                &[r#"module.a["x"].action.t.n[0]"#],
                &[r#"module.a["x"].action.t.n[1]"#, r#"module.a["y"].action.t.n[0]"#],
                "with keys",
            ),
            (
                "**.*.*",
                &["action.t.n", "module.a.action.t.n"],
                &["module.a"],
                "whatever has a name",
            ),
            (
                "action.n",
                &["action.n", "action.n[0]"],
                &["action.t.n"],
                "a resource of a type that is named so",
            ),
            ("größe.n", &["größe.n"], &["grösse.n"], "names of any letters"),
        ] {
            let pattern = Pattern::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            for hit in hits {
                assert!(pattern.matches_text(hit), "{pattern} misses {hit}: {reason}");
            }
            for miss in misses {
                assert!(!pattern.matches_text(miss), "{pattern} hits {miss}: {reason}");
            }
        }
    }

    #[test]
    fn no_pattern_makes_matching_slow() {
        let name = "a".repeat(20_000);
        let many = Pattern::parse(&format!(r#"t.n["{}b"]"#, "a*".repeat(2_000))).unwrap();
        let deep = Pattern::parse(&format!("{}t.n", "**.module.a.".repeat(200))).unwrap();
        let address = format!("{}t.m", "module.a.".repeat(400));
        let start = Instant::now();
        assert!(!many.matches_text(&format!(r#"t.n["{name}"]"#)), "no b at the end");
        assert!(!deep.matches_text(&address), "another name at the end");
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "far from the powers of two that backtracking takes"
        );
    }

    #[test]
    fn only_the_pattern_of_everything_is_everything() {
        for (text, everything, module) in [
            ("**", true, false),
            ("**.**", true, false),
            ("module.a.**", false, false),
            ("**.*.*", false, false),
            ("module.a", false, true),
            ("**.module.*[*]", false, true),
        ] {
            let pattern = Pattern::parse(text).unwrap();
            assert_eq!(
                (pattern.is_everything(), pattern.is_module()),
                (everything, module),
                "{text}"
            );
            assert_eq!(pattern.to_string(), text, "as written");
        }
    }

    proptest! {
        #[test]
        fn an_address_as_a_pattern_means_that_address(key in ".*", other in ".*") {
            let [one, two] = [&key, &other].map(|key| {
                let key = Key::Str(key.into());
                Address::from_parts(Some("module.a"), AddressMode::Managed, "t", "n", key).unwrap()
            });
            let pattern = Pattern::parse(&one.to_string()).unwrap();
            prop_assert!(pattern.matches(&one));
            // A star in the key only widens the pattern.
            prop_assert!(key.contains('*') || pattern.matches(&two) == (key == other));
        }
    }
}
