//! Which inputs are something else than a plan, and nothing that went wrong.

use super::InputError;

impl InputError {
    /// Whether the input is soundly something else than what was wanted, as other files of a folder may be.
    ///
    /// A plan that is damaged, or that hides behind a bookmark, a key or something around it, is not, nor is a state in
    /// something, where states are wanted, nor the log of a command: it was meant and could not be judged.
    #[must_use]
    pub(crate) fn is_another_kind(&self) -> bool {
        matches!(
            self,
            Self::ProviderSchemas
                | Self::ValidateResult
                | Self::OutputValues
                | Self::ModulesResult
                | Self::VersionResult
                | Self::FunctionSignatures
                | Self::OwnReport
                | Self::StateShow
                | Self::StateNotPlan
                | Self::PlanNotState
                | Self::NotConfiguration
                | Self::NoState
                | Self::ConfigurationOnly
                | Self::JsonConfiguration
                | Self::OtherObject
                | Self::List
                | Self::Scalar
        )
    }
}
