//! What to look for in the configuration, so that a finding about a plan or state gets a file and a line.

use crate::facts::ChangeKind;
use crate::facts::address::{Address, AddressMode, ModulePath};
use crate::facts::attribute_path::{PathStep, PathSteps};
use crate::lint::Finding;
use crate::tfjson::{ArgumentStep, DeclarationKind};

/// A declaration, and an argument in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sought {
    /// The names of the calls that lead from the root module to the module that declares it.
    pub module: Vec<String>,
    /// What kind of block declares it.
    pub kind: DeclarationKind,
    /// The block's labels, as in [`Declaration`](crate::tfjson::Declaration).
    pub labels: Vec<String>,
    /// The way to the argument; empty for the block as a whole.
    pub steps: Vec<ArgumentStep>,
    /// Whether what it is about leaves the state, so that a `removed` block may stand where no such block is.
    goes: bool,
}

impl Sought {
    /// What a finding is about; `None` when it is about no block.
    #[must_use]
    pub(crate) fn of(finding: &Finding) -> Option<Self> {
        let (path, own) = ModulePath::leading(finding.about.address.as_deref()?);
        let mut module: Vec<String> = path.0.into_iter().map(|step| step.name.into_owned()).collect();
        let (kind, labels) = if own.is_empty() {
            (DeclarationKind::Module, vec![module.pop()?])
        } else {
            block(own)?
        };
        let segments: Vec<_> = finding.pointer.segments().collect();
        let segments: Vec<&str> = segments.iter().map(|segment| &**segment).collect();
        Some(Self {
            goes: matches!(finding.about.kind, Some(ChangeKind::Delete | ChangeKind::Forget))
                && kind == DeclarationKind::Resource,
            module,
            kind,
            labels,
            steps: match &finding.attribute {
                Some(path) => of_path(path),
                None => of_pointer(&segments),
            },
        })
    }

    /// What a `removed` block of a module may name for it, where these calls lead from there to what declared it: the
    /// resource, and then the modules that it is in, the innermost first. Nothing where nothing left the state.
    #[must_use]
    pub(crate) fn removed_by(&self, calls: &[String]) -> Vec<String> {
        if !self.goes {
            return Vec::new();
        }
        let mut names: Vec<String> = Vec::new();
        let steps = calls.iter().map(|call| format!("module.{call}"));
        for step in steps.chain([self.labels.join(".")]) {
            names.push(match names.last() {
                Some(around) => format!("{around}.{step}"),
                None => step,
            });
        }
        names.reverse();
        names
    }
}

/// The block of an address in its module.
fn block(own: &str) -> Option<(DeclarationKind, Vec<String>)> {
    for (prefix, kind) in [
        ("output.", DeclarationKind::Output),
        ("var.", DeclarationKind::Variable),
        ("check.", DeclarationKind::Check),
        ("provider.", DeclarationKind::Provider),
    ] {
        if let Some(labels) = own.strip_prefix(prefix) {
            return Some((kind, labels.split('.').map(str::to_owned).collect()));
        }
    }
    let address = Address::parse(own).ok().filter(|_| !own.starts_with("action."))?;
    let kind = match address.mode {
        AddressMode::Managed => DeclarationKind::Resource,
        AddressMode::Data => DeclarationKind::Data,
        AddressMode::Ephemeral => DeclarationKind::Ephemeral,
    };
    Some((kind, vec![address.type_name.into_owned(), address.name.into_owned()]))
}

/// The steps of a path as people write it. They end where nobody can tell how it goes on.
fn of_path(path: &str) -> Vec<ArgumentStep> {
    let steps = PathSteps::new(path).map_while(|step| match step {
        PathStep::Name(name) => Some(ArgumentStep::Name(name.into_owned())),
        // There are no more elements than a number of this machine counts.
        PathStep::Index(index) => usize::try_from(index).ok().map(ArgumentStep::Number),
        PathStep::Any => Some(ArgumentStep::Any),
        PathStep::Unreadable => None,
    });
    steps.collect()
}

/// The steps to what a pointer into `configuration` leads to; none for another pointer.
fn of_pointer(segments: &[&str]) -> Vec<ArgumentStep> {
    match segments {
        ["configuration", "provider_config", _, "expressions", path @ ..] => of_segments(path),
        ["configuration", "root_module", rest @ ..] => in_module(rest),
        _ => Vec::new(),
    }
}

fn in_module(segments: &[&str]) -> Vec<ArgumentStep> {
    let name = |name: &str| ArgumentStep::Name(name.to_owned());
    match segments {
        ["module_calls", _, "module", rest @ ..] => in_module(rest),
        ["module_calls" | "resources", _, "expressions", path @ ..] => of_segments(path),
        ["resources", _, "provisioners"] => vec![name("provisioner")],
        ["resources", _, "provisioners", number, rest @ ..] => {
            let mut steps = vec![name("provisioner")];
            steps.extend(number.parse().map(ArgumentStep::Number));
            if let ["expressions", path @ ..] = rest {
                steps.extend(of_segments(path));
            }
            steps
        }
        ["outputs", _, "expression", ..] => vec![name("value")],
        ["variables", _, "default", ..] => vec![name("default")],
        _ => Vec::new(),
    }
}

