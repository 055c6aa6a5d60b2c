//! Names at the wrong level: comments where labels stand, and arguments below one label too many.

use super::decode::Decoder;
use super::problem::ProblemKind;
use super::schema::Scope;
use crate::hcljson::{Body, COMMENT, Kind, Node, Property, StructureError, StructureErrorKind};
use crate::order;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// Says what is wrong with the names of a body, by the cause where it is known.
    pub(super) fn misnamed(&mut self, name: &str, scope: &Scope, body: Body<'f, 'a>, mut errors: Vec<StructureError>) {
        if errors.is_empty() {
            return;
        }
        let properties = body.properties();
        let extra = properties
            .iter()
            .filter(|property| name != "root" && is_extra_label(name, scope, property));
        let extra = order::set(extra.map(|property| property.name_span()));
        if !extra.is_empty() {
            // What is said to be missing or unknown stands below.
            errors.retain(|error| !matches!(error.kind, StructureErrorKind::MissingArgument { .. }));
            errors.retain(|error| !extra.contains(&error.span));
            let block = name.rsplit('.').next().unwrap_or_default();
            for span in extra {
                self.reject(ProblemKind::ExtraLabel(block.to_owned()), span);
            }
        }
        let mut comments = Vec::new();
        for property in &properties {
            let schema = scope.schema();
            let block = schema.blocks.iter().find(|block| block.name == property.name());
            let levels = block.map_or(0, |block| block.labels.len());
            comments_among_labels(property.value(), levels, &mut comments);
        }
        // None stands in another.
        order::sort_by_key(&mut comments, |comment| comment.value().span());
        errors.retain(|error| {
            let behind = comments.partition_point(|comment| comment.value().span().start <= error.span.start);
            let comment = behind.checked_sub(1).and_then(|last| comments.get(last));
            let comment = comment.filter(|comment| error.span.end <= comment.value().span().end);
            if let Some(comment) = comment {
                self.reject(ProblemKind::CommentAsLabel, comment.name_span());
            }
            comment.is_none()
        });
        self.structure(errors);
    }
}

/// Whether a property that the block does not have holds what the block should have.
fn is_extra_label(name: &str, scope: &Scope, property: &Property<'_, '_>) -> bool {
    if scope.item(&property.name()).is_some() || property.value().kind() != Kind::Object {
        return false;
    }
    let mut names = property.value().properties().map(Property::name);
    match scope.rest() {
        // A module's inputs have any name: its source tells.
        Some(_) => name == "module" && names.any(|inner| inner == "source"),
        None => !property.value().is_empty() && names.all(|inner| inner == COMMENT || scope.item(&inner).is_some()),
    }
}

/// The properties named `//` in some levels of labels.
fn comments_among_labels<'f, 'a>(node: Node<'f, 'a>, levels: usize, comments: &mut Vec<Property<'f, 'a>>) {
    let Some(below) = levels.checked_sub(1) else { return };
    for property in Body::new(node).properties() {
        if property.is(COMMENT) {
            comments.push(property);
        } else {
            comments_among_labels(property.value(), below, comments);
        }
    }
}
