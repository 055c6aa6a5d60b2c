//! What values that are not known yet come from, in words: for people, and for comparing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::Facts;
use crate::facts::attr::{Attr, Object};
use crate::facts::attribute_path::{path_steps, path_text};
use crate::facts::change::ResourceChange;
use crate::facts::fingerprint::untold;
use crate::facts::outputs::{MarkChange, OutputChange};
use crate::facts::secrecy::marks::marks_anything;
use crate::facts::secrecy::named::Names;
use crate::json::{Kind, ReadError, scan};
use crate::order;
use crate::tofu::{Step, Text};

use super::arguments;
use super::declaration::{Declaration, DeclarationKind};
use super::given::{self, Given};
use super::providers::Provider;
use super::reference::{Reference, Target};
use super::references::References;
use super::upstream::{MOST_FOLLOWED, Origin};

/// How many names people read.
const MOST_NAMES: usize = 20;

impl<'a> Facts<'a> {
    /// What an attribute of a change waits for, from the references in its configuration, the nearest first:
    /// `aws_kms_key.main.arn`. An empty path asks for the whole block. Empty when the configuration does not tell; a
    /// long list ends with `and 7 more`, or with `and more` when nobody counted.
    #[must_use]
    pub fn waits_for(&self, change: &ResourceChange<'_>, path: &str) -> Vec<String> {
        named(self.nearest(change, path))
    }

    /// What the value of an output comes from, as [`waits_for`](Self::waits_for) tells it of an attribute.
    #[must_use]
    pub(crate) fn output_comes_from(&self, output: &OutputChange<'_>) -> Vec<String> {
        let all = self.modules();
        let root = all.module_of("");
        let Some(at) = root.and_then(|root| all.find(root, DeclarationKind::Output, output.name)) else {
            return Vec::new();
        };
        let references = all.references();
        named(references.nearest(&references.asked(Declaration { all, at }, "value")))
    }

    /// What an argument of a provider comes from, as [`waits_for`](Self::waits_for) tells it of an attribute.
    #[must_use]
    pub(crate) fn provider_waits_for(&self, provider: &Provider<'a>, argument: &str) -> Vec<String> {
        let all = self.modules();
        let module = provider.wire.module_address.as_deref().unwrap_or_default();
        let Some(module) = all.module_of(module) else {
            return Vec::new();
        };
        let written = Reference::all_of(all, module, arguments(provider.wire.expressions.as_ref()));
        let path = [Step::Key(Text::new(argument))];
        let asked: Vec<_> = written.iter().filter(|reference| reference.is_about(&path)).collect();
        named(all.references().nearest(&asked))
    }

    /// What several attributes wait for together, in the order of names.
    #[must_use]
    pub(crate) fn all_wait_for<'p>(
        &self,
        change: &ResourceChange<'_>,
        paths: impl IntoIterator<Item = &'p str>,
    ) -> Vec<String> {
        let (mut names, mut all_told) = (BTreeSet::new(), true);
        for path in paths {
            let (origins, is_all) = self.nearest(change, path);
            names.extend(origins.iter().map(Origin::text));
            all_told &= is_all;
        }
        let count = names.len();
        ending(names.into_iter().take(MOST_NAMES).collect(), count, all_told)
    }

    fn nearest(&self, change: &ResourceChange<'_>, path: &str) -> (Vec<Origin<'_, 'a>>, bool) {
        let Some(resource) = self.configured(change) else {
            return (Vec::new(), true);
        };
        let references = self.modules().references();
        references.nearest(&references.asked(resource.declaration, path))
    }
}

/// The first names of these, which are all or not.
fn named((origins, is_all): (Vec<Origin<'_, '_>>, bool)) -> Vec<String> {
    let names = origins.iter().take(MOST_NAMES).map(Origin::text).collect();
    ending(names, origins.len(), is_all)
}

/// The names that are told of so many, with words for the others.
fn ending(mut names: Vec<String>, of: usize, is_all: bool) -> Vec<String> {
    match of - names.len() {
        _ if !is_all && names.is_empty() => names.push("what many references lead to".to_owned()),
        _ if !is_all => names.push("and more".to_owned()),
        0 => {}
        more => names.push(format!("and {more} more")),
    }
    names
}

