//! Values with a schema: attributes, nested objects and blocks.

use std::borrow::Cow;

use super::dynamic::{mask, masked, steps_of};
use super::list;
use super::pair::{Hidden, Pair, Side};
use super::schema::{Attribute, AttributeKind, Block, Nested, Typed};
use super::trail::Trail;
use super::{Action, Blocks, Compare, Dialect, Member, Node, Shape, UnknownBlocks};
use crate::facts::attr::Kind;
use crate::order;
use crate::report::Redacted;

impl Compare<'_> {
    fn attribute(self, pair: Pair<'_, '_>, trail: &Trail<'_>, name: &str, attribute: &Attribute) -> Node {
        let always = attribute.sensitive || self.masks_under(name, pair);
        let pair = match &attribute.kind {
            AttributeKind::Typed(_) => self.without_empty_texts(pair),
            AttributeKind::Nested(..) | AttributeKind::WriteOnly => pair,
        };
        let node = behind_marks(pair, always, false, |pair| match &attribute.kind {
            AttributeKind::Typed(typed) => self.past_marks(pair).typed_open(pair, trail, typed),
            AttributeKind::Nested(mode, attributes) => self.past_marks(pair).nested(pair, trail, *mode, attributes),
            // Those are placed by the block or object around them.
            AttributeKind::WriteOnly => self.scalar(pair, trail.forces()),
        });
        forcing_if_marked(node, trail)
    }

    pub(super) fn typed(self, pair: Pair<'_, '_>, trail: &Trail<'_>, typed: &Typed) -> Node {
        self.typed_named(pair, trail, false, typed)
    }

    fn typed_named(self, pair: Pair<'_, '_>, trail: &Trail<'_>, always: bool, typed: &Typed) -> Node {
        let pair = self.without_empty_texts(pair);
        let node = behind_marks(pair, always, false, |pair| {
            self.past_marks(pair).typed_open(pair, trail, typed)
        });
        forcing_if_marked(node, trail)
    }

    /// An empty text is no value where Terraform cannot tell that the provider knows `null`; it asks before it looks at
    /// marks.
    fn without_empty_texts<'d, 'a>(self, pair: Pair<'d, 'a>) -> Pair<'d, 'a> {
        if self.dialect.empty_is_null_below && self.old_kit {
            pair.without_empty_texts()
        } else {
            pair
        }
    }

    /// On the way to an element of a list or set, and past a mark, Terraform forgets that the provider knows `null`.
    fn forgetful(self) -> Self {
        Self {
            old_kit: self.old_kit || self.dialect.empty_is_null_below,
            ..self
        }
    }

    fn past_marks(self, pair: Pair<'_, '_>) -> Self {
        if pair.hidden == Hidden::PastMark {
            self.forgetful()
        } else {
            self
        }
    }

    fn typed_open(self, pair: Pair<'_, '_>, trail: &Trail<'_>, typed: &Typed) -> Node {
        let pair = self.without_empty_texts(pair);
        if pair.unknown {
            return self.unknown(pair, trail, false, |compare, pair, trail| {
                compare.typed(pair, trail, typed)
            });
        }
        // A value of another kind than its schema says, which no engine writes, is shown as it is.
        let fits = |wanted: Kind| {
            let fits = |side: Side<'_, '_>| side.is_null() || side.kind() == wanted;
            fits(pair.before) && fits(pair.after)
        };
        let node = |action, shape| Node {
            action,
            forces: trail.forces(),
            shape,
        };
        match typed {
            Typed::Scalar if !(pair.before.is_container() || pair.after.is_container()) => {
                self.scalar(pair, trail.forces())
            }
            Typed::Object(schema) if fits(Kind::Object) => {
                let (action, members) = self.members(pair, trail, schema, |pair, trail, name, typed| {
                    self.typed_named(pair, trail, self.masks_under(name, pair), typed)
                });
                node(action, Shape::Object { members, nested: false })
            }
            Typed::Map(inner) if fits(Kind::Object) => {
                let (action, members) = self.named(pair, trail, |pair, trail| self.typed(pair, trail, inner));
                node(action, Shape::Map { members, nested: false })
            }
            Typed::List(inner) if fits(Kind::Array) => {
                let objects = matches!(**inner, Typed::Object(_));
                self.list(
                    pair,
                    trail,
                    |_, _| objects,
                    |pair, trail| self.forgetful().typed(pair, trail, inner),
                )
            }
            Typed::Set(inner) if fits(Kind::Array) => {
                let (action, items) = set(pair, trail, self.dialect, |pair, trail| {
                    self.forgetful().typed(pair, trail, inner)
                });
                node(action, Shape::Set { items, nested: false })
            }
            Typed::Tuple(elements) if fits(Kind::Array) => {
                let (action, items) = by_place(pair, trail, |index, pair, trail| match elements.get(index) {
                    Some(typed) => self.forgetful().typed(pair, trail, typed),
                    None => self.dynamic(pair, trail),
                });
                node(action, Shape::List { items, context: true })
            }
            _ if self.dialect.dynamic_forces => self.dynamic(pair, trail),
            _ => self.dynamic(pair, &trail.unforced()),
        }
    }

    fn nested(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        mode: Nested,
        attributes: &[(Cow<'_, str>, Attribute)],
    ) -> Node {
        if pair.unknown {
            return self.unknown(pair, trail, true, |compare, pair, trail| {
                compare.nested(pair, trail, mode, attributes)
            });
        }
        let of = |compare: Self, pair: Pair<'_, '_>, trail: &Trail<'_>| {
            behind_marks(pair, false, false, |pair| {
                compare.past_marks(pair).nested(pair, trail, Nested::Single, attributes)
            })
        };
        let element = |pair: Pair<'_, '_>, trail: &Trail<'_>| of(self.forgetful(), pair, trail);
        let (action, shape) = match mode {
            Nested::Single => {
                let (action, mut members) = self.members(pair, trail, attributes, |pair, trail, name, inner| {
                    self.attribute(pair, trail, name, inner)
                });
                self.write_only_members(pair, trail, attributes, &mut members);
                (action, Shape::Object { members, nested: true })
            }
            Nested::Map => {
                let (action, members) = self.named(pair, trail, |pair, trail| of(self, pair, trail));
                (action, Shape::Map { members, nested: true })
            }
            Nested::List => {
                let (action, items) = by_place(pair, trail, |_, pair, trail| element(pair, trail));
                (action, Shape::List { items, context: false })
            }
            Nested::Set => {
                let (action, items) = set(pair, trail, self.dialect, element);
                (action, Shape::Set { items, nested: true })
            }
        };
        Node {
            action,
            forces: trail.forces(),
            shape,
        }
    }

    /// The write-only attributes of a nested object, which hold nothing: they do what the whole object does.
    fn write_only_members(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        schema: &[(Cow<'_, str>, Attribute)],
        members: &mut Vec<Member>,
    ) {
        let action = pair.action_of_whole();
        if action == Action::NoOp && !self.dialect.write_only_counts {
            return;
        }
        let values = pair.members();
        let write_only = schema.iter();
        let write_only = write_only.filter(|(_, attribute)| matches!(attribute.kind, AttributeKind::WriteOnly));
        let write_only = write_only.map(|(name, _)| Member {
            name: self.redactor.text(name),
            node: Node {
                action,
                forces: trail.member(name).forces(),
                shape: Shape::WriteOnly {
                    sensitive: child(pair, &values, name).is_marked(),
                },
            },
        });
        put_among(members, write_only.collect());
    }

    /// The members that a schema names; those that are set on no side are left out.
    fn members<T>(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        schema: &[(Cow<'_, str>, T)],
        compare: impl Fn(Pair<'_, '_>, &Trail<'_>, &str, &T) -> Node,
    ) -> (Action, Vec<Member>) {
        let mut found = Vec::new();
        let values = pair.members();
        for (name, inner) in schema {
            let trail = trail.member(name);
            let member = trail.relevant(child(pair, &values, name).implicit());
            let node = compare(member, &trail, name, inner);
            found.extend(set_member(self.redactor.text(name), member, node));
        }
        let is_known = |name: &str| schema.binary_search_by(|(known, _)| (**known).cmp(name)).is_ok();
        let name = |name: &str| self.redactor.text(name);
        put_among(&mut found, self.unknown_names(trail, &values, is_known, name));
        (action_of(pair, &found), found)
    }

    /// A block that may be marked or unknown as a whole.
    pub(super) fn block(self, pair: Pair<'_, '_>, trail: &Trail<'_>, schema: &Block<'_>) -> Node {
        behind_marks(pair, false, true, |pair| {
            if pair.unknown {
                self.unknown(pair, trail, true, |compare, pair, trail| {
                    compare.block(pair, trail, schema)
                })
            } else {
                self.past_marks(pair).block_open(pair, trail, schema)
            }
        })
    }

    fn block_open(mut self, pair: Pair<'_, '_>, trail: &Trail<'_>, schema: &Block<'_>) -> Node {
        self.old_kit &= schema.old_kit;
        let values = pair.members();
        // At the top they are those of the type. Further down, where no schema tells, they may be keys of a map.
        let of_type = trail.is_whole();
        let shown = |name: &str| {
            if of_type {
                self.redactor.attribute(name)
            } else {
                self.redactor.text(name)
            }
        };
        let stays = pair.action_of_whole() == Action::NoOp;
        let mut attributes = Vec::new();
        let mut write_only = Vec::new();
        for (name, attribute) in &schema.attributes {
            if let AttributeKind::WriteOnly = attribute.kind {
                write_only.push(name);
                continue;
            }
            let trail = trail.member(name);
            let value = trail.relevant(child(pair, &values, name));
            let unset = self.dialect.empty_for_null_stays
                && self.old_kit
                && stays
                && value.is_null_or_empty()
                && !trail.forces();
            let value = if self.dialect.empty_is_null {
                value.without_empty_texts()
            } else if unset {
                value.as_set()
            } else {
                value
            };
            let value = value.implicit();
            let node = self.attribute(value, &trail, name, attribute);
            attributes.extend(set_member(shown(name), value, node));
        }
        let is_known = |name: &str| {
            let attribute = schema.attributes.binary_search_by(|(known, _)| (**known).cmp(name));
            let block = schema.blocks.binary_search_by(|(known, ..)| (**known).cmp(name));
            attribute.is_ok() || block.is_ok()
        };
        put_among(&mut attributes, self.unknown_names(trail, &values, is_known, shown));
        let mut action = action_of(pair, &attributes);
        let mut blocks = Vec::new();
        let mut unknown = Vec::new();
        for (name, mode, inner) in &schema.blocks {
            let trail = trail.member(name);
            let mut value = child(pair, &values, name);
            // That all attributes of the whole are unknown says nothing of the blocks in it.
            value.unknown &= !pair.members_unknown;
            let value = trail.relevant(value);
            let nodes = if value.unknown && self.dialect.unknown_blocks == UnknownBlocks::AsParent {
                vec![(None, self.as_parent(value, &trail, schema))]
            } else {
                let is_first = value.unknown && self.dialect.unknown_blocks == UnknownBlocks::First;
                let (of_all, nodes) = self.blocks(value, &trail, *mode, inner);
                if of_all == Action::NoOp && value.is_null() && !is_first {
                    continue;
                }
                action = action.and(of_all);
                if is_first && *mode != Nested::Single {
                    unknown.push((blocks.len(), value));
                }
                nodes
            };
            blocks.push(Blocks {
                name: shown(name),
                forces: trail.forces(),
                nodes,
            });
        }
        let of_write_only = if self.dialect.write_only_follows {
            action
        } else {
            pair.action_of_whole()
        };
        let mut placed = Vec::new();
        for name in write_only {
            let (of_this, forces) = if self.dialect.write_only_counts {
                (of_write_only, trail.forces())
            } else {
                let forces = trail.member(name).forces();
                let changes = forces && of_write_only == Action::NoOp;
                (if changes { Action::Update } else { of_write_only }, forces)
            };
            action = action.and(of_this);
            let name = shown(name);
            let node = Node {
                action: of_this,
                forces,
                // Terraform asks for the marks of the block here and not of the attribute; one of a block hides it
                // whole.
                shape: Shape::WriteOnly { sensitive: false },
            };
            placed.push(Member { name, node });
        }
        put_among(&mut attributes, placed);
        tell_unknown(&unknown, action, &mut blocks);
        Node {
            action,
            forces: trail.forces(),
            shape: Shape::Block { attributes, blocks },
        }
    }

    /// Nested blocks that are unknown as a whole, where the engine takes the schema of the block around them for theirs.
    /// What they were is left out: those attributes are others.
    fn as_parent(self, pair: Pair<'_, '_>, trail: &Trail<'_>, schema: &Block<'_>) -> Node {
        behind_marks(pair, false, true, |pair| {
            let members = Pair {
                members_unknown: true,
                ..Pair::default()
            };
            self.unknown(pair, trail, true, |compare, _, trail| {
                compare.block_open(members, trail, schema)
            })
        })
    }

    /// What the schema does not know, as after an upgrade of the provider, is shown all the same.
    fn unknown_names(
        self,
        trail: &Trail<'_>,
        values: &[(Cow<'_, str>, Pair<'_, '_>)],
        is_known: impl Fn(&str) -> bool,
        shown: impl Fn(&str) -> Redacted,
    ) -> Vec<Member> {
        let unknown = values.iter().filter(|(name, _)| !is_known(name));
        unknown
            .filter_map(|(name, value)| {
                let trail = trail.member(name);
                let value = trail.relevant(*value);
                let node = self.under_name(name, value.implicit(), |pair| self.dynamic(pair, &trail));
                set_member(shown(name), value, node)
            })
            .collect()
    }

    /// The nested blocks of one type, and what becomes of them together.
    fn blocks(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        mode: Nested,
        schema: &Block<'_>,
    ) -> (Action, Vec<(Option<Redacted>, Node)>) {
        if mode == Nested::Single {
            let node = self.block(pair, trail, schema);
            return (node.action, vec![(None, node)]);
        }
        let mut pair = pair;
        if pair.unknown && self.dialect.unknown_blocks != UnknownBlocks::Last {
            pair = pair.as_deleted();
        }
        if pair.unknown {
            // How many there will be is not known either: those that were go, and something comes.
            let (_, mut nodes) = self.blocks(pair.as_deleted(), trail, mode, schema);
            let action = if nodes.is_empty() {
                Action::Create
            } else {
                Action::Update
            };
            let node = Node {
                action: Action::Create,
                forces: trail.forces(),
                shape: Shape::Unknown { before: None },
            };
            nodes.push((None, node));
            return (action, nodes);
        }
        // Marks of the whole hide each block by itself.
        let hides = !pair.is_hidden() && (pair.is_marked() || pair.is_masked());
        let open = if hides { pair.behind_a_mask() } else { pair };
        let (action, mut nodes): (Action, Vec<_>) = match mode {
            Nested::Map => {
                let (action, members) = self.named(open, trail, |pair, trail| self.block(pair, trail, schema));
                let nodes = members.into_iter().map(|member| (Some(member.name), member.node));
                (action, nodes.collect())
            }
            Nested::Set => {
                let (action, nodes) = set(open, trail, self.dialect, |pair, trail| {
                    self.forgetful().block(pair, trail, schema)
                });
                (action, nodes.into_iter().map(|node| (None, node)).collect())
            }
            Nested::List | Nested::Single => {
                let block = |_, pair: Pair<'_, '_>, trail: &Trail<'_>| self.forgetful().block(pair, trail, schema);
                let (action, nodes) = by_place(open, trail, block);
                (action, nodes.into_iter().map(|node| (None, node)).collect())
            }
        };
        if hides {
            for (_, node) in &mut nodes {
                *node = mask(pair, node, true);
            }
        }
        (action, nodes)
    }
}

/// A member; `None` for one that is set on no side.
fn set_member(name: Redacted, value: Pair<'_, '_>, node: Node) -> Option<Member> {
    let is_unset = node.action == Action::NoOp && value.is_null();
    (!is_unset).then_some(Member { name, node })
}

/// What becomes of a whole with these members.
fn action_of(whole: Pair<'_, '_>, members: &[Member]) -> Action {
    let actions = members.iter().map(|member| member.node.action);
    actions.fold(whole.action_of_whole(), Action::and)
}

/// A place behind its marks, or open.
fn behind_marks<'d, 'a>(pair: Pair<'d, 'a>, always: bool, block: bool, compare: impl Fn(Pair<'d, 'a>) -> Node) -> Node {
    if pair.is_hidden() || !(always || pair.is_marked() || pair.is_masked()) {
        return compare(pair);
    }
    if always {
        return mask(pair, &compare(pair.behind_a_mask()), block);
    }
    masked(pair, block, compare)
}

/// Tells blocks first that are unknown as a whole, by what becomes of the block around them.
fn tell_unknown(unknown: &[(usize, Pair<'_, '_>)], action: Action, blocks: &mut [Blocks]) {
    for (index, pair) in unknown {
        if let Some(of_type) = blocks.get_mut(*index) {
            let node = behind_marks(*pair, false, true, |_| Node {
                action,
                forces: of_type.forces,
                shape: Shape::Unknown { before: None },
            });
            of_type.nodes.insert(0, (None, node));
        }
    }
}

/// Puts members among those that are there, by their names. All at once: each by itself would move all behind it.
fn put_among(members: &mut Vec<Member>, more: Vec<Member>) {
    if more.is_empty() {
        return;
    }
    let there = std::mem::take(members);
    // Of one name, which secrets have when they are masked, what comes stands in front.
    *members = more.into_iter().rev().chain(there).collect();
    order::sort_by(members, |one, two| one.name.cmp(&two.name));
}

/// The engines look at marks before they look at types, of which some force nothing.
fn forcing_if_marked(node: Node, trail: &Trail<'_>) -> Node {
    match node.shape {
        Shape::Sensitive { .. } => Node {
            forces: trail.forces(),
            ..node
        },
        _ => node,
    }
}

fn set<'d, 'a>(
    pair: Pair<'d, 'a>,
    trail: &Trail<'_>,
    dialect: Dialect,
    compare: impl Fn(Pair<'d, 'a>, &Trail<'_>) -> Node,
) -> (Action, Vec<Node>) {
    let (before, after) = (pair.before.items(), pair.after.items());
    let steps = list::pair_set(&before, &after, dialect);
    steps_of(pair, trail, &before, &after, &steps, compare)
}

/// Elements that stand at the same place of both sides.
fn by_place<'d, 'a>(
    pair: Pair<'d, 'a>,
    trail: &Trail<'_>,
    compare: impl Fn(usize, Pair<'d, 'a>, &Trail<'_>) -> Node,
) -> (Action, Vec<Node>) {
    let (before, after) = (pair.before.items(), pair.after.items());
    let mut action = pair.action_of_whole();
    let mut items = Vec::new();
    for index in 0..before.len().max(after.len()) {
        let at = |sides: &[Side<'d, 'a>]| sides.get(index).copied().unwrap_or_default();
        let trail = trail.element(index);
        let element = trail.relevant(pair.with(at(&before), at(&after)));
        let node = compare(index, element, &trail);
        action = action.and(node.action);
        items.push(node);
    }
    (action, items)
}

/// The member of that name among those of both sides, which are in the order of names.
fn child<'d, 'a>(pair: Pair<'d, 'a>, values: &[(Cow<'_, str>, Pair<'d, 'a>)], name: &str) -> Pair<'d, 'a> {
    let found = values.binary_search_by(|(known, _)| known.as_ref().cmp(name)).ok();
    let found = found.and_then(|at| values.get(at)).map(|(_, pair)| *pair);
    found.unwrap_or_else(|| {
        let mut missing = pair.with(Side::default(), Side::default());
        missing.unknown = pair.members_unknown;
        missing
    })
}
