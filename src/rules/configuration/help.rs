//! What to do about a problem, where the right text can be told from the wrong one.

use super::row::write;
use crate::hcljson::template::{Met, Native, TemplateErrorKind, Traversal};
use crate::hcljson::{File, Property, StructureErrorKind, SyntaxErrorKind, closest};
use crate::json::string::quoted;
use crate::tfjson::{DEPENDENCY, EACH, Problem, ProblemKind, TypeError, is_native};

/// Longer texts are not written out.
const LONGEST: usize = 80;

/// Longer numbers are not written out.
const LONGEST_NUMBER: usize = 3;

/// The instruction, if there is one that fits the place. `file` is the text of the problem's file.
pub(super) fn help(problem: &Problem, file: &str) -> Option<String> {
    if let ProblemKind::Syntax(kind) = problem.kind {
        return of_text(kind, file).map(str::to_owned);
    }
    if let Some(help) = of_kind(&problem.kind) {
        return Some(help.to_owned());
    }
    // Of a value the whole text with its quotation marks, of a reference what stands in it.
    let raw = file.get(problem.span.range()).filter(|raw| raw.len() <= LONGEST)?;
    let text: Option<String> = serde_json::from_str(raw).ok();
    let text = text.as_deref();
    Some(match &problem.kind {
        ProblemKind::Structure(StructureErrorKind::Unsupported {
            suggestion: Some(name), ..
        }) => write(name),
        ProblemKind::NotReference {
            templated: true,
            wanted: DEPENDENCY,
        } => write(whole(unwrapped(text?)?)?),
        ProblemKind::NotReference { templated: true, .. } | ProblemKind::ProviderReference { templated: true } => {
            write(unwrapped(text?)?)
        }
        ProblemKind::NotList => {
            let text = text?;
            let bare = unwrapped(text).unwrap_or(text);
            Traversal::parse(bare).ok()?;
            // No block is called so: it is the word of `ignore_changes`.
            if bare.eq_ignore_ascii_case("all") {
                return Some(write("all"));
            }
            format!("write {}", serde_json::json!([bare]))
        }
        ProblemKind::DependsOnAttribute => write(whole(raw)?),
        kind @ (ProblemKind::ForEachOfList | ProblemKind::ForEachList) => of_for_each(kind, text)?,
        kind @ ProblemKind::ValueType(EACH) if text.is_some_and(is_expression) => of_for_each(kind, text)?,
        ProblemKind::ValueType(_) | ProblemKind::ConstantCondition if text.is_some_and(is_expression) => {
            match told(text?) {
                Some(text) => write(&format!("${{{text}}}")),
                None => "write the expression between ${ and }".to_owned(),
            }
        }
        ProblemKind::NotText(reference, _) => {
            let encoded = quoted(&format!("${{jsonencode({reference})}}"));
            format!("take a part of it, or write {encoded}")
        }
        ProblemKind::VersionPast { .. } => "to stay on an older version, allow this rule in `planlint.toml`; \
             all else is judged as the version above reads it"
            .to_owned(),
        ProblemKind::RemovedProvisionerTime => "add \"when\": \"destroy\"".to_owned(),
        ProblemKind::ImportId(_) => {
            "write the id, or leave the import out until there is something to import".to_owned()
        }
        ProblemKind::ModuleInputOverrideOnly(name) => {
            format!("{} in the call itself too: the override file replaces it", write(name))
        }
        ProblemKind::UnrequiredProvider(name) => {
            format!("add {name} to required_providers in the terraform block, with its source")
        }
        ProblemKind::IgnoreStar => write("all"),
        ProblemKind::IgnoreAllInList => "write \"all\" alone, without the list".to_owned(),
        ProblemKind::IgnoreAbsolute => {
            let text = text?;
            let traversal = Traversal::parse(text).ok()?;
            let rest = text.get(traversal.span_of(1).end..)?;
            write(rest.strip_prefix('.').filter(|rest| !rest.is_empty())?)
        }
        // What stands behind a name may be a secret.
        ProblemKind::ForeignMarker if !is_plain_marker(raw) => {
            "write $${ for ${, and %%{ for %{, where the text is to hold them as they are".to_owned()
        }
        ProblemKind::ForeignMarker => write(&match raw.strip_prefix('%') {
            Some(rest) => format!("%%{rest}"),
            None if raw.starts_with('$') => format!("${raw}"),
            None => format!("$${{{raw}}}"),
        }),
        ProblemKind::Cycle(_) | ProblemKind::ModuleCircle(_) | ProblemKind::MoveCircle(_) => {
            of_circle(&problem.kind).to_owned()
        }
        ProblemKind::Template(TemplateErrorKind::TooDeep) => "move a part of it into a local".to_owned(),
        ProblemKind::Template(TemplateErrorKind::AmbiguousKey) => {
            format!("put a reference into parentheses, and a name with dots into quotation marks: ({raw})")
        }
        ProblemKind::ModuleSource if text.is_some_and(is_reference) => {
            let text = text?;
            let end = text.find('/').unwrap_or(text.len());
            let (reference, behind) = text.split_at_checked(end)?;
            let written = write(&format!("${{{reference}}}{behind}"));
            format!("{written}, which OpenTofu evaluates, and Terraform where the variable has \"const\": true")
        }
        ProblemKind::ModuleSource if text.is_some_and(|text| !text.contains("${")) => {
            "a folder begins with ./ or ../".to_owned()
        }
        ProblemKind::NullArgument(name) if matches!(&**name, "condition" | "error_message" | "source") => {
            "write its value: the block needs it".to_owned()
        }
        ProblemKind::NullArgument(_) | ProblemKind::Experiments => "leave the property out".to_owned(),
        ProblemKind::BlockRepeated(what) if what.contains("backend") => {
            "keep one backend and remove the other".to_owned()
        }
        ProblemKind::BlockRepeated(_) | ProblemKind::RequiredProvidersTwice => "merge both into one block".to_owned(),
        ProblemKind::ConstantCondition => "refer to what it checks, as in ${var.size > 0}".to_owned(),
        kind => return of_word(kind, text, raw),
    })
}

