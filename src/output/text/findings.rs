//! Findings for people: the findings of a rule together, each thing said once.

use std::collections::BTreeMap;
use std::io::{self, Write};

use indexmap::IndexMap;

use super::{named, put, snippet};
use crate::output::Style;
use crate::output::escape::line;
use crate::output::verdict;
use crate::report::{Finding, Redacted};
use crate::words::plural;

/// Of one rule, more findings than this are only counted.
const LISTED_UP_TO: usize = 20;

/// Writes findings about one input; `apart` where the first of them must stand apart from what is above.
pub(super) fn write(
    findings: &[&Finding],
    input: &str,
    apart: bool,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut groups: IndexMap<(&str, &str), Vec<&Finding>> = IndexMap::new();
    for finding in findings {
        groups.entry(kind(finding)).or_default().push(finding);
    }
    for (at, group) in groups.values().enumerate() {
        if at > 0 || apart {
            writeln!(out)?;
        }
        match group[..] {
            [finding] => one(finding, input, style, out)?,
            [first, ..] if first.module.is_some() => each(group, input, style, out)?,
            _ => several(group, style, out)?,
        }
    }
    if style.quiet && !findings.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// What findings that are told together have in common: all that their heading says.
fn kind(finding: &Finding) -> (&str, &str) {
    (&finding.rule, verdict::status(finding))
}

/// `error[rule]`; for what does not count, the word for why stands in place of the level.
fn title(finding: &Finding, style: &Style) -> String {
    let words = format!("{}[{}]", verdict::status(finding), finding.rule);
    style.level(verdict::level(finding), &words)
}

/// What it waits for, or what permits it.
fn standing(finding: &Finding) -> Option<String> {
    verdict::standing(finding).map(|words| line(&words).into_owned())
}

fn one(finding: &Finding, input: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    put(
        &format!("{}: {}", title(finding, style), line(&finding.message)),
        "  ",
        style,
        out,
    )?;
    if let Some(snippet) = finding.module.as_ref().and_then(|module| module.snippet.as_ref()) {
        snippet::write(snippet, finding.level, style, out)?;
    }
    if let Some(why) = &finding.why {
        put(&format!("  why:  {}", line(why)), BELOW, style, out)?;
    }
    if let Some(standing) = standing(finding) {
        put(&format!("  {standing}"), BELOW, style, out)?;
    }
    if let Some(help) = &finding.help {
        write_help("help", help, style, out)?;
    }
    writeln!(out, "  {}", style.faint(&line(&verdict::place(input, finding))))
}

/// An instruction; what follows its first line is there to be pasted and keeps its lines.
fn write_help(title: &str, help: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = help.split('\n');
    let first = format!("  {title}: {}", line(lines.next().unwrap_or_default()));
    put(&first, BELOW, style, out)?;
    for further in lines {
        writeln!(out, "{BELOW}{}", line(further))?;
    }
    Ok(())
}

/// Stands before what belongs to the words behind `why:` and `help:`.
const BELOW: &str = "        ";

/// Findings that each stand at a place of their own.
fn each(group: &[&Finding], input: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let shown = if style.all { group.len() } else { LISTED_UP_TO };
    for (index, finding) in group.iter().take(shown).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        one(finding, input, style, out)?;
    }
    more(group.len(), shown, style, out)
}

/// What is counted and not listed.
fn more(found: usize, shown: usize, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if found > shown {
        let words = format!("and {} more; --all lists them", found - shown);
        writeln!(out, "  {}", style.faint(&words))?;
    }
    Ok(())
}

fn several(group: &[&Finding], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = group.first() else {
        return Ok(());
    };
    writeln!(out, "{}: {}", title(first, style), plural(group.len(), "finding"))?;
    let shown = if style.all { group.len() } else { LISTED_UP_TO };
    for finding in group.iter().take(shown) {
        let message = line(&finding.message);
        let mut parts = vec![format!("  - {message}")];
        match finding.why.as_deref().map(line) {
            // What has a colon already is told apart from the reason by another sign.
            Some(why) if message.contains(": ") => parts.push(why.into_owned()),
            Some(why) => parts = vec![format!("  - {message}: {why}")],
            None => {}
        }
        parts.extend(standing(finding));
        parts.extend(verdict::in_file(finding).map(|(file, at)| {
            let place = format!("at {}:{}:{}", line(file), at.line, at.column);
            style.faint(&place)
        }));
        put(&parts.join("; "), "    ", style, out)?;
    }
    more(group.len(), shown, style, out)?;
    // An instruction that several need is given once.
    let mut helps: Vec<(&Redacted, &Finding, usize)> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in group {
        let Some(help) = &finding.help else { continue };
        let at = *known.entry(help).or_insert(helps.len());
        match helps.get_mut(at) {
            Some((.., more)) => *more += 1,
            None => helps.push((help, finding, 0)),
        }
    }
    if let [(help, ..)] = helps[..] {
        return write_help("help", help, style, out);
    }
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for (_, finding, _) in &helps {
        *named.entry(name(finding)).or_default() += 1;
    }
    for (help, finding, more) in helps.into_iter().take(shown) {
        let name = name(finding);
        // Of several that are about one object the words tell which is meant.
        let is_shared = named.get(&name).is_some_and(|count| *count > 1);
        let about = if is_shared {
            format!("where {}", line(&finding.message))
        } else {
            format!("for {name}")
        };
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        write_help(&format!("help {about}{more}"), help, style, out)?;
    }
    Ok(())
}

/// What a finding is about, by name.
fn name(finding: &Finding) -> String {
    let address = finding.address.as_deref().unwrap_or_default();
    named(address, finding.deposed.as_ref())
}
