//! A tree of differences in the engines' own layout.

use std::fmt::{self, Write};

use crate::report::Redacted;
use crate::report::changes::{Action, Line, Member, Node, Scalar, Shape};

use super::go;

/// How the things below are drawn.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own that a parent sets for its children"
)]
pub(in crate::output) struct Draw {
    /// Whether to leave out the column of symbols.
    pub(in crate::output) no_symbols: bool,
    /// Whether to leave out that a value goes, since what it stands in says so.
    pub(in crate::output) no_null: bool,
    /// Whether to draw what stays, too.
    pub(in crate::output) unchanged: bool,
    /// Whether the direct children force a replacement, whatever they say.
    pub(in crate::output) forces: bool,
    /// Whether to leave out what forces a replacement, since it is said of the value that comes instead.
    pub(in crate::output) no_forces: bool,
    /// Whether Terraform draws it.
    pub(in crate::output) terraform: bool,
    /// Whether names that the engines always draw are left out like others when they stay.
    pub(in crate::output) brief: bool,
    /// Whether a line begins, in a column of its own, with the sign of what becomes of it. No text of a plan stands
    /// there, so that the sign can be trusted.
    pub(in crate::output) signed: bool,
}

impl Draw {
    /// The changes of an object, as OpenTofu draws them.
    pub(in crate::output) const CHANGES: Self = Self {
        no_symbols: false,
        no_null: false,
        unchanged: false,
        forces: false,
        no_forces: false,
        terraform: false,
        brief: false,
        signed: false,
    };
    /// What differs in an object, in our own way.
    pub(in crate::output) const DIFFERENCES: Self = Self {
        brief: true,
        ..Self::CHANGES
    };
    /// All that an object holds, where nothing becomes of it.
    pub(in crate::output) const VALUES: Self = Self {
        no_symbols: true,
        no_null: true,
        unchanged: true,
        ..Self::CHANGES
    };

    /// For children of this: who forces does not inherit.
    pub(super) fn below(self) -> Self {
        Self { forces: false, ..self }
    }

    /// For a value that another one takes the place of: in our own way what forces is said once.
    fn replaced(self) -> Self {
        Self {
            no_null: true,
            no_forces: self.brief,
            ..self
        }
    }

    fn says_forces(self, node: &Node) -> bool {
        !self.no_forces && (node.forces || self.forces)
    }

    fn is_drawn(self, node: &Node) -> bool {
        node.action != Action::NoOp || self.unchanged
    }
}

/// The symbol of an action, four columns with the space behind it.
pub(super) fn symbol(action: Action) -> &'static str {
    match action {
        Action::NoOp => "    ",
        Action::Create => "  + ",
        Action::Update => "  ~ ",
        Action::Delete => "  - ",
    }
}

/// Writes words into a text, which cannot fail.
pub(in crate::output) fn put(out: &mut String, words: fmt::Arguments<'_>) {
    let _ = out.write_fmt(words);
}

/// Begins a line: indent and symbol.
pub(super) fn begin(out: &mut String, indent: usize, action: Action, draw: Draw) {
    if draw.signed && action != Action::NoOp {
        out.push_str(symbol(action).trim());
    }
    spaces(out, indent);
    if !draw.no_symbols {
        out.push_str(symbol(action));
    }
}

fn spaces(out: &mut String, indent: usize) {
    for _ in 0..indent {
        out.push_str("    ");
    }
}

/// Says how many of something are not drawn.
pub(super) fn hidden(out: &mut String, indent: usize, count: usize, thing: &str, draw: Draw) {
    if count == 0 {
        return;
    }
    begin(out, indent, Action::NoOp, draw);
    let plural = if count == 1 { "" } else { "s" };
    put(out, format_args!("# ({count} unchanged {thing}{plural} hidden)\n"));
}

const FORCES: &str = " # forces replacement";

pub(super) fn forces(out: &mut String, node: &Node, draw: Draw) {
    if draw.says_forces(node) {
        out.push_str(FORCES);
    }
}

/// What is said of a whole that forces, and whether its elements say it instead, since each has a schema of its own.
fn forces_of_whole(node: &Node, nested: bool, draw: Draw) -> (&'static str, bool) {
    match (draw.says_forces(node), nested) {
        (true, false) => (FORCES, false),
        (forces, _) => ("", forces),
    }
}

