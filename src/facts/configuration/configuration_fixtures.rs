//! The laws of configuration on what real engines wrote: instances join to blocks, references lead through modules.

use std::fs;
use std::path::Path;

use super::configured::Configured;
use super::declaration::Declaration;
use super::modules::{ConfiguredModule, Modules};
use super::upstream::OriginKind;
use crate::facts::address::Address;
use crate::json::{self, Pointer};
use crate::tofu::{ActionKind, Mode, Plan, Text};

/// Law: whatever will be there after apply has a block in the configuration.
#[test]
fn every_managed_change_of_the_fixtures_is_configured() {
    let mut joined = 0;
    let mut exceptions = Vec::new();
    for (path, text) in plans_below("") {
        let plan: Plan<'_> = json::decode(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let configuration = plan.configuration.as_ref().unwrap();
        let modules = Modules::new(configuration, Pointer::root().key("configuration"));
        let document = json::Document::read(&text).unwrap();
        for change in plan.resource_changes.iter().flatten() {
            let leaves = matches!(change.change.actions.kind(), ActionKind::Delete | ActionKind::Forget);
            if leaves || !matches!(change.mode, Some(Mode::Managed)) {
                continue;
            }
            let address = change.address.as_ref().unwrap();
            let Some(resource) = modules.resource(&Address::parse(address).unwrap()) else {
                let generated = change.change.generated_config.is_some();
                exceptions.push((address.to_string(), generated));
                continue;
            };
            assert_eq!(resource.wire.r#type, change.r#type, "{path}: {address}");
            assert_eq!(resource.wire.name, change.name, "{path}: {address}");
            let place = document.resolve(&resource.pointer()).unwrap();
            let own = resource.wire.address.as_deref().unwrap();
            assert!(place.get("address").unwrap().is_str(own), "{path}: {address}");
            joined += 1;
        }
    }
    assert!(joined > 1000, "only {joined} changes in the fixtures");
    // `import-generate`: the block was written to another file and is not configuration yet.
    exceptions.dedup();
    assert_eq!(exceptions, [("aws_s3_bucket.generated".to_owned(), true)]);
}

#[test]
fn arguments_of_the_fixtures_are_found() {
    for (path, text) in plans_below("module-tree") {
        let plan: Plan<'_> = json::decode(&text).unwrap();
        let modules = Modules::new(plan.configuration.as_ref().unwrap(), Pointer::root());
        let paths: Vec<_> = modules.walk().map(ConfiguredModule::path).collect();
        assert_eq!(
            paths,
            ["", "module.env", "module.gcp", "module.env.module.network"],
            "{path}"
        );
        let argument = |address: &str, argument: &str| {
            let resource = modules.resource(&Address::parse(address).unwrap()).unwrap();
            match resource.argument(argument) {
                Configured::Absent => "absent".to_owned(),
                Configured::Maybe => "maybe".to_owned(),
                Configured::Constant(raw) => raw.text().to_owned(),
                Configured::References(list) => list.iter().map(Text::as_str).collect::<Vec<_>>().join(" "),
                Configured::Empty => "empty".to_owned(),
                Configured::Block => "block".to_owned(),
            }
        };
        let database = r#"module.gcp[0].google_sql_database_instance.db["one"]"#;
        let role = r#"module.env["prod.eu"].aws_iam_role.this"#;
        for (address, asked, expected, why) in [
            (database, "settings[0].tier", r#""db-f1-micro""#, "in a block"),
            (
                database,
                "settings[0].ip_configuration[0].authorized_networks[0].value",
                r#""0.0.0.0/0""#,
                "in blocks of blocks",
            ),
            (
                database,
                "settings[0].database_flags[0]",
                "maybe",
                "it is a dynamic block",
            ),
            (
                database,
                "settings[0].availability_type",
                "absent",
                "the author wrote none",
            ),
            (database, "name", "each.value", "each.value"),
            (role, "assume_role_policy", "empty", "jsonencode of constants"),
            (role, "inline_policy", "block", "a block"),
            (role, "inline_policy[1].name", "maybe", "there might be a dynamic one"),
            (
                "aws_security_group.dynamic",
                "ingress[0].from_port",
                "maybe",
                "it is a dynamic block",
            ),
            (
                "data.aws_caller_identity.me",
                "account_id",
                "absent",
                "no arguments at all",
            ),
        ] {
            assert_eq!(argument(address, asked), expected, "{path}: {why}");
        }
    }
}

#[test]
fn values_of_the_fixtures_wait_for_their_origins() {
    for (folder, address, path, expected) in [
        (
            "module-tree",
            "null_resource.provisioned",
            "triggers",
            &["aws_kms_key.main.arn"][..],
        ),
        (
            "module-tree",
            "module.env.aws_instance.web",
            "subnet_id",
            // The index is `count.index`, and `count` comes from the variable.
            &["module.env.module.network.aws_subnet.this", "Variable var.environments"],
        ),
        (
            "module-tree",
            "module.env.aws_instance.web",
            "tags.Name",
            &["Variable var.environments"],
        ),
        (
            "module-tree",
            "module.env.module.network.aws_vpc.this",
            "tags",
            &["Variable var.environments"],
        ),
        (
            "module-tree",
            "aws_lambda_function.wired",
            "role",
            &["module.env.aws_iam_role.this.arn"],
        ),
        (
            "module-tree",
            "aws_lambda_function.wired",
            "environment[0].variables.ACC",
            // One expression for the whole map; the module is in it as a whole.
            &[
                "data.aws_caller_identity.me.account_id",
                "module.env.aws_instance.web",
                "module.env.aws_iam_role.this.arn",
            ],
        ),
        (
            "module-tree",
            "aws_security_group.dynamic",
            "name",
            &["Local local.name"],
        ),
        ("module-tree", "aws_security_group.dynamic", "ingress[0]", &[]),
        (
            "create-only",
            "module.net.module.subnets.aws_subnet.this",
            "vpc_id",
            &["module.net.aws_vpc.this.id"],
        ),
        (
            "create-only",
            "random_id.suffix",
            "keepers.for_bucket",
            &["aws_s3_bucket.logs.bucket"],
        ),
        (
            "unknown-values",
            "terraform_data.nested",
            "input.unknown",
            &["random_pet.name.id", "terraform_data.producer.id"],
        ),
        (
            "unknown-values",
            "aws_instance.web",
            "root_block_device[0].volume_type",
            &["random_pet.name.id"],
        ),
        ("unknown-values", "aws_security_group.sg", "egress[0].cidr_blocks", &[]),
        (
            "unknown-values",
            "aws_iam_policy.json",
            "policy",
            &["aws_instance.web.arn"],
        ),
        (
            "unknown-values",
            "output.whole",
            "value",
            &["terraform_data.nested.output"],
        ),
    ] {
        on_every_engine(folder, |modules, plan| {
            let origins = modules
                .references()
                .waits_for(modules.declaration(address).unwrap(), path);
            let origins: Vec<_> = origins
                .map(|origin| match origin.kind {
                    OriginKind::Resource => origin.text(),
                    kind => format!("{kind:?} {}", origin.text()),
                })
                .collect();
            assert_eq!(origins, expected, "{plan}: {address} {path}");
        });
    }
}

#[test]
fn dependents_in_the_fixtures_are_found() {
    for (folder, address, expected) in [
        (
            "module-tree",
            "module.env.module.network.aws_vpc.this",
            // `module.gcp` and the function wait for all of `module.env`; the instance, and with it the output, for the subnet.
            &[
                "aws_lambda_function.wired",
                "module.gcp.google_project_iam_member.owner",
                "module.gcp.google_sql_database_instance.db",
                "module.env.module.network.aws_subnet.this",
            ][..],
        ),
        ("create-only", "random_pet.prefix", &[]),
        ("unknown-values", "aws_security_group.sg", &["aws_instance.web"]),
    ] {
        on_every_engine(folder, |modules, plan| {
            let of = modules.declaration(address).unwrap();
            let found = modules.references().dependents(of);
            let found: Vec<_> = found.into_iter().map(Declaration::address).collect();
            assert_eq!(found, expected, "{plan}: {address}");
        });
    }
}

fn on_every_engine(folder: &str, check: impl Fn(&Modules<'_>, &str)) {
    let mut plans = 0;
    for (path, text) in plans_below(folder) {
        let plan: Plan<'_> = json::decode(&text).unwrap();
        check(
            &Modules::new(plan.configuration.as_ref().unwrap(), Pointer::root()),
            &path,
        );
        plans += 1;
    }
    assert!(plans >= 4, "only {plans} plans in {folder}");
}

/// Path and text of every plan that an engine wrote below a folder of fixtures.
fn plans_below(folder: &str) -> Vec<(String, String)> {
    let mut plans = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "plan.json") {
                plans.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    plans
}
