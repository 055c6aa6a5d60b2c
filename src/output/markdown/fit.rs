//! What fits: every destructive change first, then the rest by danger; whole items only, and what is left out is
//! counted.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::escape::{Spot, code, html_code};
use super::item::{Item, Length};
use crate::facts::ChangeKind;
use crate::order;
use crate::words::plural;

/// How the comment is laid out.
pub(super) struct Layout {
    /// Whether the place understands HTML: then there are tables and folds, else lists.
    pub(super) html: bool,
    /// Bytes that the whole may take; `None` for any number.
    pub(super) budget: Option<usize>,
    /// Whether there are plans, whose sums have columns in an overview.
    pub(super) plans: bool,
    /// What one input is called that is no plan.
    pub(super) noun: &'static str,
    /// Whether there are several inputs, so that each thing says which one it is about.
    pub(super) several: bool,
}

impl Layout {
    /// Where the texts of changes and of inputs stand.
    pub(super) fn spot(&self) -> Spot {
        if self.html { Spot::Cell } else { Spot::Line }
    }
}

/// Things of one kind.
pub(super) struct Section<'r> {
    /// What one of them is called.
    what: &'static str,
    /// What several are called, where that is not the same with an s.
    many: Option<&'static str>,
    items: Vec<Item<'r>>,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A list that everybody sees.
    List,
    /// A list behind its title.
    FoldedList,
    /// A table of changes: the destructive ones are seen, the others folded.
    Table,
    /// A table of inputs, which stands before all else.
    Overview,
}

/// In a title, more types than this are only counted.
const TYPES_IN_TITLE: usize = 3;

/// A longer name of a type is only counted, so that a title has a limit.
const LONGEST_TYPE: usize = 60;

impl<'r> Section<'r> {
    pub(super) fn new(shape: Shape, what: &'static str, items: impl IntoIterator<Item = Item<'r>>) -> Self {
        let items = items.into_iter().collect();
        Self {
            what,
            many: None,
            items,
            shape,
        }
    }

    /// The section, of which several things are called so.
    pub(super) fn several(self, many: &'static str) -> Self {
        Self {
            many: Some(many),
            ..self
        }
    }

    /// Whether it is the one with what is destroyed.
    fn is_destructive(&self) -> bool {
        self.items
            .first()
            .is_some_and(|item| matches!(item, Item::Change(_, row) if row.fate.is_dangerous()))
            && self.shape == Shape::Table
    }

    fn is_folded(&self) -> bool {
        self.shape == Shape::FoldedList || (self.shape == Shape::Table && !self.is_destructive())
    }

    /// `12 creates`
    fn count(&self, count: usize) -> String {
        match self.many {
            Some(many) if count != 1 => format!("{count} {many}"),
            _ => plural(count, self.what),
        }
    }

    /// What stands before the items, of which `shown` are shown.
    fn head(&self, shown: usize, types: &str, layout: &Layout) -> String {
        let mut head = String::from("\n");
        if self.is_folded() {
            let part = if shown < self.items.len() {
                format!(", {shown} of them here")
            } else {
                String::new()
            };
            let title = format!("{}{part}{types}", self.count(self.items.len()));
            // Writing to a String cannot fail.
            let _ = if layout.html {
                write!(head, "<details><summary>{title}</summary>\n\n")
            } else {
                write!(head, "**{title}**\n\n")
            };
        }
        if self.shape == Shape::Overview && layout.html {
            if layout.plans {
                head.push_str(
                    "| | plan | add | change | destroy | replace | forget | |\n|---|---|--:|--:|--:|--:|--:|---|\n",
                );
            } else {
                // Writing to a String cannot fail.
                let _ = write!(head, "| | {} | |\n|---|---|---|\n", layout.noun);
            }
        }
        if self.shape == Shape::Table && layout.html {
            head.push_str(if layout.several {
                "| | plan | resource | why |\n|---|---|---|---|\n"
            } else {
                "| | resource | why |\n|---|---|---|\n"
            });
        }
        head
    }