fn null(out: &mut String, action: Action, draw: Draw) {
    if action == Action::Delete && !draw.no_null {
        out.push_str(" -> null");
    }
}

/// Names padded to one width, which counts bytes where the padding counts letters, as the engines have it.
pub(super) struct Names {
    width: usize,
}

impl Names {
    pub(super) fn of<N: AsRef<str>>(names: impl Iterator<Item = N>) -> Self {
        Self {
            width: names.map(|name| name.as_ref().len()).max().unwrap_or(0),
        }
    }

    /// The names of members; in our own way only of those that are drawn.
    fn drawn<N: AsRef<str>>(names: &[N], members: &[Member], draw: Draw) -> Self {
        let both = names.iter().zip(members);
        Self::of(
            both.filter(|(_, member)| !draw.brief || draw.is_drawn(&member.node))
                .map(|(name, _)| name),
        )
    }

    pub(super) fn write(&self, out: &mut String, name: &str) {
        out.push_str(name);
        for _ in name.chars().count()..self.width {
            out.push(' ');
        }
        out.push_str(" = ");
    }
}

/// Draws what stands at a place, from behind its name on to the end without a line feed.
pub(in crate::output) fn value(out: &mut String, node: &Node, indent: usize, draw: Draw) {
    match &node.shape {
        Shape::Scalar { before, after } => scalar(out, node, before, after, draw),
        Shape::Lines(all) => lines(out, node, all, indent, draw),
        Shape::Json { value, whitespace } => json(out, node, value, *whitespace, indent, draw),
        Shape::Mixed { before, after } => {
            value(out, before, indent, draw.replaced());
            out.push_str(" -> ");
            value(out, after, indent, Draw { no_null: true, ..draw });
        }
        Shape::Unknown { before } => {
            if let Some(before) = before {
                value(out, before, indent, draw.replaced());
                out.push_str(" -> ");
            }
            out.push_str("(known after apply)");
            forces(out, node, draw);
        }
        Shape::Sensitive { block: true, .. } => {
            out.push('{');
            forces(out, node, draw);
            out.push('\n');
            for words in [
                "# At least one attribute in this block is (or was) sensitive,",
                "# so its contents will not be displayed.",
            ] {
                begin(out, indent, Action::NoOp, draw);
                out.push_str("  ");
                out.push_str(words);
                out.push('\n');
            }
            begin(out, indent, Action::NoOp, draw);
            out.push('}');
        }
        Shape::Sensitive { .. } => whole(out, "(sensitive value)", node, draw),
        Shape::WriteOnly { sensitive } => {
            let words = if *sensitive && draw.terraform {
                "(sensitive, write-only attribute)"
            } else {
                "(write-only attribute)"
            };
            whole(out, words, node, draw);
        }
        Shape::Object { members, nested } => object(out, node, members, *nested, indent, draw),
        Shape::Map { members, nested } => map(out, node, members, *nested, indent, draw),
        Shape::List { items, context } => list(out, node, items, *context, indent, draw),
        Shape::Set { items, nested } => set(out, node, items, *nested, indent, draw),
        Shape::Block { attributes, blocks } => super::block::block(out, node, attributes, blocks, indent, draw),
    }
}

fn whole(out: &mut String, words: &str, node: &Node, draw: Draw) {
    out.push_str(words);
    null(out, node.action, draw);
    forces(out, node, draw);
}

fn scalar(out: &mut String, node: &Node, before: &Scalar, after: &Scalar, draw: Draw) {
    let write = |out: &mut String, scalar: &Scalar| match scalar {
        Scalar::Absent | Scalar::Null => out.push_str("null"),
        Scalar::Plain(text) => out.push_str(text),
        Scalar::Text(text) => go::quote(out, text),
    };
    match node.action {
        Action::Create | Action::NoOp => write(out, after),
        Action::Delete => {
            write(out, before);
            // Terraform does not say of a text which is nothing that it becomes nothing.
            if !matches!(before, Scalar::Absent | Scalar::Null) {
                null(out, node.action, draw);
            }
        }
        Action::Update => {
            write(out, before);
            out.push_str(" -> ");
            write(out, after);
        }
    }
    forces(out, node, draw);
}

