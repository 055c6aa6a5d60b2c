//! Statements in SQL that drop or empty what they name.

use super::{runs_texts, statements};

/// What is gone with its data when it is dropped.
const DROPPED: [&str; 5] = ["column", "database", "schema", "stage", "table"];
/// What is made anew, without its data, where it is there already.
const REPLACED: [&str; 6] = ["database", "schema", "stage", "stream", "table", "transient"];
/// Words before `table` in the name of a kind of table that holds data; others only lead to it.
const KINDS: [&str; 5] = ["dynamic", "event", "hybrid", "iceberg", "snapshot"];
/// What begins like a kind of object with data and is another one.
const OTHERS: [[&str; 2]; 3] = [["database", "link"], ["database", "role"], ["table", "function"]];
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
    // What is in quotes may be a statement.
    let breaks_names = runs_texts(&text);
    let words = words(&text, breaks_names);
    let begins = |at: usize| at == 0 || words.get(at - 1).is_some_and(|word| [";", "begin"].contains(word));
    let is_one_of = |at: usize, of: &[&str]| words.get(at).is_some_and(|word| of.contains(word));
    // Where the name is, behind one or more words for the kind of a table.
    let behind_table = |at: usize, kinds: &[&str]| {
        let kinds = words.get(at..)?.iter().take_while(|word| kinds.contains(word)).count();
        (kinds > 0 && is_one_of(at + kinds, &["table"])).then_some(at + kinds + 1)
    };
    let is_other = |at: usize| {
        let pair = words.get(at..at + 2);
        pair.is_some_and(|pair| OTHERS.iter().any(|other| other == pair)) && is_name(words.get(at + 2))
    };
    // Of the statement so far.
    let mut alters_table = false;
    for (at, word) in words.iter().enumerate() {
        let destroys = match *word {
            ";" | "'" if *word == ";" || breaks_names => {
                alters_table = false;
                false
            }
            "alter" => {
                alters_table |= is_one_of(at + 1, &["table"]) || behind_table(at + 1, &KINDS).is_some();
                false
            }
            "drop" | "replace" if is_other(at + 1) => false,
            // What is dropped has a name.
            "drop" if is_one_of(at + 1, &DROPPED) => is_name(words.get(at + 2)),
            "drop" => match behind_table(at + 1, &KINDS) {
                Some(name) => is_name(words.get(name)),
                None => alters_table && is_column(words.get(at + 1), words.get(at + 2)),
            },
            // It is a right, too: on something.
            "truncate" => is_name(words.get(at + 1)) && !is_one_of(at + 1, &["on"]),
            "delete" if is_one_of(at + 1, &["from"]) => is_name(words.get(at + 2)),
            // Without `from` it is a word of JavaScript, too.
            "delete" => {
                let is_alone = at == 0 && words.get(2).is_none_or(|word| *word == ";") && words.len() <= 3;
                begins(at) && is_name(words.get(at + 1)) && (is_alone || is_one_of(at + 2, &["using", "where"]))
            }
            "insert" => is_one_of(at + 1, &["overwrite"]),
            "remove" | "rm" => begins(at) && words.get(at + 1).is_some_and(|word| word.starts_with('@')),
            "replace" if at > 1 && words.get(at - 2..at) == Some(&["create", "or"]) => {
                is_one_of(at + 1, &REPLACED) || behind_table(at + 1, &REPLACED_KINDS).is_some()
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

/// Words, names in quotes, and signs, each for itself. What has blanks in it need be no name: it may be a text in a body
/// of another language, or stand between the quotes of two.
fn words(text: &str, breaks_names: bool) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let name = || {
            let (name, _) = rest.get(1..)?.split_once(first)?;
            (!name.contains([';', '\'']) && !name.contains(char::is_whitespace)).then_some(name.len() + 2)
        };
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
            (
                "create procedure p() as $$ session.sql(\"drop table t\").collect() $$",
                "a text in Python",
            ),
            (
                "as $$ session.sql(f\"truncate table {t}\") $$",
                "one that is put together",
            ),
            (
                "as $$ snowflake.execute({sqlText: `drop table t`}) $$",
                "a text in JavaScript",
            ),
            ("-- 5\" disks\ndrop table `p.d.t`; select \"x\"", "a quote in a comment"),
            ("# the table`s data\ndrop table d.t; select 1 from `p.d.u`", "the same"),
            (
                "select (\"5\\\" big\"); drop table d.t; select \"x\"",
                "an escaped quote",
            ),
            ("-- grant nobody anything\ntruncate table `p.d.t`", "no right"),
            (
                "grant select on a to r\ntruncate table t",
                "the same without a sign between",
            ),
            (
                "alter table t add c varchar default 'x', drop y",
                "a column behind a text",
            ),
            ("create or replace dynamic iceberg table t", "two words for one kind"),
            ("delete t where a = 1", "FROM is optional"),
            ("drop table function", "a name"),
        ] {
            assert!(destroys(text), "{why}: {text}");
        }
    }

    #[test]
    fn what_loses_no_data_is_quiet() {
        for (text, why) in [
            ("undrop table a", "the opposite"),
            ("grant truncate on table t to role r", "a right"),
            (
                "alter default privileges in schema s grant select, truncate on tables to r",
                "the same",
            ),
            ("grant delete on table t to role r", "the same"),
            ("revoke delete on table t from role r", "taken away"),
            ("grant select, truncate on t to r", "among others"),
            ("x = o.a; delete o.secret; return o;", "a word of JavaScript"),
            ("drop external table t", "its data stays"),
            ("drop database role r", "no database"),
            ("create or replace database role r", "the same"),
            ("create or replace table function f()", "no table"),
            ("drop table function f", "the same"),
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
            ("select \"drop\" table from t", "a name"),
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
