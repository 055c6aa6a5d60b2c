//! What the statements of a policy open.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Truth;
use crate::lint::Level;
use crate::rules::data::exposure::{PolicyKind, table};

use super::breadth::{
    DeniedEverywhere, are_all_rights, escalating, is_every_action, is_ruling, leaves_rights, left_beside,
    names_every_resource, names_everybody, on_which, rights_left, wide_in_an_account, wide_services,
};
use super::pattern::Budget;
use super::restriction::{
    Denial, asks_which_identity, asks_who_calls, denials, is_denied, is_met_by_everybody, lets_guests_in, whole_denials,
};
use super::right::Right;
use super::statement::Statement;

/// What a policy opens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// Every action on everything.
    Everything,
    /// Every action but some, on everything, and rights over rights among them.
    NearlyEverything,
    /// Every action but some, on everything.
    AllBut,
    /// All actions of a service that rules over the others, on everything.
    Ruling,
    /// The same, or every action, on all that one account has.
    OwnAccount,
    /// Some actions by which its holder can take every right.
    Escalation,
    /// Its holder can give any role to a service.
    Passing,
    /// Its holder can take every role that trusts their account.
    Assuming,
    /// All actions of another service, on everything.
    Service,
    /// Everybody may use the object.
    Everybody,
    /// Every account may take the role.
    EveryAccount,
    /// Everybody at an identity provider may take the role.
    EveryIdentity(&'static str),
    /// Whoever has not signed in may take the role.
    Guests,
}

impl What {
    /// What is allowed, with these rights; `on` says of what, where it is not of everything.
    pub(super) fn says(&self, rights: &BTreeSet<Right>, on: Option<&BTreeSet<&'static str>>) -> String {
        let kinds = on.into_iter().flatten().copied().collect::<Vec<_>>().join(", ");
        let every = if rights.iter().all(Right::leaves_resources_out) {
            "every resource but some"
        } else {
            "every resource"
        };
        let actions: BTreeSet<&str> = rights.iter().flat_map(Right::actions).map(String::as_str).collect();
        let actions = actions.into_iter().collect::<Vec<_>>().join(", ");
        match self {
            Self::Everything => format!("allows every action on {every}"),
            Self::NearlyEverything | Self::AllBut => format!("allows all but some actions on {every}"),
            Self::Ruling | Self::Escalation | Self::Passing | Self::Assuming if !kinds.is_empty() => {
                format!("allows {actions} on {kinds}")
            }
            Self::Ruling | Self::Service | Self::Escalation | Self::Passing | Self::Assuming => {
                format!("allows {actions} on {every}")
            }
            Self::OwnAccount => format!("allows {actions} on everything in an account"),
            Self::Everybody if actions.is_empty() => "allows everybody nearly everything".to_owned(),
            Self::Everybody => format!("allows everybody {actions}"),
            Self::EveryAccount => "trusts every account".to_owned(),
            Self::EveryIdentity(whom) => format!("trusts {whom}"),
            Self::Guests => "trusts whoever has not signed in".to_owned(),
        }
    }

    pub(super) fn words(&self) -> String {
        match self {
            Self::Everything | Self::NearlyEverything | Self::Ruling | Self::OwnAccount | Self::Escalation => {
                "whoever holds it can give themselves every right"
            }
            Self::AllBut => "rights that come up later are given too",
            Self::Passing => "whoever holds it can give any role to what they may start, and act through that",
            Self::Assuming => "whoever holds it can take every role that trusts their account, in other accounts too",
            Self::Service => "whoever holds it can do anything with the service, deleting included",
            Self::Everybody => "no condition says who may call",
            Self::EveryAccount => "no condition says whose account it must be",
            Self::EveryIdentity(_) => "no condition says which identity it must be",
            Self::Guests => "whoever knows the identity pool can take the role",
        }
        .to_owned()
    }

    /// Whether another one that was open before, without a condition, gave as much.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        match self {
            Self::OwnAccount => matches!(other, Self::Everything | Self::Ruling),
            Self::AllBut => matches!(other, Self::Everything | Self::NearlyEverything),
            Self::NearlyEverything => *other == Self::Everything,
            Self::Escalation | Self::Passing | Self::Assuming => {
                matches!(
                    other,
                    Self::Everything | Self::NearlyEverything | Self::OwnAccount | Self::Ruling
                )
            }
            _ => false,
        }
    }

    pub(super) fn at_most(&self) -> Option<Level> {
        let is_mild = matches!(
            self,
            Self::AllBut | Self::Service | Self::Escalation | Self::Passing | Self::Assuming | Self::Guests
        );
        is_mild.then_some(Level::Warning)
    }
}

/// What policies open for certain, with the rights, and whether they may open more.
#[derive(Debug, Default)]
pub(super) struct Opened {
    pub(super) certain: BTreeMap<What, BTreeSet<Right>>,
    /// What the statements say that open so, all of it.
    pub(super) said: BTreeMap<What, BTreeSet<String>>,
    /// On what that is, where it is not everything.
    pub(super) on: BTreeMap<What, BTreeSet<&'static str>>,
    /// What is denied to everybody, and so taken out of that.
    pub(super) denied: BTreeSet<Right>,
    pub(super) perhaps: bool,
    budget: Budget,
}

impl Opened {
    pub(super) fn is_empty(&self) -> bool {
        self.certain.is_empty() && !self.perhaps
    }

    /// What is open for certain as it was before a change: nothing, where not everything that is denied was looked at,
    /// since what was closed would seem open.
    pub(super) fn certain_before(mut self) -> Self {
        if self.budget.is_spent() {
            self.certain.clear();
        }
        self
    }

