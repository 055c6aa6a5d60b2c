//! Arguments of the `terraform` block that OpenTofu passes over and Terraform takes at their word.

use super::decode::Decoder;
use super::problem::ProblemKind;
use crate::hcljson::{Content, Expression};

/// `experiments`, which no release of Terraform has, and editions of the language that it does not know.
pub(super) fn check<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, content: &Content<'f, 'a>) {
    let (experiments, language) = (content.attribute("experiments"), content.attribute("language"));
    if experiments.or(language).is_none() || !decoder.is_terraform() {
        return;
    }
    if let Some(experiments) = experiments {
        decoder.reject(ProblemKind::Experiments, experiments.name_span());
    }
    if let Some(language) = language
        && Expression::new(language.value()).keyword().as_deref() != Some("TF2021")
    {
        let allowed = "TF2021";
        decoder.reject(ProblemKind::Keyword { allowed }, language.value().span());
    }
}
