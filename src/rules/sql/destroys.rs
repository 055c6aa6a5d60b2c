//! Statements in SQL that drop or empty what they name.

use super::{runs_texts, statements};

/// What is gone with its data when it is dropped.
const DROPPED: [&str; 5] = ["column", "database", "schema", "stage", "table"];
/// What is made anew, without its data, where it is there already.
const REPLACED: [&str; 6] = ["database", "schema", "stage", "stream", "table", "transient"];
/// Words before `table` in the name of a kind of table.
const KINDS: [&str; 7] = [
    "dynamic", "event", "external", "foreign", "hybrid", "iceberg", "snapshot",
];
/// Kinds of tables that are made anew without their data.
const REPLACED_KINDS: [&str; 4] = ["dynamic", "event", "hybrid", "iceberg"];
/// What `alter table … drop` takes away that is no column; of two words where the first one may be a column's name.
const NO_COLUMNS: [&str; 26] = [
    "aggregation policy",
    "all row",
    "check",
    "clustering key",
    "constraint",
    "data metric",
    "default",
    "expression",
    "foreign key",
    "generated",
    "identity",
    "index",
    "join policy",
    "key",
    "masking policy",
    "not null",
    "partition",
    "primary key",
    "projection policy",
    "row access",
    "row deletion",
    "search optimization",
    "sequence",
    "storage lifecycle",
    "synonym",
    "unique",
];

/// Whether a text has such a statement, wherever it stands: in a body, or in a text that is run.
pub(in crate::rules) fn destroys(text: &str) -> bool {
    let text = statements(text).to_ascii_lowercase();
    let words = words(&text);
    let begins = |at: usize| at == 0 || words.get(at - 1).is_some_and(|word| [";", "begin"].contains(word));
    let is_one_of = |at: usize, of: &[&str]| words.get(at).is_some_and(|word| of.contains(word));
    let has_table = |at: usize, kinds: &[&str]| is_one_of(at, kinds) && is_one_of(at + 1, &["table"]);
    // Of the statement so far.
    let (mut alters_table, mut is_of_rights) = (false, false);
    for (at, word) in words.iter().enumerate() {
        let destroys = match *word {
            ";" | "'" => {
                (alters_table, is_of_rights) = (false, false);
                false
            }
            "alter" => {
                alters_table |= is_one_of(at + 1, &["table"]) || has_table(at + 1, &KINDS);
                false
            }
            "grant" | "revoke" => {
                is_of_rights = true;
                false
            }
            // What is dropped has a name.
            "drop" if is_one_of(at + 1, &DROPPED) => is_name(words.get(at + 2)),
            "drop" if has_table(at + 1, &KINDS) => is_name(words.get(at + 3)),
            "drop" => alters_table && is_column(words.get(at + 1), words.get(at + 2)),
            "truncate" => is_name(words.get(at + 1)) && !is_of_rights,
            "delete" if is_one_of(at + 1, &["from"]) => is_name(words.get(at + 2)),
            "delete" => begins(at) && is_name(words.get(at + 1)),
            "insert" => is_one_of(at + 1, &["overwrite"]),
            "remove" | "rm" => begins(at) && words.get(at + 1).is_some_and(|word| word.starts_with('@')),
            "replace" if at > 1 && words.get(at - 2..at) == Some(&["create", "or"]) => {
                is_one_of(at + 1, &REPLACED) || has_table(at + 1, &REPLACED_KINDS)
            }
            _ => false,
        };
        if destroys {
            return true;
        }
    }
    false
}

/// Whether the words after a `drop` name a column.
fn is_column(first: Option<&&str>, second: Option<&&str>) -> bool {
    let Some(first) = first.filter(|word| is_name(Some(word))) else {
        return false;
    };
    let two = second.map(|second| format!("{first} {second}"));
    !NO_COLUMNS.contains(first) && two.is_none_or(|two| !NO_COLUMNS.contains(&&*two))
}

/// Whether a name may stand there, also one that a text which is run leaves out.
fn is_name(word: Option<&&str>) -> bool {
    word.is_some_and(|word| !["(", ")", ",", ";", "="].contains(word))
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || ['_', '@', '.'].contains(&letter)
}

