//! What protects things by their names, and covers fewer of them than before.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange, Truth};
use crate::lint::{ChangeView, Context, Finding, Level};
use crate::rules::data::cover::{Cover, Thing, Uncovered, texts};
use crate::rules::data::guards::protection;
use crate::words::shortened;

/// Of more names than these only the first ones are told.
const TOLD: usize = 5;

/// Objects that stay, or are made again for the same thing, and do not cover any more what they covered.
pub(super) fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // By type, and the path of what is covered.
    let (mut others, mut named) = (BTreeMap::new(), BTreeMap::new());
    let left = Cell::new(MOST_ASKED);
    for change in &context.facts.changes {
        let changes = matches!(change.fate, Fate::Update | Fate::Replace(_)) && change.managed();
        if changes && change.wire.deposed().is_none() {
            findings.extend(of_change(context, change, &mut others, &mut named, &left));
        }
    }
}

fn of_change<'c, 'a>(
    context: &Context<'c, 'a>,
    change: &'c ResourceChange<'a>,
    others: &mut BTreeMap<(&'c str, &'static str), Others<'c, 'a>>,
    named: &mut ByType<'c, 'a>,
    left: &Cell<usize>,
) -> Option<Finding> {
    let covers = protection().covers(change.type_name());
    if covers.is_empty() {
        return None;
    }
    let view = ChangeView::new(change);
    let (mut says, mut waits): (Vec<String>, Vec<&str>) = Default::default();
    let mut first = None;
    for cover in covers {
        if !cover.paths().any(|path| view.may_differ(path))
            || !cover.only_beside.allows(view.before())
            || moves(cover, &view)
        {
            continue;
        }
        if is_told_of_the_whole(cover, &view) {
            continue;
        }
        let mut uncovered = cover.uncovered(view.before(), view.after());
        if let Some(path) = cover.path.as_deref().filter(|_| !uncovered.is_nothing()) {
            let others = others
                .entry((change.type_name(), path))
                .or_insert_with(|| Others::of(&context.facts.changes, change.type_name(), cover));
            uncovered.retain(|text| !others.cover(&view, cover, text, left));
        }
        if !uncovered.lost.is_empty() {
            for thing in &cover.things {
                let named = named_by(context, named, &thing.r#type, &thing.name);
                uncovered
                    .lost
                    .retain(|(text, _)| !is_gone(cover, thing, named, &view, text));
            }
            if let Some(branch) = default_branch(context, named, cover, &view) {
                let is_same = |text: &str| match text {
                    DEFAULT => cover.has(view.after(), &branch),
                    text => text == branch && cover.has(view.after(), DEFAULT),
                };
                uncovered.lost.retain(|(text, _)| !is_same(text));
            }
        }
        if let Some(path) = &uncovered.waits {
            waits.extend(cover.paths().filter(|one| one == path));
        }
        let told = told(cover, &uncovered);
        if !told.is_empty() {
            first.get_or_insert(cover);
            says.extend(told);
        }
    }
    let help = "keep what it covers, or say in the change why that needs no protection any more";
    let finding = if let Some(cover) = first {
        let finding = Finding::about(change, format!("protects less: {}", says.join(", ")));
        let at = cover.paths().next().unwrap_or_default();
        finding.at(at).why(&*cover.words)
    } else {
        let path = waits.first()?;
        let paths = waits.iter().map(|path| path.replace("[]", "")).collect::<Vec<_>>();
        Finding::about(change, format!("may protect less: {}", paths.join(", ")))
            .at(path)
            .why("what it covers is known only after apply")
            .unknown(
                context
                    .facts
                    .waits_for(change, &path.trim_end_matches("[]").replace("[]", "[0]")),
            )
    };
    // What else protects the same, under names that only the service can compare, is not always in the plan.
    Some(finding.help(help).at_most(Level::Warning))
}

/// Whether it is made again for something else, which is told of it as a whole.
fn moves(cover: &Cover, view: &ChangeView<'_, '_>) -> bool {
    let is_other = |within: &String| view.before().get(within).equals(view.after().get(within)) == Truth::False;
    matches!(view.change.fate, Fate::Replace(_)) && cover.within.as_ref().is_some_and(is_other)
}

/// Whether the block is gone in which the names stood, of which [`super::protection_removed`] tells.
fn is_told_of_the_whole(cover: &Cover, view: &ChangeView<'_, '_>) -> bool {
    let Some(path) = &cover.path else { return false };
    let mut attributes = protection().attributes(view.change.type_name());
    attributes.any(|whole| {
        let is_within = path.strip_prefix(&whole.path).is_some_and(|rest| rest.starts_with('.'));
        is_within && view.after().at_path(&whole.path).is_empty() && !view.before().at_path(&whole.path).is_empty()
    })
}

/// The objects of a type by their names before the plan.
type Named<'c, 'a> = BTreeMap<String, Vec<&'c ResourceChange<'a>>>;

/// The objects of several types by their names; the key is the type, and the path of the name.
type ByType<'c, 'a> = BTreeMap<(&'static str, &'static str), Named<'c, 'a>>;

fn named_by<'n, 'c, 'a>(
    context: &Context<'c, 'a>,
    named: &'n mut ByType<'c, 'a>,
    type_name: &'static str,
    path: &'static str,
) -> &'n Named<'c, 'a> {
    named.entry((type_name, path)).or_insert_with(|| {
        let mut named = Named::new();
        let is_one = |change: &&ResourceChange<'_>| {
            change.managed() && change.wire.deposed().is_none() && (type_name == "*" || change.type_name() == type_name)
        };
        for change in context.facts.changes.iter().filter(is_one) {
            for (name, _) in texts(Some(path), ChangeView::new(change).before()) {
                let same = named.entry(name).or_default();
                if same.len() < MOST_OTHERS {
                    same.push(change);
                }
            }
        }
        named
    })
}

