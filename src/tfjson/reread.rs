//! A module as another engine reads it, made of the reading of the first: only where engines differ is read again.

use std::ops::Range;
use std::ptr;
use std::sync::OnceLock;

use super::declaration::Declaration;
use super::decode;
use super::engine::Engine;
use super::module::{Argument, Files, Lookalike, Module};
use super::part::Part;
use super::reference::Reference;
use super::schema::Schema;

/// So many blocks are read again at most; with more, all are.
const MOST: usize = 64;

/// Where the newest versions of both engines read the files of a module differently.
#[derive(Debug, Default)]
pub(super) struct Differing {
    /// Whether they do outside of blocks.
    pub(super) outside: bool,
    /// What each block gave about which they differ, in the order of the blocks.
    blocks: Vec<Range<Lengths>>,
}

/// How much of everything there is in a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub(super) struct Lengths {
    blocks: usize,
    arguments: usize,
    lookalikes: usize,
    declarations: usize,
    references: usize,
    features: usize,
    problems: usize,
}

impl Lengths {
    fn plus(self, other: &Self) -> Self {
        Self {
            blocks: self.blocks + other.blocks,
            arguments: self.arguments + other.arguments,
            lookalikes: self.lookalikes + other.lookalikes,
            declarations: self.declarations + other.declarations,
            references: self.references + other.references,
            features: self.features + other.features,
            problems: self.problems + other.problems,
        }
    }
}

impl Differing {
    /// Adds a block that gave what lies between.
    pub(super) fn add(&mut self, before: Lengths, after: Lengths) {
        // A block that was refused as a whole is none that could be read again.
        self.outside |= after.blocks == before.blocks;
        self.blocks.push(before..after);
    }

    /// How many blocks are read again; `None` where all is.
    #[cfg(test)]
    pub(super) fn again(&self) -> Option<usize> {
        (!self.outside).then_some(self.blocks.len())
    }

    /// Adds those of a part before which there is so much.
    pub(super) fn append(&mut self, other: Self, before: &Lengths) {
        self.outside |= other.outside;
        let moved = other
            .blocks
            .into_iter()
            .map(|Range { start, end }| start.plus(before)..end.plus(before));
        self.blocks.extend(moved);
    }
}

impl Part<'_, '_> {
    pub(super) fn lengths(&self) -> Lengths {
        Lengths {
            blocks: self.blocks.len(),
            arguments: self.arguments.len(),
            lookalikes: self.lookalikes.len(),
            declarations: self.declarations.len(),
            references: self.references.len(),
            features: self.features.len(),
            problems: self.problems.len(),
        }
    }
}

impl<'f, 'a> Module<'f, 'a> {
    /// The module as another engine reads it from these files. Blocks of the same files that both engines read alike
    /// are not read again.
    #[must_use]
    pub fn seen_by(mut self, files: &'f Files<'a>, engine: Engine) -> Self {
        let newest = [Engine::OPENTOFU, Engine::TERRAFORM];
        let is_known = [self.engine, engine].iter().all(|engine| newest.contains(engine));
        let differing = std::mem::take(&mut self.differing);
        if !is_known || differing.outside || differing.blocks.len() > MOST || !self.is_of(files) {
            drop(self);
            return Self::new(files, engine);
        }
        let schema = Schema::new();
        self.engine = engine;
        self.by_kind = OnceLock::new();
        self.by_name = OnceLock::new();
        self.files = files.iter().map(|(file, _)| file).collect();
        // From the last, so that what is before stays in its place.
        for Range { start, end } in differing.blocks.iter().rev() {
            let Some(top) = self.blocks.get(start.blocks) else {
                continue;
            };
            let (number, block) = (top.file, top.block.clone());
            let Some((file, Some(tree))) = files.iter().nth(number) else {
                continue;
            };
            let part = decode::block(&schema, engine, (number, file), tree, block);
            self.put(start, end, part);
        }
        self.as_before = differing.blocks.is_empty();
        // What there is of each block may be more or less now.
        self.differing.outside = true;
        self
    }

    /// Puts what a block gives to the one engine in place of what it gave to the other.
    fn put(&mut self, start: &Lengths, end: &Lengths, part: Part<'f, 'a>) {
        let block = start.blocks;
        self.blocks.splice(block..end.blocks, part.blocks);
        let arguments = part
            .arguments
            .into_iter()
            .map(|argument| Argument { block, ..argument });
        self.arguments.splice(start.arguments..end.arguments, arguments);
        let lookalikes = part.lookalikes.into_iter();
        let lookalikes = lookalikes.map(|lookalike| Lookalike { block, ..lookalike });
        self.lookalikes.splice(start.lookalikes..end.lookalikes, lookalikes);
        let declarations = part.declarations.into_iter().map(|declaration| Declaration {
            block: Some(block),
            ..declaration
        });
        self.declarations
            .splice(start.declarations..end.declarations, declarations);
        let references = part.references.into_iter();
        let references = references.map(|reference| Reference { block, ..reference });
        self.references.splice(start.references..end.references, references);
        self.features.splice(start.features..end.features, part.features);
        self.problems.splice(start.problems..end.problems, part.problems);
    }

    /// Whether the module was read from the same names and texts as these.
    fn is_of(&self, files: &Files<'a>) -> bool {
        self.files.len() == files.iter().count()
            && self.files.iter().zip(files.iter()).all(|(own, (file, _))| {
                let texts = (own.text.as_deref(), file.text.as_deref());
                let is_same_text = match texts {
                    (Some(own), Some(file)) => ptr::eq(own, file) || own == file,
                    (own, file) => own == file,
                };
                own.name == file.name && own.syntax == file.syntax && own.overrides == file.overrides && is_same_text
            })
    }
}
