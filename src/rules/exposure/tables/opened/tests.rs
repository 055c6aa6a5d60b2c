//! Cases of what policies and settings open.

mod accounts;
mod conditions;
mod denials;
mod ids;

use super::*;
use crate::rules::exposure::tables::statement::{Terms, of_text};

/// What the statements of a text open, in words without actions.
fn opened(kind: PolicyKind, statements: &str) -> Vec<String> {
    let mut opened = Opened::default();
    opened.add(kind, &of_text(&format!(r#"{{"Statement":[{statements}]}}"#)));
    assert!(!opened.perhaps, "a text is known whole");
    opened.certain.keys().map(|what| format!("{what:?}")).collect()
}

#[test]
fn identities_may_do_what_is_listed() {
    for (statement, wanted, why) in [
        (r#""Action":"*","Resource":"*""#, "Everything", "all"),
        (
            r#""Action":["s3:GetObject","*"],"Resource":["*"]"#,
            "Everything",
            "one of a list",
        ),
        (
            r#""Action":"*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":true}}"#,
            "Everything",
            "with a second factor too",
        ),
        (r#""Action":"*","Resource":"arn:aws:s3:::a/*""#, "", "of one bucket"),
        (
            r#""Action":"*","Resource":"arn:aws:iam::*:*""#,
            "Ruling",
            "all that one service has",
        ),
        (r#""Action":"*","Resource":"arn:aws:s3:::*""#, "Service", "and another"),
        (
            r#""Action":"iam:*","Resource":"arn:aws:iam::111122223333:*""#,
            "OwnAccount",
            "all that a service which rules has in one account",
        ),
        (
            r#""Action":"*","Resource":["arn:aws:*:*:111122223333:*","arn:aws:s3:::*"]"#,
            "OwnAccount Service",
            "all that one account has, and every bucket",
        ),
        (
            r#""Action":"iam:*","Resource":"arn:aws:iam::111122223333:role/app-*""#,
            "",
            "some roles of one account",
        ),
        (
            r#""Action":"iam:Get*","Resource":"arn:aws:iam::111122223333:*""#,
            "",
            "reading in one account",
        ),
        (
            r#""Action":"dynamodb:*","Resource":"arn:aws:dynamodb:*:111122223333:*""#,
            "",
            "a service that rules over nothing else",
        ),
        (
            r#""Action":"iam:*","Resource":"arn:aws:iam::111122223333:*","Condition":{"StringEquals":{"aws:RequestedRegion":"x"}}"#,
            "",
            "under a condition",
        ),
        (
            r#""Action":"*","Resource":"arn:aws:*:*:*:*""#,
            "Everything",
            "all in other words",
        ),
        (r#""Action":"*:?*","Resource":"arn:*""#, "Everything", "and in others"),
        (
            r#""Action":"*","Resource":"arn:aws:*:*:111122223333:*""#,
            "OwnAccount",
            "of one account",
        ),
        (r#""Action":"iam:**","Resource":"*""#, "Ruling", "two stars"),
        (r#""Action":"iam:?*","Resource":"*""#, "Ruling", "a letter and more"),
        (r#""Action":"IAM*","Resource":"*""#, "Ruling", "without a colon"),
        (
            r#""Action":"i?m:*","Resource":"*""#,
            "Ruling",
            "a letter of the service",
        ),
        (r#""Action":"iam:?","Resource":"*""#, "", "an action of one letter"),
        (r#""Action":"iam:*","Resource":"*""#, "Ruling", "rights over rights"),
        (r#""Action":"ec2:*","Resource":"*""#, "Service", "one service"),
        (
            r#""Action":"s3:*","Resource":"arn:aws:s3:::*""#,
            "Service",
            "all that the service has",
        ),
        (
            r#""Action":"s3:*","Resource":["arn:aws:s3:::*","arn:aws:s3:::*/*"]"#,
            "Service",
            "and all in it",
        ),
        (
            r#""Action":"iam:*","Resource":"arn:aws:iam::*:*""#,
            "Ruling",
            "in every account",
        ),
        (r#""Action":"s3:*","Resource":"arn:aws:s3:::app-*""#, "", "some buckets"),
        (
            r#""Action":"dynamodb:*","Resource":"arn:aws:dynamodb:*:123456789012:*""#,
            "",
            "of one account",
        ),
        (
            r#""Action":"ec2:*","Resource":"arn:aws:s3:::*""#,
            "",
            "of another service",
        ),
        (
            r#""Action":"ec2:*","Resource":"*","Condition":{"StringEquals":{"aws:RequestedRegion":"eu-west-1"}}"#,
            "",
            "in one region",
        ),
        (r#""Action":"ec2:Describe*","Resource":"*""#, "", "some actions"),
        (r#""NotAction":"iam:*","Resource":"*""#, "AllBut", "all but some"),
        (
            r#""Action":["iam:Get*","iam:PutUserPolicy"],"Resource":"*""#,
            "Escalation",
            "a policy for oneself",
        ),
        (
            r#""Action":"iam:Create*","Resource":"arn:aws:iam::*:*""#,
            "Escalation",
            "among others",
        ),
        (
            r#""Action":"iam:PutUserPolicy","Resource":"arn:aws:iam::1:user/app""#,
            "",
            "of one user",
        ),
        (
            r#""Action":["iam:PassRole","iam:CreateRole"],"Resource":"*""#,
            "Passing",
            "any role for what one starts",
        ),
        (
            r#""Action":"iam:PassRole","Resource":"*","Condition":{"StringEquals":{"iam:PassedToService":"ec2.amazonaws.com"}}"#,
            "",
            "to one service",
        ),
        (
            r#""Action":"iam:PassRole","Resource":"arn:aws:iam::1:role/app-*""#,
            "",
            "some roles",
        ),
        (
            r#""Action":"iam:P*","Resource":"*"},{"Effect":"Deny","Action":"iam:PassRole","Resource":"*""#,
            "Escalation",
            "where that is denied",
        ),
        (
            r#""Action":"iam:CreateRole","Resource":"*""#,
            "",
            "which gives nothing yet",
        ),
        (
            r#""Action":"iam:Put*","Resource":"*"},{"Effect":"Deny","Action":["iam:Put*Policy"],"Resource":"*""#,
            "",
            "where those are denied",
        ),
        (
            r#""Action":"*","Resource":"*"},{"Effect":"Deny","Action":["iam:*","account:*"],"Resource":"*""#,
            "AllBut",
            "and what is denied elsewhere",
        ),
        (
            r#""Action":"*","Resource":"*"},{"Effect":"Deny","Action":"iam:Delete*","Resource":"*""#,
            "Everything",
            "some rights over rights are left",
        ),
        (
            r#""Action":"*","Resource":"*"},{"Effect":"Deny","Action":"iam:*","Resource":"arn:aws:iam::*:user/*""#,
            "Everything",
            "of users alone",
        ),
        (
            r#""Action":"*","Resource":"*"},{"Effect":"Deny","Action":"iam:*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":false}}"#,
            "Everything",
            "only at times",
        ),
        (
            r#""NotAction":"iam:DeleteUser","Resource":"*""#,
            "NearlyEverything",
            "and rights over rights are left",
        ),
        (
            r#""NotAction":["i*","organizations:*"],"Resource":"*""#,
            "AllBut",
            "left out by a pattern",
        ),
        (
            r#""Action":"*","NotResource":"arn:aws:s3:::a""#,
            "Everything",
            "on all but some",
        ),
    ] {
        let allow = format!(r#"{{"Effect":"Allow",{statement}}}"#);
        assert_eq!(opened(PolicyKind::Identity, &allow).join(" "), wanted, "{why}");
        let deny = format!(r#"{{"Effect":"Deny",{statement}}}"#);
        assert!(opened(PolicyKind::Identity, &deny).is_empty(), "denied: {why}");
    }
}

#[test]
fn conditions_close_what_says_who_calls() {
    for (condition, is_open, why) in [
        ("", true, "none"),
        (r#""Bool":{"aws:SecureTransport":"true"}"#, true, "how, and not who"),
        (
            r#""StringEquals":{"aws:PrincipalOrgID":"o-1"}"#,
            false,
            "one organisation",
        ),
        (
            r#""StringEqualsIfExists":{"aws:PrincipalOrgID":"o-1"}"#,
            true,
            "who has none passes",
        ),
        (
            r#""ForAnyValue:StringLike":{"aws:PrincipalOrgPaths":"o-1/*"}"#,
            false,
            "one part of it",
        ),
        (
            r#""StringNotEquals":{"aws:PrincipalOrgID":"o-1"}"#,
            true,
            "everybody but one",
        ),
        (r#""StringLike":{"aws:PrincipalArn":"*"}"#, true, "every name"),
        (
            r#""ArnLike":{"aws:PrincipalArn":"arn:aws:iam::*:role/admin"}"#,
            true,
            "a role in every account",
        ),
        (
            r#""ArnLike":{"aws:SourceArn":"arn:aws:s3:::bucket"}"#,
            false,
            "one bucket",
        ),
        (r#""IpAddress":{"aws:SourceIp":"0.0.0.0/0"}"#, true, "every network"),
        (
            r#""IpAddress":{"aws:SourceIp":["198.51.100.0/24","::/0"]}"#,
            true,
            "one of them every network",
        ),
        (
            r#""IpAddress":{"aws:SourceIp":"198.51.100.0/24"}"#,
            false,
            "one network",
        ),
        (r#""Null":{"aws:PrincipalOrgID":"false"}"#, true, "any organisation"),
        (
            r#""ForAllValues:StringEquals":{"aws:PrincipalOrgID":"o-1"}"#,
            true,
            "who has none passes this too",
        ),
        (
            r#""StringEquals":{"aws:PrincipalType":"Anonymous"}"#,
            true,
            "what kind of caller, and not whose",
        ),
        (
            r#""StringLike":{"aws:PrincipalOrgID":"o-*"}"#,
            true,
            "every organisation",
        ),
        (
            r#""IpAddress":{"aws:SourceIp":["0.0.0.0/1","128.0.0.0/1"]}"#,
            true,
            "two halves of every network",
        ),
        (
            r#""StringEquals":{"sts:RoleSessionName":"deploy"}"#,
            true,
            "the caller chooses it",
        ),
        (
            r#""StringEquals":{"aws:RequestTag/team":"a"}"#,
            true,
            "the caller chooses it too",
        ),
        (
            r#""StringEquals":{"aws:PrincipalTag/team":"a"}"#,
            true,
            "any account can give the tag",
        ),
        (
            r#""StringEquals":{"aws:username":"deploy"}"#,
            true,
            "any account can have such a user",
        ),
        (
            r#""StringEquals":{"s3:ExistingObjectTag/public":"yes"}"#,
            true,
            "a tag of the object",
        ),
        (
            r#""StringEquals":{"secretsmanager:VersionStage":"AWSCURRENT"}"#,
            true,
            "a part of the object",
        ),
        (
            r#""StringEquals":{"kms:ViaService":"s3.eu-west-1.amazonaws.com"}"#,
            true,
            "a service that works for everybody",
        ),
        (
            r#""StringEquals":{"kms:EncryptionContext:a":"b"}"#,
            true,
            "the caller says it",
        ),
        (r#""StringEquals":{"acme:Key":"x"}"#, true, "there is no such key"),
        (
            r#""StringEquals":{"kms:ViaService":"s3.eu-west-1.amazonaws.com","kms:CallerAccount":"111122223333"}"#,
            false,
            "one account, by a service",
        ),
        (
            r#""StringEquals":{"AWS:SourceOwner":"111122223333"}"#,
            false,
            "as SNS writes it",
        ),
        (
            r#""ArnEquals":{"aws:SourceArn":"arn:aws:sns:eu-west-1:111122223333:orders"}"#,
            false,
            "one topic",
        ),
        (
            r#""StringEquals":{"aws:SourceAccount":"111122223333"}"#,
            false,
            "things of one account",
        ),
        (
            r#""ArnLike":{"aws:SourceArn":"arn:aws:s3:::*"}"#,
            true,
            "every bucket of anybody",
        ),
        (
            r#""ArnLike":{"aws:SourceArn":"arn:aws:sns:*"}"#,
            true,
            "every topic of anybody",
        ),
        (
            r#""ArnLike":{"aws:PrincipalArn":"*:role/admin"}"#,
            true,
            "a role in every account, in other words",
        ),
        (
            r#""ForAnyValue:StringLike":{"aws:PrincipalOrgPaths":"o-*/r-1/ou-1/"}"#,
            true,
            "a part of every organisation",
        ),
        (
            r#""StringLike":{"aws:userid":"AROAEXAMPLE:*"}"#,
            false,
            "the sessions of one role",
        ),
        (r#""StringLike":{"aws:userid":"*:deploy"}"#, true, "a name of a session"),
        (
            r#""Bool":{"aws:PrincipalIsAWSService":"true"}"#,
            false,
            "services of the cloud",
        ),
        (r#""Bool":{"aws:PrincipalIsAWSService":"false"}"#, true, "all others"),
        (
            r#""Bool":{"elasticfilesystem:AccessedViaMountTarget":"true"}"#,
            false,
            "from the networks of the file system",
        ),
        (
            r#""StringEquals":{"token.actions.githubusercontent.com:sub":"repo:acme/x:ref:refs/heads/main"}"#,
            false,
            "one repository",
        ),
        (
            r#""StringEquals":{"token.actions.githubusercontent.com:aud":"sts.amazonaws.com"}"#,
            true,
            "only the audience",
        ),
        (
            r#""StringEquals":{"git.acme.example:aud":"aws"}"#,
            false,
            "a provider of one's own",
        ),
        (
            r#""StringEquals":{"acs:SourceVpc":"vpc-1"}"#,
            false,
            "a network of another cloud",
        ),
        (
            r#""StringEquals":{"sts:ExternalId":"x"},"IpAddress":{"aws:SourceIp":"198.51.100.1"}"#,
            false,
            "one of two closes",
        ),
    ] {
        for principal in [r#""*""#, r#"{"AWS":"*"}"#, r#"{"AWS":["arn:aws:iam::1:root","*"]}"#] {
            let statement = format!(
                r#"{{"Effect":"Allow","Principal":{principal},"Action":"sqs:SendMessage","Resource":"*","Condition":{{{condition}}}}}"#
            );
            assert_eq!(!opened(PolicyKind::Resource, &statement).is_empty(), is_open, "{why}");
            assert_eq!(
                !opened(PolicyKind::Trust, &statement).is_empty(),
                is_open,
                "trust: {why}"
            );
            assert!(
                opened(PolicyKind::Endpoint, &statement).is_empty(),
                "a limit opens nothing"
            );
        }
    }
}

#[test]
fn only_callers_that_are_named_are_few() {
    for (principal, is_open, why) in [
        (r#""Principal":{"AWS":"arn:aws:iam::1:root"}"#, false, "one account"),
        (r#""Principal":{"Service":"*"}"#, false, "services of the cloud"),
        (
            r#""NotPrincipal":{"AWS":"arn:aws:iam::1:root"}"#,
            true,
            "everybody but one",
        ),
        (r#""Sid":"none""#, false, "nobody"),
    ] {
        let statement = format!(r#"{{"Effect":"Allow",{principal},"Action":"sqs:*","Resource":"*"}}"#);
        assert_eq!(!opened(PolicyKind::Resource, &statement).is_empty(), is_open, "{why}");
    }
}

#[test]
fn who_signs_for_everybody_must_be_asked_for_whom() {
    let github = "arn:aws:iam::1:oidc-provider/token.actions.githubusercontent.com";
    let pools = "cognito-identity.amazonaws.com";
    let pool = r#""StringEquals":{"cognito-identity.amazonaws.com:aud":"eu-west-1:1111"}"#;
    let guests = r#""ForAnyValue:StringLike":{"cognito-identity.amazonaws.com:amr":"unauthenticated"}"#;
    for (provider, condition, is_open, why) in [
        (github, "", true, "no condition"),
        (
            github,
            r#""StringEquals":{"token.actions.githubusercontent.com:aud":"sts.amazonaws.com"}"#,
            true,
            "only the audience",
        ),
        (
            github,
            r#""StringLike":{"token.actions.githubusercontent.com:sub":"repo:*"}"#,
            true,
            "every repository",
        ),
        (
            github,
            r#""StringLike":{"token.actions.githubusercontent.com:sub":"repo:*/*:ref:refs/heads/main"}"#,
            true,
            "every repository's main branch",
        ),
        (
            github,
            r#""StringLike":{"token.actions.githubusercontent.com:sub":"repo:*:environment:prod"}"#,
            true,
            "everybody's environment of that name",
        ),
        (
            github,
            r#""StringLike":{"token.actions.githubusercontent.com:sub":"repo:acme*"}"#,
            true,
            "acme-evil too",
        ),
        (
            github,
            r#""StringLike":{"token.actions.githubusercontent.com:sub":"repo:acme/*"}"#,
            false,
            "of one organisation",
        ),
        (
            github,
            r#""StringEquals":{"token.actions.githubusercontent.com:repository_owner":"acme"}"#,
            false,
            "of one owner",
        ),
        (
            github,
            r#""Null":{"token.actions.githubusercontent.com:sub":"false"}"#,
            true,
            "every token has a subject",
        ),
        (
            github,
            r#""StringEqualsIfExists":{"token.actions.githubusercontent.com:sub":"repo:acme/x:*"}"#,
            true,
            "who has none passes",
        ),
        (
            github,
            r#""ForAllValues:StringLike":{"token.actions.githubusercontent.com:sub":"repo:acme/*"}"#,
            true,
            "and here",
        ),
        (
            github,
            r#""DateGreaterThan":{"token.actions.githubusercontent.com:sub":"2020-01-01"}"#,
            true,
            "no test of a name",
        ),
        (
            github,
            r#""StringLike":{"aws:sub":"repo:acme/*"}"#,
            true,
            "a key of another",
        ),
        (
            github,
            r#""ForAnyValue:StringLike":{"token.actions.githubusercontent.com:sub":"repo:acme/*"}"#,
            false,
            "one of several",
        ),
        ("cognito-identity.amazonaws.com", "", true, "every pool"),
        (pools, &format!("{pool},{guests}"), true, "guests of one pool"),
        (
            pools,
            &format!("{pool},{}", guests.replace("unauthenticated", "authenticated")),
            false,
            "who has signed in",
        ),
        (
            pools,
            &format!(r#"{pool},{guests},"StringLike":{{"{pools}:sub":"eu-west-1:1"}}"#),
            false,
            "one guest",
        ),
        (pools, pool, false, "nothing is said of guests"),
        (
            "arn:aws:iam::1:oidc-provider/git.acme.example",
            "",
            false,
            "a provider of one's own",
        ),
        (
            "arn:aws:iam::1:oidc-provider/my-gitlab.com",
            "",
            false,
            "another name that ends alike",
        ),
    ] {
        let statement = format!(
            r#"{{"Effect":"Allow","Principal":{{"Federated":"{provider}"}},"Action":"sts:AssumeRoleWithWebIdentity","Condition":{{{condition}}}}}"#
        );
        assert_eq!(!opened(PolicyKind::Trust, &statement).is_empty(), is_open, "{why}");
    }
}
