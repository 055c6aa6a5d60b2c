//! What OpenTofu refuses of encryption when it sets it up.

use super::{Nobody, OpenTofu, Tree, judge_each, made};
use crate::tfjson::refusals::By;

/// Key providers, methods, what else stands in the block, who refuses it, and why.
type Encryption = (&'static str, &'static str, &'static str, By, &'static str);

const PASSPHRASE: &str = r#""pbkdf2":{"k":{"passphrase":"${var.long}"}}"#;
const GCM: &str = r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}}"#;
const BOTH: &str = r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}},"unencrypted":{"u":{}}"#;
const STATE: &str = r#""state":{"method":"method.aes_gcm.m"}"#;

#[rustfmt::skip]
const SET_UP: &[Encryption] = &[
    (PASSPHRASE, GCM, STATE, Nobody, "a state that is encrypted"),
    (r#""pbkdf2":{"k":{}}"#, GCM, STATE, Nobody, "a passphrase that the environment says"),
    (PASSPHRASE, r#""aes_gcm":{"m":{}}"#, STATE, Nobody, "keys that it says"),
    (PASSPHRASE, GCM, r#""state":{"enforced":true}"#, Nobody, "a method that it says"),
    (r#""pbkdf2":{"k":{"passphrase":"short"}}"#, GCM, STATE, OpenTofu, "passphrase is too short (minimum 16 characters)"),
    (r#""pbkdf2":{"k":{"passphrase":"fifteen letters"}}"#, GCM, STATE, OpenTofu, "one too few"),
    (r#""pbkdf2":{"k":{"passphrase":"sixteen, letters"}}"#, GCM, STATE, Nobody, "just enough"),
    (r#""pbkdf2":{"k":{"passphrase":"ääääääää"}}"#, GCM, STATE, Nobody, "bytes are counted"),
    (r#""pbkdf2":{"k":{"passphrase":"short"}}"#, GCM, r#""state":{"method":"method.unencrypted.u","fallback":{"method":"method.aes_gcm.m"}}"#, Nobody, "what is only there to decrypt"),
    (r#""pbkdf2":{"k":{"passphrase":"short"}}"#, GCM, "", Nobody, "what nothing needs"),
    (r#""pbkdf2":{"k":{"passphrase":["a"]}}"#, GCM, STATE, OpenTofu, "a list for a passphrase"),
    (r#""pbkdf2":{"k":{"passphrase":1234567890123456789}}"#, GCM, STATE, OpenTofu, "a number for one"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","foo":1}}"#, GCM, STATE, OpenTofu, "No argument or block type is named \"foo\""),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","block":{"a":1}}}"#, GCM, STATE, OpenTofu, "nor a block"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","//":"c"}}"#, GCM, STATE, Nobody, "a comment"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","iterations":1000}}"#, GCM, STATE, OpenTofu, "the number of iterations is dangerously low (<200000)"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","iterations":200000}}"#, GCM, STATE, Nobody, "just enough"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","key_length":0}}"#, GCM, STATE, OpenTofu, "the key length must be larger than zero"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","key_length":5}}"#, GCM, STATE, OpenTofu, "AES-GCM requires the key length to be one of: 16, 24, 32"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","key_length":"abc"}}"#, GCM, STATE, OpenTofu, "a text for a length"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","salt_length":0}}"#, GCM, STATE, OpenTofu, "the salt length must be larger than zero"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","hash_function":"md5"}}"#, GCM, STATE, OpenTofu, "invalid hash function name: md5"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","hash_function":"sha256"}}"#, GCM, STATE, Nobody, "one that it knows"),
    (r#""pbkdf2":{"k":{"chain":"${key_provider.pbkdf2.l}"},"l":{"passphrase":"${var.long}"}}"#, GCM, STATE, Nobody, "a key made of another"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}","chain":"${key_provider.pbkdf2.l}"},"l":{"passphrase":"${var.long}"}}"#, GCM, STATE, OpenTofu, "passphrase and chain are mutually exclusive"),
    (r#""pbkdf2":{"k":{"chain":"${key_provider.pbkdf2.l}"},"l":{"chain":"${key_provider.pbkdf2.k}"}}"#, GCM, STATE, OpenTofu, "Expected a key_provider compatible value, found dynamic instead"),
    (r#""pbkdf2":{"k":{"chain":"${key_provider.pbkdf2.l}"},"l":{"chain":"${key_provider.pbkdf2.n}"},"n":{"chain":"${key_provider.pbkdf2.l}"}}"#, GCM, STATE, OpenTofu, "one made of two that need each other"),
    (r#""pbkdf2":{"k":{"chain":"${key_provider.pbkdf2.k}"}}"#, GCM, STATE, OpenTofu, "a key made of itself"),
    (r#""pbkdf2":{"k":{"chain":"${key_provider.pbkdf2.k}"}}"#, GCM, "", Nobody, "which nothing needs"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}","foo":1}}"#, STATE, OpenTofu, "an argument that the method does not take"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"abc"}}"#, STATE, OpenTofu, "Expected a key_provider compatible value, found string instead"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":5}}"#, STATE, OpenTofu, "nor a number"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":null}}"#, STATE, OpenTofu, "nor nothing"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"key_provider.pbkdf2.k"}}"#, STATE, Nobody, "a reference that stands bare"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}","aad":[1,2]}}"#, STATE, Nobody, "numbers"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}","aad":"abc"}}"#, STATE, OpenTofu, "list of number required, but have string"),
    (r#""static":{"k":{"key":"00"}}"#, r#""aes_gcm":{"m":{"keys":"${key_provider.static.k}"}}"#, STATE, OpenTofu, "key provider with ID static not found"),
    (r#""static":{"k":{"key":"00"}},"pbkdf2":{"k":{"passphrase":"${var.long}"}}"#, GCM, STATE, Nobody, "which nothing needs"),
    (PASSPHRASE, r#""foo":{"m":{}}"#, r#""state":{"method":"method.foo.m"}"#, OpenTofu, "encryption method with ID foo not found"),
    (PASSPHRASE, BOTH, r#""state":{"method":"method.unencrypted.u"}"#, Nobody, "a state that is not encrypted"),
    (PASSPHRASE, BOTH, r#""state":{"method":"method.unencrypted.u","enforced":true}"#, OpenTofu, "Unable to use unencrypted method since the enforced flag is set"),
    (PASSPHRASE, BOTH, r#""plan":{"method":"method.unencrypted.u","enforced":true}"#, OpenTofu, "of plans, too"),
    (PASSPHRASE, BOTH, r#""state":{"method":"method.aes_gcm.m","enforced":true,"fallback":{"method":"method.unencrypted.u"}}"#, OpenTofu, "as a fallback"),
    (PASSPHRASE, BOTH, r#""state":{"method":"method.aes_gcm.m","enforced":true,"fallback":{"method":"method.aes_gcm.m","fallback":{"method":"method.unencrypted.u"}}}"#, OpenTofu, "of a fallback"),
    (PASSPHRASE, BOTH, r#""state":{"method":"method.aes_gcm.m","fallback":{"method":"method.unencrypted.u"}}"#, Nobody, "which is how encryption begins"),
    (PASSPHRASE, r#""aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"},"m":{"keys":"${key_provider.pbkdf2.k}"}}"#, "", OpenTofu, "Found multiple instances of method.aes_gcm.m"),
    (PASSPHRASE, r#""aes_gcm":{"m":[{"keys":"${key_provider.pbkdf2.k}"},{"keys":"${key_provider.pbkdf2.k}"}]}"#, "", OpenTofu, "in a list"),
    (r#""pbkdf2":{"k":{"passphrase":"${var.long}"},"k":{"passphrase":"${var.long}"}}"#, GCM, "", OpenTofu, "Found multiple instances of key_provider.pbkdf2.k"),
    (r#""pbkdf2":{"a b":{"passphrase":"${var.long}"}}"#, "", "", OpenTofu, "The provided key provider name is invalid"),
    (r#""pbkdf2":{"0":{"passphrase":"${var.long}"}}"#, GCM, "", Nobody, "a digit is a name"),
    (PASSPHRASE, r#""aes_gcm":{"a b":{"keys":"${key_provider.pbkdf2.k}"}}"#, "", OpenTofu, "nor is one of a method"),
    (PASSPHRASE, GCM, r#""remote_state_data_sources":{"remote_state_data_source":{"x":{"method":"method.aes_gcm.m"},"x":{"method":"method.aes_gcm.m"}}}"#, OpenTofu, "Found multiple instances of remote_data_source.x"),
];

/// Terraform has no such block; what OpenTofu makes of it is asked of a file that is its own.
fn encrypted((keys, methods, more, by, _): &Encryption) -> (Tree, By) {
    let comma = if more.is_empty() { "" } else { "," };
    let text = format!(
        r#"{{"variable":{{"long":{{"default":"a passphrase of many letters"}}}},"terraform":{{"encryption":{{"key_provider":{{{keys}}},"method":{{{methods}}}{comma}{more}}}}}}}"#
    );
    (made(&[("main.tofu.json", &text)]), *by)
}

#[test]
fn what_is_set_up() {
    judge_each(SET_UP, encrypted);
}