/// What to write instead of a word that is none of those which may stand there.
fn of_word(kind: &ProblemKind, text: Option<&str>, raw: &str) -> Option<String> {
    Some(match kind {
        ProblemKind::Keyword { allowed } => write(closest(text?, allowed.split(' '))?),
        ProblemKind::RequiredProvider => write(closest(
            text?,
            ["source", "version", "configuration_aliases"].into_iter(),
        )?),
        ProblemKind::Type(TypeError::Unknown) => {
            let written = text.unwrap_or(raw);
            let meant = closest(written, TYPES.into_iter())?;
            format!("write {meant} in place of {written}")
        }
        ProblemKind::Misplaced(name) => {
            let meant = closest(name, ["local-exec", "remote-exec", "file"].into_iter())?;
            write(Some(meant).filter(|meant| meant != name)?)
        }
        ProblemKind::UnknownName(root, name) => of_name(root, name)?,
        _ => return None,
    })
}

/// The words that types begin with.
const TYPES: [&str; 9] = [
    "string", "number", "bool", "any", "list", "set", "map", "object", "tuple",
];

/// What stands behind the names of the language that have nothing else behind them.
fn of_name(root: &str, name: &str) -> Option<String> {
    let names: &[&str] = match root {
        "count" => &["index"],
        "each" => &["key", "value"],
        "path" => &["module", "root", "cwd"],
        "terraform" | "tofu" => &["workspace"],
        _ => return None,
    };
    let meant = closest(name, names.iter().copied()).map_or(names, |meant| {
        names
            .iter()
            .position(|name| *name == meant)
            .map_or(names, |at| &names[at..=at])
    });
    let meant: Vec<String> = meant.iter().map(|name| format!("{root}.{name}")).collect();
    Some(format!("write {}", meant.join(" or ")))
}

/// What to do where an argument is missing beside a name that is like it; of a module every name may be an input.
pub(super) fn likely(tree: &File<'_>, problem: &Problem) -> Option<String> {
    let ProblemKind::Structure(StructureErrorKind::MissingArgument { name }) = &problem.kind else {
        return None;
    };
    let names: Vec<_> = tree.way(problem.span).pop()?.properties().map(Property::name).collect();
    let written = closest(name, names.iter().map(|name| &**name)).filter(|written| written != name)?;
    Some(format!("write {} in place of {}", quoted(name), quoted(written)))
}

