//! Fingerprints: short texts that are the same for all documents that say the same.

pub(super) mod circumstances;
mod digest;
mod identifying;
pub(super) mod made_by;
pub(super) mod stated_value;
pub(super) mod statements;
pub(super) mod told;
mod unknown;
pub(super) mod untold;
pub(super) mod which_object;

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use miette::Diagnostic;
use sha2::{Digest, Sha256};
use thiserror::Error;

pub(crate) use self::digest::TextsDigest;
use self::digest::half_in_hex;
use self::statements::{Sensitive, Statement};
use super::Facts;
use crate::json::ReadError;
use crate::order;

/// A key under which sensitive values enter a fingerprint.
#[derive(Clone)]
pub struct FingerprintKey(Hmac<Sha256>);

/// It is a secret.
impl fmt::Debug for FingerprintKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FingerprintKey")
    }
}

/// Why bytes are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Diagnostic)]
#[error("a key of {bytes} {} can be guessed", if *bytes == 1 { "byte" } else { "bytes" })]
#[diagnostic(
    code("weak-key"),
    help(
        "use a random key of at least {} bytes: openssl rand -hex 32",
        FingerprintKey::SHORTEST
    )
)]
#[non_exhaustive]
pub struct WeakKey {
    /// How many it has.
    pub bytes: usize,
}

impl FingerprintKey {
    /// In bytes. Who can guess a key can guess the values.
    pub(crate) const SHORTEST: usize = 16;

    /// A key of these bytes, without the line feed that editors put behind.
    ///
    /// # Errors
    ///
    /// One that is too short.
    pub fn new(bytes: &[u8]) -> Result<Self, WeakKey> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let weak = WeakKey { bytes: bytes.len() };
        if bytes.len() < Self::SHORTEST {
            return Err(weak);
        }
        Hmac::new_from_slice(bytes).map(Self).map_err(|_| weak)
    }
}

/// How a fingerprint of a plan was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FingerprintForm {
    /// `plan1-` and 32 hexadecimal digits: without sensitive values.
    Open,
    /// `plan1k-` and as many: with sensitive values, under a key.
    Keyed,
}

impl FingerprintForm {
    /// That of a text; `None` for one that is no fingerprint of a plan.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (form, digits) = match text.strip_prefix("plan1-") {
            Some(digits) => (Self::Open, digits),
            None => (Self::Keyed, text.strip_prefix("plan1k-")?),
        };
        let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        (digits.len() == 32 && digits.bytes().all(is_digit)).then_some(form)
    }
}

impl Facts<'_> {
    /// A short text that is the same for all plans that intend the same: `plan1-` and 32 hexadecimal digits; of a state
    /// `state1-`.
    ///
    /// Without a key sensitive values have no part in it, only that they change: whoever has the fingerprint learns
    /// nothing of them. With a key they have, by HMAC-SHA-256, and the text begins with `plan1k-` or `state1k-`: nobody
    /// can try values without the key.
    ///
    /// # Errors
    ///
    /// As for [`statements`](Self::statements).
    pub fn fingerprint(&self, key: Option<&FingerprintKey>) -> Result<String, ReadError> {
        let kind = if self.plan().is_some() { "plan" } else { "state" };
        Ok(match key {
            None => {
                let mut hash = Sha256::new();
                self.each_part(Sensitive::LeftOut, |bytes| Digest::update(&mut hash, bytes))?;
                format!("{kind}1-{}", half_in_hex(&hash.finalize()))
            }
            Some(FingerprintKey(mac)) => {
                let mut mac = mac.clone();
                self.each_part(Sensitive::Compared, |bytes| Mac::update(&mut mac, bytes))?;
                format!("{kind}1k-{}", half_in_hex(&mac.finalize().into_bytes()))
            }
        })
    }

    /// Everything that a fingerprint is made of, in a total order.
    fn each_part(&self, sensitive: Sensitive, mut add: impl FnMut(&[u8])) -> Result<(), ReadError> {
        let mut part = |text: &str| {
            // The length says where a text ends, so that no two lists of texts look alike.
            add(&(text.len() as u64).to_le_bytes());
            add(text.as_bytes());
        };
        let mut statements = self.statements(sensitive)?;
        // Twins, which no engine writes, must not depend on their order.
        order::sort_by(&mut statements, Statement::order);
        for statement in statements {
            part(&statement.about);
            part(&statement.does);
            part(&statement.values.len().to_string());
            for (name, value) in &statement.values {
                part(name);
                part(&value.canonical);
                // Without a key the place of what is left out says it.
                if sensitive == Sensitive::Compared {
                    part(&value.canonical_marks());
                }
            }
        }
        if let Some(lacks) = self.lacks() {
            part(lacks);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_told_by_the_prefix() {
        let digits = "0123456789abcdef0123456789abcdef";
        for (text, form, why) in [
            (format!("plan1-{digits}"), Some(FingerprintForm::Open), "without a key"),
            (format!("plan1k-{digits}"), Some(FingerprintForm::Keyed), "with one"),
            (format!("state1-{digits}"), None, "a state is no plan"),
            (format!("plan1-{digits}0"), None, "a digit too many"),
            (format!("plan1k-{}", digits.to_uppercase()), None, "capitals"),
            (format!("plan2-{digits}"), None, "a way to come"),
            (String::new(), None, "nothing, as of a variable that was never set"),
        ] {
            assert_eq!(FingerprintForm::of(&text), form, "{why}");
        }
    }

    #[test]
    fn a_key_is_long_enough_and_has_no_line_feed() {
        assert_eq!(FingerprintKey::new(b"").unwrap_err(), WeakKey { bytes: 0 });
        assert_eq!(
            FingerprintKey::new(b"0123456789abcde\r\n").unwrap_err(),
            WeakKey { bytes: 15 }
        );
        let shown = format!("{:?}", FingerprintKey::new(b"0123456789abcdef").unwrap());
        assert_eq!(shown, "FingerprintKey", "a key is never shown");
    }

    #[test]
    fn the_digest_is_that_of_the_standard() {
        // RFC 4231, test case 4: a key of 25 bytes.
        let key: Vec<u8> = (1..=25).collect();
        let FingerprintKey(mut mac) = FingerprintKey::new(&key).unwrap();
        Mac::update(&mut mac, &[0xcd; 50]);
        assert_eq!(
            half_in_hex(&mac.finalize().into_bytes()),
            "82558a389a443c0ea4cc819899f2083a"
        );
    }
}
