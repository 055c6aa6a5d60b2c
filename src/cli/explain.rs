//! `planlint explain`: the page of one rule, for the terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use anstyle::Style;
use textwrap::WordSplitter;
use unicode_width::UnicodeWidthStr;

use super::args::{ExplainArgs, ExplainFormat};
use super::exit::Ended;
use super::print::print;
use super::settings;
use super::terminal::{self, say_failure};
use crate::lint::{Level, Rule, Settings};
use crate::rules::{self, RULES};

/// Lines are wrapped to this many columns where no terminal says otherwise.
const WIDTH: usize = 100;

/// Narrower than this, lines are left to the terminal; and the last column of a table has at least this many columns.
const NARROWEST: usize = 20;

/// Shows the page of a rule.
pub(super) fn explain(arguments: &ExplainArgs) -> Ended {
    let name = arguments.rule.trim();
    let Some(rule) = rules::named(name) else {
        return Err(
            if let Err(error) = Settings::default().set_level(RULES, name, Level::Allow) {
                settings::say_diagnostic(None, &error)
            } else {
                let help = format!("planlint rules {name}");
                say_failure(None, &format!("`{name}` is a family of rules"), Some(&help))
            },
        );
    };
    let text = match arguments.format {
        ExplainFormat::Markdown => rule.page().unwrap_or_default().to_owned(),
        ExplainFormat::Terminal => {
            let on_terminal = io::stdout().is_terminal();
            let columns = terminal::columns().filter(|_| on_terminal);
            page(rule, width(columns), terminal::color(arguments.color.when, on_terminal))
        }
    };
    print(text.as_bytes())
}

/// In how many columns the page stands. Where there are fewer than are of use, lines are left to the terminal.
fn width(columns: Option<usize>) -> usize {
    columns
        .filter(|columns| *columns >= NARROWEST)
        .unwrap_or(WIDTH)
        .min(WIDTH)
}

/// The page with its facts below the title, wrapped; headings stand out, code is indented.
fn page(rule: &Rule, width: usize, color: bool) -> String {
    let bold = |text: &str| {
        let style = Style::new().bold();
        if color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    };
    let level = if rule.level == Level::Allow {
        "off until asked for"
    } else {
        rule.level.word()
    };
    let mut text = String::new();
    let mut in_code = false;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in rule.page().unwrap_or_default().lines() {
        if !in_code && line.starts_with('|') {
            rows.extend(cells(line));
            continue;
        }
        text.push_str(&table(&std::mem::take(&mut rows), width));
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(text, "    {line}");
        } else if let Some(title) = line.strip_prefix("# ") {
            let _ = writeln!(
                text,
                "{} · {} · {level} · since {}",
                bold(title),
                rule.family,
                rule.since
            );
        } else if let Some(heading) = line.strip_prefix("## ") {
            let _ = writeln!(text, "{}", bold(heading));
        } else {
            // No option is parted at its dashes.
            let whole_words = textwrap::Options::new(width).word_splitter(WordSplitter::NoHyphenation);
            for wrapped in textwrap::wrap(&line.replace('`', ""), whole_words) {
                let _ = writeln!(text, "{wrapped}");
            }
            if line.is_empty() {
                text.push('\n');
            }
        }
    }
    text.push_str(&table(&rows, width));
    if let Some(options) = rule.options {
        let _ = writeln!(text, "\n{}\n\n    [rules.{}]", bold("Defaults"), rule.id);
        for line in (options.defaults)().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    // An empty line of the page gives one of ours.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

/// The cells of a row of a table in Markdown; `None` for the line below its head.
fn cells(row: &str) -> Option<Vec<String>> {
    let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
    let cells = inner.split('|').map(|cell| cell.trim().replace('`', ""));
    let cells: Vec<String> = cells.collect();
    let is_rule = cells
        .iter()
        .all(|cell| cell.chars().all(|letter| matches!(letter, '-' | ':')));
    (!is_rule).then_some(cells)
}

/// A table in columns, of which the last one is wrapped.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let mut text = String::new();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.width())
            .max()
    };
    let widths: Vec<usize> = (1..columns).map(|column| widest(column - 1).unwrap_or(0)).collect();
    let indent = 2 + widths.iter().map(|width| width + 2).sum::<usize>();
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.iter().zip(&widths) {
            // Letters may be as wide as two, so that the number of letters is no measure.
            let _ = write!(line, "{cell}{:blank$}", "", blank = width + 2 - cell.width());
        }
        let last = row.get(widths.len()).map_or("", String::as_str);
        let wrapped = textwrap::wrap(last, width.saturating_sub(indent).max(NARROWEST));
        for (index, part) in wrapped.iter().enumerate() {
            if index > 0 {
                line = " ".repeat(indent);
            }
            let _ = writeln!(text, "{}", format!("{line}{part}").trim_end());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide_where_that_is_of_use() {
        for (columns, wanted, why) in [
            (None, 100, "no terminal"),
            (Some(60), 60, "one"),
            (Some(300), 100, "wider than anybody reads"),
            (Some(20), 20, "the narrowest"),
            (Some(1), 100, "a letter a line would help nobody"),
        ] {
            assert_eq!(width(columns), wanted, "{why}");
        }
    }

    #[test]
    fn a_table_stands_in_columns() {
        let page = "| option | default | meaning |\n|---|---|---|\n| `at-least` | `5` | with fewer than this the rule is quiet |";
        let rows: Vec<_> = page.lines().filter_map(cells).collect();
        for (width, wanted, why) in [
            (
                100,
                "  option    default  meaning\n  at-least  5        with fewer than this the rule is quiet\n",
                "columns",
            ),
            (
                46,
                "  option    default  meaning\n  at-least  5        with fewer than this the\n                     rule is quiet\n",
                "the last one is wrapped",
            ),
        ] {
            assert_eq!(table(&rows, width), wanted, "{why}");
        }
        assert_eq!(table(&[], 100), "", "no table");
    }
}
