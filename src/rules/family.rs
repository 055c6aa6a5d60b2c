//! A family of rules about configuration.

/// The list `RULES` of a family: its name, and for each rule a level, the id and the summary.
macro_rules! family {
    ($family:literal $($level:ident $id:literal $summary:literal)*) => {
        pub(super) const RULES: &[crate::lint::Rule] = &[
            $(crate::lint::Rule {
                id: $id,
                summary: $summary,
                family: $family,
                level: $level,
                subject: crate::lint::RuleSubject::Modules,
                ..crate::lint::Rule::BASE
            }),*
        ];
    };
}
