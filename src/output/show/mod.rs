//! `show` in our own style: what destroys first, each change with what differs in it.

mod names;
mod state;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use super::engine_text::{Counts, Draw, Page, draw_value, output_changes};
use super::escape::line;
use super::kind::{Kind, Selected};
use super::notes;
use super::style::Style;
use super::sums::{ONLY_A_PART, refresh_only};
use crate::facts::Fate;
use crate::lint::{AttributePatterns, Pattern};
use crate::order;
use crate::report::changes::{Action, Entry, InvocationShown, Node, OutputEntry, PlanMode, ShownPlan};
pub use state::state;

/// Which parts are wanted; an empty list wants all.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'f> {
    /// Kinds of changes.
    pub only: &'f [Selected],
    /// Addresses, before or after a move.
    pub addresses: &'f [Pattern],
    /// Resource types.
    pub types: &'f [String],
    /// Modules, with all below them.
    pub modules: &'f [Pattern],
    /// Attributes whose differences are only counted.
    pub ignored: &'f AttributePatterns,
}

impl Filter<'_> {
    fn is_off(&self) -> bool {
        self.only.is_empty() && self.addresses.is_empty() && self.types.is_empty() && self.modules.is_empty()
    }

    /// The options beside --only that leave some out.
    fn others(&self) -> Vec<&'static str> {
        let others = [
            (self.addresses.is_empty(), "--address"),
            (self.types.is_empty(), "--type"),
            (self.modules.is_empty(), "--module"),
        ];
        others
            .into_iter()
            .filter(|(is_off, _)| !is_off)
            .map(|(_, name)| name)
            .collect()
    }

    /// Whether something of a type is wanted; the patterns say where it stands.
    fn wants_object(
        &self,
        type_name: &str,
        is_hit: impl Fn(&Pattern) -> bool,
        is_in: impl Fn(&Pattern) -> bool,
    ) -> bool {
        (self.types.is_empty() || self.types.iter().any(|wanted| wanted == type_name))
            && (self.addresses.is_empty() || self.addresses.iter().any(is_hit))
            && (self.modules.is_empty() || self.modules.iter().any(is_in))
    }

    fn wants(&self, entry: &Entry<'_, '_, '_>) -> bool {
        let kind = Kind {
            fate: entry.fate,
            imports: entry.importing.is_some(),
            moves: entry.moved_from.is_some(),
        };
        let (is_hit, is_in) = (|pattern: &_| entry.is_hit(pattern), |pattern: &_| entry.is_in(pattern));
        (self.only.is_empty() || kind.is_one_of(self.only)) && self.wants_object(&entry.placed.type_name, is_hit, is_in)
    }

    /// No kind of change is an action.
    fn wants_action(&self, action: &InvocationShown<'_>) -> bool {
        let (is_hit, is_in) = (
            |pattern: &_| action.is_hit(pattern),
            |pattern: &_| action.is_in(pattern),
        );
        self.only.is_empty() && self.wants_object(&action.type_name, is_hit, is_in)
    }
}

/// How much is said of each change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// Its line.
    None,
    /// The names of the attributes that differ.
    Summary,
    /// What differs, with the values before and after.
    Full,
}

