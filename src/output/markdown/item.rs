//! One thing in the comment: a row or a point of a list, short or with all that is known of it.

use super::escape::{Spot, code, code_in, fenced, inline, inline_in};
use super::fit::Layout;
use crate::facts::Fate;
use crate::lint::Level;
use crate::output::overview::{Row, What};
use crate::output::sums::order_words;
use crate::output::{checks, notes, verdict};
use crate::report::{
    ActionRow, ChangeRow, DeferredRow, DriftRow, Failure, Finding, Input, OutputRow, Redacted, Report, Standing,
    Verdict,
};
use crate::words::deposed;

/// Something to show.
#[derive(Clone, Copy)]
pub(super) enum Item<'r> {
    Change(&'r Input, &'r ChangeRow),
    Finding {
        report: &'r Report,
        finding: &'r Finding,
        with_help: bool,
    },
    Failure(&'r Failure),
    /// One of several inputs, in the overview.
    Row(&'r Row<'r>),
    Action(&'r Input, &'r ActionRow),
    Output(&'r Input, &'r OutputRow),
    Drift(&'r Input, &'r DriftRow),
    Deferred(&'r Input, &'r DeferredRow),
    Check(&'r Input, checks::Row<'r>),
    /// A tainted object, or a deposed one with its key.
    Odd(&'r Input, &'r Redacted, Option<&'r Redacted>),
}

/// How much is said of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// What it is about.
    Short,
    /// All else too.
    Full,
}

impl Item<'_> {
    /// The item in whole lines.
    pub(super) fn write(&self, layout: &Layout, length: Length) -> String {
        let rest = |input: &Input, says: &[&str]| rest(input, layout, length, says);
        match *self {
            Self::Change(input, row) => change(input, row, layout, length),
            Self::Finding {
                report,
                finding,
                with_help,
            } => told(report, finding, with_help, layout, length),
            Self::Failure(failure) => {
                let mut text = format!("- ⛔ {}: {}\n", code(&failure.name), inline(&failure.message));
                if let (Length::Full, Some(help)) = (length, &failure.help) {
                    text.push_str(&advice(help));
                }
                text
            }
            Self::Row(row) => overview(row, layout, length),
            Self::Action(input, row) => {
                let when = notes::invoked(row);
                let name = match row.reason {
                    Some(_) => format!("{} {}", notes::INVOKE, code(&row.address)),
                    None => code(&row.address),
                };
                point(&name, &rest(input, &[&when]))
            }
            Self::Output(input, row) => {
                let name = format!("{} {}", row.fate.word(), code(&row.name));
                point(&name, &rest(input, &notes::of_output(row)))
            }
            Self::Drift(input, row) => {
                let mut words = vec![notes::drifted(row.change.fate).to_owned()];
                words.push(notes::meaning(row).to_owned());
                words.extend(notes::of(&row.change));
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                point(&address(&row.change, Spot::Line), &rest(input, &words))
            }
            Self::Deferred(input, row) => {
                let (fate, words) = notes::later(row);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let name = format!("{} {}", fate.word(), address(&row.change, Spot::Line));
                point(&name, &rest(input, &words))
            }
            Self::Check(input, ref row) => {
                let name = format!("{} {}", inline(row.status.word()), code(row.address));
                let mut says: Vec<&str> = row.problems.iter().map(|problem| &**problem).collect();
                if says.is_empty() {
                    says.extend(row.open);
                }
                point(&name, &rest(input, &says))
            }
            Self::Odd(input, address, key) => {
                let name = match key {
                    Some(key) => format!("{} (deposed {})", code(address), code(key)),
                    None => format!("{} (tainted)", code(address)),
                };
                point(&name, &rest(input, &[]))
            }
        }
    }
}

/// A point of a list: a name, and what there is to say of it.
fn point(name: &str, says: &[String]) -> String {
    if says.is_empty() {
        format!("- {name}\n")
    } else {
        format!("- {name}: {}\n", says.join("; "))
    }
}

/// In full what there is to say, and of several inputs which one it is about.
fn rest(input: &Input, layout: &Layout, length: Length, says: &[&str]) -> Vec<String> {
    let mut rest = Vec::new();
    if length == Length::Full {
        rest.extend(says.iter().map(|text| inline(text)));
        rest.extend(layout.several.then(|| format!("in {}", code(&input.name))));
    }
    rest
}