/// What the values come from that a plan leaves unknown: two plans that cannot tell a value may still mean different
/// ones.
#[derive(Debug, Default)]
pub(in crate::facts) struct Origins {
    /// By block and attribute: a block may have many instances.
    of_attributes: BTreeMap<(usize, String), Vec<Written>>,
    /// By output of the root module.
    of_outputs: BTreeMap<usize, Vec<Written>>,
    /// What stands between, by its name: what that is given in turn. Many attributes may come from it, and would have
    /// to name all that is behind it.
    pub(in crate::facts) between: BTreeMap<String, String>,
}

/// An argument that refers to something.
#[derive(Debug)]
struct Written {
    /// The way to it: `ingress[0].cidr_blocks`.
    argument: String,
    /// What it refers to, in the order of the source and nothing left out: another order is another expression.
    refers_to: Vec<String>,
}

impl Written {
    fn told(&self, refers_to: &[String]) -> (String, String) {
        (format!("({} comes from)", self.argument), refers_to.join(", "))
    }
}

/// What the values come from that a change leaves open, by argument. Nothing of what configuration is silent about.
pub(in crate::facts) fn of_change<'a>(
    facts: &Facts<'a>,
    change: &ResourceChange<'a>,
) -> Result<BTreeMap<String, String>, ReadError> {
    let known = of_all(facts)?;
    let attributes = untold(facts, change)?;
    let written = attributes.iter().flat_map(|attribute| {
        let written = known.of_attributes.get(attribute).into_iter().flatten();
        written.map(|written| (attribute.1.as_str(), written))
    });
    let in_any_order = written.clone().filter(|(_, written)| written.refers_to.len() > 1);
    let in_part = known_parts(change, &order::set(in_any_order.map(|(name, _)| name)))?;
    let in_part = order::map(in_part.root().entries());
    let named = written.map(|(name, written)| {
        let is_in_order = in_part.get(name).is_none_or(|value| tell_the_order(*value, written));
        if is_in_order {
            written.told(&written.refers_to)
        } else {
            let mut sorted = written.refers_to.clone();
            order::sort(&mut sorted);
            written.told(&sorted)
        }
    });
    Ok(order::map(named))
}

/// What the value of an output comes from, if the plan leaves it open.
pub(in crate::facts) fn of_output(
    facts: &Facts<'_>,
    output: &OutputChange<'_>,
) -> Result<BTreeMap<String, String>, ReadError> {
    let known = of_all(facts)?;
    let written = open_output(facts, output).and_then(|declaration| known.of_outputs.get(&declaration.at));
    let told = written
        .into_iter()
        .flatten()
        .map(|written| written.told(&written.refers_to));
    Ok(order::map(told))
}

/// The declaration of an output whose value the plan leaves open, or that was a secret and is shown from now on: what was
/// secret no text may tell.
fn open_output<'f, 'a>(facts: &'f Facts<'a>, output: &OutputChange<'_>) -> Option<Declaration<'f, 'a>> {
    let all = facts.modules();
    let is_unknown = output.wire.after_unknown.is_some_and(marks_anything);
    let is_open = output.is_change() && (is_unknown || output.mark_change == Some(MarkChange::Lost));
    let at = all
        .find(all.module_of("")?, DeclarationKind::Output, output.name)
        .filter(|_| is_open)?;
    Some(Declaration { all, at })
}

/// Of these attributes of a change those of which parts are known, read once for all of them.
fn known_parts<'a>(change: &ResourceChange<'a>, attributes: &BTreeSet<&str>) -> Result<Object<'a>, ReadError> {
    let Some(after) = change.wire.change.after.filter(|_| !attributes.is_empty()) else {
        return Ok(Object::default());
    };
    let in_part = known_in_part(change);
    let is_asked = |name: &str| in_part.contains(name) && attributes.contains(name);
    let members = scan::members(after.text(), 0).filter(|member| is_asked(&member.key));
    let members: Vec<_> = members.collect();
    Object::of_members(Some(after), change.wire.change.after_unknown, None, &members)
}

/// Whether engines write the references of an argument in one order. Where a provider takes blocks like an argument,
/// those of one block stand in another order each time that the plan is shown, and nothing tells where the next block
/// begins (§2.11). An element that is unknown in a part refers to something: if there are no more references than such
/// elements, each has one. The value is that of the attribute which the way to the argument begins with.
fn tell_the_order(value: Attr<'_, '_>, written: &Written) -> bool {
    let count = written.refers_to.len();
    let Some(steps) = path_steps(&written.argument).filter(|_| count > 1) else {
        return true;
    };
    let mut places = vec![value];
    for step in steps.iter().skip(1) {
        places = match step {
            Step::Key(key) => places.into_iter().map(|place| place.get(key)).collect(),
            // Indices of sets are not those of blocks.
            Step::Index(_) | Step::Other(_) => places.into_iter().flat_map(Attr::items).collect(),
        };
    }
    let elements = || places.iter().flat_map(|place| place.items());
    let are_blocks = elements().any(|element| element.kind() == Some(Kind::Object));
    !are_blocks || places.len() == 1 && elements().filter(|element| element.may_hold_unknown()).count() == count
}

