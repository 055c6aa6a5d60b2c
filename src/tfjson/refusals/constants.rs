//! What can be told of an expression whatever its values are: what functions and operators make, parts of literals,
//! results of conditionals.

use super::{Both, Nobody, Row, judge};

/// What stands in `${…}` of a local, who refuses it, and why.
#[rustfmt::skip]
const EXPRESSIONS: &[Row] = &[
    ("upper(split(\\\",\\\", var.s))", Both, "string required"),
    ("upper(join(\\\",\\\", var.l))", Nobody, "a text"),
    ("concat(length(var.l))", Both, "all arguments must be lists or tuples; got number"),
    ("concat(keys({}), [for l in var.l : l])", Nobody, "two lists"),
    ("merge({for l in var.l : l => 1}, tomap({}))", Nobody, "two maps"),
    ("merge([for l in var.l : l])", Both, "arguments must be maps or objects, got \"tuple\""),
    ("max(1, !true)", Both, "number required"),
    ("upper(1 + 1)", Nobody, "a number becomes a text"),
    ("length(1 + 1)", Both, "argument must be a string, a collection type, or a structural type"),
    ("length(upper(var.s))", Nobody, "of a text"),
    ("flatten(upper(var.s))", Nobody, "looked at when there is a value"),
    ("1 > 0 ? 1 : 2", Nobody, "a condition"),
    ("length(var.l) ? 1 : 2", Both, "The condition expression must be of type bool"),
    ("tostring(true) ? 1 : 2", Nobody, "a text that is one"),
    ("(1 + 1) && true", Both, "bool required"),
    ("\\\"a ${split(\\\",\\\", var.s)}\\\"", Both, "Cannot include the given value in a string template: string required"),
    ("\\\"a ${length(var.l)} ${contains(var.l, 1)}\\\"", Nobody, "numbers in a text"),
    ("\\\"${split(\\\",\\\", var.s)}\\\"", Nobody, "alone it is no text"),
    ("try(upper(keys({})), 1)", Nobody, "something forgives it"),
    ("[for l in length(var.l) : l]", Both, "Iteration over non-iterable value"),
    ("[for l in range(length(var.l)) : l]", Nobody, "numbers up to it"),
    ("null + 1", Both, "argument must not be null"),
    ("null ? 1 : 2", Both, "Null condition"),
    ("null == 1", Nobody, "which is false"),
    ("\\\"\\\" + 1", Both, "a number is required"),
    ("[for l in var.l : l if 1]", Both, "Invalid 'for' condition"),
    ("[for l in [] : l if 1]", Both, "which is looked at without elements, too"),
    ("[for l in var.l : l if l]", Nobody, "a text may be one"),
    ("[1, 2][2]", Both, "the given index is greater than or equal to the length of the collection"),
    ("[1, 2][-1]", Both, "a negative number is not a valid index for a sequence"),
    ("[1, 2][1]", Nobody, "the last"),
    ("[1, 2][var.n]", Nobody, "nobody knows which"),
    ("[1, 2][\\\"1\\\"]", Nobody, "a number as a text"),
    ("[[1], [2]][1][1]", Both, "deep in a list"),
    ("[var.l][0][7]", Nobody, "a variable may be longer"),
    ("{a = 1}.b", Both, "This object does not have an attribute named \"b\""),
    ("{a = 1}[\\\"b\\\"]", Both, "The given key does not identify an element in this collection value"),
    ("{a = 1, \\\"b\\\" = 2}.b", Nobody, "a name in quotation marks"),
    ("{1 = 1}[1.0]", Nobody, "another spelling of a number"),
    ("{(var.s) = 1}.b", Nobody, "a name that is computed"),
    ("{a = {b = 1}}.a.c", Both, "deep in an object"),
    ("try({a = 1}.b, 2)", Nobody, "something forgives it"),
    ("true ? 1 : {a = 1}.b", Nobody, "a result that is not chosen"),
    ("\\\"abc\\\"[0]", Both, "This value does not have any indices"),
    ("[1].a", Both, "This value does not have any attributes"),
    ("toset(var.l)[0]", Both, "Elements of a set are identified only by their value and don't have any separate index"),
    ("tolist(var.l)[0]", Nobody, "an element"),
    ("upper(var.s).a", Both, "Can't access attributes on a primitive-typed value (string)"),
    ("keys({}).a", Both, "Can't access attributes on a list"),
    ("jsondecode(var.s).a", Nobody, "anything may come of it"),
    ("[{a = 1}][*].a", Nobody, "an attribute of each element"),
    ("var.b ? 1 : [2]", Both, "Inconsistent conditional result types"),
    ("var.b ? 1 : true", Both, "a number and a bool"),
    ("var.b ? 1 : \\\"a\\\"", Nobody, "both become texts"),
    ("var.b ? null : [2]", Nobody, "null is of any type"),
    ("var.b ? [] : {}", Both, "a tuple and an object"),
    ("var.b ? [] : [1]", Nobody, "lists of numbers"),
    ("var.b ? [1] : [true]", Both, "Type mismatch for tuple element 0"),
    ("var.b ? {a = 1} : {b = 2}", Nobody, "maps of numbers"),
    ("var.b ? {a = 1} : {b = [2]}", Both, "nor are they maps of one type"),
    ("var.b ? {a = null} : {a = [1]}", Nobody, "null in one of them"),
    ("var.b ? split(\\\",\\\", var.s) : {}", Both, "a list and an object"),
    ("var.b ? split(\\\",\\\", var.s) : toset([])", Nobody, "a list and a set"),
    ("var.b ? 1 : {(var.s) = 2}", Nobody, "of which nothing is known before the name is"),
    ("var.b ? var.l : []", Nobody, "two lists"),
    ("try(true ? 1 : [2], 1)", Nobody, "something forgives it"),
    ("{for k in [\\\"a\\\", \\\"a\\\"] : k => 1}", Both, "Two different items produced the key \"a\""),
    ("{for k in [\\\"a\\\", \\\"b\\\"] : k => 1}", Nobody, "two keys"),
    ("{for k in [\\\"a\\\", \\\"a\\\"] : k => 1...}", Nobody, "grouped by their key"),
    ("{for k in [\\\"a\\\", \\\"a\\\"] : k => 1 if k == 1}", Nobody, "nobody knows which of them count"),
    ("{for k in [var.s, var.n] : \\\"k\\\" => k}", Both, "one key for two"),
    ("{for k in [var.s] : \\\"k\\\" => k}", Nobody, "for one alone"),
    ("{for k in var.l : \\\"k\\\" => k}", Nobody, "it may have one element"),
];

