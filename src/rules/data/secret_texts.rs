//! What texts look like: words and names that are no secrets, how mixed others are, and passwords in URLs.

use std::collections::BTreeMap;
use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

use crate::facts::assigned::is_uuid;
use crate::facts::named::is_sure;
use crate::facts::passwords_in_urls;

/// Parts of a name up to so many letters may mix letters and digits: `v2`, `eu1`, `db01`.
const SHORT_PART: usize = 4;

/// Whether a URL with something between its user and its host may stand in the text, as JSON or plain; a quick look
/// that says no for certain: of a sign that JSON escapes nobody knows here where it leads.
pub(super) fn may_have_password_in_url(text: &str) -> bool {
    let has_escape = || memchr::memmem::find(text.as_bytes(), b"\\u00").is_some();
    memchr::memchr(b'@', text.as_bytes()).is_some() && (passwords_in_urls(text).next().is_some() || has_escape())
}

/// Whether the text is a word, a name or a date: what people call things, not what they hide.
pub(super) fn is_name(text: &str) -> bool {
    let only = |extra: &str, of: fn(&char) -> bool| text.chars().all(|letter| of(&letter) || extra.contains(letter));
    let mut parts = text.split('-');
    let mut is_part = |length: usize| {
        parts
            .next()
            .is_some_and(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_date = is_part(4) && is_part(2) && is_part(2) && text.len() == "2006-01-02".len();
    only("_-.:/", char::is_ascii_lowercase) || only("_", char::is_ascii_uppercase) || is_date
}

/// Whether the text is words and short numbers with signs between, as names and ids are: `prod-db-credentials-v2`.
pub(super) fn is_label(text: &str) -> bool {
    let mut parts = text.split(['-', '_', '.', '/', ':']).peekable();
    let plain = |part: &str| {
        let mixes = [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
        part.len() <= SHORT_PART && !mixes.iter().all(|is| part.bytes().any(|byte| is(&byte)))
            || part.bytes().all(|byte| byte.is_ascii_alphabetic())
            || part.bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.next().is_some_and(plain) && parts.peek().is_some() && parts.all(plain)
}

/// Whether the text is a name where one is awaited: `Standard_D2s_v3`, `linux/amd64`. Of its parts one may mix capitals,
/// small letters and digits, as long as it is short, and words may end in numbers.
pub(super) fn is_loose_label(text: &str) -> bool {
    const SIGNS: [char; 5] = ['-', '_', '.', '/', ':'];
    let mut short = 0;
    let mut plain = |part: &str| {
        let stem = part.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_word = stem.bytes().all(|byte| byte.is_ascii_alphabetic()) && part.len() - stem.len() <= SHORT_PART;
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        short += usize::from(!is_word && !is_number);
        is_word || is_number || part.len() <= SHORT_PART && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    // What stands behind a user may be a password.
    let mut behind = text.split(':').skip(1);
    let is_tag = |tag: &str| is_label(tag) || tag.bytes().all(|byte| byte.is_ascii_digit()) || is_name(tag);
    text.contains(SIGNS) && text.split(SIGNS).all(&mut plain) && short <= 1 && behind.all(is_tag)
}

/// Whether a text is an expression of Azure's templates and workflows, a placeholder of deployments, or a pattern.
fn is_expression(text: &str) -> bool {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let called = inside.or_else(|| text.strip_prefix('@'));
    let is_call = called.is_some_and(|called| {
        let name = called.split('(').next().unwrap_or_default();
        name.len() < called.len() && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let is_between =
        |start: &str, end: &str| text.len() > start.len() + end.len() && text.starts_with(start) && text.ends_with(end);
    is_call || is_between("{$", "}") || is_between("##", "##") || is_between("^", "$")
}

/// Whether the text says where a secret is, and is not one itself.
pub(super) fn is_elsewhere(text: &str) -> bool {
    const BEGINNINGS: [&str; 31] = [
        "$",
        "@/",
        "@Microsoft.KeyVault",
        // What keys of AWS and sops have encrypted already.
        "AQICAH",
        "ENC[",
        "ENC(",
        "((",
        "./",
        "../",
        "arn:",
        "data.",
        "[[",
        "[parameters(",
        "[variables(",
        "awssm:",
        "file:",
        "gcp-secret-manager:",
        "keyvault:",
        "kms:",
        "local.",
        "module.",
        "op://",
        "projects/",
        "secretRef:",
        "sm:",
        "ssm:",
        "var.",
        "vault:",
        "{SSHA}",
        "{cipher}",
        "~/",
    ];
    const ENDS: [&str; 10] = [
        ".cer", ".crt", ".jks", ".json", ".key", ".p12", ".pem", ".txt", ".yaml", ".yml",
    ];
    // A secret key of AWS may begin as a path does, and a password as a placeholder does.
    let is_path = text.starts_with('/') && !(text.len() == KEY_OF_AWS && is_base64(text) && !is_plain(text));
    // A variable of the environment, as YAML and Windows name it.
    let named = text.strip_prefix("env:");
    let named = named.or_else(|| text.strip_prefix('%')?.strip_suffix('%'));
    let is_variable = named.is_some_and(|name| {
        let of_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        name.starts_with(|letter: char| letter.is_ascii_uppercase()) && name.bytes().all(of_name)
    });
    is_path
        || is_variable
        || is_expression(text)
        || is_sealed(text)
        || text.starts_with('<') && text.contains('>')
        || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || ENDS.iter().any(|end| text.ends_with(end))
        || ["${", "%{", "{{", "#{", "%%"]
            .iter()
            .any(|template| text.contains(template))
        || (text.contains("://") && !text.contains('@') && !text.contains('='))
}

/// Whether the text is sealed for one cluster, as `kubeseal` does: it begins with how long the key in it is.
fn is_sealed(text: &str) -> bool {
    const SHORTEST: usize = 300;
    text.len() >= SHORTEST
        && ["AgA", "AgB", "AgC", "AgD"]
            .iter()
            .any(|sealed| text.starts_with(sealed))
        && is_base64(text)
}

/// Whether the text says where to connect to, and nothing of what only some may know: `cache.internal:6379`, or parts
/// such as `Endpoint=sb://acme.servicebus.windows.net/;Authentication=ManagedIdentity`, all of words.
pub(super) fn is_address(text: &str) -> bool {
    /// How names of parts end that hold what only some may know, beside those that hold nothing but a secret.
    const HIDDEN: [&str; 6] = ["auth", "cred", "key", "phrase", "sig", "signature"];
    /// No name of a part is longer.
    const LONGEST_NAME: usize = 32;
    let is_host = |host: &str| host.contains('.') && is_plain(host);
    let is_port = |port: &str| port.parse::<u16>().is_ok();
    if text
        .rsplit_once(':')
        .is_some_and(|(host, port)| is_host(host) && is_port(port))
    {
        return true;
    }
    let is_open = |part: &str| {
        let Some((name, value)) = part.split_once('=') else {
            return part.is_empty();
        };
        let name = name.trim().to_ascii_lowercase();
        let of_name = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b' ' | b'_');
        let is_name = !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(of_name);
        // The key that tells whose measurements they are, which every page may carry.
        let is_id = name == "instrumentationkey" || name == "applicationid";
        let is_hidden = !value.is_empty() && (is_sure(&name) || HIDDEN.iter().any(|end| name.ends_with(end)));
        is_name && (is_id && is_uuid(value) || !is_hidden && is_plain(value))
    };
    text.contains('=') && (text.contains(';') || text.ends_with("=true")) && text.split(';').all(is_open)
}

/// Whether the text is evidently a setting: a region, a host, an address, a network, a port, a version, a time, an
/// amount, an algorithm or what is public.
pub(in crate::rules) fn is_setting(text: &str) -> bool {
    let is_document = text.starts_with(['{', '[']);
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_told = || is_told_otherwise(text) && !is_document && !is_uuid(text);
    if is_number {
        return is_plain_number(text);
    }
    is_region(text)
        || is_host(text)
        || is_address(text)
        || is_version(text)
        || is_mail(text)
        || is_public(text)
        || is_time(text)
        || is_amount(text)
        || is_algorithm(text)
        || is_digest(text)
        || is_told()
}

/// Whether a number is rather a port, a year or an amount than a code that only some may know.
fn is_plain_number(number: &str) -> bool {
    /// Of a PIN.
    const DIGITS: usize = 4;
    const PORTS: [&str; 29] = [
        "1433", "1521", "1883", "2049", "2181", "2375", "2376", "2379", "3306", "3389", "4222", "4317", "4318", "5432",
        "5433", "5601", "5671", "5672", "5984", "6379", "6432", "6443", "7687", "8125", "8126", "8443", "8883", "8888",
        "9443",
    ];
    // People round ports that they choose: `8080`, `9092`.
    let is_rounded = number.ends_with("00") || number.starts_with(['8', '9']) && number.get(1..2) == Some("0");
    let is_year = number.starts_with("20") || number.starts_with("19");
    match number.len() {
        DIGITS => is_rounded || is_year || PORTS.contains(&number),
        length => length <= DIGITS + 1,
    }
}

/// Whether it is a UUID, an address, a network, a version or a date, or a document, which its members tell of.
pub(in crate::rules) fn is_told_otherwise(text: &str) -> bool {
    /// More pairs of digits than an address has are a key: `a1:b2:…`.
    const COLONS: usize = 8;
    let is_of = |signs: &str| {
        text.chars()
            .all(|letter| letter.is_ascii_hexdigit() || signs.contains(letter))
    };
    let has_letters = text.contains(|letter: char| letter.is_ascii_alphabetic());
    // Three or more groups of four digits or more are no date and no address, but a code.
    let is_code = || text.matches('-').count() >= 2 && text.split('-').all(|group| group.len() >= SHORT_PART);
    text.starts_with(['{', '['])
        || is_of("-") && text.matches('-').count() == 4
        || is_of(":/") && (1..=COLONS).contains(&text.matches(':').count())
        || !has_letters && is_of("-./:") && !is_code() && text.matches(':').count() <= COLONS
}

/// Whether the text is a moment, as RFC 3339 writes it: `2024-01-01T00:00:00Z`.
fn is_time(text: &str) -> bool {
    text.split_once('T').is_some_and(|(date, time)| {
        let time = time.strip_suffix('Z').unwrap_or(time);
        let is_of = |text: &str, signs: &str| {
            let mut letters = text.chars();
            letters.all(|letter| letter.is_ascii_digit() || signs.contains(letter))
        };
        date.len() == "2006-01-02".len() && date.matches('-').count() == 2 && is_of(date, "-") && is_of(time, ":.+-")
    })
}

/// Whether the text is a number with its unit: `30s`, `100Mi`.
fn is_amount(text: &str) -> bool {
    const UNITS: [&str; 26] = [
        "%", "B", "G", "GB", "Gi", "GiB", "K", "KB", "Ki", "KiB", "M", "MB", "Mi", "MiB", "T", "TB", "Ti", "TiB", "d",
        "h", "k", "m", "min", "ms", "s", "us",
    ];
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    (1..=SHORT_PART + 1).contains(&(text.len() - unit.len())) && UNITS.contains(&unit)
}

/// Whether the text says how tokens are signed: `RS256`.
fn is_algorithm(text: &str) -> bool {
    let number = ["ES", "HS", "PS", "RS"].iter().find_map(|kind| text.strip_prefix(kind));
    number.is_some_and(|number| matches!(number, "256" | "384" | "512"))
}

/// Whether the text is a digest under the name of how it is made, or an image with one.
fn is_digest(text: &str) -> bool {
    let (image, digest) = text.rsplit_once('@').unwrap_or(("", text));
    let is_of = |hex: &str, length: usize| hex.len() == length && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_digest = digest.split_once(':').is_some_and(|(kind, hex)| match kind {
        "sha256" => is_of(hex, 64),
        "sha512" => is_of(hex, 128),
        _ => false,
    });
    is_digest && (image.is_empty() || is_loose_label(image) || is_plain(image))
}

/// Whether a text has only small letters, digits and these signs.
fn is_small(text: &str, signs: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || signs.contains(letter))
}

/// Whether the text is a region or zone as most providers name them: `eu-west-1`, `us-central1-a`.
fn is_region(text: &str) -> bool {
    const COMPASS: [&str; 9] = [
        "central",
        "east",
        "north",
        "northeast",
        "northwest",
        "south",
        "southeast",
        "southwest",
        "west",
    ];
    let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_number = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = text.split('-');
    let is_first = parts.next().is_some_and(is_word);
    let parts: Vec<&str> = parts.collect();
    let named = |part: &str| COMPASS.contains(&part.trim_end_matches(|last: char| last.is_ascii_digit()));
    // A zone has a letter behind its number.
    let is_part = |part: &&str| named(part) || is_word(part) || is_number(part.trim_end_matches(char::is_alphabetic));
    is_small(text, "-")
        && is_first
        && parts.len() <= 3
        && parts.iter().any(|part| named(part))
        && parts.iter().all(is_part)
}

/// Whether the text is the full name of a host, in small letters, or that of the machine itself, with a port or without.
fn is_host(text: &str) -> bool {
    /// How they end. A password of three words with points between them is none.
    const DOMAINS: [&str; 21] = [
        "app", "au", "ca", "ch", "cloud", "cn", "co", "com", "de", "dev", "eu", "fr", "info", "internal", "io", "jp",
        "local", "net", "org", "uk", "us",
    ];
    let host = text.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let host = host.map_or(text, |(host, _)| host);
    let mut labels = host.rsplit('.');
    let ends = labels.next().is_some_and(|last| DOMAINS.contains(&last));
    host == "localhost"
        || is_small(host, "-.") && ends && labels.clone().count() > 1 && labels.all(|label| !label.is_empty())
}

/// Whether the text is a version: `v1.27.3`, `1.29.0-rc.1`.
fn is_version(text: &str) -> bool {
    let number = text.strip_prefix('v').unwrap_or(text);
    let (number, rest) = number.split_once(['-', '+']).unwrap_or((number, ""));
    let is_number = |part: &str| part.len() <= SHORT_PART && part.parse::<u16>().is_ok();
    let is_word = |part: &str| part.len() <= SHORT_PART || part.bytes().all(|byte| byte.is_ascii_alphabetic());
    (number.contains('.') || text.starts_with('v'))
        && number.split('.').all(is_number)
        && rest.split(['.', '-', '+']).all(is_word)
}

/// Whether the text is an address of mail.
fn is_mail(text: &str) -> bool {
    // With capitals one letter is rather the beginning of a password.
    let is_user =
        |user: &str| !user.is_empty() && is_small(user, "-._+") && (is_small(text, "-._+@") || user.len() > 1);
    text.to_ascii_lowercase().split_once('@').is_some_and(|(user, host)| {
        let host_may_be_short = format!("mail.{host}");
        is_user(user) && host.contains('.') && is_host(&host_may_be_short)
    })
}

/// Whether the text is a certificate or the public half of a key.
fn is_public(text: &str) -> bool {
    const BEGINNINGS: [&str; 7] = [
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN RSA PUBLIC KEY-----",
        "ecdsa-sha2-",
        "sk-ssh-",
        "ssh-ed25519 ",
        "ssh-rsa ",
    ];
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) && !text.contains("PRIVATE KEY")
}

/// Whether an attribute of that name holds a script for a machine, in base64 or plain: `user_data_base64`,
/// `custom_data`.
pub(super) fn is_for_scripts(name: &str) -> bool {
    const NAMES: [&str; 4] = ["customData", "custom_data", "userData", "user_data"];
    NAMES.contains(&name) || name.ends_with("base64") || name.ends_with("Base64")
}

/// Whether a text in JSON begins as one in base64 does.
pub(super) fn begins_in_base64(json: &str) -> bool {
    let text = json.trim_start().strip_prefix('"').unwrap_or_default();
    text.get(..8).is_some_and(is_base64)
}

/// How many letters a secret key of AWS has.
pub(super) const KEY_OF_AWS: usize = 40;

fn is_base64(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// The script that such an attribute holds in base64, packed with gzip or not; `None` where it holds something else.
pub(in crate::rules) fn decoded_script(name: &str, text: &str) -> Option<String> {
    // Machines are given no longer ones.
    const MOST: u64 = 1 << 20;
    if !is_for_scripts(name) {
        return None;
    }
    let in_one_line: String = text.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(in_one_line).ok()?;
    if !bytes.starts_with(&[0x1F, 0x8B]) {
        return String::from_utf8(bytes).ok();
    }
    // What comes before a place that is damaged is a script, too.
    let mut script = Vec::new();
    let _ = GzDecoder::new(&*bytes).take(MOST).read_to_end(&mut script);
    Some(String::from_utf8_lossy(&script).into_owned())
}

/// Whether a text is a host, a URL or a name: words and short numbers with signs between.
fn is_plain(text: &str) -> bool {
    let mut parts = text.split(['-', '_', '.', '/', ':']);
    parts.all(|part| {
        part.len() < SHORT_PART
            || part.bytes().all(|byte| byte.is_ascii_digit())
            // Words are written small, or with capitals at their beginnings.
            || part.bytes().all(|byte| byte.is_ascii_alphabetic()) && part.bytes().filter(u8::is_ascii_uppercase).count() < 4
    })
}

/// Entropy of the text's own letters, in bits a character.
pub(super) fn bits(text: &str) -> f64 {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    for letter in text.chars() {
        *counts.entry(letter).or_default() += 1;
    }
    let total: f64 = counts.values().map(|count| f64::from(*count)).sum();
    counts
        .values()
        .map(|count| f64::from(*count) / total)
        .map(|share| -share * share.log2())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_to_connect_to_is_told_from_what_only_some_may_know() {
        for (text, is_open, why) in [
            ("cache-1.internal:6379", true, "a host and its port"),
            (
                "InstrumentationKey=8e2cbb5a-6a1c-4e2c-9c0b-0f2f1f6d7a11;IngestionEndpoint=https://we-1.in.acme.net/",
                true,
                "where measurements go",
            ),
            (
                "Endpoint=sb://acme.servicebus.windows.net/;Authentication=ManagedIdentity",
                true,
                "who connects is asked elsewhere",
            ),
            ("UseDevelopmentStorage=true", true, "a switch"),
            (
                "Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=Zm9vYmFyYmF6cXV4",
                false,
                "a key among its parts",
            ),
            (
                "Server=tcp:a.database.windows.net;User=app;Pwd=Tr0ub4dor",
                false,
                "a password among them",
            ),
            ("Server=tcp:a.acme.net;Uid=app;Pass=Tr0ub4dor", false, "by another name"),
            (
                "Server=db.acme.net;Database=app;Uid=sa;Password=letmein;",
                false,
                "a password that is a word",
            ),
            ("Server=db;Uid=sa;Pw=letmein", false, "by a shorter name"),
            ("Server=db;Uid=sa;User_Pin=7731", false, "by one of two words"),
            ("Server=db;Uid=sa;Password=;", true, "none"),
            (
                "Server=db;Database=app;Trusted_Connection=True",
                true,
                "whoever is logged in",
            ),
            (
                "Server=a.acme.net;Bearer=a8f5f167f44f4964e6c998de",
                false,
                "by none that is known",
            ),
            (
                "Url=https://hooks.acme.net/services/T0AB/a8F5f167Xk2;Name=x",
                false,
                "in a path",
            ),
            ("admin.prod9x7k2q:58213", false, "no host of words"),
        ] {
            assert_eq!(is_address(text), is_open, "{text}: {why}");
        }
    }
}
