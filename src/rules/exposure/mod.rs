//! Exposure: changes that open what was closed, or switch off what guards it.

pub(super) mod logging_removed;
pub(super) mod public_ingress;
mod tables;

pub(super) use tables::{denied_deletions, denies_less, locks_out, subject};

use self::tables::{Voice, changed, guards_removed};
use crate::lint::{Check, Level, Rule};
use crate::rules::data::exposure::Exposure;

/// Rules that do nothing but ask the tables: what each is, and in which voice it speaks. With `and guards_removed` it
/// also looks at what guarded something and is destroyed.
macro_rules! exposures {
    ($(
        $name:ident = $rule:ident $id:literal $level:ident
        $summary:literal
        $does:literal $may:literal
        $help:literal $(and $removed:ident)?;
    )*) => {$(
        pub(super) const $name: Rule = {
            const VOICE: Voice = Voice { rule: Exposure::$rule, does: $does, may: $may, help: $help };
            Rule {
                id: $id,
                summary: $summary,
                family: "exposure",
                level: Level::$level,
                checks: &[
                    Check::Change(|context, view, findings| changed(context, view, findings, &VOICE)),
                    $(Check::Document(|context, findings| $removed(context, findings, &VOICE)),)?
                ],
                ..Rule::BASE
            }
        };
    )*};
}

exposures! {
    ADMIN_GRANT = AdminGrant "admin-grant" Error
        "somebody gets rights over everything"
        "gives rights over everything" "may give rights over everything"
        "grant the narrowest role that is enough, on the narrowest scope";

    ANYONE_CAN_ASSUME = AnyoneCanAssume "anyone-can-assume" Error
        "anybody can take a role"
        "lets anybody take a role" "may let anybody take a role"
        "name the accounts or identities that may, or require them in a condition";

    BACKUP_DISABLED = BackupDisabled "backup-disabled" Warning
        "data is left without a backup"
        "leaves data without a backup" "may leave data without a backup"
        "keep a backup, or write down what keeps a copy instead" and guards_removed;

    KEY_ROTATION_OFF = KeyRotationOff "key-rotation-off" Warning
        "a key or secret is never renewed"
        "leaves a key or secret without rotation" "may leave a key or secret without rotation"
        "have it renewed on a schedule" and guards_removed;

    LONG_LIVED_ACCESS_KEY = LongLivedAccessKey "long-lived-access-key" Warning
        "a long-lived credential gives access"
        "gives access by a long-lived credential" "may give access by a long-lived credential"
        "use credentials that expire: a role, workload identity, or a token with an end date";

    METADATA_SERVICE_V1 = MetadataServiceV1 "metadata-service-v1" Warning
        "a machine gives out credentials to requests without a token"
        "answers metadata requests without a token" "may answer metadata requests without a token"
        "require tokens: version 2 of the metadata service" and guards_removed;

    PLAINTEXT_LISTENER = PlaintextListener "plaintext-listener" Warning
        "connections are accepted without encryption"
        "accepts unencrypted traffic" "may accept unencrypted traffic"
        "require TLS, or redirect to where it is required";

    PRIVILEGED_CONTAINER = PrivilegedContainer "privileged-container" Warning
        "a container gets rights over the machine that runs it"
        "gives a container rights over its machine" "may give a container rights over its machine"
        "take away what it does not need, or run it on machines of its own";

    PUBLIC_BUCKET = PublicBucket "public-bucket" Error
        "storage is opened to everybody"
        "opens storage to everybody" "may open storage to everybody"
        "name who may read, and keep the blocks on public access" and guards_removed;

    PUBLIC_DATABASE = PublicDatabase "public-database" Error
        "a database is opened to the public"
        "opens a database to the public" "may open a database to the public"
        "keep it on private networks, or name the networks that may connect" and guards_removed;

    PUBLIC_ENDPOINT = PublicEndpoint "public-endpoint" Warning
        "an API or service is opened to everybody"
        "opens a service to everybody" "may open a service to everybody"
        "require callers to sign in, or name the networks that may connect" and guards_removed;

    PUBLIC_GRANT = PublicGrant "public-grant" Error
        "everybody is granted a role"
        "grants everybody a role" "may grant everybody a role"
        "name the people, groups or service accounts that need the role";

    PUBLIC_REPOSITORY = PublicRepository "public-repository" Warning
        "a repository becomes visible to everybody"
        "shows code to everybody" "may show code to everybody"
        "keep it private, or look through its whole history for secrets first";

    PUBLIC_SNAPSHOT = PublicSnapshot "public-snapshot" Error
        "an image or snapshot is shared with everybody"
        "shares images or snapshots with everybody" "may share images or snapshots with everybody"
        "name the accounts that need it" and guards_removed;

    UNENCRYPTED_STORAGE = UnencryptedStorage "unencrypted-storage" Warning
        "data is stored without encryption"
        "stores data in the clear" "may store data in the clear"
        "encrypt it when it is created; where it holds data already, that takes a new object and a copy: plan it on its own" and guards_removed;

    WEAK_TLS = WeakTls "weak-tls" Warning
        "old versions of TLS are accepted"
        "accepts old versions of TLS" "may accept old versions of TLS"
        "require TLS 1.2 or newer";

    WILDCARD_POLICY = WildcardPolicy "wildcard-policy" Error
        "a policy allows everything, or everybody"
        "allows too much" "may allow too much"
        "list the actions, the resources and the callers that are needed";
}
