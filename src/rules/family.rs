//! A family of rules about configuration.

/// The list `RULES` of a family: its name, and for each rule a level, the id and the summary; with `unread`, when what it
/// finds keeps the rest of the file from being judged.
macro_rules! family {
    ($family:literal $($level:ident $id:literal $summary:literal $((unread $unread:ident))?)*) => {
        pub(super) const RULES: &[crate::lint::Rule] = &[
            $(crate::lint::Rule {
                id: $id,
                summary: $summary,
                family: $family,
                level: $level,
                subject: crate::lint::RuleSubject::Modules,
                $(
                    unread: crate::lint::Unread::$unread,
                    instead: Some("what follows that place is not judged: fix the file"),
                )?
                ..crate::lint::Rule::BASE
            }),*
        ];
    };
}
