//! The modules that a module calls, and sources as far as they are constant.

use std::collections::BTreeMap;

use super::declaration::DeclarationKind;
use super::directory::Syntax;
use super::module::Module;
use super::native_fault::line_at;
use super::problem::{Problem, ProblemKind};
use super::reference::Subject;
use crate::hcljson::template::NativeKind;
use crate::hcljson::{Expression, Node, Value};
use crate::order;

impl Module<'_, '_> {
    /// Whether it says where a state is kept, as only root modules do.
    #[must_use]
    pub(crate) fn keeps_state(&self) -> bool {
        let mut kinds = self.declarations.iter().map(|declaration| declaration.kind);
        kinds.any(|kind| matches!(kind, DeclarationKind::Backend | DeclarationKind::Cloud))
    }

    /// The files in the native syntax that may call modules, and nobody knows which, with the reason: of what there is
    /// no text, and of what has the word and cannot be read.
    #[must_use]
    pub(crate) fn calls_lost(&self) -> BTreeMap<String, String> {
        let lost = |problem: &Problem| {
            let file = self.files.get(problem.file)?;
            let text = file.text.as_deref();
            let what = match problem.kind {
                ProblemKind::NativeFault(what) => what,
                ProblemKind::NativeSyntax => "planlint does not read this",
                ProblemKind::Unreadable if file.syntax == Syntax::Native => "nothing can be read there",
                _ => return None,
            };
            let place = text.map(|text| format!("line {}: ", line_at(text, problem.span.start)));
            let may_call = text.is_none_or(|text| text.contains("module"));
            may_call.then(|| (file.name.to_owned(), place.unwrap_or_default() + what))
        };
        order::map(self.problems.iter().filter_map(lost))
    }

    /// The modules that this one calls, in either syntax, as far as the sources are constant: by the name of the call
    /// its source, as [`Children`](super::Children) names it; that of an override file where one says it.
    #[must_use]
    pub fn calls(&self) -> BTreeMap<String, String> {
        self.calls_by(|source| self.constant(source))
    }

    /// The calls whose sources depend on no variable, so that they are what they are whoever calls the module.
    #[must_use]
    pub(crate) fn fixed_calls(&self) -> BTreeMap<String, String> {
        self.calls_by(|source| match source.evaluate() {
            Value::String(text) => Some(text.into_owned()),
            _ => None,
        })
    }

    fn calls_by(&self, text: impl Fn(Node<'_, '_>) -> Option<String>) -> BTreeMap<String, String> {
        let in_json = self.of_kind("module").filter_map(|call| {
            let source = text(call.content.attribute("source")?.value());
            Some((call.overrides, call.block.label(0).into_owned(), source))
        });
        let native = self.native_calls.iter();
        let native = native.map(|call| (call.overrides, call.name.clone(), Some(call.source.clone())));
        let mut calls: Vec<_> = in_json.chain(native).collect();
        order::sort_by_key(&mut calls, |(overrides, ..)| *overrides);
        let calls: BTreeMap<String, _> = order::map(calls.into_iter().map(|(_, name, source)| (name, source)));
        let known = calls.into_iter();
        order::map(known.filter_map(|(name, source)| Some((name, source?))))
    }

    /// The text of a value that is constant, or a variable's whose default is.
    #[must_use]
    pub fn constant(&self, node: Node<'_, '_>) -> Option<String> {
        match node.evaluate() {
            Value::String(text) => return Some(text.into_owned()),
            Value::Unknown => {}
            _ => return None,
        }
        let mut name = None;
        Expression::new(node).templates(&mut |_, template| {
            if let Ok(template) = template
                && let Some(native) = template.unwrapped()
                && let NativeKind::Variable(traversal) = &native.kind
                && let (Subject::Variable(variable), 1) = (Subject::of(traversal), traversal.steps.len())
            {
                name = Some(variable.to_owned());
            }
        });
        let variable = self.find(DeclarationKind::Variable, &[name?.as_str()])?;
        let block = self.blocks.get(variable.block?)?;
        let default = block.content.attribute("default")?;
        Some(default.value().string()?.into_inner().into_owned())
    }
}
