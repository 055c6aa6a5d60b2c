//! The sums of a plan, as the engines count.

use crate::facts::{Fate, Flavor, Replacement};
use crate::report::changes::{Entry, ShownPlan};

use super::value::put;

/// How many changes of each kind there are.
#[derive(Default)]
pub(in crate::output) struct Counts {
    /// Whether there is any but moves and imports.
    pub(super) any: bool,
    import: usize,
    pub(super) create: usize,
    pub(super) update: usize,
    pub(super) delete: usize,
    pub(super) delete_create: usize,
    pub(super) create_delete: usize,
    pub(super) read: usize,
    pub(super) forget_create: usize,
    pub(super) forget: usize,
}

impl Counts {
    pub(in crate::output) fn add(&mut self, change: &Entry<'_, '_, '_>) {
        self.import += usize::from(change.importing.is_some());
        let kind = match change.fate {
            Fate::Create => &mut self.create,
            Fate::Update => &mut self.update,
            Fate::Delete => &mut self.delete,
            Fate::Replace(Replacement::DestroyFirst) => &mut self.delete_create,
            Fate::Replace(Replacement::CreateFirst) => &mut self.create_delete,
            Fate::Replace(Replacement::ForgetFirst) => &mut self.forget_create,
            Fate::Read => &mut self.read,
            Fate::Forget => &mut self.forget,
            Fate::Move | Fate::Import | Fate::NoOp | Fate::Open => return,
            Fate::Replace(Replacement::ForgetLast) | Fate::Unrecognized => {
                self.any = true;
                return;
            }
        };
        *kind += 1;
        self.any = true;
    }

    /// The engine's sentence.
    pub(in crate::output) fn line(&self, plan: &ShownPlan<'_, '_>, invocations: usize) -> String {
        let replaced = self.delete_create + self.create_delete;
        let mut line = String::from("Plan: ");
        if self.import > 0 {
            put(&mut line, format_args!("{} to import, ", self.import));
        }
        put(
            &mut line,
            format_args!(
                "{} to add, {} to change, {} to destroy",
                self.create + replaced + self.forget_create,
                self.update,
                self.delete + replaced
            ),
        );
        let forgotten = self.forget + self.forget_create;
        if forgotten > 0 && plan.engine() == Flavor::OpenTofu && plan.version_in(">=1.10") {
            put(&mut line, format_args!(", {forgotten} to forget"));
        }
        line.push('.');
        if invocations > 0 {
            put(&mut line, format_args!(" Actions: {invocations} to invoke."));
        }
        line
    }
}
