//! What is evaluated before anything else: not of every variable, and of locals only with all that they need.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use super::Checker;
use crate::hcljson::{Expression, Node, template};
use crate::order;
use crate::source::Span;
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::Group;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::reference::{Reference, Role, Subject};

impl<'c, 'a> Checker<'c, '_, 'a> {
    /// Variables that have no value yet where one is needed early, and locals that need something else than variables.
    pub(super) fn early(&mut self) {
        let module = self.module;
        for reference in module
            .references
            .iter()
            .filter(|reference| reference.role == Role::Early)
        {
            // Terraform evaluates what it can, and sees then whether there is a value.
            let evaluates = module.ask(|engine| engine.is_terraform_since(15));
            let is_needed = !evaluates || reference.sure;
            let kind = match reference.subject() {
                Subject::Variable(name) if is_needed && self.is_not_constant(name) => ProblemKind::NotConstant {
                    name: name.to_owned(),
                    says: self.says_constant(name) == Some(false),
                },
                Subject::Local(name) if is_needed && !(evaluates && reference.steps() > 1) => {
                    let Some(later) = self.needed_later(name) else { continue };
                    ProblemKind::NeededEarly(format!("local.{name}"), later.to_owned())
                }
                Subject::Always("terraform", _) if evaluates => ProblemKind::EarlyReference,
                _ => continue,
            };
            self.reject(kind, reference.file, reference.span);
        }
    }

    /// Whether a variable is not evaluated early: in OpenTofu one that says so, in Terraform one that does not say
    /// otherwise.
    fn is_not_constant(&self, variable: &str) -> bool {
        let group = self.declared.get((DeclarationKind::Variable, variable, ""));
        if group.is_none_or(|group| group.native || group.base.is_none()) {
            return false;
        }
        match self.says_constant(variable) {
            Some(constant) => !constant,
            None => self.module.is_terraform(),
        }
    }

    /// What a variable says of whether it is evaluated early, if it says anything.
    fn says_constant(&self, variable: &str) -> Option<bool> {
        let group = self.declared.get((DeclarationKind::Variable, variable, ""));
        let constant = group?.argument(self.module, "const")?;
        constant.value().literal_bool()
    }

    /// Whether something has no value yet where one is needed early. `terraform` has none in Terraform.
    fn is_later(&self, subject: &Subject<'_>) -> bool {
        match subject {
            Subject::Resource(..) | Subject::Module(..) | Subject::Each(_) | Subject::Count(_) | Subject::Itself => {
                true
            }
            Subject::Variable(name) => self.module.is_terraform() && self.is_not_constant(name),
            Subject::Always("terraform", _) => self.module.is_terraform(),
            _ => false,
        }
    }

    /// Whether a value has none where something in it has none: to OpenTofu any has not, to Terraform surely one of
    /// texts in which nothing is interpolated but references.
    fn needs_all(&self, value: Node<'_, '_>) -> bool {
        let mut is_text = true;
        Expression::new(value).templates(&mut |_, template| {
            let is_reference = |part: &template::Part<'_>| match part {
                template::Part::Literal(_) => true,
                template::Part::Interpolation { expression, .. } => {
                    matches!(expression.kind, template::NativeKind::Variable(_))
                }
                _ => false,
            };
            is_text &= template.is_ok_and(|template| template.parts.iter().all(is_reference));
        });
        is_text || !self.module.is_terraform()
    }

    /// The references of a call in the order of their places; none where something overrides it.
    pub(super) fn references_of_call(&self, call: Option<&Group<'_>>) -> Vec<&'c Reference<'a>> {
        let module = self.module;
        let call = call.filter(|call| !call.native && call.blocks(module).count() == 1);
        let Some(block) = call.and_then(|call| call.base?.block) else {
            return Vec::new();
        };
        let from = module.references.partition_point(|one| one.block < block);
        let to = module.references.partition_point(|one| one.block <= block);
        let references = module.references.get(from..to).unwrap_or_default();
        let mut references: Vec<_> = references.iter().collect();
        order::sort_by_key(&mut references, |one| one.span.start);
        references
    }

    /// The first reference in a value, of those of its call in order, to what has a value only later, and where it is.
    pub(super) fn later(&self, of_call: &[&Reference<'_>], value: Node<'_, '_>) -> Option<(String, Span)> {
        if !self.needs_all(value) {
            return None;
        }
        let from = of_call.partition_point(|one| one.span.start < value.span().start);
        let references = of_call.get(from..)?.iter();
        let mut references = references.take_while(|one| value.span().contains(one.span.start));
        references.find_map(|reference| {
            let later = match reference.subject() {
                Subject::Local(name) => self.needed_later(name).filter(|_| !self.may_be_part(reference))?,
                subject if self.is_later(&subject) => &*reference.text,
                _ => return None,
            };
            Some((later.to_owned(), reference.span))
        })
    }

    /// What a local needs, by way of the fewest other locals, and that has a value only later.
    fn needed_later(&self, local: &str) -> Option<&str> {
        let later = self.later.get_or_init(|| self.all_needed_later());
        later.get(local).map(String::as_str)
    }

    /// The locals that need what has a value only later, each with that. Early evaluation of OpenTofu looks at all
    /// references, those inside of `try` too.
    fn all_needed_later(&self) -> BTreeMap<String, String> {
        let mut needed_by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut later: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = VecDeque::new();
        for name in self.declared.labels(DeclarationKind::Local) {
            for reference in self.references_of_local(name) {
                match reference.subject() {
                    Subject::Local(_) if self.may_be_part(reference) => {}
                    Subject::Local(other) => needed_by.entry(other).or_default().push(name),
                    subject if self.is_later(&subject) => {
                        if let Entry::Vacant(vacant) = later.entry(name) {
                            vacant.insert(&reference.text);
                            open.push_back(&**name);
                        }
                    }
                    _ => {}
                }
            }
        }
        while let Some(name) = open.pop_front() {
            let Some(what) = later.get(name).copied() else { continue };
            for needing in needed_by.get(name).into_iter().flatten().copied() {
                if let Entry::Vacant(vacant) = later.entry(needing) {
                    vacant.insert(what);
                    open.push_back(needing);
                }
            }
        }
        let owned = later
            .iter()
            .map(|(local, what)| ((*local).to_owned(), (*what).to_owned()));
        order::map(owned)
    }

    /// Whether a reference to a local is to a part of it, of which Terraform needs no other.
    fn may_be_part(&self, reference: &Reference<'_>) -> bool {
        reference.steps() > 1 && self.module.is_terraform()
    }

    /// The references in the value of a local, which stand in the order of their places.
    fn references_of_local(&self, name: &str) -> &[Reference<'_>] {
        let module = self.module;
        let group = self.declared.get((DeclarationKind::Local, name, ""));
        let block = group.and_then(|group| group.base?.block);
        let (Some(block), Some(value)) = (block, group.and_then(|group| group.local(module))) else {
            return &[];
        };
        if !self.needs_all(value) {
            return &[];
        }
        let place = |reference: &Reference<'_>| (reference.block, reference.span.start);
        let span = value.span();
        let from = module
            .references
            .partition_point(|one| place(one) < (block, span.start));
        let to = module.references.partition_point(|one| place(one) < (block, span.end));
        module.references.get(from..to).unwrap_or_default()
    }
}
