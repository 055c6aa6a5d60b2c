//! Provisioners: the arguments of each kind, and what may be referred to on destruction.

use super::decode::Decoder;
use super::merge::given;
use super::problem::ProblemKind;
use super::reference::Subject;
use super::schema::Mode;
use crate::hcljson::{Block, Content, Expression, StructureErrorKind, Value, closest};
use crate::source::Span;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// The arguments that the kind of provisioner names.
    pub(super) fn provisioner(&mut self, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
        let label = block.label(0);
        let name = format!("provisioner[{label}]");
        let Some(scope) = self.schema.scope(&name) else {
            let kind = match label.as_ref() {
                "chef" | "habitat" | "puppet" | "salt-masterless" => ProblemKind::RemovedProvisioner,
                _ => ProblemKind::Misplaced,
            };
            self.reject(kind(label.into_owned()), block.name_span());
            return self.rest(Mode::Template, content.rest());
        };
        let schema = scope.schema();
        self.given_twice(content.rest());
        for &property in content.rest() {
            let argument = property.name();
            if schema.attributes.iter().any(|known| known.name == argument) {
                let wanted = scope.item(&argument).map_or("", |item| item.value);
                self.argument(Mode::Template, wanted, property);
                continue;
            }
            let known = schema.attributes.iter().map(|known| known.name);
            let unknown = ProblemKind::unsupported(&argument, closest(&argument, known));
            self.reject(unknown, property.name_span());
        }
        let given = given(content);
        for required in schema.attributes.iter().filter(|known| known.required) {
            if !given.iter().any(|property| property.is(required.name)) {
                let missing = ProblemKind::missing_argument(required.name);
                self.reject(missing, block.body.node().closing());
            }
        }
        let one_of = match label.as_ref() {
            "local-exec" => return self.command(content),
            "file" => "source, content",
            "remote-exec" => "inline, script, scripts",
            _ => return,
        };
        let given = given
            .iter()
            .filter(|property| one_of.split(", ").any(|name| property.is(name)))
            .filter(|property| property.value().evaluate() != Value::Null);
        if given.count() != 1 {
            self.reject(ProblemKind::ExactlyOne(one_of), block.body.node().opening());
        }
    }

    /// OpenTofu sees before it runs anything that a command is empty.
    fn command(&mut self, content: &Content<'f, 'a>) {
        let command = content.rest().iter().find(|property| property.name() == "command");
        let Some(command) = command.map(|property| property.value()) else {
            return;
        };
        let is_empty = match command.evaluate() {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            _ => false,
        };
        if is_empty && !self.is_terraform() {
            self.reject(ProblemKind::ValueType("a command"), command.opening());
        }
    }

    /// What is wrong with the arguments of a provisioner for what is removed: engines see it when there is something to
    /// remove.
    pub(super) fn if_there_is_any(&mut self, from: usize) {
        for problem in self.part.problems.iter_mut().skip(from) {
            let of_arguments = matches!(
                problem.kind,
                ProblemKind::Structure(
                    StructureErrorKind::Unsupported { .. } | StructureErrorKind::MissingArgument { .. }
                ) | ProblemKind::Template(_)
                    | ProblemKind::ExactlyOne(_)
                    | ProblemKind::ValueType(_)
                    | ProblemKind::Misplaced(_)
            );
            problem.engine_rejects &= !of_arguments && !problem.kind.is_of_expression();
        }
    }

    /// References of the connection of a resource, where a provisioner beside it in the same block runs on destruction,
    /// even if that one has a connection of its own.
    pub(super) fn connection_at_destruction(&mut self, content: &Content<'f, 'a>) {
        let Some(connection) = content.blocks_of("connection").next() else {
            return;
        };
        let is_last = content.blocks_of("provisioner").any(|provisioner| {
            let when = provisioner.body.properties();
            let when = when.into_iter().find(|property| property.name() == "when");
            let when = when.and_then(|when| Expression::new(when.value()).keyword());
            when.as_deref() == Some("destroy")
        });
        if is_last {
            let connection = connection.body.node().span();
            self.refuse_on_destruction(0, |reference| connection.contains(reference.start));
        }
    }

    /// References of a provisioner that runs when its resource is destroyed, from a number on.
    pub(super) fn destroy_references(&mut self, from: usize) {
        self.refuse_on_destruction(from, |_| true);
    }

    fn refuse_on_destruction(&mut self, from: usize, is_of: impl Fn(Span) -> bool) {
        let faults: Vec<Span> = self
            .part
            .references
            .iter()
            .skip(from)
            .filter(|reference| is_of(reference.span))
            .filter(|reference| {
                !matches!(
                    reference.subject(),
                    Subject::Itself | Subject::Always(..) | Subject::Each("key") | Subject::Count("index")
                )
            })
            .map(|reference| reference.span)
            .collect();
        for span in faults {
            self.reject(ProblemKind::DestroyReference, span);
        }
    }
}