/// A row of the overview; on its own line in words where the place has no tables.
fn overview(row: &Row<'_>, layout: &Layout, length: Length) -> String {
    let word = match row.verdict {
        Verdict::Pass => "✅ pass",
        Verdict::Fail => "❌ fail",
        Verdict::Error => "⛔ not judged",
    };
    let (sums, words) = match &row.what {
        What::Failure(failure) => {
            let help = failure
                .help
                .as_ref()
                .filter(|_| length == Length::Full)
                .and_then(|help| help.lines().next());
            let help = help.map(|help| format!("help: {}", inline_in(help, layout.spot())));
            let message = inline_in(&failure.message, layout.spot());
            (None, [message].into_iter().chain(help).collect())
        }
        What::Plan { sums, words } => (Some(sums), words.clone()),
        What::State { words } => (None, words.clone()),
    };
    let name = code_in(row.name, layout.spot());
    if !layout.html {
        let numbers = sums.map(|sums| {
            let parts = [
                (sums.add, "to add"),
                (sums.change, "to change"),
                (sums.destroy, "to destroy"),
                (sums.replace, "replaced"),
                (sums.forget, "forgotten"),
            ];
            parts.map(|(count, words)| format!("{count} {words}")).join(", ")
        });
        let says: Vec<String> = numbers.into_iter().chain(words).collect();
        return point(&format!("{word} {name}"), &says);
    }
    let numbers = sums.map_or_else(
        || [const { String::new() }; 5],
        |sums| {
            let destroy = match sums.destroy {
                0 => "0".to_owned(),
                count => format!("**{count}**"),
            };
            let plain = |count: usize| count.to_string();
            [
                plain(sums.add),
                plain(sums.change),
                destroy,
                plain(sums.replace),
                plain(sums.forget),
            ]
        },
    );
    let numbers = if layout.plans {
        format!("{} | ", numbers.join(" | "))
    } else {
        String::new()
    };
    format!("| {word} | {name} | {numbers}{} |\n", words.join("; "))
}

/// The address with the deposed key, which is part of its name.
fn address(row: &ChangeRow, spot: Spot) -> String {
    let address = code_in(&row.address, spot);
    let key = row.deposed.as_ref().map(|key| code_in(key, spot));
    format!("{address}{}", deposed(key.as_deref()))
}

fn change(input: &Input, row: &ChangeRow, layout: &Layout, length: Length) -> String {
    let (symbol, word) = (symbol(row.fate), row.fate.word());
    let kind = match row.fate {
        // Also where there is no room for more: it tells whether something is destroyed.
        Fate::Replace(order) => format!("{symbol} {word} ({})", order_words(order)),
        _ => format!("{symbol} {word}"),
    };
    let notes: Vec<String> = if length == Length::Full {
        notes::of(row)
            .iter()
            .map(|note| inline_in(note, layout.spot()))
            .collect()
    } else {
        Vec::new()
    };
    if !layout.html {
        let mut notes = notes;
        notes.extend((length == Length::Full && layout.several).then(|| format!("in {}", code(&input.name))));
        return point(&format!("{kind} {}", address(row, Spot::Line)), &notes);
    }
    let input = if layout.several {
        format!(" {} |", code_in(&input.name, Spot::Cell))
    } else {
        String::new()
    };
    format!(
        "| {kind} |{input} {} | {} |\n",
        address(row, Spot::Cell),
        notes.join("; ")
    )
}

fn symbol(fate: Fate) -> &'static str {
    match fate {
        Fate::Unrecognized => "❓",
        Fate::Delete => "➖",
        Fate::Replace(_) => "♻️",
        Fate::Forget => "✂️",
        Fate::Update => "✏️",
        Fate::Create => "➕",
        Fate::Move => "➡️",
        Fate::Import => "📥",
        Fate::Read | Fate::Open => "📖",
        Fate::NoOp => "▫️",
    }
}

fn told(report: &Report, finding: &Finding, with_help: bool, layout: &Layout, length: Length) -> String {
    let icon = match &finding.standing {
        Standing::Counts => match finding.level {
            Level::Error => "❌",
            Level::Warning => "⚠️",
            Level::Note | Level::Allow => "ℹ️",
        },
        Standing::Unknown(_) => "❔",
        Standing::Waived { .. } | Standing::Known => "☑️",
    };
    let mut lines = vec![format!(
        "- {icon} {} {}: {}\n",
        verdict::status(finding),
        code(&finding.rule),
        inline(&finding.message)
    )];
    if length == Length::Full {
        let why = finding.why.as_ref().map(|why| format!("why: {}", inline(why)));
        let standing = verdict::standing(finding).map(|standing| inline(&standing));
        lines.extend(why.into_iter().chain(standing).map(|words| format!("  - {words}\n")));
        lines.extend(finding.help.as_ref().filter(|_| with_help).map(|help| advice(help)));
        if layout.several || verdict::in_file(finding).is_some() {
            let place = verdict::place(verdict::input_name(report, finding), finding);
            lines.push(format!("  - at {}\n", code(place.trim_start_matches("at "))));
        }
    }
    lines.concat()
}

/// An instruction; what follows its first line is there to be pasted.
fn advice(help: &str) -> String {
    let mut lines = help.split('\n');
    let mut text = format!("  - help: {}\n", inline(lines.next().unwrap_or_default()));
    let pasted: Vec<&str> = lines.collect();
    if !pasted.is_empty() {
        text.push_str(&fenced(&pasted, "    "));
    }
    text
}