fn lines(out: &mut String, node: &Node, lines: &[Line], indent: usize, draw: Draw) {
    out.push_str("<<-EOT");
    forces(out, node, draw);
    out.push('\n');
    for line in lines {
        begin(out, indent + 1, line.action, draw);
        out.push_str(&line.text);
        out.push('\n');
    }
    spaces(out, indent);
    // The end of the text stands below its beginning.
    if !draw.no_symbols {
        out.push_str("    ");
    }
    out.push_str("EOT");
    null(out, node.action, draw);
}

fn json(out: &mut String, node: &Node, inside: &Node, whitespace: bool, indent: usize, draw: Draw) {
    let below = Draw {
        no_null: true,
        unchanged: draw.unchanged || whitespace && node.action == Action::Update,
        ..draw.below()
    };
    let comment = match (whitespace && node.action == Action::Update, draw.says_forces(node)) {
        (false, _) => "",
        (true, false) => " # whitespace changes",
        (true, true) => " # whitespace changes force replacement",
    };
    out.push_str("jsonencode(");
    if is_one_line(inside) {
        value(out, inside, indent + 1, below);
        out.push(')');
        out.push_str(comment);
        if comment.is_empty() {
            forces(out, node, draw);
        }
        return;
    }
    out.push_str(comment);
    out.push('\n');
    let shown = if node.action == Action::Update && !whitespace {
        Action::Update
    } else {
        Action::NoOp
    };
    begin(out, indent + 1, shown, draw);
    value(out, inside, indent + 1, below);
    if comment.is_empty() {
        forces(out, node, draw);
    }
    out.push('\n');
    begin(out, indent, Action::NoOp, draw);
    out.push(')');
    null(out, node.action, draw);
}

fn is_one_line(node: &Node) -> bool {
    match &node.shape {
        Shape::Object { members, .. } | Shape::Map { members, .. } => members.is_empty(),
        Shape::List { items, .. } | Shape::Set { items, .. } => items.is_empty(),
        Shape::Mixed { before, after } => is_one_line(before) && is_one_line(after),
        _ => true,
    }
}

/// Whether a name is always drawn.
fn is_important(name: &Redacted, draw: Draw) -> bool {
    !draw.brief && matches!(&**name, "id" | "name" | "tags")
}

/// What is said above a place whose mark comes or goes.
pub(super) fn warning(out: &mut String, node: &Node, indent: usize) {
    let Shape::Sensitive {
        before,
        after,
        value,
        block,
    } = &node.shape
    else {
        return;
    };
    if before == after || matches!(value, Action::Create | Action::Delete) {
        return;
    }
    let thing = if *block { "block" } else { "attribute value" };
    let lines = if *before {
        [
            format!("# Warning: this {thing} will no longer be marked as sensitive"),
            "# after applying this change.".to_owned(),
        ]
    } else {
        [
            format!("# Warning: this {thing} will be marked as sensitive and will not"),
            "# display in UI output after applying this change.".to_owned(),
        ]
    };
    for (index, line) in lines.iter().enumerate() {
        spaces(out, indent);
        out.push_str("  ");
        out.push_str(line);
        // Of a block engines do not say it.
        if index == 1 && *value == Action::NoOp && !*block {
            out.push_str(" The value is unchanged.");
        }
        out.push('\n');
    }
}

fn object(out: &mut String, node: &Node, members: &[Member], nested: bool, indent: usize, draw: Draw) {
    if members.is_empty() {
        out.push_str("{}");
        null(out, node.action, draw);
        forces(out, node, draw);
        return;
    }
    let below = Draw {
        no_null: !nested,
        ..draw.below()
    };
    out.push('{');
    forces(out, node, draw);
    out.push('\n');
    attributes(out, members, indent + 1, draw, below);
    end(out, "}", node, indent, draw);
}

/// Draws the attributes of an object or a block, a line each, and says how many that stay are not drawn. `below` is how
/// their values are drawn.
pub(super) fn attributes(out: &mut String, members: &[Member], indent: usize, draw: Draw, below: Draw) {
    let names: Vec<_> = members.iter().map(|member| go::name(&member.name)).collect();
    let width = Names::drawn(&names, members, draw);
    let mut unchanged = 0;
    for (member, name) in members.iter().zip(&names) {
        let important = is_important(&member.name, draw);
        if !draw.is_drawn(&member.node) && !important {
            unchanged += 1;
            continue;
        }
        warning(out, &member.node, indent);
        begin(out, indent, member.node.action, draw);
        width.write(out, name);
        let below = Draw {
            unchanged: below.unchanged || important,
            ..below
        };
        value(out, &member.node, indent, below);
        out.push('\n');
    }
    hidden(out, indent, unchanged, "attribute", draw);
}