/// The attributes that are unknown in parts alone.
fn known_in_part<'a>(change: &ResourceChange<'a>) -> BTreeSet<Cow<'a, str>> {
    let unknown = change.wire.change.after_unknown.map_or("", |unknown| unknown.text());
    let members = scan::members(unknown, 0).filter(|member| {
        let value = unknown.get(member.value_start..);
        value.is_some_and(|value| value.starts_with(['[', '{']))
    });
    order::set(members.map(|member| member.key))
}

/// The values behind what changes leave open, by reference: variables, constants, and what objects have that stay.
pub(in crate::facts) fn given<'a>(facts: &Facts<'a>) -> Result<BTreeMap<String, Given<'a>>, ReadError> {
    let mut attributes: BTreeMap<usize, BTreeMap<String, bool>> = BTreeMap::new();
    let all = facts.modules();
    let mut opened: BTreeMap<usize, bool> = BTreeMap::new();
    for change in facts.changes_with_deferred() {
        let known_in_part = known_in_part(change);
        for (at, name) in untold(facts, change)? {
            let is_marked = change.marks().is_some_and(|marks| !marks.get(&name).is_off());
            let is_secret = is_marked || Names::Any.has(&name);
            let block = Declaration { all, at };
            // What is left open in parts and written nowhere, as `dynamic` blocks are not (§8.5).
            let is_written = block.resource().is_none_or(|resource| resource.sets(&name));
            if !is_written && known_in_part.contains(&*name) {
                *opened.entry(block.module().at).or_default() |= is_secret;
            }
            *attributes.entry(at).or_default().entry(name).or_default() |= is_secret;
        }
    }
    let references = all.references();
    let each = attributes
        .iter()
        .flat_map(|(at, names)| names.iter().map(move |(name, is_secret)| (*at, name, *is_secret)));
    let asked = each.flat_map(|(at, name, is_secret)| {
        let asked = references.asked(Declaration { all, at }, name);
        asked.into_iter().map(move |reference| (reference, is_secret))
    });
    let outputs = facts
        .outputs
        .iter()
        .filter_map(|output| Some((open_output(facts, output)?, output.sensitive)));
    let of_outputs = outputs.flat_map(|(output, is_secret)| {
        let asked = references.asked(output, "value");
        asked.into_iter().map(move |reference| (reference, is_secret))
    });
    let mut sources = references.sources_with(asked.chain(of_outputs), opened);
    for (at, names) in &attributes {
        sources.written(Declaration { all, at: *at }, names);
    }
    given::of(facts, sources)
}

/// Those of all changes of a plan.
pub(in crate::facts) fn of_all<'f>(facts: &'f Facts<'_>) -> Result<&'f Origins, ReadError> {
    if let Some(known) = facts.origins.get() {
        return Ok(known);
    }
    let mut known = Origins::default();
    let mut targets = Vec::new();
    let references = facts.modules().references();
    let all = facts.modules();
    for change in facts.changes_with_deferred() {
        for (at, name) in untold(facts, change)? {
            known.of_attributes.entry((at, name)).or_insert_with_key(|(at, name)| {
                let asked = references.asked(Declaration { all, at: *at }, name);
                targets.extend(asked.iter().map(|reference| reference.target));
                references.written(asked.into_iter())
            });
        }
    }
    for output in facts.outputs.iter().filter_map(|output| open_output(facts, output)) {
        let asked = references.asked(output, "value");
        targets.extend(asked.iter().map(|reference| reference.target));
        known
            .of_outputs
            .insert(output.at, references.written(asked.into_iter()));
    }
    known.between = references.between(targets);
    Ok(facts.origins.get_or_init(|| known))
}

/// What a change leaves open, each with the number of its block.
fn untold<'a>(facts: &Facts<'a>, change: &ResourceChange<'a>) -> Result<Vec<(usize, String)>, ReadError> {
    let Some((block, names)) = untold::attributes(facts, change)? else {
        return Ok(Vec::new());
    };
    let names = names.into_iter();
    Ok(names.map(|name| (block.declaration.at, name.into_owned())).collect())
}

