//! Annotations on GitHub: one workflow command a finding, the most severe first, since only ten of a kind are shown.

use std::io::{self, Write};

use super::Style;
use super::escape::{CommandEscapes, line};
use super::paths;
use super::verdict;
use crate::lint::Level;
use crate::report::Report;

/// What the runner takes for the end of a message or property.
pub(super) const ESCAPES: CommandEscapes = CommandEscapes {
    percent: "%25",
    ends: [(':', "%3A"), (',', "%2C")],
};

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for failure in &report.errors {
        let mut lines = vec![format!("{}: {}", failure.name, failure.message)];
        lines.extend(failure.help.as_ref().map(|help| format!("help: {help}")));
        let lines: Vec<String> = lines.iter().flat_map(|text| text.split('\n')).map(escaped).collect();
        command("error", &[("title", "planlint could not judge")], &lines, out)?;
    }
    for finding in verdict::told(report) {
        let name = match verdict::level(finding) {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Allow => "notice",
        };
        let mut properties = Vec::new();
        // A plan is made during the run, and an annotation on it leads nowhere.
        let place = verdict::in_file(finding);
        let place = place.map(|(file, at)| (paths::told(file, style), at.line.to_string(), at.column.to_string()));
        if let Some((file, row, column)) = &place {
            properties.extend([("file", &**file), ("line", row), ("col", column)]);
        }
        let title = format!("planlint {}", finding.rule);
        properties.push(("title", &title));
        let mut lines = vec![escaped(&finding.message)];
        lines.extend(verdict::details(report, finding));
        command(name, &properties, &lines, out)?;
    }
    writeln!(out, "{}", line(&verdict::sentence(report)))
}

fn escaped(text: &str) -> String {
    line(text).into_owned()
}

/// `::error title=…::…`; the lines must be escaped for a log already.
fn command(name: &str, properties: &[(&str, &str)], lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    let properties: Vec<String> = properties
        .iter()
        .map(|(name, value)| format!("{name}={}", ESCAPES.property(&line(value))))
        .collect();
    let lines: Vec<String> = lines.iter().map(|text| ESCAPES.data(text)).collect();
    writeln!(out, "::{name} {}::{}", properties.join(","), lines.join("%0A"))
}