    fn foot(&self, layout: &Layout) -> &'static str {
        if self.is_folded() && layout.html {
            "\n</details>\n"
        } else {
            ""
        }
    }

    /// `: 300 aws_instance, 112 aws_ebs_volume, and 2 more types`; empty for what has no types.
    fn types(&self, layout: &Layout) -> String {
        if self.shape != Shape::Table || !self.is_folded() {
            return String::new();
        }
        let counts = by_type(&self.items);
        let named: Vec<String> = counts
            .iter()
            .filter(|(_, name, _)| name.len() <= LONGEST_TYPE)
            .take(TYPES_IN_TITLE)
            .map(|(_, name, count)| {
                let name = if layout.html { html_code(name) } else { code(name) };
                format!("{count} {name}")
            })
            .collect();
        let more = match counts.len() - named.len() {
            0 => String::new(),
            more if named.is_empty() => plural(more, "type"),
            more => format!(", and {}", plural(more, "more type")),
        };
        format!(": {}{more}", named.join(", "))
    }
}

/// How many changes have each kind and type: kinds in the order of the items, then the most first.
fn by_type<'r>(items: &[Item<'r>]) -> Vec<(ChangeKind, &'r str, usize)> {
    let mut kinds: Vec<ChangeKind> = Vec::new();
    let mut counts: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for item in items {
        if let Item::Change(_, row) = item {
            let of = row.fate.kind();
            let kind = kinds.iter().position(|known| *known == of).unwrap_or_else(|| {
                kinds.push(of);
                kinds.len() - 1
            });
            let type_name = row.type_name.as_deref().unwrap_or("?");
            *counts.entry((kind, type_name)).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    order::sort_by_key(&mut counts, |((kind, name), count)| {
        (*kind, std::cmp::Reverse(*count), *name)
    });
    counts
        .into_iter()
        .filter_map(|((kind, name), count)| Some((*kinds.get(kind)?, name, count)))
        .collect()
}

/// The head, and of the sections what fits.
pub(super) fn fit(head: String, mut sections: Vec<Section<'_>>, layout: &Layout) -> String {
    sections.retain(|section| !section.items.is_empty());
    let Some(budget) = layout.budget else {
        let whole = sections.iter().map(|section| {
            let items = section
                .items
                .iter()
                .map(|item| item.write(layout, Length::Full))
                .collect();
            (section, Shown::of(section, items, layout))
        });
        return head + &in_order(whole);
    };
    let hidden: Vec<usize> = sections.iter().map(|section| section.items.len()).collect();
    let most = LeftOut {
        hidden: &hidden,
        bare: hidden.iter().sum(),
    };
    let reserved = most.line(&sections, budget).len();
    let mut left = budget.saturating_sub(head.len() + reserved);
    let by_type = counted_by_type(&sections, left, layout);
    left = left.saturating_sub(by_type.len());

    let short = short(&sections, &mut left, layout);
    let hidden: Vec<usize> = sections
        .iter()
        .zip(&short)
        .map(|(section, items)| section.items.len() - items.len())
        .collect();
    let (written, bare) = with_detail(&sections, short, &mut left, layout);

    let shown = sections.iter().zip(written).filter(|(_, items)| !items.is_empty());
    let shown = shown.map(|(section, items)| (section, Shown::of(section, items, layout)));
    let left_out = LeftOut { hidden: &hidden, bare };
    head + &by_type + &in_order(shown) + &left_out.line(&sections, budget)
}

/// In the order of reading: the overview first, though what is destroyed has its room before it.
fn in_order<'s>(shown: impl Iterator<Item = (&'s Section<'s>, Shown)>) -> String {
    let (overview, rest): (Vec<_>, Vec<_>) = shown.partition(|(section, _)| section.shape == Shape::Overview);
    overview
        .into_iter()
        .chain(rest)
        .map(|(_, shown)| shown.write())
        .collect()
}

/// A section with the items that are shown of it.
struct Shown {
    head: String,
    items: Vec<String>,
    foot: &'static str,
}

impl Shown {
    fn of(section: &Section<'_>, items: Vec<String>, layout: &Layout) -> Self {
        Self {
            head: section.head(items.len(), &section.types(layout), layout),
            items,
            foot: section.foot(layout),
        }
    }

    fn write(self) -> String {
        self.head + &self.items.concat() + self.foot
    }
}

/// Of each section the first items, short. After the first that does not fit nothing less dangerous is shown.
fn short(sections: &[Section<'_>], left: &mut usize, layout: &Layout) -> Vec<Vec<String>> {
    let mut written: Vec<Vec<String>> = Vec::with_capacity(sections.len());
    let mut full = false;
    for section in sections {
        let mut items = Vec::new();
        if !full {
            // The longest that the head may become.
            let head = section.head(section.items.len().saturating_sub(1), &section.types(layout), layout);
            let mut around = head.len() + section.foot(layout).len();
            // Of very many inputs the last change little, and must not push the findings out.
            let kept = if section.shape == Shape::Overview { *left / 2 } else { 0 };
            for item in &section.items {
                let text = item.write(layout, Length::Short);
                let rest = left.checked_sub(around + text.len()).filter(|rest| *rest >= kept);
                let Some(rest) = rest else {
                    full = kept == 0;
                    break;
                };
                (*left, around) = (rest, 0);
                items.push(text);
            }
        }
        written.push(items);
    }
    written
}

/// The same items with their detail, as far as that fits, the most dangerous first, and how many others have some.
fn with_detail(
    sections: &[Section<'_>],
    mut written: Vec<Vec<String>>,
    left: &mut usize,
    layout: &Layout,
) -> (Vec<Vec<String>>, usize) {
    let mut bare = 0;
    for (section, texts) in sections.iter().zip(&mut written) {
        for (item, text) in section.items.iter().zip(texts) {
            let full = item.write(layout, Length::Full);
            let rest = left.checked_sub(full.len().saturating_sub(text.len()));
            match rest.filter(|_| bare == 0) {
                Some(rest) => (*left, *text) = (rest, full),
                None => bare += usize::from(full != *text),
            }
        }
    }
    (written, bare)
}

/// When not every destructive change fits, how many there are of each type, as far as that fits; else empty.
fn counted_by_type(sections: &[Section<'_>], left: usize, layout: &Layout) -> String {
    let Some(section) = sections.first().filter(|section| section.is_destructive()) else {
        return String::new();
    };
    let mut need = section.head(section.items.len(), "", layout).len();
    let fits = section.items.iter().all(|item| {
        need += item.write(layout, Length::Short).len();
        need <= left
    });
    if fits {
        return String::new();
    }
    let head = format!(
        "\n**Of {} not all fit here. By type:** ",
        section.count(section.items.len())
    );
    let tail = |changes: usize, types: usize| match types {
        0 => "\n".to_owned(),
        _ => format!("and {changes} of {}\n", plural(types, "other type")),
    };
    let counts = by_type(&section.items);
    let (mut changes, mut types) = (section.items.len(), counts.len());
    // Half of the room, so that the first of them can still be named.
    let room = (left / 2).saturating_sub(head.len() + tail(changes, types).len());
    let mut named = String::new();
    for (kind, name, count) in counts {
        let piece = format!("{} {count} {}, ", kind.word(), code(name));
        if named.len() + piece.len() > room {
            break;
        }
        named += &piece;
        (changes, types) = (changes - count, types - 1);
    }
    if types == 0 {
        named.truncate(named.trim_end_matches([',', ' ']).len());
    }
    head + &named + &tail(changes, types)
}

/// What is not shown.
struct LeftOut<'h> {
    /// Of each section, how many items.
    hidden: &'h [usize],
    /// How many items are shown without the rest of what there is to say of them.
    bare: usize,
}

impl LeftOut<'_> {
    /// How much that is, by kind, and where it is; empty where all is shown.
    fn line(&self, sections: &[Section<'_>], budget: usize) -> String {
        let total: usize = self.hidden.iter().sum();
        let parts: Vec<String> = sections
            .iter()
            .zip(self.hidden)
            .filter(|(_, count)| **count > 0)
            .map(|(section, count)| section.count(*count))
            .collect();
        let told = match (total, self.bare) {
            (0, 0) => return String::new(),
            (0, bare) => format!(
                "**Details of {} left out** to fit into {budget} bytes",
                plural(bare, "item")
            ),
            (_, 0) => format!("**{total} hidden** to fit into {budget} bytes: {}", parts.join(", ")),
            (_, bare) => format!(
                "**{total} hidden** to fit into {budget} bytes: {}, and the details of {bare} more",
                parts.join(", ")
            ),
        };
        format!("\n{told}. `planlint --all` lists everything.\n")
    }
}
