//! What is read for one engine and then seen by the other, beside what the other reads itself.

use super::*;

/// All that a module holds.
fn shown(module: &Module<'_, '_>) -> String {
    let places = (
        &module.blocks,
        &module.arguments,
        &module.lookalikes,
        &module.references,
    );
    let rest = (
        &module.declarations,
        &module.features,
        &module.problems,
        module.complete,
    );
    format!("{:?} {places:#?} {rest:#?}", module.engine)
}

/// Fails when a module is another one where the other engine has read its files before.
pub(super) fn assert_same(entries: &[Entry<'_>], module: &Module<'_, '_>) {
    let other = [Engine::OPENTOFU, Engine::TERRAFORM]
        .into_iter()
        .find(|engine| *engine != module.engine);
    let directories = [other.unwrap(), module.engine].map(|engine| Directory::new(entries, engine));
    let files = Files::read_each(&directories);
    let seen = Module::new(&files[0], other.unwrap()).seen_by(&files[1], module.engine);
    assert_eq!(shown(&seen), shown(module));
}

#[test]
fn only_blocks_about_which_engines_differ_are_read_again() {
    let plain = r#"{"module": {"m": {"source": "./m"}}, "variable": {"a": {"type": "string"}},
        "resource": {"x": {"y": {"b": "${upper(var.a)}", "provider": "aws.west"}}}, "output": {"o": {"value": 1}}}"#;
    for (text, again, why) in [
        (plain, Some(0), "what both read alike"),
        (
            r#"{"variable": {"a": {}, "b": {"ephemeral": true}, "c": {}}, "output": {"o": {"value": "${var.c}"}}}"#,
            Some(1),
            "an argument that came with other versions",
        ),
        (
            r#"{"terraform": [{"required_version": ">= 1.0"}, {"required_providers": {}}]}"#,
            Some(1),
            "a version that one engine looks at",
        ),
        (
            r#"{"module": {"a": {"source": "./${var.x}"}, "b": {"source": "./b"}}, "variable": {"x": {}}}"#,
            Some(1),
            "a source that one engine evaluates",
        ),
        (
            r#"{"locals": {"a": "${base64gunzip(1)}"}, "output": {"b": {"value": "${local.a}"}}}"#,
            Some(1),
            "a function of one engine",
        ),
        (
            r#"{"resource": {"x": {"a": {"provider": "aws.w[1]"}, "b": {"provider": "aws.w"}}}}"#,
            Some(1),
            "a provider with a key",
        ),
        (
            r#"{"ephemeral": {"x": {"y": {}}}}"#,
            None,
            "a kind of block that came with other versions",
        ),
    ] {
        let made = made(&[("main.tf.json", text)]);
        let root = entries(&made, "");
        for engine in [Engine::OPENTOFU, Engine::TERRAFORM] {
            let directory = Directory::new(&root, engine);
            let files = Files::read(&directory);
            let module = Module::new(&files, engine);
            assert_eq!(module.differing.again(), again, "{why}: {engine:?}");
            assert_same(&root, &module);
        }
    }
}
