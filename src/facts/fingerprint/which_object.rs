//! Attributes that tell which object it is that a change is about: another one under the same address is another
//! change.

use crate::facts::Facts;
use crate::facts::attr::{MASK, Object};
use crate::facts::change::ResourceChange;
use crate::facts::configuration::origins;
use crate::facts::objects::StateObject;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::named::Names;
use crate::json::ReadError;
use crate::json::scan;
use crate::json::string::quoted;
use crate::order;
use crate::tofu::Raw;

use super::identifying;
use super::stated_value::canonical;

/// Names of attributes that name an object for itself.
pub(in crate::facts) const OWN: &[&str] = &["id", "arn", "self_link", WITHOUT_REVISION];

/// The ARN of what has revisions, without the one of now.
const WITHOUT_REVISION: &str = "arn_without_revision";

/// Whether an attribute of that name says what an object stands in, without which an id may be that of another one.
fn is_around(name: &str) -> bool {
    matches!(
        name,
        "account"
            | "branch"
            | "bucket"
            | "cloud_function"
            | "cluster"
            | "database"
            | "datacenter"
            | "domain"
            | "file"
            | "filename"
            | "function"
            | "group"
            | "host"
            | "instance"
            | "location"
            | "member"
            | "name"
            | "namespace"
            | "organization"
            | "parent"
            | "path"
            | "principal"
            | "project"
            | "qualifier"
            | "queue"
            | "region"
            | "repository"
            | "resource"
            | "role"
            | "schema"
            | "scope"
            | "server"
            | "service"
            | "subscription"
            | "table"
            | "target"
            | "tenant"
            | "topic"
            | "user"
            | "username"
            | "workspace"
            | "zone"
    )
}

/// Whether an attribute of that name tells which object it is, and not which version of it.
pub(in crate::facts) fn tells_which(name: &str) -> bool {
    let ends = ["_arn", "_id", "_identifier", "_name"];
    let of_version = ["last_", "latest_", "qualified_", "version_id"];
    OWN.contains(&name)
        || is_around(name)
        || ends.iter().any(|end| name.ends_with(end)) && !of_version.iter().any(|start| name.starts_with(start))
}

/// Whether a value says no more than its absence, which is how newer providers write what older ones do not know.
fn says_nothing(value: &str) -> bool {
    matches!(value, "null" | "false" | "[]" | "{}" | "\"\"")
}

/// Parts of names of attributes whose value in the state says what a destruction does: whether a last copy is made,
/// what goes along, whether it can be brought back.
const OF_DESTRUCTION: &[&str] = &[
    "cascade",
    "close_on",
    "delet",
    "destroy",
    "ebs_block_device",
    "final_",
    "force_",
    "grace_period",
    "ignore_",
    "purge",
    "reclaim",
    "recovery",
    "retain",
    "retention",
    "skip_",
];

/// Whether the value of an attribute of that name decides what a destruction does.
#[must_use]
pub(crate) fn decides_destruction(name: &str) -> bool {
    OF_DESTRUCTION.iter().any(|part| name.contains(part))
}

impl<'a> Facts<'a> {
    /// Which object a change is about, what its blocks say of what goes with it, who makes it and where, and what the
    /// configuration says of what it will be and stand in, where no plan knows that yet: that is made by the same apply.
    #[must_use]
    pub(crate) fn which_object(&self, change: &ResourceChange<'a>) -> Vec<String> {
        let mut told = self.named_and_made_by(change);
        told.extend(change.goes_along());
        match origins::of_change(self, change) {
            Ok(origins) => told.extend(origins.into_iter().map(|(what, from)| format!("{what} {from}"))),
            Err(_) => told.push(MASK.to_owned()),
        }
        told
    }

    /// The address, or the one before a move, the names of the object that is there, and who makes it: what a sum counts.
    #[must_use]
    pub(crate) fn counted_as(&self, change: &ResourceChange<'a>) -> Vec<String> {
        let deposed = change.wire.deposed().map(|key| format!("deposed={}", quoted(key)));
        let address = change.moved_from.unwrap_or(&change.address).to_string();
        std::iter::once(address)
            .chain(deposed)
            .chain(self.named_and_made_by(change))
            .collect()
    }

    fn named_and_made_by(&self, change: &ResourceChange<'a>) -> Vec<String> {
        let mut told = change.which_object();
        told.extend(self.made_by(change, names_an_account(&told)));
        told
    }

    /// Which object of a state it is, by its names and by who has made it.
    #[must_use]
    pub(crate) fn which_state_object(&self, object: &StateObject<'a>) -> Vec<String> {
        let mut told = object.which_object();
        told.extend(self.object_made_by(object, names_an_account(&told)));
        told
    }
}