/// Words, names in quotes, and signs, each for itself.
fn words(text: &str) -> Vec<&str> {
    // What is in quotes may be a statement.
    let breaks_names = runs_texts(text);
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let name = || rest.get(1..)?.find(first).map(|end| end + 2);
        let end = match first {
            '`' => name(),
            '"' if !breaks_names => name(),
            _ => rest.find(|letter| !is_of_word(letter)).filter(|end| *end > 0),
        };
        let is_word = is_of_word(first);
        let end = end.unwrap_or(if is_word { rest.len() } else { first.len_utf8() });
        let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        words.push(word);
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_drops_or_empties_something_is_found() {
        for (text, why) in [
            ("DROP  TABLE a", "a table"),
            ("drop table\"PROD\".\"T\"", "a name in quotes without a blank"),
            ("drop table`p.d.t`", "the same in BigQuery"),
            ("drop iceberg table prod.t", "a kind of table"),
            ("drop snapshot table prod.s", "a snapshot"),
            ("drop stage prod.files", "files"),
            ("alter table t drop column ssn", "a column"),
            ("alter table t drop ssn", "the word for it left out"),
            (
                "alter table if exists t add a int, drop \"default\"",
                "a column of any name",
            ),
            ("alter iceberg table t drop data", "of a kind of table"),
            ("select 1;truncate t", "emptied"),
            ("delete from t where true", "some of it"),
            ("delete customers", "FROM is optional"),
            ("select 1; delete `p.d.t` where true", "the same in BigQuery"),
            ("insert overwrite into t select 1", "written over"),
            ("remove @prod.stage/x", "files of a stage"),
            ("rm @~", "the same"),
            ("create or replace dynamic table t", "made anew"),
            ("create or replace transient table t", "the same"),
            ("execute immediate 'drop table a'", "a text that is run"),
            ("execute immediate \"drop table a\"", "the same in BigQuery"),
            ("execute immediate 'drop table ' || name", "a name that is put in"),
            ("create procedure p() as $$drop table a$$", "a body"),
        ] {
            assert!(destroys(text), "{why}: {text}");
        }
        for (text, why) in [
            ("undrop table a", "the opposite"),
            ("grant truncate on table t to role r", "a right"),
            (
                "alter default privileges in schema s grant select, truncate on tables to r",
                "the same",
            ),
            ("grant delete on table t to role r", "the same"),
            ("revoke delete on table t from role r", "taken away"),
            ("alter table t drop constraint c", "a constraint"),
            ("alter table t drop primary key", "a key"),
            (
                "alter table t alter column c drop not null, alter d drop default",
                "rules of a column",
            ),
            ("alter table t drop clustering key", "an order"),
            ("alter table t drop all row access policies", "policies"),
            ("alter table t drop row deletion policy", "what deletes by itself"),
            ("alter table t drop search optimization on equality(c)", "an index"),
            ("alter external table t drop partition location 'x'", "no data"),
            (
                "alter table t add c int; begin drop role r; end",
                "another statement in a body",
            ),
            ("alter user u drop delegated authorization", "no table"),
            ("alter table t add c int; drop role r", "another statement"),
            ("drop view v", "no data"),
            ("create or replace temporary table t as select 1", "of a session"),
            ("create or replace view v as select 1", "no data"),
            ("select truncate(c, 2) from t", "a function"),
            ("create table t (a int references u on delete cascade)", "a rule"),
            ("create trigger x after delete on t", "an event"),
            ("merge into t using u on a = b when matched then delete", "as before"),
            ("select \"drop table a\" from t", "a name, or a text of BigQuery"),
            ("select 'drop table a'", "a text"),
            ("select 1 -- drop table a", "a comment"),
            ("alter stage s set directory = (enable = true)", "no loss"),
            ("insert into t select 1", "more"),
            ("select remove from t", "a column"),
            ("drop table", "nothing"),
            ("select drop, delete, truncate, a from t", "columns"),
            ("ä drop", "no name behind it"),
        ] {
            assert!(!destroys(text), "{why}: {text}");
        }
    }
}
