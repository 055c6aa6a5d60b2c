//! What names of accounts, partitions and kinds leave to whoever holds a policy, in a table.

use super::*;

#[test]
fn an_identity_reaches_its_own_account_alone() {
    for (action, resource, wanted, why) in [
        ("*", "arn:aws-cn:*:*:*:*", "Everything", "everything in China"),
        ("*", "arn:aws-us-gov:*:*:*:*", "Everything", "and for the government"),
        ("*", "arn:aws-cn:s3:::app-*", "", "some buckets there"),
        ("iam:*", "arn:aws-cn:*:*:*:*", "Ruling", "rights over rights there"),
        (
            "iam:AttachRolePolicy",
            "arn:aws:iam::111122223333:role/*",
            "Escalation",
            "every role of an account",
        ),
        (
            "iam:AttachRolePolicy",
            "arn:aws:*:*:111122223333:*",
            "Escalation",
            "and everything else",
        ),
        (
            "iam:PutUserPolicy",
            "arn:aws:iam::111122223333:user/*",
            "Escalation",
            "every user",
        ),
        (
            "iam:PassRole",
            "arn:aws:iam::111122223333:role/*",
            "Passing",
            "every role again",
        ),
        (
            "iam:PassRole",
            "arn:aws:iam::1111*:role/?*",
            "Passing",
            "the same in signs",
        ),
        ("iam:PassRole", "arn:aws:iam::111122223333:role/app-*", "", "some roles"),
        (
            "iam:AttachRolePolicy",
            "arn:aws:iam::111122223333:role/service/*",
            "",
            "roles of one path",
        ),
        (
            "iam:CreatePolicyVersion",
            "arn:aws:iam::*:policy/*",
            "Escalation",
            "every policy",
        ),
        (
            "iam:AddUserToGroup",
            "arn:aws:iam::111122223333:group/*",
            "Escalation",
            "every group",
        ),
        (
            "iam:PassRole",
            "arn:aws:iam::111122223333:policy/*",
            "",
            "no role is a policy",
        ),
        (
            "iam:PutUserPolicy",
            "arn:aws:iam::*:role/*",
            "",
            "and no user is a role",
        ),
        ("iam:Get*", "arn:aws:iam::111122223333:policy/*", "", "reading"),
        ("iam:*", "arn:aws:iam::*:policy/*", "Escalation", "all of one kind"),
        ("iam:*", "arn:aws:iam::*:role/*", "Ruling", "told of the service"),
        (
            "secretsmanager:*",
            "arn:aws:secretsmanager:*:*:secret:*",
            "Service",
            "the service has nothing but secrets",
        ),
        ("s3:*", "arn:aws:s3:::*/*", "Service", "every object"),
        ("s3:*", "arn:aws:s3:::*/app/*", "", "some objects"),
        (
            "secretsmanager:*",
            "arn:aws:secretsmanager:*:*:secret:app-*",
            "",
            "some secrets",
        ),
    ] {
        let statement = format!(r#"{{"Effect":"Allow","Action":"{action}","Resource":"{resource}"}}"#);
        let found = opened(PolicyKind::Identity, &statement).join(" ");
        assert_eq!(found, wanted, "{action} {resource}: {why}");
    }
}

#[test]
fn everybody_is_so_in_every_partition() {
    for (who, wanted) in [
        ("arn:aws:iam::*:root", "EveryAccount"),
        ("arn:aws-cn:iam::*:root", "EveryAccount"),
        ("arn:aws-cn:iam::111122223333:root", ""),
    ] {
        let statement = format!(r#"{{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{{"AWS":"{who}"}}}}"#);
        assert_eq!(opened(PolicyKind::Trust, &statement).join(" "), wanted, "{who}");
    }
}