fn end(out: &mut String, bracket: &str, node: &Node, indent: usize, draw: Draw) {
    begin(out, indent, Action::NoOp, draw);
    out.push_str(bracket);
    null(out, node.action, draw);
}

fn map(out: &mut String, node: &Node, members: &[Member], nested: bool, indent: usize, draw: Draw) {
    let (forces, children) = forces_of_whole(node, nested, draw);
    if members.is_empty() {
        out.push_str("{}");
        null(out, node.action, draw);
        out.push_str(forces);
        return;
    }
    let below = Draw {
        no_null: nested || node.action == Action::Delete,
        forces: children,
        ..draw.below()
    };
    let names: Vec<String> = members.iter().map(|member| go::quoted(&member.name)).collect();
    let width = if nested {
        Names { width: 0 }
    } else {
        Names::drawn(&names, members, draw)
    };
    out.push('{');
    out.push_str(forces);
    out.push('\n');
    let mut unchanged = 0;
    for (member, name) in members.iter().zip(&names) {
        if !draw.is_drawn(&member.node) {
            unchanged += 1;
            continue;
        }
        warning(out, &member.node, indent + 1);
        begin(out, indent + 1, member.node.action, draw);
        width.write(out, name);
        value(out, &member.node, indent + 1, below);
        if matches!(member.node.shape, Shape::Object { .. }) {
            out.push(',');
        }
        out.push('\n');
    }
    hidden(out, indent + 1, unchanged, "element", draw);
    end(out, "}", node, indent, draw);
}

fn list(out: &mut String, node: &Node, items: &[Node], context: bool, indent: usize, draw: Draw) {
    if items.is_empty() {
        out.push_str("[]");
        null(out, node.action, draw);
        forces(out, node, draw);
        return;
    }
    let below = Draw {
        no_null: true,
        ..draw.below()
    };
    let beside = Draw {
        unchanged: true,
        ..draw.below()
    };
    out.push('[');
    forces(out, node, draw);
    out.push('\n');
    let mut unchanged: Vec<&Node> = Vec::new();
    let mut next = false;
    for item in items {
        if !draw.is_drawn(item) && !next {
            unchanged.push(item);
            continue;
        }
        next = false;
        let mut with = below;
        if context {
            if let Some((last, others)) = unchanged.split_last() {
                hidden(out, indent + 1, others.len(), "element", draw);
                begin(out, indent + 1, last.action, draw);
                value(out, last, indent + 1, beside);
                out.push_str(",\n");
            }
            unchanged.clear();
            if item.action == Action::NoOp {
                with = beside;
            } else {
                next = true;
            }
        }
        element(out, item, indent + 1, with, with);
    }
    hidden(out, indent + 1, unchanged.len(), "element", draw);
    end(out, "]", node, indent, draw);
}

fn set(out: &mut String, node: &Node, items: &[Node], nested: bool, indent: usize, draw: Draw) {
    let (forces, children) = forces_of_whole(node, nested, draw);
    if items.is_empty() {
        out.push_str("[]");
        null(out, node.action, draw);
        out.push_str(forces);
        return;
    }
    let below = Draw {
        no_null: true,
        forces: children,
        ..draw.below()
    };
    out.push('[');
    out.push_str(forces);
    out.push('\n');
    let mut unchanged = 0;
    for item in items {
        if !draw.is_drawn(item) {
            unchanged += 1;
            continue;
        }
        element(out, item, indent + 1, draw, below);
    }
    hidden(out, indent + 1, unchanged, "element", draw);
    end(out, "]", node, indent, draw);
}

/// Draws an element of a list or set on lines of its own. `below` is how its value is drawn.
fn element(out: &mut String, node: &Node, indent: usize, draw: Draw, below: Draw) {
    warning(out, node, indent);
    begin(out, indent, node.action, draw);
    value(out, node, indent, below);
    out.push_str(",\n");
}