/// What to do about things that lead back to themselves.
const fn of_circle(kind: &ProblemKind) -> &'static str {
    match kind {
        ProblemKind::ModuleCircle(_) => {
            "take one of these calls out, or put what both sides need into a module of its own"
        }
        ProblemKind::MoveCircle(_) => "take out the moves that lead back, and keep where the object is now",
        _ => "take one of these references out, or move what both sides need into a local",
    }
}

/// What to give `for_each` instead of a list, or of the text of an expression, which may come to a list.
fn of_for_each(kind: &ProblemKind, text: Option<&str>) -> Option<String> {
    Some(match kind {
        ProblemKind::ForEachOfList => {
            let inner = text.and_then(|text| text.strip_prefix("${")?.strip_suffix('}'));
            let inner = inner.filter(|inner| Traversal::parse(inner).is_ok())?;
            format!("{} if it holds strings", write(&format!("${{toset({inner})}}")))
        }
        ProblemKind::ValueType(_) => {
            let Some(text) = told(text?) else {
                return Some(
                    "write the expression between ${ and }; if it is a list of strings, between ${toset( and )}"
                        .to_owned(),
                );
            };
            let alone = write(&format!("${{{text}}}"));
            let set = write(&format!("${{toset({text})}}"));
            format!("{alone}; if it is a list of strings, {set}")
        }
        _ => "write \"${toset([…])}\" with the elements between the brackets".to_owned(),
    })
}

/// What to do about a problem, whatever stands at its place.
const fn of_kind(kind: &ProblemKind) -> Option<&'static str> {
    Some(match kind {
        ProblemKind::SensitiveOutput(_) => "add \"sensitive\": true to the output",
        ProblemKind::EphemeralOutput => "leave \"ephemeral\" out",
        ProblemKind::VersionPrerelease => "leave out the dash and what stands behind it",
        ProblemKind::DeprecatedOutput => "leave \"deprecated\" out",
        ProblemKind::NotConstant { .. } => "give the variable \"const\": true",
        ProblemKind::CommentAsLabel => "move the comment into a block",
        ProblemKind::CommentAsName => "move the comment to the enclosing block",
        ProblemKind::ExtraLabel(_) => "move what is below it one level up",
        _ => return None,
    })
}

/// What to do about a file that is something else.
fn of_text(kind: SyntaxErrorKind, file: &str) -> Option<&'static str> {
    Some(match kind {
        SyntaxErrorKind::Utf16 => "save it as UTF-8",
        SyntaxErrorKind::Empty => "let what generates it write it again; an empty module is {}",
        SyntaxErrorKind::NotJson if is_native(file) => "it is in the native syntax: leave .json out of the file's name",
        SyntaxErrorKind::NotJson => "look at what generates it: this may be its error message",
        _ => return None,
    })
}

/// What to do where neither a text nor a fix is certain.
pub(super) fn otherwise(kind: &ProblemKind) -> Option<String> {
    let help = match kind {
        ProblemKind::LiteralType(wanted) => return Some(format!("write {wanted} as it is, without a template")),
        ProblemKind::ValueType(wanted) => {
            return Some(format!(
                "write {wanted}, or a template with a reference that comes to it"
            ));
        }
        ProblemKind::RootShape => "write an object, with the names of blocks as its properties: {\"locals\": {}}",
        ProblemKind::RootArray => "write one object that holds the blocks of all elements",
        ProblemKind::NativeSyntax => "`tofu validate` tells whether the engine can read it",
        ProblemKind::NativeFault(_) => "fix the file: `tofu validate` says more",
        ProblemKind::BrokenModule(..) => "fix that file: no call of the module works until then",
        ProblemKind::ModuleInputMissing(_) => "add it to the call, or give the variable a default",
        ProblemKind::Undeclared { suggestion: None, .. } | ProblemKind::UndeclaredEncryption(_) => {
            "declare it, or correct the name"
        }
        ProblemKind::Syntax(kind) => of_syntax(*kind)?,
        _ => return None,
    };
    Some(help.to_owned())
}

