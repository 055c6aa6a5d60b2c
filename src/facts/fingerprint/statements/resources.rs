//! What a plan says of resources, with what its configuration says of them.

use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::facts::attribute_path::path_steps;
use crate::facts::beside::Beside;
use crate::facts::change::ResourceChange;
use crate::facts::configuration::configured::ConfiguredResource;
use crate::facts::configuration::origins;
use crate::facts::fingerprint::circumstances;
use crate::facts::fingerprint::stated_value::{Value, Writer};
use crate::json::ReadError;
use crate::order;

use super::{Statement, in_parentheses, in_words, of_change, provider_configuration};

/// Writes what becomes of resources.
pub(super) struct Resources<'r, 'b, 'a> {
    pub(super) facts: &'r Facts<'a>,
    pub(super) writer: Writer<'r>,
    pub(super) beside: &'r Beside<'b>,
    /// What the provisioners of each block say, since it may have many instances.
    pub(super) provisioned: BTreeMap<usize, BTreeMap<String, Value>>,
}

impl<'a> Resources<'_, '_, 'a> {
    pub(super) fn change(&self, change: &ResourceChange<'_>, prefix: &str) -> Result<Statement, ReadError> {
        let statement = of_change(&self.beside.change(change), prefix, self.writer)?;
        Ok(statement.marked(change.marks()))
    }

    /// The same with what the configuration says of it.
    pub(super) fn with_circumstances(
        &mut self,
        change: &ResourceChange<'a>,
        prefix: &str,
    ) -> Result<Statement, ReadError> {
        let mut statement = self.change(change, prefix)?;
        if let Some(block) = circumstances::with_provisioners(self.facts, change) {
            statement.values.extend(self.provisioners(block)?);
            let there = self.beside.change(change).before()?;
            let asked = circumstances::asked_of_itself(self.facts, block).into_iter();
            let asked = asked.filter_map(|text| Some((text, path_steps(text.strip_prefix("self")?)?)));
            let asked = asked.map(|(text, path)| (text, there.root().along(&path)));
            let asked = asked.filter(|(_, value)| !value.is_unset());
            let asked = asked.map(|(text, value)| (format!("({text})"), Value::of(None, value, self.writer)));
            statement.values.extend(asked);
        }
        let origins = origins::of_change(self.facts, change)?;
        statement.values.extend(in_words(origins, self.writer));
        let key = circumstances::provider_key(self.facts, change);
        statement.values.extend(provider_configuration(key, self.writer));
        Ok(statement)
    }

    /// What the provisioners of a block say, and are given.
    fn provisioners(&mut self, block: ConfiguredResource<'_, 'a>) -> Result<BTreeMap<String, Value>, ReadError> {
        let at = block.declaration.at;
        if let Some(known) = self.provisioned.get(&at) {
            return Ok(known.clone());
        }
        let written = circumstances::provisioners(block)?.into_iter().map(|(name, object)| {
            let mut value = Value::of(None, object.root(), self.writer);
            value.tell_block(object.root(), self.writer);
            (name, value)
        });
        let given = circumstances::of_provisioners(self.facts, block)?;
        let given = in_parentheses(given, self.writer, self.beside);
        let values = order::map(written.chain(given));
        self.provisioned.insert(at, values.clone());
        Ok(values)
    }
}
