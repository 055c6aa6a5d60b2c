//! Which values of conditions name somebody, in tables.

use super::*;

#[test]
fn a_value_names_somebody_by_a_whole_id() {
    let org = "aws:PrincipalOrgID";
    let account = "aws:PrincipalAccount";
    for (operator, key, value, is_open, why) in [
        ("StringLike", org, "o-a1b2c3d4e5", false, "one organisation"),
        ("StringLike", org, "o-a*", true, "those whose id begins like it"),
        ("StringLike", org, "o*", true, "all of them"),
        ("StringLike", org, "o-??????????", true, "all of them, letter by letter"),
        (
            "StringLike",
            "aws:SourceVpce",
            "vpce*",
            true,
            "every endpoint of anybody",
        ),
        ("StringLike", "aws:SourceVpce", "vpce-0a*", true, "some of anybody"),
        (
            "StringEquals",
            "aws:SourceVpce",
            "vpce-0a1b2c3d4e5f60718",
            false,
            "one endpoint",
        ),
        ("StringLike", account, "1*", true, "a tenth of all accounts"),
        ("StringLike", account, "11112222333?", true, "ten of them"),
        ("StringLike", account, "111122223333", false, "one account"),
        (
            "StringLike",
            account,
            "111122223333*",
            false,
            "one account, for there are no longer ids",
        ),
        (
            "StringEquals",
            account,
            "${aws:PrincipalAccount}",
            true,
            "the caller's own, whoever calls",
        ),
        (
            "StringEquals",
            account,
            "&{aws:PrincipalAccount}",
            true,
            "the same as a data source has it",
        ),
        (
            "StringEquals",
            account,
            "${aws:SourceAccount}",
            true,
            "what the caller comes through",
        ),
        (
            "StringEquals",
            account,
            "${aws:ResourceAccount}",
            false,
            "the account of the resource",
        ),
        (
            "StringEquals",
            account,
            "${ aws:resourceaccount }",
            false,
            "in any letters",
        ),
        (
            "StringEquals",
            org,
            "${aws:PrincipalOrgID}",
            true,
            "the caller's own organisation",
        ),
        (
            "StringEquals",
            org,
            "${aws:ResourceOrgID}",
            false,
            "the organisation of the resource",
        ),
        (
            "StringEquals",
            org,
            "${aws:PrincipalOrgID",
            true,
            "a variable without an end",
        ),
        (
            "ForAnyValue:StringLike",
            "aws:PrincipalOrgPaths",
            "o-a1b2c3d4e5/r-1/*",
            false,
            "a part of one organisation",
        ),
        (
            "ForAnyValue:StringLike",
            "aws:PrincipalOrgPaths",
            "o-a*/r-1/*",
            true,
            "of some",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:aws:iam::1*:role/deploy",
            true,
            "a role of that name in many accounts",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:aws:iam::????????????:role/deploy",
            true,
            "in every account",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:aws:iam::${aws:PrincipalAccount}:role/deploy",
            true,
            "in every account too",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:aws:iam::${aws:ResourceAccount}:role/deploy",
            false,
            "in one's own",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:aws:iam::111122223333:role/*",
            false,
            "any role of one account",
        ),
        (
            "ArnLike",
            "aws:PrincipalArn",
            "arn:*:iam::111122223333:user/${aws:username}",
            false,
            "any user of one account",
        ),
        ("ArnLike", "aws:PrincipalArn", "arn*", true, "any name"),
        (
            "ArnLike",
            "aws:SourceArn",
            "arn:aws:sns:*:111122223333:*",
            false,
            "the topics of one account",
        ),
        (
            "ArnLike",
            "aws:SourceArn",
            "arn:aws:s3:*:*:acme-uploads",
            false,
            "one bucket, which has no account in its name",
        ),
        ("ArnLike", "aws:SourceArn", "arn:aws:s3:*:*:*", true, "every bucket"),
        (
            "ArnLike",
            "aws:SourceArn",
            "arn:aws:s3:*:*:accesspoint/*",
            true,
            "an access point of anybody",
        ),
        (
            "ArnLike",
            "aws:SourceArn",
            "arn:aws:sns:*:*:orders",
            true,
            "a topic of anybody",
        ),
        (
            "ArnLike",
            "aws:SourceArn",
            "arn:aws:s3:::acme-uploads-*",
            false,
            "buckets by the beginning of their names",
        ),
        ("StringLike", "aws:userid", "A*", true, "every role and user"),
        (
            "StringLike",
            "aws:userid",
            "AROA1234567890ABCDEFG*",
            false,
            "the sessions of one role",
        ),
        ("StringLike", "aws:userid", "AROA1234567890ABCDEFG:*", false, "the same"),
        (
            "StringLike",
            "aws:PrincipalServiceName",
            "logs.*.amazonaws.com",
            false,
            "a service of the cloud wherever it runs",
        ),
    ] {
        let test = format!(r#"{{"{operator}":{{"{key}":"{value}"}}}}"#);
        let statement = format!(
            r#"{{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"b/*","Condition":{test}}}"#
        );
        let found = !opened(PolicyKind::Resource, &statement).is_empty();
        assert_eq!(found, is_open, "{key} {value}: {why}");
    }
}
