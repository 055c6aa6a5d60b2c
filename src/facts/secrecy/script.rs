//! What scripts, files of settings and YAML give to names: `DB_PASSWORD=…`, `password = …`, `password: …`.

/// Longer words before a sign are no names.
const LONGEST_NAME: usize = 128;

/// A name, and what a text gives to it.
#[derive(Clone, Copy)]
pub(crate) struct Given<'t> {
    /// As it is written, without quotes: with the dashes of an option, and the path of a property.
    pub(crate) name: &'t str,
    /// All that stands behind the sign; of a member what the line says, or the next one, without comments, anchors and
    /// tags. Quotes stay.
    pub(crate) value: &'t str,
    pub(crate) sign: Sign<'t>,
}

/// How a name is told from its value.
#[derive(Clone, Copy)]
pub(crate) enum Sign<'t> {
    /// By `=` alone.
    Equal,
    /// By `=` behind blanks, as in files of settings and other languages, with all that stands in the text before the
    /// name, and the path of a property.
    Apart(&'t str),
    /// By `:`, as a member of YAML.
    Colon {
        /// Whether lines follow that are the value.
        is_block: bool,
    },
    /// By `:`, as one of several in a line.
    Flow,
}

/// Every name in the text to which something is given. `in_flow` says of a line whether several members may stand in it.
pub(crate) fn given(text: &str, in_flow: impl Fn(&str) -> bool) -> impl Iterator<Item = Given<'_>> {
    let following = text.lines().skip(1).chain([""]);
    let lines = text.lines().zip(following).filter(|(line, _)| line.contains(':'));
    let members = lines.flat_map(move |(line, next)| {
        let signs = ['{', ',', '}'];
        let parts = (line.contains(signs) && in_flow(line)).then(|| line.split(signs));
        let of_parts = parts.into_iter().flatten().filter_map(|part| {
            let (name, value) = part_of(part)?;
            let sign = Sign::Flow;
            Some(Given { name, value, sign })
        });
        member(line, next).into_iter().chain(of_parts)
    });
    assignments(text).chain(members)
}

fn assignments(text: &str) -> impl Iterator<Item = Given<'_>> {
    memchr::memchr_iter(b'=', text.as_bytes()).filter_map(|at| {
        let (before, value) = (text.get(..at)?, text.get(at + 1..)?);
        let bare = before.trim_end_matches([' ', '\t', ':', '"', '\'', '\\']);
        let start = bare.trim_end_matches(is_of_name).len();
        let name = bare.get(start..)?;
        let path = name.rfind('.').map_or(0, |dot| dot + 1);
        let is_apart = before.ends_with([' ', '\t']) || before.ends_with(" :");
        // Questions are put with several signs, and base64 ends in them.
        let is_question = value.starts_with('=') || is_apart && value.starts_with('~');
        let sign = if is_apart {
            Sign::Apart(text.get(..start + path)?)
        } else {
            Sign::Equal
        };
        (!is_question && is_name(name)).then_some(Given { name, value, sign })
    })
}

pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.".contains(letter)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST_NAME
}

/// What a line gives as a member, by itself or with the next one.
fn member<'t>(line: &'t str, next: &'t str) -> Option<Given<'t>> {
    let (name, value) = part_of(line)?;
    let is_block = value.starts_with(['|', '>']);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let below = next.trim();
    let is_member = below.ends_with(':') || below.contains(": ");
    let is_other = is_member || !is_block && below.starts_with(['-', '#', '{', '[']);
    let value = match value {
        "" | ">" | ">+" | ">-" | "|" | "|+" | "|-" if is_other || indent(next) <= indent(line) => "",
        "" | ">" | ">+" | ">-" | "|" | "|+" | "|-" => below,
        value => value,
    };
    Some(Given {
        name,
        value,
        sign: Sign::Colon { is_block },
    })
}

/// Name and value of a member. Beside a quote nothing needs to stand behind the sign, as in JSON.
fn part_of(member: &str) -> Option<(&str, &str)> {
    let member = member.trim_start_matches([' ', '\t', '-']);
    let (name, value) = memchr::memchr_iter(b':', member.as_bytes()).find_map(|at| {
        let (name, value) = (member.get(..at)?, member.get(at + 1..)?);
        let is_sign = value.is_empty() || value.starts_with([' ', '\t', '"', '\'']) || name.ends_with(['"', '\'']);
        is_sign.then(|| (name.trim_end().trim_matches(['"', '\'', '\\']), value))
    })?;
    let is_other = |letter: char| letter.is_whitespace() || "\"'([{,}=".contains(letter);
    (is_name(name) && !name.contains(is_other)).then(|| (name, without_properties(value)))
}

/// A value of YAML without its comment, its anchor and the tags of the language, which say nothing of what it is.
fn without_properties(value: &str) -> &str {
    let mut value = value.split(" #").next().unwrap_or_default().trim();
    while value.starts_with('&') || value.starts_with("!!") {
        value = value
            .split_once([' ', '\t'])
            .map_or("", |(_, value)| value.trim_start());
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_what_is_given_to_them() {
        for (text, wanted, why) in [
            ("export A_B=c d", "A_B=c d", "a variable"),
            ("x --a-b=c", "--a-b=c", "an option"),
            ("a.b = \"c\"", "a.b= \"c\"", "a file of settings"),
            ("\"a\"=\"b\"", "a=\"b\"", "both in quotes"),
            ("a==b", "", "a question"),
            ("a =~ b", "", "another"),
            ("a=~b", "a=~b", "a value"),
            ("a: b # c", "a:b", "a member"),
            ("- 'a' :\tb", "a:b", "in a list, with other blanks"),
            ("a: &b !!str 'c d'", "a:'c d'", "with an anchor and a tag"),
            ("a:\n  b\n", "a:b", "in the line below"),
            ("a:\nb: c", "a: b:c", "not in it"),
            ("a:\n  - b", "a:", "a list"),
            ("a: |\n  - b", "a:- b", "lines that follow"),
            ("a: {b: c, d: e}", "a:{b: c, d: e} a: b:c d:e", "in one line"),
            ("x {'a':'b'}", "a:'b'", "without blanks"),
            ("x a: b", "", "prose"),
            ("a:b://c", "", "a URL"),
            ("", "", "nothing"),
        ] {
            let found = given(text, |_| true).map(|given| {
                let sign = match given.sign {
                    Sign::Equal | Sign::Apart(_) => '=',
                    Sign::Colon { .. } | Sign::Flow => ':',
                };
                format!("{}{sign}{}", given.name, given.value)
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), wanted, "{why}");
        }
    }
}
