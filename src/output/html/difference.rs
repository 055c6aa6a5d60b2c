//! What differs in an object, line by line, with a class for what becomes of each.

use maud::{Markup, html};

use crate::output::engine_text::{Draw, draw_value};
use crate::output::escape;
use crate::report::changes::{Action, Node};

const DRAW: Draw = Draw {
    signed: true,
    ..Draw::DIFFERENCES
};

/// The lines between the braces of an object; `None` when there are none.
pub(super) fn of_object(tree: &Node) -> Option<Markup> {
    between_braces(tree, DRAW)
}

/// All that an action is told; `None` when that is nothing.
pub(super) fn of_arguments(tree: &Node) -> Option<Markup> {
    between_braces(tree, Draw::VALUES)
}

fn between_braces(tree: &Node, draw: Draw) -> Option<Markup> {
    let mut drawn = String::new();
    draw_value(&mut drawn, tree, 0, draw);
    let inside = drawn.split_once('\n')?.1.rsplit_once('\n')?.0;
    Some(lines(tree.action, inside.split('\n').map(|line| signed(line, 4))))
}

/// A value by itself.
pub(super) fn of_value(node: &Node) -> Markup {
    let mut drawn = String::new();
    draw_value(&mut drawn, node, 0, DRAW);
    let mut all = drawn.split('\n');
    let first = all.next().map(|line| (node.action, line));
    lines(node.action, first.into_iter().chain(all.map(|line| signed(line, 0))))
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

/// Lines of one kind that follow each other are one element, and so is all of what comes or goes as a whole: of a large
/// plan there are many, and each costs the browser time.
fn lines<'l>(whole: Action, lines: impl Iterator<Item = (Action, &'l str)>) -> Markup {
    let mut runs: Vec<(Action, String)> = Vec::new();
    for (action, line) in lines {
        let action = match whole {
            Action::Create | Action::Delete => whole,
            Action::Update | Action::NoOp => action,
        };
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
    match &runs[..] {
        [(action, run)] => html! { pre class=(class(*action)) { (run) } },
        runs => html! {
            pre {
                @for (action, run) in runs {
                    @if *action == Action::NoOp { (run) } @else { span class=(class(*action)) { (run) } }
                }
            }
        },
    }
}

fn class(action: Action) -> &'static str {
    match action {
        Action::NoOp => "same",
        Action::Create => "new",
        Action::Update => "other",
        Action::Delete => "gone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Redacted;
    use crate::report::changes::{Line, Member, Shape};

    fn node(action: Action, shape: Shape) -> Node {
        Node {
            action,
            forces: false,
            shape,
        }
    }

    fn text(lines: &[(Action, &str)]) -> Member {
        let lines = lines.iter().map(|(action, text)| Line {
            action: *action,
            text: Redacted::trusted(text),
        });
        Member {
            name: Redacted::trusted("a"),
            node: node(Action::Update, Shape::Lines(lines.collect())),
        }
    }

    #[test]
    fn what_becomes_of_a_line_is_told_by_the_tree_and_not_by_its_text() {
        let attributes = vec![text(&[
            (Action::NoOp, "- a list in YAML"),
            (Action::Delete, "+ looks new"),
            (Action::NoOp, "+      + even so"),
            (Action::Create, "<b>"),
        ])];
        let blocks = Vec::new();
        let tree = node(Action::Update, Shape::Block { attributes, blocks });
        let wanted = "<pre><span class=\"other\">  ~ a = &lt;&lt;-EOT\n</span>        - a list in YAML\n\
                      <span class=\"gone\">      - + looks new\n</span>        +      + even so\n\
                      <span class=\"new\">      + &lt;b&gt;\n</span>    EOT</pre>";
        assert_eq!(of_object(&tree).map(|told| told.0).as_deref(), Some(wanted));
    }

    #[test]
    fn what_comes_as_a_whole_is_one_element() {
        let attributes = vec![text(&[(Action::Create, "x")])];
        let blocks = Vec::new();
        let tree = node(Action::Create, Shape::Block { attributes, blocks });
        let told = of_object(&tree).map(|told| told.0).unwrap_or_default();
        assert!(
            told.starts_with("<pre class=\"new\">") && !told.contains("<span"),
            "{told}"
        );
    }
}
