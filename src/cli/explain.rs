//! `planlint explain`: the page of one rule, for the terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use anstyle::Style;

use super::args::{ExplainArgs, ExplainFormat};
use super::exit::Exit;
use super::terminal::{self, say};
use crate::lint::{Level, Rule, Settings};
use crate::rules::{self, RULES};

/// Lines are wrapped to this many columns where no terminal says otherwise.
const WIDTH: usize = 100;

/// Shows the page of a rule.
pub(super) fn explain(arguments: &ExplainArgs) -> Exit {
    let name = arguments.rule.trim();
    let Some(rule) = RULES.iter().find(|rule| rule.id == name) else {
        if let Some(story) = rules::former(name) {
            say(&format!("error: the rule `{name}` no longer exists: {story}"));
        } else if let Err(error) = Settings::default().set_level(RULES, name, Level::Allow) {
            say(&format!("error: {error}"));
            if let Some(help) = miette::Diagnostic::help(&error) {
                say(&format!("  help: {help}"));
            }
        } else {
            say(&format!("error: `{name}` is a family of rules"));
            say(&format!("  help: planlint rules --family {name}"));
        }
        return Exit::NotJudged;
    };
    let text = match arguments.format {
        ExplainFormat::Markdown => rule.page.to_owned(),
        ExplainFormat::Terminal => {
            let on_terminal = io::stdout().is_terminal();
            let width = terminal::columns().filter(|_| on_terminal).unwrap_or(WIDTH).min(WIDTH);
            page(rule, width, terminal::color(arguments.color, on_terminal))
        }
    };
    let mut out = io::stdout().lock();
    Exit::Passed.written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
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
    for line in rule.page.lines() {
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
        } else if line.starts_with('|') {
            let _ = writeln!(text, "  {line}");
        } else {
            for wrapped in textwrap::wrap(&line.replace('`', ""), width) {
                let _ = writeln!(text, "{wrapped}");
            }
            if line.is_empty() {
                text.push('\n');
            }
        }
    }
    if let Some(options) = rule.options {
        let _ = writeln!(text, "\n{}\n", bold("Defaults"));
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
