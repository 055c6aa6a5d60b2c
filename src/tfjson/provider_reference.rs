//! References to configurations of providers, as arguments write them.

/// The configuration that a text names: `aws`, `aws.west`, `aws.west["key"]`. White space says nothing.
pub(super) struct ProviderReference<'t> {
    /// What the module calls the provider.
    pub(super) name: &'t str,
    /// The alias; `None` where the text has no dot.
    pub(super) alias: Option<&'t str>,
    /// Whether an instance of it is chosen.
    pub(super) is_keyed: bool,
}

impl<'t> ProviderReference<'t> {
    /// Of any text; whether it is such a reference shows elsewhere.
    pub(super) fn read(text: &'t str) -> Self {
        let (name, behind) = match text.split_once('.') {
            Some((name, behind)) => (name, Some(behind)),
            None => (text, None),
        };
        let alias = behind.map(|behind| behind.split('[').next().unwrap_or_default().trim());
        Self {
            name: name.trim(),
            alias,
            is_keyed: behind.is_some_and(|behind| behind.contains('[')),
        }
    }
}