/// What GitHub calls whichever branch is a repository's own.
const DEFAULT: &str = "~DEFAULT_BRANCH";

/// The branch that this is in the repository of a rule, before the plan and after it, where the plan says so.
fn default_branch<'c, 'a>(
    context: &Context<'c, 'a>,
    named: &mut ByType<'c, 'a>,
    cover: &Cover,
    view: &ChangeView<'_, '_>,
) -> Option<String> {
    if view.change.type_name() != "github_repository_ruleset" {
        return None;
    }
    let repository = within(cover, view.before());
    let places = [
        ("github_branch_default", "repository", "branch"),
        ("github_repository", "name", "default_branch"),
    ];
    places.into_iter().find_map(|(type_name, name, branch)| {
        let changes = named_by(context, named, type_name, name).get(&repository)?;
        let other = ChangeView::new(changes.first()?);
        let stays = other.before().get(branch).equals(other.after().get(branch)).is_true();
        let (now, _) = texts(Some(branch), other.after())
            .into_iter()
            .next()
            .filter(|_| stays)?;
        Some(format!("refs/heads/{now}"))
    })
}

/// Whether the thing of that name is destroyed, or covered under the name that it has from now on.
fn is_gone(cover: &Cover, thing: &Thing, named: &Named<'_, '_>, view: &ChangeView<'_, '_>, text: &str) -> bool {
    // A branch of the name of a tag is another thing.
    if text.starts_with("refs/tags/") {
        return false;
    }
    let name = text.strip_prefix("refs/heads/").unwrap_or(text);
    let prefix = text.strip_suffix(name).unwrap_or_default();
    let things = named.get(name).into_iter().flatten();
    let mut things = things.map(|change| ChangeView::new(change)).filter(|other| {
        let (Some(of_thing), Some(of_cover)) = (&thing.within, &cover.within) else {
            return true;
        };
        other
            .before()
            .get(of_thing)
            .equals(view.before().get(of_cover))
            .is_true()
    });
    let goes = |other: ChangeView<'_, '_>| match other.change.fate {
        Fate::Delete => true,
        Fate::Update | Fate::Replace(_) => {
            let now = texts(Some(&thing.name), other.after());
            let is_covered = |(now, _): &(String, String)| cover.has(view.after(), &format!("{prefix}{now}"));
            !now.is_empty() && now.iter().all(|one| one.0 != name && is_covered(one))
        }
        _ => false,
    };
    // Of several nobody can say which one is meant.
    let Some(first) = things.next() else { return false };
    goes(first) && things.all(goes)
}

