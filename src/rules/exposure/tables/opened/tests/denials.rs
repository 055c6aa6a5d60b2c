//! What denials close of a policy, in tables.

use super::*;

#[test]
fn a_denial_closes_what_it_covers() {
    let allow = r#"{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::b/*"}"#;
    for (deny, is_open, why) in [
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"StringNotEquals":{"aws:SourceVpce":"vpce-1"}}"#,
            false,
            "all but one network",
        ),
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"Bool":{"aws:SecureTransport":"false"}}"#,
            true,
            "how, and not who",
        ),
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"StringNotEqualsIfExists":{"aws:PrincipalOrgID":"o-1"},"BoolIfExists":{"aws:PrincipalIsAWSService":"false"}}"#,
            false,
            "all but one organisation and services",
        ),
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"StringNotEquals":{"aws:PrincipalOrgID":"o-1"},"Bool":{"aws:PrincipalIsAWSService":"true"}}"#,
            true,
            "only services",
        ),
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"StringNotEquals":{"aws:PrincipalTag/team":"a"}}"#,
            true,
            "any account can give the tag",
        ),
        (
            r#""Action":"s3:Put*","Resource":"*","Condition":{"StringNotEquals":{"aws:SourceVpce":"vpce-1"}}"#,
            true,
            "other actions",
        ),
        (
            r#""Action":"s3:*","Resource":"arn:aws:s3:::c/*","Condition":{"StringNotEquals":{"aws:SourceVpce":"vpce-1"}}"#,
            true,
            "another bucket",
        ),
        (
            r#""Action":"s3:*","Resource":"*","Condition":{"StringEquals":{"aws:SourceVpce":"vpce-1"}}"#,
            true,
            "only that network",
        ),
    ] {
        let both = format!(r#"{allow},{{"Effect":"Deny","Principal":"*",{deny}}}"#);
        assert_eq!(!opened(PolicyKind::Resource, &both).is_empty(), is_open, "{why}");
    }
}

#[test]
fn what_is_not_named_is_closed_by_everything_alone() {
    let but_one = r#""StringNotEquals":{"aws:PrincipalOrgID":"o-1"}"#;
    for (allow, deny, is_open, why) in [
        (
            r#""Action":"s3:GetObject","NotResource":"arn:aws:s3:::b/x""#,
            r#""Action":"s3:*","Resource":"arn:aws:s3:::other/*""#,
            true,
            "all but one object, and another bucket",
        ),
        (
            r#""Action":"s3:GetObject","NotResource":"arn:aws:s3:::b/x""#,
            r#""Action":"s3:*","Resource":"*""#,
            false,
            "all but one object, and everything",
        ),
        (
            r#""Action":"s3:GetObject","NotResource":"arn:aws:s3:::b/x""#,
            r#""Action":"s3:*","NotResource":"arn:aws:s3:::b/y""#,
            true,
            "all but one object, and all but another",
        ),
        (
            r#""Action":"sqs:*""#,
            r#""Action":"sqs:*","Resource":"arn:aws:sqs:eu-west-1:1:other""#,
            true,
            "the queue, and another one",
        ),
        (
            r#""Action":"sqs:*""#,
            r#""Action":"sqs:*","Resource":"*""#,
            false,
            "the queue, and everything",
        ),
        (
            r#""Action":"sqs:*""#,
            r#""Action":"sqs:*""#,
            false,
            "the queue, in both",
        ),
        (
            r#""Action":"sqs:*""#,
            r#""Action":"sqs:*","NotResource":"arn:aws:sqs:eu-west-1:1:q""#,
            true,
            "the queue, and all but one",
        ),
        (
            r#""NotAction":"s3:PutObject","Resource":"*""#,
            r#""Action":"s3:*","Resource":"*""#,
            true,
            "all but one action, and one service",
        ),
        (
            r#""NotAction":"s3:PutObject","Resource":"*""#,
            r#""Action":"*","Resource":"*""#,
            false,
            "all but one action, and every one",
        ),
    ] {
        let both = format!(
            r#"{{"Effect":"Allow","Principal":"*",{allow}}},{{"Effect":"Deny","Principal":"*",{deny},"Condition":{{{but_one}}}}}"#
        );
        assert_eq!(!opened(PolicyKind::Resource, &both).is_empty(), is_open, "{why}");
    }
}

#[test]
fn a_denial_of_what_is_known_after_apply_is_doubt() {
    let terms = |texts: &[&str], unknown, named| Terms {
        texts: texts.iter().map(ToString::to_string).collect(),
        unknown,
        named,
        ..Terms::default()
    };
    for (allowed, denied, wanted, why) in [
        (
            terms(&["a"], false, false),
            terms(&[], false, true),
            Truth::Unknown,
            "may be its name",
        ),
        (
            terms(&[], false, true),
            terms(&["a"], false, false),
            Truth::Unknown,
            "its name may be another",
        ),
        (
            terms(&[], false, true),
            terms(&["*"], false, false),
            Truth::False,
            "whatever it is called",
        ),
        (
            terms(&[], false, true),
            terms(&[], false, false),
            Truth::False,
            "the thing of the policy",
        ),
        (
            terms(&[], false, false),
            terms(&[], false, true),
            Truth::True,
            "one thing is not everything",
        ),
        (
            terms(&[], false, false),
            terms(&[], true, false),
            Truth::Unknown,
            "it may be everything",
        ),
        (
            terms(&["b"], false, true),
            terms(&["a"], false, false),
            Truth::True,
            "what is known is open",
        ),
    ] {
        let mut statements = of_text(
            r#"{"Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:*"},
                {"Effect":"Deny","Principal":"*","Action":"s3:*","Condition":{"StringNotEquals":{"aws:PrincipalOrgID":"o-1"}}}]}"#,
        );
        for (statement, terms) in statements.iter_mut().zip([allowed, denied]) {
            statement.resources = terms;
        }
        let mut opened = Opened::default();
        opened.add(PolicyKind::Resource, &statements);
        let open = if opened.perhaps {
            Truth::Unknown
        } else {
            (!opened.is_empty()).into()
        };
        assert_eq!(open, wanted, "{why}");
    }
}