/// What to do about a text that is no JSON, or hardly one.
const fn of_syntax(kind: SyntaxErrorKind) -> Option<&'static str> {
    Some(match kind {
        SyntaxErrorKind::TooLong => "let what generates it write several files",
        SyntaxErrorKind::TooDeep => "move what is nested so deep into a local, or into a file of its own",
        SyntaxErrorKind::TooManyErrors => "fix the first ones, and look again",
        SyntaxErrorKind::InvalidUtf8 => "save the file as UTF-8",
        SyntaxErrorKind::LoneSurrogate => "write the letter itself, or both halves of the pair",
        SyntaxErrorKind::MissingValue => "write the value, or leave the name out",
        SyntaxErrorKind::MissingColon => "write a colon, and the value behind it",
        SyntaxErrorKind::Unclosed | SyntaxErrorKind::Mismatched | SyntaxErrorKind::UnclosedString => {
            "close what is open; if the file was cut off, generate it again"
        }
        SyntaxErrorKind::BadEscape => "write \\\\ for a backslash",
        SyntaxErrorKind::ValueExpected | SyntaxErrorKind::UnknownKeyword => {
            "strings are written in double quotes; only numbers, true, false and null go without"
        }
        SyntaxErrorKind::TrailingText => "leave it out, or put it into a file of its own",
        _ => return None,
    })
}

/// What a reference into something is about: all of a resource, module, variable or local.
fn whole(reference: &str) -> Option<&str> {
    let traversal = Traversal::parse(reference).ok()?;
    let names = if matches!(traversal.root, "data" | "ephemeral" | "resource") {
        2
    } else {
        1
    };
    reference.get(traversal.span_of(names).range())
}

/// Whether a marker of another program holds a name alone: `${HOME}`, `${AWS::Region}`.
fn is_plain_marker(raw: &str) -> bool {
    // Variables of curl are small letters; behind `%{` capitals are as likely the rest of a secret.
    let of_curl = raw.starts_with('%');
    let fits = |letter: char| match letter {
        'A'..='Z' | '0'..='9' => !of_curl,
        _ => letter.is_ascii_alphanumeric() || "_.${}%".contains(letter),
    };
    raw.replace("::", "").chars().all(fits)
}

/// Whether a text reads as an expression of the language that is to be evaluated: with a function, or a reference that
/// no other text looks like.
fn is_expression(text: &str) -> bool {
    let Ok(native) = Native::parse(text.trim()) else {
        return false;
    };
    let mut found = false;
    native.walk(|met| {
        found |= match met {
            Met::Reference(traversal) => {
                let roots = [
                    "var",
                    "local",
                    "module",
                    "data",
                    "each",
                    "count",
                    "self",
                    "path",
                    "terraform",
                ];
                let is_known = roots.contains(&traversal.root) || traversal.root.contains('_');
                is_known && traversal.attribute(0).is_some()
            }
            Met::Call(_) => true,
            Met::Key(_) => false,
        };
    });
    found
}

/// An expression that may be told: without texts, long numbers and comments, any of which may be a secret.
fn told(expression: &str) -> Option<&str> {
    let has_comment = ["//", "/*"].iter().any(|comment| expression.contains(comment));
    let fits = |letter: char| letter.is_alphanumeric() || " _-.,:?!=<>&|+*/%()[]{}".contains(letter);
    let words = || expression.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let has_long_number =
        words().any(|word| word.len() > LONGEST_NUMBER && word.starts_with(|c: char| c.is_ascii_digit()));
    let may = !has_comment && !has_long_number && !expression.contains("<<") && expression.trim().chars().all(fits);
    may.then(|| expression.trim())
}

/// Whether the source of a module begins with what may be evaluated early, without the marker that it needs.
fn is_reference(source: &str) -> bool {
    let reference = source.split('/').next().and_then(|text| Traversal::parse(text).ok());
    reference.is_some_and(|reference| matches!(reference.root, "var" | "local") && reference.attribute(0).is_some())
}

/// What stands between `${` and `}`, where that is a reference and all there is.
fn unwrapped(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("${")?.strip_suffix('}')?.trim();
    Traversal::parse(inner).ok().map(|_| inner)
}
