//! Constraints on versions of providers in the one spelling that the engines print.

use semver::{BuildMetadata, Prerelease, Version};

use crate::order;

/// All constraints as one text: sorted by version and operator, each once, versions with three numbers or with two
/// behind `~>`; empty where one of them is none.
pub(super) fn canonical(constraints: &[String]) -> String {
    let parts = constraints.iter().flat_map(|constraint| constraint.split(','));
    let Some(selections) = parts.map(selection).collect::<Option<Vec<_>>>() else {
        return String::new();
    };
    let texts = order::set(selections).into_iter().map(|(version, operator)| {
        let Version { major, minor, .. } = version;
        match operator {
            Operator::MinorOnly => {
                let pre = if version.pre.is_empty() { "" } else { "-" };
                format!("~> {major}.{minor}{pre}{}", version.pre)
            }
            operator => format!("{}{version}", operator.text()),
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// In the order in which constraints on one version are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    Greater,
    GreaterOrEqual,
    Equal,
    PatchOnly,
    MinorOnly,
    LessOrEqual,
    Less,
    NotEqual,
}

impl Operator {
    const fn text(self) -> &'static str {
        match self {
            Self::Greater => "> ",
            Self::GreaterOrEqual => ">= ",
            Self::Equal => "",
            Self::PatchOnly | Self::MinorOnly => "~> ",
            Self::LessOrEqual => "<= ",
            Self::Less => "< ",
            Self::NotEqual => "!= ",
        }
    }
}

fn selection(text: &str) -> Option<(Version, Operator)> {
    let text = text.trim();
    let start = text.find(|first: char| first.is_ascii_digit())?;
    let (operator, version) = text.split_at(start);
    let (release, build) = version.split_once('+').unwrap_or((version, ""));
    let (numbers, pre) = release.split_once('-').unwrap_or((release, ""));
    let mut parts = numbers.split('.');
    let mut number = || parts.next().map_or(Some(0), |part| part.parse().ok());
    let version = Version {
        major: number()?,
        minor: number()?,
        patch: number()?,
        pre: Prerelease::new(pre).ok()?,
        build: BuildMetadata::new(build).ok()?,
    };
    if parts.next().is_some() {
        return None;
    }
    let operator = match operator.trim() {
        "" | "=" => Operator::Equal,
        "!=" => Operator::NotEqual,
        ">" => Operator::Greater,
        ">=" => Operator::GreaterOrEqual,
        "<" => Operator::Less,
        "<=" => Operator::LessOrEqual,
        "~>" if numbers.matches('.').count() == 2 => Operator::PatchOnly,
        "~>" => Operator::MinorOnly,
        _ => return None,
    };
    Some((version, operator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_have_one_spelling() {
        for (constraints, expected, why) in [
            (&["~> 5.0"][..], "~> 5.0", "as it is"),
            (&["~> 5"], "~> 5.0", "two numbers"),
            (&["~>5.0.1"], "~> 5.0.1", "three"),
            (&["< 7.0, >=5"], ">= 5.0.0, < 7.0.0", "sorted, and in full"),
            (&["1.2.3", "= 1.2.3"], "1.2.3", "once"),
            (&[">= 2.0.0-beta1"], ">= 2.0.0-beta1", "a pre-release"),
            (
                &["!= 1.0.0", "> 1.0.0"],
                "> 1.0.0, != 1.0.0",
                "of one version by operator",
            ),
            (&["${var.v}"], "", "none"),
            (&[], "", "nothing"),
        ] {
            let constraints: Vec<String> = constraints.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(canonical(&constraints), expected, "{why}");
        }
    }
}