/// The region and the account of the first ARN among the names.
fn region_and_account(names: &[String]) -> Option<(&str, &str)> {
    let own = |name: &str| name.starts_with("arn=") || name.starts_with(WITHOUT_REVISION);
    let (_, arn) = names.iter().find(|name| own(name))?.split_once("=\"arn:")?;
    let mut parts = arn.split(':').skip(2);
    Some((parts.next()?, parts.next()?))
}

/// Whether one of the names is an ARN with an account, which is that of one object in the world.
fn names_an_account(names: &[String]) -> bool {
    let is_digit = |digit: u8| digit.is_ascii_digit();
    region_and_account(names).is_some_and(|(_, account)| account.len() == 12 && account.bytes().all(is_digit))
}

impl ResourceChange<'_> {
    /// The names of the object that there is before the change, in order: `id="i-1"`. Where nothing names it, all that
    /// it holds. Where it is destroyed, what decides what that does. Then what it stands in from now on, or something that
    /// only comes does. They may be copies of secrets; those that are marked are masked.
    fn which_object(&self) -> Vec<String> {
        let change = &self.wire.change;
        let names = OpenNames { marks: self.marks() };
        let mut told = change.before.filter(Raw::is_object).map_or_else(Vec::new, |before| {
            names.of_object(before, change.before_identity, self.fate.destroys(), || self.before())
        });
        if let Some(after) = change.after.filter(Raw::is_object) {
            // Its own name is given anew, and changes nothing of what it stands in.
            let names = names.members("", after.text(), |name| name != "name" && tells_which(name));
            let mut new: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
            new.retain(|name| !told.contains(name));
            told.extend(new.into_iter().map(|name| match &*name {
                MASK => name,
                _ => format!("becomes {name}"),
            }));
        }
        if let Some(importing) = &change.importing {
            let id = importing.id.and_then(|id| id.as_string());
            // As sensitive as the id of the object.
            told.extend(id.map(|id| names.told_of("id", || format!("import={}", quoted(&id)))));
            let identity = importing.identity.filter(Raw::is_object);
            let members = identity.iter();
            let members = members.flat_map(|identity| names.members("import.", identity.text(), |_| true));
            told.extend(members.map(|(_, told)| told));
        }
        leave_out_repeated_region(&mut told);
        told
    }

    /// What its blocks say of what goes along with an object that is destroyed. The object is read whole for that, so that
    /// sums over thousands do without.
    fn goes_along(&self) -> Vec<String> {
        if !self.fate.destroys() {
            return Vec::new();
        }
        let Ok(object) = self.before() else {
            return vec![MASK.to_owned()];
        };
        let inside = identifying::decided_inside(object.root()).into_iter();
        let inside = inside.map(|(path, value)| (path, canonical(value)));
        inside
            .filter(|(_, value)| !says_nothing(value))
            .map(|(path, value)| format!("{path}={value}"))
            .collect()
    }
}

impl StateObject<'_> {
    /// The names of the object, as of one that a change leaves there. Its own are enough where others are marked: which
    /// those are hangs on whether the state is raw, and on who wrote it.
    fn which_object(&self) -> Vec<String> {
        let Some(values) = self.values().filter(Raw::is_object) else {
            return Vec::new();
        };
        let names = OpenNames { marks: self.marks() };
        let mut told = names.of_object(values, self.written_identity(), false, || self.read());
        let is_own = |name: &String| {
            let (key, _) = name.split_once('=').unwrap_or_default();
            OWN.contains(&key) || key.starts_with("identity.")
        };
        if told.iter().any(is_own) {
            told.retain(|name| name != MASK);
        }
        leave_out_repeated_region(&mut told);
        told
    }
}

/// Newer providers repeat what the ARN says.
fn leave_out_repeated_region(told: &mut Vec<String>) {
    if let Some((region, _)) = region_and_account(told) {
        let region = format!("region={}", quoted(region));
        told.retain(|name| name.strip_prefix("becomes ").unwrap_or(name) != region);
    }
}

/// What is told of the members of an object of which these are sensitive.
#[derive(Clone, Copy)]
struct OpenNames<'m, 'a> {
    marks: Option<&'m Marks<'a>>,
}

