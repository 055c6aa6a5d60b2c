//! Conditions that whoever holds a policy meets, and some that limit, in a table.

use super::*;

#[test]
fn conditions_that_everybody_meets_limit_nothing() {
    for (statement, wanted, why) in [
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"Bool":{"aws:SecureTransport":"true"}}"#,
            "Ruling",
            "over TLS, as every program calls",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"StringLike":{"aws:RequestedRegion":"*"}}"#,
            "Ruling",
            "in any region",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":"true"}}"#,
            "",
            "with a second factor alone",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"StringLike":{"aws:SourceVpce":"*"}}"#,
            "",
            "from an endpoint of some network alone",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"ArnLike":{"aws:PrincipalArn":"**"}}"#,
            "Ruling",
            "whoever calls, in two stars",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"Null":{"aws:PrincipalArn":"false"}}"#,
            "Ruling",
            "whoever is somebody",
        ),
        (
            r#""Action":"iam:*","Resource":"*","Condition":{"StringLikeIfExists":{"aws:SourceVpce":"*"}}"#,
            "Ruling",
            "or from elsewhere",
        ),
    ] {
        let allow = format!(r#"{{"Effect":"Allow",{statement}}}"#);
        assert_eq!(opened(PolicyKind::Identity, &allow).join(" "), wanted, "{why}");
        let deny = format!(r#"{{"Effect":"Deny",{statement}}}"#);
        assert!(opened(PolicyKind::Identity, &deny).is_empty(), "denied: {why}");
    }
}
