//! Provider schemas that an argument names.

use std::path::Path;

use miette::Diagnostic;

use super::files::Source;
use super::terminal::{AlreadySaid, say_input};
use crate::input::{self, Limits};
use crate::report::Failure;
use crate::source::SourceFile;
use crate::tofu::ProviderSchemas;

/// The text of the file that `--schemas` names, if it names one; an error that was said where it cannot be read.
pub(super) fn text(path: Option<&Path>, limits: Limits) -> Result<Option<SourceFile>, AlreadySaid> {
    let read = |path| {
        let source = Source::named(path);
        source.read_any(limits).map_err(|error| said(&source.name(), &error))
    };
    path.map(read).transpose()
}

/// What such a text says; an error that was said where it is none of provider schemas.
pub(super) fn read(text: Option<&SourceFile>) -> Result<Option<ProviderSchemas<'_>>, AlreadySaid> {
    let read = |text| input::read_provider_schemas(text).map_err(|error| said(text.name(), &error));
    text.map(read).transpose()
}

fn said(name: &str, error: &dyn Diagnostic) -> AlreadySaid {
    say_input(&Failure::new(name, error))
}
