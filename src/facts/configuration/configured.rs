//! What the block behind a resource instance says about an attribute: a constant, references, or nothing.

use crate::facts::attribute_path::path_steps;
use crate::json::{self, Pointer};
use crate::tofu::{Argument, Block, ConfigResource, Expression, Map, Raw, Step, Text};

use super::arguments;
use super::declaration::{Declaration, Item};

/// The block that a resource instance was made from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ConfiguredResource<'m, 'a> {
    /// The block as the engine wrote it.
    pub wire: &'a ConfigResource<'a>,
    /// The block among all that is declared, for its module, its address and its references.
    pub declaration: Declaration<'m, 'a>,
}

/// What configuration says about one attribute.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Configured<'m, 'a> {
    /// Not written.
    Absent,
    /// Not seen, but it may be written where the document does not show it: in a `dynamic` block (§8.5) or below
    /// an argument that is nothing but `{}`.
    Maybe,
    /// Written as a constant; a raw `null` is one. Constants may be secrets, and nothing marks them.
    Constant(Raw<'a>),
    /// Written with these references, each followed by its shorter forms; of the whole argument, when the path goes on
    /// below it.
    References(&'m [Text<'a>]),
    /// Written, and nothing is known of it: a function of constants, or a block without arguments.
    Empty,
    /// A nested block, or a list of them.
    Block,
}

impl<'m, 'a> ConfiguredResource<'m, 'a> {
    /// Where the block stands in the document.
    #[must_use]
    pub fn pointer(self) -> Pointer {
        let index = match self.declaration.entry().map(|declared| &declared.item) {
            Some(Item::Resource { index, .. }) => *index,
            _ => 0,
        };
        let module = self.declaration.module().object_pointer();
        module.key("resources").index(index)
    }

    /// What is written at a path such as `kms_master_key_id` or `rule[0].status`.
    ///
    /// A last step that is a name asks for an argument, which no `dynamic` block can hide. Whoever asks if there is
    /// a block writes an index: `versioning[0]`. Indices count the blocks as written, which is not the order of values
    /// in a set.
    #[must_use]
    pub fn argument(self, path: &str) -> Configured<'m, 'a> {
        path_steps(path).map_or(Configured::Maybe, |steps| written(self.block(), &steps))
    }

    /// Whether a name is written as a nested block, or as an argument; `None` when it is not written, or when nobody
    /// can say.
    #[must_use]
    pub fn is_block(self, name: &str) -> Option<bool> {
        match self.block().get(name)? {
            Argument::Block(_) | Argument::Blocks(_) => Some(true),
            Argument::Expression(_) => Some(false),
            Argument::Empty => None,
        }
    }

    /// Whether it sets an argument or a block of that name.
    #[must_use]
    pub fn sets(self, name: &str) -> bool {
        self.block().get(name).is_some()
    }

    /// The names of the arguments that it sets, nested blocks left out.
    pub(crate) fn arguments(self) -> impl Iterator<Item = &'a str> {
        let set = self.block().arguments();
        set.filter_map(|(name, argument)| matches!(argument, Argument::Expression(_)).then_some(name.as_str()))
    }

    /// The arguments.
    pub(in crate::facts) fn block(self) -> &'a Block<'a> {
        arguments(self.wire.expressions.as_ref())
    }
}

