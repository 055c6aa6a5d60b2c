//! What one file, or some of its blocks, give to their module.

use super::declaration::Declaration;
use super::module::{Argument, Feature, Lookalike, TopBlock};
use super::native::Call;
use super::problem::{Problem, ProblemKind};
use super::reference::Reference;
use super::reread::Differing;
use crate::source::Span;

/// What one file gives to its module.
#[derive(Debug, Default)]
pub(super) struct Part<'f, 'a> {
    pub(super) blocks: Vec<TopBlock<'f, 'a>>,
    pub(super) arguments: Vec<Argument<'f, 'a>>,
    pub(super) lookalikes: Vec<Lookalike<'f, 'a>>,
    pub(super) declarations: Vec<Declaration<'a>>,
    pub(super) references: Vec<Reference<'a>>,
    pub(super) features: Vec<Feature>,
    pub(super) problems: Vec<Problem>,
    /// Modules that files in the native syntax call.
    pub(super) native_calls: Vec<Call>,
    pub(super) complete: bool,
    pub(super) differing: Differing,
}

impl Part<'_, '_> {
    /// Nothing yet, and nothing lost.
    pub(super) fn empty() -> Self {
        Self {
            complete: true,
            ..Self::default()
        }
    }

    /// Of a file that cannot be read, from a byte on that is counted from 0.
    pub(super) fn lost(file: usize, at: usize, kind: ProblemKind, engine_rejects: bool) -> Self {
        Self {
            problems: vec![Problem {
                kind,
                file,
                span: Span::new(at, at),
                engine_rejects,
            }],
            ..Self::default()
        }
    }

    /// Adds what follows; its numbers of blocks count from its own first.
    pub(super) fn append(&mut self, part: Self) {
        let before = self.blocks.len();
        self.differing.append(part.differing, &self.lengths());
        self.blocks.extend(part.blocks);
        self.arguments.extend(part.arguments.into_iter().map(|mut argument| {
            argument.block += before;
            argument
        }));
        self.lookalikes.extend(part.lookalikes.into_iter().map(|mut lookalike| {
            lookalike.block += before;
            lookalike
        }));
        self.declarations
            .extend(part.declarations.into_iter().map(|mut declaration| {
                declaration.block = declaration.block.map(|block| block + before);
                declaration
            }));
        self.references.extend(part.references.into_iter().map(|mut reference| {
            reference.block += before;
            reference
        }));
        self.features.extend(part.features);
        self.problems.extend(part.problems);
        self.native_calls.extend(part.native_calls);
        self.complete &= part.complete;
    }
}
