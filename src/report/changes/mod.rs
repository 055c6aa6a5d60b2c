//! Attribute differences: a tree that holds what was beside what will be, with every text redacted.
//!
//! A tree is made for one change at a time, so that a large plan never stands in memory as trees; a report keeps what
//! is left of them without what stays, and only for a format that asks. Who prints it decides on layout alone: what
//! changed, what is unknown, what is masked and what forces a replacement is settled here.

mod brief;
mod dialect;
mod dynamic;
mod entry;
mod ignored;
mod infer;
mod list;
mod pair;
mod schema;
mod shown;
mod shown_state;
mod text;
mod trail;
mod twice;
mod typed;
mod wary;

pub use dialect::{Dialect, UnknownBlocks};
pub use entry::{Entry, ImportShown, InvocationShown, OutputEntry, Placed};
pub use schema::Schemas;
pub use shown::{PlanMode, ShownPlan};
pub use shown_state::{ShownState, StateEntry};

use super::{Redacted, Redactor};

/// What becomes of one place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Action {
    /// It stays.
    NoOp,
    /// It is new.
    Create,
    /// It changes, or something below it does.
    Update,
    /// It goes.
    Delete,
}

impl Action {
    /// What becomes of a whole of which one more part is known.
    fn and(self, part: Self) -> Self {
        match part {
            Self::NoOp => self,
            _ if part == self => self,
            _ => Self::Update,
        }
    }
}

/// One place in an object before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What becomes of it.
    pub action: Action,
    /// Whether this very place forces the object's replacement.
    pub forces: bool,
    /// What stands there.
    pub shape: Shape,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A value of one line on either side.
    Scalar {
        /// What was; absent where the place is new.
        before: Scalar,
        /// What will be; absent where the place goes.
        after: Scalar,
    },
    /// A text of several lines: what becomes of each.
    Lines(Vec<Line>),
    /// A text that is JSON, compared as JSON.
    Json {
        /// The value in it.
        value: Box<Node>,
        /// Whether both sides are the same JSON and only the spelling differs.
        whitespace: bool,
    },
    /// Values of two types.
    Mixed {
        /// What was.
        before: Box<Node>,
        /// What will be.
        after: Box<Node>,
    },
    /// A value that is known only after apply.
    Unknown {
        /// What was, if anything.
        before: Option<Box<Node>>,
    },
    /// A value that some place marks sensitive. It holds nothing but what becomes of it.
    Sensitive {
        /// Whether it was marked before.
        before: bool,
        /// Whether it will be marked.
        after: bool,
        /// What becomes of the value itself, apart from its mark.
        value: Action,
        /// Whether it is a nested block.
        block: bool,
    },
    /// An attribute that is given to the provider and never stored.
    WriteOnly {
        /// Whether the schema marks it sensitive.
        sensitive: bool,
    },
    /// An object: members by name.
    Object {
        /// The members, in the order of names.
        members: Vec<Member>,
        /// Whether a schema of its own describes it.
        nested: bool,
    },
    /// A map: members by key.
    Map {
        /// The members, in the order of keys.
        members: Vec<Member>,
        /// Whether its elements are objects with a schema.
        nested: bool,
    },
    /// A list: what stays, comes and goes, in order.
    List {
        /// The elements of both sides.
        items: Vec<Node>,
        /// Whether the neighbours of a change tell where in the list it is.
        context: bool,
    },
    /// A set: what stays or goes, then what comes. An element never changes.
    Set {
        /// The elements of both sides.
        items: Vec<Node>,
        /// Whether its elements are objects with a schema.
        nested: bool,
    },
    /// A block: attributes, then nested blocks.
    Block {
        /// The attributes that are set on a side, in the order of names.
        attributes: Vec<Member>,
        /// The nested blocks by type, in the order of names.
        blocks: Vec<Blocks>,
    },
}

/// A value of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// The place is not there.
    Absent,
    /// The place is there and holds `null`.
    Null,
    /// A number as it is written, or a boolean.
    Plain(Redacted),
    /// A text; not quoted and not escaped.
    Text(Redacted),
}

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it stays, comes or goes.
    pub action: Action,
    /// The line without its end.
    pub text: Redacted,
}

/// A part of an object with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name or key; not quoted and not escaped.
    pub name: Redacted,
    /// What stands there.
    pub node: Node,
}

/// Nested blocks of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The type.
    pub name: Redacted,
    /// Whether all of them force the replacement.
    pub forces: bool,
    /// The blocks of both sides, those of a map with their keys.
    pub nodes: Vec<(Option<Redacted>, Node)>,
}

/// How many texts of JSON may stand in each other; a text deeper inside is shown as it is.
const MOST_TEXTS: usize = 6;

/// How many lists and objects may stand inside each other in all of these texts together: whoever walks a value calls
/// itself for each, and a text in a text begins anew.
const DEEPEST_TEXTS: usize = 127;

/// What every comparison needs: the way to print a text, and the engine's way to compare.
#[derive(Clone, Copy)]
struct Compare<'r> {
    redactor: &'r Redactor,
    dialect: Dialect,
    /// Whether no block around this says that the schema cannot be one of the old kit for providers.
    old_kit: bool,
    /// Whether the document is too old to mark all that its providers keep secret, so that names must do.
    wary: bool,
    /// How many texts of JSON the values stand in.
    inside: usize,
    /// How many lists and objects of those texts it may stand in.
    deep: usize,
}