/// In words, what is not covered any more.
fn told(cover: &Cover, uncovered: &Uncovered) -> Vec<String> {
    let says = |path: &Option<String>, does: &str, names: &[(String, String)]| {
        let path = path.as_ref().filter(|_| !names.is_empty())?.replace("[]", "");
        let briefs: Vec<String> = names.iter().map(|(_, brief)| brief.clone()).collect();
        Some(format!("{path} {does} {}", shortened(briefs, TOLD, "").join(", ")))
    };
    let lost = says(&cover.path, "loses", &uncovered.lost);
    let left_out = says(&cover.left_out, "gains", &uncovered.left_out);
    lost.into_iter().chain(left_out).collect()
}

/// What covers something after the plan.
#[derive(Default)]
struct Others<'c, 'a> {
    /// With what both are for.
    by_name: BTreeMap<(String, String), Vec<&'c ResourceChange<'a>>>,
    with_patterns: Vec<&'c ResourceChange<'a>>,
}

/// Of more objects that may cover the same the rest is not asked.
const MOST_OTHERS: usize = 20;

/// So many times in all an object is asked whether it covers a name; patterns cost time in proportion to their lengths.
const MOST_ASKED: usize = 1000;

impl<'c, 'a> Others<'c, 'a> {
    fn of(changes: &'c [ResourceChange<'a>], type_name: &str, cover: &Cover) -> Self {
        let mut others = Self::default();
        let stay = changes.iter().filter(|other| {
            let stays = !matches!(other.fate, Fate::Delete | Fate::Forget | Fate::Unrecognized);
            stays && other.type_name() == type_name && other.managed()
        });
        for other in stay {
            let view = ChangeView::new(other);
            let (names, has_patterns) = cover.names(view.after());
            if has_patterns && others.with_patterns.len() < MOST_OTHERS {
                others.with_patterns.push(other);
            }
            for name in names {
                let same = others.by_name.entry((within(cover, view.after()), name)).or_default();
                if same.len() < MOST_OTHERS {
                    same.push(other);
                }
            }
        }
        others
    }

    /// Whether another object covers it after the plan, and protects it as well as this one did.
    fn cover(&self, view: &ChangeView<'_, '_>, cover: &Cover, text: &str, left: &Cell<usize>) -> bool {
        let key = (within(cover, view.before()), text.to_owned());
        let mut others = (self.by_name.get(&key).into_iter().flatten())
            .chain(&self.with_patterns)
            .filter(|other| other.address != view.change.address);
        others.any(|other| {
            let other = ChangeView::new(other);
            let is_for_the_same =
                |within: &String| view.before().get(within).equals(other.after().get(within)).is_true();
            if !cover.within.as_ref().is_none_or(is_for_the_same) || left.get() == 0 {
                return false;
            }
            left.set(left.get() - 1);
            cover.has(other.after(), text) && protects_as_well(view, &other)
        })
    }
}

/// What an object is for, where that is a text.
fn within(cover: &Cover, object: Attr<'_, '_>) -> String {
    let path = cover.within.as_deref();
    path.and_then(|path| object.get(path).compared_text())
        .unwrap_or_default()
}

/// Whether the other object has after the plan all that protected in this one before.
fn protects_as_well(view: &ChangeView<'_, '_>, other: &ChangeView<'_, '_>) -> bool {
    protection().attributes(view.change.type_name()).all(|attribute| {
        let matters = |object: Attr<'_, '_>| {
            let held = object.at_path(&attribute.path).into_iter();
            Truth::any(held.map(|attr| attribute.matters(attr)))
        };
        let (before, after) = (view.before(), other.after());
        let shrinks = || {
            let [was, is] = [before, after].map(|object| object.at_path(&attribute.path));
            attribute.shrinks(&was, &is, after)
        };
        matters(before) != Truth::True
            || matters(after).is_true() && shrinks().is_none_or(|shrinks| shrinks == Truth::False)
    })
}