/// Expressions stand under their names, those of nested blocks under numbers too.
fn of_segments(path: &[&str]) -> Vec<ArgumentStep> {
    path.iter()
        .take_while(|segment| !matches!(**segment, "constant_value" | "references"))
        .map(|segment| match segment.parse() {
            Ok(number) => ArgumentStep::Number(number),
            Err(_) => ArgumentStep::Name((*segment).to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Pointer;

    /// A step written down: `a`, `#0`, `*`.
    fn written(steps: &[ArgumentStep]) -> String {
        let words = steps.iter().map(|step| match step {
            ArgumentStep::Name(name) => name.clone(),
            ArgumentStep::Number(number) => format!("#{number}"),
            ArgumentStep::Any => "*".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn sought(address: &str, pointer: &str, attribute: Option<&str>) -> String {
        let pointer = Pointer::parse(pointer).unwrap();
        let mut finding = Finding::about_named(address, pointer, "");
        finding.attribute = attribute.map(str::to_owned);
        match Sought::of(&finding) {
            Some(sought) => format!(
                "{}|{:?}|{}|{}",
                sought.module.join("/"),
                sought.kind,
                sought.labels.join("."),
                written(&sought.steps)
            ),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn addresses_lead_to_blocks() {
        for (address, expected, why) in [
            ("aws_x.y", "|Resource|aws_x.y|", "a resource"),
            (r#"aws_x.y["a.b"]"#, "|Resource|aws_x.y|", "an instance of it"),
            (
                r#"module.a["module.z."].module.b[0].data.t.n"#,
                "a/b|Data|t.n|",
                "in modules",
            ),
            ("module.a.ephemeral.t.n", "a|Ephemeral|t.n|", "of another mode"),
            ("aws_x.y[*]", "|Resource|aws_x.y|", "all instances"),
            ("output.o", "|Output|o|", "an output"),
            ("module.a.var.v", "a|Variable|v|", "a variable"),
            ("check.c", "|Check|c|", "a check"),
            ("provider.aws", "|Provider|aws|", "a provider"),
            ("module.a.provider.aws.us", "a|Provider|aws.us|", "with an alias"),
            ("module.a.module.b", "a|Module|b|", "a call"),
            ("action.aws_lambda_invoke.notify", "nothing", "no block that is known"),
            ("no address", "nothing", "no address"),
            ("", "nothing", "nothing"),
        ] {
            assert_eq!(sought(address, "/resource_changes/0", None), expected, "{why}");
        }
    }

    #[test]
    fn attributes_and_pointers_lead_to_arguments() {
        let root = "/configuration/root_module";
        for (pointer, attribute, expected, why) in [
            ("/resource_changes/0", None, "", "a change"),
            ("/resource_changes/0", Some("a.b[0].c[]"), "a b #0 c *", "a path"),
            (
                "/resource_changes/0",
                Some(r#"t["a \"]\" b"].c"#),
                r#"t a "]" b c"#,
                "a key",
            ),
            ("/resource_changes/0", Some(r#"t["$${a}"]"#), "t ${a}", "as we write it"),
            (
                "/resource_changes/0",
                Some("a[…].b"),
                "a",
                "nobody knows how it goes on",
            ),
            ("/configuration/provider_config/aws", None, "", "a provider"),
            (
                "/configuration/provider_config/aws/expressions/secret_key/constant_value",
                None,
                "secret_key",
                "its argument",
            ),
            (
                &*format!("{root}/resources/0/expressions/a/1/b/constant_value"),
                None,
                "a #1 b",
                "in a nested block",
            ),
            (
                &*format!("{root}/resources/0/provisioners/1/expressions/command/constant_value"),
                None,
                "provisioner #1 command",
                "in a provisioner",
            ),
            (
                &*format!("{root}/resources/0/provisioners"),
                None,
                "provisioner",
                "all of them",
            ),
            (
                &*format!("{root}/module_calls/expressions/module/resources/0/expressions/a/references/0"),
                None,
                "a",
                "a call of that name",
            ),
            (
                &*format!("{root}/module_calls/m/expressions/input/constant_value"),
                None,
                "input",
                "an input",
            ),
            (&*format!("{root}/variables/v/default"), None, "default", "a default"),
            (
                &*format!("{root}/outputs/o/expression/constant_value"),
                None,
                "value",
                "a value",
            ),
        ] {
            let expected = format!("|Resource|t.n|{expected}");
            assert_eq!(sought("t.n", pointer, attribute), expected, "{why}");
        }
    }
}
