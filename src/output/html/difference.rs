//! What differs in an object, line by line, with a class for what becomes of each.

use maud::{Markup, html};

use crate::output::engine_text::{Draw, draw_value};
use crate::output::escape;
use crate::report::changes::{Action, Node};

const DRAW: Draw = Draw {
    no_symbols: false,
    no_null: false,
    unchanged: false,
    forces: false,
    terraform: false,
    brief: true,
    signed: true,
};

/// The lines between the braces of an object; `None` when there are none.
pub(super) fn of_object(tree: &Node) -> Option<Markup> {
    let mut drawn = String::new();
    draw_value(&mut drawn, tree, 0, DRAW);
    let inside = drawn.split_once('\n')?.1.rsplit_once('\n')?.0;
    Some(lines(inside.split('\n').map(|line| signed(line, 4))))
}

/// A value by itself.
pub(super) fn of_value(node: &Node) -> Markup {
    let mut drawn = String::new();
    draw_value(&mut drawn, node, 0, DRAW);
    let mut all = drawn.split('\n');
    let first = all.next().map(|line| (node.action, line));
    lines(first.into_iter().chain(all.map(|line| signed(line, 0))))
}

/// A line without its sign and without `indent` columns, and what becomes of it.
fn signed(line: &str, indent: usize) -> (Action, &str) {
    let (action, line) = match line.as_bytes().first() {
        Some(b'+') => (Action::Create, &line[1..]),
        Some(b'~') => (Action::Update, &line[1..]),
        Some(b'-') => (Action::Delete, &line[1..]),
        _ => (Action::NoOp, line),
    };
    let spaces = line.len() - line.trim_start_matches(' ').len();
    (action, &line[spaces.min(indent)..])
}

/// Lines of one kind that follow each other are one element: of a large plan there are many.
fn lines<'l>(lines: impl Iterator<Item = (Action, &'l str)>) -> Markup {
    let mut runs: Vec<(Action, String)> = Vec::new();
    for (action, line) in lines {
        let line = escape::laid_out(line);
        match runs.last_mut() {
            Some((last, run)) if *last == action => {
                run.push('\n');
                run.push_str(&line);
            }
            Some((_, run)) => {
                run.push('\n');
                runs.push((action, line.into_owned()));
            }
            None => runs.push((action, line.into_owned())),
        }
    }
    html! {
        pre {
            @for (action, run) in &runs {
                @match action {
                    Action::NoOp => (run),
                    Action::Create => span.new { (run) },
                    Action::Update => span.other { (run) },
                    Action::Delete => span.gone { (run) },
                }
            }
        }
    }
}