fn written<'m, 'a>(mut block: &'m Block<'a>, mut steps: &[Step<'_>]) -> Configured<'m, 'a> {
    loop {
        let (name, rest) = match steps {
            [] => return Configured::Block,
            [Step::Key(name), rest @ ..] => (name, rest),
            _ => return Configured::Maybe,
        };
        let Some(argument) = block.get(name) else {
            return if rest.is_empty() {
                Configured::Absent
            } else {
                Configured::Maybe
            };
        };
        (block, steps) = match (argument, rest) {
            (Argument::Empty, []) => return Configured::Empty,
            (Argument::Expression(expression), rest) => return known(expression, rest),
            (Argument::Block(_) | Argument::Blocks(_), []) => return Configured::Block,
            (Argument::Block(block), [Step::Index(0), rest @ ..] | rest) => (block, rest),
            (Argument::Blocks(blocks), [Step::Index(index), rest @ ..]) => {
                match usize::try_from(*index).ok().and_then(|index| blocks.get(index)) {
                    Some(block) => (block, rest),
                    None => return Configured::Maybe,
                }
            }
            (Argument::Empty | Argument::Blocks(_), _) => return Configured::Maybe,
        };
    }
}

/// What an expression says about what is `steps` below it. In JSON syntax a template is a constant and has references.
fn known<'m, 'a>(expression: &'m Expression<'a>, steps: &[Step<'_>]) -> Configured<'m, 'a> {
    if !expression.references.is_empty() {
        return Configured::References(&expression.references);
    }
    let Some(mut raw) = expression.constant_value else {
        return if steps.is_empty() {
            Configured::Empty
        } else {
            Configured::Maybe
        };
    };
    for step in steps {
        if raw.is_null() {
            return Configured::Absent;
        }
        let below = match step {
            Step::Key(key) => json::decode::<Map<'a, Raw<'a>>>(raw.text()).map(|object| object.get(key).copied()),
            Step::Index(index) => json::decode::<Vec<Raw<'a>>>(raw.text())
                .map(|list| usize::try_from(*index).ok().and_then(|index| list.get(index).copied())),
            Step::Other(_) => return Configured::Maybe,
        };
        match below {
            Ok(Some(below)) => raw = below,
            Ok(None) => return Configured::Absent,
            Err(_) => return Configured::Maybe,
        }
    }
    Configured::Constant(raw)
}

#[cfg(test)]
mod tests {
    use crate::facts::configuration::modules::Modules;

    use super::*;

    fn look(expressions: &str, path: &str) -> String {
        let resource = format!(r#"{{"address":"t.n"{expressions}}}"#);
        let json = format!(r#"{{"root_module":{{"resources":[{resource}]}}}}"#);
        let configuration = json::decode(&json).unwrap();
        let modules = Modules::new(&configuration, Pointer::root());
        let resource = modules.declaration("t.n").and_then(Declaration::resource).unwrap();
        match resource.argument(path) {
            Configured::Constant(raw) => raw.text().to_owned(),
            Configured::References(list) => list.iter().map(Text::as_str).collect::<Vec<_>>().join(" "),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn arguments_are_told_from_blocks() {
        let block = r#","expressions":{
            "constant":{"constant_value":{"a":{"b c":[1,{"d":true}]},"n":null}},
            "reference":{"references":["var.x.y","var.x"]},
            "json":{"constant_value":"${var.v}","references":["var.v"]},
            "null":{"constant_value":null},
            "empty":{},
            "none":{"references":[]},
            "single":{"x":{"constant_value":1}},
            "labels":{"a.b":{"x":{"constant_value":2}}},
            "list":[{"x":{"constant_value":3}},{"in":[{"y":{"references":["each.key"]}}]}],
            "no_blocks":[]}"#;
        for (path, expected, why) in [
            ("constant.n", "null", "in a constant"),
            (r#"constant.a["b c"][1].d"#, "true", "deep in a constant"),
            ("constant.a.z", "Absent", "a constant hides nothing"),
            ("constant.n.z", "Absent", "nothing is in null"),
            ("constant.a[0]", "Maybe", "an index of an object: whoever asks is wrong"),
            ("reference", "var.x.y var.x", "references"),
            ("reference.z[0]", "var.x.y var.x", "what is in it comes from the same"),
            ("json", "var.v", "in JSON syntax the constant is the template"),
            ("null", "null", "the constant null is written"),
            ("empty", "Empty", "a function of constants, or a block"),
            ("empty.x", "Maybe", "nothing is known of it"),
            ("none", "Empty", "no reference is not a reference"),
            ("single", "Block", "a block"),
            ("single.x", "1", "in a single block"),
            ("single[0].x", "1", "values of some providers make it a list"),
            ("single.z", "Absent", "not written in the block"),
            (r#"labels["a.b"].x"#, "2", "blocks by label"),
            ("list", "Block", "a list of blocks"),
            ("list[0]", "Block", "one of them"),
            ("list[0].x", "3", "in the first"),
            ("list[0].z", "Absent", "not written in it"),
            ("list[1].in[0].y", "each.key", "in a block of a block"),
            ("list[2].x", "Maybe", "a dynamic block may follow"),
            ("list.x", "Maybe", "in which of them is not said"),
            ("no_blocks[0]", "Maybe", "a dynamic block"),
            ("missing", "Absent", "an argument that is not there"),
            ("missing[0]", "Maybe", "as a block it may be dynamic"),
            ("missing[0].x", "Maybe", "as a block it may be dynamic"),
            ("missing.x", "Maybe", "as a block it may be dynamic"),
            ("", "Block", "the resource itself"),
            ("a..b", "Maybe", "no path"),
        ] {
            assert_eq!(look(block, path), expected, "{why}: {path}");
        }
        assert_eq!(look("", "x"), "Absent", "no expressions: no arguments");
        assert_eq!(look("", "x[0]"), "Maybe", "no expressions: perhaps dynamic blocks");
    }

    #[test]
    fn debug_prints_no_constant() {
        let json =
            r#"{"root_module":{"resources":[{"address":"t.n","expressions":{"x":{"constant_value":"hunter2"}}}]}}"#;
        let configuration = json::decode(json).unwrap();
        let modules = Modules::new(&configuration, Pointer::root());
        let resource = modules.declaration("t.n").and_then(Declaration::resource).unwrap();
        let said = format!("{:?} {resource:?} {modules:?}", resource.argument("x"));
        assert!(said.contains("Constant") && !said.contains("hunter2"), "{said}");
    }
}
