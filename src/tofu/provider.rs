//! Addresses of providers: `registry.opentofu.org/hashicorp/aws`.

use super::Flavor;

/// The namespace of a provider that is written without one.
pub(crate) const OFFICIAL: &str = "hashicorp";

/// The address of a provider, as far as it is written: `registry.opentofu.org/hashicorp/aws`, `hashicorp/aws` or `aws`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProviderAddress<'a>(&'a str);

impl ProviderAddress<'static> {
    /// The provider that is part of the engines.
    pub(crate) const BUILT_IN: Self = Self("terraform.io/builtin/terraform");
}

impl<'a> ProviderAddress<'a> {
    /// The address that a text is.
    pub(crate) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The address that a text is, or that the address of a configuration quotes, as raw states write it:
    /// `module.m.provider["registry.opentofu.org/hashicorp/aws"].alias` (§1.4).
    pub(crate) fn of_object(written: &'a str) -> Self {
        Self(Self::quoted(written).map_or(written, |[_, address, _]| address))
    }

    /// Whether a text is the address of a provider's configuration, as raw states write it; T0.12 names the provider
    /// alone: `module.m.provider.aws.alias`.
    pub(crate) fn is_written_in(written: &'a str) -> bool {
        let Some([_, address, alias]) = Self::quoted(written) else {
            let is_whole = !written.contains('"') && !written.ends_with('.');
            return is_whole && written.split('.').any(|part| part == "provider");
        };
        let has_parts = address.split('/').all(|part| !part.is_empty());
        has_parts && (alias.is_empty() || alias.starts_with('.'))
    }

    /// What tells the configuration that a raw state names from others of its provider: the module that it stands in, and
    /// its alias with the key.
    pub(crate) fn configuration(written: &'a str) -> (&'a str, &'a str) {
        Self::quoted(written).map_or((written, ""), |[module, _, alias]| (module, alias))
    }

    /// What stands before, in and behind the quotes around the address in that of a configuration.
    fn quoted(written: &'a str) -> Option<[&'a str; 3]> {
        let (module, rest) = written.split_once("provider[\"")?;
        let (address, alias) = rest.split_once("\"]")?;
        Some([module, address, alias])
    }

    /// The text.
    pub(crate) fn as_str(self) -> &'a str {
        self.0
    }

    /// The host of its registry if one is written, the namespace and the name; `None` where there are more parts.
    pub(crate) fn parts(self) -> Option<(Option<&'a str>, &'a str, &'a str)> {
        let mut parts = self.0.rsplitn(4, '/');
        let name = parts.next()?;
        let (namespace, host) = (parts.next().unwrap_or(OFFICIAL), parts.next());
        parts.next().is_none().then_some((host, namespace, name))
    }

    /// The last part of it, by which a module calls the provider unless it says otherwise: `aws`.
    pub(crate) fn name(self) -> &'a str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The engine from whose own registry it comes, and its name there: `hashicorp/aws`. Both registries have the same
    /// providers under the same names. `None` for one from elsewhere.
    pub(crate) fn in_own_registry(self) -> Option<(Flavor, &'a str)> {
        let inside = |flavor: Flavor| self.0.strip_prefix(flavor.registry())?.strip_prefix('/');
        Flavor::ALL
            .into_iter()
            .find_map(|flavor| Some((flavor, inside(flavor)?)))
    }

    /// What names it to both engines: without the registry of one of them, whole where it comes from elsewhere.
    pub(crate) fn in_any_registry(self) -> &'a str {
        self.in_own_registry().map_or(self.0, |(_, name)| name)
    }

    /// Whether it comes with the engines, and has no version of its own.
    pub(crate) fn is_built_in(self) -> bool {
        self.0.starts_with("terraform.io/builtin/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_is_as_the_engines_take_it() {
        for (written, parts, short, why) in [
            ("aws", Some((None, "hashicorp", "aws")), "aws", "the name alone"),
            ("x/aws", Some((None, "x", "aws")), "x/aws", "the registry of the engine"),
            (
                "registry.opentofu.org/hashicorp/aws",
                Some((Some("registry.opentofu.org"), "hashicorp", "aws")),
                "hashicorp/aws",
                "OpenTofu's registry",
            ),
            (
                "registry.terraform.io/x/aws",
                Some((Some("registry.terraform.io"), "x", "aws")),
                "x/aws",
                "Terraform's",
            ),
            (
                "registry.terraform.io.evil.example/x/aws",
                Some((Some("registry.terraform.io.evil.example"), "x", "aws")),
                "registry.terraform.io.evil.example/x/aws",
                "another host",
            ),
            ("a/b/c/d", None, "a/b/c/d", "a part too many"),
            ("", Some((None, "hashicorp", "")), "", "hostile"),
        ] {
            let address = ProviderAddress::new(written);
            assert_eq!((address.parts(), address.in_any_registry()), (parts, short), "{why}");
            let quoted = format!("module.m.provider[\"{written}\"].west");
            assert_eq!(
                ProviderAddress::of_object(&quoted),
                address,
                "{why}, as raw states have it"
            );
        }
    }
}