/// Writes what a plan changes.
///
/// # Errors
///
/// Those of the writer.
pub fn plan(
    name: &str,
    plan: &ShownPlan<'_, '_>,
    filter: &Filter<'_>,
    detail: Detail,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = plan
        .version()
        .map(|version| format!(" {}", line(&version)))
        .unwrap_or_default();
    writeln!(out, "{} · {}{version}", line(name), plan.engine())?;
    let all: Vec<_> = plan.changes_and_moves().collect();
    let mut counts = Counts::default();
    for entry in &all {
        counts.add(entry);
    }
    let mut wanted: Vec<_> = all.iter().filter(|entry| filter.wants(entry)).collect();
    order::sort_by_key(&mut wanted, |entry| entry.fate.kind());
    let destroying =
        |entries: &mut dyn Iterator<Item = &Entry<'_, '_, '_>>| entries.filter(|entry| entry.fate.destroys()).count();
    let destroyed = destroying(&mut all.iter()) - destroying(&mut wanted.iter().copied());
    let hidden = all.len() - wanted.len();
    let (in_state, changed): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|entry| is_state_only(entry));
    for (index, entry) in changed.iter().enumerate() {
        if detail != Detail::None || index == 0 {
            writeln!(out)?;
        }
        heading(entry, entry.fate.word(), None, style, out)?;
        details(entry.tree(), filter, detail, style, out)?;
    }
    if !in_state.is_empty() {
        title("Changes to the state only:", style, out)?;
        for entry in in_state {
            heading(entry, entry.fate.word(), None, style, out)?;
        }
    }
    drift(plan, filter, detail, style, out)?;
    let deferred: Vec<_> = plan.deferred().filter(|(entry, _)| filter.wants(entry)).collect();
    let put_off = plan.deferred_invocations();
    let put_off: Vec<_> = put_off.filter(|(action, _)| filter.wants_action(action)).collect();
    if !deferred.is_empty() || !put_off.is_empty() {
        title("Deferred to a later plan:", style, out)?;
        for (entry, reason) in deferred {
            heading(&entry, entry.fate.word(), Some(notes::deferred(&reason)), style, out)?;
        }
        for (action, reason) in put_off {
            let word = format!("{:<8} ", notes::INVOKE);
            invocation(&word, &action, Some(notes::deferred(&reason)), detail, style, out)?;
        }
    }
    let invocations = plan.invocations();
    actions(&invocations, filter, detail, style, out)?;
    if filter.is_off() {
        outputs(&plan.outputs().collect::<Vec<_>>(), detail, style, out)?;
    }
    writeln!(out)?;
    if plan.errored() {
        writeln!(out, "{ONLY_A_PART}")?;
    }
    // Engines count no move of a refresh-only plan.
    if plan.changes().next().is_none() && invocations.is_empty() {
        writeln!(out, "No resource changes.")?;
    } else {
        writeln!(out, "{}", style.strong(&counts.line(plan, invocations.len())))?;
    }
    if plan.refreshes() {
        writeln!(out, "{}", refresh_only(plan.errored()))?;
    }
    match notes::not_selected(hidden, destroyed, all.len(), &filter.others()) {
        Some(words) => writeln!(out, "{words}"),
        None => Ok(()),
    }
}

/// Whether nothing but the state changes.
fn is_state_only(entry: &Entry<'_, '_, '_>) -> bool {
    matches!(entry.fate, Fate::Move | Fate::Import | Fate::Forget)
}

fn title(words: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", style.strong(words))
}

/// What changed outside of the engine and matters to the plan, and what the rest of it means for the plan, which no
/// filter alters.
fn drift(
    plan: &ShownPlan<'_, '_>,
    filter: &Filter<'_>,
    detail: Detail,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut unseen = plan.meanings_of_drift();
    let engine = plan.engine();
    let mut is_first = true;
    for entry in plan.drift() {
        let pointer = entry.pointer();
        // An address alone is no drift, and stands with what happens to the state.
        if !filter.wants(&entry) || !unseen.contains_key(&pointer) {
            continue;
        }
        let tree = entry.tree();
        if tree.action == Action::NoOp && entry.moved_from.is_none() {
            continue;
        }
        unseen.remove(&pointer);
        if std::mem::take(&mut is_first) {
            let why = match plan.mode() {
                PlanMode::RefreshOnly => "taken into the state by an apply",
                PlanMode::Normal | PlanMode::Destroy => "where the plan depends on it",
            };
            title(&format!("Changed outside of {engine}, {why}:"), style, out)?;
        }
        if detail != Detail::None {
            writeln!(out)?;
        }
        heading(&entry, notes::drifted(entry.fate), None, style, out)?;
        details(tree, filter, detail, style, out)?;
    }
    let unseen: Vec<_> = unseen.into_values().collect();
    let Some(counted) = notes::drift_counts(&unseen) else {
        return Ok(());
    };
    let words = format!("Changed outside of {engine}, not shown: {counted} (to see them: planlint --all).");
    writeln!(out, "\n{}", style.faint(&words))
}

