//! What code that a run starts is told, as a digest that another program, other arguments or other values change.

use crate::facts::Facts;
use crate::facts::attr::{MASK, Object};
use crate::facts::configuration::configured::ConfiguredResource;
use crate::facts::configuration::given::Given;
use crate::json::ReadError;
use crate::tofu::ActionInvocation;

use super::circumstances;
use super::digest::TextsDigest;
use super::stated_value::{Value, Writer};

impl<'a> Facts<'a> {
    /// A digest of what the provisioners of a block are told: their arguments, and the values that these refer to.
    /// Secrets are left out; [`MASK`] stands for what cannot be read.
    #[must_use]
    pub(crate) fn told_to_provisioners(&self, block: ConfiguredResource<'_, 'a>) -> String {
        self.told(|told| {
            for (name, arguments) in circumstances::provisioners(block)? {
                told.object(&name, &arguments);
            }
            told.all(circumstances::of_provisioners(self, block)?);
            Ok(())
        })
    }

    /// A digest of what a block is told: its arguments, and the values that these refer to.
    #[must_use]
    pub(crate) fn told_to_block(&self, block: ConfiguredResource<'_, 'a>) -> String {
        self.told(|told| {
            let block = circumstances::of_block(self, block)?;
            told.object("", &block.arguments);
            told.all(block.given);
            Ok(())
        })
    }

    /// A digest of what an action is told: its configuration.
    #[must_use]
    pub(crate) fn told_to_action(&self, invocation: &'a ActionInvocation<'a>) -> String {
        self.told(|told| {
            told.object("", &self.configuration_of(invocation)?);
            Ok(())
        })
    }

    fn told(&self, tell: impl FnOnce(&mut Told<'_>) -> Result<(), ReadError>) -> String {
        let copies = self.secrets.copies();
        let mut told = Told {
            writer: self.without_secrets(&copies),
            digest: TextsDigest::default(),
        };
        match tell(&mut told) {
            // All of many values would take much memory.
            Ok(()) => told.digest.finish(),
            Err(_) => MASK.to_owned(),
        }
    }
}

struct Told<'c> {
    writer: Writer<'c>,
    digest: TextsDigest,
}

impl Told<'_> {
    fn object(&mut self, name: &str, object: &Object<'_>) {
        let value = Value::of(None, object.root(), self.writer);
        self.add(name, &value);
    }

    fn all<'g>(&mut self, given: impl IntoIterator<Item = (String, Given<'g>)>) {
        for (reference, given) in given {
            let value = Value::of(None, given.value(), self.writer);
            let reference = self.writer.address(reference);
            self.add(&reference, &value);
        }
    }

    fn add(&mut self, name: &str, value: &Value) {
        self.digest.add(name);
        self.digest.add(&value.canonical);
    }
}
