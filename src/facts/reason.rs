//! Why a change is planned, in words.

use std::borrow::Cow;

use crate::order;
use crate::tofu::{ActionReason, InstanceKey, Step};
use crate::words::listed;

use super::address::Key;
use super::attr::Attr;
use super::attribute_path::path_text;
use super::change::{Fate, ResourceChange};
use super::secrecy::quoted::{may_be_secret_at, may_hold_secret};

/// Of more attributes than this only the first ones are told.
pub(crate) const TOLD: usize = 12;

/// What of a document stands in the words about a change.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'t> {
    /// The path of an attribute, as people write it.
    Path(&'t str),
    /// The address of a module.
    Address(&'t str),
    /// Anything else.
    Text(&'t str),
}

/// How a part is told.
pub(crate) type Told<'t> = &'t dyn Fn(Part<'_>) -> String;

/// A part as it stands there.
pub(crate) fn plain(part: Part<'_>) -> String {
    let (Part::Path(text) | Part::Address(text) | Part::Text(text)) = part;
    text.to_owned()
}

impl<'a> ResourceChange<'a> {
    /// Why the change is planned, in words; `None` when the engine gave no reason.
    ///
    /// For a replacement the attributes that force it say more than the reason does: the first 12, and how many more
    /// there are; `forcing_paths` has all. A reason that came after this
    /// program is shown as it stands.
    #[must_use]
    pub fn why(&self) -> Option<Cow<'static, str>> {
        self.why_by(&plain)
    }

    /// The same, with what stands there of the document as `told` tells it: all else is planlint's own words.
    pub(crate) fn why_by(&self, told: Told<'_>) -> Option<Cow<'static, str>> {
        let forcing: Vec<String> = self.forcing_paths().iter().map(|path| told(Part::Path(path))).collect();
        self.why_of(&forcing, told)
    }

    /// The same, where the attributes that force a replacement are told in other words.
    pub(crate) fn why_of(&self, forcing: &[String], told: Told<'_>) -> Option<Cow<'static, str>> {
        let name = |path: &String| match path.as_str() {
            "" => "the object as a whole".to_owned(),
            path => path.to_owned(),
        };
        let named: Vec<String> = forcing.iter().map(name).collect();
        match &named[..] {
            [] => self.reason(told).or_else(|| self.identity_change(told).map(Cow::Owned)),
            [one] => Some(format!("{one} forces replacement").into()),
            several => Some(format!("{} force replacement", listed(several, TOLD, ", ")).into()),
        }
    }

    /// What is told of a path, and behind it what stood there and will; unless one of the two may be secret, by its name
    /// or its look, or nobody could tell them apart.
    pub(crate) fn with_values(
        &self,
        shown: String,
        sides: [Attr<'_, '_>; 2],
        path: &[Step<'_>],
        told: Told<'_>,
    ) -> String {
        let [before, after] = sides.map(|side| side.along(path).brief());
        // Nothing may mark what is called a password, and its name is enough to say why; answers tell nothing.
        let is_answer = |words: &str| matches!(words, "true" | "false");
        let is_named = sides.iter().any(|side| may_be_secret_at(*side, self.type_name(), path));
        let is_secret = is_named && !(is_answer(&before) && is_answer(&after))
            || [&before, &after].into_iter().any(|words| may_hold_secret(words));
        if is_secret || before == after {
            return shown;
        }
        let [before, after] = [before, after].map(|value| told(Part::Text(&value)));
        format!("{shown} ({before} → {after})")
    }

    /// Paths of the attributes that force a replacement, as people write them, in order; empty when none is named.
    #[must_use]
    pub(crate) fn forcing_paths(&self) -> Vec<String> {
        self.forcing().into_iter().map(|(text, _)| text).collect()
    }

    /// Those that [`why`](Self::why) does not name, to tell changes apart of which it says the same.
    pub(crate) fn untold_forcing_paths(&self) -> impl Iterator<Item = String> + use<> {
        self.forcing_paths().into_iter().skip(TOLD)
    }

    /// The attributes that force a replacement: each path as people write it and as the engine does, in order; of a
    /// path through something sensitive only the part up to there.
    #[must_use]
    pub(crate) fn forcing(&self) -> Vec<(String, &'a [Step<'a>])> {
        if !matches!(self.fate, Fate::Replace(_)) {
            return Vec::new();
        }
        let wire = self.wire;
        let named = wire.change.replace_paths.iter().flatten();
        let told = named.map(|path| self.open_part(path));
        let mut paths: Vec<(String, &[Step<'_>])> = told.map(|path| (path_text(path), path)).collect();
        order::sort_by(&mut paths, |one, two| one.0.cmp(&two.0));
        paths.dedup_by(|two, one| one.0 == two.0);
        paths
    }

    /// What of its identity differs, in words, with the values on both sides as far as they may be told; `None` where
    /// nothing does, or one of the two is not known.
    fn identity_change(&self, told: Told<'_>) -> Option<String> {
        let (before, after) = (self.identity().ok()?, self.identity_after().ok()?);
        let (before, after) = (before.root(), after.root());
        if before.is_unset() || after.is_unset() {
            return None;
        }
        let differing = before.beside(after).filter(|(_, one, two)| !one.same_known_value(*two));
        let all = differing.enumerate().map(|(at, (name, ..))| {
            let shown = told(Part::Path(&name));
            // Whether a value may be told takes a look at all of both objects.
            if at >= TOLD {
                return shown;
            }
            let path = [Step::Key(name.as_ref().into())];
            self.with_values(shown, [before, after], &path, told)
        });
        let all: Vec<String> = all.collect();
        (!all.is_empty()).then(|| format!("its identity changes: {}", listed(&all, TOLD, ", ")))
    }

    fn reason(&self, told: Told<'_>) -> Option<Cow<'static, str>> {
        let reason = self.wire.action_reason.as_ref()?;
        // OpenTofu writes `replace_by_triggers` at what is created, too, where nothing is replaced (§1.9).
        if is_of_replacement(reason) && !matches!(self.fate, Fate::Replace(_)) {
            return None;
        }
        let words = match reason {
            ActionReason::ReplaceBecauseTainted => "it is tainted",
            ActionReason::ReplaceBecauseCannotUpdate => "it cannot be changed in place",
            ActionReason::ReplaceByRequest => "asked for with -replace",
            ActionReason::ReplaceByTriggers => "replace_triggered_by",
            // Nothing else lets an engine forget what no block has; `lifecycle` in a state has a reason of its own.
            ActionReason::DeleteBecauseNoResourceConfig if self.fate == Fate::Forget => "a `removed` block forgets it",
            ActionReason::DeleteBecauseNoResourceConfig => "not in configuration any more",
            ActionReason::DeleteBecauseNoMoveTarget => "moved to an address that is not in configuration",
            ActionReason::DeleteBecauseEnabledFalse => "enabled is false",
            ActionReason::DeleteBecauseWrongRepetition => match &self.wire.index {
                None => "count or for_each was added",
                Some(InstanceKey::Int(_) | InstanceKey::Number(_)) => "count was removed",
                Some(InstanceKey::Str(_)) => "for_each was removed",
            },
            ActionReason::DeleteBecauseCountIndex => {
                return Some(format!("{} is outside of count", told(Part::Text(&self.key_text()))).into());
            }
            ActionReason::DeleteBecauseEachKey => {
                return Some(format!("{} is not in for_each any more", told(Part::Text(&self.key_text()))).into());
            }
            ActionReason::DeleteBecauseNoModule => {
                let module = self.wire.module_address.as_deref();
                let module = module.map_or_else(|| "its module".to_owned(), |module| told(Part::Address(module)));
                return Some(format!("{module} is not in configuration any more").into());
            }
            ActionReason::ReadBecauseConfigUnknown => "its configuration is known only after apply",
            ActionReason::ReadBecauseDependencyPending => "something it depends on changes first",
            ActionReason::ReadBecauseCheckNested => "read again for a check block",
            ActionReason::ForgotBecauseLifecycleDestroyInState => "destroy = false in the state",
            ActionReason::ForgotBecauseLifecycleDestroyInConfig => "destroy = false in configuration",
            ActionReason::Other(word) => return Some(told(Part::Text(word)).into()),
        };
        Some(words.into())
    }

    fn key_text(&self) -> String {
        self.wire
            .index
            .as_ref()
            .map(|index| Key::from(index).to_string())
            .unwrap_or_default()
    }
}

fn is_of_replacement(reason: &ActionReason<'_>) -> bool {
    matches!(
        reason,
        ActionReason::ReplaceBecauseTainted
            | ActionReason::ReplaceBecauseCannotUpdate
            | ActionReason::ReplaceByRequest
            | ActionReason::ReplaceByTriggers
    )
}