/// The provider actions that an apply invokes, each with what triggers it.
fn actions(
    invocations: &[InvocationShown<'_>],
    filter: &Filter<'_>,
    detail: Detail,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut wanted = invocations
        .iter()
        .filter(|action| filter.wants_action(action))
        .peekable();
    if wanted.peek().is_none() {
        return Ok(());
    }
    title("Actions to invoke:", style, out)?;
    for action in wanted {
        invocation("", action, None, detail, style, out)?;
    }
    Ok(())
}

/// The line of an action: what becomes of it where that is not plain, what triggers it, and what it waits for. Below it
/// what it is told.
fn invocation(
    word: &str,
    action: &InvocationShown<'_>,
    waits: Option<&str>,
    detail: Detail,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut notes = match (&action.trigger, &action.called_by) {
        (Some(resource), _) => format!(
            "  {} {}",
            if action.before { "before" } else { "after" },
            line(resource)
        ),
        (None, Some(resource)) => format!("  called by {}", line(resource)),
        (None, None) => "  asked for on the command line".to_owned(),
    };
    if let Some(waits) = waits {
        notes = format!("{notes}, {}", line(waits));
    }
    writeln!(
        out,
        "      {word}{}{}",
        style.strong(&line(&action.address)),
        style.faint(&notes)
    )?;
    let Some(told) = action.config.as_ref().filter(|_| detail == Detail::Full) else {
        return Ok(());
    };
    let mut text = String::new();
    draw_value(&mut text, told, 0, Draw::VALUES);
    body(&text, 2, out)
}

/// The line of a change: what becomes of which instance, and why, or what it waits for.
fn heading(
    entry: &Entry<'_, '_, '_>,
    word: &str,
    waits: Option<&str>,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut notes = Vec::new();
    if let Some(key) = &entry.placed.deposed {
        notes.push(format!("(deposed {})", line(key)));
    }
    if let Some(previous) = &entry.moved_from {
        notes.push(format!("moved from {}", line(previous)));
    }
    if let Some(import) = &entry.importing {
        notes.push(match &import.id {
            Some(id) => format!("imported from \"{}\"", line(id)),
            None => "imported".to_owned(),
        });
    }
    notes.extend(waits.map(|waits| line(waits).into_owned()));
    if let Some(why) = entry.why() {
        notes.push(line(&why).into_owned());
    }
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!("  {}", notes.join(", "))
    };
    writeln!(
        out,
        "  {} {} {}{}",
        style.fate(entry.fate, &format!("{:<3}", entry.fate.symbol())),
        style.fate(entry.fate, &format!("{word:<8}")),
        style.strong(&line(&entry.placed.address)),
        style.faint(&notes)
    )
}

/// What differs in an object, and how many differences are hidden.
fn details(mut tree: Node, filter: &Filter<'_>, detail: Detail, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let hidden = tree.hide(filter.ignored);
    match detail {
        Detail::None => return Ok(()),
        Detail::Summary => {
            let names = names::changed(&tree);
            if !names.is_empty() {
                writeln!(out, "        {}", names.join(", "))?;
            }
        }
        Detail::Full => {
            let mut text = String::new();
            draw_value(&mut text, &tree, 0, Draw::DIFFERENCES);
            body(&text, 1, out)?;
        }
    }
    match notes::hidden(hidden) {
        Some(words) => {
            let indent = if detail == Detail::Full { 12 } else { 8 };
            writeln!(out, "{:indent$}{}", "", style.faint(&words))
        }
        None => Ok(()),
    }
}

/// The lines between the braces of a drawn block, further in.
fn body(text: &str, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.len() < 3 {
        return Ok(());
    }
    lines.pop();
    let mut page = Page::new(out);
    for line in lines.into_iter().skip(1) {
        if line.is_empty() {
            page.lines("")?;
        } else {
            page.lines(&format!("{:width$}{line}", "", width = 4 * indent))?;
        }
    }
    Ok(())
}

fn outputs(outputs: &[OutputEntry], detail: Detail, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let (kept, changed): (Vec<_>, Vec<_>) = outputs.iter().partition(|output| output.node.action == Action::NoOp);
    // The engine lists no output that changes in its mark alone, which is what people must see.
    let marked = kept
        .into_iter()
        .filter_map(|output| Some((output, notes::of_mark(output.mark_change?))));
    let marked: Vec<_> = marked.collect();
    if changed.is_empty() && marked.is_empty() {
        return Ok(());
    }
    title("Outputs:", style, out)?;
    for (output, mark) in marked {
        let symbol = names::symbol(Action::Update);
        writeln!(out, "  {symbol} {}  {mark}; {}", line(&output.name), notes::STAYS)?;
    }
    if changed.is_empty() {
        return Ok(());
    }
    if detail == Detail::Full {
        return Page::new(out).lines(&output_changes(outputs, Draw::DIFFERENCES));
    }
    for output in changed {
        writeln!(out, "  {} {}", names::symbol(output.node.action), line(&output.name))?;
    }
    Ok(())
}
