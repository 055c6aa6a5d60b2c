//! What code that a run starts is told, as texts that another program, other arguments or other values change.

use crate::json::ReadError;
use crate::tofu::ActionInvocation;

use super::attr::{MASK, Object};
use super::configured::ConfiguredResource;
use super::given::{self, Given, written};
use super::marks::Marks;
use super::stated_value::{Value, Writer};
use super::{Facts, circumstances};

impl<'a> Facts<'a> {
    /// What the provisioners of a block are told: their arguments, and the values that these refer to. Secrets are left out;
    /// [`MASK`] stands for what cannot be read.
    #[must_use]
    pub fn told_to_provisioners(&self, block: ConfiguredResource<'_, 'a>) -> Vec<String> {
        self.told(|told| {
            for (name, arguments) in circumstances::provisioners(block)? {
                told.object(&name, &arguments);
            }
            told.all(circumstances::of_provisioners(self, block)?);
            Ok(())
        })
    }

    /// What a block is told: its arguments, and the values that these refer to; the rest as above.
    #[must_use]
    pub fn told_to_block(&self, block: ConfiguredResource<'_, 'a>) -> Vec<String> {
        self.told(|told| {
            told.object("", &written(block.wire.expressions, Marks::Off)?);
            let references = self.modules().references();
            let asked = references
                .of(block.declaration)
                .iter()
                .map(|reference| (reference, false));
            told.all(given::of(self, references.sources(asked))?);
            Ok(())
        })
    }

    /// What an action is told: its configuration; the rest as above.
    #[must_use]
    pub fn told_to_action(&self, invocation: &'a ActionInvocation<'a>) -> Vec<String> {
        self.told(|told| {
            told.object("", &self.configuration_of(invocation)?);
            Ok(())
        })
    }

    fn told(&self, tell: impl FnOnce(&mut Told<'_>) -> Result<(), ReadError>) -> Vec<String> {
        let copies = self.secrets.copies();
        let mut told = Told {
            writer: Writer::WithoutSecrets(&copies),
            texts: Vec::new(),
        };
        match tell(&mut told) {
            Ok(()) => told.texts,
            Err(_) => vec![MASK.to_owned()],
        }
    }
}

struct Told<'c> {
    writer: Writer<'c>,
    texts: Vec<String>,
}

impl Told<'_> {
    fn object(&mut self, name: &str, object: &Object<'_>) {
        let value = Value::of(None, object.root(), self.writer);
        self.texts.push(format!("{name}={}", value.canonical()));
    }

    fn all<'g>(&mut self, given: impl IntoIterator<Item = (String, Given<'g>)>) {
        for (reference, given) in given {
            let value = Value::of(None, given.value(), self.writer);
            let reference = self.writer.words(reference);
            self.texts.push(format!("{reference}={}", value.canonical()));
        }
    }
}