    pub(super) fn add(&mut self, kind: PolicyKind, statements: &[Statement]) {
        let denials = denials(kind, statements);
        self.denied.extend(whole_denials(kind, statements));
        self.denied.extend(denials.iter().map(Denial::right));
        let all_denied: Vec<_> = match kind {
            PolicyKind::Identity => statements.iter().filter_map(DeniedEverywhere::of).collect(),
            _ => Vec::new(),
        };
        let named = all_denied
            .iter()
            .map(|denied| denied.terms)
            .filter(|denied| !denied.all_but);
        let denied: Vec<&str> = named.flat_map(|denied| &denied.texts).map(String::as_str).collect();
        let denies_rights = are_all_rights(&denied);
        let ways = Ways::beside(&denied);
        for statement in statements {
            let left = left_beside(statement, &all_denied, &mut self.budget);
            let statement = left.as_ref().unwrap_or(statement);
            for (what, truth) in opened_by(kind, statement, &ways) {
                let what = match what {
                    What::Everything | What::NearlyEverything if denies_rights => What::AllBut,
                    what => what,
                };
                let left = match truth {
                    Truth::True => !is_denied(statement, &denials, &mut self.budget),
                    _ => truth,
                };
                match left {
                    Truth::True => {
                        let right = match what {
                            What::Everything => Right::everywhere(statement, Vec::new()),
                            What::Service | What::Ruling => {
                                Right::everywhere(statement, wide_services(statement, Truth::True))
                            }
                            What::Escalation | What::Passing | What::Assuming => {
                                Right::everywhere(statement, ways.taken(&what, statement))
                            }
                            What::OwnAccount => Right::of_actions(statement, wide_in_an_account(statement)),
                            _ => Right::of(statement),
                        };
                        self.on.entry(what.clone()).or_default().extend(on_which(statement));
                        self.said.entry(what.clone()).or_default().insert(statement.to_string());
                        self.certain.entry(what).or_default().insert(right);
                    }
                    Truth::Unknown => self.perhaps = true,
                    Truth::False => {}
                }
            }
        }
    }
}

/// Single actions by which a holder takes more than they give, and what that is: those that are not denied.
struct Ways([(What, Vec<&'static str>); 3]);

impl Ways {
    fn beside(denied: &[&str]) -> Self {
        let known = &table().statement;
        let left = |actions| rights_left(actions, denied);
        Self([
            (What::Escalation, left(&known.escalating)),
            (What::Passing, left(&known.passing)),
            (What::Assuming, left(&known.assuming)),
        ])
    }

    /// Of the actions that a statement allows on everybody those that open so.
    fn taken(&self, what: &What, statement: &Statement) -> Vec<String> {
        let way = self.0.iter().find(|(way, _)| way == what);
        // Roles of other accounts can be taken too.
        let in_one = *what != What::Assuming;
        way.map_or_else(Vec::new, |(_, actions)| escalating(statement, actions, in_one))
    }
}

fn opened_by(kind: PolicyKind, statement: &Statement, ways: &Ways) -> Vec<(What, Truth)> {
    let free = statement.allows.and(!asks_who_calls(statement));
    match kind {
        PolicyKind::Identity => {
            let every_resource = names_every_resource(statement);
            // A condition on anything makes a right narrower, whoever holds it, but for one that everybody meets.
            let limits = !statement.conditions.iter().all(is_met_by_everybody) || statement.conditions_unknown;
            let unconditional: Truth = (!limits).into();
            let wide = statement.allows.and(every_resource);
            let every_action = statement.actions.any(is_every_action);
            let certain = wide_services(statement, Truth::True);
            let perhaps = wide_services(statement, Truth::Unknown);
            let (services, whole) = match (certain.is_empty(), perhaps.is_empty()) {
                (false, _) => (certain, Truth::True),
                (true, false) => (perhaps, Truth::Unknown),
                (true, true) => (certain, Truth::False),
            };
            let ruling = services.iter().any(|service| is_ruling(service));
            let in_an_account = !wide_in_an_account(statement).is_empty();
            if wide.and(every_action).is_true() {
                return vec![(What::Everything, Truth::True)];
            }
            let mut opened = vec![
                (What::Everything, wide.and(every_action)),
                (
                    if leaves_rights(statement) {
                        What::NearlyEverything
                    } else {
                        What::AllBut
                    },
                    wide.and(unconditional).and(statement.actions.all_but.into()),
                ),
                (
                    if ruling { What::Ruling } else { What::Service },
                    statement.allows.and(unconditional).and(whole),
                ),
                (
                    What::OwnAccount,
                    statement.allows.and(unconditional).and(in_an_account.into()),
                ),
            ];
            opened.extend(ways.0.iter().map(|(what, _)| {
                let is_way = !ways.taken(what, statement).is_empty();
                (what.clone(), statement.allows.and(unconditional).and(is_way.into()))
            }));
            opened
        }
        PolicyKind::Resource => vec![(What::Everybody, free.and(names_everybody(statement)))],
        PolicyKind::Trust => {
            let mut opened = vec![(What::EveryAccount, free.and(names_everybody(statement)))];
            for issuer in &table().issuers {
                let trusted = statement.federated.any(|who| {
                    let before = who.strip_suffix(issuer.host.as_str());
                    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
                });
                let trusted = match trusted {
                    // One that the plan makes is named where it signs for everybody (`policy`), and else is one's own.
                    Truth::Unknown => Truth::False,
                    known => known,
                };
                let asked = asks_which_identity(statement, &issuer.host, &issuer.keys);
                opened.push((
                    What::EveryIdentity(&issuer.words),
                    statement.allows.and(trusted).and(!asked),
                ));
            }
            opened.push((What::Guests, statement.allows.and(lets_guests_in(statement).into())));
            opened
        }
        PolicyKind::Endpoint | PolicyKind::Organisation => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