#[test]
fn expressions() {
    let variables = r#""l":{"type":"list(string)"},"s":{"type":"string"},"n":{"type":"number"},"b":{"type":"bool"}"#;
    let before = format!("{{\"variable\":{{{variables}}},\"locals\":{{\"x\":\"${{");
    judge(EXPRESSIONS, (&before, "}\"}}"));
}

/// What the condition of a check is, who refuses it, and why.
#[rustfmt::skip]
const CONDITIONS: &[Row] = &[
    ("length(var.l)", Both, "Invalid condition result value: bool required"),
    ("[for l in var.l : l == 1]", Both, "a list of what it is for each"),
    ("length(var.l) > 0", Nobody, "a comparison"),
    ("alltrue([for l in var.l : l == 1])", Nobody, "whether it is for all"),
    ("tostring(length(var.l) > 0)", Nobody, "a text that is one"),
    ("try(var.l[0], false)", Nobody, "nobody knows what comes of it"),
];

#[test]
fn conditions() {
    let before = r#"{"variable":{"l":{"type":"list(string)"}},"check":{"c":{"assert":{"condition":"${"#;
    judge(CONDITIONS, (before, r#"}","error_message":"No."}}}}"#));
}

/// What a resource repeats by, who refuses it, and why.
#[rustfmt::skip]
const REPETITION: &[Row] = &[
    (r#""for_each":"${length(var.l)}""#, Both, "you have provided a value of type number"),
    (r#""for_each":"${setunion(var.l, [])}""#, Nobody, "a set"),
    (r#""for_each":"${zipmap(var.l, var.l)}""#, Nobody, "a map"),
    (r#""for_each":"${upper(var.s)}""#, Both, "you have provided a value of type string"),
    (r#""for_each":"${reverse(var.l)}""#, Both, "you have provided a value of type list"),
    (r#""count":"${length(var.l) > 0}""#, Both, "number required"),
    (r#""count":"${length(var.l) + 1}""#, Nobody, "a number"),
    (r#""count":"${toset(var.l)}""#, Both, "number required, of a set"),
    (r#""count":"${merge({})}""#, Both, "number required, of an object"),
    (r#""count":"${upper(var.s)}""#, Nobody, "a text may be one"),
];

#[test]
fn repetition() {
    let around =
        r#"{"variable":{"l":{"type":"list(string)"},"s":{"type":"string"}},"resource":{"terraform_data":{"x":{"#;
    judge(REPETITION, (around, "}}}}"));
}