impl OpenNames<'_, '_> {
    /// The names of an object that is there, first those of its identity. Where nothing names it for itself, all that it
    /// holds, which is read for that alone; where it is destroyed, what decides how.
    fn of_object<'r>(
        self,
        written: Raw<'_>,
        identity: Option<Raw<'_>>,
        destroys: bool,
        read: impl FnOnce() -> Result<Object<'r>, ReadError>,
    ) -> Vec<String> {
        let identity = identity.filter(Raw::is_object);
        let mut names: Vec<_> = identity
            .iter()
            .flat_map(|identity| self.members("identity.", identity.text(), |_| true))
            .collect();
        let mut of_object = self.members("", written.text(), |name| {
            tells_which(name) || destroys && decides_destruction(name)
        });
        // It is named without what is hidden of how it goes.
        of_object.retain(|(name, told)| tells_which(name) || told != MASK);
        let mut own = OWN.iter();
        let is_named = !names.is_empty() || own.any(|name| of_object.iter().any(|(key, _)| key == name));
        names.extend(of_object);
        let mut told: Vec<String> = names.into_iter().map(|(_, told)| told).collect();
        if !is_named {
            told.extend(self.whole(written, read));
        }
        told
    }

    /// Those members of an object that are asked for and name something, each with its name.
    fn members(self, before: &str, text: &str, is_asked: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let members = scan::members(text, 0).filter(|member| is_asked(&member.key));
        let mut members: Vec<_> = members.collect();
        if members.iter().any(|member| member.key == WITHOUT_REVISION) {
            members.retain(|member| member.key != "arn");
        }
        let told = members.into_iter().filter_map(|member| {
            let end = scan::end_of_value(text, member.value_start)?;
            let value: Raw<'_> = serde_json::from_str(text.get(member.value_start..end)?).ok()?;
            let name = value.as_string().map(|name| quoted(&name));
            let name = name.unwrap_or_else(|| value.text().to_owned());
            if says_nothing(&name) {
                return None;
            }
            let told = self.told_of(&member.key, || format!("{before}{}={name}", member.key));
            Some((member.key.into_owned(), told))
        });
        let mut told: Vec<_> = told.collect();
        // As engines write them; whoever wrote them in another order says the same.
        if !told.is_sorted() {
            order::sort_by(&mut told, Ord::cmp);
        }
        told
    }

    /// What is said of an attribute, unless a part of it is marked.
    fn told_of(self, attribute: &str, told: impl FnOnce() -> String) -> String {
        let is_open = self.marks.is_none_or(|marks| marks.get(attribute).is_off());
        if is_open { told() } else { MASK.to_owned() }
    }

    /// All that an object says, unless something in it is or may be a secret.
    fn whole<'r>(self, written: Raw<'_>, read: impl FnOnce() -> Result<Object<'r>, ReadError>) -> Vec<String> {
        let is_open =
            self.marks.is_none_or(Marks::is_off) && Names::Any.marks(Some(written)).is_ok_and(|named| named.is_off());
        let Some(object) = is_open.then(read).and_then(Result::ok) else {
            return vec![MASK.to_owned()];
        };
        let members = object.root().entries().map(|(name, value)| (name, canonical(value)));
        // Inside, a name may be a key of a map, where `false` says something.
        let told = members.filter(|(_, value)| value != "\"0:" && !says_nothing(value));
        let mut told: Vec<_> = told.map(|(name, value)| format!("{name}={value}")).collect();
        order::sort(&mut told);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::Place;
    use crate::facts::secrecy::marked::Marked;
    use crate::json;
    use crate::tofu::Plan;

    fn named(actions: &str, change: &str, marks: &str) -> Vec<String> {
        let after = match actions {
            _ if change.contains(r#""after":"#) => "",
            r#"["delete"]"# | r#"["forget"]"# => r#","after":null"#,
            _ => r#","after":{}"#,
        };
        let text = format!(
            r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.a","change":{{"actions":{actions},
                {change}{after},"before_sensitive":{marks}}}}}]}}"#
        );
        let plan: Plan<'_> = json::decode(&text).unwrap();
        let marked = Marked::of_plan(&plan).unwrap();
        let wire = &plan.resource_changes.as_ref().unwrap()[0];
        let change = ResourceChange::new(wire, Place::Change(0), &marked);
        let mut told = change.which_object();
        told.extend(change.goes_along());
        told
    }

    #[test]
    fn what_goes_with_an_object_counts_where_it_is_destroyed() {
        for (before, marks, wanted, why) in [
            (
                r#"{"id":"d","force_destroy":true,"settings":[{"tier":"t","retain_backups":true}]}"#,
                "{}",
                vec!["force_destroy=true", r#"id="d""#, "settings[0].retain_backups=true"],
                "in blocks, too",
            ),
            (
                r#"{"id":"n","force_delete":false,"skip_all":[],"settings":[{"force_delete":false}]}"#,
                "{}",
                vec![r#"id="n""#],
                "nothing of what newer providers add that says nothing",
            ),
            (
                r#"{"id":"u","recovery_answer":"x","old":[{"delete_key":"k"}]}"#,
                r#"{"recovery_answer":true,"old":[{"delete_key":true}]}"#,
                vec![r#"id="u""#],
                "its own name is enough where a mark hides it",
            ),
        ] {
            let before = format!(r#""before":{before}"#);
            assert_eq!(named(r#"["delete"]"#, &before, marks), wanted, "{why}");
        }
    }

    #[test]
    fn an_object_is_told_from_another_under_its_address() {
        const DELETE: &str = r#"["delete"]"#;
        for (actions, change, marks, wanted, why) in [
            (
                DELETE,
                r#""before":{"id":"i-1","size":"large","vpc_id":"v-1","tags":{}}"#,
                "{}",
                vec![r#"id="i-1""#, r#"vpc_id="v-1""#],
                "its names alone",
            ),
            (
                r#"["delete","create"]"#,
                r#""before":{"id":1001,"namespace":"prod","count_id":true,"x_name":null,"domain":""}"#,
                "{}",
                vec!["count_id=true", "id=1001", r#"namespace="prod""#],
                "numbers too, and nothing of what is not set",
            ),
            (
                r#"["forget"]"#,
                r#""before":{"id":"s","arn":"a"}"#,
                r#"{"id":true}"#,
                vec![r#"arn="a""#, MASK],
                "marked",
            ),
            (
                r#"["update"]"#,
                r#""before":{"id":"i-1","size":1,"force_destroy":true}"#,
                "{}",
                vec![r#"id="i-1""#],
                "what stays is one, too",
            ),
            (
                r#"["create"]"#,
                r#""before":null,"after":{"server_id":"s-1","start":"0.0.0.0","id":null}"#,
                "{}",
                vec![r#"becomes server_id="s-1""#],
                "what it will stand in",
            ),
            (
                r#"["delete","create"]"#,
                r#""before":{"id":"i","server_id":"s-1"},"after":{"server_id":"s-2","name":"n"}"#,
                "{}",
                vec![r#"id="i""#, r#"server_id="s-1""#, r#"becomes server_id="s-2""#],
                "and what it stands in then",
            ),
            (
                DELETE,
                r#""before":{"size":1},"before_identity":{"db":"orders","n":2,"x":null}"#,
                "{}",
                vec![r#"identity.db="orders""#, "identity.n=2"],
                "an identity",
            ),
            (
                DELETE,
                r#""before":{"db":"d"},"before_identity":{"db":"d"}"#,
                r#"{"db":true}"#,
                vec![MASK],
                "an identity is as sensitive as the attribute",
            ),
            (
                DELETE,
                r#""before":{"name":"a","n":[ 1.0,{"b":null,"a":true}],"id":""}"#,
                "{}",
                vec![r#"name="a""#, r#"n=[1e1,{"1:atrue,},]"#, r#"name="1:a"#],
                "all of what nothing names, however it is written",
            ),
            (
                DELETE,
                r#""before":{"n":{"a":"x"}}"#,
                r#"{"n":{"a":true}}"#,
                vec![MASK],
                "a part of it is sensitive",
            ),
            (
                DELETE,
                r#""before":{"n":{"password":"x"}}"#,
                "{}",
                vec![MASK],
                "a part of it has such a name",
            ),
            (
                r#"["delete","create"]"#,
                r#""before":{"id":"i"},"importing":{"id":"j","identity":{"a":"k"}}"#,
                "{}",
                vec![r#"id="i""#, r#"import="j""#, r#"import.a="k""#],
                "what is imported",
            ),
            (
                r#"["update"]"#,
                r#""before":{"id":"i"},"importing":{"id":"i"}"#,
                r#"{"id":true}"#,
                vec![MASK, MASK],
                "an id that is sensitive",
            ),
        ] {
            assert_eq!(named(actions, change, marks), wanted, "{why}");
        }
    }

    #[test]
    fn versions_of_an_object_and_of_its_provider_leave_it_the_same() {
        for (actions, change, wanted, why) in [
            (
                r#"["delete"]"#,
                r#""before":{"n":{"a":false},"x":null,"y":[],"z":false}"#,
                vec![r#"n={"1:afalse,}"#],
                "all of that which says something",
            ),
            (
                r#"["delete"]"#,
                r#""before":{"id":"app","arn":"arn:aws:ecs:r:1:x/app:41","arn_without_revision":"arn:aws:ecs:r:1:x/app",
                    "version_id":"v","qualified_arn":"q","latest_x_name":"l","last_y_id":"y","region":"r"}"#,
                vec![r#"arn_without_revision="arn:aws:ecs:r:1:x/app""#, r#"id="app""#],
                "nothing of its version, and a region once",
            ),
            (
                r#"["delete","create"]"#,
                r#""before":{"arn":"arn:aws:rds:r:1:x","region":"r"},"after":{"region":"s"}"#,
                vec![r#"arn="arn:aws:rds:r:1:x""#, r#"becomes region="s""#],
                "another region",
            ),
        ] {
            assert_eq!(named(actions, change, "{}"), wanted, "{why}");
        }
    }
}