impl<'m, 'a> References<'m, 'a> {
    /// Where these lead, the nearest first, and whether that is all.
    fn nearest(self, asked: &[&'m Reference<'a>]) -> (Vec<Origin<'m, 'a>>, bool) {
        let mut upstream = self.upstream(asked.iter().copied(), MOST_FOLLOWED);
        (upstream.by_ref().collect(), upstream.is_all)
    }

    /// All that these targets are given, and what they are given it from, each by its name.
    fn between(self, mut open: Vec<Target>) -> BTreeMap<String, String> {
        let mut seen = BTreeSet::new();
        let mut between = BTreeMap::new();
        while let Some(target) = open.pop() {
            if self.origin_kind(target).is_some() || !seen.insert(target) {
                continue;
            }
            let name = match target {
                Target::Declared(at) => self.declaration(at).address(),
                Target::Outputs(at) => {
                    open.extend(self.outputs(at).map(Target::Declared));
                    continue;
                }
                Target::Repetition(at) => format!("{} for_each", self.declaration(at).address()),
                Target::Contents(_) | Target::Local | Target::Missing | Target::Outside => continue,
            };
            let given: Vec<_> = self.behind(target).map(|reference| self.text(reference)).collect();
            if !given.is_empty() {
                between.insert(name, given.join(", "));
                open.extend(self.behind(target).map(|reference| reference.target));
            }
        }
        between
    }

    /// By argument what references are written for, which stand in the order of the document.
    fn written(self, references: impl Iterator<Item = &'m Reference<'a>>) -> Vec<Written> {
        // Those of one expression share the way to it.
        let is_beside = |one: &Reference<'_>, before: Option<&Reference<'_>>| {
            before.is_some_and(|before| Arc::ptr_eq(&one.argument, &before.argument))
        };
        let mut written: Vec<Written> = Vec::new();
        let mut before: Option<&Reference<'_>> = None;
        for reference in references {
            match written.last_mut().filter(|_| is_beside(reference, before)) {
                Some(last) => last.refers_to.push(self.text(reference)),
                None => written.push(Written {
                    argument: path_text(&reference.argument),
                    refers_to: vec![self.text(reference)],
                }),
            }
            before = Some(reference);
        }
        written
    }

