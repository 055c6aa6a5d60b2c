//! Objects and lists that a module declares sensitive, of which the names are not shown either.

use std::cell::OnceCell;

use crate::hcljson::{Kind, Node, Property};
use crate::source::Span;
use crate::tfjson::{Module, TopBlock};

/// Where such values stand.
pub(super) struct Hidden<'m, 'f, 'a> {
    module: &'m Module<'f, 'a>,
    /// File, the whole value, and how it opens, in the order of places; made when it is asked for.
    values: OnceCell<Vec<(usize, Span, Span)>>,
}

impl<'m, 'f, 'a> Hidden<'m, 'f, 'a> {
    pub(super) fn of(module: &'m Module<'f, 'a>) -> Self {
        Self {
            module,
            values: OnceCell::new(),
        }
    }

    /// The place at which to speak of what stands inside of one; `None` where nothing is hidden.
    pub(super) fn around(&self, file: usize, span: Span) -> Option<Span> {
        let values = self.values.get_or_init(|| {
            let defaults = self.module.of_kind("variable").filter_map(|top| value(top, "default"));
            let outputs = self.module.of_kind("output").filter_map(|top| value(top, "value"));
            let mut values: Vec<_> = defaults.chain(outputs).collect();
            values.sort_unstable();
            values
        });
        let behind = values.partition_point(|(other, whole, _)| (*other, whole.start) < (file, span.start));
        let (other, whole, opening) = values.get(behind.checked_sub(1)?)?;
        (*other == file && whole.contains(span.start)).then_some(*opening)
    }
}

fn value(top: &TopBlock<'_, '_>, argument: &str) -> Option<(usize, Span, Span)> {
    let is_true = |name: &str| {
        let told = top.content.attribute(name).map(Property::value);
        told.and_then(Node::boolean) == Some(true)
    };
    let value = top.content.attribute(argument)?.value();
    let holds_names = matches!(value.kind(), Kind::Object | Kind::Array);
    let is_hidden = holds_names && (is_true("sensitive") || is_true("ephemeral"));
    is_hidden.then(|| (top.file, value.span(), value.opening()))
}