#[test]
fn what_the_same_policy_denies_is_not_given() {
    let all = r#"{"Effect":"Allow","Action":"*","Resource":"*"}"#;
    let iam = r#"{"Effect":"Allow","Action":"iam:*","Resource":"*"}"#;
    let but_iam = r#"{"Effect":"Allow","NotAction":"iam:*","Resource":"*"}"#;
    let but_reading = r#""NotAction":["s3:Get*","s3:List*"],"Resource":"*""#;
    for (allow, deny, wanted, why) in [
        (iam, r#""Action":"iam:*","Resource":"*""#, "", "all of it"),
        (iam, r#""Action":["ec2:*","IAM:*"],"Resource":"*""#, "", "among others"),
        (
            iam,
            r#""Action":"iam:Create*","Resource":"*""#,
            "Ruling",
            "a part of it",
        ),
        (
            iam,
            r#""Action":"iam:*","Resource":"arn:aws:iam::111122223333:role/a""#,
            "Ruling",
            "on one role",
        ),
        (
            iam,
            r#""Action":"iam:*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":"false"}}"#,
            "Ruling",
            "without a second factor",
        ),
        (iam, r#""NotAction":"iam:Get*","Resource":"*""#, "", "all but reading"),
        (
            iam,
            r#""NotAction":"iam:*","Resource":"*""#,
            "Ruling",
            "all of other services",
        ),
        (
            iam,
            r#""NotAction":"*:Get*","Resource":"*""#,
            "Ruling",
            "what may be in common",
        ),
        (all, r#""Action":"*","Resource":"*""#, "", "everything"),
        (all, but_reading, "", "all but reading"),
        (
            all,
            r#""NotAction":"s3:*","Resource":"*""#,
            "Service",
            "all but a service",
        ),
        (
            all,
            r#""NotAction":["iam:*","s3:*"],"Resource":"*""#,
            "Ruling",
            "all but rights",
        ),
        (
            all,
            r#""NotAction":[],"Resource":"*""#,
            "Everything",
            "what AWS refuses",
        ),
        (all, r#""Action":"iam:*","Resource":"*""#, "AllBut", "rights alone"),
        (
            all,
            r#""NotAction":"s3:*","NotResource":"arn:aws:s3:::a""#,
            "Everything",
            "on all but a bucket",
        ),
        (
            but_iam,
            r#""NotAction":["iam:*","s3:*"],"Resource":"*""#,
            "Service",
            "what neither leaves out",
        ),
        (
            but_iam,
            r#""NotAction":"iam:*","Resource":"*""#,
            "",
            "the one leaves out the other",
        ),
    ] {
        let both = format!(r#"{allow},{{"Effect":"Deny",{deny}}}"#);
        assert_eq!(opened(PolicyKind::Identity, &both).join(" "), wanted, "{deny}: {why}");
    }
    // Of a document whose actions are not all known.
    let mut statements = of_text(&format!(r#"{{"Statement":[{all},{{"Effect":"Deny",{but_reading}}}]}}"#));
    statements[1].actions.except_unknown = true;
    let mut found = Opened::default();
    found.add(PolicyKind::Identity, &statements);
    assert!(found.certain.contains_key(&What::Everything), "more may be spared");
}

#[test]
fn roles_of_others_are_taken_where_every_one_is_named() {
    for (action, resource, wanted, why) in [
        ("sts:AssumeRole", "*", "Assuming", "every role that trusts the account"),
        ("sts:Assume*", "*", "Assuming", "by a pattern"),
        (
            "sts:AssumeRole",
            "arn:aws:iam::*:role/*",
            "Assuming",
            "in every account",
        ),
        ("sts:AssumeRole", "arn:aws:iam::*:role/deploy", "", "roles of one name"),
        ("sts:AssumeRole", "arn:aws:iam::111122223333:role/a", "", "one role"),
        (
            "sts:AssumeRole",
            "arn:aws:iam::111122223333:role/*",
            "",
            "of one account",
        ),
        ("sts:GetCallerIdentity", "*", "", "who one is"),
        ("sts:*", "*", "Ruling", "the whole service, which is told of"),
    ] {
        let statement = format!(r#"{{"Effect":"Allow","Action":"{action}","Resource":"{resource}"}}"#);
        let found = opened(PolicyKind::Identity, &statement).join(" ");
        assert_eq!(found, wanted, "{action} {resource}: {why}");
    }
}