    /// A reference from the root.
    fn text(self, reference: &Reference<'_>) -> String {
        self.modules.at(reference.module).absolute(&reference.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Sensitive;
    use crate::tofu::Plan;

    fn with<T>(origins: usize, more: &str, ask: impl FnOnce(&Facts<'_>) -> T) -> T {
        let references: Vec<_> = (0..origins).map(|i| format!(r#""t.r{i:03}.id","t.r{i:03}""#)).collect();
        let resources: Vec<_> = (0..origins).map(|i| format!(r#"{{"address":"t.r{i:03}"}}"#)).collect();
        let json = format!(
            r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.a","mode":"managed","type":"t","name":"a",
            "change":{{"actions":["create"],"before":null,"after":{{}},"after_unknown":{{"x":true,"y":true}}}}}}],
            "configuration":{{"root_module":{{
            "resources":[{{"address":"t.b"}},{{"address":"t.a","mode":"managed","type":"t","name":"a",
                "expressions":{{"x":{{"references":["t.b.id","t.b","module.n.o","module.n"]}},"y":{{"references":[{more}]}}}}}}],
            "module_calls":{{
                "n":{{"expressions":{{"v":{{"references":["module.m.o","module.m"]}}}},
                    "module":{{"variables":{{"v":{{}}}},"outputs":{{"o":{{"expression":{{"references":["var.v"]}}}}}}}}}},
                "m":{{"module":{{"outputs":{{"o":{{"expression":{{"references":[{}]}}}}}},"resources":[{}]}}}}}}}}}}}}"#,
            references.join(","),
            resources.join(","),
        );
        let plan: Plan<'_> = serde_json::from_str(&json).unwrap();
        ask(&Facts::of_plan(&plan, None).unwrap())
    }

    #[test]
    fn long_lists_end_with_a_count() {
        let name = |i: usize| format!("module.m.t.r{i:03}.id");
        let near = |count| ["t.b.id".to_owned()].into_iter().chain((0..count).map(name)).collect();
        for (origins, told, end, why) in [
            (19, near(19), None, "as many as people read"),
            (20, near(19), Some("and 1 more"), "one more"),
            (
                252,
                near(19),
                Some("and 233 more"),
                "as many as are followed, with those between",
            ),
            (253, near(19), Some("and more"), "one more"),
        ] {
            let mut wanted: Vec<String> = told;
            wanted.extend(end.map(str::to_owned));
            with(origins, "", |facts| {
                assert_eq!(facts.waits_for(&facts.changes[0], "x"), wanted, "{why}");
            });
        }
        with(20, r#""module.m.o","local.l""#, |facts| {
            let told = facts.all_wait_for(&facts.changes[0], ["x", "y"]);
            let wanted = ["local.l".to_owned()].into_iter().chain((0..19).map(name));
            let wanted: Vec<_> = wanted.chain(["and 2 more".to_owned()]).collect();
            assert_eq!(told, wanted, "in the order of names, what both wait for once");
        });
        let lead_nowhere = vec![r#""path.module""#; MOST_FOLLOWED + 1].join(",");
        with(1, &lead_nowhere, |facts| {
            let told = facts.waits_for(&facts.changes[0], "y");
            assert_eq!(
                told,
                ["what many references lead to"],
                "it is not known whether there is any"
            );
        });
    }

    #[test]
    fn what_stands_between_is_said_once() {
        let said = |origins| {
            with(origins, "", |facts| {
                let statements = facts.statements(Sensitive::Compared).unwrap();
                let waited_for = statements.iter().filter(|statement| statement.does == "is waited for");
                let own = statements[0].values["(x comes from)"].shown.clone();
                let between = waited_for.map(|statement| {
                    let given = &statement.values["(comes from)"].shown;
                    format!("{}: {} of {given:.20}", statement.about, given.split(", ").count())
                });
                (own, between.collect::<Vec<_>>())
            })
        };
        for count in [2, 300] {
            let (own, between) = said(count);
            assert_eq!(own, "t.b.id, module.n.o", "as it is written");
            let wanted = [
                format!("module.m.output.o: {count} of module.m.t.r000.id, "),
                "module.n.output.o: 1 of module.n.var.v".to_owned(),
                "module.n.var.v: 1 of module.m.o".to_owned(),
            ];
            assert_eq!(between, wanted);
        }
    }

    #[test]
    fn what_is_far_behind_counts_in_a_fingerprint() {
        let fingerprint = |origins| with(origins, "", |facts| facts.fingerprint(None).unwrap());
        for (origins, why) in [(2, "a short list"), (300, "a long one"), (252, "one that becomes long")] {
            assert_ne!(fingerprint(origins), fingerprint(origins + 1), "{why}");
        }
    }

    #[test]
    fn what_is_shown_from_now_on_is_known_by_what_it_comes_from() {
        let fingerprint = |lost: bool, output: &str, attribute: &str| {
            let before = if lost { r#"{"x":true}"# } else { "{}" };
            let json = format!(
                r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.a","mode":"managed","type":"t","name":"a",
                "change":{{"actions":["update"],"before":{{"x":"old-secret-1","y":1}},"after":{{"x":"new-secret-1","y":2}},
                "after_unknown":{{}},"before_sensitive":{before},"after_sensitive":{{}}}}}}],"output_changes":{{"o":{{
                "actions":["update"],"before":"old-secret-2","after":"new-secret-2","after_unknown":false,
                "before_sensitive":{lost},"after_sensitive":false}}}},"configuration":{{"root_module":{{
                "outputs":{{"o":{{"expression":{{"references":["{output}"]}}}}}},"resources":[{{"address":"t.a",
                "mode":"managed","type":"t","name":"a","expressions":{{"x":{{"references":["{attribute}"]}}}}}}],
                "variables":{{"a":{{}},"b":{{}}}}}}}}}}"#
            );
            let plan: Plan<'_> = serde_json::from_str(&json).unwrap();
            Facts::of_plan(&plan, None).unwrap().fingerprint(None).unwrap()
        };
        let lost = fingerprint(true, "var.a", "var.a");
        assert_ne!(lost, fingerprint(true, "var.b", "var.a"), "an output");
        assert_ne!(lost, fingerprint(true, "var.a", "var.b"), "an attribute");
        let open = fingerprint(false, "var.a", "var.a");
        assert_eq!(open, fingerprint(false, "var.b", "var.b"), "what is open tells itself");
    }
}
