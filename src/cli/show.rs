//! `planlint show`: what a plan changes, attribute by attribute, or what a state holds.

use std::io::{self, Write};

use super::args::{Detail, Kind, ShowArgs};
use super::exit::{Ended, Exit};
use super::failed::{self, RefusalCount, SourceError};
use super::files;
use super::print::print_by;
use super::schemas;
use super::settings;
use super::terminal::{self, AlreadySaid, say_failure};
use crate::facts::{ChangeKind, Secrets};
use crate::input::{self, Contents, Document, InputError};
use crate::lint::{Settings, facts_of, secrets_of};
use crate::output::escape::line;
use crate::output::show::{self, Filter};
use crate::output::{Selected, engine_text};
use crate::report::changes::{ShownPlan, ShownState};
use crate::report::document_name;
use crate::source::SourceFile;
use crate::tofu::ProviderSchemas;

/// Shows every input.
pub(super) fn show(arguments: &ShowArgs) -> Ended {
    let sources = files::asked_for(
        &arguments.files,
        arguments.kind.into(),
        "tofu show -json tfplan | planlint show",
    )?;
    if matches!(arguments.kind, Kind::State) && !arguments.only.is_empty() {
        return Err(say_failure(
            None,
            "--only is about changes, and a state has none",
            Some("leave it out; --address, --type and --module select objects"),
        ));
    }
    if arguments.only.contains(&Selected::Kind(ChangeKind::NoOp)) {
        return Err(say_failure(
            None,
            "--only no-op: what does not change has no differences to show",
            Some("leave it out; `planlint --only no-op FILE` lists the objects"),
        ));
    }
    let settings = settings::of_files(&arguments.settings)?;
    let text = schemas::text(arguments.schemas.as_deref(), settings.limits)?;
    let schemas = schemas::read(text.as_ref())?;
    let mut read = Ok(());
    print_by(|out| {
        let mut shower = Shower {
            arguments,
            settings: &settings,
            schemas: schemas.as_ref(),
            several: sources.len() > 1,
            read: Ok(()),
            shown: false,
            out,
        };
        let mut written = Ok(());
        let each = files::take_each(sources, settings.limits, failed::SHOW, |_, text| {
            // What nobody reads any more need not be shown.
            if written.is_ok() {
                written = shower.input(&text)?;
            }
            Ok(())
        });
        read = each.and(shower.read);
        written
    })?;
    read.map(|()| Exit::Passed)
}

/// What showing one input after another needs.
struct Shower<'s> {
    arguments: &'s ShowArgs,
    settings: &'s Settings,
    schemas: Option<&'s ProviderSchemas<'s>>,
    several: bool,
    /// Whether all documents of the inputs could be read.
    read: Result<(), AlreadySaid>,
    /// Whether a document was shown.
    shown: bool,
    out: &'s mut dyn Write,
}

impl Shower<'_> {
    fn fail(&mut self, name: &str, error: impl Into<SourceError>) {
        self.read = Err(failed::refuse(name, error, failed::SHOW));
    }

    fn input(&mut self, text: &SourceFile) -> Result<io::Result<()>, SourceError> {
        let contents = input::read(text, self.arguments.kind.into())?;
        Ok(self.documents(text.name(), contents))
    }

    fn documents(&mut self, input: &str, contents: Contents<'_>) -> io::Result<()> {
        let count = contents.documents.len();
        let several = self.several || count > 1;
        let secrets = secrets_of(contents.decoded());
        let mut refused = RefusalCount::default();
        for (index, document) in contents.documents.into_iter().enumerate() {
            let name = document_name(input, index, count);
            match document {
                Ok(document) => {
                    // One document stands apart from the next; the engine's own text is left as it is.
                    if std::mem::replace(&mut self.shown, true) && !self.arguments.engine_text {
                        writeln!(self.out)?;
                    }
                    if several && self.arguments.engine_text {
                        writeln!(self.out, "==> {} <==", line(&name))?;
                    }
                    self.document(&name, &document, &secrets)?;
                }
                Err(error) if refused.tells_next() => self.fail(&name, error),
                Err(_) => {}
            }
        }
        if let Some(more) = refused.more() {
            self.fail(input, more);
        }
        Ok(())
    }

    fn document(&mut self, name: &str, document: &Document<'_>, secrets: &Secrets) -> io::Result<()> {
        let engine = self.arguments.engine.told();
        let facts = facts_of(&document.body, engine, secrets).and_then(|mut facts| {
            let learned = self.schemas.map_or(Ok(()), |schemas| facts.learn_schemas(schemas));
            learned.map_err(|error| InputError::BadValue { error })?;
            Ok(facts)
        });
        let facts = match facts {
            Ok(facts) => facts,
            Err(error) => {
                self.fail(name, error);
                return Ok(());
            }
        };
        let filter = Filter {
            only: &self.arguments.only,
            addresses: &self.arguments.address,
            types: &self.arguments.r#type,
            modules: &self.arguments.module,
            ignored: &self.settings.ignored,
        };
        let detail = match self.arguments.detail {
            Detail::None => show::Detail::None,
            Detail::Summary => show::Detail::Summary,
            Detail::Full => show::Detail::Full,
        };
        let style = terminal::printed(&self.arguments.color);
        if let Some(plan) = ShownPlan::new(&facts, self.schemas) {
            if self.arguments.engine_text {
                return engine_text::plan(&plan, self.out);
            }
            return show::plan(name, &plan.own_way(), &filter, detail, &style, self.out);
        }
        let Some(state) = ShownState::new(&facts, self.schemas) else {
            return Ok(());
        };
        if self.arguments.engine_text {
            return engine_text::state(&state, self.out);
        }
        show::state(name, &state.own_way(), &filter, detail, &style, self.out)
    }
}
