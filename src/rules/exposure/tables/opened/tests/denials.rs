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
